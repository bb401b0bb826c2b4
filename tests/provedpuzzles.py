"""Puzzles for tests of verifying, in which everything is so: of every game and goal, of contracts, of one hand."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

from builtpuzzles import ASKED, hand_puzzle
from puzzlescenes import TABLES, endings
from rebelote import Position, solve
from rebelote.puzzling.goals import KINDS, LAST_TRICK, NO_TRICK, POINTS, SWEEP, TRICK, PuzzleGoal, contract_goal
from rebelote.puzzling.grading import grade
from rebelote.puzzling.handforms import over_worlds
from rebelote.puzzling.judging import judge
from rebelote.puzzling.lines import main_line
from rebelote.puzzling.puzzles import HAND, OPEN, Background, Puzzle, Refutation, Shares
from rebelote.puzzling.quests import Quest
from rebelote.puzzling.reading import puzzle_of
from rebelote.puzzling.sameness import puzzle_id
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.spots import bare_knowledge
from rebelote.puzzling.themes import themes_of
from rebelote.puzzling.verifying import verify
from rebelote.rules import Strain
from rebelote.scoring import Contract
from rebelote.stakes import Past, Stakes
from rebelote.worlds.knowledge import Knowledge

Data = dict[str, Any]

#: Endings with what the seats had taken, tricks and points, and the contract that hangs on what follows.
CONTRACTS = {
    "made": (
        "classic S 2 98...A/KJ...Q/A..QJ./.K.KT. - side=02", (0, 2, 3, 0), (0, 24, 42, 0), Contract(Strain.SPADES, 2),
    ),
    "broken": (
        "classic D 1 KQ...K/...T87/.T..AJ/..K.Q9 - side=13", (1, 1, 2, 1), (18, 35, 35, 13),
        Contract(Strain.DIAMONDS, 2),
    ),
}  # fmt: skip


def proved(
    at: Position, goal: PuzzleGoal, *, background: Background | None = None, view: Data | None = None,
    shares: Shares | None = None,
) -> Puzzle | None:  # fmt: skip
    """The puzzle of a position, with nothing in it that is not so; none where it is no puzzle."""
    form = OPEN if view is None else HAND
    known = bare_knowledge(at, background) if view is None else Knowledge.from_dict(view)
    quest = Quest(at, goal)
    with judge(quest) as judging:
        main = main_line(judging)
        if main is None:
            return None
        scene = Scene(main, judging, known)
        refuted, gaps = [], [at.at_stake]
        for decision, wrong, line in scene.refutations:
            points = min(max(wrong.chain, 0), quest.rest(decision.moment))
            refuted.append(Refutation(decision.place, wrong.cards, None if goal.kind == LAST_TRICK else points, line))
            gaps.append(abs((goal.points or 0) - decision.moment.taken.points - points))
        return Puzzle(
            puzzle_id(at, goal, form), form, at, goal, main.decisions[0].right.cards, main.line, main.rest,
            len(main.decisions), None if goal.points is None else min(gaps), tuple(refuted), themes_of(scene),
            grade(scene, shares=shares), background, view, shares, {"seed": 1},
        )  # fmt: skip


def asked(at: Position) -> list[PuzzleGoal]:
    """A goal of each kind that makes sense, of points the most that can be reached."""
    points = PuzzleGoal(POINTS, solve(at).points)
    return [points, *map(PuzzleGoal, (NO_TRICK,) if at.misere else (SWEEP, TRICK, LAST_TRICK))]


@cache
def pool() -> tuple[Puzzle, ...]:
    """Puzzles of every game and goal, most of them short."""
    out = []
    for count, tricks in ((160, (2, 3)), (8, (4, 4)), (80, (5, 6))):
        for at in endings(count, 7, tricks=tricks):
            seat = replace(at, side=next(side for side in at.rules.sides(at.players) if at.seat in side))
            out += [made for goal in asked(seat) if (made := proved(seat, goal)) is not None]
    given = (proved(Position.parse(one.at), one.goal) for one in ASKED.values() if one.goal.contract is None)
    out += [made for made in given if made is not None]
    assert {made.goal.kind for made in out} == set(KINDS)
    assert {(made.position.rules.variant, made.position.players) for made in out} == set(TABLES)
    assert {made.position.misere for made in out} == {True, False}
    assert any(made.position.trick for made in out)
    return tuple(out)


def with_contract(name: str) -> Puzzle:
    """A puzzle whose goal a contract hangs on."""
    at, tricks, points, contract = CONTRACTS[name]
    start = Position.parse(at)
    stakes, past = Stakes(start.rules, start.players, contract, (0,) * 4, (0,) * 4), Past(points, tricks)
    goal = contract_goal(start, stakes, past)
    assert goal is not None
    found = proved(start, goal, background=Background(stakes, past))
    assert found is not None
    return found


def of_one_hand(name: str) -> Puzzle:
    """A puzzle of which one hand is seen, with the largest share that its answer has."""
    plain = hand_puzzle(name)
    assert plain.view is not None
    told = over_worlds(Knowledge.from_dict(plain.view), plain.goal)
    assert told is not None
    count, cards = told
    share = round(cards[plain.answer[0]] / count - 0.0005, 3)
    found = proved(plain.position, plain.goal, view=dict(plain.view), shares=Shares(count, share, cards))
    assert found is not None
    return found


def as_json(made: Puzzle) -> Data:
    out: Data = json.loads(json.dumps(made.to_dict()))
    return out


def told(data: Data) -> list[tuple[str, str]]:
    return [(problem.code, problem.where) for problem in verify(puzzle_of(data))]
