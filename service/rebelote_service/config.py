"""What the operator of the service may set."""

from __future__ import annotations

import math
from dataclasses import dataclass

from rebelote.pool import default_workers


@dataclass(frozen=True, slots=True)
class Config:
    """Settings of one application; immutable.

    ``nodes``: the most a search for one request may visit; past it the reply is bounds with
    ``"exact": false``. ``seconds`` and ``hint_worlds``: the longest time a hint with hidden
    hands takes, and the most deals it solves; past them the reply is what was found so far. The same
    bound what an analysis says of luck and of the bidding, and ``seconds`` how long new puzzles are looked for. A
    request may ask for less of each, never for more.
    ``hint_threads``: how many threads solve the deals of all hints together; 0 stands for the
    cores that there are.
    ``body_bytes``: the longest body that is read; a longer one is answered with 413. A deal
    takes less than a hundredth of the default.
    """

    nodes: int = 20_000_000
    seconds: float = 10.0
    hint_worlds: int = 20_000
    hint_threads: int = 0
    body_bytes: int = 64 * 1024

    def __post_init__(self) -> None:
        if min(self.nodes, self.hint_worlds, self.body_bytes) < 1:
            raise ValueError("nodes, hint_worlds and body_bytes must be at least 1")
        if not (0 < self.seconds < math.inf) or self.hint_threads < 0:
            raise ValueError("seconds must be more than 0, and hint_threads at least 0")

    def budget(self, wanted: int | None) -> int:
        """The node budget of a request that asks for ``wanted`` nodes, or for none in particular."""
        return self.nodes if wanted is None else min(wanted, self.nodes)

    def time(self, wanted: float | None) -> float:
        """The seconds a hint may take that asks for ``wanted``, or for none in particular."""
        return self.seconds if wanted is None else min(wanted, self.seconds)

    @property
    def threads(self) -> int:
        """How many threads solve the deals of hints."""
        return self.hint_threads or default_workers()
