"""A goal followed card by card: what was taken on the way, and whether it is decided."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rebelote.cards import Card
from rebelote.lookahead.goals import Goal, Taken
from rebelote.positions import Position
from rebelote.puzzling.goals import PuzzleGoal


@dataclass(frozen=True, slots=True)
class Moment:
    """A point on the way: the position with the game's own rules, and what was taken since the start of the quest."""

    at: Position
    taken: Taken

    @property
    def over(self) -> bool:
        """Whether every card was played."""
        return not any(self.at.hands)


@dataclass(frozen=True)
class Quest:
    """A position and the goal its side is after."""

    start: Position
    goal: PuzzleGoal

    @cached_property
    def looked_for(self) -> tuple[Position, Goal]:
        """The start with the rules that the goal is looked for with, and the goal there."""
        return self.goal.on(self.start)

    @cached_property
    def of(self) -> int:
        """The points at stake under the rules that the goal is looked for with."""
        return self.looked_for[0].at_stake

    @property
    def rising(self) -> bool:
        """Whether the goal asks for much, not for little."""
        return not self.looked_for[1].fewer

    def first(self) -> Moment:
        """The start."""
        return Moment(self.start, Taken())

    def position(self, moment: Moment) -> Position:
        """The moment with the rules that the goal is looked for with."""
        rules = self.looked_for[0].rules
        at = moment.at
        if rules is at.rules:
            return at
        return Position(rules, at.players, at.strain, at.leader, at.hands, at.trick, at.side, at.misere)

    def after(self, moment: Moment, card: Card) -> Moment:
        """The moment after a card of the seat on turn, which must be legal."""
        taken = self.position(moment).taken_with(card)
        after = moment.at.put(card)
        if taken is None:
            return Moment(after, moment.taken)
        winner, points = taken
        return Moment(after, moment.taken.plus(winner in self.start.side, points))

    def play(self, cards: list[Card] | tuple[Card, ...]) -> Moment:
        """The moment after some cards from the start; raises ``IllegalCard`` where one may not be played."""
        moment = self.first()
        for card in cards:
            moment.at.play(card)
            moment = self.after(moment, card)
        return moment

    def line(self, moment: Moment) -> int:
        """The chain of the rest that the goal turns on; −1: every outcome lies above, rest + 2: none."""
        line = self.looked_for[1].line(self.of)
        return moment.taken.line(line, self.of, moment.over)

    def rest(self, moment: Moment) -> int:
        """Points still at stake, under the rules that the goal is looked for with."""
        return self.of - moment.taken.total

    def decided(self, moment: Moment) -> bool | None:
        """True when the goal is reached whatever is played, false when it cannot be any more, else none."""
        line = self.line(moment)
        if line == -1:
            return self.rising
        return not self.rising if line == self.rest(moment) + 2 else None

    def reaches(self, moment: Moment, chain: int) -> bool:
        """Whether an outcome of the rest reaches the goal."""
        return (chain >= self.line(moment)) == self.rising

    def ours(self, moment: Moment) -> bool:
        """Whether the solving side is on turn."""
        return moment.at.seat in self.start.side
