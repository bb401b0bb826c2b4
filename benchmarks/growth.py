"""Time against cards left: deals followed along a line of best play, asked at every trick's start."""

from __future__ import annotations

from collections.abc import Iterator

from rebelote import Engine, Position, solve
from report import Row
from sets import Entry
from timing import Figures, ask, no_collections


def trick_starts(position: Position, engine: Engine) -> Iterator[Position]:
    """The position at the start of each trick but the last along one line of best play."""
    line = solve(position, cards=False, engine=engine).line
    at = position
    for card in line:
        if not at.trick and at.tricks_left > 1:
            yield at
        at = at.put(card)


def growth(name: str, entries: list[Entry], engine: Engine, clock: str, repeat: int) -> Iterator[Row]:
    """A row for every number of cards left, most cards first."""
    by_cards: dict[int, list[Position]] = {}
    for entry in entries:
        for at in trick_starts(entry.position, engine):
            by_cards.setdefault(sum(hand.bit_count() for hand in at.hands), []).append(at)
    for left, positions in sorted(by_cards.items(), reverse=True):
        row: Row = {"growth": name, "cards_left": left, "positions": len(positions)}
        with no_collections():
            for mode in ("value", "cards"):
                times, nodes = [], 0
                for at in positions:
                    runs = [ask(engine, at, mode) for _ in range(repeat)]
                    times.append(min(run.ms[clock] for run in runs))
                    nodes += runs[0].nodes
                figures = Figures.of(times)
                row[f"{mode}_mean_ms"] = round(figures.mean, 4)
                row[f"{mode}_max_ms"] = round(figures.worst, 4)
                row[f"{mode}_mean_nodes"] = round(nodes / len(positions))
        yield row
