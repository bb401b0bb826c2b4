"""``rebelote analyse``: labels, turning points, luck, other cards, reports, and what breaks it off."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import rebelote
from commands import COMMAND, RECORDS, ROOT, lines, run
from rebelote.cli.analysispaper import show
from rebelote.cli.paper import Paper
from rebelote.cli.sparks import sparkline
from rebelote.postmortem.attempts import Attempt
from rebelote.postmortem.labels import LABELS
from rebelote.reports.sessions import player_totals, session_rows, to_csv

GAMBLER, CLASSIC = str(RECORDS / "gambler.json"), str(RECORDS / "classic.json")
#: Two tricks of gambler in which nobody had a better card.
CLEAN = "gambler H 0 A.T../K.9.. side=0 plays=TH-9H-KS-AS"


def given(path: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return data


# --- the answer ------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "ru", "uk", "fr"])
def test_programs_get_what_the_library_finds_and_the_words(language: str) -> None:
    (answer,) = lines(run("analyse", "--json", "--symbols", "--lang", language, GAMBLER))
    found = rebelote.analyse(given(GAMBLER))
    assert answer == {**found.to_dict(), "text": rebelote.explain(found, language)}
    assert len(answer["text"]) == 1 + len(answer["turning"]) == 3


def test_the_words_follow_the_letters_of_the_cards_where_there_are_words() -> None:
    texts = [lines(run("analyse", "--json", "--lang", lang, GAMBLER))[0]["text"][1] for lang in ("en", "bg", "ru")]
    assert "9H" in texts[0] and texts[0].replace("9H", "9Ку")[:20] == texts[1][:20]
    assert "9Ч" in texts[2] and "9H" not in texts[2]


def test_people_see_labels_turning_points_and_both_balances() -> None:
    (answer,) = lines(run("analyse", "--json", GAMBLER))
    shown = run("analyse", GAMBLER).stdout
    for number, point in enumerate(answer["turning"]):
        turned = f"{point['before']['result']} → {point['after']['result']}"
        assert f"trick {point['trick']}, seat {point['seat']} plays {point['card']}: {turned}" in shown
        assert f"better: {' '.join(point['better'])}" in shown
        for line in (point["proof"], point["refutation"]):
            # The two turning points begin a trick; a trick has two cards.
            told = ", ".join(" ".join(line[i : i + 2]) for i in range(0, len(line), 2))
            assert f": {told}\n" in shown
        assert answer["text"][number + 1] in shown
    labels = {row["label"] for row in answer["labels"]} - {"mistake"}
    assert all(label in shown for label in labels)
    assert "67 at the start − 11 lost by seat 1 + 25 lost by seat 0 = 81 taken, of 103" in shown
    assert "11 at the start − 136 lost by seat 1 + 164 lost by seat 0 = 39 in score" in shown
    assert "0 (Anna)" in shown and "1 (Boris)" in shown
    assert "the seven of trumps of seat 1: 11 if kept, 91 if swapped: better swapped" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize("language", ["ru", "uk", "fr"])
def test_headings_and_labels_are_in_the_language(language: str) -> None:
    english, shown = run("analyse", GAMBLER).stdout, run("analyse", "--lang", language, GAMBLER).stdout
    for phrase in ("card by card", "where the result turned", "seat by seat", "the balance", "only card", "trick "):
        assert phrase in english and phrase not in shown


def test_what_is_not_finished_has_no_summary() -> None:
    for options in ((), ("--luck",)):
        (answer,) = lines(run("analyse", "--json", "--nodes", "50", *options, CLASSIC))
        assert (answer["exact"], answer["text"], answer["luck"], answer["turning"]) == (False, [], None, [])
    shown = run("analyse", "--nodes", "50", CLASSIC).stdout
    assert "not settled" in shown
    for heading in ("card by card", "seat by seat", "the balance", "in words"):
        assert heading not in shown


# --- luck ------------------------------------------------------------------------------


def test_luck_is_that_of_the_library_on_any_number_of_threads() -> None:
    wanted = rebelote.analyse(given(GAMBLER), luck=True, worlds=20, seed=5).to_dict()["luck"]
    options = ("--luck", "--worlds", "20", "--seed", "5")
    for threads in ("1", "3"):
        assert lines(run("analyse", "--json", *options, "--threads", threads, GAMBLER))[0]["luck"] == wanted
    costly = [i for i, card in enumerate(rebelote.analyse(given(GAMBLER)).cards) if card.costly]
    assert [one["moment"] for one in wanted] == costly
    shown = run("analyse", *options, GAMBLER).stdout
    assert "luck or error:" in shown
    for one in wanted:
        assert one["verdict"] in shown
    assert "luck or error" not in run("analyse", GAMBLER).stdout
    assert lines(run("analyse", "--json", GAMBLER))[0]["luck"] is None


def test_where_nothing_was_lost_there_is_nothing_to_be_lucky_about() -> None:
    assert lines(run("analyse", "--json", "--luck", CLEAN))[0]["luck"] == []
    assert "no card cost anything" in run("analyse", "--luck", CLEAN).stdout


# --- another card ----------------------------------------------------------------------


def test_another_card_is_worth_what_a_fresh_solve_says() -> None:
    deal = rebelote.DealRecord.from_dict(given(CLASSIC)).played
    at, taken, tried = deal.start, 0, 0
    for moment, played in enumerate(deal.plays):
        others = [card for card in at.legal() if card != played]
        if others and moment % 3 == 0:
            (answer,) = lines(run("analyse", "--json", "--again", f"{moment}:{others[0]}", CLASSIC))
            after, won = at.play(others[0]), at.taken_with(others[0])
            mine = won[1] if won and won[0] in at.side else 0
            value = taken + mine + (rebelote.solve(after).points or 0)
            assert (answer["moment"], answer["seat"], answer["value"]) == (moment, at.seat, value)
            best = taken + (rebelote.solve(at).points or 0)
            assert answer["loss"] == abs(best - value)
            tried += 1
        won = at.taken_with(played)
        taken += won[1] if won and won[0] in at.side else 0
        at = at.put(played)
    assert tried > 3


def test_the_deal_replayed_is_a_deal_again() -> None:
    (answer,) = lines(run("analyse", "--json", "--again", "5.1:TS KS JS", GAMBLER))
    assert answer["plays"] == ["KS", "JS"]
    replayed = answer["deal"]
    assert replayed["plays"][8:11] == ["TS", "KS", "JS"] and replayed["plays"][11:] == answer["line"]
    assert replayed["contract"] == "H" and "written" not in replayed
    (judged,) = lines(run("analyse", "--json", stdin=json.dumps(replayed)))
    assert judged["complete"] and judged["values"][-1] == answer["value"]
    assert judged["score"]["values"][-1] == answer["score"]
    (small,) = lines(run("analyse", "--json", "--again", "0:TH", "gambler H 0 A.T../K.9.. declarer=1 plays=AS-KS"))
    assert lines(run("analyse", "--json", stdin=json.dumps(small["deal"])))[0]["declarer"] == 1


def test_a_moment_is_a_number_of_cards_or_a_trick_and_a_place() -> None:
    answers = [
        lines(run("analyse", "--json", "--again", again, CLASSIC))[0] for again in ("15:9S", "4.4:9S", " 4.4 : 9s ")
    ]
    assert answers[0] == answers[1] == answers[2]
    assert (answers[0]["seat"], answers[0]["loss"]) == (3, 0)
    deal = rebelote.PlayedDeal.parse("classic H 3 J9..A./8.7.K./A.8..Q/7..T. 7C side=02 plays=JS-7H")
    read = Attempt.read("1.2:AD KD", deal)
    assert (read.moment, str(read.card), [str(card) for card in read.plays]) == (0, "AD", ["KD"])
    assert [Attempt.read(f"{text}:7S", deal).moment for text in ("0", "2", "1.4")] == [0, 2, 2]
    for text in ("1.1:7S", "1.5:7S", "0.1:7S", "2.1:7S", "3:7S", "1.0:7S", "x:7S", "7S", "1", "1:", ""):
        with pytest.raises(rebelote.InputError):
            Attempt.read(text, deal)
    with pytest.raises(rebelote.CardError):
        Attempt.read("1:7X", deal)


def test_people_see_the_card_its_price_and_the_deal_from_there() -> None:
    shown = run("analyse", "--again", "3.1:8C", GAMBLER).stdout
    for expected in (
        "trick 3, seat 1 plays 8C in place of 9H",
        "67 of 103 for seat 1",
        "as it was played: 81",
        "the card loses nothing",
        "the deal from there, with best play:",
        "  1: 8C KC  0 takes 4",
    ):
        assert expected in shown
    assert "QC AC" not in shown and "seat by seat" not in shown
    lost = run("analyse", "--again", "3.1:9H", GAMBLER).stdout
    assert "the card loses 10 points, 134 in score" in lost and "failed" in lost


def test_a_card_that_cannot_be_tried_costs_its_deal_alone() -> None:
    result = run("analyse", "--json", "--again", "4.4:9S", GAMBLER, CLASSIC, str(RECORDS / "nothing.json"))
    bad, good, missing = lines(result)
    assert (result.exit_code, bad["error"]["code"], good["loss"]) == (1, "bad_input", 0)
    assert missing["error"]["code"] == "no_such_file"
    codes = {"0:8C": "illegal_card", "0:8X": "bad_card", "32:7D": "bad_input", "3": "bad_input"}
    for again, code in codes.items():
        assert lines(run("analyse", "--json", "--again", again, CLASSIC))[0]["error"]["code"] == code, again


# --- reports ---------------------------------------------------------------------------


def test_reports_are_written_beside_the_answers(tmp_path: Path) -> None:
    files = {name: str(tmp_path / f"evening.{name}") for name in ("html", "markdown", "csv")}
    options = [word for name, path in files.items() for word in (f"--{name}", path)]
    result = run("analyse", "--json", "--lang", "fr", *options, GAMBLER, CLASSIC)
    assert (result.exit_code, len(lines(result))) == (0, 2)
    found = [rebelote.analyse(given(path)) for path in (GAMBLER, CLASSIC)]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "evening-2.html", "evening.csv", "evening.html", "evening.markdown",
    ]  # fmt: skip
    for name, analysis in zip(("evening.html", "evening-2.html"), found, strict=True):
        assert (tmp_path / name).read_text(encoding="utf-8") == rebelote.to_html(analysis, "fr")
    both = "\n".join(rebelote.to_markdown(analysis, "fr") for analysis in found)
    assert Path(files["markdown"]).read_text(encoding="utf-8") == both
    assert Path(files["csv"]).read_bytes().decode() == to_csv(session_rows(found))


@pytest.mark.parametrize("report", ["html", "markdown", "csv"])
def test_a_report_may_be_the_answer_itself(report: str) -> None:
    analysis = rebelote.analyse(given(CLASSIC))
    wanted = {
        "html": lambda: rebelote.to_html(analysis),
        "markdown": lambda: rebelote.to_markdown(analysis),
        "csv": lambda: to_csv(session_rows([analysis])),
    }
    result = run("analyse", f"--{report}", "-", CLASSIC)
    assert result.stdout_bytes.decode().rstrip("\r\n") == wanted[report]().rstrip("\r\n")


def test_tables_of_a_session() -> None:
    """A row a deal and seat, or a row a player; what cannot be read is told beside them."""
    paths = [CLASSIC, GAMBLER, CLASSIC]
    found = [rebelote.analyse(given(path)) for path in paths]
    result = run("analyse", "--csv", "-", CLASSIC, "{}", GAMBLER, CLASSIC)
    assert result.exit_code == 1 and "[missing_key]" in result.stderr
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    four, two = ["Anna", "Boris", "Clara", "Denis"], ["Anna", "Boris"]
    wanted = [(str(deal), name) for deal, names in enumerate((four, two, four), 1) for name in names]
    assert [(row["deal"], row["player"]) for row in rows] == wanted
    assert result.stdout_bytes.decode().rstrip() == to_csv(session_rows(found)).rstrip()
    summed = run("analyse", "--csv", "-", "--totals", *paths)
    assert summed.stdout_bytes.decode() == to_csv(player_totals(session_rows(found)))
    (anna,) = (row for row in csv.DictReader(io.StringIO(summed.stdout)) if row["player"] == "Anna")
    assert int(anna["points_lost"]) == sum(int(row["points_lost"]) for row in rows if row["player"] == "Anna")


def test_a_table_as_parquet_and_a_plot(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    pytest.importorskip("matplotlib")
    options = ("--parquet", str(tmp_path / "t.parquet"), "--plot", str(tmp_path / "curve.png"))
    assert run("analyse", "--json", *options, GAMBLER, CLASSIC).exit_code == 0
    table = parquet.read_table(tmp_path / "t.parquet")
    assert table.to_pylist() == session_rows(rebelote.analyse(given(path)) for path in (GAMBLER, CLASSIC))
    for name in ("curve.png", "curve-2.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")


def test_a_report_on_another_card_is_on_the_deal_replayed(tmp_path: Path) -> None:
    page = tmp_path / "again.md"
    run("analyse", "--again", "5.1:TS", "--markdown", str(page), GAMBLER)
    wanted = rebelote.try_again(given(GAMBLER), 8, "TS").analysis()
    assert page.read_text(encoding="utf-8") == rebelote.to_markdown(wanted)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--html", "/nowhere/at/all.html"], ["--csv", "."], ["--plot", "curve.gif"], ["--plot", "-"],
        ["--parquet", "-"], ["--html", "-", "--csv", "-"], ["--json", "--csv", "-"], ["--totals"],
        ["--again", "0:QC", "--luck"], ["--again", "0:QC", "--bidding"], ["--worlds", "0"], ["--seed", "-1"],
        ["--threads", "0"], ["--side", "x"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_what_makes_no_sense_is_a_usage_error_before_any_work(arguments: list[str]) -> None:
    result = run("analyse", *arguments, GAMBLER)
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_file_that_cannot_be_written_is_told_in_words(tmp_path: Path) -> None:
    """The folder is there when it is looked for, and gone when the report is made."""
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "page.html").symlink_to(tmp_path / "gone" / "page.html")
    result = run("analyse", "--html", str(folder / "page.html"), GAMBLER)
    assert result.exit_code == 1
    assert "page.html cannot be written: No such file or directory" in result.stderr


# --- the terminal ----------------------------------------------------------------------


def test_little_bars() -> None:
    assert sparkline([0, 7, 3, 1], 2, 0, "utf-8") == "▁ █▄ ▂"
    assert sparkline([5, 5, 5], 2, 0, "utf-8") == "▁ ▁▁"
    assert sparkline([None, 10, 0, 10], 3, 2, "utf-8") == "? █ ▁█"
    assert sparkline([0, 7, 3, 1], 2, 0, "ascii") == "_ #~ ."
    assert sparkline([0, 7], 2, 0, "cp1251") == "_ #"
    assert sparkline([], 4, 0, "utf-8") == ""


def test_the_bars_of_a_deal_say_what_its_values_do() -> None:
    values = lines(run("analyse", "--json", CLASSIC))[0]["values"]
    least, most = min(values), max(values)
    (line,) = (line for line in run("analyse", CLASSIC).stdout.splitlines() if "points of side 0+2: " in line)
    bars, told = line.split("  points of")
    assert told == f" side 0+2: {least} to {most}"
    assert [len(part) for part in bars.split()] == [1, *[4] * 8]
    for bar, value in zip(bars.replace(" ", ""), values, strict=True):
        assert "▁▂▃▄▅▆▇█".index(bar) == (value - least) * 7 // (most - least)


def test_an_output_without_such_signs_gets_others() -> None:
    done = subprocess.run(
        [*COMMAND, "analyse", GAMBLER],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    shown = done.stdout.decode("ascii")
    assert "made -> failed" in shown and "67 at the start - 11 lost" in shown
    assert "\\u" not in shown
    assert "points of seat 1: 57 to 81" in shown and "_ " in shown


def test_labels_are_coloured_on_a_terminal() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, color_system="standard", width=200)
    paper = Paper(console=console)
    paper.begin("")
    show(rebelote.analyse(given(GAMBLER)), (), paper)
    shown = paper.end()
    for coloured in ("\x1b[1;31mchanged the result", "\x1b[33minaccuracy", "\x1b[32mbest"):
        assert coloured in shown


# --- broken off ------------------------------------------------------------------------


def test_ctrl_c_loses_nothing_that_was_found(tmp_path: Path) -> None:
    """Luck in millions of deals takes for ever; the cards are judged long before."""
    table = tmp_path / "table.csv"
    endless = [*COMMAND, "analyse", "--json", "--luck", "--worlds", "10000000", "--csv", str(table), CLEAN, CLASSIC]
    with subprocess.Popen(endless, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = json.loads(process.stdout.readline())
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=30)
    assert (process.returncode, errors.strip()) == (130, "")
    second = json.loads(out)
    assert first["luck"] == []
    wanted = rebelote.analyse(given(CLASSIC)).to_dict()
    assert {key: second[key] for key in wanted if key != "luck"} == {k: v for k, v in wanted.items() if k != "luck"}
    assert second["luck"] is not None
    assert {row["deal"] for row in csv.DictReader(io.StringIO(table.read_text(encoding="utf-8")))} == {"1", "2"}


# --- the documents ---------------------------------------------------------------------


def test_the_table_of_labels_in_the_docs_is_the_library_s() -> None:
    text = (ROOT / "docs" / "postmortem.md").read_text(encoding="utf-8")
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| *")]
    told = [(row[0].strip().strip("*"), row[1].strip()) for row in rows]
    assert told == [(row.label.value, row.meaning) for row in LABELS]


def test_the_table_of_parts_in_the_docs_has_every_key() -> None:
    text = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
    table = text[text.index("| part of `analyse` |") :].partition("\n\n")[0]
    told = {row[0]: row[1] for row in (line.strip("| ").split(" | ") for line in table.splitlines()[2:])}
    found = rebelote.analyse(given(GAMBLER), luck=True, bidding=True, worlds=2).to_dict()
    wanted = {
        "a label": found["labels"][0],
        "a side": found["sides"][0],
        "a turning point": found["turning"][0],
        "its `before` and `after`": found["turning"][0]["before"],
        "luck": found["luck"][0],
        "the bidding": found["bidding"],
        "a contract of it": found["bidding"]["rows"][0],
        "a call of it": found["bidding"]["calls"][0],
        "`score`": found["score"],
        "a value of `score`": found["score"]["values"][0],
        "a card of `score`": found["score"]["cards"][0],
        "`exchange`": found["exchange"],
        "another card": lines(run("analyse", "--json", "--again", "8:TS", GAMBLER))[0],
    }
    assert {part: keys.replace("`", "").split() for part, keys in told.items()} == {
        part: list(data) for part, data in wanted.items()
    }


def test_bidding_is_that_of_the_library() -> None:
    wanted = rebelote.analyse(given(CLASSIC), bidding=True, worlds=4, seed=2).to_dict()["bidding"]
    options = ("--bidding", "--worlds", "4", "--seed", "2")
    assert lines(run("analyse", "--json", *options, CLASSIC))[0]["bidding"] == wanted
    shown = run("analyse", *options, CLASSIC).stdout
    for expected in ("the bidding:", "diamonds, North", "given up"):
        assert expected in shown
    best = max(row["margin"] for row in wanted["rows"])
    assert str(best) in shown
    assert "the bidding" not in run("analyse", CLASSIC).stdout
    assert lines(run("analyse", "--json", "--bidding", CLEAN))[0]["bidding"] is None
    assert "it takes the full hands" in run("analyse", "--bidding", CLEAN).stdout
