"""Analyses of played deals: as data or as a report to read, with luck and bidding where they are asked for."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import Response, jsonify

import rebelote
from rebelote import Analysis, Problem, ProblemsError, RebeloteError, Rules
from rebelote_service.answering import bad_query, dressed, service
from rebelote_service.hinting import in_one_piece
from rebelote_service.problems import refusal_of
from rebelote_service.schemas import AnalyseQuery

if TYPE_CHECKING:
    from rebelote import BiddingReview

MARKDOWN, HTML = "text/markdown", "text/html"

#: A page has all it needs in itself: whoever looks at it loads nothing, and runs nothing.
PAGE_ONLY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}


@dataclass(frozen=True, slots=True)
class Data:
    """An answer that is JSON data already."""

    data: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        return self.data


def answer_analysis(item: Any, query: AnalyseQuery, faults: Sequence[Problem]) -> Response:
    """The reply to a played deal; raises ``Refusal`` with the faults of query and item together."""
    begun = time.perf_counter()
    faults = [*faults, *_contradictions(query)]
    try:
        reply = _judged(item, query) if query.again is None else _tried(item, query, query.again)
    except RebeloteError as error:
        raise refusal_of(error, faults) from error
    if faults:
        raise bad_query(faults)
    return reply(begun)


#: Makes the reply, once it is known that there are no faults; is told when the work began.
_Reply = Callable[[float], Response]


def _contradictions(query: AnalyseQuery) -> list[Problem]:
    if query.again is None or not (query.luck or query.bidding):
        return []
    return [Problem("bad_parameter", "again asks about one card, luck and bidding about the deal", "query.again")]


def _judged(item: Any, query: AnalyseQuery) -> _Reply:
    shared = service()
    config = shared.config
    nodes, seconds = config.budget(query.nodes), config.time(query.seconds)
    limits: dict[str, Any] = {"seed": query.seed, "threads": config.threads}
    if query.worlds is not None:
        limits["worlds"] = min(query.worlds, config.hint_worlds)
    if query.luck:
        found = in_one_piece(
            lambda stop: rebelote.analyse(item, nodes=nodes, luck=True, seconds=seconds, stop=stop, **limits)
        )
    else:
        found = rebelote.analyse(item, nodes=nodes, stop=shared.stop)
    if query.bidding and found.exact:
        found = replace(found, bidding=_bidding(found, seconds, limits))
    if query.format != "json":
        return partial(_report, found, query)
    return partial(_data, {**found.to_dict(), "text": rebelote.explain(found, query.lang)}, found.deal.start.rules)


def _bidding(found: Analysis, seconds: float, limits: dict[str, Any]) -> BiddingReview | None:
    """The bidding, half of the time for the calls; none of an ending, and when the time is up before."""
    given = found.record or found.deal
    try:
        review: BiddingReview = in_one_piece(
            lambda stop: rebelote.bidding_review(given, seconds=seconds / 2, stop=stop, **limits), seconds
        )
        return review
    except rebelote.InputError:
        return None
    except rebelote.Interrupted:
        if service().stop.is_set():
            raise
        return None


def _tried(item: Any, query: AnalyseQuery, again: str) -> _Reply:
    shared = service()
    limits: dict[str, Any] = {"nodes": shared.config.budget(query.nodes), "stop": shared.stop}
    try:
        tried = rebelote.attempt(item, again, **limits)
    except ProblemsError:
        raise
    except (rebelote.InputError, rebelote.CardError, rebelote.IllegalCard) as error:
        raise bad_query([Problem("bad_parameter", str(error), "query.again")]) from error
    if query.format != "json":
        return partial(_report, tried.again.analysis(**limits), query)
    return partial(_data, tried.to_dict(), tried.deal.start.rules)


def _data(data: dict[str, Any], rules: Rules, begun: float) -> Response:
    return jsonify(dressed(Data(data), rules, begun))


def _report(found: Analysis, query: AnalyseQuery, begun: float) -> Response:
    if query.format == "markdown":
        return Response(rebelote.to_markdown(found, query.lang), mimetype=MARKDOWN)
    return Response(rebelote.to_html(found, query.lang), mimetype=HTML, headers=PAGE_ONLY)
