"""The card of a player who looks at the trick on the table and no further: the first idea of many a beginner."""

from __future__ import annotations

from collections.abc import Iterator

from rebelote.cards import Card, from_mask
from rebelote.positions import Position
from rebelote.tricks import legal_mask, suit_of, trick_points, winning_index

#: More points than any trick is worth.
_MOST = 10_000


def one_trick_card(position: Position) -> Card:
    """The best card for the seat on turn when nothing after this trick counts, all hands seen.

    Of several with the same ``trick_worths`` the cheapest: the fewest points, then a plain card before a trump, then
    the weakest of its suit, then the lowest number.
    """
    return cheapest_best(position, trick_worths(position))


def cheapest_best(position: Position, worths: dict[Card, int]) -> Card:
    """The same, where what the legal cards are worth is known."""
    rules, strain = position.rules, position.strain
    points, strength, trump = rules.points(strain), rules.strengths(strain), suit_of(strain)
    return min(worths, key=lambda card: (-worths[card], points[card], card.suit == trump, strength[card], card))


def trick_worths(position: Position) -> dict[Card, int]:
    """What each legal card brings in this trick, more being better for the seat on turn.

    That is the points of the trick if the party of the seat on turn wins it, and as many less than nothing if the
    others do, when all see all hands, play as well as they can, and look no further; in misère the other way round.
    Where it is the last trick its ten is among them. The parties are the position's side and the rest.
    """
    sign = 1 if (position.seat in position.side) != position.misere else -1
    worths: dict[Card, int] = {}
    for alike in _classes(position, position.trick):
        worth = sign * _value(position, (*position.trick, alike[0]), -_MOST, _MOST)
        worths |= dict.fromkeys(alike, worth)
    return worths


def _value(at: Position, trick: tuple[Card, ...], low: int, high: int) -> int:
    """The points of the trick for the side, or less than nothing for the rest, once it has grown to ``trick``.

    Exact between ``low`` and ``high``, which must differ; a bound of the true value outside (alpha-beta).
    """
    if len(trick) == at.players:
        winner = (at.leader + winning_index(at.rules, at.strain, trick)) % at.players
        points = trick_points(at.rules, at.strain, trick) + at.rules.last_trick * (at.tricks_left == 1)
        return points if winner in at.side else -points
    seat = (at.leader + len(trick)) % at.players
    many = (seat in at.side) != at.misere
    for alike in _classes(at, trick):
        value = _value(at, (*trick, alike[0]), low, high)
        if many:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    return low if many else high


def _classes(at: Position, trick: tuple[Card, ...]) -> Iterator[list[Card]]:
    """The legal cards of the next seat, those together that differ in nothing: one suit, as many points, neighbours.

    The hands of seats that have not yet played to the trick are those of ``at``.
    """
    rules, strain = at.rules, at.strain
    points, strength = rules.points(strain), rules.strengths(strain)
    seat = (at.leader + len(trick)) % at.players
    cards = from_mask(legal_mask(rules, strain, at.hands[seat], trick))
    alike: list[Card] = []
    for card in sorted(cards, key=lambda card: (card >> 3, strength[card])):
        last = alike[-1] if alike else card
        if last != card and (
            last >> 3 != card >> 3 or strength[last] + 1 != strength[card] or points[last] != points[card]
        ):
            yield alike
            alike = []
        alike.append(card)
    yield alike
