"""What one seat knows of a deal at its turn: its hand, the cards played, and all that was shown or told.

``Knowledge.from_dict`` reads the hidden form of a record (docs/notation.md). ``clues`` are the facts about
where cards are, each with its words and its place in the input; ``rebelote.worlds.fitting`` has the deals that
fit them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rebelote.cards import FULL_PACK, Card, format_cards, to_mask
from rebelote.errors import PositionError
from rebelote.meldbook import Meld
from rebelote.positions import Position
from rebelote.rules import Rules, Strain
from rebelote.scoring import Contract
from rebelote.shuffles import why_no_exchange
from rebelote.stakes import Past
from rebelote.tricks import legal_mask, trick_points
from rebelote.wholefacts import Facts
from rebelote.worlds import announcements
from rebelote.worlds.clues import Clue, in_words, missing
from rebelote.worlds.sights import Sight, called, see, swapped_seven, turns, upcard_owner


@dataclass(frozen=True)
class Knowledge:
    """What ``seat``, on turn, knows.

    ``hand`` is a mask of what it still holds, ``plays`` is every card so far, ``leader`` who led the first trick.
    ``contract`` is none where it is not told; in misère it is one without declarer. ``melds`` and ``belas`` are
    what was called, none where nothing is said of them. ``exchange``: who swapped the seven of trumps for ``upcard``.
    ``clues`` holds everything that is known of where cards are.
    """

    rules: Rules
    players: int
    strain: Strain
    misere: bool
    leader: int
    seat: int
    hand: int
    plays: tuple[Card, ...]
    side: tuple[int, ...]
    declarer: int | None = None
    contract: Contract | None = None
    melds: tuple[tuple[int, Meld], ...] | None = None
    belas: tuple[tuple[int, Meld], ...] | None = None
    upcard: Card | None = None
    bottom: Card | None = None
    second: Card | None = None
    exchange: int | None = None
    dealer: int | None = None
    auction: tuple[str, ...] | None = None
    scores: tuple[int, ...] | None = None
    clues: tuple[Clue, ...] = ()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Knowledge:
        """From the hidden form in JSON; raises ``PositionError`` with every fault."""
        sight = see(data)
        if sight.problems:
            raise PositionError(sight.problems)
        facts = sight.facts
        assert facts.rules is not None and facts.strain is not None and facts.leader is not None
        assert sight.seat is not None and sight.hand is not None
        side = facts.side or next(side for side in facts.rules.sides(facts.players) if sight.seat in side)
        exchange = _exchange(sight)
        return cls(
            facts.rules, facts.players, facts.strain, facts.misere, facts.leader, sight.seat, sight.hand, facts.plays,
            side, facts.declarer, facts.contract, called(facts, "melds"), called(facts, "belas"), facts.card("upcard"),
            facts.card("bottom"), facts.card("second"), exchange, facts.data.get("dealer"),
            tuple(facts.data["auction"]) if "auction" in facts.data else None,
            tuple(facts.data["scores"]) if "scores" in facts.data else None,
            tuple(_clues(sight, exchange)),
        )  # fmt: skip

    # --- the play so far ---------------------------------------------------------------

    @cached_property
    def turns(self) -> tuple[tuple[int, int], ...]:
        """Who led the trick and who plays, for every card of ``plays`` and for the one to come."""
        return tuple(turns(self.rules, self.players, self.strain, self.leader, self.plays))

    @property
    def trick_leader(self) -> int:
        """Who led the trick that is on the table, or leads now."""
        return self.turns[-1][0]

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards on the table."""
        return self.plays[len(self.plays) - len(self.plays) % self.players :]

    @cached_property
    def played(self) -> tuple[int, ...]:
        """A seat the mask of the cards that it has played."""
        out = [0] * self.players
        for card, (_, seat) in zip(self.plays, self.turns, strict=False):
            out[seat] |= card.bit
        return tuple(out)

    @cached_property
    def past(self) -> Past:
        """Points and tricks that the seats have taken."""
        past = Past.none(self.players)
        for start in range(0, len(self.plays) - self.players + 1, self.players):
            winner = self.turns[start + self.players][0]
            trick = self.plays[start : start + self.players]
            past = past.plus(winner, trick_points(self.rules, self.strain, trick))
        return past

    @cached_property
    def legal(self) -> int:
        """The cards that the seat may play now, a mask."""
        return legal_mask(self.rules, self.strain, self.hand, self.trick)

    # --- worlds ------------------------------------------------------------------------

    @property
    def cards(self) -> int:
        """How many cards each hand had before the first of ``plays``."""
        return (self.hand | self.played[self.seat]).bit_count()

    def position(self, hands: Sequence[int]) -> Position:
        """The position with all hands open, ``hands`` being what each seat still holds."""
        return Position(
            self.rules, self.players, self.strain, self.trick_leader, tuple(hands), self.trick, self.side, self.misere
        )

    def dealt(self, hands: Sequence[int]) -> tuple[int, ...]:
        """The hands before the first card, where the seats still hold ``hands``."""
        return tuple(hand | gone for hand, gone in zip(hands, self.played, strict=True))


def _exchange(sight: Sight) -> int | None:
    """Who swapped the seven: as told, or whoever is seen to have the upcard where it stays out of play otherwise."""
    facts, upcard = sight.facts, sight.facts.card("upcard")
    assert facts.rules is not None
    assert facts.strain is not None
    if "exchange" in facts.data or upcard is None:
        exchange: int | None = facts.data.get("exchange")
        return exchange
    if why_no_exchange(facts.rules, facts.strain, FULL_PACK & ~upcard.bit, upcard):
        return None
    if sight.hand is not None and sight.hand >> upcard & 1:
        return sight.seat
    seen = dict(_players(sight))
    return seen.get(upcard, sight.known.get(upcard))


def _clues(sight: Sight, exchange: int | None) -> Iterator[Clue]:
    """All facts of where cards are."""
    seat = sight.seat
    assert seat is not None and sight.hand is not None
    hand = format_cards(sight.hand)
    yield Clue(f"seat {seat} holds {hand}", "hand", seat, sight.hand)
    own = sight.hand | to_mask([card for card, player in _players(sight) if player == seat])
    yield Clue(f"seat {seat} holds {hand} and nothing else", "hand", seat, lacks=FULL_PACK & ~own)
    yield from _of_plays(sight)
    for card, owner in sight.known.items():
        yield Clue(f"{card} was dealt to seat {owner}", f"known.{card}", owner, card.bit)
    yield from (Clue(f"{card} is out of play", "out", None, card.bit) for card in sight.out)
    yield from _of_shown(sight, exchange)
    yield from _of_melds(sight, exchange)


def _players(sight: Sight) -> Iterator[tuple[Card, int]]:
    """Each card so far and who played it."""
    facts = sight.facts
    assert facts.rules is not None and facts.strain is not None and facts.leader is not None
    order = turns(facts.rules, facts.players, facts.strain, facts.leader, facts.plays)
    for card, (_, seat) in zip(facts.plays, order, strict=False):
        yield card, seat


def _of_plays(sight: Sight) -> Iterator[Clue]:
    """Each card was its player's, and was legal."""
    facts = sight.facts
    assert facts.rules is not None and facts.strain is not None
    for i, (card, seat) in enumerate(_players(sight)):
        number, place = divmod(i, facts.players)
        trick = facts.plays[i - place : i]
        yield Clue(f"seat {seat} played {card} in trick {number + 1}", f"plays[{i}]", seat, card.bit)
        gone = missing(facts.rules, facts.strain, trick, card)
        if gone:
            behind = " ".join(map(str, trick))
            words = f"seat {seat} played {card} behind {behind} in trick {number + 1}, so he had no {in_words(gone)}"
            yield Clue(words, f"plays[{i}]", seat, lacks=gone, since=i)


def _of_shown(sight: Sight, exchange: int | None) -> Iterator[Clue]:
    """The upcard, the second one and the bottom card."""
    facts, upcard = sight.facts, sight.facts.card("upcard")
    assert facts.rules is not None
    swapped = swapped_seven(facts, exchange)
    if swapped is not None:
        took, seven = swapped
        yield Clue(f"seat {exchange} swapped {seven} for {took}", "exchange", exchange, took.bit)
        yield Clue(f"{seven} lies in the place of {took}, out of play", "exchange", None, seven.bit)
    elif upcard is not None:
        certain, owner = upcard_owner(facts, facts.rules)
        if certain and owner is None:
            yield Clue(f"{upcard} was turned and stays out of play", "upcard", None, upcard.bit)
        elif certain:
            yield Clue(f"{upcard} was turned and went to seat {owner}", "upcard", owner, upcard.bit)
    for key in ("second", "bottom"):
        words = facts.data.get(key, [])
        for card in [Card(word) for word in ([words] if isinstance(words, str) else words)]:
            yield Clue(f"{card} was shown and is out of play", key, None, card.bit)


def _of_melds(sight: Sight, exchange: int | None) -> Iterator[Clue]:
    """What was shown was in the hand, and of what was only announced one of the melds that it may be."""
    facts = sight.facts
    assert facts.rules is not None
    for key in ("melds", "belas"):
        for i, (seat, meld) in enumerate(facts.called(key)):
            cards = _after_swap(facts, exchange, seat, meld)
            # What was in no hand contradicts where the seven lies now.
            yield Clue(f"seat {seat} showed {meld}", f"{key}[{i}]", seat, meld.cards if cards is None else cards)
    for seat, told in sight.announced.items():
        meant = [
            [meld for meld in melds if _after_swap(facts, exchange, seat, meld) is not None] for _, _, melds in told
        ]
        swapped = swapped_seven(facts, exchange)
        away = swapped[1].bit if swapped is not None and seat == exchange else 0
        groups = tuple(cards & ~away for cards in announcements.together(facts.rules, meant))
        words = f"seat {seat} announced {' and '.join(text for _, text, _ in told)}"
        # Where no hand has them all no group can be had.
        yield Clue(words, told[0][0], seat, one_of=groups or (FULL_PACK,))


def _after_swap(facts: Facts, exchange: int | None, seat: int, meld: Meld) -> int | None:
    """The cards of a meld that its owner still had once he had swapped the seven; none for what no hand had.

    A meld may have been called before the swap or after it, but the seven and the upcard were never in one hand.
    """
    swapped = swapped_seven(facts, exchange)
    if swapped is None or seat != exchange:
        return meld.cards
    upcard, seven = swapped
    return None if meld.cards >> upcard & 1 and meld.cards >> seven & 1 else meld.cards & ~seven.bit
