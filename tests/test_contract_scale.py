"""Turning points of a lone bidder's deal whose score could not be searched through: by the contract alone."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rebelote import Position, Rules, analyse, deal
from rebelote.postmortem import analysis, weighing
from rebelote.records import PlayedDeal
from rebelote.scales import ScoreScale, score_scale
from rebelote.scoring import Contract
from rebelote.stakes import Stakes


def a_deal(rng: random.Random) -> tuple[PlayedDeal, Stakes]:
    """Four tricks of ``capo`` played at random, for a bid that may go either way."""
    at = deal(Rules.preset("capo"), rng=rng, tricks=4)
    declarer = rng.randrange(4)
    at = replace(at, side=(declarer,) if rng.random() < 0.7 else tuple(s for s in range(4) if s != declarer))
    now, plays = at, []
    while any(now.hands):
        plays.append(rng.choice(now.legal()))
        now = now.put(plays[-1])
    bid = rng.choice((20, 30, 40, 50, 60))
    return PlayedDeal(at, tuple(plays)), Stakes(at.rules, 4, Contract(at.strain, declarer, bid))


def blind(*given: object, **options: object) -> ScoreScale:
    """A score scale of which nothing was found."""
    found = score_scale(*given, **options)  # type: ignore[arg-type]
    return replace(found, at=[None] * len(found.at), cards=[None] * len(found.cards), exact=False)


@pytest.mark.parametrize("seed", range(25))
def test_the_contract_turns_where_the_score_says_so(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    played, stakes = a_deal(random.Random(seed))
    known = analyse(played, stakes=stakes)
    assert known.score is not None and known.score.exact and known.finished
    monkeypatch.setattr(analysis, "score_scale", blind)
    unknown = analyse(played, stakes=stakes)
    assert unknown.finished and unknown.score is not None and not unknown.score.exact
    results = [(p.moment, p.card, p.before.result, p.after.result) for p in known.turning]
    # A capot lost is no change of the contract.
    results = [one for one in results if one[2] != one[3]]
    assert [(p.moment, p.card, p.before.result, p.after.result) for p in unknown.turning] == results
    for point in unknown.turning:
        made, failed = (
            (point.proof, point.refutation) if point.before.result == "made" else (point.refutation, point.proof)
        )
        need = stakes.contract.bid or 0
        assert taken(played, point.moment, made) >= need > taken(played, point.moment, failed)
    if all(card.score_loss is None for card in unknown.cards):
        assert unknown.score_balance is None


def test_some_of_those_deals_turn_both_ways() -> None:
    ways = {
        (p.before.result, p.after.result)
        for seed in range(25)
        for p in analyse(a_deal(random.Random(seed))[0], stakes=a_deal(random.Random(seed))[1]).turning
    }
    assert {("made", "failed"), ("failed", "made")} <= ways


def taken(played: PlayedDeal, moment: int, line: tuple[object, ...]) -> int:
    """What the declarer has when the deal goes on with ``line`` from ``moment``."""
    at: Position = played.start
    declarer = at.side[0] if len(at.side) == 1 else next(s for s in range(4) if s not in at.side)
    points = 0
    for card in (*played.plays[:moment], *line):
        done = at.taken_with(card)  # type: ignore[arg-type]
        points += done[1] if done and done[0] == declarer else 0
        at = at.put(card)  # type: ignore[arg-type]
    assert not any(at.hands)
    return points


def test_the_scale_is_for_a_lone_bidder_only() -> None:
    rules = Rules.preset("capo")
    stakes = Stakes(rules, 4, Contract(rules.strains[0], 1, 80))
    assert weighing.ByContract.holds(stakes, (1,)) and weighing.ByContract.holds(stakes, (0, 2, 3))
    assert not weighing.ByContract.holds(stakes, (2,))
    assert not weighing.ByContract.holds(replace(stakes, contract=Contract(rules.strains[0], None)), (1,))
