"""The group of commands: those of this package, and those that other packages bring.

A package adds a command by an entry point of the group ``rebelote.commands`` that names a
click command. It is loaded only when it is asked for, and one that cannot be loaded says so
and leaves the others alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import EntryPoint, entry_points

import click

import rebelote
from rebelote.cli import INTERRUPTED
from rebelote.cli.analysing import analyse
from rebelote.cli.dealing import bench, deal
from rebelote.cli.hinting import hint
from rebelote.cli.puzzling import puzzle
from rebelote.cli.recording import record, score
from rebelote.cli.solving import solve, table

PLUGINS = "rebelote.commands"


class Commands(click.Group):
    """A group that also finds the commands of other packages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.commands, *sorted(set(_plugins()) - set(self.commands))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        plugin = _plugins().get(cmd_name)
        return None if plugin is None else _load(plugin)


def _plugins() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=PLUGINS)}


def _load(plugin: EntryPoint) -> click.Command:
    """The plugin's command, or one in its place that says why it could not be loaded."""
    try:
        command = plugin.load()
        if not isinstance(command, click.Command):
            raise TypeError(f"{plugin.value} is no click command")
        return command
    except Exception as error:
        return _broken(plugin.name, f"{type(error).__name__}: {error}")


def _broken(name: str, reason: str) -> click.Command:
    def tell() -> None:
        raise click.ClickException(f"the command {name} cannot be loaded: {reason}")

    # It takes any arguments, so that what is told is the reason and not a usage error.
    settings = {"ignore_unknown_options": True, "allow_extra_args": True, "allow_interspersed_args": False}
    return click.Command(
        name,
        callback=tell,
        context_settings=settings,
        add_help_option=False,
        short_help=f"(cannot be loaded: {reason})",
    )


@click.group(
    "rebelote", cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(rebelote.__version__, prog_name="rebelote", message="%(prog)s %(version)s")
def commands() -> None:
    """Exact open-hand play of the Belote family: best results, hints and post-mortems.

    All hands are seen, and both sides play perfectly from there on; every number says whose
    points it counts. Positions are given in files, on standard input (-), as JSON or in text
    form on the command line. The games are gambler, lobovoy, classic, capo, ukrainian,
    contree and bulgarian.
    """


for _command in (solve, hint, analyse, table, score, record, puzzle, deal, bench):
    commands.add_command(_command)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit status; everything that goes wrong is told in words."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a sign gets its number, not an error.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = commands.main(args=arguments, prog_name="rebelote", standalone_mode=False)
        return status if isinstance(status, int) else 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except OSError as error:
        _let_go(sys.stdout)
        with suppress(OSError):
            click.echo(f"rebelote: the answers cannot be written: {error.strerror or error}", err=True)
        return 1


def _let_go(stream: object) -> None:
    """Send what is still to be flushed nowhere, or the interpreter complains when it ends."""
    with suppress(Exception):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[attr-defined]
