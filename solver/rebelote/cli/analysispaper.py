"""What people get to see of a post-mortem: the cards, where the result turned, who lost what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from rebelote import Analysis, Card, render
from rebelote.cli.paper import Paper
from rebelote.cli.sparks import sparkline
from rebelote.postmortem.judged import Balance
from rebelote.postmortem.labels import Label
from rebelote.reports import sheets
from rebelote.reports.biddings import bidding_sheets
from rebelote.reports.naming import Names
from rebelote.reports.tricks import tricks

_COLOURS = {
    Label.CHANGED: "bold red",
    Label.MISTAKE: "red",
    Label.INACCURACY: "yellow",
    Label.BEST: "green",
    Label.ONLY: "dim",
}


@dataclass(frozen=True, slots=True)
class View:
    """An analysis, the paper it goes to, and the words of its language."""

    analysis: Analysis
    out: Paper
    names: Names

    @classmethod
    def of(cls, analysis: Analysis, out: Paper) -> View:
        names = Names(analysis, out.language)
        # Suits are letters unless symbols are asked for, as everywhere in the command.
        names.speech.symbols = out.symbols
        return cls(analysis, out, names)

    def head(self, text: str) -> None:
        """What the lines below it are."""
        self.out.line(f"\n{text}", style="bold")

    def side(self, seats: Iterable[int]) -> str:
        """Whose a number is, as the options of the command have it: seat 1, or side 0+2."""
        numbers = "+".join(map(str, seats))
        say = self.names.speech.say
        return say("side {seats}", seats=numbers) if "+" in numbers else say("seat {seat}", seat=numbers)

    def sheet(self, sheet: sheets.Sheet) -> None:
        """One of the tables that all reports have."""
        rows = [[self._cell(cell) for cell in row] for row in sheet.rows]
        self.out.table(sheet.head, rows, words=sorted(sheet.words))

    def _cell(self, cell: sheets.Cell) -> str | Text:
        if isinstance(cell, Label):
            return Text(self.names.label(cell), style=_COLOURS[cell])
        if isinstance(cell, sheets.Strong):
            return Text(cell.text, style="bold")
        if isinstance(cell, tuple):
            return self.out.cards(cell) if cell else ""
        if isinstance(cell, Mapping):
            counts = [Text(f"{n} {self.names.label(label)}", style=_COLOURS[label]) for label, n in cell.items()]
            return Text(", ").join(counts)
        return cell

    def played(self, moment: int, cards: Sequence[Card]) -> str:
        """Cards played from a moment on, a comma between tricks."""
        start = self.analysis.deal.start
        begun = (len(start.trick) + moment) % start.players
        words = [""] * begun + [card.text(self.out.language, symbols=self.out.symbols) for card in cards]
        parts = [words[i : i + start.players] for i in range(0, len(words), start.players)]
        return ", ".join(" ".join(part).strip() for part in parts)

    def game(self) -> None:
        """What is played, and whose points are counted."""
        out, speech, start = self.out, self.names.speech, self.analysis.deal.start
        strain = speech.strain(start.strain)
        told = [speech.game(start.rules.variant)]
        told += [speech.say("misère")] if start.misere else []
        told.append(speech.say("trump {trump}", trump=out.strain(start.strain)) if start.strain < 4 else strain)
        told.append(speech.say("points of {side}", side=self.side(start.side)))
        out.line(", ".join(told) + "\n")

    def tricks(self, cards: Iterable[Card], skip: int = 0) -> None:
        """Cards played in the deal, a line a trick, without the first ones: who led, and who took how much."""
        out, say = self.out, self.names.speech.say
        for trick in list(tricks(self.analysis.deal.start, cards))[skip:]:
            words = []
            for placed in trick.cards:
                card = placed.card.text(out.language, symbols=out.symbols)
                words.append(f"({card})" if placed.index is None else card)
            line = f"  {trick.leader}: {' '.join(words)}"
            if trick.winner is not None:
                line += "  " + say("{seat} takes {points}", seat=trick.winner, points=trick.points)
            out.line(line)


def show(analysis: Analysis, text: Sequence[str], out: Paper, *, bidding: bool = False) -> None:
    """The whole post-mortem, or that it is not finished.

    ``text``: the deal in words, a paragraph each; ``bidding``: whether that was asked for.
    """
    view = View.of(analysis, out)
    say, names = view.names.speech.say, view.names
    _deal(view)
    nodes = f"{analysis.nodes:,}"
    if analysis.balance is None:
        out.line("\n" + say("not settled in {nodes} nodes: no card can be judged", nodes=nodes))
        return
    view.head(say("card by card, in points of {side} for the whole deal:", side=view.side(analysis.side)))
    view.sheet(sheets.card_sheet(analysis, names))
    _course(view)
    if not analysis.finished:
        told = say("The score was not settled within the budget, so whether a card changed the result is not known.")
        out.line(f"\n  {told}")
    _turning(view)
    _luck(view)
    view.head(say("seat by seat:"))
    view.sheet(sheets.seat_sheet(analysis, names))
    if (sides := sheets.side_sheet(analysis, names)).rows:
        out.line("")
        view.sheet(sides)
    _balances(view)
    view.head(say("what it came to:"))
    view.sheet(sheets.result_sheet(analysis, names))
    _exchange(view)
    if bidding or analysis.bidding is not None:
        _bidding(view)
    if text:
        view.head(say("in words:"))
        for paragraph in text:
            out.line(f"  {paragraph}")
    out.line("\n" + say("{nodes} nodes", nodes=nodes))


def _deal(view: View) -> None:
    """What was played, the hands, and the cards in the order they were played."""
    deal, out, say = view.analysis.deal, view.out, view.names.speech.say
    view.game()
    out.line(render.diagram(deal.start, out.language, symbols=out.symbols, on_turn=False) + "\n")
    if deal.declarer is not None:
        out.line(say("{seat} is the declarer", seat=view.side([deal.declarer])) + "\n")
    out.line(say("as it was played:") if deal.complete else say("as it was played (broken off):"), style="bold")
    view.tricks(deal.plays)


def _course(view: View) -> None:
    """The values over the deal as little bars, trick by trick, and where a score is known its margins too."""
    analysis, out, say = view.analysis, view.out, view.names.speech.say
    start = analysis.deal.start
    curves = [(say("points of {side}", side=view.side(analysis.side)), analysis.values)]
    if analysis.score is not None:
        margins = [None if at is None else at.margin for at in analysis.score.at]
        curves.append((say("score of {side}", side=view.side(analysis.score.owners)), margins))
    out.line("")
    for told, values in curves:
        known = [value for value in values if value is not None]
        if known:
            bars = sparkline(values, start.players, len(start.trick), out.console.encoding)
            out.line(f"  {bars}  {told}: " + say("{least} to {most}", least=min(known), most=max(known)))


def _turning(view: View) -> None:
    """The cards that changed the result, each with the line that holds it and the one that refutes the card."""
    analysis, out, names = view.analysis, view.out, view.names
    say = names.speech.say
    if not analysis.turning:
        return
    view.head(say("where the result turned:"))
    for point in analysis.turning:
        told = say("trick {trick}, {seat} plays {card}", trick=point.trick, seat=view.side([point.seat]),
                   card=out.cards([point.card]))  # fmt: skip
        out.line(f"  {told}: {names.change(point.before, point.after)}", style="bold")
        out.line("    " + say("better: {cards}", cards=out.cards(point.better)))
        for outcome, line in ((point.before, point.proof), (point.after, point.refutation)):
            out.line(f"    {names.outcome(outcome)}: {view.played(point.moment, line)}")


def _luck(view: View) -> None:
    """Of each costly card, whether its player could have known better."""
    analysis, out, names = view.analysis, view.out, view.names
    say = names.speech.say
    if analysis.luck is None:
        return
    view.head(say("luck or error:"))
    if not analysis.luck:
        costly = any(card.costly for card in analysis.cards)
        out.line("  " + (say("broken off before a card was judged") if costly else say("no card cost anything")))
        return
    start = analysis.deal.start
    rows = [
        (
            str((len(start.trick) + one.moment) // start.players + 1),
            names.who(one.seat),
            out.cards([one.card]),
            names.luck(one),
        )
        for one in analysis.luck
    ]
    out.table((say("trick"), say("who"), say("card"), say("luck or error")), rows, words=(1, 2, 3))


def _balances(view: View) -> None:
    """The sums that join perfect play, the losses and what was taken; signs are turned in misère."""
    analysis, say = view.analysis, view.names.speech.say
    start, balance = analysis.deal.start, analysis.balance
    assert balance is not None
    view.head(say("the balance of {side}:", side=view.side(analysis.side)))
    sums = _sum(view, balance, analysis.side, turned=start.misere)
    if analysis.deal.complete:
        end = say("{points} taken, of {all}", points=balance.taken, all=analysis.of)
    else:
        end = say("{points} taken, if the rest is played perfectly, of {all}", points=balance.taken, all=analysis.of)
    view.out.line(f"  {sums} = {end}")
    if analysis.score_balance is not None and analysis.score is not None:
        sums = _sum(view, analysis.score_balance, analysis.score.owners)
        view.out.line(f"  {sums} = {say('{score} in score', score=analysis.score_balance.taken)}")


def _sum(view: View, balance: Balance, own: Sequence[int], *, turned: bool = False) -> str:
    say, players = view.names.speech.say, view.analysis.deal.start.players
    minus, plus = ("+", "−") if turned else ("−", "+")
    others = [seat for seat in range(players) if seat not in own]
    return " ".join((
        say("{points} at the start", points=balance.start),
        minus, say("{points} lost by {side}", points=balance.own_losses, side=view.side(own)),
        plus, say("{points} lost by {side}", points=balance.other_losses, side=view.side(others)),
    ))  # fmt: skip


def _exchange(view: View) -> None:
    """Whether the seven of trumps should have been swapped."""
    found, say = view.analysis.exchange, view.names.speech.say
    if found is None:
        return
    told = say("it makes no difference")
    if found.better is not None:
        told = say("better kept") if found.better == "keep" else say("better swapped")
    view.out.line("  " + say("the seven of trumps of {seat}: {keep} if kept, {swap} if swapped: {told}",
                             seat=view.side([found.seat]), keep=found.keep, swap=found.swap, told=told))  # fmt: skip


def _bidding(view: View) -> None:
    """What each contract would have brought, what was given up, and who could have known."""
    review, names, out = view.analysis.bidding, view.names, view.out
    say = names.speech.say
    view.head(say("the bidding:"))
    if review is None:
        out.line("  " + say("not judged: it takes the full hands, and the time to look at them"))
        return
    for number, sheet in enumerate(bidding_sheets(review, names)):
        if number:
            out.line("")
        view.sheet(sheet)
