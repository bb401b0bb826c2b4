"""A puzzle from its JSON data: every fault with its place, none raised before all are found.

Here it is judged whether the data can be a puzzle at all; whether what it claims is true is for
``rebelote.puzzling.verifying`` to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rebelote.cards import Card
from rebelote.errors import PositionError, Problem, ProblemsError
from rebelote.positions import Position
from rebelote.puzzling.fields import Fields
from rebelote.puzzling.goals import CONTRACTS, KINDS, NO_TRICK, POINTS, PuzzleGoal
from rebelote.puzzling.puzzles import FORMS, HAND, VERSION, Background, Grading, Puzzle, Refutation, Shares
from rebelote.scoring import Contract
from rebelote.stakes import Past, Stakes
from rebelote.tricks import why_not
from rebelote.worlds.knowledge import Knowledge

#: The keys that are always there, and those that may be.
ALWAYS = (
    "id", "version", "form", "position", "goal", "answer", "line", "rest", "choices", "gap", "refutations", "themes",
    "grade", "difficulty", "interest", "measures",
)  # fmt: skip
SOMETIMES = ("stakes", "view", "shares", "source")

_POSITION = ("variant", "players", "trump", "leader", "hands", "trick", "side", "misere", "options")
_STAKES = ("declarer", "bid", "sweep", "factor", "melds", "belas", "points", "tricks")
_MOST = 100_000


class PuzzleError(ProblemsError):
    """Data that is no puzzle."""

    code = "bad_puzzle"


def puzzle_of(data: Mapping[str, Any]) -> Puzzle:
    """The puzzle that ``Puzzle.to_dict`` wrote; raises ``PuzzleError`` with every fault."""
    if not isinstance(data, Mapping):
        raise PuzzleError([Problem("bad_type", "a puzzle is an object")])
    faults: list[Problem] = []
    top = Fields(data, "", faults)
    top.keys(ALWAYS, SOMETIMES)
    if "version" in data and (type(data["version"]) is not int or data["version"] != VERSION):
        top.fault("bad_version", f"only version {VERSION} is read", "version")
    form = top.word("form", FORMS)
    at = _position(top)
    goal = _goal(top, at)
    background = _background(top, at)
    if goal is not None and goal.contract is not None and "stakes" not in data:
        top.fault("missing_key", "stakes is missing: a contract hangs on the goal", "stakes")
    line, rest, refutations = _lines(top, at)
    answer = top.cards("answer")
    if at is not None:
        for i, card in enumerate(answer):
            if why := at.why_not(card):
                top.fault("illegal_card", why, f"answer[{i}]", at.seat, card)
    view, shares = _seen(top, at, form)
    grading = Grading(
        top.number("grade", 1, 5), top.real("difficulty"), top.real("interest"), dict(top.part("measures").data)
    )
    gap = None if data.get("gap", 0) is None else top.number("gap", 1, _MOST)
    themes = top.words("themes")
    made = top.text("id"), top.number("choices", 1, 99)
    source = dict(top.part("source").data) if "source" in data else {}
    if faults or at is None or goal is None or form is None:
        raise PuzzleError(faults)
    return Puzzle(
        made[0], form, at, goal, tuple(answer), line, rest, made[1], gap, refutations, themes, grading, background,
        view, shares, source,
    )  # fmt: skip


def _position(top: Fields) -> Position | None:
    data = top.data.get("position")
    if not isinstance(data, Mapping):
        if "position" in top.data:
            top.fault("bad_type", "position is an object", "position")
        return None
    missing = [key for key in _POSITION if key not in data]
    for key in missing:
        top.fault("missing_key", f"{key} is missing: the position of a puzzle is complete", f"position.{key}")
    try:
        at = Position.from_dict(data)
    except PositionError as error:
        for p in error.problems:
            if f"position.{p.where}" not in [fault.where for fault in top.faults]:
                top.faults.append(Problem(p.code, p.message, f"position.{p.where}".rstrip("."), p.seat, p.card))
        return None
    if at.seat not in at.side:
        top.fault("wrong_side", f"seat {at.seat} is on turn and not of the side", "position.side", at.seat)
        return None
    if not any(at.hands):
        top.fault("no_cards", "no cards are left to play", "position.hands")
        return None
    return at


def _goal(top: Fields, at: Position | None) -> PuzzleGoal | None:
    part = top.part("goal")
    kinds = [kind for kind in KINDS if kind in part.data]
    if len(kinds) != 1:
        if "goal" in top.data:
            top.fault("bad_goal", f"a goal has one of {', '.join(KINDS)}, not {len(kinds)} of them", "goal")
        return None
    kind = kinds[0]
    part.keys((kind,), ("contract",))
    contract = part.word("contract", CONTRACTS) if "contract" in part.data else None
    points = None
    if kind == POINTS:
        points = part.number(POINTS, 0, _MOST)
    elif part.data[kind] is not True:
        part.fault("bad_type", f"{kind} is true", kind)
    if at is None:
        return PuzzleGoal(kind, points, contract)
    if at.misere and (contract is not None or kind not in (NO_TRICK, POINTS)):
        part.fault("bad_goal", "in misère a goal is to take few points, or no trick", kind)
    if not at.misere and kind == NO_TRICK:
        part.fault("bad_goal", "to take no trick is a goal in misère only", kind)
    if points is not None and not (0 <= points < at.at_stake if at.misere else 1 <= points <= at.at_stake):
        part.fault("bad_goal", f"{points} of the {at.at_stake} points at stake are no goal", kind)
    return PuzzleGoal(kind, points, contract)


def _background(top: Fields, at: Position | None) -> Background | None:
    if "stakes" not in top.data:
        return None
    before = len(top.faults)
    part = top.part("stakes")
    part.keys(_STAKES, ())
    players = at.players if at is not None else 4
    data = part.data
    declarer = None if data.get("declarer", 0) is None else part.number("declarer", 0, players - 1)
    bid = None if data.get("bid", 0) is None else part.number("bid", 0, _MOST)
    sweep = data.get("sweep", False)
    if not isinstance(sweep, bool):
        part.fault("bad_type", "sweep is true or false", "sweep")
    factor = part.number("factor", 1, 100)
    melds, belas, points, tricks = (part.numbers(key, players, _MOST) for key in _STAKES[4:])
    if at is None or len(top.faults) > before:
        return None
    contract = Contract(at.strain, declarer, bid, sweep, factor)
    return Background(Stakes(at.rules, players, contract, melds, belas), Past(points, tricks))


def _lines(top: Fields, at: Position | None) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Refutation, ...]]:
    line, rest = top.cards("line"), top.cards("rest")
    now = _play(top, at, line, "line", True)
    _play(top, now, rest, "rest", True)
    if "line" in top.data and not line and not top.marred("line"):
        top.fault("bad_line", "the line has no card", "line")
    out = []
    for part in top.parts("refutations"):
        part.keys(("at", "card", "same_as", "line"), ("points",))
        place = part.number("at", 0, max(0, len(line) - 1))
        cards = [*part.cards_of(part.data.get("card"), "card"), *part.cards("same_as")]
        follows = part.cards("line")
        out.append(
            Refutation(
                place, tuple(cards), part.number("points", 0, _MOST) if "points" in part.data else None, tuple(follows)
            )
        )
        if now is None or not cards:
            continue
        before = _play(part, at, line[:place], "", False)
        for card in cards[1:]:
            if before is not None and (why := before.why_not(card)):
                part.fault("illegal_card", why, "same_as", before.seat, card)
        _play(part, _play(part, before, cards[:1], "card", True), follows, "line", True)
    return tuple(line), tuple(rest), tuple(out)


def _play(part: Fields, at: Position | None, cards: list[Card], key: str, told: bool) -> Position | None:
    """The position after some cards; none, and a fault, where one may not be played."""
    for i, card in enumerate(cards):
        if at is None:
            return None
        if not any(at.hands):
            part.fault("no_cards", "all cards were played before this one", f"{key}[{i}]", None, card)
            return None
        if why := why_not(at.rules, at.strain, at.hands[at.seat], at.trick, card):
            if told:
                part.fault("illegal_card", why, key if key == "card" else f"{key}[{i}]", at.seat, card)
            return None
        at = at.put(card)
    return at


def _seen(top: Fields, at: Position | None, form: str | None) -> tuple[dict[str, Any] | None, Shares | None]:
    if form == HAND:
        for key in ("view", "shares"):
            if key not in top.data:
                top.fault("missing_key", f"{key} is missing: only one hand is seen", key)
    view = dict(top.part("view").data) if "view" in top.data else None
    if view is not None:
        _view(top, view, at)
    return view, _shares(top) if "shares" in top.data else None


def _view(top: Fields, view: dict[str, Any], at: Position | None) -> None:
    try:
        known = Knowledge.from_dict(view)
    except ProblemsError as error:
        for p in error.problems:
            top.faults.append(Problem(p.code, p.message, f"view.{p.where}".rstrip("."), p.seat, p.card))
        return
    if at is None:
        return
    own = known.hand == at.hands[at.seat] if known.seat == at.seat else False
    if not own or known.position(at.hands) != at:
        top.fault("wrong_view", "the view is not that of the seat on turn in the position", "view", at.seat)


def _shares(top: Fields) -> Shares:
    part = top.part("shares")
    part.keys(("worlds", "share", "cards"), ())
    worlds, share = part.number("worlds", 1, 10**12), part.real("share")
    if not 0 < share <= 1 and not part.marred("share"):
        part.fault("bad_number", "a share is more than 0 and at most 1", "share")
    cards = {}
    inside = part.part("cards")
    for word in inside.data:
        for card in inside.cards_of(word, str(word)[:10]):
            cards[card] = inside.number(word, 0, worlds)
    return Shares(worlds, share, cards)
