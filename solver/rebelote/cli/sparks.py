"""Numbers as a row of little bars, for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

_BARS = "▁▂▃▄▅▆▇█"
#: Where the output has no bars: the higher the number, the higher or fuller the sign.
_PLAIN = "_.-~=+*#"


def sparkline(values: Sequence[int | None], players: int, begun: int, encoding: str) -> str:
    """A bar for each moment of a deal: before the first card, and behind each card, a space between tricks.

    The lowest bar is the least of the values and the highest the most; ``?`` where a value is not known.
    ``begun``: cards that lay on the table at the start. Only ASCII where ``encoding`` has no bars.
    """
    known = [value for value in values if value is not None]
    signs = _BARS if encodes(_BARS, encoding) else _PLAIN
    least, span = min(known, default=0), max(known, default=0) - min(known, default=0)
    out = []
    for moment, value in enumerate(values):
        if moment == 1 or (moment and (begun + moment - 1) % players == 0):
            out.append(" ")
        out.append("?" if value is None else signs[(value - least) * (len(signs) - 1) // span if span else 0])
    return "".join(out)


def encodes(text: str, encoding: str) -> bool:
    """Whether an output of that encoding has the signs."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
