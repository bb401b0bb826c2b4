"""The play of a deal as drawn cards: hands, tricks with the label of every card, lines of best play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from rebelote.cards import Card, from_mask
from rebelote.positions import Position
from rebelote.postmortem.labels import Label
from rebelote.reports.cardsvg import drawn, suit_drawn
from rebelote.reports.markup import Inside, tag
from rebelote.reports.naming import Names
from rebelote.reports.pieces import chip
from rebelote.reports.tricks import Placed, tricks

if TYPE_CHECKING:
    from rebelote.postmortem.analysis import Analysis
    from rebelote.postmortem.turning import TurningPoint


def hands(start: Position, declarer: int | None, names: Names) -> Element:
    """The hands the deal began with: four around the table where there is room for it."""
    felt = [suit_drawn(start.strain) if start.strain < 4 else None, tag("span", names.speech.strain(start.strain))]
    four = start.players == 4
    return tag(
        "div",
        [_hand(start, seat, declarer, names) for seat in range(start.players)],
        tag("div", tag("div", felt), class_="felt", aria_hidden="true") if four else None,
        class_="hands four" if four else "hands",
    )


def sorted_hand(start: Position, seat: int) -> list[Card]:
    """Trumps first, then suits of alternating colours, in each the cards that win most first."""
    strength = start.rules.strengths(start.strain)
    order = {suit: place for place, suit in enumerate((0, 1, 3, 2))}
    order[start.strain] = -1
    return sorted(from_mask(start.hands[seat]), key=lambda card: (order[card.suit], -strength[card]))


def _hand(start: Position, seat: int, declarer: int | None, names: Names) -> Element:
    say = names.speech.say
    roles = [say("declarer")] if seat == declarer else []
    roles += [say("leads")] if seat == start.leader else []
    cards = [drawn(card, names.language) for card in sorted_hand(start, seat)]
    title = tag("h3", names.seat(seat), tag("span", " · " + ", ".join(roles)) if roles else None)
    return tag("div", title, tag("div", cards, class_="cards"), class_=f"hand seat{seat}")


def played(analysis: Analysis, names: Names) -> Element:
    """Every trick: the cards in order of play, each with seat, label, loss and the value after it."""
    say, out = names.speech.say, []
    for number, trick in enumerate(tricks(analysis.deal.start, analysis.deal.plays), 1):
        took = "" if trick.winner is None else f"{names.who(trick.winner)} +{trick.points}"
        head = tag("h3", say("trick {n}", n=number), tag("span", took))
        figures = [_figure(analysis, placed, placed.seat == trick.winner, names) for placed in trick.cards]
        out.append(tag("li", head, tag("div", figures, class_="row")))
    return tag("ol", out, class_=f"tricks of{names.players}")


def _figure(analysis: Analysis, placed: Placed, took: bool, names: Names) -> Element:
    said: list[Inside] = [tag("span", names.who(placed.seat))]
    if placed.index is not None and analysis.cards:
        card = analysis.cards[placed.index]
        said.append(chip(card.label, names))
        if card.loss:
            said.append(tag("span", tag("span", f"−{card.loss}", class_="loss"), f" → {card.after}"))
        elif card.label not in (Label.BEST, Label.ONLY):
            # What it cost is no points: the sweep, or the score.
            lost = f"−{card.score_loss}" if card.score_loss else names.speech.say("sweep")
            said.append(tag("span", tag("span", lost, class_="loss"), f" ({names.speech.say('score')})"
                            if card.score_loss else None))  # fmt: skip
    return tag("figure", drawn(placed.card, names.language, marked="took" if took else ""), tag("figcaption", said))


def turning(analysis: Analysis, names: Names, paragraphs: Sequence[str]) -> list[Element]:
    """Every turning point with its paragraph, the line that holds the result and the one that refutes the card."""
    say, out, positions = names.speech.say, [], list(analysis.deal.positions())
    for number, (turn, told) in enumerate(zip(analysis.turning, paragraphs, strict=True), 1):
        at = positions[turn.moment]
        head = tag(
            "h3", tag("span", str(number), class_="number"),
            tag("span", say("trick {n}", n=turn.trick), f" · {names.who(turn.seat)} · {names.speech.card(turn.card)}"),
            tag("span", names.change(turn.before, turn.after), class_="chip changed"),
        )  # fmt: skip
        out.append(tag(
            "article", head, tag("p", told),
            tag("h4", say("the line that holds the result")), line(at, turn.proof, turn, "better", names),
            tag("h4", say("the line that refutes the card")), line(at, turn.refutation, turn, "turned", names),
            class_="turn",
        ))  # fmt: skip
    return out


def line(at: Position, cards: Sequence[Card], turn: TurningPoint, first: str, names: Names) -> Element:
    """Cards from a position on, trick by trick; the first of them is marked ``first``."""
    out = []
    for number, trick in enumerate(tricks(at, cards), turn.trick):
        shown = []
        for placed in trick.cards:
            marks = ["took"] if placed.seat == trick.winner else []
            marks += [first] if placed.index == 0 else []
            shown.append(drawn(placed.card, names.language, marked=" ".join(marks)))
        took = "" if trick.winner is None else f" · {names.who(trick.winner)} +{trick.points}"
        led = names.who(trick.leader)
        out.append(
            tag("li", tag("span", f"{number}. {led}"), tag("span", shown, class_="cards"), tag("span", took[3:]))
        )
    return tag("ol", out, class_="line")
