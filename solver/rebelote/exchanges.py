"""The seven of trumps for the upcard: whether to swap it, weighed by what the deal is then worth.

Only the player who holds the seven has the choice, before his own first card. If he does not
lead, he makes it knowing what was led.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from rebelote.cards import Card
from rebelote.engine import Engine, StopFlag
from rebelote.positions import Position
from rebelote.scoresearch import worth
from rebelote.shuffles import exchange, why_no_exchange
from rebelote.stakes import Stakes

#: What the deal is played for with given hands: a swap may make a meld or break one.
StakesOf = Callable[[tuple[int, ...]], Stakes]


@dataclass(frozen=True, slots=True)
class Exchange:
    """The owners' margin if ``seat`` keeps the seven and if he swaps it, best play from there.

    ``better``: what the seat should do, none when it makes no difference.
    """

    seat: int
    keep: int
    swap: int
    better: str | None

    def to_dict(self) -> dict[str, Any]:
        return {"seat": self.seat, "keep": self.keep, "swap": self.swap, "better": self.better}


def weigh_exchange(
    position: Position,
    stakes_of: StakesOf,
    upcard: Card,
    *,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> Exchange | None:
    """Both choices of the player who may swap, or none where nobody may, or the budget ran out.

    ``position`` is the full deal, nothing led, the seven not yet swapped. Where the seat does not
    lead, the leader has the best lead against each choice, made before he knows it: he leads for
    the worse of the two.
    """
    rules, strain = position.rules, position.strain
    may = [seat for seat, hand in enumerate(position.hands) if not why_no_exchange(rules, strain, hand, upcard)]
    if not may or position.trick:
        return None
    seat = may[0]
    swapped = with_swap(position, seat, upcard)
    stakes = stakes_of(position.hands)
    kept = worth(position, stakes, nodes=nodes, stop=stop, engine=engine)
    left = None if nodes is None else max(1, nodes - kept.nodes)
    keep, swap = kept.margin, worth(swapped, stakes_of(swapped.hands), nodes=left, stop=stop, engine=engine).margin
    if keep is None or swap is None:
        return None
    gain = swap - keep if seat in stakes.owners(position.side) else keep - swap
    return Exchange(seat, keep, swap, "swap" if gain > 0 else "keep" if gain < 0 else None)


def with_swap(position: Position, seat: int, upcard: Card) -> Position:
    """The position once ``seat`` has swapped."""
    hands = list(position.hands)
    hands[seat], _ = exchange(position.rules, position.strain, hands[seat], upcard)
    return replace(position, hands=tuple(hands))


def best_with_exchange(position: Position, stakes_of: StakesOf, upcard: Card, *, engine: Engine | None = None) -> int:
    """The owners' margin of a full deal in which the swap is still open, all playing for the score."""
    told = weigh_exchange(position, stakes_of, upcard, engine=engine)
    if told is None:
        return _margin(position, stakes_of(position.hands), engine)
    owners = stakes_of(position.hands).owners(position.side)
    pick = max if told.seat in owners else min
    if told.seat == position.leader:
        return pick(told.keep, told.swap)
    # The lead comes first, then the choice.
    swapped = with_swap(position, told.seat, upcard)
    after = []
    for card in position.legal():
        both = [_margin(at.put(card), stakes_of(at.hands), engine) for at in (position, swapped)]
        after.append(pick(both))
    return (max if position.leader in owners else min)(after)


def _margin(position: Position, stakes: Stakes, engine: Engine | None) -> int:
    found = worth(position, stakes, engine=engine)
    assert found.margin is not None
    return found.margin
