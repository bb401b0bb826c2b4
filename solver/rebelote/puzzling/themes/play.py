"""Themes of the play of plain suits and of high cards: getting out of the way, letting go, keeping, giving points."""

from __future__ import annotations

from rebelote.cards import Rank
from rebelote.puzzling.themes.course import Course, Crossing


def unblock(course: Course) -> bool:
    partner_of = course.rules.partner_of
    if course.misere:
        return False
    for crossing in course.crossings:
        partner, card = partner_of(crossing.seat), crossing.card
        if partner is None or not crossing.table or course.trick_of(crossing).winner != partner:
            continue
        if card.suit == crossing.table[0].suit and not any(
            w.suit == card.suit and course.strength[w] < course.strength[card] for w in crossing.wrong
        ):
            continue
        for later in course.after(crossing):
            if (
                later.led == card.suit
                and later.winner == partner
                and later.best.suit == card.suit
                and course.strength[later.best] < course.strength[card]
            ):
                return True
    return False


def duck(course: Course) -> bool:
    if course.misere:
        return False
    for crossing in course.crossings:
        if not crossing.table or course.trick_of(crossing).winner in course.side:
            continue
        led = crossing.table[0].suit
        if crossing.card.suit != led:
            continue
        for w in crossing.wrong:
            if (
                w.suit == led
                and course.wins_now(crossing.at, w)
                and course.instead(crossing, w)[0].winner == crossing.seat
            ):
                return True
    return False


def masters(course, crossing):
    at = crossing.at
    for w in [c for ch in crossing.decision.wrong for c in ch.cards]:
        allc = [c for s in range(course.players) for c in course.held(at, s, w.suit)] + [
            c for c in at.trick if c.suit == w.suit
        ]
        if all(course.strength[c] <= course.strength[w] for c in allc):
            yield w


def save_master(course: Course) -> bool:
    if course.misere:
        return False
    for crossing in course.crossings:
        own = set(masters(course, crossing))
        at = crossing.at
        for w in own:
            if not course.wins_now(at, w):
                continue
            if any(t.best == w for t in course.after(crossing)):
                return True
    return False


def ten_to_partner(course: Course) -> bool:
    if course.misere:
        return False
    for crossing in course.crossings:
        card = crossing.card
        if (
            crossing.table
            and card.rank == Rank.TEN
            and not course.is_trump(card)
            and course.strain != 5
            and course.trick_of(crossing).winner == course.rules.partner_of(crossing.seat)
        ):
            return True
    return False
