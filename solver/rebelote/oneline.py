"""A hand, an auction and a play on one line each, as people write them in a letter.

::

    K.A9..JT87                      a hand: spades.hearts.diamonds.clubs
    pass pass 80H pass pass pass    an auction, from the first caller on
    0: QC AC / JH KH / 9H           a play: who led first, and the tricks

``docs/notation.md`` has the grammars. A position has ``rebelote.notation``, a whole record
``rebelote.recordtext``. What is read is in the canonical form of a record; all functions raise
``RecordError`` with every fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rebelote import recordvalues as values
from rebelote.cards import split_cards
from rebelote.errors import Problem, RecordError
from rebelote.notation import hand_cards
from rebelote.recordtext import normal, tricks_of


def write_hand(hand: str | Sequence[str]) -> str:
    """The cards of a hand, ``KS AH 9H``, as ``K.A9..``."""
    return values.show_hands(normal({"hands": [hand]})["hands"])


def read_hand(text: str) -> str:
    """The cards of ``K.A9..``: ``KS 9H AH``."""
    [hand] = normal({"hands": [hand_cards(text.strip())]})["hands"]
    return str(hand)


def write_auction(calls: Sequence[str]) -> str:
    """The calls, one behind the other; ``-`` when nobody called."""
    return values.show_words(normal({"auction": calls})["auction"])


def read_auction(text: str) -> list[str]:
    """The calls of an auction."""
    return list(normal({"auction": values.split_words(text.strip())})["auction"])


def write_play(leader: int | str, plays: str | Sequence[str], players: int) -> str:
    """Who led first, and the tricks of the cards played; ``-`` when there are none."""
    data = normal({"players": players, "leader": leader, "plays": plays})
    if data["players"] not in (2, 3, 4):
        raise RecordError([Problem("bad_players", f"a game is for 2 to 4 players, not {players}", "players")])
    tricks = [" ".join(trick) for trick in tricks_of(data["plays"], players)]
    return f"{data['leader']}: {' / '.join(tricks) or values.NOTHING}"


def read_play(text: str, players: int | None = None) -> tuple[int, list[str]]:
    """Who led first, and the cards played.

    ``players`` may be left out: the first trick of several tells it.
    """
    leader, colon, rest = text.partition(":")
    tricks = [] if rest.strip() == values.NOTHING else [split_cards(trick) for trick in rest.split("/")]
    if not colon or not all(tricks):
        raise RecordError([Problem("bad_text", "a play on one line is: leader: card card / card card …", "plays")])
    seats = players or (len(tricks[0]) if len(tricks) > 1 else None)
    data: dict[str, Any] = {"leader": leader.strip(), "plays": [card for trick in tricks for card in trick]}
    found = normal(data if seats is None else {"players": seats, **data})
    if seats is not None and list(map(len, tricks)) != list(map(len, tricks_of(found["plays"], seats))):
        raise RecordError([Problem("wrong_number", f"each trick but the last has {seats} cards", "plays")])
    return found["leader"], found["plays"]
