"""How likely the calls of an auction are, given the cards: a plain model of a bidder, to weight worlds by.

It is a stated guess, and no fact about any player. A hand is judged in a strain by the points of its cards there and
by how many trumps it has, ``LENGTH`` points each, as the number ``z`` of standard deviations above the average hand
of as many cards. A seat chooses between a pass and what it may call by these weights::

    pass                        1
    play, a strain, a bid       exp(SHARP · (z − need))    with the least that may be bid in the strain
    double                      exp(SHARP · (z − DOUBLE))  with z in the strain that was bid
    redouble                    exp(SHARP · (z − REDOUBLE))

and between the values in a strain by the weights ``exp(−SHARP · |z − need|)``. The need is ``TAKE`` where a strain is
accepted, or bid without a value; ``LEAST`` for the least value and ``STEP`` more for each higher one, for all tricks
``SWEEP`` more than for the highest; and ``SUPPORT`` less in a strain that the partner bid before.

What a seat held when it called is not known where more cards were dealt later. Then all of its cards, but a turned one
that it took, are taken to be equally likely to have been among its first, and it is judged by what such a hand has on
average: the same points in proportion.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, sqrt

from rebelote import bidding
from rebelote.auctions import Auction
from rebelote.bidding import Call, read_call
from rebelote.cards import Card, Rank
from rebelote.errors import RebeloteError
from rebelote.rules import Rules, Strain
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.packets import packets

#: The weight of a world: what each seat still holds, a mask each.
Weigh = Callable[[Knowledge, tuple[int, ...]], float]

SHARP, LENGTH = 2.0, 8
TAKE, LEAST, STEP, SWEEP, SUPPORT = 1.0, 0.5, 0.25, 1.0, 1.0
DOUBLE, REDOUBLE = 1.5, 1.5

_SUIT = 0xFF
_PACK = 32


def weigher(weigh: str | Weigh | None) -> tuple[str | None, Weigh | None]:
    """What an answer says of the weights ("bidding", "caller" or none), and the weight of a world.

    Raises ``ValueError`` for another word than bidding.
    """
    if weigh is None:
        return None, None
    if not isinstance(weigh, str):
        return "caller", weigh
    if weigh != "bidding":
        raise ValueError(f"weigh is bidding or a function, not {weigh}")
    return weigh, likelihood


def likelihood(knowledge: Knowledge, hands: Sequence[int]) -> float:
    """How likely the calls of the others were if the seats still hold ``hands``, masks; 1 where no auction is told.

    The seat that asks knows its own cards, so its own calls say nothing. Where the record does not say who
    called first, that is the seat left of the dealer, and in ``lobovoy`` the one that led.
    """
    auction = _auction(knowledge)
    if auction is None:
        return 1.0
    return call_likelihood(auction, _before_exchange(knowledge, hands), but=knowledge.seat)


def call_likelihood(auction: Auction, hands: Sequence[int], *, but: int | None = None) -> float:
    """How likely the calls of an auction were, those of the seat ``but`` aside.

    ``hands`` are masks, a seat: the cards it held then, or the whole hand that these grew to.
    """
    product = 1.0
    for step in steps(auction):
        if step.seat != but:
            product *= step.chances(hands[step.seat])[step.made]
    return product


def _auction(knowledge: Knowledge) -> Auction | None:
    """The auction as far as it is told; none where there is none, or it is not known who began it."""
    k = knowledge
    if k.auction is None:
        return None
    dealer = k.dealer if k.dealer is not None else (k.leader - 1) % k.players
    first = k.leader if k.rules.customs.first_caller == "loser" and k.rules.variant == "lobovoy" else None
    return _heard(k.rules, k.players, dealer, k.upcard, k.second, first, k.auction)


@lru_cache(maxsize=64)
def _heard(
    rules: Rules, players: int, dealer: int, upcard: Card | None, second: Card | None, first: int | None,
    calls: tuple[str, ...],
) -> Auction | None:  # fmt: skip
    try:
        at = Auction.start(rules, dealer, players=players, upcard=upcard, second=second, last_loser=first)
        for call in calls:
            at = at.call(call)
    except RebeloteError:
        return None
    return at


def _before_exchange(knowledge: Knowledge, hands: Sequence[int]) -> list[int]:
    """The hands before the first card and before the seven was swapped."""
    k = knowledge
    dealt = list(k.dealt(hands))
    if k.exchange is not None and k.upcard is not None:
        seven = Card.of(Rank.SEVEN, k.upcard.suit if k.strain == Strain.AT else k.strain)
        dealt[k.exchange] = dealt[k.exchange] & ~k.upcard.bit | seven.bit
    return dealt


# --- what a hand is worth ----------------------------------------------------------------


@lru_cache(maxsize=256)
def _worths(rules: Rules, strain: Strain) -> tuple[tuple[tuple[int, ...], ...], float, float]:
    """By suit and its cards 0…255 what they are worth; mean and standard deviation of a card's worth."""
    trump = strain if strain <= Strain.CLUBS else None
    cards = [points + LENGTH * (i >> 3 == trump) for i, points in enumerate(rules.points(strain))]
    tables = tuple(
        tuple(sum(cards[8 * suit + rank] for rank in range(8) if held >> rank & 1) for held in range(_SUIT + 1))
        for suit in range(4)
    )
    mean = sum(cards) / _PACK
    return tables, mean, sqrt(sum((worth - mean) ** 2 for worth in cards) / _PACK)


def hand_worth(rules: Rules, strain: Strain, hand: int) -> int:
    """The points that a hand is judged by in a strain: those of its cards, and ``LENGTH`` for each trump."""
    tables, _, _ = _worths(rules, strain)
    return sum(tables[suit][hand >> 8 * suit & _SUIT] for suit in range(4))


def standing(rules: Rules, strain: Strain, hand: int, size: int, turned: int = 0) -> float:
    """How many standard deviations a hand is above the average of hands of as many cards.

    ``hand`` is a mask of cards of which ``size`` were held, each as likely as any other; ``turned`` is a card, a
    mask or 0, that goes with them. The cards of a hand are drawn without replacement, so a sum of n of them
    has the variance n · (32 − n) / 31 times a card's.
    """
    _, mean, deviation = _worths(rules, strain)
    hand &= ~turned
    held = hand_worth(rules, strain, hand) * size / max(1, hand.bit_count())
    if turned:
        held, size = held + hand_worth(rules, strain, turned), size + 1
    spread = deviation * sqrt(size * (_PACK - size) / (_PACK - 1))
    return (held - size * mean) / spread if spread else 0.0


# --- what a seat calls -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One call: who made it, with how many cards, and what else might have been called.

    ``made`` is its canonical text. ``strains``: by strain the calls that name it, with what each needs;
    ``doubles``: double or redouble, its strain and its need. ``turned``: the turned card (a mask) where the seat gets
    it if it declares.
    """

    rules: Rules
    seat: int
    size: int
    made: str
    strains: tuple[tuple[Strain, tuple[tuple[str, float], ...]], ...]
    doubles: tuple[tuple[str, Strain, float], ...]
    turned: int

    def chances(self, hand: int) -> dict[str, float]:
        """How likely each legal call is with this hand; they add up to 1."""
        weights, total = {bidding.PASS: 1.0}, 1.0
        for strain, calls in self.strains:
            z = standing(self.rules, strain, hand, self.size, self.turned)
            appeal = exp(SHARP * (z - min(need for _, need in calls)))
            shares = [exp(-SHARP * abs(z - need)) for _, need in calls]
            whole = sum(shares)
            for (text, _), share in zip(calls, shares, strict=True):
                weights[text] = appeal * share / whole
            total += appeal
        for text, strain, need in self.doubles:
            weights[text] = exp(SHARP * (standing(self.rules, strain, hand, self.size) - need))
            total += weights[text]
        return {text: weight / total for text, weight in weights.items()}


@lru_cache(maxsize=64)
def steps(auction: Auction) -> tuple[Step, ...]:
    """The calls of an auction, each with its alternatives."""
    out, at = [], replace(auction, calls=())
    for text in auction.calls:
        out.append(step(at, text))
        at = at.call(text)
    return tuple(out)


def step(at: Auction, made: str) -> Step:
    """The next call of an auction, ``made``, with its alternatives."""
    rules, seat = at.rules, at.turn
    bids, doubled = _history(at)
    groups: dict[Strain, list[tuple[str, float]]] = {}
    doubles = []
    for text in at.legal():
        call = read_call(text)
        assert call is not None
        if call.word in (bidding.DOUBLE, bidding.REDOUBLE):
            assert doubled is not None
            doubles.append((text, doubled, DOUBLE if call.word == bidding.DOUBLE else REDOUBLE))
        elif call.word != bidding.PASS:
            strain = _strain(at, call, doubled)
            help_ = SUPPORT if (rules.partner_of(seat), strain) in bids else 0.0
            groups.setdefault(strain, []).append((text, need(rules, call) - help_))
    cards = packets(rules, at.players, at.dealer, seat)
    turned = at.upcard.bit if at.upcard is not None and cards.taker == seat else 0
    strains = tuple((strain, tuple(calls)) for strain, calls in groups.items())
    return Step(rules, seat, cards.first, made, strains, tuple(doubles), turned)


def need(rules: Rules, call: Call) -> float:
    """What a hand needs for a call, as a ``standing``, without help of the partner's."""
    customs = rules.customs
    if call.value is None and not call.sweep:
        return TAKE
    value = customs.most_bid if call.value is None else call.value
    return LEAST + STEP * (value - customs.least_bid) / customs.bid_step + (SWEEP if call.sweep else 0.0)


def _history(at: Auction) -> tuple[set[tuple[int | None, Strain]], Strain | None]:
    """Who bid which strains so far, and the last one that was named."""
    bids: set[tuple[int | None, Strain]] = set()
    last = None
    for i, text in enumerate(at.calls):
        call = read_call(text)
        if call is not None and call.strain is not None:
            last = call.strain
            bids.add((replace(at, calls=at.calls[:i]).turn, call.strain))
    return bids, last


def _strain(at: Auction, call: Call, named: Strain | None) -> Strain:
    """The strain that a call accepts or names."""
    if call.strain is not None:
        return call.strain
    card = at.upcard if at.round == 1 else at.second
    strain = named if card is None else Strain(card.suit)
    assert strain is not None
    return strain
