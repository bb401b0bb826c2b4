"""How many deals fit: cases with a known answer, counts worked out by hand, and what a played card tells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from math import comb, factorial
from random import Random
from typing import Any

import pytest

import oracle
from generated import GAMES
from oracle import RANKS, SUITS
from plainworlds import PACK, Plain, in_pack_order, mask
from rebelote import Rules, hint
from rebelote.cards import Card
from rebelote.rules import strain_of
from rebelote.worlds.clues import missing
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from scenes import scene
from solvers import plain as plain_solver
from strategies import STRAINS, SWITCH_VALUES, golden

Data = dict[str, Any]

# --- what a played card tells ------------------------------------------------------------

ALL_SWITCHES = [dict(zip(SWITCH_VALUES, values, strict=True)) for values in product(*SWITCH_VALUES.values())]


def tables(rng: Random, players: int) -> tuple[list[str], list[str]]:
    """A trick begun and the hand behind it, of few suits, so that it is often void or has only trumps."""
    suits = rng.sample(SUITS, rng.choice([2, 2, 3, 4]))
    cards = [rank + suit for suit in suits for rank in RANKS]
    rng.shuffle(cards)
    trick = [cards.pop() for _ in range(rng.randint(1, players - 1))]
    if rng.random() < 0.5:
        cards = [card for card in cards if card[1] != trick[0][1]]
    return trick, cards[: rng.randint(1, min(8, len(cards)))]


@pytest.mark.parametrize("variant", ["classic", "capo", "ukrainian"])
def test_a_card_is_legal_when_its_player_has_none_of_the_cards_that_it_tells_are_missing(variant: str) -> None:
    """Under every switch: legality in a whole hand is legality beside each single card of it."""
    rng, told = Random(3), 0
    for options in ALL_SWITCHES:
        rules = Rules.preset(variant, strains=list(STRAINS), **options)
        whole = {**oracle.SWITCHES[variant], **options}
        for _ in range(3):
            trick, hand = tables(rng, rules.players[-1])
            strain = rng.choice([*SUITS, trick[0][1], *{card[1] for card in hand}, "NT", "AT"])
            at = strain_of(strain)
            assert at is not None
            legal = oracle.legal(whole, strain, hand, trick, rules.partners)
            for card in rng.sample(hand, min(2, len(hand))):
                gone = missing(rules, at, tuple(map(Card, trick)), Card(card))
                assert (card in legal) == (not gone & mask(hand)), (options, strain, trick, hand, card)
                told += card not in legal
    assert told > 500


def test_a_lead_tells_nothing() -> None:
    strain = strain_of("H")
    assert strain is not None
    assert all(missing(Rules.preset("classic"), strain, (), Card(card)) == 0 for card in PACK)


# --- cases with a known answer -----------------------------------------------------------

HIDDEN = golden("hidden")
every_case = pytest.mark.parametrize("case", HIDDEN, ids=[f"{i}-{case['variant']}" for i, case in enumerate(HIDDEN, 1)])


def asked(case: Data) -> Data:
    return {key: value for key, value in case.items() if key not in ("worlds", "cards")}


def test_the_cases_are_of_every_game() -> None:
    assert len(HIDDEN) == 32
    assert len({(case["variant"], case["players"]) for case in HIDDEN}) == 8


@every_case
def test_as_many_deals_fit_as_the_case_says(case: Data) -> None:
    worlds = Worlds.of(asked(case))
    numbered = list(worlds)
    assert worlds.count == case["worlds"] == len(numbered) == len(set(numbered))
    assert set(numbered) == Plain(asked(case)).worlds


def averages(answer: Data) -> dict[str, float]:
    """The expected points of every card."""
    return {card: item["points"] for item in answer["cards"] for card in (item["card"], *item["same_as"])}


@every_case
def test_the_hint_expects_the_points_that_the_case_says(case: Data) -> None:
    answer = hint(asked(case)).to_dict()
    assert (answer["worlds"], answer["solved"], answer["exact"]) == (case["worlds"], case["worlds"], True)
    assert averages(answer) == pytest.approx(case["cards"], abs=1e-6)
    assert {item["se"] for item in answer["cards"]} == {0}


@pytest.mark.parametrize("name", GAMES)
def test_the_hint_is_the_mean_over_a_plain_enumeration(name: str) -> None:
    """Every deal gone through in plain Python, each solved by plain minimax."""
    variant, players, _ = GAMES[name]
    solver = plain_solver()
    for seed in range(3):
        data = scene(Random(seed), variant, players, 2).data
        knowledge, worlds = Knowledge.from_dict(data), Plain(data).worlds
        sums: dict[str, int] = {}
        for hands in worlds:
            for card, (points, _) in solver.cards(knowledge.position(hands)).items():
                sums[str(card)] = sums.get(str(card), 0) + points
        answer = hint(data).to_dict()
        assert (answer["worlds"], answer["exact"]) == (len(worlds), True)
        assert averages(answer) == pytest.approx({card: s / len(worlds) for card, s in sums.items()}, abs=1e-6)


# --- before the first card ---------------------------------------------------------------


def ways(*sizes: int) -> int:
    """In how many ways the cards of piles of these sizes can be parted into them."""
    total = factorial(sum(sizes))
    for size in sizes:
        total //= factorial(size)
    return total


#: Hands of the seat that leads: eight cards with two aces and no jack, nine with the same.
EIGHT = "7S TS AS 8H QH AH 9D KC"
NINE = f"{EIGHT} 8C"
JACKS = {"seat": 1, "meld": "set J"}
TO_THE_JACK = {"seat": 1, "meld": "run 3 JC"}


def opening(variant: str, hand: str, trump: str = "H", players: int | None = None, **facts: Any) -> Data:
    more = {} if players is None else {"players": players}
    return {"variant": variant, "trump": trump, "leader": 0, "seat": 0, "hand": hand, "plays": [], **more, **facts}


def runs(variant: str, hand: str, least: int) -> int:
    """How many sets of eight cards, of those that are not in the hand, hold so many runs of three side by side."""
    # By suit: how many sets of its cards of each size have how many runs; then suit after suit.
    total = {(0, 0): 1}
    for suit in SUITS:
        unseen = [rank for rank in RANKS if rank + suit not in hand.split()]
        counts: dict[tuple[int, int], int] = {}
        for chosen in product([False, True], repeat=len(unseen)):
            ranks = [rank for rank, taken in zip(unseen, chosen, strict=True) if taken]
            key = len(ranks), most_runs(ranks)
            counts[key] = counts.get(key, 0) + 1
        both: dict[tuple[int, int], int] = {}
        for (size, some), number in total.items():
            for (more, others), count in counts.items():
                key = size + more, some + others
                both[key] = both.get(key, 0) + number * count
        total = both
    return sum(number for (size, some), number in total.items() if size == 8 and some >= least)


def most_runs(ranks: list[str]) -> int:
    """How many runs of three may be called together of the cards of a suit: with at least a card between two."""
    places = {RANKS.index(rank) for rank in ranks}
    starts = [low for low in range(6) if {low, low + 1, low + 2} <= places]
    return 0 if not starts else 2 if starts[-1] - starts[0] > 3 else 1


OPENINGS: list[tuple[Data, int]] = [
    (opening("contree", EIGHT), ways(8, 8, 8)),
    (opening("bulgarian", EIGHT, "AT"), ways(8, 8, 8)),
    (opening("gambler", NINE), ways(9, 14)),
    (opening("ukrainian", NINE, players=2), ways(9, 14)),
    (opening("ukrainian", NINE, players=3), ways(9, 9, 5)),
    # The upcard, and the bottom card, out of play; in classic and capo in a hand.
    (opening("gambler", NINE, upcard="TH"), ways(9, 13)),
    (opening("lobovoy", NINE, upcard="TH", bottom="9C"), ways(9, 12)),
    (opening("ukrainian", NINE, players=3, upcard="9H"), ways(9, 9, 4)),
    (opening("ukrainian", NINE, "C", players=3, upcard="9H", second="9C"), ways(9, 9, 3)),
    (opening("ukrainian", NINE, "C", players=2, upcard="9H", second=["TH", "9C"]), ways(9, 11)),
    (opening("classic", EIGHT, declarer=1, upcard="9H"), ways(7, 8, 8)),
    (opening("classic", EIGHT, declarer=0, upcard="QH"), ways(8, 8, 8)),
    (opening("classic", EIGHT, upcard="9H"), ways(8, 8, 8)),  # whoever took it
    (opening("capo", EIGHT, dealer=3, upcard="9H"), ways(7, 8, 8)),
    (opening("capo", EIGHT, declarer=1, contract="80H", upcard="9H"), ways(7, 8, 8)),  # left of the dealer leads
    (opening("capo", EIGHT, declarer=0, contract="capotH", upcard="9H"), ways(8, 8, 8)),  # or the bidder of Capo
    # The seven of trumps swapped for the upcard, by the other, by oneself, by nobody.
    (opening("gambler", NINE, upcard="TH", exchange=1), ways(8, 13)),
    (opening("gambler", NINE, upcard="TH", exchange=None), ways(9, 13)),
    (opening("gambler", NINE, upcard="QH", exchange=0), ways(9, 13)),
    (opening("gambler", NINE, upcard="QH"), ways(9, 13)),
    (opening("gambler", NINE, "AT", upcard="TC", bottom="7H", exchange=1), ways(8, 12)),
    (opening("gambler", NINE, upcard="TH", known={"TH": 1}), ways(8, 13)),
    # Shown, and known: each card of a meld is one that was dealt.
    (opening("classic", EIGHT, melds=[{"seat": 2, "meld": "run TD JD QD"}]), ways(8, 5, 8)),
    (opening("classic", EIGHT, "D", belas=[{"seat": 3, "meld": "bela QD KD"}]), ways(8, 8, 6)),
    (opening("capo", EIGHT, belas=[{"seat": 3, "meld": "belot QD KD"}], known={"QD": 3}), ways(8, 8, 6)),
    (opening("gambler", NINE, known={"JH": 1, "QH": 0}, out=["9H", "7D"]), ways(8, 12)),
    # Announced: the four jacks; jacks here and nines there; a run of three; two of them.
    (opening("classic", EIGHT, announced=[JACKS]), ways(4, 8, 8)),
    (
        opening("bulgarian", EIGHT.replace("9D", "TD"), announced=[JACKS, {"seat": 3, "meld": "set 9"}]),
        ways(4, 8, 4),
    ),
    (opening("classic", EIGHT, announced=[{"seat": 1, "meld": "run 3"}]), runs("classic", EIGHT, 1) * ways(8, 8)),
    (opening("classic", EIGHT, announced=[{"seat": 2, "meld": "run 3"}] * 2), runs("classic", EIGHT, 2) * ways(8, 8)),
    (opening("capo", EIGHT, announced=[{"seat": 3, "meld": "run 3"}] * 2), runs("capo", EIGHT, 2) * ways(8, 8)),
    # The run of diamonds to the king: T J Q K.
    (opening("classic", EIGHT, announced=[{"seat": 3, "meld": "run 4 KD"}]), ways(8, 8, 4)),
    # A card in a set and in a run, where the game has it.
    (opening("capo", EIGHT, announced=[JACKS, TO_THE_JACK]), ways(2, 8, 8)),
    (opening("classic", EIGHT, options={"shared_cards": "set_and_run"}, announced=[JACKS, TO_THE_JACK]), ways(2, 8, 8)),
    # Only jacks are worth 200.
    (opening("classic", EIGHT, announced=[{"seat": 3, "meld": "worth 200"}]), ways(8, 8, 4)),
]  # fmt: skip


@pytest.mark.parametrize(("data", "count"), OPENINGS)
def test_before_the_first_card(data: Data, count: int) -> None:
    worlds = Worlds.of(data)
    assert worlds.count == count
    plain = Plain(data)
    for hands in (worlds.at(0), worlds.at(count - 1), *islice(worlds.draw(1), 20)):
        assert plain.fits([in_pack_order([c for c in PACK if hand >> PACK.index(c) & 1]) for hand in hands])


def test_a_suit_not_followed() -> None:
    # Seat 1 ruffs a spade: it has none of the five that are not seen.
    data = {
        "variant": "contree", "trump": "D", "leader": 0, "seat": 2, "hand": "7S 8S 9H TH JH QC KC AC", "plays": "AS 7D",
    }  # fmt: skip
    assert Worlds.of(data).count == comb(22 - 5, 7) * comb(15, 7)


def test_trumps_not_gone_over() -> None:
    # Trumps are led, seat 1 plays below the nine though he must go over it: no jack, and trumps he may have.
    data = {
        "variant": "contree", "trump": "D", "leader": 0, "seat": 2, "hand": "7S 8S 9H TH JH QC KC AC", "plays": "9D 7D",
    }  # fmt: skip
    assert Worlds.of(data).count == comb(22 - 1, 7) * comb(15, 7)
    # In NT a low card tells nothing.
    assert Worlds.of({**data, "variant": "bulgarian", "trump": "NT"}).count == comb(22, 7) * comb(15, 7)


def test_the_seven_of_a_shown_run_was_swapped_afterwards() -> None:
    data = opening("gambler", NINE, "D", upcard="QD", exchange=1, melds=[{"seat": 1, "meld": "run 7D 8D 9D"}])
    data["hand"] = NINE.replace("9D", "9C")
    assert Worlds.of(data).count == ways(6, 13)  # 8D 9D QD are there, 7D is not
    taken = mask(["7D", "8D", "9D", "QD"])
    assert all(hands[1] & taken == taken & ~mask(["7D"]) for hands in islice(Worlds.of(data), 50))


def few(at: Data, most: int) -> Data:
    """With all cards known or out of play but ``most``, trumps among them: few enough to go through."""
    told = [card for card in PACK if card not in at["hand"].split() and card[1] != at["trump"]]
    Random(5).shuffle(told)
    told = told[: 32 - len(at["hand"].split()) - most]
    return {**at, "out": told[:11], "known": dict.fromkeys(told[11:], 1)}


def test_a_run_that_needs_both_the_seven_and_the_upcard_was_never_in_one_hand() -> None:
    # Whoever swaps the seven for the ten had 7 8 9 before and 8 9 T after, and at no time all four.
    at = opening("gambler", "7S AS 8S AH KH QH 9D KC 8C", upcard="TH", exchange=1)
    for words in ("run 3", "run 3 TH", "run 4", "run 4 TH", "run 3 9H", "worth 50"):
        data = few({**at, "announced": [{"seat": 1, "meld": words}]}, 10)
        plain = Plain(data).worlds
        if not plain:
            with pytest.raises(ValueError, match="no deal"):
                Worlds.of(data)
        else:
            assert set(Worlds.of(data)) == plain, words


# --- in every way of asking the same -----------------------------------------------------


def spellings(case: Data) -> Iterator[Data]:
    """The same question in other words."""
    yield {**case, "plays": case["plays"].split(), "hand": case["hand"].split()}
    yield {**case, "plays": case["plays"].replace("T", "10").lower(), "version": 1, "tags": {"Date": "2026"}}
    yield {**case, "options": {}, "misere": False, "known": {}, "out": []}
    yield {key: value for key, value in case.items() if key != "seat"}  # it is the seat on turn


def test_the_same_question_in_other_words() -> None:
    for case in map(asked, HIDDEN[::5]):
        expected = list(Worlds.of(case))
        for other in spellings(case):
            assert list(Worlds.of(other)) == expected
        assert list(Worlds.of(Knowledge.from_dict(case))) == expected


def test_four_seats_have_names() -> None:
    case = asked(next(case for case in HIDDEN if case["variant"] == "contree"))
    assert list(Worlds.of({**case, "seat": "NESW"[case["seat"]], "leader": "NESW"[case["leader"]]})) == list(
        Worlds.of(case)
    )


def test_what_is_known_twice_is_known_once() -> None:
    data = opening("classic", EIGHT, declarer=1, upcard="9H", known={"9H": 1, "AS": 0})
    assert Worlds.of(data).count == ways(7, 8, 8)


def test_misere_and_sides_do_not_matter_to_the_cards() -> None:
    case = asked(HIDDEN[0])
    assert list(Worlds.of({**case, "misere": True, "side": [0]})) == list(Worlds.of(case))
