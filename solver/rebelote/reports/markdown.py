"""A post-mortem as Markdown (CommonMark with the tables of GitHub): text for a chat, a forum or a notebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rebelote.cards import Card
from rebelote.postmortem.labels import Label
from rebelote.reports.biddings import bidding_sheets, notes
from rebelote.reports.drawnplay import sorted_hand
from rebelote.reports.markup import clean
from rebelote.reports.naming import Names
from rebelote.reports.pieces import heading
from rebelote.reports.remarks import caution, deal_facts, scale_note, unfinished
from rebelote.reports.sheets import (
    Cell,
    Sheet,
    Strong,
    balance_sheet,
    card_sheet,
    costly_sheet,
    exchange_sheet,
    label_sheet,
    result_sheet,
    seat_sheet,
    side_sheet,
)
from rebelote.reports.tricks import tricks
from rebelote.wording.stories import explain

if TYPE_CHECKING:
    from rebelote.positions import Position
    from rebelote.postmortem.analysis import Analysis

#: What has a meaning in Markdown or HTML wherever it stands, or makes a link of an address; and what has one at the
#: beginning. A backslash before it takes that away.
_SPECIAL = re.compile(r"[\\`*_\[\]<>#|~&$@]|:(?=//)|(?<=www)\.", re.IGNORECASE)
_FIRST = re.compile(r"^[-+]|(?<=^\d)[.)]|(?<=^\d\d)[.)]")


def to_markdown(analysis: Analysis, language: str = "en") -> str:
    """The post-mortem as Markdown. ``language`` as in ``rebelote.reports.page.to_html``; of an analysis that is not
    finished nothing is summed up.
    """
    return "\n\n".join(_blocks(analysis, Names(analysis, language))) + "\n"


def escaped(text: str) -> str:
    """Text that stands for itself, on one line."""
    return _SPECIAL.sub(lambda found: "\\" + found[0], " ".join(clean(text).split()))


def _begun(text: str) -> str:
    """``text`` where a line or an item begins with it."""
    return _FIRST.sub(lambda found: "\\" + found[0], escaped(text))


def _blocks(analysis: Analysis, names: Names) -> Iterator[str]:
    say, deal = names.speech.say, analysis.deal
    yield f"# {say('Post-mortem: {game}', game=names.speech.game(names.rules.variant))}"
    pairs = [(say("trump"), names.speech.strain(deal.start.strain)), *deal_facts(analysis, names)]
    yield "\n".join(f"- {_begun(heading(word))}: **{escaped(text)}**" for word, text in pairs)
    told = explain(analysis, names.speech)
    if not analysis.finished:
        yield unfinished(names)
    else:
        yield told[0]
        yield from _sheets((result_sheet(analysis, names), exchange_sheet(analysis, names)), names)
    yield _title(say("hands"))
    yield "\n".join(_hand(deal.start, seat, names) for seat in range(deal.start.players))
    if deal.plays:
        yield _title(say("play"))
        yield "\n".join(_tricks(analysis, names))
    if analysis.cards:
        yield _title(say("card by card"))
        yield _table(card_sheet(analysis, names), names)
        if note := scale_note(analysis, names):
            yield note
    if analysis.finished:
        yield from _judged(analysis, names, told[1:])
    if analysis.bidding is not None:
        yield _title(say("bidding"))
        yield from _sheets(bidding_sheets(analysis.bidding, names), names)
        yield " ".join(notes(names))
    if analysis.cards:
        yield _title(say("labels"))
        yield _table(label_sheet(names), names)
    yield f"*{caution(names)}*"


def _judged(analysis: Analysis, names: Names, paragraphs: list[str]) -> Iterator[str]:
    say, positions = names.speech.say, list(analysis.deal.positions())
    if analysis.turning:
        yield _title(say("turning points"))
    for number, (turn, told) in enumerate(zip(analysis.turning, paragraphs, strict=True), 1):
        at, change = positions[turn.moment], names.change(turn.before, turn.after)
        yield f"{number}. **{names.who(turn.seat)}, {names.speech.card(turn.card)}: {change}.** {told}"
        for words, cards in ((say("the line that holds the result"), turn.proof),
                             (say("the line that refutes the card"), turn.refutation)):  # fmt: skip
            yield f"   - {heading(words)}: {_line(at, cards, turn.trick, names)}"
    costly = costly_sheet(analysis, names)
    if analysis.luck is not None and costly.rows:
        yield _title(say("luck or error"))
        yield _table(costly, names)
    yield _title(say("seats and sides"))
    yield from _sheets(
        (seat_sheet(analysis, names), side_sheet(analysis, names), balance_sheet(analysis, names)), names
    )


def _title(words: str) -> str:
    return f"## {heading(words)}"


def _hand(start: Position, seat: int, names: Names) -> str:
    return f"- {_begun(heading(names.seat(seat)))}: {names.speech.cards(sorted_hand(start, seat))}"


def _tricks(analysis: Analysis, names: Names) -> Iterator[str]:
    """The play, a trick a line; numbered as Markdown numbers lists."""
    for number, trick in enumerate(tricks(analysis.deal.start, analysis.deal.plays), 1):
        took = "" if trick.winner is None else f" ({names.who(trick.winner)} +{trick.points})"
        cards = names.speech.cards(placed.card for placed in trick.cards)
        yield f"{number}. {heading(names.who(trick.leader))}: {cards}{took}"


def _line(at: Position, cards: tuple[Card, ...], first: int, names: Names) -> str:
    said = []
    for number, trick in enumerate(tricks(at, cards), first):
        shown = names.speech.cards(placed.card for placed in trick.cards)
        took = "" if trick.winner is None else f" → {names.who(trick.winner)} +{trick.points}"
        said.append(f"{number}) {names.who(trick.leader)} {shown}{took}")
    return "; ".join(said)


def _sheets(sheets: Iterable[Sheet], names: Names) -> Iterator[str]:
    """The tables in which something stands."""
    return (_table(sheet, names) for sheet in sheets if sheet.rows)


def _table(sheet: Sheet, names: Names) -> str:
    rule = ["---" if i in sheet.words else "---:" for i in range(len(sheet.head))]
    rows = [[escaped(heading(word)) for word in sheet.head], rule]
    rows += [[_cell(cell, names) for cell in row] for row in sheet.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cell(cell: Cell, names: Names) -> str:
    if isinstance(cell, Label):
        return names.label(cell)
    if isinstance(cell, Strong):
        return f"**{escaped(cell.text)}**"
    if isinstance(cell, Mapping):
        return ", ".join(f"{count} × {names.label(label)}" for label, count in cell.items())
    return escaped(cell) if isinstance(cell, str) else names.speech.cards(cell)
