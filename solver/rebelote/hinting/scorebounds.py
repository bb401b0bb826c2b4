"""What the outcomes of a world are worth, and what best play for points says of best play for score.

The owners of a score (``rebelote.stakes``) have in each outcome of the play a margin that depends on their chain
(``rebelote.values``), and for a lone declarer who has to beat each of two others also on how these share the rest:
``worst`` and ``best`` are the least and the most that it can be at a chain. Best play for points bounds it:

- Let ``c`` be the owners' chain when they want much and the others little for them. They can force ``c`` or more, so
  they are sure of the smallest ``worst`` from ``c`` on upwards; the others can hold them to ``c`` or less, so they
  cannot hope for more than the largest ``best`` up to ``c``.
- Let ``d`` be their chain when they want little and the others press points on them. Likewise they are sure of
  the smallest ``worst`` up to ``d``, and cannot hope for more than the largest ``best`` from ``d`` on.

Where the margin does not fall as the chain rises and sharing plays no part, the first two meet: best play for
points is best play for score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Protocol

from rebelote.outcomes import Rest as Rest  # callers name the type
from rebelote.outcomes import evenly_split, outcome, with_split
from rebelote.scoring import MADE, DealScore
from rebelote.stakes import Past, Stakes

#: Beyond every score that a deal can bring.
BEYOND = 1_000_000


@dataclass(frozen=True, slots=True)
class MadeStakes(Stakes):
    """The same deal played for the contract alone: the declarer's party has 1 when it is made, else 0."""

    def margin(self, side: Sequence[int], found: DealScore) -> int:
        """1 or 0; ``side`` is the declarer's party."""
        return int(found.result == MADE)

    @classmethod
    def of(cls, stakes: Stakes) -> MadeStakes:
        return cls(stakes.rules, stakes.players, stakes.contract, stakes.melds, stakes.belas)


class Pairs(Protocol):
    """Least and most by chain + 1."""

    def __getitem__(self, place: int, /) -> tuple[int, int]: ...


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds by the owners' chain: ``many`` when they want many points, ``few`` when few; ``size`` chains."""

    many: Pairs
    few: Pairs
    size: int

    @classmethod
    def of(cls, worst: Sequence[int], best: Sequence[int]) -> Bounds:
        """From the least and the most that an outcome is worth, by chain + 1."""
        return cls(
            list(zip(_from_here(worst, min), accumulate(best, max), strict=True)),
            list(zip(accumulate(worst, min), _from_here(best, max), strict=True)),
            len(worst),
        )

    def turned(self) -> Bounds:
        """The same by the chain of the other side, which has of the rest what the owners leave."""
        last = self.size - 1
        return Bounds(_AtNeed(lambda i: self.many[last - i]), _AtNeed(lambda i: self.few[last - i]), self.size)


class _AtNeed:
    """Bounds that are found when they are asked for, each once."""

    def __init__(self, find: Callable[[int], tuple[int, int]]) -> None:
        self._find = find
        self._found: dict[int, tuple[int, int]] = {}

    def __getitem__(self, place: int, /) -> tuple[int, int]:
        if place not in self._found:
            self._found[place] = self._find(place)
        return self._found[place]


def _from_here(numbers: Sequence[int], pick: Callable[[int, int], int]) -> list[int]:
    """The smallest or largest from each place to the end."""
    return list(accumulate(reversed(numbers), pick))[::-1]


def finals(stakes: Stakes, past: Past, ahead: Rest) -> list[DealScore]:
    """What is written by chain + 1 of the owners, all that they do not take being one other seat's."""
    return [stakes.final(*outcome(ahead, past, chain)) for chain in range(-1, ahead.at_stake + 2)]


def alone(stakes: Stakes, owners: Sequence[int], scores: Iterable[DealScore]) -> Bounds:
    """The bounds where the owners' own points decide; ``scores`` as ``finals`` has them."""
    margins = [stakes.margin(owners, found) for found in scores]
    return Bounds.of(margins, margins)


def shared(stakes: Stakes, past: Past, ahead: Rest) -> Bounds:
    """The bounds for one seat, a declarer who has to beat each of the others.

    The others have most against him when one of them has it all, least when they share alike. Unless a failed
    declarer loses what he took, neither ``worst`` nor ``best`` falls as his chain rises (he has more then, and each
    other no more), so the bounds at a chain are its own.
    """
    size = ahead.at_stake + 3

    def worst(chain: int) -> int:
        splits = range(len(ahead.others))
        return min(stakes.margin(ahead.side, stakes.final(*with_split(ahead, past, chain, split))) for split in splits)

    def best(chain: int) -> int:
        return max(worst(chain), evenly_split(ahead, stakes, past, chain))

    if stakes.rules.customs.failed == "subtract":
        chains = range(-1, size - 1)
        return Bounds.of([worst(chain) for chain in chains], [best(chain) for chain in chains])
    return Bounds(
        _AtNeed(lambda place: (worst(place - 1), best(place - 1))),
        _AtNeed(lambda place: (worst(-1), best(size - 2))),
        size,
    )


def unknown(rest: int) -> Bounds:
    """No bounds at all."""
    return Bounds.of([-BEYOND] * (rest + 3), [BEYOND] * (rest + 3))
