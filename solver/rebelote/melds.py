"""Melds: sets, runs, and the pairs of king and queen; which a hand holds, and whose count.

A *set* is four cards of one rank, a *run* three or more of one suit in the natural order
7 8 9 T J Q K A, a *bela* king and queen of trumps, a *belot* king and queen of another suit.
Which of them a game knows and at what price is said by its customs (``rebelote.customs``).

Two melds of a hand may be called together when they share no card (a set and a run may, where
``shared_cards`` allows it) and, being runs, do not join up: an unbroken run is one run, so the
eight cards of a suit are not a run of five and one of three.

What is worth nothing is no meld: it is not listed, and it beats nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from rebelote.cards import from_mask, parse_cards, to_mask
from rebelote.customs import NOTHING
from rebelote.errors import InputError, brief
from rebelote.meldbook import PAIR, PAIRS, SET, SUIT, Book, Kind, Meld, book, suit_runs
from rebelote.rules import Rules, Strain

__all__ = [
    "Kind", "Meld", "all_melds", "annulling", "belas", "chosen", "contest", "parse", "priced", "stronger",
    "why_no_meld", "why_not_both", "wins_at_once",
]  # fmt: skip

_SHAPES = {
    Kind.SET: "four cards of one rank",
    Kind.RUN: "three or more cards of one suit in a row",
    Kind.BELA: "queen and king of one suit",
    Kind.BELOT: "queen and king of one suit",
}


def parse(text: str) -> Meld:
    """The meld written as ``run 7H 8H 9H``, its cards in any order; its points are 0 (see ``priced``).

    Raises ``InputError`` when the cards do not make such a meld, ``CardError`` when one is no card.
    """
    word, rest = [*text.split(maxsplit=1), "", ""][:2]
    kind = next((k for k in Kind if k.value == word.lower()), None)
    if kind is None:
        raise InputError(f"{brief(text)} is no meld: it begins with set, run, bela or belot")
    cards = to_mask(parse_cards(rest))
    if not _is(kind, cards):
        raise InputError(f"{brief(text)} is no {kind.value}: that is {_SHAPES[kind]}")
    return Meld(kind, cards, 0)


def _is(kind: Kind, cards: int) -> bool:
    lowest = max((cards & -cards).bit_length() - 1, 0)
    if kind == Kind.SET:
        return cards == SET << (lowest & 7)
    if kind == Kind.RUN:
        return cards in suit_runs(lowest >> 3)
    return cards == PAIR << (lowest & ~7)


def priced(rules: Rules, strain: Strain, meld: Meld) -> Meld:
    """The meld with the points that it has in this game and strain; 0 for what is no meld there."""
    return _known(book(rules, strain), meld) or replace(meld, points=0)


def _known(tables: Book, meld: Meld) -> Meld | None:
    known = tables.known.get(meld.cards)
    return known if known is not None and known.kind == meld.kind else None


# --- the melds of a hand ---------------------------------------------------------------


def all_melds(rules: Rules, strain: Strain, hand: int) -> tuple[Meld, ...]:
    """Every set and every run of a hand, parts of longer runs too, strongest first; no pairs."""
    return tuple(meld for meld in book(rules, strain).listed if meld.cards & hand == meld.cards)


def chosen(rules: Rules, strain: Strain, hand: int) -> tuple[Meld, ...]:
    """The sets and runs to call of a hand, in the order of calling: the strongest first.

    Of all that may be called together they have the most points, and of such choices the
    strongest melds. Where a pair needs its cards for itself (``bela_shares`` off) its points
    are weighed in, and ``belas`` then tells whether it is left.
    """
    tables = book(rules, strain)
    ranks = hand & hand >> 8 & hand >> 16 & hand >> 24
    sets = [meld for rank in range(8) if ranks >> rank & 1 and (meld := tables.sets[rank])] if ranks else []
    if tables.bela_shares and (tables.set_and_run or not sets):
        return tables.ordered([*sets, *tables.best_runs(hand)])
    best: tuple[Meld, ...] = ()
    most: tuple[int, list[int]] = (0, [])
    for pairs in _subsets([] if tables.bela_shares else _within(tables.pairs, hand)):
        rest = hand & ~_cards(pairs)
        for some in _subsets(_within(sets, rest)):
            left = rest if tables.set_and_run else rest & ~_cards(some)
            melds = tables.ordered([*some, *tables.best_runs(left)])
            worth = sum(meld.points for meld in (*pairs, *melds)), tables.strengths(melds)
            if worth > most:
                best, most = melds, worth
    return best


def belas(rules: Rules, strain: Strain, hand: int, called: Iterable[Meld] = ()) -> tuple[Meld, ...]:
    """The belas of a hand, then its belots.

    ``called`` are the sets and runs that its owner calls: with ``bela_shares`` off a pair
    that needs one of their cards is left out.
    """
    tables = book(rules, strain)
    return tuple(_within(tables.pairs, hand if tables.bela_shares else hand & ~_cards(called)))


def annulling(rules: Rules, hand: int) -> tuple[Meld, ...]:
    """The four sevens and four eights whose owner may have the deal annulled, or choose anew."""
    customs = rules.customs
    return tuple(
        Meld(Kind.SET, SET << rank, customs.set_points[rank])
        for rank, right in enumerate((customs.four_sevens, customs.four_eights))
        if customs.melds and right != NOTHING and hand >> rank & SET == SET
    )


def wins_at_once(rules: Rules, strain: Strain, hand: int) -> bool:
    """Whether the hand holds all eight trumps where that wins the game (``capo``)."""
    return rules.customs.eight_trumps_win and strain <= Strain.CLUBS and hand >> 8 * strain & SUIT == SUIT


def _within(melds: Iterable[Meld], hand: int) -> list[Meld]:
    return [meld for meld in melds if meld.cards & hand == meld.cards]


def _cards(melds: Iterable[Meld]) -> int:
    cards = 0
    for meld in melds:
        cards |= meld.cards
    return cards


def _subsets(melds: list[Meld]) -> Iterator[tuple[Meld, ...]]:
    for count in range(len(melds) + 1):
        yield from combinations(melds, count)


# --- why not -----------------------------------------------------------------------------


def why_no_meld(rules: Rules, strain: Strain, meld: Meld) -> str:
    """In words, why the game knows no such meld; empty when it does."""
    if meld.kind in PAIRS:
        known = next((pair for pair in belas(rules, strain, meld.cards)), None)
        if known is not None and known.kind != meld.kind:
            return f"{meld} is a {known.kind.value} here"
    else:
        known = next((one for one in all_melds(rules, strain, meld.cards) if one.cards == meld.cards), None)
    if known is not None:
        return ""
    if meld.kind == Kind.RUN and priced(rules, strain, meld).points:
        return f"of {meld} only the five top cards are called"
    return f"{rules.variant} knows no {meld} in {strain}"


def why_not_both(rules: Rules, meld: Meld, other: Meld) -> str:
    """In words, why one hand does not have both of them; empty when it may."""
    shared = from_mask(meld.cards & other.cards)
    if meld.kind == other.kind and meld.cards == other.cards:
        return f"{meld} was called already"
    pair, runs = meld.kind in PAIRS or other.kind in PAIRS, meld.kind == other.kind == Kind.RUN
    may = rules.customs.bela_shares if pair else rules.customs.shared_cards == "set_and_run" and not runs
    if shared and not may:
        return f"{shared[0]} is in {other} already"
    joined = meld.cards | other.cards
    if runs and meld.suit == other.suit and any(joined == run for run in suit_runs(joined.bit_length() - 1 >> 3)):
        return f"{meld} and {other} are one run"
    return ""


# --- whose melds count -----------------------------------------------------------------


def stronger(rules: Rules, strain: Strain, a: Meld, b: Meld) -> int:
    """1 when ``a`` beats ``b``, -1 when it is beaten, 0 when they are equal.

    Who called first is not asked. A pair stands outside: it neither beats nor is beaten.
    """
    if a.kind in PAIRS or b.kind in PAIRS:
        return 0
    strength = book(rules, strain).strength
    one, other = strength.get(a.cards, 0), strength.get(b.cards, 0)
    return (one > other) - (one < other)


def contest(rules: Rules, strain: Strain, called: Sequence[tuple[int, Sequence[Meld]]]) -> dict[int, tuple[Meld, ...]]:
    """Who scores what: the seats that score, each with those of his melds that count.

    ``called`` holds seats and their melds in the order of calling. The party of the best meld
    scores all that it called, and of equal ones the first called is the best. Where
    ``contests`` is ``apart`` this holds of the sets and of the runs, each on their own; where
    ``equal_runs`` is ``nobody`` two parties whose best runs are equal get nothing for runs.
    Pairs count for their owner whatever the others hold. The melds come back with their points;
    what is worth nothing is left out.
    """
    tables = book(rules, strain)
    known = [(seat, meld) for seat, melds in called for each in melds if (meld := _known(tables, each))]
    if rules.customs.contests == "apart":
        winner = {
            kind: _winner(rules, tables, [call for call in known if call[1].kind == kind])
            for kind in (Kind.SET, Kind.RUN)
        }
    else:
        best = _winner(rules, tables, [call for call in known if call[1].kind not in PAIRS])
        winner = {Kind.SET: best, Kind.RUN: best}
    out: dict[int, tuple[Meld, ...]] = {}
    for seat, meld in known:
        if meld.kind in PAIRS or winner[meld.kind] == rules.party(seat):
            out[seat] = (*out.get(seat, ()), meld)
    return out


def _winner(rules: Rules, tables: Book, called: list[tuple[int, Meld]]) -> int | None:
    """The party of the best meld, of equal ones the first; none where nobody has it."""
    best, winner, tied = 0, None, False
    for seat, meld in called:
        strength, party = tables.strength[meld.cards], rules.party(seat)
        if strength > best:
            best, winner, tied = strength, party, False
        elif strength == best and party != winner:
            tied = True
    return None if tied and rules.customs.equal_runs == "nobody" else winner
