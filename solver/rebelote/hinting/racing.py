"""Racing: no more work on a card that cannot be the best one.

Cards are compared on the same worlds, and at checkpoints, after 16, 32, 64, … worlds, those leave that are
behind the best so far beyond doubt. Racing is Maron & Moore's ("Hoeffding Races", NIPS 6, 1994). Their bounds
ask for far more worlds than there are, and Student's bound for what deals are not, normal: a card that loses 1
in most deals and wins 40 in few looks certain to lose while those few have not come. So what is beyond doubt is
found by betting (Waudby-Smith & Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86,
2024), which holds for every distribution and needs about as many worlds as the normal bound where that is right.

**The bet.** Let ``d₁, d₂, …`` be by how much card A is better than card B in the worlds as they are drawn (evenly
from ``of``, none twice), and suppose that A is not worse: the mean of ``d`` over all worlds is at least 0. After
``i − 1`` worlds the others then have a mean of at least ``mᵢ = −(d₁ + … + dᵢ₋₁) / (of − i + 1)``, which is known
before world ``i`` is drawn; given what was drawn, ``E dᵢ >= mᵢ``. Somebody who doubts A begins with a capital of 1
and in each world multiplies it by ::

    1 − λᵢ·(dᵢ − mᵢ),    λᵢ = c / (reach − min(mᵢ, 0)),   0 < c < 1

No ``d`` exceeds ``reach``, so ``dᵢ − mᵢ <= reach − min(mᵢ, 0)`` and no factor is negative; its expectation is at
most 1, as ``λᵢ >= 0`` is known beforehand. So the capital is a nonnegative supermartingale, and by Ville's
inequality the chance that it ever reaches ``1/ε`` is at most ``ε``; that it is looked at only now and then can
but lower it. The same holds of the mean of several such capitals with other ``c``, so which ``c`` is the best
need not be known.

**The race.** A leaves when the capital against it, with some B that still runs, reaches ``1/ε`` where ``ε = (1 −
confidence)/(cards − 1)``. The truly best card is not worse than any other, so each of the at most ``cards − 1`` bets
against it succeeds with probability ``ε`` at most. It is dropped with probability ``1 − confidence`` at most, however
many checkpoints there are, with nothing to be shared out over them. (Of several best cards this holds of each.)
"""

from __future__ import annotations

from collections.abc import Sequence

#: The first checkpoint; each later one is at twice as many worlds.
FIRST = 16

#: The parts of the largest stake that are bet, each with an equal share of the capital.
PARTS = (0.95, 0.5, 0.25, 0.12, 0.06)

_ENOUGH = 1e200


def checkpoint(worlds: int) -> bool:
    """Whether cards may leave after that many worlds."""
    return worlds >= FIRST and worlds % FIRST == 0 and (worlds // FIRST).bit_count() == 1


def next_checkpoint(worlds: int) -> int:
    """The first checkpoint after that many worlds."""
    at = FIRST
    while at <= worlds:
        at *= 2
    return at


def capital(differences: Sequence[float], reach: float, of: int) -> float:
    """What betting against "the mean over all ``of`` worlds is at least 0" has made of 1.

    ``differences``: those drawn so far, in order, each at most ``reach``. 0 when the bettor is ruined.
    """
    if reach <= 0:
        # No world has a difference above 0: a single one below it says all.
        return _ENOUGH if any(d < 0 for d in differences) else 1.0
    purses = [1.0] * len(PARTS)
    total, left = 0.0, of
    for d in differences:
        expected = -total / left
        share = (d - expected) / (reach - expected if expected < 0 else reach)
        purses = [purse * (1 - part * share) for purse, part in zip(purses, PARTS, strict=True)]
        if max(purses) > _ENOUGH:
            return _ENOUGH
        total += d
        left -= 1
    return sum(purses) / len(PARTS)


class Race:
    """Which of ``cards`` cards still run.

    ``reach``: the most by which any card can be better than another in any world. ``of``: how many worlds
    there are. ``confidence``: with at least this probability the best card is never dropped.
    """

    def __init__(self, cards: int, reach: float, of: int, confidence: float) -> None:
        if not 0 < confidence < 1:
            raise ValueError(f"a confidence lies between 0 and 1, not {confidence}")
        self.running = list(range(cards))
        self.reach, self.of = reach, of
        self._enough = max(1, cards - 1) / (1 - confidence)

    def judge(self, least: Sequence[Sequence[float]], most: Sequence[Sequence[float]]) -> list[int]:
        """The cards that leave now, after the worlds so far.

        ``least[card]`` and ``most[card]``: what the card brings the seat in each world, for certain and at most;
        the same thing where it is known exactly. Of cards that have left nothing is read.
        """
        if len(self.running) < 2:
            return []
        best = max(self.running, key=lambda card: (sum(least[card]), -card))
        out = []
        for card in self.running:
            if card == best:
                continue
            behind = [a - b for a, b in zip(most[card], least[best], strict=True)]
            if sum(behind) < 0 and capital(behind, self.reach, self.of) >= self._enough:
                out.append(card)
        self.running = [card for card in self.running if card not in out]
        return out
