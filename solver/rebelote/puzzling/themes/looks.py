"""What themes look at: whole tricks of the main line, who could beat what, who still holds trumps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rebelote.cards import Card, iter_mask
from rebelote.positions import Position
from rebelote.puzzling.scenes import Scene, Turn
from rebelote.tricks import suit_of, winning_index

_SUIT = 0xFF


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick of the main line: the turns of it that are in the puzzle, all its cards, who led and who won."""

    turns: tuple[Turn, ...]
    cards: tuple[Card, ...]
    leader: int
    winner: int

    @property
    def best(self) -> Card:
        """The card that won it."""
        return self.cards[(self.winner - self.leader) % len(self.cards)]


def tricks(scene: Scene) -> Iterator[Trick]:
    """The tricks of the main line, to the end of the deal."""
    turns: list[Turn] = []
    for turn in scene.turns:
        turns.append(turn)
        if taken := turn.at.taken_with(turn.card):
            yield Trick(tuple(turns), (*turn.at.trick, turn.card), turn.at.leader, taken[0])
            turns = []


def trick_of(scene: Scene, place: int) -> tuple[int, Trick]:
    """The number of the trick in which that card of the main line falls, and the trick."""
    return next((i, trick) for i, trick in enumerate(tricks(scene)) if trick.turns[-1].place >= place)


def suit_cards(hand: int, suit: int) -> list[Card]:
    """The cards of a suit in a hand."""
    return list(iter_mask(hand & _SUIT << 8 * suit))


def trump_of(at: Position) -> int | None:
    """The one trump suit."""
    return suit_of(at.strain)


def trumps(at: Position, seat: int) -> int:
    """How many trumps a seat holds, where there is a trump suit."""
    trump = trump_of(at)
    return 0 if trump is None else len(suit_cards(at.hands[seat], trump))


def strength(at: Position, card: Card) -> int:
    """How high a card stands in its suit."""
    return at.rules.strengths(at.strain)[card]


def beats(at: Position, card: Card, other: Card) -> bool:
    """Whether a card goes over another one of its suit."""
    return card.suit == other.suit and strength(at, card) > strength(at, other)


def wins_now(at: Position, card: Card) -> bool:
    """Whether a card would be the best on the table."""
    return winning_index(at.rules, at.strain, (*at.trick, card)) == len(at.trick)


def is_master(at: Position, card: Card) -> bool:
    """Whether no card that is held or lies there goes over it."""
    cards = [c for hand in at.hands for c in suit_cards(hand, card.suit)] + list(at.trick)
    return not any(beats(at, other, card) for other in cards)


def ruffs(at: Position, card: Card) -> bool:
    """Whether a card is a trump on a plain suit that was led."""
    trump = trump_of(at)
    return trump is not None and card.suit == trump and bool(at.trick) and at.trick[0].suit != trump


def others(at: Position) -> tuple[int, ...]:
    """The seats against the solving side."""
    return at.others


def partner(at: Position, seat: int) -> int | None:
    """The partner's seat, or none."""
    return at.rules.partner_of(seat)


def ally_wins(at: Position) -> bool:
    """Whether a card of the solving side is the best on the table."""
    if not at.trick:
        return False
    best = winning_index(at.rules, at.strain, at.trick)
    return (at.leader + best) % at.players in at.side
