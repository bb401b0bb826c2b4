"""Leading trumps or not. Neither theme applies in NT, AT and misère."""

from __future__ import annotations

from rebelote.puzzling.themes.course import Course, Trick


def draw_trumps(course: Course) -> bool:
    """At a decision a trump is led, where a plain card would be wrong, and an opponent has to give up a trump to it.

    Later on the main line the side takes a trick of a plain suit with a plain card, and that opponent can neither
    follow suit nor trump: with his trump still in hand he could have ruffed.
    """
    for crossing in course.crossings:
        if not crossing.on_lead or not course.is_trump(crossing.right) or all(map(course.is_trump, crossing.wrong)):
            continue
        trick = course.trick_of(crossing)
        drawn = [seat for seat in course.others if course.is_trump(trick.card_of(seat))]
        if any(_safe_from(course, later, seat) for later in course.later(crossing) for seat in drawn):
            return True
    return False


def _safe_from(course: Course, trick: Trick, seat: int) -> bool:
    """Whether the side takes a trick with a plain card while a seat has none of the suit led and no trump."""
    at = trick.before_card_of(seat)
    return (
        at is not None
        and trick.winner in course.side
        and not course.is_trump(trick.cards[0])
        and not course.is_trump(trick.best)
        and not course.held(at, seat, trick.led)
        and not course.held(at, seat, course.trump)
    )


def refuse_trumps(course: Course) -> bool:
    """At a decision on lead the seat holds a trump that no opponent's goes over, and an opponent holds a trump.

    The right card is a plain one: to lead a trump, which would draw one, fails.
    """
    for crossing in course.crossings:
        at, own = crossing.at, course.held(crossing.at, crossing.seat, course.trump)
        if not crossing.on_lead or not own or course.is_trump(crossing.right):
            continue
        holders = [seat for seat in course.others if course.held(at, seat, course.trump)]
        if holders and not any(course.beaten_by(at, seat, own[-1]) for seat in holders):
            return True
    return False
