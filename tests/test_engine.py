"""The solver on hand-worked positions, and what callers may rely on: budget, stop, tables, threads."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebelote import Engine, Interrupted, Position, PositionError, StopFlag, goal, hint, solve, table
from rebelote.engine import DEFAULT_TABLE_BYTES
from solvers import TWO_ENTRIES, Solver, card_outcomes, rank
from strategies import golden, positions

_KEYS = ("variant", "players", "trump", "misere", "leader", "side", "hands")
FULL = [Position.from_dict({k: c[k] for k in _KEYS}) for c in golden("full_deals")]
#: One whole deal of each game.
DEALS = list({p.rules.variant: p for p in FULL}.values())
LONG = next(p for p in FULL if p.rules.variant == "capo")
#: The budget is looked at when a trick begins: a search may end some cards later.
A_TRICK = 64

#: (what it shows, position, outcome, the outcome of each card); worked out by hand
WORKED: list[tuple[str, str, tuple[int, int], dict[str, tuple[int, int]]]] = [
    ("one trick, won", "gambler H 0 A.../7... - side=0", (21, 1), {"AS": (21, 1)}),
    ("the same for the other side", "gambler H 0 A.../7... - side=1", (0, -1), {"AS": (0, -1)}),
    ("one trick, lost to a trump", "gambler H 0 A.../.7.. - side=0", (0, -1), {"AS": (0, -1)}),
    ("a discard wins nothing", "gambler C 0 7.../..A. - side=0", (21, 1), {"7S": (21, 1)}),
    ("NT: there is no ruff", "gambler NT 0 7.../.A.. - side=0", (21, 1), {"7S": (21, 1)}),
    ("AT: another suit's jack wins nothing", "gambler AT 0 7.../.J.. - side=0", (30, 1), {"7S": (30, 1)}),
    ("AT: the nine beats the ace", "gambler AT 0 A.../9... - side=0", (0, -1), {"AS": (0, -1)}),
    ("a card is on the table", "gambler H 0 .../A... 7S side=1", (21, 1), {"AS": (21, 1)}),
    ("the last trick is worth its ten", "gambler H 0 8.../7... -", (10, 1), {"8S": (10, 1)}),
    ("or what the option says", "gambler H 0 8.../7... - last_trick=0", (0, 1), {"8S": (0, 1)}),
    (
        "the seven is given up first, the ace takes the last trick",
        "gambler H 0 A..7./8..8. - side=0", (21, 0), {"AS": (11, 0), "7D": (21, 0)},
    ),
    (
        "the trump is drawn before the ace can be ruffed",
        "gambler H 0 A.J../.7.7. - side=0", (41, 1), {"AS": (30, 0), "JH": (41, 1)},
    ),
    (
        "misère: the lead that makes the other take a trick more",
        "gambler H 1 A9.../T7... - side=0 misere", (21, 0), {"TS": (21, 0), "7S": (11, 0)},
    ),
    (
        "misère: the ten is thrown on the ace",
        "gambler H 0 A7.../T8... - side=1 misere", (10, 0), {"AS": (10, 0), "7S": (0, 0)},
    ),
    (
        "of equal points the sweep decides: one pointless trick is kept from the side",
        "gambler H 0 8...7/A..9. - side=1 last_trick=0", (11, 0), {"8S": (11, 1), "7C": (11, 0)},
    ),
    (
        "of no points at all one trick is better than none",
        "gambler H 0 8...7/..8.8 - side=0 last_trick=0", (0, 0), {"8S": (0, 0), "7C": (0, -1)},
    ),
    (
        "an ally's trick is the side's",
        "capo S 0 .7../.8../.A../.9.. - side=123", (21, 1), {"7H": (21, 1)},
    ),
    (
        "three hands: the card led must be gone over",
        "ukrainian:3 S 0 .7../.8../T7... KS-AS side=2", (10, 0), {"TS": (10, 0)},
    ),
    (
        "three hands: the best must be gone over, and cannot be",
        "ukrainian:3 S 0 .7../.8../T7... KS-AS side=2 go_over_what=best", (20, 0), {"TS": (10, 0), "7S": (20, 0)},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("shows", "text", "outcome", "cards"), WORKED, ids=[w[0] for w in WORKED])
def test_worked_by_hand(
    engine: Solver, shows: str, text: str, outcome: tuple[int, int], cards: dict[str, tuple[int, int]]
) -> None:
    position = Position.parse(text)
    assert engine.outcome(position) == outcome
    assert {str(card): value for card, value in engine.cards(position).items()} == cards


# --- a solution ----------------------------------------------------------------------


@given(positions(lambda players: 5 if players < 4 else 4))
def test_a_solution_is_complete_and_in_order(position: Position) -> None:
    solution = solve(position)
    many = (position.seat in position.side) != position.misere
    best, _ = rank(solution)
    assert solution.exact and solution.side == position.side and solution.of == position.at_stake
    assert solution.bounds == (solution.points, solution.points)
    told = card_outcomes(solution)
    assert sorted(told) == position.legal()
    outcomes = [(c.points, c.sweep) for c in solution.cards]
    assert outcomes == sorted(outcomes, reverse=many)
    assert outcomes[0] == rank(solution)
    for value in solution.cards:
        assert value.loss == (best - value.points if many else value.points - best)
        assert value.loss >= 0
        assert 0 <= value.points <= solution.of
        assert value.sweep in (-1, 0, 1)
    assert solution.cards[0].loss == 0


@given(positions(lambda players: 5 if players < 4 else 4))
def test_a_solution_as_json_says_the_same(position: Position) -> None:
    solution = solve(position)
    told = solution.to_dict()
    assert list(told) == ["side", "points", "sweep", "of", "cards", "line", "nodes", "exact"]
    assert told["side"] == list(position.side)
    assert (told["points"], told["sweep"], told["of"]) == (solution.points, solution.sweep, position.at_stake)
    assert told["exact"] is True
    named = [name for c in told["cards"] for name in (c["card"], *c["same_as"])]
    assert sorted(named) == sorted(map(str, position.legal()))
    assert told["line"] == [str(c) for c in solution.line]


@given(positions())
def test_what_is_not_asked_for_is_left_out_and_changes_nothing(position: Position) -> None:
    whole, bare = solve(position), solve(position, cards=False, line=False)
    assert bare.cards == [] and bare.line == []
    assert rank(bare) == rank(whole)
    assert solve(position, line=False).cards == whole.cards
    assert rank(solve(position, cards=False)) == rank(whole)


@given(positions())
def test_a_position_is_taken_in_all_its_forms(position: Position) -> None:
    expected = solve(position)
    assert solve(position.to_dict()) == expected
    assert solve(str(position)) == expected


def test_equal_cards_are_told_once() -> None:
    solution = solve("gambler H 0 987.../..987. - side=0")
    assert [(str(c.card), [str(s) for s in c.same_as]) for c in solution.cards] == [("7S", ["8S", "9S"])]


def test_neighbours_with_other_points_are_told_apart() -> None:
    solution = solve("gambler H 0 AT.../..87. - side=0")
    assert sorted((str(c.card), c.same_as) for c in solution.cards) == [("AS", ()), ("TS", ())]


def test_equal_cards_are_told_once_with_a_dearer_one_between_them() -> None:
    solution = solve("capo AT 0 9A8.../..987./..TJQ./...987 - side=0")
    assert sorted((str(c.card), [str(s) for s in c.same_as]) for c in solution.cards) == [("8S", ["9S"]), ("AS", [])]


def test_a_card_on_the_table_stands_between_neighbours() -> None:
    solution = solve("gambler H 1 97.../T... 8S side=0")
    assert sorted((str(c.card), c.same_as) for c in solution.cards) == [("7S", ()), ("9S", ())]


# --- refusals ------------------------------------------------------------------------


@pytest.mark.parametrize("ask", [solve, hint, table, lambda p: goal(p, 1)], ids=["solve", "hint", "table", "goal"])
@pytest.mark.parametrize("given_as", [{}, {"variant": "bridge"}, "", "gambler H 0", "gambler H 0 7.../7..."])
def test_a_bad_position_is_refused_with_its_faults(ask: Any, given_as: Any) -> None:
    with pytest.raises(PositionError) as caught:
        ask(given_as)
    assert caught.value.problems


@pytest.mark.parametrize("cards", [True, False])
def test_a_finished_deal_has_nothing_to_solve(cards: bool) -> None:
    finished = Position.parse("gambler H 0 A.../7...").play("AS").play("7S")
    with pytest.raises(PositionError) as caught:
        solve(finished, cards=cards)
    assert [p.code for p in caught.value.problems] == ["no_cards"]


def test_a_finished_deal_has_no_goal_and_no_hint() -> None:
    finished = Position.parse("gambler H 0 A.../7...").play("AS").play("7S")
    for ask in (hint, table, lambda p: goal(p, 1)):
        with pytest.raises(PositionError):
            ask(finished)


@pytest.mark.parametrize("nodes", [0, -1])
def test_a_budget_of_nothing_is_refused(nodes: int) -> None:
    with pytest.raises(ValueError, match="budget"):
        solve(LONG, nodes=nodes)


@pytest.mark.parametrize("size", [-1, 0, 15])
def test_a_table_smaller_than_an_entry_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="table"):
        Engine(table_bytes=size)


# --- budget and stop -----------------------------------------------------------------


@given(positions(lambda players: 6 if players < 4 else 5), st.integers(1, 400), st.booleans())
def test_a_budget_gives_the_value_or_bounds_that_hold_it(position: Position, nodes: int, cards: bool) -> None:
    truth = solve(position)
    found = solve(position, nodes=nodes, cards=cards)
    assert found.nodes < nodes + A_TRICK
    if found.exact:
        assert rank(found) == rank(truth)
        assert found.cards == (truth.cards if cards else [])
        assert truth.line[: len(found.line)] == found.line
        return
    assert truth.points is not None
    low, high = found.bounds
    assert 0 <= low <= truth.points <= high <= truth.of
    assert found.points is None and found.sweep is None and found.cards == [] and found.line == []
    told = found.to_dict()
    assert told["points"] is None and told["sweep"] is None and told["exact"] is False
    assert told["cards"] == [] and told["bounds"] == [low, high]


@given(positions(lambda players: 6 if players < 4 else 5), st.integers(1, 400), st.integers(0, 170))
def test_a_goal_within_a_budget_is_right_or_open(position: Position, nodes: int, points: int) -> None:
    truth = goal(position, points)
    found = goal(position, points, nodes=nodes)
    assert found.nodes < nodes + A_TRICK
    assert found.made is None if not found.exact else found.made == truth.made
    assert found.to_dict()["made"] is found.made


def test_enough_nodes_change_nothing() -> None:
    truth = solve(LONG)
    assert solve(LONG, nodes=truth.nodes * 2).to_dict() == truth.to_dict()


def test_a_stop_flag_that_is_set_stops_at_once() -> None:
    stop = StopFlag()
    assert not stop.is_set()
    stop.set()
    assert stop.is_set()
    with pytest.raises(Interrupted) as caught:
        solve(LONG, stop=stop)
    assert caught.value.code == "interrupted"
    with pytest.raises(Interrupted):
        goal(LONG, 40, stop=stop)
    with pytest.raises(Interrupted):
        table(LONG, stop=stop)


def test_a_stop_flag_set_by_another_thread_stops_a_search_that_runs() -> None:
    stop = StopFlag()
    timer = threading.Timer(0.05, stop.set)
    timer.start()
    with pytest.raises(Interrupted):
        while True:
            solve(LONG, stop=stop, engine=Engine(table_bytes=TWO_ENTRIES))
    timer.join()


def test_a_stopped_search_leaves_the_engine_as_it_was() -> None:
    engine = Engine()
    before = solve(LONG, engine=engine)
    stop = StopFlag()
    stop.set()
    with pytest.raises(Interrupted):
        solve(LONG, stop=stop, engine=engine)
    assert not solve(LONG, nodes=50, engine=engine).exact
    assert solve(LONG, engine=engine) == before


def test_a_stop_flag_that_is_never_set_changes_nothing() -> None:
    assert solve(LONG, stop=StopFlag()) == solve(LONG)


# --- tables and threads --------------------------------------------------------------


@pytest.mark.parametrize("position", DEALS, ids=[p.rules.variant for p in DEALS])
def test_the_same_position_costs_the_same_nodes_whatever_ran_before(position: Position) -> None:
    fresh = solve(position, engine=Engine())
    used = Engine()
    for other in DEALS:
        solve(other, cards=False, line=False, engine=used)
    assert solve(position, engine=used) == fresh
    assert solve(position, engine=used) == fresh
    assert solve(position) == fresh


@given(
    positions(lambda players: 5 if players < 4 else 4),
    st.sampled_from([TWO_ENTRIES, 48, 1000, DEFAULT_TABLE_BYTES]),
)
def test_a_table_of_any_size_gives_the_same_values(position: Position, size: int) -> None:
    small, default = solve(position, engine=Engine(table_bytes=size)), solve(position)
    assert rank(small) == rank(default)
    assert small.cards == default.cards
    assert small.line == default.line


def test_a_table_forgets_one_deal_before_the_next() -> None:
    """The stamps that tell deals apart come round after some sixteen thousand."""
    engine = Engine()
    first = FULL[0]
    second = Position.parse(f"{first} last_trick=99")
    expected = solve(second, engine=Engine()).to_dict()
    assert expected["points"] != solve(first, engine=engine).points
    for _ in range((1 << 14) - 4):
        with engine.search(first):
            pass
    for _ in range(5):
        assert solve(second, engine=engine).to_dict() == expected


def test_threads_share_an_engine() -> None:
    engine = Engine()
    alone = [solve(p, line=False, engine=engine).to_dict() for p in DEALS]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda p: solve(p, line=False, engine=engine).to_dict(), DEALS * 4))
    assert together == alone * 4


def test_the_default_engine_is_one() -> None:
    assert Engine.default() is Engine.default()
