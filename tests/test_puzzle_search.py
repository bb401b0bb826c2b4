"""Searching for puzzles: the same from the same seed, in parts, on any number of threads; and in given deals."""

from __future__ import annotations

import threading
from random import Random

import pytest

from rebelote import Ask, Game, ProblemsError, Puzzle, Rules, StopFlag, puzzles, puzzles_in
from rebelote.puzzling.playouts import by_thumb, play_random
from rebelote.puzzling.sameness import canonical

CLASSIC = Game(Rules.preset("classic"))
#: The game with the most puzzles a deal: each plays for himself against three.
DENSE = Game(Rules.preset("capo"))
SHORT = {"tricks": (3, 4), "seed": 5}


def found(most: int, **given: object) -> list[Puzzle]:
    return list(puzzles(DENSE, Ask(), most=most, **{**SHORT, **given}))  # type: ignore[arg-type]


def test_a_random_deal_is_the_same_from_the_same_seed_and_fits_its_record() -> None:
    for name in ("gambler", "capo", "ukrainian", "contree", "bulgarian"):
        game = Game(Rules.preset(name))
        one, two = (play_random(game, Random("4/2")) for _ in range(2))
        assert one.deal == two.deal and one.contract == two.contract
        assert one.deal.complete
        # The record's own reading of melds and contract.
        assert one.record.stakes() == one.stakes


def test_the_first_deal_of_a_seed_is_pinned() -> None:
    # The numbers of a generator are the same in every version of Python, and so are the deals.
    deal = play_random(CLASSIC, Random("0/0")).deal
    assert str(deal.start) == PINNED
    assert list(by_thumb(deal.start, play_random(CLASSIC, Random("0/0")).contract)) == list(deal.plays)


PINNED = "classic D 2 Q.K.KJ.KQJ9/K.QJ7.A7.AT/T7.AT98.98./AJ98..QT.87 - side=02"


def test_one_thread_or_three_find_the_same() -> None:
    one = found(60, threads=1)
    assert len(one) >= 4
    assert [p.to_dict() for p in one] == [p.to_dict() for p in found(60, threads=3)]
    assert [p.source["deal"] for p in one] == sorted(p.source["deal"] for p in one)


def test_parts_share_the_deals_out() -> None:
    whole = {p.id for p in found(60)}
    parts = [found(20, part=(i, 3)) for i in (1, 2, 3)]
    assert all(p.source["deal"] % 3 == i for i, part in enumerate(parts) for p in part)
    assert {p.id for part in parts for p in part} == whole


def test_going_on_behind_a_deal_finds_what_was_left() -> None:
    whole = found(60)
    half = whole[: len(whole) // 2]
    start = half[-1].source["deal"] + 1
    rest = found(60 - start, start=start, known=half)
    assert half + rest == whole


@pytest.mark.parametrize("part", [(0, 3), (4, 3), (1, 0)])
def test_a_part_that_is_none_is_refused(part: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="part"):
        found(1, part=part)


def test_a_count_ends_it_and_deals_looked_through_are_told() -> None:
    told: list[tuple[int, int]] = []
    three = found(1000, count=3, told=lambda looked, given: told.append((looked, given)))
    assert len(three) == 3 and three == found(60)[:3]
    assert told[-1][1] == 3 and [looked for looked, _ in told] == list(range(1, len(told) + 1))


def test_a_stop_flag_ends_it_and_nothing_is_left_out_before_the_end() -> None:
    stop = StopFlag()
    threading.Timer(0.3, stop.set).start()
    some = list(puzzles(DENSE, Ask(), stop=stop, threads=2, **SHORT))  # type: ignore[arg-type]
    assert stop.is_set()
    if some:
        assert some == found(some[-1].source["deal"] + 1)


def test_no_time_finds_nothing() -> None:
    assert found(50, seconds=0.0) == []


def test_no_two_are_alike_and_none_is_like_a_known_one() -> None:
    all_of_them = found(60)
    keys = [canonical(p.position) for p in all_of_them]
    assert len(set(keys)) == len(keys)
    assert not {p.id for p in found(60, known=all_of_them)} & {p.id for p in all_of_them}


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"goals": ("nonsense",)}, "goal"),
        ({"form": "shut"}, "form"),
        ({"themes": frozenset({"miracle"})}, "theme"),
        ({"grades": frozenset({6})}, "grades"),
        ({"choices": 0}, "choices"),
        ({"gap": 0}, "gap"),
        ({"share": 1.5}, "share"),
    ],
)
def test_what_cannot_be_asked_is_refused(given: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        Ask(**given)  # type: ignore[arg-type]


def test_what_is_asked_for_is_what_is_found() -> None:
    for goal in ("points", "sweep", "last_trick", "contract"):
        for p in puzzles(DENSE, Ask((goal,)), tricks=(3, 5), count=2, seed=2, most=80):
            assert p.goal.contract is not None if goal == "contract" else p.goal.kind == goal
    for p in puzzles(DENSE, Ask(choices=3, gap=12), tricks=(5, 5), count=2, seed=2, most=80):
        assert p.choices >= 3 and (p.gap is None or p.gap >= 12) and p.tricks == 5
    for p in puzzles(DENSE, Ask(grades=frozenset({2, 3})), count=2, seed=2, most=80):
        assert p.grade in (2, 3)


def test_misere_asks_for_little() -> None:
    game = Game(Rules.preset("gambler"), misere=True)
    some = list(puzzles(game, Ask(), count=4, seed=1, most=300))
    assert len(some) == 4 and all(p.position.misere and p.goal.kind in ("no_trick", "points") for p in some)


def test_a_played_deal_is_searched_where_its_players_went_wrong() -> None:
    deals = [play_random(DENSE, Random(f"9/{i}")).record.to_dict() for i in range(30)]
    some = list(puzzles_in(deals, Ask(), threads=1))
    assert some
    for p in some:
        record = deals[p.source["input"] - 1]
        assert p.source["played"] not in map(str, p.answer)
        assert p.source["played"] in str(record["plays"])
        assert p.position.seat == p.source["seat"]
    mine = list(puzzles_in(deals, Ask(), seats=frozenset({0}), threads=1))
    assert [p.id for p in mine] == [p.id for p in some if p.source["seat"] == 0]


def test_a_given_position_gives_its_own_puzzle() -> None:
    puzzle = found(60)[0]
    given = [puzzle.position, puzzle.position.to_dict(), str(puzzle.position)]
    # Alike after all, so that of the three only the first counts; each alone gives the same.
    assert len(list(puzzles_in(given, Ask(goals=(puzzle.goal.kind,))))) <= 1
    answers = [list(puzzles_in([one], Ask(goals=(puzzle.goal.kind,)))) for one in given]
    assert [[p.id for p in some] for some in answers] == [[p.id for p in answers[0]]] * 3


def test_a_bad_deal_is_told_with_its_faults() -> None:
    with pytest.raises(ProblemsError):
        list(puzzles_in([{"variant": "classic"}]))
    with pytest.raises(ProblemsError):
        list(puzzles_in([42]))
