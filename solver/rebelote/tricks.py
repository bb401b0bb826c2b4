"""The play of a trick, straight from the rules: legal cards, the winner, the points.

These functions work on masks and card numbers and know one trick only. They are the plain
statement of the rules; the compiled core has its own fast form of them, and the tests hold
the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rebelote.cards import Card, Suit, from_mask, parse_cards, to_mask
from rebelote.errors import IllegalCard, PositionError, Problem
from rebelote.rules import ALWAYS, NEVER, UNLESS_PARTNER_WINS, Rules, Strain, strain_of

_SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")


@dataclass(frozen=True, slots=True)
class Choice:
    """The legal cards of a hand (a mask) and the reason that rules out the others.

    ``reason`` is empty when every card is legal.
    """

    cards: int
    reason: str = ""


def suit_of(strain: Strain) -> int | None:
    """The one trump suit, or none in NT and AT."""
    return int(strain) if strain < 4 else None


def winning_index(rules: Rules, strain: Strain, trick: Sequence[Card]) -> int:
    """Which card of a (started) trick is the best: its place from the leader on."""
    strength = rules.strengths(strain)
    best = 0
    for i in range(1, len(trick)):
        card, top = trick[i], trick[best]
        if card.suit == top.suit:
            if strength[card] > strength[top]:
                best = i
        elif card.suit == suit_of(strain):
            best = i
    return best


def trick_points(rules: Rules, strain: Strain, trick: Iterable[Card]) -> int:
    """What the cards are worth, without the last trick's ten."""
    points = rules.points(strain)
    return sum(points[c] for c in trick)


def choose(rules: Rules, strain: Strain, hand: int, trick: Sequence[Card]) -> Choice:
    """The legal cards of ``hand`` (a mask) as the next card of ``trick``, and why.

    Whether the partner is winning depends on the number of cards on the table alone: the
    partner played two cards ago.
    """
    if not trick:
        return Choice(hand)
    led = trick[0].suit
    trump = suit_of(strain)
    best_at = winning_index(rules, strain, trick)
    best = trick[best_at]
    partner_wins = rules.partners and best_at == len(trick) - 2
    follow = hand & _suit_mask(led)
    if follow:
        return _following(rules, strain, follow, trick, best, partner_wins, hand)
    if trump is None or led == trump or not hand & _suit_mask(trump):
        return Choice(hand)
    return _void(rules, strain, hand, best, trump, partner_wins)


def _following(
    rules: Rules, strain: Strain, follow: int, trick: Sequence[Card], best: Card, partner_wins: bool, hand: int
) -> Choice:
    """He holds the suit led: it must be followed, and perhaps gone over."""
    led = trick[0].suit
    name = _SUIT_NAMES[led]
    must_follow = f"{name} were led and the hand holds {name}" if follow != hand else ""
    trump_led = strain == Strain.AT or led == suit_of(strain)
    if strain == Strain.AT:
        duty = rules.go_over_all_trumps
    elif trump_led:
        duty = _applies(rules.go_over_trump_lead, partner_wins)
    else:
        duty = rules.go_over_plain and best.suit == led
    if not duty:
        return Choice(follow, must_follow)
    target = trick[0] if trump_led and rules.go_over_what == "led" else best
    over = follow & _higher(rules, strain, target)
    if not over:
        return Choice(follow, must_follow)
    if over == hand:
        return Choice(over)
    return Choice(over, f"{target} must be gone over, and the hand can" if over != follow else must_follow)


def _void(rules: Rules, strain: Strain, hand: int, best: Card, trump: int, partner_wins: bool) -> Choice:
    """A plain suit was led, he has none of it, and he holds trumps."""
    trumps = hand & _suit_mask(trump)
    others = hand & ~trumps
    must_trump = _applies(rules.trump_when_void, partner_wins)
    reason = f"the hand is out of the suit led and must trump with {_SUIT_NAMES[trump]}"
    if best.suit != trump:
        return Choice(trumps, reason if others else "") if must_trump else Choice(hand)
    over = trumps & _higher(rules, strain, best)
    if partner_wins and not rules.undertrump_partner:
        # A lower trump under the partner's ruff is allowed only to a hand with nothing else.
        allowed = (over or others or trumps) if must_trump else ((over | others) or trumps)
        return Choice(allowed, f"a trump under the partner's {best} is not allowed" if allowed != hand else "")
    if not over:
        if must_trump and rules.cannot_go_over == "must_trump":
            return Choice(trumps, reason if others else "")
        return Choice(hand)
    if _applies(rules.go_over_ruff, partner_wins):
        allowed = over if must_trump else over | others
        return Choice(allowed, f"a trump must go over {best}, and the hand can" if allowed != hand else "")
    return Choice(trumps, reason if others else "") if must_trump else Choice(hand)


def _applies(when: str, partner_wins: bool) -> bool:
    return when == ALWAYS or (when == UNLESS_PARTNER_WINS and not partner_wins and when != NEVER)


def _suit_mask(suit: int) -> int:
    return 0xFF << 8 * suit


def _higher(rules: Rules, strain: Strain, card: Card) -> int:
    """The cards of the same suit that beat ``card``, as a mask."""
    strength = rules.strengths(strain)
    first = 8 * card.suit
    return sum(1 << c for c in range(first, first + 8) if strength[c] > strength[card])


def why_not(rules: Rules, strain: Strain, hand: int, trick: Sequence[Card], card: Card) -> str:
    """In words, why ``card`` may not be played from ``hand`` to ``trick``; empty when it may."""
    if not hand >> card & 1:
        return f"{card} is not in the hand"
    choice = choose(rules, strain, hand, trick)
    if choice.cards >> card & 1:
        return ""
    allowed = ", ".join(str(c) for c in from_mask(choice.cards))
    return f"{card} is not legal: {choice.reason} (legal: {allowed})"


def legal_cards(
    rules: Rules,
    strain: Strain | Suit | str,
    hand: str | Iterable[Card | str],
    trick: str | Iterable[Card | str] = (),
    seats: int = 4,
) -> list[Card]:
    """The legal cards of a hand whose turn it is.

    ``trick`` is what lies on the table in playing order, ``hand`` belongs to the next seat;
    both are texts such as ``"7H TD"`` or cards. It judges the play alone, not whether the
    pack is whole. Raises ``CardError`` for text that is no card, ``PositionError`` for a
    strain that is none or a trick that is already full.
    """
    kind = Strain(int(strain)) if isinstance(strain, Suit) else strain_of(strain)
    held, table = parse_cards(hand), parse_cards(trick)
    problems: list[Problem] = []
    if kind is None:
        problems.append(Problem("unknown_strain", f"{strain!r} is no strain; there are S H D C NT AT", "strain"))
    if not 2 <= seats <= 4:
        problems.append(Problem("bad_players", "seats must be 2, 3 or 4", "seats"))
    elif len(table) >= seats:
        problems.append(Problem("trick_full", f"{len(table)} cards leave none of {seats} seats to play", "trick"))
    if kind is None or problems:
        raise PositionError(problems)
    to_mask(table)
    return from_mask(choose(rules, kind, to_mask(held), table).cards)


def require_legal(rules: Rules, strain: Strain, hand: int, trick: Sequence[Card], card: Card) -> None:
    """Raise ``IllegalCard`` with the reason unless ``card`` may be played."""
    if reason := why_not(rules, strain, hand, trick, card):
        raise IllegalCard(reason)
