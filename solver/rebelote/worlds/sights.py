"""Reading what one seat sees: a record with ``hand`` in place of ``hands``, up to the moment of asking.

``see`` reads every key, holds them against one another, and collects all faults; whether any deal
fits what they tell is for ``rebelote.worlds.fitting`` to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rebelote import shuffles
from rebelote.cards import FULL_PACK, Card, Rank, from_mask, to_mask
from rebelote.checks import Parts, check_seat, check_setting, check_side, read_cards, seat_of
from rebelote.errors import CardError, Problem, RebeloteError, brief
from rebelote.meldbook import PAIRS, Meld
from rebelote.melds import priced, why_no_meld
from rebelote.recordtext import KEYS
from rebelote.recordvalues import MOST_ITEMS, seats_in
from rebelote.rules import Rules, Strain
from rebelote.tricks import winning_index
from rebelote.wholecards import check_leader, check_seconds, dealing, upcard_owners
from rebelote.wholefacts import Called, Facts, hear, settle_contract, turns_card
from rebelote.worlds import announcements

#: The keys of the hidden form that records do not have.
OWN_KEYS = ("seat", "hand", "known", "out", "announced")

#: The keys of records that tell the hidden cards, or what came of the deal.
_NOT_SEEN = ("hands", "first", "ending", "written")

HIDDEN_KEYS = (*(key for key in KEYS if key not in _NOT_SEEN), *OWN_KEYS)


@dataclass(slots=True)
class Sight:
    """What was read: the facts as of a record without hands, and the keys of one's own.

    ``known``: by card the seat that it was dealt to. ``announced``: by seat each announcement's key, text and
    the melds it may mean.
    """

    facts: Facts = field(default_factory=Facts)
    seat: int | None = None
    hand: int | None = None
    known: dict[Card, int] = field(default_factory=dict)
    out: tuple[Card, ...] = ()
    announced: dict[int, list[tuple[str, str, tuple[Meld, ...]]]] = field(default_factory=dict)

    @property
    def problems(self) -> list[Problem]:
        return self.facts.problems


def see(data: object) -> Sight:
    """Everything that the hidden form says, with all its faults."""
    sight = Sight()
    facts = sight.facts
    if not isinstance(data, Mapping):
        facts.fault("not_an_object", f"what a seat sees is an object, not {brief(data)}", "")
        return sight
    parts = Parts(players=seats_in(data))
    _read_keys(parts, sight, data)
    facts.problems = parts.problems
    setting = Parts()
    check_setting(setting, data)
    told = {(problem.where, problem.code) for problem in facts.problems}
    facts.problems += [problem for problem in setting.problems if (problem.where, problem.code) not in told]
    facts.rules, facts.players = setting.rules, setting.players or 0
    facts.strain, facts.leader, facts.misere = setting.strain, setting.leader, setting.misere
    facts.plays = tuple(Card(word) for word in facts.data.get("plays", ()))
    facts.declarer = facts.data.get("declarer")
    if facts.rules is None or not facts.players:
        return sight
    read_own(sight, data, facts.rules, facts.players)
    if facts.strain is None or facts.leader is None:
        return sight
    _check_contract(sight)
    _check_turn(sight, facts.rules)
    _check_shown(sight, facts.rules)
    _check_melds(sight, facts.rules, facts.strain)
    return sight


def turns(
    rules: Rules, players: int, strain: Strain, leader: int, plays: tuple[Card, ...]
) -> Iterator[tuple[int, int]]:
    """Who led the trick and who plays, for every card of ``plays`` and for the one to come."""
    for i in range(len(plays) + 1):
        place = i % players
        if i and not place:
            leader = (leader + winning_index(rules, strain, plays[i - players : i])) % players
        yield leader, (leader + place) % players


# --- the keys ----------------------------------------------------------------------------


def _read_keys(parts: Parts, sight: Sight, data: Mapping[str, Any]) -> None:
    """The keys of a record in their canonical form; a fault for each that does not belong here."""
    facts = sight.facts
    for key, value in data.items():
        if key in OWN_KEYS or (key == "plays" and not value and isinstance(value, list | tuple | str)):
            continue
        if key not in HIDDEN_KEYS:
            name = key if isinstance(key, str) else brief(key)
            there = f"no key is called {brief(key)} where one hand is seen; there are {', '.join(HIDDEN_KEYS)}"
            parts.fault("unknown_key", there, name[:40])
            continue
        faults = len(parts.problems)
        good = KEYS[key].value(parts, key, value)
        if len(parts.problems) == faults:
            facts.data[key] = good
    if facts.data.get("version", 1) != 1:
        parts.fault("bad_version", f"version {facts.data['version']} is not known; there is 1", "version")


def read_own(sight: Sight, data: Mapping[str, Any], rules: Rules, players: int) -> None:
    """``seat``, ``hand``, ``known``, ``out`` and ``announced``."""
    parts = Parts(sight.problems)
    if "seat" in data:
        sight.seat = check_seat(parts, data, "seat", players)
    if "hand" not in data:
        parts.fault("missing_key", "hand is missing: the cards that the seat still holds", "hand")
    elif (cards := _cards(parts, data["hand"], "hand")) is not None:
        sight.hand = to_mask(dict.fromkeys(cards))
    if "out" in data:
        sight.out = tuple(_cards(parts, data["out"], "out") or ())
    if "side" in data:
        sight.facts.side = check_side(parts, data["side"], rules, players) or ()
    _read_known(parts, sight, data.get("known", {}), players)
    _read_announced(parts, sight, data.get("announced", ()), rules, players)


def _cards(parts: Parts, value: object, where: str) -> list[Card] | None:
    """Cards of which none is there twice."""
    cards = read_cards(parts, value, where)
    for card in sorted({card for card in cards or () if (cards or []).count(card) > 1}):
        parts.fault("duplicate_card", f"{card} is there twice", where, None, str(card))
    return cards


def _read_known(parts: Parts, sight: Sight, value: object, players: int) -> None:
    if not isinstance(value, Mapping):
        parts.fault("bad_known", f"known is an object of cards and seats, not {brief(value)}", "known")
        return
    for word, whose in value.items():
        where = f"known.{str(word)[:8]}"
        seat = seat_of(whose, players)
        if seat is None:
            parts.fault("bad_seat", f"{where} is a seat from 0 to {players - 1}, not {brief(whose)}", where)
        try:
            if not isinstance(word, str):
                raise CardError(f"{brief(word)} is no card")
            card = Card(word)
        except CardError as error:
            parts.fault("bad_card", str(error), where, seat)
            continue
        if card in sight.known:
            parts.fault("duplicate_card", f"{card} is there twice", where, seat, str(card))
        elif seat is not None:
            sight.known[card] = seat


def _read_announced(parts: Parts, sight: Sight, value: object, rules: Rules, players: int) -> None:
    """Melds announced and not shown, as ``rebelote.worlds.announcements`` reads them."""
    if not isinstance(value, list | tuple) or len(value) > MOST_ITEMS:
        parts.fault("bad_melds", f"announced is a list of seats and announcements, not {brief(value)}", "announced")
        return
    strain = sight.facts.strain
    for i, item in enumerate(value):
        where = f"announced[{i}]"
        if not isinstance(item, Mapping) or set(item) != {"seat", "meld"} or not isinstance(item["meld"], str):
            parts.fault("bad_meld", f"{where} is a seat and a meld such as run 3, not {brief(item)}", where)
            continue
        seat = seat_of(item["seat"], players)
        if seat is None:
            parts.fault("bad_seat", f"{where} is of a seat from 0 to {players - 1}, not {brief(item['seat'])}", where)
        if strain is None:
            continue
        try:
            meant = announcements.meant(rules, strain, item["meld"])
        except RebeloteError as error:
            parts.fault("bad_meld", f"{where}: {error}", where, seat)
            continue
        if seat is not None:
            sight.announced.setdefault(seat, []).append((where, item["meld"], meant))
    for seat, told in sight.announced.items():
        if len(told) > announcements.MOST:
            words = f"seat {seat} announced {len(told)} melds; no hand has more than {announcements.MOST}"
            parts.fault("bad_melds", words, told[announcements.MOST][0], seat)


# --- held against one another ------------------------------------------------------------


def _check_contract(sight: Sight) -> None:
    """What the auction ended in, or without one what the keys say."""
    facts = sight.facts
    if "auction" in facts.data:
        hear(facts, nobody=False)
    settle_contract(facts)
    if facts.rules is not None:
        check_leader(facts, facts.rules)


def _check_turn(sight: Sight, rules: Rules) -> None:
    """Whose turn it is, and how many cards he has then."""
    facts, plays, hand = sight.facts, sight.facts.plays, sight.hand
    assert facts.strain is not None and facts.leader is not None
    for card in sorted({card for card in plays if plays.count(card) > 1}):
        facts.fault("duplicate_card", f"{card} was played twice", "plays", None, card)
    if not facts.good("plays"):
        return
    order = list(turns(rules, facts.players, facts.strain, facts.leader, plays))
    turn = order[-1][1]
    if len(plays) >= rules.cards * facts.players:
        facts.fault("no_cards", "all cards were played", "plays")
        return
    if sight.seat is None:
        sight.seat = turn if facts.good("seat") else None
    elif sight.seat != turn:
        facts.fault("not_on_turn", f"it is the turn of seat {turn}, not of seat {sight.seat}", "seat", sight.seat)
        return
    if hand is None or sight.seat is None or not facts.good("hand"):
        return
    own = [card for card, (_, seat) in zip(plays, order, strict=False) if seat == turn]
    for card in from_mask(hand & to_mask(plays)):
        facts.fault("duplicate_card", f"{card} is in the hand and was played", "hand", turn, card)
    # In an ending without its beginning the hands are shorter, and what is gone is told to be out.
    dealt = hand.bit_count() + len(own)
    gone = (rules.cards - dealt) * facts.players
    if dealt > rules.cards or (gone and len(sight.out) < gone):
        due = rules.cards - len(own)
        words = f"seat {turn} holds {hand.bit_count()} cards where {due} are due"
        more = "" if dealt > rules.cards else f" (in an ending, out tells the {gone} cards that are gone)"
        facts.fault("wrong_number", words + more, "hand", turn)


def _check_shown(sight: Sight, rules: Rules) -> None:
    """The cards that were shown: turned at all in this game; and the seven swapped."""
    facts, upcard = sight.facts, sight.facts.card("upcard")
    if upcard is not None and not turns_card(rules):
        facts.fault("bad_upcard", f"{rules.variant} turns no card", "upcard")
    if "bottom" in facts.data and dealing(facts, rules).bottom is None:
        facts.fault("bad_bottom", f"{rules.variant} shows no card at the bottom", "bottom")
    check_seconds(facts, rules, upcard)
    seat = facts.data.get("exchange")
    if seat is None or facts.strain is None:
        return
    suit = facts.strain if facts.strain < 4 else 0
    turned = upcard or Card.of(Rank.EIGHT, suit)
    if why := shuffles.why_no_exchange(rules, facts.strain, FULL_PACK & ~turned.bit, turned):
        facts.fault("bad_exchange", why, "exchange", seat)
    elif upcard is None:
        facts.fault("missing_key", "upcard is missing: the card that the seven was swapped for", "upcard")


def _check_melds(sight: Sight, rules: Rules, strain: Strain) -> None:
    """Melds that the game knows, each under its own key."""
    facts = sight.facts
    for key in ("melds", "belas"):
        for i, (seat, meld) in enumerate(facts.called(key) if facts.good(key) else ()):
            if (meld.kind in PAIRS) != (key == "belas"):
                facts.fault("bad_meld", f"a {meld.kind.value} is not one of the {key}", f"{key}[{i}]", seat)
            elif why := why_no_meld(rules, strain, meld):
                facts.fault("bad_meld", why, f"{key}[{i}]", seat)


def called(facts: Facts, key: str) -> tuple[Called, ...] | None:
    """``melds`` or ``belas`` with their points in this game; none where the key is not there."""
    if key not in facts.data or facts.rules is None or facts.strain is None:
        return None
    return tuple((seat, priced(facts.rules, facts.strain, meld)) for seat, meld in facts.called(key))


def swapped_seven(facts: Facts, exchange: int | None) -> tuple[Card, Card] | None:
    """The upcard and the seven that lies in its place, once somebody has swapped them."""
    upcard, strain = facts.card("upcard"), facts.strain
    if exchange is None or upcard is None or strain is None:
        return None
    return upcard, Card.of(Rank.SEVEN, upcard.suit if strain == Strain.AT else strain)


def upcard_owner(facts: Facts, rules: Rules) -> tuple[bool, int | None]:
    """Whether it is certain where the upcard went, and to which seat (none: it stays out of play)."""
    at = facts
    # Only the bidder of a contract for all tricks leads out of turn, which is not known without a contract.
    usual = rules.variant != "lobovoy" and facts.contract is not None and not facts.contract.sweep
    if "dealer" not in facts.data and facts.leader is not None and (usual or rules.variant != "capo"):
        at = replace(facts, data={**facts.data, "dealer": (facts.leader - 1) % facts.players})
    owners = upcard_owners(at, rules)
    return (True, next(iter(owners))) if len(owners) == 1 else (False, None)
