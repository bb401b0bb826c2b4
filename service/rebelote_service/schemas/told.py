"""What is answered without a search: scores, records, the games; and every error."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rebelote_service.schemas.answers import EngineShape, Told
from rebelote_service.schemas.bodies import RecordBody
from rebelote_service.schemas.shapes import Options, Shape, Trump, Variant


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
