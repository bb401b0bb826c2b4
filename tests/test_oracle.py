"""The library's legal cards, trick winners and card points against a second implementation.

``oracle.py`` states the rules again in strings and lists. What differs is a fault of one of the two.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracle import SWITCHES, legal, trick_worth, winner
from rebelote import VARIANTS, Card, Position, Rules, Strain, legal_cards
from rebelote.cards import to_mask
from rebelote.rules import strain_of
from rebelote.tricks import trick_points, why_not, winning_index
from strategies import CARDS, STRAINS, all_options, full_hands, playouts, switches, trick_and_hand

#: A game of every seating: two, three and four alone, and two partnerships.
SEATINGS = {"gambler": 2, "ukrainian": 3, "capo": 4, "bulgarian": 4}

seatings = pytest.mark.parametrize(("variant", "players"), SEATINGS.items())
deep = settings(max_examples=settings().max_examples * 5)


def _strain(name: str) -> Strain:
    strain = strain_of(name)
    assert strain is not None
    return strain


def _compare(
    variant: str, chosen: dict[str, Any], strain: str, trick: list[str], hand: list[str], players: int
) -> None:
    rules = Rules.preset(variant, **{**chosen, "strains": list(STRAINS)})
    told = {**SWITCHES[variant], **chosen}
    expected = legal(told, strain, hand, trick, partners=rules.partners)
    found = legal_cards(rules, strain, " ".join(hand), " ".join(trick), seats=players)
    assert sorted(map(str, found)) == sorted(expected)
    held, table = to_mask(map(Card, hand)), [Card(c) for c in trick]
    for card in hand:
        reason = why_not(rules, _strain(strain), held, table, Card(card))
        assert bool(reason) == (card not in expected), f"{card}: {reason!r}"
    if trick:
        assert winning_index(rules, _strain(strain), table) == winner(told, strain, trick)
        assert trick_points(rules, _strain(strain), table) == trick_worth(told, strain, trick)


@seatings
@deep
@given(data=st.data())
def test_random_switches(variant: str, players: int, data: st.DataObject) -> None:
    strain, trick, hand = data.draw(trick_and_hand(players))
    _compare(variant, data.draw(switches()), strain, trick, hand, players)


@seatings
@given(data=st.data())
def test_random_orders_and_tables(variant: str, players: int, data: st.DataObject) -> None:
    strain, trick, hand = data.draw(trick_and_hand(players))
    _compare(variant, data.draw(all_options()), strain, trick, hand, players)


@pytest.mark.parametrize("variant", VARIANTS)
@given(data=st.data())
def test_every_preset_as_it_is(variant: str, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(Rules.preset(variant).players))
    strain, trick, hand = data.draw(trick_and_hand(players))
    _compare(variant, {}, strain, trick, hand, players)


@given(playouts(full_hands))
def test_a_whole_deal(played: tuple[Position, list[Card]]) -> None:
    position, cards = played
    rules, strain = position.rules, str(position.strain)
    told = {**SWITCHES[rules.variant], **rules.options()}
    hands = [[c for c in CARDS if hand >> Card(c) & 1] for hand in position.hands]
    seat = position.leader
    trick: list[str] = []
    for card in map(str, cards):
        assert position.seat == seat
        assert sorted(map(str, position.legal())) == sorted(legal(told, strain, hands[seat], trick, rules.partners))
        hands[seat].remove(card)
        trick.append(card)
        taken = position.taken_with(Card(card))
        position = position.play(card)
        if len(trick) < position.players:
            assert taken is None
            seat = (seat + 1) % position.players
            continue
        seat = (seat + 1 + winner(told, strain, trick)) % position.players
        assert taken == (seat, trick_worth(told, strain, trick, last=not any(hands)))
        trick = []
