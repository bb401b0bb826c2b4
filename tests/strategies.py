"""Random things to test with: options, rules, cards, positions of every game, played deals."""

from __future__ import annotations

import json
import string
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from rebelote import PRESETS, VARIANTS, Card, Position, Rules

GOLDEN = Path(__file__).parent / "golden"
STRAINS = ("S", "H", "D", "C", "NT", "AT")
CARDS = [rank + suit for suit in "SHDC" for rank in "789TJQKA"]
WHEN = ("always", "unless_partner_wins", "never")

#: Every yes-no and one-of switch with its values.
SWITCH_VALUES: dict[str, tuple[Any, ...]] = {
    "trump_when_void": WHEN,
    "go_over_trump_lead": WHEN,
    "go_over_what": ("best", "led"),
    "go_over_ruff": WHEN,
    "cannot_go_over": ("must_trump", "free"),
    "undertrump_partner": (True, False),
    "go_over_plain": (True, False),
    "go_over_all_trumps": (True, False),
}
ORDERS = ("order_plain", "order_trump", "order_nt", "order_at")
TABLES = ("points_plain", "points_trump", "points_nt", "points_at")


def golden(name: str) -> list[dict[str, Any]]:
    """The cases of one file of ``tests/golden``."""
    return [json.loads(line) for line in (GOLDEN / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


# --- rules ---------------------------------------------------------------------------


def tables() -> st.SearchStrategy[list[int]]:
    """A point table: many equal numbers, small ones, the least and the largest, or any at all."""
    numbers = (st.sampled_from([0, 1, 5]), st.integers(0, 20), st.sampled_from([0, 100]), st.integers(0, 100))
    return st.one_of([st.lists(number, min_size=8, max_size=8) for number in numbers])


def orders() -> st.SearchStrategy[str]:
    return st.permutations("789TJQKA").map("".join)


def _subset(values: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=values)


def switches() -> st.SearchStrategy[dict[str, Any]]:
    """Some of the switches, each at any of its values."""
    return _subset({name: st.sampled_from(values) for name, values in SWITCH_VALUES.items()})


def all_options() -> st.SearchStrategy[dict[str, Any]]:
    """Any options: switches, orders, tables, the last trick and the bonus."""
    rest: dict[str, st.SearchStrategy[Any]] = {
        "last_trick": st.integers(0, 100),
        "all_tricks_bonus": st.integers(0, 1000),
        **{name: tables() for name in TABLES},
        **{name: orders() for name in ORDERS},
    }
    return st.builds(lambda a, b: {**a, **b}, switches(), _subset(rest))


def options() -> st.SearchStrategy[dict[str, Any]]:
    """None (the preset as it is), some switches, or anything at all."""
    return st.one_of(st.just({}), switches(), all_options())


def games() -> st.SearchStrategy[tuple[str, int]]:
    """A variant and its number of players."""
    return st.sampled_from([(v, n) for v in VARIANTS for n in PRESETS[v].players])


# --- positions -----------------------------------------------------------------------


def few_tricks(players: int) -> int:
    """How many tricks the plain reference still solves in no time."""
    return {2: 5, 3: 4, 4: 3}[players]


@st.composite
def packs(draw: st.DrawFn, least: int) -> list[str]:
    """A shuffled pack of at least that many cards, now and then of as few suits as will do.

    With few suits, cards that follow one another in a suit often lie in one hand.
    """
    suits = draw(st.permutations("SHDC"))
    kept = suits[: draw(st.integers(-(-least // 8), 4))]
    return list(draw(st.permutations([card for card in CARDS if card[1] in kept])))


def lopsided(cards: list[str], side: tuple[int, ...], players: int, strain: str) -> list[str]:
    """The cards dealt out so that the side has the strongest, all but its last card.

    Then every trick, or none, is often within reach, and sweeps decide. Card i is seat
    ``i % players``'s.
    """
    strength = {card: (card[1] == strain, -"AJ9TKQ87".index(card[0])) for card in cards}
    best = sorted(cards[:-1], key=lambda card: strength[card], reverse=True)
    ours = [i for i in range(len(cards) - 1) if i % players in side]
    theirs = [i for i in range(len(cards) - 1) if i % players not in side]
    out = dict(zip([*ours, *theirs], best, strict=True)) | {len(cards) - 1: cards[-1]}
    return [out[i] for i in range(len(cards))]


@st.composite
def positions(
    draw: st.DrawFn,
    most: Callable[[int], int] = few_tricks,
    *,
    least: int = 1,
    game: tuple[str, int] | None = None,
    with_options: st.SearchStrategy[dict[str, Any]] | None = None,
    misere: bool | None = None,
    boundary: bool = False,
) -> Position:
    """A legal position of any game with at most ``most(players)`` tricks left.

    Any strain (the option ``strains`` lets every game have NT and AT), any leader, any side, misère
    or not, at a trick's start or (unless ``boundary``) in its middle by legal play.
    """
    variant, players = draw(games()) if game is None else game
    chosen = dict(draw(options() if with_options is None else with_options))
    strain = draw(st.sampled_from(STRAINS))
    if strain not in map(str, PRESETS[variant].strains):
        chosen["strains"] = list(STRAINS)
    rules = Rules.preset(variant, **chosen)
    count = draw(st.integers(least, min(most(players), rules.cards)))
    pack = draw(packs(players * count))
    side = draw(st.sampled_from(rules.sides(players)))
    if draw(st.booleans()):
        pack = lopsided(pack[: players * count], side, players, strain)
    hands = [" ".join(pack[seat::players][:count]) for seat in range(players)]
    position = Position.from_dict(
        {
            "variant": variant,
            "players": players,
            "trump": strain,
            "leader": draw(st.integers(0, players - 1)),
            "hands": hands,
            "side": side,
            "misere": draw(st.booleans()) if misere is None else misere,
            "options": chosen,
        }
    )
    if boundary:
        return position
    for _ in range(draw(st.integers(0, players - 1))):
        position = position.play(draw(st.sampled_from(position.legal())))
    return position


def one_trick_less(players: int) -> int:
    return few_tricks(players) - 1


def full_hands(players: int) -> int:
    return 9 if players < 4 else 8


@st.composite
def playouts(draw: st.DrawFn, /, most: Callable[[int], int] = full_hands, **how: Any) -> tuple[Position, list[Card]]:
    """A position at a trick's start and a legal play of it to the last card."""
    start = draw(positions(most, boundary=True, **how))
    rng = draw(st.randoms(use_true_random=False))
    cards: list[Card] = []
    position = start
    while any(position.hands):
        card = rng.choice(position.legal())
        cards.append(card)
        position = position.play(card)
    return start, cards


# --- tricks, as text -----------------------------------------------------------------


@st.composite
def trick_and_hand(draw: st.DrawFn, players: int) -> tuple[str, list[str], list[str]]:
    """A strain, the cards on the table and the hand of the next seat.

    Suits are drawn few at a time, so that following, ruffing and overruffing all happen often.
    """
    strain = draw(st.sampled_from(STRAINS))
    suits = draw(st.sampled_from(["SHDC", "SH", "SHD"]))
    pack = draw(st.permutations([c for c in CARDS if c[1] in suits]))
    on_table = draw(st.integers(0, players - 1))
    held = draw(st.integers(1, 8))
    return strain, list(pack[:on_table]), list(pack[on_table : on_table + held])


# --- data that may be anything -------------------------------------------------------


def anything() -> st.SearchStrategy[Any]:
    """Arbitrary JSON data."""
    leaves = st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(allow_nan=True), st.text(max_size=8), near_words()
    )
    return st.recursive(
        leaves,
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=4)),
        max_leaves=8,
    )


def near_words() -> st.SearchStrategy[str]:
    """Words that mean something somewhere."""
    return st.sampled_from(
        [
            *VARIANTS,
            *STRAINS,
            "7H",
            "TD AC",
            "7H 7H",
            "10♥",
            "N",
            "W",
            "02",
            "best",
            "free",
            "-",
            "",
            "0",
            "A.K..",
            "...",
        ]
    )


def near_positions() -> st.SearchStrategy[Any]:
    """JSON data that is nearly a position: its keys, with values good, odd or absurd."""
    cards = st.lists(st.sampled_from(CARDS), max_size=4)
    hand = st.one_of(cards, cards.map(" ".join), anything())
    return st.one_of(
        anything(),
        st.builds(
            lambda known, other: {**other, **known},
            _subset(
                {
                    "variant": st.one_of(st.sampled_from(VARIANTS), anything()),
                    "players": st.one_of(st.sampled_from([2, 3, 4, 4.0, True]), anything()),
                    "trump": st.one_of(st.sampled_from(STRAINS), anything()),
                    "leader": st.one_of(st.sampled_from([0, 1, 2, 3, "N", "w", -1, 4]), anything()),
                    "hands": st.one_of(st.lists(hand, max_size=5), anything()),
                    "trick": hand,
                    "side": st.one_of(st.sampled_from([[0, 2], "02", 0, [1], "13", [0, 1, 2]]), anything()),
                    "misere": st.one_of(st.booleans(), anything()),
                    "options": st.one_of(
                        all_options(), st.dictionaries(option_names(), anything(), max_size=3), anything()
                    ),
                }
            ),
            st.one_of(st.just({}), st.dictionaries(st.text(max_size=5), anything(), max_size=2)),
        ),
    )


def option_names() -> st.SearchStrategy[str]:
    return st.sampled_from([*SWITCH_VALUES, *ORDERS, *TABLES, "strains", "last_trick", "all_tricks_bonus", "bogus"])


def near_texts() -> st.SearchStrategy[str]:
    """Text that is nearly a position in text form."""
    letters = st.text(alphabet=string.ascii_letters + string.digits + "./-:=, ♥Т\t\n", max_size=60)
    hand = st.sampled_from(["A...", "7.8.9.T", ".10..", "7H", "7H-8H", "...", "x", ".J.J.", "A.A.A.A"])
    word = st.one_of(
        near_words(),
        hand,
        st.lists(hand, min_size=1, max_size=5).map("/".join),
        st.sampled_from(
            ["side=02", "side=", "side=0,2", "misere", "misere=1", "plays=7H-8H", "declarer=0", "ukrainian:2"]
        ),
        st.builds(
            "{}={}".format, option_names(), st.sampled_from(["free", "true", "1", "1,2", "", "99999999999", "S,H"])
        ),
    )
    return st.one_of(letters, st.text(max_size=40), st.lists(word, max_size=9).map(" ".join))
