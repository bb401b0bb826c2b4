"""Hints for the auction: every call against searches of each world on its own, and what a caller may count on."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, permutations
from math import factorial, sqrt
from typing import Any

import pytest

from rebelote import Card, Engine, Interrupted, Position, PositionError, StopFlag, Strain
from rebelote.auctions import Outcome
from rebelote.cards import ALL_CARDS, parse_cards, to_mask
from rebelote.choices.callhints import CallHint, CallOdds, call_hint
from rebelote.choices.callworlds import CallView
from rebelote.exchanges import best_with_exchange, with_swap
from rebelote.scoresearch import worth
from rebelote.scoring import MADE, Contract
from rebelote.solving import solve
from rebelote.stakes import Stakes, natural_stakes
from rebelote.worlds.likelihood import call_likelihood

#: One moment of every kind of auction.
MOMENTS: dict[str, dict[str, Any]] = {
    "contree": {"variant": "contree", "dealer": 3, "hand": "JH 9H AH 8H AS 7C 8D TD"},
    "contree-standing": {
        "variant": "contree", "dealer": 0, "hand": "JH 9H AH 8H AS 7C 8D TD", "auction": ["pass", "110S"],
        "options": {"strains": "S H"},
    },
    "contree-doubled": {
        "variant": "contree", "dealer": 1, "hand": "JH 9H AH 8H AS 7C 8D TD", "auction": ["130H", "double"],
    },
    "bulgarian": {"variant": "bulgarian", "dealer": 2, "hand": "JH 9H AH AS 7C", "auction": ["C"]},
    "classic": {"variant": "classic", "dealer": 1, "hand": "JH 9H AS TS 7C", "upcard": "KH"},
    "classic-second": {
        "variant": "classic", "dealer": 3, "hand": "JH 9H AS TS 7C", "upcard": "KD", "auction": ["pass"] * 4,
    },
    "gambler": {"variant": "gambler", "dealer": 1, "hand": "JH 9H AS TS 7C 8C", "upcard": "KH"},
    "gambler-last": {
        "variant": "gambler", "dealer": 0, "hand": "JH 9H AS TS 7C 8C", "upcard": "KD", "auction": ["pass"] * 3,
    },
    "lobovoy-last": {
        "variant": "lobovoy", "dealer": 0, "hand": "JH 9H AS TS 7C 8C", "upcard": "KD", "auction": ["pass"] * 3,
        "last_loser": 1,
    },
    "ukrainian-2": {"variant": "ukrainian", "players": 2, "dealer": 1, "hand": "JH 9H AH TS 7C 8C", "upcard": "KH"},
    "ukrainian-3": {
        "variant": "ukrainian", "players": 3, "dealer": 1, "hand": "JH 9H AH TH QH AS", "upcard": "KS", "second": "KH",
        "auction": ["pass"] * 3,
    },
}  # fmt: skip


#: Worlds in which the seven may be swapped, or most of them.
SWAPS = 12


def odds_of(hint: CallHint, call: str) -> CallOdds:
    return next(odds for odds in hint.calls if odds.call == call)


def outcome_of(view: CallView, call: str) -> Outcome | None:
    """What stands when all others pass after a call, within the round."""
    at = view.auction.call(call)
    while at.outcome is None and not at.needs_second and at.round == view.auction.round:
        at = at.call("pass")
    return at.outcome


def plainly(view: CallView, hands: tuple[int, ...], outcome: Outcome) -> tuple[int, bool | None, int]:
    """Margin, contract made and points of the caller's side in one deal, each by a search of its own."""
    rules, seats = view.rules, view.players
    assert outcome.strain is not None
    first = (view.auction.dealer + 1) % seats if rules.variant != "lobovoy" else view.auction.first
    contract = Contract(outcome.strain, outcome.declarer, outcome.bid, outcome.sweep, outcome.factor)
    misere = outcome.kind == "misere"
    at = Position(rules, seats, outcome.strain, first, hands, (), view.side, misere)
    stakes = natural_stakes(rules, seats, contract, hands, first)
    found = worth(at, stakes)
    assert found.margin is not None
    solution = solve(at, cards=False, line=False)
    assert solution.points is not None
    if misere:
        return found.margin, None, solution.points
    made = found.margin > 0 if found.score is None else found.score.result == MADE
    return found.margin, made, solution.points


@pytest.mark.parametrize("name", MOMENTS)
def test_each_call_is_worth_what_searches_of_each_world_say(name: str) -> None:
    view = CallView.from_dict(MOMENTS[name])
    number = 3
    hint = call_hint(view, worlds=number, seed=5, nodes=10**9)
    worlds = list(islice(view.draw(5), number))
    assert (hint.solved, hint.stopped, hint.exact, hint.count) == (number, "worlds", False, view.count)
    assert {odds.call for odds in hint.calls} == set(view.auction.legal())
    swaps = view.rules.variant == "gambler"
    for odds in hint.calls[:: max(1, len(hint.calls) // 8)]:
        outcome = outcome_of(view, odds.call)
        if outcome is None or outcome.kind == "again":
            assert odds.kind == (outcome and "again")
            assert odds.told.margin == (outcome and 0.0)
            assert odds.told.points is None and odds.told.made is None
            continue
        found = [plainly(view, view.hands(world, outcome), outcome) for world in worlds]
        told = odds.told
        assert (odds.kind, odds.declarer) == (outcome.kind, outcome.declarer)
        if swaps and outcome.strain in (Strain.AT, view.auction.upcard.suit):  # type: ignore[union-attr]
            continue  # the seven may be swapped there, see below
        assert told.margin == pytest.approx(sum(margin for margin, _, _ in found) / number)
        assert told.points == pytest.approx(sum(points for _, _, points in found) / number)
        if outcome.kind == "misere":
            assert told.made is None
        else:
            assert told.made == pytest.approx(sum(bool(made) for _, made, _ in found) / number)


@pytest.mark.parametrize(
    ("dealer", "calls", "call"), [(1, [], "play"), (0, ["pass"], "play"), (0, ["pass"] * 3, "pass")]
)
def test_the_seven_may_still_be_swapped(dealer: int, calls: list[str], call: str) -> None:
    data = {"variant": "gambler", "dealer": dealer, "hand": "JH 9H AS TS 8C 8D", "upcard": "KH", "auction": calls}
    view = CallView.from_dict(data)
    hint = call_hint(view, worlds=SWAPS, seed=1)
    outcome, upcard = outcome_of(view, call), Card("KH")
    assert outcome is not None and outcome.strain is not None
    contract, held = Contract(outcome.strain, outcome.declarer), 0
    margins, points, made = [], [], []
    for world in islice(view.draw(1), SWAPS):
        hands = view.hands(world, outcome)
        at = Position(view.rules, 2, outcome.strain, (dealer + 1) % 2, hands, (), view.side, outcome.kind == "misere")

        def stakes_of(hands: tuple[int, ...], at: Position = at) -> Stakes:
            return natural_stakes(at.rules, 2, contract, hands, at.leader)

        margins.append(best_with_exchange(at, stakes_of, upcard))
        holder = next((seat for seat, hand in enumerate(hands) if hand & Card("7H").bit), None)
        held += holder is not None
        deals = [at] if holder is None else [at, with_swap(at, holder, upcard)]
        # The lead, and then the choice: each deal after each lead, with its points and its contract.
        few = outcome.kind == "misere"
        after = [[(deal.put(card), stakes_of(deal.hands)) for deal in deals] for card in at.legal()]
        if holder == at.leader:
            after = [[(deal, stakes_of(deal.hands))] for deal in deals]
        own = [[_points(deal) for deal, _ in both] for both in after]
        points.append(_chosen(own, at.leader, holder, view.seat, few))
        if not few:
            assert outcome.declarer is not None
            won = [[_made(deal, stakes, outcome.declarer) for deal, stakes in both] for both in after]
            made.append(_chosen(won, at.leader, holder, outcome.declarer, False))
    assert held
    told = odds_of(hint, call).told
    assert told.margin == pytest.approx(sum(margins) / SWAPS)
    assert told.points == pytest.approx(sum(points) / SWAPS)
    assert told.made == (pytest.approx(sum(made) / SWAPS) if made else None)


def _points(at: Position) -> int:
    points = solve(at, cards=False, line=False).points
    assert points is not None
    return points


def _made(at: Position, stakes: Stakes, declarer: int) -> int:
    """Whether the declarer of two can make it: what he takes at best makes it or not."""
    found = solve(replace(at, side=(declarer,), misere=False), cards=False, line=False)
    assert found.points is not None
    tricks = {1: 9, -1: 0}.get(found.sweep or 0, 1)
    points, won = [found.of - found.points] * 2, [9 - tricks] * 2
    points[declarer], won[declarer] = found.points, tricks
    return int(stakes.final(points, won).result == MADE)


def _chosen(numbers: list[list[int]], leader: int, holder: int | None, wants: int, few: bool) -> int:
    """The leader picks a row, the holder of the seven in it: who wants much the most, the other the least."""
    best, worst = (min, max) if few else (max, min)
    picked = [(best if holder == wants else worst)(row) for row in numbers]
    return (best if leader == wants else worst)(picked)


def test_a_capo_bid_that_is_made_is_exact_and_one_that_is_not_is_bounded_at_worst() -> None:
    view = CallView.from_dict({"variant": "capo", "dealer": 2, "hand": "JH 9H AH TH AS 7C", "upcard": "KD"})
    hint = call_hint(view, worlds=4, seed=2, nodes=2000)
    worlds = list(islice(view.draw(2), 4))
    for bid in (80, 120, 150):
        outcome = outcome_of(view, f"{bid}H")
        assert outcome is not None
        lows, highs, made = [], [], []
        for world in worlds:
            hands = view.hands(world, outcome)
            at = Position(view.rules, 4, Strain.HEARTS, 3, hands, (), (view.seat,))
            stakes = natural_stakes(at.rules, 4, Contract(Strain.HEARTS, view.seat, bid), hands, 3)
            points = solve(at, cards=False, line=False).points
            assert points is not None
            own = points + stakes.melds[view.seat] + stakes.belas[view.seat]
            made.append(own >= bid)
            # What he makes he writes; failed, he loses less than the bid and wins nothing.
            lows.append(own if own >= bid else 1 - bid)
            highs.append(own if own >= bid else 0)
        told = odds_of(hint, f"{bid}H").told
        low, high = told.margin_bounds or (told.margin, told.margin)
        assert told.made == pytest.approx(sum(made) / 4)
        assert low is not None and high is not None
        assert sum(lows) / 4 - 1e-9 <= low <= high <= sum(highs) / 4 + 1e-9
        if all(made):
            assert low == high == pytest.approx(sum(lows) / 4)


# --- worlds ------------------------------------------------------------------------------


def test_all_worlds_are_solved_when_they_are_few() -> None:
    # Of each other hand seven cards are known: six worlds.
    others = ["7S 8S 9S TS JS QS KS", "7C 8C 9C TC JC QC KC", "7D 8D 9D TD JD QD KD"]
    known = {word: seat for seat, hand in enumerate(others, 1) for word in hand.split()}
    hand = "7H 8H 9H TH JH QH KH AH"
    data = {"variant": "contree", "dealer": 3, "hand": hand, "known": known}
    hint = call_hint(data, worlds=50)
    assert (hint.count, hint.solved, hint.exact, hint.stopped) == (6, 6, True, "all")
    view = CallView.from_dict(data)
    outcome = outcome_of(view, "80H")
    assert outcome is not None
    deals = {view.hands(world, outcome) for world in view.draw()}
    plain = set()
    for aces in permutations(["AS", "AC", "AD"]):
        full = [f"{own} {ace}" for own, ace in zip(others, aces, strict=True)]
        plain.add(tuple(to_mask(parse_cards(cards)) for cards in (hand, *full)))
    assert deals == plain
    best = odds_of(hint, "capotH").told
    # All trumps: every trick, 252 and the bid, and king and queen.
    assert (best.margin, best.margin_se, best.made, best.points) == (162 + 90 + 250 + 20, 0.0, 1.0, 162.0)
    assert "capotH" in hint.best


@pytest.mark.parametrize("name", MOMENTS)
def test_in_every_world_all_get_their_cards(name: str) -> None:
    view = CallView.from_dict(MOMENTS[name])
    rules = view.rules
    for call in view.auction.legal()[:6]:
        outcome = outcome_of(view, call)
        if outcome is None or outcome.kind == "again":
            continue
        for world in islice(view.draw(3), 20):
            hands = view.hands(world, outcome)
            assert [hand.bit_count() for hand in hands] == [rules.cards] * view.players
            assert sum(hand.bit_count() for hand in hands) == to_union(hands).bit_count()
            assert hands[view.seat] & view.hand == view.hand
            upcard = view.auction.upcard
            if upcard is not None:
                owner = outcome.declarer if rules.variant == "classic" else None
                holder = next((seat for seat, hand in enumerate(hands) if hand & upcard.bit), None)
                assert holder == owner
            assert not to_union(hands) & view.turned & ~(0 if upcard is None else upcard.bit)


def to_union(hands: tuple[int, ...]) -> int:
    whole = 0
    for hand in hands:
        whole |= hand
    return whole


def test_whoever_takes_in_classic_all_get_eight() -> None:
    view = CallView.from_dict(MOMENTS["classic"])
    for taker in range(4):
        for world in islice(view.draw(taker), 20):
            hands = view.hands(world, Outcome("contract", Strain.HEARTS, taker))
            assert [hand.bit_count() for hand in hands] == [8] * 4
            assert to_union(hands) == 0xFFFFFFFF
            assert hands[taker] & Card("KH").bit
            assert hands[view.seat] & view.hand == view.hand


def test_the_dealer_of_capo_gets_the_turned_card() -> None:
    view = CallView.from_dict({"variant": "capo", "dealer": 2, "hand": "JH 9H AH TH AS 7C", "upcard": "KD"})
    outcome = outcome_of(view, "80H")
    assert outcome is not None
    for world in islice(view.draw(0), 20):
        assert view.hands(world, outcome)[2] & Card("KD").bit


def ways(*sizes: int) -> int:
    out = factorial(sum(sizes))
    for size in sizes:
        out //= factorial(size)
    return out


def test_the_number_of_worlds() -> None:
    def count(name: str) -> int:
        return CallView.from_dict(MOMENTS[name]).count

    assert count("contree") == ways(8, 8, 8)
    assert count("bulgarian") == ways(3, 8, 8, 8)
    # Two and a card of one's own; each other's seven and a card. Who takes leaves his card of one to nobody.
    assert count("classic") == ways(2, 7, 7, 7, 1, 1, 1)
    assert count("gambler") == ways(3, 9, 13)
    assert count("ukrainian-2") == ways(3, 9, 13)
    assert count("ukrainian-3") == ways(3, 9, 9, 3)
    known = {**MOMENTS["gambler"], "known": {"7S": 1, "8S": 1}, "out": "9S TD"}
    assert CallView.from_dict(known).count == ways(3, 7, 11)


def test_each_deal_of_classic_comes_from_equally_many_worlds() -> None:
    """Whoever takes: the deals that fit, counted plainly, times the cards that may have been alone in a cell."""
    count = CallView.from_dict(MOMENTS["classic"]).count
    # The asker takes: two more cards for him, eight for each other, of which any may have come alone.
    assert count == ways(2, 8, 8, 8) * 8**3
    # Another takes: seven for him, eight for two, and three more for the asker.
    assert count == ways(3, 7, 8, 8) * 3 * 8**2


def test_worlds_are_drawn_evenly() -> None:
    """Where each unseen card lies, over many worlds: chi-square with 24 cards in three hands."""
    view = CallView.from_dict(MOMENTS["contree"])
    outcome = outcome_of(view, "80H")
    assert outcome is not None
    number = 600
    counts = {card: [0, 0, 0] for card in ALL_CARDS if not view.hand & card.bit}
    for world in islice(view.draw(11), number):
        hands = view.hands(world, outcome)
        for card, places in counts.items():
            places[next(seat for seat in (1, 2, 3) if hands[seat] & card.bit) - 1] += 1
    square = sum((n - number / 3) ** 2 / (number / 3) for places in counts.values() for n in places)
    freedom = 23 * 2
    assert square < freedom + 4 * sqrt(2 * freedom)


# --- what is best ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "strain"),
    [
        ({"variant": "contree", "dealer": 3, "hand": "JS 9S AS TS KS AD TD AC"}, "S"),
        ({"variant": "bulgarian", "dealer": 3, "hand": "JD 9D AD TD AS"}, "D"),
        ({"variant": "bulgarian", "dealer": 3, "hand": "AD TD AS TS AC"}, "NT"),
        ({"variant": "classic", "dealer": 3, "hand": "JH 9H AH AS TS", "upcard": "TH"}, "play"),
        ({"variant": "gambler", "dealer": 1, "hand": "JH 9H AH AS TS AC", "upcard": "TH"}, "play"),
        ({"variant": "lobovoy", "dealer": 1, "hand": "JH 9H AH AS TS AC", "upcard": "TH"}, "play"),
        ({"variant": "ukrainian", "players": 2, "dealer": 1, "hand": "JH 9H AH AS TS AC", "upcard": "TH"}, "play"),
        ({"variant": "capo", "dealer": 3, "hand": "JH 9H AH TH KH AS", "upcard": "7D"}, "H"),
    ],
)
def test_a_strong_hand_is_called(data: dict[str, Any], strain: str) -> None:
    hint = call_hint(data, worlds=12, nodes=1000)
    assert hint.best[0].endswith(strain)
    first = hint.calls[0]
    assert first.loss == 0
    assert all((odds.loss or 0) >= 0 for odds in hint.calls)


@pytest.mark.parametrize(
    "data",
    [
        {"variant": "contree", "dealer": 3, "hand": "7H 8H QS 7D 8D JC 7C 9S"},
        {"variant": "bulgarian", "dealer": 3, "hand": "7H 8H QS 7D 8C"},
        {"variant": "classic", "dealer": 3, "hand": "7S 8S QD 7D 8C", "upcard": "QH"},
        {"variant": "gambler", "dealer": 1, "hand": "7S 8S QD 7D 8C 9C", "upcard": "QH"},
        {"variant": "ukrainian", "players": 2, "dealer": 1, "hand": "7S 8S QD 7D 8C 9C", "upcard": "QH"},
    ],
)
def test_a_weak_hand_passes(data: dict[str, Any]) -> None:
    hint = call_hint(data, worlds=12)
    assert hint.best == ["pass"]


def test_a_pass_that_leaves_the_partner_his_contract_is_worth_it() -> None:
    data = {"variant": "contree", "dealer": 1, "hand": "AH TH AS TS 7C 8C 8D QC", "auction": ["90C", "pass"]}
    hint = call_hint(data, worlds=10, seed=3)
    stands = odds_of(hint, "pass")
    assert (stands.kind, stands.contract, stands.declarer) == ("contract", "90C", 2)
    view = CallView.from_dict(data)
    outcome = outcome_of(view, "pass")
    assert outcome is not None
    found = [plainly(view, view.hands(world, outcome), outcome)[0] for world in islice(view.draw(3), 10)]
    assert stands.told.margin == pytest.approx(sum(found) / 10)


def test_a_double_weighs_the_bid_twice() -> None:
    data = {"variant": "contree", "dealer": 2, "hand": "JC 9C AC TC AS TS 8D QD", "auction": ["120C"]}
    hint = call_hint(data, worlds=12)
    once, twice = odds_of(hint, "pass"), odds_of(hint, "double")
    assert twice.contract == "120Cx"
    assert once.told.made == twice.told.made == 0
    assert once.told.margin is not None
    assert twice.told.margin == pytest.approx(once.told.margin + 120)


# --- sampling, weights, stopping ---------------------------------------------------------


def test_the_answer_depends_on_the_seed_and_not_on_the_threads() -> None:
    data = MOMENTS["classic-second"]
    answers = [call_hint(data, worlds=9, seed=4, threads=threads).to_dict() for threads in (1, 2, 5)]
    assert answers[0] == answers[1] == answers[2]
    assert call_hint(data, worlds=9, seed=5).to_dict() != answers[0]
    assert call_hint(data, worlds=9, seed=4, engine=Engine(1 << 20)).calls == call_hint(data, worlds=9, seed=4).calls


def test_errors_are_those_of_a_sample_without_repetition() -> None:
    view = CallView.from_dict(MOMENTS["gambler"])
    hint = call_hint(view, worlds=7, seed=2)
    outcome = outcome_of(view, "play")
    assert outcome is not None
    told = odds_of(hint, "play").told
    points = [call_hint(view, worlds=i, seed=2).calls[0].told.points or 0 for i in range(1, 8)]
    each = [points[0], *((i + 1) * points[i] - i * points[i - 1] for i in range(1, 7))]
    mean = sum(each) / 7
    spread = sum((x - mean) ** 2 for x in each) / 6
    assert told.points == pytest.approx(mean)
    assert told.points_se == pytest.approx(sqrt(spread / 7 * (1 - 7 / view.count)))


def test_worlds_may_be_weighted_by_the_bidding() -> None:
    data = {**MOMENTS["gambler-last"], "auction": ["pass"] * 3}
    view = CallView.from_dict(data)
    plain = call_hint(view, worlds=8, seed=6)
    hint = call_hint(view, worlds=8, seed=6, weigh="bidding")
    assert (plain.weighted, plain.effective, hint.weighted) == (None, None, "bidding")
    weights = [call_likelihood(view.auction, view.before(world), but=view.seat) for world in islice(view.draw(6), 8)]
    assert len(set(weights)) > 1
    assert hint.effective == pytest.approx(sum(weights) ** 2 / sum(w * w for w in weights))
    outcome = outcome_of(view, "H")
    assert outcome is not None
    margins = [plainly(view, view.hands(world, outcome), outcome)[0] for world in islice(view.draw(6), 8)]
    weighed = sum(w * m for w, m in zip(weights, margins, strict=True)) / sum(weights)
    assert odds_of(hint, "H").told.margin == pytest.approx(weighed)
    mine = call_hint(view, worlds=8, seed=6, weigh=lambda auction, world: 3.0)
    assert mine.weighted == "caller"
    assert odds_of(mine, "H").told.margin == pytest.approx(odds_of(plain, "H").told.margin)


def test_a_stopped_hint_says_so() -> None:
    stop = StopFlag()
    stop.set()
    with pytest.raises(Interrupted):
        call_hint(MOMENTS["contree"], stop=stop)
    hint = call_hint(MOMENTS["contree"], worlds=100_000, seconds=0.3)
    assert hint.stopped == "time"
    assert 1 <= hint.solved < 100_000
    assert call_hint(MOMENTS["contree"], worlds=hint.solved).to_dict()["calls"] == hint.to_dict()["calls"]


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        call_hint(MOMENTS["contree"], worlds=0)
    with pytest.raises(ValueError, match="bidding"):
        call_hint(MOMENTS["contree"], weigh="fancy")
    with pytest.raises(ValueError, match="weight 0"):
        call_hint(MOMENTS["classic"], worlds=2, weigh=lambda auction, world: 0.0)


def test_a_pass_is_not_told_where_another_round_follows() -> None:
    for name in ("classic", "gambler", "ukrainian-2"):
        told = odds_of(call_hint(MOMENTS[name], worlds=2), "pass")
        assert told.kind is None
        assert told.to_dict()["margin"] is None
    again = odds_of(call_hint({**MOMENTS["classic-second"], "auction": ["pass"] * 7, "dealer": 0}, worlds=2), "pass")
    assert (again.kind, again.told.margin) == ("again", 0.0)


def test_where_all_have_to_agree_they_do() -> None:
    data = {**MOMENTS["gambler"], "options": {"agreement": "all"}}
    assert odds_of(call_hint(data, worlds=2), "play").kind == "contract"
    assert odds_of(call_hint(data, worlds=2), "pass").kind is None


def test_the_answer_as_data_and_in_words() -> None:
    hint = call_hint(MOMENTS["gambler-last"], worlds=4)
    told = hint.to_dict()
    assert set(told) == {
        "seat", "side", "worlds", "solved", "exact", "calls", "best", "text", "seed", "stopped", "weighted",
        "effective", "nodes",
    }  # fmt: skip
    assert set(told["calls"][0]) == {
        "call", "kind", "contract", "declarer", "margin", "margin_se", "margin_bounds", "made", "made_se", "points",
        "points_se", "loss", "loss_se",
    }  # fmt: skip
    assert hint.text.startswith(f"Seat 0 should call {hint.best[0]}.")
    assert "played as misère" in hint.text
    assert "Solved in 4 of" in hint.text
    margins = [odds.told.middle for odds in hint.calls]
    assert margins == sorted(margins, key=lambda margin: -(margin or 0))


# --- input -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "codes"),
    [
        ({"variant": "whist"}, {"unknown_variant"}),
        ({"trump": "H"}, {"unknown_key"}),
        ({"options": {"nothing": 1}}, {"unknown_option"}),
        ({"dealer": 4}, {"bad_seat"}),
        ({"dealer": None}, {"bad_seat"}),
        ({"seat": 2}, {"not_on_turn"}),
        ({"seat": 7}, {"bad_seat"}),
        ({"hand": "JH 9H AH AS"}, {"wrong_number"}),
        ({"hand": "JH JH AH AS 7C"}, {"duplicate_card", "wrong_number"}),
        ({"hand": "JX 9H AH AS 7C"}, {"bad_card"}),
        ({"hand": "KH 9H AH AS 7C"}, {"duplicate_card"}),
        ({"auction": ["play"]}, {"auction_over"}),
        ({"auction": ["80H"]}, {"illegal_call"}),
        ({"auction": ["huh"]}, {"not_a_call"}),
        ({"auction": "pass"}, {"bad_auction"}),
        ({"upcard": None}, {"bad_card"}),
        ({"second": "7H"}, {"bad_second"}),
        ({"known": {"9H": 2}}, {"duplicate_card"}),
        ({"known": {"7S": 5}}, {"bad_seat"}),
        ({"known": {"7S": 0}}, {"not_held"}),
        ({"known": {"7S": 1, "8S": 1, "9S": 1, "TS": 1, "JS": 1, "QS": 1}}, {"too_many_cards"}),
        ({"known": {"7S": 1}, "out": "7S"}, {"duplicate_card"}),
        ({"out": "7S"}, {"no_deal_fits"}),
        ({"last_loser": 9}, {"bad_seat"}),
        ({"hand": None, "seat": 9, "wrong": 1}, {"bad_cards", "bad_seat", "unknown_key"}),
    ],
)
def test_bad_input_is_answered_with_every_fault(change: dict[str, Any], codes: set[str]) -> None:
    data = {"variant": "classic", "dealer": 3, "seat": 0, "hand": "JH 9H AH AS 7C", "upcard": "KH", **change}
    with pytest.raises(PositionError) as raised:
        call_hint(data)
    assert {problem.code for problem in raised.value.problems} == codes


def test_what_lacks_is_told() -> None:
    with pytest.raises(PositionError) as raised:
        call_hint({"variant": "gambler"})
    assert {(p.code, p.where) for p in raised.value.problems} == {("missing_key", "dealer"), ("missing_key", "hand")}
    with pytest.raises(PositionError) as raised:
        call_hint({"variant": "gambler", "dealer": 0, "hand": "JH 9H AS TS 7C 8C"})
    assert [p.code for p in raised.value.problems] == ["missing_upcard"]
    with pytest.raises(PositionError) as raised:
        call_hint({**MOMENTS["ukrainian-3"], "second": "7S"} | {"second": []})
    assert "bad_card" in [p.code for p in raised.value.problems]
    with pytest.raises(PositionError) as raised:
        call_hint({key: value for key, value in MOMENTS["ukrainian-3"].items() if key != "second"})
    assert [p.code for p in raised.value.problems] == ["missing_second"]
    with pytest.raises(PositionError) as raised:
        call_hint(7)  # type: ignore[arg-type]
    assert [p.code for p in raised.value.problems] == ["not_an_object"]
