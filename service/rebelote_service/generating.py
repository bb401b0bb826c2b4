"""New puzzles: looked for within a time, one request at a time, told as they are found or all in the end.

The search runs in the thread for answers that come in one piece. The request's own thread waits for its puzzles, sees
to the time, and looks whether the client is still there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from flask import Response, current_app, jsonify, request

import rebelote
from rebelote import Interrupted, Problem, ProblemsError, RebeloteError, StopFlag
from rebelote_service.analysing import Data
from rebelote_service.answering import Service, bad_query, dressed, service
from rebelote_service.hinting import NDJSON, TICK, line_of, listener
from rebelote_service.problems import body_of, refusal_of
from rebelote_service.puzzles import puzzle_data
from rebelote_service.puzzlewishes import Wish, wish_of
from rebelote_service.schemas.puzzlequeries import GenerateQuery

if TYPE_CHECKING:
    from rebelote import Puzzle


def answer_wish(item: Any, query: GenerateQuery, faults: Sequence[Problem]) -> Response:
    """New puzzles; raises ``Refusal`` with the faults of query and body together."""
    begun = time.perf_counter()
    try:
        wish = wish_of(item)
    except ProblemsError as error:
        raise refusal_of(error, faults) from error
    if faults:
        raise bad_query(faults)
    search = Search(wish, service(), service().config.time(query.seconds), listener())
    tell = partial(puzzle_data, lang=query.lang, solution=query.solution)
    if query.stream or request.accept_mimetypes.best_match(["application/json", NDJSON]) == NDJSON:
        return Response(_lines(search, tell, begun), mimetype=NDJSON)
    found = [tell(puzzle) for puzzle in search.puzzles()]
    return jsonify(dressed(Data({"puzzles": found, **search.to_dict()}), wish.game.rules, begun))


@dataclass
class Search:
    """A search for a wish's puzzles: ``seconds`` at most, while ``gone`` does not say that the client has gone."""

    wish: Wish
    shared: Service
    seconds: float
    gone: Callable[[], bool]
    found: int = 0
    deals: int = 0
    begun: float | None = None
    stop: StopFlag = field(default_factory=StopFlag)

    def to_dict(self) -> dict[str, Any]:
        return {
            "found": self.found,
            "deals": self.deals,
            "complete": self.found == self.wish.count,
            "seed": self.wish.seed,
        }

    def puzzles(self) -> Generator[Puzzle]:
        """The puzzles as they are found; closing it ends the search. Raises ``Interrupted`` when it never began."""
        ready: SimpleQueue[Puzzle | None] = SimpleQueue()
        future = self.shared.single.submit(self._work, ready)
        try:
            while True:
                if self._late() or self.gone() or self.shared.stop.is_set():
                    self.stop.set()
                    if future.cancel():
                        raise Interrupted("the search was stopped before it began")
                try:
                    puzzle = ready.get(timeout=TICK)
                except Empty:
                    continue
                if puzzle is None:
                    break
                yield puzzle
            future.result()
        finally:
            self.stop.set()
            future.cancel()

    def _late(self) -> bool:
        return self.begun is not None and time.perf_counter() - self.begun >= self.seconds

    def _work(self, ready: SimpleQueue[Puzzle | None]) -> None:
        """Find and keep the puzzles, and hand them over; none behind the last."""
        self.begun = time.perf_counter()
        wish, threads = self.wish, self.shared.config.threads
        try:
            deals: Any = rebelote.puzzles(
                wish.game, wish.ask, tricks=wish.tricks, seed=wish.seed, seconds=self.seconds, threads=threads,
                stop=self.stop, told=self._told,
            )  # fmt: skip
            with closing(deals):
                for puzzle in deals:
                    if not self._kept(puzzle):
                        continue
                    self.found += 1
                    ready.put(puzzle)
                    if self.found == wish.count:
                        # The deals begun ahead are of no use any more.
                        self._told(puzzle.source["deal"] + 1, self.found)
                        self.stop.set()
                        break
        finally:
            ready.put(None)

    def _told(self, looked: int, _: int) -> None:
        self.deals = looked

    def _kept(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle is what its id stands for now: not so when one that differs in names of suits has it."""
        try:
            known = rebelote.puzzle_by_id(puzzle.id)
        except rebelote.UnknownPuzzle:
            known = self.shared.puzzles.keep(puzzle)
        return known.task() == puzzle.task()


def _lines(search: Search, tell: Callable[[Puzzle], Mapping[str, Any]], begun: float) -> Iterator[bytes]:
    """A puzzle a line, the last line how far the search got, or what went wrong."""
    logger, rules = current_app.logger, search.wish.game.rules

    def lines() -> Iterator[bytes]:
        try:
            with closing(search.puzzles()) as found:
                for puzzle in found:
                    yield line_of(tell(puzzle))
            yield line_of(dressed(search, rules, begun))
        except RebeloteError as error:
            refusal = refusal_of(error)
            yield line_of({"error": body_of(refusal.status, refusal.code, refusal.detail, refusal.problems)})
        except Exception as error:
            logger.error("unexpected error", exc_info=error)
            yield line_of({"error": body_of(500)})

    return lines()
