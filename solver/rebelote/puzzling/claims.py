"""What a puzzle claims beside its play: themes, grade, and how its cards fare over all deals that fit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rebelote.cards import Card
from rebelote.engine import Engine, StopFlag, place
from rebelote.errors import Interrupted, Problem
from rebelote.puzzling.grading import grade
from rebelote.puzzling.judging import judge
from rebelote.puzzling.lines import main_line
from rebelote.puzzling.puzzles import HAND, Puzzle
from rebelote.puzzling.quests import Quest
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.spots import bare_knowledge
from rebelote.puzzling.themes import themes_of
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge

#: Where more deals fit, they are not gone through again.
MOST_WORLDS = 20_000


def of_themes_and_grade(puzzle: Puzzle, engine: Engine, stop: StopFlag | None) -> Iterator[Problem]:
    """Themes and grading that are not those of the puzzle; its play must hold."""
    bare = bare_knowledge(puzzle.position, puzzle.background)
    hand = puzzle.form == HAND and puzzle.view is not None
    knowledge = Knowledge.from_dict(puzzle.view) if hand and puzzle.view is not None else bare
    with judge(puzzle.quest, engine, stop=stop) as judging:
        main = main_line(judging)
        if main is None or (main.line, main.rest) != (puzzle.line, puzzle.rest):
            yield Problem(
                "other_line", "of several cards that are as good the lowest is not the one in the line", "line"
            )
            return
        scene = Scene(main, judging, knowledge)
        themes = themes_of(scene)
        if themes != puzzle.themes:
            yield Problem("wrong_themes", f"the themes are {', '.join(themes) or 'none'}", "themes")
        found, told = grade(scene, shares=puzzle.shares if hand else None), puzzle.grading
        for name in ("grade", "difficulty", "interest"):
            if getattr(found, name) != getattr(told, name):
                yield Problem(f"wrong_{name}", f"the {name} is {getattr(found, name)}", name)
        if found.measures != told.measures:
            wrong = [name for name, value in found.measures.items() if told.measures.get(name) != value]
            words = ", ".join(f"{name} is {found.measures[name]}" for name in wrong) or "there are others too"
            yield Problem("wrong_measures", words, "measures")


def of_worlds(puzzle: Puzzle, engine: Engine, stop: StopFlag | None) -> Iterator[Problem]:
    """What does not hold of the shares of a puzzle of one hand, each deal that fits solved by itself."""
    shares, view = puzzle.shares, puzzle.view
    if shares is None or view is None:
        return
    known = Knowledge.from_dict(view)
    worlds = Worlds(known)
    if not worlds.fits(puzzle.position.hands):
        yield Problem("wrong_view", "the deal is none of those that fit the view", "view")
    if worlds.count != shares.worlds:
        yield Problem("wrong_worlds", f"{worlds.count} deals fit", "shares.worlds")
    if worlds.count > MOST_WORLDS:
        yield Problem("too_many_worlds", f"more than {MOST_WORLDS} deals fit", "shares.worlds")
        return
    reached = dict.fromkeys(puzzle.position.legal(), 0)
    for hands in worlds:
        for card in _reaching(puzzle, hands, engine, stop):
            reached[card] += 1
    for card, number in shares.cards.items():
        if reached.get(card) != number:
            words = f"{card} reaches the goal in {reached.get(card, 0)} of them"
            yield Problem("wrong_share", words, f"shares.cards.{card}", None, str(card))
    enough = [card for card, number in reached.items() if number >= shares.share * worlds.count]
    if sorted(enough) != sorted(puzzle.answer):
        words = " ".join(map(str, enough)) or "no card"
        yield Problem("wrong_answer", f"in a share of {shares.share} the goal is reached by {words}", "answer")


def _reaching(puzzle: Puzzle, hands: tuple[int, ...], engine: Engine, stop: StopFlag | None) -> Iterator[Card]:
    """The cards that reach the goal in one of the deals."""
    world = replace(puzzle.position, hands=hands)
    quest = Quest(world, puzzle.goal)
    at = quest.looked_for[0]
    with engine.search(at) as core:
        place(core, at, stop)
        found = core.values()
    if not found:
        raise Interrupted("the search was stopped before it was done")
    first = quest.first()
    for card, chain, alike in found:
        if quest.reaches(first, chain):
            yield from map(Card, (card, *alike))
