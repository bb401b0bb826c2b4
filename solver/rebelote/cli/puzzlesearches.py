"""The search of random deals as the options ask for it, from the start or behind what an earlier run wrote."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import click

from rebelote import RulesError, deal
from rebelote.cli.puzzlebar import Tally
from rebelote.cli.puzzlefiles import Begun, begun
from rebelote.cli.puzzlehunts import RandomDeals
from rebelote.cli.puzzleoutlets import Outlets
from rebelote.cli.puzzlewanted import Wanted

#: Deals looked through at most for each puzzle that is wanted, where nothing is said.
DEALS_A_PUZZLE = 2_000

#: A seed is below this where none is told.
SEEDS = 1_000_000_000


def random_deals(wanted: Wanted, asked: Mapping[str, Any], tally: Tally, outlets: Outlets) -> RandomDeals:
    """The search of random deals, behind what the file of an earlier one holds."""
    import rebelote

    wanted = _usual(wanted, misere=asked["misere"])
    assert wanted.variant is not None and wanted.tricks is not None and tally.wanted is not None
    try:
        # What the game has not is told as by the command deal.
        deal(
            wanted.variant,
            rng=random.Random(0),
            players=wanted.players,
            tricks=wanted.tricks[1],
            strain=wanted.trump,
            misere=bool(wanted.misere),
        )
    except RulesError as error:
        raise click.UsageError(str(error)) from None
    part = asked["part"] or (1, 1)
    earlier = _earlier(wanted, asked["seed"], part, outlets) if asked["resume"] else Begun("")
    seed = asked["seed"] if asked["seed"] is not None else earlier.seed
    start, looked = earlier.behind(part)
    tally.found, tally.before = len(earlier.puzzles), looked
    most = max((asked["most"] or DEALS_A_PUZZLE * tally.wanted) - looked, 0)
    game = rebelote.Game(rebelote.Rules.preset(wanted.variant), wanted.players, wanted.trump, bool(wanted.misere))
    return RandomDeals(
        game=game,
        wanted=wanted,
        seed=random.SystemRandom().randrange(SEEDS) if seed is None else seed,
        part=part,
        start=start,
        most=most,
        known=earlier.puzzles,
        threads=asked["threads"],
        tally=tally,
    )


def _usual(wanted: Wanted, *, misere: bool) -> Wanted:
    """What is asked of random deals where the options say nothing."""
    from rebelote.puzzling.searching import USUAL_TRICKS

    ask = wanted.ask()
    return replace(
        wanted,
        variant=wanted.variant or "classic",
        misere=misere,
        tricks=wanted.tricks or USUAL_TRICKS,
        form=ask.form,
        share=ask.share if ask.form == "hand" else None,
        choices=ask.choices,
        gap=ask.gap,
    )


def _earlier(wanted: Wanted, seed: int | None, part: tuple[int, int], outlets: Outlets) -> Begun:
    """What an earlier run wrote, if it was the same search; a line that was broken off is said and forgotten."""
    assert outlets.file is not None
    found = begun(outlets.file.path)
    found.check(wanted, seed, part)
    outlets.file.kept = found.kept
    outlets.puzzles += found.puzzles
    if found.broken:
        line = len(found.puzzles) + 1
        click.echo(f"{found.path}, line {line}, was broken off: it is cut off and looked for again", err=True)
    return found
