"""Where ``puzzle`` takes its puzzles from, and which options go with that and with one another."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

import click
from click.core import ParameterSource


class Mode(Enum):
    """Where the puzzles come from."""

    RANDOM = "random deals"
    GIVEN = "deals that are given"
    SHIPPED = "--shipped"
    ID = "--id"
    VERIFY = "--verify"
    TRY = "--try"


_SEARCH = frozenset({Mode.RANDOM, Mode.GIVEN})
_KNOWN = frozenset({Mode.RANDOM, Mode.SHIPPED})
_CHOSEN = frozenset({Mode.RANDOM, Mode.GIVEN, Mode.SHIPPED})
_SHOWN = _CHOSEN | {Mode.ID}

#: The options that not every mode takes, and those that do.
TAKEN_BY: dict[str, frozenset[Mode]] = {
    "variant": _KNOWN,
    "players": _KNOWN,
    "trump": _KNOWN,
    "misere": _KNOWN,
    "tricks": _CHOSEN,
    "count": _CHOSEN,
    "goals": _CHOSEN,
    "themes": _CHOSEN,
    "grades": _CHOSEN,
    "form": _CHOSEN,
    "choices": _CHOSEN,
    "gap": _CHOSEN,
    "share": _SEARCH,
    "threads": _SEARCH,
    "seats": frozenset({Mode.GIVEN}),
    "seed": frozenset({Mode.RANDOM}),
    "part": frozenset({Mode.RANDOM}),
    "most": frozenset({Mode.RANDOM}),
    "resume": frozenset({Mode.RANDOM}),
    "output": _SHOWN,
    "force": _SHOWN,
    "html": _SHOWN,
    "no_solution": _SHOWN,
    "card": frozenset({Mode.TRY}),
    "played": frozenset({Mode.TRY}),
}


def mode_of(inputs: tuple[str, ...], shipped: bool, ids: tuple[str, ...], verify: bool, tried: str | None) -> Mode:
    """What is asked for; raises a usage error where that is several things."""
    asked = {Mode.SHIPPED: shipped, Mode.ID: bool(ids), Mode.VERIFY: verify, Mode.TRY: tried is not None}
    modes = [mode for mode, told in asked.items() if told]
    if modes == [Mode.SHIPPED, Mode.ID]:
        modes = [Mode.ID]
    if len(modes) > 1:
        raise click.UsageError(f"{modes[0].value} and {modes[1].value} contradict each other.")
    mode = modes[0] if modes else Mode.GIVEN if inputs else Mode.RANDOM
    if inputs and mode in (Mode.SHIPPED, Mode.ID):
        raise click.UsageError(f"{mode.value} takes no inputs, and {inputs[0]!r} is one.")
    return mode


def check_options(ctx: click.Context, mode: Mode) -> None:
    """Raise a usage error that names every option that was given and that the mode cannot meet."""
    given = {
        param.name: max(param.opts, key=len)
        for param in ctx.command.params
        if param.name is not None and ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE
    }
    wrong = [name for name in given if mode not in TAKEN_BY.get(name, frozenset(Mode))]
    reasons = [_misplaced(given[name], TAKEN_BY[name], mode) for name in wrong]
    reasons += _contradictions({**ctx.params, **dict.fromkeys(wrong)}, mode)
    if reasons:
        raise click.UsageError(" ".join(reasons))


def _misplaced(option: str, modes: frozenset[Mode], mode: Mode) -> str:
    places = " or ".join(other.value for other in Mode if other in modes)
    return f"{option} goes with {places}, not with {mode.value}."


def _contradictions(given: dict[str, Any], mode: Mode) -> Iterator[str]:
    """What contradicts what among options that the mode takes."""
    output, html, goals = given["output"], given["html"], given["goals"] or ()
    if given["resume"] and output is None:
        yield "--resume goes on with the file of --output: give both."
    if given["force"] and output is None:
        yield "--force overwrites the file of --output: give both."
    if given["resume"] and given["force"]:
        yield "--resume goes on with the file and --force begins it anew: give one of them."
    if given["as_json"] and html == "-":
        yield "--json and --html - cannot both go to standard output."
    if given["no_solution"] and output is not None:
        yield "--no-solution does not go with --output: its file holds whole puzzles."
    if given["share"] is not None and given["form"] != "hand":
        yield "--share is about the deals that fit one hand: it goes with --form hand."
    if given["part"] is not None and given["seed"] is None:
        yield "--part needs --seed: the parts of one search have the same."
    if given["misere"]:
        for goal in goals:
            if goal not in ("points", "no_trick"):
                yield f"--misere and --goal {goal} contradict each other: in misère nobody wants it."
    elif "no_trick" in goals and mode is Mode.RANDOM:
        yield "--goal no_trick needs --misere: elsewhere nobody wants it."
    if mode is Mode.TRY and given["card"] is None:
        yield "--try needs --card: the card that is tried."
