"""What every outcome of the play comes to: points and tricks a seat, and the scores of all of them.

An outcome is told by the owners' chain (``rebelote.values``) and, where more than their points count, by how the
others share the rest.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rebelote.positions import Position
from rebelote.scoring import DealScore
from rebelote.stakes import Past, Stakes


class Outcomes:
    """The scores of all outcomes of a position, by chain (``rebelote.values``): −1, 0 … rest, rest + 1.

    ``alone``: the owners' points alone decide; where they do not, all that the owners do not take is one other
    seat's. ``rising`` and ``falling``: so do the margins with the chain.
    """

    def __init__(self, at: Position, stakes: Stakes, past: Past) -> None:
        rest = Rest.of(at)
        self.rest = rest.at_stake
        self.alone = stakes.by_points_alone(at.side)
        self.scores: list[DealScore] = []
        for chain in range(-1, self.rest + 2):
            points, tricks = outcome(rest, past, chain)
            self.scores.append(stakes.final(points, tricks))
        self.margins = [stakes.margin(at.side, found) for found in self.scores]
        steps = list(zip(self.margins, self.margins[1:], strict=False))
        self.rising = self.alone and all(a <= b for a, b in steps)
        self.falling = self.alone and not self.rising and all(a >= b for a, b in steps)


@dataclass(frozen=True, slots=True)
class Rest:
    """What of a position says which outcomes there can be; a position adds it up anew each time it is asked.

    ``side``: the owners. ``at_stake`` points and ``tricks_left`` tricks are to be won.
    """

    players: int
    side: tuple[int, ...]
    others: tuple[int, ...]
    at_stake: int
    tricks_left: int

    @classmethod
    def of(cls, at: Position) -> Rest:
        """That of a position."""
        return cls(at.players, at.side, at.others, at.at_stake, at.tricks_left)


def outcome(at: Rest, past: Past, chain: int) -> tuple[list[int], list[int]]:
    """Points and tricks, a number a seat, at the end, when the owners' chain of the rest is that.

    All that they take is the first owner's, all else the next other seat's: no score that the
    owners' points alone decide asks for more.
    """
    points, tricks = list(past.points), list(past.tricks)
    mine, other = at.side[0], at.others[0]
    rest, left = at.at_stake, at.tricks_left
    points[mine] += min(max(chain, 0), rest)
    points[other] += rest - min(max(chain, 0), rest)
    won = 0 if chain < 0 else left if chain > rest else min(1, left)
    tricks[mine] += won
    tricks[other] += left - won
    return points, tricks


def splits(at: Rest) -> range:
    """Which of the others gets all that the owners do not take."""
    return range(len(at.others))


def with_split(at: Rest, past: Past, chain: int, split: int) -> tuple[list[int], list[int]]:
    points, tricks = outcome(at, past, chain)
    first, chosen = at.others[0], at.others[split]
    moved = at.at_stake - min(max(chain, 0), at.at_stake)
    points[first] -= moved
    points[chosen] += moved
    left = at.tricks_left - (tricks[at.side[0]] - past.tricks[at.side[0]])
    tricks[first] -= left
    tricks[chosen] += left
    return points, tricks


def evenly_split(at: Rest, stakes: Stakes, past: Past, chain: int) -> int:
    """The margin if what counts for the others were split as evenly as can be, or more evenly.

    The owner fares best then. Even is everything that is theirs for certain, split at will; what
    needs a trick is theirs with one.
    """
    points, tricks = outcome(at, past, chain)
    counts = stakes.rules.customs.counts
    certain = [
        (stakes.melds[s] if counts == "all" and stakes.melds else 0)
        + (stakes.belas[s] if counts != "tricks" and stakes.belas else 0)
        if past.tricks[s]
        else 0
        for s in range(at.players)
    ]
    others = at.others
    part, odd = divmod(sum(points[s] + certain[s] for s in others), len(others))
    for i, seat in enumerate(others):
        points[seat] = part + (i < odd)
        tricks[seat] = past.tricks[seat]
    bare = replace(stakes, melds=_only(stakes.melds, at.side), belas=_only(stakes.belas, at.side))
    return bare.margin(at.side, bare.final(points, tricks))


def _only(numbers: tuple[int, ...], seats: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(n if seat in seats else 0 for seat, n in enumerate(numbers))
