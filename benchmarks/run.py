"""The benchmark: times and node counts on fixed sets of positions.

    python benchmarks/run.py                        one JSON line per set: the value of each position
    python benchmarks/run.py --mode cards           the value of every card instead
    python benchmarks/run.py --set hard --repeat 5
    python benchmarks/run.py --growth               time against cards left
    python benchmarks/run.py --threads 2            two threads against one
    python benchmarks/run.py --analysis             post-mortems against the start's values
    python benchmarks/run.py --vs colver            against another solver
    python benchmarks/run.py --write-signature      after a change of the search

README.md beside this file says what each line means. The exit status is 1 when a value differs
from the one in the set's file, or from the rival's.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import growth
import postmortems
import rebelote
import sets
import signature
import threads
import versus
from rebelote import Engine
from rebelote.engine import DEFAULT_TABLE_BYTES
from report import Row, as_json, as_markdown
from sets import Entry
from timing import CLOCKS, MODES, Figures, agrees, ask, no_collections


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Times and node counts on fixed sets of positions.")
    parser.add_argument(
        "--set",
        action="append",
        choices=sets.NAMES,
        help="only this set (may be repeated)",
    )
    parser.add_argument(
        "--mode",
        choices=[*MODES, "both"],
        help="what is asked of each position (default: value)",
    )
    parser.add_argument("--limit", type=int, help="only the first so many positions of a set")
    parser.add_argument("--repeat", type=int, default=1, help="turns; each position's best time counts")
    parser.add_argument(
        "--clock",
        choices=CLOCKS,
        default="wall",
        help="cpu: the thread's own time",
    )
    parser.add_argument(
        "--table-bytes",
        type=int,
        default=DEFAULT_TABLE_BYTES,
        help="memory of the table",
    )
    parser.add_argument("--markdown", action="store_true", help="tables instead of JSON lines")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--growth",
        action="store_true",
        help="time against cards left (default set: contree)",
    )
    what.add_argument(
        "--threads",
        type=int,
        metavar="N",
        help="N threads against one on the same work",
    )
    what.add_argument(
        "--analysis",
        action="store_true",
        help="a finished deal's analysis against its start's",
    )
    what.add_argument("--vs", choices=["colver"], help="deal by deal against another solver")
    what.add_argument("--write-signature", action="store_true", help="write signature.json")
    options = parser.parse_args()
    if options.repeat < 1 or (options.limit is not None and options.limit < 1):
        parser.error("--repeat and --limit are at least 1")
    if options.threads is not None and options.threads < 1:
        parser.error("--threads is at least 1")
    if options.vs and (options.set or options.mode == "solve"):
        parser.error("--vs has deals of its own, and the modes value and cards")
    return options


def rows(options: argparse.Namespace) -> Iterator[Row]:
    """What the options ask for, row by row."""
    engine = Engine(options.table_bytes)
    clock = options.clock
    modes = ("value", "cards") if options.mode == "both" else (options.mode or "value",)
    if options.vs:
        yield from versus.versus(
            options.limit or 300,
            engine,
            ("value", "cards") if options.mode is None else modes,
        )
        return
    if options.analysis:
        entries = sets.load((options.set or ["contree"])[0], options.limit or 60)
        for how in postmortems.PLAYS:
            yield postmortems.analysis((options.set or ["contree"])[0], entries, engine, how, options.repeat)
        return
    for name in options.set or (sets.NAMES if not (options.growth or options.threads) else ["contree"]):
        entries = sets.load(name, options.limit)
        if options.growth:
            yield from growth.growth(name, entries, engine, clock, options.repeat)
        elif options.threads:
            for mode in modes:
                yield threads.speed_up(name, entries, engine, mode, options.threads, options.repeat)
        else:
            for mode in modes:
                yield measured(name, entries, engine, mode, clock, options.repeat)


def measured(
    name: str,
    entries: list[Entry],
    engine: Engine,
    mode: str,
    clock: str,
    repeat: int,
) -> Row:
    """One set in one mode: fixed order, one thread, every deal from a table that knows nothing."""
    ask(engine, entries[0].position, mode)  # the first touch of the table's memory is not the search's
    best: list[float] = [float("inf")] * len(entries)
    nodes, wrong = 0, 0
    with no_collections():
        for turn in range(repeat):
            for i, entry in enumerate(entries):
                answer = ask(engine, entry.position, mode)
                best[i] = min(best[i], answer.ms[clock])
                if turn == 0:
                    nodes += answer.nodes
                    if not agrees(entry, answer):
                        wrong += 1
                        print(
                            f"{name}: not the value of the file: {entry.position}",
                            file=sys.stderr,
                        )
    return {
        "set": name,
        "mode": mode,
        "positions": len(entries),
        **Figures.of(best).row(),
        "nodes": nodes,
        "nodes_per_s": round(nodes / sum(best) * 1000),
        "peak_mb": peak_mb(),
        "search_bytes": search_bytes(engine, entries[0]),
        "table_bytes": engine.table_bytes,
        "wrong": wrong,
        "engine": f"rebelote {rebelote.__version__}",
    }


def peak_mb() -> float:
    """The most memory that this process has held so far, interpreter and sets included."""
    try:
        import resource
    except ImportError:  # not on Windows
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1 << 20 if sys.platform == "darwin" else 1 << 10), 1)


def search_bytes(engine: Engine, entry: Entry) -> int:
    """Memory of one search: its own fields and its table."""
    with engine.search(entry.position) as core:
        return sys.getsizeof(core) + engine.table_bytes


def main() -> int:
    """Run and print; returns the exit status."""
    options = arguments()
    if options.write_signature:
        print(f"bench: {signature.write()}")
        return 0
    done: list[Row] = []
    for row in rows(options):
        done.append(row)
        if not options.markdown:
            print(as_json(row), flush=True)
    if options.markdown:
        print(as_markdown(done))
    return int(any(row.get("wrong") or row.get("values_that_differ") for row in done))


if __name__ == "__main__":
    sys.exit(main())
