"""CFN: what colver writes is read and written again, and what it cannot say is refused by name."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rebelote import VARIANTS, Card, Rules
from rebelote.cards import to_mask
from rebelote.cfn import left_out, looks_like_cfn, read, write
from rebelote.errors import RecordError
from rebelote.recordtext import KEYS, normal
from rebelote.rules import Strain
from rebelote.tricks import legal_mask, winning_index
from strategies import CARDS, anything

TWO_TRICKS = "W:9..QJ97.K/.TKJ.T.T8/7..A8.A97/Q8.A.K.QJ TsAsJsKs/7h9h8hQh 110cEW"
TWO_TRICKS_DATA = {
    "version": 1,
    "variant": "contree",
    "players": 4,
    "dealer": 3,
    "hands": [
        "9S TS QH 7D 9D JD QD KC",
        "AS 7H TH JH KH TD 8C TC",
        "7S JS 9H 8D AD 7C 9C AC",
        "8S QS KS 8H AH KD JC QC",
    ],
    "trump": "C",
    "declarer": 1,
    "contract": "110C",
    "leader": 0,
    "plays": ["TS", "AS", "JS", "KS", "7H", "9H", "8H", "QH"],
}

FULL = "E:K98.Q98.7.Q/QJ7.A.T8.AJ/.TJ.KQJ9.K8/AT.K7.A.T97"
HANDS = ["8S 9S KS 8H 9H QH 7D QC", "7S JS QS AH 8D TD JC AC", "TH JH 9D JD QD KD 8C KC", "TS AS 7H KH AD 7C 9C TC"]
#: Lines as colver 0.11.1 writes them: each state of an auction, and of a deal's play.
AUCTIONS = [
    ("bid:0/p0/S", []),
    ("bid:0/p1/W", ["pass"]),
    ("bid:0/p3/E", ["pass"] * 3),
    ("0", ["pass"] * 4),
    ("bid:80sW/p0/c0/N", ["pass", "80S"]),
    ("bid:80sW/p0/c1/E", ["pass", "80S", "double"]),
    ("bid:80sW/p2/c1/W", ["pass", "80S", "double", "pass", "pass"]),
    ("bid:250sS/p0/c0/W", ["capotS"]),
    ("bid:250sS/p2/c0/E", ["capotS", "pass", "pass"]),
    ("bid:250cS/p1/c1/E", ["capotC", "double", "pass"]),
    ("bid:160dE/p0/c1/E", ["pass", "pass", "pass", "160D", "pass", "pass", "double"]),
]
PLAYED = [
    FULL + " - 80sEW",
    FULL + " - 80sEWx",
    FULL + " - 160hNSxx",
    FULL + " - 250cNS",
    "E:K98.Q98.7.Q/QJ7.A.T8.AJ/.TJ.KQJ.K8/AT.K7.A.T97 9d 80sEW",
    "E:K98.Q98..Q/QJ7.A.T.AJ/.TJ.KQJ.K8/AT.7..T97 9dAd7d8d/Kh 80sEW",
    "E:9.Q8../Q7..T./..KQJ./T.7..7 9dAd7d8d/Kh9hAhTh/JsJhAs8s/JcKcTcQc/9cKsAc8c 80sEW",
    "E:-/-/..Q./...7 9dAd7d8d/Kh9hAhTh/JsJhAs8s/JcKcTcQc/9cKsAc8c/8h7sJd7h/QsKdTs9s/QhTd 80sEW",
    "E:-/-/-/- 9dAd7d8d/Kh9hAhTh/JsJhAs8s/JcKcTcQc/9cKsAc8c/8h7sJd7h/QsKdTs9s/QhTdQd7c 80sEW",
]


def faults(line: str) -> list[tuple[str, str]]:
    data, problems = read(line)
    assert bool(data) is not bool(problems)
    return [(problem.code, problem.where) for problem in problems]


def refused(data: dict[str, Any]) -> list[tuple[str, str]]:
    with pytest.raises(RecordError) as caught:
        write(data)
    return [(problem.code, problem.where) for problem in caught.value.problems]


def test_the_hands_are_what_is_held_after_the_tricks() -> None:
    assert read(TWO_TRICKS) == (TWO_TRICKS_DATA, [])
    assert write(TWO_TRICKS_DATA) == TWO_TRICKS
    assert list(read(TWO_TRICKS)[0]) == [key for key in KEYS if key in TWO_TRICKS_DATA]


def test_the_cards_played_may_still_be_in_the_hands() -> None:
    dealt = "W:T9.Q.QJ97.K/A.TKJ7.T.T8/J7.9.A8.A97/KQ8.A8.K.QJ TsAsJsKs/7h9h8hQh 110cEW"
    assert read(dealt) == (TWO_TRICKS_DATA, [])
    assert read("  " + TWO_TRICKS.replace("QJ97", "7J9Q").replace(" ", "\t ") + "\n") == (TWO_TRICKS_DATA, [])
    assert read(FULL + " - 80sEW")[0]["hands"] == HANDS


@pytest.mark.parametrize("line", PLAYED)
def test_the_play_as_colver_writes_it(line: str) -> None:
    data, problems = read(line)
    assert problems == []
    assert data["hands"] == HANDS
    assert data["leader"] == 2
    assert write(data) == line


@pytest.mark.parametrize(("state", "calls"), AUCTIONS)
def test_the_auction_as_colver_writes_it(state: str, calls: list[str]) -> None:
    data, problems = read(f"{FULL} - {state}")
    assert problems == []
    assert data["auction"] == calls
    assert not {"trump", "leader"} & set(data)
    assert write(data) == f"{FULL} - {state}"


def test_of_an_auction_only_the_last_bid_is_kept() -> None:
    base = {"version": 1, "variant": "contree", "dealer": 1, "hands": HANDS, "plays": []}
    calls = ["80H", "pass", "90S", "pass"]
    assert write({**base, "auction": calls}) == f"{FULL} - bid:90sN/p1/c0/S"
    assert read(f"{FULL} - bid:90sN/p1/c0/S")[0]["auction"] == ["pass", "pass", "90S", "pass"]
    assert left_out({**base, "auction": calls}) == ["auction"]
    # A partner may not double, and a redouble ends the auction.
    assert refused({**base, "auction": [*calls, "double"]}) == [("illegal_call", "auction[4]")]
    line = write({**base, "auction": ["80H", "pass", "90S", "double", "redouble"]})
    assert line == f"{FULL} - 90sNSxx"


def test_a_contract_that_is_not_said_comes_from_the_calls() -> None:
    base = {"variant": "contree", "dealer": 1, "hands": HANDS, "plays": ["9D", "AD"]}
    calls = ["80H", "pass", "90S", "pass", "pass", "pass"]
    line = write({**base, "auction": calls})
    assert line.endswith(" 9dAd 90sNS")
    assert write({**base, "auction": calls, "contract": "90S"}) == line
    assert write({**base, "auction": calls, "declarer": 0}) == line
    doubled = ["80H", "double", "redouble"]
    assert write({**base, "auction": doubled}).endswith(" 80hNSxx")
    assert refused(base) == [("missing_key", "contract"), ("missing_key", "declarer")]
    assert refused({**base, "contract": "80S"}) == [("missing_key", "declarer")]
    assert refused({**base, "auction": ["80H"]}) == [("bad_contract", "contract")]
    assert refused({**base, "auction": ["pass"] * 4}) == [("bad_contract", "contract")]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", [("bad_text", "")]),
        (FULL + " -", [("bad_text", "")]),
        (FULL + " - 80sEW x", [("bad_text", "")]),
        (TWO_TRICKS + " " * 1000, [("bad_text", "")]),
        (TWO_TRICKS[1:], [("bad_seat", "dealer")]),
        ("w" + TWO_TRICKS[1:], [("bad_seat", "dealer")]),
        (TWO_TRICKS[2:], [("bad_seat", "dealer")]),
        (TWO_TRICKS.replace("/Q8.A.K.QJ", ""), [("wrong_hands", "hands")]),
        (TWO_TRICKS.replace("Q8.A.K.QJ", "Q8.A.KQJ"), [("bad_cards", "hands")]),
        (TWO_TRICKS.replace("QJ97", "Qj1"), [("bad_card", "hands"), ("bad_card", "hands")]),
        (TWO_TRICKS.replace("9..", "99.."), [("duplicate_card", "hands")]),
        (TWO_TRICKS.replace("9..", "Q9.."), [("duplicate_card", "hands")]),
        (TWO_TRICKS.replace("9..", "K9.."), [("duplicate_card", "plays[3]")]),
        (TWO_TRICKS.replace("9h8h", "9h9h"), [("duplicate_card", "plays[6]")]),
        (TWO_TRICKS.replace("TsAs", "10sAs"), [("wrong_number", "plays")]),
        (TWO_TRICKS.replace("TsAs", "tsAS"), [("bad_card", "plays"), ("bad_card", "plays")]),
        (TWO_TRICKS.replace("JsKs/", "/JsKs"), [("wrong_number", "plays"), ("wrong_number", "plays")]),
        (TWO_TRICKS.replace("Qh", "Qh/"), [("wrong_number", "plays")]),
        (TWO_TRICKS.replace("Ks/7h", "Ks7h"), [("wrong_number", "plays")]),
        *[
            (TWO_TRICKS.replace("110cEW", word), [("bad_contract", "contract")])
            for word in ("110cE", "110CEW", "115cEW", "170cEW", "250cEWxxx", "110cew", "cEW", "bid:85sW/p0/c0/N")
        ],
        (TWO_TRICKS.replace("110cEW", "0"), [("bad_contract", "contract")]),
        (TWO_TRICKS.replace("110cEW", "bid:0/p0/N"), [("bad_contract", "contract")]),
        *[
            (f"{FULL} - bid:{word}", [("bad_auction", "auction")])
            for word in ("0/p4/S", "0/p1/S", "80sW/p3/c0/W", "80sW/p0/c1/S", "80sW/p0/c2/S", "0/p0/c1/W")
        ],
        (
            "X:9..1./7..Z./... Zs/7h maybe",
            [("bad_seat", "dealer"), ("wrong_hands", "hands"), ("bad_card", "hands"), ("bad_card", "hands"),
             ("wrong_number", "plays"), ("bad_contract", "contract")],
        ),
    ],
)  # fmt: skip
def test_every_fault_of_a_line(line: str, expected: list[tuple[str, str]]) -> None:
    assert sorted(faults(line)) == sorted(expected)


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name != "contree"])
def test_other_games_are_refused_by_name(variant: str) -> None:
    with pytest.raises(RecordError, match=f"CFN cannot say {variant}: it is for contree only"):
        write({**TWO_TRICKS_DATA, "variant": variant, "players": 4})


@pytest.mark.parametrize(
    ("changes", "where", "named"),
    [
        ({"options": {"last_trick": 20}}, "options.last_trick", "last_trick=20"),
        ({"options": {"redouble": 4}}, "options.redouble", "redouble=4"),
        ({"options": {"nonsense": 1}}, "options.nonsense", "nonsense=1"),
        ({"options": {"variant": 1}}, "options.variant", "variant=1"),
        ({"upcard": "9H"}, "upcard", "upcard"),
        ({"second": "9H"}, "second", "second"),
        ({"bottom": "9H"}, "bottom", "bottom"),
        ({"exchange": 0}, "exchange", "exchange"),
        ({"melds": [{"seat": 0, "meld": "run 7H 8H 9H"}]}, "melds", "melds"),
        ({"misere": True}, "misere", "misere"),
        ({"ending": {"kind": "claim", "seat": 1}}, "ending", "claim"),
        ({"ending": {"kind": "doezd", "seat": 0}}, "ending", "doezd"),
        ({"contract": "C"}, "contract", "C"),
        ({"contract": "170C"}, "contract", "170C"),
        ({"contract": "250C"}, "contract", "250C"),
        ({"contract": "110NT", "trump": "NT"}, "contract", "110NT"),
        ({"contract": "110ATx", "trump": "AT"}, "contract", "110ATx"),
        ({"leader": 2}, "leader", "another leads"),
    ],
)
def test_what_cfn_cannot_say_is_named(changes: dict[str, Any], where: str, named: str) -> None:
    with pytest.raises(RecordError) as caught:
        write({**TWO_TRICKS_DATA, **changes})
    [problem] = caught.value.problems
    assert (problem.code, problem.where) == ("not_in_cfn", where)
    assert named in problem.message


def test_all_of_it_is_named_at_once() -> None:
    data = {**TWO_TRICKS_DATA, "options": {"bela": 0, "game": 1000}, "misere": True, "contract": "NTx"}
    data.pop("dealer")
    assert refused(data) == [
        ("not_in_cfn", "options.bela"),
        ("not_in_cfn", "options.game"),
        ("not_in_cfn", "misere"),
        ("not_in_cfn", "contract"),
        ("missing_key", "dealer"),
    ]


def test_what_is_wrong_with_a_record() -> None:
    data: dict[str, Any] = TWO_TRICKS_DATA
    assert refused({**data, "trump": "H"}) == [("bad_contract", "contract")]
    assert refused({**data, "plays": ["TS", "KS"]}) == [("not_held", "plays[1]")]
    assert refused({**data, "hands": data["hands"][:3]}) == [("wrong_hands", "hands")]
    assert refused({**data, "hands": [*data["hands"][:3], "9S"]}) == [("duplicate_card", "hands")]
    assert refused({**data, "dealer": 7}) == [("bad_seat", "dealer")]
    assert refused({"version": 1}) == [("missing_key", key) for key in ("variant", "dealer", "hands", "plays")]


def test_what_is_left_out_is_told() -> None:
    data = {
        **TWO_TRICKS_DATA,
        "options": {"last_trick": 10},
        "tags": {"Event": "x"},
        "auction": ["pass", "110C", "pass", "pass", "pass"],
        "declarer": 3,
        "misere": False,
        "exchange": None,
        "side": [1, 3],
        "melds": [],
        "belas": [{"seat": 0, "meld": "bela QC KC"}],
        "ending": {"kind": "broken_off"},
        "scores": [0, 0],
        "written": [],
    }
    assert write(data) == TWO_TRICKS
    assert left_out(data) == ["options", "tags", "auction", "declarer", "side", "belas", "ending", "scores"]
    assert left_out(TWO_TRICKS_DATA) == []


# --- any deal ----------------------------------------------------------------------------


@st.composite
def deals(draw: st.DrawFn) -> dict[str, Any]:
    """A deal of contrée, played to any card, in canonical form."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    dealer, declarer, strain = rng.randrange(4), rng.randrange(2), Strain(rng.randrange(4))
    bid = rng.choice([*map(str, range(80, 170, 10)), "capot"])
    pack = rng.sample(CARDS, 32)
    hands = [sorted(Card(card) for card in pack[seat::4]) for seat in range(4)]
    held, rules = [to_mask(hand) for hand in hands], Rules.preset("contree")
    leader = (dealer + 1) % 4
    trick: list[Card] = []
    plays: list[str] = []
    for _ in range(rng.choice([0, 4, 32, rng.randrange(33)])):
        seat = (leader + len(trick)) % 4
        legal = legal_mask(rules, strain, held[seat], trick)
        card = rng.choice([Card(word) for word in CARDS if legal >> Card(word) & 1])
        held[seat] &= ~card.bit
        trick.append(card)
        plays.append(str(card))
        if len(trick) == 4:
            leader, trick = (leader + winning_index(rules, strain, trick)) % 4, []
    contract = f"{bid}{strain}" + rng.choice(["", "x", "xx"])
    return {
        "version": 1, "variant": "contree", "players": 4, "dealer": dealer,
        "hands": [" ".join(map(str, hand)) for hand in hands], "trump": str(strain), "declarer": declarer,
        "contract": contract, "leader": (dealer + 1) % 4, "plays": plays,
    }  # fmt: skip


@settings(max_examples=200)
@given(deals())
def test_any_deal_goes_out_and_comes_back(data: dict[str, Any]) -> None:
    line = write(data)
    assert looks_like_cfn(line)
    assert read(line) == (data, [])
    assert write(read(line)[0]) == line


@settings(max_examples=200)
@given(
    st.integers(0, len(TWO_TRICKS)), st.integers(0, 4), st.text(st.sampled_from("NESW:/. -7TKshdcx01bidp"), max_size=4)
)
def test_a_damaged_line_has_faults_or_another_reading(at: int, cut: int, put: str) -> None:
    line = TWO_TRICKS[:at] + put + TWO_TRICKS[at + cut :]
    data, problems = read(line)
    if not problems:
        assert read(write(data)) == (data, [])


@settings(max_examples=200)
@given(st.text())
def test_no_line_is_a_traceback(line: str) -> None:
    assert read(line)[1]
    assert looks_like_cfn(line) in (True, False)


@settings(max_examples=200)
@given(deals(), st.sampled_from(list(KEYS)), anything())
def test_no_corrupted_record_is_a_traceback(data: dict[str, Any], key: str, value: Any) -> None:
    try:
        line = write({**data, key: value})
    except RecordError as error:
        assert error.problems
        return
    assert read(line)[1] == []


@pytest.mark.parametrize(
    ("line", "is_cfn"),
    [
        (TWO_TRICKS, True),
        (f"{FULL} - 0", True),
        (f" {FULL} - bid:80sW/p0/c0/N\n", True),
        ("gambler H 0 7.../8... -", False),
        ("contree:4 H 0 7.../8.../9.../T...", False),
        ('[Version "1"]', False),
        ('{"variant": "contree"}', False),
        (FULL, False),
        ("", False),
    ],
)
def test_cfn_looks_like_cfn(line: str, is_cfn: bool) -> None:
    assert looks_like_cfn(line) is is_cfn


def test_a_read_line_is_in_canonical_form() -> None:
    for line in (TWO_TRICKS, *PLAYED):
        data = read(line)[0]
        assert list(normal(data).items()) == list(data.items())


def test_the_samples_of_the_documents_are_canonical() -> None:
    pages = [page.read_text(encoding="utf-8") for page in (Path(__file__).parent.parent / "docs").glob("*.md")]
    lines = [line for page in pages for block in re.findall(r"^```cfn\n(.*?)^```$", page, re.M | re.S)
             for line in block.splitlines()]  # fmt: skip
    assert lines
    for line in lines:
        data, problems = read(line)
        assert problems == []
        assert write(data) == line
