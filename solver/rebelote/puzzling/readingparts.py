"""Parts of a puzzle's JSON form: keys, numbers, words, cards that are played one after another.

Nothing here raises: what is wrong is added to ``parts``, and none is returned in its place.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from typing import Any

from rebelote.cards import Card
from rebelote.checks import Parts, read_cards
from rebelote.errors import Problem, brief
from rebelote.positions import Position

#: No object of a puzzle whose keys are free has more of them.
MOST_KEYS = 64
#: No text of a puzzle is longer.
MOST_TEXT = 1_000


def place_of(where: str, key: object) -> str:
    """The place of a key; what is no text is named shortly."""
    name = (key if isinstance(key, str) else brief(key))[:40]
    return f"{where}.{name}" if where else name


def prefixed(where: str, problem: Problem) -> Problem:
    """A problem of a part as one of the whole."""
    inside = f"{where}.{problem.where}" if problem.where else where
    return Problem(problem.code, problem.message, inside, problem.seat, problem.card)


def check_keys(
    parts: Parts, where: str, data: Mapping[Any, Any], needed: Collection[str], also: Collection[str] = ()
) -> None:
    """A fault for every key that is missing, and for every one that does not belong here."""
    for key in needed:
        if key not in data:
            parts.fault("missing_key", f"{place_of(where, key)} is missing", place_of(where, key))
    unknown = [key for key in data if key not in needed and key not in also]
    for key in unknown[:MOST_KEYS]:
        there = f"{where or 'a puzzle'} has no {brief(key)}; there are {', '.join((*needed, *also))}"
        parts.fault("unknown_key", there, place_of(where, key))
    if len(unknown) > MOST_KEYS:
        parts.fault("unknown_key", f"and {len(unknown) - MOST_KEYS} unknown keys more", where)


def is_number(value: object) -> bool:
    """Whether that is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def take_number(parts: Parts, where: str, value: Any, least: int, most: int) -> int | None:
    """A whole number from ``least`` to ``most``."""
    if not is_number(value):
        parts.fault("bad_type", f"{where} is a whole number, not {brief(value)}", where)
        return None
    if not least <= value <= most:
        parts.fault("out_of_range", f"{where} is from {least} to {most}, not {brief(value)}", where)
        return None
    return int(value)


def take_measure(parts: Parts, where: str, value: Any, least: float, most: float) -> float | None:
    """A number, whole or not, from ``least`` to ``most``."""
    if not is_number(value) and not isinstance(value, float):
        parts.fault("bad_type", f"{where} is a number, not {brief(value)}", where)
        return None
    if not least <= value <= most:  # so is what is not a number
        parts.fault("out_of_range", f"{where} is from {least:g} to {most:g}, not {brief(value)}", where)
        return None
    return value  # type: ignore[no-any-return]


def take_flag(parts: Parts, where: str, value: Any) -> bool | None:
    """True or false."""
    if isinstance(value, bool):
        return value
    parts.fault("bad_type", f"{where} is true or false, not {brief(value)}", where)
    return None


def take_numbers(parts: Parts, where: str, value: Any, players: int, most: int) -> tuple[int, ...] | None:
    """A number a seat, none of them negative."""
    if not isinstance(value, list | tuple) or len(value) != players or not all(map(is_number, value)):
        parts.fault("bad_points", f"{where} is a whole number for each of {players} seats, not {brief(value)}", where)
        return None
    for seat, number in enumerate(value):
        if not 0 <= number <= most:
            parts.fault("out_of_range", f"{where} are from 0 to {most}, not {brief(number)}", where, seat)
            return None
    return tuple(value)


def take_object(parts: Parts, where: str, value: Any, most: int = MOST_KEYS) -> Mapping[str, Any] | None:
    """An object with no more than ``most`` keys, all of them texts."""
    if not isinstance(value, Mapping):
        parts.fault("bad_type", f"{where} is an object, not {brief(value)}", where)
        return None
    if len(value) > most:
        parts.fault("bad_type", f"{where} has {len(value)} keys, more than {most}", where)
        return None
    for key in value:
        if not isinstance(key, str) or len(key) > MOST_TEXT:
            parts.fault("unknown_key", f"{brief(key)} is no name", place_of(where, key))
            return None
    return value


def take_cards(parts: Parts, where: str, value: Any) -> tuple[Card, ...] | None:
    """Cards, none of them twice."""
    cards = read_cards(parts, value, where)
    if cards is None:
        return None
    twice = sorted({card for card in cards if cards.count(card) > 1})
    for card in twice:
        parts.fault("duplicate_card", f"{where} has {card} twice", where, None, str(card))
    return None if twice else tuple(cards)


def check_legal(parts: Parts, where: str, cards: Collection[Card], at: Position) -> None:
    """A fault for each of several cards that may not be played now."""
    for card in cards:
        if why := at.why_not(card):
            parts.fault("illegal_card", why, where, at.seat, str(card))


def walk(parts: Parts, where: str, cards: Collection[Card], at: Position) -> list[Position] | None:
    """The positions before each of the cards and behind the last; none when one of them may not be played."""
    out = [at]
    for i, card in enumerate(cards):
        place = f"{where}[{i}]"
        if not any(at.hands):
            parts.fault("too_many_plays", f"all cards were played before {card}", place, None, str(card))
            return None
        if why := at.why_not(card):
            parts.fault("illegal_card", why, place, at.seat, str(card))
            return None
        at = at.put(card)
        out.append(at)
    return out


def is_plain(value: object) -> bool:
    """Whether that is a text, a number, true, false or null, and no huge one."""
    if isinstance(value, str):
        return len(value) <= MOST_TEXT
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or (isinstance(value, int) and abs(value) < 10**18)
