"""Positions are alike up to the names of suits and the turning of seats; ids follow from that and nothing else."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from puzzlescenes import TABLES, endings
from rebelote import Card, Position, Rules, deal
from rebelote.cards import from_mask, to_mask
from rebelote.puzzling.goals import BROKEN, LAST_TRICK, POINTS, SWEEP, PuzzleGoal
from rebelote.puzzling.puzzles import HAND, OPEN
from rebelote.puzzling.sameness import canonical, puzzle_id, symmetric
from rebelote.rules import Strain

NAMES = list(permutations("SHDC"))
FOUR = PuzzleGoal(POINTS, 4)


def moved(at: Position, names: Sequence[str], turn: int) -> Position:
    """The position with the suits S H D C called ``names`` and every seat moved on by ``turn``, worked on as text."""
    called = dict(zip("SHDC", names, strict=True))

    def card(old: Card) -> Card:
        return Card(str(old)[0] + called[str(old)[1]])

    hands = [0] * at.players
    for seat, hand in enumerate(at.hands):
        hands[(seat + turn) % at.players] = to_mask(map(card, from_mask(hand)))
    return replace(
        at,
        strain=next(strain for strain in Strain if str(strain) == called.get(str(at.strain), str(at.strain))),
        leader=(at.leader + turn) % at.players,
        hands=tuple(hands),
        trick=tuple(map(card, at.trick)),
        side=tuple(sorted((seat + turn) % at.players for seat in at.side)),
    )


def changed(at: Position, rng: Random) -> Position:
    """The position with one thing another: two cards, strain, side, leader, misère, an option, the trick turned."""
    what = rng.choice(["cards", "cards", "strain", "side", "leader", "misere", "option", "trick"])
    holders = [seat for seat in range(at.players) if at.hands[seat]]
    if what == "cards" and len(holders) > 1:
        one, two = rng.sample(holders, 2)
        mine, other = rng.choice(from_mask(at.hands[one])), rng.choice(from_mask(at.hands[two]))
        hands = list(at.hands)
        hands[one] += other.bit - mine.bit
        hands[two] += mine.bit - other.bit
        return replace(at, hands=tuple(hands))
    if what == "strain":
        return replace(at, strain=rng.choice([strain for strain in at.rules.strains if strain != at.strain]))
    if what == "side":
        return replace(at, side=rng.choice([side for side in at.rules.sides(at.players) if side != at.side]))
    if what == "leader":
        return replace(at, leader=(at.leader + 1) % at.players)
    if what == "misere":
        return replace(at, misere=not at.misere)
    if what == "option":
        return replace(at, rules=Rules.preset(at.rules.variant, last_trick=rng.choice([0, 20])))
    return replace(at, trick=at.trick[::-1])


def test_renaming_suits_and_turning_seats_changes_neither_key_nor_id() -> None:
    rng = Random(1)
    seen: dict[str, bool] = {}
    for at in endings(240, 1, tricks=(1, 8)):
        names = rng.choice(NAMES)
        other = moved(at, names, rng.randrange(at.players))
        assert canonical(other) == canonical(at), f"{at} | {other}"
        assert hash(canonical(other)) == hash(canonical(at))
        assert puzzle_id(other, FOUR, OPEN) == puzzle_id(at, FOUR, OPEN)
        assert symmetric(other) == symmetric(at)
        seen[str(other)] = other == at
    # They are other positions indeed.
    assert sum(seen.values()) < 30


def test_keys_are_equal_only_for_positions_that_can_be_made_one() -> None:
    # Small positions, so that many are alike; each with everything that it can be moved to.
    rng, equal, other = Random(2), 0, 0
    for variant, players in TABLES:
        some = [
            deal(variant, rng=rng, players=players, tricks=1, misere=rng.random() < 0.3, mid_trick=i % 2 == 0)
            for i in range(12)
        ]
        some += [changed(at, rng) for at in some for _ in range(3)]
        some += [moved(at, rng.choice(NAMES), rng.randrange(players)) for at in some[:12]]
        reached = [{moved(at, names, turn) for names in NAMES for turn in range(players)} for at in some]
        keys = list(map(canonical, some))
        ids = [puzzle_id(at, FOUR, OPEN) for at in some]
        for i in range(len(some)):
            for j in range(i):
                alike = some[i] in reached[j]
                assert (keys[i] == keys[j]) == (ids[i] == ids[j]) == alike, f"{some[i]} | {some[j]}"
                equal, other = equal + alike, other + (not alike)
    assert equal > 150 and other > 5000


def test_every_change_of_a_larger_position_is_another_key() -> None:
    rng = Random(3)
    told = 0
    for at in endings(160, 3, tricks=(4, 6)):
        one = changed(at, rng)
        alike = any(one == moved(at, names, turn) for names in NAMES for turn in range(at.players))
        assert (canonical(one) == canonical(at)) == alike, f"{at} | {one}"
        told += not alike
    assert told > 120


def test_the_game_and_its_options_are_part_of_the_key() -> None:
    here = Position.parse("gambler C 0 T.7../Q.K.. - side=0")
    there = Position.parse("lobovoy C 0 T.7../Q.K.. - side=0")
    assert canonical(here) != canonical(there)
    assert puzzle_id(here, FOUR, OPEN).startswith("gambler-") and puzzle_id(there, FOUR, OPEN).startswith("lobovoy-")
    other = replace(here, rules=Rules.preset("gambler", go_over_plain=True))
    assert len({puzzle_id(at, FOUR, OPEN)[-10:] for at in (here, there, other)}) == 3


def test_goal_and_form_are_part_of_an_id() -> None:
    at = Position.parse("classic H 2 9..AQ9./K8..8.7/.A.7.T/J.97.K. KC side=13")
    goals = [
        PuzzleGoal(POINTS, 4), PuzzleGoal(POINTS, 5), PuzzleGoal(POINTS, 4, BROKEN), PuzzleGoal(SWEEP),
        PuzzleGoal(LAST_TRICK),
    ]  # fmt: skip
    assert len({puzzle_id(at, goal, form) for goal in goals for form in (OPEN, HAND)}) == 10


@pytest.mark.parametrize(
    ("at", "goal", "form", "name"),
    [
        ("classic H 2 9..AQ9./K8..8.7/.A.7.T/J.97.K. KC side=13", PuzzleGoal(SWEEP), OPEN, "classic-2d82f6fe25"),
        ("gambler AT 1 .AQ8..Q/.7.87.K - side=1 misere", PuzzleGoal(POINTS, 8), HAND, "gambler-71d73dc2cb"),
    ],
)
def test_ids_are_the_same_for_ever(at: str, goal: PuzzleGoal, form: str, name: str) -> None:
    # Links carry them: another id for an old puzzle is a broken link.
    start = Position.parse(at)
    assert puzzle_id(start, goal, form) == name
    # What was written and read again, by a version that may know more options, is the same.
    assert puzzle_id(Position.from_dict(json.loads(json.dumps(start.to_dict()))), goal, form) == name


@pytest.mark.parametrize(
    ("at", "alike"),
    [
        # Each has the same of spades and hearts, and clubs are trump.
        ("gambler C 0 T.T../Q.Q.. - side=0", True),
        ("gambler C 0 T.T../Q.K.. - side=0", False),
        # One of the two is trump.
        ("gambler H 0 T.T../Q.Q.. - side=0", False),
        ("gambler NT 0 T.T../Q.Q.. - side=0", True),
        ("gambler AT 0 T.T../Q.Q.. - side=0", True),
        # What lies on the table is of one suit only.
        ("gambler NT 0 .T../Q.Q.. TS side=1", False),
        ("classic S 0 7.9../8.T../.K.K./.A.A. - side=02", False),
        ("classic S 0 7.9.9./8.T.T./A.K.K./J.A.A. - side=02", True),
        # Every two of the three suits differ, or two of them do not.
        ("ukrainian:3 S 1 .A.K.Q/.K.Q.A/.Q.A.K - side=1", False),
        ("ukrainian:3 S 1 .A.A.Q/.K.K.K/.Q.Q.A - side=1", True),
        # One suit alone, and suits that nobody holds, are no symmetry.
        ("gambler NT 0 T9.../Q8... - side=0", False),
        # The same with the seats changed, which stay where they are.
        ("gambler NT 0 T.Q../Q.T.. - side=0", False),
    ],
)  # fmt: skip
def test_symmetric_when_suits_could_change_names(at: str, alike: bool) -> None:
    assert symmetric(Position.parse(at)) is alike


def test_symmetric_is_what_some_renaming_leaves_as_it_is() -> None:
    rng, found = Random(4), Counter[bool]()
    for variant, players in TABLES * 30:
        # The same cards of two suits, and sometimes one thing changed.
        ranks = rng.sample("789TJQKA", players * 2)
        hands = [" ".join(r + s for r in ranks[2 * seat : 2 * seat + 2] for s in "HD") for seat in range(players)]
        at = Position.from_dict(
            {"variant": variant, "players": players, "trump": rng.choice("SHC"), "leader": 0, "hands": hands}
        )
        if rng.random() < 0.5:
            at = changed(at, rng)
        if rng.random() < 0.3:
            at = at.put(at.legal()[0])
        held = {str(card)[1] for hand in (*at.hands, to_mask(at.trick)) for card in from_mask(hand)}
        left = [names for names in NAMES if moved(at, names, 0) == at]
        # A renaming that leaves the position as it is and calls a suit with cards by another name.
        alike = any(new != old for names in left for old, new in zip("SHDC", names, strict=True) if old in held)
        assert symmetric(at) == alike, str(at)
        found[alike] += 1
    assert min(found.values()) > 50
