"""The addresses. Each reads a request, asks the library once, and says how the answer came about.

Their shapes stand in ``rebelote_service.openapi``, their summaries here: a docstring's first line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from apiflask import APIBlueprint
from flask import Response, jsonify, request
from werkzeug.exceptions import MethodNotAllowed

import rebelote
from rebelote import PRESETS, DealRecord, Position, Rules, Scorer
from rebelote_service.analysing import answer_analysis
from rebelote_service.answering import Result, answer, bad_query, engine, told
from rebelote_service.generating import answer_wish
from rebelote_service.hinting import NDJSON, answer_hidden, hidden, streamed
from rebelote_service.puzzles import answer_list, answer_one, answer_try
from rebelote_service.reading import read_item, read_query
from rebelote_service.schemas import (
    AnalyseQuery,
    Budget,
    HintQuery,
    Query,
    RecordQuery,
    SolveLinkQuery,
    SolveQuery,
    TableQuery,
)
from rebelote_service.schemas.puzzlequeries import GenerateQuery, PuzzleQuery, PuzzlesQuery

api = APIBlueprint("rebelote", __name__)


@api.post("/v1/solve")
def solve_body() -> Response:
    """The value of a position, of each card, and the best line"""
    query, faults = read_query(SolveQuery, request)
    return answer(read_item(request, faults), query, faults, _solve)


@api.get("/v1/solve")
def solve_link() -> Response:
    """The same, for a position in the link"""
    query, faults = read_query(SolveLinkQuery, request)
    if "position" not in request.args:
        raise bad_query(faults)
    return answer(request.args["position"], query, faults, _solve)


@api.post("/v1/hint")
def hint() -> Response:
    """What the seat on turn should play, in words too"""
    query, faults = read_query(HintQuery, request)
    item = read_item(request, faults)
    if query.what == "card" and not hidden(item):
        reply = answer(item, query, faults, _hint)
        if streamed(query):
            reply.mimetype = NDJSON
        return reply
    return answer_hidden(item, query, faults)


@api.post("/v1/analyse")
def analyse() -> Response:
    """The post-mortem of a played deal"""
    query, faults = read_query(AnalyseQuery, request)
    return answer_analysis(read_item(request, faults), query, faults)


@api.post("/v1/table")
def table() -> Response:
    """A deal in every strain, for every leader or lone player"""
    query, faults = read_query(TableQuery, request)
    return answer(read_item(request, faults), query, faults, _table)


@api.post("/v1/score")
def score() -> Response:
    """What each party writes for a whole deal"""
    _, faults = read_query(Query, request)
    item = read_item(request, faults)
    return told(faults, lambda: _score(item))


@api.post("/v1/record")
def record() -> Response:
    """A whole deal checked, and written in the form asked for"""
    query, faults = read_query(RecordQuery, request)
    item = read_item(request, faults)
    return told(faults, lambda: _record(item, query))


@api.get("/v1/variants")
def variants() -> Response:
    """The games and their options"""
    games = [
        {
            "variant": name,
            "players": list(rules.players),
            "cards": rules.cards,
            "partners": rules.partners,
            "options": rules.all_options(),
        }
        for name, rules in PRESETS.items()
    ]
    return jsonify({"variants": games, "engine": engine()})


@api.get("/v1/puzzles")
def puzzles() -> Response:
    """The puzzles of the collection, by game, theme, grade, goal, form and length"""
    return answer_list(*read_query(PuzzlesQuery, request))


@api.get("/v1/puzzles/<path:puzzle_id>")
def puzzle(puzzle_id: str) -> Response:
    """One puzzle: the task, a page to print, or all of it"""
    if puzzle_id == "generate" or puzzle_id.endswith("/moves"):
        raise MethodNotAllowed(["POST", "OPTIONS"])
    query, faults = read_query(PuzzleQuery, request)
    return answer_one(puzzle_id, query, faults)


@api.post("/v1/puzzles/<path:puzzle_id>/moves")
def puzzle_moves(puzzle_id: str) -> Response:
    """Whether a card is right, and what the other side answers"""
    query, faults = read_query(Budget, request)
    return answer_try(puzzle_id, read_item(request, faults), query, faults)


@api.post("/v1/puzzles/generate")
def puzzles_generate() -> Response:
    """New puzzles, looked for within a time"""
    query, faults = read_query(GenerateQuery, request)
    return answer_wish(read_item(request, faults), query, faults)


@api.get("/healthz")
def healthz() -> Response:
    """Whether the service is up"""
    return jsonify({"status": "ok", "version": rebelote.__version__})


def _solve(item: Any, query: SolveQuery, limits: dict[str, Any]) -> tuple[Result, Rules]:
    position = Position.parse(item) if isinstance(item, str) else Position.from_dict(item)
    if query.goal is None:
        return rebelote.solve(position, line=query.line, **limits), position.rules
    return rebelote.goal(position, query.goal, line=query.line, **limits), position.rules


def _hint(item: Any, query: Budget, limits: dict[str, Any]) -> tuple[Result, Rules]:
    result = rebelote.hint(item, **limits)
    return result, result.solution.position.rules


def _table(item: Any, query: TableQuery, limits: dict[str, Any]) -> tuple[Result, Rules]:
    if query.score:
        contracts = rebelote.contract_table(item, **limits)
        return contracts, contracts.position.rules
    result = rebelote.table(item, **limits)
    return result, result.position.rules


def _read(item: Any) -> DealRecord:
    return DealRecord.read(item) if isinstance(item, str) else DealRecord.from_dict(item)


def _score(item: Any) -> tuple[Result, Rules]:
    sheet = Scorer().add(_read(item))
    return sheet, sheet.record.rules


@dataclass(frozen=True, slots=True)
class Written:
    """A record in one of its forms."""

    form: str
    record: dict[str, Any] | str

    def to_dict(self) -> dict[str, Any]:
        return {self.form: self.record}


def _record(item: Any, query: RecordQuery) -> tuple[Result, Rules]:
    found = _read(item)
    if query.to == "text":
        return Written("text", found.to_text()), found.rules
    if query.to == "cfn":
        return Written("cfn", found.to_cfn()), found.rules
    return Written("record", found.to_dict()), found.rules
