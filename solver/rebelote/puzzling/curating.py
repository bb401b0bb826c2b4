"""Choosing a collection out of many puzzles, spread over themes, grades, goals, forms and lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rebelote.puzzling.puzzles import Puzzle
from rebelote.rules import Strain

#: How much it counts that a collection is still short of something.
WEIGHTS = {"grade": 2.0, "theme": 1.5, "goal": 1.0, "form": 1.0, "players": 1.0, "tricks": 0.7, "strain": 0.5}


def choose(puzzles: Iterable[Puzzle], count: int) -> list[Puzzle]:
    """``count`` of the puzzles (all, where there are no more), easy ones first, whatever order they come in.

    One after another the puzzle is taken that is worth most: its interest, and for each of its features (its grade,
    its rarest theme, …) the feature's weight, divided by one more than how many with it were taken already. Of
    several the first by id.
    """
    left = {puzzle.id: puzzle for puzzle in puzzles}
    taken: list[Puzzle] = []
    had: Counter[tuple[str, object]] = Counter()
    while left and len(taken) < count:
        best = max(sorted(left), key=lambda name: _worth(left[name], had))
        puzzle = left.pop(best)
        taken.append(puzzle)
        had.update(features(puzzle))
    return sorted(taken, key=lambda puzzle: (puzzle.grading.difficulty, puzzle.id))


def features(puzzle: Puzzle) -> Iterator[tuple[str, object]]:
    """What a puzzle has that a collection should have of all kinds."""
    yield "grade", puzzle.grade
    yield "goal", (puzzle.goal.kind, puzzle.goal.contract)
    yield "form", puzzle.form
    yield "players", puzzle.position.players
    yield "tricks", puzzle.tricks
    # All four suits are one and the same kind of trump.
    yield "strain", puzzle.position.strain if puzzle.position.strain > Strain.CLUBS else None
    for theme in puzzle.themes:
        yield "theme", theme


def _worth(puzzle: Puzzle, had: Counter[tuple[str, object]]) -> float:
    worth, themes = puzzle.grading.interest, [0.0]
    for kind, value in features(puzzle):
        gain = WEIGHTS[kind] / (1 + had[kind, value])
        if kind == "theme":
            themes.append(gain)
        else:
            worth += gain
    return worth + max(themes)
