"""Matches played by bots at random, from the first shuffle to the winner; the same from the same seed.

The bots know the rules and nothing else: each call and each card is a legal one drawn at random, melds and
pairs are called as the game has them called (and now and then forgotten), the seven is exchanged by a coin,
and the claims that a game knows are made when they are right, and now and then when they are wrong::

    for deal in play_match(Rules.preset("gambler"), seed=1):
        deal.record  # JSON data, as records are written
        deal.log     # the same for people, state by state
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

from rebelote import melds, shuffles
from rebelote.auctions import Auction, Outcome
from rebelote.cards import ALL_CARDS, Card, format_cards
from rebelote.match import Match, claim_after_trick, doezd, half_bait, won_at_once
from rebelote.melds import Kind, Meld
from rebelote.positions import Position
from rebelote.recordvalues import hand_line
from rebelote.rules import Rules
from rebelote.scoring import Contract, DealScore, Tally, brought, score, tally_points
from rebelote.shuffles import Shuffle

T = TypeVar("T")

#: When melds are called. Best first: before the own first card the best one, the rest once it was not
#: beaten. All: everything before the own first card. Answered: by whoever leads, and others go over it.
BEST_FIRST, ALL, ANSWERED = "best_first", "all", "answered"
MANNERS = {
    "gambler": BEST_FIRST, "lobovoy": BEST_FIRST, "capo": BEST_FIRST,
    "classic": ALL, "contree": ALL, "bulgarian": ALL, "ukrainian": ANSWERED,
}  # fmt: skip

#: How the claims are told; the keys are those of a record's ending.
CLAIMS = {"claim": "the game", "doezd": "доезд", "half_bait": "полубайт"}

#: No match is longer than this, in deals that were dealt.
MOST_DEALS = 500


class Chance:
    """Seeded chance. Of ``Random`` only ``random()`` gives the same numbers in every version of Python."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def happens(self, probability: float) -> bool:
        return self._rng.random() < probability

    def pick(self, items: Sequence[T]) -> T:
        return items[int(self._rng.random() * len(items))]

    def pack(self) -> tuple[Card, ...]:
        """The 32 cards shuffled, then cut so that each part has some cards."""
        cards, shuffled = list(ALL_CARDS), list[Card]()
        while cards:
            shuffled.append(cards.pop(int(self._rng.random() * len(cards))))
        cut = self.pick(range(4, 29))
        return (*shuffled[cut:], *shuffled[:cut])


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal: the match before and after it, and what happened.

    ``record`` is the JSON data of a record; none for first cards that were thrown in because all passed.
    ``tally`` and ``score`` are those of a deal that was played out; ``wrong`` are the seats that claimed the
    game after a trick and had not reached it, whereupon the deal went on.
    """

    before: Match
    after: Match
    record: dict[str, Any] | None
    log: tuple[str, ...]
    tally: Tally | None = None
    score: DealScore | None = None
    wrong: tuple[int, ...] = ()


def play_match(rules: Rules, seed: int, players: int | None = None) -> Iterator[Deal]:
    """Every deal of one match, until somebody has won it (or ``MOST_DEALS`` were dealt)."""
    chance = Chance(seed)
    seats = rules.players[0] if players is None else players
    match = Match.start(rules, chance.pick(range(seats)), seats)
    for _ in range(MOST_DEALS):
        deal = play_deal(match, chance)
        yield deal
        match = deal.after
        if match.winner is not None:
            return


def play_deal(match: Match, chance: Chance, pack: tuple[Card, ...] = ()) -> Deal:
    """One deal of a match, with a shuffled pack unless one is given."""
    return _Table(match, chance, pack or chance.pack()).play()


def printed(rules: Rules, seed: int, players: int | None = None) -> str:
    """A whole match for people, state by state."""
    deals = list(play_match(rules, seed, players))
    options = "".join(f" {name}={value}" for name, value in rules.options().items())
    lines = [f"{rules.variant} for {deals[0].before.players}, seed {seed}{options}"]
    for number, deal in enumerate(deals, 1):
        lines += ["", f"=== deal {number}", *deal.log]
    end = deals[-1].after
    lines += ["", f"party {end.winner} has won {_colons(end.scores)}; the win counts {end.worth}"]
    return "\n".join(lines) + "\n"


def _colons(numbers: Sequence[int]) -> str:
    return " : ".join(map(str, numbers))


class _Table:
    """The table at which one deal is played. ``after`` is set, and the deal over, by whatever ends it."""

    def __init__(self, match: Match, chance: Chance, pack: tuple[Card, ...]) -> None:
        self.match, self.chance = match, chance
        self.rules, self.players = match.rules, match.players
        self.shuffle = Shuffle(match.rules, match.players, match.dealer, pack)
        self.log: list[str] = []
        self.after: Match | None = None
        self.ending: dict[str, Any] | None = None
        self.written = (0,) * len(match.scores)
        self.score: DealScore | None = None
        # The play; ``at`` is where it stands, ``hands`` are those it began with.
        self.at: Position
        self.contract: Contract
        self.hands: list[int]
        self.plays: list[Card] = []
        self.tricks: list[tuple[int, tuple[Card, ...]]] = []
        self.swapped: int | None = None
        self.wrong: list[int] = []
        # Melds by seat in the order of calling; the rest is what waits for the first one to stand.
        self.called: list[tuple[int, Meld]] = []
        self.rest: dict[int, tuple[Meld, ...]] = {}
        self.pairs: dict[int, tuple[Meld, ...]] = {}
        self.half_said: set[int] = set()
        self.belas: list[tuple[int, Meld]] = []

    def play(self) -> Deal:
        self.say(f"dealer {self.match.dealer}   scores {_colons(self.match.scores)}" + self.waiting(self.match))
        self.say(f"pack    {' '.join(map(str, self.shuffle.pack))}")
        self.say(f"first   {_hands(self.shuffle.first)}   upcard {self.shuffle.upcard or '-'}")
        auction = self.bid()
        outcome = auction.outcome
        assert outcome is not None
        if outcome.kind == "again":
            assert outcome.dealer is not None
            self.after = self.match.again(outcome.dealer)
            self.say(f"nobody plays: seat {outcome.dealer} deals")
            return Deal(self.match, self.after, None, tuple(self.log))
        self.begin(auction, outcome)
        while self.after is None:
            self.turn()
        self.say(f"scores  {_colons(self.after.scores)}{self.waiting(self.after)}   next dealer {self.after.dealer}")
        tally = None if self.score is None else self.tally()
        record = self.record(auction, outcome)
        return Deal(self.match, self.after, record, tuple(self.log), tally, self.score, tuple(self.wrong))

    def say(self, line: str) -> None:
        self.log.append(line)

    @staticmethod
    def waiting(match: Match) -> str:
        return f"   hanging {', '.join(map(str, match.hanging))}" if match.hanging else ""

    # --- the auction -------------------------------------------------------------------

    def bid(self) -> Auction:
        deal, words = self.shuffle, list[str]()
        auction = Auction.start(
            self.rules, self.match.dealer, players=self.players, upcard=deal.upcard,
            last_loser=self.match.last_loser, hanging_declarer=self.match.hanging_declarer,
        )  # fmt: skip
        while auction.outcome is None:
            if auction.needs_second:
                for card in deal.seconds:
                    auction = auction.turn_second(card, last=card == deal.seconds[-1])
                    words.append(f"{card} is turned")
            call = self.call(auction.legal())
            words.append(f"{auction.turn} {call}")
            auction = auction.call(call)
        self.say(f"auction {', '.join(words)}")
        return auction

    def call(self, legal: Sequence[str]) -> str:
        doubles = [call for call in legal if call in ("double", "redouble")]
        sweeps = [call for call in legal if call.startswith("capot")]
        others = [call for call in legal if call not in ("pass", *doubles, *sweeps)]
        if doubles and self.chance.happens(0.15):
            return doubles[0]
        if sweeps and self.chance.happens(0.01):
            return self.chance.pick(sweeps)
        # Of long lists of bids the lower ones, or every contract would be a wild one.
        return "pass" if not others or self.chance.happens(0.6) else self.chance.pick(others[:12])

    def begin(self, auction: Auction, outcome: Outcome) -> None:
        """Deal the second cards and set the table for the first trick."""
        deal, strain = self.shuffle, outcome.strain
        assert strain is not None
        turned = deal.turned_in(auction)
        hands = deal.hands(outcome, turned=turned)
        self.say(f"second  {_hands(deal.second_cards(outcome, turned=turned))}   bottom {deal.bottom or '-'}")
        leader = deal.leader(outcome, first=auction.first)
        misere = outcome.kind == "misere"
        side = next(s for s in self.rules.sides(self.players) if (outcome.declarer or 0) in s)
        self.at = Position(self.rules, self.players, strain, leader, hands, (), side, misere)
        self.hands = list(hands)
        self.contract = Contract(strain, outcome.declarer, outcome.bid, outcome.sweep, outcome.factor)
        self.say(f"misere {strain}" if misere else f"{auction.contract} by {outcome.declarer}")
        for seat, hand in enumerate(hands):
            if melds.wins_at_once(self.rules, strain, hand):
                self.say(f"{seat} holds all eight trumps")
                self.end(won_at_once(self.match, self.rules.party(seat)), {"kind": "claim", "seat": seat})

    # --- a card, and what is said before it --------------------------------------------

    def turn(self) -> None:
        seat = self.at.seat
        if not self.at.trick:
            self.say(f"trick {len(self.tricks) + 1}   {self.at}")
        if self.claims_on_turn(seat):
            return
        if len(self.plays) < self.players:
            if melds.annulling(self.rules, self.at.hands[seat]) and self.chance.happens(0.75):
                self.say(f"  {seat} has the deal annulled: {melds.annulling(self.rules, self.at.hands[seat])[0]}")
                self.end(self.match.again(self.match.dealer), {"kind": "broken_off"})
                return
            self.exchange(seat)
        self.call_melds(seat)
        card = self.chance.pick(self.at.legal())
        self.call_pairs(seat, card)
        self.put(card)

    def exchange(self, seat: int) -> None:
        hand, upcard, strain = self.at.hands[seat], self.shuffle.upcard, self.at.strain
        if upcard is None or shuffles.why_no_exchange(self.rules, strain, hand, upcard) or self.chance.happens(0.5):
            return
        hands = list(self.at.hands)
        hands[seat], seven = shuffles.exchange(self.rules, strain, hand, upcard)
        self.at = replace(self.at, hands=tuple(hands))
        self.hands[seat], self.swapped = hands[seat], seat
        self.say(f"  {seat} takes {upcard} for {seven}")

    def put(self, card: Card) -> None:
        taken, leader, cards = self.at.taken_with(card), self.at.leader, (*self.at.trick, card)
        self.at = self.at.put(card)
        self.plays.append(card)
        if taken is None:
            return
        winner, points = taken
        self.tricks.append((leader, cards))
        last = not any(self.at.hands)
        tally = self.tally(last)
        self.say(f"  {_trick(leader, cards, self.players)}: {winner} takes {points}; {_colons(tally.points)}")
        if len(self.tricks) == 1:
            self.call_the_rest()
        if self.claims_after_trick(winner, last) or not last:
            return
        self.score = score(self.rules, self.contract, self.tally())
        self.written = self.score.written
        self.after = self.match.after(self.score, last_trick=winner, declarer=self.contract.declarer)
        self.show(self.tally(), self.score)
        paid = sum(self.match.hanging) - sum(self.after.hanging)
        if paid > 0:
            self.say(f"party {self.score.winner} has the {paid} that hung")

    def show(self, tally: Tally, deal: DealScore) -> None:
        self.say(
            f"tally   points {_colons(tally.points)}   tricks {_colons(tally.tricks)}"
            f"   melds {_colons(tally.melds)}   belas {_colons(tally.belas)}"
        )
        capot = "" if deal.capot is None else f"   all tricks: party {deal.capot}"
        hanging = f"   {deal.hanging} hang" if deal.hanging else ""
        self.say(f"{deal.result}   counted {_colons(deal.counted)}   written {_colons(deal.written)}{hanging}{capot}")

    # --- melds -------------------------------------------------------------------------

    def call_melds(self, seat: int) -> None:
        """What the seat on turn calls of sets and runs before its card."""
        manner = MANNERS[self.rules.variant]
        if manner == ANSWERED:
            if not self.at.trick:
                self.challenge(seat)
            return
        if len(self.plays) >= self.players:
            return
        mine = melds.chosen(self.rules, self.at.strain, self.at.hands[seat])
        if not mine or self.chance.happens(0.05):
            return
        self.tell(seat, mine if manner == ALL else mine[:1])
        if manner == BEST_FIRST:
            self.rest[seat] = mine[1:]

    def call_the_rest(self) -> None:
        """After the first trick whoever was not beaten calls what else he has."""
        for seat in self.won():
            self.tell(seat, self.rest.pop(seat, ()))

    def challenge(self, leader: int) -> None:
        """The leader calls his best meld unless a better one stands; others in turn go over it."""
        standing = self.standing()
        for seat in ((leader + i) % self.players for i in range(self.players)):
            mine = self.uncalled(seat)
            beaten = standing and mine and melds.stronger(self.rules, self.at.strain, mine[0], standing[1]) <= 0
            if mine and not beaten and not self.chance.happens(0.1):
                self.tell(seat, mine[:1])
                self.rest[seat] = mine[1:]
                standing = seat, mine[0]
            elif seat == leader:
                return
        if standing is not None:
            self.tell(standing[0], self.rest.pop(standing[0], ()))

    def standing(self) -> tuple[int, Meld] | None:
        """The best meld that was called so far, of equal ones the first, and whose it is."""
        best = None
        for seat, meld in self.called:
            if best is None or melds.stronger(self.rules, self.at.strain, meld, best[1]) > 0:
                best = seat, meld
        return best

    def uncalled(self, seat: int) -> tuple[Meld, ...]:
        if any(seat == caller for caller, _ in self.called):
            return ()
        return melds.chosen(self.rules, self.at.strain, self.at.hands[seat])

    def tell(self, seat: int, some: Sequence[Meld]) -> None:
        for meld in some:
            self.called.append((seat, meld))
            self.say(f"  {seat} calls {meld}, {meld.points}")

    def won(self) -> dict[int, tuple[Meld, ...]]:
        return melds.contest(self.rules, self.at.strain, [(seat, (meld,)) for seat, meld in self.called])

    # --- kings and queens --------------------------------------------------------------

    def call_pairs(self, seat: int, card: Card) -> None:
        """What the seat calls of belas and belots with the card that it plays now."""
        if len(self.plays) < self.players:
            mine = [meld for caller, meld in self.called if caller == seat]
            self.pairs[seat] = melds.belas(self.rules, self.at.strain, self.at.hands[seat], mine)
        for pair in self.pairs[seat]:
            if (seat, pair) not in self.belas and self.says(pair, self.at.hands[seat] & pair.cards, card):
                self.belas.append((seat, pair))

    def says(self, pair: Meld, held: int, card: Card) -> bool:
        """Whether the owner of a pair, of which he still holds ``held``, has called it by now."""
        seat, plays, both = self.at.seat, bool(pair.cards & card.bit), held == pair.cards
        if pair.kind == Kind.BELOT or self.rules.customs.bela_call == "any_turn":
            # On any turn of his; a belot is shown, so it must still be in hand.
            may = both if pair.kind == Kind.BELOT else bool(held)
            last = plays and (pair.kind == Kind.BELOT or not both)
            called = may and self.chance.happens(0.9 if last else 0.3)
        elif not plays:
            return False
        elif self.rules.variant == "contree":
            called = not both  # whoever held both has it: nothing can be forgotten
        elif self.rules.customs.bela_call == "either":
            called = self.chance.happens(0.6 if both else 0.9)
        elif both:
            if self.chance.happens(0.95):
                self.half_said.add(pair.cards)
                self.say(f"  {seat} says bela with {card}")
            return False
        else:
            called = pair.cards in self.half_said and self.chance.happens(0.95)
        if called:
            self.say(f"  {seat} {'shows' if pair.kind == Kind.BELOT else 'calls'} {pair}, {pair.points}")
        return called

    # --- what it comes to, and claims --------------------------------------------------

    def tally(self, finished: bool = True) -> Tally:
        sets_and_runs, belas = [0] * self.players, [0] * self.players
        for seat, some in self.won().items():
            sets_and_runs[seat] += sum(meld.points for meld in some)
        for seat, pair in self.belas:
            belas[seat] += pair.points
        return tally_points(
            self.rules, self.at.strain, self.players, self.tricks,
            melds=sets_and_runs, belas=belas, finished=finished,
        )  # fmt: skip

    def brought(self, party: int, finished: bool = False) -> int:
        return brought(self.rules, self.contract, self.tally(finished), party)

    def claims_on_turn(self, seat: int) -> bool:
        """Доезд and полубайт: whether the seat on turn ended the deal with one."""
        if self.rules.customs.claim != "doezd" or not self.tricks or self.contract.declarer is None:
            return False
        party = self.rules.party(seat)
        mine, needed = self.brought(party), self.rules.customs.game - self.match.scores[party]
        if self.chance.happens(_eagerness(mine - needed)):
            self.claim(seat, "doezd", doezd(self.match, party, mine), mine)
            return True
        if not self.rules.customs.half_bait or self.contract.declarer == seat:
            return False
        total = mine + self.brought(1 - party) + self.at.at_stake
        if self.chance.happens(_eagerness(2 * mine - total - 1, 0.06, 0.02)):
            self.claim(seat, "half_bait", half_bait(self.match, party, mine, total), total, 2 * mine > total, mine)
            return True
        return False

    def claims_after_trick(self, seat: int, last: bool) -> bool:
        """Whether the winner of a trick claimed the game, and had it."""
        claim = self.rules.customs.claim
        if not claim.startswith("after_trick") or (last and claim == "after_trick_not_last"):
            return False
        party = self.rules.party(seat)
        mine = self.brought(party, last)
        if not self.chance.happens(_eagerness(self.match.scores[party] + mine - self.rules.customs.game)):
            return False
        after = claim_after_trick(self.match, party, mine, last=last)
        if after.winner is not None:
            self.claim(seat, "claim", after, mine)
            return True
        self.wrong.append(seat)
        self.say(f"  {seat} claims the game with {self.match.scores[party]} + {mine}: wrong, the deal goes on")
        return False

    def claim(self, seat: int, kind: str, after: Match, points: int, right: bool | None = None, had: int = 0) -> None:
        """End the deal with a claim; when it is ``right`` its owner writes ``points``."""
        party = self.rules.party(seat)
        right = after.winner == party if right is None else right
        if right:
            self.written = tuple(points if p == party else 0 for p in range(len(self.match.scores)))
        claimed = f"{had} of {points}" if kind == "half_bait" else f"{self.match.scores[party]} + {points}"
        if self.at.trick:
            self.say(f"  {_trick(self.at.leader, self.at.trick, self.players)}")
        self.say(f"  {seat} claims {CLAIMS[kind]} with {claimed}: {'right' if right else 'wrong'}")
        self.end(after, {"kind": kind, "seat": seat})

    def end(self, after: Match, ending: dict[str, Any]) -> None:
        self.after, self.ending = after, ending
        if ending["kind"] == "claim" and not self.plays:  # eight trumps
            self.written = tuple(new - old for new, old in zip(after.scores, self.match.scores, strict=True))

    # --- the record --------------------------------------------------------------------

    def record(self, auction: Auction, outcome: Outcome) -> dict[str, Any]:
        deal, match = self.shuffle, self.match
        second = auction.second if auction.round == 2 else None
        shown = {"upcard": deal.upcard, "second": second, "bottom": deal.bottom}
        exchange = {"exchange": self.swapped} if self.rules.customs.seven_exchange != "none" else {}
        return {
            "version": 1,
            "variant": self.rules.variant,
            "players": self.players,
            "options": self.rules.options(),
            "dealer": match.dealer,
            **{key: str(card) for key, card in shown.items() if card is not None},
            "first": [format_cards(hand) for hand in deal.first],
            "hands": [format_cards(hand) for hand in self.hands],
            **exchange,
            "auction": list(auction.calls),
            "trump": str(self.contract.strain),
            "misere": outcome.kind == "misere",
            "declarer": outcome.declarer,
            "contract": auction.contract,
            "leader": deal.leader(outcome, first=auction.first),
            "melds": [{"seat": seat, "meld": str(meld)} for seat, meld in self.called],
            "belas": [{"seat": seat, "meld": str(meld)} for seat, meld in self.belas],
            "plays": [str(card) for card in self.plays],
            "ending": self.ending,
            "scores": list(match.scores),
            "hanging": list(match.hanging),
            "written": list(self.written),
        }


def _eagerness(over: int, right: float = 0.5, wrong: float = 0.06) -> float:
    """How likely a claim is that is right by ``over`` points, or wrong by a few when that is negative."""
    return right if over >= 0 else wrong if over >= -40 else 0.0


def _hands(hands: Sequence[int]) -> str:
    return " / ".join(hand_line(format_cards(hand)) for hand in hands)


def _trick(leader: int, cards: Sequence[Card], players: int) -> str:
    return ", ".join(f"{(leader + i) % players} {card}" for i, card in enumerate(cards))
