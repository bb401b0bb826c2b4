"""What a report says beside its tables: what was played, and what its numbers are and are not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rebelote.postmortem.labels import Label
from rebelote.reports.naming import Names
from rebelote.wording.speech import marked

if TYPE_CHECKING:
    from rebelote.postmortem.analysis import Analysis

#: How a deal ended before its last card.
_ENDED = {
    "broken_off": marked("broken off after {n} cards"),
    "claim": marked("the rest claimed after {n} cards"),
    "doezd": marked("the match claimed after {n} cards"),
    "half_bait": marked("more than half claimed after {n} cards"),
}


def deal_facts(analysis: Analysis, names: Names) -> list[tuple[str, str]]:
    """What was played, in words, but for the trump; then the free texts of the record, names of seats excepted."""
    say, deal = names.speech.say, analysis.deal
    out = []
    contract = analysis.stakes.contract if analysis.stakes is not None else None
    if deal.start.misere:
        out.append((say("contract"), names.result("misere")))
    elif contract is not None and (contract.bid is not None or contract.sweep or contract.factor > 1):
        words = [say("capot")] if contract.sweep else [] if contract.bid is None else [str(contract.bid)]
        words += [f"× {contract.factor}"] if contract.factor > 1 else []
        out.append((say("contract"), " ".join(words)))
    if deal.declarer is not None:
        out.append((say("declarer"), names.seat(deal.declarer)))
    out.append((say("points counted for"), names.side(analysis.side)))
    if not deal.complete:
        ending = (analysis.record.data.get("ending") if analysis.record is not None else None) or {}
        out.append((say("ended"), say(_ENDED[ending.get("kind", "broken_off")], n=len(deal.plays))))
    return out + [(key, text) for key, text in names.tags.items() if key not in ("0", "1", "2", "3")]


def caution(names: Names) -> str:
    """What values with all hands open cannot say."""
    return names.speech.say(
        "All values are with every hand open: everybody sees all cards, and from there on nobody errs."
    )


def scale_note(analysis: Analysis, names: Names) -> str:
    """Why a card that lost points is called the best; empty where none is."""
    if not any(card.costly and card.label is Label.BEST for card in analysis.cards):
        return ""
    return names.speech.say(
        "Where the score is known, cards are judged by it: points that cost nothing there are no fault."
    )


def unfinished(names: Names) -> str:
    """What is said in place of a summary."""
    return names.speech.say("The analysis is not finished: it ran out of its budget, so nothing is summed up.")
