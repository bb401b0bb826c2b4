"""Open-hand values of a position: of the whole, of every card, and the line of best play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rebelote.cards import Card, from_mask
from rebelote.checks import check_position
from rebelote.engine import Core, Engine, StopFlag, place
from rebelote.errors import Interrupted, PositionError, Problem
from rebelote.positions import Position
from rebelote.values import Value


@dataclass(frozen=True, slots=True)
class CardValue:
    """A legal card: what the side gets after it, and how much worse that is for its player.

    ``points`` and ``sweep`` are the side's, counted from the position before the card;
    ``loss`` is in points, never negative; ``same_as`` are the cards that play exactly alike.
    """

    card: Card
    points: int
    sweep: int
    loss: int
    same_as: tuple[Card, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "card": str(self.card),
            "points": self.points,
            "sweep": self.sweep,
            "loss": self.loss,
            "same_as": [str(c) for c in self.same_as],
        }


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position for ``side``.

    When the node budget ran out, ``exact`` is false, ``points`` and ``sweep`` are None and
    the true points lie within ``bounds``; otherwise ``bounds`` is ``(points, points)``.
    """

    position: Position
    side: tuple[int, ...]
    points: int | None
    sweep: int | None
    of: int
    cards: list[CardValue]
    line: list[Card]
    nodes: int
    exact: bool
    bounds: tuple[int, int]

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON data."""
        out: dict[str, Any] = {
            "side": list(self.side),
            "points": self.points,
            "sweep": self.sweep,
            "of": self.of,
            "cards": [c.to_dict() for c in self.cards],
            "line": [str(c) for c in self.line],
            "nodes": self.nodes,
            "exact": self.exact,
        }
        if not self.exact:
            out["bounds"] = list(self.bounds)
        return out


@dataclass(frozen=True, slots=True)
class GoalAnswer:
    """Whether the side can take ``goal`` points (in misère: can take no more than those).

    ``made`` is None when the budget ran out first.
    """

    side: tuple[int, ...]
    goal: int
    made: bool | None
    line: list[Card]
    nodes: int
    exact: bool

    def to_dict(self) -> dict[str, Any]:
        return {
            "side": list(self.side),
            "goal": self.goal,
            "made": self.made,
            "line": [str(c) for c in self.line],
            "nodes": self.nodes,
            "exact": self.exact,
        }


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: what the side gets with that trump and that lead."""

    trump: str
    leader: int
    value: Value | None

    def to_dict(self) -> dict[str, Any]:
        value = self.value.to_dict() if self.value else {"side": None, "points": None, "sweep": None, "of": None}
        return {"trump": self.trump, "leader": self.leader, **value}


@dataclass(frozen=True, slots=True)
class Table:
    """A deal under every strain, and every leader or lone player."""

    position: Position
    rows: list[Row] = field(default_factory=list)
    nodes: int = 0
    exact: bool = True

    def to_dict(self) -> dict[str, Any]:
        return {
            "variant": self.position.rules.variant,
            "players": self.position.players,
            "rows": [r.to_dict() for r in self.rows],
            "nodes": self.nodes,
            "exact": self.exact,
        }

    def __str__(self) -> str:
        if not self.exact:
            return "unfinished: the node budget ran out"
        partners = self.position.rules.partners
        columns = range(self.position.players)
        head = "leader" if partners else "alone"
        side = "side " + "+".join(map(str, self.position.side)) if partners else "each seat against the others"
        lines = [f"points of {side}", f"{head:>7}" + "".join(f"{c:>6}" for c in columns)]
        for strain in dict.fromkeys(r.trump for r in self.rows):
            values = [r.value for r in self.rows if r.trump == strain]
            lines.append(f"{strain:>7}" + "".join(f"{v.points:>6}" if v else "     ?" for v in values))
        return "\n".join(lines)


def as_position(given: Position | Mapping[str, Any] | str) -> Position:
    """A position from what callers pass: one, its JSON form, or its text form.

    Raises ``PositionError`` for one that cannot be, or in which nothing is left to play.
    """
    if isinstance(given, Position):
        if not given.hands[given.seat]:
            raise PositionError([Problem("no_cards", "no cards are left to play", "hands")])
        return given
    return Position.parse(given) if isinstance(given, str) else Position.from_dict(given)


class Budget:
    """Nodes that may still be spent, over several searches."""

    def __init__(self, nodes: int | None, stop: StopFlag | None) -> None:
        if nodes is not None and nodes < 1:
            raise ValueError(f"a node budget is at least 1, not {nodes}")
        self.left = nodes
        self.stop = stop
        self.spent = 0

    def begin(self, core: Core, position: Position, *, half: bool = False) -> bool:
        """Place a position with what is left, or with half of it; false when nothing is."""
        if self.left is None:
            place(core, position, self.stop)
            return True
        rest = self.left - self.spent
        if rest < 1:
            return False
        place(core, position, self.stop, (rest + 1) // 2 if half else rest)
        return True

    def end(self, core: Core) -> None:
        """Count what the search spent; raises ``Interrupted`` when it was told to stop."""
        self.spent += core.nodes
        if self.stop is not None and self.stop.is_set():
            raise Interrupted("the search was stopped before it was done")


def solve(
    position: Position | Mapping[str, Any] | str,
    *,
    cards: bool = True,
    line: bool = True,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> Solution:
    """The open-hand value of a position.

    ``cards``: the exact value of every legal card, not only of the best. ``line``: the cards
    of best play to the end. ``nodes``: a budget; past it the answer is bounds with ``exact``
    false (half of it goes to the value, the rest, if need be, to narrow the bounds).
    ``stop``: a flag that ends the search from another thread. Runs on one thread; the same
    position and arguments give the same answer and node count every time.

    Raises ``PositionError`` for a position that cannot be, ``Interrupted`` when stopped.
    """
    at = as_position(position)
    of = at.at_stake
    budget = Budget(nodes, stop)
    with (engine or Engine.default()).search(at) as core:
        values: list[CardValue] = []
        budget.begin(core, at, half=True)
        found = core.values() if cards else []
        chain = core.settled if cards else core.search(-2, of + 2)
        budget.end(core)
        low, high = (-1, of + 1) if chain is None else (chain, chain)
        if chain is None:
            low, high = _narrow(core, at, budget)
        if cards and low == high and not found and budget.begin(core, at):
            found = core.values()
            budget.end(core)
        if low < high or (cards and not found):
            bounds = (Value.from_chain(at.side, low, of).points, Value.from_chain(at.side, high, of).points)
            return Solution(at, at.side, None, None, of, [], [], budget.spent, False, bounds)
        chain = low
        if cards:
            values = _card_values(at, found)
        best_line = _line(core, at, chain, budget) if line else []
        value = Value.from_chain(at.side, chain, of)
        return Solution(
            at, at.side, value.points, value.sweep, of, values, best_line, budget.spent, True, (value.points,) * 2
        )


def goal(
    position: Position | Mapping[str, Any] | str,
    points: int,
    *,
    line: bool = True,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> GoalAnswer:
    """Whether the side can take ``points`` from here on, by one null-window search.

    In misère: whether it can be held to no more than ``points``. ``line`` adds the line of
    best play (which costs a full search). Raises as ``solve`` does.
    """
    at = as_position(position)
    of = at.at_stake
    budget = Budget(nodes, stop)
    with (engine or Engine.default()).search(at) as core:
        made = _settled(at, points, of)
        if made is None:
            budget.begin(core, at)
            low = points if at.misere else points - 1
            chain = core.search(low, low + 1)
            budget.end(core)
            if chain is None:
                return GoalAnswer(at.side, points, None, [], budget.spent, False)
            made = (chain > low) != at.misere
        best_line: list[Card] = []
        if line and budget.begin(core, at):
            chain = core.search(-2, of + 2)
            budget.end(core)
            if chain is not None:
                best_line = _line(core, at, chain, budget)
        return GoalAnswer(at.side, points, made, best_line, budget.spent, True)


def table(
    given: Position | Mapping[str, Any] | str,
    *,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> Table:
    """A deal's value under every strain: for every leader in the games of partners (for the
    position's side), for every lone player in the games for oneself (with the position's
    leader). ``trump`` may be left out of the JSON form, and so may ``leader``.
    """
    at = table_position(given)
    budget = Budget(nodes, stop)
    rows: list[Row] = []
    exact = True
    use = engine or Engine.default()
    for strain in at.rules.strains:
        for seat in range(at.players):
            leader = seat if at.rules.partners else at.leader
            side = at.side if at.rules.partners else (seat,)
            one = Position(at.rules, at.players, strain, leader, at.hands, (), side, at.misere)
            with use.search(one) as core:
                chain = None
                if budget.begin(core, one):
                    chain = core.search(-2, one.at_stake + 2)
                    budget.end(core)
            exact = exact and chain is not None
            rows.append(
                Row(str(strain), leader, None if chain is None else Value.from_chain(side, chain, one.at_stake))
            )
    return Table(at, rows, budget.spent, exact)


def table_position(given: Position | Mapping[str, Any] | str) -> Position:
    if isinstance(given, Mapping):
        parts = check_position({"trump": "S", "leader": 0, **given})
        if parts.trick:
            parts.fault("trick_started", "a table needs a position at a trick's start", "trick")
        return Position.from_parts(parts)
    at = as_position(given)
    if at.trick:
        raise PositionError([Problem("trick_started", "a table needs a position at a trick's start", "trick")])
    return at


def _settled(at: Position, points: int, of: int) -> bool | None:
    """The goal's answer where no search is needed."""
    if at.misere:
        return True if points >= of else False if points < 0 else None
    return True if points <= 0 else False if points > of else None


def _line(core: Core, at: Position, chain: int, budget: Budget) -> list[Card]:
    """Best play from here to the end; shorter when the budget runs out."""
    out: list[Card] = []
    while any(at.hands):
        legal = at.legal_mask()
        if not legal & (legal - 1):
            card = from_mask(legal)[0]
        else:
            if not budget.begin(core, at):
                break
            number = core.best(chain)
            budget.end(core)
            if number is None:
                break
            card = Card(number)
        out.append(card)
        at = at.put(card)
        if not at.trick and any(at.hands):
            if not budget.begin(core, at):
                break
            found = core.search(-2, at.at_stake + 2)
            budget.end(core)
            if found is None:
                break
            chain = found
    return out


def wants_many(at: Position) -> bool:
    """Whether the player on turn plays for a high value of the position's side."""
    return (at.seat in at.side) != at.misere


def _narrow(core: Core, at: Position, budget: Budget) -> tuple[int, int]:
    """Bounds on the chain with what is left of the budget: each search that ends halves the gap.

    This comes after a search for the value itself that took half of the budget in vain; its
    table still helps.
    """
    low, high = -1, at.at_stake + 1
    while low < high:
        if not budget.begin(core, at):
            break
        middle = (low + high) // 2
        found = core.search(middle, middle + 1)
        budget.end(core)
        if found is None:
            break
        if found > middle:
            low = found
        else:
            high = found
    return low, high


def _card_values(at: Position, found: list[tuple[int, int, list[int]]]) -> list[CardValue]:
    """The core's list as values, best first for the player on turn."""
    of = at.at_stake
    many = wants_many(at)
    chains = [chain for _, chain, _ in found]
    best = Value.from_chain(at.side, max(chains) if many else min(chains), of).points
    out: list[CardValue] = []
    for number, chain, equals in found:
        value = Value.from_chain(at.side, chain, of)
        first, *rest = sorted((number, *equals))
        out.append(
            CardValue(Card(first), value.points, value.sweep, abs(best - value.points), tuple(Card(c) for c in rest))
        )
    out.sort(key=lambda c: ((-c.points, -c.sweep) if many else (c.points, c.sweep), c.card))
    return out
