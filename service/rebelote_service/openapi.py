"""What ``/openapi.json`` says of each address: its query, body, reply and errors.

APIFlask finds the addresses and their summaries; the rest is added here from the shapes, so
that a shape which stands in several places is described once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from rebelote_service.analysing import HTML, MARKDOWN
from rebelote_service.hinting import NDJSON
from rebelote_service.problems import MIMETYPE
from rebelote_service.schemas import (
    AnalyseQuery,
    AnalysisReplies,
    AuctionBody,
    Budget,
    HealthReply,
    HiddenBody,
    HintQuery,
    HintReplies,
    PlayedBody,
    PositionBody,
    ProblemReply,
    Query,
    RecordBody,
    RecordQuery,
    RecordReply,
    ScoreReply,
    SolveLinkQuery,
    SolveQuery,
    SolveReply,
    TableBody,
    TableQuery,
    TableReplies,
    VariantsReply,
)
from rebelote_service.schemas.puzzlequeries import GenerateBody, GenerateQuery, PuzzleQuery, PuzzlesQuery, TryBody
from rebelote_service.schemas.puzzles import GenerateLine, GenerateReply, PuzzleReply, PuzzlesReply, TryReply

_POSITION: dict[str, Any] = {
    "variant": "classic",
    "trump": "H",
    "leader": 0,
    "hands": ["JS 9S AD", "8S KD 7H", "AS 8H QC", "7S TD 7C"],
}
_PLAYED = _POSITION | {"plays": "9S 8S AS 7S 8H 7C JS 7H QC TD AD KD", "declarer": 0}
_DEAL = {key: value for key, value in _POSITION.items() if key not in ("trump", "leader")}
_RECORD: dict[str, Any] = {
    "version": 1,
    "variant": "gambler",
    "dealer": 1,
    "upcard": "TH",
    "hands": ["8S TS JS QS KH KD AD QC KC", "KS 7H 8H 9H JH 9D QD 8C AC"],
    "auction": ["pass", "play"],
    "trump": "H",
    "melds": [{"seat": 0, "meld": "run TS JS QS"}],
    "plays": "QC AC, JH KH, 9H 8S, 8C KC, QS KS, QD AD, JS 7H, 9D KD, TS 8H",
    "scores": [420, 388],
    "written": [42, 81],
}
_TRY = {"card": "QD", "played": ["7D", "QH"]}
_WISH = {"variant": "classic", "tricks": [3, 4], "count": 2, "seed": 1}


@dataclass(frozen=True, slots=True)
class Address:
    """The shapes of one address and method.

    ``example`` is a body that it answers, ``others`` are further shapes of one; ``text``: it has a text form too.
    ``lines``: the reply may also come as several of these, one a line. ``texts``: the types of reports it may be.
    """

    reply: type[BaseModel]
    query: type[BaseModel] | None = None
    body: type[BaseModel] | None = None
    example: dict[str, Any] | None = None
    others: tuple[type[BaseModel], ...] = ()
    text: bool = True
    lines: type[BaseModel] | None = None
    texts: tuple[str, ...] = ()


ADDRESSES: dict[tuple[str, str], Address] = {
    ("/v1/solve", "get"): Address(SolveReply, SolveLinkQuery),
    ("/v1/solve", "post"): Address(SolveReply, SolveQuery, PositionBody, _POSITION),
    ("/v1/hint", "post"): Address(
        HintReplies, HintQuery, PositionBody, _POSITION, (HiddenBody, AuctionBody), lines=HintReplies
    ),
    ("/v1/analyse", "post"): Address(
        AnalysisReplies, AnalyseQuery, PlayedBody, _PLAYED, (RecordBody,), texts=(MARKDOWN, HTML)
    ),
    ("/v1/table", "post"): Address(TableReplies, TableQuery, TableBody, _DEAL),
    ("/v1/score", "post"): Address(ScoreReply, Query, RecordBody, _RECORD),
    ("/v1/record", "post"): Address(RecordReply, RecordQuery, RecordBody, _RECORD),
    ("/v1/puzzles", "get"): Address(PuzzlesReply, PuzzlesQuery),
    ("/v1/puzzles/{puzzle_id}", "get"): Address(PuzzleReply, PuzzleQuery, texts=(HTML,)),
    ("/v1/puzzles/{puzzle_id}/moves", "post"): Address(TryReply, Budget, TryBody, _TRY, text=False),
    ("/v1/puzzles/generate", "post"): Address(
        GenerateReply, GenerateQuery, GenerateBody, _WISH, text=False, lines=GenerateLine
    ),
    ("/v1/variants", "get"): Address(VariantsReply),
    ("/healthz", "get"): Address(HealthReply),
}

_ALWAYS = {"default": "Any other error"}
_OF_QUERY = {"422": "Faults in the query or in the item, each of them listed"}
_OF_ID = {"404": "There is no puzzle with that id"}
_OF_BODY = {
    "400": "The body is no JSON, not UTF-8, or empty",
    "413": "The body is too long",
    "415": "The body is neither JSON nor plain text",
}


def describe(spec: dict[str, Any] | str) -> dict[str, Any] | str:
    """Add the shapes to the description that APIFlask made of the routes."""
    assert isinstance(spec, dict)  # a text only where YAML is asked for
    shapes: set[type[BaseModel]] = {ProblemReply}
    for address in ADDRESSES.values():
        shapes |= {address.reply, *address.others} | {shape for shape in (address.body, address.lines) if shape}
    ordered = sorted(shapes, key=lambda shape: shape.__name__)
    _, shared = models_json_schema([(shape, "validation") for shape in ordered], ref_template=_REF)
    spec.setdefault("components", {})["schemas"] = shared["$defs"]
    for (path, method), address in ADDRESSES.items():
        operation = spec["paths"][path][method]
        if address.query is not None:
            in_path = [one for one in operation.get("parameters", []) if one["in"] == "path"]
            operation["parameters"] = in_path + _parameters(address.query)
        if address.body is not None:
            operation["requestBody"] = _request_body(address)
        errors = _ALWAYS | (_OF_QUERY if address.query else {}) | (_OF_BODY if address.body else {})
        errors |= _OF_ID if "{" in path else {}
        operation["responses"] = {"200": _reply(address.reply, "The answer", "application/json")}
        content = operation["responses"]["200"]["content"]
        for kind in address.texts:
            content[kind] = {"schema": {"type": "string"}}
        if address.lines is not None:
            content[NDJSON] = {"schema": _ref(address.lines)}  # one a line
        operation["responses"] |= {status: _reply(ProblemReply, told, MIMETYPE) for status, told in errors.items()}
    return spec


_REF = "#/components/schemas/{model}"


def _ref(shape: type[BaseModel]) -> dict[str, str]:
    return {"$ref": _REF.format(model=shape.__name__)}


def _parameters(query: type[BaseModel]) -> list[dict[str, Any]]:
    schema = query.model_json_schema(ref_template=_REF)
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": value}
        for name, value in schema.get("properties", {}).items()
    ]


def _request_body(address: Address) -> dict[str, Any]:
    bodies = [_ref(shape) for shape in (address.body, *address.others) if shape is not None]
    text = {"type": "string", "description": "the text form"}
    if not address.text:
        return {"required": True, "content": {"application/json": {"schema": bodies[0], "example": address.example}}}
    return {
        "required": True,
        "content": {
            "application/json": {"schema": {"anyOf": [*bodies, text]}, "example": address.example},
            "text/plain": {"schema": text},
        },
    }


def _reply(shape: type[BaseModel], words: str, mimetype: str) -> dict[str, Any]:
    return {"description": words, "content": {mimetype: {"schema": _ref(shape)}}}
