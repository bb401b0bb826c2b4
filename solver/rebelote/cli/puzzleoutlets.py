"""Where the puzzles of one run go: standard output, a file, a page."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rebelote.cli.puzzlefiles import PuzzleFile, writing
from rebelote.cli.puzzlepaper import Sheets
from rebelote.cli.running import write_json

if TYPE_CHECKING:
    from rebelote import Puzzle

#: Stands for standard output where a file is wanted.
STDOUT = "-"


def check_page(path: str) -> None:
    """Refuse early what could not be written in the end."""
    if path != STDOUT and (Path(path).is_dir() or not Path(path).absolute().parent.is_dir()):
        raise click.BadParameter(f"{path} is no file that can be written", param_hint="--html")


@dataclass(slots=True)
class Outlets:
    """What becomes of every puzzle, and of all of them in the end.

    ``as_json``: a line each to standard output; ``file``: a line each; ``html``: a page of all; ``sheets``: for people,
    where it is none of these. ``puzzles`` are all so far, those of an earlier run included.
    """

    as_json: bool
    file: PuzzleFile | None
    html: str | None
    sheets: Sheets | None
    solutions: bool
    language: str
    puzzles: list[Puzzle] = field(default_factory=list)

    def add(self, puzzle: Puzzle) -> None:
        """One more, written at once wherever that can be."""
        self.puzzles.append(puzzle)
        if self.file is not None:
            self.file.add(puzzle)
        if self.as_json:
            write_json(puzzle.to_dict() if self.solutions else puzzle.task())
        if self.sheets is not None:
            click.echo(self.sheets.task(puzzle))

    def end(self) -> None:
        """Write what stands behind all of them, also when the search was broken off."""
        if self.file is not None:
            self.file.close()
        if self.html is not None and self.puzzles:
            from rebelote import puzzles_html

            page = puzzles_html(self.puzzles, self.language, solutions=self.solutions)
            if self.html == STDOUT:
                click.echo(page, nl=False)
            else:
                with writing(self.html):
                    Path(self.html).write_text(page, encoding="utf-8")
        if self.sheets is not None and (behind := self.sheets.behind()):
            click.echo(behind)

    @property
    def named(self) -> str:
        """The files they went to, where nothing went to standard output."""
        if self.as_json or self.html == STDOUT:
            return ""
        paths = ([self.file.path] if self.file is not None else []) + ([self.html] if self.html is not None else [])
        return " and ".join(paths)
