"""Which positions are alike: the same but for the names of the suits and the turning of the seats."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from itertools import permutations

from rebelote.positions import Position
from rebelote.puzzling.goals import PuzzleGoal
from rebelote.rules import Strain

#: Hexadecimal digits of an id.
DIGITS = 10

_SUITS = tuple(permutations(range(4)))


def canonical(position: Position) -> tuple[object, ...]:
    """A key that is the same for two positions exactly when renaming suits and turning seats makes one the other.

    The seats are turned until seat 0 is on turn, which leaves one way; of the 24 ways to name the suits the one is
    taken whose parts come first. The rules are compared as they are, and so is what misère makes of them.
    """
    first, players = position.seat, position.players
    side = sum(1 << (seat - first) % players for seat in position.side)
    fixed = (position.rules, players, position.misere, (position.leader - first) % players, side)
    return (*fixed, *min(_named(position, names) for names in _SUITS))


def _named(position: Position, names: tuple[int, ...]) -> tuple[object, ...]:
    """Strain, hands from the seat on turn on, and trick, with suit ``i`` called ``names[i]``."""
    first, players, strain = position.seat, position.players, position.strain
    hands = (position.hands[(first + i) % players] for i in range(players))
    return (
        names[strain] if strain < Strain.NT else int(strain),
        tuple(sum((hand >> 8 * suit & 0xFF) << 8 * name for suit, name in enumerate(names)) for hand in hands),
        tuple(8 * names[card.suit] + card.rank for card in position.trick),
    )


def puzzle_id(position: Position, goal: PuzzleGoal, form: str) -> str:
    """The game and ten digits, the same for puzzles that are alike, and on every machine."""
    _, *key = canonical(position)
    told = [position.rules.variant, position.rules.options(), key, goal.to_dict(), form]
    text = json.dumps(told, separators=(",", ":"), sort_keys=True)
    return f"{position.rules.variant}-{sha256(text.encode()).hexdigest()[:DIGITS]}"


def symmetric(position: Position) -> bool:
    """Whether two suits, of which cards are still held or lie there, could change names and nothing would differ."""
    own = _named(position, (0, 1, 2, 3))
    return any(_named(position, names) == own for names in _swaps(position))


def _swaps(position: Position) -> Iterator[tuple[int, ...]]:
    """The renamings that change suits with cards, and only those."""
    cards = sum(position.hands) | sum(card.bit for card in position.trick)
    suits = [suit for suit in range(4) if cards >> 8 * suit & 0xFF]
    for order in permutations(suits):
        if list(order) != suits:
            names = list(range(4))
            for suit, name in zip(suits, order, strict=True):
                names[suit] = name
            yield tuple(names)
