"""Whether to swap the seven: against the two searches of each world, and what may be asked when."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from rebelote import Card, Interrupted, PositionError, StopFlag
from rebelote.cards import format_cards
from rebelote.choices.swaphints import swap_hint
from rebelote.exchanges import weigh_exchange, with_swap
from rebelote.scoresearch import worth
from rebelote.solving import solve
from rebelote.stakes import Stakes, natural_stakes
from rebelote.worlds.fitting import Worlds

LEADS: dict[str, Any] = {
    "variant": "gambler", "trump": "H", "leader": 0, "seat": 0, "hand": "7H 9H AS TS KS AD TD 7C 8C", "upcard": "JH",
    "declarer": 1, "dealer": 1, "bottom": "8S", "plays": "",
}  # fmt: skip
#: The other has led, so one answers knowing it.
FOLLOWS: dict[str, Any] = {
    **LEADS, "leader": 1, "dealer": 0, "declarer": 0, "hand": "7H 8H QH QS KS AD TD 7C 8C", "upcard": "KH",
    "plays": "JS",
}  # fmt: skip
#: Eight of the other hand's cards are known: fourteen worlds.
FEW = {**LEADS, "known": dict.fromkeys(["8H", "TH", "AH", "QH", "KH", "QS", "JS", "AC"], 1)}


def plainly(data: dict[str, Any], worlds: int, seed: int) -> list[tuple[int, int, int, int]]:
    """Margin and points of the seat's own when it keeps and when it swaps, by world."""
    fitting = Worlds.of(data)
    known, upcard = fitting.knowledge, Card(data["upcard"])
    assert known.contract is not None
    out = []
    for world in islice(fitting.draw(seed), worlds):
        row = []
        at = known.position(world)
        for deal in (at, with_swap(at, known.seat, upcard)):
            stakes = natural_stakes(known.rules, 2, known.contract, known.dealt(deal.hands), known.leader)
            margin, points = worth(deal, stakes).margin, solve(deal, cards=False, line=False).points
            assert margin is not None and points is not None
            row += [margin, points]
        out.append((row[0], row[1], row[2], row[3]))
    return out


@pytest.mark.parametrize("data", [LEADS, FOLLOWS], ids=["leads", "follows"])
def test_both_choices_are_worth_what_searches_of_each_world_say(data: dict[str, Any]) -> None:
    hint = swap_hint(data, worlds=12, seed=3, nodes=10**9)
    rows = plainly(data, 12, 3)
    assert hint.keep.margin == pytest.approx(sum(row[0] for row in rows) / 12)
    assert hint.keep.points == pytest.approx(sum(row[1] for row in rows) / 12)
    assert hint.swap.margin == pytest.approx(sum(row[2] for row in rows) / 12)
    assert hint.swap.points == pytest.approx(sum(row[3] for row in rows) / 12)
    gains = [row[2] - row[0] for row in rows]
    mean = sum(gains) / 12
    assert hint.gain == pytest.approx(mean)
    spread = sum((gain - mean) ** 2 for gain in gains) / 11
    assert hint.gain_se == pytest.approx((spread / 12 * (1 - 12 / hint.count)) ** 0.5)
    assert (hint.solved, hint.stopped, hint.exact) == (12, "worlds", False)


def test_the_leader_s_choice_is_that_of_the_exchange_weighed_with_open_hands() -> None:
    fitting = Worlds.of(LEADS)
    known = fitting.knowledge

    def stakes_of(hands: tuple[int, ...]) -> Stakes:
        assert known.contract is not None
        return natural_stakes(known.rules, 2, known.contract, hands, known.leader)

    told = [weigh_exchange(known.position(world), stakes_of, Card("JH")) for world in islice(fitting.draw(7), 10)]
    found = [one for one in told if one is not None]
    hint = swap_hint(LEADS, worlds=10, seed=7, nodes=10**9)
    assert hint.keep.margin == pytest.approx(sum(one.keep for one in found) / 10)
    assert hint.swap.margin == pytest.approx(sum(one.swap for one in found) / 10)


def test_all_worlds_are_solved_when_they_are_few() -> None:
    hint = swap_hint(FEW, nodes=10**9)
    assert (hint.count, hint.solved, hint.exact, hint.stopped) == (14 - 1, 13, True, "all")
    rows = plainly(FEW, 13, 0)
    assert hint.gain == pytest.approx(sum(row[2] - row[0] for row in rows) / 13)
    assert hint.gain_se == 0
    assert hint.swap.margin_se == 0


def test_the_jack_of_trumps_is_worth_a_swap() -> None:
    hint = swap_hint(LEADS, worlds=30)
    assert hint.best == ["swap"]
    assert hint.gain > 0
    assert (str(hint.upcard), str(hint.seven)) == ("JH", "7H")
    assert hint.text.startswith("Seat 0 should swap 7H for JH.")


def test_a_card_is_kept_when_all_want_few_points() -> None:
    data = {key: value for key, value in LEADS.items() if key != "declarer"}
    hint = swap_hint({**data, "misere": True, "hand": "7H 8H 7S 8D 9D 7D 7C 8C 9C", "bottom": "QS"}, worlds=20)
    assert hint.best == ["keep"]
    assert hint.keep.made is None
    assert hint.text.startswith("Seat 0 should keep 7H.")


def test_without_a_contract_it_goes_by_points() -> None:
    data = {key: value for key, value in LEADS.items() if key != "declarer"}
    hint = swap_hint(data, worlds=10, seed=3)
    rows = plainly(LEADS, 10, 3)
    assert hint.by == "points"
    assert (hint.keep.margin, hint.keep.margin_bounds, hint.keep.made) == (None, None, None)
    assert hint.gain == pytest.approx(sum(row[3] - row[1] for row in rows) / 10)


def test_in_an_ending_without_its_beginning_misere_goes_by_few_points() -> None:
    # Twelve cards and more are gone, so the deal's score cannot be told.
    out = "8H 9H QS KS 7D 8D 9D 7C 8C 9C QC KC 9S"
    data = {
        "variant": "gambler", "trump": "H", "leader": 0, "seat": 0, "hand": "7H 7S 8S", "upcard": "JH", "misere": True,
        "dealer": 1, "plays": "", "out": out,
    }  # fmt: skip
    hint = swap_hint(data, worlds=500)
    assert (hint.by, hint.keep.margin, hint.exact) == ("points", None, True)
    assert hint.gain > 0
    assert hint.best == ["keep"]


def test_the_answer_depends_on_the_seed_and_not_on_the_threads() -> None:
    answers = [swap_hint(FOLLOWS, worlds=9, seed=4, threads=threads).to_dict() for threads in (1, 3)]
    assert answers[0] == answers[1]
    assert swap_hint(FOLLOWS, worlds=9, seed=5).to_dict() != answers[0]
    assert set(answers[0]) == {
        "seat", "side", "worlds", "solved", "exact", "upcard", "seven", "keep", "swap", "by", "gain", "gain_se", "best",
        "text", "seed", "stopped", "weighted", "effective", "nodes",
    }  # fmt: skip


def test_worlds_may_be_weighted() -> None:
    data = {**LEADS, "auction": ["pass", "play"]}
    assert swap_hint(data, worlds=10, weigh="bidding").weighted == "bidding"
    plain = swap_hint(LEADS, worlds=4)
    mine = swap_hint(LEADS, worlds=4, weigh=lambda known, world: 2.0)
    assert (mine.weighted, mine.effective) == ("caller", 4)
    assert mine.gain == pytest.approx(plain.gain)


def test_a_stopped_hint_says_so() -> None:
    stop = StopFlag()
    stop.set()
    with pytest.raises(Interrupted):
        swap_hint(LEADS, stop=stop)


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({"upcard": None}, {"bad_card"}),
        ({"hand": "9H AS TS KS AD TD 7C 8C QC"}, {"bad_exchange"}),
        ({"variant": "lobovoy"}, {"bad_exchange"}),
        ({"trump": "S"}, {"bad_exchange"}),
        ({"hand": "JH 9H AS TS KS AD TD 7C 8C"}, {"bad_exchange"}),
        ({"seat": 1}, {"not_on_turn"}),
        ({"plays": "AS QS", "hand": "7H 9H TS KS AD TD 7C 8C"}, {"bad_exchange"}),
    ],
)
def test_when_nothing_may_be_swapped_it_is_told_why(change: dict[str, Any], codes: set[str]) -> None:
    with pytest.raises(PositionError) as raised:
        swap_hint({**LEADS, **change})
    assert {problem.code for problem in raised.value.problems} == codes


def test_without_the_turned_card_it_is_asked_for() -> None:
    with pytest.raises(PositionError) as raised:
        swap_hint({key: value for key, value in LEADS.items() if key != "upcard"})
    assert [(p.code, p.where) for p in raised.value.problems] == [("missing_key", "upcard")]


def test_the_hand_told_is_the_one_with_the_seven() -> None:
    fitting = Worlds.of(LEADS)
    for world in islice(fitting.draw(0), 5):
        assert "7H" in format_cards(world[0])
        assert not any(hand & Card("JH").bit for hand in world)
