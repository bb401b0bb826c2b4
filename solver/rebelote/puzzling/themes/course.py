"""The main line of a puzzle trick by trick, which is how themes look at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from rebelote.cards import Card, from_mask
from rebelote.positions import Position
from rebelote.puzzling.lines import Decision
from rebelote.puzzling.quests import Moment
from rebelote.puzzling.scenes import Scene
from rebelote.tricks import suit_of, winning_index


@dataclass(frozen=True, slots=True)
class Trick:
    """A whole trick: who led it, its cards in playing order, who took it, and the position before each card.

    ``before`` has no position for the cards that lay on the table from the start.
    """

    leader: int
    cards: tuple[Card, ...]
    winner: int
    before: tuple[Position, ...]

    @property
    def led(self) -> int:
        """The suit led."""
        return self.cards[0].suit

    def card_of(self, seat: int) -> Card:
        """What a seat played to it."""
        return self.cards[(seat - self.leader) % len(self.cards)]

    @property
    def best(self) -> Card:
        """The card that took it."""
        return self.card_of(self.winner)

    def before_card_of(self, seat: int) -> Position | None:
        """The position in which a seat played; none where its card lay there from the start."""
        place = (seat - self.leader) % len(self.cards) - (len(self.cards) - len(self.before))
        return self.before[place] if place >= 0 else None


def whole_tricks(at: Position, cards: Iterable[Card]) -> Iterator[Trick]:
    """The tricks that are completed when these cards are played from a position."""
    before: list[Position] = []
    for card in cards:
        before.append(at)
        after = at.put(card)
        if not after.trick:
            yield Trick(at.leader, (*at.trick, card), after.leader, tuple(before))
            before = []
        at = after


@dataclass(frozen=True, slots=True)
class Crossing:
    """A decision, and the number of its trick on the main line, from 0."""

    decision: Decision
    number: int

    @property
    def at(self) -> Position:
        return self.decision.moment.at

    @property
    def seat(self) -> int:
        return self.at.seat

    @property
    def card(self) -> Card:
        """The card that is played: the first of the right class."""
        return self.decision.right.card

    @property
    def wrong(self) -> tuple[Card, ...]:
        """The first card of every wrong class."""
        return tuple(choice.card for choice in self.decision.wrong)

    @property
    def table(self) -> tuple[Card, ...]:
        """What lies there."""
        return self.at.trick


class Course:
    """A scene's main line by tricks, its decisions, and what other play comes to."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        start = scene.start
        self.rules, self.strain, self.misere = start.rules, start.strain, start.misere
        self.side, self.others, self.players = start.side, start.others, start.players
        self.trump = suit_of(start.strain)
        self.strength = start.rules.strengths(start.strain)
        self._later: dict[tuple[int, Card], tuple[Trick, ...]] = {}

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """Every trick of line and rest."""
        return tuple(whole_tricks(self.scene.start, (turn.card for turn in self.scene.turns)))

    @cached_property
    def crossings(self) -> tuple[Crossing, ...]:
        """The decisions, in order."""
        lying = len(self.scene.start.trick)
        return tuple(Crossing(one, (lying + one.place) // self.players) for one in self.scene.main.decisions)

    def trick_of(self, crossing: Crossing) -> Trick:
        """The trick of the main line in which a decision falls."""
        return self.tricks[crossing.number]

    def after(self, crossing: Crossing) -> tuple[Trick, ...]:
        """The tricks of the main line behind that one."""
        return self.tricks[crossing.number + 1 :]

    def instead(self, crossing: Crossing, wrong: Card) -> tuple[Trick, ...]:
        """The tricks from a decision's on, when a wrong card is played there and both sides go on at their best."""
        key = crossing.decision.place, wrong
        if key not in self._later:
            moment = self.scene.quest.after(crossing.decision.moment, wrong)
            self._later[key] = tuple(whole_tricks(crossing.at, (wrong, *self.best_play(moment))))
        return self._later[key]

    def best_play(self, moment: Moment) -> Iterator[Card]:
        """Both sides at their best to the end of the deal; begins as a refutation does."""
        while not moment.over:
            card = self.scene.judge.choices(moment)[0].card
            yield card
            moment = self.scene.quest.after(moment, card)

    def is_trump(self, card: Card) -> bool:
        """Whether a card is of the one trump suit."""
        return card.suit == self.trump

    def held(self, at: Position, seat: int, suit: int | None) -> list[Card]:
        """A hand's cards of a suit, the weakest first; none of no suit."""
        if suit is None:
            return []
        return sorted(from_mask(at.hands[seat] & 0xFF << 8 * suit), key=self.strength.__getitem__)

    def wins_now(self, at: Position, card: Card) -> bool:
        """Whether a card would be the best on the table."""
        return at.winner_with(card) == at.seat

    def best_on_table(self, at: Position) -> Card:
        """The best card of a started trick."""
        return at.trick[winning_index(at.rules, at.strain, at.trick)]
