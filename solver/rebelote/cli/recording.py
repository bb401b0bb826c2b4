"""``score`` and ``record``: what whole deals came to, whether they can be true, and the other forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from rebelote import DealRecord, StopFlag, render
from rebelote.cli.options import examples, paper, records
from rebelote.cli.paper import Paper
from rebelote.cli.running import Data, answer_inputs
from rebelote.wholescores import AFTER_TRICK, BROKEN_OFF, DOEZD, EIGHT_TRUMPS, HALF_BAIT, REST, Ended
from rebelote.wholesheets import Scorer, ScoreSheet

HOW_TO_GIVE = """Each INPUT is a file, '-' for standard input, or a record typed in place; without one, standard
input is read. A record is a JSON object, tags up to a blank line, a line of CFN, or a position in text form
with plays; a file may hold many of them."""


def _read(data: Data) -> DealRecord:
    return DealRecord.read(data) if isinstance(data, str) else DealRecord.from_dict(data)


# --- score -------------------------------------------------------------------------------


@click.command(
    short_help="What each party writes for a deal.",
    help="Score whole deals by the rules: what each party took, what it writes, and the running totals of deals"
    f" that follow one another.\n\n{HOW_TO_GIVE}",
    epilog=examples(
        "rebelote score examples/records/gambler.json",
        "rebelote score --json evening.txt",
        "rebelote record --to text examples/records/*.json | rebelote score -",
    ),
)
@records
def score(inputs: tuple[str, ...], as_json: bool, lang: str, symbols: bool) -> None:
    scorer = Scorer()

    def work(data: Data, stop: StopFlag) -> ScoreSheet:
        return scorer.add(_read(data))

    answer_inputs(inputs, work, ScoreSheet.to_dict, _show_sheet, paper(as_json, lang, symbols), scorer.missed)


def _show_sheet(sheet: ScoreSheet, out: Paper) -> None:
    record = sheet.record
    score, tally = record.score(), record.tally()
    out.line(_headline(sheet, out), style="bold")
    written = sheet.written
    rows = []
    for party in range(record.rules.parties(record.players)):
        numbers = [sheet.by_party(of)[party] for of in (tally.tricks, tally.points, tally.melds, tally.belas)]
        rows.append(
            (
                _party(sheet, party),
                str(numbers[0]),
                str(numbers[1]),
                *(str(number or "") for number in numbers[2:]),
                "" if score is None else str(score.counted[party]),
                "" if written is None else str(written[party]),
                "" if sheet.before is None else str(sheet.before.scores[party]),
                "" if sheet.after is None else str(sheet.after.scores[party]),
            )
        )
    head = ("", "tricks", "points", "melds", "belas", "counts", "writes", "before", "after")
    out.table(head, rows, words=(0,))
    for line in _notes(sheet):
        out.line(f"  {line}")


def _headline(sheet: ScoreSheet, out: Paper) -> str:
    record, score = sheet.record, sheet.record.score()
    words = [record.rules.variant]
    if record.reckoning is None:
        return f"{words[0]}: nobody played this deal"
    start, declarer = record.played.start, record.played.declarer
    if start.misere:
        words.append("misère")
    words.append(f"trump {out.strain(start.strain)}" if start.strain < 4 else str(start.strain))
    if declarer is not None:
        told = sheet.contract
        words.append(f"seat {declarer} declared" + ("" if told in (None, str(start.strain)) else f" {told}"))
    return ", ".join(words) + ("" if score is None or start.misere else f": {score.result}")


def _party(sheet: ScoreSheet, party: int) -> str:
    """Whose score it is, with the names that the record tells."""
    rules, tags = sheet.record.rules, sheet.record.data.get("tags", {})
    seats = [seat for seat in range(sheet.record.players) if rules.party(seat) == party]
    names = [tags[str(seat)] for seat in seats if tags.get(str(seat), "").isprintable() and tags.get(str(seat))]
    return render.side_name(seats) + (f" ({', '.join(names)})" if names else "")


def _notes(sheet: ScoreSheet) -> list[str]:
    """What else there is to say, a line each."""
    record, score, out = sheet.record, sheet.record.score(), list[str]()
    if score is not None and score.capot is not None:
        out.append(f"{_party(sheet, score.capot)} took every trick")
    if score is not None and score.hanging:
        out.append(f"{score.hanging} hang until the next deal")
    if record.ended is not None:
        out.append(_ended_words(record.ended))
    elif score is None and record.reckoning is not None:
        played_out = record.reckoning.deal.complete and record.reckoning.full
        out.append(
            "what was declared is not told, so the deal has no score"
            if played_out
            else "not a whole deal played to its last card, so it has no score"
        )
    before, after = sheet.before, sheet.after
    if before is not None and after is not None:
        paid = sum(before.hanging) + (0 if score is None else score.hanging) - sum(after.hanging)
        if paid:
            out.append(f"{paid} that hung before are paid out")
        if after.winner is not None:
            out.append(f"{_party(sheet, after.winner)} has won" + (" (it counts two)" if after.worth == 2 else ""))
    return out


def _ended_words(ended: Ended) -> str:
    who = "somebody" if ended.seat is None else f"seat {ended.seat}"
    right = {True: ": right", False: ": wrong", None: ""}[ended.right]
    wanted = "" if ended.wanted is None else f" of the {ended.wanted} wanted"
    return {
        REST: f"{who} claimed the rest",
        BROKEN_OFF: "broken off: nothing is written",
        EIGHT_TRUMPS: f"{who} held all eight trumps",
        AFTER_TRICK: f"{who} claimed the match after a trick, with {ended.brought}{wanted}{right}",
        DOEZD: f"{who} claimed the match (doezd), with {ended.brought}{wanted}{right}",
        HALF_BAIT: f"{who} claimed half bait, with {ended.brought}{wanted}{right}",
    }[ended.kind]


# --- record ------------------------------------------------------------------------------


class Verbatim(Paper):
    """Answers exactly as they are, ``between`` them that line ends and blank lines a form wants."""

    def __init__(self, between: str = "") -> None:
        super().__init__()
        self._between = between
        self._text = ""

    def begin(self, title: str) -> None:
        self._text = self._between if self._answers else ""
        self._answers += 1

    def line(self, text: str, *, style: str = "") -> None:
        self._text += text

    def end(self) -> str:
        return self._text


#: How a record is written, and what stands between two.
_FORMS: dict[str, tuple[Callable[[DealRecord], Any], str]] = {
    "json": (DealRecord.to_dict, ""),
    "text": (lambda record: record.to_text().removesuffix("\n"), "\n"),
    "cfn": (DealRecord.to_cfn, ""),
}


@click.command(
    short_help="Check a record, or write it in another form.",
    help=f"Say what is wrong with a record (--check), or write it as JSON, tags or CFN (--to).\n\n{HOW_TO_GIVE} A"
    " record with a fault is not written; equal records are written alike to the byte.",
    epilog=examples(
        "rebelote record --check examples/records/*.json",
        "rebelote record --to text examples/records/gambler.json",
        "rebelote record --to json 'W:9..QJ97.K/.TKJ.T.T8/7..A8.A97/Q8.A.K.QJ TsAsJsKs/7h9h8hQh 110cEW'",
    ),
)
@records
@click.option("--check", is_flag=True, help="Tell every fault, or ok.")
@click.option("--to", "form", type=click.Choice(list(_FORMS)), help="Write the record in this form.")
def record(inputs: tuple[str, ...], as_json: bool, lang: str, symbols: bool, check: bool, form: str | None) -> None:
    if check == (form is not None):
        raise click.UsageError("Say either --check or --to json, text or cfn.")
    if form is None:
        out = paper(as_json, lang, symbols)
        answer_inputs(inputs, lambda data, stop: _read(data), lambda _: {"ok": True}, _show_ok, out)
        return
    name, (write, between) = form, _FORMS[form]
    if name == "json":
        answer_inputs(inputs, lambda data, stop: write(_read(data)), dict, _show_text, None)
        return
    sheet = None if as_json else Verbatim(between)
    answer_inputs(inputs, lambda data, stop: write(_read(data)), lambda text: {name: text}, _show_text, sheet)


def _show_ok(record: DealRecord, out: Paper) -> None:
    out.line("ok")


def _show_text(text: str, out: Paper) -> None:
    out.line(text)
