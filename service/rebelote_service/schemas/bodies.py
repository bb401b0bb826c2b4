"""What is sent to an address with all hands open: positions, played deals, records."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from rebelote_service.schemas.shapes import Cards, Hands, Options, Seat, Shape, Side, Trump, Variant, null_too


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


class RecordBody(Shape):
    """A whole deal, from the cut to the score; a key that is left out says nothing."""

    model_config = ConfigDict(json_schema_extra=null_too("exchange", "declarer", "contract", "ending"))

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
