"""The score's side of a post-mortem: what the deal was worth before and after each card.

Where what is written rises with the points (``rebelote.scoresearch``), the points search that the
analysis has made already says it all: a monotone function of an exact value is exact. Elsewhere
each position is searched for the score itself, within what is left of the budget.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rebelote.engine import Engine, StopFlag
from rebelote.outcomes import Outcomes, Rest, outcome
from rebelote.positions import Position
from rebelote.records import PlayedDeal
from rebelote.scoresearch import worth
from rebelote.scoring import DealScore
from rebelote.stakes import Past, Stakes

#: Of the searches for the score itself of a deal, all together, where nobody says how much.
SCORE_NODES = 3_000_000


@dataclass(frozen=True, slots=True)
class ScoreAt:
    """What a moment of the deal was worth under best play from there.

    ``margin``: what the owners play for (``rebelote.stakes``). ``written``: what each party
    writes; of a lone player's opponents it is not known how they share, and where a declarer
    has to beat two of them nothing but the margin is. ``result``: made, failed, hanging or
    misere, where the owners' own points decide it. ``capot``: the party with every trick.
    """

    margin: int
    written: tuple[int | None, ...]
    result: str | None
    capot: int | None

    @classmethod
    def of(cls, stakes: Stakes, owners: tuple[int, ...], margin: int, score: DealScore | None) -> ScoreAt:
        """From the score of an outcome that ``rebelote.outcomes.outcome`` made up, or from none."""
        parties = stakes.rules.parties(stakes.players)
        if score is None:
            return cls(margin, (None,) * parties, None, None)
        if parties == 2:
            return cls(margin, score.written, score.result, score.capot)
        mine = owners[0]
        written = tuple(points if party == mine else None for party, points in enumerate(score.written))
        result = score.result if stakes.contract.declarer in (mine, None) else None
        return cls(margin, written, result, mine if score.capot == mine else None)

    def to_dict(self) -> dict[str, Any]:
        return {"margin": self.margin, "written": list(self.written), "result": self.result, "capot": self.capot}


@dataclass(frozen=True, slots=True)
class ScoreLoss:
    """What a card cost in score for the seat that played it, and the result that it changed, in words."""

    loss: int
    changed: str

    def to_dict(self) -> dict[str, Any]:
        return {"loss": self.loss, "changed": self.changed}


@dataclass(frozen=True, slots=True)
class ScoreScale:
    """The deal on the scale of the score: ``at[i]`` before card i, the last at the end.

    ``owners`` are the seats whose margin it is. When the budget ran out, ``exact`` is false and
    what was not found is none: the first moments of the deal, which are the hardest, and the
    cards played then.
    """

    owners: tuple[int, ...]
    at: list[ScoreAt | None]
    cards: list[ScoreLoss | None]
    exact: bool
    nodes: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "owners": list(self.owners),
            "values": [one and one.to_dict() for one in self.at],
            "cards": [one and one.to_dict() for one in self.cards],
            "exact": self.exact,
        }


def score_scale(
    deal: PlayedDeal,
    chains: Sequence[int],
    stakes: Stakes,
    *,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> ScoreScale:
    """The deal for what it scores.

    ``chains[i]``: the chain (``rebelote.values``) of what was left before card i, for the side of
    the deal's start, under best play for points; at the end of the cards played it is that of
    what was still to come. ``nodes`` bounds the searches for the score itself, all together; without
    it they have ``SCORE_NODES``.
    """
    start = deal.start
    owners = stakes.owners(start.side)
    moments = list(_moments(deal))
    whole = Outcomes(replace(start, side=owners, misere=False), stakes, Past.none(start.players))
    by_points = whole.falling if start.misere else whole.rising
    spent = 0
    found: list[ScoreAt | None] = [None] * len(moments)
    # From the end backwards: the last moments are found even when the first are too hard.
    for i in range(len(moments) - 1, -1, -1):
        at, past = moments[i]
        mine = replace(at, side=owners, misere=False)
        if by_points or not any(at.hands):
            found[i] = _scored(stakes, mine, past, chains[i] if owners == start.side else at.at_stake - chains[i])
            continue
        left = max(1, (SCORE_NODES if nodes is None else nodes) - spent)
        told = worth(at, stakes, past, nodes=left, stop=stop, engine=engine)
        spent += told.nodes
        if told.margin is None:
            break
        found[i] = ScoreAt.of(stakes, owners, told.margin, told.score)
    seats = [at.seat in owners for at, _ in moments[:-1]]
    cards = [_loss(own, found[i], found[i + 1]) for i, own in enumerate(seats)]
    return ScoreScale(owners, found, cards, None not in found, spent)


def _moments(deal: PlayedDeal) -> list[tuple[Position, Past]]:
    """The position before each card and at the end, and what had been taken by then."""
    at, past = deal.start, Past.none(deal.start.players)
    out = [(at, past)]
    for card in deal.plays:
        taken = at.taken_with(card)
        at = at.put(card)
        past = past.plus(*taken) if taken else past
        out.append((at, past))
    return out


def _scored(stakes: Stakes, at: Position, past: Past, chain: int) -> ScoreAt:
    if not any(at.hands) and not at.trick:
        final = stakes.final(past.points, past.tricks)
    else:
        final = stakes.final(*outcome(Rest.of(at), past, chain))
    return ScoreAt.of(stakes, at.side, stakes.margin(at.side, final), final)


def _loss(own: bool, before: ScoreAt | None, after: ScoreAt | None) -> ScoreLoss | None:
    if before is None or after is None:
        return None
    loss = before.margin - after.margin if own else after.margin - before.margin
    return ScoreLoss(loss, _changed(before, after))


def _changed(before: ScoreAt, after: ScoreAt) -> str:
    """The change of the result in words: made → failed, capot lost, capot gained; empty for none."""
    said = []
    if before.result != after.result and before.result and after.result:
        said.append(f"{before.result} → {after.result}")
    if before.capot != after.capot:
        said.append("capot lost" if after.capot is None else "capot gained")
    return ", ".join(said)
