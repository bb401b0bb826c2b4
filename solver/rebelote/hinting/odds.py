"""The answer of a hint from one hand: what each card is worth over the worlds, and how sure that is.

Points are the side's from the current trick's start on. A score is the owners' margin of the whole deal, owners being
the side or the lone player it plays against (``rebelote.stakes``). Errors are standard errors of the mean, 0 when all
worlds were solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from rebelote.cards import Card
from rebelote.hinting.answers import basis, rounded, seats, told


@dataclass(frozen=True, slots=True)
class CardOdds:
    """A legal card, or a group of cards that play alike in every world (``card`` the lowest, ``same_as`` the others).

    ``worlds``: how many were solved with it. ``points`` (the side's, a mean) with ``se``; ``sweep``: the mean of 1, 0
    and −1. ``loss``: how many points it is behind the card that is best by points, over the worlds that both were
    solved in, for the seat that plays it; never negative.

    ``score`` and ``score_se``: the owners' margin. Where that of some world is known only within bounds both are none,
    and ``score_bounds`` has the means of least and most. ``made`` and ``made_se``: the share of worlds in which the
    declarer's party can make its contract. All of these are none where nothing is known of the contract.

    ``best`` and ``best_se``: the share of worlds in which no card solved beside it is better, by what the hint goes by.
    """

    card: Card
    same_as: tuple[Card, ...]
    worlds: int
    points: float
    se: float
    sweep: float
    loss: float
    score: float | None
    score_se: float | None
    score_bounds: tuple[float, float] | None
    made: float | None
    made_se: float | None
    best: float
    best_se: float

    @property
    def cards(self) -> list[str]:
        """All cards of the group."""
        return [str(card) for card in (self.card, *self.same_as)]

    def to_dict(self) -> dict[str, Any]:
        """JSON data; numbers to six places, none for an error of which one world says nothing."""
        return {
            "card": str(self.card),
            "same_as": [str(card) for card in self.same_as],
            "worlds": self.worlds,
            "points": rounded(self.points),
            "se": rounded(self.se),
            "sweep": rounded(self.sweep),
            "loss": rounded(self.loss),
            "score": rounded(self.score),
            "score_se": rounded(self.score_se),
            "score_bounds": self.score_bounds and [rounded(bound) for bound in self.score_bounds],
            "made": rounded(self.made),
            "made_se": rounded(self.made_se),
            "best": rounded(self.best),
            "best_se": rounded(self.best_se),
        }


@dataclass(frozen=True, slots=True)
class HiddenHint:
    """A hint from one hand, so far (``done`` false) or for good.

    ``count`` worlds fit, ``solved`` of them were solved; ``exact``: all of them, with every card. ``cards``, best
    first, go ``by`` points, score or made. ``weighted``: by what the worlds are weighted ("bidding", "caller"), none:
    all alike; ``effective``: how many worlds of equal weight say as much. ``stopped``: all (worlds solved), worlds (as
    many as asked for), time, nodes, separated (the best card is, with the confidence asked for), asked (to stop); none
    while it runs. ``owners``: the seats whose margin a score is; ``party``: those whose contract it is. ``ties``: how
    many of ``cards`` share the first place.
    """

    seat: int
    side: tuple[int, ...]
    count: int
    solved: int
    exact: bool
    cards: list[CardOdds]
    by: str
    weighted: str | None
    effective: float | None
    seed: int
    stopped: str | None
    nodes: int
    done: bool
    ties: int = 1
    owners: tuple[int, ...] | None = None
    party: tuple[int, ...] | None = None

    @property
    def best(self) -> list[str]:
        """The best card, with those that play alike and those that are exactly as good by what the hint goes by."""
        return [card for odds in self.cards[: self.ties] for card in odds.cards]

    @property
    def text(self) -> str:
        """The hint in words."""
        first = self.cards[0]
        cards = [card for odds in self.cards for card in odds.cards]
        if len(cards) == 1:
            what = f"has one legal card, {cards[0]}"
        elif len(self.best) == len(cards):
            what = "may play any card"
        else:
            what = f"should play {_either(self.best)}"
        lines = [f"Seat {self.seat} {what}: {self._told(first)}."]
        for odds in self.cards[self.ties :]:
            left = "" if odds.worlds == self.solved else f", given up after {odds.worlds} worlds"
            lines.append(f"{', '.join(odds.cards)}: {self._told(odds)}{left}.")
        return "\n".join([*lines, basis(self, done=self.done)])

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """JSON data."""
        return told(
            self,
            by=self.by,
            cards=[odds.to_dict() for odds in self.cards],
            owners=None if self.owners is None else list(self.owners),
            party=None if self.party is None else list(self.party),
            done=self.done,
        )

    def _told(self, odds: CardOdds) -> str:
        """What a card brings."""
        said = [f"{seats(self.side)} takes {_about(odds.points, odds.se)} points more on average"]
        if odds.score is not None and self.owners is not None:
            said.append(f"the deal is worth {_about(odds.score, odds.score_se)} to {seats(self.owners)}")
        elif odds.score_bounds is not None and self.owners is not None:
            low, high = odds.score_bounds
            said.append(f"the deal is worth {low:.1f} to {high:.1f} to {seats(self.owners)}")
        if odds.made is not None and self.party is not None:
            said.append(f"{seats(self.party)} makes the contract in {100 * odds.made:.0f} %")
        if len(self.cards) > 1:
            said.append(f"no card is better in {100 * odds.best:.0f} %")
        return ", ".join(said)


def _about(value: float, error: float | None) -> str:
    return f"{value:.1f}" if not error or not isfinite(error) else f"{value:.1f} ± {error:.1f}"


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
