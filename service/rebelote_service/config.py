"""What the operator of the service may set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Config:
    """Settings of one application; immutable.

    ``nodes``: the most a search for one request may visit; past it the reply is bounds with
    ``"exact": false``. A request may ask for less, never for more.
    ``body_bytes``: the longest body that is read; a longer one is answered with 413. A deal
    takes less than a hundredth of the default.
    """

    nodes: int = 20_000_000
    body_bytes: int = 64 * 1024

    def __post_init__(self) -> None:
        if self.nodes < 1 or self.body_bytes < 1:
            raise ValueError("nodes and body_bytes must be at least 1")

    def budget(self, wanted: int | None) -> int:
        """The node budget of a request that asks for ``wanted`` nodes, or for none in particular."""
        return self.nodes if wanted is None else min(wanted, self.nodes)
