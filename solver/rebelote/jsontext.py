"""JSON read strictly: no key twice, no NaN, nothing too long or too deep, and clear errors.

The ``json`` module takes the last of two equal keys, reads ``NaN`` and ``1e999``, and lets
deep brackets end in a ``RecursionError``. For input from people each of those is a mistake.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from rebelote.errors import InputError

#: An item longer than this many characters is refused; the largest record is far smaller.
MOST_ITEM = 1_000_000
#: Brackets nested deeper than this are refused.
MOST_DEEP = 32
#: Numbers with more digits than this are refused.
MOST_DIGITS = 18

_BYTES = re.compile("[\udc80-\udcff]")
_TOKEN = re.compile(r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|[{}\[\]]')


class InputFault(InputError):
    """An ``InputError`` with a code of its own."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def read_json(text: str, line: int = 1) -> Any:
    """The data that ``text`` holds.

    ``text`` was decoded with ``surrogateescape``, or without errors. Raises ``InputFault``
    that names the place, lines counted from ``line``; its codes: ``too_long``, ``too_deep``,
    ``not_utf8``, ``bad_json``, ``duplicate_key``, ``bad_number``.
    """
    if len(text) > MOST_ITEM:
        raise too_long()
    check_utf8(text)
    if text.count("[") + text.count("{") > MOST_DEEP:
        _check_depth(text)
    try:
        return json.loads(
            text, object_pairs_hook=_unique, parse_constant=_no_constant, parse_int=_integer, parse_float=_float
        )
    except json.JSONDecodeError as error:
        rest = text[error.pos : error.pos + 61].partition("\n")[0]
        place = f"line {line + error.lineno - 1}" + (f" before {shown(rest)}" if rest else "")
        raise InputFault("bad_json", f"no JSON on {place}: {error.msg}") from None


def too_long() -> InputFault:
    """The fault of an item that is longer than any deal."""
    return InputFault("too_long", f"more than {MOST_ITEM:,} characters")


def too_deep() -> InputFault:
    """The fault of an item with more brackets in one another than any deal."""
    return InputFault("too_deep", f"brackets are nested more than {MOST_DEEP} deep")


def check_utf8(text: str) -> None:
    """Raise ``InputFault`` when ``text`` holds bytes that were no UTF-8 (as ``surrogateescape`` keeps them)."""
    found = _BYTES.search(text)
    if found is not None:
        raise InputFault("not_utf8", f"byte 0x{ord(found[0]) - 0xDC00:02x} in {shown(text)} is not UTF-8")


def shown(text: str) -> str:
    """The beginning of some input, safe to print."""
    quoted = ascii(text[:60]) if _BYTES.search(text[:60]) else repr(text[:60])
    return quoted if len(quoted) <= 62 and len(text) <= 60 else quoted[:40] + "…"


def _check_depth(text: str) -> None:
    depth = 0
    for match in _TOKEN.finditer(text):
        depth += match[0] in "{[" or -(match[0] in "}]")
        if depth > MOST_DEEP:
            raise too_deep()


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise InputFault("duplicate_key", f"the key {shown(twice)} is there twice")
    return out


def _no_constant(word: str) -> NoReturn:
    raise InputFault("bad_number", f"{word} is no JSON number")


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise InputFault("bad_number", f"a number has {len(digits)} digits")
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise InputFault("bad_number", f"the number {shown(digits)} is too large")
    return value
