"""The command as a program: help, plugins, pipes that close, signals."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from importlib.metadata import EntryPoint
from io import StringIO

import click
import pytest

import rebelote
from commands import COMMAND, LINE, ROOT, TEXT, lines, run
from rebelote import StopFlag
from rebelote.cli import app, main
from rebelote.cli.working import Worker


def test_every_command_explains_itself_with_examples() -> None:
    assert run("--version").stdout == f"rebelote {rebelote.__version__}\n"
    names = ["solve", "hint", "analyse", "table", "deal", "bench"]
    assert all(re.search(rf"^  {name} ", run("--help").stdout, re.MULTILINE) for name in names)
    for name in names:
        result = run(name, "--help")
        assert result.exit_code == 0
        assert re.search(rf"Examples:\n.*rebelote {name}\b", result.stdout)


def test_the_examples_in_the_docs_work() -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    examples = re.findall(r"^\$ (.*)$", text, re.MULTILINE)
    assert len(examples) >= 5
    program = "\n".join(f"{example} >/dev/null || exit" for example in examples)
    shell = f'rebelote() {{ "{sys.executable}" -m rebelote.cli "$@"; }}\n{program}'
    done = subprocess.run(["sh", "-c", shell], cwd=ROOT, check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_other_packages_add_commands_and_a_broken_one_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def plugins(group: str) -> list[EntryPoint]:
        assert group == "rebelote.commands"
        return [
            EntryPoint("good", f"{__name__}:plugin", group),
            EntryPoint("missing", "no_such_package.command:it", group),
            EntryPoint("wrong", "json:dumps", group),
            EntryPoint("solve", "no_such_package.command:solve", group),
        ]

    monkeypatch.setattr(app, "entry_points", plugins)
    assert run("good").stdout == "plugged in\n"
    overview = run("--help")
    assert overview.exit_code == 0 and "A command of another package." in overview.stdout
    for name in ("missing", "wrong"):
        broken = run(name, "--any", "thing")
        assert broken.exit_code == 1
        assert f"the command {name} cannot be loaded" in broken.stderr
    assert lines(run("solve", "--json", TEXT))[0]["points"] == 51


@click.command(help="A command of another package.")
def plugin() -> None:
    click.echo("plugged in")


def test_a_reader_that_goes_away_is_no_error() -> None:
    for options in ("--json", "--symbols"):
        solve = f'{{ "{sys.executable}" -m rebelote.cli solve {options}; echo "status $?" >&2; }}'
        done = subprocess.run(
            ["sh", "-c", f'yes "$0" | {solve} | head -1', LINE], check=True, capture_output=True, text=True, timeout=60
        )
        assert len(done.stdout.splitlines()) == 1
        assert done.stderr == "status 0\n"


class FullDisk(StringIO):
    """A standard output that cannot be written."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_told_in_words(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdout", FullDisk())
    assert main(["solve", TEXT]) == 1
    assert capsys.readouterr().err == "rebelote: the answers cannot be written: No space left on device\n"


def interrupted(arguments: list[str], number: signal.Signals, stdin: bytes) -> tuple[int, list[bytes], bytes]:
    """Status, lines and standard error of a command that got a signal after its first answer."""
    pipe = subprocess.PIPE
    # Without buffers: what readline had taken beyond its line, communicate would not find.
    process = subprocess.Popen([*COMMAND, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0)
    assert process.stdin and process.stdout
    process.stdin.write(stdin)
    process.stdin.flush()
    first = process.stdout.readline()
    process.send_signal(number)
    rest, errors = process.communicate(timeout=20)
    return process.returncode, (first + rest).splitlines(keepends=True), errors


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupted_command_has_written_whole_answers(number: signal.Signals, status: int) -> None:
    endless = interrupted(["deal", "--count", "1000000"], number, b"")
    waiting = interrupted(["solve", "--json", "-"], number, LINE.encode() + b"\n")
    for code, written, errors in (endless, waiting):
        assert code == status
        assert b"Traceback" not in errors
        assert all(line.endswith(b"\n") and json.loads(line) for line in written)
    assert len(waiting[1]) == 1


def test_a_signal_stops_a_search() -> None:
    def search(stop: StopFlag) -> None:
        searching.set()
        while not stop.is_set():
            time.sleep(0.01)
        stopped.set()

    def send() -> None:
        searching.wait()
        os.kill(os.getpid(), signal.SIGINT)

    searching, stopped = threading.Event(), threading.Event()
    worker = Worker()
    threading.Thread(target=send).start()
    with pytest.raises(KeyboardInterrupt):
        worker.do(search, lambda: "searching")
    worker.close()
    assert stopped.is_set()
