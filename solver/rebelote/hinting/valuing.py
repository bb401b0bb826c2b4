"""What every card is worth in one world: points, the score, the contract.

One search of the compiled core gives the points of all cards. Score and contract follow from them in
most deals (``hinting.scorebounds``); where they do not, a second search, for few points, narrows them down, and
then a search for the score itself (``rebelote.scoresearch``) settles them, within a budget of nodes a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rebelote.cards import FULL_PACK, Card, from_mask
from rebelote.engine import Core, Engine, StopFlag, packed
from rebelote.errors import Interrupted
from rebelote.hinting.lasttricks import LastTricks
from rebelote.hinting.scorebounds import MadeStakes
from rebelote.hinting.worldstakes import Scale, WorldStakes, scorable
from rebelote.scoresearch import worth
from rebelote.stakes import Stakes
from rebelote.worlds.knowledge import Knowledge

#: For a contract of which it is not known whether it can be made.
UNKNOWN = -1

#: So many tricks are played out for the score in Python; of more the compiled core is asked.
FEW_TRICKS = 3


@dataclass(frozen=True, slots=True)
class CardWorth:
    """A card in one world, under best play after it with all hands open.

    ``points`` and ``sweep``: the side's from the current trick's start on (``rebelote.values``). ``low`` and ``high``
    bound the owners' margin of the whole deal (``rebelote.stakes``), equal where it is known, none where no score
    was asked for. ``made``: whether the declarer's party can then force its contract; none without one, or where
    that is not known.
    """

    points: int
    sweep: int
    low: int | None = None
    high: int | None = None
    made: bool | None = None


@dataclass(slots=True)
class Block:
    """Some worlds' values: by group of cards a list with a number a world, empty for cards that were not asked for.

    ``made`` is 1, 0 or ``UNKNOWN``. ``nodes``: a world's. When the search was stopped, or its budget ran out, the
    worlds that were done until then are there and ``broken`` is true.
    """

    points: list[list[int]]
    sweeps: list[list[int]]
    lows: list[list[int]]
    highs: list[list[int]]
    made: list[list[int]]
    nodes: list[int] = field(default_factory=list)
    broken: bool = False

    @classmethod
    def empty(cls, groups: int) -> Block:
        points, sweeps, lows, highs, made = ([list[int]() for _ in range(groups)] for _ in range(5))
        return cls(points, sweeps, lows, highs, made)

    def cut(self, worlds: int) -> None:
        """Leave out all but the first worlds."""
        for numbers in (*self.points, *self.sweeps, *self.lows, *self.highs, *self.made, self.nodes):
            del numbers[worlds:]


def equal_cards(knowledge: Knowledge) -> list[tuple[Card, ...]]:
    """The legal cards in groups that play alike in every world, each from low to high.

    Two cards do when they are of one suit, worth the same, and no card between them in the strain's order lies on
    the table or can be in another hand.
    """
    strengths = knowledge.rules.strengths(knowledge.strain)
    points = knowledge.rules.points(knowledge.strain)
    gone = knowledge.hand
    for card in knowledge.plays[: len(knowledge.plays) - len(knowledge.trick)]:
        gone |= card.bit
    for clue in knowledge.clues:
        if clue.seat is None:
            gone |= clue.holds
    foreign = from_mask(FULL_PACK & ~gone)
    out: list[list[Card]] = []
    for card in from_mask(knowledge.legal):
        for group in out:
            first = group[0]
            low, high = sorted((strengths[first], strengths[card]))
            between = any(c.suit == card.suit and low < strengths[c] < high for c in foreign)
            if first.suit == card.suit and points[first] == points[card] and not between:
                group.append(card)
                break
        else:
            out.append([card])
    return [tuple(group) for group in out]


class Valuer:
    """Values the cards of a ``Knowledge`` in its worlds; may be used by many threads at once.

    ``score``: the score and the contract too (see ``scorable``). ``nodes``: the budget of the searches for what the
    points do not tell of them, a card and world; none: no such search, and bounds.
    """

    def __init__(
        self, knowledge: Knowledge, engine: Engine | None = None, *, score: bool = True, nodes: int | None = None
    ) -> None:
        self.knowledge = knowledge
        self.engine = engine or Engine.default()
        self.groups = equal_cards(knowledge)
        self.nodes = nodes
        self._game = packed(knowledge.rules, knowledge.players, knowledge.strain)
        self._side = sum(1 << seat for seat in knowledge.side)
        self._index = [len(self.groups)] * 32
        for i, group in enumerate(self.groups):
            for card in group:
                self._index[card] = i
        self._plan = WorldStakes(knowledge) if score and scorable(knowledge) else None
        self._scales: dict[object, Scale] = {}

    @property
    def scores(self) -> bool:
        """Whether scores are reckoned."""
        return self._plan is not None

    def value(self, hands: Sequence[int], alive: Sequence[int] | None = None) -> dict[Card, CardWorth]:
        """Every legal card in one world (those of the groups ``alive``); ``hands`` are what each seat still holds."""
        block = self.block([hands], alive)
        out = {}
        for i in range(len(self.groups)) if alive is None else alive:
            low, high, made = (block.lows[i][0], block.highs[i][0], block.made[i][0]) if self._plan else (None,) * 3
            worth = CardWorth(
                block.points[i][0], block.sweeps[i][0], low, high, None if made in (None, UNKNOWN) else made == 1
            )
            out.update(dict.fromkeys(self.groups[i], worth))
        return out

    def block(
        self,
        worlds: Sequence[Sequence[int]],
        alive: Sequence[int] | None = None,
        *,
        stop: StopFlag | None = None,
        budget: int = 0,
    ) -> Block:
        """Worlds one after the other.

        ``alive``: the groups to value, none: all. ``budget``: nodes of the points search of one world, 0: no limit.
        """
        out = Block.empty(len(self.groups))
        run = range(len(self.groups)) if alive is None else alive
        only = 0 if len(run) == len(self.groups) else sum(self.groups[i][0].bit for i in run)
        if not worlds:
            return out
        k, prune, index = self.knowledge, self.engine.prune, self._index
        side, leader, trick = self._side, k.trick_leader, k.trick
        chains = [0] * (len(self.groups) + 1)
        with self.engine.search(k.position(worlds[0])) as core:
            for hands in worlds:
                core.load(self._game, hands, side, k.misere, prune)
                core.place(hands, leader, trick, stop, budget)
                found = core.values(only)
                if not found:
                    out.broken = True
                    return out
                for number, chain, equals in found:
                    chains[index[number]] = chain
                    for other in equals:
                        chains[index[other]] = chain
                rest, nodes = core.rest, core.nodes
                if self._plan is not None:
                    try:
                        nodes += self._scored(self._plan, core, hands, rest, chains, run, out, stop)
                    except Interrupted:
                        out.broken = True
                        return out
                for i in run:
                    chain = chains[i]
                    if chain < 0:
                        out.points[i].append(0)
                        out.sweeps[i].append(-1)
                    elif chain > rest:
                        out.points[i].append(rest)
                        out.sweeps[i].append(1)
                    else:
                        out.points[i].append(chain)
                        out.sweeps[i].append(0)
                out.nodes.append(nodes)
        return out

    # --- score and contract ------------------------------------------------------------

    def _scored(
        self, plan: WorldStakes, core: Core, hands: Sequence[int], rest: int, chains: Sequence[int],
        run: Sequence[int], out: Block, stop: StopFlag | None,
    ) -> int:  # fmt: skip
        """Append the score and the contract of each card; the nodes that it took."""
        key = plan.key(hands)
        scale = self._scales.get((rest, key))
        if scale is None:
            scale = plan.scale(rest, key)
            self._scales[rest, key] = scale
        nodes = 0
        pairs = {i: scale.score[chains[i] + 1] for i in run}
        open_ones = [i for i in run if pairs[i][0] < pairs[i][1]]
        if open_ones and self.nodes:
            # Played for points the other way round, which says more; that search can take far longer than the first.
            budget = self.nodes * len(open_ones)
            more, spent = self._again(core, hands, self._side, not self.knowledge.misere, open_ones, stop, budget)
            nodes += spent
            for i in open_ones:
                if more is not None:
                    (low, high), (least, most) = pairs[i], scale.other_way[more[i] + 1]
                    pairs[i] = max(low, least), min(high, most)
                if pairs[i][0] < pairs[i][1]:
                    pairs[i], spent = self._sought(hands, i, scale.stakes, self.knowledge.side, pairs[i], stop)
                    nodes += spent
        made = dict.fromkeys(run, UNKNOWN)
        if scale.made is not None:
            if plan.separate:
                mask = sum(1 << seat for seat in plan.party)
                party, spent = self._again(core, hands, mask, False, run, stop)
                assert party is not None
                chains, nodes = party, nodes + spent
            for i in run:
                low, high = scale.made[chains[i] + 1]
                if low < high and plan.sign_tells:
                    low, high = max(low, int(pairs[i][0] > 0)), min(high, int(pairs[i][1] > 0))
                if low < high and self.nodes:
                    told = MadeStakes.of(scale.stakes)
                    (low, high), spent = self._sought(hands, i, told, plan.party, (low, high), stop)
                    nodes += spent
                made[i] = low if low == high else UNKNOWN
        for i in run:
            out.lows[i].append(pairs[i][0])
            out.highs[i].append(pairs[i][1])
            out.made[i].append(made[i])
        return nodes

    def _again(
        self, core: Core, hands: Sequence[int], side: int, misere: bool, run: Sequence[int], stop: StopFlag | None,
        budget: int = 0,
    ) -> tuple[list[int] | None, int]:  # fmt: skip
        """The chains for another side, or for few instead of many points; none past the budget. And the nodes."""
        core.load(self._game, hands, side, misere, self.engine.prune)
        core.place(hands, self.knowledge.trick_leader, self.knowledge.trick, stop, budget)
        only = 0 if len(run) == len(self.groups) else sum(self.groups[i][0].bit for i in run)
        found = core.values(only)
        if not found:
            if stop is not None and stop.is_set():
                raise Interrupted("the search was stopped before it was done")
            return None, core.nodes
        chains = [0] * (len(self.groups) + 1)
        for number, chain, equals in found:
            for card in (number, *equals):
                chains[self._index[card]] = chain
        return chains, core.nodes

    def _sought(
        self, hands: Sequence[int], group: int, stakes: Stakes, side: tuple[int, ...], known: tuple[int, int],
        stop: StopFlag | None,
    ) -> tuple[tuple[int, int], int]:  # fmt: skip
        """The margin after a card by a search for the margin itself, bounds when its budget runs out; and the nodes."""
        card = self.groups[group][0]
        at = replace(self.knowledge.position(hands), side=stakes.owners(side), misere=False)
        taken, past = at.taken_with(card), self.knowledge.past
        after = at.put(card)
        if taken is not None:
            past = past.plus(*taken)
        if after.tricks_left <= FEW_TRICKS:
            search = LastTricks(stakes, at.side)
            margin = search.margin(after, past, *known)
            return (margin, margin), search.nodes
        found = worth(after, stakes, past, nodes=self.nodes, stop=stop, engine=self.engine)
        return (max(known[0], found.bounds[0]), min(known[1], found.bounds[1])), found.nodes
