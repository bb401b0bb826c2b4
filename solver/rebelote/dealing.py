"""Random positions of any game, reproducible from a seeded generator."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rebelote.cards import ALL_CARDS, to_mask
from rebelote.errors import Problem, RulesError
from rebelote.positions import Position
from rebelote.rules import Rules, Strain

if TYPE_CHECKING:
    from random import Random


def deal(
    rules: Rules | str,
    *,
    rng: Random,
    players: int | None = None,
    tricks: int | None = None,
    strain: Strain | None = None,
    misere: bool = False,
    mid_trick: bool = False,
) -> Position:
    """A random position: ``tricks`` cards a hand drawn evenly from the pack (default: all).

    ``strain`` and ``players`` default to a random choice among the game's. The leader is
    random, the side is the default one. With ``mid_trick`` some random legal cards of the
    first trick are on the table already. Raises ``RulesError`` for what the game has not.
    """
    game = Rules.preset(rules) if isinstance(rules, str) else rules
    count = game.cards if tricks is None else tricks
    faults: list[Problem] = []
    if players is not None and players not in game.players:
        faults.append(Problem("bad_players", f"{game.variant} is not for {players} players", "players"))
    if not 1 <= count <= game.cards:
        faults.append(Problem("bad_tricks", f"{game.variant} has 1 to {game.cards} tricks, not {count}", "tricks"))
    if strain is not None and strain not in game.strains:
        faults.append(Problem("strain_not_in_game", f"{game.variant} has no {strain}", "trump"))
    if faults:
        raise RulesError(faults)
    seats = rng.choice(game.players) if players is None else players
    kind = rng.choice(game.strains) if strain is None else strain
    pack = rng.sample(ALL_CARDS, seats * count)
    hands = tuple(to_mask(pack[s * count : (s + 1) * count]) for s in range(seats))
    leader = rng.randrange(seats)
    at = Position(game, seats, kind, leader, hands, (), (), misere)
    for _ in range(rng.randrange(1, seats) if mid_trick else 0):
        at = at.put(rng.choice(at.legal()))
    side = next(s for s in game.sides(seats) if at.seat in s)
    return Position(game, seats, kind, leader, at.hands, at.trick, side, misere)
