"""A finished (or broken off) deal, judged card by card against perfect play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rebelote.cards import Card, from_mask
from rebelote.engine import Engine, StopFlag
from rebelote.exchanges import Exchange, weigh_exchange
from rebelote.positions import Position
from rebelote.records import PlayedDeal
from rebelote.scales import ScoreScale, score_scale
from rebelote.solving import Budget, wants_many
from rebelote.stakes import Stakes, natural_stakes
from rebelote.values import Value

if TYPE_CHECKING:
    from rebelote.wholedeals import DealRecord


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """One card of the deal: the side's total before and after it, under perfect play from there.

    ``loss`` is in points for the seat that played it; ``best`` are the cards that would have
    lost nothing (points first, then the sweep).
    """

    seat: int
    card: Card
    legal: tuple[Card, ...]
    before: int
    after: int
    loss: int
    best: tuple[Card, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "card": str(self.card),
            "legal": [str(c) for c in self.legal],
            "before": self.before,
            "after": self.after,
            "loss": self.loss,
            "best": [str(c) for c in self.best],
        }


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """A seat over the deal. ``decisions``: cards it chose of several; ``best_played``: how many
    of those were among the best.
    """

    seat: int
    loss: int
    cards: int
    decisions: int
    best_played: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "loss": self.loss,
            "cards": self.cards,
            "decisions": self.decisions,
            "best_played": self.best_played,
        }


@dataclass(frozen=True, slots=True)
class Balance:
    """start − own_losses + other_losses = taken, all for the side; in misère
    start + own_losses − other_losses = taken, since there a loss is a point too many.

    ``taken`` is what the side really got; where the deal was broken off, with the rest
    played perfectly.
    """

    start: int
    own_losses: int
    other_losses: int
    taken: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "start": self.start,
            "own_losses": self.own_losses,
            "other_losses": self.other_losses,
            "taken": self.taken,
        }


@dataclass(frozen=True, slots=True)
class Analysis:
    """The post-mortem of a deal for one side.

    ``values[i]`` is the side's total for the whole deal with perfect play from just before
    card i (points already taken included); the last is the outcome. When the node budget
    ran out, ``exact`` is false, values that are not known are None, and there are no cards,
    no totals and no balance. ``score`` is the deal on the scale of what is written, where it is
    known what it was played for; ``exchange`` weighs the swap of the seven of trumps, where somebody
    could make it.
    """

    deal: PlayedDeal
    values: list[int | None]
    cards: list[PlayedCard]
    seats: list[SeatTotal]
    balance: Balance | None
    taken_by_seat: list[int]
    of: int
    nodes: int
    exact: bool
    score: ScoreScale | None = None
    exchange: Exchange | None = None

    @property
    def side(self) -> tuple[int, ...]:
        return self.deal.start.side

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON data."""
        start = self.deal.start
        out = {
            "variant": start.rules.variant,
            "players": start.players,
            "trump": str(start.strain),
            "misere": start.misere,
            "side": list(start.side),
            "declarer": self.deal.declarer,
            "values": self.values,
            "cards": [c.to_dict() for c in self.cards],
            "seats": [s.to_dict() for s in self.seats],
            "balance": self.balance.to_dict() if self.balance else None,
            "taken_by_seat": self.taken_by_seat,
            "of": self.of,
            "complete": self.deal.complete,
            "nodes": self.nodes,
            "exact": self.exact,
        }
        if self.score is not None:
            out["score"] = self.score.to_dict()
        if self.exchange is not None:
            out["exchange"] = self.exchange.to_dict()
        return out


def analyse(
    given: PlayedDeal | DealRecord | Mapping[str, Any] | str,
    *,
    stakes: Stakes | None = None,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> Analysis:
    """The value before and after every card played, its loss, and the cards that lose nothing.

    ``given`` is a position with ``plays`` (JSON or text form), a whole record in any form, or one of
    them read already. The side is the
    one given, else the declarer's, else seat 0's. ``stakes``: what the deal was played for, to judge
    it on the scale of the score as well. Raises ``RecordError`` with every fault,
    ``Interrupted`` when stopped.
    """
    deal, told, swap = _as_deal(given)
    stakes = stakes or told
    budget = Budget(nodes, stop)
    positions = list(deal.positions())
    taken, by_seat = _taken(deal)
    chains: list[list[tuple[int, int, list[int]]] | None] = [None] * len(positions)
    values: list[int | None] = [None] * len(positions)
    exact = True
    # From the end backwards: what the table learns of the last tricks serves all earlier ones.
    with (engine or Engine.default()).search(deal.start) as core:
        for i in range(len(positions) - 1, -1, -1):
            at = positions[i]
            if not any(at.hands):
                values[i] = taken[i]
                continue
            if not budget.begin(core, at):
                exact = False
                break
            found = core.values()
            budget.end(core)
            if not found:
                exact = False
                break
            chains[i] = found
            values[i] = taken[i] + _best(at, found).points
    of = deal.start.at_stake
    if not exact:
        return Analysis(deal, values, [], [], None, by_seat, of, budget.spent, False)
    cards = [_judge(positions[i], card, chains[i], values, i) for i, card in enumerate(deal.plays)]
    seats = [_total(seat, cards) for seat in range(deal.start.players)]
    balance = _balance(deal, values, seats)
    scale, choice, spent = None, None, budget.spent
    if stakes is not None:
        left = None if nodes is None else max(1, nodes - spent)
        rest = [_best(at, c).chain if c else 0 for at, c in zip(positions, chains, strict=True)]
        scale = score_scale(deal, rest, stakes, nodes=left, stop=stop, engine=engine)
        spent += scale.nodes
        if swap is not None:
            left = None if nodes is None else max(1, nodes - spent)
            choice = _exchange(stakes, *swap, left, stop, engine)
    return Analysis(deal, values, cards, seats, balance, by_seat, of, spent, True, scale, choice)


def _exchange(
    stakes: Stakes, before: Position, upcard: Card, nodes: int | None, stop: StopFlag | None, engine: Engine | None
) -> Exchange | None:
    """The exchange of the seven, weighed with the melds that each of the hands would call."""

    def stakes_of(hands: tuple[int, ...]) -> Stakes:
        return natural_stakes(before.rules, before.players, stakes.contract, hands, before.leader)

    return weigh_exchange(before, stakes_of, upcard, nodes=nodes, stop=stop, engine=engine)


def _as_deal(
    given: PlayedDeal | DealRecord | Mapping[str, Any] | str,
) -> tuple[PlayedDeal, Stakes | None, tuple[Position, Card] | None]:
    """The cards played; where a record says so what they were played for, and the deal before the seven
    of trumps could be swapped, with the upcard.
    """
    # Who only solves positions does not wait for bidding, melds and scores.
    from rebelote import wholedeals

    if isinstance(given, PlayedDeal):
        return given, None, None
    record = given if isinstance(given, wholedeals.DealRecord) else wholedeals.whole(given)
    if record is None:
        return wholedeals.played_deal(given), None, None  # type: ignore[arg-type]  # no record, so a small form
    # What a part of a deal came to hangs on the rest of it.
    full = record.reckoning is not None and record.reckoning.full
    return record.played, record.stakes() if full else None, record.swap() if full else None


def _taken(deal: PlayedDeal) -> tuple[list[int], list[int]]:
    """The side's points before each card (and at the end), and each seat's at the end."""
    by_seat = [0] * deal.start.players
    out = [0]
    at = deal.start
    for card in deal.plays:
        done = at.taken_with(card)
        if done:
            by_seat[done[0]] += done[1]
        at = at.put(card)
        out.append(sum(by_seat[s] for s in deal.start.side))
    return out, by_seat


def _best(at: Any, found: list[tuple[int, int, list[int]]]) -> Value:
    pick = max if wants_many(at) else min
    return Value.from_chain(at.side, pick(v for _, v, _ in found), at.at_stake)


def _judge(
    at: Any, card: Card, found: list[tuple[int, int, list[int]]] | None, values: list[int | None], i: int
) -> PlayedCard:
    assert found is not None
    before, after = values[i], values[i + 1]
    assert before is not None and after is not None
    best = _best(at, found).chain
    good = sorted(c for number, v, equals in found if v == best for c in (number, *equals))
    loss = before - after if wants_many(at) else after - before
    return PlayedCard(
        at.seat, card, tuple(from_mask(at.legal_mask())), before, after, loss, tuple(Card(c) for c in good)
    )


def _total(seat: int, cards: list[PlayedCard]) -> SeatTotal:
    own = [c for c in cards if c.seat == seat]
    decisions = [c for c in own if len(c.legal) > 1]
    return SeatTotal(seat, sum(c.loss for c in own), len(own), len(decisions), sum(c.card in c.best for c in decisions))


def _balance(deal: PlayedDeal, values: list[int | None], seats: list[SeatTotal]) -> Balance:
    start, taken = values[0], values[-1]
    assert start is not None and taken is not None
    own = sum(s.loss for s in seats if s.seat in deal.start.side)
    other = sum(s.loss for s in seats if s.seat not in deal.start.side)
    return Balance(start, own, other, taken)
