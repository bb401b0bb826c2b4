"""The score sheet: what each party writes for a recorded deal, and where the match stands then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rebelote.match import Match
from rebelote.scoring import Contract
from rebelote.wholedeals import DealRecord
from rebelote.wholescores import by_party


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """A deal, and the match before and after it; none where that cannot be known."""

    record: DealRecord
    before: Match | None
    after: Match | None

    @property
    def written(self) -> tuple[int, ...] | None:
        """What each party writes, by the rules; none where the deal came to no score."""
        return None if self.record.reckoning is None else self.record.reckoning.written()

    @property
    def contract(self) -> str | None:
        """The contract as records write it."""
        contract = self.record.contract
        told: str | None = self.record.data.get("contract")
        return told if told is not None or contract is None or contract.declarer is None else _text(contract)

    def by_party(self, numbers: Sequence[int]) -> list[int]:
        """Numbers of the seats as those of the parties."""
        return by_party(self.record.rules, numbers)

    def to_dict(self) -> dict[str, Any]:
        """The sheet as JSON data: points and tricks by seat, what counts and is written by party."""
        record, tally, score = self.record, self.record.tally(), self.record.score()
        played = None if record.reckoning is None else record.played
        return {
            "variant": record.rules.variant,
            "players": record.players,
            "trump": None if played is None else str(played.start.strain),
            "misere": played is not None and played.start.misere,
            "declarer": None if played is None else played.declarer,
            "contract": self.contract,
            "points": list(tally.points),
            "tricks": list(tally.tricks),
            "melds": list(tally.melds),
            "belas": list(tally.belas),
            "result": None if score is None else score.result,
            "counted": None if score is None else list(score.counted),
            "written": None if self.written is None else list(self.written),
            "hanging": 0 if score is None else score.hanging,
            "capot": None if score is None else score.capot,
            "winner": None if score is None else score.winner,
            "ended": None if record.ended is None else record.ended.to_dict(),
            "before": None if self.before is None else list(self.before.scores),
            "after": None if self.after is None else list(self.after.scores),
            "waiting": [] if self.after is None else list(self.after.hanging),
            "won": None if self.after is None else self.after.winner,
        }


@dataclass(slots=True)
class Scorer:
    """Keeps the running totals of records that follow one another.

    A record that tells the scores before it begins there. One that does not goes on where the one before it
    ended, if that was a deal of the same game and nobody had won, and else at nothing. Behind a deal
    of the same game that came to no score, or that was ``missed``, its totals are not known.
    """

    last: ScoreSheet | None = None
    blind: bool = False

    def add(self, record: DealRecord) -> ScoreSheet:
        """The sheet of the next record."""
        before = self._before(record)
        if before is not None and record.reckoning is not None:
            # A claim of the match is judged by the score before the deal, told or not.
            record = replace(record, reckoning=replace(record.reckoning, scores=before.scores))
        self.last = ScoreSheet(record, before, None if before is None else record.after(before))
        self.blind = False
        return self.last

    def missed(self) -> None:
        """A deal was played that cannot be read."""
        self.blind = True

    def _before(self, record: DealRecord) -> Match | None:
        dealer, last = record.dealer or 0, self.last
        if record.scores is not None:
            return Match.start(record.rules, dealer, record.players, scores=record.scores, hanging=record.hanging)
        if self.blind:
            return None
        if last is None or (last.record.rules, last.record.players) != (record.rules, record.players):
            return Match.start(record.rules, dealer, record.players, hanging=record.hanging)
        if last.after is None or last.after.winner is None:
            return None if last.after is None else last.after.again(dealer)
        return Match.start(record.rules, dealer, record.players, hanging=record.hanging)


def _text(contract: Contract) -> str:
    value = "capot" if contract.sweep else "" if contract.bid is None else contract.bid
    return f"{value}{contract.strain}"
