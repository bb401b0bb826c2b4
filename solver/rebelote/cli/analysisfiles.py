"""The reports of ``analyse``: to files, or one of them to standard output in place of the answer."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from rebelote import Analysis, InputError
from rebelote.cli.paper import Paper

#: Stands for standard output where a file is wanted.
STDOUT = "-"

#: The options of ``Reports``.
REPORTS = ("html", "markdown", "plot", "csv", "parquet", "totals")


@dataclass(slots=True)
class Sheet(Paper):
    """Standard output with one report on it, and nothing around that."""

    text: str = ""

    def begin(self, title: str) -> None:
        """A new report; it has no title."""
        self.text = ""

    def end(self) -> str:
        """The report without the end of its last line."""
        return self.text.removesuffix("\n")


@dataclass(slots=True)
class Reports:
    """Where the reports on the deals of one run go; each a file's name, or none.

    HTML and plots are a file a deal, numbered from the second on; Markdown and the tables hold all deals. All but
    Parquet and totals is written deal by deal, so that what breaks off has written what it did. With
    ``totals`` the tables have a row a player, else one a deal and seat.
    """

    language: str
    html: str | None = None
    markdown: str | None = None
    plot: str | None = None
    csv: str | None = None
    parquet: str | None = None
    totals: bool = False
    _deals: int = field(default=0, init=False)
    _begun: set[str] = field(default_factory=set, init=False)
    _rows: list[dict[str, Any]] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        """Refuse early what could not be written in the end."""
        paths = {name: getattr(self, name) for name in REPORTS if name != "totals"}
        for name, path in paths.items():
            if path == STDOUT and name in ("plot", "parquet"):
                raise click.BadParameter("it needs a file", param_hint=f"--{name}")
            if path not in (None, STDOUT) and (Path(path).is_dir() or not Path(path).absolute().parent.is_dir()):
                raise click.BadParameter(f"{path} is no file that can be written", param_hint=f"--{name}")
        if sum(path == STDOUT for path in paths.values()) > 1:
            raise click.UsageError("One report can go to standard output, not several.")
        if self.totals and self.csv is None and self.parquet is None:
            raise click.UsageError("--totals says what the tables of --csv and --parquet have: give one of them.")
        try:
            _extras(self.plot, self.parquet)
        except InputError as error:
            raise click.UsageError(str(error)) from None

    @property
    def stdout(self) -> bool:
        """Whether one of the reports is the answer on standard output."""
        return STDOUT in (self.html, self.markdown, self.csv)

    @property
    def wanted(self) -> bool:
        """Whether there is a report at all."""
        return any(getattr(self, name) for name in REPORTS)

    def add(self, analysis: Analysis) -> str:
        """Write the deal's reports; what belongs on standard output is returned."""
        if not self.wanted:
            return ""
        # Loaded here: who wants no report does not wait for what makes them.
        from rebelote.reports.markdown import to_markdown
        from rebelote.reports.page import to_html
        from rebelote.reports.plot import save_curve

        self._deals += 1
        said = ""
        if self.html is not None:
            said += self._write(self._numbered(self.html), to_html(analysis, self.language))
        if self.markdown is not None:
            text = to_markdown(analysis, self.language)
            said += self._append(self.markdown, text if self._deals == 1 else f"\n{text}")
        if self.plot is not None and any(value is not None for value in analysis.values):
            path = self._numbered(self.plot)
            with _writing(path):
                save_curve(analysis, path, self.language)
        if self.csv is not None or self.parquet is not None:
            said += self._table(analysis)
        return said

    def close(self) -> str:
        """Write what needs all deals together; what belongs on standard output is returned."""
        if not self.wanted:
            return ""
        from rebelote.reports.sessions import player_totals, to_csv, write_parquet

        said = ""
        rows = player_totals(self._rows) if self.totals else self._rows
        if self.totals and self.csv is not None:
            said = self._append(self.csv, to_csv(rows))
        if self.parquet is not None:
            with _writing(self.parquet):
                write_parquet(rows, self.parquet)
        return said

    def _table(self, analysis: Analysis) -> str:
        from rebelote.reports.sessions import session_rows, to_csv

        rows = [{**row, "deal": self._deals} for row in session_rows([analysis])]
        if self.totals or self.parquet is not None:
            self._rows += rows
        if self.csv is None or self.totals:
            return ""
        text = to_csv(rows)
        # The head stands above the first deal only.
        return self._append(self.csv, text if self._deals == 1 else text.partition("\n")[2])

    def _numbered(self, path: str) -> str:
        if path == STDOUT or self._deals == 1:
            return path
        whole = Path(path)
        return str(whole.with_name(f"{whole.stem}-{self._deals}{whole.suffix}"))

    def _write(self, path: str, text: str) -> str:
        if path == STDOUT:
            return text
        with _writing(path):
            Path(path).write_text(text, encoding="utf-8")
        return ""

    def _append(self, path: str, text: str) -> str:
        """Add to a file that this run began, so that a reader has all that is written of it."""
        if path == STDOUT:
            return text
        with _writing(path), Path(path).open("a" if path in self._begun else "w", encoding="utf-8", newline="") as file:
            file.write(text)
        self._begun.add(path)
        return ""


def _extras(plot: str | None, parquet: str | None) -> None:
    """Raise ``InputError`` where a report is wanted that this installation cannot make."""
    if plot is None and parquet is None:
        return
    from rebelote.reports.extras import needed
    from rebelote.reports.plot import ENDINGS

    if plot is not None:
        if Path(plot).suffix.lower() not in ENDINGS:
            raise InputError(f"a plot is a file that ends in {' or '.join(ENDINGS)}, not {Path(plot).name!r}")
        needed("matplotlib", "a plot")
    if parquet is not None:
        needed("pyarrow", "Parquet")


@contextmanager
def _writing(path: str) -> Iterator[None]:
    """Tell in words that a file cannot be written."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror or error}") from None
