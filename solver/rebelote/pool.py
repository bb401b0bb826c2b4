"""Many positions at once, on this machine's cores or on any executor, answers in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def default_workers() -> int:
    """As many as the cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def map_in_order(
    work: Callable[[Item], Answer],
    items: Iterable[Item],
    *,
    workers: int | None = None,
    executor: Executor | None = None,
    ahead: int = 4,
) -> Iterator[Answer]:
    """``work`` on every item, answers in the order of the items, lazily.

    Threads are enough: the core lets go of the interpreter lock while it searches. At most
    ``ahead`` items a worker are taken before their answers are asked for, so that endless
    input is fine. An ``executor`` of the caller's is used as it is and left open.
    """
    count = workers or default_workers()
    own = None if executor else ThreadPoolExecutor(count, thread_name_prefix="rebelote")
    waiting: deque[Future[Answer]] = deque()
    use = executor or own
    assert use is not None
    try:
        for item in items:
            waiting.append(use.submit(work, item))
            if len(waiting) >= count * ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()
        if own:
            own.shutdown(wait=True, cancel_futures=True)
