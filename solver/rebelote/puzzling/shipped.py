"""The collection of puzzles that comes with the package: by game, theme, grade, goal, form, tricks, or by id."""

from __future__ import annotations

import json
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files

from rebelote.errors import RebeloteError, brief
from rebelote.puzzling.finding import CONTRACT
from rebelote.puzzling.puzzles import Puzzle
from rebelote.puzzling.reading import puzzle_of
from rebelote.rules import VARIANTS

_FOLDER = "collection"


class UnknownPuzzle(RebeloteError, LookupError):
    """No puzzle has that id."""

    code = "unknown_puzzle"


def collection(
    variant: str | None = None,
    *,
    theme: str | None = None,
    grade: int | None = None,
    goal: str | None = None,
    form: str | None = None,
    tricks: int | None = None,
    players: int | None = None,
) -> list[Puzzle]:
    """The puzzles of the collection that are as asked for, games in the order of ``VARIANTS``, easy ones first.

    ``goal``: a kind, or ``contract`` for those that a contract hangs on.
    """
    out = []
    for name in VARIANTS if variant is None else (variant,):
        for puzzle in _of_game(name):
            asked = (
                theme is None or theme in puzzle.themes,
                grade is None or grade == puzzle.grade,
                goal is None or (puzzle.goal.contract is not None if goal == CONTRACT else goal == puzzle.goal.kind),
                form is None or form == puzzle.form,
                tricks is None or tricks == puzzle.tricks,
                players is None or players == puzzle.position.players,
            )
            if all(asked):
                out.append(puzzle)
    return out


def by_id(puzzle_id: str) -> Puzzle:
    """The puzzle of the collection with that id; raises ``UnknownPuzzle``."""
    known = _by_id()
    if puzzle_id in known:
        return known[puzzle_id]
    near = get_close_matches(puzzle_id[:80], known, 1)
    hint = f"; the nearest is {near[0]}" if near else ""
    raise UnknownPuzzle(f"the collection has no puzzle {brief(puzzle_id)}{hint}")


@lru_cache(maxsize=1)
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for name in VARIANTS for puzzle in _of_game(name)}


@lru_cache(maxsize=len(VARIANTS))
def _of_game(variant: str) -> tuple[Puzzle, ...]:
    source = files("rebelote.puzzling").joinpath(_FOLDER, f"{variant}.jsonl")
    if variant not in VARIANTS or not source.is_file():
        return ()
    lines = source.read_text(encoding="utf-8").splitlines()
    return tuple(puzzle_of(json.loads(line)) for line in lines if line)
