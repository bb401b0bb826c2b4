"""What a seat knows when it is to call, and the worlds that fit it.

In the auction a seat sees its first cards, the calls, and what was turned. A world says where all other cards go:
which seats get them, at once or later, and which stay in the pack. Who declares may change who gets what (in
``classic`` the taker gets the turned card, and one card less than the others). So a world is a way to fill *cells*:
each seat's, with as many cards as it gets whoever declares; cells of one card, which those get who get more, in
the order of dealing; and the pack. One world serves all calls, which are so compared over the same cards. Whoever
declares, each deal comes from equally many worlds: what they differ in is which of a seat's cards not known to be
its first was in the cell of one, and each seat has a fixed number of such cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rebelote import auctions
from rebelote.auctions import Auction, Outcome
from rebelote.cards import ALL_CARDS, Card, from_mask, to_mask
from rebelote.checks import Parts, check_setting
from rebelote.errors import PositionError, Problem, brief
from rebelote.recordtext import KEYS
from rebelote.recordvalues import seats_in
from rebelote.rules import Rules
from rebelote.wholefacts import turns_card
from rebelote.worlds.packets import packets
from rebelote.worlds.sights import Sight
from rebelote.worlds.sights import read_own as read_own
from rebelote.worlds.spreads import Spread

#: The keys of a seat's view of an auction.
CALL_KEYS = (
    "variant", "players", "options", "dealer", "seat", "hand", "auction", "upcard", "second", "last_loser",
    "hanging_declarer", "known", "out",
)  # fmt: skip
_OWN = ("seat", "hand", "known", "out")
_SEATS = ("dealer", "last_loser", "hanging_declarer")
_REQUIRED = ("dealer", "hand")


@dataclass(frozen=True)
class CallView:
    """What ``seat``, whose call it is, knows.

    ``hand`` is a mask of its first cards; ``turned`` are the cards that were turned, masks; ``known``: by card who
    is known to hold it now; ``out``: a mask of cards known to stay out of play. ``spread`` has the worlds.
    """

    auction: Auction
    seat: int
    hand: int
    turned: int
    known: tuple[tuple[Card, int], ...] = ()
    out: int = 0

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> CallView:
        """From JSON data with ``CALL_KEYS``; raises ``PositionError`` with every fault."""
        view, problems = read_view(data)
        if view is None or problems:
            raise PositionError(problems)
        if not view.count:
            told = "no deal fits: more cards are known to lie somewhere than there is room for"
            raise PositionError([Problem("no_deal_fits", told, "out" if view.out else "known")])
        return view

    @property
    def rules(self) -> Rules:
        return self.auction.rules

    @property
    def players(self) -> int:
        return self.auction.players

    @property
    def side(self) -> tuple[int, ...]:
        """The seats of the party of the seat that asks."""
        mine = self.rules.party(self.seat)
        return tuple(seat for seat in range(self.players) if self.rules.party(seat) == mine)

    # --- worlds ------------------------------------------------------------------------

    @cached_property
    def spread(self) -> Spread:
        """All ways to fill the cells: the seats', those of one card, and the pack."""
        fixed, single = self._sizes
        pack = len(self._cells) - 1
        sizes = [*fixed, *[1] * single]
        sizes[self.seat] -= self.hand.bit_count()
        known = dict(self.known)
        free = [card for card in ALL_CARDS if not (self.hand | self.turned) & card.bit]
        every = (1 << pack + 1) - 1
        owners = {
            int(card): 1 << known[card] if card in known else 1 << pack if self.out & card.bit else every
            for card in free
        }
        return Spread([*sizes, len(free) - sum(sizes)], owners)

    @property
    def count(self) -> int:
        """How many worlds fit."""
        return self.spread.count

    def draw(self, seed: int = 0) -> Iterator[tuple[int, ...]]:
        """All worlds in random order, each order equally likely; a world is a mask for each cell."""
        return self.spread.draw(seed)

    def hands(self, world: tuple[int, ...], outcome: Outcome) -> tuple[int, ...]:
        """The hands of a world for the play, masks a seat, if the auction ends so, nobody having swapped the seven."""
        deal = packets(self.rules, self.players, self.auction.dealer, outcome.declarer)
        fixed, _ = self._sizes
        hands = list(world[: self.players])
        hands[self.seat] |= self.hand
        single = self.players
        for i in range(self.players):
            seat = (self.auction.dealer + 1 + i) % self.players
            if deal.full[seat] > fixed[seat]:
                hands[seat] |= world[single]
                single += 1
        if deal.taker is not None and self.auction.upcard is not None:
            hands[deal.taker] |= self.auction.upcard.bit
        return tuple(hands)

    def before(self, world: tuple[int, ...]) -> tuple[int, ...]:
        """For each seat cards that its first ones are among, as ``likelihood`` judges hands; one's own are those."""
        hands = list(world[: self.players])
        hands[self.seat] = self.hand
        return tuple(hands)

    @cached_property
    def _sizes(self) -> tuple[list[int], int]:
        """A seat the cards it gets whoever declares, and how many more are dealt."""
        deals = [packets(self.rules, self.players, self.auction.dealer, seat).full for seat in range(self.players)]
        fixed = [min(deal[seat] for deal in deals) for seat in range(self.players)]
        return fixed, sum(deals[0]) - sum(fixed)

    @property
    def _cells(self) -> range:
        fixed, single = self._sizes
        return range(len(fixed) + single + 1)


# --- reading -----------------------------------------------------------------------------


def read_view(data: object) -> tuple[CallView | None, list[Problem]]:
    """The view that JSON data tells, as far as it is good, and all faults; never raises."""
    if not isinstance(data, Mapping):
        return None, [Problem("not_an_object", f"what a seat sees is an object, not {brief(data)}")]
    setting = Parts()
    check_setting(setting, {"trump": "S", "leader": 0, **{k: v for k, v in data.items() if k in CALL_KEYS}})
    problems = [problem for problem in setting.problems if problem.where not in ("trump", "leader")]
    parts = Parts(players=seats_in(data) if setting.players is None else setting.players)
    values = _read_keys(parts, data)
    told = {(problem.where, problem.code) for problem in problems}
    problems += [problem for problem in parts.problems if (problem.where, problem.code) not in told]
    if setting.rules is None or setting.players is None:
        return None, problems
    sight = Sight()
    sight.facts.problems = problems
    if "hand" in data:
        read_own(sight, {key: data[key] for key in _OWN if key in data}, setting.rules, setting.players)
    auction = _auction(problems, setting.rules, setting.players, values)
    if auction is None:
        return None, problems
    view = _view(sight, auction, _turned(values))
    return view, problems


def _read_keys(parts: Parts, data: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that are not one's own in their canonical form; a fault for each that does not belong here."""
    values = {}
    for key, value in data.items():
        if key not in CALL_KEYS:
            name = key if isinstance(key, str) else brief(key)
            told = f"no key is called {brief(key)} where a call is to be made; there are {', '.join(CALL_KEYS)}"
            parts.fault("unknown_key", told, name[:40])
        elif key not in _OWN:
            kind = KEYS["dealer" if key in _SEATS else key]
            faults = len(parts.problems)
            good = kind.value(parts, key, value)
            if len(parts.problems) == faults:
                values[key] = good
    for key in _REQUIRED:
        if key not in data:
            what = "who dealt" if key == "dealer" else "the cards that the seat holds"
            parts.fault("missing_key", f"{key} is missing: {what}", key)
    return values


def _turned(values: Mapping[str, Any]) -> list[Card]:
    """The cards that were turned, the upcard first."""
    out = []
    for key in ("upcard", "second"):
        words = values.get(key) or []
        out += [Card(word) for word in ([words] if isinstance(words, str) else words)]
    return out


def _auction(problems: list[Problem], rules: Rules, players: int, values: Mapping[str, Any]) -> Auction | None:
    """The auction up to now; none where it has faults, or is over."""
    if "dealer" not in values or any(p.where in ("upcard", "second", *_SEATS) for p in problems):
        return None
    cards = _turned(values)
    upcard = cards[0] if "upcard" in values else None
    seconds = cards[1:] if "upcard" in values else cards
    start: dict[str, Any] = {
        "players": players, "upcard": upcard, "second": seconds[-1] if seconds else None,
        **{key: values.get(key) for key in _SEATS[1:]},
    }  # fmt: skip
    calls = values.get("auction", [])
    found = auctions.problems(rules, values["dealer"], calls, **start)
    problems += found
    if found or any(problem.where.startswith("auction") for problem in problems):
        return None
    at = Auction.start(rules, values["dealer"], **start)
    for call in calls:
        at = at.call(call)
    if at.outcome is not None:
        problems.append(Problem("auction_over", "the auction is over, there is nothing to call", "auction"))
    elif at.needs_second:
        told = "the first suit was refused, so a second card was turned: say which"
        problems.append(Problem("missing_second", told, "second"))
    elif seconds and at.round == 1:
        problems.append(Problem("bad_second", "the first suit is still offered, no second card was turned", "second"))
    elif upcard is not None and any(card.suit != upcard.suit for card in seconds[:-1]):
        told = "behind a second card of another suit no more are turned"
        problems.append(Problem("bad_second", told, "second"))
    else:
        return at
    return None


def _view(sight: Sight, auction: Auction, turned: list[Card]) -> CallView | None:
    """Everything together, with the faults of seat and cards."""
    facts, rules = sight.facts, auction.rules
    if sight.seat is not None and sight.seat != auction.turn:
        told = f"it is the turn of seat {auction.turn} to call, not of seat {sight.seat}"
        facts.fault("not_on_turn", told, "seat", sight.seat)
    if sight.hand is None:
        return None
    seat, first = auction.turn, packets(rules, auction.players, auction.dealer, None).first
    held = sight.hand.bit_count()
    if held != first:
        facts.fault("wrong_number", f"seat {seat} holds {held} cards where {first} are dealt", "hand", seat)
    places: dict[Card, str] = dict.fromkeys(from_mask(sight.hand), f"in seat {seat}'s hand")
    turns = turns_card(rules)
    elsewhere = [(card, "turned", "upcard" if i == 0 and turns else "second") for i, card in enumerate(turned)]
    elsewhere += [(card, f"in seat {owner}'s hand", f"known.{card}") for card, owner in sight.known.items()]
    elsewhere += [(card, "out of play", "out") for card in sight.out]
    for card, place, where in elsewhere:
        if places.setdefault(card, place) != place:
            facts.fault("duplicate_card", f"{card} is {places[card]} and {place}", where, None, card)
        elif where == "second" and turned.count(card) > 1:
            facts.fault("duplicate_card", f"{card} was turned twice", where, None, card)
    for owner in range(auction.players):
        cards = [card for card, whose in sight.known.items() if whose == owner]
        if len(cards) > first:
            told = f"seat {owner} is known to hold {len(cards)} cards; {first} are dealt before the auction"
            facts.fault("too_many_cards", told, "known", owner)
        elif owner == seat and not set(cards) <= set(from_mask(sight.hand)):
            missing = next(card for card in cards if not sight.hand & card.bit)
            facts.fault("not_held", f"seat {seat} does not hold {missing}", f"known.{missing}", seat, missing)
    known = tuple((card, owner) for card, owner in sight.known.items() if owner != seat)
    return CallView(auction, seat, sight.hand, to_mask(dict.fromkeys(turned)), known, to_mask(dict.fromkeys(sight.out)))
