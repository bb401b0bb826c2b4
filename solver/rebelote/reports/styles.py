"""The style sheets that lie beside this file."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def css(name: str) -> str:
    """One of them, as it stands in a page or a drawing."""
    return files("rebelote.reports").joinpath(name).read_text("utf-8")
