from __future__ import annotations
from dataclasses import replace
from rebelote.puzzling.goals import *
from rebelote.puzzling.themes.course import Course
from rebelote.puzzling.themes.endplays import chain_of


def last_trick(course):
    quest = course.scene.quest
    if quest.goal.kind == LAST_TRICK:
        return True
    if quest.goal.kind != POINTS:
        return False
    if (course.tricks[-1].winner in course.side) == course.misere:
        return False
    for crossing in course.crossings:
        d = crossing.decision
        line = quest.line(d.moment)
        close = []
        for ch in d.wrong:
            short = line - ch.points if quest.rising else ch.points - line + 1
            if short <= course.rules.last_trick:
                close.append(ch.card)
        if not close:
            continue

        def val(c):
            at = replace(crossing.at, rules=replace(course.rules, last_trick=0)).put(c)
            t = replace(crossing.at, rules=replace(course.rules, last_trick=0)).taken_with(c)
            got = t[1] if t and t[0] in course.side else 0
            return got + (max(0, chain_of(course, at)) if any(at.hands) else 0)

        def valp(c):
            v = val(c)
            return min(v, replace(crossing.at, rules=replace(course.rules, last_trick=0)).at_stake)

        r = valp(d.right.card)
        for c in close:
            if (course.instead(crossing, c)[-1].winner in course.side) != course.misere:
                continue
            v = valp(c)
            if v >= r if quest.rising else v <= r:
                return True
    return False


OFF = dict(go_over_trump_lead="never", go_over_ruff="never", go_over_plain=False, go_over_all_trumps=False)


def avoid_overtrump(course):
    quest = course.scene.quest
    relaxed = replace(course.rules, **OFF)
    if relaxed == course.rules:
        return False
    qrel = replace(quest.looked_for[0].rules, **OFF)
    for crossing in course.crossings:
        d = crossing.decision
        for ch in d.wrong:
            # bound?
            bound = False
            m = quest.after(d.moment, ch.card)
            while quest.decided(m) is None:
                at = m.at
                if at.seat in course.side and at.legal_mask() != replace(at, rules=relaxed).legal_mask():
                    bound = True
                    break
                m = quest.after(m, course.scene.judge.choices(m)[0].card)
            if not bound:
                continue
            m = quest.after(d.moment, ch.card)
            at = replace(quest.position(m), rules=qrel)
            if quest.reaches(m, chain_of(course, at)):
                return True
    return False


def sweep(course):
    goal = course.scene.quest.goal
    if course.misere:
        return False
    return goal.kind == SWEEP or (goal.kind == POINTS and goal.points == course.scene.start.at_stake)
