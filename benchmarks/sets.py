"""The sets of positions: files with the exact value of every card, one JSON object a line.

A line is a position (the JSON form that every command reads) with three keys more::

    {"variant": …, "hands": […], …, "points": 92, "sweep": 0, "cards": {"7S": 88, "JS": 92, …}}

``points`` and ``sweep`` are the value for ``side``, ``cards`` what ``side`` gets after each
legal card. So a file is a benchmark, a golden test and an exchange format at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rebelote import Position

FOLDER = Path(__file__).resolve().parent / "sets"

#: Every set, in the order in which they are run.
NAMES: tuple[str, ...] = (
    "contree",
    "classic",
    "capo",
    "bulgarian_at",
    "bulgarian_nt",
    "ukrainian3",
    "gambler",
    "easy",
    "typical",
    "hard",
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A position and its answer: the value for its side, and that side's points after each card."""

    position: Position
    points: int
    sweep: int
    cards: dict[str, int]


def load(name: str, limit: int | None = None) -> list[Entry]:
    """The entries of a set, in their fixed order; with ``limit`` only the first ones."""
    with (FOLDER / f"{name}.jsonl").open(encoding="utf-8") as file:
        entries = [read(line) for line in file if line.strip()]
    return entries[:limit]


def save(name: str, entries: Iterable[Entry]) -> Path:
    """Write a set's file, replacing it."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{name}.jsonl"
    path.write_text("".join(write(entry) + "\n" for entry in entries), encoding="utf-8")
    return path


def read(line: str) -> Entry:
    """One line of a set."""
    data = json.loads(line)
    points, sweep, cards = (data.pop(key) for key in ("points", "sweep", "cards"))
    return Entry(Position.from_dict(data), points, sweep, cards)


def write(entry: Entry) -> str:
    """The line of an entry."""
    answer = {"points": entry.points, "sweep": entry.sweep, "cards": entry.cards}
    return json.dumps({**entry.position.to_dict(), **answer})
