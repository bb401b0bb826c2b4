"""The fields of an object of JSON data, read one by one; what is wrong is noted, and something harmless returned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from rebelote.cards import Card, split_cards
from rebelote.errors import CardError, Problem, brief

#: The longest list that is gone through.
MOST_LISTED = 1000


class Fields:
    """``data`` with its place in the whole (``""`` for the whole itself), and the list its faults go to."""

    def __init__(self, data: Mapping[str, Any], where: str, faults: list[Problem]) -> None:
        self.data = data
        self.where = where
        self.faults = faults

    def place(self, key: str) -> str:
        """The place of a key in the whole."""
        return f"{self.where}.{key}" if self.where and key else self.where or key

    def fault(self, code: str, message: str, key: str, seat: int | None = None, card: Card | None = None) -> None:
        """Note a fault."""
        self.faults.append(Problem(code, message, self.place(key), seat, None if card is None else str(card)))

    def marred(self, key: str) -> bool:
        """Whether a fault of a key, or of what is inside it, was noted."""
        place = self.place(key)
        return any(fault.where == place or fault.where.startswith((place + ".", place + "[")) for fault in self.faults)

    def keys(self, always: Sequence[str], sometimes: Sequence[str]) -> None:
        """Note each key that is missing, and each that nobody knows."""
        for key in always:
            if key not in self.data:
                self.fault("missing_key", f"{key} is missing", key)
        for key in self.data:
            if key not in always and key not in sometimes:
                self.fault("unknown_key", f"no key is called {brief(key)}", str(key)[:40])

    def part(self, key: str) -> Fields:
        """The object at a key; an empty one where there is none."""
        found = self.data.get(key, {})
        if not isinstance(found, Mapping):
            self.fault("bad_type", f"{key} is an object, not {brief(found)}", key)
            found = {}
        return Fields(found, self.place(key), self.faults)

    def parts(self, key: str) -> list[Fields]:
        """The list of objects at a key."""
        out = []
        for i, found in enumerate(self.items(key)):
            if isinstance(found, Mapping):
                out.append(Fields(found, f"{self.place(key)}[{i}]", self.faults))
            else:
                self.fault("bad_type", f"an object is wanted, not {brief(found)}", f"{key}[{i}]")
        return out

    def items(self, key: str) -> list[Any]:
        """The list at a key; an empty one where there is none, or too long a one."""
        found = self.data.get(key, [])
        if not isinstance(found, list | tuple):
            self.fault("bad_type", f"{key} is a list, not {brief(found)}", key)
            return []
        if len(found) > MOST_LISTED:
            self.fault("too_long", f"{key} has {len(found)} parts, more than {MOST_LISTED}", key)
            return []
        return list(found)

    def number(self, key: str, least: int, most: int) -> int:
        """A whole number; ``least`` where there is none."""
        found = self.data.get(key, least)
        if type(found) is not int:
            self.fault("bad_type", f"{key} is a whole number, not {brief(found)}", key)
            return least
        if not least <= found <= most:
            self.fault("bad_number", f"{key} is {least} to {most}, not {brief(found)}", key)
            return least
        return found

    def numbers(self, key: str, count: int, most: int) -> tuple[int, ...]:
        """So many whole numbers from 0 on."""
        found = self.items(key)
        if key in self.data and (len(found) != count or not all(type(n) is int and 0 <= n <= most for n in found)):
            if not self.marred(key):
                self.fault("bad_number", f"{key} is {count} whole numbers, a seat", key)
            return (0,) * count
        return tuple(found) or (0,) * count

    def real(self, key: str) -> float:
        """A number from 0 on; 0 where there is none."""
        found = self.data.get(key, 0.0)
        if isinstance(found, bool) or not isinstance(found, int | float):
            self.fault("bad_type", f"{key} is a number, not {brief(found)}", key)
            return 0.0
        if not (isfinite(found) and 0 <= found <= 1e6):
            self.fault("bad_number", f"{key} is a number from 0 on, not {brief(found)}", key)
            return 0.0
        return float(found)

    def text(self, key: str) -> str:
        """A text; an empty one where there is none."""
        found = self.data.get(key, "")
        if not isinstance(found, str) or len(found) > 100:
            self.fault("bad_type", f"{key} is a short text, not {brief(found)}", key)
            return ""
        return found

    def word(self, key: str, known: Sequence[str]) -> str | None:
        """One of the known words; none where it is not."""
        if key not in self.data:
            return None
        found = self.data[key]
        if not isinstance(found, str) or found not in known:
            self.fault("bad_word", f"{key} is one of {', '.join(known)}, not {brief(found)}", key)
            return None
        return found

    def words(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        found = self.items(key)
        for i, word in enumerate(found):
            if not isinstance(word, str):
                self.fault("bad_type", f"a text is wanted, not {brief(word)}", f"{key}[{i}]")
        return tuple(word for word in found if isinstance(word, str))

    def cards(self, key: str) -> list[Card]:
        """The list of cards at a key, or a text of several."""
        found = self.data.get(key, [])
        words = split_cards(found) if isinstance(found, str) and len(found) < MOST_LISTED else self.items(key)
        out = []
        for i, word in enumerate(words):
            out += self.cards_of(word, f"{key}[{i}]")
        return out

    def cards_of(self, word: object, key: str) -> list[Card]:
        """A card, or none and a fault."""
        if word is None and key not in self.data:
            return []
        if not isinstance(word, str):
            self.fault("bad_type", f"a card is a text, not {brief(word)}", key)
            return []
        try:
            return [Card(word)]
        except CardError as error:
            self.fault(error.code, str(error), key)
            return []
