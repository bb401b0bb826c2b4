"""The addresses. Each reads a request, asks the library once, and says how the answer came about."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeVar

from apiflask import APIBlueprint
from flask import Response, current_app, jsonify, request

import rebelote
from rebelote import PRESETS, Position, Problem, RebeloteError, Rules, StopFlag
from rebelote_service.config import Config
from rebelote_service.problems import Refusal, refusal_of, summary
from rebelote_service.reading import read_item, read_query
from rebelote_service.schemas import (
    AnalysisReply,
    Budget,
    HealthReply,
    HintReply,
    SolveLinkQuery,
    SolveQuery,
    SolveReply,
    TableReply,
    VariantsReply,
)

api = APIBlueprint("rebelote", __name__)

Q = TypeVar("Q", bound=Budget)


@dataclass(frozen=True, slots=True)
class Service:
    """What the routes of one application share: its settings, version and the flag that ends its searches."""

    config: Config
    version: str
    stop: StopFlag
