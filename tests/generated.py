"""Whole deals by the bots, game by game: the records that every test of records starts from.

A hundred of each game are tried in every run; more with ``REBELOTE_DEALS=10000 pytest tests/test_wholedeals.py``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any

from bots import Deal, play_match
from rebelote import Rules

#: How many deals of each game are tried.
DEALS = int(os.environ.get("REBELOTE_DEALS", "100"))

#: Games, their players, and options that differ from the game's own.
GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "gambler": ("gambler", 2, {"half_bait": True, "mars": True, "game": 501}),
    "lobovoy": ("lobovoy", 2, {}),
    "classic": ("classic", 4, {}),
    "capo": ("capo", 4, {"game": 501}),
    "ukrainian-2": ("ukrainian", 2, {"game": 501}),
    "ukrainian-3": ("ukrainian", 3, {}),
    "contree": ("contree", 4, {}),
    "bulgarian": ("bulgarian", 4, {}),
}


def dealt(name: str) -> Iterator[Deal]:
    """Deals of one match after the other, those aside that nobody played."""
    variant, players, options = GAMES[name]
    rules, seed = Rules.preset(variant, **options), 5000
    while True:
        yield from (deal for deal in play_match(rules, seed, players) if deal.record is not None)
        seed += 1


@cache
def some(name: str) -> tuple[Deal, ...]:
    """The first hundred deals of a game."""
    return tuple(deal for deal, _ in zip(dealt(name), range(100), strict=False))
