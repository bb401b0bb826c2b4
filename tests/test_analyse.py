"""Played deals: values along the way, losses, the balance, and every fault of a bad record."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rebelote.records
from rebelote import Card, Engine, Position, analyse, record_problems, solve
from rebelote.errors import Interrupted, RecordError
from rebelote.records import PlayedDeal
from solvers import rank
from strategies import CARDS, anything, full_hands, games, golden, near_positions, near_texts, playouts

TRACES = golden("traces")
PLAYOUTS = golden("playouts")


def _record(start: Position, cards: list[Card], **more: Any) -> dict[str, Any]:
    return {**start.to_dict(), "plays": [str(c) for c in cards], **more}


def _deal(case: dict[str, Any]) -> dict[str, Any]:
    keys = ("variant", "players", "trump", "misere", "leader", "side", "hands", "plays")
    return {key: case[key] for key in keys if key in case}


# --- known answers -------------------------------------------------------------------


@pytest.mark.parametrize("case", TRACES, ids=[f"{i}-{c['variant']}" for i, c in enumerate(TRACES, 1)])
def test_values_of_the_known_traces(case: dict[str, Any]) -> None:
    found = analyse(_deal(case))
    assert found.values == case["values"]
    assert found.to_dict()["values"] == case["values"]
    assert [found.cards[0].before, *(c.after for c in found.cards)] == case["values"]


@pytest.mark.parametrize("case", PLAYOUTS, ids=[f"{i}-{c['variant']}" for i, c in enumerate(PLAYOUTS, 1)])
def test_legal_cards_and_takings_of_the_known_playouts(case: dict[str, Any]) -> None:
    deal = PlayedDeal.from_dict(_deal(case))
    assert record_problems(_deal(case)) == []
    assert deal.complete
    assert [" ".join(map(str, at.legal())) for at in list(deal.positions())[:-1]] == case["legal"]


@pytest.mark.parametrize(
    "case", PLAYOUTS[::8], ids=[f"{i * 8 + 1}-{c['variant']}" for i, c in enumerate(PLAYOUTS[::8])]
)
def test_analysis_of_the_known_playouts(case: dict[str, Any]) -> None:
    found = analyse(_deal(case))
    assert found.taken_by_seat == case["seat_points"]
    assert [" ".join(map(str, c.legal)) for c in found.cards] == case["legal"]
    assert found.values[-1] == sum(case["seat_points"][seat] for seat in found.side)


# --- the balance ---------------------------------------------------------------------


def _balances(start: Position, cards: list[Card]) -> None:
    found = analyse(_record(start, cards))
    balance = found.balance
    assert balance is not None and found.exact
    sign = -1 if start.misere else 1
    assert balance.start - sign * balance.own_losses + sign * balance.other_losses == balance.taken
    assert balance.start == found.values[0] == rank(solve(start))[0]
    assert balance.taken == found.values[-1]
    if found.deal.complete:
        assert balance.taken == sum(found.taken_by_seat[seat] for seat in start.side)
        assert sum(found.taken_by_seat) == start.at_stake == found.of

    at, taken = start, 0
    for i, (told, card) in enumerate(zip(found.cards, cards, strict=True)):
        assert (told.seat, told.card, told.legal) == (at.seat, card, tuple(at.legal()))
        assert (told.before, told.after) == (found.values[i], found.values[i + 1])
        assert told.loss >= 0
        ours = told.seat in start.side
        assert told.loss == (told.before - told.after) * (sign if ours else -sign)
        assert told.best and set(told.best) <= set(told.legal)
        if told.card in told.best:
            assert told.loss == 0
        assert told.before == taken + rank(solve(at))[0]
        if (trick := at.taken_with(card)) and trick[0] in start.side:
            taken += trick[1]
        at = at.play(card)

    for seat, total in enumerate(found.seats):
        own = [c for c in found.cards if c.seat == seat]
        free = [c for c in own if len(c.legal) > 1]
        assert (total.seat, total.loss, total.cards) == (seat, sum(c.loss for c in own), len(own))
        assert (total.decisions, total.best_played) == (len(free), sum(c.card in c.best for c in free))


@pytest.mark.parametrize("misere", [False, True], ids=["straight", "misère"])
@given(data=st.data())
def test_the_balance_holds_to_the_point_in_every_game(misere: bool, data: st.DataObject) -> None:
    start, cards = data.draw(playouts(lambda players: 7 if players < 4 else 5, misere=misere))
    _balances(start, cards)


@given(games(), st.data())
def test_the_balance_of_a_whole_deal(game: tuple[str, int], data: st.DataObject) -> None:
    start, cards = data.draw(playouts(full_hands, game=game, least=7, with_options=st.just({})))
    found = analyse(_record(start, cards))
    assert found.balance is not None
    sign = -1 if start.misere else 1
    kept = found.balance.start - sign * found.balance.own_losses + sign * found.balance.other_losses
    assert kept == found.balance.taken == sum(found.taken_by_seat[seat] for seat in start.side)


@given(playouts(lambda players: 6 if players < 4 else 4), st.data())
def test_a_deal_broken_off_ends_with_what_perfect_play_would_bring(
    played: tuple[Position, list[Card]], data: st.DataObject
) -> None:
    start, cards = played
    some = cards[: data.draw(st.integers(0, len(cards)))]
    _balances(start, some)
    found = analyse(_record(start, some))
    assert found.to_dict()["complete"] is (len(some) == len(cards))
    assert len(found.values) == len(some) + 1


@given(playouts(lambda players: 4), st.data())
def test_a_record_may_begin_within_a_trick(played: tuple[Position, list[Card]], data: st.DataObject) -> None:
    start, cards = played
    skipped = data.draw(st.integers(0, start.players - 1))
    for card in cards[:skipped]:
        start = start.play(card)
    _balances(start, cards[skipped:])


@given(playouts(lambda players: 5 if players < 4 else 4))
def test_an_analysis_depends_on_nothing_but_the_record(played: tuple[Position, list[Card]]) -> None:
    start, cards = played
    found = analyse(_record(start, cards), engine=Engine(table_bytes=32)).to_dict()
    again = analyse(_record(start, cards)).to_dict()
    assert {**found, "nodes": 0} == {**again, "nodes": 0}
    assert analyse(_record(start, cards)).to_dict() == again


@given(playouts(lambda players: 5 if players < 4 else 4))
def test_an_analysis_as_json_is_complete(played: tuple[Position, list[Card]]) -> None:
    start, cards = played
    told = json.loads(json.dumps(analyse(_record(start, cards)).to_dict()))
    assert {"values", "cards", "seats", "balance", "taken_by_seat", "of", "nodes", "exact", "complete"} <= set(told)
    assert (told["variant"], told["players"], told["side"]) == (start.rules.variant, start.players, list(start.side))
    assert [c["card"] for c in told["cards"]] == [str(c) for c in cards]
    fixed = {"seat", "card", "legal", "before", "after", "loss", "best"}
    assert set(told["cards"][0]) == fixed | {"best_groups", "label", "score_loss", "changed", "better", "forced"}
    assert set(told["balance"]) == {"start", "own_losses", "other_losses", "taken"}


@given(playouts(lambda players: 6 if players < 4 else 5), st.integers(1, 3000))
def test_a_budget_gives_the_analysis_or_says_that_it_is_not_exact(
    played: tuple[Position, list[Card]], nodes: int
) -> None:
    truth = analyse(_record(*played))
    found = analyse(_record(*played), nodes=nodes)
    for value, right in zip(found.values, truth.values, strict=True):
        assert value is None or value == right
    if found.exact:
        assert found == truth
    else:
        assert (found.cards, found.seats, found.balance) == ([], [], None)
        assert found.to_dict()["balance"] is None
        assert found.taken_by_seat == truth.taken_by_seat


def test_a_stop_flag_ends_an_analysis() -> None:
    stop = rebelote.StopFlag()
    stop.set()
    with pytest.raises(Interrupted):
        analyse(_deal(TRACES[0]), stop=stop)


# --- whose values --------------------------------------------------------------------

SMALL: dict[str, Any] = {
    "variant": "capo",
    "trump": "H",
    "leader": 2,
    "hands": ["7S", "8S", "9S", "AS"],
    "plays": "9S AS 7S 8S",
}


@pytest.mark.parametrize(
    ("more", "side", "last"),
    [
        ({}, [0], 0),
        ({"declarer": 3}, [3], 21),
        ({"declarer": "W"}, [3], 21),
        ({"declarer": None}, [0], 0),
        ({"declarer": 3, "side": [0, 1, 2]}, [0, 1, 2], 0),
        ({"side": [3]}, [3], 21),
        ({"variant": "classic"}, [0, 2], 0),
        ({"variant": "classic", "declarer": 1}, [1, 3], 21),
        ({"variant": "classic", "declarer": 1, "side": "02"}, [0, 2], 0),
    ],
)
def test_the_side_is_the_one_given_else_the_declarers_else_seat_zeros(
    more: dict[str, Any], side: list[int], last: int
) -> None:
    found = analyse({**SMALL, **more}).to_dict()
    assert found["side"] == side
    assert found["values"][-1] == last


@pytest.mark.parametrize("plays", ["9S AS 7S 8S", ["9S", "AS", "7S", "8S"], "9S-AS-7S-8S", "9s,A♠ 7S,8S"])
def test_plays_are_read_in_any_form(plays: Any) -> None:
    assert analyse({**SMALL, "plays": plays}).taken_by_seat == [0, 0, 0, 21]


def test_a_record_in_text_form() -> None:
    text = "capo H 2 7.../8.../9.../A... - plays=9S-AS-7S-8S"
    assert analyse(text).to_dict() == analyse(SMALL).to_dict()
    assert analyse(text + " declarer=3").side == (3,)
    assert analyse(PlayedDeal.from_dict(SMALL)).to_dict() == analyse(SMALL).to_dict()


def test_a_loss_is_told_with_the_card_that_was_better() -> None:
    found = analyse("gambler H 0 A..7./8..8. - side=0 plays=AS-8S-7D-8D")
    first = found.cards[0]
    assert (first.before, first.after, first.loss, list(map(str, first.best))) == (21, 11, 10, ["7D"])
    assert found.balance is not None
    assert found.balance.to_dict() == {"start": 21, "own_losses": 10, "other_losses": 0, "taken": 11}
    assert [s.loss for s in found.seats] == [10, 0]


def test_in_misere_a_loss_is_a_point_too_many() -> None:
    found = analyse("gambler H 1 A9.../T7... - side=0 misere plays=TS-AS-9S-7S")
    assert [c.loss for c in found.cards] == [0, 10, 0, 0]
    assert found.balance is not None
    assert found.balance.to_dict() == {"start": 21, "own_losses": 10, "other_losses": 0, "taken": 31}


# --- faults --------------------------------------------------------------------------

TWO: dict[str, Any] = {
    "variant": "gambler",
    "trump": "H",
    "leader": 0,
    "hands": ["7S 9C", "8S TC"],
    "plays": "7S 8S TC 9C",
}

#: (code, where, seat, card, what is changed)
FAULTS: list[tuple[str, str, int | None, str | None, dict[str, Any]]] = [
    ("missing_key", "plays", None, None, {"plays": ...}),
    ("bad_cards", "plays", None, None, {"plays": 7}),
    ("bad_cards", "plays", None, None, {"plays": None}),
    ("bad_cards", "plays", None, None, {"plays": ["7S"] * 65}),
    ("bad_card", "plays", None, "XS", {"plays": "7S XS"}),
    ("bad_card", "plays", None, None, {"plays": ["7S", 8]}),
    ("revoke", "plays[1]", 1, "TC", {"plays": "7S TC"}),
    ("revoke", "plays[1]", 1, "TC", {"plays": "7S TC 9C 8S"}),
    ("not_held", "plays[0]", 0, "8S", {"plays": "8S"}),
    ("not_held", "plays[0]", 0, "AD", {"plays": "AD 8S"}),
    ("not_held", "plays[2]", 1, "8S", {"plays": "7S 8S 8S"}),
    ("not_held", "plays[2]", 1, "9C", {"plays": "7S 8S 9C"}),
    ("too_many_plays", "plays[4]", None, "9C", {"plays": "7S 8S TC 9C 9C"}),
    ("bad_declarer", "declarer", None, None, {"declarer": 2}),
    ("bad_declarer", "declarer", None, None, {"declarer": True}),
    ("bad_declarer", "declarer", None, None, {"declarer": "N"}),
    ("bad_declarer", "declarer", None, None, {"declarer": []}),
    ("unknown_key", "colour", None, None, {"colour": 0}),
    ("duplicate_card", "hands", 0, "8S", {"hands": ["8S 9C", "8S TC"]}),
    ("wrong_number", "hands", 1, None, {"hands": ["7S 9C", "8S"]}),
    ("missing_key", "trump", None, None, {"trump": ...}),
    ("bad_side", "side", None, None, {"side": [0, 1]}),
    ("bad_option", "options.last_trick", None, None, {"options": {"last_trick": "ten"}}),
]


@pytest.mark.parametrize(
    ("code", "where", "seat", "card", "changes"), FAULTS, ids=[f"{f[0]}-{f[1]}-{i}" for i, f in enumerate(FAULTS)]
)
def test_each_fault_of_a_record_has_its_code_and_place(
    code: str, where: str, seat: int | None, card: str | None, changes: dict[str, Any]
) -> None:
    data = {k: v for k, v in {**TWO, **changes}.items() if v is not ...}
    found = record_problems(data)
    assert [(p.code, p.where, p.seat, p.card) for p in found] == [(code, where, seat, card)]
    for ask in (analyse, PlayedDeal.from_dict):
        with pytest.raises(RecordError) as caught:
            ask(data)
        # A key that is none of a small form's may be none of a whole record's either, which has more.
        assert [(p.code, p.where) for p in caught.value.problems] == [(p.code, p.where) for p in found]
        assert caught.value.code == "bad_record"
    if seat is not None:
        assert f"seat {seat}" in found[0].message


def test_every_code_in_the_sources_is_pinned_here() -> None:
    source = Path(str(rebelote.records.__file__)).read_text(encoding="utf-8")
    assert set(re.findall(r'(?:fault|Problem)\(\s*"(\w+)"', source)) <= {f[0] for f in FAULTS}


def test_a_revoke_says_why_and_what_was_legal() -> None:
    [found] = record_problems({**TWO, "plays": "7S TC"})
    assert "TC" in found.message and "8S" in found.message


def test_every_revoke_of_a_record_is_told() -> None:
    data = {
        "variant": "gambler",
        "trump": "H",
        "leader": 0,
        "hands": ["7S 7C 7D", "8S 8C 8D"],
        "plays": "7S 8C 7D 8S 7C 8D",
    }
    assert [(p.code, p.where) for p in record_problems(data)] == [("revoke", "plays[1]"), ("revoke", "plays[3]")]


def test_a_bad_text_is_a_bad_record() -> None:
    for text in ("", "capo H 0", "capo H 0 7.../8.../9.../A... -", "capo H 0 7.../8.../9.../A... - plays=7S plays=8S"):
        with pytest.raises(RecordError):
            analyse(text)


@given(playouts(lambda players: 5 if players < 4 else 4), st.data())
def test_any_illegal_card_is_found_where_it_was_played(
    played: tuple[Position, list[Card]], data: st.DataObject
) -> None:
    start, cards = played
    i = data.draw(st.integers(0, len(cards) - 1))
    wrong = Card(data.draw(st.sampled_from(CARDS)))
    at = start
    for card in cards[:i]:
        at = at.play(card)
    found = record_problems(_record(start, [*cards[:i], wrong]))
    if wrong in at.legal():
        assert found == []
        return
    code = "revoke" if at.hands[at.seat] & wrong.bit else "not_held"
    assert [(p.code, p.where, p.seat, p.card) for p in found] == [(code, f"plays[{i}]", at.seat, str(wrong))]


def _judge(data: Any) -> None:
    found = record_problems(data)
    try:
        deal = PlayedDeal.from_dict(data)
    except RecordError as error:
        assert error.problems == found
        assert found
        json.dumps([p.to_dict() for p in found])
    else:
        assert found == []
        assert sum(1 for _ in deal.positions()) == len(deal.plays) + 1


@given(near_positions(), st.one_of(anything(), st.lists(st.sampled_from(CARDS), max_size=6)), anything())
def test_any_data_is_judged_without_raising(data: Any, plays: Any, declarer: Any) -> None:
    _judge(data)
    if isinstance(data, Mapping):
        _judge({**data, "plays": plays})
        _judge({**data, "plays": plays, "declarer": declarer})
    _judge({**TWO, "plays": plays})
    _judge({**TWO, "declarer": declarer})


@given(near_texts())
def test_any_text_is_judged_without_raising(text: str) -> None:
    for form in (text, text + " plays=7S-8S", "gambler H 0 7.../8... " + text):
        try:
            PlayedDeal.parse(form)
        except RecordError as error:
            assert error.problems


@pytest.mark.parametrize("key", ["plays", "declarer"])
@pytest.mark.parametrize(
    "value", [10**5000, float("nan"), "x" * 1_000_000, "\ud800"], ids=["huge", "nan", "long", "surrogate"]
)
def test_absurd_values_are_faults_like_any_other(key: str, value: Any) -> None:
    _judge({**TWO, key: value})
