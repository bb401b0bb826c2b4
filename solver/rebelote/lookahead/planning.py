"""A hint for the contract by αμ: in which share of the worlds one plan makes it, card by card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from rebelote.engine import Engine, StopFlag
from rebelote.errors import PositionError, Problem
from rebelote.lookahead.alphamu import LookAhead, alphamu, contract_goals
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge

#: Nodes of all worlds together, unless the caller says otherwise: some seconds.
NODES = 20_000_000

#: No plan is made over more worlds.
MOST_PLANNED = 500


@dataclass(frozen=True, slots=True)
class PlanHint:
    """What ``alphamu`` finds over the first ``found.worlds`` worlds of ``Worlds.draw(seed)``; ``count`` fit."""

    found: LookAhead
    count: int
    asked: int
    seed: int

    @property
    def exact(self) -> bool:
        """Whether every world that fits was looked at, as far ahead as asked for."""
        return self.found.done and self.found.worlds == self.count

    @property
    def text(self) -> str:
        """The hint in words."""
        found = self.found
        if not found.cards:
            return "The node budget did not last for one card looked ahead."
        first, verb = found.cards[0], "makes" if found.wants else "breaks"
        side = ("seat " if len(found.side) == 1 else "side ") + "+".join(map(str, found.side))
        lines = [
            f"Seat {found.seat} should play {' or '.join(found.best)}: one plan {verb} the contract of {side} in"
            f" {100 * first.share:.0f} % of the deals ({100 * first.averaged:.0f} % with all cards seen later)."
        ]
        for odds in found.cards[1:]:
            names = ", ".join(map(str, (odds.card, *odds.same_as)))
            most = "" if odds.exact else "at most "
            lines.append(f"{names}: {most}{100 * odds.share:.0f} % ({100 * odds.averaged:.0f} %).")
        which = f"all {self.count:,}" if found.worlds == self.count else f"{found.worlds} of {self.count:,}"
        short = "" if found.done else f" ({self.asked} were asked for)"
        lines.append(f"{found.moves} own cards looked ahead{short} in {which} deals that fit.")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON data: that of ``LookAhead`` with ``count``, ``exact``, ``seed`` and ``text``.

        ``worlds`` is how many fit, ``solved`` how many were looked at, as in every hint.
        """
        found = self.found.to_dict()
        found["worlds"] = self.count
        return {
            **found,
            "solved": self.found.worlds,
            "asked": self.asked,
            "exact": self.exact,
            "seed": self.seed,
            "text": self.text,
        }


def plan_hint(
    given: Knowledge | Mapping[str, Any],
    *,
    moves: int = 2,
    worlds: int = 30,
    seed: int = 0,
    nodes: int | None = NODES,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> PlanHint:
    """The share of the worlds in which each card can make the contract (or break it) with ``moves`` own cards planned.

    The first ``worlds`` of ``Worlds.draw(seed)`` are looked at, all when there are no more; at most ``MOST_PLANNED``,
    each of which has a search table of its own. When ``nodes`` run out the answer is for fewer own cards. Raises
    ``PositionError`` with every fault, with ``no_score`` where the contract is not known or more than points decides
    it; ``ValueError`` for numbers out of range; ``Interrupted`` when stopped.
    """
    if not 1 <= worlds <= MOST_PLANNED:
        raise ValueError(f"worlds is a number from 1 to {MOST_PLANNED}, not {worlds}")
    fitting = Worlds.of(given)
    some = list(islice(fitting.draw(seed), worlds))
    goals = contract_goals(fitting.knowledge, some)
    if goals is None:
        told = "a plan needs a contract that points decide, known from the first card of the deal on"
        raise PositionError([Problem("no_score", told, "contract")])
    found = alphamu(fitting.knowledge, some, goals, moves=moves, nodes=nodes, stop=stop, engine=engine)
    return PlanHint(found, fitting.count, moves, seed)
