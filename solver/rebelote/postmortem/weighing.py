"""What every card that could have been played would have come to, on the scale on which it is judged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rebelote.cards import Card
from rebelote.engine import Engine
from rebelote.postmortem.bestlines import ScoreSearch, line_for_points
from rebelote.postmortem.course import Group, Moment, step
from rebelote.postmortem.labels import Outcome, score_outcome, worse
from rebelote.scales import ScoreAt, ScoreScale
from rebelote.solving import Budget, wants_many
from rebelote.stakes import Stakes


@dataclass(frozen=True, slots=True)
class Weighed:
    """Cards that play exactly alike: what they lose for their player, and the result under best play after them."""

    group: Group
    loss: int
    outcome: Outcome


class Scale(Protocol):
    """A scale on which the cards of a deal are judged; moments are counted from 0."""

    def known(self, i: int) -> bool:
        """Whether card ``i`` can be judged on it."""
        ...

    def outcome(self, i: int) -> Outcome:
        """The result under best play from moment ``i``."""
        ...

    def loss(self, i: int) -> int:
        """What card ``i`` lost."""
        ...

    def weigh(self, i: int) -> list[Weighed]:
        """Every card that could have been played at moment ``i``; raises ``OutOfBudget``."""
        ...

    def line(self, i: int) -> tuple[Card, ...]:
        """Best play from moment ``i`` to the end; raises ``OutOfBudget``."""
        ...


class ByPoints:
    """The points of the side, and what it takes of all ``total``."""

    def __init__(self, moments: Sequence[Moment], total: int, budget: Budget, engine: Engine | None) -> None:
        self.moments, self.total, self.budget, self.engine = moments, total, budget, engine

    def known(self, i: int) -> bool:
        return True

    def outcome(self, i: int) -> Outcome:
        return self.moments[i].share(self.moments[i].chain, self.total)

    def loss(self, i: int) -> int:
        return abs(self.moments[i].value - self.moments[i + 1].value)

    def weigh(self, i: int) -> list[Weighed]:
        moment = self.moments[i]
        return [
            Weighed(group, abs(moment.value - moment.total(group.chain)), moment.share(group.chain, self.total))
            for group in moment.groups
        ]

    def line(self, i: int) -> tuple[Card, ...]:
        return line_for_points(self.moments[i].at, self.budget, self.engine)


class ByScore:
    """The score; ``follows``: it follows the points, so that the points search says everything."""

    def __init__(
        self, moments: Sequence[Moment], plays: Sequence[Card], stakes: Stakes, scale: ScoreScale, follows: bool,
        budget: Budget, engine: Engine | None,
    ) -> None:  # fmt: skip
        self.plays = plays
        self.moments, self.stakes, self.scale, self.follows = moments, stakes, scale, follows
        self.budget, self.engine = budget, engine
        self.search = ScoreSearch(stakes, budget, engine)
        self._weighed: dict[int, list[Weighed]] = {}

    def known(self, i: int) -> bool:
        return self.scale.cards[i] is not None

    def outcome(self, i: int) -> Outcome:
        found = self.scale.at[i]
        assert found is not None
        return score_outcome(self.stakes, self.scale.owners, found)

    def loss(self, i: int) -> int:
        found = self.scale.cards[i]
        assert found is not None
        return found.loss

    def weigh(self, i: int) -> list[Weighed]:
        if i not in self._weighed:
            best = self.scale.at[i]
            assert best is not None
            self._weighed[i] = [self._weigh(group, best, self._after(i, group)) for group in self.moments[i].groups]
        return self._weighed[i]

    def _weigh(self, group: Group, before: ScoreAt, after: ScoreAt) -> Weighed:
        loss = abs(before.margin - after.margin)
        return Weighed(group, loss, score_outcome(self.stakes, self.scale.owners, after))

    def _after(self, i: int, group: Group) -> ScoreAt:
        """What the deal is worth after one of these cards; after the one that was played that is known."""
        moment, found = self.moments[i], self.scale.at[i + 1]
        if self.follows:
            return moment.scored(self.stakes, group.chain)
        if found is not None and self.plays[i] in group.cards:
            return found
        return self.search.score(*step(moment.at, moment.past, group.cards[0]))

    def line(self, i: int) -> tuple[Card, ...]:
        moment = self.moments[i]
        if self.follows:
            return line_for_points(moment.at, self.budget, self.engine)
        return self.search.line(moment.at, moment.past)


class ByContract(ByPoints):
    """Points, and whether the contract is made: for a lone declarer who has to reach his bid.

    He writes more with it made than with it failed whatever else he takes, and it is made from some number of points
    on. So it is made under best play for the score exactly when it is under best play for points, and the line of
    the one proves it as well. ``stakes``: what is played for.
    """

    def __init__(self, points: ByPoints, stakes: Stakes) -> None:
        super().__init__(points.moments, points.total, points.budget, points.engine)
        self.stakes, self.owners = stakes, stakes.owners(points.moments[0].at.side)

    @staticmethod
    def holds(stakes: Stakes, side: Sequence[int]) -> bool:
        """Whether this scale may be used: the owners are a lone declarer, and what he loses is no more than he took."""
        contract, customs = stakes.contract, stakes.rules.customs
        bid = customs.made_when == "bid" or contract.sweep
        return bid and stakes.owners(side) == (contract.declarer,) and customs.failed in ("subtract", "nothing")

    def outcome(self, i: int) -> Outcome:
        return self._result(self.moments[i], self.moments[i].chain)

    def weigh(self, i: int) -> list[Weighed]:
        moment = self.moments[i]
        return [Weighed(one.group, one.loss, self._result(moment, one.group.chain)) for one in super().weigh(i)]

    def _result(self, moment: Moment, chain: int) -> Outcome:
        return Outcome(score_outcome(self.stakes, self.owners, moment.scored(self.stakes, chain)).result)


class Joined:
    """The score where it is known, and the contract with points where it is not."""

    def __init__(self, score: ByScore, contract: ByContract) -> None:
        self.score, self.contract = score, contract

    def known(self, i: int) -> bool:
        return True

    def outcome(self, i: int) -> Outcome:
        # A capot is left out, so that moments of both kinds can be held against each other.
        return self.contract.outcome(i)

    def loss(self, i: int) -> int:
        return self._of(i).loss(i)

    def weigh(self, i: int) -> list[Weighed]:
        return [Weighed(one.group, one.loss, Outcome(one.outcome.result)) for one in self._of(i).weigh(i)]

    def line(self, i: int) -> tuple[Card, ...]:
        return (self.contract if self.score.scale.at[i] is None else self.score).line(i)

    def _of(self, i: int) -> Scale:
        return self.score if self.score.known(i) else self.contract


def changed(scale: Scale, moments: Sequence[Moment], i: int) -> bool:
    """Whether card ``i`` changed the result for the worse for its player."""
    many = wants_many(moments[i].at)
    return worse(scale.outcome(i), scale.outcome(i + 1), scale.loss(i), wants_many=many)


def holding(scale: Scale, moments: Sequence[Moment], i: int) -> list[Weighed]:
    """The cards that would have held the result of moment ``i``, those that lose least first."""
    before, many = scale.outcome(i), wants_many(moments[i].at)
    kept = [one for one in scale.weigh(i) if not worse(before, one.outcome, one.loss, wants_many=many)]
    return sorted(kept, key=lambda one: (one.loss, one.group.cards))
