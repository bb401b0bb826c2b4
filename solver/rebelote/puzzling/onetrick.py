"""The card of a player who looks at the trick on the table and no further: the first idea of many a beginner."""

from __future__ import annotations

from rebelote.cards import Card
from rebelote.positions import Position
from rebelote.tricks import suit_of


def one_trick_card(position: Position) -> Card:
    """The best card for the seat on turn when nothing after this trick counts, all hands seen.

    The trick's points are the side's that wins it, none the other's; the last trick's ten is among them where it is
    the last. Of several the cheapest: the fewest points, then a plain card before a trump, then the weakest, then the
    lowest number.
    """
    many = (position.seat in position.side) != position.misere
    rules, strain = position.rules, position.strain
    points, strength, trump = rules.points(strain), rules.strengths(strain), suit_of(strain)

    def order(card: Card) -> tuple[int, int, bool, int, Card]:
        value = trick_value(position, card)
        return -value if many else value, points[card], card.suit == trump, strength[card], card

    return min(position.legal(), key=order)


def trick_value(position: Position, card: Card) -> int:
    """The side's points of the trick, less the others', when ``card`` is played and nobody looks further."""
    return _after(position, card, -_MOST, _MOST)


#: More than a trick can be worth.
_MOST = 10_000


def _after(at: Position, card: Card, low: int, high: int) -> int:
    """The side's points of the trick less the others', once a card is played; alpha-beta, fail-hard."""
    if taken := at.taken_with(card):
        winner, points = taken
        return points if winner in at.side else -points
    after = at.put(card)
    many = (after.seat in after.side) != after.misere
    for answer in _one_of_each(after):
        value = _after(after, answer, low, high)
        if many:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    return low if many else high


def _one_of_each(at: Position) -> list[Card]:
    """The legal cards, of neighbours in one suit with the same points only one."""
    points, strength = at.rules.points(at.strain), at.rules.strengths(at.strain)
    out: list[Card] = []
    for card in sorted(at.legal(), key=lambda c: (c.suit, strength[c])):
        last = out[-1] if out else None
        if (
            last is None
            or last.suit != card.suit
            or points[last] != points[card]
            or strength[card] != strength[last] + 1
        ):
            out.append(card)
        else:
            out[-1] = card
    return out
