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


class Query(Shape):
    """A query without parameters."""

    @classmethod
    def least(cls) -> Self:
        """A query that asks for as little work as can be."""
        return cls()


class RecordQuery(Query):
    """``?to=``."""

    to: Annotated[Literal["json", "text", "cfn"], Field(description="the form in which the record comes back")] = "json"


class Budget(Query):
    """``?nodes=``: what every address that searches understands."""

    nodes: Annotated[
        int | None, Field(ge=1, description="node budget of the search, when lower than the service's own")
    ] = None

    @classmethod
    def least(cls) -> Self:
        """A query that asks for as little work as can be."""
        return cls(nodes=1)


class TableQuery(Budget):
    """``?score=&nodes=``."""

    score: Annotated[bool, Field(description="what every contract would score instead")] = False


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


class Called(Shape):
    """A meld, and who called it."""

    seat: Seat
    meld: Annotated[str, Field(description="run 7H 8H 9H, set JS JH JD JC, bela QH KH or belot QS KS")]


class Ending(Shape):
    """How a deal ended before its last card; ``points`` are those each party has at the end, in a claim."""

    kind: Literal["claim", "doezd", "half_bait", "broken_off"]
    seat: Seat | None = None
    points: list[int] | None = None


def _null_too(schema: dict[str, Any]) -> None:
    """Keys of a record in which null says that there was nothing."""
    _optional_is_not_null(schema)
    for name in ("exchange", "declarer", "contract", "ending"):
        value = schema["properties"][name]
        kinds = value.pop("anyOf", None) or [{key: value.pop(key) for key in ("type", "$ref") if key in value}]
        value["anyOf"] = [*kinds, {"type": "null"}]


class RecordBody(Shape):
    """A whole deal, from the cut to the score; a key that is left out says nothing."""

    model_config = ConfigDict(json_schema_extra=_null_too)

    version: Literal[1] | None = None
    variant: Variant
    players: Annotated[int | None, Field(ge=2, le=4, description="only needed where the variant leaves it open")] = None
    options: Options | None = None
    tags: Annotated[dict[str, str] | None, Field(description="free texts; 0 to 3 are the names of the seats")] = None
    dealer: Seat | None = None
    upcard: str | None = None
    second: Annotated[str | list[str] | None, Field(description="a list where several were turned")] = None
    bottom: str | None = None
    first: Annotated[list[Cards] | None, Field(max_length=4, description="the cards before the auction")] = None
    hands: Annotated[Hands, Field(description="as they were played")]
    exchange: Annotated[Seat | None, Field(description="who swapped the seven of trumps for the upcard")] = None
    auction: Annotated[list[str] | None, Field(description="pass, play, H, 80H, capotH, double, redouble")] = None
    trump: Annotated[Trump | None, Field(description="left out only where nobody played")] = None
    misere: bool | None = None
    declarer: Seat | None = None
    contract: Annotated[str | None, Field(description="H, 110H, capotH; x doubled, xx redoubled")] = None
    leader: Seat | None = None
    side: Side | None = None
    melds: Annotated[list[Called] | None, Field(description="sets and runs, in the order of calling")] = None
    belas: list[Called] | None = None
    plays: Cards
    ending: Ending | None = None
    scores: Annotated[list[int] | None, Field(description="the parties' before the deal")] = None
    hanging: Annotated[list[int] | None, Field(description="points that hung before the deal, the oldest first")] = None
    written: Annotated[list[int] | None, Field(description="what each party wrote")] = None


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


class Moment(Shape):
    """What a moment of a deal was worth under best play for the score; null: not known."""

    margin: Annotated[int, Field(description="what the owners play for")]
    written: Annotated[list[int | None], Field(description="by each party")]
    result: Literal["made", "failed", "hanging", "misere"] | None
    capot: int | None


class ScoreLoss(Shape):
    """What a card cost in score for the seat that played it, and the result that it changed."""

    loss: Annotated[int, Field(ge=0)]
    changed: str


class ScoreScale(Shape):
    """The deal on the scale of what is written; null where it was not found."""

    owners: list[int]
    values: list[Moment | None]
    cards: list[ScoreLoss | None]
    exact: bool


class Exchange(Shape):
    """The swap of the seven of trumps, weighed by the owners' margin."""

    seat: int
    keep: int
    swap: int
    better: Literal["keep", "swap"] | None


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
    score: Annotated[ScoreScale | None, Field(description="where a record says what was played for")] = None
    exchange: Annotated[Exchange | None, Field(description="where somebody could swap the seven of trumps")] = None


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


class Told(Shape):
    """What every reply without a search says."""

    rules: RulesShape
    engine: EngineShape
    elapsed_ms: Annotated[float, Field(ge=0)]


class Ended(Shape):
    """How the deal ended before its last card; of a claim what it was about, and whether it was right."""

    kind: Literal["rest", "after_trick", "eight_trumps", "doezd", "half_bait", "broken_off"]
    seat: int | None
    brought: int | None
    wanted: int | None
    right: bool | None


class ScoreReply(Told):
    """What a deal came to: points, tricks, melds and belas a seat; what counts and is written a party."""

    variant: Variant
    players: int
    trump: Trump | None
    misere: bool
    declarer: int | None
    contract: str | None
    points: list[int]
    tricks: list[int]
    melds: list[int]
    belas: list[int]
    result: Literal["made", "failed", "hanging", "misere"] | None
    counted: list[int] | None
    written: Annotated[list[int] | None, Field(description="null where the deal came to no score")]
    hanging: Annotated[int, Field(description="points that wait for the winner of the next deal")]
    capot: Annotated[int | None, Field(description="the party that took every trick")]
    winner: Annotated[int | None, Field(description="the party that scored most")]
    ended: Ended | None
    before: Annotated[list[int] | None, Field(description="the scores before the deal")]
    after: Annotated[list[int] | None, Field(description="the scores after it, hanging points paid")]
    waiting: list[int]
    won: Annotated[int | None, Field(description="the party that has won the match")]


class RecordReply(Told):
    """The record in the form asked for, under its name."""

    record: RecordBody | None = None
    text: Annotated[str | None, Field(description="tags, a line each")] = None
    cfn: str | None = None


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
