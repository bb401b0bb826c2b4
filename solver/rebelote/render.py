"""Positions and cards as plain text for people.

Diagrams are made of characters that every terminal has; only with ``symbols`` do suits appear
as ♠♥♦♣. ``language`` is one of ``cards.LANGUAGES``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from rebelote.cards import LANGUAGES, SYMBOLS, Card, format_cards
from rebelote.notation import SEAT_NAMES
from rebelote.positions import Position
from rebelote.rules import Rules, Strain

_CARD = re.compile(r"\b[789TJQKA][SHDC]\b")


def side_name(side: Iterable[int]) -> str:
    """Whose a number is: ``seat 1`` or ``side 0+2``."""
    seats = list(side)
    return ("seat " if len(seats) == 1 else "side ") + "+".join(map(str, seats))


def seat_name(seat: int, players: int) -> str:
    """A seat's number, with four seats followed by its compass point."""
    return f"{seat} {SEAT_NAMES[seat]}" if players == 4 else str(seat)


def suit_name(suit: int, language: str = "en", *, symbols: bool = False) -> str:
    """A suit's letter or symbol."""
    return SYMBOLS[suit] if symbols else LANGUAGES[language][1][suit][0].capitalize()


def strain_name(strain: Strain, language: str = "en", *, symbols: bool = False) -> str:
    """The trump suit, or NT or AT."""
    return suit_name(strain, language, symbols=symbols) if strain < 4 else str(strain)


def in_words(text: str, language: str = "en", *, symbols: bool = False) -> str:
    """``text`` with every card in it (such as ``TH``) in the letters of ``language``."""
    return _CARD.sub(lambda match: Card(match[0]).text(language, symbols=symbols), text)


def sweep_words(sweep: int | None) -> str:
    """What to add to a number of points: ``and every trick``, ``and no trick``, or nothing."""
    return {1: " and every trick", -1: " and no trick"}.get(sweep or 0, "")


def describe(position: Position, language: str = "en", *, symbols: bool = False) -> str:
    """One line: the game, trump, whose turn it is, whose points are counted."""
    words = [position.rules.variant + (", misère" if position.misere else "")]
    strain = strain_name(position.strain, language, symbols=symbols)
    words.append(f"trump {strain}" if position.strain < 4 else strain)
    led = f" ({position.leader} led)" if position.trick else ""
    words.append(f"seat {position.seat} to play{led}")
    words.append(f"points of {side_name(position.side)}")
    return ", ".join(words)


def hand_lines(hand: int, rules: Rules, strain: Strain, language: str = "en", *, symbols: bool = False) -> list[str]:
    """A hand suit by suit, in each the cards that win most first: ``S J 9 A``."""
    strength = rules.strengths(strain)
    lines: list[str] = []
    for suit in range(4):
        held = [Card.of(rank, suit) for rank in range(8) if hand >> Card.of(rank, suit) & 1]
        ranks = [LANGUAGES[language][0][c.rank][0] for c in sorted(held, key=lambda c: -strength[c])]
        lines.append(f"{suit_name(suit, language, symbols=symbols):<2} {' '.join(ranks) or '-'}")
    return lines


def diagram(position: Position, language: str = "en", *, symbols: bool = False, on_turn: bool = True) -> str:
    """The hands, by suit: around the table with four seats, side by side with fewer.

    With ``on_turn`` the seat on turn is marked ``>``. The cards on the table stand in the
    middle, or below.
    """
    turn = position.seat if on_turn else None
    blocks = [_block(position, seat, seat == turn, language, symbols) for seat in range(position.players)]
    table = _table(position, language, symbols)
    if position.players < 4:
        return "\n".join([*_beside(blocks), *table])
    north, east, south, west = blocks
    gap = max(len(line) for line in [*west, *table]) + 3
    inner = max(len(line) for line in [*north, *south, *table]) + 3
    middle = ["", *table][: len(west)]
    rows = [f"{w:<{gap}}{m:<{inner}}{e}" for w, m, e in zip_longest(west, middle, east, fillvalue="")]
    indent = " " * gap
    lines = [*(indent + line for line in north), *rows, *(indent + line for line in south)]
    return "\n".join(line.rstrip() for line in lines)


def _block(position: Position, seat: int, marked: bool, language: str, symbols: bool) -> list[str]:
    mark = "> " if marked else "  "
    hand = hand_lines(position.hands[seat], position.rules, position.strain, language, symbols=symbols)
    return [f"{mark}{seat_name(seat, position.players)}", *("  " + line for line in hand)]


def _table(position: Position, language: str, symbols: bool) -> list[str]:
    """The cards on the table, each with its seat."""
    return [
        f"{(position.leader + i) % position.players}: {card.text(language, symbols=symbols)}"
        for i, card in enumerate(position.trick)
    ]


def _beside(blocks: Sequence[list[str]]) -> list[str]:
    widths = [max(map(len, block)) + 4 for block in blocks]
    rows = zip(*blocks, strict=True)
    return ["".join(f"{cell:<{w}}" for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows]


def trick_lines(position: Position, cards: Iterable[Card], language: str = "en", *, symbols: bool = False) -> list[str]:
    """Cards played from ``position`` on, a line a trick: who led, the cards, who took how much.

    A trick that had begun is shown with the cards on the table, in brackets.
    """
    lines: list[str] = []
    at = position
    words = [f"({c.text(language, symbols=symbols)})" for c in at.trick]
    for card in cards:
        words.append(card.text(language, symbols=symbols))
        leader = at.leader
        taken = at.taken_with(card)
        at = at.put(card)
        if taken:
            seat, points = taken
            lines.append(f"{leader}: {' '.join(words)}  {seat} takes {points}")
            words = []
    if words:
        lines.append(f"{at.leader}: {' '.join(words)}")
    return lines


def cards_text(cards: Iterable[Card], language: str = "en", *, symbols: bool = False) -> str:
    """A list of cards, or ``-`` when there is none."""
    return format_cards(cards, language, symbols=symbols) or "-"
