"""Positions: every fault has its code, what is good reads back, and nothing ever crashes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rebelote.checks
import rebelote.notation
from rebelote import Card, Position, Rules, problems
from rebelote.customs import Customs
from rebelote.errors import IllegalCard, PositionError
from rebelote.rules import OPTION_NAMES
from strategies import (
    ORDERS,
    STRAINS,
    SWITCH_VALUES,
    TABLES,
    full_hands,
    games,
    near_positions,
    near_texts,
    orders,
    positions,
    tables,
)

#: The smallest good position: each of two players has one card.
GOOD: dict[str, Any] = {"variant": "gambler", "trump": "H", "leader": 0, "hands": ["7S", "8S"]}
FOUR: dict[str, Any] = {"variant": "capo", "trump": "H", "leader": 0, "hands": ["7S", "8S", "9S", "TS"]}


def _with(base: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {k: v for k, v in {**base, **changes}.items() if v is not ...}


#: (code, where, seat, card, data): the smallest input with that fault and no other
FAULTS: list[tuple[str, str, int | None, str | None, Any]] = [
    ("not_an_object", "", None, None, []),
    ("not_an_object", "", None, None, None),
    ("not_an_object", "", None, None, 7),
    ("unknown_key", "colour", None, None, _with(GOOD, colour=0)),
    ("missing_key", "variant", None, None, _with(GOOD, variant=...)),
    ("missing_key", "trump", None, None, _with(GOOD, trump=...)),
    ("missing_key", "leader", None, None, _with(GOOD, leader=...)),
    ("missing_key", "hands", None, None, _with(GOOD, hands=...)),
    ("missing_key", "players", None, None, _with(GOOD, variant="ukrainian")),
    ("unknown_variant", "variant", None, None, _with(GOOD, variant="bridge")),
    ("unknown_variant", "variant", None, None, _with(GOOD, variant=None)),
    ("bad_options", "options", None, None, _with(GOOD, options=[])),
    ("bad_options", "options", None, None, _with(GOOD, options=None)),
    ("unknown_option", "options.mystery", None, None, _with(GOOD, options={"mystery": 1})),
    ("bad_option", "options.last_trick", None, None, _with(GOOD, options={"last_trick": -1})),
    ("bad_players", "players", None, None, _with(GOOD, players=3)),
    ("bad_players", "players", None, None, _with(GOOD, players="2")),
    ("bad_players", "players", None, None, _with(GOOD, players=2.0)),
    ("bad_players", "players", None, None, _with(GOOD, players=None)),
    ("unknown_strain", "trump", None, None, _with(GOOD, trump="X")),
    ("unknown_strain", "trump", None, None, _with(GOOD, trump=1)),
    ("strain_not_in_game", "trump", None, None, _with(GOOD, variant="ukrainian", players=2, trump="NT")),
    ("strain_not_in_game", "trump", None, None, _with(GOOD, options={"strains": ["S"]})),
    ("bad_seat", "leader", None, None, _with(GOOD, leader=2)),
    ("bad_seat", "leader", None, None, _with(GOOD, leader=-1)),
    ("bad_seat", "leader", None, None, _with(GOOD, leader=True)),
    ("bad_seat", "leader", None, None, _with(GOOD, leader="N")),
    ("bad_seat", "leader", None, None, _with(FOUR, leader="X")),
    ("bad_hands", "hands", None, None, _with(GOOD, hands="7S 8S")),
    ("bad_hands", "hands", None, None, _with(GOOD, hands={"0": "7S", "1": "8S"})),
    ("wrong_hands", "hands", None, None, _with(GOOD, hands=[])),
    ("wrong_hands", "hands", None, None, _with(GOOD, hands=["7S", "8S", "9S"])),
    ("wrong_hands", "hands", None, None, _with(GOOD, hands=["7S", "8S", "9S", "TS", "JS"])),
    ("bad_cards", "hands", 1, None, _with(GOOD, hands=["7S", 8])),
    ("bad_cards", "hands", 0, None, _with(GOOD, hands=["7S " * 200, "8S"])),
    ("bad_cards", "hands", 0, None, _with(GOOD, hands=[["7S"] * 65, "8S"])),
    ("bad_cards", "trick", None, None, _with(GOOD, trick=7)),
    ("bad_card", "hands", 1, "XS", _with(GOOD, hands=["7S", "XS"])),
    ("bad_card", "hands", 1, None, _with(GOOD, hands=["7S", [8]])),
    ("bad_card", "hands", 1, "ТS", _with(GOOD, hands=["7S", "ТS"])),
    ("bad_card", "trick", None, "S", _with(GOOD, trick="S")),
    ("duplicate_card", "hands", 0, "7S", _with(GOOD, hands=["7S", "7S"])),
    ("duplicate_card", "hands", 0, "7S", _with(GOOD, hands=["7S 7S", "8S 9S"])),
    ("duplicate_card", "hands", 1, "7S", _with(GOOD, hands=["", "7S"], trick="7S")),
    ("trick_full", "trick", None, None, _with(GOOD, hands=["7S", "8S"], trick="9S TS")),
    ("no_cards", "hands", None, None, _with(GOOD, hands=["", ""])),
    ("wrong_number", "hands", 1, None, _with(GOOD, hands=["7S 9S", "8S"])),
    ("wrong_number", "hands", 1, None, _with(GOOD, hands=["7S", "8S"], trick="9S")),
    ("illegal_trick_card", "trick", 1, "8C", _with(FOUR, hands=["AC", "9S", "TS JS", "QS KS"], trick="7S 8C")),
    ("bad_side", "side", None, None, _with(GOOD, side=[])),
    ("bad_side", "side", None, None, _with(GOOD, side=[0, 1])),
    ("bad_side", "side", None, None, _with(GOOD, side=2)),
    ("bad_side", "side", None, None, _with(GOOD, side=None)),
    ("bad_side", "side", None, None, _with(GOOD, side=True)),
    ("bad_side", "side", None, None, _with(FOUR, side=[0, 2])),
    ("bad_side", "side", None, None, _with(FOUR, side=[0, 0])),
    ("bad_side", "side", None, None, _with(FOUR, variant="classic", side=[0])),
    ("bad_side", "side", None, None, _with(GOOD, side=[0] * 1000)),
    ("bad_misere", "misere", None, None, _with(GOOD, misere=1)),
    ("bad_misere", "misere", None, None, _with(GOOD, misere=None)),
]


@pytest.mark.parametrize(
    ("code", "where", "seat", "card", "data"), FAULTS, ids=[f"{f[0]}-{f[1]}-{i}" for i, f in enumerate(FAULTS)]
)
def test_each_fault_has_its_code_and_place(
    code: str, where: str, seat: int | None, card: str | None, data: Any
) -> None:
    found = problems(data)
    assert [(p.code, p.where, p.seat, p.card) for p in found] == [(code, where, seat, card)]
    assert found[0].message
    with pytest.raises(PositionError) as caught:
        Position.from_dict(data)
    assert caught.value.problems == found
    assert caught.value.code == "bad_position"
    told = caught.value.to_dict()
    assert told["problems"] == [p.to_dict() for p in found]
    json.dumps(told)


def test_too_many_cards_for_the_game() -> None:
    pack = [rank + suit for suit in "SH" for rank in "789TJQKA"] + ["7D", "8D", "9D", "TD"]
    found = problems(_with(GOOD, hands=[" ".join(pack[:10]), " ".join(pack[10:20])]))
    assert [(p.code, p.seat) for p in found] == [("too_many_cards", 0), ("too_many_cards", 1)]


TEXT_FAULTS: list[tuple[str, str, str]] = [
    ("bad_text", "", ""),
    ("bad_text", "", "gambler H 0"),
    ("bad_text", "", "gambler H 0 7.../8... - what"),
    ("bad_text", "", "x" * 4001),
    ("repeated_word", "side", "gambler H 0 7.../8... side=0 side=1"),
    ("repeated_word", "misere", "gambler H 0 7.../8... misere misere"),
    ("unknown_variant", "variant", "bridge H 0 7.../8..."),
    ("bad_players", "players", "gambler:3 H 0 7.../8..."),
    ("bad_players", "players", "gambler:x H 0 7.../8..."),
    ("unknown_strain", "trump", "gambler X 0 7.../8..."),
    ("bad_seat", "leader", "gambler H 2 7.../8..."),
    ("bad_seat", "leader", "gambler H zero 7.../8..."),
    ("wrong_hands", "hands", "gambler H 0 7..."),
    ("bad_card", "hands", "gambler H 0 x.../8..."),
    ("bad_card", "hands", "gambler H 0 7.../8....."),
    ("bad_card", "trick", "gambler H 0 .../8... x"),
    ("bad_side", "side", "gambler H 0 7.../8... side=01"),
    ("unknown_option", "options.mystery", "gambler H 0 7.../8... mystery=1"),
    ("bad_option", "options.last_trick", "gambler H 0 7.../8... last_trick=many"),
    ("unknown_key", "plays", "gambler H 0 7.../8... plays=7S-8S"),
    ("unknown_key", "declarer", "gambler H 0 7.../8... declarer=0"),
]


@pytest.mark.parametrize(("code", "where", "text"), TEXT_FAULTS, ids=[f"{f[0]}: {f[2][:40]}" for f in TEXT_FAULTS])
def test_each_fault_of_a_text_has_its_code(code: str, where: str, text: str) -> None:
    found = problems(text)
    assert [(p.code, p.where) for p in found] == [(code, where)]
    with pytest.raises(PositionError) as caught:
        Position.parse(text)
    assert caught.value.problems == found


def test_every_code_in_the_sources_is_pinned_here() -> None:
    pinned = {f[0] for f in FAULTS} | {f[0] for f in TEXT_FAULTS} | {"too_many_cards"}
    sources = (
        Path(str(module.__file__)).read_text(encoding="utf-8") for module in (rebelote.checks, rebelote.notation)
    )
    codes = {code for text in sources for code in re.findall(r'(?:fault|Problem)\(\s*"(\w+)"', text)}
    assert codes <= pinned
    assert len(codes) > 15


def test_all_faults_are_told_at_once() -> None:
    data = {"variant": "classic", "trump": "NT", "leader": 9, "hands": ["7S 7S", "XX", "8S", "9S"], "side": [0], "x": 1}
    assert {p.code for p in problems(data)} == {
        "unknown_key", "strain_not_in_game", "bad_seat", "bad_card", "duplicate_card", "bad_side",
    }  # fmt: skip


def test_the_message_of_a_fault_names_seat_and_card() -> None:
    [found] = problems(_with(GOOD, hands=["7S", "7S"]))
    assert "7S" in str(found) and "seat 0" in str(found) and "seat 1" in str(found)
    [found] = problems(_with(GOOD, hands=["9S", "7S 8C"], leader=1, trick=[]))
    assert found.code == "wrong_number" and found.seat is not None


# --- what is good --------------------------------------------------------------------


def test_the_defaults() -> None:
    position = Position.from_dict(GOOD)
    assert position.players == 2
    assert position.trick == ()
    assert position.side == (0,)
    assert position.misere is False
    assert position.to_dict() == {
        "variant": "gambler",
        "players": 2,
        "trump": "H",
        "leader": 0,
        "hands": ["7S", "8S"],
        "trick": [],
        "side": [0],
        "misere": False,
        "options": {},
    }


@pytest.mark.parametrize(
    ("variant", "hands", "leader", "trick", "side"),
    [
        ("gambler", ["7S", "8S"], 1, "", (1,)),
        ("gambler", ["", "8S"], 0, "7S", (1,)),
        ("classic", ["7S", "8S", "9S", "TS"], 3, "", (1, 3)),
        ("classic", ["7S", "8S", "9S", ""], 3, "TS", (0, 2)),
        ("capo", ["7S", "8S", "", "TS"], 2, "9S", (3,)),
    ],
)
def test_the_side_is_that_of_the_seat_to_play(
    variant: str, hands: list[str], leader: int, trick: str, side: tuple[int, ...]
) -> None:
    data = {"variant": variant, "trump": "H", "leader": leader, "hands": hands, "trick": trick}
    assert Position.from_dict(data).side == side


@pytest.mark.parametrize("side", ["02", "20", [2, 0], "N S", "ns", ["N", "S"], (0, 2), "0,2", [0, "S"]])
def test_a_side_is_read_in_any_form(side: Any) -> None:
    assert Position.from_dict(_with(FOUR, variant="classic", side=side)).side == (0, 2)


@pytest.mark.parametrize("side", [1, "1", [1], "E", "e", ["E"]])
def test_a_side_of_one_seat_is_read_in_any_form(side: Any) -> None:
    assert Position.from_dict(_with(FOUR, side=side)).side == (1,)


@pytest.mark.parametrize(("name", "seat"), [("N", 0), ("E", 1), ("S", 2), ("W", 3), ("w", 3), (3, 3)])
def test_four_seats_have_names(name: Any, seat: int) -> None:
    assert Position.from_dict(_with(FOUR, leader=name)).leader == seat


@pytest.mark.parametrize(
    "hands", [["7S 9H", "8S TH"], [["7S", "9H"], ["8S", "10♥"]], ["7S,9H", "8s-th"], ("7S 9H", ("8S", "TH"))]
)
def test_hands_are_read_in_any_form(hands: Any) -> None:
    assert Position.from_dict(_with(GOOD, hands=hands)).to_dict()["hands"] == ["7S 9H", "8S TH"]


@pytest.mark.parametrize("text", ["S", "♠", "s"])
def test_a_strain_is_read_in_any_form(text: str) -> None:
    assert Position.from_dict(_with(GOOD, trump=text)).to_dict()["trump"] == "S"


@pytest.mark.parametrize(
    "text",
    [
        "capo H 0 7.../8.../9.../T...",
        "capo:4 H N 7.../8.../9.../10... -",
        "capo ♥ 0 7S/8S/9S/10S - side=0",
        "  capo H 0 7.../8.../9.../T... - side=N \n",
    ],
)
def test_the_text_form_in_its_variations(text: str) -> None:
    assert Position.parse(text) == Position.from_dict(FOUR)
    assert problems(text) == []


def test_the_text_form_says_everything() -> None:
    position = Position.from_dict(
        {
            "variant": "ukrainian",
            "players": 3,
            "trump": "AT",
            "leader": 2,
            "hands": ["AS 7S TH", "8S KC QC", "9D JD"],
            "trick": ["TD"],
            "side": [0, 1],
            "misere": True,
            "options": {
                "strains": ["AT"],
                "last_trick": 0,
                "go_over_what": "best",
                "points_at": [0, 0, 0, 10, 2, 3, 4, 19],
            },
        }
    )
    assert str(position) == (
        "ukrainian:3 AT 2 A7.T../8...KQ/..J9. TD side=01 misere"
        " strains=AT go_over_what=best last_trick=0 points_at=0,0,0,10,2,3,4,19"
    )


@given(positions(full_hands))
def test_json_reads_back(position: Position) -> None:
    data = json.loads(json.dumps(position.to_dict()))
    assert problems(data) == []
    assert Position.from_dict(data) == position
    assert Position.from_dict(data).to_dict() == data


@given(positions(full_hands))
def test_text_reads_back(position: Position) -> None:
    text = str(position)
    assert "\n" not in text
    assert problems(text) == []
    assert Position.parse(text) == position
    assert str(Position.parse(text)) == text


def _customs() -> dict[str, st.SearchStrategy[Any]]:
    """Each option beyond the play of the cards with the values that it takes."""
    out: dict[str, st.SearchStrategy[Any]] = {}
    for field in fields(Customs):
        meta = field.metadata
        if "values" in meta:
            out[field.name] = st.sampled_from(meta["values"])
        elif "flag" in meta:
            out[field.name] = st.booleans()
        elif "ranks" in meta:
            out[field.name] = orders()
        elif "count" in meta:
            out[field.name] = st.lists(st.integers(0, 100_000), min_size=meta["count"], max_size=meta["count"])
        else:
            out[field.name] = st.integers(meta["least"], meta["most"])
    return out


#: Every option with the values that it takes.
OPTION_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "strains": st.sets(st.sampled_from(STRAINS), min_size=1).map(lambda some: sorted(some, key=STRAINS.index)),
    **{name: st.sampled_from(values) for name, values in SWITCH_VALUES.items()},
    **{name: tables() for name in TABLES},
    **{name: orders() for name in ORDERS},
    "last_trick": st.integers(0, 100),
    "all_tricks_bonus": st.integers(0, 1000),
    **_customs(),
}


@given(games(), st.fixed_dictionaries({}, optional=OPTION_VALUES))
def test_every_option_reads_back(game: tuple[str, int], options: dict[str, Any]) -> None:
    variant, players = game
    rules = Rules.preset(variant, **options)
    hands = [f"{rank}S" for rank in "789T"[:players]]
    position = Position.from_dict(
        {"variant": variant, "players": players, "trump": rules.strains[-1], "leader": 0, "hands": hands}
        | {"options": options}
    )
    assert position.rules == rules
    assert Rules.preset(variant, **position.to_dict()["options"]) == rules
    assert Position.from_dict(json.loads(json.dumps(position.to_dict()))) == position
    assert Position.parse(str(position)) == position
    assert str(Position.parse(str(position))) == str(position)


def test_no_option_is_left_out_of_those_that_read_back() -> None:
    assert set(OPTION_VALUES) == set(OPTION_NAMES)


@pytest.mark.parametrize(("name", "value"), [("run_points", [10, 20, 30]), ("set_points", [0, 1, 2, 3, 4, 5, 6, 7])])
def test_the_points_of_melds_are_lists_on_a_line_too(name: str, value: list[int]) -> None:
    text = f"gambler H 0 7.../8... - side=0 {name}={','.join(map(str, value))}"
    assert Position.parse(text).to_dict()["options"] == {name: value}
    assert str(Position.parse(text)) == text


@given(positions(full_hands))
def test_positions_are_values(position: Position) -> None:
    again = Position.from_dict(position.to_dict())
    assert again is not position
    assert {again, position} == {position}
    with pytest.raises(AttributeError):
        position.leader = 0  # type: ignore[misc]


# --- play ----------------------------------------------------------------------------


@given(positions(full_hands))
def test_a_card_is_played_or_refused_with_the_reason(position: Position) -> None:
    legal = position.legal()
    assert legal
    for card in (Card(i) for i in range(32)):
        reason = position.why_not(card)
        assert (reason == "") == (card in legal)
        if card in legal:
            after = position.play(str(card))
            assert sum(h.bit_count() for h in after.hands) == sum(h.bit_count() for h in position.hands) - 1
            assert after.seat == after.leader or after.trick
            continue
        assert str(card) in reason
        with pytest.raises(IllegalCard) as caught:
            position.play(card)
        assert caught.value.code == "illegal_card"
        assert str(caught.value) == reason


@given(positions(full_hands))
def test_points_at_stake_are_those_still_to_be_won(position: Position) -> None:
    total, taken = position.at_stake, 0
    while any(position.hands):
        card = position.legal()[0]
        if trick := position.taken_with(card):
            taken += trick[1]
        position = position.play(card)
        assert position.at_stake == total - taken
    assert taken == total


# --- anything at all -----------------------------------------------------------------


def _judge(data: Any) -> None:
    found = problems(data)
    try:
        Position.parse(data) if isinstance(data, str) else Position.from_dict(data)
    except PositionError as error:
        assert found == error.problems
        assert found
        for problem in found:
            assert re.fullmatch("[a-z_]+", problem.code)
            assert len(str(problem)) < 600
            json.dumps(problem.to_dict())
    else:
        assert found == []


@given(near_positions())
def test_any_data_is_judged_without_raising(data: Any) -> None:
    _judge(data)


@given(near_texts())
def test_any_text_is_judged_without_raising(text: str) -> None:
    _judge(text)


@given(positions(full_hands), near_positions())
def test_a_good_position_with_other_values_is_judged_without_raising(position: Position, other: Any) -> None:
    if isinstance(other, Mapping):
        for key in ("variant", "players", "trump", "leader", "hands", "trick", "side", "misere", "options"):
            if key in other:
                _judge({**position.to_dict(), key: other[key]})


def _deep(depth: int) -> list[Any]:
    data: list[Any] = []
    for _ in range(depth):
        data = [data]
    return data


@pytest.mark.parametrize("key", [*Position.from_dict(GOOD).to_dict(), "unknown"])
@pytest.mark.parametrize(
    "value",
    [
        10**5000,
        -(10**5000),
        _deep(100_000),
        float("nan"),
        float("inf"),
        "x" * 1_000_000,
        ["x" * 1_000_000],
        "\ud800",
        "9" * 300,
    ],
    ids=[
        "huge number",
        "huge negative",
        "deep",
        "nan",
        "inf",
        "long text",
        "long text in a list",
        "surrogate",
        "digits",
    ],
)
def test_absurd_values_are_faults_like_any_other(key: str, value: Any) -> None:
    _judge({**GOOD, key: value})
    if key not in ("variant", "trump", "leader", "hands"):
        _judge({**GOOD, "options": {key: value}})


@pytest.mark.parametrize(
    "text",
    [
        "gambler:" + "9" * 3900 + " H 0 7.../8...",
        "gambler H ² 7.../8...",
        "gambler H 0 7.../8... last_trick=" + "9" * 3900,
    ],
)
def test_absurd_numbers_in_text_are_faults_like_any_other(text: str) -> None:
    _judge(text)


def test_keys_that_are_no_text_are_unknown() -> None:
    _judge({**GOOD, 7: 1})
    _judge({**GOOD, None: 1})
    _judge({**GOOD, ("a", "b"): 1})
    _judge({**GOOD, "options": {7: 1, None: 2}})
