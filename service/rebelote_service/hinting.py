"""Hints where only one hand is seen: bounded work, better and better answers, an end when nobody listens.

The deals of all hints together are solved by one pool of threads, so that many requests take no more of the machine
than one. The request's own thread waits for them, sees to the time, and looks whether the client is still there.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import wait
from functools import partial
from typing import Any, TypeVar

from flask import Response, current_app, jsonify, request

import rebelote
from rebelote import Interrupted, Knowledge, Problem, RebeloteError, Rules, StopFlag, Worlds
from rebelote_service.answering import Result, bad_query, dressed, service
from rebelote_service.problems import body_of, refusal_of
from rebelote_service.schemas import HintQuery

R = TypeVar("R")

NDJSON = "application/x-ndjson"

#: Deals solved where there are too many to solve all, and neither a number nor a time is asked for.
USUAL_WORLDS = 1000

#: Better and better answers; closing it ends the work.
Answers = Generator[Result, None, None]

#: Seconds between looks at the client while an answer is sought that comes in one piece.
TICK = 0.1


def hidden(item: object) -> bool:
    """Whether an item is a deal as one seat sees it."""
    return isinstance(item, Mapping) and "hand" in item and "hands" not in item


def streamed(query: HintQuery) -> bool:
    """Whether the request wants an answer a line."""
    return query.stream or request.accept_mimetypes.best_match(["application/json", NDJSON]) == NDJSON


def answer_hidden(item: Any, query: HintQuery, faults: Sequence[Problem]) -> Response:
    """The reply to a deal with hidden hands; raises ``Refusal`` with the faults of query and item together.

    But for a decision that is not about a card a faulty query is refused alone.
    """
    begun = time.perf_counter()
    if faults and request.args.get("what", "card") != "card":
        raise bad_query(faults)
    try:
        answers, rules = _card(item, query, faults) if query.what == "card" else _other(item, query)
        first = next(answers)
    except RebeloteError as error:
        raise refusal_of(error, faults) from error
    if streamed(query):
        lines = _lines(first, answers, partial(dressed, rules=rules, begun=begun))
        return Response(lines, mimetype=NDJSON)
    gone = listener()
    for found in answers:
        first = found
        if gone():
            answers.close()
    return jsonify(dressed(first, rules, begun))


def _card(item: Any, query: HintQuery, faults: Sequence[Problem]) -> tuple[Answers, Rules]:
    """Which card: better and better answers."""
    shared = service()
    worlds = Worlds.of(Knowledge.from_dict(item))
    if faults:
        raise bad_query(faults)
    limits: dict[str, Any] = {
        "worlds": _number(query, worlds.count, shared.config.hint_worlds),
        "seconds": shared.config.time(query.seconds),
        "nodes": shared.config.budget(query.nodes),
        "threads": shared.config.threads,
        "executor": shared.pool,
        "stop": shared.stop,
    }
    asked = {name: getattr(query, name) for name in ("confidence", "every", "seed", "by", "weigh")}

    def answers() -> Answers:
        yield from rebelote.hints(worlds.knowledge, **asked, **limits)

    return answers(), worlds.knowledge.rules


def _other(item: Any, query: HintQuery) -> tuple[Answers, Rules]:
    """What to call, whether to swap, what to announce: one answer, in one piece."""
    config = service().config
    limits: dict[str, Any] = {"seed": query.seed, "seconds": config.time(query.seconds), "threads": config.threads}
    limits["weigh"] = query.weigh
    if query.worlds is not None:
        limits["worlds"] = min(query.worlds, config.hint_worlds)
    if query.what == "call":
        view = rebelote.CallView.from_dict(item)
        return _once(lambda stop: rebelote.call_hint(view, stop=stop, **limits)), view.rules
    if query.what == "plan":
        return _plan(item, query)
    ask = rebelote.swap_hint if query.what == "swap" else rebelote.meld_hint
    knowledge = Knowledge.from_dict(item)
    return _once(lambda stop: ask(knowledge, stop=stop, **limits)), knowledge.rules


def _plan(item: Any, query: HintQuery) -> tuple[Answers, Rules]:
    """A card for the contract, with own cards planned ahead; bounded by nodes."""
    config, knowledge = service().config, Knowledge.from_dict(item)
    limits: dict[str, Any] = {"seed": query.seed, "nodes": config.budget(query.nodes), "moves": query.moves}
    if query.worlds is not None:
        limits["worlds"] = min(query.worlds, config.hint_worlds, rebelote.MOST_PLANNED)
    return _once(lambda stop: rebelote.plan_hint(knowledge, stop=stop, **limits)), knowledge.rules


def _number(query: HintQuery, count: int, most: int) -> int | None:
    """How many deals are solved at most; none for all that there are."""
    if query.worlds is not None:
        return min(query.worlds, most)
    if count <= most:
        return None
    return most if query.seconds or query.confidence else min(USUAL_WORLDS, most)


def _lines(first: Result, answers: Answers, dress: Callable[[Result], dict[str, Any]]) -> Iterator[bytes]:
    """An answer a line; closing it ends the work. What goes wrong on the way is the last line."""
    logger, gone = current_app.logger, listener()

    def lines() -> Iterator[bytes]:
        try:
            yield line_of(dress(first))
            for found in answers:
                if gone():
                    return
                yield line_of(dress(found))
        except RebeloteError as error:
            refusal = refusal_of(error)
            yield line_of({"error": body_of(refusal.status, refusal.code, refusal.detail, refusal.problems)})
        except Exception as error:
            logger.error("unexpected error", exc_info=error)
            yield line_of({"error": body_of(500)})
        finally:
            answers.close()

    return lines()


def line_of(data: Mapping[str, Any]) -> bytes:
    """A line of a stream."""
    return (json.dumps(data, separators=(",", ":")) + "\n").encode()


def _once(work: Callable[[StopFlag], Result]) -> Answers:
    """What ``in_one_piece`` answers, when it is asked for."""
    yield in_one_piece(work)


def in_one_piece(work: Callable[[StopFlag], R], seconds: float | None = None) -> R:
    """What ``work`` finds, told to stop when the client goes away or the service ends, or ``seconds`` after it began.

    One such answer is sought at a time: each has threads of its own. Raises what ``work`` raises, ``Interrupted`` when
    it was told to stop.
    """
    shared, gone, stop = service(), listener(), StopFlag()
    begun: list[float] = []

    def timed() -> R:
        begun.append(time.perf_counter())
        return work(stop)

    future = shared.single.submit(timed)
    while not wait([future], TICK).done:
        late = seconds is not None and begun and time.perf_counter() - begun[0] >= seconds
        if late or gone() or shared.stop.is_set():
            stop.set()
            if future.cancel():
                raise Interrupted("the search was stopped before it began")
    return future.result()


def listener() -> Callable[[], bool]:
    """Tells whether the client of this request has gone away, where the server knows that."""
    gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    return gone
