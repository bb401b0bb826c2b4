"""The diagram of a puzzle, as in columns on card games: hands by suits around the table, or side by side."""

from __future__ import annotations

import re
from collections.abc import Collection
from xml.etree.ElementTree import Element

from rebelote.cards import LANGUAGES, SYMBOLS, Card, Suit, iter_mask
from rebelote.positions import Position
from rebelote.reports.markup import Inside, tag
from rebelote.wording.speech import Speech

#: A card within a sentence: its rank, which is one or two characters, and the sign of its suit.
_CARD = re.compile(f"(\\w{{1,2}})([{SYMBOLS}])")

#: The number of a trick.
_TRICK = re.compile(r"(\b\d+\.) ")

#: Toward whose hand the middle of the table points when he is on turn. None of these is drawn as a picture anywhere.
_ARROWS = "\u25b2\u25ba\u25bc\u25c4"


def diagram(
    at: Position, speech: Speech, *, seen: Collection[int] | None = None, declarer: int | None = None
) -> Element:
    """The hands of ``seen`` (all if left out), whose turn it is, and the cards on the table."""
    show = range(at.players) if seen is None else seen
    hands = [_seat(at, seat, speech, seat in show, seat == declarer) for seat in range(at.players)]
    return tag("div", hands, _table(at, speech), class_=f"diagram of{at.players}")


def with_cards(words: str) -> list[Inside]:
    """A sentence with the suits of its cards drawn; those who hear or copy it have the signs.

    No line ends between a trick's number and its leader, nor before who took it.
    """
    words = _TRICK.sub("\\1\u00a0", words.replace("→ ", "→\u00a0").replace(" +", "\u00a0+"))
    out: list[Inside] = []
    end = 0
    for found in _CARD.finditer(words):
        suit = SYMBOLS.index(found[2])
        kind = "held red" if suit in (Suit.HEARTS, Suit.DIAMONDS) else "held"
        out += [words[end : found.start()], tag("span", found[1], tag("span", found[2], class_="heard"), sign(suit),
                                                class_=kind)]  # fmt: skip
        end = found.end()
    return [*out, words[end:]]


def sign(suit: int) -> Element:
    """A suit's sign, for the eye alone: its name or the sign as text stands beside it."""
    letter = Suit(suit).letter
    return tag(
        "svg", tag("use", href=f"#suit-{letter}"), class_=f"suit suit-{letter}", viewBox="0 0 100 100",
        aria_hidden="true",
    )  # fmt: skip


def _seat(at: Position, seat: int, speech: Speech, shown: bool, declares: bool) -> Element:
    """A hand suit by suit, in each the cards that win most first, under the name of its seat."""
    turn = seat == at.seat
    roles = [speech.say("declarer")] if declares else []
    roles += [speech.say("to play")] if turn else []
    name = speech.who(seat, at.players)
    title = tag(
        "h4", tag("span", name[:1].upper() + name[1:], class_="turn" if turn else None),
        tag("span", " " + ", ".join(roles), class_="roles") if roles else None,
    )  # fmt: skip
    suits = tag("ul", [_suit(at, seat, suit, speech) for suit in range(4)], class_="suits") if shown else None
    return tag("div", title, suits, class_=f"seat seat{seat}")


def _suit(at: Position, seat: int, suit: int, speech: Speech) -> Element:
    strength = at.rules.strengths(at.strain)
    held = sorted((c for c in iter_mask(at.hands[seat]) if c.suit == suit), key=lambda c: -strength[c])
    ranks = " ".join(rank_text(card, speech) for card in held)
    name = tag("span", f"{speech.suit(suit)}: ", class_="heard")
    trump = "trump" if suit == at.strain else None
    return tag("li", name, sign(suit), tag("span", ranks or "–", class_="ranks"), class_=trump)


def _table(at: Position, speech: Speech) -> Inside:
    """The cards on the table, with four seats each before its hand, otherwise in a line."""
    lying = [((at.leader + i) % at.players, card) for i, card in enumerate(at.trick)]
    told = ", ".join(f"{speech.card(card)} ({speech.who(seat, at.players)})" for seat, card in lying)
    line = speech.say("On the table: {cards}.", cards=told) if lying else ""
    if at.players != 4:
        return tag("p", with_cards(line), class_="lying") if line else None
    cards = [tag("span", with_cards(speech.card(card)), class_=f"from{seat}") for seat, card in lying]
    arrow = tag("span", _ARROWS[at.seat], class_="arrow")
    felt = tag("div", cards, arrow, class_="felt", aria_hidden="true")
    return [tag("p", line, class_="heard") if line else None, felt]


def rank_text(card: Card, speech: Speech) -> str:
    """A card's rank alone."""
    return LANGUAGES[speech.letters][0][card.rank][0]
