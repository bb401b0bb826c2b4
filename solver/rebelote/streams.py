"""A stream of bytes taken apart into positions and deals, item by item.

A stream holds one JSON object a line, one list, objects over several lines, positions in text
form or CFN a line each, records as tags, each to the next blank line, or a mixture; blank lines and
lines that start with ``#`` are passed over.
It is read in pieces, and an item is handed out as soon as it is complete, so a pipe is
answered while it is still being written, and memory stays small whatever comes in.

What cannot be read becomes an item with an error, and reading goes on behind it. An item's
end is found before its JSON is read: quotes and brackets are followed, nothing else. Where
even they do not fit together, as in a line that was cut short, the item ends there, and the
next line that does not look like its continuation is a fresh start (``_Reader._resync``).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from rebelote import cfn, wholedeals
from rebelote.errors import RebeloteError, RecordError
from rebelote.jsontext import MOST_DEEP, MOST_ITEM, InputFault, check_utf8, read_json, shown, too_deep, too_long
from rebelote.notation import looks_like_text
from rebelote.rules import VARIANTS

#: Behind a line of so many bytes nothing is read.
MOST_LINE = 256_000_000

_CHUNK = 1 << 16
_QUOTED = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
_TOKEN = re.compile(_QUOTED + r'|[{}\[\],:"]|[^\s{}\[\],:"]+')
_SCALAR = re.compile(_QUOTED + r'|[^\s,\[\]{}"]+')
_BLANK = re.compile(r"[ \t\r\n\f\v]*")
_SPACE = re.compile(r"[ \t\r\f\v]*")
_REST = re.compile(r"[^\n]*")
#: A tag's beginning, up to the quote that a list cannot have there; so long at most.
_TAG = re.compile(r'\[[ \t]*(?:[A-Za-z][A-Za-z0-9]*(?:[ \t]+"?)?)?')
_MOST_TAG = 200
_COMMENTS = re.compile(r"(?:[ \t\r\n\f\v]+|#[^\n]*\n)*")
#: An item that breaks off so many characters behind its beginning is dropped as a whole: to
#: look for other items in it, from every bracket anew, could take for ever.
_PATIENCE = 1 << 16


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to answer: JSON data (an object) or a position in text form; or an error.

    A record in tags or in CFN comes as JSON data. ``line`` is where it begins in its input, from 1;
    0 stands for the input as a whole.
    """

    line: int
    data: dict[str, Any] | str | None = None
    error: RebeloteError | None = None


def read_items(read: Callable[[int], bytes]) -> Iterator[Item]:
    """The items of a stream, in order; none when it is empty.

    ``read(n)`` gives at most n bytes, fewer when no more are there yet, none at the end.
    Nothing that the stream holds raises; what ``read`` raises is passed on.
    """
    return _Reader(read).items()


class _Broken(Exception):
    """Brackets or quotes that do not fit together: the fault, and how far behind is useless."""

    def __init__(self, fault: InputFault, scanned: int = 0) -> None:
        super().__init__(fault)
        self.fault = fault
        self.scanned = scanned


class _Reader:
    """``text`` is a window on the stream, ``at`` the place in it where the next item begins,
    ``line`` the number of the line that ``at`` is on. ``loose`` says that the list the items
    stood in was broken: commas and closing brackets around an item are then passed over.
    """

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._read = read
        # Bytes that are not UTF-8 are carried along, to be reported with the item they are in.
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._started = False
        self._ended = False
        self.text = ""
        self.at = 0
        self.line = 1
        self.loose = False

    def items(self) -> Iterator[Item]:
        while self._skip_to_item():
            first = self.text[self.at]
            if first == "[" and self._at_tag():
                yield self._record()
            elif first == "[":
                yield from self._list()
            elif first == "{":
                yield self._object()
            elif self.loose and first in "],":
                self._skip_loose_ends()
            else:
                yield self._text_line()

    # --- the window ---------------------------------------------------------------------

    def _fill(self) -> bool:
        """Lengthen the window by a chunk, cutting off what is behind; False at the end."""
        if self._ended:
            return False
        chunk = self._read(_CHUNK)
        self._ended = not chunk
        self.text = self.text[self.at :] + self._decode(chunk, not chunk)
        self.at = 0
        if not self._started and self.text:
            self._started = True
            self.text = self.text.removeprefix("\ufeff")
        return True

    def _advance(self, count: int) -> str:
        taken = self.text[self.at : self.at + count]
        self.at += len(taken)
        self.line += taken.count("\n")
        return taken

    def _skip(self, blanks: re.Pattern[str]) -> bool:
        """Go to the next character that is no blank; False when there is none."""
        while True:
            match = blanks.match(self.text, self.at)
            assert match is not None
            self._advance(match.end() - self.at)
            if self.at < len(self.text):
                return True
            if not self._fill():
                return False

    def _skip_to_item(self) -> bool:
        """The same, past comments too."""
        while self._skip(_COMMENTS):
            if self.text[self.at] != "#":
                return True
            self._drop_line()
        return False

    def _skip_loose_ends(self) -> None:
        while self._skip(_SPACE) and self.text[self.at] in ",]":
            self.at += 1

    def _look_line(self, most: int = MOST_ITEM) -> str:
        """The rest of the line as far as ``most`` characters and one more, left where it is."""
        while True:
            match = _REST.match(self.text, self.at, self.at + most + 1)
            assert match is not None
            if len(match[0]) > most or match.end() < len(self.text) or not self._fill():
                return match[0]

    def _drop_line(self) -> None:
        """Go to the beginning of the next line."""
        dropped = 0
        while (end := self.text.find("\n", self.at)) < 0:
            dropped += len(self.text) - self.at
            self.at = len(self.text)
            if dropped > MOST_LINE:
                self._ended = True
            if not self._fill():
                return
        self._advance(end + 1 - self.at)

    def _resync(self, scanned: int = 0) -> None:
        """Go past a broken item: to the next line that does not look like part of it."""
        self._advance(scanned)
        self._drop_line()
        while _continues(self._look_line()):
            self._drop_line()

    # --- the items ----------------------------------------------------------------------

    def _text_line(self) -> Item:
        """A line that is no object and no list: a position in text form, or nothing known."""
        number = self.line
        line = self._look_line()
        self._drop_line()
        if len(line) > MOST_ITEM:
            return Item(number, error=too_long())
        line = line.rstrip(", \t\r\f\v]" if self.loose else " \t\r\f\v")
        if line.startswith('"'):
            return _item(number, line)
        try:
            check_utf8(line)
        except InputFault as fault:
            return Item(number, error=fault)
        if cfn.looks_like_cfn(line):
            data, faults = cfn.read(line)
            return Item(number, error=RecordError(faults)) if faults else Item(number, data)
        first = line.partition(" ")[0].partition(":")[0]
        if first in VARIANTS or (looks_like_text(line) and first.isalnum()):
            return Item(number, line)
        return _fault(number, "bad_input", f"{shown(line)} is neither JSON nor a position in text form")

    def _at_tag(self) -> bool:
        """Whether a tag begins here, and no list; no more is read than must be."""
        while True:
            match = _TAG.match(self.text, self.at)
            assert match is not None
            open_end = match.end() == len(self.text) and len(match[0]) < _MOST_TAG
            if match[0].endswith('"') or not open_end or not self._fill():
                return match[0].endswith('"')

    def _record(self) -> Item:
        """Tags and tricks up to a blank line."""
        number, lines, left = self.line, list[str](), MOST_ITEM
        while (line := self._look_line()).strip():
            left -= len(line)
            if left >= 0:
                lines.append(line)
            self._drop_line()
        text = "\n".join(lines)
        try:
            check_utf8(text)
            if left < 0:
                raise too_long()
            return Item(number, wholedeals.from_text(text, number).to_dict())
        except RebeloteError as error:
            return Item(number, error=error)

    def _object(self) -> Item:
        """An object that is not in a list, and the end of its line."""
        number = self.line
        try:
            item = _item(number, self._advance(self._extent()))
        except _Broken as error:
            self._resync(error.scanned)
            return Item(number, error=error.fault)
        if self.loose:
            self._skip_loose_ends()
        rest = self._look_line(80).strip()
        if rest and item.error is None:
            where = "" if number == self.line else f" on line {self.line}"
            item = _fault(number, "bad_json", f"there is more{where} after the object: {shown(rest)}")
        self._drop_line()
        return item

    def _list(self) -> Iterator[Item]:
        """The items of a list. When it breaks off, what follows is read as if it had ended."""
        first_line = self.line
        self.at += 1
        self.loose = False
        wanted = "the list is empty: there is no position in it"
        while self._skip_to_item() and self.text[self.at] != "]":
            number = self.line
            try:
                yield _item(number, self._advance(self._element()))
            except _Broken as error:
                self._resync(error.scanned)
                self.loose = True
                yield Item(number, error=error.fault)
                return
            wanted, ended = "", self.line
            if not self._skip_to_item():
                break
            if self.text[self.at] == ",":
                self.at += 1
                wanted = "nothing stands behind the last comma of the list"
            elif self.text[self.at] != "]":
                self.loose = True
                rest = shown(self._look_line(80))
                if self.line == ended:
                    self._resync()
                yield _fault(ended, "bad_json", f"no comma behind this item of the list from line {first_line}: {rest}")
                return
        if self.at >= len(self.text):
            yield _fault(first_line, "bad_json", "the list that begins here is not closed")
            return
        if wanted:
            yield _fault(self.line, "bad_json" if "comma" in wanted else "empty_input", wanted)
        self.at += 1
        rest = self._look_line(80).strip()
        if rest:
            yield _fault(self.line, "bad_json", f"there is more after the end of the list: {shown(rest)}")
        self._drop_line()

    def _element(self) -> int:
        """How many characters the next item of a list has."""
        if self.text[self.at] in "{[":
            return self._extent()
        if self.text[self.at] == ",":
            return 0
        while True:
            match = _SCALAR.match(self.text, self.at)
            length = match.end() - self.at if match else 0
            if length > MOST_ITEM or (not match and len(self.text) - self.at > MOST_ITEM):
                raise _Broken(too_long(), length)
            if match and match.end() < len(self.text):
                return length
            if not match and self.text[self.at] != '"':
                raise _Broken(InputFault("bad_json", f"an item is missing before {self.text[self.at]}"))
            if not match and self.text.find("\n", self.at) >= 0:
                raise self._broken("a quote is not closed", 0)
            if not self._fill():
                return length or len(self.text) - self.at

    def _extent(self) -> int:
        """How many characters the object or list at ``at`` has, by its brackets and quotes.

        A bracket may open only where a value may stand: this is what tells an object that
        goes on in the next line from one that was cut short before it.
        """
        open_ones = ""
        before = ""
        done = 0
        while True:
            for match in _TOKEN.finditer(self.text, self.at + done):
                token = match[0]
                done = match.start() - self.at
                if token == '"' and (self._ended or self.text.find("\n", match.end()) >= 0):
                    raise self._broken("a quote is not closed", done)
                if token == '"' or (match.end() == len(self.text) and token not in "{}[],:" and not self._ended):
                    break  # perhaps only the first part of the token
                if token in "{[":
                    if before and before != ":" and (open_ones[-1] != "[" or before not in "[,"):
                        raise self._broken(f"{token} stands where an item had not been closed", done)
                    open_ones += token
                    if len(open_ones) > MOST_DEEP:
                        raise _Broken(too_deep())
                elif token in "}]":
                    if open_ones[-1] + token not in ("{}", "[]"):
                        raise self._broken(f"the wrong bracket {token} closes", done)
                    open_ones = open_ones[:-1]
                    if not open_ones:
                        return done + 1
                before = token
                done = match.end() - self.at
                if done > MOST_ITEM:
                    break
            if len(self.text) - self.at > MOST_ITEM:
                raise _Broken(too_long(), done)
            if not self._fill():
                raise _Broken(InputFault("bad_json", "the item that begins here is not closed"))

    def _broken(self, message: str, done: int) -> _Broken:
        here = self.line + self.text.count("\n", self.at, self.at + done)
        return _Broken(InputFault("bad_json", f"{message} on line {here}"), done if done > _PATIENCE else 0)


def _continues(line: str) -> bool:
    """Whether a line looks like part of the broken item above it: it begins with a quote, a
    closing bracket or a comma, or it is indented and not a whole item of its own.
    """
    text = line.lstrip(" \t")
    if text.startswith(('"', "}", "]", ",")):
        return True
    whole = text.startswith("{") and '"variant"' in text and text.rstrip(" \t\r,]").endswith("}")
    return text.strip() != "" and len(text) < len(line) and not whole


def _fault(line: int, code: str, message: str) -> Item:
    return Item(line, error=InputFault(code, message))


def _item(line: int, text: str) -> Item:
    """The item that a JSON text holds, or its fault."""
    if not text:
        return _fault(line, "bad_json", "an item is missing before a comma")
    try:
        data = read_json(text, line)
    except InputFault as error:
        return Item(line, error=error)
    if isinstance(data, dict | str):
        return Item(line, data)
    return _fault(line, "not_an_object", f"an item is a JSON object or a text form, not {shown(text)}")
