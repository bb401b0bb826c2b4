"""The plain solver: minimax with a memo at trick starts, nothing pruned.

It is here to be obviously right, and every test of the fast engine compares with it. Good
for endings of up to four or five tricks.
"""

from __future__ import annotations

from rebelote.cards import Card
from rebelote.positions import Position
from rebelote.values import Value

_Outcome = tuple[int, int]  # points, sweep: tuples compare in the order of outcomes


def solve(position: Position) -> Value:
    """The open-hand value of the position for its side."""
    points, sweep = _best(position, {})
    return Value(position.side, points, sweep, position.at_stake)


def card_values(position: Position) -> dict[Card, Value]:
    """The value after each legal card, counted from the position before it."""
    memo: dict[tuple[tuple[int, ...], int], _Outcome] = {}
    of = position.at_stake
    return {c: Value(position.side, *_after(position, c, memo), of) for c in position.legal()}


def _best(position: Position, memo: dict[tuple[tuple[int, ...], int], _Outcome]) -> _Outcome:
    if position.trick:
        return _choose(position, memo)
    key = (position.hands, position.leader)
    if key not in memo:
        memo[key] = _choose(position, memo)
    return memo[key]


def _choose(position: Position, memo: dict[tuple[tuple[int, ...], int], _Outcome]) -> _Outcome:
    outcomes = [_after(position, card, memo) for card in position.legal()]
    wants_many = (position.seat in position.side) != position.misere
    return max(outcomes) if wants_many else min(outcomes)


def _after(position: Position, card: Card, memo: dict[tuple[tuple[int, ...], int], _Outcome]) -> _Outcome:
    taken = position.taken_with(card)
    after = position.put(card)
    if taken is None:
        return _best(after, memo)
    winner, points = taken
    ours = winner in position.side
    gain = points if ours else 0
    if not any(after.hands):
        return gain, 1 if ours else -1
    later, sweep = _best(after, memo)
    kept = sweep if sweep == (1 if ours else -1) else 0
    return later + gain, kept
