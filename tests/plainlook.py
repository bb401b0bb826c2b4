"""αμ by its definition: every strategy of the asking seat tried in every world. For endings of a few tricks.

A strategy gives, for each moment at which the asking seat is on turn, told apart by nothing but the cards played so
far, the card to play. With a strategy fixed, what a world brings is plain minimax: the seats of the asking seat's side
choose for the goal, the others against it; after the last card that the strategy plays all hands are open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from rebelote import Card, Position

History = tuple[Card, ...]
Strategy = dict[History, Card]


class TooMany(Exception):
    """More strategies than anybody wants to try."""


class PlainLook:
    """Worlds of one view, a goal, and how many own cards the strategies play."""

    def __init__(self, worlds: list[Position], wins: list[Callable[[int, int], bool]], moves: int, most: int) -> None:
        """``wins[w]``: whether the side's points and sweep of the whole rest are what the asking seat wants."""
        self.worlds, self.wins, self.moves, self.most = worlds, wins, moves, most
        self.seat = worlds[0].seat
        self.memo: list[dict[object, bool]] = [{} for _ in worlds]

    def shares(self) -> dict[Card, float]:
        """For each card the most worlds that any strategy beginning with it wins, as a share."""
        return {card: max(map(self.count, self.strategies(card))) / len(self.worlds) for card in self.worlds[0].legal()}

    def strategies(self, card: Card) -> Iterator[Strategy]:
        """Every strategy that begins with the card."""
        moments = self.moments(card)
        number = 1
        for cards in moments.values():
            number *= len(cards)
            if number > self.most:
                raise TooMany
        for choice in product(*moments.values()):
            yield {(): card, **dict(zip(moments, choice, strict=True))}

    def moments(self, first: Card) -> dict[History, list[Card]]:
        """Every later moment of a strategy's choice that can come up after the first card, and the legal cards then."""
        out: dict[History, list[Card]] = {}

        def walk(at: Position, past: History, own: int) -> None:
            if own == self.moves or not any(at.hands):
                return
            mine = at.seat == self.seat
            if mine and past:
                out[past] = at.legal()
            for card in [first] if not past else at.legal():
                walk(at.put(card), (*past, card), own + mine)

        for world in self.worlds:
            walk(world, (), 0)
        return out

    def count(self, strategy: Strategy) -> int:
        """In how many worlds a strategy wins."""
        return sum(self.won(w, at, (), strategy, 0, 0, 0, 0) for w, at in enumerate(self.worlds))

    def won(
        self, w: int, at: Position, past: History, strategy: Strategy, own: int, points: int, ours: int, theirs: int
    ) -> bool:
        if not any(at.hands):
            return self.wins[w](points, 0 if ours and theirs else 1 if ours else -1)
        if own == self.moves:
            return self.opened(w, at, points, ours, theirs)
        mine = at.seat == self.seat
        after = []
        for card in [strategy[past]] if mine else at.legal():
            taken = at.taken_with(card)
            us = taken is not None and taken[0] in at.side
            won = self.won(
                w, at.put(card), (*past, card), strategy, own + mine,
                points + (taken[1] if taken and us else 0), ours + us, theirs + (taken is not None and not us),
            )  # fmt: skip
            after.append(won)
        allied = (at.seat in at.side) == (self.seat in at.side)
        return any(after) if allied else all(after)

    def opened(self, w: int, at: Position, points: int, ours: int, theirs: int) -> bool:
        """The open-hand answer: minimax over who reaches the goal, every card tried."""
        key = (at.hands, at.leader, at.trick, points, bool(ours), bool(theirs))
        if key not in self.memo[w]:
            allied = (at.seat in at.side) == (self.seat in at.side)
            after = []
            for card in at.legal():
                taken, then = at.taken_with(card), at.put(card)
                us = taken is not None and taken[0] in at.side
                p, o, t = points + (taken[1] if taken and us else 0), ours + us, theirs + (taken is not None and not us)
                if any(then.hands):
                    after.append(self.opened(w, then, p, o, t))
                else:
                    after.append(self.wins[w](p, 0 if o and t else 1 if o else -1))
            self.memo[w][key] = any(after) if allied else all(after)
        return self.memo[w][key]
