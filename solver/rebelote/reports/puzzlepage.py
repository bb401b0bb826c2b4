"""Puzzles as one HTML file to print: the diagrams in front, the solutions behind, no script and nothing fetched."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from rebelote.puzzling.puzzles import HAND, Puzzle
from rebelote.reports.cardsvg import symbols
from rebelote.reports.markup import POLICY, Inside, html_text, tag
from rebelote.reports.pieces import facts, heading
from rebelote.reports.puzzlediagram import diagram, sign, with_cards
from rebelote.reports.puzzlehand import known
from rebelote.reports.styles import css
from rebelote.wording.puzzletalk import Solution, grade_name, solution, theme_about, theme_name
from rebelote.wording.puzzletasks import task
from rebelote.wording.speech import Speech, spoken

#: How many grades there are, and so stars.
GRADES = 5


def puzzles_html(
    puzzles: Sequence[Puzzle], language: str = "en", *, title: str | None = None, solutions: bool = True
) -> str:
    """The page, ready for paper: a few numbered diagrams a sheet, then, from a new sheet on, the solutions.

    ``language`` is one of ``cards.LANGUAGES``; without a catalogue in it the words are English. ``title``: of the page,
    by default the game's name where all are of one game. Without ``solutions`` the page has the front part
    only, and nothing of a solution is in it. Raises ``InputError`` for another language.
    """
    speech = Speech(spoken(language), letters=language)
    games = {puzzle.position.rules.variant for puzzle in puzzles}
    heads = _title(games, speech) if title is None else title
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("title", heads),
        tag("style", css("page.css") + css("puzzles.css")),
    )
    behind = _behind(puzzles, speech) if solutions and puzzles else None
    main = tag("main", _front(puzzles, speech, behind is not None), behind)
    game = tag("p", speech.game(games.pop()), class_="soft") if title is not None and len(games) == 1 else None
    body = tag("body", symbols([]), tag("header", tag("h1", heads), game), main)
    return html_text(tag("html", head, body, lang=speech.language))


def _title(games: set[str], speech: Speech) -> str:
    if len(games) != 1:
        return speech.say("Belote puzzles")
    return speech.say("Puzzles: {game}", game=speech.game(*games))


# --- in front ------------------------------------------------------------------------------


def _front(puzzles: Sequence[Puzzle], speech: Speech, linked: bool) -> Element:
    say = speech.say
    if not puzzles:
        return tag("section", tag("p", say("There are no puzzles here.")))
    mixed = len({puzzle.position.rules.variant for puzzle in puzzles}) > 1
    asked = [_task(number, puzzle, speech, mixed, linked) for number, puzzle in enumerate(puzzles, 1)]
    title = tag("h2", heading(say("tasks")), class_="heard")
    return tag("section", title, tag("div", asked, class_="puzzles"), class_="front", id="tasks")


def _task(number: int, puzzle: Puzzle, speech: Speech, named: bool, linked: bool) -> Element:
    """One diagram with its task; ``named``: with the game's name, ``linked``: with a link to the solution."""
    at, hand = puzzle.position, puzzle.form == HAND
    title = tag("h3", tag("span", str(number), class_="number"), " ",
                tag("span", _setting(puzzle, speech), class_="setting"), " ", _stars(puzzle.grade, speech))  # fmt: skip
    *told, seen = task(puzzle, speech)
    # With one hand seen the declarer stands among what is known.
    declarer = None if hand or puzzle.background is None else puzzle.background.stakes.contract.declarer
    return tag(
        "article",
        title,
        tag("p", heading(speech.game(at.rules.variant)), class_="soft game") if named else None,
        diagram(at, speech, seen=(at.seat,) if hand else None, declarer=declarer),
        known(puzzle.view, speech) if hand and puzzle.view is not None else None,
        tag("p", " ".join(told), class_="asked"),
        tag("p", seen, class_="soft"),
        _link(f"#solution-{number}", speech.say("solution")) if linked else None,
        class_="puzzle hand-form" if hand else "puzzle",
        id=f"puzzle-{number}",
    )


def _setting(puzzle: Puzzle, speech: Speech) -> list[Inside]:
    """What is trump, and how many tricks are left."""
    at, say = puzzle.position, speech.say
    strain: list[Inside] = [heading(speech.strain(at.strain))]
    if at.strain < 4:
        # Those who hear the page hear no sign.
        trump = say("trump")
        strain = [tag("span", f"{trump}:", class_="heard"), sign(at.strain), " ", speech.strain(at.strain)]
    words = [say("misère")] if at.misere else []
    return [*strain, *(f" · {word}" for word in (*words, speech.tricks(puzzle.tricks)))]


def _stars(grade: int, speech: Speech) -> Element:
    """The grade as stars, for those who hear it in words."""
    told = speech.say("{grade} of 5, {word}", grade=grade, word=grade_name(grade, speech))
    return tag("span", "★" * grade + "☆" * (GRADES - grade), class_="stars", role="img", aria_label=told)


def _link(where: str, words: str) -> Element:
    return tag("p", tag("a", heading(words), href=where), class_="link")


# --- behind --------------------------------------------------------------------------------


def _behind(puzzles: Sequence[Puzzle], speech: Speech) -> Element:
    say = speech.say
    legend = say(
        "Each trick tells who led, the cards in the order of play, and who took it for how many points. In brackets"
        " stand cards that lay on the table before, behind ! the only card that will do, behind ? a wrong one."
    )
    solved = [_solved(number, puzzle, speech) for number, puzzle in enumerate(puzzles, 1)]
    return tag(
        "section", tag("h2", heading(say("solutions"))), tag("p", legend, class_="soft legend"),
        tag("div", solved, class_="solved"), _glossary(puzzles, speech), class_="solutions", id="solutions",
    )  # fmt: skip


def _solved(number: int, puzzle: Puzzle, speech: Speech) -> Element:
    found = solution(puzzle, speech)
    answer = with_cards(speech.any_of(puzzle.answer))
    title = tag("h3", tag("span", str(number), class_="number"), " ", tag("span", answer), " ",
                tag("span", puzzle.id, class_="id"))  # fmt: skip
    return tag(
        "article",
        title,
        tag("p", with_cards(found.answer)) if len(puzzle.answer) > 1 or puzzle.shares is not None else None,
        _as_it_was(puzzle, speech) if puzzle.form == HAND else None,
        _listed(speech.say("best play"), found.line, "play", speech),
        tag("p", with_cards(found.end)) if found.end else None,
        _listed(speech.say("wrong cards"), found.refuted, "wrong", speech),
        _listed(speech.say("later decisions"), found.later, "wrong", speech),
        tag("p", _graded(puzzle, found, speech), class_="themes"),
        _link(f"#puzzle-{number}", speech.say("task")),
        class_="solution",
        id=f"solution-{number}",
    )


def _as_it_was(puzzle: Puzzle, speech: Speech) -> list[Element]:
    return [tag("h4", heading(speech.say("the deal as it was"))), diagram(puzzle.position, speech)]


def _listed(title: str, lines: Sequence[str], kind: str, speech: Speech) -> list[Element]:
    if not lines:
        return []
    return [tag("h4", heading(title)), tag("ul", [tag("li", with_cards(heading(line))) for line in lines], class_=kind)]


def _graded(puzzle: Puzzle, found: Solution, speech: Speech) -> list[Inside]:
    """Themes and grade in one line."""
    themes = [tag("b", theme) for theme in found.themes]
    parted: list[Inside] = []
    for theme in themes:
        parted += [" · " if parted else None, theme]
    return [*parted, " · " if parted else None, found.grade]


def _glossary(puzzles: Sequence[Puzzle], speech: Speech) -> list[Element]:
    """What the themes of these puzzles are, each once."""
    themes = dict.fromkeys(theme for puzzle in puzzles for theme in puzzle.themes)
    if not themes:
        return []
    pairs: list[tuple[str, Inside]] = [(theme_name(theme, speech), theme_about(theme, speech)) for theme in themes]
    return [tag("h3", heading(speech.say("themes"))), tag("div", facts(pairs), class_="glossary")]
