"""The calls of an auction, held against what their seats knew: could one have known better?

What a seat knew is its first cards, the calls before, and what was turned; ``rebelote.choices.callhints`` says what
each call brings then if all others pass after it. What a pass is worth that a further round follows nobody can say: it
is neither judged nor held against another call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from time import perf_counter
from typing import Any

from rebelote.auctions import Auction
from rebelote.cards import format_cards
from rebelote.choices.callhints import CallHint, call_hint
from rebelote.choices.worldodds import Odds
from rebelote.engine import Engine, StopFlag
from rebelote.errors import Interrupted
from rebelote.postmortem.luck import AS_GOOD, ERRORS, LEAST
from rebelote.rules import Rules
from rebelote.wholedeals import DealRecord
from rebelote.worlds.packets import packets

#: Worlds in which each call is looked at, unless the caller says otherwise; fewer where each of three or four plays for
#: himself and values are bid (``capo``), for a world takes long there.
WORLDS, FEWER = 40, 16


@dataclass(frozen=True, slots=True)
class CallReview:
    """A call, by what its seat knew: its first cards, the calls before, and what was turned.

    ``index``: its place in the auction, from 0. ``best``: the call that brings the seat's party most on average, the
    one made where none brings more. ``gap``: by how much it brings more than the one made, over the same worlds, with
    its standard error ``gap_se``; where margins are known within bounds only, by their middles. Both are none where
    nobody can say what the call made is worth. ``known``: whether the seat could have known better: even the least gap
    that the bounds allow is more than ``luck.AS_GOOD``, by two standard errors.
    """

    index: int
    seat: int
    call: str
    best: str
    gap: float | None
    gap_se: float | None
    known: bool

    def to_dict(self) -> dict[str, Any]:
        """JSON data; numbers to six places."""
        se = self.gap_se
        return {
            "index": self.index,
            "seat": self.seat,
            "call": self.call,
            "best": self.best,
            "gap": None if self.gap is None else round(self.gap, 6),
            "gap_se": None if se is None or not isfinite(se) else round(se, 6),
            "known": self.known,
        }


def review_calls(
    record: DealRecord,
    turns: Sequence[tuple[Auction, str]],
    *,
    worlds: int = WORLDS,
    seed: int = 0,
    threads: int | None = None,
    seconds: float | None = None,
    progress: Callable[[int, int], None] | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> list[CallReview] | None:
    """Every call by what its seat knew; none where the first cards are not told.

    ``turns``: the record's auction before each call, and the call. The rest as of ``bidding_review``. Raises
    ``Interrupted`` when stopped.
    """
    hands = _first_cards(record)
    if hands is None:
        return None
    open_to_all = {key: record.data[key] for key in ("variant", "players", "options", "upcard") if key in record.data}
    open_to_all |= {"players": record.players, "dealer": record.dealer}
    end = None if seconds is None else perf_counter() + seconds
    out: list[CallReview] = []
    for at, call in turns:
        view = {**open_to_all, "seat": at.turn, "hand": hands[at.turn], "auction": list(at.calls)}
        if at.first != (at.dealer + 1) % at.players:
            view["last_loser"] = at.first
        if at.round == 2 and "second" in record.data:
            view["second"] = record.data["second"]
        now = perf_counter()
        left = None if end is None else max((end - now) / (len(turns) - len(out)), 1e-6)
        hint = call_hint(view, worlds=worlds, seed=seed, threads=threads, seconds=left, stop=stop, engine=engine)
        if stop is not None and stop.is_set():
            raise Interrupted("the analysis was stopped before it was done")
        out.append(_review(len(out), record.rules, call, hint))
        if progress is not None:
            progress(len(out), len(turns))
    return out


def _first_cards(record: DealRecord) -> Sequence[str] | None:
    """By seat the cards before the auction, where they are told or are all."""
    if "first" in record.data:
        first: Sequence[str] = record.data["first"]
        return first
    assert record.dealer is not None
    if packets(record.rules, record.players, record.dealer, None).first < record.rules.cards:
        return None
    return [format_cards(hand) for hand in record.played.start.hands]


def _review(index: int, rules: Rules, call: str, hint: CallHint) -> CallReview:
    """A call held against the best one of those whose worth can be told."""
    made = next(odds for odds in hint.calls if odds.call == call)
    told = [odds for odds in hint.calls if odds.loss is not None]
    best = made if made.loss == 0 else min(told, key=lambda odds: odds.loss or 0)
    if made.loss is None or made.loss_se is None:
        return CallReview(index, hint.seat, call, best.call, None, None, False)
    good = AS_GOOD / 10 if rules.customs.scale == "tens" else AS_GOOD
    least = _bounds(best.told)[0] - _bounds(made.told)[1] if best is not made else 0.0
    enough = hint.solved >= min(LEAST, hint.count)
    known = enough and least - ERRORS * made.loss_se > good
    return CallReview(index, hint.seat, call, best.call, made.loss, made.loss_se, known)


def _bounds(told: Odds) -> tuple[float, float]:
    """The margin's mean, least and most."""
    if told.margin_bounds is not None:
        return told.margin_bounds
    assert told.margin is not None
    return told.margin, told.margin
