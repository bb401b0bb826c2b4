"""Themes about winners: when a high card is played, when it is kept, when a trick is given up."""

from __future__ import annotations

from rebelote.cards import Card
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.themes import looks

_TEN, _ACE = 3, 7


def unblock(scene: Scene) -> bool:
    """At a decision a seat gets a high card out of the way: the partner later wins a trick with a lower one.

    The lower card of the same suit that the seat held would have been wrong.
    """
    if scene.start.misere or not scene.start.rules.partners:
        return False
    for decision in scene.main.decisions:
        at, card = decision.moment.at, decision.right.card
        if not any(looks.beats(at, card, choice.card) for choice in decision.wrong):
            continue
        number, _ = looks.trick_of(scene, decision.place)
        for trick in list(looks.tricks(scene))[number + 1 :]:
            if trick.winner == looks.partner(at, at.seat) and looks.beats(at, card, trick.best):
                return True
    return False


def duck(scene: Scene) -> bool:
    """At a decision the side leaves the others a trick that a wrong card would have taken; not in misère.

    The seat follows suit or discards below the best card, though it could have gone over it and kept the trick for
    the side at once.
    """
    if scene.start.misere:
        return False
    for decision in scene.main.decisions:
        at = decision.moment.at
        if not at.trick or looks.ally_wins(at) or looks.wins_now(at, decision.right.card):
            continue
        _, trick = looks.trick_of(scene, decision.place)
        if trick.winner in at.side:
            continue
        last = len(at.trick) == at.players - 1
        for choice in decision.wrong:
            if looks.wins_now(at, choice.card) and (last or looks.is_master(at, choice.card)):
                return True
    return False


def save_master(scene: Scene) -> bool:
    """At a decision a lower card is right, and the highest one left of that suit wrong: it wins a trick later on.

    The same hand wins that trick, with the card that was saved.
    """
    if scene.start.misere:
        return False
    for decision in scene.main.decisions:
        at = decision.moment.at
        suit = decision.right.card.suit
        kept = {c.card for c in decision.wrong if c.card.suit == suit and looks.is_master(at, c.card)}
        rivals = [card for seat in at.others for card in looks.suit_cards(at.hands[seat], suit)] + list(at.trick)
        # A right card that nobody can beat is a winner cashed before another one.
        if not kept or not any(looks.beats(at, rival, decision.right.card) for rival in rivals):
            continue
        number, _ = looks.trick_of(scene, decision.place)
        if any(t.best in kept and t.winner == at.seat for t in list(looks.tricks(scene))[number + 1 :]):
            return True
    return False


def ten_to_partner(scene: Scene) -> bool:
    """At a decision a plain ten goes on a trick that the partner wins, though a cheaper card was there."""
    if scene.start.misere or not scene.start.rules.partners:
        return False
    for decision in scene.main.decisions:
        at, card = decision.moment.at, decision.right.card
        plain = card.suit != looks.trump_of(at)
        if not (at.trick and plain and card.rank == _TEN):
            continue
        _, trick = looks.trick_of(scene, decision.place)
        cheaper = any(_points(scene, choice.card) < _points(scene, card) for choice in decision.wrong)
        if cheaper and trick.winner == looks.partner(at, at.seat):
            return True
    return False


def _points(scene: Scene, card: Card) -> int:
    return scene.start.rules.points(scene.start.strain)[card]
