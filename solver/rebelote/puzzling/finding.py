"""Is there a puzzle at this spot? The filters in the order of what they cost; then the proof, themes and grade."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rebelote.cards import Card
from rebelote.engine import Engine, StopFlag
from rebelote.playing.thumb import rule_of_thumb
from rebelote.positions import Position
from rebelote.puzzling.goals import (
    KINDS,
    LAST_TRICK,
    NO_TRICK,
    POINTS,
    SWEEP,
    TRICK,
    PuzzleGoal,
    contract_goal,
    hangs,
)
from rebelote.puzzling.grading import grade
from rebelote.puzzling.handforms import hand_form
from rebelote.puzzling.judging import Choice, Judge, judge
from rebelote.puzzling.lines import MainLine, main_line
from rebelote.puzzling.onetrick import one_trick_card
from rebelote.puzzling.puzzles import FORMS, HAND, OPEN, Puzzle, Refutation, Shares
from rebelote.puzzling.quests import Quest
from rebelote.puzzling.sameness import puzzle_id
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.spots import Spot
from rebelote.puzzling.themes import THEMES, themes_of
from rebelote.values import Value
from rebelote.worlds.knowledge import Knowledge

#: A goal that a contract hangs on; what it comes to is one of ``KINDS``.
CONTRACT = "contract"

#: What may be asked for.
GOALS = (*KINDS, CONTRACT)

#: What is looked for where nothing is said, in this order.
USUAL_GOALS = (CONTRACT, SWEEP, NO_TRICK, POINTS, LAST_TRICK)


@dataclass(frozen=True)
class Ask:
    """Which puzzles are wanted.

    ``goals``: which kinds, in the order in which they are tried; none for the usual ones. ``form``: ``open`` or
    ``hand``. ``choices``: at least so many decisions (none for two, or one where one hand is seen: only the first card
    is asked then). ``gap``: so many points at least that every wrong card falls
    short, where the goal is a number of points. ``themes``: all of these. ``grades``: one of these, any where none is
    told. ``share``: with the form ``hand``, the share of the deals that fit in which the answer reaches the goal.
    ``surprising``: a player's first ideas fail, that is, the rule of thumb's card, the best card of who looks
    at this trick only, and the card that was played. Raises ``ValueError`` for what cannot be asked.
    """

    goals: tuple[str, ...] = ()
    form: str = OPEN
    choices: int | None = None
    gap: int = 5
    themes: frozenset[str] = frozenset()
    grades: frozenset[int] = frozenset()
    share: float = 1.0
    surprising: bool = True

    def __post_init__(self) -> None:
        asked = (("goal", self.goals, GOALS), ("form", (self.form,), FORMS), ("theme", self.themes, tuple(THEMES)))
        for what, given, known in asked:
            for word in given:
                if word not in known:
                    raise ValueError(f"there is no {what} {word!r}: one of {', '.join(known)}")
        if not all(1 <= number <= 5 for number in self.grades):
            raise ValueError("grades go from 1 to 5")
        if self.least_choices < 1 or self.gap < 1:
            raise ValueError("choices and gap are at least 1")
        if not 0 < self.share <= 1:
            raise ValueError(f"a share is more than 0 and at most 1, not {self.share}")

    @property
    def least_choices(self) -> int:
        """At least so many decisions."""
        return (1 if self.form == HAND else 2) if self.choices is None else self.choices


def find(spot: Spot, ask: Ask, *, engine: Engine | None = None, stop: StopFlag | None = None) -> Puzzle | None:
    """The first puzzle of the goals asked for at a spot, if there is one; raises ``Interrupted`` when stopped."""
    legal = spot.position.legal_mask()
    if not legal & (legal - 1):
        return None
    ideas: set[Card] | None = None
    for goal, choices in _goals(spot, ask, engine, stop):
        right = [choice for choice in choices if choice.reaches]
        if len(right) != 1 or len(choices) == 1 or not _gap(spot.position, goal, right[0], choices, ask):
            continue
        if ask.surprising:
            ideas = _first_ideas(spot) if ideas is None else ideas
            if ideas.intersection(right[0].cards):
                continue
        with judge(Quest(spot.position, goal), engine, stop=stop) as judging:
            found = _proved(spot, ask, judging, choices, engine, stop)
        if found is not None:
            return found
    return None


def _goals(
    spot: Spot, ask: Ask, engine: Engine | None, stop: StopFlag | None
) -> Iterator[tuple[PuzzleGoal, list[Choice]]]:
    """The goals that may be set, each with what the cards of the first turn come to for it."""
    at = spot.position
    asked = ask.goals or USUAL_GOALS
    best: list[Choice] | None = None
    for kind in asked:
        if kind == LAST_TRICK:
            if not at.misere:
                goal = PuzzleGoal(LAST_TRICK)
                with judge(Quest(at, goal), engine, stop=stop) as judging:
                    yield goal, judging.choices(judging.quest.first())
            continue
        if best is None:
            # What the cards are worth does not depend on the goal, only what of it is enough.
            with judge(Quest(at, PuzzleGoal(POINTS, 0)), engine, stop=stop) as judging:
                best = judging.choices(judging.quest.first())
        goal_here = _goal(spot, kind, best)
        if goal_here is not None:
            quest = Quest(at, goal_here)
            first = quest.first()
            yield goal_here, [replace(choice, reaches=quest.reaches(first, choice.chain)) for choice in best]


def _goal(spot: Spot, kind: str, choices: list[Choice]) -> PuzzleGoal | None:
    """The goal of a kind that the best card just reaches."""
    at = spot.position
    value = Value.from_chain(at.side, choices[0].chain, at.at_stake)
    if kind == CONTRACT:
        known = spot.background
        if known is None or not hangs(at, known.stakes, known.past, choices[0].chain, choices[-1].chain):
            return None
        return contract_goal(at, known.stakes, known.past)
    if kind == NO_TRICK:
        return PuzzleGoal(NO_TRICK) if at.misere and value.sweep < 0 else None
    if kind == POINTS:
        none = not value.points if not at.misere else value.points >= at.at_stake
        return None if none else PuzzleGoal(POINTS, value.points)
    if at.misere:
        return None
    if kind == SWEEP:
        return PuzzleGoal(SWEEP) if value.sweep > 0 else None
    return PuzzleGoal(TRICK) if value.sweep >= 0 else None


def _gap(at: Position, goal: PuzzleGoal, right: Choice, choices: list[Choice], ask: Ask) -> bool:
    """Whether every wrong card of the first turn falls short by enough."""
    if goal.kind != POINTS or goal.points is None:
        return True
    wrong = [choice.points for choice in choices if choice is not right]
    return (min(wrong) - goal.points if at.misere else goal.points - max(wrong)) >= ask.gap


def _first_ideas(spot: Spot) -> set[Card]:
    """What comes to mind first, and what was played."""
    ideas = {rule_of_thumb(spot.knowledge()), one_trick_card(spot.position)}
    return ideas if spot.chosen is None else ideas | {spot.chosen}


def _proved(
    spot: Spot, ask: Ask, judging: Judge, first: list[Choice], engine: Engine | None, stop: StopFlag | None
) -> Puzzle | None:
    main = main_line(judging, first)
    if main is None or len(main.decisions) < ask.least_choices or (main.gap is not None and main.gap < ask.gap):
        return None
    knowledge, view, shares = spot.knowledge(), None, None
    if ask.form == HAND:
        if spot.view is None:
            return None
        view = spot.view()
        knowledge = Knowledge.from_dict(view)
        if ask.surprising and rule_of_thumb(knowledge) in main.decisions[0].right.cards:
            return None
        found = hand_form(
            spot.position, judging.quest.goal, knowledge, share=ask.share, gap=ask.gap, engine=engine, stop=stop
        )
        # Where one deal fits, the hand form would be the open one.
        if found is None or found[1].worlds < 2:
            return None
        goal, shares = found
        if goal != judging.quest.goal:
            with judge(Quest(spot.position, goal), engine, stop=stop) as other:
                return _made(spot, ask, other, main_line(other), knowledge, view, shares)
    return _made(spot, ask, judging, main, knowledge, view, shares)


def _made(
    spot: Spot,
    ask: Ask,
    judging: Judge,
    main: MainLine | None,
    knowledge: Knowledge,
    view: Mapping[str, Any] | None,
    shares: Shares | None,
) -> Puzzle | None:
    """The puzzle of a main line, if themes and grade are those asked for."""
    if main is None or len(main.decisions) < ask.least_choices or (main.gap is not None and main.gap < ask.gap):
        return None
    scene = Scene(main, judging, knowledge)
    themes = themes_of(scene)
    if not ask.themes <= set(themes):
        return None
    grading = grade(scene, shares=shares)
    if ask.grades and grading.grade not in ask.grades:
        return None
    quest = judging.quest
    return Puzzle(
        puzzle_id(quest.start, quest.goal, ask.form),
        ask.form,
        quest.start,
        quest.goal,
        main.decisions[0].right.cards,
        main.line,
        main.rest,
        len(main.decisions),
        main.gap,
        tuple(refutations(scene)),
        themes,
        grading,
        spot.background,
        view,
        shares,
        spot.source,
    )


def refutations(scene: Scene) -> Iterator[Refutation]:
    """The defence against every class of wrong cards at every decision."""
    last = scene.quest.goal.kind == LAST_TRICK
    for decision, wrong, line in scene.refutations:
        yield Refutation(decision.place, wrong.cards, None if last else wrong.points, line)
