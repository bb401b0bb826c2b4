"""How long the post-mortem of a whole record takes, alone and with luck or error.

    python benchmarks/reviews.py                      20 deals of classic, contrée and gambler
    python benchmarks/reviews.py --game contree --deals 100 --threads 1

The deals are bid as ``bidders.py`` says and played by the rule of thumb, so that contracts, melds and mistakes are
those of a table. ``analysis`` is everything but what hangs on hidden cards: values, labels, both scales, turning
points with their lines, on one thread; ``luck`` is the same and every costly card's hint.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any

import bidders
from bidders import Dealt
from mirrored import shown
from rebelote import DealRecord, Engine, analyse, rule_of_thumb
from rebelote.cards import format_cards
from rebelote.pool import default_workers
from rebelote.positions import Position
from rebelote.worlds.knowledge import Knowledge
from report import Row, as_json, as_markdown
from timing import Figures, no_collections

GAMES = ("classic", "contree", "gambler")


def record(dealt: Dealt) -> DealRecord:
    """The deal played to its end by the rule of thumb."""
    common = shown(dealt)
    at = Position(dealt.rules, dealt.players, dealt.contract.strain, dealt.leader, dealt.hands, (), (0,), dealt.misere)
    plays: list[str] = []
    while any(at.hands):
        told = {**common, "seat": at.seat, "hand": format_cards(at.hands[at.seat]), "plays": plays}
        card = rule_of_thumb(Knowledge.from_dict(told))
        plays.append(str(card))
        at = at.play(card)
    hands = [format_cards(hand) for hand in dealt.hands]
    whole: dict[str, Any] = {**common, "hands": hands, "plays": plays}
    return DealRecord.from_dict({key: value for key, value in whole.items() if value is not None})


def review(game: str, count: int, seed: int, threads: int) -> Row:
    """The times of one game's deals, and how many cards were costly or turned the result."""
    engine = Engine()
    alone, with_luck, costly, turned = [], [], 0, 0
    with no_collections():
        for one in bidders.dealt(game, seed, count):
            deal = record(one)
            begin = time.perf_counter()
            found = analyse(deal, engine=engine)
            between = time.perf_counter()
            analyse(deal, engine=engine, luck=True, threads=threads)
            alone.append(1000 * (between - begin))
            with_luck.append(1000 * (time.perf_counter() - between))
            costly += sum(card.costly for card in found.cards)
            turned += len(found.turning)
    first, second = Figures.of(alone), Figures.of(with_luck)
    return {
        "review": game,
        "deals": count,
        "threads": threads,
        "analysis_mean_ms": round(first.mean, 2),
        "analysis_max_ms": round(first.worst, 2),
        "luck_mean_ms": round(second.mean, 1),
        "luck_max_ms": round(second.worst, 1),
        "costly_cards": round(costly / count, 2),
        "turning_points": round(turned / count, 2),
    }


def rows(arguments: argparse.Namespace) -> Iterator[Row]:
    for game in arguments.game or GAMES:
        print(f"{game} …", file=sys.stderr, flush=True)
        yield review(game, arguments.deals, arguments.seed, arguments.threads)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=GAMES, action="append", help="only this game (may be repeated)")
    parser.add_argument("--deals", type=int, default=20, help="deals of each game (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which deals (default: %(default)s)")
    parser.add_argument(
        "--threads", type=int, default=default_workers(), help="threads of the hints (default: all cores)"
    )
    parser.add_argument("--markdown", action="store_true", help="a table instead of JSON lines")
    arguments = parser.parse_args()
    if arguments.markdown:
        print(as_markdown(rows(arguments)))
    else:
        for row in rows(arguments):
            print(as_json(row), flush=True)


if __name__ == "__main__":
    main()
