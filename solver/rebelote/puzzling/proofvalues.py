"""What every card comes to, for whoever checks a proof: solved with nothing pruned, short endings twice; equal cards.

Nothing of how puzzles are found is used here, only what a quest is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from rebelote import reference
from rebelote.cards import Card, from_mask, to_mask
from rebelote.engine import Core, Engine, StopFlag, place
from rebelote.errors import Interrupted, Problem
from rebelote.positions import Position
from rebelote.puzzling.goals import LAST_TRICK, NO_TRICK, POINTS, SWEEP, TRICK, PuzzleGoal
from rebelote.puzzling.quests import Moment, Quest
from rebelote.values import Value

#: Puzzles of so many tricks are solved by the plain solver too, and of longer ones the ends with one trick fewer.
PLAIN_TRICKS = 4


class Findings(list[Problem]):
    """What does not hold, in the order in which it was found."""

    def fail(self, code: str, message: str, where: str, seat: int | None = None, card: Card | None = None) -> None:
        self.append(Problem(code, message, where, seat, None if card is None else str(card)))


class Values:
    """What the legal cards at the moments of one quest come to; open one with ``values_of``.

    Where the two solvers differ, ``found`` is told.
    """

    def __init__(self, quest: Quest, core: Core, stop: StopFlag | None, found: Findings) -> None:
        self.quest = quest
        self._core = core
        self._stop = stop
        self._found = found
        # Four tricks take the plain solver the greater part of a second; a long puzzle comes by many such moments.
        self._plain = PLAIN_TRICKS - (quest.start.tricks_left > PLAIN_TRICKS)

    def at(self, moment: Moment, where: str, *, twice: bool = False) -> dict[Card, Value]:
        """The value of the rest after each legal card, by the rules that the goal is looked for with.

        ``twice``: short puzzles, and the ends of long ones, by the plain solver too. Raises ``Interrupted`` when
        stopped.
        """
        at = self.quest.position(moment)
        place(self._core, at, self._stop)
        solved = unpruned(self._core, at)
        if twice and at.tricks_left <= self._plain:
            plain = reference.card_values(at)
            for card, value in solved.items():
                if plain.get(card) != value:
                    words = f"the engine and the plain solver differ about {card}: {value} and {plain.get(card)}"
                    self._found.fail("solvers_differ", words, where, at.seat, card)
        return solved


@contextmanager
def values_of(quest: Quest, engine: Engine, stop: StopFlag | None, found: Findings) -> Iterator[Values]:
    """The values of a quest, with a table for as long as they are open."""
    with engine.search(quest.looked_for[0]) as core:
        yield Values(quest, core, stop, found)


def unpruned(core: Core, at: Position) -> dict[Card, Value]:
    """What each legal card of the position on the board comes to, card by card."""
    values = core.values()
    if not values:
        raise Interrupted("the search was stopped")
    of = core.rest
    return {
        Card(card): Value.from_chain(at.side, chain, of) for first, chain, alike in values for card in (first, *alike)
    }


def meets(goal: PuzzleGoal, misere: bool, points: int, sweep: int) -> bool:
    """Whether points and sweep of the whole quest reach its goal; of the last trick, points as it alone counts."""
    if goal.kind == POINTS:
        assert goal.points is not None
        return points <= goal.points if misere else points >= goal.points
    return {SWEEP: sweep == 1, TRICK: sweep >= 0, NO_TRICK: sweep == -1, LAST_TRICK: points == 1}[goal.kind]


def whole(moment: Moment, value: Value) -> tuple[int, int]:
    """Points and sweep of the whole quest when the rest comes to ``value``."""
    taken = moment.taken
    ours, theirs = taken.ours or value.sweep >= 0, taken.theirs or value.sweep <= 0
    return taken.points + value.points, 1 if not theirs else -1 if not ours else 0


def best(quest: Quest, moment: Moment, values: Iterable[Value]) -> Value:
    """The value that the seat on turn plays for."""
    wants_many = quest.ours(moment) != quest.start.misere
    return (max if wants_many else min)(values, key=lambda value: value.rank)


def equals(at: Position, cards: Iterable[Card], others: int | None = None) -> list[tuple[Card, ...]]:
    """Cards of the seat on turn in classes that play exactly alike, lowest numbers first.

    Two cards do when they are of one suit and worth the same, and no card between them lies on the table or is in
    another hand: then nothing changes when they change names. ``others``: what the other hands hold, where that is not
    the position's.
    """
    strength, points = at.rules.strengths(at.strain), at.rules.points(at.strain)
    if others is None:
        others = sum(hand for seat, hand in enumerate(at.hands) if seat != at.seat)
    between = from_mask(others | to_mask(at.trick))

    def alike(one: Card, two: Card) -> bool:
        low, high = sorted((strength[one], strength[two]))
        same = one.suit == two.suit and points[one] == points[two]
        return same and not any(c.suit == one.suit and low < strength[c] < high for c in between)

    out: list[list[Card]] = []
    for card in sorted(cards):
        group = next((group for group in out if alike(group[0], card)), None)
        if group is None:
            out.append([card])
        else:
            group.append(card)
    return [tuple(group) for group in out]


def named(cards: Sequence[Card]) -> str:
    """``TH``, ``TH and 7D``, ``TH, 7D and 8C``."""
    words = [str(card) for card in cards]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
