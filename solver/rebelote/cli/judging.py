"""The work of ``analyse``: a deal at a time, and whatever of an answer there is when it is broken off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import rebelote
from rebelote import Analysis, InputError, StopFlag
from rebelote.cli.analysisfiles import Reports, Sheet
from rebelote.cli.paper import Paper
from rebelote.cli.running import Data, tell_latest

if TYPE_CHECKING:
    from rebelote.postmortem.attempts import Tried
    from rebelote.postmortem.luck import Luck


@dataclass(frozen=True, slots=True)
class Asked:
    """What the command line asks of every deal."""

    language: str
    symbols: bool
    nodes: int | None
    side: str | None
    again: str | None
    luck: bool
    bidding: bool
    worlds: int | None
    seed: int
    threads: int | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The post-mortem of a deal as it was played, and its words; ``tried``: another card, where that was asked for.

    ``report`` is what goes into the reports: the deal, or what became of it with the other card.
    """

    analysis: Analysis
    text: Sequence[str] = ()
    tried: Tried | None = None
    replayed: Analysis | None = None

    @property
    def report(self) -> Analysis:
        return self.replayed or self.analysis


@dataclass(slots=True)
class Judging:
    """The analyses of one run: what was asked for, where reports go, and the answer so far to the deal in hand."""

    asked: Asked
    reports: Reports
    latest: Answer | None = field(default=None, init=False)
    _doing: str = field(default="", init=False)

    def answer(self, data: Data, stop: StopFlag) -> Answer:
        """The post-mortem of a deal, and of a card tried in it."""
        self.latest, self._doing, asked = None, "", self.asked
        given = data if asked.side is None else _for_side(data, asked.side)
        analysis = rebelote.analyse(given, nodes=asked.nodes, stop=stop)
        if asked.again is not None:
            return self._tried(analysis, asked.again, stop)
        self.latest = answer = Answer(analysis, self._words(analysis))
        if asked.luck and analysis.exact:
            for found in self._with_luck(analysis, stop):
                self.latest = answer = replace(answer, analysis=found)
        if asked.bidding and analysis.exact:
            self.latest = answer = replace(answer, analysis=self._with_bidding(answer.analysis, stop))
        return answer

    def _tried(self, analysis: Analysis, text: str, stop: StopFlag) -> Answer:
        from rebelote.postmortem.attempts import attempt

        nodes = self.asked.nodes
        tried = attempt(analysis.record or analysis.deal, text, nodes=nodes, stop=stop)
        replayed = tried.again.analysis(nodes=nodes, stop=stop) if self.reports.wanted else None
        return Answer(analysis, (), tried, replayed)

    def _words(self, analysis: Analysis) -> list[str]:
        from rebelote.wording.speech import spoken
        from rebelote.wording.stories import explain

        language = self.asked.language
        return explain(analysis, spoken(language), letters=language, symbols=self.asked.symbols)

    def _with_luck(self, analysis: Analysis, stop: StopFlag) -> Iterator[Analysis]:
        """The analysis with one verdict after the other, so that what breaks off has those found."""
        from rebelote.postmortem.luck import WORLDS, luck

        asked, given = self.asked, analysis.record or analysis.deal
        found: list[Luck] = []
        yield replace(analysis, luck=[])
        moments = [i for i, card in enumerate(analysis.cards) if card.costly]
        worlds = WORLDS if asked.worlds is None else asked.worlds
        for done, moment in enumerate(moments):
            self._doing = f"{done} of {len(moments)} costly cards judged"
            found += luck(given, [moment], worlds=worlds, seed=asked.seed, threads=asked.threads, stop=stop)
            yield replace(analysis, luck=list(found))

    def _with_bidding(self, analysis: Analysis, stop: StopFlag) -> Analysis:
        from rebelote.postmortem.bidding import bidding_review

        def progress(done: int, of: int) -> None:
            self._doing = f"{done} of {of} calls judged"

        asked, self._doing = self.asked, "weighing the contracts"
        limits: dict[str, Any] = {"worlds": asked.worlds, "seed": asked.seed, "threads": asked.threads}
        with suppress(InputError):  # an ending says nothing of the hands that were bid on
            review = bidding_review(analysis.record or analysis.deal, progress=progress, stop=stop, **limits)
            return replace(analysis, bidding=review)
        return analysis

    def doing(self) -> str:
        """What is going on, for the line of progress."""
        return self._doing or "searching"

    def to_json(self, answer: Answer) -> dict[str, Any]:
        """The answer for programs, and its reports; it has been told then."""
        self.latest = None
        self.reports.add(answer.report)
        if answer.tried is not None:
            return answer.tried.to_dict()
        return {**answer.analysis.to_dict(), "text": list(answer.text)}

    def show(self, answer: Answer, out: Paper) -> None:
        """The answer for people, and its reports; it has been told then."""
        from rebelote.cli.againpaper import show_try
        from rebelote.cli.analysispaper import show

        self.latest = None
        said = self.reports.add(answer.report)
        if isinstance(out, Sheet):
            out.text = said
        elif answer.tried is not None:
            show_try(answer.tried, answer.analysis, out)
        else:
            show(answer.analysis, answer.text, out, bidding=self.asked.bidding)

    def tell_latest(self, out: Paper | None) -> None:
        """Write the answer so far to a deal that was broken off, if there is one."""
        tell_latest(self.latest, self.to_json, self.show, out)


def _for_side(data: Data, seats: str) -> Data:
    """The same deal, counting the points of ``seats``."""
    if isinstance(data, dict):
        return {**data, "side": seats}
    return re.sub(r"\s+side=\S*", "", data) + f" side={seats}"
