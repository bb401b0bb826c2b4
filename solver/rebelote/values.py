"""A value that knows whose it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Value:
    """What a side gets from a position to the end of the deal, both sides playing perfectly.

    ``points``: card points, the last trick included. ``sweep``: 1 when the side takes every
    trick still to be won, -1 when it takes none, else 0. ``of``: the points at stake.
    """

    side: tuple[int, ...]
    points: int
    sweep: int
    of: int

    @property
    def rank(self) -> tuple[int, int]:
        """What outcomes are ordered by: points first, sweep second (turned round in misère)."""
        return self.points, self.sweep

    def other(self, seats: tuple[int, ...]) -> Value:
        """The same outcome as the other side, ``seats``, sees it."""
        return Value(seats, self.of - self.points, -self.sweep, self.of)

    def to_dict(self) -> dict[str, Any]:
        return {"side": list(self.side), "points": self.points, "sweep": self.sweep, "of": self.of}

    @property
    def chain(self) -> int:
        """The outcome as one number: -1, 0 … of, of + 1, in the order of outcomes.

        -1 is no trick, ``of + 1`` every trick, ``points`` anything between. This is the
        form in which the core reckons.
        """
        return -1 if self.sweep < 0 else self.of + 1 if self.sweep > 0 else self.points

    @staticmethod
    def from_chain(side: tuple[int, ...], chain: int, of: int) -> Value:
        """The value that ``chain`` stands for, where ``of`` points are at stake."""
        return Value(side, min(max(chain, 0), of), -1 if chain < 0 else 1 if chain > of else 0, of)
