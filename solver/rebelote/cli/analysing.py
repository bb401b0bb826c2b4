"""``analyse``: the post-mortem of a played deal."""

from __future__ import annotations

import re

import click

import rebelote
from rebelote import Analysis, StopFlag, render
from rebelote.cli.options import HOW_TO_GIVE, examples, inputs, paper
from rebelote.cli.paper import Paper
from rebelote.cli.running import Data, answer_inputs
from rebelote.scales import ScoreLoss


@click.command(
    short_help="The post-mortem of a played deal.",
    help="Judge a played deal card by card: the value before and after each, what it lost, and which cards"
    f" would have lost nothing.\n\n{HOW_TO_GIVE} A played deal is a position with full hands and plays, the"
    " cards in the order they were played, or a whole record as JSON, tags or CFN.",
    epilog=examples(
        "rebelote analyse examples/records/*.json",
        "rebelote analyse --side 13 --json deals.jsonl",
        "rebelote analyse 'gambler H 0 A.T../K.9.. plays=AS-KS-TH-9H'",
    ),
)
@inputs
@click.option(
    "--side", metavar="SEATS", help="Whose points to count, such as 02 or 1.  [default: as given, else the declarer's]"
)
def analyse(
    inputs: tuple[str, ...], as_json: bool, lang: str, symbols: bool, nodes: int | None, side: str | None
) -> None:
    if side is not None and not re.fullmatch(r"[0-3NESWnesw]([ ,+]*[0-3NESWnesw]){0,3}", side):
        raise click.BadParameter("a side is seats, such as 02 or 1", param_hint="--side")
    seats = None if side is None else re.sub("[ ,+]", "", side)

    def work(data: Data, stop: StopFlag) -> Analysis:
        return rebelote.analyse(data if seats is None else _for_side(data, seats), nodes=nodes, stop=stop)

    answer_inputs(inputs, work, Analysis.to_dict, _show, paper(as_json, lang, symbols))


def _for_side(data: Data, seats: str) -> Data:
    """The same deal, counting the points of ``seats``."""
    if isinstance(data, dict):
        return {**data, "side": seats}
    return re.sub(r"\s+side=\S*", "", data) + f" side={seats}"


def _show(analysis: Analysis, out: Paper) -> None:
    deal = analysis.deal
    start = deal.start
    side = render.side_name(analysis.side)
    out.position(start)
    if deal.declarer is not None:
        out.line(f"seat {deal.declarer} is the declarer\n")
    out.line("as it was played" + ("" if deal.complete else " (broken off)") + ":", style="bold")
    out.tricks(start, deal.plays)
    if analysis.balance is None:
        out.line(f"\nnot settled in {analysis.nodes:,} nodes: no card can be judged")
        return
    out.line(f"\ncard by card, in points of {side} for the whole deal:", style="bold")
    head: tuple[str, ...] = ("trick", "seat", "card", "before", "after", "loss", "better")
    scored = analysis.score.cards if analysis.score else [None] * len(analysis.cards)
    if analysis.score:
        head += ("score lost", "result")
    rows = [
        (
            str((len(start.trick) + i) // start.players + 1),
            render.seat_name(c.seat, start.players),
            out.cards([c.card]),
            str(c.before),
            str(c.after),
            "" if c.card in c.best else str(c.loss or "sweep"),
            "" if c.card in c.best else out.cards(c.best),
            *_scored(analysis, scored[i]),
        )
        for i, c in enumerate(analysis.cards)
    ]
    out.table(head, rows, words=(1, 2, 6))
    out.line("\nseat by seat:", style="bold")
    seats = [
        (
            render.seat_name(s.seat, start.players),
            str(analysis.taken_by_seat[s.seat]),
            str(s.loss),
            f"{s.best_played} of {s.decisions}",
        )
        for s in analysis.seats
    ]
    out.table(("seat", "points taken", "points lost", "best card chosen"), seats, words=(0,))
    _balance(analysis, out)
    _score(analysis, out)
    out.line(f"\n{analysis.nodes:,} nodes")


def _scored(analysis: Analysis, found: ScoreLoss | None) -> tuple[str, ...]:
    """What a card cost in score, and the result that it changed."""
    if analysis.score is None:
        return ()
    return ("?", "") if found is None else (str(found.loss or ""), found.changed)


def _score(analysis: Analysis, out: Paper) -> None:
    """The deal on the scale of the score: what was written, and what best play for it would have written."""
    scale = analysis.score
    if scale is None:
        return
    start, end = scale.at[0], scale.at[-1]
    out.line("\nin score:", style="bold")
    for said, at in (("best play for the score", start), ("as it was played", end)):
        if at is None:
            out.line(f"  {said}: not settled within the budget")
            continue
        written = " : ".join("?" if points is None else str(points) for points in at.written)
        known = any(points is not None for points in at.written)
        what = f"{written} written" if known else f"{at.margin} written by {render.side_name(scale.owners)}"
        out.line(f"  {said}: {what}{f', {at.result}' if at.result else ''}")


def _balance(analysis: Analysis, out: Paper) -> None:
    """The sum that joins perfect play, the losses and what was taken; signs are turned in misère."""
    start, balance = analysis.deal.start, analysis.balance
    assert balance is not None
    own, other = ("+", "−") if start.misere else ("−", "+")
    taken = "taken" if analysis.deal.complete else "taken, if the rest is played perfectly"
    out.line(f"\nthe balance of {render.side_name(analysis.side)}:", style="bold")
    out.line(
        f"  {balance.start} at the start {own} {balance.own_losses} lost by {render.side_name(start.side)}"
        f" {other} {balance.other_losses} lost by {render.side_name(start.others)}"
        f" = {balance.taken} {taken}, of {analysis.of}"
    )
