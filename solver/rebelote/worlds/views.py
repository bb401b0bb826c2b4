"""What a seat saw of a recorded deal at some moment: the record with one hand, in the hidden form."""

from __future__ import annotations

from typing import Any

from rebelote.cards import Rank, format_cards
from rebelote.errors import InputError
from rebelote.meldbook import Kind, Meld
from rebelote.melds import contest
from rebelote.wholedeals import DealRecord
from rebelote.wholescores import Reckoning

#: What a record tells that every player sees from the first lead on.
_OPEN = (
    "variant", "players", "options", "dealer", "upcard", "second", "bottom", "auction", "trump", "misere", "declarer",
    "contract", "leader", "scores", "hanging",
)  # fmt: skip


def seen(record: DealRecord, moment: int, side: tuple[int, ...] | None = None) -> dict[str, Any]:
    """What the seat on turn knew before card ``moment`` (from 0) of a recorded deal, for ``Knowledge.from_dict``.

    A record does not tell when melds and pairs were called. They are taken as called with their owner's first card
    (in ``ukrainian``, which calls them on a lead, with his first lead), pairs with the first of their two cards; until
    the first trick is over melds are only announced, then those that count are shown. A swapped seven is seen from
    the beginning. Raises ``InputError`` when nobody was on turn at that moment, ``RecordError`` where nobody played.
    """
    deal = record.played
    assert record.reckoning is not None
    if not 0 <= moment <= len(deal.plays):
        raise InputError(f"{len(deal.plays)} cards were played: there is no moment {moment}")
    at = record.reckoning.course[moment]
    if not any(at.hands):
        raise InputError(f"before card {moment} all cards were played")
    out = {key: record.data[key] for key in _OPEN if key in record.data}
    start = deal.start
    out |= {"players": record.players, "trump": str(start.strain), "misere": start.misere, "leader": start.leader}
    if deal.declarer is not None:
        out["declarer"] = deal.declarer
    if (swapped := _swapper(record)) is not None:
        out["exchange"] = swapped
    shown, announced = _melds(record.reckoning, at.seat, moment)
    if moment >= record.players:
        out["melds"] = shown
    if announced:
        out["announced"] = announced
    out["belas"] = [
        {"seat": seat, "meld": str(pair)}
        for seat, pair in record.reckoning.belas
        if any(card.bit & pair.cards for card in deal.plays[:moment])
    ]
    out |= {"seat": at.seat, "hand": format_cards(at.hands[at.seat])}
    out["plays"] = " ".join(map(str, deal.plays[:moment]))
    if side is not None:
        out["side"] = list(side)
    return out


def _swapper(record: DealRecord) -> int | None:
    """Who swapped the seven, told or seen by where the upcard is."""
    if record.data.get("exchange") is not None:
        return int(record.data["exchange"])
    swap = record.swap()
    if swap is None or "exchange" in record.data:
        return None
    before, _ = swap
    now = record.played.start.hands
    return next((seat for seat, hand in enumerate(before.hands) if hand != now[seat]), None)


def _melds(reckoning: Reckoning, seat: int, moment: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The melds shown by then, and those that others only announced."""
    start = reckoning.start
    called = [(owner, meld) for owner, meld in reckoning.melds if moment > _when(reckoning, owner)]
    won = contest(start.rules, start.strain, [(owner, (meld,)) for owner, meld in called])
    counting = {(owner, meld.cards) for owner, melds in won.items() for meld in melds}
    shown, announced = [], []
    for owner, meld in called:
        if moment >= start.players and (owner, meld.cards) in counting:
            shown.append({"seat": owner, "meld": str(meld)})
        elif owner != seat:
            announced.append({"seat": owner, "meld": _told(meld)})
    return shown, announced


def _when(reckoning: Reckoning, owner: int) -> int:
    """The number of the card with which a seat calls its melds."""
    leads = reckoning.rules.variant == "ukrainian"
    for i, at in enumerate(reckoning.course):
        if at.seat == owner and not (leads and at.trick):
            return i
    return len(reckoning.course)  # he answered another one's call, nobody knows when


def _told(meld: Meld) -> str:
    """A meld as its owner names it before he shows it."""
    rank = Rank(meld.top).letter
    return f"set {rank}" if meld.kind == Kind.SET else f"run {meld.size} {rank}"
