"""Other cards to try in a deal, as people write them: which moment, and what is played there instead."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rebelote.cards import Card, parse_cards
from rebelote.engine import Engine, StopFlag
from rebelote.errors import InputError, brief
from rebelote.postmortem.again import Again, try_again
from rebelote.postmortem.analysis import as_deal
from rebelote.records import PlayedDeal

if TYPE_CHECKING:
    from rebelote.wholedeals import DealRecord

_FORM = re.compile(r"\s*([0-9]{1,3})(?:\.([0-9]))?\s*:(.*)", re.DOTALL)

#: More cards than a deal has; keeps what is read short.
_MOST = 64


@dataclass(frozen=True, slots=True)
class Attempt:
    """``card`` in place of the one played at ``moment``, and ``plays`` behind it.

    A moment is the number of cards played before it, as in the ``values`` of an analysis: 0 is the
    first card of the deal.
    """

    moment: int
    card: Card
    plays: tuple[Card, ...] = ()

    @classmethod
    def read(cls, text: str, deal: PlayedDeal) -> Attempt:
        """``12:KH`` is the king of hearts after twelve cards of the deal, ``4.1:KH`` the same as the first card of
        the fourth trick, both counted from 1; more cards may follow, ``4.1:KH QH TH``, in the order of play.

        Where the deal began within a trick, the cards on the table are the first of trick 1. Raises ``InputError``
        for what is neither or no moment of the deal, ``CardError`` for what is no card. Whether the
        cards may be played is not judged here.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise InputError(f"a card to try is such as 12:KH or 4.1:KH (trick 4, first card), not {brief(text)}")
        before, place, words = found.groups()
        if len(words) > 4 * _MOST:
            raise InputError("the cards to try are more than a deal has")
        cards = parse_cards(words)
        if not cards:
            raise InputError(f"no card stands behind {before}{'.' + place if place else ''}:")
        return cls(_moment(deal, int(before), None if place is None else int(place)), cards[0], tuple(cards[1:]))


def _moment(deal: PlayedDeal, before: int, place: int | None) -> int:
    """The cards played before it: the number itself, or that of a trick and the place in it."""
    players, last = deal.start.players, len(deal.plays)
    moment, said = before, f"moment {before}"
    if place is not None:
        said = f"card {place} of trick {before}"
        if not 1 <= place <= players or before < 1:
            raise InputError(f"there is no {said}: a trick has {players} cards, both are counted from 1")
        moment = (before - 1) * players + place - 1 - len(deal.start.trick)
    if not 0 <= moment <= last:
        raise InputError(f"there is no {said}: {last} cards were played, from moment 0 on")
    return moment


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of an attempt: ``again``; ``deal``, and ``record`` where one was given, are as it was played."""

    again: Again
    deal: PlayedDeal
    record: DealRecord | None

    def replayed(self) -> dict[str, Any]:
        """The deal with the attempt and best play behind it, as JSON data for another analysis.

        A record stays one; how it ended and what was written is left out of it.
        """
        plays = [str(card) for card in self.again.deal.plays]
        if self.record is not None:
            kept = {key: value for key, value in self.record.data.items() if key not in ("ending", "written")}
            return {**copy.deepcopy(kept), "side": list(self.deal.start.side), "plays": plays}
        data = {**self.deal.start.to_dict(), "plays": plays}
        return data if self.deal.declarer is None else {**data, "declarer": self.deal.declarer}

    def to_dict(self) -> dict[str, Any]:
        """JSON data: that of ``again``, with ``deal``, the deal replayed."""
        return {**self.again.to_dict(), "deal": self.replayed()}


def attempt(
    given: PlayedDeal | DealRecord | Mapping[str, Any] | str,
    text: str,
    *,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> Tried:
    """What the card of ``text`` brings in a deal given as in ``analyse``; ``text`` is as ``Attempt.read`` has it.

    Raises what ``Attempt.read`` and ``try_again`` raise.
    """
    deal, stakes, _, record = as_deal(given)
    wanted = Attempt.read(text, deal)
    again = try_again(
        deal, wanted.moment, wanted.card, plays=wanted.plays, stakes=stakes, nodes=nodes, stop=stop, engine=engine
    )
    return Tried(again, deal, record)
