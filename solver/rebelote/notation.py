"""The one-line text form of a position, to and from the keys of its JSON form.

::

    classic H 0 .JQ9.7.AT7/A.K87.../.../... 7C side=02 cannot_go_over=free
    variant trump leader hands trick key=value…

``docs/notation.md`` has the grammar. Only the words are taken apart here: what they mean,
and whether it can be, is checked in ``rebelote.checks`` like any JSON input.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from rebelote.cards import Card, from_mask
from rebelote.errors import Problem
from rebelote.rules import OPTION_NAMES, PRESETS

SEAT_NAMES = "NESW"
#: A position in text is short; whatever is longer than this is something else.
MOST_TEXT = 4000

_WORD = re.compile(r"\S+")
_FLAGS = ("misere",)
#: The options by the type of their values, which is the same in every game.
_TYPES: dict[str, type] = {name: type(PRESETS["gambler"].option(name)) for name in OPTION_NAMES}


def looks_like_text(line: str) -> bool:
    """Whether a line could be a position in text form rather than JSON or a file's name."""
    return len(_WORD.findall(line[:MOST_TEXT])) >= 4 and not line.lstrip().startswith(("{", "["))


def hand_text(mask: int) -> str:
    """A hand as ``spades.hearts.diamonds.clubs``, each suit's ranks from the ace down."""
    suits: list[list[str]] = [[], [], [], []]
    for card in reversed(from_mask(mask)):
        suits[card.suit].append(card.rank.letter)
    return ".".join("".join(ranks) for ranks in suits)


def hand_cards(text: str) -> str:
    """``A.K87..`` as ``AS KH 8H 7H``; a word without dots is returned as it is."""
    if text.count(".") != 3:
        return text
    suits = text.replace("10", "T").split(".")
    return " ".join(rank + suit for suit, ranks in zip("SHDC", suits, strict=True) for rank in ranks)


def write(
    variant: str,
    players: int | None,
    trump: str,
    leader: int,
    hands: Iterable[int],
    trick: Iterable[Card],
    side: Iterable[int],
    misere: bool,
    options: Mapping[str, Any],
) -> str:
    """The text form; ``players`` only where the variant leaves it open."""
    words = [
        variant if players is None else f"{variant}:{players}",
        trump,
        str(leader),
        "/".join(hand_text(h) for h in hands),
        "-".join(str(c) for c in trick) or "-",
        "side=" + "".join(str(s) for s in side),
    ]
    if misere:
        words.append("misere")
    words += [f"{name}={_option_word(value)}" for name, value in options.items()]
    return " ".join(words)


def _option_word(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(str(v) for v in value)
    return value if isinstance(value, str) else json.dumps(value)


def read(text: str) -> tuple[dict[str, Any], list[Problem]]:
    """The keys of the JSON form that the text says, and the faults of the text as text."""
    if len(text) > MOST_TEXT:
        return {}, [Problem("bad_text", f"a position in text form has at most {MOST_TEXT} characters")]
    words = _WORD.findall(text)
    if len(words) < 4:
        return {}, [Problem("bad_text", "a position in text form is: variant trump leader hands [trick] [key=value …]")]
    data: dict[str, Any] = {}
    problems: list[Problem] = []
    data["variant"], colon, players = words[0].partition(":")
    if colon:
        data["players"] = int(players) if players.isascii() and players.isdigit() else players
    data["trump"] = words[1]
    data["leader"] = _seat(words[2])
    data["hands"] = [hand_cards(h) for h in words[3].split("/")]
    rest = words[4:]
    if rest and "=" not in rest[0] and rest[0] not in _FLAGS:
        data["trick"] = [] if rest[0] == "-" else [w for w in rest[0].split("-") if w]
        rest = rest[1:]
    _read_pairs(rest, data, problems)
    return data, problems


def _read_pairs(words: list[str], data: dict[str, Any], problems: list[Problem]) -> None:
    options: dict[str, Any] = {}
    seen: set[str] = set()
    for word in words:
        key, equals, value = word.partition("=")
        if key in seen:
            problems.append(Problem("repeated_word", f"{key} is said twice", key))
            continue
        seen.add(key)
        if key in _FLAGS and not equals:
            data[key] = True
        elif not equals:
            problems.append(Problem("bad_text", f"{word[:40]!r} is neither key=value nor misere"))
        elif key == "side":
            data["side"] = [_seat(s) for s in value.replace(",", "")]
        elif key == "plays":
            data["plays"] = [w for w in value.split("-") if w]
        elif key == "declarer":
            data["declarer"] = _seat(value)
        else:
            options[key] = _option_value(key, value)
    if options:
        data["options"] = options


def _seat(word: str) -> int | str:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 3 else word


def _option_value(key: str, value: str) -> Any:
    """An option's value: a list or a word where the option takes one, else true, false, a number or a word."""
    kind = _TYPES.get(key)
    if kind is tuple:
        return [_option_value("", v) for v in value.split(",")]
    if kind is str:
        return value
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.isascii() and value.isdigit() and len(value) < 9 else value
