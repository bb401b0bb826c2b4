"""Moments of random deals, and what the seat on turn may know then: to ask for its worlds.

A scene is a whole deal, dealt and played at random by ``tests/oracle.py`` under random switches, up to some
card. Facts that are true of it are told until few cards are left to be guessed at, so that
``tests/plainworlds.py`` can go through all deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

import oracle
from bots import Deal, play_match
from generated import GAMES
from plainworlds import PACK, PARTNERS, SHARING, all_melds, in_pack_order, may_both, meld_points
from rebelote import PRESETS, DealRecord, Rules
from strategies import ORDERS, STRAINS, SWITCH_VALUES

Data = dict[str, Any]


@dataclass(frozen=True)
class Scene:
    """A deal (by seat the cards in the order of the pack), and what is known of it at some moment."""

    deal: tuple[tuple[str, ...], ...]
    data: Data

    def with_facts(self, **facts: Any) -> Scene:
        return Scene(self.deal, {**deepcopy(self.data), **facts})

    @property
    def held(self) -> list[list[str]]:
        """By seat what it still holds."""
        return [[card for card in hand if card not in self.data["plays"]] for hand in self.deal]

    @property
    def hidden(self) -> dict[str, int | None]:
        """The cards that the seat on turn does not see, and who holds them; none where nobody does."""
        owners = {card: seat for seat, hand in enumerate(self.held) for card in hand}
        seen = {*self.data["plays"], *self.held[self.data["seat"]]}
        return {card: owners.get(card) for card in PACK if card not in seen}


def random_options(rng: Random) -> Data:
    """Some switches of the play at random values, now and then other orders of the cards."""
    out = {name: rng.choice(values) for name, values in SWITCH_VALUES.items() if rng.random() < 0.6}
    return out | {name: "".join(rng.sample("789TJQKA", 8)) for name in ORDERS if rng.random() < 0.1}


def strains_of(variant: str) -> list[str]:
    return [strain for strain in STRAINS if strain in map(str, PRESETS[variant].strains)]


def scene(
    rng: Random, variant: str, players: int, left: int, *, melds: int = 0, options: Data | None = None, size: int = 0
) -> Scene:
    """A deal played until the seat on turn has ``left`` cards, or a little more; ``melds`` are dealt to seats at will.

    With a ``size`` it is an ending of so many cards each: the cards that are gone before are told to be out.
    """
    size, full = size or PRESETS[variant].cards, PRESETS[variant].cards
    options = random_options(rng) if options is None else options
    strain = rng.choice(strains_of(variant))
    whole = {**oracle.SWITCHES[variant], **options}
    deal = dealt_with_melds(rng, variant, strain, players, size, melds)
    held = [list(hand) for hand in deal]
    leader = rng.randrange(players)
    data: Data = {"variant": variant, "players": players, "options": options, "trump": strain, "leader": leader}
    plays: list[str] = []
    trick: list[str] = []
    moments = (size - left) * players + rng.randrange(players)
    for _ in range(moments):
        seat = (leader + len(trick)) % players
        legal = oracle.legal(whole, strain, held[seat], trick, variant in PARTNERS)
        card = rng.choice(legal)
        held[seat].remove(card)
        plays.append(card)
        trick.append(card)
        if len(trick) == players:
            leader, trick = (leader + oracle.winner(whole, strain, trick)) % players, []
    seat = (leader + len(trick)) % players
    data |= {"seat": seat, "hand": " ".join(held[seat]), "plays": plays}
    if size < full:
        away = [card for card in PACK if not any(card in hand for hand in deal)]
        data["out"] = rng.sample(away, (full - size) * players)
    return Scene(deal, data)


def dealt_with_melds(
    rng: Random, variant: str, strain: str, players: int, size: int, melds: int
) -> tuple[tuple[str, ...], ...]:
    """Hands of ``size`` cards, some of them with a meld or two that may be called together."""
    known = [meld for meld in all_melds(variant, strain) if len(meld) <= min(size, 5)]
    while True:
        hands: list[set[str]] = [set() for _ in range(players)]
        some = rng.sample(known, melds) if known else []
        # Two melds of one seat, or one each of two.
        seats = rng.sample(range(players), 1) * melds if rng.random() < 0.5 else rng.sample(range(players), melds)
        for seat, meld in zip(seats, some, strict=False):
            hands[seat] |= set(meld)
        together = all(
            may_both(variant in SHARING, one, other)
            for i, (seat, one) in enumerate(zip(seats, some, strict=False))
            for s, other in zip(seats[:i], some[:i], strict=False)
            if s == seat
        )
        used = [card for hand in hands for card in hand]
        if not together or len(set(used)) < len(used) or any(len(hand) > size for hand in hands):
            continue
        rest = [card for card in PACK if card not in used]
        rng.shuffle(rest)
        for hand in hands:
            while len(hand) < size:
                hand.add(rest.pop())
        return tuple(in_pack_order(hand) for hand in hands)


# --- facts that are told -----------------------------------------------------------------


def told(rng: Random, at: Scene, most: int) -> Scene:
    """Cards told to be known, or out of play, until only so many are hidden and not told."""
    known, out = dict(at.data.get("known", {})), list(at.data.get("out", ()))
    hidden = [card for card in at.hidden if card not in known and card not in out]
    rng.shuffle(hidden)
    for card in hidden[most:]:
        seat = at.hidden[card]
        if seat is None:
            out.append(card)
        else:
            known[card] = seat
    facts: Data = {"known": known} if known else {}
    return at.with_facts(**facts, **({"out": out} if out else {}))


def announced(rng: Random, at: Scene, others_only: bool = False) -> Scene:
    """Melds of the deal announced, each in words of its own: all that a seat may call together, or fewer."""
    variant = at.data["variant"]
    out: list[Data] = []
    for seat, hand in enumerate(at.deal):
        if others_only and seat == at.data["seat"]:
            continue
        called: list[tuple[str, ...]] = []
        there = [meld for meld in all_melds(variant, at.data["trump"]) if set(meld) <= set(hand)]
        rng.shuffle(there)
        for meld in sorted(there, key=len, reverse=rng.random() < 0.7):
            if len(called) < 3 and all(may_both(variant in SHARING, meld, other) for other in called):
                called.append(meld)
        out += [{"seat": seat, "meld": words(rng, variant, meld)} for meld in called]
    rng.shuffle(out)
    return at.with_facts(announced=out) if out else at


def words(rng: Random, variant: str, meld: tuple[str, ...]) -> str:
    """How a meld may be announced."""
    top = meld[-1]
    if meld[0][0] == meld[1][0]:
        some = ["set", f"set {top[0]}", f"worth {meld_points(variant, meld)}"]
    else:
        plain = f"run {len(meld)}"
        some = [plain, plain, f"{plain} {top[0]}", f"{plain} {top}", f"worth {meld_points(variant, meld)}"]
    return rng.choice(some) if rng.random() < 0.9 else f"{some[0].split()[0]} {' '.join(meld)}"


# --- records of whole deals --------------------------------------------------------------


def wild_deals(name: str, first: int = 9000) -> Iterator[tuple[DealRecord, Data]]:
    """Deals of the bots under random switches, three of a match, and their records; only those with a card played."""
    variant, players, _ = GAMES[name]
    seed = first
    while True:
        rules = Rules.preset(variant, **random_options(Random(seed)))
        for deal, _ in zip(_played(rules, seed, players), range(3), strict=False):
            assert deal.record is not None
            yield DealRecord.from_dict(deal.record), deal.record
        seed += 1


def _played(rules: Rules, seed: int, players: int) -> Iterator[Deal]:
    yield from (deal for deal in play_match(rules, seed, players) if deal.record and deal.record["plays"])


def moments(record: DealRecord) -> range:
    """The moments of a recorded deal at which somebody is on turn."""
    plays, cards = len(record.played.plays), record.players * record.rules.cards
    return range(min(plays + 1, cards))


#: The keys of a record that everybody knows of from the first lead on.
OPEN = (
    "variant", "players", "options", "trump", "misere", "leader", "dealer", "upcard", "second", "bottom", "declarer",
    "contract", "auction", "scores", "hanging",
)  # fmt: skip


def of_record(record: DealRecord, data: Data, moment: int, *, keys: tuple[str, ...] = OPEN) -> Scene:
    """What the seat on turn before card ``moment`` of a record sees, made by hand: the seven is swapped already."""
    at, deal = list(record.played.positions())[moment], tuple(in_pack_order(hand.split()) for hand in data["hands"])
    plays = data["plays"][:moment]
    hand = [card for card in deal[at.seat] if card not in plays]
    facts = {key: data[key] for key in (*keys, "exchange") if key in data}
    return Scene(deal, {**facts, "seat": at.seat, "hand": hand, "plays": plays})


def shown(rng: Random, at: Scene, data: Data) -> Scene:
    """With the melds, belas and belots that were called in the deal, all or some of them."""
    facts = {key: [call for call in data[key] if rng.random() < 0.8] for key in ("melds", "belas")}
    return at.with_facts(**facts)
