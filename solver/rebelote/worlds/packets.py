"""How many cards a deal gives whom, and where the turned card goes: a game's dealing without the cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rebelote.auctions import Outcome
from rebelote.cards import ALL_CARDS
from rebelote.rules import Rules
from rebelote.shuffles import Shuffle


@dataclass(frozen=True, slots=True)
class Packets:
    """``first``: cards each seat has during the auction. ``full``: a seat its number of unseen cards for the play,
    those first ones included and a turned card that it takes not. ``taker``: the seat that takes the turned card."""

    first: int
    full: tuple[int, ...]
    taker: int | None


@lru_cache(maxsize=256)
def packets(rules: Rules, players: int, dealer: int, declarer: int | None) -> Packets:
    """The packets of a deal that ``declarer`` plays, or nobody."""
    # Which cards they are is no matter: any pack tells the numbers.
    pack = Shuffle(rules, players, dealer, ALL_CARDS)
    turned = 0 if pack.upcard is None else pack.upcard.bit
    kind = Outcome("misere" if declarer is None else "contract", declarer=declarer)
    hands = pack.hands(kind)
    taker = next((seat for seat, hand in enumerate(hands) if hand & turned), None)
    return Packets(pack.first[0].bit_count(), tuple((hand & ~turned).bit_count() for hand in hands), taker)
