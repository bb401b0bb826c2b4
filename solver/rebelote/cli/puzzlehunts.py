"""Where ``puzzle`` gets its puzzles: random deals, deals that are given, the collection."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any, TypeVar

from rebelote import StopFlag
from rebelote.batch import Answer, Source, answers
from rebelote.cli.puzzlebar import Tally
from rebelote.cli.puzzlewanted import Wanted
from rebelote.cli.running import Data
from rebelote.cli.working import Worker
from rebelote.errors import RebeloteError
from rebelote.jsontext import InputFault
from rebelote.pool import map_in_order
from rebelote.streams import Item

if TYPE_CHECKING:
    from rebelote import Game, Puzzle

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Bad:
    """An item in which no puzzle could be looked for."""

    source: Source
    answer: Answer[Any]


#: A search that has begun: it ends early when the flag is set.
Hunt = Callable[[StopFlag], Iterator["Puzzle | Bad"]]


def one_by_one(
    worker: Worker, hunt: Callable[[StopFlag], Iterator[T]], label: Callable[[], str]
) -> Generator[T, None, None]:
    """What a hunt finds, which goes on in the worker's thread; when no more is wanted it is stopped."""
    flags: list[StopFlag] = []

    def begin(stop: StopFlag) -> Iterator[T]:
        flags.append(stop)
        return hunt(stop)

    going = worker.do(begin, label)
    try:
        while (found := worker.do(lambda _: next(going, None), label)) is not None:
            yield found
    finally:
        flags[0].set()


@dataclass(frozen=True)
class RandomDeals:
    """The deals of a seed from number ``start`` on, every one of a part, so many at most."""

    game: Game
    wanted: Wanted
    seed: int
    part: tuple[int, int]
    start: int
    most: int
    known: tuple[Puzzle, ...]
    threads: int | None
    tally: Tally

    def __call__(self, stop: StopFlag) -> Iterator[Puzzle]:
        import rebelote

        assert self.wanted.tricks is not None
        found = rebelote.puzzles(
            self.game,
            self.wanted.ask(),
            tricks=self.wanted.tricks,
            seed=self.seed,
            part=self.part,
            start=self.start,
            most=self.most,
            known=self.known,
            threads=self.threads,
            stop=stop,
            told=self.tally.look,
        )
        for puzzle in found:
            # Its own deal is told only when the next one is asked for.
            self.tally.look(puzzle.source["deal"] // self.part[1] + 1 - self.tally.before)
            yield puzzle


@dataclass(frozen=True)
class GivenDeals:
    """Positions, played deals and records: of a played deal where one of ``seats`` went wrong (none: anybody).

    A puzzle that is given is taken as it is, if it is as wanted. What cannot be read is told in its place.
    """

    sources: tuple[Source, ...]
    wanted: Wanted
    seats: frozenset[int] | None
    threads: int | None
    tally: Tally

    def __call__(self, stop: StopFlag) -> Iterator[Puzzle | Bad]:
        from rebelote.puzzling.sameness import canonical

        def search(given: tuple[int, Source, Item]) -> tuple[Source, Item, bool]:
            number, source, item = given
            if item.error is not None or item.data is None:
                return source, item, False
            try:
                found = self._in(item.data, number, stop)
            except RebeloteError as error:
                return source, Item(item.line, error=error), False
            except Exception as error:
                # One item must not cost the others.
                fault = InputFault("internal_error", f"{type(error).__name__}: {error}")
                return source, Item(item.line, error=fault), False
            # What was being searched when it was stopped is not known as a whole.
            return source, Item(item.line, {"found": found}), stop.is_set()

        deals = map_in_order(search, _until(self._items(), stop), workers=self.threads)
        whole = takewhile(lambda searched: not searched[2], deals)
        seen: set[object] = set()
        for source, group in groupby(whole, key=lambda searched: searched[0]):
            for answer in answers((item for _, item, _ in group), _found):
                if answer.error is not None:
                    yield Bad(source, answer)
                    continue
                self.tally.looked += 1
                for given, puzzle in answer.result or ():
                    key = canonical(puzzle.position)
                    if given or key not in seen:
                        yield puzzle
                    seen.add(key)

    def _items(self) -> Iterator[tuple[int, Source, Item]]:
        number = 0
        for source in self.sources:
            for item in source.items():
                number += 1
                yield number, source, item

    def _in(self, data: Data, number: int, stop: StopFlag) -> list[tuple[bool, Puzzle]]:
        """The puzzles in an item, each with whether it was given as one."""
        import rebelote
        from rebelote.puzzling.sources import ALL_TRICKS

        if isinstance(data, dict) and "answer" in data:
            puzzle = rebelote.puzzle_of(data)
            return [(True, puzzle)] if self.wanted.met(puzzle) else []
        found = rebelote.puzzles_in(
            [data],
            self.wanted.ask(),
            tricks=self.wanted.tricks or ALL_TRICKS,
            seats=self.seats,
            threads=1,
            stop=stop,
        )
        return [(False, replace(puzzle, source={**puzzle.source, "input": number})) for puzzle in found]


def _found(data: Data) -> list[tuple[bool, Puzzle]]:
    assert isinstance(data, dict)
    found: list[tuple[bool, Puzzle]] = data["found"]
    return found


def _until(items: Iterable[T], stop: StopFlag) -> Iterator[T]:
    return takewhile(lambda _: not stop.is_set(), items)


@dataclass(frozen=True)
class Shown:
    """Puzzles that are there already."""

    puzzles: Sequence[Puzzle]

    def __call__(self, stop: StopFlag) -> Iterator[Puzzle]:
        return iter(self.puzzles)


def collected(wanted: Wanted) -> list[Puzzle]:
    """The puzzles of the collection that are as wanted."""
    import rebelote

    return [puzzle for puzzle in rebelote.collection(wanted.variant) if wanted.met(puzzle)]
