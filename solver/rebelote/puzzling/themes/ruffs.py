"""Trumping a plain suit by choice. None of the themes applies in NT and AT, in misère only the underruff."""

from __future__ import annotations

from collections.abc import Iterator

from rebelote.puzzling.themes.course import Course, Crossing, Trick


def ruff(course: Course) -> bool:
    """A plain suit is led and the side takes the trick with a trump that an opponent's trump in hand could go over.

    By choice: at a decision the right card is that trump and a plain card was legal and wrong, or it is the lead
    that the partner ruffs and another suit was wrong. No opponent has trumped before (that makes an ``overruff``).
    """
    for trick, over in _chosen(course):
        at = trick.before_card_of(trick.winner)
        if not over and at is not None and any(course.beaten_by(at, seat, trick.best) for seat in course.others):
            return True
    return False


def overruff(course: Course) -> bool:
    """A plain suit is led, an opponent trumps it, and the side takes the trick with a higher trump.

    By choice: at a decision the right card is that trump and a card that does not go over was legal and wrong, or it is
    the lead that the partner overruffs and another suit was wrong.
    """
    return any(over for _, over in _chosen(course))


def _chosen(course: Course) -> Iterator[tuple[Trick, bool]]:
    """The tricks of a plain suit that a trump of the side takes by choice, and whether it goes over an opponent's."""
    for crossing in course.crossings:
        trick = course.trick_of(crossing)
        if course.is_trump(trick.cards[0]) or not course.is_trump(trick.best):
            continue
        over = any(course.is_trump(trick.card_of(seat)) and _sooner(trick, seat) for seat in course.others)
        if _own(course, crossing, trick, over) or _partners(course, crossing, trick):
            yield trick, over


def _own(course: Course, crossing: Crossing, trick: Trick, over: bool) -> bool:
    """Whether the decision's seat takes the trick and need not have trumped it, or over a trump not gone over."""
    if trick.winner != crossing.seat:
        return False
    return any(not (course.takes_over(crossing.at, c) if over else course.is_trump(c)) for c in crossing.wrong)


def _partners(course: Course, crossing: Crossing, trick: Trick) -> bool:
    """Whether the decision's seat leads the trick for the partner, when it could have led another suit."""
    return (
        crossing.on_lead
        and trick.winner == course.rules.partner_of(crossing.seat)
        and any(card.suit != crossing.right.suit for card in crossing.wrong)
    )


def _sooner(trick: Trick, seat: int) -> bool:
    """Whether a seat played to a trick before its winner."""
    return trick.place_of(seat) < trick.place_of(trick.winner)


def underruff(course: Course) -> bool:
    """At a decision a plain suit was led and trumped, and the right card is a trump lower than the best one there.

    Another card was legal and wrong that is no such trump: a plain card, or a trump that goes over. Also in misère.
    """
    for crossing in course.crossings:
        at, right = crossing.at, crossing.right
        if crossing.on_lead or course.is_trump(at.trick[0]) or not course.is_trump(right):
            continue
        if course.takes_over(at, right):
            continue
        if any(not course.is_trump(card) or course.takes_over(at, card) for card in crossing.wrong):
            return True
    return False


def en_passant(course: Course) -> bool:
    """A plain suit is led, and the side takes the trick with a trump although an opponent holds a higher one.

    That opponent plays before the trump, not as the leader, and has to follow suit. The side's part in it is a
    decision: the lead, or the trump where a plain card was legal and wrong.
    """
    chosen = {
        (crossing.number, crossing.seat)
        for crossing in course.crossings
        if crossing.on_lead or any(not course.is_trump(card) for card in crossing.wrong)
    }
    for number, trick in enumerate(course.tricks):
        if trick.winner not in course.side or course.is_trump(trick.cards[0]) or not course.is_trump(trick.best):
            continue
        if chosen.isdisjoint(((number, trick.leader), (number, trick.winner))):
            continue
        for seat in course.others:
            at = trick.before_card_of(seat)
            if at is None or seat == trick.leader or not _sooner(trick, seat):
                continue
            if trick.card_of(seat).suit == trick.led and course.beaten_by(at, seat, trick.best):
                return True
    return False
