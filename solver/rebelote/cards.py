"""Cards, suits and ranks, their text in five languages, and hands as 32-bit masks.

A card is a number 0…31: eight times its suit (S H D C) plus its rank (7 8 9 T J Q K A).
A hand is an ``int`` with bit ``1 << card`` set for every card in it::

    bit   31 … 24   23 … 16   15 … 8    7 … 0
          clubs     diamonds  hearts    spades      in each: A K Q J T 9 8 7

This is the *natural* order, the one of runs. Which card beats which is a matter of the
strain, and of ``rebelote.rules``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cache

from rebelote.errors import CardError


class Suit(IntEnum):
    """The four suits, in the order of the notation."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        return "SHDC"[self]

    @property
    def symbol(self) -> str:
        return SYMBOLS[self]


class Rank(IntEnum):
    """The eight ranks in their natural order."""

    SEVEN = 0
    EIGHT = 1
    NINE = 2
    TEN = 3
    JACK = 4
    QUEEN = 5
    KING = 6
    ACE = 7

    @property
    def letter(self) -> str:
        return "789TJQKA"[self]


SYMBOLS = "♠♥♦♣"

#: Per language: the letters of 7 8 9 T J Q K A, then of S H D C; the first of each list is
#: the one printed, the rest are read as well.
LANGUAGES: dict[str, tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]] = {
    "en": (
        (("7",), ("8",), ("9",), ("T", "10"), ("J",), ("Q",), ("K",), ("A",)),
        (("S",), ("H",), ("D",), ("C",)),
    ),
    "fr": (
        (("7",), ("8",), ("9",), ("10",), ("V",), ("D",), ("R",), ("A",)),
        (("P", "PI"), ("C", "CO", "CŒ"), ("K", "CA"), ("T", "TR")),
    ),
    "ru": (
        (("7",), ("8",), ("9",), ("10",), ("В",), ("Д",), ("К",), ("Т",)),
        (("П",), ("Ч",), ("Б",), ("Т", "К")),
    ),
    "uk": (
        (("7",), ("8",), ("9",), ("10",), ("В",), ("Д",), ("К",), ("Т",)),
        (("П",), ("Ч",), ("Б",), ("Т", "Х")),
    ),
    "bg": (
        (("7",), ("8",), ("9",), ("10",), ("В",), ("Д",), ("К", "П"), ("А",)),
        (("ПИ", "П"), ("КУ",), ("КА",), ("СП", "С")),
    ),
}

_LANGUAGE_NAMES = {"en": "English", "fr": "French", "ru": "Russian", "uk": "Ukrainian", "bg": "Bulgarian"}
_CYRILLIC = re.compile("[\u0400-\u04ff]")


class Card(int):
    """One card: ``Card("TH")``, ``Card.of(Rank.TEN, Suit.HEARTS)``; ``str(card)`` is ``TH``.

    It is an ``int`` 0…31 (eight times the suit plus the rank), so it sorts by suit, then by
    natural rank. ``10H``, ``10♥`` and ``T♥`` are read too.
    """

    __slots__ = ()

    def __new__(cls, value: int | str, language: str = "en") -> Card:
        if isinstance(value, str):
            return _read(value, language)
        if not 0 <= value < 32:
            raise CardError(f"{value} is no card: cards are numbered 0 to 31")
        return int.__new__(cls, value)

    @classmethod
    def of(cls, rank: int, suit: int) -> Card:
        """The card of that rank and suit."""
        return cls(8 * suit + rank)

    @property
    def suit(self) -> Suit:
        return Suit(self >> 3)

    @property
    def rank(self) -> Rank:
        return Rank(self & 7)

    @property
    def bit(self) -> int:
        """The card as a hand of one."""
        return 1 << self

    def text(self, language: str = "en", *, symbols: bool = False) -> str:
        """The card in the letters of ``language``; with ``symbols`` the suit as ♠♥♦♣."""
        ranks, suits = _letters(language)
        suit = SYMBOLS[self >> 3] if symbols else suits[self >> 3][0]
        return ranks[self & 7][0] + (suit if len(suit) == 1 else suit.capitalize())

    def __str__(self) -> str:
        return "789TJQKA"[self & 7] + "SHDC"[self >> 3]

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def _letters(language: str) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
    try:
        return LANGUAGES[language]
    except KeyError:
        raise CardError(f"unknown language {language!r}: one of {', '.join(LANGUAGES)}") from None


@cache
def _words(language: str) -> dict[str, Card]:
    """Every way to write a card in a language."""
    ranks, suits = _letters(language)
    words: dict[str, Card] = {}
    for r, rank_words in enumerate(ranks):
        for s, suit_words in enumerate(suits):
            for rank_word in rank_words:
                for suit_word in (*suit_words, SYMBOLS[s]):
                    words[rank_word + suit_word] = Card.of(r, s)
    return words


def _read(text: str, language: str) -> Card:
    word = text.strip().replace("\ufe0f", "").replace("\ufe0e", "").upper()
    card = _words(language).get(word)
    if card is not None:
        return card
    raise CardError(_complaint(text, word, language))


def _complaint(text: str, word: str, language: str) -> str:
    """Why ``text`` is no card; a letter of another alphabet is named."""
    name = _LANGUAGE_NAMES[language]
    if len(word) > 8:
        return f"{text[:8]!r}… is no card"
    cyrillic = language in ("ru", "uk", "bg")
    for letter in word:
        if letter.isalpha() and bool(_CYRILLIC.match(letter)) != cyrillic:
            which = "Cyrillic" if _CYRILLIC.match(letter) else "Latin"
            return f"{text!r}: the letter {letter} is {which}, the card is read in {name} letters"
    return f"{text!r} is no card in {name} letters"


#: Every card, in order.
ALL_CARDS: tuple[Card, ...] = tuple(Card(i) for i in range(32))
FULL_PACK = 0xFFFFFFFF


def split_cards(text: str) -> list[str]:
    """The words of a list of cards: parted by spaces, commas or hyphens."""
    return [w for w in re.split(r"[\s,\-]+", text) if w]


def parse_cards(text: str | Iterable[str | Card], language: str = "en") -> list[Card]:
    """Cards from ``"7H TD"`` or from a list of card texts; raises ``CardError``."""
    words: Iterable[str | Card] = split_cards(text) if isinstance(text, str) else text
    return [w if isinstance(w, Card) else Card(w, language) for w in words]


def to_mask(cards: Iterable[Card]) -> int:
    """The cards as a hand; raises ``CardError`` when one is there twice."""
    mask = 0
    for card in cards:
        if mask >> card & 1:
            raise CardError(f"{card} is there twice")
        mask |= 1 << card
    return mask


def from_mask(mask: int) -> list[Card]:
    """The cards of a hand, by suit, then by natural rank upwards."""
    return list(iter_mask(mask))


def iter_mask(mask: int) -> Iterator[Card]:
    """The cards of a hand, one by one, lowest number first."""
    while mask:
        low = mask & -mask
        yield ALL_CARDS[low.bit_length() - 1]
        mask ^= low


def format_cards(cards: int | Iterable[Card], language: str = "en", *, symbols: bool = False) -> str:
    """A hand or a list of cards as text, parted by spaces."""
    items = iter_mask(cards) if isinstance(cards, int) else cards
    return " ".join(c.text(language, symbols=symbols) for c in items)
