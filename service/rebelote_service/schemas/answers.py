"""What is answered after a search with all hands open."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, RootModel

from rebelote_service.schemas.shapes import Options, Shape, Sweep, Trump, Variant


class EngineShape(Shape):
    name: str
    version: str


class RulesShape(Shape):
    """The rules that were in force: the variant, and the value of every option."""

    variant: Variant
    options: Options


class Answer(Shape):
    """What every reply that took a search says."""

    nodes: Annotated[int, Field(ge=0, description="positions the search visited")]
    exact: Annotated[bool, Field(description="false when the node budget ran out first")]
    rules: RulesShape
    engine: EngineShape
    elapsed_ms: Annotated[float, Field(ge=0)]


class Told(Shape):
    """What every reply without a search says."""

    rules: RulesShape
    engine: EngineShape
    elapsed_ms: Annotated[float, Field(ge=0)]


class CardValue(Shape):
    """A legal card and what the side takes after it."""

    card: str
    points: int
    sweep: Sweep
    loss: Annotated[int, Field(ge=0, description="how much worse than the best card, for the seat that plays it")]
    same_as: Annotated[list[str], Field(description="other cards that play exactly alike")]


class Solution(Answer):
    """The value of a position; without ``exact`` only ``bounds`` of its points."""

    side: list[int]
    points: int | None
    sweep: Sweep | None
    of: Annotated[int, Field(description="points at stake")]
    cards: Annotated[list[CardValue], Field(description="every legal card, best first")]
    line: Annotated[list[str], Field(description="best play of both sides to the end")]
    bounds: Annotated[list[int] | None, Field(min_length=2, max_length=2)] = None


class GoalAnswer(Answer):
    """Whether the side can take the goal; ``made`` is null when the budget ran out first."""

    side: list[int]
    goal: int
    made: bool | None
    line: list[str]


class SolveReply(RootModel[Solution | GoalAnswer]):
    """The value of the position and of every card; with ``?goal=`` only whether it can be reached."""


class HintReply(Solution):
    """The value of the position and of every card, and the advice in words."""

    seat: Annotated[int, Field(description="whose turn it is")]
    best: Annotated[list[str], Field(description="every card that loses nothing")]
    text: str


class TableRow(Shape):
    """One strain with one leader or lone player; the value is null when it was not found."""

    trump: Trump
    leader: int
    side: list[int] | None
    points: int | None
    sweep: Sweep | None
    of: int | None


class TableReply(Answer):
    """Every strain with every leader or, in the games for oneself, every lone player."""

    variant: Variant
    players: int
    rows: list[TableRow]


class ContractRow(Shape):
    """One strain in one seat's hands; null where it was not found, or the others share it in ways not known."""

    trump: Trump
    declarer: int
    bid: int | None
    sweep: Annotated[bool, Field(description="whether every trick was bid")]
    result: Literal["made", "failed", "hanging"] | None
    margin: int | None
    written: list[int | None]


class ContractsReply(Answer):
    """What every contract would score, all playing for the score."""

    variant: Variant
    players: int
    leader: int
    rows: list[ContractRow]


class TableReplies(RootModel[TableReply | ContractsReply]):
    """Every strain with every leader or lone player; with ``?score=`` every contract."""
