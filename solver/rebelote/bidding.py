"""The calls of an auction: their texts, and which the rules allow when.

``Offers`` and ``Raises`` are the two kinds of auction. Both are told every call by ``step`` and
answer what is ``legal`` next, and by ``fault`` why a call is not. They change as they go;
``rebelote.auctions`` wraps them in values that do not.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Literal

from rebelote.cards import Card
from rebelote.errors import RebeloteError, brief
from rebelote.rules import Rules, Strain, strain_of

PASS, PLAY, DOUBLE, REDOUBLE = "pass", "play", "double", "redouble"
_WORDS = {"PASS": PASS, "P": PASS, "PLAY": PLAY, "DOUBLE": DOUBLE, "X": DOUBLE, "REDOUBLE": REDOUBLE, "XX": REDOUBLE}
_BID = re.compile("(?:(0|[1-9][0-9]{0,5})|(CAPOT))?(NT|AT|[SHDC♠♥♦♣])")

#: The strains of ``bulgarian``, each higher than the one before.
LADDER = (Strain.CLUBS, Strain.DIAMONDS, Strain.HEARTS, Strain.SPADES, Strain.NT, Strain.AT)

ILLEGAL, TOO_LOW = "illegal_call", "too_low"


class AuctionError(RebeloteError, ValueError):
    """A call that is none, or that the rules do not allow now; the message says what was legal."""

    code = "bad_call"


@dataclass(frozen=True, slots=True)
class Call:
    """A call taken apart: ``value`` of a bid, ``sweep`` of a bid for all tricks; ``str(call)`` is canonical."""

    word: str = ""
    strain: Strain | None = None
    value: int | None = None
    sweep: bool = False

    def __str__(self) -> str:
        if self.strain is None:
            return self.word
        value = "" if self.value is None else str(self.value)
        return f"{'capot' if self.sweep else value}{self.strain}"


def read_call(text: object) -> Call | None:
    """The call that ``text`` says, or none; capitals, spaces and the symbols of suits do not matter."""
    if not isinstance(text, str) or len(text) > 40:
        return None
    word = "".join(text.split()).replace("\ufe0f", "").replace("\ufe0e", "").upper()
    if word in _WORDS:
        return Call(_WORDS[word])
    match = _BID.fullmatch(word)
    if match is None:
        return None
    value, sweep, strain = match.groups()
    return Call("", strain_of(strain), None if value is None else int(value), sweep is not None)


def parse_call(text: object) -> str:
    """A call in its canonical form; raises ``AuctionError`` for what is none.

    ``P``, ``X`` and ``XX`` are read as pass, double and redouble.
    """
    call = read_call(text)
    if call is None:
        raise AuctionError(f"{brief(text)} is no call, such as pass, play, H, 80H, capotH, double, redouble")
    return str(call)


def abbreviated(calls: Iterator[str]) -> str:
    """A list of calls for a message: of a long one the beginning and, within reason, the end."""
    some = list(islice(calls, 100))
    if len(some) <= 12:
        return ", ".join(some) or "none"
    return f"{', '.join(some[:8])} …" + (f" {some[-1]}" if len(some) < 100 else "")


@dataclass(slots=True)
class Bidding(ABC):
    """Where an auction stands; what both kinds have in common.

    ``strain``, ``declarer``, ``bid`` and ``sweep`` are of the highest bid, or of what somebody accepted.
    ``passes`` is the number in a row, in ``Offers`` in this round. ``level``: 1 doubled, 2 redoubled.
    """

    rules: Rules
    players: int
    first: int
    upcard: Card | None
    second: Card | None
    seat: int
    round: int = 1
    passes: int = 0
    strain: Strain | None = None
    declarer: int | None = None
    bid: int | None = None
    sweep: bool = False
    level: int = 0
    agreed: int = 0
    over: Literal["", "contract", "passed"] = ""

    @property
    def needs_second(self) -> bool:
        """Whether a second card must be turned before the next call."""
        return False

    @property
    def contract(self) -> str:
        """The highest bid as records write it: ``H``, ``80H``, ``capotH``, then ``x`` or ``xx``."""
        return str(Call("", self.strain, self.bid, self.sweep)) + "x" * self.level

    def legal(self) -> Iterator[str]:
        """The calls that may be made now."""
        if not self.over and not self.needs_second:
            yield PASS
            yield from (str(call) for call in self.candidates() if self.fault(call) is None)

    def fault(self, call: Call | None) -> tuple[str, str] | None:
        """Code and words of why a call may not be made; None when it may."""
        if self.over:
            return "auction_over", "the auction is over"
        if call is None:
            return "not_a_call", "it is no call"
        if self.needs_second:
            return "second_due", "a second card must be turned first"
        if call.word == PASS:
            return None
        if call.strain is not None and call.strain not in self.rules.strains:
            return ILLEGAL, f"{self.rules.variant} is not played in {call.strain}"
        return self.why_not(call)

    def refusal(self, text: object, call: Call | None, why: str) -> str:
        """The whole sentence about a call that may not be made."""
        legal = "" if self.over else f"; legal: {abbreviated(self.legal())}"
        return f"seat {self.seat} may not call {call or brief(text)}: {why}{legal}"

    @abstractmethod
    def candidates(self) -> Iterator[Call]:
        """Calls, passes aside, among which are all that are legal, in the order of ``legal``."""

    @abstractmethod
    def why_not(self, call: Call) -> tuple[str, str] | None:
        """``fault`` of a call that is no pass and in a strain of the game, while the auction goes on."""

    @abstractmethod
    def step(self, call: Call) -> None:
        """Takes note of a legal call."""


class Offers(Bidding):
    """An auction in which a turned card's suit is offered, then other strains; who accepts declares.

    With the option ``agreement`` ``all`` everybody has to accept: a pass refuses what was offered or named,
    and the round is over. ``agreed`` counts those who accepted.
    """

    __slots__ = ()

    @property
    def needs_second(self) -> bool:
        return not self.over and self.round == 2 and self._turns_second and self.second is None

    @property
    def _turns_second(self) -> bool:
        return self.rules.customs.second_suit == "second_card"

    @property
    def _card(self) -> Card | None:
        """The card whose suit is offered in this round."""
        if self.round == 1:
            return self.upcard
        return self.second if self._turns_second else None

    def candidates(self) -> Iterator[Call]:
        yield Call(PLAY)
        yield from (Call("", strain) for strain in self.rules.strains)

    def why_not(self, call: Call) -> tuple[str, str] | None:
        why, card, game = "", self._card, self.rules.variant
        if call.value is not None or call.sweep or call.word in (DOUBLE, REDOUBLE):
            why = f"{game} has no such call"
        elif self.agreed:
            why = "" if call.word == PLAY else f"{self.strain} was named, play it or pass"
        elif call.strain is None:
            if card is None:
                why = "no card's suit is offered, name a strain"
            elif Strain(card.suit) not in self.rules.strains:
                why = f"{game} is not played in {Strain(card.suit)}"
        elif self.round == 1 or (card is not None and call.strain < 4):
            why = f"the suit of {card} is offered, play it or pass"
        elif self.upcard is not None and call.strain == int(self.upcard.suit):
            why = f"the suit of {self.upcard} was refused"
        elif call.strain == Strain.NT and self.passes == self.players - 1 and not self.rules.customs.last_call_nt:
            why = "the last call may not be NT"
        return (ILLEGAL, why) if why else None

    def step(self, call: Call) -> None:
        everybody, card = self.rules.customs.agreement == "all", self._card
        if call.word == PASS:
            self.passes += 1
            if self.passes == self.players or self.agreed or (everybody and card is not None):
                self._end_round()
                return
        else:
            if self.declarer is None:
                assert card is not None or call.strain is not None
                self.strain = Strain(card.suit) if card is not None and call.strain is None else call.strain
                self.declarer = self.seat
            self.agreed += 1
            if self.agreed == (self.players if everybody else 1):
                self.over = "contract"
        self.seat = (self.seat + 1) % self.players

    def _end_round(self) -> None:
        if self.round == 2:
            self.over = "passed"
        self.round, self.passes, self.agreed, self.seat = 2, 0, 0, self.first
        self.strain = self.declarer = None


class Raises(Bidding):
    """An auction in which each bid is higher than the last, until all the others pass.

    A bid is a value and a strain, in ``bulgarian`` a strain of the ladder. In ``capo`` a bid for all tricks
    ends it. In ``contree`` no bid goes over a double, and a redouble ends it.
    """

    __slots__ = ()

    @property
    def _values(self) -> bool:
        return self.rules.variant != "bulgarian"

    @property
    def _frozen(self) -> bool:
        return self.rules.variant == "contree" and self.level > 0

    def candidates(self) -> Iterator[Call]:
        strains, customs = self.rules.strains, self.rules.customs
        yield Call(DOUBLE)
        yield Call(REDOUBLE)
        if self._frozen:
            return
        if not self._values:
            yield from (Call("", strain) for strain in LADDER)
            return
        values = range(customs.least_bid, customs.most_bid + 1, customs.bid_step)
        if self.bid is not None:
            values = values[max(0, (self.bid - customs.least_bid) // customs.bid_step + 1) :]
        bids = (Call("", strain, value) for value in values for strain in strains)
        yield from chain(bids, (Call("", strain, None, True) for strain in strains))

    def why_not(self, call: Call) -> tuple[str, str] | None:
        if call.strain is None:
            why = self._why_no_double(call)
        elif self._values:
            why = self._why_no_value(call)
        else:
            why = "" if call.value is None and not call.sweep else "a bid is a strain alone"
        if why:
            return ILLEGAL, why
        if call.strain is None or self.strain is None:
            return None
        if self._frozen:
            return ILLEGAL, f"no bid goes over a double, {self.contract}"
        if self._values:
            value = self._value(call)
            higher = value is not None and self.bid is not None and value > self.bid
        else:
            higher = LADDER.index(call.strain) > LADDER.index(self.strain)
        return None if higher else (TOO_LOW, f"it is not higher than {self.contract}")

    def _value(self, call: Call) -> int | None:
        return self.rules.customs.sweep_bid if call.sweep else call.value

    def _why_no_value(self, call: Call) -> str:
        customs = self.rules.customs
        if call.sweep:
            return ""
        if call.value is None:
            return "a bid is a value and a strain"
        if not customs.least_bid <= call.value <= customs.most_bid:
            return f"a bid is from {customs.least_bid} to {customs.most_bid}"
        if (call.value - customs.least_bid) % customs.bid_step:
            return f"bids go up from {customs.least_bid} in steps of {customs.bid_step}"
        return ""

    def _why_no_double(self, call: Call) -> str:
        if call.word == PLAY or not self.rules.partners:
            return f"{self.rules.variant} has no such call"
        if self.declarer is None:
            return "nothing was bid"
        ours = self.rules.party(self.seat) == self.rules.party(self.declarer)
        if call.word == DOUBLE:
            return f"{self.contract} was doubled already" if self.level else "his own side bid it" if ours else ""
        if self.level != 1:
            return f"{self.contract} was {'redoubled already' if self.level else 'not doubled'}"
        return "" if ours else "only the side that bid may redouble"

    def step(self, call: Call) -> None:
        if call.word == PASS:
            self._step_pass()
        else:
            self.passes = 0
            if call.strain is None:
                self.level = 1 if call.word == DOUBLE else 2
            else:
                self.strain, self.declarer, self.level = call.strain, self.seat, 0
                self.bid, self.sweep = self._value(call), call.sweep
            if (call.sweep and self.rules.variant == "capo") or (self._frozen and self.level == 2):
                self.over = "contract"
        self.seat = (self.seat + 1) % self.players

    def _step_pass(self) -> None:
        self.passes += 1
        if self.declarer is not None:
            if self.passes == self.players - 1:
                self.over = "contract"
        elif self.passes == self.players:
            if self.round == 1 and self.rules.customs.all_pass == "second_round":
                self.round, self.passes = 2, 0
            else:
                self.over = "passed"
