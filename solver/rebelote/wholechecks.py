"""Whether a record of a whole deal can be true: everything in it held against the hands and the rules.

``check`` never raises. Each fault has its place: ``auction[3]``, ``plays[7]``, ``melds[0]``, ``written``.
What depends on something faulty is not judged.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from rebelote import melds
from rebelote.cards import Card, from_mask
from rebelote.meldbook import PAIRS, Meld
from rebelote.positions import Position
from rebelote.records import PlayedDeal
from rebelote.rules import Rules, Strain
from rebelote.wholecards import check_cards, hands_of
from rebelote.wholefacts import Facts, gather
from rebelote.wholescores import DOEZD, HALF_BAIT, Reckoning, by_party

#: Everything that the score of a deal hangs on.
_OF_SCORE = (
    "variant", "players", "options", "hands", "auction", "trump", "misere", "declarer", "contract", "leader", "melds",
    "belas", "plays", "ending",
)  # fmt: skip


def check(data: object, unread: Collection[str] = ()) -> tuple[Facts, Reckoning | None]:
    """What a record says, with all its faults, and its reckoning when the play is good.

    ``unread`` are keys of a text whose values could not be read and were told already.
    """
    facts = gather(data, unread)
    if facts.rules is None or not facts.players:
        return facts, None
    check_cards(facts, facts.rules)
    if facts.hands and facts.strain is not None and facts.good("melds", "belas"):
        _check_melds(facts, facts.rules, facts.strain)
    reckoning = _reckoning(facts, facts.rules)
    _check_parties(facts, facts.rules)
    if reckoning is not None:
        _check_ending(facts, reckoning)
        if facts.good(*_OF_SCORE, "scores", "hanging", "written"):
            _check_written(facts, reckoning)
    return facts, reckoning


def _reckoning(facts: Facts, rules: Rules) -> Reckoning | None:
    """The deal as it was played; none where nobody played, or something in it is faulty."""
    if facts.strain is None or facts.leader is None or not facts.hands or not facts.good(*_OF_SCORE, "side"):
        return None
    side = facts.side or next(side for side in rules.sides(facts.players) if (facts.declarer or 0) in side)
    start = Position(rules, facts.players, facts.strain, facts.leader, facts.hands, (), side, facts.misere)
    scores = tuple(facts.data.get("scores", ()))
    return Reckoning(
        PlayedDeal(start, facts.plays, facts.declarer), facts.contract, facts.called("melds"), facts.called("belas"),
        facts.data.get("ending"), scores if len(scores) == rules.parties(facts.players) else None,
    )  # fmt: skip


# --- melds -------------------------------------------------------------------------------


def _check_melds(facts: Facts, rules: Rules, strain: Strain) -> None:
    """Every meld was there, is one of this game, and shares no card that it may not."""
    told: dict[int, list[Meld]] = {}
    for key in ("melds", "belas"):
        for i, (seat, meld) in enumerate(facts.called(key)):
            where, others = f"{key}[{i}]", told.setdefault(seat, [])
            if (meld.kind in PAIRS) != (key == "belas"):
                facts.fault("bad_meld", f"a {meld.kind.value} is not one of the {key}", where, seat)
            elif why := melds.why_no_meld(rules, strain, meld):
                facts.fault("bad_meld", why, where, seat)
            elif missing := _missing(facts, rules, seat, meld):
                words = " and ".join(map(str, missing))
                facts.fault(
                    "not_held", f"seat {seat} called {meld}, and does not hold {words}", where, seat, missing[0]
                )
            elif why := next((why for other in others if (why := melds.why_not_both(rules, meld, other))), ""):
                facts.fault("shared_card", why, where, seat)
            others.append(meld)


def _missing(facts: Facts, rules: Rules, seat: int, meld: Meld) -> list[Card]:
    """The cards of a meld that its owner did not hold: with the seven or, once it was swapped, without it."""
    lacking = [meld.cards & ~hand for hand in hands_of(facts, rules, seat)]
    return from_mask(min(lacking, key=int.bit_count))


# --- the end and the score ---------------------------------------------------------------


def _check_parties(facts: Facts, rules: Rules) -> None:
    """A number for each party, and points that can hang."""
    parties = rules.parties(facts.players)
    for key in ("scores", "written"):
        if len(facts.data.get(key, [0] * parties)) != parties:
            count = len(facts.data[key])
            facts.fault("wrong_parties", f"{key} has a number for each of {parties} parties, not {count}", key)
    hanging, customs = facts.data.get("hanging", []), rules.customs
    if hanging and (customs.when_equal != "hanging" or customs.made_when == "bid"):
        facts.fault("wrong_parties", f"no points hang in {rules.variant}", "hanging")
    elif any(points <= 0 for points in hanging):
        facts.fault("bad_points", "points that hang are more than 0", "hanging")


def _check_ending(facts: Facts, reckoning: Reckoning) -> None:
    """An ending that the game knows, at a moment that it may have; points of a claim that add up."""
    ending, done = facts.data.get("ending"), reckoning.deal.complete
    if ending is None:
        if "ending" in facts.data and not done:
            left = sum(hand.bit_count() for hand in reckoning.end.hands)
            facts.fault("bad_ending", f"the deal has no ending, and {left} cards were not played", "ending")
        return
    kind, customs = ending["kind"], reckoning.rules.customs
    if "points" in ending and kind != "claim":
        facts.fault("bad_ending", f"a {kind} tells no points", "ending")
    elif kind in (DOEZD, HALF_BAIT) and customs.claim != "doezd":
        facts.fault("bad_ending", f"the claim agreed on is {customs.claim} (option claim), not {kind}", "ending")
    elif kind == HALF_BAIT and not (customs.half_bait and reckoning.rules.parties(facts.players) == 2):
        facts.fault("bad_ending", "half bait is not agreed on (option half_bait, for two parties)", "ending")
    elif done and not (kind == "claim" and customs.claim == "after_trick"):
        facts.fault("bad_ending", f"every card was played, so the deal did not end in a {kind}", "ending")
    elif ending.get("seat") is None and kind != "broken_off" and "points" not in ending:
        facts.fault("missing_key", f"the seat is missing that made the {kind}", "ending")
    elif kind in (DOEZD, HALF_BAIT) and ending["seat"] != reckoning.end.seat:
        words = f"it was the turn of seat {reckoning.end.seat}, not of seat {ending['seat']}"
        facts.fault("bad_ending", words, "ending", ending["seat"])
    elif kind == HALF_BAIT and _declares(facts, reckoning.rules, ending["seat"]):
        facts.fault("bad_ending", "half bait is claimed by the defender", "ending", ending["seat"])
    elif "points" in ending:
        for why in _why_no_points(reckoning, ending["points"]):
            facts.fault("wrong_points", why, "ending")


def _declares(facts: Facts, rules: Rules, seat: int) -> bool:
    """Whether the seat is the declarer's party, or there is none."""
    return facts.declarer is None or rules.party(facts.declarer) == rules.party(seat)


def _why_no_points(reckoning: Reckoning, points: list[int]) -> Iterator[str]:
    """What is wrong with the points of a claim."""
    taken, of = by_party(reckoning.rules, reckoning.so_far.points), reckoning.start.at_stake
    if len(points) != len(taken):
        yield f"the claim has a number for each of {len(taken)} parties, not {len(points)}"
        return
    if sum(points) != of:
        yield f"the claim adds up to {sum(points)} points; the deal has {of}"
    for party, (told, had) in enumerate(zip(points, taken, strict=True)):
        if told < had:
            yield f"party {party} has taken {had} points already, and is given {told}"


def _check_written(facts: Facts, reckoning: Reckoning) -> None:
    """What is written is what the rules give, with or without the points that hung."""
    told = facts.data.get("written")
    if told is None:
        return
    due, paid = reckoning.written(), reckoning.paid(tuple(facts.data.get("hanging", ())))
    good = {due, paid}
    if reckoning.scores is None:
        # A claim that is not known to be right may have been one of the match.
        enough = (reckoning.rules.customs.game,) * len(told)
        good.add(replace(reckoning, scores=enough).written() if reckoning.claimed_alone else due)
    if due is not None and tuple(told) not in good:
        with_hanging = "" if paid in (due, None) else f" (with what hung {_numbers(paid)})"
        words = f"the rules give {_numbers(due)}{with_hanging}, not {_numbers(tuple(told))}"
        facts.fault("wrong_points", words, "written")


def _numbers(points: tuple[int, ...] | None) -> str:
    return " : ".join(map(str, points or ()))
