"""Whether a number of points makes or breaks a contract: the table of the rules, by hand.

Only for the presets as they are. ``contract_faults`` says what is wrong with a puzzle's goal that a contract is
said to hang on. Nothing of the library's scoring is used.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from plainreach import Question
from rebelote import Card

_PARTNERS = ("classic", "contree", "bulgarian")
_MELDS_DO_NOT_COUNT = ("classic", "contree")
_MELDS_NEED_A_TRICK = ("gambler", "lobovoy", "capo", "ukrainian")
_BY_BID = ("capo", "contree")


def result(variant: str, stakes: Mapping[str, Any], points: Sequence[int], tricks: Sequence[int]) -> str:
    """``made``, ``broken`` or ``hanging``, when the seats have taken so much in the whole deal."""
    partners = variant in _PARTNERS
    parties = range(2) if partners else range(len(points))
    count, won = [0 for _ in parties], [0 for _ in parties]
    for seat, n in enumerate(tricks):
        won[seat % 2 if partners else seat] += n
    for seat, n in enumerate(points):
        party = seat % 2 if partners else seat
        count[party] += n
        if variant not in _MELDS_DO_NOT_COUNT and (won[party] or variant not in _MELDS_NEED_A_TRICK):
            count[party] += stakes["melds"][seat]
        if variant != "classic" and (won[party] or variant != "ukrainian"):
            count[party] += stakes["belas"][seat]
    declarer = stakes["declarer"] % 2 if partners else stakes["declarer"]
    if stakes["sweep"]:
        return "made" if won[declarer] == sum(won) else "broken"
    if partners:
        count = [n + 90 * (won[party] == sum(won)) for party, n in enumerate(count)]
    mine = count.pop(declarer)
    if variant in _BY_BID:
        return "made" if mine >= stakes["bid"] else "broken"
    if mine == max(count) and variant != "classic":
        return "hanging"
    return "made" if mine >= max(count) else "broken"


def contract_faults(puzzle: Mapping[str, Any], question: Question) -> Iterator[str]:
    """Whether the goal settles the contract: at the end of the main line, and however the points fall out."""
    goal, stakes, position = puzzle["goal"], puzzle["stakes"], puzzle["position"]
    variant, claim = position["variant"], goal["contract"]
    if position["misere"] or stakes["declarer"] is None:
        yield "no contract is played"
    elif not position["options"]:
        declarer = stakes["declarer"]
        allies = {declarer, (declarer + 2) % 4} if variant in _PARTNERS else {declarer}
        if bool(allies & question.side) != (claim == "made"):
            yield f"the side is not the one to see the contract {claim}"
        elif (end := _at_the_end(puzzle, question)) != claim:
            yield f"the contract is {end} at the end of the main line, not {claim}"
        elif "points" not in goal and not (
            stakes["sweep"] and goal.keys() & {"sweep": "made", "trick": "broken"}.keys()
        ):
            yield f"a contract for points and the goal {goal}"
        elif "points" in goal and _one_way(stakes, variant, question):
            if any(end != claim for end in _ends(variant, stakes, question, goal["points"])):
                yield f"{goal['points']} points do not yet mean that the contract is {claim}"
            if goal["points"] and all(end == claim for end in _ends(variant, stakes, question, goal["points"] - 1)):
                yield f"{goal['points'] - 1} points are enough for a contract that is {claim}"


def _at_the_end(puzzle: Mapping[str, Any], question: Question) -> str:
    at = question.start
    points, tricks = list(puzzle["stakes"]["points"]), list(puzzle["stakes"]["tricks"])
    for card in map(Card, [*puzzle["line"], *puzzle["rest"]]):
        trick = (*at.trick, card)
        at, winner = question.play.put(at, card)
        if winner is not None:
            last = 0 if at.tricks else question.play.rules.last_trick
            points[winner] += sum(question.play.points[c] for c in trick) + last
            tricks[winner] += 1
    return result(puzzle["position"]["variant"], puzzle["stakes"], points, tricks)


def _one_way(stakes: Mapping[str, Any], variant: str, question: Question) -> bool:
    """Whether it can be told by points alone, tricks and the sharing among a side aside."""
    waiting = any(
        (meld or bela) and not won
        for meld, bela, won in zip(stakes["melds"], stakes["belas"], stakes["tricks"], strict=True)
    )
    shared = variant == "ukrainian" and len(question.side) == 2
    return not stakes["sweep"] and not shared and not (waiting and variant in _MELDS_NEED_A_TRICK)


def _ends(variant: str, stakes: Mapping[str, Any], question: Question, points: int) -> Iterator[str]:
    """How it ends when the side takes so many more and the others all the rest, whoever of them does."""
    left = question.count.left(question.start) - points
    others = set(question.seats) - question.side
    for seat, other in product(question.side, others):
        taken, tricks = list(stakes["points"]), list(stakes["tricks"])
        for who, more in ((seat, points), (other, left)):
            taken[who] += more
            tricks[who] += more > 0
        yield result(variant, stakes, taken, tricks)
