"""Types of the compiled core; see ext/rebelote/_core.pyx."""

from collections.abc import Sequence

ENTRY_BYTES: int
EVERY_PRUNING: int

class Stop:
    def set(self) -> None: ...
    def clear(self) -> None: ...
    def is_set(self) -> bool: ...

class Game:
    def __init__(
        self,
        seats: int,
        partners: bool,
        trump: int,
        last_trick: int,
        switches: dict[str, int | list[int]],
        points: Sequence[int],
        strengths: Sequence[int],
    ) -> None: ...

class Core:
    entries: int
    nodes: int
    rest: int
    settled: int | None
    def __init__(self, entries: int, weights: Sequence[Sequence[Sequence[int]]]) -> None: ...
    def load(self, game: Game, hands: Sequence[int], side: int, misere: bool, prune: int = ...) -> None: ...
    def place(
        self, hands: Sequence[int], leader: int, trick: Sequence[int], stop: Stop | None = None, budget: int = 0
    ) -> None: ...
    def search(self, low: int, high: int) -> int | None: ...
    def values(self, only: int = 0) -> list[tuple[int, int, list[int]]]: ...
    def best(self, value: int) -> int | None: ...
