"""What could have been called, and the exchange of the seven: against searches of each choice."""

import random
from dataclasses import replace

import pytest

from rebelote import Card, Position, Rules, Strain, deal
from rebelote.cards import from_mask
from rebelote.contracts import contract_table
from rebelote.exchanges import best_with_exchange, weigh_exchange, with_swap
from rebelote.scoresearch import worth
from rebelote.scoring import Contract
from rebelote.stakes import Stakes, natural_stakes


@pytest.mark.parametrize("variant", ["classic", "contree", "bulgarian", "gambler", "lobovoy", "ukrainian"])
def test_each_row_is_a_search_of_its_own(variant: str) -> None:
    at = deal(variant, rng=random.Random(f"rows {variant}"), players=Rules.preset(variant).players[0])
    table = contract_table(at)
    assert table.exact
    assert len(table.rows) == len(at.rules.strains) * at.players
    for row in table.rows[:: max(1, len(table.rows) // 8)]:
        contract = Contract(row.strain, row.declarer, row.bid, row.sweep)
        stakes = natural_stakes(at.rules, at.players, contract, at.hands, at.leader)
        side = next(side for side in at.rules.sides(at.players) if row.declarer in side)
        found = worth(replace(at, strain=row.strain, side=side), stakes)
        assert row.margin == found.margin


@pytest.mark.parametrize("seed", range(4))
def test_the_bid_named_is_the_highest_that_is_made(seed: int) -> None:
    at = deal("contree", rng=random.Random(f"bids {seed}"))
    for row in contract_table(at).rows:
        assert row.bid is not None
        side = (0, 2) if row.declarer in (0, 2) else (1, 3)
        game = replace(at, strain=row.strain, side=side)

        def result(bid: int, game: Position = game, row: object = row) -> str:
            contract = Contract(game.strain, row.declarer, bid)  # type: ignore[attr-defined]
            told = worth(game, natural_stakes(game.rules, 4, contract, game.hands, game.leader)).score
            assert told is not None
            return told.result

        if row.sweep:
            assert row.result == "made"
        elif row.result == "made":
            assert result(row.bid) == "made"
            assert row.bid == 160 or result(row.bid + 10) == "failed"
        else:
            assert row.bid == 80


def with_the_seven(seed: int) -> tuple[Position, Card]:
    """A full deal of gambler in which somebody holds the seven of the upcard's suit, trump."""
    rng = random.Random(seed)
    while True:
        at = deal("gambler", rng=rng, strain=Strain(rng.randrange(4)))
        held = at.hands[0] | at.hands[1]
        suit = [card for card in from_mask(~held & 0xFFFFFFFF) if card.suit == at.strain]
        if suit and held >> (8 * at.strain) & 1:
            return at, rng.choice(suit)


@pytest.mark.parametrize("seed", range(12))
def test_the_seven_is_swapped_when_that_scores_more(seed: int) -> None:
    at, upcard = with_the_seven(seed)
    at = replace(at, side=(seed % 2,))

    def stakes_of(hands: tuple[int, ...]) -> Stakes:
        return natural_stakes(at.rules, 2, Contract(at.strain, 0), hands, at.leader)

    told = weigh_exchange(at, stakes_of, upcard)
    assert told is not None
    swapped = with_swap(at, told.seat, upcard)
    assert swapped.hands[told.seat] == at.hands[told.seat] & ~Card.of(0, at.strain).bit | upcard.bit
    keep, swap = worth(at, stakes_of(at.hands)).margin, worth(swapped, stakes_of(swapped.hands)).margin
    assert (told.keep, told.swap) == (keep, swap)
    best = best_with_exchange(at, stakes_of, upcard)
    assert keep is not None and swap is not None
    own = told.seat in at.side
    if told.seat == at.leader:
        assert best == (max if own else min)(keep, swap)
    else:
        # He sees the lead first: that is worth at least as much as choosing before it.
        assert best >= max(keep, swap) if own else best <= min(keep, swap)


def test_nobody_swaps_where_the_game_does_not_know_it() -> None:
    at, upcard = with_the_seven(1)
    strict = Rules.preset("gambler", seven_exchange="none")
    at = replace(at, rules=strict)
    assert weigh_exchange(at, lambda hands: Stakes(strict, 2, Contract(at.strain, 0)), upcard) is None
