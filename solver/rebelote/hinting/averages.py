"""Averages over the worlds solved so far, and how sure they are.

The worlds are drawn evenly and none twice, so a mean over ``n`` of ``of`` worlds has the standard error of
sampling without replacement::

    se² = s²/n · (1 − n/of)        s² = Σ (x − mean)² / (n − 1)

It is 0 when all have been seen. The worlds' values are whole numbers and their sums exact, so without weights
nothing depends on the order of adding up.

With weights ``w`` the mean is ``Σ w·x / Σ w``. As a ratio of two sums it has, to first order (the "delta method"),

    se² = n/(n − 1) · Σ w²·(x − mean)² / (Σ w)² · (1 − n/of)

which is the line above when all weights are equal. So many worlds of equal weight would say as much as these:
``(Σ w)² / Σ w²``, the *effective* number (Kong, "A note on importance sampling", 1992).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from operator import mul


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean and its standard error; ``n`` worlds went into it.

    Of one world out of several nothing is known about the spread: its ``se`` is infinite.
    """

    value: float
    se: float
    n: int


class Weights:
    """The weights of the worlds, in the order of the worlds."""

    def __init__(self) -> None:
        self.data = array("d")
        self._sums = _Sums()

    def extend(self, weights: Iterable[float]) -> None:
        """More worlds. Raises ``ValueError`` for a weight that is negative, or no finite number."""
        for weight in weights:
            if not 0 <= weight < float("inf"):
                raise ValueError(f"a weight is a number from 0 up, not {weight}")
            self.data.append(weight)

    @property
    def effective(self) -> float:
        """``(Σ w)² / Σ w²``; 0 when all weights are."""
        self._sums.read(self.data, None)
        return self._sums.x * self._sums.x / self._sums.xx if self._sums.xx else 0.0


class Column:
    """One whole number a world, for the first worlds of the order; ``mean`` may be asked again and again.

    ``weights`` are those of the same worlds, or none. A column may end before the others: then its card was
    no longer solved.
    """

    def __init__(self, weights: Weights | None = None) -> None:
        self.data = array("l")
        self._weights = weights
        self._sums = _Sums()

    def __len__(self) -> int:
        return len(self.data)

    def extend(self, values: Iterable[int]) -> None:
        """The values of the next worlds."""
        self.data.extend(values)

    def mean(self, of: int) -> Mean | None:
        """The mean, the worlds being ``of`` altogether; none while there is no world of any weight."""
        n = len(self.data)
        if not n:
            return None
        if self._weights is None:
            self._sums.read(self.data, None)
            return _even(self._sums, n, of)
        self._sums.read(self.data, self._weights.data)
        return _weighed(self._sums, self.data[0], n, of)


class _Sums:
    """Running sums over a growing list: each number is read once."""

    def __init__(self) -> None:
        self.read_so_far = 0
        self.x: float = 0
        self.xx: float = 0
        self.w = self.ww = self.wx = self.wwx = self.wwxx = 0.0

    def read(self, data: array[int] | array[float], weights: array[float] | None) -> None:
        first, self.read_so_far = self.read_so_far, len(data)
        if first == len(data):
            return
        new = data[first:]
        if weights is None:
            self.x += sum(new)
            self.xx += sum(map(mul, new, new))
            return
        # Less the first value of all: where all are equal the error is then exactly 0.
        base = data[0]
        for x, w in zip(new, islice(weights, first, None), strict=False):
            wx = w * (x - base)
            self.w += w
            self.ww += w * w
            self.wx += wx
            self.wwx += w * wx
            self.wwxx += wx * wx


def _even(sums: _Sums, n: int, of: int) -> Mean:
    mean = sums.x / n
    if n >= of:
        return Mean(mean, 0.0, n)
    if n == 1:
        return Mean(mean, float("inf"), 1)
    # n·Σx² − (Σx)² is a whole number and never negative.
    spread = (n * sums.xx - sums.x * sums.x) / (n * (n - 1))
    return Mean(mean, sqrt(spread / n * (1 - n / of)), n)


def _weighed(sums: _Sums, base: float, n: int, of: int) -> Mean | None:
    if not sums.w:
        return None
    mean = sums.wx / sums.w
    if n >= of:
        return Mean(base + mean, 0.0, n)
    if n == 1:
        return Mean(base + mean, float("inf"), 1)
    squares = max(0.0, sums.wwxx - 2 * mean * sums.wwx + mean * mean * sums.ww)
    return Mean(base + mean, sqrt(squares * n / (n - 1) * (1 - n / of)) / sums.w, n)


def difference(one: Column, other: Column, of: int) -> Mean | None:
    """The mean of ``one − other`` over the worlds that both have: paired, so that what all cards share drops out."""
    weights = one._weights
    both = Column(weights)
    both.extend(a - b for a, b in zip(one.data, other.data, strict=False))
    return both.mean(of)
