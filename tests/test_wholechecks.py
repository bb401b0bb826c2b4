"""Every fault of a record is told, with its place: keys, auction, cards, melds."""

from __future__ import annotations

from typing import Any

import pytest

from generated import some
from rebelote import DealRecord, deal_problems
from rebelote.scoring import Contract
from rebelote.stakes import Stakes
from records import CONTREE, GAMBLER, SMALL, Data, changed, faults
from strategies import CARDS

# --- faults: the keys --------------------------------------------------------------------


def test_the_deal_of_the_tests_is_good() -> None:
    assert faults(GAMBLER) == faults(SMALL) == []
    assert DealRecord.from_dict(GAMBLER).stakes() == Stakes(
        DealRecord.from_dict(GAMBLER).rules,
        2,
        Contract(DealRecord.from_dict(GAMBLER).played.start.strain, 1),
        (20, 0),
        (0, 0),
    )


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"version": 2}, [("bad_version", "version")]),
        ({"version": "1"}, [("bad_version", "version")]),
        ({"variant": "whist"}, [("unknown_variant", "variant")]),
        ({"players": 3}, [("bad_players", "players")]),
        ({"options": {"colour": 1}}, [("unknown_option", "options.colour")]),
        ({"options": {"bela": -1}}, [("bad_option", "options.bela")]),
        ({"options": 7}, [("bad_options", "options")]),
        ({"tags": {"0": 1}}, [("bad_tags", "tags.0")]),
        ({"dealer": 2}, [("bad_seat", "dealer")]),
        ({"upcard": "1H"}, [("bad_card", "upcard")]),
        ({"exchange": 5}, [("bad_seat", "exchange")]),
        ({"auction": "pass play"}, [("bad_auction", "auction")]),
        ({"auction": ["pass", "80"]}, [("not_a_call", "auction[1]")]),
        ({"trump": "X"}, [("unknown_strain", "trump")]),
        ({"misere": "no"}, [("bad_misere", "misere")]),
        ({"declarer": -1}, [("bad_seat", "declarer")]),
        ({"contract": "pass"}, [("bad_contract", "contract")]),
        ({"side": [0, 1]}, [("bad_side", "side")]),
        ({"melds": [{"seat": 0, "meld": "run 7H 9H"}]}, [("bad_meld", "melds[0]")]),
        ({"belas": [{"seat": 0}]}, [("bad_meld", "belas[0]")]),
        ({"plays": ["7X"]}, [("bad_card", "plays")]),
        ({"ending": {"kind": "rain"}}, [("bad_ending", "ending")]),
        ({"scores": [1.5, 2]}, [("bad_points", "scores")]),
        ({"written": 10**30}, [("bad_points", "written")]),
        ({"colour": 1, "Trump": "H"}, [("unknown_key", "colour"), ("unknown_key", "Trump")]),
    ],
)
def test_each_key_is_read_strictly(changes: Data, found: list[tuple[str, str]]) -> None:
    assert faults({**GAMBLER, **changes}) == found


def test_an_unknown_key_is_refused_by_name() -> None:
    [problem] = deal_problems({**GAMBLER, "color": "red"})
    assert "'color'" in problem.message and "exchange" in problem.message


def test_every_fault_is_told_at_once() -> None:
    bad = changed(
        colour="red", version=3, dealer=0, upcard="KS", bottom="KS", melds=[{"seat": 1, "meld": "set 7S 7H 7D 7C"}],
        belas=[{"seat": 0, "meld": "bela QH KH"}], plays=["QC", "KS"], scores=[1],
    )  # fmt: skip
    bad["colour"] = "red"
    assert {code for code, _ in faults(bad)} == {
        "unknown_key", "bad_version", "revoke", "wrong_result", "wrong_leader", "duplicate_card", "wrong_place",
        "bad_meld", "not_held", "wrong_parties",
    }  # fmt: skip


# --- faults: the auction -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"auction": ["pass"]}, [("auction_unfinished", "auction")]),
        ({"auction": ["pass", "play", "pass"]}, [("auction_over", "auction[2]")]),
        ({"auction": ["pass", "S", "play"]}, [("illegal_call", "auction[1]"), ("illegal_call", "auction[2]")]),
        ({"auction": ["play"]}, [("wrong_result", "declarer")]),
        ({"auction": ["pass", "pass", "H"]}, [("illegal_call", "auction[2]")]),
        ({"auction": ["pass", "pass", "pass", "S"]}, [("wrong_result", "trump"), ("wrong_result", "contract")]),
        (
            {"auction": ["pass"] * 4},
            [("wrong_result", "declarer"), ("wrong_result", "contract"), ("wrong_result", "misere")],
        ),
        ({"upcard": "TC"}, [("wrong_result", "trump"), ("wrong_result", "contract")]),
        ({"declarer": None}, [("wrong_result", "declarer")]),
        ({"contract": None}, [("wrong_result", "contract")]),
        ({"contract": "Hx"}, [("wrong_result", "contract")]),
        ({"misere": True}, [("wrong_result", "misere")]),
        ({"auction": ..., "contract": "S"}, [("bad_contract", "contract")]),
        ({"auction": ..., "contract": "80H"}, [("bad_contract", "contract")]),
        ({"auction": ..., "contract": "Hx"}, [("bad_contract", "contract")]),
        ({"auction": ..., "misere": True}, [("wrong_result", "declarer"), ("wrong_result", "contract")]),
    ],
)
def test_faults_of_the_auction(changes: Data, found: list[tuple[str, str]]) -> None:
    assert faults(changed(**changes)) == found


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({}, []),
        ({"auction": ["pass", "80C", "80D", "110C", "pass", "pass", "pass"]}, [("too_low", "auction[2]")]),
        ({"auction": ["double", "80C", "90D", "110C", "pass", "pass", "pass"]}, [("illegal_call", "auction[0]")]),
        (
            {"auction": ["pass", "80C", "90D", "115C", "pass", "pass", "pass"]},
            [("illegal_call", "auction[3]"), ("auction_over", "auction[6]")],
        ),
        ({"auction": ["pass", "80C", "90D", "110C", "double", "pass", "pass"]}, [("auction_unfinished", "auction")]),
        (
            {"auction": ["pass", "80C", "90D", "110C", "double", "pass", "pass", "pass"]},
            [("wrong_result", "contract")],
        ),
        ({"auction": ["pass"] * 4}, [("wrong_result", "auction")]),
        ({"dealer": 2, "leader": 3}, [("wrong_result", "declarer")]),
        ({"contract": "capotC"}, [("wrong_result", "contract")]),
        ({"upcard": "7S"}, [("bad_upcard", "upcard")]),
        ({"second": "7S"}, [("bad_second", "second"), ("wrong_place", "second")]),
        ({"bottom": "7S"}, [("bad_bottom", "bottom"), ("wrong_place", "bottom")]),
        ({"melds": [{"seat": 0, "meld": "run 9D JD QD"}]}, [("bad_meld", "melds[0]")]),
        ({"hanging": [81]}, [("wrong_parties", "hanging")]),
        ({"scores": [1, 2, 3, 4]}, [("wrong_parties", "scores")]),
    ],
)
def test_faults_of_an_auction_with_bids(changes: Data, found: list[tuple[str, str]]) -> None:
    assert faults({**CONTREE, **changes}) == found


def test_a_call_too_low_says_what_was_legal() -> None:
    [problem, *_] = deal_problems({**CONTREE, "auction": ["80C", "80D", "pass", "pass", "pass"]})
    assert (problem.code, problem.where, problem.seat) == ("too_low", "auction[1]", 1)
    assert "legal: pass, double, 90S" in problem.message


def test_contracts_without_an_auction() -> None:
    bare = {key: value for key, value in CONTREE.items() if key != "auction"}
    assert DealRecord.from_dict(bare).contract == Contract(DealRecord.from_dict(bare).played.start.strain, 3, 110)
    for contract, good in (("110Cxx", True), ("capotCx", True), ("C", False), ("85C", False), ("170C", False)):
        assert (faults({**bare, "contract": contract}) == []) == good, contract
    unknown = DealRecord.from_dict({**bare, "contract": None, "declarer": 1})
    assert (unknown.contract, unknown.stakes()) == (None, None)
    bulgarian = {**bare, "variant": "bulgarian", "contract": "Cx"}
    contract = DealRecord.from_dict(bulgarian).contract
    assert contract is not None and (contract.bid, contract.factor) == (None, 2)
    assert faults({**bulgarian, "contract": "80C"}) == [("bad_contract", "contract")]


# --- faults: the cards -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"dealer": 0, "auction": ["play"]}, [("wrong_leader", "leader")]),
        ({"upcard": "KH", "auction": ..., "first": ...}, [("wrong_place", "upcard")]),
        ({"upcard": "8H"}, [("wrong_place", "upcard")]),
        ({"bottom": "AD"}, [("wrong_place", "bottom")]),
        ({"bottom": "TH"}, [("duplicate_card", "bottom")]),
        ({"second": "AS"}, [("bad_second", "second")]),
        ({"first": GAMBLER["first"][:1]}, [("wrong_hands", "first")]),
        ({"first": ["TS QS KH KD QC KC", "KS 9H JH 9D QD"]}, [("wrong_number", "first")]),
        ({"first": ["TS QS KH KD QC KC", "KS 9H JH 9D QD AS"]}, [("not_held", "first")]),
        ({"first": ["TS QS KH KD QC KC", "KS 9H JH 9D QD KC"]}, [("not_held", "first")]),
        ({"first": ["TS QS KH KD QC TH", "KS 9H JH 9D QD AC"]}, [("wrong_place", "first")]),
        ({"first": ["TS QS KH KD QC KC", "KS 9H JH 9D QD QD"]}, [("duplicate_card", "first")]),
        ({"exchange": 0}, [("bad_exchange", "exchange")]),
        ({"exchange": 1}, [("bad_exchange", "exchange")]),
    ],
)
def test_faults_of_the_cards(changes: Data, found: list[tuple[str, str]]) -> None:
    assert faults(changed(**changes)) == found


def swapped(**changes: Any) -> Data:
    """The deal in which seat 1 swapped the seven of trumps for the ten, and lost its run of three."""
    hands = [GAMBLER["hands"][0], GAMBLER["hands"][1].replace("7H 8H 9H JH", "8H 9H TH JH")]
    plays = ["TH" if card == "7H" else card for card in GAMBLER["plays"]]
    return changed(
        hands=hands, exchange=1, plays=plays, melds=[{"seat": 1, "meld": "run 8H 9H TH JH"}], written=..., **changes
    )


def test_the_seven_swapped() -> None:
    assert faults(swapped()) == []
    # What was called before the swap was called on the cards held then.
    assert faults({**swapped(), "melds": GAMBLER["melds"]}) == []
    told_nothing = {key: value for key, value in swapped().items() if key != "exchange"}
    assert faults(told_nothing) == []
    assert faults({**swapped(), "exchange": None}) == [("wrong_place", "upcard")]
    assert faults({**swapped(), "exchange": 0}) == [("bad_exchange", "exchange"), ("wrong_place", "upcard")]
    assert faults({**swapped(), "bottom": "7H"}) == [("bad_exchange", "exchange")]
    first = [GAMBLER["first"][0], "KS 7H JH 9D QD AC"]
    assert faults({**swapped(), "first": first}) == []
    assert faults({**swapped(), "variant": "lobovoy", "first": first})[:1] == [("bad_exchange", "exchange")]
    no_upcard = {key: value for key, value in swapped().items() if key != "upcard"}
    assert faults(no_upcard) == []
    assert faults({**no_upcard, "options": {"seven_exchange": "none"}}) == [("bad_exchange", "exchange")]


def test_the_upcard_is_in_the_hand_of_the_taker_or_the_dealer() -> None:
    for name, owner in (("classic", "declarer"), ("capo", "dealer")):
        for deal in some(name)[:5]:
            assert deal.record is not None
            other = next(hand for s, hand in enumerate(deal.record["hands"]) if s != deal.record[owner]).split()
            turned = [card for card in other if name == "capo" or card[1] == deal.record["upcard"][1]]
            bad = {**deal.record, "upcard": turned[0]} if turned else None
            if bad is not None:
                found = [
                    (p.code, p.where, p.seat) for p in deal_problems({k: v for k, v in bad.items() if k != "first"})
                ]
                assert found == [("wrong_place", "upcard", deal.record[owner])]


def test_several_second_cards() -> None:
    deal = next(deal.record for deal in some("ukrainian-3") if deal.record and "second" in deal.record)
    free = [card for card in CARDS if card not in " ".join(deal["hands"])]
    free.remove(deal["upcard"])
    free.remove(deal["second"])
    alike = [card for card in free if card[1] == deal["upcard"][1]]
    others = [card for card in free if card[1] != deal["upcard"][1]]
    for more, good in ((alike[:1], True), (others[:1], False)):
        if more:
            data = {**deal, "second": [*more, deal["second"]]}
            assert (faults(data) == []) == good
            if good:
                assert DealRecord.from_dict(data).to_dict()["second"] == data["second"]
                assert DealRecord.read(DealRecord.from_dict(data).to_text()).to_dict() == data
    assert DealRecord.from_dict({**deal, "second": [deal["second"]]}).to_dict() == deal
    assert faults({**deal, "second": [deal["second"]] * 2})
    assert faults({**deal, "second": []})[0] == ("bad_card", "second")


def test_a_revoke_says_which_card_and_what_was_legal() -> None:
    bad = changed(plays=["QC", "8C", *GAMBLER["plays"][2:6], "AC", *GAMBLER["plays"][7:]])
    bad["plays"][2:4] = ["KH", "JH"]
    [problem, *_] = deal_problems({**GAMBLER, "plays": ["QC", "KS"]})
    assert (problem.code, problem.where, problem.seat, problem.card) == ("revoke", "plays[1]", 1, "KS")
    assert "8C" in problem.message and "AC" in problem.message
    assert faults({**GAMBLER, "plays": ["AS"]})[0] == ("not_held", "plays[0]")
    assert faults({**GAMBLER, "plays": [*GAMBLER["plays"], "7S"]})[0] == ("too_many_plays", "plays[18]")


# --- faults: melds -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "melds", "found"),
    [
        ("melds", ["0 run 8S 9S TS"], [("not_held", "melds[0]")]),
        ("melds", ["0 run TS JS QS", "0 run TS JS QS"], [("shared_card", "melds[1]")]),
        ("melds", ["1 set 7S 7H 7D 7C"], [("bad_meld", "melds[0]")]),
        ("melds", ["0 bela QH KH"], [("bad_meld", "melds[0]")]),
        ("belas", ["0 run TS JS QS"], [("bad_meld", "belas[0]")]),
        ("belas", ["0 bela QH KH"], [("not_held", "belas[0]")]),
        ("belas", ["0 belot QC KC"], [("bad_meld", "belas[0]")]),
        ("belas", ["0 bela QC KC"], [("bad_meld", "belas[0]")]),
    ],
)
def test_faults_of_melds(key: str, melds: list[str], found: list[tuple[str, str]]) -> None:
    told = [{"seat": int(meld[0]), "meld": meld[2:]} for meld in melds]
    assert faults(changed(**{key: told}, written=...)) == found


def test_a_meld_that_was_not_there_names_the_cards() -> None:
    [problem] = deal_problems(changed(melds=[{"seat": 0, "meld": "run 8S 9S TS"}], written=...))
    assert (problem.seat, problem.card) == (0, "9S")
    assert problem.message == "seat 0 called run 8S 9S TS, and does not hold 9S"


#: Hands of four in which seat 0 has four jacks and 9–T–J–Q–K of spades.
RICH = {
    "hands": [
        "9S TS JS QS KS JH JD JC", "7S 7H 7D 7C 8H 8D 8C 8S", "AS AH AD AC QH KH QD KD", "9H TH 9D TD 9C TC QC KC",
    ],
    "trump": "S", "leader": 0, "plays": [],
}  # fmt: skip


@pytest.mark.parametrize(
    ("variant", "melds", "belas", "found"),
    [
        ("classic", ["set JS JH JD JC"], ["bela QS KS"], []),
        ("classic", ["run 9S TS JS QS KS"], ["bela QS KS"], []),
        ("classic", ["set JS JH JD JC", "run TS JS QS"], [], [("shared_card", "melds[1]")]),
        ("capo", ["set JS JH JD JC", "run 9S TS JS QS KS"], ["bela QS KS"], []),
        ("capo", ["run 9S TS JS", "run JS QS KS"], [], [("shared_card", "melds[1]")]),
        ("bulgarian", ["set JS JH JD JC", "run 9S TS JS QS KS"], [], [("shared_card", "melds[1]")]),
        ("contree", ["set JS JH JD JC"], ["bela QS KS"], [("bad_meld", "melds[0]")]),
    ],
)
def test_a_card_in_two_melds(variant: str, melds: list[str], belas: list[str], found: list[tuple[str, str]]) -> None:
    data = {"variant": variant, **RICH}
    data["melds"] = [{"seat": 0, "meld": meld} for meld in melds]
    data["belas"] = [{"seat": 0, "meld": meld} for meld in belas]
    assert faults(data) == found


def test_melds_of_one_suit_that_join_up_and_long_runs() -> None:
    hand = "7S 8S 9S TS JS QS KS AS"
    hands = [hand, *(hand.replace("S", suit) for suit in "HDC")]
    data = {"variant": "capo", **RICH, "trump": "H", "hands": hands}
    two = [{"seat": 0, "meld": "run 7S 8S 9S"}, {"seat": 0, "meld": "run TS JS QS KS AS"}]
    assert faults({**data, "melds": two}) == [("shared_card", "melds[1]")]
    assert faults({**data, "melds": [{"seat": 0, "meld": f"run {hand}"}]}) == []
    assert faults({**data, "variant": "classic", "melds": [{"seat": 0, "meld": f"run {hand}"}]}) == [
        ("bad_meld", "melds[0]")
    ]
    assert faults({**data, "belas": [{"seat": 0, "meld": "belot QS KS"}]}) == []
    assert faults({**data, "options": {"bela_shares": False}, "melds": two[1:], "belas": [
        {"seat": 0, "meld": "belot QS KS"}]}) == [("shared_card", "belas[0]")]  # fmt: skip


def test_the_deal_before_the_swap() -> None:
    after, before = DealRecord.from_dict(swapped()), DealRecord.from_dict(changed(written=...))
    for record in (after, before):
        swap = record.swap()
        assert swap is not None
        assert (str(swap[1]), swap[0].hands) == ("TH", before.played.start.hands)
    assert DealRecord.from_dict(SMALL).swap() is None
