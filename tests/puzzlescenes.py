"""Small puzzles for tests: random endings, the goals that fit them, and their main lines."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rebelote import Position, Rules, deal, reference
from rebelote.puzzling.goals import LAST_TRICK, NO_TRICK, POINTS, SWEEP, TRICK, PuzzleGoal

#: Game and number of players of every kind of table.
TABLES = (
    ("gambler", 2), ("lobovoy", 2), ("classic", 4), ("capo", 4), ("ukrainian", 2), ("ukrainian", 3), ("contree", 4),
    ("bulgarian", 4),
)  # fmt: skip


def endings(count: int, seed: int, *, tricks: tuple[int, int] = (2, 3)) -> Iterator[Position]:
    """Random endings of all games in turn, every third one in misère, half of them within a trick."""
    rng = Random(seed)
    for i in range(count):
        variant, players = TABLES[i % len(TABLES)]
        yield deal(
            Rules.preset(variant), rng=rng, players=players, tricks=rng.randint(*tricks), misere=i % 3 == 0,
            mid_trick=rng.random() < 0.5,
        )  # fmt: skip


def goals(at: Position) -> list[PuzzleGoal]:
    """A goal of each kind that makes sense in a position; of points the most that can be reached, and one more."""
    points = reference.solve(at).points
    if at.misere:
        return [PuzzleGoal(NO_TRICK), PuzzleGoal(POINTS, points), PuzzleGoal(POINTS, max(0, points - 1))]
    kinds = [PuzzleGoal(kind) for kind in (SWEEP, TRICK, LAST_TRICK)]
    return [*kinds, PuzzleGoal(POINTS, points), PuzzleGoal(POINTS, points + 1)]


def reached(at: Position, goal: PuzzleGoal) -> bool:
    """Whether the position's side reaches the goal against every defence: minimax over whole lines of play."""
    return _search(at, goal, at.side, 0, 0, 0)


def _search(at: Position, goal: PuzzleGoal, side: tuple[int, ...], points: int, ours: int, theirs: int) -> bool:
    answers = []
    for card in at.legal():
        taken = at.taken_with(card)
        after = at.put(card)
        now = (points, ours, theirs)
        if taken is not None:
            won = taken[0] in side
            now = (points + taken[1] * won, ours + won, theirs + (not won))
        if any(after.hands):
            answers.append(_search(after, goal, side, *now))
        else:
            assert taken is not None
            answers.append(_met(goal, at.misere, *now, last=taken[0] in side))
        if answers[-1] == (at.seat in side):
            return answers[-1]
    return answers[-1]


def _met(goal: PuzzleGoal, misere: bool, points: int, ours: int, theirs: int, *, last: bool) -> bool:
    if goal.kind == POINTS:
        assert goal.points is not None
        return points <= goal.points if misere else points >= goal.points
    return {SWEEP: not theirs, TRICK: ours > 0, NO_TRICK: not ours, LAST_TRICK: last}[goal.kind]
