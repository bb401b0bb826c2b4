"""Tries at a puzzle: right or refuted, to the end, and what cannot be tried."""

from __future__ import annotations

from functools import lru_cache

import pytest

from rebelote import Ask, Game, Puzzle, Rules, TryError, puzzles, try_card


@lru_cache(maxsize=1)
def some() -> tuple[Puzzle, ...]:
    found = []
    for variant in ("classic", "gambler", "ukrainian"):
        found += list(puzzles(Game(Rules.preset(variant)), Ask(), tricks=(3, 5), count=4, seed=7))
    return tuple(found)


def test_the_answers_one_after_another_solve_it() -> None:
    assert len(some()) == 12
    for puzzle in some():
        played: tuple[object, ...] = ()
        for turn in range(40):
            line = puzzle.line[len(played) :]
            card = line[0]
            tried = try_card(puzzle, card, played)  # type: ignore[arg-type]
            assert tried.right
            played = tried.played
            if tried.solved:
                assert turn + 1 >= puzzle.choices
                assert puzzle.quest.decided(puzzle.quest.play((*tried.played, *tried.rest))) is True
                break
            # The other side keeps to the main line, which is its best play.
            assert played == puzzle.line[: len(played)]
            assert tried.seat in puzzle.position.side and tried.legal
        else:
            raise AssertionError("not solved")


def test_a_wrong_card_is_refuted_and_taken_back() -> None:
    for puzzle in some():
        for refuted in puzzle.refutations:
            before = puzzle.line[: refuted.place]
            for card in refuted.cards:
                tried = try_card(puzzle, card, before)
                assert not tried.right and not tried.solved
                assert tried.played == before and card in tried.legal
                assert puzzle.quest.decided(puzzle.quest.play((*before, card, *tried.reply))) is False
            assert try_card(puzzle, refuted.cards[0], before).reply == refuted.line


def test_cards_as_text_and_the_play_as_one_text() -> None:
    puzzle = some()[0]
    first = try_card(puzzle, str(puzzle.line[0]))
    if not first.solved:
        text = " ".join(map(str, first.played))
        assert try_card(puzzle, str(puzzle.line[len(first.played)]), text).right


@pytest.mark.parametrize(
    ("card", "played", "codes"),
    [
        ("1X", "", ["bad_card"]),
        (7, "", ["bad_type"]),
        ("1X", "ZZ", ["bad_card", "bad_card"]),
        ("TH", [None], ["bad_type"]),
    ],
)
def test_what_is_no_card_is_told_with_its_place(card: object, played: object, codes: list[str]) -> None:
    with pytest.raises(TryError) as caught:
        try_card(some()[0], card, played)  # type: ignore[arg-type]
    assert [problem.code for problem in caught.value.problems] == codes
    assert all(problem.where for problem in caught.value.problems)


def test_a_card_out_of_turn_an_illegal_one_and_a_try_after_the_end() -> None:
    puzzle = some()[0]
    other = next(card for card in map(str, puzzle.line + puzzle.rest) if card not in map(str, puzzle.position.legal()))
    with pytest.raises(TryError, match=other):
        try_card(puzzle, other)
    with pytest.raises(TryError) as caught:
        try_card(puzzle, puzzle.line[0], (*puzzle.line, *puzzle.rest))
    assert caught.value.problems[0].code == "nothing_to_try"
    after = puzzle.quest.after(puzzle.quest.first(), puzzle.line[0])
    if not puzzle.quest.ours(after):
        with pytest.raises(TryError) as caught:
            try_card(puzzle, after.at.legal()[0], puzzle.line[:1])
        assert caught.value.problems[0].code == "not_on_turn"
