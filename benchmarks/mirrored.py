"""Mirrored deals: the same deal played twice, the players changing sides in between.

Every seat's player is asked with no more than that seat sees: its own hand, the auction, the cards
played, the shown cards, who swapped the seven, and once the first trick is over the melds that count. Melds and
belas score as if everybody called all he holds.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bidders import Dealt
from rebelote import Past, Position, natural_stakes
from rebelote.cards import format_cards
from rebelote.melds import chosen, contest
from rebelote.playing.players import Player
from rebelote.worlds.knowledge import Knowledge

#: Half the width of a 95 % confidence interval, in standard errors of a mean over many deals.
Z95 = statistics.NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Played:
    """What a deal came to, one number a party: card points with the last trick, and what is written."""

    points: tuple[int, ...]
    written: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pair:
    """What player A has more than player B in one deal, the mean of its two plays: card points (in misère
    what he has less of them), and score.
    """

    points: float
    score: float


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean over deals; its 95 % confidence interval is ``mean`` ± ``half``."""

    mean: float
    half: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Mean:
        """From the differences, one a deal; ``half`` is infinite for a single one."""
        if len(values) < 2:
            return cls(values[0], math.inf)
        return cls(statistics.fmean(values), Z95 * statistics.stdev(values) / math.sqrt(len(values)))

    def __str__(self) -> str:
        return f"{self.mean:+.2f} ± {self.half:.2f}"


def mirrored(dealt: Dealt, a: Player, b: Player) -> Pair:
    """A deal of two parties played twice: A for the party of seat 0 and B for the other, then the other way round."""
    first, second = play(dealt, (a, b)), play(dealt, (b, a))
    sign = -1 if dealt.misere else 1
    points = sign * (_lead(first.points) - _lead(second.points)) / 2
    return Pair(points, (_lead(first.written) - _lead(second.written)) / 2)


def _lead(numbers: tuple[int, ...]) -> int:
    """What the first party has more than the second."""
    return numbers[0] - numbers[1]


def play(dealt: Dealt, parties: Sequence[Player]) -> Played:
    """The deal played to its end, by one player for all seats of a party."""
    rules, count = dealt.rules, dealt.players
    side = next(side for side in rules.sides(count) if dealt.leader in side)
    at = Position(rules, count, dealt.contract.strain, dealt.leader, dealt.hands, (), side, dealt.misere)
    past, plays = Past.none(count), list[str]()
    common = shown(dealt)
    melds = _melds(dealt)
    while any(at.hands):
        seat = at.seat
        told = {**common, "seat": seat, "hand": format_cards(at.hands[seat]), "plays": plays}
        if len(plays) >= count:
            told["melds"] = melds
        card = parties[rules.party(seat)](Knowledge.from_dict(told))
        taken, at = at.taken_with(card), at.play(card)
        plays.append(str(card))
        if taken is not None:
            past = past.plus(*taken)
    final = natural_stakes(rules, count, dealt.contract, dealt.hands, dealt.leader).final(past.points, past.tricks)
    points = [0] * rules.parties(count)
    for seat, number in enumerate(past.points):
        points[rules.party(seat)] += number
    return Played(tuple(points), final.written)


def shown(dealt: Dealt) -> dict[str, Any]:
    """What all seats see from the first card on, in the hidden form of a record."""
    cards = {"upcard": dealt.upcard, "bottom": dealt.bottom}
    swapped = {} if dealt.swapped is None else {"exchange": dealt.swapped}
    return {
        "variant": dealt.rules.variant,
        "players": dealt.players,
        "options": dealt.rules.options(),
        "dealer": dealt.dealer,
        "leader": dealt.leader,
        "trump": str(dealt.contract.strain),
        "misere": dealt.misere,
        "declarer": dealt.contract.declarer,
        "contract": dealt.called,
        "auction": list(dealt.calls),
        **{key: str(card) for key, card in cards.items() if card is not None},
        **swapped,
    }


def _melds(dealt: Dealt) -> list[dict[str, Any]]:
    """The melds that won their contest."""
    rules, strain = dealt.rules, dealt.contract.strain
    order = [(dealt.leader + i) % dealt.players for i in range(dealt.players)]
    won = contest(rules, strain, [(seat, chosen(rules, strain, dealt.hands[seat])) for seat in order])
    return [{"seat": seat, "meld": str(meld)} for seat, melds in won.items() for meld in melds]
