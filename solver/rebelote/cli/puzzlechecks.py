"""``puzzle --verify``: each puzzle of a file solved again, and every claim that does not hold."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from rebelote import StopFlag, render
from rebelote.batch import MOST_TOLD, Answer, Source, answers
from rebelote.cli.paper import Paper
from rebelote.cli.running import MOST_TOLD_PEOPLE, Data, error_json, error_words, given_inputs, shown_at_once
from rebelote.cli.working import Worker, closed_pipe_is_fine, orderly_end
from rebelote.errors import Problem
from rebelote.jsontext import InputFault

if TYPE_CHECKING:
    from rebelote import Puzzle


@dataclass(frozen=True, slots=True)
class Verdict:
    """A puzzle, and what of it does not hold."""

    puzzle: Puzzle
    problems: tuple[Problem, ...]

    @property
    def holds(self) -> bool:
        return not self.problems


@dataclass(slots=True)
class Counts:
    """How many puzzles hold, fail, and could not be read."""

    hold: int = 0
    fail: int = 0
    bad: int = 0

    def add(self, answer: Answer[Verdict]) -> None:
        if answer.result is None:
            self.bad += 1
        elif answer.result.holds:
            self.hold += 1
        else:
            self.fail += 1

    @property
    def well(self) -> bool:
        return not self.fail and not self.bad

    def __str__(self) -> str:
        """``40 puzzles: 39 hold, 1 fails``."""
        all_of_them = self.hold + self.fail + self.bad
        told = [f"{self.hold:,} {_verb(self.hold, 'hold')}"]
        told += [f"{self.fail:,} {_verb(self.fail, 'fail')}"] if self.fail else []
        told += [f"{self.bad:,} cannot be read"] if self.bad else []
        return f"{all_of_them:,} {_verb(all_of_them, 'puzzle', 'puzzles')}: {', '.join(told)}"


def verify_inputs(inputs: tuple[str, ...], paper: Paper | None) -> None:
    """Verify every puzzle of every input, in order, each told as soon as it is known.

    Without ``paper`` a JSON line a puzzle, errors in their place; with it people get a line a puzzle, and one for
    every claim that fails; a sum comes last. Ends with exit status 1 when anything fails or cannot be read.
    """
    given, counts = given_inputs(inputs), Counts()
    with orderly_end(), closed_pipe_is_fine(), closing(Worker()) as worker:

        def verify(data: Data) -> Verdict:
            return worker.do(lambda stop: _verdict(data, stop), lambda: f"{counts}; verifying")

        for source in given:
            for answer in answers(source.items(), verify, told=MOST_TOLD if paper is None else MOST_TOLD_PEOPLE):
                counts.add(answer)
                if paper is not None or shown_at_once():
                    worker.progress.clear()
                _tell(answer, source, len(given) > 1, paper)
        if paper is not None:
            click.echo(str(counts))
    if not counts.well:
        raise click.exceptions.Exit(1)


def _verdict(data: Data, stop: StopFlag) -> Verdict:
    import rebelote

    if isinstance(data, str):
        raise InputFault("not_an_object", "a puzzle is a JSON object, not a position in text form")
    puzzle = rebelote.puzzle_of(data)
    return Verdict(puzzle, tuple(rebelote.verify_puzzle(puzzle, stop=stop)))


def _tell(answer: Answer[Verdict], source: Source, several: bool, paper: Paper | None) -> None:
    verdict = answer.result
    if verdict is None:
        assert answer.error is not None
        if paper is None:
            click.echo(json.dumps(error_json(answer, source, several)))
        else:
            click.echo(error_words(answer.error, source, answer.line), err=True)
    elif paper is None:
        where: dict[str, Any] = {"input": source.name} if several else {}
        problems = [problem.to_dict() for problem in verdict.problems]
        told = {"line": answer.line, "id": verdict.puzzle.id, "holds": verdict.holds, "problems": problems}
        click.echo(json.dumps({**where, **told}))
    else:
        _show(verdict, answer.line, source, paper)


def _show(verdict: Verdict, line: int, source: Source, paper: Paper) -> None:
    if verdict.holds:
        click.echo(f"{verdict.puzzle.id}: holds")
        return
    count = len(verdict.problems)
    told = f"{count} {_verb(count, 'claim does', 'claims do')} not hold"
    click.echo(f"{verdict.puzzle.id}: {told} ({source.name}, line {line})")
    for problem in verdict.problems:
        where = f"{problem.where}: " if problem.where else ""
        words = render.in_words(problem.message, paper.language, symbols=paper.symbols)
        click.echo(f"  {where}{words} [{problem.code}]")


def _verb(count: int, one: str, many: str = "") -> str:
    """``1 holds``, ``2 hold``; a noun has both forms told."""
    return (one if count == 1 else many) if many else (f"{one}s" if count == 1 else one)
