"""Every case with a known answer gives that answer: the files of ``tests/golden``.

They come from a separate reference program and from ten unrelated programs' own tests.
"""

from __future__ import annotations

from typing import Any

import pytest

from rebelote import Card, Position, Rules, legal_cards
from solvers import Solver
from strategies import STRAINS, golden

_KEYS = ("variant", "players", "trump", "misere", "leader", "side", "hands")


def _position(case: dict[str, Any]) -> Position:
    return Position.from_dict({key: case[key] for key in _KEYS if key in case})


def _cases(name: str) -> pytest.MarkDecorator:
    cases = golden(name)
    return pytest.mark.parametrize("case", cases, ids=[f"{i}-{c.get('variant', '')}" for i, c in enumerate(cases, 1)])


def _small(cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The endings that the plain reference solves in no time."""
    return [c for c in cases if len(c["hands"][0].split()) <= (4 if len(c["hands"]) < 4 else 3)]


def _agrees(engine: Solver, case: dict[str, Any]) -> None:
    position = _position(case)
    assert position.at_stake == case["total"]
    assert engine.outcome(position) == (case["points"], case["sweep"])
    found = engine.cards(position)
    assert {str(card): points for card, (points, _) in found.items()} == case["cards"]


def test_small_endings(engine: Solver) -> None:
    cases = _small(golden("positions"))
    assert len(cases) > 100
    for case in cases:
        _agrees(engine, case)


@_cases("positions")
def test_endings(case: dict[str, Any], compiled: Solver) -> None:
    _agrees(compiled, case)


@_cases("positions")
def test_endings_with_a_table_of_two_entries(case: dict[str, Any], tiny: Solver) -> None:
    _agrees(tiny, case)


@_cases("full_deals")
def test_full_deals(case: dict[str, Any], compiled: Solver) -> None:
    _agrees(compiled, case)


@_cases("traces")
def test_values_along_a_played_deal(case: dict[str, Any], compiled: Solver) -> None:
    position = _position(case)
    taken, values = 0, []
    for card in map(Card, case["plays"].split()):
        values.append(taken + compiled.outcome(position)[0])
        if (trick := position.taken_with(card)) and trick[0] in position.side:
            taken += trick[1]
        position = position.play(card)
    assert [*values, taken] == case["values"]


@_cases("playouts")
def test_legal_cards_and_points_of_a_played_deal(case: dict[str, Any]) -> None:
    position = _position(case)
    points = [0] * position.players
    for card, legal in zip(case["plays"].split(), case["legal"], strict=True):
        assert " ".join(map(str, position.legal())) == legal
        if trick := position.taken_with(Card(card)):
            points[trick[0]] += trick[1]
        position = position.play(card)
    assert points == case["seat_points"]
    assert position.at_stake == 0


@_cases("legal_cards")
def test_legal_cards_of_unrelated_programs(case: dict[str, Any]) -> None:
    rules = Rules.preset("bulgarian", strains=list(STRAINS), **case["options"])
    found = legal_cards(rules, case["strain"], case["hand"], case["trick"], seats=case["players"])
    assert sorted(map(str, found)) == sorted(case["legal"].split())
