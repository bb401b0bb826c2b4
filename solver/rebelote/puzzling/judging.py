"""Which cards reach a goal: every legal card at one moment of a quest, in classes that play alike."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from rebelote.cards import Card
from rebelote.engine import Core, Engine, StopFlag, place
from rebelote.errors import Interrupted
from rebelote.positions import Position
from rebelote.puzzling.quests import Moment, Quest


@dataclass(frozen=True, slots=True)
class Choice:
    """Cards that play exactly alike, lowest number first, and what comes of them.

    ``chain`` is the best outcome of the rest after them (``rebelote.values``), by the rules that the goal is looked
    for with, ``points`` the side's points of it; ``reaches``: whether it reaches the goal.
    """

    cards: tuple[Card, ...]
    chain: int
    points: int
    reaches: bool

    @property
    def card(self) -> Card:
        """The one that stands for all."""
        return self.cards[0]


class Judge:
    """Judges the moments of one quest; open one with ``judge``.

    ``nodes`` are those spent so far, ``engine`` is where the tables come from. With a budget a moment past it raises
    ``Interrupted``.
    """

    def __init__(
        self, quest: Quest, engine: Engine, cores: list[Core], stop: StopFlag | None, budget: int | None
    ) -> None:
        self.quest = quest
        self.engine = engine
        self.nodes = 0
        self._cores = cores
        self._stop = stop
        self._budget = budget

    def choices(self, moment: Moment) -> list[Choice]:
        """Every legal card once, the best for the seat on turn first; equals by the rank of the first."""
        quest = self.quest
        found = self._values(self._cores[0], quest.position(moment))
        if len(self._cores) > 1:
            found = self._parted(found, self._values(self._cores[1], moment.at))
        rest = quest.rest(moment)
        many = quest.ours(moment) == quest.rising
        out = [
            Choice(
                tuple(map(Card, sorted((first, *alike)))), chain, min(max(chain, 0), rest), quest.reaches(moment, chain)
            )
            for first, chain, alike in found
        ]
        out.sort(key=lambda c: (-c.chain if many else c.chain, c.card))
        return out

    def _values(self, core: Core, at: Position) -> list[tuple[int, int, list[int]]]:
        left = None if self._budget is None else self._budget - self.nodes
        if left is not None and left < 1:
            raise Interrupted("the node budget ran out")
        place(core, at, self._stop, left)
        found = core.values()
        self.nodes += core.nodes
        if not found:
            raise Interrupted("the search was stopped, or its node budget ran out")
        return found

    @staticmethod
    def _parted(
        found: list[tuple[int, int, list[int]]], alike: list[tuple[int, int, list[int]]]
    ) -> list[tuple[int, int, list[int]]]:
        """The values of ``found`` for the classes of ``alike``: where no card counts, more cards play alike."""
        chains = {card: chain for first, chain, others in found for card in (first, *others)}
        return [(first, chains[first], others) for first, _, others in alike]


@contextmanager
def judge(
    quest: Quest, engine: Engine | None = None, *, stop: StopFlag | None = None, nodes: int | None = None
) -> Iterator[Judge]:
    """A judge for one quest, with tables of its own for as long as it is open."""
    use = engine or Engine.default()
    looked_for = quest.looked_for[0]
    with ExitStack() as opened:
        cores = [opened.enter_context(use.search(looked_for))]
        if looked_for is not quest.start:
            cores.append(opened.enter_context(use.search(quest.start)))
        yield Judge(quest, use, cores, stop, nodes)
