"""What every card of a hand comes to in the worlds that fit what its seat knows: solved, and counted by classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from itertools import chain as chained

from rebelote.cards import Card, from_mask
from rebelote.engine import Engine, StopFlag, packed
from rebelote.errors import Interrupted
from rebelote.lookahead.goals import Goal
from rebelote.puzzling.goals import PuzzleGoal
from rebelote.worlds.knowledge import Knowledge

#: What each seat still holds in a world.
Hands = tuple[int, ...]


class Census:
    """What every legal card comes to in the worlds that were added.

    Two cards of a hand play alike in a deal when they are of one suit and worth the same, and no card between them
    lies on the table or is in another hand: with their names exchanged everything that the rules ask stays as it is.
    So they do in all worlds exactly when in none of them such a card is between, and it takes no more than the
    union of the others' hands over all worlds to know that. A card that can be in no other hand parts nobody.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.legal = from_mask(knowledge.legal)
        self._strength = knowledge.rules.strengths(knowledge.strain)
        self._points = knowledge.rules.points(knowledge.strain)
        self._foreign = sum(card.bit for card in knowledge.trick)
        #: By card how often which points were at stake and which chain was the best.
        self._ends: dict[Card, Counter[tuple[int, int]]] = {card: Counter() for card in self.legal}

    def add(self, hands: Hands, rest: int, chains: list[int]) -> None:
        """One world more: ``rest`` points at stake in it, ``chains`` by card number."""
        for seat, hand in enumerate(hands):
            if seat != self.knowledge.seat:
                self._foreign |= hand
        for card, ends in self._ends.items():
            ends[rest, chains[card]] += 1

    def points(self, card: Card) -> int:
        """The points that a card comes to in the one world there is."""
        ((rest, chain),) = self._ends[card]
        return min(max(chain, 0), rest)

    def reached(self, card: Card, goal: PuzzleGoal) -> int:
        """In how many worlds a card reaches the goal."""
        wanted = wanted_of(self.knowledge, goal)
        return sum(number for (rest, chain), number in self._ends[card].items() if meets(wanted, rest, chain))

    def counts(self, goal: PuzzleGoal) -> dict[Card, int]:
        """The same of every class, by its first card."""
        out = list[Card]()
        for card in self.legal:
            if all(self.parts([first, card]) for first in out):
                out.append(card)
        return {card: self.reached(card, goal) for card in out}

    def parts(self, cards: list[Card]) -> bool:
        """Whether some of the cards do not play alike in every world that was added."""
        low, high = min(self._strength[c] for c in cards), max(self._strength[c] for c in cards)
        suit = cards[0].suit
        return any(c.suit != suit or self._points[c] != self._points[cards[0]] for c in cards) or any(
            low < self._strength[c] < high for c in from_mask(self._foreign & 0xFF << 8 * suit)
        )


def wanted_of(knowledge: Knowledge, goal: PuzzleGoal) -> Goal:
    """The goal as a line among the outcomes of any world."""
    return goal.on(knowledge.position((0,) * knowledge.players))[1]


def meets(wanted: Goal, rest: int, chain: int) -> bool:
    """Whether an outcome meets the goal in a world with ``rest`` points at stake."""
    return (chain >= wanted.line(rest)) != wanted.fewer


def solved(
    knowledge: Knowledge, goal: PuzzleGoal, worlds: Iterable[Hands], engine: Engine, stop: StopFlag | None
) -> Generator[tuple[Hands, int, list[int]], None, None]:
    """Every world with the points at stake in it and the chains of the legal cards, by the rules the goal asks for.

    All values of a world at once: they take less time than to ask of each card whether it reaches the goal.
    """
    some = iter(worlds)
    first = next(some)
    rules = goal.on(knowledge.position(first))[0].rules
    game = packed(rules, knowledge.players, knowledge.strain)
    side, misere, prune = sum(1 << seat for seat in knowledge.side), knowledge.misere, engine.prune
    leader, trick = knowledge.trick_leader, knowledge.trick
    with engine.search(knowledge.position(first)) as core:
        for hands in chained([first], some):
            if stop is not None and stop.is_set():
                raise Interrupted("the search was stopped")
            core.load(game, hands, side, misere, prune)
            core.place(hands, leader, trick, stop)
            found = core.values()
            if not found:
                raise Interrupted("the search was stopped")
            chains = [0] * 32
            for number, chain, equals in found:
                for card in (number, *equals):
                    chains[card] = chain
            yield hands, core.rest, chains
