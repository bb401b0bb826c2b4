"""rebelote: an exact open-hand solver for the Belote family.

    >>> import rebelote
    >>> rebelote.solve("classic H 0 J9..A./8.7.K./A.8..Q/7..T.7 - side=02").points
    51

``solve``, ``goal``, ``hint``, ``analyse`` and ``table`` are what most callers need;
``Position`` and ``Rules`` describe what to solve.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rebelote.cards import Card, Rank, Suit
from rebelote.customs import schemas as custom_schemas
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
from rebelote.faults import problems
from rebelote.hinting import Hint, hint
from rebelote.positions import Position
from rebelote.postmortem import Analysis, analyse
from rebelote.records import PlayedDeal, record_problems
from rebelote.rules import PRESETS, VARIANTS, Rules, Strain
from rebelote.solving import CardValue, GoalAnswer, Solution, Table, goal, solve, table
from rebelote.tricks import legal_cards
from rebelote.values import Value

if TYPE_CHECKING:
    from rebelote.contracts import ContractTable, contract_table
    from rebelote.exchanges import weigh_exchange
    from rebelote.scoresearch import worth
    from rebelote.scoring import Contract
    from rebelote.stakes import Past, Stakes, natural_stakes
    from rebelote.wholedeals import DealRecord, played_deal, read_records
    from rebelote.wholedeals import problems as deal_problems
    from rebelote.wholesheets import Scorer, ScoreSheet

__version__ = "0.1.0"

__all__ = [
    "PRESETS",
    "VARIANTS",
    "Analysis",
    "Card",
    "CardError",
    "CardValue",
    "Contract",
    "ContractTable",
    "DealRecord",
    "Engine",
    "GoalAnswer",
    "Hint",
    "IllegalCard",
    "InputError",
    "Interrupted",
    "Past",
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
    "ScoreSheet",
    "Scorer",
    "Solution",
    "Stakes",
    "StopFlag",
    "Strain",
    "Suit",
    "Table",
    "Value",
    "analyse",
    "contract_table",
    "custom_schemas",
    "deal",
    "deal_problems",
    "goal",
    "hint",
    "legal_cards",
    "natural_stakes",
    "played_deal",
    "problems",
    "read_records",
    "record_problems",
    "solve",
    "table",
    "weigh_exchange",
    "worth",
]

#: The names about records of whole deals, by module: who only solves positions does not wait for them.
_WHOLE = {
    "DealRecord": "wholedeals",
    "deal_problems": "wholedeals",
    "played_deal": "wholedeals",
    "read_records": "wholedeals",
    "ScoreSheet": "wholesheets",
    "Scorer": "wholesheets",
    "ContractTable": "contracts",
    "contract_table": "contracts",
    "Contract": "scoring",
    "Stakes": "stakes",
    "Past": "stakes",
    "natural_stakes": "stakes",
    "worth": "scoresearch",
    "weigh_exchange": "exchanges",
}


def __getattr__(name: str) -> Any:
    if name not in _WHOLE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"rebelote.{_WHOLE[name]}")
    return getattr(module, "problems" if name == "deal_problems" else name)
