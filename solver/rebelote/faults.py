"""Every fault of what a user gives, whether it is a position or a record of a played deal."""

from __future__ import annotations

from collections.abc import Mapping

from rebelote import positions
from rebelote.errors import Problem, ProblemsError

#: Keys that a position does not have and a record does.
_OF_RECORDS = ("plays", "version", "auction", "dealer", "melds", "ending", "written")


def problems(data: object) -> list[Problem]:
    """Every fault of a position or a played deal, as JSON data or in a text form; none when it is good.

    Data with a key that only a record has is judged as a record, and so are tags and CFN.
    """
    if isinstance(data, str):
        return _of_text(data)
    if not isinstance(data, Mapping) or not any(key in data for key in _OF_RECORDS):
        return positions.problems(data)
    from rebelote import wholedeals  # who only solves positions does not wait for it

    return wholedeals.problems(data)


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
