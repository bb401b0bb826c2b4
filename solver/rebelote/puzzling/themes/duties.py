"""Cards that must be played: the duty to go over."""

from __future__ import annotations

from dataclasses import replace

from rebelote.cards import Card
from rebelote.positions import Position
from rebelote.puzzling.quests import Moment
from rebelote.puzzling.themes.course import Course
from rebelote.rules import NEVER, Rules
from rebelote.tricks import legal_mask


def avoid_overtrump(course: Course) -> bool:
    """At a decision a wrong card fails because the side would have to go over.

    In its refutation the duty to go over (a trump led, a ruff, any suit where the rules ask it) takes legal cards from
    a seat of the side, and by the same rules without the duty, for all, the wrong card would reach the goal. Also in AT
    and misère.
    """
    free = without_duty(course.rules)
    if free == course.rules:
        return False
    quest = course.scene.quest
    for decision, wrong, line in course.scene.refutations:
        after = quest.after(decision.moment, wrong.card)
        if not _bound(course, after, line, free):
            continue
        at = quest.position(after)
        if course.reached(after, replace(at, rules=without_duty(at.rules))):
            return True
    return False


def without_duty(rules: Rules) -> Rules:
    """The same rules, but nobody has to go over anything."""
    return replace(rules, go_over_trump_lead=NEVER, go_over_ruff=NEVER, go_over_plain=False, go_over_all_trumps=False)


def _bound(course: Course, moment: Moment, line: tuple[Card, ...], free: Rules) -> bool:
    """Whether a seat of the side has fewer legal cards somewhere on a line than it would have without the duty."""
    at: Position = moment.at
    for card in line:
        if at.seat in course.side:
            hand = at.hands[at.seat]
            if legal_mask(at.rules, at.strain, hand, at.trick) != legal_mask(free, at.strain, hand, at.trick):
                return True
        at = at.put(card)
    return False
