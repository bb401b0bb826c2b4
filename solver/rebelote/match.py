"""The running game: scores, hanging points, who deals next, who has won, and the claims.

A ``Match`` is immutable; ``after`` a deal, or a claim, there is the next one. Once somebody has
won it refuses to go on::

    match = Match.start(rules, dealer=0)
    match = match.after(score(rules, contract, tally), last_trick=1, declarer=0)
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from rebelote.errors import RebeloteError
from rebelote.rules import Rules
from rebelote.scoring import FAILED, HANGING, MISERE, DealScore


class MatchError(RebeloteError, ValueError):
    """A step that this match cannot take: a convention not agreed on, a score of other rules."""

    code = "bad_match"


class MatchOver(MatchError):
    """A step in a match that somebody has won already."""

    code = "match_over"


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands between two deals.

    ``scores`` and ``winner`` go by party (``Rules.party``), ``dealer`` is the seat that deals
    next. ``hanging``: the points that wait, the oldest first, in the scale of the scores.
    ``worth``: what the win counts, 1 or with Mars 2; 0 as long as nobody has won. ``deals``:
    how many are over. ``last_loser`` and ``hanging_declarer`` are seats that an auction asks
    for: who lost the last deal, and whose contract it was if it hung.
    """

    rules: Rules
    players: int
    scores: tuple[int, ...]
    hanging: tuple[int, ...]
    dealer: int
    winner: int | None = None
    worth: int = 0
    deals: int = 0
    last_loser: int | None = None
    hanging_declarer: int | None = None

    @classmethod
    def start(
        cls, rules: Rules, dealer: int, players: int | None = None, *,
        scores: Sequence[int] | None = None, hanging: Sequence[int] = (),
    ) -> Match:  # fmt: skip
        """A match before its first deal, or from given ``scores`` and ``hanging`` points on."""
        if players is None and len(rules.players) == 1:
            players = rules.players[0]
        if players not in rules.players:
            raise MatchError(f"{rules.variant} is for {' or '.join(map(str, rules.players))} players, not {players}")
        parties = rules.parties(players)
        if scores is not None and len(scores) != parties:
            raise MatchError(f"{len(scores)} scores were given, and {parties} parties write")
        match = cls(rules, players, tuple(scores or (0,) * parties), tuple(hanging), dealer)
        _check_seat(match, dealer)
        return match

    def after(self, deal: DealScore, *, last_trick: int, declarer: int | None) -> Match:
        """The match after a deal; ``last_trick`` is the seat that took it, ``declarer`` none in misère."""
        _check_deal(self, deal, last_trick, declarer)
        scores = [old + new for old, new in zip(self.scores, deal.written, strict=True)]
        waiting = self.hanging
        if deal.result == HANGING:
            waiting += (deal.hanging,) if deal.hanging else ()
        elif deal.winner is not None and waiting:
            due = waiting if self.rules.customs.two_hanging == "at_once" else waiting[:1]
            waiting = waiting[len(due) :]
            scores[deal.winner] += sum(due)
        match = replace(
            self,
            scores=tuple(scores),
            hanging=waiting,
            dealer=_next_dealer(self, deal, declarer),
            deals=self.deals + 1,
            last_loser=_loser(self, deal, declarer),
            hanging_declarer=declarer if deal.result == HANGING else None,
        )
        winner = None if _goes_on(self.rules, deal) else _there_first(match, last_trick, declarer)
        return match if winner is None else _won(match, winner)

    def again(self, dealer: int) -> Match:
        """The match after a deal that nobody played: all passed, or it was annulled."""
        _check_going(self)
        _check_seat(self, dealer)
        return replace(self, dealer=dealer)


def doezd(match: Match, party: int, brought: int) -> Match:
    """Доезд: the party claims that its score and what the deal ``brought`` it so far reach the game.

    Right, it has won; wrong, its opponent has, the best placed where there are several.
    ``brought`` is ``scoring.brought``; points that hang are nobody's yet and help nobody.
    """
    _check_claim(match, party, "doezd")
    if match.scores[party] + brought >= match.rules.customs.game:
        return _reached(match, party, brought)
    others = [(party + i) % len(match.scores) for i in range(1, len(match.scores))]
    return _won(replace(match, deals=match.deals + 1), max(others, key=lambda p: match.scores[p]))


def claim_after_trick(match: Match, party: int, brought: int, *, last: bool = False) -> Match:
    """The party claims the game after a trick that it won, before the next card.

    Right, it has won. Wrong, the game goes on as if nothing had been said: the sources know no
    penalty. ``last``: it was the last trick of the deal, after which ``ukrainian`` knows no claim.
    """
    _check_claim(match, party, "after_trick")
    if last and match.rules.customs.claim == "after_trick_not_last":
        raise MatchError("after the last trick the deal is scored; there is nothing to claim")
    right = match.scores[party] + brought >= match.rules.customs.game
    return _reached(match, party, brought) if right else match


def half_bait(match: Match, party: int, brought: int, total: int) -> Match:
    """Полубайт: the defender claims that he ``brought`` home more than half of all the deal's points.

    ``total``: all card points of the two hands, the last trick and the melds that score. Right, the
    declarer is bait at once and the defender writes all of it; wrong, the declarer has won the game.
    """
    _check_claim(match, party, "doezd")
    if not match.rules.customs.half_bait or len(match.scores) != 2:
        raise MatchError("half bait is not agreed on (option half_bait, for two parties)")
    other = 1 - party
    if 2 * brought <= total:
        return _won(replace(match, deals=match.deals + 1), other)
    written = (total, 0) if party == 0 else (0, total)
    counted = (brought, total - brought) if party == 0 else (total - brought, brought)
    deal = DealScore(written, FAILED, None, 0, counted, party)
    return match.after(deal, last_trick=party, declarer=other)


def won_at_once(match: Match, party: int) -> Match:
    """All eight trumps in one hand (``capo``): 1001 is written to their owner whatever his score was."""
    _check_going(match)
    if not match.rules.customs.eight_trumps_win:
        raise MatchError("eight trumps do not win the game here (option eight_trumps_win)")
    scores = list(match.scores)
    scores[party] = match.rules.customs.game
    return _won(replace(match, scores=tuple(scores), deals=match.deals + 1), party)


# --- who has won -----------------------------------------------------------------------


def _goes_on(rules: Rules, deal: DealScore) -> bool:
    """Whether this deal may not end the match: where only plain ones do, a capot or a hanging one."""
    return rules.customs.ends_on == "plain_deal" and (deal.capot is not None or deal.result == HANGING)


def _there_first(match: Match, last_trick: int, declarer: int | None) -> int | None:
    """The party that has won by reaching the game, if one has; none when one more deal decides."""
    customs = match.rules.customs
    there = [party for party, points in enumerate(match.scores) if points >= customs.game]
    if len(there) > 1 and customs.both_there == "last_trick":
        taker = match.rules.party(last_trick)
        there = [taker] if taker in there else there
    elif len(there) > 1 and customs.both_there == "defender" and declarer is not None:
        there = [party for party in there if party != match.rules.party(declarer)]
    # More points decide, also where the rule above leaves several.
    best = max((match.scores[party] for party in there), default=0)
    first = [party for party in there if match.scores[party] == best]
    return first[0] if len(first) == 1 else None


def _reached(match: Match, party: int, brought: int) -> Match:
    """The match that a right claim ends."""
    scores = tuple(points + (brought if p == party else 0) for p, points in enumerate(match.scores))
    return _won(replace(match, scores=scores, deals=match.deals + 1), party)


def _won(match: Match, winner: int) -> Match:
    """The match as won; Mars counts two when no other party has come half the way (501 of 1001)."""
    customs = match.rules.customs
    half = (customs.game + 1) // 2
    low = all(points < half for party, points in enumerate(match.scores) if party != winner)
    mars = customs.mars and low and match.scores[winner] >= customs.game
    return replace(match, winner=winner, worth=2 if mars else 1)


# --- who deals -------------------------------------------------------------------------


def _next_dealer(match: Match, deal: DealScore, declarer: int | None) -> int:
    """The seat that deals next."""
    rule = match.rules.customs.next_dealer
    if match.rules.customs.hanging_dealer == "declarer" and deal.result == HANGING and declarer is not None:
        return declarer
    if rule == "same":
        return match.dealer
    if rule == "next":
        return (match.dealer + 1) % match.players
    # In misère the most is the least that is taken off.
    most = max(deal.written)
    top = {deal.winner} if deal.winner is not None else {p for p, n in enumerate(deal.written) if n == most}
    return _first_after_dealer(match, top)


def _loser(match: Match, deal: DealScore, declarer: int | None) -> int | None:
    """The seat that lost the deal: the declarer where it hangs, else who wrote least; none if all are equal."""
    if deal.result == HANGING:
        return declarer
    if deal.winner is not None and len(deal.written) == 2:
        return _first_after_dealer(match, {1 - deal.winner})
    least = min(deal.written)
    low = {p for p, n in enumerate(deal.written) if n == least}
    return None if len(low) == len(deal.written) else _first_after_dealer(match, low)


def _first_after_dealer(match: Match, parties: Container[int | None]) -> int:
    """The first seat of one of these parties, counted from the dealer's left; the dealer comes last."""
    seats = [(match.dealer + i) % match.players for i in range(1, match.players + 1)]
    return next(seat for seat in seats if match.rules.party(seat) in parties)


# --- what may be done ------------------------------------------------------------------


def _check_going(match: Match) -> None:
    if match.winner is not None:
        raise MatchOver(f"the match is over: party {match.winner} won it {' : '.join(map(str, match.scores))}")


def _check_seat(match: Match, seat: int) -> None:
    if not 0 <= seat < match.players:
        raise MatchError(f"seats are 0 to {match.players - 1}, not {seat}")


def _check_deal(match: Match, deal: DealScore, last_trick: int, declarer: int | None) -> None:
    _check_going(match)
    _check_seat(match, last_trick)
    if declarer is not None:
        _check_seat(match, declarer)
    if (declarer is None) != (deal.result == MISERE):
        raise MatchError("a deal has a declarer, or it is misère")
    if len(deal.written) != len(match.scores):
        raise MatchError(f"the deal was scored for {len(deal.written)} parties, the match has {len(match.scores)}")


def _check_claim(match: Match, party: int, claim: str) -> None:
    _check_going(match)
    if not 0 <= party < len(match.scores):
        raise MatchError(f"parties are 0 to {len(match.scores) - 1}, not {party}")
    if not match.rules.customs.claim.startswith(claim):
        raise MatchError(f"the claim agreed on is {match.rules.customs.claim} (option claim), not {claim}")
