"""What ``/openapi.json`` says beyond the replies: queries, bodies and errors of each address."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from rebelote_service.problems import MIMETYPE
from rebelote_service.schemas import (
    Budget,
    PlayedBody,
    PositionBody,
    ProblemReply,
    SolveLinkQuery,
    SolveQuery,
    TableBody,
)

#: Path and method → query and body.
_INPUTS: dict[tuple[str, str], tuple[type[BaseModel], type[BaseModel] | None]] = {
    ("/v1/solve", "get"): (SolveLinkQuery, None),
    ("/v1/solve", "post"): (SolveQuery, PositionBody),
    ("/v1/hint", "post"): (SolveQuery, PositionBody),
    ("/v1/analyse", "post"): (Budget, PlayedBody),
    ("/v1/table", "post"): (Budget, TableBody),
}

_OF_QUERY = {"422": "Faults in the query or the position, each of them listed"}
_OF_BODY = {
    "400": "The body is no JSON, not UTF-8, or empty",
    "413": "The body is too long",
    "415": "The body is neither JSON nor plain text",
    "422": "Faults in the query or the item, each of them listed",
}
_ALWAYS = {"default": "Any other error"}

_REF = "#/components/schemas/{model}"


def describe(spec: dict[str, Any]) -> dict[str, Any]:
    """Add queries, bodies and errors to the description that APIFlask made of the routes."""
    bodies = [body for _, body in _INPUTS.values() if body is not None]
    shapes: list[type[BaseModel]] = list(dict.fromkeys([ProblemReply, *bodies]))
    _, shared = models_json_schema([(shape, "validation") for shape in shapes], ref_template=_REF)
    spec["components"]["schemas"].update(shared["$defs"])
    for path, operations in spec["paths"].items():
        for method, operation in operations.items():
            query, body = _INPUTS.get((path, method), (None, None))
            if query is not None:
                operation["parameters"] = _parameters(query)
            if body is not None:
                operation["requestBody"] = _request_body(body)
            errors = _ALWAYS | (_OF_BODY if body else _OF_QUERY if query else {})
            operation["responses"].update({status: _error(words) for status, words in errors.items()})
    return spec


def _parameters(query: type[BaseModel]) -> list[dict[str, Any]]:
    schema = query.model_json_schema(ref_template=_REF)
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": value}
        for name, value in schema["properties"].items()
    ]


def _request_body(body: type[BaseModel]) -> dict[str, Any]:
    text = {"type": "string", "description": "the one-line text form"}
    shape = {"$ref": _REF.format(model=body.__name__)}
    return {
        "required": True,
        "content": {"application/json": {"schema": {"anyOf": [shape, text]}}, "text/plain": {"schema": text}},
    }


def _error(words: str) -> dict[str, Any]:
    return {"description": words, "content": {MIMETYPE: {"schema": {"$ref": _REF.format(model="ProblemReply")}}}}
