"""Twelve hand-made deals, each with what a player would say of it.

Only the cards named here cost anything in them: every other card is best or was the only one. What is claimed of a
card is held against a plain minimax of the last tricks, and every line against the score of the deal that it ends in.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from rebelote import Card, DealRecord, Rules, analyse, reference
from rebelote.cards import from_mask
from rebelote.exchanges import with_swap
from rebelote.postmortem.labels import Label
from rebelote.records import PlayedDeal
from rebelote.scoring import FAILED, MADE, Contract
from rebelote.stakes import Stakes
from twelvedeals import DEALS, data, judged, margin, moment, paths, plays, reaches, record, result_of, worlds

NAMES = [*DEALS, "coalition"]
TURNED = [name for name, told in DEALS.items() if told.turn]


def test_there_are_twelve_in_all_the_games() -> None:
    assert sorted(path.stem for path in paths()) == sorted(NAMES)
    assert len(NAMES) == 12
    variants = {data(name)["variant"] for name in NAMES}
    assert variants == {"gambler", "lobovoy", "classic", "capo", "ukrainian", "contree", "bulgarian"}


@pytest.mark.parametrize("name", DEALS)
def test_the_deal_comes_to_what_is_said(name: str) -> None:
    found = record(name).score()
    assert (found.result if found else "") == DEALS[name].result


@pytest.mark.parametrize("name", DEALS)
def test_only_the_card_that_is_named_costs_something(name: str) -> None:
    told, found = DEALS[name], judged(name)
    assert found.exact and found.finished
    for i, card in enumerate(found.cards):
        if i == told.moment:
            assert str(card.card) == told.card
            assert (card.label, card.loss, card.score_loss) == (told.label, *told.losses)
        else:
            assert card.label in (Label.BEST, Label.ONLY), (i, card.card)
            assert (card.loss, card.score_loss, card.changed) == (0, 0, "")
            assert (card.label is Label.ONLY) == card.forced
    seat = None if told.moment is None else found.cards[told.moment].seat
    for total in found.seats:
        assert total.labels is not None
        mine = total.seat == seat
        assert total.labels[Label.CHANGED] + total.labels[Label.MISTAKE] == mine
        assert (total.loss, total.score_loss) == (told.losses if mine else (0, 0))


@pytest.mark.parametrize("name", DEALS)
def test_where_the_result_turned(name: str) -> None:
    told, found = DEALS[name], judged(name).turning
    if told.turn is None:
        assert found == []
        return
    before, after, better = told.turn
    assert [(point.moment, str(point.card)) for point in found] == [(told.moment, told.card)]
    point = found[0]
    assert (str(point.before), str(point.after)) == (before, after)
    assert {str(card) for card in point.better} == set(better.split())
    assert (point.points, point.score) == told.losses
    assert point.trick == point.moment // record(name).players + 1
    assert judged(name).cards[point.moment].changed == f"{before} → {after}"


@pytest.mark.parametrize("name", TURNED)
def test_the_lines_bring_the_results_that_they_are_to_prove(name: str) -> None:
    point = judged(name).turning[0]
    until = plays(name)[: point.moment]
    proof, refutation = [*map(str, point.proof)], [*map(str, point.refutation)]
    assert point.proof[0] in point.better
    assert point.refutation[0] == point.card
    assert result_of(name, until + proof) == str(point.before)
    assert result_of(name, until + refutation) == str(point.after)


@pytest.mark.parametrize("name", [name for name, told in DEALS.items() if told.totals])
def test_a_plain_minimax_says_the_same_of_every_card(name: str) -> None:
    told, deal = DEALS[name], record(name).played
    assert told.moment is not None
    at, past = moment(deal, told.moment)
    home = sum(past.points[seat] for seat in at.side)
    found = {str(card): home + value.points for card, value in reference.card_values(at).items()}
    assert found == told.totals
    assert judged(name).values[told.moment : told.moment + 2] == [
        (min if at.misere else max)(found.values()) if at.seat in at.side else min(found.values()), found[told.card],
    ]  # fmt: skip


@pytest.mark.parametrize("name", [name for name, told in DEALS.items() if told.verdict])
def test_whether_it_could_have_been_known(name: str) -> None:
    told = DEALS[name]
    found = analyse(record(name), luck=True, threads=1).luck
    assert found is not None
    assert [(one.moment, str(one.card), one.verdict) for one in found] == [(told.moment, told.card, told.verdict)]
    if told.verdict == "unlucky":
        assert found[0].exact and found[0].gap == 0


# --- capot, squeeze, overtrump: what the lines show ----------------------------------------


def test_the_proof_of_the_capot_fetches_the_last_trump() -> None:
    assert {str(card) for card in judged("capot").turning[0].proof[:4]} >= {"AH", "TH"}
    assert str(judged("capot").turning[0].refutation[1]) == "TH"


def test_the_queen_of_clubs_squeezes_whatever_is_thrown() -> None:
    at, _ = moment(record("squeeze").played, 20)
    for card in ("QC", "8S", "QH"):
        at = at.play(card)
    values = reference.card_values(at)
    assert sorted(map(str, values)) == ["9S", "AH", "TS"]
    assert {value.sweep for value in values.values()} == {1}


def test_the_ten_that_had_to_be_played_is_nobodys_error() -> None:
    forced = judged("overtrump").cards[18]
    assert [str(card) for card in forced.legal] == ["TH"] == [str(forced.card)]
    at, _ = moment(record("overtrump").played, 18)
    assert sorted(str(card) for card in from_mask(at.hands[2])) == ["7H", "JD", "QH", "TH"]
    assert forced.forced and forced.label is Label.ONLY
    assert judged("overtrump").seats[2].loss == 0


# --- what hangs, what is claimed, what is called -------------------------------------------


def test_what_hangs_is_the_declarers_half() -> None:
    found = record("hanging").score()
    assert found is not None
    assert (found.written, found.hanging) == ((0, 53), 53)


def test_the_claim_wins_the_match_before_the_bait_is_written() -> None:
    ended, found = record("doezd").ended, judged("doezd")
    assert ended is not None and (ended.brought, ended.wanted, ended.right) == (47, 47, True)
    assert not found.deal.complete and found.values[-1] == 49
    assert found.score is not None and found.score.at[-1] is not None
    assert found.score.at[-1].result == FAILED
    short = DealRecord.from_dict({**data("doezd"), "scores": [953, 870]})
    assert short.ended is not None and short.ended.right is False


def test_without_the_bela_the_same_card_loses_the_contract() -> None:
    bare = {**data("bela"), "belas": []}
    del bare["written"]
    found = analyse(bare)
    assert found.cards[24].label is Label.CHANGED
    assert [(point.moment, str(point.before), str(point.after)) for point in found.turning] == [(24, "made", "failed")]
    assert [str(card) for card in found.turning[0].better] == ["QH"]


# --- the seven -----------------------------------------------------------------------------


def test_the_seven_swapped_for_the_jack_decides() -> None:
    swap, choice = record("seven").swap(), judged("seven").exchange
    assert swap is not None and choice is not None
    before, upcard = swap
    kept, swapped = before, with_swap(before, 0, upcard)
    assert (kept.at_stake, swapped.at_stake) == (118, 138)
    assert not reaches(kept, 59, {})  # 59 : 59 would hang
    assert reaches(swapped, 88, {}) and not reaches(swapped, 89, {})
    assert (choice.seat, choice.keep, choice.swap, choice.better) == (0, -118, 88 - 50, "swap")


# --- unlucky: all the worlds ---------------------------------------------------------------


def test_the_finesse_was_right_on_what_could_be_known() -> None:
    ten, king, ace = Card("TS"), Card("KS"), Card("AS")
    _, past = moment(record("finesse").played, 18)
    home = past.points[0] + past.points[2]
    made = {king: 0, ace: 0}
    fitting = list(worlds("finesse", 18))
    assert len(fitting) == 120
    assert sum(bool(world.hands[3] & ten.bit) for world in fitting) < 60
    for world in fitting:
        for card in made:
            made[card] += reaches(world.put(card), 81 - home, {})
    assert made[king] > made[ace]


def test_both_trumps_in_the_other_hand_are_one_case_of_45() -> None:
    both = Card("9H").bit | Card("KH").bit
    trumps = [(world.hands[1] & both).bit_count() for world in worlds("hanging", 14)]
    assert [trumps.count(number) for number in (0, 1, 2)] == [28, 16, 1]


def test_the_seven_guards_the_ten_in_nine_cases_of_27() -> None:
    both = Card("7H").bit | Card("TH").bit
    fitting = list(worlds("bela", 24))
    assert (len(fitting), sum(both in world.hands[1:] for world in fitting)) == (27, 9)


# --- two against one -----------------------------------------------------------------------


def test_the_points_of_the_two_must_lie_in_one_heap() -> None:
    """The declarer has 61, seat 1 has 55 and leads the king of diamonds: the rest is theirs, but whose?

    Under the queen seat 1 wins, has the last trick too, and 86 beat the declarer's 61. The ten takes the trick, and
    the declarer has to beat 55 and 31, which he does. No point is lost by it, and the contract is.
    """
    deal = record("coalition").played
    found = record("coalition").score()
    assert found is not None and (found.result, found.written) == (MADE, (61, 55, 31))
    at, past = moment(deal, 12)
    # What was home before the last five tricks is counted as melds that need no trick.
    rules = Rules.preset("ukrainian", melds_need_trick=False)
    stakes = Stakes(rules, 3, Contract(at.strain, 0), past.points, (0, 0, 0))
    last = PlayedDeal(replace(at, rules=rules), deal.plays[12:], 0)
    analysis = analyse(last, stakes=stakes)
    assert analysis.exact and analysis.finished
    costly = {i: card for i, card in enumerate(analysis.cards) if card.label not in (Label.BEST, Label.ONLY)}
    assert list(costly) == [10]
    assert (str(costly[10].card), costly[10].label) == ("TD", Label.CHANGED)
    assert (costly[10].loss, costly[10].score_loss) == (0, 61)
    (point,) = analysis.turning
    assert (point.moment, point.seat, str(point.after)) == (10, 2, "made")
    assert str(point.before) == "not made"
    assert [str(card) for card in point.better] == ["QD"]
    assert result_of("coalition", [*plays("coalition")[:22], *map(str, point.proof)]) == FAILED
    assert result_of("coalition", [*plays("coalition")[:22], *map(str, point.refutation)]) == MADE
    here, then = moment(last, 10)
    after = {str(card): margin(here.put(card), then, stakes, {}) for card in here.legal()}
    assert after == {"TD": 61, "QD": 0}
    assert {value.points for value in reference.card_values(here).values()} == {0}
