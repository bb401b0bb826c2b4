"""The tables of a report as data, the same for every form of it: what stands in each, not how it looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rebelote.cards import Card
from rebelote.postmortem.labels import LABELS, Label, Outcome, score_outcome
from rebelote.reports.naming import Names
from rebelote.reports.tricks import tricks
from rebelote.scales import ScoreAt
from rebelote.wording.speech import marked

if TYPE_CHECKING:
    from rebelote.postmortem.analysis import Analysis
    from rebelote.postmortem.judged import SeatTotal, SideTotal


@dataclass(frozen=True, slots=True)
class Strong:
    """A cell that stands out."""

    text: str


#: Text; cards; a label; how many cards got each label, the gravest first.
Cell = str | Strong | Label | tuple[Card, ...] | Mapping[Label, int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: the columns numbered in ``words`` hold words, the others numbers. A column with nothing in it is left
    out by ``filled``.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    words: frozenset[int] = frozenset()

    def filled(self) -> Sheet:
        keep = [i for i in range(len(self.head)) if any(row[i] for row in self.rows)]
        words = frozenset(new for new, old in enumerate(keep) if old in self.words)
        return Sheet(tuple(self.head[i] for i in keep), tuple(tuple(r[i] for i in keep) for r in self.rows), words)


def signed(number: int) -> str:
    """A number with a minus that is as wide as a plus."""
    return str(number).replace("-", "−")


def outcome_at(analysis: Analysis, at: ScoreAt) -> Outcome | None:
    """The result at a moment whose score is known."""
    if analysis.stakes is None or analysis.score is None:
        return None
    return score_outcome(analysis.stakes, analysis.score.owners, at)


def _result_at(analysis: Analysis, which: int) -> Outcome | None:
    """The result at the first moment (0) or the last (−1)."""
    at = analysis.score.at[which] if analysis.score is not None else None
    if at is not None:
        return outcome_at(analysis, at)
    if not analysis.turning:
        return None
    # No other card can have changed it than the first and the last that did.
    return analysis.turning[0].before if which == 0 else analysis.turning[-1].after


# --- the deal ----------------------------------------------------------------------------


def result_sheet(analysis: Analysis, names: Names) -> Sheet:
    """What best play gives and what was played, in points and, where it is known, in what is written."""
    say, start = names.speech.say, analysis.deal.start
    parties = range(start.rules.parties(start.players))
    scale = analysis.score
    # Of a lone player against several, what the others write is not known.
    known = scale is not None and not any(at is None or None in at.written for at in (scale.at[0], scale.at[-1]))
    head = ["", say("points: {side}", side=names.side(analysis.side))]
    if scale is not None and known:
        head += [say("writes: {side}", side=names.party(party)) for party in parties]
    elif scale is not None:
        head.append(say("score: {side}", side=names.side(scale.owners)))
    head.append(say("result"))
    rows: list[tuple[Cell, ...]] = []
    played = say("as it was played") if analysis.deal.complete else say("as it was played, then best play")
    for which, words in ((0, say("best play by all")), (-1, played)):
        at: ScoreAt | None = scale.at[which] if scale is not None else None
        value = analysis.values[which]
        row: list[Cell] = [words, "?" if value is None else say("{n} of {of}", n=value, of=analysis.of)]
        if known:
            row += [signed(at.written[party] or 0) for party in parties] if at is not None else []
        elif scale is not None:
            row.append("?" if at is None else signed(at.margin))
        result = _result_at(analysis, which)
        row.append("" if result is None else names.outcome(result))
        rows.append(tuple(row))
    return Sheet(tuple(head), tuple(rows), frozenset({0, len(head) - 1})).filled()


def exchange_sheet(analysis: Analysis, names: Names) -> Sheet:
    """The swap of the seven of trumps, where somebody could make it: the score of the owners with it and without."""
    say, found, scale = names.speech.say, analysis.exchange, analysis.score
    head = (say("seven of trumps"), say("score for"), say("kept"), say("swapped"), say("better"))
    if found is None or scale is None:
        return Sheet(head, (), frozenset({0, 1, 4}))
    better = {"keep": say("keep"), "swap": say("swap"), None: say("all the same")}[found.better]
    row = (names.seat(found.seat), names.side(scale.owners), signed(found.keep), signed(found.swap), better)
    return Sheet(head, (row,), frozenset({0, 1, 4}))


def balance_sheet(analysis: Analysis, names: Names) -> Sheet:
    """The sum that joins best play, the losses and what was taken, a row a scale; in misère a loss in points is one
    too many.
    """
    say, rows = names.speech.say, []
    for scale, seats, balance, turned in (
        (say("points"), analysis.side, analysis.balance, analysis.deal.start.misere),
        (say("score"), analysis.score.owners if analysis.score else (), analysis.score_balance, False),
    ):
        if balance is not None:
            own, other = ("+", "−") if turned else ("−", "+")
            sums = (f"{own} {balance.own_losses}", f"{other} {balance.other_losses}", f"= {signed(balance.taken)}")
            rows.append((scale, names.side(seats), signed(balance.start), *sums))
    head = ("", say("side"), say("best play by all"), say("own losses"), say("losses of the others"), say("in the end"))
    return Sheet(head, tuple(rows), frozenset({0, 1}))


def card_sheet(analysis: Analysis, names: Names) -> Sheet:
    """Every card in order of play."""
    say = names.speech.say
    head = (say("trick"), say("who"), say("card"), say("label"), say("before"), say("after"), say("points lost"),
            say("score lost"), say("better"), say("result"))  # fmt: skip
    turns = {turn.moment: names.change(turn.before, turn.after) for turn in analysis.turning}
    rows: list[tuple[Cell, ...]] = []
    for number, trick in enumerate(tricks(analysis.deal.start, analysis.deal.plays), 1):
        for placed in trick.cards:
            if placed.index is not None:
                card = analysis.cards[placed.index]
                rows.append((
                    str(number), names.who(card.seat), (card.card,), card.label, str(card.before), str(card.after),
                    signed(card.loss) if card.loss else "", signed(card.score_loss) if card.score_loss else "",
                    card.better, turns.get(placed.index, ""),
                ))  # fmt: skip
    return Sheet(head, tuple(rows), frozenset({1, 2, 3, 8, 9})).filled()


def costly_sheet(analysis: Analysis, names: Names) -> Sheet:
    """The cards that cost something, with what could be known where that was asked for."""
    say, players = names.speech.say, analysis.deal.start.players
    head = (say("trick"), say("who"), say("card"), say("label"), say("points lost"), say("score lost"), say("better"),
            say("luck or error"))  # fmt: skip
    verdicts = {luck.moment: luck for luck in analysis.luck or ()}
    rows: list[tuple[Cell, ...]] = []
    for moment, card in enumerate(analysis.cards):
        if not card.costly:
            continue
        luck = verdicts.get(moment)
        trick = (len(analysis.deal.start.trick) + moment) // players + 1
        rows.append((
            str(trick), names.who(card.seat), (card.card,), card.label, str(card.loss or ""),
            signed(card.score_loss) if card.score_loss else "", card.better, names.luck(luck) if luck else "",
        ))  # fmt: skip
    return Sheet(head, tuple(rows), frozenset({1, 2, 3, 6, 7})).filled()


# --- seats and sides ---------------------------------------------------------------------


def seat_sheet(analysis: Analysis, names: Names) -> Sheet:
    """Seat by seat: points taken and lost, decisions, labels, luck."""
    say = names.speech.say
    head = [say("who"), *_total_head(names)]
    if analysis.luck is not None:
        head += [names.verdict(verdict) for verdict in ("unlucky", "avoidable", "unclear")]
    rows = []
    for seat in analysis.seats:
        row = [names.seat(seat.seat), str(analysis.taken_by_seat[seat.seat]), *_total(seat, names)]
        if analysis.luck is not None:
            own = [luck.verdict for luck in analysis.luck if luck.seat == seat.seat]
            row += [str(own.count(verdict)) for verdict in ("unlucky", "avoidable", "unclear")]
        rows.append(tuple(row))
    return Sheet(tuple(head), tuple(rows), frozenset({0, 5})).filled()


def side_sheet(analysis: Analysis, names: Names) -> Sheet:
    """Side by side; a side of one seat stands among the seats."""
    rows = [(names.side(s.seats), str(s.taken), *_total(s, names)) for s in analysis.sides if len(s.seats) > 1]
    return Sheet((names.speech.say("side"), *_total_head(names)), tuple(rows), frozenset({0, 5})).filled()


def _total_head(names: Names) -> list[str]:
    say = names.speech.say
    return [say("points taken"), say("points lost"), say("score lost"), say("best cards"), say("labels")]


def _total(total: SeatTotal | SideTotal, names: Names) -> list[Cell]:
    share = "–" if total.best_share is None else names.percent(total.best_share)
    counts = {row.label: (total.labels or {}).get(row.label, 0) for row in LABELS}
    lost = "" if total.score_loss is None else signed(total.score_loss)
    return [str(total.loss), lost, share, {label: n for label, n in counts.items() if n}]


#: What each label says, as ``LABELS`` has it.
_MEANINGS = (
    marked("the result was better for its player before this card than after it"),
    marked("lost ten points or more; where scores are written in tens, one or more"),
    marked("lost fewer than ten points"),
    marked("lost nothing"),
    marked("no choice: one card was legal, or all that were play exactly alike"),
)


def label_sheet(names: Names) -> Sheet:
    """Every label and what it says, the gravest first."""
    say = names.speech.say
    rows = tuple((row.label, say(row.meaning)) for row in LABELS)
    return Sheet((say("label"), say("meaning")), rows, frozenset({0, 1}))
