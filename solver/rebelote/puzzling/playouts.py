"""Random whole deals played out by players who go by the rule of thumb: where puzzles are looked for.

The strongest hand for a random strain declares, everybody calls all melds he holds, and nobody looks into another
hand. The same generator gives the same deal in every version of Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from rebelote.cards import ALL_CARDS, FULL_PACK, Card, iter_mask, to_mask
from rebelote.melds import belas, chosen
from rebelote.playing.thumb import rule_of_thumb
from rebelote.positions import Position
from rebelote.puzzling.spots import told_by
from rebelote.records import PlayedDeal
from rebelote.rules import Rules, Strain
from rebelote.scoring import Contract
from rebelote.stakes import Stakes, natural_stakes
from rebelote.tricks import suit_of
from rebelote.wholedeals import DealRecord
from rebelote.worlds.clues import Clue
from rebelote.worlds.knowledge import Knowledge

#: What a hand is worth more for every trump, when somebody is to declare.
PER_TRUMP = 8
#: How many bids, from the least one up, are equally likely where values are bid.
BIDS = 5


@dataclass(frozen=True)
class Game:
    """Which deals are dealt: ``strain`` and ``players`` none for any that the game has."""

    rules: Rules
    players: int | None = None
    strain: Strain | None = None
    misere: bool = False


@dataclass(frozen=True)
class Playout:
    """A deal played to its end: full hands, and what it was played for."""

    deal: PlayedDeal
    contract: Contract

    @cached_property
    def stakes(self) -> Stakes:
        """With the melds that everybody holds."""
        start = self.deal.start
        return natural_stakes(start.rules, start.players, self.contract, start.hands, start.leader)

    @cached_property
    def record(self) -> DealRecord:
        """The deal as a record, melds and pairs called."""
        start, contract = self.deal.start, self.contract
        data: dict[str, Any] = start.to_dict()
        del data["side"], data["trick"]
        data["plays"] = [str(card) for card in self.deal.plays]
        if contract.declarer is not None:
            data["declarer"] = contract.declarer
            data["contract"] = f"{contract.bid or ''}{contract.strain}"
        order = [(start.leader + i) % start.players for i in range(start.players)]
        called = {seat: chosen(start.rules, start.strain, start.hands[seat]) for seat in order}
        data["melds"] = [{"seat": seat, "meld": str(meld)} for seat in order for meld in called[seat]]
        data["belas"] = [
            {"seat": seat, "meld": str(pair)}
            for seat in order
            for pair in belas(start.rules, start.strain, start.hands[seat], called[seat])
        ]
        return DealRecord.from_dict(data)


def play_random(game: Game, rng: Random) -> Playout:
    """A random deal of the game, played out."""
    rules = game.rules
    players = _pick(rules.players, rng) if game.players is None else game.players
    strain = _pick(rules.strains, rng) if game.strain is None else game.strain
    pack = list(ALL_CARDS)
    hands = [0] * players
    for i in range(players * rules.cards):
        hands[i % players] |= pack.pop(int(rng.random() * len(pack))).bit
    leader = int(rng.random() * players)
    bid = 10 * int(rng.random() * BIDS)
    contract = Contract(strain, None)
    if not game.misere:
        declarer = max(range(players), key=lambda seat: (strength(rules, strain, hands[seat]), -seat))
        valued = rules.customs.made_when == "bid"
        contract = Contract(strain, declarer, rules.customs.least_bid + bid if valued else None)
    side = rules.sides(players)[0] if contract.declarer is None else _side(rules, players, contract.declarer)
    start = Position(rules, players, strain, leader, tuple(hands), (), side, game.misere)
    return Playout(PlayedDeal(start, tuple(by_thumb(start, contract)), contract.declarer), contract)


def strength(rules: Rules, strain: Strain, hand: int) -> int:
    """What a hand is worth to a declarer: its points, and something for each trump."""
    points, trump = rules.points(strain), suit_of(strain)
    return sum(points[card] + PER_TRUMP * (card.suit == trump) for card in iter_mask(hand))


def by_thumb(at: Position, contract: Contract | None) -> Iterator[Card]:
    """The rest of the deal as it is played by the rule of thumb, from what each seat has seen since ``at``.

    The cards that are in no hand at ``at`` are taken as known to be out, but in a whole deal.
    """
    whole = all(hand.bit_count() == at.rules.cards for hand in at.hands)
    held = sum(at.hands) | to_mask(at.trick)
    told = [] if whole else [Clue("the other cards are out of play", "out", None, FULL_PACK & ~held)]
    first, plays = replace(at, trick=()), list(at.trick)
    for place, card in enumerate(at.trick):
        told.extend(told_by(first, at.trick[:place], (at.leader + place) % at.players, card, place))
    while any(at.hands):
        card = rule_of_thumb(_known(at, contract, first.leader, plays, told))
        yield card
        told.extend(told_by(at, at.trick, at.seat, card, len(plays)))
        plays.append(card)
        at = at.put(card)


def _known(at: Position, contract: Contract | None, leader: int, plays: list[Card], told: list[Clue]) -> Knowledge:
    hand = at.hands[at.seat]
    own = Clue(f"seat {at.seat} holds its hand", "hand", at.seat, hand)
    declarer = None if contract is None else contract.declarer
    return Knowledge(
        at.rules, at.players, at.strain, at.misere, leader, at.seat, hand, tuple(plays), at.side, declarer, contract,
        clues=(own, *told),
    )  # fmt: skip


def _side(rules: Rules, players: int, seat: int) -> tuple[int, ...]:
    return next(side for side in rules.sides(players) if seat in side)


def _pick(items: tuple[Any, ...], rng: Random) -> Any:
    return items[int(rng.random() * len(items))]
