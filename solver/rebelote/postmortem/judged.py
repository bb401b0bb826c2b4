"""The cards of a deal, each judged, and what a seat or a side did over the deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rebelote.cards import Card
from rebelote.postmortem.labels import LABELS, Label


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """One card of the deal: the side's total before and after it, under perfect play from there.

    ``loss`` is in points for the seat that played it; ``best`` are the cards that would have
    lost nothing (points first, then the sweep), ``best_groups`` the same, those together that play exactly
    alike. ``score_loss`` is the loss on the scale of the score, none where that is not known. ``changed``: the
    result before and after, "made → failed", where the card changed it for the worse for its player, else
    empty. ``better``: of a card that lost something on the scale it is judged on, the cards that would not
    have. ``forced``: there was no choice.
    """

    seat: int
    card: Card
    legal: tuple[Card, ...]
    before: int
    after: int
    loss: int
    best: tuple[Card, ...]
    best_groups: tuple[tuple[Card, ...], ...]
    label: Label
    score_loss: int | None
    changed: str
    better: tuple[Card, ...]
    forced: bool

    @property
    def costly(self) -> bool:
        """Whether it lost something, on either scale, and there was a choice."""
        return not self.forced and (self.loss > 0 or bool(self.score_loss) or self.label is Label.CHANGED)

    def to_dict(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "card": str(self.card),
            "legal": [str(c) for c in self.legal],
            "before": self.before,
            "after": self.after,
            "loss": self.loss,
            "best": [str(c) for c in self.best],
            "best_groups": [[str(c) for c in group] for group in self.best_groups],
            "label": self.label.value,
            "score_loss": self.score_loss,
            "changed": self.changed,
            "better": [str(c) for c in self.better],
            "forced": self.forced,
        }


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """A seat over the deal. ``decisions``: cards it chose of several; ``best_played``: how many
    of those were among the best in points.

    ``score_loss``, ``labels`` (a number for every label) and ``best_share`` (of the cards that were judged, those
    called best; none where there were none) are none while the scale of the score is not finished.
    """

    seat: int
    loss: int
    cards: int
    decisions: int
    best_played: int
    score_loss: int | None
    labels: Mapping[Label, int] | None
    best_share: float | None

    def to_dict(self) -> dict[str, Any]:
        return {"seat": self.seat, **_sums(self)}


@dataclass(frozen=True, slots=True)
class SideTotal:
    """Some seats together over the deal, as ``SeatTotal``; ``taken``: the points of their finished tricks."""

    seats: tuple[int, ...]
    taken: int
    loss: int
    cards: int
    decisions: int
    best_played: int
    score_loss: int | None
    labels: Mapping[Label, int] | None
    best_share: float | None

    def to_dict(self) -> dict[str, Any]:
        return {"seats": list(self.seats), "taken": self.taken, **_sums(self)}


def _sums(total: SeatTotal | SideTotal) -> dict[str, Any]:
    """What both kinds of totals add up, as JSON data."""
    return {
        "loss": total.loss,
        "cards": total.cards,
        "decisions": total.decisions,
        "best_played": total.best_played,
        "score_loss": total.score_loss,
        "labels": None if total.labels is None else {label.value: n for label, n in total.labels.items()},
        "best_share": total.best_share,
    }


@dataclass(frozen=True, slots=True)
class Balance:
    """start − own_losses + other_losses = taken, all for the side; in misère
    start + own_losses − other_losses = taken, since there a loss is a point too many.

    ``taken`` is what the side really got; where the deal was broken off, with the rest
    played perfectly. On the scale of the score the four are margins and losses of the owners
    (``rebelote.stakes``) and of the others; there a greater margin is always better.
    """

    start: int
    own_losses: int
    other_losses: int
    taken: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "start": self.start,
            "own_losses": self.own_losses,
            "other_losses": self.other_losses,
            "taken": self.taken,
        }


def seat_total(seat: int, cards: Sequence[PlayedCard], *, scored: bool, finished: bool) -> SeatTotal:
    """A seat over the deal. ``scored``: the loss in score of every card is known; ``finished``: every card was
    judged on its own scale.
    """
    own = [c for c in cards if c.seat == seat]
    return SeatTotal(seat, *_counted(own, scored, finished))


def side_total(
    seats: tuple[int, ...], taken_by_seat: Sequence[int], cards: Sequence[PlayedCard], *, scored: bool, finished: bool
) -> SideTotal:
    """Some seats together over the deal."""
    own = [c for c in cards if c.seat in seats]
    return SideTotal(seats, sum(taken_by_seat[seat] for seat in seats), *_counted(own, scored, finished))


_Counted = tuple[int, int, int, int, int | None, Mapping[Label, int] | None, float | None]


def _counted(own: Sequence[PlayedCard], scored: bool, finished: bool) -> _Counted:
    loss = sum(c.loss for c in own)
    decisions = [c for c in own if len(c.legal) > 1]
    best = sum(c.card in c.best for c in decisions)
    score_loss = sum(c.score_loss or 0 for c in own) if scored else None
    if not finished:
        return loss, len(own), len(decisions), best, score_loss, None, None
    labels = {row.label: sum(c.label is row.label for c in own) for row in LABELS}
    judged = len(own) - labels[Label.ONLY]
    share = labels[Label.BEST] / judged if judged else None
    return loss, len(own), len(decisions), best, score_loss, labels, share
