"""Files taken apart into items: every form, every fault, in any pieces, and nothing lost behind a fault."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebelote import PositionError, Problem, batch, cfn
from rebelote.jsontext import MOST_DEEP, MOST_ITEM, InputFault, read_json
from rebelote.streams import Item, read_items

Found = tuple[int, Any]


def pieces(content: bytes, size: int) -> Callable[[int], bytes]:
    """A ``read`` that gives no more than ``size`` bytes at a time."""
    stream = BytesIO(content)
    return lambda most: stream.read(min(size, most))


def found(content: str | bytes, size: int = 1 << 16) -> list[Found]:
    """Line and data of every item; for a bad one its code."""
    raw = content.encode() if isinstance(content, str) else content
    return [(i.line, i.data if i.error is None else i.error.code) for i in read_items(pieces(raw, size))]


A, B, C = {"a": 1}, {"b": [1, {"x": ']}\\"'}]}, {"c": None}
a, b, c = (json.dumps(item) for item in (A, B, C))


@pytest.mark.parametrize(
    ("content", "items"),
    [
        ("", []),
        (" \n\r\n\t\n", []),
        ("# nothing\n", []),
        (f"{a}\n{b}\n", [(1, A), (2, B)]),
        (f"\ufeff{a}\r\n\r\n# note\r\n  {b}", [(1, A), (4, B)]),
        (f"[{a}, {b}]", [(1, A), (1, B)]),
        (f"[\n  {a},\n\n  {b},\n# note\n  {c}\n]\n{a}", [(2, A), (4, B), (6, C), (8, A)]),
        (json.dumps(B, indent=2) + "\n\n" + json.dumps(C, indent=0), [(1, B), (10, C)]),
        ("[\n" + json.dumps(B, indent=2) + ",\n" + json.dumps(A, indent=2) + "\n]", [(2, B), (10, A)]),
        (
            "classic H 0 J9../8../A../7.. -\n# note\ngambler NT 1 A.../K...\n",
            [(1, "classic H 0 J9../8../A../7.. -"), (3, "gambler NT 1 A.../K...")],
        ),
        (
            f'"gambler NT 1 A.../K..."\n["gambler S 0 A.../K...", {a}]',
            [(1, "gambler NT 1 A.../K..."), (2, "gambler S 0 A.../K..."), (2, A)],
        ),
    ],
    ids=[
        "empty", "blank", "comment", "lines", "windows", "list", "list over lines", "objects over lines",
        "list of objects over lines", "text", "text in quotes",
    ],
)  # fmt: skip
def test_every_form_of_a_file_is_read(content: str, items: list[Found]) -> None:
    for size in (1, 7, 1 << 16):
        assert found(content, size) == items


@pytest.mark.parametrize(
    ("content", "items"),
    [
        (f'{a}\n{{"a": \n{c}\n', [(1, A), (2, "bad_json"), (3, C)]),
        (f'{a}\n{{"a": "x\n{c}\n', [(1, A), (2, "bad_json"), (3, C)]),
        (f'{a}\n{{"a": [1, 2}}\n{c}\n', [(1, A), (2, "bad_json"), (3, C)]),
        (f'{a}\n{{"a": x}}\n{c}\n', [(1, A), (2, "bad_json"), (3, C)]),
        (f'{a}\n{{"a": 1\nnot json\n{c}\n', [(1, A), (2, "bad_json"), (3, "bad_input"), (4, C)]),
        (f'{{"a": [\n{c}\n', [(1, "bad_json"), (2, C)]),
        (f"{a},\n{b}\n", [(1, "bad_json"), (2, B)]),
        (f"{a}{b}\n{c}", [(1, "bad_json"), (2, C)]),
        ('{\n "a": 1,\n "b": x,\n "c": 2\n}\n' + c, [(1, "bad_json"), (6, C)]),
        ('{\n "a": 1,\n "b": "x,\n "c": 2\n}\n' + c, [(1, "bad_json"), (6, C)]),
        (f'[{a}, {{"a": x}}, {c}]', [(1, A), (1, "bad_json"), (1, C)]),
        (f"[{a}, , {c}, ]\n{b}", [(1, A), (1, "bad_json"), (1, C), (1, "bad_json"), (2, B)]),
        (f'[\n{a},\n{{"a":,\n{b},\n{c}\n]\n{a}', [(2, A), (3, "bad_json"), (4, B), (5, C), (7, A)]),
        (f"[\n{a}\n{b}\n{c}\n", [(2, A), (2, "bad_json"), (3, B), (4, C)]),
        (f"[{a}, {b}", [(1, A), (1, B), (1, "bad_json")]),
        (f"[{a}] {b}\n{c}", [(1, A), (1, "bad_json"), (2, C)]),
        (f"[]\n{c}", [(1, "empty_input"), (2, C)]),
        (f"[1, [2], null, {c}]", [(1, "not_an_object")] * 3 + [(1, C)]),
        (f'"no end\n12\n}}\n{c}', [(1, "bad_json"), (2, "bad_input"), (3, "bad_input"), (4, C)]),
        (b'\xff\xfe\n{"a": "\xe9"}\n' + c.encode(), [(1, "not_utf8"), (2, "not_utf8"), (3, C)]),
        (f'\0\0\n{{"a": "\0"}}\n{c}', [(1, "bad_input"), (2, "bad_json"), (3, C)]),
        (f'{{"a": 1, "a": 2}}\n{{"x": {{"k": 1, "k": 1}}}}\n{c}', [(1, "duplicate_key"), (2, "duplicate_key"), (3, C)]),
        (
            f'{{"a": NaN}}\n{{"a": -Infinity}}\n{{"a": 1e999}}\n{c}',
            [(1, "bad_number"), (2, "bad_number"), (3, "bad_number"), (4, C)],
        ),
        (f'{{"a": {"9" * 5000}}}\n{c}', [(1, "bad_number"), (2, C)]),
        ("[" * 100_000 + f"\n{c}", [(1, "too_deep"), (2, C)]),
        ('{"a":' * 100_000 + f"\n{c}", [(1, "too_deep"), (2, C)]),
        ("x" * (MOST_ITEM + 1) + f"\n{c}", [(1, "too_long"), (2, C)]),
        ('{"a": "' + "x" * MOST_ITEM + f'"}}\n{c}', [(1, "too_long"), (2, C)]),
        (f'[{a}, "' + "x" * MOST_ITEM + f'"]\n{c}', [(1, A), (1, "too_long"), (2, C)]),
    ],
)  # fmt: skip
def test_a_bad_item_is_named_with_its_line_and_the_rest_is_read(content: str | bytes, items: list[Found]) -> None:
    sizes = (1, 7, 1 << 16) if len(content) < 10_000 else (1 << 16,)
    for size in sizes:
        assert found(content, size) == items


TOKENS = [
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b'"',
    b"\n",
    b" ",
    b"#",
    b"\\",
    b"a",
    b"7",
    b"\xff",
    b"\xc3\xa9",
    a.encode(),
]


@given(st.lists(st.sampled_from(TOKENS), max_size=40).map(b"".join), st.integers(1, 9))
def test_the_items_do_not_depend_on_the_pieces_a_stream_comes_in(content: bytes, size: int) -> None:
    assert found(content, size) == found(content)


DEAL = {"variant": "gambler", "players": 2, "hands": ["7H TD", "AC KC"], "options": {"last_trick": 20}, "misere": False}


@given(st.lists(st.one_of(st.none(), st.integers(0, len(json.dumps(DEAL)) - 1)), min_size=1, max_size=6), st.booleans())
def test_lines_cut_short_cost_no_other_line(cuts: list[int | None], in_list: bool) -> None:
    whole = json.dumps(DEAL)
    lines = [whole if cut is None else whole[:cut] for cut in cuts]
    text = "[\n" + ",\n".join(lines) + "\n]" if in_list else "\n".join(lines)
    good = [i + 1 + in_list for i, cut in enumerate(cuts) if cut is None]
    assert [line for line, data in found(text) if data == DEAL] == good


def test_an_item_is_handed_out_before_the_next_one_comes() -> None:
    sent = iter([a.encode() + b"\n", b"[" + b.encode() + b","])
    coming = read_items(lambda _: next(sent))  # to read on would end in a StopIteration
    assert next(coming).data == A
    assert next(coming).data == B


@pytest.mark.parametrize("garbage", [b"x", b"\0", b"[", b'"', b'{"a":"', b" ", b"#"])
def test_a_line_without_end_takes_little_memory(garbage: bytes) -> None:
    chunk = (garbage * (1 << 16))[: 1 << 16]
    sent = iter([garbage, *[chunk] * 600, b"\n" + c.encode()])  # 40 MB
    tracemalloc.start()
    try:
        items = list(read_items(lambda _: next(sent, b"")))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert items[-1].data == C or garbage == b"#"
    assert len(items) <= 2
    assert peak < 12 * MOST_ITEM


def test_json_is_read_strictly() -> None:
    assert read_json('{"a": [1, -2.5, "x", true, null]}') == {"a": [1, -2.5, "x", True, None]}
    with pytest.raises(InputFault, match="no JSON on line 8 before 'nul}'"):
        read_json('{"a": 1,\n"b": nul}', line=7)
    with pytest.raises(InputFault, match="the key 'a' is there twice"):
        read_json('{"a": 1, "b": 2, "a": 1}')
    with pytest.raises(InputFault) as caught:
        read_json("[" * (MOST_DEEP + 1) + "]" * (MOST_DEEP + 1))
    assert caught.value.to_dict() == {"code": "too_deep", "message": f"brackets are nested more than {MOST_DEEP} deep"}


def read_all(*arguments: str) -> list[list[Item]]:
    return [list(source.items()) for source in batch.sources(arguments)]


def test_arguments_are_files_json_or_text_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deals.ndjson").write_text(f"{a}\n{b}\n", encoding="utf-8")
    Path("[x]").write_text(c, encoding="utf-8")
    text = "gambler NT 1 A.../K..."
    assert [[i.data for i in items] for items in read_all("deals.ndjson", "[x]", a, f"[{b}]", text)] == [
        [A, B], [C], [A], [B], [text],
    ]  # fmt: skip
    assert read_all(*text.split()) == [[Item(1, text)]]


def test_an_input_without_items_is_an_error(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.write_bytes(b"")
    codes = [
        (i.line, i.error and i.error.code) for items in read_all(str(empty), str(tmp_path), "none", "") for i in items
    ]
    assert codes == [(1, "empty_input"), (0, "not_a_file"), (0, "no_such_file"), (1, "empty_input")]


def items(*good: bool) -> Iterator[Item]:
    for i, well in enumerate(good):
        yield Item(i + 1, str(i)) if well else Item(i + 1, error=InputFault("bad_input", "no"))


def test_answers_are_in_order_with_errors_in_their_place() -> None:
    def work(data: object) -> str:
        if data == "2":
            raise PositionError([Problem("duplicate_card", "twice")])
        return f"answer {data}"

    told = [(a.line, a.result, a.error and a.error.code) for a in batch.answers(items(True, False, True, True), work)]
    assert told == [(1, "answer 0", None), (2, None, "bad_input"), (3, None, "bad_position"), (4, "answer 3", None)]


def test_a_long_row_of_bad_items_is_told_in_sum() -> None:
    row = list(batch.answers(items(*[False] * 10, True, *[False] * 4), lambda data: data, told=3))
    assert [(a.line, a.error and a.error.code) for a in row] == [
        (1, "bad_input"), (2, "bad_input"), (3, "bad_input"), (4, "more_bad_items"), (11, None),
        (12, "bad_input"), (13, "bad_input"), (14, "bad_input"), (15, "more_bad_items"),
    ]  # fmt: skip
    assert str(row[3].error) == "7 more bad items from line 4 to line 10"
    assert str(row[-1].error) == "1 more bad items on line 15"


def test_garbage_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MOST_BAD", 50)

    def endless() -> Iterator[Item]:
        while True:
            yield from items(False)

    row = list(batch.answers(endless(), lambda data: data, told=3))
    assert [a.error and a.error.code for a in row] == ["bad_input"] * 3 + ["more_bad_items", "gave_up"]


# --- records -------------------------------------------------------------------------

CFN = "W:9..QJ97.K/.TKJ.T.T8/7..A8.A97/Q8.A.K.QJ TsAsJsKs/7h9h8hQh 110cEW"
TAGS = '[Variant "gambler"]\n[Hands "7.../8..."]\n# note\n[Trump "H"]\n[Play "0"]\n0: 7S 8S\n'


def test_records_in_tags_and_in_cfn_are_items_like_any_other() -> None:
    data = {"version": 1, "variant": "gambler", "hands": ["7S", "8S"], "trump": "H", "leader": 0, "plays": ["7S", "8S"]}
    line = cfn.read(CFN)[0]
    content = f"{a}\n{TAGS}\n\n{CFN}\n{b}\n  {TAGS}\n[{a}]\n{CFN}y\n"
    items = [(1, A), (2, data), (10, line), (11, B), (12, data), (19, A), (20, "bad_record")]
    for size in (1, 7, 1 << 16):
        assert found(content, size) == items
        assert found(TAGS.rstrip("\n"), size) == [(1, data)]
    assert found('[ true "x"]\n') == [(1, "bad_record")]
    assert found(f"[ {a}]\n[\n{a}]") == [(1, A), (3, A)]


def test_the_faults_of_a_record_in_tags_have_their_lines_in_the_file() -> None:
    [item] = read_items(pieces(b"\n\n" + TAGS.replace("8S\n", "9S\n").encode(), 5))
    [problem] = getattr(item.error, "problems", [])
    assert (item.line, problem.code, problem.where) == (3, "not_held", "plays[1]")
    assert problem.message.endswith("(line 8)")
    assert found(b'[Event "\xff"]\n[Round "1"]\n\n' + a.encode()) == [(1, "not_utf8"), (4, A)]
    assert found('[Event "' + "x" * MOST_ITEM + f'"]\n\n{a}') == [(1, "too_long"), (3, A)]


def test_cfn_may_be_typed_as_it_is() -> None:
    for arguments in (CFN.split(), [CFN]):
        [source] = batch.sources(arguments)
        [item] = source.items()
        assert (source.typed, item.data) == (True, cfn.read(CFN)[0])
