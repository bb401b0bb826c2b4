"""Arguments and options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from rebelote.cards import LANGUAGES
from rebelote.cli.paper import Paper
from rebelote.rules import STRAIN_NAMES, VARIANTS

F = TypeVar("F", bound=Callable[..., Any])

HOW_TO_GIVE = """Each INPUT is a file, '-' for standard input, a JSON object or list, or a position in text
form; without one, standard input is read. A file holds one JSON object a line, one list, objects over
several lines, or text forms a line each."""


def examples(*lines: str) -> str:
    """The end of a help text: commands to copy."""
    return "\b\nExamples:\n" + "\n".join("  " + line for line in lines)


def inputs(command: F) -> F:
    """The inputs, how answers are written, and how long they may take."""
    nodes = click.option("--nodes", type=click.IntRange(min=1), help="Search so many nodes an item at most.")
    return records(nodes(command))


def records(command: F) -> F:
    """The inputs, and how answers are written."""
    for decorate in (
        click.option("--symbols", is_flag=True, help="Print suits as ♠♥♦♣."),
        click.option(
            "--lang", type=click.Choice(list(LANGUAGES)), default="en", show_default=True, help="Letters of the cards."
        ),
        click.option("--json", "as_json", is_flag=True, help="Write one JSON line an item."),
        click.argument("inputs", nargs=-1, metavar="INPUTS..."),
    ):
        command = decorate(command)
    return command


def game(default: str) -> Callable[[F], F]:
    """Which positions are dealt."""

    def decorate(command: F) -> F:
        for option in (
            click.option("--misere", is_flag=True, help="Every side wants few points."),
            click.option(
                "--trump",
                type=click.Choice(STRAIN_NAMES, case_sensitive=False),
                metavar="|".join(STRAIN_NAMES),
                help="Trump.  [default: random]",
            ),
            click.option("--tricks", type=click.IntRange(1, 9), help="Cards a hand.  [default: all]"),
            click.option("--players", type=click.IntRange(2, 4), help="Seats, where the game leaves it open."),
            click.option(
                "--variant", type=click.Choice(VARIANTS), default=default, show_default=True, help="The game."
            ),
        ):
            command = option(command)
        return command

    return decorate


def paper(as_json: bool, lang: str, symbols: bool) -> Paper | None:
    """Where answers for people go; none when programs are to get them."""
    return None if as_json else Paper(lang, symbols)
