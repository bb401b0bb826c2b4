"""A position with all hands open: who holds what, whose lead, what lies on the table.

Positions are immutable; ``play`` returns the next one. ``from_dict`` and ``parse`` read the
JSON and the text form, ``to_dict`` and ``str`` write them, each complete.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rebelote import notation
from rebelote.cards import Card, format_cards, from_mask
from rebelote.checks import Parts, check_position
from rebelote.errors import PositionError, Problem
from rebelote.rules import Rules, Strain
from rebelote.tricks import legal_mask, require_legal, trick_points, why_not, winning_index


@dataclass(frozen=True, slots=True)
class Position:
    """Hands, strain, leader, trick and side, at a trick's start or within a trick.

    ``hands`` are masks of the cards still held, ``trick`` the cards on the table from the
    leader on. ``side`` is the set of seats whose points are counted; with ``misere`` every
    side wants few of them. Build one with ``from_dict`` or ``parse``: they check everything.
    """

    rules: Rules
    players: int
    strain: Strain
    leader: int
    hands: tuple[int, ...]
    trick: tuple[Card, ...]
    side: tuple[int, ...]
    misere: bool = False

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Position:
        """A position from its JSON form; raises ``PositionError`` with every fault."""
        return cls.from_parts(check_position(data))

    @classmethod
    def from_parts(cls, parts: Parts) -> Position:
        """A position from checked parts; raises ``PositionError`` when they have faults."""
        if parts.problems:
            raise PositionError(parts.problems)
        assert parts.rules is not None and parts.players is not None and parts.strain is not None
        assert parts.leader is not None and parts.hands is not None and parts.trick is not None
        assert parts.side is not None
        return cls(
            parts.rules, parts.players, parts.strain, parts.leader, parts.hands, parts.trick, parts.side, parts.misere
        )

    @classmethod
    def parse(cls, text: str) -> Position:
        """A position from its one-line text form; raises ``PositionError`` with every fault."""
        data, faults = notation.read(text)
        if faults:
            parts = check_position(data) if data else Parts()
            raise PositionError([*faults, *parts.problems])
        return cls.from_dict(data)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form, complete: every key, lists as lists."""
        return {
            "variant": self.rules.variant,
            "players": self.players,
            "trump": str(self.strain),
            "leader": self.leader,
            "hands": [format_cards(hand) for hand in self.hands],
            "trick": [str(card) for card in self.trick],
            "side": list(self.side),
            "misere": self.misere,
            "options": self.rules.options(),
        }

    def __str__(self) -> str:
        return notation.write(
            self.rules.variant,
            self.players if len(self.rules.players) > 1 else None,
            str(self.strain),
            self.leader,
            self.hands,
            self.trick,
            self.side,
            self.misere,
            self.rules.options(),
        )

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return (self.leader + len(self.trick)) % self.players

    @property
    def others(self) -> tuple[int, ...]:
        """The seats that are not of the side."""
        return tuple(s for s in range(self.players) if s not in self.side)

    @property
    def tricks_left(self) -> int:
        """Tricks still to be won, a started one included."""
        return self.hands[self.leader].bit_count() + bool(self.trick)

    @property
    def at_stake(self) -> int:
        """All points still to be won, those on the table and the last trick included."""
        if not self.trick and not any(self.hands):
            return 0
        cards = [*self.trick, *(c for hand in self.hands for c in from_mask(hand))]
        return trick_points(self.rules, self.strain, cards) + self.rules.last_trick

    def legal(self) -> list[Card]:
        """The cards that may be played now."""
        return from_mask(self.legal_mask())

    def legal_mask(self) -> int:
        """The same as a mask."""
        return legal_mask(self.rules, self.strain, self.hands[self.seat], self.trick)

    def why_not(self, card: Card | str) -> str:
        """In words, why a card may not be played now; empty when it may."""
        return why_not(self.rules, self.strain, self.hands[self.seat], self.trick, _card(card))

    def play(self, card: Card | str) -> Position:
        """The position after a card; raises ``IllegalCard`` with the reason if it may not be played."""
        card = _card(card)
        require_legal(self.rules, self.strain, self.hands[self.seat], self.trick, card)
        return self.put(card)

    def put(self, card: Card) -> Position:
        """The position after a card of the hand on turn, legal or not."""
        hands = list(self.hands)
        hands[self.seat] &= ~card.bit
        trick = (*self.trick, card)
        if len(trick) < self.players:
            return replace(self, hands=tuple(hands), trick=trick)
        return replace(self, hands=tuple(hands), trick=(), leader=self.winner_with(card))

    def winner_with(self, card: Card) -> int:
        """The seat that would be winning the trick once ``card`` is on the table."""
        best = winning_index(self.rules, self.strain, (*self.trick, card))
        return (self.leader + best) % self.players

    def taken_with(self, card: Card) -> tuple[int, int] | None:
        """Winner and points of the trick, when ``card`` completes it; the last trick counts its ten."""
        if len(self.trick) + 1 < self.players:
            return None
        points = trick_points(self.rules, self.strain, (*self.trick, card))
        last = not any(hand & ~card.bit for hand in self.hands)
        return self.winner_with(card), points + (self.rules.last_trick if last else 0)

    def lines(self) -> Iterator[str]:
        """The hands, a line a seat, for people."""
        for seat, hand in enumerate(self.hands):
            yield f"seat {seat}: {format_cards(hand, symbols=True)}"


def _card(card: Card | str) -> Card:
    return card if isinstance(card, Card) else Card(card)


def problems(data: object) -> list[Problem]:
    """Every fault of a position in JSON form (or of its text form); none when it is good."""
    if isinstance(data, str):
        fields, faults = notation.read(data)
        return faults + (check_position(fields).problems if fields else [])
    return check_position(data).problems
