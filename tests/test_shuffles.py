"""The mechanics of a deal: packets, turned cards, who gets the upcard, the seven of trumps, the lead."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebelote import PRESETS, Card, Rules, Strain
from rebelote.auctions import Outcome
from rebelote.cards import ALL_CARDS, FULL_PACK, format_cards, parse_cards, to_mask
from rebelote.errors import CardError, IllegalCard, RebeloteError, RulesError
from rebelote.rules import strain_of
from rebelote.shuffles import Shuffle, exchange, leader, why_no_exchange
from strategies import games

#: 7S 8S 9S TS JS QS KS AS, 7H … AH, 7D … AD, 7C … AC: what is dealt when is easily counted.
IN_ORDER = ALL_CARDS


def shuffle(variant: str, dealer: int, players: int | None = None, pack: Any = IN_ORDER, **options: Any) -> Shuffle:
    rules = Rules.preset(variant, **options)
    return Shuffle(rules, rules.players[0] if players is None else players, dealer, tuple(pack))


def taken(strain: str, declarer: int | None, **more: Any) -> Outcome:
    return Outcome("contract", strain_of(strain), declarer, **more)


MISERE = Outcome("misere", Strain.HEARTS)
AGAIN = Outcome("again", dealer=0)

#: (variant, players, dealer, first cards of each seat, upcard, bottom card)
FIRST = [
    ("gambler", 2, 1, ["7S 8S 9S KS AS 7H", "TS JS QS 8H 9H TH"], "JH", "AC"),
    ("gambler", 2, 0, ["TS JS QS 8H 9H TH", "7S 8S 9S KS AS 7H"], "JH", "AC"),
    ("lobovoy", 2, 1, ["7S 8S 9S KS AS 7H", "TS JS QS 8H 9H TH"], "JH", "AC"),
    ("classic", 4, 3, ["7S 8S 9S TS JS", "QS KS AS 7H 8H", "9H TH JH QH KH", "AH 7D 8D 9D TD"], "JD", None),
    ("capo", 4, 3, ["7S 8S 9S JH QH KH", "TS JS QS AH 7D 8D", "KS AS 7H 9D TD JD", "8H 9H TH QD KD AD"], "7C", None),
    ("ukrainian", 2, 1, ["7S 8S 9S KS AS 7H", "TS JS QS 8H 9H TH"], "JH", None),
    ("ukrainian", 3, 2, ["7S 8S 9S 8H 9H TH", "TS JS QS JH QH KH", "KS AS 7H AH 7D 8D"], "9D", None),
    ("contree", 4, 3, [" ".join(map(str, IN_ORDER[8 * seat : 8 * seat + 8])) for seat in range(4)], None, None),
    ("bulgarian", 4, 3, ["7S 8S 9S TS JS", "QS KS AS 7H 8H", "9H TH JH QH KH", "AH 7D 8D 9D TD"], None, None),
]


@pytest.mark.parametrize(("variant", "players", "dealer", "hands", "upcard", "bottom"), FIRST)
def test_before_the_auction(
    variant: str, players: int, dealer: int, hands: list[str], upcard: str | None, bottom: str | None
) -> None:
    deal = shuffle(variant, dealer, players)
    assert [format_cards(hand) for hand in deal.first] == hands
    assert deal.upcard == (None if upcard is None else Card(upcard))
    assert deal.bottom == (None if bottom is None else Card(bottom))


#: (variant, players, dealer, outcome, second cards turned, what each seat gets)
SECOND = [
    # three more each, the dealer last; the upcard stays out of play
    ("gambler", 2, 1, taken("H", 0), 0, ["QH KH AH", "7D 8D 9D"]),
    ("gambler", 2, 0, taken("NT", 1), 0, ["7D 8D 9D", "QH KH AH"]),
    ("gambler", 2, 1, MISERE, 0, ["QH KH AH", "7D 8D 9D"]),
    ("lobovoy", 2, 1, taken("H", 0), 0, ["QH KH AH", "7D 8D 9D"]),
    # the taker gets the upcard and two, whatever is trump
    ("classic", 4, 3, taken("D", 1), 0, ["QD KD AD", "JD 7C 8C", "9C TC JC", "QC KC AC"]),
    ("classic", 4, 3, taken("S", 3), 0, ["QD KD AD", "7C 8C 9C", "TC JC QC", "JD KC AC"]),
    # the dealer gets the upcard and one, whoever declares
    ("capo", 4, 3, taken("H", 1, bid=80), 0, ["8C 9C", "TC JC", "QC KC", "7C AC"]),
    ("capo", 4, 0, taken("NT", 0, bid=80), 0, ["7C AC", "8C 9C", "TC JC", "QC KC"]),
    # three more each, after the second card where one was turned
    ("ukrainian", 2, 1, taken("H", 0), 0, ["QH KH AH", "7D 8D 9D"]),
    ("ukrainian", 2, 1, taken("D", 0), 1, ["KH AH 7D", "8D 9D TD"]),
    ("ukrainian", 3, 2, taken("D", 0), 0, ["TD JD QD", "KD AD 7C", "8C 9C TC"]),
    ("ukrainian", 3, 2, taken("C", 0), 4, ["AD 7C 8C", "9C TC JC", "QC KC AC"]),
    ("contree", 4, 3, taken("H", 0, bid=80), 0, ["", "", "", ""]),
    ("bulgarian", 4, 3, taken("H", 0), 0, ["JD QD KD", "AD 7C 8C", "9C TC JC", "QC KC AC"]),
]


@pytest.mark.parametrize(("variant", "players", "dealer", "outcome", "turned", "more"), SECOND)
def test_after_the_auction(
    variant: str, players: int, dealer: int, outcome: Outcome, turned: int, more: list[str]
) -> None:
    deal = shuffle(variant, dealer, players)
    assert [format_cards(hand) for hand in deal.second_cards(outcome, turned=turned)] == more
    first, second = deal.first, deal.second_cards(outcome, turned=turned)
    assert deal.hands(outcome, turned=turned) == tuple(a | b for a, b in zip(first, second, strict=True))


def test_nobody_took_the_upcard_so_the_dealer_has_it() -> None:
    deal = shuffle("classic", 3, all_pass="misere")
    assert [format_cards(hand) for hand in deal.second_cards(MISERE)][3] == "JD KC AC"


def test_no_more_cards_when_the_deal_comes_again() -> None:
    with pytest.raises(RebeloteError, match="everybody passed"):
        shuffle("classic", 0).hands(AGAIN)


#: (players, option same_suit, cards that are turned) with 9D or JH as the upcard
SECONDS = [
    (2, "turn_again", "QH KH AH 7D"),
    (2, "keep", "QH"),
    # eighteen cards and the upcard are out, nine are still to be dealt: only four can be turned
    (3, "turn_again", "TD JD QD KD"),
    (3, "keep", "TD"),
]


@pytest.mark.parametrize(("players", "same_suit", "cards"), SECONDS)
def test_the_cards_turned_when_the_first_suit_was_refused(players: int, same_suit: str, cards: str) -> None:
    deal = shuffle("ukrainian", 0, players, same_suit=same_suit)
    assert deal.seconds == tuple(parse_cards(cards))
    assert deal.second == deal.seconds[-1]


@pytest.mark.parametrize("variant", ["gambler", "lobovoy", "classic", "capo", "contree", "bulgarian"])
def test_no_second_card_elsewhere(variant: str) -> None:
    assert shuffle(variant, 0).seconds == ()
    assert shuffle(variant, 0).second is None


def test_second_cards_begin_behind_the_turned_ones() -> None:
    deal = shuffle("ukrainian", 1)
    auction = deal.auction()
    assert deal.turned_in(auction.call("play")) == 0
    for call in ("pass", "pass", "play"):
        auction = auction.call(call)
    assert auction.outcome == taken("D", 0)
    assert deal.turned_in(auction) == 4
    assert format_cards(deal.second_cards(taken("D", 0), turned=4)[0]) == "8D 9D TD"


#: (variant, players, dealer, outcome, who called first, who leads)
LEADS = [
    ("gambler", 2, 0, taken("H", 0), 1, 1),
    ("gambler", 2, 1, taken("H", 1), 0, 0),
    ("gambler", 2, 1, MISERE, 0, 0),
    ("gambler", 2, 0, taken("H", 0), 0, 1),
    ("lobovoy", 2, 0, taken("H", 1), 0, 0),
    ("lobovoy", 2, 0, taken("H", 0), 1, 1),
    ("lobovoy", 2, 1, MISERE, 1, 1),
    ("lobovoy", 2, 1, MISERE, None, 0),
    ("classic", 4, 3, taken("H", 2), 0, 0),
    ("classic", 4, 1, taken("H", 2), 2, 2),
    ("capo", 4, 2, taken("H", 1, bid=80), 3, 3),
    ("capo", 4, 2, taken("H", 1, bid=250, sweep=True), 3, 1),
    ("ukrainian", 2, 0, taken("H", 0), 1, 1),
    ("ukrainian", 3, 2, taken("H", 1), 0, 0),
    ("contree", 4, 0, taken("H", 3, bid=80), 1, 1),
    ("contree", 4, 0, taken("H", 3, bid=250, sweep=True), 1, 1),
    ("bulgarian", 4, 3, taken("AT", 2), 0, 0),
]


@pytest.mark.parametrize(("variant", "players", "dealer", "outcome", "first", "seat"), LEADS)
def test_who_leads(variant: str, players: int, dealer: int, outcome: Outcome, first: int | None, seat: int) -> None:
    assert leader(Rules.preset(variant), players, dealer, outcome, first=first) == seat
    assert shuffle(variant, dealer, players).leader(outcome, first=first) == seat


# --- the seven of trumps ---------------------------------------------------------------------------

#: (option, strain, hand, upcard, hand afterwards or the reason)
EXCHANGES = [
    ("upcard_trump", "H", "7H 8H AC", "JH", "8H JH AC"),
    ("upcard_trump", "H", "8H AC", "JH", "7H is not in the hand"),
    ("upcard_trump", "S", "7S 7H", "JH", "JH, is no trump"),
    ("upcard_trump", "H", "8H AC", "7H", "the upcard is 7H itself"),
    ("upcard_trump", "NT", "7H AC", "JH", "no seven of trumps in NT"),
    ("upcard_trump", "AT", "7H 7S", "JH", "7S JH"),
    ("upcard_trump", "AT", "7S", "JH", "7H is not in the hand"),
    ("always", "S", "7S 7H", "JH", "7H JH"),
    ("always", "H", "7H AC", "JH", "JH AC"),
    ("always", "NT", "7H AC", "JH", "no seven of trumps in NT"),
    ("none", "H", "7H AC", "JH", "not exchanged in this game"),
]


@pytest.mark.parametrize(("option", "strain", "hand", "upcard", "expected"), EXCHANGES)
def test_the_seven_of_trumps(option: str, strain: str, hand: str, upcard: str, expected: str) -> None:
    rules = Rules.preset("gambler", seven_exchange=option)
    trump, held, turned = strain_of(strain), to_mask(parse_cards(hand)), Card(upcard)
    assert trump is not None
    if " is " in expected or "not" in expected or "no " in expected:
        assert expected in why_no_exchange(rules, trump, held, turned)
        with pytest.raises(IllegalCard, match=expected):
            exchange(rules, trump, held, turned)
        return
    assert why_no_exchange(rules, trump, held, turned) == ""
    after, lying = exchange(rules, trump, held, turned)
    assert format_cards(after) == expected
    assert lying.rank == 0
    assert held | turned.bit == after | lying.bit


@pytest.mark.parametrize("variant", ["lobovoy", "classic", "capo", "ukrainian", "contree", "bulgarian"])
def test_only_gambler_exchanges_the_seven(variant: str) -> None:
    rules = Rules.preset(variant)
    assert why_no_exchange(rules, Strain.HEARTS, to_mask(parse_cards("7H 8H")), Card("JH"))


@pytest.mark.parametrize("variant", ["classic", "capo", "contree", "bulgarian"])
def test_an_upcard_in_hand_or_none_at_all_is_no_exchange(variant: str) -> None:
    rules = Rules.preset(variant, seven_exchange="always")
    assert why_no_exchange(rules, Strain.HEARTS, to_mask(parse_cards("7H 8H")), Card("JH"))


# --- what is no deal ----------------------------------------------------------------------------------


def test_a_pack_is_whole() -> None:
    for pack in (IN_ORDER[:31], (*IN_ORDER[:31], IN_ORDER[0]), ()):
        with pytest.raises(CardError, match="32 cards"):
            shuffle("classic", 0, pack=pack)


def test_players_and_dealer_are_of_the_game() -> None:
    with pytest.raises(RulesError):
        shuffle("gambler", 0, players=3)
    with pytest.raises(RulesError):
        shuffle("gambler", 2)


# --- any pack -----------------------------------------------------------------------------------------


@given(games(), st.randoms(use_true_random=False))
def test_a_random_deal_gives_each_card_once(game: tuple[str, int], rng: Random) -> None:
    variant, players = game
    rules = PRESETS[variant]
    deal = Shuffle.random(rules, rng.randrange(players), rng=rng, players=players)
    auction = deal.auction()
    while auction.outcome is None:
        auction = auction.call(rng.choice(auction.legal()))
    first = deal.first
    assert sum(hand.bit_count() for hand in first) == (sum(first)).bit_count()
    if auction.outcome.kind == "again":
        return
    turned = deal.turned_in(auction)
    hands = deal.hands(auction.outcome, turned=turned)
    assert [hand.bit_count() for hand in hands] == [rules.cards] * players
    assert sum(hands) == sum(hands) & FULL_PACK
    assert sum(hands).bit_count() == players * rules.cards
    assert all(a & b == a for a, b in zip(first, hands, strict=True))
    shown = [deal.bottom, *deal.seconds[:turned]]
    if variant == "classic":
        assert deal.upcard is not None
        assert auction.outcome.declarer is not None
        assert hands[auction.outcome.declarer] & deal.upcard.bit
    elif variant == "capo":
        assert deal.upcard is not None
        assert hands[deal.dealer] & deal.upcard.bit
    else:
        shown.append(deal.upcard)
    assert not any(card is not None and sum(hands) & card.bit for card in shown)
    assert 0 <= deal.leader(auction.outcome, first=auction.first) < players


@given(st.randoms(use_true_random=False))
def test_the_deal_is_the_same_from_the_same_seed(rng: Random) -> None:
    state = rng.getstate()
    one = Shuffle.random(PRESETS["capo"], 0, rng=rng)
    rng.setstate(state)
    assert Shuffle.random(PRESETS["capo"], 0, rng=rng) == one
