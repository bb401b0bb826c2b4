"""What a request says: its query and its body, strictly read.

A body is judged here only as text and as JSON; whether it is a position or a deal is the
library's business, which finds every fault at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NoReturn, TypeVar

from flask import Request
from pydantic import ValidationError
from werkzeug.exceptions import RequestEntityTooLarge

from rebelote import InputError, Problem
from rebelote.jsontext import read_json
from rebelote_service.problems import Refusal, summary
from rebelote_service.schemas import Query

Q = TypeVar("Q", bound=Query)

_JSON = re.compile(r"application/([\w.-]+\+)?json")


def read_query(kind: type[Q], request: Request) -> tuple[Q, list[Problem]]:
    """The query as ``kind``, and every fault of it (``where`` is ``query.name``).

    Where there are faults the query returned asks for next to no work: it serves to look for
    the faults of the rest of the request.
    """
    faults = [
        Problem("repeated_parameter", f"{_short(name)!r} is given {len(values)} times", f"query.{_short(name)}")
        for name, values in request.args.lists()
        if len(values) > 1
    ]
    try:
        query = kind.model_validate(request.args.to_dict())
    except ValidationError as error:
        for fault in error.errors(include_url=False, include_context=False):
            faults.append(_query_fault(kind, fault["type"], _short(str(fault["loc"][0])), fault["msg"]))
    return (kind.least() if faults else query), faults


def _query_fault(kind: type[Query], fault: str, name: str, message: str) -> Problem:
    where = f"query.{name}"
    if fault == "extra_forbidden":
        there = ", ".join(kind.model_fields) or "none"
        return Problem("unknown_parameter", f"no parameter is called {name!r}; there are {there}", where)
    if fault == "missing":
        return Problem("missing_parameter", f"{name} is missing", where)
    return Problem("bad_parameter", message[0].lower() + message[1:], where)


def read_item(request: Request, earlier: Sequence[Problem]) -> Any:
    """The body's JSON value, or its text when it is ``text/plain``.

    Raises ``Refusal`` with 400, 413 or 415, whose faults follow those found ``earlier``.
    """

    def refuse(status: int, code: str, message: str) -> NoReturn:
        problems = [*earlier, Problem(code, message)]
        raise Refusal(status, code, summary(problems), problems)

    kind = request.mimetype
    if kind not in ("", "text/plain") and not _JSON.fullmatch(kind):
        refuse(415, "unsupported_media_type", f"send application/json or text/plain, not {_short(kind)}")
    if request.content_encoding:
        refuse(415, "unsupported_media_type", "a body is read as it comes: send it without Content-Encoding")
    try:
        raw = request.get_data(cache=False)
    except RequestEntityTooLarge:
        refuse(413, "body_too_large", f"a body has at most {request.max_content_length} bytes")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        refuse(400, "not_utf8", f"the body is not UTF-8 text: byte {error.start + 1} of it cannot be read")
    if not text.strip():
        refuse(400, "empty_input", "the body is empty: no position in it")
    if kind == "text/plain":
        return text
    try:
        return read_json(text)
    except InputError as error:
        refuse(400, error.code, str(error))


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"
