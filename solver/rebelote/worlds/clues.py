"""What is known of where cards are: one clue a fact, and the ways to deal that fit them all.

Every card that is played says something. *Whether a card is legal depends on which cards the hand
holds besides, and only in one way: each rule forbids it to whoever holds one of certain cards* (of
the suit led; of trumps; of those that go over), *and these are settled by what lies on the table.*
Proof, over ``tricks.legal_mask``: every branch of it is a list of groups of cards (those that go over,
the suit led, trumps, all others), of which the first one that the hand has something of is legal, or
the first two together; the groups are settled by the trick and the rules alone. A card of a group is
then illegal exactly for a hand with a card of an earlier group. So a card is legal in a hand if and only if
it is legal beside each single card of it, and what a played card tells is a set of cards that its
player had none of. ``tests/test_world_counts.py`` goes through hands under every switch.

So cards fit a seat or do not one by one, apart from melds that were announced and not shown, which
are groups; both are what ``rebelote.worlds.spreads`` counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rebelote.cards import ALL_CARDS, Card, Suit, format_cards, from_mask
from rebelote.rules import Rules, Strain
from rebelote.tricks import legal_mask
from rebelote.worlds.spreads import Spread

_SUIT = 0xFF


@dataclass(frozen=True, slots=True)
class Clue:
    """One fact. Masks throughout; ``seat`` is whose cards it is about, none of those out of play.

    ``holds``: cards that were dealt to the seat, or are out of play. ``lacks``: cards that the seat did not
    hold once it had played its card ``plays[since]``. ``one_of``: groups, of which it was dealt at least one whole.
    ``text`` says it in words, ``where`` is the key of the input that tells it.
    """

    text: str
    where: str
    seat: int | None
    holds: int = 0
    lacks: int = 0
    since: int = -1
    one_of: tuple[int, ...] = ()


def missing(rules: Rules, strain: Strain, trick: tuple[Card, ...], card: Card) -> int:
    """The cards of which a player holds none, if ``card`` was legal for him behind ``trick``."""
    return _missing(rules, strain, trick, card) if trick else 0


@lru_cache(maxsize=1 << 14)
def _missing(rules: Rules, strain: Strain, trick: tuple[Card, ...], card: Card) -> int:
    return sum(
        other.bit for other in ALL_CARDS if not legal_mask(rules, strain, card.bit | other.bit, trick) >> card & 1
    )


def in_words(mask: int) -> str:
    """Cards, whole suits by their name."""
    names = [Suit(suit).name.lower() for suit in range(4) if mask >> 8 * suit & _SUIT == _SUIT]
    rest = sum(card.bit for card in from_mask(mask) if mask >> 8 * card.suit & _SUIT != _SUIT)
    return " or ".join(names + ([format_cards(rest)] if rest else []))


def spread(players: int, cards: int, clues: Iterable[Clue], plays: Sequence[Card]) -> Spread:
    """All ways to deal that fit the clues: a cell for each seat, of ``cards`` each, and one for those out of play.

    ``plays`` are the cards played, in order. Clues that contradict one another leave no way.
    """
    pile = players
    owners = dict.fromkeys(ALL_CARDS, (1 << players + 1) - 1)
    played = {card: i for i, card in enumerate(plays)}
    lacking: list[Clue] = []
    wanted: list[tuple[int, ...]] = [()] * (players + 1)
    for clue in clues:
        cell = pile if clue.seat is None else clue.seat
        for card in from_mask(clue.holds):
            owners[card] &= 1 << cell
        if clue.lacks:
            lacking.append(clue)
        if clue.one_of:
            wanted[cell] = _both(wanted[cell], clue.one_of)
    for clue in lacking:
        cell = pile if clue.seat is None else clue.seat
        for card in from_mask(clue.lacks):
            # What was played until then is no longer in the hand.
            if played.get(card, clue.since + 1) > clue.since:
                owners[card] &= ~(1 << cell)
    impossible = not all(owners.values())
    sizes = [*[cards] * players, len(ALL_CARDS) - cards * players]
    return Spread(sizes, {} if impossible else {int(card): cells for card, cells in owners.items()}, wanted)


def _both(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Groups of which one is there exactly when one of the first and one of the second is."""
    return tuple({a | b for a in first for b in second}) if first else second


def fits(clue: Clue, dealt: Sequence[int], out: int, plays: Sequence[Card]) -> bool:
    """Whether a deal fits the clue; ``out`` are the cards out of play."""
    cards = out if clue.seat is None else dealt[clue.seat]
    if clue.one_of and not any(group & cards == group for group in clue.one_of):
        return False
    gone = sum(card.bit for card in plays[: clue.since + 1])
    return clue.holds & cards == clue.holds and not clue.lacks & cards & ~gone


def contradiction(players: int, cards: int, clues: Sequence[Clue], plays: Sequence[Card]) -> list[Clue]:
    """Of clues that no deal fits a smallest part that none fits: without any one of them some deal does."""
    # Announcements are dear to count while many cards are free, so they are tried first and the own hand last.
    kept = sorted(clues, key=lambda clue: 0 if clue.one_of else 2 if clue.where == "hand" else 1)
    for clue in list(kept):
        fewer = [other for other in kept if other is not clue]
        if spread(players, cards, fewer, plays).count == 0:
            kept = fewer
    return [clue for clue in clues if any(clue is other for other in kept)]
