"""What people get to see of puzzles: the tasks one by one as they are found, and the solutions behind all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from rebelote import render
from rebelote.cli.paper import Paper

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from rebelote import Puzzle, Speech
    from rebelote.wording.puzzletalk import Solution


@dataclass(slots=True)
class Sheets:
    """The tasks of one run, and what is to stand behind them."""

    out: Paper
    speech: Speech
    solutions: bool = True
    _shown: list[Puzzle] = field(default_factory=list)

    @classmethod
    def of(cls, out: Paper, *, solutions: bool) -> Sheets:
        from rebelote.wording.speech import Speech, spoken

        # Suits are letters unless symbols are asked for, as everywhere in the command.
        return cls(out, Speech(spoken(out.language), letters=out.language, symbols=out.symbols), solutions)

    def task(self, puzzle: Puzzle) -> str:
        """The next task."""
        from rebelote.wording.puzzletalk import grade_name, task_text

        self._shown.append(puzzle)
        out, speech, at = self.out, self.speech, puzzle.position
        out.begin(f"{len(self._shown)}. {puzzle.id}")
        setting = [speech.game(at.rules.variant)]
        setting += [speech.say("misère")] if at.misere else []
        trump = out.strain(at.strain)
        setting.append(speech.say("trump {trump}", trump=trump) if at.strain < 4 else speech.strain(at.strain))
        out.line(", ".join([*setting, speech.tricks(puzzle.tricks)]) + "\n")
        if _one_hand(puzzle):
            self._hand(puzzle)
        else:
            out.line(render.diagram(at, out.language, symbols=out.symbols))
        out.line("")
        self._paragraph(task_text(puzzle, speech), 0)
        grade = speech.say("{grade} of 5, {word}", grade=puzzle.grade, word=grade_name(puzzle.grade, speech))
        out.line(speech.say("Grade: {grade}.", grade=grade))
        return out.end()

    def behind(self) -> str:
        """The solutions of all tasks, where they are wanted."""
        if not self.solutions or not self._shown:
            return ""
        self.out.begin(self._head("solutions"))
        for number, puzzle in enumerate(self._shown, 1):
            self._solution(number, puzzle)
        return self.out.end()

    def _hand(self, puzzle: Puzzle) -> None:
        """The solver's hand, the table, and what is known besides."""
        out, at = self.out, puzzle.position
        out.line(f"> {render.seat_name(at.seat, at.players)}")
        for line in render.hand_lines(at.hands[at.seat], at.rules, at.strain, out.language, symbols=out.symbols):
            out.line(f"    {line}")
        for i, card in enumerate(at.trick):
            out.line(f"{(at.leader + i) % at.players}: {card.text(out.language, symbols=out.symbols)}")
        if puzzle.view is None:
            return
        from rebelote.reports.puzzlehand import known

        for element in known(puzzle.view, self.speech):
            self._listed(element)

    def _listed(self, element: Element) -> None:
        """A heading, a list or a table of a page, a line an entry."""
        if element.tag == "h4":
            self.out.line(f"\n{_words(element)}:")
            return
        if element.tag == "dl":
            self.out.line("")
        pair: list[str] = []
        for entry in element.iter():
            if entry.tag == "li":
                self._paragraph(_words(entry), 2)
            elif entry.tag in ("dt", "dd"):
                pair.append(_words(entry))
            if len(pair) == 2:
                self._paragraph(": ".join(pair), 2)
                pair.clear()

    def _solution(self, number: int, puzzle: Puzzle) -> None:
        from rebelote.wording.puzzletalk import solution

        say, found = self.speech.say, solution(puzzle, self.speech)
        self.out.line(f"\n{number}. {puzzle.id}", style="bold")
        self._paragraph(found.answer, 3)
        if _one_hand(puzzle):
            self.out.line(f"\n   {say('the deal as it was')}:\n")
            for line in render.diagram(puzzle.position, self.out.language, symbols=self.out.symbols).split("\n"):
                self.out.line(f"   {line}")
        self._section("best play", found.line)
        self._paragraph(found.end, 3)
        self._section("wrong cards", found.refuted)
        self._section("later decisions", found.later)
        self._paragraph(_graded(found, self.speech), 3)

    def _section(self, title: str, lines: Sequence[str]) -> None:
        if lines:
            self.out.line(f"\n   {self.speech.say(title)}:")
        for line in lines:
            self._paragraph(line, 5)

    def _head(self, title: str) -> str:
        words = self.speech.say(title)
        return words[:1].upper() + words[1:]

    def _paragraph(self, words: str, indent: int) -> None:
        """Words, folded where the terminal ends."""
        if words:
            # A space that no line break parts: not every terminal has it.
            self.out.console.print(Padding(Text(words.replace("\u202f", " ")), (0, 0, 0, indent)))


def _one_hand(puzzle: Puzzle) -> bool:
    """Whether the solver sees his own hand only."""
    from rebelote.puzzling.puzzles import HAND

    return puzzle.form == HAND


def _graded(found: Solution, speech: Speech) -> str:
    graded = speech.say("Grade: {grade}.", grade=found.grade)
    if not found.themes:
        return graded
    return f"{speech.say('Themes: {themes}.', themes=', '.join(found.themes))} {graded}"


def _words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())
