"""Output lines as JSON or as Markdown tables."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import groupby
from typing import Any

Row = dict[str, Any]

#: Columns from which a table of few rows is turned on its side.
WIDE = 13
FEW = 3


def as_json(row: Row) -> str:
    """One line of JSON."""
    return json.dumps(row)


def as_markdown(rows: Iterable[Row]) -> str:
    """Markdown: a table for each run of rows with the same columns.

    Columns that are the same in all rows of a table of several are told once, above it.
    """
    return "\n\n".join(_table(list(group)) for _, group in groupby(rows, key=tuple))


def _table(rows: list[Row]) -> str:
    columns = list(rows[0])
    if len(columns) >= WIDE and len(rows) <= FEW:
        return _sideways(columns, rows)
    same = [c for c in columns[1:] if len(rows) > 1 and all(row[c] == rows[0][c] for row in rows)]
    shown = [c for c in columns if c not in same]
    lines = [", ".join(f"{_title(c)}: {_text(rows[0][c])}" for c in same), ""] if same else []
    lines.append("| " + " | ".join(_title(c) for c in shown) + " |")
    numbers = [isinstance(rows[0][c], (int, float)) for c in shown]
    lines.append("|" + "|".join("---:" if number else "---" for number in numbers) + "|")
    lines += ["| " + " | ".join(_text(row[c]) for c in shown) + " |" for row in rows]
    return "\n".join(lines)


def _sideways(columns: list[str], rows: list[Row]) -> str:
    """A line for each column, a column for each row."""
    lines = ["| |" + " |" * len(rows), "|---|" + "---:|" * len(rows)]
    lines += [f"| {_title(c)} | " + " | ".join(_text(row[c]) for row in rows) + " |" for c in columns]
    return "\n".join(lines)


def _title(column: str) -> str:
    return column.replace("_per_s", "/s").replace("_", " ")


def _text(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3f}" if abs(value) < 10 else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)
