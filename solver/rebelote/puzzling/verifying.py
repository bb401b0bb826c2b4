"""Is a puzzle what it says? Everything is solved again, with every pruning rule off.

Nothing that found the puzzle is believed or used to check its play: each position on the way is solved by itself, from
an empty table, and with up to four tricks left the plain minimax of ``rebelote.reference`` must say the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from rebelote import reference
from rebelote.cards import Card
from rebelote.engine import Engine, StopFlag, place
from rebelote.errors import Interrupted, Problem
from rebelote.positions import Position
from rebelote.puzzling.claims import of_themes_and_grade, of_worlds
from rebelote.puzzling.goals import LAST_TRICK, POINTS, contract_goal
from rebelote.puzzling.puzzles import HAND, Puzzle, Refutation
from rebelote.puzzling.quests import Moment, Quest
from rebelote.puzzling.sameness import puzzle_id

#: With so many tricks left the reference is asked too.
REFERENCE_TRICKS = 4

#: A class of cards that play alike, and the side's best outcome after it.
_Class = tuple[tuple[Card, ...], int]


def verify(puzzle: Puzzle, *, engine: Engine | None = None, stop: StopFlag | None = None) -> list[Problem]:
    """Every claim of a puzzle that does not hold, with its place; none when all do.

    ``engine``: one with every pruning rule off, unless another is given. Raises ``Interrupted`` when stopped.
    """
    return list(_Check(puzzle, engine or Engine(prune=0), stop).problems())


class _Check:
    """One puzzle being checked; ``solved`` keeps what each position came to, once it is solved."""

    def __init__(self, puzzle: Puzzle, engine: Engine, stop: StopFlag | None) -> None:
        self.puzzle = puzzle
        self.quest: Quest = puzzle.quest
        self.engine = engine
        self.stop = stop
        self.solved: dict[Moment, list[_Class]] = {}
        self.disagreed = False

    def problems(self) -> Iterator[Problem]:
        puzzle = self.puzzle
        known = puzzle.background
        if puzzle.goal.contract is not None and known is not None:
            wanted = contract_goal(puzzle.position, known.stakes, known.past)
            if wanted != puzzle.goal:
                told = "nothing that this side can decide" if wanted is None else str(wanted.to_dict())
                yield Problem("wrong_goal", f"the contract comes to {told}", "goal")
        if puzzle.id != (right := puzzle_id(puzzle.position, puzzle.goal, puzzle.form)):
            yield Problem("wrong_id", f"the id of this puzzle is {right}", "id")
        answered = list(self.answer())
        played = list(self.main_line())
        yield from answered
        yield from played
        yield from self.all_refuted()
        if self.disagreed:
            yield Problem("reference_differs", "the plain minimax comes to other values", "position")
        if answered or played:
            return  # what follows hangs on the line
        yield from of_themes_and_grade(puzzle, self.engine, self.stop)
        if puzzle.form == HAND:
            yield from of_worlds(puzzle, self.engine, self.stop)

    # --- solving ---------------------------------------------------------------------------

    def classes(self, moment: Moment) -> list[_Class]:
        """Every class of legal cards and the outcome after it, solved afresh."""
        if moment not in self.solved:
            at, true = self.quest.position(moment), moment.at
            chains = {card: chain for first, chain, alike in self.values(at) for card in (first, *alike)}
            alike_sets = [(first, *alike) for first, _, alike in self.values(true)]
            self.solved[moment] = [(tuple(map(Card, sorted(cards))), chains[cards[0]]) for cards in alike_sets]
            if true.tricks_left <= REFERENCE_TRICKS:
                plain = {card: value.chain for card, value in reference.card_values(at).items()}
                self.disagreed = self.disagreed or plain != {Card(card): chain for card, chain in chains.items()}
        return self.solved[moment]

    def values(self, at: Position) -> list[tuple[int, int, list[int]]]:
        """What the core says of a position, its table empty."""
        with self.engine.search(at) as core:
            place(core, at, self.stop)
            found = core.values()
        if not found:
            raise Interrupted("the search was stopped before it was done")
        return found

    def right(self, moment: Moment) -> list[_Class]:
        """The classes that reach the goal."""
        return [one for one in self.classes(moment) if self.quest.reaches(moment, one[1])]

    def best(self, moment: Moment, card: Card) -> bool:
        """Whether no card does better for the one who plays."""
        outcomes = {c: chain for cards, chain in self.classes(moment) for c in cards}
        top = max if self.quest.ours(moment) == self.quest.rising else min
        return outcomes[card] == top(outcomes.values())

    # --- claims ----------------------------------------------------------------------------

    def answer(self) -> Iterator[Problem]:
        puzzle, first = self.puzzle, self.quest.first()
        reach = sorted(card for cards, _ in self.right(first) for card in cards)
        if sorted(puzzle.answer) != reach:
            words = " ".join(map(str, reach)) or "no card"
            yield Problem("wrong_answer", f"the goal is reached by {words}", "answer")
        if len(self.right(first)) > 1:
            yield Problem("several_answers", "the cards that reach the goal do not play alike", "answer")
        if len(reach) == len(puzzle.position.legal()):
            yield Problem("no_choice", "every legal card reaches the goal", "answer")
        if puzzle.line and puzzle.line[0] not in puzzle.answer:
            yield Problem("wrong_line", f"the line begins with {puzzle.line[0]}, not with the answer", "line[0]")

    def main_line(self) -> Iterator[Problem]:
        puzzle, quest = self.puzzle, self.quest
        moment, decisions, gaps, last = quest.first(), 0, list[int](), -1
        whole = (*puzzle.line, *puzzle.rest)
        for i, card in enumerate(whole):
            inside = i < len(puzzle.line)
            where = f"line[{i}]" if inside else f"rest[{i - len(puzzle.line)}]"
            right = self.right(moment)
            wrong = [one for one in self.classes(moment) if one not in right]
            if not quest.ours(moment):
                if not self.best(moment, card):
                    yield Problem("weak_defence", f"{card} is not the best defence", where, moment.at.seat, str(card))
            elif not any(card in cards for cards, _ in right):
                yield Problem("wrong_line", f"{card} does not reach the goal", where, moment.at.seat, str(card))
            elif inside and len(right) != 1:
                yield Problem("several_ways", f"{len(right)} different cards reach the goal", where, moment.at.seat)
            elif wrong:
                decisions, last = decisions + 1, i
                gaps.append(self.gap(moment, wrong))
                if not inside:
                    yield Problem("cut_line", "a card fails here: the line does not end before it", where)
            moment = quest.after(moment, card)
        if last != len(puzzle.line) - 1 and last < len(puzzle.line):
            yield Problem("long_line", "the line does not end with its last decision", "line")
        if not moment.over:
            yield Problem("unfinished", "line and rest do not play the deal out", "rest")
        elif quest.decided(moment) is not True:
            yield Problem("goal_missed", "line and rest do not reach the goal", "rest")
        if decisions != puzzle.choices:
            yield Problem("wrong_choices", f"the line has {decisions} decisions", "choices")
        gap = min(gaps, default=0) if puzzle.goal.kind == POINTS else None
        if gap != puzzle.gap:
            yield Problem("wrong_gap", f"the gap is {gap}", "gap")

    def gap(self, moment: Moment, wrong: list[_Class]) -> int:
        """How far the best wrong card falls short of the goal."""
        line, points = self.quest.line(moment), [max(chain, 0) for _, chain in wrong]
        return line - max(points) if self.quest.rising else min(points) - (line - 1)

    def all_refuted(self) -> Iterator[Problem]:
        puzzle, quest = self.puzzle, self.quest
        moment, due = quest.first(), dict[tuple[int, tuple[Card, ...]], int]()
        moments: list[Moment] = []
        for i, card in enumerate(puzzle.line):
            moments.append(moment)
            if quest.ours(moment):
                right = self.right(moment)
                due |= {(i, one[0]): one[1] for one in self.classes(moment) if one not in right}
            moment = quest.after(moment, card)
        for number, refuted in enumerate(puzzle.refutations):
            where = f"refutations[{number}]"
            chain = due.pop((refuted.place, tuple(sorted(refuted.cards))), None)
            if chain is None:
                cards = " ".join(map(str, refuted.cards))
                yield Problem("wrong_refutation", f"{cards} is no class of wrong cards there, or told twice", where)
                continue
            points = None if puzzle.goal.kind == LAST_TRICK else max(chain, 0)
            if refuted.points != points:
                yield Problem("wrong_points", f"{refuted.cards[0]} leaves {points} points", f"{where}.points")
            yield from self.refuted(moments[refuted.place], refuted, f"{where}.line")
        for turn, missing in due:
            words = f"nothing refutes {missing[0]} at card {turn} of the line"
            yield Problem("missing_refutation", words, "refutations", None, str(missing[0]))

    def refuted(self, moment: Moment, refuted: Refutation, where: str) -> Iterator[Problem]:
        quest = self.quest
        moment = quest.after(moment, refuted.cards[0])
        for i, card in enumerate(refuted.line):
            if quest.decided(moment) is not None:
                yield Problem("long_refutation", "the goal is out of reach before this card", f"{where}[{i}]")
                return
            if not self.best(moment, card):
                yield Problem("weak_refutation", f"{card} is not best play", f"{where}[{i}]", moment.at.seat, str(card))
            moment = quest.after(moment, card)
        if quest.decided(moment) is not False:
            yield Problem("short_refutation", "at its end the goal can still be reached", where)
