"""The shapes of requests and replies, as pydantic models.

Queries are validated with them. Bodies and replies are only described with them, for
``/openapi.json`` and the tests: what a body says is judged by the library's own checks,
which list every fault at once with its seat and card.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel
from typing_extensions import Self

from rebelote import VARIANTS, custom_schemas


def _optional_is_not_null(schema: dict[str, Any]) -> None:
    """A key that may be left out may not be null: the library would call it a fault."""
    for name, value in schema.get("properties", {}).items():
        if "default" in value and value["default"] is None:
            kinds = [kind for kind in value.get("anyOf", []) if kind != {"type": "null"}]
            rest = {k: v for k, v in value.items() if k not in ("default", "anyOf")}
            schema["properties"][name] = {**rest, **(kinds[0] if len(kinds) == 1 else {"anyOf": kinds})}


class Shape(BaseModel):
    """A JSON object without room for other keys."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_optional_is_not_null)


# Queries.

#: More points than any deal can hold under any options; keeps the number a small integer.
MOST_GOAL = 10_000


class Budget(Shape):
    """``?nodes=``: what every address that searches understands."""

    nodes: Annotated[
        int | None, Field(ge=1, description="node budget of the search, when lower than the service's own")
    ] = None

    @classmethod
    def least(cls) -> Self:
        """A query that asks for as little work as can be."""
        return cls(nodes=1)


class SolveQuery(Budget):
    """``?goal=&line=&nodes=``."""

    goal: Annotated[
        int | None, Field(ge=0, le=MOST_GOAL, description="ask only whether the side can take that many points")
    ] = None
    line: Annotated[bool, Field(description="whether the reply has a line of best play")] = True


class SolveLinkQuery(SolveQuery):
    """The same with the position itself, so that a link carries one."""

    position: Annotated[str, Field(description="a position in its one-line text form")]

    @classmethod
    def least(cls) -> Self:
        return cls(nodes=1, position="")


# Bodies. Cards are texts such as TH; seats are numbers or, with four seats, N E S W.

Trump = Literal["S", "H", "D", "C", "NT", "AT"]
Variant = Annotated[str, Field(json_schema_extra={"enum": list(VARIANTS)})]
When = Literal["always", "unless_partner_wins", "never"]
CardPoints = Annotated[list[Annotated[int, Field(ge=0, le=100)]], Field(min_length=8, max_length=8)]
Order = Annotated[str, Field(pattern="^[AKQJT987]{8}$", description="the eight ranks from high to low")]
Seat = Annotated[int, Field(ge=0, le=3)] | Literal["N", "E", "S", "W"]
Cards = Annotated[str | list[str], Field(description="one text, 7H TD, or a list")]
Hands = Annotated[list[Cards], Field(min_length=2, max_length=4, description="the cards each seat holds, seat 0 first")]
Side = Annotated[list[Seat], Field(min_length=1, max_length=3, description="the seats whose points are counted")]


def _customs(schema: dict[str, Any]) -> None:
    """The options beyond the play of the cards, as the library describes them."""
    _optional_is_not_null(schema)
    schema["properties"] |= custom_schemas()
    schema["additionalProperties"] = False


class Options(Shape):
    """Options of the rules; those left out are as the variant sets them."""

    model_config = ConfigDict(extra="allow", json_schema_extra=_customs)

    strains: list[Trump] | None = None
    trump_when_void: When | None = None
    go_over_trump_lead: When | None = None
    go_over_what: Literal["best", "led"] | None = None
    go_over_ruff: When | None = None
    cannot_go_over: Literal["must_trump", "free"] | None = None
    undertrump_partner: bool | None = None
    go_over_plain: bool | None = None
    go_over_all_trumps: bool | None = None
    all_tricks_bonus: Annotated[int | None, Field(ge=0, le=1000)] = None
    last_trick: Annotated[int | None, Field(ge=0, le=100)] = None
    points_plain: CardPoints | None = None
    points_trump: CardPoints | None = None
    points_nt: CardPoints | None = None
    points_at: CardPoints | None = None
    order_plain: Order | None = None
    order_trump: Order | None = None
    order_nt: Order | None = None
    order_at: Order | None = None


class Deal(Shape):
    """What every item says."""

    variant: Variant
    players: Annotated[int | None, Field(ge=2, le=4, description="only needed where the variant leaves it open")] = None
    hands: Hands
    side: Side | None = None
    misere: bool | None = None
    options: Options | None = None


class PositionBody(Deal):
    """A position with all hands open."""

    trump: Trump
    leader: Seat
    trick: Annotated[Cards | None, Field(description="the cards on the table, from the leader on")] = None


class PlayedBody(PositionBody):
    """A played deal: the hands before the first card, and the cards in the order of play."""

    plays: Cards
    declarer: Seat | None = None


class TableBody(Deal):
    """A deal that is to be tried in every strain; trump and leader may be left out."""

    trump: Trump | None = None
    leader: Seat | None = None
    trick: Annotated[
        list[str] | None, Field(max_length=0, description="nothing: a table is made at a trick's start")
    ] = None


# Replies.


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


Sweep = Annotated[Literal[-1, 0, 1], Field(description="1: every trick, -1: no trick, 0: neither")]


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


class PlayedCard(Shape):
    """One card of a played deal; ``before`` and ``after`` are the side's totals for the deal."""

    seat: int
    card: str
    legal: list[str]
    before: int
    after: int
    loss: Annotated[int, Field(ge=0)]
    best: list[str]


class SeatTotal(Shape):
    """One seat over the whole deal."""

    seat: int
    loss: int
    cards: int
    decisions: Annotated[int, Field(description="cards that were a real choice")]
    best_played: Annotated[int, Field(description="decisions for a card that lost nothing")]


class Balance(Shape):
    """start - own_losses + other_losses = taken; in misère the signs of the losses are turned."""

    start: int
    own_losses: int
    other_losses: int
    taken: int


class AnalysisReply(Answer):
    """The post-mortem of a played deal; without ``exact`` only the values found so far."""

    variant: Variant
    players: int
    trump: Trump
    misere: bool
    side: list[int]
    declarer: int | None
    values: Annotated[
        list[int | None], Field(description="the side's total before each card, and at the end; null: not found")
    ]
    cards: list[PlayedCard]
    seats: list[SeatTotal]
    balance: Balance | None
    taken_by_seat: list[int]
    of: int
    complete: Annotated[bool, Field(description="whether the deal was played to its last card")]


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


class HealthReply(Shape):
    """The service is up."""

    status: Literal["ok"]
    version: str


class Game(Shape):
    """One game; ``options`` are the values of all of them."""

    variant: Variant
    players: list[int]
    cards: Annotated[int, Field(description="cards dealt to each seat")]
    partners: Annotated[bool, Field(description="whether seats 0 and 2 play against 1 and 3")]
    options: Options


class VariantsReply(Shape):
    """Every game that the service knows."""

    variants: list[Game]
    engine: EngineShape


class Fault(Shape):
    """One fault: a stable code, words for people, and the place, seat and card it is about."""

    code: str
    message: str
    where: str | None = None
    seat: int | None = None
    card: str | None = None


class ProblemReply(Shape):
    """Any error, as RFC 9457 has it; ``problems`` lists every fault of bad input."""

    type: str
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: str
    code: Annotated[str, Field(description="stable, for programs")]
    problems: list[Fault] | None = None
