"""The last trick, and all of them."""

from __future__ import annotations

from rebelote.puzzling.goals import LAST_TRICK, POINTS, SWEEP
from rebelote.puzzling.themes.course import Course


def last_trick(course: Course) -> bool:
    """The last trick is the goal; or it is what the answer to a number of points is about.

    That is: the side takes it on the main line; after every wrong card at the first decision the others take it, and
    the goal is missed by no more than the points for the last trick. In misère the other way round: it is left to the
    others.
    """
    quest = course.scene.quest
    if quest.goal.kind == LAST_TRICK:
        return True
    if quest.goal.kind != POINTS or (course.tricks[-1].winner in course.side) != quest.rising:
        return False
    first = course.crossings[0]
    if first.at.tricks_left < 2:
        return False
    line = quest.line(first.decision.moment)
    for choice in first.decision.wrong:
        missing = line - choice.points if quest.rising else choice.points - (line - 1)
        if missing > course.rules.last_trick:
            return False
    return all((course.instead(first, card)[-1].winner in course.side) != quest.rising for card in first.wrong)


def sweep(course: Course) -> bool:
    """Every trick is the goal; or all points still to be won are, and the side takes every trick. Not in misère."""
    goal = course.scene.quest.goal
    if goal.kind == SWEEP:
        return True
    all_points = goal.kind == POINTS and goal.points == course.scene.start.at_stake
    return all_points and all(trick.winner in course.side for trick in course.tricks)
