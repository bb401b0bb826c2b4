"""The one door to the compiled core: packs the rules, owns the tables, keeps the budget.

An ``Engine`` owns a pool of tables and lends one to each call, so that it may be used from
many threads at once; the core lets go of the interpreter lock while it searches.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from rebelote._core import ENTRY_BYTES, EVERY_PRUNING, Game, Stop
from rebelote._core import Core as Core  # callers name the type
from rebelote.ordering import LOOKS, OrderTable, rows
from rebelote.positions import Position
from rebelote.rules import ALWAYS, NEVER, UNLESS_PARTNER_WINS, Rules, Strain
from rebelote.tricks import suit_of

#: Bytes of one search's table unless told otherwise: 2^15 entries, half a megabyte.
DEFAULT_TABLE_BYTES = (1 << 15) * ENTRY_BYTES

StopFlag = Stop

_WHEN = {NEVER: 0, UNLESS_PARTNER_WINS: 1, ALWAYS: 2}


class Engine:
    """A pool of search tables.

    ``table_bytes``: memory of one table (one for each search at the same time); any size
    from one entry up gives the same values, a small one takes longer. ``prune``: a mask of
    the pruning rules in force, for tests; every mask gives the same values, and so does
    every table of ``looks``, which say in which order cards are tried.
    """

    _default: Engine | None = None
    _lock = threading.Lock()

    def __init__(
        self, table_bytes: int = DEFAULT_TABLE_BYTES, *, prune: int = EVERY_PRUNING, looks: OrderTable = LOOKS
    ) -> None:
        if table_bytes < ENTRY_BYTES:
            raise ValueError(f"a table has at least {ENTRY_BYTES} bytes, not {table_bytes}")
        self.table_bytes = table_bytes
        self.prune = prune
        self._looks = rows(looks)
        self._free: list[Core] = []

    @classmethod
    def default(cls) -> Engine:
        """The engine that the module's functions use."""
        with cls._lock:
            if cls._default is None:
                cls._default = Engine()
            return cls._default

    @contextmanager
    def search(self, position: Position) -> Iterator[Core]:
        """A core with the deal of ``position`` loaded (and nothing placed), for this call alone."""
        try:
            core = self._free.pop()
        except IndexError:
            core = Core(self.table_bytes // ENTRY_BYTES, self._looks)
        try:
            load(core, position, self.prune)
            yield core
        finally:
            self._free.append(core)


def load(core: Core, deal: Position, prune: int = EVERY_PRUNING) -> None:
    """Start a deal in ``core``: the table forgets, and the owners of all cards are set."""
    side = sum(1 << seat for seat in deal.side)
    core.load(packed(deal.rules, deal.players, deal.strain), deal.hands, side, deal.misere, prune)


def place(core: Core, position: Position, stop: StopFlag | None = None, nodes: int | None = None) -> None:
    """Put a position of the loaded deal on the core's board, with a stop flag and a node budget."""
    core.place(position.hands, position.leader, position.trick, stop, nodes or 0)


@lru_cache(maxsize=64)
def packed(rules: Rules, players: int, strain: Strain) -> Game:
    """The rules as the core takes them."""
    trump = suit_of(strain)
    if strain == Strain.AT:
        duty = [_WHEN[ALWAYS] if rules.go_over_all_trumps else _WHEN[NEVER]] * 4
    else:
        plain = _WHEN[ALWAYS] if rules.go_over_plain else _WHEN[NEVER]
        duty = [_WHEN[rules.go_over_trump_lead] if suit == trump else plain for suit in range(4)]
    led = rules.go_over_what == "led"
    switches: dict[str, int | list[int]] = {
        "duty": duty,
        "over_led": [int(led and (strain == Strain.AT or suit == trump)) for suit in range(4)],
        "must_trump": _WHEN[rules.trump_when_void],
        "over_ruff": _WHEN[rules.go_over_ruff],
        "free_if_low": int(rules.cannot_go_over == "free"),
        "undertrump": int(rules.undertrump_partner),
    }
    return Game(
        players,
        rules.partners,
        4 if trump is None else trump,
        rules.last_trick,
        switches,
        rules.points(strain),
        rules.strengths(strain),
    )
