"""The bidding of the seven games: who calls, what may be called, and what it ends in."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebelote import VARIANTS, Card, Rules, Strain
from rebelote.auctions import Auction, AuctionError, Outcome, parse_call, problems
from rebelote.cards import ALL_CARDS
from rebelote.errors import Problem, RebeloteError, RulesError
from rebelote.rules import strain_of
from strategies import anything, games

H9, TS = Card("9H"), Card("TS")
STRAINS = "S H D C NT AT"
#: Everything that is a call somewhere.
CALLS = [
    *("pass", "play", "double", "redouble", *STRAINS.split()),
    *(f"{value}{strain}" for value in ("70", "80", "85", "90", "160", "170", "250") for strain in STRAINS.split()),
    *(f"capot{strain}" for strain in STRAINS.split()),
]


def begin(variant: str, *, dealer: int = 0, options: dict[str, Any] | None = None, **more: Any) -> Auction:
    """An auction with 9♥ turned where the game turns a card; ``ukrainian`` is for two unless said."""
    rules = Rules.preset(variant, **options or {})
    if variant not in ("contree", "bulgarian"):
        more.setdefault("upcard", H9)
    more.setdefault("players", rules.players[0])
    return Auction.start(rules, dealer, **more)


def after(start: Auction, calls: str) -> Auction:
    for call in calls.split():
        start = start.call(call)
    return start


def bids(*values: int, strains: str = STRAINS) -> str:
    return " ".join(f"{value}{strain}" for value in values for strain in strains.split())


def contract(strain: str, declarer: int, **more: Any) -> Outcome:
    return Outcome("contract", strain_of(strain), declarer, **more)


SUITS = "S H D C"
CAPOTS = "capotS capotH capotD capotC"
TENS = tuple(range(80, 161, 10))

#: (variant, what it shows, options and how it starts, calls so far, who is on turn, what he may call); the dealer is
#: seat 0 and 9♥ is turned unless said
LEGAL: list[tuple[str, str, dict[str, Any], str, int, str]] = [
    # gambler: the upcard's suit, then another suit, NT or AT; the dealer's opponent first
    ("gambler", "the dealer's opponent first", {}, "", 1, "pass play"),
    ("gambler", "the dealer's opponent first", {"dealer": 1}, "", 0, "pass play"),
    ("gambler", "then the dealer", {}, "pass", 0, "pass play"),
    ("gambler", "second round: another suit, NT, AT", {}, "pass pass", 1, "pass S D C NT AT"),
    ("gambler", "the fourth call", {}, "pass pass pass", 0, "pass S D C NT AT"),
    ("gambler", "over after four passes", {}, "pass pass pass pass", 1, ""),
    # lobovoy: the loser first, the declarer of a hanging deal first, the lot on the first deal
    ("lobovoy", "first deal", {}, "", 1, "pass play"),
    ("lobovoy", "the loser first", {"last_loser": 0}, "", 0, "pass play"),
    ("lobovoy", "the loser first", {"last_loser": 1}, "", 1, "pass play"),
    ("lobovoy", "the declarer after a hanging deal", {"last_loser": 1, "hanging_declarer": 0}, "", 0, "pass play"),
    ("lobovoy", "the other one second", {"last_loser": 0}, "pass", 1, "pass play"),
    ("lobovoy", "second round", {"last_loser": 0}, "pass pass", 0, "pass S D C NT AT"),
    ("lobovoy", "the fourth call may be NT", {}, "pass pass pass", 0, "pass S D C NT AT"),
    ("lobovoy", "as printed it may not", {"last_call_nt": False}, "pass pass pass", 0, "pass S D C AT"),
    ("lobovoy", "but the third may", {"last_call_nt": False}, "pass pass", 1, "pass S D C NT AT"),
    # who called first where the game does not ask who lost
    ("gambler", "left of the dealer, whoever lost", {"last_loser": 0, "hanging_declarer": 0}, "", 1, "pass play"),
    ("classic", "an option lets the loser call first", {"first_caller": "loser", "last_loser": 2}, "", 2, "pass play"),
    # classic: the upcard's suit, then another suit; left of the dealer first
    ("classic", "left of the dealer first", {"dealer": 2}, "", 3, "pass play"),
    ("classic", "in turn", {"dealer": 2}, "pass pass", 1, "pass play"),
    ("classic", "second round: another suit", {}, "pass pass pass pass", 1, "pass S D C"),
    ("classic", "the eighth call", {}, "pass " * 7, 0, "pass S D C"),
    # capo: value and strain, NT and AT too, or Capo; each higher than the last
    ("capo", "left of the dealer first", {"dealer": 3, "most_bid": 100}, "", 0,
     f"pass {bids(80, 90, 100)} capotS capotH capotD capotC capotNT capotAT"),
    ("capo", "higher than the last", {"most_bid": 100}, "80H", 2,
     f"pass {bids(90, 100)} capotS capotH capotD capotC capotNT capotAT"),
    ("capo", "a bid above Capo's value", {"most_bid": 260}, "250S", 2, f"pass {bids(260)}"),
    ("capo", "the value of Capo is an option", {"sweep_bid": 251, "most_bid": 250}, "250S", 2,
     "pass capotS capotH capotD capotC capotNT capotAT"),
    ("capo", "steps", {"least_bid": 82, "bid_step": 20, "most_bid": 125}, "pass", 2,
     f"pass {bids(82, 102, 122)} capotS capotH capotD capotC capotNT capotAT"),
    ("capo", "four passes: a second round", {"most_bid": 80}, "pass pass pass pass", 1,
     f"pass {bids(80)} capotS capotH capotD capotC capotNT capotAT"),
    ("capo", "only Capo is left", {}, "240H", 2, "pass capotS capotH capotD capotC capotNT capotAT"),
    ("capo", "nobody doubles", {}, "240H pass", 3, "pass capotS capotH capotD capotC capotNT capotAT"),
    # ukrainian: the upcard's suit, then a second card's
    ("ukrainian", "left of the dealer first", {}, "", 1, "pass play"),
    ("ukrainian", "three players", {"players": 3, "dealer": 1}, "pass", 0, "pass play"),
    ("ukrainian", "the second card's suit", {"second": TS}, "pass pass", 1, "pass play"),
    ("ukrainian", "the second card's suit", {"second": TS, "players": 3}, "pass pass pass pass", 2, "pass play"),
    ("ukrainian", "no second card yet", {}, "pass pass", 1, ""),
    ("ukrainian", "any other suit", {"second_suit": "any"}, "pass pass", 1, "pass S D C"),
    ("ukrainian", "all have to agree", {"agreement": "all"}, "play", 0, "pass play"),
    ("ukrainian", "one refuses", {"agreement": "all", "second": TS}, "pass", 1, "pass play"),
    ("ukrainian", "one refuses", {"agreement": "all", "second": TS}, "play pass", 1, "pass play"),
    ("ukrainian", "one refuses, any suit", {"agreement": "all", "second_suit": "any"}, "pass", 1, "pass S D C"),
    ("ukrainian", "a suit named", {"agreement": "all", "second_suit": "any", "players": 3}, "pass D", 2, "pass play"),
    ("ukrainian", "a suit named late", {"agreement": "all", "second_suit": "any"}, "pass pass D", 1, "pass play"),
    # contree: 80, 90 … 160 or capot with a suit, double, redouble
    ("contree", "every bid", {}, "", 1, f"pass {bids(*TENS, strains=SUITS)} {CAPOTS}"),
    ("contree", "the other side may double", {}, "150H", 2, f"pass double {bids(160, strains=SUITS)} {CAPOTS}"),
    ("contree", "the partner may not", {}, "150H pass", 3, f"pass {bids(160, strains=SUITS)} {CAPOTS}"),
    ("contree", "the bidder's left hand", {}, "150H pass pass", 0, f"pass double {bids(160, strains=SUITS)} {CAPOTS}"),
    ("contree", "only the side that bid may redouble", {}, "80H double", 3, "pass redouble"),
    ("contree", "not the doubler's partner", {}, "80H double pass", 0, "pass"),
    ("contree", "the bidder himself", {}, "80H double pass pass", 1, "pass redouble"),
    ("contree", "a redouble ends it", {}, "80H double redouble", 0, ""),
    ("contree", "nothing is higher than capot", {}, "capotD", 2, "pass double"),
    ("contree", "capot above 160", {}, "160D pass", 3, f"pass {CAPOTS}"),
    # bulgarian: clubs < diamonds < hearts < spades < NT < AT
    ("bulgarian", "left of the dealer first", {"dealer": 1}, "", 2, "pass C D H S NT AT"),
    ("bulgarian", "higher than clubs", {}, "C", 2, "pass double D H S NT AT"),
    ("bulgarian", "higher than diamonds", {}, "D pass", 3, "pass H S NT AT"),
    ("bulgarian", "higher than hearts", {}, "H", 2, "pass double S NT AT"),
    ("bulgarian", "higher than spades", {}, "S", 2, "pass double NT AT"),
    ("bulgarian", "higher than NT", {}, "NT", 2, "pass double AT"),
    ("bulgarian", "nothing is higher than AT", {}, "AT", 2, "pass double"),
    ("bulgarian", "a bid goes over a double", {}, "S double", 3, "pass redouble NT AT"),
    ("bulgarian", "and over a redouble", {}, "S double redouble", 0, "pass NT AT"),
    ("bulgarian", "and may be doubled anew", {}, "S double NT", 0, "pass double AT"),
    ("bulgarian", "fewer strains", {"strains": "S,H,D,C"}, "H", 2, "pass double S"),
]  # fmt: skip
STARTS = ("dealer", "players", "second", "last_loser", "hanging_declarer", "upcard")


def _begin(variant: str, how: dict[str, Any]) -> Auction:
    options = {name: value for name, value in how.items() if name not in STARTS}
    return begin(variant, options=options, **{name: value for name, value in how.items() if name in STARTS})


@pytest.mark.parametrize(("variant", "what", "how", "calls", "turn", "legal"), LEGAL)
def test_who_may_call_what(variant: str, what: str, how: dict[str, Any], calls: str, turn: int, legal: str) -> None:
    auction = after(_begin(variant, how), calls)
    assert sorted(auction.legal()) == sorted(legal.split()), what
    assert auction.turn == turn, what


#: (variant, how it starts, calls, outcome, contract as records write it)
ENDS: list[tuple[str, dict[str, Any], str, Outcome, str | None]] = [
    ("gambler", {}, "play", contract("H", 1), "H"),
    ("gambler", {}, "pass play", contract("H", 0), "H"),
    ("gambler", {}, "pass pass AT", contract("AT", 1), "AT"),
    ("gambler", {}, "pass pass pass NT", contract("NT", 0), "NT"),
    ("gambler", {}, "pass pass pass pass", Outcome("misere", Strain.HEARTS), None),
    ("lobovoy", {"last_loser": 0}, "pass pass C", contract("C", 0), "C"),
    ("lobovoy", {"last_loser": 0, "upcard": TS}, "pass pass pass pass", Outcome("misere", Strain.SPADES), None),
    ("classic", {"dealer": 2}, "pass pass play", contract("H", 1), "H"),
    ("classic", {}, "pass pass pass pass pass D", contract("D", 2), "D"),
    ("classic", {"dealer": 3}, "pass " * 8, Outcome("again", dealer=3), None),
    ("capo", {}, "80H 90C pass 100AT pass pass pass", contract("AT", 0, bid=100), "100AT"),
    ("capo", {}, "pass 80NT pass pass pass", contract("NT", 2, bid=80), "80NT"),
    ("capo", {}, "80H capotD", contract("D", 2, bid=250, sweep=True), "capotD"),
    ("capo", {}, "pass " * 5 + "80S pass pass pass", contract("S", 2, bid=80), "80S"),
    ("capo", {"dealer": 2}, "pass " * 8, Outcome("again", dealer=2), None),
    ("ukrainian", {}, "pass play", contract("H", 0), "H"),
    ("ukrainian", {"players": 3}, "pass pass play", contract("H", 0), "H"),
    ("ukrainian", {"players": 3, "second": TS}, "pass pass pass pass play", contract("S", 2), "S"),
    ("ukrainian", {"players": 3, "second": TS, "dealer": 2}, "pass " * 6, Outcome("again", dealer=0), None),
    ("ukrainian", {"second_suit": "any"}, "pass pass pass D", contract("D", 0), "D"),
    ("ukrainian", {"agreement": "all"}, "play play", contract("H", 1), "H"),
    ("ukrainian", {"agreement": "all", "second": TS}, "play pass play play", contract("S", 1), "S"),
    ("ukrainian", {"agreement": "all", "second": TS}, "pass play pass", Outcome("again", dealer=1), None),
    ("ukrainian", {"agreement": "all", "second_suit": "any"}, "pass pass D play", contract("D", 0), "D"),
    ("ukrainian", {"agreement": "all", "second_suit": "any"}, "pass C pass", Outcome("again", dealer=1), None),
    ("contree", {}, "80H pass pass pass", contract("H", 1, bid=80), "80H"),
    ("contree", {}, "80H 90S pass 100S pass pass pass", contract("S", 0, bid=100), "100S"),
    ("contree", {}, "80H double pass pass pass", contract("H", 1, bid=80, factor=2), "80Hx"),
    ("contree", {}, "80H double redouble", contract("H", 1, bid=80, factor=3), "80Hxx"),
    ("contree", {"redouble": 4}, "80H double pass pass redouble", contract("H", 1, bid=80, factor=4), "80Hxx"),
    ("contree", {}, "capotC double pass pass pass", contract("C", 1, bid=250, sweep=True, factor=2), "capotCx"),
    ("contree", {}, "pass capotC pass pass pass", contract("C", 2, bid=250, sweep=True), "capotC"),
    ("bulgarian", {}, "C pass NT pass pass pass", contract("NT", 3), "NT"),
    ("bulgarian", {}, "S double pass pass pass", contract("S", 1, factor=2), "Sx"),
    ("bulgarian", {}, "S double redouble pass pass pass", contract("S", 1, factor=4), "Sxx"),
    ("bulgarian", {}, "S double NT pass pass pass", contract("NT", 3), "NT"),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "how", "calls", "outcome", "written"), ENDS)
def test_what_the_auction_ends_in(
    variant: str, how: dict[str, Any], calls: str, outcome: Outcome, written: str | None
) -> None:
    *before, last = calls.split()
    auction = after(_begin(variant, how), " ".join(before))
    assert (auction.outcome, auction.contract) == (None, None)
    auction = auction.call(last)
    assert (auction.outcome, auction.contract) == (outcome, written)
    assert auction.legal() == ()
    assert auction.calls == tuple(calls.split())


#: What happens when everybody passes, each value of the option: (all_pass, calls, outcome)
ALL_PASS = [
    ("gambler", "misere", 4, Outcome("misere", Strain.HEARTS)),
    ("gambler", "same_dealer", 4, Outcome("again", dealer=1)),
    ("gambler", "next_dealer", 4, Outcome("again", dealer=0)),
    ("gambler", "second_round", 4, Outcome("again", dealer=1)),
    ("classic", "misere", 8, Outcome("misere", Strain.HEARTS)),
    ("capo", "misere", 4, Outcome("misere", Strain.HEARTS)),
    ("capo", "next_dealer", 4, Outcome("again", dealer=2)),
    ("capo", "second_round", 8, Outcome("again", dealer=1)),
    ("contree", "same_dealer", 4, Outcome("again", dealer=1)),
    ("contree", "next_dealer", 4, Outcome("again", dealer=2)),
    ("contree", "second_round", 8, Outcome("again", dealer=1)),
    ("bulgarian", "next_dealer", 4, Outcome("again", dealer=2)),
    ("bulgarian", "second_round", 8, Outcome("again", dealer=1)),
]


@pytest.mark.parametrize(("variant", "value", "passes", "outcome"), ALL_PASS)
def test_everybody_passes(variant: str, value: str, passes: int, outcome: Outcome) -> None:
    auction = begin(variant, dealer=1, options={"all_pass": value})
    assert after(auction, "pass " * (passes - 1)).outcome is None
    assert after(auction, "pass " * passes).outcome == outcome


@pytest.mark.parametrize("variant", ["contree", "bulgarian"])
def test_everybody_passes_and_the_deal_comes_again(variant: str) -> None:
    outcome = after(begin(variant), "pass pass pass pass").outcome
    assert outcome is not None
    assert outcome.kind == "again"


@pytest.mark.parametrize("variant", ["contree", "bulgarian"])
def test_no_misere_without_an_upcard(variant: str) -> None:
    with pytest.raises(RulesError, match="upcard"):
        begin(variant, options={"all_pass": "misere"})


# --- the second card of ukrainian ----------------------------------------------------------------


def test_a_second_card_is_turned_when_everybody_refused() -> None:
    auction = after(begin("ukrainian", players=3), "pass pass")
    assert not auction.needs_second
    auction = auction.call("pass")
    assert auction.needs_second
    assert (auction.legal(), auction.outcome, auction.round) == ((), None, 2)
    with pytest.raises(AuctionError, match="second card"):
        auction.call("pass")
    auction = auction.turn_second(TS)
    assert not auction.needs_second
    assert after(auction, "pass play").outcome == contract("S", 2)


def test_a_second_card_of_the_same_suit_is_followed_by_another() -> None:
    auction = after(begin("ukrainian"), "pass pass").turn_second(Card("AH"))
    assert auction.needs_second
    assert after(auction.turn_second(TS), "play").outcome == contract("S", 1)


def test_a_second_card_of_the_same_suit_is_kept_by_option_or_when_it_is_the_last() -> None:
    kept = after(begin("ukrainian", options={"same_suit": "keep"}), "pass pass").turn_second(Card("AH"))
    assert after(kept, "play").outcome == contract("H", 1)
    last = after(begin("ukrainian"), "pass pass").turn_second(Card("AH"), last=True)
    assert after(last, "play").outcome == contract("H", 1)


def test_no_second_card_is_turned_before_its_time_or_twice() -> None:
    auction = begin("ukrainian")
    with pytest.raises(AuctionError, match="no second card"):
        auction.turn_second(TS)
    auction = after(auction, "pass pass")
    with pytest.raises(AuctionError, match="9H"):
        auction.turn_second(H9)
    with pytest.raises(AuctionError, match="no second card"):
        auction.turn_second(TS).turn_second(Card("AC"))


def test_no_second_card_can_be_spared_where_all_are_dealt() -> None:
    with pytest.raises(RulesError, match="second_suit"):
        begin("classic", options={"second_suit": "second_card"})


def test_a_second_card_in_another_game_leaves_nt_and_at() -> None:
    auction = begin("gambler", options={"second_suit": "second_card"}, second=TS)
    assert after(auction, "pass pass").legal() == ("pass", "play", "NT", "AT")


# --- texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("Pass", "pass"), ("p", "pass"), ("PLAY", "play"), ("x", "double"), ("XX", "redouble"), ("Double", "double"),
        ("h", "H"), ("♥", "H"), ("nt", "NT"), ("80h", "80H"), ("110♣", "110C"), ("80 nt", "80NT"), (" 90S ", "90S"),
        ("Capot♦", "capotD"), ("CAPOT AT", "capotAT"), ("♠\ufe0f", "S"),
    ],
)  # fmt: skip
def test_calls_as_people_write_them(text: str, call: str) -> None:
    assert parse_call(text) == call


@pytest.mark.parametrize("call", CALLS)
def test_a_canonical_call_is_read_as_itself(call: str) -> None:
    assert parse_call(call) == call


@pytest.mark.parametrize(
    "text", ["", "again", "80", "080H", "H80", "8O", "capot", "80HX", "xxx", "-80H", "1000000H", "С", 80, None, ["H"]]
)
def test_what_is_no_call(text: object) -> None:
    with pytest.raises(AuctionError) as caught:
        parse_call(text)
    assert caught.value.code == "bad_call"
    assert isinstance(caught.value, RebeloteError)


@given(st.one_of(anything(), st.text(max_size=8), st.text(alphabet="80123 capotshdnCHNTX♥", max_size=8)))
def test_any_text_is_a_call_or_refused(text: object) -> None:
    try:
        call = parse_call(text)
    except AuctionError:
        return
    assert parse_call(call) == call


def test_a_call_is_kept_in_its_canonical_form() -> None:
    assert begin("contree").call("80 ♥").call("X").calls == ("80H", "double")


# --- refusals --------------------------------------------------------------------------------------

#: (variant, how it starts, calls so far, the refused call, code, words of the message)
REFUSED: list[tuple[str, dict[str, Any], str, str, str, str]] = [
    ("gambler", {}, "", "H", "illegal_call", "the suit of 9H is offered"),
    ("gambler", {}, "pass pass", "play", "illegal_call", "name a strain"),
    ("gambler", {}, "pass pass", "H", "illegal_call", "refused"),
    ("gambler", {}, "", "80H", "illegal_call", "no such call"),
    ("gambler", {}, "", "double", "illegal_call", "no such call"),
    ("gambler", {"strains": "S,D"}, "", "play", "illegal_call", "not played in H"),
    ("gambler", {"strains": "S,D"}, "pass pass", "C", "illegal_call", "not played in C"),
    ("lobovoy", {"last_call_nt": False}, "pass pass pass", "NT", "illegal_call", "last call"),
    ("classic", {}, "pass pass pass pass", "NT", "illegal_call", "not played in NT"),
    ("ukrainian", {"second": TS}, "pass pass", "S", "illegal_call", "the suit of TS is offered"),
    ("ukrainian", {"agreement": "all", "second_suit": "any"}, "pass D", "C", "illegal_call", "D was named"),
    ("capo", {}, "90H", "80S", "too_low", "not higher than 90H"),
    ("capo", {}, "90H", "90S", "too_low", "not higher than 90H"),
    ("capo", {}, "", "85H", "illegal_call", "steps of 10"),
    ("capo", {}, "", "70H", "illegal_call", "from 80 to"),
    ("capo", {}, "", "H", "illegal_call", "a value and a strain"),
    ("capo", {}, "80H", "double", "illegal_call", "no such call"),
    ("contree", {}, "", "170H", "illegal_call", "from 80 to 160"),
    ("contree", {}, "", "double", "illegal_call", "nothing was bid"),
    ("contree", {}, "80H pass", "double", "illegal_call", "his own side"),
    ("contree", {}, "80H", "redouble", "illegal_call", "not doubled"),
    ("contree", {}, "80H double pass", "redouble", "illegal_call", "only the side that bid"),
    ("contree", {}, "80H double", "90H", "illegal_call", "no bid goes over a double"),
    ("contree", {}, "80H double pass", "double", "illegal_call", "doubled already"),
    ("contree", {}, "capotH", "capotS", "too_low", "not higher than capotH"),
    ("contree", {}, "", "80NT", "illegal_call", "not played in NT"),
    ("contree", {}, "", "play", "illegal_call", "no such call"),
    ("bulgarian", {}, "S", "H", "too_low", "not higher than S"),
    ("bulgarian", {}, "S double", "H", "too_low", "not higher than Sx"),
    ("bulgarian", {}, "", "80H", "illegal_call", "a strain alone"),
    ("bulgarian", {}, "", "capotH", "illegal_call", "a strain alone"),
    ("bulgarian", {}, "S double redouble", "redouble", "illegal_call", "redoubled already"),
    ("bulgarian", {}, "S pass pass pass", "NT", "auction_over", "over"),
    ("bulgarian", {}, "", "80", "not_a_call", "no call"),
]


@pytest.mark.parametrize(("variant", "how", "calls", "call", "code", "words"), REFUSED)
def test_why_a_call_is_refused(variant: str, how: dict[str, Any], calls: str, call: str, code: str, words: str) -> None:
    auction = after(_begin(variant, how), calls)
    with pytest.raises(AuctionError, match=words) as caught:
        auction.call(call)
    assert caught.value.code == "bad_call"
    assert f"seat {auction.turn}" in str(caught.value)
    found = problems(
        auction.rules, auction.dealer, [*auction.calls, call], players=auction.players,
        upcard=auction.upcard, second=auction.second,
    )  # fmt: skip
    assert [(p.code, p.where) for p in found] == [(code, f"auction[{len(auction.calls)}]")]


def test_a_refusal_lists_what_was_legal() -> None:
    with pytest.raises(AuctionError, match=r"legal: pass, S, D, C, NT, AT$"):
        after(begin("gambler"), "pass pass").call("H")


def test_a_long_list_of_legal_calls_is_abbreviated() -> None:
    with pytest.raises(AuctionError, match=r"legal: pass, 80S, 80H, 80D, 80C, 90S, 90H, 90D … capotC$"):
        begin("contree").call("double")
    with pytest.raises(AuctionError, match=r"90D …$"):
        begin("contree", options={"most_bid": 100_000}).call("double")


def test_what_the_game_has_not() -> None:
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("gambler", {"upcard": None}, "upcard"),
        ("gambler", {"second": TS}, "second"),
        ("gambler", {"dealer": 2}, "dealer"),
        ("gambler", {"players": 3}, "players"),
        ("lobovoy", {"last_loser": 2}, "last_loser"),
        ("lobovoy", {"hanging_declarer": -1}, "hanging_declarer"),
        ("contree", {"upcard": H9}, "upcard"),
        ("ukrainian", {"players": None}, "players"),
        ("ukrainian", {"second": H9}, "second"),
    ]
    for variant, how, where in wrong:
        with pytest.raises(RulesError) as caught:
            begin(variant, **how)
        assert [p.where for p in caught.value.problems] == [where], (variant, how)


# --- problems ---------------------------------------------------------------------------------------


def faults(variant: str, calls: object, how: dict[str, Any] | None = None, **more: Any) -> list[tuple[str, str]]:
    upcard = None if variant in ("contree", "bulgarian") else H9
    rules = Rules.preset(variant, **how or {})
    return [(p.code, p.where) for p in problems(rules, 0, calls, players=rules.players[0], upcard=upcard, **more)]


def test_a_good_auction_has_no_problems() -> None:
    assert faults("contree", ["80H", "90S", "pass", "pass", "pass"], complete=True) == []
    assert faults("contree", ("80♥", "X"), complete=False) == []


def test_every_fault_is_listed_with_its_place() -> None:
    calls = ["80H", "80S", "ninety", "redouble", "100S"]
    assert faults("contree", calls) == [
        ("too_low", "auction[1]"), ("not_a_call", "auction[2]"), ("illegal_call", "auction[3]"),
        ("auction_over", "auction[4]"),
    ]  # fmt: skip


def test_a_problem_names_the_seat() -> None:
    (problem,) = problems(Rules.preset("contree"), 2, ["pass", "80H", "80S"])
    assert (problem.seat, problem.code) == (1, "too_low")
    assert "seat 1 may not call 80S: it is not higher than 80H; legal: pass, double, 90S" in problem.message


def test_calls_after_the_end_are_one_fault() -> None:
    assert faults("gambler", ["play", "pass", "pass", "junk"]) == [("auction_over", "auction[1]")]
    assert faults("contree", ["80H", "double", "redouble", "pass"]) == [("auction_over", "auction[3]")]
    assert faults("capo", ["capotH", "pass"]) == [("auction_over", "auction[1]")]


def test_an_auction_that_did_not_end() -> None:
    assert faults("contree", ["80H", "pass"], complete=True) == [("auction_unfinished", "auction")]
    assert faults("contree", ["80H", "pass"]) == []
    assert faults("ukrainian", ["pass", "pass"], complete=True) == [("missing_second", "second")]
    assert faults("ukrainian", ["pass", "pass", "play"]) == [("missing_second", "second")]
    assert faults("ukrainian", ["pass", "pass", "play"], second=TS, complete=True) == []


def test_no_list_of_calls() -> None:
    for junk in ("pass", 3, None, {"0": "pass"}):
        assert faults("contree", junk) == [("bad_auction", "auction")]


def test_a_faulty_start_is_a_problem() -> None:
    found = problems(Rules.preset("gambler"), 7, ["pass"])
    assert [(p.code, p.where) for p in found] == [("bad_seat", "dealer"), ("missing_upcard", "upcard")]


# --- properties --------------------------------------------------------------------------------------

#: The options that the auction asks, at each of their values.
OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    "first_caller": st.sampled_from(["left", "loser"]),
    "all_pass": st.sampled_from(["misere", "same_dealer", "next_dealer", "second_round"]),
    "last_call_nt": st.booleans(),
    "second_suit": st.sampled_from(["any", "second_card"]),
    "same_suit": st.sampled_from(["turn_again", "keep"]),
    "agreement": st.sampled_from(["first", "all"]),
    "least_bid": st.integers(0, 100),
    "most_bid": st.integers(0, 300),
    "bid_step": st.integers(5, 50),
    "sweep_bid": st.integers(0, 300),
    "double": st.integers(1, 16),
    "redouble": st.integers(1, 16),
    "strains": st.lists(st.sampled_from(STRAINS.split()), min_size=1, unique=True),
}


@st.composite
def starts(draw: st.DrawFn) -> Auction:
    """The start of an auction of any game, now and then with options of any value."""
    variant, players = draw(games())
    preset = Rules.preset(variant)
    options = draw(st.one_of(st.just({}), st.fixed_dictionaries({}, optional=OPTIONS)))
    turned = variant not in ("contree", "bulgarian")
    if not turned:
        options = {k: v for k, v in options.items() if (k, v) != ("all_pass", "misere")}
    if preset.cards * players == 32:
        options = {k: v for k, v in options.items() if k != "second_suit"}
    upcard = draw(st.integers(0, 31).map(Card)) if turned else None
    seat = st.one_of(st.none(), st.integers(0, players - 1))
    return Auction.start(
        Rules.preset(variant, **options), draw(st.integers(0, players - 1)), players=players, upcard=upcard,
        last_loser=draw(seat), hanging_declarer=draw(seat),
    )  # fmt: skip


def walk(auction: Auction, rng: Random) -> list[Auction]:
    """A random auction from here to its end, every moment of it."""
    moments = [auction]
    while auction.outcome is None:
        if auction.needs_second:
            card = rng.choice([card for card in ALL_CARDS if card != auction.upcard])
            auction = auction.turn_second(card, last=rng.random() < 0.2)
        else:
            auction = auction.call(rng.choice(auction.legal()))
        moments.append(auction)
    return moments


RANDOMS = st.randoms(use_true_random=False)


def most_calls(auction: Auction) -> int:
    """No auction is longer."""
    customs = auction.rules.customs
    if auction.rules.variant == "bulgarian":
        rungs = 6
    elif auction.rules.variant in ("capo", "contree"):
        rungs = len(range(customs.least_bid, customs.most_bid + 1, customs.bid_step)) + 1
    else:
        return 4 * auction.players
    # Two rounds of passes, then each bid, its double and its redouble, each with two passes behind it.
    return 2 * auction.players + rungs * 9 + 1


@given(starts(), RANDOMS)
def test_a_random_auction_ends(start: Auction, rng: Random) -> None:
    moments = walk(start, rng)
    end = moments[-1]
    assert len(end.calls) <= most_calls(start)
    assert end.legal() == ()
    outcome = end.outcome
    assert outcome is not None
    assert (outcome.kind == "contract") == (end.contract is not None) == (outcome.declarer is not None)
    assert (outcome.kind == "again") == (outcome.dealer is not None) == (outcome.strain is None)
    if outcome.kind == "contract":
        assert outcome.strain in start.rules.strains
    assert parse_call(end.calls[-1]) == end.calls[-1]


@given(starts(), RANDOMS)
def test_the_declarer_made_the_last_bid_or_was_the_first_to_accept(start: Auction, rng: Random) -> None:
    moments = walk(start, rng)
    outcome = moments[-1].outcome
    assert outcome is not None
    named = [(m.turn, n.calls[-1]) for m, n in pairwise(moments) if len(n.calls) > len(m.calls)]
    named = [(seat, call) for seat, call in named if call not in ("pass", "double", "redouble")]
    if outcome.kind != "contract":
        return
    if start.rules.customs.agreement == "all" and start.rules.variant not in ("capo", "contree", "bulgarian"):
        assert named[-start.players][0] == outcome.declarer
    else:
        assert named[-1][0] == outcome.declarer


@given(starts(), RANDOMS, st.data())
def test_a_call_is_legal_or_refused_with_what_was_legal(start: Auction, rng: Random, data: st.DataObject) -> None:
    at = data.draw(st.sampled_from(walk(start, rng)))
    legal = at.legal()
    assert len(set(legal)) == len(legal)
    assert ("pass" in legal) == (at.outcome is None and not at.needs_second)
    for call in [*CALLS, *legal[:50], "junk"]:
        if call in legal:
            assert at.call(call).calls == (*at.calls, call)
            continue
        with pytest.raises(AuctionError) as caught:
            at.call(call)
        message = str(caught.value)
        if at.outcome is None:
            shown = legal if len(legal) <= 12 else legal[:8]
            assert message.startswith(f"seat {at.turn} may not call ")
            assert f"legal: {', '.join(shown) or 'none'}" in message
        else:
            assert "over" in message


@given(starts(), RANDOMS)
def test_turns_go_round(start: Auction, rng: Random) -> None:
    assert 0 <= start.first < start.players
    for before, now in pairwise(walk(start, rng)):
        if now.round == before.round and len(now.calls) > len(before.calls):
            assert now.turn == (before.turn + 1) % start.players or now.outcome is not None
        elif now.round > before.round:
            assert now.turn == start.first


@given(starts(), RANDOMS)
def test_an_auction_that_was_called_has_no_problems(start: Auction, rng: Random) -> None:
    end = walk(start, rng)[-1]
    assert _problems(end, end.calls, complete=True) == []
    if end.calls:
        assert [p.code for p in _problems(end, [*end.calls, "pass"])] == ["auction_over"]


@given(starts(), st.one_of(anything(), st.lists(st.one_of(anything(), st.sampled_from(CALLS)), max_size=12)))
def test_problems_never_raises(start: Auction, calls: Any) -> None:
    for problem in _problems(start, calls, complete=True):
        assert problem.message
        assert problem.where == "second" or problem.where.startswith("auction")


@given(starts(), st.lists(st.sampled_from(CALLS), max_size=12))
def test_problems_finds_what_call_refuses(start: Auction, calls: list[str]) -> None:
    at, good = start, True
    for call in calls:
        try:
            at = at.call(call)
        except AuctionError:
            good = False
            break
    assert (_problems(start, calls) == []) == good


def _problems(auction: Auction, calls: Any, **more: Any) -> list[Problem]:
    hanging = auction.first if auction.rules.customs.first_caller == "loser" else None
    return problems(
        auction.rules, auction.dealer, calls, players=auction.players, upcard=auction.upcard,
        second=auction.second, hanging_declarer=hanging, **more,
    )  # fmt: skip


def test_every_game_has_an_auction() -> None:
    for variant in VARIANTS:
        assert begin(variant).legal()[0] == "pass"


def test_who_calls_first_after_a_hanging_deal_is_an_option() -> None:
    upcard = Card("9H")
    start = {"upcard": upcard, "last_loser": 0, "hanging_declarer": 1}
    assert Auction.start(Rules.preset("lobovoy"), 0, **start).turn == 1
    assert Auction.start(Rules.preset("lobovoy", hanging_caller="loser"), 0, **start).turn == 0
