"""Diagrams and card lists for people."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

import rebelote
from rebelote import Card, Position, Rules, Strain, render
from rebelote.cards import to_mask
from strategies import positions

FOUR = Position.parse("classic H 3 J9..A./8.7.K./A.8..Q/7..T. 7C side=02")
TWO = Position.parse("gambler NT 1 A.T.9./K.7..Q")


FOUR_SHOWN = """
         > 0 N
           S  J 9
           H  -
           D  A
           C  -
  3 W                 1 E
  S  7   3: 7C        S  8
  H  -                H  7
  D  T                D  K
  C  -                C  -
           2 S
           S  A
           H  8
           D  -
           C  Q
"""


def test_four_hands_stand_around_the_table() -> None:
    assert render.diagram(FOUR) == FOUR_SHOWN.strip("\n")


def test_two_hands_stand_side_by_side() -> None:
    assert render.diagram(TWO, on_turn=False).split("\n") == [
        "  0         1",
        "  S  A      S  K",
        "  H  T      H  7",
        "  D  9      D  -",
        "  C  -      C  Q",
    ]


@given(positions())
def test_a_diagram_shows_every_card_once_and_needs_no_more_than_ascii(position: Position) -> None:
    shown = render.diagram(position)
    assert shown.isascii()
    ranks = re.sub(r"\d: \w\w|\d [NESW]\b|[SHDC] {2}|> |\b[0-2]\b", " ", shown)
    held = sum(hand.bit_count() for hand in position.hands)
    assert len(re.findall(r"[789TJQKA]", ranks)) == held
    assert sum(
        f"{(position.leader + i) % position.players}: {c}" in shown for i, c in enumerate(position.trick)
    ) == len(position.trick)


def test_a_hand_is_sorted_by_what_wins() -> None:
    hand = to_mask([Card(c) for c in ("7H", "9H", "JH", "AH", "TS", "KS", "JS")])
    rules = Rules.preset("classic")
    assert render.hand_lines(hand, rules, Strain.HEARTS)[:2] == ["S  T K J", "H  J 9 A 7"]
    assert render.hand_lines(hand, rules, Strain.SPADES, "fr")[:2] == ["P  V 10 R", "C  A V 9 7"]
    assert render.hand_lines(hand, rules, Strain.SPADES, symbols=True)[3] == "♣  -"


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (FOUR, "classic, trump H, seat 0 to play (3 led), points of side 0+2"),
        (TWO, "gambler, NT, seat 1 to play, points of seat 1"),
        (Position.parse("gambler D 0 A.../K... misere"), "gambler, misère, trump D, seat 0 to play, points of seat 0"),
    ],
)
def test_a_position_in_one_line(position: Position, expected: str) -> None:
    assert render.describe(position) == expected


def test_tricks_say_who_led_and_who_took_what() -> None:
    solution = rebelote.solve(FOUR)
    lines = render.trick_lines(FOUR, solution.line)
    assert lines[0].startswith("3: (7C) ")
    assert len(lines) == FOUR.tricks_left
    assert sum(int(line.rsplit(" ", 1)[1]) for line in lines) == FOUR.at_stake
    assert render.trick_lines(FOUR, []) == ["3: (7C)"]


def test_cards_in_a_sentence_are_translated() -> None:
    assert render.in_words("Play TH, not 7S: ATHS", "fr") == "Play 10C, not 7P: ATHS"
    assert render.in_words("TH costs 11", symbols=True) == "T♥ costs 11"
    assert render.cards_text([]) == "-"
    assert render.cards_text([Card("TH"), Card("7S")], "bg") == "10Ку 7Пи"
