"""An opponent has to do what he would rather not: lead, or throw a card away. Neither applies in misère."""

from __future__ import annotations

from dataclasses import replace

from rebelote.cards import from_mask
from rebelote.puzzling.judging import Choice
from rebelote.puzzling.scenes import Turn
from rebelote.puzzling.themes.course import Course, Crossing, whole_tricks


def throw_in(course: Course) -> bool:
    """At a decision the side lets an opponent take a trick: it leads to it, or a wrong card would have taken it.

    He has cards to choose from, leads, and on the main line the side takes that trick. Were any seat of the side on
    lead in his place, the hands being the same, the goal would not be reached.
    """
    for crossing in course.crossings:
        trick, later = course.trick_of(crossing), course.later(crossing)
        if trick.winner in course.side or len(later) < 2 or later[0].winner not in course.side:
            continue
        if not crossing.on_lead and not _could_take(course, crossing):
            continue
        if _must_not_lead(course, crossing.number + 1):
            return True
    return False


def _could_take(course: Course, crossing: Crossing) -> bool:
    """Whether a wrong card would have taken the trick, against the best defence."""
    return any(
        course.takes_over(crossing.at, card) and course.instead(crossing, card)[0].winner == crossing.seat
        for card in crossing.wrong
    )


def _must_not_lead(course: Course, number: int) -> bool:
    """Whether the goal, still open before a trick, is out of reach with any seat of the side on lead to it."""
    quest = course.scene.quest
    moment = course.scene.turns[number * course.players - len(course.scene.start.trick)].moment
    if quest.decided(moment) is not None:
        return False
    at = quest.position(moment)
    return not any(course.reached(moment, replace(at, leader=seat)) for seat in course.side)


def squeeze(course: Course) -> bool:
    """On the main line an opponent cannot follow suit nor trump, and has to throw a card of one of several plain suits.

    The trick is the side's. From whichever suit he throws, the side then takes a trick of that suit with a card lower
    than his best one of it was, which it does not do after some other discard of his.
    """
    return any(_squeezed(course, turn) for turn in course.scene.turns if turn.seat not in course.side)


def _squeezed(course: Course, turn: Turn) -> bool:
    at, quest = turn.at, course.scene.quest
    if not at.trick or course.tricks[course.number_of(turn.place)].winner not in course.side:
        return False
    legal = from_mask(at.legal_mask())
    suits: set[int] = {card.suit for card in legal}
    if len(suits) < 2 or at.trick[0].suit in suits or any(map(course.is_trump, legal)):
        return False
    if quest.decided(turn.moment) is not None:
        return False
    given = [
        (choice.card.suit, _given(course, turn, choice, suits)) for choice in course.scene.judge.choices(turn.moment)
    ]
    return all(suit in gives for suit, gives in given) and not any(all(suit in g for _, g in given) for suit in suits)


def _given(course: Course, turn: Turn, choice: Choice, suits: set[int]) -> set[int]:
    """The suits in which the side takes a trick, after a discard, with a card that the hand's best one went over."""
    after = course.scene.quest.after(turn.moment, choice.card)
    tricks = list(whole_tricks(turn.at, (choice.card, *course.best_play(after))))[1:]
    best = {suit: course.held(turn.at, turn.seat, suit)[-1] for suit in suits}
    ours = [trick for trick in tricks if trick.winner in course.side and trick.led in suits]
    return {trick.led for trick in ours if course.beats(best[trick.led], trick.best)}
