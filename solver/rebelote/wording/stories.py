"""A post-mortem told: a paragraph for the whole deal, then one for each card at which the result turned.

The facts are found first, as data and in no language; every language then says the same ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rebelote.engine import Engine
from rebelote.postmortem.again import try_again
from rebelote.postmortem.labels import Outcome, score_outcome, share_of
from rebelote.wording.lines import moment_of
from rebelote.wording.phrases import phrase
from rebelote.wording.reasons import Reason, compare
from rebelote.wording.speech import Speech

if TYPE_CHECKING:
    from rebelote.postmortem.analysis import Analysis
    from rebelote.postmortem.turning import TurningPoint


def explain(
    analysis: Analysis, language: str | Speech = "en", *, letters: str | None = None, symbols: bool = True
) -> list[str]:
    """A paragraph for the whole deal, then one for each turning point, in order of play.

    ``language`` is one of ``rebelote.wording.speech.SPOKEN``; ``letters`` and ``symbols`` say how cards are written
    (a ``Speech`` brings its own). Nothing is told of an analysis that is not finished. Raises ``InputError`` for a
    language without a catalogue.
    """
    speech = language if isinstance(language, Speech) else Speech(language, letters=letters, symbols=symbols)
    players = analysis.deal.start.players
    return [
        " ".join(phrase(reason.code, reason.values, speech, players=players) for reason in paragraph)
        for paragraph in story(analysis)
    ]


def story(analysis: Analysis) -> list[list[Reason]]:
    """The facts behind ``explain``, a list a paragraph; none of an analysis that is not finished."""
    if not (analysis.exact and analysis.finished):
        return []
    return [_deal(analysis), *(reasons(analysis, point) for point in analysis.turning)]


def reasons(analysis: Analysis, point: TurningPoint) -> list[Reason]:
    """The facts of a turning point: what changed, then why (``rebelote.wording.reasons``)."""
    at, past, number = moment_of(analysis.deal, point.moment)
    changed = {
        "trick": point.trick,
        "seat": point.seat,
        "card": str(point.card),
        "before": _result(analysis, point.before),
        "after": _result(analysis, point.after),
        "better": [str(card) for card in point.better],
    }
    why = compare(at, past, number, point.proof, point.refutation, analysis.stakes)
    return [Reason("changed", changed), *why]


def reasons_of(analysis: Analysis, moment: int, *, engine: Engine | None = None) -> list[Reason]:
    """The facts of any card of the deal that lost something: what it lost, then why; of a turning point its own.

    Else the two lines are found anew: best play after a card that loses nothing, and after the one played. None of
    a card that lost nothing, nor of an analysis that is not finished.
    """
    if not (analysis.exact and analysis.finished) or not 0 <= moment < len(analysis.cards):
        return []
    point = next((point for point in analysis.turning if point.moment == moment), None)
    if point is not None:
        return reasons(analysis, point)
    told = analysis.cards[moment]
    if not told.better:
        return []
    deal, stakes = analysis.deal, analysis.stakes
    held = try_again(deal, moment, told.better[0], stakes=stakes, engine=engine)
    played = try_again(deal, moment, told.card, stakes=stakes, engine=engine)
    at, past, number = moment_of(deal, moment)
    values: dict[str, Any] = {"trick": number, "seat": told.seat, "card": str(told.card)}
    in_score = told.score_loss is not None
    values |= {"score": told.score_loss} if in_score else {"points": told.loss}
    values["better"] = [str(card) for card in told.better]
    why = compare(at, past, number, (held.card, *held.line), (played.card, *played.line), stakes)
    return [Reason("cost_in_score" if in_score else "cost", values), *why]


def _result(analysis: Analysis, outcome: Outcome) -> dict[str, Any]:
    """A result as data: its word, whose it is, and the seats that take every trick where that counts."""
    start, capot = analysis.deal.start, None
    if outcome.capot is not None:
        capot = [seat for seat in range(start.players) if start.rules.party(seat) == outcome.capot]
    return {"result": outcome.result, "side": list(start.side), "capot": capot}


def _deal(analysis: Analysis) -> list[Reason]:
    last = "deal_played" if analysis.deal.complete else "deal_broken_off"
    out = [
        Reason("deal_best", {"result": _result(analysis, _at_start(analysis))}),
        Reason(last, {"result": _result(analysis, _at_end(analysis))}),
    ]
    values = {"side": list(analysis.side), "best": analysis.values[0], "of": analysis.of}
    out.append(Reason("deal_points", {**values, "scored": analysis.values[-1]}))
    out += [*_written(analysis), *_lost(analysis)]
    turned = len(analysis.turning)
    return [*out, Reason("turns", {"n": turned}) if turned else Reason("no_turning", {})]


def _at_start(analysis: Analysis) -> Outcome:
    """The result under best play from the first card: no other card can have changed it than the first that did."""
    if analysis.score is not None and analysis.score.at[0] is not None:
        return _scored(analysis, 0)
    return analysis.turning[0].before if analysis.turning else _at_end(analysis)


def _at_end(analysis: Analysis) -> Outcome:
    """The result in the end; where the deal was broken off, under best play of the rest."""
    if analysis.stakes is not None:
        return _scored(analysis, -1)
    if analysis.turning:
        return analysis.turning[-1].after
    deal, points = analysis.deal, analysis.values[-1]
    assert points is not None
    _, past, _ = moment_of(deal, len(deal.plays))
    mine = sum(past.tricks[seat] for seat in deal.start.side)
    # Of the tricks not played nothing is known but the points: who might yet take all of them is told as more or less.
    none, every = deal.complete and mine == 0, deal.complete and mine == sum(past.tricks)
    return share_of(points, analysis.of, none=none, every=every)


def _scored(analysis: Analysis, i: int) -> Outcome:
    assert analysis.stakes is not None and analysis.score is not None
    found = analysis.score.at[i]
    assert found is not None
    return score_outcome(analysis.stakes, analysis.score.owners, found)


def _written(analysis: Analysis) -> list[Reason]:
    """What the parties write; of the opponents of a lone player that is not known."""
    if analysis.score is None:
        return []
    best, scored = analysis.score.at[0], analysis.score.at[-1]
    if best is None or scored is None:
        return []
    if None not in (*best.written, *scored.written):
        return [Reason("written", {"best": list(best.written), "scored": list(scored.written)})]
    values = {"side": list(analysis.score.owners), "best": best.margin, "scored": scored.margin}
    return [Reason("written_by", values)]


def _lost(analysis: Analysis) -> list[Reason]:
    """Who lost how much, on both scales."""
    found = [
        ("points_lost", [[seat.seat, seat.loss] for seat in analysis.seats if seat.loss]),
        ("score_lost", [[seat.seat, seat.score_loss] for seat in analysis.seats if seat.score_loss]),
    ]
    out = [Reason(code, {"losses": losses}) for code, losses in found if losses]
    return out or [Reason("nothing_lost", {})]
