"""How the cards stand after the worlds solved so far: the sums behind a hint, and the order of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import starmap

from rebelote.hinting.averages import Column, Mean, Weights, difference
from rebelote.hinting.odds import CardOdds
from rebelote.hinting.scorebounds import BEYOND
from rebelote.hinting.valuing import UNKNOWN, Block, Valuer
from rebelote.stakes import Stakes
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.likelihood import Weigh

#: What a hint may go by.
POINTS, SCORE, MADE = "points", "score", "made"


class Standings:
    """Values of all groups of cards in the worlds solved so far, of ``of`` that there are.

    A group that is no longer solved has the values of the first worlds only. ``wishes``: for points, score and made 1
    where the seat wants much of it, else −1.
    """

    def __init__(self, valuer: Valuer, of: int, weigh: Weigh | None = None) -> None:
        self.knowledge, self.groups, self.of = valuer.knowledge, valuer.groups, of
        self.scores = valuer.scores
        self.weigh = weigh
        self.weights = Weights() if weigh else None
        self.solved = self.nodes = 0
        self.points, self.sweeps, self.lows, self.highs, self.made = (
            [Column(self.weights) for _ in self.groups] for _ in range(5)
        )
        self._bounded = [False] * len(self.groups)
        self._unsettled = [False] * len(self.groups)
        self._open_ended = False
        self._flags: dict[str, list[Column]] = {}
        self._spans: list[tuple[int, int, tuple[int, ...]]] = []
        self._read: dict[str, int] = {}
        k = self.knowledge
        self.owners = _owners(k) if self.scores else None
        declarer = k.contract.declarer if self.scores and k.contract else None
        self.party: tuple[int, ...] | None = None
        if declarer is not None:
            mine = k.rules.party(declarer)
            self.party = tuple(seat for seat in range(k.players) if k.rules.party(seat) == mine)
        self.wishes = {
            POINTS: 1 if (k.seat in k.side) != k.misere else -1,
            SCORE: 1 if k.seat in (self.owners or ()) else -1,
            MADE: 1 if k.seat in (self.party or ()) else -1,
        }

    def add(self, worlds: Sequence[tuple[int, ...]], block: Block, alive: Sequence[int]) -> None:
        """The values of the next worlds, for the groups ``alive``; of ``worlds`` as many count as the block has."""
        new = len(block.nodes)
        if not new:
            return
        if self.weights is not None and self.weigh is not None:
            self.weights.extend(self.weigh(self.knowledge, hands) for hands in worlds[:new])
        for i in alive:
            self.points[i].extend(block.points[i])
            self.sweeps[i].extend(block.sweeps[i])
            if self.scores:
                low, high, made = block.lows[i], block.highs[i], block.made[i]
                self.lows[i].extend(low)
                self.highs[i].extend(high)
                self.made[i].extend(made)
                if low != high:
                    self._bounded[i] = True
                    self._open_ended = self._open_ended or min(low) <= -BEYOND or max(high) >= BEYOND
                self._unsettled[i] = self._unsettled[i] or UNKNOWN in made
        self._spans.append((self.solved, self.solved + new, tuple(alive)))
        self.solved += new
        self.nodes += sum(block.nodes)

    @property
    def some_weight(self) -> bool:
        """Whether some world so far has a weight above 0."""
        return self.weights is None or self.weights.effective > 0

    @property
    def effective(self) -> float | None:
        """How many worlds of equal weight say as much; none where all weigh the same."""
        return None if self.weights is None else self.weights.effective

    @property
    def told_by_score(self) -> bool:
        """Whether the score of every card in every world so far is known exactly."""
        return self.scores and not any(self._bounded)

    # --- by one measure ------------------------------------------------------------------

    def gains(self, by: str, card: int, start: int = 0, end: int | None = None) -> tuple[list[int], list[int]]:
        """What a card brings its player, by that measure, in each of those worlds: least and most."""
        wish, span = self.wishes[by], slice(start, end)
        if by == POINTS:
            gains = [wish * n for n in self.points[card].data[span]]
            return gains, gains
        if by == SCORE:
            lows = [wish * n for n in self.lows[card].data[span]]
            highs = [wish * n for n in self.highs[card].data[span]]
        else:
            made = self.made[card].data[span]
            lows, highs = [wish * (n == 1) for n in made], [wish * (n != 0) for n in made]
        return (lows, highs) if wish > 0 else (highs, lows)

    def _rank(self, by: str, card: int) -> float:
        """The mean gain; where it is known within bounds only, the middle of them."""
        wish = self.wishes[by]
        if by == POINTS:
            return wish * self._mean(self.points[card]).value
        if by == SCORE:
            return wish * (self._mean(self.lows[card]).value + self._mean(self.highs[card]).value) / 2
        if not self._unsettled[card]:
            return wish * self._mean(self.made[card]).value
        data = self.made[card].data
        return wish * sum(0.5 if made == UNKNOWN else made for made in data) / len(data)

    def _mean(self, column: Column) -> Mean:
        found = column.mean(self.of)
        assert found is not None
        return found

    def _best_shares(self, by: str) -> list[Column]:
        """By group 1 for each world in which no group solved beside it is better, else 0."""
        if by not in self._flags:
            self._flags[by], self._read[by] = [Column(self.weights) for _ in self.groups], 0
        flags = self._flags[by]
        for start, end, alive in self._spans[self._read[by] :]:
            pairs = [self.gains(by, i, start, end) for i in alive]
            least = list(starmap(max, zip(*(low for low, _ in pairs), strict=True))) if len(alive) > 1 else pairs[0][0]
            for i, (_, most) in zip(alive, pairs, strict=True):
                flags[i].extend(a >= b for a, b in zip(most, least, strict=True))
        self._read[by] = len(self._spans)
        return flags

    # --- the answer ----------------------------------------------------------------------

    def cards(self, by: str, running: Sequence[int]) -> tuple[list[CardOdds], int]:
        """All groups, best first, those that still run before those given up; and how many share the first place.

        There must be a world of some weight.
        """
        ranks = [self._rank(by, i) for i in range(len(self.groups))]
        points = [self.wishes[POINTS] * self._mean(self.points[i]).value for i in range(len(self.groups))]
        sweeps = [self.wishes[POINTS] * self._mean(self.sweeps[i]).value for i in range(len(self.groups))]
        shares = self._best_shares(by)
        order = sorted(
            range(len(self.groups)),
            key=lambda i: (i not in running, -len(self.points[i]), -ranks[i], -points[i], -sweeps[i], i),
        )
        whole = [i for i in order if len(self.points[i]) == self.solved]
        top = max(whole, key=lambda i: points[i])
        cards = [self._odds(i, shares[i], top) for i in order]
        ties = sum(1 for i in whole if i in running and ranks[i] == ranks[order[0]])
        return cards, ties

    def _odds(self, card: int, shares: Column, top: int) -> CardOdds:
        points, best = self._mean(self.points[card]), self._mean(shares)
        behind = difference(self.points[top], self.points[card], self.of)
        loss = max(0.0, self.wishes[POINTS] * behind.value) if behind is not None else 0.0
        score: Mean | None = None
        made: Mean | None = None
        bounds: tuple[float, float] | None = None
        if self.scores:
            low, high = self._mean(self.lows[card]), self._mean(self.highs[card])
            if not self._bounded[card]:
                score = low
            elif not self._open_ended:
                bounds = low.value, high.value
            if self.party and not self._unsettled[card]:
                made = self._mean(self.made[card])
        first, *rest = self.groups[card]
        return CardOdds(
            first, tuple(rest), points.n, points.value, points.se, self._mean(self.sweeps[card]).value, loss,
            score.value if score else None, score.se if score else None, bounds,
            made.value if made else None, made.se if made else None,
            best.value, best.se,
        )  # fmt: skip


def _owners(knowledge: Knowledge) -> tuple[int, ...]:
    assert knowledge.contract is not None
    return Stakes(knowledge.rules, knowledge.players, knowledge.contract).owners(knowledge.side)
