"""The examples: every one is read as the command reads it, is legal, and does what it is there for."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from rebelote import Analysis, DealRecord, PlayedDeal, Position, analyse, deal_problems, problems, solve
from rebelote.batch import sources
from rebelote.streams import Item

EXAMPLES = Path(__file__).parent.parent / "examples"
RECORDS = sorted((EXAMPLES / "records").iterdir())
POSITIONS = sorted((EXAMPLES / "positions").iterdir())
#: The games, each with a finished deal in the file of its name.
GAMES = ("gambler", "lobovoy", "classic", "capo", "ukrainian", "contree", "bulgarian")
_BEST = re.compile(r"# best (\w+): (\d+) of (\d+)")

every_record = pytest.mark.parametrize("path", RECORDS, ids=[p.name for p in RECORDS])
every_file = pytest.mark.parametrize("path", POSITIONS, ids=[p.name for p in POSITIONS])


def _items(path: Path) -> list[Item]:
    items = [item for source in sources([str(path)]) for item in source.items()]
    assert items
    assert [item.error for item in items] == [None] * len(items)
    return items


def _record(path: Path) -> DealRecord:
    [item] = _items(path)
    assert deal_problems(item.data) == []
    assert isinstance(item.data, dict)
    return DealRecord.from_dict(item.data)


def _deal(path: Path) -> PlayedDeal:
    return _record(path).played


def _positions() -> list[Position]:
    given = [item.data for path in POSITIONS for item in _items(path)]
    return [Position.parse(d) if isinstance(d, str) else Position.from_dict(d) for d in given if d is not None]


# --- records -------------------------------------------------------------------------


@every_record
def test_a_record_is_legal_from_the_first_card_on(path: Path) -> None:
    deal = _deal(path)
    at = deal.start
    assert at.hands[0].bit_count() == at.rules.cards
    for card in deal.plays:
        at = at.play(card)


@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_a_deal_played_to_the_last_card(game: str) -> None:
    deal = _deal(EXAMPLES / "records" / f"{game}.json")
    assert deal.start.rules.variant == game
    assert deal.complete
    assert deal.declarer is not None
    assert not deal.start.misere


def test_there_is_a_ukrainian_deal_for_two_and_one_for_three() -> None:
    found = [_record(EXAMPLES / "records" / f"{name}.json") for name in ("ukrainian_two", "ukrainian")]
    assert [record.players for record in found] == [2, 3]
    assert all("second" in record.data for record in found)


@every_record
def test_a_record_tells_the_whole_deal_and_what_was_written(path: Path) -> None:
    record = _record(path)
    wanted = {
        "version",
        "dealer",
        "first",
        "hands",
        "auction",
        "trump",
        "contract",
        "leader",
        "melds",
        "belas",
        "ending",
    }
    assert wanted <= set(record.data)
    assert ("upcard" in record.data) == (record.rules.variant not in ("contree", "bulgarian"))
    score = record.score()
    if score is None:
        assert record.ended is not None and record.ended.kind == "broken_off"
    else:
        assert list(score.written) == record.data["written"]
    assert DealRecord.read(record.to_text()) == record


def test_among_the_records_is_much_that_may_happen() -> None:
    records = [_record(path) for path in RECORDS]
    assert {record.score().result for record in records if record.score()} >= {"made", "failed", "misere"}  # type: ignore[union-attr]
    assert any(record.data["belas"] for record in records) and any("x" in str(r.data["contract"]) for r in records)
    words = {call["meld"].split()[0] for r in records for call in (*r.data["melds"], *r.data["belas"])}
    assert words == {"set", "run", "bela", "belot"}


def test_the_misere_has_no_declarer() -> None:
    deal = _deal(EXAMPLES / "records" / "misere.json")
    assert (deal.start.rules.variant, deal.start.misere, deal.declarer, deal.complete) == ("gambler", True, None, True)


def test_the_deal_broken_off_ends_within_a_trick() -> None:
    deal = _deal(EXAMPLES / "records" / "broken_off.json")
    assert not deal.complete
    assert len(deal.plays) % deal.start.players


@every_record
def test_a_post_mortem_has_something_to_tell(path: Path) -> None:
    """Both sides lose something, one card costs a lot, and most cards are good ones."""
    found: Analysis = analyse(_deal(path))
    assert found.balance is not None
    assert min(found.balance.own_losses, found.balance.other_losses) > 0
    assert max(card.loss for card in found.cards) >= 15
    assert sum(s.best_played for s in found.seats) > sum(s.decisions for s in found.seats) / 2


@every_record
def test_a_record_is_read_by_people_too(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.endswith("}\n")
    assert text.count("\n") > 8


# --- positions -----------------------------------------------------------------------


@every_file
def test_every_position_has_no_fault(path: Path) -> None:
    for item in _items(path):
        assert problems(item.data) == []


def test_there_are_positions_of_every_game_and_kind() -> None:
    found = _positions()
    assert {p.rules.variant for p in found} == set(GAMES)
    assert {p.players for p in found} == {2, 3, 4}
    assert {"NT", "AT"} < {str(p.strain) for p in found}
    assert any(p.misere for p in found)
    assert any(p.trick for p in found)
    assert any(p.rules.options() for p in found)
    assert {p.hands[p.seat].bit_count() == p.rules.cards for p in found} == {True, False}


def test_endings_have_the_best_card_that_is_told() -> None:
    lines = (EXAMPLES / "positions" / "endings.txt").read_text(encoding="utf-8").splitlines()
    endings = 0
    for told, line in pairwise(lines):
        if not line or line.startswith("#"):
            continue
        match = _BEST.fullmatch(told)
        assert match, line
        found = solve(line, line=False)
        best = [c for c in found.cards if (c.points, c.sweep) == (found.points, found.sweep)]
        assert [(str(c.card), c.same_as, c.points, found.of) for c in best] == [
            (match[1], (), int(match[2]), int(match[3]))
        ]
        endings += 1
    assert endings == len(_items(EXAMPLES / "positions" / "endings.txt")) > 10
