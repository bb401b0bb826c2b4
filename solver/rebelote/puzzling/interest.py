"""How good a puzzle is: surprising, deep for its length, and not the same twice over."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: What each part makes up of the interest; together 1.
PARTS = {
    "ideas": 0.25, "unlikely": 0.15, "gives_up": 0.1, "throws": 0.05, "traps": 0.1, "deep": 0.15, "dense": 0.05,
    "short": 0.05, "uneven": 0.1,
}  # fmt: skip
#: So many first ideas that fail, and so many decisions, are as good as more.
IDEAS, DEEP = 4, 6
#: The longest puzzle there is, in tricks.
LONGEST = 9


def interest(measures: Mapping[str, Any]) -> float:
    """Between 0 and 1, three digits: the sum of ``PARTS``, each weighted part being between 0 and 1 itself."""
    parts = interest_parts(measures)
    whole: float = sum(weight * parts[name] for name, weight in PARTS.items())
    return round(whole, 3)


def interest_parts(measures: Mapping[str, Any]) -> dict[str, float]:
    """The parts, none of them weighted.

    ``ideas``: first ideas that fail, of ``IDEAS``. ``unlikely``: the share of deals in which the answer does not do
    it. ``gives_up``: it gives up a trick with points that could be had; ``throws``: it throws a dear card away.
    ``traps``: their share among the wrong classes. ``deep``: decisions, of ``DEEP``. ``dense``: their share among the
    turns of the solving side. ``short``: few tricks. ``uneven``: no suits could change names.
    """
    decisions = measures["decisions"]
    return {
        "ideas": min(measures["thumb"] + measures["one_trick"], IDEAS) / IDEAS,
        "unlikely": 1 - measures["share"],
        "gives_up": float(measures["gives_up"]),
        "throws": float(measures["throws"]),
        "traps": measures["traps"] / measures["wrong"],
        "deep": min(decisions, DEEP) / DEEP,
        "dense": decisions / measures["turns"],
        "short": 1 - (measures["tricks"] - 1) / (LONGEST - 1),
        "uneven": float(not measures["symmetric"]),
    }
