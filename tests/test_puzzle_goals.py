"""Goals, and which cards reach them: held against minimax over whole lines of play that knows nothing of chains."""

from __future__ import annotations

import pytest

from puzzlescenes import endings, goals, reached
from rebelote import Position, Rules, solve
from rebelote.puzzling.goals import BROKEN, KINDS, POINTS, SWEEP, TRICK, PuzzleGoal, contract_goal
from rebelote.puzzling.judging import judge
from rebelote.puzzling.lines import main_line, refutation
from rebelote.puzzling.quests import Quest
from rebelote.rules import Strain
from rebelote.scoring import MADE, Contract
from rebelote.stakes import Past, Stakes


def test_cards_that_reach_a_goal_are_those_that_plain_play_finds() -> None:
    seen: dict[tuple[str, bool], set[bool]] = {}
    for at in endings(160, 11, tricks=(2, 2)):
        for goal in goals(at):
            quest = Quest(at, goal)
            with judge(quest) as judging:
                choices = judging.choices(quest.first())
            assert sorted(card for choice in choices for card in choice.cards) == at.legal()
            for choice in choices:
                for card in choice.cards:
                    # What lies on the table and in the trick is followed by the plain search from the start.
                    plain = _after(at, goal, card)
                    assert choice.reaches == plain, f"{at} {goal} {card}"
                    seen.setdefault((goal.kind, at.misere), set()).add(plain)
    assert all(answers == {True, False} for answers in seen.values())
    assert {kind for kind, _ in seen} == set(KINDS)


def _after(at: Position, goal: PuzzleGoal, card: object) -> bool:
    """The plain answer when the first card is that one: all others are taken out of the choice."""
    only = _OneCard(at, card)
    return reached(only, goal)  # type: ignore[arg-type]


class _OneCard:
    """A position of which one card alone may be played first."""

    def __init__(self, at: Position, card: object) -> None:
        self._at, self._card = at, card

    def legal(self) -> list[object]:
        return [self._card]

    def __getattr__(self, name: str) -> object:
        return getattr(self._at, name)


def test_a_main_line_reaches_the_goal_and_every_refutation_loses_it() -> None:
    lines = 0
    for at in endings(400, 5):
        for goal in goals(at):
            quest = Quest(at, goal)
            with judge(quest) as judging:
                main = main_line(judging)
                if main is None:
                    continue
                lines += 1
                assert quest.decided(quest.play(main.line + main.rest)) is True
                assert main.decisions[0].place == 0 and main.decisions[-1].place == len(main.line) - 1
                for decision in main.decisions:
                    for choice in decision.wrong:
                        line = refutation(judging, decision.moment, choice.card)
                        so_far = (*main.line[: decision.place], choice.card)
                        assert quest.decided(quest.play((*so_far, *line))) is False
                        assert all(quest.decided(quest.play((*so_far, *line[:i]))) is None for i in range(len(line)))
                if goal.kind == POINTS:
                    assert main.gap is not None and main.gap > 0
                else:
                    assert main.gap is None
    assert lines > 150


def test_there_is_no_main_line_where_several_ways_reach_the_goal_or_all_do() -> None:
    several = 0
    for at in endings(240, 8):
        for goal in goals(at):
            with judge(Quest(at, goal)) as judging:
                right = [choice.reaches for choice in judging.choices(judging.quest.first())]
                if sum(right) != 1 or all(right):
                    assert main_line(judging) is None
                    several += sum(right) > 1 and not all(right)
    assert several > 15


def test_the_last_trick_is_reached_whatever_its_cards_are_worth() -> None:
    # Seat 0 must keep the ace of clubs: led now it takes 11 points, and the last trick goes to the ace of hearts.
    at = Position.from_dict({
        "variant": "gambler", "players": 2, "trump": "S", "leader": 0, "hands": ["7H AC", "AH 7C"], "side": [0],
    })  # fmt: skip
    with judge(Quest(at, PuzzleGoal("last_trick"))) as judging:
        choices = judging.choices(judging.quest.first())
    assert {str(choice.card): choice.reaches for choice in choices} == {"7H": True, "AC": False}
    assert {str(value.card): value.points for value in solve(at).cards} == {"7H": 21, "AC": 11}


def _stakes(variant: str, contract: Contract, melds: tuple[int, ...], players: int = 4) -> Stakes:
    return Stakes(Rules.preset(variant), players, contract, melds, (0,) * players)


#: Two tricks before the end of a classic deal in hearts: 38 points are still to be won.
TWO_LEFT = {
    "variant": "classic", "trump": "H", "leader": 0, "hands": ["AS 7S", "TS 8S", "KD 7D", "7C QD"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("side", "points", "wanted"),
    [
        # Seat 0 has declared. His side has 60 of the 124 points that are gone: 21 more make 81, the least that does.
        ((0, 2), (50, 0, 10, 64), PuzzleGoal(POINTS, 21, MADE)),
        # The others break it by leaving the takers 20 of the 38.
        ((1, 3), (50, 0, 10, 64), PuzzleGoal(POINTS, 18, BROKEN)),
        # Made already; nothing hangs on it any more.
        ((0, 2), (50, 0, 40, 34), None),
        ((1, 3), (50, 0, 40, 34), None),
        # Out of reach: 81 would take more than there is.
        ((0, 2), (30, 60, 10, 24), None),
    ],
)
def test_a_contract_asks_for_the_points_it_hangs_on(
    side: tuple[int, ...], points: tuple[int, ...], wanted: PuzzleGoal | None
) -> None:
    at = Position.from_dict({**TWO_LEFT, "side": list(side)})
    assert at.at_stake == 38 and sum(points) == 124
    stakes = Stakes(at.rules, 4, Contract(Strain.HEARTS, 0), (0,) * 4, (0,) * 4)
    assert contract_goal(at, stakes, Past(points, (3, 0, 0, 3))) == wanted


def test_a_bid_of_all_tricks_asks_for_all_of_them_and_is_broken_by_one() -> None:
    rules = Rules.preset("contree")
    contract = Contract(Strain.HEARTS, 0, rules.customs.sweep_bid, True)
    stakes = Stakes(rules, 4, contract, (0,) * 4, (0,) * 4)
    past = Past((100, 0, 24, 0), (4, 0, 2, 0))
    at = {**TWO_LEFT, "variant": "contree"}
    assert contract_goal(Position.from_dict({**at, "side": [0, 2]}), stakes, past) == PuzzleGoal(SWEEP, contract=MADE)
    assert contract_goal(Position.from_dict({**at, "side": [1, 3]}), stakes, past) == PuzzleGoal(TRICK, contract=BROKEN)


def test_without_a_declarer_or_in_misere_no_contract_is_at_stake() -> None:
    at = Position.from_dict({**TWO_LEFT, "misere": True})
    stakes = Stakes(at.rules, 4, Contract(Strain.HEARTS, None), (0,) * 4, (0,) * 4)
    assert contract_goal(at, stakes, Past.none(4)) is None


def test_one_of_two_opponents_cannot_break_a_contract_by_points_of_his_own() -> None:
    # Seat 2 has declared and must have more than either; how much of the rest is his is not for seat 0 alone to say.
    at = Position.from_dict({
        "variant": "ukrainian", "players": 3, "trump": "H", "leader": 0, "side": [0],
        "hands": ["AS 7S", "TS 8S", "KD 7D"],
    })  # fmt: skip
    stakes = Stakes(at.rules, 3, Contract(Strain.HEARTS, 2), (0,) * 3, (0,) * 3)
    assert contract_goal(at, stakes, Past((24, 0, 63), (2, 0, 5))) is None
    capo = Position.from_dict({**TWO_LEFT, "variant": "capo", "side": [1]})
    bid = Stakes(capo.rules, 4, Contract(Strain.HEARTS, 0, 90), (0,) * 4, (0,) * 4)
    past = Past((60, 30, 20, 14), (3, 1, 1, 1))
    assert contract_goal(capo, bid, past) is None
    # All three together leave him 29 of the 38 at most.
    together = Position.from_dict({**TWO_LEFT, "variant": "capo", "side": [1, 2, 3]})
    assert contract_goal(together, bid, past) == PuzzleGoal(POINTS, 9, BROKEN)
