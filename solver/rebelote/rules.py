"""The rules of play as data: strains, orders, point tables, switches, and the seven presets.

Everything that says how a trick is played and what a card is worth stands here once; the
compiled core receives it packed (``rebelote.engine``). A preset is a named setting of the
switches, and any of them can be overridden::

    Rules.preset("bulgarian", cannot_go_over="must_trump", last_trick=20)

``docs/rules.md`` in the project lists every option of the play with its meaning, ``docs/games.md``
those of ``rebelote.customs``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from functools import lru_cache
from typing import Any

from rebelote.cards import Rank
from rebelote.customs import CUSTOM_NAMES, CUSTOMS, Customs, wanted
from rebelote.errors import Problem, RulesError, brief


class Strain(IntEnum):
    """What is trump: one of the suits, nothing (NT), or everything (AT)."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3
    NT = 4
    AT = 5

    def __str__(self) -> str:
        return STRAIN_NAMES[self]


STRAIN_NAMES = ("S", "H", "D", "C", "NT", "AT")
_STRAIN_WORDS = {name: Strain(i) for i, name in enumerate(STRAIN_NAMES)}
_STRAIN_WORDS |= {symbol: Strain(i) for i, symbol in enumerate("♠♥♦♣")}

#: An order is the eight ranks from the highest to the lowest.
PLAIN_ORDER = "ATKQJ987"
TRUMP_ORDER = "J9ATKQ87"

#: Point tables are given per rank, in the natural order 7 8 9 T J Q K A.
PLAIN_POINTS = (0, 0, 0, 10, 2, 3, 4, 11)
TRUMP_POINTS = (0, 0, 14, 10, 20, 3, 4, 11)
CAPO_POINTS = (0, 0, 0, 10, 2, 3, 4, 19)

ALWAYS, UNLESS_PARTNER_WINS, NEVER = "always", "unless_partner_wins", "never"
_WHEN = (ALWAYS, UNLESS_PARTNER_WINS, NEVER)

#: The largest worth of one card, and of the last trick, that the options accept.
MOST_POINTS = 100


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules under which tricks are played; immutable and hashable.

    The first five fields come from the variant; the rest are the options, each with the
    name that JSON's ``"options"`` use; ``customs`` holds those that are not about the play.
    Point tables are eight whole numbers, 0 to 100, for
    7 8 9 T J Q K A; orders are the eight ranks from high to low.
    """

    variant: str
    players: tuple[int, ...]
    cards: int
    partners: bool
    strains: tuple[Strain, ...]
    trump_when_void: str = ALWAYS
    go_over_trump_lead: str = ALWAYS
    go_over_what: str = "best"
    go_over_ruff: str = ALWAYS
    cannot_go_over: str = "must_trump"
    undertrump_partner: bool = True
    go_over_plain: bool = False
    go_over_all_trumps: bool = True
    all_tricks_bonus: int = 0
    last_trick: int = 10
    points_plain: tuple[int, ...] = PLAIN_POINTS
    points_trump: tuple[int, ...] = TRUMP_POINTS
    points_nt: tuple[int, ...] = PLAIN_POINTS
    points_at: tuple[int, ...] = TRUMP_POINTS
    order_plain: str = PLAIN_ORDER
    order_trump: str = TRUMP_ORDER
    order_nt: str = PLAIN_ORDER
    order_at: str = TRUMP_ORDER
    customs: Customs = CUSTOMS["gambler"]

    @staticmethod
    def preset(variant: str, **options: Any) -> Rules:
        """The named rules with some options changed; ``RulesError`` lists all that is wrong."""
        return _preset(variant, options)

    def options(self) -> dict[str, Any]:
        """What differs from the variant's preset, as ``"options"`` of the JSON form."""
        base = PRESETS[self.variant]
        out: dict[str, Any] = {}
        for name in OPTION_NAMES:
            value = self.option(name)
            if value != base.option(name):
                out[name] = _thaw(name, value)
        return out

    def all_options(self) -> dict[str, Any]:
        """Every option with its value, as JSON data."""
        return {name: _thaw(name, self.option(name)) for name in OPTION_NAMES}

    def option(self, name: str) -> Any:
        """The value of the option called ``name``, of the play or of the customs."""
        return getattr(self.customs if name in CUSTOM_NAMES else self, name)

    def party(self, seat: int) -> int:
        """Who writes that seat's score: 0 or 1 for the partnerships, else the seat itself."""
        return seat % 2 if self.partners else seat

    def parties(self, players: int) -> int:
        """How many running scores there are."""
        return 2 if self.partners else players

    def points(self, strain: Strain) -> tuple[int, ...]:
        """Points of the 32 cards in that strain, by card number."""
        return _card_points(self, strain)

    def strengths(self, strain: Strain) -> tuple[int, ...]:
        """Strength 0…7 of the 32 cards within their own suit, by card number."""
        return _card_strengths(self, strain)

    def partner_of(self, seat: int) -> int | None:
        """The partner's seat; none in the games for oneself."""
        return (seat + 2) % 4 if self.partners else None

    def sides(self, players: int) -> list[tuple[int, ...]]:
        """Every set of seats that is a side in this game."""
        if self.partners:
            return [(0, 2), (1, 3)]
        alone: list[tuple[int, ...]] = [(s,) for s in range(players)]
        if players == 2:
            return alone
        return alone + [tuple(t for t in range(players) if t != s) for s in range(players)]


PLAY_NAMES: tuple[str, ...] = ("strains", *(f.name for f in fields(Rules)[5:-1]))
OPTION_NAMES: tuple[str, ...] = (*PLAY_NAMES, *CUSTOM_NAMES)

_SUITS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
_ALL = (*_SUITS, Strain.NT, Strain.AT)

#: The two-hand games.
_HEAD_ON = Rules(
    "gambler", (2,), 9, False, _ALL,
    trump_when_void=ALWAYS, go_over_trump_lead=ALWAYS, go_over_ruff=ALWAYS,
    cannot_go_over="must_trump", go_over_all_trumps=True,
)  # fmt: skip
_CONTREE = Rules(
    "contree", (4,), 8, True, _SUITS,
    trump_when_void=UNLESS_PARTNER_WINS, go_over_trump_lead=ALWAYS,
    go_over_ruff=UNLESS_PARTNER_WINS, cannot_go_over="free", go_over_all_trumps=True,
    all_tricks_bonus=90,
)  # fmt: skip

_PLAY: dict[str, Rules] = {
    "gambler": _HEAD_ON,
    "lobovoy": replace(_HEAD_ON, variant="lobovoy"),
    "classic": Rules(
        "classic", (4,), 8, True, _SUITS,
        trump_when_void=ALWAYS, go_over_trump_lead=UNLESS_PARTNER_WINS,
        go_over_ruff=UNLESS_PARTNER_WINS, cannot_go_over="must_trump", all_tricks_bonus=90,
    ),
    "capo": Rules(
        "capo", (4,), 8, False, _ALL,
        trump_when_void=NEVER, go_over_trump_lead=ALWAYS, go_over_ruff=NEVER,
        cannot_go_over="free", go_over_all_trumps=False,
        points_nt=CAPO_POINTS, points_at=CAPO_POINTS,
    ),
    "ukrainian": Rules(
        "ukrainian", (2, 3), 9, False, _SUITS,
        trump_when_void=NEVER, go_over_trump_lead=ALWAYS, go_over_what="led",
        go_over_ruff=NEVER, cannot_go_over="free",
    ),
    "contree": _CONTREE,
    "bulgarian": replace(_CONTREE, variant="bulgarian", strains=_ALL),
}  # fmt: skip
PRESETS: dict[str, Rules] = {name: replace(rules, customs=CUSTOMS[name]) for name, rules in _PLAY.items()}

VARIANTS: tuple[str, ...] = tuple(PRESETS)


def strain_of(text: object) -> Strain | None:
    """The strain called ``text`` (S H D C NT AT, a suit symbol, or a ``Strain``), or none."""
    if isinstance(text, Strain):
        return text
    return _STRAIN_WORDS.get(text.strip().upper()) if isinstance(text, str) else None


def option_problems(options: Mapping[str, Any]) -> list[Problem]:
    """Every fault of a set of options: unknown names and values that make no sense."""
    return [p for name, value in options.items() for p in [_option_problem(name, value)] if p]


def _option_problem(name: str, value: Any) -> Problem | None:
    where = f"options.{str(name)[:40]}"
    if name not in OPTION_NAMES:
        words = f"no option is called {brief(name)}; docs/rules.md and docs/games.md list all of them"
        return Problem("unknown_option", words, where)
    wanted = _wanted(name, value)
    return Problem("bad_option", f"{name} must be {wanted}, not {brief(value)}", where) if wanted else None


def _wanted(name: str, value: Any) -> str:
    """What the option's value must be, when ``value`` is not that."""
    if name in CUSTOM_NAMES:
        return wanted(name, value)
    if name in ("trump_when_void", "go_over_trump_lead", "go_over_ruff"):
        return "" if value in _WHEN else " or ".join(_WHEN)
    if name == "go_over_what":
        return "" if value in ("best", "led") else "best or led"
    if name == "cannot_go_over":
        return "" if value in ("must_trump", "free") else "must_trump or free"
    if name in ("undertrump_partner", "go_over_plain", "go_over_all_trumps"):
        return "" if isinstance(value, bool) else "true or false"
    if name == "last_trick":
        return "" if _whole(value, MOST_POINTS) else f"a whole number from 0 to {MOST_POINTS}"
    if name == "all_tricks_bonus":
        return "" if _whole(value, 1000) else "a whole number from 0 to 1000"
    if name.startswith("points_"):
        good = isinstance(value, list | tuple) and len(value) == 8 and all(_whole(v, MOST_POINTS) for v in value)
        return "" if good else f"eight whole numbers from 0 to {MOST_POINTS}, for 7 8 9 T J Q K A"
    if name.startswith("order_"):
        good = isinstance(value, str) and sorted(value) == sorted(PLAIN_ORDER)
        return "" if good else "the eight ranks from high to low, such as ATKQJ987"
    good = isinstance(value, list | tuple | str) and bool(value) and None not in (words := _strains(value))
    return "" if good and len(set(words)) == len(words) else "a list of strains among S H D C NT AT"


def _strains(value: Any) -> list[Strain | None]:
    return [strain_of(v) for v in (value.replace(",", " ").split() if isinstance(value, str) else value)]


def _whole(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _thaw(name: str, value: Any) -> Any:
    if name == "strains":
        return [str(s) for s in value]
    return list(value) if isinstance(value, tuple) else value


def _preset(variant: str, options: Mapping[str, Any]) -> Rules:
    base = PRESETS.get(variant) if isinstance(variant, str) else None
    if base is None:
        raise RulesError([unknown_variant(variant)])
    if problems := option_problems(options):
        raise RulesError(problems)
    given = {k: tuple(v) if isinstance(v, list) else v for k, v in options.items()}
    if "strains" in given:
        given["strains"] = tuple(sorted(s for s in _strains(given["strains"]) if s is not None))
    return _changed(base, tuple(sorted(given.items()))) if given else base


@lru_cache(maxsize=256)
def _changed(base: Rules, options: tuple[tuple[str, Any], ...]) -> Rules:
    given = dict(options)
    customs = {name: given.pop(name) for name in CUSTOM_NAMES if name in given}
    return replace(base, **given, customs=replace(base.customs, **customs))


def unknown_variant(variant: object) -> Problem:
    """The fault of a variant that is none."""
    return Problem("unknown_variant", f"no game is called {brief(variant)}; there are {', '.join(VARIANTS)}", "variant")


@lru_cache(maxsize=256)
def _card_points(rules: Rules, strain: Strain) -> tuple[int, ...]:
    if strain == Strain.NT:
        return rules.points_nt * 4
    if strain == Strain.AT:
        return rules.points_at * 4
    return sum((rules.points_trump if s == strain else rules.points_plain for s in range(4)), ())


@lru_cache(maxsize=256)
def _card_strengths(rules: Rules, strain: Strain) -> tuple[int, ...]:
    out: list[int] = []
    for suit in range(4):
        if strain == Strain.NT:
            order = rules.order_nt
        elif strain == Strain.AT:
            order = rules.order_at
        else:
            order = rules.order_trump if suit == strain else rules.order_plain
        out += [7 - order.index(Rank(r).letter) for r in range(8)]
    return tuple(out)
