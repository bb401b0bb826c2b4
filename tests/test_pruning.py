"""Every rule that prunes can be switched off, and none changes a value."""

import random
from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebelote import VARIANTS, Engine, Position, deal, solve
from rebelote.ordering import LOOKS, Looks, OrderTable
from solvers import core, plain
from strategies import positions

#: The bits of ``PRUNE_`` in ext/rebelote/_types.pxd.
RULES = {"shape": 1, "probe last": 2, "neighbours": 4, "top trumps": 8, "cashing": 16}
ALL = sum(RULES.values())
TABLES = (16, 32, 1 << 14)

OFF = [0, *(ALL - bit for bit in RULES.values())]
ONE = list(RULES.values())


def test_the_bits_are_all_there_are() -> None:
    assert Engine().prune == ALL


@pytest.mark.parametrize("prune", OFF + ONE)
@given(position=positions(lambda players: 4 if players < 4 else 3), table_bytes=st.sampled_from(TABLES))
def test_any_rules_give_the_plain_search_s_values(position: Position, table_bytes: int, prune: int) -> None:
    assert core(Engine(table_bytes, prune=prune)).cards(position) == plain().cards(position)


@pytest.mark.parametrize(("variant", "seed"), [(v, s) for v in VARIANTS for s in range(2)])
def test_longer_endings_agree_with_the_search_that_prunes_nothing(variant: str, seed: int) -> None:
    rng = random.Random(f"{variant} {seed}")
    for _ in range(4):
        position = deal(variant, rng=rng, tricks=5, misere=rng.random() < 0.2)
        bare = solve(position, engine=Engine(1 << 20, prune=0), line=False)
        for prune in (ALL, *OFF[1:], *ONE):
            told = solve(position, engine=Engine(1 << 14, prune=prune), line=False)
            assert told.cards == bare.cards


@given(st.integers(0, ALL))
def test_an_ally_who_must_ruff_spoils_cashing(prune: int) -> None:
    # Seat 0 holds two masters and nobody against him a trump, but his partner must ruff the
    # first of them and then has to lead a diamond: 15 of 39, not all.
    position = Position.parse("classic C 0 A.A../..98./..7.7/K.Q.. - side=02")
    assert solve(position, engine=Engine(prune=prune)).points == 15


numbers = st.integers(-3000, 3000)
any_looks = st.tuples(*[st.tuples(*[st.builds(Looks, *[numbers] * 6)] * 4)] * 4)


@given(
    position=positions(lambda players: 4 if players < 4 else 3), looks=any_looks, table_bytes=st.sampled_from(TABLES)
)
def test_no_order_of_trying_cards_changes_a_value(position: Position, looks: OrderTable, table_bytes: int) -> None:
    assert core(Engine(table_bytes, looks=looks)).cards(position) == plain().cards(position)


def test_the_looks_decide_the_order() -> None:
    turned = tuple(tuple(Looks(*(-n for n in astuple(one))) for one in place) for place in LOOKS)
    position = deal("contree", rng=random.Random("looks"), tricks=6)
    usual, odd = (solve(position, engine=Engine(looks=looks)) for looks in (LOOKS, turned))
    assert usual.cards == odd.cards
    assert usual.nodes < odd.nodes
