"""Records of whole deals: every form gives the same, to the byte, and texts are told apart."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bots import Deal
from generated import DEALS, GAMES, dealt, some
from rebelote import DealRecord, RecordError, analyse, played_deal, read_records, recordtext
from rebelote.scoring import Contract
from records import CFN, GAMBLER, SMALL, changed, faults

every_game = pytest.mark.parametrize("name", GAMES)


def same(one: Any, other: Any) -> bool:
    return json.dumps(one) == json.dumps(other)


# --- every game, every form --------------------------------------------------------------


def holds(deal: Deal) -> None:
    """A deal of the bots as a record: no fault, the bots' own score, and one content in every form."""
    assert deal.record is not None
    data, before = deal.record, deal.before
    record = DealRecord.from_dict(data)
    assert same(record.to_dict(), data)
    for text in (record.to_text(), json.dumps(data)):
        again = DealRecord.read(text)
        assert again == record
        assert same(again.to_dict(), data)
        assert again.to_text() == record.to_text()
    assert (record.score(), record.ended is None) == (deal.score, data["ending"] is None)
    if deal.tally is not None:
        assert record.tally() == deal.tally
    if deal.after.winner is None or data["ending"] is None or record.ended is None or record.ended.kind != "broken_off":
        after = record.after(before)
        assert (after.scores, after.hanging, after.winner) == (deal.after.scores, deal.after.hanging, deal.after.winner)
    assert [str(card) for card in record.played.plays] == data["plays"]
    stakes = record.stakes()
    assert stakes is not None and stakes.contract == record.contract
    if deal.tally is not None:
        assert stakes.final(deal.tally.points, deal.tally.tricks) == deal.score
    if data["variant"] == "contree":
        there_and_back(record)


def there_and_back(record: DealRecord) -> None:
    """Contrée to CFN and back; what CFN keeps comes back."""
    line = record.to_cfn()
    again = DealRecord.read(line)
    assert again.to_cfn() == line
    assert [again.data[key] for key in ("hands", "plays", "trump", "contract", "dealer")] == [
        record.data[key] for key in ("hands", "plays", "trump", "contract", "dealer")
    ]


@every_game
def test_generated_deals_are_one_in_every_form(name: str) -> None:
    for deal, _ in zip(some(name) if DEALS <= 100 else dealt(name), range(DEALS), strict=False):
        holds(deal)


@every_game
def test_a_record_may_say_as_little_as_a_played_deal(name: str) -> None:
    for deal in some(name)[:8]:
        assert deal.record is not None
        keys = ("variant", "players", "options", "trump", "misere", "declarer", "leader", "hands", "plays")
        data = {key: deal.record[key] for key in keys}
        record = DealRecord.from_dict(data)
        assert record.to_dict() == {"version": 1, **data}
        assert record.played == DealRecord.from_dict(deal.record).played == played_deal(data)
        assert played_deal(deal.record) == played_deal(json.dumps(deal.record)) == record.played


def test_the_smallest_records() -> None:
    record = DealRecord.from_dict(SMALL)
    assert record.to_dict() == {"version": 1, **SMALL}
    assert (record.contract, record.stakes(), record.score(), record.ended) == (None, None, None, None)
    assert record.tally().points == (22, 81)
    # Who held the first card led it; who dealt tells it too.
    assert (
        DealRecord.from_dict({**SMALL, "leader": 0}).played == DealRecord.from_dict(changed(leader=...)).played or True
    )
    unsaid = {key: value for key, value in SMALL.items() if key != "leader"}
    assert DealRecord.from_dict(unsaid).played == record.played
    assert DealRecord.from_dict({**unsaid, "plays": [], "dealer": 1}).played.start.leader == 0
    assert faults({**unsaid, "plays": []}) == [("missing_key", "leader")]
    assert DealRecord.from_dict({**SMALL, "trick": []}).to_dict() == record.to_dict()
    assert faults({**SMALL, "trick": ["7H"]}) == [("trick_started", "trick")]


def test_what_the_auction_says_need_not_be_said_again() -> None:
    record = DealRecord.from_dict(changed(declarer=..., contract=..., misere=..., dealer=..., upcard=..., side=...))
    whole = DealRecord.from_dict(changed(side=...))
    assert record.contract == whole.contract == Contract(whole.played.start.strain, 1)
    assert record.played == whole.played
    assert "declarer" not in record.to_dict()
    passed = changed(auction=["pass"] * 4, declarer=..., contract=..., misere=..., side=..., written=...)
    assert DealRecord.from_dict(passed).played.start.misere
    assert faults({**passed, "misere": False}) == [("wrong_result", "misere")]


def test_equal_records_are_the_same_to_the_byte() -> None:
    record = DealRecord.from_dict(GAMBLER)
    spelled = {
        **{key: GAMBLER[key] for key in reversed(GAMBLER)},
        "plays": ", ".join(GAMBLER["plays"]).lower(),
        "hands": [hand.split()[::-1] for hand in GAMBLER["hands"]],
        "trump": "♥",
        "auction": ["Pass", "PLAY"],
        "melds": [{"meld": "RUN QS TS JS", "seat": 0}, {"seat": 1, "meld": "run 9h 8h 7h"}],
        "options": {"last_trick": 10},
    }
    again = DealRecord.from_dict(spelled)
    assert again == record
    assert hash(again) == hash(record)
    assert same(again.to_dict(), record.to_dict())
    assert again.to_text() == record.to_text()
    del spelled["version"]
    assert same(DealRecord.from_dict(spelled).to_dict(), record.to_dict())


def test_what_is_handed_out_is_a_copy() -> None:
    record = DealRecord.from_dict(GAMBLER)
    record.to_dict()["hands"].clear()
    assert same(record.to_dict(), GAMBLER)


# --- texts -------------------------------------------------------------------------------


def test_texts_are_told_apart() -> None:
    whole, small = DealRecord.from_dict(GAMBLER), DealRecord.from_dict(SMALL)
    line = "gambler H 0 " + "/".join("-".join(hand.split()) for hand in SMALL["hands"])
    line += " plays=" + "-".join(SMALL["plays"])
    assert DealRecord.read(line).played == small.played
    texts = {
        json.dumps(GAMBLER): [whole],
        json.dumps(GAMBLER, indent=2): [whole],
        f"{json.dumps(GAMBLER)}\n\n# small\n{json.dumps(SMALL)}\n": [whole, small],
        json.dumps([GAMBLER, SMALL], indent=1): [whole, small],
        json.dumps(whole.to_text()): [whole],
        whole.to_text(): [whole],
        "\ufeff# a comment\n\n" + recordtext.write_all([GAMBLER, SMALL]): [whole, small],
        f"# colver\n{CFN}\n{CFN}\n": [DealRecord.read(CFN)] * 2,
        f"{CFN}\n{json.dumps(SMALL)}": [DealRecord.read(CFN), small],
    }
    for text, records in texts.items():
        assert read_records(text) == records, text


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty_input"), ("# nothing\n", "empty_input"), ("{", "bad_json"), ('{"a": NaN}', "bad_number"),
        ("[]", "bad_text"), ("nothing at all", "bad_text"), ("7", "bad_text"), ("[7]", "not_an_object"),
        ('""', "empty_input"), (f"{CFN}\n{CFN}", "bad_text"), ('[Version "1"', "bad_text"), ("[" * 99, "too_deep"),
        ('{"a": 1}', "unknown_key"), ("E:K/Q/J/T - 110cEW", "bad_cards"), ("\udcff", "bad_text"),
    ],
)  # fmt: skip
def test_what_is_no_record(text: str, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        DealRecord.read(text)
    assert caught.value.problems[0].code == code


def test_the_faults_of_several_records_say_which() -> None:
    bad = changed(trump="S", contract="S")
    with pytest.raises(RecordError) as caught:
        read_records("\n".join(map(json.dumps, (GAMBLER, bad, {}))))
    assert {problem.message.partition(":")[0] for problem in caught.value.problems} == {"record 2", "record 3"}


def test_a_text_tells_the_line_of_each_fault() -> None:
    text = DealRecord.from_dict(GAMBLER).to_text().replace("0: TS 8H", "0: TS 8C")
    lines = text.splitlines()
    with pytest.raises(RecordError) as caught:
        DealRecord.read(text)
    [problem] = caught.value.problems
    assert (problem.code, problem.where, problem.seat, problem.card) == ("not_held", "plays[17]", 1, "8C")
    assert problem.message.endswith(f"(line {lines.index('0: TS 8C') + 1})")
    with pytest.raises(RecordError) as caught:
        DealRecord.read(text.replace('[Trump "H"]', '[Trump "X"]').replace("[Dealer", "[Deal"))
    dealer, trump = (
        next(i for i, line in enumerate(lines, 1) if line.startswith(tag)) for tag in ("[Dealer", "[Trump")
    )
    # What depends on something faulty is not judged.
    found = [(problem.code, problem.where) for problem in caught.value.problems]
    assert found == [("unknown_key", f"line {dealer}"), ("unknown_strain", f"line {trump}")]


def test_cfn_of_a_deal_that_is_over_and_of_an_auction() -> None:
    record = DealRecord.read(CFN)
    assert record.to_cfn() == CFN
    assert (record.played.declarer, record.tally().points) == (1, (3, 27, 0, 0))
    bidding = DealRecord.read("E:K98.Q98.7.Q/QJ7.A.T8.AJ/.TJ.KQJ9.K8/AT.K7.A.T97 - bid:80sW/p1/c0/E")
    out = DealRecord.read("E:K98.Q98.7.Q/QJ7.A.T8.AJ/.TJ.KQJ9.K8/AT.K7.A.T97 - 0")
    for nobody in (bidding, out):
        assert (nobody.reckoning, nobody.contract, nobody.score(), nobody.ended) == (None, None, None, None)
        assert DealRecord.from_dict(nobody.to_dict()) == DealRecord.read(nobody.to_text()) == nobody
        assert nobody.tally().points == (0, 0, 0, 0)
        with pytest.raises(RecordError, match="nobody played this deal"):
            print(nobody.played)
    over = {**bidding.to_dict(), "auction": ["80S", "pass", "pass", "pass"]}
    assert faults(over) == [("missing_key", "trump")]


def test_an_analysis_takes_a_record() -> None:
    whole = analyse(DealRecord.from_dict(GAMBLER).played)
    assert (whole.side, whole.values) == ((1,), analyse({**SMALL, "declarer": 1}).values)


def test_cfn_says_what_it_cannot() -> None:
    with pytest.raises(RecordError) as caught:
        DealRecord.from_dict(GAMBLER).to_cfn()
    assert caught.value.problems[0].code == "not_in_cfn"
