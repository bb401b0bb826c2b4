"""What a puzzle is about: each theme a small predicate over its scene."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.themes.course import Course
from rebelote.puzzling.themes.duties import avoid_overtrump
from rebelote.puzzling.themes.endplays import squeeze, throw_in
from rebelote.puzzling.themes.highcards import duck, save_master, ten_to_partner, unblock
from rebelote.puzzling.themes.lasts import last_trick, sweep
from rebelote.puzzling.themes.ruffs import en_passant, overruff, ruff, underruff
from rebelote.puzzling.themes.trumps import draw_trumps, refuse_trumps

#: Whether a puzzle has a theme.
Theme = Callable[[Scene], bool]

_FOUND: tuple[Callable[[Course], bool], ...] = (
    draw_trumps, refuse_trumps, ruff, overruff, underruff, unblock, duck, save_master, throw_in, squeeze, en_passant,
    ten_to_partner, last_trick, avoid_overtrump, sweep,
)  # fmt: skip

#: The themes that also make sense where every side wants few points.
IN_MISERE = frozenset({"underruff", "last_trick", "avoid_overtrump"})


def themes_of(scene: Scene) -> tuple[str, ...]:
    """The names of a puzzle's themes, in the order of ``THEMES``."""
    course = Course(scene)
    return tuple(found.__name__ for found in _FOUND if _has(course, found))


def _has(course: Course, found: Callable[[Course], bool]) -> bool:
    if course.scene.start.misere and found.__name__ not in IN_MISERE:
        return False
    return found(course)


def _of_scene(found: Callable[[Course], bool]) -> Theme:
    @wraps(found)
    def theme(scene: Scene) -> bool:
        return _has(Course(scene), found)

    return theme


#: The themes by name, in the order in which they are told; a docstring says what each is.
THEMES: dict[str, Theme] = {found.__name__: _of_scene(found) for found in _FOUND}
