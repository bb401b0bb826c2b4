"""Themes: what a puzzle is about, each a small predicate over its scene."""

from __future__ import annotations

from collections.abc import Callable

from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.themes.endplays import last_trick, squeeze, sweep, throw_in
from rebelote.puzzling.themes.trumps import (
    avoid_overtrump,
    draw_trumps,
    en_passant,
    overruff,
    refuse_trumps,
    ruff,
    underruff,
)
from rebelote.puzzling.themes.winners import duck, save_master, ten_to_partner, unblock

#: Whether a puzzle has a theme.
Theme = Callable[[Scene], bool]

#: All themes by name, in the order in which they are told.
THEMES: dict[str, Theme] = {
    "draw_trumps": draw_trumps,
    "refuse_trumps": refuse_trumps,
    "ruff": ruff,
    "overruff": overruff,
    "underruff": underruff,
    "unblock": unblock,
    "duck": duck,
    "save_master": save_master,
    "throw_in": throw_in,
    "squeeze": squeeze,
    "en_passant": en_passant,
    "ten_to_partner": ten_to_partner,
    "last_trick": last_trick,
    "avoid_overtrump": avoid_overtrump,
    "sweep": sweep,
}


def themes_of(scene: Scene) -> tuple[str, ...]:
    """The names of a puzzle's themes, in the order of ``THEMES``."""
    return tuple(name for name, holds in THEMES.items() if holds(scene))
