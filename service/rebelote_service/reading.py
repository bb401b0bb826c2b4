"""What a request says: its query and its body, strictly read.

A body is judged here only as text and as JSON; whether it is a position or a deal is the
library's business, which finds every fault at once.
"""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn, TypeVar

from flask import Request
from pydantic import ValidationError
from werkzeug.exceptions import RequestEntityTooLarge

from rebelote import Problem
from rebelote_service.problems import Refusal, summary
from rebelote_service.schemas import Budget

#: A deal in JSON is three levels deep. What is deeper by far would only exhaust the stack.
MOST_LEVELS = 16

Q = TypeVar("Q", bound=Budget)


def read_query(kind: type[Q], request: Request) -> tuple[Q | None, list[Problem]]:
    """The query as ``kind``, or none and every fault of it; ``where`` is ``query.name``."""
    faults = [
        Problem("repeated_parameter", f"{_short(name)} is given {len(values)} times", f"query.{_short(name)}")
        for name, values in request.args.lists()
        if len(values) > 1
    ]
    try:
        query = kind.model_validate(request.args.to_dict())
    except ValidationError as error:
        there = ", ".join(kind.model_fields)
        for fault in error.errors(include_url=False, include_context=False):
            name = _short(".".join(str(part) for part in fault["loc"]))
            faults.append(_query_fault(fault["type"], name, fault["msg"], there))
        return None, faults
    return None if faults else query, faults


def _query_fault(kind: str, name: str, message: str, there: str) -> Problem:
    where = f"query.{name}"
    if kind == "extra_forbidden":
        return Problem("unknown_parameter", f"unknown parameter {name!r}; there are {there}", where)
    if kind == "missing":
        return Problem("missing_parameter", f"{name} is missing", where)
    return Problem("bad_parameter", message[0].lower() + message[1:], where)


def read_item(request: Request, earlier: list[Problem]) -> Any:
    """The body's JSON value, or its text when it is ``text/plain``.

    Raises ``Refusal`` (400, 413, 415); its faults follow those found ``earlier``.
    """
    kind = request.mimetype
    if kind not in ("", "application/json", "text/plain") and not re.fullmatch(r"application/[\w.+-]+\+json", kind):
        _refuse(415, "unsupported_media_type", f"send application/json or text/plain, not {_short(kind)}", earlier)
    if request.content_encoding:
        _refuse(415, "unsupported_media_type", "a body is read as it is: send it without Content-Encoding", earlier)
    try:
        raw = request.get_data(cache=False)
    except RequestEntityTooLarge:
        _refuse(413, "body_too_large", f"a body has at most {request.max_content_length} bytes", earlier)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _refuse(400, "bad_utf8", f"the body is not UTF-8 text: byte {error.start} cannot be read", earlier)
    if not text.strip():
        _refuse(400, "empty_body", "the body is empty: send a position or a deal", earlier)
    if kind == "text/plain":
        return text
    try:
        return parse_json(text)
    except ValueError as error:
        _refuse(400, "bad_json", str(error), earlier)


def parse_json(text: str) -> Any:
    """One JSON value by the letter of RFC 8259; ``ValueError`` says what is wrong and where.

    Beyond ``json.loads`` it refuses NaN and Infinity, a key given twice in one object, and
    nesting beyond ``MOST_LEVELS``.
    """
    try:
        value = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_object)
    except json.JSONDecodeError as error:
        raise ValueError(f"the body is not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    level = [value]
    for _ in range(MOST_LEVELS):
        level = [inner for outer in level if isinstance(outer, list | dict) for inner in _inside(outer)]
    if level:
        raise ValueError(_TOO_DEEP)
    return value


_TOO_DEEP = f"the body is nested deeper than {MOST_LEVELS} levels"


def _inside(value: list[Any] | dict[str, Any]) -> list[Any]:
    return value if isinstance(value, list) else list(value.values())


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"the body is not JSON: {word} is no JSON number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key, value in pairs:
        if key in out:
            raise ValueError(f"the key {_short(key)!r} is given twice in one object")
        out[key] = value
    return out


def _refuse(status: int, code: str, message: str, earlier: list[Problem]) -> NoReturn:
    problems = [*earlier, Problem(code, message)]
    raise Refusal(status, code, summary(problems), problems)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
