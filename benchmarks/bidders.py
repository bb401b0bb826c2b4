"""Deals with their contracts: shuffled from a seed, bid by one simple rule for every seat.

What a hand promises in a strain, in points that it may hope to take by itself:

* in a suit: the card points of its trumps and 5 for each of them, 11 for each plain ace, 5 for
  each plain ten that is not alone;
* in NT: 15 for each ace, 8 for each ten that is not alone;
* in AT: 20 for each jack, 12 for each nine that is not alone.

Where a strain is offered (``classic``, ``gambler``) a seat accepts it when the cards it holds promise ``ENOUGH``,
in ``classic`` with the upcard among them; in the second round it names its best strain. In
``contree`` a seat bids its best suit, as low as it can, up to what it promises and ``PARTNER`` points beside, never
over its partner. Nobody doubles. The seven of trumps is swapped for the upcard by whoever may. Deals that are
dealt again are left out; in ``gambler`` a deal that all passed is played as misère.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from rebelote import Card, Contract, Rules, Strain
from rebelote.auctions import Auction
from rebelote.cards import from_mask
from rebelote.shuffles import Shuffle, exchange, why_no_exchange
from rebelote.tricks import suit_of

#: What a hand must promise to accept a strain.
ENOUGH = {"classic": 40, "gambler": 38}
#: What the partner is counted for in an auction with values.
PARTNER = 45


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal ready to be played: ``hands`` (masks) are full, the seven swapped by ``swapped`` if by anybody.

    ``contract`` has no declarer in misère; ``calls`` are the auction, and ``called`` what it ended in, as records
    write them. ``upcard`` and ``bottom`` are the shown cards.
    """

    rules: Rules
    players: int
    dealer: int
    leader: int
    hands: tuple[int, ...]
    contract: Contract
    calls: tuple[str, ...]
    called: str | None
    upcard: Card | None
    bottom: Card | None
    swapped: int | None

    @property
    def misere(self) -> bool:
        return self.contract.declarer is None


def promise(rules: Rules, strain: Strain, hand: int) -> int:
    """What a hand may hope to take in that strain by itself."""
    points, total = rules.points(strain), 0
    for card in from_mask(hand):
        alone = (hand >> 8 * card.suit & 0xFF).bit_count() == 1
        letter = card.rank.letter
        if strain == Strain.NT:
            total += 15 if letter == "A" else 8 if letter == "T" and not alone else 0
        elif strain == Strain.AT:
            total += 20 if letter == "J" else 12 if letter == "9" and not alone else 0
        elif card.suit == suit_of(strain):
            total += points[card] + 5
        else:
            total += 11 if letter == "A" else 5 if letter == "T" and not alone else 0
    return total


def bid(auction: Auction, hand: int) -> str:
    """The call of the seat on turn with these cards."""
    rules, legal = auction.rules, auction.legal()
    if rules.variant == "contree":
        return _raise(auction, hand, legal)
    upcard = auction.upcard
    cards = hand | upcard.bit if rules.variant == "classic" and upcard is not None else hand
    offers = {Strain(upcard.suit): "play"} if "play" in legal and upcard is not None else {}
    offers |= {strain: str(strain) for strain in rules.strains if str(strain) in legal}
    best = max(offers, key=lambda strain: promise(rules, strain, cards))
    return offers[best] if promise(rules, best, cards) >= ENOUGH[rules.variant] else "pass"


def _raise(auction: Auction, hand: int, legal: tuple[str, ...]) -> str:
    """The lowest bid over the others' that the hand is good for."""
    rules = auction.rules
    best = max(rules.strains, key=lambda strain: promise(rules, strain, hand))
    most = promise(rules, best, hand) + PARTNER
    standing = [seat for seat, call in _calls(auction) if call != "pass"]
    if standing and standing[-1] == rules.partner_of(auction.turn):
        return "pass"
    values = [call for call in legal if call.endswith(str(best)) and call[0].isdigit()]
    return values[0] if values and int(values[0][:-1]) <= most else "pass"


def _calls(auction: Auction) -> list[tuple[int, str]]:
    return [((auction.first + i) % auction.players, call) for i, call in enumerate(auction.calls)]


def dealt(variant: str, seed: int, count: int) -> Iterator[Dealt]:
    """The first ``count`` deals of a seed that somebody plays; the dealer moves on from deal to deal."""
    rules, rng, number = Rules.preset(variant), Random(f"rebelote strength {variant} {seed}"), 0
    while number < count:
        found = _deal(Shuffle.random(rules, number % rules.players[0], rng=rng))
        if found is not None:
            number += 1
            yield found


def _deal(shuffle: Shuffle) -> Dealt | None:
    """One deal bid to its end; none when it is dealt again."""
    rules, auction = shuffle.rules, shuffle.auction()
    while auction.outcome is None:
        auction = auction.call(bid(auction, shuffle.first[auction.turn]))
    outcome = auction.outcome
    if outcome.strain is None:
        return None
    contract = Contract(outcome.strain, outcome.declarer, outcome.bid, outcome.sweep, outcome.factor)
    hands, swapped = list(shuffle.hands(outcome)), None
    leader = shuffle.leader(outcome, first=auction.first)
    for seat, hand in enumerate(hands):
        if shuffle.upcard is not None and not why_no_exchange(rules, outcome.strain, hand, shuffle.upcard):
            hands[seat], _ = exchange(rules, outcome.strain, hand, shuffle.upcard)
            swapped = seat
    return Dealt(
        rules, shuffle.players, shuffle.dealer, leader, tuple(hands), contract,
        auction.calls, auction.contract, shuffle.upcard, shuffle.bottom, swapped,
    )  # fmt: skip
