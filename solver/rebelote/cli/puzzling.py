"""``puzzle``: positions with one way to do it; searched for, shown, verified, tried."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import chain
from typing import Any

import click

from rebelote import RulesError, deal
from rebelote.batch import sources
from rebelote.cli.options import examples, paper
from rebelote.cli.puzzlebar import Tally
from rebelote.cli.puzzlechecks import verify_inputs
from rebelote.cli.puzzlefiles import Begun, PuzzleFile, begun, check_output
from rebelote.cli.puzzlehunts import GivenDeals, Hunt, RandomDeals, collected
from rebelote.cli.puzzlemodes import Mode, check_options, mode_of
from rebelote.cli.puzzleoptions import Grouped, options
from rebelote.cli.puzzleoutlets import Outlets, check_page
from rebelote.cli.puzzlepaper import Sheets
from rebelote.cli.puzzleruns import Run
from rebelote.cli.puzzletries import try_puzzle
from rebelote.cli.puzzlewanted import Wanted
from rebelote.rules import strain_of

#: Deals looked through at most for each puzzle that is wanted, where nothing is said.
DEALS_A_PUZZLE = 2_000

#: A seed is below this where none is told.
SEEDS = 1_000_000_000


@click.command(
    cls=Grouped,
    short_help="Puzzles: found, proved, graded.",
    help="Find positions in which one card does it and a player's first ideas fail, each with its proof, themes and"
    " grade. Without INPUTS random deals are searched; with INPUTS (positions, played deals and records, in files,"
    " - for standard input, or typed in place) those: of a played deal the moments at which somebody went wrong."
    " Puzzles among the inputs are shown as they are.",
    epilog=examples(
        "rebelote puzzle",
        "rebelote puzzle --variant gambler --tricks 4 --goal sweep --seed 1",
        "rebelote puzzle --variant contree --count 100 --seed 7 -o contree.jsonl",
        "rebelote puzzle --variant contree --count 100 --seed 7 -o contree.jsonl --resume",
        "rebelote puzzle --seat S my_deals.jsonl",
        "rebelote puzzle --shipped --variant capo --grade 2-3 --html capo.html",
        "rebelote puzzle --verify contree.jsonl",
    ),
)
@options
@click.pass_context
def puzzle(
    ctx: click.Context,
    /,
    inputs: tuple[str, ...],
    shipped: bool,
    ids: tuple[str, ...],
    verify: bool,
    tried: str | None,
    as_json: bool,
    lang: str,
    symbols: bool,
    **asked: Any,
) -> None:
    mode = mode_of(inputs, shipped, ids, verify, tried)
    check_options(ctx, mode)
    people = paper(as_json, lang, symbols)
    if mode is Mode.VERIFY:
        verify_inputs(inputs, people)
    elif tried is not None:
        try_puzzle(tried, inputs, asked["card"], asked["played"] or "", people)
    else:
        output, html, solutions = asked["output"], asked["html"], not asked["no_solution"]
        if output is not None:
            check_output(output, resume=asked["resume"], force=asked["force"])
        if html is not None:
            check_page(html)
        plain = people is None or output is not None or html is not None
        sheets = None if plain or people is None else Sheets.of(people, solutions=solutions)
        file = None if output is None else PuzzleFile(output)
        _run(mode, inputs, ids, asked, Outlets(as_json, file, html, sheets, solutions, lang))


def _run(mode: Mode, inputs: tuple[str, ...], ids: tuple[str, ...], asked: dict[str, Any], outlets: Outlets) -> None:
    """Hunt where the mode says, and write what is found."""
    wanted, count = _wanted(asked), asked["count"]
    if mode is Mode.RANDOM:
        tally = Tally(count or 1)
        Run(_random(_usual(wanted, asked["misere"]), asked, tally, outlets), tally, outlets).go()
        return
    tally = Tally(count)
    hunt: Hunt
    several = len(inputs) > 1
    if mode is Mode.GIVEN:
        seats = frozenset(asked["seats"]) or None
        given = tuple(sources(inputs))
        hunt, several = GivenDeals(given, wanted, seats, asked["threads"], tally), len(given) > 1
    else:
        found = _by_id(ids) if mode is Mode.ID else collected(wanted)
        hunt = lambda _: iter(found)  # noqa: E731
    Run(hunt, tally, outlets, several).go()


def _wanted(asked: dict[str, Any]) -> Wanted:
    """What the options ask of a puzzle."""
    return Wanted(
        asked["variant"],
        asked["players"],
        strain_of(asked["trump"]),
        asked["misere"] or None,
        asked["tricks"],
        asked["goals"],
        frozenset(asked["themes"]),
        frozenset(chain.from_iterable(range(low, high + 1) for low, high in asked["grades"])),
        asked["form"],
        asked["share"],
        asked["choices"],
        asked["gap"],
    )


def _usual(wanted: Wanted, misere: bool) -> Wanted:
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


def _random(wanted: Wanted, asked: dict[str, Any], tally: Tally, outlets: Outlets) -> Hunt:
    """The search of random deals, behind what the file of an earlier one holds."""
    import rebelote

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
        game,
        wanted,
        random.SystemRandom().randrange(SEEDS) if seed is None else seed,
        part,
        start,
        most,
        earlier.puzzles,
        asked["threads"],
        tally,
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


def _by_id(ids: tuple[str, ...]) -> list[Any]:
    """The puzzles of the collection with these ids."""
    import rebelote

    try:
        return [rebelote.puzzle_by_id(name) for name in ids]
    except rebelote.UnknownPuzzle as error:
        raise click.BadParameter(str(error), param_hint="--id") from None
