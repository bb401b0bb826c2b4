"""A finished deal analysed completely, against the value of every card at its start."""

from __future__ import annotations

import time
from random import Random

from rebelote import Engine, PlayedDeal, Position, analyse, solve
from report import Row
from sets import Entry
from timing import Figures, no_collections

#: How the deals were played: random legal cards, best cards, or best cards with a random one now and then.
PLAYS = ("random", "best", "mixed")
#: Of ``mixed``, one card in so many is random.
BLUNDER_EVERY = 6


def played(position: Position, how: str, engine: Engine, rng: Random) -> PlayedDeal:
    """The deal played to its end."""
    plays = []
    at = position
    while any(at.hands):
        legal = at.legal()
        chance = how == "random" or (how == "mixed" and not rng.randrange(BLUNDER_EVERY))
        card = rng.choice(legal) if chance or len(legal) == 1 else solve(at, line=False, engine=engine).cards[0].card
        plays.append(card)
        at = at.put(card)
    return PlayedDeal(position, tuple(plays))


def analysis(name: str, entries: list[Entry], engine: Engine, how: str, repeat: int) -> Row:
    """Both by the public functions, in turns, deal by deal; the ratio is that of the sums."""
    rng = Random(f"rebelote analysis {how}")
    deals = [played(entry.position, how, engine, rng) for entry in entries]
    starts, whole, nodes = [], [], 0
    with no_collections():
        for deal in deals:
            turns = []
            for _ in range(repeat):
                begin = time.perf_counter()
                solve(deal.start, line=False, engine=engine)
                between = time.perf_counter()
                found = analyse(deal, engine=engine)
                turns.append((between - begin, time.perf_counter() - between))
            starts.append(1000 * min(t[0] for t in turns))
            whole.append(1000 * min(t[1] for t in turns))
            nodes += found.nodes
    of_start, of_whole = Figures.of(starts), Figures.of(whole)
    return {
        "analysis": name,
        "played": how,
        "deals": len(deals),
        "start_mean_ms": round(of_start.mean, 4),
        "analysis_mean_ms": round(of_whole.mean, 4),
        "analysis_max_ms": round(of_whole.worst, 4),
        "analysis_mean_nodes": round(nodes / len(deals)),
        "ratio": round(of_whole.mean / of_start.mean, 3),
        "median_ratio": round(Figures.of([w / s for w, s in zip(whole, starts, strict=True)]).median, 3),
    }
