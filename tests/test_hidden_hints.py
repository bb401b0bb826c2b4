"""Hints from one hand: the golden cases, the same answer on any number of threads, limits, partial answers, ends."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import isclose, isfinite
from pathlib import Path
from typing import Any

import pytest

from rebelote import Engine, Interrupted, PositionError, Rules, StopFlag, deal, solve
from rebelote.cards import format_cards
from rebelote.hinting.hiddenhints import HiddenHint, hidden_hint, hints
from rebelote.hinting.valuing import Valuer
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge

GOLDEN = [json.loads(line) for line in (Path(__file__).parent / "golden" / "hidden.jsonl").read_text().splitlines()]
GAMES = ("gambler", "lobovoy", "classic", "capo", "ukrainian", "contree", "bulgarian")


def seen(variant: str, seed: int, left: int, **more: Any) -> dict[str, Any]:
    """What the seat on turn sees of a random deal with ``left`` tricks to go."""
    rules, rng = Rules.preset(variant), random.Random(seed)
    at = deal(rules, rng=rng)
    leader, plays = at.leader, []
    while len(plays) < (rules.cards - left) * at.players:
        plays.append(rng.choice(at.legal()))
        at = at.put(plays[-1])
    return {
        "variant": variant, "players": at.players, "trump": str(at.strain), "leader": leader, "seat": at.seat,
        "hand": format_cards(at.hands[at.seat]), "plays": format_cards(plays), "side": list(at.side), **more,
    }  # fmt: skip


def said(hint: HiddenHint) -> dict[str, Any]:
    """The answer without what ended it."""
    out = hint.to_dict()
    del out["stopped"]
    return out


# --- what is found ---------------------------------------------------------------------------


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: f"{case['variant']}-{case['trump']}-{case['worlds']}")
def test_golden_expected_points(case: dict[str, Any]) -> None:
    given = {key: value for key, value in case.items() if key not in ("worlds", "cards")}
    hint = hidden_hint(given)
    assert (hint.count, hint.solved, hint.exact, hint.stopped) == (case["worlds"], case["worlds"], True, "all")
    found = {card: odds.points for odds in hint.cards for card in odds.cards}
    assert found.keys() == case["cards"].keys()
    for card, points in case["cards"].items():
        assert isclose(found[card], points, abs_tol=1e-6)
    assert all(odds.se == odds.best_se == 0 for odds in hint.cards)


@pytest.mark.parametrize("variant", GAMES)
def test_every_number_is_that_of_its_worlds(variant: str) -> None:
    rng = random.Random(variant)
    given = seen(variant, rng.randrange(1 << 30), 2)
    known = Knowledge.from_dict(given)
    hint = hidden_hint(known)
    worlds = list(Worlds(known))
    wish = 1 if known.seat in known.side else -1
    cards = {odds.card: odds for odds in hint.cards}
    points: dict[str, list[int]] = {card: [] for odds in hint.cards for card in odds.cards}
    best: dict[str, int] = dict.fromkeys(points, 0)
    sweeps: dict[str, int] = dict.fromkeys(points, 0)
    for hands in worlds:
        told = {str(c): v for v in solve(known.position(hands), line=False).cards for c in (v.card, *v.same_as)}
        top = max(wish * value.points for value in told.values())
        for card, value in told.items():
            points[card].append(value.points)
            sweeps[card] += value.sweep
            best[card] += wish * value.points == top
    means = {card: sum(some) / len(worlds) for card, some in points.items()}
    top_mean = max(wish * mean for mean in means.values())
    for odds in cards.values():
        for card in odds.cards:
            assert isclose(odds.points, means[card]) and odds.worlds == len(worlds)
            assert isclose(odds.best, best[card] / len(worlds))
            assert isclose(odds.sweep, sweeps[card] / len(worlds), abs_tol=1e-12)
            assert isclose(odds.loss, top_mean - wish * means[card], abs_tol=1e-9)
    order = [wish * odds.points for odds in hint.cards]
    assert order == sorted(order, reverse=True)
    assert set(hint.best) == {card for card, mean in means.items() if isclose(wish * mean, top_mean)}


def test_in_misere_few_points_are_best() -> None:
    given = seen("gambler", 10, 3)
    given["side"] = [given["seat"]]
    want, mind = (hidden_hint({**given, "misere": few}, by="points") for few in (False, True))
    assert [odds.points for odds in want.cards] == sorted((odds.points for odds in want.cards), reverse=True)
    assert [odds.points for odds in mind.cards] == sorted(odds.points for odds in mind.cards)
    assert min(odds.loss for odds in mind.cards) == 0 < max(odds.loss for odds in mind.cards)
    assert min(odds.loss for odds in want.cards) == 0 < max(odds.loss for odds in want.cards)


@pytest.mark.parametrize("variant", GAMES)
def test_score_and_contract_are_the_means_of_the_worlds(variant: str) -> None:
    bid = {"contract": "80"} if variant in ("capo", "contree") else {}
    for seed in range(3):
        given = seen(variant, 100 + seed, 2)
        bids = {"contract": f"{bid['contract']} {given['trump']}"} if bid else {}
        given = {**given, "declarer": given["seat"] if seed else 0, **bids}
        known = Knowledge.from_dict(given)
        hint = hidden_hint(known)
        worlds = list(Worlds(known))
        values = [Valuer(known, nodes=1_000_000).value(hands) for hands in worlds]
        assert hint.by == "score" and hint.owners is not None and hint.party is not None
        for odds in hint.cards:
            told = [value[odds.card] for value in values]
            assert odds.score is not None and odds.made is not None and odds.score_bounds is None
            assert isclose(odds.score, sum(one.low or 0 for one in told) / len(worlds), abs_tol=1e-9)
            assert isclose(odds.made, sum(one.made is True for one in told) / len(worlds), abs_tol=1e-9)
        wish = 1 if known.seat in hint.owners else -1
        scores = [wish * (odds.score or 0) for odds in hint.cards]
        assert scores == sorted(scores, reverse=True)
        made = hidden_hint(known, by="made")
        assert made.by == "made" and made.cards[0].loss >= 0
        shares = [odds.made or 0 for odds in made.cards]
        assert shares == sorted(shares, reverse=known.seat in hint.party)
        plain = hidden_hint(known, score=False)
        assert plain.by == "points" and all(odds.score is odds.made is None for odds in plain.cards)


# --- how many worlds ---------------------------------------------------------------------------


def test_the_answer_does_not_depend_on_the_threads() -> None:
    for variant, options in (
        ("contree", {"worlds": 80}), ("gambler", {"worlds": 300}), ("gambler", {"worlds": 300, "every": True}),
        ("ukrainian", {"worlds": 150, "weigh": lambda known, hands: 1 + (hands[0] & 1)}),
        ("classic", {"worlds": 100, "nodes": 200_000}),
    ):  # fmt: skip
        given = seen(variant, 5, 6)
        answers = [hidden_hint(given, seed=3, threads=threads, **options).to_dict() for threads in (1, 2, 3)]
        assert answers[0] == answers[1] == answers[2]
        assert hidden_hint(given, seed=4, threads=2, **options).to_dict() != answers[0]


def test_all_worlds_are_the_same_answer_for_every_seed_and_engine() -> None:
    given = seen("contree", 6, 3)
    first, other = hidden_hint(given, seed=1), hidden_hint(given, seed=2, engine=Engine(32))
    assert [odds.to_dict() for odds in first.cards] == [odds.to_dict() for odds in other.cards]


def test_whatever_ends_it_the_answer_is_that_of_so_many_worlds() -> None:
    for every in (True, False):
        given = seen("gambler", 12, 8)
        short = hidden_hint(given, seconds=0.15, every=every, threads=2)
        assert short.stopped == "time" and short.done and 0 < short.solved < short.count
        assert said(short) == said(hidden_hint(given, worlds=short.solved, every=every))
        spent = hidden_hint(given, nodes=60_000, every=every, threads=3)
        assert spent.stopped == "nodes" and spent.solved > 0
        assert said(spent) == said(hidden_hint(given, worlds=spent.solved, every=every))
        if spent.solved > 1:
            assert hidden_hint(given, worlds=spent.solved - 1, every=every).nodes < 60_000 <= spent.nodes


def test_the_world_with_which_the_nodes_are_spent_is_the_last() -> None:
    given = seen("gambler", 12, 8)
    three = hidden_hint(given, worlds=3)
    assert hidden_hint(given, nodes=three.nodes).solved == 3
    assert hidden_hint(given, nodes=three.nodes + 1).solved == 4


def test_limits_say_what_ended_it() -> None:
    few, many = seen("contree", 1, 3), seen("contree", 1, 7)
    assert hidden_hint(few, seconds=60).stopped == "all"
    some = hidden_hint(few, worlds=40)
    assert (some.stopped, some.solved, some.exact) == ("worlds", 40, False)
    assert hidden_hint(few, worlds=10**9).exact
    assert hidden_hint(many, worlds=5).solved == 5
    every = hidden_hint(many, worlds=40, every=True)
    assert all(odds.worlds == 40 and isfinite(odds.se) and odds.se > 0 for odds in every.cards[:1])


def test_one_world_has_no_error_to_tell() -> None:
    hint = hidden_hint(seen("contree", 1, 7), worlds=1)
    assert all(odds.se == float("inf") for odds in hint.cards)
    assert all(odds.to_dict()["se"] is None for odds in hint.cards)
    json.dumps(hint.to_dict(), allow_nan=False)


def test_a_card_that_cannot_win_is_given_up_and_the_best_one_stays() -> None:
    given_up = 0
    for seed in range(6):
        given = seen("gambler", 30 + seed, 4)
        whole = hidden_hint(given)
        raced = hidden_hint(given, confidence=0.9)
        assert set(raced.best) & set(whole.best) or raced.solved < whole.solved
        dropped = [odds for odds in raced.cards if odds.worlds < raced.solved]
        given_up += len(dropped)
        # Those that still run come first, and a card that was given up is not the best one.
        assert [odds.worlds for odds in raced.cards] == sorted((odds.worlds for odds in raced.cards), reverse=True)
        assert not {card for odds in dropped for card in odds.cards} & set(whole.best)
        assert raced.exact == (raced.solved == raced.count and not dropped)
        if raced.stopped == "separated":
            assert raced.best == whole.best and len(raced.best) == len(raced.cards[0].cards)
    assert given_up


# --- weights -----------------------------------------------------------------------------------


def test_weights_are_those_of_the_worlds() -> None:
    given = seen("contree", 9, 2)
    known = Knowledge.from_dict(given)

    def weigh(_: Knowledge, hands: tuple[int, ...]) -> float:
        return 1 + sum(hands) % 7

    hint = hidden_hint(known, weigh=weigh)
    worlds = list(Worlds(known))
    weights = [weigh(known, hands) for hands in worlds]
    values = [Valuer(known).value(hands) for hands in worlds]
    assert hint.weighted == "caller" and hint.exact and hint.effective is not None
    assert isclose(hint.effective, sum(weights) ** 2 / sum(w * w for w in weights))
    for odds in hint.cards:
        points = sum(w * value[odds.card].points for w, value in zip(weights, values, strict=True)) / sum(weights)
        assert isclose(odds.points, points) and odds.se == 0


def test_the_bidding_may_weigh_the_worlds() -> None:
    given = seen("contree", 9, 2)
    calls = [f"80 {given['trump']}", "pass", "pass", "pass"]
    given |= {"auction": calls, "dealer": (given["leader"] - 1) % 4}
    hint = hidden_hint(given, weigh="bidding")
    assert hint.weighted == "bidding" and hint.effective is not None and 0 < hint.effective < hint.solved
    assert "weighted by the bidding" in hint.text
    even = hidden_hint(given)
    assert even.weighted is None and even.effective is None


def test_worlds_of_no_weight_say_nothing() -> None:
    given = seen("contree", 9, 2)
    with pytest.raises(ValueError, match="weight"):
        hidden_hint(given, weigh=lambda known, hands: 0.0)
    with pytest.raises(ValueError, match="weight"):
        hidden_hint(given, weigh=lambda known, hands: -1.0)
    with pytest.raises(ValueError, match="bidding"):
        hidden_hint(given, weigh="by feel")


# --- answers on the way, and ends ------------------------------------------------------------------


def test_answers_come_on_the_way_and_draw_nearer() -> None:
    answers = list(hints(seen("contree", 2, 8), worlds=120, every=True))
    assert len(answers) > 1
    solved = [answer.solved for answer in answers]
    assert solved == sorted(solved) and solved[0] <= 40 and solved[-1] == 120
    assert [answer.done for answer in answers] == [False] * (len(answers) - 1) + [True]
    assert all(answer.stopped is None for answer in answers[:-1])
    last = answers[-1]
    for answer in answers[:-1]:
        for odds in answer.cards:
            end = next(one for one in last.cards if one.card == odds.card)
            assert abs(odds.points - end.points) <= 6 * odds.se
    # An answer on the way is that of its worlds.
    early = answers[0]
    again = hidden_hint(seen("contree", 2, 8), worlds=early.solved, every=True)
    assert [odds.to_dict() for odds in early.cards] == [odds.to_dict() for odds in again.cards]


def test_the_stop_flag_keeps_what_was_solved() -> None:
    flag = StopFlag()
    answers = hints(seen("contree", 3, 8), worlds=100_000, every=True, stop=flag)
    first = next(answers)
    assert not first.done
    flag.set()
    last = list(answers)[-1]
    assert (last.stopped, last.done) == ("asked", True) and last.solved >= first.solved
    assert last.solved < 100_000
    assert said(last) == said(hidden_hint(seen("contree", 3, 8), worlds=last.solved, every=True))


def test_closing_the_iterator_ends_the_work() -> None:
    with ThreadPoolExecutor(2) as threads:
        answers = hints(seen("contree", 4, 8), worlds=100_000, executor=threads)
        assert isinstance(answers, Iterator)
        next(answers)
        answers.close()  # type: ignore[attr-defined]
        # What was begun ends at once, so that the caller's threads are free for others.
        assert threads.submit(lambda: 7).result(timeout=30) == 7


def test_nothing_solved_is_an_interruption() -> None:
    with pytest.raises(Interrupted):
        hidden_hint(seen("contree", 5, 8), nodes=10)


# --- input that makes no sense -----------------------------------------------------------------


@pytest.mark.parametrize(
    "options",
    [
        {"worlds": 0}, {"seconds": 0}, {"seconds": float("nan")}, {"confidence": 1.0}, {"threads": 0}, {"nodes": 0},
        {"by": "luck"}, {"by": "score", "score": False},
    ],
    ids=str,
)  # fmt: skip
def test_options_that_make_no_sense_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        hidden_hint(seen("contree", 5, 3), **options)


def test_a_score_without_a_contract_is_refused() -> None:
    for options in ({"score": True}, {"by": "score"}, {"by": "made"}):
        with pytest.raises(PositionError) as caught:
            hidden_hint(seen("contree", 5, 3), **options)
        assert caught.value.problems[0].code == "no_score"


def test_facts_that_contradict_are_told_at_once() -> None:
    given = seen("contree", 5, 3)
    with pytest.raises(PositionError) as caught:
        hints({**given, "known": {given["hand"].split()[0]: (given["seat"] + 1) % 4}})
    assert {problem.code for problem in caught.value.problems} == {"no_deal_fits"}


def test_the_words_name_the_best_card_and_how_it_was_found() -> None:
    whole = hidden_hint(seen("contree", 1, 3))
    assert whole.best[0] in whole.text.splitlines()[0]
    assert f"all {whole.count} worlds" in whole.text
    part = hidden_hint(seen("contree", 1, 7), worlds=20)
    assert f"20 of the {part.count} worlds" in part.text and "±" in part.text
    assert str(part) == part.text == part.to_dict()["text"]
