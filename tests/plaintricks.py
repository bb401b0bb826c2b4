"""One trick, played out in every way: what a card brings in it, and the card of who looks no further."""

from __future__ import annotations

from rebelote import Card, Position


def plain_worth(at: Position, card: Card) -> int:
    """What a card brings the position's side in this trick, its points or as many less than nothing: every line."""
    taken = at.taken_with(card)
    if taken is not None:
        winner, points = taken
        return points if winner in at.side else -points
    after = at.put(card)
    answers = [plain_worth(after, answer) for answer in after.legal()]
    return max(answers) if (after.seat in at.side) != at.misere else min(answers)


def plain_card(at: Position) -> Card:
    """The one-trick player's card, by the words of its rule."""
    legal = at.legal()
    many = (at.seat in at.side) != at.misere
    best = (max if many else min)(plain_worth(at, card) for card in legal)
    left = [card for card in legal if plain_worth(at, card) == best]
    points, strengths = at.rules.points(at.strain), at.rules.strengths(at.strain)
    left = [card for card in left if points[card] == min(points[c] for c in left)]
    if plain := [card for card in left if str(card)[1] != str(at.strain)]:
        left = plain
    left = [card for card in left if strengths[card] == min(strengths[c] for c in left)]
    return min(left)
