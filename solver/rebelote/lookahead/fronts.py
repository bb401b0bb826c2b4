"""Sets of worlds that one strategy wins, and the best of them: the fronts of the αμ search.

A *vector* says of a strategy in which worlds it reaches its goal: an ``int`` with bit ``1 << w``
set for every world ``w`` that is won. A *front* is a list of vectors of which none lies within another:
all that some strategy can win, what is worse in every world left out. A world that cannot be at some
point of the play (a card was played there that its owner does not hold, or may not play, in that
world) has no bit in the vectors of that point; how it counts one card earlier, ``meet`` and ``join`` say.

An empty front is not the front ``[0]`` of one who wins nowhere: it means that nothing here was wanted.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Vector = int
Front = list[Vector]


def best_of(vectors: Iterable[Vector]) -> Front:
    """The front of any vectors: those within another are gone, those with the most worlds come first."""
    out: Front = []
    for vector in sorted(set(vectors), key=lambda v: (-v.bit_count(), v)):
        # No later vector can hold this one: it has no more worlds, and is another.
        if not within(vector, out):
            out.append(vector)
    return out


def within(vector: Vector, front: Iterable[Vector]) -> bool:
    """Whether some vector of the front wins every world that this one does."""
    return any(not vector & ~other for other in front)


def union(vectors: Iterable[Vector]) -> Vector:
    """All worlds of any of the vectors."""
    out = 0
    for vector in vectors:
        out |= vector
    return out


def meet(front: Front, found: Front, elsewhere: Vector) -> Front:
    """The front when the other party may also choose the card after which ``found`` is the front.

    It sees all cards and chooses world by world, what is worse for us: a world is won when it is won
    after every card that can be played in it. ``elsewhere`` are the worlds in which it cannot play this one: there
    nothing changes. Every strategy is a choice of one vector after each card, hence all pairs.
    """
    return best_of(a & (b | elsewhere) for a in front for b in found)


def join(front: Front, found: Front) -> Front:
    """The same for an ally who sees all cards: a world is won when it is won after one of his cards."""
    return best_of(a | b for a in front for b in found)


@dataclass(frozen=True, slots=True)
class Bar:
    """What a vector must not be to be of use: within one of ``front``, or of no more than ``count`` worlds.

    A search that is handed a bar may leave out any vector that the bar stops.
    """

    front: tuple[Vector, ...] = ()
    count: int = -1

    def stops(self, vector: Vector) -> bool:
        """Whether the vector is of no use."""
        return vector.bit_count() <= self.count or within(vector, self.front)

    def below(self, others: Vector) -> Bar:
        """The bar one card further down, where ``others`` may be won by what happens elsewhere.

        *Proof.* Let every vector made out of ``v`` there be within ``v | others``. If ``v`` is within ``a`` of this
        bar's front, and ``others`` too, so is all that is made out of it; and it has no more than
        ``len(v) + len(others)`` worlds. So what the lower bar stops leads only to what this one stops.
        """
        if not others:
            return self
        return Bar(tuple(a for a in self.front if not others & ~a), max(-1, self.count - others.bit_count()))

    def raised(self, front: Iterable[Vector]) -> Bar:
        """The bar for a further choice of our own, where ``front`` is to be had already."""
        return Bar((*self.front, *front), self.count)
