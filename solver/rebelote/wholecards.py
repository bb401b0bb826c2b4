"""The cards of a record: who leads, what was shown and where it lies, the seven swapped, the first cards."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from rebelote import shuffles
from rebelote.auctions import Outcome
from rebelote.cards import ALL_CARDS, FULL_PACK, Card, Rank
from rebelote.rules import Rules, Strain
from rebelote.shuffles import Shuffle
from rebelote.wholefacts import Facts, turns_card

#: Keys that only a record of full hands has.
_OF_FULL_HANDS = ("first", "exchange", "auction", "melds", "belas", "written")

#: Seats and hands.
Swaps = Iterator[tuple[int, int]]


def check_cards(facts: Facts, rules: Rules) -> None:
    """Every fault of the leader and of the cards, the play and the melds aside."""
    check_leader(facts, rules)
    if facts.hands:
        _check_number(facts, rules)
        _check_shown(facts, rules)
        _check_first(facts, rules)


def hands_of(facts: Facts, rules: Rules, seat: int) -> list[int]:
    """What a seat held: the hand as it was played, and the one before the seven was swapped."""
    hands, upcard = [facts.hands[seat]], facts.card("upcard")
    if upcard is not None and facts.data.get("exchange", seat) == seat:
        hands += [before for holder, before in _swaps(facts, rules, upcard) if holder == seat]
    return hands


def swaps(rules: Rules, strain: Strain, hands: Sequence[int], upcard: Card, shown: Collection[Card]) -> Swaps:
    """Who may have swapped the seven for the upcard, and the hand before that.

    ``hands`` are those that were played, ``shown`` are cards that lie elsewhere out of play.
    """
    for seat, hand in enumerate(hands):
        for seven in (Card.of(Rank.SEVEN, suit) for suit in range(4)):
            before = hand & ~upcard.bit | seven.bit
            away = seven not in shown and not any(held >> seven & 1 for held in hands)
            if hand >> upcard & 1 and away and not shuffles.why_no_exchange(rules, strain, before, upcard):
                yield seat, before


def _outcome(facts: Facts) -> Outcome:
    """What the auction ended in, as far as the contract tells it."""
    contract = facts.contract
    kind: Any = "misere" if facts.misere else "contract"
    return Outcome(kind, facts.strain, facts.declarer, None, contract is not None and contract.sweep)


def check_leader(facts: Facts, rules: Rules) -> None:
    """Who leads first, where the record tells who dealt."""
    dealer, free = facts.data.get("dealer"), rules.variant == "lobovoy" and rules.customs.first_caller == "loser"
    if dealer is None or facts.leader is None or facts.strain is None or free:
        return
    leader = shuffles.leader(rules, facts.players, dealer, _outcome(facts))
    if "leader" not in facts.data and not facts.plays:
        facts.leader = leader
    if facts.contract is None and facts.leader == facts.declarer:
        return  # perhaps a contract for all tricks, whose bidder leads
    if facts.leader != leader:
        where = "leader" if "leader" in facts.data else "plays[0]"
        facts.fault("wrong_leader", f"seat {leader} leads to the first trick, not seat {facts.leader}", where)


def _check_number(facts: Facts, rules: Rules) -> None:
    """As many cards as the game deals, where more than the play is told."""
    held = facts.hands[0].bit_count()
    if held < rules.cards and facts.strain is not None and any(key in facts.data for key in _OF_FULL_HANDS):
        facts.fault("wrong_number", f"each hand has {held} cards; {rules.variant} deals {rules.cards}", "hands")


def dealing(facts: Facts, rules: Rules, dealer: int = 0) -> Shuffle:
    """Some deal of the game: it knows how many cards go where, not which."""
    return Shuffle(rules, facts.players, dealer, ALL_CARDS)


def _holder(facts: Facts, card: Card) -> int | None:
    return next((seat for seat, hand in enumerate(facts.hands) if hand >> card & 1), None)


def _shown(facts: Facts, key: str) -> list[Card]:
    """The card that was shown, or those that were."""
    words = facts.data.get(key, [])
    return [Card(word) for word in ([words] if isinstance(words, str) else words)]


def _check_shown(facts: Facts, rules: Rules) -> None:
    """The cards that were shown: turned at all, and where they belong."""
    upcard = facts.card("upcard")
    if upcard is not None and not turns_card(rules):
        facts.fault("bad_upcard", f"{rules.variant} turns no card", "upcard")
        return
    if "bottom" in facts.data and dealing(facts, rules).bottom is None:
        facts.fault("bad_bottom", f"{rules.variant} shows no card at the bottom", "bottom")
    check_seconds(facts, rules, upcard)
    shown = [(key, card) for key in ("upcard", "second", "bottom") for card in _shown(facts, key)]
    for i, (key, card) in enumerate(shown):
        if other := next((known for known, same in shown[:i] if same == card), None):
            facts.fault("duplicate_card", f"{card} is the {other} too", key, None, card)
        elif key != "upcard" and (seat := _holder(facts, card)) is not None:
            facts.fault("wrong_place", f"{card} was shown, and seat {seat} holds it", key, seat, card)
    swapped = _check_exchange(facts, rules, upcard)
    if upcard is not None and facts.strain is not None:
        _check_upcard(facts, rules, upcard, swapped)


def check_seconds(facts: Facts, rules: Rules, upcard: Card | None) -> None:
    """The second cards: none where none is turned, and only the last of another suit."""
    cards = _shown(facts, "second")
    if not cards:
        return
    if rules.customs.second_suit != "second_card" or not turns_card(rules):
        facts.fault("bad_second", f"{rules.variant} turns no second card", "second")
    elif facts.auction is not None and facts.auction.round == 1:
        facts.fault("bad_second", "the first suit was played, so no second card was turned", "second")
    elif upcard is not None and any(card.suit != upcard.suit for card in cards[:-1]):
        facts.fault("bad_second", "behind a second card of another suit no more are turned", "second")
    elif len(cards) > 1 and rules.customs.same_suit == "keep":
        facts.fault("bad_second", "only one second card is turned (option same_suit)", "second")


def _check_upcard(facts: Facts, rules: Rules, upcard: Card, swapped: int | None) -> None:
    """In the hand of the taker or the dealer where he has it, out of play elsewhere."""
    owners, holder = upcard_owners(facts, rules), _holder(facts, upcard)
    if owners == {None} and holder not in (None, swapped):
        words = f"{upcard} was turned and stays out of play, and seat {holder} holds it"
        facts.fault("wrong_place", words, "upcard", holder, upcard)
    elif len(owners) == 1 and None not in owners and holder not in owners and facts.good("declarer", "dealer"):
        [owner] = owners
        words = f"{upcard} was turned and goes to seat {owner}, who does not hold it"
        facts.fault("wrong_place", words, "upcard", owner, upcard)


def upcard_owners(facts: Facts, rules: Rules) -> set[int | None]:
    """Who gets the upcard in hand, or nobody; several where the record does not tell enough."""
    dealer, declarer = facts.data.get("dealer"), facts.declarer
    out: set[int | None] = set()
    for dealt in range(facts.players) if dealer is None else [dealer]:
        some = dealing(facts, rules, dealt)
        for taker in [declarer] if declarer is not None or facts.misere else range(facts.players):
            cards = some.second_cards(Outcome("contract", declarer=taker))
            card = some.upcard
            out.add(next((s for s, mask in enumerate(cards) if card is not None and mask >> card & 1), None))
    return out


def _check_exchange(facts: Facts, rules: Rules, upcard: Card | None) -> int | None:
    """Whether the seven could be swapped for the upcard; the seat that did it, told or not."""
    seat, strain = facts.data.get("exchange"), facts.strain
    if strain is None or not facts.good("trump", "upcard"):
        return None
    if "exchange" not in facts.data:
        return None if upcard is None else next((holder for holder, _ in _swaps(facts, rules, upcard)), None)
    if seat is None:
        return None
    if upcard is None:
        why = shuffles.why_no_exchange(rules, strain, FULL_PACK, Card.of(Rank.EIGHT, strain if strain < 4 else 0))
        if why:
            facts.fault("bad_exchange", why, "exchange", seat)
    elif not facts.hands[seat] >> upcard & 1:
        words = f"seat {seat} swapped the seven for {upcard}, and does not hold it"
        facts.fault("bad_exchange", words, "exchange", seat)
    elif not any(_swaps(facts, rules, upcard)):
        why = shuffles.why_no_exchange(rules, strain, FULL_PACK & ~upcard.bit, upcard)
        facts.fault("bad_exchange", why or "the seven of trumps is elsewhere", "exchange", seat)
    return int(seat)


def _swaps(facts: Facts, rules: Rules, upcard: Card) -> Swaps:
    shown = {*_shown(facts, "second"), *_shown(facts, "bottom")}
    return iter(()) if facts.strain is None else swaps(rules, facts.strain, facts.hands, upcard, shown)


def _check_first(facts: Facts, rules: Rules) -> None:
    """The cards before the auction: as many as are dealt then, and all of them still there."""
    first = facts.data.get("first")
    if first is None:
        return
    due = dealing(facts, rules).first[0].bit_count()
    if len(first) != facts.players:
        facts.fault("wrong_hands", f"{len(first)} hands of first cards for {facts.players} players", "first")
        return
    shown = {card for key in ("upcard", "second", "bottom") for card in _shown(facts, key)}
    for seat, text in enumerate(first):
        cards = [Card(word) for word in text.split()]
        if len(cards) != due:
            words = f"seat {seat} has {len(cards)} first cards where {due} are dealt"
            facts.fault("wrong_number", words, "first", seat)
        for card in sorted({card for card in cards if cards.count(card) > 1}):
            facts.fault("duplicate_card", f"{card} is there twice", "first", seat, card)
        held = hands_of(facts, rules, seat)
        for card in dict.fromkeys(cards):
            if card in shown:
                facts.fault("wrong_place", f"{card} was shown, and is no first card", "first", seat, card)
            elif not any(hand >> card & 1 for hand in held):
                facts.fault("not_held", f"seat {seat} does not hold {card}, a first card of his", "first", seat, card)
