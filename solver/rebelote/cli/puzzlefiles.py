"""The file of ``puzzle --output``: a line a puzzle, written at once and whole, and gone on with by ``--resume``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rebelote.cli.puzzlewanted import Wanted
from rebelote.errors import RebeloteError, brief
from rebelote.jsontext import read_json

if TYPE_CHECKING:
    from rebelote import Puzzle

#: How every line begins; what begins otherwise is not taken for a line that was broken off.
_BEGINNING = b'{"id": "'


def check_output(path: str, *, resume: bool, force: bool) -> None:
    """Refuse early what could not be written in the end, and a file that would be lost."""
    file = Path(path)
    if path == "-":
        raise click.BadParameter("it needs a file; --json writes to standard output", param_hint="--output")
    if file.is_dir() or not file.absolute().parent.is_dir():
        raise click.BadParameter(f"{path} is no file that can be written", param_hint="--output")
    if file.is_file() and not resume and not force:
        raise click.UsageError(f"{path} exists: --resume goes on with it, --force overwrites it.")


@dataclass(slots=True)
class PuzzleFile:
    """A file that puzzles are added to; ``kept`` bytes of what is in it stay."""

    path: str
    kept: int = 0
    _raw: FileIO | None = None

    def add(self, puzzle: Puzzle) -> None:
        """Write a line. What cannot be written as a whole leaves nothing behind; raises ``ClickException``."""
        line = (json.dumps(puzzle.to_dict()) + "\n").encode()
        with writing(self.path):
            raw = self.open()
            try:
                left = memoryview(line)
                while left:
                    left = left[raw.write(left) :]
            except BaseException:
                with suppress(OSError):
                    raw.truncate(self.kept)
                raise
        self.kept += len(line)

    def open(self) -> FileIO:
        """The file, cut down to what is kept when it is opened first."""
        if self._raw is None:
            with writing(self.path):
                self._raw = FileIO(self.path, "a")
                if Path(self.path).is_file():
                    self._raw.truncate(self.kept)
        return self._raw

    def close(self) -> None:
        if self._raw is not None:
            self._raw.close()


@dataclass(frozen=True, slots=True)
class Begun:
    """What an earlier run wrote: its puzzles, and how many bytes they take; ``broken`` bytes of a line follow."""

    path: str
    puzzles: tuple[Puzzle, ...] = ()
    kept: int = 0
    broken: int = 0

    @property
    def seed(self) -> int | None:
        """The seed of the search, where there is a puzzle."""
        return self.puzzles[0].source["seed"] if self.puzzles else None

    def behind(self, part: tuple[int, int]) -> tuple[int, int]:
        """The number of the first deal that was not looked through, and how many of the part were."""
        if not self.puzzles:
            return 0, 0
        last = int(self.puzzles[-1].source["deal"])
        return last + 1, last // part[1] + 1

    def check(self, wanted: Wanted, seed: int | None, part: tuple[int, int]) -> None:
        """Raise ``ClickException`` where the file was written by another search."""
        before = -1
        for number, puzzle in enumerate(self.puzzles, 1):
            deal = puzzle.source["deal"]
            wrong = list(wanted.missed(puzzle))
            wanted_seed = self.seed if seed is None else seed
            if puzzle.source["seed"] != wanted_seed:
                wrong.append(f"seed {puzzle.source['seed']}, not {wanted_seed}")
            if deal % part[1] != part[0] - 1:
                wrong.append(f"deal {deal} is not in part {part[0]}/{part[1]}")
            if deal <= before:
                wrong.append(f"deal {deal} stands behind deal {before}")
            if wrong:
                raise click.ClickException(f"{self.path}, line {number}, is of another search: {'; '.join(wrong)}")
            before = deal


def begun(path: str) -> Begun:
    """What is in the file, if there is one; raises ``ClickException`` where that is no puzzles."""
    if not Path(path).is_file():
        return Begun(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise click.ClickException(f"{path} cannot be read: {error.strerror or error}") from None
    whole, broken = data[: data.rfind(b"\n") + 1], data[data.rfind(b"\n") + 1 :]
    puzzles = tuple(_puzzle(path, number, line) for number, line in enumerate(whole.split(b"\n")[:-1], 1))
    if not (broken.startswith(_BEGINNING) or _BEGINNING.startswith(broken)):
        raise _no_puzzle(path, len(puzzles) + 1, "it does not begin like one")
    return Begun(path, puzzles, len(whole), len(broken))


def _puzzle(path: str, number: int, line: bytes) -> Puzzle:
    from rebelote import puzzle_of

    try:
        data = read_json(line.decode("utf-8", "surrogateescape"), number)
        puzzle = puzzle_of(data)
    except RebeloteError as error:
        raise _no_puzzle(path, number, str(error)) from None
    for key in ("seed", "deal"):
        number_told = puzzle.source.get(key)
        if not isinstance(number_told, int) or isinstance(number_told, bool) or number_told < 0:
            told = f"{key} {brief(number_told)}" if key in puzzle.source else f"no {key}"
            raise _no_puzzle(path, number, f"its source tells {told}", "of a random deal")
    return puzzle


def _no_puzzle(path: str, number: int, why: str, what: str = "") -> click.ClickException:
    return click.ClickException(f"{path}, line {number}, is no puzzle{what and ' '}{what}: {why}")


@contextmanager
def writing(path: str) -> Iterator[None]:
    """Tell in words that a file cannot be written."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror or error}") from None
