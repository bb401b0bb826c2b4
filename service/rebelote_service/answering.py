"""What every address does alike: keeps to the service's limits, and says how an answer came about."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from flask import Response, current_app, jsonify

import rebelote
from rebelote import Problem, RebeloteError, Rules, StopFlag
from rebelote_service.config import Config
from rebelote_service.problems import Refusal, refusal_of, summary
from rebelote_service.puzzlestore import PuzzleStore
from rebelote_service.schemas import Budget

Q = TypeVar("Q", bound=Budget)


@dataclass(frozen=True, slots=True)
class Service:
    """What the requests of one application share.

    Its settings, the flag that ends their searches, the threads that solve the deals of hints, the single one in
    which answers that come in one piece are sought, one behind the other, and the puzzles made here.
    """

    config: Config
    stop: StopFlag
    pool: ThreadPoolExecutor
    single: ThreadPoolExecutor
    puzzles: PuzzleStore = field(default_factory=PuzzleStore)


class Result(Protocol):
    """What the library answers with."""

    def to_dict(self) -> dict[str, Any]: ...


#: Answers an item within the limits given as keywords; also says the rules in force.
Work = Callable[[Any, Q, dict[str, Any]], tuple[Result, Rules]]


def service() -> Service:
    """The shared part of the application that is handling the request."""
    shared: Service = current_app.extensions["rebelote"]
    return shared


def answer(item: Any, query: Q, faults: Sequence[Problem], work: Work[Q]) -> Response:
    """The reply to an item that takes a search; raises ``Refusal`` like ``told``."""
    shared = service()
    limits = {"nodes": shared.config.budget(query.nodes), "stop": shared.stop}
    return told(faults, lambda: work(item, query, limits))


def told(faults: Sequence[Problem], work: Callable[[], tuple[Result, Rules]]) -> Response:
    """The reply to an item; raises ``Refusal`` with the faults of the query and of the item together."""
    begun = time.perf_counter()
    try:
        result, rules = work()
    except RebeloteError as error:
        raise refusal_of(error, faults) from error
    if faults:
        raise bad_query(faults)
    return jsonify(dressed(result, rules, begun))


def dressed(result: Result, rules: Rules, begun: float) -> dict[str, Any]:
    """The answer as JSON data, with the rules in force, the engine, and the time since ``begun``."""
    return {
        **result.to_dict(),
        "rules": {"variant": rules.variant, "options": rules.all_options()},
        "engine": engine(),
        "elapsed_ms": round((time.perf_counter() - begun) * 1000, 3),
    }


def engine() -> dict[str, str]:
    return {"name": "rebelote", "version": rebelote.__version__}


def bad_query(faults: Sequence[Problem]) -> Refusal:
    return Refusal(422, "bad_query", summary(faults), faults)
