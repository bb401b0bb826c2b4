"""A rule of thumb: what one club player tells another about playing the cards, as a player.

It looks at nothing but what its seat knows, remembers every card, and does no counting beyond
that. It is the measure that the hints are held against, and an opponent to practise with.
"""

from __future__ import annotations

from rebelote.cards import FULL_PACK, Card, from_mask, iter_mask
from rebelote.tricks import suit_of, trick_points, winning_index
from rebelote.worlds.knowledge import Knowledge

#: A trick worth so many points is worth a trump that need not be played.
WORTH_A_TRUMP = 10
#: What throwing a card costs beside its points: a trump; a card that wins a trick of its own; the guard of a ten.
TRUMP, MASTER, GUARD = 8, 10, 6


def rule_of_thumb(knowledge: Knowledge) -> Card:
    """The card that the rule plays for the seat on turn, by the first sentence that applies.

    On lead:

    1. The declarer's side draws trumps while an opponent may hold some: with the highest trump still out,
       or else, where there are partners, with a cheap one: the declarer if he holds three or more, his partner
       if none was led yet.
    2. Cash the highest card left of a plain suit that nobody is expected to ruff, the most points first.
       Without a trump suit the longest suit goes first.
    3. Lead a suit that the partner is out of, if he may ruff it.
    4. Lead the cheapest card, rather not a trump, from the longest suit.

    To a trick that is led:

    5. The partner wins and is not expected to be beaten: give him the most points, but no card
       that will win a trick of its own.
    6. Ruff with the lowest trump that holds, if one must, if ten points lie there, or any and the trick is certain.
    7. Take the trick if it is certain to be kept, with the most points, the highest card of a suit last.
    8. Else play the cheapest card: few points, no trump, no card that wins a trick of its own, no guard of a
       ten, from a short suit.

    A player is expected to ruff a suit when he is known to be out of it and may hold a trump. In misère
    everything is turned: lead the weakest card, play the most points that do not take the trick, and if it must
    be taken, the strongest card when last and the weakest when not.
    """
    seen = Memory(knowledge)
    if len(seen.legal) == 1:
        return seen.legal[0]
    if knowledge.misere:
        return _duck(seen)
    return _follow(seen) if knowledge.trick else _lead(seen)


class Memory:
    """What a player with a good memory sees: which cards are out, and who may hold them.

    ``unseen``: cards (mask) that others hold or nobody does. ``may_hold``: of these a seat, what its plays allow.
    ``behind``: the opponents that play to this trick after the seat on turn.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        k = self.knowledge = knowledge
        self.points, self.strength = k.rules.points(k.strain), k.rules.strengths(k.strain)
        self.trump = suit_of(k.strain)
        self.partner = k.rules.partner_of(k.seat)
        self.opponents = [seat for seat in range(k.players) if seat not in (k.seat, self.partner)]
        later = [(k.seat + i) % k.players for i in range(1, k.players - len(k.trick))]
        self.behind = [seat for seat in later if seat != self.partner]
        self.legal = from_mask(k.legal)
        gone, lacks, shown = k.hand, [0] * k.players, [0] * k.players
        for mask in k.played:
            gone |= mask
        for clue in k.clues:
            if clue.seat is None:
                gone |= clue.holds
            else:
                lacks[clue.seat] |= clue.lacks
                shown[clue.seat] |= clue.holds
        self.unseen = FULL_PACK & ~gone
        self.may_hold = [
            self.unseen & ~lacks[seat] & ~sum(mask for other, mask in enumerate(shown) if other != seat)
            for seat in range(k.players)
        ]

    def over(self, card: Card) -> int:
        """The unseen cards of its suit that beat a card."""
        rivals = iter_mask(self.unseen & suit_mask(card.suit))
        return sum(c.bit for c in rivals if self.strength[c] > self.strength[card])

    def is_trump(self, card: Card) -> bool:
        return card.suit == self.trump

    def held(self, suit: int) -> int:
        """How many cards of a suit the seat on turn holds."""
        return (self.knowledge.hand & suit_mask(suit)).bit_count()

    def ruffs(self, seat: int, suit: int) -> bool:
        """Whether a seat is known to be out of a plain suit, and may hold a trump."""
        cards = self.may_hold[seat]
        return bool(
            self.trump is not None
            and suit != self.trump
            and cards & suit_mask(self.trump)
            and not cards & suit_mask(suit)
        )

    def ruffed(self, suit: int) -> bool:
        """Whether any opponent is expected to ruff a suit."""
        return any(self.ruffs(seat, suit) for seat in self.opponents)

    def sure(self, card: Card) -> bool:
        """Whether the best card on the table, this one, is not expected to be beaten in this trick."""
        led, over = (*self.knowledge.trick, card)[0].suit, self.over(card)
        follows = card.suit == led
        for seat in self.behind:
            higher, ruffs = bool(self.may_hold[seat] & over), self.ruffs(seat, led)
            if (follows and (higher or ruffs)) or (higher and ruffs):
                return False
        return True

    def wins(self, card: Card) -> bool:
        """Whether a card would be the best on the table."""
        k = self.knowledge
        return winning_index(k.rules, k.strain, (*k.trick, card)) == len(k.trick)

    def own_trick(self, card: Card) -> bool:
        """Whether a card is the highest left of its suit and nobody is expected to ruff it."""
        return not self.over(card) and not self.ruffed(card.suit)

    def price(self, card: Card) -> tuple[int, int, int]:
        """What throwing a card costs; the lowest price goes first."""
        ten = next((c for c in iter_mask(self.knowledge.hand & suit_mask(card.suit)) if c.rank.letter == "T"), None)
        guards = ten is not None and card != ten and self.held(card.suit) == 2 and self.over(ten)
        extra = TRUMP * self.is_trump(card) + GUARD * bool(guards and not self.is_trump(card))
        extra += MASTER * (not self.is_trump(card) and self.own_trick(card))
        return self.points[card] + extra, self.held(card.suit), self.strength[card]


def suit_mask(suit: int) -> int:
    """The eight cards of a suit."""
    return 0xFF << 8 * suit


def _lead(seen: Memory) -> Card:
    k, trump = seen.knowledge, seen.trump
    trumps = [c for c in seen.legal if seen.is_trump(c)]
    if (
        trump is not None
        and trumps
        and _declares(k)
        and any(seen.may_hold[s] & suit_mask(trump) for s in seen.opponents)
    ):
        best = max(trumps, key=lambda c: seen.strength[c])
        if not seen.over(best):
            return best
        if k.rules.partners and (len(trumps) >= 3 if k.seat == k.declarer else not _led(k, trump)):
            return min(trumps, key=lambda c: (seen.points[c], seen.strength[c]))
    plain = [c for c in seen.legal if not seen.is_trump(c)]
    if cash := [c for c in plain if seen.own_trick(c)]:
        long = trump is None
        return max(cash, key=lambda c: (seen.held(c.suit) * long, seen.points[c], -seen.held(c.suit), seen.strength[c]))
    partner = seen.partner
    if partner is not None and (calls := [c for c in plain if _ruffs_for_me(seen, partner, c.suit)]):
        return min(calls, key=lambda c: (seen.points[c], seen.strength[c]))
    return min(seen.legal, key=lambda c: (seen.price(c)[0], -seen.held(c.suit), seen.strength[c]))


def _declares(k: Knowledge) -> bool:
    """Whether the seat on turn is of the declarer's party."""
    return k.declarer is not None and k.rules.party(k.declarer) == k.rules.party(k.seat)


def _led(k: Knowledge, suit: int) -> bool:
    """Whether a suit was led in a finished trick."""
    return any(card.suit == suit for card in k.plays[:: k.players])


def _ruffs_for_me(seen: Memory, partner: int, suit: int) -> bool:
    return not seen.may_hold[partner] & suit_mask(suit) and seen.ruffs(partner, suit)


def _follow(seen: Memory) -> Card:
    k = seen.knowledge
    at = winning_index(k.rules, k.strain, k.trick)
    best, led = k.trick[at], k.trick[0].suit
    if (k.trick_leader + at) % k.players == seen.partner and seen.sure(best):
        return _give(seen)
    winners = [c for c in seen.legal if seen.wins(c)]
    certain = [c for c in winners if seen.sure(c)]
    if any(c.suit != led for c in winners):
        there = trick_points(k.rules, k.strain, k.trick)
        if len(winners) == len(seen.legal) or there >= WORTH_A_TRUMP or (there and certain):
            return min(certain or winners, key=lambda c: seen.strength[c])
    elif certain:
        lower = [c for c in certain if seen.over(c)]
        return max(lower or certain, key=lambda c: (seen.points[c], -seen.strength[c]))
    return min(seen.legal, key=seen.price)


def _give(seen: Memory) -> Card:
    """Points for the partner's trick."""
    led = seen.knowledge.trick[0].suit
    fit = [c for c in seen.legal if c.suit == led or not seen.is_trump(c)]
    fit = [c for c in fit if not seen.own_trick(c)] or fit or seen.legal
    most = max(seen.points[c] for c in fit)
    return min((c for c in fit if seen.points[c] == most), key=lambda c: (seen.held(c.suit), seen.strength[c]))


def _duck(seen: Memory) -> Card:
    """Misère."""
    k = seen.knowledge
    if not k.trick:
        return min(seen.legal, key=lambda c: (seen.strength[c], seen.points[c]))
    under = [c for c in seen.legal if not seen.wins(c)]
    if under:
        return max(under, key=lambda c: (seen.points[c], seen.strength[c]))
    last = len(k.trick) == k.players - 1
    return (max if last else min)(seen.legal, key=lambda c: (seen.strength[c], seen.points[c]))
