"""What ``import rebelote`` drags in: nothing that a solver does not need."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable

import pytest

#: Packages that the command, the service or the tests use, and the library must not load.
HEAVY = (
    "flask",
    "apiflask",
    "werkzeug",
    "click",
    "rich",
    "pydantic",
    "waitress",
    "numpy",
    "hypothesis",
    "rebelote_service",
)

_PROGRAM = """
import json, sys, time
before, start = set(sys.modules), time.perf_counter()
{imports}
spent = time.perf_counter() - start
print(json.dumps({{"modules": sorted(set(sys.modules) - before), "milliseconds": round(spent * 1000)}}))
"""


def _loaded(imports: str) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM.format(imports=imports)], capture_output=True, text=True, check=True
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("heavy", HEAVY)
def test_the_library_loads_nothing_of_the_command_and_the_service(heavy: str) -> None:
    modules = _loaded("import rebelote")["modules"]
    assert isinstance(modules, list)
    assert "rebelote" in modules
    assert [m for m in modules if m.split(".")[0] == heavy] == []


def test_solving_loads_nothing_more() -> None:
    found = _loaded("import rebelote; rebelote.solve('gambler H 0 A.../7...')")
    modules = found["modules"]
    assert isinstance(modules, list)
    assert [m for m in modules if m.split(".")[0] in HEAVY] == []


def test_records_wait_until_they_are_asked_for() -> None:
    parts = {"rebelote.wholedeals", "rebelote.match", "rebelote.recordtext", "rebelote.cfn"}
    modules = _loaded("import rebelote")["modules"]
    assert isinstance(modules, list)
    assert not parts & set(modules)
    asked = _loaded("from rebelote import DealRecord")["modules"]
    assert isinstance(asked, list)
    assert parts < set(asked)


def test_an_import_prints_nothing_and_warns_of_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "import rebelote"], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("", "")


def test_the_time_of_an_import_is_on_record(record_property: Callable[[str, object], None]) -> None:
    """For information: it goes into the report of the run; no clock decides a test."""
    milliseconds = _loaded("import rebelote")["milliseconds"]
    record_property("import_rebelote_ms", milliseconds)
    assert isinstance(milliseconds, int)


def test_every_public_name_is_there() -> None:
    import rebelote

    assert sorted(rebelote.__all__) == sorted(set(rebelote.__all__))
    for name in rebelote.__all__:
        assert getattr(rebelote, name) is not None
