"""What a puzzle asks for and what hangs on it, from JSON: goal, contract, the view of one hand, the shares of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rebelote.cards import Card
from rebelote.checks import Parts
from rebelote.errors import CardError, ProblemsError, brief
from rebelote.positions import Position
from rebelote.puzzling.goals import CONTRACTS, KINDS, LAST_TRICK, NO_TRICK, POINTS, PuzzleGoal
from rebelote.puzzling.handforms import MOST_WORLDS
from rebelote.puzzling.puzzles import Background, Shares
from rebelote.puzzling.readingparts import (
    check_keys,
    check_legal,
    is_number,
    prefixed,
    take_flag,
    take_measure,
    take_number,
    take_numbers,
    take_object,
)
from rebelote.scoring import Contract
from rebelote.stakes import Past, Stakes
from rebelote.worlds.knowledge import Knowledge

#: No deal has as many points, and no bid is as high.
MOST_POINTS = 10_000
#: No double multiplies by more.
MOST_FACTOR = 16

_STAKES = ("declarer", "bid", "sweep", "factor", "melds", "belas", "points", "tricks")


# --- the goal ----------------------------------------------------------------------------


def read_goal(parts: Parts, value: Any) -> PuzzleGoal | None:
    """A goal as such, whether or not it makes sense in the position."""
    data = take_object(parts, "goal", value)
    if data is None:
        return None
    before = len(parts.problems)
    check_keys(parts, "goal", data, (), (*KINDS, "contract"))
    kinds = [kind for kind in KINDS if kind in data]
    if len(kinds) != 1:
        told = "none" if not kinds else " and ".join(kinds)
        parts.fault("bad_goal", f"a goal is one of {', '.join(KINDS)}; there is {told}", "goal")
        return None
    kind, points = kinds[0], None
    if kind == POINTS:
        points = take_number(parts, "goal.points", data[kind], 0, MOST_POINTS)
    elif data[kind] is not True:
        parts.fault("bad_goal", f"goal.{kind} is true, not {brief(data[kind])}", f"goal.{kind}")
    contract = data.get("contract")
    if "contract" in data and contract not in CONTRACTS:
        parts.fault("bad_goal", f"goal.contract is made or broken, not {brief(contract)}", "goal.contract")
    return PuzzleGoal(kind, points, contract) if len(parts.problems) == before else None


def check_goal(parts: Parts, goal: PuzzleGoal, at: Position) -> bool:
    """Whether a goal makes sense in a position; the faults are told."""
    before = len(parts.problems)
    if (goal.kind == NO_TRICK and not at.misere) or (at.misere and goal.kind not in (NO_TRICK, POINTS)):
        where = "in misère" if at.misere else "but in misère"
        parts.fault("bad_goal", f"{goal.kind} is no goal {where}", f"goal.{goal.kind}")
    if goal.contract is not None and (at.misere or goal.kind == LAST_TRICK):
        why = "there is none in misère" if at.misere else "what it takes is points or tricks, not the last one"
        parts.fault("bad_goal", f"no contract can hang on this goal: {why}", "goal.contract")
    if goal.points is not None:
        # In misère all that is at stake is no limit; elsewhere nothing is no aim.
        least, most = (0, at.at_stake - 1) if at.misere else (1, at.at_stake)
        if not least <= goal.points <= most:
            words = f"goal.points is from {least} to {most} here, where {at.at_stake} are at stake, not {goal.points}"
            parts.fault("out_of_range", words, "goal.points")
    return len(parts.problems) == before


# --- contract, melds, what was taken -----------------------------------------------------


def read_stakes(parts: Parts, value: Any, at: Position) -> Background | None:
    """Contract, melds, and what each seat took before the position."""
    data = take_object(parts, "stakes", value)
    if data is None:
        return None
    check_keys(parts, "stakes", data, _STAKES)
    if not all(key in data for key in _STAKES):
        return None
    before, players = len(parts.problems), at.players
    declarer, bid = data["declarer"], data["bid"]
    if declarer is not None and (not is_number(declarer) or not 0 <= declarer < players):
        words = f"stakes.declarer is a seat from 0 to {players - 1} or null, not {brief(declarer)}"
        parts.fault("bad_declarer", words, "stakes.declarer")
    if bid is not None:
        take_number(parts, "stakes.bid", bid, 0, MOST_POINTS)
    sweep = take_flag(parts, "stakes.sweep", data["sweep"])
    factor = take_number(parts, "stakes.factor", data["factor"], 1, MOST_FACTOR)
    melds, belas, points, tricks = (
        take_numbers(parts, f"stakes.{key}", data[key], players, MOST_POINTS) for key in _STAKES[4:]
    )
    if len(parts.problems) > before:
        return None
    assert sweep is not None and factor is not None
    assert melds is not None and belas is not None and points is not None and tricks is not None
    _check_past(parts, at, points, tricks)
    contract = Contract(at.strain, declarer, bid, sweep, factor)
    return Background(Stakes(at.rules, players, contract, melds, belas), Past(points, tricks))


def _check_past(parts: Parts, at: Position, points: tuple[int, ...], tricks: tuple[int, ...]) -> None:
    """No more was taken than there was."""
    dealt, left = at.rules.cards, at.tricks_left
    if sum(tricks) + left > dealt:
        words = f"{sum(tricks)} tricks were taken and {left} are left, of {dealt}"
        parts.fault("bad_tricks", words, "stakes.tricks")
    pack = sum(at.rules.points(at.strain)) + at.rules.last_trick
    if sum(points) + at.at_stake > pack:
        words = f"{sum(points)} points were taken and {at.at_stake} are at stake, of {pack}"
        parts.fault("wrong_points", words, "stakes.points")


# --- one hand seen -----------------------------------------------------------------------


def read_view(parts: Parts, value: Any, at: Position) -> Mapping[str, Any] | None:
    """What the solver sees, which must be of the position."""
    try:
        known = Knowledge.from_dict(value)
    except ProblemsError as error:
        parts.problems += [prefixed("view", problem) for problem in error.problems]
        return None
    for key, there, here in _told(known, at):
        if there != here:
            words = f"view.{key} is not that of the position"
            parts.fault("wrong_view", words, f"view.{key}")
    data: Mapping[str, Any] = value
    return data


def _told(known: Knowledge, at: Position) -> Iterator[tuple[str, object, object]]:
    """What a view and a position both tell, by the view's keys."""
    if known.rules.variant != at.rules.variant:
        yield "variant", known.rules.variant, at.rules.variant
        return
    yield "options", known.rules, at.rules
    yield "players", known.players, at.players
    yield "trump", known.strain, at.strain
    yield "misere", known.misere, at.misere
    yield "side", known.side, at.side
    yield "seat", known.seat, at.seat
    if known.seat < at.players:
        yield "hand", known.hand, at.hands[known.seat]
    yield "plays", (known.trick_leader, known.trick), (at.leader, at.trick)


def read_shares(parts: Parts, value: Any, at: Position) -> Shares | None:
    """How many deals fit, and in how many of them each class of cards reaches the goal."""
    data = take_object(parts, "shares", value)
    if data is None:
        return None
    keys = ("worlds", "share", "cards")
    check_keys(parts, "shares", data, keys)
    if not all(key in data for key in keys):
        return None
    worlds = take_number(parts, "shares.worlds", data["worlds"], 1, MOST_WORLDS)
    share = take_measure(parts, "shares.share", data["share"], 0, 1)
    if share == 0:
        parts.fault("out_of_range", "shares.share is more than 0", "shares.share")
    cards = take_object(parts, "shares.cards", data["cards"])
    found: dict[Card, int] = {}
    for word, number in (cards or {}).items():
        where = f"shares.cards.{word[:40]}"
        count = take_number(parts, where, number, 0, MOST_WORLDS if worlds is None else worlds)
        try:
            card = Card(word)
        except CardError as error:
            parts.fault(error.code, str(error), where, None, word[:8])
            continue
        if card in found:
            parts.fault("duplicate_card", f"shares.cards has {card} twice", where, None, str(card))
        found[card] = count or 0
        check_legal(parts, where, [card], at)
    if worlds is None or share is None or cards is None:
        return None
    return Shares(worlds, share, found)
