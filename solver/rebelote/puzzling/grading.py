"""How hard a puzzle is and how good: what is measured, and the two formulas (docs/puzzles.md).

Everything is worked out from position, goal and what the seat on turn knows, so that whoever checks a puzzle finds
the same figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from rebelote.engine import place
from rebelote.playing.thumb import rule_of_thumb
from rebelote.puzzling.lines import Decision
from rebelote.puzzling.onetrick import one_trick_card, trick_value
from rebelote.puzzling.puzzles import Grading, Shares
from rebelote.puzzling.sameness import symmetric
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.spots import bare_knowledge
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.likelihood import likelihood

#: So many deals that fit are looked at for the share of those in which the answer is a best card.
WORLDS = 40
#: Traps beyond these make a puzzle no harder.
MOST_TRAPS = 8
#: What a decision, a trap, a first idea that fails, and a share of nothing add to the difficulty.
DECISION, TRAP, IDEA, UNLIKELY = 0.5, 0.25, 0.4, 2.0
#: The least difficulty of the grades 2, 3, 4 and 5.
CUTS = (2.6, 3.4, 4.2, 5.2)
#: What of the interest each part makes up; together 1.
PARTS = {"ideas": 0.25, "unlikely": 0.15, "sacrifice": 0.15, "traps": 0.1, "dense": 0.15, "short": 0.1, "uneven": 0.1}
#: A card of so many points is dear.
DEAR = 10
#: The longest puzzle there is, in tricks.
MOST_TRICKS = 9


def grade(scene: Scene, *, shares: Shares | None = None) -> Grading:
    """Measures, difficulty, grade and interest of a puzzle.

    ``shares``: with one hand seen, how the cards fare over all deals that fit. Without them the share is that of at
    most ``WORLDS`` deals that fit what the seat knows, weighted by the calls where an auction is told, in which the
    answer is a best card for what the goal is about.
    """
    measures = _measures(scene, shares)
    hard = difficulty(measures)
    return Grading(1 + sum(hard >= cut for cut in CUTS), hard, interest(scene, measures), measures)


def difficulty(measures: Mapping[str, Any]) -> float:
    """A sum over the measures, two digits."""
    hard: float = (
        DECISION * measures["decisions"]
        + TRAP * min(measures["traps"], MOST_TRAPS)
        + IDEA * (measures["thumb"] + measures["one_trick"])
        + UNLIKELY * (1 - measures["share"])
    )
    return round(hard, 2)


def interest(scene: Scene, measures: Mapping[str, Any]) -> float:
    """Between 0 and 1, three digits: a weighted sum of ``PARTS``.

    ``ideas``: the share of the decisions at which the two first ideas fail. ``unlikely``: one less the share.
    ``sacrifice``: half for giving up a trick that a wrong card would have won, half for throwing a card of ten
    points into it. ``traps``: the share of traps among the wrong classes. ``dense``: decisions among the turns of
    the solving side. ``short``: few tricks. ``uneven``: no two suits are alike.
    """
    decisions = measures["decisions"]
    turns = sum(1 for turn in scene.turns if scene.ours(turn))
    parts = {
        "ideas": (measures["thumb"] + measures["one_trick"]) / (2 * decisions),
        "unlikely": 1 - measures["share"],
        "sacrifice": _sacrifice(scene),
        "traps": measures["traps"] / measures["wrong"],
        "dense": decisions / turns,
        "short": 1 - (measures["tricks"] - 1) / (MOST_TRICKS - 1),
        "uneven": 0.0 if symmetric(scene.start) else 1.0,
    }
    whole: float = sum(weight * parts[name] for name, weight in PARTS.items())
    return round(whole, 3)


def _measures(scene: Scene, shares: Shares | None) -> dict[str, Any]:
    decisions = scene.main.decisions
    known = scene.knowledge
    bare = [known] + [
        replace(bare_knowledge(one.moment.at), declarer=known.declarer, contract=known.contract)
        for one in decisions[1:]
    ]
    positions = [one.moment.at for one in decisions]
    return {
        "tricks": scene.start.tricks_left,
        "decisions": len(decisions),
        "wrong": sum(len(one.wrong) for one in decisions),
        "traps": sum(sum(_traps(one)) for one in decisions),
        "thumb": sum(rule_of_thumb(k) not in one.right.cards for k, one in zip(bare, decisions, strict=True)),
        "one_trick": sum(
            one_trick_card(at) not in one.right.cards for at, one in zip(positions, decisions, strict=True)
        ),
        "share": _estimated(scene)
        if shares is None
        else round(shares.cards[scene.first.right.card] / shares.worlds, 3),
    }


def _traps(decision: Decision) -> Iterator[bool]:
    """Of each wrong class: whether it brings at least as much of the trick on the table as the right one."""
    at = decision.moment.at
    sign = 1 if (at.seat in at.side) != at.misere else -1
    right = sign * trick_value(at, decision.right.card)
    for choice in decision.wrong:
        yield sign * trick_value(at, choice.card) >= right


def _sacrifice(scene: Scene) -> float:
    """Whether the answer gives up a trick that could be had, and whether it throws a dear card away."""
    at, first = scene.start, scene.first
    if at.misere:
        return 0.0
    lost = trick_value(at, first.right.card) < 0
    had = any(trick_value(at, choice.card) > 0 for choice in first.wrong)
    dear = at.rules.points(at.strain)[first.right.card] >= DEAR
    return 0.5 * (lost and had) + 0.5 * (lost and dear)


def _estimated(scene: Scene) -> float:
    """The weighted share of the deals that fit in which the answer is a best card for what the goal is about."""
    known = scene.knowledge
    total = best = 0.0
    for hands in islice(Worlds(known).draw(0), WORLDS):
        weight = likelihood(known, hands)
        total += weight
        best += weight * _is_best(scene, hands)
    return round(best / total, 3) if total else 0.0


def _is_best(scene: Scene, hands: tuple[int, ...]) -> bool:
    """Whether the answer is a best card in a deal that fits, for what the goal is about."""
    start = scene.start
    world = replace(start, hands=hands)
    looked_for, _ = scene.quest.goal.on(world)
    with scene.judge.engine.search(looked_for) as core:
        place(core, looked_for)
        found = core.values()
    chains = [chain for _, chain, _ in found]
    top = max(chains) if (start.seat in start.side) != start.misere else min(chains)
    right = set(scene.first.right.cards)
    return any(chain == top and not right.isdisjoint((card, *alike)) for card, chain, alike in found)
