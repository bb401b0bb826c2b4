"""Records that the tests of records begin with, made by hand."""

from __future__ import annotations

from typing import Any

from rebelote import deal_problems
from rebelote.cards import split_cards
from rebelote.recordtext import KEYS

Data = dict[str, Any]

#: A deal of gambler, everything about it told: 7–8–9 of trumps against T–J–Q of spades.
GAMBLER: Data = {
    "version": 1,
    "variant": "gambler",
    "players": 2,
    "options": {},
    "tags": {"Date": "2026.11.29", "0": "Anna", "1": "Борис"},
    "dealer": 1,
    "upcard": "TH",
    "bottom": "7S",
    "first": ["TS QS KH KD QC KC", "KS 9H JH 9D QD AC"],
    "hands": ["8S TS JS QS KH KD AD QC KC", "KS 7H 8H 9H JH 9D QD 8C AC"],
    "exchange": None,
    "auction": ["pass", "play"],
    "trump": "H",
    "misere": False,
    "declarer": 1,
    "contract": "H",
    "leader": 0,
    "side": [1],
    "melds": [{"seat": 0, "meld": "run TS JS QS"}, {"seat": 1, "meld": "run 7H 8H 9H"}],
    "belas": [],
    "plays": split_cards("QC AC JH KH 9H 8S 8C KC QS KS QD AD JS 7H 9D KD TS 8H"),
    "ending": None,
    "scores": [420, 388],
    "hanging": [],
    "written": [42, 81],
}
#: The same as small as it may be.
SMALL = {key: GAMBLER[key] for key in ("variant", "trump", "leader", "hands", "plays")}

#: Contrée, two tricks played: the line that colver's documentation has.
CFN = "W:9..QJ97.K/.TKJ.T.T8/7..A8.A97/Q8.A.K.QJ TsAsJsKs/7h9h8hQh 110cEW"

#: Contrée before the first card.
CONTREE: Data = {
    "version": 1, "variant": "contree", "dealer": 3,
    "hands": [
        "9S TS QH 7D 9D JD QD KC", "AS TH JH KH TD 8C TC 7H", "7S JS 9H 8D AD 7C 9C AC", "8S QS KS 8H AH KD JC QC",
    ],
    "auction": ["pass", "80C", "90D", "110C", "pass", "pass", "pass"],
    "trump": "C", "declarer": 3, "contract": "110C", "leader": 0, "plays": [],
}  # fmt: skip


def changed(**changes: Any) -> Data:
    """The deal of gambler with some keys changed; those that are ... are left out."""
    data = {**GAMBLER, **changes}
    return {key: data[key] for key in KEYS if key in data and data[key] is not ...}


def faults(data: Any) -> list[tuple[str, str]]:
    """Code and place of every fault of a record."""
    return [(problem.code, problem.where) for problem in deal_problems(data)]
