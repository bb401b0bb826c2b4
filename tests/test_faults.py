"""``rebelote.problems`` tells positions from records, in every form."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rebelote
from rebelote import DealRecord

RECORDS = Path(__file__).resolve().parent.parent / "examples" / "records"
CFN = "W:9..QJ97.K/.TKJ.T.T8/7..A8.A97/Q8.A.K.QJ TsAsJsKs/7h9h8hQh 110cEW"


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_good_records_have_no_faults_in_any_form(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    assert rebelote.problems(data) == []
    assert rebelote.problems(DealRecord.from_dict(data).to_text()) == []


def test_faults_of_records_have_their_place() -> None:
    data = json.loads((RECORDS / "gambler.json").read_text(encoding="utf-8"))
    plays = data["plays"].replace(",", " ").split() if isinstance(data["plays"], str) else data["plays"]
    spoilt = {**data, "plays": plays[:-2] + plays[-1:] + plays[-2:-1], "colour": "red"}
    assert {problem.where for problem in rebelote.problems(spoilt)} >= {"colour", f"plays[{len(plays) - 2}]"}


def test_other_forms() -> None:
    assert rebelote.problems(CFN) == []
    assert rebelote.problems(CFN.replace("110cEW", "110cXX")) != []
    assert rebelote.problems("classic H 0 J9..A./8.7.K./A.8..Q/7..T.7") == []
    assert [problem.code for problem in rebelote.problems('[Variant "belote"]')][:1] != []


@given(st.one_of(st.text(max_size=60), st.text(alphabet='[]"NW:#/ .79sSH\n', max_size=60)))
def test_no_text_raises(text: str) -> None:
    assert isinstance(rebelote.problems(text), list)


def test_what_one_seat_sees_is_judged_as_such() -> None:
    seen = {"variant": "gambler", "trump": "H", "leader": 0, "seat": 0, "plays": ""}
    hand = {"hand": "7H 8H 9H TH JH QH KH AH 7S"}
    assert rebelote.problems({**seen, **hand}) == []
    assert [p.code for p in rebelote.problems({**seen, **hand, "known": {"7H": 1}})] == ["no_deal_fits"] * 2
    assert {p.code for p in rebelote.problems({**seen, "hand": "7H", "foo": 1})} == {"wrong_number", "unknown_key"}
