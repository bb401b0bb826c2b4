"""What any contract of a deal is worth to each party under best play for the score, within a budget a contract.

``rebelote.contracts`` searches every contract to the end, and where scores do not follow from points that may take
minutes. Here deals that differ in the contract alone share their searches, and a contract that is too hard gets
bounds. The seven of trumps is swapped where that is best for its holder.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from rebelote.auctions import Outcome
from rebelote.cards import Card
from rebelote.choices.dealworths import SCORE_NODES, Appraiser, DealWorth, Pair
from rebelote.choices.swapdeals import Deal
from rebelote.contracts import Called
from rebelote.engine import Engine, StopFlag
from rebelote.outcomes import Outcomes, Rest, outcome
from rebelote.positions import Position
from rebelote.rules import Strain
from rebelote.scoring import FAILED, MADE, Contract, DealScore
from rebelote.shuffles import leader
from rebelote.stakes import Past, natural_stakes


@dataclass(frozen=True, slots=True)
class Row:
    """A contract and the least and most of its margin."""

    called: Called
    bounds: Pair

    @property
    def seat(self) -> int:
        return self.called.declarer


class ContractWorths:
    """What contracts of one deal are worth.

    ``at`` is the full deal, nothing led and no seven swapped; strain, side and misère play no part. ``upcard``: the
    turned card that may lie out of play. ``dealer``: none where the one before the leader dealt. ``nodes``: the budget
    of one search for the score. Raises ``Interrupted`` when stopped.
    """

    def __init__(
        self, at: Position, upcard: Card | None = None, dealer: int | None = None, *,
        nodes: int = SCORE_NODES, stop: StopFlag | None = None, engine: Engine | None = None,
    ) -> None:  # fmt: skip
        self.at, self.upcard, self.stop = at, upcard, stop
        self.rules, self.players = at.rules, at.players
        self.dealer = (at.leader - 1) % at.players if dealer is None else dealer
        self.two = self.rules.parties(self.players) == 2
        parties = (0,) if self.two else range(self.players)
        self.appraisers = [Appraiser(self.rules, self.players, self._seats(party), nodes, engine) for party in parties]
        self.deals: dict[tuple[int, Strain, int], Deal] = {}

    @property
    def nodes(self) -> int:
        return sum(deal.nodes for deal in self.deals.values())

    def highest(self, strain: Strain, seat: int) -> Contract:
        """The contract of a seat in a strain, where values are bid the highest that best play for points makes."""
        customs, plain = self.rules.customs, Contract(strain, seat)
        if customs.made_when != "bid":
            return plain
        party = self.rules.party(seat)
        sweep = replace(plain, bid=customs.sweep_bid, sweep=True)
        if self._chain(party, sweep) > self.at.at_stake:
            return sweep
        least = replace(plain, bid=customs.least_bid)
        at = replace(self._deal(party, least).keep.at, side=self._seats(party))
        stakes = natural_stakes(self.rules, self.players, least, at.hands, at.leader)
        done = outcome(Rest.of(at), Past.none(self.players), self._chain(party, least))
        steps = (stakes.final(*done).counted[party] - customs.least_bid) // customs.bid_step
        return replace(plain, bid=min(customs.least_bid + max(steps, 0) * customs.bid_step, customs.most_bid))

    def worth(self, party: int, contract: Contract) -> Pair:
        """The least and the most of what a contract is worth to a party; equal where it is known."""
        return self._margin(party, self._deal(party, contract).appraise(contract))

    def row(self, contract: Contract) -> Row:
        """A contract that somebody declares."""
        assert contract.declarer is not None
        party, customs = self.rules.party(contract.declarer), self.rules.customs
        found = self._deal(party, contract).appraise(contract)
        bounds = self._margin(party, found)
        margin = settled(bounds)
        written: tuple[int | None, ...] = (None,) * self.rules.parties(self.players)
        score = None if margin is None else self._score(party, contract, margin)
        # Not made is failed, but for points that may hang.
        never_hangs = contract.sweep or customs.made_when == "bid" or customs.when_equal != "hanging"
        result = MADE if found.made == (1, 1) else FAILED if found.made == (0, 0) and never_hangs else None
        if score is not None:
            # Of a lone player's opponents it is not known how they share.
            written = tuple(n if self.two or p == party else None for p, n in enumerate(score.written))
            result = score.result
        called = Called(contract.strain, contract.declarer, contract.bid, contract.sweep, result, margin, written)
        return Row(called, bounds)

    def _margin(self, party: int, found: DealWorth) -> Pair:
        """A deal's margin to a party, as appraised; of two parties it was appraised for the first."""
        low, high = found.margin
        return (-high, -low) if self.two and party else (low, high)

    def _seats(self, party: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.players) if self.rules.party(seat) == party)

    def _deal(self, party: int, contract: Contract) -> Deal:
        """The deal with the first card still to come, as seen from a party (of two from the first)."""
        kind = Outcome("contract", contract.strain, contract.declarer, contract.bid, contract.sweep)
        first = leader(self.rules, self.players, self.dealer, kind, first=self.at.leader)
        whose = 0 if self.two else party
        key = (whose, contract.strain, first)
        if key not in self.deals:
            at = replace(self.at, strain=contract.strain, leader=first)
            self.deals[key] = Deal(self.appraisers[whose], at, self.upcard, self.stop)
        return self.deals[key]

    def _chain(self, party: int, contract: Contract) -> int:
        """The party's chain (``rebelote.values``) when all play for points."""
        deal = self._deal(party, contract).keep
        chain = deal.chain(deal.at, deal.appraiser.side, False)
        return deal.rest - chain if self.two and party else chain

    def _score(self, party: int, contract: Contract, margin: int) -> DealScore | None:
        """What is written when the party has that margin; none where its own points do not decide."""
        deal = self._deal(party, contract)
        for searched in [deal.keep, *([deal.swap] if deal.swap else [])]:
            at = replace(searched.at, side=self._seats(party))
            stakes = natural_stakes(self.rules, self.players, contract, at.hands, at.leader)
            found = Outcomes(at, stakes, Past.none(self.players))
            if not found.alone:
                return None
            chain = self._chain(party, contract)
            if searched is deal.keep and found.margins[chain + 1] == margin:
                return found.scores[chain + 1]
            if margin in found.margins:
                return found.scores[found.margins.index(margin)]
        return None


def settled(bounds: Pair) -> int | None:
    """What is known exactly, else none."""
    return bounds[0] if bounds[0] == bounds[1] else None
