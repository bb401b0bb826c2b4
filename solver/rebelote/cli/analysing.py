"""``analyse``: the post-mortem of a played deal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from rebelote.cli.analysisfiles import REPORTS, Reports, Sheet
from rebelote.cli.judging import Asked, Judging
from rebelote.cli.options import HOW_TO_GIVE, examples, inputs, paper
from rebelote.cli.running import answer_inputs
from rebelote.cli.working import closed_pipe_is_fine

F = TypeVar("F", bound=Callable[..., Any])


def _questions(command: F) -> F:
    """What is asked beside the cards themselves."""
    for option in (
        click.option("--threads", type=click.IntRange(1, 256), help="Deals solved at a time.  [default: all cores]"),
        click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Which deals are drawn."),
        click.option(
            "--worlds",
            type=click.IntRange(1),
            metavar="N",
            help="Solve N deals for each card of --luck and call of --bidding.  [default: 100 and 40]",
        ),
        click.option(
            "--again",
            metavar="MOMENT:CARD",
            help="Try another card instead: 12:KH after 12 cards, 4.1:KH as the first of trick 4; more may follow.",
        ),
        click.option("--bidding", is_flag=True, help="What each contract would have yielded, and who could know."),
        click.option("--luck", is_flag=True, help="Of each costly card whether its player could have known better."),
        click.option(
            "--side",
            metavar="SEATS",
            help="Whose points to count, such as 02 or 1.  [default: as given, else the declarer's]",
        ),
    ):
        command = option(command)
    return command


def _reports(command: F) -> F:
    """Where reports go."""
    for option in (
        click.option("--totals", is_flag=True, help="In the tables a row a player, not one a deal and seat."),
        click.option("--parquet", metavar="FILE", help="A table of all deals as Parquet (extra: data)."),
        click.option("--csv", metavar="FILE", help="A table of all deals as CSV; - for standard output."),
        click.option("--plot", metavar="FILE", help="The curve as .png or .svg, a file a deal (extra: data)."),
        click.option("--markdown", metavar="FILE", help="A report as Markdown; - for standard output."),
        click.option("--html", metavar="FILE", help="A page of its own for each deal; - for standard output."),
    ):
        command = option(command)
    return command


@click.command(
    short_help="The post-mortem of a played deal.",
    help="Judge a played deal card by card: the value before and after each, what it lost, which cards"
    " would have lost nothing, and where the result turned. --lang is the language of the words too, where there"
    f" are words in it.\n\n{HOW_TO_GIVE} A played deal is a position with full hands and plays, the"
    " cards in the order they were played, or a whole record as JSON, tags or CFN.",
    epilog=examples(
        "rebelote analyse examples/records/*.json",
        "rebelote analyse --luck --bidding --lang ru examples/records/classic.json",
        "rebelote analyse --html report.html --csv evening.csv examples/records/*.json",
        "rebelote analyse --again 1.1:9D examples/records/classic.json",
        "rebelote analyse --side 13 --json deals.jsonl",
        "rebelote analyse 'gambler H 0 A.T../K.9.. plays=AS-KS-TH-9H'",
    ),
)
@inputs
@_reports
@_questions
def analyse(
    inputs: tuple[str, ...],
    as_json: bool,
    lang: str,
    symbols: bool,
    nodes: int | None,
    side: str | None,
    again: str | None,
    **asked: Any,
) -> None:
    if side is not None and not re.fullmatch(r"[0-3NESWnesw]([ ,+]*[0-3NESWnesw]){0,3}", side):
        raise click.BadParameter("a side is seats, such as 02 or 1", param_hint="--side")
    if again is not None and (asked["luck"] or asked["bidding"]):
        raise click.UsageError("--again asks about one card, --luck and --bidding about the deal.")
    seats = None if side is None else re.sub("[ ,+]", "", side)
    reports = Reports(lang, **{name: asked.pop(name) for name in REPORTS})
    if as_json and reports.stdout:
        raise click.UsageError("--json and a report cannot both go to standard output.")
    out = Sheet(lang, symbols) if reports.stdout else paper(as_json, lang, symbols)
    work = Judging(Asked(lang, symbols, nodes, seats, again, **asked), reports)
    try:
        answer_inputs(inputs, work.answer, work.to_json, work.show, out, doing=work.doing)
    except (KeyboardInterrupt, SystemExit):
        # What was found until then is an answer too.
        with closed_pipe_is_fine():
            work.tell_latest(out)
        raise
    finally:
        if rest := reports.close():
            click.echo(rest, nl=False)
