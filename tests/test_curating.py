"""A collection is spread over what there is, and does not hang on the order of what it is chosen from."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from rebelote import Ask, Game, Puzzle, Rules, puzzles
from rebelote.puzzling.curating import choose, features


def some() -> list[Puzzle]:
    """Puzzles that differ in grade and themes alone, most of them of one kind."""
    one = next(puzzles(Game(Rules.preset("gambler")), Ask(), tricks=(3, 4), seed=3))
    rng, out = Random(1), []
    for i in range(120):
        rare = i % 12 == 0
        grading = replace(one.grading, grade=1 + i % 5 if rare else 3, difficulty=rng.random(), interest=rng.random())
        out.append(replace(one, id=f"gambler-{i:010x}", themes=("squeeze",) if rare else ("ruff",), grading=grading))
    return out


def test_the_order_of_the_pool_does_not_matter() -> None:
    pool = some()
    chosen = choose(pool, 20)
    assert choose(reversed(pool), 20) == chosen
    assert [p.grading.difficulty for p in chosen] == sorted(p.grading.difficulty for p in chosen)


def test_what_is_rare_comes_in() -> None:
    chosen = choose(some(), 20)
    had = Counter(feature for puzzle in chosen for feature in features(puzzle))
    # Ten of the 120 are rare; of the twenty they would be two by chance. With them every grade comes in.
    assert had["theme", "squeeze"] >= 8
    assert {grade for kind, grade in had if kind == "grade"} == {1, 2, 3, 4, 5}


def test_of_what_is_alike_the_more_interesting_is_taken() -> None:
    pool = [puzzle for puzzle in some() if puzzle.themes == ("ruff",)]
    chosen = choose(pool, 5)
    assert sorted(p.grading.interest for p in chosen) == sorted(p.grading.interest for p in pool)[-5:]


def test_no_more_than_there_are() -> None:
    pool = some()[:7]
    assert len(choose(pool, 40)) == 7 and choose([], 40) == []
