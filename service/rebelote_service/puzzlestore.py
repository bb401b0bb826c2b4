"""The puzzles that were made here lately, so that they can be asked for and tried by their ids."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rebelote import Puzzle

#: So many puzzles are kept; some ten kilobytes each.
KEPT = 1000


class PuzzleStore:
    """The last puzzles by their ids, for all threads: one more than ``most``, and that not used for longest goes."""

    def __init__(self, most: int = KEPT) -> None:
        self.most = most
        self._puzzles: OrderedDict[str, Puzzle] = OrderedDict()
        self._lock = Lock()

    def keep(self, puzzle: Puzzle) -> Puzzle:
        """Keep a puzzle, unless there is one with its id; returns the one that is kept under the id now."""
        with self._lock:
            kept = self._puzzles.setdefault(puzzle.id, puzzle)
            self._puzzles.move_to_end(puzzle.id)
            if len(self._puzzles) > self.most:
                self._puzzles.popitem(last=False)
            return kept

    def find(self, puzzle_id: str) -> Puzzle | None:
        """The puzzle with that id, if it is still there."""
        with self._lock:
            found = self._puzzles.get(puzzle_id)
            if found is not None:
                self._puzzles.move_to_end(puzzle_id)
            return found

    def __len__(self) -> int:
        with self._lock:
            return len(self._puzzles)
