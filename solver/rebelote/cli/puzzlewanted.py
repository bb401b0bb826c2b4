"""Which puzzles are wanted: as a question to the search, and as a test of puzzles that are there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rebelote import Ask, Puzzle, Strain


@dataclass(frozen=True)
class Wanted:
    """What is asked of a puzzle; none and nothing: any will do.

    ``goals`` and ``grades``: one of them; ``themes``: all of them; ``choices`` and ``gap``: at least so much.
    """

    variant: str | None = None
    players: int | None = None
    trump: Strain | None = None
    misere: bool | None = None
    tricks: tuple[int, int] | None = None
    goals: tuple[str, ...] = ()
    themes: frozenset[str] = frozenset()
    grades: frozenset[int] = frozenset()
    form: str | None = None
    share: float | None = None
    choices: int | None = None
    gap: int | None = None

    def ask(self) -> Ask:
        """The question to the search; what is not told is as the search has it."""
        from rebelote import Ask

        usual = Ask()
        return Ask(
            self.goals,
            self.form or usual.form,
            self.choices or usual.choices,
            self.gap or usual.gap,
            self.themes,
            self.grades,
            self.share or usual.share,
        )

    def met(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is as wanted."""
        return next(self.missed(puzzle), None) is None

    def missed(self, puzzle: Puzzle) -> Iterator[str]:
        """In what a puzzle is not as wanted, in words: ``variant capo, not classic``."""
        at, shares = puzzle.position, puzzle.shares
        exactly = (
            ("variant", at.rules.variant, self.variant),
            ("players", at.players, self.players),
            ("trump", at.strain, self.trump),
            ("misère", _yes(at.misere), None if self.misere is None else _yes(self.misere)),
            ("form", puzzle.form, self.form),
            ("share", None, None) if shares is None else ("share", shares.share, self.share),
        )
        for what, is_so, wanted in exactly:
            if wanted is not None and is_so != wanted:
                yield f"{what} {is_so}, not {wanted}"
        if self.tricks is not None and not self.tricks[0] <= puzzle.tricks <= self.tricks[1]:
            yield f"{puzzle.tricks} tricks, not {'-'.join(map(str, sorted(set(self.tricks))))}"
        goal = puzzle.goal
        if self.goals and goal.kind not in self.goals and not (goal.contract and "contract" in self.goals):
            yield f"goal {goal.kind}, not {' or '.join(self.goals)}"
        if lacking := sorted(self.themes - set(puzzle.themes)):
            yield f"no theme {', '.join(lacking)}"
        if self.grades and puzzle.grade not in self.grades:
            yield f"grade {puzzle.grade}, not {' or '.join(map(str, sorted(self.grades)))}"
        if self.choices is not None and puzzle.choices < self.choices:
            yield f"{puzzle.choices} choices, not {self.choices}"
        if self.gap is not None and puzzle.gap is not None and puzzle.gap < self.gap:
            yield f"gap {puzzle.gap}, not {self.gap}"


def _yes(told: bool) -> str:
    return "yes" if told else "no"
