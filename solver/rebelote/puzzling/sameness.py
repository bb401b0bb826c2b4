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

#: Every way to name the four suits: suit ``i`` is called ``names[i]``.
_NAMINGS = tuple(permutations(range(4)))
#: By trump suit those that call it 0; the least of all keys is among theirs.
_NAMINGS_OF_TRUMP = tuple(tuple(names for names in _NAMINGS if names[trump] == 0) for trump in range(4))


def canonical(position: Position) -> tuple[object, ...]:
    """A key that is the same for two positions exactly when renaming suits and turning seats makes one the other.

    The seats are turned until seat 0 is on turn, which leaves one way; of the ways to name the suits the one is taken
    whose key is the least. The rules with all their options, and whether it is misère, are compared as they are.
    """
    first, players = position.seat, position.players
    side = sum(1 << (seat - first) % players for seat in position.side)
    fixed = (position.rules, players, position.misere, (position.leader - first) % players, side)
    namings = _NAMINGS if position.strain >= Strain.NT else _NAMINGS_OF_TRUMP[position.strain]
    return (*fixed, *min(_named(position, names) for names in namings))


def puzzle_id(position: Position, goal: PuzzleGoal, form: str) -> str:
    """The game and ten digits: the same for puzzles that are alike, on every machine and in every version of Python.

    They stand for the key, the options that differ from the game's own, the goal and the form.
    """
    _, *key = canonical(position)
    told = [position.rules.variant, position.rules.options(), key, goal.to_dict(), form]
    text = json.dumps(told, separators=(",", ":"), sort_keys=True)
    return f"{position.rules.variant}-{sha256(text.encode()).hexdigest()[:DIGITS]}"


def symmetric(position: Position) -> bool:
    """Whether suits that are still held could change names and nothing would differ."""
    own = _named(position, _NAMINGS[0])
    return any(_named(position, names) == own for names in _exchanges(position))


def _named(position: Position, names: tuple[int, ...]) -> tuple[object, ...]:
    """Strain, hands from the seat on turn on, and trick, with other names of the suits."""
    first, strain = position.seat, position.strain
    hands = position.hands[first:] + position.hands[:first]
    return (
        names[strain] if strain < Strain.NT else int(strain),
        tuple(sum((hand >> 8 * suit & 0xFF) << 8 * name for suit, name in enumerate(names)) for hand in hands),
        tuple(8 * names[card.suit] + card.rank for card in position.trick),
    )


def _exchanges(position: Position) -> Iterator[tuple[int, ...]]:
    """The namings that exchange suits that are held. (One that lies on the table alone has no like there.)"""
    held = sum(position.hands)
    suits = [suit for suit in range(4) if held >> 8 * suit & 0xFF]
    for order in permutations(suits):
        if list(order) != suits:
            names = list(range(4))
            for suit, name in zip(suits, order, strict=True):
                names[suit] = name
            yield tuple(names)
