"""Work that signals can stop: done in a thread of its own, with a word now and then that it goes on."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from types import FrameType
from typing import TypeVar

import click
from rich.console import Console
from rich.status import Status

from rebelote import RebeloteError, StopFlag
from rebelote.jsontext import InputFault

T = TypeVar("T")

#: Seconds of silence before a terminal is told that work goes on.
_SILENCE = 1.0
#: Seconds between looks at the work; it is noticed at once when it is done.
_TICK = 0.2
#: Seconds that a stopped search is waited for.
_GRACE = 3.0


class Progress:
    """A line on standard error that says what is being worked on, where that is a terminal."""

    def __init__(self) -> None:
        self._console = Console(stderr=True, highlight=False, markup=False, emoji=False)
        self._status: Status | None = None
        self._quiet_since = self._begun = time.monotonic()

    def tick(self, text: str) -> None:
        """Show ``text`` if nothing has been heard for a while."""
        now = time.monotonic()
        if not self._console.is_terminal or now - self._quiet_since < (_TICK if self._status else _SILENCE):
            return
        self._quiet_since = now
        text = f"{text} … {now - self._begun:.0f} s"
        if self._status is None:
            self._status = Status(text, console=self._console)
            self._status.start()
        self._status.update(text)

    def clear(self) -> None:
        """Take the line away, since something else is to be printed."""
        self._quiet_since = time.monotonic()
        if self._status is not None:
            self._status.stop()
            self._status = None


class Worker:
    """Does things in a thread of its own while the main thread listens for signals.

    Python runs signal handlers in the main thread, and not while that is inside the core: a
    search there could not be interrupted. One thread serves all items, since starting one
    takes longer than many an ending.
    """

    def __init__(self) -> None:
        self.progress = Progress()
        self._stop = StopFlag()
        self._work: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._done: SimpleQueue[BaseException | None] = SimpleQueue()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while (act := self._work.get()) is not None:
            try:
                act()
            except BaseException as error:
                self._done.put(error)
            else:
                self._done.put(None)

    def do(self, work: Callable[[StopFlag], T], label: Callable[[], str]) -> T:
        """What ``work`` returns, or raises; an error that is not the library's becomes an
        ``InputFault``, since one item must not cost the others. That nobody reads what it writes is passed on.

        ``label`` says what is going on; nothing is shown of what has none.

        When a signal handler raises meanwhile, ``work`` is told to stop, and waited for a little.
        """
        results: list[T] = []
        self._work.put(lambda: results.append(work(self._stop)))
        try:
            error = self._wait(label)
        except BaseException:
            self._stop.set()
            with suppress(Empty):
                self._done.get(timeout=_GRACE)
            raise
        if error is None:
            return results[0]
        if isinstance(error, RebeloteError | BrokenPipeError):
            raise error
        raise InputFault("internal_error", f"{type(error).__name__}: {error}") from error

    def _wait(self, label: Callable[[], str]) -> BaseException | None:
        while True:
            if text := label():
                self.progress.tick(text)
            try:
                return self._done.get(timeout=_TICK)
            except Empty:
                continue

    def close(self) -> None:
        """Leave nothing behind on the terminal, and no thread."""
        self.progress.clear()
        self._work.put(None)


@contextmanager
def orderly_end() -> Iterator[None]:
    """Let SIGTERM end the program like Ctrl-C does: what is answered is written, the terminal is put in order."""

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def closed_pipe_is_fine() -> Iterator[None]:
    """When the reader of the answers has gone (``| head``), end quietly: it has what it wanted."""
    try:
        yield
    except BrokenPipeError:
        with suppress(Exception):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(0) from None
