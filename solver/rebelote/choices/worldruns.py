"""The same work in many worlds, on all cores, answers in the order of the worlds, ended by time or a flag.

What was done without a gap counts, so the answers depend on the worlds and their number alone, not on the threads.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import islice
from time import perf_counter
from typing import Generic, TypeVar

from rebelote.engine import StopFlag
from rebelote.errors import Interrupted
from rebelote.pool import default_workers

Answer = TypeVar("Answer")
World = tuple[int, ...]

#: Why there is no answer at all.
NOTHING_SOLVED = "the search was stopped before one world was solved"

#: How often a waiting caller looks at the clock and at the flag, in seconds; worlds begun ahead a thread.
WAKE, AHEAD = 0.02, 4


def at_least_one(worlds: int) -> int:
    """A number of worlds to solve; raises ``ValueError`` below 1."""
    if worlds < 1:
        raise ValueError(f"at least one world is solved, not {worlds}")
    return worlds


class WorldRun(Generic[Answer]):
    """``work`` on the first ``number`` of ``worlds``; iterate over the answers, once.

    ``work`` is given a world and a flag, and raises ``Interrupted`` soon after the flag is set. After ``seconds``, but
    not before the first answer, and when ``stop`` is set no more worlds are begun. ``stopped`` then says why: "time" or
    "asked"; else "all" when the worlds are ``count`` altogether and all done, or "worlds".
    """

    def __init__(
        self, work: Callable[[World, StopFlag], Answer], worlds: Iterator[World], number: int, count: int,
        *, threads: int | None = None, seconds: float | None = None, stop: StopFlag | None = None,
    ) -> None:  # fmt: skip
        self.stopped = "all" if number >= count else "worlds"
        self._work, self._worlds, self._left = work, worlds, min(number, count)
        self._threads, self._seconds, self._asked = threads or default_workers(), seconds, stop
        self._halt, self._start = StopFlag(), perf_counter()

    def __iter__(self) -> Iterator[Answer]:
        waiting: deque[Future[Answer]] = deque()
        done = 0
        with ThreadPoolExecutor(self._threads, thread_name_prefix="rebelote") as pool:
            try:
                self._look(done)
                while self._left or waiting:
                    room = min(self._left, self._threads * AHEAD - len(waiting))
                    for world in islice(self._worlds, room):
                        waiting.append(pool.submit(self._work, world, self._halt))
                        self._left -= 1
                    while not wait([waiting[0]], timeout=WAKE).done:
                        self._look(done)
                    try:
                        answer = waiting.popleft().result()
                    except Interrupted:
                        return
                    done += 1
                    yield answer
                    self._look(done)
            finally:
                self._halt.set()
                for future in waiting:
                    future.cancel()

    def _look(self, done: int) -> None:
        """See whether it is time to end; what has begun and is done still counts."""
        if self._halt.is_set():
            return
        late = self._seconds is not None and done > 0 and perf_counter() - self._start >= self._seconds
        asked = self._asked is not None and self._asked.is_set()
        if late or asked:
            self.stopped = "asked" if asked else "time"
            self._left = 0
            self._halt.set()
