"""A played deal as text: one tag a line, the play one trick a line.

::

    [Version "1"]
    [Variant "gambler"]
    [Dealer "1"]
    [Hands "QJT8..AK.KQ/K.J987.Q9.A8"]
    [Trump "H"]
    [Declarer "1"]
    [Play "0"]
    0: QC AC
    1: JH KH

A blank line ends a record; a line that begins with ``#`` is a comment. ``docs/notation.md`` has the
grammar. Each tag is a key of the record's JSON data, each with one canonical spelling, so that equal data
give equal bytes: ``read(write(data)).data == normal(data)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rebelote import recordvalues as values
from rebelote.cards import Card, split_cards
from rebelote.checks import Parts
from rebelote.errors import Problem, RecordError, brief
from rebelote.jsontext import MOST_ITEM
from rebelote.recordvalues import Kind
from rebelote.rules import Rules, option_problems, strain_of
from rebelote.tricks import winning_index

T = TypeVar("T")

#: The keys of a record in the order in which they are written, and what each may be. All but ``tags`` and
#: ``leader`` are tags of the text by the same name, capitalised; ``plays`` is the tag ``Play``.
KEYS: dict[str, Kind] = {
    "version": Kind(values.take_version, values.split_number),
    "variant": Kind(values.take_variant),
    "players": Kind(values.take_players, values.split_number),
    "options": Kind(values.take_options, values.split_options, values.show_options),
    "tags": Kind(values.take_tags),
    "dealer": Kind(values.read_seat),
    "upcard": Kind(values.take_card),
    "second": Kind(values.take_second, show=values.show_second),
    "bottom": Kind(values.take_card),
    "first": Kind(values.take_hands, values.split_hands, values.show_hands),
    "hands": Kind(values.take_hands, values.split_hands, values.show_hands),
    "exchange": Kind(values.read_seat, null=True),
    "auction": Kind(values.take_auction, values.split_words, values.show_words),
    "trump": Kind(values.take_strain),
    "misere": Kind(values.take_misere, values.split_flag, values.show_flag),
    "declarer": Kind(values.read_seat, null=True),
    "contract": Kind(values.take_contract, null=True),
    "leader": Kind(values.read_seat),
    "side": Kind(values.take_side, values.split_side, values.show_side),
    "melds": Kind(values.take_melds, values.split_melds, values.show_melds),
    "belas": Kind(values.take_melds, values.split_melds, values.show_melds),
    "plays": Kind(values.take_cards),
    "ending": Kind(values.take_ending, values.split_ending, values.show_ending, null=True),
    "scores": Kind(values.take_points, values.split_points, values.show_points),
    "hanging": Kind(values.take_points, values.split_points, values.show_points),
    "written": Kind(values.take_points, values.split_points, values.show_points),
}

#: Free texts with a tag of their own; any other is ``[Tag "name" "text"]``.
FREE_TAGS = ("Event", "Site", "Date", "Time", "Round", "Table", "Board", "Scorer", "Annotator", "Source", "Remark")

#: The tags of the names of those who play, by the key that the names have among the free texts.
SEAT_TAGS = {f"Seat{seat}": str(seat) for seat in range(4)}

#: Of a record with more faults than this no more are told.
MOST_FAULTS = 200

_KEY_OF_TAG = {key.capitalize(): key for key in KEYS if key not in ("tags", "leader", "plays")} | {"Play": "plays"}
_FREE = {**{name: name for name in FREE_TAGS}, **SEAT_TAGS}
_TAG_OF_FREE = {key: name for name, key in _FREE.items()}
_OTHER = "Tag"
TAG_NAMES = (*_KEY_OF_TAG, *FREE_TAGS, *SEAT_TAGS, _OTHER)

_BLANKS = " \t\r\f\v"
_STRING = r'"(?:[^"\\]|\\.)*"'
_TAG = re.compile(rf"\[[ \t]*([A-Za-z][A-Za-z0-9]*)((?:[ \t]+{_STRING})+)[ \t]*\]")
_STRINGS = re.compile(_STRING)
_TRICK = re.compile(r"(?:([0-9A-Za-z]+)[ \t]*:)?(.*)")
_ESCAPE = re.compile(r'\\(?:(["\\nrt])|u\{([0-9a-fA-F]{1,6})\}|(.|$))')
_TO_ESCAPE = re.compile('["\\\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]')
_SHORT = {'"': '"', "\\": "\\", "n": "\n", "r": "\r", "t": "\t"}
_SHORTEN = {char: short for short, char in _SHORT.items()}
_LOOKS = re.compile(r'(?:[ \t]*(?:#[^\n]*|\r)?\n)*[ \t]*\[[ \t]*[A-Za-z][A-Za-z0-9]*[ \t]+"')


@dataclass(slots=True)
class TextRecord:
    """One record of a text: its data in canonical form, and every fault, each with its line.

    ``lines`` tells the line of each key, of ``plays[5]`` and of ``tags.Event``. A key that is there but
    not in ``data`` had a fault. ``line`` is where the record begins.
    """

    line: int
    data: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    lines: dict[str, int] = field(default_factory=dict)

    def line_of(self, where: str) -> int:
        """The line of a place such as ``plays[5]``, ``hands`` or ``options.last_trick``."""
        return self.lines.get(where) or self.lines.get(re.split(r"[.\[]", where)[0], self.line)


def looks_like_record(text: str) -> bool:
    """Whether a text begins with a tag (and not with a JSON list); comments may stand before it."""
    return _LOOKS.match(text.removeprefix("\ufeff")) is not None


def read(text: str, line: int = 1) -> TextRecord:
    """The one record that ``text`` holds, lines counted from ``line``; nothing raises."""
    records = read_all(text, line)
    if not records:
        return TextRecord(line, problems=[Problem("empty_input", "there is no record in the text", f"line {line}")])
    for more in records[1:]:
        records[0].problems.append(Problem("bad_text", "another record begins here", f"line {more.line}"))
    return records[0]


def read_all(text: str, line: int = 1) -> list[TextRecord]:
    """Every record of a text, parted by blank lines; nothing raises."""
    records: list[TextRecord] = []
    block: list[tuple[int, str]] = []
    for number, raw in enumerate([*text.removeprefix("\ufeff").split("\n"), ""], line):
        words = raw.strip(_BLANKS)
        if words and not words.startswith("#"):
            block.append((number, words))
        elif block and not words:
            records.append(_Reader(block[0][0]).record(block))
            block = []
    return records


def write(data: Mapping[str, Any]) -> str:
    """The canonical text of a record, its last line ended; raises ``RecordError`` for what it cannot say."""
    canonical = normal(data)
    if "leader" in canonical and "plays" not in canonical:
        raise RecordError([Problem("missing_key", "plays is missing: the cards played, in order", "plays")])
    lines: list[str] = []
    for key, value in canonical.items():
        if key == "tags":
            lines += _tag_lines(value)
        elif key == "plays":
            leader = str(canonical["leader"]) if "leader" in canonical else values.NOTHING
            lines += [_tag("Play", leader), *_trick_lines(canonical)]
        elif key != "leader":
            lines.append(_tag(key.capitalize(), KEYS[key].text(value)))
    if not lines:
        raise RecordError([Problem("empty_input", "there is nothing in the record")])
    text = "\n".join(lines) + "\n"
    if len(text) > MOST_ITEM:
        raise RecordError([Problem("too_long", f"more than {MOST_ITEM:,} characters")])
    return text


def write_all(records: Iterable[Mapping[str, Any]]) -> str:
    """Records one behind the other, a blank line between them."""
    return "\n".join(write(data) for data in records)


def normal(data: object) -> dict[str, Any]:
    """The record in canonical form: keys in their order, each value in its one spelling.

    Raises ``RecordError`` with every key that is not known and every value that cannot be read. Absent
    keys stay absent.
    """
    if not isinstance(data, Mapping):
        raise RecordError([Problem("not_an_object", f"a record is an object, not {brief(data)}")])
    parts = Parts(players=values.seats_in(data))
    for key in data:
        if key not in KEYS:
            parts.fault("unknown_key", f"no key is called {brief(key)}; there are {', '.join(KEYS)}", str(key)[:40])
    out = {key: kind.value(parts, key, data[key]) for key, kind in KEYS.items() if key in data}
    if parts.problems:
        raise RecordError(parts.problems)
    if "tags" in out:
        out["tags"] = {name: out["tags"][name] for name in _in_order(out["tags"])}
    return out


# --- reading -----------------------------------------------------------------------------


class _Reader:
    """Reads the lines of one record. ``playing``: the lines now are tricks."""

    def __init__(self, line: int) -> None:
        self.out = TextRecord(line)
        self.playing = False
        self.texts: dict[str, str] = {}
        self.tags: dict[str, str] = {}
        self.tricks: list[tuple[int, str | None, list[str]]] = []

    def record(self, block: list[tuple[int, str]]) -> TextRecord:
        if sum(len(words) for _, words in block) > MOST_ITEM:
            self.fault(block[0][0], "too_long", f"more than {MOST_ITEM:,} characters")
            return self.out
        for number, words in block:
            if words.startswith("["):
                self.playing = False
                self.tag(number, words)
            else:
                self.trick(number, words)
            if len(self.out.problems) > MOST_FAULTS:
                return self.out
        self.finish()
        return self.out

    def fault(self, line: int, code: str, message: str, seat: int | None = None, card: str | None = None) -> None:
        told = len(self.out.problems)
        if told < MOST_FAULTS:
            self.out.problems.append(Problem(code, message, f"line {line}", seat, card))
        elif told == MOST_FAULTS:
            self.out.problems.append(Problem("gave_up", "so many faults that no more are told", f"line {line}"))

    def tag(self, line: int, words: str) -> None:
        match = _TAG.fullmatch(words)
        if match is None:
            self.fault(line, "bad_text", f'{brief(words)} is no tag; a tag is [Name "value"], one a line')
            return
        name = match[1]
        texts = [self.unescape(line, quoted[1:-1]) for quoted in _STRINGS.findall(match[2])]
        self.playing = name == "Play"
        if name not in TAG_NAMES:
            self.fault(line, "unknown_key", f"no tag is called {brief(name)}; there are {', '.join(TAG_NAMES)}")
        elif name == _OTHER and len(texts) == 2:
            self.free(line, texts[0], texts[1])
        elif name == _OTHER and texts == [values.NOTHING]:
            self.out.lines.setdefault("tags", line)
        elif len(texts) != 1 or name == _OTHER:
            form = '[Tag "name" "text"]' if name == _OTHER else f'[{name} "value"]'
            self.fault(line, "bad_text", f"{name} is written {form}")
        elif name in _FREE:
            self.free(line, _FREE[name], texts[0])
        elif _KEY_OF_TAG[name] in self.texts:
            self.fault(line, "repeated_word", f"{name} is there twice")
        else:
            self.texts[_KEY_OF_TAG[name]] = texts[0]
            self.out.lines[_KEY_OF_TAG[name]] = line

    def free(self, line: int, name: str, text: str) -> None:
        if name in self.tags:
            self.fault(line, "repeated_word", f"the tag {brief(name)} is there twice")
            return
        self.tags[name] = text
        self.out.lines[f"tags.{name}"] = line
        self.out.lines.setdefault("tags", line)

    def unescape(self, line: int, quoted: str) -> str:
        def char(match: re.Match[str]) -> str:
            if match[1]:
                return _SHORT[match[1]]
            if match[2] and int(match[2], 16) < 0x110000:
                return chr(int(match[2], 16))
            self.fault(line, "bad_text", f'{brief(match[0])} is no escape; there are \\" \\\\ \\n \\r \\t \\u{{1f600}}')
            return match[0]

        return _ESCAPE.sub(char, quoted)

    def trick(self, line: int, words: str) -> None:
        match = _TRICK.fullmatch(words)
        if not self.playing or match is None:
            self.fault(line, "bad_text", f"{brief(words)} is no tag, and no trick below the tag Play")
            return
        self.tricks.append((line, match[1], split_cards(match[2])))

    def finish(self) -> None:
        """Put the values in order; a value with a fault is left out."""
        out, lines = self.out, self.out.lines
        telling = [key for key in ("players", "variant", "hands") if key in self.texts]
        seats = values.seats_in({key: KEYS[key].split(self.texts[key]) for key in telling})
        found: dict[str, Any] = {}
        for key, text in self.texts.items():
            if key != "plays":
                parts = Parts(players=seats)
                value = KEYS[key].read(parts, key, text)
                if self.good(parts, lines[key]):
                    found[key] = value
        if "tags" in lines:
            found["tags"] = {name: self.tags[name] for name in _in_order(self.tags)}
        if "plays" in self.texts:
            self.play(found, seats)
        out.data = {key: found[key] for key in KEYS if key in found}
        out.problems.sort(key=lambda problem: int(problem.where.rpartition(" ")[2]))

    def good(self, parts: Parts, line: int) -> bool:
        for problem in parts.problems:
            self.fault(line, problem.code, problem.message, problem.seat, problem.card)
        return not parts.problems

    def play(self, found: dict[str, Any], seats: int | None) -> None:
        line = self.out.lines["plays"]
        parts = Parts(players=seats)
        if self.texts["plays"] != values.NOTHING:
            self.out.lines["leader"] = line
            leader = KEYS["leader"].read(parts, "Play", self.texts["plays"])
            if self.good(parts, line):
                found["leader"] = leader
        size = seats or (len(self.tricks[0][2]) if self.tricks else 0)
        good = True
        plays: list[str] = []
        for number, (line, _, words) in enumerate(self.tricks, 1):
            parts = Parts()
            cards = values.take_cards(parts, "Play", words)
            good &= self.good(parts, line)
            if len(words) > size or not words or (len(words) < size and number < len(self.tricks)):
                self.fault(line, "wrong_number", f"a trick of {len(words)} cards, not {size}")
                good = False
            for card in cards or []:
                self.out.lines[f"plays[{len(plays)}]"] = line
                plays.append(card)
        if len(plays) > values.MOST_CARDS:
            self.fault(line, "bad_cards", f"{len(plays)} cards were played; a pack has 32")
        elif good:
            found["plays"] = plays
            self.leaders(found, seats)

    def leaders(self, found: dict[str, Any], seats: int | None) -> None:
        """Check who is said to lead each trick."""
        true = _leaders(found)
        for i, (line, word, _) in enumerate(self.tricks):
            if word is None:
                continue
            parts = Parts(players=seats)
            seat = values.read_seat(parts, "Play", word)
            if not self.good(parts, line):
                continue
            # Without trumps only the first leader is known.
            leads = true[i] if true is not None else found.get("leader") if i == 0 else seat
            if seat != leads and "leader" in found:
                self.fault(line, "wrong_leader", f"seat {leads} leads this trick, not seat {seat}", seat)
            elif "leader" not in found and self.texts["plays"] == values.NOTHING:
                self.fault(line, "wrong_leader", "who leads is said here, but not by the tag Play", seat)


# --- writing -----------------------------------------------------------------------------


def _tag(name: str, *texts: str) -> str:
    return f"[{name} {' '.join(_quoted(text) for text in texts)}]"


def _quoted(text: str) -> str:
    return '"' + _TO_ESCAPE.sub(_escaped, text) + '"'


def _escaped(match: re.Match[str]) -> str:
    char = match[0]
    return f"\\{_SHORTEN[char]}" if char in _SHORTEN else f"\\u{{{ord(char):x}}}"


def _in_order(tags: Mapping[str, str]) -> list[str]:
    """The names of free texts as they are written: those with a tag of their own first."""
    return [key for key in _TAG_OF_FREE if key in tags] + sorted(set(tags) - set(_TAG_OF_FREE))


def _tag_lines(tags: Mapping[str, str]) -> list[str]:
    return [
        _tag(_TAG_OF_FREE[name], text) if name in _TAG_OF_FREE else _tag(_OTHER, name, text)
        for name, text in tags.items()
    ] or [_tag(_OTHER, values.NOTHING)]


def tricks_of(plays: Sequence[T], size: int) -> list[Sequence[T]]:
    """The cards trick by trick; the last may be unfinished."""
    return [plays[i : i + size] for i in range(0, len(plays), size)]


def _trick_lines(data: Mapping[str, Any]) -> list[str]:
    tricks = tricks_of(data["plays"], values.seats_in(data) or len(data["plays"]) or 1)
    leaders = _leaders(data)
    if leaders is None:
        return [" ".join(trick) for trick in tricks]
    return [f"{leader}: {' '.join(trick)}" for leader, trick in zip(leaders, tricks, strict=True)]


def _leaders(data: Mapping[str, Any]) -> list[int] | None:
    """Who leads each trick; none where the record does not say enough to know."""
    seats, options = values.seats_in(data), data.get("options", {})
    if seats is None or option_problems(options) or not {"variant", "trump", "leader", "plays"} <= set(data):
        return None
    rules, strain = Rules.preset(data["variant"], **options), strain_of(data["trump"])
    assert strain is not None
    leaders: list[int] = []
    at: int = data["leader"]
    for trick in tricks_of(data["plays"], seats):
        leaders.append(at)
        at = (at + winning_index(rules, strain, [Card(card) for card in trick])) % seats
    return leaders
