"""The sentence for every kind of fact, and how its values are put into words.

A sentence names its values in braces. After a colon stands the form it wants: of seats ``who``, ``whose`` or
``to`` (``rebelote.wording.speech``), of a number ``points``, of a suit ``card``. Which form a value takes is
each translator's choice; which values a sentence has is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rebelote.errors import InputError
from rebelote.wording.speech import Speech, marked

SENTENCES = {
    "changed": marked(
        "Trick {trick}: {seat} plays {card}. Until then: {before}; from then on: {after}."
        " {better} would have kept the result."
    ),
    "trick_moves": marked(
        "After {played}, trick {trick} goes to {to} ({card}, {points:points});"
        " after {instead}, to {from} ({instead_card}, {instead_points:points})."
    ),
    "last_trick_moves": marked(
        "After {played}, the last trick goes to {to} ({card}, {points:points});"
        " after {instead}, to {from} ({instead_card}, {instead_points:points})."
    ),
    "last_trick": marked(
        "After {played}, the last trick and its {points:points} go to {to}; after {instead}, to {from}."
    ),
    "led_by": marked(
        "After {played}, {leader} leads to trick {trick} ({card}); after {instead}, {instead_leader} does"
        " ({instead_card})."
    ),
    "ruffed": marked("After {played}, {seat} ruffs {owner:whose} {over} with {card} in trick {trick}."),
    "ruff_missed": marked("After {instead}, {seat} ruffs {owner:whose} {over} with {card} in trick {trick}."),
    "master": marked("{seat} has the highest {suit:card} in play, {card}."),
    "master_trump": marked("{seat} has the highest trump in play, {card}."),
    "becomes_master": marked("After {played}, {seat:whose} {card} is the highest {suit:card} left by trick {trick}."),
    "becomes_master_trump": marked("After {played}, {seat:whose} {card} is the highest trump left by trick {trick}."),
    "must_go_over": marked("Then {seat} must go over {over} in trick {trick}, with {card}."),
    "must_trump": marked("Then {seat} cannot follow suit in trick {trick} and must trump with {card}."),
    "out_of_trumps": marked(
        "After {played}, {seat:whose} trumps are gone with trick {trick}; after {instead}, only with trick {until}."
    ),
    "trumps_left": marked(
        "After {instead}, {seat:whose} trumps are gone with trick {trick}; after {played}, only with trick {until}."
    ),
    "card_lost": marked(
        "After {played}, {owner:whose} {card} falls to {to} in trick {trick}; after {instead}, it goes to {from}."
    ),
    "partner_card_lost": marked(
        "After {played}, the partner's {card} falls to {to} in trick {trick}; after {instead}, it goes to {from}."
    ),
    "sweep_lost": marked("After {played}, trick {trick} goes to {to}; after {instead}, every trick goes to {side}."),
    "sweep_given": marked("After {played}, every trick goes to {side}; after {instead}, trick {trick} goes to {seat}."),
    "melds_lost": marked("Without a trick, {side:whose} melds ({points:points}) do not count."),
    "melds_count": marked("With a trick, {side:whose} melds ({points:points}) do count."),
    "counts_of_bid": marked("{bid} was bid: {then} for {side} after {played}, {held} after {instead}."),
    "counts_against": marked(
        "Toward the contract: {then} against {then_against} for {side} after {played},"
        " {held} against {held_against} after {instead}."
    ),
    "points": marked("Points for {side}: {then} after {played}, {held} after {instead}."),
    "cost": marked("Trick {trick}: {seat} plays {card} and loses {points:points}. {better} would have lost nothing."),
    "cost_in_score": marked(
        "Trick {trick}: {seat} plays {card} and loses {score} in score. {better} would have lost nothing."
    ),
    "deal_best": marked("With best play by all: {result}."),
    "deal_played": marked("As it was played: {result}."),
    "deal_broken_off": marked("From where it was broken off, with best play: {result}."),
    "deal_points": marked("Points of {side}: {best} of {of} with best play, {scored} in the end."),
    "written": marked("Written with best play: {best}; in the end: {scored}."),
    "written_by": marked("Written by {side} with best play: {best}; in the end: {scored}."),
    "points_lost": marked("Points lost: {losses}."),
    "score_lost": marked("Score lost: {losses}."),
    "nothing_lost": marked("Nobody lost anything."),
    "no_turning": marked("No card changed the result."),
}
#: Results by their word in an analysis; where no contract is known they are those of a side.
RESULTS = {
    "made": marked("contract made"),
    "failed": marked("contract failed"),
    "hanging": marked("hanging deal"),
    "misere": marked("misère, all passed"),
    "not made": marked("contract not made"),
    "open": marked("contract left open"),
    "every trick": marked("every trick for {side}"),
    "no trick": marked("no trick for {side}"),
    "more": marked("more than half of the points for {side}"),
    "half": marked("half of the points for {side}"),
    "less": marked("less than half of the points for {side}"),
}
CODES = (*SENTENCES, "turns")


def phrase(code: str, values: Mapping[str, Any], language: str | Speech = "en", *, players: int = 4) -> str:
    """The sentence for a fact of the given code, for a table of so many players.

    Raises ``InputError`` for a code or a language that is none.
    """
    speech = language if isinstance(language, Speech) else Speech(language)
    if code == "turns":
        return speech.say_count("{n} card changed the result.", "{n} cards changed the result.", values["n"])
    if code not in SENTENCES:
        raise InputError(f"there is no sentence for {code!r}")
    said = speech.say(SENTENCES[code], **{key: _told(speech, players, key, value) for key, value in values.items()})
    return said[:1].upper() + said[1:]


class _Word:
    """A value in the form that a sentence asks for."""

    def __init__(self, plain: str, form: Callable[[str], str]) -> None:
        self.plain, self.form = plain, form

    def __format__(self, spec: str) -> str:
        return self.form(spec) if spec else self.plain


def _told(speech: Speech, players: int, key: str, value: Any) -> object:
    if key in _SEATS:
        return _side(speech, players, value)
    if key in _CARDS:
        return speech.card(value)
    if key in _RESULTS:
        return _result(speech, players, value)
    if key == "suit":
        suit = "SHDC".index(value)
        return _Word(speech.suit(suit), lambda _: speech.of_suit(suit))
    if key == "better":
        return speech.any_of(value)
    if key == "losses":
        return ", ".join(f"{speech.who(seat, players)} ({n})" for seat, n in value)
    if isinstance(value, list):
        return " : ".join("?" if n is None else _number(n) for n in value)
    return _Word(_number(value), lambda _: speech.points(value))


def _number(n: int) -> str:
    return str(n).replace("-", "−")


def _result(speech: Speech, players: int, value: Mapping[str, Any]) -> str:
    """A result in words, with those who take every trick."""
    said = speech.say(RESULTS[value["result"]], side=_side(speech, players, value["side"]))
    if value["capot"] is None:
        return said
    return speech.say("{result}, capot for {side}", result=said, side=_side(speech, players, value["capot"]))


def _side(speech: Speech, players: int, seats: int | list[int]) -> _Word:
    return _Word(speech.who(seats, players), lambda form: speech.who(seats, players, form))


_SEATS = {"seat", "to", "from", "owner", "leader", "instead_leader", "side"}
_CARDS = {"card", "instead_card", "over", "instead", "played"}
_RESULTS = {"before", "after", "result"}
