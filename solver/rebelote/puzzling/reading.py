"""Puzzles from their JSON form, every fault at once; whether what they claim is true is for ``verifying`` to say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rebelote.cards import Card
from rebelote.checks import POSITION_KEYS, Parts, check_position
from rebelote.errors import Problem, ProblemsError, brief
from rebelote.positions import Position
from rebelote.puzzling.goals import LAST_TRICK, POINTS, PuzzleGoal
from rebelote.puzzling.puzzles import FORMS, HAND, VERSION, Grading, Puzzle, Refutation
from rebelote.puzzling.readingparts import (
    check_keys,
    check_legal,
    is_number,
    is_plain,
    place_of,
    prefixed,
    take_cards,
    take_measure,
    take_number,
    take_object,
    walk,
)
from rebelote.puzzling.readingstakes import check_goal, read_goal, read_shares, read_stakes, read_view
from rebelote.puzzling.sameness import DIGITS
from rebelote.puzzling.themes import THEMES
from rebelote.rules import VARIANTS

#: The keys that every puzzle has, and those that it may have.
KEYS = (
    "id", "version", "form", "position", "goal", "answer", "line", "rest", "choices", "gap", "refutations", "themes",
    "grade", "difficulty", "interest", "measures",
)  # fmt: skip
MORE_KEYS = ("stakes", "view", "shares", "source")

#: More wrong cards than this no puzzle can have.
MOST_REFUTATIONS = 400
#: No deal has more cards.
MOST_CARDS = 32
#: No puzzle is as hard, and nothing that is measured as large.
MOST_DIFFICULTY, MOST_MEASURE = 100, 1_000_000

_ID = re.compile(rf"({'|'.join(VARIANTS)})-[0-9a-f]{{{DIGITS}}}")


class PuzzleError(ProblemsError):
    """A puzzle that cannot be."""

    code = "bad_puzzle"


def puzzle_of(data: Mapping[str, Any]) -> Puzzle:
    """The puzzle that ``Puzzle.to_dict`` wrote; raises ``PuzzleError`` with every fault.

    Every part of it is then possible (cards may be played one after another, goal and numbers make sense where they
    stand), but nothing is proved yet.
    """
    parts = Parts()
    puzzle = _read(parts, data)
    if parts.problems or puzzle is None:
        raise PuzzleError(parts.problems)
    return puzzle


def _read(parts: Parts, data: object) -> Puzzle | None:
    if not isinstance(data, Mapping):
        parts.fault("not_an_object", f"a puzzle is a JSON object, not {brief(data)}")
        return None
    check_keys(parts, "", data, KEYS, MORE_KEYS)
    form = _take_form(parts, data)
    _check_frame(parts, data)
    at = _position(parts, data["position"]) if "position" in data else None
    goal = read_goal(parts, data["goal"]) if "goal" in data else None
    if goal is not None and at is not None and not check_goal(parts, goal, at):
        goal = None
    if goal is not None and goal.contract is not None and "stakes" not in data:
        parts.fault("missing_key", "stakes is missing: a contract hangs on the goal", "stakes")
    background = read_stakes(parts, data["stakes"], at) if "stakes" in data and at is not None else None
    view = read_view(parts, data["view"], at) if "view" in data and at is not None else None
    shares = read_shares(parts, data["shares"], at) if "shares" in data and at is not None else None
    answer, line, rest, refutations = _cards(parts, data, goal, at)
    gap = _take_gap(parts, data["gap"], goal, at) if "gap" in data else None
    themes, grading = _take_themes(parts, data), _take_grading(parts, data)
    source = _take_source(parts, data.get("source", {}))
    if parts.problems:
        return None
    assert form is not None and at is not None and goal is not None and grading is not None
    return Puzzle(
        data["id"], form, at, goal, answer, line, rest, data["choices"], gap, refutations, themes, grading,
        background, view, shares, source,
    )  # fmt: skip


# --- what it is --------------------------------------------------------------------------


def _check_frame(parts: Parts, data: Mapping[str, Any]) -> None:
    """Id, version, number of decisions."""
    name = data.get("id", "")
    if "id" in data and not (isinstance(name, str) and _ID.fullmatch(name)):
        words = f"an id is the game, a hyphen and {DIGITS} digits of 0-9 a-f, not {brief(name)}"
        parts.fault("bad_id", words, "id")
    version = data.get("version", VERSION)
    if not is_number(version) or version != VERSION:
        parts.fault("bad_version", f"version {brief(version)} is not known; there is {VERSION}", "version")
    if "choices" in data:
        take_number(parts, "choices", data["choices"], 1, MOST_CARDS)


def _take_form(parts: Parts, data: Mapping[str, Any]) -> str | None:
    """The form; of one hand seen there are a view and shares, else neither."""
    form = data.get("form")
    if not isinstance(form, str) or form not in FORMS:
        if "form" in data:
            parts.fault("bad_form", f"form is one of {', '.join(FORMS)}, not {brief(form)}", "form")
        return None
    for key in ("view", "shares"):
        if form == HAND and key not in data:
            parts.fault("missing_key", f"{key} is missing: the form {HAND} has it", key)
        elif form != HAND and key in data:
            parts.fault("unknown_key", f"{key} is there in the form {HAND} only", key)
    return form


def _position(parts: Parts, data: object) -> Position | None:
    """The position, complete, with the solving side on turn; none when anything is wrong with it."""
    found = check_position(data)
    problems: list[Problem] = found.problems
    if isinstance(data, Mapping):
        told = {problem.where for problem in problems if problem.code == "missing_key"}
        missing = [key for key in POSITION_KEYS if key not in data and key not in told]
        problems = [*problems, *(Problem("missing_key", f"{key} is missing", key) for key in missing)]
    parts.problems += [prefixed("position", problem) for problem in problems]
    if problems:
        return None
    at = Position.from_parts(found)
    if at.seat not in at.side:
        parts.fault("not_on_turn", f"seat {at.seat} is on turn, and not of the side", "position.side", at.seat)
        return None
    return at


# --- the solution ------------------------------------------------------------------------


def _cards(
    parts: Parts, data: Mapping[str, Any], goal: PuzzleGoal | None, at: Position | None
) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...], tuple[Refutation, ...]]:
    """Answer, line, rest and refutations, each as far as it can be read."""
    answer, line, rest = (
        take_cards(parts, key, data[key]) if key in data else None for key in ("answer", "line", "rest")
    )
    for key, cards in (("answer", answer), ("line", line)):
        if cards == ():
            parts.fault("bad_cards", f"{key} has no card", key)
    moments: list[Position] | None = None
    if at is not None and answer is not None:
        check_legal(parts, "answer", answer, at)
    if at is not None and line:
        moments = walk(parts, "line", line, at)
    if moments is not None and rest is not None:
        walk(parts, "rest", rest, moments[-1])
    refuted = _refutations(parts, data, goal, len(line or ()), moments)
    return answer or (), line or (), rest or (), tuple(refuted)


def _refutations(
    parts: Parts, data: Mapping[str, Any], goal: PuzzleGoal | None, length: int, moments: list[Position] | None
) -> list[Refutation]:
    """The refutations that can be read; ``moments`` are those of the line, none where it cannot be played."""
    value, out = data.get("refutations", []), []
    if not isinstance(value, list | tuple) or len(value) > MOST_REFUTATIONS:
        words = f"refutations is a list of at most {MOST_REFUTATIONS}, not {brief(value)}"
        parts.fault("bad_type", words, "refutations")
        return []
    for i, item in enumerate(value):
        found = _refutation(parts, f"refutations[{i}]", item, goal, length, moments)
        if found is not None:
            out.append(found)
    return out


def _refutation(
    parts: Parts, where: str, item: Any, goal: PuzzleGoal | None, length: int, moments: list[Position] | None
) -> Refutation | None:
    data = take_object(parts, where, item)
    if data is None:
        return None
    # What can still be taken says nothing where the last trick is asked for.
    scored = ("points",) if goal is None or goal.kind != LAST_TRICK else ()
    check_keys(parts, where, data, ("at", "card", "same_as", *scored, "line"))
    points = None
    if scored and "points" in data:
        most = 1_000 if moments is None else moments[0].at_stake
        points = take_number(parts, f"{where}.points", data["points"], 0, most)
    cards = _class(parts, where, data)
    line = take_cards(parts, f"{where}.line", data["line"]) if "line" in data else None
    place = None
    if "at" in data and length:
        place = take_number(parts, f"{where}.at", data["at"], 0, length - 1)
    if place is None or cards is None or line is None:
        return None
    if moments is not None:
        before = len(parts.problems)
        check_legal(parts, where, cards, moments[place])
        if len(parts.problems) == before:
            walk(parts, f"{where}.line", line, moments[place].put(cards[0]))
    return Refutation(place, cards, points, line)


def _class(parts: Parts, where: str, data: Mapping[str, Any]) -> tuple[Card, ...] | None:
    """The wrong card and those that play exactly alike."""
    if "card" not in data or "same_as" not in data:
        return None
    if not isinstance(data["card"], str):
        parts.fault("bad_card", f"{where}.card is a card, not {brief(data['card'])}", f"{where}.card")
        return None
    card = take_cards(parts, f"{where}.card", [data["card"]])
    alike = take_cards(parts, f"{where}.same_as", data["same_as"])
    if card is None or alike is None:
        return None
    if card[0] in alike:
        words = f"{card[0]} is among the cards that play as it does"
        parts.fault("duplicate_card", words, f"{where}.same_as", None, str(card[0]))
        return None
    return card + alike


def _take_gap(parts: Parts, value: Any, goal: PuzzleGoal | None, at: Position | None) -> int | None:
    """The gap, a number where the goal is one."""
    if goal is None or at is None:
        return None
    if goal.kind == POINTS:
        return take_number(parts, "gap", value, 1, at.at_stake)
    if value is not None:
        parts.fault("bad_type", f"gap is null where the goal is about tricks, not {brief(value)}", "gap")
    return None


# --- what is said of it ------------------------------------------------------------------


def _take_themes(parts: Parts, data: Mapping[str, Any]) -> tuple[str, ...]:
    value = data.get("themes", [])
    if not isinstance(value, list | tuple) or len(value) > 2 * len(THEMES):
        parts.fault("bad_type", f"themes is a list of names, not {brief(value)}", "themes")
        return ()
    for i, name in enumerate(value):
        if not isinstance(name, str) or name not in THEMES:
            words = f"there is no theme {brief(name)}; there are {', '.join(THEMES)}"
            parts.fault("unknown_theme", words, f"themes[{i}]")
        elif name in value[:i]:
            parts.fault("repeated_word", f"the theme {name} is there twice", f"themes[{i}]")
    return tuple(value)


def _take_grading(parts: Parts, data: Mapping[str, Any]) -> Grading | None:
    """Grade, difficulty, interest and what they were worked out from."""
    if not all(key in data for key in ("grade", "difficulty", "interest", "measures")):
        return None
    grade = take_number(parts, "grade", data["grade"], 1, 5)
    difficulty = take_measure(parts, "difficulty", data["difficulty"], 0, MOST_DIFFICULTY)
    interest = take_measure(parts, "interest", data["interest"], 0, 1)
    measures = take_object(parts, "measures", data["measures"])
    for name, value in (measures or {}).items():
        if not isinstance(value, bool):
            take_measure(parts, place_of("measures", name), value, 0, MOST_MEASURE)
    if grade is None or difficulty is None or interest is None or measures is None:
        return None
    return Grading(grade, difficulty, interest, measures)


def _take_source(parts: Parts, value: Any) -> Mapping[str, Any]:
    """Where the puzzle comes from: names with texts or numbers."""
    data = take_object(parts, "source", value)
    for key, told in (data or {}).items():
        if not is_plain(told):
            words = f"{place_of('source', key)} is a text or a number, not {brief(told)}"
            parts.fault("bad_type", words, place_of("source", key))
    return data or {}
