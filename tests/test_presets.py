"""The seven games as data: who plays, what cards are worth, and the options that change them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import SWITCHES, order_of, worth
from rebelote import PRESETS, VARIANTS, Card, Rules, Strain
from rebelote.errors import RulesError
from rebelote.rules import PLAY_NAMES, option_problems, strain_of
from strategies import CARDS, ORDERS, STRAINS, SWITCH_VALUES, TABLES, all_options, anything, option_names

SUITS = ("S", "H", "D", "C")
#: players, cards each, partners, strains
DEALS = {
    "gambler": ((2,), 9, False, STRAINS),
    "lobovoy": ((2,), 9, False, STRAINS),
    "classic": ((4,), 8, True, SUITS),
    "capo": ((4,), 8, False, STRAINS),
    "ukrainian": ((2, 3), 9, False, SUITS),
    "contree": ((4,), 8, True, SUITS),
    "bulgarian": ((4,), 8, True, STRAINS),
}


def _strain(name: str) -> Strain:
    strain = strain_of(name)
    assert strain is not None
    return strain


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def test_there_are_seven_games() -> None:
    assert sorted(VARIANTS) == sorted(DEALS)
    assert set(PRESETS) == set(DEALS)


@pytest.mark.parametrize("variant", DEALS)
def test_who_plays_with_how_many_cards(variant: str) -> None:
    rules = Rules.preset(variant)
    assert (rules.players, rules.cards, rules.partners, tuple(map(str, rules.strains))) == DEALS[variant]
    assert rules.variant == variant
    assert rules.options() == {}


@pytest.mark.parametrize("option", SWITCHES["classic"])
@pytest.mark.parametrize("variant", DEALS)
def test_each_cell_of_the_table_of_switches(variant: str, option: str) -> None:
    assert _plain(getattr(Rules.preset(variant), option)) == SWITCHES[variant][option]


@pytest.mark.parametrize("strain", STRAINS)
@pytest.mark.parametrize("variant", DEALS)
def test_points_and_order_of_every_card(variant: str, strain: str) -> None:
    rules = Rules.preset(variant)
    points, strengths = rules.points(_strain(strain)), rules.strengths(_strain(strain))
    for card in CARDS:
        assert points[Card(card)] == worth(SWITCHES[variant], strain, card), card
        above = order_of(SWITCHES[variant], strain, card[1]).index(card[0])
        assert strengths[Card(card)] == 7 - above, card


@pytest.mark.parametrize(
    ("variant", "strain", "total"),
    [
        *((v, s, 162) for v in DEALS for s in SUITS),
        ("capo", "NT", 162), ("capo", "AT", 162),
        ("gambler", "NT", 130), ("bulgarian", "NT", 130), ("gambler", "AT", 258), ("bulgarian", "AT", 258),
    ],
)  # fmt: skip
def test_points_of_the_whole_pack(variant: str, strain: str, total: int) -> None:
    rules = Rules.preset(variant)
    assert sum(rules.points(_strain(strain))) + rules.last_trick == total


@pytest.mark.parametrize(
    ("variant", "players", "sides"),
    [
        ("classic", 4, [(0, 2), (1, 3)]),
        ("gambler", 2, [(0,), (1,)]),
        ("ukrainian", 2, [(0,), (1,)]),
        ("ukrainian", 3, [(0,), (1,), (2,), (1, 2), (0, 2), (0, 1)]),
        ("capo", 4, [(0,), (1,), (2,), (3,), (1, 2, 3), (0, 2, 3), (0, 1, 3), (0, 1, 2)]),
    ],
)
def test_the_sides_of_a_game(variant: str, players: int, sides: list[tuple[int, ...]]) -> None:
    assert sorted(Rules.preset(variant).sides(players)) == sorted(sides)


def test_partners_sit_across() -> None:
    assert [Rules.preset("classic").partner_of(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert Rules.preset("capo").partner_of(0) is None


# --- options -------------------------------------------------------------------------


def test_every_switch_of_the_table_is_an_option() -> None:
    assert set(PLAY_NAMES) == {*SWITCH_VALUES, *ORDERS, *TABLES, "last_trick", "all_tricks_bonus", "strains"}


@given(st.sampled_from(VARIANTS), all_options())
def test_options_are_what_differs_from_the_preset(variant: str, options: dict[str, Any]) -> None:
    rules = Rules.preset(variant, **options)
    base = Rules.preset(variant)
    assert rules.options() == {k: v for k, v in options.items() if v != _plain(getattr(base, k))}
    for name, value in options.items():
        assert _plain(getattr(rules, name)) == value
    assert Rules.preset(variant, **rules.options()) == rules
    assert hash(Rules.preset(variant, **rules.options())) == hash(rules)


@pytest.mark.parametrize("given_as", [["AT", "S"], "AT S", "AT,S", [Strain.AT, Strain.SPADES], ["♠", "at"]])
def test_strains_are_read_as_a_list_or_one_text(given_as: Any) -> None:
    rules = Rules.preset("classic", strains=given_as)
    assert rules.strains == (Strain.SPADES, Strain.AT)
    assert rules.options() == {"strains": ["S", "AT"]}


BAD_OPTIONS = [
    ("trump_when_void", "sometimes"), ("trump_when_void", True), ("trump_when_void", None), ("trump_when_void", []),
    ("go_over_trump_lead", "ALWAYS"), ("go_over_ruff", "yes"), ("go_over_what", "always"), ("cannot_go_over", False),
    ("undertrump_partner", "yes"), ("undertrump_partner", 1), ("go_over_plain", 0), ("go_over_all_trumps", None),
    ("last_trick", -1), ("last_trick", 101), ("last_trick", 10.0), ("last_trick", True), ("last_trick", "10"),
    ("all_tricks_bonus", -1), ("all_tricks_bonus", 1001), ("all_tricks_bonus", True),
    ("points_plain", [0] * 7), ("points_plain", [0] * 9), ("points_plain", "00000000"), ("points_plain", 11),
    ("points_trump", [0, 0, 0, 0, 0, 0, 0, 101]), ("points_nt", [0, 0, 0, 0, 0, 0, 0, -1]),
    ("points_at", [0, 0, 0, 0, 0, 0, 0, True]), ("points_at", [0, 0, 0, 0, 0, 0, 0, 1.0]),
    ("order_plain", "ATKQJ98"), ("order_plain", "ATKQJ9877"), ("order_trump", "J9ATKQ88"), ("order_nt", ["A"]),
    ("order_at", "j9atkq87"), ("order_at", 7),
    ("strains", []), ("strains", ""), ("strains", ["S", "S"]), ("strains", ["X"]), ("strains", [0]), ("strains", None),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), BAD_OPTIONS, ids=[f"{n}={v!r}" for n, v in BAD_OPTIONS])
def test_an_option_with_a_senseless_value_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.preset("classic", **{name: value})
    assert [(p.code, p.where) for p in caught.value.problems] == [("bad_option", f"options.{name}")]
    assert name in str(caught.value)


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(RulesError) as caught:
        Rules.preset("classic", mystery=1)
    assert [(p.code, p.where) for p in caught.value.problems] == [("unknown_option", "options.mystery")]


@pytest.mark.parametrize("variant", ["", "belote", "Classic", None, 4, [], {}])
def test_an_unknown_game_is_refused(variant: Any) -> None:
    with pytest.raises(RulesError) as caught:
        Rules.preset(variant)
    assert [(p.code, p.where) for p in caught.value.problems] == [("unknown_variant", "variant")]
    assert caught.value.code == "bad_rules"


def test_all_bad_options_are_named_at_once() -> None:
    with pytest.raises(RulesError) as caught:
        Rules.preset("classic", last_trick=-1, mystery=1, order_at="A")
    assert [p.where for p in caught.value.problems] == ["options.last_trick", "options.mystery", "options.order_at"]
    assert [p["code"] for p in caught.value.to_dict()["problems"]] == ["bad_option", "unknown_option", "bad_option"]


@given(st.dictionaries(st.one_of(option_names(), st.text(max_size=5)), anything(), max_size=4))
def test_any_options_are_judged_without_raising(options: dict[str, Any]) -> None:
    faults = option_problems(options)
    if faults:
        with pytest.raises(RulesError):
            Rules.preset("capo", **options)
    else:
        Rules.preset("capo", **options)
