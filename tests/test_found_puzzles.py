"""Puzzles found now, judged by the second opinion of ``plainpuzzles``."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from plainpuzzles import faults, likeness, trivial
from rebelote import Ask, Game, Rules, puzzles

#: Games, their players, and whether it is misère.
GAMES = {
    "gambler": ("gambler", 2, False),
    "gambler-misere": ("gambler", 2, True),
    "lobovoy": ("lobovoy", 2, False),
    "classic": ("classic", 4, False),
    "contree": ("contree", 4, False),
    "bulgarian": ("bulgarian", 4, False),
    "capo": ("capo", 4, False),
    "ukrainian-2": ("ukrainian", 2, False),
    "ukrainian-3": ("ukrainian", 3, False),
}
KINDS = ("points", "sweep", "trick", "last_trick", "contract")
#: With three hands of ukrainian the contract hangs on how the two opponents share the rest, so it is never a goal.
EACH = [
    (game, kind)
    for game, (_, _, misere) in GAMES.items()
    for kind in (("points", "no_trick") if misere else KINDS)
    if (game, kind) != ("ukrainian-3", "contract")
]
LIKELY = ["gambler-misere", "classic", "capo", "ukrainian-3"]


def found(game: str, ask: Ask, **how: Any) -> list[dict[str, Any]]:
    """Puzzles of a game as JSON data."""
    variant, players, misere = GAMES[game]
    return [puzzle.to_dict() for puzzle in puzzles(Game(Rules.preset(variant), players, None, misere), ask, **how)]


@cache
def real(game: str) -> list[dict[str, Any]]:
    """The first two puzzles of a game as anybody gets them."""
    return found(game, Ask(), count=2, most=400, threads=1)


@pytest.mark.parametrize("game", LIKELY)
def test_a_puzzle_is_none_to_the_rule_of_thumb_and_has_no_fault(game: str) -> None:
    assert len(real(game)) == 2
    for puzzle in real(game):
        assert faults(puzzle) == []
        assert trivial(puzzle) == []
        assert puzzle["choices"] >= 2
        assert puzzle["gap"] is None or puzzle["gap"] >= 5


@pytest.mark.parametrize(("game", "kind"), EACH)
def test_every_goal_of_every_game_is_found_without_fault(game: str, kind: str) -> None:
    easy = Ask(goals=(kind,), choices=1, gap=1, surprising=False)
    some = found(game, easy, count=1, most=250, seed=7, threads=1)
    assert some
    for puzzle in some:
        assert faults(puzzle) == []
        assert not any("legal" in why for why in trivial(puzzle))
        assert ("contract" in puzzle["goal"]) if kind == "contract" else list(puzzle["goal"]) == [kind]


@pytest.mark.parametrize("deal", [449, 465])
def test_no_contract_is_asked_of_one_of_two_opponents(deal: int) -> None:
    """Here one was, and counted the rest for his fellow and not for the declarer, seat 2."""
    easy = Ask(goals=("contract",), choices=1, gap=1, surprising=False)
    assert found("ukrainian-3", easy, start=deal, most=1, threads=1) == []


@pytest.mark.parametrize("game", ["gambler-misere", "capo", "ukrainian-3"])
def test_the_form_of_one_hand_is_found_without_fault(game: str) -> None:
    easy = Ask(form="hand", choices=1, gap=1, surprising=False)
    some = found(game, easy, count=2, most=60, seed=3, threads=1)
    assert some
    for puzzle in some:
        assert puzzle["form"] == "hand"
        assert faults(puzzle) == []


@pytest.mark.parametrize("game", ["gambler-misere", "capo", "ukrainian-3"])
def test_more_threads_find_the_same(game: str) -> None:
    assert found(game, Ask(), count=2, most=400, threads=3) == real(game)


def test_parts_have_no_deal_in_common_and_are_the_whole_together() -> None:
    def deals(**how: Any) -> list[int]:
        return [puzzle["source"]["deal"] for puzzle in found("gambler-misere", Ask(gap=1), threads=1, **how)]

    parts = [deals(part=(i, 3), most=20) for i in (1, 2, 3)]
    assert [{deal % 3 for deal in part} for part in parts] == [{0}, {1}, {2}]
    assert sorted(deal for part in parts for deal in part) == deals(most=60)


def test_no_two_found_are_alike() -> None:
    some = found("gambler-misere", Ask(gap=1), count=25, most=400, threads=1)
    assert len(some) == 25
    assert len({likeness(puzzle["position"]) for puzzle in some}) == 25
    assert len({puzzle["id"] for puzzle in some}) == 25
