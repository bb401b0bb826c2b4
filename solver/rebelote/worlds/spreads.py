"""Ways to give cards to cells: counted, told by their number, drawn with even chances.

A cell is a hand or a pile. Each takes a known number of cards, each card may go to some of the
cells, and a cell may have to get all cards of at least one of several groups (melds that were
announced). All ways are numbered from 0; ``at`` finds the one with a number without going through
those before it, so that drawing a number evenly is drawing a way evenly.

*Counting.* Cards in no such group are interchangeable when they may go to the same cells; of such a
class only how many go to each cell matters, and a multinomial says in how many ways. Cards in a
group are given one by one. What is still wanted of a cell is kept as a set of rests, the cards that
are still missing of each group that can still be had; a rest that contains another one says nothing
new and is dropped. Two beginnings that leave the same room and the same rests have the same number
of endings, which is counted once. So a way that fits two groups is one way, counted once: the sum
goes over ways, not over groups.

The source of the method: dynamic programming over classes with the unranking of A. Nijenhuis and
H. S. Wilf, *Combinatorial Algorithms* (1978).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import comb
from random import Random

#: A class is told by tables when it has no more ways than this to be parted.
_MOST_LISTED = 4096

#: The room that is left in the cells.
Room = tuple[int, ...]

#: What is still wanted of a cell: the missing cards of each group; none when nothing is.
Rests = tuple[int, ...]

#: The ways if a card goes to a cell, the cell, and the room and the rests that are left.
_Choice = tuple[int, int, Room, tuple[Rests, ...]]


class Spread:
    """All ways to give each card to one of its cells so that every cell is filled.

    ``capacities``: how many cards each cell takes. ``owners``: by card number the cells it may go to,
    a bit mask. ``wanted``: by cell the groups of cards (masks) of which it must get at least one whole;
    an empty list wants nothing. ``count`` is the number of ways, exact however large. A way is a tuple with a
    mask of cards for each cell.
    """

    def __init__(
        self, capacities: Sequence[int], owners: Mapping[int, int], wanted: Sequence[Sequence[int]] = ()
    ) -> None:
        self._cells = range(len(capacities))
        room = list(capacities)
        self._fixed = [0] * len(room)  # the cards that can go to one cell only
        free: dict[int, int] = {}
        for card, cells in owners.items():
            if cells.bit_count() == 1:
                room[cells.bit_length() - 1] -= 1
                self._fixed[cells.bit_length() - 1] |= 1 << card
            else:
                free[card] = cells
        possible = min(room, default=0) >= 0 and sum(room) == len(free) and all(free.values())
        self._room: Room = tuple(room)
        self._wanted: tuple[Rests, ...] = tuple(
            _start(wanted[cell], free, self._fixed[cell], cell) if cell < len(wanted) and wanted[cell] else (0,)
            for cell in self._cells
        )
        grouped = 0
        for rests in self._wanted:
            for rest in rests:
                grouped |= rest
        self._singles = [(1 << card, free[card]) for card in sorted(free) if grouped >> card & 1]
        classes: dict[int, list[int]] = {}
        for card in sorted(free):
            if not grouped >> card & 1:
                classes.setdefault(free[card], []).append(card)
        # The most bound class first: fewer ways to part it, fewer states below.
        self._classes = sorted(classes.items(), key=lambda item: (item[0].bit_count(), item[0]))
        self._single_choices: dict[tuple[int, Room, tuple[Rests, ...]], tuple[_Choice, ...]] = {}
        self._partings: dict[tuple[int, Room], _Parting] = {}
        self.count = self._count(0, self._room, self._wanted) if possible else 0

    def __len__(self) -> int:
        return self.count

    def at(self, index: int) -> tuple[int, ...]:
        """The way with that number; raises ``IndexError`` outside 0 … count − 1."""
        if not 0 <= index < self.count:
            raise IndexError(f"there are {self.count} ways, none has the number {index}")
        out = list(self._fixed)
        room, wanted = self._room, self._wanted
        for i, (bit, _) in enumerate(self._singles):
            for ways, cell, after, rests in self._choices(i, room, wanted):
                if index < ways:
                    out[cell] |= bit
                    room, wanted = after, rests
                    break
                index -= ways
        for k in range(len(self._classes)):
            part = self._parting(k, room)
            place = bisect_right(part.before, index) - 1
            parts, below = part.parts[place], part.below[place]
            rank, index = divmod(index - part.before[place], below)
            room = tuple(n - taken for n, taken in zip(room, parts, strict=True))
            for cell, mask in enumerate(_parted(tuple(self._classes[k][1]), parts, rank)):
                out[cell] |= mask
        return tuple(out)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """All ways, in the order of their numbers."""
        return map(self.at, range(self.count))

    def draw(self, seed: int) -> Iterator[tuple[int, ...]]:
        """All ways in an order in which every order is equally likely; the same for the same seed.

        So the first n are n different ways, each choice of them as likely as any other. This is the shuffle
        of Fisher and Yates, of which only the places are kept that have been exchanged.
        """
        return map(self.at, shuffled(self.count, seed))

    # --- counting ----------------------------------------------------------------------

    def _count(self, i: int, room: Room, wanted: tuple[Rests, ...]) -> int:
        """The ways to give the single cards from the i-th on, and all classes."""
        if i == len(self._singles):
            return self._class_count(0, room) if all(rests and rests[0] == 0 for rests in wanted) else 0
        return sum(ways for ways, _, _, _ in self._choices(i, room, wanted))

    def _choices(self, i: int, room: Room, wanted: tuple[Rests, ...]) -> tuple[_Choice, ...]:
        """Each cell that may take the i-th single card, with the ways there are then."""
        found = self._single_choices.get((i, room, wanted))
        if found is None:
            found = self._single_choices[i, room, wanted] = tuple(self._find_choices(i, room, wanted))
        return found

    def _find_choices(self, i: int, room: Room, wanted: tuple[Rests, ...]) -> Iterator[_Choice]:
        bit, cells = self._singles[i]
        for cell in self._cells:
            if not cells >> cell & 1 or not room[cell]:
                continue
            rests = tuple(_after(old, bit, own == cell) for own, old in enumerate(wanted))
            after = (*room[:cell], room[cell] - 1, *room[cell + 1 :])
            if all(rests) and (ways := self._count(i + 1, after, rests)):
                yield ways, cell, after, rests

    def _class_count(self, k: int, room: Room) -> int:
        return 1 if k == len(self._classes) else self._parting(k, room).count

    def _parting(self, k: int, room: Room) -> _Parting:
        """How the k-th class and those behind it may be parted among the cells."""
        found = self._partings.get((k, room))
        if found is None:
            cells, cards = self._classes[k]
            found = _Parting()
            for parts in _compositions(len(cards), cells, room):
                below = self._class_count(k + 1, tuple(n - taken for n, taken in zip(room, parts, strict=True)))
                if below:
                    found.add(parts, _multinomial(parts), below)
            self._partings[k, room] = found
        return found


def shuffled(count: int, seed: int) -> Iterator[int]:
    """The numbers 0 … count − 1 in random order, as ``Spread.draw`` has them."""
    chance = Random(seed)
    moved: dict[int, int] = {}
    for place in range(count):
        other = chance.randrange(place, count)
        yield moved.get(other, other)
        moved[other] = moved.pop(place, place)


class _Parting:
    """The ways to part a class, each with how many there are before it and the ways of what is below."""

    def __init__(self) -> None:
        self.parts: list[tuple[int, ...]] = []
        self.below: list[int] = []
        self.before: list[int] = []
        self.count = 0

    def add(self, parts: tuple[int, ...], here: int, below: int) -> None:
        self.parts.append(parts)
        self.below.append(below)
        self.before.append(self.count)
        self.count += here * below


def _start(groups: Sequence[int], free: Mapping[int, int], fixed: int, cell: int) -> Rests:
    """What is missing of each group that the cell can still get."""
    rests = [group & ~fixed for group in groups]
    return _least(rest for rest in rests if all(free.get(card, 0) >> cell & 1 for card in _bits(rest)))


def _after(rests: Rests, bit: int, taken: bool) -> Rests:
    """What is wanted once the card has gone to the cell, or elsewhere."""
    if not any(rest & bit for rest in rests):
        return rests
    return _least(rest & ~bit for rest in rests if taken or not rest & bit)


def _least(rests: Iterator[int]) -> Rests:
    """The rests that contain no other one, in order."""
    out: list[int] = []
    for rest in sorted(set(rests), key=lambda rest: (rest.bit_count(), rest)):
        if not any(kept & rest == kept for kept in out):
            out.append(rest)
    return tuple(out)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


@lru_cache(maxsize=4096)
def _compositions(total: int, cells: int, room: Room) -> tuple[tuple[int, ...], ...]:
    """Every way to write ``total`` as a number for each cell, none above its room, 0 for a cell not in ``cells``."""
    out: list[tuple[int, ...]] = []

    def go(cell: int, left: int, begun: tuple[int, ...]) -> None:
        if cell == len(room):
            if left == 0:
                out.append(begun)
            return
        most = min(left, room[cell]) if cells >> cell & 1 else 0
        for number in range(most + 1):
            go(cell + 1, left - number, (*begun, number))

    go(0, total, ())
    return tuple(out)


def _multinomial(parts: Sequence[int]) -> int:
    out, left = 1, sum(parts)
    for part in parts:
        out *= comb(left, part)
        left -= part
    return out


def _parted(cards: tuple[int, ...], parts: tuple[int, ...], rank: int) -> tuple[int, ...]:
    """The parting of a class with that number among those with these sizes: a mask a cell."""
    if _multinomial(parts) <= _MOST_LISTED:
        return _listed(cards, parts)[rank]
    return _unranked(cards, parts, rank)


@lru_cache(maxsize=256)
def _listed(cards: tuple[int, ...], parts: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(_unranked(cards, parts, rank) for rank in range(_multinomial(parts)))


def _unranked(cards: Sequence[int], parts: Sequence[int], rank: int) -> tuple[int, ...]:
    """The first cell's cards are the rank's leading digit, a combination; then the next cell's of what is left."""
    out: list[int] = []
    left = list(cards)
    ways = _multinomial(parts)
    for part in parts:
        ways //= comb(len(left), part)
        which, rank = divmod(rank, ways)
        mask, left = _combination(left, part, which)
        out.append(mask)
    return tuple(out)


def _combination(cards: list[int], size: int, rank: int) -> tuple[int, list[int]]:
    """The combination of ``size`` cards with that number in lexicographic order, and the cards not in it."""
    mask, rest = 0, []
    for place, card in enumerate(cards):
        with_it = comb(len(cards) - place - 1, size - 1) if size else 0
        if rank < with_it:
            mask |= 1 << card
            size -= 1
        else:
            rank -= with_it
            rest.append(card)
    return mask, rest
