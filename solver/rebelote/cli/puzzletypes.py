"""What the values of ``puzzle``'s options look like."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import Any

import click


class Numbers(click.ParamType):
    """A number or a range of them, ``4`` or ``4-6``: from and to."""

    def __init__(self, least: int, most: int) -> None:
        self.least, self.most, self.name = least, most, "N|N-N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", value)
        if match is None:
            self.fail(f"{value!r} is no number and no range such as {self.least}-{self.most}", param, ctx)
        low, high = int(match[1]), int(match[2] or match[1])
        if not self.least <= low <= high <= self.most:
            self.fail(f"{value!r} is not within {self.least}-{self.most}", param, ctx)
        return low, high


class Part(click.ParamType):
    """Which part of how many, ``2/5``."""

    name = "I/N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        match = re.fullmatch(r"(\d{1,6})/(\d{1,6})", value)
        if match is None:
            self.fail(f"{value!r} is no part: the second of five is 2/5", param, ctx)
        i, n = int(match[1]), int(match[2])
        if not 1 <= i <= n:
            self.fail(f"there is no part {i} of {n}", param, ctx)
        return i, n


class Theme(click.ParamType):
    """The name of a theme. They are loaded only when one is asked for."""

    name = "THEME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from rebelote import THEMES

        name = str(value).lower().replace("-", "_").replace(" ", "_")
        if name not in THEMES:
            near = get_close_matches(name, THEMES, 1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            self.fail(f"there is no theme {value!r}{hint}: one of {', '.join(THEMES)}", param, ctx)
        return name


class Seat(click.ParamType):
    """A seat by number or, with four of them, by compass point."""

    name = "SEAT"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        place = "0123NESW".find(str(value).upper())
        if len(str(value)) != 1 or place < 0:
            self.fail(f"{value!r} is no seat: 0 to 3, or N, E, S, W", param, ctx)
        return place % 4
