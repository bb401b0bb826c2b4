"""How many good puzzles a minute are found.

    python benchmarks/puzzling.py                     endings of 4 to 6 tricks of every game, 60 seconds each
    python benchmarks/puzzling.py --game classic --tricks 4 6 --seconds 120 --threads 2
    python benchmarks/puzzling.py --verify            how long the shipped collection takes to be proved again

Good: one class of cards reaches the goal at each of at least two decisions, five points better than any other where
points are asked for, and the rule of thumb, the best card of this trick alone and the card that was played all fail.
Deals, playing them, proofs, themes and grades are all in the time.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from rebelote import VARIANTS, Ask, Game, Puzzle, Rules, collection, puzzles, verify_puzzle
from rebelote.pool import default_workers
from report import Row, as_json, as_markdown
from timing import Figures, no_collections


def search(game: str, given: argparse.Namespace) -> Row:
    """What is found in so many seconds."""
    looked = [0]
    found: list[Puzzle] = []
    begin = time.perf_counter()
    tell: Any = lambda deals, _: looked.__setitem__(0, deals)  # noqa: E731
    limits: dict[str, Any] = {"seconds": given.seconds, "threads": given.threads, "seed": given.seed, "told": tell}
    ask = Ask(form=given.form)
    for puzzle in puzzles(Game(Rules.preset(game)), ask, tricks=tuple(given.tricks), **limits):
        found.append(puzzle)
    spent = time.perf_counter() - begin
    grades = Counter(puzzle.grade for puzzle in found)
    return {
        "puzzles": game,
        "form": given.form,
        "tricks": "-".join(map(str, given.tricks)),
        "threads": given.threads,
        "deals": looked[0],
        "found": len(found),
        "found_a_minute": round(60 * len(found) / spent, 1),
        "decisions": round(sum(puzzle.choices for puzzle in found) / max(1, len(found)), 2),
        "grades_1_to_5": " ".join(str(grades[grade]) for grade in range(1, 6)),
    }


def prove(game: str) -> Row:
    """How long the proofs of the shipped collection take, every pruning rule off."""
    times, faults = [], 0
    with no_collections():
        for puzzle in collection(game):
            begin = time.perf_counter()
            faults += len(verify_puzzle(puzzle))
            times.append(1000 * (time.perf_counter() - begin))
    figures = Figures.of(times)
    return {
        "verify": game,
        "count": len(times),
        "faults": faults,
        "mean_ms": round(figures.mean, 1),
        "max_ms": round(figures.worst, 1),
    }


def rows(given: argparse.Namespace) -> Iterator[Row]:
    for game in given.game or VARIANTS:
        print(f"{game} …", file=sys.stderr, flush=True)
        yield prove(game) if given.verify else search(game, given)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=VARIANTS, action="append", help="only this game (may be repeated)")
    parser.add_argument("--tricks", type=int, nargs=2, default=[4, 6], help="tricks left, from and to")
    parser.add_argument("--form", choices=("open", "hand"), default="open", help="all hands seen, or one")
    parser.add_argument("--seconds", type=float, default=60, help="of each game (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which deals (default: %(default)s)")
    parser.add_argument("--threads", type=int, default=default_workers(), help="threads (default: all cores)")
    parser.add_argument("--verify", action="store_true", help="time the proofs of the shipped collection instead")
    parser.add_argument("--markdown", action="store_true", help="a table instead of JSON lines")
    given = parser.parse_args()
    if given.markdown:
        print(as_markdown(rows(given)))
    else:
        for row in rows(given):
            print(as_json(row), flush=True)


if __name__ == "__main__":
    main()
