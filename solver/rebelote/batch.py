"""Many positions or deals at once: where they come from, and an answer or an error for each.

``sources`` says what the arguments of a command mean, ``Source.items`` reads one of them, and
``answers`` works through items in order, putting an error where an item is bad.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Generic, Protocol, TypeVar

from rebelote.cfn import looks_like_cfn
from rebelote.errors import RebeloteError
from rebelote.jsontext import InputFault
from rebelote.notation import looks_like_text
from rebelote.rules import VARIANTS
from rebelote.streams import Item, read_items

#: So many bad items in a row are told one by one; those behind them only in sum.
MOST_TOLD = 1_000
#: After so many bad items in a row the rest of an input is not read.
MOST_BAD = 200_000

T = TypeVar("T")


class Stream(Protocol):
    """What ``items`` needs of an open file."""

    def read1(self, size: int, /) -> bytes: ...


@dataclass(frozen=True, slots=True)
class Source:
    """One input: its name for messages, and how it is opened (which may raise ``OSError``).

    ``typed`` when it was typed in place, so that it has no name to speak of.
    """

    name: str
    open: Callable[[], AbstractContextManager[Stream]]
    typed: bool = False

    def items(self) -> Iterator[Item]:
        """Everything in the input, in order; an error where there is nothing, or no file."""
        empty = True
        try:
            with self.open() as stream:
                for item in read_items(stream.read1):
                    empty = False
                    yield item
        except OSError as error:
            yield Item(0, error=_os_fault(self.name, error))
        else:
            if empty:
                yield Item(1, error=InputFault("empty_input", "the input is empty: there is no position in it"))


def sources(arguments: Sequence[str]) -> list[Source]:
    """What the arguments of a command name: files, ``-``, JSON or text forms typed in place.

    A name that exists is a file, whatever it looks like. A text form or CFN that was typed without
    quotes, its words an argument each, is put together again.
    """
    words = " ".join(arguments)
    text = len(arguments) > 3 and arguments[0].partition(":")[0] in VARIANTS
    if (text or (len(arguments) == 3 and looks_like_cfn(words))) and not os.path.exists(arguments[0]):
        return [_source(words)]
    return [_source(argument) for argument in arguments]


def _source(argument: str) -> Source:
    if argument == "-":
        return Source("standard input", _open_stdin)
    if not os.path.exists(argument) and _typed_in_place(argument):
        return Source("the argument", lambda: BytesIO(argument.encode("utf-8", "surrogateescape")), typed=True)
    return Source(argument, lambda: open(argument, "rb"))


def _typed_in_place(argument: str) -> bool:
    text = argument.lstrip()
    return not text or text.startswith(("{", "[", "#")) or looks_like_text(text) or looks_like_cfn(text)


def _open_stdin() -> AbstractContextManager[Stream]:
    if sys.stdin is None:
        raise OSError("it is closed")
    stream: Stream = sys.stdin.buffer  # type: ignore[assignment]  # a BufferedReader, whatever typeshed says
    return nullcontext(stream)


def _os_fault(name: str, error: OSError) -> InputFault:
    if isinstance(error, FileNotFoundError):
        return InputFault("no_such_file", f"there is no file {name!r}, nor is that JSON or a position in text form")
    if isinstance(error, IsADirectoryError):
        return InputFault("not_a_file", f"{name} is a directory")
    return InputFault("unreadable_file", f"{name} cannot be read: {error.strerror or error}")


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What became of an item: a result, or an error in its place."""

    line: int
    result: T | None = None
    error: RebeloteError | None = None


def answers(
    items: Iterable[Item], work: Callable[[dict[str, Any] | str], T], *, told: int = MOST_TOLD
) -> Iterator[Answer[T]]:
    """Answer every item with ``work``, in order; an error of the library takes its item's place.

    Of a long row of bad items ``told`` are given one by one and the others in sum; after
    ``MOST_BAD`` of them in a row nothing more is read.
    """
    row = first = last = 0
    for item in items:
        answer = _answer(item, work)
        if answer.error is None:
            if row > told:
                yield _in_sum(row - told, first, last)
            row = 0
            yield answer
            continue
        row, last = row + 1, item.line
        if row <= told:
            yield answer
            first = 0
        else:
            first = first or item.line
        if row >= MOST_BAD:
            break
    if row > told:
        yield _in_sum(row - told, first, last)
    if row >= MOST_BAD:
        reason = f"{MOST_BAD:,} bad items in a row: nothing behind line {last} is read"
        yield Answer(last, error=InputFault("gave_up", reason))


def _answer(item: Item, work: Callable[[dict[str, Any] | str], T]) -> Answer[T]:
    if item.error is not None or item.data is None:
        return Answer(item.line, error=item.error)
    try:
        return Answer(item.line, work(item.data))
    except RebeloteError as error:
        return Answer(item.line, error=error)


def _in_sum(count: int, first: int, last: int) -> Answer[Any]:
    lines = f"on line {first}" if first == last else f"from line {first} to line {last}"
    return Answer(first, error=InputFault("more_bad_items", f"{count:,} more bad items {lines}"))
