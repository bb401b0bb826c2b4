"""The play of a trick, straight from the rules: legal cards, the winner, the points.

These functions work on masks and card numbers and know one trick only. They are the plain
statement of the rules; the compiled core has its own fast form of them, and the tests hold
the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rebelote.cards import Card, Suit, from_mask, parse_cards, to_mask
from rebelote.errors import IllegalCard, PositionError, Problem
from rebelote.rules import ALWAYS, NEVER, UNLESS_PARTNER_WINS, Rules, Strain, strain_of

_SUIT_NAMES = ("spades", "hearts", "diamonds", "clubs")


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


def legal_mask(rules: Rules, strain: Strain, hand: int, trick: Sequence[Card]) -> int:
    """The legal cards of ``hand`` (masks both) as the next card of ``trick``.

    Whether the partner is winning depends on the number of cards on the table alone: the
    partner played two cards ago.
    """
    if not trick:
        return hand
    led = trick[0].suit
    trump = suit_of(strain)
    follow = hand & _suit_mask(led)
    if follow:
        target = _to_go_over(rules, strain, trick)
        return follow & _higher(rules, strain, target) or follow if target is not None else follow
    if trump is None or led == trump or not hand & _suit_mask(trump):
        return hand
    return _void(rules, strain, hand, trick, trump)


def _best(rules: Rules, strain: Strain, trick: Sequence[Card]) -> tuple[Card, bool]:
    """The best card on the table, and whether it is the partner's."""
    at = winning_index(rules, strain, trick)
    return trick[at], rules.partners and at == len(trick) - 2


def _to_go_over(rules: Rules, strain: Strain, trick: Sequence[Card]) -> Card | None:
    """The card that one who follows suit must go over if he can, or none."""
    best, partner_wins = _best(rules, strain, trick)
    led = trick[0].suit
    if strain == Strain.AT:
        duty = rules.go_over_all_trumps
    elif led == suit_of(strain):
        duty = _applies(rules.go_over_trump_lead, partner_wins)
    else:
        return best if rules.go_over_plain and best.suit == led else None
    if not duty:
        return None
    return trick[0] if rules.go_over_what == "led" else best


def _void(rules: Rules, strain: Strain, hand: int, trick: Sequence[Card], trump: int) -> int:
    """A plain suit was led, the hand has none of it, and holds trumps."""
    best, partner_wins = _best(rules, strain, trick)
    trumps = hand & _suit_mask(trump)
    others = hand & ~trumps
    must_trump = _applies(rules.trump_when_void, partner_wins)
    if best.suit != trump:
        return trumps if must_trump else hand
    over = trumps & _higher(rules, strain, best)
    if partner_wins and not rules.undertrump_partner:
        # A lower trump under the partner's ruff is allowed only to a hand with nothing else.
        return (over or others or trumps) if must_trump else (over | others or trumps)
    if not over:
        # All trumps too low: where that frees him, it does so whatever his duty was.
        return trumps if must_trump and rules.cannot_go_over == "must_trump" else hand
    if _applies(rules.go_over_ruff, partner_wins):
        return over if must_trump else over | others
    return trumps if must_trump else hand


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
    legal = legal_mask(rules, strain, hand, trick)
    if legal >> card & 1:
        return ""
    allowed = ", ".join(str(c) for c in from_mask(legal))
    return f"{card} is not legal: {_reason(rules, strain, hand, trick, card)} (legal: {allowed})"


def _reason(rules: Rules, strain: Strain, hand: int, trick: Sequence[Card], card: Card) -> str:
    """Which duty a card that is held and not legal would break."""
    led = trick[0].suit
    name = _SUIT_NAMES[led]
    if hand & _suit_mask(led):
        if card.suit != led:
            return f"{name} were led and the hand holds {name}"
        return f"{_to_go_over(rules, strain, trick)} must be gone over, and the hand can"
    if card.suit != suit_of(strain):
        return f"the hand has no {name} and must trump with {_SUIT_NAMES[int(strain)]}"
    best, partner_wins = _best(rules, strain, trick)
    if partner_wins and not rules.undertrump_partner:
        return f"a trump under the partner's {best} is not allowed"
    return f"a trump must go over {best}, and the hand can"


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
    game = rules if seats == 4 else replace(rules, partners=False)  # partners sit in fours
    return from_mask(legal_mask(game, kind, to_mask(held), table))


def require_legal(rules: Rules, strain: Strain, hand: int, trick: Sequence[Card], card: Card) -> None:
    """Raise ``IllegalCard`` with the reason unless ``card`` may be played."""
    if reason := why_not(rules, strain, hand, trick, card):
        raise IllegalCard(reason)
