"""What players call the themes of puzzles, and how hard a puzzle is, in words."""

from __future__ import annotations

from rebelote.wording.speech import Speech, marked, marked_in

#: By theme its name, and what it is in a sentence.
_THEMES = {
    "draw_trumps": (
        marked_in("theme", "draw trumps"),
        marked("Trumps are led first, so that the other side has none left to ruff with."),
    ),
    "refuse_trumps": (
        marked_in("theme", "leave trumps alone"),
        marked("Leading a trump comes to mind first and loses: another suit must be led."),
    ),
    "ruff": (
        marked_in("theme", "ruff"),
        marked("Out of the suit that was led, a player has to trump and not to discard."),
    ),
    "overruff": (
        marked_in("theme", "overruff"),
        marked("A plain suit was led and trumped, and a higher trump goes over it."),
    ),
    "underruff": (
        marked_in("theme", "underruff"),
        marked("A low trump is put under a trump that already wins the trick."),
    ),
    "unblock": (
        marked_in("theme", "unblock"),
        marked("A high card gets out of the way, so that the partner can win with a lower one later."),
    ),
    "duck": (
        marked_in("theme", "duck"),
        marked("A trick that could be taken is left to the other side."),
    ),
    "save_master": (
        marked_in("theme", "save the master"),
        marked("The highest card of a suit is held back, though it could take a trick now."),
    ),
    "throw_in": (
        marked_in("theme", "throw-in"),
        marked("A player of the other side is given the lead, and has to lead to his own loss."),
    ),
    "squeeze": (
        marked_in("theme", "squeeze"),
        marked("A player of the other side has to discard, and whatever he throws gives a trick away."),
    ),
    "en_passant": (
        marked_in("theme", "en passant"),
        marked("A plain suit is ruffed low while the player with a higher trump has to follow suit."),
    ),
    "ten_to_partner": (
        marked_in("theme", "ten to the partner"),
        marked("A ten, and no cheaper card, is put on a trick that the partner takes."),
    ),
    "last_trick": (
        marked_in("theme", "last trick"),
        marked("The last trick and the ten points for it decide."),
    ),
    "avoid_overtrump": (
        marked_in("theme", "avoid having to go over"),
        marked("A wrong card would oblige the own side to go over with a card that it needs later."),
    ),
    "sweep": (
        marked_in("theme", "every trick"),
        marked("All tricks are taken, the last one included."),
    ),
}
_GRADES = (
    marked_in("grade", "easy"),
    marked_in("grade", "fairly easy"),
    marked_in("grade", "medium"),
    marked_in("grade", "hard"),
    marked_in("grade", "very hard"),
)


def theme_name(theme: str, language: str | Speech = "en") -> str:
    """A theme as players call it: throw-in. One that has no words is told as it is."""
    return _speech(language).say_in("theme", _THEMES[theme][0]) if theme in _THEMES else theme


def theme_about(theme: str, language: str | Speech = "en") -> str:
    """What a theme is, in a sentence; nothing of one that has no words."""
    return _speech(language).say(_THEMES[theme][1]) if theme in _THEMES else ""


def grade_name(grade: int, language: str | Speech = "en") -> str:
    """How hard a puzzle of a grade from 1 to 5 is: medium."""
    return _speech(language).say_in("grade", _GRADES[grade - 1])


def _speech(language: str | Speech) -> Speech:
    return language if isinstance(language, Speech) else Speech(language)
