"""Rebuild the collection that comes with the package: search, choose, verify, write.

    python solver/rebelote/puzzling/collection/rebuild.py             all games
    python solver/rebelote/puzzling/collection/rebuild.py capo --pool 200
    python solver/rebelote/puzzling/collection/rebuild.py --refresh   the same puzzles, graded anew

The same pool gives the same files. It ends with status 1 when a puzzle that was chosen does not hold.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rebelote import THEMES, VARIANTS, Ask, Game, Knowledge, Puzzle, Rules, puzzle_of, puzzles, verify_puzzle
from rebelote.puzzling.curating import choose
from rebelote.puzzling.grading import grade
from rebelote.puzzling.judging import judge
from rebelote.puzzling.lines import main_line
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.spots import bare_knowledge
from rebelote.puzzling.themes import themes_of

HERE = Path(__file__).resolve().parent

#: How many of each game.
COUNT = 56
#: Deals looked through for each kind of puzzle.
POOL = 300
SEED = 2026
#: A theme that the pool has fewer puzzles of is looked for by itself.
FEW = 6

GOALS = ("contract", "sweep", "points", "trick", "last_trick")


def wanted(variant: str) -> Iterator[tuple[Game, Ask, tuple[int, int], int]]:
    """The searches whose finds are chosen from: game, what is asked, tricks left, how many times the pool."""
    rules = Rules.preset(variant)
    for players in rules.players:
        game, two = Game(rules, players), players == 2
        for goal in GOALS:
            yield game, Ask((goal,)), (3, 5), 1
        if players < 4 or rules.partners:  # against three, six tricks take long to prove without pruning
            yield game, Ask(), (6, 7 if two else 6), 1
        yield game, Ask(form="hand"), (3, 5 if two else 4), 3
        yield game, Ask(form="hand", share=0.9), (3, 5 if two else 4), 2
        yield game, Ask(form="hand", share=0.8), (3, 5 if two else 4), 2
        if rules.customs.all_pass == "misere":
            yield Game(rules, players, misere=True), Ask(("no_trick", "points")), (3, 6), 1
            yield Game(rules, players, misere=True), Ask(("no_trick", "points"), form="hand"), (3, 5), 1


def pool(variant: str, deals: int) -> dict[str, Puzzle]:
    """Everything that the searches find."""
    found: dict[str, Puzzle] = {}
    rules = Rules.preset(variant)
    # Games that differ in scoring alone would else have the same puzzles.
    seed = SEED + 1000 * VARIANTS.index(variant)
    for number, (game, ask, tricks, times) in enumerate(wanted(variant)):
        _search(found, game, ask, tricks, seed + number, times * deals)
    for number, theme in enumerate(THEMES):
        has = sum(theme in puzzle.themes for puzzle in found.values())
        if has < FEW:
            ask = Ask(themes=frozenset({theme}))
            _search(found, Game(rules), ask, (3, 5), seed + 100 + number, 3 * deals, FEW - has)
    return found


def _search(
    found: dict[str, Puzzle],
    game: Game,
    ask: Ask,
    tricks: tuple[int, int],
    seed: int,
    deals: int,
    count: int | None = None,
) -> None:
    for puzzle in puzzles(game, ask, tricks=tricks, seed=seed, most=deals, count=count, known=found.values()):
        found[puzzle.id] = puzzle


def rebuild(variant: str, deals: int) -> int:
    """Search, choose and write one game's puzzles; how many claims of theirs do not hold."""
    begun = time.monotonic()
    found = pool(variant, deals)
    chosen = choose(found.values(), COUNT)
    print(f"{variant}: {len(chosen)} of {len(found)} in {time.monotonic() - begun:.0f} s", flush=True)
    return _write(variant, chosen)


def refresh(variant: str) -> int:
    """Work out themes and grades of one game's puzzles again, and write them; how many claims do not hold."""
    lines = (HERE / f"{variant}.jsonl").read_text(encoding="utf-8").splitlines()
    return _write(variant, [_refreshed(puzzle_of(json.loads(line))) for line in lines])


def _refreshed(puzzle: Puzzle) -> Puzzle:
    bare = bare_knowledge(puzzle.position, puzzle.background)
    with judge(puzzle.quest) as judging:
        main = main_line(judging)
        assert main is not None
        scene = Scene(main, judging, bare if puzzle.view is None else Knowledge.from_dict(puzzle.view))
        return replace(puzzle, themes=themes_of(scene), grading=grade(scene, shares=puzzle.shares))


def _write(variant: str, chosen: list[Puzzle]) -> int:
    """Verify and write, easy ones first; how many claims do not hold."""
    faults = 0
    chosen = sorted(chosen, key=lambda puzzle: (puzzle.grading.difficulty, puzzle.id))
    for puzzle in chosen:
        for problem in verify_puzzle(puzzle):
            faults += 1
            print(f"{puzzle.id}: {problem}", file=sys.stderr)
    lines = [json.dumps(puzzle.to_dict(), separators=(",", ":")) for puzzle in chosen]
    (HERE / f"{variant}.jsonl").write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description="Rebuild the collection of puzzles.")
    parser.add_argument("variants", nargs="*", default=list(VARIANTS), help="which games")
    parser.add_argument("--pool", type=int, default=POOL, help="deals looked through for each kind of puzzle")
    parser.add_argument("--refresh", action="store_true", help="keep the puzzles, work out themes and grades anew")
    given = parser.parse_args()
    faults = [refresh(variant) if given.refresh else rebuild(variant, given.pool) for variant in given.variants]
    return int(sum(faults) > 0)


if __name__ == "__main__":
    sys.exit(main())
