"""What the solver knows besides his hand where he sees only that: the play so far, and what was shown and called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from rebelote.cards import Card, from_mask
from rebelote.positions import Position
from rebelote.reports.markup import Inside, tag
from rebelote.reports.pieces import facts, heading
from rebelote.reports.puzzlediagram import rank_text, with_cards
from rebelote.wording.puzzletalk import trick_texts
from rebelote.wording.speech import Speech
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.sights import Sight, see


def known(view: Mapping[str, Any], speech: Speech) -> list[Element]:
    """The play so far, trick by trick, and the other facts; ``view`` is the hidden form of a record.

    Raises ``PositionError`` with every fault of it.
    """
    knowledge = Knowledge.from_dict(view)
    out = []
    if played := trick_texts(_from_the_first_lead(knowledge), knowledge.plays, speech):
        out.append(tag("h4", heading(speech.say("played so far"))))
        out.append(tag("ul", [tag("li", with_cards(trick)) for trick in played], class_="play"))
    if pairs := list(_facts(knowledge, see(view), speech)):
        out.append(facts(pairs))
    return out


def _from_the_first_lead(k: Knowledge) -> Position:
    """The position before the first card, each hand no more than what is known to have been in it."""
    hands = k.dealt([k.hand if seat == k.seat else 0 for seat in range(k.players)])
    return Position(k.rules, k.players, k.strain, k.leader, hands, (), k.side, k.misere)


def _facts(k: Knowledge, sight: Sight, speech: Speech) -> Iterator[tuple[str, Inside]]:
    """The declarer, cards that were shown, and melds; each with what it is."""
    say = speech.say
    if k.declarer is not None:
        bid = "" if k.contract is None or k.contract.bid is None else f" ({k.contract.bid})"
        yield say("declarer"), speech.who(k.declarer, k.players) + bid
    shown = ((say("upcard"), k.upcard), (say("second upcard"), k.second), (say("bottom card"), k.bottom))
    for word, card in shown:
        if card is not None:
            yield word, with_cards(speech.card(card))
    if k.exchange is not None:
        yield say("seven of trumps swapped by"), speech.who(k.exchange, k.players)
    for word, melds in ((say("melds"), k.melds), (say("bela"), k.belas)):
        if melds:
            told = [(seat, speech.cards(from_mask(meld.cards))) for seat, meld in melds]
            yield word, _by_seat(told, k.players, speech)
    if sight.announced:
        told = [(seat, _announced(text, speech)) for seat, all_ in sight.announced.items() for _, text, _ in all_]
        yield say("announced"), _by_seat(told, k.players, speech)
    if sight.known:
        told = [(seat, speech.card(card)) for card, seat in sight.known.items()]
        yield say("dealt, as is known"), _by_seat(told, k.players, speech)
    if sight.out:
        yield say("out of play"), with_cards(speech.cards(sight.out))


def _by_seat(told: list[tuple[int, str]], players: int, speech: Speech) -> Inside:
    return with_cards(", ".join(f"{words} ({speech.who(seat, players)})" for seat, words in told))


def _announced(text: str, speech: Speech) -> str:
    """A meld as it was announced (``rebelote.worlds.announcements``)."""
    kind, *words = text.split()
    if kind.lower() == "worth":
        return speech.points(int(words[0]))
    if kind.lower() == "run" and words[0].isdigit():
        if words[1:]:
            return speech.say("run of {n} to {top}", n=words[0], top=_top(words[1], speech))
        return speech.say("run of {n}", n=words[0])
    if kind.lower() == "set" and len(words) < 2:
        told = speech.say("four of a kind")
        return f"{told}: {_top(words[0], speech)}" if words else told
    return speech.cards(words)


def _top(word: str, speech: Speech) -> str:
    """A rank or a card in the letters of the language."""
    return speech.card(word) if len(word) > 1 else rank_text(Card(f"{word}S"), speech)
