"""The bar on standard error, on a terminal: how many puzzles were found, deals looked through, how fast."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from rich.progress import BarColumn, TaskID, TextColumn
from rich.progress import Progress as Bars

from rebelote.cli.working import Progress


@dataclass(slots=True)
class Tally:
    """How far a search is: ``wanted`` puzzles (none: all there are), ``found`` of them, deals looked through.

    ``before``: deals that an earlier run looked through.
    """

    wanted: int | None = None
    found: int = 0
    looked: int = 0
    before: int = 0
    begun: float = field(default_factory=time.monotonic)

    def look(self, looked: int, _: int = 0) -> None:
        """So many deals were looked through."""
        self.looked = looked

    @property
    def enough(self) -> bool:
        """Whether no more are wanted."""
        return self.wanted is not None and self.found >= self.wanted

    @property
    def short(self) -> str:
        """``3 of 10 puzzles found in 1,234 deals``."""
        looked = self.before + self.looked
        deals = f" in {looked:,} {'deal' if looked == 1 else 'deals'}" if looked else ""
        if self.wanted is not None:
            return f"{self.found:,} of {self.wanted:,} {'puzzle' if self.wanted == 1 else 'puzzles'} found{deals}"
        return (
            f"{self.found or 'no':{',' if self.found else ''}} {'puzzles' if self.found > 1 else 'puzzle'} found{deals}"
        )

    def __str__(self) -> str:
        """``3 of 10 puzzles found in 1,234 deals, 25 a second``."""
        seconds = max(time.monotonic() - self.begun, 1e-3)
        rate = self.looked / seconds
        return f"{self.short}, {rate:.{0 if rate >= 10 else 1}f} a second" if self.looked else self.short


#: Seconds before a bar appears: what is there at once needs none.
_QUIET = 0.5


class Bar(Progress):
    """A bar in place of the line that says what is being worked on; what it says is a ``Tally``."""

    def __init__(self, tally: Tally) -> None:
        super().__init__()
        self._tally = tally
        self._bars: Bars | None = None
        self._task = TaskID(0)

    def tick(self, text: str) -> None:
        """Show how far it is, if that was not shown just now."""
        if not self._console.is_terminal or time.monotonic() - self._tally.begun < _QUIET:
            return
        if self._bars is None:
            columns = (BarColumn(), TextColumn("{task.description}"))
            self._bars = Bars(*columns, console=self._console, transient=True, auto_refresh=False)
            self._task = self._bars.add_task(text, total=self._tally.wanted)
            self._bars.start()
        self._bars.update(self._task, description=text, completed=self._tally.found, refresh=True)

    def clear(self) -> None:
        """Take the bar away, since something else is to be printed."""
        if self._bars is not None:
            self._bars.stop()
            self._bars = None
