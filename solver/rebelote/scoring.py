"""What each party writes for a deal: contract made, failed or hanging, misère, the −100 of ``capo``.

A *party* writes one running score: two partners, or in the games for oneself one player
(``Rules.party``). ``score`` is a pure function of rules, contract and tally, and answers for
every tally that can occur; the search for the best play for score calls it at every leaf.

From a tally to the paper::

    card points  (× nt_factor in NT)  + all_tricks_bonus   ┐
    melds        none without a trick, × nt_factor         ├ what a party brought home
    belas        stand outside the contest, × nt_factor    ┘
      → counted  the part of it that ``counts`` names, against the bid or the others
      → amounts  after made, failed or hanging, in card points
      → written  amounts, in tens where ``scale`` says so, then × the double
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rebelote.cards import Card
from rebelote.customs import Customs
from rebelote.rules import Rules, Strain
from rebelote.tricks import trick_points, winning_index

MADE, FAILED, HANGING, MISERE = "made", "failed", "hanging", "misere"


@dataclass(frozen=True, slots=True)
class Contract:
    """What is played: the strain, whose contract it is, and for how much.

    ``declarer`` is a seat, or none in misère. ``bid`` is the value named in the auction, where
    values are named; without one, ``least_bid`` stands for it. ``sweep``: all tricks were bid.
    ``factor`` is 1, or the double or redouble.
    """

    strain: Strain
    declarer: int | None
    bid: int | None = None
    sweep: bool = False
    factor: int = 1


@dataclass(frozen=True, slots=True)
class Tally:
    """What the seats hold at the end of the play, one number a seat.

    ``points``: card points, the last trick included. ``tricks``: how many were won.
    ``melds``: points of melds that won their contest, whether or not their owner took a
    trick. ``belas``: points of belas and belots.
    """

    points: tuple[int, ...]
    tricks: tuple[int, ...]
    melds: tuple[int, ...]
    belas: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealScore:
    """What a deal comes to, one number a party.

    ``written`` is added to the running scores, ``hanging`` waits for the winner of the next
    deal; both in the scale of the rules. ``result`` is made, failed, hanging or misere.
    ``capot`` is the party that took every trick. ``counted`` is what counted toward the
    contract (in misère: what the tricks brought), in card points, NT already doubled.
    ``winner`` is the party that scored most on the deal; none when it hangs or no party did.
    """

    written: tuple[int, ...]
    result: str
    capot: int | None
    hanging: int
    counted: tuple[int, ...]
    winner: int | None = None


def tally_points(
    rules: Rules,
    strain: Strain,
    seats: int,
    tricks: Iterable[tuple[int, Sequence[Card]]],
    *,
    melds: Sequence[int] | None = None,
    belas: Sequence[int] | None = None,
    finished: bool = True,
) -> Tally:
    """The tally of finished tricks: each its leader and its cards in playing order.

    ``finished``: the deal is played out, so that the last of them counts its ten. ``melds``
    and ``belas`` are handed on, nothing for any seat when left out.
    """
    points, won, winner = [0] * seats, [0] * seats, None
    for leader, cards in tricks:
        winner = (leader + winning_index(rules, strain, cards)) % seats
        points[winner] += trick_points(rules, strain, cards)
        won[winner] += 1
    if finished and winner is not None:
        points[winner] += rules.last_trick
    nothing = (0,) * seats
    return Tally(tuple(points), tuple(won), tuple(melds or nothing), tuple(belas or nothing))


def score(rules: Rules, contract: Contract, tally: Tally) -> DealScore:
    """What every party writes for the deal."""
    home = _brought_home(rules, contract, tally)
    if contract.declarer is None:
        amounts = _losses(rules.customs, home)
        winner = _most(amounts)
        written, _ = _on_paper(rules, contract, amounts, 0, winner)
        return DealScore(written, MISERE, home.capot, 0, tuple(home.cards), winner)
    customs = rules.customs
    me = rules.party(contract.declarer)
    counted = _counted(customs, home)
    result = _result(customs, contract, counted, me, home.capot)
    if contract.factor != 1 and len(home.own) == 2 and not _writes_bid(rules):
        amounts, hanging = _winner_takes_all(home.own, me, result)
    else:
        amounts, hanging = _settled(customs, home, me, result, _stake(rules, contract))
    if customs.no_trick and not contract.sweep:
        for party, won in enumerate(home.tricks):
            if not won and party != me:
                amounts[party] -= customs.no_trick
    winner = None if result == HANGING else _most(amounts)
    written, hanging = _on_paper(rules, contract, amounts, hanging, me if winner is None else winner)
    return DealScore(written, result, home.capot, hanging, tuple(counted), winner)


def bait_on_cards(rules: Rules, contract: Contract, tally: Tally, seat: int) -> DealScore:
    """The penalty for a revoke, a meld that was not there or a card too many: bait on the cards.

    The others of ``seat`` write everything that is in the deal, the bid where bids are written;
    in misère his party writes all of it as a loss. ``tally`` is that of the whole deal.
    """
    home = _brought_home(rules, contract, tally)
    guilty = rules.party(seat)
    amounts = [0] * len(home.own)
    if contract.declarer is None:
        amounts[guilty] = -sum(home.own)
        result, counted = MISERE, home.cards
    else:
        _share(amounts, sum(home.own) + _stake(rules, contract), guilty)
        result = FAILED if rules.party(contract.declarer) == guilty else MADE
        counted = _counted(rules.customs, home)
    winner = _most(amounts)
    written, _ = _on_paper(rules, contract, amounts, 0, winner)
    return DealScore(written, result, home.capot, 0, tuple(counted), winner)


def brought(rules: Rules, contract: Contract, tally: Tally, party: int) -> int:
    """What the tricks won so far and the scoring melds bring a party, for a claim: NT doubled.

    In misère it is the loss so far, a negative number.
    """
    home = _brought_home(rules, contract, tally)
    if contract.declarer is None:
        return _losses(rules.customs, home)[party]
    # The bonus is for all tricks of the deal, and the deal is not over.
    return home.own[party] - (rules.all_tricks_bonus if home.capot == party else 0)


@dataclass(slots=True)
class _Home:
    """What the parties brought home, one number a party: card points with the bonus for all tricks,
    tricks, melds and belas that score, the sum of all points; and who took every trick.
    """

    cards: list[int]
    tricks: list[int]
    melds: list[int]
    belas: list[int]
    own: list[int]
    capot: int | None


def _brought_home(rules: Rules, contract: Contract, tally: Tally) -> _Home:
    if rules.partners:
        cards, tricks = _paired(tally.points), _paired(tally.tricks)
        melds, belas = _paired(tally.melds), _paired(tally.belas)
    else:
        cards, tricks = list(tally.points), list(tally.tricks)
        melds, belas = list(tally.melds), list(tally.belas)
    customs = rules.customs
    takers, capot = 0, None
    for party, won in enumerate(tricks):
        if won:
            takers, capot = takers + 1, party
            continue
        if customs.melds_need_trick and (customs.sweep_melds_need_trick or not contract.sweep):
            melds[party] = 0
        if customs.bela_needs_trick:
            belas[party] = 0
    if takers != 1:
        capot = None
    if contract.strain == Strain.NT and customs.nt_factor != 1:
        cards, melds, belas = ([customs.nt_factor * n for n in numbers] for numbers in (cards, melds, belas))
    if capot is not None and contract.declarer is not None:
        cards[capot] += rules.all_tricks_bonus
    own = [c + m + b for c, m, b in zip(cards, melds, belas, strict=True)]
    return _Home(cards, tricks, melds, belas, own, capot)


def _paired(numbers: tuple[int, ...]) -> list[int]:
    """Numbers of four seats as those of the two partnerships."""
    return [numbers[0] + numbers[2], numbers[1] + numbers[3]]


def _counted(customs: Customs, home: _Home) -> list[int]:
    """What counts toward the contract."""
    if customs.counts == "all":
        return home.own
    if customs.counts == "tricks":
        return home.cards
    return [c + b for c, b in zip(home.cards, home.belas, strict=True)]


def _result(customs: Customs, contract: Contract, counted: list[int], me: int, capot: int | None) -> str:
    """Made, failed or hanging."""
    if contract.sweep:
        return MADE if capot == me else FAILED
    mine = counted[me]
    if customs.made_when == "bid":
        return MADE if mine >= _bid(customs, contract) else FAILED
    others = counted[:me] + counted[me + 1 :]
    best = max(others) if customs.more_than == "each" else sum(others)
    if mine == best:
        return customs.when_equal
    return MADE if mine > best else FAILED


def _bid(customs: Customs, contract: Contract) -> int:
    """The value of the bid; the least one when no value was named."""
    if contract.bid is not None:
        return contract.bid
    return customs.sweep_bid if contract.sweep else customs.least_bid


def _writes_bid(rules: Rules) -> bool:
    """Whether the side that wins a contract writes the bid too: partners' games with bids."""
    return rules.partners and rules.customs.made_when == "bid"


def _stake(rules: Rules, contract: Contract) -> int:
    """What the bid itself adds to the score of the side that wins it."""
    return _bid(rules.customs, contract) * contract.factor if _writes_bid(rules) else 0


def _settled(customs: Customs, home: _Home, me: int, result: str, stake: int) -> tuple[list[int], int]:
    """Amounts per party and what hangs, with ``stake`` for the bid."""
    own = home.own[me]
    amounts = list(home.own)
    if result == MADE:
        amounts[me] += stake
        return amounts, 0
    if result == FAILED and customs.failed == "subtract":
        amounts[me] = -own
        return amounts, 0
    # What the declarer loses: everything, or the tricks only where the rest stays with its owner.
    lost = own
    if customs.failed == "tricks_to_defenders":
        lost = home.cards[me] + (home.melds[me] if customs.failed_melds == "defenders" else 0)
    amounts[me] -= lost
    if result == HANGING:
        return amounts, lost
    _share(amounts, (0 if customs.failed == "nothing" else lost) + stake, me)
    return amounts, 0


def _winner_takes_all(own: list[int], me: int, result: str) -> tuple[list[int], int]:
    """The same for a double without a bid: all points of the deal go to one of the two, or hang."""
    amounts = [0, 0]
    if result == HANGING:
        return amounts, sum(own)
    amounts[me if result == MADE else 1 - me] = sum(own)
    return amounts, 0


def _share(amounts: list[int], points: int, loser: int) -> None:
    """Give points to all parties but one: evenly among several, a fraction is nobody's."""
    part = points // (len(amounts) - 1)
    for party in range(len(amounts)):
        if party != loser:
            amounts[party] += part


def _losses(customs: Customs, home: _Home) -> list[int]:
    """What misère takes off each score, as negative numbers."""
    melds, belas = sum(home.melds), sum(home.belas)
    out = []
    for party, points in enumerate(home.cards):
        loss = points + belas - home.belas[party]
        if home.tricks[party]:
            loss += melds - home.melds[party]
        if customs.misere_own_melds:
            loss += home.melds[party] + home.belas[party]
        out.append(-loss)
    return out


def _most(amounts: list[int]) -> int | None:
    """The one party with the most; none when several have it."""
    most = max(amounts)
    return amounts.index(most) if amounts.count(most) == 1 else None


def _on_paper(
    rules: Rules, contract: Contract, amounts: list[int], hanging: int, favoured: int | None
) -> tuple[tuple[int, ...], int]:
    """Amounts, and what hangs, as they are written.

    Tens: ``favoured`` rounds down where the digit is the turning one, the others up. That is the
    winner; between equals the declarer, whose points hang, so that the sum of the deal is kept.
    """
    if rules.customs.scale == "tens":
        turn = 4 if contract.strain == Strain.AT else 5 if contract.strain == Strain.NT else 6
        amounts = [_tens(points, turn, party == favoured) for party, points in enumerate(amounts)]
        hanging = _tens(hanging, turn, True)
    if contract.factor != 1 and not _writes_bid(rules):
        return tuple(contract.factor * points for points in amounts), contract.factor * hanging
    return tuple(amounts), hanging


def _tens(points: int, turn: int, favoured: bool) -> int:
    """Points in tens: last digits over ``turn`` go up, those under it down."""
    tens, digit = divmod(abs(points), 10)
    if digit > turn or (digit == turn and not favoured):
        tens += 1
    return tens if points >= 0 else -tens
