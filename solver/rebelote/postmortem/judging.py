"""Every card of a deal judged on its scale: label, loss, what would have been better."""

from __future__ import annotations

from collections.abc import Sequence

from rebelote.cards import Card, from_mask
from rebelote.postmortem.course import Moment
from rebelote.postmortem.judged import PlayedCard
from rebelote.postmortem.labels import Label, label_of
from rebelote.postmortem.weighing import ByPoints, ByScore, Joined, Scale, changed, holding
from rebelote.scoresearch import OutOfBudget


def judge(
    moments: Sequence[Moment], plays: Sequence[Card], points: ByPoints, score: ByScore | None, joined: Joined | None
) -> tuple[list[PlayedCard], bool]:
    """Every card, and whether all was found that its judgement needs.

    A card is judged by the score where that is known for it, else in points; where stakes are known but the score of
    this card is not, only ``joined`` can say whether it changed the result. What would have been better is left
    out where the budget ran out.
    """
    out, whole = [], True
    tens = score is not None and score.stakes.rules.customs.scale == "tens"
    for i, card in enumerate(plays):
        scored = score is not None and score.known(i)
        scale: Scale = joined or (score if score is not None and scored else points)
        moment = moments[i]
        forced = len(moment.groups) == 1
        told = scored or score is None or joined is not None
        turned = told and not forced and changed(scale, moments, i)
        label = label_of(scale.loss(i), forced=forced, changed=turned, tens=tens and scored)
        better: tuple[Card, ...] = ()
        if label not in (Label.ONLY, Label.BEST):
            try:
                better = _better(scale, moments, i)
            except OutOfBudget:
                whole = False
        out.append(
            PlayedCard(
                moment.at.seat,
                card,
                tuple(from_mask(moment.at.legal_mask())),
                moment.value,
                moments[i + 1].value,
                points.loss(i),
                tuple(sorted(c for group in moment.best for c in group.cards)),
                tuple(group.cards for group in moment.best),
                label,
                score.loss(i) if score is not None and scored else None,
                f"{scale.outcome(i)} → {scale.outcome(i + 1)}" if turned else "",
                better,
                forced,
            )
        )
        whole = whole and told
    return out, whole


def _better(scale: Scale, moments: Sequence[Moment], i: int) -> tuple[Card, ...]:
    """The cards that lose nothing and hold the result."""
    return tuple(card for one in holding(scale, moments, i) if one.loss == 0 for card in one.group.cards)
