"""What a record of a whole deal says, key by key, before anybody asks whether it can be true.

``gather`` reads every key in its canonical form, checks the hands and the play as those of any
played deal, and hears the auction. ``rebelote.wholechecks`` holds the rest against one another.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from rebelote import auctions, melds
from rebelote.auctions import Auction
from rebelote.bidding import read_call
from rebelote.cards import ALL_CARDS, Card, Rank
from rebelote.checks import POSITION_KEYS, Parts, check_position
from rebelote.errors import Problem, RebeloteError, brief
from rebelote.meldbook import Meld
from rebelote.records import PLAY_KEYS, record_problems
from rebelote.recordtext import KEYS
from rebelote.recordvalues import seats_in
from rebelote.rules import Rules, Strain
from rebelote.scoring import Contract
from rebelote.shuffles import Shuffle

#: The version of records that is written and read.
VERSION = 1

#: The keys that a small record, a position with ``plays``, has too.
SMALL = (*POSITION_KEYS, *PLAY_KEYS)

#: A seat and what it called.
Called = tuple[int, Meld]


@dataclass(slots=True)
class Facts:
    """What is understood of a record, and all its faults so far.

    ``data`` has the values of the keys without fault, in canonical form. ``declarer``, ``misere``
    and ``contract`` are as given, or else as the auction had them. ``auction`` is the auction over, or as
    far as it went, if its calls were good. ``strain`` and ``leader`` are none where nobody played.
    """

    data: dict[str, Any] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    rules: Rules | None = None
    players: int = 0
    strain: Strain | None = None
    leader: int | None = None
    hands: tuple[int, ...] = ()
    plays: tuple[Card, ...] = ()
    side: tuple[int, ...] = ()
    misere: bool = False
    declarer: int | None = None
    contract: Contract | None = None
    auction: Auction | None = None

    def fault(self, code: str, message: str, where: str, seat: int | None = None, card: Card | None = None) -> None:
        self.problems.append(Problem(code, message, where, seat, None if card is None else str(card)))

    def good(self, *keys: str) -> bool:
        """Whether none of these keys has a fault."""
        return not {re.split(r"[.\[]", problem.where)[0] for problem in self.problems}.intersection(keys)

    def card(self, key: str) -> Card | None:
        """The card that a key tells, of several the last."""
        word = self.data.get(key)
        return None if word is None else Card(word if isinstance(word, str) else word[-1])

    def called(self, key: str) -> tuple[Called, ...]:
        """``melds`` or ``belas``, not priced."""
        return tuple((call["seat"], melds.parse(call["meld"])) for call in self.data.get(key, ()))


def gather(data: object, unread: Collection[str] = ()) -> Facts:
    """The facts of a record.

    ``unread`` are keys that are in the record, but whose values could not be read and were told already.
    """
    facts = Facts()
    if not isinstance(data, Mapping):
        facts.fault("not_an_object", f"a record is an object, not {brief(data)}", "")
        return facts
    _read_keys(facts, data)
    given = {*data, *unread}
    nobody = "trump" not in given and not facts.data.get("plays") and "auction" in facts.data
    _check_play(facts, given, data.get("options"), nobody)
    if facts.rules is None or not facts.players:
        return facts
    if "auction" in facts.data:
        hear(facts, nobody)
    settle_contract(facts)
    return facts


def _read_keys(facts: Facts, data: Mapping[str, Any]) -> None:
    """Every key in its canonical form; a fault for each that is not known or cannot be read."""
    parts = Parts(players=seats_in(data))
    for key, value in data.items():
        if key == "trick" and not value and isinstance(value, list | tuple | str):
            continue  # a position says that no card is on the table
        if key == "trick":
            parts.fault("trick_started", "a record begins with the first trick, no card is on the table yet", "trick")
        elif key not in KEYS:
            name = key if isinstance(key, str) else brief(key)
            parts.fault("unknown_key", f"no key is called {brief(key)}; there are {', '.join(KEYS)}", name[:40])
        else:
            faults = len(parts.problems)
            good = KEYS[key].value(parts, key, value)
            if len(parts.problems) == faults:
                facts.data[key] = good
    facts.data = {key: facts.data[key] for key in KEYS if key in facts.data}
    facts.problems = parts.problems
    if facts.data.get("version", VERSION) != VERSION:
        facts.fault("bad_version", f"version {facts.data['version']} is not known; there is {VERSION}", "version")


def _check_play(facts: Facts, given: Collection[str], options: object, nobody: bool) -> None:
    """Hands and cards as those of any played deal; ``nobody`` plays where there is no trump."""
    small = {key: value for key, value in facts.data.items() if key in SMALL}
    if "leader" not in given and (leader := _first_leader(facts)) is not None:
        small["leader"] = leader
    if options is not None and "options" not in small:
        small["options"] = options
        facts.problems = [problem for problem in facts.problems if not problem.where.startswith("options")]
    for problem in record_problems(small):
        needless = problem.where in given or (nobody and problem.where in ("trump", "leader"))
        if problem.code != "missing_key" or not needless:
            facts.problems.append(problem)
    parts = check_position(small, also=PLAY_KEYS)
    facts.rules, facts.players = parts.rules, parts.players or 0
    facts.strain, facts.leader, facts.misere = parts.strain, parts.leader, parts.misere
    if facts.good("hands") and parts.hands is not None:
        facts.hands = parts.hands
    facts.plays = tuple(Card(word) for word in facts.data.get("plays", ()))
    facts.declarer = facts.data.get("declarer")
    if parts.rules is not None and "options" in facts.data and facts.good("options"):
        facts.data["options"] = parts.rules.options()
    if "side" in facts.data and parts.side is not None:
        facts.side = parts.side


def _first_leader(facts: Facts) -> int | None:
    """Who leads where it is not said: who held the first card, else the seat left of the dealer."""
    plays, dealer, players = facts.data.get("plays"), facts.data.get("dealer"), seats_in(facts.data)
    if plays:
        holders = [s for s, hand in enumerate(facts.data.get("hands", ())) if plays[0] in hand.split()]
        return holders[0] if holders else None
    return None if dealer is None or players is None else (dealer + 1) % players


# --- the auction -------------------------------------------------------------------------


def hear(facts: Facts, nobody: bool) -> None:
    """Go through the calls, and hold what they ended in against what the record says.

    What the record leaves out of what the auction hangs on (who dealt, which card was turned) is taken
    as it must have been for the calls to be good.
    """
    assert facts.rules is not None
    calls, best = facts.data["auction"], None
    for start in _starts(facts):
        found = auctions.problems(facts.rules, calls=calls, players=facts.players, complete=not nobody, **start)
        auction = None if found else _replay(facts.rules, facts.players, calls, start)
        if auction is not None:
            found = list(_contradictions(facts, auction))
        if best is None or (len(found), auction is None) < (len(best[0]), best[1] is None):
            best = found, auction
        if not found:
            break
    assert best is not None
    facts.problems += best[0]
    facts.auction = best[1]
    outcome = None if facts.auction is None else facts.auction.outcome
    if outcome is None or outcome.kind == "again":
        return
    if nobody:
        facts.fault("missing_key", f"trump is missing: the auction ended in {outcome.strain}", "trump")
    if "declarer" not in facts.data:
        facts.declarer = outcome.declarer
    if "misere" not in facts.data:
        facts.misere = outcome.kind == "misere"


def _starts(facts: Facts) -> Iterator[dict[str, Any]]:
    """How the auction may have begun, the likeliest first, as arguments of ``Auction.start``."""
    assert facts.rules is not None
    rules, seats = facts.rules, range(facts.players)
    dealer, upcard, second = facts.data.get("dealer"), facts.card("upcard"), facts.card("second")
    behind = [seat for seat in seats if facts.leader is not None and (seat + 1) % facts.players == facts.leader]
    dealers = [dealer] if dealer is not None else [*behind, *(seat for seat in seats if seat not in behind)]
    if not turns_card(rules):
        upcards: list[Card | None] = [None]
    else:
        upcards = [upcard] if upcard is not None else list(_stand_ins(facts, second))
    seconds: list[Card | None] = [second]
    if rules.customs.second_suit != "second_card":
        seconds = [None]
    elif second is None and "second" not in facts.data:
        seconds += _stand_ins(facts, upcard)
    first: list[int | None] = [None]
    if rules.customs.first_caller == "loser":
        first = [facts.leader] if rules.variant == "lobovoy" and facts.leader is not None else list(seats)
    for loser, dealt, one, two in product(first, dealers, upcards, seconds):
        if one is None or one != two:
            yield {"dealer": dealt, "upcard": one, "second": two, "last_loser": loser}


def _stand_ins(facts: Facts, other: Card | None) -> Iterator[Card]:
    """A card of each suit, trumps first, for one that is not told; ``other`` is another one."""
    suits = sorted(range(4), key=lambda suit: suit != facts.strain)
    for suit in suits:
        seven = Card.of(Rank.SEVEN, suit)
        yield Card.of(Rank.EIGHT, suit) if seven == other else seven


def _replay(rules: Rules, players: int, calls: list[str], start: dict[str, Any]) -> Auction:
    at = Auction.start(rules, players=players, **start)
    for call in calls:
        at = at.call(call)
    return at


def _contradictions(facts: Facts, auction: Auction) -> Iterator[Problem]:
    """What the record says of the result and the auction does not."""
    outcome, data = auction.outcome, facts.data
    if outcome is None:
        return
    if outcome.kind == "again":
        if "trump" in data or facts.plays:
            yield Problem("wrong_result", "everybody passed, so nobody played this deal", "auction")
        return
    ended = "misère" if outcome.kind == "misere" else f"{auction.contract} by seat {outcome.declarer}"
    wanted = {
        "trump": str(outcome.strain),
        "declarer": outcome.declarer,
        "contract": auction.contract,
        "misere": outcome.kind == "misere",
    }
    for key, value in wanted.items():
        if key in data and data[key] != value:
            said = "null" if data[key] is None else str(data[key]).lower() if key == "misere" else data[key]
            yield Problem("wrong_result", f"the auction ended in {ended}, so {key} is not {said}", key)


# --- the contract ------------------------------------------------------------------------


def turns_card(rules: Rules) -> bool:
    """Whether the game turns a card before the auction."""
    return Shuffle(rules, rules.players[0], 0, ALL_CARDS).upcard is not None


def settle_contract(facts: Facts) -> None:
    """What was played, from the auction or, without one, from the keys, which must agree."""
    text = facts.data.get("contract")
    if facts.auction is not None:
        text = facts.auction.contract
    elif facts.good("auction"):
        _check_contract(facts, text)
    if facts.rules is None or facts.strain is None or not facts.good("contract", "declarer", "trump"):
        return
    if facts.misere:
        facts.contract = Contract(facts.strain, None)
    elif facts.declarer is not None:
        facts.contract = _contract(facts.rules, facts.strain, facts.declarer, text)


def _contract(rules: Rules, strain: Strain, declarer: int, text: str | None) -> Contract | None:
    """The contract that ``text`` names; without one it is known only where no value is bid."""
    customs = rules.customs
    if text is None:
        return Contract(strain, declarer) if customs.made_when != "bid" else None
    call, level = read_call(text.rstrip("x")), text.count("x")
    assert call is not None
    bid = customs.sweep_bid if call.sweep else call.value
    return Contract(strain, declarer, bid, call.sweep, (1, customs.double, customs.redouble)[level])


def _check_contract(facts: Facts, text: str | None) -> None:
    """A contract that no auction of the record confirms."""
    assert facts.rules is not None
    if facts.misere:
        for key in ("declarer", "contract"):
            if facts.data.get(key) is not None:
                facts.fault("wrong_result", f"in misère nobody declares, so there is no {key}", key)
    elif text is not None:
        call = read_call(text.rstrip("x"))
        if facts.strain is not None and call is not None and call.strain != facts.strain:
            facts.fault("bad_contract", f"the contract is {text}, and trump is {facts.strain}", "contract")
        elif why := _why_no_contract(facts.rules, facts.players, text):
            facts.fault("bad_contract", f"{facts.rules.variant} has no contract {text}: {why}", "contract")


def _why_no_contract(rules: Rules, players: int, text: str) -> str:
    """In words, why no auction of the game ends so; empty when one may."""
    suit = next((int(strain) for strain in rules.strains if strain < 4), 0)
    upcard = Card.of(Rank.SEVEN, suit) if turns_card(rules) else None
    try:
        at = Auction.start(rules, 0, players=players, upcard=upcard)
        if "play" in at.legal():
            return "" if text in map(str, rules.strains) else "there a strain is named, and nothing else"
        at = at.call(text.rstrip("x"))
        for call in ("double", "redouble")[: text.count("x")]:
            at = at.call(call)
    except RebeloteError as error:
        return str(error).partition("; legal")[0]
    return ""
