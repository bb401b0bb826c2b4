"""A hint: which card, and how much the others cost, in words.

With open hands it is ``solve`` in words; where only the own hand is seen it is an average over the deals
that fit (``rebelote.hinting.hiddenhints``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard, overload

from rebelote.engine import Engine, StopFlag
from rebelote.positions import Position
from rebelote.solving import CardValue, Solution, solve

if TYPE_CHECKING:
    from rebelote.hinting.hiddenhints import HiddenHint
    from rebelote.worlds.knowledge import Knowledge


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


@overload
def hint(
    given: Position | str, *, nodes: int | None = None, stop: StopFlag | None = None, engine: Engine | None = None
) -> Hint: ...


@overload
def hint(given: Mapping[str, Any], **limits: Any) -> Hint | HiddenHint: ...


@overload
def hint(given: Knowledge, **limits: Any) -> HiddenHint: ...


def hint(given: Position | Mapping[str, Any] | str | Knowledge, **limits: Any) -> Hint | HiddenHint:
    """What the seat on turn should play.

    With all hands open (a position) ``limits`` are ``nodes``, ``stop`` and ``engine``, and it raises as ``solve`` does.
    Where only one hand is seen (``hand`` instead of ``hands``, or a ``Knowledge``) those of ``hints``, whose last
    answer this is.
    """
    if is_hidden(given):
        from rebelote.hinting.hiddenhints import hidden_hint  # who sees all hands does not wait for it

        return hidden_hint(given, **limits)
    assert isinstance(given, Position | Mapping | str)
    solution = solve(given, **limits)
    return Hint(solution.position.seat, solution)


def is_hidden(given: object) -> TypeGuard[Mapping[str, Any] | Knowledge]:
    """Whether what is given is what one seat sees, and not a position with all hands open."""
    if isinstance(given, Mapping):
        return "hand" in given and "hands" not in given
    return not isinstance(given, Position | str)


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
