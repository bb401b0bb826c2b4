"""Whether drawn things came up equally often: Pearson's chi-square with its critical value.

The draws of a test come from fixed seeds, so that a test passes always or never; the critical value
is one that an even sampler passes with a chance of 0.9999.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable
from statistics import NormalDist
from typing import TypeVar

T = TypeVar("T", bound=Hashable)

#: How likely an even sampler is to fail.
RISK = 1e-4


def critical(freedom: int, risk: float = RISK) -> float:
    """What chi-square of that many degrees of freedom exceeds with chance ``risk``.

    By the cube-root law of Wilson and Hilferty (1931): (chi-square / freedom)^(1/3) is nearly normal.
    """
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + NormalDist().inv_cdf(1 - risk) * spread**0.5) ** 3)


def chi_square(drawn: Iterable[T], outcomes: Collection[T]) -> float:
    """How far the draws are from every outcome coming up equally often; at least five of each are due."""
    seen = dict.fromkeys(outcomes, 0)
    for one in drawn:
        seen[one] += 1  # a KeyError is an outcome that cannot be
    due = sum(seen.values()) / len(seen)
    assert len(seen) == len(outcomes) and due >= 5
    return sum((count - due) ** 2 for count in seen.values()) / due


def even(drawn: Iterable[T], outcomes: Collection[T]) -> bool:
    """Whether the draws pass for even ones. Of one possible outcome there is nothing to tell."""
    found = chi_square(drawn, outcomes)
    return len(outcomes) == 1 or found < critical(len(outcomes) - 1)
