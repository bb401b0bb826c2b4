"""The shapes of requests and replies, as pydantic models.

Queries are validated with them. Bodies and replies are only described with them, for
``/openapi.json`` and the tests: what a body says is judged by the library's own checks,
which list every fault at once with its seat and card.
"""

from rebelote_service.schemas.analyses import AnalysisReplies
from rebelote_service.schemas.answers import HintReply, SolveReply, TableReplies
from rebelote_service.schemas.bodies import PlayedBody, PositionBody, RecordBody, TableBody
from rebelote_service.schemas.hidden import AuctionBody, HiddenBody, HintReplies
from rebelote_service.schemas.queries import (
    AnalyseQuery,
    Budget,
    HintQuery,
    Query,
    RecordQuery,
    SolveLinkQuery,
    SolveQuery,
    TableQuery,
)
from rebelote_service.schemas.shapes import Shape
from rebelote_service.schemas.told import HealthReply, ProblemReply, RecordReply, ScoreReply, VariantsReply

__all__ = [
    "AnalyseQuery",
    "AnalysisReplies",
    "AuctionBody",
    "Budget",
    "HealthReply",
    "HiddenBody",
    "HintQuery",
    "HintReplies",
    "HintReply",
    "PlayedBody",
    "PositionBody",
    "ProblemReply",
    "Query",
    "RecordBody",
    "RecordQuery",
    "RecordReply",
    "ScoreReply",
    "Shape",
    "SolveLinkQuery",
    "SolveQuery",
    "SolveReply",
    "TableBody",
    "TableQuery",
    "TableReplies",
    "VariantsReply",
]
