"""A second statement of the rules of play, to compare the library with.

Written from the tables of the rules alone, in strings and lists, sharing no code and no
representation with ``rebelote.tricks``. A card is its text (``"TH"``), a hand a list of
them; options are the dictionary that JSON's ``"options"`` would hold, complete.
"""

from __future__ import annotations

from typing import Any

RANKS = "789TJQKA"
SUITS = "SHDC"

#: The tables of cards, from high to low, and the points of 7 8 9 T J Q K A.
PLAIN = {"order": "ATKQJ987", "points": [0, 0, 0, 10, 2, 3, 4, 11]}
TRUMP = {"order": "J9ATKQ87", "points": [0, 0, 14, 10, 20, 3, 4, 11]}
CAPO_POINTS = [0, 0, 0, 10, 2, 3, 4, 19]

_COMMON: dict[str, Any] = {
    "go_over_what": "best",
    "undertrump_partner": True,
    "go_over_plain": False,
    "go_over_all_trumps": True,
    "all_tricks_bonus": 0,
    "last_trick": 10,
    "points_plain": PLAIN["points"],
    "points_trump": TRUMP["points"],
    "points_nt": PLAIN["points"],
    "points_at": TRUMP["points"],
    "order_plain": PLAIN["order"],
    "order_trump": TRUMP["order"],
    "order_nt": PLAIN["order"],
    "order_at": TRUMP["order"],
}
_GAMBLER: dict[str, Any] = {
    **_COMMON,
    "trump_when_void": "always",
    "go_over_trump_lead": "always",
    "go_over_ruff": "always",
    "cannot_go_over": "must_trump",
}
_CONTREE: dict[str, Any] = {
    **_COMMON,
    "trump_when_void": "unless_partner_wins",
    "go_over_trump_lead": "always",
    "go_over_ruff": "unless_partner_wins",
    "cannot_go_over": "free",
    "all_tricks_bonus": 90,
}

#: Each game's column of the table of switches. Where the table has a dash the value is
#: one that makes no difference in that game.
SWITCHES: dict[str, dict[str, Any]] = {
    "gambler": _GAMBLER,
    "lobovoy": _GAMBLER,
    "classic": {
        **_COMMON,
        "trump_when_void": "always",
        "go_over_trump_lead": "unless_partner_wins",
        "go_over_ruff": "unless_partner_wins",
        "cannot_go_over": "must_trump",
        "all_tricks_bonus": 90,
    },
    "capo": {
        **_COMMON,
        "trump_when_void": "never",
        "go_over_trump_lead": "always",
        "go_over_ruff": "never",
        "cannot_go_over": "free",
        "go_over_all_trumps": False,
        "points_nt": CAPO_POINTS,
        "points_at": CAPO_POINTS,
    },
    "ukrainian": {
        **_COMMON,
        "trump_when_void": "never",
        "go_over_trump_lead": "always",
        "go_over_what": "led",
        "go_over_ruff": "never",
        "cannot_go_over": "free",
    },
    "contree": _CONTREE,
    "bulgarian": _CONTREE,
}


def order_of(options: dict[str, Any], strain: str, suit: str) -> str:
    """The ranks of ``suit`` from high to low in that strain."""
    if strain == "NT":
        return str(options["order_nt"])
    if strain == "AT":
        return str(options["order_at"])
    return str(options["order_trump"] if suit == strain else options["order_plain"])


def worth(options: dict[str, Any], strain: str, card: str) -> int:
    """The points of a card."""
    rank, suit = card[0], card[1]
    if strain == "NT":
        table = options["points_nt"]
    elif strain == "AT":
        table = options["points_at"]
    else:
        table = options["points_trump"] if suit == strain else options["points_plain"]
    return int(table[RANKS.index(rank)])


def higher(options: dict[str, Any], strain: str, card: str, than: str) -> bool:
    """Whether ``card`` is above ``than`` in the order of their common suit."""
    assert card[1] == than[1]
    order = order_of(options, strain, card[1])
    return order.index(card[0]) < order.index(than[0])


def winner(options: dict[str, Any], strain: str, trick: list[str]) -> int:
    """The place in the trick of the card that is winning it.

    The highest trump in it, else the highest card of the suit led; in NT and AT always
    the highest of the suit led.
    """
    suit = strain if strain in SUITS and any(c[1] == strain for c in trick) else trick[0][1]
    place = None
    for i, card in enumerate(trick):
        if card[1] == suit and (place is None or higher(options, strain, card, trick[place])):
            place = i
    assert place is not None
    return place


def legal(options: dict[str, Any], strain: str, hand: list[str], trick: list[str], partners: bool = False) -> list[str]:
    """The cards of ``hand`` that its holder, next to play to ``trick``, may play.

    With ``partners`` there are four seats and his partner is the one two places before him.
    """
    if not trick:
        return list(hand)
    led = trick[0]
    best = trick[winner(options, strain, trick)]
    partner_wins = partners and len(trick) >= 2 and trick[-2] == best

    def duty(when: str) -> bool:
        return when == "always" or (when == "unless_partner_wins" and not partner_wins)

    of_suit = [c for c in hand if c[1] == led[1]]
    if of_suit:
        return _follow(options, strain, of_suit, led, best, duty(options["go_over_trump_lead"]))
    # Void. Nothing can be trumped where there is no trump suit, or where trumps were led.
    if strain not in SUITS or led[1] == strain:
        return list(hand)
    trumps = [c for c in hand if c[1] == strain]
    others = [c for c in hand if c[1] != strain]
    if not trumps:
        return list(hand)
    must_trump = duty(options["trump_when_void"])
    if best[1] != strain:
        return trumps if must_trump else list(hand)

    above = [c for c in trumps if higher(options, strain, c, best)]
    below = [c for c in trumps if c not in above]
    if partner_wins and not options["undertrump_partner"] and (above or others):
        below = []  # a lower trump only by a player who holds nothing else
    if above:
        if duty(options["go_over_ruff"]):
            below = []  # whoever trumps goes over
        return above + below if must_trump else above + below + others
    # All his trumps are too low.
    if must_trump and options["cannot_go_over"] == "must_trump" and below:
        return below
    return below + others


def _follow(
    options: dict[str, Any], strain: str, of_suit: list[str], led: str, best: str, over_trump_lead: bool
) -> list[str]:
    """What a player who can follow suit may play: a higher card where that is a duty he can do."""
    if strain == "AT":
        over = options["go_over_all_trumps"]
        mark = led if options["go_over_what"] == "led" else best
    elif led[1] == strain:
        over = over_trump_lead
        mark = led if options["go_over_what"] == "led" else best
    else:
        over = options["go_over_plain"] and best[1] == led[1]
        mark = best
    if not over:
        return of_suit
    above = [c for c in of_suit if higher(options, strain, c, mark)]
    return above or of_suit


def trick_worth(options: dict[str, Any], strain: str, trick: list[str], last: bool = False) -> int:
    """The points of a full trick; the last one counts more."""
    return sum(worth(options, strain, c) for c in trick) + (int(options["last_trick"]) if last else 0)
