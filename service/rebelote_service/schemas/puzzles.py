"""Puzzles as they are answered: what the solver is told, and with the solution."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, RootModel

from rebelote_service.schemas.answers import EngineShape, Told
from rebelote_service.schemas.bodies import PositionBody
from rebelote_service.schemas.hidden import HiddenBody
from rebelote_service.schemas.puzzlequeries import Form, Grade
from rebelote_service.schemas.shapes import Shape

Count = Annotated[int, Field(ge=0)]
Counts = dict[str, Count]
Reached = Literal[True] | None


class GoalShape(Shape):
    """What is to be reached: one of the first five, and what it does to a contract."""

    points: Annotated[int | None, Field(ge=0, description="at least so many; in misère no more")] = None
    sweep: Reached = None
    trick: Reached = None
    no_trick: Reached = None
    last_trick: Reached = None
    contract: Literal["made", "broken"] | None = None


class StakesShape(Shape):
    """The contract and the melds, and what each seat had taken before."""

    declarer: int | None
    bid: int | None
    sweep: bool
    factor: int
    melds: list[int]
    belas: list[int]
    points: list[int]
    tricks: list[int]


class PuzzleTask(Shape):
    """What the solver is told: the position, or with the form ``hand`` what he sees of it, and the goal."""

    id: str
    version: Literal[1]
    form: Form
    position: PositionBody | None = None
    view: HiddenBody | None = None
    goal: GoalShape
    stakes: StakesShape | None = None
    tricks: Annotated[int, Field(ge=1, description="tricks left, a started one included")]
    grade: Grade
    text: Annotated[str, Field(description="the task in words")]


class RefutationShape(Shape):
    """Wrong cards, and the defence against them."""

    at: Annotated[int, Field(ge=0, description="which card of the line it would have replaced")]
    card: str
    same_as: list[str]
    points: Annotated[int | None, Field(description="the most of the rest that the side can still get")] = None
    line: list[str]


class SharesShape(Shape):
    """In how many of the deals that fit each card can do it."""

    worlds: Annotated[int, Field(ge=1)]
    share: float
    cards: Counts


class WholePuzzle(PuzzleTask):
    """A puzzle with its solution and the proof of it."""

    position: PositionBody
    answer: Annotated[list[str], Field(min_length=1, description="every card that does it")]
    line: Annotated[list[str], Field(description="the main line up to the last decision")]
    rest: Annotated[list[str], Field(description="what follows to the end of the deal")]
    choices: Annotated[int, Field(ge=1, description="decisions")]
    gap: Annotated[int | None, Field(description="the fewest points that a wrong card falls short")]
    refutations: list[RefutationShape]
    themes: list[str]
    difficulty: float
    interest: float
    measures: dict[str, Any]
    shares: SharesShape | None = None
    source: dict[str, Any] | None = None
    solution: Annotated[list[str], Field(description="the solution in words, a paragraph each")]


class PuzzlesReply(Shape):
    """Puzzles of the collection, and how many there would be with each other filter."""

    puzzles: list[WholePuzzle | PuzzleTask]
    total: Count
    offset: Count
    next: Annotated[int | None, Field(description="the offset of the next page; null on the last")]
    counts: Annotated[
        dict[str, Counts],
        Field(description="filter, then value: how many puzzles there are with it and the other filters"),
    ]
    engine: EngineShape


class ToldTask(PuzzleTask, Told):
    """A task, and how the answer came about."""


class ToldPuzzle(WholePuzzle, Told):
    """A whole puzzle, and how the answer came about."""


class PuzzleReply(RootModel[ToldPuzzle | ToldTask]):
    """One puzzle; with ``?solution=true`` the whole of it."""


class TryReply(Told):
    """What became of a card."""

    id: str
    card: str
    right: bool
    reply: Annotated[list[str], Field(description="what follows: the other side's cards; after a wrong card why")]
    played: Annotated[list[str], Field(description="every card so far, for the next try; a wrong one is taken back")]
    solved: Annotated[bool, Field(description="nothing can go wrong any more")]
    rest: Annotated[list[str], Field(description="how the deal then ends")]
    seat: Annotated[int | None, Field(description="whose turn it is now")]
    legal: Annotated[list[str], Field(description="what may be tried now")]


class SearchEnd(Told):
    """How far a search for new puzzles got."""

    found: Count
    deals: Annotated[Count, Field(description="deals looked through")]
    complete: Annotated[bool, Field(description="whether there are as many as were asked for")]
    seed: Annotated[int, Field(description="finds the same again")]


class GenerateReply(SearchEnd):
    """New puzzles, in the order of the deals they were found in."""

    puzzles: list[WholePuzzle | PuzzleTask]


class GenerateLine(RootModel[WholePuzzle | PuzzleTask | SearchEnd]):
    """A line of a stream: a puzzle, and in the end how far the search got."""
