"""Themes of the trump suit: drawing trumps or not, and trumping. None applies in NT, AT and misère but the underruff."""

from __future__ import annotations

from collections.abc import Iterator

from rebelote.puzzling.themes.course import Course, Crossing, Trick


def draw_trumps(course: Course) -> bool:
    """A trump is led by choice, a plain suit being wrong; an opponent gives up a trump to it; and later the side takes a
    trick with a plain card to which that opponent does not follow, out of trumps: he would have ruffed it."""
    for crossing in course.crossings:
        if crossing.table or not course.is_trump(crossing.card) or all(map(course.is_trump, crossing.wrong)):
            continue
        trick = course.trick_of(crossing)
        drawn = [seat for seat in course.others if course.is_trump(trick.card_of(seat))]
        if any(_out_of_both(course, later, seat) for later in course.after(crossing) for seat in drawn):
            return not course.misere
    return False


def _out_of_both(course: Course, trick: Trick, seat: int) -> bool:
    """Whether the side takes a trick with a plain card while the seat has neither the suit led nor a trump."""
    at = trick.before_card_of(seat)
    return (
        trick.winner in course.side
        and not course.is_trump(trick.cards[0])
        and not course.is_trump(trick.best)
        and trick.card_of(seat).suit != trick.led
        and at is not None
        and not course.held(at, seat, course.trump)
    )


def refuse_trumps(course: Course) -> bool:
    """On lead, an opponent holds trumps, and the seat one that no opponent's beats; leading a trump fails, and a plain
    card is right."""
    for crossing in course.crossings:
        if crossing.table or course.is_trump(crossing.card):
            continue
        own = course.held(crossing.at, crossing.seat, course.trump)
        against = [card for seat in course.others for card in course.held(crossing.at, seat, course.trump)]
        if own and against and course.strength[own[-1]] > max(course.strength[card] for card in against):
            return not course.misere
    return False


def ruff(course: Course) -> bool:
    """A plain suit was led and trumped by nobody, and the right card is a trump that takes the trick, where a plain
    card could be played too; or the seat leads a plain card that the partner ruffs, some other suit being wrong."""
    return not course.misere and any(not over for over in _ruffs(course))


def overruff(course: Course) -> bool:
    """The same over an opponent's trump: the right card is a trump that goes over it and takes the trick, where another card
    need not; or the seat leads a plain card that an opponent trumps and the partner overtrumps."""
    return not course.misere and any(_ruffs(course))


def _ruffs(course: Course) -> Iterator[bool]:
    """Of every ruff by choice that takes its trick, whether it goes over an opponent's trump."""
    for crossing in course.crossings:
        trick = course.trick_of(crossing)
        if course.is_trump(trick.cards[0]) or not course.is_trump(trick.best):
            continue
        over = any(
            course.is_trump(trick.card_of(seat)) and _sooner(trick, seat, trick.winner) for seat in course.others
        )
        own = trick.winner == crossing.seat
        given = (
            not crossing.table
            and trick.winner == course.rules.partner_of(crossing.seat)
            and any(card.suit != crossing.card.suit for card in crossing.wrong)
        )
        if given or (
            own
            and any(
                not course.is_trump(card) or over and not course.wins_now(crossing.at, card) for card in crossing.wrong
            )
        ):
            yield over


def _sooner(trick: Trick, one: int, other: int) -> bool:
    players = len(trick.cards)
    return (one - trick.leader) % players < (other - trick.leader) % players


def underruff(course: Course) -> bool:
    """A plain suit was led and trumped, and the right card is a lower trump, where a plain card or a trump that goes
    over could be played too. Also in misère."""
    for crossing in course.crossings:
        at = crossing.at
        if (
            not crossing.table
            or course.is_trump(at.trick[0])
            or not course.is_trump(course.best_on_table(at))
            or not course.is_trump(crossing.card)
            or course.wins_now(at, crossing.card)
        ):
            continue
        if any(not course.is_trump(card) or course.wins_now(at, card) for card in crossing.wrong):
            return True
    return False


def en_passant(course: Course) -> bool:
    """A plain suit is led by choice, or ruffed by choice, and the side takes the trick with a trump; an opponent who
    played before it, not as the leader, had to follow suit and holds a higher trump."""
    chosen = {(crossing.number, crossing.seat) for crossing in course.crossings}
    for number, trick in enumerate(course.tricks):
        best, winner = trick.best, trick.winner
        if winner not in course.side or course.is_trump(trick.cards[0]) or not course.is_trump(best):
            continue
        if (number, trick.leader) not in chosen and (number, winner) not in chosen:
            continue
        for seat in course.others:
            at = trick.before_card_of(seat)
            if at is None or seat == trick.leader or not _sooner(trick, seat, winner):
                continue
            higher = [
                card for card in course.held(at, seat, course.trump) if course.strength[card] > course.strength[best]
            ]
            if higher and trick.card_of(seat).suit == trick.led:
                return not course.misere
    return False
