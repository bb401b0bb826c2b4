"""What all commands do alike: go through the inputs, and answer or complain."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import closing
from typing import Any, TypeVar

import click

from rebelote import RebeloteError, StopFlag
from rebelote.batch import MOST_TOLD, Answer, Source, answers, sources
from rebelote.cli.paper import Paper
from rebelote.cli.working import Worker, closed_pipe_is_fine, orderly_end

T = TypeVar("T")
Data = dict[str, Any] | str

#: People are told so many bad items in a row one by one; programs get them up to ``MOST_TOLD``.
MOST_TOLD_PEOPLE = 20


def answer_inputs(
    inputs: tuple[str, ...],
    work: Callable[[Data, StopFlag], T],
    to_json: Callable[[T], dict[str, Any]],
    to_paper: Callable[[T, Paper], None],
    paper: Paper | None,
    missed: Callable[[], None] = lambda: None,
    doing: Callable[[], str] = lambda: "searching",
) -> None:
    """Answer every item of every input, in order, each as soon as it is known.

    Without ``paper`` a JSON line an item goes to standard output, errors in their place. With it,
    people get what ``to_paper`` puts there, and errors on standard error. ``missed`` is called
    for each item that was bad, ``doing`` for what is going on, in a word or two (none: nothing is to
    be told). Ends with exit status 1 when any item was bad.
    """
    given = given_inputs(inputs)
    told = MOST_TOLD if paper is None else MOST_TOLD_PEOPLE
    bad, count = False, 0
    with orderly_end(), closed_pipe_is_fine(), closing(Worker()) as worker:

        def search(data: Data) -> T:
            return worker.do(lambda stop: work(data, stop), going_on)

        def going_on() -> str:
            what = doing()
            return what and f"{count:,} answered, {what}"

        for source in given:
            for answer in answers(source.items(), search, told=told):
                bad, count = bad or answer.error is not None, count + 1
                if answer.error is not None:
                    missed()
                if paper is not None or shown_at_once():
                    worker.progress.clear()
                if paper is None:
                    write_json(error_json(answer, source, len(given) > 1) or to_json(_result(answer)))
                elif answer.error is not None:
                    click.echo(error_words(answer.error, source, answer.line), err=True)
                else:
                    paper.begin("" if source.typed else f"{source.name}, line {answer.line}")
                    to_paper(_result(answer), paper)
                    if text := paper.end():
                        click.echo(text)
    if bad:
        raise click.exceptions.Exit(1)


def given_inputs(inputs: tuple[str, ...]) -> list[Source]:
    """The inputs named, or what is piped in when none is."""
    if not inputs:
        if sys.stdin is None or sys.stdin.isatty():
            raise click.UsageError("Give a file, '-' for standard input, JSON, or a position in text form.")
        inputs = ("-",)
    return sources(inputs)


def shown_at_once() -> bool:
    """Whether answers appear on a terminal, where progress would get between them."""
    return sys.stdout is not None and sys.stdout.isatty()


def _result(answer: Answer[T]) -> T:
    assert answer.result is not None
    return answer.result


def tell_latest(
    answer: T | None, to_json: Callable[[T], dict[str, Any]], to_paper: Callable[[T, Paper], None], paper: Paper | None
) -> None:
    """Write the answer so far to an item that was broken off, if there is one."""
    if answer is None:
        return
    if paper is None:
        write_json(to_json(answer))
        return
    paper.begin("")
    to_paper(answer, paper)
    if text := paper.end():
        click.echo(text)


def write_json(data: dict[str, Any]) -> None:
    """One line, at once."""
    click.echo(json.dumps(data))


def error_json(answer: Answer[Any], source: Source, several: bool) -> dict[str, Any] | None:
    if answer.error is None:
        return None
    where: dict[str, Any] = {"input": source.name} if several else {}
    return {**where, "line": answer.line, "error": {**answer.error.to_dict(), "problems": _problems(answer.error)}}


def _problems(error: RebeloteError) -> list[dict[str, Any]]:
    return [problem.to_dict() for problem in getattr(error, "problems", [])]


_HEADS = {
    "bad_position": "this position cannot be",
    "bad_record": "this deal cannot have been played",
    "bad_rules": "there are no such rules",
}


def error_words(error: RebeloteError, source: Source, line: int) -> str:
    """The error for people: where it is, and a line for each fault, with seat and card."""
    place = f"{source.name}, line {line}: " if line else ""
    problems = getattr(error, "problems", [])
    if not problems:
        return _printable(f"{place}{error} [{error.code}]")
    lines = [f"{place}{_HEADS.get(error.code, error.code)}"]
    for p in problems:
        at = [p.where] if p.where else []
        at += [f"seat {p.seat}"] if p.seat is not None else []
        at += [f"card {p.card}"] if p.card is not None else []
        lines.append(f"  {', '.join(at)}: {p.message} [{p.code}]" if at else f"  {p.message} [{p.code}]")
    return "\n".join(_printable(text) for text in lines)


def _printable(text: str) -> str:
    """``text`` without anything that a terminal would obey."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)
