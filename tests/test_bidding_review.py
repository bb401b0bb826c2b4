"""The bidding looked back at: what every contract is worth, what was given up, and who could have known better."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from generated import GAMES, dealt
from rebelote import DealRecord, InputError, Interrupted, PlayedDeal, RecordError, StopFlag
from rebelote.auctions import Auction
from rebelote.cards import Card
from rebelote.choices.callhints import call_hint
from rebelote.contracts import Called, contract_table
from rebelote.exchanges import best_with_exchange
from rebelote.postmortem import callreviews
from rebelote.postmortem.bidding import BiddingReview, bidding_review
from rebelote.postmortem.luck import AS_GOOD, ERRORS
from rebelote.scoresearch import worth
from rebelote.scoring import Contract
from rebelote.shuffles import why_no_exchange
from rebelote.stakes import Stakes, natural_stakes

#: Games of two parties in which no card is swapped: their contracts are all found within the budget.
PLAIN = ("lobovoy", "classic", "ukrainian-2", "contree", "bulgarian")

#: So few worlds are enough for a test that works out the same by itself.
FEW = 3

#: Each has a suit to himself. Seat 0 passes though every trick is his in hearts; seat 1 bids no more than 80.
SUITS: dict[str, Any] = {
    "variant": "contree", "dealer": 3, "leader": 0, "trump": "S", "declarer": 1, "contract": "80S",
    "hands": ["7H 8H 9H TH JH QH KH AH", "7S 8S 9S TS JS QS KS AS", "7D 8D 9D TD JD QD KD AD",
              "7C 8C 9C TC JC QC KC AC"],
    "auction": ["pass", "80S", "pass", "pass", "pass"], "plays": "7H 7S 7D 7C",
    "ending": {"kind": "broken_off"},
}  # fmt: skip


def records(name: str, number: int) -> Iterator[DealRecord]:
    """The first deals of the bots in a game."""
    return (DealRecord.from_dict(deal.record) for deal in islice(dealt(name), number) if deal.record is not None)


def margin(record: DealRecord, contract: Contract, party: int) -> int | None:
    """What a contract of the hands as they were played is worth to a party; no seven to be swapped."""
    at, rules = record.played.start, record.rules
    side = tuple(seat for seat in range(at.players) if rules.party(seat) == party)
    stakes = natural_stakes(rules, at.players, contract, at.hands, at.leader)
    return worth(replace(at, strain=contract.strain, side=side), stakes).margin


# --- by hand -----------------------------------------------------------------------------


def test_a_capot_that_nobody_bid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callreviews, "LEAST", FEW)
    review = bidding_review(DealRecord.from_dict(SUITS), worlds=FEW)
    # Every trick is 162 + 90; king and queen of trumps are 20. To that comes the bid, 250 for a capot.
    capot, played = 162 + 90 + 20 + 250, 162 + 90 + 20 + 80
    assert review.exact and len(review.rows) == 16
    assert review.played is not None
    assert (review.played.bid, review.played.margin, review.played.result) == (80, played, "made")
    assert review.final == (-played, played)
    own = [row for row in review.rows if row.margin == capot]
    assert [(row.strain.name, row.declarer, row.sweep) for row in own][:2] == [("SPADES", 1, True), ("SPADES", 3, True)]
    assert [row and (row.strain.name, row.declarer) for row in review.could] == [("HEARTS", 0), ("SPADES", 1)]
    assert review.given_up == (capot + played, capot - played)
    assert [row and row.margin for row in review.best] == [capot] * 4

    # And each could have known: the seat with all hearts sees that it takes every trick.
    assert review.calls is not None
    first, second, third, fourth, last = review.calls
    assert (first.seat, first.call, first.best, first.known) == (0, "pass", "capotH", True)
    assert (first.gap, first.gap_se) == (capot, 0)  # if all pass nothing is played
    assert (second.call, second.best, second.gap, second.known) == ("80S", "capotS", capot - played, True)
    assert (third.best, third.known, fourth.best, fourth.known) == ("capotD", True, "capotC", True)
    assert (last.seat, last.best, last.known, last.index) == (0, "capotH", True, 4)


def test_what_was_overcalled_could_not_be_bid() -> None:
    # Seat 0 first speaks behind the capot of seat 1: there is nothing left to bid.
    data = {**SUITS, "dealer": 0, "leader": 1, "plays": "7S 7D 7C 7H", "contract": "capotS",
            "auction": ["capotS", "pass", "pass", "pass"]}  # fmt: skip
    review = bidding_review(DealRecord.from_dict(data), calls=False)
    assert review.could[0] is None and review.given_up[0] is None
    assert review.could[1] is not None and review.could[1].sweep and review.given_up[1] == 0
    assert review.calls is None


def test_a_pass_that_a_further_round_follows_is_not_judged() -> None:
    for record in records("classic", 40):
        if record.data["auction"][0] == "pass" and record.contract is not None:
            break
    review = bidding_review(record, worlds=4)
    assert review.calls is not None
    told = review.calls[0]
    assert (told.call, told.gap, told.gap_se, told.known) == ("pass", None, None, False)
    assert told.best == "play"


# --- worked out again --------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAIN)
def test_contracts_are_those_of_the_table(name: str) -> None:
    for record in records(name, 2):
        review = bidding_review(record, calls=False)
        assert list(review.rows) == contract_table(record.played.start).rows
        check(record, review)


def check(record: DealRecord, review: BiddingReview) -> None:
    """What was played and given up, by one search each."""
    assert record.contract is not None
    parties = range(record.rules.parties(record.players))
    assert review.final == tuple(margin(record, record.contract, party) for party in parties)
    if record.contract.declarer is None:
        assert review.played is None
    else:
        assert review.played is not None
        assert review.played.margin == review.final[record.rules.party(record.contract.declarer)]
        told = (review.played.strain, review.played.declarer, review.played.bid, review.played.sweep)
        assert told == (record.contract.strain, record.contract.declarer, record.contract.bid, record.contract.sweep)
    for seat, best in enumerate(review.best):
        own = [row.margin for row in review.rows if row.declarer == seat]
        assert best is not None and best.declarer == seat and best.margin == max(m for m in own if m is not None)
    named = set(what_could_be_called(record))
    for party in parties:
        could = [row for row in review.rows if name_of(row) in named and record.rules.party(row.declarer) == party]
        found, final = review.could[party], review.final[party]
        if not could:
            assert found is None and review.given_up[party] is None
        else:
            assert found in could and final is not None
            assert found.margin == max(row.margin for row in could if row.margin is not None)
            assert review.given_up[party] == found.margin - final


def name_of(row: Called) -> tuple[int, str]:
    """A contract as it stands at the end of an auction, and its declarer."""
    value = "capot" if row.sweep else "" if row.bid is None else str(row.bid)
    return row.declarer, f"{value}{row.strain}"


def what_could_be_called(record: DealRecord) -> Iterator[tuple[int, str]]:
    """Every contract that stands if somebody calls it at his turn and all others pass."""
    data = record.data
    loser = data["leader"] if record.rules.variant == "lobovoy" else None
    second = data.get("second")
    at = Auction.start(
        record.rules, data["dealer"], players=record.players, last_loser=loser,
        upcard=Card(data["upcard"]) if "upcard" in data else None,
        second=None if second is None else Card(second if isinstance(second, str) else second[-1]),
    )  # fmt: skip
    for call in data["auction"]:
        for other in at.legal():
            end = at.call(other)
            while end.outcome is None and not end.needs_second:
                end = end.call("pass")
            if end.outcome is not None and end.outcome.declarer == at.turn and other not in ("double", "redouble"):
                assert end.contract is not None
                yield at.turn, end.contract
        at = at.call(call)


def test_the_seven_may_still_be_swapped() -> None:
    swaps = 0
    for record in records("gambler", 5):
        swap = record.swap()
        assert swap is not None and record.contract is not None
        at, upcard = swap
        review = bidding_review(record, calls=False)
        plain = contract_table(at).rows
        for row, kept in zip(review.rows, plain, strict=True):
            if all(why_no_exchange(at.rules, row.strain, hand, upcard) for hand in at.hands):
                assert row == kept
                continue
            swaps += 1
            best = with_swap(record, Contract(row.strain, row.declarer), row.declarer)
            assert (row.strain, row.declarer, row.margin) == (kept.strain, kept.declarer, best)
        assert review.final == tuple(with_swap(record, record.contract, party) for party in range(2))
    assert swaps


def with_swap(record: DealRecord, contract: Contract, party: int) -> int:
    swap = record.swap()
    assert swap is not None
    at = replace(swap[0], strain=contract.strain, side=(party,))

    def stakes_of(hands: tuple[int, ...]) -> Stakes:
        return natural_stakes(at.rules, at.players, contract, hands, at.leader)

    return best_with_exchange(at, stakes_of, swap[1])


def test_misere_is_held_against_what_could_have_been_declared() -> None:
    record = next(r for r in records("lobovoy", 400) if r.data["misere"])
    review = bidding_review(record, worlds=4)
    assert review.played is None and set(review.final) != {None}
    check(record, review)
    assert review.calls is not None and {call.call for call in review.calls} == {"pass"}


def test_of_several_players_each_is_told_what_he_writes_alone() -> None:
    (record,) = records("ukrainian-3", 1)
    review = bidding_review(record, calls=False)
    assert record.contract is not None
    for row in review.rows:
        if row.margin is not None:
            assert row.margin == margin(record, Contract(row.strain, row.declarer), row.declarer)
            assert all(n is None for p, n in enumerate(row.written) if p != row.declarer)
    known = [(party, m) for party, m in enumerate(review.final) if m is not None]
    assert known
    for party, m in known:
        assert m == margin(record, record.contract, party)


def test_what_is_too_hard_is_not_told() -> None:
    # In capo a declarer who fails wants few points; that is a search of its own.
    (record,) = records("capo", 1)
    review = bidding_review(record, calls=False, nodes=1)
    hard = [row for row in review.rows if row.margin is None]
    assert hard and not review.exact
    assert all(row.written == (None,) * 4 for row in hard)
    for row in review.rows:
        if row.result == "made":
            assert row.margin is not None and row.margin >= (row.bid or 0) > 0
    for seat, best in enumerate(review.best):
        own = [row for row in review.rows if row.declarer == seat]
        assert best is None or best.margin == max(row.margin for row in own if row.margin is not None)


# --- the calls ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gambler", "contree", "bulgarian", "ukrainian-2"])
def test_calls_are_judged_by_the_hints_of_their_seats(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(callreviews, "LEAST", FEW)
    for record in records(name, 1 if name in ("contree", "bulgarian") else 4):
        review = bidding_review(record, worlds=FEW, seed=3)
        data = record.data
        assert review.calls is not None
        assert [call.call for call in review.calls] == data["auction"]
        for i, call in list(enumerate(review.calls))[:3]:
            view = {key: data[key] for key in ("variant", "players", "options", "dealer", "upcard") if key in data}
            if i >= record.players and "second" in data:
                view["second"] = data["second"]
            view |= {"seat": call.seat, "hand": data["first"][call.seat], "auction": data["auction"][:i]}
            hint = call_hint(view, worlds=FEW, seed=3)
            odds = {odds.call: odds for odds in hint.calls}
            made, best = odds[call.call], odds[call.best]
            assert (call.index, call.seat) == (i, hint.seat)
            assert (call.gap, call.gap_se) == (made.loss, made.loss_se)
            assert best.loss == 0
            if made.told.margin is None or best.told.margin is None or call.gap_se is None:
                continue
            gap = best.told.margin - made.told.margin
            assert call.gap == pytest.approx(gap)
            good = AS_GOOD / (10 if record.rules.customs.scale == "tens" else 1)
            assert call.known == (gap - ERRORS * call.gap_se > good)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "capo"])
def test_every_auction_is_followed(name: str) -> None:
    seconds = 0
    for record in records(name, 8 if name == "ukrainian-2" else 2):
        review = bidding_review(record, worlds=1, nodes=1)
        assert review.calls is not None and len(review.calls) == len(record.data["auction"])
        assert not any(call.known for call in review.calls)  # one world tells nothing
        seconds += "second" in record.data
        json.dumps(review.to_dict(), allow_nan=False)
    assert seconds or name != "ukrainian-2"


def test_the_same_on_any_number_of_threads_and_progress() -> None:
    (record,) = records("bulgarian", 1)
    calls = len(record.data["auction"])
    said: list[tuple[int, int]] = []
    told = bidding_review(record, worlds=2, threads=1, progress=lambda done, of: said.append((done, of)))
    assert said == [(i + 1, calls) for i in range(calls)]
    assert told == bidding_review(record, worlds=2, threads=3)
    timed = bidding_review(record, seconds=1e-9)
    assert timed.calls is not None and len(timed.calls) == calls


# --- what is not told --------------------------------------------------------------------


def test_a_bare_deal_tells_no_auction() -> None:
    (record,) = records("classic", 1)
    bare = PlayedDeal(record.played.start, record.played.plays, record.played.declarer)
    review, full = bidding_review(bare), bidding_review(record, calls=False)
    assert review.calls is None
    assert (review.rows, review.final, review.played) == (full.rows, full.final, full.played)
    for party, row in enumerate(review.could):
        own = [other.margin for other in review.rows if other.declarer % 2 == party and other.margin is not None]
        assert row is not None and row.margin == max(own)
    nobody = bidding_review(replace(bare, declarer=None))
    assert nobody.played is None and nobody.final == nobody.given_up == (None, None) and None not in nobody.could


def test_a_record_without_first_cards_has_no_calls() -> None:
    (record,) = records("classic", 1)
    data = record.to_dict()
    for key in ("first", "dealer"):
        less = {k: v for k, v in data.items() if k != key}
        assert bidding_review(DealRecord.from_dict(less)).calls is None


def test_what_cannot_be_reviewed() -> None:
    ending = {"variant": "gambler", "trump": "H", "leader": 0, "hands": ["AS 7S", "TS 8S"], "plays": "AS 8S, 7S TS"}
    with pytest.raises(InputError, match="full hands"):
        bidding_review(ending)
    with pytest.raises(RecordError):
        bidding_review({**{k: SUITS[k] for k in ("variant", "dealer", "hands")}, "auction": ["pass"] * 4})
    stop = StopFlag()
    stop.set()
    with pytest.raises(Interrupted):
        bidding_review(SUITS, stop=stop)
