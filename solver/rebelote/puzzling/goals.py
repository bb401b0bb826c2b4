"""What a puzzle asks for: points, every trick, a trick, none, the last one; and what of it a contract hangs on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from rebelote.lookahead.goals import ALL, ONE, Goal
from rebelote.outcomes import Rest, outcome
from rebelote.positions import Position
from rebelote.rules import Rules
from rebelote.scoring import FAILED, MADE
from rebelote.stakes import Past, Stakes

POINTS, SWEEP, TRICK, NO_TRICK, LAST_TRICK = "points", "sweep", "trick", "no_trick", "last_trick"

#: The kinds of goals, each the key of its JSON form.
KINDS = (POINTS, SWEEP, TRICK, NO_TRICK, LAST_TRICK)

BROKEN = "broken"

#: What a goal may do to a contract.
CONTRACTS = (MADE, BROKEN)


@dataclass(frozen=True, slots=True)
class PuzzleGoal:
    """What the position's side is to reach from the position on, whatever the others do.

    ``kind``: at least ``points`` (in misère no more than those), every trick, at least one trick, in misère no trick,
    the last trick. ``contract``: made or broken by it, where that is why it is asked for.
    """

    kind: str
    points: int | None = None
    contract: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """``{"points": 91}``, ``{"sweep": true}``, …, with ``"contract"`` where one hangs on it."""
        out: dict[str, Any] = {self.kind: self.points if self.kind == POINTS else True}
        if self.contract is not None:
            out["contract"] = self.contract
        return out

    def on(self, start: Position) -> tuple[Position, Goal]:
        """The position in which the goal is looked for, and the goal as a line among its outcomes.

        The position is ``start`` itself, but for the last trick one where no card counts and the last trick is worth
        one point: there the side has a point exactly when it takes that trick.
        """
        if self.kind == LAST_TRICK:
            return replace(start, rules=last_trick_alone(start.rules)), Goal(start.side, 1)
        if self.kind == SWEEP:
            return start, Goal(start.side, start.at_stake, tricks=ALL)
        if self.kind == TRICK:
            return start, Goal(start.side, 0, tricks=ONE)
        if self.kind == NO_TRICK:
            # No trick is less than no points: the outcomes up to "fewer than nothing".
            return start, Goal(start.side, -1, fewer=True)
        assert self.points is not None
        return start, Goal(start.side, self.points, fewer=start.misere)


def result_wanted(start: Position, stakes: Stakes) -> tuple[str, str] | None:
    """Whether the side is to make the contract or to break it, and the result that means; none where neither."""
    rules, declarer = start.rules, stakes.contract.declarer
    if declarer is None or start.misere or not stakes.by_points_alone(start.side):
        return None
    if stakes.lone(start.side) not in (None, declarer):
        return None  # one of several opponents: what the declarer takes hangs on the others too
    ours = rules.party(declarer) in {rules.party(seat) for seat in start.side}
    return (MADE, MADE) if ours else (BROKEN, FAILED)


def hangs(start: Position, stakes: Stakes, past: Past, best: int, worst: int) -> bool:
    """Whether the contract may hang on the choice between two outcomes, told by their chains: one look at each."""
    decides = result_wanted(start, stakes)
    if decides is None:
        return False
    rest = Rest.of(start)
    results = [stakes.final(*outcome(rest, past, chain)).result == decides[1] for chain in (best, worst)]
    return results == [True, False]


def last_trick_alone(rules: Rules) -> Rules:
    """Rules of the same play in which nothing counts but the last trick."""
    nothing = (0,) * 8
    return replace(
        rules, points_plain=nothing, points_trump=nothing, points_nt=nothing, points_at=nothing, last_trick=1
    )


def contract_goal(start: Position, stakes: Stakes, past: Past) -> PuzzleGoal | None:
    """What the position's side needs from ``start`` on: to make the contract as the declarer's, else to break it.

    ``past`` is what the seats took before. None where nothing is declared, the outcome is certain, other things than
    the side's own points decide, or fewer points would do better.
    """
    decides = result_wanted(start, stakes)
    if decides is None:
        return None
    contract, wanted = decides
    rest = Rest.of(start)
    met = [stakes.final(*outcome(rest, past, chain)).result == wanted for chain in range(-1, rest.at_stake + 2)]
    if met != sorted(met) or met[0] or not met[-1]:
        return None
    least = met.index(True) - 1
    if least == 0:
        return PuzzleGoal(TRICK, contract=contract)
    if least > rest.at_stake:
        return PuzzleGoal(SWEEP, contract=contract)
    return PuzzleGoal(POINTS, least, contract)
