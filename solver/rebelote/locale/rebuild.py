"""Rebuild the message catalogues: gather messages from the source, merge, compile.

    python solver/rebelote/locale/rebuild.py

Needs Babel (the extra ``dev``); nothing at run time does. What is gone from the source goes from the catalogues,
what is new is added, in English as it is, elsewhere empty: translate it in the ``.po`` file and run this again. It
ends with status 1, and tells what is missing, until every message has a translation.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr
from datetime import datetime, timezone
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from rebelote.wording.speech import SPOKEN

HERE = Path(__file__).resolve().parent
DOMAIN = "rebelote"

#: Methods and functions whose texts are messages (``rebelote.wording.speech``), and which argument is what.
KEYWORDS = {
    "say": (1,),
    "marked": (1,),
    "say_in": ((1, "c"), 2),
    "marked_in": ((1, "c"), 2),
    "say_count": (1, 2),
}
#: What is said to people in their language stands in these.
SOURCES = ("wording/*.py", "reports/*.py", "cli/*.py")

#: Fixed, so that a catalogue changes only when a message does.
SINCE = datetime(2025, 1, 1, tzinfo=timezone.utc)
HEADER = "# Messages of rebelote. See rebuild.py beside this folder for how they are rebuilt."


def gathered() -> Catalog:
    """Every message of the source, in the order of the files."""
    found = new_catalogue(None)
    for path in sorted(path for pattern in SOURCES for path in HERE.parent.glob(pattern)):
        # It complains of every f-string that is an argument, though only texts as they stand are messages.
        with redirect_stderr(io.StringIO()):
            told = list(extract_from_file("python", path, keywords=KEYWORDS))
        for _, message, _, context in told:
            found.add(message, context=context)
    return found


def new_catalogue(language: str | None) -> Catalog:
    return Catalog(
        language, DOMAIN, HEADER, DOMAIN, creation_date=SINCE, revision_date=SINCE, fuzzy=False, charset="utf-8",
        version="1",
        msgid_bugs_address="-", last_translator="-", language_team="-",
    )  # fmt: skip


def po_path(language: str) -> Path:
    return HERE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_path(language: str) -> Path:
    return po_path(language).with_suffix(".mo")


def read(language: str) -> Catalog:
    """The catalogue as it stands, or a new one."""
    path = po_path(language)
    if not path.exists():
        return new_catalogue(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def merged(language: str, messages: Catalog) -> Catalog:
    """The messages of the source, with the translations there are."""
    known, out = read(language), new_catalogue(language)
    for message in messages:
        if not message.id:
            continue
        before = known.get(message.id, message.context)
        said = before.string if before is not None else None
        if language == "en" and not any(said or ()):
            said = message.id
        out.add(message.id, said or "", context=message.context)
    return out


def missing(catalogue: Catalog) -> Iterator[str]:
    """The messages without a translation, or without one of its plurals."""
    for message in catalogue:
        said = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        if message.id and not all(said):
            yield str(message.id if isinstance(message.id, str) else message.id[0])


def po_bytes(catalogue: Catalog) -> bytes:
    out = io.BytesIO()
    write_po(out, catalogue, width=110, no_location=True, ignore_obsolete=True)
    return out.getvalue()


def mo_bytes(catalogue: Catalog) -> bytes:
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> int:
    """Rebuild all; the exit status."""
    messages, status = gathered(), 0
    for language in SPOKEN:
        catalogue = merged(language, messages)
        po_path(language).parent.mkdir(parents=True, exist_ok=True)
        po_path(language).write_bytes(po_bytes(catalogue))
        mo_path(language).write_bytes(mo_bytes(read(language)))
        for text in missing(catalogue):
            status = 1
            print(f"{language}: no translation of {text!r}")
    return status


if __name__ == "__main__":
    sys.exit(main())
