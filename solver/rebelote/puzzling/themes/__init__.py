"""x"""

from __future__ import annotations
from collections.abc import Callable
from functools import wraps
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.themes.course import Course
from rebelote.puzzling.themes.trumps import *
from rebelote.puzzling.themes.trumps import draw_trumps, refuse_trumps, ruff, overruff, underruff, en_passant
from rebelote.puzzling.themes.play import unblock, duck, save_master, ten_to_partner
from rebelote.puzzling.themes.endplays import throw_in, squeeze
from rebelote.puzzling.themes.lasts import last_trick, avoid_overtrump, sweep

Theme = Callable[[Scene], bool]
_ALL = [
    draw_trumps,
    refuse_trumps,
    ruff,
    overruff,
    underruff,
    unblock,
    duck,
    save_master,
    throw_in,
    squeeze,
    en_passant,
    ten_to_partner,
    last_trick,
    avoid_overtrump,
    sweep,
]


def _of(p):
    @wraps(p)
    def theme(scene):
        return p(Course(scene))

    return theme


THEMES: dict[str, Theme] = {p.__name__: _of(p) for p in _ALL}


def themes_of(scene: Scene) -> tuple[str, ...]:
    course = Course(scene)
    return tuple(p.__name__ for p in _ALL if p(course))
