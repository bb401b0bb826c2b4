"""A line of play taken trick by trick: what each trick was, and what the seats have at its end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rebelote.cards import Card
from rebelote.positions import Position
from rebelote.records import PlayedDeal
from rebelote.stakes import Past
from rebelote.tricks import suit_of


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick. ``cards`` from the leader on; ``before`` the position before each card that the line itself
    played to it, which in the first trick may be fewer.
    """

    number: int
    leader: int
    cards: tuple[Card, ...]
    winner: int
    points: int
    last: bool
    before: tuple[Position, ...]

    @property
    def winning(self) -> Card:
        """The card that took it."""
        return self.cards[(self.winner - self.leader) % len(self.cards)]

    @property
    def led(self) -> Card:
        return self.cards[0]

    def seat_of(self, card: Card) -> int:
        """Who played a card of it."""
        return (self.leader + self.cards.index(card)) % len(self.cards)


@dataclass(frozen=True, slots=True)
class Line:
    """Cards played from a position on. ``past``: taken before it; ``number``: that of the trick it is in, from 1."""

    at: Position
    cards: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    past: Past
    end: Past
    finished: bool

    @classmethod
    def of(cls, at: Position, cards: Sequence[Card], past: Past, number: int) -> Line:
        """The line of ``cards`` from ``at`` on, the first of them in trick ``number``."""
        tricks: list[Trick] = []
        now, end, before = at, past, []
        for card in cards:
            before.append(now)
            taken = now.taken_with(card)
            after = now.put(card)
            if taken:
                seat, points = taken
                last = not any(after.hands)
                table = (*now.trick, card)
                tricks.append(Trick(number + len(tricks), now.leader, table, seat, points, last, tuple(before)))
                end, before = end.plus(seat, points), []
            now = after
        return cls(at, tuple(cards), tuple(tricks), past, end, not any(now.hands) and not now.trick)

    def points(self, seats: Iterable[int]) -> int:
        """What some seats have at the end, with what they took before the line."""
        return sum(self.end.points[seat] for seat in seats)

    def trick(self, number: int) -> Trick | None:
        """The trick of that number, where the line finishes it."""
        return next((trick for trick in self.tricks if trick.number == number), None)

    def taken_in(self, card: Card) -> Trick | None:
        """The trick in which a card falls."""
        return next((trick for trick in self.tricks if card in trick.cards), None)

    def out_of_trumps(self, seat: int) -> int | None:
        """The trick to which a seat plays the last trump it holds; none where it holds none, or keeps it to the end."""
        trump = suit_of(self.at.strain)
        if trump is None:
            return None
        held = [card for card in self.cards if card.suit == trump and self.at.hands[seat] & card.bit]
        if not held or len(held) < (self.at.hands[seat] >> 8 * trump & 0xFF).bit_count():
            return None
        played = self.taken_in(held[-1])
        return None if played is None else played.number


def moment_of(deal: PlayedDeal, moment: int) -> tuple[Position, Past, int]:
    """The position before a card of a deal, what had been taken by then, and the number of its trick."""
    at, past = deal.start, Past.none(deal.start.players)
    for card in deal.plays[:moment]:
        taken = at.taken_with(card)
        at = at.put(card)
        past = past.plus(*taken) if taken else past
    return at, past, (len(deal.start.trick) + moment) // deal.start.players + 1
