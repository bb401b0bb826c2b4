"""What the values of ``puzzle``'s options look like; each reads a text and raises ``BadParameter`` for another."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

import click


def numbers(least: int, most: int) -> Callable[[str], tuple[int, int]]:
    """Reads a number or a range, ``4`` or ``4-6``, as from and to."""

    def read(text: str) -> tuple[int, int]:
        match = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text)
        if match is None:
            raise click.BadParameter(f"{text!r} is no number, and no range such as {least}-{most}")
        low, high = int(match[1]), int(match[2] or match[1])
        if not least <= low <= high <= most:
            raise click.BadParameter(f"{text!r} is not within {least}-{most}")
        return low, high

    return read


def part(text: str) -> tuple[int, int]:
    """Which part of how many, ``2/5``."""
    match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    if match is None:
        raise click.BadParameter(f"{text!r} is no part: the second of five is 2/5")
    i, n = int(match[1]), int(match[2])
    if not 1 <= i <= n:
        raise click.BadParameter(f"there is no part {i} of {n}")
    return i, n


def theme(text: str) -> str:
    """The name of a theme. They are loaded only when one is asked for."""
    from rebelote import THEMES

    name = text.lower().replace("-", "_").replace(" ", "_")
    if name not in THEMES:
        near = get_close_matches(name, THEMES, 1)
        hint = f" (did you mean {near[0]}?)" if near else ""
        raise click.BadParameter(f"there is no theme {text!r}{hint}: one of {', '.join(THEMES)}")
    return name


def seat(text: str) -> int:
    """A seat by number or, with four of them, by compass point."""
    place = "0123NESW".find(text.upper())
    if len(text) != 1 or place < 0:
        raise click.BadParameter(f"{text!r} is no seat: 0 to 3, or N, E, S, W")
    return place % 4
