"""What a recorded deal came to: written points, claims, and deals that ended early."""

from __future__ import annotations

from typing import Any

import pytest

from generated import GAMES, some
from rebelote import DealRecord, deal_problems
from records import CONTREE, GAMBLER, Data, changed, faults

every_game = pytest.mark.parametrize("name", GAMES)


# --- the end, and the score --------------------------------------------------------------


def test_what_is_written_is_what_the_rules_give() -> None:
    [problem] = deal_problems(changed(written=[100, 62]))
    assert (problem.code, problem.where) == ("wrong_points", "written")
    assert "42 : 81" in problem.message and "100 : 62" in problem.message
    assert faults(changed(written=[1, 2, 3])) == [("wrong_parties", "written")]
    # Points that hung are told apart from the deal's own, but may be counted in.
    assert faults(changed(hanging=[81])) == faults(changed(hanging=[81], written=[42, 162])) == []
    assert faults(changed(hanging=[81], written=[123, 81])) == [("wrong_points", "written")]
    assert faults(changed(hanging=[0])) == [("bad_points", "hanging")]
    # What depends on something faulty is not judged.
    assert faults(changed(written=[100, 62], melds=[{"seat": 0, "meld": "run 8S 9S TS"}])) == [("not_held", "melds[0]")]


def test_melds_and_belas_come_from_the_record() -> None:
    without = DealRecord.from_dict(changed(melds=..., written=...))
    score, found = without.score(), DealRecord.from_dict(GAMBLER).score()
    assert score is not None and score.written == (22, 81)
    assert found is not None and (found.written, found.result, found.winner) == ((42, 81), "made", 1)


@every_game
def test_a_wrong_number_written_is_told_in_every_game(name: str) -> None:
    for deal in some(name)[:10]:
        assert deal.record is not None
        wrong = [points + 1 for points in deal.record["written"]]
        if deal.record["ending"] == {"kind": "broken_off"}:
            continue
        [problem] = deal_problems({**deal.record, "written": wrong})
        assert (problem.code, problem.where) == ("wrong_points", "written")
        assert " : ".join(map(str, deal.record["written"])) in problem.message


def claimed(plays: int, **ending: Any) -> Data:
    """The deal of gambler with a claim after some cards; after two they have 0 and 14 points of 103."""
    return changed(plays=GAMBLER["plays"][:plays], ending={"kind": "claim", **ending}, written=...)


def test_claims_of_the_rest() -> None:
    record = DealRecord.from_dict(claimed(2, seat=1))
    assert record.tally().points == (0, 103)
    assert record.tally().tricks == (0, 9)
    score = record.score()
    assert score is not None and score.written == (0, 103)
    told = DealRecord.from_dict(claimed(2, seat=0, points=[43, 60]))
    assert (told.tally().points, told.tally().tricks) == ((43, 60), (1, 8))
    score = told.score()
    assert score is not None and (score.result, score.written) == ("failed", (123, 0))
    assert told.ended is not None and told.ended.to_dict() == {
        "kind": "rest", "seat": 0, "brought": None, "wanted": None, "right": None,
    }  # fmt: skip
    assert faults(claimed(2, seat=0, points=[60, 50])) == [("wrong_points", "ending")]
    assert faults(claimed(2, seat=0, points=[93, 10])) == [("wrong_points", "ending")]
    assert faults(claimed(2, seat=0, points=[103])) == [("wrong_points", "ending")]
    assert faults(claimed(2)) == [("missing_key", "ending")]
    assert faults(claimed(2, points=[43, 60])) == []
    assert faults(claimed(18, seat=0)) == [("bad_ending", "ending")]
    # In the middle of a trick what lies on the table is part of the rest.
    assert DealRecord.from_dict(claimed(3, seat=0)).tally().points == (89, 14)


def test_a_claim_of_all_tricks_is_a_capot() -> None:
    data = {**CONTREE, "plays": ["TS", "AS", "7S", "8S"], "ending": {"kind": "claim", "seat": 1}}
    score = DealRecord.from_dict(data).score()
    assert score is not None and (score.capot, score.written) == (1, (0, 362))
    written = {**data, "written": [0, 362]}
    assert faults(written) == []
    assert faults({**written, "ending": {"kind": "claim", "seat": 0}}) == [("wrong_points", "written")]


def ended(plays: int, **changes: Any) -> Data:
    return changed(plays=GAMBLER["plays"][:plays], written=..., **changes)


def test_doezd() -> None:
    # Seat 1 leads the third trick and has taken 38; its run was beaten.
    claim = {"kind": "doezd", "seat": 1}
    right = DealRecord.from_dict(ended(4, ending=claim, scores=[388, 963]))
    assert right.score() is None
    assert right.ended is not None
    assert (right.ended.brought, right.ended.wanted, right.ended.right) == (38, 38, True)
    assert faults({**ended(4, ending=claim, scores=[388, 963]), "written": [0, 38]}) == []
    wrong = ended(4, ending=claim, scores=[388, 962])
    record = DealRecord.from_dict(wrong)
    assert record.ended is not None and record.ended.right is False
    assert faults({**wrong, "written": [0, 0]}) == []
    assert faults({**wrong, "written": [0, 38]}) == [("wrong_points", "written")]
    unknown = DealRecord.from_dict(ended(4, ending=claim, scores=...))
    assert unknown.ended is not None and (unknown.ended.brought, unknown.ended.right) == (38, None)
    for ending, options, code in (
        ({"kind": "doezd", "seat": 0}, {}, "bad_ending"),
        ({"kind": "doezd"}, {}, "missing_key"),
        (claim, {"claim": "none"}, "bad_ending"),
        ({**claim, "points": [1, 2]}, {}, "bad_ending"),
    ):
        assert faults(ended(4, ending=ending, options=options)) == [(code, "ending")]


def test_half_bait_is_for_the_defender_where_it_is_agreed_on() -> None:
    # After the fourth trick seat 0 has 4 and its run of three, of 123 in all.
    half, agreed = {"kind": "half_bait", "seat": 0}, {"half_bait": True}
    wrong = DealRecord.from_dict(ended(8, ending=half, options=agreed))
    assert wrong.ended is not None
    assert (wrong.ended.brought, wrong.ended.wanted, wrong.ended.right) == (24, 62, False)
    assert faults({**ended(8, ending=half, options=agreed), "written": [0, 0]}) == []
    assert faults(ended(8, ending=half)) == [("bad_ending", "ending")]
    assert faults(ended(4, ending={"kind": "half_bait", "seat": 1}, options=agreed)) == [("bad_ending", "ending")]


def test_broken_off() -> None:
    assert faults(ended(5, ending={"kind": "broken_off"})) == faults(ended(5, ending=...)) == []
    for data in (ended(5, ending={"kind": "broken_off"}), ended(5, ending=...)):
        record = DealRecord.from_dict(data)
        assert record.score() is None and record.tally().points == (0, 38)
    [problem] = deal_problems(ended(5))
    assert (problem.code, problem.where) == ("bad_ending", "ending")
    assert "13 cards" in problem.message
    assert faults(changed(ending={"kind": "broken_off"})) == [("bad_ending", "ending")]


def test_a_claim_of_the_game_after_a_trick() -> None:
    for name in ("capo", "ukrainian-2"):
        deals = [deal.record for deal in some(name) if deal.record and deal.record["ending"]]
        games = [data for data in deals if data["ending"]["kind"] == "claim"]
        assert games
        for data in games:
            record = DealRecord.from_dict(data)
            assert record.ended is not None and record.ended.kind in ("after_trick", "eight_trumps")
            assert record.ended.right and record.score() is None
            assert faults({**data, "written": [0] * len(data["written"])}) == [("wrong_points", "written")]
            unknown = {key: value for key, value in data.items() if key != "scores"}
            assert faults(unknown) == []
            # Where the scores are not told, it is a claim of the rest of the deal.
            rest = DealRecord.from_dict({k: v for k, v in data.items() if k not in ("scores", "written")})
            assert rest.ended is not None and rest.ended.kind in ("rest", "eight_trumps")
