"""The same work on one thread and on several, each with a table of its own."""

from __future__ import annotations

import time
from collections import deque

from rebelote import Engine
from rebelote.pool import map_in_order
from report import Row
from sets import Entry
from timing import Answer, ask, no_collections


def speed_up(
    name: str,
    entries: list[Entry],
    engine: Engine,
    mode: str,
    threads: int,
    repeat: int,
) -> Row:
    """Best of ``repeat`` turns each, taken alternately; the rate of several threads over that of one."""

    def work(entry: Entry) -> Answer:
        return ask(engine, entry.position, mode)

    def spend(workers: int) -> float:
        start = time.perf_counter()
        deque(map_in_order(work, entries, workers=workers), maxlen=0)
        return time.perf_counter() - start

    spend(threads)  # so that every thread's table exists
    with no_collections():
        turns = [(spend(1), spend(threads)) for _ in range(repeat)]
    one, many = min(t[0] for t in turns), min(t[1] for t in turns)
    return {
        "threads": threads,
        "set": name,
        "mode": mode,
        "positions": len(entries),
        "one_thread_s": round(one, 3),
        "threads_s": round(many, 3),
        "speed_up": round(one / many, 3),
    }
