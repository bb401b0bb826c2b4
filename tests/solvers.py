"""The ways to solve that the tests compare: the plain reference and the compiled core."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rebelote import Card, Engine, Position, Solution, reference, solve

Outcome = tuple[int, int]

#: The smallest table there is: two entries of sixteen bytes.
TWO_ENTRIES = 32


@dataclass(frozen=True)
class Solver:
    """One way to solve: the outcome of a position, and the outcome after each legal card.

    An outcome is (points, sweep) of the position's side.
    """

    name: str
    outcome: Callable[[Position], Outcome]
    cards: Callable[[Position], dict[Card, Outcome]]

    def __repr__(self) -> str:
        return self.name


def plain() -> Solver:
    """The reference: plain minimax."""

    def outcome(position: Position) -> Outcome:
        return reference.solve(position).rank

    def cards(position: Position) -> dict[Card, Outcome]:
        return {card: value.rank for card, value in reference.card_values(position).items()}

    return Solver("reference", outcome, cards)


def core(engine: Engine | None = None, name: str = "core") -> Solver:
    """The compiled core with that engine's table (none: the default engine's)."""

    def outcome(position: Position) -> Outcome:
        return rank(solve(position, cards=False, line=False, engine=engine))

    def cards(position: Position) -> dict[Card, Outcome]:
        return card_outcomes(solve(position, line=False, engine=engine))

    return Solver(name, outcome, cards)


def tiny_core() -> Solver:
    """The compiled core with a table of two entries."""
    return core(Engine(table_bytes=TWO_ENTRIES), "core, two entries")


def rank(solution: Solution) -> Outcome:
    """The outcome of an exact solution."""
    assert solution.exact and solution.points is not None and solution.sweep is not None
    return solution.points, solution.sweep


def card_outcomes(solution: Solution) -> dict[Card, Outcome]:
    """The outcome of every legal card of a solution, those told as ``same_as`` included."""
    out: dict[Card, Outcome] = {}
    for value in solution.cards:
        for card in (value.card, *value.same_as):
            assert card not in out, f"{card} is told twice"
            out[card] = (value.points, value.sweep)
    return out
