"""Puzzles in batches: deals by their numbers, on any number of threads, always in the same order.

A random deal is told by seed and number, and gives its most interesting puzzle or none; so what is found depends on
nothing else, and a search can be parted, broken off and gone on with.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count as numbers_from
from itertools import islice, takewhile
from random import Random
from typing import Any, TypeVar

from rebelote.engine import Engine, StopFlag
from rebelote.errors import Interrupted
from rebelote.pool import map_in_order
from rebelote.puzzling.finding import Ask, find
from rebelote.puzzling.playouts import Game, play_random
from rebelote.puzzling.puzzles import Puzzle
from rebelote.puzzling.sameness import canonical
from rebelote.puzzling.sources import ALL_TRICKS, Tricks, spots_of_deal, spots_of_playout

#: Tricks left where nothing is said: endings.
USUAL_TRICKS: Tricks = (4, 6)

#: Told after every deal: how many were looked through, and how many puzzles were found.
Told = Callable[[int, int], None]

T = TypeVar("T")


def puzzles(
    game: Game,
    ask: Ask = Ask(),  # noqa: B008  (immutable)
    *,
    tricks: Tricks = USUAL_TRICKS,
    count: int | None = None,
    seed: int = 0,
    part: tuple[int, int] = (1, 1),
    start: int = 0,
    most: int | None = None,
    seconds: float | None = None,
    known: Iterable[Puzzle] = (),
    threads: int | None = None,
    engine: Engine | None = None,
    stop: StopFlag | None = None,
    told: Told | None = None,
) -> Iterator[Puzzle]:
    """Puzzles in random deals of a game, in the order of the deals' numbers; each says ``seed`` and ``deal``.

    ``tricks``: left at the start of a puzzle, from and to. ``count``: so many at most. ``part`` ``(i, n)``: only the
    deals whose number leaves i − 1 when divided by n. ``start``: from that number on. ``most``: so many deals at
    most; ``seconds``: no deal is begun later. None is like another one, or like one of ``known``, up to the names of
    suits and seats. Ends early when ``stop`` is set. Raises ``ValueError`` for a part that is none.
    """
    i, n = part
    if not 1 <= i <= n:
        raise ValueError(f"part {i} of {n} is none")
    first = start + (i - 1 - start) % n

    def search(number: int) -> Iterator[Puzzle]:
        playout = play_random(game, Random(f"{seed}/{number}"))
        spots = spots_of_playout(playout, tricks, {"seed": seed, "deal": number})
        return _best(find(spot, ask, engine=engine, stop=stop) for spot in spots)

    deals: Iterable[int] = numbers_from(first, n) if most is None else islice(numbers_from(first, n), most)
    found = map_in_order(_whole(search), _until(deals, seconds, stop), workers=threads)
    yield from _unlike(found, known, count, told)


def puzzles_in(
    deals: Iterable[Any],
    ask: Ask = Ask(),  # noqa: B008  (immutable)
    *,
    tricks: Tricks = ALL_TRICKS,
    seats: frozenset[int] | None = None,
    count: int | None = None,
    known: Iterable[Puzzle] = (),
    threads: int | None = None,
    engine: Engine | None = None,
    stop: StopFlag | None = None,
    told: Told | None = None,
) -> Iterator[Puzzle]:
    """Puzzles in given deals, in their order: of a played deal every moment at which somebody went wrong and that
    makes a puzzle, of a position the most interesting moment.

    ``deals``: positions, played deals and records, also as JSON data or text. ``seats``: only where one of these went
    wrong. Raises ``ProblemsError`` for a deal with faults.
    """

    def search(numbered: tuple[int, Any]) -> Iterator[Puzzle]:
        number, given = numbered
        spots = [replace(s, source={"input": number, **s.source}) for s in spots_of_deal(given, tricks, seats)]
        found = (find(spot, ask, engine=engine, stop=stop) for spot in spots)
        if any("played" in spot.source for spot in spots):
            return (puzzle for puzzle in found if puzzle is not None)
        return _best(found)

    given = _until(enumerate(deals, 1), None, stop)
    yield from _unlike(map_in_order(_whole(search), given, workers=threads), known, count, told)


def _best(found: Iterable[Puzzle | None]) -> Iterator[Puzzle]:
    """The most interesting one, the first of several; none of none."""
    best: Puzzle | None = None
    for puzzle in found:
        if puzzle is not None and (best is None or puzzle.grading.interest > best.grading.interest):
            best = puzzle
    if best is not None:
        yield best


def _whole(search: Callable[[T], Iterator[Puzzle]]) -> Callable[[T], list[Puzzle] | None]:
    """The search of one deal as a whole: none when it was broken off, for then nobody knows what the deal holds."""

    def all_of_it(item: T) -> list[Puzzle] | None:
        try:
            return list(search(item))
        except Interrupted:
            return None

    return all_of_it


def _until(items: Iterable[T], seconds: float | None, stop: StopFlag | None) -> Iterator[T]:
    """The items for as long as there is time and nobody says stop."""
    end = None if seconds is None else time.monotonic() + seconds

    def going(_: T) -> bool:
        return (end is None or time.monotonic() < end) and (stop is None or not stop.is_set())

    return takewhile(going, items)


def _unlike(
    found: Iterable[list[Puzzle] | None], known: Iterable[Puzzle], count: int | None, told: Told | None
) -> Iterator[Puzzle]:
    """The puzzles found, without those that are like an earlier one, up to the first deal that was broken off."""
    seen = {canonical(puzzle.position) for puzzle in known}
    given = 0
    for looked, some in enumerate(found, 1):
        if some is None:
            return
        for puzzle in some:
            key = canonical(puzzle.position)
            if key in seen or (count is not None and given >= count):
                continue
            seen.add(key)
            given += 1
            yield puzzle
        if told is not None:
            told(looked, given)
        if count is not None and given >= count:
            return
