"""Verifying puzzles: what was found by the rules of the game passes, and every claim that is false is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from builtpuzzles import ASKED, SEEN, hand_puzzle
from puzzlescenes import TABLES, endings
from rebelote import Card, Engine, Position, StopFlag, reference, solve
from rebelote.errors import Interrupted
from rebelote.puzzling.goals import KINDS, LAST_TRICK, NO_TRICK, POINTS, SWEEP, TRICK, PuzzleGoal, contract_goal
from rebelote.puzzling.grading import grade
from rebelote.puzzling.handforms import over_worlds
from rebelote.puzzling.judging import judge
from rebelote.puzzling.lines import main_line
from rebelote.puzzling.proofvalues import PLAIN_TRICKS, equals
from rebelote.puzzling.puzzles import HAND, OPEN, Background, Puzzle, Refutation, Shares
from rebelote.puzzling.quests import Quest
from rebelote.puzzling.reading import puzzle_of
from rebelote.puzzling.sameness import puzzle_id
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.spots import bare_knowledge
from rebelote.puzzling.themes import THEMES, themes_of
from rebelote.puzzling.verifying import verify
from rebelote.rules import Strain
from rebelote.scoring import Contract
from rebelote.stakes import Past, Stakes
from rebelote.worlds.knowledge import Knowledge

Data = dict[str, Any]

#: Endings with what the seats had taken, tricks and points, and the contract that hangs on what follows.
CONTRACTS = {
    "made": (
        "classic S 2 98...A/KJ...Q/A..QJ./.K.KT. - side=02", (0, 2, 3, 0), (0, 24, 42, 0), Contract(Strain.SPADES, 2),
    ),
    "broken": (
        "classic D 1 KQ...K/...T87/.T..AJ/..K.Q9 - side=13", (1, 1, 2, 1), (18, 35, 35, 13),
        Contract(Strain.DIAMONDS, 2),
    ),
}  # fmt: skip


# --- puzzles -----------------------------------------------------------------------------


def proved(
    at: Position, goal: PuzzleGoal, *, background: Background | None = None, view: Data | None = None,
    shares: Shares | None = None,
) -> Puzzle | None:  # fmt: skip
    """The puzzle of a position, with nothing in it that is not so; none where it is no puzzle."""
    form = OPEN if view is None else HAND
    known = bare_knowledge(at, background) if view is None else Knowledge.from_dict(view)
    quest = Quest(at, goal)
    with judge(quest) as judging:
        main = main_line(judging)
        if main is None:
            return None
        scene = Scene(main, judging, known)
        refuted, gaps = [], [at.at_stake]
        for decision, wrong, line in scene.refutations:
            points = min(max(wrong.chain, 0), quest.rest(decision.moment))
            refuted.append(Refutation(decision.place, wrong.cards, None if goal.kind == LAST_TRICK else points, line))
            gaps.append(abs((goal.points or 0) - decision.moment.taken.points - points))
        return Puzzle(
            puzzle_id(at, goal, form), form, at, goal, main.decisions[0].right.cards, main.line, main.rest,
            len(main.decisions), None if goal.points is None else min(gaps), tuple(refuted), themes_of(scene),
            grade(scene, shares=shares), background, view, shares, {"seed": 1},
        )  # fmt: skip


def asked(at: Position) -> list[PuzzleGoal]:
    """A goal of each kind that makes sense, of points the most that can be reached."""
    points = PuzzleGoal(POINTS, solve(at).points)
    return [points, *map(PuzzleGoal, (NO_TRICK,) if at.misere else (SWEEP, TRICK, LAST_TRICK))]


@cache
def pool() -> tuple[Puzzle, ...]:
    """Puzzles of every game and goal, most of them short."""
    out = []
    for count, tricks in ((160, (2, 3)), (8, (4, 4)), (80, (5, 6))):
        for at in endings(count, 7, tricks=tricks):
            seat = replace(at, side=next(side for side in at.rules.sides(at.players) if at.seat in side))
            out += [made for goal in asked(seat) if (made := proved(seat, goal)) is not None]
    given = (proved(Position.parse(one.at), one.goal) for one in ASKED.values() if one.goal.contract is None)
    out += [made for made in given if made is not None]
    assert {made.goal.kind for made in out} == set(KINDS)
    assert {(made.position.rules.variant, made.position.players) for made in out} == set(TABLES)
    assert {made.position.misere for made in out} == {True, False}
    assert any(made.position.trick for made in out)
    return tuple(out)


def with_contract(name: str) -> Puzzle:
    """A puzzle whose goal a contract hangs on."""
    at, tricks, points, contract = CONTRACTS[name]
    start = Position.parse(at)
    stakes, past = Stakes(start.rules, start.players, contract, (0,) * 4, (0,) * 4), Past(points, tricks)
    goal = contract_goal(start, stakes, past)
    assert goal is not None
    found = proved(start, goal, background=Background(stakes, past))
    assert found is not None
    return found


def of_one_hand(name: str) -> Puzzle:
    """A puzzle of which one hand is seen, with the largest share that its answer has."""
    plain = hand_puzzle(name)
    assert plain.view is not None
    told = over_worlds(Knowledge.from_dict(plain.view), plain.goal)
    assert told is not None
    count, cards = told
    share = round(cards[plain.answer[0]] / count - 0.0005, 3)
    found = proved(plain.position, plain.goal, view=dict(plain.view), shares=Shares(count, share, cards))
    assert found is not None
    return found


def as_json(made: Puzzle) -> Data:
    out: Data = json.loads(json.dumps(made.to_dict()))
    return out


def told(data: Data) -> list[tuple[str, str]]:
    return [(problem.code, problem.where) for problem in verify(puzzle_of(data))]


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


def ended(made: Puzzle, data: Data, length: int, card: str) -> Data:
    """The puzzle with another card at a place of its line, which ends there, and some cards behind it."""
    line = [*(data["line"] + data["rest"])[:length], card]
    at = made.quest.play([Card(word) for word in line]).at
    rest = []
    while any(at.hands):
        rest.append(at.legal()[0])
        at = at.put(rest[-1])
    refuted = [one for one in data["refutations"] if one["at"] <= length]
    return {**data, "line": line, "rest": [str(other) for other in rest], "refutations": refuted}


def seats(made: Puzzle) -> list[tuple[int, Position]]:
    """The positions along line and rest."""
    out, at = [], made.position
    for place, card in enumerate(made.line + made.rest):
        out.append((place, at))
        at = at.put(card)
    return out


def weak_card(made: Puzzle, before: tuple[Card, ...], card: Card) -> str | None:
    """A card after some others that is worse for who plays it than ``card``, by the plain solver."""
    quest = made.quest
    at = quest.position(quest.play(before))
    if at.tricks_left > 3:
        return None
    values = reference.card_values(at)
    last = made.goal.kind == LAST_TRICK
    worse = [
        c
        for c, v in values.items()
        if (v.points if last else v.rank) != (values[card].points if last else values[card].rank)
    ]
    return str(worse[0]) if worse else None


def wrong_answer(made: Puzzle, data: Data) -> tuple[str, str]:
    data["answer"] = [str(made.refutations[0].cards[0])]
    return "wrong_answer", "answer"


def answer_and_another(made: Puzzle, data: Data) -> tuple[str, str]:
    data["answer"].append(str(made.refutations[0].cards[0]))
    return "wrong_answer", "answer"


def answer_left_out(made: Puzzle, data: Data) -> tuple[str, str]:
    data["answer"] = [str(made.refutations[0].cards[0])]
    return "other_answer", "answer"


def equal_card_left_out(made: Puzzle, data: Data) -> tuple[str, str] | None:
    data["answer"] = data["answer"][1:]
    return ("missing_answer", "answer") if data["answer"] else None


def easier_goal(made: Puzzle, data: Data) -> tuple[str, str] | None:
    """So many points that the best of the first wrong cards reaches it too."""
    wrong = [one.points for one in made.refutations if one.place == 0]
    if made.goal.kind != POINTS:
        return None
    best = min(wrong) if made.position.misere else max(wrong)  # type: ignore[type-var]
    data["goal"] = {"points": best}
    possible = best is not None and (best < made.position.at_stake if made.position.misere else best > 0)
    return ("other_answer", "answer") if possible else None


def every_card_reaches_it(made: Puzzle, data: Data) -> tuple[str, str] | None:
    wrong = [one.points or 0 for one in made.refutations if one.place == 0]
    if made.goal.kind != POINTS:
        return None
    worst = max(wrong) if made.position.misere else min(wrong)
    data["goal"] = {"points": worst}
    possible = worst < made.position.at_stake if made.position.misere else worst > 0
    return ("no_choice", "answer") if possible else None


def harder_goal(made: Puzzle, data: Data) -> tuple[str, str] | None:
    if made.goal.points is None:
        return None
    points = made.goal.points + (-1 if made.position.misere else 1)
    data["goal"] = {"points": points}
    return ("wrong_answer", "answer") if 0 <= points <= made.position.at_stake else None


def two_ways(made: Puzzle, data: Data) -> tuple[str, str] | None:
    """The easier goal again: on the line too there are then two ways."""
    return None if easier_goal(made, data) is None else ("several_ways", "line[0]")


def wrong_card_of_the_line(made: Puzzle, data: Data) -> tuple[str, str]:
    last = len(made.line) - 1
    card = next(one.cards[0] for one in made.refutations if one.place == last)
    data |= ended(made, data, last, str(card))
    return "wrong_card", f"line[{last}]"


def weak_defence_in_the_line(made: Puzzle, data: Data) -> tuple[str, str] | None:
    whole = made.line + made.rest
    for place, at in seats(made):
        if at.seat not in made.position.side and (card := weak_card(made, whole[:place], whole[place])) is not None:
            data |= ended(made, data, place, card)
            return "not_best", f"line[{place}]"
    return None


def cut_line(made: Puzzle, data: Data) -> tuple[str, str] | None:
    *data["line"], last = data["line"]
    data["rest"].insert(0, last)
    data["refutations"] = [one for one in data["refutations"] if one["at"] < len(data["line"])]
    return ("decision_in_rest", "rest[0]") if data["line"] else None


def lengthened_line(made: Puzzle, data: Data) -> tuple[str, str] | None:
    if not made.rest:
        return None
    data["line"].append(data["rest"].pop(0))
    return "no_decision", "line"


def unfinished(made: Puzzle, data: Data) -> tuple[str, str] | None:
    return ("unfinished", "rest") if data["rest"] and data["rest"].pop() else None


def one_decision_more(made: Puzzle, data: Data) -> tuple[str, str]:
    data["choices"] += 1
    return "wrong_choices", "choices"


def wrong_gap(made: Puzzle, data: Data) -> tuple[str, str] | None:
    if made.gap is None:
        return None
    data["gap"] += 1 if made.gap < made.position.at_stake else -1
    return "wrong_gap", "gap"


def wrong_points(made: Puzzle, data: Data) -> tuple[str, str] | None:
    number = len(made.refutations) - 1
    points = made.refutations[number].points
    if points is None:
        return None
    data["refutations"][number]["points"] += 1 if points < made.position.at_stake else -1
    return "wrong_points", f"refutations[{number}].points"


def missing_refutation(made: Puzzle, data: Data) -> tuple[str, str]:
    del data["refutations"][0]
    return "missing_refutation", "refutations"


def repeated_refutation(made: Puzzle, data: Data) -> tuple[str, str]:
    data["refutations"].append(data["refutations"][0])
    return "repeated_refutation", f"refutations[{len(made.refutations)}]"


def refutation_stops_early(made: Puzzle, data: Data) -> tuple[str, str] | None:
    for number, one in enumerate(data["refutations"]):
        if one["line"]:
            one["line"].pop()
            return "open_refutation", f"refutations[{number}].line"
    return None


def refutation_goes_on(made: Puzzle, data: Data) -> tuple[str, str] | None:
    for number, one in enumerate(made.refutations):
        at = made.quest.play((*made.line[: one.place], one.cards[0], *one.line)).at
        if any(at.hands):
            data["refutations"][number]["line"].append(str(at.legal()[0]))
            return "late_refutation", f"refutations[{number}].line[{len(one.line)}]"
    return None


def weak_refutation(made: Puzzle, data: Data) -> tuple[str, str] | None:
    for number, one in enumerate(made.refutations):
        for place, card in enumerate(one.line):
            before = (*made.line[: one.place], one.cards[0], *one.line[:place])
            if (weak := weak_card(made, before, card)) is not None:
                data["refutations"][number]["line"][place:] = [weak]
                return "not_best", f"refutations[{number}].line[{place}]"
    return None


def right_card_refuted(made: Puzzle, data: Data) -> tuple[str, str]:
    data["refutations"][0] |= {"card": data["answer"][0], "same_as": data["answer"][1:], "line": []}
    return "refutes_nothing", "refutations[0]"


def refutation_of_a_turn_of_the_others(made: Puzzle, data: Data) -> tuple[str, str] | None:
    for place, at in seats(made)[: len(made.line)]:
        if at.seat not in made.position.side:
            data["refutations"][0] |= {"at": place, "card": data["line"][place], "same_as": [], "line": []}
            return "refutes_nothing", "refutations[0]"
    return None


def equal_wrong_card_left_out(made: Puzzle, data: Data) -> tuple[str, str] | None:
    for number, one in enumerate(data["refutations"]):
        if one["same_as"]:
            one["same_as"] = []
            return "wrong_class", f"refutations[{number}].same_as"
    return None


def theme_too_many(made: Puzzle, data: Data) -> tuple[str, str]:
    data["themes"].append(next(name for name in THEMES if name not in made.themes))
    return "wrong_themes", f"themes[{len(made.themes)}]"


def theme_left_out(made: Puzzle, data: Data) -> tuple[str, str] | None:
    return ("wrong_themes", "themes") if data["themes"] and data["themes"].pop() else None


def wrong_grade(made: Puzzle, data: Data) -> tuple[str, str]:
    data["grade"] = made.grade % 5 + 1
    return "wrong_grade", "grade"


def wrong_difficulty(made: Puzzle, data: Data) -> tuple[str, str]:
    data["difficulty"] += 0.01
    return "wrong_grade", "difficulty"


def wrong_interest(made: Puzzle, data: Data) -> tuple[str, str]:
    data["interest"] = 0.999 if made.grading.interest < 0.9 else 0.1
    return "wrong_grade", "interest"


def wrong_measure(made: Puzzle, data: Data) -> tuple[str, str]:
    data["measures"]["decisions"] += 1
    return "wrong_grade", "measures.decisions"


def measure_left_out(made: Puzzle, data: Data) -> tuple[str, str]:
    del data["measures"]["tricks"]
    return "wrong_grade", "measures.tricks"


def measure_of_nothing(made: Puzzle, data: Data) -> tuple[str, str]:
    data["measures"]["beauty"] = 5
    return "wrong_grade", "measures.beauty"


def wrong_id(made: Puzzle, data: Data) -> tuple[str, str]:
    data["id"] = made.id[:-1] + ("0" if made.id[-1] != "0" else "1")
    return "wrong_id", "id"


Change = Callable[[Puzzle, Data], tuple[str, str] | None]

CHANGES: list[Change] = [
    wrong_answer, answer_and_another, answer_left_out, equal_card_left_out, easier_goal, every_card_reaches_it,
    harder_goal, two_ways, wrong_card_of_the_line, weak_defence_in_the_line, cut_line, lengthened_line, unfinished,
    one_decision_more, wrong_gap, wrong_points, missing_refutation, repeated_refutation, refutation_stops_early,
    refutation_goes_on, weak_refutation, right_card_refuted, refutation_of_a_turn_of_the_others,
    equal_wrong_card_left_out, theme_too_many, theme_left_out, wrong_grade, wrong_difficulty, wrong_interest,
    wrong_measure, measure_left_out, measure_of_nothing, wrong_id,
]  # fmt: skip

#: Changes that leave everything else as it is: nothing else may be said.
ALONE = {
    equal_card_left_out, one_decision_more, wrong_gap, wrong_points, missing_refutation, repeated_refutation,
    refutation_stops_early, refutation_goes_on, equal_wrong_card_left_out, theme_too_many, theme_left_out, wrong_grade,
    wrong_difficulty, wrong_interest, wrong_measure, measure_left_out, measure_of_nothing, wrong_id,
}  # fmt: skip


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
