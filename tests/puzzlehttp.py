"""Asking for puzzles over HTTP: the addresses, what their replies hold, and who checks them."""

from __future__ import annotations

import json
from typing import Any

from flask.testing import FlaskClient
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from rebelote_service.openapi import ADDRESSES
from rebelote_service.schemas import ProblemReply
from rebelote_service.schemas.puzzlequeries import TryBody
from rebelote_service.schemas.puzzles import GenerateLine

LIST, ONE, MOVES, GENERATE = (
    ("/v1/puzzles", "get"),
    ("/v1/puzzles/{puzzle_id}", "get"),
    ("/v1/puzzles/{puzzle_id}/moves", "post"),
    ("/v1/puzzles/generate", "post"),
)
NDJSON = "application/x-ndjson"
#: What a task has; with one hand seen ``view`` stands in the place of ``position``.
TASK = {"id", "version", "form", "position", "goal", "tricks", "grade", "text"}
#: What gives a solution away.
SECRETS = {"answer", "line", "choices", "gap", "refutations", "themes", "measures", "shares", "source", "solution"}
TOLD = {"rules", "engine", "elapsed_ms"}
QUICK = {"variant": "classic", "tricks": [3, 4], "seed": 1}
#: Hardly a deal has such a puzzle: no machine is done before it is told to stop.
ENDLESS = {"variant": "classic", "tricks": 8, "seed": 1, "gap": 5000, "goal": "points"}


def answered(reply: TestResponse, address: tuple[str, str]) -> dict[str, Any]:
    assert reply.status_code == 200, reply.text
    ADDRESSES[address].reply.model_validate_json(reply.data)
    body: dict[str, Any] = reply.get_json()
    return body


def refused(reply: TestResponse, status: int, code: str) -> list[dict[str, Any]]:
    assert (reply.status_code, reply.content_type) == (status, "application/problem+json"), reply.text
    body = reply.get_json()
    ProblemReply.model_validate(body)
    assert (body["status"], body["code"]) == (status, code)
    found: list[dict[str, Any]] = body.get("problems", [])
    return found


def wheres(faults: list[dict[str, Any]]) -> list[str]:
    return [fault.get("where", "") for fault in faults]


def lines(reply: TestResponse) -> list[dict[str, Any]]:
    assert (reply.status_code, reply.mimetype) == (200, NDJSON), reply.text
    found = [json.loads(line) for line in reply.text.splitlines()]
    for line in reply.text.splitlines():
        GenerateLine.model_validate_json(line)
    return found


def listed(client: FlaskClient, **query: Any) -> dict[str, Any]:
    return answered(client.get("/v1/puzzles", query_string=query), LIST)


def attempt(client: FlaskClient, puzzle_id: str, card: Any, played: Any = ()) -> dict[str, Any]:
    body = {"card": str(card), "played": played if isinstance(played, str) else [str(one) for one in played]}
    TryBody.model_validate(body)
    return answered(client.post(f"/v1/puzzles/{puzzle_id}/moves", json=body), MOVES)


#: Whatever may stand in a body.
SCALARS = st.none() | st.booleans() | st.integers(-9, 99) | st.floats(allow_nan=False, allow_infinity=False) | st.text()
WORDS = st.sampled_from(
    ["H", "points", "sweep", "contract", "duck", "open", "hand", "classic", "capo", "ukrainian", ""]
)
VALUES = SCALARS | WORDS | st.lists(SCALARS | WORDS, max_size=3) | st.dictionaries(st.text(), SCALARS, max_size=2)
