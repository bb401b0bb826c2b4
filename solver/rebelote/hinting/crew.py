"""Worlds valued on all cores, handed back in the order in which they were drawn.

Threads are enough: the core lets go of the interpreter lock while it searches. Only where a world takes next to no time
do they get into one another's way; such worlds the calling thread values itself. How the work is parted has no
influence on what is found.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor, wait
from itertools import islice
from time import perf_counter

from rebelote.engine import StopFlag
from rebelote.hinting.valuing import Block, Valuer

World = tuple[int, ...]

#: About how long one piece of work is to take, in seconds; and how often a waiting caller is woken.
PIECE = 0.015
WAKE = 0.02

#: Worlds that take less than this many seconds are valued without threads.
QUICK = 0.00015

#: The most worlds in one piece.
MOST = 400


class Crew:
    """Threads that value worlds. ``stop`` ends all of it soon; ``close`` it when done."""

    def __init__(self, valuer: Valuer, threads: int, executor: Executor | None = None, budget: int = 0) -> None:
        self.stop = StopFlag()
        self._valuer, self._threads, self._budget = valuer, threads, budget
        self._own = None if executor else ThreadPoolExecutor(threads, thread_name_prefix="rebelote")
        self._executor = executor or self._own
        self._cost = 1.0

    def close(self) -> None:
        """End what still runs."""
        self.stop.set()
        if self._own:
            self._own.shutdown(wait=True, cancel_futures=True)

    def blocks(self, worlds: Iterator[World], count: int, alive: Sequence[int]) -> Iterator[tuple[list[World], Block]]:
        """The next ``count`` of ``worlds`` and their values for the groups ``alive``, piece by piece, in order.

        Now and then a piece without worlds, so that the caller can look at the clock. Once stopped the pieces
        begun are still handed out, the last of them broken.
        """
        waiting: deque[tuple[list[World], Future[tuple[Block, float]]]] = deque()
        left = count
        try:
            while left or waiting:
                while left and len(waiting) <= self._threads and not self.stop.is_set():
                    size = min(self._size(left), left)
                    piece = list(islice(worlds, size))
                    left -= size
                    if self._cost < QUICK and not waiting:
                        block, self._cost = self._work(piece, alive)
                        yield piece, block
                        continue
                    assert self._executor is not None
                    waiting.append((piece, self._executor.submit(self._work, piece, alive)))
                if not waiting:
                    return
                piece, future = waiting[0]
                if wait([future], timeout=WAKE).done:
                    block, self._cost = future.result()
                    waiting.popleft()
                    yield piece, block
                else:
                    yield [], Block.empty(0)
        finally:
            for _, future in waiting:
                future.cancel()

    def _size(self, left: int) -> int:
        """How many worlds the next piece has: short pieces, and towards the end something for every thread."""
        return max(1, min(int(PIECE / self._cost), MOST, left // (2 * self._threads) if self._cost >= QUICK else MOST))

    def _work(self, worlds: list[World], alive: Sequence[int]) -> tuple[Block, float]:
        """The values and the time a world."""
        start = perf_counter()
        block = self._valuer.block(worlds, alive, stop=self.stop, budget=self._budget)
        return block, (perf_counter() - start) / len(worlds)
