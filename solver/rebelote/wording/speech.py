"""Everything that is said to people, in their language: message catalogues read with gettext.

The English text in the source is the key of a message; ``rebelote/locale`` holds a catalogue a
language, and says how they are rebuilt. Words that a language declines (seats, suits) are
messages of their own, a context for each form that a sentence asks for::

    who      the one who does something     North     Север
    whose    the one who has it             North's   Севера
    to       the one to whom it goes        North     Северу

Which text is a message is told by the name of
the method that gets it: ``say``, ``say_in``, ``say_count``; ``marked`` and ``marked_in`` are for one said later.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from rebelote.cards import LANGUAGES, Card
from rebelote.errors import InputError
from rebelote.rules import Strain

#: The languages there are catalogues for.
SPOKEN = ("en", "ru", "uk", "fr")


def marked(text: str) -> str:
    """``text`` as it is; marks a message that is said later, by a name or from a table."""
    return text


def marked_in(context: str, text: str) -> str:
    """The same for a message in a context."""
    return text


def spoken(language: str) -> str:
    """The language of the words where ``language`` is that of the cards: English where there is no catalogue."""
    return language if language in SPOKEN else "en"


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    found = files("rebelote") / "locale" / language / "LC_MESSAGES" / "rebelote.mo"
    with found.open("rb") as file:
        return gettext.GNUTranslations(file)


class Speech:
    """The words of one language, and its cards.

    ``language`` is one of ``SPOKEN``; ``letters`` those of the cards, one of ``cards.LANGUAGES`` (the
    same language if left out); ``symbols``: suits of cards as ♠♥♦♣. Raises ``InputError`` for a language
    without a catalogue.
    """

    def __init__(self, language: str = "en", *, letters: str | None = None, symbols: bool = True) -> None:
        if language not in SPOKEN:
            raise InputError(f"no words in the language {language!r}: one of {', '.join(SPOKEN)}")
        self.language, self.letters, self.symbols = language, letters or language, symbols
        if self.letters not in LANGUAGES:
            raise InputError(f"no cards in the language {letters!r}: one of {', '.join(LANGUAGES)}")
        self._said = _catalogue(language)

    # --- messages ----------------------------------------------------------------------

    def say(self, text: str, **values: object) -> str:
        """The message, with ``{name}`` replaced by each of the values."""
        return self._said.gettext(text).format(**values)

    def say_in(self, context: str, text: str, **values: object) -> str:
        """The message in a context, where one English text has several translations."""
        return self._said.pgettext(context, text).format(**values)

    def say_count(self, one: str, many: str, n: int, **values: object) -> str:
        """The message with the plural that ``n`` asks for; it is ``{n}`` in the text."""
        return self._said.ngettext(one, many, n).format(n=n, **values)

    # --- the words of the table ----------------------------------------------------------

    def card(self, card: Card | str) -> str:
        """A card in the letters of the language."""
        return Card(card).text(self.letters, symbols=self.symbols)

    def cards(self, cards: Iterable[Card | str]) -> str:
        """Cards parted by spaces."""
        return " ".join(map(self.card, cards))

    def any_of(self, cards: Iterable[Card | str]) -> str:
        """Cards of which each would do: ``A♥, 10♥ or 7♠``."""
        words = [self.card(card) for card in cards]
        if len(words) < 2:
            return "".join(words)
        return self.say("{cards} or {last}", cards=", ".join(words[:-1]), last=words[-1])

    def suit(self, suit: int) -> str:
        """A suit by its name: hearts."""
        return self.say(_SUITS[suit])

    def strain(self, strain: Strain) -> str:
        """What is trump: hearts, no trumps, all trumps."""
        return self.suit(strain) if strain < 4 else self.say(_NO_SUIT[strain.name])

    def of_suit(self, suit: int) -> str:
        """What goes with the word card: the highest *heart*."""
        return self.say_in("card of a suit", _OF_SUIT[suit])

    def game(self, variant: str) -> str:
        """A game by its name."""
        return self.say(_GAMES[variant]) if variant in _GAMES else variant

    def points(self, n: int) -> str:
        """A number of points with its word: 1 point, 21 очко."""
        return self.say_count("{n} point", "{n} points", n)

    def tricks(self, n: int) -> str:
        """A number of tricks with its word."""
        return self.say_count("{n} trick", "{n} tricks", n)

    # --- who ------------------------------------------------------------------------------

    def who(self, seats: int | Iterable[int], players: int, form: str = "who") -> str:
        """A seat or a side: North, seat 1 where fewer than four sit, all but West."""
        named = (seats,) if isinstance(seats, int) else tuple(sorted(seats))
        if players == 4:
            return self.say_in(form, _NAMES[form][named])
        if len(named) == 1:
            return self.say_in(form, _NUMBERED[form][0], seat=named[0])
        return self.say_in(form, _NUMBERED[form][1], first=named[0], second=named[1])

    def side(self, seats: Iterable[int], players: int) -> str:
        """A side by its name."""
        return self.who(seats, players)


_SUITS = (marked("spades"), marked("hearts"), marked("diamonds"), marked("clubs"))
_NO_SUIT = {"NT": marked("no trumps"), "AT": marked("all trumps")}
_OF_SUIT = (
    marked_in("card of a suit", "spade"),
    marked_in("card of a suit", "heart"),
    marked_in("card of a suit", "diamond"),
    marked_in("card of a suit", "club"),
)
_GAMES = {
    "gambler": marked("belote for two (Gambler)"),
    "lobovoy": marked("head-on belote"),
    "classic": marked("classic belote"),
    "capo": marked("belote with Capo"),
    "ukrainian": marked("Ukrainian belote"),
    "contree": marked("contrée"),
    "bulgarian": marked("Bulgarian belote"),
}
#: Four seats: one of them, two partners, or all but one; a table a form.
_NAMES = {
    "who": {
        (0,): marked_in("who", "North"),
        (1,): marked_in("who", "East"),
        (2,): marked_in("who", "South"),
        (3,): marked_in("who", "West"),
        (0, 2): marked_in("who", "North and South"),
        (1, 3): marked_in("who", "East and West"),
        (1, 2, 3): marked_in("who", "all but North"),
        (0, 2, 3): marked_in("who", "all but East"),
        (0, 1, 3): marked_in("who", "all but South"),
        (0, 1, 2): marked_in("who", "all but West"),
    },
    "whose": {
        (0,): marked_in("whose", "North"),
        (1,): marked_in("whose", "East"),
        (2,): marked_in("whose", "South"),
        (3,): marked_in("whose", "West"),
        (0, 2): marked_in("whose", "North and South"),
        (1, 3): marked_in("whose", "East and West"),
        (1, 2, 3): marked_in("whose", "all but North"),
        (0, 2, 3): marked_in("whose", "all but East"),
        (0, 1, 3): marked_in("whose", "all but South"),
        (0, 1, 2): marked_in("whose", "all but West"),
    },
    "to": {
        (0,): marked_in("to", "North"),
        (1,): marked_in("to", "East"),
        (2,): marked_in("to", "South"),
        (3,): marked_in("to", "West"),
        (0, 2): marked_in("to", "North and South"),
        (1, 3): marked_in("to", "East and West"),
        (1, 2, 3): marked_in("to", "all but North"),
        (0, 2, 3): marked_in("to", "all but East"),
        (0, 1, 3): marked_in("to", "all but South"),
        (0, 1, 2): marked_in("to", "all but West"),
    },
}
#: Fewer seats: one of them, or two of three.
_NUMBERED = {
    "who": (marked_in("who", "seat {seat}"), marked_in("who", "seats {first} and {second}")),
    "whose": (marked_in("whose", "seat {seat}"), marked_in("whose", "seats {first} and {second}")),
    "to": (marked_in("to", "seat {seat}"), marked_in("to", "seats {first} and {second}")),
}
