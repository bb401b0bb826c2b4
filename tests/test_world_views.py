"""The true deal always fits what a seat knows, at every moment, under every switch; and what a record shows of itself.

Ten deals of each game are asked about in every run; more with ``REBELOTE_DEALS=1000 pytest tests/test_world_views.py``.
"""

from __future__ import annotations

import os
from itertools import islice
from random import Random
from typing import Any

import pytest

from generated import GAMES
from rebelote import DealRecord
from rebelote.cards import Card
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge
from rebelote.worlds.views import seen
from scenes import OPEN, Scene, announced, moments, of_record, shown, wild_deals

#: How many deals of each game are asked about at every moment.
DEALS = int(os.environ.get("REBELOTE_DEALS", "10"))

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_the_true_deal_fits_what_each_seat_knows_at_every_moment(name: str) -> None:
    for number, (record, data) in enumerate(wild_deals(name)):
        if number == DEALS:
            break
        rng = Random(number)
        positions = list(record.played.positions())
        for moment in moments(record):
            hands = positions[moment].hands
            assert Worlds.of(seen(record, moment)).fits(hands), (number, moment)
            at = by_hand(rng, record, data, moment)
            assert Worlds.of(at.data).fits(hands), (number, moment, at.data)


def by_hand(rng: Random, record: DealRecord, data: dict[str, Any], moment: int) -> Scene:
    """What a seat may know besides, now this, now that: the deal's facts, cards laid open, melds announced."""
    keys = OPEN if rng.random() < 0.7 else ("variant", "players", "options", "trump", "misere", "leader")
    at = of_record(record, data, moment, keys=keys)
    if keys != OPEN and at.data.get("exchange") is not None:
        at.data["upcard"] = data["upcard"]
    if rng.random() < 0.5:
        at = shown(rng, at, data)
    if rng.random() < 0.5:
        at = announced(rng, at)
    hidden = list(at.hidden.items())
    rng.shuffle(hidden)
    laid = hidden[: rng.randint(0, 4)]
    known = {card: seat for card, seat in laid if seat is not None}
    return at.with_facts(known=known, out=[card for card, seat in laid if seat is None])


@every_game
def test_the_view_of_a_record_tells_what_was_seen(name: str) -> None:
    for record, data in islice(wild_deals(name, 100), 4):
        positions = list(record.played.positions())
        for moment in moments(record):
            told_, at = seen(record, moment), positions[moment]
            knowledge = Knowledge.from_dict(told_)
            assert not {"hands", "first", "written", "ending"} & set(told_)
            assert (knowledge.seat, knowledge.hand) == (at.seat, at.hands[at.seat])
            assert [str(card) for card in knowledge.plays] == data["plays"][:moment]
            assert (knowledge.trick, knowledge.trick_leader, knowledge.legal) == (at.trick, at.leader, at.legal_mask())
            assert (knowledge.contract, knowledge.declarer) == (record.contract, data["declarer"])
            assert (knowledge.dealer, knowledge.scores) == (data["dealer"], tuple(data["scores"]))
            assert knowledge.auction == tuple(data["auction"])
            assert knowledge.dealt(at.hands) == record.played.start.hands
            position = knowledge.position(at.hands)
            assert (position.hands, position.trick, position.leader) == (at.hands, at.trick, at.leader)
            assert position.misere == data["misere"] and at.seat in position.side
            taken = [0] * record.players
            for before, card in zip(positions, record.played.plays[:moment], strict=False):
                if trick := before.taken_with(Card(card)):
                    taken[trick[0]] += trick[1]
            assert list(knowledge.past.points) == taken


def test_a_meld_of_a_seat_that_never_leads() -> None:
    # In ukrainian whoever does not lead may answer with a higher meld.
    plays = "8H AH 9H, 7C KC 8C, 8S KS JH, QD TD 7D, 7S QS 7H, 9D JD 8D, 9S TS KH, QC QH JC, KD AS AD"
    record = DealRecord.from_dict({
        "variant": "ukrainian", "players": 3, "trump": "H", "declarer": 1, "leader": 1, "plays": plays,
        "options": {"trump_when_void": "unless_partner_wins", "go_over_ruff": "unless_partner_wins",
                    "undertrump_partner": False, "go_over_plain": True, "go_over_all_trumps": False},
        "hands": ["7H 9H JH KH 9D QD AD 7C QC", "7S 8S 9S 8H QH TD JD KD KC", "TS QS KS AS AH 7D 8D 8C JC"],
        "melds": [{"seat": 1, "meld": "run 7S 8S 9S"}, {"seat": 2, "meld": "run QS KS AS"}],
    })  # fmt: skip
    for moment, at in zip(moments(record), record.played.positions(), strict=False):
        assert Worlds.of(seen(record, moment)).fits(at.hands)
