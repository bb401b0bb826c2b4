"""A post-mortem as one HTML file: no script, nothing fetched, cards and curve drawn in it, for screen and paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from rebelote.cards import from_mask
from rebelote.reports import drawnplay
from rebelote.reports.biddings import bidding_sheets, notes
from rebelote.reports.cardsvg import symbols
from rebelote.reports.curve import curve_element
from rebelote.reports.markup import POLICY, Inside, html_text, tag
from rebelote.reports.naming import Names
from rebelote.reports.pieces import facts, section, strain_text, table
from rebelote.reports.remarks import caution, deal_facts, scale_note, unfinished
from rebelote.reports.sheets import (
    balance_sheet,
    costly_sheet,
    exchange_sheet,
    label_sheet,
    result_sheet,
    seat_sheet,
    side_sheet,
)
from rebelote.reports.styles import css
from rebelote.wording.stories import explain

if TYPE_CHECKING:
    from rebelote.postmortem.analysis import Analysis
    from rebelote.postmortem.bidding import BiddingReview


def to_html(analysis: Analysis, language: str = "en") -> str:
    """The page. ``language`` is one of ``cards.LANGUAGES``; without a catalogue in it the words are English.

    Of an analysis that is not finished it shows the deal, says so, and judges nothing. Raises ``InputError`` for
    another language.
    """
    names = Names(analysis, language)
    say = names.speech.say
    title = say("Post-mortem: {game}", game=names.speech.game(names.rules.variant))
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("title", title),
        tag("style", css("page.css")),
    )
    start = analysis.deal.start
    cards = [*start.trick, *(card for hand in start.hands for card in from_mask(hand))]
    body = tag(
        "body", symbols(cards, language), _header(analysis, names, title), tag("main", _sections(analysis, names)),
        tag("footer", tag("p", caution(names))),
    )  # fmt: skip
    return html_text(tag("html", head, body, lang=names.speech.language))


def _header(analysis: Analysis, names: Names, title: str) -> Element:
    pairs: list[tuple[str, Inside]] = [(names.speech.say("trump"), strain_text(analysis.deal.start.strain, names))]
    return tag("header", tag("h1", title), facts([*pairs, *deal_facts(analysis, names)]))


def _sections(analysis: Analysis, names: Names) -> list[Inside]:
    say, deal = names.speech.say, analysis.deal
    told = explain(analysis, names.speech)
    out: list[Inside] = [_summary(analysis, names, told[:1])]
    out.append(section(say("hands"), drawnplay.hands(deal.start, deal.declarer, names)))
    if analysis.exact:
        out.append(section(say("values over the deal"), curve_element(analysis, names)))
    if deal.plays:
        out.append(section(say("play"), drawnplay.played(analysis, names)))
    if analysis.finished:
        if analysis.turning:
            out.append(section(say("turning points"), drawnplay.turning(analysis, names, told[1:])))
        costly = costly_sheet(analysis, names)
        if costly.rows:
            out.append(
                section(say("cards that cost something"), table(costly, names), _soft(scale_note(analysis, names)))
            )
        out.append(section(say("seats and sides"), _totals(analysis, names)))
    if analysis.bidding is not None:
        out.append(section(say("bidding"), _bidding(analysis.bidding, names)))
    if analysis.cards:
        out.append(section(say("labels"), table(label_sheet(names), names, stacked=False)))
    return out


def _summary(analysis: Analysis, names: Names, paragraphs: Sequence[str]) -> Element:
    if not analysis.finished:
        return section(names.speech.say("summary"), tag("p", unfinished(names)))
    told = [tag("p", text) for text in paragraphs]
    sheets = [result_sheet(analysis, names), exchange_sheet(analysis, names)]
    return section(names.speech.say("summary"), told, [table(sheet, names) for sheet in sheets if sheet.rows])


def _totals(analysis: Analysis, names: Names) -> list[Element]:
    sheets = [seat_sheet(analysis, names), side_sheet(analysis, names), balance_sheet(analysis, names)]
    return [table(sheet, names) for sheet in sheets if sheet.rows]


def _soft(words: str) -> Element | None:
    return tag("p", words, class_="soft") if words else None


def _bidding(review: BiddingReview, names: Names) -> list[Inside]:
    contracts, *others = bidding_sheets(review, names)
    said = [_soft(note) for note in notes(names)]
    return [table(contracts, names, stacked=False), [table(sheet, names) for sheet in others if sheet.rows], said]
