"""The last few tricks played for a margin, every card tried: sooner done than asking the compiled core about points.

Plain alpha-beta (D. Knuth and R. Moore, "An Analysis of Alpha-Beta Pruning", 1975) over whatever the stakes make of the
end of the deal, so it knows no rule of scoring and needs none.
"""

from __future__ import annotations

from rebelote.cards import ALL_CARDS, Card
from rebelote.positions import Position
from rebelote.stakes import Past, Stakes
from rebelote.tricks import legal_mask, trick_points, winning_index

_Numbers = tuple[int, ...]


class LastTricks:
    """Best play for the margin of ``owners`` (``stakes.margin``); ``nodes`` counts the cards that were tried."""

    def __init__(self, stakes: Stakes, owners: tuple[int, ...]) -> None:
        self.stakes, self.owners = stakes, owners
        self.nodes = 0
        self._ends: dict[tuple[_Numbers, _Numbers], int] = {}

    def margin(self, at: Position, past: Past, low: int, high: int) -> int:
        """What the owners can force from ``at``, ``past`` taken before it; that must be known to lie in low … high."""
        return self._best(at, at.hands, at.leader, at.trick, past.points, past.tricks, low, high)

    def _end(self, points: _Numbers, tricks: _Numbers) -> int:
        found = self._ends.get((points, tricks))
        if found is None:
            found = self.stakes.margin(self.owners, self.stakes.final(points, tricks))
            self._ends[points, tricks] = found
        return found

    def _best(
        self, at: Position, hands: _Numbers, leader: int, trick: tuple[Card, ...], points: _Numbers, tricks: _Numbers,
        low: int, high: int,
    ) -> int:  # fmt: skip
        """The margin when it lies within low … high, else the nearer of the two. ``at``: the rules of it all."""
        seat = (leader + len(trick)) % at.players
        if not hands[seat]:
            return min(max(self._end(points, tricks), low), high)
        mine = seat in self.owners
        legal = legal_mask(at.rules, at.strain, hands[seat], trick)
        while legal:
            bit = legal & -legal
            legal ^= bit
            self.nodes += 1
            table = (*trick, ALL_CARDS[bit.bit_length() - 1])
            left = tuple(hand & ~bit for hand in hands)
            if len(table) < at.players:
                found = self._best(at, left, leader, table, points, tricks, low, high)
            else:
                won = (leader + winning_index(at.rules, at.strain, table)) % at.players
                more = trick_points(at.rules, at.strain, table) + (0 if any(left) else at.rules.last_trick)
                taken = tuple(p + more * (s == won) for s, p in enumerate(points))
                count = tuple(t + (s == won) for s, t in enumerate(tricks))
                found = self._best(at, left, won, (), taken, count, low, high)
            if mine:
                low = max(low, found)
            else:
                high = min(high, found)
            if low >= high:
                break
        return low if mine else high
