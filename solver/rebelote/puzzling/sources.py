"""Where puzzles are looked for: the moments of a random deal that was played out, and of the deals that users give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from rebelote.cards import Card
from rebelote.errors import PositionError, Problem
from rebelote.positions import Position
from rebelote.puzzling.playouts import Playout, by_thumb
from rebelote.puzzling.puzzles import Background
from rebelote.puzzling.spots import Spot
from rebelote.records import PlayedDeal
from rebelote.rules import Rules
from rebelote.solving import as_position
from rebelote.stakes import Past, Stakes
from rebelote.tricks import legal_mask
from rebelote.wholedeals import DealRecord
from rebelote.worlds.views import seen

#: Tricks left at the moments that are looked at, from and to.
Tricks = tuple[int, int]

ALL_TRICKS: Tricks = (1, 9)


def spots_of_playout(playout: Playout, tricks: Tricks, source: Mapping[str, Any]) -> Iterator[Spot]:
    """The moments of a random deal with so many tricks left, for the seat on turn and whoever is with it."""
    stakes = playout.stakes
    for moment, at, card, past in _moments(playout.deal, tricks):
        for side in _sides(at, stakes):
            yield Spot(
                replace(at, side=side),
                Background(stakes, past),
                lambda m=moment, s=side: seen(playout.record, m, s),  # type: ignore[misc]
                card,
                source,
            )


def spots_of_deal(given: Any, tricks: Tricks = ALL_TRICKS, seats: frozenset[int] | None = None) -> Iterator[Spot]:
    """The spots of what a user gives: a position, a played deal or a record, also as JSON data or text.

    Of a position: itself, and the moments behind it when the rule of thumb plays on. Of a played deal: the moments
    at which a card was played, by one of ``seats`` if they are told. Raises ``ProblemsError`` with every fault.
    """
    record = _record(given)
    if record is None:
        yield from _of_position(_position(given), tricks)
        return
    deal, stakes = record.played, record.stakes()
    for moment, at, card, past in _moments(deal, tricks):
        if seats is not None and at.seat not in seats:
            continue
        side = next(side for side in at.rules.sides(at.players) if at.seat in side)
        yield Spot(
            replace(at, side=side),
            None if stakes is None else Background(stakes, past),
            lambda m=moment, s=side: seen(record, m, s),  # type: ignore[misc]
            card,
            {"trick": 1 + moment // at.players, "seat": at.seat, "played": str(card)},
        )


def _record(given: Any) -> DealRecord | None:
    if isinstance(given, DealRecord):
        return given
    if isinstance(given, PlayedDeal):
        return DealRecord.from_dict(
            {**given.start.to_dict(), "plays": [str(card) for card in given.plays], "declarer": given.declarer}
        )
    if isinstance(given, Mapping):
        return DealRecord.from_dict(given) if "plays" in given else None
    if isinstance(given, str) and ("plays=" in given or given.lstrip()[:1] in ("[", "{") or given.lstrip()[1:2] == ":"):
        return DealRecord.read(given)
    return None


def _position(given: Any) -> Position:
    if isinstance(given, Position | Mapping | str):
        return as_position(given)
    raise PositionError([Problem("bad_type", f"a {type(given).__name__} is no position and no played deal")])


def _of_position(at: Position, tricks: Tricks) -> Iterator[Spot]:
    yield Spot(at)
    side = at.side
    for card in by_thumb(at, None):
        if at.seat in side and tricks[0] <= at.tricks_left <= tricks[1]:
            yield Spot(at, chosen=card)
        at = at.put(card)


def _moments(deal: PlayedDeal, tricks: Tricks) -> Iterator[tuple[int, Position, Card, Past]]:
    """Of every card with a choice, so many tricks left: its number, the position before it, what was taken by then."""
    past = Past.none(deal.start.players)
    at = deal.start
    for moment, card in enumerate(deal.plays):
        if tricks[0] <= at.tricks_left <= tricks[1]:
            legal = legal_mask(at.rules, at.strain, at.hands[at.seat], at.trick)
            if legal & (legal - 1):
                yield moment, at, card, past
        if taken := at.taken_with(card):
            past = past.plus(*taken)
        at = at.put(card)


def _sides(at: Position, stakes: Stakes) -> Iterator[tuple[int, ...]]:
    """Who may play with the seat on turn: its side, and where each plays for himself all against the declarer."""
    rules: Rules = at.rules
    yield next(side for side in rules.sides(at.players) if at.seat in side)
    declarer = stakes.contract.declarer
    if rules.parties(at.players) > 2 and declarer is not None and at.seat != declarer:
        yield tuple(seat for seat in range(at.players) if seat != declarer)
