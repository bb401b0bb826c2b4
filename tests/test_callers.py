"""Tables over strains, hints in words and random deals: what stands on the solver."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebelote import (
    PRESETS,
    VARIANTS,
    Position,
    PositionError,
    Rules,
    RulesError,
    Strain,
    deal,
    hint,
    problems,
    solve,
    table,
)
from solvers import card_outcomes, rank
from strategies import games, positions

# --- table ---------------------------------------------------------------------------


@given(positions(lambda players: 5 if players < 4 else 4, boundary=True))
def test_each_row_of_a_table_is_a_solve(position: Position) -> None:
    found = table(position)
    assert found.exact
    rules, rows = position.rules, []
    for strain in rules.strains:
        for seat in range(position.players):
            if rules.partners:
                one = replace(position, strain=strain, leader=seat)
            else:
                one = replace(position, strain=strain, side=(seat,))
            points, sweep = rank(solve(one))
            rows.append((str(strain), one.leader, list(one.side), points, sweep, one.at_stake))
    told = found.to_dict()
    assert [(r["trump"], r["leader"], r["side"], r["points"], r["sweep"], r["of"]) for r in told["rows"]] == rows
    assert (told["variant"], told["players"], told["exact"]) == (rules.variant, position.players, True)
    assert len(str(found).splitlines()) == len(rules.strains) + 2


def test_a_table_needs_neither_trump_nor_leader() -> None:
    data: dict[str, Any] = {"variant": "classic", "hands": ["7S", "8S", "9S", "TS"], "side": "02"}
    assert len(table(data).rows) == 16
    assert table(data).to_dict() == table({**data, "trump": "D", "leader": 3}).to_dict()


def test_a_table_of_a_started_trick_is_refused() -> None:
    for given_as in ("gambler H 0 .../A... 7S", {"variant": "gambler", "hands": ["", "AS"], "trick": "7S"}):
        with pytest.raises(PositionError) as caught:
            table(given_as)
        assert [p.code for p in caught.value.problems] == ["trick_started"]


def test_a_table_past_its_budget_says_so() -> None:
    position = deal("bulgarian", rng=Random(1))
    found = table(position, nodes=2000)
    whole = table(position)
    assert whole.exact and not found.exact
    for row, right in zip(found.rows, whole.rows, strict=True):
        assert row.value is None or row == right
    assert any(row.value is None for row in found.rows)
    assert found.to_dict()["exact"] is False
    assert str(found)


# --- hint ----------------------------------------------------------------------------


@given(positions(lambda players: 5 if players < 4 else 4))
def test_a_hint_is_the_solution_in_words(position: Position) -> None:
    found, solution = hint(position), solve(position)
    told = found.to_dict()
    assert {k: v for k, v in told.items() if k in solution.to_dict()} == solution.to_dict()
    assert told["text"] == str(found)
    best = [str(c) for c, value in card_outcomes(solution).items() if value == rank(solution)]
    assert sorted(found.best) == sorted(best)
    assert f"eat {position.seat}" in str(found)
    for card in best if len(position.legal()) > len(best) or len(best) == 1 else []:
        assert card in str(found)
    assert str(solution.points) in str(found)


def test_one_hand_alone_is_too_few_cards_for_a_hint() -> None:
    with pytest.raises(PositionError) as caught:
        hint({"variant": "classic", "trump": "H", "leader": 0, "seat": 0, "hand": "7S", "plays": ""})
    assert [(p.code, p.where, p.seat) for p in caught.value.problems] == [("wrong_number", "hand", 0)]


def test_a_hint_past_its_budget_says_what_is_known() -> None:
    found = hint(deal("capo", rng=Random(1)), nodes=10)
    assert found.to_dict()["exact"] is False
    assert str(found.solution.bounds[1]) in str(found)


# --- deal ----------------------------------------------------------------------------


@given(games(), st.integers(0, 1 << 32), st.booleans(), st.booleans(), st.data())
def test_a_random_deal_is_a_good_position(
    game: tuple[str, int], seed: int, mid_trick: bool, misere: bool, data: st.DataObject
) -> None:
    variant, players = game
    tricks = data.draw(st.one_of(st.none(), st.integers(1, PRESETS[variant].cards)))
    strain = data.draw(st.one_of(st.none(), st.sampled_from(PRESETS[variant].strains)))
    how: dict[str, Any] = {
        "players": players, "tricks": tricks, "strain": strain, "misere": misere, "mid_trick": mid_trick,
    }  # fmt: skip
    position = deal(variant, rng=Random(seed), **how)
    assert problems(position.to_dict()) == []
    assert Position.from_dict(position.to_dict()) == position
    assert position.tricks_left == (tricks or PRESETS[variant].cards)
    assert bool(position.trick) == mid_trick
    assert (position.players, position.misere) == (players, misere)
    assert position.strain in ([strain] if strain is not None else PRESETS[variant].strains)
    assert position.seat in position.side
    assert deal(variant, rng=Random(seed), **how) == position
    assert deal(Rules.preset(variant), rng=Random(seed), **how) == position


@pytest.mark.parametrize(
    ("code", "how"),
    [
        ("bad_players", {"players": 3}),
        ("bad_tricks", {"tricks": 0}),
        ("bad_tricks", {"tricks": 9}),
        ("strain_not_in_game", {"strain": Strain.NT}),
    ],
)
def test_a_deal_that_the_game_has_not_is_refused(code: str, how: dict[str, Any]) -> None:
    with pytest.raises(RulesError) as caught:
        deal("contree", rng=Random(0), **how)
    assert [p.code for p in caught.value.problems] == [code]


def test_an_unknown_game_is_not_dealt() -> None:
    with pytest.raises(RulesError):
        deal("bridge", rng=Random(0))


@pytest.mark.parametrize("variant", VARIANTS)
def test_seeds_make_different_deals(variant: str) -> None:
    assert len({str(deal(variant, rng=Random(seed))) for seed in range(20)}) == 20
