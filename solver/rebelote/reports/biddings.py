"""The tables of a report about the bidding: every contract, what was given up, and the calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rebelote.bidding import DOUBLE, PASS, PLAY, REDOUBLE, read_call
from rebelote.contracts import Called
from rebelote.reports.naming import Names
from rebelote.reports.sheets import Cell, Sheet, Strong, signed
from rebelote.rules import Strain
from rebelote.wording.speech import marked

if TYPE_CHECKING:
    from rebelote.postmortem.bidding import BiddingReview
    from rebelote.postmortem.callreviews import CallReview

_CALLS = {PASS: marked("pass"), PLAY: marked("play"), DOUBLE: marked("double"), REDOUBLE: marked("redouble")}


def bidding_sheets(review: BiddingReview, names: Names) -> list[Sheet]:
    """All of them."""
    found = [contract_sheet(review, names), given_up_sheet(review, names)]
    return found if review.calls is None else [*found, call_sheet(review.calls, names)]


def contract_sheet(review: BiddingReview, names: Names) -> Sheet:
    """A row a strain, a column a declarer: the margin, after what would have been bid for it; the one played stands
    out.
    """
    strains = list(dict.fromkeys(row.strain for row in review.rows))
    rows: list[tuple[Cell, ...]] = []
    for strain in strains:
        own = [row for row in review.rows if row.strain == strain]
        rows.append((names.speech.strain(strain), *(_margin(row, review.played, names) for row in own)))
    head = (names.speech.say("trump"), *(names.who(seat) for seat in range(names.players)))
    return Sheet(head, tuple(rows), frozenset({0}))


def _margin(row: Called, played: Called | None, names: Names) -> Cell:
    told = "?" if row.margin is None else signed(row.margin)
    if row.bid is not None or row.sweep:
        told = f"{_bid(row, names)}: {told}"
    here = played is not None and (row.strain, row.declarer) == (played.strain, played.declarer)
    return Strong(told) if here else told


def _bid(row: Called, names: Names) -> str:
    return names.speech.say("capot") if row.sweep else str(row.bid)


def given_up_sheet(review: BiddingReview, names: Names) -> Sheet:
    """Party by party the best contract it could have called, what was played, and how much less that was worth."""
    say, rows = names.speech.say, []
    for party, (could, final, lost) in enumerate(zip(review.could, review.final, review.given_up, strict=True)):
        best = "" if could is None else _contract(could, names)
        margin = None if could is None else could.margin
        numbers = tuple("?" if number is None else signed(number) for number in (margin, final, lost))
        rows.append((names.party(party), best, *numbers))
    head = (say("side"), say("best contract it could have called"), say("worth"), say("worth of what was played"),
            say("given up"))  # fmt: skip
    return Sheet(head, tuple(rows), frozenset({0, 1}))


def _contract(row: Called, names: Names) -> str:
    words = [_bid(row, names)] if row.bid is not None or row.sweep else []
    return f"{' '.join([*words, names.speech.strain(row.strain)])}, {names.who(row.declarer)}"


def call_sheet(calls: list[CallReview], names: Names) -> Sheet:
    """Call by call what the seat could have known: the best call on average, and whether it was clearly better."""
    say, rows = names.speech.say, []
    for review in calls:
        known = judgement(review, names)
        gap = names.decimal(review.gap, review.gap_se) if review.gap else ""
        best = "" if review.gap is None or review.best == review.call else call_text(review.best, names)
        rows.append((str(review.index + 1), names.who(review.seat), call_text(review.call, names), best, gap, known))
    head = (say("call"), say("who"), say("called"), say("better on average"), say("by"), say("judgement"))
    return Sheet(head, tuple(rows), frozenset({1, 2, 3, 5})).filled()


def judgement(review: CallReview, names: Names) -> str:
    """Whether the seat could have called better on what it knew."""
    say = names.speech.say
    if review.gap is None:
        return say("nobody can say")
    if review.known:
        return say("could have known better")
    return say("best on average") if review.best == review.call else say("not clearly worse")


def notes(names: Names) -> list[str]:
    """What the numbers of these tables are."""
    say = names.speech.say
    return [
        say("A contract is worth what its declarer's side writes more than the others with best play by all;"
            " of more than two sides, what it writes itself."),
        say("Calls are judged by what their seat knew, as if all others passed after them."),
    ]  # fmt: skip


def call_text(call: str, names: Names) -> str:
    """A call in words: pass, play, 80 hearts."""
    told = read_call(call)
    if told is None:
        return call
    if told.strain is None:
        return names.speech.say(_CALLS[told.word]) if told.word in _CALLS else call
    words = [names.speech.say("capot")] if told.sweep else [str(told.value)] if told.value is not None else []
    return " ".join([*words, names.speech.strain(Strain(told.strain))])
