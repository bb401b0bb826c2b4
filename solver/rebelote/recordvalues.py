"""The values of a record: in any spelling of the JSON form, in their canonical one, and in words.

Each key of a record has a ``Kind``: ``split`` takes its words in the text form apart, ``take`` checks one
value (from JSON or from ``split``) and gives its canonical form, ``show`` puts that in words again. So
``take(split(show(value))) == value``. Faults are collected in ``Parts``; a value with a fault is None.

What is checked is that a value can be read; whether it can be true is for the whole record to say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rebelote import auctions, melds
from rebelote.cards import Card, split_cards
from rebelote.checks import Parts, read_cards, seat_of
from rebelote.errors import RebeloteError, brief
from rebelote.notation import hand_cards
from rebelote.rules import OPTION_NAMES, PRESETS, strain_of, unknown_variant

#: The word for a value that is there and is nothing: null, or an empty list.
NOTHING = "-"

#: No list of cards is longer; ``read_cards`` refuses it.
MOST_CARDS = 64

#: No list of calls, melds, scores or options is longer.
MOST_ITEMS = 200

#: What an ending may be.
ENDINGS = ("claim", "doezd", "half_bait", "broken_off")

_NUMBER = re.compile("0|-?[1-9][0-9]{0,8}")
_MOST = 10**9
_LISTS = {name for name in OPTION_NAMES if isinstance(PRESETS["gambler"].option(name), tuple)}
_OPTION = re.compile(r"[^\s=,\"\\]+=[^\s=\"\\]*")
_PARTS_OF_ENDING = ("kind", "seat", "points")

Take = Callable[[Parts, str, Any], Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """How the value of one key is read and written."""

    take: Take
    split: Callable[[str], Any] = str
    show: Callable[[Any], str] = str
    #: Whether null is a value of it.
    null: bool = False

    def read(self, parts: Parts, where: str, text: str) -> Any:
        """The canonical value that some text says."""
        return self.value(parts, where, None if self.null and text == NOTHING else self.split(text))

    def value(self, parts: Parts, where: str, value: Any) -> Any:
        """The canonical form of a value."""
        return None if self.null and value is None else self.take(parts, where, value)

    def text(self, value: Any) -> str:
        """A canonical value in words."""
        return NOTHING if value is None else self.show(value)


def seats_in(data: Mapping[str, Any]) -> int | None:
    """How many play, as far as a record says so: by ``players``, its game, or its hands."""
    players, variant, hands = data.get("players"), data.get("variant"), data.get("hands")
    if isinstance(players, int) and not isinstance(players, bool) and 2 <= players <= 4:
        return players
    if isinstance(variant, str) and variant in PRESETS and len(PRESETS[variant].players) == 1:
        return PRESETS[variant].players[0]
    return len(hands) if isinstance(hands, list | tuple) and 2 <= len(hands) <= 4 else None


# --- numbers, words, seats ---------------------------------------------------------------


def split_number(text: str) -> int | str:
    """A whole number, or the text when it is none."""
    return int(text) if _NUMBER.fullmatch(text) else text


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -_MOST < value < _MOST


def take_version(parts: Parts, where: str, value: Any) -> int | None:
    if _is_number(value):
        return int(value)
    parts.fault("bad_version", f"{where} is a whole number, not {brief(value)}", where)
    return None


def take_players(parts: Parts, where: str, value: Any) -> int | None:
    if _is_number(value):
        return int(value)
    parts.fault("bad_players", f"{where} is a whole number, not {brief(value)}", where)
    return None


def take_variant(parts: Parts, where: str, value: Any) -> str | None:
    if isinstance(value, str) and value in PRESETS:
        return value
    parts.fault("unknown_variant", unknown_variant(value).message, where)
    return None


def take_strain(parts: Parts, where: str, value: Any) -> str | None:
    strain = strain_of(value)
    if strain is not None:
        return str(strain)
    parts.fault("unknown_strain", f"no strain is called {brief(value)}; there are S H D C NT AT", where)
    return None


def take_misere(parts: Parts, where: str, value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    parts.fault("bad_misere", f"{where} is true or false, not {brief(value)}", where)
    return None


def split_flag(text: str) -> bool | str:
    return text == "true" if text in ("true", "false") else text


def show_flag(value: bool) -> str:
    return "true" if value else "false"


def read_seat(parts: Parts, where: str, value: Any) -> int | None:
    """A seat: its number, that number as text, or N E S W where four play."""
    most = parts.players or 4
    number = split_number(value) if isinstance(value, str) else value
    named = isinstance(number, str) and parts.players is None
    seat = None if named else seat_of(number, most)
    if seat is not None:
        return seat
    parts.fault("bad_seat", f"{where}: a seat is a number from 0 to {most - 1}, not {brief(value)}", where)
    return None


def take_side(parts: Parts, where: str, value: Any) -> list[int] | None:
    marks = [value] if isinstance(value, int) else list(value) if isinstance(value, str | list | tuple) else None
    if marks is None or len(marks) > 16:
        parts.fault("bad_side", f"{where} is a list of seats, not {brief(value)}", where)
        return None
    seats = [read_seat(parts, where, mark) for mark in marks if mark not in (" ", ",")]
    known = [seat for seat in seats if seat is not None]
    if len(set(known)) < len(known):
        parts.fault("bad_side", f"{where} has a seat twice: {brief(value)}", where)
        return None
    return sorted(known) if len(known) == len(seats) else None


def split_side(text: str) -> list[str]:
    return [] if text == NOTHING else [mark for mark in text if mark != ","]


def show_side(side: Sequence[int]) -> str:
    return "".join(map(str, side)) or NOTHING


def take_points(parts: Parts, where: str, value: Any) -> list[int] | None:
    if isinstance(value, list | tuple) and len(value) <= MOST_ITEMS and all(map(_is_number, value)):
        return list(value)
    parts.fault("bad_points", f"{where} is a list of at most {MOST_ITEMS} whole numbers, not {brief(value)}", where)
    return None


def split_points(text: str) -> list[int | str]:
    return [] if text == NOTHING else [split_number(word.strip()) for word in text.split(",")]


def show_points(points: Sequence[int]) -> str:
    return ",".join(map(str, points)) or NOTHING


# --- cards -------------------------------------------------------------------------------


def take_card(parts: Parts, where: str, value: Any) -> str | None:
    cards = read_cards(parts, [value], where)
    return str(cards[0]) if cards else None


def take_second(parts: Parts, where: str, value: Any) -> str | list[str] | None:
    """The second card turned; the list of them where there were several."""
    cards = take_cards(parts, where, split_cards(value) if isinstance(value, str) else value)
    if cards == []:
        parts.fault("bad_card", f"{where} is a card, or a list of those turned", where)
    return cards[0] if cards and len(cards) == 1 else cards or None


def show_second(second: str | Sequence[str]) -> str:
    return second if isinstance(second, str) else " ".join(second)


def take_cards(parts: Parts, where: str, value: Any) -> list[str] | None:
    cards = read_cards(parts, value, where)
    return None if cards is None else [str(card) for card in cards]


def take_hands(parts: Parts, where: str, value: Any) -> list[str] | None:
    if not isinstance(value, list | tuple) or len(value) > 4:
        parts.fault("bad_hands", f"{where} is a list of at most four hands, not {brief(value)}", where)
        return None
    hands = [read_cards(parts, hand, where, seat) for seat, hand in enumerate(value)]
    return None if None in hands else [" ".join(map(str, sorted(hand or []))) for hand in hands]


def split_hands(text: str) -> list[str]:
    return [] if text == NOTHING else [hand_cards(hand) for hand in text.split("/")]


def show_hands(hands: Sequence[str]) -> str:
    return "/".join(hand_line(hand) for hand in hands) or NOTHING


def hand_line(hand: str) -> str:
    """``KS 9H AH`` as ``K.A9..``: the ranks of each suit from the ace down, a card twice if it is there twice."""
    cards = sorted((Card(word) for word in hand.split()), reverse=True)
    return ".".join("".join(card.rank.letter for card in cards if card.suit == suit) for suit in range(4))


# --- the auction, the melds, the ending --------------------------------------------------


def take_auction(parts: Parts, where: str, value: Any) -> list[str] | None:
    if not isinstance(value, list | tuple) or len(value) > MOST_ITEMS:
        parts.fault("bad_auction", f"{where} is a list of at most {MOST_ITEMS} calls, not {brief(value)}", where)
        return None
    calls = [_call(parts, f"{where}[{i}]", call) for i, call in enumerate(value)]
    good = [call for call in calls if call is not None]
    return good if len(good) == len(calls) else None


def _call(parts: Parts, where: str, value: Any) -> str | None:
    try:
        return auctions.parse_call(value)
    except RebeloteError as error:
        parts.fault("not_a_call", str(error), where)
        return None


def split_words(text: str) -> list[str]:
    return [] if text == NOTHING else text.split()


def show_words(words: Sequence[str]) -> str:
    return " ".join(words) or NOTHING


def take_contract(parts: Parts, where: str, value: Any) -> str | None:
    """``H``, ``110H``, ``capotH``, ``NT``, each with ``x`` or ``xx`` behind it when doubled or redoubled."""
    text = value.strip() if isinstance(value, str) else ""
    bid = text.rstrip("xX")
    doubles = len(text) - len(bid)
    try:
        bid = auctions.parse_call(bid)
    except RebeloteError:
        bid = ""
    if bid.endswith(("S", "H", "D", "C", "T")) and doubles <= 2:
        return bid + "x" * doubles
    parts.fault("bad_contract", f"{where} is a bid such as H, 110H, capotH, NTx, not {brief(value)}", where)
    return None


def take_melds(parts: Parts, where: str, value: Any) -> list[dict[str, Any]] | None:
    if not isinstance(value, list | tuple) or len(value) > MOST_ITEMS:
        parts.fault("bad_melds", f"{where} is a list of at most {MOST_ITEMS} melds, not {brief(value)}", where)
        return None
    found = [_meld(parts, f"{where}[{i}]", meld) for i, meld in enumerate(value)]
    good = [meld for meld in found if meld is not None]
    return good if len(good) == len(found) else None


def _meld(parts: Parts, where: str, value: Any) -> dict[str, Any] | None:
    if not isinstance(value, Mapping) or set(value) != {"seat", "meld"}:
        parts.fault("bad_meld", f"{where} is a seat and a meld, not {brief(value)}", where)
        return None
    seat = read_seat(parts, where, value["seat"])
    try:
        if not isinstance(value["meld"], str):
            parts.fault("bad_meld", f"{where}: {brief(value['meld'])} is no meld", where, seat)
            return None
        meld = str(melds.parse(value["meld"]))
    except RebeloteError as error:
        parts.fault("bad_meld", f"{where}: {error}", where, seat)
        return None
    return None if seat is None else {"seat": seat, "meld": meld}


def split_melds(text: str) -> list[Any]:
    """``0: run 7H 8H 9H, 1: set JS JH JD JC`` taken apart."""
    if text == NOTHING:
        return []
    words = (item.partition(":") for item in text.split(","))
    return [{"seat": seat.strip(), "meld": meld.strip()} if colon else seat for seat, colon, meld in words]


def show_melds(found: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(f"{meld['seat']}: {meld['meld']}" for meld in found) or NOTHING


def take_ending(parts: Parts, where: str, value: Any) -> dict[str, Any] | None:
    if not isinstance(value, Mapping) or value.get("kind") not in ENDINGS:
        parts.fault("bad_ending", f"{where} is a {', '.join(ENDINGS)}, not {brief(value)}", where)
        return None
    for key in value:
        if key not in _PARTS_OF_ENDING:
            parts.fault("unknown_key", f"an ending has no {brief(key)}; it has kind, seat, points", where)
    ending = {"kind": value["kind"]}
    if "seat" in value:
        ending["seat"] = read_seat(parts, where, value["seat"])
    if "points" in value:
        ending["points"] = take_points(parts, where, value["points"])
    return ending


def split_ending(text: str) -> dict[str, Any]:
    """``claim seat=1 points=100,62`` taken apart."""
    kind, *words = text.split() or [""]
    out: dict[str, Any] = {"kind": kind}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in ("seat", "points") or name in out:
            out[word] = None  # no key of an ending: refused as it stands
        else:
            out[name] = split_points(value) if name == "points" else value
    return out


def show_ending(ending: Mapping[str, Any]) -> str:
    words = [ending["kind"]]
    if "seat" in ending:
        words.append(f"seat={ending['seat']}")
    if "points" in ending:
        words.append(f"points={show_points(ending['points'])}")
    return " ".join(words)


# --- options and tags --------------------------------------------------------------------


def take_options(parts: Parts, where: str, value: Any) -> dict[str, Any] | None:
    """Options whose values can be read back as what they are; the rules say which are any good."""
    if not isinstance(value, Mapping) or len(value) > MOST_ITEMS:
        parts.fault("bad_options", f"{where} is an object of at most {MOST_ITEMS} options, not {brief(value)}", where)
        return None
    out = {}
    for name, given in value.items():
        kept = _strains(given) if name == "strains" else list(given) if isinstance(given, tuple) else given
        word = f"{name}={_option_word(kept)}"
        read = split_options(word).get(name) if _OPTION.fullmatch(word) else None
        if not _same(read, kept):
            said = "is a name, = and a value, and there once" if given is None else f"cannot be {brief(given)}"
            parts.fault("bad_option", f"{brief(name)} {said}", f"{where}.{str(name)[:40]}")
        else:
            out[name] = read
    known = [name for name in OPTION_NAMES if name in out]
    return {name: out[name] for name in (*known, *sorted(set(out) - set(known)))}


def _same(read: Any, given: Any) -> bool:
    """Whether two values of options are one, true being no 1 and "1" neither."""
    if read is None or type(read) is not type(given) or read != given:
        return False
    return not isinstance(given, list) or all(map(_same, read, given))


def _strains(value: Any) -> Any:
    """The option ``strains`` as the names of strains; the value itself where it is not that."""
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    found = [strain_of(word) for word in words] if isinstance(words, list | tuple) else [None]
    return value if None in found else [str(strain) for strain in sorted(s for s in found if s is not None)]


def _option_word(value: Any) -> str:
    if isinstance(value, bool):
        return show_flag(value)
    if isinstance(value, list | tuple):
        return ",".join(brief(v) if not isinstance(v, str) else v for v in value)
    return brief(value) if not isinstance(value, str) else value


def split_options(text: str) -> dict[str, Any]:
    """``last_trick=20 strains=S,H`` taken apart; a word without ``=`` has the value None."""
    if text == NOTHING:
        return {}
    out: dict[str, Any] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        twice = name in out
        out[word if twice else name] = None if twice or not equals else _option_value(name, value)
    return out


def _option_value(name: str, value: str) -> Any:
    if name in _LISTS:
        return [split_number(word) for word in value.split(",")] if value else []
    return split_number(value) if value not in ("true", "false") else value == "true"


def show_options(options: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={_option_word(value)}" for name, value in options.items()) or NOTHING


def take_tags(parts: Parts, where: str, value: Any) -> dict[str, str] | None:
    if not isinstance(value, Mapping):
        parts.fault("bad_tags", f"{where} is an object of texts, not {brief(value)}", where)
        return None
    for name, text in value.items():
        if not isinstance(name, str) or not isinstance(text, str):
            parts.fault("bad_tags", f"{brief(name)} is a text, not {brief(text)}", f"{where}.{str(name)[:40]}")
    return {name: text for name, text in value.items() if isinstance(name, str) and isinstance(text, str)}
