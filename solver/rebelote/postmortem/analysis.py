"""A finished (or broken off) deal, judged card by card against perfect play."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from rebelote.cards import Card
from rebelote.engine import Engine, StopFlag
from rebelote.exchanges import Exchange, weigh_exchange
from rebelote.positions import Position
from rebelote.postmortem.course import follow, follows_points, moments_of
from rebelote.postmortem.judged import Balance as Balance  # callers name the types
from rebelote.postmortem.judged import PlayedCard as PlayedCard
from rebelote.postmortem.judged import SeatTotal as SeatTotal
from rebelote.postmortem.judged import SideTotal as SideTotal
from rebelote.postmortem.judged import seat_total, side_total
from rebelote.postmortem.judging import judge
from rebelote.postmortem.labels import LABELS
from rebelote.postmortem.turning import TurningPoint as TurningPoint
from rebelote.postmortem.turning import turning_points
from rebelote.postmortem.weighing import ByContract, ByPoints, ByScore, Joined
from rebelote.records import PlayedDeal
from rebelote.scales import ScoreScale, score_scale
from rebelote.scoresearch import OutOfBudget
from rebelote.solving import Budget
from rebelote.stakes import Stakes, natural_stakes

if TYPE_CHECKING:
    from rebelote.postmortem.bidding import BiddingReview
    from rebelote.postmortem.luck import Luck
    from rebelote.wholedeals import DealRecord


@dataclass(frozen=True, slots=True)
class Analysis:
    """The post-mortem of a deal for one side.

    ``values[i]`` is the side's total for the whole deal with perfect play from just before
    card i (points already taken included); the last is the outcome. When the node budget
    ran out, ``exact`` is false, values that are not known are None, and there are no cards,
    no totals and no balance. ``score`` is the deal on the scale of what is written, where it is
    known what it was played for (``stakes``); ``exchange`` weighs the swap of the seven of trumps, where somebody
    could make it.

    ``sides``: partnerships, or each seat, then the side analysed and the declarer's each with the rest where they
    are others. ``score_balance`` is the balance of the owners of the score, in margins. ``turning``: where the result
    changed hands, in order. ``finished``: of every card it is known whether it changed the result, and every line was
    found; while it is
    false there are no turning points, and no counts of labels. ``luck`` and ``bidding`` are none where they
    were not asked for. ``record``: the whole record, where one was given.
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
    sides: list[SideTotal] = field(default_factory=list)
    score_balance: Balance | None = None
    turning: list[TurningPoint] = field(default_factory=list)
    luck: list[Luck] | None = None
    bidding: BiddingReview | None = None
    finished: bool = False
    stakes: Stakes | None = field(default=None, repr=False)
    record: DealRecord | None = field(default=None, repr=False)

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
            "labels": [row.to_dict() for row in LABELS],
            "sides": [s.to_dict() for s in self.sides],
            "score_balance": self.score_balance.to_dict() if self.score_balance else None,
            "turning": [point.to_dict() for point in self.turning],
            "luck": None if self.luck is None else [one.to_dict() for one in self.luck],
            "bidding": None if self.bidding is None else self.bidding.to_dict(),
            "finished": self.finished,
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
    luck: bool = False,
    bidding: bool = False,
    worlds: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    seconds: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Analysis:
    """The value before and after every card played, what it lost, its label, and where the result turned.

    ``given`` is a position with ``plays`` (JSON or text form), a whole record in any form, or one of
    them read already. The side is the
    one given, else the declarer's, else seat 0's. ``stakes``: what the deal was played for, to judge
    it on the scale of the score as well.

    ``luck``: also whether each costly card was an error on what its player could know (``rebelote.postmortem.luck``);
    ``bidding``: also what every contract would have come to, and the calls (``rebelote.postmortem.bidding``), none
    where the hands are those of an ending. Both are left out where the values are not known. ``worlds`` (none: as
    many as those modules say), ``seed`` and ``threads`` are for both of them; ``seconds`` bounds each, which
    then goes by fewer worlds; ``progress`` is told how many cards are done and of how many, then the same of calls.
    ``nodes`` bounds all the rest together.

    Raises ``RecordError`` with every fault, ``Interrupted`` when stopped.
    """
    deal, told, swap, record = as_deal(given)
    stakes = stakes or told
    budget = Budget(nodes, stop)
    found = _judged(deal, stakes, record, budget, engine)
    if not found.exact:
        return found
    if stakes is not None and swap is not None:
        found = replace(found, exchange=_exchange(stakes, *swap, _left(budget), stop, engine))
    about: dict[str, Any] = {
        "seed": seed, "threads": threads, "seconds": seconds, "progress": progress, "stop": stop, "engine": engine,
    }  # fmt: skip
    if luck:
        from rebelote.postmortem.luck import WORLDS
        from rebelote.postmortem.luck import luck as judge_luck

        costly = [i for i, card in enumerate(found.cards) if card.costly]
        found = replace(
            found, luck=judge_luck(record or deal, costly, worlds=WORLDS if worlds is None else worlds, **about)
        )
    if bidding and not _ending(deal):
        from rebelote.postmortem.bidding import bidding_review

        found = replace(found, bidding=bidding_review(record or deal, worlds=worlds, **about))
    return found


def _judged(
    deal: PlayedDeal, stakes: Stakes | None, record: DealRecord | None, budget: Budget, engine: Engine | None
) -> Analysis:
    """The analysis of what was played, without what hangs on the cards that were hidden or the calls."""
    course = follow(deal, engine or Engine.default(), budget)
    values = [None if moment is None else moment.value for moment in course]
    taken = list(moments_of(deal)[-1][1].points)
    of = deal.start.at_stake
    nothing = partial(Analysis, deal, values, [], [], None, taken, of, exact=False, stakes=stakes, record=record)
    moments = [moment for moment in course if moment is not None]
    if len(moments) < len(course):
        return nothing(nodes=budget.spent)
    points = ByPoints(moments, of, budget, engine)
    scale, score, joined = None, None, None
    if stakes is not None:
        chains = [moment.chain for moment in moments]
        scale = score_scale(deal, chains, stakes, nodes=_left(budget), stop=budget.stop, engine=engine)
        budget.spent += scale.nodes
        score = ByScore(moments, deal.plays, stakes, scale, follows_points(deal, stakes), budget, engine)
        if not scale.exact and ByContract.holds(stakes, deal.start.side):
            joined = Joined(score, ByContract(points, stakes))
    cards, finished = judge(moments, deal.plays, points, score, joined)
    turning: list[TurningPoint] = []
    if finished:
        try:
            turning = turning_points(moments, cards, joined or score or points)
        except OutOfBudget:
            if score is None or score.follows:
                return nothing(nodes=budget.spent)
            finished = False
    scored = scale is not None and scale.exact
    seats = [seat_total(seat, cards, scored=scored, finished=finished) for seat in range(deal.start.players)]
    return Analysis(
        deal, values, cards, seats, _balance(deal, values, seats), taken, of, budget.spent, True, scale,
        sides=[side_total(side, taken, cards, scored=scored, finished=finished) for side in _sides(deal)],
        score_balance=_score_balance(scale, seats),
        turning=turning,
        finished=finished,
        stakes=stakes,
        record=record,
    )  # fmt: skip


def _ending(deal: PlayedDeal) -> bool:
    """Whether the deal began later than with its first card."""
    start = deal.start
    return bool(start.trick) or any(hand.bit_count() != start.rules.cards for hand in start.hands)


def _left(budget: Budget) -> int | None:
    """What is left for another search: at least one node, none where there is no limit."""
    return None if budget.left is None else max(1, budget.left - budget.spent)


def _exchange(
    stakes: Stakes, before: Position, upcard: Card, nodes: int | None, stop: StopFlag | None, engine: Engine | None
) -> Exchange | None:
    """The exchange of the seven, weighed with the melds that each of the hands would call."""

    def stakes_of(hands: tuple[int, ...]) -> Stakes:
        return natural_stakes(before.rules, before.players, stakes.contract, hands, before.leader)

    return weigh_exchange(before, stakes_of, upcard, nodes=nodes, stop=stop, engine=engine)


def as_deal(
    given: PlayedDeal | DealRecord | Mapping[str, Any] | str,
) -> tuple[PlayedDeal, Stakes | None, tuple[Position, Card] | None, DealRecord | None]:
    """The cards played; where a record says so what they were played for, and the deal before the seven
    of trumps could be swapped, with the upcard; and the record.
    """
    # Who only solves positions does not wait for bidding, melds and scores.
    from rebelote import wholedeals

    if isinstance(given, PlayedDeal):
        return given, None, None, None
    record = given if isinstance(given, wholedeals.DealRecord) else wholedeals.whole(given)
    if record is None:
        return wholedeals.played_deal(given), None, None, None  # type: ignore[arg-type]  # no record, so a small form
    # What a part of a deal came to hangs on the rest of it.
    full = record.reckoning is not None and record.reckoning.full
    return record.played, record.stakes() if full else None, record.swap() if full else None, record


def _sides(deal: PlayedDeal) -> list[tuple[int, ...]]:
    """The sides that are summed: partnerships, or each seat; then the side analysed and the declarer's, each with
    the rest, where they are others.
    """
    start = deal.start
    out = [side for side in start.rules.sides(start.players) if start.rules.partners or len(side) == 1]
    named = [start.side, start.others]
    if deal.declarer is not None:
        named += [(deal.declarer,), tuple(s for s in range(start.players) if s != deal.declarer)]
        named = named if not start.rules.partners else named[:2]
    return out + [side for i, side in enumerate(named) if side not in out and side not in named[:i]]


def _balance(deal: PlayedDeal, values: list[int | None], seats: list[SeatTotal]) -> Balance:
    start, taken = values[0], values[-1]
    assert start is not None and taken is not None
    own = sum(s.loss for s in seats if s.seat in deal.start.side)
    other = sum(s.loss for s in seats if s.seat not in deal.start.side)
    return Balance(start, own, other, taken)


def _score_balance(scale: ScoreScale | None, seats: list[SeatTotal]) -> Balance | None:
    if scale is None or not scale.exact:
        return None
    start, end = scale.at[0], scale.at[-1]
    assert start is not None and end is not None
    own = sum(s.score_loss or 0 for s in seats if s.seat in scale.owners)
    other = sum(s.score_loss or 0 for s in seats if s.seat not in scale.owners)
    return Balance(start.margin, own, other, end.margin)
