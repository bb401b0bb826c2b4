"""Means, their errors, weights, and the race: against plain formulas, and against what chance may do."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations
from math import inf, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebelote.hinting.averages import Column, Weights, difference
from rebelote.hinting.racing import Race, capital, checkpoint, next_checkpoint

VALUES = st.lists(st.integers(-300, 300), min_size=2, max_size=60)


def column(values: list[int], weights: list[float] | None = None, pieces: int = 1) -> Column:
    """A column filled in several steps, its mean asked for between them."""
    told = None if weights is None else Weights()
    out = Column(told)
    for start in range(0, len(values), max(1, len(values) // pieces)):
        end = start + max(1, len(values) // pieces)
        if told is not None and weights is not None:
            told.extend(weights[start:end])
        out.extend(values[start:end])
        out.mean(1000)
    return out


@given(VALUES, st.integers(0, 40), st.integers(1, 5))
def test_the_mean_and_its_error_are_those_of_drawing_without_replacement(values: list[int], more: int, n: int) -> None:
    found = column(values, pieces=n).mean(len(values) + more)
    assert found is not None and found.n == len(values)
    mean = Fraction(sum(values), len(values))
    spread = sum((x - mean) ** 2 for x in values) / (len(values) - 1)
    error = spread / len(values) * (1 - Fraction(len(values), len(values) + more))
    assert isclose(found.value, float(mean), abs_tol=1e-12)
    assert isclose(found.se, sqrt(error), rel_tol=1e-9, abs_tol=1e-12)


def test_the_error_is_right_on_average() -> None:
    # All samples of 3 out of 6: the mean of se² is the variance of the mean, exactly.
    population = [0, 1, 5, 5, 20, -7]
    means, squares = [], []
    for sample in permutations(population, 3):
        found = column(list(sample)).mean(6)
        assert found is not None
        means.append(found.value)
        squares.append(found.se**2)
    middle = sum(means) / len(means)
    assert isclose(middle, sum(population) / 6)
    assert isclose(sum(squares) / len(squares), sum((m - middle) ** 2 for m in means) / len(means))


def test_all_worlds_leave_no_error_and_one_says_nothing_of_it() -> None:
    whole, one = column([3, 9, 1]).mean(3), column([7]).mean(2)
    assert whole is not None and one is not None
    assert (whole.value, whole.se) == (13 / 3, 0)
    assert (one.value, one.se) == (7, inf)
    lone = column([7]).mean(1)
    assert lone is not None and lone.se == 0
    assert Column().mean(5) is None


@given(st.lists(st.tuples(st.integers(-300, 300), st.floats(0.01, 50)), min_size=2, max_size=40), st.integers(0, 30))
def test_weighted_means_against_a_plain_computation(given: list[tuple[int, float]], more: int) -> None:
    values, weights = [x for x, _ in given], [w for _, w in given]
    n, of = len(given), len(given) + more
    found = column(values, weights, 3).mean(of)
    assert found is not None
    total = sum(weights)
    mean = sum(w * x for x, w in given) / total
    error = n / (n - 1) * sum((w * (x - mean)) ** 2 for x, w in given) / total**2 * (1 - n / of)
    assert isclose(found.value, mean, rel_tol=1e-9, abs_tol=1e-9)
    assert isclose(found.se, sqrt(error), rel_tol=1e-6, abs_tol=1e-6)


@given(VALUES, st.integers(1, 30), st.floats(0.5, 20))
def test_equal_weights_change_nothing(values: list[int], more: int, weight: float) -> None:
    of = len(values) + more
    even, weighed = column(values).mean(of), column(values, [weight] * len(values)).mean(of)
    assert even is not None and weighed is not None
    assert isclose(even.value, weighed.value, abs_tol=1e-9)
    assert isclose(even.se, weighed.se, rel_tol=1e-6, abs_tol=1e-6)


def test_equal_values_have_no_error_whatever_the_weights() -> None:
    found = column([5, 5, 5, 5], [0.1, 7.3, 0.0, 2.2]).mean(100)
    assert found is not None and (found.value, found.se) == (5, 0)


def test_the_effective_number() -> None:
    weights = Weights()
    weights.extend([2.0] * 8)
    assert isclose(weights.effective, 8)
    weights.extend([0.0] * 100)
    assert isclose(weights.effective, 8)
    weights.extend([16.0])
    assert isclose(weights.effective, 32**2 / (8 * 4 + 256))
    nothing = Weights()
    nothing.extend([0.0, 0.0])
    assert nothing.effective == 0
    assert column([1, 2], [0.0, 0.0]).mean(5) is None


@pytest.mark.parametrize("weight", [-1.0, inf, float("nan")])
def test_a_weight_is_a_number_from_0_up(weight: float) -> None:
    with pytest.raises(ValueError, match="weight"):
        Weights().extend([1.0, weight])


def test_differences_are_paired_over_the_worlds_that_both_have() -> None:
    one, other = column([10, 200, 33, 4]), column([9, 199, 32])
    found = difference(one, other, 50)
    assert found is not None and (found.value, found.se, found.n) == (1, 0, 3)


# --- the race --------------------------------------------------------------------------------


def test_checkpoints_double() -> None:
    assert [n for n in range(300) if checkpoint(n)] == [16, 32, 64, 128, 256]
    assert [next_checkpoint(n) for n in (0, 15, 16, 31, 32, 255, 256)] == [16, 16, 32, 32, 64, 256, 512]


@pytest.mark.parametrize(
    "differences", [[6, -2, -2, -1, -1, 0], [40, -8, -8, -8, -8, -8], [1, 1, 1, -1, -1, -1], [9, -3, -3, -3, 0, 5]]
)
def test_a_bet_against_a_card_that_is_no_worse_wins_nothing_on_average(differences: list[int]) -> None:
    # The proof's claim itself: over all orders in which the worlds can come, at every length.
    reach = max(differences)
    for length in range(1, 6):
        capitals = [capital(order[:length], reach, 6) for order in permutations(differences)]
        assert min(capitals) >= 0
        assert sum(capitals) / len(capitals) <= 1 + 1e-9


def test_a_card_that_is_worse_everywhere_is_found_out() -> None:
    assert capital([-10] * 200, 162, 10**6) > 1000
    assert capital([-1, 0, 0], 0, 100) > 1e6
    assert capital([0] * 500, 162, 10**6) == 1
    # Two worlds are left, and no two could make good for fifty.
    assert capital([-1] * 50, 10, 52) > 1000


def test_the_bettor_cannot_lose_more_than_he_has() -> None:
    # The better the card has done so far, the worse it may still do: bets shrink with what may come.
    assert 0 <= capital([2] * 999 + [100], 100, 1000) < 1


def test_racing_drops_the_best_card_no_more_often_than_stated() -> None:
    # Card 0 loses 1 to card 1 in 95 of 100 worlds and wins 25 in the others: it is better, by 0.3. In 44 of 100
    # samples of 16 worlds nothing but losses is seen; a bound from the spread alone would then drop it for certain.
    worlds = [-1] * 1900 + [25] * 100
    dropped = unlucky = 0
    for seed in range(300):
        order = random.Random(seed).sample(worlds, 512)
        race = Race(2, 25, len(worlds), 0.9)
        unlucky += 25 not in order[:16]
        for n in (16, 32, 64, 128, 256, 512):
            race.judge([order[:n], [0] * n], [order[:n], [0] * n])
        dropped += 0 not in race.running
    assert unlucky > 100
    assert dropped <= 30


def test_racing_on_small_deals_keeps_the_best_card() -> None:
    rng = random.Random(11)
    wrong = separated = 0
    for _ in range(200):
        count = rng.choice((200, 1000))
        means = [rng.choice((0, 0, 5, 20, 40)) for _ in range(4)]
        values = [[rng.randrange(-60, 61) + mean for _ in range(count)] for mean in means]
        totals = [sum(card) for card in values]
        race = Race(4, 160, count, 0.9)
        n = 16
        while n <= count and len(race.running) > 1:
            some = [card[:n] for card in values]
            race.judge(some, some)
            n *= 2
        wrong += not any(totals[card] == max(totals) for card in race.running)
        separated += len(race.running) == 1
    assert separated > 20
    assert wrong <= 20


def test_bounds_are_taken_the_safe_way() -> None:
    worse, better = [-50] * 256, [0] * 256
    known = Race(2, 100, 10**6, 0.99)
    assert known.judge([worse, better], [worse, better]) == [0] and known.running == [1]
    perhaps = Race(2, 100, 10**6, 0.99)
    assert perhaps.judge([worse, better], [better, better]) == [] and perhaps.running == [0, 1]


@pytest.mark.parametrize("confidence", [0, 1, -1, 2])
def test_a_confidence_lies_between_0_and_1(confidence: float) -> None:
    with pytest.raises(ValueError, match="confidence"):
        Race(3, 162, 100, confidence)
