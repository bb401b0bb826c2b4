"""The first trick as one seat sees it before its own card: what is called in a world, and what the deal is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rebelote.choices.dealworths import DealWorth, Searched
from rebelote.hinting.worldstakes import scorable
from rebelote.meldbook import Meld
from rebelote.melds import belas, chosen, contest
from rebelote.scoring import Contract
from rebelote.stakes import Stakes
from rebelote.worlds.knowledge import Knowledge

#: Seats and what they call, in the order of calling.
Calls = list[tuple[int, tuple[Meld, ...]]]


def calls(knowledge: Knowledge, dealt: Sequence[int], own: tuple[Meld, ...] | None = None) -> Calls:
    """What everybody calls in a world, ``dealt`` being the hands before the first card; ``own`` by the seat that asks.

    Who has played his first card has called what the record says, if it says anything of melds; all others call
    what is best (``melds.chosen``), and so does the seat that asks where ``own`` is none.
    """
    k = knowledge
    out: Calls = []
    for place in range(k.players):
        seat = (k.leader + place) % k.players
        if seat == k.seat and own is not None:
            out.append((seat, own))
        elif k.melds is not None and place < len(k.plays):
            out.append((seat, tuple(meld for whose, meld in k.melds if whose == seat)))
        else:
            out.append((seat, chosen(k.rules, k.strain, dealt[seat])))
    return out


def scored(knowledge: Knowledge, called: Calls) -> dict[int, tuple[Meld, ...]]:
    """Who scores which sets and runs."""
    return contest(knowledge.rules, knowledge.strain, called)


def pair_points(knowledge: Knowledge, hand: int, called: Iterable[Meld]) -> int:
    """Points of a hand's belas and belots beside what its owner calls."""
    return sum(pair.points for pair in belas(knowledge.rules, knowledge.strain, hand, called))


def stakes(knowledge: Knowledge, contract: Contract, dealt: Sequence[int], called: Calls) -> Stakes:
    """What the deal is played for when that is called."""
    k, won = knowledge, scored(knowledge, called)
    melds = tuple(sum(meld.points for meld in won.get(seat, ())) for seat in range(k.players))
    by_seat = dict(called)
    pairs = tuple(pair_points(k, dealt[seat], by_seat[seat]) for seat in range(k.players))
    return Stakes(k.rules, k.players, contract, melds, pairs)


def side_of(known: Knowledge) -> tuple[int, ...]:
    """The seats of the party of the seat that asks."""
    mine = known.rules.party(known.seat)
    return tuple(seat for seat in range(known.players) if known.rules.party(seat) == mine)


def in_world(known: Knowledge, searched: Searched, own: tuple[Meld, ...] | None = None) -> DealWorth:
    """A position in a world at the seat's first card; where no score can be told its margin is 0.

    ``own``: the melds that the seat calls, none: the best of its hand.
    """
    if not scorable(known):
        chain = searched.chain(searched.at, searched.appraiser.side, known.misere)
        return DealWorth((0, 0), None, min(max(chain, 0), searched.rest))
    contract = known.contract
    assert contract is not None
    dealt = known.dealt(searched.at.hands)
    called = calls(known, dealt, own)
    return searched.appraise(searched.appraiser.alike(stakes(known, contract, dealt, called)))
