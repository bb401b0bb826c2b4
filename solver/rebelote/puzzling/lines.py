"""The main line of a puzzle, and the defence against every wrong card on it.

The solving side plays the one class that reaches the goal, the others the card that leaves it least. A *decision* is
a turn of the solving side with a wrong card; the line ends with the last of them, and what follows (``rest``) is forced
or cannot go wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

from rebelote.cards import Card
from rebelote.puzzling.goals import POINTS
from rebelote.puzzling.judging import Choice, Judge
from rebelote.puzzling.quests import Moment, Quest


@dataclass(frozen=True, slots=True)
class Decision:
    """A turn of the solving side where cards fail: ``place`` of the turn in the line, from 0, and its moment."""

    place: int
    moment: Moment
    right: Choice
    wrong: tuple[Choice, ...]

    def gap(self, quest: Quest) -> int:
        """How many points the best of the wrong cards falls short of the goal."""
        line, best = quest.line(self.moment), max if quest.rising else min
        short = line - best(choice.points for choice in self.wrong)
        return short if quest.rising else 1 - short


@dataclass(frozen=True, slots=True)
class MainLine:
    """Best play from the start to the end of the deal: ``line`` up to the last decision, then ``rest``."""

    quest: Quest
    line: tuple[Card, ...]
    rest: tuple[Card, ...]
    decisions: tuple[Decision, ...]

    @property
    def gap(self) -> int | None:
        """The least gap of its decisions, in points; none where the goal is about tricks."""
        if self.quest.goal.kind != POINTS:
            return None
        return min(decision.gap(self.quest) for decision in self.decisions)


def main_line(judge: Judge, first: list[Choice] | None = None) -> MainLine | None:
    """The main line of the judge's quest; none when the goal cannot be reached, or by several ways at some decision.

    The turn of the start must be a decision itself. ``first``: its choices, where they are known already.
    """
    quest = judge.quest
    moment, cards, decisions = quest.first(), list[Card](), list[Decision]()
    free = False
    while not moment.over:
        choices = first if first is not None and not cards else judge.choices(moment)
        card = choices[0].card
        if quest.ours(moment):
            right = [choice for choice in choices if choice.reaches]
            wrong = tuple(choice for choice in choices if not choice.reaches)
            if wrong:
                # With several ways, or after a turn on which everything would do, nothing here is *the* card.
                if len(right) != 1 or free:
                    return None
                decisions.append(Decision(len(cards), moment, right[0], wrong))
            elif not decisions:
                return None
            free = free or len(right) > 1
            card = right[0].card
        cards.append(card)
        moment = quest.after(moment, card)
    if not decisions:
        return None
    end = decisions[-1].place + 1
    return MainLine(quest, tuple(cards[:end]), tuple(cards[end:]), tuple(decisions))


def refutation(judge: Judge, moment: Moment, wrong: Card) -> tuple[Card, ...]:
    """What follows a wrong card, both sides at their best, until the goal is out of reach."""
    quest = judge.quest
    moment = quest.after(moment, wrong)
    cards: list[Card] = []
    while quest.decided(moment) is None:
        card = judge.choices(moment)[0].card
        cards.append(card)
        moment = quest.after(moment, card)
    return tuple(cards)
