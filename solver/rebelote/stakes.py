"""What a deal is played for: contract and melds, and what every outcome of the play would score.

A side plays for its *margin*: between two parties what it writes more than the other, and in
the games for oneself with three or four players what the lone player writes (the others, who
play as one against him, want that small). Points that hang count for nobody.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rebelote.melds import belas, chosen, contest
from rebelote.rules import Rules
from rebelote.scoring import Contract, DealScore, Tally, score


@dataclass(frozen=True, slots=True)
class Stakes:
    """``melds`` and ``belas``: points a seat, of melds that won their contest and of belas."""

    rules: Rules
    players: int
    contract: Contract
    melds: tuple[int, ...] = ()
    belas: tuple[int, ...] = ()

    def final(self, points: Sequence[int], tricks: Sequence[int]) -> DealScore:
        """What is written when the seats have taken these points and tricks."""
        nothing = (0,) * self.players
        tally = Tally(tuple(points), tuple(tricks), self.melds or nothing, self.belas or nothing)
        return score(self.rules, self.contract, tally)

    def lone(self, side: Sequence[int]) -> int | None:
        """With more than two parties the seat whose score is in question: the one that stands alone."""
        if self.rules.parties(self.players) == 2:
            return None
        if len(side) == 1:
            return side[0]
        return next(seat for seat in range(self.players) if seat not in side)

    def owners(self, side: Sequence[int]) -> tuple[int, ...]:
        """The seats that want a large margin: the side, or the lone player it plays against."""
        lone = self.lone(side)
        return tuple(side) if lone is None else (lone,)

    def margin(self, side: Sequence[int], found: DealScore) -> int:
        """What ``owners(side)`` play for."""
        mine = self.rules.party(self.owners(side)[0])
        if self.lone(side) is not None:
            return found.written[mine]
        return found.written[mine] - found.written[1 - mine]

    def by_points_alone(self, side: Sequence[int]) -> bool:
        """Whether the owners' own points and tricks decide their margin, however the others share theirs.

        Not so for a declarer who has to beat each of two opponents, nor where what a player
        loses depends on which of the others took a trick.
        """
        lone = self.lone(side)
        if lone is None:
            return True
        if self.contract.declarer is None:
            return not self._waiting(lone)
        if self.contract.declarer == lone:
            customs = self.rules.customs
            if customs.more_than == "all":
                # What the others have together is the rest, but for melds of theirs that wait for a trick.
                return customs.made_when == "bid" or self.contract.sweep or not self._waiting(lone)
            return customs.made_when == "bid" or self.contract.sweep
        return not self.shared_out

    def _waiting(self, lone: int) -> bool:
        """Whether others than ``lone`` have melds that count only with a trick of their own."""
        customs = self.rules.customs
        waiting = (self.melds if customs.melds_need_trick else (), self.belas if customs.bela_needs_trick else ())
        return any(points for numbers in waiting for seat, points in enumerate(numbers) if seat != lone)

    @property
    def shared_out(self) -> bool:
        """Whether a failed declarer's points are shared among several others: no source's rule, but an option."""
        several = self.rules.parties(self.players) > 2
        return several and self.rules.customs.failed in ("all_to_defender", "tricks_to_defenders")


def natural_stakes(rules: Rules, players: int, contract: Contract, hands: Sequence[int], first: int) -> Stakes:
    """The stakes when everybody calls all he holds, ``first`` first: full hands, masks a seat."""
    strain = contract.strain
    seats = [(first + i) % players for i in range(players)]
    called = {seat: chosen(rules, strain, hands[seat]) for seat in seats}
    won = contest(rules, strain, list(called.items()))
    melds = [sum(meld.points for meld in won.get(seat, ())) for seat in range(players)]
    pairs = [sum(pair.points for pair in belas(rules, strain, hands[seat], called[seat])) for seat in range(players)]
    return Stakes(rules, players, contract, tuple(melds), tuple(pairs))


@dataclass(frozen=True, slots=True)
class Past:
    """What the seats have taken so far, one number a seat: points and tricks."""

    points: tuple[int, ...]
    tricks: tuple[int, ...]

    @classmethod
    def none(cls, players: int) -> Past:
        """Nothing yet."""
        return cls((0,) * players, (0,) * players)

    def plus(self, seat: int, points: int) -> Past:
        """After a trick that ``seat`` took."""
        return Past(
            tuple(p + points * (s == seat) for s, p in enumerate(self.points)),
            tuple(t + (s == seat) for s, t in enumerate(self.tricks)),
        )
