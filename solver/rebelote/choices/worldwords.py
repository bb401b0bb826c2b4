"""Words and numbers that answers from one hand share."""

from __future__ import annotations

from math import isfinite


def rounded(number: float | None) -> float | None:
    """To six places; none for what is no number, such as the error of a single world."""
    return None if number is None or not isfinite(number) else round(number, 6)


def basis(seat: int, solved: int, count: int, weighted: str | None) -> str:
    """The sentence about how many worlds an answer rests on."""
    worlds = "the one world" if count == 1 else f"all {count} worlds"
    if solved < count:
        worlds = f"{solved} of {count} worlds, drawn evenly"
    by = {"bidding": ", weighted by the bidding", "caller": ", weighted"}.get(weighted or "", "")
    return f"Solved in {worlds} that fit what seat {seat} knows{by}."


def seats(side: tuple[int, ...]) -> str:
    """A side's name."""
    return ("seat " if len(side) == 1 else "side ") + "+".join(map(str, side))
