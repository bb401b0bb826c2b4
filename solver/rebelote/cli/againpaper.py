"""What people get to see of another card tried in a played deal: what it brings, and how the deal goes on."""

from __future__ import annotations

from rebelote import Analysis, render
from rebelote.cli.analysispaper import View
from rebelote.cli.paper import Paper
from rebelote.postmortem.attempts import Tried


def show_try(tried: Tried, played: Analysis, out: Paper) -> None:
    """The position before the card, what the card is worth there, and the deal with best play behind it.

    ``played`` is the analysis of the deal as it was played.
    """
    again, view = tried.again, View.of(played, out)
    names, start = view.names, played.deal.start
    say, side = names.speech.say, view.side(start.side)
    at = start
    for card in again.deal.plays[: again.moment]:
        at = at.put(card)
    view.game()
    out.line(render.diagram(at, out.language, symbols=out.symbols) + "\n")
    trick = (len(start.trick) + again.moment) // start.players + 1
    told = {"trick": trick, "seat": view.side([again.seat]), "card": out.cards([again.card])}
    was = [card.card for card in played.cards[again.moment : again.moment + 1]]
    if was and was[0] != again.card:
        instead = out.cards(was)
        out.line(say("trick {trick}, {seat} plays {card} in place of {instead}", **told, instead=instead), style="bold")
    else:
        out.line(say("trick {trick}, {seat} plays {card}", **told), style="bold")
    if again.value is None:
        out.line("  " + say("not settled in {nodes} nodes", nodes=f"{again.nodes:,}"))
        return
    out.line("  " + say("{points} of {all} for {side}", points=again.value, all=played.of, side=side))
    if played.values[-1] is not None:
        out.line("  " + say("as it was played: {points}", points=played.values[-1]))
    lost = [names.speech.points(again.loss)] if again.loss else []
    lost += [say("{score} in score", score=again.score_loss)] if again.score_loss else []
    out.line("  " + (say("the card loses {lost}", lost=", ".join(lost)) if lost else say("the card loses nothing")))
    if again.score is not None and again.score.result:
        out.line(f"  {names.result(again.score.result)}")
    view.head(say("the deal from there, with best play:"))
    view.tricks(again.deal.plays, skip=trick - 1)
    out.line("\n" + say("{nodes} nodes", nodes=f"{again.nodes:,}"))
