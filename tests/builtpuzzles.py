"""Puzzles put together by hand for tests of words and pages: positions of every kind, solved here and now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rebelote import Position
from rebelote.cards import Card, format_cards
from rebelote.puzzling.goals import BROKEN, LAST_TRICK, NO_TRICK, POINTS, SWEEP, TRICK, PuzzleGoal
from rebelote.puzzling.judging import judge
from rebelote.puzzling.lines import main_line, refutation
from rebelote.puzzling.puzzles import HAND, OPEN, Background, Grading, Puzzle, Refutation, Shares
from rebelote.puzzling.quests import Quest
from rebelote.rules import Strain
from rebelote.scoring import MADE, Contract
from rebelote.stakes import Past, Stakes


@dataclass(frozen=True)
class Asked:
    """A position in text form, its goal, and the cards that reach it."""

    at: str
    goal: PuzzleGoal
    answer: str


#: Every kind of goal and of table; several stand within a trick. Found by a search of random endings.
ASKED = {
    "points, four": Asked("classic D 0 .T.Q.Q/..KT.K/.A7.A./87..9. - side=02", PuzzleGoal(POINTS, 46), "TH"),
    "points, four, third": Asked(
        "contree D 0 9..K./T...K/..8.87/.J.9.A TH-QS side=02", PuzzleGoal(POINTS, 44), "7C 8C"
    ),
    "points, three": Asked("ukrainian:3 D 1 .A.K.J/7..J.8/KJ.K.. - side=1", PuzzleGoal(POINTS, 34), "7S"),
    "points, two": Asked("ukrainian:2 C 1 A.8.9./J..Q. TC side=0", PuzzleGoal(POINTS, 23), "9D"),
    "points, misere": Asked("bulgarian S 0 .7.7.K/A..K.7/.T9..A/.KJ.8. - side=02 misere", PuzzleGoal(POINTS, 8), "7D"),
    "none of the points": Asked("ukrainian:3 C 0 T9...K/Q.8..7/AJ...9 - side=0 misere", PuzzleGoal(POINTS, 0), "KC"),
    "no trick": Asked("ukrainian:3 C 0 T9...K/Q.8..7/AJ...9 - side=0 misere", PuzzleGoal(NO_TRICK), "KC"),
    "sweep": Asked("classic H 2 9..AQ9./K8..8.7/.A.7.T/J.97.K. KC side=13", PuzzleGoal(SWEEP), "7H"),
    "trick": Asked("contree C 3 .8.K.9/7..J.8/8..A.Q/T.Q7.. - side=13", PuzzleGoal(TRICK), "QH"),
    "last trick": Asked("capo AT 1 T7...7/A..Q.Q/Q.A.7./K.K.J. - side=1", PuzzleGoal(LAST_TRICK), "QD"),
    "last trick, two": Asked("gambler AT 1 .AQ8..Q/.7.87.K - side=1", PuzzleGoal(LAST_TRICK), "7H"),
    "made": Asked("classic D 0 .T.Q.Q/..KT.K/.A7.A./87..9. - side=02", PuzzleGoal(POINTS, 46, MADE), "TH"),
    "broken": Asked("contree C 3 .8.K.9/7..J.8/8..A.Q/T.Q7.. - side=13", PuzzleGoal(TRICK, contract=BROKEN), "QH"),
}
#: Declarer, bid, and what each seat has taken, where a contract hangs on it.
CONTRACTS = {
    "made": (Contract(Strain.DIAMONDS, 0), Past((30, 40, 5, 7), (2, 2, 0, 1))),
    "broken": (Contract(Strain.CLUBS, 2, 100), Past((60, 0, 45, 0), (3, 0, 2, 0))),
}
THEMES = ("throw_in", "save_master")


def built(
    at: Position,
    goal: PuzzleGoal,
    *,
    form: str = OPEN,
    background: Background | None = None,
    view: Mapping[str, Any] | None = None,
    shares: Shares | None = None,
    grade: int = 3,
    themes: tuple[str, ...] = THEMES,
    source: Mapping[str, Any] | None = None,
) -> Puzzle:
    """The puzzle of a position that is one; themes and grade are as told."""
    with judge(Quest(at, goal)) as judging:
        main = main_line(judging)
        assert main is not None, at
        refuted = [
            Refutation(
                decision.place, wrong.cards, None if goal.kind == LAST_TRICK else wrong.points,
                refutation(judging, decision.moment, wrong.card),
            )
            for decision in main.decisions
            for wrong in decision.wrong
        ]  # fmt: skip
    return Puzzle(
        f"{at.rules.variant}-00000000{grade:02}", form, at, goal, main.decisions[0].right.cards, main.line, main.rest,
        len(main.decisions), main.gap, tuple(refuted), themes, Grading(grade, float(grade), 1.0, {}), background, view,
        shares, source or {},
    )  # fmt: skip


@cache
def puzzle(name: str) -> Puzzle:
    """One of ``ASKED``."""
    asked = ASKED[name]
    at = Position.parse(asked.at)
    background = None
    if name in CONTRACTS:
        contract, past = CONTRACTS[name]
        background = Background(Stakes(at.rules, at.players, contract), past)
    made = built(at, asked.goal, background=background)
    assert [str(card) for card in made.answer] == asked.answer.split()
    return made


@dataclass(frozen=True)
class Seen:
    """A position, what its seat on turn saw, a number of points, and in how many deals the cards reach it."""

    at: str
    plays: str
    more: Mapping[str, Any]
    points: int
    shares: Shares


#: One hand is seen: of four, with all cards in play, and of two, with others out of play.
SEEN = {
    "hand, four": Seen(
        "classic H 0 AJ8.../KT...Q/Q9...K/..Q.T8 - side=02",
        "AD JD KD 9D AC 9C 7C QH KH 8H JH AH TD 7D 9H 8D TH JC 7H 7S",
        {"leader": 1, "declarer": 0, "contract": "H", "belas": [{"seat": 0, "meld": "bela QH KH"}]},
        18,
        Shares(1680, 0.9, {Card("8S"): 1184, Card("JS"): 1184, Card("AS"): 1596}),
    ),
    "hand, two": Seen(
        "gambler H 1 J.KT9../87.AQ.. - side=1",
        "AD JD 9S KS AC KC TC 8H 8D 7H",
        {"leader": 0, "declarer": 0, "contract": "H", "melds": [{"seat": 0, "meld": "run 8H 9H TH"}],
         "announced": [{"seat": 0, "meld": "run 3 T"}], "out": ["7D"]},
        11,
        Shares(55, 1.0, {Card("7S"): 55, Card("QH"): 0, Card("AH"): 0}),
    ),
}  # fmt: skip


@cache
def hand_puzzle(name: str) -> Puzzle:
    """One of ``SEEN``."""
    seen = SEEN[name]
    at = Position.parse(seen.at)
    view = {
        "variant": at.rules.variant, "players": at.players, "trump": str(at.strain), "misere": False, "seat": at.seat,
        "hand": format_cards(at.hands[at.seat]), "plays": seen.plays, "side": list(at.side), **seen.more,
    }  # fmt: skip
    return built(at, PuzzleGoal(POINTS, seen.points), form=HAND, view=view, shares=seen.shares)
