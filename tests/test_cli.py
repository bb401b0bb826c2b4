"""The commands as a user meets them: answers, errors, exit status."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import rebelote
from commands import COMMAND, GOOD, LINE, RECORDS, TEXT, TWICE, lines, run
from rebelote import Position
from rebelote.cli import main

# --- answers --------------------------------------------------------------------------


def test_solve_writes_the_answer_of_the_library() -> None:
    result = run("solve", "--json", TEXT)
    assert result.exit_code == 0
    assert lines(result) == [rebelote.solve(TEXT).to_dict()]


def test_every_way_to_give_a_position_gives_the_same_answer(tmp_path: Path) -> None:
    file = tmp_path / "deals"
    file.write_text(f"# two positions\n{LINE}\n\n{TEXT}\n", encoding="utf-8")
    ways = [
        run("solve", "--json", TEXT),
        run("solve", "--json", *TEXT.split()),
        run("solve", "--json", LINE),
        run("solve", "--json", "-", stdin=LINE),
        run("solve", "--json", stdin=json.dumps(GOOD, indent=1)),
    ]
    assert len({result.stdout for result in ways}) == 1
    assert run("solve", "--json", str(file)).stdout == 2 * ways[0].stdout
    assert run("solve", "--json", f"[{LINE}, {LINE}]").stdout == 2 * ways[0].stdout


def test_a_goal_is_one_question() -> None:
    answers = lines(run("solve", "--json", "--goal", "51", TEXT)) + lines(run("solve", "--json", "--goal", "52", TEXT))
    assert [(a["goal"], a["made"], a["side"]) for a in answers] == [(51, True, [0, 2]), (52, False, [0, 2])]
    assert "side 0+2 can take 51 points of 51" in run("solve", "--goal", "51", TEXT).stdout
    misere = run("solve", "--goal", "9", "--no-line", TEXT + " misere").stdout
    assert "be held to 9 points or fewer of 51" in misere
    assert "best play" not in misere


def test_what_is_not_wanted_is_left_out() -> None:
    (answer,) = lines(run("solve", "--json", "--no-line", "--no-cards", TEXT))
    assert (answer["points"], answer["cards"], answer["line"]) == (51, [], [])
    shown = run("solve", "--no-line", "--no-cards", TEXT).stdout
    assert "side 0+2 takes 51 of 51 points and every trick" in shown
    assert "best play" not in shown
    assert "loses" not in shown


def test_a_budget_that_is_too_small_gives_bounds() -> None:
    deal = run("deal", "--seed", "3").stdout
    (answer,) = lines(run("solve", "--json", "--nodes", "50", stdin=deal))
    low, high = answer["bounds"]
    assert answer["exact"] is False and answer["points"] is None
    assert low <= (rebelote.solve(json.loads(deal)).points or 0) <= high
    assert "not settled" in run("solve", "--nodes", "50", stdin=deal).stdout
    assert "not settled" in run("solve", "--nodes", "2", "--goal", "80", stdin=deal).stdout
    assert "Not settled" in run("hint", "--nodes", "50", stdin=deal).stdout
    assert "not settled" in run("table", "--nodes", "50", stdin=deal).stdout
    assert "not settled" in run("analyse", "--nodes", "50", str(RECORDS / "classic.json")).stdout


def test_people_see_hands_values_and_tricks() -> None:
    shown = run("solve", TEXT).stdout
    for expected in (
        "> 0 N",
        "side 0+2 takes 51 of 51 points and every trick",
        "seat 0 loses",
        "0: 9S 8S AS 7S  2 takes 11",
    ):
        assert expected in shown
    assert "\x1b" not in shown
    assert all(line == line.rstrip() for line in shown.splitlines())


@pytest.mark.parametrize(("language", "expected"), [("fr", "VP"), ("ru", "ВП"), ("bg", "ВПи"), ("en", "JS")])
def test_cards_are_printed_in_the_language_asked_for(language: str, expected: str) -> None:
    assert re.search(rf"\b{expected}\b", run("solve", "--lang", language, TEXT).stdout)
    assert re.search(rf"\b{expected}\b", run("hint", "--lang", language, TEXT).stdout)
    assert "J♠" in run("hint", "--symbols", TEXT).stdout


def test_hint_says_it_in_words() -> None:
    (answer,) = lines(run("hint", "--json", TEXT))
    assert answer["seat"] == 0
    assert answer["text"] == str(rebelote.hint(TEXT))
    assert answer["text"] in run("hint", TEXT).stdout


def test_table_has_every_trump() -> None:
    deal = run("deal", "--variant", "bulgarian", "--tricks", "3", "--seed", "5").stdout
    (answer,) = lines(run("table", "--json", stdin=deal))
    assert {(row["trump"], row["leader"]) for row in answer["rows"]} == {
        (trump, leader) for trump in ("S", "H", "D", "C", "NT", "AT") for leader in range(4)
    }
    shown = run("table", stdin=deal).stdout
    assert "points of side" in shown and "3 leads" in shown and "NT" in shown
    alone = run("table", stdin=run("deal", "--variant", "gambler", "--tricks", "3", "--seed", "5").stdout).stdout
    assert "points of each seat alone against the others" in alone


@pytest.mark.parametrize("record", sorted(RECORDS.iterdir()), ids=lambda path: path.stem)
def test_the_balance_of_every_example_adds_up(record: Path) -> None:
    (answer,) = lines(run("analyse", "--json", str(record)))
    balance, sign = answer["balance"], -1 if answer["misere"] else 1
    lost = balance["own_losses"] - balance["other_losses"]
    assert balance["start"] - sign * lost == balance["taken"] == answer["values"][-1]
    shown = run("analyse", str(record)).stdout
    own, other = ("−", r"\+") if sign > 0 else (r"\+", "−")
    assert re.search(
        rf"{balance['start']} at the start {own} {balance['own_losses']} lost by (seat|side) .* {other}"
        rf" {balance['other_losses']} lost by (seat|side) .* = {balance['taken']} taken",
        shown,
    )


def test_analyse_can_count_for_the_other_side() -> None:
    record = str(RECORDS / "classic.json")
    ours, theirs = (lines(run("analyse", "--json", "--side", side, record))[0] for side in ("02", "1, 3"))
    assert (ours["side"], theirs["side"]) == ([0, 2], [1, 3])
    assert [a + b for a, b in zip(ours["values"], theirs["values"], strict=True)] == [ours["of"]] * len(ours["values"])
    text = "gambler H 0 A.T../K.9.. side=0 plays=AS-KS-TH-9H"
    assert lines(run("analyse", "--json", "--side", "1", text))[0]["side"] == [1]
    assert run("analyse", "--side", "01", record).exit_code == 1
    assert run("analyse", "--side", "x", record).exit_code == 2


def test_a_seed_always_deals_the_same() -> None:
    options = [
        "--variant",
        "ukrainian",
        "--players",
        "3",
        "--tricks",
        "4",
        "--count",
        "3",
        "--seed",
        "9",
        "--mid-trick",
    ]
    first, second = run("deal", *options), run("deal", *options)
    assert first.stdout_bytes == second.stdout_bytes
    dealt = [Position.from_dict(d) for d in lines(first)]
    assert len(dealt) == 3
    assert all(at.players == 3 and at.trick for at in dealt)
    assert run("deal", *options, "--text").stdout.splitlines() == [str(at) for at in dealt]
    assert run("deal", "--trump", "nt", "--variant", "capo", "--misere", "--text").stdout.split()[:2] == ["capo", "NT"]
    assert run("solve", "--json", stdin=first.stdout).exit_code == 0


def test_bench_writes_one_line_with_the_same_nodes_every_time() -> None:
    options = ("bench", "--variant", "gambler", "--tricks", "4", "--count", "5")
    (first,), (second,) = lines(run(*options)), lines(run(*options))
    assert first["nodes"] == second["nodes"] > 0
    assert set(first) >= {"mean_ms", "median_ms", "p95_ms", "max_ms", "nodes_per_s", "count", "seed", "variant"}
    assert first["median_ms"] <= first["p95_ms"] <= first["max_ms"]


# --- errors ---------------------------------------------------------------------------


def test_a_bad_item_has_its_error_in_its_place_and_the_rest_is_answered() -> None:
    result = run("solve", "--json", stdin=f'{LINE}\n\n{json.dumps(TWICE)}\n{{"variant": \n{TEXT}\n')
    good, twice, broken, text = lines(result)
    assert result.exit_code == 1
    assert good == text == rebelote.solve(TEXT).to_dict()
    assert (twice["line"], twice["error"]["code"]) == (3, "bad_position")
    (problem,) = twice["error"]["problems"]
    assert (problem["code"], problem["card"], problem["seat"]) == ("duplicate_card", "JS", 0)
    assert (broken["line"], broken["error"]["code"], broken["error"]["problems"]) == (4, "bad_json", [])


def test_people_are_told_line_seat_and_card_on_standard_error() -> None:
    result = run("solve", stdin=f"{LINE}\n{json.dumps(TWICE)}\n")
    assert result.exit_code == 1
    assert "standard input, line 2" in result.stderr
    assert "hands, seat 0, card JS: JS is in seat 0's hand and in seat 3's hand [duplicate_card]" in result.stderr
    assert "side 0+2 takes 51 of 51" in result.stdout


def test_a_revoke_is_named() -> None:
    text = "gambler H 0 A.T../K.9.. plays=TH-KS-9H-AS"
    error = lines(run("analyse", "--json", text))[0]["error"]
    assert (error["code"], error["problems"][0]["code"]) == ("bad_record", "revoke")
    assert [error["problems"][0][key] for key in ("where", "seat", "card")] == ["plays[1]", 1, "KS"]
    assert "plays[1], seat 1, card KS" in run("analyse", text).stderr


def test_inputs_are_told_apart_where_there_are_several(tmp_path: Path) -> None:
    result = run("solve", "--json", TEXT, str(tmp_path / "none"), str(tmp_path))
    answer, missing, folder = lines(result)
    assert answer["points"] == 51
    assert (missing["input"], missing["line"], missing["error"]["code"]) == (str(tmp_path / "none"), 0, "no_such_file")
    assert folder["error"]["code"] == "not_a_file"
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "empty_input"), ("\n# nothing\n", "empty_input"), ("[]", "empty_input"), ("{", "bad_json"),
        ("[" * 200_000, "too_deep"), ('{"a":' * 200_000, "too_deep"), ("\0" * 2_000_000, "too_long"),
        ("\x1b[31mred\n", "bad_input"), ('{"variant": "\\ud800\\u001b[31m"}', "bad_position"),
        ('{"a": NaN}', "bad_number"), ("[1]", "not_an_object"), ("a b c d", "bad_position"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["solve", "hint", "analyse", "table"])
def test_no_input_is_more_than_an_error(command: str, content: str, code: str) -> None:
    result = run(command, "--json", stdin=content)
    codes = [answer["error"]["code"] for answer in lines(result)]
    assert codes[0] == code or (command == "analyse" and codes[0] == "bad_record")
    assert result.exit_code == 1
    people = run(command, stdin=content)
    assert people.exit_code == 1 and people.stderr and not people.stdout
    assert "\x1b" not in people.stderr


def test_garbage_does_not_flood() -> None:
    garbage = "".join(f"garbage number {i}\n" for i in range(5000)) + LINE
    result = run("solve", "--json", stdin=garbage)
    told = lines(result)
    assert len(told) == 1002
    assert told[-2]["error"]["message"] == "4,000 more bad items from line 1001 to line 5000"
    assert told[-1]["points"] == 51
    assert len(run("solve", stdin=garbage).stderr.splitlines()) == 21


def test_40_megabytes_of_garbage_take_moments(tmp_path: Path) -> None:
    file = tmp_path / "garbage"
    file.write_bytes(os.urandom(1000).replace(b"\n", b"") * 40_000 + b"\n" + LINE.encode())
    done = subprocess.run(
        [*COMMAND, "solve", "--json", str(file)], capture_output=True, text=True, check=False, timeout=60
    )
    bad, good = (json.loads(line) for line in done.stdout.splitlines())
    assert (bad["line"], bad["error"]["code"], good["points"]) == (1, "too_long", 51)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_fault_of_the_program_costs_one_item(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("out of luck")

    monkeypatch.setattr(rebelote, "hint", fail)
    (answer,) = lines(run("hint", "--json", TEXT))
    assert answer["error"]["code"] == "internal_error"
    assert answer["error"]["message"] == "ZeroDivisionError: out of luck"


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "--goal", "x"], ["solve", "--nodes", "0"], ["solve", "--lang", "xx"], ["nothing"],
        ["solve", "--what"],
        ["deal", "--variant", "ukrainian", "--players", "4"], ["deal", "--variant", "classic", "--trump", "NT"],
        ["deal", "--variant", "classic", "--tricks", "9"], ["deal", "--json", "--text"], ["bench", "--count", "0"],
    ],
)  # fmt: skip
def test_usage_errors_have_status_2(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2
    assert main(arguments) == 2
