"""Another card at some moment of a played deal: what it was worth, its line, and the deal replayed from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rebelote.cards import Card
from rebelote.engine import Engine, StopFlag
from rebelote.errors import InputError
from rebelote.positions import Position
from rebelote.postmortem.analysis import Analysis, analyse, as_deal
from rebelote.postmortem.bestlines import ScoreSearch, left_of, line_for_points
from rebelote.postmortem.course import moments_of, step
from rebelote.records import PlayedDeal
from rebelote.scales import ScoreAt
from rebelote.scoresearch import OutOfBudget
from rebelote.solving import Budget, solve
from rebelote.stakes import Past, Stakes

if TYPE_CHECKING:
    from rebelote.wholedeals import DealRecord


@dataclass(frozen=True, slots=True)
class Again:
    """The deal with ``card`` at ``moment``, then ``plays``, then best play, which is ``line``.

    ``value``: the points of the side for the whole deal, ``score`` what the owners then play for, none where no
    stakes are known or the budget ran out. ``loss`` and ``score_loss``: what the card itself loses against the best
    one at that moment, for its player, never negative. When the budget ran out ``exact`` is false, ``value`` and
    ``loss`` are none and there is no line. ``deal`` has the cards up to the moment, the card, the plays and the line.
    """

    moment: int
    seat: int
    card: Card
    plays: tuple[Card, ...]
    value: int | None
    loss: int | None
    score: ScoreAt | None
    score_loss: int | None
    line: tuple[Card, ...]
    deal: PlayedDeal
    nodes: int
    exact: bool
    stakes: Stakes | None = field(default=None, repr=False)

    def analysis(self, **options: Any) -> Analysis:
        """The post-mortem of ``deal``, with the same stakes; ``options`` as in ``analyse``."""
        return analyse(self.deal, stakes=self.stakes, **options)

    def to_dict(self) -> dict[str, Any]:
        return {
            "moment": self.moment,
            "seat": self.seat,
            "card": str(self.card),
            "plays": [str(c) for c in self.plays],
            "side": list(self.deal.start.side),
            "value": self.value,
            "loss": self.loss,
            "score": self.score and self.score.to_dict(),
            "score_loss": self.score_loss,
            "line": [str(c) for c in self.line],
            "nodes": self.nodes,
            "exact": self.exact,
        }


def try_again(
    given: PlayedDeal | DealRecord | Mapping[str, Any] | str,
    moment: int,
    card: Card | str,
    *,
    plays: Sequence[Card | str] = (),
    stakes: Stakes | None = None,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> Again:
    """The deal replayed up to ``moment``, ``card`` there in place of what was played, then ``plays``, then best play.

    ``given`` and ``stakes`` are as in ``analyse``. Moments are counted as its ``values`` are: 0 is before the first
    card of the deal, and where it was broken off the last is after its last card. Where stakes are known ``line``
    and ``score`` are best play for the score, ``value`` and ``loss`` those for points, as in an analysis; the
    stakes are those of the deal, whatever else might have been called in it. ``nodes`` bounds all searches
    together; without it a search for the score itself ends after ``rebelote.scales.SCORE_NODES``.

    Raises ``InputError`` for a moment that is none, ``IllegalCard`` for a card that may not be played then,
    ``RecordError`` for a faulty deal, ``Interrupted`` when stopped.
    """
    deal, told, _, _ = as_deal(given)
    stakes = stakes or told
    budget = Budget(nodes, stop)
    states = moments_of(deal)
    if isinstance(moment, bool) or not 0 <= moment < len(states) or not any(states[moment][0].hands):
        last = len(deal.plays) - deal.complete
        raise InputError(f"there is no moment {moment} to play another card at: they go from 0 to {last}")
    chosen = _card(card)
    root, root_past = states[moment]
    root.play(chosen)  # raises when it may not be played
    at, past = step(root, root_past, chosen)
    first, first_past = at, past
    more = tuple(map(_card, plays))
    for one in more:
        at.play(one)
        at, past = step(at, past, one)
    played = (*deal.plays[:moment], chosen, *more)
    search = None if stakes is None else ScoreSearch(stakes, budget, engine)
    try:
        best, after = _value(root, root_past, budget, engine), _value(first, first_past, budget, engine)
        value = after if at is first else _value(at, past, budget, engine)
        score, score_loss = None, None
        if search is not None:
            before = search.score(root, root_past)
            first_score = search.score(first, first_past)
            score = first_score if at is first else search.score(at, past)
            score_loss = abs(before.margin - first_score.margin)
        line = line_for_points(at, budget, engine) if search is None else search.line(at, past)
    except OutOfBudget:
        begun = replace(deal, plays=played)
        return Again(moment, root.seat, chosen, more, None, None, None, None, (), begun, budget.spent, False, stakes)
    replayed = replace(deal, plays=(*played, *line))
    loss = abs(best - after)
    return Again(
        moment, root.seat, chosen, more, value, loss, score, score_loss, line, replayed, budget.spent, True, stakes
    )


def _card(card: Card | str) -> Card:
    return card if isinstance(card, Card) else Card(card)


def _value(at: Position, past: Past, budget: Budget, engine: Engine | None) -> int:
    """The side's points of the whole deal under best play for points from here; raises ``OutOfBudget``."""
    taken = sum(past.points[seat] for seat in at.side)
    if not any(at.hands):
        return taken
    found = solve(at, cards=False, line=False, nodes=left_of(budget), stop=budget.stop, engine=engine)
    budget.spent += found.nodes
    if found.points is None:
        raise OutOfBudget
    return taken + found.points
