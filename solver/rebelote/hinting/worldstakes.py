"""What the worlds of a deal are played for: melds, belas and the contract, world by world.

Melds are those called. Where nothing is said of them, and while some have still to play their first card, they are
what everybody would call in that world; later it is taken that there were none. Belas are those called and
the pairs that are still in one hand; where nothing is said of them every pair that was dealt to one hand counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rebelote.cards import from_mask
from rebelote.hinting.scorebounds import Bounds, MadeStakes, Pairs, Rest, alone, finals, shared, unknown
from rebelote.meldbook import book
from rebelote.melds import contest
from rebelote.scoring import DealScore
from rebelote.stakes import Stakes, natural_stakes
from rebelote.worlds.knowledge import Knowledge

#: Points of melds and of belas, a seat.
Key = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Scale:
    """What a world's stakes make of the chain that best play for points gives: least and most, by chain + 1.

    ``score``: the owners' margin, by the side's chain; ``other_way``: by its chain when everybody wants of points
    the opposite. ``made``: 1 or 0 for the contract, by the side's chain, or by the party's where that is
    ``WorldStakes.separate``; none in misère.
    """

    stakes: Stakes
    score: Pairs
    other_way: Pairs
    made: Pairs | None


def scorable(knowledge: Knowledge) -> bool:
    """Whether the deal's score can be told: the contract is known, and the deal from its first card on."""
    return knowledge.contract is not None and knowledge.cards == knowledge.rules.cards


class WorldStakes:
    """What the worlds of a deal are played for.

    ``party``: the seats that want the contract made, none in misère. ``separate``: they are neither the side nor
    all others, so what they can force is a search of its own. ``sign_tells``: the contract is made exactly when the
    owners' margin is above 0.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        k = self.knowledge = knowledge
        assert k.contract is not None
        self.contract = k.contract
        self.left = k.cards - len(k.plays) // k.players
        self.others = tuple(seat for seat in range(k.players) if seat not in k.side)
        declarer = k.contract.declarer
        self.party: tuple[int, ...] = ()
        if declarer is not None:
            mine = k.rules.party(declarer)
            self.party = tuple(seat for seat in range(k.players) if k.rules.party(seat) == mine)
        self.separate = bool(self.party) and self.party not in (k.side, self.others)
        self.sign_tells = declarer is not None and self._sign_tells()
        # Melds: what was called; else what all will call, while some have still to play their first card.
        self._natural = k.melds is None and len(k.plays) < k.players
        won = contest(k.rules, k.strain, [(seat, (meld,)) for seat, meld in k.melds or ()])
        self._melds = tuple(sum(meld.points for meld in won.get(seat, ())) for seat in range(k.players))
        self._pairs = book(k.rules, k.strain).pairs
        self._called = {(seat, pair.cards) for seat, pair in k.belas or ()}
        self._belas = [0] * k.players
        for seat, pair in k.belas or ():
            self._belas[seat] += pair.points

    def _sign_tells(self) -> bool:
        """Whether a lone declarer writes more than 0 exactly when he makes it.

        Where he has to have more than each other, one who makes it has something, and one who fails, or hangs, has
        nothing or less where a failed declarer's points are lost or taken off. (With as many as another one he has
        something too, unless nobody has: hence the last trick. In tens a little is written as nothing.)
        """
        k = self.knowledge
        customs = k.rules.customs
        owners = Stakes(k.rules, k.players, self.contract).owners(k.side)
        lone = k.rules.parties(k.players) > 2 and self.party == owners
        some = customs.made_when == "more" and k.rules.last_trick > 0 and customs.scale == "points"
        return lone and some and customs.failed in ("nothing", "subtract")

    def key(self, hands: Sequence[int]) -> Key:
        """Points of melds and of belas a seat in that world; of partners the first has those of both."""
        k = self.knowledge
        if self._natural:
            natural = natural_stakes(k.rules, k.players, self.contract, k.dealt(hands), k.leader)
            melds, belas = natural.melds, natural.belas if k.belas is None else self._pairs_of(hands)
        else:
            melds, belas = self._melds, self._pairs_of(hands)
        if k.rules.partners:
            return _paired(melds), _paired(belas)
        return melds, belas

    def _pairs_of(self, hands: Sequence[int]) -> tuple[int, ...]:
        """Belas: with those called the ones that can still be; where nothing is told of them all that were dealt."""
        k = self.knowledge
        out = list(self._belas)
        for seat, hand in enumerate(hands):
            if k.belas is None:
                hand |= k.played[seat]
            elif not k.rules.customs.bela_shares:
                hand &= ~sum({card.bit for s, meld in k.melds or () if s == seat for card in from_mask(meld.cards)})
            for pair in self._pairs:
                if hand & pair.cards == pair.cards and (seat, pair.cards) not in self._called:
                    out[seat] += pair.points
        return tuple(out)

    def scale(self, rest: int, key: Key) -> Scale:
        """What the stakes of a world make of each chain; ``rest`` points are to be won in it."""
        k = self.knowledge
        stakes = Stakes(k.rules, k.players, self.contract, *key)
        owners = stakes.owners(k.side)
        scores = self._finals(stakes, owners, rest)
        score = self._bounds(stakes, owners, scores, rest)
        if owners != k.side:
            score = score.turned()
        ways = (score.few, score.many) if k.misere else (score.many, score.few)
        return Scale(stakes, *ways, self._made(stakes, owners, scores, rest))

    def _made(self, stakes: Stakes, owners: tuple[int, ...], scores: list[DealScore] | None, rest: int) -> Pairs | None:
        """``Scale.made``; ``scores`` are the owners'."""
        k = self.knowledge
        if not self.party or k.misere:
            return None
        told = MadeStakes.of(stakes)
        if self.party != owners:
            # Of two parties one's chain is what the other's leaves of the rest.
            two = scores is not None and k.rules.parties(k.players) == 2
            scores = scores[::-1] if scores is not None and two else self._finals(told, self.party, rest)
        bounds = self._bounds(told, self.party, scores, rest)
        return bounds.turned().many if self.party == self.others else bounds.many

    def _ahead(self, owners: tuple[int, ...], rest: int) -> Rest:
        players = self.knowledge.players
        return Rest(players, owners, tuple(s for s in range(players) if s not in owners), rest, self.left)

    def _finals(self, stakes: Stakes, owners: tuple[int, ...], rest: int) -> list[DealScore] | None:
        """What is written at each chain of the owners, where their own points decide."""
        if not stakes.by_points_alone(owners):
            return None
        return finals(stakes, self.knowledge.past, self._ahead(owners, rest))

    def _bounds(self, stakes: Stakes, owners: tuple[int, ...], scores: list[DealScore] | None, rest: int) -> Bounds:
        if scores is not None:
            return alone(stakes, owners, scores)
        if self.contract.declarer in owners and stakes.rules.customs.more_than == "each":
            return shared(stakes, self.knowledge.past, self._ahead(owners, rest))
        return unknown(rest)


def reach(knowledge: Knowledge, by: str) -> int:
    """The most by which one card can be better than another in any world: in points, score or made.

    In points all that is not yet taken. A party writes at most, or loses at most, everything that is in the deal with
    all bonuses and the bid, and a margin lies between that won and that lost.
    """
    k, customs = knowledge, knowledge.rules.customs
    cards = sum(k.rules.points(k.strain)) + k.rules.last_trick
    if by == "made":
        return 1
    if by == "points":
        return cards - sum(k.past.points)
    assert k.contract is not None
    melds = sum(meld.points for _, meld in k.melds or ())
    if k.melds is None and len(k.plays) < k.players:
        # Every set, and of each suit two runs, as no suit has more apart from one another.
        melds = sum(customs.set_points) + 8 * max(customs.run_points) + 4 * customs.kabor
    belas = sum(pair.points for pair in book(k.rules, k.strain).pairs)
    bid = max(k.contract.bid or 0, customs.least_bid, customs.sweep_bid if k.contract.sweep else 0)
    most = customs.nt_factor * (cards + melds + belas) + k.rules.all_tricks_bonus
    most = k.contract.factor * (most + bid) + k.players * customs.no_trick
    return 2 * most


def _paired(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The same for partners, the first seat of each two having both numbers."""
    return numbers[0] + numbers[2], numbers[1] + numbers[3], 0, 0
