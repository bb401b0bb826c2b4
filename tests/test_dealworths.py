"""Deals under one contract after another: each as a search of its own has it; and worlds worked on in order."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from itertools import count

import pytest

from rebelote import Card, Interrupted, Position, Rules, StopFlag, Strain
from rebelote.cards import ALL_CARDS, to_mask
from rebelote.choices.dealworths import Appraiser
from rebelote.choices.swapdeals import Deal
from rebelote.choices.worldruns import WorldRun
from rebelote.exchanges import best_with_exchange, weigh_exchange
from rebelote.hinting.scorebounds import MadeStakes
from rebelote.scoresearch import worth
from rebelote.scoring import Contract
from rebelote.stakes import Stakes, natural_stakes

TWO, FOUR = ("gambler", "lobovoy", "ukrainian"), ("classic", "capo", "contree", "bulgarian")
GAMES = [*((game, 2) for game in TWO), ("ukrainian", 3), *((game, 4) for game in FOUR)]


def ending(rules: Rules, players: int, cards: int, rng: random.Random) -> Position:
    """Some cards each, somebody to lead."""
    pack = rng.sample(ALL_CARDS, players * cards)
    hands = tuple(to_mask(pack[seat * cards : (seat + 1) * cards]) for seat in range(players))
    strain = rng.choice(rules.strains)
    return Position(rules, players, strain, rng.randrange(players), hands, (), (0,))


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_every_contract_is_worth_what_its_own_search_says(variant: str, players: int) -> None:
    rng = random.Random(f"contracts {variant} {players}")
    rules = Rules.preset(variant, **({"least_bid": 10, "bid_step": 5} if variant == "capo" else {}))
    side = next(side for side in rules.sides(players) if 0 in side)
    appraiser = Appraiser(rules, players, side, nodes=10**9)
    for _ in range(12):
        at = replace(ending(rules, players, 4 if players < 4 else 3, rng), side=side)
        bids = rng.sample(range(10, 100, 5), 10) if rules.customs.made_when == "bid" else [None, None]
        melds = tuple(rng.choice((0, 0, 20, 50)) for _ in range(players))
        belas = tuple(20 * (seat == rng.randrange(players)) for seat in range(players))
        searched = appraiser.table(at)
        for bid in bids:
            declarer = rng.choice([0, 0, 0, 1, players - 1])
            stakes = Stakes(rules, players, Contract(at.strain, declarer, bid), melds, belas)
            found = searched.appraise(appraiser.alike(stakes))
            margin = worth(at, stakes).margin
            assert found.margin == (margin, margin)
            party = appraiser.party(declarer)
            made = worth(replace(at, side=party), MadeStakes.of(stakes)).margin
            assert found.made == (made, made)


@pytest.mark.parametrize("failed", ["nothing", "subtract", "all_to_defender", "tricks_to_defenders"])
def test_whatever_a_failed_declarer_of_three_loses(failed: str) -> None:
    rng = random.Random(f"failed {failed}")
    rules = Rules.preset("ukrainian", failed=failed)
    appraiser = Appraiser(rules, 3, (0,), nodes=10**9)
    for _ in range(5):
        at = ending(rules, 3, 3, rng)
        melds = tuple(rng.choice((0, 20, 50)) for _ in range(3))
        for declarer in (0, 1):
            stakes = Stakes(rules, 3, Contract(at.strain, declarer), melds, (0, 20, 0))
            found = appraiser.table(at).appraise(appraiser.alike(stakes))
            margin = worth(at, stakes).margin
            made = worth(replace(at, side=(declarer,)), MadeStakes.of(stakes)).margin
            assert (found.margin, found.made) == ((margin, margin), (made, made))


def test_without_a_budget_there_are_bounds() -> None:
    rng = random.Random("bounds")
    rules = Rules.preset("capo", least_bid=10)
    appraiser = Appraiser(rules, 4, (0,), nodes=0)
    apart = 0
    for _ in range(20):
        at = ending(rules, 4, 4, rng)
        for bid in (20, 40):
            stakes = Stakes(rules, 4, Contract(at.strain, 0, bid))
            (low, high), margin = appraiser.table(at).appraise(stakes).margin, worth(at, stakes).margin
            assert margin is not None
            assert low <= margin <= high
            apart += low < high
    assert apart


def test_a_deal_s_search_can_be_stopped() -> None:
    stop = StopFlag()
    stop.set()
    at = ending(Rules.preset("classic"), 4, 8, random.Random(1))
    with pytest.raises(Interrupted):
        Appraiser(at.rules, 4, (0, 2)).table(at, stop).appraise(Stakes(at.rules, 4, Contract(Strain.HEARTS, 0)))


# --- worlds in order ---------------------------------------------------------------------


def test_answers_come_in_the_order_of_the_worlds() -> None:
    def work(world: tuple[int, ...], halt: StopFlag) -> int:
        time.sleep(0.002 * (world[0] % 3))
        return world[0]

    run = WorldRun(work, ((i,) for i in count()), 20, 30, threads=3)
    assert list(run) == list(range(20))
    assert run.stopped == "worlds"
    run = WorldRun(work, ((i,) for i in range(5)), 20, 5, threads=3)
    assert list(run) == list(range(5))
    assert run.stopped == "all"


def test_a_run_that_is_stopped_has_the_first_worlds_without_a_gap() -> None:
    stop = StopFlag()

    def work(world: tuple[int, ...], halt: StopFlag) -> int:
        if world[0] == 6:
            stop.set()
        if world[0] == 4:
            while not halt.is_set():
                time.sleep(0.001)
            raise Interrupted("stopped")
        return world[0]

    run = WorldRun(work, ((i,) for i in count()), 1000, 1000, threads=4, stop=stop)
    assert list(run) == [0, 1, 2, 3]
    assert run.stopped == "asked"


def test_other_errors_come_through() -> None:
    def work(world: tuple[int, ...], halt: StopFlag) -> int:
        raise RuntimeError("no such world")

    with pytest.raises(RuntimeError, match="no such world"):
        list(WorldRun(work, ((i,) for i in count()), 10, 10))


# --- the seven that may be swapped -------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "upcard", "declarer", "before"),
    [
        ("gambler H 1 Q.7.AK7./A87.J.9. - side=0", "9H", 1, -37),
        ("gambler C 1 Q..Q8.J7/J..AJ.A8 - side=0", "TC", 0, 8),
        ("gambler S 1 7.A.AKJ./A.7.T9.K - side=0", "TS", 1, -9),
    ],
)
def test_who_answers_a_lead_chooses_after_it(line: str, upcard: str, declarer: int, before: int) -> None:
    at, contract = Position.parse(line), Contract(Position.parse(line).strain, declarer)
    deal = Deal(Appraiser(at.rules, 2, (0,), nodes=10**9), at, Card(upcard))

    def stakes_of(hands: tuple[int, ...]) -> Stakes:
        return natural_stakes(at.rules, 2, contract, hands, at.leader)

    best = best_with_exchange(at, stakes_of, Card(upcard))
    assert deal.appraise(contract).margin == (best, best)
    told = weigh_exchange(at, stakes_of, Card(upcard))
    assert told is not None
    # Chosen before the lead, which is then the best against the choice, it is worth less.
    assert max(told.keep, told.swap) == before < best


def test_nobody_swaps_without_the_seven_or_the_turned_card() -> None:
    at, contract = Position.parse("gambler H 1 Q.8.AK7./A87.J.9. - side=0"), Contract(Strain.HEARTS, 1)
    deal = Deal(Appraiser(at.rules, 2, (0,)), at, Card("9H"))
    none = Deal(Appraiser(at.rules, 2, (0,)), at, None)
    stakes = natural_stakes(at.rules, 2, contract, at.hands, at.leader)
    margin = worth(at, stakes).margin
    assert deal.appraise(contract).margin == none.appraise(contract).margin == (margin, margin)
