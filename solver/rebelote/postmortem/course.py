"""The course of a played deal: every moment of it, and the value of every card that could have been played then."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rebelote.cards import Card
from rebelote.engine import Engine
from rebelote.outcomes import Outcomes, Rest, outcome
from rebelote.positions import Position
from rebelote.postmortem.labels import Outcome, share_of
from rebelote.records import PlayedDeal
from rebelote.scales import ScoreAt
from rebelote.solving import Budget, wants_many
from rebelote.stakes import Past, Stakes
from rebelote.values import Value


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that play exactly alike, and the chain (``rebelote.values``) of what is left after one of them."""

    cards: tuple[Card, ...]
    chain: int


@dataclass(frozen=True, slots=True)
class Moment:
    """Just before a card, or the end of what was played.

    ``past``: what the seats had taken. ``taken``: the side's part of it, points; ``rest``: the points still to be won.
    ``groups``: every card that may be played, none at the end of a complete deal. ``chain``: that of what is
    left under best play.
    """

    at: Position
    past: Past
    taken: int
    rest: int
    groups: tuple[Group, ...]
    chain: int

    @property
    def value(self) -> int:
        """The side's total for the whole deal under best play from here."""
        return self.total(self.chain)

    def total(self, chain: int) -> int:
        """The side's total for the whole deal when the chain of the rest is ``chain``."""
        return self.taken + Value.from_chain(self.at.side, chain, self.rest).points

    @property
    def over(self) -> bool:
        """Whether the deal has been played out."""
        return not self.at.trick and not any(self.at.hands)

    @property
    def best(self) -> tuple[Group, ...]:
        """The groups that lose nothing: points first, then the sweep."""
        return tuple(group for group in self.groups if group.chain == self.chain)

    def share(self, chain: int, total: int) -> Outcome:
        """What the side takes of all ``total`` points when the chain of the rest is ``chain``."""
        mine = sum(self.past.tricks[seat] for seat in self.at.side)
        theirs = sum(self.past.tricks) - mine
        none = mine == 0 and (self.over or chain < 0)
        every = theirs == 0 and (self.over or chain > self.rest)
        return share_of(self.total(chain), total, none=none, every=every)

    def scored(self, stakes: Stakes, chain: int) -> ScoreAt:
        """What is written when the chain of the rest, the side's, is ``chain``: for stakes that follow points."""
        owners = stakes.owners(self.at.side)
        at = replace(self.at, side=owners, misere=False)
        mine = chain if owners == self.at.side else self.rest - chain
        final = stakes.final(
            *((self.past.points, self.past.tricks) if self.over else outcome(Rest.of(at), self.past, mine))
        )
        return ScoreAt.of(stakes, owners, stakes.margin(owners, final), final)


def moments_of(deal: PlayedDeal) -> list[tuple[Position, Past]]:
    """The position before each card and at the end, and what had been taken by then."""
    at, past = deal.start, Past.none(deal.start.players)
    out = [(at, past)]
    for card in deal.plays:
        at, past = step(at, past, card)
        out.append((at, past))
    return out


def step(at: Position, past: Past, card: Card) -> tuple[Position, Past]:
    """The position after a card, and what has been taken by then."""
    taken = at.taken_with(card)
    return at.put(card), past if taken is None else past.plus(*taken)


def follow(deal: PlayedDeal, engine: Engine, budget: Budget) -> list[Moment | None]:
    """Every moment of the deal; none from the first on that the budget did not reach, counted from the end."""
    states = moments_of(deal)
    out: list[Moment | None] = [None] * len(states)
    # From the end backwards: what the table learns of the last tricks serves all earlier ones.
    with engine.search(deal.start) as core:
        for i in range(len(states) - 1, -1, -1):
            at, past = states[i]
            taken = sum(past.points[seat] for seat in at.side)
            if not any(at.hands):
                out[i] = Moment(at, past, taken, 0, (), 0)
                continue
            if not budget.begin(core, at):
                break
            found = core.values()
            budget.end(core)
            if not found:
                break
            groups = tuple(Group(tuple(Card(c) for c in sorted((n, *same))), chain) for n, chain, same in found)
            pick = max if wants_many(at) else min
            best = pick(group.chain for group in groups)
            out[i] = Moment(at, past, taken, at.at_stake, tuple(sorted(groups, key=_first)), best)
    return out


def _first(group: Group) -> int:
    return group.cards[0]


def follows_points(deal: PlayedDeal, stakes: Stakes) -> bool:
    """Whether best play for points is best play for the score, all through the deal."""
    start = deal.start
    whole = Outcomes(replace(start, side=stakes.owners(start.side), misere=False), stakes, Past.none(start.players))
    return whole.falling if start.misere else whole.rising
