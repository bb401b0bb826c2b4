"""Against colver, a Rust solver of contrée: the same deals in turns, never both at a time.

Ten deals go to one program, then to the other, who begins alternates, and one waits (blocked
on a pipe) while the other works, one thread each. The deals of the two modes are different
ones, and both programs start every solve with a table that knows nothing. Ten at a time,
because after each change of turns the processor has forgotten the program that comes on: its
code, its data, its branches. Nobody who solves deals one after another waits for that.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import sets
from rebelote import Engine, Position, Strain, Value, deal
from rebelote.cards import from_mask
from report import Row
from timing import Figures, ask, no_collections

RIVAL = "colver==0.11.1"
#: A place of its own, so that it and what it needs stay strangers to the library's environment.
VENV = Path(__file__).resolve().parent.parent / "build" / "bench-colver"
SUITS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
NORTH_SOUTH = (0, 2)
#: Deals in a turn.
TURN = 10


@dataclass
class Match:
    """What both took for the deals of one mode, in milliseconds, and how often they disagreed.

    ``solves``: how many searches are in each of the rival's times; ours are one each.
    """

    mode: str
    solves: int
    ours: list[float] = field(default_factory=list)
    ours_cpu: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)
    theirs_cpu: list[float] = field(default_factory=list)
    nodes: int = 0
    compared: int = 0
    wrong: int = 0

    def row(self) -> Row:
        """The line of output; ratios above 1 say that we are faster."""
        ours, theirs = Figures.of(self.ours), Figures.of(self.theirs)
        return {
            "vs": RIVAL.replace("==", " "),
            "mode": self.mode,
            "solves": len(self.ours),
            **ours.row("ours_"),
            **theirs.row("theirs_"),
            "ratio_of_means": round(theirs.mean / ours.mean, 2),
            "ratio_of_medians": round(theirs.median / ours.median, 2),
            "ratio_of_cpu_means": round(Figures.of(self.theirs_cpu).mean / Figures.of(self.ours_cpu).mean, 2),
            "their_mean_over_our_max": round(theirs.mean / ours.worst, 2),
            "nodes": self.nodes,
            "values_compared": self.compared,
            "values_that_differ": self.wrong,
        }


class Rival:
    """The child process; ``ask`` sends a deal and waits for the answer."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, position: Position, mode: str) -> dict[str, Any]:
        """The child's answer, see rival_colver.py."""
        assert self.process.stdin is not None and self.process.stdout is not None
        hands = [[str(card) for card in from_mask(hand)] for hand in position.hands]
        question = {
            "mode": mode,
            "hands": hands,
            "leader": position.leader,
            "trump": str(position.strain),
        }
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the rival stopped with status {self.process.wait()}")
        answer: dict[str, Any] = json.loads(line)
        return answer


@contextmanager
def rival() -> Iterator[Rival]:
    """The rival, installed where it is not yet, running until the block ends."""
    script = Path(__file__).with_name("rival_colver.py")
    with subprocess.Popen(
        [_install(), script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        try:
            yield Rival(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()


def _install() -> Path:
    python = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    wanted = RIVAL.split("==")[1]
    check = f"from importlib.metadata import version; assert version('colver') == '{wanted}'"
    if not python.exists() or subprocess.run([python, "-c", check], check=False, capture_output=True).returncode:
        print(f"installing {RIVAL} into {VENV}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
        quiet = ["--quiet", "--quiet", "--disable-pip-version-check"]
        subprocess.run(
            [python, "-m", "pip", "install", *quiet, RIVAL],
            check=True,
            stdout=sys.stderr,
        )
    return python


def versus(count: int, engine: Engine, modes: tuple[str, ...] = ("value", "cards")) -> Iterator[Row]:
    """``count`` deals of each mode, in turns; a row for each mode at the end.

    ``value`` takes each deal under all four trumps, since the rival does; ``cards`` takes the
    contrée set as it is.
    """
    rng = Random("rebelote versus")
    values = [deal("contree", rng=rng) for _ in range(count)]
    cards = [entry.position for entry in sets.load("contree")][:count]
    cards += [deal("contree", rng=rng) for _ in range(count - len(cards))]
    matches = {"value": Match("value", 4), "cards": Match("cards", 1)}
    with rival() as other, no_collections():
        # The deal before the first warms both up and is not counted.
        turns = [range(1), *(range(i, min(i + TURN, count)) for i in range(0, count, TURN))]
        for number, turn in enumerate(turns):
            for mode, deals in (("value", values), ("cards", cards)):
                if mode in modes:
                    match = matches[mode] if number else Match(mode, 4)
                    _play(match, [deals[i] for i in turn], engine, other, bool(number & 1))
            if sys.stderr.isatty():
                print(f"\r{turn.stop} of {count}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for mode in modes:
        yield matches[mode].row()


def _play(match: Match, deals: list[Position], engine: Engine, other: Rival, first: bool) -> None:
    """A turn of both, the rival first or not."""
    positions = [replace(position, side=NORTH_SOUTH) for position in deals]
    answers = [other.ask(at, match.mode) for at in positions] if first else []
    ours = [_ours(match, at, engine) for at in positions]
    answers = answers or [other.ask(at, match.mode) for at in positions]
    for at, told, answer in zip(positions, ours, answers, strict=True):
        match.theirs.append(answer["ms"] / match.solves)
        match.theirs_cpu.append(answer["cpu_ms"] / match.solves)
        match.compared += len(told)
        differ = {key for key in told.keys() | answer["values"].keys() if told.get(key) != answer["values"].get(key)}
        match.wrong += len(differ)
        for key in sorted(differ):
            print(f"differ at {key}: {told.get(key)} and {answer['values'].get(key)}: {at}", file=sys.stderr)


def _ours(match: Match, at: Position, engine: Engine) -> dict[str, int]:
    """Our answers for one deal: by trump, or by card."""
    out: dict[str, int] = {}
    bonus = at.rules.all_tricks_bonus
    for game in [replace(at, strain=suit) for suit in SUITS] if match.mode == "value" else [at]:
        found = ask(engine, game, match.mode)
        match.ours.append(found.ms["wall"])
        match.ours_cpu.append(found.ms["cpu"])
        match.nodes += found.nodes
        if match.mode == "value":
            out[str(game.strain)] = _with_capot(found.value, bonus)
        else:
            out.update({card: _with_capot(value, bonus) for card, value in found.cards.items()})
    return out


def _with_capot(value: Value, bonus: int) -> int:
    """Points as the rival counts them: the bonus for every trick among them."""
    return value.points + (bonus if value.sweep > 0 else 0)
