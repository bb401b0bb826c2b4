"""One run of ``puzzle``: what a hunt finds goes to the outlets, until there is enough of it or it is broken off."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import dataclass, field

import click

from rebelote.cli.puzzlebar import Bar, Tally
from rebelote.cli.puzzlehunts import Bad, Hunt, one_by_one
from rebelote.cli.puzzleoutlets import Outlets
from rebelote.cli.running import error_json, error_words, shown_at_once
from rebelote.cli.working import Worker, closed_pipe_is_fine, orderly_end
from rebelote.errors import RebeloteError


@dataclass(slots=True)
class Run:
    """A hunt, how far it is, and where its puzzles go; ``several``: whether there are several inputs."""

    hunt: Hunt
    tally: Tally
    outlets: Outlets
    several: bool = False
    _bad: bool = field(default=False, init=False)

    def go(self) -> None:
        """Ends with exit status 1 where there was less than wanted, nothing at all, or an item was bad."""
        tally = self.tally
        if self.outlets.file is not None:
            self.outlets.file.open()
        with orderly_end(), closed_pipe_is_fine(), closing(Worker()) as worker:
            worker.progress = Bar(tally)
            try:
                self._search(worker)
            except RebeloteError as error:
                raise click.ClickException(f"{error} [{error.code}]") from None
            except (KeyboardInterrupt, SystemExit):
                worker.progress.clear()
                self._broken_off()
                raise
            finally:
                worker.progress.clear()
                self.outlets.end()
            if not tally.enough and (tally.wanted or not tally.found):
                # Of inputs that could not be read that has been said.
                if tally.looked or not self._bad:
                    click.echo(tally.short, err=True)
                raise click.exceptions.Exit(1)
            if named := self.outlets.named:
                click.echo(f"{tally.short}: {named}")
        if self._bad:
            raise click.exceptions.Exit(1)

    def _search(self, worker: Worker) -> None:
        tally = self.tally
        if tally.enough:
            return
        with closing(one_by_one(worker, self.hunt, tally.__str__)) as found:
            for one in found:
                if shown_at_once():
                    worker.progress.clear()
                if isinstance(one, Bad):
                    self._bad = True
                    self._tell(one, worker)
                    continue
                self.outlets.add(one)
                tally.found += 1
                if tally.enough:
                    return

    def _tell(self, bad: Bad, worker: Worker) -> None:
        """The error in its place, or in words."""
        if self.outlets.as_json:
            click.echo(json.dumps(error_json(bad.answer, bad.source, self.several)))
        elif bad.answer.error is not None:
            worker.progress.clear()
            click.echo(error_words(bad.answer.error, bad.source, bad.answer.line), err=True)

    def _broken_off(self) -> None:
        if self.outlets.file is not None:
            told = f"{self.tally.short}: {self.outlets.file.path}"
            click.echo(f"{told}; --resume goes on with it" if self.tally.wanted else told, err=True)
