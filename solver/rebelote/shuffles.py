"""The mechanics of a deal: who gets which cards of a shuffled pack, what is turned, who leads.

The pack is dealt from its top, the first card, in packets, the seat left of the dealer first and
the dealer last. Before the auction::

    gambler lobovoy ukrainian   3 and 3 cards to each, one is turned
    classic                     5, one is turned
    capo                        3 and 3, one is turned
    contree                     8
    bulgarian                   5

and after it 3 more to each, except that in ``classic`` the taker gets the turned card and 2, and
that in ``capo`` everybody gets 2, the dealer the turned card and 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rebelote.auctions import Auction, Outcome
from rebelote.cards import ALL_CARDS, Card, Rank, to_mask
from rebelote.errors import CardError, IllegalCard, Problem, RebeloteError, RulesError, brief
from rebelote.rules import Rules, Strain

if TYPE_CHECKING:
    from random import Random

#: Who takes the turned card in hand, and whether the pack's bottom card is shown.
NOBODY, TAKER, DEALER = "nobody", "taker", "dealer"


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a game deals: packets to each seat before the auction, then after it."""

    before: tuple[int, ...]
    after: int = 0
    turned: bool = True
    upcard_to: str = NOBODY
    bottom: bool = False


_HEAD_ON = _Manner((3, 3), 3, bottom=True)
_MANNERS = {
    "gambler": _HEAD_ON,
    "lobovoy": _HEAD_ON,
    "classic": _Manner((5,), 3, upcard_to=TAKER),
    "capo": _Manner((3, 3), 2, upcard_to=DEALER),
    "ukrainian": _Manner((3, 3), 3),
    "contree": _Manner((8,), turned=False),
    "bulgarian": _Manner((5,), 3, turned=False),
}


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A shuffled pack of 32 cards, its top first, and what becomes of it; hands are masks, one a seat.

    Raises ``CardError`` for a pack that is not whole, ``RulesError`` for players or a dealer that the game
    has not.
    """

    rules: Rules
    players: int
    dealer: int
    pack: tuple[Card, ...]

    def __post_init__(self) -> None:
        if self.players not in self.rules.players:
            raise RulesError([Problem("bad_players", f"{self.rules.variant} is not for {self.players} players")])
        if not 0 <= self.dealer < self.players:
            raise RulesError([Problem("bad_seat", f"dealer is a seat from 0 to {self.players - 1}", "dealer")])
        if sorted(self.pack) != list(ALL_CARDS):
            raise CardError(f"a pack is the 32 cards, each once, not {brief(' '.join(map(str, self.pack)))}")

    @classmethod
    def random(cls, rules: Rules, dealer: int, *, rng: Random, players: int | None = None) -> Shuffle:
        """A well shuffled pack; ``players`` defaults to the game's (``ukrainian``: two)."""
        return cls(rules, rules.players[0] if players is None else players, dealer, tuple(rng.sample(ALL_CARDS, 32)))

    @property
    def first(self) -> tuple[int, ...]:
        """The cards dealt before the auction."""
        hands, at = [0] * self.players, 0
        for packet in self._manner.before:
            for seat in self._order:
                hands[seat] |= to_mask(self.pack[at : at + packet])
                at += packet
        return tuple(hands)

    @property
    def upcard(self) -> Card | None:
        """The card turned before the auction; none in ``contree`` and ``bulgarian``."""
        return self.pack[self._dealt] if self._manner.turned else None

    @property
    def seconds(self) -> tuple[Card, ...]:
        """The cards that are turned, one after another, when the upcard's suit is refused.

        The last one's suit is offered. One is turned, more where the option ``same_suit`` is ``turn_again``,
        until a suit is another or the pack can spare no more. None where ``second_suit`` is not
        ``second_card``.
        """
        customs, upcard, out = self.rules.customs, self.upcard, list[Card]()
        if customs.second_suit != "second_card" or upcard is None:
            return ()
        at = self._dealt + 1
        for card in self.pack[at : at + self._spare]:
            out.append(card)
            if card.suit != upcard.suit or customs.same_suit == "keep":
                break
        return tuple(out)

    @property
    def second(self) -> Card | None:
        """The second card whose suit is offered, or none."""
        return self.seconds[-1] if self.seconds else None

    @property
    def bottom(self) -> Card | None:
        """The pack's bottom card where it is shown once the second cards are dealt: ``gambler``, ``lobovoy``."""
        return self.pack[-1] if self._manner.bottom else None

    def auction(self, *, last_loser: int | None = None, hanging_declarer: int | None = None) -> Auction:
        """The auction over this deal, before its first call; it knows the second card already."""
        return Auction.start(
            self.rules, self.dealer, players=self.players, upcard=self.upcard,
            second=self.second, last_loser=last_loser, hanging_declarer=hanging_declarer,
        )  # fmt: skip

    def second_cards(self, outcome: Outcome, *, turned: int = 0) -> tuple[int, ...]:
        """What each seat gets after the auction, the upcard included where somebody takes it.

        ``turned``: how many second cards were turned (``turned_in(auction)``). When nobody declares in a game
        whose taker has the upcard, the dealer has it. Raises ``RebeloteError`` when the deal is dealt again.
        """
        if outcome.kind == "again":
            raise RebeloteError("everybody passed: no more cards are dealt")
        manner = self._manner
        hands, at = [0] * self.players, self._dealt + manner.turned + turned
        owner = None
        if manner.upcard_to != NOBODY and self.upcard is not None:
            taken = manner.upcard_to == TAKER and outcome.declarer is not None
            owner = outcome.declarer if taken else self.dealer
        for seat in self._order:
            packet = manner.after
            if seat == owner and self.upcard is not None:
                hands[seat] |= self.upcard.bit
                packet -= 1
            hands[seat] |= to_mask(self.pack[at : at + packet])
            at += packet
        return tuple(hands)

    def hands(self, outcome: Outcome, *, turned: int = 0) -> tuple[int, ...]:
        """The full hands, before anybody exchanges the seven; the arguments of ``second_cards``."""
        return tuple(a | b for a, b in zip(self.first, self.second_cards(outcome, turned=turned), strict=True))

    def turned_in(self, auction: Auction) -> int:
        """How many second cards were turned in an auction over this deal."""
        return len(self.seconds) if auction.round == 2 else 0

    def leader(self, outcome: Outcome, *, first: int | None = None) -> int:
        """``leader`` of this deal."""
        return leader(self.rules, self.players, self.dealer, outcome, first=first)

    @property
    def _manner(self) -> _Manner:
        return _MANNERS[self.rules.variant]

    @property
    def _order(self) -> tuple[int, ...]:
        """The seats in the order in which they are dealt to."""
        return tuple((self.dealer + 1 + i) % self.players for i in range(self.players))

    @property
    def _dealt(self) -> int:
        """How many cards are dealt before the auction."""
        return self.players * sum(self._manner.before)

    @property
    def _spare(self) -> int:
        """How many cards nobody will hold, the upcard and a shown bottom card aside."""
        return len(self.pack) - self.players * self.rules.cards - 1 - self._manner.bottom


def leader(rules: Rules, players: int, dealer: int, outcome: Outcome, *, first: int | None = None) -> int:
    """Who leads to the first trick.

    In ``capo`` the bidder of a contract for all tricks; in ``lobovoy`` ``first``, who called first; else,
    and where ``first`` is not given, the seat left of the dealer.
    """
    if rules.variant == "capo" and outcome.sweep and outcome.declarer is not None:
        return outcome.declarer
    if rules.variant == "lobovoy" and first is not None:
        return first
    return (dealer + 1) % players


def why_no_exchange(rules: Rules, strain: Strain, hand: int, upcard: Card) -> str:
    """In words, why a player may not swap the seven of trumps for the upcard; empty when he may.

    He may before his first card, which is the caller's to know. In AT the seven of the upcard's suit is meant.
    """
    custom = rules.customs.seven_exchange
    if custom == "none" or _MANNERS[rules.variant].upcard_to != NOBODY or not _MANNERS[rules.variant].turned:
        return "the seven is not exchanged in this game"
    if strain == Strain.NT:
        return "there is no seven of trumps in NT"
    if custom == "upcard_trump" and strain not in (Strain.AT, upcard.suit):
        return f"the upcard, {upcard}, is no trump"
    seven = _seven(strain, upcard)
    if seven == upcard:
        return f"the upcard is {seven} itself"
    return "" if hand & seven.bit else f"{seven} is not in the hand"


def exchange(rules: Rules, strain: Strain, hand: int, upcard: Card) -> tuple[int, Card]:
    """The hand after the seven of trumps was swapped for the upcard, and the seven, which now lies there.

    Raises ``IllegalCard`` with the reason when it may not be.
    """
    if why := why_no_exchange(rules, strain, hand, upcard):
        raise IllegalCard(why)
    seven = _seven(strain, upcard)
    return hand & ~seven.bit | upcard.bit, seven


def _seven(strain: Strain, upcard: Card) -> Card:
    return Card.of(Rank.SEVEN, upcard.suit if strain == Strain.AT else strain)
