"""Lines of best play to the end of a deal, for points or for the score."""

from __future__ import annotations

from dataclasses import replace

from rebelote.cards import Card
from rebelote.engine import Engine
from rebelote.outcomes import Outcomes
from rebelote.positions import Position
from rebelote.postmortem.course import step
from rebelote.scales import SCORE_NODES, ScoreAt
from rebelote.scoresearch import OutOfBudget, worth
from rebelote.solving import Budget, solve
from rebelote.stakes import Past, Stakes


def line_for_points(at: Position, budget: Budget, engine: Engine | None) -> tuple[Card, ...]:
    """Best play for points from a position to the end; raises ``OutOfBudget``."""
    if not any(at.hands):
        return ()
    found = solve(at, cards=False, nodes=left_of(budget), stop=budget.stop, engine=engine)
    budget.spent += found.nodes
    if len(found.line) < sum(hand.bit_count() for hand in at.hands):
        raise OutOfBudget
    return tuple(found.line)


def left_of(budget: Budget) -> int | None:
    """The nodes left, at least one; none where there is no limit. Raises ``OutOfBudget`` when all are spent."""
    if budget.left is None:
        return None
    if budget.spent >= budget.left:
        raise OutOfBudget
    return budget.left - budget.spent


class ScoreSearch:
    """Searches for the score itself, within a budget of all of them together; each has at most ``SCORE_NODES`` of it
    where there is none.
    """

    def __init__(self, stakes: Stakes, budget: Budget, engine: Engine | None) -> None:
        self.stakes, self.budget, self.engine = stakes, budget, engine

    def score(self, at: Position, past: Past) -> ScoreAt:
        """What the deal is worth from a moment; raises ``OutOfBudget``."""
        stakes, owners = self.stakes, self.stakes.owners(at.side)
        if not any(at.hands):
            final = stakes.final(past.points, past.tricks)
            return ScoreAt.of(stakes, owners, stakes.margin(at.side, final), final)
        nodes = left_of(self.budget) or SCORE_NODES
        found = worth(at, stakes, past, nodes=nodes, stop=self.budget.stop, engine=self.engine)
        self.budget.spent += found.nodes
        if found.margin is None:
            raise OutOfBudget
        return ScoreAt.of(stakes, owners, found.margin, found.score)

    def line(self, at: Position, past: Past) -> tuple[Card, ...]:
        """Best play for the score to the end: every card keeps what the moment is worth. Raises ``OutOfBudget``.

        Once the score follows the points of the rest, the points search says how it goes on.
        """
        out: list[Card] = []
        margin: int | None = None
        while any(at.hands):
            own = replace(at, side=self.stakes.owners(at.side), misere=False)
            ahead = Outcomes(own, self.stakes, past)
            if ahead.rising or ahead.falling:
                rest = line_for_points(replace(own, misere=not ahead.rising), self.budget, self.engine)
                return (*out, *rest)
            card = at.legal()[0]
            if at.legal_mask() & (at.legal_mask() - 1):
                margin = self.score(at, past).margin if margin is None else margin
                card = self._keeping(own, past, margin)
            out.append(card)
            at, past = step(at, past, card)
        return tuple(out)

    def _keeping(self, at: Position, past: Past, margin: int) -> Card:
        """A card after which the deal is worth as much; those that are better for points are tried first."""
        found = solve(at, line=False, nodes=left_of(self.budget), stop=self.budget.stop, engine=self.engine)
        self.budget.spent += found.nodes
        if not found.exact:
            raise OutOfBudget
        *first, last = [one.card for one in found.cards]
        for card in first:
            if self.score(*step(at, past, card)).margin == margin:
                return card
        return last
