"""The answer of a call hint: what each legal call would bring, best first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rebelote.choices.worldodds import Odds
from rebelote.hinting.answers import basis, rounded, seats, told


@dataclass(frozen=True, slots=True)
class CallOdds:
    """A legal call, and what stands if all others pass after it.

    ``kind``: contract, misere, again (the deal is dealt again: worth 0), or none where a further round decides;
    ``contract`` (``80H``, ``NTx``) and ``declarer`` where there is one. ``told``: what it brings the caller's side.
    ``loss``: how far the margin (or the middle of its bounds) is behind that of the call best by it, over the same
    worlds, with ``loss_se``.
    """

    call: str
    kind: str | None
    contract: str | None
    declarer: int | None
    told: Odds
    loss: float | None
    loss_se: float | None

    def to_dict(self) -> dict[str, Any]:
        """JSON data; numbers to six places."""
        return {
            "call": self.call,
            "kind": self.kind,
            "contract": self.contract,
            "declarer": self.declarer,
            **self.told.to_dict(),
            "loss": rounded(self.loss),
            "loss_se": rounded(self.loss_se),
        }


@dataclass(frozen=True, slots=True)
class CallHint:
    """Every legal call of ``seat``, best first; ``side`` is whose margin and points they are told in.

    ``count`` worlds fit, ``solved`` of them were solved; ``exact``: all of them, and no margin is only bounded. A pass
    that a further round follows stands as if it were worth 0: behind what wins, before what loses. ``weighted``: by
    what the worlds are weighted ("bidding", "caller"), none: all alike; ``effective``: how many worlds of equal weight
    say as much. ``stopped``: all, worlds (as many as asked for), time, asked. ``nodes``: positions searched.
    """

    seat: int
    side: tuple[int, ...]
    count: int
    solved: int
    exact: bool
    calls: list[CallOdds]
    seed: int
    stopped: str
    weighted: str | None
    effective: float | None
    nodes: int

    @property
    def best(self) -> list[str]:
        """The best call, with those that are exactly as good."""
        most = place(self.calls[0])
        return [odds.call for odds in self.calls if place(odds) == most]

    @property
    def text(self) -> str:
        """The hint in words."""
        lines = [f"Seat {self.seat} should call {' or '.join(self.best)}."]
        lines += [f"{odds.call}: {_words(odds, self.side)}." for odds in self.calls]
        return "\n".join([*lines, basis(self)])

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """JSON data."""
        return told(self, calls=[odds.to_dict() for odds in self.calls])


def place(odds: CallOdds) -> float:
    """What calls are ordered by: the margin; an open pass is taken for nothing won and nothing lost."""
    return odds.told.middle or 0.0


def _words(odds: CallOdds, side: tuple[int, ...]) -> str:
    """What a call brings."""
    if odds.kind is None:
        return "the auction goes on, so nothing is known of it"
    if odds.kind == "again":
        return "the deal is dealt again"
    what = "played as misère" if odds.kind == "misere" else f"{odds.contract} by seat {odds.declarer}"
    return ", ".join([what, *odds.told.words(seats(side))])
