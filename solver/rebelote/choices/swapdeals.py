"""What a whole deal is worth under a contract, the seven of trumps still to be swapped where that may be.

In ``gambler`` the holder of the seven of trumps may still swap it for the upcard. He chooses before his first card:
when he leads, between two deals; else for each lead, which is made before he shows what he does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rebelote.cards import Card
from rebelote.choices.dealworths import Appraiser, DealWorth, Pair, Searched
from rebelote.engine import StopFlag
from rebelote.exchanges import with_swap
from rebelote.positions import Position
from rebelote.scoring import Contract
from rebelote.shuffles import why_no_exchange
from rebelote.stakes import Stakes, natural_stakes


class Deal:
    """A deal before its first card: appraised with the swap of the seven that is still to come, if there is one.

    ``upcard``: the turned card that lies out of play, or none.
    """

    def __init__(
        self, appraiser: Appraiser, position: Position, upcard: Card | None, stop: StopFlag | None = None
    ) -> None:
        self.appraiser = appraiser
        self._stakes: dict[tuple[bool, bool], Stakes] = {}
        self.keep = appraiser.table(position, stop)
        self.holder, self.swap = self._swap(position, upcard, stop)

    @property
    def nodes(self) -> int:
        """What the searches took."""
        return self.keep.nodes + (self.swap.nodes if self.swap else 0)

    def appraise(self, contract: Contract) -> DealWorth:
        """The deal under a contract of its strain, melds as everybody would call them."""
        if self.swap is None:
            return self.keep.appraise(self._natural(self.keep, contract))
        kept, swapped = self._natural(self.keep, contract), self._natural(self.swap, contract)
        misere = contract.declarer is None
        found = [[self.keep.appraise(kept, a), self.swap.appraise(swapped, b)] for a, b in self._leads()]
        side, others = self.appraiser.side, self.appraiser.others
        made = None
        if contract.declarer is not None:
            wants = self.appraiser.party(contract.declarer)
            made = self._settled([[w.made or (0, 0) for w in both] for both in found], wants)
        points = self._settled([[(w.points, w.points) for w in both] for both in found], others if misere else side)
        return DealWorth(self._settled([[w.margin for w in both] for both in found], side), made, points[0])

    def _natural(self, searched: Searched, contract: Contract) -> Stakes:
        """What the deal is played for; whose melds score depends on the strain alone."""
        of_side = contract.declarer in self.appraiser.side
        key = (searched is self.keep, of_side)
        if key not in self._stakes:
            at = searched.at
            found = natural_stakes(at.rules, at.players, contract, at.hands, at.leader)
            self._stakes[key] = self.appraiser.alike(found)
        known = self._stakes[key]
        return Stakes(known.rules, known.players, contract, known.melds, known.belas)

    def _swap(self, at: Position, upcard: Card | None, stop: StopFlag | None) -> tuple[int | None, Searched | None]:
        if upcard is None:
            return None, None
        for seat, hand in enumerate(at.hands):
            if not why_no_exchange(at.rules, at.strain, hand, upcard):
                return seat, self.appraiser.table(with_swap(at, seat, upcard), stop)
        return None, None

    def _leads(self) -> list[tuple[Position, Position]]:
        """The positions in which the holder of the seven chooses: now, or after each lead."""
        assert self.swap is not None
        keep, swap = self.keep.at, self.swap.at
        if self.holder == keep.seat:
            return [(keep, swap)]
        return [(keep.put(card), swap.put(card)) for card in keep.legal()]

    def _settled(self, pairs: list[list[Pair]], wants: Sequence[int]) -> Pair:
        """What comes of it when the seats of ``wants`` want much and the others little: by lead kept and swapped.

        Bounds of what is chosen among are bounds of what is chosen, as max and min never fall when one of theirs rises.
        """
        chosen = [_pick(max if self.holder in wants else min, both) for both in pairs]
        return _pick(max if self.keep.at.seat in wants else min, chosen)


def _pick(pick: Callable[[list[int]], int], pairs: Sequence[Pair]) -> Pair:
    return pick([low for low, _ in pairs]), pick([high for _, high in pairs])
