"""The curve of values as a picture made with matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rebelote.errors import InputError
from rebelote.reports.extras import needed
from rebelote.reports.naming import Names

if TYPE_CHECKING:
    from rebelote.postmortem.analysis import Analysis

#: The endings of files that ``save_curve`` writes.
ENDINGS = (".png", ".svg")

_LINE, _OWN, _OTHERS, _SCORE = "#1d4f91", "#c3172b", "#1a7f4b", "#8a5a00"


def save_curve(analysis: Analysis, path: str | Path, language: str = "en") -> None:
    """Write the curve to ``path``, as PNG or SVG by its ending.

    Needs matplotlib (the extra ``data``); raises ``InputError`` without it, for another ending, and for an analysis
    of which no value is known. The same analysis gives the same bytes.
    """
    ending = Path(path).suffix.lower()
    if ending not in ENDINGS:
        raise InputError(f"a plot is a file that ends in {' or '.join(ENDINGS)}, not {Path(path).name!r}")
    if all(value is None for value in analysis.values):
        raise InputError("no value of this deal is known, so there is no curve")
    matplotlib = needed("matplotlib", "a plot")
    figure = needed("matplotlib.figure", "a plot").Figure(figsize=(8, 4.5), layout="constrained")
    _draw(analysis, figure.add_subplot(), Names(analysis, language))
    # No date, no random names: the file depends on the deal alone.
    with matplotlib.rc_context({"svg.hashsalt": "rebelote"}):
        figure.savefig(str(path), format=ending[1:], dpi=150, metadata={"Date": None} if ending == ".svg" else None)


def _draw(analysis: Analysis, axes: Any, names: Names) -> None:
    say, players = names.speech.say, analysis.deal.start.players
    moments = [i for i, value in enumerate(analysis.values) if value is not None]
    values = [value for value in analysis.values if value is not None]
    lines = axes.plot(moments, values, color=_LINE, linewidth=2, label=say("points"))
    told: set[str] = set()
    for i, card in enumerate(analysis.cards):
        if card.before != card.after:
            own = card.seat in analysis.side
            words = say("loss: {side}", side=names.side(analysis.side)) if own else say("loss: the others")
            found = axes.plot([i, i + 1], [card.before, card.after], color=_OWN if own else _OTHERS, linewidth=3.5,
                              label=words)  # fmt: skip
            lines += [] if words in told else found
            told.add(words)
    axes.set_title(say("Points over the deal: {side}", side=names.side(analysis.side)))
    axes.set_ylim(-0.03 * max(analysis.of, 1), 1.08 * max(analysis.of, 1))
    axes.set_xlim(0, max(len(analysis.deal.plays), 1))
    axes.set_xlabel(say("tricks"))
    axes.set_ylabel(say("points"))
    begun = len(analysis.deal.start.trick)
    ends = list(range(players - begun, len(analysis.deal.plays) + 1, players))
    axes.set_xticks(ends, [str(trick) for trick in range(1, len(ends) + 1)])
    axes.grid(alpha=0.3)
    for number, turn in enumerate(analysis.turning, 1):
        at = max(value for value in analysis.values[turn.moment : turn.moment + 2] if value is not None)
        axes.annotate(str(number), (turn.moment + 0.5, at), xytext=(0, 14), textcoords="offset points", ha="center",
                      arrowprops={"arrowstyle": "-"},
                      bbox={"boxstyle": "circle", "facecolor": "white"})  # fmt: skip
    if analysis.score is not None and any(analysis.score.at):
        margins = [None if at is None else at.margin for at in analysis.score.at]
        known = [i for i, margin in enumerate(margins) if margin is not None]
        other = axes.twinx()
        other.set_ylabel(say("score"), color=_SCORE)
        lines += other.plot(known, [margins[i] for i in known], color=_SCORE, linestyle="--", label=say("score"))
    labels = [line.get_label() for line in lines]
    axes.figure.legend(lines, labels, loc="outside lower center", ncols=len(lines), fontsize="small", frameon=False)
