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
from hypothesis import given, settings
from hypothesis import strategies as st

import rebelote
from rebelote import (
    PRESETS,
    VARIANTS,
    PlayedDeal,
    Position,
    Rules,
    cfn,
    oneline,
    problems,
    record_problems,
    recordtext,
)
from rebelote.auctions import AuctionError
from rebelote.bidding import ILLEGAL, TOO_LOW
from rebelote.cards import LANGUAGES, SYMBOLS
from rebelote.checks import POSITION_KEYS
from rebelote.customs import CUSTOM_NAMES, CUSTOMS, RANKS
from rebelote.errors import RebeloteError
from rebelote.match import MatchError, MatchOver
from rebelote.records import PLAY_KEYS
from rebelote.rules import OPTION_NAMES, PLAY_NAMES, STRAIN_NAMES, Strain
from rebelote.worlds import announcements
from rebelote.worlds.sights import HIDDEN_KEYS
from strategies import full_hands, positions

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


#: Which document has which options.
OPTIONS = pytest.mark.parametrize(("name", "options"), [("rules.md", PLAY_NAMES), ("games.md", CUSTOM_NAMES)])


def test_every_option_is_in_one_of_the_documents() -> None:
    assert (*PLAY_NAMES, *CUSTOM_NAMES) == OPTION_NAMES


def _columns(text: str) -> dict[str, int]:
    """Which column of the tables of options belongs to which game."""
    [heading] = {tuple(t[0]) for t in _tables(text) if t[0][0] == "option"}
    return {game: i for i, cell in enumerate(heading) for game in cell.split(", ") if game in VARIANTS}


@OPTIONS
def test_the_table_of_options_is_that_of_the_presets(name: str, options: tuple[str, ...]) -> None:
    text = _text(name)
    columns = _columns(text)
    assert set(columns) == set(VARIANTS)
    rows = {_words(row[0])[0]: row for row in _table(text, "option", "values")}
    assert list(rows) == list(options)
    for game, column in columns.items():
        told = {option: _words(row[column])[0] for option, row in rows.items()}
        assert told == {option: _shown(PRESETS[game].option(option)) for option in options}, game


def _refusal(option: str, value: Any) -> str:
    """What is said of a value that the option does not take."""
    with pytest.raises(rebelote.RulesError) as caught:
        Rules.preset("classic", **{option: value})
    return str(caught.value)


@OPTIONS
def test_the_values_of_the_table_of_options_are_those_it_takes(name: str, options: tuple[str, ...]) -> None:
    rows = {_words(row[0])[0]: row[1] for row in _table(_text(name), "option", "values")}
    for option in options:
        told = rows[option]
        if " to " in told:
            *count, ends = told.split(" numbers, ")
            least, most = map(int, ends.split(" to "))
            size = {"three": 3, "eight": 8}[count[0]] if count else None
            for value in (least, most):
                assert Rules.preset("classic", **{option: [value] * size if size else value})
            for value in (least - 1, most + 1):
                _refusal(option, [value] * size if size else value)
        elif told.startswith(("the eight", "some of")):
            assert told.removeprefix("some of ") in _refusal(option, None)
        else:
            assert f"{option} must be {' or '.join(told.split(', '))}, not " in _refusal(option, None)
            for word in told.split(", "):
                taken = json.loads(word) if word in ("true", "false") else word
                assert Rules.preset("classic", **{option: taken}).option(option) == taken


@OPTIONS
def test_every_option_is_explained(name: str, options: tuple[str, ...]) -> None:
    explained = re.findall(r"^- \*\*`(\w+?_?…?)`\*\*", _text(name), re.MULTILINE)
    wanted = [re.sub(r"^(points|order)_.*", r"\1_…", option) for option in options]
    assert explained == list(dict.fromkeys(wanted))


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


@pytest.mark.parametrize("name", ["rules.md", "games.md"])
def test_readings_name_real_games_and_options(name: str) -> None:
    rows = _table(_text(name), "game", "chosen")
    assert len(rows) > 8
    for row in rows:
        assert set(_words(row[0])) <= set(VARIANTS)
        assert set(_words(row[3])) <= {*OPTION_NAMES, "trump", "hands"}
        assert row[3].startswith(("`", "none")), row


# --- the games -----------------------------------------------------------------------


def test_the_table_of_melds_is_that_of_the_presets() -> None:
    text = _text("games.md")
    [heading] = [t[0] for t in _tables(text) if t[0][0] == "meld"]
    columns = {game: i for i, cell in enumerate(heading) for game in cell.split(", ") if game in VARIANTS}
    rows = {row[0]: row for row in _table(text, "meld")}
    for game, customs in CUSTOMS.items():
        told = [0 if (cell := row[columns[game]]) == "–" else int(cell.split(",")[0]) for row in rows.values()]
        sets = [customs.set_points[RANKS.index(rank)] for rank in "J9ATKQ"]
        melds = [*sets, *customs.run_points, customs.kabor or customs.run_points[2]]
        assert told == [*(points * customs.melds for points in melds), customs.bela, customs.belot], game
        assert "in NT and AT 0" in rows["four nines"][columns[game]] or customs.nines_without_trump


def test_the_tables_of_bids_and_of_the_match_are_those_of_the_presets() -> None:
    text = _text("games.md")
    for row in _table(text, "", "a bid"):
        customs = CUSTOMS[_words(row[0])[0]]
        if row[2] != "–":
            step = customs.least_bid + customs.bid_step
            bids = f"{customs.least_bid}, {step} … {customs.most_bid};"
            assert row[2].startswith(bids)
            assert row[2].endswith(f" {customs.sweep_bid}")
        assert row[4] == (f"×{customs.double}, ×{customs.redouble}" if _words(row[0]) != ["capo"] else "none")
    matches = {_words(row[0])[0]: row for row in _table(text, "", "played to")}
    assert set(matches) == set(VARIANTS)
    for game, row in matches.items():
        customs = CUSTOMS[game]
        assert row[1] == f"{customs.game}{' tens' if customs.scale == 'tens' else ''}"
        ends = {"last_trick": "who took the last trick", "defender": "the defender", "more_points": "more points"}
        assert row[2] == ends[customs.both_there]
        assert (row[4] == "–") == (customs.claim == "none")


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


def _one_hand() -> dict[str, Any]:
    """The sample of a deal as one seat sees it."""
    [sample] = [data for block in _samples("json") if "hand" in (data := json.loads(block))]
    return sample


def _hidden_example(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((ROOT / "examples" / "hidden" / f"{name}.json").read_text(encoding="utf-8"))
    return data


def test_the_table_of_keys_of_one_hand() -> None:
    text = _text("notation.md")
    rows = {_words(row[0])[0]: row for row in _table(text, "key of one's own")}
    others = re.search(r"the other keys are those of \[a\nrecord\].*?left out: (.*?)\. `side`", text, re.DOTALL)
    assert others
    assert {*rows, *_words(others[1]), "variant", "trump", "leader"} == set(HIDDEN_KEYS)
    sample = _one_hand()
    assert {key for key, row in rows.items() if row[2] == "an error"} == {"hand"}
    for key in ("hand", "variant", "trump", "leader"):
        with pytest.raises(rebelote.PositionError) as caught:
            rebelote.Knowledge.from_dict({k: v for k, v in sample.items() if k != key})
        assert ("missing_key", key) in {(p.code, p.where) for p in caught.value.problems}
    for key in ("hands", "first", "ending", "written"):
        assert f"`{key}`" in text and key not in HIDDEN_KEYS


def test_the_announcements_are_understood() -> None:
    rules = Rules.preset("classic")
    told = [word for row in _table(_text("notation.md"), "announced") for word in _words(row[0])]
    assert len(told) > 6
    for word in told:
        assert announcements.meant(rules, Strain.HEARTS, word)


def test_the_table_of_tags_is_in_the_order_of_writing() -> None:
    rows = _table(_text("notation.md"), "tag", "JSON")
    assert {tag for row in rows for tag in _words(row[0])} == set(recordtext.TAG_NAMES)
    keys = dict.fromkeys(key for row in rows for key in _words(row[1]) if not key.startswith('"'))
    assert set(keys) == set(recordtext.KEYS)
    assert [key for key in keys if key != "leader"] == [key for key in recordtext.KEYS if key != "leader"]


# --- the grammars --------------------------------------------------------------------

#: What the grammars say in words.
_SAID = {
    "white space within a line": "[ \\t]+",
    "the name of an option": "|".join(OPTION_NAMES),
    "one of the words that the option takes, or the eight ranks": "[a-z_]+|[789TJQKA]{8}",
    "one of the tags of the table": "|".join(tag for tag in recordtext.TAG_NAMES if tag != "Tag"),
    "the end of a line or of the text": r"(?:\n|\Z)",
    "a digit, a to f, or A to F": "[0-9a-fA-F]",
    "any character but a quotation mark, a backslash and the end of a line": r'[^"\\\n]',
    "any character but the end of a line": r"[^\n]",
}
_SIGNS = {",": "", "|": "|", "(": "(?:", ")": ")", "[": "(?:", "]": ")?", "{": "(?:", "}": ")*"}
_TOKEN = re.compile(
    r"(?P<none>\(\*.*?\*\)|\s+)|\?(?P<said>[^?]+)\?|(?P<quote>[\"'])(?P<word>.*?)(?P=quote)"
    r"|(?P<name>\w+)|(?P<sign>[=;,|()\[\]{}])"
)


def _patterns(*grammars: str) -> tuple[dict[str, str], set[str]]:
    """Each rule of grammars as a regular expression, and the rules that none of them uses."""
    rules: dict[str, list[re.Match[str]]] = {}
    used: set[str] = set()
    for grammar in grammars:
        found = list(_TOKEN.finditer(grammar))
        assert "".join(m[0] for m in found) == grammar
        rule: list[re.Match[str]] = []
        for token in found:
            if token["sign"] == ";":
                assert rule[0]["name"] not in rules and rule[1]["sign"] == "="
                rules[rule[0]["name"]] = rule[2:]
                rule = []
            elif token["none"] is None:
                rule.append(token)
        assert not rule

    def pattern(token: re.Match[str]) -> str:
        if token["name"]:
            used.add(token["name"])
            return f"(?:{whole(token['name'])})"
        if token["said"]:
            return f"(?:{_SAID[token['said'].strip()]})"
        return _SIGNS[token["sign"]] if token["sign"] else re.escape(token["word"])

    def whole(name: str) -> str:
        return "".join(map(pattern, rules[name]))

    return {name: whole(name) for name in rules}, set(rules) - used


_POSITIONS, _RECORDS, _CFN = _blocks(_text("notation.md"), "ebnf")
GRAMMAR, _STARTS = _patterns(_POSITIONS, _RECORDS)
CFN_GRAMMAR, _CFN_STARTS = _patterns(_CFN)

#: The rules that a tag's value may follow, or "-".
TAG_RULES = {
    tag: _words(row[2])
    for row in _table(_text("notation.md"), "tag", "JSON")
    for tag in _words(row[0])
    if "free text" not in row[2]
}


def _value_pattern(tag: str) -> str:
    return "|".join(GRAMMAR.get(rule, rule) for rule in TAG_RULES[tag])


def test_every_block_of_grammar_is_one_of_these() -> None:
    assert list(_samples("ebnf")) == [_POSITIONS, _RECORDS, _CFN]


def test_the_rules_of_a_grammar_are_used_or_begin_something() -> None:
    values = {rule for rules in TAG_RULES.values() for rule in rules if rule != "-"}
    assert values <= set(GRAMMAR)
    assert not _STARTS - values - {"position", "text", "oneplay"}
    assert not _CFN_STARTS - {"cfn"}


def test_the_grammar_knows_every_game() -> None:
    assert GRAMMAR["variant"].split("|") == list(VARIANTS)


@given(positions(full_hands))
def test_a_position_is_written_by_the_grammar(position: Position) -> None:
    assert re.fullmatch(GRAMMAR["position"], str(position))


def test_the_samples_of_records_and_cfn_follow_the_grammar() -> None:
    for text in _samples("record"):
        assert re.fullmatch(GRAMMAR["text"], text)
        for tag, value in re.findall(r'^\[(\w+) "(.*)"\]$', text, re.MULTILINE):
            assert tag not in TAG_RULES or re.fullmatch(_value_pattern(tag), value), value
    for line in "".join(_samples("cfn")).splitlines():
        assert re.fullmatch(CFN_GRAMMAR["cfn"], line)


def test_a_play_on_one_line_follows_the_grammar() -> None:
    for plays in ([], ["QC"], ["QC", "AC", "JH"]):
        assert re.fullmatch(GRAMMAR["oneplay"], oneline.write_play(0, plays, players=2))


#: What no grammar of words can tell: too many of something, something twice, cards that are no meld.
_BEYOND = {"bad_hands", "bad_cards", "bad_side", "bad_points", "bad_auction", "bad_melds", "bad_meld"}
_FEW = settings(max_examples=max(5, settings().max_examples // 3))


def _by_rule(pattern: str) -> st.SearchStrategy[str]:
    """Texts of a rule, with numbers of a size that is read everywhere."""
    return st.from_regex(pattern, fullmatch=True).filter(lambda text: not re.search("[0-9]{7}", text))


@pytest.mark.parametrize("tag", {tuple(rules): tag for tag, rules in TAG_RULES.items() if tag != "Options"}.values())
@_FEW
@given(data=st.data())
def test_what_the_grammar_says_of_a_tag_is_read(tag: str, data: st.DataObject) -> None:
    value = data.draw(_by_rule(_value_pattern(tag)))
    found = recordtext.read(f'[Variant "capo"]\n[{tag} "{value}"]' if tag != "Variant" else f'[Variant "{value}"]')
    assert {problem.code for problem in found.problems} <= _BEYOND


@_FEW
@given(_by_rule(CFN_GRAMMAR["cfn"]))
def test_what_the_grammar_says_of_cfn_is_read(line: str) -> None:
    """But for cards that are there twice, cards without a contract, and calls that cannot be."""
    assert {problem.code for problem in cfn.read(line)[1]} <= {"duplicate_card", "bad_contract", "bad_auction"}


# --- the samples ---------------------------------------------------------------------


def _samples(kind: str) -> Iterator[str]:
    for path in DOCS:
        yield from _blocks(path.read_text(encoding="utf-8"), kind)


def test_every_json_sample_is_good() -> None:
    samples = [json.loads(block) for block in _samples("json")]
    assert samples
    for data in samples:
        if "hand" in data:
            assert rebelote.Worlds.of(data).count
        else:
            assert (record_problems if "plays" in data else problems)(data) == []


def test_every_line_in_text_form_is_good() -> None:
    indented = re.findall(rf"^    ((?:{'|'.join(VARIANTS)})[ :].*)$", _text("notation.md"), re.MULTILINE)
    lines = [*indented, *(line for block in _samples("text") for line in block.splitlines())]
    assert len(lines) > 8
    for line in lines:
        assert re.fullmatch(GRAMMAR["position"], line), line
        if "plays=" in line:
            PlayedDeal.parse(line)
        else:
            assert problems(line) == []
            assert Position.parse(str(Position.parse(line))) == Position.parse(line)


ANSWERS: dict[str, Callable[[], Any]] = {
    "solve": lambda: rebelote.solve("gambler H 0 7.../8..."),
    "goal": lambda: rebelote.goal("gambler H 0 7.../8...", 10),
    "hint": lambda: rebelote.hint("gambler H 0 7.../8..."),
    "hint from one hand": lambda: rebelote.hint(_one_hand(), worlds=2),
    "hint for a call": lambda: rebelote.call_hint(_hidden_example("call_gambler"), worlds=2),
    "hint for a swap": lambda: rebelote.swap_hint(_hidden_example("swap_gambler"), worlds=2),
    "hint for melds": lambda: rebelote.meld_hint(_hidden_example("meld_classic"), worlds=2),
    "hint for a plan": lambda: rebelote.plan_hint(_hidden_example("gambler"), worlds=2),
    "analyse": lambda: rebelote.analyse("gambler H 0 7.../8... plays=7S-8S"),
    "table": lambda: rebelote.table("gambler H 0 7.../8..."),
}


def test_the_tables_of_answers_have_every_key() -> None:
    told = {row[0].replace("`", ""): _words(row[1]) for row in _table(_text("notation.md"), "answer")}
    found: dict[str, dict[str, Any]] = {name: ask().to_dict() for name, ask in ANSWERS.items()}
    found["a card of solve"] = found["solve"]["cards"][0]
    found["a card of hint from one hand"] = found["hint from one hand"]["cards"][0]
    found["a call of hint"] = found["hint for a call"]["calls"][0]
    found["keep and swap"] = found["hint for a swap"]["keep"]
    found["a choice of melds"] = found["hint for melds"]["choices"][0]
    found["a card of a plan"] = found["hint for a plan"]["cards"][0]
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
    assert set(told) == _codes() | {ILLEGAL, TOO_LOW}


def _errors(kind: type[RebeloteError]) -> Iterator[type[RebeloteError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _errors(below)


def test_the_table_of_exceptions() -> None:
    rows = {_words(row[0])[0]: _words(row[1])[0] for row in _table(_text("notation.md"), "exception")}
    public = {e for e in _errors(RebeloteError) if hasattr(rebelote, e.__name__)} | {
        AuctionError,
        MatchError,
        MatchOver,
        rebelote.PuzzleError,
        rebelote.TryError,
        rebelote.UnknownPuzzle,
    }
    assert rows == {e.__name__: e.code for e in public if e is not rebelote.ProblemsError}


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
