"""The formulas of difficulty, grade and interest, over all measures that there may be."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rebelote.puzzling.grading import CUTS, difficulty, grade_of
from rebelote.puzzling.interest import DEEP, PARTS, interest, interest_parts


@st.composite
def some_measures(draw: st.DrawFn) -> dict[str, Any]:
    """Measures that fit one another."""
    decisions = draw(st.integers(1, 9))
    wrong = draw(st.integers(decisions, 40))
    return {
        "tricks": draw(st.integers(2, 9)),
        "turns": draw(st.integers(decisions, 18)),
        "decisions": decisions,
        "wrong": wrong,
        "traps": draw(st.integers(0, wrong)),
        "thumb": draw(st.integers(0, decisions)),
        "one_trick": draw(st.integers(0, decisions)),
        "share": draw(st.integers(0, 1000)) / 1000,
        "gives_up": draw(st.booleans()),
        "throws": draw(st.booleans()),
        "symmetric": draw(st.booleans()),
    }


@given(some_measures(), some_measures())
def test_more_of_what_makes_a_puzzle_hard_never_makes_it_easier(one: dict[str, Any], two: dict[str, Any]) -> None:
    harder = {key: max(one[key], two[key]) for key in one} | {"share": min(one["share"], two["share"])}
    for less in (one, two):
        assert difficulty(harder) >= difficulty(less)
        assert grade_of(difficulty(harder)) >= grade_of(difficulty(less))


@given(some_measures())
def test_each_measure_counts_by_itself(had: dict[str, Any]) -> None:
    hard = difficulty(had)
    for key in ("tricks", "decisions", "thumb", "one_trick", "traps"):
        more = difficulty({**had, key: had[key] + 1})
        assert more >= hard and (more > hard) == (key != "traps" or had["traps"] < 8)
    if had["share"] >= 0.1:
        assert difficulty({**had, "share": round(had["share"] - 0.1, 3)}) > hard
    for key in ("turns", "wrong", "gives_up", "throws", "symmetric"):
        assert difficulty({**had, key: had[key] + 1}) == hard


def test_the_grade_is_cut_where_it_is_said() -> None:
    assert [grade_of(hard) for hard in (0.0, 2.59, 2.6, 3.19, 3.2, 3.99, 4.0, 4.99, 5.0, 12.5)] == [
        1, 1, 2, 2, 3, 3, 4, 4, 5, 5,
    ]  # fmt: skip
    # Traps beyond eight make it no harder.
    none = {"tricks": 0, "decisions": 0, "thumb": 0, "one_trick": 0, "share": 1.0}
    assert [difficulty({**none, "traps": traps}) for traps in (0, 1, 7, 8, 9, 40)] == [0.0, 0.2, 1.4, 1.6, 1.6, 1.6]
    # A sum that comes to a cut point exactly is not below it.
    at_cut = {"tricks": 3, "decisions": 2, "traps": 3, "thumb": 1, "one_trick": 1, "share": 1.0}
    assert difficulty(at_cut) == CUTS[0] and grade_of(difficulty(at_cut)) == 2


def test_the_parts_of_the_interest_make_one() -> None:
    assert round(sum(PARTS.values()), 9) == 1


@given(some_measures())
def test_interest_lies_between_nothing_and_one(had: dict[str, Any]) -> None:
    assert set(interest_parts(had)) == set(PARTS)
    assert all(0 <= part <= 1 for part in interest_parts(had).values())
    assert 0 <= interest(had) <= 1 and round(interest(had), 3) == interest(had)


@given(some_measures())
def test_what_surprises_is_interesting(had: dict[str, Any]) -> None:
    good = interest(had)
    for key in ("gives_up", "throws"):
        assert interest({**had, key: True}) >= interest({**had, key: False}) + 0.04
    assert interest({**had, "symmetric": False}) >= interest({**had, "symmetric": True}) + 0.04
    assert interest({**had, "share": had["share"] / 2}) >= good
    assert interest({**had, "thumb": had["thumb"] + 1}) >= good
    assert interest({**had, "one_trick": had["one_trick"] + 1}) >= good
    assert interest({**had, "traps": min(had["traps"] + 1, had["wrong"])}) >= good


@given(some_measures(), st.integers(1, 2))
def test_short_is_interesting_but_not_at_the_cost_of_depth(had: dict[str, Any], turns: int) -> None:
    longer = {**had, "tricks": had["tricks"] + 1}
    assert interest({**longer, "turns": had["turns"] + turns}) <= interest(had)
    if had["decisions"] < DEEP:
        deeper = {**longer, "turns": had["turns"] + turns, "decisions": had["decisions"] + 1}
        assert interest(deeper) >= interest(had)
