"""Post-mortems: values, balance, labels, sides and turning points, against searches and minimax of their own.

Two deals of each game are analysed in every run; more with ``REBELOTE_DEALS=200 pytest tests/test_postmortem.py``.
"""

from __future__ import annotations

import json
import os
import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from bots import play_match
from rebelote import PRESETS, Analysis, Card, Engine, PlayedDeal, Position, Rules, analyse, deal, solve
from rebelote.postmortem.labels import LABELS, Label, label_of
from rebelote.stakes import Past
from records import GAMBLER

EXAMPLES = Path(__file__).parents[1] / "examples" / "records"
DEALS = int(os.environ.get("REBELOTE_DEALS", "2"))

#: Variant, players, misère.
GAMES = [(v, n, m) for v in PRESETS for n in PRESETS[v].players for m in ((False, True) if n == 2 else (False,))]


def played_out(at: Position, rng: random.Random, cards: int | None = None) -> PlayedDeal:
    """The deal played on, mostly well: one card in three is any legal one."""
    start = at
    plays: list[Card] = []
    while any(at.hands) and (cards is None or len(plays) < cards):
        well = rng.randrange(3)
        card = solve(at, line=False).cards[0].card if well else rng.choice(at.legal())
        plays.append(card)
        at = at.put(card)
    return PlayedDeal(start, tuple(plays))


def steps(start: Position, plays: tuple[Card, ...]) -> list[tuple[Position, Past]]:
    """Every moment, and what the seats had taken by then."""
    at, past = start, Past.none(start.players)
    out = [(at, past)]
    for card in plays:
        taken = at.taken_with(card)
        at, past = at.play(card), past.plus(*taken) if taken else past
        out.append((at, past))
    return out


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in text.split())


def told(found: Analysis) -> list[tuple[int, int, str, str, str]]:
    return [(p.moment, p.seat, str(p.card), str(p.before), str(p.after)) for p in found.turning]


# --- values ----------------------------------------------------------------------------


@pytest.mark.parametrize(("variant", "players", "misere"), GAMES)
def test_values_are_those_of_fresh_searches(variant: str, players: int, misere: bool) -> None:
    rng = random.Random(f"{variant} {players} {misere}")
    for _ in range(DEALS):
        played = played_out(deal(variant, rng=rng, players=players, misere=misere), rng)
        found = analyse(played)
        assert found.exact and found.finished
        side = played.start.side
        for i, (at, past) in enumerate(steps(played.start, played.plays)):
            taken = sum(past.points[seat] for seat in side)
            if not any(at.hands):
                assert found.values[i] == taken
                continue
            told = solve(at, line=False, engine=Engine())
            assert told.points is not None and found.values[i] == taken + told.points
            card = found.cards[i]
            one = next(c for c in told.cards if card.card in (c.card, *c.same_as))
            assert card.loss == one.loss
            best = [c for c in told.cards if (c.points, c.sweep) == (told.points, told.sweep)]
            assert {frozenset(group) for group in card.best_groups} == {frozenset((c.card, *c.same_as)) for c in best}
            assert sorted(c for group in card.best_groups for c in group) == list(card.best)
            assert card.forced is (len(told.cards) == 1)


# --- sums ------------------------------------------------------------------------------


def sums(found: Analysis) -> None:
    """The balance on both scales, seats against sides, counts against cards."""
    assert found.balance is not None
    sign = -1 if found.deal.start.misere else 1
    kept = found.balance.start - sign * (found.balance.own_losses - found.balance.other_losses)
    assert kept == found.balance.taken == found.values[-1]
    for total, seats in [(s, (s.seat,)) for s in found.seats] + [(s, s.seats) for s in found.sides]:
        own = [card for card in found.cards if card.seat in seats]
        assert (total.loss, total.cards) == (sum(card.loss for card in own), len(own))
        if not found.finished:
            assert total.labels is None and total.best_share is None
            continue
        assert total.labels == {row.label: sum(c.label is row.label for c in own) for row in LABELS}
        judged = [card for card in own if not card.forced]
        best = [card for card in judged if card.label is Label.BEST]
        assert total.best_share == (len(best) / len(judged) if judged else None)
    for side in found.sides:
        assert side.taken == sum(found.taken_by_seat[seat] for seat in side.seats)
    score = found.score_balance
    if found.score is not None and found.score.exact:
        assert score is not None and found.score.at[-1] is not None
        assert score.start - score.own_losses + score.other_losses == score.taken == found.score.at[-1].margin
        assert sum(side.score_loss or 0 for side in found.seats) == score.own_losses + score.other_losses
    else:
        assert score is None


@pytest.mark.parametrize("variant", [v for v in PRESETS if v != "capo"])
def test_the_balance_of_recorded_deals_holds_on_both_scales(variant: str) -> None:
    rules = Rules.preset(variant, game=10_000)
    players = max(rules.players) if variant != "ukrainian" else 2
    records = (one.record for one in play_match(rules, 7, players) if one.record is not None)
    for record in islice(records, DEALS):
        sums(analyse(record))


def test_sides_are_partnerships_or_players_and_the_declarer_against_the_rest() -> None:
    rng = random.Random("sides")

    def sides(variant: str, declarer: int | None, side: tuple[int, ...] | None = None) -> list[tuple[int, ...]]:
        at = deal(variant, rng=rng, players=max(PRESETS[variant].players), tricks=1)
        at = at if side is None else replace(at, side=side)
        return [one.seats for one in analyse(PlayedDeal(at, (), declarer)).sides]

    assert sides("classic", 1) == [(0, 2), (1, 3)]
    assert sides("capo", 2, (2,)) == [(0,), (1,), (2,), (3,), (0, 1, 3)]
    assert sides("capo", 2, (0,)) == [(0,), (1,), (2,), (3,), (1, 2, 3), (0, 1, 3)]
    assert sides("ukrainian", None, (0, 2)) == [(0,), (1,), (2,), (0, 2)]
    assert sides("gambler", 1) == [(0,), (1,)]


# --- labels ----------------------------------------------------------------------------


def test_labels_stand_in_one_table_the_gravest_first() -> None:
    assert [row.label.value for row in LABELS] == [
        "changed the result", "mistake", "inaccuracy", "best", "only card",
    ]  # fmt: skip
    assert {row.label for row in LABELS} == set(Label)
    assert analyse("gambler H 0 A..7./8..8. - plays=AS").to_dict()["labels"] == [row.to_dict() for row in LABELS]


@pytest.mark.parametrize(
    ("loss", "told", "label"),
    [
        (0, {}, Label.BEST),
        (1, {}, Label.INACCURACY),
        (9, {}, Label.INACCURACY),
        (10, {}, Label.MISTAKE),
        (0, {"tens": True}, Label.BEST),
        (1, {"tens": True}, Label.MISTAKE),
        (0, {"changed": True}, Label.CHANGED),
        (50, {"changed": True}, Label.CHANGED),
        (0, {"forced": True}, Label.ONLY),
    ],
)
def test_the_label_of_a_loss(loss: int, told: dict[str, bool], label: Label) -> None:
    assert label_of(loss, **told) is label


def test_a_card_without_a_choice_is_never_judged() -> None:
    # The eight and the seven of spades are neighbours without points: whichever he plays, it is the same card.
    found = analyse("gambler H 0 87.../A.8.. - side=0 plays=8S-AS-8H-7S")
    assert [(card.label, card.forced) for card in found.cards] == [(Label.ONLY, True)] * 4
    assert [seat.best_share for seat in found.seats] == [None, None]


def test_equal_cards_stand_together_among_the_best() -> None:
    # Seat 0 gets the ace of diamonds and nothing else, now or later; his two spades are one card twice.
    found = analyse("gambler H 0 87..A./AK..7. - side=0 plays=8S").cards[0]
    assert (found.before, found.after, found.label) == (11, 11, Label.BEST)
    assert [[str(card) for card in group] for group in found.best_groups] == [["7S", "8S"], ["AD"]]
    assert found.to_dict()["best_groups"] == [["7S", "8S"], ["AD"]]


def test_tens_are_judged_in_tens_and_points_that_count_for_nothing_cost_nothing() -> None:
    # Three points less are a ten less on paper, which is a mistake; the failed side's own points are nobody's concern.
    record = json.loads((EXAMPLES / "bulgarian.json").read_text(encoding="utf-8"))
    found = analyse(record)
    assert {c.label for c in found.cards if c.score_loss} == {Label.MISTAKE}
    told = analyse(json.loads((EXAMPLES / "contree.json").read_text(encoding="utf-8")))
    costly = [c for c in told.cards if c.loss]
    assert costly and all(c.label is Label.BEST and c.score_loss == 0 for c in costly)


# --- broken off, claimed, not finished -----------------------------------------------------


def test_a_deal_broken_off_or_claimed_is_judged_as_far_as_it_went() -> None:
    found = analyse(json.loads((EXAMPLES / "broken_off.json").read_text(encoding="utf-8")))
    assert found.finished and not found.deal.complete
    sums(found)
    claimed = {**GAMBLER, "plays": GAMBLER["plays"][:8], "ending": {"kind": "claim", "seat": 1}}
    claimed.pop("written")
    found = analyse(claimed)
    assert found.finished and len(found.cards) == 8
    assert told(found) == [(4, 1, "9H", "made", "failed")]
    # The line that proves it is played to the last card all the same.
    assert len(found.turning[0].proof) == len(found.turning[0].refutation) == 14
    sums(found)


def test_nothing_is_summed_up_before_it_is_finished() -> None:
    whole = analyse(GAMBLER)
    seen = set()
    for nodes in [*range(1, 60, 7), *range(100, whole.nodes + 1, max(1, whole.nodes // 12))]:
        found = analyse(GAMBLER, nodes=nodes)
        seen.add((found.exact, found.finished))
        if not found.exact:
            assert (found.cards, found.seats, found.sides, found.turning) == ([], [], [], [])
            assert found.balance is None and found.score_balance is None
        if not found.finished:
            assert found.turning == []
            assert all(one.labels is None and one.best_share is None for one in found.seats)
            assert all(one.labels is None and one.best_share is None for one in found.sides)
        else:
            assert (found.turning, found.seats) == (whole.turning, whole.seats)
    assert (False, False) in seen


def test_a_card_whose_score_is_not_known_is_judged_in_points() -> None:
    # The first moments of this deal are too hard for the score search, within its bounds.
    found = analyse(json.loads((EXAMPLES / "capo.json").read_text(encoding="utf-8")), nodes=1_000_000)
    assert found.exact and found.score is not None and not found.score.exact and found.score_balance is None
    unknown = [card for card in found.cards if card.score_loss is None]
    assert unknown
    for card in unknown:
        # Whether the contract is made is known all the same.
        assert card.label is label_of(card.loss, forced=card.forced, changed=card.changed != "")
    sums(found)


def test_luck_is_told_of_every_costly_card_when_it_is_asked_for() -> None:
    assert analyse(GAMBLER).luck is None
    done: list[tuple[int, int]] = []
    found = analyse(GAMBLER, luck=True, worlds=4, seed=1, threads=1, progress=lambda i, n: done.append((i, n)))
    costly = [i for i, card in enumerate(found.cards) if card.loss or card.score_loss]
    assert found.luck is not None
    assert [one.moment for one in found.luck] == costly == [i for i, card in enumerate(found.cards) if card.costly]
    assert done[-1] == (len(costly), len(costly))
    assert [one["moment"] for one in found.to_dict()["luck"]] == costly


def test_the_bidding_is_told_when_it_is_asked_for_but_of_no_ending() -> None:
    assert analyse(GAMBLER).bidding is None
    found = analyse(GAMBLER, bidding=True, worlds=1, threads=1).bidding
    assert found is not None and found.played is not None
    assert (found.played.declarer, str(found.played.strain)) == (1, "H")
    assert analyse("gambler H 0 A..7./7..A. - plays=AS", bidding=True).bidding is None
