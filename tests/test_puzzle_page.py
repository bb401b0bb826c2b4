"""The printed page of puzzles: diagrams in front, solutions behind, and nothing shown that the solver must not see."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, SubElement

import pytest

from builtpuzzles import ASKED, SEEN, hand_puzzle, puzzle
from rebelote.cards import SYMBOLS, Card, from_mask, parse_cards
from rebelote.errors import InputError
from rebelote.puzzling.puzzles import Puzzle
from rebelote.reports.puzzlepage import puzzles_html
from rebelote.wording.puzzletalk import solution_text, task_text, theme_about, theme_name
from rebelote.wording.speech import SPOKEN, Speech

VOID = {"meta"}


class _Parser(HTMLParser):
    """Builds a tree; fails where an element is not closed in its place."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.root = Element("root")
        self.open = [self.root]
        self.feed(text)
        self.close()
        assert self.open == [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        made = SubElement(self.open[-1], tag, {key: value or "" for key, value in attrs})
        if tag not in VOID:
            self.open.append(made)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        last = self.open[-1]
        if len(last):
            last[-1].tail = (last[-1].tail or "") + data
        else:
            last.text = (last.text or "") + data


def _page(text: str) -> Element:
    return _Parser(text).root


def _text(element: Element) -> str:
    """What an element says; a space is a space, whether or not a line may end there."""
    return "".join(element.itertext()).replace("\u00a0", " ")


def _of_class(element: Element, kind: str) -> list[Element]:
    return [one for one in element.iter() if kind in one.get("class", "").split()]


def _by_id(page: Element, name: str) -> Element:
    (found,) = (one for one in page.iter() if one.get("id") == name)
    return found


@cache
def _all() -> tuple[Puzzle, ...]:
    """Puzzles of every kind, each with an id and a grade of its own."""
    found = [*map(puzzle, ASKED), *map(hand_puzzle, SEEN)]
    return tuple(
        replace(one, id=f"{one.position.rules.variant}-{i:010x}", grading=replace(one.grading, grade=1 + i % 5),
                source={"played": "XXSOURCEXX"})
        for i, one in enumerate(found)
    )  # fmt: skip


# --- the whole page --------------------------------------------------------------------------


@pytest.mark.parametrize("language", [*SPOKEN, "bg"])
def test_a_page_needs_nothing_but_itself(language: str) -> None:
    text = puzzles_html(_all(), language)
    page = _page(text)
    assert text.startswith("<!DOCTYPE html>")
    assert not {one.tag for one in page.iter()} & {"script", "link", "img", "iframe", "object", "form"}
    for word in ("http:", "https:", "//", "@import", "url(", "javascript:"):
        assert word not in text, word
    ids = [one.get("id") for one in page.iter() if one.get("id")]
    assert len(set(ids)) == len(ids)
    for one in page.iter():
        assert not [key for key in one.attrib if key.startswith("on") or key in ("src", "srcset", "style")]
        if "href" in one.attrib:
            assert one.get("href", "").startswith("#") and one.get("href", "")[1:] in ids
    html = next(page.iter("html"))
    assert html.get("lang") == (language if language in SPOKEN else "en")
    (policy,) = (one.get("content") for one in page.iter("meta") if one.get("http-equiv"))
    assert policy == "default-src 'none'; style-src 'unsafe-inline'"


def test_the_page_is_made_for_paper() -> None:
    style = next(_page(puzzles_html(_all())).iter("style")).text or ""
    assert re.search(r"@page \{[^}]*size: A4", style)
    assert re.search(r"\.solutions \{[^}]*break-before: page", style)
    assert re.search(r"\.puzzle \{[^}]*break-inside: avoid", style)
    assert "prefers-color-scheme: dark" in style


@pytest.mark.parametrize("language", SPOKEN)
def test_diagrams_stand_in_front_and_solutions_behind_in_the_same_order(language: str) -> None:
    puzzles = _all()
    page = _page(puzzles_html(puzzles, language))
    main = next(page.iter("main"))
    assert [one.get("id") for one in main] == ["tasks", "solutions"]
    front, behind = main
    numbers = [str(n) for n in range(1, len(puzzles) + 1)]
    for part, kind in ((front, "puzzle"), (behind, "solution")):
        articles = list(part.iter("article"))
        assert [one.get("id") for one in articles] == [f"{kind}-{n}" for n in numbers]
        assert [_text(_of_class(one, "number")[0]) for one in articles] == numbers
    for shown, asked in zip(front.iter("article"), puzzles, strict=True):
        for sentence in re.split(r"(?<=\.) ", task_text(asked, language).replace("\u00a0", " ")):
            assert sentence in _text(shown)
        assert "★" * asked.grade + "☆" * (5 - asked.grade) in _text(shown)
        assert _of_class(shown, "stars")[0].get("aria-label", "").startswith(f"{asked.grade} ")
    for shown, solved in zip(behind.iter("article"), puzzles, strict=True):
        words = _text(shown)
        assert solved.id in words
        for theme in solved.themes:
            assert theme_name(theme, language) in words
        assert Speech(language).any_of(solved.answer) in words


@pytest.mark.parametrize("language", SPOKEN)
def test_a_solution_has_all_that_is_said_in_words(language: str) -> None:
    puzzles = _all()
    behind = _by_id(_page(puzzles_html(puzzles, language)), "solutions")
    for shown, solved in zip(behind.iter("article"), puzzles, strict=True):
        items = [_text(one).lower() for one in shown.iter("li")]
        answer, line, *others, _ = solution_text(solved, language)
        words = _text(shown)
        if len(solved.answer) > 1 or solved.shares is not None:
            assert answer in words
        tricks = re.findall(r"\d+\. [^·]*?\+\d+", line)
        assert tricks and all(trick.lower() in items for trick in tricks)
        assert others and all(told.lower() in items for told in others)


@pytest.mark.parametrize("solutions", [True, False])
@pytest.mark.parametrize("language", SPOKEN)
def test_nothing_of_a_solution_stands_in_front(language: str, solutions: bool) -> None:
    puzzles = _all()
    page = _page(puzzles_html(puzzles, language, solutions=solutions))
    main = next(page.iter("main"))
    assert len(main) == 1 + solutions
    front = _text(main[0])
    assert "XXSOURCEXX" not in _text(page)
    assert "!" not in front and "?" not in front
    for shown, solved in zip(main[0].iter("article"), puzzles, strict=True):
        words = _text(shown)
        _, line, *others = solution_text(solved, language)
        assert not any(told in words for told in (line, *others))
        assert not any(trick in words for trick in re.findall(r"\d+\. [^·]*?\+\d+", line))
        assert not any(theme_name(theme, language) in words for theme in solved.themes)
        assert "→" not in words or solved.form == "hand"
    if not solutions:
        everything = _text(page)
        assert not [one for one in page.iter() if one.get("href", "").startswith("#solution")]
        assert theme_about("throw_in", language) not in everything


def test_themes_are_explained_once() -> None:
    words = _text(_by_id(_page(puzzles_html(_all(), "fr")), "solutions"))
    assert words.count(theme_about("throw_in", "fr")) == 1
    assert theme_about("squeeze", "fr") not in words


# --- diagrams --------------------------------------------------------------------------------


def _hand(seat: Element, language: str = "en") -> dict[str, list[str]]:
    """What a drawn hand says: by name of the suit its ranks."""
    rows = {}
    for row in next(seat.iter("ul")):
        name, _, ranks = _text(row).partition(": ")
        rows[name] = [] if ranks == "–" else ranks.split(" ")
    return rows


@pytest.mark.parametrize("name", ASKED)
def test_a_diagram_shows_every_hand_and_whose_turn_it_is(name: str) -> None:
    asked = puzzle(name)
    at = asked.position
    (shown,) = _page(puzzles_html([asked], "fr", solutions=False)).iter("article")
    (drawn,) = _of_class(shown, "diagram")
    assert f"of{at.players}" in drawn.get("class", "")
    speech = Speech("fr")
    for seat in range(at.players):
        (hand,) = _of_class(drawn, f"seat{seat}")
        rows = _hand(hand)
        assert list(rows) == ["pique", "cœur", "carreau", "trèfle"]
        for suit, ranks in enumerate(rows.values()):
            held = [card for card in from_mask(at.hands[seat]) if card.suit == suit]
            assert sorted(ranks) == sorted(speech.card(card)[:-1] for card in held)
            strength = at.rules.strengths(at.strain)
            strong = [strength[Card(f"{rank}{SYMBOLS[suit]}", "fr")] for rank in ranks]
            assert strong == sorted(strong, reverse=True), "the cards that win most first"
        title = _text(next(hand.iter("h4")))
        assert title.lower().startswith(speech.who(seat, at.players).lower())
        assert ("à jouer" in title) == (seat == at.seat) == bool(_of_class(hand, "turn"))
    lying = [(speech.card(card), (at.leader + i) % at.players) for i, card in enumerate(at.trick)]
    told = ", ".join(f"{card} ({speech.who(seat, at.players)})" for card, seat in lying)
    assert (f"Sur la table : {told}." in _text(drawn)) == bool(lying)
    if at.players == 4:
        (felt,) = _of_class(drawn, "felt")
        for seat in range(4):
            assert [_text(one) for one in _of_class(felt, f"from{seat}")] == [c for c, s in lying if s == seat]
        assert _text(_of_class(felt, "arrow")[0]) == "▲►▼◄"[at.seat]


def test_trump_misere_tricks_and_declarer_are_told() -> None:
    (shown,) = _page(puzzles_html([puzzle("points, misere")], "ru", solutions=False)).iter("article")
    assert "козырь: пики · распасы · 3 взятки" in _text(shown)
    (shown,) = _page(puzzles_html([puzzle("last trick")], "en", solutions=False)).iter("article")
    assert "All trumps · 3 tricks" in _text(shown) and "declarer" not in _text(shown)
    (shown,) = _page(puzzles_html([puzzle("broken")], "en", solutions=False)).iter("article")
    (south,) = _of_class(shown, "seat2")
    assert "declarer" in _text(south) and _text(shown).count("declarer") == 1


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", SEEN)
def test_with_one_hand_seen_no_other_stands_in_front(name: str, language: str) -> None:
    asked, seen = hand_puzzle(name), SEEN[name]
    at = asked.position
    (shown,) = _page(puzzles_html([asked], language, solutions=False)).iter("article")
    assert len(_of_class(shown, "suits")) == 1
    (hand,) = _of_class(shown, f"seat{at.seat}")
    speech = Speech(language)
    own = [speech.card(card)[:-1] for card in from_mask(at.hands[at.seat])]
    assert sorted(rank for ranks in _hand(hand).values() for rank in ranks) == sorted(own)
    words = _text(shown)
    cards = [_text(one) for one in _of_class(shown, "held")]
    assert len(cards) == sum(words.count(sign) for sign in SYMBOLS), "every card in a sentence is drawn as one"
    told = {Card(card, language) for card in cards}
    plays = set(parse_cards(seen.plays))
    melds = [meld["meld"].split()[1:] for key in ("melds", "belas") for meld in seen.more.get(key, ())]
    public = plays | {Card(word) for meld in melds for word in meld} | set(parse_cards(seen.more.get("out", [])))
    assert told <= public and plays <= told
    hidden = {card for seat, held in enumerate(at.hands) if seat != at.seat for card in from_mask(held)} - public
    assert hidden and not told & hidden
    if name == "hand, two":
        assert str(at.at_stake) not in re.findall(r"\d+", words)


def test_what_was_shown_and_called_is_told_with_one_hand_seen() -> None:
    (shown,) = _page(puzzles_html([hand_puzzle("hand, two")], solutions=False)).iter("article")
    facts = {_text(one[0]).lower(): _text(one[1]) for one in shown.iter("div") if len(one) and one[0].tag == "dt"}
    assert facts == {
        "declarer": "seat 0", "melds": "8♥ 9♥ T♥ (seat 0)", "announced": "run of 3 to T (seat 0)", "out of play": "7♦",
    }  # fmt: skip
    tricks = [_text(one) for one in _of_class(shown, "play")[0]]
    assert tricks[:2] == ["1. seat 0: A♦ J♦ → seat 0 +13", "2. seat 0: 9♠ K♠ → seat 1 +4"] and len(tricks) == 5


def test_the_whole_deal_stands_behind_where_one_hand_was_seen() -> None:
    behind = _by_id(_page(puzzles_html([hand_puzzle("hand, four")])), "solutions")
    (drawn,) = _of_class(behind, "diagram")
    assert len(_of_class(drawn, "suits")) == 4


# --- words from outside ----------------------------------------------------------------------

NASTY = '<script>alert("1")</script> & </style> \x00 \ud800'


def test_nothing_that_a_puzzle_or_a_title_says_breaks_the_page() -> None:
    nasty = replace(puzzle("sweep"), id=NASTY, themes=(NASTY,))
    text = puzzles_html([nasty], title=NASTY)
    page = _page(text)
    assert "<script" not in text and "\x00" not in text
    clean = NASTY.replace("\x00", "\ufffd").replace("\ud800", "\ufffd")
    assert _text(next(page.iter("h1"))) == _text(next(page.iter("title"))) == clean
    assert clean in _text(_by_id(page, "solution-1"))
    text.encode("utf-8")


def test_the_title_is_the_game_where_there_is_one() -> None:
    def titles(puzzles: list[Puzzle], title: str | None = None) -> tuple[str, list[str]]:
        page = _page(puzzles_html(puzzles, title=title))
        return _text(next(page.iter("h1"))), [_text(one) for one in _of_class(page, "game")]

    assert titles([puzzle("made"), puzzle("sweep")]) == ("Puzzles: classic belote", [])
    assert titles([puzzle("made"), puzzle("trick")]) == ("Belote puzzles", ["Classic belote", "Contrée"])
    assert titles([puzzle("made")], "Club")[0] == "Club"
    assert "classic belote" in _text(next(_page(puzzles_html([puzzle("made")], title="Club")).iter("header")))


def test_no_puzzles_make_a_page_that_says_so() -> None:
    assert "There are no puzzles here." in _text(_page(puzzles_html([])))
    assert len(next(_page(puzzles_html([], "uk")).iter("main"))) == 1


def test_a_language_of_cards_alone_has_its_letters_and_another_is_refused() -> None:
    asked = puzzle("made")
    page = _page(puzzles_html([asked], "bg"))
    assert "Your lead (North)" in _text(page) and "After Д♦" in _text(_by_id(page, "solutions"))
    with pytest.raises(InputError, match="'xx'"):
        puzzles_html([asked], "xx")


def test_the_same_puzzles_give_the_same_page() -> None:
    assert puzzles_html(_all(), "uk") == puzzles_html(_all(), "uk")
