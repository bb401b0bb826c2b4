"""The message catalogues: whole, in step with the source and with each other."""

from __future__ import annotations

import gettext
import importlib.util
import io
import re
import string
from pathlib import Path
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

import rebelote
from rebelote.wording.speech import SPOKEN, Speech


def _rebuild() -> ModuleType:
    """The tool that rebuilds the catalogues; it stands beside them and is in no package."""
    path = Path(rebelote.__file__).parent / "locale" / "rebuild.py"
    spec = importlib.util.spec_from_file_location("rebuild", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


rebuild = _rebuild()


@pytest.fixture(scope="module")
def catalogues() -> dict[str, Catalog]:
    return {language: rebuild.read(language) for language in SPOKEN}


def _messages(catalogue: Catalog) -> dict[tuple[str | None, str], Message]:
    return {
        (message.context, message.id if isinstance(message.id, str) else message.id[0]): message
        for message in catalogue
        if message.id
    }


def _texts(said: object) -> list[str]:
    return [said] if isinstance(said, str) else list(said)


@pytest.mark.parametrize("language", SPOKEN)
def test_every_message_of_the_source_is_in_every_catalogue_and_no_other(
    catalogues: dict[str, Catalog], language: str
) -> None:
    gathered = _messages(rebuild.gathered())
    assert len(gathered) > 100
    assert _messages(catalogues[language]).keys() == gathered.keys()


@pytest.mark.parametrize("language", SPOKEN)
def test_no_message_is_empty_or_in_doubt(catalogues: dict[str, Catalog], language: str) -> None:
    assert list(rebuild.missing(catalogues[language])) == []
    assert [message.id for message in catalogues[language] if message.id and message.fuzzy] == []


@pytest.mark.parametrize("language", SPOKEN)
def test_the_compiled_catalogue_is_the_written_one(catalogues: dict[str, Catalog], language: str) -> None:
    out = io.BytesIO()
    write_mo(out, catalogues[language])
    out.seek(0)
    with rebuild.mo_path(language).open("rb") as file:
        shipped, compiled = gettext.GNUTranslations(file), gettext.GNUTranslations(out)
    messages = [
        {key: text for key, text in found._catalog.items() if key}
        for found in (shipped, compiled)  # type: ignore[attr-defined]
    ]
    assert messages[0] == messages[1], "run solver/rebelote/locale/rebuild.py"
    assert len(messages[0]) > 100


@pytest.mark.parametrize("language", [language for language in SPOKEN if language != "en"])
def test_what_is_said_in_another_language_is_no_english(catalogues: dict[str, Catalog], language: str) -> None:
    """A message of words is translated, not copied. Names, signs and words that both languages have are few."""
    same = [
        message.id for message in catalogues[language]
        if message.id and message.id == message.string and re.search("[a-z]{3}", re.sub("{[^}]*}", "", str(message.id)))
    ]  # fmt: skip
    allowed = {"fr": {"points", "contrée", "misère", "capot"}}
    assert set(map(str, same)) <= allowed.get(language, set())


FORMS = {"", "who", "whose", "to", "points", "card"}


def _values(text: str) -> set[str]:
    fields = [(name, form) for _, name, form, _ in string.Formatter().parse(text) if name is not None]
    assert all(form in FORMS for _, form in fields), text
    return {name for name, _ in fields}


@pytest.mark.parametrize("language", SPOKEN)
def test_every_translation_names_the_values_of_its_message(catalogues: dict[str, Catalog], language: str) -> None:
    for message in catalogues[language]:
        if message.id:
            wanted = _values(_texts(message.id)[-1])
            for said in _texts(message.string):
                assert _values(said) == wanted, said


@pytest.mark.parametrize("language", SPOKEN)
def test_cyrillic_words_have_no_latin_letters_and_others_no_cyrillic(
    catalogues: dict[str, Catalog], language: str
) -> None:
    cyrillic = re.compile("[\u0400-\u04ff]")
    for message in catalogues[language]:
        for said in _texts(message.string) if message.id else []:
            for word in re.findall(r"\w+", re.sub("{[^}]*}", "", said)):
                if language in ("en", "fr"):
                    assert not cyrillic.search(word), said
                elif cyrillic.search(word):
                    assert not re.search("[A-Za-z]", word), said


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", {0: "0 points", 1: "1 point", 2: "2 points", 21: "21 points"}),
        ("fr", {0: "0 point", 1: "1 point", 2: "2 points", 21: "21 points"}),
        ("ru", {0: "0 очков", 1: "1 очко", 2: "2 очка", 4: "4 очка", 5: "5 очков", 11: "11 очков", 12: "12 очков",
                14: "14 очков", 21: "21 очко", 22: "22 очка", 101: "101 очко", 111: "111 очков", 162: "162 очка"}),
        ("uk", {0: "0 очок", 1: "1 очко", 3: "3 очка", 5: "5 очок", 11: "11 очок", 13: "13 очок", 21: "21 очко",
                34: "34 очка", 112: "112 очок", 152: "152 очка"}),
    ],
)  # fmt: skip
def test_plurals(language: str, words: dict[int, str]) -> None:
    assert {n: Speech(language).points(n) for n in words} == words
