"""Every fault of what a user gives: a position, a record of a played deal, or what one seat sees of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rebelote import positions
from rebelote.errors import Problem, ProblemsError

#: Keys that a position does not have and a record does.
_OF_RECORDS = ("plays", "version", "auction", "dealer", "melds", "ending", "written")


def problems(data: object) -> list[Problem]:
    """Every fault of a position or a played deal, as JSON data or in a text form; none when it is good.

    Data with a key that only a record has is judged as a record, and so are tags and CFN. Data with ``hand`` and
    no ``hands`` is what one seat sees; it has a fault too when no deal fits it.
    """
    if isinstance(data, str):
        return _of_text(data)
    if isinstance(data, Mapping) and "hand" in data and "hands" not in data:
        return _of_one_hand(data)
    if not isinstance(data, Mapping) or not any(key in data for key in _OF_RECORDS):
        return positions.problems(data)
    from rebelote import wholedeals  # who only solves positions does not wait for it

    return wholedeals.problems(data)


def _of_one_hand(data: Mapping[str, Any]) -> list[Problem]:
    from rebelote.worlds.fitting import Worlds  # who sees all hands does not wait for it

    try:
        Worlds.of(data)
    except ProblemsError as error:
        return error.problems
    return []


def _of_text(text: str) -> list[Problem]:
    # CFN begins with a seat and a colon, tags with a bracket or a comment; a position with its game.
    if text.lstrip()[:1] not in ("[", "#") and text.lstrip()[1:2] != ":":
        return positions.problems(text)
    from rebelote import wholedeals
    from rebelote.cfn import looks_like_cfn
    from rebelote.recordtext import looks_like_record

    if not looks_like_record(text) and not looks_like_cfn(text):
        return positions.problems(text)
    try:
        wholedeals.DealRecord.read(text)
    except ProblemsError as error:
        return error.problems
    return []
