"""The players: what the rule of thumb and the greedy player do, and that mirrored deals measure them fairly."""

from __future__ import annotations

import math
import pickle
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rebelote import VARIANTS, Card, Rules, Strain, deal, solve
from rebelote.cards import ALL_CARDS, format_cards, from_mask
from rebelote.hinting.hiddenhints import hidden_hint
from rebelote.playing.players import Player, greedy, hint_player, random_player, rule_of_thumb
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge

sys.path.append(str(Path(__file__).parent.parent / "benchmarks"))

import bidders
import strength
from mirrored import Mean, mirrored, play


def seen(hand: str, plays: str = "", **more: Any) -> Knowledge:
    """What a seat sees in contrée, hearts trumps, seat 0 on lead, unless more is told."""
    told = {"variant": "contree", "trump": "H", "leader": 0, "hand": hand, "plays": plays, **more}
    return Knowledge.from_dict(told)


# --- the rule of thumb, sentence by sentence -------------------------------------------------


def test_the_declarer_draws_trumps_with_the_highest_one() -> None:
    assert rule_of_thumb(seen("JH 9H 8H AS 7D 8D QC KC", declarer=0)) == Card("JH")


def test_a_declarer_without_the_highest_trump_draws_with_a_cheap_one() -> None:
    assert rule_of_thumb(seen("9H AH 8H AS 7D 8D QC KC", declarer=0)) == Card("8H")


def test_the_declarers_partner_leads_a_trump_once() -> None:
    assert rule_of_thumb(seen("QH 8H AS 7S 7D 8D QC KC", declarer=2)) == Card("8H")
    # Seat 0 leads again, having won the trump trick, while trumps are still out: now the ace.
    again = seen("QH AS 7S 7D 8D QC KC", "AH 7H 8H TH", declarer=2)
    assert rule_of_thumb(again) == Card("AS")


def test_the_others_cash_an_ace_and_leave_trumps_alone() -> None:
    assert rule_of_thumb(seen("JH 9H 8H AS 7S 8D QC KC", declarer=1)) == Card("AS")


def test_no_trumps_are_drawn_once_nobody_can_have_one() -> None:
    # Both opponents failed to follow in trumps, and a trump of seat 0 is all that he leads from.
    told = seen("9H 8H AS 7S QC KC 8D", "JH 7D 7H 8C", declarer=0)
    assert rule_of_thumb(told) == Card("AS")


def test_an_ace_is_kept_from_a_known_ruff() -> None:
    # Seat 3 ruffed spades in trick 1, and may hold more trumps.
    told = seen("AS QS 7C 8C KC QC", "7S 7H 8S 9S 7D AD 8D 9D", leader=2, declarer=1)
    assert told.seat == 0
    assert rule_of_thumb(told) == Card("7C")


def test_an_ace_is_cashed_once_the_trumps_are_gone() -> None:
    # Seat 3 is out of spades again, but all trumps are played or in the hand of seat 0.
    told = seen("AS 9H AH TH KC QC", "7S 7H 8S 9S 8H JH QH KH", leader=2, declarer=1)
    assert told.seat == 0
    assert rule_of_thumb(told) == Card("AS")
    # One trump is missing, and seat 3 may have it.
    assert rule_of_thumb(seen("AS 9H AH 7C KC QC", "7S 7H 8S 9S 8H JH QH KH", leader=2, declarer=1)) == Card("7C")


def test_the_partners_certain_trick_gets_the_most_points() -> None:
    # The partner's ace wins.
    assert rule_of_thumb(seen("KS 7S 8D 9D QC KC 8C 7C", "AS 8S", leader=2)) == Card("KS")


def test_a_card_that_wins_a_trick_of_its_own_is_not_given() -> None:
    # Void in spades, free because the partner wins: the ten of clubs goes, the ace of diamonds stays.
    told = seen("AD TC 7C 8C 9D 8D 7D QC", "AS 8S", leader=2)
    assert rule_of_thumb(told) == Card("TC")


def test_a_ruff_is_made_with_the_lowest_trump() -> None:
    told = seen("7H KH AH 7D 8D QC KC 8C", "TS 8S 9S", leader=1, variant="classic")
    assert rule_of_thumb(told) == Card("7H")


def test_a_trick_is_taken_with_points_and_the_highest_card_stays() -> None:
    # The ten is out: the king takes the trick as the last card, the ace is for later.
    assert rule_of_thumb(seen("AS KS 7S 7D 8D QC KC 8C", "8S 9S QS", leader=1)) == Card("KS")


def test_a_card_that_may_still_be_beaten_does_not_go_up() -> None:
    # Second to play, with the ace still out: the ten stays at home.
    assert rule_of_thumb(seen("TS 7S 7D 8D QC KC 8C 9C", "8S", leader=3)) == Card("7S")


def test_the_guard_of_a_ten_is_kept() -> None:
    # Clubs were led and the partner is not winning; no trumps: something is thrown.
    told = seen("TD 7D 8S 9S QS KS JS 7S", "AC", leader=3)
    assert rule_of_thumb(told) == Card("7S")
    assert rule_of_thumb(seen("TD 7D KS QS", "AC", leader=3, out=OUT)) == Card("QS")


def test_the_partner_gets_his_ruff() -> None:
    # Seat 2 ruffed spades in trick 1; seat 0 has nothing to cash.
    told = seen("QS KC QC 8C 7C 8H", "8S 7H 9S JS 7D 8D KD 9D", leader=1, declarer=3)
    assert told.seat == 0
    assert rule_of_thumb(told) == Card("QS")


def test_without_trumps_the_longest_suit_is_cashed_first() -> None:
    told = seen("AS TS KS QS AC 7D 8D 9D 7C", variant="gambler", trump="NT", declarer=0)
    assert rule_of_thumb(told) == Card("AS")


def test_a_trump_that_need_not_be_played_is_kept_for_a_better_trick() -> None:
    lone = {"variant": "capo", "leader": 0}
    assert rule_of_thumb(seen("7H JC QC KC JD QD KD TD", "8S", **lone)) == Card("JC")
    assert rule_of_thumb(seen("7H JC QC KC JD QD KD TD", "QS", **lone)) == Card("7H")
    # Seat 2 is out of spades too and may ruff higher: now ten points are worth the try, three are not.
    assert rule_of_thumb(seen("7H JC QC KC JD QD KD", "AS 9S 7C 8S TS", **lone)) == Card("7H")
    assert rule_of_thumb(seen("7H JC QC KC JD QD KD", "AS 9S 7C 8S QS", **lone)) == Card("JD")


def test_a_card_that_will_win_a_trick_is_not_thrown() -> None:
    # An ending of two cards: the jack of clubs is the highest one left.
    left = ["JC", "QD", "AS", "KD", "AD", "7S", "8S", "9S"]
    out = " ".join(str(card) for card in ALL_CARDS if str(card) not in left)
    assert rule_of_thumb(seen("JC QD", "AS", leader=3, out=out)) == Card("QD")


#: Sixteen cards that are gone, for endings of four cards.
OUT = "7H 8H 9H TH JH QH KH AH 7C 8C 9C TC JC QC 8D 9D"


def test_misere_is_turned_round() -> None:
    told = {"variant": "gambler", "trump": "H", "leader": 0, "misere": True}
    lead = Knowledge.from_dict({**told, "hand": "AS TS KS 8S 7D QC AC TC KC"})
    assert rule_of_thumb(lead) == Card("7D")
    under = Knowledge.from_dict({**told, "hand": "TS KS 8S 7D QC AC TC KC 8D", "plays": "AS"})
    assert rule_of_thumb(under) == Card("TS")
    over = Knowledge.from_dict({**told, "hand": "TS KS 7D QC AC TC KC 8D 9D", "plays": "8S"})
    assert rule_of_thumb(over) == Card("TS")


# --- the greedy player ------------------------------------------------------------------------


def test_greedy_takes_what_is_worth_points_with_the_cheapest_card() -> None:
    assert greedy(seen("AS KS 7S 7D 8D QC KC 8C", "8S JS QS", leader=1)) == Card("KS")
    assert greedy(seen("9S 8S TS 7D 8D QC KC 8C", "7S", leader=3)) == Card("8S")


def test_greedy_leaves_the_trick_to_the_partner() -> None:
    assert greedy(seen("AS KS 7S 7D 8D QC KC 8C", "TS 8S", leader=2)) == Card("7S")


def test_greedy_leads_the_dearest_card_that_cannot_be_beaten() -> None:
    assert greedy(seen("AS TS 7D 8D QC KC 8H JH")) == Card("JH")
    assert greedy(seen("KS QS 7D 8D QC KC 8H 9H")) == Card("7D")


def test_greedy_ducks_in_misere() -> None:
    told = {"variant": "gambler", "trump": "H", "leader": 0, "misere": True, "plays": "KS"}
    assert greedy(Knowledge.from_dict({**told, "hand": "QS JS AS 7D QC AC TC KC 8D"})) == Card("QS")


# --- all games --------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("player", [rule_of_thumb, greedy, random_player(3)], ids=["thumb", "greedy", "random"])
def test_every_card_is_legal_in_every_game_and_strain(variant: str, player: Player) -> None:
    rng = Random(f"players {variant}")
    rules = Rules.preset(variant)
    for strain in rules.strains:
        at = deal(rules, strain=strain, rng=rng)
        told = {"variant": variant, "players": at.players, "trump": str(strain), "leader": at.leader}
        plays: list[str] = []
        while any(at.hands):
            now = {**told, "hand": format_cards(at.hands[at.seat]), "plays": plays, "declarer": at.leader}
            card = player(Knowledge.from_dict(now))
            at = at.play(card)  # raises for a card that is not legal
            plays.append(str(card))
        assert len(plays) == at.players * rules.cards


# --- the hint's player ------------------------------------------------------------------------


def test_the_hint_player_plays_the_first_card_of_the_hint() -> None:
    told = seen("AS KS 7S 7D 8D QC KC 8C", "8S JS QS", leader=1)
    card = hint_player(worlds=12, seed=5)(told)
    assert card == hidden_hint(told, worlds=12, seed=5).cards[0].card
    assert card == hint_player(worlds=12, seed=5)(told)


def test_the_hint_player_is_perfect_when_nothing_is_hidden() -> None:
    rng = Random("nothing hidden")
    for _ in range(20):
        at = deal("classic", tricks=3, rng=rng)
        rest = format_cards(0xFFFFFFFF & ~sum(at.hands))
        known = {str(card): seat for seat, hand in enumerate(at.hands) for card in from_mask(hand)}
        told = {
            "variant": "classic",
            "trump": str(at.strain),
            "leader": at.leader,
            "hand": format_cards(at.hands[at.seat]),
        }
        card = hint_player(worlds=5, by="points")(Knowledge.from_dict({**told, "known": known, "out": rest}))
        answer = next(value for value in solve(at).cards if card in (value.card, *value.same_as))
        assert answer.loss == 0


def test_a_hint_over_no_deals_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one deal"):
        hint_player(worlds=0)


# --- mirrored deals ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", strength.GAMES)
@pytest.mark.parametrize("name", ["thumb", "greedy", "random"])
def test_a_player_is_exactly_as_strong_as_itself(game: str, name: str) -> None:
    for number, dealt in enumerate(bidders.dealt(game, 11, 4)):
        found = strength.one(name, name, 11, number, dealt)
        assert (found.points, found.score) == (0, 0)


def test_a_hint_player_is_exactly_as_strong_as_itself() -> None:
    row = strength.match("gambler", "hint6", "hint6", 4, 11)
    assert [row[key] for key in ("points", "points_95", "score", "score_95")] == [0, 0, 0, 0]


def test_workers_change_nothing() -> None:
    alone, together = (strength.match("gambler", "greedy", "random", 6, 3, workers) for workers in (1, 2))
    assert {**alone, "seconds": 0} == {**together, "seconds": 0}


@pytest.mark.parametrize("game", strength.GAMES)
def test_random_cards_lose_clearly(game: str) -> None:
    row = strength.match(game, "greedy", "random", 24, 3)
    assert row["points"] - row["points_95"] > 0


@pytest.mark.parametrize("game", strength.GAMES)
def test_changing_the_players_round_turns_the_sign(game: str) -> None:
    for dealt in bidders.dealt(game, 12, 4):
        one, other = mirrored(dealt, rule_of_thumb, greedy), mirrored(dealt, greedy, rule_of_thumb)
        assert (one.points, one.score) == (-other.points, -other.score)


@pytest.mark.parametrize("game", strength.GAMES)
def test_players_are_told_what_their_seat_sees_and_no_more(game: str) -> None:
    """The hand told is the seat's own, the true deal fits what is told, and so do others until the end."""
    for dealt in bidders.dealt(game, 13, 6):
        open_hands: list[int] = []

        def watch(knowledge: Knowledge, full: tuple[int, ...] = dealt.hands, several: list[int] = open_hands) -> Card:
            now = [hand & ~gone for hand, gone in zip(full, knowledge.played, strict=True)]
            assert knowledge.hand == now[knowledge.seat]
            worlds = Worlds.of(knowledge)
            assert worlds.fits(now)
            several.append(worlds.count)
            return rule_of_thumb(knowledge)

        play(dealt, (watch, watch))
        assert len(open_hands) == dealt.players * dealt.rules.cards
        assert min(open_hands[: dealt.players * 3]) > 1


@pytest.mark.parametrize("game", strength.GAMES)
def test_deals_are_the_same_for_a_seed_and_whole(game: str) -> None:
    some, again = list(bidders.dealt(game, 4, 30)), list(bidders.dealt(game, 4, 30))
    assert some == again == pickle.loads(pickle.dumps(some))
    assert some != list(bidders.dealt(game, 5, 30))
    for dealt in some:
        assert [hand.bit_count() for hand in dealt.hands] == [dealt.rules.cards] * dealt.players
        assert sum(dealt.hands).bit_count() == dealt.rules.cards * dealt.players
        assert dealt.misere == (dealt.called is None)
        if dealt.swapped is not None:
            assert dealt.upcard is not None and dealt.hands[dealt.swapped] >> dealt.upcard & 1
    assert any(dealt.misere for dealt in some) == (game == "gambler")


def test_a_hand_promises_its_honours() -> None:
    rules = Rules.preset("gambler")
    hand = sum(Card(card).bit for card in ["JH", "9H", "7H", "AS", "TD"])
    assert bidders.promise(rules, Strain.HEARTS, hand) == 20 + 14 + 3 * 5 + 11
    assert bidders.promise(rules, Strain.NT, hand) == 15
    assert bidders.promise(rules, Strain.AT, hand) == 20 + 12


def test_the_interval_is_that_of_the_mean() -> None:
    assert Mean.of([3.0]) == Mean(3.0, math.inf)
    found = Mean.of([1.0, 3.0] * 50)
    assert found.mean == 2
    assert found.half == pytest.approx(1.959964 * math.sqrt(100 / 99) / 10, rel=1e-6)


@pytest.mark.parametrize("name", ["hint", "hint0", "hintx", "hint9:glory", "thumbs", ""])
def test_a_name_of_no_player_is_refused(name: str) -> None:
    with pytest.raises(ValueError):
        strength.player(name, 0)
