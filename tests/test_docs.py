"""The documents say what the code does: options, codes, keys, letters, and every sample in them."""

from __future__ import annotations

import ast
import doctest
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rebelote
from rebelote import PRESETS, VARIANTS, PlayedDeal, Position, Rules, problems, record_problems
from rebelote.cards import LANGUAGES, SYMBOLS
from rebelote.checks import POSITION_KEYS
from rebelote.errors import RebeloteError
from rebelote.records import PLAY_KEYS
from rebelote.rules import OPTION_NAMES, STRAIN_NAMES

ROOT = Path(__file__).parent.parent
DOCS = sorted((ROOT / "docs").glob("*.md"))
WITH_EXAMPLES = [ROOT / "README.md", *(p for p in DOCS if ">>> " in p.read_text(encoding="utf-8"))]
SOURCES = sorted(Path(str(rebelote.__file__)).parent.rglob("*.py"))

_QUOTED = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\]\(([^)#:]+)\)")


def _text(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def _tables(text: str) -> list[list[list[str]]]:
    """Every table of a document: its rows, the heading first, each a list of cells."""
    tables: list[list[list[str]]] = [[]]
    for line in text.splitlines():
        if line.startswith("|"):
            row = [cell.strip() for cell in line.strip("|").split("|")]
            if not set("".join(row)) <= set("-: "):
                tables[-1].append(row)
        elif tables[-1]:
            tables.append([])
    return [table for table in tables if table]


def _table(text: str, *heading: str) -> list[list[str]]:
    """The rows below every heading that begins so, together."""
    found = [t[1:] for t in _tables(text) if tuple(t[0][: len(heading)]) == heading]
    assert found
    return [row for rows in found for row in rows]


def _words(cell: str) -> list[str]:
    return _QUOTED.findall(cell)


def _blocks(text: str, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


# --- the rules -----------------------------------------------------------------------


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _columns(text: str) -> dict[str, int]:
    """Which column of the table of options belongs to which game."""
    [heading] = [t[0] for t in _tables(text) if t[0][0] == "option"]
    return {game: i for i, cell in enumerate(heading) for game in cell.split(", ") if game in VARIANTS}


def test_the_table_of_options_is_that_of_the_presets() -> None:
    text = _text("rules.md")
    columns = _columns(text)
    assert set(columns) == set(VARIANTS)
    rows = {_words(row[0])[0]: row for row in _table(text, "option", "values")}
    assert list(rows) == list(OPTION_NAMES)
    for game, column in columns.items():
        told = {name: _words(row[column])[0] for name, row in rows.items()}
        assert told == {name: _shown(getattr(PRESETS[game], name)) for name in OPTION_NAMES}, game


def test_the_values_of_the_table_of_options_are_those_it_takes() -> None:
    for row in _table(_text("rules.md"), "option", "values"):
        name, values = _words(row[0])[0], row[1].split(", ")
        if set(values) & {"always", "best", "must_trump"}:
            for value in values:
                assert getattr(Rules.preset("classic", **{name: value}), name) == value
        elif " to " in row[1]:
            most = int(row[1].rsplit(" ", 1)[1])
            count = 8 if name.startswith("points_") else None
            Rules.preset("classic", **{name: [most] * count if count else most})
            with pytest.raises(rebelote.RulesError):
                Rules.preset("classic", **{name: [most + 1] * count if count else most + 1})


def test_every_option_is_explained() -> None:
    explained = re.findall(r"^- \*\*`(\w+?)_?…?`\*\*", _text("rules.md"), re.MULTILINE)
    assert [n for n in OPTION_NAMES if not n.startswith(("points_", "order_"))] == explained[:-2]
    assert explained[-2:] == ["points", "order"]


def test_the_table_of_games_is_that_of_the_presets() -> None:
    rows = {_words(row[0])[0]: row for row in _table(_text("rules.md"), "", "players")}
    assert set(rows) == set(VARIANTS)
    for name, row in rows.items():
        rules = PRESETS[name]
        assert row[1] == " or ".join(map(str, rules.players))
        assert row[2] == str(rules.cards)
        assert row[3].startswith("seats 0 and 2") == rules.partners


def test_the_tables_of_cards_are_those_of_the_presets() -> None:
    text = _text("rules.md")
    classic, capo = PRESETS["classic"], PRESETS["capo"]
    rows = [(_words(row[1])[0], tuple(map(int, row[2:]))) for row in _table(text, "", "from high to low")]
    assert rows == [
        (classic.order_plain, classic.points_plain),
        (classic.order_trump, classic.points_trump),
        (classic.order_nt, classic.points_nt),
        (classic.order_at, classic.points_at),
        (capo.order_nt, capo.points_nt),
        (capo.order_at, capo.points_at),
    ]
    told = {game: row[1:] for row in _table(text, "", "a suit") for game in _words(row[0])}
    assert told == {name: [_total(rules, strain) for strain in ("S", "NT", "AT")] for name, rules in PRESETS.items()}


def _total(rules: Rules, strain: str) -> str:
    kind = rebelote.Strain(STRAIN_NAMES.index(strain))
    return str(sum(rules.points(kind)) + rules.last_trick) if kind in rules.strains else "–"


def test_readings_name_real_games_and_options() -> None:
    rows = _table(_text("rules.md"), "game", "chosen")
    assert len(rows) > 8
    for row in rows:
        assert set(_words(row[0])) <= set(VARIANTS)
        assert set(_words(row[3])) <= {*OPTION_NAMES, "trump", "hands"}


# --- the notation --------------------------------------------------------------------


def test_the_letters_of_five_languages() -> None:
    rows = {_words(row[0])[0]: row[1:] for row in _table(_text("notation.md"), "language")}
    assert list(rows) == list(LANGUAGES)
    [heading] = [t[0] for t in _tables(_text("notation.md")) if t[0][0] == "language"]
    assert "".join(heading[-4:]) == SYMBOLS
    for language, (ranks, suits) in LANGUAGES.items():
        told = [_words(cell) for cell in rows[language]]
        assert [[word] for word in told[0]] == [list(words) for words in ranks[:3]]
        assert told[1:6] == [list(words) for words in ranks[3:]]
        assert [[word.upper() for word in words] for words in told[6:]] == [list(words) for words in suits]


def test_the_table_of_keys() -> None:
    rows = {_words(row[0])[0]: row for row in _table(_text("notation.md"), "key")}
    assert tuple(rows) == (*POSITION_KEYS, *PLAY_KEYS)
    least = {"variant": "gambler", "trump": "H", "leader": 0, "hands": ["7S", "8S"], "plays": []}
    assert {key for key, row in rows.items() if row[2] == "an error"} == set(least)
    assert record_problems(least) == []
    for key in least:
        [found] = record_problems({k: v for k, v in least.items() if k != key})
        assert (found.code, found.where) == ("missing_key", key)
    written = Position.from_dict({k: v for k, v in least.items() if k != "plays"}).to_dict()
    for key in ("trick", "misere", "options"):
        assert json.loads(_words(rows[key][2])[0]) == written[key]


def test_the_grammar_knows_every_game() -> None:
    [grammar] = _blocks(_text("notation.md"), "ebnf")
    [line] = re.findall(r"^variant .*$", grammar, re.MULTILINE)
    assert re.findall(r'"(\w+)"', line) == list(VARIANTS)


def _samples(kind: str) -> Iterator[str]:
    for path in DOCS:
        yield from _blocks(path.read_text(encoding="utf-8"), kind)


def test_every_json_sample_is_good() -> None:
    samples = [json.loads(block) for block in _samples("json")]
    assert samples
    for data in samples:
        assert (record_problems if "plays" in data else problems)(data) == []


def test_every_line_in_text_form_is_good() -> None:
    indented = re.findall(rf"^    ((?:{'|'.join(VARIANTS)})[ :].*)$", _text("notation.md"), re.MULTILINE)
    lines = [*indented, *(line for block in _samples("text") for line in block.splitlines())]
    assert len(lines) > 8
    for line in lines:
        if "plays=" in line:
            PlayedDeal.parse(line)
        else:
            assert problems(line) == []
            assert Position.parse(str(Position.parse(line))) == Position.parse(line)


ANSWERS: dict[str, Callable[[], Any]] = {
    "solve": lambda: rebelote.solve("gambler H 0 7.../8..."),
    "goal": lambda: rebelote.goal("gambler H 0 7.../8...", 10),
    "hint": lambda: rebelote.hint("gambler H 0 7.../8..."),
    "analyse": lambda: rebelote.analyse("gambler H 0 7.../8... plays=7S-8S"),
    "table": lambda: rebelote.table("gambler H 0 7.../8..."),
}


def test_the_tables_of_answers_have_every_key() -> None:
    told = {row[0].replace("`", ""): _words(row[1]) for row in _table(_text("notation.md"), "answer")}
    found: dict[str, dict[str, Any]] = {name: ask().to_dict() for name, ask in ANSWERS.items()}
    found["a card of solve"] = found["solve"]["cards"][0]
    found["a card of analyse"] = found["analyse"]["cards"][0]
    found["a seat of analyse"] = found["analyse"]["seats"][0]
    found["balance"] = found["analyse"]["balance"]
    found["a row of table"] = found["table"]["rows"][0]
    assert told["solve"][-2:] == ["bounds", "exact"]
    assert told["hint"][0] == "solve"
    told["hint"] = [*told["solve"], *told["hint"][1:]]
    extra = {"solve": {"bounds"}, "hint": {"bounds"}}
    assert set(told) == set(found)
    for name, keys in told.items():
        assert set(keys) - extra.get(name, set()) == set(found[name]), name


def test_past_the_budget_there_are_bounds() -> None:
    deal = json.loads(_blocks(_text("notation.md"), "json")[0])
    found = rebelote.solve(deal, nodes=1).to_dict()
    assert found["exact"] is False
    assert found["points"] is found["sweep"] is None
    assert found["cards"] == found["line"] == []
    low, high = found["bounds"]
    assert 0 <= low <= high <= found["of"] == 162
    assert rebelote.goal(deal, 81, nodes=1).to_dict()["made"] is None


# --- codes ---------------------------------------------------------------------------

_MAKERS = {"Problem", "fault", "InputFault", "_fault"}


def _codes() -> set[str]:
    """Every code of a fault that the library's sources name."""
    found: set[str] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in _MAKERS:
                for argument in node.args[:2]:
                    options = [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
                    values = [getattr(option, "value", None) for option in options]
                    found.update(v for v in values if isinstance(v, str) and re.fullmatch("[a-z][a-z_0-9]+", v))
    return found


def test_the_tables_of_codes_have_every_code() -> None:
    told = [_words(row[0])[0] for row in _table(_text("notation.md"), "code")]
    assert len(told) == len(set(told))
    assert set(told) == _codes()


def _errors(kind: type[RebeloteError]) -> Iterator[type[RebeloteError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _errors(below)


def test_the_table_of_exceptions() -> None:
    rows = {_words(row[0])[0]: _words(row[1])[0] for row in _table(_text("notation.md"), "exception")}
    public = {e.__name__: e.code for e in _errors(RebeloteError) if hasattr(rebelote, e.__name__)}
    assert rows == {name: code for name, code in public.items() if name != "ProblemsError"}


# --- what runs -----------------------------------------------------------------------


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=[p.name for p in WITH_EXAMPLES])
def test_the_examples_of_a_document_run(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    # A fence would be taken for the last line of the output above it.
    text = re.sub(r"^```.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    test = doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_examples_of_the_package_run() -> None:
    found = doctest.testmod(rebelote)
    assert found.attempted
    assert found.failed == 0


@pytest.mark.parametrize("path", [ROOT / "README.md", *DOCS], ids=lambda p: p.name)
def test_links_lead_somewhere(path: Path) -> None:
    for link in _LINK.findall(path.read_text(encoding="utf-8")):
        assert (path.parent / link).exists(), link
