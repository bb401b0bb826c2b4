"""αμ: which card, when one's later cards must be chosen without seeing the other hands either.

Averaging open-hand answers over worlds (the deals that fit) lets the player choose his next card in each world
apart, as if he saw all cards by then: *strategy fusion*. αμ (T. Cazenave and V. Ventos, "The αμ Search Algorithm
for the Game of Bridge", 2019) looks some of his own cards ahead and has him play the same card in all worlds that he
cannot tell apart; only after those cards are the hands opened, and each world answered by one null-window search.
What is searched for is a front (``lookahead.fronts``): every set of worlds that some strategy wins.

The model, from the seat that asks:

- it plays one card for all worlds in which the cards on view so far can have been played;
- every other seat sees all hands and chooses world by world: those of its own side for its goal, the rest against it.
  So an ally's card may tell more here than at a table, and an opponent never errs.

With ``moves`` = 1 this is plain averaging of the goal. Looking further never raises a share: a strategy for one own
card more wins in each world no more than the same strategy broken off before that card, after which open hands let
the player choose his best card in that world, the strategy's among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from rebelote.cards import Card
from rebelote.engine import Engine, StopFlag
from rebelote.hinting.worldstakes import WorldStakes, scorable
from rebelote.lookahead.fronts import Bar
from rebelote.lookahead.frontsearch import EVERY_CUT, Cut, FrontSearch
from rebelote.lookahead.goals import Goal, contract_goal
from rebelote.lookahead.onview import OutOfBudget, Table
from rebelote.positions import Position
from rebelote.stakes import Stakes
from rebelote.worlds.knowledge import Knowledge

#: Bytes of the table of one world's open-hand search.
WORLD_TABLE_BYTES = 1 << 17


@dataclass(frozen=True, slots=True)
class CardShare:
    """A legal card, and the share of the worlds (0 … 1) that the best strategy after it wins.

    ``averaged``: the same when the hands are opened right after the card, which is plain averaging. ``same_as``: cards
    that play exactly alike in every world. When not ``exact`` the share is an upper bound, below the best card's.
    """

    card: Card
    same_as: tuple[Card, ...]
    share: float
    averaged: float
    exact: bool = True

    def to_dict(self) -> dict[str, Any]:
        return {
            "card": str(self.card),
            "same_as": [str(card) for card in self.same_as],
            "share": round(self.share, 6),
            "averaged": round(self.averaged, 6),
            "exact": self.exact,
        }


@dataclass(frozen=True, slots=True)
class LookAhead:
    """Every legal card's share, best first; of cards alike in share the one that averages better.

    ``side``: whose goal it is; ``wants``: whether ``seat`` is for it, or wins the worlds where it fails. ``worlds``:
    how many were looked at. ``moves``: own cards looked ahead; fewer than asked for when the budget ran out (then
    ``done`` is false), and 0, with no cards, when it did not even last for one.
    """

    seat: int
    side: tuple[int, ...]
    wants: bool
    worlds: int
    moves: int
    done: bool
    cards: list[CardShare]
    nodes: int

    @property
    def best(self) -> list[str]:
        """The cards that nothing beats, by share and then by plain averaging."""
        alike = [
            c for c in self.cards if c.exact and (c.share, c.averaged) == (self.cards[0].share, self.cards[0].averaged)
        ]
        return [str(card) for one in alike for card in (one.card, *one.same_as)]

    def to_dict(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "side": list(self.side),
            "wants": self.wants,
            "worlds": self.worlds,
            "moves": self.moves,
            "done": self.done,
            "cards": [card.to_dict() for card in self.cards],
            "best": self.best,
            "nodes": self.nodes,
        }


def alphamu(
    knowledge: Knowledge,
    worlds: Sequence[tuple[int, ...]],
    goals: Goal | Sequence[Goal],
    *,
    moves: int = 2,
    every: bool = True,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
    cuts: Cut = EVERY_CUT,
) -> LookAhead:
    """The share of the worlds that each card of the seat on turn can win, ``moves`` of its own cards looked ahead.

    ``worlds``: what the seats hold, as ``Worlds`` gives them; one given twice weighs twice. ``goals``: one for
    all, or one a world (of one side and kind: which melds count, and so what a contract needs, may differ; see
    ``goals.contract_goal``). ``every``: an exact share for every card, else for the best ones. ``nodes`` bounds the
    work: the answer is then that of the most own cards it lasted for. On one thread; the same arguments give
    the same answer and node count every time.

    Raises ``ValueError`` for arguments that make no question, ``Interrupted`` when stopped.
    """
    at = [knowledge.position(hands) for hands in worlds]
    return look_ahead(at, goals, moves=moves, every=every, nodes=nodes, stop=stop, engine=engine, cuts=cuts)


def contract_goals(knowledge: Knowledge, worlds: Sequence[tuple[int, ...]]) -> list[Goal] | None:
    """What the declarer's party needs from the current trick's start on to make the contract, one goal a world.

    They differ where the melds and belas do that count. None where some world has no such goal: no contract told,
    misère, a deal not told from its first card on, or a contract that more than points decides (``contract_goal``).
    """
    if not scorable(knowledge) or knowledge.contract is None:
        return None
    told = WorldStakes(knowledge)
    out = []
    for hands in worlds:
        stakes = Stakes(knowledge.rules, knowledge.players, knowledge.contract, *told.key(hands))
        goal = contract_goal(knowledge.position(hands), stakes, knowledge.past)
        if goal is None:
            return None
        out.append(goal)
    return out


def look_ahead(
    worlds: Sequence[Position],
    goals: Goal | Sequence[Goal],
    *,
    moves: int = 2,
    every: bool = True,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
    cuts: Cut = EVERY_CUT,
) -> LookAhead:
    """The same for positions: one for each world, alike but for the hands of the other seats."""
    wanted = [goals] * len(worlds) if isinstance(goals, Goal) else list(goals)
    _check(worlds, wanted, moves, nodes)
    with ExitStack() as opened:
        table = Table(worlds, wanted, engine or Engine(WORLD_TABLE_BYTES), opened, nodes, stop)
        search = FrontSearch(table, cuts)
        found: list[_Wins] = []
        try:
            for ahead in range(1, moves + 1):
                found.append(_wins(search, ahead, found[-1] if found else None, every or ahead == 1))
        except OutOfBudget:
            pass
    return _answer(table, found, len(found) == moves)


def _check(worlds: Sequence[Position], goals: Sequence[Goal], moves: int, nodes: int | None) -> None:
    if not worlds or len(goals) != len(worlds):
        raise ValueError(
            f"{len(worlds)} worlds and {len(goals)} goals: there must be a world at least, and a goal for each"
        )
    if moves < 1 or (nodes is not None and nodes < 1):
        raise ValueError("at least one own card is looked ahead, and a node budget is at least 1")
    seen = {(w.rules, w.players, w.strain, w.leader, w.trick, w.hands[w.seat]) for w in worlds}
    sizes = {tuple(hand.bit_count() for hand in w.hands) for w in worlds}
    if len(seen) > 1 or len(sizes) > 1:
        raise ValueError("the worlds differ in more than the cards of the others")
    if len({(goal.side, goal.fewer) for goal in goals}) > 1:
        raise ValueError("the goals of all worlds must be of one side and one kind")
    if not worlds[0].hands[worlds[0].seat]:
        raise ValueError("no cards are left to play")


#: By card, of those alike the first: how many worlds it wins, and whether that is exact or no more than a bound.
_Wins = dict[Card, tuple[int, bool]]


def _wins(search: FrontSearch, ahead: int, before: _Wins | None, every: bool) -> _Wins:
    """What the cards of the root win; ``before`` is the same with one own card less ahead, so never less."""
    table = search.table
    cards = list(table.own_cards(table.root))
    bound = {card: before[card][0] if before else len(table.hands) for card in cards}
    cards.sort(key=lambda card: -bound[card])
    out: _Wins = {}
    best = -1
    for card in cards:
        front = []
        if every or not (search.cuts & Cut.ROOT and bound[card] < best):
            view = table.after(table.root, card)
            alive = search.bound(view, table.all, ahead - 1)
            front = search.front(view, alive, ahead - 1, Bar() if every else Bar((), best - 1))
        if front:
            out[card] = max(vector.bit_count() for vector in front), True
            best = max(best, out[card][0])
        else:
            out[card] = min(best - 1, bound[card]), False
    return out


def _answer(table: Table, found: Sequence[_Wins], done: bool) -> LookAhead:
    count = len(table.hands)
    groups = table.own_cards(table.root) if found else {}
    cards = [
        CardShare(card, same, found[-1][card][0] / count, found[0][card][0] / count, found[-1][card][1])
        for card, same in groups.items()
    ]
    cards.sort(key=lambda c: (-c.share, not c.exact, -c.averaged, c.card))
    return LookAhead(table.seat, table.side, table.wants, count, len(found), done, cards, table.nodes)
