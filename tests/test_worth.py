"""Best play for score: against plain minimax over what is written, and the traps that rules.md names."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rebelote import Card, Position, Rules, deal, solve
from rebelote.engine import Engine
from rebelote.scoresearch import worth
from rebelote.scoring import Contract
from rebelote.stakes import Past, Stakes

GAMES = ("gambler", "lobovoy", "classic", "capo", "ukrainian", "contree", "bulgarian")


def plain_worth(at: Position, stakes: Stakes, past: Past) -> int:
    """Minimax over the owners' margin, every card tried, nothing pruned."""
    memo: dict[object, int] = {}
    owners = stakes.owners(at.side)

    def best(at: Position, past: Past) -> int:
        if not any(at.hands):
            return stakes.margin(owners, stakes.final(past.points, past.tricks))
        key = (at.hands, at.leader, at.trick, past)
        if key not in memo:
            margins = []
            for card in at.legal():
                taken = at.taken_with(card)
                margins.append(best(at.put(card), past.plus(*taken) if taken else past))
            memo[key] = max(margins) if at.seat in owners else min(margins)
        return memo[key]

    return best(at, past)


def some_stakes(rng: random.Random, at: Position) -> tuple[Stakes, Past]:
    """A contract with melds, and what was taken before, that may go with an ending."""
    rules, players = at.rules, at.players
    misere = rng.random() < 0.1
    melds = [0] * players
    if rng.random() < 0.7:
        lucky = rng.randrange(players)
        for seat in range(players):
            if rules.party(seat) == rules.party(lucky):
                melds[seat] = rng.choice((0, 20, 50, 100, 200))
    belas = [0] * players
    if rng.random() < 0.3:
        belas[rng.randrange(players)] = rules.customs.bela
    contract = Contract(
        at.strain,
        None if misere else rng.randrange(players),
        rng.choice((80, 100, 30, 60)) if rules.customs.made_when == "bid" else None,
        sweep=rng.random() < 0.1 and rules.customs.made_when == "bid",
        factor=rng.choice((1, 1, 2)) if rules.partners and rules.variant in ("contree", "bulgarian") else 1,
    )
    points, tricks = [0] * players, [0] * players
    for _ in range(rng.randrange(4)):
        seat = rng.randrange(players)
        tricks[seat] += 1
        points[seat] += rng.choice((0, 7, 15, 25, 30))
    return Stakes(rules, players, contract, tuple(melds), tuple(belas)), Past(tuple(points), tuple(tricks))


#: Customs by which one and the same outcome is written in other ways.
CUSTOMS: dict[str, tuple[object, ...]] = {
    "failed": ("all_to_defender", "tricks_to_defenders", "subtract", "nothing"),
    "counts": ("all", "tricks", "tricks_and_bela"),
    "when_equal": ("hanging", "made", "failed"),
    "no_trick": (0, 100),
    "more_than": ("each", "all"),
    "melds_need_trick": (True, False),
    "bela_needs_trick": (True, False),
    "misere_own_melds": (True, False),
}


@settings(max_examples=400)
@given(st.sampled_from(GAMES), st.integers(0, 1 << 32), st.sampled_from((32, 1 << 14)), st.booleans())
def test_worth_is_minimax_over_what_is_written(variant: str, seed: int, table_bytes: int, usual: bool) -> None:
    rng = random.Random(seed)
    rules = Rules.preset(variant, **({} if usual else {name: rng.choice(values) for name, values in CUSTOMS.items()}))
    players = rng.choice(rules.players)
    tricks = rng.choice((2, 3, 4) if players < 4 else (2, 3))
    at = deal(rules, rng=rng, players=players, tricks=tricks, mid_trick=rng.random() < 0.3)
    at = Position(rules, players, at.strain, at.leader, at.hands, at.trick, rng.choice(rules.sides(players)))
    stakes, past = some_stakes(rng, at)
    found = worth(at, stakes, past, engine=Engine(table_bytes))
    assert found.exact
    assert found.margin == plain_worth(at, stakes, past)
    assert found.bounds == (found.margin, found.margin)


def of(
    text: str, declarer: int | None, past: Past, *, melds: tuple[int, ...] = (), bid: int | None = None
) -> tuple[Position, Stakes, Past]:
    at = Position.parse(text)
    return at, Stakes(at.rules, at.players, Contract(at.strain, declarer, bid), melds), past


def after(at: Position, stakes: Stakes, past: Past, card: str) -> int | None:
    """The margin once a card has been played."""
    played = at.play(card)
    taken = at.taken_with(Card(card))
    return worth(played, stakes, past.plus(*taken) if taken else past).margin


def test_a_sweep_may_be_worth_less_than_a_trick_conceded() -> None:
    # The declarer, seat 1, has melds of 100 and no trick yet. If seat 0 takes everything they are
    # worthless and he writes 110; if the king of trumps makes its 4 points, the declarer has 104
    # against 106, fails, and seat 0 writes all 210.
    at, stakes, past = of("gambler H 0 .98.A./A.K..9 - side=0", 1, Past((60, 0), (6, 0)), melds=(0, 100))
    assert solve(at).cards[0].card == Card("9H")
    assert after(at, stakes, past, "9H") == 110
    assert after(at, stakes, past, "8H") == 210
    assert after(at, stakes, past, "AD") == 95 - 115
    found = worth(at, stakes, past)
    assert (found.margin, found.by_points) == (210, False)
    assert found.score is not None and found.score.written == (210, 0)


def test_a_bid_out_of_reach_makes_few_points_the_aim() -> None:
    # Seat 0 bid 120 at all trumps and has nothing. Who plays for points leads the jack. But the others
    # would then throw the ace of spades and the nine of hearts on it, and his seven takes the rest: 21
    # and 39 points, 60 off his score. Leading the seven first he loses it, and the jack to come after.
    at, stakes, past = of("capo AT 0 .7..J/..A.8/A..9./T.9.. - side=0", 0, Past((0, 60, 30, 20), (0, 3, 2, 1)), bid=120)
    assert solve(at).cards[0].card == Card("JC")
    assert after(at, stakes, past, "JC") == -60
    assert after(at, stakes, past, "7H") == 0
    assert worth(at, stakes, past).margin == 0


def test_how_two_opponents_share_decides_for_a_lone_declarer() -> None:
    # Seat 0 has 30 points against 40 and 10. Leading the ten of clubs he takes 23 more, the most there
    # are for him; but seat 1 ruffs it, has 61 then, and the contract fails. Leading the queen of trumps
    # he takes 13 only and makes it: 43 against 40 and 41.
    at, stakes, past = of("ukrainian:3 H 0 .Q..T/.8.9./..T.A - side=0", 0, Past((30, 40, 10), (3, 2, 2)))
    told = solve(at)
    assert (told.cards[0].card, told.points) == (Card("TC"), 23)
    assert after(at, stakes, past, "TC") == 0
    assert after(at, stakes, past, "QH") == 43
    assert worth(at, stakes, past).margin == 43


def test_what_is_sure_is_sure_at_once() -> None:
    at = deal("contree", rng=random.Random("sure"))
    stakes = Stakes(at.rules, 4, Contract(at.strain, 0, 80))
    found = worth(at, stakes)
    assert found.by_points and found.exact and found.score is not None
    assert found.margin == stakes.margin(at.side, found.score)


def test_a_budget_leaves_bounds() -> None:
    at = deal("capo", rng=random.Random("budget"), players=4)
    at = Position(at.rules, 4, at.strain, at.leader, at.hands, (), (0,))
    stakes = Stakes(at.rules, 4, Contract(at.strain, 0, 80))
    whole = worth(replace(at, hands=at.hands), stakes, nodes=30)
    assert not whole.exact and whole.margin is None and whole.score is None
    assert whole.bounds[0] < whole.bounds[1]
