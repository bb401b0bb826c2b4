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
from rebelote.hinting.open_hands import Hint, hint
from rebelote.positions import Position
from rebelote.postmortem.analysis import (
    Analysis,
    Balance,
    PlayedCard,
    SeatTotal,
    SideTotal,
    TurningPoint,
    analyse,
)
from rebelote.postmortem.labels import LABELS, Label, Outcome
from rebelote.records import PlayedDeal, record_problems
from rebelote.rules import PRESETS, VARIANTS, Rules, Strain
from rebelote.solving import CardValue, GoalAnswer, Solution, Table, goal, solve, table
from rebelote.tricks import legal_cards
from rebelote.values import Value

if TYPE_CHECKING:
    from rebelote.choices.callhints import CallHint, call_hint
    from rebelote.choices.callworlds import CallView
    from rebelote.choices.meldhints import MeldHint, meld_hint
    from rebelote.choices.swaphints import SwapHint, swap_hint
    from rebelote.contracts import ContractTable, contract_table
    from rebelote.exchanges import weigh_exchange
    from rebelote.hinting.hiddenhints import CardOdds, HiddenHint, hidden_hint, hints
    from rebelote.lookahead.alphamu import CardShare, LookAhead, alphamu, contract_goals, look_ahead
    from rebelote.lookahead.goals import Goal
    from rebelote.lookahead.planning import MOST_PLANNED, PlanHint, plan_hint
    from rebelote.playing.players import Player, greedy, hint_player, random_player, rule_of_thumb
    from rebelote.postmortem.again import Again, try_again
    from rebelote.postmortem.attempts import Attempt, Tried, attempt
    from rebelote.postmortem.bidding import BiddingReview, bidding_review
    from rebelote.postmortem.luck import Luck
    from rebelote.puzzling.finding import Ask
    from rebelote.puzzling.goals import PuzzleGoal
    from rebelote.puzzling.playouts import Game
    from rebelote.puzzling.puzzles import Puzzle
    from rebelote.puzzling.reading import PuzzleError, puzzle_of
    from rebelote.puzzling.searching import puzzles, puzzles_in
    from rebelote.puzzling.shipped import UnknownPuzzle, collection
    from rebelote.puzzling.shipped import by_id as puzzle_by_id
    from rebelote.puzzling.themes import THEMES
    from rebelote.puzzling.tries import Try, TryError, try_card
    from rebelote.puzzling.verifying import verify as verify_puzzle
    from rebelote.reports.cardsvg import card_svg
    from rebelote.reports.curve import curve_svg
    from rebelote.reports.markdown import to_markdown
    from rebelote.reports.page import to_html
    from rebelote.reports.plot import save_curve
    from rebelote.reports.puzzlepage import puzzles_html
    from rebelote.reports.sessions import player_totals, session_rows, to_csv, write_parquet
    from rebelote.scoresearch import worth
    from rebelote.scoring import Contract
    from rebelote.stakes import Past, Stakes, natural_stakes
    from rebelote.wholedeals import DealRecord, played_deal, read_records
    from rebelote.wholedeals import problems as deal_problems
    from rebelote.wholesheets import Scorer, ScoreSheet
    from rebelote.wording.puzzletalk import solution_text, task_text
    from rebelote.wording.speech import Speech
    from rebelote.wording.stories import explain
    from rebelote.worlds.fitting import Worlds
    from rebelote.worlds.knowledge import Knowledge
    from rebelote.worlds.likelihood import likelihood
    from rebelote.worlds.spreads import Spread
    from rebelote.worlds.views import seen

__version__ = "0.1.0"

__all__ = [
    "LABELS",
    "MOST_PLANNED",
    "PRESETS",
    "THEMES",
    "VARIANTS",
    "Again",
    "Analysis",
    "Ask",
    "Attempt",
    "Balance",
    "BiddingReview",
    "CallHint",
    "CallView",
    "Card",
    "CardError",
    "CardOdds",
    "CardShare",
    "CardValue",
    "Contract",
    "ContractTable",
    "DealRecord",
    "Engine",
    "Game",
    "Goal",
    "GoalAnswer",
    "HiddenHint",
    "Hint",
    "IllegalCard",
    "InputError",
    "Interrupted",
    "Knowledge",
    "Label",
    "LookAhead",
    "Luck",
    "MeldHint",
    "Outcome",
    "Past",
    "PlanHint",
    "PlayedCard",
    "PlayedDeal",
    "Player",
    "Position",
    "PositionError",
    "Problem",
    "ProblemsError",
    "Puzzle",
    "PuzzleError",
    "PuzzleGoal",
    "Rank",
    "RebeloteError",
    "RecordError",
    "Rules",
    "RulesError",
    "ScoreSheet",
    "Scorer",
    "SeatTotal",
    "SideTotal",
    "Solution",
    "Speech",
    "Spread",
    "Stakes",
    "StopFlag",
    "Strain",
    "Suit",
    "SwapHint",
    "Table",
    "Tried",
    "Try",
    "TryError",
    "TurningPoint",
    "UnknownPuzzle",
    "Value",
    "Worlds",
    "alphamu",
    "analyse",
    "attempt",
    "bidding_review",
    "call_hint",
    "card_svg",
    "collection",
    "contract_goals",
    "contract_table",
    "curve_svg",
    "custom_schemas",
    "deal",
    "deal_problems",
    "explain",
    "goal",
    "greedy",
    "hidden_hint",
    "hint",
    "hint_player",
    "hints",
    "legal_cards",
    "likelihood",
    "look_ahead",
    "meld_hint",
    "natural_stakes",
    "plan_hint",
    "played_deal",
    "player_totals",
    "problems",
    "puzzle_by_id",
    "puzzle_of",
    "puzzles",
    "puzzles_html",
    "puzzles_in",
    "random_player",
    "read_records",
    "record_problems",
    "rule_of_thumb",
    "save_curve",
    "seen",
    "session_rows",
    "solution_text",
    "solve",
    "swap_hint",
    "table",
    "task_text",
    "to_csv",
    "to_html",
    "to_markdown",
    "try_again",
    "try_card",
    "verify_puzzle",
    "weigh_exchange",
    "worth",
    "write_parquet",
]

#: The names about whole deals and hidden hands, by module: who only solves positions does not wait for them.
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
    "CardShare": "lookahead.alphamu",
    "LookAhead": "lookahead.alphamu",
    "contract_goals": "lookahead.alphamu",
    "look_ahead": "lookahead.alphamu",
    "CallHint": "choices.callhints",
    "call_hint": "choices.callhints",
    "CallView": "choices.callworlds",
    "Goal": "lookahead.goals",
    "CardOdds": "hinting.hiddenhints",
    "HiddenHint": "hinting.hiddenhints",
    "hints": "hinting.hiddenhints",
    "Knowledge": "worlds.knowledge",
    "MeldHint": "choices.meldhints",
    "meld_hint": "choices.meldhints",
    "MOST_PLANNED": "lookahead.planning",
    "PlanHint": "lookahead.planning",
    "plan_hint": "lookahead.planning",
    "Player": "playing.players",
    "greedy": "playing.players",
    "hint_player": "playing.players",
    "random_player": "playing.players",
    "rule_of_thumb": "playing.players",
    "Spread": "worlds.spreads",
    "SwapHint": "choices.swaphints",
    "swap_hint": "choices.swaphints",
    "seen": "worlds.views",
    "Worlds": "worlds.fitting",
    "alphamu": "lookahead.alphamu",
    "Again": "postmortem.again",
    "try_again": "postmortem.again",
    "Luck": "postmortem.luck",
    "BiddingReview": "postmortem.bidding",
    "Speech": "wording.speech",
    "explain": "wording.stories",
    "to_html": "reports.page",
    "to_markdown": "reports.markdown",
    "curve_svg": "reports.curve",
    "save_curve": "reports.plot",
    "session_rows": "reports.sessions",
    "player_totals": "reports.sessions",
    "to_csv": "reports.sessions",
    "write_parquet": "reports.sessions",
    "likelihood": "worlds.likelihood",
    "hidden_hint": "hinting.hiddenhints",
    "attempt": "postmortem.attempts",
    "Attempt": "postmortem.attempts",
    "Tried": "postmortem.attempts",
    "bidding_review": "postmortem.bidding",
    "card_svg": "reports.cardsvg",
    "Ask": "puzzling.finding",
    "PuzzleGoal": "puzzling.goals",
    "Game": "puzzling.playouts",
    "Puzzle": "puzzling.puzzles",
    "PuzzleError": "puzzling.reading",
    "puzzle_of": "puzzling.reading",
    "puzzles": "puzzling.searching",
    "puzzles_in": "puzzling.searching",
    "UnknownPuzzle": "puzzling.shipped",
    "collection": "puzzling.shipped",
    "puzzle_by_id": "puzzling.shipped",
    "THEMES": "puzzling.themes",
    "Try": "puzzling.tries",
    "TryError": "puzzling.tries",
    "try_card": "puzzling.tries",
    "verify_puzzle": "puzzling.verifying",
    "puzzles_html": "reports.puzzlepage",
    "solution_text": "wording.puzzletalk",
    "task_text": "wording.puzzletalk",
}

#: Names that are called otherwise where they are made.
_CALLED = {"deal_problems": "problems", "puzzle_by_id": "by_id", "verify_puzzle": "verify"}


def __getattr__(name: str) -> Any:
    if name not in _WHOLE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = import_module(f"rebelote.{_WHOLE[name]}")
    return getattr(module, _CALLED.get(name, name))
