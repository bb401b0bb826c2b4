"""A hint from one hand: every card over the deals that fit, better and better, and how sure it is.

Each world is solved exactly with all hands open, and the values are averaged (M. Ginsberg, "GIB: Imperfect
information in a computationally challenging game", JAIR 14, 2001). That takes everybody to see all cards from
the next card on; docs/hints.md says when it misleads.

The worlds come in the order of ``Worlds.draw(seed)``, and what is decided on the way (which cards are given up) is
decided at fixed numbers of worlds. So the answer depends on the seed and on how many worlds were solved, not on the
threads, nor on what it was that ended it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from rebelote.engine import Engine, StopFlag
from rebelote.errors import Interrupted, PositionError, Problem
from rebelote.hinting.crew import Crew, World
from rebelote.hinting.odds import CardOdds as CardOdds  # callers name the types
from rebelote.hinting.odds import HiddenHint as HiddenHint
from rebelote.hinting.racing import Race, checkpoint, next_checkpoint
from rebelote.hinting.standings import MADE, POINTS, SCORE, Standings
from rebelote.hinting.valuing import Block, Valuer
from rebelote.hinting.worldstakes import reach, scorable
from rebelote.pool import default_workers
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.likelihood import Weigh, weigher

#: All worlds are solved when there are no more than these, unless the caller says otherwise.
MOST_WHOLE = 20_000

#: Of more worlds so many are solved, and racing has this confidence, unless the caller says otherwise.
WORLDS, CONFIDENCE = 1000, 0.99

#: The budget of a search for the score itself, a card and world: when scores are asked for, and without being
#: asked in the last tricks.
SCORE_NODES, LAST_TRICKS = 20_000, 3

#: When the first answer comes and how often others, in seconds; the first as soon as there are so many worlds.
FIRST, EVERY, SOON = 0.03, 0.25, 16


def hidden_hint(given: Knowledge | Mapping[str, Any], **options: Any) -> HiddenHint:
    """The last of ``hints``, with the same options."""
    return deque(hints(given, **options), maxlen=1)[0]


def hints(
    given: Knowledge | Mapping[str, Any],
    *,
    worlds: int | None = None,
    seconds: float | None = None,
    confidence: float | None = None,
    every: bool = False,
    seed: int = 0,
    threads: int | None = None,
    by: str | None = None,
    score: bool | None = None,
    weigh: str | Weigh | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
    executor: Executor | None = None,
    nodes: int | None = None,
) -> Iterator[HiddenHint]:
    """Better and better answers, the first soon, then about four a second; the last has ``done``.

    Up to 20,000 worlds are all solved, unless ``worlds`` or ``confidence`` is given; of more ``worlds`` (1000, or as
    many as there is time for when only ``seconds`` is given). Where not all are solved, cards that cannot be the best
    are given up on the way: the best card stays with at least the probability ``confidence`` (0.99), and when it
    is alone the hint is done. ``every``: no card is given up. ``seconds``, and ``nodes`` of all searches together, end
    it early, but not before one world is solved.

    ``by``: what is best, "points", "score" or "made"; none: the score where the contract is known and the score of
    every card is, else points. ``score``: false leaves scores and contracts out, true searches for scores that do
    not follow from points even where that takes long. ``weigh``: "bidding" for the likelihood of the calls, or a
    function of the knowledge and a world (what each seat still holds); then no card is given up. ``threads``: none
    for all cores; ``executor``: threads of the caller's. The same options give the same answer on any number of
    threads.

    Closing the iterator ends the work. When ``stop`` is set the last answer has what was solved so far.
    Raises ``PositionError`` with every fault, also when no deal fits or the score that is asked for cannot be
    reckoned; ``ValueError`` for options that make no sense; ``Interrupted`` when it was stopped, or ``nodes`` ran
    out, before one world was solved.
    """
    start = perf_counter()
    wanted = _Wanted(worlds, seconds, confidence, every, by, score, nodes)
    wanted.check(threads)
    fitting = Worlds.of(given)
    knowledge = fitting.knowledge
    searched = wanted.searched(knowledge)
    valuer = Valuer(knowledge, engine, score=score is not False, nodes=searched)
    weighted, weight = weigher(weigh)
    run = _Run(fitting, valuer, wanted, seed, weighted, weight, start, stop)
    return run.answers(Crew(valuer, threads or default_workers(), executor, nodes or 0))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the caller asked for."""

    worlds: int | None
    seconds: float | None
    confidence: float | None
    every: bool
    by: str | None
    score: bool | None
    nodes: int | None

    def check(self, threads: int | None) -> None:
        for name, number in (("worlds", self.worlds), ("threads", threads), ("nodes", self.nodes)):
            if number is not None and number < 1:
                raise ValueError(f"{name} is at least 1, not {number}")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"seconds is more than 0, not {self.seconds}")
        if self.confidence is not None and not 0 < self.confidence < 1:
            raise ValueError(f"confidence lies between 0 and 1, not {self.confidence}")
        if self.by not in (None, POINTS, SCORE, MADE):
            raise ValueError(f"by is points, score or made, not {self.by}")
        if self.score is False and self.by in (SCORE, MADE):
            raise ValueError(f"by {self.by} needs the score")

    def searched(self, knowledge: Knowledge) -> int | None:
        """The budget of a search for the score itself; raises ``PositionError`` when one is asked for in vain."""
        asked = self.score or self.by in (SCORE, MADE)
        if asked and not scorable(knowledge):
            told = (
                "the contract is not known" if knowledge.contract is None else "the beginning of the deal is not known"
            )
            raise PositionError([Problem("no_score", f"the score cannot be reckoned: {told}", "contract")])
        if self.by == MADE and knowledge.contract is not None and knowledge.contract.declarer is None:
            raise PositionError([Problem("no_score", "in misère there is no contract to make", "by")])
        last = knowledge.hand.bit_count() <= LAST_TRICKS
        return SCORE_NODES if asked or (self.score is None and last) else None

    def number(self, count: int) -> int:
        """How many worlds are solved at most."""
        if self.worlds is not None:
            return min(self.worlds, count)
        if count <= MOST_WHOLE or self.seconds is not None:
            return count
        return WORLDS

    def races(self, count: int, weighted: bool) -> bool:
        """Whether cards are given up on the way."""
        if self.every or weighted:
            return False
        return self.confidence is not None or self.number(count) < count or count > MOST_WHOLE


class _Run:
    """One hint on its way."""

    def __init__(
        self, fitting: Worlds, valuer: Valuer, wanted: _Wanted, seed: int, weighted: str | None, weigh: Weigh | None,
        start: float, stop: StopFlag | None,
    ) -> None:  # fmt: skip
        self.fitting, self.valuer, self.wanted, self.seed = fitting, valuer, wanted, seed
        self.weighted, self.start, self.stop = weighted, start, stop
        self.standings = Standings(valuer, fitting.count, weigh)
        self.number = wanted.number(fitting.count)
        self.racing = wanted.races(fitting.count, weigh is not None)
        self.running: Sequence[int] = range(len(valuer.groups))
        self.race: Race | None = None
        self.settled: str | None = wanted.by
        self.stopped: str | None = None
        self.told = 0.0
        self.gap = False

    def answers(self, crew: Crew) -> Iterator[HiddenHint]:
        try:
            worlds = self.fitting.draw(self.seed)
            while self.stopped is None:
                solved = self.standings.solved
                until = min(self.number, next_checkpoint(solved)) if self.racing else self.number
                for piece, block in crew.blocks(worlds, until - solved, self.running):
                    self._take(piece, block, crew)
                    if self._due():
                        yield self._answer()
                self._checkpoint()
            if not self.standings.solved:
                raise Interrupted("the search was stopped, or its budget spent, before one world was solved")
            yield self._answer()
        finally:
            crew.close()

    def _take(self, piece: list[World], block: Block, crew: Crew) -> None:
        """Add a piece, and see whether it is time to end; after that only what was done without a gap still counts."""
        spent = self.wanted.nodes
        if self.gap:
            return
        if spent is not None:
            self.gap = _cut(block, spent - self.standings.nodes)
        self.gap = self.gap or block.broken
        self.standings.add(piece, block, self.running)
        if self.stopped is not None:
            return
        if self.gap:
            self._end("nodes", crew)
        elif self.stop is not None and self.stop.is_set():
            self._end("asked", crew)
        elif self._late():
            self._end("time", crew)

    def _late(self) -> bool:
        seconds = self.wanted.seconds
        return seconds is not None and self.standings.solved > 0 and perf_counter() - self.start >= seconds

    def _end(self, why: str, crew: Crew) -> None:
        self.stopped = why
        crew.stop.set()

    def _checkpoint(self) -> None:
        """Give up cards, where that may be done now, and see whether all is done."""
        standings, solved = self.standings, self.standings.solved
        if self.racing and checkpoint(solved):
            if self.settled is None:
                self.settled = self._by()
            if self.race is None:
                most = reach(standings.knowledge, self.settled)
                sure = self.wanted.confidence or CONFIDENCE
                self.race = Race(len(standings.groups), most, self.fitting.count, sure)
            several = len(self.running) > 1
            gains = [standings.gains(self.settled, i) for i in range(len(standings.groups))]
            self.race.judge([least for least, _ in gains], [most for _, most in gains])
            self.running = self.race.running
            if several and len(self.running) == 1 and self.stopped is None and solved < self.fitting.count:
                self.stopped = "separated"
        if self.stopped is None and solved == self.number:
            self.stopped = "all" if solved == self.fitting.count else "worlds"

    def _by(self) -> str:
        """What the hint goes by: as asked for, else the score where it is known exactly."""
        return self.settled or (SCORE if self.standings.told_by_score else POINTS)

    def _due(self) -> bool:
        """Whether it is time for an answer on the way."""
        if not self.standings.solved or self.stopped is not None or not self.standings.some_weight:
            return False
        passed = perf_counter() - self.start
        if not self.told:
            return passed >= FIRST or self.standings.solved >= SOON
        return passed >= self.told + EVERY

    def _answer(self) -> HiddenHint:
        self.told = perf_counter() - self.start
        standings, knowledge = self.standings, self.standings.knowledge
        if not standings.some_weight:
            raise ValueError("every world solved has the weight 0")
        by = self._by()
        cards, ties = standings.cards(by, self.running)
        exact = standings.solved == self.fitting.count and all(odds.worlds == standings.solved for odds in cards)
        return HiddenHint(
            knowledge.seat, knowledge.side, self.fitting.count, standings.solved, exact, cards, by, self.weighted,
            standings.effective, self.seed, self.stopped, standings.nodes,
            self.stopped is not None, ties, standings.owners, standings.party,
        )  # fmt: skip


def _cut(block: Block, nodes: int) -> bool:
    """Leave out the worlds after the one with which so many nodes are spent; whether they are spent."""
    for i, number in enumerate(block.nodes):
        nodes -= number
        if nodes <= 0:
            block.cut(i + 1)
            return True
    return False
