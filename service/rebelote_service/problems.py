"""Errors as ``application/problem+json`` (RFC 9457), whatever went wrong.

A reply has ``type`` (always ``about:blank``: the ``code`` tells errors apart), ``title``,
``status``, ``detail``, a stable ``code`` and, for bad input, ``problems`` with every fault
that was found, each ``{"code", "message", "where", "seat", "card"}`` as far as they apply.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from apiflask import APIFlask, HTTPError
from flask import Response, current_app
from werkzeug.exceptions import HTTPException

from rebelote import Interrupted, Problem, ProblemsError, RebeloteError

MIMETYPE = "application/problem+json"

#: Status → title, code and what to tell people. The titles are those of RFC 9110, spelt out
#: because the names in ``http`` change with Python's version.
_KNOWN: dict[int, tuple[str, str, str]] = {
    400: ("Bad Request", "bad_request", "The request is not well-formed HTTP."),
    404: ("Not Found", "not_found", "There is nothing at this address; /openapi.json lists what there is."),
    405: ("Method Not Allowed", "method_not_allowed", "This address does not answer that method; see Allow."),
    413: ("Content Too Large", "body_too_large", "The body is longer than this service reads."),
    415: ("Unsupported Media Type", "unsupported_media_type", "The body's Content-Type is not one that is read here."),
    422: ("Unprocessable Content", "bad_input", "The request cannot be answered as it stands."),
    431: ("Request Header Fields Too Large", "headers_too_large", "The address and headers are too long."),
    500: ("Internal Server Error", "internal_error", "The service failed on this request; the failure is logged."),
    501: ("Not Implemented", "not_implemented", "The request uses a feature of HTTP that is not supported."),
    503: ("Service Unavailable", "unavailable", "The service cannot answer now."),
}


class Refusal(Exception):
    """A request that is answered with an error: its status, code, detail and faults."""

    def __init__(self, status: int, code: str, detail: str, problems: Sequence[Problem] = ()) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.problems = list(problems)


def body_of(status: int, code: str = "", detail: str = "", problems: Sequence[Problem] = ()) -> dict[str, Any]:
    """The body of an error reply as JSON data; what is not given is filled in from the status."""
    title, usual_code, usual_detail = _KNOWN.get(status) or (f"Status {status}", f"http_{status}", "")
    body: dict[str, Any] = {
        "type": "about:blank",
        "title": title,
        "status": status,
        "detail": detail or usual_detail or title,
        "code": code or usual_code,
    }
    if problems:
        body["problems"] = [p.to_dict() for p in problems]
    return body


def render(body: Mapping[str, Any]) -> bytes:
    """The body as it is sent."""
    return (json.dumps(body, separators=(",", ":")) + "\n").encode()


def summary(problems: Sequence[Problem]) -> str:
    """One sentence for all the faults; the list itself stands in ``problems``."""
    first = str(problems[0])
    return first if len(problems) == 1 else f"{len(problems)} faults; the first: {first}"


def refusal_of(error: RebeloteError, earlier: Sequence[Problem] = ()) -> Refusal:
    """The library's error as a refusal, after the faults of the request found ``earlier``."""
    if isinstance(error, Interrupted):
        return Refusal(
            503,
            error.code,
            "The search ended before there was an answer: the service is shutting down, or the budget was too small.",
        )
    own = error.problems if isinstance(error, ProblemsError) else [Problem(error.code, str(error))]
    problems = [*earlier, *own]
    return Refusal(422, error.code, summary(problems), problems)


def register(app: APIFlask) -> None:
    """Make every error of the application, expected or not, a problem reply."""

    @app.errorhandler(Refusal)
    def refused(error: Refusal) -> Response:
        return _reply(body_of(error.status, error.code, error.detail, error.problems))

    @app.errorhandler(RebeloteError)
    def library_error(error: RebeloteError) -> Response:
        return refused(refusal_of(error))

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        status = error.code or 500
        if status < 400 or error.response is not None:
            return error.get_response()  # type: ignore[return-value]
        # A 405 must say what is allowed: the exception carries that as a header.
        headers = {k: v for k, v in error.get_headers() if k.lower() not in ("content-type", "content-length")}
        return _reply(body_of(status), headers)

    @app.errorhandler(HTTPError)
    def framework_error(error: HTTPError) -> Response:
        return _reply(body_of(error.status_code))

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response:
        current_app.logger.error("unexpected error", exc_info=error)
        return _reply(body_of(500))


def _reply(body: Mapping[str, Any], headers: Mapping[str, str] | None = None) -> Response:
    return Response(render(body), body["status"], headers, mimetype=MIMETYPE)
