"""What could have been called: every strain and declarer, and what the deal would then have scored.

The hands are taken as they are, melds as everybody would call them, and all play for the
score. Where a bid names a value, the highest that best play makes is the one bid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rebelote.engine import Engine, StopFlag
from rebelote.outcomes import Rest, outcome
from rebelote.positions import Position
from rebelote.rules import Strain
from rebelote.scoresearch import Worth, worth
from rebelote.scoring import MADE, Contract
from rebelote.solving import solve, table_position
from rebelote.stakes import Past, Stakes, natural_stakes


@dataclass(frozen=True, slots=True)
class Called:
    """One strain in one seat's hands.

    ``bid`` and ``sweep``: what is bid, where values are bid. ``margin`` is the declarer's (side's):
    see ``rebelote.stakes``. ``written`` a party, none for the opponents of a lone player. When the
    budget ran out all of them are none.
    """

    strain: Strain
    declarer: int
    bid: int | None
    sweep: bool
    result: str | None
    margin: int | None
    written: tuple[int | None, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "trump": str(self.strain),
            "declarer": self.declarer,
            "bid": self.bid,
            "sweep": self.sweep,
            "result": self.result,
            "margin": self.margin,
            "written": list(self.written),
        }


@dataclass(frozen=True, slots=True)
class ContractTable:
    """Every contract of a deal, in the order of strains and seats."""

    position: Position
    rows: list[Called]
    nodes: int
    exact: bool

    def best(self, seat: int) -> Called | None:
        """The contract of ``seat`` with the largest margin."""
        own = [row for row in self.rows if row.declarer == seat and row.margin is not None]
        return max(own, key=lambda row: row.margin or 0) if own else None

    def to_dict(self) -> dict[str, Any]:
        return {
            "variant": self.position.rules.variant,
            "players": self.position.players,
            "leader": self.position.leader,
            "rows": [row.to_dict() for row in self.rows],
            "nodes": self.nodes,
            "exact": self.exact,
        }


def contract_table(
    given: Position | Mapping[str, Any] | str,
    *,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> ContractTable:
    """What every strain and declarer scores under best play for the score.

    ``given`` is a full deal; its strain, side and misère play no part. ``nodes`` bounds the
    searches of all contracts together. Raises ``Interrupted`` when stopped.
    """
    deal = table_position(given)
    rows, spent, exact = [], 0, True
    for strain in deal.rules.strains:
        for seat in range(deal.players):
            left = None if nodes is None else max(1, nodes - spent)
            found, contract = _called(deal, strain, seat, left, stop, engine)
            rows.append(_row(deal, contract, found))
            spent += found.nodes
            exact = exact and found.exact
    return ContractTable(deal, rows, spent, exact)


def _called(
    deal: Position, strain: Strain, seat: int, nodes: int | None, stop: StopFlag | None, engine: Engine | None
) -> tuple[Worth, Contract]:
    side = next(side for side in deal.rules.sides(deal.players) if seat in side)
    at = replace(deal, strain=strain, side=side, misere=False)
    contract = Contract(strain, seat)
    stakes = natural_stakes(deal.rules, deal.players, contract, deal.hands, deal.leader)
    if deal.rules.customs.made_when == "bid":
        contract = _highest(at, stakes, nodes, stop, engine)
        stakes = replace(stakes, contract=contract)
    return worth(at, stakes, nodes=nodes, stop=stop, engine=engine), contract


def _highest(at: Position, stakes: Stakes, nodes: int | None, stop: StopFlag | None, engine: Engine | None) -> Contract:
    """The highest bid that best play for points makes; the least one where none is made."""
    customs, seat = at.rules.customs, stakes.contract.declarer
    found = solve(at, cards=False, line=False, nodes=nodes, stop=stop, engine=engine)
    least = replace(stakes.contract, bid=customs.least_bid)
    if found.points is None or seat is None:
        return least
    chain = found.of + 1 if found.sweep == 1 else -1 if found.sweep == -1 else found.points
    if chain > found.of:
        return replace(stakes.contract, bid=customs.sweep_bid, sweep=True)
    counted = replace(stakes, contract=least).final(*outcome(Rest.of(at), Past.none(at.players), chain)).counted
    steps = (counted[at.rules.party(seat)] - customs.least_bid) // customs.bid_step
    bid = min(customs.least_bid + max(steps, 0) * customs.bid_step, customs.most_bid)
    return replace(stakes.contract, bid=bid)


def _row(deal: Position, contract: Contract, found: Worth) -> Called:
    assert contract.declarer is not None
    written: tuple[int | None, ...] = (None,) * deal.rules.parties(deal.players)
    result = None
    if found.score is not None:
        mine = deal.rules.party(contract.declarer)
        alone = len(written) > 2
        written = tuple(None if alone and p != mine else n for p, n in enumerate(found.score.written))
        result = found.score.result
    elif found.margin is not None and found.margin > 0:
        result = MADE
    return Called(contract.strain, contract.declarer, contract.bid, contract.sweep, result, found.margin, written)
