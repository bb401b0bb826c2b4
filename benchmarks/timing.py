"""Timing one search, and the figures of many.

What is timed is the library's door to the compiled core: load the deal (so the table knows
nothing), place the position, search. Only ``solve`` times the whole public call instead.
"""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from rebelote import Card, Engine, Position, Value, solve
from rebelote.engine import place
from sets import Entry

#: Wall time is what users wait for; the thread's own time is steadier on a busy machine.
CLOCKS = ("wall", "cpu")

#: value: of the position; cards: of every legal card; solve: the public call, cards and line.
MODES = ("value", "cards", "solve")


class Stopwatch:
    """Both clocks, from its making to ``stop``."""

    def __init__(self) -> None:
        self.cpu = time.thread_time()
        self.wall = time.perf_counter()

    def stop(self) -> dict[str, float]:
        """Milliseconds since the start, by clock."""
        wall = time.perf_counter() - self.wall
        return {"wall": 1000 * wall, "cpu": 1000 * (time.thread_time() - self.cpu)}


@dataclass(frozen=True, slots=True)
class Answer:
    """What one search found, for the position's side: its value, and points after each card if asked
    for; and what it took, in nodes and in milliseconds by clock.
    """

    value: Value
    cards: dict[str, Value]
    nodes: int
    ms: dict[str, float]


@dataclass(frozen=True, slots=True)
class Figures:
    """Mean, median, 95th percentile and maximum of some times, in milliseconds."""

    mean: float
    median: float
    p95: float
    worst: float

    @staticmethod
    def of(times: Sequence[float]) -> Figures:
        """From times in milliseconds; percentiles are by nearest rank."""
        order = sorted(times)
        count = len(order)
        middle = (order[(count - 1) // 2] + order[count // 2]) / 2
        return Figures(sum(order) / count, middle, order[math.ceil(0.95 * count) - 1], order[-1])

    def row(self, prefix: str = "") -> dict[str, float]:
        """As columns of an output line."""
        return {
            f"{prefix}mean_ms": round(self.mean, 4),
            f"{prefix}median_ms": round(self.median, 4),
            f"{prefix}p95_ms": round(self.p95, 4),
            f"{prefix}max_ms": round(self.worst, 4),
        }


@contextmanager
def no_collections() -> Iterator[None]:
    """Keep the garbage collector out of the timed code."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def ask(engine: Engine, position: Position, mode: str) -> Answer:
    """One search from a table that knows nothing."""
    if mode == "solve":
        return _ask_solve(engine, position)
    watch = Stopwatch()
    with engine.search(position) as core:
        place(core, position)
        found = core.search(-2, core.rest + 2) if mode == "value" else core.values()
        ms = watch.stop()
        nodes = core.nodes
        of = core.rest
    if mode == "value":
        return Answer(Value.from_chain(position.side, found, of), {}, nodes, ms)
    chains = {str(Card(c)): chain for first, chain, equals in found for c in (first, *equals)}
    wants_many = (position.seat in position.side) != position.misere
    best = (max if wants_many else min)(chains.values())
    cards = {card: Value.from_chain(position.side, chain, of) for card, chain in chains.items()}
    return Answer(Value.from_chain(position.side, best, of), cards, nodes, ms)


def _ask_solve(engine: Engine, position: Position) -> Answer:
    watch = Stopwatch()
    found = solve(position, engine=engine)
    ms = watch.stop()
    assert found.points is not None and found.sweep is not None
    cards = {
        str(card): Value(found.side, value.points, value.sweep, found.of)
        for value in found.cards
        for card in (value.card, *value.same_as)
    }
    return Answer(Value(found.side, found.points, found.sweep, found.of), cards, found.nodes, ms)


def agrees(entry: Entry, answer: Answer) -> bool:
    """Whether an answer is the one that the set's file states."""
    if (answer.value.points, answer.value.sweep) != (entry.points, entry.sweep):
        return False
    return not answer.cards or {card: value.points for card, value in answer.cards.items()} == entry.cards
