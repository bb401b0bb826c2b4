"""What is done with high cards: got out of the way, kept back, given to the partner. None applies in misère."""

from __future__ import annotations

from collections.abc import Iterator

from rebelote.cards import Card, Rank
from rebelote.puzzling.themes.course import Course, Crossing
from rebelote.rules import Strain


def unblock(course: Course) -> bool:
    """At a decision a high card goes on a trick of the side; later the partner takes one with a lower card of its suit.

    It was in the way: kept by a wrong card (a lower one of its suit; when it is thrown off, also one of another suit),
    after which this trick is the side's too, it later takes one of its suit to which the partner plays a lower card.
    In games of partners.
    """
    for crossing in course.crossings:
        partner, card = course.rules.partner_of(crossing.seat), crossing.right
        if partner is None or course.trick_of(crossing).winner not in course.side:
            continue
        runs = any(trick.winner == partner and course.beats(card, trick.best) for trick in course.later(crossing))
        if runs and any(_in_the_way(course, crossing, wrong, partner) for wrong in _keeping(course, crossing)):
            return True
    return False


def _keeping(course: Course, crossing: Crossing) -> Iterator[Card]:
    """The wrong cards that keep the right one: lower ones of its suit; of any suit when it does not follow suit."""
    at, right = crossing.at, crossing.right
    thrown = bool(at.trick) and right.suit != at.trick[0].suit
    for card in crossing.wrong:
        if course.beats(right, card) or (thrown and card.suit != right.suit):
            yield card


def _in_the_way(course: Course, crossing: Crossing, wrong: Card, partner: int) -> bool:
    """Whether the side takes the trick with a wrong card too, and later the kept one takes one over the partner's."""
    right = crossing.right
    this, *later = course.instead(crossing, wrong)
    return this.winner in course.side and any(
        trick.best == right and trick.led == right.suit and trick.card_of(partner).suit == right.suit for trick in later
    )


def duck(course: Course) -> bool:
    """At a decision the right card follows suit without going over, and the others take the trick.

    Another card of the suit was legal and wrong that would have taken the trick, against the best defence.
    """
    for crossing in course.crossings:
        at, right = crossing.at, crossing.right
        if crossing.on_lead or right.suit != at.trick[0].suit or course.trick_of(crossing).winner in course.side:
            continue
        for card in crossing.wrong:
            if card.suit == right.suit and course.instead(crossing, card)[0].winner == crossing.seat:
                return True
    return False


def save_master(course: Course) -> bool:
    """At a decision a lower card of a suit is right, and the highest one left of it, which the seat holds, is wrong.

    The highest one would have taken this trick, against the best defence. On the main line the seat does not take it,
    but a later one, with the card that it saved.
    """
    for crossing in course.crossings:
        if course.trick_of(crossing).winner == crossing.seat:
            continue
        for choice in crossing.decision.wrong:
            if not course.beats(choice.card, crossing.right) or not _is_master(course, crossing, choice.cards[-1]):
                continue
            later = any(
                trick.winner == crossing.seat and trick.best in choice.cards for trick in course.later(crossing)
            )
            if later and course.instead(crossing, choice.card)[0].winner == crossing.seat:
                return True
    return False


def _is_master(course: Course, crossing: Crossing, card: Card) -> bool:
    """Whether no card of its suit that is held or lies on the table goes over a card."""
    at = crossing.at
    lies = any(course.beats(other, card) for other in at.trick)
    return not lies and not any(course.beaten_by(at, seat, card) for seat in range(course.players))


def ten_to_partner(course: Course) -> bool:
    """At a decision a plain ten is put on a trick that the partner takes on the main line.

    It is not led, and a card worth less was legal and wrong. In games of partners; in AT no ten is a plain one.
    """
    points = course.rules.points(course.strain)
    for crossing in course.crossings:
        card = crossing.right
        if crossing.on_lead or card.rank != Rank.TEN or course.is_trump(card) or course.strain == Strain.AT:
            continue
        given = course.trick_of(crossing).winner == course.rules.partner_of(crossing.seat)
        if given and any(points[wrong] < points[card] for wrong in crossing.wrong):
            return True
    return False
