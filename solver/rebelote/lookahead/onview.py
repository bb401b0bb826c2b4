"""What is on view of the play from one seat's chair, over several worlds at once.

A *view* is what everybody has seen since the root: the trick, the cards gone, what was taken. All worlds in which
the play can have come to it share it. ``Table`` knows the worlds' hands, which cards may be played from them, and which
goals are reached when all hands are opened, by one core a world. Worlds are bits of a vector (``lookahead.fronts``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from functools import lru_cache
from typing import NamedTuple

from rebelote.cards import ALL_CARDS, Card, iter_mask
from rebelote.engine import Engine, StopFlag
from rebelote.errors import Interrupted
from rebelote.lookahead.fronts import Vector
from rebelote.lookahead.goals import Goal, Taken
from rebelote.positions import Position
from rebelote.tricks import legal_mask, trick_points, winning_index


class OutOfBudget(Exception):
    """The nodes are spent."""


class View(NamedTuple):
    """Leader and trick, the mask of the cards played since the root, and what was taken since."""

    leader: int
    trick: tuple[Card, ...]
    gone: int
    taken: Taken


class Table:
    """The worlds of one root, a goal for each, and a core for each while ``opened`` is open."""

    def __init__(
        self, worlds: Sequence[Position], goals: Sequence[Goal], engine: Engine, opened: ExitStack,
        budget: int | None, stop: StopFlag | None,
    ) -> None:  # fmt: skip
        root, goal = worlds[0], goals[0]
        self.rules, self.strain, self.players = root.rules, root.strain, root.players
        self.seat, self.side, self.fewer = root.seat, goal.side, goal.fewer
        self.wants = root.seat in goal.side
        self.hands = [world.hands for world in worlds]
        self.own = root.hands[root.seat]
        self.of = [world.at_stake for world in worlds]
        self.lines = [one.line(of) for one, of in zip(goals, self.of, strict=True)]
        at = [Position(w.rules, w.players, w.strain, w.leader, w.hands, w.trick, goal.side, goal.fewer) for w in worlds]
        self.cores = [opened.enter_context(engine.search(position)) for position in at]
        self.budget, self.stop, self.nodes = budget, stop, 0
        self.all = (1 << len(worlds)) - 1
        self.root = View(root.leader, root.trick, 0, Taken())
        # Which cards are legal and how a trick ends depends on hand and trick alone, and comes up again and again.
        self._legal = lru_cache(1 << 16)(lambda hand, trick: legal_mask(self.rules, self.strain, hand, trick))
        self._ended = lru_cache(1 << 16)(self._end)

    def spend(self, nodes: int) -> None:
        """Count work; raises ``OutOfBudget`` when there is none left, ``Interrupted`` when told to stop."""
        self.nodes += nodes
        if self.stop is not None and self.stop.is_set():
            raise Interrupted("the search was stopped before it was done")
        if self.budget is not None and self.nodes > self.budget:
            raise OutOfBudget

    # --- the goal ------------------------------------------------------------------------

    def allied(self, seat: int) -> bool:
        """Whether a seat wants what the asking seat wants."""
        return (seat in self.side) == self.wants

    def split(self, view: View, worlds: Vector) -> tuple[Vector, Vector]:
        """Of those worlds the ones that are won whatever is played, and the ones that play decides."""
        sure = rest = 0
        for world in bits(worlds):
            line = self._line(view, world)
            if line is None:
                rest |= 1 << world
            elif self._won(line):
                sure |= 1 << world
        return sure, rest

    def open(self, view: View, worlds: Vector) -> Vector:
        """Of those worlds the ones that are won when all hands are open from here on."""
        sure, rest = self.split(view, worlds)
        for world in bits(rest):
            if self._won(self._reached(view, world)):
                sure |= 1 << world
        return sure

    def _won(self, reached: bool) -> bool:
        """Whether a line that is reached, or not, is what the asking seat wants."""
        return (reached != self.fewer) == self.wants

    def _line(self, view: View, world: int) -> bool | None:
        """Whether the goal's line is reached; none when play decides."""
        of = self.of[world]
        line = view.taken.line(self.lines[world], of, over=self._over(view))
        return True if line < 0 else False if line > of - view.taken.total + 1 else None

    def _over(self, view: View) -> bool:
        return not view.trick and not self.own & ~view.gone

    def _reached(self, view: View, world: int) -> bool:
        """The same where play decides, by one null-window search."""
        line = view.taken.line(self.lines[world], self.of[world], over=False)
        left = 0
        if self.budget is not None:
            left = self.budget - self.nodes
            if left < 1:
                raise OutOfBudget
        core = self.cores[world]
        core.place([hand & ~view.gone for hand in self.hands[world]], view.leader, view.trick, self.stop, left)
        chain = core.search(line - 1, line)
        self.spend(core.nodes)
        if chain is None:
            raise OutOfBudget
        return chain >= line

    # --- the cards -----------------------------------------------------------------------

    def turn(self, view: View) -> int:
        """Whose turn it is."""
        return (view.leader + len(view.trick)) % self.players

    def options(self, view: View, worlds: Vector) -> list[tuple[Card, Vector]]:
        """Each card that the seat on turn may play in some of the worlds, and in which; those of most worlds first."""
        seat = self.turn(view)
        found: dict[Card, Vector] = {}
        for world in bits(worlds):
            for card in iter_mask(self._legal(self.hands[world][seat] & ~view.gone, view.trick)):
                found[card] = found.get(card, 0) | 1 << world
        return sorted(found.items(), key=lambda one: (-one[1].bit_count(), one[0]))

    def own_cards(self, view: View) -> dict[Card, tuple[Card, ...]]:
        """The asking seat's legal cards, on its turn: of those that play exactly alike the first, with the others.

        Alike are cards of equal points with nothing of anybody else's between them, on the table or in a hand of any
        world. *Proof.* Exchanging the two changes neither what beats what nor what is legal nor any points, so
        each strategy after one is a strategy after the other that wins the same worlds.
        """
        hand = self.own & ~view.gone
        foreign = sum(card.bit for card in view.trick)
        for hands in self.hands:
            for seat, other in enumerate(hands):
                if seat != self.seat:
                    foreign |= other & ~view.gone
        strength, points = self.rules.strengths(self.strain), self.rules.points(self.strain)
        legal = self._legal(hand, view.trick)
        alike: dict[tuple[int, int, int], list[Card]] = {}
        run = 0
        for card in sorted(ALL_CARDS, key=lambda card: (card.suit, strength[card])):
            if foreign & card.bit:
                run += 1  # what comes before it and what comes after are never alike
            elif legal & card.bit:
                alike.setdefault((card.suit, run, points[card]), []).append(card)
        return {min(cards): tuple(sorted(cards)[1:]) for cards in alike.values()}

    def after(self, view: View, card: Card) -> View:
        """The view after a card of the seat on turn."""
        trick, gone = (*view.trick, card), view.gone | card.bit
        if len(trick) < self.players:
            return View(view.leader, trick, gone, view.taken)
        best, points = self._ended(trick)
        winner = (view.leader + best) % self.players
        last = 0 if self.own & ~gone else self.rules.last_trick
        return View(winner, (), gone, view.taken.plus(winner in self.side, points + last))

    def _end(self, trick: tuple[Card, ...]) -> tuple[int, int]:
        return winning_index(self.rules, self.strain, trick), trick_points(self.rules, self.strain, trick)


def bits(vector: Vector) -> Iterator[int]:
    """The worlds of a vector."""
    while vector:
        low = vector & -vector
        yield low.bit_length() - 1
        vector ^= low
