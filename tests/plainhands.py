"""The form "only your hand" restated: all deals gone through, each solved by the plain solver, the words one by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from plainworlds import Plain
from puzzlescenes import reached
from rebelote import Card, Position, reference, solve
from rebelote.cards import FULL_PACK, format_cards, to_mask
from rebelote.puzzling.goals import LAST_TRICK, NO_TRICK, POINTS, SWEEP, TRICK, PuzzleGoal
from rebelote.worlds.knowledge import Knowledge


def sight(at: Position) -> dict[str, Any]:
    """What the seat on turn sees of an ending of which it remembers which cards are gone."""
    held = sum(at.hands) | to_mask(at.trick)
    return {
        "variant": at.rules.variant, "players": at.players, "options": at.rules.options(), "trump": str(at.strain),
        "misere": at.misere, "side": list(at.side), "leader": at.leader, "seat": at.seat,
        "hand": format_cards(at.hands[at.seat]), "plays": [str(card) for card in at.trick],
        "out": format_cards(FULL_PACK & ~held).split(),
    }  # fmt: skip


class OneCard:
    """A position of which one card alone may be played first."""

    def __init__(self, at: Position, card: Card) -> None:
        self._at, self._card = at, card

    def legal(self) -> list[Card]:
        return [self._card]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._at, name)


@dataclass(frozen=True)
class PlainWorlds:
    """All deals that fit, found by going through all deals, and what each card comes to in each."""

    data: dict[str, Any]

    @cached_property
    def knowledge(self) -> Knowledge:
        return Knowledge.from_dict(self.data)

    @cached_property
    def positions(self) -> list[Position]:
        return [self.knowledge.position(hands) for hands in sorted(Plain(self.data).worlds)]

    @cached_property
    def values(self) -> list[dict[Card, tuple[int, int]]]:
        """By world the points and the sweep of each card."""
        return [{card: value.rank for card, value in reference.card_values(at).items()} for at in self.positions]

    def reaches(self, goal: PuzzleGoal, world: int, card: Card) -> bool:
        if goal.kind == LAST_TRICK:
            return reached(OneCard(self.positions[world], card), goal)  # type: ignore[arg-type]
        points, sweep = self.values[world][card]
        if goal.kind == POINTS:
            assert goal.points is not None
            return points <= goal.points if self.knowledge.misere else points >= goal.points
        return {SWEEP: sweep == 1, TRICK: sweep >= 0, NO_TRICK: sweep == -1}[goal.kind]

    @cached_property
    def classes(self) -> list[tuple[Card, ...]]:
        """Cards that the solver calls the same in every world."""
        together: dict[Card, set[Card]] = {}
        for at in self.positions:
            for found in solve(at).cards:
                alike = {found.card, *found.same_as}
                for card in alike:
                    together[card] = together.get(card, alike) & alike
        return sorted({tuple(sorted(alike)) for alike in together.values()})

    def counts(self, goal: PuzzleGoal) -> dict[Card, int]:
        worlds = range(len(self.positions))
        return {alike[0]: sum(self.reaches(goal, i, alike[0]) for i in worlds) for alike in self.classes}

    def hand_form(
        self, true: Position, goal: PuzzleGoal, percent: int, margin: int, gap: int
    ) -> tuple[PuzzleGoal, dict[Card, int]] | None:
        """Word by word; ``percent`` and ``margin`` of 100, ``gap`` as in the library."""
        here = self.positions.index(true)
        right = tuple(card for card in true.legal() if self.reaches(goal, here, card))
        wrong = [card for card in true.legal() if card not in right]
        if not wrong or right not in self.classes:
            return None
        fitting = []
        free = goal.kind == POINTS and goal.contract is None
        for number in range(true.at_stake + 1) if free else [goal.points]:
            asked = replace(goal, points=number)
            if not all(self.reaches(asked, here, card) == (card in right) for card in true.legal()):
                continue
            if free and min(abs(self.values[here][card][0] - (number or 0)) for card in wrong) < gap:
                continue
            counts, worlds = self.counts(asked), len(self.positions)
            others = [counts[first] for first, *_ in self.classes if first != right[0]]
            if counts[right[0]] * 100 < percent * worlds or any(n * 100 >= percent * worlds for n in others):
                continue
            if all((counts[right[0]] - n) * 100 >= margin * worlds for n in others):
                fitting.append((asked, counts))
        return None if not fitting else fitting[0 if self.knowledge.misere else -1]


def goals(plain: PlainWorlds, true: Position) -> Iterator[PuzzleGoal]:
    """A goal of each kind that makes sense, of points the most that can be reached in the deal as it is."""
    points = [found[0] for found in plain.values[plain.positions.index(true)].values()]
    wants_many = not true.misere
    yield PuzzleGoal(POINTS, max(points) if wants_many else min(points))
    yield from map(PuzzleGoal, (SWEEP, TRICK, LAST_TRICK) if wants_many else (NO_TRICK,))
