"""What a table agrees on besides the play of the cards: bidding, melds, scoring, the match.

One record of options for each game, as ``docs/games.md`` lists them. Where a source is silent
or says two things, the reading chosen is the preset and the other one a value of an option.
``rebelote.rules`` has the options of the play; both are set by the same names in JSON's
``"options"`` and in ``Rules.preset``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any

#: The largest number of points that an option accepts.
MOST = 100_000
RANKS = "789TJQKA"

# Values of more than one option.
NONE, NOTHING, ANNUL = "none", "nothing", "annul"


def _choice(default: str, *values: str) -> Any:
    return field(default=default, metadata={"values": values})


def _whole(default: int, least: int = 0, most: int = MOST) -> Any:
    return field(default=default, metadata={"least": least, "most": most})


def _flag(default: bool) -> Any:
    return field(default=default, metadata={"flag": True})


def _numbers(default: tuple[int, ...]) -> Any:
    return field(default=default, metadata={"count": len(default)})


def _ranks(default: str) -> Any:
    return field(default=default, metadata={"ranks": True})


@dataclass(frozen=True, slots=True)
class Customs:
    """The options beyond the play of the cards; the defaults are those of ``gambler``."""

    # The auction and the deal.
    first_caller: str = _choice("left", "left", "loser")
    hanging_caller: str = _choice("declarer", "declarer", "loser")
    all_pass: str = _choice("misere", "misere", "same_dealer", "next_dealer", "second_round")
    last_call_nt: bool = _flag(True)
    second_suit: str = _choice("any", "any", "second_card")
    same_suit: str = _choice("turn_again", "turn_again", "keep")
    agreement: str = _choice("first", "first", "all")
    least_bid: int = _whole(80)
    most_bid: int = _whole(160)
    bid_step: int = _whole(10, 1)
    sweep_bid: int = _whole(250)
    double: int = _whole(2, 1, 16)
    redouble: int = _whole(4, 1, 16)
    seven_exchange: str = _choice("upcard_trump", NONE, "upcard_trump", "always")
    # Melds.
    melds: bool = _flag(True)
    melds_in_nt: bool = _flag(True)
    set_points: tuple[int, ...] = _numbers((0, 0, 140, 100, 200, 100, 100, 110))
    nines_without_trump: bool = _flag(True)
    sets_by: str = _choice("rank", "rank", "points")
    set_order: str = _ranks("J9ATKQ87")
    four_sevens: str = _choice(ANNUL, NOTHING, ANNUL)
    four_eights: str = _choice(ANNUL, NOTHING, ANNUL, "choose")
    run_points: tuple[int, ...] = _numbers((20, 50, 100))
    long_runs: str = _choice("whole", "whole", "as_five", "top_five")
    kabor: int = _whole(0)
    eight_trumps_win: bool = _flag(False)
    run_tie: str = _choice("top_then_trump", "top_then_trump", "trump_then_top", "top")
    equal_runs: str = _choice("first_called", "first_called", "nobody")
    contests: str = _choice("together", "together", "apart")
    shared_cards: str = _choice("set_and_run", "set_and_run", NONE)
    bela_shares: bool = _flag(True)
    bela: int = _whole(20)
    belot: int = _whole(0)
    bela_in_at: bool = _flag(True)
    bela_call: str = _choice("either", "either", "both", "any_turn")
    melds_need_trick: bool = _flag(True)
    sweep_melds_need_trick: bool = _flag(True)
    bela_needs_trick: bool = _flag(False)
    # The score of a deal.
    counts: str = _choice("all", "all", "tricks", "tricks_and_bela")
    made_when: str = _choice("more", "more", "bid")
    more_than: str = _choice("each", "each", "all")
    when_equal: str = _choice("hanging", "hanging", "made", "failed")
    failed: str = _choice("all_to_defender", "all_to_defender", "tricks_to_defenders", "subtract", "nothing")
    failed_melds: str = _choice("owner", "owner", "defenders")
    nt_factor: int = _whole(1, 1, 4)
    misere_own_melds: bool = _flag(False)
    no_trick: int = _whole(0)
    scale: str = _choice("points", "points", "tens")
    two_hanging: str = _choice("at_once", "at_once", "one_by_one")
    # The match.
    next_dealer: str = _choice("most_points", "most_points", "next", "same")
    hanging_dealer: str = _choice("as_usual", "as_usual", "declarer")
    game: int = _whole(1001, 1)
    both_there: str = _choice("last_trick", "last_trick", "defender", "more_points")
    ends_on: str = _choice("any_deal", "any_deal", "plain_deal")
    claim: str = _choice("doezd", NONE, "doezd", "after_trick", "after_trick_not_last")
    mars: bool = _flag(False)
    half_bait: bool = _flag(False)


CUSTOM_NAMES: tuple[str, ...] = tuple(f.name for f in fields(Customs))
_META = {f.name: f.metadata for f in fields(Customs)}

_GAMBLER = Customs()
_CLASSIC = Customs(
    all_pass="same_dealer", seven_exchange=NONE, set_points=(0, 0, 150, 100, 200, 100, 100, 100),
    sets_by="points", set_order="AKQJT987", four_sevens=NOTHING, four_eights=NOTHING, long_runs="top_five",
    shared_cards=NONE, bela_call="both", melds_need_trick=False, counts="tricks", when_equal="made",
    failed="tricks_to_defenders", next_dealer="next", both_there="more_points", claim=NONE,
)  # fmt: skip
CUSTOMS: dict[str, Customs] = {
    "gambler": _GAMBLER,
    "lobovoy": replace(
        _GAMBLER, first_caller="loser", seven_exchange=NONE, bela_call="any_turn", nt_factor=2, both_there="defender",
    ),
    "classic": _CLASSIC,
    "capo": Customs(
        all_pass="second_round", most_bid=240, seven_exchange=NONE, set_points=(0, 0, 150, 100, 200, 100, 100, 100),
        nines_without_trump=False, sets_by="points", set_order="AKQJT987", four_sevens=NOTHING, four_eights=NOTHING,
        long_runs="as_five", kabor=1001, eight_trumps_win=True, bela=40, belot=20, bela_call="both",
        made_when="bid", when_equal="made", failed="subtract", no_trick=100, claim="after_trick",
    ),
    "ukrainian": Customs(
        all_pass="next_dealer", second_suit="second_card", seven_exchange=NONE,
        set_points=(0, 0, 140, 50, 200, 100, 50, 110), four_sevens=NOTHING, four_eights=NOTHING,
        bela_needs_trick=True, failed="nothing", next_dealer="next", hanging_dealer="declarer",
        claim="after_trick_not_last",
    ),
    "contree": replace(
        _CLASSIC, all_pass="next_dealer", melds=False, counts="tricks_and_bela", made_when="bid", redouble=3, game=2000,
    ),
    "bulgarian": replace(
        _CLASSIC, all_pass="next_dealer", melds_in_nt=False, set_order="ATKQJ987", long_runs="whole", run_tie="top",
        equal_runs="nobody", contests="apart", counts="all", when_equal="hanging", failed="all_to_defender",
        failed_melds="defenders", nt_factor=2, scale="tens", game=151, ends_on="plain_deal",
    ),
}  # fmt: skip


def wanted(name: str, value: object) -> str:
    """What a custom's value must be, when ``value`` is not that; "" when it is."""
    meta = _META[name]
    if "values" in meta:
        return "" if value in meta["values"] else " or ".join(meta["values"])
    if "flag" in meta:
        return "" if isinstance(value, bool) else "true or false"
    if "ranks" in meta:
        good = isinstance(value, str) and sorted(value) == sorted(RANKS)
        return "" if good else "the eight ranks from high to low, such as J9ATKQ87"
    if "count" in meta:
        count = meta["count"]
        good = isinstance(value, list | tuple) and len(value) == count and all(_in(v, 0, MOST) for v in value)
        return "" if good else f"{count} whole numbers from 0 to {MOST}"
    least, most = meta["least"], meta["most"]
    return "" if _in(value, least, most) else f"a whole number from {least} to {most}"


def schemas() -> dict[str, dict[str, Any]]:
    """What each custom accepts, as JSON schema."""
    return {name: _schema(meta) for name, meta in _META.items()}


def _schema(meta: Any) -> dict[str, Any]:
    if "values" in meta:
        return {"type": "string", "enum": list(meta["values"])}
    if "flag" in meta:
        return {"type": "boolean"}
    if "ranks" in meta:
        return {"type": "string", "pattern": f"^[{RANKS}]{{{len(RANKS)}}}$"}
    if "count" in meta:
        number = {"type": "integer", "minimum": 0, "maximum": MOST}
        return {"type": "array", "items": number, "minItems": meta["count"], "maxItems": meta["count"]}
    return {"type": "integer", "minimum": meta["least"], "maximum": meta["most"]}


def _in(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
