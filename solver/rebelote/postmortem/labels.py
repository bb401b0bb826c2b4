"""What a played card is called, and what a deal comes to: one table, one rule.

A card is judged on the scale of the score where that is known for it, else in points. Above every loss
stands the *result*: a card that changes it for the worse for its player is called so, whatever it cost.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from rebelote.scales import ScoreAt
from rebelote.scoring import MADE
from rebelote.stakes import Stakes


class Label(str, Enum):
    """What a played card is called; the value is the English word."""

    CHANGED = "changed the result"
    MISTAKE = "mistake"
    INACCURACY = "inaccuracy"
    BEST = "best"
    ONLY = "only card"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class LabelMeaning:
    """A row of ``LABELS``: the least loss that the label stands for, none where the loss does not decide."""

    label: Label
    meaning: str
    least: int | None

    def to_dict(self) -> dict[str, Any]:
        return {"label": self.label.value, "meaning": self.meaning, "least": self.least}


#: From here on a loss is a mistake: in points, or in score that is written in points.
MISTAKE_FROM = 10

#: Every label, the gravest first. Losses are points; where scores are written in tens, tens (``least_loss``).
LABELS = (
    LabelMeaning(Label.CHANGED, "the result was better for its player before this card than after it", None),
    LabelMeaning(Label.MISTAKE, "lost ten points or more; where scores are written in tens, one or more", MISTAKE_FROM),
    LabelMeaning(Label.INACCURACY, "lost fewer than ten points", 1),
    LabelMeaning(Label.BEST, "lost nothing", 0),
    LabelMeaning(Label.ONLY, "no choice: one card was legal, or all that were play exactly alike", None),
)


def label_of(loss: int, *, forced: bool = False, changed: bool = False, tens: bool = False) -> Label:
    """The label of a card: ``loss`` on the scale it is judged on, ``tens`` when that is written in tens."""
    if forced:
        return Label.ONLY
    if changed:
        return Label.CHANGED
    if loss >= (1 if tens else MISTAKE_FROM):
        return Label.MISTAKE
    return Label.INACCURACY if loss > 0 else Label.BEST


#: Results where no contract is known: what of all points the side takes, from the least to the most.
NO_TRICK, LESS, HALF, MORE, EVERY_TRICK = "no trick", "less", "half", "more", "every trick"
SHARES = (NO_TRICK, LESS, HALF, MORE, EVERY_TRICK)

#: A lone declarer who has to beat each of two opponents: failed or hanging, which of the two is open.
NOT_MADE = "not made"

#: A lone player who is not the declarer, or writes as much for a contract that failed: what he plays for does not
#: decide whether it is made.
OPEN = "open"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a deal under best play from some moment.

    ``result``: made, failed, hanging or misere; of a lone declarer who has to beat each of two opponents made or
    "not made"; where no contract is known what the side takes of all points, one of ``SHARES``. ``capot``: the
    party (``Rules.party``) that takes every trick, where that counts for something and the contract is known.
    """

    result: str
    capot: int | None = None

    def __str__(self) -> str:
        return self.result if self.capot is None else f"{self.result}, capot"

    def to_dict(self) -> dict[str, Any]:
        return {"result": self.result, "capot": self.capot}


def share_of(points: int, total: int, *, none: bool, every: bool) -> Outcome:
    """The result where no contract is known: ``points`` of ``total``, ``none`` or ``every`` of all tricks taken."""
    if none or every:
        return Outcome(EVERY_TRICK if every else NO_TRICK)
    return Outcome(LESS if 2 * points < total else HALF if 2 * points == total else MORE)


def score_outcome(stakes: Stakes, owners: tuple[int, ...], found: ScoreAt) -> Outcome:
    """The result where it is known what the deal was played for; ``owners`` as in ``rebelote.stakes``."""
    result = found.result
    if result is None:
        # A lone player's margin is what he writes. As declarer he makes it exactly when that is something, unless
        # his melds stay with him when he fails.
        told = stakes.contract.declarer in owners and stakes.rules.customs.failed != "tricks_to_defenders"
        result = OPEN if not told else MADE if found.margin > 0 else NOT_MADE
    counts = found.capot is not None and capot_counts(stakes, found.capot)
    return Outcome(result, found.capot if counts else None)


def capot_counts(stakes: Stakes, party: int) -> bool:
    """Whether it counts for something that ``party`` takes every trick: a bonus, a bid, a fine or melds lost."""
    rules, contract, customs = stakes.rules, stakes.contract, stakes.rules.customs
    declared = contract.declarer is not None
    if declared and (rules.all_tricks_bonus or contract.sweep or customs.no_trick):
        return True
    melds = customs.melds_need_trick and (customs.sweep_melds_need_trick or not contract.sweep)
    waiting = (stakes.melds if melds else (), stakes.belas if customs.bela_needs_trick else ())
    return any(points for numbers in waiting for seat, points in enumerate(numbers) if rules.party(seat) != party)


def worse(before: Outcome, after: Outcome, loss: int, *, wants_many: bool) -> bool:
    """Whether a card that led from one result to the other made it worse for its player.

    ``loss``: what it cost on the scale that the results are of; ``wants_many``: whether its player wants much for the
    side. Between what a side takes of all points the order is known; a contract's result has become
    worse when it is another and the card cost something.
    """
    if before == after:
        return False
    if before.result in SHARES and after.result in SHARES:
        fewer = SHARES.index(after.result) < SHARES.index(before.result)
        return fewer == wants_many
    unmade = {before.result, after.result} - {MADE}
    same = before.result == after.result or (NOT_MADE in unmade and len(unmade) == 2)
    return loss > 0 and not (same and before.capot == after.capot)
