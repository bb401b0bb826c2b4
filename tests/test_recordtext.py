"""A played deal as text: the same content gives the same bytes, and every fault has its line."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rebelote import PRESETS, Card, Rules
from rebelote.cards import to_mask
from rebelote.errors import RecordError
from rebelote.oneline import read_auction, read_hand, read_play, write_auction, write_hand, write_play
from rebelote.recordtext import KEYS, TAG_NAMES, looks_like_record, normal, read, read_all, write, write_all
from rebelote.rules import strain_of
from rebelote.tricks import legal_mask, winning_index
from strategies import CARDS, all_options, anything, games

GAMBLER = """\
[Version "1"]
[Variant "gambler"]
[Players "2"]
[Options "last_trick=20 strains=S,H,NT set_points=0,0,150,100,200,100,100,100"]
[Event "Club evening"]
[Seat0 "Anna"]
[Seat1 "Борис"]
[Tag "Weather" "fine, \\"warm\\""]
[Dealer "1"]
[Upcard "9H"]
[Bottom "7S"]
[First "QJT8..AK./K.7.Q.A"]
[Hands "QJT8..AK.KQ/K.J987.Q9.A8"]
[Exchange "-"]
[Auction "pass play"]
[Trump "H"]
[Misere "false"]
[Declarer "1"]
[Contract "H"]
[Side "1"]
[Melds "0: run TS JS QS, 1: set JS JH JD JC"]
[Belas "-"]
[Play "0"]
0: QC AC
1: JH KH
1: 9H
[Ending "claim seat=1 points=100,62"]
[Scores "420,-20"]
[Hanging "81"]
[Written "112,50"]
"""

GAMBLER_DATA: dict[str, Any] = {
    "version": 1,
    "variant": "gambler",
    "players": 2,
    "options": {"strains": ["S", "H", "NT"], "last_trick": 20, "set_points": [0, 0, 150, 100, 200, 100, 100, 100]},
    "tags": {"Event": "Club evening", "0": "Anna", "1": "Борис", "Weather": 'fine, "warm"'},
    "dealer": 1,
    "upcard": "9H",
    "bottom": "7S",
    "first": ["8S TS JS QS KD AD", "KS 7H QD AC"],
    "hands": ["8S TS JS QS KD AD QC KC", "KS 7H 8H 9H JH 9D QD 8C AC"],
    "exchange": None,
    "auction": ["pass", "play"],
    "trump": "H",
    "misere": False,
    "declarer": 1,
    "contract": "H",
    "leader": 0,
    "side": [1],
    "melds": [{"seat": 0, "meld": "run TS JS QS"}, {"seat": 1, "meld": "set JS JH JD JC"}],
    "belas": [],
    "plays": ["QC", "AC", "JH", "KH", "9H"],
    "ending": {"kind": "claim", "seat": 1, "points": [100, 62]},
    "scores": [420, -20],
    "hanging": [81],
    "written": [112, 50],
}


def same(one: Any, other: Any) -> bool:
    """Equal as JSON, true being no 1, and the keys in the same order."""
    return json.dumps(one) == json.dumps(other)


def places(text: str) -> list[tuple[str, str]]:
    return [(problem.code, problem.where) for problem in read(text).problems]


def said(data: Any) -> list[tuple[str, str]]:
    with pytest.raises(RecordError) as caught:
        write(data)
    return [(problem.code, problem.where) for problem in caught.value.problems]


# --- records of every game ---------------------------------------------------------------


def texts() -> st.SearchStrategy[str]:
    """Any text at all, lone surrogates and control characters among it."""
    return st.text(st.one_of(st.characters(), st.sampled_from('"\\[]{}#\n\r\t\x00\x85\u2028\ud800\ufeff')), max_size=12)


def deal(rules: Rules, players: int, strain: str, options: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Hands, and a legal play of some cards, as in a record."""
    pack = rng.sample(CARDS, players * rules.cards)
    hands = [[Card(card) for card in pack[seat::players]] for seat in range(players)]
    leader = seat = rng.randrange(players)
    held = [to_mask(hand) for hand in hands]
    trump = strain_of(strain)
    assert trump is not None
    trick: list[Card] = []
    plays: list[Card] = []
    for _ in range(rng.choice([0, players, len(pack), rng.randrange(len(pack))])):
        at = (seat + len(trick)) % players
        legal = legal_mask(rules, trump, held[at], trick)
        card = rng.choice([Card(word) for word in CARDS if legal >> Card(word) & 1])
        held[at] &= ~card.bit
        trick.append(card)
        plays.append(card)
        if len(trick) == players:
            seat, trick = (seat + winning_index(rules, trump, trick)) % players, []
    return {
        "hands": [" ".join(map(str, sorted(hand))) for hand in hands],
        "leader": leader,
        "plays": [str(card) for card in plays],
    }


@st.composite
def records(draw: st.DrawFn, game: tuple[str, int] | None = None) -> dict[str, Any]:
    """A record with any of the keys it may have; the deal is a real one, what is said of it need not be."""
    variant, players = game or draw(games())
    strain = draw(st.sampled_from([str(strain) for strain in PRESETS[variant].strains]))
    options = draw(st.one_of(st.just({}), all_options(), st.just({"set_points": [1] * 8, "bela_call": "both"})))
    rules = Rules.preset(variant, **options)
    seats, card = st.integers(0, players - 1), st.sampled_from(CARDS)
    points = st.lists(st.integers(-2000, 3000), max_size=4)
    strains = ["S", "H", "D", "C", "NT", "AT"]
    bids = [*strains, "80H", "160AT", "capotNT"]
    melds = ["run 7H 8H 9H", "set JS JH JD JC", "bela QH KH", "belot QS KS", "run 7C 8C 9C TC JC"]
    called = st.lists(st.fixed_dictionaries({"seat": seats, "meld": st.sampled_from(melds)}), max_size=3)
    free = st.one_of(st.sampled_from(["Event", "Date", "Remark", "0", "1", "Weather", "-"]), texts())
    ending = st.fixed_dictionaries(
        {"kind": st.sampled_from(["claim", "doezd", "half_bait", "broken_off"])},
        optional={"seat": seats, "points": points},
    )
    whole = deal(rules, players, strain, options, random.Random(draw(st.integers(0, 2**32))))
    may: dict[str, st.SearchStrategy[Any]] = {
        "players": st.just(players),
        "options": st.just(options),
        "tags": st.dictionaries(free, texts(), max_size=4),
        "dealer": seats,
        "upcard": card,
        "second": card,
        "bottom": card,
        "first": st.just(whole["hands"]),
        "exchange": st.none() | seats,
        "auction": st.lists(st.sampled_from(["pass", "play", "double", "redouble", *bids]), max_size=12),
        "misere": st.booleans(),
        "declarer": st.none() | seats,
        "contract": st.none() | st.tuples(st.sampled_from(bids), st.sampled_from(["", "x", "xx"])).map("".join),
        "leader": st.just(whole["leader"]),
        "side": st.sampled_from([list(side) for side in rules.sides(players)]),
        "melds": called,
        "belas": called,
        "ending": st.none() | ending,
        "scores": points,
        "hanging": points,
        "written": points,
    }
    found = draw(st.fixed_dictionaries({}, optional=may))
    must = {"version": 1, "variant": variant, "trump": strain, "hands": whole["hands"], "plays": whole["plays"]}
    found = {**must, **found}
    if variant == "ukrainian":
        found["players"] = players
    return normal({key: found[key] for key in KEYS if key in found})


@settings(max_examples=200)
@given(records())
def test_text_and_data_are_one(data: dict[str, Any]) -> None:
    text = write(data)
    found = read(text)
    assert found.problems == []
    assert same(found.data, data)
    assert write(found.data) == text
    assert set(data) == {key for key in found.lines if key in KEYS}


@settings(max_examples=30)
@given(st.lists(records(), min_size=1, max_size=3))
def test_several_records_are_parted_by_blank_lines(data: list[dict[str, Any]]) -> None:
    text = write_all(data)
    found = read_all(text)
    assert [record.data for record in found] == data
    assert write_all(record.data for record in found) == text
    lines = text.split("\n")
    assert all(lines[record.line - 1] == '[Version "1"]' for record in found)


@settings(max_examples=100)
@given(texts(), texts())
def test_any_free_text_survives(name: str, text: str) -> None:
    data = {"version": 1, "tags": {name: text}}
    written = write(data)
    assert read(written).data == data
    # Nothing in it ends a line, or cannot be written to a file.
    assert len(written.splitlines()) == 2
    written.encode("utf-8")


def test_a_record_reads_as_its_data() -> None:
    found = read(GAMBLER)
    assert found.problems == []
    assert same(found.data, normal(GAMBLER_DATA))
    assert found.data == GAMBLER_DATA
    assert write(GAMBLER_DATA) == write(found.data)
    assert [found.line_of(w) for w in ("plays[4]", "trump", "leader", "options.last_trick", "nowhere")] == [
        26, 16, 23, 4, 1,
    ]  # fmt: skip


def test_the_canonical_text() -> None:
    text = write(GAMBLER_DATA)
    canonical = GAMBLER.replace("last_trick=20 strains=S,H,NT", "strains=S,H,NT last_trick=20")
    assert text == canonical


# --- one content, many spellings ---------------------------------------------------------


@pytest.mark.parametrize(
    ("spelling", "canonical"),
    [
        ('[Version "1"]', '[Version "1"]'),
        ('[ Version   "1" ]', '[Version "1"]'),
        ('[Trump "♥"]', '[Trump "H"]'),
        ('[Trump "nt"]', '[Trump "NT"]'),
        ('[Upcard "10♥"]', '[Upcard "TH"]'),
        ('[Players "4"]\n[Dealer "e"]', '[Players "4"]\n[Dealer "1"]'),
        ('[Players "4"]\n[Side "WE"]', '[Players "4"]\n[Side "13"]'),
        ('[Side "1,0"]', '[Side "01"]'),
        ('[Hands "789.h.../8S-7S"]', None),
        ('[Hands "789T.../8S-7S"]', '[Hands "T987.../87..."]'),
        ('[Auction "P  PASS  80h capot♠ X xx"]', '[Auction "pass pass 80H capotS double redouble"]'),
        ('[Contract "110hX"]', '[Contract "110Hx"]'),
        ('[Contract "atxx"]', '[Contract "ATxx"]'),
        ('[Melds "0:RUN 9h 8h 7h"]', '[Melds "0: run 7H 8H 9H"]'),
        ('[Ending "claim points=1,2 seat=0"]', '[Ending "claim seat=0 points=1,2"]'),
        ('[Tag "Event" "x"]', '[Event "x"]'),
        ('[Tag "0" "Anna"]', '[Seat0 "Anna"]'),
        ('[Event "\\u{41}\\u{0041}"]', '[Event "AA"]'),
        ('[Options "strains=NT,♥"]', '[Options "strains=H,NT"]'),
        ('[Written "1, 2"]', '[Written "1,2"]'),
        ('[Players "2"]\n[Play "0"]\n7h,8h\n9h-10h', '[Players "2"]\n[Play "0"]\n7H 8H\n9H TH'),
        ('[Play "0"]\n[Version "1"]', '[Version "1"]\n[Play "0"]'),
    ],
)
def test_spellings(spelling: str, canonical: str | None) -> None:
    found = read(spelling)
    if canonical is None:
        assert found.problems
        return
    assert found.problems == []
    assert write(found.data) == canonical + "\n"
    assert read(canonical).data == found.data


def test_lines_end_as_they_like_and_comments_are_passed_over() -> None:
    plain = '[Version "1"]\n[Play "0"]\n7H 8H\n\n[Version "1"]\n'
    text = '\ufeff# one\r\n\r\n# two\r\n[Version "1"]\r\n  [Play "0"]  \r\n# a trick\r\n\t7H 8H\r\n \t\r\n\r\n'
    text += '[Version "1"]'
    found = read_all(text)
    assert [record.data for record in found] == [record.data for record in read_all(plain)]
    assert [record.line for record in found] == [4, 10]
    assert [record.line for record in read_all(plain, 100)] == [100, 104]


def test_data_in_other_spellings() -> None:
    data = {
        "plays": "7h 8h, 9h 10♥",
        "hands": [["TH", "9h"], "8H,7H"],
        "leader": "1",
        "trump": "♥",
        "declarer": None,
        "players": 2,
        "auction": ("PASS", "x"),
        "melds": [{"meld": "SET JS JH JD JC", "seat": "0"}],
        "side": "01",
        "options": {"strains": "nt S", "points_nt": (0, 0, 0, 10, 2, 3, 4, 11)},
    }
    expected = {
        "players": 2,
        "options": {"strains": ["S", "NT"], "points_nt": [0, 0, 0, 10, 2, 3, 4, 11]},
        "hands": ["9H TH", "7H 8H"],
        "auction": ["pass", "double"],
        "trump": "H",
        "declarer": None,
        "leader": 1,
        "side": [0, 1],
        "melds": [{"seat": 0, "meld": "set JS JH JD JC"}],
        "plays": ["7H", "8H", "9H", "TH"],
    }
    assert same(normal(data), expected)
    assert read(write(data)).data == expected


def test_what_is_nothing_is_not_what_is_absent() -> None:
    data: dict[str, Any] = {
        "version": 1, "variant": "contree", "options": {}, "tags": {}, "exchange": None, "hands": [], "auction": [],
        "declarer": None, "contract": None, "side": [], "melds": [], "belas": [], "plays": [], "ending": None,
        "scores": [], "hanging": [], "written": [],
    }  # fmt: skip
    found = read(write(data))
    assert found.problems == []
    assert found.data == data
    assert read('[Options "strains="]').data == {"options": {"strains": []}}


# --- faults ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('[Varient "classic"]', "unknown_key"),
        ('[version "1"]', "unknown_key"),
        ('[Leader "1"]', "unknown_key"),
        ('[Version "1"', "bad_text"),
        ("[Version 1]", "bad_text"),
        ('[Version "1"] # one', "bad_text"),
        ('[Version "1"] [Variant "capo"]', "bad_text"),
        ('[Version "1" "2"]', "bad_text"),
        ('[Tag "Weather"]', "bad_text"),
        ('[Tag "Weather" "fine" "warm"]', "bad_text"),
        ('[Event "\\q"]', "bad_text"),
        ('[Event "\\u{110000}"]', "bad_text"),
        ("7H 8H", "bad_text"),
        ("Dear all,", "bad_text"),
        ('[Version "one"]', "bad_version"),
        ('[Variant "whist"]', "unknown_variant"),
        ('[Players "two"]', "bad_players"),
        ('[Players "02"]', "bad_players"),
        ('[Dealer "4"]', "bad_seat"),
        ('[Dealer "N"]', "bad_seat"),
        ('[Dealer ""]', "bad_seat"),
        ('[Dealer "-"]', "bad_seat"),
        ('[Upcard "1H"]', "bad_card"),
        ('[Upcard "7H 8H"]', "bad_card"),
        ('[Hands "7.8/9S"]', "bad_card"),
        ('[Hands "7.../8.../9.../T.../J..."]', "bad_hands"),
        ('[Auction "pass 80"]', "not_a_call"),
        ('[Trump "X"]', "unknown_strain"),
        ('[Misere "no"]', "bad_misere"),
        ('[Contract "pass"]', "bad_contract"),
        ('[Contract "Hxxx"]', "bad_contract"),
        ('[Contract "double"]', "bad_contract"),
        ('[Side "00"]', "bad_side"),
        ('[Side "5"]', "bad_seat"),
        ('[Melds "run 7H 8H 9H"]', "bad_meld"),
        ('[Melds "0: run 7H 9H"]', "bad_meld"),
        ('[Melds "9: run 7H 8H 9H"]', "bad_seat"),
        ('[Belas "0: tierce QH KH"]', "bad_meld"),
        ('[Ending "rain"]', "bad_ending"),
        ('[Ending "claim 1"]', "unknown_key"),
        ('[Ending "claim kind=doezd"]', "unknown_key"),
        ('[Ending "claim seat=1 seat=2"]', "unknown_key"),
        ('[Ending "claim points=x"]', "bad_points"),
        ('[Scores "1 2"]', "bad_points"),
        ('[Scores "01,2"]', "bad_points"),
        ('[Scores "9999999999"]', "bad_points"),
        ('[Options "last_trick"]', "bad_option"),
        ('[Options "last_trick=1 last_trick=2"]', "bad_option"),
        ('[Options "a=b=c"]', "bad_option"),
        ('[Play "9"]', "bad_seat"),
    ],
)
def test_each_fault_is_told_with_its_line(line: str, code: str) -> None:
    assert places(f"# a comment\n{line}\n") == [(code, "line 2")]


def test_a_tag_that_is_not_known_is_refused_by_name() -> None:
    [problem] = read('[Version "1"]\n[Varient "classic"]').problems
    assert "'Varient'" in problem.message
    assert all(name in problem.message for name in TAG_NAMES)


def test_every_fault_is_told_at_once_in_order() -> None:
    text = (
        '[Version "1"]\n[Variant "classic"]\n[Version "1"]\n[Hands "7.../1.../.../7X"]\n[Trump "Z"]\n[Play "0"]\n'
        '0: 7H 8H ZZ 9H\n0: 7S\n2: 8S 9S TS JS QS\nwhat\n[Event "a"]\n[Event "b"]\n[Tag "0" "a"]\n[Seat0 "b"]\n'
    )
    assert places(text) == [
        ("repeated_word", "line 3"),
        ("bad_card", "line 4"),
        ("bad_card", "line 4"),
        ("unknown_strain", "line 5"),
        ("bad_card", "line 7"),
        ("wrong_number", "line 8"),
        ("wrong_number", "line 9"),
        ("bad_card", "line 10"),
        ("repeated_word", "line 12"),
        ("repeated_word", "line 14"),
    ]
    found = read(text)
    assert found.data == {"version": 1, "variant": "classic", "tags": {"Event": "a", "0": "a"}, "leader": 0}
    assert {"trump", "hands", "plays"} <= set(found.lines)


def test_who_leads_is_checked() -> None:
    start = '[Variant "gambler"]\n[Trump "H"]\n[Play "0"]\n'
    # The eight of trumps of seat 1 takes the ace of spades.
    assert places(start + "0: AS 8H\n1: 7H 9H\n0: 7S\n") == []
    assert places(start + "AS 8H\n7H 9H\n0: 7S\n") == []
    assert places(start + "0: AS 8H\n0: 7H 9H\n1: 7S\n") == [("wrong_leader", "line 5"), ("wrong_leader", "line 6")]
    assert places(start + "1: AS 8H\n1: 7H 9H\n") == [("wrong_leader", "line 4")]
    assert places(start.replace('"0"', '"-"') + "0: AS 8H\n") == [("wrong_leader", "line 4")]
    # Without trumps nobody can tell, but for the first trick.
    assert places('[Variant "gambler"]\n[Play "0"]\n1: AS 8H\n0: 7H 9H\n') == [("wrong_leader", "line 3")]
    # The option takes the ace above the jack: then the lead is another.
    orders = '[Options "order_trump=A9JTKQ87"]\n' + start
    assert places(orders + "0: JH AH\n1: 7S\n") == []
    assert places(start + "0: JH AH\n1: 7S\n") == [("wrong_leader", "line 5")]


def test_lines_of_no_end_and_faults_of_no_end() -> None:
    assert places("x" * 1_000_001) == [("too_long", "line 1")]
    found = places("x\n" * 5000)
    assert found[-1][0] == "gave_up"
    assert len(found) < 300
    found = places('[Event "' + "\\a" * 100_000 + '"]')
    assert (len(found), found[-1]) == (201, ("gave_up", "line 1"))
    assert places('[Auction "' + "what " * 190_000 + '"]') == [("bad_auction", "line 1")]
    assert places('[Melds "' + "," * 990_000 + '"]') == [("bad_melds", "line 1")]
    assert not looks_like_record("# \r\n" * 100_000)
    assert said({"tags": {"a": "x" * 1_000_001}}) == [("too_long", "")]
    assert places('[Play "0"]\n' + "7H 8H\n" * 33) == [("bad_cards", "line 34")]


def test_one_record_is_one() -> None:
    assert places("") == [("empty_input", "line 1")]
    assert places("# nothing\n\n") == [("empty_input", "line 1")]
    assert places('[Version "1"]\n\n[Version "1"]') == [("bad_text", "line 3")]
    assert read_all("\n\n") == []


def test_data_that_no_text_says() -> None:
    assert said([]) == [("not_an_object", "")]
    assert said({}) == [("empty_input", "")]
    assert said({"versoin": 1}) == [("unknown_key", "versoin")]
    assert said({3: 1, "version": True, "leader": 7}) == [
        ("unknown_key", "3"), ("bad_version", "version"), ("bad_seat", "leader"),
    ]  # fmt: skip
    assert said({"leader": 0}) == [("missing_key", "plays")]
    assert said({"options": {"last_trick": None}}) == [("bad_option", "options.last_trick")]
    assert said({"options": {"a b": 1, "c": "d e", "f": 1.5, "g": [1], "strains": [True]}}) == [
        ("bad_option", f"options.{name}") for name in ("a b", "c", "f", "g", "strains")
    ]
    assert said({"tags": {"a": 1}}) == [("bad_tags", "tags.a")]
    assert said({"tags": [], "options": [], "melds": {}, "hands": "x", "side": None}) == [
        ("bad_options", "options"), ("bad_tags", "tags"), ("bad_hands", "hands"), ("bad_side", "side"),
        ("bad_melds", "melds"),
    ]  # fmt: skip
    assert said({"trump": None, "contract": 1, "ending": {"kind": "claim", "why": 1}}) == [
        ("unknown_strain", "trump"), ("bad_contract", "contract"), ("unknown_key", "ending"),
    ]  # fmt: skip


# --- anything at all ---------------------------------------------------------------------

_TEXT = write(GAMBLER_DATA)


@settings(max_examples=200)
@given(st.text())
def test_no_text_is_a_traceback(text: str) -> None:
    for record in read_all(text):
        assert record.problems
        assert all(problem.where.startswith("line ") for problem in record.problems)


@settings(max_examples=200)
@given(st.integers(0, len(_TEXT)), st.integers(0, 30), st.text(st.sampled_from('[]"\\# \n0:-7HxX=,ÿ'), max_size=6))
def test_a_damaged_record_has_faults_or_another_reading(at: int, cut: int, put: str) -> None:
    text = _TEXT[:at] + put + _TEXT[at + cut :]
    for record in read_all(text):
        assert all(1 <= int(problem.where[5:]) <= text.count("\n") + 1 for problem in record.problems)
        if not record.problems:
            again = read(write(record.data))
            assert again.problems == []
            assert again.data == record.data


@settings(max_examples=100)
@given(st.dictionaries(st.one_of(st.sampled_from(list(KEYS)), st.text(max_size=3)), anything(), max_size=6))
def test_no_data_is_a_traceback(data: dict[str, Any]) -> None:
    try:
        text = write(data)
    except RecordError as error:
        assert error.problems
        return
    assert read(text).data == normal(data)


@settings(max_examples=60)
@given(records(), st.sampled_from(list(KEYS)), anything())
def test_no_corrupted_record_is_a_traceback(data: dict[str, Any], key: str, value: Any) -> None:
    try:
        text = write({**data, key: value})
    except RecordError as error:
        assert error.problems
        return
    assert read(text).data == normal({**data, key: value})


# --- one-line forms ----------------------------------------------------------------------


def test_a_hand_on_one_line() -> None:
    assert write_hand("KS 9H AH") == write_hand(["AH", "9♥", "Ks"]) == "K.A9.."
    assert read_hand("K.A9..") == read_hand(" k.9A.. ") == read_hand("AH-9H-KS") == "KS 9H AH"
    assert (write_hand(""), read_hand("...")) == ("...", "")
    with pytest.raises(RecordError, match="no card"):
        read_hand("K.A9")


def test_an_auction_on_one_line() -> None:
    calls = ["pass", "80H", "double", "pass", "pass", "pass"]
    assert write_auction(calls) == "pass 80H double pass pass pass"
    assert read_auction(" P 80♥ x pass p pass ") == calls
    assert (write_auction([]), read_auction("-")) == ("-", [])
    with pytest.raises(RecordError) as caught:
        read_auction("pass 80 maybe")
    assert [problem.where for problem in caught.value.problems] == ["auction[1]", "auction[2]"]


def test_a_play_on_one_line() -> None:
    plays = ["QC", "AC", "JH", "KH", "9H"]
    assert write_play(0, plays, 2) == "0: QC AC / JH KH / 9H"
    assert read_play("0: QC AC / JH KH / 9H") == read_play("0:QC-AC/jh,k♥/9H", 2) == (0, plays)
    assert (write_play(3, [], 4), read_play("3: -")) == ("3: -", (3, []))
    assert read_play("E: 7S", 4) == (1, ["7S"])
    for wrong in ("QC AC", "0: QC / AC KC", "0: QC AC / KC / TC 9C", "0: QC AC //", "0:", "7: QC", "0: QX"):
        with pytest.raises(RecordError):
            read_play(wrong)
    with pytest.raises(RecordError):
        write_play(0, plays, 0)


@settings(max_examples=60)
@given(records())
def test_one_line_forms_round_trip(data: dict[str, Any]) -> None:
    players = len(data["hands"])
    for hand in data["hands"]:
        assert read_hand(write_hand(hand)) == hand
    assert read_auction(write_auction(data.get("auction", []))) == data.get("auction", [])
    assert read_play(write_play(1, data["plays"], players), players) == (1, data["plays"])


@settings(max_examples=100)
@given(st.text())
def test_no_line_is_a_traceback(text: str) -> None:
    for function in (read_hand, read_auction, read_play):
        try:
            function(text)
        except RecordError as error:
            assert error.problems


# --- telling texts apart -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "is_record"),
    [
        ('[Version "1"]', True),
        ('\ufeff# a comment\n\n  [Nonsense "1"', True),
        ('[{"variant": "capo"}]', False),
        ('["a", "b"]', False),
        ("[true, 1]", False),
        ('{"variant": "capo"}', False),
        ("classic H 0 7.../8.../9.../T...", False),
        ("# only a comment\n", False),
        ("", False),
    ],
)
def test_a_record_looks_like_one(text: str, is_record: bool) -> None:
    assert looks_like_record(text) is is_record


# --- the document ------------------------------------------------------------------------


def samples(kind: str) -> list[str]:
    pages = [page.read_text(encoding="utf-8") for page in sorted((Path(__file__).parent.parent / "docs").glob("*.md"))]
    return [block for page in pages for block in re.findall(rf"^```{kind}\n(.*?)^```$", page, re.M | re.S)]


def test_the_samples_of_the_document_are_canonical() -> None:
    records = samples("record")
    assert records
    for text in records:
        found = read_all(text)
        assert [record.problems for record in found] == [[] for _ in found]
        plain = "\n".join(line for line in text.splitlines() if not line.startswith("#")) + "\n"
        assert write_all(record.data for record in found) == plain


def test_the_document_has_every_tag_and_key() -> None:
    pages = [page.read_text(encoding="utf-8") for page in (Path(__file__).parent.parent / "docs").glob("*.md")]
    [table] = [re.findall(r"^\| (.*?) \| (.*?) \|", page, re.M) for page in pages if "| tag | JSON |" in page]
    tags = [tag for row in table for tag in re.findall(r"`(\w+)`", row[0])]
    keys = [key for row in table for key in re.findall(r"`(\w+)`", row[1])]
    assert set(TAG_NAMES) <= set(tags)
    assert set(KEYS) <= set(keys)
