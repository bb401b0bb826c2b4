"""Which call to make with only one's own first cards seen: what each would bring, and how sure that is.

A call is valued by what stands if all others pass after it: the contract, the deal played as misère, or nothing where
the deal is dealt again. What the others could call instead plays no part, and where a further round follows, nothing
can be said of a pass. In every world all cards are dealt out, all hold their melds against one another and play for
the score, with all hands open (``rebelote.stakes`` says what a margin is); the worlds are averaged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rebelote.auctions import Auction, Outcome
from rebelote.bidding import PASS, PLAY
from rebelote.choices.callodds import CallHint as CallHint  # callers name the types
from rebelote.choices.callodds import CallOdds as CallOdds
from rebelote.choices.callodds import place
from rebelote.choices.callworlds import CallView
from rebelote.choices.dealworths import SCORE_NODES, Appraiser, DealWorth
from rebelote.choices.swapdeals import Deal
from rebelote.choices.worldodds import NOT_TOLD, WorldColumns
from rebelote.choices.worldruns import NOTHING_SOLVED, World, WorldRun, at_least_one
from rebelote.engine import Engine, StopFlag
from rebelote.errors import Interrupted
from rebelote.positions import Position
from rebelote.scoring import Contract
from rebelote.shuffles import leader
from rebelote.worlds.likelihood import call_likelihood

#: The weight of a world: the auction, and a seat the cards that its first ones are among (one's own are those).
CallWeigh = Callable[[Auction, World], float]

NOTHING = DealWorth((0, 0), None, 0)


def call_hint(
    given: CallView | Mapping[str, Any],
    *,
    worlds: int = 200,
    seed: int = 0,
    threads: int | None = None,
    seconds: float | None = None,
    weigh: str | CallWeigh | None = None,
    nodes: int = SCORE_NODES,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> CallHint:
    """What each call of the seat would bring.

    ``given`` has the keys ``callworlds.CALL_KEYS``. ``worlds``: how many are solved, all when there are no more;
    fewer after ``seconds`` or when ``stop`` is set, but at least one. ``weigh``: "bidding" weights them by the
    others' calls so far (``worlds.likelihood``), a function by what it says. ``nodes``: the budget of one search
    for the score, where best play for points does not tell it.

    Raises ``PositionError`` with every fault of ``given``, ``ValueError`` for ``worlds`` below 1, an unknown
    ``weigh``, or weights that are all 0, and ``Interrupted`` when stopped before the first world was solved.
    """
    view = given if isinstance(given, CallView) else CallView.from_dict(given)
    weighted, weight = _weigher(weigh, view.seat)
    appraiser = Appraiser(view.rules, view.players, view.side, nodes, engine)
    ends = {call: (auction, auction.outcome) for call, auction in _ends(view.auction)}
    outcomes = {call: outcome for call, (_, outcome) in ends.items() if outcome is not None}

    columns = WorldColumns(outcomes, view.count, weighted=weight is not None)

    def work(world: World, halt: StopFlag) -> tuple[dict[str, DealWorth], float, int]:
        found, spent = _in_world(view, appraiser, outcomes, world, halt)
        return found, 1.0 if weight is None else weight(view.auction, view.before(world)), spent

    run = WorldRun(work, view.draw(seed), at_least_one(worlds), view.count, threads=threads, seconds=seconds, stop=stop)
    for found, heavy, spent in run:
        columns.add(found, heavy, spent)
    if not columns.solved:
        raise Interrupted(NOTHING_SOLVED)
    calls = _odds(columns, ends)
    exact = columns.solved == view.count and all(odds.told.margin_bounds is None for odds in calls)
    return CallHint(
        view.seat, view.side, view.count, columns.solved, exact, calls, seed, run.stopped, weighted,
        columns.effective, columns.nodes,
    )  # fmt: skip


def _weigher(weigh: str | CallWeigh | None, seat: int) -> tuple[str | None, CallWeigh | None]:
    """What the answer says of the weights, and the weight of a world."""
    if weigh is None:
        return None, None
    if not isinstance(weigh, str):
        return "caller", weigh
    if weigh != "bidding":
        raise ValueError(f"weigh is bidding or a function, not {weigh}")
    return weigh, lambda auction, hands: call_likelihood(auction, hands, but=seat)


# --- what stands -------------------------------------------------------------------------


def _ends(auction: Auction) -> Iterator[tuple[str, Auction]]:
    """Each legal call, and the auction when all others have passed after it, in this round."""
    for call in auction.legal():
        at = auction.call(call)
        # Where all have to agree, a pass would refuse what was accepted: there the others agree.
        agree = auction.rules.customs.agreement == "all" and call != PASS
        while at.outcome is None and not at.needs_second and at.round == auction.round:
            at = at.call(PLAY if agree and PLAY in at.legal() else PASS)
        yield call, at


def _in_world(
    view: CallView, appraiser: Appraiser, outcomes: Mapping[str, Outcome], world: World, halt: StopFlag
) -> tuple[dict[str, DealWorth], int]:
    """Each call's worth in a world, and the nodes. Calls that lead to the same play share its searches."""
    deals: dict[object, Deal] = {}
    found, rules = {}, view.rules
    for call, outcome in outcomes.items():
        if outcome.kind == "again" or outcome.strain is None:
            found[call] = NOTHING
            continue
        hands = view.hands(world, outcome)
        first = leader(rules, view.players, view.auction.dealer, outcome, first=view.auction.first)
        key = (outcome.strain, first, hands)
        if key not in deals:
            at = Position(rules, view.players, outcome.strain, first, hands, (), view.side)
            deals[key] = Deal(appraiser, at, view.auction.upcard, halt)
        contract = Contract(outcome.strain, outcome.declarer, outcome.bid, outcome.sweep, outcome.factor)
        found[call] = deals[key].appraise(contract)
    return found, sum(deal.nodes for deal in deals.values())


def _odds(columns: WorldColumns, ends: Mapping[str, tuple[Auction, Outcome | None]]) -> list[CallOdds]:
    """All calls, best first."""
    told = []
    for call, (auction, outcome) in ends.items():
        if outcome is None:
            told.append(CallOdds(call, None, None, None, NOT_TOLD, None, None))
        else:
            brought = columns.told(call)
            if outcome.kind == "again":
                brought = replace(brought, points=None, points_se=None)
            told.append(CallOdds(call, outcome.kind, auction.contract, outcome.declarer, brought, None, None))
    known = [odds for odds in told if odds.told.middle is not None]
    if known:
        best = max(known, key=place)
        for i, odds in enumerate(told):
            if odds.told.middle is not None:
                apart = columns.apart(best.call, odds.call)
                told[i] = replace(odds, loss=max(0.0, apart.value), loss_se=apart.se)
    return sorted(told, key=place, reverse=True)
