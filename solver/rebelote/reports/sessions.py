"""A table over many deals: a row a deal and seat, totals a player, as CSV and Parquet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rebelote.errors import InputError
from rebelote.reports.extras import needed
from rebelote.reports.naming import tags_of

if TYPE_CHECKING:
    from rebelote.postmortem.analysis import Analysis

#: The columns of ``session_rows`` and what they hold. Numbers are empty where they are not known.
COLUMNS: dict[str, type] = {
    "deal": int, "game": str, "trump": str, "player": str, "seat": int, "side": str, "declarer": bool,
    "complete": bool, "finished": bool, "result": str, "written": int, "taken": int, "cards": int, "decisions": int,
    "best_played": int, "best_share": float, "points_lost": int, "score_lost": int, "only": int, "best": int,
    "inaccuracy": int, "mistake": int, "changed": int, "unlucky": int, "avoidable": int, "unclear": int,
}  # fmt: skip

#: Those of ``player_totals``.
TOTAL_COLUMNS: dict[str, type] = {
    "player": str, "seat": int, "deals": int, "judged": int, "declared": int, "made": int, "written": int,
    "taken": int, "cards": int, "decisions": int, "best_played": int, "best_share": float, "points_lost": int,
    "score_lost": int, "points_lost_a_deal": float, "only": int, "best": int, "inaccuracy": int, "mistake": int,
    "changed": int, "unlucky": int, "avoidable": int, "unclear": int,
}  # fmt: skip

LABELS = ("only", "best", "inaccuracy", "mistake", "changed")
VERDICTS = ("unlucky", "avoidable", "unclear")
_SUMS = ("written", "taken", "cards", "decisions", "best_played", "points_lost", "score_lost", *LABELS, *VERDICTS)


def session_rows(analyses: Iterable[Analysis]) -> list[dict[str, Any]]:
    """One row a deal and seat, with the columns of ``COLUMNS``.

    Deals are counted from 1; ``player`` is who sat there by the tags of the record, else empty. Of an analysis that is
    not finished only what was taken is told. ``result`` is that of the deal and ``written`` what the seat's party
    wrote, where the deal came to a score; the verdicts of luck are none where nobody asked for them.
    """
    return [row for deal, analysis in enumerate(analyses, 1) for row in _rows(deal, analysis)]


def _rows(deal: int, analysis: Analysis) -> Iterator[dict[str, Any]]:
    start, named = analysis.deal.start, tags_of(analysis)
    result, written = _score(analysis)
    for seat in range(start.players):
        party = start.rules.party(seat)
        seats = [s for s in range(start.players) if start.rules.party(s) == party]
        row: dict[str, Any] = dict.fromkeys(COLUMNS)
        row |= {
            "deal": deal,
            "game": start.rules.variant,
            "trump": str(start.strain),
            "player": named.get(str(seat), ""),
            "seat": seat,
            "side": "+".join(map(str, seats)),
            "declarer": seat == analysis.deal.declarer,
            "complete": analysis.deal.complete,
            "finished": analysis.finished,
            "result": result,
            "written": written[party],
            "taken": analysis.taken_by_seat[seat],
        }
        if analysis.finished:
            row |= _judged(analysis, seat)
        yield row


def _score(analysis: Analysis) -> tuple[str, tuple[int | None, ...]]:
    """The result, and what each party wrote: by the record, else by the stakes of a complete deal."""
    found = None if analysis.record is None else analysis.record.score()
    if found is not None:
        return found.result, found.written
    start = analysis.deal.start
    last = analysis.score.at[-1] if analysis.score is not None and analysis.deal.complete else None
    if last is None:
        return "", (None,) * start.rules.parties(start.players)
    return last.result or "", last.written


def _judged(analysis: Analysis, seat: int) -> dict[str, Any]:
    total = next(total for total in analysis.seats if total.seat == seat)
    out: dict[str, Any] = {
        "cards": total.cards,
        "decisions": total.decisions,
        "best_played": total.best_played,
        "best_share": total.best_share,
        "points_lost": total.loss,
        "score_lost": total.score_loss,
    }
    # The members of Label are named as the columns are.
    out |= {label.name.lower(): count for label, count in (total.labels or {}).items()}
    if analysis.luck is not None:
        verdicts: list[str] = [luck.verdict for luck in analysis.luck if luck.seat == seat]
        out |= {verdict: verdicts.count(verdict) for verdict in VERDICTS}
    return out


def player_totals(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """One row a player over the rows of ``session_rows``, with the columns of ``TOTAL_COLUMNS``, as they appear.

    Who has no name is told by the seat. ``judged`` counts the deals with a finished analysis, which alone have
    decisions and losses; a sum is none where no deal tells the number. ``made``: contracts that the player declared
    and made. ``score_lost`` sums the deals where it is known.
    """
    players: dict[tuple[str, int | None], list[Mapping[str, Any]]] = {}
    for row in rows:
        players.setdefault((row["player"], None if row["player"] else row["seat"]), []).append(row)
    return [_total(player, seat, own) for (player, seat), own in players.items()]


def _total(player: str, seat: int | None, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    out: dict[str, Any] = dict.fromkeys(TOTAL_COLUMNS)
    declared = [row for row in rows if row["declarer"]]
    judged = sum(row["finished"] for row in rows)
    out |= {
        "player": player,
        "seat": seat,
        "deals": len(rows),
        "judged": judged,
        "declared": len(declared),
        "made": sum(row["result"] == "made" for row in declared),
    }
    for column in _SUMS:
        known = [row[column] for row in rows if row[column] is not None]
        out[column] = sum(known) if known else None
    out["best_share"] = out["best_played"] / out["decisions"] if out["decisions"] else None
    out["points_lost_a_deal"] = out["points_lost"] / judged if judged else None
    return out


# --- files -------------------------------------------------------------------------------


def _columns(rows: Sequence[Mapping[str, Any]]) -> dict[str, type]:
    """The columns of a table; of one without rows those of ``session_rows``."""
    if not rows:
        return COLUMNS
    found = next((columns for columns in (COLUMNS, TOTAL_COLUMNS) if list(columns) == list(rows[0])), None)
    if found is None:
        raise InputError("a table is one of session_rows or of player_totals")
    return found


def to_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """The table as CSV (RFC 4180, lines end in CR LF), a head line first; what is not known is empty.

    Truth values are true and false. Raises ``InputError`` for rows of another shape.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    columns = _columns(rows)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([str(row[c]).lower() if isinstance(row[c], bool) else row[c] for c in columns])
    return out.getvalue()


def write_parquet(rows: Sequence[Mapping[str, Any]], path: str | Path) -> None:
    """The table as a Parquet file with typed columns; what is not known is null.

    Needs pyarrow (the extra ``data``); raises ``InputError`` without it, or for rows of another shape.
    """
    arrow = needed("pyarrow", "Parquet")
    parquet = needed("pyarrow.parquet", "Parquet")
    kinds = {int: arrow.int64(), float: arrow.float64(), str: arrow.string(), bool: arrow.bool_()}
    columns = _columns(rows)
    arrays = {c: arrow.array([row[c] for row in rows], type=kinds[kind]) for c, kind in columns.items()}
    parquet.write_table(arrow.table(arrays), str(path))
