"""What is sent and answered where only one's own hand is seen."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, RootModel

from rebelote_service.schemas.answers import Answer, HintReply, Told
from rebelote_service.schemas.bodies import Called
from rebelote_service.schemas.shapes import Cards, Options, Seat, Shape, Side, Trump, Variant, null_too


class Seen(Shape):
    """What a seat knows of a deal, whatever it has to decide."""

    variant: Variant
    players: Annotated[int | None, Field(ge=2, le=4, description="only needed where the variant leaves it open")] = None
    options: Options | None = None
    dealer: Seat | None = None
    seat: Annotated[Seat | None, Field(description="who asks; left out, who is on turn")] = None
    hand: Annotated[Cards, Field(description="the cards that he holds now")]
    upcard: str | None = None
    second: Annotated[str | list[str] | None, Field(description="a list where several were turned")] = None
    auction: Annotated[list[str] | None, Field(description="pass, play, H, 80H, capotH, double, redouble")] = None
    known: Annotated[dict[str, Seat] | None, Field(description="cards known to have been dealt to a seat")] = None
    out: Annotated[Cards | None, Field(description="cards known to be out of play")] = None


class AuctionBody(Seen):
    """An auction as the seat on turn sees it: its first cards, what was turned, and the calls so far."""

    dealer: Seat
    last_loser: Annotated[Seat | None, Field(description="who lost the last deal, where he calls first")] = None
    hanging_declarer: Annotated[Seat | None, Field(description="who declared the last deal, if points hang")] = None


class Announced(Shape):
    """A meld of which only so much was said, and who said it."""

    seat: Seat
    meld: Annotated[str, Field(description="run 3, run 4 K, set J or worth 100")]


class HiddenBody(Seen):
    """A deal as one seat sees it, the auction over: its own hand and every card played so far."""

    model_config = ConfigDict(json_schema_extra=null_too("exchange", "declarer", "contract"))

    version: Literal[1] | None = None
    tags: Annotated[dict[str, str] | None, Field(description="free texts")] = None
    trump: Trump
    misere: bool | None = None
    leader: Annotated[Seat, Field(description="who led the first trick")]
    plays: Annotated[Cards | None, Field(description="every card so far, in the order of play")] = None
    side: Side | None = None
    declarer: Seat | None = None
    contract: Annotated[str | None, Field(description="H, 110H, capotH; x doubled, xx redoubled")] = None
    bottom: str | None = None
    exchange: Annotated[Seat | None, Field(description="who swapped the seven of trumps for the upcard")] = None
    scores: Annotated[list[int] | None, Field(description="the parties' before the deal")] = None
    hanging: Annotated[list[int] | None, Field(description="points that hung before the deal, the oldest first")] = None
    melds: Annotated[list[Called] | None, Field(description="sets and runs shown, in the order of calling")] = None
    belas: list[Called] | None = None
    announced: Annotated[
        list[Announced] | None, Field(description="melds announced and not shown: run 3, run 4 K, set J, worth 100")
    ] = None


# Replies.

Share = Annotated[float, Field(ge=0, le=1)]
Bounds = Annotated[list[float] | None, Field(min_length=2, max_length=2, description="means of least and most")]
Error = Annotated[float | None, Field(ge=0, description="standard error; null where one deal says nothing of it")]


class CardOdds(Shape):
    """A legal card, with those that play alike, over the deals solved."""

    card: str
    same_as: list[str]
    worlds: Annotated[int, Field(ge=1, description="deals solved with this card")]
    points: Annotated[float, Field(description="the side's from the current trick on, on average")]
    se: Error
    sweep: Annotated[float, Field(ge=-1, le=1, description="the mean of 1 (every trick), -1 (none) and 0")]
    loss: Annotated[float, Field(ge=0, description="points behind the best card by points, for who plays it")]
    score: Annotated[float | None, Field(description="what the deal is worth to the owners")]
    score_se: Error
    score_bounds: Bounds
    made: Annotated[Share | None, Field(description="how often the party can make its contract")]
    made_se: Error
    best: Annotated[Share, Field(description="how often no other card is better")]
    best_se: Error


class HiddenHintReply(Answer):
    """Every legal card over the deals that fit what the seat knows; ``exact``: all of them were solved."""

    seat: int
    side: list[int]
    worlds: Annotated[int, Field(ge=1, description="how many deals fit")]
    solved: Annotated[int, Field(ge=1)]
    by: Literal["points", "score", "made"]
    cards: Annotated[list[CardOdds], Field(description="every legal card, best first")]
    best: list[str]
    text: str
    owners: Annotated[list[int] | None, Field(description="whose score it is")]
    party: Annotated[list[int] | None, Field(description="whose contract it is")]
    seed: int
    stopped: Literal["all", "worlds", "time", "nodes", "separated", "asked"] | None
    done: Annotated[bool, Field(description="false in a stream's lines but the last")]
    weighted: Literal["bidding"] | None
    effective: Annotated[float | None, Field(description="how many deals of equal weight would say as much")]


class Odds(Shape):
    """What a choice brings the side; null where nothing is known."""

    margin: Annotated[float | None, Field(description="what the deal is worth to the side")]
    margin_se: Error
    margin_bounds: Bounds
    made: Annotated[Share | None, Field(description="how often the contract can be made")]
    made_se: Error
    points: Annotated[float | None, Field(description="card points of the side")]
    points_se: Error


class CallOdds(Odds):
    """A legal call, and what it brings if all others pass after it."""

    call: str
    kind: Literal["contract", "misere", "again"] | None
    contract: str | None
    declarer: int | None
    loss: Annotated[float | None, Field(ge=0, description="how far the margin is behind the best call's")]
    loss_se: Error


class MeldOdds(Shape):
    """A choice of melds, in the order of calling; points of melds and pairs, and the deal's score then."""

    melds: list[str]
    first: Annotated[str | None, Field(description="what is called first")]
    wins: Annotated[Share | None, Field(description="how often one of them scores")]
    wins_se: Error
    points: Annotated[float, Field(ge=0, description="of the side's melds")]
    points_se: Error
    others: Annotated[float, Field(ge=0, description="of all others'")]
    others_se: Error
    margin: Annotated[float, Field(description="points less others")]
    margin_se: Error
    score: Annotated[float | None, Field(description="what the deal is worth to the side")]
    score_se: Error
    score_bounds: Bounds
    made: Share | None
    made_se: Error


class OtherHint(Told):
    """What the answers about other decisions than a card have in common."""

    seat: int
    side: list[int]
    worlds: Annotated[int, Field(ge=1, description="how many deals fit")]
    solved: Annotated[int, Field(ge=1)]
    exact: bool
    best: list[str]
    text: str
    seed: int
    stopped: Literal["all", "worlds", "time", "asked"]
    weighted: Literal["bidding"] | None
    effective: float | None
    nodes: int


class CallHintReply(OtherHint):
    """Every legal call, best first."""

    calls: list[CallOdds]


class SwapHintReply(OtherHint):
    """Keeping the seven of trumps and swapping it for the upcard."""

    upcard: str
    seven: str
    keep: Odds
    swap: Odds
    by: Literal["margin", "points"]
    gain: Annotated[float, Field(description="how much more the swap brings")]
    gain_se: Error


class MeldHintReply(OtherHint):
    """Every choice of melds, best first."""

    choices: list[MeldOdds]


class PlanOdds(Shape):
    """A legal card, and the share of the deals in which one plan that begins with it wins."""

    card: str
    same_as: list[str]
    share: Share
    averaged: Annotated[Share, Field(description="the same with all cards seen after this one")]
    exact: Annotated[bool, Field(description="false: no more than this, and less than the best card has")]


class PlanHintReply(Told):
    """Every legal card for the contract, best first."""

    seat: int
    side: Annotated[list[int], Field(description="whose contract it is")]
    wants: Annotated[bool, Field(description="whether the seat is for it")]
    worlds: Annotated[int, Field(ge=1, description="how many deals fit")]
    solved: Annotated[int, Field(ge=1)]
    asked: Annotated[int, Field(ge=1, description="own cards asked for")]
    moves: Annotated[int, Field(ge=0, description="own cards looked ahead; fewer when the budget ran out")]
    done: bool
    exact: bool
    cards: list[PlanOdds]
    best: list[str]
    text: str
    seed: int
    nodes: int


class HintReplies(
    RootModel[HintReply | HiddenHintReply | CallHintReply | SwapHintReply | MeldHintReply | PlanHintReply]
):
    """With open hands the value of the position and of every card, with hidden ones what was asked for."""
