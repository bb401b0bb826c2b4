"""What is measured of a puzzle: by hand, by plain search, and in the same way everywhere."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from typing import Any

import pytest

import rebelote
from plaintricks import plain_card, plain_worth
from puzzlescenes import TABLES, endings, goals
from rebelote import Card, Engine, Position, reference
from rebelote._core import ENTRY_BYTES
from rebelote.cards import from_mask, to_mask
from rebelote.playing.thumb import rule_of_thumb
from rebelote.puzzling.goals import LAST_TRICK, NO_TRICK, POINTS, SWEEP, TRICK, PuzzleGoal, last_trick_alone
from rebelote.puzzling.grading import difficulty, grade, grade_of
from rebelote.puzzling.interest import interest
from rebelote.puzzling.judging import judge
from rebelote.puzzling.lines import main_line
from rebelote.puzzling.puzzles import Grading, Shares
from rebelote.puzzling.quests import Quest
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.spots import bare_knowledge
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.likelihood import likelihood

# --- measures worked out by hand -----------------------------------------------------------


@contextmanager
def scene(
    at: Position, goal: PuzzleGoal, knowledge: Knowledge | None = None, engine: Engine | None = None
) -> Iterator[Scene]:
    """The scene of a puzzle whose solver knows what is gone."""
    with judge(Quest(at, goal), engine) as judging:
        main = main_line(judging)
        assert main is not None, f"{at} {goal}"
        yield Scene(main, judging, knowledge or bare_knowledge(at))


def graded(at: str, points: int) -> Grading:
    with scene(Position.parse(at), PuzzleGoal(POINTS, points)) as this:
        return grade(this)


def test_a_puzzle_of_two_hands_worked_out_by_hand() -> None:
    # Seat 1 led TC, a trump, and holds JS QD; seat 0 loses the trick with any of AS 8H 9D. Seat 1 goes on:
    #   9D away: with QD (8H to it) and JS to the ace, 2 + 11 + 10 = 23; JS first leaves 13 + the last trick, 26.
    #   8H away: with JS to the ace, and QD takes 9D: 13.   AS away: nothing.
    # When QD comes, 8H is right: AS away, and JS takes the last trick too.
    got = graded("ukrainian:2 C 1 A.8.9./J..Q. TC side=0", 23)
    assert got.measures == {
        "tricks": 3, "turns": 3, "decisions": 2,
        # AS and 8H, then AS; 8H costs no more in its trick than 9D, the aces do.
        "wrong": 3, "traps": 1,
        # The rule of thumb keeps 8H, the last heart; who looks at one trick throws the weaker of two worthless cards,
        # 8H. Both find 8H later.
        "thumb": 0, "one_trick": 1,
        # What is not seen is seat 1's.
        "share": 1.0,
        # No card takes the trick, and 9D is worth nothing.
        "gives_up": False, "throws": False, "symmetric": False,
    }  # fmt: skip
    # 3 · 0.2 + 2 · 0.4 + 1 · 0.2 + 1 · 0.3
    assert (got.difficulty, got.grade) == (1.9, 1)
    # 1/4 · 0.25 + 1/3 · 0.1 + 2/6 · 0.15 + 2/3 · 0.05 + 6/8 · 0.05 + 0.1
    assert got.interest == 0.317


def test_a_puzzle_of_three_hands_worked_out_by_hand() -> None:
    # Nobody has a spade, and spades are trump. Seat 1 leads, seat 2 plays, then seat 0, of seat 1's side.
    #   7C: TC takes it, 9H is thrown to it; 7D comes, 9D takes it and TH: 10 + 10 = 20. TH first, and 10 are left.
    #   9D takes 7D and TH, and TC takes the rest: 10.
    got = graded("ukrainian:3 S 1 .T9../..9.7/..7.T - side=01", 20)
    assert got.measures == {
        "tricks": 2, "turns": 4, "decisions": 2,
        # 9D, then TH. 9D wins ten where 7C loses ten; TH costs ten more than 9H.
        "wrong": 2, "traps": 1, "thumb": 1, "one_trick": 1,
        # Seat 2 may hold two of TH 9H 7D TC. 7C is a best card with 7D TC (20 : 10), TH 9H and 9H 7D (30 : 30) and
        # 9H TC (20 : 0); with TH 7D it is 10 : 30, with TH TC 0 : 10.
        "share": 0.667,
        "gives_up": True, "throws": False, "symmetric": False,
    }  # fmt: skip
    # 2 · 0.2 + 2 · 0.4 + 0.2 + 2 · 0.3 + 1/3 · 1.5
    assert (got.difficulty, got.grade) == (2.5, 1)
    # 2/4 · 0.25 + 1/3 · 0.15 + 0.1 + 1/2 · 0.1 + 2/6 · 0.15 + 2/4 · 0.05 + 7/8 · 0.05 + 0.1
    assert got.interest == 0.544


def test_a_puzzle_of_misere_worked_out_by_hand() -> None:
    # TS takes QS, 13, and 7H goes under; 7H first, QH takes it, and QS leaves 23 to TS.
    got = graded("gambler C 0 T.7../Q.Q.. - side=0 misere", 13)
    assert got.measures == {
        "tricks": 2, "turns": 2, "decisions": 1, "wrong": 1, "traps": 1, "thumb": 1, "one_trick": 1, "share": 1.0,
        # The trick could have been left to the others, and a ten is in it.
        "gives_up": True, "throws": True, "symmetric": False,
    }  # fmt: skip
    assert (got.difficulty, got.grade) == (1.6, 1)


def test_what_is_measured_at_a_turn_is_what_the_words_say() -> None:
    seen: Counter[object] = Counter()
    for this in small_puzzles(150, 41, 2000):
        start, decisions = this.start, this.main.decisions
        worths = {}
        for decision in decisions:
            at = decision.moment.at
            sign = 1 if (at.seat in at.side) != at.misere else -1
            worths[decision.place] = {card: sign * plain_worth(at, card) for card in at.legal()}
        right, wrong = this.first.right.card, [choice.card for choice in this.first.wrong]
        lost, points = worths[0][right] < 0, start.rules.points(start.strain)[right]
        got = grade(this).measures
        told = {
            "decisions": len(decisions),
            "wrong": sum(len(one.wrong) for one in decisions),
            "traps": sum(
                max(worths[one.place][card] for card in choice.cards) >= worths[one.place][one.right.card]
                for one in decisions
                for choice in one.wrong
            ),
            "one_trick": sum(plain_card(one.moment.at) not in one.right.cards for one in decisions),
            "gives_up": lost and any(worths[0][card] > 0 for card in wrong),
            "throws": lost and points >= 10,
        }
        assert {key: got[key] for key in told} == told, f"{start} {this.quest.goal}"
        seen.update(f"{key} {bool(value)}" for key, value in told.items())
        # What comes near it.
        seen["wins a dear trick"] += not lost and points >= 10
        seen["wins what others win too"] += not lost and any(worths[0][card] > 0 for card in wrong)
        seen["nothing in it"] += lost and {0} == {max(worths[0][card], 0) for card in wrong} and 0 in worths[0].values()
    assert all(
        seen[f"{key} {value}"] for key in ("traps", "one_trick", "gives_up", "throws") for value in (True, False)
    )
    assert all(seen[near] for near in ("wins a dear trick", "wins what others win too", "nothing in it"))


@pytest.mark.parametrize(
    ("at", "goal", "declarer", "thumb"),
    [
        # The last turn of the line is the declarer's or his partner's, who by the rule of thumb draws trumps.
        ("classic C 3 ..Q.A/..J.Q9/KQ..T./..8.T TS-7S side=13", PuzzleGoal(POINTS, 65), 3, 2),
        ("classic D 0 T..Q./..T.T/.7..9/...AK8 JC-QC-7C side=13", PuzzleGoal(SWEEP), 1, 1),
    ],
)
def test_the_rule_of_thumb_knows_the_contract_at_every_turn(
    at: str, goal: PuzzleGoal, declarer: int, thumb: int
) -> None:
    start = Position.parse(at)
    known = bare_knowledge(start)
    first = {who: rule_of_thumb(replace(known, declarer=who)) for who in (declarer, None)}
    assert len(set(first.values())) == 1
    counts = []
    for who in (declarer, None):
        with scene(start, goal, replace(known, declarer=who)) as this:
            counts.append(grade(this).measures["thumb"])
    assert counts[0] == thumb != counts[1]


# --- the share ---------------------------------------------------------------------------


def best_in(world: Position, right: tuple[Card, ...], goal: PuzzleGoal, solve: Any = reference.solve) -> bool:
    """Whether one of the cards is a best one in a deal, by the values that are solved after every card."""
    if goal.kind == LAST_TRICK:
        world = replace(world, rules=last_trick_alone(world.rules))
    values = {}
    for card in world.legal():
        taken, after = world.taken_with(card), world.put(card)
        points = tricks = 0
        if taken is not None:
            points, tricks = taken[1] * (taken[0] in world.side), 1 if taken[0] in world.side else -1
        sweep = tricks
        if any(after.hands):
            rest = solve(after)
            points += rest.points
            sweep = rest.sweep if tricks in (0, rest.sweep) else 0
        values[card] = (points, 0) if goal.kind in (POINTS, LAST_TRICK) else (points, sweep)
    best = max(values.values()) if (world.seat in world.side) != world.misere else min(values.values())
    return any(values[card] == best for card in right)


def plain_worlds(at: Position) -> list[Position]:
    """Every deal that fits what the seat on turn sees, in which what lies on the table was legal."""
    others = [seat for seat in range(at.players) if seat != at.seat]
    pool = [card for seat in others for card in from_mask(at.hands[seat])]
    out: list[Position] = []

    def deal_on(seats: list[int], left: frozenset[Card], hands: dict[int, int]) -> None:
        if not seats:
            world = replace(at, hands=tuple(hands[seat] for seat in range(at.players)))
            if not _faults(world):
                out.append(world)
            return
        for some in combinations(sorted(left), at.hands[seats[0]].bit_count()):
            deal_on(seats[1:], left - {*some}, {**hands, seats[0]: to_mask(some)})

    deal_on(others, frozenset(pool), {at.seat: at.hands[at.seat]})
    return out


def _faults(at: Position) -> bool:
    """Whether a card on the table was not legal."""
    before = replace(at, trick=())
    hands = list(at.hands)
    for place, card in enumerate(at.trick):
        hands[(at.leader + place) % at.players] |= card.bit
    before = replace(before, hands=tuple(hands))
    for card in at.trick:
        if card not in before.legal():
            return True
        before = before.put(card)
    return False


def small_puzzles(count: int, seed: int, most: int) -> Iterator[Scene]:
    """Scenes of random endings of all games with at most so many worlds, of every kind of goal."""
    found = 0
    for at in endings(4000, seed, tricks=(2, 3)):
        if Worlds(bare_knowledge(at)).count > most:
            continue
        for goal in goals(at):
            with judge(Quest(at, goal)) as judging:
                main = main_line(judging)
                if main is not None:
                    found += 1
                    yield Scene(main, judging, bare_knowledge(at))
        if found >= count:
            return


def test_the_share_is_that_of_all_deals_that_fit_where_they_are_few() -> None:
    kinds: Counter[object] = Counter()
    for this in small_puzzles(60, 31, 40):
        worlds = plain_worlds(this.start)
        right, goal = this.first.right.cards, this.quest.goal
        share = Fraction(sum(best_in(world, right, goal) for world in worlds), len(worlds))
        assert grade(this).measures["share"] == round(float(share), 3), f"{this.start} {goal}"
        kinds.update((goal.kind, this.start.players, share < 1, this.start.misere))
    assert kinds[POINTS] > 5 and kinds[LAST_TRICK] > 5 and kinds[SWEEP] > 2 and kinds[True] > 10
    assert kinds[2] and kinds[3] and kinds[4]


@pytest.mark.parametrize(
    ("at", "goal", "best", "worlds"),
    [
        # As many points, and one trick more or less that has none: what is asked for is points.
        ("ukrainian:3 H 2 ..Q.7/..87./..9.8 - side=2", PuzzleGoal(POINTS, 10), 6, 6),
        ("ukrainian:3 C 0 7.9../Q..9./A.8.. - side=0", PuzzleGoal(POINTS, 10), 4, 6),
        # The last trick, with the first one or without it.
        ("ukrainian:3 D 0 ..J7./..AT./.8..9 - side=0", PuzzleGoal(LAST_TRICK), 6, 6),
        # A trick without points, or none at all.
        ("ukrainian:3 C 1 .7.8.K/8..9.T/Q.Q..J - side=1", PuzzleGoal(TRICK), 17, 20),
        ("ukrainian:3 H 0 8.7.8./K..J.8/.J8.7. - side=0 misere", PuzzleGoal(NO_TRICK), 14, 20),
    ],
)
def test_a_best_card_is_best_for_what_is_asked(at: str, goal: PuzzleGoal, best: int, worlds: int) -> None:
    with scene(Position.parse(at), goal) as this:
        fit = plain_worlds(this.start)
        assert sum(best_in(world, this.first.right.cards, goal) for world in fit) == best
        assert len(fit) == worlds
        assert grade(this).measures["share"] == round(best / worlds, 3)


def drawn(this: Scene, count: int, solve: Any = reference.solve) -> list[tuple[tuple[int, ...], bool]]:
    """The first deals of the order of seed 0, and whether the answer is a best card there."""
    return [
        (hands, best_in(replace(this.start, hands=hands), this.first.right.cards, this.quest.goal, solve))
        for hands in islice(Worlds(this.knowledge).draw(0), count)
    ]


MANY_WORLDS = Position.parse("contree C 2 .KT.Q./.QJ9../.A8..7/98...8 - side=02")


def test_where_many_deals_fit_the_first_forty_of_the_order_of_seed_nought_are_taken() -> None:
    with scene(MANY_WORLDS, PuzzleGoal(POINTS, 36)) as this:
        assert Worlds(this.knowledge).count == 1680
        best = sum(good for _, good in drawn(this, 40))
        assert 0 < best < 40
        assert grade(this).measures["share"] == round(best / 40, 3)


@pytest.mark.parametrize(
    ("at", "points", "count"),
    [
        ("classic C 1 T.K.QJ9.Q/.QJT8..A/.9.8.JT8/Q98..K.97 AH-7H side=13", 57, 20),
        ("contree C 1 .QJT7.Q.KJ/JT98.8..7/AQ.K..AT8/K7..KT9.Q9 AH-9H side=13", 41, 10),
    ],
)
def test_the_more_tricks_are_left_the_fewer_deals_are_taken(at: str, points: int, count: int) -> None:
    with scene(Position.parse(at), PuzzleGoal(POINTS, points)) as this:
        best = sum(good for _, good in drawn(this, count, rebelote.solve))
        assert 0 < best < count
        assert grade(this).measures["share"] == best / count


def test_calls_weight_the_deals() -> None:
    calls = ("pass", "80H", "pass", "90C", "pass", "pass", "pass")
    told = replace(bare_knowledge(MANY_WORLDS), dealer=3, auction=calls)
    with scene(MANY_WORLDS, PuzzleGoal(POINTS, 36), told) as this:
        worlds = [(likelihood(told, hands), good) for hands, good in drawn(this, 40)]
        share = sum(weight for weight, good in worlds if good) / sum(weight for weight, _ in worlds)
        assert grade(this).measures["share"] == round(share, 3)
    with scene(MANY_WORLDS, PuzzleGoal(POINTS, 36)) as this:
        assert abs(grade(this).measures["share"] - share) > 0.02


def test_a_share_that_is_told_is_the_answers() -> None:
    with scene(MANY_WORLDS, PuzzleGoal(POINTS, 36)) as this:
        (answer,) = this.first.right.cards
        wrong = [choice.card for choice in this.first.wrong]
        shares = Shares(1680, 0.5, {answer: 1000, **dict.fromkeys(wrong, 700)})
        assert grade(this, shares=shares).measures["share"] == 0.595


# --- of all games ------------------------------------------------------------------------


def test_grades_hang_on_nothing_but_the_puzzle() -> None:
    engines = [Engine(ENTRY_BYTES), Engine(prune=0)]
    games: Counter[object] = Counter()
    for this in small_puzzles(50, 77, 2000):
        whole = grade(this)
        games.update((this.start.rules.variant, this.start.misere))
        assert json.loads(json.dumps(whole.measures)) == whole.measures
        assert whole.grade == grade_of(difficulty(whole.measures)) and whole.interest == interest(whole.measures)
        # From what the JSON has: the position and the goal.
        at = Position.from_dict(json.loads(json.dumps(this.start.to_dict())))
        for engine in engines:
            with scene(at, this.quest.goal, engine=engine) as again:
                assert grade(again) == whole
    assert all(games[name] for name in (*{v for v, _ in TABLES}, True, False))
