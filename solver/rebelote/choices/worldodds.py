"""What each choice brings on average over the worlds solved so far, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rebelote.choices.dealworths import DealWorth
from rebelote.hinting.answers import rounded
from rebelote.hinting.averages import Column, Mean, Weights, difference


@dataclass(frozen=True, slots=True)
class Odds:
    """What a choice brings. Errors are standard errors of the mean, 0 when all worlds were solved.

    ``margin``: what the side plays for (``rebelote.stakes``), a mean with ``margin_se``; where that of some world is
    known only within bounds both are none, and ``margin_bounds`` has the means of least and most. ``made``: the share
    of worlds in which the declarer's party can make its contract. ``points``: the side's card points, all playing
    for points. What is not known, or has no meaning, is none.
    """

    margin: float | None
    margin_se: float | None
    margin_bounds: tuple[float, float] | None
    made: float | None
    made_se: float | None
    points: float | None
    points_se: float | None

    @property
    def middle(self) -> float | None:
        """The margin, or the middle of its bounds."""
        if self.margin is None and self.margin_bounds is not None:
            return sum(self.margin_bounds) / 2
        return self.margin

    def to_dict(self) -> dict[str, Any]:
        """JSON data; numbers to six places."""
        bounds = self.margin_bounds
        return {
            "margin": rounded(self.margin),
            "margin_se": rounded(self.margin_se),
            "margin_bounds": None if bounds is None else [rounded(bound) for bound in bounds],
            "made": rounded(self.made),
            "made_se": rounded(self.made_se),
            "points": rounded(self.points),
            "points_se": rounded(self.points_se),
        }

    def words(self, who: str) -> list[str]:
        """What ``who`` gets, in words."""
        said = []
        if self.margin is not None:
            said.append(f"worth {_about(self.margin, self.margin_se)} to {who}")
        elif self.margin_bounds is not None:
            said.append(f"worth {self.margin_bounds[0]:.1f} to {self.margin_bounds[1]:.1f} to {who}")
        if self.made is not None:
            said.append(f"the contract made in {100 * self.made:.0f} %")
        if self.points is not None:
            said.append(f"{_about(self.points, self.points_se)} card points")
        return said


NOT_TOLD = Odds(None, None, None, None, None, None, None)


class WorldColumns:
    """The worlds solved so far, by choice: all choices in each world, of ``count`` altogether."""

    def __init__(self, choices: Iterable[str], count: int, *, weighted: bool = False, scored: bool = True) -> None:
        self.count, self._scored = count, scored
        self.weights = Weights() if weighted else None
        # Least and most of the margin, least and most of 1 for a contract made, points.
        self._columns = {choice: [Column(self.weights) for _ in range(5)] for choice in choices}
        self._contract = dict.fromkeys(self._columns, False)
        self.solved = self.nodes = 0

    def add(self, found: Mapping[str, DealWorth], weight: float, nodes: int) -> None:
        """One more world."""
        if self.weights is not None:
            self.weights.extend([weight])
        for choice, worth in found.items():
            numbers = (*worth.margin, *(worth.made or (0, 0)), worth.points)
            for column, number in zip(self._columns[choice], numbers, strict=True):
                column.extend([number])
            self._contract[choice] = worth.made is not None
        self.solved += 1
        self.nodes += nodes

    @property
    def effective(self) -> float | None:
        """How many worlds of equal weight say as much; none where all weigh the same."""
        return None if self.weights is None else self.weights.effective

    def told(self, choice: str) -> Odds:
        """The averages of a choice; raises ``ValueError`` when all weights are 0."""
        low, high, least, most, points = self._columns[choice]
        middle, taken = self.mean(low), self.mean(points)
        known = self._scored and low.data == high.data
        made = self.mean(least) if self._contract[choice] and least.data == most.data else None
        return Odds(
            middle.value if known else None,
            middle.se if known else None,
            None if known or not self._scored else (middle.value, self.mean(high).value),
            None if made is None else made.value,
            None if made is None else made.se,
            taken.value,
            taken.se,
        )

    def apart(self, one: str, other: str, *, points: bool = False) -> Mean:
        """How much more the margin (the middle of its bounds) of ``one`` is, world by world; or its points."""
        first, last = (4, 4) if points else (0, 1)
        sums = []
        for choice in (one, other):
            both = Column(self.weights)
            columns = self._columns[choice]
            both.extend(a + b for a, b in zip(columns[first].data, columns[last].data, strict=True))
            sums.append(both)
        found = difference(sums[0], sums[1], self.count)
        assert found is not None
        return Mean(found.value / 2, found.se / 2, found.n)

    def mean(self, column: Column) -> Mean:
        """The mean of a column of these worlds; raises ``ValueError`` when all weights are 0."""
        found = column.mean(self.count)
        if found is None:
            raise ValueError("every world solved has the weight 0")
        return found


def _about(value: float, error: float | None) -> str:
    return f"{value:.1f}" if not rounded(error) else f"{value:.1f} ± {error:.1f}"
