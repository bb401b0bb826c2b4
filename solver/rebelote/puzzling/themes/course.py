"""The main line of a puzzle trick by trick, which is how themes look at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from rebelote.cards import Card, from_mask
from rebelote.engine import place
from rebelote.positions import Position
from rebelote.puzzling.lines import Decision
from rebelote.puzzling.quests import Moment
from rebelote.puzzling.scenes import Scene
from rebelote.tricks import suit_of


@dataclass(frozen=True, slots=True)
class Trick:
    """A whole trick: who led it, its cards in playing order, who took it, and the positions before its cards.

    ``before`` has none for the cards that lay on the table from the start.
    """

    leader: int
    cards: tuple[Card, ...]
    winner: int
    before: tuple[Position, ...]

    @property
    def led(self) -> int:
        """The suit led."""
        return self.cards[0].suit

    @property
    def best(self) -> Card:
        """The card that took it."""
        return self.card_of(self.winner)

    def place_of(self, seat: int) -> int:
        """When a seat played to it: 0 for the leader."""
        return (seat - self.leader) % len(self.cards)

    def card_of(self, seat: int) -> Card:
        """What a seat played to it."""
        return self.cards[self.place_of(seat)]

    def before_card_of(self, seat: int) -> Position | None:
        """The position in which a seat played to it; none where its card lay there from the start."""
        lying = len(self.cards) - len(self.before)
        return self.before[self.place_of(seat) - lying] if self.place_of(seat) >= lying else None


def whole_tricks(at: Position, cards: Iterable[Card]) -> Iterator[Trick]:
    """The tricks that are complete once these cards are played from a position."""
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
    def on_lead(self) -> bool:
        return not self.at.trick

    @property
    def right(self) -> Card:
        """The card that is played: the first of the right class."""
        return self.decision.right.card

    @property
    def wrong(self) -> tuple[Card, ...]:
        """The first card of every wrong class."""
        return tuple(choice.card for choice in self.decision.wrong)


class Course:
    """A scene's main line by tricks, its decisions, and what other play comes to."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        start = scene.start
        self.rules, self.strain = start.rules, start.strain
        self.side, self.others, self.players = start.side, start.others, start.players
        self.trump = suit_of(start.strain)
        self.strength = start.rules.strengths(start.strain)
        self._instead: dict[tuple[int, Card], tuple[Trick, ...]] = {}

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """Every trick of line and rest."""
        return tuple(whole_tricks(self.scene.start, self.scene.main.line + self.scene.main.rest))

    @cached_property
    def crossings(self) -> tuple[Crossing, ...]:
        """The decisions, in order."""
        return tuple(Crossing(one, self.number_of(one.place)) for one in self.scene.main.decisions)

    def number_of(self, place: int) -> int:
        """In which trick a card of the main line falls."""
        return (len(self.scene.start.trick) + place) // self.players

    def trick_of(self, crossing: Crossing) -> Trick:
        """The trick of the main line in which a decision falls."""
        return self.tricks[crossing.number]

    def later(self, crossing: Crossing) -> tuple[Trick, ...]:
        """The tricks of the main line after that one."""
        return self.tricks[crossing.number + 1 :]

    def instead(self, crossing: Crossing, wrong: Card) -> tuple[Trick, ...]:
        """The decision's trick and those after it when a wrong card is played, and then both sides play their best."""
        key = crossing.decision.place, wrong
        if key not in self._instead:
            after = self.scene.quest.after(crossing.decision.moment, wrong)
            self._instead[key] = tuple(whole_tricks(crossing.at, (wrong, *self.best_play(after))))
        return self._instead[key]

    def best_play(self, moment: Moment) -> Iterator[Card]:
        """What both sides play from there to the end of the deal, at their best; it begins as a refutation does."""
        while not moment.over:
            card = self.scene.judge.choices(moment)[0].card
            yield card
            moment = self.scene.quest.after(moment, card)

    def reached(self, moment: Moment, at: Position) -> bool:
        """Whether the goal is reached at a moment when its position is another one, with the same points at stake."""
        with self.scene.judge.engine.search(at) as core:
            place(core, at)
            chain = core.search(-2, at.at_stake + 2)
        assert chain is not None, "a search without a budget ends"
        return self.scene.quest.reaches(moment, chain)

    def is_trump(self, card: Card) -> bool:
        """Whether a card is of the one trump suit."""
        return card.suit == self.trump

    def held(self, at: Position, seat: int, suit: int | None) -> list[Card]:
        """A hand's cards of a suit, the weakest first; none of no suit."""
        if suit is None:
            return []
        return sorted(from_mask(at.hands[seat] & 0xFF << 8 * suit), key=self.strength.__getitem__)

    def beats(self, card: Card, other: Card) -> bool:
        """Whether a card goes over another one of its suit."""
        return card.suit == other.suit and self.strength[card] > self.strength[other]

    def beaten_by(self, at: Position, seat: int, card: Card) -> bool:
        """Whether a hand holds a card of that suit which goes over it."""
        return any(self.beats(own, card) for own in self.held(at, seat, card.suit))

    def takes_over(self, at: Position, card: Card) -> bool:
        """Whether a card of the seat on turn becomes the best on the table."""
        return at.winner_with(card) == at.seat
