"""Records corrupted at random, and anything at all: there are faults, or it is a record; nothing else happens."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generated import GAMES, some
from rebelote import DealRecord, RecordError, deal_problems, read_records, recordtext
from records import GAMBLER, Data
from strategies import anything


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to everything in some data."""
    out = [path] if path else []
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        out += places(inner, (*path, key))
    return out


def edited(data: Data, path: tuple[Any, ...], edit: Callable[[Any, Any], None]) -> Data:
    """A copy in which ``edit`` was done to one thing, given what holds it and where."""
    copy: Data = json.loads(json.dumps(data))
    at: Any = copy
    for key in path[:-1]:
        at = at[key]
    edit(at, path[-1])
    return copy


HUGE = [
    10**9,
    -(10**18),
    10**400,
    1e308,
    float("nan"),
    float("inf"),
    [[[[[[]]]]]],
    {"a": {"a": {"a": []}}},
    "7H " * 500,
]


@st.composite
def corrupted(draw: st.DrawFn) -> Data:
    """A good record with one to three things in it gone, swapped, doubled, of another kind, or absurd."""
    name = draw(st.sampled_from(list(GAMES)))
    data: Data = draw(st.sampled_from([deal.record for deal in some(name)])) or {}
    for _ in range(draw(st.integers(1, 3))):
        ways = places(data)
        path, other = draw(st.sampled_from(ways)), draw(st.sampled_from(ways))
        what = draw(st.sampled_from(["delete", "replace", "huge", "double", "borrow", "nest", "add"]))
        held: Any = data
        for key in other:
            held = held[key]
        value = {"replace": anything, "huge": lambda: st.sampled_from(HUGE)}.get(what, st.none)
        new = draw(value())

        def edit(at: Any, key: Any, what: str = what, held: Any = held, new: Any = new) -> None:
            if what == "delete":
                del at[key]
            elif what == "double" and isinstance(at, list):
                at.insert(key, at[key])
            elif what == "nest":
                at[key] = [at[key]]
            elif what == "add" and isinstance(at, dict):
                at[f"{key}2"] = at[key]
            else:
                at[key] = held if what == "borrow" else new

        data = edited(data, path, edit)
    return data


def judged(data: Any) -> None:
    """Faults or a record, and nothing else, whatever comes in."""
    found = deal_problems(data)
    for problem in found:
        assert problem.code and problem.message and len(problem.message) < 1000
        json.dumps(problem.to_dict())
    if found:
        with pytest.raises(RecordError) as caught:
            DealRecord.from_dict(data)
        assert caught.value.problems == found
        return
    record = DealRecord.from_dict(data)
    assert DealRecord.from_dict(record.to_dict()) == DealRecord.read(record.to_text()) == record
    record.tally(), record.score(), record.stakes(), record.ended, record.contract


@settings(max_examples=300)
@given(corrupted())
def test_a_corrupted_record_has_faults_or_is_a_record(data: Data) -> None:
    judged(data)


@settings(max_examples=100)
@given(st.dictionaries(st.sampled_from([*recordtext.KEYS, "x"]), anything(), max_size=8) | anything())
def test_anything_at_all_is_judged(data: Any) -> None:
    judged(data)
    judged({**GAMBLER, **data} if isinstance(data, dict) else [data])


@settings(max_examples=100)
@given(corrupted(), st.data())
def test_a_corrupted_text_has_faults_or_is_a_record(data: Data, more: st.DataObject) -> None:
    try:
        text = DealRecord.from_dict(data).to_text()
    except RecordError:
        text = DealRecord.from_dict(GAMBLER).to_text()
    at, end = sorted(more.draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
    middle = more.draw(st.sampled_from(["", text[at:end] * 2, '"', "\n\n", "[", "7H", "-"]) | st.text(max_size=5))
    try:
        for record in read_records(text[:at] + middle + text[end:]):
            assert record == DealRecord.read(record.to_text())
    except RecordError as error:
        assert all(problem.code and problem.message for problem in error.problems)
