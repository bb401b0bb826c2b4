"""Themes: where a player would say so, not where it only looks so, and what each means restated over plain lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from random import Random

import pytest

from puzzlescenes import TABLES
from rebelote import Engine, Position, Rules, deal, reference, solve
from rebelote.cards import Card, from_mask
from rebelote.puzzling.goals import LAST_TRICK, NO_TRICK, POINTS, SWEEP, PuzzleGoal
from rebelote.puzzling.lines import Decision
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.themes import IN_MISERE, THEMES, themes_of
from themescenes import NEAR, THERE, Case, scene_of

NAMES = (
    "draw_trumps", "refuse_trumps", "ruff", "overruff", "underruff", "unblock", "duck", "save_master", "throw_in",
    "squeeze", "en_passant", "ten_to_partner", "last_trick", "avoid_overtrump", "sweep",
)  # fmt: skip


def _has(case: Case) -> bool:
    with scene_of(case.at, case.goal) as scene:
        assert scene is not None, "no main line"
        line = [str(card) for card in scene.main.line + scene.main.rest]
        assert line[: len(case.line.split())] == case.line.split()
        told = case.theme in themes_of(scene)
        assert THEMES[case.theme](scene) == told
        return told


@pytest.mark.parametrize("case", THERE, ids=str)
def test_a_theme_is_told_where_it_is(case: Case) -> None:
    assert _has(case), case.why


@pytest.mark.parametrize("case", NEAR, ids=str)
def test_a_theme_is_not_told_where_it_only_looks_so(case: Case) -> None:
    assert not _has(case), case.why


def test_every_theme_has_a_definition_and_positions_for_and_against() -> None:
    assert tuple(THEMES) == NAMES
    assert all(theme.__doc__ for theme in THEMES.values())
    assert {case.theme for case in THERE} == set(NAMES) == {case.theme for case in NEAR}


@dataclass(frozen=True)
class Sample:
    """A random ending, a goal that makes a puzzle of it, its themes, and which of the plain restatements hold."""

    at: Position
    goal: PuzzleGoal
    themes: tuple[str, ...]
    plain: frozenset[str]


@lru_cache(maxsize=1)
def samples() -> tuple[Sample, ...]:
    """Of all games, some in misère: to get the most, with a gap of five points at least, or the last trick."""
    out = []
    rng = Random(12)
    for i in range(3500):
        variant, players = TABLES[i % len(TABLES)]
        misere = rng.random() < 0.25
        at = deal(
            Rules.preset(variant), rng=rng, players=players, tricks=rng.randint(3, 4), misere=misere,
            mid_trick=rng.random() < 0.3,
        )  # fmt: skip
        best = solve(at, cards=False, line=False)
        goals = [PuzzleGoal(POINTS, best.points)]
        if misere and best.sweep < 0:
            goals = [PuzzleGoal(NO_TRICK)]
        elif not misere and best.sweep > 0:
            goals = [PuzzleGoal(SWEEP)]
        if i % 20 == 0 and not misere:
            goals.append(PuzzleGoal(LAST_TRICK))
        for goal in goals:
            with scene_of(at, goal) as scene:
                if scene is None or (scene.main.gap is not None and scene.main.gap < 5):
                    continue
                out.append(_sample(scene))
    return tuple(out)


def _sample(scene: Scene) -> Sample:
    themes, plain = themes_of(scene), Plain(scene)
    return Sample(scene.start, scene.quest.goal, themes, frozenset(name for name in themes if PLAIN[name](plain)))


def test_every_theme_that_is_told_holds_when_it_is_said_plainly() -> None:
    made = []
    for case in (*THERE, *NEAR):
        with scene_of(case.at, case.goal) as scene:
            assert scene is not None
            made.append(_sample(scene))
    for one in (*samples(), *made):
        assert set(one.themes) == one.plain, f"{one.at} {one.goal}"
    often = Counter(theme for one in samples() for theme in one.themes)
    assert all(often[name] >= 4 for name in set(NAMES) - {"underruff", "unblock", "duck", "squeeze"}), often


def test_no_theme_fits_every_second_puzzle() -> None:
    games: dict[tuple[str, int], list[Sample]] = {}
    for one in samples():
        if not one.at.misere and one.goal.kind != LAST_TRICK:
            games.setdefault((one.at.rules.variant, one.at.players), []).append(one)
    assert set(games) == set(TABLES)
    for game, some in games.items():
        assert len(some) >= 20
        for name in NAMES:
            assert 2 * sum(name in one.themes for one in some) < len(some), (game, name)


def test_in_misere_only_what_makes_sense_there_is_told() -> None:
    told = {theme for one in samples() if one.at.misere for theme in one.themes}
    assert told <= IN_MISERE and {"last_trick", "avoid_overtrump"} <= told


def test_themes_are_the_same_with_every_pruning_off_and_a_table_of_one_entry() -> None:
    plain = Engine(1 << 10, prune=0)
    for one in samples()[::6]:
        with scene_of(one.at, one.goal, plain) as scene:
            assert scene is not None and themes_of(scene) == one.themes


def test_themes_are_the_same_when_the_seats_are_turned() -> None:
    for one in samples()[::3]:
        at, n = one.at, one.at.players
        turned = replace(
            at, leader=(at.leader + 1) % n, hands=at.hands[-1:] + at.hands[:-1],
            side=tuple(sorted((seat + 1) % n for seat in at.side)),
        )  # fmt: skip
        with scene_of(turned, one.goal) as scene:
            assert scene is not None and themes_of(scene) == one.themes


class Plain:
    """A main line as anybody would write it down: trick by trick who played what, from which hands."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        at = self.at = scene.start
        self.order = {card: at.rules.strengths(at.strain)[card] for card in map(Card, range(32))}
        self.tricks: list[dict[int, Card]] = []
        self.hands: list[dict[int, set[Card]]] = []
        #: Who took each trick, and in which trick each card of the line falls.
        self.takers: list[int] = []
        self.number: list[int] = []
        trick = {(at.leader + i) % at.players: card for i, card in enumerate(at.trick)}
        for card in scene.main.line + scene.main.rest:
            if not trick or not self.number:
                self.hands.append({seat: set(from_mask(hand)) for seat, hand in enumerate(at.hands)})
            self.number.append(len(self.takers))
            trick[at.seat] = card
            at = at.play(card)
            if not at.trick:
                self.tricks.append(trick)
                self.takers.append(at.leader)
                trick = {}

    def decisions(self) -> Iterator[tuple[Decision, int, Position, Card, list[Card]]]:
        """Each with its trick's number, its position, the right card, and all the wrong ones."""
        for one in self.scene.main.decisions:
            wrong = [card for choice in one.wrong for card in choice.cards]
            yield one, self.number[one.place], one.moment.at, one.right.card, wrong

    def trump(self, card: Card) -> bool:
        return str(card)[1] == str(self.at.strain)

    def best(self, number: int) -> Card:
        return self.tricks[number][self.takers[number]]

    def ours(self, number: int) -> bool:
        return self.takers[number] in self.at.side

    def over(self, card: Card, other: Card) -> bool:
        return str(card)[1] == str(other)[1] and self.order[card] > self.order[other]

    def led(self, number: int) -> Card:
        return next(iter(self.tricks[number].values()))

    def ruffed(self) -> Iterator[tuple[int, list[Card]]]:
        """The tricks of a plain suit that a trump of the side takes, and the opponents' trumps in them."""
        decided = {number for _, number, *_ in self.decisions()}
        for number, trick in enumerate(self.tricks):
            ruffed = self.trump(self.best(number)) and not self.trump(self.led(number))
            if ruffed and number in decided and self.ours(number):
                yield number, [c for s, c in trick.items() if s not in self.at.side and self.trump(c)]

    def later(self, number: int) -> range:
        return range(number + 1, len(self.tricks))

    def reached(self, at: Position, taken: int) -> bool:
        """Whether a number of points is reached from a position, by the reference."""
        goal = self.scene.quest.goal
        assert goal.points is not None
        points = taken + (reference.solve(at).points if any(at.hands) else 0)
        return points <= goal.points if at.misere else points >= goal.points


def _draw(plain: Plain) -> bool:
    return any(
        not at.trick
        and plain.trump(right)
        and any(plain.trump(card) for seat, card in plain.tricks[number].items() if seat not in at.side)
        and any(plain.ours(later) and not plain.trump(plain.best(later)) for later in plain.later(number))
        for _, number, at, right, _ in plain.decisions()
    )


def _refuse(plain: Plain) -> bool:
    for _, _, at, right, wrong in plain.decisions():
        trumps = {seat: {c for c in from_mask(hand) if plain.trump(c)} for seat, hand in enumerate(at.hands)}
        own, theirs = trumps[at.seat], set().union(*(trumps[seat] for seat in at.others))
        top = any(all(plain.over(mine, card) for card in theirs) for mine in own)
        if not at.trick and top and theirs and own <= set(wrong) and right not in own:
            return True
    return False


def _ruff(plain: Plain) -> bool:
    for number, _ in plain.ruffed():
        held = [c for seat, hand in plain.hands[number].items() if seat not in plain.at.side for c in hand]
        if any(plain.over(c, plain.best(number)) for c in held):
            return True
    return False


def _overruff(plain: Plain) -> bool:
    return any(theirs for _, theirs in plain.ruffed())


def _underruff(plain: Plain) -> bool:
    return any(
        plain.trump(right) and at.trick and not plain.trump(at.trick[0]) and any(plain.over(c, right) for c in at.trick)
        for _, _, at, right, _ in plain.decisions()
    )


def _unblock(plain: Plain) -> bool:
    return plain.at.rules.partners and any(
        plain.ours(number)
        and any(
            plain.takers[later] == (at.seat + 2) % 4 and plain.over(right, plain.best(later))
            for later in plain.later(number)
        )
        for _, number, at, right, _ in plain.decisions()
    )


def _duck(plain: Plain) -> bool:
    return any(
        at.trick and not plain.ours(number) and any(plain.over(c, right) and plain.over(c, at.trick[0]) for c in wrong)
        for _, number, at, right, wrong in plain.decisions()
    )


def _save(plain: Plain) -> bool:
    for _, number, at, right, wrong in plain.decisions():
        live = [c for hand in at.hands for c in from_mask(hand)] + list(at.trick)
        for card in wrong:
            if plain.over(card, right) and plain.takers[number] != at.seat:
                later = [n for n in plain.later(number) if plain.takers[n] == at.seat and plain.best(n) == card]
                if later and not any(plain.over(c, card) for c in live):
                    return True
    return False


def _throw_in(plain: Plain) -> bool:
    moments = [turn.moment for turn in plain.scene.turns if not turn.at.trick]
    if not plain.at.trick:
        moments = moments[1:]
    for number, (one, two) in enumerate(pairwise(plain.takers)):
        moment = moments[number]
        if one in plain.at.side or two not in plain.at.side:
            continue
        if plain.scene.quest.goal.kind != POINTS:
            return True
        other = [replace(moment.at, leader=seat) for seat in plain.at.side]
        if not any(plain.reached(at, moment.taken.points) for at in other):
            return True
    return False


def _squeeze(plain: Plain) -> bool:
    for turn in plain.scene.turns:
        legal = turn.at.legal()
        if turn.seat in plain.at.side or not turn.at.trick or len({str(c)[1] for c in legal}) < 2:
            continue
        free = all(not plain.trump(c) and str(c)[1] != str(turn.at.trick[0])[1] for c in legal)
        number = plain.number[turn.place]
        if free and plain.ours(number):
            suit = str(turn.card)[1]
            if any(plain.ours(n) and str(plain.best(n))[1] == suit for n in plain.later(number)):
                return True
    return False


def _en_passant(plain: Plain) -> bool:
    for number, _ in plain.ruffed():
        seats = list(plain.tricks[number])
        for seat in seats[1 : seats.index(plain.takers[number])]:
            over = any(plain.over(c, plain.best(number)) for c in plain.hands[number].get(seat, ()))
            follows = str(plain.tricks[number][seat])[1] == str(plain.led(number))[1]
            if seat not in plain.at.side and over and follows:
                return True
    return False


def _ten(plain: Plain) -> bool:
    return any(
        str(right)[0] == "T" and not plain.trump(right) and plain.takers[number] == (at.seat + 2) % 4 and at.trick
        for _, number, at, right, _ in plain.decisions()
    )


def _last(plain: Plain) -> bool:
    goal, at = plain.scene.quest.goal, plain.at
    if goal.kind == LAST_TRICK:
        return True
    assert goal.points is not None
    wrong = [c for c, v in reference.card_values(at).items() if (v.points < goal.points) != at.misere]
    values = [reference.card_values(at)[c].points for c in wrong if c not in plain.scene.first.right.cards]
    return plain.ours(-1) != at.misere and all(abs(v - goal.points) <= at.rules.last_trick for v in values)


def _avoid(plain: Plain) -> bool:
    never = {"go_over_trump_lead": "never", "go_over_ruff": "never"}
    rules = Rules.preset(plain.at.rules.variant, **never, go_over_all_trumps=False)
    for one, _, at, _, wrong in plain.decisions():
        for card in wrong:
            free = replace(at, rules=rules)
            taken = free.taken_with(card)
            points = one.moment.taken.points + (taken[1] if taken and taken[0] in at.side else 0)
            if plain.scene.quest.goal.kind != POINTS or plain.reached(free.put(card), points):
                return True
    return False


def _sweep(plain: Plain) -> bool:
    return all(map(plain.ours, range(len(plain.tricks))))


#: What a theme says at least, without the judge's help where it can be had.
PLAIN: dict[str, Callable[[Plain], object]] = dict(
    zip(
        NAMES,
        (_draw, _refuse, _ruff, _overruff, _underruff, _unblock, _duck, _save, _throw_in, _squeeze, _en_passant, _ten,
         _last, _avoid, _sweep),
        strict=True,
    )
)  # fmt: skip
