"""Best play for a deal's score, which is not always best play for points.

What a party writes is a function of the outcome of the play. Where it never falls as the
points rise (or never rises), best play for points is best play for score, since a monotone
function goes through minimax; most deals are so, and the function is looked at in full before
it is taken for one. The others are searched for the score itself: for each margin that can come
out, can the owners force an outcome that is worth it? Such an outcome lies in a set of outcomes
that need not be connected: "at least the bid, or hardly anything". Four questions about points,
asked of the compiled core, settle most positions of that search:

- the owners can force the upper part of the set, or the lower part: yes;
- they cannot even force as much as its smallest member, or as little as its largest: no.

Where none does, every card is tried. ``docs/algorithm.md`` has the proofs.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from contextlib import ExitStack
from dataclasses import dataclass, replace

from rebelote.cards import Card
from rebelote.engine import Core, Engine, StopFlag, place
from rebelote.errors import Interrupted
from rebelote.outcomes import Outcomes, Rest, evenly_split, splits, with_split
from rebelote.positions import Position
from rebelote.scoring import DealScore
from rebelote.stakes import Past, Stakes


@dataclass(frozen=True, slots=True)
class Worth:
    """What a position is worth to ``owners`` under best play for score.

    ``margin``: what the owners play for (``rebelote.stakes``). ``score``: what is written then; of
    more than two parties only the owners' part of it means anything, and where their own points
    do not decide there is none. When the budget ran out, ``exact`` is false, ``score`` is none
    and the margin lies within ``bounds``. ``by_points``: the points search was enough.
    """

    owners: tuple[int, ...]
    margin: int | None
    score: DealScore | None
    bounds: tuple[int, int]
    exact: bool
    by_points: bool
    nodes: int


def worth(
    position: Position,
    stakes: Stakes,
    past: Past | None = None,
    *,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> Worth:
    """The worth of a position from which all play for the score.

    ``past`` is what the seats took before it. ``nodes`` bounds the positions of the points
    searches. Raises ``Interrupted`` when stopped.
    """
    past = past or Past.none(position.players)
    owners = stakes.owners(position.side)
    at = replace(position, side=owners, misere=False)
    outcomes = Outcomes(at, stakes, past)
    with ExitStack() as opened:
        judge = _Judge(at, stakes, past, engine or Engine.default(), opened, nodes, stop)
        if outcomes.rising or outcomes.falling:
            chain = judge.value(at, rising=outcomes.rising)
            if chain is None:
                return _unknown(owners, outcomes.margins, judge.nodes)
            found = outcomes.scores[chain + 1]
            margin = outcomes.margins[chain + 1]
            return Worth(owners, margin, found, (margin, margin), True, True, judge.nodes)
        each = stakes.rules.customs.more_than == "each"
        if not outcomes.alone and (stakes.contract.declarer not in owners or not each):
            return _tried(at, judge, past)
        return _searched(at, outcomes, judge, past)


def _unknown(owners: tuple[int, ...], margins: list[int], nodes: int) -> Worth:
    return Worth(owners, None, None, (min(margins), max(margins)), False, False, nodes)


#: A position of the search for the score counts as so many nodes of the points search.
STATE_NODES = 100

#: Beyond every score that a deal can bring.
_MOST = 1_000_000


class OutOfBudget(Exception):
    """The nodes are spent."""


class _Judge:
    """Asks the core what the owners can force, for more points or for fewer."""

    def __init__(
        self, at: Position, stakes: Stakes, past: Past, engine: Engine, opened: ExitStack,
        budget: int | None, stop: StopFlag | None,
    ) -> None:  # fmt: skip
        self.at, self.stakes, self.past = at, stakes, past
        self.engine, self.opened = engine, opened
        self.budget, self.stop = budget, stop
        self.nodes = 0
        self.cores: dict[bool, Core] = {}

    def count(self) -> None:
        """A position of the search for the score itself, which takes as long as many of the core's."""
        self.nodes += STATE_NODES
        if self.budget is not None and self.nodes > self.budget:
            raise OutOfBudget
        if self.stop is not None and self.stop.is_set():
            raise Interrupted("the search was stopped before it was done")

    def core(self, rising: bool) -> Core:
        """The core in which the owners want much, or little."""
        if rising not in self.cores:
            self.cores[rising] = self.opened.enter_context(self.engine.search(replace(self.at, misere=not rising)))
        return self.cores[rising]

    def value(self, at: Position, *, rising: bool) -> int | None:
        """The owners' chain of the rest when they want much, or little; none when the budget ran out."""
        try:
            return self._search(at, rising, -2, at.at_stake + 2)
        except OutOfBudget:
            return None

    def can_reach(self, at: Position, chain: int) -> bool:
        """Whether the owners can force at least this chain."""
        return self._search(at, True, chain - 1, chain) >= chain

    def can_stay(self, at: Position, chain: int) -> bool:
        """Whether the owners can force at most this chain."""
        return self._search(at, False, chain, chain + 1) <= chain

    def _search(self, at: Position, rising: bool, low: int, high: int) -> int:
        core = self.core(rising)
        left = None
        if self.budget is not None:
            left = self.budget - self.nodes
            if left < 1:
                raise OutOfBudget
        place(core, at, self.stop, left)
        found = core.search(low, high)
        self.nodes += core.nodes
        if self.stop is not None and self.stop.is_set():
            raise Interrupted("the search was stopped before it was done")
        if found is None:
            raise OutOfBudget
        return found


def _searched(at: Position, outcomes: Outcomes, judge: _Judge, past: Past) -> Worth:
    """The greatest margin that the owners can force, by halving those that can come out."""
    levels = sorted(set(outcomes.margins) if outcomes.alone else _all_margins(at, judge.stakes, past))
    forcing = _ByChain if outcomes.alone else _BySplit
    low, high = 0, len(levels) - 1  # the answer is levels[i], low <= i <= high
    try:
        if outcomes.alone:
            least, most = _between(at, outcomes, judge)
            low, high = levels.index(least), levels.index(most)
        first = True
        while low < high:
            # Mostly nothing more can be forced than by playing for points, or for few: ask that first.
            middle = low + 1 if first else (low + high + 1) // 2
            first = False
            if forcing(judge, outcomes, levels[middle]).can(at, past):
                low = middle
            else:
                high = middle - 1
    except OutOfBudget:
        return Worth(at.side, None, None, (levels[low], levels[high]), False, False, judge.nodes)
    margin = levels[low]
    found = None
    if outcomes.alone:
        found = next(s for s, m in zip(outcomes.scores, outcomes.margins, strict=True) if m == margin)
    return Worth(at.side, margin, found, (margin, margin), True, False, judge.nodes)


def _between(at: Position, outcomes: Outcomes, judge: _Judge) -> tuple[int, int]:
    """What the owners have for certain when they play for points, or for few; and the most there can be.

    No margin can be forced of which even the poorest outcome has more points than they can force, or
    the richest fewer than they can be held to.
    """
    up, down = judge.value(at, rising=True), judge.value(at, rising=False)
    if up is None or down is None:
        raise OutOfBudget
    margins = outcomes.margins
    least = max(min(margins[up + 1 :]), min(margins[: down + 2]))
    return least, min(max(margins[: up + 2]), max(margins[down + 1 :]))


def _tried(at: Position, judge: _Judge, past: Past) -> Worth:
    """Minimax over the margin itself, every card tried: for rules that no other search knows."""
    memo: dict[object, int] = {}

    def best(at: Position, past: Past) -> int:
        if not any(at.hands):
            return judge.stakes.margin(at.side, judge.stakes.final(past.points, past.tricks))
        key = (at.hands, at.leader, at.trick, past)
        if key not in memo:
            judge.count()
            after = [best(*_step(at, past, card)) for card in at.legal()]
            memo[key] = max(after) if at.seat in at.side else min(after)
        return memo[key]

    try:
        margin = best(at, past)
    except OutOfBudget:
        return _unknown(at.side, [-_MOST, _MOST], judge.nodes)
    return Worth(at.side, margin, None, (margin, margin), True, False, judge.nodes)


def _all_margins(at: Position, stakes: Stakes, past: Past) -> set[int]:
    """Every margin that some split of the others' points might give, and some that none does."""
    out, rest = set(), Rest.of(at)
    for chain in range(-1, rest.at_stake + 2):
        out |= {stakes.margin(at.side, stakes.final(*with_split(rest, past, chain, split))) for split in splits(rest)}
        out.add(evenly_split(rest, stakes, past, chain))
    return out


class _Forcing(ABC):
    """Whether the owners can force a margin of at least ``least``; each kind of deal has its own.

    A state is what has been taken since the root, as far as it bears on the margin.
    """

    def __init__(self, judge: _Judge, outcomes: Outcomes, least: int) -> None:
        self.judge, self.outcomes, self.least = judge, outcomes, least
        self.seen: dict[object, bool] = {}
        self.answer: dict[int, Card] = {}

    def can(self, at: Position, past: Past) -> bool:
        """The answer for a position, ``past`` taken before it."""
        key = (at.hands, at.leader, at.trick, self.state(past))
        if key not in self.seen:
            self.seen[key] = self._decide(at, past)
        return self.seen[key]

    @abstractmethod
    def state(self, past: Past) -> object:
        """What of ``past`` bears on the margin."""

    @abstractmethod
    def sets(self, at: Position, past: Past) -> tuple[list[bool], list[bool]]:
        """By chain + 1 of the rest: whether it is surely good enough, and whether it may be."""

    def _decide(self, at: Position, past: Past) -> bool:
        if not any(at.hands):
            stakes = self.judge.stakes
            return stakes.margin(at.side, stakes.final(past.points, past.tricks)) >= self.least
        self.judge.count()
        sure, maybe = self.sets(at, past)
        if True not in maybe:
            return False
        if False not in sure:
            return True
        rest = at.at_stake
        up = _start_of_end(sure)
        if up is not None and self.judge.can_reach(at, up - 1):
            return True
        down = _start_of_end(sure[::-1])
        if down is not None and self.judge.can_stay(at, rest + 1 - down):
            return True
        first = maybe.index(True) - 1
        if first > -1 and (up == first + 1 or not self.judge.can_reach(at, first)):
            return False
        last = rest + 1 - maybe[::-1].index(True)
        if last < rest + 1 and (down == rest + 1 - last or not self.judge.can_stay(at, last)):
            return False
        # One card that answers is enough; the one that did so last for this hand is tried first.
        wanted, hand = at.seat in at.side, at.hands[at.seat]
        cards = at.legal()
        if self.answer.get(hand) in cards:
            cards.remove(self.answer[hand])
            cards.insert(0, self.answer[hand])
        for card in cards:
            if self.can(*_step(at, past, card)) is wanted:
                self.answer[hand] = card
                return wanted
        return not wanted


class _ByChain(_Forcing):
    """The owners' own points and tricks decide: the scores of the root's chains say everything."""

    def __init__(self, judge: _Judge, outcomes: Outcomes, least: int) -> None:
        super().__init__(judge, outcomes, least)
        self.good = [margin >= least for margin in outcomes.margins]

    def state(self, past: Past) -> tuple[int, bool, bool]:
        root, owners = self.judge.past, self.judge.at.side
        mine = sum(past.tricks[s] - root.tricks[s] for s in owners)
        points = sum(past.points[s] - root.points[s] for s in owners)
        return points, mine > 0, sum(past.tricks) - sum(root.tricks) > mine

    def sets(self, at: Position, past: Past) -> tuple[list[bool], list[bool]]:
        points, mine, theirs = self.state(past)
        rest = at.at_stake
        none = self.good[points + 1] if mine else self.good[0]
        every = self.good[points + rest + 1] if theirs else self.good[-1]
        good = [none, *self.good[points + 1 : points + rest + 2], every]
        return good, good


class _BySplit(_Forcing):
    """A lone declarer who has to beat each of the others: how they share their points counts too."""

    def state(self, past: Past) -> object:
        return past

    def sets(self, at: Position, past: Past) -> tuple[list[bool], list[bool]]:
        stakes, ahead = self.judge.stakes, Rest.of(at)
        rest = ahead.at_stake
        if stakes.rules.customs.failed == "subtract":
            both = [_extremes(ahead, stakes, past, chain, self.least) for chain in range(-1, rest + 2)]
            return [sure for sure, _ in both], [maybe for _, maybe in both]
        # A failed declarer's score does not fall as his points rise, and one who makes it has the more
        # the better, so both sets are upper parts of the chain.
        chains = range(-1, rest + 2)
        sure = bisect_left(chains, True, key=lambda chain: _extremes(ahead, stakes, past, chain, self.least)[0])
        maybe = bisect_left(chains, True, key=lambda chain: _extremes(ahead, stakes, past, chain, self.least)[1])
        return ([i >= sure for i in range(rest + 3)], [i >= maybe for i in range(rest + 3)])


def _extremes(at: Rest, stakes: Stakes, past: Past, chain: int, least: int) -> tuple[bool, bool]:
    """Whether every split of the others' points gives that margin, and whether some split may."""
    ends = [stakes.margin(at.side, stakes.final(*with_split(at, past, chain, s))) >= least for s in splits(at)]
    if all(ends):
        return True, True
    return False, evenly_split(at, stakes, past, chain) >= least


def _start_of_end(flags: list[bool]) -> int | None:
    """Where the unbroken run of true at the end begins; none when the last is false."""
    if not flags[-1]:
        return None
    at = len(flags) - 1
    while at and flags[at - 1]:
        at -= 1
    return at


def _step(at: Position, past: Past, card: Card) -> tuple[Position, Past]:
    """The position after a card, and what has been taken by then."""
    taken = at.taken_with(card)
    return at.put(card), past if taken is None else past.plus(*taken)
