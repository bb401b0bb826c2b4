"""The form "only your hand": the solver sees his own hand and what his seat knows, and one class of cards is right.

It is right when it reaches the goal in all worlds (deals that fit what the seat knows), or in a stated share of them,
and every other class in fewer. Only the first card is asked: later ones depend on what is seen by then. What a card
reaches in a world is its open-hand value there (docs/hints.md says when that misleads).
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from fractions import Fraction

from rebelote.cards import Card
from rebelote.engine import Engine, StopFlag
from rebelote.errors import PositionError
from rebelote.hinting.worldstakes import Key, WorldStakes, scorable
from rebelote.positions import Position
from rebelote.puzzling.census import Census, Hands, meets, solved, wanted_of
from rebelote.puzzling.goals import POINTS, PuzzleGoal, contract_goal
from rebelote.puzzling.puzzles import Shares
from rebelote.stakes import Stakes
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge

#: Where more worlds fit, nothing is said.
MOST_WORLDS = 20_000

#: By how much of all worlds every other class reaches the goal in fewer.
MARGIN = 0.05


def over_worlds(
    knowledge: Knowledge,
    goal: PuzzleGoal,
    *,
    most: int = MOST_WORLDS,
    engine: Engine | None = None,
    stop: StopFlag | None = None,
) -> tuple[int, dict[Card, int]] | None:
    """How many worlds fit, and in how many of them each class of legal cards reaches the goal, by its first card.

    A class is cards that play alike in every world. A number of points is the same in all worlds, also where a
    contract hangs on it. None where more than ``most`` worlds fit. Raises ``PositionError`` where none does,
    ``Interrupted`` when stopped.
    """
    worlds = Worlds(knowledge)
    if worlds.count > most:
        return None
    census = Census(knowledge)
    for hands, rest, chains in solved(knowledge, goal, worlds, engine or Engine.default(), stop):
        census.add(hands, rest, chains)
    return worlds.count, census.counts(goal)


def hand_form(
    position: Position,
    goal: PuzzleGoal,
    knowledge: Knowledge,
    *,
    share: float = 1.0,
    margin: float = MARGIN,
    gap: int = 1,
    most: int = MOST_WORLDS,
    engine: Engine | None = None,
    stop: StopFlag | None = None,
) -> tuple[PuzzleGoal, Shares] | None:
    """The goal with which an open puzzle is one in the hand form too, and how the cards fare; none where it is not.

    ``position`` is the deal as it is, ``knowledge`` what its seat on turn knows. The answer is the class that
    reaches the goal there; see ``stands_out`` for ``share`` and ``margin``. A number of points on which no contract
    hangs may be changed: the hardest is taken that will do and that lies at least ``gap`` points from the best of
    the wrong cards. A goal on which a contract hangs is kept, and must be what the contract comes to in every world.

    None too where more than ``most`` worlds fit, where the deal itself does not (somebody called what he did not
    hold), or where the answer's cards play alike in the deal only and not in every world. Raises ``ValueError`` for a
    share, margin or gap that is none, or for the knowledge of another position; ``Interrupted`` when stopped.
    """
    _check(share, margin, gap)
    if knowledge.position(position.hands) != position or position.hands[knowledge.seat] != knowledge.hand:
        raise ValueError("the knowledge is that of another position")
    try:
        worlds = Worlds(knowledge)
    except PositionError:
        return None
    if worlds.count > most or not worlds.fits(position.hands):
        return None
    use = engine or Engine.default()
    truth = Census(knowledge)
    for hands, rest, chains in solved(knowledge, goal, [position.hands], use, stop):
        truth.add(hands, rest, chains)
    right = [card for card in truth.legal if truth.reached(card, goal)]
    goals = _goals(truth, goal, right, gap)
    census, contract = Census(knowledge), _Contract(knowledge, goal)
    if not goals or census.parts(right):
        return None
    # The easiest of the goals: where the answer misses it too often, it misses all of them.
    answer, easiest = right[0], wanted_of(knowledge, goals[-1])
    may_fail = worlds.count - _least(share, worlds.count)
    with closing(solved(knowledge, goal, worlds.draw(), use, stop)) as found:
        for hands, rest, chains in found:
            census.add(hands, rest, chains)
            may_fail -= not meets(easiest, rest, chains[answer])
            if may_fail < 0 or census.parts(right) or not contract.hangs(hands, rest):
                return None
    for wanted in goals:
        shares = Shares(worlds.count, share, census.counts(wanted))
        if stands_out(shares, answer, margin):
            return wanted, shares
    return None


def stands_out(shares: Shares, answer: Card, margin: float = MARGIN) -> bool:
    """Whether ``answer``, the first card of a class, is the one right class.

    It reaches the goal in at least ``shares.share`` of the worlds; every other class in less than that share, and in
    fewer than the answer by at least ``margin`` of all worlds.
    """
    there = shares.cards.get(answer, 0)
    others = [number for card, number in shares.cards.items() if card != answer]
    enough = _least(shares.share, shares.worlds)
    return there >= enough and all(n < enough and there - n >= _exact(margin) * shares.worlds for n in others)


def _check(share: float, margin: float, gap: int) -> None:
    if not 0 < share <= 1:
        raise ValueError(f"a share is more than 0 and at most 1, not {share}")
    if not 0 <= margin <= 1:
        raise ValueError(f"a margin is at least 0 and at most 1, not {margin}")
    if gap < 1:
        raise ValueError(f"a gap is at least 1, not {gap}")


def _exact(share: float) -> Fraction:
    """A share as it is written: 0.9 is nine tenths, and not the float next to it."""
    return Fraction(str(share))


def _least(share: float, worlds: int) -> int:
    """The least number of worlds that is the share."""
    return -int(-_exact(share) * worlds // 1)


def _goals(truth: Census, goal: PuzzleGoal, right: list[Card], gap: int) -> list[PuzzleGoal]:
    """The goals that may be set where ``right`` are the cards that reach this one, the hardest first.

    None where no card does, or all do. Any number of points will do that the right cards reach in the deal and the
    others do not.
    """
    wrong = [card for card in truth.legal if card not in right]
    if not right or not wrong:
        return []
    if goal.kind != POINTS or goal.contract is not None:
        return [goal]
    if truth.knowledge.misere:
        best, next_best = min(map(truth.points, right)), min(map(truth.points, wrong))
        numbers = range(best, next_best - gap + 1)
    else:
        best, next_best = max(map(truth.points, right)), max(map(truth.points, wrong))
        numbers = range(best, next_best + gap - 1, -1)
    return [replace(goal, points=number) for number in numbers]


class _Contract:
    """Whether a contract comes to the goal that was told: in every world, for the solver does not know which it is."""

    def __init__(self, knowledge: Knowledge, goal: PuzzleGoal) -> None:
        self._knowledge, self._goal = knowledge, goal
        self._plan = WorldStakes(knowledge) if goal.contract is not None and scorable(knowledge) else None
        self._known: dict[tuple[int, Key], bool] = {}

    def hangs(self, hands: Hands, rest: int) -> bool:
        """Whether it does in a world with ``rest`` points at stake; true where no contract hangs on the goal."""
        if self._plan is None:
            return self._goal.contract is None
        known, key = self._knowledge, self._plan.key(hands)
        if (rest, key) not in self._known:
            # Nothing else of the hands has a say in it.
            stakes = Stakes(known.rules, known.players, self._plan.contract, *key)
            self._known[rest, key] = contract_goal(known.position(hands), stakes, known.past) == self._goal
        return self._known[rest, key]
