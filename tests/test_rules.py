"""The two tables of the rules on play, a small example for every row and switch."""

from __future__ import annotations

from typing import Any

import pytest

from rebelote import Card, Rules, Strain, legal_cards
from rebelote.cards import parse_cards, to_mask
from rebelote.errors import CardError, PositionError
from rebelote.rules import strain_of
from rebelote.tricks import why_not, winning_index
from strategies import STRAINS

#: (variant, seats, what it shows, strain, trick in playing order, hand of the next seat, legal)
GAMES = [
    # follow suit: yes in every game
    ("gambler", 2, "follows suit", "S", "7H", "8H 9C AS", "8H"),
    ("lobovoy", 2, "follows suit", "S", "7H", "8H 9C AS", "8H"),
    ("classic", 4, "follows suit", "S", "7H", "8H 9C AS", "8H"),
    ("capo", 4, "follows suit", "S", "7H", "8H 9C AS", "8H"),
    ("ukrainian", 2, "follows suit", "S", "7H", "8H 9C AS", "8H"),
    ("ukrainian", 3, "follows suit", "S", "7H", "8H 9C AS", "8H"),
    ("contree", 4, "follows suit", "S", "7H", "8H 9C AS", "8H"),
    ("bulgarian", 4, "follows suit", "S", "7H", "8H 9C AS", "8H"),
    # void: must trump
    ("gambler", 2, "void, trumps", "S", "AH", "7S 9C", "7S"),
    ("lobovoy", 2, "void, trumps", "S", "AH", "7S 9C", "7S"),
    ("classic", 4, "void, trumps", "S", "7H AH", "7S 9C", "7S"),
    ("classic", 4, "void, trumps on his winning partner too", "S", "AH 7H", "7S 9C", "7S"),
    ("capo", 4, "void, plays anything", "S", "7H AH", "7S 9C", "7S 9C"),
    ("ukrainian", 2, "void, plays anything", "S", "AH", "7S 9C", "7S 9C"),
    ("ukrainian", 3, "void, plays anything", "S", "7H AH", "7S 9C", "7S 9C"),
    ("contree", 4, "void, trumps the first card", "S", "AH", "7S 9C", "7S"),
    ("contree", 4, "void, trumps an opponent", "S", "7H AH", "7S 9C", "7S"),
    ("contree", 4, "void, is free on his winning partner", "S", "AH 7H", "7S 9C", "7S 9C"),
    ("bulgarian", 4, "void, trumps an opponent", "S", "7H 8H AH", "7S 9C", "7S"),
    ("bulgarian", 4, "the partner led but does not win", "S", "AH 7S", "8S 9C", "8S"),
    ("bulgarian", 4, "void, is free on his winning partner", "S", "7H AH 8H", "7S 9C", "7S 9C"),
    # trump led: must go over
    ("gambler", 2, "goes over a trump", "S", "TS", "AS 7S 9S 8C", "AS 9S"),
    ("gambler", 2, "cannot go over, follows", "S", "JS", "9S 7S 8C", "9S 7S"),
    ("gambler", 2, "void of trumps, plays anything", "S", "JS", "9H 7C", "9H 7C"),
    ("lobovoy", 2, "goes over a trump", "S", "TS", "AS 7S 9S", "AS 9S"),
    ("classic", 4, "goes over an opponent's trump", "S", "7S TS", "AS 8S", "AS"),
    ("classic", 4, "goes over the best so far", "S", "7S TS AS", "9S AC KS", "9S"),
    ("classic", 4, "goes over the best so far, an opponent's", "S", "TS 7S AS", "9S KS", "9S"),
    ("classic", 4, "need not go over his partner", "S", "TS 7S", "AS 8S", "AS 8S"),
    ("capo", 4, "goes over the best so far", "S", "KS AS", "TS 9S", "9S"),
    ("capo", 4, "has no partner to spare", "S", "AS KS", "TS 9S", "9S"),
    ("ukrainian", 2, "goes over the card led", "S", "KS", "TS 7S", "TS"),
    ("ukrainian", 3, "goes over the card led, not the best", "S", "KS AS", "TS 9S 7S", "TS 9S"),
    ("ukrainian", 3, "cannot go over the card led", "S", "AS JS", "TS 7S", "TS 7S"),
    ("contree", 4, "goes over his partner's trump", "S", "AS 7S", "KS 9S", "9S"),
    ("bulgarian", 4, "goes over his partner's trump", "S", "AS 7S", "KS 9S", "9S"),
    # plain suit led and already trumped: a player who trumps must go over
    ("classic", 4, "goes over an opponent's ruff", "S", "7H 8S", "TS 7S 9C", "TS"),
    ("classic", 4, "cannot go over, still trumps", "S", "7H 8S", "7S 9C", "7S"),
    ("classic", 4, "need not go over his partner's ruff", "S", "7H 8S 9H", "TS 7S 9C", "TS 7S"),
    ("classic", 4, "goes over the higher of two ruffs", "S", "7H 8S TS", "KS AS 9C", "AS"),
    ("capo", 4, "owes nothing to a ruff", "S", "7H 8S", "TS 7S 9C", "TS 7S 9C"),
    ("ukrainian", 3, "owes nothing to a ruff", "S", "7H 8S", "TS 7S 9C", "TS 7S 9C"),
    ("contree", 4, "goes over an opponent's ruff", "S", "7H 8S", "TS 7S 9C", "TS"),
    ("contree", 4, "cannot go over, is free", "S", "7H 8S", "7S 9C", "7S 9C"),
    ("contree", 4, "is free on his partner's ruff", "S", "7H 8S 9H", "TS 7S 9C", "TS 7S 9C"),
    ("bulgarian", 4, "goes over an opponent's ruff", "S", "7H 8S", "TS 7S 9C", "TS"),
    ("bulgarian", 4, "cannot go over, is free", "S", "7H 8S", "7S 9C", "7S 9C"),
    # a ruff on the table leaves a follower alone
    ("contree", 4, "follows suit under a ruff", "S", "7H 8S", "KH AH 9S", "KH AH"),
    # AT: must go over in the suit led
    ("gambler", 2, "AT: goes over", "AT", "9H", "JH 7H AS", "JH"),
    ("gambler", 2, "AT: cannot go over, follows", "AT", "JH", "9H 7H AS", "9H 7H"),
    ("gambler", 2, "AT: void, plays anything", "AT", "9H", "JS 7C", "JS 7C"),
    ("lobovoy", 2, "AT: goes over", "AT", "9H", "JH 7H AS", "JH"),
    ("capo", 4, "AT: need not go over", "AT", "9H TH", "JH 7H AS", "JH 7H"),
    ("bulgarian", 4, "AT: goes over the best so far", "AT", "7H TH 9H", "JH AH 8H", "JH"),
    ("bulgarian", 4, "AT: goes over his partner too", "AT", "9H 7H", "JH 8H", "JH"),
    ("bulgarian", 4, "AT: a card of another suit is no card to go over", "AT", "7H JS", "8H 9S", "8H"),
    # NT and plain suits: no duty to beat anything
    ("gambler", 2, "NT: any card of the suit", "NT", "TH", "AH 7H AS", "AH 7H"),
    ("gambler", 2, "NT: void, plays anything", "NT", "TH", "AS JC", "AS JC"),
    ("capo", 4, "NT: any card of the suit", "NT", "TH", "AH 7H AS", "AH 7H"),
    ("bulgarian", 4, "NT: any card of the suit", "NT", "TH", "AH 7H AS", "AH 7H"),
    ("contree", 4, "plain suit: any card of the suit", "S", "TH", "AH 7H AS", "AH 7H"),
    ("classic", 4, "leads anything", "S", "", "AH 7S", "AH 7S"),
]


def _legal(rules: Rules, strain: str, trick: str, hand: str, seats: int) -> list[str]:
    found = [str(c) for c in legal_cards(rules, strain, hand, trick, seats=seats)]
    named = strain_of(strain)
    assert named is not None
    held = to_mask(parse_cards(hand))
    for card in parse_cards(hand):
        reason = why_not(rules, named, held, parse_cards(trick), card)
        assert bool(reason) == (str(card) not in found), f"{card}: {reason!r}"
    return found


def _same(found: list[str], expected: str) -> None:
    assert sorted(found) == sorted(expected.split())


@pytest.mark.parametrize(
    ("variant", "seats", "shows", "strain", "trick", "hand", "legal"),
    GAMES,
    ids=[f"{g[0]}-{g[1]}: {g[2]} ({g[3]} {g[4].replace(' ', '-')})" for g in GAMES],
)
def test_what_each_game_allows(
    variant: str, seats: int, shows: str, strain: str, trick: str, hand: str, legal: str
) -> None:
    _same(_legal(Rules.preset(variant), strain, trick, hand, seats), legal)


# --- the switches --------------------------------------------------------------------

ALWAYS, UNLESS, NEVER = "always", "unless_partner_wins", "never"
#: The partner (two places before) is winning, or an opponent is; spades are trumps.
PLAIN_OURS, PLAIN_THEIRS = "AH 7H", "7H AH"
TRUMP_OURS, TRUMP_THEIRS = "AS 8S", "8S AS"
RUFF_OURS, RUFF_THEIRS = "7H AS 8H", "7H AS"

#: (switches, strain, trick, hand, legal); the rest as in ``bulgarian``
SWITCHES: list[tuple[dict[str, Any], str, str, str, str]] = [
    # trump_when_void
    ({"trump_when_void": ALWAYS}, "S", PLAIN_THEIRS, "7S 9C", "7S"),
    ({"trump_when_void": ALWAYS}, "S", PLAIN_OURS, "7S 9C", "7S"),
    ({"trump_when_void": UNLESS}, "S", PLAIN_THEIRS, "7S 9C", "7S"),
    ({"trump_when_void": UNLESS}, "S", PLAIN_OURS, "7S 9C", "7S 9C"),
    ({"trump_when_void": NEVER}, "S", PLAIN_THEIRS, "7S 9C", "7S 9C"),
    ({"trump_when_void": NEVER}, "S", PLAIN_OURS, "7S 9C", "7S 9C"),
    ({"trump_when_void": ALWAYS}, "NT", PLAIN_THEIRS, "7S 9C", "7S 9C"),
    ({"trump_when_void": ALWAYS}, "AT", PLAIN_THEIRS, "7S 9C", "7S 9C"),
    ({"trump_when_void": ALWAYS}, "S", PLAIN_THEIRS, "7D 9C", "7D 9C"),
    # go_over_trump_lead
    ({"go_over_trump_lead": ALWAYS}, "S", TRUMP_THEIRS, "9S 7S", "9S"),
    ({"go_over_trump_lead": ALWAYS}, "S", TRUMP_OURS, "9S 7S", "9S"),
    ({"go_over_trump_lead": UNLESS}, "S", TRUMP_THEIRS, "9S 7S", "9S"),
    ({"go_over_trump_lead": UNLESS}, "S", TRUMP_OURS, "9S 7S", "9S 7S"),
    ({"go_over_trump_lead": NEVER}, "S", TRUMP_THEIRS, "9S 7S", "9S 7S"),
    ({"go_over_trump_lead": NEVER}, "S", TRUMP_OURS, "9S 7S", "9S 7S"),
    ({"go_over_trump_lead": NEVER, "go_over_all_trumps": True}, "AT", TRUMP_OURS, "9S 7S", "9S"),
    # go_over_what
    ({"go_over_what": "best"}, "S", "KS AS", "TS 9S 7S", "9S"),
    ({"go_over_what": "led"}, "S", "KS AS", "TS 9S 7S", "TS 9S"),
    ({"go_over_what": "best"}, "S", "KS JS", "TS 7S", "TS 7S"),
    ({"go_over_what": "led"}, "S", "KS JS", "TS 7S", "TS"),
    ({"go_over_what": "best"}, "AT", "KH AH", "TH 9H 7H", "9H"),
    ({"go_over_what": "led"}, "AT", "KH AH", "TH 9H 7H", "TH 9H"),
    ({"go_over_what": "led", "go_over_trump_lead": UNLESS}, "S", "AS 8S", "9S 7S", "9S 7S"),
    ({"go_over_what": "led", "go_over_ruff": ALWAYS}, "S", "7H 8S TS", "KS AS 9C", "AS"),
    ({"go_over_what": "led", "go_over_plain": True}, "S", "7H TH", "KH AH", "AH"),
    # go_over_ruff
    ({"go_over_ruff": ALWAYS, "trump_when_void": ALWAYS}, "S", RUFF_THEIRS, "9S 7S 9C", "9S"),
    ({"go_over_ruff": ALWAYS, "trump_when_void": ALWAYS}, "S", RUFF_OURS, "9S 7S 9C", "9S"),
    ({"go_over_ruff": UNLESS, "trump_when_void": ALWAYS}, "S", RUFF_THEIRS, "9S 7S 9C", "9S"),
    ({"go_over_ruff": UNLESS, "trump_when_void": ALWAYS}, "S", RUFF_OURS, "9S 7S 9C", "9S 7S"),
    ({"go_over_ruff": NEVER, "trump_when_void": ALWAYS}, "S", RUFF_THEIRS, "9S 7S 9C", "9S 7S"),
    ({"go_over_ruff": NEVER, "trump_when_void": ALWAYS}, "S", RUFF_OURS, "9S 7S 9C", "9S 7S"),
    # … it binds whoever trumps, though he need not trump
    ({"go_over_ruff": ALWAYS, "trump_when_void": NEVER}, "S", RUFF_THEIRS, "9S 7S 9C", "9S 9C"),
    ({"go_over_ruff": ALWAYS, "trump_when_void": NEVER}, "S", RUFF_OURS, "9S 7S 9C", "9S 9C"),
    ({"go_over_ruff": UNLESS, "trump_when_void": NEVER}, "S", RUFF_THEIRS, "9S 7S 9C", "9S 9C"),
    ({"go_over_ruff": UNLESS, "trump_when_void": NEVER}, "S", RUFF_OURS, "9S 7S 9C", "9S 7S 9C"),
    ({"go_over_ruff": NEVER, "trump_when_void": NEVER}, "S", RUFF_THEIRS, "9S 7S 9C", "9S 7S 9C"),
    ({"go_over_ruff": ALWAYS, "trump_when_void": UNLESS}, "S", RUFF_OURS, "9S 7S 9C", "9S 9C"),
    # cannot_go_over
    ({"cannot_go_over": "must_trump"}, "S", RUFF_THEIRS, "7S 9C", "7S"),
    ({"cannot_go_over": "free"}, "S", RUFF_THEIRS, "7S 9C", "7S 9C"),
    ({"cannot_go_over": "must_trump"}, "S", RUFF_OURS, "7S 9C", "7S 9C"),
    ({"cannot_go_over": "must_trump", "trump_when_void": ALWAYS}, "S", RUFF_OURS, "7S 9C", "7S"),
    ({"cannot_go_over": "free", "trump_when_void": ALWAYS}, "S", RUFF_OURS, "7S 9C", "7S 9C"),
    ({"cannot_go_over": "free", "trump_when_void": ALWAYS}, "S", PLAIN_THEIRS, "7S 9C", "7S"),
    # … free whether or not he had a duty to go over, and no duty to trump comes from must_trump
    ({"cannot_go_over": "free", "go_over_ruff": NEVER}, "S", RUFF_THEIRS, "7S 9C", "7S 9C"),
    ({"cannot_go_over": "must_trump", "go_over_ruff": NEVER}, "S", RUFF_THEIRS, "7S 9C", "7S"),
    ({"cannot_go_over": "must_trump", "trump_when_void": NEVER}, "S", RUFF_THEIRS, "7S 9C", "7S 9C"),
    # undertrump_partner
    ({"undertrump_partner": True}, "S", RUFF_OURS, "7S 9C", "7S 9C"),
    ({"undertrump_partner": False}, "S", RUFF_OURS, "7S 9C", "9C"),
    ({"undertrump_partner": False}, "S", RUFF_OURS, "7S 9S", "9S"),
    ({"undertrump_partner": False}, "S", RUFF_OURS, "7S 8S", "7S 8S"),
    ({"undertrump_partner": False}, "S", RUFF_OURS, "7S 9S 9C", "9S 9C"),
    ({"undertrump_partner": False}, "S", RUFF_THEIRS, "7S 9C", "7S 9C"),
    ({"undertrump_partner": False}, "S", PLAIN_OURS, "7S 9C", "7S 9C"),
    ({"undertrump_partner": False}, "S", "7H AS 8S", "KS 9C", "9C"),
    ({"undertrump_partner": False, "trump_when_void": ALWAYS}, "S", RUFF_OURS, "7S 9S 9C", "9S"),
    (
        {"undertrump_partner": False, "trump_when_void": ALWAYS, "cannot_go_over": "must_trump"},
        "S", RUFF_OURS, "7S 9C", "9C",
    ),
    # go_over_plain
    ({"go_over_plain": False}, "S", PLAIN_THEIRS.replace("AH", "TH"), "AH 8H", "AH 8H"),
    ({"go_over_plain": True}, "S", "7H TH", "AH 8H", "AH"),
    ({"go_over_plain": True}, "S", "TH 7H", "AH 8H", "AH"),
    ({"go_over_plain": True}, "S", PLAIN_THEIRS, "TH 8H", "TH 8H"),
    ({"go_over_plain": True}, "S", "TH 7S", "AH 8H", "AH 8H"),
    ({"go_over_plain": True}, "S", "TH AC", "AH 8H", "AH"),
    ({"go_over_plain": True}, "NT", "TH 7S", "AH 8H", "AH"),
    ({"go_over_plain": True, "go_over_all_trumps": False}, "AT", "TH", "AH 8H", "AH 8H"),
    ({"go_over_plain": True, "go_over_trump_lead": NEVER}, "S", "TS", "AS 8S", "AS 8S"),
    ({"go_over_plain": True}, "S", "TH", "7S 9C", "7S"),
    # go_over_all_trumps
    ({"go_over_all_trumps": True}, "AT", "TH", "AH 8H", "AH"),
    ({"go_over_all_trumps": True}, "AT", "TH 7H", "AH 8H", "AH"),
    ({"go_over_all_trumps": False}, "AT", "TH", "AH 8H", "AH 8H"),
    ({"go_over_all_trumps": False, "go_over_trump_lead": ALWAYS}, "AT", "TH", "AH 8H", "AH 8H"),
    ({"go_over_all_trumps": True}, "NT", "TH", "AH 8H", "AH 8H"),
    # orders decide what goes over
    ({"order_trump": "789TJQKA"}, "S", "8S", "7S AS JS", "7S"),
    ({"order_at": "789TJQKA"}, "AT", "8S", "7S AS JS", "7S"),
    ({"order_plain": "789TJQKA", "go_over_plain": True}, "S", "8H", "7H AH", "7H"),
    ({"order_nt": "789TJQKA", "go_over_plain": True}, "NT", "8H", "7H AH", "7H"),
]  # fmt: skip


def _base(**switches: Any) -> Rules:
    return Rules.preset("bulgarian", **switches)


@pytest.mark.parametrize(
    ("switches", "strain", "trick", "hand", "legal"),
    SWITCHES,
    ids=[
        f"{' '.join(f'{k}={v}' for k, v in s[0].items())}: {s[1]} {s[2].replace(' ', '-')} {s[3].replace(' ', '-')}"
        for s in SWITCHES
    ],
)
def test_what_each_switch_allows(switches: dict[str, Any], strain: str, trick: str, hand: str, legal: str) -> None:
    _same(_legal(_base(**switches), strain, trick, hand, 4), legal)


@pytest.mark.parametrize(("trick", "free"), [(RUFF_OURS, False), (RUFF_THEIRS, False), (PLAIN_OURS, False)])
def test_an_ally_in_a_game_for_oneself_is_no_partner(trick: str, free: bool) -> None:
    rules = Rules.preset("capo", trump_when_void=UNLESS, go_over_ruff=UNLESS, cannot_go_over="must_trump")
    _same(_legal(rules, "S", trick, "7S 9C", 4), "7S 9C" if free else "7S")


# --- who wins ------------------------------------------------------------------------

WINNERS = [
    ("S", "7H", "7H", "a lone card"),
    ("S", "7H TH AH 9H", "AH", "the highest of the suit led"),
    ("S", "KH TH QH 9H", "TH", "a plain ten beats the king"),
    ("S", "JH 9H QH 8H", "QH", "a plain jack is low"),
    ("S", "7H AC AD TC", "7H", "other plain suits never win"),
    ("S", "AH 7S TH KH", "7S", "a trump beats the suit led"),
    ("S", "AH 7S 8S KH", "8S", "the higher of two ruffs"),
    ("S", "AH AS 9S TS", "9S", "the trump nine beats the trump ace"),
    ("S", "9S JS AS TS", "JS", "the trump jack beats all"),
    ("S", "TS KS AS QS", "AS", "trumps in trump order"),
    ("S", "7S AH AC AD", "7S", "a trump led beats all else"),
    ("NT", "7H AS AC AD", "7H", "NT: other suits never win"),
    ("NT", "JH 9H TH AH", "AH", "NT: plain order"),
    ("NT", "KH QH TH JH", "TH", "NT: the ten beats the king"),
    ("AT", "7H JS JC JD", "7H", "AT: other suits never win"),
    ("AT", "AH 9H JH TH", "JH", "AT: trump order"),
    ("AT", "AH 9H TH KH", "9H", "AT: the nine beats the ace"),
]


@pytest.mark.parametrize(("strain", "trick", "best", "shows"), WINNERS, ids=[w[3] for w in WINNERS])
@pytest.mark.parametrize("variant", ["gambler", "capo", "bulgarian"])
def test_who_wins_a_trick(variant: str, strain: str, trick: str, best: str, shows: str) -> None:
    named = strain_of(strain)
    assert named is not None
    cards = parse_cards(trick)
    assert str(cards[winning_index(Rules.preset(variant), named, cards)]) == best


@pytest.mark.parametrize(
    ("option", "strain", "trick", "best"),
    [
        ("order_plain", "S", "AH 7H", "7H"), ("order_trump", "S", "AS 7S", "7S"),
        ("order_nt", "NT", "AH 7H", "7H"), ("order_at", "AT", "JH 7H", "7H"),
    ],
)  # fmt: skip
def test_an_order_given_as_an_option_decides_who_wins(option: str, strain: str, trick: str, best: str) -> None:
    named = strain_of(strain)
    assert named is not None
    cards = parse_cards(trick)
    changed = Rules.preset("bulgarian", **{option: "789TJQKA"})
    assert str(cards[winning_index(changed, named, cards)]) == best
    assert str(cards[winning_index(Rules.preset("bulgarian"), named, cards)]) != best


# --- legal_cards as users call it ----------------------------------------------------


def test_legal_cards_takes_text_and_cards_alike() -> None:
    rules = Rules.preset("bulgarian")
    text = legal_cards(rules, "H", "AH JH 7C", "9H", seats=4)
    assert text == [Card("JH")]
    assert legal_cards(rules, Strain.HEARTS, [Card("AH"), "JH", Card("7C")], [Card("9H")]) == text
    assert legal_cards(rules, "♥", "AH JH 7C", "9H") == text


@pytest.mark.parametrize("strain", STRAINS)
def test_some_card_is_always_legal(strain: str) -> None:
    rules = Rules.preset("bulgarian")
    for hand in ("7S", "7H 8H", "JC", "9D AD"):
        for trick in ("", "AS", "AH TS", "AH TS JS"):
            assert legal_cards(rules, strain, hand, trick)


def test_an_empty_hand_has_no_legal_card() -> None:
    assert legal_cards(Rules.preset("bulgarian"), "H", "", "9H") == []


@pytest.mark.parametrize(
    ("code", "strain", "trick", "seats"),
    [
        ("unknown_strain", "X", "", 4),
        ("unknown_strain", "", "", 4),
        ("bad_players", "H", "", 1),
        ("bad_players", "H", "", 5),
        ("trick_full", "H", "9H TH", 2),
        ("trick_full", "H", "9H TH JH QH", 4),
    ],
)
def test_legal_cards_refuses_what_cannot_be(code: str, strain: str, trick: str, seats: int) -> None:
    with pytest.raises(PositionError) as caught:
        legal_cards(Rules.preset("bulgarian"), strain, "AH JH", trick, seats=seats)
    assert [p.code for p in caught.value.problems] == [code]


@pytest.mark.parametrize(("hand", "trick"), [("AH AH", ""), ("AH", "TH TH"), ("XH", ""), ("AH", "7")])
def test_legal_cards_refuses_bad_cards(hand: str, trick: str) -> None:
    with pytest.raises(CardError):
        legal_cards(Rules.preset("bulgarian"), "H", hand, trick)


# --- why a card is not legal ---------------------------------------------------------

#: (switches, strain, trick, hand, card, what the reason says of that very card)
REASONS: list[tuple[dict[str, Any], str, str, str, str, str]] = [
    ({}, "S", "7H", "8H 9C", "9C", "hearts were led"),
    ({}, "S", "TS", "AS 7S 9C", "7S", "TS must be gone over"),
    ({}, "S", "TS", "AS 7S 9C", "9C", "spades were led"),
    ({}, "S", "TS", "AS 9C", "9C", "spades were led"),
    ({}, "S", "JS", "AS 7S 9C", "9C", "spades were led"),
    ({}, "AT", "9H", "JH 7H AS", "7H", "9H must be gone over"),
    ({}, "AT", "9H", "JH 7H AS", "AS", "hearts were led"),
    ({"go_over_plain": True}, "S", "TH", "AH 8H 7S", "8H", "TH must be gone over"),
    ({"go_over_plain": True}, "S", "TH", "AH 8H 7S", "7S", "hearts were led"),
    ({"go_over_what": "led"}, "S", "KS AS", "TS 7S 9C", "7S", "KS must be gone over"),
    ({}, "S", PLAIN_THEIRS, "7S 9C", "9C", "must trump"),
    ({}, "S", "7H 8S", "TS 7S 9C", "7S", "must go over 8S"),
    ({}, "S", "7H 8S", "TS 7S 9C", "9C", "must trump"),
    ({}, "S", "7H 8S", "TS 9C", "9C", "must trump"),
    ({"trump_when_void": NEVER, "go_over_ruff": ALWAYS}, "S", "7H 8S", "TS 7S 9C", "7S", "must go over 8S"),
    ({"cannot_go_over": "must_trump"}, "S", "7H 8S", "7S 9C", "9C", "must trump"),
    ({"undertrump_partner": False}, "S", RUFF_OURS, "7S 9C", "7S", "under the partner's AS"),
    (
        {"undertrump_partner": False, "trump_when_void": ALWAYS},
        "S",
        RUFF_OURS,
        "7S 9S 9C",
        "7S",
        "under the partner's AS",
    ),
    ({"undertrump_partner": False, "trump_when_void": ALWAYS}, "S", RUFF_OURS, "7S 9S 9C", "9C", "must trump"),
    ({"undertrump_partner": False, "trump_when_void": ALWAYS}, "S", RUFF_OURS, "9S 9C", "9C", "must trump"),
    ({}, "S", "7H", "8H 9C", "AH", "not in the hand"),
]


@pytest.mark.parametrize(
    ("switches", "strain", "trick", "hand", "card", "says"),
    REASONS,
    ids=[f"{r[1]} {r[2]} {r[3]}: {r[4]} {r[5]}".replace(" ", "-") + f"-{i}" for i, r in enumerate(REASONS)],
)
def test_the_reason_fits_the_card(
    switches: dict[str, Any], strain: str, trick: str, hand: str, card: str, says: str
) -> None:
    named = strain_of(strain)
    assert named is not None
    reason = why_not(_base(**switches), named, to_mask(parse_cards(hand)), parse_cards(trick), Card(card))
    assert card in reason
    assert says in reason
