"""A puzzle with its proof, and its JSON form (docs/puzzles.md has every key)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rebelote.cards import Card
from rebelote.positions import Position
from rebelote.puzzling.goals import PuzzleGoal
from rebelote.puzzling.quests import Quest
from rebelote.stakes import Past, Stakes

#: The version of the JSON form.
VERSION = 1

#: All hands are seen; only the hand on turn is.
OPEN, HAND = "open", "hand"
FORMS = (OPEN, HAND)


@dataclass(frozen=True, slots=True)
class Refutation:
    """A class of wrong cards at a turn of the line, and the defence against it.

    ``place``: which card of the line it would have replaced, from 0. ``points``: the most of the rest that the side
    can still get (in misère the least), none where the goal is about the last trick. ``line``: what follows the first
    of the cards, both sides at their best, until the goal is out of reach.
    """

    place: int
    cards: tuple[Card, ...]
    points: int | None
    line: tuple[Card, ...]

    def to_dict(self) -> dict[str, Any]:
        first, *alike = map(str, self.cards)
        out: dict[str, Any] = {"at": self.place, "card": first, "same_as": alike}
        if self.points is not None:
            out["points"] = self.points
        return {**out, "line": [str(card) for card in self.line]}


@dataclass(frozen=True, slots=True)
class Background:
    """What a contract's goal was worked out from: the contract and melds, and what each seat had taken before."""

    stakes: Stakes
    past: Past

    def to_dict(self) -> dict[str, Any]:
        contract, nothing = self.stakes.contract, (0,) * self.stakes.players
        return {
            "declarer": contract.declarer,
            "bid": contract.bid,
            "sweep": contract.sweep,
            "factor": contract.factor,
            "melds": list(self.stakes.melds or nothing),
            "belas": list(self.stakes.belas or nothing),
            "points": list(self.past.points),
            "tricks": list(self.past.tricks),
        }


@dataclass(frozen=True, slots=True)
class Shares:
    """Over all deals that fit what the solver sees: in how many a card can still reach the goal, by the class's first.

    ``worlds`` is how many deals fit; ``share`` is what was asked of the answer.
    """

    worlds: int
    share: float
    cards: Mapping[Card, int] = field(hash=False)

    def to_dict(self) -> dict[str, Any]:
        return {"worlds": self.worlds, "share": self.share, "cards": {str(c): n for c, n in self.cards.items()}}


@dataclass(frozen=True, slots=True)
class Grading:
    """How hard a puzzle is and how good: ``grade`` 1 to 5, worked out from ``measures`` (``puzzling.grading``)."""

    grade: int
    difficulty: float
    interest: float
    measures: Mapping[str, Any] = field(hash=False)


@dataclass(frozen=True)
class Puzzle:
    """A position in which one class of cards, ``answer``, reaches the goal for the side on turn.

    ``line`` is the main line up to the last decision, ``rest`` what follows to the deal's end; ``choices`` is how
    many decisions there are, ``gap`` the least number of points that a wrong card falls short at one of them (none
    where the goal is about tricks). ``background``: contract, melds and what was taken, where they are known. With the
    form ``hand``, ``view`` is what the solver sees (a deal with hidden hands) and ``shares`` how the cards fare over
    all deals that fit. ``source`` says where it comes from.
    """

    id: str
    form: str
    position: Position
    goal: PuzzleGoal
    answer: tuple[Card, ...]
    line: tuple[Card, ...]
    rest: tuple[Card, ...]
    choices: int
    gap: int | None
    refutations: tuple[Refutation, ...]
    themes: tuple[str, ...]
    grading: Grading
    background: Background | None = None
    view: Mapping[str, Any] | None = field(default=None, hash=False)
    shares: Shares | None = None
    source: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @cached_property
    def quest(self) -> Quest:
        """The position and what is to be reached from it."""
        return Quest(self.position, self.goal)

    @property
    def grade(self) -> int:
        return self.grading.grade

    @property
    def tricks(self) -> int:
        """Tricks still to be won, a started one included."""
        return self.position.tricks_left

    def task(self) -> dict[str, Any]:
        """What the solver is told, as JSON data: no solution in it.

        With the form ``hand`` the position's other hands are left out; ``view`` stands in its place.
        """
        out: dict[str, Any] = {"id": self.id, "version": VERSION, "form": self.form}
        if self.form == OPEN:
            out["position"] = self.position.to_dict()
        else:
            out["view"] = dict(self.view or {})
        out["goal"] = self.goal.to_dict()
        if self.background is not None:
            out["stakes"] = self.background.to_dict()
        return {**out, "tricks": self.tricks, "grade": self.grade}

    def to_dict(self) -> dict[str, Any]:
        """The puzzle as JSON data, with its solution."""
        out: dict[str, Any] = {
            "id": self.id,
            "version": VERSION,
            "form": self.form,
            "position": self.position.to_dict(),
            "goal": self.goal.to_dict(),
            "answer": [str(card) for card in self.answer],
            "line": [str(card) for card in self.line],
            "rest": [str(card) for card in self.rest],
            "choices": self.choices,
            "gap": self.gap,
            "refutations": [refuted.to_dict() for refuted in self.refutations],
            "themes": list(self.themes),
            "grade": self.grading.grade,
            "difficulty": self.grading.difficulty,
            "interest": self.grading.interest,
            "measures": dict(self.grading.measures),
        }
        if self.background is not None:
            out["stakes"] = self.background.to_dict()
        if self.view is not None:
            out["view"] = dict(self.view)
        if self.shares is not None:
            out["shares"] = self.shares.to_dict()
        if self.source:
            out["source"] = dict(self.source)
        return out
