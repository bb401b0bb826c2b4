"""What each party writes for a deal: a worked example for every cell of the tables of the rules."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebelote import PRESETS, VARIANTS, Rules, Strain
from rebelote.cards import Card, parse_cards
from rebelote.scoring import Contract, DealScore, Tally, bait_on_cards, brought, score, tally_points

S, H, D, C, NT, AT = Strain
Trick = tuple[int, list[Card]]


def tally(
    *points: int, tricks: tuple[int, ...] = (), melds: tuple[int, ...] = (), belas: tuple[int, ...] = ()
) -> Tally:
    """Points a seat; unless said, everybody won tricks and nobody has melds or a bela."""
    seats = len(points)
    return Tally(points, tricks or (2,) * seats, melds or (0,) * seats, belas or (0,) * seats)


def deal(
    variant: str,
    held: Tally,
    strain: Strain = H,
    declarer: int | None = 0,
    bid: int | None = None,
    sweep: bool = False,
    factor: int = 1,
    **options: Any,
) -> DealScore:
    return score(Rules.preset(variant, **options), Contract(strain, declarer, bid, sweep, factor), held)


def wrote(answer: DealScore) -> tuple[tuple[int, ...], str, int]:
    return answer.written, answer.result, answer.hanging


# --- from tricks to the tally ----------------------------------------------------------


def trick(leader: int, text: str) -> Trick:
    return leader, parse_cards(text)


def all_to_spades(ranks: str = "789TJQKA") -> list[Trick]:
    """Seat 0 leads trump after trump; the others have the same rank of the other suits."""
    return [trick(0, f"{r}S {r}H {r}D {r}C") for r in ranks]


def test_a_trick_goes_to_its_winner_and_the_last_one_counts_ten_more() -> None:
    tricks = [trick(0, "TH AH"), trick(1, "7S JD"), trick(1, "KS 7H")]
    assert tally_points(Rules.preset("gambler"), H, 2, tricks) == Tally((14, 23), (1, 2), (0, 0), (0, 0))
    unfinished = tally_points(Rules.preset("gambler"), H, 2, tricks, finished=False, melds=(20, 0), belas=(0, 20))
    assert unfinished == Tally((4, 23), (1, 2), (20, 0), (0, 20))
    assert tally_points(Rules.preset("gambler", last_trick=25), H, 2, tricks).points == (29, 23)


def test_no_trick_is_no_point() -> None:
    assert tally_points(Rules.preset("ukrainian"), H, 3, []) == Tally((0,) * 3, (0,) * 3, (0,) * 3, (0,) * 3)


def test_all_eight_tricks_with_162_points_are_a_capot() -> None:
    held = tally_points(Rules.preset("classic"), S, 4, all_to_spades())
    assert held.points == (162, 0, 0, 0)
    answer = deal("classic", held, S, declarer=2)
    assert wrote(answer) == ((252, 0), "made", 0)
    assert answer.capot == 0


def test_162_points_after_a_pointless_trick_lost_are_no_capot() -> None:
    tricks = [trick(1, "9H 7H 8H 7D")]
    tricks += [trick(0, t) for t in ("JS 7S 8D 7C", "9S 9D TH 8C", "AS JH TD 9C", "TS QH JD TC", "KS KH QD JC")]
    tricks += [trick(0, "QS AH KD QC"), trick(0, "8S AD KC AC")]
    held = tally_points(Rules.preset("classic"), S, 4, tricks)
    assert held.points == (162, 0, 0, 0)
    answer = deal("classic", held, S)
    assert wrote(answer) == ((162, 0), "made", 0)
    assert answer.capot is None


def test_no_capot_in_a_seat_alone_while_the_partner_takes_the_rest() -> None:
    assert deal("classic", tally(100, 0, 62, 0, tricks=(5, 0, 3, 0))).written == (252, 0)
    assert deal("classic", tally(100, 0, 62, 0, tricks=(5, 1, 2, 0))).written == (162, 0)


# --- gambler, lobovoy: two, each for himself -------------------------------------------


@pytest.mark.parametrize("variant", ["gambler", "lobovoy"])
def test_melds_and_bela_count_toward_the_contract_and_each_writes_his_own(variant: str) -> None:
    answer = deal(variant, tally(60, 80, melds=(20, 0), belas=(20, 0)))
    assert wrote(answer) == ((100, 80), "made", 0)
    assert answer.counted == (100, 80)
    assert answer.winner == 0


@pytest.mark.parametrize("variant", ["gambler", "lobovoy"])
def test_bait_the_defender_writes_everything_the_declarers_melds_and_bela_too(variant: str) -> None:
    assert wrote(deal(variant, tally(60, 90))) == ((0, 150), "failed", 0)
    assert wrote(deal(variant, tally(90, 60), declarer=1)) == ((150, 0), "failed", 0)
    answer = deal(variant, tally(40, 110, melds=(50, 0), belas=(0, 20)))
    assert wrote(answer) == ((0, 220), "failed", 0)
    assert answer.counted == (90, 130)
    assert answer.winner == 1


@pytest.mark.parametrize("variant", ["gambler", "lobovoy"])
def test_equal_hangs_what_the_declarer_has_and_the_defender_writes_his_own(variant: str) -> None:
    answer = deal(variant, tally(60, 80, belas=(20, 0)))
    assert wrote(answer) == ((0, 80), "hanging", 80)
    assert answer.winner is None


def test_a_meld_needs_a_trick_and_the_bela_does_not() -> None:
    sweep = tally(0, 150, tricks=(0, 9), melds=(100, 0), belas=(20, 0))
    assert wrote(deal("gambler", sweep)) == ((0, 170), "failed", 0)
    defended = tally(150, 0, tricks=(9, 0), melds=(0, 100), belas=(0, 20))
    assert wrote(deal("gambler", defended)) == ((150, 20), "made", 0)
    assert deal("gambler", defended, melds_need_trick=False).written == (150, 120)
    assert deal("gambler", defended, bela_needs_trick=True).written == (150, 0)


def test_a_defender_who_sweeps_writes_less_than_one_who_concedes_a_pointless_trick() -> None:
    assert deal("gambler", tally(0, 150, tricks=(0, 9), melds=(100, 0))).written == (0, 150)
    assert deal("gambler", tally(0, 150, tricks=(1, 8), melds=(100, 0))).written == (0, 250)


def test_all_tricks_are_nothing_extra_for_two() -> None:
    answer = deal("gambler", tally(150, 0, tricks=(9, 0)))
    assert answer.written == (150, 0)
    assert answer.capot == 0
    assert deal("gambler", tally(150, 0, tricks=(9, 0)), all_tricks_bonus=50).written == (200, 0)


def test_lobovoy_doubles_all_points_in_no_trumps_made_failed_or_hanging() -> None:
    assert wrote(deal("lobovoy", tally(60, 30, melds=(0, 20)), NT)) == ((120, 100), "made", 0)
    assert wrote(deal("lobovoy", tally(30, 60, melds=(20, 0)), NT)) == ((0, 220), "failed", 0)
    assert wrote(deal("lobovoy", tally(40, 60, melds=(20, 0)), NT)) == ((0, 120), "hanging", 120)
    assert wrote(deal("lobovoy", tally(60, 30), AT)) == ((60, 30), "made", 0)
    assert wrote(deal("gambler", tally(60, 30), NT)) == ((60, 30), "made", 0)


# --- misère ----------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["gambler", "lobovoy"])
def test_misere_takes_each_players_own_tricks_off_his_score(variant: str) -> None:
    answer = deal(variant, tally(60, 90), declarer=None)
    assert wrote(answer) == ((-60, -90), "misere", 0)
    assert answer.counted == (60, 90)
    assert answer.winner == 0


def test_misere_takes_off_the_others_melds_from_one_who_took_a_trick() -> None:
    assert deal("gambler", tally(60, 90, melds=(0, 50)), declarer=None).written == (-110, -90)
    assert deal("gambler", tally(0, 150, tricks=(0, 9), melds=(0, 50)), declarer=None).written == (0, -150)


def test_misere_melds_of_one_without_a_trick_score_for_nobody() -> None:
    assert deal("gambler", tally(150, 0, tricks=(9, 0), melds=(0, 50)), declarer=None).written == (-150, 0)


def test_misere_takes_off_the_others_bela_always() -> None:
    assert deal("gambler", tally(60, 90, belas=(0, 20)), declarer=None).written == (-80, -90)
    assert deal("gambler", tally(0, 150, tricks=(0, 9), belas=(0, 20)), declarer=None).written == (-20, -150)
    assert deal("gambler", tally(150, 0, tricks=(9, 0), belas=(0, 20)), declarer=None).written == (-170, 0)


def test_misere_own_melds_stay_out_unless_the_option_says_so() -> None:
    held = tally(60, 90, melds=(20, 0), belas=(0, 20))
    assert deal("gambler", held, declarer=None).written == (-80, -110)
    assert deal("gambler", held, declarer=None, misere_own_melds=True).written == (-100, -130)


def test_misere_equal_has_no_winner_and_no_bonus_for_all_tricks() -> None:
    assert deal("gambler", tally(75, 75), declarer=None).winner is None
    swept = deal("gambler", tally(150, 0, tricks=(9, 0)), declarer=None, all_tricks_bonus=90)
    assert swept.written == (-150, 0)


def test_misere_of_three_takes_off_all_the_others_melds() -> None:
    held = tally(50, 60, 40, melds=(0, 20, 0), belas=(0, 0, 20))
    assert deal("ukrainian", held, declarer=None).written == (-90, -80, -60)


# --- classic ---------------------------------------------------------------------------


def test_classic_takers_make_it_with_81_of_162() -> None:
    answer = deal("classic", tally(50, 40, 31, 41))
    assert wrote(answer) == ((81, 81), "made", 0)
    assert answer.winner is None
    assert wrote(deal("classic", tally(50, 40, 30, 42))) == ((0, 162), "failed", 0)
    assert wrote(deal("classic", tally(42, 50, 40, 30), declarer=3)) == ((162, 0), "failed", 0)


def test_classic_melds_and_bela_are_written_but_do_not_make_the_contract() -> None:
    answer = deal("classic", tally(40, 42, 40, 40, melds=(100, 0, 0, 0), belas=(0, 0, 20, 0)))
    assert wrote(answer) == ((120, 162), "failed", 0)
    assert answer.counted == (80, 82)
    made = deal("classic", tally(42, 40, 40, 40, melds=(0, 200, 0, 0), belas=(0, 20, 0, 0)))
    assert wrote(made) == ((82, 300), "made", 0)
    assert made.winner == 1


def test_classic_failed_melds_may_go_to_the_defenders_the_bela_stays() -> None:
    held = tally(40, 42, 40, 40, melds=(100, 0, 0, 0), belas=(0, 0, 20, 0))
    assert deal("classic", held, failed_melds="defenders").written == (20, 262)


def test_classic_capot_is_252_for_either_side_and_the_belas_20_still_count() -> None:
    takers = tally(162, 0, 0, 0, tricks=(8, 0, 0, 0), belas=(0, 0, 20, 0))
    assert wrote(deal("classic", takers)) == ((272, 0), "made", 0)
    defenders = deal("classic", tally(0, 162, 0, 0, tricks=(0, 8, 0, 0), belas=(20, 0, 0, 0)))
    assert wrote(defenders) == ((20, 252), "failed", 0)
    assert defenders.capot == 1


def test_classic_melds_need_no_trick() -> None:
    swept = tally(162, 0, 0, 0, tricks=(8, 0, 0, 0), melds=(0, 50, 0, 0))
    assert deal("classic", swept).written == (252, 50)
    assert deal("classic", swept, melds_need_trick=True).written == (252, 0)


def test_a_partners_trick_is_trick_enough() -> None:
    held = tally(100, 0, 12, 50, tricks=(5, 0, 1, 2), melds=(0, 50, 0, 0))
    assert deal("classic", held, melds_need_trick=True).written == (112, 100)


# --- capo ------------------------------------------------------------------------------


def test_capo_is_made_by_reaching_the_bid_whatever_the_others_have() -> None:
    """80 clubs, 82 taken; a defender with a strong meld has 100."""
    answer = deal("capo", tally(82, 50, 20, 10, melds=(0, 50, 0, 0)), C, bid=80)
    assert wrote(answer) == ((82, 100, 20, 10), "made", 0)
    assert deal("capo", tally(80, 52, 20, 10), C, bid=80).result == "made"
    assert deal("capo", tally(79, 53, 20, 10), C, bid=80).result == "failed"


def test_capo_melds_bela_and_belot_count_against_the_bid() -> None:
    answer = deal("capo", tally(52, 60, 30, 20, melds=(20, 0, 0, 0), belas=(40, 20, 0, 0)), C, bid=110)
    assert wrote(answer) == ((112, 80, 30, 20), "made", 0)


def test_capo_failed_takes_the_declarers_points_off_and_the_others_write_their_own() -> None:
    answer = deal("capo", tally(60, 50, 30, 22, melds=(0, 20, 0, 0), belas=(20, 0, 0, 0)), C, bid=90)
    assert wrote(answer) == ((-80, 70, 30, 22), "failed", 0)
    assert answer.counted == (80, 70, 30, 22)


def test_capo_a_defender_without_a_trick_loses_a_hundred_and_his_melds() -> None:
    held = tally(90, 40, 32, 0, tricks=(5, 2, 1, 0), melds=(0, 0, 0, 50))
    assert deal("capo", held, C, bid=80).written == (90, 40, 32, -100)
    failed = tally(70, 60, 32, 0, tricks=(5, 2, 1, 0))
    assert deal("capo", failed, C, bid=80).written == (-70, 60, 32, -100)
    assert deal("capo", failed, C, bid=80, no_trick=0).written == (-70, 60, 32, 0)


def test_capo_a_bela_without_a_trick_follows_its_option() -> None:
    held = tally(90, 40, 32, 0, tricks=(5, 2, 1, 0), belas=(0, 0, 0, 40))
    assert deal("capo", held, C, bid=80, bela_needs_trick=True).written == (90, 40, 32, -100)
    assert deal("capo", held, C, bid=80, bela_needs_trick=False).written == (90, 40, 32, -60)


def test_capo_a_declarer_without_a_trick_loses_no_hundred() -> None:
    held = tally(0, 80, 50, 32, tricks=(0, 4, 2, 2), melds=(100, 0, 0, 0))
    assert deal("capo", held, C, bid=80, bela_needs_trick=True).written == (0, 80, 50, 32)


def test_capo_all_tricks_bid_are_made_by_all_tricks_only() -> None:
    made = deal("capo", tally(162, 0, 0, 0, tricks=(8, 0, 0, 0), melds=(20, 0, 0, 50)), C, bid=250, sweep=True)
    assert wrote(made) == ((182, 0, 0, 0), "made", 0)
    pointless = tally(162, 0, 0, 0, tricks=(7, 0, 1, 0), melds=(20, 0, 0, 0))
    assert wrote(deal("capo", pointless, C, bid=250, sweep=True)) == ((-182, 0, 0, 0), "failed", 0)


def test_capo_eight_of_a_plain_suit_are_worth_1001() -> None:
    held = tally(10, 62, 60, 30, melds=(1001, 0, 0, 0))
    assert wrote(deal("capo", held, C, bid=160)) == ((1011, 62, 60, 30), "made", 0)


def test_capo_without_a_named_value_the_least_bid_is_what_must_be_made() -> None:
    assert deal("capo", tally(80, 52, 20, 10), C).result == "made"
    assert deal("capo", tally(80, 52, 20, 10), C, least_bid=90).result == "failed"


# --- ukrainian -------------------------------------------------------------------------


def test_ukrainian_for_two_made_failed_and_hanging() -> None:
    assert wrote(deal("ukrainian", tally(112, 50))) == ((112, 50), "made", 0)
    assert wrote(deal("ukrainian", tally(50, 112))) == ((0, 112), "failed", 0)
    assert wrote(deal("ukrainian", tally(81, 81))) == ((0, 81), "hanging", 81)


def test_ukrainian_melds_and_bela_need_a_trick() -> None:
    held = tally(150, 0, tricks=(9, 0), melds=(0, 50), belas=(0, 20))
    assert deal("ukrainian", held).written == (150, 0)
    assert deal("ukrainian", tally(150, 0, tricks=(8, 1), melds=(0, 50), belas=(0, 20))).written == (150, 70)


def test_ukrainian_for_three_the_declarer_must_beat_each_opponent() -> None:
    assert wrote(deal("ukrainian", tally(41, 60, 60))) == ((0, 60, 60), "failed", 0)
    assert wrote(deal("ukrainian", tally(62, 61, 38))) == ((62, 61, 38), "made", 0)
    assert wrote(deal("ukrainian", tally(60, 61, 40))) == ((0, 61, 40), "failed", 0)
    assert wrote(deal("ukrainian", tally(60, 41, 60))) == ((0, 41, 60), "hanging", 60)
    assert deal("ukrainian", tally(41, 60, 60)).winner is None


def test_with_three_a_bait_that_goes_to_the_defenders_is_shared() -> None:
    assert deal("ukrainian", tally(40, 60, 62), failed="all_to_defender").written == (0, 80, 82)
    assert deal("ukrainian", tally(41, 60, 61), failed="all_to_defender").written == (0, 80, 81)


# --- contrée ---------------------------------------------------------------------------


def test_contree_made_each_side_its_points_and_the_takers_the_bid() -> None:
    assert wrote(deal("contree", tally(50, 40, 40, 32), bid=80)) == ((170, 72), "made", 0)
    assert wrote(deal("contree", tally(40, 50, 40, 32), bid=80)) == ((160, 82), "made", 0)


def test_contree_failed_the_defenders_162_and_the_bid() -> None:
    assert wrote(deal("contree", tally(40, 50, 32, 40), bid=80)) == ((0, 242), "failed", 0)
    assert wrote(deal("contree", tally(40, 50, 32, 40), declarer=1, bid=100)) == ((262, 0), "failed", 0)


def test_contree_double_and_redouble_multiply_the_bid() -> None:
    made, failed = tally(50, 40, 40, 32), tally(40, 50, 32, 40)
    assert deal("contree", made, bid=80, factor=2).written == (250, 72)
    assert deal("contree", made, bid=80, factor=3).written == (330, 72)
    assert deal("contree", failed, bid=80, factor=2).written == (0, 322)
    assert deal("contree", failed, bid=80, factor=4).written == (0, 482)


def test_contree_the_belote_counts_toward_the_bid_and_stays_with_its_owner() -> None:
    assert wrote(deal("contree", tally(40, 60, 30, 32, belas=(0, 0, 20, 0)), bid=90)) == ((180, 92), "made", 0)
    assert wrote(deal("contree", tally(40, 60, 29, 33, belas=(20, 0, 0, 0)), bid=90)) == ((20, 252), "failed", 0)
    assert wrote(deal("contree", tally(50, 60, 30, 22, belas=(0, 20, 0, 0)), bid=80)) == ((160, 102), "made", 0)
    assert wrote(deal("contree", tally(40, 60, 30, 32, belas=(0, 20, 0, 0)), bid=80)) == ((0, 262), "failed", 0)


def test_contree_king_and_queen_from_two_hands_are_no_belote() -> None:
    """Both defenders must put theirs on the jack: the declarer holds 62 points on 80."""
    mine = [trick(0, t) for t in ("JH KH 7H QH", "AS TS KS 7S", "TD 7D 8D 9D")]
    theirs = [trick(1, t) for t in ("9H AH TH 8H", "AD KD QD JD", "QS JS 9S 8S", "AC TC KC QC", "JC 9C 8C 7C")]
    held = tally_points(Rules.preset("contree"), H, 4, mine + theirs)
    assert held == Tally((62, 100, 0, 0), (3, 5, 0, 0), (0,) * 4, (0,) * 4)
    assert wrote(deal("contree", held, bid=80)) == ((0, 242), "failed", 0)


def test_contree_melds_where_agreed_are_written_and_do_not_count_toward_the_bid() -> None:
    held = tally(40, 60, 30, 32, melds=(100, 0, 0, 0))
    assert wrote(deal("contree", held, bid=80, melds=True)) == ((100, 242), "failed", 0)


def test_contree_the_capots_ninety_counts_toward_the_bid() -> None:
    swept = tally(162, 0, 0, 0, tricks=(8, 0, 0, 0))
    assert wrote(deal("contree", swept, bid=160)) == ((412, 0), "made", 0)
    defended = tally(0, 162, 0, 0, tricks=(0, 8, 0, 0))
    assert wrote(deal("contree", defended, bid=80)) == ((0, 332), "failed", 0)


def test_contree_capot_bid() -> None:
    swept = tally(100, 0, 62, 0, tricks=(5, 0, 3, 0), belas=(0, 20, 0, 0))
    assert wrote(deal("contree", swept, bid=250, sweep=True)) == ((502, 20), "made", 0)
    assert wrote(deal("contree", swept, sweep=True)) == ((502, 20), "made", 0)
    lost = tally(162, 0, 0, 0, tricks=(7, 1, 0, 0))
    assert wrote(deal("contree", lost, bid=250, sweep=True)) == ((0, 412), "failed", 0)
    assert wrote(deal("contree", lost, bid=250, sweep=True, factor=2)) == ((0, 662), "failed", 0)


# --- bulgarian -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("strain", "takers", "defenders", "written"),
    [
        (H, 86, 76, (8, 8)),
        (H, 87, 75, (9, 7)),
        (H, 85, 77, (8, 8)),
        (H, 91, 71, (9, 7)),
        (AT, 154, 104, (15, 11)),
        (AT, 155, 103, (16, 10)),
        (AT, 153, 105, (15, 11)),
        (NT, 67, 63, (13, 13)),
        (NT, 68, 62, (14, 12)),
        (NT, 66, 64, (13, 13)),
    ],
)
def test_bulgarian_tens(strain: Strain, takers: int, defenders: int, written: tuple[int, int]) -> None:
    answer = deal("bulgarian", tally(takers, defenders, 0, 0), strain)
    assert wrote(answer) == (written, "made", 0)
    assert answer.winner == 0


@pytest.mark.parametrize(
    ("strain", "points", "winner", "loser"),
    [(H, 86, 8, 9), (H, 76, 7, 8), (AT, 154, 15, 16), (AT, 155, 16, 16), (AT, 153, 15, 15), (AT, 144, 14, 15)],
)
def test_bulgarian_the_turning_digit_falls_for_the_winner_and_rises_for_the_loser(
    strain: Strain, points: int, winner: int, loser: int
) -> None:
    assert deal("bulgarian", tally(points, points - 10, 0, 0), strain).written[0] == winner
    # With their melds the takers have more, and the defenders' points are the loser's.
    richer = tally(points - 10, points, 0, 0, melds=(200, 0, 0, 0))
    assert deal("bulgarian", richer, strain).written[1] == loser


def test_bulgarian_no_trumps_are_doubled_then_rounded() -> None:
    assert deal("bulgarian", tally(67, 63, 0, 0), NT).counted == (134, 126)
    assert deal("bulgarian", tally(67, 63, 0, 0), NT, scale="points").written == (134, 126)
    assert deal("bulgarian", tally(68, 62, 0, 0), NT, scale="points").written == (136, 124)
    assert deal("bulgarian", tally(67, 63, 0, 0), NT, nt_factor=1, scale="points").written == (67, 63)


def test_bulgarian_failed_the_defenders_write_everything() -> None:
    assert wrote(deal("bulgarian", tally(76, 86, 0, 0))) == ((0, 16), "failed", 0)
    held = tally(76, 86, 0, 0, melds=(0, 50, 0, 0), belas=(20, 0, 0, 0))
    assert wrote(deal("bulgarian", held)) == ((0, 23), "failed", 0)
    assert wrote(deal("bulgarian", tally(100, 158, 0, 0), AT)) == ((0, 26), "failed", 0)
    assert wrote(deal("bulgarian", tally(60, 70, 0, 0), NT)) == ((0, 26), "failed", 0)


def test_bulgarian_melds_and_belotes_count_toward_the_contract() -> None:
    held = tally(70, 92, 0, 0, melds=(20, 0, 0, 0), belas=(20, 0, 0, 0))
    assert wrote(deal("bulgarian", held)) == ((11, 9), "made", 0)
    assert deal("bulgarian", held).counted == (110, 92)


def test_bulgarian_equal_hangs_what_the_takers_have() -> None:
    assert wrote(deal("bulgarian", tally(81, 81, 0, 0))) == ((0, 8), "hanging", 8)
    assert wrote(deal("bulgarian", tally(81, 81, 0, 0), declarer=3)) == ((8, 0), "hanging", 8)
    assert wrote(deal("bulgarian", tally(65, 65, 0, 0), NT)) == ((0, 13), "hanging", 13)
    assert wrote(deal("bulgarian", tally(81, 81, 0, 0), scale="points")) == ((0, 81), "hanging", 81)


def test_bulgarian_equal_at_the_turning_digit_keeps_the_sum_of_the_deal() -> None:
    held = tally(56, 106, 0, 0, melds=(50, 0, 0, 0))
    assert wrote(deal("bulgarian", held)) == ((0, 11), "hanging", 10)


def test_bulgarian_capot_is_ninety_more_not_doubled_in_no_trumps() -> None:
    assert deal("bulgarian", tally(162, 0, 0, 0, tricks=(8, 0, 0, 0))).written == (25, 0)
    assert deal("bulgarian", tally(258, 0, 0, 0, tricks=(8, 0, 0, 0)), AT).written == (35, 0)
    assert deal("bulgarian", tally(130, 0, 0, 0, tricks=(8, 0, 0, 0)), NT).written == (35, 0)


def test_bulgarian_doubled_the_winner_takes_all_points_twice_or_four_times() -> None:
    assert wrote(deal("bulgarian", tally(90, 72, 0, 0), factor=2)) == ((32, 0), "made", 0)
    assert wrote(deal("bulgarian", tally(90, 72, 0, 0), factor=4)) == ((64, 0), "made", 0)
    assert wrote(deal("bulgarian", tally(72, 90, 0, 0), factor=2)) == ((0, 32), "failed", 0)
    assert wrote(deal("bulgarian", tally(81, 81, 0, 0), factor=2)) == ((0, 0), "hanging", 32)
    assert wrote(deal("bulgarian", tally(90, 72, 0, 0), factor=2, scale="points")) == ((324, 0), "made", 0)


# --- options across the games ----------------------------------------------------------


def test_what_counts_toward_the_contract_is_an_option() -> None:
    held = tally(60, 80, melds=(20, 0), belas=(20, 0))
    assert deal("gambler", held).counted == (100, 80)
    assert deal("gambler", held, counts="tricks_and_bela").counted == (80, 80)
    assert wrote(deal("gambler", held, counts="tricks")) == ((0, 180), "failed", 0)


def test_when_equal_is_an_option() -> None:
    held = tally(75, 75)
    assert wrote(deal("gambler", held, when_equal="made")) == ((75, 75), "made", 0)
    assert wrote(deal("gambler", held, when_equal="failed")) == ((0, 150), "failed", 0)
    classic = tally(40, 40, 41, 41, melds=(20, 0, 0, 0), belas=(20, 0, 0, 0))
    assert wrote(deal("classic", classic, when_equal="hanging")) == ((40, 81), "hanging", 81)
    assert wrote(deal("classic", classic, when_equal="failed")) == ((40, 162), "failed", 0)


def test_what_a_failed_declarer_loses_is_an_option() -> None:
    held = tally(60, 90, melds=(10, 0), belas=(5, 0))
    assert deal("gambler", held, failed="nothing").written == (0, 90)
    assert deal("gambler", held, failed="subtract").written == (-75, 90)
    assert deal("gambler", held, failed="tricks_to_defenders").written == (15, 150)


def test_a_bid_may_be_what_must_be_made_in_any_game() -> None:
    assert deal("gambler", tally(79, 60), made_when="bid").result == "failed"
    assert deal("gambler", tally(82, 90), made_when="bid", bid=82).result == "made"
    assert wrote(deal("contree", tally(60, 90, 12, 0), bid=110, made_when="more")) == ((0, 162), "failed", 0)


def test_a_trickless_side_may_lose_points_in_any_game() -> None:
    assert deal("classic", tally(162, 0, 0, 0, tricks=(8, 0, 0, 0)), no_trick=50).written == (252, -50)


def test_tens_of_a_loss_are_rounded_by_its_size() -> None:
    held = tally(86, 76, 0, 0)
    assert deal("bulgarian", held, declarer=None).written == (-9, -7)


# --- claims and penalties --------------------------------------------------------------


def test_what_a_deal_has_brought_so_far() -> None:
    rules = Rules.preset("gambler")
    held = tally(50, 30, tricks=(3, 2), melds=(20, 0), belas=(0, 20))
    assert brought(rules, Contract(H, 1), held, 0) == 70
    assert brought(rules, Contract(H, 1), held, 1) == 50
    assert brought(rules, Contract(H, 1), tally(50, 0, tricks=(3, 0), melds=(0, 100)), 1) == 0
    assert brought(rules, Contract(H, None), held, 0) == -70
    assert brought(Rules.preset("lobovoy"), Contract(NT, 1), held, 0) == 140


def test_the_bonus_for_all_tricks_is_not_there_before_the_end() -> None:
    assert brought(Rules.preset("classic"), Contract(H, 0), tally(50, 0, 0, 0, tricks=(3, 0, 0, 0)), 0) == 50


def test_a_revoke_is_bait_on_the_cards() -> None:
    rules = Rules.preset("gambler")
    held = tally(90, 40, melds=(20, 0), belas=(0, 20))
    assert wrote(bait_on_cards(rules, Contract(H, 0), held, 0)) == ((0, 170), "failed", 0)
    assert wrote(bait_on_cards(rules, Contract(H, 0), held, 1)) == ((170, 0), "made", 0)
    assert wrote(bait_on_cards(rules, Contract(H, None), held, 1)) == ((0, -170), "misere", 0)
    assert wrote(bait_on_cards(Rules.preset("lobovoy"), Contract(NT, 0), tally(60, 40), 0)) == ((0, 200), "failed", 0)


# --- properties ------------------------------------------------------------------------

GAMES = [(v, n) for v in VARIANTS for n in PRESETS[v].players]


@st.composite
def tallies(draw: st.DrawFn, seats: int, tricks: int = 8) -> Tally:
    """Any end of a deal: who wins nothing has no points, one winner of the contest, few belas."""
    winners = draw(st.lists(st.integers(0, seats - 1), min_size=tricks, max_size=tricks))
    worth = draw(st.lists(st.integers(0, 34), min_size=tricks, max_size=tricks))
    points = tuple(sum(w for s, w in zip(winners, worth, strict=True) if s == seat) for seat in range(seats))
    melds = tuple(draw(st.sampled_from([0, 0, 20, 50, 100, 200])) for _ in range(seats))
    belas = tuple(draw(st.sampled_from([0, 0, 0, 20, 40])) for _ in range(seats))
    return Tally(points, tuple(winners.count(seat) for seat in range(seats)), melds, belas)


@st.composite
def contracts(draw: st.DrawFn, variant: str, seats: int) -> Contract:
    rules = PRESETS[variant]
    bid = draw(st.sampled_from(range(80, 170, 10))) if rules.customs.made_when == "bid" else None
    declarer = draw(st.integers(0, seats - 1))
    if rules.customs.all_pass == "misere" and draw(st.booleans()):
        return Contract(H, None)
    sweep = bid is not None and draw(st.booleans())
    factor = draw(st.sampled_from([1, 1, 2, 4])) if variant in ("contree", "bulgarian") else 1
    return Contract(draw(st.sampled_from(rules.strains)), declarer, bid, sweep, factor)


@st.composite
def deals(draw: st.DrawFn) -> tuple[str, Contract, Tally]:
    variant, seats = draw(st.sampled_from(GAMES))
    held = draw(tallies(seats, PRESETS[variant].cards))
    return variant, draw(contracts(variant, seats)), held


def scoring(rules: Rules, contract: Contract, held: Tally) -> tuple[int, list[int]]:
    """All points of a deal, and per party, counted afresh."""
    customs = rules.customs
    seats = range(len(held.points))
    factor = customs.nt_factor if contract.strain == NT else 1
    tricks = [sum(held.tricks[t] for t in seats if rules.party(t) == rules.party(s)) for s in seats]
    own = [0] * rules.parties(len(seats))
    for seat in seats:
        points = held.points[seat]
        points += held.melds[seat] if tricks[seat] or not customs.melds_need_trick else 0
        points += held.belas[seat] if tricks[seat] or not customs.bela_needs_trick else 0
        own[rules.party(seat)] += factor * points
    for seat in {rules.party(s): s for s in seats}.values():
        if tricks[seat] == rules.cards and contract.declarer is not None:
            own[rules.party(seat)] += rules.all_tricks_bonus
    return sum(own), own


@given(deals())
def test_nothing_is_lost(case: tuple[str, Contract, Tally]) -> None:
    variant, contract, held = case
    rules = Rules.preset(variant, scale="points")
    answer = score(rules, contract, held)
    everything, own = scoring(rules, contract, held)
    total = sum(answer.written) + answer.hanging
    if contract.declarer is None:
        assert answer.result == "misere"
        return
    me = rules.party(contract.declarer)
    if variant in ("gambler", "lobovoy", "classic"):
        assert total == everything
    elif variant == "bulgarian":
        assert total == everything * contract.factor
    elif variant == "contree":
        bid = contract.bid or 0
        assert total == everything + bid * contract.factor
    elif variant == "ukrainian":
        assert total == everything - (own[me] if answer.result == "failed" else 0)
    else:
        fines = sum(100 for seat, won in enumerate(held.tricks) if not won and seat != me)
        assert total == everything - 2 * own[me] * (answer.result == "failed") - (0 if contract.sweep else fines)


@given(deals())
def test_the_score_knows_no_seat(case: tuple[str, Contract, Tally]) -> None:
    """Renamed seats (partners staying partners) write the same."""
    variant, contract, held = case
    rules = Rules.preset(variant)
    seats = len(held.points)
    before = score(rules, contract, held)
    for order in permutations(range(seats)):
        if rules.partners and order[0] % 2 != order[2] % 2:
            continue
        place = {old: new for new, old in enumerate(order)}
        moved = Tally(
            *(tuple(numbers[old] for old in order) for numbers in (held.points, held.tricks, held.melds, held.belas))
        )
        declarer = None if contract.declarer is None else place[contract.declarer]
        after = score(rules, Contract(contract.strain, declarer, contract.bid, contract.sweep, contract.factor), moved)
        parties = [rules.party(order[seat]) for seat in range(rules.parties(seats))]
        assert after.written == tuple(before.written[p] for p in parties)
        assert after.counted == tuple(before.counted[p] for p in parties)
        assert (after.result, after.hanging) == (before.result, before.hanging)
        assert after.winner == (None if before.winner is None else parties.index(before.winner))
        assert after.capot == (None if before.capot is None else parties.index(before.capot))


@pytest.mark.parametrize(("strain", "total"), [(H, 162), (H, 182), (H, 212), (AT, 258), (AT, 278), (NT, 130)])
def test_bulgarian_tens_of_both_sides_are_the_tens_of_the_deal(strain: Strain, total: int) -> None:
    """However the points fall, made, failed or hanging."""
    whole = round((2 * total if strain == NT else total) / 10)
    for takers in range(total + 1):
        answer = deal("bulgarian", tally(takers, total - takers, 0, 0), strain)
        assert sum(answer.written) + answer.hanging == whole


@given(deals(), st.data())
def test_every_option_gives_a_score(case: tuple[str, Contract, Tally], data: st.DataObject) -> None:
    """Any customs on any tally: a number for every party, never an error."""
    variant, contract, held = case
    options = {
        "counts": st.sampled_from(["all", "tricks", "tricks_and_bela"]),
        "made_when": st.sampled_from(["more", "bid"]),
        "when_equal": st.sampled_from(["hanging", "made", "failed"]),
        "failed": st.sampled_from(["all_to_defender", "tricks_to_defenders", "subtract", "nothing"]),
        "failed_melds": st.sampled_from(["owner", "defenders"]),
        "nt_factor": st.integers(1, 4),
        "no_trick": st.integers(0, 200),
        "scale": st.sampled_from(["points", "tens"]),
        "melds_need_trick": st.booleans(),
        "bela_needs_trick": st.booleans(),
        "misere_own_melds": st.booleans(),
        "all_tricks_bonus": st.integers(0, 100),
    }
    rules = Rules.preset(variant, **data.draw(st.fixed_dictionaries({}, optional=options)))
    answer = score(rules, contract, held)
    assert len(answer.written) == len(answer.counted) == rules.parties(len(held.points))
    assert answer.result in ("made", "failed", "hanging", "misere")
    assert answer.hanging >= 0
    assert answer.hanging == 0 or answer.result == "hanging"
    assert answer.result != "misere" or max(answer.written) <= 0


@given(deals())
def test_a_doubled_deal_goes_to_one_side(case: tuple[str, Contract, Tally]) -> None:
    _, contract, held = case
    if len(held.points) != 4 or contract.declarer is None:
        return
    answer = score(Rules.preset("bulgarian"), Contract(H, contract.declarer, factor=2), held)
    assert 0 in answer.written


def test_a_lone_declarer_may_need_more_than_all_the_others_together() -> None:
    held = tally(70, 60, 32)
    assert wrote(deal("ukrainian", held)) == ((70, 60, 32), "made", 0)
    assert wrote(deal("ukrainian", held, more_than="all")) == ((0, 60, 32), "failed", 0)


def test_melds_in_a_contract_of_all_tricks_may_need_none() -> None:
    held = tally(162, 0, 0, 0, tricks=(8, 0, 0, 0), melds=(0, 50, 0, 0))
    assert deal("capo", held, sweep=True).written == (162, 0, 0, 0)
    assert deal("capo", held, sweep=True, sweep_melds_need_trick=False).written == (162, 50, 0, 0)
