from __future__ import annotations
from dataclasses import replace
from rebelote.cards import Card, from_mask
from rebelote.engine import place
from rebelote.puzzling.themes.course import Course, whole_tricks


def chain_of(course, at):
    with course.scene.judge.engine.search(at) as core:
        place(core, at)
        return core.search(-2, at.at_stake + 2)


def moment_after(course, number):
    lying = len(course.scene.start.trick)
    place = (number + 1) * course.players - lying
    turns = course.scene.turns
    return turns[place].moment if place < len(turns) else None


def throw_in(course: Course) -> bool:
    if course.misere:
        return False
    quest = course.scene.quest
    for crossing in course.crossings:
        trick = course.trick_of(crossing)
        if trick.winner in course.side:
            continue
        if crossing.number + 1 >= len(course.tricks):
            continue
        nxt = course.tricks[crossing.number + 1]
        if nxt.winner not in course.side:
            continue
        if crossing.table and not any(
            course.wins_now(crossing.at, w) and course.instead(crossing, w)[0].winner in course.side
            for w in crossing.wrong
        ):
            continue
        m = moment_after(course, crossing.number)
        if quest.decided(m) is not None:
            continue
        at = quest.position(m)
        if all(not quest.reaches(m, chain_of(course, replace(at, leader=s))) for s in course.side):
            return True
    return False


def squeeze(course: Course) -> bool:
    if course.misere:
        return False
    scene = course.scene
    for turn in scene.turns:
        at = turn.at
        if turn.seat in course.side or not at.trick:
            continue
        led = at.trick[0].suit
        legal = from_mask(at.legal_mask())
        if turn.card.suit == led or course.is_trump(turn.card):
            continue
        suits = {c.suit for c in legal if not course.is_trump(c) and c.suit != led}
        if len(suits) < 2:
            continue
        if turn.place and scene.quest.decided(turn.moment) is not None:
            continue
        number = (turn.place + len(scene.start.trick)) // course.players
        if course.tricks[number].winner not in course.side:
            continue
        won = {}
        for ch in scene.judge.choices(turn.moment):
            if ch.card.suit not in suits:
                continue
            m = scene.quest.after(turn.moment, ch.card)
            ts = list(whole_tricks(at, (ch.card, *course.best_play(m))))[1:]
            got = set()
            for s in suits:
                best = course.held(at, turn.seat, s)[-1]
                if any(
                    t.led == s
                    and t.winner in course.side
                    and t.best.suit == s
                    and course.strength[t.best] < course.strength[best]
                    for t in ts
                ):
                    got.add(s)
            won.setdefault(ch.card.suit, []).append(got)
        for s in suits:
            for t in suits:
                if s < t and all(s in g and t not in g for g in won[s]) and all(t in g and s not in g for g in won[t]):
                    return True
    return False
