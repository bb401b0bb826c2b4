"""The puzzles that come with the package, every one judged by the second opinion of ``plainpuzzles``."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

from plainpuzzles import FORMS, GOALS, THEMES, faults, likeness, trivial
from rebelote import collection

GAMES = ("gambler", "lobovoy", "classic", "capo", "ukrainian", "contree", "bulgarian")
PARTS = 4
_FILES = files("rebelote.puzzling") / "collection"


@cache
def shipped() -> tuple[dict[str, Any], ...]:
    """What the files hold, read without the library's own reader."""
    there = sorted((file for file in _FILES.iterdir() if file.name.endswith(".jsonl")), key=lambda file: file.name)
    return tuple(json.loads(line) for file in there for line in file.read_text("utf-8").splitlines())


def of(game: str) -> list[dict[str, Any]]:
    return [puzzle for puzzle in shipped() if puzzle["position"]["variant"] == game]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", GAMES)
def test_no_puzzle_has_a_fault_or_is_trivial(game: str, part: int) -> None:
    some = of(game)[part::PARTS]
    assert some
    assert {puzzle["id"]: why for puzzle in some if (why := faults(puzzle) + trivial(puzzle))} == {}


@pytest.mark.parametrize("game", GAMES)
def test_there_are_forty_of_each_game_and_all_grades(game: str) -> None:
    assert len(of(game)) >= 40
    assert {puzzle["grade"] for puzzle in of(game)} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("game", GAMES)
def test_no_theme_has_more_than_half_of_a_game(game: str) -> None:
    counts = Counter(theme for puzzle in of(game) for theme in puzzle["themes"])
    assert counts
    assert {theme: n for theme, n in counts.items() if 2 * n > len(of(game))} == {}


def test_the_library_gives_what_the_files_hold() -> None:
    assert shipped()
    given = {puzzle.id: puzzle.to_dict() for puzzle in collection()}
    assert given == {puzzle["id"]: puzzle for puzzle in shipped()}


def test_every_game_in_the_files_was_judged_and_no_other_is_there() -> None:
    assert {puzzle["position"]["variant"] for puzzle in shipped()} == set(GAMES)


def test_every_theme_form_and_goal_occurs() -> None:
    assert {theme for puzzle in shipped() for theme in puzzle["themes"]} == set(THEMES)
    assert {puzzle["form"] for puzzle in shipped()} == set(FORMS)
    assert {goal for puzzle in shipped() for goal in puzzle["goal"]} == {*GOALS, "contract"}
    assert {puzzle["goal"].get("contract") for puzzle in shipped()} == {None, "made", "broken"}


def test_ukrainian_is_there_for_two_and_for_three() -> None:
    assert {puzzle["position"]["players"] for puzzle in of("ukrainian")} == {2, 3}


def test_misere_is_there_in_the_games_that_have_it_and_only_there() -> None:
    assert {game for game in GAMES if any(p["position"]["misere"] for p in of(game))} == {"gambler", "lobovoy"}


def test_real_choices() -> None:
    """Two at least with all hands open, one with one hand: what is known of the others changes with every card."""
    assert shipped()
    few = [p["id"] for p in shipped() if p["choices"] < (2 if p["form"] == "open" else 1)]
    assert few == []
    assert [p["id"] for p in shipped() if p["gap"] is not None and p["gap"] < 5] == []


def test_an_id_is_there_once() -> None:
    assert shipped()
    assert [key for key, n in Counter(puzzle["id"] for puzzle in shipped()).items() if n > 1] == []


def test_no_two_are_alike_up_to_the_names_of_suits_and_turned_seats() -> None:
    assert shipped()
    alike: dict[tuple[Any, ...], list[str]] = {}
    for puzzle in shipped():
        alike.setdefault(likeness(puzzle["position"]), []).append(puzzle["id"])
    assert [ids for ids in alike.values() if len(ids) > 1] == []
