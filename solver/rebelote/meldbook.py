"""The melds of one game in one strain as tables: which there are, their points, their strength.

Built once for each set of customs and each strain, by ``book``; ``rebelote.melds`` looks everything
up in it. Cards are masks throughout; the cards of one suit, shifted down, a number 0…255.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

from rebelote.cards import Suit, format_cards
from rebelote.customs import RANKS, Customs
from rebelote.rules import Rules, Strain

SUIT = 0xFF  # all cards of a suit, shifted down
SET = 0x01010101  # the four sevens; shifted up by a rank, its four cards
PAIR = 0x60  # queen and king of a suit, shifted down
SHORTEST, FIVE, WHOLE_SUIT = 3, 5, 8  # cards of a run


class Kind(str, Enum):
    """What a meld is made of; the value is its name in texts."""

    SET = "set"
    RUN = "run"
    BELA = "bela"
    BELOT = "belot"


PAIRS = (Kind.BELA, Kind.BELOT)


@dataclass(frozen=True, slots=True)
class Meld:
    """One meld: its cards as a mask, and its points in the game at hand.

    ``str(meld)`` is its kind and its cards, ``run 7H 8H 9H``; ``melds.parse`` reads that back.
    """

    kind: Kind
    cards: int
    points: int

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.cards.bit_count()

    @property
    def top(self) -> int:
        """The natural rank, 0…7, of its highest card."""
        return self.cards.bit_length() - 1 & 7

    @property
    def suit(self) -> Suit | None:
        """The suit of its cards; none for a set."""
        return None if self.kind == Kind.SET else Suit(self.cards.bit_length() - 1 >> 3)

    def __str__(self) -> str:
        return f"{self.kind.value} {format_cards(self.cards)}"


class _Terms(NamedTuple):
    """The customs that the tables depend on. Far quicker to hash than ``Rules``, so they are the cache's key."""

    melds: bool
    melds_in_nt: bool
    set_points: tuple[int, ...]
    nines_without_trump: bool
    sets_by: str
    set_order: str
    run_points: tuple[int, ...]
    long_runs: str
    kabor: int
    run_tie: str
    shared_cards: str
    bela_shares: bool
    bela: int
    belot: int
    bela_in_at: bool


_terms_of: Callable[[Customs], tuple[Any, ...]] = attrgetter(*_Terms._fields)


@dataclass(frozen=True, slots=True)
class Book:
    """Everything about the melds of one game in one strain. What is worth nothing is not in it."""

    known: dict[int, Meld]  # every meld by its cards, pairs too
    strength: dict[int, int]  # of sets and runs by their cards: the higher beats the lower; from 1
    listed: tuple[Meld, ...]  # the sets and runs that may be called, strongest first
    sets: tuple[Meld | None, ...]  # by rank
    runs: tuple[tuple[tuple[Meld, ...], ...], ...]  # by suit and its cards 0…255: the best choice of runs
    pairs: tuple[Meld, ...]  # belas, then belots
    set_and_run: bool  # a card may be in one of each
    bela_shares: bool  # the cards of a pair may be in other melds

    def best_runs(self, hand: int) -> tuple[Meld, ...]:
        """The runs to call of a hand, suit by suit."""
        spades, hearts, diamonds, clubs = self.runs
        return (
            *spades[hand & SUIT],
            *hearts[hand >> 8 & SUIT],
            *diamonds[hand >> 16 & SUIT],
            *clubs[hand >> 24 & SUIT],
        )

    def ordered(self, melds: list[Meld]) -> tuple[Meld, ...]:
        """The melds strongest first; equal ones stay as they are."""
        if len(melds) > 1:
            melds.sort(key=lambda meld: -self.strength[meld.cards])
        return tuple(melds)

    def strengths(self, melds: Iterable[Meld]) -> list[int]:
        return [self.strength[meld.cards] for meld in melds]


def book(rules: Rules, strain: Strain) -> Book:
    """The tables for these rules and this strain."""
    return _made(_terms_of(rules.customs), strain)


@lru_cache(maxsize=256)
def _made(customs: tuple[Any, ...], strain: Strain) -> Book:
    terms = _Terms(*customs)
    melds: list[Meld] = []
    if terms.melds and (terms.melds_in_nt or strain != Strain.NT):
        melds += [Meld(Kind.SET, SET << rank, _set_points(terms, strain, rank)) for rank in range(8)]
        for suit in range(4):
            melds += [Meld(Kind.RUN, cards, _run_points(terms, cards.bit_count())) for cards in suit_runs(suit)]
    melds = [meld for meld in melds if meld.points]
    keys = {meld.cards: _key(terms, strain, meld) for meld in melds}
    places = {key: place for place, key in enumerate(sorted(set(keys.values())), 1)}
    strength = {cards: places[key] for cards, key in keys.items()}
    melds.sort(key=lambda meld: (-strength[meld.cards], meld.cards))
    listed = tuple(meld for meld in melds if meld.kind == Kind.SET or _may_call(terms, meld.size))
    pairs = tuple(sorted(_pairs(terms, strain), key=lambda pair: pair.kind != Kind.BELA))
    known = {meld.cards: meld for meld in (*melds, *pairs)}
    return Book(
        known, strength, listed,
        tuple(known.get(SET << rank) for rank in range(8)),
        tuple(_best_runs(suit, [m for m in listed if m.suit == suit], strength) for suit in range(4)),
        pairs, terms.shared_cards == "set_and_run", terms.bela_shares,
    )  # fmt: skip


def suit_runs(suit: int) -> list[int]:
    """Every run of a suit, of three cards to eight."""
    sizes = range(SHORTEST, WHOLE_SUIT + 1)
    return [(1 << size) - 1 << 8 * suit + low for size in sizes for low in range(WHOLE_SUIT + 1 - size)]


def _set_points(terms: _Terms, strain: Strain, rank: int) -> int:
    if RANKS[rank] == "9" and strain > Strain.CLUBS and not terms.nines_without_trump:
        return 0
    return terms.set_points[rank]


def _run_points(terms: _Terms, size: int) -> int:
    if size == WHOLE_SUIT and terms.kabor:
        return terms.kabor
    return terms.run_points[min(size, FIVE) - SHORTEST]


def _may_call(terms: _Terms, size: int) -> bool:
    """Where only the five top cards count a longer run is not called whole, unless it is a kabor."""
    return size <= FIVE or terms.long_runs != "top_five" or (size == WHOLE_SUIT and terms.kabor > 0)


def _key(terms: _Terms, strain: Strain, meld: Meld) -> tuple[int, int, int, int]:
    """What melds are compared by, the first number before the second; any set is above any run."""
    if meld.kind == Kind.SET:
        return 1, meld.points if terms.sets_by == "points" else 0, -terms.set_order.index(RANKS[meld.top]), 0
    size = meld.size if terms.long_runs == "whole" else min(meld.size, FIVE)
    trump = int(meld.cards & SUIT << 8 * strain > 0)  # NT and AT are past the 32 cards: all suits are alike
    if terms.run_tie == "trump_then_top":
        return 0, size, trump, meld.top
    return 0, size, meld.top, trump if terms.run_tie == "top_then_trump" else 0


def _pairs(terms: _Terms, strain: Strain) -> Iterator[Meld]:
    for suit in range(4):
        trump = strain == suit or (strain == Strain.AT and terms.bela_in_at)
        kind, points = (Kind.BELA, terms.bela) if trump else (Kind.BELOT, terms.belot)
        if points:
            yield Meld(kind, PAIR << 8 * suit, points)


def _best_runs(suit: int, runs: list[Meld], strength: dict[int, int]) -> tuple[tuple[Meld, ...], ...]:
    """For every set of cards of a suit the runs to call, strongest first: most points, then strength, then cards.

    Each is built from smaller sets: its lowest card stays out, or begins one of the runs.
    """

    def worth(melds: tuple[Meld, ...]) -> tuple[int, list[int], int]:
        return sum(m.points for m in melds), [strength[m.cards] for m in melds], sum(m.size for m in melds)

    best: list[tuple[Meld, ...]] = [()]
    for cards in range(1, SUIT + 1):
        lowest = cards & -cards
        choices = [best[cards ^ lowest]]
        for run in runs:
            bits = run.cards >> 8 * suit
            if bits & -bits == lowest and bits & cards == bits:
                # The card above the run may not begin another one: the two would join up.
                others = best[cards & ~(bits | bits << 1)]
                choices.append(tuple(sorted((run, *others), key=lambda m: -strength[m.cards])))
        best.append(max(choices, key=worth))
    return tuple(best)
