"""The cards at which the result changed hands, each with the line that proves it and the line that refutes the card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rebelote.cards import Card
from rebelote.postmortem.course import Moment
from rebelote.postmortem.judged import PlayedCard
from rebelote.postmortem.labels import Label, Outcome
from rebelote.postmortem.weighing import Scale, holding


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A card that changed the result for the worse for its player.

    ``moment``: how many cards of the deal had been played before it; ``trick`` counts from 1. ``before`` and
    ``after``: the result under best play from just before and just after it. ``better``: the cards that would
    have held the result, those that lose nothing first. ``proof``: best play of both sides from just before it to
    the end, beginning with one of those; ``refutation``: the same after the card, beginning with the
    card. ``points`` and ``score``: what it lost on the two scales (``score`` none where that is not known).
    """

    moment: int
    trick: int
    seat: int
    card: Card
    before: Outcome
    after: Outcome
    better: tuple[Card, ...]
    proof: tuple[Card, ...]
    refutation: tuple[Card, ...]
    points: int
    score: int | None

    def to_dict(self) -> dict[str, Any]:
        return {
            "moment": self.moment,
            "trick": self.trick,
            "seat": self.seat,
            "card": str(self.card),
            "before": self.before.to_dict(),
            "after": self.after.to_dict(),
            "better": [str(c) for c in self.better],
            "proof": [str(c) for c in self.proof],
            "refutation": [str(c) for c in self.refutation],
            "points": self.points,
            "score": self.score,
        }


def turning_points(moments: Sequence[Moment], cards: Sequence[PlayedCard], scale: Scale) -> list[TurningPoint]:
    """The turning points among the judged ``cards`` of a deal, in order of play; raises ``OutOfBudget``.

    Every result is that of best play on ``scale``, and so are the lines.
    """
    out = []
    for i, played in enumerate(cards):
        if played.label is not Label.CHANGED:
            continue
        before = scale.outcome(i)
        better = tuple(card for one in holding(scale, moments, i) for card in one.group.cards)
        start = moments[0].at
        out.append(
            TurningPoint(
                i,
                (len(start.trick) + i) // start.players + 1,
                played.seat,
                played.card,
                before,
                scale.outcome(i + 1),
                better,
                scale.line(i),
                (played.card, *scale.line(i + 1)),
                played.loss,
                played.score_loss,
            )
        )
    return out
