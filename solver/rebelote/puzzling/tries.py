"""A try at a puzzle: is the card right, and what does the other side answer?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rebelote.cards import Card, split_cards
from rebelote.engine import Engine, StopFlag
from rebelote.errors import CardError, Problem, ProblemsError
from rebelote.puzzling.judging import Judge, judge
from rebelote.puzzling.lines import refutation
from rebelote.puzzling.puzzles import HAND, Puzzle
from rebelote.puzzling.quests import Moment, Quest


class TryError(ProblemsError):
    """A card that cannot be tried, or cards before it that cannot have been played."""

    code = "bad_try"


@dataclass(frozen=True, slots=True)
class Try:
    """What became of a card.

    ``reply``: after a right card the other side's best cards, up to the next turn of the solving side; after a wrong
    one what follows, both sides at their best, until the goal is out of reach. ``played``: every card since the start,
    to be handed in with the next try; a wrong card is taken back. ``solved``: no card can go wrong any more, and
    ``rest`` is how the deal then ends. ``legal``: what may be tried next, of seat ``seat``.
    """

    id: str
    card: Card
    right: bool
    reply: tuple[Card, ...]
    played: tuple[Card, ...]
    solved: bool
    rest: tuple[Card, ...]
    seat: int | None
    legal: tuple[Card, ...]

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "card": str(self.card),
            "right": self.right,
            "reply": [str(card) for card in self.reply],
            "played": [str(card) for card in self.played],
            "solved": self.solved,
            "rest": [str(card) for card in self.rest],
            "seat": self.seat,
            "legal": [str(card) for card in self.legal],
        }


def try_card(
    puzzle: Puzzle,
    card: Card | str,
    played: str | Iterable[Card | str] = (),
    *,
    nodes: int | None = None,
    stop: StopFlag | None = None,
    engine: Engine | None = None,
) -> Try:
    """Try a card of the solving side after ``played``, every card since the puzzle's position.

    Any card that still reaches the goal is right, on the main line or off it. In the form ``hand`` only the first card
    is asked: the answer is right, and a wrong card is refuted in the deal as it was. Raises ``TryError`` with
    every fault, ``Interrupted`` when stopped or past the budget.
    """
    quest = puzzle.quest
    moment, before, faults = _reached(quest, played)
    tried = _tried(quest, moment, before, card, faults)
    if faults or tried is None:
        raise TryError(faults)
    if puzzle.form == HAND and before:
        raise TryError([Problem("nothing_to_try", "with one hand seen only the first card is asked", "played")])
    with judge(quest, engine, stop=stop, nodes=nodes) as judging:
        return _answered(puzzle, judging, moment, before, tried)


def _answered(puzzle: Puzzle, judging: Judge, moment: Moment, before: tuple[Card, ...], card: Card) -> Try:
    quest = judging.quest
    right = next(choice.reaches for choice in judging.choices(moment) if card in choice.cards)
    if puzzle.form == HAND:
        right = card in puzzle.answer
    if not right:
        line = refutation(judging, moment, card)
        return Try(puzzle.id, card, False, line, before, False, (), moment.at.seat, tuple(moment.at.legal()))
    reply: list[Card] = []
    moment = quest.after(moment, card)
    if puzzle.form != HAND:
        while not moment.over and not quest.ours(moment):
            reply.append(judging.choices(moment)[0].card)
            moment = quest.after(moment, reply[-1])
    now = (*before, card, *reply)
    rest = () if puzzle.form == HAND else _end(judging, moment)
    if rest is not None:
        return Try(puzzle.id, card, True, tuple(reply), now, True, rest, None, ())
    return Try(puzzle.id, card, True, tuple(reply), now, False, (), moment.at.seat, tuple(moment.at.legal()))


def _end(judging: Judge, moment: Moment) -> tuple[Card, ...] | None:
    """How the deal ends, where no turn of the solving side on the way has a wrong card; else none."""
    out: list[Card] = []
    while not moment.over:
        choices = judging.choices(moment)
        if judging.quest.ours(moment) and not all(choice.reaches for choice in choices):
            return None
        out.append(choices[0].card)
        moment = judging.quest.after(moment, out[-1])
    return tuple(out)


def _reached(quest: Quest, played: str | Iterable[Card | str]) -> tuple[Moment, tuple[Card, ...], list[Problem]]:
    """The moment after the cards played, the cards, and what is wrong with them."""
    moment, cards, faults = quest.first(), list[Card](), list[Problem]()
    words = split_cards(played) if isinstance(played, str) else played
    for i, word in enumerate(words):
        where = f"played[{i}]"
        card = _card(word, where, faults)
        if faults or card is None:
            break
        if moment.over:
            faults.append(Problem("no_cards", "all cards were played before this one", where, None, str(card)))
        elif why := moment.at.why_not(card):
            faults.append(Problem("illegal_card", why, where, moment.at.seat, str(card)))
        if faults:
            break
        cards.append(card)
        moment = quest.after(moment, card)
    return moment, tuple(cards), faults


def _tried(
    quest: Quest, moment: Moment, before: tuple[Card, ...], word: Card | str, faults: list[Problem]
) -> Card | None:
    """The card tried; what is wrong with it is added to the faults."""
    known = not faults
    card = _card(word, "card", faults)
    if card is None or not known:
        return None
    if moment.over or quest.decided(moment) is not None:
        faults.append(Problem("nothing_to_try", "the goal is decided: there is nothing more to try", "played"))
    elif not quest.ours(moment):
        words = f"seat {moment.at.seat} is on turn, of the other side"
        faults.append(Problem("not_on_turn", words, "played", moment.at.seat))
    elif why := moment.at.why_not(card):
        faults.append(Problem("illegal_card", why, "card", moment.at.seat, str(card)))
    return card


def _card(word: Card | str, where: str, faults: list[Problem]) -> Card | None:
    if isinstance(word, Card):
        return word
    try:
        if isinstance(word, str):
            return Card(word)
        faults.append(Problem("bad_type", "a card is a text such as TH", where))
    except CardError as error:
        faults.append(Problem(error.code, str(error), where))
    return None
