"""What people get to see of a hint where only one hand is seen: what is known, the advice, a table of the choices."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rebelote import render
from rebelote.cli.paper import Paper

if TYPE_CHECKING:
    from rebelote import CallHint, HiddenHint, Knowledge, MeldHint, PlanHint, SwapHint
    from rebelote.choices.worldodds import Odds


@dataclass(frozen=True, slots=True)
class Fitting:
    """How many deals fit what the seat on turn knows."""

    seat: int
    count: int

    def to_dict(self) -> dict[str, Any]:
        return {"seat": self.seat, "worlds": self.count}

    @property
    def text(self) -> str:
        deals = "1 deal fits" if self.count == 1 else f"{self.count:,} deals fit"
        return f"{deals} what seat {self.seat} knows."


def show_known(knowledge: Knowledge, out: Paper) -> None:
    """What is played, the seat's hand, and the table."""
    k, look = knowledge, {"symbols": out.symbols}
    words = [k.rules.variant + (", misère" if k.misere else "")]
    strain = out.strain(k.strain)
    words.append(f"trump {strain}" if k.strain < 4 else strain)
    led = f" ({k.trick_leader} led)" if k.trick else ""
    words += [f"seat {k.seat} to play{led}", f"points of {render.side_name(k.side)}"]
    out.line(", ".join(words) + "\n")
    out.line(render.seat_name(k.seat, k.players))
    for line in render.hand_lines(k.hand, k.rules, k.strain, out.language, **look):
        out.line("  " + line)
    for i, card in enumerate(k.trick):
        out.line(f"{(k.trick_leader + i) % k.players}: {card.text(out.language, **look)}")
    out.line("")


def show_cards(found: HiddenHint, out: Paper) -> None:
    """The advice in a sentence, every card, and what that rests on."""
    advice, *_, basis = found.text.split("\n")
    out.line(_said(advice, out), style="bold")
    out.line("")
    side, owners, party = (seats and render.side_name(seats) for seats in (found.side, found.owners, found.party))
    head = (
        "card", "plays alike", f"{side} takes", "±", "loss", f"score of {owners}", "±", f"{party} makes it", "best",
        "deals",
    )  # fmt: skip
    rows = [
        (
            out.cards([odds.card]),
            out.cards(odds.same_as) if odds.same_as else "",
            _number(odds.points),
            _number(odds.se) if not found.exact else "",
            _number(odds.loss),
            *_bounded(odds.score, odds.score_se, odds.score_bounds, found.exact),
            _share(odds.made),
            _share(odds.best),
            f"{odds.worlds:,}" if odds.worlds < found.solved else "",
        )
        for odds in found.cards
    ]
    out.table(head, rows, words=(0, 1))
    out.line("\n" + _said(basis, out))
    out.line(f"{found.nodes:,} nodes{_ENDS.get(found.stopped or '', '')}")


def show_plan(found: PlanHint, out: Paper) -> None:
    """The advice in a sentence, every card's share, and what that rests on."""
    advice, *_, basis = found.text.split("\n")
    out.line(_said(advice, out), style="bold")
    out.line("")
    rows = [
        (
            out.cards([odds.card]),
            out.cards(odds.same_as) if odds.same_as else "",
            ("" if odds.exact else "≤ ") + _share(odds.share),
            _share(odds.averaged),
        )
        for odds in found.found.cards
    ]
    out.table(("card", "plays alike", "one plan", "all cards seen later"), rows, words=(0, 1))
    out.line("\n" + _said(basis, out))
    out.line(f"{found.found.nodes:,} nodes")


def show_calls(found: CallHint, out: Paper) -> None:
    """The advice in a sentence, every call, and what that rests on."""
    rows = [
        (
            odds.call,
            _KINDS[odds.kind] or f"{odds.contract} by seat {odds.declarer}",
            *_told(odds.told, found.exact),
            _number(odds.loss),
        )
        for odds in found.calls
    ]
    _choices(found, ("call", "if all pass then", *_told_head(found.side), "loss"), rows, out)


def show_swap(found: SwapHint, out: Paper) -> None:
    """What keeping the seven and swapping it bring."""
    both = (("keep " + str(found.seven), found.keep), ("take " + str(found.upcard), found.swap))
    rows = [(_said(name, out), "", *_told(odds, found.exact)) for name, odds in both]
    _choices(found, ("", "", *_told_head(found.side)), rows, out, final=True)


def show_melds(found: MeldHint, out: Paper) -> None:
    """What each choice of melds brings."""
    side = render.side_name(found.side)
    rows = [
        (
            _said(" and ".join(map(str, odds.melds)) or "nothing", out),
            _share(odds.wins),
            _number(odds.points),
            _number(odds.others),
            _number(odds.margin),
            *_told(odds.told, found.exact),
        )
        for odds in found.choices
    ]
    head = ("melds", "win", f"melds of {side}", "of others", "difference", *_told_head(found.side))
    _choices(found, head, rows, out, words=(0,))


def _choices(
    found: CallHint | SwapHint | MeldHint,
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    out: Paper,
    words: Sequence[int] = (0, 1),
    *,
    final: bool = False,
) -> None:
    """The advice in a sentence, the choices, and what that rests on; with ``final`` also the sentence before that."""
    advice, *_, last, basis = found.text.split("\n")
    out.line(_said(advice, out) + "\n", style="bold")
    out.table(head, rows, words=words)
    out.line("\n" + (_said(last, out) + "\n" if final else "") + _said(basis, out))
    out.line(f"{found.nodes:,} nodes{_ENDS.get(found.stopped, '')}")


def _told_head(side: tuple[int, ...]) -> tuple[str, ...]:
    return f"score of {render.side_name(side)}", "±", "made", "card points", "±"


def _told(odds: Odds, exact: bool) -> tuple[str, ...]:
    """What a choice brings, in the columns of that head."""
    return (
        *_bounded(odds.margin, odds.margin_se, odds.margin_bounds, exact),
        _share(odds.made),
        _number(odds.points),
        "" if exact else _number(odds.points_se),
    )


_KINDS = {None: "a second round", "again": "dealt again", "misere": "misère", "contract": ""}

#: Why it ended, where the reader might wonder.
_ENDS = {
    "time": "; the time was up",
    "nodes": "; the nodes were spent",
    "asked": "; broken off",
    "separated": "; one card was certain",
}


def _bounded(
    value: float | None, error: float | None, bounds: tuple[float, float] | None, exact: bool
) -> tuple[str, str]:
    """A mean and its error, or the bounds of the mean."""
    if bounds is not None:
        return " to ".join(map(_number, bounds)), ""
    return _number(value), "" if exact else _number(error)


def _said(text: str, out: Paper) -> str:
    return render.in_words(text, out.language, symbols=out.symbols)


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _share(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"
