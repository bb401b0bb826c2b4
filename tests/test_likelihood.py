"""The plain model of a bidder: against its definition written out, and that it leans the right way."""

import random
from itertools import combinations
from math import exp, sqrt
from typing import Any

import pytest

from rebelote import Card, Rules, Strain
from rebelote.auctions import Auction
from rebelote.cards import ALL_CARDS, from_mask, parse_cards, to_mask
from rebelote.shuffles import Shuffle
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.likelihood import LENGTH, call_likelihood, hand_worth, likelihood, standing, step, steps

TWO, FOUR = ("gambler", "lobovoy"), ("classic", "capo", "contree", "bulgarian")
GAMES = [*((game, 2) for game in TWO), ("ukrainian", 3), *((game, 4) for game in FOUR)]


def mask(text: str) -> int:
    return to_mask(parse_cards(text))


def auction_of(variant: str, *calls: str, dealer: int = 3, **given: Any) -> Auction:
    at = Auction.start(Rules.preset(variant), dealer, **given)
    for call in calls:
        at = at.call(call)
    return at


@pytest.mark.parametrize(("variant", "players"), GAMES)
def test_the_chances_of_all_legal_calls_add_up_to_one(variant: str, players: int) -> None:
    rng = random.Random(f"chances {variant}")
    rules = Rules.preset(variant)
    for _ in range(6):
        deal = Shuffle.random(rules, rng.randrange(players), rng=rng, players=players)
        at = deal.auction()
        while legal := at.legal():
            chances = step(at, legal[0]).chances(deal.first[at.turn])
            assert set(chances) == set(legal)
            assert all(chance > 0 for chance in chances.values())
            assert sum(chances.values()) == pytest.approx(1)
            at = at.call(rng.choice(legal))


@pytest.mark.parametrize("strain", list(Strain))
def test_a_hand_s_standing_has_mean_0_and_deviation_1_over_all_hands(strain: Strain) -> None:
    rules = Rules.preset("bulgarian")
    for size in (1, 3):
        found = [standing(rules, strain, to_mask(hand), size) for hand in combinations(ALL_CARDS, size)]
        assert sum(found) / len(found) == pytest.approx(0, abs=1e-9)
        assert sqrt(sum(z * z for z in found) / len(found)) == pytest.approx(1)


def test_a_hand_that_grew_is_judged_by_the_average_of_what_it_was() -> None:
    rules, hand = Rules.preset("classic"), mask("JH 9H AH AS 7C 8C KD TD")
    some = [standing(rules, Strain.HEARTS, to_mask(five), 5) for five in combinations(from_mask(hand), 5)]
    assert standing(rules, Strain.HEARTS, hand, 5) == pytest.approx(sum(some) / len(some))


def test_the_worth_of_a_hand_is_its_points_and_the_length_of_its_trumps() -> None:
    rules = Rules.preset("bulgarian")
    assert hand_worth(rules, Strain.HEARTS, mask("JH 7H AS JS 8D")) == 20 + 0 + 11 + 2 + 0 + 2 * LENGTH
    assert hand_worth(rules, Strain.NT, mask("JH 7H AS JS 8D")) == 2 + 11 + 2
    assert hand_worth(rules, Strain.AT, mask("JH 7H AS JS 8D")) == 20 + 11 + 20


def test_the_chance_of_a_bid_is_that_of_the_formula() -> None:
    # After 80H by the partner and a pass: pass, 90 … 160 and all tricks in four suits, hearts with one deviation less.
    rules, hand = Rules.preset("contree"), mask("JH 8H AS TS 7C 8C KD 7D")
    at = auction_of("contree", "80H", "pass")
    weights = {"pass": 1.0}
    for strain in (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS):
        z = standing(rules, strain, hand, 8)
        needs = {f"{value}{strain}": 0.5 + 0.25 * (value - 80) / 10 for value in range(90, 161, 10)}
        needs[f"capot{strain}"] = 0.5 + 0.25 * 8 + 1.0
        if strain == Strain.HEARTS:
            needs = {call: need - 1.0 for call, need in needs.items()}
        shares = {call: exp(-2 * abs(z - need)) for call, need in needs.items()}
        for call in needs:
            weights[call] = exp(2 * (z - min(needs.values()))) * shares[call] / sum(shares.values())
    told = step(at, "90H").chances(hand)
    for call, weight in weights.items():
        assert told[call] == pytest.approx(weight / sum(weights.values()))


@pytest.mark.parametrize(
    ("calls", "call", "good", "bad"),
    [
        ((), "80H", "JH 9H AH 7H AS 7C 8C KD", "7H 8S QS JC 7C 8C KD 7D"),
        (("80H",), "double", "JH 9H AH 7H AS 7C 8C KD", "7S 8S QS JC 7C 8C KD 7D"),
        (("80H", "double"), "redouble", "JH 9H AH 7H AS 7C 8C KD", "7S 8S QS JC 7C 8C KD 7D"),
        ((), "pass", "7H 8S QS JC 7C 8C KD 7D", "JH 9H AH 7H AS 7C 8C KD"),
    ],
)
def test_the_better_hand_for_a_call_is_the_likelier_one(calls: tuple[str, ...], call: str, good: str, bad: str) -> None:
    at = auction_of("contree", *calls)
    made = step(at, call)
    assert made.chances(mask(good))[call] > 2 * made.chances(mask(bad))[call]


def test_a_high_bid_tells_more_than_a_low_one() -> None:
    at = auction_of("contree")
    strong, fair = mask("JH 9H AH TH AS TS 8C KD"), mask("JH AH 7H AS 7C 8C KD QD")
    low, high = step(at, "80H"), step(at, "130H")
    ratio = [made.chances(strong)[made.made] / made.chances(fair)[made.made] for made in (low, high)]
    assert ratio[1] > 2 * ratio[0]


def test_the_taker_of_classic_is_judged_with_the_turned_card() -> None:
    rules, jack = Rules.preset("classic"), Card("JH").bit
    made = step(auction_of("classic", upcard=Card("JH")), "play")
    # He will hold six cards for certain; the mean of six cards, and their spread, by hand.
    cards = [points + LENGTH * (i // 8 == 1) for i, points in enumerate(rules.points(Strain.HEARTS))]
    mean = sum(cards) / 32
    variance = sum((worth - mean) ** 2 for worth in cards) / 32
    held = hand_worth(rules, Strain.HEARTS, mask("JH 9H AH 7S 8S 7C"))
    z = (held - 6 * mean) / sqrt(variance * 6 * 26 / 31)
    told = exp(2 * (z - 1)) / (1 + exp(2 * (z - 1)))
    assert made.chances(mask("9H AH 7S 8S 7C"))["play"] == pytest.approx(told)
    # Later the card is in his hand, and is still no card that he had by chance.
    assert made.chances(mask("9H AH 7S 8S 7C") | jack)["play"] == pytest.approx(told)


def test_the_likelihood_is_the_product_over_the_others_calls() -> None:
    deal = Shuffle.random(Rules.preset("contree"), 3, rng=random.Random(3))
    at = auction_of("contree", "80H", "pass", "90H", "double", "pass", "pass", "pass")
    product = 1.0
    for made in steps(at):
        if made.seat != 1:
            product *= made.chances(deal.first[made.seat])[made.made]
    assert call_likelihood(at, deal.first, but=1) == pytest.approx(product)
    assert call_likelihood(at, deal.first) < product


def known(**more: Any) -> Knowledge:
    """Seat 0 of gambler, after a trick; seat 1 has called."""
    data = {
        "variant": "gambler", "trump": "H", "leader": 0, "dealer": 1, "upcard": "TH", "seat": 0,
        "hand": "9H KS QS JS 8S 7S AD KD", "plays": "8C 7C", "auction": ["pass", "play"], **more,
    }  # fmt: skip
    return Knowledge.from_dict({key: value for key, value in data.items() if value is not None})


def test_worlds_are_weighed_by_the_hands_as_they_were_dealt() -> None:
    theirs = mask("JH AH 8H AS TS AC TC QD")
    made = steps(auction_of("gambler", "pass", "play", dealer=1, upcard=Card("TH")))[1]
    told = likelihood(known(), (known().hand, theirs))
    assert told == pytest.approx(made.chances(theirs | Card("7C").bit)["play"])
    assert told > likelihood(known(), (known().hand, mask("7D 8D 9D JD AC TC QD QC")))


def test_a_swapped_seven_is_put_back() -> None:
    swapped, plain = known(exchange=1), known()
    rest = mask("JH 8H AS TS AC TC QD")
    assert likelihood(swapped, (plain.hand, rest | Card("TH").bit)) == pytest.approx(
        likelihood(plain, (plain.hand, rest | Card("7H").bit))
    )


def test_without_an_auction_all_worlds_weigh_the_same() -> None:
    told = known(auction=None, declarer=1)
    assert likelihood(told, (told.hand, mask("JH AH 8H AS TS AC TC QD"))) == 1.0
