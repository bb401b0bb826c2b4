"""Worlds: the deals that fit what one seat knows, counted, told by number, and drawn with even chances.

A deal fits when every card so far was legal in it and everything else that is known holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rebelote.cards import FULL_PACK
from rebelote.errors import PositionError, Problem
from rebelote.worlds.clues import contradiction, fits, spread
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.spreads import Spread


class Worlds:
    """All deals that fit a ``Knowledge``.

    A world is a tuple with a mask of the cards that each seat still holds. ``count`` is how many there
    are, exact however large; ``at`` gives the one with a number, ``draw`` all of them in random order.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        """Raises ``PositionError`` when none fits: a problem for each of the facts that contradict."""
        self.knowledge = knowledge
        self._spread: Spread = spread(knowledge.players, knowledge.cards, knowledge.clues, knowledge.plays)
        self._played = knowledge.played
        self.count = self._spread.count
        if not self.count:
            raise PositionError(_why_none(knowledge))

    @classmethod
    def of(cls, given: Knowledge | Mapping[str, Any]) -> Worlds:
        """The worlds of what a seat knows, also from its JSON form; raises ``PositionError`` with every fault."""
        return cls(given if isinstance(given, Knowledge) else Knowledge.from_dict(given))

    def __len__(self) -> int:
        return self.count

    def at(self, index: int) -> tuple[int, ...]:
        """The world with that number, 0 … count − 1; raises ``IndexError`` outside."""
        return self._held(self._spread.at(index))

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """All worlds, in the order of their numbers."""
        return map(self._held, self._spread)

    def draw(self, seed: int = 0) -> Iterator[tuple[int, ...]]:
        """All worlds in random order, each order equally likely; the same for the same seed.

        The first n are a sample without repetition in which every world is equally likely.
        """
        return map(self._held, self._spread.draw(seed))

    def fits(self, hands: Sequence[int]) -> bool:
        """Whether a world fits: ``hands`` are what each seat still holds."""
        known = self.knowledge
        dealt = known.dealt(hands)
        held = 0
        for hand, gone, before in zip(hands, self._played, dealt, strict=True):
            if hand & gone or before & held or before.bit_count() != known.cards:
                return False
            held |= before
        return all(fits(clue, dealt, FULL_PACK & ~held, known.plays) for clue in known.clues)

    def _held(self, cells: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(cells[seat] & ~gone for seat, gone in enumerate(self._played))


def _why_none(knowledge: Knowledge) -> list[Problem]:
    """The facts that contradict one another, as few as there can be."""
    clues = contradiction(knowledge.players, knowledge.cards, knowledge.clues, knowledge.plays)
    sizes = f"no deal of {knowledge.players} hands of {knowledge.cards} cards"
    first = f"{sizes} fits: " if len(clues) == 1 else f"{sizes} fits these {len(clues)} facts together: "
    return [
        Problem("no_deal_fits", (first if i == 0 else "") + clue.text, clue.where, clue.seat)
        for i, clue in enumerate(clues)
    ]
