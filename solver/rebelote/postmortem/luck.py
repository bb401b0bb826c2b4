"""Bad luck or an error: what a costly card looked like to the seat that played it.

A card that lost with all hands open may have been the right one on what its seat could see. So it is held against
the hint from that seat then (``rebelote.hinting.hiddenhints``): every legal card is valued exactly in the worlds that
fit, and the card played is compared with the best one over the same worlds, pair by pair. The *gap* is by how much
the best one is better for the seat, on average. The card was

- *avoidable* when another was clearly better: by more than ``AS_GOOD``, and by ``ERRORS`` standard errors more;
- *unlucky* when it was best or as good: the gap is no more than ``AS_GOOD``;
- *unclear* when the worlds that were solved do not tell.

More worlds are solved while another card may still be better than the one played, and where all were solved the
gap has no error and nothing is unclear. Like a hint, this takes everybody to see all cards from the next card on, and
reads nothing out of the choices of the others but what the rules make certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from math import isfinite
from time import perf_counter
from typing import Any, Final, Literal

from rebelote import wholedeals
from rebelote.cards import FULL_PACK, Card, format_cards
from rebelote.engine import Engine, StopFlag
from rebelote.errors import InputError, Interrupted
from rebelote.hinting.averages import Column, Mean, difference
from rebelote.hinting.crew import Crew
from rebelote.hinting.hiddenhints import LAST_TRICKS, SCORE_NODES
from rebelote.hinting.odds import CardOdds
from rebelote.hinting.standings import POINTS, SCORE, Standings
from rebelote.hinting.valuing import Valuer
from rebelote.hinting.worldstakes import scorable
from rebelote.pool import default_workers
from rebelote.records import PlayedDeal
from rebelote.wholedeals import DealRecord
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.views import seen

Verdict = Literal["unlucky", "avoidable", "unclear"]

UNLUCKY: Final = "unlucky"
AVOIDABLE: Final = "avoidable"
UNCLEAR: Final = "unclear"

#: A card is as good as another that brings at most this much more on average: points, of cards or of the score (where
#: scores are written in tens a tenth of it, which is as much).
AS_GOOD = 1.0

#: How many standard errors a gap is taken to be off at most; with fewer sampled worlds than ``LEAST`` nothing is told.
ERRORS, LEAST = 2.0, 16

#: Worlds for a card unless the caller says otherwise; where they do not tell twice as many and again, until it is
#: ``MORE`` times as many. All are solved where there are no more than ``FEW`` times as many.
WORLDS, MORE, FEW = 100, 4, 5


@dataclass(frozen=True, slots=True)
class Luck:
    """What is to be said for the card of one moment.

    ``by``: what the cards are compared by, "points" or "score" (of ``CardOdds``). ``played`` and ``best``: the card
    played and the one that is best on average, the same where none was better. ``gap``: how much more the best one
    brings the seat, a mean over the same worlds, never negative, with its standard error ``gap_se`` (infinite of a
    single world). ``worlds`` fit what the seat knew, ``solved`` of them were solved; ``exact``: all of them.
    """

    moment: int
    seat: int
    card: Card
    verdict: Verdict
    by: str
    played: CardOdds
    best: CardOdds
    gap: float
    gap_se: float
    worlds: int
    solved: int
    exact: bool

    def to_dict(self) -> dict[str, Any]:
        """JSON data; numbers to six places, none for an error of which one world says nothing."""
        return {
            "moment": self.moment,
            "seat": self.seat,
            "card": str(self.card),
            "verdict": self.verdict,
            "by": self.by,
            "played": self.played.to_dict(),
            "best": self.best.to_dict(),
            "gap": round(self.gap, 6),
            "gap_se": round(self.gap_se, 6) if isfinite(self.gap_se) else None,
            "worlds": self.worlds,
            "solved": self.solved,
            "exact": self.exact,
        }


def luck(
    given: PlayedDeal | DealRecord | Mapping[str, Any] | str,
    costly: Sequence[int],
    *,
    worlds: int = WORLDS,
    seed: int = 0,
    threads: int | None = None,
    seconds: float | None = None,
    score: bool | None = None,
    progress: Callable[[int, int], None] | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> list[Luck]:
    """The verdict on the cards of those moments (the first card of the deal is 0), in their order.

    ``given`` is a played deal or a record, read or not. Of a record each seat knows what it saw then
    (``rebelote.worlds.views``), contract and melds too, and cards are compared by score where that of each is known,
    else by points; ``score`` as in ``hints``: false for points only, true for searches where the score does not follow
    from the points, which take long in ``capo`` and in ``ukrainian`` for three. Of a bare deal a seat knows its hand,
    the trump and the cards played, and they are compared by points. All play for the side of the deal or against it.

    ``worlds``: how many are solved for each card, at first (``MORE``, ``FEW``). After ``seconds`` for all cards
    together the rest is judged by fewer, at least one for each card; otherwise the answer depends on ``worlds`` and
    ``seed`` alone, whatever the ``threads``. ``progress`` is told how many cards are done, and of how many.

    Raises ``InputError`` for a moment at which no card was played or only one was legal, ``ValueError`` for ``worlds``
    or ``threads`` below 1, ``RecordError`` for a faulty deal, and ``Interrupted`` when stopped.
    """
    if worlds < 1:
        raise ValueError(f"at least one world is solved, not {worlds}")
    if threads is not None and threads < 1:
        raise ValueError(f"threads is at least 1, not {threads}")
    deal, record = read_deal(given)
    moments = [_known(deal, record, moment) for moment in costly]
    end = None if seconds is None else perf_counter() + seconds
    out: list[Luck] = []
    number = threads or default_workers()
    with ThreadPoolExecutor(number, thread_name_prefix="rebelote") as executor:
        for moment, knowledge in zip(costly, moments, strict=True):
            now = perf_counter()
            until = None if end is None else now + (end - now) / (len(moments) - len(out))
            # Of a bare deal it is not told what it was played for.
            judge = _Judge(knowledge, deal.plays[moment], seed, score if record else False, engine, until, stop)
            out.append(judge.verdict(moment, worlds, number, executor))
            if progress is not None:
                progress(len(out), len(moments))
    return out


# --- what was known ----------------------------------------------------------------------


def read_deal(given: PlayedDeal | DealRecord | Mapping[str, Any] | str) -> tuple[PlayedDeal, DealRecord | None]:
    """The deal as it was played, and the record where it tells of a whole deal; raises ``RecordError``."""
    if isinstance(given, PlayedDeal):
        return given, None
    record = given if isinstance(given, DealRecord) else wholedeals.whole(given)
    if record is None:
        return wholedeals.played_deal(given), None  # type: ignore[arg-type]  # no record, so a small form
    full = record.reckoning is not None and record.reckoning.full
    return record.played, record if full else None


def _known(deal: PlayedDeal, record: DealRecord | None, moment: int) -> Knowledge:
    """What the seat on turn knew before that card."""
    if not 0 <= moment < len(deal.plays):
        raise InputError(f"{len(deal.plays)} cards were played: there is no card {moment}")
    data = bare(deal, moment) if record is None else seen(record, moment, deal.start.side)
    found = Knowledge.from_dict(data)
    if found.legal.bit_count() == 1:
        raise InputError(f"card {moment} was the only legal one: there was nothing to decide")
    return found


def bare(deal: PlayedDeal, moment: int) -> dict[str, Any]:
    """What the seat on turn before card ``moment`` knows of a deal of which nothing but the cards is told.

    The data is for ``Knowledge.from_dict``. Of an ending the cards that no hand has are taken to have been seen.
    """
    start = deal.start
    at = start
    for card in deal.plays[:moment]:
        at = at.put(card)
    plays = [*start.trick, *deal.plays[:moment]]
    out = {
        "variant": start.rules.variant, "players": start.players, "options": start.rules.options(),
        "trump": str(start.strain), "misere": start.misere, "leader": start.leader, "side": list(start.side),
        "seat": at.seat, "hand": format_cards(at.hands[at.seat]), "plays": [str(card) for card in plays],
    }  # fmt: skip
    dealt = max(hand.bit_count() for hand in start.hands)
    if dealt < start.rules.cards:
        held = sum(start.hands) | sum(card.bit for card in start.trick)
        out["out"] = format_cards(FULL_PACK & ~held)
    return out


# --- the verdict -------------------------------------------------------------------------


class _Judge:
    """One card on its way to a verdict."""

    def __init__(
        self, knowledge: Knowledge, card: Card, seed: int, score: bool | None, engine: Engine | None,
        until: float | None, stop: StopFlag | None,
    ) -> None:  # fmt: skip
        self.knowledge, self.card, self.until, self.stop = knowledge, card, until, stop
        self.fitting = Worlds(knowledge)
        # As a hint does: in the last tricks a search for the score itself costs little.
        last = knowledge.hand.bit_count() <= LAST_TRICKS
        searched = SCORE_NODES if scorable(knowledge) and (score or (score is None and last)) else None
        self.valuer = Valuer(knowledge, engine, score=score is not False, nodes=searched)
        self.standings = Standings(self.valuer, self.fitting.count)
        self.alive: Sequence[int] = range(len(self.valuer.groups))
        self.worlds = self.fitting.draw(seed)
        self.late = False

    def verdict(self, moment: int, worlds: int, threads: int, executor: Executor) -> Luck:
        """What is to be said, from more worlds where the first ones do not tell."""
        for number in _numbers(worlds, self.fitting.count):
            self._solve(number - self.standings.solved, threads, executor)
            found = self._luck(moment)
            self._drop(found.by)
            if found.verdict == AVOIDABLE or len(self.alive) == 1 or self.late:
                break
        return found

    def _solve(self, number: int, threads: int, executor: Executor) -> None:
        """So many more worlds, or as many as there is time for."""
        crew, gap = Crew(self.valuer, threads, executor), False
        try:
            for piece, block in crew.blocks(self.worlds, number, self.alive):
                if not gap:
                    self.standings.add(piece, block, self.alive)
                    gap = block.broken
                if self.stop is not None and self.stop.is_set():
                    raise Interrupted("the analysis was stopped before it was done")
                if self.until is not None and self.standings.solved and perf_counter() >= self.until:
                    self.late = True
                    crew.stop.set()
        finally:
            crew.close()

    def _drop(self, by: str) -> None:
        """Leave out the cards of which it is plain that they are not better than the one played."""
        played, good = self._group(self.card), self._as_good(by)
        self.alive = [i for i in self.alive if i == played or _most(self._ahead(by, i, played)) > good]

    def _luck(self, moment: int) -> Luck:
        """What the worlds solved so far say."""
        standings, count = self.standings, self.fitting.count
        by = SCORE if standings.told_by_score else POINTS
        cards, ties = standings.cards(by, self.alive)
        played = next(odds for odds in cards if self.card in (odds.card, *odds.same_as))
        best = played if played in cards[:ties] else cards[0]
        gap = Mean(0.0, 0.0, standings.solved)
        if best is not played:
            gap = self._ahead(by, self._group(best.card), self._group(self.card))
        return Luck(
            moment, self.knowledge.seat, self.card, self._verdict(by, gap), by, played, best, gap.value, gap.se,
            count, standings.solved, standings.solved == count,
        )  # fmt: skip

    def _group(self, card: Card) -> int:
        return next(i for i, group in enumerate(self.valuer.groups) if card in group)

    def _ahead(self, by: str, one: int, other: int) -> Mean:
        """By how much the first group of cards is better for the seat, world by world."""
        columns = Column(), Column()
        for column, group in zip(columns, (one, other), strict=True):
            column.extend(self.standings.gains(by, group)[0])
        found = difference(*columns, self.fitting.count)
        assert found is not None
        return found

    def _as_good(self, by: str) -> float:
        tens = by == SCORE and self.knowledge.rules.customs.scale == "tens"
        return AS_GOOD / 10 if tens else AS_GOOD

    def _verdict(self, by: str, gap: Mean) -> Verdict:
        good, standings = self._as_good(by), self.standings
        if standings.solved < min(LEAST, self.fitting.count):
            return UNCLEAR
        if gap.value - ERRORS * gap.se > good:
            return AVOIDABLE
        return UNLUCKY if gap.value <= good else UNCLEAR


def _most(gap: Mean) -> float:
    return gap.value + ERRORS * gap.se


def _numbers(worlds: int, count: int) -> Iterator[int]:
    """How many worlds are solved, one number after the other while the verdict is unclear."""
    if count <= FEW * worlds:
        yield count
        return
    number = worlds
    while number <= MORE * worlds:
        yield number
        number *= 2
