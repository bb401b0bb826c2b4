"""One exception tree. Every error has a stable ``code`` that programs may rely on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


def brief(value: object) -> str:
    """A value as it is shown in a message: its repr, cut short; never fails."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, a list nested too deep
        text = f"a huge {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "…"


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of some input.

    ``code`` is stable, ``message`` is for people. ``where`` is the key of the input
    that holds the fault (``"hands"``, ``"trick"``, ``"options.last_trick"``), ``seat``
    and ``card`` say whose and which, where that makes sense.
    """

    code: str
    message: str
    where: str = ""
    seat: int | None = None
    card: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The problem as JSON data: only the fields that say something."""
        out: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.where:
            out["where"] = self.where
        if self.seat is not None:
            out["seat"] = self.seat
        if self.card is not None:
            out["card"] = self.card
        return out

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


class RebeloteError(Exception):
    """The root of all errors that this library raises on purpose."""

    code = "error"

    def to_dict(self) -> dict[str, Any]:
        """The error as JSON data: ``code`` and ``message``."""
        return {"code": self.code, "message": str(self)}


class CardError(RebeloteError, ValueError):
    """Text that is not a card, or a card in letters of another language."""

    code = "bad_card"


class ProblemsError(RebeloteError, ValueError):
    """Input with faults; ``problems`` lists every one of them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("; ".join(str(p) for p in self.problems))

    def to_dict(self) -> dict[str, Any]:
        return {**super().to_dict(), "problems": [p.to_dict() for p in self.problems]}


class RulesError(ProblemsError):
    """An unknown variant or option, or an option's value that makes no sense."""

    code = "bad_rules"


class PositionError(ProblemsError):
    """A position that cannot be."""

    code = "bad_position"


class RecordError(ProblemsError):
    """A played deal that cannot have been played."""

    code = "bad_record"


class InputError(RebeloteError, ValueError):
    """A file or text that is no JSON and no text form at all, or one beyond its limits."""

    code = "bad_input"


class IllegalCard(RebeloteError, ValueError):
    """A card that the rules, or the hand, do not allow now."""

    code = "illegal_card"


class Interrupted(RebeloteError):
    """A search that was told to stop, or ran out of its node budget, before it was done."""

    code = "interrupted"
