"""Whether the proof of a puzzle holds: answer, main line, and the defence against every wrong card.

The line is walked here anew, a card at a time. Where a card of it gives the goal away, nothing behind it is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rebelote.cards import Card
from rebelote.puzzling.goals import LAST_TRICK, NO_TRICK, POINTS, SWEEP, TRICK
from rebelote.puzzling.proofvalues import Findings, Values, best, equals, meets, named, whole
from rebelote.puzzling.puzzles import Puzzle, Refutation
from rebelote.puzzling.quests import Moment, Quest
from rebelote.values import Value


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the solving side: its place in the line, and the classes of cards that reach the goal and that fail."""

    place: int
    moment: Moment
    values: Mapping[Card, Value]
    right: tuple[tuple[Card, ...], ...]
    wrong: tuple[tuple[Card, ...], ...]

    def reaches(self, card: Card) -> bool:
        return any(card in cards for cards in self.right)


def check_proof(puzzle: Puzzle, values: Values, found: Findings) -> tuple[Turn, ...] | None:
    """Everything that the puzzle's cards, decisions, gap and refutations claim.

    The decisions, of which the start is the first; none where anything is wrong with line and rest.
    """
    first = _turn(values, puzzle.quest.first(), 0, "answer")
    _check_answer(puzzle, first, found)
    before = len(found)
    decisions, walked = _walk(puzzle, first, values, found)
    sound = bool(first.wrong) and len(found) == before
    if walked == len(puzzle.line) + len(puzzle.rest):
        _check_sums(puzzle, decisions, found)
    _check_refutations(puzzle, decisions, walked, values, found)
    return tuple(decisions) if sound else None


def _turn(values: Values, moment: Moment, place: int, where: str) -> Turn:
    """A turn of the solving side; ``where`` is told when the two solvers differ there."""
    quest = values.quest
    came = values.at(moment, where, twice=True)
    right, wrong = list[tuple[Card, ...]](), list[tuple[Card, ...]]()
    for cards in equals(moment.at, came):
        reaches = {meets(quest.goal, quest.start.misere, *whole(moment, came[card])) for card in cards}
        # Equal cards come to the same; were it not so, each would be a class of its own.
        groups = [cards] if len(reaches) == 1 else [(card,) for card in cards]
        for group in groups:
            fine = meets(quest.goal, quest.start.misere, *whole(moment, came[group[0]]))
            (right if fine else wrong).append(group)
    return Turn(place, moment, came, tuple(right), tuple(wrong))


def shortfall(quest: Quest, moment: Moment, value: Value) -> str:
    """In words, what a card comes to that misses the goal."""
    goal = quest.goal
    if goal.kind == POINTS:
        points, _ = whole(moment, value)
        asked = "no more than" if quest.start.misere else "at least"
        return f"the side gets {points} points, and {asked} {goal.points} are asked for"
    return {
        SWEEP: "the others get a trick",
        TRICK: "the side gets no trick",
        NO_TRICK: "the side gets a trick",
        LAST_TRICK: "the others get the last trick",
    }[goal.kind]


# --- the answer --------------------------------------------------------------------------


def _check_answer(puzzle: Puzzle, turn: Turn, found: Findings) -> None:
    """The answer is the one class that reaches the goal, and something else fails."""
    seat = puzzle.position.seat
    for card in puzzle.answer:
        if not turn.reaches(card):
            words = f"{card} does not reach the goal: {shortfall(puzzle.quest, turn.moment, turn.values[card])}"
            found.fail("wrong_answer", words, "answer", seat, card)
    for cards in turn.right:
        told = [card for card in cards if card in puzzle.answer]
        for card in cards:
            if told and card not in told:
                words = f"{card} plays exactly as {told[0]} does, and is not among the answers"
                found.fail("missing_answer", words, "answer", seat, card)
        if not told:
            found.fail("other_answer", f"{named(cards)} reaches the goal too", "answer", seat, cards[0])
    told_classes = [cards for cards in turn.right if any(card in puzzle.answer for card in cards)]
    for cards in told_classes[1:]:
        words = f"{named(cards)} is not of one class with {named(told_classes[0])}"
        found.fail("several_ways", words, "answer", seat, cards[0])
    if not turn.wrong:
        only = len(turn.values) == 1
        words = "it is the only legal card" if only else "every legal card reaches the goal"
        found.fail("no_choice", f"there is nothing to find: {words}", "answer", seat)


# --- the main line -----------------------------------------------------------------------


def _walk(puzzle: Puzzle, first: Turn, values: Values, found: Findings) -> tuple[list[Turn], int]:
    """Along line and rest: what the solving side plays reaches the goal, the others play their best.

    The decisions, and how many cards were looked at: all, or those before one that gives the goal away.
    """
    quest, length = puzzle.quest, len(puzzle.line)
    moment, decisions = quest.first(), list[Turn]()
    points = tricks = 0
    last = False
    for place, card in enumerate(puzzle.line + puzzle.rest):
        where = f"line[{place}]" if place < length else f"rest[{place - length}]"
        decided = False
        if quest.ours(moment):
            turn = _turn(values, moment, place, where) if place else first
            if not turn.reaches(card):
                words = f"{card} does not reach the goal: {shortfall(quest, moment, turn.values[card])}"
                found.fail("wrong_card", words, where, moment.at.seat, card)
                return decisions, place
            decided = bool(turn.wrong)
            if place < length:
                decisions += [turn] if decided else []
                _check_one_way(turn, where, found)
            elif decided:
                words = f"here {named(turn.wrong[0])} fails: the line goes on to the last such turn"
                found.fail("decision_in_rest", words, where, moment.at.seat, turn.wrong[0][0])
        else:
            _check_best(values, moment, card, where, found)
        if place == length - 1 and not decided:
            words = f"the line ends with {card}, where nothing can go wrong: it should end before"
            found.fail("no_decision", words, "line", moment.at.seat, card)
        if (taken := moment.at.taken_with(card)) is not None:
            last = taken[0] in quest.start.side
            tricks += last
            points += taken[1] * last
        moment = quest.after(moment, card)
    _check_end(quest, moment, points, tricks, last, found)
    return decisions, length + len(puzzle.rest)


def _check_one_way(turn: Turn, where: str, found: Findings) -> None:
    if len(turn.right) > 1:
        words = f"{named([cards[0] for cards in turn.right])} all reach the goal, and are not equal"
        found.fail("several_ways", words, where, turn.moment.at.seat, turn.right[1][0])


def _check_best(values: Values, moment: Moment, card: Card, where: str, found: Findings) -> None:
    """The card is a best one of the seat on turn."""
    quest = values.quest
    came = values.at(moment, where)
    top = best(quest, moment, came.values())
    # Where the last trick is asked for, nothing else counts.
    last = quest.goal.kind == LAST_TRICK
    if came[card].points != top.points or (came[card].sweep != top.sweep and not last):
        better = next(other for other, value in came.items() if value == top)
        told = f"{_rest(quest, came[card])} behind it, {_rest(quest, top)} behind {better}"
        words = f"{card} is not the best card of seat {moment.at.seat}: {told}"
        found.fail("not_best", words, where, moment.at.seat, card)


def _rest(quest: Quest, value: Value) -> str:
    """What a side gets of the rest, in words."""
    if quest.goal.kind == LAST_TRICK:
        return "the side gets the last trick" if value.points else "the others get the last trick"
    tricks = {1: "every trick", 0: f"{value.points} points", -1: "no trick"}[value.sweep]
    return f"the side gets {tricks}"


def _check_end(quest: Quest, moment: Moment, points: int, tricks: int, last: bool, found: Findings) -> None:
    """The whole deal is told, and its tricks, counted here, come to the goal."""
    if not moment.over:
        left = sum(hand.bit_count() for hand in moment.at.hands)
        found.fail("unfinished", f"line and rest end with {left} cards still held", "rest")
        return
    sweep = 1 if tricks == quest.start.tricks_left else 0 if tricks else -1
    counted = int(last) if quest.goal.kind == LAST_TRICK else points
    if not meets(quest.goal, quest.start.misere, counted, sweep):
        words = f"line and rest do not come to the goal: {points} points, {tricks} tricks for the side"
        found.fail("goal_missed", words, "rest")


def _check_sums(puzzle: Puzzle, decisions: list[Turn], found: Findings) -> None:
    """The number of decisions, and the least that a wrong card falls short."""
    if puzzle.choices != len(decisions):
        places = ", ".join(f"line[{turn.place}]" for turn in decisions) or "nowhere"
        words = f"there are {len(decisions)} decisions, not {puzzle.choices}: {places}"
        found.fail("wrong_choices", words, "choices")
    if puzzle.goal.points is None or not decisions:
        return
    sign = -1 if puzzle.position.misere else 1
    gap = min(
        sign * (puzzle.goal.points - whole(turn.moment, turn.values[cards[0]])[0])
        for turn in decisions
        for cards in turn.wrong
    )
    if puzzle.gap != gap:
        found.fail("wrong_gap", f"the nearest of the wrong cards falls {gap} points short, not {puzzle.gap}", "gap")


# --- the refutations ---------------------------------------------------------------------


def _check_refutations(puzzle: Puzzle, decisions: list[Turn], walked: int, values: Values, found: Findings) -> None:
    """Exactly one for every class of wrong cards at every decision, and each of them holds."""
    turns = {turn.place: turn for turn in decisions}
    told: set[tuple[int, tuple[Card, ...]]] = set()
    for i, refuted in enumerate(puzzle.refutations):
        where, first = f"refutations[{i}]", refuted.cards[0]
        if refuted.place >= walked:
            continue  # behind a card that gave the goal away
        turn = turns.get(refuted.place)
        cards = None if turn is None else next((cards for cards in turn.wrong if first in cards), None)
        if turn is None or cards is None:
            there = f"line[{refuted.place}]"
            words = f"{there} is no decision" if turn is None else f"at {there} {first} reaches the goal"
            found.fail("refutes_nothing", words, where, None, first)
            continue
        if (refuted.place, cards) in told:
            words = f"{first} at line[{refuted.place}] was refuted before"
            found.fail("repeated_refutation", words, where, turn.moment.at.seat, first)
            continue
        told.add((refuted.place, cards))
        _check_refutation(turn, cards, refuted, where, values, found)
    for turn in decisions:
        for cards in turn.wrong:
            if (turn.place, cards) not in told:
                words = f"nothing is said against {named(cards)} at line[{turn.place}]"
                found.fail("missing_refutation", words, "refutations", turn.moment.at.seat, cards[0])


def _check_refutation(
    turn: Turn, cards: tuple[Card, ...], refuted: Refutation, where: str, values: Values, found: Findings
) -> None:
    """Class and points of the wrong card, and the line against it: best play until the goal is out of reach."""
    quest, seat, first = values.quest, turn.moment.at.seat, refuted.cards[0]
    if set(refuted.cards) != set(cards):
        words = f"{named(cards)} play exactly alike, not {named(refuted.cards)}"
        found.fail("wrong_class", words, f"{where}.same_as", seat, first)
    value = turn.values[first]
    if quest.goal.kind != LAST_TRICK and refuted.points != value.points:
        words = f"behind {first} the side gets {value.points} points of the rest, not {refuted.points}"
        found.fail("wrong_points", words, f"{where}.points", seat, first)
    moment = quest.after(turn.moment, first)
    for i, card in enumerate(refuted.line):
        if quest.decided(moment) is not None:
            words = f"the goal is out of reach before {card} is played"
            found.fail("late_refutation", words, f"{where}.line[{i}]", moment.at.seat, card)
            return
        _check_best(values, moment, card, f"{where}.line[{i}]", found)
        moment = quest.after(moment, card)
    if quest.decided(moment) is not False:
        end = refuted.line[-1] if refuted.line else first
        words = f"behind {end} the goal can still be reached"
        found.fail("open_refutation", words, f"{where}.line", None, end)
