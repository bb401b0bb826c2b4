"""rebelote: an exact open-hand solver for the Belote family.

    >>> import rebelote
    >>> rebelote.solve("classic H 0 J9..A./8.7.K./A.8..Q/7..T.7 - side=02").points
    51

``solve``, ``goal``, ``hint``, ``analyse`` and ``table`` are what most callers need;
``Position`` and ``Rules`` describe what to solve.
"""

from rebelote.cards import Card, Rank, Suit
from rebelote.dealing import deal
from rebelote.engine import Engine, StopFlag
from rebelote.errors import (
    CardError,
    IllegalCard,
    InputError,
    Interrupted,
    PositionError,
    Problem,
    ProblemsError,
    RebeloteError,
    RecordError,
    RulesError,
)
from rebelote.hinting import Hint, hint
from rebelote.positions import Position, problems
from rebelote.postmortem import Analysis, analyse
from rebelote.records import PlayedDeal, record_problems
from rebelote.rules import PRESETS, VARIANTS, Rules, Strain
from rebelote.solving import CardValue, GoalAnswer, Solution, Table, goal, solve, table
from rebelote.tricks import legal_cards
from rebelote.values import Value

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "VARIANTS",
    "Analysis",
    "Card",
    "CardError",
    "CardValue",
    "Engine",
    "GoalAnswer",
    "Hint",
    "IllegalCard",
    "InputError",
    "Interrupted",
    "PlayedDeal",
    "Position",
    "PositionError",
    "Problem",
    "ProblemsError",
    "Rank",
    "RebeloteError",
    "RecordError",
    "Rules",
    "RulesError",
    "Solution",
    "StopFlag",
    "Strain",
    "Suit",
    "Table",
    "Value",
    "analyse",
    "deal",
    "goal",
    "hint",
    "legal_cards",
    "problems",
    "record_problems",
    "solve",
    "table",
]
