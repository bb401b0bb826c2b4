"""Bad luck or an error: hand-made deals judged as a player would, and every figure worked out again from the worlds."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations, islice
from math import inf, isclose, sqrt
from typing import Any

import pytest

from generated import GAMES, dealt
from rebelote import DealRecord, InputError, Interrupted, PlayedDeal, Position, StopFlag, reference, solve
from rebelote.cards import Card, format_cards, from_mask, to_mask
from rebelote.hinting.hiddenhints import hidden_hint
from rebelote.postmortem.luck import AS_GOOD, ERRORS, FEW, LEAST, MORE, Luck, bare, luck
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.views import seen

every_game = pytest.mark.parametrize("name", GAMES)

#: Hearts were trumps and are gone; 0 and 2 are partners. Seat 2 has ace and king of clubs behind a low club of his
#: partner's, and plays the king: it holds the trick unless the ten is behind him. There it is.
FINESSE: dict[str, Any] = {
    "variant": "classic", "trump": "H", "leader": 0, "hands": ["9D 7C JC", "9S 8D 9C", "8S KC AC", "8C TC QC"],
}  # fmt: skip


def one_deal(name: str, first: int = 0) -> DealRecord:
    """A deal of the bots in which at least three tricks were played."""
    played = (deal.record for deal in dealt(name) if deal.record and len(deal.record["plays"]) >= 12)
    return DealRecord.from_dict(next(islice(played, first, None)))


def choices(deal: PlayedDeal, most: int) -> list[int]:
    """The moments at which the seat on turn had a choice, with at most so many cards in hand."""
    before = list(deal.positions())[: len(deal.plays)]
    return [i for i, at in enumerate(before) if len(at.legal()) > 1 and at.hands[at.seat].bit_count() <= most]


def cards(told: Luck) -> tuple[str, str]:
    """The card played and the best one."""
    assert told.card in (told.played.card, *told.played.same_as)
    return str(told.card), str(told.best.card)


# --- as a player would say ---------------------------------------------------------------


def parted(free: list[Card], sizes: list[int]) -> list[list[int]]:
    """Every way to part cards into hands of these sizes, as masks: all that can be, made by hand."""
    if len(sizes) == 1:
        return [[to_mask(free)]]
    out = []
    for some in combinations(free, sizes[0]):
        rest = [card for card in free if card not in some]
        out += [[to_mask(some), *others] for others in parted(rest, sizes[1:])]
    return out


def test_a_finesse_that_was_right_and_lost_is_unlucky() -> None:
    deal = PlayedDeal.from_dict({**FINESSE, "plays": "7C 9C KC TC, 8C JC 8D AC, 8S QC 9D 9S"})
    (told,) = luck(deal, [2])
    assert (told.seat, str(told.card), told.verdict, told.exact, told.by) == (2, "KC", "unlucky", True, "points")
    assert told.gap == told.gap_se == 0 and told.best == told.played
    # The seven cards that seat 2 does not see may lie in any way: 7!/(2!·2!·3!).
    at = list(deal.positions())[2]
    hidden = [card for seat in (0, 1, 3) for card in from_mask(at.hands[seat])]
    worlds = [Position(at.rules, 4, at.strain, 0, (a, b, at.hands[2], c), at.trick, (0, 2))
              for a, b, c in parted(hidden, [2, 2, 3])]  # fmt: skip
    assert told.worlds == told.solved == len(worlds) == 210
    sums = dict.fromkeys(map(Card, ("KC", "AC")), 0)
    for world in worlds:
        for card, value in reference.card_values(world).items():
            sums[card] += value.points
    assert isclose(told.played.points, sums[Card("KC")] / 210)
    assert sums[Card("KC")] > sums[Card("AC")]
    # With all hands open it cost something.
    loss = {card: value.points for card, value in reference.card_values(at).items()}
    assert loss[Card("AC")] > loss[Card("KC")]


def test_a_master_thrown_away_is_avoidable() -> None:
    # All is known. The ace at once leaves the last trick to the ten; the seven brings 11 + 10 in any case.
    deal = PlayedDeal.from_dict({
        "variant": "gambler", "trump": "H", "leader": 0, "hands": ["AS 7S", "TS 8S"], "plays": "AS 8S, 7S TS",
    })  # fmt: skip
    (told,) = luck(deal, [0])
    assert (told.verdict, told.worlds, told.exact) == ("avoidable", 1, True)
    assert (told.gap, told.gap_se) == (10, 0)
    assert cards(told) == ("AS", "7S")
    assert (told.best.points, told.played.points) == (21, 11)


def test_luck_and_error_in_one_deal() -> None:
    # The same finesse; and now he behind it plays low under the king, with the ten in his hand.
    deal = PlayedDeal.from_dict({**FINESSE, "plays": "7C 9C KC 8C"})
    finesse, low = luck(deal, [2, 3])
    assert (*cards(finesse), finesse.verdict) == ("KC", "KC", "unlucky")
    assert (low.seat, *cards(low), low.verdict) == (3, "8C", "TC", "avoidable")
    # What he does not see: 6!/(2!·2!·2!) worlds. The gap is what his side loses.
    assert (low.worlds, low.exact) == (90, True)
    assert low.gap == pytest.approx(low.played.points - low.best.points) and low.gap > 10


def test_a_card_that_was_a_little_behind_is_as_good() -> None:
    deal = PlayedDeal.from_dict({
        "variant": "classic", "trump": "H", "leader": 0,
        "hands": ["7S 7D 9C", "8D 7C 8C", "9S KC AC", "8S 9D TC"], "plays": "9C 7C KC",
    })  # fmt: skip
    (told,) = luck(deal, [2])
    assert (*cards(told), told.exact) == ("KC", "AC", True)
    assert 0 < told.gap < AS_GOOD and told.verdict == "unlucky"


def test_in_misere_few_points_are_wanted() -> None:
    deal = PlayedDeal.from_dict({
        "variant": "gambler", "trump": "H", "leader": 0, "misere": True, "hands": ["AS 7S", "TS 8S"],
        "plays": "7S 8S, TS AS",
    })  # fmt: skip
    (told,) = luck(deal, [0])
    # Ace first: the ten falls on it, 21 points, and the eight takes the last trick. Seven first: that takes 31.
    assert (told.verdict, *cards(told), told.gap) == ("avoidable", "7S", "AS", 10)
    assert (told.best.points, told.played.points) == (21, 31)


# --- what a seat knew --------------------------------------------------------------------


@every_game
def test_hidden_cards_make_no_difference(name: str) -> None:
    deal = one_deal(name).played
    moment = choices(deal, 4)[0]
    known = Knowledge.from_dict(bare(deal, moment))
    told = luck(PlayedDeal(deal.start, deal.plays[: moment + 1]), [moment], worlds=20)
    others = (hands for hands in Worlds(known).draw(3) if known.dealt(hands) != deal.start.hands)
    for hands in islice(others, 2):
        start = Position(
            known.rules, known.players, known.strain, known.leader, known.dealt(hands), (), known.side, known.misere
        )
        other = PlayedDeal(start, deal.plays[:moment])
        seat = list(other.positions())[-1]
        assert (seat.seat, seat.hands[seat.seat]) == (known.seat, known.hand)
        again = luck(PlayedDeal(start, deal.plays[: moment + 1]), [moment], worlds=20)
        assert again == told


def test_a_record_tells_what_it_was_played_for_and_a_bare_deal_does_not() -> None:
    record = one_deal("classic")
    moments = choices(record.played, 3)[:2]
    assert {told.by for told in luck(record, moments)} == {"score"}
    assert {told.by for told in luck(record, moments, score=False)} == {"points"}
    assert {told.by for told in luck(record.played, moments)} == {"points"}
    assert luck(record.to_dict(), moments) == luck(record.to_text(), moments) == luck(record, moments)


def test_of_an_ending_the_cards_in_no_hand_were_seen() -> None:
    deal = PlayedDeal.from_dict({**FINESSE, "plays": "7C 9C KC 8C"})
    known = Knowledge.from_dict(bare(deal, 2))
    assert known.seat == 2 and format_cards(known.hand) == "8S KC AC"
    held = sum(list(deal.positions())[2].hands)
    assert {sum(hands) for hands in Worlds(known)} == {held}
    led = PlayedDeal.from_dict({**FINESSE, "hands": ["9D JC", "9S 8D 9C", "8S KC AC", "8C TC QC"], "trick": "7C",
                                "plays": "9C KC 8C"})  # fmt: skip
    assert [told.verdict for told in luck(led, [1, 2])] == ["unlucky", "avoidable"]


# --- worked out again --------------------------------------------------------------------


@every_game
def test_points_are_those_of_the_worlds(name: str) -> None:
    record = one_deal(name, 1)
    deal, side = record.played, record.played.start.side
    for moment in choices(deal, 4)[:2]:
        (told,) = luck(record, [moment], worlds=20, seed=4, score=False)
        known = Knowledge.from_dict(seen(record, moment, side))
        fitting = Worlds(known)
        assert (told.worlds, told.by, told.moment, told.seat) == (fitting.count, "points", moment, known.seat)
        wish = 1 if (known.seat in side) != known.misere else -1
        gains: dict[Card, list[int]] = {}
        for hands in islice(fitting.draw(4), told.solved):
            for value in solve(known.position(hands), line=False).cards:
                for card in (value.card, *value.same_as):
                    gains.setdefault(card, []).append(wish * value.points)
        for odds in (told.played, told.best):
            assert isclose(odds.points, wish * sum(gains[odds.card]) / told.solved, abs_tol=1e-9)
        apart = [a - b for a, b in zip(gains[told.best.card], gains[told.card], strict=True)]
        check_gap(told, apart, AS_GOOD)
        if told.exact:
            assert max(map(sum, gains.values())) == sum(gains[told.best.card])


@every_game
def test_scores_are_those_of_the_hint(name: str) -> None:
    record = one_deal(name, 2)
    moments = choices(record.played, 3)[:2]
    tens = record.rules.customs.scale == "tens"
    for told in luck(record, moments, worlds=40, seed=2):
        given = seen(record, told.moment, record.played.start.side)
        hint = hidden_hint(given, worlds=told.solved, seed=2, every=True)
        assert (told.by, told.solved, told.worlds) == (hint.by, hint.solved, hint.count)
        assert hint.owners is not None
        by_card = {card: odds for odds in hint.cards for card in odds.cards}
        played, best = by_card[str(told.card)], by_card[str(told.best.card)]
        assert (told.played.points, told.played.score) == (played.points, played.score)
        assert (told.best.points, told.best.score) == (best.points, best.score)
        if told.by == "score":
            assert played.score is not None and best.score is not None
            wish = 1 if told.seat in hint.owners else -1
            assert told.gap == pytest.approx(wish * (best.score - played.score))
        if told.exact:
            assert str(told.best.card) in hint.best
        assert told.verdict == verdict(told, AS_GOOD / (10 if tens and told.by == "score" else 1))


def check_gap(told: Luck, apart: list[int], good: float) -> None:
    """The gap, its error and the verdict, from by how much the best card was better in each world solved."""
    n, of = told.solved, told.worlds
    mean = sum(apart) / n
    assert isclose(told.gap, mean, abs_tol=1e-9) and told.gap >= 0
    if n == of:
        assert told.exact and told.gap_se == 0
    elif n > 1:
        spread = sum((x - mean) ** 2 for x in apart) / (n - 1)
        assert isclose(told.gap_se, sqrt(spread / n * (1 - n / of)), abs_tol=1e-9)
    assert told.verdict == verdict(told, good)


def verdict(told: Luck, good: float) -> str:
    if told.solved < min(LEAST, told.worlds):
        return "unclear"
    if told.gap - ERRORS * told.gap_se > good:
        return "avoidable"
    return "unlucky" if told.gap <= good else "unclear"


# --- how it is asked for -----------------------------------------------------------------


def test_the_same_on_any_number_of_threads_and_other_worlds_for_another_seed() -> None:
    record = one_deal("contree")
    moments = choices(record.played, 6)[:3]
    told = luck(record, moments, worlds=20, seed=1, threads=1)
    assert told == luck(record, moments, worlds=20, seed=1, threads=3) == luck(record, moments, worlds=20, seed=1)
    assert [one.to_dict() for one in told] != [one.to_dict() for one in luck(record, moments, worlds=20, seed=2)]
    assert [one.moment for one in luck(record, moments[::-1], worlds=20)] == moments[::-1]


@pytest.mark.parametrize("name", ["classic", "bulgarian", "ukrainian-2"])
def test_more_worlds_are_solved_while_they_do_not_tell(name: str) -> None:
    record = one_deal(name)
    numbers = set()
    for told in luck(record, choices(record.played, 5), worlds=16):
        few = told.worlds <= FEW * 16
        assert told.exact == few
        assert few or told.solved in (16, 32, MORE * 16)
        assert told.verdict != "unclear" or told.solved == MORE * 16
        numbers.add(told.solved)
    assert len(numbers) > 1


def test_time_that_is_up_leaves_one_world_for_each_card() -> None:
    record = one_deal("contree")
    moments = choices(record.played, 8)[:4]
    told = luck(record, moments, seconds=1e-9, threads=1)
    assert [one.moment for one in told] == moments
    assert all(1 <= one.solved < LEAST and one.verdict == "unclear" for one in told)


def test_the_answer_is_json_data() -> None:
    deal = PlayedDeal.from_dict({**FINESSE, "plays": "7C 9C KC 8C"})
    (told,) = luck(deal, [3])
    said = json.loads(json.dumps(told.to_dict(), allow_nan=False))
    assert said["verdict"] == "avoidable" and said["card"] == "8C" and said["best"]["card"] == "TC"
    assert list(said) == [
        "moment", "seat", "card", "verdict", "by", "played", "best", "gap", "gap_se", "worlds", "solved", "exact",
    ]  # fmt: skip
    # Of one world out of several nothing is known of the spread.
    assert replace(told, gap_se=inf).to_dict()["gap_se"] is None


def test_progress_and_an_end_when_asked() -> None:
    deal = PlayedDeal.from_dict({**FINESSE, "plays": "7C 9C KC 8C"})
    said: list[tuple[int, int]] = []
    luck(deal, [3, 2], progress=lambda done, of: said.append((done, of)))
    assert said == [(1, 2), (2, 2)]
    stop = StopFlag()
    stop.set()
    with pytest.raises(Interrupted):
        luck(deal, [2], stop=stop)
    assert luck(deal, []) == []


def test_what_cannot_be_judged() -> None:
    deal = PlayedDeal.from_dict({**FINESSE, "plays": "7C 9C KC 8C"})
    for moment in (-1, 4):
        with pytest.raises(InputError, match="there is no card"):
            luck(deal, [moment])
    with pytest.raises(InputError, match="only legal one"):
        luck(deal, [1])  # he had one club
    with pytest.raises(ValueError, match="at least"):
        luck(deal, [2], worlds=0)
    with pytest.raises(ValueError, match="at least"):
        luck(deal, [2], threads=0)
