"""Spread against brute force: every way to give cards to cells, counted, numbered and drawn evenly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, permutations, product
from math import comb, factorial
from random import Random

import pytest

from evenness import chi_square, critical, even
from rebelote.worlds.spreads import Spread

Masks = tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """The arguments of a Spread."""

    capacities: tuple[int, ...]
    owners: Mapping[int, int]
    wanted: tuple[tuple[int, ...], ...] = ()

    @property
    def spread(self) -> Spread:
        return Spread(self.capacities, self.owners, self.wanted)

    def good(self, masks: Masks) -> bool:
        """Whether masks, one a cell, are a way: every word of the definition."""
        dealt = [card for card in range(32) for mask in masks if mask >> card & 1]
        return (
            len(masks) == len(self.capacities)
            and sorted(dealt) == sorted(self.owners)
            and all(mask.bit_count() == capacity for mask, capacity in zip(masks, self.capacities, strict=True))
            and all(self.owners[c] >> cell & 1 for cell, m in enumerate(masks) for c in range(32) if m >> c & 1)
            and all(not some or any(one & masks[cell] == one for one in some) for cell, some in enumerate(self.wanted))
        )

    def ways(self) -> set[Masks]:
        """Every way: each card tried in each cell."""
        cards, cells = list(self.owners), range(len(self.capacities))
        out = set()
        for places in product(cells, repeat=len(cards)):
            masks = tuple(sum(1 << c for c, p in zip(cards, places, strict=True) if p == cell) for cell in cells)
            if self.good(masks):
                out.add(masks)
        return out


def random_case(rng: Random) -> Case:
    """Up to nine cards, two to four cells; some cards with owners of their own, some cells with wishes."""
    cells = rng.choice([1, 2, 2, 3, 3, 3, 4])
    cards = rng.sample(range(32), rng.randint(1 if rng.random() < 0.2 else 5, {1: 5, 2: 9, 3: 7, 4: 6}[cells]))
    everybody, freedom = (1 << cells) - 1, rng.choice([0.5, 0.8, 1.0])
    owners = {card: everybody if rng.random() < freedom else rng.randint(1, everybody) for card in cards}
    # Capacities that some way of giving has, so that most cases are not empty.
    places = [rng.choice([cell for cell in range(cells) if owners[card] >> cell & 1]) for card in cards]
    capacities = tuple(places.count(cell) for cell in range(cells))
    wanted: tuple[tuple[int, ...], ...] = ()
    if rng.random() < 0.6:
        # Alternatives of one to three cards, drawn from few cards: they overlap, and one may hold another.
        pool = rng.sample(cards, min(len(cards), 5))
        wanted = tuple(
            tuple(
                sum(1 << card for card in rng.sample(pool, min(rng.choice([1, 1, 2, 2, 3]), len(pool))))
                for _ in range(rng.choice([0, 0, 1, 2, 3, 4]))
            )
            for _ in range(cells)
        )
    return Case(capacities, owners, wanted)


CASES = [random_case(Random(seed)) for seed in range(250)]


def test_the_cases_are_of_every_kind() -> None:
    counts = [len(case.ways()) for case in CASES[:120]]
    assert counts.count(0) in range(10, 60) and sum(count > 20 for count in counts) > 20
    wishes = [sum(1 for some in case.wanted if len(some) > 1) for case in CASES[:120]]
    assert wishes.count(0) > 20 and sum(n > 1 for n in wishes) > 20


@pytest.mark.parametrize("start", range(0, len(CASES), 50))
def test_counted_and_numbered_as_by_brute_force(start: int) -> None:
    for case in CASES[start : start + 50]:
        ways, spread = case.ways(), case.spread
        assert spread.count == len(ways)
        numbered = [spread.at(index) for index in range(spread.count)]
        assert len(numbered) == len(set(numbered))
        assert set(numbered) == ways
        assert list(spread) == numbered


def test_a_drawing_gives_every_way_once_and_ends() -> None:
    for seed, case in enumerate(CASES[:100]):
        spread = case.spread
        drawn = list(spread.draw(seed))
        assert len(drawn) == len(set(drawn)) == spread.count
        assert set(drawn) == set(spread)
        assert drawn == list(case.spread.draw(seed))
    orders = {tuple(Case((2, 2), dict.fromkeys(range(4), 3)).spread.draw(seed)) for seed in range(50)}
    assert len(orders) > 40  # of 720


def test_no_number_but_those_of_the_ways() -> None:
    spread = Case((2, 2), dict.fromkeys(range(4), 3)).spread
    for index in (-1, 6, 100):
        with pytest.raises(IndexError):
            spread.at(index)


# --- even draws --------------------------------------------------------------------------

#: Small cases: a plain one, one of cards bound to some cells, alternatives that overlap, wishes of two cells.
DRAWN = {
    "plain": Case((2, 2, 1), dict.fromkeys((0, 9, 10, 20, 31), 0b111)),
    "bound": Case((3, 3), {1: 0b01, 2: 0b11, 3: 0b11, 4: 0b10, 8: 0b11, 9: 0b11}),
    "classes": Case((2, 2, 2), {0: 0b011, 1: 0b011, 5: 0b110, 6: 0b111, 7: 0b101, 30: 0b111}),
    "overlapping": Case((3, 3), dict.fromkeys(range(6), 0b11), ((0b11, 0b110, 0b1010),)),
    "nested": Case((2, 3), dict.fromkeys(range(5), 0b11), ((), (0b11, 0b111, 0b11, 0b10000))),
    "two cells": Case((2, 2, 2), dict.fromkeys(range(6), 0b111), ((0b1, 0b10), (0b100, 0b1010), ())),
}


@pytest.mark.parametrize("name", DRAWN)
def test_the_first_drawn_is_each_way_equally_often(name: str) -> None:
    spread = DRAWN[name].spread
    ways = list(spread)
    assert even((next(spread.draw(seed)) for seed in range(100 * len(ways))), ways)


@pytest.mark.parametrize("place", [1, 2, 5])
def test_later_ones_are_even_too(place: int) -> None:
    spread = DRAWN["overlapping"].spread
    ways = list(spread)
    assert even((next(islice(spread.draw(seed), place, None)) for seed in range(100 * len(ways))), ways)


@pytest.mark.parametrize("name", ["bound", "nested"])
def test_pairs_are_even_and_without_a_way_twice(name: str) -> None:
    spread = DRAWN[name].spread
    pairs = list(permutations(spread, 2))
    assert len(pairs) <= 120
    drawn = [tuple(islice(spread.draw(seed), 2)) for seed in range(40 * len(pairs))]
    assert even(drawn, pairs)


def card_by_card(case: Case, rng: Random) -> Iterator[Masks]:
    """What an uneven sampler does: each card to any cell that may have it and has room, dead ends thrown away."""
    while True:
        masks = [0] * len(case.capacities)
        for card, cells in case.owners.items():
            room = [c for c, most in enumerate(case.capacities) if cells >> c & 1 and masks[c].bit_count() < most]
            if not room:
                break
            masks[rng.choice(room)] |= 1 << card
        if case.good(tuple(masks)):
            yield tuple(masks)


@pytest.mark.parametrize("name", ["bound", "classes"])
def test_an_uneven_sampler_is_found_out(name: str) -> None:
    case = DRAWN[name]
    ways = list(case.ways())
    drawn = list(islice(card_by_card(case, Random(1)), 100 * len(ways)))
    assert not even(drawn, ways)


def test_alternatives_taken_as_cases_are_found_out() -> None:
    # Whoever draws an alternative first, then the rest, prefers the ways that several of them fit.
    case, rng = DRAWN["overlapping"], Random(1)
    ways = list(case.ways())
    drawn = []
    for _ in range(100 * len(ways)):
        one = rng.choice(case.wanted[0])
        drawn.append(rng.choice([way for way in ways if way[0] & one == one]))
    assert not even(drawn, ways)


def test_the_critical_value_is_that_of_the_tables() -> None:
    # 99 % of chi-square: 6.635, 23.209, 135.807 for 1, 10, 100 degrees of freedom.
    for freedom, table in [(1, 6.635), (10, 23.209), (100, 135.807)]:
        assert critical(freedom, 0.01) == pytest.approx(table, rel=0.01)
    assert chi_square("aaaaaabbbbbb", "ab") == 0
    assert chi_square("a" * 12, "ab") == pytest.approx(12)


# --- nothing, and much -------------------------------------------------------------------

EMPTY: list[Case] = [
    Case((1, 1), {0: 0b11, 1: 0}),  # a card that nobody may have
    Case((1, 1), {0: 0b01, 1: 0b01}),  # two cards for one place
    Case((1,), {}),  # a place without a card
    Case((0,), {0: 1}),  # a card without a place
    Case((2, 1), dict.fromkeys(range(4), 0b11)),  # four cards, three places
    Case((2, 2), dict.fromkeys(range(3), 0b11)),  # three cards, four places
    Case((1, 1), dict.fromkeys(range(2), 0b11), ((0b11,), ())),  # two cards wanted in one place
    Case((1, 1), dict.fromkeys(range(2), 0b11), ((1 << 9,), ())),  # a card wanted that is not there
    Case((1, 1), {0: 0b10, 1: 0b11}, ((0b1,), ())),  # wanted where it may not lie
    Case((1, 1), dict.fromkeys(range(2), 0b11), ((0b1,), (0b1,))),  # wanted by both
]


@pytest.mark.parametrize("case", EMPTY)
def test_no_way_at_all(case: Case) -> None:
    spread = case.spread
    assert case.ways() == set()
    assert spread.count == 0
    assert list(spread) == list(spread.draw(3)) == []


ONE: list[Case] = [
    Case((), {}),
    Case((0,), {}),
    Case((0, 0, 0), {}),
    Case((0, 2), {4: 0b10, 31: 0b11}),
    Case((1, 1), {0: 0b01, 31: 0b11}),
    Case((1, 1), dict.fromkeys((0, 31), 0b11), ((1 << 31, 0b1001), ())),
    Case((1, 0), {7: 0b11}, ((0,), (0,))),  # an alternative of no cards asks for nothing
]


@pytest.mark.parametrize("case", ONE)
def test_one_way(case: Case) -> None:
    spread = case.spread
    [way] = case.ways()
    assert spread.count == 1
    assert spread.at(0) == way
    assert list(spread) == list(spread.draw(0)) == list(spread.draw(9)) == [way]


def dealt(capacities: Sequence[int], owners: Mapping[int, int]) -> int:
    """The number of ways without wishes, card by card."""
    cards = [owners[card] for card in sorted(owners)]

    @cache
    def ways(at: int, left: Masks) -> int:
        if at == len(cards):
            return int(not any(left))
        return sum(
            ways(at + 1, (*left[:cell], room - 1, *left[cell + 1 :]))
            for cell, room in enumerate(left)
            if room and cards[at] >> cell & 1
        )

    return ways(0, tuple(capacities))


def counted(case: Case) -> int:
    """The number of ways with wishes, by inclusion and exclusion over the alternatives of every cell.

    A way counts when in each cell some alternative is there: by the sum over the non-empty choices of
    alternatives, odd ones added, even ones taken away, of the ways that hold all the chosen cards.
    """
    total = 0
    wishes = [some for some in case.wanted if some]
    cells = [cell for cell, some in enumerate(case.wanted) if some]
    for chosen in product(*(range(1, 1 << len(some)) for some in wishes)):
        sign, owners = 1, dict(case.owners)
        for cell, some, bits in zip(cells, wishes, chosen, strict=True):
            sign *= -1 if bits.bit_count() % 2 == 0 else 1
            cards = 0
            for i, one in enumerate(some):
                cards |= one if bits >> i & 1 else 0
            for card in range(32):
                if cards >> card & 1:
                    owners[card] = owners.get(card, 0) & 1 << cell
        total += sign * dealt(case.capacities, owners)
    return total


def large_case(rng: Random, wishes: bool) -> Case:
    """All cards that three seats, or two and the pile, may hold unseen."""
    capacities = rng.choice([(8, 8, 8), (7, 8, 7), (9, 9, 5), (9, 13), (5, 6, 6, 4)])
    cells = len(capacities)
    kinds = [(1 << cells) - 1] * 3 + [rng.randint(1, (1 << cells) - 1) for _ in range(3)]
    # Each card may at least go where it goes in one way of giving.
    places = [cell for cell, room in enumerate(capacities) for _ in range(room)]
    owners = {
        card: rng.choice(kinds) | 1 << place
        for card, place in zip(rng.sample(range(32), len(places)), places, strict=True)
    }
    wanted: list[tuple[int, ...]] = [()] * cells
    if wishes:
        for cell in rng.sample(range(cells), 2):
            some = [rng.sample(sorted(owners), rng.randint(1, 3)) for _ in range(3)]
            wanted[cell] = tuple(sum(1 << card for card in cards) for cards in some)
    return Case(capacities, owners, tuple(wanted))


LARGE = [large_case(Random(seed), wishes=seed % 2 == 1) for seed in range(30)]


def test_large_counts() -> None:
    for case in LARGE:
        expected = counted(case) if any(case.wanted) else dealt(case.capacities, case.owners)
        assert case.spread.count == expected
    assert Case((8, 8, 8), dict.fromkeys(range(8, 32), 7)).spread.count == factorial(24) // factorial(8) ** 3
    assert Case((9, 14), dict.fromkeys(range(9, 32), 3)).spread.count == comb(23, 9)
    full = Case((8, 8, 8, 8), dict.fromkeys(range(32), 15)).spread
    assert full.count == factorial(32) // factorial(8) ** 4 > 2**56  # about 10^17


def test_the_large_cases_are_not_empty() -> None:
    assert sum(case.spread.count > 10**6 for case in LARGE) > 10


def test_large_ones_are_numbered_and_drawn() -> None:
    for seed, case in enumerate(LARGE):
        spread = case.spread
        if spread.count < 1000:
            continue
        rng = Random(seed)
        places = sorted({0, spread.count - 1, *(rng.randrange(spread.count) for _ in range(40))})
        numbered = [spread.at(index) for index in places]
        assert len(set(numbered)) == len(places)
        drawn = list(islice(spread.draw(seed), 40))
        assert len(set(drawn)) == 40
        assert all(case.good(way) for way in (*numbered, *drawn))
        assert list(islice(spread, 5)) == [spread.at(index) for index in range(5)]


def test_single_cards_of_a_large_one_lie_where_the_counts_say() -> None:
    # Of all ways with the wishes, those with a given card in a given cell: the same share of the draws.
    case = next(case for case in LARGE[1::2] if case.spread.count > 10**6 and len(case.capacities) == 3)
    spread = case.spread
    draws = list(islice(spread.draw(4), 3000))
    for card, cells in case.owners.items():
        for cell in range(3):
            if cells >> cell & 1:
                bound = Case(case.capacities, {**case.owners, card: 1 << cell}, case.wanted)
                share = counted(bound) / spread.count
                found = sum(way[cell] >> card & 1 for way in draws) / len(draws)
                assert abs(found - share) <= 4.5 * (share * (1 - share) / len(draws)) ** 0.5
