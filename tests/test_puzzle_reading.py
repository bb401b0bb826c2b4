"""Reading puzzles: what was written comes back, and everything that is wrong is told at once, with its place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from builtpuzzles import ASKED, CONTRACTS, SEEN, hand_puzzle, puzzle
from rebelote.errors import Problem
from rebelote.puzzling.puzzles import Puzzle
from rebelote.puzzling.reading import KEYS, PuzzleError, puzzle_of

Data = dict[str, Any]

BUILT = [*(puzzle(name) for name in ASKED), *(hand_puzzle(name) for name in SEEN)]


def faults(data: Any) -> list[Problem]:
    try:
        puzzle_of(data)
    except PuzzleError as error:
        return error.problems
    return []


def told(data: Any) -> list[tuple[str, str]]:
    return sorted((problem.code, problem.where) for problem in faults(data))


def written(name: str) -> Data:
    """The JSON of a puzzle that was built."""
    made: Data = json.loads(json.dumps((hand_puzzle(name) if name in SEEN else puzzle(name)).to_dict()))
    return made


def put(data: Data, path: str, value: Any) -> Data:
    """The data with another value at a place such as ``refutations[0].points``."""
    out = deepcopy(data)
    *way, last = steps(path)
    inner: Any = out
    for step in way:
        inner = inner[step]
    inner[last] = value
    return out


def steps(path: str) -> list[Any]:
    words = path.replace("[", ".").replace("]", "").split(".")
    return [int(word) if word.isdigit() else word for word in words]


def without(data: Data, path: str) -> Data:
    out = deepcopy(data)
    *way, last = steps(path)
    inner: Any = out
    for step in way:
        inner = inner[step]
    del inner[last]
    return out


@pytest.mark.parametrize("made", BUILT, ids=[*ASKED, *SEEN])
def test_what_was_written_is_read(made: Puzzle) -> None:
    data = json.loads(json.dumps(made.to_dict()))
    read = puzzle_of(data)
    assert read.to_dict() == data
    assert puzzle_of(read.to_dict()) == read
    if made.background is None:
        assert read == made


def test_numbers_of_stakes_come_back_as_they_are() -> None:
    for name in CONTRACTS:
        made, read = puzzle(name).background, puzzle_of(written(name)).background
        assert made is not None and read is not None
        assert read.past == made.past and read.stakes.contract == made.stakes.contract
        # No melds are as good as melds of nothing.
        assert read.stakes == replace(made.stakes, melds=(0,) * 4, belas=(0,) * 4)


def test_cards_are_read_in_any_spelling() -> None:
    data = written("points, four")
    spelled = {**data, "answer": "10♥", "line": " ".join(data["line"]).replace("TH", "10H")}
    assert puzzle_of(spelled) == puzzle_of(data)


def test_every_key_is_needed_but_those_that_may_be_left_out() -> None:
    for name in ("points, four", "made", "hand, four"):
        data = written(name)
        for key in data:
            found = told(without(data, key))
            assert (("missing_key", key) in found) == (key != "source"), key
    assert told({}) == sorted(("missing_key", key) for key in KEYS)


def test_what_is_no_object_is_none() -> None:
    for data in (None, [], "classic", 7, [{}]):
        assert told(data) == [("not_an_object", "")]


FOUR, MISERE, MADE, SEEN_FOUR, LAST = "points, four", "points, misere", "made", "hand, four", "last trick"

#: Puzzle, place, value, and what is told of it.
BAD: list[tuple[str, str, Any, list[tuple[str, str]]]] = [
    # What it is.
    (FOUR, "id", "../../etc/passwd", [("bad_id", "id")]),
    (FOUR, "id", "chess-0123456789", [("bad_id", "id")]),
    (FOUR, "id", "classic-0123456789\n", [("bad_id", "id")]),
    (FOUR, "id", 7, [("bad_id", "id")]),
    (FOUR, "version", 2, [("bad_version", "version")]),
    (FOUR, "version", True, [("bad_version", "version")]),
    (FOUR, "form", "blind", [("bad_form", "form")]),
    (FOUR, "form", ["open"], [("bad_form", "form")]),
    (FOUR, "form", "hand", [("missing_key", "shares"), ("missing_key", "view")]),
    (SEEN_FOUR, "form", "open", [("unknown_key", "shares"), ("unknown_key", "view")]),
    (FOUR, "hint", "think", [("unknown_key", "hint")]),
    (FOUR, "x" * 99, 1, [("unknown_key", "x" * 40)]),
    # The position.
    (FOUR, "position", "classic D 0", [("not_an_object", "position")]),
    (FOUR, "position.hands[0]", "TH QD KC", [("duplicate_card", "position.hands")]),
    (FOUR, "position.trump", "X", [("unknown_strain", "position.trump")]),
    (FOUR, "position.options", {"jokers": 2}, [("unknown_option", "position.options.jokers")]),
    (FOUR, "position.dealer", 2, [("unknown_key", "position.dealer")]),
    (FOUR, "position.side", [1, 3], [("not_on_turn", "position.side")]),
    # The goal.
    (FOUR, "goal", None, [("bad_type", "goal")]),
    (FOUR, "goal", {}, [("bad_goal", "goal")]),
    (FOUR, "goal", {"points": 46, "sweep": True}, [("bad_goal", "goal")]),
    (FOUR, "goal", {"points": 46, "fast": True}, [("unknown_key", "goal.fast")]),
    (FOUR, "goal", {"slam": True}, [("bad_goal", "goal"), ("unknown_key", "goal.slam")]),
    (FOUR, "goal", {"points": "46"}, [("bad_type", "goal.points")]),
    (FOUR, "goal", {"points": True}, [("bad_type", "goal.points")]),
    (FOUR, "goal", {"points": 0}, [("out_of_range", "goal.points")]),
    (FOUR, "goal", {"points": 10**30}, [("out_of_range", "goal.points")]),
    (FOUR, "goal", {"points": 81}, [("out_of_range", "goal.points")]),
    (FOUR, "goal", {"no_trick": True}, [("bad_goal", "goal.no_trick")]),
    (FOUR, "goal", {"points": 46, "contract": "made"}, [("missing_key", "stakes")]),
    (FOUR, "goal", {"points": 46, "contract": "hung"}, [("bad_goal", "goal.contract")]),
    (MISERE, "goal", {"sweep": True}, [("bad_goal", "goal.sweep")]),
    (MISERE, "goal", {"trick": True}, [("bad_goal", "goal.trick")]),
    (MISERE, "goal", {"points": 56}, [("out_of_range", "goal.points")]),
    ("sweep", "goal", {"sweep": 1}, [("bad_goal", "goal.sweep")]),
    ("sweep", "goal", {"sweep": False}, [("bad_goal", "goal.sweep")]),
    ("no trick", "goal", {"last_trick": True}, [("bad_goal", "goal.last_trick")]),
    # The cards.
    (FOUR, "answer", [], [("bad_cards", "answer")]),
    (FOUR, "answer", 5, [("bad_cards", "answer")]),
    (FOUR, "answer", ["1H"], [("bad_card", "answer")]),
    (FOUR, "answer", ["TH", "TH"], [("duplicate_card", "answer")]),
    (FOUR, "answer", ["TH", "KD"], [("illegal_card", "answer")]),
    (FOUR, "line", [], [("bad_cards", "line")]),
    (FOUR, "line[1]", "TH", [("duplicate_card", "line")]),
    (FOUR, "line[0]", "KD", [("illegal_card", "line[0]")]),
    (FOUR, "rest[0]", "8H", [("illegal_card", "rest[0]")]),
    (FOUR, "line", ["TH"] * 1000, [("bad_cards", "line")]),
    # The refutations.
    (FOUR, "refutations", {}, [("bad_type", "refutations")]),
    (FOUR, "refutations", [{}] * 401, [("bad_type", "refutations")]),
    (FOUR, "refutations[0]", "QC", [("bad_type", "refutations[0]")]),
    (FOUR, "refutations[0].at", 12, [("out_of_range", "refutations[0].at")]),
    (FOUR, "refutations[0].at", -1, [("out_of_range", "refutations[0].at")]),
    (FOUR, "refutations[0].at", 0.0, [("bad_type", "refutations[0].at")]),
    (FOUR, "refutations[0].card", ["QC"], [("bad_card", "refutations[0].card")]),
    (FOUR, "refutations[0].card", "KD", [("illegal_card", "refutations[0]")]),
    (FOUR, "refutations[0].same_as", ["AH"], [("illegal_card", "refutations[0]")]),
    (FOUR, "refutations[0].points", 81, [("out_of_range", "refutations[0].points")]),
    (FOUR, "refutations[0].line", ["7S"], [("illegal_card", "refutations[0].line[0]")]),
    (FOUR, "refutations[0].why", "so", [("unknown_key", "refutations[0].why")]),
    (LAST, "refutations[0].points", 3, [("unknown_key", "refutations[0].points")]),
    # What is said of it.
    (FOUR, "choices", 0, [("out_of_range", "choices")]),
    (FOUR, "choices", None, [("bad_type", "choices")]),
    (FOUR, "gap", None, [("bad_type", "gap")]),
    (FOUR, "gap", 0, [("out_of_range", "gap")]),
    (LAST, "gap", 5, [("bad_type", "gap")]),
    (FOUR, "themes", "squeeze", [("bad_type", "themes")]),
    (FOUR, "themes", ["squeeze", "magic"], [("unknown_theme", "themes[1]")]),
    (FOUR, "themes", ["squeeze", "squeeze"], [("repeated_word", "themes[1]")]),
    (FOUR, "themes", [["squeeze"]], [("unknown_theme", "themes[0]")]),
    (FOUR, "grade", 6, [("out_of_range", "grade")]),
    (FOUR, "grade", 3.0, [("bad_type", "grade")]),
    (FOUR, "difficulty", float("nan"), [("out_of_range", "difficulty")]),
    (FOUR, "difficulty", "hard", [("bad_type", "difficulty")]),
    (FOUR, "interest", 1.5, [("out_of_range", "interest")]),
    (FOUR, "interest", True, [("bad_type", "interest")]),
    (FOUR, "measures", [1], [("bad_type", "measures")]),
    (FOUR, "measures", {"traps": "two"}, [("bad_type", "measures.traps")]),
    (FOUR, "measures", {"traps": float("inf")}, [("out_of_range", "measures.traps")]),
    (FOUR, "measures", {str(i): i for i in range(99)}, [("bad_type", "measures")]),
    (FOUR, "source", 5, [("bad_type", "source")]),
    (FOUR, "source", {"seed": [1]}, [("bad_type", "source.seed")]),
    (FOUR, "source", {"seed": 10**40}, [("bad_type", "source.seed")]),
    # Contract and melds.
    (MADE, "stakes", 5, [("bad_type", "stakes")]),
    (MADE, "stakes.bet", 5, [("unknown_key", "stakes.bet")]),
    (MADE, "stakes.declarer", 4, [("bad_declarer", "stakes.declarer")]),
    (MADE, "stakes.bid", "80", [("bad_type", "stakes.bid")]),
    (MADE, "stakes.sweep", 0, [("bad_type", "stakes.sweep")]),
    (MADE, "stakes.factor", 0, [("out_of_range", "stakes.factor")]),
    (MADE, "stakes.melds", [0, 0, 0], [("bad_points", "stakes.melds")]),
    (MADE, "stakes.belas", [0, 0, 0, -20], [("out_of_range", "stakes.belas")]),
    (MADE, "stakes.points", [40, 40, 40, 40], [("wrong_points", "stakes.points")]),
    (MADE, "stakes.tricks", [2, 2, 1, 1], [("bad_tricks", "stakes.tricks")]),
    # One hand seen.
    (SEEN_FOUR, "view", None, [("not_an_object", "view")]),
    (SEEN_FOUR, "view.hand", "8S JS QS", [("wrong_view", "view.hand")]),
    (SEEN_FOUR, "view.jokers", 2, [("unknown_key", "view.jokers")]),
    (SEEN_FOUR, "view.side", [1, 3], [("wrong_view", "view.side")]),
    (SEEN_FOUR, "shares", [], [("bad_type", "shares")]),
    (SEEN_FOUR, "shares.worlds", 0, [("out_of_range", "shares.worlds")]),
    (SEEN_FOUR, "shares.worlds", 10**9, [("out_of_range", "shares.worlds")]),
    (SEEN_FOUR, "shares.share", 0, [("out_of_range", "shares.share")]),
    (SEEN_FOUR, "shares.share", 1.01, [("out_of_range", "shares.share")]),
    (SEEN_FOUR, "shares.cards", {"8S": 1681}, [("out_of_range", "shares.cards.8S")]),
    (SEEN_FOUR, "shares.cards", {"X": 1}, [("bad_card", "shares.cards.X")]),
    (SEEN_FOUR, "shares.cards", {"8S": 1, "8♠": 1}, [("duplicate_card", "shares.cards.8♠")]),
    (SEEN_FOUR, "shares.cards", {"KD": 1}, [("illegal_card", "shares.cards.KD")]),
]


@pytest.mark.parametrize(("name", "path", "value", "expected"), BAD)
def test_a_fault_is_told_with_its_place(name: str, path: str, value: Any, expected: list[tuple[str, str]]) -> None:
    data = put(written(name), path, value)
    assert told(data) == expected
    for problem in faults(data):
        assert problem.message and len(problem.message) < 600


def test_a_position_must_be_complete() -> None:
    data = written(FOUR)
    for key in data["position"]:
        assert ("missing_key", f"position.{key}") in told(without(data, f"position.{key}")), key


def test_a_view_of_another_deal_is_told_by_what_differs() -> None:
    data = written(SEEN_FOUR)
    plays = data["view"]["plays"].split()
    other = put(data, "view.plays", " ".join([*plays[:-4], *reversed(plays[-4:])]))
    assert told(other), "the last trick in another order is another deal, or none"
    turned = deepcopy(data)
    turned["position"]["trump"] = "D"
    assert ("wrong_view", "view.trump") in told(turned)
    whist = put(data, "position.variant", "contree")
    assert ("wrong_view", "view.variant") in told(whist)


def test_all_faults_are_told_at_once() -> None:
    data = written(MADE)
    for path, value in (
        ("id", 0), ("version", 9), ("goal", {"points": -1}), ("answer", ["1S"]), ("line[0]", "KD"), ("choices", 0),
        ("grade", 9), ("themes", ["magic"]), ("stakes.factor", 0), ("source", 1), ("refutations[1].points", -3),
    ):  # fmt: skip
        data = put(data, path, value)
    assert {where for _, where in told(data)} == {
        "id", "version", "goal.points", "answer", "line[0]", "choices", "grade", "themes[0]", "stakes.factor", "source",
        "refutations[1].points",
    }  # fmt: skip


def places(value: Any, path: str = "") -> Iterator[str]:
    """Every place in some data."""
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        for i in range(len(value)):
            yield from places(value[i], f"{path}[{i}]")


def deep() -> Any:
    out: Any = []
    for _ in range(5000):
        out = [out]
    return out


JUNK: list[Callable[[], Any]] = [
    lambda: None, lambda: True, lambda: -1, lambda: 10**30, lambda: 10**5000, lambda: float("nan"),
    lambda: float("-inf"), lambda: "", lambda: "x" * 100_000, lambda: "\ud800☃", lambda: [], lambda: {}, lambda: [[]],
    lambda: [None] * 10_000, lambda: {"a": {}}, lambda: {7: 7}, deep,
]  # fmt: skip


@pytest.mark.parametrize(("name", "inside"), [(MADE, ""), (SEEN_FOUR, "view"), (SEEN_FOUR, "shares")])
def test_no_junk_anywhere_does_more_than_tell_of_faults(name: str, inside: str) -> None:
    data = written(name)
    refused = 0
    for path in (path for path in places(data) if path.startswith(inside)):
        for junk in JUNK:
            found = faults(put(data, path, junk()))
            refused += bool(found)
            assert all(problem.code and len(problem.message) < 2000 for problem in found)
    assert refused > 50


def test_keys_that_are_no_names_are_refused() -> None:
    for key in (7, None, (1, 2), 10**5000):
        assert told({**written(FOUR), key: 1})[0][0] == "unknown_key"
    many = {**written(FOUR), **{f"key{i}": i for i in range(5000)}}
    assert 2 < len(told(many)) < 100
