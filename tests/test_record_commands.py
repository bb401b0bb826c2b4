"""``score`` and ``record`` as a user meets them, and whole records where played deals are taken."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import rebelote
from bots import play_match
from commands import RECORDS, TEXT, lines, run
from rebelote import DealRecord, Rules
from records import CFN, CONTREE, GAMBLER, SMALL, changed

WHOLE = json.dumps(GAMBLER)
TAGS = DealRecord.from_dict(GAMBLER).to_text()


@pytest.mark.parametrize("name", ["score", "record"])
def test_the_commands_explain_themselves_with_examples(name: str) -> None:
    assert re.search(rf"^  {name} ", run("--help").stdout, re.MULTILINE)
    assert re.search(rf"Examples:\n.*rebelote {name}\b", run(name, "--help").stdout)


# --- score -----------------------------------------------------------------------------


def test_score_tells_what_each_party_writes() -> None:
    (sheet,) = lines(run("score", "--json", WHOLE))
    assert sheet == {
        "variant": "gambler", "players": 2, "trump": "H", "misere": False, "declarer": 1, "contract": "H",
        "points": [22, 81], "tricks": [3, 6], "melds": [20, 0], "belas": [0, 0], "result": "made",
        "counted": [42, 81], "written": [42, 81], "hanging": 0, "capot": None, "winner": 1, "ended": None,
        "before": [420, 388], "after": [462, 469], "waiting": [], "won": None,
    }  # fmt: skip
    shown = run("score", WHOLE).stdout
    assert "gambler, trump H, seat 1 declared: made" in shown
    assert re.search(r"seat 0 \(Anna\) +3 +22 +20 +42 +42 +420 +462", shown)
    assert re.search(r"seat 1 \(Борис\) +6 +81 +81 +81 +388 +469", shown)


def test_every_form_is_scored_alike(tmp_path: Path) -> None:
    file = tmp_path / "evening"
    file.write_text(f"# the evening\n{WHOLE}\n\n{TAGS}\n{json.dumps(GAMBLER, indent=1)}\n", encoding="utf-8")
    ways = [run("score", "--json", str(file)), run("score", "--json", "-", stdin=file.read_text(encoding="utf-8"))]
    for result in ways:
        assert result.exit_code == 0
        assert result.stdout == 3 * run("score", "--json", WHOLE).stdout


def test_running_totals_are_those_of_the_match() -> None:
    for variant, players in (("gambler", 2), ("bulgarian", 4), ("ukrainian", 3)):
        deals = [deal for deal in play_match(Rules.preset(variant), 3, players) if deal.record is not None]
        data = [deal.record or {} for deal in deals]
        told = "\n".join(map(json.dumps, data))
        untold = "\n".join(
            json.dumps({key: value for key, value in one.items() if key not in ("scores", "hanging")}) for one in data
        )
        for text in (told, untold):
            sheets = lines(run("score", "--json", stdin=text))
            assert [sheet["after"] for sheet in sheets] == [list(deal.after.scores) for deal in deals]
            assert [sheet["waiting"] for sheet in sheets] == [list(deal.after.hanging) for deal in deals]
            assert [sheet["won"] for sheet in sheets] == [deal.after.winner for deal in deals]
        assert "has won" in run("score", stdin=told).stdout


def test_where_a_deal_is_missing_the_totals_are_not_known() -> None:
    small = json.dumps(changed(scores=..., hanging=...))
    sheets = lines(run("score", "--json", stdin=f"{small}\n{small}\nnothing\n{small}\n{small}\n{WHOLE}\n{small}\n"))
    assert [sheet.get("after", "?") for sheet in sheets] == [
        [42, 81], [84, 162], "?", None, None, [462, 469], [504, 550],
    ]  # fmt: skip
    assert [sheet.get("before", "?") for sheet in sheets][:3] == [[0, 0], [42, 81], "?"]


def test_hanging_points_are_paid_to_the_winner_of_the_next_deal() -> None:
    (sheet,) = lines(run("score", "--json", json.dumps(changed(hanging=[81]))))
    assert (sheet["written"], sheet["after"], sheet["waiting"]) == ([42, 81], [462, 550], [])
    assert "81 that hung before are paid out" in run("score", json.dumps(changed(hanging=[81]))).stdout


def early(plays: int, ending: Any, **changes: Any) -> dict[str, Any]:
    """The deal of gambler, ended early."""
    return changed(plays=GAMBLER["plays"][:plays], ending=ending, written=..., **changes)


@pytest.mark.parametrize(
    ("data", "words", "written"),
    [
        (early(2, {"kind": "claim", "seat": 1}), "seat 1 claimed the rest", [0, 103]),
        (early(5, {"kind": "broken_off"}), "broken off", None),
        (early(5, ...), "not a whole deal played to its last card", None),
        (
            early(4, {"kind": "doezd", "seat": 1}, scores=[388, 963]),
            "seat 1 claimed the match (doezd), with 38 of the 38 wanted: right",
            [0, 38],
        ),
        ({**CONTREE, "auction": ["pass"] * 4, "trump": ..., "declarer": ..., "contract": ...}, "nobody played", None),
        (SMALL, "what was declared is not told", None),
    ],
)
def test_deals_that_ended_early_or_have_no_score(data: dict[str, Any], words: str, written: list[int] | None) -> None:
    text = json.dumps({key: value for key, value in data.items() if value is not ...})
    (sheet,) = lines(run("score", "--json", text))
    assert sheet["written"] == written
    assert words in run("score", text).stdout


def test_a_bad_record_has_its_error_in_its_place() -> None:
    bad = json.dumps(changed(written=[100, 62]))
    result = run("score", "--json", stdin=f"{WHOLE}\n{bad}\n{WHOLE}\n")
    first, error, last = lines(result)
    assert (result.exit_code, first) == (1, last)
    assert (error["line"], error["error"]["code"]) == (2, "bad_record")
    assert [problem["where"] for problem in error["error"]["problems"]] == ["written"]


# --- record ----------------------------------------------------------------------------


def test_check_says_ok_or_every_fault() -> None:
    assert run("record", "--check", WHOLE).stdout == "ok\n"
    assert lines(run("record", "--check", "--json", WHOLE)) == [{"ok": True}]
    bad = changed(written=..., melds=[{"seat": 0, "meld": "run 8S 9S TS"}], upcard="8H")
    result = run("record", "--check", json.dumps(bad))
    assert (result.exit_code, result.stdout) == (1, "")
    assert "melds[0], seat 0, card 9S: seat 0 called run 8S 9S TS, and does not hold 9S [not_held]" in result.stderr
    assert "upcard, seat 1, card 8H" in result.stderr
    text = f"{TAGS}\n{TAGS.replace('0: TS 8H', '0: TS 8C')}"
    (good, error) = lines(run("record", "--check", "--json", stdin=text))
    (problem,) = error["error"]["problems"]
    assert (good, problem["where"]) == ({"ok": True}, "plays[17]")
    assert problem["message"].endswith(f"(line {text.splitlines().index('0: TS 8C') + 1})")


def test_the_forms_turn_into_one_another_to_the_byte(tmp_path: Path) -> None:
    forms = {form: run("record", "--to", form, WHOLE).stdout for form in ("json", "text")}
    assert forms["json"] == WHOLE + "\n"
    assert forms["text"] == TAGS
    for given in forms.values():
        for form, wanted in forms.items():
            assert run("record", "--to", form, "-", stdin=given).stdout == wanted
    several = run("record", "--to", "text", stdin=3 * forms["json"])
    assert several.stdout == f"{TAGS}\n{TAGS}\n{TAGS}"
    assert run("record", "--to", "json", stdin=several.stdout).stdout == 3 * forms["json"]
    data = json.loads(run("record", "--to", "json", CFN).stdout)
    for given in (json.dumps(data), run("record", "--to", "text", CFN).stdout, CFN):
        assert run("record", "--to", "cfn", stdin=given).stdout == CFN + "\n"
    assert lines(run("record", "--to", "text", "--json", WHOLE)) == [{"text": TAGS.removesuffix("\n")}]
    assert lines(run("record", "--to", "cfn", "--json", CFN)) == [{"cfn": CFN}]


def test_what_a_form_cannot_say_is_an_error() -> None:
    result = run("record", "--to", "cfn", stdin=f"{WHOLE}\n{CFN}\n")
    assert (result.exit_code, result.stdout) == (1, CFN + "\n")
    assert "CFN cannot say gambler" in result.stderr
    error, line = lines(run("record", "--to", "cfn", "--json", stdin=f"{WHOLE}\n{CFN}\n"))
    assert (error["error"]["problems"][0]["code"], line) == ("not_in_cfn", {"cfn": CFN})
    error, _ = lines(run("record", "--to", "json", stdin=f"{{}}\n{WHOLE}\n"))
    assert error["error"]["code"] == "bad_record"


@pytest.mark.parametrize("arguments", [[], ["--check", "--to", "json"], ["--to", "xml"]])
def test_record_wants_to_be_told_what_to_do(arguments: list[str]) -> None:
    assert run("record", *arguments, WHOLE).exit_code == 2


@pytest.mark.parametrize(("content", "code"), [("", "empty_input"), ("{", "bad_json"), ("[1]", "not_an_object"),
                                               ("a b c d", "bad_record"), ("nothing", "bad_input")])  # fmt: skip
@pytest.mark.parametrize("command", [["score"], ["record", "--check"], ["record", "--to", "text"]])
def test_no_input_is_more_than_an_error(command: list[str], content: str, code: str) -> None:
    result = run(*command, "--json", stdin=content)
    assert lines(result)[0]["error"]["code"] == code
    assert result.exit_code == run(*command, stdin=content).exit_code == 1


# --- analyse ---------------------------------------------------------------------------


def test_analyse_takes_records_in_all_three_forms() -> None:
    (answer,) = lines(run("analyse", "--json", WHOLE))
    assert lines(run("analyse", "--json", stdin=TAGS)) == [answer]
    small = rebelote.analyse({**SMALL, "side": [1]}).to_dict()
    assert [answer[key] for key in ("values", "side")] == [small[key] for key in ("values", "side")]
    (line,) = lines(run("analyse", "--json", CFN))
    assert (line["declarer"], line["complete"], line["values"][-1] is None) == (1, False, False)
    (other,) = lines(run("analyse", "--json", "--side", "0", stdin=TAGS))
    assert other["side"] == [0]
    bad = run("analyse", "--json", stdin=TAGS.replace("0: TS 8H", "0: TS 8C"))
    assert (bad.exit_code, lines(bad)[0]["error"]["code"]) == (1, "bad_record")


def test_other_commands_refuse_a_record_by_its_keys() -> None:
    (answer,) = lines(run("solve", "--json", stdin=TAGS))
    assert answer["error"]["code"] == "bad_position"
    assert lines(run("solve", "--json", TEXT))[0]["points"] == 51
    assert RECORDS.is_dir()
