"""Whether to swap the seven of trumps for the upcard, with only one's own hand seen.

The question is asked before the seat's own first card, when it is on turn. In every world both choices are searched
from there, all hands open, melds as everybody would call them with the hands as they then are
(``rebelote.exchanges`` weighs the same with all hands seen); the worlds are averaged, and the difference is taken
world by world.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rebelote.cards import Card
from rebelote.choices.dealworths import SCORE_NODES, Appraiser, DealWorth
from rebelote.choices.firsttrick import in_world, side_of
from rebelote.choices.worldodds import Odds, WorldColumns
from rebelote.choices.worldruns import NOTHING_SOLVED, World, WorldRun, at_least_one
from rebelote.engine import Engine, StopFlag
from rebelote.errors import Interrupted, PositionError, Problem
from rebelote.exchanges import with_swap
from rebelote.hinting.answers import basis, rounded, seats, told
from rebelote.hinting.worldstakes import scorable
from rebelote.shuffles import exchange, why_no_exchange
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.likelihood import Weigh, weigher

KEEP, SWAP = "keep", "swap"


@dataclass(frozen=True, slots=True)
class SwapHint:
    """Both choices of ``seat``, who may swap ``seven`` for ``upcard``; margins and points are those of ``side``.

    ``keep`` and ``swap``: what each brings; without a known contract there are points only. ``gain``: how much more
    the swap brings, in margin (of bounds the middle), in points where there is none, with ``gain_se``. ``count``,
    ``solved``, ``exact``, ``seed``, ``stopped``, ``weighted``, ``effective`` and ``nodes`` are as in ``CallHint``.
    """

    seat: int
    side: tuple[int, ...]
    upcard: Card
    seven: Card
    keep: Odds
    swap: Odds
    gain: float
    gain_se: float
    wants_few: bool
    count: int
    solved: int
    exact: bool
    seed: int
    stopped: str
    weighted: str | None
    effective: float | None
    nodes: int

    @property
    def by(self) -> str:
        """What the hint goes by: margin, or points."""
        return "points" if self.keep.middle is None else "margin"

    @property
    def best(self) -> list[str]:
        """The better choice; both where they are exactly as good."""
        gain = -self.gain if self.wants_few else self.gain
        return [KEEP, SWAP] if gain == 0 else [SWAP] if gain > 0 else [KEEP]

    @property
    def text(self) -> str:
        """The hint in words."""
        deed = f"swap {self.seven} for {self.upcard}"
        lead = {
            2: f"may {deed} or keep it",
            1: f"should {deed}" if self.best == [SWAP] else f"should keep {self.seven}",
        }
        told = [f"{name}: {', '.join(odds.words(seats(self.side)))}." for name, odds in self._both]
        more = f"The swap brings {self.gain:+.1f} {self.by}" + (f" ± {self.gain_se:.1f}." if self._unsure else ".")
        lines = [f"Seat {self.seat} {lead[len(self.best)]}.", *told, more]
        return "\n".join([*lines, basis(self)])

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """JSON data."""
        return told(
            self,
            upcard=str(self.upcard),
            seven=str(self.seven),
            **{name: odds.to_dict() for name, odds in self._both},
            by=self.by,
            gain=rounded(self.gain),
            gain_se=rounded(self.gain_se),
        )

    @property
    def _both(self) -> list[tuple[str, Odds]]:
        return [(KEEP, self.keep), (SWAP, self.swap)]

    @property
    def _unsure(self) -> bool:
        return bool(rounded(self.gain_se))


def swap_hint(
    given: Knowledge | Mapping[str, Any],
    *,
    worlds: int = 200,
    seed: int = 0,
    threads: int | None = None,
    seconds: float | None = None,
    weigh: str | Weigh | None = None,
    nodes: int = SCORE_NODES,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> SwapHint:
    """Whether the seat should swap the seven of trumps for the upcard, before its own first card.

    ``given`` is the hidden form, or what it tells; its ``hand`` is that with the seven. The other arguments are those
    of ``call_hint``. Raises ``PositionError`` with every fault, ``bad_exchange`` when the seat may not swap now, and
    otherwise as ``call_hint`` does.
    """
    fitting = Worlds.of(given)
    known = fitting.knowledge
    if problems := _why_not(known):
        raise PositionError(problems)
    upcard = known.upcard
    assert upcard is not None
    weighted, weight = weigher(weigh)
    run_of, scores = side_of(known), scorable(known)
    appraiser = Appraiser(known.rules, known.players, run_of, nodes, engine)
    columns = WorldColumns((KEEP, SWAP), fitting.count, weighted=weight is not None, scored=scores)

    def work(world: World, halt: StopFlag) -> tuple[dict[str, DealWorth], float, int]:
        at = known.position(world)
        found, spent = {}, 0
        for choice, deal in ((KEEP, at), (SWAP, with_swap(at, known.seat, upcard))):
            searched = appraiser.table(deal, halt)
            found[choice] = in_world(known, searched)
            spent += searched.nodes
        return found, 1.0 if weight is None else weight(known, world), spent

    run = WorldRun(
        work, fitting.draw(seed), at_least_one(worlds), fitting.count, threads=threads, seconds=seconds, stop=stop
    )
    for found, heavy, spent in run:
        columns.add(found, heavy, spent)
    if not columns.solved:
        raise Interrupted(NOTHING_SOLVED)
    keep, swap = columns.told(KEEP), columns.told(SWAP)
    gain = columns.apart(SWAP, KEEP, points=not scores)
    exact = columns.solved == fitting.count and keep.margin_bounds is None and swap.margin_bounds is None
    _, seven = exchange(known.rules, known.strain, known.hand, upcard)
    return SwapHint(
        known.seat, run_of, upcard, seven, keep, swap, gain.value, gain.se, known.misere and not scores, fitting.count,
        columns.solved, exact, seed, run.stopped, weighted, columns.effective, columns.nodes,
    )  # fmt: skip


def _why_not(known: Knowledge) -> list[Problem]:
    """Why the seat may not swap now."""
    if known.upcard is None:
        return [Problem("missing_key", "upcard is missing: the card that the seven is swapped for", "upcard")]
    if known.exchange is not None:
        told = f"seat {known.exchange} has swapped the seven already"
        return [Problem("bad_exchange", told, "exchange", known.seat)]
    if known.played[known.seat]:
        told = f"the seven is swapped before one's first card, and seat {known.seat} has played one"
        return [Problem("bad_exchange", told, "plays", known.seat)]
    if why := why_no_exchange(known.rules, known.strain, known.hand, known.upcard):
        return [Problem("bad_exchange", why, "hand", known.seat)]
    return []
