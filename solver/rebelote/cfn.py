"""CFN, the one-line form of a contrée deal that the program colver reads and writes.

::

    W:9..QJ97.K/.TKJ.T.T8/7..A8.A97/Q8.A.K.QJ TsAsJsKs/7h9h8hQh 110cEW
    dealer:hands                              tricks            contract

The hands are those of N, E, S, W whoever dealt, and hold what was not played yet; a record has the hands as
they were dealt. The seat behind the dealer leads. CFN says less than a record:

- of who declared only the side: ``read`` takes the first seat of it, N or E; in contrée nothing hangs on it;
- of the calls only what they came to, or while they go on the last bid (``bid:80sW/p1/c0/E``: so many
  passes since, doubled or not, whose turn): ``read`` takes it that everybody had passed before that bid.

``left_out`` tells what a line of CFN does not keep of a record. What would be another deal without it, such
as an option or a claim, is refused by ``write``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rebelote import auctions
from rebelote.auctions import Auction
from rebelote.cards import Card
from rebelote.errors import Problem, RebeloteError, RecordError, RulesError, brief
from rebelote.notation import SEAT_NAMES
from rebelote.recordtext import normal, tricks_of
from rebelote.rules import PLAIN_ORDER, PRESETS, Rules, Strain
from rebelote.tricks import winning_index

VARIANT = "contree"
PASS, DOUBLE = "pass", "double"
#: No deal makes a longer line.
MOST_CHARS = 1000

_RULES = PRESETS[VARIANT]
_SIDES = ("NS", "EW")
#: How CFN writes a bid for all tricks.
_CAPOT = "250"
_BIDS = (*map(str, range(80, 170, 10)), _CAPOT)
_CONTRACT = re.compile("([0-9]{1,3})([shdc])(NS|EW)(x{0,2})")
_BIDDING = re.compile("bid:(?:0|([0-9]{1,3})([shdc])([NESW]))/p([0-9])(?:/c([0-9]))?/([NESW])")
_LOOKS = re.compile(r"\s*[NESW]:[^\s/]+(?:/[^\s/]+){3}\s+\S+\s+\S+\s*")
_PASSED_OUT = "0"
_NOTHING = "-"


def looks_like_cfn(line: str) -> bool:
    """Whether a line could be CFN rather than a position, JSON or a tag."""
    return len(line) <= MOST_CHARS and _LOOKS.fullmatch(line) is not None


# --- reading -----------------------------------------------------------------------------


def read(line: str) -> tuple[dict[str, Any], list[Problem]]:
    """The record that a line of CFN says, in canonical form; or every fault and no record. Nothing raises.

    The faults' places are keys of the record. While nobody has bid there is no ``trump``.
    """
    words = line.split() if len(line) <= MOST_CHARS else []
    if len(words) != 3:
        return {}, [Problem("bad_text", "a line of CFN is: dealer:hand/hand/hand/hand tricks contract")]
    reader = _Reader()
    reader.deal(words[0])
    reader.tricks(words[1])
    reader.contract(words[2])
    if not reader.problems:
        reader.give_back()
    return ({}, reader.problems) if reader.problems else (reader.record(), [])


class _Reader:
    """What is read so far; ``hands`` are those held after ``plays``, until these are given back."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.dealer: int | None = None
        self.hands: list[list[Card]] = []
        self.plays: list[Card] = []
        self.strain: Strain | None = None
        self.found: dict[str, Any] = {}

    def fault(self, code: str, message: str, where: str, seat: int | None = None, card: str | None = None) -> None:
        self.problems.append(Problem(code, message, where, seat, card))

    def record(self) -> dict[str, Any]:
        assert self.dealer is not None
        if self.strain is not None:
            self.found["leader"] = (self.dealer + 1) % 4
        return normal(
            {"version": 1, "variant": VARIANT, "players": 4, "dealer": self.dealer, "hands": self.hands}
            | self.found
            | {"plays": self.plays}
        )

    def deal(self, word: str) -> None:
        dealer, _, hands = word.rpartition(":")
        if len(dealer) == 1 and dealer in SEAT_NAMES:
            self.dealer = SEAT_NAMES.index(dealer)
        else:
            self.fault("bad_seat", f"the dealer is N, E, S or W with a colon behind, not {brief(dealer)}", "dealer")
        texts = hands.split("/")
        if len(texts) != 4:
            self.fault("wrong_hands", f"{len(texts)} hands for 4 players", "hands")
        seen: set[Card] = set()
        for seat, text in enumerate(texts):
            suits = [""] * 4 if text == _NOTHING else text.split(".")
            if len(suits) != 4:
                self.fault("bad_cards", f"a hand is spades.hearts.diamonds.clubs, not {brief(text)}", "hands", seat)
                continue
            words = [rank + suit for suit, ranks in zip("shdc", suits, strict=True) for rank in ranks]
            self.hands.append(self.cards(words, "hands", seat))
            for card in self.hands[-1]:
                if card in seen:
                    self.fault("duplicate_card", f"{card} is there twice", "hands", seat, str(card))
                seen.add(card)

    def cards(self, words: list[str], where: str, seat: int | None = None) -> list[Card]:
        out = []
        for word in words:
            if word[0] in PLAIN_ORDER and word[1] in "shdc":
                out.append(Card(word))
            else:
                self.fault("bad_card", f"{word!r} is no card; in CFN one is written such as Th", where, seat, word)
        return out

    def tricks(self, word: str) -> None:
        groups = [] if word == _NOTHING else word.split("/")
        for i, group in enumerate(groups, 1):
            if len(group) % 2 or not 2 <= len(group) <= 8 or (len(group) < 8 and i < len(groups)):
                words = f"{brief(group)} is no trick; each is four cards such as Th, the last may have fewer"
                self.fault("wrong_number", words, "plays")
            else:
                self.plays += self.cards([group[at : at + 2] for at in range(0, len(group), 2)], "plays")
        for n, card in enumerate(self.plays):
            if card in self.plays[:n]:
                self.fault("duplicate_card", f"{card} was played twice", f"plays[{n}]", None, str(card))

    def contract(self, word: str) -> None:
        bid, bidding = _CONTRACT.fullmatch(word), _BIDDING.fullmatch(word)
        if bid and bid[1] in _BIDS:
            self.strain = Strain("shdc".index(bid[2]))
            self.found = {
                "trump": str(self.strain),
                "declarer": _SIDES.index(bid[3]),
                "contract": _bid(bid[1], bid[2]) + bid[4],
            }
        elif word == _PASSED_OUT:
            self.found = {"auction": [PASS] * 4, "declarer": None, "contract": None}
        elif bidding and (bidding[1] is None or bidding[1] in _BIDS):
            self.auction(bidding)
        else:
            form = "contract such as 110cEW, 250hNSx, 0 or bid:80sW/p0/c0/N"
            self.fault("bad_contract", f"{brief(word)} is no {form}", "contract")
            return
        if self.plays and self.strain is None:
            self.fault("bad_contract", "cards were played, but there is no contract", "contract")

    def auction(self, found: re.Match[str]) -> None:
        """The calls so far: the last bid, perhaps doubled, and the passes; who called before it had passed."""
        if self.dealer is None:
            return
        passes, doubles, turn = int(found[4]), int(found[5] or 0), SEAT_NAMES.index(found[6])
        at = Auction.start(_RULES, self.dealer)
        try:
            if found[1]:
                while at.turn != SEAT_NAMES.index(found[3]):
                    at = at.call(PASS)
                at = at.call(_bid(found[1], found[2]))
            # Between the bid and a double either nobody passed, or the next seat and the bidder's partner.
            before = (turn - at.turn - passes - 1) % 4 if doubles else 0
            for call in [PASS] * before + [DOUBLE] * doubles + [PASS] * passes:
                at = at.call(call)
            if at.outcome is None and at.turn == turn:
                self.found = {"auction": list(at.calls)}
                return
        except RebeloteError:
            pass
        self.fault("bad_auction", f"no auction that still goes on can be at {found[0]}", "auction")

    def give_back(self) -> None:
        """Put the cards played back into the hands that played them; they may be there already."""
        assert self.dealer is not None
        if self.strain is None:
            return
        seat = (self.dealer + 1) % 4
        for n in range(0, len(self.plays), 4):
            trick = self.plays[n : n + 4]
            for i, card in enumerate(trick):
                player = (seat + i) % 4
                holder = next((s for s, hand in enumerate(self.hands) if card in hand), None)
                if holder is None:
                    self.hands[player].append(card)
                elif holder != player:
                    words = f"seat {player} played {card}, and seat {holder} still holds it"
                    self.fault("duplicate_card", words, f"plays[{n + i}]", player, str(card))
            seat = (seat + winning_index(_RULES, self.strain, trick)) % 4


def _bid(value: str, suit: str) -> str:
    return ("capot" if value == _CAPOT else value) + suit.upper()


# --- writing -----------------------------------------------------------------------------


def write(data: Mapping[str, Any]) -> str:
    """The line of CFN for a record; raises ``RecordError`` with all that CFN cannot say, and all that lacks."""
    record = normal(data)
    if problems := [*_unsaid(record), *_missing(record)]:
        raise RecordError(problems)
    contract = _contract(record)
    hands = [[Card(word) for word in hand.split()] for hand in record["hands"]]
    plays = [Card(word) for word in record["plays"]]
    if plays:
        _take_out(hands, plays, Strain("shdc".index(contract.rstrip("xNSEW")[-1])), (record["dealer"] + 1) % 4)
    held = "/".join(_hand(hand) for hand in hands)
    tricks = "/".join("".join(map(_card, trick)) for trick in tricks_of(plays, 4))
    return f"{SEAT_NAMES[record['dealer']]}:{held} {tricks or _NOTHING} {contract}"


def left_out(data: Mapping[str, Any]) -> list[str]:
    """The keys of a record that its line of CFN keeps nothing of, or not all; raises like ``write``."""
    record = normal(data)
    back, _ = read(write(record))
    told = [key for key, value in record.items() if value is not None and value is not False and value not in ({}, [])]
    return [key for key in told if record[key] != back.get(key)]


def _unsaid(record: Mapping[str, Any]) -> Iterator[Problem]:
    """What CFN has no word for, and the deal would be another without."""

    def unsaid(what: str, where: str) -> Problem:
        return Problem("not_in_cfn", f"CFN cannot say {what}", where)

    if record.get("variant", VARIANT) != VARIANT:
        yield unsaid(f"{record['variant']}: it is for contree only", "variant")
        return
    if record.get("players", 4) != 4:
        yield unsaid("that there are not four players", "players")
    try:
        changed = Rules.preset(VARIANT, **record.get("options", {})).options()
    except (RulesError, TypeError):
        changed = record["options"]
    for name, value in changed.items():
        yield unsaid(f"the option {name}={brief(value)}", f"options.{name[:40]}")
    for key in ("upcard", "second", "bottom", "exchange", "melds"):
        if record.get(key) not in (None, []):
            yield unsaid(key, key)
    if record.get("misere"):
        yield unsaid("misere", "misere")
    if (record.get("ending") or {"kind": "broken_off"})["kind"] != "broken_off":
        yield unsaid(f"that the deal ended in a {record['ending']['kind']}", "ending")
    bid = (record.get("contract") or "80S").rstrip("x")
    if bid[:-1] == _CAPOT or bid[:-1].replace("capot", _CAPOT) not in _BIDS or bid[-1] not in "SHDC":
        yield unsaid(f"the contract {record['contract']}", "contract")
    elif record.get("contract") and record.get("trump", bid[-1]) != bid[-1]:
        yield Problem("bad_contract", f"the contract {record['contract']}, and trumps {record['trump']}", "contract")
    if {"dealer", "leader"} <= set(record) and record["leader"] != (record["dealer"] + 1) % 4:
        yield unsaid("that another leads than the seat behind the dealer", "leader")


def _missing(record: Mapping[str, Any]) -> Iterator[Problem]:
    """What CFN must say, and the record does not."""
    for key in ("variant", "dealer", "hands", "plays"):
        if key not in record:
            yield Problem("missing_key", f"{key} is missing", key)
    hands = record.get("hands", [""] * 4)
    if len(hands) != 4:
        yield Problem("wrong_hands", f"{len(hands)} hands for 4 players", "hands")
    cards = [card for hand in hands for card in hand.split()]
    for card in sorted({card for card in cards if cards.count(card) > 1}):
        yield Problem("duplicate_card", f"{card} is there twice", "hands", None, card)


def _contract(record: Mapping[str, Any]) -> str:
    """The last word of the line; where the contract is not said, it comes from the calls."""
    contract, declarer = record.get("contract"), record.get("declarer")
    if contract is None or declarer is None:
        at = _auction(record)
        if at.outcome is None or at.outcome.kind != "contract":
            if record["plays"]:
                raise RecordError([Problem("bad_contract", "cards were played, but there is no contract", "contract")])
            return _PASSED_OUT if at.outcome else _bidding(at)
        contract = contract or at.contract
        declarer = at.outcome.declarer if declarer is None else declarer
    assert contract is not None and declarer is not None
    bid = contract.rstrip("x")
    return f"{_value(bid)}{_SIDES[declarer % 2]}{contract[len(bid) :]}"


def _auction(record: Mapping[str, Any]) -> Auction:
    """The calls of a record that does not say its contract, or not who declared."""
    if "auction" not in record:
        missing = [key for key in ("contract", "declarer") if record.get(key) is None]
        raise RecordError([Problem("missing_key", f"{key} is missing", key) for key in missing])
    if faults := auctions.problems(_RULES, record["dealer"], record["auction"]):
        raise RecordError(faults)
    at = Auction.start(_RULES, record["dealer"])
    for call in record["auction"]:
        at = at.call(call)
    return at


def _bidding(at: Auction) -> str:
    """Where an auction that goes on stands."""
    bids = [(i, call) for i, call in enumerate(at.calls) if call not in (PASS, DOUBLE)]
    passes = next((n for n, call in enumerate(reversed(at.calls)) if call != PASS), len(at.calls))
    if not bids:
        return f"bid:0/p{passes}/{SEAT_NAMES[at.turn]}"
    place, bid = bids[-1]
    bidder = SEAT_NAMES[(at.first + place) % 4]
    return f"bid:{_value(bid)}{bidder}/p{passes}/c{at.calls[place:].count(DOUBLE)}/{SEAT_NAMES[at.turn]}"


def _value(bid: str) -> str:
    return bid[:-1].replace("capot", _CAPOT) + bid[-1].lower()


def _take_out(hands: list[list[Card]], plays: list[Card], strain: Strain, seat: int) -> None:
    """Take the cards played out of the hands; ``seat`` leads first."""
    for n in range(0, len(plays), 4):
        trick = plays[n : n + 4]
        for i, card in enumerate(trick):
            player = (seat + i) % 4
            if card not in hands[player]:
                message = f"seat {player} does not hold {card}"
                raise RecordError([Problem("not_held", message, f"plays[{n + i}]", player, str(card))])
            hands[player].remove(card)
        seat = (seat + winning_index(_RULES, strain, trick)) % 4


def _hand(hand: list[Card]) -> str:
    """``A.QT..87``, from the ace down as plain cards go; ``-`` when nothing is held."""
    suits = [sorted((c.rank.letter for c in hand if c.suit == suit), key=PLAIN_ORDER.index) for suit in range(4)]
    return ".".join(map("".join, suits)) if hand else _NOTHING


def _card(card: Card) -> str:
    return card.rank.letter + card.suit.letter.lower()
