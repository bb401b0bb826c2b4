"""Finds the numbers of rebelote.ordering by counting nodes: ``python benchmarks/tune.py --minutes 10``.

Hill climbing: some of the numbers change at random, and the change is kept when the deals
below take fewer nodes. A deal's nodes count by the square root of what it took at the start,
so that a few heavy ones do not decide alone; deals of all games count, contrée's most. The
deals are not those of the benchmarks. Prints the best table whenever it changes, ready to be
put into ``rebelote.ordering``; interrupting it loses nothing.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import astuple, fields
from functools import cache
from os import cpu_count
from random import Random

from rebelote import Engine, Position, deal
from rebelote.engine import place
from rebelote.ordering import LOOKS, Looks, OrderTable

SEED = "rebelote tune"
#: Game, players, deals, whether every card is valued, and the weight of all of them.
DEALS = (
    ("contree", 4, 240, False, 5.0),
    ("contree", 4, 40, True, 2.0),
    ("classic", 4, 50, False, 1.0),
    ("bulgarian", 4, 30, False, 1.0),
    ("capo", 4, 5, False, 0.5),
    ("gambler", 2, 80, False, 0.5),
    ("ukrainian", 3, 30, False, 0.5),
)
#: Heavier deals are left out: they would take most of the time.
HEAVY = 100_000
#: How far a number moves.
STEPS = (8, 32, 128, 512)


def nodes(position: Position, cards: bool, engine: Engine) -> int:
    """What a search takes, from an empty table."""
    with engine.search(position) as core:
        place(core, position)
        if cards:
            core.values()
        else:
            core.search(-2, core.rest + 2)
        return core.nodes


@cache
def sample() -> list[tuple[Position, bool, float]]:
    """The deals, whether every card is valued, and what a node of each counts."""
    rng, engine, out = Random(SEED), Engine(), []
    for variant, players, count, cards, weight in DEALS:
        found: list[tuple[Position, float]] = []
        while len(found) < count:
            position = deal(variant, rng=rng, players=players)
            took = nodes(position, cards, engine)
            if took <= HEAVY or variant == "capo":
                found.append((position, took**0.5))
        scale = weight / sum(root for _, root in found)
        out += [(position, cards, scale / root) for position, root in found]
    return out


def cost(looks: OrderTable) -> float:
    """The nodes of all deals, weighted; what a table of looks is judged by."""
    engine = Engine(looks=looks)
    return sum(count * nodes(position, cards, engine) for position, cards, count in sample())


def changed(looks: OrderTable, rng: Random) -> OrderTable:
    """The table with one to three numbers changed."""
    numbers = [list(astuple(one)) for place in looks for one in place]
    for _ in range(rng.choice((1, 1, 2, 3))):
        row, column = rng.randrange(len(numbers)), rng.randrange(len(fields(Looks)))
        old = numbers[row][column]
        factor = rng.choice((-1, 0, 0.5, 0.8, 1.25, 2))
        numbers[row][column] = round(
            old * factor if old and rng.random() < 0.5 else old + rng.gauss(0, rng.choice(STEPS))
        )
    made = [Looks(*row) for row in numbers]
    return tuple((made[i], made[i + 1], made[i + 2], made[i + 3]) for i in range(0, len(made), 4))


def show(looks: OrderTable) -> str:
    """The table as it stands in rebelote.ordering."""
    rows = [[f"Looks{astuple(one)}" for one in place] for place in looks]
    return "\n".join(f"    ({', '.join(row)})," for row in rows)


def climb(minutes: float, seed: str, workers: int) -> None:
    """Improve LOOKS until the time is over."""
    rng, best = Random(seed), LOOKS
    end = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(workers) as pool:
        least = start = cost(best)
        tried = 0
        while time.monotonic() < end:
            proposals = [changed(best, rng) for _ in range(2 * workers)]
            costs = list(pool.map(cost, proposals))
            tried += len(proposals)
            if min(costs) < least:
                least = min(costs)
                best = proposals[costs.index(least)]
                print(f"after {tried}: {least / start:.4f} of the nodes\n{show(best)}", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", default=SEED)
    parser.add_argument("--workers", type=int, default=cpu_count() or 1)
    chosen = parser.parse_args(arguments)
    with suppress(KeyboardInterrupt):
        climb(chosen.minutes, chosen.seed, chosen.workers)


if __name__ == "__main__":
    main()
