"""The search's signature: it visits as many nodes as benchmarks/signature.json says.

No clock here: a node count depends on the search alone. A change of the search changes the
counts; ``python benchmarks/run.py --write-signature`` writes the new ones, and the commit that
does so says why.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rebelote import Engine, Position, solve

SIGNATURE: dict[str, Any] = json.loads(
    (Path(__file__).parent.parent / "benchmarks" / "signature.json").read_text(encoding="utf-8")
)
ITEMS: list[dict[str, Any]] = SIGNATURE["positions"]


def nodes(position: Position, mode: str, engine: Engine) -> int:
    return solve(position, cards=mode == "cards", line=False, engine=engine).nodes


@pytest.mark.parametrize("mode", ["value", "cards"])
@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item["position"].split(" - ")[0])
def test_node_counts_are_the_ones_on_file(item: dict[str, Any], mode: str) -> None:
    engine = Engine(SIGNATURE["table_bytes"])
    assert nodes(Position.parse(item["position"]), mode, engine) == item[mode]


def test_total_on_file_is_the_sum_of_its_counts() -> None:
    assert SIGNATURE["total"] == sum(item[mode] for item in ITEMS for mode in ("value", "cards"))


def test_signature_covers_every_game() -> None:
    assert {Position.parse(item["position"]).rules.variant for item in ITEMS} == {
        "gambler", "lobovoy", "classic", "capo", "ukrainian", "contree", "bulgarian",
    }  # fmt: skip


def test_what_an_engine_solved_before_does_not_change_a_count() -> None:
    engine = Engine(SIGNATURE["table_bytes"])
    quick = [item for item in ITEMS if item["value"] < 20_000]
    for item in (*quick, *reversed(quick)):
        assert nodes(Position.parse(item["position"]), "value", engine) == item["value"]
