"""Melds: which a hand holds, what they are worth, which may stand side by side, and whose count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebelote import VARIANTS, Rules, Strain
from rebelote.cards import FULL_PACK, parse_cards, to_mask
from rebelote.errors import CardError, InputError
from rebelote.melds import (
    Kind,
    Meld,
    all_melds,
    annulling,
    belas,
    chosen,
    contest,
    parse,
    priced,
    stronger,
    wins_at_once,
)
from rebelote.rules import strain_of
from strategies import CARDS, STRAINS

RANKS = "789TJQKA"
#: The games whose presets have melds; contrée has them as an option.
MELDERS = tuple(v for v in VARIANTS if v != "contree")
#: What four of a kind are worth, rank by rank, and which beats which.
SETS = {
    "gambler": {"J": 200, "9": 140, "A": 110, "T": 100, "K": 100, "Q": 100},
    "lobovoy": {"J": 200, "9": 140, "A": 110, "T": 100, "K": 100, "Q": 100},
    "classic": {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100},
    "capo": {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100},
    "ukrainian": {"J": 200, "9": 140, "A": 110, "T": 50, "K": 50, "Q": 100},
    "bulgarian": {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100},
}
SET_ORDER = {
    "gambler": "J9ATKQ", "lobovoy": "J9ATKQ", "ukrainian": "J9ATKQ",
    "classic": "J9AKQT", "capo": "J9AKQT", "bulgarian": "J9ATKQ",
}  # fmt: skip


def rules_of(variant: str, **options: Any) -> Rules:
    return Rules.preset(variant, **options)


def strain(name: str) -> Strain:
    found = strain_of(name)
    assert found is not None
    return found


def mask(cards: str) -> int:
    return to_mask(parse_cards(cards))


def told(melds: Sequence[Meld]) -> list[str]:
    """Melds as their text and worth: ``run 7H 8H 9H: 20``."""
    return [f"{m}: {m.points}" for m in melds]


def best(rules: Rules, trump: str, cards: str) -> list[str]:
    return told(chosen(rules, strain(trump), mask(cards)))


def four(rank: str) -> str:
    return " ".join(rank + suit for suit in "SHDC")


def run(low: str, length: int, suit: str = "S") -> str:
    at = RANKS.index(low)
    return " ".join(rank + suit for rank in RANKS[at : at + length])


def beats(rules: Rules, trump: str, one: str, other: str) -> bool:
    """Whether ``one`` is the stronger meld, and ``other`` so the weaker."""
    ahead = stronger(rules, strain(trump), parse(one), parse(other))
    assert stronger(rules, strain(trump), parse(other), parse(one)) == -ahead
    return ahead == 1


def winners(rules: Rules, trump: str, *called: tuple[int, str]) -> dict[int, list[str]]:
    """Who scores what, when the seats hold those cards and call all they can, in this order."""
    calls = [(seat, chosen(rules, strain(trump), mask(cards))) for seat, cards in called]
    return {seat: told(melds) for seat, melds in contest(rules, strain(trump), calls).items()}


# --- a meld and its text -------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "size", "top", "suit"),
    [
        ("run 7H 8H 9H", Kind.RUN, 3, 2, 1), ("run TC JC QC KC AC", Kind.RUN, 5, 7, 3),
        ("set JS JH JD JC", Kind.SET, 4, 4, None), ("set 7S 7H 7D 7C", Kind.SET, 4, 0, None),
        ("bela QH KH", Kind.BELA, 2, 6, 1), ("belot QS KS", Kind.BELOT, 2, 6, 0),
    ],
)  # fmt: skip
def test_a_meld_says_what_it_is(text: str, kind: Kind, size: int, top: int, suit: int | None) -> None:
    meld = parse(text)
    assert (meld.kind, meld.size, meld.top, meld.suit) == (kind, size, top, suit)
    assert meld.cards == mask(text.split(" ", 1)[1])
    assert str(meld) == text
    assert meld.points == 0


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (" RUN\t9H 8h,7♥ ", "run 7H 8H 9H"), ("Set jc jd jh js", "set JS JH JD JC"), ("bela K♠ Q♠", "bela QS KS"),
        ("run 10D-JD-9D", "run 9D TD JD"),
    ],
)  # fmt: skip
def test_cards_are_read_in_any_order_and_spelling(text: str, plain: str) -> None:
    assert str(parse(text)) == plain


@pytest.mark.parametrize(
    "text",
    [
        "", "run", "set", "terz 7H 8H 9H", "run 7H 8H", "run 7H 8H TH", "run 7H 8H 9D", "run KS AS 7H", "set JS JH JD",
        "set JS JH JD QC", "set JS JH JD JC QS", "bela QH KD", "bela QH", "bela KH AH", "belot JH QH", "bela QH KH AH",
        "7H 8H 9H", "run 7H 8H 9H 9H", "run " + "7H " * 500,
    ],
)  # fmt: skip
def test_what_is_no_meld_is_refused(text: str) -> None:
    with pytest.raises((InputError, CardError)) as caught:
        parse(text)
    assert len(str(caught.value)) < 200


def test_a_refusal_names_the_card_that_is_none() -> None:
    with pytest.raises(CardError, match="1H"):
        parse("run 1H 8H 9H")


# --- what a meld is worth ------------------------------------------------------------


@pytest.mark.parametrize("rank", "JA9TKQ")
@pytest.mark.parametrize("variant", MELDERS)
def test_four_of_a_kind(variant: str, rank: str) -> None:
    rules = rules_of(variant)
    assert best(rules, "H", four(rank)) == [f"set {four(rank)}: {SETS[variant][rank]}"]


@pytest.mark.parametrize("rank", "78")
@pytest.mark.parametrize("variant", MELDERS)
def test_four_sevens_and_eights_are_worth_nothing(variant: str, rank: str) -> None:
    rules, hand = rules_of(variant), mask(four(rank))
    assert chosen(rules, Strain.HEARTS, hand) == ()
    assert all_melds(rules, Strain.HEARTS, hand) == ()
    mine = [f"set {four(rank)}: 0"] if variant in ("gambler", "lobovoy") else []
    assert told(annulling(rules, hand)) == mine


def test_both_sets_may_annul_and_each_by_its_own_option() -> None:
    hand = mask(f"{four('7')} {four('8')}")
    assert len(annulling(rules_of("gambler"), hand)) == 2
    assert told(annulling(rules_of("gambler", four_sevens="nothing"), hand)) == [f"set {four('8')}: 0"]
    assert told(annulling(rules_of("gambler", four_eights="nothing"), hand)) == [f"set {four('7')}: 0"]
    assert told(annulling(rules_of("classic", four_eights="choose"), hand)) == [f"set {four('8')}: 0"]
    assert annulling(rules_of("gambler"), mask("7S 7H 7D 8C")) == ()
    assert annulling(rules_of("gambler", melds=False), hand) == ()


@pytest.mark.parametrize(
    ("trump", "points"), [("S", 150), ("H", 150), ("D", 150), ("C", 150), ("NT", None), ("AT", None)]
)
def test_nines_of_capo_are_worth_nothing_without_a_trump_suit(trump: str, points: int | None) -> None:
    nines = [f"set {four('9')}: {points}"] if points else []
    assert best(rules_of("capo"), trump, four("9")) == nines
    assert best(rules_of("capo", nines_without_trump=True), trump, four("9")) == [f"set {four('9')}: 150"]
    assert best(rules_of("gambler"), trump, four("9")) == [f"set {four('9')}: 140"]
    terz = winners(rules_of("capo"), trump, (0, four("9")), (1, run("Q", 3)))
    assert list(terz) == ([0] if points else [1])


def test_sets_have_the_worth_that_an_option_gives_them() -> None:
    rules = rules_of("classic", set_points=[10, 0, 150, 100, 200, 0, 100, 100])
    assert best(rules, "H", four("7")) == [f"set {four('7')}: 10"]
    assert best(rules, "H", four("Q")) == []


@pytest.mark.parametrize(("length", "points"), [(3, 20), (4, 50), (5, 100), (6, 100), (7, 100), (8, 100)])
@pytest.mark.parametrize("variant", MELDERS)
def test_runs(variant: str, length: int, points: int) -> None:
    low, counted = "7", length
    if variant == "classic" and length > 5:  # only the five top cards count as the run
        low, counted = RANKS[length - 5], 5
    if variant == "capo" and length == 8:  # kabor
        points = 1001
    assert best(rules_of(variant), "H", run("7", length)) == [f"run {run(low, counted)}: {points}"]


@pytest.mark.parametrize("variant", MELDERS)
def test_two_cards_in_a_row_are_no_run(variant: str) -> None:
    assert best(rules_of(variant), "H", "7S 8S TS JS KS AS 7D 9D") == []


def test_runs_go_by_the_natural_order_and_not_round_the_corner() -> None:
    assert best(rules_of("gambler"), "S", "KS AS 7S") == []
    assert best(rules_of("gambler"), "S", "JS 9S AS") == []
    assert best(rules_of("gambler"), "S", "9S TS JS") == ["run 9S TS JS: 20"]
    assert best(rules_of("gambler"), "S", "9S TS JH") == []


def test_a_run_stops_at_a_gap() -> None:
    assert best(rules_of("bulgarian"), "H", "7S 8S 9S TS QS") == ["run 7S 8S 9S TS: 50"]
    assert best(rules_of("bulgarian"), "H", "7C 8C 9C TC JC QC AC") == ["run 7C 8C 9C TC JC QC: 100"]
    [six] = chosen(rules_of("bulgarian"), Strain.HEARTS, mask("7C 8C 9C TC JC QC AC"))
    assert (six.size, six.top) == (6, RANKS.index("Q"))


def test_an_unbroken_run_is_one_run() -> None:
    assert best(rules_of("gambler"), "H", run("7", 8)) == [f"run {run('7', 8)}: 100"]
    assert best(rules_of("gambler"), "H", run("7", 6)) == [f"run {run('7', 6)}: 100"]
    assert best(rules_of("classic"), "H", run("7", 8)) == [f"run {run('T', 5)}: 100"]


def test_two_runs_in_one_suit_and_in_two() -> None:
    assert best(rules_of("gambler"), "H", "7S 8S 9S JS QS KS AS") == ["run JS QS KS AS: 50", "run 7S 8S 9S: 20"]
    assert best(rules_of("classic"), "H", "7S 8S 9S QC KC AC") == ["run QC KC AC: 20", "run 7S 8S 9S: 20"]


def test_kabor() -> None:
    assert best(rules_of("capo"), "H", run("7", 8, "C")) == [f"run {run('7', 8, 'C')}: 1001"]
    assert best(rules_of("capo", kabor=0), "H", run("7", 8, "C")) == [f"run {run('7', 8, 'C')}: 100"]
    assert best(rules_of("classic", kabor=500), "H", run("7", 8, "C")) == [f"run {run('7', 8, 'C')}: 500"]


def test_all_eight_trumps_win_the_game_of_capo_at_once() -> None:
    hand = mask(run("7", 8, "H"))
    assert wins_at_once(rules_of("capo"), Strain.HEARTS, hand)
    for trump in ("S", "NT", "AT"):
        assert not wins_at_once(rules_of("capo"), strain(trump), hand)
    assert not wins_at_once(rules_of("capo"), Strain.HEARTS, hand & ~mask("7H"))
    assert not wins_at_once(rules_of("capo", eight_trumps_win=False), Strain.HEARTS, hand)
    assert not wins_at_once(rules_of("gambler"), Strain.HEARTS, hand)


def test_runs_have_the_worth_that_an_option_gives_them() -> None:
    rules = rules_of("gambler", run_points=[0, 40, 60])
    assert best(rules, "H", run("7", 3)) == []
    assert best(rules, "H", run("7", 4)) == [f"run {run('7', 4)}: 40"]
    assert best(rules, "H", run("7", 6)) == [f"run {run('7', 6)}: 60"]
    assert winners(rules, "H", (0, run("Q", 3)), (1, run("7", 4))) == {1: [f"run {run('7', 4)}: 40"]}


def test_the_best_runs_are_found_where_longer_ones_are_worth_less() -> None:
    rules = rules_of("gambler", run_points=[70, 0, 80])
    assert best(rules, "H", run("7", 4)) == ["run 8S 9S TS: 70"]
    assert best(rules, "H", run("7", 7)) == ["run JS QS KS: 70", "run 7S 8S 9S: 70"]


@pytest.mark.parametrize("trump", STRAINS)
def test_no_trumps_of_bulgarian_has_no_melds(trump: str) -> None:
    hand = f"{four('J')} 7S 8S 9S"
    found = best(rules_of("bulgarian"), trump, hand)
    assert found == ([] if trump == "NT" else [f"set {four('J')}: 200", "run 7S 8S 9S: 20"])
    assert len(best(rules_of("bulgarian", melds_in_nt=True), trump, hand)) == 2
    assert len(best(rules_of("gambler"), trump, hand)) == 2
    assert len(best(rules_of("gambler", melds_in_nt=False), trump, hand)) == (0 if trump == "NT" else 2)


def test_contree_has_no_melds_but_belote() -> None:
    hand = f"{four('J')} 9H TH QH KH"
    assert best(rules_of("contree"), "H", hand) == []
    assert all_melds(rules_of("contree"), Strain.HEARTS, mask(hand)) == ()
    assert told(belas(rules_of("contree"), Strain.HEARTS, mask(hand))) == ["bela QH KH: 20"]
    assert best(rules_of("contree", melds=True), "H", hand) == best(rules_of("classic"), "H", hand) != []
    assert winners(rules_of("contree"), "H", (0, hand)) == {}


def test_every_meld_of_a_hand_parts_of_runs_too() -> None:
    found = all_melds(rules_of("gambler"), Strain.HEARTS, mask("7S 8S 9S TS TH TD TC QH KH"))
    assert told(found) == [f"set {four('T')}: 100", "run 7S 8S 9S TS: 50", "run 8S 9S TS: 20", "run 7S 8S 9S: 20"]


def test_a_long_run_of_classic_is_seen_by_fives() -> None:
    assert max(m.size for m in all_melds(rules_of("classic"), Strain.HEARTS, mask(run("7", 8)))) == 5
    assert max(m.size for m in all_melds(rules_of("bulgarian"), Strain.HEARTS, mask(run("7", 8)))) == 8


@pytest.mark.parametrize(
    ("variant", "trump", "text", "points"),
    [
        ("gambler", "H", "run 7H 8H 9H", 20), ("ukrainian", "H", "set TS TH TD TC", 50),
        ("gambler", "H", "set 7S 7H 7D 7C", 0), ("classic", "H", "run 9S TS JS QS KS AS", 100),
        ("capo", "H", "bela QH KH", 40), ("capo", "H", "belot QS KS", 20), ("capo", "H", "bela QS KS", 0),
        ("capo", "H", "belot QH KH", 0), ("gambler", "H", "belot QS KS", 0), ("gambler", "NT", "bela QS KS", 0),
        ("gambler", "AT", "bela QS KS", 20), ("capo", "AT", "bela QS KS", 40), ("capo", "NT", "belot QS KS", 20),
        ("contree", "H", "run 7H 8H 9H", 0), ("contree", "H", "bela QH KH", 20),
    ],
)  # fmt: skip
def test_a_meld_read_from_text_gets_its_worth(variant: str, trump: str, text: str, points: int) -> None:
    meld = priced(rules_of(variant), strain(trump), parse(text))
    assert (str(meld), meld.points) == (text, points)


# --- bela and belot ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "points"),
    [("gambler", 20), ("lobovoy", 20), ("classic", 20), ("capo", 40), ("ukrainian", 20), ("contree", 20),
     ("bulgarian", 20)],
)  # fmt: skip
def test_king_and_queen_of_trumps_in_one_hand(variant: str, points: int) -> None:
    rules = rules_of(variant)
    assert told(belas(rules, Strain.HEARTS, mask("7S QH KH"))) == [f"bela QH KH: {points}"]
    assert belas(rules, Strain.HEARTS, mask("QH KS")) == ()
    assert belas(rules, Strain.HEARTS, mask("KH AH")) == ()
    assert told(belas(rules_of(variant, bela=30), Strain.HEARTS, mask("QH KH"))) == ["bela QH KH: 30"]
    assert belas(rules_of(variant, bela=0), Strain.HEARTS, mask("QH KH")) == ()


@pytest.mark.parametrize(
    ("variant", "trump", "found"),
    [
        ("gambler", "S", ["bela QS KS: 20"]), ("gambler", "H", []), ("gambler", "NT", []),
        ("gambler", "AT", ["bela QS KS: 20", "bela QD KD: 20"]), ("bulgarian", "NT", []),
        ("bulgarian", "AT", ["bela QS KS: 20", "bela QD KD: 20"]),
        ("capo", "D", ["bela QD KD: 40", "belot QS KS: 20"]), ("capo", "H", ["belot QS KS: 20", "belot QD KD: 20"]),
        ("capo", "NT", ["belot QS KS: 20", "belot QD KD: 20"]), ("capo", "AT", ["bela QS KS: 40", "bela QD KD: 40"]),
        ("classic", "H", []), ("ukrainian", "H", []),
    ],
)  # fmt: skip
def test_pairs_of_king_and_queen_in_every_strain(variant: str, trump: str, found: list[str]) -> None:
    assert told(belas(rules_of(variant), strain(trump), mask("QS KS QD KD KH QC"))) == found


def test_options_of_the_pairs() -> None:
    hand = mask("QS KS QD KD")
    assert belas(rules_of("gambler", bela_in_at=False), Strain.AT, hand) == ()
    assert told(belas(rules_of("capo", bela_in_at=False), Strain.AT, hand)) == ["belot QS KS: 20", "belot QD KD: 20"]
    assert told(belas(rules_of("gambler", belot=10), Strain.SPADES, hand)) == ["bela QS KS: 20", "belot QD KD: 10"]
    assert told(belas(rules_of("capo", belot=0), Strain.SPADES, hand)) == ["bela QS KS: 40"]
    assert told(belas(rules_of("capo", melds_in_nt=False), Strain.NT, hand)) == ["belot QS KS: 20", "belot QD KD: 20"]


@pytest.mark.parametrize("variant", MELDERS)
def test_cards_of_the_bela_serve_in_other_melds_too(variant: str) -> None:
    hand = "JH QH KH AH"
    called = chosen(rules_of(variant), Strain.HEARTS, mask(hand))
    assert told(called) == [f"run {hand}: 50"]
    assert [m.kind for m in belas(rules_of(variant), Strain.HEARTS, mask(hand), called)] == [Kind.BELA]


def test_by_the_letter_of_classic_the_bela_has_its_cards_for_itself() -> None:
    rules = rules_of("classic", bela_shares=False)

    def both(hand: str, trump: str = "H") -> tuple[list[str], list[str]]:
        called = chosen(rules, strain(trump), mask(hand))
        return told(called), told(belas(rules, strain(trump), mask(hand), called))

    assert both("JH QH KH AH") == (["run JH QH KH AH: 50"], [])
    assert both("9H TH JH QH KH") == (["run 9H TH JH QH KH: 100"], [])
    assert both("8H 9H TH QH KH") == (["run 8H 9H TH: 20"], ["bela QH KH: 20"])
    assert both(f"{four('K')} QH") == ([f"set {four('K')}: 100"], [])
    assert both(run("7", 7, "H")) == ([f"run {run('7', 5, 'H')}: 100"], ["bela QH KH: 20"])
    assert both("QS KS QH KH") == ([], ["bela QH KH: 20"])
    cheap = rules_of("classic", bela_shares=False, bela=60)
    hand = mask("9H TH JH QH KH AH")
    assert told(chosen(cheap, Strain.HEARTS, hand)) == [f"run {run('T', 5, 'H')}: 100"]
    hand = mask("9H TH JH QH KH")
    dear = rules_of("classic", bela_shares=False, bela=90)
    called = chosen(dear, Strain.HEARTS, hand)
    assert told(called) == ["run 9H TH JH: 20"]
    assert told(belas(dear, Strain.HEARTS, hand, called)) == ["bela QH KH: 90"]


# --- a card in two melds -------------------------------------------------------------


@pytest.mark.parametrize("variant", MELDERS)
def test_a_jack_in_a_set_and_a_run(variant: str) -> None:
    found = best(rules_of(variant), "H", f"{four('J')} QS KS")
    alone = variant in ("classic", "bulgarian")
    assert found == [f"set {four('J')}: 200", *([] if alone else ["run JS QS KS: 20"])]


def test_each_card_in_one_meld_only() -> None:
    rules = rules_of("classic")
    assert best(rules, "H", f"JS QS KS {four('A')}") == [f"set {four('A')}: 100", "run JS QS KS: 20"]
    assert best(rules, "H", f"TS JS QS KS {four('A')}") == [f"set {four('A')}: 100", "run TS JS QS KS: 50"]
    assert best(rules, "H", f"7S 8S 9S JS {four('T')}") == [
        f"set {four('T')}: 100",
        "run 7S 8S 9S: 20",
    ]
    assert best(rules, "H", f"{run('9', 5)} QH QD QC") == [f"set {four('Q')}: 100", "run 9S TS JS: 20"]
    assert best(rules, "H", f"{run('T', 5)} QH QD QC") == [f"set {four('Q')}: 100"]
    assert best(rules_of("classic", shared_cards="set_and_run"), "H", f"{run('9', 5)} QH QD QC") == [
        f"set {four('Q')}: 100",
        f"run {run('9', 5)}: 100",
    ]
    assert best(rules_of("gambler", shared_cards="none"), "H", f"{four('J')} QS KS") == [f"set {four('J')}: 200"]


def test_a_set_is_passed_over_for_a_run_that_is_worth_more() -> None:
    rules = rules_of("ukrainian", shared_cards="none")
    assert best(rules, "H", f"{run('T', 5)} KH KD KC") == [f"run {run('T', 5)}: 100"]
    assert best(rules, "H", f"{run('9', 5)} KH KD KC") == [f"set {four('K')}: 50", f"run {run('9', 4)}: 50"]


def test_two_sets_in_one_hand() -> None:
    assert best(rules_of("classic"), "H", f"{four('Q')} {four('K')}") == [
        f"set {four('K')}: 100",
        f"set {four('Q')}: 100",
    ]


# --- which is the stronger -----------------------------------------------------------


@pytest.mark.parametrize("trump", ["H", "AT"])
@pytest.mark.parametrize("variant", MELDERS)
def test_the_order_of_sets(variant: str, trump: str) -> None:
    rules = rules_of(variant, nines_without_trump=True, strains="S H D C NT AT")
    for high, low in combinations(SET_ORDER[variant], 2):
        assert beats(rules, trump, f"set {four(high)}", f"set {four(low)}"), (high, low)


def test_options_of_the_order_of_sets() -> None:
    by_points = rules_of("ukrainian", sets_by="points")
    assert beats(by_points, "H", f"set {four('Q')}", f"set {four('T')}")
    assert not beats(rules_of("ukrainian"), "H", f"set {four('Q')}", f"set {four('T')}")
    other = rules_of("gambler", set_order="AKQJT987")
    assert beats(other, "H", f"set {four('K')}", f"set {four('J')}")


@pytest.mark.parametrize("variant", MELDERS)
def test_any_set_beats_any_run(variant: str) -> None:
    rules = rules_of(variant)
    for rank in "JA9TKQ":
        for length in range(3, 9):
            assert beats(rules, "S", f"set {four(rank)}", f"run {run(RANKS[8 - length], length)}")


@pytest.mark.parametrize("variant", MELDERS)
def test_the_longer_run_then_the_higher(variant: str) -> None:
    rules = rules_of(variant)
    assert beats(rules, "H", f"run {run('7', 4)}", f"run {run('Q', 3, 'H')}")
    assert beats(rules, "H", f"run {run('7', 5)}", f"run {run('J', 4, 'H')}")
    assert beats(rules, "H", f"run {run('8', 3)}", f"run {run('7', 3, 'H')}")
    assert beats(rules, "H", f"run {run('T', 5)}", f"run {run('9', 5, 'H')}")
    assert stronger(rules, Strain.HEARTS, parse(f"run {run('8', 3)}"), parse(f"run {run('8', 3, 'C')}")) == 0


@pytest.mark.parametrize("variant", MELDERS)
def test_a_trump_run_beats_an_equal_plain_one(variant: str) -> None:
    rules = rules_of(variant)
    trumps = beats(rules, "H", f"run {run('8', 3, 'H')}", f"run {run('8', 3)}")
    assert trumps == (variant != "bulgarian")
    for trump in ("NT", "AT"):
        all_alike = rules_of(variant, strains="S H D C NT AT", melds_in_nt=True)
        assert not beats(all_alike, trump, f"run {run('8', 3, 'H')}", f"run {run('8', 3)}")
        assert not beats(all_alike, trump, f"run {run('8', 3)}", f"run {run('8', 3, 'H')}")


def test_trump_before_the_top_card_or_never() -> None:
    high, low_trumps = f"run {run('Q', 3)}", f"run {run('7', 3, 'H')}"
    assert beats(rules_of("capo"), "H", high, low_trumps)
    assert beats(rules_of("capo", run_tie="trump_then_top"), "H", low_trumps, high)
    assert beats(rules_of("capo", run_tie="trump_then_top"), "H", f"run {run('7', 4)}", low_trumps)
    assert beats(rules_of("capo", run_tie="trump_then_top"), "H", f"run {run('8', 3, 'H')}", low_trumps)
    equal = parse(f"run {run('7', 3)}"), parse(low_trumps)
    assert stronger(rules_of("classic", run_tie="top"), Strain.HEARTS, *equal) == 0


@pytest.mark.parametrize(
    ("variant", "counts"), [("gambler", 6), ("ukrainian", 6), ("bulgarian", 6), ("classic", 5), ("capo", 5)]
)
def test_whether_six_beat_five(variant: str, counts: int) -> None:
    six, five = f"run {run('7', 6)}", f"run {run('T', 5, 'C')}"
    assert beats(rules_of(variant), "H", six, five) == (counts == 6)
    assert beats(rules_of(variant), "H", five, six) == (counts == 5)
    assert beats(rules_of(variant, long_runs="whole"), "H", six, five)
    assert beats(rules_of(variant, long_runs="as_five"), "H", five, six)
    held = [(0, run("7", 6)), (1, run("T", 5, "C"))]
    assert list(winners(rules_of(variant), "H", *held)) == [0 if counts == 6 else 1]


def test_a_run_of_six_as_five_is_still_called_whole() -> None:
    assert best(rules_of("capo"), "H", run("7", 6)) == [f"run {run('7', 6)}: 100"]
    assert best(rules_of("gambler", long_runs="top_five"), "H", run("7", 6)) == [f"run {run('8', 5)}: 100"]


def test_what_is_worth_nothing_beats_nothing() -> None:
    rules = rules_of("gambler")
    assert beats(rules, "H", "run 7S 8S 9S", f"set {four('8')}")
    assert stronger(rules, Strain.HEARTS, parse("bela QH KH"), parse("run 7S 8S 9S")) == 0
    assert stronger(rules, Strain.HEARTS, parse("run 7S 8S 9S"), parse("bela QH KH")) == 0


# --- whose melds count ---------------------------------------------------------------


def test_the_best_meld_takes_all_of_its_owner_and_nothing_of_the_other() -> None:
    for variant in ("gambler", "lobovoy", "ukrainian"):
        mine, yours = f"{four('A')} 7S 8S 9S", f"{run('9', 5, 'H')} 7D 8D 9D"
        assert winners(rules_of(variant), "H", (1, yours), (0, mine)) == {
            0: [f"set {four('A')}: 110", "run 7S 8S 9S: 20"]
        }


def test_the_side_scores_the_melds_of_both_its_hands() -> None:
    called = [(1, run("7", 3)), (2, run("7", 3, "H")), (3, run("J", 4)), (0, run("J", 4, "D"))]
    assert winners(rules_of("classic"), "H", *called) == {1: ["run 7S 8S 9S: 20"], 3: [f"run {run('J', 4)}: 50"]}
    assert winners(rules_of("classic"), "D", *called) == {
        2: ["run 7H 8H 9H: 20"],
        0: [f"run {run('J', 4, 'D')}: 50"],
    }


def test_in_capo_each_is_for_himself() -> None:
    called = [(1, run("7", 3)), (2, run("7", 3, "H")), (3, run("J", 4)), (0, run("J", 4, "D"))]
    assert winners(rules_of("capo"), "H", *called) == {3: [f"run {run('J', 4)}: 50"]}


def test_the_earlier_caller_of_equal_plain_runs() -> None:
    for variant in ("gambler", "classic", "capo", "ukrainian"):
        assert list(winners(rules_of(variant), "H", (1, run("8", 3)), (0, run("8", 3, "C")))) == [1]
        assert list(winners(rules_of(variant), "H", (0, run("8", 3, "C")), (1, run("8", 3)))) == [0]
        assert list(winners(rules_of(variant), "C", (1, run("8", 3)), (0, run("8", 3, "C")))) == [0]


def test_one_set_beats_two_that_are_worth_more_together() -> None:
    called = [(0, f"{four('Q')} {four('K')}"), (1, four("9"))]
    assert winners(rules_of("classic"), "H", *called) == {1: [f"set {four('9')}: 150"]}


def test_one_run_of_four_beats_two_of_three() -> None:
    called = [(0, f"{run('Q', 3)} {run('Q', 3, 'C')}"), (1, run("7", 4, "D"))]
    assert winners(rules_of("classic"), "H", *called) == {1: [f"run {run('7', 4, 'D')}: 50"]}


def test_nobody_scores_equal_runs_in_bulgarian() -> None:
    equal = [(0, f"{run('8', 3)} {run('Q', 3, 'D')}"), (1, run("Q", 3, "H"))]
    assert winners(rules_of("bulgarian"), "H", *equal) == {}
    assert list(winners(rules_of("bulgarian", equal_runs="first_called"), "H", *equal)) == [0]
    assert winners(rules_of("classic", equal_runs="nobody", run_tie="top"), "H", *equal) == {}
    partners = [(0, run("Q", 3)), (2, run("Q", 3, "H"))]
    assert list(winners(rules_of("bulgarian"), "H", *partners)) == [0, 2]
    beaten = [(0, run("8", 3)), (1, run("8", 3, "H")), (2, run("9", 3, "D"))]
    assert list(winners(rules_of("bulgarian"), "H", *beaten)) == [0, 2]
    late = [(0, run("9", 3)), (1, run("8", 3, "H")), (2, run("9", 3, "D")), (3, run("9", 3, "C"))]
    assert winners(rules_of("bulgarian"), "H", *late) == {}


def test_sets_and_runs_apart_in_bulgarian() -> None:
    called = [(0, f"{four('K')} 7S 8S 9S"), (1, run("7", 4, "H")), (3, four("T"))]
    assert winners(rules_of("bulgarian"), "H", *called) == {
        1: [f"run {run('7', 4, 'H')}: 50"],
        3: [f"set {four('T')}: 100"],
    }
    assert winners(rules_of("bulgarian", contests="together"), "H", *called) == {
        1: [f"run {run('7', 4, 'H')}: 50"],
        3: [f"set {four('T')}: 100"],
    }
    split = [(0, f"{four('A')} 7S 8S 9S"), (1, run("7", 4, "H"))]
    assert winners(rules_of("bulgarian"), "H", *split) == {
        0: [f"set {four('A')}: 100"],
        1: [f"run {run('7', 4, 'H')}: 50"],
    }
    assert winners(rules_of("bulgarian", contests="together"), "H", *split) == {
        0: [f"set {four('A')}: 100", "run 7S 8S 9S: 20"]
    }
    tied = [(0, f"{four('A')} 7S 8S 9S"), (1, run("7", 3, "H"))]
    assert winners(rules_of("bulgarian"), "H", *tied) == {0: [f"set {four('A')}: 100"]}


@pytest.mark.parametrize("variant", VARIANTS)
def test_bela_and_belot_stand_outside(variant: str) -> None:
    rules = rules_of(variant, melds=True)
    calls = [(0, [parse("bela QH KH")]), (1, [parse("run 7S 8S 9S"), parse("bela QS KS")])]
    scored = contest(rules, Strain.HEARTS, calls)
    points = {"capo": 40}.get(variant, 20)
    assert {seat: told(melds) for seat, melds in scored.items()} == {
        0: [f"bela QH KH: {points}"],
        1: ["run 7S 8S 9S: 20"],
    }


def test_a_meld_that_was_only_read_is_scored_at_its_worth() -> None:
    scored = contest(rules_of("gambler"), Strain.HEARTS, [(1, [parse("run 7S 8S 9S"), parse(f"set {four('8')}")])])
    assert told(scored[1]) == ["run 7S 8S 9S: 20"]


def test_a_seat_may_call_more_than_once() -> None:
    calls = [(0, [parse("run 7S 8S 9S")]), (1, []), (0, [parse("run TH JH QH")])]
    assert told(contest(rules_of("ukrainian"), Strain.HEARTS, calls)[0]) == ["run 7S 8S 9S: 20", "run TH JH QH: 20"]


def test_a_contest_of_nothing() -> None:
    assert contest(rules_of("gambler"), Strain.HEARTS, []) == {}
    assert contest(rules_of("gambler"), Strain.HEARTS, [(0, ()), (1, ())]) == {}


# --- what holds of every hand --------------------------------------------------------

games = st.sampled_from(MELDERS)
strains = st.sampled_from(STRAINS).map(strain)
#: The options that tell of melds, at every value that matters here.
meld_options = st.fixed_dictionaries(
    {},
    optional={
        "melds_in_nt": st.booleans(),
        "nines_without_trump": st.booleans(),
        "sets_by": st.sampled_from(["rank", "points"]),
        "long_runs": st.sampled_from(["whole", "as_five", "top_five"]),
        "kabor": st.sampled_from([0, 1001]),
        "run_points": st.lists(st.sampled_from([0, 20, 50, 100]), min_size=3, max_size=3),
        "run_tie": st.sampled_from(["top_then_trump", "trump_then_top", "top"]),
        "equal_runs": st.sampled_from(["first_called", "nobody"]),
        "contests": st.sampled_from(["together", "apart"]),
        "shared_cards": st.sampled_from(["set_and_run", "none"]),
        "bela_shares": st.booleans(),
    },
)


@st.composite
def hands(draw: st.DrawFn, most: int = 9, among: int = FULL_PACK) -> int:
    """Up to nine cards, of few suits or few ranks so that there is something to meld."""
    suits = draw(st.sets(st.sampled_from("SHDC"), min_size=1))
    ranks = draw(st.sets(st.sampled_from(RANKS), max_size=3))
    wanted = [c for c in CARDS if (c[1] in suits or c[0] in ranks) and mask(c) & among]
    return mask(" ".join(draw(st.permutations(wanted))[:most]))


def worth_of(rules: Rules, trump: Strain, kind: str, cards: list[str]) -> int:
    """What a meld is worth, told anew from the options."""
    custom = rules.customs
    if not custom.melds or (trump == Strain.NT and not custom.melds_in_nt):
        return 0
    if kind == "set":
        if cards[0][0] == "9" and trump > Strain.CLUBS and not custom.nines_without_trump:
            return 0
        return custom.set_points[RANKS.index(cards[0][0])]
    if len(cards) == 8 and custom.kabor:
        return custom.kabor
    return custom.run_points[min(len(cards), 5) - 3]


def held(rules: Rules, trump: Strain, hand: int) -> list[tuple[str, int, int]]:
    """Every meld worth something as its kind, cards and points, found card by card."""
    mine = [c for c in CARDS if mask(c) & hand]
    found = [("set", [r + s for s in "SHDC"]) for r in RANKS if all(r + s in mine for s in "SHDC")]
    for suit in "SHDC":
        for low, high in combinations(range(9), 2):
            cards = [r + suit for r in RANKS[low:high]]
            if len(cards) >= 3 and all(c in mine for c in cards):
                found.append(("run", cards))
    most = 5 if rules.customs.long_runs == "top_five" else 8
    out = []
    for kind, cards in found:
        points = worth_of(rules, trump, kind, cards)
        if points and (len(cards) <= most or (len(cards) == 8 and rules.customs.kabor)):
            out.append((kind, mask(" ".join(cards)), points))
    return out


def together(rules: Rules, one: tuple[str, int, int], other: tuple[str, int, int]) -> bool:
    """Whether two melds may be called side by side."""
    if one[0] == other[0] == "run":
        sevens = mask(four("7"))  # no card is next below a seven
        next_to = (one[1] << 1 & other[1] | other[1] << 1 & one[1]) & ~sevens
        return not one[1] & other[1] and not next_to
    return not one[1] & other[1] or rules.customs.shared_cards == "set_and_run"


def choices(rules: Rules, melds: list[tuple[str, int, int]]) -> Iterator[list[tuple[str, int, int]]]:
    """Every set of melds that may be called together, the empty one first."""
    yield []
    for i, meld in enumerate(melds):
        rest = [m for m in melds[i + 1 :] if together(rules, meld, m)]
        for others in choices(rules, rest):
            yield [meld, *others]


@given(games, strains, meld_options, hands())
def test_all_melds_are_those_found_card_by_card(game: str, trump: Strain, options: dict[str, Any], hand: int) -> None:
    rules = rules_of(game, **options)
    found = all_melds(rules, trump, hand)
    assert sorted((m.kind.value, m.cards, m.points) for m in found) == sorted(held(rules, trump, hand))


@given(games, strains, st.one_of(st.just({}), meld_options), hands())
def test_no_other_choice_is_worth_more(game: str, trump: Strain, options: dict[str, Any], hand: int) -> None:
    rules = rules_of(game, **options)
    pairs = belas(rules, trump, hand)

    def total(melds: Sequence[tuple[str, int, int]]) -> int:
        taken = [] if rules.customs.bela_shares else [m[1] for m in melds]
        free = [p for p in pairs if not any(p.cards & cards for cards in taken)]
        return sum(m[2] for m in melds) + sum(p.points for p in free)

    mine = [(m.kind.value, m.cards, m.points) for m in chosen(rules, trump, hand)]
    every = list(choices(rules, held(rules, trump, hand)))
    assert sorted(mine) in [sorted(choice) for choice in every]
    most = max(map(total, every))
    assert total(mine) == most
    for choice in every:
        if total(choice) == most:
            for kind, cards, points in choice:
                assert (
                    mine and stronger(rules, trump, chosen(rules, trump, hand)[0], Meld(Kind(kind), cards, points)) >= 0
                )


@given(games, strains, meld_options, hands())
def test_the_choice_is_called_strongest_first(game: str, trump: Strain, options: dict[str, Any], hand: int) -> None:
    rules = rules_of(game, **options)
    called = chosen(rules, trump, hand)
    for high, low in combinations(called, 2):
        assert stronger(rules, trump, high, low) >= 0
    assert chosen(rules, trump, hand) == called
    kept = belas(rules, trump, hand, called)
    assert set(kept) <= set(belas(rules, trump, hand))
    if not rules.customs.bela_shares:
        assert not any(pair.cards & meld.cards for pair in kept for meld in called)


@given(games, strains, meld_options, hands())
def test_melds_read_back_from_their_text(game: str, trump: Strain, options: dict[str, Any], hand: int) -> None:
    rules = rules_of(game, **options)
    for meld in (*all_melds(rules, trump, hand), *belas(rules, trump, hand)):
        assert priced(rules, trump, parse(str(meld))) == meld
        assert str(parse(str(meld).lower())) == str(meld)
    for meld in annulling(rules, hand):
        assert parse(str(meld)) == meld


@given(games, strains, meld_options, st.data())
def test_strength_is_an_order(game: str, trump: Strain, options: dict[str, Any], data: st.DataObject) -> None:
    rules = rules_of(game, **options)
    melds = all_melds(rules, trump, FULL_PACK)
    if not melds:
        return
    a, b, c = (data.draw(st.sampled_from(melds)) for _ in range(3))
    assert stronger(rules, trump, a, b) == -stronger(rules, trump, b, a)
    assert stronger(rules, trump, a, a) == 0
    if stronger(rules, trump, a, b) >= 0 and stronger(rules, trump, b, c) >= 0:
        assert stronger(rules, trump, a, c) >= 0
    if stronger(rules, trump, a, b) == 0 and a != b:
        assert a.kind == b.kind == Kind.RUN


@given(st.sampled_from(["gambler", "lobovoy", "ukrainian"]), strains, meld_options, st.data())
def test_a_contest_does_not_care_who_sits_where(
    game: str, trump: Strain, options: dict[str, Any], data: st.DataObject
) -> None:
    rules = rules_of(game, **options)
    mine = data.draw(hands())
    yours = data.draw(hands(among=FULL_PACK & ~mine))
    one, other = chosen(rules, trump, mine), chosen(rules, trump, yours)
    scored = contest(rules, trump, [(0, one), (1, other)])
    turned = contest(rules, trump, [(1, one), (0, other)])
    assert {1 - seat: melds for seat, melds in scored.items()} == turned
    if one and other and rules.customs.contests == "together":
        ahead = stronger(rules, trump, one[0], other[0])
        assert (contest(rules, trump, [(1, other), (0, one)]) == scored) == (
            ahead != 0 or rules.customs.equal_runs == "nobody"
        )
        won = {1: {0: one}, -1: {1: other}, 0: {} if rules.customs.equal_runs == "nobody" else {0: one}}
        assert scored == won[ahead]


@given(st.sampled_from(["classic", "bulgarian", "capo"]), strains, meld_options, st.data())
def test_only_one_side_scores_in_a_contest(
    game: str, trump: Strain, options: dict[str, Any], data: st.DataObject
) -> None:
    rules, left, calls = rules_of(game, **options), FULL_PACK, []
    for seat in data.draw(st.permutations(range(4))):
        hand = data.draw(hands(8, left))
        left &= ~hand
        calls.append((seat, chosen(rules, trump, hand)))
    scored = contest(rules, trump, calls)
    for kind in (Kind.SET, Kind.RUN):
        sides = {rules.party(seat) for seat, melds in scored.items() if any(m.kind == kind for m in melds)}
        assert len(sides) <= 1
        for seat, melds in calls:
            mine = [m for m in melds if m.kind == kind]
            assert [m for m in scored.get(seat, ()) if m.kind == kind] == (mine if rules.party(seat) in sides else [])
    assert all(scored.values())
