"""``puzzle``: positions with one way to do it; searched for, shown, verified, tried."""

from __future__ import annotations

from typing import Any

import click

from rebelote.batch import sources
from rebelote.cli.options import examples, paper
from rebelote.cli.puzzlebar import Tally
from rebelote.cli.puzzlechecks import verify_inputs
from rebelote.cli.puzzlefiles import PuzzleFile, check_output
from rebelote.cli.puzzlehunts import GivenDeals, Hunt, Shown, collected
from rebelote.cli.puzzlemodes import Mode, check_options, mode_of
from rebelote.cli.puzzleoptions import Grouped, options
from rebelote.cli.puzzleoutlets import Outlets, check_page
from rebelote.cli.puzzlepaper import Sheets
from rebelote.cli.puzzleruns import Run
from rebelote.cli.puzzlesearches import random_deals
from rebelote.cli.puzzletries import try_puzzle
from rebelote.cli.puzzlewanted import Wanted
from rebelote.rules import strain_of


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
    wanted, tally, several = _wanted(asked), Tally(asked["count"]), False
    hunt: Hunt
    if mode is Mode.RANDOM:
        tally.wanted = tally.wanted or 1
        hunt = random_deals(wanted, asked, tally, outlets)
    elif mode is Mode.GIVEN:
        given = tuple(sources(inputs))
        several = len(given) > 1
        hunt = GivenDeals(given, wanted, frozenset(asked["seats"]) or None, asked["threads"], tally)
    else:
        hunt = Shown(_by_id(ids) if mode is Mode.ID else collected(wanted))
    Run(hunt, tally, outlets, several).go()


def _wanted(asked: dict[str, Any]) -> Wanted:
    """What the options ask of a puzzle."""
    return Wanted(
        variant=asked["variant"],
        players=asked["players"],
        trump=strain_of(asked["trump"]),
        misere=asked["misere"] or None,
        tricks=asked["tricks"],
        goals=asked["goals"],
        themes=frozenset(asked["themes"]),
        grades=frozenset(grade for low, high in asked["grades"] for grade in range(low, high + 1)),
        form=asked["form"],
        share=asked["share"],
        choices=asked["choices"],
        gap=asked["gap"],
    )


def _by_id(ids: tuple[str, ...]) -> list[Any]:
    """The puzzles of the collection with these ids."""
    import rebelote

    try:
        return [rebelote.puzzle_by_id(name) for name in ids]
    except rebelote.UnknownPuzzle as error:
        raise click.BadParameter(str(error), param_hint="--id") from None
