"""Cards drawn as SVG: a face with rank and suit, the suits as paths.

A face is 60 × 84. On a page each card is defined once, as a symbol, and used by its name; alone it is one
drawing with everything in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from rebelote.cards import LANGUAGES, Card, Suit
from rebelote.reports.markup import svg_text, tag

WIDTH, HEIGHT = 60, 84

#: The outline of each suit in a box of 100 × 100.
PATHS = (
    "M50 4C60 28 92 42 92 66C92 80 81 88 71 88C63 88 57 84 53.5 78C54.5 86 58 92 66 96H34C42 92 45.5 86 46.5 78"
    "C43 84 37 88 29 88C19 88 8 80 8 66C8 42 40 28 50 4Z",
    "M50 94C43 79 7 59 7 34C7 18 18 8 30 8C40 8 47 14 50 23C53 14 60 8 70 8C82 8 93 18 93 34C93 59 57 79 50 94Z",
    "M50 3C58 20 71 37 86 50C71 63 58 80 50 97C42 80 29 63 14 50C29 37 42 20 50 3Z",
    "M50 5A21 21 0 1 1 49.9 5ZM27 35A21 21 0 1 1 26.9 35ZM73 35A21 21 0 1 1 72.9 35Z"
    "M45 46H55C54 74 58 88 68 96H32C42 88 46 74 45 46Z",
)

#: Ink on the face, which is light in the dark as well.
RED, BLACK, PAPER, EDGE = "#c3172b", "#17191f", "#fffefa", "#8d8a80"
INK = (BLACK, RED, RED, BLACK)


def card_svg(card: Card, language: str = "en") -> str:
    """One card as an SVG file: 60 × 84, named for people who hear it."""
    name = card_name(card, language)
    return svg_text(
        tag("svg", tag("title", name), _face(card, language), viewBox=f"0 0 {WIDTH} {HEIGHT}", width=WIDTH,
            height=HEIGHT, role="img", aria_label=name)
    )  # fmt: skip


def card_name(card: Card, language: str = "en") -> str:
    """A card as text: its rank in the letters of ``language`` and the sign of its suit."""
    return card.text(language, symbols=True)


def symbols(cards: Iterable[Card], language: str = "en") -> Element:
    """The definitions that a page needs for ``drawn`` and ``suit_drawn``; they draw nothing themselves."""
    box = f"0 0 {WIDTH} {HEIGHT}"
    faces = [tag("symbol", _face(card, language), id=f"card-{card}", viewBox=box) for card in sorted(set(cards))]
    signs = [
        tag("symbol", tag("path", d=path), id=f"suit-{Suit(suit).letter}", viewBox="0 0 100 100")
        for suit, path in enumerate(PATHS)
    ]
    return tag("svg", faces, signs, width=0, height=0, class_="defs", aria_hidden="true")


def drawn(card: Card, language: str = "en", *, marked: str = "") -> Element:
    """A card of the page; ``marked`` is a further class of it."""
    name = card_name(card, language)
    return tag(
        "svg", tag("title", name), tag("use", href=f"#card-{card}"), class_=f"card {marked}".rstrip(),
        viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=name,
    )  # fmt: skip


def suit_drawn(suit: int) -> Element:
    """A suit's sign within a line of the page's text."""
    letter = Suit(suit).letter
    return tag(
        "svg", tag("use", href=f"#suit-{letter}"), class_=f"suit suit-{letter}", viewBox="0 0 100 100", role="img",
        aria_label=Suit(suit).symbol,
    )  # fmt: skip


def _face(card: Card, language: str) -> list[Element]:
    ink, path = INK[card.suit], PATHS[card.suit]
    rank = LANGUAGES[language][0][card.rank][-1 if language == "en" else 0]
    return [
        tag("rect", x=1, y=1, width=WIDTH - 2, height=HEIGHT - 2, rx=6, fill=PAPER, stroke=EDGE, stroke_width=1.5),
        tag("text", rank, x=4 if len(rank) > 1 else 6, y=27, fill=ink, font_size=27, font_weight="bold",
            letter_spacing=-3 if len(rank) > 1 else None, font_family="'DejaVu Sans', Verdana, Arial, sans-serif"),
        tag("path", d=path, fill=ink, transform="translate(6 33) scale(.18)"),
        tag("path", d=path, fill=ink, transform="translate(21 43) scale(.35)"),
    ]  # fmt: skip
