"""Which deals fit what one seat knows, by going through all of them: to compare the library with.

Written from the rules alone, in strings and lists. It shares no code with ``rebelote``: which cards are
legal it asks of ``tests/oracle.py``. A *deal* is the cards that every seat held at the first lead (after
the seven was swapped, where it was), each in the order of the pack; what is in no hand is out of play.

What is known is data as the hidden form of ``hint`` has it. A deal fits when

* the seat that asks was dealt its hand and what it has played, and every seat what it has played;
* every card was legal when it was played, for what its player then held;
* ``known`` cards were dealt to the seat that is named, and so were those of each of ``melds`` and ``belas``, now
  or before it swapped the seven;
* ``out``, ``bottom`` and ``second`` were dealt to nobody;
* the ``upcard`` was dealt to its taker (``classic``), to the dealer (``capo``), to nobody in the other games;
  where the seven was swapped for it, to the one who swapped, and then the seven to nobody. Who swapped is told
  by ``exchange``, or it is who is seen to have the upcard;
* a seat holds what was ``announced``, now or before it swapped the seven: for each of its words another
  meld of the game that the word may mean, so that all of them may be called together.

The number of cards of a hand is that of the seat that asks; an ending, whose beginning is not told, has fewer
than the game deals, and the rest is ``out``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, product
from typing import Any

import oracle
from oracle import RANKS, SUITS

#: The cards in the order of their numbers.
PACK = [rank + suit for suit in SUITS for rank in RANKS]

PLAYERS = {"gambler": 2, "lobovoy": 2, "classic": 4, "capo": 4, "contree": 4, "bulgarian": 4}
PARTNERS = ("classic", "contree", "bulgarian")

#: Points of four cards of a rank, where they have any.
_HEAD_ON = {"J": 200, "9": 140, "A": 110, "T": 100, "K": 100, "Q": 100}
_CLASSIC = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
SETS = {
    "gambler": _HEAD_ON, "lobovoy": _HEAD_ON, "classic": _CLASSIC, "capo": _CLASSIC, "bulgarian": _CLASSIC,
    "ukrainian": {**_HEAD_ON, "T": 50, "K": 50}, "contree": {},
}  # fmt: skip
#: Games in which a card may be in a set and in a run.
SHARING = ("gambler", "lobovoy", "capo", "ukrainian")

Deal = tuple[tuple[str, ...], ...]


def cards(value: Any) -> list[str]:
    """A list of cards, however it is given."""
    return value.split() if isinstance(value, str) else list(value or ())


def mask(some: Sequence[str]) -> int:
    """Cards as the library's masks have them."""
    return sum(1 << PACK.index(card) for card in some)


def in_pack_order(some: Sequence[str] | set[str]) -> tuple[str, ...]:
    return tuple(card for card in PACK if card in some)


class Plain:
    """What one seat knows, and the deals that fit it; ``unasked`` are plays whose legality is not asked, by number."""

    def __init__(self, data: Mapping[str, Any], unasked: Collection[int] = ()) -> None:
        self.data, self.unasked = data, unasked
        self.variant = data["variant"]
        self.players = data.get("players") or PLAYERS[self.variant]
        self.options = {**oracle.SWITCHES[self.variant], **data.get("options", {})}
        self.strain, self.seat = data["trump"], data["seat"]
        self.partners = self.variant in PARTNERS
        self.plays = cards(data["plays"])
        self.turns = list(self._turns())
        #: By seat what it has played.
        self.played = [[card for s, _, card in self.turns if s == seat] for seat in range(self.players)]
        self.mine = [*cards(data["hand"]), *self.played[self.seat]]
        self.size = len(self.mine)
        self.upcard = data.get("upcard")
        self.swapped = self._swapped()
        self._fitting: dict[tuple[int, tuple[str, ...]], bool] = {}

    def _turns(self) -> Iterator[tuple[int, list[str], str]]:
        """Every card played: by whom, what lay on the table, the card."""
        leader, trick = self.data["leader"], list[str]()
        for card in self.plays:
            yield (leader + len(trick)) % self.players, list(trick), card
            trick.append(card)
            if len(trick) == self.players:
                leader = (leader + oracle.winner(self.options, self.strain, trick)) % self.players
                trick = []

    @cached_property
    def deals(self) -> list[Deal]:
        """Every deal that fits."""
        known: Mapping[str, int] = self.data.get("known", {})
        unseen = [card for card in PACK if card not in self.mine and card not in self.plays]
        free = [card for card in unseen if card not in known and card not in self._away()]
        hands: list[list[tuple[str, ...]]] = []
        for seat in range(self.players):
            fixed = [*self.played[seat], *(card for card in unseen if known.get(card) == seat)]
            if seat == self.seat:
                candidates = [in_pack_order(self.mine)]
            else:
                owed = max(self.size - len(fixed), 0)
                candidates = [in_pack_order([*fixed, *some]) for some in combinations(free, owed)]
            hands.append([hand for hand in candidates if len(hand) == self.size and self.seat_fits(seat, hand)])
        return [deal for deal in _apart(hands) if self.table_fits(deal)]

    def _away(self) -> list[str]:
        """The cards that are told to be out of play."""
        return [card for key in ("out", "second", "bottom") for card in cards(self.data.get(key))]

    @cached_property
    def worlds(self) -> set[tuple[int, ...]]:
        """The same as the library tells them: by seat the mask of what it still holds."""
        return {self.world(deal) for deal in self.deals}

    def world(self, deal: Sequence[Sequence[str]]) -> tuple[int, ...]:
        """What is left in the hands of a deal."""
        return tuple(mask([c for c in hand if c not in self.plays]) for hand in deal)

    def fits(self, deal: Sequence[Sequence[str]]) -> bool:
        """Whether a deal fits."""
        every = [card for hand in deal for card in hand]
        return (
            set(deal[self.seat]) == set(self.mine)
            and len(set(every)) == len(every)
            and all(len(hand) == self.size for hand in deal)
            and all(self.seat_fits(seat, in_pack_order(hand)) for seat, hand in enumerate(deal))
            and self.table_fits(deal)
        )

    # --- one hand ----------------------------------------------------------------------

    def seat_fits(self, seat: int, hand: tuple[str, ...]) -> bool:
        """Whether a seat may have been dealt a hand, as far as it depends on that hand alone."""
        if (seat, hand) not in self._fitting:
            self._fitting[seat, hand] = self._told(seat, hand) and self._legal(seat, hand)
        return self._fitting[seat, hand]

    def _legal(self, seat: int, hand: tuple[str, ...]) -> bool:
        """Whether each of its cards was there and legal."""
        held = list(hand)
        for number, (player, trick, card) in enumerate(self.turns):
            if player == seat:
                legal = oracle.legal(self.options, self.strain, held, trick, self.partners)
                if card not in (held if number in self.unasked else legal):
                    return False
                held.remove(card)
        return True

    def _told(self, seat: int, hand: tuple[str, ...]) -> bool:
        """Whether it has what is said to be in it, and nothing that is said to be elsewhere."""
        for card, holder in self.data.get("known", {}).items():
            if (card in hand) != (holder == seat):
                return False
        for key in ("melds", "belas"):
            for call in self.data.get(key) or ():
                meld = set(call["meld"].split()[1:])
                if call["seat"] == seat and not any(meld <= held for held in self._had(seat, hand)):
                    return False
                if call["seat"] != seat and not meld.isdisjoint(hand):
                    return False
        return not any(card in hand for card in self._away()) and self._holds_announced(seat, hand)

    def _had(self, seat: int, hand: tuple[str, ...]) -> list[set[str]]:
        """What the seat held when it could call: its hand, and the one before it swapped the seven."""
        seven = self.gone_from(seat)
        return [set(hand)] if seven is None else [set(hand), {*hand, seven} - {str(self.upcard)}]

    def _holds_announced(self, seat: int, hand: tuple[str, ...]) -> bool:
        words = [call["meld"] for call in self.data.get("announced", ()) if call["seat"] == seat]
        if not words:
            return True
        had = self._had(seat, hand)
        there = [meld for meld in all_melds(self.variant, self.strain) if any(set(meld) <= held for held in had)]
        choices = [[meld for meld in there if means(self.variant, word, meld)] for word in words]
        return any(self._together(some) for some in product(*choices))

    def _together(self, some: Sequence[tuple[str, ...]]) -> bool:
        shared = self.options.get("shared_cards", "set_and_run" if self.variant in SHARING else "none")
        return all(may_both(shared != "none", one, other) for i, one in enumerate(some) for other in some[:i])

    # --- the upcard ------------------------------------------------------------------------

    def table_fits(self, deal: Sequence[Sequence[str]]) -> bool:
        """Whether the upcard, and the seven where it was swapped for it, are where they must be."""
        holder = _holder(deal, self.upcard)
        if self.upcard is None:
            return True
        if self.variant in ("classic", "capo"):
            owner = self.data.get("declarer") if self.variant == "classic" else self._dealer()
            return owner is None or holder == owner
        if self.swapped is None:
            return holder is None
        return holder == self.swapped and _holder(deal, self.gone_from(self.swapped)) is None

    def _dealer(self) -> int | None:
        """The dealer: the first lead is left of him, but in a contract for all tricks."""
        if "dealer" in self.data:
            return int(self.data["dealer"])
        usual = "capot" not in (self.data.get("contract") or "capot")
        return (int(self.data["leader"]) - 1) % self.players if usual else None

    def _swapped(self) -> int | None:
        """Who swapped the seven."""
        if "exchange" in self.data or self.upcard is None or not self._may_be_swapped():
            told: int | None = self.data.get("exchange")
            return told
        if self.upcard in cards(self.data["hand"]):
            return int(self.seat)
        seen: dict[str, int] = {card: seat for seat, _, card in self.turns} | self.data.get("known", {})
        return seen.get(self.upcard)

    def _may_be_swapped(self) -> bool:
        """Whether the seven may be swapped for the upcard: in gambler, when it is another trump."""
        upcard = str(self.upcard)
        return self.variant == "gambler" and self.strain in ("AT", upcard[1]) and upcard[0] != "7"

    def gone_from(self, seat: int) -> str | None:
        """The seven that the seat has swapped away; in AT it is that of the upcard's suit."""
        if self.swapped != seat or self.upcard is None:
            return None
        return "7" + (self.upcard[1] if self.strain == "AT" else str(self.strain))


def _holder(deal: Sequence[Sequence[str]], card: str | None) -> int | None:
    return next((seat for seat, hand in enumerate(deal) if card in hand), None)


def _apart(hands: list[list[tuple[str, ...]]]) -> Iterator[Deal]:
    """One hand of each seat, no card in two of them."""
    if not hands:
        yield ()
        return
    for hand in hands[0]:
        taken = set(hand)
        rest = [[other for other in some if taken.isdisjoint(other)] for some in hands[1:]]
        for others in _apart(rest):
            yield (hand, *others)


# --- melds -------------------------------------------------------------------------------


def all_melds(variant: str, strain: str) -> list[tuple[str, ...]]:
    """The sets and runs that may be called, as cards in the order of the pack."""
    if variant == "contree" or (variant == "bulgarian" and strain == "NT"):
        return []
    sets = [rank for rank in SETS[variant] if not (variant == "capo" and rank == "9" and strain in ("NT", "AT"))]
    out = [tuple(rank + suit for suit in SUITS) for rank in sets]
    # In classic only the five top cards of a longer run count as the run.
    longest = 5 if variant == "classic" else 8
    for suit, size in product(SUITS, range(3, longest + 1)):
        out += [tuple(rank + suit for rank in RANKS[low : low + size]) for low in range(9 - size)]
    return out


def meld_points(variant: str, meld: tuple[str, ...]) -> int:
    if meld[0][0] == meld[1][0]:
        return SETS[variant][meld[0][0]]
    if variant == "capo" and len(meld) == 8:
        return 1001
    return {3: 20, 4: 50}.get(len(meld), 100)


def means(variant: str, word: str, meld: tuple[str, ...]) -> bool:
    """Whether what was announced may be that meld: ``run 3``, ``run 4 K``, ``run 3 KH``, ``set``, ``worth 50``."""
    kind, *rest = word.split()
    if kind == "worth":
        return rest == [str(meld_points(variant, meld))]
    if kind == "set":
        return meld[0][0] == meld[1][0] and (rest in ([], [meld[0][0]]) or set(rest) == set(meld))
    if meld[0][1] != meld[1][1]:
        return False
    if len(rest) > 2:
        return set(rest) == set(meld)
    return rest[0] == str(len(meld)) and (len(rest) == 1 or rest[1] in (meld[-1], meld[-1][0]))


def may_both(sharing: bool, one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether one player may call both: another meld, no card in two runs, and an unbroken run is one run."""
    if set(one) == set(other):
        return False
    runs = one[0][1] == one[1][1], other[0][1] == other[1][1]
    if all(runs):
        if one[0][1] != other[0][1]:
            return True
        low, high = sorted((RANKS.index(meld[0][0]), RANKS.index(meld[-1][0])) for meld in (one, other))
        return low[1] + 1 < high[0]
    return (sharing and any(runs)) or set(one).isdisjoint(other)
