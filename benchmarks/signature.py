"""The signature: how many nodes the search visits on a few fixed positions.

The counts depend on the search alone, not on the machine, so a change of them says that the
search changed (and a commit that changes them says so too); tests/test_signature.py compares.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from rebelote import Engine, Position, Rules, Strain, deal
from rebelote.engine import DEFAULT_TABLE_BYTES
from timing import ask

FILE = Path(__file__).resolve().parent / "signature.json"


def positions() -> list[Position]:
    """Those of the file where it exists, so that counts stay comparable; else drawn anew."""
    if FILE.exists():
        return [Position.parse(item["position"]) for item in json.loads(FILE.read_text())["positions"]]
    rng = Random("rebelote signature")
    led = Rules.preset("classic", cannot_go_over="free", undertrump_partner=False)
    plain = Rules.preset("bulgarian", go_over_plain=True)
    return [
        deal("gambler", rng=rng),
        deal("gambler", misere=True, rng=rng),
        deal("lobovoy", strain=Strain.NT, rng=rng),
        deal("classic", rng=rng),
        deal("classic", tricks=6, mid_trick=True, rng=rng),
        deal(led, tricks=7, rng=rng),
        deal("capo", tricks=7, rng=rng),
        deal("capo", tricks=7, strain=Strain.AT, mid_trick=True, rng=rng),
        deal("ukrainian", players=2, rng=rng),
        deal("ukrainian", players=3, tricks=8, rng=rng),
        deal("contree", rng=rng),
        deal("contree", rng=rng),
        deal("bulgarian", strain=Strain.AT, rng=rng),
        deal(plain, tricks=7, strain=Strain.NT, rng=rng),
    ]


def count() -> dict[str, Any]:
    """The signature of the engine as it is."""
    engine = Engine(DEFAULT_TABLE_BYTES)
    items: list[dict[str, Any]] = [
        {
            "position": str(position),
            "value": ask(engine, position, "value").nodes,
            "cards": ask(engine, position, "cards").nodes,
        }
        for position in positions()
    ]
    total = sum(item["value"] + item["cards"] for item in items)
    return {"table_bytes": DEFAULT_TABLE_BYTES, "total": total, "positions": items}


def write() -> int:
    """Write signature.json; returns the total."""
    found = count()
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return int(found["total"])
