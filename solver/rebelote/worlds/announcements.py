"""Melds that were announced and not shown: which they may be.

At the table a player says "a run of three", "fifty", "four jacks", and shows nothing until he has won
the contest. Such a word stands for several melds of the game; he holds at least one of them::

    run 3         a run of three cards
    run 4 K       a run of four with the king on top
    run 3 KH      the run of three to the king of hearts
    set           four cards of some rank
    set J         the four jacks
    worth 50      a set or run of 50 points
    run 7H 8H 9H  that very meld, as melds are written anywhere

A run of three may be part of a longer one that its owner did not tell whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from rebelote.cards import Card, Rank
from rebelote.errors import InputError, RebeloteError, brief
from rebelote.meldbook import PAIRS, Kind, Meld
from rebelote.melds import all_melds, parse, priced, why_not_both
from rebelote.rules import Rules, Strain

#: No seat announces more.
MOST = 4

_EVERYTHING = 0xFFFFFFFF


def meant(rules: Rules, strain: Strain, text: str) -> tuple[Meld, ...]:
    """The melds of the game that an announcement may mean.

    Raises ``InputError`` when it is not understood, or the game knows no such meld in that strain.
    """
    known = all_melds(rules, strain, _EVERYTHING)
    words = text.split()
    kind, rest = (words[0].lower(), words[1:]) if words else ("", [])
    if kind == "worth":
        found = [meld for meld in known if rest == [str(meld.points)]]
    elif kind == "set" and len(rest) < 2:
        found = [m for m in known if m.kind == Kind.SET and (not rest or rest[0].upper() == Rank(m.top).letter)]
    elif kind == "run" and rest and rest[0].isdigit() and len(rest[0]) == 1 and len(rest) < 3:
        found = [m for m in known if m.kind == Kind.RUN and m.size == int(rest[0]) and _topped(m, rest[1:])]
    else:
        found = [meld for meld in [_written(rules, strain, text)] if meld.points]
    if not found:
        raise InputError(f"{rules.variant} knows no meld {brief(text)} in {strain}")
    return tuple(found)


def _topped(meld: Meld, words: list[str]) -> bool:
    """Whether a run has the top that is told: nothing, a rank or a card."""
    if not words:
        return True
    rank = Rank(meld.top)
    if words[0].upper() == rank.letter:
        return True
    try:
        return meld.suit is not None and Card(words[0]) == Card.of(rank, meld.suit)
    except RebeloteError:
        return False


def _written(rules: Rules, strain: Strain, text: str) -> Meld:
    """A meld with all its cards."""
    try:
        meld = parse(text)
    except RebeloteError as error:
        forms = "run 3, run 4 K, set, set J, worth 50, or a meld with its cards"
        raise InputError(f"{brief(text)} is no announcement: {forms} ({error})") from None
    if meld.kind in PAIRS:
        raise InputError(f"{brief(text)}: a {meld.kind.value} is shown when it is called, so it is one of the belas")
    return priced(rules, strain, meld)


def together(rules: Rules, announced: Sequence[Sequence[Meld]]) -> tuple[int, ...]:
    """The cards (masks) of every way in which one hand has one meld for each announcement.

    They are different melds, and share no card that the game lets them not share.
    """
    groups: set[int] = set()
    for some in product(*announced):
        if not any(why_not_both(rules, a, b) for i, a in enumerate(some) for b in some[:i]):
            cards = 0
            for meld in some:
                cards |= meld.cards
            groups.add(cards)
    return tuple(sorted(groups))
