"""Whether everything holds that a puzzle claims, found out anew: nothing of it is believed."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose
from typing import Any

from rebelote.engine import Engine, StopFlag
from rebelote.errors import Problem
from rebelote.puzzling.goals import contract_goal
from rebelote.puzzling.grading import grade
from rebelote.puzzling.handproofs import check_hand
from rebelote.puzzling.judging import Judge, judge
from rebelote.puzzling.lines import Decision, MainLine
from rebelote.puzzling.proofs import Turn, check_proof
from rebelote.puzzling.proofvalues import Findings, values_of
from rebelote.puzzling.puzzles import Background, Grading, Puzzle, Shares
from rebelote.puzzling.reading import PuzzleError, puzzle_of
from rebelote.puzzling.sameness import puzzle_id
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.spots import bare_knowledge
from rebelote.puzzling.themes import themes_of
from rebelote.worlds.knowledge import Knowledge


def verify(puzzle: Puzzle, *, engine: Engine | None = None, stop: StopFlag | None = None) -> list[Problem]:
    """Every claim of a puzzle that does not hold, each with its place; none when all do.

    Every position on the way is solved with every pruning rule off. Of puzzles of up to four tricks the turns of the
    solving side on the main line are solved by the plain solver too, of longer ones those with up to three tricks left.
    ``engine`` lends its tables and must prune nothing (``ValueError``). Themes and grade are looked at only where the
    main line holds, for they follow from it. Raises ``Interrupted`` when stopped.
    """
    use = engine or Engine(prune=0)
    if use.prune:
        raise ValueError("puzzles are verified with every pruning rule off: Engine(prune=0)")
    try:
        puzzle = puzzle_of(puzzle.to_dict())
    except PuzzleError as error:
        return error.problems
    found = Findings()
    _check_id(puzzle, found)
    _check_contract(puzzle, found)
    with values_of(puzzle.quest, use, stop, found) as values:
        decisions = check_proof(puzzle, values, found)
    known = bare_knowledge(puzzle.position, puzzle.background)
    shares: Shares | None = None
    if puzzle.view is not None:
        known = Knowledge.from_dict(puzzle.view)
        _check_seen(puzzle.background, known, found)
        shares = check_hand(puzzle, known, use, stop, found)
        if shares is None:
            return found
    if decisions:
        with judge(puzzle.quest, use, stop=stop) as judging:
            scene = Scene(_main_line(puzzle, decisions, judging), judging, known)
            _check_themes(puzzle, themes_of(scene), found)
            _check_grading(puzzle.grading, grade(scene, shares=shares), found)
    return found


# --- what it is, and what hangs on it ----------------------------------------------------


def _check_id(puzzle: Puzzle, found: Findings) -> None:
    name = puzzle_id(puzzle.position, puzzle.goal, puzzle.form)
    if puzzle.id != name:
        found.fail("wrong_id", f"position, goal and form make the id {name}", "id")


def _check_contract(puzzle: Puzzle, found: Findings) -> None:
    """What was taken before adds up, and the goal is what the contract comes to."""
    known = puzzle.background
    if known is None:
        return
    at, past = puzzle.position, known.past
    for seat, points in enumerate(past.points):
        if points and not past.tricks[seat]:
            words = f"seat {seat} took {points} points and no trick"
            found.fail("wrong_points", words, "stakes.points", seat)
    # Where all cards are in play, all points are.
    whole = at.players * at.rules.cards == 32 and sum(past.tricks) + at.tricks_left == at.rules.cards
    pack = sum(at.rules.points(at.strain)) + at.rules.last_trick
    if whole and sum(past.points) + at.at_stake != pack:
        words = f"{sum(past.points)} points were taken and {at.at_stake} are at stake, of {pack}"
        found.fail("wrong_points", words, "stakes.points")
    if puzzle.goal.contract is None:
        return
    goal = contract_goal(at, known.stakes, past)
    if goal != puzzle.goal:
        told = "no goal" if goal is None else f"the goal {goal.to_dict()}"
        found.fail("wrong_goal", f"the contract comes to {told}, not {puzzle.goal.to_dict()}", "goal")


def _check_seen(background: Background | None, known: Knowledge, found: Findings) -> None:
    """What is told of the deal so far is what the solver saw."""
    if background is None or known.cards != known.rules.cards:
        return
    for key in ("points", "tricks"):
        told, seen = getattr(background.past, key), getattr(known.past, key)
        if told != seen:
            words = f"the seats took {list(seen)}, as the solver saw, not {list(told)}"
            found.fail("wrong_stakes", words, f"stakes.{key}")
    if known.contract is not None and known.contract != background.stakes.contract:
        found.fail("wrong_stakes", "the solver knows of another contract", "stakes")


# --- what is said of it ------------------------------------------------------------------


def _main_line(puzzle: Puzzle, turns: tuple[Turn, ...], judging: Judge) -> MainLine:
    """The puzzle's own line, as themes and grading want it."""
    decisions = []
    for turn in turns:
        choices = judging.choices(turn.moment)
        right = next(choice for choice in choices if turn.right[0][0] in choice.cards)
        wrong = tuple(choice for choice in choices if choice is not right)
        decisions.append(Decision(turn.place, turn.moment, right, wrong))
    return MainLine(puzzle.quest, puzzle.line, puzzle.rest, tuple(decisions))


def _check_themes(puzzle: Puzzle, themes: tuple[str, ...], found: Findings) -> None:
    for i, name in enumerate(puzzle.themes):
        if name not in themes:
            found.fail("wrong_themes", f"the puzzle does not have the theme {name}", f"themes[{i}]")
    for name in themes:
        if name not in puzzle.themes:
            found.fail("wrong_themes", f"the puzzle has the theme {name} too", "themes")


def _check_grading(told: Grading, grading: Grading, found: Findings) -> None:
    """Every number; those that are no whole ones up to what their last digit can bear."""
    for where, one, other in _numbers(told, grading):
        if other is None:
            found.fail("wrong_grade", f"{where} is nothing that is measured", where)
        elif one is None or isinstance(one, bool) != isinstance(other, bool) or not isclose(one, other, abs_tol=1e-9):
            found.fail("wrong_grade", f"{where} is {other}, {'and not told' if one is None else f'not {one}'}", where)


def _numbers(told: Grading, grading: Grading) -> Iterator[tuple[str, Any, Any]]:
    yield "grade", told.grade, grading.grade
    yield "difficulty", told.difficulty, grading.difficulty
    yield "interest", told.interest, grading.interest
    for name in (*grading.measures, *(name for name in told.measures if name not in grading.measures)):
        yield f"measures.{name}", told.measures.get(name), grading.measures.get(name)
