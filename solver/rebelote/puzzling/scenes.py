"""A scene: the quest of a puzzle with its main line and an open judge, for themes and grading to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rebelote.cards import Card
from rebelote.positions import Position
from rebelote.puzzling.judging import Choice, Judge
from rebelote.puzzling.lines import Decision, MainLine, refutation
from rebelote.puzzling.quests import Moment, Quest
from rebelote.worlds.knowledge import Knowledge


@dataclass(frozen=True)
class Turn:
    """One card of the main line: ``place`` in it, from 0, the moment before it, and the card."""

    place: int
    moment: Moment
    card: Card

    @property
    def at(self) -> Position:
        return self.moment.at

    @property
    def seat(self) -> int:
        return self.moment.at.seat


@dataclass(frozen=True)
class Scene:
    """What themes and grading look at.

    ``knowledge`` is what the seat on turn knows at the start. The judge may be asked about any moment of the quest.
    """

    main: MainLine
    judge: Judge
    knowledge: Knowledge

    @property
    def quest(self) -> Quest:
        return self.main.quest

    @property
    def start(self) -> Position:
        return self.main.quest.start

    @property
    def first(self) -> Decision:
        """The decision at the start."""
        return self.main.decisions[0]

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """Every card of line and rest, to the end of the deal."""
        return tuple(self._turns())

    def _turns(self) -> Iterator[Turn]:
        moment = self.quest.first()
        for place, card in enumerate(self.main.line + self.main.rest):
            yield Turn(place, moment, card)
            moment = self.quest.after(moment, card)

    def ours(self, turn: Turn) -> bool:
        """Whether the solving side plays that card."""
        return turn.seat in self.start.side

    @cached_property
    def refutations(self) -> tuple[tuple[Decision, Choice, tuple[Card, ...]], ...]:
        """Each wrong class at each decision, and what follows its first card until the goal is out of reach."""
        return tuple(
            (decision, choice, refutation(self.judge, decision.moment, choice.card))
            for decision in self.main.decisions
            for choice in decision.wrong
        )
