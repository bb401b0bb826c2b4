"""The curve of values over a deal, as SVG: points of the side before each card, and what is written where known.

Card i stands between moments i and i+1: where nobody errs the curve is flat. What the side itself gave away is
drawn in one colour, what the others gave it in another; turning points are numbered. Below the curve a band
shows the result that best play would have led to. No script; colours for light and dark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from rebelote.postmortem.labels import OPEN
from rebelote.reports.markup import number, svg_text, tag
from rebelote.reports.naming import Names
from rebelote.reports.sheets import outcome_at
from rebelote.reports.styles import css

if TYPE_CHECKING:
    from rebelote.postmortem.analysis import Analysis

WIDTH, HEIGHT = 480, 300
LEFT, RIGHT, TOP, BOTTOM = 34, 44, 16, 62
#: Above the curve, for the numbers of turning points.
ROOM = 30


@dataclass(frozen=True, slots=True)
class Frame:
    """Where moments and values stand on the drawing."""

    cards: int
    low: int
    high: int
    top: int

    def x(self, moment: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * moment / max(self.cards, 1)

    def y(self, value: float) -> float:
        return self.top + (HEIGHT - self.top - BOTTOM) * (self.high - value) / (self.high - self.low)

    def at(self, moment: float, value: float) -> str:
        return f"{number(self.x(moment))},{number(self.y(value))}"


def curve_svg(analysis: Analysis, language: str = "en") -> str:
    """The curve as an SVG file, with a title and a description for people who hear it.

    What an unfinished analysis has not found is not drawn.
    """
    return svg_text(curve_element(analysis, Names(analysis, language)))


def curve_element(analysis: Analysis, names: Names) -> Element:
    """The drawing as an element of a page."""
    start, cards = analysis.deal.start, len(analysis.deal.plays)
    frame = Frame(cards, 0, max(analysis.of, 1), TOP + ROOM if analysis.turning else TOP)
    say = names.speech.say
    title = say("Points over the deal: {side}", side=names.side(analysis.side))
    score = _score_frame(analysis, frame.top)
    turns = [turn.moment for turn in analysis.turning]
    return tag(
        "svg",
        tag("title", title),
        tag("desc", _description(analysis, names)),
        tag("style", css("curve.css")),
        tag("rect", x=0, y=0, width=WIDTH, height=HEIGHT, rx=8, class_="paper"),
        _grid(frame, start.players, len(start.trick)),
        _band(analysis, frame, names),
        _score(analysis, score) if score else None,
        [tag("polyline", points=" ".join(run), class_="points") for run in _runs(frame, analysis.values)],
        _losses(analysis, frame),
        [_turn(frame, analysis.values, moment, i, turns) for i, moment in enumerate(turns, 1)],
        _legend(analysis, names, score is not None),
        class_="curve", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img", aria_label=title,
    )  # fmt: skip


def _description(analysis: Analysis, names: Names) -> str:
    """The course of the curve in words."""
    say, known = names.speech.say, [value for value in analysis.values if value is not None]
    if not known:
        return say("No value is known.")
    said = [
        say("With best play {before} of {of}, in the end {after}.", before=known[0], of=analysis.of, after=known[-1])
    ]
    for turn in analysis.turning:
        who, card = names.who(turn.seat), names.speech.card(turn.card)
        said.append(say("Trick {trick}: {who} plays {card}, {change}.", trick=turn.trick, who=who, card=card,
                        change=names.change(turn.before, turn.after)))  # fmt: skip
    return " ".join(said)


def steps(low: int, high: int, most: int = 6) -> range:
    """Round numbers from ``low`` to ``high``, at most about ``most`` of them."""
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**9) if (high - low) / s <= most)
    return range(-(-low // step) * step, high + 1, step)


def _grid(frame: Frame, players: int, begun: int) -> Iterator[Element]:
    for value in steps(frame.low, frame.high):
        y = frame.y(value)
        yield tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="grid")
        yield tag("text", str(value), x=LEFT - 5, y=y + 4, text_anchor="end", class_="small")
    ends = [0, *range(players - begun, frame.cards + 1, players)]
    if ends[-1] < frame.cards:
        ends.append(frame.cards)
    for trick, (left, right) in enumerate(pairwise(ends), 1):
        x, bottom = frame.x(right), HEIGHT - BOTTOM
        yield tag("line", x1=x, x2=x, y1=frame.top, y2=bottom, class_="grid")
        middle = frame.x((left + right) / 2)
        yield tag("text", str(trick), x=middle, y=bottom + 15, text_anchor="middle", class_="small")
    y = frame.y((frame.high - frame.low) / 2)
    yield tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, class_="half")


def _runs(frame: Frame, values: Sequence[int | None]) -> Iterator[list[str]]:
    """The points of each stretch whose values are known."""
    run: list[str] = []
    for moment, value in enumerate(values):
        if value is None:
            if run:
                yield run
            run = []
        else:
            run.append(frame.at(moment, value))
    if run:
        yield run


def _losses(analysis: Analysis, frame: Frame) -> Iterator[Element]:
    for moment, card in enumerate(analysis.cards):
        if card.before != card.after:
            ends = f"{frame.at(moment, card.before)} {frame.at(moment + 1, card.after)}"
            yield tag("polyline", points=ends, class_="own" if card.seat in analysis.side else "others")


def _turn(frame: Frame, values: Sequence[int | None], moment: int, which: int, turns: Sequence[int]) -> list[Element]:
    """The number of a turning point over the curve; neighbours stand at two heights."""
    x = frame.x(moment + 0.5)
    y = 14 if which % 2 or frame.x(moment) - frame.x(turns[which - 2]) > 18 else 31
    known = [value for value in values[moment : moment + 2] if value is not None]
    foot = frame.y(max(known)) if known else frame.y(frame.low)
    return [
        tag("line", x1=x, x2=x, y1=y + 8, y2=foot, class_="stem"),
        tag("circle", cx=x, cy=y, r=8, class_="turn-mark"),
        tag("text", str(which), x=x, y=y + 4, text_anchor="middle", class_="turn-number"),
    ]


# --- the score ---------------------------------------------------------------------------


def _score_frame(analysis: Analysis, top: int) -> Frame | None:
    """The scale at the right; none where the score says nothing that the points do not."""
    if analysis.score is None:
        return None
    margins = [at.margin for at in analysis.score.at if at is not None]
    if not margins:
        return None
    low, high = min(0, *margins), max(0, *margins)
    return Frame(len(analysis.deal.plays), low, high if high > low else low + 1, top)


def _score(analysis: Analysis, frame: Frame) -> Iterator[Element]:
    assert analysis.score is not None
    for value in steps(frame.low, frame.high, 5):
        yield tag("text", str(value).replace("-", "−"), x=WIDTH - RIGHT + 5, y=frame.y(value) + 4,
                  class_="small axis-score")  # fmt: skip
    margins = [None if at is None else at.margin for at in analysis.score.at]
    for run in _runs(frame, margins):
        yield tag("polyline", points=" ".join(run), class_="score")


def _band(analysis: Analysis, frame: Frame, names: Names) -> Iterator[Element]:
    """The result that best play would have led to, moment by moment, one piece for each stretch."""
    found = [at and outcome_at(analysis, at) for at in analysis.score.at] if analysis.score else []
    results = [None if one is None or one.result == OPEN else one.result for one in found]
    first = 0
    for moment in range(1, len(results) + 1):
        if moment < len(results) and results[moment] == results[first]:
            continue
        result = results[first]
        # A result holds from the middle of the card that brought it to the middle of the one that ends it.
        left = frame.x(max(first - 0.5, 0))
        right = frame.x(min(moment - 0.5, frame.cards))
        if result is not None:
            word = names.result(result)
            yield tag("rect", tag("title", word), x=left, y=HEIGHT - 43, width=right - left, height=16,
                      class_=result.replace(" ", "-"))  # fmt: skip
            if right - left > 7.5 * len(word):
                yield tag("text", word, x=(left + right) / 2, y=HEIGHT - 31, text_anchor="middle", class_="small")
        first = moment


def _legend(analysis: Analysis, names: Names, scored: bool) -> Iterator[Element]:
    """What each line is, in one row at the foot."""
    say = names.speech.say
    told = [("points", say("points")), ("own", say("loss: {side}", side=names.side(analysis.side)))]
    told.append(("others", say("loss: the others")))
    if scored:
        told.append(("score", say("score")))
    widths = [30 + 7.2 * len(words) for _, words in told]
    # Long names of sides are written smaller.
    small = min(1.0, (WIDTH - 8) / sum(widths))
    x, y = (WIDTH - small * sum(widths)) / 2, HEIGHT - 10
    for (kind, words), width in zip(told, widths, strict=True):
        yield tag("polyline", points=f"{number(x)},{y - 4} {number(x + 16)},{y - 4}", class_=kind)
        yield tag("text", words, x=x + 20, y=y, class_="small", style=f"font-size:{number(12 * small)}px")
        x += small * width
