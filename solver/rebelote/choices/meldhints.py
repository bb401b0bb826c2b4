"""Which melds to announce with only one's own hand seen: what each choice would win against the others' melds.

The question is asked before the seat's own first card, when it is on turn. A choice is a set of sets and runs that
may be called together and to which no other can be added, or none at all. In each world the others call what they
have called already, or what is best of their hands, and the contest is held (``rebelote.melds``). That a meld may need
a trick, and that calling one shows cards, plays no part in what the melds bring; the deal's margin, where the
contract is known, is that of best play for score with these melds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rebelote.choices.dealworths import SCORE_NODES, Appraiser, DealWorth
from rebelote.choices.firsttrick import calls, in_world, pair_points, scored, side_of
from rebelote.choices.worldodds import NOT_TOLD, Odds, WorldColumns
from rebelote.choices.worldruns import NOTHING_SOLVED, World, WorldRun, at_least_one
from rebelote.engine import Engine, StopFlag
from rebelote.errors import Interrupted, PositionError, Problem
from rebelote.hinting.answers import basis, rounded, seats, told
from rebelote.hinting.averages import Column
from rebelote.hinting.worldstakes import scorable
from rebelote.meldbook import Meld
from rebelote.melds import all_melds, why_not_both
from rebelote.rules import Rules, Strain
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.likelihood import Weigh, weigher

#: What is counted in a world beside the deal's worth: won or not, own points, others' points.
_Counts = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class MeldOdds:
    """One choice; ``melds`` are in the order of calling, so that the first is what the seat names first.

    ``wins``: the share of worlds in which one of them scores; none where nothing is called. ``points``: what the
    side's melds and pairs score, partners' too, ``others`` what all others' do, ``margin`` the difference; means, with
    standard errors. ``told``: what the deal brings the side then.
    """

    melds: tuple[Meld, ...]
    wins: float | None
    wins_se: float | None
    points: float
    points_se: float
    others: float
    others_se: float
    margin: float
    margin_se: float
    told: Odds

    def to_dict(self) -> dict[str, Any]:
        """JSON data; numbers to six places. The deal's margin is its ``score``."""
        score = self.told.to_dict()
        return {
            "melds": [str(meld) for meld in self.melds],
            "first": str(self.melds[0]) if self.melds else None,
            "wins": rounded(self.wins),
            "wins_se": rounded(self.wins_se),
            "points": rounded(self.points),
            "points_se": rounded(self.points_se),
            "others": rounded(self.others),
            "others_se": rounded(self.others_se),
            "margin": rounded(self.margin),
            "margin_se": rounded(self.margin_se),
            "score": score["margin"],
            "score_se": score["margin_se"],
            "score_bounds": score["margin_bounds"],
            "made": score["made"],
            "made_se": score["made_se"],
        }


@dataclass(frozen=True, slots=True)
class MeldHint:
    """Every choice of melds that ``seat`` has, best first: by the deal's margin where it is known, else the melds'.

    ``side`` is whose points are counted. The other fields are as in ``CallHint``.
    """

    seat: int
    side: tuple[int, ...]
    count: int
    solved: int
    exact: bool
    choices: list[MeldOdds]
    seed: int
    stopped: str
    weighted: str | None
    effective: float | None
    nodes: int

    @property
    def best(self) -> list[str]:
        """The melds of the best choice; the first in the list where several are as good."""
        return [str(meld) for meld in self.choices[0].melds]

    @property
    def text(self) -> str:
        """The hint in words."""
        if len(self.choices) == 1 and not self.choices[0].melds:
            lines = [f"Seat {self.seat} has no meld."]
        else:
            lines = [f"Seat {self.seat} should call {' and '.join(self.best) or 'nothing'}."]
        lines += [f"{_name(odds)}: {_words(odds, seats(self.side))}." for odds in self.choices]
        return "\n".join([*lines, basis(self)])

    def __str__(self) -> str:
        return self.text

    def to_dict(self) -> dict[str, Any]:
        """JSON data."""
        return told(self, choices=[odds.to_dict() for odds in self.choices])


def meld_hint(
    given: Knowledge | Mapping[str, Any],
    *,
    worlds: int = 200,
    seed: int = 0,
    threads: int | None = None,
    seconds: float | None = None,
    weigh: str | Weigh | None = None,
    score: bool = True,
    nodes: int = SCORE_NODES,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> MeldHint:
    """Which melds the seat should call at its first card.

    ``given`` is the hidden form, or what it tells. ``score``: reckon the deal's margin too, where the contract is
    known. The other arguments are those of ``call_hint``. Raises ``PositionError`` with every fault, ``bad_melds``
    when the seat has played a card already, and otherwise as ``call_hint`` does.
    """
    fitting = Worlds.of(given)
    known = fitting.knowledge
    if known.played[known.seat]:
        told = f"melds are called before one's first card, and seat {known.seat} has played one"
        raise PositionError([Problem("bad_melds", told, "plays", known.seat)])
    weighted, weight = weigher(weigh)
    side, scores = side_of(known), score and scorable(known)
    own = {" ".join(map(str, melds)): melds for melds in choices(known.rules, known.strain, known.hand)}
    appraiser = Appraiser(known.rules, known.players, side, nodes, engine)
    columns = WorldColumns(own, fitting.count, weighted=weight is not None, scored=scores)
    counts = {choice: [Column(columns.weights) for _ in range(4)] for choice in own}

    def work(world: World, halt: StopFlag) -> tuple[dict[str, _Counts], dict[str, DealWorth], float, int]:
        counted = {choice: _contest(known, side, world, melds) for choice, melds in own.items()}
        found = dict[str, DealWorth]()
        spent = 0
        if scores:
            searched = appraiser.table(known.position(world), halt)
            found = {choice: in_world(known, searched, melds) for choice, melds in own.items()}
            spent = searched.nodes
        return counted, found, 1.0 if weight is None else weight(known, world), spent

    run = WorldRun(
        work, fitting.draw(seed), at_least_one(worlds), fitting.count, threads=threads, seconds=seconds, stop=stop
    )
    for counted, found, heavy, spent in run:
        columns.add(found, heavy, spent)
        for choice, (won, points, others) in counted.items():
            for column, number in zip(counts[choice], (won, points, others, points - others), strict=True):
                column.extend([number])
    if not columns.solved:
        raise Interrupted(NOTHING_SOLVED)
    odds = [_odds(columns, choice, own[choice], counts[choice], scores) for choice in own]
    odds.sort(key=_place, reverse=True)
    exact = columns.solved == fitting.count and all(one.told.margin_bounds is None for one in odds)
    return MeldHint(
        known.seat, side, fitting.count, columns.solved, exact, odds, seed, run.stopped, weighted, columns.effective,
        columns.nodes,
    )  # fmt: skip


def choices(rules: Rules, strain: Strain, hand: int) -> list[tuple[Meld, ...]]:
    """Every set of melds of a hand that may be called together and that is not part of another; and none at all.

    Each in the order of calling, the strongest first.
    """
    held = all_melds(rules, strain, hand)
    together = list(_together(rules, held, ()))
    whole = [melds for melds in together if melds and not any(set(melds) < set(more) for more in together)]
    return [*whole, ()]


def _together(rules: Rules, held: tuple[Meld, ...], some: tuple[Meld, ...]) -> Iterator[tuple[Meld, ...]]:
    """``some`` melds, and all ways to add of those ``held`` to them."""
    yield some
    for i, meld in enumerate(held):
        if not any(why_not_both(rules, meld, other) for other in some):
            yield from _together(rules, held[i + 1 :], (*some, meld))


def _contest(known: Knowledge, side: tuple[int, ...], world: World, melds: tuple[Meld, ...]) -> _Counts:
    """Whether one of the melds scores in a world, and the points of the side's melds and pairs and of the others'."""
    dealt = known.dealt(world)
    called = calls(known, dealt, melds)
    won = scored(known, called)
    points = [
        sum(meld.points for meld in won.get(seat, ())) + pair_points(known, dealt[seat], theirs)
        for seat, theirs in called
    ]
    own = sum(n for (seat, _), n in zip(called, points, strict=True) if seat in side)
    return int(bool(won.get(known.seat))), own, sum(points) - own


def _odds(columns: WorldColumns, choice: str, melds: tuple[Meld, ...], counts: list[Column], scores: bool) -> MeldOdds:
    won, points, others, margin = (columns.mean(column) for column in counts)
    return MeldOdds(
        melds, won.value if melds else None, won.se if melds else None, points.value, points.se, others.value,
        others.se, margin.value, margin.se, columns.told(choice) if scores else NOT_TOLD,
    )  # fmt: skip


def _place(odds: MeldOdds) -> tuple[float, float, int]:
    """What choices are ordered by; of equal ones the one with fewer melds comes last."""
    middle = odds.told.middle
    return odds.margin if middle is None else middle, odds.margin, len(odds.melds)


def _name(odds: MeldOdds) -> str:
    return " and ".join(map(str, odds.melds)) or "nothing"


def _words(odds: MeldOdds, who: str) -> str:
    """What a choice brings."""
    said = [] if odds.wins is None else [f"scores in {100 * odds.wins:.0f} %"]
    said.append(f"melds bring {who} {odds.points:.1f} and the others {odds.others:.1f}")
    if odds.told.margin is not None:
        said.append(f"the deal is worth {odds.told.margin:.1f}")
    return ", ".join(said)
