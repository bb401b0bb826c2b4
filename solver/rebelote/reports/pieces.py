"""What a page is put together from: sections, tables, labels, cards within a line of text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element

from rebelote.cards import Card
from rebelote.postmortem.labels import Label
from rebelote.reports.cardsvg import suit_drawn
from rebelote.reports.markup import Inside, tag
from rebelote.reports.naming import Names
from rebelote.reports.sheets import Cell, Sheet, Strong
from rebelote.rules import Strain


def section(title: str, *inside: Inside) -> Element:
    return tag("section", tag("h2", heading(title)), inside)


def heading(words: str) -> str:
    """Words as a heading: they begin with a capital."""
    return words[:1].upper() + words[1:]


def chip(label: Label, names: Names, count: int | None = None) -> Element:
    """A label by colour and word, or how many cards got it."""
    word = names.label(label)
    return tag("span", word if count is None else f"{count} × {word}", class_=f"chip {label.name.lower()}")


def card_text(card: Card, names: Names) -> Element:
    """A card in a line of text: its rank, and its suit drawn (and read by those who hear or copy the page)."""
    word = names.speech.card(card)
    kind = "held red" if card.suit in (1, 2) else "held"
    return tag("span", word[:-1], tag("span", word[-1], class_="heard"), suit_drawn(card.suit), class_=kind)


def cards_text(cards: Iterable[Card], names: Names) -> list[Inside]:
    out: list[Inside] = []
    for card in cards:
        out += [" " if out else None, card_text(card, names)]
    return out


def strain_text(strain: Strain, names: Names) -> list[Inside]:
    """What is trump: the suit's sign and name, or no trumps, all trumps."""
    return [[suit_drawn(strain), " "] if strain < 4 else None, names.speech.strain(strain)]


def table(sheet: Sheet, names: Names, *, stacked: bool = True) -> Element:
    """A table. On a narrow page its rows stand below one another, each value beside the head of its column, or, not
    ``stacked``, it scrolls by itself.
    """
    kinds = [None if i in sheet.words else "n" for i in range(len(sheet.head))]
    head = [tag("th", word, scope="col", class_=kind) for word, kind in zip(sheet.head, kinds, strict=True)]
    body = []
    for row in sheet.rows:
        cells = []
        for cell, kind, word in zip(row, kinds, sheet.head, strict=True):
            inside = tag("span", _cell(cell, names)) if cell else None
            cells.append(tag("td", inside, class_=kind, data_head=heading(word) if cell else None))
        body.append(tag("tr", cells))
    made = tag("table", tag("thead", tag("tr", head)), tag("tbody", body), class_="stacked" if stacked else None)
    return tag("div", made, class_="scroll")


def _cell(cell: Cell, names: Names) -> Inside:
    if isinstance(cell, Label):
        return chip(cell, names)
    if isinstance(cell, Strong):
        return tag("b", cell.text)
    if isinstance(cell, Mapping):
        return tag("span", [chip(label, names, count) for label, count in cell.items()], class_="chips")
    return cell if isinstance(cell, str) else cards_text(cell, names)


def facts(pairs: Iterable[tuple[str, Inside]]) -> Element:
    """Words and what they stand for."""
    return tag("dl", [tag("div", tag("dt", word), tag("dd", inside)) for word, inside in pairs])
