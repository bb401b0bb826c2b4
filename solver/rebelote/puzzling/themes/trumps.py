"""Themes about trumps: drawing and leaving them, three kinds of ruff, a trump made in passing, the duty to go over."""

from __future__ import annotations

from dataclasses import replace

from rebelote.positions import Position
from rebelote.puzzling.judging import judge
from rebelote.puzzling.quests import Moment, Quest
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.themes import looks
from rebelote.rules import NEVER, Rules
from rebelote.tricks import legal_mask


def draw_trumps(scene: Scene) -> bool:
    """At a decision on lead the right card is a trump, an opponent holds trumps, and a plain card would be wrong."""
    for decision in scene.main.decisions:
        at, trump = decision.moment.at, looks.trump_of(decision.moment.at)
        if at.misere or at.trick or trump is None or decision.right.card.suit != trump:
            continue
        plain = any(choice.card.suit != trump for choice in decision.wrong)
        if plain and any(looks.trumps(at, seat) for seat in at.others):
            return True
    return False


def refuse_trumps(scene: Scene) -> bool:
    """At a decision on lead the right card is plain, and every trump is wrong though an opponent holds some."""
    for decision in scene.main.decisions:
        at, trump = decision.moment.at, looks.trump_of(decision.moment.at)
        if at.misere or at.trick or trump is None or decision.right.card.suit == trump:
            continue
        # Who has no trump left cannot refuse to lead one.
        if looks.trumps(at, at.seat) and any(looks.trumps(at, seat) for seat in at.others):
            return True
    return False


def ruff(scene: Scene) -> bool:
    """At a decision the right card is a trump on a plain lead that nobody has trumped, and a plain card was legal."""
    for decision in scene.main.decisions:
        at = decision.moment.at
        if at.misere or not looks.ruffs(at, decision.right.card):
            continue
        trumped = any(card.suit == looks.trump_of(at) for card in at.trick)
        if not trumped and any(not looks.ruffs(at, choice.card) for choice in decision.wrong):
            return True
    return False


def overruff(scene: Scene) -> bool:
    """At a decision the right card goes over an opponent's trump on a plain lead, and a card that does not is wrong."""
    for decision in scene.main.decisions:
        at, card = decision.moment.at, decision.right.card
        if at.misere or not looks.ruffs(at, card) or not looks.wins_now(at, card) or looks.ally_wins(at):
            continue
        trumped = any(played.suit == card.suit for played in at.trick)
        if trumped and any(not looks.wins_now(at, choice.card) for choice in decision.wrong):
            return True
    return False


def underruff(scene: Scene) -> bool:
    """At a decision the right card is a trump under a higher one on a plain lead, by choice."""
    for decision in scene.main.decisions:
        at, card = decision.moment.at, decision.right.card
        if at.misere or not looks.ruffs(at, card) or looks.wins_now(at, card):
            continue
        if any(not looks.ruffs(at, choice.card) or looks.wins_now(at, choice.card) for choice in decision.wrong):
            return True
    return False


def en_passant(scene: Scene) -> bool:
    """The side ruffs a plain lead with a trump that an opponent in this trick could beat, but he had to follow suit.

    The lead or the ruff is a decision's right card; led openly, that trump would lose to the opponent's.
    """
    if scene.start.misere:
        return False
    decided = {decision.place for decision in scene.main.decisions}
    for trick in looks.tricks(scene):
        at, best = trick.turns[0].at, trick.best
        trump = looks.trump_of(at)
        if trick.winner not in at.side or best.suit != trump or trick.cards[0].suit == trump:
            continue
        ours = [turn.place for turn in trick.turns if turn.card in (best, trick.cards[0]) and turn.seat in at.side]
        if not decided.intersection(ours):
            continue
        for turn in trick.turns:
            over = [c for c in looks.suit_cards(turn.at.hands[turn.seat], best.suit) if looks.beats(at, c, best)]
            if turn.seat not in at.side and over and turn.card.suit == trick.cards[0].suit:
                return True
    return False


def avoid_overtrump(scene: Scene) -> bool:
    """A wrong card fails only because a hand of the side then has to go over.

    In its refutation the duty to go over takes cards of the side's away, and under rules without that duty the
    wrong card would have reached the goal.
    """
    if scene.start.misere:
        return False
    free = _without_duty(scene.start.rules)
    for decision, wrong, line in scene.refutations:
        moment = scene.quest.after(decision.moment, wrong.card)
        bound = False
        for card in line:
            bound = bound or (scene.quest.ours(moment) and _bound(moment.at, free))
            moment = scene.quest.after(moment, card)
        if bound and _reaches(scene, decision.moment, wrong.card, free):
            return True
    return False


def _without_duty(rules: Rules) -> Rules:
    return replace(rules, go_over_trump_lead=NEVER, go_over_ruff=NEVER, go_over_plain=False, go_over_all_trumps=False)


def _bound(at: Position, free: Rules) -> bool:
    hand = at.hands[at.seat]
    return legal_mask(at.rules, at.strain, hand, at.trick) != legal_mask(free, at.strain, hand, at.trick)


def _reaches(scene: Scene, moment: Moment, card: object, free: Rules) -> bool:
    quest = Quest(replace(scene.start, rules=free), scene.quest.goal)
    with judge(quest, scene.judge.engine) as judging:
        now = Moment(replace(moment.at, rules=free), moment.taken)
        return any(choice.reaches and card in choice.cards for choice in judging.choices(now))
