"""The solution of a puzzle in words, with what refutes every wrong card.

A trick is told as ``2. East: K♠! 9♠ A♠ 7♠ → West +15``: who led, the cards from the leader on, who took how much. In
brackets stand cards that lay there before, behind ``!`` the only card that will do, behind ``?`` a wrong one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rebelote.cards import Card
from rebelote.positions import Position
from rebelote.puzzling.goals import LAST_TRICK, NO_TRICK, POINTS, SWEEP, TRICK
from rebelote.puzzling.puzzles import HAND, Puzzle, Refutation, Shares
from rebelote.stakes import Past
from rebelote.wording.lines import Line
from rebelote.wording.puzzletasks import task_text
from rebelote.wording.puzzlethemes import grade_name, theme_about, theme_name
from rebelote.wording.speech import Speech, marked

__all__ = (
    "Solution", "grade_name", "solution", "solution_text", "task_text", "theme_about", "theme_name", "trick_texts",
)  # fmt: skip

#: What a wrong card comes to where the goal is about tricks.
_MISSED = {
    SWEEP: marked("a trick is lost"),
    TRICK: marked("no trick is taken"),
    NO_TRICK: marked("a trick has to be taken"),
    LAST_TRICK: marked("the last trick is lost"),
}


@dataclass(frozen=True, slots=True)
class Solution:
    """What ``solution_text`` tells, piece by piece.

    ``answer``: which card it is, in the form with one hand also in how many deals each card can do it. ``line``: the
    tricks of best play to the end of the deal; ``end``: what comes of them. ``refuted``: every class of wrong cards at
    the first turn, what follows and what is left. ``later``: the other decisions. ``themes``: by their names.
    """

    answer: str
    line: tuple[str, ...]
    end: str
    refuted: tuple[str, ...]
    later: tuple[str, ...]
    themes: tuple[str, ...]
    grade: str


def solution_text(
    puzzle: Puzzle, language: str | Speech = "en", *, letters: str | None = None, symbols: bool = True
) -> list[str]:
    """The answer, the main line, what refutes each wrong card of the first turn, later decisions, themes and grade: a
    paragraph each. The language is told as for ``task_text``.
    """
    speech = language if isinstance(language, Speech) else Speech(language, letters=letters, symbols=symbols)
    say, found = speech.say, solution(puzzle, speech)
    line = " · ".join(found.line)
    if puzzle.form == HAND:
        told = say("Best play in the deal as it was: {line}.", line=line)
    else:
        told = say("Best play: {line}.", line=line)
    last = [say("Themes: {themes}.", themes=", ".join(found.themes))] if found.themes else []
    last.append(say("Grade: {grade}.", grade=found.grade))
    return [found.answer, f"{told} {found.end}".rstrip(), *found.refuted, *found.later, " ".join(last)]


def solution(puzzle: Puzzle, speech: Speech) -> Solution:
    """The solution in the words of one language."""
    at, asked = puzzle.position, puzzle.form != HAND
    first = [refuted for refuted in puzzle.refutations if not refuted.place]
    later = sorted({refuted.place for refuted in puzzle.refutations if refuted.place}) if asked else []
    only = {puzzle.line[place]: "!" for place in (0, *later)}
    line = trick_texts(at, puzzle.line + puzzle.rest, speech, marks=only)
    grade = speech.say("{grade} of 5, {word}", grade=puzzle.grade, word=grade_name(puzzle.grade, speech))
    return Solution(
        _answer(puzzle, speech), tuple(line), _end(puzzle, speech) if asked else "",
        tuple(_refuted(puzzle, refuted, speech) for refuted in first),
        tuple(_later(puzzle, place, speech) for place in later),
        tuple(theme_name(theme, speech) for theme in puzzle.themes), grade,
    )  # fmt: skip


def trick_texts(
    at: Position, cards: Sequence[Card], speech: Speech, *, marks: Mapping[Card, str] | None = None
) -> list[str]:
    """The tricks that ``cards`` finish from a position on, numbered from 1; ``marks`` stand behind their cards."""
    out = []
    for trick in Line.of(at, cards, Past.none(at.players), 1).tricks:
        told = [_marked(card, at, speech, marks or {}) for card in trick.cards]
        leader, winner = speech.who(trick.leader, at.players), speech.who(trick.winner, at.players)
        out.append(speech.say("{n}. {leader}: {cards} → {winner} +{points}", n=trick.number, leader=leader,
                              cards=" ".join(told), winner=winner, points=trick.points))  # fmt: skip
    return out


def _marked(card: Card, at: Position, speech: Speech, marks: Mapping[Card, str]) -> str:
    told = speech.card(card)
    return f"({told})" if card in at.trick else told + marks.get(card, "")


def _answer(puzzle: Puzzle, speech: Speech) -> str:
    card, alike = speech.card(puzzle.answer[0]), puzzle.answer[1:]
    if alike:
        said = speech.say_count("{card} does it – or {alike}, which plays alike – and no other card.",
                                "{card} does it – or {alike}, which play alike – and no other card.", len(alike),
                                card=card, alike=speech.any_of(alike))  # fmt: skip
    else:
        said = speech.say("{card} does it, and no other card.", card=card)
    return said if puzzle.shares is None else f"{said} {_shares(puzzle, puzzle.shares, speech)}"


def _shares(puzzle: Puzzle, shares: Shares, speech: Speech) -> str:
    """In how many of the deals that fit the answer can do it, and the other cards."""
    right = next((n for card, n in shares.cards.items() if card in puzzle.answer), 0)
    values = {"card": speech.card(puzzle.answer[0]), "deals": _grouped(shares.worlds)}
    if right == shares.worlds:
        said = speech.say_count("{card} can do it in the {deals} deal that fits.",
                                "{card} can do it in all {deals} deals that fit.", shares.worlds, **values)  # fmt: skip
    else:
        said = speech.say_count("{card} can do it in {right} of the {deals} deal that fits.",
                                "{card} can do it in {right} of the {deals} deals that fit.", shares.worlds,
                                right=_grouped(right), **values)  # fmt: skip
    others = [
        speech.say("{card} in {deals}", card=speech.card(card), deals=_grouped(n))
        for card, n in sorted(shares.cards.items(), key=lambda item: (-item[1], item[0]))
        if card not in puzzle.answer
    ]
    return " ".join((said, speech.say("The others: {cards}.", cards=", ".join(others)))) if others else said


def _end(puzzle: Puzzle, speech: Speech) -> str:
    """From where on nothing can go wrong, and what the side has in the end where points are asked for."""
    last = len(puzzle.line) - 1
    out = speech.say("After {card} in trick {trick} nothing can go wrong any more.",
                     card=speech.card(puzzle.line[last]), trick=_trick(puzzle, last))  # fmt: skip
    if puzzle.goal.kind != POINTS:
        return out
    quest = puzzle.quest
    taken = quest.play(puzzle.line + puzzle.rest).taken.points
    return " ".join((out, speech.say("In the end: {points} of {of}.", points=taken, of=quest.of)))


def _refuted(puzzle: Puzzle, refuted: Refutation, speech: Speech) -> str:
    """A class of wrong cards at the first turn: the tricks that follow the first of them, and what is left."""
    first, *_ = refuted.cards
    tricks = trick_texts(puzzle.position, (first, *refuted.line), speech, marks={first: "?"})
    return speech.say("After {cards}: {line} – {left}.", cards=speech.any_of(refuted.cards), line=" · ".join(tricks),
                      left=_left(puzzle, refuted, speech))  # fmt: skip


def _later(puzzle: Puzzle, place: int, speech: Speech) -> str:
    """A later decision: what is right, and what each wrong card leaves."""
    at = puzzle.quest.play(puzzle.line[:place]).at
    wrong = [refuted for refuted in puzzle.refutations if refuted.place == place]
    right = [card for card in at.legal() if not any(card in refuted.cards for refuted in wrong)]
    by_left: dict[str, list[Card]] = {}
    for refuted in wrong:
        by_left.setdefault(_left(puzzle, refuted, speech), []).extend(refuted.cards)
    told = [
        speech.say("after {cards} {left}", cards=speech.any_of(cards), left=left) for left, cards in by_left.items()
    ]
    seat = speech.who(at.seat, at.players)
    return speech.say("Trick {trick}, {seat}: only {cards}; {wrong}.", trick=_trick(puzzle, place), seat=seat,
                      cards=speech.any_of(right), wrong=", ".join(told))  # fmt: skip


def _left(puzzle: Puzzle, refuted: Refutation, speech: Speech) -> str:
    """What the side still gets after a wrong card, with what it has from the line before it."""
    if puzzle.goal.kind != POINTS:
        return speech.say(_MISSED[puzzle.goal.kind])
    points = puzzle.quest.play(puzzle.line[: refuted.place]).taken.points + (refuted.points or 0)
    if puzzle.position.misere:
        return speech.say_count("at least {n} point", "at least {n} points", points)
    if not points:
        return speech.say("no points at all")
    return speech.say_count("at most {n} point", "at most {n} points", points)


def _trick(puzzle: Puzzle, place: int) -> int:
    """The number of the trick, from 1, that a card of the line belongs to."""
    return (len(puzzle.position.trick) + place) // puzzle.position.players + 1


def _grouped(number: int) -> str:
    """A number in groups of three figures, which no line break parts."""
    return f"{number:,}".replace(",", "\u202f")
