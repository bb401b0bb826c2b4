"""The bidding of a deal: what every contract would have scored, what was given up, and who could have known.

The hands are taken as they were played, whoever declares; all call their melds and play for the score with all
hands open, and who may swap the seven of trumps does what is best for him. A contract is so worth a *margin* to each
party (``rebelote.stakes``): of two parties what it writes more than the other, of more what it writes alone against
all others. Nobody is taken to double.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rebelote import auctions
from rebelote.auctions import Auction
from rebelote.bidding import PLAY, read_call
from rebelote.cards import Card
from rebelote.choices.dealworths import SCORE_NODES
from rebelote.contracts import Called
from rebelote.engine import Engine, StopFlag
from rebelote.errors import InputError
from rebelote.postmortem.callreviews import FEWER, WORLDS, CallReview, review_calls
from rebelote.postmortem.contractworths import ContractWorths, Row, settled
from rebelote.postmortem.luck import read_deal
from rebelote.records import PlayedDeal
from rebelote.rules import Strain
from rebelote.scoring import Contract
from rebelote.wholedeals import DealRecord

#: The budget of one search for the score of two parties, which is mostly enough. Where each of several plays for
#: himself no budget is.
NODES = 1_000_000


@dataclass(frozen=True, slots=True)
class BiddingReview:
    """What could have been bid, and what was.

    ``rows``: every contract, in the order of strains and seats; where a value is bid the highest that best play for
    points makes. A margin that was not found within the budget is none, and ``exact`` is then false. ``played``: the
    contract played, as it was bid; none in misère, and where it is not told. ``best``: by seat the contract with the
    largest margin. ``could``: by party the best one that a seat of it could have called at one of its turns (where no
    auction is told: the best of all). ``final``: by party its margin of what was played. ``given_up``: by party how
    much more that of ``could`` is than ``final``; below 0 where it was better not to declare. All of these are
    none where that is not known, or there was nothing to call. ``calls``: those of the auction, none where auction
    or first cards are not told. ``nodes``: positions searched for the rows.
    """

    rows: tuple[Called, ...]
    played: Called | None
    best: tuple[Called | None, ...]
    could: tuple[Called | None, ...]
    final: tuple[int | None, ...]
    given_up: tuple[int | None, ...]
    calls: list[CallReview] | None
    nodes: int
    exact: bool

    def to_dict(self) -> dict[str, Any]:
        """JSON data."""
        return {
            "rows": [row.to_dict() for row in self.rows],
            "played": self.played and self.played.to_dict(),
            "best": [row and row.to_dict() for row in self.best],
            "could": [row and row.to_dict() for row in self.could],
            "final": list(self.final),
            "given_up": list(self.given_up),
            "calls": None if self.calls is None else [call.to_dict() for call in self.calls],
            "nodes": self.nodes,
            "exact": self.exact,
        }


def bidding_review(
    given: PlayedDeal | DealRecord | Mapping[str, Any] | str,
    *,
    calls: bool = True,
    worlds: int | None = None,
    seed: int = 0,
    threads: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    progress: Callable[[int, int], None] | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> BiddingReview:
    """The bidding of a played deal or a record, read or not.

    ``calls``: false leaves the calls out, which take longest. ``worlds``: in how many each call is looked at, none for
    ``WORLDS`` (in ``capo`` ``FEWER``, where a world takes long); ``seed`` and ``threads`` as of ``call_hint``. After
    ``seconds`` for all calls together the rest is judged by fewer, at least one each. ``nodes``: the budget of one
    search for the score of a contract where points do not tell it; none: ``NODES`` of two parties, of more
    ``SCORE_NODES``. ``progress`` is told how many calls are done, and of how many.

    Raises ``InputError`` for an ending, which says nothing of the hands that were bid on, ``RecordError`` for a faulty
    deal or one that nobody played, and ``Interrupted`` when stopped.
    """
    deal, record = read_deal(given)
    rules = deal.start.rules
    if deal.start.trick or any(hand.bit_count() != rules.cards for hand in deal.start.hands):
        raise InputError("the bidding is judged by the full hands; these are not, or a card was led")
    swap = None if record is None else record.swap()
    at, upcard = (deal.start, None) if swap is None else swap
    dealer = None if record is None else record.dealer
    seats, parties = range(at.players), range(rules.parties(at.players))
    usual = NODES if len(parties) == 2 else SCORE_NODES
    budget = usual if nodes is None else nodes
    book = ContractWorths(at, upcard, dealer, nodes=budget, stop=stop, engine=engine)
    rows = [book.row(book.highest(strain, seat)) for strain in rules.strains for seat in seats]
    contract = _played(deal, record)
    final = [None if contract is None else settled(book.worth(party, contract)) for party in parties]
    played = None if contract is None or contract.declarer is None else book.row(contract).called

    turns = None if record is None else _turns(record)
    open_rows = rows if turns is None else _callable(rows, turns)
    could = [_best([row for row in open_rows if rules.party(row.seat) == party]) for party in parties]
    reviews = None
    if calls and record is not None and turns is not None:
        several = len(parties) > 2 and rules.customs.made_when == "bid"
        number = worlds if worlds is not None else FEWER if several else WORLDS
        reviews = review_calls(
            record, turns, worlds=number, seed=seed, threads=threads, seconds=seconds, progress=progress, stop=stop,
            engine=engine,
        )  # fmt: skip
    return BiddingReview(
        tuple(row.called for row in rows),
        played,
        tuple(_best([row for row in rows if row.seat == seat]) for seat in seats),
        tuple(could),
        tuple(final),
        tuple(_less(row, margin) for row, margin in zip(could, final, strict=True)),
        reviews,
        book.nodes,
        all(row.called.margin is not None for row in rows) and (contract is None or None not in final),
    )


def _less(row: Called | None, margin: int | None) -> int | None:
    """How much more than ``margin`` that of the row is, where both are known."""
    return None if row is None or row.margin is None or margin is None else row.margin - margin


def _best(rows: Sequence[Row]) -> Called | None:
    """The row with the largest margin; none where there is no row, or another may be better."""
    if not rows:
        return None
    best = max(rows, key=lambda row: row.bounds[0])
    known = best.called.margin is not None and all(row.bounds[1] <= best.bounds[0] for row in rows)
    return best.called if known else None


def _played(deal: PlayedDeal, record: DealRecord | None) -> Contract | None:
    """What was played, where it is told."""
    start = deal.start
    if record is not None:
        return record.contract
    if start.misere:
        return Contract(start.strain, None)
    named = deal.declarer is not None and start.rules.customs.made_when != "bid"
    return Contract(start.strain, deal.declarer) if named else None


# --- the auction -------------------------------------------------------------------------


def _turns(record: DealRecord) -> list[tuple[Auction, str]] | None:
    """The auction before each call, and the call; none where not all of it is told."""
    begun = _begun(record)
    if begun is None:
        return None
    out = []
    for call in record.data["auction"]:
        out.append((begun, call))
        begun = begun.call(call)
    return out


def _begun(record: DealRecord) -> Auction | None:
    """The auction of a record before its first call."""
    data, rules, contract = record.data, record.rules, record.contract
    if "auction" not in data or record.dealer is None or contract is None:
        return None
    losers: Sequence[int | None] = [None]
    if rules.customs.first_caller == "loser":
        # In lobovoy who called first leads; elsewhere it is whoever makes all calls good.
        losers = [record.played.start.leader] if rules.variant == "lobovoy" else range(record.players)
    for loser in losers:
        start: dict[str, Any] = {
            "players": record.players,
            "upcard": _card(data.get("upcard")),
            "second": _card(data.get("second")),
            "last_loser": loser,
        }
        if not auctions.problems(rules, record.dealer, data["auction"], complete=True, **start):
            at = begun = Auction.start(rules, record.dealer, **start)
            for call in data["auction"]:
                at = at.call(call)
            if at.outcome is not None and at.outcome.declarer == contract.declarer:
                return begun
    return None


def _card(words: str | Sequence[str] | None) -> Card | None:
    """A card of a record, of several the last."""
    return Card(words if isinstance(words, str) else words[-1]) if words else None


def _callable(rows: Sequence[Row], turns: Sequence[tuple[Auction, str]]) -> list[Row]:
    """The contracts that their declarers could have called at one of their turns."""
    named = {(at.turn, *told) for at, _ in turns for told in _named(at)}
    out = []
    for row in rows:
        called = row.called
        if (row.seat, called.strain, None if called.sweep else called.bid, called.sweep) in named:
            out.append(row)
    return out


def _named(at: Auction) -> Iterator[tuple[Strain, int | None, bool]]:
    """Strain, value and whether it is for all tricks of each contract that may be called now."""
    for call in map(read_call, at.legal()):
        if call is None:
            continue
        card = at.upcard if at.round == 1 else at.second
        if call.word == PLAY and card is not None:
            yield Strain(card.suit), None, False
        elif call.strain is not None:
            yield call.strain, call.value, call.sweep
