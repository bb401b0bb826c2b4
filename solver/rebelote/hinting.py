"""A hint: which card, and how much the others cost, in words.

With open hands it is ``solve`` in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rebelote.engine import Engine, StopFlag
from rebelote.errors import PositionError, Problem
from rebelote.positions import Position
from rebelote.solving import CardValue, Solution, solve


@dataclass(frozen=True, slots=True)
class Hint:
    """The answer of ``solve`` for the seat on turn, and the same as sentences.

    ``best`` are the cards that lose nothing, equal cards included.
    """

    seat: int
    solution: Solution

    @property
    def best(self) -> list[str]:
        return [str(c) for v in self.solution.cards if _as_good(v, self.solution) for c in (v.card, *v.same_as)]

    @property
    def text(self) -> str:
        """The hint in words."""
        s = self.solution
        side = _side(s.side)
        if not s.exact:
            return (
                f"Not settled within the node budget: {side} takes between {s.bounds[0]} and {s.bounds[1]} of {s.of}."
            )
        good = self.best
        what = "may play any card" if len(s.cards) and len(good) == _count(s.cards) else f"should play {_either(good)}"
        if _count(s.cards) == 1:
            what = f"has one legal card, {good[0]}"
        lines = [f"Seat {self.seat} {what}: {side} then takes {s.points} of the {s.of} points left{_sweep(s.sweep)}."]
        for v in s.cards:
            if not _as_good(v, s):
                names = ", ".join(str(c) for c in (v.card, *v.same_as))
                cost = f"costs {v.loss}" if v.loss else "costs no points but the sweep"
                lines.append(f"{names} {cost}: {side} takes {v.points}{_sweep(v.sweep)}.")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """``solve``'s answer with ``seat``, ``best`` and ``text``."""
        return {**self.solution.to_dict(), "seat": self.seat, "best": self.best, "text": self.text}


def hint(
    given: Position | Mapping[str, Any] | str,
    *,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> Hint:
    """What the seat on turn should play, with all hands open.

    Raises as ``solve`` does; ``PositionError`` with ``hidden_hands`` when only one ``hand``
    is given.
    """
    if isinstance(given, Mapping) and "hand" in given and "hands" not in given:
        told = "a hint needs all hands open: give hands, not hand"
        raise PositionError([Problem("hidden_hands", told, "hand")])
    solution = solve(given, nodes=nodes, stop=stop, engine=engine)
    return Hint(solution.position.seat, solution)


def _as_good(value: CardValue, solution: Solution) -> bool:
    return (value.points, value.sweep) == (solution.points, solution.sweep)


def _count(values: list[CardValue]) -> int:
    return sum(1 + len(v.same_as) for v in values)


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def _side(seats: tuple[int, ...]) -> str:
    return ("seat " if len(seats) == 1 else "side ") + "+".join(map(str, seats))


def _sweep(sweep: int | None) -> str:
    return {1: " and every trick", -1: " and no trick"}.get(sweep or 0, "")
