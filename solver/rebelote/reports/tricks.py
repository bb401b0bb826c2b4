"""Cards in the order of play, trick by trick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rebelote.cards import Card
from rebelote.positions import Position


@dataclass(frozen=True, slots=True)
class Placed:
    """A card on the table. ``index``: its number among the cards given, none for one that lay there before."""

    seat: int
    card: Card
    index: int | None


@dataclass(frozen=True, slots=True)
class Trick:
    """``winner`` and ``points`` (the last trick's ten included) are none while it is not full."""

    leader: int
    cards: tuple[Placed, ...]
    winner: int | None
    points: int | None


def tricks(start: Position, cards: Iterable[Card]) -> Iterator[Trick]:
    """The tricks that ``cards`` make, played from ``start`` on; the last may not be full."""
    at = start
    lying = [Placed((at.leader + i) % at.players, card, None) for i, card in enumerate(at.trick)]
    for index, card in enumerate(cards):
        lying.append(Placed(at.seat, card, index))
        leader, taken = at.leader, at.taken_with(card)
        at = at.put(card)
        if taken is not None:
            yield Trick(leader, tuple(lying), *taken)
            lying = []
    if lying:
        yield Trick(at.leader, tuple(lying), None, None)
