"""The form "only your hand": held against going through all deals that fit, each solved by the plain solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from plainhands import PlainWorlds, goals, sight
from plainworlds import mask
from puzzlescenes import TABLES, endings
from rebelote import Card, Engine, Position, Rules, StopFlag, reference, solve
from rebelote.cards import ALL_CARDS
from rebelote.errors import Interrupted, PositionError
from rebelote.melds import belas
from rebelote.puzzling.goals import KINDS, NO_TRICK, POINTS, SWEEP, TRICK, PuzzleGoal, contract_goal
from rebelote.puzzling.handforms import hand_form, over_worlds, stands_out
from rebelote.puzzling.playouts import Game, play_random
from rebelote.puzzling.puzzles import Shares
from rebelote.puzzling.sources import spots_of_playout
from rebelote.puzzling.spots import Spot
from rebelote.stakes import Stakes
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from scenes import scene, told


@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_the_counts_are_those_of_going_through_all_deals(variant: str, players: int) -> None:
    rng = Random(f"{variant} {players}")
    differ: set[tuple[str, bool]] = set()
    for i in range(16):
        left = (3, 4, 4)[i % 3] if players == 2 else (3, 2, 2)[i % 3]
        at = told(rng, scene(rng, variant, players, left), 6 if players == 2 else 5)
        plain = PlainWorlds({**at.data, "misere": i // 3 % 2 == 0})
        numbers = sorted(points for world in plain.values for points, _ in world.values())
        some = {numbers[len(numbers) * k // 4] for k in (1, 2, 3)}
        kinds = [PuzzleGoal(POINTS, number) for number in some] + list(map(PuzzleGoal, KINDS[1:]))
        for goal in kinds:
            if goal.kind != POINTS and (goal.kind == NO_TRICK) != plain.knowledge.misere:
                continue
            counts = plain.counts(goal)
            assert over_worlds(plain.knowledge, goal) == (len(plain.positions), counts), f"{plain.data} {goal}"
            assert list(counts) == sorted(counts)
            if len(set(counts.values())) > 1:
                differ.add((goal.kind, plain.knowledge.misere))
    # In points, wanted and not, and in tricks some cards did better than others.
    assert {(POINTS, False), (POINTS, True)} < differ


def test_a_hand_form_is_there_exactly_when_its_words_say_so() -> None:
    there: dict[tuple[str, bool], int] = {}
    changed = refused = 0
    for i, at in enumerate(endings(192, 21, tricks=(2, 2))):
        percent, margin, gap = (100, 90, 60)[i // 8 % 3], (5, 0, 30)[i // 24 % 3], (1, 5)[i % 2]
        plain = PlainWorlds(sight(at))
        for goal in goals(plain, at):
            wanted = plain.hand_form(at, goal, percent, margin, gap)
            found = hand_form(at, goal, plain.knowledge, share=percent / 100, margin=margin / 100, gap=gap)
            if wanted is None:
                assert found is None, f"{at} {goal}"
                refused += 1
                continue
            assert found == (wanted[0], Shares(len(plain.positions), percent / 100, wanted[1])), f"{at} {goal}"
            there[goal.kind, at.misere] = there.get((goal.kind, at.misere), 0) + 1
            changed += wanted[0] != goal
    assert {kind for kind, _ in there} == set(KINDS) and there[POINTS, True] > 5
    assert changed > 5 and refused > 100


# --- by hand -------------------------------------------------------------------------------

#: Clubs are trumps, and seat 0 leads. The ten of clubs is the only other trump; somebody has it.
DRAW = Position.parse("classic C 0 A...9/.J..T/8.Q../K..T. - side=02")

#: What the ace does first: an opponent with the ten and no spade ruffs it. Two of three hold it in the opponents'
#: hands, and with three of five cards beside it there is no spade.
RUFFED = 90 * 2 // 3 * 3 // 5

#: What is left of the 64 points when it is ruffed: all but ace, ten and king.
ACE = 64 - 25


def test_the_safe_card_wins_in_all_worlds_and_the_usual_one_in_most() -> None:
    known = Knowledge.from_dict(sight(DRAW))
    ace, nine = Card("AS"), Card("9C")
    # Six cards in three hands of two.
    assert over_worlds(known, PuzzleGoal(SWEEP)) == (90, {ace: 90 - RUFFED, nine: 90})
    # In the deal as it is seat 1 ruffs.
    assert hand_form(DRAW, PuzzleGoal(SWEEP), known) == (
        PuzzleGoal(SWEEP), Shares(90, 1.0, {ace: 90 - RUFFED, nine: 90}),
    )  # fmt: skip
    # Where the partner has the ten both win everything: no puzzle, however many other worlds the ace loses in.
    same = Position.parse("classic C 0 A...9/8.Q../.J..T/K..T. - side=02")
    assert hand_form(same, PuzzleGoal(SWEEP), known) is None
    spades = Position.parse("classic S 0 9...A/..Q.8/T.J../..T.K - side=02")
    assert hand_form(spades, PuzzleGoal(SWEEP), Knowledge.from_dict(sight(spades))) is None


def test_the_others_must_be_behind_by_the_margin() -> None:
    known = Knowledge.from_dict(sight(DRAW))
    assert hand_form(DRAW, PuzzleGoal(SWEEP), known, margin=0.4) is not None  # 36 of 90
    assert hand_form(DRAW, PuzzleGoal(SWEEP), known, margin=0.41) is None
    # With no more than six worlds in ten asked for, the ace does too.
    assert hand_form(DRAW, PuzzleGoal(SWEEP), known, share=0.61) is not None
    assert hand_form(DRAW, PuzzleGoal(SWEEP), known, share=0.6) is None


def test_a_number_of_points_lies_the_gap_from_the_best_wrong_card() -> None:
    known = Knowledge.from_dict(sight(DRAW))
    values = [value.points for value in reference.card_values(DRAW).values()]
    assert values == [ACE, 64]
    for gap, there in ((1, True), (64 - ACE, True), (64 - ACE + 1, False)):
        found = hand_form(DRAW, PuzzleGoal(POINTS, 64), known, gap=gap)
        assert (found is not None and found[0] == PuzzleGoal(POINTS, 64)) == there
    # Any number above what the ace takes asks for the same; the most of them is taken.
    assert hand_form(DRAW, PuzzleGoal(POINTS, ACE + 1), known) == hand_form(DRAW, PuzzleGoal(POINTS, 64), known)


def test_a_share_of_nine_tenths_accepts_what_all_refuses() -> None:
    at = Position.parse("classic S 1 8...T/A...K/T.J../.T..8 - side=13")
    plain = PlainWorlds(sight(at))
    goal = PuzzleGoal(POINTS, 33)
    shares = Shares(90, 0.9, {Card("AS"): 30, Card("KC"): 88})
    assert plain.counts(goal) == shares.cards
    assert hand_form(at, goal, plain.knowledge, share=0.9) == (goal, shares)
    assert hand_form(at, goal, plain.knowledge) is None
    # 88 of 90 is 0.9777…
    assert hand_form(at, goal, plain.knowledge, share=0.977) is not None
    assert hand_form(at, goal, plain.knowledge, share=0.978) is None


@pytest.mark.parametrize(("share", "worlds", "least"), [(0.7, 10, 7), (0.1, 30, 3), (0.07, 100, 7), (1, 3, 3)])
def test_a_share_is_taken_as_it_is_written(share: float, worlds: int, least: int) -> None:
    # As floats go 0.07 · 100 is more than 7, and 0.1 itself is more than a tenth.
    def enough(number: int) -> bool:
        return stands_out(Shares(worlds, share, {Card("AS"): number, Card("7S"): 0}), Card("AS"), 0.0)

    assert enough(least) and not enough(least - 1)


def test_cards_that_play_alike_only_because_one_between_them_is_out_are_no_answer() -> None:
    # Hearts are trumps. A low club keeps the king, which ruffs the ten of diamonds then; led first it gets less.
    at = Position.parse("gambler H 0 .K..97/..T.QJ - side=0")
    king, seven, nine = map(Card, ("KH", "7C", "9C"))
    out = sight(at)["out"]
    known = Knowledge.from_dict(sight(at))
    assert hand_form(at, PuzzleGoal(POINTS, 14), known) == (PuzzleGoal(POINTS, 14), Shares(1, 1.0, {king: 0, seven: 1}))
    # The eight may be in the pack or in the other hand: to who does not know, seven and nine are two cards.
    unsure = Knowledge.from_dict({**sight(at), "out": [card for card in out if card != "8C"]})
    assert over_worlds(unsure, PuzzleGoal(POINTS, 14)) == (4, {king: 0, seven: 4, nine: 4})
    assert hand_form(at, PuzzleGoal(POINTS, 14), unsure) is None


def test_nor_are_they_where_one_of_them_is_safer() -> None:
    # The nine of spades is to make the last trick; if the eight of clubs is the other's, the nine of clubs may have to.
    at = Position.parse("lobovoy D 1 9...97/7.J.. AD side=0")
    unsure = Knowledge.from_dict({**sight(at), "out": [card for card in sight(at)["out"] if card != "8C"]})
    spade, seven, nine = map(Card, ("9S", "7C", "9C"))
    assert [value.points for value in reference.card_values(at).values()] == [0, 10, 10]
    assert over_worlds(unsure, PuzzleGoal(POINTS, 10)) == (3, {spade: 2, seven: 3, nine: 1})
    assert hand_form(at, PuzzleGoal(POINTS, 10), unsure) is None


@pytest.mark.parametrize(
    ("hands", "plays", "known", "classes"),
    [
        # A run in one hand is one card.
        (["7C 8C 9C AH", "7H 8H 9H TH", "7D 8D 9D TD", "JD QD KD AD"], "", {}, "AH 7C"),
        # The eight is another's: of the first of the others, and not of the last.
        (["7C 9C AC AH", "7H 8C 9H TH", "7D 8D 9D TD", "JD QD KD AD"], "", {"8C": 1}, "AH 7C 9C AC"),
        # It lies on the table.
        (["7C 9C AC AH", "7H 9H TH", "7D 8D 9D", "JD QD KD"], "8C QH KH", {}, "7C 9C AC"),
        # It was played in the trick before, and is gone.
        (["7C 9C AC AH", "7H 9H TH JH", "7D 8D 9D TD", "JD QD KD AD"], "TC 8C KC QC", {}, "AH 7C AC"),
    ],
)
def test_classes_are_the_cards_that_nothing_parts(
    hands: list[str], plays: str, known: dict[str, int], classes: str
) -> None:
    there = {card for text in (*hands, plays) for card in text.split()}
    leader = 1 if plays.count(" ") == 2 else 0
    data = {
        "variant": "bulgarian", "trump": "NT", "leader": leader, "seat": 0, "hand": hands[0], "plays": plays,
        "known": known | {card: seat for seat, text in enumerate(hands) for card in text.split() if seat not in (0, 1)},
        "out": [str(card) for card in ALL_CARDS if str(card) not in there],
    }  # fmt: skip
    found = over_worlds(Knowledge.from_dict(data), PuzzleGoal(POINTS, 1))
    assert found is not None and " ".join(map(str, found[1])) == classes


@pytest.mark.parametrize("variant", ["gambler", "contree"])
def test_a_goal_on_which_a_contract_hangs_must_be_the_same_in_every_world(variant: str) -> None:
    rules = Rules.preset(variant)
    players = rules.players[0]
    kept = differ = 0
    for i in range(150):
        rng = Random(f"{variant} {i}")
        here = told(rng, scene(rng, variant, players, 3 if players == 2 else 2, options={}), 5)
        bid = rules.customs.least_bid if rules.customs.made_when == "bid" else ""
        facts = {"declarer": rng.randrange(players), "contract": f"{bid}{here.data['trump']}", "melds": [], "belas": []}
        plain = PlainWorlds({**here.data, **facts})
        at = plain.knowledge.position(tuple(map(mask, here.held)))
        needs = {_needed(plain.knowledge, world.hands) for world in plain.positions}
        goal = _needed(plain.knowledge, at.hands)
        if goal is None:
            continue
        wanted = plain.hand_form(at, goal, 50, 0, 1) if needs == {goal} else None
        found = hand_form(at, goal, plain.knowledge, share=0.5, margin=0.0)
        assert found == (wanted and (goal, Shares(len(plain.positions), 0.5, wanted[1]))), f"{plain.data} {goal}"
        kept += found is not None
        # Without the contract it would have been one.
        differ += len(needs) > 1 and plain.hand_form(at, replace(goal, contract=None), 50, 0, 1) is not None
        # Who does not know the contract cannot be asked to make it.
        blind = Knowledge.from_dict(here.data)
        assert hand_form(at, goal, blind, share=0.5, margin=0.0) is None
    assert kept > 1 and (differ > 2 or variant == "contree")


def _needed(known: Knowledge, hands: tuple[int, ...]) -> PuzzleGoal | None:
    """What the contract comes to in a world in which nothing was called: kings and queens of trumps may still be."""
    pairs = tuple(sum(pair.points for pair in belas(known.rules, known.strain, hand)) for hand in hands)
    assert known.contract is not None
    stakes = Stakes(known.rules, known.players, known.contract, (0,) * known.players, pairs)
    return contract_goal(known.position(hands), stakes, known.past)


# --- limits and faults ---------------------------------------------------------------------

ASKED: list[Callable[..., object]] = [
    lambda known, **given: over_worlds(known, PuzzleGoal(SWEEP), **given),
    lambda known, **given: hand_form(DRAW, PuzzleGoal(SWEEP), known, **given),
]


@pytest.mark.parametrize("ask", ASKED)
def test_more_worlds_than_asked_for_are_not_gone_through(ask: Callable[..., object]) -> None:
    known = Knowledge.from_dict(sight(DRAW))
    assert ask(known, most=90) is not None
    assert ask(known, most=89) is None


@pytest.mark.parametrize("ask", ASKED)
def test_a_stop_flag_interrupts(ask: Callable[..., object]) -> None:
    known, stop = Knowledge.from_dict(sight(DRAW)), StopFlag()
    assert ask(known, stop=stop) is not None
    stop.set()
    with pytest.raises(Interrupted):
        ask(known, stop=stop)


def test_it_ends_with_the_world_that_makes_it_hopeless(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, drawn, early = Worlds.draw, 0, 0

    def draw(worlds: Worlds, seed: int = 0) -> Iterator[tuple[int, ...]]:
        nonlocal drawn
        for world in whole(worlds, seed):
            drawn += 1
            yield world

    monkeypatch.setattr(Worlds, "draw", draw)
    for at in endings(180, 31, tricks=(2, 2)):
        if at.misere:
            continue
        plain = PlainWorlds(sight(at))
        here = plain.positions.index(at)
        index = {position.hands: i for i, position in enumerate(plain.positions)}
        order = [index[hands] for hands in whole(Worlds(plain.knowledge))]
        for goal in (PuzzleGoal(SWEEP), PuzzleGoal(TRICK)):
            right = tuple(card for card in at.legal() if plain.reaches(goal, here, card))
            if right not in plain.classes or len(right) == len(at.legal()):
                continue
            fails = [n for n, world in enumerate(order, 1) if not plain.reaches(goal, world, right[0])]
            allowed, drawn = len(order) // 10, 0
            hand_form(at, goal, plain.knowledge, share=0.9)
            assert drawn == (fails[allowed] if len(fails) > allowed else len(order))
            early += drawn < len(order) / 2
    assert early > 3


def test_any_engine_and_any_time_give_the_same() -> None:
    for at in endings(40, 3, tricks=(3, 3)):
        known = Knowledge.from_dict(sight(at))
        if Worlds(known).count > 300:
            continue
        goal = PuzzleGoal(POINTS, reference.solve(at).points)
        once = hand_form(at, goal, known, share=0.7), over_worlds(known, goal)
        plainly = Engine(1 << 12, prune=0)
        again = hand_form(at, goal, known, share=0.7, engine=plainly), over_worlds(known, goal, engine=plainly)
        assert once == again


def test_a_deal_that_does_not_fit_is_no_puzzle() -> None:
    # Somebody is told to have what he has not; then that one seat has three of its two cards.
    wrong = Knowledge.from_dict({**sight(DRAW), "known": {"JH": 2}})
    assert Worlds(wrong).count == 30
    assert hand_form(DRAW, PuzzleGoal(SWEEP), wrong) is None
    none = Knowledge.from_dict({**sight(DRAW), "known": {"TC": 2, "JH": 2, "8S": 2}})
    assert hand_form(DRAW, PuzzleGoal(SWEEP), none) is None
    with pytest.raises(PositionError, match="fits"):
        over_worlds(none, PuzzleGoal(SWEEP))


@pytest.mark.parametrize("share", [0, -0.5, 1.01, float("nan")])
def test_a_share_lies_between_none_and_all(share: float) -> None:
    with pytest.raises(ValueError, match="share"):
        hand_form(DRAW, PuzzleGoal(SWEEP), Knowledge.from_dict(sight(DRAW)), share=share)


@pytest.mark.parametrize("given", [{"margin": -0.01}, {"margin": 1.5}, {"gap": 0}])
def test_a_margin_and_a_gap_are_not_negative(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(given))):
        hand_form(DRAW, PuzzleGoal(SWEEP), Knowledge.from_dict(sight(DRAW)), **given)


def test_the_knowledge_must_be_that_of_the_position() -> None:
    known = Knowledge.from_dict(sight(DRAW))
    for other in (replace(DRAW, leader=1), replace(DRAW, misere=True), replace(DRAW, hands=DRAW.hands[::-1])):
        with pytest.raises(ValueError, match="another position"):
            hand_form(other, PuzzleGoal(SWEEP), known)


# --- played deals --------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["classic", "gambler"])
def test_puzzles_of_played_deals_are_found_from_what_their_seats_saw(variant: str) -> None:
    found = 0
    for number in range(60):
        for spot in spots_of_playout(play_random(Game(Rules.preset(variant)), Random(f"2/{number}")), (3, 3), {}):
            at, known = spot.position, _seen(spot)
            got = hand_form(at, PuzzleGoal(POINTS, solve(at).points), known, share=0.8)
            if got is None:
                continue
            goal, shares = got
            found += 1
            assert at.hands in set(Worlds(known))
            assert over_worlds(known, goal) == (shares.worlds, shares.cards)
            right = [c for c, value in reference.card_values(at).items() if value.points >= (goal.points or 0)]
            assert stands_out(shares, right[0]) and set(right) & set(shares.cards) == {right[0]}
    assert found > 3


def _seen(spot: Spot) -> Knowledge:
    assert spot.view is not None
    return Knowledge.from_dict(spot.view())
