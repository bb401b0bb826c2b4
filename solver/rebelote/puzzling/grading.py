"""How hard a puzzle is and how good: what is measured, and the formulas of difficulty and interest (docs/puzzles.md).

Everything is worked out from the position, the goal and what the seat on turn knows, so that whoever checks a puzzle
finds the same figures; and the formulas need no more than the measures, which a puzzle carries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from rebelote.playing.thumb import rule_of_thumb
from rebelote.puzzling.census import solved
from rebelote.puzzling.goals import LAST_TRICK, POINTS
from rebelote.puzzling.interest import interest
from rebelote.puzzling.onetrick import cheapest_best, trick_worths
from rebelote.puzzling.puzzles import Grading, Shares
from rebelote.puzzling.sameness import symmetric
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.spots import bare_knowledge
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.likelihood import likelihood

#: In at most so many deals that fit it is looked whether the answer is a best card: up to five tricks, with six, and
#: with more, for these take long to solve.
WORLDS = (40, 20, 10)

#: What adds to the difficulty: a trick, a decision, a trap, a first idea that fails, and a share of nothing.
TRICK, DECISION, TRAP, IDEA, UNLIKELY = 0.2, 0.4, 0.2, 0.3, 1.5
#: Traps beyond these make a puzzle no harder.
MOST_TRAPS = 8
#: The least difficulty of the grades 2, 3, 4 and 5.
CUTS = (2.6, 3.2, 4.0, 5.0)

#: A card of so many points is dear.
DEAR = 10


def grade(scene: Scene, *, shares: Shares | None = None) -> Grading:
    """Measures, difficulty, grade and interest of a puzzle.

    ``shares``: with one hand seen, how the cards fare over all deals that fit. Without them the share is estimated
    (``_estimated``).
    """
    found = measures(scene, shares)
    hard = difficulty(found)
    return Grading(grade_of(hard), hard, interest(found), found)


def difficulty(measures: Mapping[str, Any]) -> float:
    """A sum over the measures, two digits: more of anything, or a smaller share, never makes it less."""
    hard: float = (
        TRICK * measures["tricks"]
        + DECISION * measures["decisions"]
        + TRAP * min(measures["traps"], MOST_TRAPS)
        + IDEA * (measures["thumb"] + measures["one_trick"])
        + UNLIKELY * (1 - measures["share"])
    )
    return round(hard, 2)


def grade_of(difficulty: float) -> int:
    """1 to 5, as ``CUTS`` has it."""
    return 1 + sum(difficulty >= cut for cut in CUTS)


def measures(scene: Scene, shares: Shares | None = None) -> dict[str, Any]:
    """What is measured of a puzzle, as JSON data.

    ``tricks``: still to be won, a started one included. ``turns``: of the solving side, to the end of the deal;
    ``decisions``: those with a wrong card. ``wrong``: classes of wrong cards, over all decisions; ``traps``: those
    among them that bring no less in their trick than the right card (``trick_worths``). ``thumb``: at how many
    decisions the rule of thumb fails, ``one_trick``: at how many the best card for this trick alone does. ``share``:
    of the deals that fit, those in which the answer does it, three digits. ``gives_up``: the answer loses a trick with
    points that a wrong card would have won; ``throws``: it loses a dear card in it. ``symmetric``: suits could change
    names. In misère a trick is won by not taking it.
    """
    known = scene.knowledge
    wrong = traps = thumb = one_trick = 0
    for decision in scene.main.decisions:
        at, right = decision.moment.at, decision.right.cards
        if decision.place:
            # Later turns may be a partner's: he knows no more than what is gone, and the contract.
            known = replace(bare_knowledge(at), declarer=known.declarer, contract=known.contract)
        worths = trick_worths(at)
        wrong += len(decision.wrong)
        traps += sum(worths[choice.card] >= worths[right[0]] for choice in decision.wrong)
        thumb += rule_of_thumb(known) not in right
        one_trick += cheapest_best(at, worths) not in right
    start, first = scene.start, scene.first
    worths, answer = trick_worths(start), first.right.card
    lost = worths[answer] < 0
    return {
        "tricks": start.tricks_left,
        "turns": sum(scene.ours(turn) for turn in scene.turns),
        "decisions": len(scene.main.decisions),
        "wrong": wrong,
        "traps": traps,
        "thumb": thumb,
        "one_trick": one_trick,
        "share": _estimated(scene) if shares is None else round(_told(scene, shares), 3),
        "gives_up": lost and any(worths[choice.card] > 0 for choice in first.wrong),
        "throws": lost and start.rules.points(start.strain)[answer] >= DEAR,
        "symmetric": symmetric(start),
    }


def _told(scene: Scene, shares: Shares) -> float:
    """The share of all deals that fit in which the answer reaches the goal."""
    return max(shares.cards.get(card, 0) for card in scene.first.right.cards) / shares.worlds


def _estimated(scene: Scene) -> float:
    """The share of some deals that fit in which the answer is a best card, three digits.

    The deals are the first of the order of seed 0, all of them where they are few, and weighted by the calls where an
    auction is told. The goal may be out of reach in a deal, or not to be missed, so that is not asked: a best card is
    one with the best outcome, and where the goal is about points or the last trick one with as many points.
    """
    known, goal = scene.knowledge, scene.quest.goal
    many = (scene.start.seat in scene.start.side) != scene.start.misere
    by_points = goal.kind in (POINTS, LAST_TRICK)
    most = WORLDS[min(max(scene.start.tricks_left - 5, 0), 2)]
    right, legal = scene.first.right.cards, scene.start.legal()
    total = best = 0.0
    for hands, rest, chains in solved(known, goal, islice(Worlds(known).draw(0), most), scene.judge.engine, None):
        ends = {card: min(max(chains[card], 0), rest) if by_points else chains[card] for card in legal}
        top = max(ends.values()) if many else min(ends.values())
        weight = likelihood(known, hands)
        total += weight
        best += weight * any(ends[card] == top for card in right)
    return round(best / total, 3)
