"""Ways to make a claim of a puzzle false: each changes its JSON data, and tells which fault must be named and where."""

from __future__ import annotations

from collections.abc import Callable

from provedpuzzles import Data
from rebelote import Card, Position, reference
from rebelote.puzzling.goals import LAST_TRICK, POINTS
from rebelote.puzzling.puzzles import Puzzle
from rebelote.puzzling.themes import THEMES


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
