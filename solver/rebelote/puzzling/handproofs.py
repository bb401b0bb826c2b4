"""Whether what a puzzle with one hand seen claims of all deals that fit holds: every one of them is solved again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from rebelote.cards import Card, from_mask
from rebelote.engine import Engine, StopFlag, load, place
from rebelote.errors import PositionError
from rebelote.hinting.worldstakes import WorldStakes, scorable
from rebelote.positions import Position
from rebelote.puzzling.goals import contract_goal
from rebelote.puzzling.handforms import MOST_WORLDS
from rebelote.puzzling.proofvalues import Findings, equals, meets, named, unpruned
from rebelote.puzzling.puzzles import Puzzle, Shares
from rebelote.puzzling.readingparts import prefixed
from rebelote.stakes import Stakes
from rebelote.values import Value
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge


def check_hand(
    puzzle: Puzzle, known: Knowledge, engine: Engine, stop: StopFlag | None, found: Findings
) -> Shares | None:
    """The shares as they are; none where they cannot be told. ``known`` is what the solver sees."""
    assert puzzle.shares is not None
    try:
        worlds = Worlds(known)
    except PositionError as error:
        found += [prefixed("view", problem) for problem in error.problems]
        return None
    if worlds.count > MOST_WORLDS:
        words = f"{worlds.count:,} deals fit; shares are those of {MOST_WORLDS:,} at most"
        found.fail("too_many_worlds", words, "shares.worlds")
        return None
    reached, others, count, there = Counter[Card](), 0, 0, False
    goals = _Contracts(puzzle, known)
    for at, values in _solved(puzzle, known, worlds, engine, stop):
        count += 1
        there = there or at.hands == puzzle.position.hands
        others |= sum(hand for seat, hand in enumerate(at.hands) if seat != at.seat)
        goals.add(at)
        for card, value in values.items():
            reached[card] += meets(puzzle.goal, at.misere, value.points, value.sweep)
    if not there:
        found.fail("deal_does_not_fit", "the deal itself is none of those that fit what is seen", "view")
    if goals.differ:
        words = f"in {goals.differ} of the {count} deals that fit the contract comes to another goal"
        found.fail("contract_differs", words, "view")
    classes = equals(puzzle.position, from_mask(known.legal), others)
    shares = Shares(count, puzzle.shares.share, {cards[0]: reached[cards[0]] for cards in classes})
    _check_shares(puzzle.shares, shares, found)
    _check_answer(puzzle, shares, classes, found)
    return shares


def _solved(
    puzzle: Puzzle, known: Knowledge, worlds: Worlds, engine: Engine, stop: StopFlag | None
) -> Iterator[tuple[Position, dict[Card, Value]]]:
    """Every deal that fits, and what the cards come to in it by the rules that the goal is looked for with."""
    true = puzzle.quest.looked_for[0]
    with engine.search(true) as core:
        for hands in worlds:
            at = known.position(hands)
            looked = Position(true.rules, at.players, at.strain, at.leader, hands, at.trick, at.side, at.misere)
            load(core, looked, engine.prune)
            place(core, looked, stop)
            yield at, unpruned(core, looked)


class _Contracts:
    """In how many deals that fit the contract comes to another goal than the one that is told."""

    def __init__(self, puzzle: Puzzle, known: Knowledge) -> None:
        self.differ = 0
        self._goal = puzzle.goal
        self._known = known
        self._plan = WorldStakes(known) if scorable(known) else None
        self._told: dict[object, bool] = {}

    def add(self, at: Position) -> None:
        if self._goal.contract is None:
            return
        if self._plan is None:
            self.differ += 1
            return
        key = self._plan.key(at.hands)
        if (at.at_stake, key) not in self._told:
            stakes = Stakes(at.rules, at.players, self._plan.contract, *key)
            self._told[at.at_stake, key] = contract_goal(at, stakes, self._known.past) == self._goal
        self.differ += not self._told[at.at_stake, key]


def _check_shares(told: Shares, shares: Shares, found: Findings) -> None:
    """Every number that is told."""
    if told.worlds != shares.worlds:
        found.fail("wrong_shares", f"{shares.worlds} deals fit, not {told.worlds}", "shares.worlds")
    for card, number in told.cards.items():
        where = f"shares.cards.{card}"
        if card not in shares.cards:
            words = f"{card} is not the first of a class of cards that play alike in every deal that fits"
            found.fail("wrong_shares", words, where, None, card)
        elif number != shares.cards[card]:
            words = f"{card} reaches the goal in {shares.cards[card]} of {shares.worlds} deals, not in {number}"
            found.fail("wrong_shares", words, where, None, card)
    for card, number in shares.cards.items():
        if card not in told.cards:
            words = f"nothing is said of {card}, which reaches the goal in {number} of {shares.worlds} deals"
            found.fail("wrong_shares", words, "shares.cards", None, card)


def _check_answer(puzzle: Puzzle, shares: Shares, classes: list[tuple[Card, ...]], found: Findings) -> None:
    """The answer is the only class that reaches the goal in the share of all deals that is told."""
    least = Fraction(str(shares.share)) * shares.worlds
    for cards in classes:
        number = shares.cards[cards[0]]
        told = f"in {number} of {shares.worlds} deals that fit"
        if puzzle.answer[0] in cards:
            if set(puzzle.answer) != set(cards):
                words = f"in all deals that fit {named(cards)} play alike, not {named(puzzle.answer)}"
                found.fail("wrong_class", words, "answer", None, cards[0])
            if number < least:
                words = f"{cards[0]} reaches the goal {told}, which is less than the share of {shares.share:g}"
                found.fail("share_missed", words, "shares", None, cards[0])
        elif number >= least:
            found.fail("other_answer", f"{cards[0]} reaches the goal too, {told}", "answer", None, cards[0])
