"""Themes of the last tricks: an opponent thrown in, an opponent squeezed, the last trick kept, every trick taken."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from rebelote.cards import Card
from rebelote.positions import Position
from rebelote.puzzling.goals import LAST_TRICK, POINTS, SWEEP
from rebelote.puzzling.judging import judge
from rebelote.puzzling.quests import Moment, Quest
from rebelote.puzzling.scenes import Scene, Turn
from rebelote.puzzling.themes import looks


def throw_in(scene: Scene) -> bool:
    """A decision gives an opponent the lead, the side wins the trick he must lead to, and only so reaches the goal.

    With the same hands and any seat of the side on lead in his place it would not be.
    """
    if scene.start.misere:
        return False
    decided = {decision.place for decision in scene.main.decisions}
    whole = list(looks.tricks(scene))
    for trick, following in pairwise(whole):
        at = following.turns[0].at
        if trick.winner in at.side or following.winner not in at.side or _forced(at):
            continue
        if not decided.intersection(turn.place for turn in trick.turns if turn.seat in at.side):
            continue
        moment = following.turns[0].moment
        if not any(_reached(scene, moment, seat) for seat in at.side):
            return True
    return False


def _forced(at: Position) -> bool:
    """Whether a leader has one card left: he is not made to choose."""
    return at.hands[at.leader].bit_count() == 1


def _reached(scene: Scene, moment: Moment, leader: int) -> bool:
    """Whether the goal is reached from a trick's start with another seat on lead."""
    at = replace(moment.at, leader=leader)
    quest = Quest(scene.start, scene.quest.goal)
    with judge(quest, scene.judge.engine) as judging:
        return any(choice.reaches for choice in judging.choices(Moment(at, moment.taken)))


def squeeze(scene: Scene) -> bool:
    """An opponent on the main line has to discard and gives a trick whatever he throws.

    He can follow no suit and plays no trump; in at least two plain suits every card he may throw lets the side win a
    later trick of that suit with a card that he could have beaten before.
    """
    if scene.start.misere:
        return False
    first = scene.main.decisions[0].place
    return any(turn.place > first and not scene.ours(turn) and _squeezed(scene, turn) for turn in scene.turns)


def _squeezed(scene: Scene, turn: Turn) -> bool:
    at, hand = turn.at, turn.at.hands[turn.seat]
    if not at.trick or looks.suit_cards(hand, at.trick[0].suit):
        return False
    trump = looks.trump_of(at)
    choices = at.legal()
    suits = {card.suit for card in choices}
    if len(suits) < 2 or (trump is not None and looks.suit_cards(hand, trump)):
        return False
    return all(_gives(scene, turn, card) for card in choices)


def _gives(scene: Scene, turn: Turn, card: Card) -> bool:
    """Whether the side, after a discard, wins a later trick of its suit with a card that the hand could have beaten."""
    at = turn.at
    guards = looks.suit_cards(at.hands[turn.seat], card.suit)
    quest, moment = scene.quest, scene.quest.after(turn.moment, card)
    while not moment.over:
        best = scene.judge.choices(moment)[0].card
        taken, here = moment.at.taken_with(best), moment.at
        moment = quest.after(moment, best)
        if taken is None or taken[0] not in at.side:
            continue
        trick = (*here.trick, best)
        won = trick[(taken[0] - here.leader) % len(trick)]
        if won.suit == card.suit and any(looks.beats(at, guard, won) for guard in guards):
            return True
    return False


def last_trick(scene: Scene) -> bool:
    """The last trick is the goal; or a wrong card loses it, and misses the goal by no more than it is worth."""
    if scene.start.misere:
        return False
    if scene.quest.goal.kind == LAST_TRICK:
        return True
    whole = list(looks.tricks(scene))
    if scene.quest.goal.kind != POINTS or len(whole) < 2 or whole[-1].winner not in scene.start.side:
        return False
    worth = scene.start.rules.last_trick
    for decision, wrong, line in scene.refutations:
        missing = scene.quest.line(decision.moment) - wrong.points
        if missing <= worth and _lost_last(scene, scene.quest.after(decision.moment, wrong.card), line):
            return True
    return False


def _lost_last(scene: Scene, moment: Moment, line: tuple[Card, ...]) -> bool:
    """Whether the others take the last trick once the line is played on to the end."""
    quest, last = scene.quest, None
    cards = list(line)
    while not moment.over:
        card = cards.pop(0) if cards else scene.judge.choices(moment)[0].card
        last = moment.at.taken_with(card) or last
        moment = quest.after(moment, card)
    return last is not None and last[0] not in scene.start.side


def sweep(scene: Scene) -> bool:
    """Every trick is to be taken."""
    return scene.quest.goal.kind == SWEEP
