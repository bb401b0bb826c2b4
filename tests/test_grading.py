"""The card of who looks at one trick only; what is measured of a puzzle; difficulty, grade and interest."""

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
from hypothesis import given
from hypothesis import strategies as st

import rebelote
from puzzlescenes import TABLES, endings, goals
from rebelote import Card, Engine, Position, reference
from rebelote.cards import from_mask, to_mask
from rebelote.engine import ENTRY_BYTES
from rebelote.puzzling.goals import LAST_TRICK, POINTS, SWEEP, PuzzleGoal, last_trick_alone
from rebelote.puzzling.grading import CUTS, MOST_TRAPS, difficulty, grade, grade_of
from rebelote.puzzling.interest import DEEP, PARTS, interest, interest_parts
from rebelote.puzzling.judging import judge
from rebelote.puzzling.lines import main_line
from rebelote.puzzling.onetrick import one_trick_card, trick_worths
from rebelote.puzzling.puzzles import Grading, Shares
from rebelote.puzzling.quests import Quest
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.spots import bare_knowledge
from rebelote.rules import Strain
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.likelihood import likelihood

# --- one trick ---------------------------------------------------------------------------


def plain_worth(at: Position, card: Card) -> int:
    """What a card brings the position's side in this trick, its points or as many less than nothing: every line."""
    taken = at.taken_with(card)
    if taken is not None:
        winner, points = taken
        return points if winner in at.side else -points
    after = at.put(card)
    answers = [plain_worth(after, answer) for answer in after.legal()]
    return max(answers) if (after.seat in at.side) != at.misere else min(answers)


def plain_card(at: Position) -> Card:
    """The one-trick player's card, by the words of its rule."""
    legal = at.legal()
    many = (at.seat in at.side) != at.misere
    best = (max if many else min)(plain_worth(at, card) for card in legal)
    left = [card for card in legal if plain_worth(at, card) == best]
    points, strengths = at.rules.points(at.strain), at.rules.strengths(at.strain)
    left = [card for card in left if points[card] == min(points[c] for c in left)]
    if plain := [card for card in left if str(card)[1] != str(at.strain)]:
        left = plain
    left = [card for card in left if strengths[card] == min(strengths[c] for c in left)]
    return min(left)


def test_the_one_trick_card_is_that_of_plain_minimax_to_the_end_of_the_trick() -> None:
    seen: Counter[object] = Counter()
    for at in endings(320, 21, tricks=(1, 4)):
        worths = trick_worths(at)
        sign = 1 if (at.seat in at.side) != at.misere else -1
        assert worths == {card: sign * plain_worth(at, card) for card in at.legal()}, str(at)
        card = one_trick_card(at)
        assert card == plain_card(at), str(at)
        seen.update((at.rules.variant, at.players, "misere" * at.misere, "NT or AT" * (at.strain >= Strain.NT)))
        # Others beside the seat on turn may be the side: what is asked for is the card of the seat on turn.
        others = replace(at, side=at.others)
        assert one_trick_card(others) == plain_card(others), str(others)
        if at.rules.parties(at.players) > 2:
            with_a_friend = replace(at, side=tuple(sorted({at.seat, (at.seat + 1) % at.players})))
            assert one_trick_card(with_a_friend) == plain_card(with_a_friend)
    assert all(seen[what] > 5 for table in TABLES for what in (*table, "misere", "NT or AT"))


@pytest.mark.parametrize(
    ("at", "card"),
    [
        # The trick is to be had: with the ace, and the most points of the other hand.
        ("gambler H 0 A7.../T8... - side=0", "AS"),
        # It is lost: the cheapest card goes.
        ("capo C 1 ..T8./7.../8.../9... AD-KD-7D side=0", "8D"),
        # There is nothing in it: a plain card before a trump.
        ("ukrainian:2 C 1 A8...7/.7..J 8D side=0", "8S"),
        # The partner has it: the fattest card.
        ("classic C 1 ..T7./.8../.K../A... 9D-AD-8D side=02", "TD"),
        # In NT a trump is none; in AT the jack is the highest.
        ("gambler NT 0 J...A/T...9 - side=0", "AC"),
        ("gambler AT 0 J...A/9...9 - side=0", "JS"),
        # Misère: the seven does not take the ace, and of what cannot take it the most points go.
        ("gambler H 0 A7.../KT... - side=0 misere", "7S"),
    ],
)
def test_one_trick_cards_at_the_table(at: str, card: str) -> None:
    start = Position.parse(at)
    assert str(one_trick_card(start)) == card == str(plain_card(start))


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


# --- the formulas ------------------------------------------------------------------------


@st.composite
def some_measures(draw: st.DrawFn) -> dict[str, Any]:
    """Measures that fit one another."""
    decisions = draw(st.integers(1, 9))
    wrong = draw(st.integers(decisions, 40))
    return {
        "tricks": draw(st.integers(2, 9)),
        "turns": draw(st.integers(decisions, 18)),
        "decisions": decisions,
        "wrong": wrong,
        "traps": draw(st.integers(0, wrong)),
        "thumb": draw(st.integers(0, decisions)),
        "one_trick": draw(st.integers(0, decisions)),
        "share": draw(st.integers(0, 1000)) / 1000,
        "gives_up": draw(st.booleans()),
        "throws": draw(st.booleans()),
        "symmetric": draw(st.booleans()),
    }


@given(some_measures(), some_measures())
def test_more_of_what_makes_a_puzzle_hard_never_makes_it_easier(one: dict[str, Any], two: dict[str, Any]) -> None:
    harder = {key: max(one[key], two[key]) for key in one} | {"share": min(one["share"], two["share"])}
    for less in (one, two):
        assert difficulty(harder) >= difficulty(less)
        assert grade_of(difficulty(harder)) >= grade_of(difficulty(less))


@given(some_measures())
def test_each_measure_counts_by_itself(had: dict[str, Any]) -> None:
    hard = difficulty(had)
    for key in ("tricks", "decisions", "thumb", "one_trick", "traps"):
        more = difficulty({**had, key: had[key] + 1})
        assert more > hard or (key == "traps" and had["traps"] >= MOST_TRAPS and more == hard)
    if had["share"] >= 0.1:
        assert difficulty({**had, "share": round(had["share"] - 0.1, 3)}) > hard
    for key in ("turns", "wrong", "gives_up", "throws", "symmetric"):
        assert difficulty({**had, key: had[key] + 1}) == hard


def test_the_grade_is_cut_where_it_is_said() -> None:
    assert [grade_of(hard) for hard in (0.0, 2.59, 2.6, 3.19, 3.2, 3.99, 4.0, 4.99, 5.0, 12.5)] == [
        1, 1, 2, 2, 3, 3, 4, 4, 5, 5,
    ]  # fmt: skip
    # A sum that comes to a cut point exactly is not below it.
    at_cut = {"tricks": 3, "decisions": 2, "traps": 3, "thumb": 1, "one_trick": 1, "share": 1.0}
    assert difficulty(at_cut) == CUTS[0] and grade_of(difficulty(at_cut)) == 2


def test_the_parts_of_the_interest_make_one() -> None:
    assert round(sum(PARTS.values()), 9) == 1


@given(some_measures())
def test_interest_lies_between_nothing_and_one(had: dict[str, Any]) -> None:
    assert set(interest_parts(had)) == set(PARTS)
    assert all(0 <= part <= 1 for part in interest_parts(had).values())
    assert 0 <= interest(had) <= 1 and round(interest(had), 3) == interest(had)


@given(some_measures())
def test_what_surprises_is_interesting(had: dict[str, Any]) -> None:
    good = interest(had)
    for key in ("gives_up", "throws"):
        assert interest({**had, key: True}) >= interest({**had, key: False}) + 0.04
    assert interest({**had, "symmetric": False}) >= interest({**had, "symmetric": True}) + 0.04
    assert interest({**had, "share": had["share"] / 2}) >= good
    assert interest({**had, "thumb": had["thumb"] + 1}) >= good
    assert interest({**had, "one_trick": had["one_trick"] + 1}) >= good
    assert interest({**had, "traps": min(had["traps"] + 1, had["wrong"])}) >= good


@given(some_measures(), st.integers(1, 2))
def test_short_is_interesting_but_not_at_the_cost_of_depth(had: dict[str, Any], turns: int) -> None:
    longer = {**had, "tricks": had["tricks"] + 1}
    assert interest({**longer, "turns": had["turns"] + turns}) <= interest(had)
    if had["decisions"] < DEEP:
        deeper = {**longer, "turns": had["turns"] + turns, "decisions": had["decisions"] + 1}
        assert interest(deeper) >= interest(had)


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
