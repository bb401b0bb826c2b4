"""What must hold of every position: symmetry, sums, consistency, and the two engines agreeing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rebelote import Card, Engine, Position, Strain, goal, solve
from rebelote.cards import from_mask, to_mask
from rebelote.engine import EVERY_PRUNING
from solvers import TWO_ENTRIES, Outcome, Solver, card_outcomes, core, plain, rank
from strategies import few_tricks, full_hands, games, positions

reference = plain()


def some_tricks(players: int) -> int:
    """How many tricks the compiled core solves in no time, several times over."""
    return 6 if players < 4 else 5


def times(factor: int) -> settings:
    return settings(max_examples=settings().max_examples * factor)


def renamed(position: Position, suits: list[int]) -> Position:
    """The position with suit s called ``suits[s]``."""

    def cards(mask: int) -> int:
        return to_mask(_renamed(c, suits) for c in from_mask(mask))

    strain = position.strain if position.strain > 3 else Strain(suits[position.strain])
    return replace(
        position,
        strain=strain,
        hands=tuple(cards(hand) for hand in position.hands),
        trick=tuple(_renamed(c, suits) for c in position.trick),
    )


def _renamed(card: Card, suits: list[int]) -> Card:
    return Card.of(card.rank, suits[card.suit])


def rotated(position: Position, by: int) -> Position:
    """The position with everybody ``by`` seats further on."""
    players = position.players

    def seat(old: int) -> int:
        return (old + by) % players

    return replace(
        position,
        leader=seat(position.leader),
        hands=tuple(position.hands[(s - by) % players] for s in range(players)),
        side=tuple(sorted(map(seat, position.side))),
    )


# --- symmetry ------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["plain suits", "all suits"])
@given(data=st.data())
def test_renaming_suits_changes_no_value(compiled: Solver, which: str, data: st.DataObject) -> None:
    position = data.draw(positions(some_tricks))
    suits = data.draw(st.permutations(range(4)))
    if which == "plain suits" and position.strain < 4:
        at = suits.index(position.strain)
        suits[at], suits[position.strain] = suits[position.strain], suits[at]
        assert suits[position.strain] == position.strain
    other = renamed(position, suits)
    assert compiled.outcome(other) == compiled.outcome(position)
    expected = {_renamed(card, suits): value for card, value in compiled.cards(position).items()}
    assert compiled.cards(other) == expected


@given(positions(some_tricks), st.integers(1, 3))
def test_rotating_seats_changes_no_value(compiled: Solver, position: Position, by: int) -> None:
    other = rotated(position, by)
    assert compiled.outcome(other) == compiled.outcome(position)
    assert compiled.cards(other) == compiled.cards(position)


@given(positions(few_tricks), st.permutations(range(4)), st.integers(1, 3))
def test_symmetry_of_the_reference(position: Position, suits: list[int], by: int) -> None:
    assert reference.outcome(renamed(rotated(position, by), suits)) == reference.outcome(position)


# --- sums ----------------------------------------------------------------------------


@given(positions(some_tricks))
def test_what_one_side_gets_the_other_does_not(compiled: Solver, position: Position) -> None:
    total = position.at_stake
    other = replace(position, side=position.others)
    points, sweep = compiled.outcome(position)
    assert compiled.outcome(other) == (total - points, -sweep)
    assert compiled.cards(other) == {c: (total - p, -s) for c, (p, s) in compiled.cards(position).items()}


# --- one step on ---------------------------------------------------------------------


def _seen_from_before(position: Position, card: Card, after: Outcome | None) -> Outcome:
    """The outcome from before ``card``, given that of the position after it (none: the deal is over)."""
    taken = position.taken_with(card)
    if taken is None:
        assert after is not None
        return after
    winner, points = taken
    ours = winner in position.side
    if after is None:
        return (points, 1) if ours else (0, -1)
    kept = after[1] if after[1] == (1 if ours else -1) else 0
    return after[0] + (points if ours else 0), kept


@times(2)
@given(positions(some_tricks))
def test_each_card_is_worth_a_fresh_solve_of_what_follows(position: Position) -> None:
    at_root = card_outcomes(solve(position, engine=Engine(table_bytes=1 << 14)))
    assert sorted(at_root) == position.legal()
    for card, value in at_root.items():
        after = position.play(card)
        fresh = None
        if any(after.hands):
            fresh = rank(solve(after, cards=False, line=False, engine=Engine(table_bytes=1 << 14)))
        assert _seen_from_before(position, card, fresh) == value, str(card)
    many = (position.seat in position.side) != position.misere
    assert rank(solve(position)) == (max if many else min)(at_root.values())


@settings(max_examples=max(5, settings().max_examples // 6))
@given(positions(full_hands, least=7))
def test_each_lead_of_a_whole_deal_is_worth_a_fresh_solve(position: Position) -> None:
    at_root = card_outcomes(solve(position, line=False))
    for card, value in at_root.items():
        after = position.play(card)
        fresh = rank(solve(after, cards=False, line=False, engine=Engine()))
        assert _seen_from_before(position, card, fresh) == value, str(card)


# --- the compiled core against the reference -----------------------------------------


@pytest.mark.parametrize(
    "solver", [core(), core(Engine(table_bytes=TWO_ENTRIES))], ids=["default table", "two entries"]
)
@pytest.mark.parametrize("misere", [False, True], ids=["straight", "misère"])
@times(2)
@given(data=st.data())
def test_compiled_is_reference(solver: Solver, misere: bool, data: st.DataObject) -> None:
    position = data.draw(positions(few_tricks, least=2, misere=misere))
    expected = reference.cards(position)
    assert solver.cards(position) == expected
    many = (position.seat in position.side) != misere
    assert solver.outcome(position) == (max if many else min)(expected.values())


@pytest.mark.parametrize(
    "game", [("gambler", 2), ("ukrainian", 3), ("capo", 4), ("bulgarian", 4)], ids=lambda g: f"{g[0]}-{g[1]}"
)
@given(data=st.data())
def test_compiled_is_reference_in_every_seating(compiled: Solver, game: tuple[str, int], data: st.DataObject) -> None:
    position = data.draw(positions(few_tricks, least=2, game=game))
    assert compiled.cards(position) == reference.cards(position)


@times(2)
@given(positions(few_tricks, least=2), st.integers(0, EVERY_PRUNING))
def test_pruning_rules_change_no_value(position: Position, prune: int) -> None:
    expected = reference.cards(position)
    assert core(Engine(prune=prune)).cards(position) == expected


@given(positions(some_tricks), st.integers(0, EVERY_PRUNING))
def test_pruning_rules_change_no_value_of_longer_endings(position: Position, prune: int) -> None:
    found = core(Engine(prune=prune)).cards(position)
    assert found == core(Engine(prune=0)).cards(position)
    assert found == core(Engine()).cards(position)


@given(st.lists(positions(few_tricks, least=2), min_size=2, max_size=4), st.booleans())
def test_nothing_of_one_deal_is_left_for_the_next(deals: list[Position], same_cards: bool) -> None:
    """One engine, one after the other: also the same cards under other rules, strain and side."""
    engine = core(Engine(table_bytes=1 << 12))
    if same_cards:
        first = deals[0]
        deals += [
            replace(first, misere=not first.misere),
            replace(first, side=first.others),
            replace(first, rules=replace(first.rules, last_trick=first.rules.last_trick ^ 1)),
        ]
        if not first.trick:
            deals += [replace(first, leader=(first.leader + 1) % first.players), replace(first, strain=Strain.NT)]
    for position in deals:
        assert engine.cards(position) == reference.cards(position)


# --- node counts ---------------------------------------------------------------------


@given(positions(some_tricks), positions(some_tricks))
def test_the_same_position_takes_the_same_nodes(position: Position, other: Position) -> None:
    once = solve(position)
    solve(other)
    again = solve(position)
    assert again.nodes == once.nodes
    assert again == once
    assert solve(position, engine=Engine()) == once


# --- goals ---------------------------------------------------------------------------


@times(2)
@given(positions(some_tricks), st.data())
def test_a_goal_is_made_exactly_when_the_value_reaches_it(position: Position, data: st.DataObject) -> None:
    """In misère: exactly when the side can be held to no more than that many points."""
    value = solve(position)
    assert value.points is not None
    near = st.integers(value.points - 2, value.points + 2)
    ends = st.sampled_from([-1, 0, 1, value.of - 1, value.of, value.of + 1])
    points = data.draw(st.one_of(near, st.integers(-5, value.of + 5), ends))
    answer = goal(position, points)
    assert answer.made is (value.points <= points if position.misere else value.points >= points)
    assert (answer.side, answer.goal, answer.exact) == (position.side, points, True)
    assert answer.line == value.line
    bare = goal(position, points, line=False)
    assert (bare.made, bare.line) == (answer.made, [])
    assert answer.to_dict() == {
        "side": list(position.side),
        "goal": points,
        "made": answer.made,
        "line": [str(c) for c in value.line],
        "nodes": answer.nodes,
        "exact": True,
    }


# --- the line ------------------------------------------------------------------------


@times(2)
@given(positions(some_tricks))
def test_the_line_is_legal_to_the_last_card_and_yields_the_value(position: Position) -> None:
    value = solve(position)
    at, points, tricks, won = position, 0, 0, 0
    for card in value.line:
        assert card in at.legal()
        if taken := at.taken_with(card):
            tricks += 1
            if taken[0] in at.side:
                won += 1
                points += taken[1]
        at = at.play(card)
    assert not any(at.hands) and not at.trick
    assert points == value.points
    assert value.sweep == (1 if won == tricks else -1 if won == 0 else 0)
    best = value.cards[0]
    assert value.line[0] in [
        c for v in value.cards if (v.points, v.sweep) == (best.points, best.sweep) for c in (v.card, *v.same_as)
    ]


@given(positions(few_tricks))
def test_every_card_of_the_line_keeps_the_value(position: Position) -> None:
    at = position
    for card in solve(position).line:
        values = reference.cards(at)
        assert values[card] == reference.outcome(at)
        at = at.play(card)


@given(games(), st.data())
def test_the_line_does_not_depend_on_the_table(game: tuple[str, int], data: st.DataObject) -> None:
    position = data.draw(positions(some_tricks, game=game))
    assert solve(position, engine=Engine(table_bytes=TWO_ENTRIES)).line == solve(position).line
