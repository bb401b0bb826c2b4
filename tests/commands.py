"""The command, run inside the tests or as a program of its own, and a position to give it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from rebelote import Position
from rebelote.cli import app

ROOT = Path(__file__).parent.parent
RECORDS = ROOT / "examples" / "records"
COMMAND = [sys.executable, "-m", "rebelote.cli"]

TEXT = "classic H 0 J9..A./8.7.K./A.8..Q/7..T.7"
GOOD = Position.parse(TEXT).to_dict()
TWICE = {**GOOD, "hands": ["JS 9S AD", "8S 7H KD", "AS 8H QC", "JS TD 7C"]}
LINE = json.dumps(GOOD)


def run(*arguments: str, stdin: str = "") -> Result:
    """What the command writes and its exit status; any exception but that of exiting is a failure."""
    result = CliRunner().invoke(app.commands, list(arguments), input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]
