"""A spot: a moment of a deal where a puzzle may be, with what is known of how it came about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rebelote.cards import FULL_PACK, Card, to_mask
from rebelote.positions import Position
from rebelote.puzzling.puzzles import Background
from rebelote.worlds.clues import Clue, missing
from rebelote.worlds.knowledge import Knowledge


@dataclass(frozen=True)
class Spot:
    """A position with the solving side in ``side`` and on turn.

    ``background``: contract, melds and what was taken, where they are known. ``view`` makes what the seat on turn
    knows, in the hidden form of a record, where the play so far is known. ``chosen``: the card that was played here,
    where one was. ``source``: where the spot comes from, as it is to stand in the puzzle.
    """

    position: Position
    background: Background | None = None
    view: Callable[[], Mapping[str, Any]] | None = field(default=None, hash=False)
    chosen: Card | None = None
    source: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def knowledge(self) -> Knowledge:
        """What the seat on turn knows of the open puzzle: its hand, the table, and which cards are out."""
        return bare_knowledge(self.position, self.background)


def bare_knowledge(at: Position, background: Background | None = None) -> Knowledge:
    """What the seat on turn knows of an ending when it remembers which cards are gone, and not who played them."""
    declarer = contract = None
    if background is not None:
        contract = background.stakes.contract
        declarer = contract.declarer
    hand = at.hands[at.seat]
    out = FULL_PACK & ~to_mask(at.trick)
    for held in at.hands:
        out &= ~held
    clues = [
        Clue(f"seat {at.seat} holds its hand", "hand", at.seat, hand, FULL_PACK & ~hand),
        Clue("the other cards are out of play", "out", None, out),
    ]
    for place, card in enumerate(at.trick):
        seat = (at.leader + place) % at.players
        clues.extend(told_by(at, at.trick[:place], seat, card, place))
    return Knowledge(
        at.rules, at.players, at.strain, at.misere, at.leader, at.seat, hand, at.trick, at.side,
        declarer, contract, clues=tuple(clues),
    )  # fmt: skip


def told_by(at: Position, trick: tuple[Card, ...], seat: int, card: Card, place: int) -> Iterator[Clue]:
    """What a card, number ``place`` of the play, tells of the seat that put it behind ``trick``."""
    yield Clue(f"seat {seat} played {card}", f"plays[{place}]", seat, card.bit)
    if gone := missing(at.rules, at.strain, trick, card):
        yield Clue(f"{card} tells what seat {seat} lacks", f"plays[{place}]", seat, lacks=gone, since=place)
