"""``puzzle --try``: one card tried at one puzzle, of the collection or of files."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import click

from rebelote import render
from rebelote.batch import sources
from rebelote.cli.paper import Paper
from rebelote.cli.running import write_json
from rebelote.cli.working import Worker, orderly_end
from rebelote.errors import RebeloteError

if TYPE_CHECKING:
    from rebelote import Puzzle, Try


def try_puzzle(name: str, inputs: tuple[str, ...], card: str, played: str, paper: Paper | None) -> None:
    """Tell what becomes of ``card`` after ``played``: right, or what refutes it; ends with exit status 1 where it is
    wrong. ``name`` is the id of a puzzle in one of the inputs or, without any, in the collection.
    """
    import rebelote

    try:
        puzzle = _of_inputs(name, inputs) if inputs else rebelote.puzzle_by_id(name)
        with orderly_end(), closing(Worker()) as worker:
            found = worker.do(lambda stop: rebelote.try_card(puzzle, card, played, stop=stop), lambda: "searching")
    except RebeloteError as error:
        raise click.ClickException(str(error)) from None
    if paper is None:
        write_json(found.to_dict())
    else:
        _show(puzzle, found, paper)
    if not found.right:
        raise click.exceptions.Exit(1)


def _of_inputs(name: str, inputs: tuple[str, ...]) -> Puzzle:
    """The first puzzle with that id; raises an error where there is none."""
    import rebelote

    for source in sources(inputs):
        for item in source.items():
            if item.error is not None and not item.line:
                raise item.error
            if isinstance(item.data, dict) and item.data.get("id") == name:
                return rebelote.puzzle_of(item.data)
    raise click.ClickException(f"there is no puzzle {name} in {', '.join(inputs)}")


def _show(puzzle: Puzzle, found: Try, paper: Paper) -> None:
    card, follows = paper.cards([found.card]), (found.card, *found.reply, *found.rest)
    before = found.played[: len(found.played) - 1 - len(found.reply)] if found.right else found.played
    at = puzzle.quest.play(before).at
    paper.begin("")
    paper.line(f"{card} is right." if found.right else f"{card} is wrong.", style="bold")
    for line in render.trick_lines(at, follows, paper.language, symbols=paper.symbols):
        paper.line(f"  {line}")
    if found.solved:
        paper.line("Solved: no card can go wrong any more.")
    elif found.right and found.seat is not None:
        paper.line(f"Go on with --played '{' '.join(map(str, found.played))}':")
        paper.line(f"seat {found.seat} may play {paper.cards(found.legal)}.")
    click.echo(paper.end())
