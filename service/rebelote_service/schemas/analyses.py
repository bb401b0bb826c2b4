"""What an analysis of a played deal answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, RootModel

from rebelote_service.schemas.answers import Answer, ContractRow
from rebelote_service.schemas.hidden import CardOdds
from rebelote_service.schemas.shapes import Shape, Trump, Variant

Label = Literal["changed the result", "mistake", "inaccuracy", "best", "only card"]
Counts = Annotated[dict[Label, int] | None, Field(description="how many cards got each label")]
Share = Annotated[
    float | None, Field(ge=0, le=1, description="of the cards that were a real choice, those called best")
]
Lost = Annotated[int | None, Field(ge=0, description="loss in score; null: not known")]


class LabelMeaning(Shape):
    """A label and what it says, the gravest first; ``least``: the least loss it stands for."""

    label: Label
    meaning: str
    least: int | None


class PlayedCard(Shape):
    """One card of a played deal; ``before`` and ``after`` are the side's totals for the deal."""

    seat: int
    card: str
    legal: list[str]
    before: int
    after: int
    loss: Annotated[int, Field(ge=0)]
    best: list[str]
    best_groups: Annotated[list[list[str]], Field(description="the best cards, together those that play alike")]
    label: Label
    score_loss: Lost
    changed: Annotated[str, Field(description="the result before and after, where the card made it worse")]
    better: Annotated[list[str], Field(description="of a card that cost something: those that would not have")]
    forced: Annotated[bool, Field(description="whether there was no choice")]


class Total(Shape):
    """A seat or side over the whole deal."""

    loss: int
    cards: int
    decisions: Annotated[int, Field(description="cards that were a real choice")]
    best_played: Annotated[int, Field(description="decisions for a card that lost no points")]
    score_loss: Lost
    labels: Counts
    best_share: Share


class SeatTotal(Total):
    """One seat over the whole deal."""

    seat: int


class SideTotal(Total):
    """Some seats together over the whole deal."""

    seats: list[int]
    taken: int


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


class Outcome(Shape):
    """The result under best play; ``capot``: the party with every trick, where that counts."""

    result: str
    capot: int | None


class TurningPoint(Shape):
    """A card that changed the result; ``proof`` holds the result before it, ``refutation`` shows the one after it."""

    moment: Annotated[int, Field(ge=0, description="cards played before it")]
    trick: Annotated[int, Field(ge=1)]
    seat: int
    card: str
    before: Outcome
    after: Outcome
    better: list[str]
    proof: list[str]
    refutation: list[str]
    points: int
    score: int | None


class Luck(Shape):
    """Whether the player of a costly card could have known better, from his hand alone."""

    moment: Annotated[int, Field(ge=0, description="cards played before it")]
    seat: int
    card: str
    verdict: Literal["unlucky", "avoidable", "unclear"]
    by: Literal["points", "score"]
    played: CardOdds
    best: CardOdds
    gap: Annotated[float, Field(ge=0, description="how much more the best card brings on average")]
    gap_se: Annotated[float | None, Field(ge=0, description="its standard error; null: one deal says nothing of it")]
    worlds: Annotated[int, Field(ge=1, description="how many deals fit")]
    solved: Annotated[int, Field(ge=1)]
    exact: bool


class CallReview(Shape):
    """A call, by what its seat knew; ``gap`` is null where nobody can say what the call is worth."""

    index: Annotated[int, Field(ge=0, description="its place in the auction")]
    seat: int
    call: str
    best: Annotated[str, Field(description="the call that brings most on average")]
    gap: Annotated[float | None, Field(ge=0, description="how much more than the one made")]
    gap_se: Annotated[float | None, Field(ge=0, description="its standard error")]
    known: Annotated[bool, Field(description="whether the seat could have known better")]


class BiddingReview(Shape):
    """What every contract would have scored, and the calls; by seat or party, null where not known."""

    rows: list[ContractRow]
    played: ContractRow | None
    best: Annotated[list[ContractRow | None], Field(description="by seat its best contract")]
    could: Annotated[list[ContractRow | None], Field(description="by party the best one it could have called")]
    final: Annotated[list[int | None], Field(description="by party the margin of what was played")]
    given_up: Annotated[list[int | None], Field(description="by party how much more `could` is than `final`")]
    calls: list[CallReview] | None
    nodes: Annotated[int, Field(ge=0)]
    exact: bool


class Analysis(Answer):
    """The post-mortem of a played deal.

    Without ``exact`` there are only the values found so far, without ``finished`` no summary of seats and sides.
    """

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
    labels: Annotated[list[LabelMeaning], Field(description="every label, the gravest first")]
    sides: list[SideTotal]
    score_balance: Annotated[Balance | None, Field(description="the same balance of the score's owners, in score")]
    turning: Annotated[list[TurningPoint], Field(description="the cards that changed the result, in order")]
    luck: Annotated[list[Luck] | None, Field(description="of the costly cards; null: not asked for")]
    bidding: Annotated[BiddingReview | None, Field(description="null: not asked for, or not to be had")]
    finished: Annotated[bool, Field(description="whether everything that was to be found was")]
    score: Annotated[ScoreScale | None, Field(description="where a record says what was played for")] = None
    exchange: Annotated[Exchange | None, Field(description="where somebody could swap the seven of trumps")] = None
    text: Annotated[list[str], Field(description="the deal in words, then a paragraph for each turning point")]


class Tried(Answer):
    """Another card at some moment, the plays behind it, and best play from there."""

    moment: Annotated[int, Field(ge=0, description="cards played before it")]
    seat: int
    card: str
    plays: list[str]
    side: list[int]
    value: Annotated[int | None, Field(description="the side's points of the whole deal")]
    loss: Annotated[int | None, Field(ge=0, description="what the card loses, for its player")]
    score: Moment | None
    score_loss: Lost
    line: Annotated[list[str], Field(description="best play of both sides behind the plays")]
    deal: Annotated[dict[str, Any], Field(description="the deal replayed, which can be analysed in turn")]


class AnalysisReplies(RootModel[Analysis | Tried]):
    """The post-mortem of the deal; with ``?again=`` only what another card brings."""
