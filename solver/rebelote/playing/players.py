"""Players: functions that choose a card for the seat on turn from what that seat knows.

``rule_of_thumb`` plays as club players advise one another, ``greedy`` looks no further than the trick on
the table, ``hint_player`` follows the hints. They play against each other in
``benchmarks/strength.py``, and stand in for missing people anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from rebelote.cards import Card, from_mask
from rebelote.hinting.hiddenhints import hidden_hint
from rebelote.playing.thumb import Memory, rule_of_thumb
from rebelote.tricks import trick_points, winning_index
from rebelote.worlds.knowledge import Knowledge

__all__ = ["Player", "greedy", "hint_player", "random_player", "rule_of_thumb"]

#: Chooses a legal card for the seat on turn.
Player = Callable[[Knowledge], Card]


def greedy(knowledge: Knowledge) -> Card:
    """Takes the trick with the cheapest card that does, if it is worth points, else throws the cheapest card.

    Cheapest: the fewest points, then a plain card before a trump, then the lowest. A trick is worth points when
    any lie there, the own card's included; one that the partner wins so far is left to him. On lead: the dearest
    card that nobody can beat in its suit, or else the cheapest. In misère: the dearest card that does not take
    the trick, or else the cheapest; on lead the cheapest.
    """
    seen = Memory(knowledge)

    def cheap(card: Card) -> tuple[int, bool, int]:
        return seen.points[card], seen.is_trump(card), seen.strength[card]

    winners = [card for card in seen.legal if seen.wins(card)]
    if knowledge.misere:
        under = [card for card in seen.legal if card not in winners]
        return max(under, key=cheap) if under else min(seen.legal, key=cheap)
    if not knowledge.trick:
        masters = [card for card in seen.legal if not seen.over(card)]
        return max(masters, key=cheap) if masters else min(seen.legal, key=cheap)
    there = trick_points(knowledge.rules, knowledge.strain, knowledge.trick)
    best = winning_index(knowledge.rules, knowledge.strain, knowledge.trick)
    mine = (knowledge.trick_leader + best) % knowledge.players == seen.partner
    if winners and not mine:
        card = min(winners, key=cheap)
        if there + seen.points[card]:
            return card
    return min(seen.legal, key=cheap)


def random_player(seed: int = 0) -> Player:
    """A player of random legal cards: the same card in the same situation, for a seed."""

    def play(knowledge: Knowledge) -> Card:
        legal = from_mask(knowledge.legal)
        rng = Random(f"{seed} {knowledge.seat} {knowledge.hand} {knowledge.plays}")
        return legal[int(rng.random() * len(legal))]

    return play


def hint_player(*, worlds: int = 100, seed: int = 0, by: str | None = None, threads: int | None = 1) -> Player:
    """A player who plays the first card of the hint over ``worlds`` deals that fit what he knows.

    ``by``: what he plays for, as in ``hidden_hint``: ``points``, ``score`` or ``made``, or what the hint takes
    by itself. One legal card is played without a hint. Raises as ``hidden_hint`` does.
    """
    if worlds < 1:
        raise ValueError(f"a hint needs at least one deal, not {worlds}")

    def play(knowledge: Knowledge) -> Card:
        if not knowledge.legal & (knowledge.legal - 1):
            return from_mask(knowledge.legal)[0]
        found = hidden_hint(knowledge, worlds=worlds, every=False, seed=seed, by=by, threads=threads)
        return found.cards[0].card

    return play
