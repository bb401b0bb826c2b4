"""What a deal is worth to one side under one contract after another, from as few searches as can be.

The first card is not played yet, or only those of others before the seat that asks. Best play for points gives the
side's chain (``rebelote.values``), and each contract's score and success mostly follow from that alone, so that one
search serves all contracts in a strain. Where they do not, best play for few points narrows them down, and then a
search for the score itself, within a budget of nodes (``rebelote.hinting.scorebounds`` has the proofs).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from operator import ge, le
from typing import TypeVar

from rebelote.cards import Card
from rebelote.engine import Core, Engine, StopFlag, place
from rebelote.errors import Interrupted
from rebelote.hinting.scorebounds import Bounds, MadeStakes, Rest, alone, finals, shared, unknown
from rebelote.positions import Position
from rebelote.rules import Rules
from rebelote.scoresearch import worth
from rebelote.scoring import DealScore
from rebelote.stakes import Past, Stakes

#: The least and the most that something is; equal where it is known.
Pair = tuple[int, int]

Found = TypeVar("Found")

#: The budget of one search for the score itself, in nodes, unless the caller says otherwise.
SCORE_NODES = 20_000


@dataclass(frozen=True, slots=True)
class DealWorth:
    """A deal under one contract, to one side: its margin, 1 or 0 for the contract made (none: no contract), points."""

    margin: Pair
    made: Pair | None
    points: int


@dataclass(frozen=True, slots=True)
class _Scale:
    """By the side's chain + 1: what it makes of the margin, both ways of wanting points; and of the contract,
    by the chain of the declarer's party where ``separate``. ``margins``: of each outcome, where points alone decide."""

    margin: Bounds
    margins: tuple[int, ...] | None
    made: Bounds | None
    separate: bool


class Appraiser:
    """Appraises deals for one side; may be used by many threads at once.

    ``side`` is a party: two partners, or one seat. ``nodes``: the budget of one search for the score itself.
    """

    def __init__(
        self, rules: Rules, players: int, side: tuple[int, ...], nodes: int = SCORE_NODES, engine: Engine | None = None
    ) -> None:
        self.rules, self.players, self.side, self.nodes = rules, players, side, nodes
        self.others = tuple(seat for seat in range(players) if seat not in side)
        self.engine = engine or Engine.default()
        self._scales: dict[object, _Scale] = {}

    def table(self, position: Position, stop: StopFlag | None = None) -> Searched:
        """A position, from which all contracts of its strain are appraised; its side and misère play no part."""
        return Searched(self, replace(position, side=self.side, misere=False), stop)

    def party(self, declarer: int) -> tuple[int, ...]:
        """The seats that want a contract made."""
        mine = self.rules.party(declarer)
        return tuple(seat for seat in range(self.players) if self.rules.party(seat) == mine)

    def scale(self, stakes: Stakes, rest: int, at: Position) -> _Scale:
        """What the stakes make of each chain of ``rest`` points; of ``at`` it only matters how many tricks are left."""
        key = (stakes.contract, stakes.melds, stakes.belas, rest, at.tricks_left)
        found = self._scales.get(key)
        if found is None:
            found = self._scales[key] = self._scale(stakes, rest, at)
        return found

    def alike(self, stakes: Stakes) -> Stakes:
        """Stakes that score alike, with fewer different numbers.

        A party of partners scores together, so their melds may be all the first one's. A lone declarer who plays for a
        bid is asked for his own points alone: what others have melded adds to their scores and not to his.
        """
        if self.rules.partners:
            return replace(stakes, melds=_paired(stakes.melds), belas=_paired(stakes.belas))
        declarer, bid = stakes.contract.declarer, self.rules.customs.made_when == "bid"
        if bid and self.rules.parties(self.players) > 2 and declarer in self.side:
            return replace(stakes, melds=_only(stakes.melds, self.side), belas=_only(stakes.belas, self.side))
        return stakes

    def _scale(self, stakes: Stakes, rest: int, at: Position) -> _Scale:
        declarer, two = stakes.contract.declarer, self.rules.parties(self.players) == 2
        scores = self._finals(stakes, rest, at, self.side)
        margin = self._bounds(stakes, scores, rest, at, self.side)
        each = None if scores is None else tuple(stakes.margin(self.side, found) for found in scores)
        if declarer is None:
            return _Scale(margin, each, None, False)
        party, told = self.party(declarer), MadeStakes.of(stakes)
        if party == self.side:
            return _Scale(margin, each, self._bounds(told, scores, rest, at, party), False)
        if two and scores is not None:
            # Of two parties one's chain is what the other's leaves of the rest.
            return _Scale(margin, each, self._bounds(told, scores[::-1], rest, at, party).turned(), False)
        return _Scale(margin, each, self._bounds(told, self._finals(told, rest, at, party), rest, at, party), True)

    def _finals(self, stakes: Stakes, rest: int, at: Position, owners: tuple[int, ...]) -> list[DealScore] | None:
        """What is written by the owners' chain, where their own points decide."""
        if not stakes.by_points_alone(owners):
            return None
        return finals(stakes, Past.none(self.players), self._ahead(rest, at, owners))

    def tells_made(self, stakes: Stakes, rest: int) -> bool:
        """Whether the side is a lone declarer who has made the contract exactly where his margin is above 0.

        Of more than two parties one that fails writes nothing, or a loss, where it keeps nothing of its own; and one
        that makes it has at least as much as each of the others, more than nothing where something is to be won.
        """
        customs = self.rules.customs
        alone_ = self.rules.parties(self.players) > 2 and stakes.contract.declarer in self.side and rest > 0
        return alone_ and customs.made_when == "more" and customs.failed != "tricks_to_defenders"

    def _bounds(
        self, stakes: Stakes, scores: list[DealScore] | None, rest: int, at: Position, owners: tuple[int, ...]
    ) -> Bounds:
        if scores is not None:
            return alone(stakes, owners, scores)
        if stakes.contract.declarer in owners and self.rules.customs.more_than == "each":
            return shared(stakes, Past.none(self.players), self._ahead(rest, at, owners))
        return unknown(rest)

    def _ahead(self, rest: int, at: Position, owners: tuple[int, ...]) -> Rest:
        others = tuple(seat for seat in range(self.players) if seat not in owners)
        return Rest(self.players, owners, others, rest, at.tricks_left)


class Searched:
    """One deal and the searches of it so far. ``nodes`` is what they took."""

    def __init__(self, appraiser: Appraiser, at: Position, stop: StopFlag | None) -> None:
        self.appraiser, self.at, self.stop = appraiser, at, stop
        self.rest, self.nodes, self._first = at.at_stake, 0, 0
        self._chains: dict[tuple[tuple[int, ...], bool], int | None] = {}
        self._hard = False
        self._looked: dict[tuple[Card, ...], list[tuple[tuple[int, ...], Pair]]] = {}
        self._after: dict[tuple[tuple[int, ...], bool], dict[int, int] | None] = {}

    def appraise(self, stakes: Stakes, at: Position | None = None) -> DealWorth:
        """The deal under a contract; ``at`` is a position after a card of it. Raises ``Interrupted`` when stopped.

        Stakes that come again and again are best made ``alike`` before.
        """
        at, side = at or self.at, self.appraiser.side
        declarer = stakes.contract.declarer
        scale = self.appraiser.scale(stakes, self.rest, self.at)
        margin = self._margin(at, scale, stakes)
        made = None
        if scale.made is not None and declarer is not None:
            if self.appraiser.tells_made(stakes, self.rest):
                made = int(margin[0] > 0), int(margin[1] > 0)
            else:
                party = self.appraiser.party(declarer)
                asked = party if scale.separate else side
                made = self._narrowed(at, asked, scale.made, False)
                made = self._sought(made, at, party, MadeStakes.of(stakes))
        return DealWorth(margin, made, min(max(self.chain(at, side, declarer is None), 0), self.rest))

    def chain(self, at: Position, side: tuple[int, ...], misere: bool) -> int:
        """The side's chain when it wants many points, or in misère few, and all others the opposite."""
        found = self._chain(at, side, misere, None)
        assert found is not None
        return found

    def _chain(self, at: Position, side: tuple[int, ...], misere: bool, budget: int | None) -> int | None:
        """The same; none when the budget runs out."""
        key = (side, misere)
        if at.trick != self.at.trick:
            if self._after.get(key) is None and (budget is None or key not in self._after):
                self._after[key] = self._search(side, misere, _each, budget)
            after = self._after[key]
            return None if after is None else after[at.trick[-1]]
        if self._chains.get(key) is None and (budget is None or key not in self._chains):
            self._chains[key] = self._search(side, misere, self._whole, budget)
        return self._chains[key]

    def _search(
        self, side: tuple[int, ...], misere: bool, ask: Callable[[Core], Found | None], budget: int | None
    ) -> Found | None:
        with self.appraiser.engine.search(replace(self.at, side=side, misere=misere)) as core:
            place(core, self.at, self.stop, budget)
            found = ask(core)
            self.nodes += core.nodes
            self._first = max(self._first, core.nodes)
        if (found is None and budget is None) or (self.stop is not None and self.stop.is_set()):
            raise Interrupted("the search was stopped before it was done")
        return found

    def _whole(self, core: Core) -> int | None:
        return core.search(-2, self.rest + 2)

    def _margin(self, at: Position, scale: _Scale, stakes: Stakes) -> Pair:
        """Least and most of the margin, by one search, else two, else that for the score.

        Where no outcome is worth more than under another contract, the deal is not worth more: whatever the others do
        against that they can do against this. So a contract looked into before bounds the next ones.
        """
        found = self._narrowed(at, self.appraiser.side, scale.margin, stakes.contract.declarer is None)
        if found[0] == found[1]:
            return found
        if scale.margins is not None:
            for before, known in self._looked.get(at.trick, ()):
                if all(map(le, scale.margins, before)):
                    found = found[0], min(found[1], known[1])
                if all(map(ge, scale.margins, before)):
                    found = max(found[0], known[0]), found[1]
        found = self._sought(found, at, self.appraiser.side, stakes)
        if scale.margins is not None:
            self._looked.setdefault(at.trick, []).append((scale.margins, found))
        return found

    def _narrowed(self, at: Position, side: tuple[int, ...], bounds: Bounds, misere: bool) -> Pair:
        """Least and most by the chain of ``side``, wanting many points or few, and where that is not enough both."""
        found = (bounds.few if misere else bounds.many)[self.chain(at, side, misere) + 1]
        if found[0] == found[1] or self.appraiser.nodes <= 0:
            return found
        # To press points on those who want none may take far longer than to win them.
        other = self._chain(at, side, not misere, self.appraiser.nodes)
        return found if other is None else _both(found, (bounds.many if misere else bounds.few)[other + 1])

    def _sought(self, known: Pair, at: Position, owners: tuple[int, ...], stakes: Stakes) -> Pair:
        """The margin by a search for the margin itself, where it is not known; bounds when the budget runs out.

        A deal for which it ran out once is not searched so again, for its other contracts are as hard.
        """
        asked = self.appraiser
        if known[0] == known[1] or self._hard or asked.nodes <= 0:
            return known
        # It may begin with two searches for points that were done here before: these are not to eat up its budget.
        again = 2 * self._first if stakes.by_points_alone(owners) else 0
        at = replace(at, side=owners)
        found = worth(at, stakes, nodes=asked.nodes + again, stop=self.stop, engine=asked.engine)
        self.nodes += found.nodes
        self._hard = not found.exact
        return _both(known, found.bounds)


def _each(core: Core) -> dict[int, int] | None:
    """The chain after every legal card, by its number; none when the search was stopped."""
    return {card: chain for one, chain, equals in core.values() for card in (one, *equals)} or None


def _both(one: Pair, other: Pair) -> Pair:
    """What two bounds say together."""
    return max(one[0], other[0]), min(one[1], other[1])


def _paired(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The same for partners, the first seat of each two having both numbers."""
    return (numbers[0] + numbers[2], numbers[1] + numbers[3], 0, 0) if numbers else ()


def _only(numbers: tuple[int, ...], seats: Sequence[int]) -> tuple[int, ...]:
    return tuple(n if seat in seats else 0 for seat, n in enumerate(numbers))
