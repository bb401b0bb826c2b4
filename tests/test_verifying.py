"""Verifying puzzles: what was found by the rules of the game passes, and every claim that is false is named."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from builtpuzzles import SEEN
from falseclaims import ALONE, CHANGES, Change
from provedpuzzles import CONTRACTS, as_json, of_one_hand, pool, told, with_contract
from puzzlescenes import endings
from rebelote import Engine, Position, StopFlag, reference
from rebelote.errors import Interrupted
from rebelote.puzzling.goals import POINTS, PuzzleGoal
from rebelote.puzzling.judging import judge
from rebelote.puzzling.proofvalues import PLAIN_TRICKS, equals
from rebelote.puzzling.quests import Quest
from rebelote.puzzling.reading import puzzle_of
from rebelote.puzzling.verifying import verify
from rebelote.worlds.knowledge import Knowledge

# --- what is so, passes ------------------------------------------------------------------


def test_puzzles_of_every_game_and_goal_pass() -> None:
    for made in pool():
        read = puzzle_of(as_json(made))
        assert read == made
        assert verify(read) == [], made.to_dict()


@pytest.mark.parametrize("name", SEEN)
def test_puzzles_of_one_hand_pass(name: str) -> None:
    assert told(as_json(of_one_hand(name))) == []


@pytest.mark.parametrize("name", CONTRACTS)
def test_puzzles_that_a_contract_hangs_on_pass(name: str) -> None:
    made = with_contract(name)
    assert made.goal.contract == name
    assert told(as_json(made)) == []


def test_equal_cards_are_those_that_the_engine_calls_equal() -> None:
    with_several = 0
    for at in endings(400, 21, tricks=(2, 6)):
        classes = equals(at, at.legal())
        with judge(Quest(at, PuzzleGoal(POINTS, 1))) as judging:
            assert sorted(classes) == sorted(choice.cards for choice in judging.choices(judging.quest.first()))
        with_several += any(len(cards) > 1 for cards in classes)
    assert with_several > 15


def test_an_engine_that_prunes_is_refused_and_one_that_does_not_may_be_lent() -> None:
    made = pool()[0]
    assert verify(made, engine=Engine(prune=0)) == []
    with pytest.raises(ValueError, match="prun"):
        verify(made, engine=Engine())


def test_a_stop_ends_it() -> None:
    stop = StopFlag()
    stop.set()
    for made in (pool()[0], of_one_hand("hand, four")):
        with pytest.raises(Interrupted):
            verify(made, stop=stop)


def test_the_plain_solver_is_asked_about_short_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    short = next(made for made in pool() if made.tricks == PLAIN_TRICKS)
    long = next(made for made in pool() if made.tricks > PLAIN_TRICKS)
    truth, asked = reference.card_values, list[int]()

    def otherwise(at: Position) -> Any:
        asked.append(at.tricks_left)
        values = truth(at)
        card = min(values)
        return {**values, card: replace(values[card], points=values[card].points + 1)}

    monkeypatch.setattr(reference, "card_values", otherwise)
    assert ("solvers_differ", "answer") in [(p.code, p.where) for p in verify(short)]
    assert asked[0] == PLAIN_TRICKS
    asked.clear()
    verify(long)
    assert max(asked, default=0) < PLAIN_TRICKS


# --- what is not so, is named ------------------------------------------------------------


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_false_claim_is_named(change: Change) -> None:
    changed = 0
    puzzles = list(pool())
    Random(change.__name__).shuffle(puzzles)
    for made in puzzles:
        data = as_json(made)
        expected = change(made, data)
        if expected is None:
            continue
        found = told(data)
        assert expected in found, data
        assert change not in ALONE or found == [expected], data
        changed += 1
        if changed == 5:
            return
    assert changed >= 2, "too few puzzles that this could be changed in"


# --- contracts and one hand --------------------------------------------------------------

#: Kind and name of a puzzle, place, value, and what is told of it.
FALSE: list[tuple[str, str, Any, list[tuple[str, str]]]] = [
    # 66 of 162 points were taken and 96 are at stake.
    ("made", "stakes.points", [0, 24, 41, 0], [("wrong_points", "stakes.points"), ("wrong_goal", "goal")]),
    ("made", "stakes.points", [3, 24, 39, 0], [("wrong_points", "stakes.points")]),
    ("made", "stakes.declarer", 1, [("wrong_goal", "goal")]),
    ("made", "stakes.declarer", None, [("wrong_goal", "goal")]),
    ("made", "goal", {"points": 39, "contract": "broken"}, [("wrong_id", "id"), ("wrong_goal", "goal")]),
    ("broken", "stakes.points", [18, 34, 36, 13], [("wrong_goal", "goal")]),
    # In the deal itself nothing changes.
    ("hand, four", "shares.worlds", 1681, [("wrong_shares", "shares.worlds")]),
    ("hand, four", "shares.cards.8S", 1185, [("wrong_shares", "shares.cards.8S")]),
    ("hand, four", "shares.cards", {"8S": 1184, "AS": 1596}, [("wrong_shares", "shares.cards")]),
    ("hand, two", "shares.cards.8S", 36, [("wrong_shares", "shares.cards.8S")]),
    ("hand, four", "shares.share", 0.951, [("share_missed", "shares")]),
    ("hand, four", "shares.share", 0.7, [("other_answer", "answer"), ("other_answer", "answer")]),
]


@pytest.mark.parametrize(("name", "path", "value", "expected"), FALSE)
def test_what_is_falsely_said_of_contract_and_worlds_is_named(
    name: str, path: str, value: Any, expected: list[tuple[str, str]]
) -> None:
    data = as_json(with_contract(name) if name in CONTRACTS else of_one_hand(name))
    inner, (*way, last) = data, path.split(".")
    for key in way:
        inner = inner[key]
    inner[last] = value
    assert told(data) == expected


def test_a_view_that_the_deal_does_not_fit_is_named() -> None:
    data = as_json(of_one_hand("hand, four"))
    data["view"]["known"] = {"QD": 1}
    found = told(data)
    assert ("deal_does_not_fit", "view") in found and ("wrong_shares", "shares.worlds") in found


def test_a_view_that_no_deal_fits_is_named() -> None:
    data = as_json(of_one_hand("hand, four"))
    data["view"]["known"] = {"QD": 1, "AC": 2}
    found = told(data)
    assert {code for code, _ in found} == {"no_deal_fits"} and all(where.startswith("view.") for _, where in found)


def test_of_one_hand_and_a_contract_both_must_tell_of_one_deal() -> None:
    data = as_json(of_one_hand("hand, four"))
    made = puzzle_of(data)
    assert made.view is not None
    past = Knowledge.from_dict(made.view).past
    stakes = {"declarer": 0, "bid": None, "sweep": False, "factor": 1, "melds": [0] * 4, "belas": [20, 0, 0, 0]}
    data["stakes"] = {**stakes, "points": list(past.points), "tricks": list(past.tricks)}
    assert told(data) == []
    turned = {**data, "stakes": {**data["stakes"], "tricks": list(past.tricks[2:] + past.tricks[:2])}}
    assert ("wrong_stakes", "stakes.tricks") in told(turned)
    other = {**data, "stakes": {**data["stakes"], "declarer": 1}}
    assert told(other) == [("wrong_stakes", "stakes")]
