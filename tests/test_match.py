"""The running game: hanging points, the next dealer, who has won, Mars and the claims."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebelote import PRESETS, VARIANTS, Rules, Strain
from rebelote.match import Match, MatchError, MatchOver, claim_after_trick, doezd, half_bait, won_at_once
from rebelote.scoring import Contract, DealScore, Tally, score

H, NT = Strain.HEARTS, Strain.NT


def begin(variant: str, *scores: int, dealer: int = 0, hanging: tuple[int, ...] = (), **options: Any) -> Match:
    """A match that stands at ``scores``."""
    rules = Rules.preset(variant, **options)
    players = len(scores) if variant == "ukrainian" and scores else rules.players[0]
    return Match.start(rules, dealer, players, scores=scores or None, hanging=hanging)


def played(match: Match, *points: int, declarer: int | None = 0, last: int = 0, **kwargs: Any) -> Match:
    """The match after a deal with these card points a seat; everybody takes tricks unless said."""
    seats = len(points)
    tricks = kwargs.pop("tricks", (2,) * seats)
    melds = kwargs.pop("melds", (0,) * seats)
    belas = kwargs.pop("belas", (0,) * seats)
    contract = Contract(kwargs.pop("strain", H), declarer, **kwargs)
    deal = score(match.rules, contract, Tally(points, tricks, melds, belas))
    return match.after(deal, last_trick=last, declarer=declarer)


# --- the start and the sums ------------------------------------------------------------


def test_a_match_begins_at_nothing() -> None:
    match = Match.start(Rules.preset("classic"), 3)
    assert (match.players, match.scores, match.hanging, match.dealer) == (4, (0, 0), (), 3)
    assert (match.winner, match.worth, match.deals) == (None, 0, 0)
    assert Match.start(Rules.preset("capo"), 0).scores == (0, 0, 0, 0)
    assert Match.start(Rules.preset("ukrainian"), 0, 3).scores == (0, 0, 0)


def test_scores_add_up_deal_by_deal() -> None:
    match = played(played(begin("gambler"), 100, 50), 40, 110)
    assert match.scores == (100, 200)
    assert match.deals == 2
    assert played(match, 60, 90, declarer=None).scores == (40, 110)


def test_a_match_may_go_on_from_given_scores() -> None:
    match = begin("gambler", 420, 388, hanging=(75,))
    assert played(match, 100, 50).scores == (595, 438)


# --- hanging points --------------------------------------------------------------------


def test_ukrainian_81_hang_and_the_next_declarer_with_112_writes_193() -> None:
    match = played(begin("ukrainian", 0, 0), 81, 81)
    assert (match.scores, match.hanging) == ((0, 81), (81,))
    match = played(match, 112, 50)
    assert (match.scores, match.hanging) == ((193, 131), ())


@pytest.mark.parametrize("variant", ["gambler", "lobovoy", "ukrainian"])
def test_the_defender_gets_them_when_the_next_declarer_fails(variant: str) -> None:
    match = played(begin(variant, 0, 0, hanging=(75,)), 40, 110)
    assert match.scores == (0, 75 + (110 if variant == "ukrainian" else 150))


def test_lobovoy_hanging_no_trumps_are_doubled() -> None:
    match = played(begin("lobovoy"), 60, 60, strain=NT)
    assert (match.scores, match.hanging) == ((0, 120), (120,))


@pytest.mark.parametrize(
    ("rule", "third", "fourth"),
    [("at_once", ((327, 125), ()), ((327, 275), ())), ("one_by_one", ((251, 125), (76,)), ((251, 351), ()))],
)
def test_two_in_a_row_at_once_or_one_at_a_time(rule: str, third: object, fourth: object) -> None:
    match = played(played(begin("gambler", two_hanging=rule), 75, 75), 76, 76, declarer=1)
    assert (match.scores, match.hanging) == ((76, 75), (75, 76))
    match = played(match, 100, 50)
    assert (match.scores, match.hanging) == third
    match = played(match, 50, 100)
    assert (match.scores, match.hanging) == fourth


def test_three_in_a_row_wait_in_their_order() -> None:
    match = begin("ukrainian", 0, 0, two_hanging="one_by_one")
    for points in (70, 80, 81):
        match = played(match, points, points)
    assert match.hanging == (70, 80, 81)
    assert played(match, 100, 50).hanging == (80, 81)


def test_misere_hanging_points_go_to_the_one_who_loses_less() -> None:
    match = played(begin("gambler", 0, 0, hanging=(75,)), 60, 90, declarer=None)
    assert (match.scores, match.hanging) == ((15, -90), ())


def test_hanging_points_wait_on_when_nobody_has_more() -> None:
    match = played(begin("gambler", 0, 0, hanging=(80,)), 75, 75, declarer=None)
    assert (match.scores, match.hanging) == ((-75, -75), (80,))
    match = played(begin("ukrainian", 0, 0, 0, hanging=(80,)), 41, 60, 60)
    assert (match.scores, match.hanging) == ((0, 60, 60), (80,))


def test_bulgarian_the_winner_is_told_by_points_not_by_tens() -> None:
    """92 and 90 are nine tens both."""
    match = played(begin("bulgarian", 0, 0, hanging=(8,)), 72, 90, 0, 0, belas=(20, 0, 0, 0))
    assert match.scores == (17, 9)


def test_bulgarian_doubled_hanging_points() -> None:
    match = played(begin("bulgarian"), 81, 81, 0, 0, factor=2)
    assert (match.scores, match.hanging) == ((0, 0), (32,))
    assert played(match, 72, 90, 0, 0).scores == (0, 48)


# --- who deals -------------------------------------------------------------------------


def test_gambler_whoever_scored_most_deals_in_misere_least() -> None:
    assert played(begin("gambler", dealer=1), 100, 50).dealer == 0
    assert played(begin("gambler", dealer=0), 50, 100).dealer == 1
    assert played(begin("gambler", dealer=1), 60, 90, declarer=None).dealer == 0
    assert played(begin("gambler", dealer=0), 75, 75, declarer=0).dealer == 1, "only the defender wrote"


def test_capo_whoever_scored_most_deals_of_equals_the_next_in_turn() -> None:
    assert played(begin("capo", dealer=0), 40, 30, 82, 10, declarer=2, bid=80).dealer == 2
    assert played(begin("capo", dealer=0), 40, 30, 82, 10, declarer=2, bid=90).dealer == 0, "the declarer lost 82"
    assert played(begin("capo", dealer=0), 50, 50, 50, 12, declarer=3, bid=80).dealer == 1
    assert played(begin("capo", dealer=1), 50, 50, 50, 12, declarer=3, bid=80).dealer == 2


@pytest.mark.parametrize("variant", ["classic", "contree", "bulgarian"])
def test_partners_deal_in_turn(variant: str) -> None:
    assert played(begin(variant, dealer=3), 100, 62, 0, 0).dealer == 0
    assert played(begin(variant, dealer=1), 81, 81, 0, 0).dealer == 2


def test_ukrainian_deals_in_turn_after_a_hanging_deal_the_declarer() -> None:
    assert played(begin("ukrainian", 0, 0, 0, dealer=2), 60, 50, 51).dealer == 0
    assert played(begin("ukrainian", 0, 0, 0, dealer=2), 41, 60, 60, declarer=1).dealer == 1
    assert played(begin("ukrainian", 0, 0), 81, 81, declarer=0).dealer == 0


def test_the_next_dealer_is_an_option() -> None:
    assert played(begin("gambler", dealer=1, next_dealer="same"), 100, 50).dealer == 1
    assert played(begin("gambler", dealer=0, next_dealer="next"), 100, 50).dealer == 1
    for dealer, then in ((0, 1), (1, 3), (2, 3), (3, 1)):
        assert played(begin("classic", dealer=dealer, next_dealer="most_points"), 40, 122, 0, 0).dealer == then


def test_a_deal_that_nobody_played_only_moves_the_deal() -> None:
    match = begin("ukrainian", 10, 20, 30, hanging=(60,)).again(1)
    assert (match.scores, match.hanging, match.dealer, match.deals) == ((10, 20, 30), (60,), 1, 0)


def test_lobovoy_the_loser_calls_first_after_a_hanging_deal_the_declarer() -> None:
    assert begin("lobovoy").last_loser is None
    match = played(begin("lobovoy"), 100, 50)
    assert (match.last_loser, match.hanging_declarer) == (1, None)
    assert played(match, 60, 90, declarer=None).last_loser == 1
    match = played(match, 75, 75, declarer=0)
    assert (match.last_loser, match.hanging_declarer) == (0, 0)
    assert played(match, 75, 75, declarer=None).last_loser is None


# --- who has won -----------------------------------------------------------------------


def test_1001_is_reached_not_passed() -> None:
    assert played(begin("gambler", 900, 500), 100, 50).winner is None
    match = played(begin("gambler", 901, 500), 100, 50)
    assert (match.scores, match.winner, match.worth) == ((1001, 550), 0, 1)


def test_hanging_points_count_at_once() -> None:
    assert played(begin("gambler", 821, 500, hanging=(80,)), 100, 50).winner == 0


def test_gambler_and_capo_both_there_the_last_trick_wins() -> None:
    assert played(begin("gambler", 950, 960), 100, 50, last=1).winner == 1
    assert played(begin("gambler", 950, 960), 100, 50, last=0).winner == 0
    capo = begin("capo", 950, 960, 0, 0)
    assert played(capo, 90, 50, 12, 10, bid=80, last=1).winner == 1
    assert played(capo, 90, 50, 12, 10, bid=80, last=2).winner == 0, "neither took it: more points"
    assert played(begin("ukrainian", 950, 960, 0), 90, 50, 21, last=1).winner == 1


def test_lobovoy_both_there_the_defender_wins() -> None:
    assert played(begin("lobovoy", 950, 960), 100, 50, last=0).winner == 1
    assert played(begin("lobovoy", 960, 950), 50, 100, declarer=1, last=1).winner == 0


def test_classic_both_there_more_points_win_and_equal_ones_mean_one_more_deal() -> None:
    assert played(begin("classic", 950, 980), 100, 62, 0, 0).winner == 0
    match = played(begin("classic", 980, 980), 81, 81, 0, 0)
    assert (match.scores, match.winner) == ((1061, 1061), None)
    assert played(match, 100, 62, 0, 0).winner == 0


@pytest.mark.parametrize("game", [501, 701, 1001])
def test_the_length_of_the_game_is_an_option(game: int) -> None:
    assert played(begin("classic", game - 101, 0, game=game), 100, 62, 0, 0).winner is None
    assert played(begin("classic", game - 100, 0, game=game), 100, 62, 0, 0).winner == 0


def test_contree_is_played_to_2000() -> None:
    assert played(begin("contree", 1819, 0), 100, 62, 0, 0, bid=80).winner is None
    assert played(begin("contree", 1820, 0), 100, 62, 0, 0, bid=80).winner == 0
    assert played(begin("contree", 1820, 0, game=3000), 100, 62, 0, 0, bid=80).winner is None


def test_bulgarian_does_not_end_on_a_capot_or_a_hanging_deal() -> None:
    capot = played(begin("bulgarian", 140, 100), 162, 0, 0, 0, tricks=(8, 0, 0, 0))
    assert (capot.scores, capot.winner) == ((165, 100), None)
    assert played(capot, 72, 90, 0, 0).winner == 0
    hanging = played(begin("bulgarian", 100, 145), 81, 81, 0, 0)
    assert (hanging.scores, hanging.winner) == ((100, 153), None)
    assert played(begin("bulgarian", 140, 100), 100, 62, 0, 0).winner is None
    assert played(begin("bulgarian", 141, 100), 100, 62, 0, 0).winner == 0


def test_a_match_that_is_over_refuses_to_go_on() -> None:
    match = played(begin("gambler", 950, 500), 100, 50)
    with pytest.raises(MatchOver, match=r"the match is over: party 0 won it 1050 : 550") as caught:
        played(match, 100, 50)
    assert caught.value.code == "match_over"
    with pytest.raises(MatchOver):
        match.again(0)
    with pytest.raises(MatchOver):
        doezd(match, 1, 600)


def test_the_winner_by_both_there_rules_can_be_chosen() -> None:
    assert played(begin("gambler", 950, 960, both_there="more_points"), 100, 50, last=1).winner == 0
    assert played(begin("classic", 980, 990, both_there="last_trick"), 100, 62, 0, 0, last=3).winner == 1
    assert played(begin("classic", 980, 990, both_there="defender"), 100, 62, 0, 0, last=0).winner == 1


# --- Mars ------------------------------------------------------------------------------


def test_mars_counts_two_for_1001_before_501() -> None:
    assert played(begin("gambler", 950, 450, mars=True), 100, 50).worth == 2
    assert played(begin("gambler", 950, 451, mars=True), 100, 50).worth == 1
    assert played(begin("gambler", 950, 0), 100, 50).worth == 1, "not agreed on"


def test_mars_by_doezd() -> None:
    assert doezd(begin("gambler", 950, 100, mars=True), 0, 51).worth == 2
    assert doezd(begin("gambler", 950, 100, mars=True), 1, 51).worth == 1, "a wrong claim makes no 1001"


# --- claims ----------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["gambler", "lobovoy"])
def test_doezd_right_wins_and_wrong_loses(variant: str) -> None:
    right = doezd(begin(variant, 930, 990), 0, 71)
    assert (right.scores, right.winner, right.deals) == ((1001, 990), 0, 1)
    wrong = doezd(begin(variant, 930, 10), 0, 70)
    assert (wrong.scores, wrong.winner, wrong.worth) == ((930, 10), 1, 1)


def test_doezd_does_not_count_what_hangs() -> None:
    assert doezd(begin("gambler", 930, 10, hanging=(80,)), 0, 70).winner == 1


def test_doezd_wrong_among_several_the_best_of_the_others_wins() -> None:
    match = begin("ukrainian", 900, 300, 500, claim="doezd")
    assert doezd(match, 0, 50).winner == 2
    assert doezd(begin("ukrainian", 300, 300, 300, claim="doezd"), 1, 50).winner == 2


def test_half_bait_right_the_defender_writes_everything() -> None:
    match = half_bait(begin("gambler", 930, 100, dealer=0, half_bait=True), 1, 81, 160)
    assert (match.scores, match.winner, match.dealer, match.deals) == ((930, 260), None, 1, 1)
    assert half_bait(begin("gambler", 930, 900, half_bait=True), 1, 81, 160).winner == 1
    hanging = half_bait(begin("gambler", 0, 0, hanging=(75,), half_bait=True), 0, 81, 160)
    assert hanging.scores == (235, 0)


def test_half_bait_wrong_the_declarer_wins_the_game() -> None:
    match = half_bait(begin("gambler", 930, 100, half_bait=True), 1, 80, 160)
    assert (match.scores, match.winner, match.worth) == ((930, 100), 0, 1)


def test_half_bait_needs_its_option_and_doezd() -> None:
    with pytest.raises(MatchError, match="half_bait"):
        half_bait(begin("gambler"), 1, 81, 160)
    with pytest.raises(MatchError, match="claim"):
        half_bait(begin("gambler", half_bait=True, claim="none"), 1, 81, 160)


@pytest.mark.parametrize("variant", ["capo", "ukrainian"])
def test_a_claim_after_a_trick_wins_when_right_and_is_nothing_when_wrong(variant: str) -> None:
    match = begin(variant, 940, 980, 0, 0) if variant == "capo" else begin(variant, 940, 980, 0)
    right = claim_after_trick(match, 0, 61)
    assert (right.scores[0], right.winner, right.worth) == (1001, 0, 1)
    assert claim_after_trick(match, 0, 60) is match


def test_ukrainian_knows_no_claim_after_the_last_trick() -> None:
    with pytest.raises(MatchError, match="last trick"):
        claim_after_trick(begin("ukrainian", 940, 980), 0, 61, last=True)
    assert claim_after_trick(begin("capo", 940, 980, 0, 0), 0, 61, last=True).winner == 0


@pytest.mark.parametrize("variant", ["classic", "contree", "bulgarian"])
def test_partners_have_no_claims(variant: str) -> None:
    with pytest.raises(MatchError, match="none"):
        doezd(begin(variant), 0, 5000)
    with pytest.raises(MatchError, match="none"):
        claim_after_trick(begin(variant), 0, 5000)


def test_capo_all_eight_trumps_win_whatever_the_score_was() -> None:
    match = won_at_once(begin("capo", -300, 900, 100, 0), 0)
    assert (match.scores, match.winner) == ((1001, 900, 100, 0), 0)
    with pytest.raises(MatchError, match="eight_trumps_win"):
        won_at_once(begin("gambler"), 0)


# --- what cannot be --------------------------------------------------------------------


def test_a_match_needs_its_number_of_players_and_a_seat_as_dealer() -> None:
    with pytest.raises(MatchError, match="2 or 3 players"):
        Match.start(Rules.preset("ukrainian"), 0)
    with pytest.raises(MatchError, match="4 players, not 2"):
        Match.start(Rules.preset("classic"), 0, 2)
    with pytest.raises(MatchError, match="seats are 0 to 1"):
        Match.start(Rules.preset("gambler"), 2)
    with pytest.raises(MatchError, match="2 parties"):
        Match.start(Rules.preset("classic"), 0, scores=(1, 2, 3, 4))
    with pytest.raises(MatchError, match="seats are 0 to 1"):
        begin("gambler").again(-1)


def test_a_deal_must_fit_the_match() -> None:
    deal = score(Rules.preset("gambler"), Contract(H, 0), Tally((100, 50), (5, 4), (0, 0), (0, 0)))
    with pytest.raises(MatchError, match="misère"):
        begin("gambler").after(deal, last_trick=0, declarer=None)
    with pytest.raises(MatchError, match="2 parties, the match has 4"):
        begin("capo").after(deal, last_trick=0, declarer=0)
    with pytest.raises(MatchError, match="seats"):
        begin("gambler").after(deal, last_trick=2, declarer=0)
    with pytest.raises(MatchError, match="seats"):
        begin("gambler").after(deal, last_trick=0, declarer=4)
    with pytest.raises(MatchError, match="parties are 0 to 1"):
        doezd(begin("gambler"), 2, 10)


# --- properties ------------------------------------------------------------------------


@st.composite
def courses(draw: st.DrawFn) -> tuple[Match, list[tuple[DealScore, int, int | None]]]:
    """A match at its start and some deals, many of them hanging."""
    variant, players = draw(st.sampled_from([(v, n) for v in VARIANTS for n in PRESETS[v].players]))
    rules = Rules.preset(variant, two_hanging=draw(st.sampled_from(["at_once", "one_by_one"])), game=100_000)
    match = Match.start(rules, draw(st.integers(0, players - 1)), players)
    deals = []
    for _ in range(draw(st.integers(1, 6))):
        points = tuple(draw(st.sampled_from([0, 30, 50, 50, 50, 70])) for _ in range(players))
        declarer = draw(st.integers(0, players - 1)) if variant in ("capo", "contree") or draw(st.booleans()) else None
        contract = Contract(H, declarer, bid=80 if rules.customs.made_when == "bid" else None)
        held = Tally(points, (2,) * players, (0,) * players, (0,) * players)
        deals.append((score(rules, contract, held), draw(st.integers(0, players - 1)), declarer))
    return match, deals


@given(courses())
def test_no_point_is_lost_between_the_deals(course: tuple[Match, list[tuple[DealScore, int, int | None]]]) -> None:
    match, deals = course
    total = 0
    for deal, last, declarer in deals:
        match = match.after(deal, last_trick=last, declarer=declarer)
        total += sum(deal.written) + deal.hanging
        assert sum(match.scores) + sum(match.hanging) == total
        assert 0 <= match.dealer < match.players
        assert all(points > 0 for points in match.hanging)
        assert match.winner is None
    assert match.deals == len(deals)
