"""Whether a position given as JSON data can be: every fault, with its code, seat and card.

Nothing here raises. ``check_position`` walks the keys once, collects all that is wrong and
returns the parts that could be understood; ``rebelote.positions`` builds on those.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from rebelote.cards import Card, split_cards
from rebelote.errors import CardError, Problem, brief
from rebelote.notation import SEAT_NAMES
from rebelote.rules import PRESETS, Rules, Strain, option_problems, strain_of, unknown_variant
from rebelote.tricks import why_not

POSITION_KEYS = ("variant", "players", "trump", "leader", "hands", "trick", "side", "misere", "options")

#: No list of cards in a deal is longer, in characters or in words.
_MOST_CARD_TEXT = 400


@dataclass(slots=True)
class Parts:
    """What a position says, as far as it could be understood, and its faults."""

    problems: list[Problem] = field(default_factory=list)
    rules: Rules | None = None
    players: int | None = None
    strain: Strain | None = None
    leader: int | None = None
    hands: tuple[int, ...] | None = None
    trick: tuple[Card, ...] | None = None
    side: tuple[int, ...] | None = None
    misere: bool = False

    def fault(self, code: str, message: str, where: str = "", seat: int | None = None, card: str | None = None) -> None:
        self.problems.append(Problem(code, message, where, seat, card))


def check_position(data: object, also: Collection[str] = ()) -> Parts:
    """All faults of a position in JSON form; ``also`` names keys that belong to something else."""
    parts = Parts()
    if not isinstance(data, Mapping):
        parts.fault("not_an_object", f"a position is a JSON object, not {_kind(data)}")
        return parts
    for key in data:
        if key not in POSITION_KEYS and key not in also:
            there = ", ".join((*POSITION_KEYS, *also))
            parts.fault("unknown_key", f"unknown key {brief(key)}; there are {there}", _name(key))
    check_setting(parts, data)
    _check_cards(parts, data)
    _check_side(parts, data)
    return parts


def check_setting(parts: Parts, data: Mapping[str, Any]) -> None:
    """What is played and by how many: rules, players, strain, who leads, misère."""
    _check_rules(parts, data)
    _check_players(parts, data)
    _check_strain(parts, data)
    if parts.players is not None:
        parts.leader = check_seat(parts, data, "leader", parts.players)
    misere = data.get("misere", False)
    if isinstance(misere, bool):
        parts.misere = misere
    else:
        parts.fault("bad_misere", f"misere is true or false, not {brief(misere)}", "misere")


def _check_rules(parts: Parts, data: Mapping[str, Any]) -> None:
    variant = data.get("variant")
    base = PRESETS.get(variant) if isinstance(variant, str) else None
    options = data.get("options", {})
    faults: list[Problem] = []
    if not isinstance(options, Mapping):
        parts.fault("bad_options", f"options is an object of names and values, not {_kind(options)}", "options")
        options = {}
    else:
        faults = option_problems(options)
        parts.problems += faults
    if "variant" not in data:
        parts.fault("missing_key", f"variant is missing: one of {', '.join(PRESETS)}", "variant")
    elif base is None:
        parts.problems.append(unknown_variant(variant))
    elif not faults:
        parts.rules = Rules.preset(base.variant, **options)
    else:
        bad = {p.where for p in faults}
        good = {k: v for k, v in options.items() if isinstance(k, str) and f"options.{k}" not in bad}
        parts.rules = Rules.preset(base.variant, **good)


def _check_players(parts: Parts, data: Mapping[str, Any]) -> None:
    if parts.rules is None:
        return
    allowed = parts.rules.players
    players = data.get("players")
    if players is None and "players" not in data:
        if len(allowed) == 1:
            parts.players = allowed[0]
        else:
            parts.fault("missing_key", f"players is missing: {_either(allowed)} in {parts.rules.variant}", "players")
    elif isinstance(players, bool) or players not in allowed or not isinstance(players, int):
        parts.fault("bad_players", f"{parts.rules.variant} is for {_either(allowed)}, not {brief(players)}", "players")
    else:
        parts.players = players


def _check_strain(parts: Parts, data: Mapping[str, Any]) -> None:
    if "trump" not in data:
        parts.fault("missing_key", "trump is missing: one of S H D C NT AT", "trump")
        return
    strain = strain_of(data["trump"])
    if strain is None:
        parts.fault("unknown_strain", f"{brief(data['trump'])} is no strain; there are S H D C NT AT", "trump")
    elif parts.rules is not None and strain not in parts.rules.strains:
        there = " ".join(str(s) for s in parts.rules.strains)
        parts.fault("strain_not_in_game", f"{parts.rules.variant} has no {strain}; it has {there}", "trump")
    else:
        parts.strain = strain


def seat_of(value: object, players: int) -> int | None:
    """The seat meant by a number or, with four seats, by N E S W; none when it is none."""
    if isinstance(value, str):
        if players == 4 and len(value) == 1 and value.upper() in SEAT_NAMES:
            return SEAT_NAMES.index(value.upper())
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < players:
        return None
    return value


def check_seat(parts: Parts, data: Mapping[str, Any], key: str, players: int) -> int | None:
    """The seat that a key names; a fault when it is missing or none."""
    if key not in data:
        parts.fault("missing_key", f"{key} is missing: a seat from 0 to {players - 1}", key)
        return None
    seat = seat_of(data[key], players)
    if seat is None:
        names = " or one of N E S W" if players == 4 else ""
        parts.fault("bad_seat", f"{key} is a seat from 0 to {players - 1}{names}, not {brief(data[key])}", key)
    return seat


def read_cards(parts: Parts, value: object, where: str, seat: int | None = None) -> list[Card] | None:
    """A list of cards given as one text or as a list; none when a word of it is no card."""
    if isinstance(value, str):
        if len(value) > _MOST_CARD_TEXT:
            parts.fault("bad_cards", f"{where} is far too long to be cards", where, seat)
            return None
        words: list[Any] = list(split_cards(value))
    elif isinstance(value, list | tuple):
        if len(value) > 64:
            parts.fault("bad_cards", f"{where} has {len(value)} entries; a pack has 32 cards", where, seat)
            return None
        words = list(value)
    else:
        parts.fault("bad_cards", f"{where} is a text or a list of cards, not {_kind(value)}", where, seat)
        return None
    out: list[Card] = []
    bad = False
    for word in words:
        if isinstance(word, Card):
            out.append(word)
            continue
        try:
            if not isinstance(word, str):
                raise CardError(f"{brief(word)} is no card")
            out.append(Card(word))
        except CardError as error:
            bad = True
            parts.fault("bad_card", str(error), where, seat, word[:8] if isinstance(word, str) else None)
    return None if bad else out


def _check_cards(parts: Parts, data: Mapping[str, Any]) -> None:
    """Hands and trick: readable, no card twice, lengths that fit, trick cards that were legal."""
    trick = read_cards(parts, data.get("trick", []), "trick")
    hands = _read_hands(parts, data)
    if trick is not None:
        parts.trick = tuple(trick)
    if hands is None:
        return
    _check_twice(parts, hands, trick or [])
    if parts.rules is None or parts.players is None:
        return
    if len(hands) != parts.players:
        parts.fault("wrong_hands", f"{len(hands)} hands for {parts.players} players", "hands")
        return
    if None not in hands:
        parts.hands = tuple(reduce(lambda mask, card: mask | card.bit, hand or (), 0) for hand in hands)
    if parts.leader is None or trick is None:
        return
    if len(trick) >= parts.players:
        parts.fault(
            "trick_full", f"{len(trick)} cards on the table of {parts.players} players: the trick is over", "trick"
        )
        return
    counts = [len(hand) for hand in hands if hand is not None]
    if len(counts) == len(hands):
        _check_lengths(parts, parts.rules, counts, parts.leader, len(trick))
    if parts.strain is not None:
        _check_trick(parts, parts.rules, parts.strain, hands, parts.leader, trick)


def _read_hands(parts: Parts, data: Mapping[str, Any]) -> list[list[Card] | None] | None:
    if "hands" not in data:
        parts.fault("missing_key", "hands is missing: a list with each seat's cards", "hands")
        return None
    value = data["hands"]
    if not isinstance(value, list | tuple):
        parts.fault("bad_hands", f"hands is a list with one entry a seat, not {_kind(value)}", "hands")
        return None
    if not 2 <= len(value) <= 4:
        parts.fault("wrong_hands", f"hands has {len(value)} entries; there are 2 to 4 seats", "hands")
        return None
    return [read_cards(parts, hand, "hands", seat) for seat, hand in enumerate(value)]


def _check_twice(parts: Parts, hands: list[list[Card] | None], trick: list[Card]) -> None:
    """Report every card that stands in more than one place."""
    places: dict[Card, list[int | None]] = {}
    for seat, hand in enumerate(hands):
        for card in hand or ():
            places.setdefault(card, []).append(seat)
    for card in trick:
        places.setdefault(card, []).append(None)
    for card, seats in sorted(places.items()):
        if len(seats) > 1:
            told = " and ".join("on the table" if s is None else f"in seat {s}'s hand" for s in dict.fromkeys(seats))
            if len(set(seats)) < len(seats):
                told += ", more than once"
            holder = next((s for s in seats if s is not None), None)
            parts.fault("duplicate_card", f"{card} is {told}", "hands", holder, str(card))


def _check_lengths(parts: Parts, rules: Rules, counts: list[int], leader: int, played: int) -> None:
    """Hands are equally long, but one card shorter where a card is on the table."""
    players = len(counts)
    due = [(s - leader) % players < played for s in range(players)]
    had = [count + gone for count, gone in zip(counts, due, strict=True)]
    if not any(had):
        parts.fault("no_cards", "no cards are left to play", "hands")
        return
    most = max(set(had), key=lambda n: (had.count(n), n))
    for seat in range(players):
        if had[seat] != most:
            want = most - due[seat]
            parts.fault("wrong_number", f"seat {seat} holds {counts[seat]} cards where {want} are due", "hands", seat)
        if had[seat] > rules.cards:
            parts.fault(
                "too_many_cards",
                f"seat {seat} has {had[seat]} cards; {rules.variant} deals {rules.cards}",
                "hands",
                seat,
            )


def _check_trick(
    parts: Parts, rules: Rules, strain: Strain, hands: list[list[Card] | None], leader: int, trick: list[Card]
) -> None:
    """Every card on the table was legal when it was played."""
    for i, card in enumerate(trick):
        seat = (leader + i) % len(hands)
        hand = hands[seat]
        if hand is None:
            continue
        reason = why_not(rules, strain, reduce(lambda mask, c: mask | c.bit, hand, card.bit), trick[:i], card)
        if reason:
            parts.fault("illegal_trick_card", f"seat {seat}: {reason}", "trick", seat, str(card))


def _check_side(parts: Parts, data: Mapping[str, Any]) -> None:
    if parts.rules is None or parts.players is None:
        return
    value = data.get("side")
    if "side" not in data:
        if parts.leader is not None and parts.trick is not None:
            turn = (parts.leader + len(parts.trick)) % parts.players
            parts.side = next(side for side in parts.rules.sides(parts.players) if turn in side)
        return
    parts.side = check_side(parts, value, parts.rules, parts.players)


def check_side(parts: Parts, value: object, rules: Rules, players: int) -> tuple[int, ...] | None:
    """The side that ``value`` names, or a fault."""
    items: list[Any]
    if isinstance(value, list | tuple):
        items = list(value)
    elif isinstance(value, str):
        items = [int(c) if c.isascii() and c.isdigit() else c for c in value if c not in " ,"]
    else:
        items = [value]
    seats = [seat_of(item, players) for item in items[:9]]
    found = tuple(sorted(s for s in seats if s is not None))
    if None not in seats and len(items) < 9 and found in rules.sides(players):
        return found
    there = " ".join("[" + ", ".join(map(str, s)) + "]" for s in rules.sides(players))
    parts.fault("bad_side", f"{brief(value)} is no side in {rules.variant}; there are {there}", "side")
    return None


def _either(numbers: tuple[int, ...]) -> str:
    return " or ".join(str(n) for n in numbers) + " players"


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "null"}
    return names.get(type(value), "a number" if isinstance(value, int | float) else type(value).__name__)


def _name(key: object) -> str:
    return str(key)[:40]
