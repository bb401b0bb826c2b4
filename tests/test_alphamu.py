"""αμ against its definition, its cuts against the search without them, and what it must say by the rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generated import some
from plainlook import PlainLook, TooMany
from rebelote import DealRecord, Interrupted, Past, Position, Rules, Stakes, StopFlag, Strain, solve
from rebelote.cards import ALL_CARDS, Card, to_mask
from rebelote.hinting.worldstakes import WorldStakes
from rebelote.lookahead.alphamu import LookAhead, alphamu, contract_goals, look_ahead
from rebelote.lookahead.fronts import Bar, best_of, join, meet
from rebelote.lookahead.frontsearch import EVERY_CUT, Cut
from rebelote.lookahead.goals import Goal, Taken, contract_goal
from rebelote.scoring import MADE, Contract
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.views import seen

GAMES = [("gambler", 2, 4), ("gambler", 2, 3), ("ukrainian", 3, 3), ("bulgarian", 4, 3), ("capo", 4, 3)]
ALL_STRAINS = ["S", "H", "D", "C", "NT", "AT"]


def view(rng: random.Random, variant: str, players: int, tricks: int, count: int) -> list[Position]:
    """Some worlds of a random ending as one seat sees it, at a trick's start or within a trick."""
    rules = Rules.preset(variant, strains=ALL_STRAINS)
    suits = rng.sample(range(4), rng.choice([2, 3, 4]))
    pack = [card for card in ALL_CARDS if card.suit in suits]
    rng.shuffle(pack)
    own, unseen = pack[:tricks], pack[tricks : players * tricks + (2 if players == 2 else 0)]
    seat = rng.randrange(players)
    at = Position(
        rules, players, rng.choice(rules.strains), rng.choice([seat, seat, rng.randrange(players)]), (), (),
        rng.choice(rules.sides(players)), rng.random() < 0.2,
    )  # fmt: skip
    worlds: dict[Position, None] = {}
    for _ in range(count):
        rng.shuffle(unseen)
        hands = [to_mask(unseen[i * tricks : (i + 1) * tricks]) for i in range(players - 1)]
        hands.insert(seat, to_mask(own))
        worlds[replace(at, hands=tuple(hands))] = None
    out = list(worlds)
    while out[0].seat != seat:
        card = rng.choice(out[0].legal())
        out = [world.put(card) for world in out if world.legal_mask() >> card & 1]
    return out


def goals_for(rng: random.Random, worlds: list[Position]) -> list[Goal]:
    """Goals that some world just reaches, or of any kind; the same for all worlds or not."""
    at = worlds[0]
    kind = rng.randrange(6)
    if kind == 0:
        return [Goal(at.side, 0, tricks=rng.choice(["all", "one"]))] * len(worlds)
    if kind == 1:
        return [Goal(at.side, rng.randint(-1, world.at_stake + 1), at.misere) for world in worlds]
    points = solve(rng.choice(worlds), cards=False, line=False).points
    assert points is not None
    return [Goal(at.side, points, at.misere)] * len(worlds)


def wins(goal: Goal, seat: int) -> Callable[[int, int], bool]:
    """Whether an outcome, points and sweep of the goal's side, is what the seat wants: the goal in plain words."""

    def won(points: int, sweep: int) -> bool:
        if goal.tricks:
            met = sweep == 1 if goal.tricks == "all" else sweep > -1
        else:
            met = points <= goal.points if goal.fewer else points >= goal.points
        return met == (seat in goal.side)

    return won


def shares(found: LookAhead) -> dict[Card, float]:
    return {card: one.share for one in found.cards for card in (one.card, *one.same_as)}


def fused(found: LookAhead) -> bool:
    """Whether plain averaging gives some card too much."""
    return any(one.share < one.averaged for one in found.cards)


def endings(variant: str, players: int, tricks: int, seed: int) -> Iterator[tuple[list[Position], list[Goal]]]:
    """Endings without end; with two hands every other one is one in which plain averaging is wrong."""
    rng = random.Random(f"{variant} {tricks} {seed}")
    wanted = False
    while True:
        worlds = view(rng, variant, players, tricks, rng.randint(2, 6))
        goals = goals_for(rng, worlds)
        if not wanted or fused(look_ahead(worlds, goals)):
            yield worlds, goals
            wanted = players == 2 and not wanted


# --- by the rules, by hand -----------------------------------------------------------

#: Without trumps seat 0 leads from A♠ T♥ 9♥ and needs 34 of the 38 points; the other has K♥ and Q♣ 7♣, or K♥ Q♥ 7♣.
#: On the ace 7♣ comes. Against a lone king T♥ must be led, which takes it, since 9♥ loses all the rest to a club;
#: against king and queen 9♥ must, which gives up one of them and keeps T♥ for the other. Nothing tells the two apart.
GUESS = ["gambler NT 0 A.T9../.K..Q7 - side=0", "gambler NT 0 A.T9../.KQ..7 - side=0"]


def test_a_guess_that_open_hands_do_not_see() -> None:
    worlds = [Position.parse(text) for text in GUESS]
    assert [solve(world).points for world in worlds] == [38, 34]
    ace = {moves: look_ahead(worlds, Goal((0,), 34), moves=moves).cards[0] for moves in (1, 2, 3)}
    assert {one.card for one in ace.values()} == {Card("AS")}
    assert [ace[moves].share for moves in (1, 2, 3)] == [1.0, 0.5, 0.5]
    assert {one.averaged for one in ace.values()} == {1.0}


def test_no_guess_where_a_card_tells_the_worlds_apart() -> None:
    # With Q♦ in place of Q♥ both hands have one heart: T♥ does in either.
    worlds = [Position.parse(GUESS[0]), Position.parse("gambler NT 0 A.T9../.K.Q.7 - side=0")]
    assert look_ahead(worlds, Goal((0,), 34)).cards[0].share == 1.0


def test_the_other_side_of_a_guess_has_what_is_left() -> None:
    # The same asked of seat 0 as the one against the goal: seat 1 is to take 5 of the 38.
    worlds = [Position.parse(text) for text in GUESS]
    found = look_ahead(worlds, Goal((1,), 5))
    assert not found.wants
    assert shares(found) == shares(look_ahead(worlds, Goal((0,), 34)))


def test_another_card_than_averaging_s() -> None:
    """Looking ahead changes the card: 9♦ wins all five worlds with open hands, but no strategy more than three."""
    hands = [".K9.Q.T7", ".K.AQ.T7", ".KJ9.Q.T", ".J9.AQ.7", ".J.AQ.JT"]
    worlds = [Position.parse(f"gambler D 0 .T7.9.K8/{hand} - side=0") for hand in hands]
    goal = Goal((0,), 35)
    assert look_ahead(worlds, goal, moves=1).best == ["9D"]
    found = look_ahead(worlds, goal, moves=2)
    assert found.best == ["KC"]
    plain = PlainLook(worlds, [wins(goal, 0)] * 5, 2, 20_000).shares()
    assert plain == shares(found)
    assert (plain[Card("KC")], plain[Card("9D")]) == (0.8, 0.6)


def test_equal_cards_are_one() -> None:
    worlds = [Position.parse("gambler NT 0 A.98../.K..Q7 - side=0")]
    (first, second) = look_ahead(worlds, Goal((0,), 15)).cards
    assert {(first.card, *first.same_as), (second.card, *second.same_as)} == {(Card("AS"),), (Card("8H"), Card("9H"))}


# --- against the definition ------------------------------------------------------------


@pytest.mark.parametrize(("variant", "players", "tricks"), GAMES)
def test_it_is_what_trying_every_strategy_gives(variant: str, players: int, tricks: int) -> None:
    done = too_many = gaps = 0
    for worlds, goals in endings(variant, players, tricks, 1):
        moves = 2 if tricks > 3 or players > 3 else 2 + done % 2
        plain = PlainLook(worlds, [wins(goal, worlds[0].seat) for goal in goals], moves, 200)
        try:
            expected = plain.shares()
        except TooMany:
            too_many += 1
            assert too_many < 60
            continue
        found = look_ahead(worlds, goals, moves=moves)
        assert found.done
        assert shares(found) == expected
        gaps += fused(found)
        done += 1
        if done == 6:
            break
    if players == 2:
        assert gaps > 1, "endings in which averaging is wrong must be among them"


@pytest.mark.parametrize(("variant", "players", "tricks"), [(v, n, t + 1) for v, n, t in GAMES])
def test_one_card_ahead_is_averaging(variant: str, players: int, tricks: int) -> None:
    rng = random.Random(f"averaging {variant} {tricks}")
    for _ in range(15):
        worlds = view(rng, variant, players, tricks, 5)
        at = worlds[0]
        goal = Goal(at.side, rng.randint(0, at.at_stake), at.misere)
        totals = dict.fromkeys(at.legal(), 0)
        for world in worlds:
            for value in solve(world, line=False).cards:
                for card in (value.card, *value.same_as):
                    totals[card] += wins(goal, at.seat)(value.points, value.sweep)
        assert shares(look_ahead(worlds, goal, moves=1)) == {c: n / len(worlds) for c, n in totals.items()}


# --- the cuts --------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "players", "tricks"), [("gambler", 2, 5), ("ukrainian", 3, 4), ("classic", 4, 4)])
def test_no_cut_changes_a_share(variant: str, players: int, tricks: int) -> None:
    rng = random.Random(f"cuts {variant}")
    for _ in range(4):
        worlds = view(rng, variant, players, tricks, 5)
        goals = goals_for(rng, worlds)
        bare = look_ahead(worlds, goals, cuts=Cut(0))
        assert look_ahead(worlds, goals).cards == bare.cards
        for cut in Cut:
            assert look_ahead(worlds, goals, cuts=cut).cards == bare.cards
            assert look_ahead(worlds, goals, cuts=EVERY_CUT ^ cut).cards == bare.cards
            assert look_ahead(worlds, goals, every=False, cuts=EVERY_CUT ^ cut).cards[0].share == bare.cards[0].share


def test_each_cut_saves_work() -> None:
    rng = random.Random("b")
    nodes = dict.fromkeys([EVERY_CUT, *(EVERY_CUT ^ cut for cut in Cut)], 0)
    for _ in range(5):
        worlds = view(rng, "gambler", 2, 6, 20)
        goals = goals_for(rng, worlds)
        for cuts in nodes:
            nodes[cuts] += look_ahead(worlds, goals, moves=3, every=False, cuts=cuts).nodes
    assert all(nodes[EVERY_CUT] < nodes[EVERY_CUT ^ cut] for cut in Cut)


@pytest.mark.parametrize(("variant", "players", "tricks"), GAMES)
def test_cards_that_are_cut_are_bounded(variant: str, players: int, tricks: int) -> None:
    for i, (worlds, goals) in enumerate(endings(variant, players, tricks, 2)):
        exact, found = shares(look_ahead(worlds, goals)), look_ahead(worlds, goals, every=False)
        best = found.cards[0]
        assert best.exact
        assert best.share == max(exact.values())
        for one in found.cards:
            for card in (one.card, *one.same_as):
                assert exact[card] == one.share if one.exact else exact[card] <= one.share < best.share
        if i == 12:
            break


@pytest.mark.parametrize(("variant", "players", "tricks"), GAMES)
def test_looking_further_never_raises_a_share(variant: str, players: int, tricks: int) -> None:
    for i, (worlds, goals) in enumerate(endings(variant, players, tricks, 3)):
        rows = [shares(look_ahead(worlds, goals, moves=moves)) for moves in range(1, tricks + 2)]
        for near, far in pairwise(rows):
            assert all(far[card] <= near[card] for card in near)
        # With one own card left nothing is left to choose.
        assert rows[tricks - 2] == rows[tricks - 1] == rows[tricks]
        if i == 10:
            break


# --- budget, order, bad questions -------------------------------------------------------


def test_a_budget_that_runs_out_says_so() -> None:
    worlds = view(random.Random("budget"), "gambler", 2, 5, 6)
    goal = Goal(worlds[0].side, worlds[0].at_stake // 2, worlds[0].misere)
    levels = [look_ahead(worlds, goal, moves=moves) for moves in (1, 2, 3)]
    assert levels[0].nodes < levels[1].nodes < levels[2].nodes
    for nodes in sorted({1, 150, *(level.nodes + more for level in levels for more in (-1, 0))}):
        found = look_ahead(worlds, goal, moves=3, nodes=nodes)
        lasted = sum(level.nodes <= nodes for level in levels)
        assert (found.moves, found.done) == (lasted, lasted == 3)
        assert found.cards == (levels[lasted - 1].cards if lasted else [])
    assert look_ahead(worlds, goal, nodes=1).best == []


def test_the_same_question_takes_the_same_nodes() -> None:
    worlds = view(random.Random("nodes"), "classic", 4, 4, 6)
    first, second = (look_ahead(worlds, Goal(worlds[0].side, 30)).to_dict() for _ in range(2))
    assert first == second


def test_a_stop_flag_ends_it() -> None:
    stop = StopFlag()
    stop.set()
    with pytest.raises(Interrupted):
        look_ahead([Position.parse(text) for text in GUESS], Goal((0,), 34), stop=stop)


@pytest.mark.parametrize(
    ("texts", "goals", "moves"),
    [
        ([], Goal((0,), 1), 2),
        (GUESS, [Goal((0,), 1)], 2),
        (GUESS, Goal((0,), 1), 0),
        (GUESS, [Goal((0,), 1), Goal((1,), 1)], 2),
        (GUESS, [Goal((0,), 1), Goal((0,), 1, fewer=True)], 2),
        ([GUESS[0], "gambler NT 0 A.T8../.KQ..7 - side=0"], Goal((0,), 1), 2),
        ([GUESS[0], "gambler AT 0 A.T9../.KQ..7 - side=0"], Goal((0,), 1), 2),
        ([GUESS[0], "gambler NT 1 A.T9../.KQ..7 - side=0"], Goal((0,), 1), 2),
    ],
)
def test_what_is_no_question(texts: list[str], goals: Goal | list[Goal], moves: int) -> None:
    with pytest.raises(ValueError, match=r"goal|worlds|own card"):
        look_ahead([Position.parse(text) for text in texts], goals, moves=moves)


# --- fronts ----------------------------------------------------------------------------

vectors = st.integers(0, 31)
fronts = st.lists(vectors, min_size=1, max_size=5).map(best_of)


@given(st.lists(vectors, max_size=8))
def test_a_front_holds_all_that_is_not_within_another(some_vectors: list[int]) -> None:
    front = best_of(some_vectors)
    assert sorted(front) == sorted({v for v in some_vectors if not any(v != w and v | w == w for w in some_vectors)})


@given(fronts, fronts, vectors)
def test_meet_and_join_are_world_by_world(a: list[int], b: list[int], elsewhere: int) -> None:
    def won(w: int, x: int, y: int) -> tuple[bool, bool]:
        here = not elsewhere >> w & 1
        return bool(x >> w & 1) and (not here or bool(y >> w & 1)), bool(x >> w & 1) or bool(y >> w & 1)

    pairs = list(product(a, b))
    assert meet(a, b, elsewhere) == best_of(sum(won(w, x, y)[0] << w for w in range(5)) for x, y in pairs)
    assert join(a, b) == best_of(sum(won(w, x, y)[1] << w for w in range(5)) for x, y in pairs)


@given(st.lists(vectors, max_size=3), st.integers(-1, 5), vectors, vectors, vectors)
def test_what_a_lower_bar_stops_the_upper_one_stops(front: list[int], count: int, others: int, v: int, m: int) -> None:
    bar = Bar(tuple(front), count)
    if bar.below(others).stops(v):
        assert bar.stops((v | others) & m)


# --- goals -----------------------------------------------------------------------------


@given(st.integers(0, 40), st.integers(-3, 45), st.booleans(), st.sampled_from([None, "all", "one"]))
def test_a_goal_s_line_parts_the_outcomes(of: int, points: int, fewer: bool, tricks: str | None) -> None:
    goal = Goal((0,), points, fewer and not tricks, tricks)
    for chain in range(-1, of + 2):
        sweep = -1 if chain < 0 else 1 if chain > of else 0
        assert ((chain >= goal.line(of)) != goal.fewer) == wins(goal, 0)(min(max(chain, 0), of), sweep)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 9)), max_size=3), st.integers(0, 20), st.integers(-1, 50))
def test_what_the_rest_must_reach(tricks: list[tuple[bool, int]], rest: int, line: int) -> None:
    taken = Taken()
    for ours, points in tricks:
        taken = taken.plus(ours, points)
    of = taken.total + rest
    needed = taken.line(line, of, over=False)
    for chain in range(-1, rest + 2):
        points = taken.points + min(max(chain, 0), rest)
        whole = -1 if chain < 0 and not taken.ours else of + 1 if chain > rest and not taken.theirs else points
        assert (chain >= needed) == (whole >= line)


@pytest.mark.parametrize(
    ("variant", "contract", "past", "goal"),
    [
        # 81 of 162 make a contract of classic; of K♠ Q♥ A♦ T♣ the trumps have 28 already.
        ("classic", Contract(Strain.HEARTS, 0), Past((0, 28, 0, 0), (0, 1, 0, 0)), Goal((0, 2), 81)),
        ("classic", Contract(Strain.HEARTS, 1), Past((0, 28, 0, 0), (0, 1, 0, 0)), Goal((1, 3), 53)),
        ("contree", Contract(Strain.HEARTS, 0, 100), None, Goal((0, 2), 100)),
        ("contree", Contract(Strain.HEARTS, 0, 250, True), None, Goal((0, 2), 162, tricks="all")),
        # After a lost trick no number of points makes up all tricks.
        ("contree", Contract(Strain.HEARTS, 0, 250, True), Past((0, 28, 0, 0), (0, 1, 0, 0)), Goal((0, 2), 135)),
        ("capo", Contract(Strain.HEARTS, 2, 90), None, Goal((2,), 90)),
    ],
)
def test_what_a_contract_needs(variant: str, contract: Contract, past: Past | None, goal: Goal) -> None:
    rules = Rules.preset(variant)
    gone = to_mask(map(Card, ["KS", "QH", "AD", "TC"])) if past else 0
    hands = tuple(0xFF << 8 * seat & ~gone for seat in range(4))
    at = Position(rules, 4, contract.strain, 0, hands, (), rules.sides(4)[0])
    assert contract_goal(at, Stakes(rules, 4, contract), past) == goal


def test_no_goal_where_points_do_not_decide() -> None:
    three = Rules.preset("ukrainian")
    at = Position(three, 3, Strain.HEARTS, 0, (0x1FF, 0x3FE00, 0x7FC0000), (), (0,))
    assert contract_goal(at, Stakes(three, 3, Contract(Strain.HEARTS, 0))) is None
    two = Rules.preset("gambler")
    at = Position(two, 2, Strain.HEARTS, 0, (0x1FF, 0x3FE00), (), (0,), True)
    assert contract_goal(at, Stakes(two, 2, Contract(Strain.HEARTS, None))) is None


def played_out(at: Position, past: Past, rng: random.Random) -> tuple[Past, int, int]:
    """What the seats have after random legal play to the end; of the rest the points and sweep of the side."""
    before, tricks = past, at.tricks_left
    while any(at.hands):
        card = rng.choice(at.legal())
        taken = at.taken_with(card)
        past = past if taken is None else past.plus(*taken)
        at = at.put(card)
    points = sum(past.points[seat] - before.points[seat] for seat in at.side)
    won = sum(past.tricks[seat] - before.tricks[seat] for seat in at.side)
    return past, points, 1 if won == tricks else 0 if won else -1


@pytest.mark.parametrize("name", ["gambler", "classic", "contree", "bulgarian"])
def test_a_world_s_goal_is_met_when_its_score_says_made(name: str) -> None:
    rng = random.Random(name)
    results = []
    for deal, moment in product(some(name)[:8], (1, 9)):
        assert deal.record is not None
        record = DealRecord.from_dict(deal.record)
        if len(record.played.plays) <= moment:
            continue
        known = Knowledge.from_dict(seen(record, moment))
        worlds = [hands for hands, _ in zip(Worlds(known).draw(1), range(3), strict=False)]
        goals = contract_goals(known, worlds)
        if known.declarer is None:
            assert goals is None
            continue
        assert goals is not None
        assert known.contract is not None
        for hands, goal in zip(worlds, goals, strict=True):
            stakes = Stakes(known.rules, known.players, known.contract, *WorldStakes(known).key(hands))
            for _ in range(4):
                at = replace(known.position(hands), side=goal.side)
                after, points, sweep = played_out(at, known.past, rng)
                made = stakes.final(after.points, after.tricks).result == MADE
                assert wins(goal, goal.side[0])(points, sweep) == made
                results.append(made)
    assert 0.05 < sum(results) / len(results) < 0.95


def test_from_what_a_seat_knows() -> None:
    record = next(d.record for d in some("contree") if d.record is not None)
    known = Knowledge.from_dict(seen(DealRecord.from_dict(record), 20))
    worlds = [hands for hands, _ in zip(Worlds(known).draw(1), range(8), strict=False)]
    goals = contract_goals(known, worlds)
    assert goals is not None
    found = alphamu(known, worlds, goals)
    assert found.done
    assert found.worlds == len(worlds)
    assert to_mask(shares(found)) == known.legal
    assert found == look_ahead([known.position(hands) for hands in worlds], goals)
