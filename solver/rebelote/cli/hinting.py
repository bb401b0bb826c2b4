"""``hint``: what to play, with all hands open or only one's own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

import rebelote
from rebelote import Hint, StopFlag, render
from rebelote.cli.hintpaper import Fitting, show_calls, show_cards, show_known, show_melds, show_plan, show_swap
from rebelote.cli.options import HOW_TO_GIVE, examples, inputs, paper
from rebelote.cli.paper import Paper
from rebelote.cli.running import Data, answer_inputs, tell_latest, write_json
from rebelote.cli.working import closed_pipe_is_fine
from rebelote.errors import PositionError, Problem
from rebelote.hinting.open_hands import is_hidden

if TYPE_CHECKING:
    from rebelote import Knowledge

F = TypeVar("F", bound=Callable[..., Any])

_POSITION = "'classic H 0 J9..A./8.7.K./A.8..Q/7..T.7'"


def _limits(command: F) -> F:
    """How much work a hint with hidden hands is worth."""
    for option in (
        click.option("--count", is_flag=True, help="Only how many deals fit what the seat knows."),
        click.option("--partial", is_flag=True, help="Write better and better answers (needs --json)."),
        click.option("--weigh", type=click.Choice(["bidding"]), help="Count deals by how likely the calls are."),
        click.option("--by", type=click.Choice(["points", "score", "made"]), help="What is best.  [default: as known]"),
        click.option("--threads", type=click.IntRange(1, 256), help="Deals solved at a time.  [default: all cores]"),
        click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Which deals are drawn."),
        click.option("--every-card", "every", is_flag=True, help="Solve hopeless cards in every deal too."),
        click.option(
            "--confidence",
            type=click.FloatRange(0, 1, min_open=True, max_open=True),
            help="Stop when the best card is so certain.",
        ),
        click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Stop after so long."),
        click.option("--worlds", type=click.IntRange(1), metavar="N", help="Solve at most N of the deals that fit."),
        click.option(
            "--what",
            type=click.Choice(["card", "call", "swap", "meld", "plan"]),
            default="card",
            show_default=True,
            help="The decision; plan: a card for the contract, own cards planned ahead.",
        ),
        click.option(
            "--moves",
            type=click.IntRange(1, 8),
            default=2,
            show_default=True,
            help="Own cards that a plan looks ahead.",
        ),
    ):
        command = option(command)
    return command


@click.command(
    short_help="What to play, in words.",
    help="Say what the seat on turn should play, and what other cards cost. With all hands open that is exact."
    " An item with one hand, and the cards played so far, is a deal as its owner sees it: then every deal that fits"
    f" is solved, or as many as the limits allow.\n\n{HOW_TO_GIVE} A deal with hidden hands is always JSON.",
    epilog=examples(
        f"rebelote hint {_POSITION}",
        "rebelote hint --lang ru --symbols examples/positions/*.jsonl",
        "rebelote hint examples/hidden/gambler.json",
        "rebelote hint --worlds 200 --json --partial examples/hidden/contree.json",
        "rebelote hint --what call examples/hidden/call_contree.json",
        "rebelote hint --what plan --moves 3 examples/hidden/gambler.json",
    ),
)
@inputs
@_limits
def hint(
    inputs: tuple[str, ...], as_json: bool, lang: str, symbols: bool, nodes: int | None, partial: bool, **asked: Any
) -> None:
    if partial and not as_json:
        raise click.UsageError("--partial needs --json: people get the last answer.")
    if asked["count"] and asked["what"] == "call":
        raise click.UsageError("--count counts the deals of a hint for a card.")
    if asked["what"] == "plan" and asked["worlds"] is not None and asked["worlds"] > rebelote.MOST_PLANNED:
        raise click.BadParameter(f"a plan looks at {rebelote.MOST_PLANNED} deals at most", param_hint="--worlds")
    out = paper(as_json, lang, symbols)
    work = Hinting(nodes, partial, **asked)
    try:
        answer_inputs(inputs, work.answer, work.to_json, work.show, out, doing=work.doing)
    except (KeyboardInterrupt, SystemExit):
        # What was solved until then is an answer too.
        with closed_pipe_is_fine():
            work.tell_latest(out)
        raise


@dataclass(frozen=True, slots=True)
class Answered:
    """A hint to a deal with hidden hands, and how people get to see it."""

    found: Any
    show: Callable[[Paper], None]


@dataclass(slots=True)
class Hinting:
    """The hints of one run of the command: what was asked for, and the answer so far to the item in hand."""

    nodes: int | None
    partial: bool
    what: str
    worlds: int | None
    seconds: float | None
    confidence: float | None
    every: bool
    seed: int
    threads: int | None
    by: str | None
    weigh: str | None
    count: bool
    moves: int
    latest: Answered | None = field(default=None, init=False)
    _solved: str = field(default="", init=False)

    def answer(self, data: Data, stop: StopFlag) -> Hint | Answered:
        """The hint for one item, whichever kind it is of."""
        self.latest, self._solved = None, ""
        if self.count:
            return _counted(_object(data))
        if self.what != "card":
            return self._other(_object(data), stop)
        hidden = is_hidden(data)
        if hidden:
            return self._card(_object(data), stop)
        found = rebelote.hint(data, nodes=self.nodes, stop=stop)
        assert isinstance(found, Hint)
        return found

    def _card(self, data: dict[str, Any], stop: StopFlag) -> Answered:
        knowledge = rebelote.Knowledge.from_dict(data)
        answers = rebelote.hints(
            knowledge,
            worlds=self.worlds,
            seconds=self.seconds,
            confidence=self.confidence,
            every=self.every,
            by=self.by,
            weigh=self.weigh,
            seed=self.seed,
            threads=self.threads,
            nodes=self.nodes,
            stop=stop,
        )
        for found in answers:
            if self.partial and not found.done:
                write_json(found.to_dict())
            self.latest = Answered(found, partial(_show_known, knowledge, partial(show_cards, found)))
            self._solved = f"{found.solved:,} of {found.count:,} deals solved"
        assert self.latest is not None
        return self.latest

    def _other(self, data: dict[str, Any], stop: StopFlag) -> Answered:
        """What to call, whether to swap, what to announce, a plan for the contract."""
        limits = {name: getattr(self, name) for name in ("worlds", "seconds", "threads", "weigh", "nodes")}
        common: dict[str, Any] = {name: value for name, value in limits.items() if value is not None}
        common |= {"seed": self.seed, "stop": stop}
        if self.what == "call":
            call = rebelote.call_hint(data, **common)
            self.latest = Answered(call, partial(show_calls, call))
            return self.latest
        knowledge = rebelote.Knowledge.from_dict(data)
        if self.what == "plan":
            asked = {name: common[name] for name in ("worlds", "nodes", "seed", "stop") if name in common}
            plan = rebelote.plan_hint(knowledge, moves=self.moves, **asked)
            self.latest = Answered(plan, partial(_show_known, knowledge, partial(show_plan, plan)))
        elif self.what == "swap":
            swap = rebelote.swap_hint(knowledge, **common)
            self.latest = Answered(swap, partial(_show_known, knowledge, partial(show_swap, swap)))
        else:
            meld = rebelote.meld_hint(knowledge, **common)
            self.latest = Answered(meld, partial(_show_known, knowledge, partial(show_melds, meld)))
        return self.latest

    def doing(self) -> str:
        """What is going on, for the line of progress; nothing where partial answers appear on the same terminal."""
        if self.partial and sys.stdout.isatty():
            return ""
        return self._solved or "searching"

    def to_json(self, answer: Hint | Answered) -> dict[str, Any]:
        """The answer for programs; it has been told then."""
        self.latest = None
        found: Any = answer.found if isinstance(answer, Answered) else answer
        told: dict[str, Any] = found.to_dict()
        return told

    def show(self, answer: Hint | Answered, out: Paper) -> None:
        """The answer for people; it has been told then."""
        self.latest = None
        if isinstance(answer, Answered):
            answer.show(out)
            return
        out.position(answer.solution.position)
        out.line(render.in_words(str(answer), out.language, symbols=out.symbols))

    def tell_latest(self, out: Paper | None) -> None:
        """Write the answer so far to an item that was broken off, if there is one."""
        tell_latest(self.latest, self.to_json, self.show, out)


def _counted(data: dict[str, Any]) -> Answered:
    worlds = rebelote.Worlds.of(data)
    found = Fitting(worlds.knowledge.seat, worlds.count)
    return Answered(found, lambda out: out.line(found.text))


def _show_known(knowledge: Knowledge, answer: Callable[[Paper], None], out: Paper) -> None:
    show_known(knowledge, out)
    answer(out)


def _object(data: Data) -> dict[str, Any]:
    if isinstance(data, dict):
        return data
    told = "where only one hand is seen, an item is a JSON object with hand"
    raise PositionError([Problem("not_an_object", told)])
