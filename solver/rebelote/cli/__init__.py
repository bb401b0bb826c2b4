"""The command ``rebelote``. Nothing else in the library imports this package, nor click or rich."""

from __future__ import annotations

from collections.abc import Sequence

#: The exit status after Ctrl-C, as shells count it.
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit status: 0 all well, 1 some items bad, 2 usage, 130 interrupted."""
    try:
        from rebelote.cli.app import run

        return run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
