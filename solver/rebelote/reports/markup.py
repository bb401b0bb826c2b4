"""Elements of HTML and SVG as a tree, so that whatever text goes in comes out escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element, tostring

#: What may stand inside an element; lists are taken piece by piece, none is nothing.
Inside = str | Element | None | Iterable["Inside"]

#: A page may draw itself and nothing else: no script, no file, no address.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"

#: What neither HTML nor XML may hold, not even escaped: control characters, halves of surrogate pairs, no characters.
_BAD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def clean(text: str) -> str:
    """``text`` with every character that a document cannot hold as U+FFFD."""
    return _BAD.sub("\ufffd", text)


def tag(name: str, /, *inside: Inside, **attributes: str | int | float | None) -> Element:
    """An element. An attribute that is none is left out; ``class_`` is class, other ``_`` are hyphens."""
    made = Element(name)
    for key, value in attributes.items():
        if value is not None:
            made.set(
                key.rstrip("_").replace("_", "-"), clean(number(value) if isinstance(value, float) else str(value))
            )
    _fill(made, inside)
    return made


def number(value: float) -> str:
    """A coordinate with no more places than can be seen."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def html_text(root: Element) -> str:
    """A whole page."""
    return "<!DOCTYPE html>\n" + tostring(root, encoding="unicode", method="html") + "\n"


def svg_text(root: Element) -> str:
    """A drawing that stands alone: well-formed XML in the namespace of SVG."""
    root.set("xmlns", "http://www.w3.org/2000/svg")
    return tostring(root, encoding="unicode") + "\n"


def _fill(parent: Element, inside: Inside) -> None:
    if inside is None:
        return
    if isinstance(inside, str):
        last = parent[-1] if len(parent) else None
        if last is None:
            parent.text = (parent.text or "") + clean(inside)
        else:
            last.tail = (last.tail or "") + clean(inside)
    elif isinstance(inside, Element):
        parent.append(inside)
    else:
        for piece in inside:
            _fill(parent, piece)
