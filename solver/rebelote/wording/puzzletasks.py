"""The task of a puzzle in words: whose turn it is, what is to be reached, which hands are seen."""

from __future__ import annotations

from collections.abc import Iterable

from rebelote.puzzling.goals import BROKEN, LAST_TRICK, NO_TRICK, POINTS, SWEEP, TRICK
from rebelote.puzzling.puzzles import HAND, Puzzle
from rebelote.wording.speech import Speech, marked

#: Whose turn in the trick it is: who leads, who plays second, third and fourth.
_TURNS = (
    marked("Your lead ({who})"),
    marked("You are second to play ({who})"),
    marked("You are third to play ({who})"),
    marked("You are fourth to play ({who})"),
)
#: Goals in tricks.
_TRICKS = {
    SWEEP: marked("take every trick that is left"),
    TRICK: marked("take at least one trick"),
    NO_TRICK: marked("take no trick"),
    LAST_TRICK: marked("take the last trick"),
}


def task_text(
    puzzle: Puzzle, language: str | Speech = "en", *, letters: str | None = None, symbols: bool = True
) -> str:
    """What the solver is to do, and what he sees, in one paragraph; nothing of the solution is in it.

    ``language`` is one of ``rebelote.wording.speech.SPOKEN``; ``letters`` and ``symbols`` say how cards are written
    (a ``Speech`` brings its own). Raises ``InputError`` for a language without a catalogue.
    """
    speech = language if isinstance(language, Speech) else Speech(language, letters=letters, symbols=symbols)
    return " ".join(task(puzzle, speech))


def task(puzzle: Puzzle, speech: Speech) -> list[str]:
    """The sentences of ``task_text``: the contract where one hangs on it, what is to be done, what is seen."""
    at, say = puzzle.position, speech.say
    turn = say(_TURNS[len(at.trick)], who=speech.who(at.seat, at.players))
    goal = _goal(puzzle, speech)
    if puzzle.goal.contract is None:
        asked = say("{turn}: {goal}.", turn=turn, goal=goal)
    elif puzzle.goal.contract == BROKEN:
        asked = say("{turn}: break the contract, that is, {goal}.", turn=turn, goal=goal)
    else:
        asked = say("{turn}: make the contract, that is, {goal}.", turn=turn, goal=goal)
    return [*_contract(puzzle, speech), asked, _seen(puzzle, speech)]


def _goal(puzzle: Puzzle, speech: Speech) -> str:
    goal, at, say_count = puzzle.goal, puzzle.position, speech.say_count
    if goal.kind != POINTS:
        return speech.say(_TRICKS[goal.kind])
    assert goal.points is not None
    asked, left = goal.points, at.at_stake
    if puzzle.form == HAND and at.players * at.rules.cards < 32:
        # What lies out of play is not known, so neither is what is left.
        if at.misere:
            return say_count("take no more than {n} point", "take no more than {n} points", asked)
        return say_count("take at least {n} point", "take at least {n} points", asked)
    if at.misere:
        if not asked:
            return say_count("take none of the remaining {n} point", "take none of the remaining {n} points", left)
        return say_count("take no more than {most} of the remaining {n} point",
                         "take no more than {most} of the remaining {n} points", left, most=asked)  # fmt: skip
    if asked >= left:
        return say_count("take the remaining {n} point", "take all of the remaining {n} points", left)
    return say_count("take at least {least} of the remaining {n} point",
                     "take at least {least} of the remaining {n} points", left, least=asked)  # fmt: skip


def _contract(puzzle: Puzzle, speech: Speech) -> list[str]:
    """Who has declared what, where that is why the goal is asked for."""
    background = puzzle.background
    if puzzle.goal.contract is None or background is None or background.stakes.contract.declarer is None:
        return []
    contract, players = background.stakes.contract, puzzle.position.players
    assert contract.declarer is not None
    values = {"who": speech.who(contract.declarer, players), "strain": speech.strain(contract.strain)}
    if contract.sweep:
        said = speech.say("{who} plays {strain} and has bid every trick.", **values)
    elif contract.bid is not None:
        said = speech.say("{who} plays {strain} and has bid {bid}.", bid=contract.bid, **values)
    else:
        said = speech.say("{who} plays {strain}.", **values)
    return [said[:1].upper() + said[1:]]


def _seen(puzzle: Puzzle, speech: Speech) -> str:
    """Which hands are seen and who is with whom; with one hand, in how many deals the answer has to do it."""
    at, shares, say = puzzle.position, puzzle.shares, speech.say
    sides = {"side": _Who(speech, at.side, at.players), "others": _Who(speech, at.others, at.players)}
    if puzzle.form == HAND:
        if shares is None or shares.share >= 1:
            first = say("You see only your hand: find the card that can do it in all deals that fit.")
        else:
            first = say(
                "You see only your hand: find the card that can do it in at least {share} of the deals that fit.",
                share=_percent(shares.share, speech),
            )
    else:
        first = say("All hands are open.")
    if at.players == 2:
        return first
    if len(at.side) == 1:
        together = say("The others play together against you.")
    elif puzzle.form == HAND:
        together = say("Your side: {side}.", **sides)
    elif at.rules.parties(at.players) > 2:
        together = say("You play for {side}, together against {others}.", **sides)
    else:
        together = say("You play for both partners, {side}.", **sides)
    return f"{first} {together}"


class _Who:
    """A seat or a side in the form that a sentence asks for."""

    def __init__(self, speech: Speech, seats: Iterable[int], players: int) -> None:
        self._forms = {form: speech.who(seats, players, form) for form in ("who", "whose", "to")}

    def __format__(self, form: str) -> str:
        return self._forms[form or "who"]


def _percent(share: float, speech: Speech) -> str:
    """A share in per cent, which no line break parts from its sign."""
    told = f"{100 * share:.1f}".removesuffix(".0")
    told = told if speech.language == "en" else told.replace(".", ",")
    return speech.say("{n} %", n=told).replace(" ", "\u00a0")
