"""A played deal: the position it began from and the cards played, in order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rebelote import notation
from rebelote.cards import Card
from rebelote.checks import Parts, check_position, read_cards, seat_of
from rebelote.errors import Problem, RecordError, brief
from rebelote.positions import Position

PLAY_KEYS = ("plays", "declarer")


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """Where a deal began and what was played; every card was legal.

    ``side`` of the start position is the side that an analysis counts: as given, else the
    declarer's, else seat 0's.
    """

    start: Position
    plays: tuple[Card, ...]
    declarer: int | None = None

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> PlayedDeal:
        """A played deal from JSON; raises ``RecordError`` with every fault."""
        parts, start, plays, declarer = _check(data)
        if parts.problems or start is None or plays is None:
            raise RecordError(parts.problems)
        return cls(start, tuple(plays), declarer)

    @classmethod
    def parse(cls, text: str) -> PlayedDeal:
        """A played deal from a position's text form with ``plays=``."""
        data, faults = notation.read(text)
        if faults:
            raise RecordError([*faults, *(_check(data)[0].problems if data else [])])
        return cls.from_dict(data)

    def positions(self) -> Iterator[Position]:
        """The position before each card, and the one at the end."""
        at = self.start
        yield at
        for card in self.plays:
            at = at.put(card)
            yield at

    @property
    def complete(self) -> bool:
        """Whether every card was played."""
        return len(self.plays) == sum(hand.bit_count() for hand in self.start.hands)


def record_problems(data: object) -> list[Problem]:
    """Every fault of a played deal; none when it is good."""
    return _check(data)[0].problems


def _check(data: object) -> tuple[Parts, Position | None, list[Card] | None, int | None]:
    parts = check_position(data, also=PLAY_KEYS)
    if not isinstance(data, Mapping):
        return parts, None, None, None
    declarer = _declarer(parts, data)
    plays = None
    if "plays" in data:
        plays = read_cards(parts, data["plays"], "plays")
    else:
        parts.fault("missing_key", "plays is missing: the cards played, in order", "plays")
    if "side" not in data and parts.rules is not None and parts.players is not None:
        seat = declarer or 0
        parts.side = next(side for side in parts.rules.sides(parts.players) if seat in side)
    start = _start(parts)
    if start is not None and plays is not None:
        _replay(parts, start, plays)
    return parts, start, plays, declarer


def _declarer(parts: Parts, data: Mapping[str, Any]) -> int | None:
    value = data.get("declarer")
    if value is None or parts.players is None:
        return None
    seat = seat_of(value, parts.players)
    if seat is None:
        parts.fault("bad_declarer", f"declarer is a seat from 0 to {parts.players - 1}, not {brief(value)}", "declarer")
    return seat


def _start(parts: Parts) -> Position | None:
    """The position to replay from, when enough of it is good."""
    spoilt = {"hands", "trick", "leader", "trump", "players", "variant"}
    if any(p.where in spoilt for p in parts.problems):
        return None
    return Position.from_parts(
        Parts([], parts.rules, parts.players, parts.strain, parts.leader, parts.hands, parts.trick,
              parts.side or (0,), parts.misere)
    )  # fmt: skip


def _replay(parts: Parts, at: Position, plays: list[Card]) -> None:
    """Every card that was not in its player's hand, or not legal, with its place."""
    total = sum(hand.bit_count() for hand in at.hands)
    for i, card in enumerate(plays):
        where = f"plays[{i}]"
        if i >= total:
            parts.fault("too_many_plays", f"{len(plays)} cards were played of {total} held", where, None, str(card))
            return
        seat = at.seat
        if not at.hands[seat] >> card & 1:
            parts.fault(
                "not_held", f"seat {seat} does not hold {card}; later cards were not checked", where, seat, str(card)
            )
            return
        if reason := at.why_not(card):
            parts.fault("revoke", f"seat {seat}: {reason}", where, seat, str(card))
        at = at.put(card)
