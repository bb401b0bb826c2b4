"""The αμ search itself: the front of a view, card by card (``lookahead.alphamu`` has the model and its source)."""

from __future__ import annotations

from enum import Flag, auto

from rebelote.lookahead.fronts import Bar, Front, Vector, best_of, join, meet, union
from rebelote.lookahead.onview import Table, View

#: A view counts as so many nodes of the open-hand search.
VIEW_NODES = 100


class Cut(Flag):
    """The rules that save work. None changes a share; each can be left out, for tests.

    ``LOST``: worlds lost with open hands leave. *Proof.* No strategy wins there: all that a strategy does in one
    world can be done with open hands too. What the other seats do is chosen world by world, so no world misses another.

    ``ALONE``: a single undecided world is answered with open hands. *Proof.* Best open-hand play in that world is a
    strategy, since the cards on view tell it what has been played; in the decided worlds any will do.

    ``BAR``: what a bar stops is left out, at once where all worlds still alive are no better: the paper's early cut,
    and not only one card down. *Proof* with ``Bar.below`` and with the three kinds of cards in ``FrontSearch``.

    ``FULL``: no further card is tried where one vector has all undecided worlds. *Proof.* No vector has more.

    ``ROOT``: a card is left out that had less than the best has now when fewer own cards were looked ahead. *Proof.*
    Looking further never raises a share (``lookahead.alphamu``). Only where not every card's share is asked for.
    """

    LOST = auto()
    ALONE = auto()
    BAR = auto()
    FULL = auto()
    ROOT = auto()


EVERY_CUT = Cut.LOST | Cut.ALONE | Cut.BAR | Cut.FULL | Cut.ROOT


class FrontSearch:
    """Fronts of the views of one table."""

    def __init__(self, table: Table, cuts: Cut = EVERY_CUT) -> None:
        self.table, self.cuts = table, cuts

    def front(self, view: View, alive: Vector, ahead: int, bar: Bar) -> Front:
        """The front of a view, but for what the bar stops; ``ahead`` own cards are played before the hands are opened.

        ``alive``: the worlds of the view not known to be lost (``bound``); with ``ahead`` 0 the open hands' wins.
        """
        table = self.table
        table.spend(VIEW_NODES)
        if self.cuts & Cut.BAR and bar.stops(alive):
            return []
        if not ahead:
            return [alive]
        sure, rest = table.split(view, alive)
        if not rest:
            return [sure]
        if self.cuts & Cut.ALONE and not rest & (rest - 1):
            return [sure | (rest if self.cuts & Cut.LOST else table.open(view, rest))]
        seat = table.turn(view)
        way = self._mine if seat == table.seat else self._ally if table.allied(seat) else self._against
        return [vector | sure for vector in way(view, rest, ahead, bar.below(sure))]

    def bound(self, view: View, worlds: Vector, ahead: int) -> Vector:
        """The worlds that may still be won: those won with open hands, or, without that cut, all."""
        return self.table.open(view, worlds) if not ahead or self.cuts & Cut.LOST else worlds

    def _mine(self, view: View, rest: Vector, ahead: int, bar: Bar) -> Front:
        """One card of ours for all worlds: the union of what can be had after each.

        *Bar.* What is stopped below is stopped here, or within a vector that is to be had already, and not missed.
        """
        children = [self.table.after(view, card) for card in self.table.own_cards(view)]
        bounds = [(self.bound(child, rest, ahead - 1), child) for child in children]
        bounds.sort(key=lambda one: -one[0].bit_count())
        out: Front = []
        for alive, child in bounds:
            out = best_of([*out, *self.front(child, alive, ahead - 1, bar.raised(out))])
            if self.cuts & Cut.FULL and out[:1] == [rest]:
                break
        return out

    def _against(self, view: View, rest: Vector, ahead: int, bar: Bar) -> Front:
        """An opponent's card: a world is won when it is won after every card that can be played in it.

        *Bar.* What is made of a vector ``v`` after one card is within ``v`` and those worlds where that card cannot be
        played, as far as the cards before it leave them. What is stopped stays so: further cards only take worlds away.
        """
        out: Front = [rest]
        for card, worlds in self.table.options(view, rest):
            elsewhere = rest & ~worlds
            below = bar.below(elsewhere & union(out))
            found = self.front(self.table.after(view, card), worlds, ahead, below)
            self.table.spend(len(out) * len(found))
            out = meet(out, found, elsewhere)
            if self.cuts & Cut.BAR:
                out = [vector for vector in out if not bar.stops(vector)]
            if not out:
                break
        return out

    def _ally(self, view: View, rest: Vector, ahead: int, bar: Bar) -> Front:
        """An ally's card: a world is won when it is won after one of the cards that can be played in it.

        *Bar.* What is made of a vector ``v`` after one card is within ``v`` and all that the other cards may win. A
        card that may win nothing beyond what every vector has already adds nothing to any (``FULL``).
        """
        children = [(self.table.after(view, card), worlds) for card, worlds in self.table.options(view, rest)]
        bounds = [(self.bound(child, worlds, ahead), child) for child, worlds in children]
        bounds.sort(key=lambda one: -one[0].bit_count())
        out: Front = [0]
        for i, (alive, child) in enumerate(bounds):
            if self.cuts & Cut.FULL and all(not alive & ~vector for vector in out):
                continue
            others = union(out) | union(bound for bound, _ in bounds[i + 1 :])
            found = self.front(child, alive, ahead, bar.below(others))
            self.table.spend(len(out) * len(found))
            out = join(out, found)
            if not out:
                break
        return [vector for vector in out if not (self.cuts & Cut.BAR and bar.stops(vector))]
