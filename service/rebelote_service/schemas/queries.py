"""What the query of an address may say; requests are validated with these."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import Self

from rebelote_service.schemas.shapes import Shape

#: More points than any deal can hold under any options; keeps the number a small integer.
MOST_GOAL = 10_000
#: No request may ask for a longer time, whatever the service allows.
MOST_SECONDS = 3600


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


class AnalyseQuery(Budget):
    """What an analysis may be asked; ``worlds``, ``seconds`` and ``seed`` only where luck or the bidding is."""

    luck: Annotated[bool, Field(description="of each costly card, whether its player could have known better")] = False
    bidding: Annotated[bool, Field(description="what every contract would have come to, and who could know")] = False
    worlds: Annotated[
        int | None, Field(ge=1, description="deals solved for each card or call, up to the service's own limit")
    ] = None
    seconds: Annotated[
        float | None, Field(gt=0, le=MOST_SECONDS, description="time limit, when shorter than the service's own")
    ] = None
    seed: Annotated[int, Field(ge=0, lt=1 << 63, description="which deals are drawn")] = 0
    again: Annotated[
        str | None,
        Field(max_length=400, description="ask only for another card: 12:KH after 12 cards, 4.1:KH first in trick 4"),
    ] = None
    lang: Annotated[Literal["en", "fr", "ru", "uk"], Field(description="the language of the words")] = "en"
    format: Annotated[
        Literal["json", "markdown", "html"], Field(description="data, or a report for people to read")
    ] = "json"


class HintQuery(Budget):
    """What a hint may be asked; all but ``nodes`` and ``stream`` only where the other hands are hidden."""

    what: Annotated[
        Literal["card", "call", "swap", "meld", "plan"],
        Field(
            description="the decision: which card, what to call, whether to swap the seven, what to announce;"
            " plan: a card for the contract, with own cards planned ahead"
        ),
    ] = "card"
    worlds: Annotated[int | None, Field(ge=1, description="deals solved at most, up to the service's own limit")] = None
    seconds: Annotated[
        float | None, Field(gt=0, le=MOST_SECONDS, description="time limit, when shorter than the service's own")
    ] = None
    confidence: Annotated[
        float | None, Field(gt=0, lt=1, description="stop when the best card is certain with this confidence")
    ] = None
    every: Annotated[bool, Field(description="solve every card in every deal, hopeless ones too")] = False
    moves: Annotated[int, Field(ge=1, le=8, description="own cards that a plan looks ahead")] = 2
    seed: Annotated[int, Field(ge=0, lt=1 << 63, description="which deals are drawn")] = 0
    by: Annotated[
        Literal["points", "score", "made"] | None, Field(description="what is best; left out, as the deal tells")
    ] = None
    weigh: Annotated[Literal["bidding"] | None, Field(description="count deals by how likely the calls are")] = None
    stream: Annotated[bool, Field(description="better and better answers, one JSON object a line")] = False
