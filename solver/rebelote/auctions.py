"""Auctions: what may be called at every moment, and what the calls ended in.

A call is a text. Its canonical forms are ``pass``, ``play`` (the turned card's suit), a strain
(``H``, ``NT``), a bid (``80H``, ``110NT``), ``capotH``, ``double`` and ``redouble``. There are two
kinds of auction. In ``gambler``, ``lobovoy``, ``classic`` and ``ukrainian`` a turned card's suit is
offered, then other strains, and whoever accepts one is the declarer. In ``capo``, ``contree`` and
``bulgarian`` each bid is higher than the last, until all the others pass::

    auction = Auction.start(rules, dealer=1, upcard=Card("9H"))
    auction = auction.call("pass").call("play")
    auction.outcome  # a contract: hearts, declared by seat 1

Options of one kind of auction say nothing in a game of the other kind. After the last round of
passes the same dealer deals again unless the option ``all_pass`` says something else; its
``second_round`` adds a round of bids, while the auctions of the first kind have two rounds anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rebelote.bidding import PASS, AuctionError, Bidding, Call, Offers, Raises, parse_call, read_call
from rebelote.cards import ALL_CARDS, Card
from rebelote.errors import Problem, RulesError, brief
from rebelote.rules import Rules, Strain

__all__ = ["Auction", "AuctionError", "Outcome", "parse_call", "problems"]

#: The games whose auction is about a turned card.
_OFFERS = ("gambler", "lobovoy", "classic", "ukrainian")
#: The games that turn a card before the auction.
_TURNED = (*_OFFERS, "capo")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an auction ended in.

    ``contract``: ``declarer`` plays ``strain``; ``bid`` is the value he named (of a ``sweep``, a contract
    for all tricks, the option ``sweep_bid``), ``factor`` what a double or redouble multiplies by.
    ``misere``: nobody declares, ``strain`` is trump. ``again``: ``dealer`` deals anew.
    """

    kind: Literal["contract", "misere", "again"]
    strain: Strain | None = None
    declarer: int | None = None
    bid: int | None = None
    sweep: bool = False
    factor: int = 1
    dealer: int | None = None


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls of one deal so far, immutable; begin with ``start``, go on with ``call``.

    ``first`` is the seat that calls first. ``upcard`` is the turned card; ``second`` the second one, whose
    suit is offered when everybody refused the first (option ``second_suit``); either may be None. ``calls``
    are canonical and were all legal.
    """

    rules: Rules
    players: int
    dealer: int
    upcard: Card | None
    second: Card | None
    first: int
    calls: tuple[str, ...] = ()

    @classmethod
    def start(
        cls,
        rules: Rules,
        dealer: int,
        *,
        players: int | None = None,
        upcard: Card | None = None,
        second: Card | None = None,
        last_loser: int | None = None,
        hanging_declarer: int | None = None,
    ) -> Auction:
        """The auction before its first call; raises ``RulesError`` for what the game has not.

        ``players`` may be left out where the game fixes it. Where the option ``first_caller`` says ``loser``,
        ``hanging_declarer`` (the declarer of the deal before, if it was a hanging one) or else ``last_loser``
        calls first. Without both, as on the first deal, the seat left of the dealer does. ``second`` may be
        given at once, or to ``turn_second`` when it is due.
        """
        seats = rules.players[0] if players is None and len(rules.players) == 1 else players
        faults = list(_start_faults(rules, dealer, seats, upcard, second, last_loser, hanging_declarer))
        if faults:
            raise RulesError(faults)
        assert seats is not None
        first = (dealer + 1) % seats
        if rules.customs.first_caller == "loser":
            if rules.customs.hanging_caller == "declarer" and hanging_declarer is not None:
                first = hanging_declarer
            elif last_loser is not None:
                first = last_loser
        return cls(rules, seats, dealer, upcard, second, first)

    @property
    def turn(self) -> int:
        """Whose call it is (once the auction is over: whose it would be)."""
        return self._bidding().seat

    @property
    def round(self) -> int:
        """1, or 2 once everybody refused and there is a second round."""
        return self._bidding().round

    @property
    def needs_second(self) -> bool:
        """Whether the first suit was refused and a second card must be turned before the next call."""
        return self._bidding().needs_second

    @property
    def outcome(self) -> Outcome | None:
        """What the auction ended in; None while it goes on."""
        at, customs = self._bidding(), self.rules.customs
        if at.over == "contract":
            factor = (1, customs.double, customs.redouble)[at.level]
            return Outcome("contract", at.strain, at.declarer, at.bid, at.sweep, factor)
        if not at.over:
            return None
        if customs.all_pass == "misere":
            assert self.upcard is not None
            return Outcome("misere", Strain(self.upcard.suit))
        return Outcome("again", dealer=(self.dealer + (customs.all_pass == "next_dealer")) % self.players)

    @property
    def contract(self) -> str | None:
        """The contract as records write it, such as ``H``, ``110H``, ``capotH``, ``NTx`` (doubled) and
        ``80Hxx`` (redoubled); None when there is none, or none yet."""
        at = self._bidding()
        return at.contract if at.over == "contract" else None

    def legal(self) -> tuple[str, ...]:
        """The calls that may be made now; none once the auction is over, or while a second card is due."""
        return tuple(self._bidding().legal())

    def call(self, text: str) -> Auction:
        """The auction after one more call; raises ``AuctionError`` with what was legal."""
        at, call = self._bidding(), read_call(text)
        fault = at.fault(call)
        if fault is not None:
            raise AuctionError(at.refusal(text, call, fault[1]))
        return replace(self, calls=(*self.calls, str(call)))

    def turn_second(self, card: Card, *, last: bool = False) -> Auction:
        """The auction after a second card was turned; raises ``AuctionError`` when none is due.

        A card of the first one's suit changes nothing, and another is due, unless the option ``same_suit``
        keeps it or it is the ``last`` one that the pack can spare.
        """
        if not self.needs_second:
            raise AuctionError("no second card is turned now")
        assert self.upcard is not None
        if card == self.upcard:
            raise AuctionError(f"{card} was turned already")
        again = card.suit == self.upcard.suit and self.rules.customs.same_suit == "turn_again" and not last
        return self if again else replace(self, second=card)

    def _bidding(self) -> Bidding:
        """Where the auction stands, from its first call on."""
        kind = Offers if self.rules.variant in _OFFERS else Raises
        at = kind(self.rules, self.players, self.first, self.upcard, self.second, self.first)
        for text in self.calls:
            at.step(read_call(text) or Call(PASS))
        return at


def problems(
    rules: Rules,
    dealer: int,
    calls: object,
    *,
    players: int | None = None,
    upcard: Card | None = None,
    second: Card | None = None,
    last_loser: int | None = None,
    hanging_declarer: int | None = None,
    complete: bool = False,
) -> list[Problem]:
    """Every fault of an auction, each with its place such as ``auction[3]``; whatever ``calls`` is, never raises.

    A faulty call counts as a pass for what follows. With ``complete`` an auction that did not come to its
    end is a fault too. The other arguments are those of ``Auction.start``.
    """
    try:
        start = Auction.start(
            rules, dealer, players=players, upcard=upcard, second=second,
            last_loser=last_loser, hanging_declarer=hanging_declarer,
        )  # fmt: skip
    except RulesError as error:
        return error.problems
    if not isinstance(calls, list | tuple):
        return [Problem("bad_auction", f"auction is a list of calls, not {brief(calls)}", "auction")]
    at, found = start._bidding(), list[Problem]()
    for i, text in enumerate(calls):
        where = f"auction[{i}]"
        if at.over:
            found.append(Problem("auction_over", f"the auction was over, but {len(calls) - i} calls follow", where))
            return found
        if at.needs_second:
            found.append(_missing_second())
            return found
        call = read_call(text)
        fault = at.fault(call)
        if fault is not None:
            found.append(Problem(fault[0], at.refusal(text, call, fault[1]), where, at.seat))
        at.step(call if call is not None and fault is None else Call(PASS))
    if complete and at.needs_second:
        found.append(_missing_second())
    elif complete and not at.over and not found:
        found.append(Problem("auction_unfinished", "the auction did not come to its end", "auction"))
    return found


def _missing_second() -> Problem:
    return Problem("missing_second", "the first suit was refused, so a second card was turned: say which", "second")


def _start_faults(
    rules: Rules, dealer: object, players: int | None, upcard: object, second: object, *before: object
) -> Iterator[Problem]:
    """What is wrong before the first call."""
    game, customs = rules.variant, rules.customs
    if players not in rules.players:
        counts = " or ".join(map(str, rules.players))
        yield Problem("bad_players", f"{game} is for {counts} players, not {brief(players)}", "players")
        return
    for name, seat in zip(("dealer", "last_loser", "hanging_declarer"), (dealer, *before), strict=True):
        if not (name != "dealer" and seat is None) and not _is_seat(seat, players):
            yield Problem("bad_seat", f"{name} is a seat from 0 to {players - 1}, not {brief(seat)}", name)
    if upcard is not None and game not in _TURNED:
        yield Problem("bad_upcard", f"{game} turns no card", "upcard")
    elif upcard is not None and not isinstance(upcard, Card):
        yield Problem("bad_upcard", f"upcard is a card, not {brief(upcard)}", "upcard")
    elif upcard is None and game in _OFFERS:
        yield Problem("missing_upcard", f"{game} turns a card before the auction: say which", "upcard")
    elif upcard is None and customs.all_pass == "misere":
        yield Problem("bad_option", "all_pass misere needs the suit of an upcard", "options.all_pass")
    turns_second = game in _OFFERS and customs.second_suit == "second_card"
    if turns_second and len(ALL_CARDS) - players * rules.cards < 2:
        words = f"second_suit second_card: {game} deals every card, none can be turned beside the upcard"
        yield Problem("bad_option", words, "options.second_suit")
    elif second is not None and not turns_second:
        yield Problem("bad_second", f"{game} turns no second card", "second")
    elif second is not None and (not isinstance(second, Card) or second == upcard):
        yield Problem("bad_second", f"second is a card other than the upcard, not {brief(second)}", "second")


def _is_seat(value: object, players: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < players
