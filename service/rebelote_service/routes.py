"""The addresses. Each reads a request, asks the library once, and says how the answer came about.

Their shapes stand in ``rebelote_service.openapi``, their summaries here: a docstring's first line.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from apiflask import APIBlueprint
from flask import Response, current_app, jsonify, request

import rebelote
from rebelote import PRESETS, DealRecord, Position, Problem, RebeloteError, Rules, Scorer, StopFlag
from rebelote_service.config import Config
from rebelote_service.problems import Refusal, refusal_of, summary
from rebelote_service.reading import read_item, read_query
from rebelote_service.schemas import Budget, Query, RecordQuery, SolveLinkQuery, SolveQuery, TableQuery

api = APIBlueprint("rebelote", __name__)

Q = TypeVar("Q", bound=Budget)


@dataclass(frozen=True, slots=True)
class Service:
    """What the requests of one application share: its settings, and the flag that ends their searches."""

    config: Config
    stop: StopFlag


class Result(Protocol):
    """What the library answers with."""

    def to_dict(self) -> dict[str, Any]: ...


#: Answers an item within the limits given as keywords; also says the rules in force.
Work = Callable[[Any, Q, dict[str, Any]], tuple[Result, Rules]]


def service() -> Service:
    """The shared part of the application that is handling the request."""
    shared: Service = current_app.extensions["rebelote"]
    return shared


@api.post("/v1/solve")
def solve_body() -> Response:
    """The value of a position, of each card, and the best line"""
    query, faults = read_query(SolveQuery, request)
    return _answer(read_item(request, faults), query, faults, _solve)


@api.get("/v1/solve")
def solve_link() -> Response:
    """The same, for a position in the link"""
    query, faults = read_query(SolveLinkQuery, request)
    if "position" not in request.args:
        raise _bad_query(faults)
    return _answer(request.args["position"], query, faults, _solve)


@api.post("/v1/hint")
def hint() -> Response:
    """What the seat on turn should play, in words too"""
    query, faults = read_query(Budget, request)
    return _answer(read_item(request, faults), query, faults, _hint)


@api.post("/v1/analyse")
def analyse() -> Response:
    """The post-mortem of a played deal"""
    query, faults = read_query(Budget, request)
    return _answer(read_item(request, faults), query, faults, _analyse)


@api.post("/v1/table")
def table() -> Response:
    """A deal in every strain, for every leader or lone player"""
    query, faults = read_query(TableQuery, request)
    return _answer(read_item(request, faults), query, faults, _table)


@api.post("/v1/score")
def score() -> Response:
    """What each party writes for a whole deal"""
    _, faults = read_query(Query, request)
    item = read_item(request, faults)
    return _told(faults, lambda: _score(item))


@api.post("/v1/record")
def record() -> Response:
    """A whole deal checked, and written in the form asked for"""
    query, faults = read_query(RecordQuery, request)
    item = read_item(request, faults)
    return _told(faults, lambda: _record(item, query))


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
    return jsonify({"variants": games, "engine": _engine()})


@api.get("/healthz")
def healthz() -> Response:
    """Whether the service is up"""
    return jsonify({"status": "ok", "version": rebelote.__version__})


def _answer(item: Any, query: Q, faults: Sequence[Problem], work: Work[Q]) -> Response:
    """The reply to an item that takes a search; raises ``Refusal`` like ``_told``."""
    shared = service()
    limits = {"nodes": shared.config.budget(query.nodes), "stop": shared.stop}
    return _told(faults, lambda: work(item, query, limits))


def _told(faults: Sequence[Problem], work: Callable[[], tuple[Result, Rules]]) -> Response:
    """The reply to an item; raises ``Refusal`` with the faults of the query and of the item together."""
    begun = time.perf_counter()
    try:
        result, rules = work()
    except RebeloteError as error:
        raise refusal_of(error, faults) from error
    if faults:
        raise _bad_query(faults)
    return jsonify(
        {
            **result.to_dict(),
            "rules": {"variant": rules.variant, "options": rules.all_options()},
            "engine": _engine(),
            "elapsed_ms": round((time.perf_counter() - begun) * 1000, 3),
        }
    )


def _solve(item: Any, query: SolveQuery, limits: dict[str, Any]) -> tuple[Result, Rules]:
    position = Position.parse(item) if isinstance(item, str) else Position.from_dict(item)
    if query.goal is None:
        return rebelote.solve(position, line=query.line, **limits), position.rules
    return rebelote.goal(position, query.goal, line=query.line, **limits), position.rules


def _hint(item: Any, query: Budget, limits: dict[str, Any]) -> tuple[Result, Rules]:
    result = rebelote.hint(item, **limits)
    return result, result.solution.position.rules


def _analyse(item: Any, query: Budget, limits: dict[str, Any]) -> tuple[Result, Rules]:
    result = rebelote.analyse(item, **limits)
    return result, result.deal.start.rules


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


def _bad_query(faults: Sequence[Problem]) -> Refusal:
    return Refusal(422, "bad_query", summary(faults), faults)


def _engine() -> dict[str, str]:
    return {"name": "rebelote", "version": rebelote.__version__}
