"""Words, numbers and JSON that all answers from one hand share."""

from __future__ import annotations

from math import isfinite
from typing import Any, Protocol


class Answer(Protocol):
    """What every answer over worlds says: ``solved`` of ``count`` worlds, drawn by ``seed``, and why it ended."""

    @property
    def seat(self) -> int: ...
    @property
    def side(self) -> tuple[int, ...]: ...
    @property
    def count(self) -> int: ...
    @property
    def solved(self) -> int: ...
    @property
    def exact(self) -> bool: ...
    @property
    def best(self) -> list[str]: ...
    @property
    def text(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def stopped(self) -> str | None: ...
    @property
    def weighted(self) -> str | None: ...
    @property
    def effective(self) -> float | None: ...
    @property
    def nodes(self) -> int: ...


def told(answer: Answer, **own: Any) -> dict[str, Any]:
    """The answer as JSON data, ``own`` what only this kind of answer has."""
    return {
        "seat": answer.seat,
        "side": list(answer.side),
        "worlds": answer.count,
        "solved": answer.solved,
        "exact": answer.exact,
        **own,
        "best": answer.best,
        "text": answer.text,
        "seed": answer.seed,
        "stopped": answer.stopped,
        "weighted": answer.weighted,
        "effective": rounded(answer.effective),
        "nodes": answer.nodes,
    }


def rounded(number: float | None) -> float | None:
    """To six places; none for what is no number, such as the error of a single world."""
    return None if number is None or not isfinite(number) else round(number, 6)


def basis(answer: Answer, *, done: bool = True) -> str:
    """The sentence about how many worlds an answer rests on."""
    worlds = "the one world" if answer.count == 1 else f"all {answer.count} worlds"
    drawn = ""
    if answer.solved < answer.count:
        worlds, drawn = f"{answer.solved} of the {answer.count} worlds", ", drawn evenly"
    weighted = {"bidding": ", weighted by the bidding", "caller": ", weighted"}.get(answer.weighted or "", "")
    so_far = "" if done else " so far"
    fit = "fits" if answer.count == 1 else "fit"
    return f"Solved{so_far} in {worlds} that {fit} what seat {answer.seat} knows{drawn}{weighted}."


def seats(side: tuple[int, ...]) -> str:
    """A side's name."""
    return ("seat " if len(side) == 1 else "side ") + "+".join(map(str, side))
