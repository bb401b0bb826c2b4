"""``rebelote hint`` where only one hand is seen: answers, limits, partial answers, what breaks it off."""

from __future__ import annotations

import json
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

import rebelote
from commands import COMMAND, LINE, ROOT, TEXT, lines, run

HIDDEN = ROOT / "examples" / "hidden"
FILES = sorted(HIDDEN.glob("*.json"))
#: 9,465,511,770 deals fit: no machine is done before it is told to stop.
ENDLESS = str(HIDDEN / "contree.json")


def given(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((HIDDEN / f"{name}.json").read_text(encoding="utf-8"))
    return data


#: Three cards each in gambler: 680 deals fit.
SMALL: dict[str, Any] = {
    "variant": "gambler", "trump": "H", "leader": 0, "seat": 1, "hand": "7D AD KC",
    "plays": "9C 7C 9H QH TH JS JD QD 8D TD 9S TS", "side": [1],
}  # fmt: skip


def test_the_answer_is_that_of_the_library() -> None:
    assert lines(run("hint", "--json", json.dumps(SMALL))) == [rebelote.hint(SMALL).to_dict()]
    limits = {"worlds": 24, "seed": 7, "every": True, "by": "points", "nodes": 9_000_000, "confidence": 0.9}
    options = ["--worlds", "24", "--seed", "7", "--every-card", "--by", "points", "--nodes", "9000000"]
    wanted = rebelote.hint(given("contree"), **limits).to_dict()
    for threads in ("1", "3"):
        answer = run("hint", "--json", *options, "--confidence", "0.9", "--threads", threads, ENDLESS)
        assert lines(answer) == [wanted]
    other = lines(run("hint", "--json", *options, "--seed", "8", ENDLESS))[0]
    assert other["cards"] != wanted["cards"]


@pytest.mark.parametrize("name", rebelote.VARIANTS)
def test_there_is_an_example_of_every_game(name: str) -> None:
    (counted,) = lines(run("hint", "--json", "--count", str(HIDDEN / f"{name}.json")))
    assert counted["worlds"] == rebelote.Worlds.of(given(name)).count > 200
    (answer,) = lines(run("hint", "--json", "--worlds", "8", str(HIDDEN / f"{name}.json")))
    assert given(name)["variant"] == name
    assert (answer["worlds"], answer["solved"], answer["seat"]) == (counted["worlds"], 8, given(name)["seat"])


def test_known_cases() -> None:
    """The mean of what the open-hand solver says of every deal that fits, from a separate program."""
    (answer,) = lines(run("hint", "--json", json.dumps(SMALL)))
    assert (answer["worlds"], answer["solved"], answer["exact"], answer["stopped"]) == (680, 680, True, "all")
    found = {card: odds["points"] for odds in answer["cards"] for card in (odds["card"], *odds["same_as"])}
    assert found == pytest.approx({"7D": 8.608824, "AD": 13.654412, "KC": 11.417647}, abs=1e-6)
    assert answer["best"] == ["AD"]


def test_the_number_of_deals_alone() -> None:
    assert lines(run("hint", "--json", "--count", ENDLESS)) == [{"seat": 3, "worlds": 9_465_511_770}]
    assert run("hint", "--count", ENDLESS).stdout.endswith("9,465,511,770 deals fit what seat 3 knows.\n")
    assert run("hint", "--count", TEXT).exit_code == 1
    assert run("hint", "--count", "--what", "call", ENDLESS).exit_code == 2


def test_people_see_what_is_known_the_advice_and_a_table() -> None:
    shown = run("hint", json.dumps(SMALL)).stdout
    for expected in (
        "gambler, trump H, seat 1 to play, points of seat 1",
        "  D  A 7",
        "Seat 1 should play AD: seat 1 takes 13.7 points more on average",
        "card  seat 1 takes  loss",
        "AD           13.65  0.00",
        "680 worlds that fit what seat 1 knows",
    ):
        assert expected in shown
    assert "±" not in shown and "makes it" not in shown
    sampled = run("hint", "--worlds", "10", "--lang", "fr", "--symbols", ENDLESS).stdout
    for expected in ("±", "side 1+3 makes it", "A♣", "10 of the 9465511770 worlds"):
        assert expected in sampled
    russian = run("hint", "--lang", "ru", json.dumps(SMALL)).stdout
    assert "ТБ" in russian and "AD" not in russian


def test_open_and_hidden_hands_may_stand_in_one_file() -> None:
    contradicted = {**SMALL, "known": {"AH": 0, "KH": 0, "8H": 0, "AS": 0}}
    given = "\n".join([LINE, json.dumps(SMALL), json.dumps(contradicted), TEXT, json.dumps({**SMALL, "colour": 1})])
    result = run("hint", "--json", stdin=given)
    opened, hidden, bad, text, unknown = lines(result)
    assert result.exit_code == 1
    assert opened == text == rebelote.hint(TEXT).to_dict()
    assert hidden == rebelote.hint(SMALL).to_dict()
    assert (bad["line"], bad["error"]["code"]) == (3, "bad_position")
    assert {problem["code"] for problem in bad["error"]["problems"]} == {"no_deal_fits"}
    assert unknown["error"]["problems"][0]["code"] == "unknown_key"
    assert "no deal of 2 hands of 9 cards fits" in run("hint", stdin=given).stderr


def test_partial_answers_end_with_the_last() -> None:
    answers = lines(run("hint", "--json", "--partial", "--worlds", "120", "--threads", "1", ENDLESS))
    assert len(answers) > 1
    assert [answer["done"] for answer in answers] == [False] * (len(answers) - 1) + [True]
    solved = [answer["solved"] for answer in answers]
    assert solved == sorted(solved) and solved[-1] == 120
    assert answers[-1] == lines(run("hint", "--json", "--worlds", "120", ENDLESS))[0]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--partial"], ["--worlds", "0"], ["--seconds", "0"], ["--confidence", "1"], ["--threads", "0"],
        ["--by", "luck"], ["--what", "nothing"], ["--seed", "-1"], ["--weigh", "hope"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_limits_that_make_no_sense_are_usage_errors(arguments: list[str]) -> None:
    assert run("hint", *arguments, json.dumps(SMALL)).exit_code == 2


def test_time_and_nodes_end_it_with_what_was_solved() -> None:
    for options, why in ((["--seconds", "0.2"], "time"), (["--nodes", "100000"], "nodes")):
        (answer,) = lines(run("hint", "--json", "--every-card", *options, ENDLESS))
        assert (answer["stopped"], answer["done"], answer["exact"]) == (why, True, False)
        assert 1 <= answer["solved"] < answer["worlds"]


# --- broken off ------------------------------------------------------------------------


def broken_off(number: signal.Signals, *options: str) -> tuple[str, str, int]:
    """What an endless hint writes behind its first answer, once it gets a signal, and how it ends."""
    command = [*COMMAND, "hint", "--every-card", "--worlds", "100000000", *options, ENDLESS]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(number)
        out, errors = process.communicate(timeout=30)
    return out, errors, process.returncode


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_with_the_answer_so_far(number: signal.Signals, status: int) -> None:
    out, errors, ended = broken_off(number, "--json", "--partial")
    last = json.loads(out.splitlines()[-1])
    assert (ended, errors.strip()) == (status, "")
    assert (last["done"], last["stopped"]) == (True, "asked")
    assert last["solved"] >= 1


def test_a_reader_that_goes_away_is_no_error() -> None:
    hint = " ".join(f"'{word}'" for word in [*COMMAND, "hint", "--json", "--partial", "--seconds", "20", ENDLESS])
    done = subprocess.run(
        ["sh", "-c", f'{{ {hint}; echo "status $?" >&2; }} | head -1'],
        check=True,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == "status 0\n"


def test_every_example_can_be_read() -> None:
    assert len(FILES) > len(rebelote.VARIANTS)
    for path in FILES:
        assert isinstance(path, Path) and isinstance(json.loads(path.read_text(encoding="utf-8")), dict)


# --- other decisions -------------------------------------------------------------------

CALL = HIDDEN / "call_contree.json"


def test_a_call_is_told_by_what_stands_if_all_pass() -> None:
    view = json.loads(CALL.read_text(encoding="utf-8"))
    options = ["--worlds", "6", "--seed", "3", "--threads", "1"]
    (answer,) = lines(run("hint", "--json", "--what", "call", *options, str(CALL)))
    assert answer == rebelote.call_hint(view, worlds=6, seed=3).to_dict()
    calls = {odds["call"]: odds for odds in answer["calls"]}
    assert (calls["pass"]["kind"], calls["80H"]["contract"], calls["80H"]["declarer"]) == ("again", "80H", 1)
    shown = run("hint", "--what", "call", *options, "--symbols", str(CALL)).stdout
    for expected in ("should call", "if all pass then", "score of side 1+3", "80H by seat 1", "dealt again"):
        assert expected in shown


def test_a_call_has_faults_of_its_own() -> None:
    result = run("hint", "--json", "--what", "call", json.dumps(SMALL), TEXT)
    deal, text = lines(result)
    assert result.exit_code == 1
    assert {p["where"] for p in deal["error"]["problems"]} >= {"trump", "leader", "plays", "dealer"}
    assert text["error"]["problems"][0]["code"] == "not_an_object"


@pytest.mark.parametrize("what", ["swap", "meld"])
def test_swaps_and_melds(what: str) -> None:
    path = HIDDEN / {"swap": "swap_gambler.json", "meld": "meld_classic.json"}[what]
    view = json.loads(path.read_text(encoding="utf-8"))
    ask = {"swap": rebelote.swap_hint, "meld": rebelote.meld_hint}[what]
    options = ["--what", what, "--worlds", "12", "--seed", "2", "--threads", "1"]
    assert lines(run("hint", "--json", *options, str(path))) == [ask(view, worlds=12, seed=2).to_dict()]
    shown = run("hint", *options, "--symbols", str(path)).stdout
    told = {
        "swap": ("Seat 1 should swap 7♥ for T♥", "keep 7♥", "take T♥", "The swap brings +"),
        "meld": ("Seat 3 should call run 9♠ T♠ J♠ Q♠", "melds of side 1+3", "nothing", "score of side 1+3"),
    }
    for expected in told[what]:
        assert expected in shown


def test_a_plan() -> None:
    path = HIDDEN / "gambler.json"
    view = json.loads(path.read_text(encoding="utf-8"))
    options = ["--what", "plan", "--worlds", "12", "--seed", "2", "--moves", "3"]
    wanted = rebelote.plan_hint(view, worlds=12, seed=2, moves=3)
    assert lines(run("hint", "--json", *options, str(path))) == [wanted.to_dict()]
    shown = run("hint", *options, str(path)).stdout
    for expected in (wanted.text.splitlines()[0], "one plan", "all cards seen later", "12 of 286 deals that fit"):
        assert expected in shown
    assert run("hint", "--what", "plan", "--worlds", "501", str(path)).exit_code == 2


def test_there_is_nothing_to_swap_or_to_announce_behind_ones_first_card() -> None:
    for what, code in (("swap", "missing_key"), ("meld", "bad_melds")):
        (answer,) = lines(run("hint", "--json", "--what", what, json.dumps(SMALL)))
        assert answer["error"]["problems"][0]["code"] == code
