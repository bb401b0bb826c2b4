"""Reports of a post-mortem: what stands in them is what was found, and nothing a record says can break them."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from markdown_it import MarkdownIt

import rebelote
from rebelote import Analysis, Card
from rebelote.cards import ALL_CARDS, from_mask
from rebelote.errors import InputError
from rebelote.postmortem.labels import Label
from rebelote.reports.biddings import call_text
from rebelote.reports.cardsvg import BLACK, PATHS, RED, card_svg
from rebelote.reports.curve import curve_svg
from rebelote.reports.markdown import to_markdown
from rebelote.reports.naming import Names
from rebelote.reports.page import to_html
from rebelote.reports.plot import save_curve
from rebelote.reports.sessions import COLUMNS, TOTAL_COLUMNS, player_totals, session_rows, to_csv, write_parquet
from rebelote.wording.stories import explain

EXAMPLES = Path(__file__).parents[1] / "examples" / "records"
NASTY = {
    "0": '"><img src=x onerror=alert(1)>',
    "1": "<script>alert('1')</script> & </style> ]]>",
    "Event": "*bold* [link](http://evil.example) `code` | cell &lt;b&gt; www.evil.example <http://evil.example>",
    "1. Remark": "nul \x00 half \ud800 line\nbreak # no title",
}
VOID = {"meta", "link", "img", "br", "hr", "input"}
LANGUAGES = ("en", "ru", "uk", "fr")


@cache
def _plain(name: str) -> Analysis:
    """An example as it stands, analysed once for all tests."""
    return _analysed(name)


def _analysed(name: str, tags: dict[str, str] | None = None, **options: Any) -> Analysis:
    data = json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))
    return rebelote.analyse({**data, "tags": tags or {}}, **options)


@pytest.fixture(scope="module")
def turned() -> Analysis:
    """A deal for two whose result changed hands twice, with luck."""
    found = _analysed("gambler", {"0": "Anna", "1": "Борис", "Date": "2026.11.29"}, luck=True, worlds=20)
    assert len(found.turning) == 2
    return found


@pytest.fixture(scope="module")
def partners() -> Analysis:
    """A deal for four, doubled twice, with points lost but no score."""
    return _plain("contree")


@pytest.fixture(scope="module")
def unfinished() -> Analysis:
    found = _analysed("classic", nodes=50)
    assert not found.exact
    return found


# --- the page ----------------------------------------------------------------------------


class _Page(HTMLParser):
    """The elements of a page as a tree; fails where one is not closed in its place."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.root: dict[str, Any] = {"tag": "", "attrs": {}, "inside": []}
        self.open = [self.root]
        self.feed(text)
        self.close()
        assert self.open == [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = {"tag": tag, "attrs": dict(attrs), "inside": []}
        self.open[-1]["inside"].append(made)
        if tag not in VOID:
            self.open.append(made)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()["tag"] == tag

    def handle_data(self, data: str) -> None:
        self.open[-1]["inside"].append(data)

    def all(self, tag: str = "", kind: str = "", within: dict[str, Any] | None = None) -> list[dict[str, Any]]:
        """The elements of that name and class, in the order of the page."""
        found = []
        for one in (within or self.root)["inside"]:
            if isinstance(one, dict):
                if tag in ("", one["tag"]) and (not kind or kind in (one["attrs"].get("class") or "").split()):
                    found.append(one)
                found += self.all(tag, kind, one)
        return found


def _text(element: dict[str, Any]) -> str:
    return "".join(one if isinstance(one, str) else _text(one) for one in element["inside"])


def _cards(page: _Page, within: dict[str, Any]) -> list[Card]:
    """The cards drawn in an element."""
    hrefs = [use["attrs"]["href"] for use in page.all("use", within=within)]
    return [Card(href.removeprefix("#card-")) for href in hrefs if href.startswith("#card-")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["contree", "gambler", "misere", "broken_off", "ukrainian"])
def test_a_page_needs_nothing_but_itself(name: str, language: str) -> None:
    text = to_html(_plain(name), language)
    page = _Page(text)
    assert not page.all("script") + page.all("link") + page.all("img") + page.all("iframe")
    for word in ("http:", "https:", "//", "@import", "url(", "javascript:"):
        assert word not in text, word
    ids = [one["attrs"]["id"] for one in page.all() if "id" in one["attrs"]]
    assert len(set(ids)) == len(ids)
    for one in page.all():
        assert not [key for key in one["attrs"] if key.startswith("on") or key in ("src", "srcset", "action")]
        if "href" in one["attrs"]:
            assert one["attrs"]["href"].removeprefix("#") in ids
    assert page.all("html")[0]["attrs"]["lang"] == language
    policy = [one["attrs"]["content"] for one in page.all("meta") if "http-equiv" in one["attrs"]]
    assert policy == ["default-src 'none'; style-src 'unsafe-inline'"]


@pytest.mark.parametrize("name", ["contree", "gambler", "misere", "broken_off", "ukrainian"])
def test_every_card_held_and_played_is_drawn_with_its_label_and_loss(name: str) -> None:
    analysis = _plain(name)
    page = _Page(to_html(analysis))
    start = analysis.deal.start
    for seat, hand in enumerate(start.hands):
        assert sorted(_cards(page, page.all("div", f"seat{seat}")[0])) == from_mask(hand)
    figures = page.all("figure")
    assert [_cards(page, figure) for figure in figures] == [[card.card] for card in analysis.cards]
    for figure, card in zip(figures, analysis.cards, strict=True):
        (chip,) = page.all("span", "chip", figure)
        assert _text(chip) == card.label.value
        assert card.label.name.lower() in chip["attrs"]["class"].split()
        said = _text(page.all("figcaption", within=figure)[0])
        assert (f"−{card.loss} → {card.after}" in said) == (card.loss > 0)
    winners = [_cards(page, trick)[i] for trick in page.all("ol", "tricks")[0]["inside"] for i in _took(page, trick)]
    assert winners == _winning(analysis)


def _took(page: _Page, trick: dict[str, Any]) -> list[int]:
    """The places of the cards that are marked as having taken the trick."""
    return [i for i, card in enumerate(page.all("svg", "card", trick)) if "took" in card["attrs"]["class"].split()]


def _winning(analysis: Analysis) -> list[Card]:
    """The card that took each full trick, found seat by seat from the position after it."""
    out, lying, at = [], [], analysis.deal.start
    for card in analysis.deal.plays:
        lying.append((at.seat, card))
        done = at.taken_with(card)
        at = at.put(card)
        if done:
            out.append(next(card for seat, card in lying if seat == done[0]))
            lying = []
    return out


def test_turning_points_show_both_lines_card_by_card(turned: Analysis) -> None:
    page = _Page(to_html(turned))
    articles = page.all("article")
    told = _paragraphs(turned)
    assert len(articles) == len(turned.turning)
    for article, turn, words in zip(articles, turned.turning, told, strict=True):
        proof, refutation = page.all("ol", "line", article)
        assert _cards(page, proof) == list(turn.proof)
        assert _cards(page, refutation) == list(turn.refutation)
        assert [_cards(page, one) for one in page.all("svg", "better", article)] == [[turn.proof[0]]]
        assert [_cards(page, one) for one in page.all("svg", "turned", article)] == [[turn.card]]
        assert f"{turn.before} → {turn.after}" in _text(article)
        assert words in _text(article)


def _paragraphs(analysis: Analysis) -> list[str]:
    """What is told of each turning point."""
    return explain(analysis)[1:]


def test_costly_cards_are_told_with_luck_or_error(turned: Analysis) -> None:
    page = _Page(to_html(turned))
    assert turned.luck
    (body,) = [
        t for t in page.all("table") if "Luck or error" in [_text(th).capitalize() for th in page.all("th", within=t)]
    ]
    rows = page.all("tr", within=body)[1:]
    assert len(rows) == len(turned.luck) == sum(card.costly for card in turned.cards)
    for row, luck in zip(rows, turned.luck, strict=True):
        assert luck.verdict in _text(row)
        best = [card.text(symbols=True) for card in (luck.best.card, *luck.best.same_as)]
        assert luck.gap == 0 or all(word in _text(row) for word in (*best, f"{luck.gap:.1f}"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_record_says_is_text_and_no_markup(language: str) -> None:
    plain, nasty = _analysed("gambler", dict.fromkeys(NASTY, "x")), _analysed("gambler", NASTY)
    text = to_html(nasty, language)
    page, calm = _Page(text), _Page(to_html(plain, language))
    # The same elements, name by name, whatever the tags say.
    assert [one["tag"] for one in page.all()] == [one["tag"] for one in calm.all()]
    said = _text(page.root)
    for words in (NASTY["0"], NASTY["1"], NASTY["Event"], "1. Remark", "nul \ufffd half \ufffd line\nbreak # no title"):
        assert words in said
    text.encode("utf-8")


def test_an_analysis_that_is_not_finished_sums_up_nothing(unfinished: Analysis) -> None:
    page = _Page(to_html(unfinished))
    assert "not finished" in _text(page.root)
    assert not page.all("table") + page.all("span", "chip") + page.all("article") + page.all("svg", "curve")
    assert [_cards(page, figure)[0] for figure in page.all("figure")] == list(unfinished.deal.plays)
    text = to_markdown(unfinished)
    assert "not finished" in text
    assert "|" not in text
    for row in session_rows([unfinished]):
        assert not row["finished"]
        assert [row[c] for c in COLUMNS if c in ("decisions", "points_lost", "best_share", "mistake")] == [None] * 4
    assert to_html(unfinished) == to_html(_analysed("classic", nodes=50))


def test_a_score_that_ran_out_of_budget_sums_up_nothing_either() -> None:
    # For four players, each for himself, a search for the score itself takes long in the first tricks.
    found = _analysed("capo", nodes=1_000_000)
    assert found.exact
    assert not found.finished
    page = _Page(to_html(found))
    assert "not finished" in _text(page.root)
    heads = [_text(th).lower() for th in page.all("th")]
    assert heads == ["label", "meaning"]
    assert page.all("svg", "curve")
    assert all(row["points_lost"] is None for row in session_rows([found]))


def test_the_first_moments_may_be_beyond_a_search_for_the_score(turned: Analysis) -> None:
    assert turned.score is not None
    score = replace(turned.score, at=[None, None, *turned.score.at[2:]], exact=False)
    found = replace(turned, score=score, score_balance=None)
    page = _Page(to_html(found))
    best, played = ([_text(td) for td in page.all("td", within=row)] for row in page.all("tr")[1:3])
    assert best == ["best play by all", f"{turned.values[0]} of {turned.of}", "?", "made"]
    assert played == ["as it was played", f"{turned.values[-1]} of {turned.of}", "39", "made"]
    (line,) = _polylines(ElementTree.fromstring(curve_svg(found)), "score")
    assert len(line) == len(turned.values) - 2
    assert "made → failed" in to_markdown(found)


def test_pages_differ_by_language_and_have_the_cards_of_each(partners: Analysis) -> None:
    pages = {language: _text(_Page(to_html(partners, language)).root) for language in (*LANGUAGES, "bg")}
    assert len(set(pages.values())) == len(pages)
    for language, text in pages.items():
        assert all(card.text(language, symbols=True) in text for card in partners.deal.plays)
    with pytest.raises(InputError):
        to_html(partners, "de")


# --- drawings ----------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


def test_a_card_is_a_drawing_with_its_rank_suit_and_name() -> None:
    for card in ALL_CARDS:
        root = ElementTree.fromstring(card_svg(card, "ru"))
        assert root.tag == f"{SVG}svg"
        assert root.findtext(f"{SVG}title") == root.get("aria-label") == card.text("ru", symbols=True)
        assert root.findtext(f"{SVG}text") == card.text("ru", symbols=True)[:-1]
        signs = root.findall(f"{SVG}path")
        assert {sign.get("d") for sign in signs} == {PATHS[card.suit]}
        ink = RED if card.suit in (1, 2) else BLACK
        assert {one.get("fill") for one in (*signs, root.find(f"{SVG}text")) if one is not None} == {ink}
    assert ElementTree.fromstring(card_svg(Card("TH"))).findtext(f"{SVG}text") == "10"


def _polylines(root: ElementTree.Element, kind: str) -> list[list[tuple[float, float]]]:
    """The lines of a class with more than the two points of the legend's samples at the foot."""
    out = []
    for line in root.iter(f"{SVG}polyline"):
        points = [(float(x), float(y)) for x, y in (word.split(",") for word in (line.get("points") or "").split())]
        if line.get("class") == kind and not all(y > 280 for _, y in points):
            out.append(points)
    return out


def _scale(values: list[int], heights: list[float]) -> tuple[float, float]:
    """The height of 0 and of a point, from the lowest and the highest value."""
    low, high = values.index(min(values)), values.index(max(values))
    each = (heights[high] - heights[low]) / (values[high] - values[low])
    return heights[low] - each * values[low], each


@pytest.mark.parametrize("name", ["gambler", "lobovoy", "bulgarian", "misere", "broken_off"])
def test_the_curve_goes_through_every_value(name: str) -> None:
    analysis = _plain(name)
    root = ElementTree.fromstring(curve_svg(analysis))
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title")
    assert root.find(f"{SVG}script") is None
    (line,) = _polylines(root, "points")
    assert analysis.score is not None
    (score,) = _polylines(root, "score")
    known = [value for value in analysis.values if value is not None]
    margins = [at.margin for at in analysis.score.at if at is not None]
    for values, points in ((known, line), (margins, score)):
        assert len(points) == len(values) == len(analysis.deal.plays) + 1
        steps = {round(right[0] - left[0], 1) for left, right in pairwise(points)}
        assert max(steps) - min(steps) < 0.11
        if max(values) > min(values):
            zero, each = _scale(values, [y for _, y in points])
            assert each < 0
            assert all(abs(zero + each * v - y) < 0.02 for v, (_, y) in zip(values, points, strict=True))
    lost = [(c.seat in analysis.side) for c in analysis.cards if c.before != c.after]
    assert len(_polylines(root, "own")) == sum(lost)
    assert len(_polylines(root, "others")) == len(lost) - sum(lost)
    marks = [(float(one.get("cx") or 0), line[turn.moment : turn.moment + 2])
             for one, turn in zip(root.iter(f"{SVG}circle"), analysis.turning, strict=True)]  # fmt: skip
    assert all(before[0] < x < after[0] for x, (before, after) in marks)


def test_the_curve_tells_in_words_what_it_shows(turned: Analysis) -> None:
    for language, words in (("en", ("made → failed", "failed → made")), ("ru", ()), ("uk", ()), ("fr", ())):
        root = ElementTree.fromstring(curve_svg(turned, language))
        told = root.findtext(f"{SVG}desc") or ""
        for number in (turned.values[0], turned.values[-1], turned.of):
            assert re.search(rf"\b{number}\b", told)
        assert all(word in told for word in words)
        assert all(turn.card.text(language, symbols=True) in told for turn in turned.turning)


def test_the_curve_of_an_unfinished_analysis_shows_only_what_is_known(unfinished: Analysis) -> None:
    root = ElementTree.fromstring(curve_svg(unfinished))
    assert [len(line) for line in _polylines(root, "points")] == [sum(v is not None for v in unfinished.values)]
    assert not _polylines(root, "own") + _polylines(root, "others")


def test_a_deal_without_a_contract_and_one_without_cards_have_a_curve() -> None:
    bare = rebelote.analyse("gambler H 0 A.T../K.9.. plays=AS-KS-TH-9H")
    assert bare.score is None
    assert len(_polylines(ElementTree.fromstring(curve_svg(bare)), "points")[0]) == 5
    empty = rebelote.analyse("gambler H 0 A.T../K.9.. plays=")
    assert len(_polylines(ElementTree.fromstring(curve_svg(empty)), "points")[0]) == 1
    for analysis in (bare, empty):
        _Page(to_html(analysis))
        assert to_markdown(analysis)


# --- plots -------------------------------------------------------------------------------


def test_a_plot_is_png_or_svg_by_its_ending_and_the_same_every_time(tmp_path: Path, turned: Analysis) -> None:
    pytest.importorskip("matplotlib")
    save_curve(turned, tmp_path / "a.png", "ru")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    for name in ("a.svg", "b.svg"):
        save_curve(turned, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    assert ElementTree.parse(tmp_path / "a.svg").getroot().tag == f"{SVG}svg"
    with pytest.raises(InputError, match=r"\.png or \.svg"):
        save_curve(turned, tmp_path / "a.gif")


def test_without_the_extra_a_plot_and_parquet_say_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, turned: Analysis
) -> None:
    for name in ("matplotlib", "matplotlib.figure", "pyarrow", "pyarrow.parquet"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError, match=r"needs matplotlib: pip install 'rebelote\[data\]'"):
        save_curve(turned, tmp_path / "a.png")
    with pytest.raises(InputError, match=r"needs pyarrow: pip install 'rebelote\[data\]'"):
        write_parquet(session_rows([turned]), tmp_path / "a.parquet")
    assert not list(tmp_path.iterdir())


def test_the_reports_load_no_library_that_they_may_not_need() -> None:
    code = (
        "import sys; from rebelote.reports import page, markdown, plot, sessions, curve\n"
        "print([name for name in ('matplotlib', 'pyarrow', 'jinja2', 'babel') if name in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


# --- Markdown ----------------------------------------------------------------------------


def _tables(text: str) -> list[list[list[str]]]:
    """The tables of Markdown as it is rendered: rows of cells, the head first."""
    tables: list[list[list[str]]] = []
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type == "table_open":
            tables.append([])
        elif token.type == "tr_open":
            tables[-1].append([])
        elif token.type == "inline" and tables and token.level == 4 and tables[-1]:
            tables[-1][-1].append("".join(child.content for child in token.children or ()))
    return tables


@pytest.mark.parametrize("name", ["contree", "gambler", "misere", "broken_off"])
def test_markdown_has_every_card_with_label_values_and_losses(name: str) -> None:
    analysis = _plain(name)
    (table,) = [t for t in _tables(to_markdown(analysis)) if t[0][:5] == ["Trick", "Who", "Card", "Label", "Before"]]
    head, *rows = table
    assert len(rows) == len(analysis.cards)
    for i, (row, card) in enumerate(zip(rows, analysis.cards, strict=True)):
        said = dict(zip(head, row, strict=True))
        assert said["Trick"] == str(i // analysis.deal.start.players + 1)
        assert said["Card"] == card.card.text(symbols=True)
        assert said["Label"] == card.label.value
        assert (said["Before"], said["After"]) == (str(card.before), str(card.after))
        assert said.get("Points lost", "") == (str(card.loss) if card.loss else "")
        assert said.get("Better", "") == " ".join(c.text(symbols=True) for c in card.better)


@pytest.mark.parametrize("language", LANGUAGES)
def test_markdown_takes_what_a_record_says_as_text(language: str) -> None:
    text = to_markdown(_analysed("gambler", NASTY), language)
    text.encode("utf-8")
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse(text)
    inside = [child for token in tokens for child in token.children or ()]
    assert {child.type for child in inside} <= {"text", "text_special", "strong_open", "strong_close", "em_open",
                                                "em_close", "softbreak"}  # fmt: skip
    assert not [token for token in tokens if token.type in ("html_block", "code_block", "fence")]
    said = " ".join("".join(child.content for child in token.children or ()) for token in tokens)
    for words in NASTY.values():
        assert " ".join(words.replace("\x00", "\ufffd").replace("\ud800", "\ufffd").split()) in said
    # An address is a link for GitHub even where nobody marked it as one.
    assert not re.search(r"https?://|www\.", text)


def test_markdown_tells_turning_points_lines_and_luck(turned: Analysis) -> None:
    text = to_markdown(turned)
    for turn, words in zip(turned.turning, _paragraphs(turned), strict=True):
        assert words in text
        for cards in (turn.proof, turn.refutation):
            line = next(line for line in text.splitlines() if _named(line) == list(cards))
            assert line.startswith("   - ")
    assert turned.luck
    (table,) = [t for t in _tables(text) if t[0][-1] == "Luck or error"]
    assert [row[-1].partition(";")[0] for row in table[1:]] == [luck.verdict for luck in turned.luck]


def _named(line: str) -> list[Card]:
    return [Card(word) for word in re.findall(r"[789TJQKA][♠♥♦♣]", line)]


# --- many deals --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def session(turned: Analysis, partners: Analysis, unfinished: Analysis) -> list[Analysis]:
    named = {"0": "Anna", "1": "=SUM(1,1)", "2": 'Joan "J", 3', "3": "Борис"}
    return [turned, partners, unfinished, _analysed("bulgarian", named), _plain("misere")]


def test_a_row_a_deal_and_seat_says_what_the_analysis_says(session: list[Analysis]) -> None:
    rows = session_rows(session)
    assert [(row["deal"], row["seat"]) for row in rows] == [
        (deal, seat) for deal, one in enumerate(session, 1) for seat in range(one.deal.start.players)
    ]
    for row in rows:
        analysis, seat = session[row["deal"] - 1], row["seat"]
        assert list(row) == list(COLUMNS)
        assert row["game"] == analysis.deal.start.rules.variant
        assert row["taken"] == analysis.taken_by_seat[seat]
        if not analysis.finished:
            continue
        own = [card for card in analysis.cards if card.seat == seat]
        choices = [card for card in own if len(card.legal) > 1]
        assert row["cards"] == len(own)
        assert row["decisions"] == len(choices)
        assert row["best_played"] == sum(card.card in card.best for card in choices)
        assert row["points_lost"] == sum(card.loss for card in own)
        assert row["score_lost"] == sum(card.score_loss or 0 for card in own)
        for label in Label:
            assert row[label.name.lower()] == sum(card.label is label for card in own)
        verdicts = None if analysis.luck is None else [luck.verdict for luck in analysis.luck if luck.seat == seat]
        for verdict in ("unlucky", "avoidable", "unclear"):
            assert row[verdict] == (None if verdicts is None else verdicts.count(verdict))
    assert [row["player"] for row in rows if row["deal"] in (1, 4)] == [
        "Anna", "Борис", "Anna", "=SUM(1,1)", 'Joan "J", 3', "Борис",
    ]  # fmt: skip
    assert [(row["result"], row["written"], row["side"]) for row in rows if row["deal"] == 2] == [
        ("failed", 452, "0+2"), ("failed", 0, "1+3"), ("failed", 452, "0+2"), ("failed", 0, "1+3"),
    ]  # fmt: skip


def test_a_deal_that_was_broken_off_came_to_no_score() -> None:
    rows = session_rows([_plain("broken_off")])
    assert {(row["result"], row["written"], row["complete"]) for row in rows} == {("", None, False)}


def test_totals_add_up_a_player_by_name_else_a_seat(session: list[Analysis]) -> None:
    rows = session_rows(session)
    found = player_totals(rows)
    assert [(row["player"], row["seat"]) for row in found] == [
        ("Anna", None), ("Борис", None), ("", 0), ("", 1), ("", 2), ("", 3), ("=SUM(1,1)", None), ('Joan "J", 3', None),
    ]  # fmt: skip
    anna = found[0]
    assert list(anna) == list(TOTAL_COLUMNS)
    own = [row for row in rows if row["player"] == "Anna"]
    assert (anna["deals"], anna["judged"]) == (2, 2)
    for column in ("points_lost", "score_lost", "decisions", "best_played", "mistake", "changed", "taken", "written"):
        assert anna[column] == sum(row[column] for row in own)
    assert anna["best_share"] == anna["best_played"] / anna["decisions"]
    assert anna["points_lost_a_deal"] == anna["points_lost"] / 2
    assert (anna["declared"], anna["made"]) == (1, 1)
    # Seat 0 sat in three deals without a name, one of which is not finished.
    assert (found[2]["deals"], found[2]["judged"]) == (3, 2)
    assert sum(row["points_lost"] for row in found) == sum(row["points_lost"] or 0 for row in rows)


def _read(text: str, columns: dict[str, type]) -> list[dict[str, Any]]:
    """CSV with its types back."""
    out = []
    for row in csv.DictReader(io.StringIO(text, newline="")):
        found: dict[str, Any] = {}
        for column, kind in columns.items():
            word = row[column]
            if kind is bool:
                found[column] = {"true": True, "false": False}[word]
            else:
                found[column] = word if kind is str else None if word == "" else kind(word)
        out.append(found)
    return out


def test_csv_comes_back_as_it_was(session: list[Analysis]) -> None:
    rows = session_rows(session)
    assert _read(to_csv(rows), COLUMNS) == rows
    assert _read(to_csv(player_totals(rows)), TOTAL_COLUMNS) == player_totals(rows)
    assert to_csv([]).split("\r\n") == [",".join(COLUMNS), ""]
    with pytest.raises(InputError):
        to_csv([{"deal": 1}])


def test_parquet_comes_back_as_it_was_with_its_types(session: list[Analysis], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rows = session_rows(session)
    for table, columns in ((rows, COLUMNS), (player_totals(rows), TOTAL_COLUMNS), ([], COLUMNS)):
        write_parquet(table, tmp_path / "a.parquet")
        found = parquet.read_table(tmp_path / "a.parquet")
        assert found.to_pylist() == table
        kinds = {int: "int64", float: "double", str: "string", bool: "bool"}
        assert {field.name: str(field.type) for field in found.schema} == {c: kinds[k] for c, k in columns.items()}


# --- the bidding -------------------------------------------------------------------------


def test_the_bidding_is_told_contract_by_contract_and_call_by_call() -> None:
    analysis = _analysed("gambler", bidding=True, worlds=16)
    review = analysis.bidding
    assert review is not None
    assert review.played is not None
    assert review.calls
    page = _Page(to_html(analysis))
    (part,) = [one for one in page.all("section") if _text(page.all("h2", within=one)[0]) == "Bidding"]
    grid, given_up, calls = ([[_text(td) for td in page.all("td", within=tr)] for tr in page.all("tr", within=one)[1:]]
                             for one in page.all("table", within=part))  # fmt: skip
    margins = [word for row in grid for word in row[1:]]
    assert margins == ["?" if row.margin is None else str(row.margin).replace("-", "−") for row in review.rows]
    strong = [_text(one) for one in page.all("b", within=part)]
    played = [
        row for row in review.rows if (row.strain, row.declarer) == (review.played.strain, review.played.declarer)
    ]
    assert strong == [str(row.margin).replace("-", "−") for row in played]
    numbers = [str(n).replace("-", "−") for n in review.given_up]
    assert [row[-1] for row in given_up] == numbers
    assert len(calls) == len(review.calls)
    for row, call in zip(calls, review.calls, strict=True):
        assert row[1] == f"seat {call.seat}"
        assert row[2] == call.call
        assert (row[-1] == "could have known better") == call.known
    heads = [table[0] for table in _tables(to_markdown(analysis))]
    assert ["Trump", "Seat 0", "Seat 1"] in heads


def test_calls_are_said_in_the_words_of_the_language(partners: Analysis) -> None:
    def said(language: str) -> list[str]:
        names = Names(partners, language)
        return [call_text(call, names) for call in ("pass", "90D", "capotNT", "double", "redouble", "H")]

    assert said("en") == ["pass", "90 diamonds", "capot no trumps", "double", "redouble", "hearts"]
    assert all(not set(said(language)) & set(said("en")) for language in ("ru", "uk"))
