"""The card of a player who looks at this trick only, against every way to play the trick out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from plaintricks import plain_card, plain_worth
from puzzlescenes import TABLES, endings
from rebelote import Position
from rebelote.puzzling.onetrick import one_trick_card, trick_worths
from rebelote.rules import Strain


def test_the_one_trick_card_is_that_of_plain_minimax_to_the_end_of_the_trick() -> None:
    seen: Counter[object] = Counter()
    for at in endings(320, 21, tricks=(1, 4)):
        worths = trick_worths(at)
        sign = 1 if (at.seat in at.side) != at.misere else -1
        assert worths == {card: sign * plain_worth(at, card) for card in at.legal()}, str(at)
        card = one_trick_card(at)
        assert card == plain_card(at), str(at)
        seen.update((at.rules.variant, at.players, "misere" * at.misere, "NT or AT" * (at.strain >= Strain.NT)))
        # Others beside the seat on turn may be the side: what is asked for is the card of the seat on turn.
        others = replace(at, side=at.others)
        assert one_trick_card(others) == plain_card(others), str(others)
        if at.rules.parties(at.players) > 2:
            with_a_friend = replace(at, side=tuple(sorted({at.seat, (at.seat + 1) % at.players})))
            assert one_trick_card(with_a_friend) == plain_card(with_a_friend)
    assert all(seen[what] > 5 for table in TABLES for what in (*table, "misere", "NT or AT"))


@pytest.mark.parametrize(
    ("at", "card"),
    [
        # The trick is to be had: with the ace, and the most points of the other hand.
        ("gambler H 0 A7.../T8... - side=0", "AS"),
        # It is lost: the cheapest card goes.
        ("capo C 1 ..T8./7.../8.../9... AD-KD-7D side=0", "8D"),
        # There is nothing in it: a plain card before a trump.
        ("ukrainian:2 C 1 A8...7/.7..J 8D side=0", "8S"),
        # The partner has it: the fattest card.
        ("classic C 1 ..T7./.8../.K../A... 9D-AD-8D side=02", "TD"),
        # A trump lower than an ace, where either brings 14: the fewest points first.
        ("gambler D 0 A..T./Q..K. - side=0", "TD"),
        # 9S takes the ten that must be thrown, 7S is taken with it: no points in either, but they are no neighbours.
        ("ukrainian:3 C 0 97.../8.A../.T.T. - side=0", "9S"),
        # In NT a trump is none; in AT the jack is the highest.
        ("gambler NT 0 J...A/T...9 - side=0", "AC"),
        ("gambler AT 0 J...A/9...9 - side=0", "JS"),
        # Misère: the seven does not take the ace, and of what cannot take it the most points go.
        ("gambler H 0 A7.../KT... - side=0 misere", "7S"),
    ],
)
def test_one_trick_cards_at_the_table(at: str, card: str) -> None:
    start = Position.parse(at)
    assert str(one_trick_card(start)) == card == str(plain_card(start))
