"""What a request for new puzzles says: the game in the library's words, the rest by its shape; every fault at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

import rebelote
from rebelote import PRESETS, Problem, ProblemsError, Rules
from rebelote.errors import brief
from rebelote.rules import strain_of
from rebelote_service.schemas.puzzlequeries import GenerateBody

if TYPE_CHECKING:
    from rebelote import Ask, Game

#: The keys that say what is played; the library judges them as those of a position.
_SETTING = ("variant", "players", "trump", "misere", "options")
#: Those of them that may be left out here and not in a position.
_ANY = ("players", "trump")

_IN_MISERE, _ONLY_IN_MISERE = ("points", "no_trick"), ("no_trick",)


class WishError(ProblemsError):
    """A request for puzzles that there cannot be."""

    code = "bad_wish"


@dataclass(frozen=True, slots=True)
class Wish:
    """Which puzzles are wanted, how many, and which deals are looked through."""

    game: Game
    ask: Ask
    tricks: tuple[int, int]
    count: int
    seed: int


def wish_of(item: object) -> Wish:
    """The wish that a body says; raises ``WishError`` with every fault."""
    if not isinstance(item, Mapping):
        raise WishError([Problem("not_an_object", 'a wish is a JSON object such as {"variant": "classic"}')])
    setting = {key: item[key] for key in _SETTING if key in item}
    faults = list(_setting_faults(setting))
    # What the setting says is judged already, and may be anything.
    body, more = _shaped({key: value for key, value in item.items() if key not in _SETTING})
    faults += [*more, *_contradictions(body, item)]
    if faults:
        raise WishError(faults)
    rules = Rules.preset(item["variant"], **item.get("options", {}))
    strain = strain_of(item["trump"]) if "trump" in item else None
    ask = rebelote.Ask(
        tuple(body.goal), body.form, body.choices, body.gap, frozenset(body.theme), frozenset(body.grade), body.share
    )
    game = rebelote.Game(rules, item.get("players"), strain, item.get("misere", False))
    return Wish(game, ask, (body.tricks[0], body.tricks[-1]), body.count, body.seed)


def _setting_faults(setting: Mapping[str, Any]) -> Iterator[Problem]:
    for fault in rebelote.problems({**setting, "leader": 0, "hands": []}):
        key = fault.where.partition(".")[0]
        if key in _SETTING and (key in setting or key not in _ANY):
            yield fault


def _shaped(rest: Mapping[str, Any]) -> tuple[GenerateBody, list[Problem]]:
    """What a wish says beside the setting, and the faults in it; what has faults is taken as left out."""
    faults: list[Problem] = []
    try:
        return GenerateBody.model_validate({"variant": "", **rest}, strict=True), faults
    except ValidationError as error:
        bad = {fault["loc"][0] for fault in error.errors()}
        faults += _shape_faults(error, rest)
    return GenerateBody.model_validate({"variant": "", **{k: v for k, v in rest.items() if k not in bad}}), faults


def _shape_faults(error: ValidationError, rest: Mapping[str, Any]) -> Iterator[Problem]:
    for fault in error.errors(include_url=False, include_context=False):
        key, *inside = fault["loc"]
        name, message = str(key)[:40], fault["msg"]
        if fault["type"] == "extra_forbidden":
            there = ", ".join(GenerateBody.model_fields)
            yield Problem("unknown_key", f"unknown key {brief(key)}; there are {there}", name)
            continue
        listed = isinstance(rest.get(str(key)), list)
        where = name + "".join(f"[{i}]" for i in inside if isinstance(i, int) and listed)
        yield Problem("bad_value", message[0].lower() + message[1:], where)


def _contradictions(body: GenerateBody, item: Mapping[str, Any]) -> Iterator[Problem]:
    """What is well said and yet cannot be."""
    least, most, variant = body.tricks[0], max(body.tricks), item.get("variant")
    if least > body.tricks[-1]:
        yield Problem("bad_value", f"tricks go from few to many, not from {least} to {body.tricks[-1]}", "tricks")
    if isinstance(variant, str) and variant in PRESETS and most > PRESETS[variant].cards:
        yield Problem("bad_value", f"{variant} has {PRESETS[variant].cards} tricks, not {most}", "tricks")
    for goal in body.goal:
        if item.get("misere") is True and goal not in _IN_MISERE:
            yield Problem("bad_value", f"{goal} is no goal in misère; there are {', '.join(_IN_MISERE)}", "goal")
        elif item.get("misere", False) is False and goal in _ONLY_IN_MISERE:
            yield Problem("bad_value", f"{goal} is a goal in misère only", "goal")
    if "share" in item and item.get("form", "open") == "open":
        yield Problem("bad_value", "share is about the form hand", "share")
