"""A goal of a side for the rest of a deal, and the goal that a contract comes to.

Outcomes of the play are chains (``rebelote.values``): −1 no trick, 0 … of the points, of + 1 every trick.
A goal is met by all outcomes from some chain on, or by all up to one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rebelote.outcomes import Rest, outcome
from rebelote.positions import Position
from rebelote.scoring import MADE
from rebelote.stakes import Past, Stakes

#: What ``Goal.tricks`` may ask for in place of points.
ALL, ONE = "all", "one"


@dataclass(frozen=True, slots=True)
class Goal:
    """At least ``points`` for ``side``, from the current trick's start on; with ``fewer`` no more than those.

    ``tricks`` asks for ``"all"`` the tricks still to be won, or for at least ``"one"``, whatever the points.
    """

    side: tuple[int, ...]
    points: int
    fewer: bool = False
    tricks: str | None = None

    def __post_init__(self) -> None:
        if self.tricks not in (None, ALL, ONE) or (self.tricks and self.fewer):
            raise ValueError(f"a goal in tricks is all of them or one, and at least that, not {self.tricks!r}")

    def line(self, of: int) -> int:
        """The chain that the goal turns on where ``of`` points are at stake: met from it on, with ``fewer`` below it.

        −1 is reached by every outcome, ``of + 2`` by none.
        """
        if self.tricks:
            return of + 1 if self.tricks == ALL else 0
        if self.fewer:
            return of + 2 if self.points >= of else max(-1, self.points + 1)
        return -1 if self.points <= 0 else min(self.points, of + 1) + (self.points > of)

    def to_dict(self) -> dict[str, Any]:
        return {"side": list(self.side), "points": self.points, "fewer": self.fewer, "tricks": self.tricks}


@dataclass(frozen=True, slots=True)
class Taken:
    """What has been taken since a goal was set: the side's points, all points, who has a trick."""

    points: int = 0
    total: int = 0
    ours: bool = False
    theirs: bool = False

    def plus(self, ours: bool, points: int) -> Taken:
        """After a trick."""
        return Taken(self.points + points * ours, self.total + points, self.ours or ours, self.theirs or not ours)

    def line(self, line: int, of: int, over: bool) -> int:
        """The chain that the rest must reach for the whole to reach ``line``, of ``of`` points.

        −1 when it is reached whatever happens, ``rest + 2`` when it cannot be. ``over``: no card is left.

        *Proof.* The whole is −1 when the side has no trick and gets none, ``of + 1`` when the others have
        none and get none, and otherwise the points so far and those of the rest. All three never fall as the
        chain of the rest rises, so there is a first chain that will do; the four cases below are −1 … of + 1 in turn.
        """
        rest = of - self.total
        never = rest + 2
        if line < 0:
            return -1
        if line > of + 1:
            return never
        if line == 0:
            return -1 if self.ours else never if over else 0
        if line == of + 1:
            return never if self.theirs else -1 if over else rest + 1
        left = line - self.points
        return -1 if left <= 0 else left if left <= rest else never


def contract_goal(position: Position, stakes: Stakes, past: Past | None = None) -> Goal | None:
    """What the declarer's party needs from the current trick's start on to make the contract.

    ``past``: what the seats took before it. None where there is no declarer, where his own points do not
    decide (he has to beat each of several others), and where more points could break the contract.
    Points beyond what is at stake mean that it cannot be made any more, 0 that it is made already.
    """
    declarer = stakes.contract.declarer
    if declarer is None:
        return None
    rules = position.rules
    side = tuple(seat for seat in range(position.players) if rules.party(seat) == rules.party(declarer))
    if not stakes.by_points_alone(side):
        return None
    at, of = replace(position, side=side, misere=False), position.at_stake
    known = past or Past.none(position.players)
    rest = Rest.of(at)
    made = [stakes.final(*outcome(rest, known, chain)).result == MADE for chain in range(-1, of + 2)]
    if made != sorted(made):
        return None
    least = made.index(True) - 1 if True in made else of + 2
    if least == 0:
        return Goal(side, 0, tricks=ONE)
    if least == of + 1:
        return Goal(side, of, tricks=ALL)
    return Goal(side, max(0, min(least, of + 1)))
