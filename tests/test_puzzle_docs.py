"""The page about puzzles says what the code does: keys, goals, themes, grades, and what ships."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from rebelote import THEMES, VARIANTS, Ask, Game, Rules, collection, puzzles
from rebelote.puzzling.finding import GOALS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "puzzles.md"


def rows(head: str) -> list[list[str]]:
    """The rows of the table that begins with that line."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(head))
    out = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            return out
        out.append([cell.strip() for cell in line.strip("|").split("|")])
    return out


def quoted(cells: list[str]) -> list[str]:
    return [word for cell in cells for word in re.findall(r"`([^`]+)`", cell)]


def test_the_table_of_keys_is_what_is_written() -> None:
    told = quoted([row[0] for row in rows("| key | what it is |")])
    written: set[str] = set()
    rules = Rules.preset("gambler")
    for ask in (Ask(), Ask(form="hand")):
        for puzzle in puzzles(Game(rules), ask, tricks=(3, 4), seed=1, count=2, most=2000):
            written |= set(puzzle.to_dict())
    assert set(told) == written and len(told) == len(written)


def test_the_table_of_goals_is_what_may_be_asked() -> None:
    assert tuple(quoted([row[0] for row in rows("| goal | JSON |")])) == GOALS


def test_every_theme_is_explained() -> None:
    assert quoted([row[0] for row in rows("| theme |")]) == list(THEMES)


def test_the_table_of_the_collection_is_counted() -> None:
    told = {row[0].strip("`"): [int(cell) for cell in row[1:]] for row in rows("| game | puzzles | of one hand |")}
    assert list(told) == [name for name in VARIANTS if collection(name)]
    for name, numbers in told.items():
        some = collection(name)
        grades = Counter(puzzle.grade for puzzle in some)
        hands = sum(puzzle.form == "hand" for puzzle in some)
        themes = len({theme for puzzle in some for theme in puzzle.themes})
        assert numbers == [len(some), hands, themes, *(grades[grade] for grade in range(1, 6))]
