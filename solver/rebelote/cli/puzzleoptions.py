"""The options of ``puzzle``, in groups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from rebelote.cards import LANGUAGES
from rebelote.cli.puzzletypes import numbers, part, seat, theme
from rebelote.rules import STRAIN_NAMES, VARIANTS

F = TypeVar("F", bound=Callable[..., Any])

GOALS = ("contract", "points", "sweep", "trick", "no_trick", "last_trick")
FORMS = ("open", "hand")

#: The options by what one looks for them under.
GROUPS: dict[str, tuple[Callable[[Any], Any], ...]] = {
    "Where from": (
        click.option("--variant", type=click.Choice(VARIANTS), help="The game.  [default: classic, of --shipped all]"),
        click.option("--players", type=click.IntRange(2, 4), help="Seats, where the game leaves it open."),
        click.option(
            "--trump",
            type=click.Choice(STRAIN_NAMES, case_sensitive=False),
            metavar="|".join(STRAIN_NAMES),
            help="Trump.  [default: any]",
        ),
        click.option("--misere", is_flag=True, help="Every side wants few points."),
        click.option("--seed", type=click.IntRange(0), help="Which random deals.  [default: any]"),
        click.option(
            "--seat", "seats", type=seat, metavar="SEAT", multiple=True, help="Only where this seat went wrong."
        ),
        click.option("--shipped", is_flag=True, help="From the collection that comes with the package."),
        click.option("--id", "ids", metavar="ID", multiple=True, help="This puzzle of the collection."),
    ),
    "Which puzzles": (
        click.option("--count", type=click.IntRange(1), help="How many.  [default: 1 of random deals, else all]"),
        click.option(
            "--tricks",
            type=numbers(1, 9),
            metavar="N|N-N",
            help="Tricks left.  [default: 4-6 in random deals, else any number]",
        ),
        click.option(
            "--goal", "goals", type=click.Choice(GOALS), multiple=True, help="What is to be reached; any of several."
        ),
        click.option(
            "--theme", "themes", type=theme, metavar="THEME", multiple=True, help="Such as throw_in; all of several."
        ),
        click.option(
            "--grade", "grades", type=numbers(1, 5), metavar="N|N-N", multiple=True, help="How hard: 3, or 2-4."
        ),
        click.option("--form", type=click.Choice(FORMS), help="All hands open, or only one's own.  [default: open]"),
        click.option(
            "--share",
            type=click.FloatRange(0, 1, min_open=True),
            help="With --form hand: in what share of the deals that fit.  [default: 1]",
        ),
        click.option("--choices", type=click.IntRange(1), help="Decisions at least.  [default: 2; hand: 1]"),
        click.option(
            "--gap", type=click.IntRange(1), help="Points at least that a wrong card falls short.  [default: 5]"
        ),
    ),
    "How they are written": (
        click.option("--json", "as_json", is_flag=True, help="Write one JSON line a puzzle."),
        click.option("-o", "--output", metavar="FILE", help="Write one JSON line a puzzle to a file."),
        click.option("--html", metavar="FILE", help="A page to print, solutions behind; - for standard output."),
        click.option("--no-solution", is_flag=True, help="Leave the solutions out."),
        click.option(
            "--lang", type=click.Choice(list(LANGUAGES)), default="en", show_default=True, help="Letters and words."
        ),
        click.option("--symbols", is_flag=True, help="Print suits as ♠♥♦♣."),
    ),
    "Long searches": (
        click.option("--resume", is_flag=True, help="Go on with the file of --output."),
        click.option("--force", is_flag=True, help="Overwrite the file of --output."),
        click.option("--part", type=part, metavar="I/N", help="Only every N-th deal from the I-th on."),
        click.option("--most", type=click.IntRange(1), help="Deals looked through at most.  [default: 2000 a puzzle]"),
        click.option("--threads", type=click.IntRange(1, 256), help="Deals searched at a time.  [default: all cores]"),
    ),
    "Instead": (
        click.option("--verify", is_flag=True, help="Solve the puzzles of the inputs again; say what does not hold."),
        click.option("--try", "tried", metavar="ID", help="Try --card at this puzzle of the collection or the inputs."),
        click.option("--card", metavar="CARD", help="The card to try."),
        click.option("--played", metavar="CARDS", help="The cards played before it since the puzzle began."),
    ),
}


def options(command: F) -> F:
    """The inputs and all options."""
    for group in reversed(GROUPS.values()):
        for option in reversed(group):
            command = option(command)
    return click.argument("inputs", nargs=-1, metavar="[INPUTS]...")(command)


class Grouped(click.Command):
    """A command whose help has its options in groups."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        left = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        for title, group in GROUPS.items():
            some, left = left[: len(group)], left[len(group) :]
            if title == "Instead":
                some, left = some + left, []
            with formatter.section(title):
                formatter.write_dl([record for option in some if (record := option.get_help_record(ctx))])
