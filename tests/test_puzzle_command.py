"""``rebelote puzzle``: searches, given deals, the collection, files, what contradicts, what breaks it off."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

import rebelote
from commands import COMMAND, LINE, TEXT, lines, run
from rebelote import Game, Puzzle, Rules, puzzle_of
from rebelote.cli.puzzlebar import Bar, Tally
from rebelote.cli.puzzlewanted import Wanted
from rebelote.puzzling.finding import GOALS
from rebelote.puzzling.playouts import play_random

#: A search that finds something soon.
SOON = ("--tricks", "3-4", "--choices", "1", "--gap", "1", "--seed", "1")


@pytest.fixture(scope="module")
def whole() -> str:
    """What a search of six puzzles writes."""
    result = run("puzzle", *SOON, "--count", "6", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


@pytest.fixture
def found(whole: str) -> list[Puzzle]:
    return [puzzle_of(json.loads(line)) for line in whole.splitlines()]


def refused(*arguments: str) -> str:
    """Why a command line makes no sense, in one line."""
    result = run("puzzle", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    return " ".join(result.stderr.split())


# --- random deals ----------------------------------------------------------------------


def test_a_puzzle_is_a_line_and_its_position_can_be_solved(whole: str, found: list[Puzzle]) -> None:
    assert [puzzle.source["seed"] for puzzle in found] == [1] * 6
    assert "".join(json.dumps(puzzle.to_dict()) + "\n" for puzzle in found) == whole
    positions = "".join(json.dumps(json.loads(line)["position"]) + "\n" for line in whole.splitlines())
    solved = run("solve", "--json", "--no-line", stdin=positions)
    assert solved.exit_code == 0 and len(lines(solved)) == 6
    for puzzle, answer in zip(found, lines(solved), strict=True):
        assert answer["side"] == list(puzzle.position.side)
        if puzzle.goal.kind == "points":
            best = [card for card in answer["cards"] if card["points"] >= (puzzle.goal.points or 0)]
            assert {card for one in best for card in (one["card"], *one["same_as"])} == set(map(str, puzzle.answer))


def test_the_same_seed_gives_the_same_bytes_on_any_number_of_threads(whole: str) -> None:
    for threads in ("1", "3"):
        assert run("puzzle", *SOON, "--count", "6", "--json", "--threads", threads).stdout == whole
    other = run("puzzle", *SOON[:-1], "2", "--count", "1", "--json")
    assert other.stdout != whole.splitlines(keepends=True)[0]


def test_without_a_seed_the_puzzle_says_its_own() -> None:
    first, second = (lines(run("puzzle", *SOON[:-2], "--json"))[0] for _ in range(2))
    assert first["source"]["seed"] != second["source"]["seed"]
    again = run("puzzle", *SOON[:-1], str(first["source"]["seed"]), "--json")
    assert lines(again) == [first]


def test_parts_share_the_deals_out() -> None:
    options = (*SOON, "--count", "100", "--json", "--most")
    all_of_them = run("puzzle", *options, "12")
    parts = [lines(run("puzzle", *options, "4", "--part", f"{i}/3")) for i in (1, 2, 3)]
    assert all(item["source"]["deal"] % 3 == i for i, part in enumerate(parts) for item in part)
    ids = [item["id"] for part in parts for item in part]
    assert len(ids) == len(set(ids)) and set(ids) == {item["id"] for item in lines(all_of_them)}
    assert len(ids) >= 3 and all(item["source"]["deal"] < 12 for item in lines(all_of_them))
    assert all_of_them.exit_code == 1
    assert all_of_them.stderr == f"{len(ids)} of 100 puzzles found in 12 deals\n"


def test_what_is_asked_for_is_what_is_found() -> None:
    options = ("--seed", "3", "--json", "--choices", "1", "--gap", "1")
    for asked, wanted in (
        (("--variant", "gambler", "--misere", "--tricks", "3", "--goal", "points"),
         Wanted("gambler", misere=True, tricks=(3, 3), goals=("points",))),
        (("--variant", "ukrainian", "--players", "3", "--trump", "h", "--tricks", "3-4"),
         Wanted("ukrainian", 3, rebelote.Strain.HEARTS, False, (3, 4))),
        (("--theme", "save-master", "--theme", "last_trick", "--grade", "1", "--grade", "2-4", "--tricks", "3-4"),
         Wanted("classic", themes=frozenset({"save_master", "last_trick"}), grades=frozenset({1, 2, 3, 4}))),
        (("--goal", "sweep", "--goal", "contract", "--tricks", "3-4", "--choices", "2"),
         Wanted("classic", goals=("sweep", "contract"), choices=2, form="open")),
        (("--variant", "contree", "--form", "hand", "--share", "0.5", "--tricks", "2"),
         Wanted("contree", tricks=(2, 2), form="hand", share=0.5)),
    ):  # fmt: skip
        (answer,) = lines(run("puzzle", *options, *asked))
        assert list(wanted.missed(puzzle_of(answer))) == [], asked


def test_every_miss_is_told(found: list[Puzzle]) -> None:
    puzzle = found[0]
    wanted = Wanted(
        "capo", 2, rebelote.Strain.AT, True, (8, 9), ("no_trick",), frozenset({"squeeze"}), frozenset({7}), "hand",
        None, 50, 500,
    )  # fmt: skip
    told = [words.split()[0] for words in wanted.missed(puzzle)]
    assert told[:7] == ["variant", "players", "trump", "misère", "form", str(puzzle.tricks), "goal"]
    assert told[7:10] == ["no", "grade", str(puzzle.choices)] and not wanted.met(puzzle)
    assert Wanted().met(puzzle)


def test_too_few_are_told_with_status_1() -> None:
    result = run("puzzle", "--goal", "sweep", "--tricks", "1", "--most", "3", "--seed", "1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "0 of 1 puzzle found in 3 deals\n"


# --- for people -------------------------------------------------------------------------


def test_people_get_tasks_first_and_solutions_behind_all_of_them(found: list[Puzzle]) -> None:
    shown = run("puzzle", *SOON, "--count", "2").stdout
    front, behind = shown.split("\nSolutions\n")
    for number, puzzle in enumerate(found[:2], 1):
        assert front.count(f"{number}. {puzzle.id}\n") == behind.count(f"\n{number}. {puzzle.id}\n") == 1
        assert rebelote.task_text(puzzle, symbols=False).replace("\u202f", " ").split(".")[0] in front
        assert rebelote.solution_text(puzzle, symbols=False)[0] in behind
    for words in ("classic belote, trump", "> ", "Grade: ", " of 5, "):
        assert words in front
    for words in ("best play:", "wrong cards:", "Themes: "):
        assert words in behind and words not in front
    assert "\x1b" not in shown and all(line == line.rstrip() for line in shown.splitlines())
    assert run("puzzle", *SOON, "--count", "2", "--no-solution").stdout == front


def test_words_and_letters_follow_the_language(found: list[Puzzle]) -> None:
    russian = run("puzzle", *SOON, "--lang", "ru", "--symbols").stdout
    assert "козырь" in russian and re.search("[♠♥♦♣]", russian) and "Solutions" not in russian
    bulgarian = run("puzzle", *SOON, "--lang", "bg").stdout
    assert "Solutions" in bulgarian and found[0].answer[0].text("bg") in bulgarian


def test_without_a_solution_nothing_gives_it_away() -> None:
    (task,) = lines(run("puzzle", *SOON, "--json", "--no-solution"))
    assert not {"answer", "line", "refutations", "themes"} & set(task) and task["position"] and task["goal"]


def test_with_one_hand_only_that_is_shown() -> None:
    options = ("--variant", "ukrainian", "--players", "2", "--form", "hand", "--share", "0.5", "--tricks", "2-3")
    options = (*options, "--choices", "1", "--gap", "1", "--seed", "1")
    (puzzle,) = (puzzle_of(item) for item in lines(run("puzzle", *options, "--json")))
    front, behind = run("puzzle", *options).stdout.split("\nSolutions\n")
    hidden = [card for seat, hand in enumerate(puzzle.position.hands) if seat != puzzle.position.seat
              for card in rebelote.cards.from_mask(hand)]  # fmt: skip
    # Their ranks stand in no diagram, and played so far they were not.
    assert hidden and not any(re.search(rf"\b{card}\b", front) for card in hidden)
    assert "played so far:" in front.lower() and "You see only your hand" in front
    assert "the deal as it was:" in behind


def test_a_page_is_written_with_or_without_solutions(tmp_path: Path, found: list[Puzzle]) -> None:
    page = tmp_path / "page.html"
    result = run("puzzle", *SOON, "--count", "2", "--html", str(page))
    assert result.exit_code == 0 and result.stdout.startswith("2 of 2 puzzles found in ")
    assert result.stdout.endswith(f" deals: {page}\n")
    assert page.read_text(encoding="utf-8") == rebelote.puzzles_html(found[:2])
    straight = run("puzzle", *SOON, "--count", "2", "--html", "-", "--no-solution", "--lang", "fr").stdout
    assert straight == rebelote.puzzles_html(found[:2], "fr", solutions=False)
    both = run("puzzle", *SOON, "--count", "1", "--html", str(page), "--json")
    assert lines(both) == [found[0].to_dict()]
    assert page.read_text(encoding="utf-8") == rebelote.puzzles_html(found[:1])


# --- files that are gone on with ---------------------------------------------------------


def test_a_file_holds_the_lines_and_nothing_is_printed_but_its_name(tmp_path: Path, whole: str) -> None:
    file = tmp_path / "puzzles.jsonl"
    result = run("puzzle", *SOON, "--count", "6", "-o", str(file))
    assert file.read_text() == whole
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.fullmatch(rf"6 of 6 puzzles found in \d+ deals: {re.escape(str(file))}\n", result.stdout)
    assert "exists: --resume goes on with it, --force overwrites it" in refused(*SOON, "-o", str(file))
    assert run("puzzle", *SOON, "--count", "1", "-o", str(file), "--force").exit_code == 0
    assert file.read_text() == whole.splitlines(keepends=True)[0]
    both = run("puzzle", *SOON, "--count", "6", "-o", str(file), "--force", "--json")
    assert both.stdout == file.read_text() == whole
    nothing = run("puzzle", "--goal", "sweep", "--tricks", "1", "--most", "1", "-o", str(file), "--force")
    assert nothing.exit_code == 1 and file.read_text() == ""


@pytest.mark.parametrize("left", ["half a line", "whole lines", "nothing", "no file", "everything"])
def test_a_resumed_file_equals_one_that_was_never_broken_off(tmp_path: Path, whole: str, left: str) -> None:
    file, items = tmp_path / "puzzles.jsonl", whole.splitlines(keepends=True)
    kept = {"half a line": "".join(items[:3]) + items[3][:700], "whole lines": "".join(items[:2]), "nothing": ""}
    if left != "no file":
        file.write_text(kept.get(left, whole))
    # The seed is that of the file, where there is a puzzle in it.
    options = SOON if left in ("no file", "nothing") else SOON[:-2]
    result = run("puzzle", *options, "--count", "6", "-o", str(file), "--resume", "--threads", "2")
    assert result.exit_code == 0 and file.read_text() == whole
    assert ("line 4, was broken off" in result.stderr) == (left == "half a line")


def test_a_resumed_search_looks_through_no_more_deals_than_an_undisturbed_one(tmp_path: Path) -> None:
    options = (*SOON, "--count", "100", "--most", "5", "--part", "2/2")
    plain = run("puzzle", *options, "--json")
    file = tmp_path / "puzzles.jsonl"
    file.write_text(plain.stdout.splitlines(keepends=True)[0])
    resumed = run("puzzle", *options, "-o", str(file), "--resume")
    assert file.read_text() == plain.stdout and plain.stdout.count("\n") > 1
    assert (resumed.exit_code, resumed.stderr) == (1, plain.stderr)
    assert plain.stderr.endswith(" found in 5 deals\n")
    with file.open("a") as half:
        half.write('{"id": "cla')
    run("puzzle", *options, "-o", str(file), "--resume")
    assert file.read_text() == plain.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--seed", "2"), "seed 1, not 2"),
        (("--variant", "capo"), "variant classic, not capo"),
        (("--form", "hand"), "form open, not hand"),
        (("--tricks", "7-8"), "tricks, not 7-8"),
        (("--misere",), "misère no, not yes"),
        (("--seed", "1", "--part", "7/7"), "is not in part 7/7"),
    ],
)
def test_a_file_of_another_search_is_refused(tmp_path: Path, whole: str, options: tuple[str, ...], words: str) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(whole)
    result = run("puzzle", *SOON[:-2], *options, "--count", "9", "-o", str(file), "--resume")
    assert result.exit_code == 1 and file.read_text() == whole
    assert f"{file}, line 1, is of another search: " in result.stderr and words in result.stderr


def test_deals_that_go_back_are_no_search(tmp_path: Path, whole: str) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text("".join(reversed(whole.splitlines(keepends=True))))
    result = run("puzzle", *SOON, "--count", "9", "-o", str(file), "--resume")
    assert result.exit_code == 1 and re.search(r"line 2, is of another search: deal \d+ stands behind", result.stderr)


@pytest.mark.parametrize("text", ["my notes", "my notes\n", '{"id": 7}\n', "[]\n", "\n", '{"id": "a", "id": "b"}\n'])
def test_a_file_that_is_no_puzzles_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(text)
    result = run("puzzle", *SOON, "-o", str(file), "--resume")
    assert result.exit_code == 1 and f"{file}, line 1, is no puzzle" in result.stderr
    assert file.read_text() == text


def test_a_puzzle_of_the_users_own_deals_is_not_gone_on_with(tmp_path: Path, found: list[Puzzle]) -> None:
    data = found[0].to_dict()
    file = tmp_path / "puzzles.jsonl"
    for source, words in (({"input": 1}, "no seed"), ({"seed": 1, "deal": "x"}, "deal 'x'")):
        file.write_text(json.dumps({**data, "source": source}) + "\n")
        result = run("puzzle", *SOON, "-o", str(file), "--resume")
        assert result.exit_code == 1
        assert f"line 1, is no puzzle of a random deal: its source tells {words}" in result.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_full_disk_is_told_in_words() -> None:
    result = run("puzzle", *SOON, "-o", "/dev/full")
    assert result.exit_code == 1 and "/dev/full cannot be written: No space left on device" in result.stderr


def interrupted(arguments: list[str], file: Path, number: signal.Signals) -> tuple[int, str]:
    """Status and standard error of a command that got a signal when its file had a line."""
    process = subprocess.Popen([*COMMAND, "puzzle", *arguments], stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    for _ in range(600):
        if file.exists() and file.stat().st_size:
            break
        time.sleep(0.05)
    process.send_signal(number)
    _, errors = process.communicate(timeout=30)
    return process.returncode, errors.decode()


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_what_is_broken_off_keeps_what_was_found(
    tmp_path: Path, found: list[Puzzle], number: signal.Signals, status: int
) -> None:
    file = tmp_path / "puzzles.jsonl"
    options = [*SOON, "--count", "100000", "-o", str(file)]
    code, errors = interrupted(options, file, number)
    kept = file.read_text()
    assert code == status and "Traceback" not in errors
    assert re.search(rf"[\d,]+ of 100,000 puzzles found in [\d,]+ deals: {re.escape(str(file))}; --resume", errors)
    assert kept.endswith("\n") and [json.loads(line)["id"] for line in kept.splitlines()][:1] == [found[0].id]


def test_people_who_break_it_off_get_the_solutions_of_what_they_saw() -> None:
    pipe = subprocess.PIPE
    process = subprocess.Popen([*COMMAND, "puzzle", *SOON, "--count", "100000"], stdout=pipe, stderr=pipe, bufsize=0)
    assert process.stdout
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=30)
    front, behind = (first + rest).decode().split("\nSolutions\n")
    numbers = [re.findall(r"^\d+(?=\. classic-)", part, re.MULTILINE) for part in (front, behind)]
    assert numbers[0] == numbers[1] and numbers[0][0] == "1"
    assert process.returncode == 130 and b"Traceback" not in errors


# --- deals that are given ----------------------------------------------------------------


def played(count: int) -> list[dict[str, Any]]:
    """Deals played by the rule of thumb."""
    game = Game(Rules.preset("classic"))
    return [play_random(game, Random(f"9/{i}")).record.to_dict() for i in range(count)]


def test_played_deals_are_searched_where_somebody_went_wrong_errors_in_their_place() -> None:
    deals = [json.dumps(deal) for deal in played(16)]
    deals[4:4] = ["garbage", '{"variant": "classic"}']
    options = ("--json", "--tricks", "2-5", "--choices", "1", "--gap", "1", "-")
    results = [run("puzzle", *options, "--threads", n, stdin="\n".join(deals)) for n in ("1", "3")]
    assert results[0].stdout == results[1].stdout and results[0].exit_code == 1
    some = lines(results[0])
    places = [item["source"]["input"] if "id" in item else item["line"] for item in some]
    assert places == sorted(places) and {5, 6} < set(places)
    bad = [item["error"]["code"] for item in some if "error" in item]
    assert bad == ["bad_input", "bad_position"]
    good = [item for item in some if "id" in item]
    assert len(good) >= 3
    for item in good:
        assert item["source"]["played"] not in item["answer"]
        assert item["source"]["played"] in json.loads(deals[item["source"]["input"] - 1])["plays"]
    seats = {item["source"]["seat"] for item in good}
    assert 1 in seats and len(seats) > 1
    mine = [item for item in lines(run("puzzle", *options, "--seat", "E", stdin="\n".join(deals))) if "id" in item]
    assert mine == [item for item in good if item["source"]["seat"] == 1]
    assert len(lines(run("puzzle", *options, "--count", "2", stdin="\n".join(deals[:4] + deals[6:])))) == 2


def test_errors_are_words_for_people_and_several_files_are_told_apart(tmp_path: Path, found: list[Puzzle]) -> None:
    good, bad = tmp_path / "good.jsonl", tmp_path / "bad.jsonl"
    good.write_text(json.dumps(found[0].position.to_dict()))
    bad.write_text("garbage\n")
    options = ("--choices", "1", "--gap", "1", "--goal", found[0].goal.kind, str(bad), str(good))
    shown = run("puzzle", *options)
    assert shown.exit_code == 1 and f"{bad}, line 1: 'garbage' is neither JSON" in shown.stderr
    assert f"1. {found[0].id}" in shown.stdout
    first, second = lines(run("puzzle", "--json", *options))
    assert (first["input"], first["line"], second["id"]) == (str(bad), 1, found[0].id)


def test_nothing_found_and_nothing_readable_have_status_1(tmp_path: Path) -> None:
    assert run("puzzle", TEXT).stderr == "no puzzle found in 1 deal\n"
    assert run("puzzle", TEXT, "--count", "2").stderr == "0 of 2 puzzles found in 1 deal\n"
    empty = tmp_path / "empty"
    empty.write_text("")
    for name, words in ((str(empty), "the input is empty"), (str(tmp_path / "none"), "there is no file")):
        result = run("puzzle", name)
        assert result.exit_code == 1 and words in result.stderr and " found in " not in result.stderr


def test_puzzles_among_the_inputs_are_shown_as_they_are(tmp_path: Path, whole: str, found: list[Puzzle]) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(whole)
    assert run("puzzle", "--json", str(file)).stdout == whole
    grade = found[0].grade
    picked = lines(run("puzzle", "--json", "--grade", str(grade), str(file)))
    assert [item["id"] for item in picked] == [puzzle.id for puzzle in found if puzzle.grade == grade]
    assert run("puzzle", "--html", "-", str(file)).stdout == rebelote.puzzles_html(found)
    file.write_text(whole.replace('"version": 1', '"version": 9', 1))
    first = lines(run("puzzle", "--json", str(file)))[0]
    assert first["error"]["code"] == "bad_puzzle"


# --- the collection ----------------------------------------------------------------------


def test_the_collection_is_filtered_like_a_search() -> None:
    all_of_it = rebelote.collection()
    assert lines(run("puzzle", "--shipped", "--json", "--count", "3")) == [p.to_dict() for p in all_of_it[:3]]
    some = lines(run("puzzle", "--shipped", "--json", "--variant", "gambler", "--grade", "2-3", "--goal", "points"))
    wanted = [p.id for p in rebelote.collection("gambler", goal="points") if p.grade in (2, 3)]
    assert [item["id"] for item in some] == wanted != []
    nothing = run("puzzle", "--shipped", "--variant", "classic", "--players", "2")
    assert (nothing.exit_code, nothing.stderr) == (1, "no puzzle found\n")


def test_a_puzzle_of_the_collection_by_its_id() -> None:
    puzzle = rebelote.collection("capo")[0]
    assert lines(run("puzzle", "--json", "--shipped", "--id", puzzle.id)) == [puzzle.to_dict()]
    assert f"1. {puzzle.id}" in run("puzzle", "--id", puzzle.id).stdout
    near = puzzle.id[:-1] + "x"
    assert f"the nearest is {puzzle.id}" in refused("--id", near)


# --- verifying ---------------------------------------------------------------------------


def test_what_holds_and_what_does_not_is_told_with_its_line(tmp_path: Path, whole: str, found: list[Puzzle]) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(whole)
    assert run("puzzle", "--verify", str(file)).stdout.splitlines() == [
        *(f"{puzzle.id}: holds" for puzzle in found), "6 puzzles: 6 hold",
    ]  # fmt: skip
    items = [json.loads(line) for line in whole.splitlines()]
    items[2]["grade"] = 1 + items[2]["grade"] % 5
    wrong = json.loads(whole.splitlines()[3])
    del wrong["goal"]
    text = "\n".join(json.dumps(item) for item in (items[0], wrong, items[2])) + f"\n\n{TEXT}\nrubbish\n"
    shown = run("puzzle", "--verify", "-", stdin=text)
    assert shown.exit_code == 1
    holds, fails, claim, *_, last = shown.stdout.splitlines()
    assert holds == f"{found[0].id}: holds"
    assert fails.startswith(f"{found[2].id}: ") and fails.endswith(" not hold (standard input, line 3)")
    assert claim.startswith("  grade: ") and last == "5 puzzles: 1 holds, 1 fails, 3 cannot be read"
    for words in ("line 2: bad_puzzle", "goal is missing", "line 5: a puzzle is a JSON object", "line 6: 'rubbish'"):
        assert words in shown.stderr
    answers = run("puzzle", "--verify", "--json", stdin=text)
    assert answers.exit_code == 1
    first, second, third, fourth, fifth = lines(answers)
    assert first == {"line": 1, "id": found[0].id, "holds": True, "problems": []}
    assert (second["line"], second["error"]["code"]) == (2, "bad_puzzle")
    assert (third["line"], third["id"], third["holds"]) == (3, found[2].id, False)
    assert third["problems"][0]["where"] == "grade"
    assert (fourth["error"]["code"], fifth["error"]["code"]) == ("not_an_object", "bad_input")


def test_a_list_and_several_files_are_verified_too(tmp_path: Path, found: list[Puzzle]) -> None:
    file = tmp_path / "puzzles.json"
    file.write_text(json.dumps([puzzle.to_dict() for puzzle in found[:2]], indent=1))
    answers = lines(run("puzzle", "--verify", "--json", str(file), str(tmp_path / "none")))
    assert [item.get("holds") for item in answers] == [True, True, None]
    assert answers[1]["input"] == str(file) and answers[1]["line"] > 2
    assert answers[2]["error"]["code"] == "no_such_file"
    empty = run("puzzle", "--verify", "-", stdin="")
    assert empty.exit_code == 1 and "the input is empty" in empty.stderr


# --- trying ------------------------------------------------------------------------------


def test_a_card_can_be_tried(tmp_path: Path, whole: str, found: list[Puzzle]) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(whole)
    puzzle = found[0]
    right, wrong = puzzle.answer[0], puzzle.refutations[0]
    told = run("puzzle", "--try", puzzle.id, "--card", str(right), "--json", str(file))
    assert told.exit_code == 0 and lines(told) == [rebelote.try_card(puzzle, right).to_dict()]
    assert f"{right} is right." in run("puzzle", "--try", puzzle.id, "--card", str(right), str(file)).stdout
    shown = run("puzzle", "--try", puzzle.id, "--card", str(wrong.cards[0]), str(file))
    assert shown.exit_code == 1 and f"{wrong.cards[0]} is wrong." in shown.stdout
    many = next(p for p in found if p.choices > 1)
    before = " ".join(map(str, many.line[:-1]))
    last = run("puzzle", "--try", many.id, "--card", str(many.line[-1]), "--played", before, str(file))
    assert last.exit_code == 0 and "Solved" in last.stdout
    foreign = run("puzzle", "--try", puzzle.id, "--card", "ZZ", str(file))
    assert foreign.exit_code == 1 and "ZZ" in foreign.stderr
    for name in (str(file), str(tmp_path / "none")):
        assert run("puzzle", "--try", "classic-0", "--card", "7H", name).exit_code == 1
    assert "no puzzle 'classic-0'" in run("puzzle", "--try", "classic-0", "--card", "7H").stderr


# --- what makes no sense -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--resume",), "--resume goes on with the file of --output: give both"),
        (("--force",), "--force overwrites the file of --output: give both"),
        (("-o", "x", "--resume", "--force"), "give one of them"),
        (("--json", "--html", "-"), "cannot both go to standard output"),
        (("--no-solution", "-o", "x"), "--no-solution does not go with --output"),
        (("--share", "0.5"), "goes with --form hand"),
        (("--part", "1/2"), "--part needs --seed"),
        (("--misere", "--goal", "sweep"), "--misere and --goal sweep contradict each other"),
        (("--misere", "--goal", "last_trick", "--goal", "points"), "--misere and --goal last_trick"),
        (("--goal", "no_trick"), "--goal no_trick needs --misere"),
        (("--seat", "1"), "--seat goes with deals that are given, not with random deals"),
        (("--card", "7H"), "--card goes with --try"),
        (("--variant", "capo", TEXT), "--variant goes with random deals or --shipped, not with deals that are given"),
        (("--seed", "1", "--most", "3", TEXT), "--most goes with random deals"),
        (("-o", "x", "--resume", TEXT), "--resume goes with random deals"),
        (("--shipped", TEXT), "--shipped takes no inputs"),
        (("--shipped", "--seed", "1"), "--seed goes with random deals, not with --shipped"),
        (("--id", "x", "--grade", "2"), "not with --id"),
        (("--id", "x", TEXT), "--id takes no inputs"),
        (("--verify", "--shipped"), "--shipped and --verify contradict each other"),
        (("--verify", "--count", "2", "-o", "x", "-"), "--output goes with"),
        (("--verify", "--misere", "--goal", "no_trick", "--share", "1", "--part", "1/2", "-"), "not with --verify"),
        (("--try", "x"), "--try needs --card"),
        (("--theme", "squeze"), "did you mean squeeze?): one of draw_trumps, "),
        (("--variant", "bridge"), "'bridge' is not one of 'gambler'"),
        (("--goal", "win"), "'win' is not one of"),
        (("--grade", "0"), "'0' is not within 1-5"),
        (("--grade", "4-2"), "'4-2' is not within 1-5"),
        (("--tricks", "many"), "'many' is no number, and no range such as 1-9"),
        (("--part", "3/2"), "there is no part 3 of 2"),
        (("--part", "0/2"), "there is no part 0 of 2"),
        (("--part", "half"), "'half' is no part"),
        (("--seat", "5", TEXT), "'5' is no seat"),
        (("--share", "1.5"), "1.5 is not in the range"),
        (("--count", "0"), "0 is not in the range"),
        (("--gap", "0"), "0 is not in the range"),
        (("--seed", "-1"), "-1 is not in the range"),
        (("--players", "2"), "classic is not for 2 players"),
        (("--tricks", "9"), "classic has 1 to 8 tricks, not 9"),
        (("--variant", "ukrainian", "--trump", "NT"), "ukrainian has no NT"),
        (("-o", "-"), "it needs a file"),
        (("-o", "no/such/folder"), "no/such/folder is no file that can be written"),
        (("--html", "."), ". is no file that can be written"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_contradicts_is_told(arguments: tuple[str, ...], words: str) -> None:
    assert words in refused(*arguments)


def test_help_has_every_option_once_in_groups_and_the_goals_there_are() -> None:
    help_text = run("puzzle", "--help").stdout
    told = re.findall(r"^  (?:-\w, )?(--[a-z-]+)", help_text, re.MULTILINE)
    assert len(told) == len(set(told))
    from rebelote.cli.app import commands

    known = {option for param in commands.commands["puzzle"].params for option in param.opts if option[:2] == "--"}
    assert set(told) == known | {"--help"}
    for group in ("Where from:", "Which puzzles:", "How they are written:", "Long searches:", "Instead:", "Examples:"):
        assert f"{group}\n" in help_text
    goals = re.search(r"--goal \[([a-z_|]+)\]", help_text)
    assert goals and set(goals[1].split("|")) == set(GOALS)
    assert re.search(r"^  puzzle +Puzzles: found, proved, graded", run("--help").stdout, re.MULTILINE)


# --- the bar -----------------------------------------------------------------------------


def test_a_terminal_has_a_bar_that_goes_away_and_a_pipe_has_none() -> None:
    tally = Tally(10, found=3, looked=1234, begun=time.monotonic() - 10)
    for terminal in (True, False):
        out = StringIO()
        bar = Bar(tally)
        bar._console = Console(file=out, force_terminal=terminal, width=120)
        bar.tick(str(tally))
        shown = out.getvalue()
        bar.clear()
        bar.clear()
        if terminal:
            assert re.search(r"3 of 10 puzzles found in 1,234 deals, 12\d a second", shown)
            assert out.getvalue().endswith("\x1b[2K")
        else:
            assert out.getvalue() == ""


def test_a_search_that_is_quickly_done_has_no_bar() -> None:
    out = StringIO()
    bar = Bar(Tally(1))
    bar._console = Console(file=out, force_terminal=True)
    bar.tick("searching")
    assert out.getvalue() == ""


def test_a_tally_counts_in_words() -> None:
    told = [(Tally(1), "0 of 1 puzzle found"), (Tally(None, 1, 1), "1 puzzle found in 1 deal"),
            (Tally(None, 2000, 5, 10), "2,000 puzzles found in 15 deals"), (Tally(), "no puzzle found")]  # fmt: skip
    for tally, words in told:
        assert tally.short == words


def test_a_line_in_text_form_is_no_puzzle_and_a_position_is_none_either() -> None:
    for given in (TEXT, LINE):
        result = run("puzzle", "--verify", "--json", given)
        assert result.exit_code == 1 and "error" in lines(result)[0]
