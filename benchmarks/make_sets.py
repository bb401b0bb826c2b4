"""Make the files of ``sets/`` from fixed seeds, every value checked by searches of other kinds.

    python benchmarks/make_sets.py            every set
    python benchmarks/make_sets.py hard easy  only these

Each card's value is found three times: as users get it; with every pruning rule off except
shapes, and a table of another size; and with no pruning rule at all, where that takes no more
than ``PLAIN_NODES``. The answers must be the same. The last kind cannot finish everywhere (the
worst deals of ``capo`` would take minutes): how many it confirmed is printed.

``easy``, ``typical`` and ``hard`` are picked from thousands of deals by the nodes that their
value costs. After a change of the search they still hold the same values, but another choice
would come out: make them again only to look for worse deals.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

import sets
from rebelote import Engine, Position, Strain, deal
from rebelote.engine import place
from sets import Entry
from timing import Answer, ask

#: Part of every seed: another one gives other sets.
SEED = "rebelote benchmark 1"
#: PRUNE_SHAPE of ext/rebelote/_types.pxd. Without it some deals do not finish in any useful time.
SHAPES_ONLY = 1
#: Nodes that the search without any pruning may spend on a position.
PLAIN_NODES = 10_000_000


def _lone(position: Position, rng: Random) -> Position:
    """One random seat against all the others."""
    return replace(position, side=(rng.randrange(position.players),))


def _contree(rng: Random) -> Position:
    return deal("contree", rng=rng)


def _classic(rng: Random) -> Position:
    return deal("classic", rng=rng)


def _capo(rng: Random) -> Position:
    return _lone(deal("capo", rng=rng), rng)


def _bulgarian_at(rng: Random) -> Position:
    return deal("bulgarian", strain=Strain.AT, rng=rng)


def _bulgarian_nt(rng: Random) -> Position:
    return deal("bulgarian", strain=Strain.NT, rng=rng)


def _ukrainian3(rng: Random) -> Position:
    return _lone(deal("ukrainian", players=3, rng=rng), rng)


def _gambler(rng: Random) -> Position:
    return deal("gambler", rng=rng)


@dataclass(frozen=True, slots=True)
class Game:
    """How a game's random full deals are drawn, how many go into its own set, and, for the sets by
    difficulty, how many are looked at and how many of them kept in each.
    """

    draw: Callable[[Random], Position]
    size: int
    looked_at: int
    kept: int


GAMES: dict[str, Game] = {
    "contree": Game(_contree, 300, 20_000, 30),
    "classic": Game(_classic, 100, 2000, 6),
    "capo": Game(_capo, 80, 1000, 6),
    "bulgarian_at": Game(_bulgarian_at, 80, 1000, 6),
    "bulgarian_nt": Game(_bulgarian_nt, 80, 1000, 6),
    "ukrainian3": Game(_ukrainian3, 100, 1000, 6),
    "gambler": Game(_gambler, 100, 2000, 6),
}


def drawn(name: str, purpose: str, count: int) -> Iterator[Position]:
    """The first ``count`` deals of a game; the same ones every time."""
    rng = Random(f"{SEED} {name} {purpose}")
    return (GAMES[name].draw(rng) for _ in range(count))


def by_difficulty() -> dict[str, list[Position]]:
    """Positions for easy, typical and hard: of each game those around the tenth percentile of nodes,
    those around the median, and those with the most.
    """
    picked: dict[str, list[Position]] = {"easy": [], "typical": [], "hard": []}
    engine = Engine()
    for name, game in GAMES.items():
        print(f"looking at {game.looked_at} deals of {name}", file=sys.stderr)
        pool = list(drawn(name, "difficulty", game.looked_at))
        cost = [ask(engine, position, "value").nodes for position in pool]
        order = sorted(range(len(pool)), key=lambda i: (cost[i], i))
        starts = {"easy": len(pool) // 10, "typical": len(pool) // 2, "hard": len(pool) - game.kept}
        for difficulty, start in starts.items():
            picked[difficulty] += [pool[i] for i in order[start : start + game.kept]]
    return picked


def answered(name: str, positions: list[Position]) -> list[Entry]:
    """The positions with their values; raises ``AssertionError`` where two searches disagree."""
    usual, shapes, plain = (
        Engine(),
        Engine(4 << 20, prune=SHAPES_ONLY),
        Engine(16 << 20, prune=0),
    )
    entries: list[Entry] = []
    confirmed = 0
    for position in positions:
        answer = ask(usual, position, "cards")
        value = ask(usual, position, "value")
        again = ask(shapes, position, "cards")
        assert answer.value == value.value, f"value and best card differ: {position}"
        assert (answer.value, answer.cards) == (again.value, again.cards), f"searches disagree: {position}"
        confirmed += _confirmed(plain, position, answer)
        cards = {card: value.points for card, value in sorted(answer.cards.items(), key=lambda c: (c[0][1], c[0]))}
        entries.append(Entry(position, answer.value.points, answer.value.sweep, cards))
    print(
        f"{name}: {len(entries)} positions, {confirmed} also without any pruning",
        file=sys.stderr,
    )
    return entries


def _confirmed(plain: Engine, position: Position, answer: Answer) -> bool:
    """Whether the search without pruning finished; it must then agree on the position's value."""
    with plain.search(position) as core:
        place(core, position, None, PLAIN_NODES)
        chain = core.search(-2, core.rest + 2)
    if chain is None:
        return False
    assert chain == answer.value.chain, f"the plain search disagrees: {position}"
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the benchmark's sets of positions.")
    parser.add_argument("set", nargs="*", help=f"of {' '.join(sets.NAMES)}; all by default")
    wanted = parser.parse_args().set or sets.NAMES
    if unknown := set(wanted) - set(sets.NAMES):
        parser.error(f"no such set: {' '.join(sorted(unknown))}")
    sorted_out = by_difficulty() if {"easy", "typical", "hard"} & set(wanted) else {}
    for name in wanted:
        positions = sorted_out[name] if name in sorted_out else list(drawn(name, "set", GAMES[name].size))
        sets.save(name, answered(name, positions))


if __name__ == "__main__":
    main()
