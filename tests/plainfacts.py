"""What each fact of a post-mortem says, read off the two lines by plain replay and with nothing of ``wording``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rebelote import Card, Position
from rebelote.stakes import Past, Stakes


@dataclass
class Table:
    """A line played out card by card. Tricks by number: cards with seats in order, winner, points; ``forced``:
    by card what its player held and might have played.
    """

    at: Position
    past: Past
    tricks: dict[int, tuple[list[tuple[int, Card]], int, int]] = field(default_factory=dict)
    started: dict[int, Position] = field(default_factory=dict)
    moments: dict[Card, Position] = field(default_factory=dict)
    points: list[int] = field(default_factory=list)
    won: list[int] = field(default_factory=list)


def replay(at: Position, past: Past, number: int, cards: Sequence[Card]) -> Table:
    table = Table(at, past, points=list(past.points), won=list(past.tricks))
    lying = [((at.leader + i) % at.players, card) for i, card in enumerate(at.trick)]
    table.started[number] = at
    for card in cards:
        assert card in at.legal()
        table.moments[card] = at
        lying.append((at.seat, card))
        taken = at.taken_with(card)
        at = at.put(card)
        if taken:
            table.tricks[number] = (lying, *taken)
            table.points[taken[0]] += taken[1]
            table.won[taken[0]] += 1
            lying, number = [], number + 1
            table.started[number] = at
    return table


def _winning(table: Table, number: int) -> Card:
    cards, winner, _ = table.tricks[number]
    return next(card for seat, card in cards if seat == winner)


def _moves(v: dict[str, Any], held: Table, played: Table, _: Stakes | None) -> bool:
    n = v["trick"]
    return (
        (played.tricks[n][1], played.tricks[n][2], str(_winning(played, n))) == (v["to"], v["points"], v["card"])
        and (held.tricks[n][1], held.tricks[n][2]) == (v["from"], v["instead_points"])
        and str(_winning(held, n)) == v["instead_card"]
        and v["to"] != v["from"]
    )


def _last_moves(v: dict[str, Any], held: Table, played: Table, stakes: Stakes | None) -> bool:
    return v["trick"] == max(played.tricks) == max(held.tricks) and _moves(v, held, played, stakes)


def _last(v: dict[str, Any], held: Table, played: Table, _: Stakes | None) -> bool:
    n = max(played.tricks)
    return (played.tricks[n][1], held.tricks[n][1], 10) == (v["to"], v["from"], v["points"])


def _led(v: dict[str, Any], held: Table, played: Table, _: Stakes | None) -> bool:
    seats = (played.tricks[v["trick"]][0][0], held.tricks[v["trick"]][0][0])
    said = ((v["leader"], Card(v["card"])), (v["instead_leader"], Card(v["instead_card"])))
    return seats == said and (v["leader"] in held.at.side) != (v["instead_leader"] in held.at.side)


def _ruff(v: dict[str, Any], line: Table) -> bool:
    cards, winner, _ = line.tricks[v["trick"]]
    led, trump, over = cards[0][1].suit, int(line.at.strain), Card(v["over"])
    suited = [card for _, card in cards if card.suit == led]
    order = "789JQKTA"  # a plain suit's, from the lowest
    highest = max(suited, key=lambda card: order.index(card.rank.letter))
    ruffed = Card(v["card"]).suit == trump != led and (winner, Card(v["card"])) in cards
    return ruffed and winner == v["seat"] and highest == over and (v["owner"], over) in cards


def _order(at: Position, suit: int) -> str:
    return "78QKTA9J" if at.strain == suit or int(at.strain) == 5 else "789JQKTA"


def _beaten(card: Card, at: Position) -> bool:
    """Whether a card of its suit that is still in play is higher."""
    order = _order(at, card.suit)
    left = [*at.trick, *(c for hand in at.hands for c in map(Card, range(32)) if hand & c.bit)]
    assert card in left
    return any(c.suit == card.suit and order.index(c.rank.letter) > order.index(card.rank.letter) for c in left)


def _master(v: dict[str, Any], at: Position, trump: bool) -> bool:
    card = Card(v["card"])
    holds = at.hands[v["seat"]] & card.bit or (
        card in at.trick and (at.leader + at.trick.index(card)) % at.players == v["seat"]
    )
    suit = v["suit"] == card.suit.letter and (card.suit == at.strain) is trump
    return bool(holds) and suit and not _beaten(card, at)


def _becomes(v: dict[str, Any], held: Table, played: Table, trump: bool) -> bool:
    return _master(v, played.started[v["trick"]], trump) and _beaten(Card(v["card"]), played.at)


def _go_over(v: dict[str, Any], held: Table, played: Table, _: Stakes | None) -> bool:
    card, over = Card(v["card"]), Card(v["over"])
    at = played.moments[card]
    lower = [
        c for c in map(Card, range(32)) if at.hands[at.seat] & c.bit and c.suit == card.suit and c not in at.legal()
    ]
    order = _order(at, card.suit)
    rank = order.index(over.rank.letter)
    barred = bool(lower) and all(order.index(c.rank.letter) < rank for c in lower)
    here = card in [c for _, c in played.tricks[v["trick"]][0]]
    return here and at.seat == v["seat"] and over in at.trick and over.suit == card.suit and barred


def _must_trump(v: dict[str, Any], held: Table, played: Table, _: Stakes | None) -> bool:
    card = Card(v["card"])
    at = played.moments[card]
    hand = [c for c in map(Card, range(32)) if at.hands[at.seat] & c.bit]
    void = all(c.suit != at.trick[0].suit for c in hand) and at.trick[0].suit != at.strain
    trumps = all(c.suit == at.strain for c in at.legal()) and any(c.suit != at.strain for c in hand)
    here = card in [c for _, c in played.tricks[v["trick"]][0]]
    return here and at.seat == v["seat"] and void and trumps and card.suit == at.strain


def _out(line: Table, seat: int) -> int:
    """The trick to which a seat plays the last of the trumps that it holds at the start."""
    trump = int(line.at.strain)
    own = [n for n, (cards, _, _) in line.tricks.items() for s, card in cards
           if s == seat and card.suit == trump and card in line.moments]  # fmt: skip
    held = sum(bool(line.at.hands[seat] & Card(8 * trump + i).bit) for i in range(8))
    assert len(own) == held > 0
    return max(own)


def _outs(v: dict[str, Any], sooner: Table, later: Table) -> bool:
    return (_out(sooner, v["seat"]), _out(later, v["seat"])) == (v["trick"], v["until"]) and v["trick"] < v["until"]


def _card(v: dict[str, Any], held: Table, played: Table, _: Stakes | None) -> bool:
    card, at = Card(v["card"]), played.at
    owner = at.hands[v["owner"]] & card.bit or (
        card in at.trick and (at.leader + at.trick.index(card)) % at.players == v["owner"]
    )
    now = [(n, w) for n, (cards, w, _) in played.tricks.items() if card in [c for _, c in cards]]
    was = [w for cards, w, _ in held.tricks.values() if card in [c for _, c in cards]]
    found = bool(owner) and now == [(v["trick"], v["to"])] and was == [v["from"]]
    # His side's, theirs in the one line and not in the other; an ace, a ten, or the two high trumps.
    ours = [seat in at.side for seat in (at.seat, v["owner"], v["from"], v["to"])]
    dear = card.rank.letter in "TA" or (card.rank.letter in "J9" and (card.suit == at.strain or int(at.strain) == 5))
    return found and dear and ours in ([True, True, True, False], [False, False, False, True])


def _partner(v: dict[str, Any], held: Table, played: Table, stakes: Stakes | None) -> bool:
    return v["owner"] == (played.at.seat + 2) % 4 and played.at.rules.partners and _card(v, held, played, stakes)


def _all(line: Table, side: list[int]) -> bool:
    return all(won == 0 for seat, won in enumerate(line.won) if seat not in side)


def _sweep_lost(v: dict[str, Any], held: Table, played: Table, _: Stakes | None) -> bool:
    first = min(n for n, (_, w, _) in played.tricks.items() if w not in v["side"])
    return _all(held, v["side"]) and (first, played.tricks[first][1]) == (v["trick"], v["to"])


def _sweep_given(v: dict[str, Any], held: Table, played: Table, _: Stakes | None) -> bool:
    first = min(n for n, (_, w, _) in held.tricks.items() if w not in v["side"])
    return _all(played, v["side"]) and (first, held.tricks[first][1]) == (v["trick"], v["seat"])


def _melds(v: dict[str, Any], with_trick: Table, without: Table, stakes: Stakes | None) -> bool:
    assert stakes is not None
    customs = stakes.rules.customs
    points = sum(
        stakes.melds[s] * customs.melds_need_trick + stakes.belas[s] * customs.bela_needs_trick for s in v["side"]
    )
    won = [sum(line.won[s] for s in v["side"]) for line in (with_trick, without)]
    return won[0] > 0 == won[1] and points == v["points"]


def _counts(v: dict[str, Any], held: Table, played: Table, stakes: Stakes | None) -> bool:
    assert stakes is not None and stakes.contract.declarer is not None
    rules = stakes.rules
    mine = rules.party(stakes.contract.declarer)
    assert [s for s in range(held.at.players) if rules.party(s) == mine] == v["side"]
    found = [stakes.final(line.points, line.won) for line in (held, played)]
    assert found[0].result != found[1].result
    if [found[0].counted[mine], found[1].counted[mine]] != [v["held"], v["then"]]:
        return False
    if "bid" in v:
        return rules.customs.made_when == "bid" and v["bid"] == (stakes.contract.bid or rules.customs.least_bid)
    join: Callable[[list[int]], int] = max if rules.customs.more_than == "each" else sum
    others = [join([n for p, n in enumerate(one.counted) if p != mine]) for one in found]
    return others == [v["held_against"], v["then_against"]]


def _points(v: dict[str, Any], held: Table, played: Table, _: Stakes | None) -> bool:
    sums = [sum(line.points[s] for s in v["side"]) for line in (held, played)]
    return sums == [v["held"], v["then"]] and tuple(v["side"]) == held.at.side


#: By code: whether a fact holds of the line with the better card and the line of the card played.
HOLDS: dict[str, Callable[[dict[str, Any], Table, Table, Stakes | None], bool]] = {
    "trick_moves": _moves,
    "last_trick_moves": _last_moves,
    "last_trick": _last,
    "led_by": _led,
    "ruffed": lambda v, held, played, _: _ruff(v, played),
    "ruff_missed": lambda v, held, played, _: _ruff(v, held),
    "master": lambda v, held, played, _: _master(v, played.at, False),
    "master_trump": lambda v, held, played, _: _master(v, played.at, True),
    "becomes_master": lambda v, held, played, _: _becomes(v, held, played, False),
    "becomes_master_trump": lambda v, held, played, _: _becomes(v, held, played, True),
    "must_go_over": _go_over,
    "must_trump": _must_trump,
    "out_of_trumps": lambda v, held, played, _: _outs(v, played, held),
    "trumps_left": lambda v, held, played, _: _outs(v, held, played),
    "card_lost": _card,
    "partner_card_lost": _partner,
    "sweep_lost": _sweep_lost,
    "sweep_given": _sweep_given,
    "melds_lost": _melds,
    "melds_count": lambda v, held, played, stakes: _melds(v, played, held, stakes),
    "counts_of_bid": _counts,
    "counts_against": _counts,
    "points": _points,
}  # fmt: skip
