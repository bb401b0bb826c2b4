"""Why a card turned the deal: facts of the position, found by setting two lines side by side.

The one line begins with a card that held the result, the other with the card that was played; both
are best play from there. A fact is data (``Reason``) and holds in the lines it speaks of; no fact says that the
one is the cause of the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rebelote.cards import Card
from rebelote.positions import Position
from rebelote.scoring import DealScore
from rebelote.stakes import Past, Stakes
from rebelote.tricks import suit_of, winning_index
from rebelote.wording.lines import Line, Trick

#: How many facts beside the count of points are told of one card.
MOST = 4


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact. ``code`` is stable; ``values`` are JSON data: seats and points as numbers, sides as lists of
    seats, cards and suits as text.
    """

    code: str
    values: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        return {"code": self.code, "values": dict(self.values)}


def compare(
    at: Position, past: Past, number: int, held: Sequence[Card], played: Sequence[Card], stakes: Stakes | None = None
) -> list[Reason]:
    """The facts that tell two lines from ``at`` apart, the weightiest first, the count of points last.

    ``held`` is the line of the better card, ``played`` that of the card played; ``past`` what was taken
    before, ``number`` the trick that ``at`` is in. ``stakes``: what the deal is played for, where that is known.
    """
    return _Comparison(at, Line.of(at, held, past, number), Line.of(at, played, past, number), stakes).facts()


class _Comparison:
    """Two lines from one position: ``held`` with the better card, ``played`` with the one played."""

    def __init__(self, at: Position, held: Line, played: Line, stakes: Stakes | None) -> None:
        self.at, self.held, self.played, self.stakes = at, held, played, stakes
        self.trump = suit_of(at.strain)
        self.cards = {"instead": str(held.cards[0]), "played": str(played.cards[0])}

    def facts(self) -> list[Reason]:
        moved = self._moved()
        main = moved[0] if moved else None
        sweep = self._sweep()
        # Where the trick that costs the sweep is told, it is not told again.
        told = {reason.values["trick"] for reason in sweep}
        shown = sorted(moved[:2], key=lambda pair: pair[1].number)
        found = [*sweep, *self._melds()]
        found += [self._moves(was, now) for was, now in shown if now.number not in told]
        ruff: list[Reason] = []
        if main is not None:
            ruff = self._ruff(*main)
            found += [*ruff, *self._duty(main[1])]
            found += [] if any(one.code == "ruffed" for one in ruff) else self._master(main[1])
            found += [*self._led(*main), *self._trumps(*main)]
        found += [one for one in self._card() if all(one.values["card"] != other.values["over"] for other in ruff)]
        if not any(now.last for _, now in shown):
            found += self._last()
        return [*found[:MOST], *self._count()]

    def allied(self, one: int, other: int) -> bool:
        """Whether two seats play together: partners, or both of the side, or both against it."""
        return (one in self.at.side) is (other in self.at.side)

    # --- tricks --------------------------------------------------------------------------

    def _moved(self) -> list[tuple[Trick, Trick]]:
        """The tricks that go to the other side, the weightiest first; where none does, those that go to another
        seat. Those are preferred that go the way in which the points go.
        """
        both = [(was, now) for was in self.held.tricks if (now := self.played.trick(was.number))]
        pairs = [(was, now) for was, now in both if not self.allied(was.winner, now.winner)]
        if not pairs and not self.at.rules.partners:
            pairs = [(was, now) for was, now in both if was.winner != now.winner]
        gain = self.played.points(self.at.side) - self.held.points(self.at.side)
        forth = [pair for pair in pairs if gain and (pair[1].winner in self.at.side) is (gain > 0)]
        return sorted(forth or pairs, key=lambda pair: (-max(pair[0].points, pair[1].points), pair[0].number))

    def _moves(self, was: Trick, now: Trick) -> Reason:
        values = {"trick": now.number, "to": now.winner, "card": str(now.winning), "points": now.points}
        before = {"from": was.winner, "instead_card": str(was.winning), "instead_points": was.points}
        return Reason("last_trick_moves" if now.last else "trick_moves", {**values, **before, **self.cards})

    def _last(self) -> list[Reason]:
        """Who gets the points for the last trick."""
        if not (self.held.finished and self.played.finished) or not self.at.rules.last_trick:
            return []
        was, now = self.held.tricks[-1], self.played.tricks[-1]
        if self.allied(was.winner, now.winner):
            return []
        values = {"to": now.winner, "from": was.winner, "points": self.at.rules.last_trick}
        return [Reason("last_trick", {**values, **self.cards})]

    def _led(self, was: Trick, now: Trick) -> list[Reason]:
        """The lead to the trick that moves, where the other side has it."""
        if self.allied(was.leader, now.leader) or now.number == self._first:
            return []
        values = {"trick": now.number, "leader": now.leader, "card": str(now.led)}
        return [Reason("led_by", {**values, "instead_leader": was.leader, "instead_card": str(was.led), **self.cards})]

    @property
    def _first(self) -> int:
        return self.played.tricks[0].number

    # --- cards ---------------------------------------------------------------------------

    def _ruff(self, was: Trick, now: Trick) -> list[Reason]:
        """The trick that moves is won with a trump, in the one line or in the other."""
        for code, trick in (("ruffed", now), ("ruff_missed", was)):
            if self.trump is not None and trick.led.suit != self.trump == trick.winning.suit:
                suited = [card for card in trick.cards if card.suit == trick.led.suit]
                over = suited[winning_index(self.at.rules, self.at.strain, suited)]
                values = {"trick": trick.number, "seat": trick.winner, "card": str(trick.winning), "over": str(over)}
                return [Reason(code, {**values, "owner": trick.seat_of(over), **self.cards})]
        return []

    def _master(self, now: Trick) -> list[Reason]:
        """The card that takes the trick that moves is the highest of its suit: from the start, or by then."""
        card, seat = now.winning, now.winner
        values = {"seat": seat, "card": str(card), "suit": card.suit.letter}
        if self._highest(card, self.at):
            return [Reason("master_trump" if card.suit == self.trump else "master", values)]
        start = now.before[0]
        if not start.trick and not now.last and self._highest(card, start):
            code = "becomes_master_trump" if card.suit == self.trump else "becomes_master"
            return [Reason(code, {"trick": now.number, **values, "played": self.cards["played"]})]
        return []

    def _highest(self, card: Card, at: Position) -> bool:
        """Whether no card of its suit that is still in play beats it."""
        strength = self.at.rules.strengths(at.strain)
        left = [*at.trick, *(c for hand in at.hands for c in _suited(hand, card.suit))]
        return card in left and all(strength[c] <= strength[card] for c in left if c.suit == card.suit)

    def _duty(self, now: Trick) -> list[Reason]:
        """A card of the trick that moves was forced by a duty to trump or to go over, though a lower one was held."""
        for at, card in zip(now.before, now.cards[-len(now.before) :], strict=True):
            hand, legal, seat = at.hands[at.seat], at.legal_mask(), at.seat
            if not at.trick or (self.allied(seat, now.winner) is not at.misere):
                continue
            values = {"trick": now.number, "seat": seat, "card": str(card)}
            if any(not legal & lower.bit for lower in _suited(hand, card.suit)):
                led = at.rules.go_over_what == "led" and at.trick[0].suit == card.suit
                over = at.trick[0 if led else winning_index(at.rules, at.strain, at.trick)]
                return [Reason("must_go_over", {**values, "over": str(over)})]
            trumps = self.trump is not None and card.suit == self.trump != at.trick[0].suit
            if trumps and legal != hand and not any(c.suit != self.trump for c in at.legal()):
                return [Reason("must_trump", values)]
        return []

    def _trumps(self, was: Trick, now: Trick) -> list[Reason]:
        """A seat that is out of trumps before the trick that moves in one of the lines, and not in the other."""
        for seat in range(self.at.players):
            held, played = self.held.out_of_trumps(seat), self.played.out_of_trumps(seat)
            if held is None or played is None or (held < now.number) is (played < now.number):
                continue
            code, out = ("out_of_trumps", played) if played < held else ("trumps_left", held)
            return [Reason(code, {"seat": seat, "trick": out, "until": max(held, played), **self.cards})]
        return []

    def _card(self) -> list[Reason]:
        """The dearest card of the player's side, of ten points or more, that falls to the others."""
        if self.at.misere:
            return []
        points, me = self.at.rules.points(self.at.strain), self.at.seat
        for card, owner in sorted(self._held(), key=lambda one: (-points[one[0]], one[0])):
            was, now = self.held.taken_in(card), self.played.taken_in(card)
            if points[card] < 10 or was is None or now is None or not self.allied(owner, me):
                continue
            if self.allied(was.winner, me) and not self.allied(now.winner, me):
                code = "partner_card_lost" if self.at.rules.partner_of(me) == owner else "card_lost"
                values = {"card": str(card), "owner": owner, "to": now.winner, "trick": now.number}
                return [Reason(code, {**values, "from": was.winner, **self.cards})]
        return []

    def _held(self) -> Iterable[tuple[Card, int]]:
        """Every card in play and its player."""
        for seat, hand in enumerate(self.at.hands):
            for card in _cards(hand):
                yield card, seat
        for i, card in enumerate(self.at.trick):
            yield card, (self.at.leader + i) % self.at.players

    # --- what it comes to ------------------------------------------------------------------

    def _sides(self) -> list[tuple[int, ...]]:
        """Who may take every trick together, or none."""
        rules, players = self.at.rules, self.at.players
        if rules.partners or self.stakes is None:
            return [self.at.side, self.at.others]
        return [(seat,) for seat in range(players)]

    def _sweep(self) -> list[Reason]:
        """Every trick of the deal, lost or won."""
        if not (self.held.finished and self.played.finished):
            return []
        for seats in self._sides():
            was, now = (_sweeps(line, seats) for line in (self.held, self.played))
            if was and not now:
                trick = next(t for t in self.played.tricks if t.winner not in seats)
                values = {"side": list(seats), "trick": trick.number, "to": trick.winner}
                return [Reason("sweep_lost", {**values, **self.cards})]
            if now and not was:
                trick = next(t for t in self.held.tricks if t.winner not in seats)
                values = {"side": list(seats), "trick": trick.number, "seat": trick.winner}
                return [Reason("sweep_given", {**values, **self.cards})]
        return []

    def _melds(self) -> list[Reason]:
        """Melds that count only with a trick of their owner's."""
        if self.stakes is None or not (self.held.finished and self.played.finished):
            return []
        rules = self.at.rules
        customs, sweep = rules.customs, self.stakes.contract.sweep
        need = customs.melds_need_trick and (customs.sweep_melds_need_trick or not sweep)
        for seats in sorted({tuple(s for s in range(self.at.players) if rules.party(s) == p) for p in range(4)} - {()}):
            points = sum(self.stakes.melds[s] for s in seats) if need and self.stakes.melds else 0
            if customs.bela_needs_trick and self.stakes.belas:
                points += sum(self.stakes.belas[s] for s in seats)
            was, now = (any(line.end.tricks[s] for s in seats) for line in (self.held, self.played))
            if points and was is not now:
                return [Reason("melds_lost" if was else "melds_count", {"side": list(seats), "points": points})]
        return []

    def _count(self) -> list[Reason]:
        """What counts toward the contract in either line; where that is not known, or not the point, the points."""
        if not (self.held.finished and self.played.finished):
            return []
        stakes = self.stakes
        if stakes is not None and stakes.contract.declarer is not None and not stakes.contract.sweep:
            was, now = (stakes.final(line.end.points, line.end.tricks) for line in (self.held, self.played))
            if was.result != now.result:
                return [self._counted(stakes, stakes.contract.declarer, was, now)]
        seats = self.at.side
        values = {"side": list(seats), "held": self.held.points(seats), "then": self.played.points(seats)}
        if values["held"] == values["then"]:
            return []
        return [Reason("points", {**values, **self.cards})]

    def _counted(self, stakes: Stakes, declarer: int, was: DealScore, now: DealScore) -> Reason:
        customs, mine = stakes.rules.customs, stakes.rules.party(declarer)
        side = [seat for seat in range(self.at.players) if stakes.rules.party(seat) == mine]
        values: dict[str, Any] = {"side": side, "held": was.counted[mine], "then": now.counted[mine]}
        if customs.made_when == "bid":
            bid = stakes.contract.bid
            return Reason("counts_of_bid", {**values, "bid": customs.least_bid if bid is None else bid, **self.cards})
        pick = max if customs.more_than == "each" else sum
        against = [pick(n for party, n in enumerate(found.counted) if party != mine) for found in (was, now)]
        return Reason(
            "counts_against", {**values, "held_against": against[0], "then_against": against[1], **self.cards}
        )


def _sweeps(line: Line, seats: Iterable[int]) -> bool:
    return sum(line.end.tricks[seat] for seat in seats) == sum(line.end.tricks)


def _cards(hand: int) -> list[Card]:
    return [Card(number) for number in range(32) if hand >> number & 1]


def _suited(hand: int, suit: int) -> list[Card]:
    return [card for card in _cards(hand) if card.suit == suit]
