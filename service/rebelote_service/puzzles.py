"""Puzzles: those of the collection by what they are like, one by its id, and tries at one."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flask import Response, jsonify

import rebelote
from rebelote import Interrupted, Problem
from rebelote.errors import brief
from rebelote_service.analysing import HTML, PAGE_ONLY, Data
from rebelote_service.answering import bad_query, dressed, engine, service
from rebelote_service.problems import Refusal, refusal_of, summary
from rebelote_service.schemas import Budget
from rebelote_service.schemas.puzzlequeries import PuzzleQuery, PuzzlesQuery, TryBody

if TYPE_CHECKING:
    from rebelote import Puzzle

#: By filter, what a puzzle is like.
_LIKE: dict[str, Callable[[Puzzle], Iterable[Any]]] = {
    "variant": lambda puzzle: [puzzle.position.rules.variant],
    "players": lambda puzzle: [puzzle.position.players],
    "theme": lambda puzzle: puzzle.themes,
    "grade": lambda puzzle: [puzzle.grade],
    "goal": lambda puzzle: [puzzle.goal.kind, *(["contract"] if puzzle.goal.contract else [])],
    "form": lambda puzzle: [puzzle.form],
    "tricks": lambda puzzle: [puzzle.tricks],
}


def puzzle_data(puzzle: Puzzle, lang: str, *, solution: bool) -> dict[str, Any]:
    """What the solver is told, in words too; with ``solution`` the whole puzzle as well."""
    task = {**puzzle.task(), "text": rebelote.task_text(puzzle, lang)}
    if not solution:
        return task
    return {**puzzle.to_dict(), **task, "solution": rebelote.solution_text(puzzle, lang)}


def answer_list(query: PuzzlesQuery, faults: Sequence[Problem]) -> Response:
    """A page of the collection; raises ``Refusal`` with the faults of the query."""
    if faults:
        raise bad_query(faults)
    asked, first, end = query.asked(), query.offset, query.offset + query.limit
    found = rebelote.collection(**asked)
    return jsonify(
        {
            "puzzles": [puzzle_data(puzzle, query.lang, solution=query.solution) for puzzle in found[first:end]],
            "total": len(found),
            "offset": first,
            "next": end if end < len(found) else None,
            "counts": {name: _counts(name, asked) for name in _LIKE},
            "engine": engine(),
        }
    )


def _counts(name: str, asked: Mapping[str, Any]) -> dict[str, int]:
    """How many puzzles there are with each value of a filter, the other filters as they are."""
    others = {other: value for other, value in asked.items() if other != name}
    counts = Counter(value for puzzle in rebelote.collection(**others) for value in _LIKE[name](puzzle))
    return {str(value): count for value, count in sorted(counts.items())}


def answer_one(puzzle_id: str, query: PuzzleQuery, faults: Sequence[Problem]) -> Response:
    """One puzzle, as data or as a page; raises ``Refusal`` for an unknown id and with the faults of the query."""
    begun = time.perf_counter()
    puzzle = _find(puzzle_id, faults)
    if faults:
        raise bad_query(faults)
    if query.format == "html":
        page = rebelote.puzzles_html([puzzle], query.lang, solutions=query.solution)
        return Response(page, mimetype=HTML, headers=PAGE_ONLY)
    data = Data(puzzle_data(puzzle, query.lang, solution=query.solution))
    return jsonify(dressed(data, puzzle.position.rules, begun))


def answer_try(puzzle_id: str, item: Any, query: Budget, faults: Sequence[Problem]) -> Response:
    """What becomes of a card; raises ``Refusal`` for an unknown id, and with the faults of query and body together."""
    begun, shared = time.perf_counter(), service()
    own = _body_faults(item)
    puzzle = _find(puzzle_id, [*faults, *own])
    given, told, tried = item if isinstance(item, Mapping) else {}, {fault.where for fault in own}, None
    played = given.get("played", ())
    try:
        tried = rebelote.try_card(
            puzzle, given.get("card", ""), [played] if "played" in told else played,
            nodes=shared.config.budget(query.nodes), stop=shared.stop,
        )  # fmt: skip
    except rebelote.TryError as error:
        if isinstance(item, Mapping):
            own += [fault for fault in error.problems if fault.where.partition("[")[0] not in told]
    except Interrupted as error:
        if not (faults or own):
            raise refusal_of(error) from error
    if own:
        raise Refusal(422, rebelote.TryError.code, summary([*faults, *own]), [*faults, *own])
    if faults or tried is None:
        raise bad_query(faults)
    return jsonify(dressed(tried, puzzle.position.rules, begun))


def _body_faults(item: object) -> list[Problem]:
    """What is wrong with a body, but for the cards themselves."""
    if not isinstance(item, Mapping):
        return [Problem("not_an_object", 'a try is a JSON object such as {"card": "TH"}')]
    there = ", ".join(TryBody.model_fields)
    faults = [
        Problem("unknown_key", f"unknown key {brief(key)}; there are {there}", str(key)[:40])
        for key in item
        if key not in TryBody.model_fields
    ]
    if "card" not in item:
        faults.append(Problem("missing_key", "card is missing: the card to try, such as TH", "card"))
    if not isinstance(item.get("played", ()), str | list | tuple):
        faults.append(Problem("bad_type", "played is a text or a list of cards", "played"))
    return faults


def _find(puzzle_id: str, faults: Sequence[Problem]) -> Puzzle:
    """The puzzle of the collection, or made here lately, with that id; raises ``Refusal``, with the ``faults`` too."""
    if (made := service().puzzles.find(puzzle_id)) is not None:
        return made
    try:
        return rebelote.puzzle_by_id(puzzle_id)
    except rebelote.UnknownPuzzle as error:
        words = f"{error}; nor was one with that id made here lately"
        problems = [*faults, Problem(error.code, words, "id")]
        raise Refusal(404, error.code, summary(problems), problems) from error
