"""What a seat cannot know: facts that no deal fits, named and as few as can be; and every fault of the input."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from generated import GAMES
from plainworlds import Plain
from rebelote.errors import PositionError, Problem
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from scenes import Scene, announced, scene, told

Data = dict[str, Any]


def why_none(data: Data) -> list[Problem]:
    """The facts that contradict one another."""
    Knowledge.from_dict(data)  # no single one is wrong
    with pytest.raises(PositionError) as caught:
        Worlds.of(data)
    problems = caught.value.problems
    assert problems and {problem.code for problem in problems} == {"no_deal_fits"}
    assert "no deal" in problems[0].message
    return problems


# --- facts that no deal fits -------------------------------------------------------------

HAND = "7S 8S 9H TH JH QC KC AC"
NO_JACK = "7S 8S 9H TH QH QC KC AC"

#: Seat 1 ruffs the ace of spades, seat 2 is to play.
RUFFED: Data = {"variant": "contree", "trump": "D", "leader": 0, "seat": 2, "hand": HAND, "plays": "AS 7D"}

#: Seat 0 leads the jack of trumps, seat 1 the nine behind it: he has no higher one, and may have more of them.
LED: Data = {"variant": "classic", "trump": "D", "leader": 0, "seat": 2, "hand": HAND, "plays": "9D TD"}

#: Before the first card.
FIRST: Data = {"variant": "classic", "trump": "D", "leader": 0, "seat": 0, "hand": HAND, "plays": ""}
HEAD_ON: Data = {
    "variant": "gambler", "trump": "D", "leader": 0, "seat": 0, "hand": f"{HAND} 7C", "plays": "", "upcard": "TD",
}  # fmt: skip

#: Data, the places of the facts that contradict, and words that their messages must have.
CONTRADICTIONS: list[tuple[str, Data, list[str], list[str]]] = [
    ("void", {**RUFFED, "known": {"KS": 1}}, ["known.KS", "plays[1]"], ["KS", "7D", "spades"]),
    ("void, one of two", {**RUFFED, "known": {"KS": 1, "QD": 1}}, ["known.KS", "plays[1]"], ["KS"]),
    ("not gone over", {**LED, "known": {"JD": 1}, "plays": "9D 7D"}, ["known.JD", "plays[1]"], ["JD", "7D"]),
    ("played by another", {**RUFFED, "known": {"AS": 3}}, ["known.AS", "plays[0]"], ["AS", "seat 3", "seat 0"]),
    ("in the own hand", {**RUFFED, "known": {"7S": 3}}, ["hand", "known.7S"], ["7S", "seat 3"]),
    ("not in the own hand", {**RUFFED, "known": {"KS": 2}}, ["hand", "known.KS"], ["KS"]),
    ("out and held", {**HEAD_ON, "out": ["7S"]}, ["hand", "out"], ["7S"]),
    ("out and known", {**HEAD_ON, "out": ["QD", "7D"], "known": {"QD": 1}}, ["known.QD", "out"], ["QD"]),
    ("nothing is out", {**RUFFED, "out": ["KS"]}, ["out"], ["KS"]),
    (
        "two tellings of a card",
        {**FIRST, "melds": [{"seat": 1, "meld": "run TS JS QS"}, {"seat": 3, "meld": "run QS KS AS"}]},
        ["melds[0]", "melds[1]"],
        ["run TS JS QS", "run QS KS AS"],
    ),
    ("bela", {**FIRST, "belas": [{"seat": 3, "meld": "bela QD KD"}], "known": {"KD": 1}}, ["belas[0]", "known.KD"], []),
    ("no such set", {**FIRST, "announced": [{"seat": 1, "meld": "set J"}]}, ["announced[0]", "hand"], ["set J"]),
    (
        "a card in two melds",
        {**FIRST, "hand": NO_JACK, "announced": [{"seat": 1, "meld": meld} for meld in ("set J", "run 3 JC")]},
        ["announced[0]"],
        ["set J", "run 3 JC"],
    ),
    (
        "the same set twice",
        {**FIRST, "hand": NO_JACK, "announced": [{"seat": seat, "meld": "set J"} for seat in (1, 3)]},
        ["announced[0]", "announced[1]"],
        ["set J", "seat 1", "seat 3"],
    ),
    (
        "upcard of the taker",
        {**FIRST, "upcard": "9D", "declarer": 1, "known": {"9D": 3}},
        ["known.9D", "upcard"],
        ["9D"],
    ),
    (
        "upcard of the dealer",
        {**FIRST, "variant": "capo", "upcard": "9D", "dealer": 3, "known": {"9D": 1}},
        ["known.9D", "upcard"],
        ["9D", "seat 3"],
    ),
    ("upcard out", {**HEAD_ON, "variant": "lobovoy", "known": {"TD": 1}}, ["known.TD", "upcard"], ["TD"]),
    ("bottom", {**HEAD_ON, "bottom": "7S"}, ["bottom", "hand"], ["7S"]),
    ("seven swapped", {**HEAD_ON, "exchange": 1, "known": {"7D": 1}}, ["exchange", "known.7D"], ["7D", "TD"]),
    ("upcard not his", {**HEAD_ON, "exchange": 0}, ["exchange", "hand"], ["TD"]),
    ("nothing to swap", {**HEAD_ON, "upcard": "TS", "known": {"TS": 1}}, ["known.TS", "upcard"], ["TS"]),
    ("nobody swapped", {**HEAD_ON, "exchange": None, "known": {"TD": 1}}, ["known.TD", "upcard"], ["TD"]),
    (
        "more than a hand",
        {**HEAD_ON, "known": dict.fromkeys(("KS", "QS", "JS", "TS", "9S", "AS", "7H", "8H", "QH", "KH"), 1)},
        sorted(f"known.{card}" for card in ("KS", "QS", "JS", "TS", "9S", "AS", "7H", "8H", "QH", "KH")),
        ["10 facts"],
    ),
    (
        "own revoke",
        {**FIRST, "variant": "capo", "plays": "TS 9H AS KS JD QD KD", "seat": 1, "hand": "7S 8S TH JH QC KC AC"},
        ["hand", "plays[1]"],
        ["9H", "spades"],
    ),
    (
        "own trumps too low",
        {**LED, "plays": "9D 7D AD TD 7S TS AS", "seat": 3, "hand": "JD 8S 9H TH JH QC KC"},
        ["hand", "plays[3]"],
        ["TD", "JD"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("data", "places", "words"), [row[1:] for row in CONTRADICTIONS], ids=[row[0] for row in CONTRADICTIONS]
)
def test_facts_that_no_deal_fits_are_named(data: Data, places: list[str], words: list[str]) -> None:
    problems = why_none(data)
    assert sorted({problem.where for problem in problems}) == places
    messages = "\n".join(problem.message for problem in problems)
    assert all(word in messages for word in words), messages
    as_few_as_can_be(data, problems)
    for place in places:
        less = without(data, place)
        assert less is None or Worlds.of(less).count > 0, place


def as_few_as_can_be(data: Data, problems: list[Problem]) -> None:
    """The facts that are named leave no deal, and without any one of them some deal fits the others."""
    knowledge = Knowledge.from_dict(data)
    facts = [
        [c for c in knowledge.clues if c.where == problem.where and (c.where == "hand" or c.text in problem.message)]
        for problem in problems
    ]
    assert all(facts)
    with pytest.raises(PositionError, match="no deal"):
        Worlds(replace(knowledge, clues=tuple(clue for fact in facts for clue in fact)))
    for left_out in facts:
        others = tuple(clue for fact in facts for clue in fact if fact is not left_out)
        assert Worlds(replace(knowledge, clues=others)).count > 0, left_out


def test_a_run_of_the_seven_and_the_upcard_was_never_in_one_hand() -> None:
    # The seven was given for the ten: 7 8 9 was held before, 8 9 T after, all four never.
    for meld, held in (("run 7D 8D 9D", True), ("run 8D 9D TD", True), ("run 7D 8D 9D TD", False)):
        data = {**HEAD_ON, "exchange": 1, "melds": [{"seat": 1, "meld": meld}]}
        if held:
            assert Worlds.of(data).count > 0
        else:
            with pytest.raises(PositionError):
                Worlds.of(data)


def without(data: Data, place: str) -> Data | None:
    """The data without one fact; none for facts that cannot be left out."""
    key, _, part = place.replace("]", "").replace("[", ".").partition(".")
    if key in ("hand", "plays"):
        return None
    if not part:
        return {name: value for name, value in data.items() if name != key}
    if key == "known":
        return {**data, key: {card: seat for card, seat in data[key].items() if card != part}}
    return {**data, key: [item for i, item in enumerate(data[key]) if i != int(part)]}


def spoilt(rng: Random, at: Scene) -> Data:
    """What is told, with a few untruths: a card with another seat, or out of play; a meld of somebody else."""
    data = deepcopy(at.data)
    seats = range(data["players"])
    for _ in range(rng.choice([1, 1, 2])):
        card = rng.choice([*at.hidden, *data["plays"]])
        what = rng.random()
        if what < 0.6:
            data["known"] = {**data.get("known", {}), card: rng.choice(seats)}
        elif what < 0.8 and len(data.get("out", ())) < 12:
            data["out"] = [*(other for other in data.get("out", ()) if other != card), card]
        elif data.get("announced"):
            rng.choice(data["announced"])["seat"] = rng.choice(seats)
    return data


@pytest.mark.parametrize("name", GAMES)
def test_untruths_are_found_out_as_by_plain_enumeration(name: str) -> None:
    variant, players, _ = GAMES[name]
    none, some = 0, 0
    for seed in range(10):
        rng = Random(seed)
        early = variant != "contree" and seed % 2 == 0
        at = scene(rng, variant, players, 7 if early else 3, melds=seed % 3 if early else 0)
        data = spoilt(rng, announced(rng, told(rng, at, 8)))
        plain = Plain(data).worlds
        if plain:
            assert set(Worlds.of(data)) == plain
            some += 1
        else:
            as_few_as_can_be(data, why_none(data))
            none += 1
    assert none > 1 and some > 1


# --- input that cannot be read, or cannot be true of any deal -----------------------------

GOOD: Data = {
    "variant": "gambler", "trump": "H", "leader": 0, "seat": 0, "hand": "7S TS AS 8H QH AH 9D KC 8C", "plays": [],
}  # fmt: skip
AT_FOUR: Data = {
    "variant": "classic", "trump": "H", "leader": 0, "seat": 2, "hand": "7S TS AS 8H QH AH 9D KC", "plays": "KD TD",
}  # fmt: skip
THREE: Data = {**GOOD, "variant": "ukrainian", "players": 3}

#: Data, and the codes and places of all its faults.
FAULTS: list[tuple[Any, list[tuple[str, str]]]] = [
    ([], [("not_an_object", "")]),
    (None, [("not_an_object", "")]),
    ({**GOOD, "trick": ["7C"]}, [("unknown_key", "trick")]),
    ({**GOOD, "hands": ["7S", "8S"]}, [("unknown_key", "hands")]),
    ({**GOOD, "first": ["7S"], "written": [1, 2]}, [("unknown_key", "first"), ("unknown_key", "written")]),
    ({**GOOD, "ending": None, 5: 1}, [("unknown_key", "5"), ("unknown_key", "ending")]),
    ({**GOOD, "variant": "whist"}, [("unknown_variant", "variant")]),
    ({**THREE, "players": 4}, [("bad_players", "players")]),
    ({**GOOD, "trump": "X"}, [("unknown_strain", "trump")]),
    ({**AT_FOUR, "trump": "NT"}, [("strain_not_in_game", "trump")]),
    ({**GOOD, "misere": "no"}, [("bad_misere", "misere")]),
    ({**GOOD, "options": 5}, [("bad_options", "options")]),
    ({**GOOD, "options": {"last_trick": -1}}, [("bad_option", "options.last_trick")]),
    ({**GOOD, "options": {"first_trick": 1}}, [("unknown_option", "options.first_trick")]),
    ({**GOOD, "leader": 2}, [("bad_seat", "leader")]),
    ({**GOOD, "seat": "N"}, [("bad_seat", "seat")]),
    ({**GOOD, "seat": 1}, [("not_on_turn", "seat")]),
    ({**AT_FOUR, "seat": 3}, [("not_on_turn", "seat")]),
    ({**GOOD, "side": [0, 1]}, [("bad_side", "side")]),
    ({**GOOD, "hand": 5}, [("bad_cards", "hand")]),
    ({**GOOD, "hand": "7S TS AS 8H QH AH 9D KC 8X"}, [("bad_card", "hand")]),
    ({**GOOD, "hand": "7S TS AS 8H QH AH 9D KC KC"}, [("duplicate_card", "hand")]),
    ({**GOOD, "hand": "7S TS AS 8H QH AH 9D KC"}, [("wrong_number", "hand")]),
    ({**GOOD, "hand": "7S TS AS 8H QH AH 9D KC 8C 9C"}, [("wrong_number", "hand")]),
    ({**GOOD, "hand": "7S TS", "out": "8S 9S"}, [("wrong_number", "hand")]),
    ({**AT_FOUR, "plays": "KD AS"}, [("duplicate_card", "hand")]),
    ({**AT_FOUR, "plays": "KD KD"}, [("duplicate_card", "plays")]),
    ({**AT_FOUR, "plays": "KD 1D"}, [("bad_card", "plays")]),
    ({**GOOD, "known": ["9H"]}, [("bad_known", "known")]),
    ({**GOOD, "known": {"9H": 2}}, [("bad_seat", "known.9H")]),
    ({**GOOD, "known": {"9X": 1}}, [("bad_card", "known.9X")]),
    ({**GOOD, "known": {"TH": 1, "10H": 1}}, [("duplicate_card", "known.10H")]),
    ({**GOOD, "out": "9H 9H"}, [("duplicate_card", "out")]),
    ({**GOOD, "out": 9}, [("bad_cards", "out")]),
    ({**GOOD, "announced": "run 3"}, [("bad_melds", "announced")]),
    ({**GOOD, "announced": ["run 3"]}, [("bad_meld", "announced[0]")]),
    ({**GOOD, "announced": [{"seat": 1, "meld": "run 9"}]}, [("bad_meld", "announced[0]")]),
    ({**GOOD, "announced": [{"seat": 1, "meld": "set 8"}]}, [("bad_meld", "announced[0]")]),
    ({**GOOD, "announced": [{"seat": 1, "meld": "worth 30"}]}, [("bad_meld", "announced[0]")]),
    ({**GOOD, "announced": [{"seat": 1, "meld": "bela QH KH"}]}, [("bad_meld", "announced[0]")]),
    ({**GOOD, "announced": [{"seat": 2, "meld": "run 3"}]}, [("bad_seat", "announced[0]")]),
    ({**GOOD, "announced": [{"seat": 1, "meld": "run 3", "x": 1}]}, [("bad_meld", "announced[0]")]),
    ({**GOOD, "announced": [{"seat": 1, "meld": "run 3"}] * 9}, [("bad_melds", "announced[4]")]),
    ({**AT_FOUR, "variant": "contree", "announced": [{"seat": 1, "meld": "run 3"}]}, [("bad_meld", "announced[0]")]),
    ({**AT_FOUR, "announced": [{"seat": 1, "meld": "run 6"}]}, [("bad_meld", "announced[0]")]),
    ({**GOOD, "melds": [{"seat": 1, "meld": "run 7D 8D"}]}, [("bad_meld", "melds[0]")]),
    ({**GOOD, "melds": [{"seat": 1, "meld": "bela QH KH"}]}, [("bad_meld", "melds[0]")]),
    ({**GOOD, "belas": [{"seat": 1, "meld": "set JS JH JD JC"}]}, [("bad_meld", "belas[0]")]),
    ({**GOOD, "belas": [{"seat": 1, "meld": "bela QD KD"}]}, [("bad_meld", "belas[0]")]),
    ({**AT_FOUR, "variant": "contree", "upcard": "9H"}, [("bad_upcard", "upcard")]),
    ({**AT_FOUR, "bottom": "9H"}, [("bad_bottom", "bottom")]),
    ({**GOOD, "second": "9H"}, [("bad_second", "second")]),
    ({**THREE, "upcard": "9C", "second": ["9S", "9H"]}, [("bad_second", "second")]),
    ({**GOOD, "exchange": 1}, [("missing_key", "upcard")]),
    ({**GOOD, "exchange": 1, "upcard": "TC"}, [("bad_exchange", "exchange")]),
    ({**GOOD, "exchange": 1, "upcard": "7H"}, [("bad_exchange", "exchange")]),
    ({**GOOD, "trump": "NT", "exchange": 1, "upcard": "TH"}, [("bad_exchange", "exchange")]),
    ({**GOOD, "variant": "lobovoy", "exchange": 1, "upcard": "TH"}, [("bad_exchange", "exchange")]),
    ({**GOOD, "exchange": 3, "upcard": "TH"}, [("bad_seat", "exchange")]),
    ({**GOOD, "declarer": 2}, [("bad_seat", "declarer")]),
    ({**GOOD, "dealer": 0}, [("wrong_leader", "leader")]),
    ({**GOOD, "declarer": 0, "contract": "S"}, [("bad_contract", "contract")]),
    ({**GOOD, "declarer": 0, "contract": "80H"}, [("bad_contract", "contract")]),
    ({**GOOD, "misere": True, "declarer": 0}, [("wrong_result", "declarer")]),
    ({**GOOD, "auction": ["hello"]}, [("not_a_call", "auction[0]")]),
    ({**GOOD, "auction": 5}, [("bad_auction", "auction")]),
    ({**GOOD, "auction": ["play"], "dealer": 1, "upcard": "TH", "declarer": 1}, [("wrong_result", "declarer")]),
    ({**GOOD, "version": 2}, [("bad_version", "version")]),
    ({**GOOD, "scores": "many"}, [("bad_points", "scores")]),
    ({**GOOD, "tags": 5}, [("bad_tags", "tags")]),
    # Every fault at once.
    (
        {**GOOD, "leader": 7, "hand": "1S", "known": {"9H": 5}, "more": 1, "misere": 0},
        [
            ("bad_card", "hand"), ("bad_misere", "misere"), ("bad_seat", "known.9H"), ("bad_seat", "leader"),
            ("unknown_key", "more"),
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("data", "expected"), FAULTS)
def test_faults_are_told_with_code_and_place(data: Any, expected: list[tuple[str, str]]) -> None:
    with pytest.raises(PositionError) as caught:
        Worlds.of(data)
    assert sorted((problem.code, problem.where) for problem in caught.value.problems) == expected
    assert all(problem.message for problem in caught.value.problems)


@pytest.mark.parametrize("key", ["variant", "trump", "leader", "hand"])
def test_a_key_that_is_missing(key: str) -> None:
    data = {name: value for name, value in GOOD.items() if name != key}
    with pytest.raises(PositionError) as caught:
        Worlds.of(data)
    assert ("missing_key", key) in [(problem.code, problem.where) for problem in caught.value.problems]


def test_players_are_told_where_the_game_leaves_them_open() -> None:
    data = {name: value for name, value in THREE.items() if name != "players"}
    with pytest.raises(PositionError) as caught:
        Worlds.of(data)
    assert [(problem.code, problem.where) for problem in caught.value.problems] == [("missing_key", "players")]


def test_nobody_is_on_turn_when_all_cards_were_played() -> None:
    plays = "8C 9S 9C QH JH KD TH 7H JS JD QD QC 8D 8H AD JC KS 7D"
    with pytest.raises(PositionError) as caught:
        Worlds.of({"variant": "gambler", "trump": "H", "leader": 0, "hand": "", "plays": plays})
    assert [problem.code for problem in caught.value.problems] == ["no_cards"]


#: Values of any kind; some are good for some of the keys.
ANYTHING: list[Any] = [
    None, True, 0, -1, 3, 10**30, 1.5, float("nan"), "", "x", "7S", "9H 9D", "run 3", "🂡", "7S " * 200, [], [[]],
    [None], ["7S"], [1, 2], [{}], [{"seat": 1}], [{"seat": 1, "meld": None}], [{"seat": 1, "meld": ""}],
    [{"seat": [], "meld": "set"}], [{"seat": 1, "meld": "run"}], [{"seat": 1, "meld": "run 3 3 3"}],
    [{"seat": 1, "meld": "worth"}], {}, {"7S": None},
    {None: 1}, {"9H": []}, {1: 1}, {"seat": 1, "meld": "run 3"}, ["7S"] * 70, [{"seat": 1, "meld": "set"}] * 300,
]  # fmt: skip
KEYS = [
    "variant", "players", "trump", "misere", "options", "leader", "seat", "hand", "plays", "side", "declarer",
    "contract", "upcard", "known", "out", "dealer", "second", "bottom", "exchange", "auction", "melds", "belas",
    "scores", "hanging", "version", "tags", "announced", "nothing",
]  # fmt: skip


@pytest.mark.parametrize("key", KEYS)
def test_whatever_a_key_holds_is_read_or_refused(key: str) -> None:
    for base in (GOOD, AT_FOUR, THREE):
        for value in ANYTHING:
            try:
                assert Worlds.of({**base, key: value}).count > 0
            except PositionError as error:
                assert error.problems and json.dumps(error.to_dict())
