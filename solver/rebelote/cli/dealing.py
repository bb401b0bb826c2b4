"""``deal``: random positions, and ``bench``: how fast they are solved."""

from __future__ import annotations

import random
import statistics
import time
from contextlib import closing
from functools import partial

import click

import rebelote
from rebelote import Position, RulesError, Solution, StopFlag, Strain
from rebelote.cli.options import examples, game
from rebelote.cli.running import write_json
from rebelote.cli.working import Worker, closed_pipe_is_fine, orderly_end
from rebelote.rules import strain_of


@click.command(
    short_help="Random positions.",
    help="Deal random positions, one JSON line each, ready to pipe into solve. The same seed and options"
    " give the same bytes.",
    epilog=examples(
        "rebelote deal --variant bulgarian --trump NT",
        "rebelote deal --variant ukrainian --players 3 --tricks 5 --count 20 --seed 1 | rebelote solve --json",
        "rebelote deal --text --mid-trick",
    ),
)
@game("classic")
@click.option("--count", type=click.IntRange(min=0), default=1, show_default=True, help="How many.")
@click.option("--seed", type=int, help="Where the dice start.  [default: anywhere]")
@click.option("--mid-trick", is_flag=True, help="Some cards lie on the table already.")
@click.option("--text", is_flag=True, help="Write the one-line text form.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON lines, as without any option.")
def deal(
    variant: str,
    players: int | None,
    tricks: int | None,
    trump: str | None,
    misere: bool,
    count: int,
    seed: int | None,
    mid_trick: bool,
    text: bool,
    as_json: bool,
) -> None:
    if text and as_json:
        raise click.UsageError("--text and --json cannot both be met")
    rng = random.Random(seed)
    with orderly_end(), closed_pipe_is_fine():
        for _ in range(count):
            at = _deal(variant, players, tricks, trump, misere, rng, mid_trick)
            if text:
                click.echo(str(at))
            else:
                write_json(at.to_dict())


def _deal(
    variant: str,
    players: int | None,
    tricks: int | None,
    trump: str | None,
    misere: bool,
    rng: random.Random,
    mid_trick: bool = False,
) -> Position:
    strain: Strain | None = strain_of(trump)
    try:
        return rebelote.deal(
            variant, players=players, tricks=tricks, strain=strain, misere=misere, rng=rng, mid_trick=mid_trick
        )
    except RulesError as error:
        raise click.UsageError(str(error)) from None


@click.command(
    short_help="How fast positions are solved.",
    help="Solve a fixed set of random positions, every card and the line, and write one JSON line: times in"
    " milliseconds, nodes, nodes a second. The same options give the same positions and the same nodes.",
    epilog=examples(
        "rebelote bench", "rebelote bench --variant contree --count 100", "rebelote bench --variant gambler --misere"
    ),
)
@game("contree")
@click.option("--count", type=click.IntRange(min=1), default=20, show_default=True, help="How many positions.")
@click.option("--seed", type=int, default=1, show_default=True, help="Which positions.")
@click.option("--json", "as_json", is_flag=True, help="Write a JSON line, as without it.")
def bench(
    variant: str,
    players: int | None,
    tricks: int | None,
    trump: str | None,
    misere: bool,
    count: int,
    seed: int,
    as_json: bool,
) -> None:
    rng = random.Random(seed)
    positions = [_deal(variant, players, tricks, trump, misere, rng) for _ in range(count)]
    times: list[float] = []
    nodes = 0
    with orderly_end(), closed_pipe_is_fine(), closing(Worker()) as worker:
        for i, at in enumerate(positions):
            milliseconds, solution = worker.do(partial(_timed, at), partial("position {} of {}".format, i + 1, count))
            times.append(milliseconds)
            nodes += solution.nodes
        worker.progress.clear()
        write_json(
            {
                "variant": variant,
                "players": players,
                "tricks": tricks,
                "trump": trump and trump.upper(),
                "misere": misere,
                "count": count,
                "seed": seed,
                **_figures(times),
                "nodes": nodes,
                "nodes_per_s": round(nodes / max(sum(times) / 1000, 1e-9)),
            }
        )


def _timed(at: Position, stop: StopFlag) -> tuple[float, Solution]:
    begun = time.perf_counter()
    solution = rebelote.solve(at, stop=stop)
    return 1000 * (time.perf_counter() - begun), solution


def _figures(times: list[float]) -> dict[str, float]:
    """Mean, median, 95th percentile (the smallest time that 95 % do not pass) and worst."""
    ordered = sorted(times)
    figures = {
        "mean_ms": statistics.fmean(ordered),
        "median_ms": statistics.median(ordered),
        "p95_ms": ordered[-(-95 * len(ordered) // 100) - 1],
        "max_ms": ordered[-1],
    }
    return {name: round(value, 3) for name, value in figures.items()}
