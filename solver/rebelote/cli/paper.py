"""What people get to see: text and tables, coloured on a terminal, plain in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rebelote import Card, Position, Strain, render
from rebelote.cli.sparks import encodes

#: Columns of a plain table: no terminal limits them, and a table is not to be folded.
_WIDE = 200

#: For outputs that do not have these signs.
_PLAIN = str.maketrans({"→": "->", "−": "-", "±": "+-", "…": "...", "–": "-"})


def _console() -> Console:
    probe = Console(file=sys.stdout)
    width = None if probe.is_terminal else _WIDE
    return Console(file=sys.stdout, width=width, highlight=False, markup=False, emoji=False)


@dataclass(slots=True)
class Paper:
    """One answer for people, written piece by piece and taken as a whole with ``end``.

    ``language`` and ``symbols`` say how cards are printed.
    """

    language: str = "en"
    symbols: bool = False
    console: Console = field(default_factory=_console)
    _answers: int = 0

    def begin(self, title: str) -> None:
        """A new answer, parted by a line from the one before; ``title`` says what it is to."""
        self.console.begin_capture()
        self._answers += 1
        if self._answers > 1:
            self.line("")
        if title:
            self.line(title, style="bold")

    def end(self) -> str:
        """The answer as text, escape sequences included where a terminal is to get it."""
        text = self.console.end_capture().rstrip("\n")
        if not encodes("".join(map(chr, _PLAIN)), self.console.encoding):
            text = text.translate(_PLAIN)
        return text if self.console.is_terminal else "\n".join(line.rstrip() for line in text.split("\n"))

    def line(self, text: str, *, style: str = "") -> None:
        """Text as it stands, never folded."""
        self.console.print(Text(text, style=style), soft_wrap=True)

    def position(self, position: Position) -> None:
        """What is played, and the hands."""
        self.line(render.describe(position, self.language, symbols=self.symbols))
        self.line("")
        self.line(render.diagram(position, self.language, symbols=self.symbols))
        self.line("")

    def tricks(self, position: Position, cards: Iterable[Card]) -> None:
        for text in render.trick_lines(position, cards, self.language, symbols=self.symbols):
            self.line("  " + text)

    def table(self, head: Sequence[str], rows: Iterable[Sequence[str | Text]], *, words: Sequence[int] = ()) -> None:
        """A table; the columns numbered in ``words`` hold words, the others numbers.

        A column in which nothing stands is left out.
        """
        rows = list(rows)
        filled = [i for i in range(len(head)) if any(row[i] for row in rows)]
        plain = not self.console.is_terminal
        table = Table(box=None if plain else box.SIMPLE_HEAD, pad_edge=False, header_style="" if plain else "bold")
        for i in filled:
            table.add_column(head[i], justify="left" if i in words else "right", overflow="fold")
        for row in rows:
            table.add_row(*(row[i] for i in filled))
        self.console.print(Padding(table, (0, 0, 0, 2)))

    def cards(self, cards: Iterable[Card]) -> str:
        return render.cards_text(cards, self.language, symbols=self.symbols)

    def strain(self, strain: Strain) -> str:
        return render.strain_name(strain, self.language, symbols=self.symbols)
