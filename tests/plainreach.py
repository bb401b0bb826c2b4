"""A plain search for yes or no, from the rules of play alone: can a side come to a count?

It knows the legal cards, the winner of a trick and the worth of cards from ``rebelote.tricks`` and ``rebelote.rules``,
and shares nothing else with the engine. A goal of a puzzle becomes a ``Count``, and what a puzzle's cards do is asked
of a ``Question``. States are ``Table``: the hands (masks), who leads the trick, and the cards on the table.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from rebelote import Card, Rules, Strain
from rebelote.cards import ALL_CARDS, iter_mask, to_mask
from rebelote.rules import strain_of
from rebelote.tricks import legal_mask, winning_index


class Table(NamedTuple):
    """The hands (masks of what is still held), who leads the trick, and the cards on the table."""

    hands: tuple[int, ...]
    leader: int
    trick: tuple[Card, ...] = ()

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return (self.leader + len(self.trick)) % len(self.hands)

    @property
    def tricks(self) -> int:
        """Tricks still to be won, a started one included."""
        return self.hands[self.leader].bit_count() + bool(self.trick)


class Play:
    """The rules and the strain that cards are played under; it remembers what the rules said of a hand and a trick."""

    def __init__(self, rules: Rules, strain: Strain) -> None:
        self.rules, self.strain = rules, strain
        self.points, self.strength = rules.points(strain), rules.strengths(strain)
        self.upward = sorted(ALL_CARDS, key=lambda c: (c.suit, self.strength[c]))
        self.above = [
            sum(c.bit for c in ALL_CARDS if c.suit == card.suit and self.strength[c] > self.strength[card])
            for card in ALL_CARDS
        ]
        self._legal: dict[tuple[int, tuple[Card, ...]], int] = {}
        self._best: dict[tuple[Card, ...], int] = {}

    def legal(self, at: Table) -> int:
        """The cards that may be played now."""
        hand = at.hands[at.seat]
        if (found := self._legal.get((hand, at.trick))) is None:
            found = self._legal[hand, at.trick] = legal_mask(self.rules, self.strain, hand, at.trick)
        return found

    def best(self, trick: tuple[Card, ...]) -> int:
        """The place in a trick of the card that wins it so far."""
        if (found := self._best.get(trick)) is None:
            found = self._best[trick] = winning_index(self.rules, self.strain, trick)
        return found

    def put(self, at: Table, card: Card) -> tuple[Table, int | None]:
        """The table after a card, and who took the trick if that ended it."""
        hands, leader, trick = at
        after, seat = list(hands), at.seat
        after[seat] &= ~(1 << card)
        trick = (*trick, card)
        if len(trick) < len(hands):
            return Table(tuple(after), leader, trick), None
        winner = (leader + self.best(trick)) % len(hands)
        return Table(tuple(after), winner), winner

    def classes(self, at: Table, worth: Sequence[int]) -> list[list[Card]]:
        """The legal cards, those together that are equal: same suit, same worth, and adjacent in strength.

        Adjacent among the cards that are still in play, those on the table included.
        """
        hand, legal = at.hands[at.seat], self.legal(at)
        there = to_mask(at.trick) | sum(at.hands)
        out: list[list[Card]] = []
        last: Card | None = None
        for card in self.upward:
            if not there >> card & 1:
                continue
            if not hand >> card & 1:
                last = None
                continue
            if last is None or card >> 3 != last >> 3 or worth[card] != worth[last]:
                out.append([])
            out[-1].append(card)
            last = card
        kept = ([c for c in cards if legal >> c & 1] for cards in out)
        return [sorted(cards) for cards in kept if cards]


class Count(NamedTuple):
    """What a goal counts for the side: each card it takes, each trick, and the last one; and how much is asked.

    ``turned``: the goal is to stay below ``need``.
    """

    worth: tuple[int, ...]
    trick: int
    last: int
    need: int
    turned: bool

    @classmethod
    def of(cls, goal: Mapping[str, Any], play: Play, at: Table, misere: bool) -> Count:
        """The count that says whether ``goal`` is reached from ``at`` on."""
        nothing = (0,) * 32
        if "points" in goal:
            return cls(play.points, 0, play.rules.last_trick, goal["points"] + misere, misere)
        if "sweep" in goal:
            return cls(nothing, 1, 0, at.tricks, False)
        if "last_trick" in goal:
            return cls(nothing, 0, 1, 1, False)
        return cls(nothing, 1, 0, 1, "no_trick" in goal)

    def left(self, at: Table) -> int:
        """All that is still to be counted."""
        if not at.tricks:
            return 0
        cards = sum(self.worth[c] for c in iter_mask(to_mask(at.trick) | sum(at.hands)))
        return cards + self.trick * at.tricks + self.last


class Reach:
    """Whether ``side`` can come to a count from a table on, against all that the others do.

    ``helpers`` are the seats that want it to, all others want it not to. The memo keeps for each trick's start the
    most that is known to be reached and the least that is known not to be.
    """

    def __init__(self, play: Play, count: Count, side: Collection[int], helpers: Collection[int]) -> None:
        self.play, self.count = play, count
        self.side, self.helpers = frozenset(side), frozenset(helpers)
        self._known: dict[tuple[tuple[int, ...], int], tuple[int, int]] = {}
        self._cards: dict[tuple[int, int, int, tuple[Card, ...]], tuple[Card, ...]] = {}

    def holds(self, at: Table, need: int) -> bool:
        """Whether the count comes to at least ``need``."""
        left = self.count.left(at)
        return self._turn(at, need, left) if at.trick else self._start(at, need, left)

    def most(self, at: Table) -> int:
        """The count with the best play of all."""
        low, high = 0, self.count.left(at) + 1
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.holds(at, middle) else (low, middle)
        return low

    def _start(self, at: Table, need: int, left: int) -> bool:
        """The same at a trick's start, where ``left`` is what is still to be counted."""
        if need <= 0 or need > left:
            return need <= 0
        low, high = self._known.get((at.hands, at.leader), (0, left + 1))
        if low < need < high:
            reached = self._turn(at, need, left)
            low, high = (need, high) if reached else (low, need)
            self._known[at.hands, at.leader] = low, high
        return need <= low

    def _turn(self, at: Table, need: int, left: int) -> bool:
        wants = at.seat in self.helpers
        for card in self._choices(at):
            after, winner = self.play.put(at, card)
            if winner is None:
                reached = self._turn(after, need, left)
            else:
                here = sum(self.count.worth[c] for c in at.trick) + self.count.worth[card] + self.count.trick
                if not after.hands[winner]:
                    here += self.count.last
                reached = self._start(after, need - here * (winner in self.side), left - here)
            if reached == wants:
                return wants
        return not wants

    def _choices(self, at: Table) -> tuple[Card, ...]:
        """One of each class of legal cards, the likely ones first."""
        key = at.hands[at.seat], sum(at.hands), at.leader, at.trick
        found = self._cards.get(key)
        if found is None:
            cards = [group[0] for group in self.play.classes(at, self.count.worth)]
            if len(cards) > 1:
                cards.sort(key=lambda c: self._promise(at, c), reverse=True)
            found = self._cards[key] = tuple(cards)
        return found

    def _promise(self, at: Table, card: Card) -> tuple[int, int]:
        """A guess at how good a card is for its seat; it only settles what is tried first."""
        worth, strength = self.play.points[card], self.play.strength[card]
        rivals = sum(at.hands) & ~at.hands[at.seat]
        top = not self.play.above[card] & rivals
        trick = (*at.trick, card)
        best = self.play.best(trick)
        seats = len(at.hands)
        friend = ((at.leader + best) % seats in self.helpers) == (at.seat in self.helpers)
        if self.count.turned:
            return (best != len(trick) - 1, strength)
        if friend and (best < len(trick) - 1 or len(trick) == seats or top):
            return (2, worth)
        return (friend and bool(at.trick), -worth)


class Question:
    """A puzzle's position and goal, and what a card does to it."""

    def __init__(self, position: Mapping[str, Any], goal: Mapping[str, Any]) -> None:
        strain = strain_of(position["trump"])
        assert strain is not None
        self.play = Play(Rules.preset(position["variant"], **position["options"]), strain)
        self.start = Table(
            tuple(to_mask(map(Card, hand.split())) for hand in position["hands"]),
            position["leader"],
            tuple(map(Card, position["trick"])),
        )
        self.seats = range(position["players"])
        self.side = frozenset(position["side"])
        self.count = Count.of(goal, self.play, self.start, position["misere"])

    @cached_property
    def _search(self) -> Reach:
        others = frozenset(self.seats) - self.side
        return Reach(self.play, self.count, self.side, others if self.count.turned else self.side)

    @cached_property
    def _together(self) -> Reach:
        """The search in which everybody helps the solving side."""
        return Reach(self.play, self.count, self.side, () if self.count.turned else self.seats)

    def ours(self, at: Table) -> bool:
        """Whether the solving side is on turn."""
        return at.seat in self.side

    def classes(self, at: Table) -> list[list[Card]]:
        """The legal cards in classes of equal ones."""
        return self.play.classes(at, self.play.points)

    def put(self, at: Table, had: int, card: Card) -> tuple[Table, int]:
        """The table after a card, and what the side has been counted by then."""
        after, winner = self.play.put(at, card)
        if winner in self.side:
            had += self.count.left(at) - self.count.left(after)
        return after, had

    def reached(self, at: Table, had: int) -> bool:
        """Whether the goal is still reached with the best play of all, ``had`` being counted already."""
        return self._search.holds(at, self.count.need - had) != self.count.turned

    def possible(self, at: Table, had: int) -> bool:
        """Whether any cards at all, good or bad, still lead to the goal."""
        return self._together.holds(at, self.count.need - had) != self.count.turned

    def most(self, at: Table, had: int) -> int:
        """What the side is counted in the end with the best play of all."""
        return had + self._search.most(at)

    def verdicts(self, at: Table, had: int) -> tuple[list[list[Card]], list[list[Card]]]:
        """The classes of legal cards that reach the goal, and those that do not."""
        right: list[list[Card]] = []
        wrong: list[list[Card]] = []
        for group in self.classes(at):
            (right if self.reached(*self.put(at, had, group[0])) else wrong).append(group)
        return right, wrong
