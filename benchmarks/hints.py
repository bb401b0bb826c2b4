"""How long a hint from one hand takes: the opening lead, every card valued.

    python benchmarks/hints.py                        every game: 20 deals, 200 worlds, two threads
    python benchmarks/hints.py --game contree --deals 100
    python benchmarks/hints.py --racing               cards that cannot be the best are given up
    python benchmarks/hints.py --sampling             counting and drawing the worlds, without solving them

Timed is all from the JSON data to the answer: reading it, counting the deals that fit, drawing and solving.
``first`` is the first partial answer. Each deal has a contract: of ``classic``, ``contree`` and ``gambler`` as
``bidders.py`` bids them, of the others the strain that some seat's hand promises most in, without the shown cards.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import bidders
from mirrored import shown
from rebelote import VARIANTS, Engine, Rules, deal
from rebelote.cards import format_cards
from rebelote.hinting.hiddenhints import HiddenHint, hints
from rebelote.pool import default_workers
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from report import Row, as_json, as_markdown
from timing import Figures, no_collections

#: Every game, the one of the tightest promise first.
GAMES = ("contree", *(variant for variant in VARIANTS if variant != "contree"))
BID = ("classic", "contree", "gambler")


def openings(game: str, seed: int, count: int) -> list[dict[str, Any]]:
    """What the leader sees before the first card of ``count`` deals, in the hidden form."""
    if game in BID:
        deals = bidders.dealt(game, seed, count)
        return [{**shown(one), "hand": format_cards(one.hands[one.leader]), "plays": []} for one in deals]
    rng = Random(f"rebelote hints {game} {seed}")
    return [_random_opening(Rules.preset(game), rng) for _ in range(count)]


def _random_opening(rules: Rules, rng: Random) -> dict[str, Any]:
    at = deal(rules, rng=rng, players=rules.players[-1])
    chances = [(seat, strain) for seat in range(at.players) for strain in rules.strains]
    declarer, strain = max(chances, key=lambda pair: bidders.promise(rules, pair[1], at.hands[pair[0]]))
    value = rules.customs.least_bid if rules.customs.made_when == "bid" else ""
    return {
        "variant": rules.variant,
        "players": at.players,
        "leader": at.leader,
        "trump": str(strain),
        "declarer": declarer,
        "contract": f"{value}{strain}",
        "hand": format_cards(at.hands[at.leader]),
        "plays": [],
    }


def timed(game: str, options: argparse.Namespace) -> Row:
    """One game: times over its deals, in milliseconds."""
    total, first, nodes, solved = list[float](), list[float](), 0, 0
    engine = Engine()
    table = openings(game, options.seed, options.deals)
    _ask(table[0], options, engine)  # the first touch of the tables' memory is not the hint's
    with no_collections():
        for number, told in enumerate(table, 1):
            times, last = _ask(told, options, engine)
            total.append(times[-1])
            first.append(times[0])
            nodes += last.nodes
            solved += last.solved
            _progress(f"{game} {number} of {options.deals}")
    _progress("")
    return {
        "game": game,
        "deals": len(table),
        "worlds": options.worlds,
        "solved": round(solved / len(table), 1),
        "threads": options.threads,
        "racing": options.racing,
        **Figures.of(total).row(),
        "first_median_ms": round(statistics.median(first), 4),
        "first_max_ms": round(max(first), 4),
        "nodes": nodes,
    }


def _ask(told: dict[str, Any], options: argparse.Namespace, engine: Engine) -> tuple[list[float], HiddenHint]:
    """Milliseconds until each answer, and the last one."""
    begin, times, answers = time.perf_counter(), list[float](), list[HiddenHint]()
    for answer in hints(
        told,
        worlds=options.worlds,
        every=not options.racing,
        seed=options.seed,
        threads=options.threads,
        engine=engine,
    ):
        times.append(1000 * (time.perf_counter() - begin))
        answers.append(answer)
    return times, answers[-1]


def sampled(game: str, options: argparse.Namespace) -> Row:
    """Counting the worlds of an opening lead and drawing some: microseconds."""
    read, counting, drawing, counts = list[float](), list[float](), list[float](), list[int]()
    with no_collections():
        for told in openings(game, options.seed, options.deals):
            begin = time.perf_counter()
            knowledge = Knowledge.from_dict(told)
            known = time.perf_counter()
            worlds = Worlds.of(knowledge)
            counted = time.perf_counter()
            drawn = sum(1 for _ in islice(worlds.draw(options.seed), options.worlds))
            read.append(known - begin)
            counting.append(counted - known)
            drawing.append((time.perf_counter() - counted) / drawn)
            counts.append(worlds.count)
    return {
        "sampling": game,
        "deals": len(counts),
        "worlds": options.worlds,
        "read_us": round(1e6 * statistics.median(read), 1),
        "count_us": round(1e6 * statistics.median(counting), 1),
        "draw_us_a_world": round(1e6 * statistics.median(drawing), 2),
        "fitting_median": f"{statistics.median(counts):.3g}",
    }


def _progress(words: str) -> None:
    """On a terminal only: what is being done."""
    if sys.stderr.isatty():
        print(f"\r{words}\x1b[K", end="", file=sys.stderr, flush=True)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="How long a hint for the opening lead takes.")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game (may be repeated)")
    parser.add_argument("--deals", type=int, default=20, help="deals of each game (default: 20)")
    parser.add_argument("--worlds", type=int, default=200, help="worlds of each hint (default: 200)")
    parser.add_argument("--threads", type=int, default=default_workers(), help="threads (default: one a core)")
    parser.add_argument("--seed", type=int, default=1, help="which deals and which worlds (default: 1)")
    parser.add_argument("--racing", action="store_true", help="give up cards that cannot be the best")
    parser.add_argument("--sampling", action="store_true", help="count and draw the worlds only")
    parser.add_argument("--markdown", action="store_true", help="a table instead of JSON lines")
    options = parser.parse_args()
    if min(options.deals, options.worlds, options.threads) < 1:
        parser.error("--deals, --worlds and --threads are at least 1")
    return options


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """What the options ask for, game by game."""
    for game in options.game or GAMES:
        yield sampled(game, options) if options.sampling else timed(game, options)


def main() -> int:
    """Run and print; returns the exit status."""
    options, done = arguments(), list[Row]()
    for row in rows(options):
        done.append(row)
        if not options.markdown:
            print(as_json(row), flush=True)
    if options.markdown:
        print(as_markdown(done))
    return 0


if __name__ == "__main__":
    sys.exit(main())
