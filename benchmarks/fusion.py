"""How often looking own cards ahead (αμ) chooses another card than plain averaging, and which of the two is better.

    python benchmarks/fusion.py                              every game, four to six tricks left
    python benchmarks/fusion.py --game contree --left 5 --endings 50

Deals are bid as in ``bidders.py`` and played by the rule of thumb until the declarer is on turn with so many cards
left; endings in which his card makes no difference are left out. He then wants either the contract (``made``), or for
his party as many points of the deal as open hands give in the median of the worlds drawn (``median``: always in doubt).
Two ways to choose, over the same worlds: plain averaging of that goal, and αμ; both break ties by averaged share, then
by expected points. They are judged in three ways:

* ``full``: the share of the worlds that the best strategy after the first card wins, all own cards looked ahead (of
  more than six left: four): exact in αμ's model, where the others see all hands.
* ``open``: the ending is played out in the true deal, the declarer choosing each card anew in the one way or the
  other. The others see all hands and keep to cards that are right with open hands, the rule of thumb's if it is.
* ``blind``: the same, but the others choose by plain averaging over worlds of their own, each by what it sees.

Differences are αμ less averaging, in percent of the endings, with half of a 95 % confidence interval. ``too_sure`` is
what plain averaging promises more than the best strategy wins; ``other_card`` counts endings with another first card.
Times are the processor's, every card valued.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

import bidders
from bidders import Dealt
from mirrored import Mean, shown
from rebelote import Past, Position, solve
from rebelote.cards import Card, format_cards, from_mask
from rebelote.lookahead.alphamu import LookAhead, alphamu, contract_goals
from rebelote.lookahead.goals import Goal
from rebelote.melds import chosen, contest
from rebelote.playing.players import rule_of_thumb
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from report import Row, as_json, as_markdown

GAMES = ("classic", "contree", "gambler")
WISHES = ("made", "median")


@dataclass(frozen=True, slots=True)
class Ending:
    """A deal at some moment of its play: the true hands, the cards so far, what was taken."""

    dealt: Dealt
    at: Position
    plays: tuple[Card, ...]
    past: Past

    def after(self, card: Card) -> Ending:
        """After one card more."""
        taken = self.at.taken_with(card)
        past = self.past if taken is None else self.past.plus(*taken)
        return Ending(self.dealt, self.at.play(card), (*self.plays, card), past)

    def known(self) -> Knowledge:
        """What the seat on turn sees."""
        told: dict[str, Any] = {
            **shown(self.dealt),
            "seat": self.at.seat,
            "hand": format_cards(self.at.hands[self.at.seat]),
            "plays": list(map(str, self.plays)),
        }
        if len(self.plays) >= self.dealt.players:
            told["melds"] = melds(self.dealt)
        return Knowledge.from_dict(told)


def melds(dealt: Dealt) -> list[dict[str, Any]]:
    """The melds that won their contest, everybody calling all he holds."""
    rules, strain = dealt.rules, dealt.contract.strain
    order = [(dealt.leader + i) % dealt.players for i in range(dealt.players)]
    won = contest(rules, strain, [(seat, chosen(rules, strain, dealt.hands[seat])) for seat in order])
    return [{"seat": seat, "meld": str(meld)} for seat, found in won.items() for meld in found]


def endings(game: str, left: int, seed: int) -> Iterator[Ending]:
    """Endings in which the declarer is on turn with ``left`` cards, without end."""
    for dealt in bidders.dealt(game, seed, sys.maxsize):
        declarer = dealt.contract.declarer
        if declarer is None:
            continue
        side = next(side for side in dealt.rules.sides(dealt.players) if declarer in side)
        at = Position(dealt.rules, dealt.players, dealt.contract.strain, dealt.leader, dealt.hands, (), side)
        ending = Ending(dealt, at, (), Past.none(dealt.players))
        while ending.at.seat != declarer or ending.at.hands[declarer].bit_count() > left:
            ending = ending.after(rule_of_thumb(ending.known()))
        if ending.at.hands[declarer].bit_count() == left and len(ending.at.legal()) > 1:
            yield ending


@dataclass(frozen=True, slots=True)
class Wish:
    """What the declarer's party wants: so many points of the whole deal, or, without a number, the contract."""

    side: tuple[int, ...]
    points: int | None

    def goals(self, known: Knowledge, worlds: Sequence[tuple[int, ...]]) -> list[Goal] | None:
        """The same from the present trick on, one goal a world."""
        if self.points is None:
            return contract_goals(known, worlds)
        return [Goal(self.side, self.points - sum(known.past.points[seat] for seat in self.side))] * len(worlds)


def drawn(known: Knowledge, count: int, seed: int) -> list[tuple[int, ...]]:
    return list(islice(Worlds(known).draw(seed), count))


def median_wish(known: Knowledge, side: tuple[int, ...], worlds: Sequence[tuple[int, ...]]) -> Wish:
    """As many points as open hands give in the median world."""
    ats = [replace(known.position(hands), side=side) for hands in worlds]
    rest = statistics.median_low(solve(at, cards=False, line=False).points or 0 for at in ats)
    return Wish(side, rest + sum(known.past.points[seat] for seat in side))


def first_choice(found: LookAhead, known: Knowledge, worlds: Sequence[tuple[int, ...]]) -> Card:
    """The best card; ties broken by averaged share, then by expected points."""
    best = [card for card in known_cards(known) if str(card) in found.best]
    if len(best) == 1:
        return best[0]
    totals = dict.fromkeys(best, 0)
    for hands in worlds:
        at = replace(known.position(hands), side=found.side)
        for value in solve(at, line=False).cards:
            for card in (value.card, *value.same_as):
                if card in totals:
                    totals[card] += value.points if found.wants else -value.points
    return max(best, key=lambda card: (totals[card], -card))


def known_cards(known: Knowledge) -> list[Card]:
    return from_mask(known.legal)


def choose(known: Knowledge, wish: Wish, moves: int, count: int, seed: int) -> Card:
    """The card of a player who draws worlds and looks ``moves`` own cards ahead."""
    legal = known_cards(known)
    if len(legal) == 1:
        return legal[0]
    worlds = drawn(known, count, seed)
    goals = wish.goals(known, worlds)
    assert goals is not None
    return first_choice(alphamu(known, worlds, goals, moves=moves, every=False), known, worlds)


def seeing(ending: Ending, wish: Wish) -> Card:
    """The card of one who sees all hands: one that keeps the goal as he wants it, the rule of thumb's if it does."""
    known = ending.known()
    usual = rule_of_thumb(known)
    goals = wish.goals(known, [ending.at.hands])
    assert goals is not None
    wants = ending.at.seat in wish.side
    found = alphamu(known, [ending.at.hands], goals, moves=1)
    good = [str(card) for one in found.cards if one.share for card in (one.card, *one.same_as)]
    assert found.wants == wants
    return usual if str(usual) in good or not good else Card(good[0])


def play_out(ending: Ending, wish: Wish, ways: Sequence[int], blind: bool, count: int, seed: int) -> list[bool]:
    """Whether the declarer gets his wish in the true deal, for each of the ways: own cards looked ahead.

    As long as all ways choose alike the play is the same.
    """
    declarer = ending.dealt.contract.declarer
    goals = wish.goals(ending.known(), [ending.at.hands])
    assert goals is not None
    start, now = ending, ending
    while any(now.at.hands):
        if now.at.seat != declarer:
            card = choose(now.known(), wish, 1, count, seed) if blind else seeing(now, wish)
        else:
            cards = [choose(now.known(), wish, moves, count, seed) for moves in ways]
            card = cards[0]
            if len(set(cards)) > 1:
                return [
                    won(start, finished, goals[0])
                    for moves, card in zip(ways, cards, strict=True)
                    for finished in [finish(now.after(card), wish, moves, blind, count, seed)]
                ]
        now = now.after(card)
    return [won(start, now, goals[0])] * len(ways)


def finish(ending: Ending, wish: Wish, moves: int, blind: bool, count: int, seed: int) -> Ending:
    """The ending played out in one way."""
    declarer = ending.dealt.contract.declarer
    while any(ending.at.hands):
        own = ending.at.seat == declarer
        see = not own and not blind
        known = ending.known()
        ending = ending.after(seeing(ending, wish) if see else choose(known, wish, moves if own else 1, count, seed))
    return ending


def won(start: Ending, end: Ending, goal: Goal) -> bool:
    """Whether the goal, set at the start, is met at the end of the play."""
    points = sum(end.past.points[seat] - start.past.points[seat] for seat in goal.side)
    tricks = sum(end.past.tricks[seat] - start.past.tricks[seat] for seat in goal.side)
    of = start.at.at_stake
    chain = of + 1 if tricks == start.at.tricks_left else points if tricks else -1
    return chain >= goal.line(of)


def measure(game: str, left: int, wish_name: str, options: argparse.Namespace) -> Row:
    """One line: so many endings of a game."""
    moves, count = options.moves, options.worlds
    differ, looked = 0, 0
    full, gaps, times = list[float](), list[float](), list[tuple[float, float]]()
    played: dict[str, list[float]] = {"open": [], "blind": []}
    made = {"open": [0, 0], "blind": [0, 0]}
    for ending in endings(game, left, options.seed):
        if len(full) == options.endings:
            break
        looked += 1
        known = ending.known()
        side = tuple(s for s in range(known.players) if known.rules.party(s) == known.rules.party(known.seat))
        worlds = drawn(known, count, looked)
        wish = Wish(side, None) if wish_name == "made" else median_wish(known, side, worlds)
        goals = wish.goals(known, worlds)
        assert goals is not None
        begin = time.process_time()
        near = alphamu(known, worlds, goals, moves=1)
        middle = time.process_time()
        if {one.share for one in near.cards} in ({0.0}, {1.0}):
            continue
        far = alphamu(known, worlds, goals, moves=moves)
        times.append((middle - begin, time.process_time() - middle))
        cards = [first_choice(found, known, worlds) for found in (near, far)]
        differ += cards[0] != cards[1]
        judge = alphamu(known, worlds, goals, moves=left if left <= 6 else 4)
        exact = {card: one.share for one in judge.cards for card in (one.card, *one.same_as)}
        full.append(100 * (exact[cards[1]] - exact[cards[0]]))
        gaps.append(100 * (near.cards[0].share - judge.cards[0].share))
        for way in played:
            if way in options.play:
                results = play_out(ending, wish, (1, moves), way == "blind", count, looked)
                made[way] = [n + one for n, one in zip(made[way], results, strict=True)]
                played[way].append(100 * (results[1] - results[0]))
        print(
            f"\r{game} {left} {wish_name} {len(full)} of {options.endings}\x1b[K", end="", file=sys.stderr, flush=True
        )
    print(file=sys.stderr)
    row: Row = {
        "game": game,
        "left": left,
        "wish": wish_name,
        "endings": len(full),
        "of": looked,
        "moves": moves,
        "worlds": count,
        "other_card": differ,
        "too_sure": round(statistics.fmean(gaps), 3),
        "full": round(Mean.of(full).mean, 3),
        "full_95": round(Mean.of(full).half, 3),
    }
    for way, values in played.items():
        if values:
            row |= {
                f"{way}_averaging": made[way][0],
                f"{way}_ahead": made[way][1],
                f"{way}": round(Mean.of(values).mean, 3),
                f"{way}_95": round(Mean.of(values).half, 3),
            }
    near_ms, far_ms = ([1000 * t[i] for t in times] for i in (0, 1))
    row |= {
        "averaging_ms": round(statistics.fmean(near_ms), 2),
        "ahead_ms": round(statistics.fmean(far_ms), 2),
        "ahead_max_ms": round(max(far_ms), 2),
    }
    return row


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Looking own cards ahead against plain averaging, on endings.")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game (may be repeated)")
    parser.add_argument("--left", action="append", type=int, help="cards in the declarer's hand (default: 4, 5 and 6)")
    parser.add_argument("--wish", action="append", choices=WISHES, help="what he wants (default: both)")
    parser.add_argument(
        "--play", action="append", choices=("open", "blind", "none"), help="how to play out (default: both)"
    )
    parser.add_argument("--endings", type=int, default=200, help="endings of each kind (default: 200)")
    parser.add_argument("--moves", type=int, default=2, help="own cards looked ahead (default: 2)")
    parser.add_argument("--worlds", type=int, default=30, help="worlds drawn for each choice (default: 30)")
    parser.add_argument("--seed", type=int, default=1, help="which deals (default: 1)")
    parser.add_argument("--markdown", action="store_true", help="a table instead of JSON lines")
    options = parser.parse_args()
    if min(options.endings, options.moves, options.worlds, *(options.left or [1])) < 1:
        parser.error("--endings, --left, --moves and --worlds are at least 1")
    options.play = options.play or ["open", "blind"]
    return options


def main() -> None:
    options = arguments()
    rows = []
    for game in options.game or GAMES:
        for left in options.left or (4, 5, 6):
            for wish in options.wish or WISHES:
                rows.append(measure(game, left, wish, options))
                if not options.markdown:
                    print(as_json(rows[-1]), flush=True)
    if options.markdown:
        print(as_markdown(rows))


if __name__ == "__main__":
    main()
