"""How well the players play: mirrored deals, one player against another.

    python benchmarks/strength.py                                 every game, every match: half an hour or more
    python benchmarks/strength.py --game contree --deals 20
    python benchmarks/strength.py --match hint100 random

Players are ``hintN`` (the hint over N deals that fit), ``thumb`` (the rule of thumb), ``greedy`` and
``random``. A hint's wish may follow: ``hint100:points``. ``bidders.py`` says how the deals are bid, ``mirrored.py`` how
they are played. The same seed gives the same figures on any number of workers.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import starmap
from multiprocessing import get_context

import bidders
from bidders import Dealt
from mirrored import Mean, Pair, mirrored
from rebelote.playing.players import Player, greedy, hint_player, random_player, rule_of_thumb
from rebelote.pool import default_workers
from report import Row, as_json, as_markdown

GAMES = ("classic", "contree", "gambler")
MATCHES = (("hint100", "thumb"), ("hint100", "greedy"), ("hint100", "hint20"))


def player(name: str, seed: int) -> Player:
    """The player of that name; raises ``ValueError`` for one that there is not."""
    if name == "thumb":
        return rule_of_thumb
    if name == "greedy":
        return greedy
    if name == "random":
        return random_player(seed)
    worlds, _, wish = name.removeprefix("hint").partition(":")
    if not name.startswith("hint") or not worlds.isdecimal() or wish not in ("", "points", "score", "made"):
        raise ValueError(f"no player is called {name}: there are hintN, hintN:points, thumb, greedy and random")
    return hint_player(worlds=int(worlds), seed=seed, by=wish or None)


def one(a: str, b: str, seed: int, number: int, dealt: Dealt) -> Pair:
    """One deal; players with chance in them get a seed of its own for each."""
    own = 1_000_003 * seed + number
    return mirrored(dealt, player(a, own), player(b, own))


def match(game: str, a: str, b: str, deals: int, seed: int, workers: int = 1) -> Row:
    """One match: its line of output."""
    table = list(bidders.dealt(game, seed, deals))
    work = partial(one, a, b, seed)
    begin = time.perf_counter()
    if workers == 1:
        pairs = list(_told(f"{game} {a} {b}", deals, starmap(work, enumerate(table))))
    else:
        # Whole processes: the players are Python, which runs on one core a process.
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            pairs = list(_told(f"{game} {a} {b}", deals, pool.map(work, range(deals), table)))
    seconds = time.perf_counter() - begin
    points, score = Mean.of([pair.points for pair in pairs]), Mean.of([pair.score for pair in pairs])
    return {
        "game": game,
        "a": a,
        "b": b,
        "deals": deals,
        "misere": sum(deal.misere for deal in table),
        "points": round(points.mean, 3),
        "points_95": round(points.half, 3),
        "score": round(score.mean, 3),
        "score_95": round(score.half, 3),
        "a_ahead": sum(pair.points > 0 for pair in pairs),
        "b_ahead": sum(pair.points < 0 for pair in pairs),
        "seconds": round(seconds, 1),
    }


def _told(what: str, total: int, pairs: Iterable[Pair]) -> Iterator[Pair]:
    """The same, with progress on the error stream: every deal on a terminal, else every tenth of all."""
    terminal, points = sys.stderr.isatty(), list[float]()
    for number, pair in enumerate(pairs, 1):
        points.append(pair.points)
        if terminal or number % max(1, total // 10) == 0 or number == total:
            mean = f": {Mean.of(points)} points" if number > 1 else ""
            words = f"{what} {number} of {total}{mean}"
            print(f"\r{words}\x1b[K" if terminal else words, end="" if terminal else "\n", file=sys.stderr, flush=True)
        yield pair
    if terminal:
        print(file=sys.stderr)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Mirrored deals, one player against another.")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game (may be repeated)")
    parser.add_argument(
        "--match",
        action="append",
        nargs=2,
        metavar=("A", "B"),
        help="these players: hintN, hintN:points, thumb, greedy, random (may be repeated)",
    )
    parser.add_argument("--deals", type=int, default=300, help="deals of each game, each played twice (default: 300)")
    parser.add_argument("--seed", type=int, default=1, help="which deals (default: 1)")
    parser.add_argument("--workers", type=int, default=default_workers(), help="processes (default: one a core)")
    parser.add_argument("--markdown", action="store_true", help="a table instead of JSON lines")
    options = parser.parse_args()
    if options.deals < 1 or options.workers < 1:
        parser.error("--deals and --workers are at least 1")
    for name in (name for pair in options.match or () for name in pair):
        try:
            player(name, 0)
        except ValueError as error:
            parser.error(str(error))
    return options


def main() -> int:
    """Run and print; returns the exit status."""
    options = arguments()
    done: list[Row] = []
    for a, b in options.match or MATCHES:
        for game in options.game or GAMES:
            done.append(match(game, a, b, options.deals, options.seed, options.workers))
            if not options.markdown:
                print(as_json(done[-1]), flush=True)
    if options.markdown:
        print(as_markdown(done))
    return 0


if __name__ == "__main__":
    sys.exit(main())
