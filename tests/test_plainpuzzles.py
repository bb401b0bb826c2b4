"""The second opinion on puzzles, tested: its search, and what it says of puzzles worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from plainpuzzles import faults, likeness, trivial
from plainreach import Play, Question, Table
from rebelote import VARIANTS, Position, Rules, Strain, Value, deal, reference
from rebelote.cards import ALL_CARDS, format_cards, parse_cards, to_mask

#: Seat 0 leads, without trumps. From above the spades are A (seat 0), T (seat 1), K (0), 9 (1); 8H is seat 1's.
#: All 25 points of the cards and the last ten are asked for. 7H throws seat 1 in for no points, and he must lead a
#: spade into A K: the ace takes the ten, the king the nine. AS first: 9S, and TS and 8H take the rest: 11.
#: KS first: TS, then 9S to AS, and 8H is the last trick: 11. KS on TS led: AS on 9S and the last ten are left, 21.
THROW_IN: dict[str, Any] = {
    "id": "gambler-0123456789",
    "version": 1,
    "form": "open",
    "position": {
        "variant": "gambler",
        "players": 2,
        "trump": "NT",
        "leader": 0,
        "hands": ["KS AS 7H", "9S TS 8H"],
        "trick": [],
        "side": [0],
        "misere": False,
        "options": {},
    },
    "goal": {"points": 35},
    "answer": ["7H"],
    "line": ["7H", "8H", "TS", "AS"],
    "rest": ["KS", "9S"],
    "choices": 2,
    "gap": 14,
    "refutations": [
        {"at": 0, "card": "AS", "same_as": [], "points": 11, "line": ["9S", "KS", "TS"]},
        {"at": 0, "card": "KS", "same_as": [], "points": 11, "line": ["TS"]},
        {"at": 3, "card": "KS", "same_as": [], "points": 21, "line": []},
    ],
    "themes": ["throw_in"],
    "grade": 3,
    "difficulty": 3.0,
    "interest": 0.5,
    "measures": {},
    "source": {"seed": 0, "deal": 0},
}

#: Misère, seat 0 is to take no trick. 7H loses to 8H; the eight goes on JD or the queen on KD, and what is left loses
#: to what is left. 8D first: KD, 8H, and QD takes JD, 3 + 2 and the last ten. QD first, or on JD led, takes JD.
NO_TRICK: dict[str, Any] = {
    **THROW_IN,
    "position": {**THROW_IN["position"], "hands": ["7H 8D QD", "8H JD KD"], "misere": True},
    "goal": {"no_trick": True},
    "answer": ["7H"],
    "line": ["7H", "8H", "JD", "8D"],
    "rest": ["KD", "QD"],
    "gap": None,
    "refutations": [
        {"at": 0, "card": "8D", "same_as": [], "points": 15, "line": ["KD", "8H", "7H", "JD", "QD"]},
        {"at": 0, "card": "QD", "same_as": [], "points": 5, "line": ["JD"]},
        {"at": 3, "card": "QD", "same_as": [], "points": 5, "line": []},
    ],
    "themes": ["duck"],
}

#: Seat 0 declares and has 10 points, seat 1 has 44: with 34 of the last 35 it is 44 to 45, with all of them 45 to 44.
STAKES = {
    "declarer": 0, "bid": None, "sweep": False, "factor": 1, "melds": [0, 0], "belas": [0, 0], "points": [10, 44],
    "tricks": [2, 4],
}  # fmt: skip
CONTRACT = {**THROW_IN, "goal": {"points": 35, "contract": "made"}, "stakes": STAKES}


#: The same with the other hand unseen: of 9S TS 8H 7C seat 1 has three. Without TS there are no 35 points. Against
#: 9S TS 7C the seven wins the first trick and seat 1 gives up 7C; against TS 8H 7C he takes it and leads 7C, on which a
#: high spade goes. AS and KS do it nowhere: KS is beaten by TS, and behind AS the last trick or KS is seat 1's.
ONE_HAND = {
    **THROW_IN,
    "form": "hand",
    "view": {
        "variant": "gambler",
        "players": 2,
        "trump": "NT",
        "leader": 0,
        "seat": 0,
        "hand": "AS KS 7H",
        "plays": "",
        "side": [0],
        "misere": False,
        "out": [str(c) for c in ALL_CARDS if str(c) not in ["AS", "KS", "7H", "9S", "TS", "8H", "7C"]],
    },
    "shares": {"worlds": 4, "share": 0.25, "cards": {"7H": 1, "AS": 0, "KS": 0}},
}


def put(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Sets what the path leads to, to its last word."""

    def change(puzzle: dict[str, Any]) -> None:
        *way, key, value = path
        at: Any = puzzle
        for step in way:
            at = at[step]
        at[key] = value

    return change


def tampered(puzzle: dict[str, Any], *path: Any) -> list[str]:
    copy = deepcopy(puzzle)
    put(*path)(copy)
    assert copy != puzzle
    return faults(copy)


@pytest.mark.parametrize(
    "puzzle", [THROW_IN, NO_TRICK, CONTRACT, ONE_HAND], ids=["throw-in", "no trick", "contract", "one hand"]
)
def test_a_puzzle_worked_out_by_hand_has_no_fault(puzzle: dict[str, Any]) -> None:
    assert faults(puzzle) == []


def test_what_is_trivial() -> None:
    assert trivial(THROW_IN) == []  # the rule of thumb cashes the ace
    assert trivial(NO_TRICK) == ["a rule of thumb plays 7H"]
    single = {**THROW_IN["position"], "hands": ["AS 7H", "TS"], "trick": ["9S"], "leader": 1}
    assert trivial({**THROW_IN, "position": single}) == ["only one card is legal"]
    equal = {**THROW_IN["position"], "hands": ["7H 9H", "TS 8D"]}
    assert trivial({**THROW_IN, "position": equal}) == ["all legal cards are equal"]


_REFUTED = THROW_IN["refutations"]


@pytest.mark.parametrize(
    ("path", "says"),
    [
        (("id", "gambler-1"), "the id"),
        (("version", 2), "version"),
        (("form", "closed"), "form"),
        (("form", "hand"), "without view"),
        (("grade", 6), "grade"),
        (("themes", ["luck"]), "unknown themes"),
        (("position", "side", [1]), "seat 0 is on turn"),
        (("position", "side", [0, 1]), "no side"),
        (("position", "leader", 1), "seat 1 is on turn"),
        (("position", "hands", ["KS AS 7H", "9S KS 8H"]), "is there twice"),
        (("position", "hands", ["KS AS 7H", "9S 8H"]), "not of one size"),
        (("position", "trump", "XX"), "trump XX"),
        (("goal", {"points": 36}), "the answer is nothing"),
        (("goal", {"points": 11}), "the answer is KS AS 7H"),
        (("goal", {"last_trick": True}), "line[3]: 2 classes"),
        (("goal", {"no_trick": True}), "outside misère"),
        (("goal", {"points": 35, "sweep": True}), "goal"),
        (("goal", {"points": 35, "contract": "made"}), "stakes None"),
        (("answer", ["AS"]), "the answer is 7H"),
        (("answer", ["7H", "AS"]), "the answer is 7H"),
        (("line", ["7H"]), "1 choices, not 2"),
        (("line", ["7H", "8H", "TS"]), "does not end with a turn"),
        (("line", ["7H", "8H", "TS", "AS", "KS"]), "does not end with a turn"),
        (("line", ["7H", "8H", "9S", "AS"]), "AS does not reach the goal"),
        (("line", ["7H", "TS", "AS"]), "TS is not legal"),
        (("line", ["AS", "9S", "KS"]), "the line starts with AS"),
        (("rest", ["KS"]), "1 tricks are left"),
        (("rest", []), "1 tricks are left"),
        (("rest", ["9S", "KS"]), "9S is not legal"),
        (("choices", 1), "2 choices, not 1"),
        (("gap", 24), "the gap is 14"),
        (("gap", None), "the gap is 14"),
        (("refutations", _REFUTED[:2]), "nothing refutes KS at 3"),
        (("refutations", [*_REFUTED, _REFUTED[0]]), "told twice"),
        (("refutations", 0, "line", []), "may still be reached"),
        (("refutations", 0, "line", ["8H"]), "8H is not legal"),
        (("refutations", 0, "points", 12), "comes to 11"),
        (("refutations", 0, "same_as", ["KS"]), "KS AS fails not"),
        (("refutations", 2, "at", 1), "fails not at 1"),
        (("refutations", 2, "card", "AS"), "AS fails not at 3"),
    ],
)
def test_a_tampered_puzzle_is_found_out(path: tuple[Any, ...], says: str) -> None:
    assert any(says in fault for fault in tampered(THROW_IN, *path)), tampered(THROW_IN, *path)


def test_a_tampered_contract_is_found_out() -> None:
    assert tampered(CONTRACT, "stakes", "points", [10, 45]) == [
        "the contract is hanging at the end of the main line, not made"
    ]
    assert tampered(CONTRACT, "stakes", "points", [12, 42]) == ["34 points are enough for a contract that is made"]
    assert tampered(CONTRACT, "goal", "contract", "broken") == ["the side is not the one to see the contract broken"]
    assert tampered(CONTRACT, "stakes", "declarer", 1) == ["the side is not the one to see the contract made"]
    assert tampered(CONTRACT, "stakes", "melds", [0, 20]) == [
        "the contract is broken at the end of the main line, not made"
    ]


def test_tampered_shares_are_found_out() -> None:
    assert tampered(ONE_HAND, "shares", "worlds", 3) == ["4 worlds, not 3"]
    assert tampered(ONE_HAND, "shares", "cards", "7H", 2) == ["7H does it in 1 worlds, not in 2"]
    both = ["AS does it in 1 of 4 worlds, the share is 0.25", "AS does it in 0 worlds, not in 1"]
    assert tampered(ONE_HAND, "shares", "cards", "AS", 1) == both
    assert tampered(ONE_HAND, "shares", "share", 0.5) == ["7H does it in 1 of 4 worlds, the share is 0.5"]
    assert tampered(ONE_HAND, "shares", "cards", {"AS": 0, "KS": 0}) == [
        "shares of ['AS', 'KS'], legal are ['7H', 'AS', 'KS']"
    ]
    assert tampered(ONE_HAND, "view", "hand", "AS KS 7C") == ["the view is not of the position"]
    gone = [card for card in ONE_HAND["view"]["out"] if card != "QD"]
    assert tampered(ONE_HAND, "view", "out", [*gone, "8H"])[0] == "the position is none of the worlds of the view"


def classes(hand: str, others: str, trick: str = "", trump: Strain = Strain.SPADES) -> list[str]:
    """The classes of a hand in gambler, where the other one holds ``others``."""
    play = Play(Rules.preset("gambler"), trump)
    table = tuple(parse_cards(trick))
    hands = [to_mask(parse_cards(hand)), to_mask(parse_cards(others))]
    return [
        format_cards(group) for group in play.classes(Table(tuple(hands[:: -1 if table else 1]), 0, table), play.points)
    ]


def test_cards_are_equal_when_no_other_card_in_play_lies_between() -> None:
    assert classes("7H 9H", "AD KD") == ["7H 9H"]
    assert classes("7H 9H", "8H KD") == ["7H", "9H"]
    assert classes("7H 9H", "KD", trick="8H") == ["7H", "9H"]
    assert classes("7H 8H JH", "9H KD AC") == ["7H 8H", "JH"]
    assert classes("7H 8H QH", "7C KD AC") == ["7H 8H", "QH"]
    assert classes("7H 7D", "KD AC") == ["7H", "7D"]
    # A nine of trumps has points; of two equal cards only the legal one counts.
    assert classes("7S 8S 9S", "KD AC QC") == ["7S 8S", "9S"]
    assert classes("8S 9S", "KD", trick="7S") == ["8S", "9S"]


def last_trick(at: Position) -> bool:
    """Whether the side takes the last trick, by trying everything."""
    ends: list[bool] = []
    for card in at.legal():
        taken, after = at.taken_with(card), at.put(card)
        ends.append(taken[0] in at.side if taken and not any(after.hands) else last_trick(after))
    return any(ends) if at.seat in at.side else all(ends)


def reached(goal: dict[str, int], misere: bool, value: Value) -> bool:
    """Whether a card of that value reaches a goal other than the last trick."""
    if "points" in goal:
        return value.points <= goal["points"] if misere else value.points >= goal["points"]
    return value.sweep == 1 if "sweep" in goal else (value.sweep == -1) == misere


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_search_answers_as_the_reference(variant: str, misere: bool) -> None:
    rng, rules = Random(f"{variant} {misere}"), Rules.preset(variant)
    for i in range(16):
        players = rules.players[i % len(rules.players)]
        at = deal(variant, rng=rng, tricks=3, players=players, misere=misere, mid_trick=bool(i % 4 // 2))
        values = reference.card_values(at)
        points = max(0, rng.choice([value.points for value in values.values()]) + rng.choice([-1, 0, 0, 1]))
        others: list[dict[str, int]] = [{"no_trick": True}] if misere else [{"sweep": True}, {"trick": True}]
        for goal in ({"points": points}, *others):
            question = Question(at.to_dict(), goal)
            right, wrong = question.verdicts(question.start, 0)
            good = {card for card, value in values.items() if reached(goal, misere, value)}
            assert {card for group in right for card in group} == good
            assert {card for group in wrong for card in group} == values.keys() - good
        question = Question(at.to_dict(), {"points": points})
        for card, value in values.items():
            assert question.most(*question.put(question.start, 0, card)) == value.points


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_search_for_the_last_trick_answers_as_trying_everything(variant: str) -> None:
    rng = Random(variant)
    for _ in range(8):
        at = deal(variant, rng=rng, tricks=2, mid_trick=rng.random() < 0.5)
        question = Question(at.to_dict(), {"last_trick": True})
        assert question.reached(question.start, 0) == last_trick(at)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_possible_is_what_some_play_comes_to(variant: str) -> None:
    def best(at: Position, had: int) -> int:
        if not any(at.hands):
            return had
        ends = []
        for card in at.legal():
            taken = at.taken_with(card)
            ends.append(best(at.put(card), had + (taken[1] if taken and taken[0] in at.side else 0)))
        return min(ends) if at.misere else max(ends)

    rng = Random(variant)
    for i in range(6):
        at = deal(variant, rng=rng, tricks=2, misere=bool(i % 2))
        most = best(at, 0)
        for goal in (most - 1, most, most + 1):
            question = Question(at.to_dict(), {"points": goal})
            assert question.possible(question.start, 0) == (most <= goal if at.misere else most >= goal)


def test_names_of_suits_and_turned_seats_make_no_difference() -> None:
    def turned(position: dict[str, Any], names: str, turn: int) -> dict[str, Any]:
        players = position["players"]
        told = str.maketrans("SHDC", names)
        hands = [hand.translate(told) for hand in position["hands"]]
        return {
            **position,
            "trump": position["trump"].translate(told) if len(position["trump"]) == 1 else position["trump"],
            "leader": (position["leader"] + turn) % players,
            "hands": [hands[(seat - turn) % players] for seat in range(players)],
            "trick": [card[0] + card[1].translate(told) for card in position["trick"]],
            "side": sorted((seat + turn) % players for seat in position["side"]),
        }

    rng = Random(4)
    for variant in VARIANTS:
        at = deal(variant, rng=rng, tricks=4, mid_trick=True).to_dict()
        assert likeness(turned(at, "DSCH", 1)) == likeness(at)
        assert likeness(turned(at, "CHSD", 0)) == likeness(at)
        assert likeness({**at, "leader": (at["leader"] + 1) % at["players"]}) != likeness(at)
        others = next(list(side) for side in Rules.preset(variant).sides(at["players"]) if list(side) != at["side"])
        assert likeness({**at, "side": others}) != likeness(at)
        hands = [hand.split() for hand in at["hands"]]
        hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
        assert likeness({**at, "hands": [" ".join(hand) for hand in hands]}) != likeness(at)
