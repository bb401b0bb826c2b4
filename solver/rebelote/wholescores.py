"""What a recorded deal came to: tally, score, and the claims that end a deal before its last card.

A record may end early in three ways. A claim of *the rest*: the points that each party ends with
are told, or else the claimer's party takes all that is left; the deal is scored. A claim of *the
match* (``doezd``, ``half_bait``, a claim after a trick in the games that know one, eight trumps where
they win at once): the claimer was right or wrong, and nobody scores the deal. *Broken off*: nothing
is said of the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from rebelote import melds
from rebelote.cards import Card
from rebelote.match import Match, claim_after_trick, doezd, half_bait, won_at_once
from rebelote.meldbook import Meld
from rebelote.positions import Position
from rebelote.records import PlayedDeal
from rebelote.rules import Rules, Strain
from rebelote.scoring import HANGING, Contract, DealScore, Tally, brought, score, tally_points

#: What a deal ended in before its last card.
REST, AFTER_TRICK, EIGHT_TRUMPS, DOEZD, HALF_BAIT, BROKEN_OFF = (
    "rest", "after_trick", "eight_trumps", "doezd", "half_bait", "broken_off",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ended:
    """How a deal ended before its last card, and what became of a claim.

    ``kind`` is one of the six words above. Of a claim of the match ``brought`` are the points that it
    is about, and ``wanted`` what they had to be; none where the record does not tell the scores.
    ``right`` is none for the rest, and where nobody can know.
    """

    kind: str
    seat: int | None = None
    brought: int | None = None
    wanted: int | None = None
    right: bool | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "seat": self.seat,
            "brought": self.brought,
            "wanted": self.wanted,
            "right": self.right,
        }


def by_party(rules: Rules, numbers: Sequence[int]) -> list[int]:
    """Numbers of the seats as those of the parties."""
    out = [0] * rules.parties(len(numbers))
    for seat, number in enumerate(numbers):
        out[rules.party(seat)] += number
    return out


@dataclass(frozen=True)
class Reckoning:
    """A played deal and whatever else its score depends on; what follows from these is worked out once.

    ``melds`` and ``belas`` are seats and what they called, in the order of calling, ``ending`` is that of
    the record, ``scores`` are the parties' before the deal.
    """

    deal: PlayedDeal
    contract: Contract | None = None
    melds: tuple[tuple[int, Meld], ...] = ()
    belas: tuple[tuple[int, Meld], ...] = ()
    ending: Mapping[str, Any] | None = field(default=None, hash=False)
    scores: tuple[int, ...] | None = None

    @property
    def start(self) -> Position:
        """Where the deal began."""
        return self.deal.start

    @property
    def rules(self) -> Rules:
        return self.deal.start.rules

    @cached_property
    def course(self) -> tuple[Position, ...]:
        """The position before each card, and the one at the end."""
        return tuple(self.deal.positions())

    @property
    def end(self) -> Position:
        """Where the play stands at the end."""
        return self.course[-1]

    @property
    def full(self) -> bool:
        """Whether the hands are those of a whole deal."""
        return all(hand.bit_count() == self.rules.cards for hand in self.start.hands)

    def tricks(self) -> list[tuple[int, tuple[Card, ...]]]:
        """The finished tricks: of each who led it, and its cards."""
        size, plays = self.start.players, self.deal.plays
        return [(self.course[i].leader, plays[i : i + size]) for i in range(0, len(plays) - size + 1, size)]

    @property
    def last_taker(self) -> int | None:
        """The seat that took the last finished trick."""
        return self.end.leader if len(self.deal.plays) >= self.start.players else None

    # --- the tally ---------------------------------------------------------------------

    def meld_points(self) -> tuple[int, ...]:
        """A seat the points of the melds that won their contest."""
        points = [0] * self.start.players
        called = [(seat, (meld,)) for seat, meld in self.melds]
        for seat, won in melds.contest(self.rules, self.start.strain, called).items():
            points[seat] += sum(meld.points for meld in won)
        return tuple(points)

    def bela_points(self) -> tuple[int, ...]:
        """A seat the points of its belas and belots."""
        points = [0] * self.start.players
        for seat, pair in self.belas:
            points[seat] += melds.priced(self.rules, self.start.strain, pair).points
        return tuple(points)

    @cached_property
    def so_far(self) -> Tally:
        """What the seats hold of the finished tricks, and of melds."""
        return tally_points(
            self.rules, self.start.strain, self.start.players, self.tricks(),
            melds=self.meld_points(), belas=self.bela_points(), finished=self.deal.complete,
        )  # fmt: skip

    def tally(self) -> Tally:
        """What the seats hold at the end; where the rest was claimed, with that rest."""
        ended = self.ended
        return self.so_far if ended is None or ended.kind != REST else self._with_rest(ended.seat)

    def _with_rest(self, claimer: int | None) -> Tally:
        """The tally after a claim of the rest.

        What a party gains is its first seat's, or the claimer's. Tricks are not told: each party
        that gains points takes one, and the others go to the one that gains most.
        """
        tally, end, seats = self.so_far, self.end, range(self.start.players)
        taken = by_party(self.rules, tally.points)
        told = (self.ending or {}).get("points")
        gains = [0] * len(taken) if told is None else [new - old for new, old in zip(told, taken, strict=True)]
        if told is None and claimer is not None:
            gains[self.rules.party(claimer)] = end.at_stake
        points, tricks, left = list(tally.points), list(tally.tricks), end.tricks_left
        most = max(range(len(gains)), key=lambda party: gains[party])
        for party, gain in enumerate(gains):
            own = [seat for seat in seats if self.rules.party(seat) == party]
            seat = claimer if claimer in own else own[0]
            points[seat] += gain
            won = min(1, left) if gain > 0 and party != most else 0
            left -= won
            tricks[seat] += won
        own = [seat for seat in seats if self.rules.party(seat) == most]
        tricks[claimer if claimer in own else own[0]] += left
        return replace(tally, points=tuple(points), tricks=tuple(tricks))

    # --- how it ended ------------------------------------------------------------------

    @cached_property
    def ended(self) -> Ended | None:
        """What the record says of its end; none where it says nothing, or that all cards were played."""
        if self.ending is None:
            return None
        kind, seat = self.ending["kind"], self.ending.get("seat")
        if kind == BROKEN_OFF or seat is None:
            return Ended(REST if kind == "claim" else kind, seat)
        if kind == "claim":
            return self._claimed(seat)
        if kind == HALF_BAIT:
            mine, total = self._brought(self.rules.party(seat)), self.total()
            return Ended(kind, seat, mine, total // 2 + 1, 2 * mine > total)
        return self._reaching(kind, seat)

    @property
    def claimed_alone(self) -> bool:
        """Whether somebody claimed, and no points are told."""
        return self.ending is not None and self.ending["kind"] == "claim" and "points" not in self.ending

    def total(self) -> int:
        """All points of the deal, melds that score and the cards not played included: for ``half_bait``."""
        factor = self.rules.customs.nt_factor if self.start.strain == Strain.NT else 1
        parties = range(self.rules.parties(self.start.players))
        return sum(map(self._brought, parties)) + factor * self.end.at_stake

    def _claimed(self, seat: int) -> Ended:
        """What a claim of that name is of."""
        customs = self.rules.customs
        if "points" in (self.ending or {}):
            return Ended(REST, seat)
        if melds.wins_at_once(self.rules, self.start.strain, self.start.hands[seat]):
            return Ended(EIGHT_TRUMPS, seat, right=True)
        last = customs.claim == "after_trick" or not self.deal.complete
        if customs.claim.startswith("after_trick") and last and self.last_taker == seat and not self.end.trick:
            ended = self._reaching(AFTER_TRICK, seat)
            # A wrong claim ends nothing: what ended the deal was then a claim of the rest.
            return ended if ended.right else Ended(REST, seat)
        return Ended(REST, seat)

    def _reaching(self, kind: str, seat: int) -> Ended:
        """A claim that score and points brought home make the game."""
        party = self.rules.party(seat)
        mine, scores = self._brought(party), self.scores
        if scores is None:
            return Ended(kind, seat, mine)
        wanted = self.rules.customs.game - scores[party]
        return Ended(kind, seat, mine, wanted, mine >= wanted)

    def _brought(self, party: int) -> int:
        """What the party brought home so far, NT doubled where it is; in misère what it lost."""
        declarer = None if self.start.misere else self.deal.declarer or 0  # whose it is does not matter
        contract = self.contract or Contract(self.start.strain, declarer)
        return brought(self.rules, contract, self.so_far, party)

    # --- what is written ---------------------------------------------------------------

    @cached_property
    def score(self) -> DealScore | None:
        """What is written; none where the contract is not known, or the deal came to no score."""
        ended = self.ended
        over = self.deal.complete if ended is None else ended.kind == REST
        if not over or not self.full or self.contract is None:
            return None
        return score(self.rules, self.contract, self.tally())

    def written(self) -> tuple[int, ...] | None:
        """What each party writes by the rules, points that hung aside; none where nobody can know."""
        found, ended = self.score, self.ended
        if found is not None or ended is None or ended.right is None or ended.seat is None:
            return None if found is None else found.written
        mine, points = self.rules.party(ended.seat), ended.brought or 0
        if ended.kind == HALF_BAIT:
            points = self.total()
        elif ended.kind == EIGHT_TRUMPS:
            if self.scores is None:
                return None
            points = self.rules.customs.game - self.scores[mine]
        parties = range(self.rules.parties(self.start.players))
        return tuple(points if party == mine and ended.right else 0 for party in parties)

    def paid(self, hanging: tuple[int, ...]) -> tuple[int, ...] | None:
        """The same with what the winner of the deal gets of points that hung before it."""
        written, found, ended = self.written(), self.score, self.ended
        winner = None if found is None or found.result == HANGING else found.winner
        if ended is not None and ended.kind == HALF_BAIT and ended.right and ended.seat is not None:
            winner = self.rules.party(ended.seat)
        if written is None or winner is None:
            return written
        due = hanging if self.rules.customs.two_hanging == "at_once" else hanging[:1]
        return tuple(points + sum(due) * (party == winner) for party, points in enumerate(written))

    def after(self, match: Match) -> Match | None:
        """The match after the deal, none where its score is not known; raises ``MatchError`` when it is over."""
        found, ended = self.score, self.ended
        if found is not None and self.contract is not None:
            taker = self.last_taker if ended is None or ended.seat is None else ended.seat
            return match.after(found, last_trick=taker or 0, declarer=self.contract.declarer)
        if ended is not None and ended.kind == BROKEN_OFF:
            return match.again(match.dealer)
        if ended is None or ended.seat is None or ended.kind == REST:
            return None
        party, mine = self.rules.party(ended.seat), ended.brought or 0
        if ended.kind == EIGHT_TRUMPS:
            return won_at_once(match, party)
        if ended.kind == HALF_BAIT:
            return half_bait(match, party, mine, self.total())
        if ended.kind == DOEZD:
            return doezd(match, party, mine)
        return claim_after_trick(match, party, mine, last=self.deal.complete)
