"""How cards look to the search before anything is known of them: numbers, found by counting nodes.

The search tries first what cut before in a like situation (``ext/rebelote/_order.pxd``), then
the cards as they look: a sum of six terms, others for each place in the trick and for whose
the strongest card is that can still come to it. They
decide how long a search takes, never what it finds. ``benchmarks/tune.py`` finds them.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass


@dataclass(frozen=True, slots=True)
class Looks:
    """What a card's look is the sum of; the higher, the earlier it is tried.

    ``base``: for every card. ``points``: times its points. ``strength``: times its place in
    its suit, 0 … 7 from below. ``trump``: for a trump. ``master``: for a card that nothing
    still held or on the table beats in its suit. ``length``: times the cards of its suit in the
    hand.
    """

    base: int
    points: int
    strength: int
    trump: int
    master: int
    length: int = 0


OrderTable = tuple[tuple[Looks, Looks, Looks, Looks], ...]

#: By place (leader, second, third, last), for a trick that looks won by the other side with a
#: card on the table, by it with one to come, by an ally, by the card itself.
LOOKS: OrderTable = (
    (
        Looks(20, -75, -6, 8, -621, 0),
        Looks(25, -80, 4, -19, -339, -2),
        Looks(401, -32, 473, -782, -623, -21),
        Looks(295, -29, 473, -2093, -590, 4),
    ),
    (
        Looks(-696, 128, -1315, -454, -1566, -16),
        Looks(-219, -169, 0, -656, -1387, -240),
        Looks(-99, 0, 1, -250, -89, 0),
        Looks(-93, 0, 2, -127, -145, 10),
    ),
    (
        Looks(706, -77, 0, 0, 0, -78),
        Looks(-66, -26, 15, 325, -91, 7),
        Looks(2107, -64, 416, -1348, -3635, -46),
        Looks(2102, -29, 214, 0, -916, -29),
    ),
    (
        Looks(-1762, -218, 12, -3289, -886, -349),
        Looks(-1100, 82, -399, 2822, -12, 4),
        Looks(1315, -8, 70, -115, -447, -19),
        Looks(1276, -2, 68, -166, -2606, 2),
    ),
)


def rows(looks: OrderTable) -> list[list[list[int]]]:
    """The numbers alone, as the core takes them."""
    return [[list(astuple(one)) for one in place] for place in looks]
