"""Whole matches of every game: bots pass through auction, melds, play and scoring to the end.

``golden/matches`` holds one match of each game, printed state by state. After a change that is meant,
``REWRITE_GOLDEN=1 pytest tests/test_matches.py`` writes the files anew; read what has changed before
it is kept.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bots import Chance, Deal, play_deal, play_match, printed
from oracle import SWITCHES, legal, trick_worth, winner, worth
from rebelote import Rules, auctions, melds, recordtext
from rebelote.cards import ALL_CARDS, Card
from rebelote.match import Match
from rebelote.rules import Strain, strain_of

GOLDEN = Path(__file__).parent / "golden" / "matches"
REWRITE = bool(os.environ.get("REWRITE_GOLDEN"))
MOST_BYTES = 150_000


@dataclass(frozen=True)
class Game:
    """A game, and the seeds of its matches: the golden one, and twenty others, to ``short`` where that is given."""

    variant: str
    seed: int
    players: int | None = None
    options: dict[str, Any] = field(default_factory=dict)
    short: int | None = None
    others: range = range(1000, 1020)

    @property
    def rules(self) -> Rules:
        return Rules.preset(self.variant, **self.options)

    def match(self, seed: int) -> tuple[Deal, ...]:
        """One of the other matches."""
        rules = self.rules if self.short is None else Rules.preset(self.variant, **self.options, game=self.short)
        return tuple(play_match(rules, seed, self.players))

    @property
    def seats(self) -> int:
        return self.players or self.rules.players[0]


GAMES = {
    "gambler": Game("gambler", 19, options={"half_bait": True, "mars": True}, short=501),
    "lobovoy": Game("lobovoy", 14, short=501),
    "classic": Game("classic", 21),
    "capo": Game("capo", 10, short=301),
    "ukrainian-2": Game("ukrainian", 19, 2, short=501),
    "ukrainian-3": Game("ukrainian", 13, 3, short=501),
    "contree": Game("contree", 21),
    "bulgarian": Game("bulgarian", 3),
}
#: Where some cards are out of play, what a deal holds depends on the cards.
ALL_IN_PLAY = {
    "classic": {"S": 162}, "contree": {"S": 162},
    "capo": {"S": 162, "NT": 162, "AT": 162}, "bulgarian": {"S": 162, "NT": 130, "AT": 258},
}  # fmt: skip
every_game = pytest.mark.parametrize("name", GAMES)


@cache
def matches(name: str) -> tuple[tuple[Deal, ...], ...]:
    """The twenty random matches of a game."""
    return tuple(GAMES[name].match(seed) for seed in GAMES[name].others)


def deals(name: str) -> list[Deal]:
    return [deal for match in matches(name) for deal in match]


def records(name: str) -> list[dict[str, Any]]:
    return [deal.record for deal in deals(name) if deal.record is not None]


def tricks(record: dict[str, Any]) -> list[tuple[int, list[str], int | None]]:
    """Leader, cards and winner of each trick, by the oracle; no winner of a trick that was not finished."""
    seats, leader, out = record["players"], record["leader"], list[tuple[int, list[str], int | None]]()
    for at in range(0, len(record["plays"]), seats):
        cards = record["plays"][at : at + seats]
        took = None
        if len(cards) == seats:
            took = (leader + winner(SWITCHES[record["variant"]], record["trump"], cards)) % seats
        out.append((leader, cards, took))
        leader = leader if took is None else took
    return out


def card_points(record: dict[str, Any]) -> list[int]:
    """What each seat took in finished tricks, by the oracle."""
    points = [0] * record["players"]
    for number, (_, cards, took) in enumerate(tricks(record), 1):
        if took is not None:
            last = number == Rules.preset(record["variant"]).cards
            points[took] += trick_worth(SWITCHES[record["variant"]], record["trump"], cards, last)
    return points


def brought(record: dict[str, Any], seat: int) -> int:
    """What a player who plays for himself has taken so far, in tricks and in melds that won."""
    rules, strain = Rules.preset(record["variant"]), strain_of(record["trump"])
    assert strain is not None and not record["misere"]
    took = any(winner == seat for *_, winner in tricks(record))
    called = [(call["seat"], (melds.parse(call["meld"]),)) for call in record["melds"]]
    won = melds.contest(rules, strain, called).get(seat, ()) if took or not rules.customs.melds_need_trick else ()
    pairs = [melds.priced(rules, strain, melds.parse(b["meld"])) for b in record["belas"] if b["seat"] == seat]
    if rules.customs.bela_needs_trick and not took:
        pairs = []
    points = card_points(record)[seat] + sum(meld.points for meld in (*won, *pairs))
    return points * (2 if strain == Strain.NT and record["variant"] == "lobovoy" else 1)


# --- the golden matches ----------------------------------------------------------------


@every_game
def test_a_golden_match_is_printed_as_ever(name: str) -> None:
    game, path = GAMES[name], GOLDEN / f"{name}.txt"
    text = printed(game.rules, game.seed, game.players)
    assert len(text) < MOST_BYTES
    if REWRITE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    lines, kept = text.splitlines(), path.read_text(encoding="utf-8").splitlines()
    for number, (line, was) in enumerate(zip(lines, kept, strict=False), 1):
        assert line == was, f"{path.name}, line {number}"
    assert len(lines) == len(kept)


@every_game
def test_the_same_seed_gives_the_same_match_and_another_seed_another(name: str) -> None:
    game, (match, other, *_) = GAMES[name], matches(name)
    assert game.match(game.others[0]) == match != other


# --- cards and points ------------------------------------------------------------------


@every_game
def test_every_card_was_held_and_legal(name: str) -> None:
    game = GAMES[name]
    for record in records(name):
        hands = [hand.split() for hand in record["hands"]]
        assert [len(hand) for hand in hands] == [game.rules.cards] * game.seats
        for leader, cards, _ in tricks(record):
            for i, card in enumerate(cards):
                hand = hands[(leader + i) % game.seats]
                may = legal(SWITCHES[game.variant], record["trump"], hand, cards[:i], game.rules.partners)
                assert card in may, record
                hand.remove(card)
        assert record["ending"] or not any(hands)


@every_game
def test_every_auction_was_legal_and_complete(name: str) -> None:
    for deal in deals(name):
        record, before = deal.record, deal.before
        if record is None:
            continue
        found = auctions.problems(
            before.rules, record["dealer"], record["auction"], players=before.players, complete=True,
            upcard=Card(record["upcard"]) if "upcard" in record else None,
            second=Card(record["second"]) if "second" in record else None,
            last_loser=before.last_loser, hanging_declarer=before.hanging_declarer,
        )  # fmt: skip
        assert not found, record


@every_game
def test_the_points_of_a_deal_add_up_to_what_its_cards_hold(name: str) -> None:
    game = GAMES[name]
    for deal in deals(name):
        if deal.tally is None or deal.record is None:
            continue
        trump = deal.record["trump"]
        assert list(deal.tally.points) == card_points(deal.record)
        assert sum(deal.tally.tricks) == game.rules.cards
        if game.variant in ALL_IN_PLAY:
            total = ALL_IN_PLAY[game.variant]["S" if trump in "SHDC" else trump]
        else:
            cards = " ".join(deal.record["hands"]).split()
            total = 10 + sum(worth(SWITCHES[game.variant], trump, card) for card in cards)
        assert sum(deal.tally.points) == total


@every_game
def test_melds_and_pairs_are_those_of_the_hands(name: str) -> None:
    for record in records(name):
        hands = [hand.split() for hand in record["hands"]]
        for call in (*record["melds"], *record["belas"]):
            assert set(call["meld"].split()[1:]) <= set(hands[call["seat"]]), record
        said = [(call["seat"], call["meld"]) for call in (*record["melds"], *record["belas"])]
        assert len(set(said)) == len(said)


# --- the running score and the end -----------------------------------------------------


@every_game
def test_running_scores_are_what_was_written_and_the_hanging_points_handed_out(name: str) -> None:
    game = GAMES[name]
    for match in matches(name):
        scores, hanging = [0] * game.rules.parties(game.seats), list[int]()
        for deal in match:
            assert list(deal.before.scores) == scores
            assert list(deal.before.hanging) == hanging
            if deal.record is not None:
                assert (deal.record["scores"], deal.record["hanging"]) == (scores, hanging)
                scores = [old + new for old, new in zip(scores, deal.record["written"], strict=True)]
                hanging = _handed_out(deal, scores, hanging)
            assert list(deal.after.scores) == scores
            assert list(deal.after.hanging) == hanging


def _handed_out(deal: Deal, scores: list[int], hanging: list[int]) -> list[int]:
    """What still hangs after a deal; what its winner got is put on the scores."""
    assert deal.record is not None
    ending = deal.record["ending"]
    if ending and ending["kind"] == "half_bait" and any(deal.record["written"]):
        scores[ending["seat"]] += sum(hanging)
        return []
    if deal.score is None:
        return hanging
    if deal.score.result == "hanging":
        return [*hanging, deal.score.hanging]
    if deal.score.winner is None:
        return hanging
    scores[deal.score.winner] += sum(hanging)
    return []


@every_game
def test_every_match_ends_with_a_winner_who_has_the_game_or_a_claim(name: str) -> None:
    game = GAMES[name]
    for match in matches(name):
        needed = match[0].before.rules.customs.game
        assert [deal for deal in match if deal.after.winner is not None] == [match[-1]]
        last, after = match[-1], match[-1].after
        assert last.record is not None and after.winner is not None
        ending = last.record["ending"]
        if ending is None:
            assert after.scores[after.winner] >= needed
            others = [p for p, points in enumerate(after.scores) if points >= needed and p != after.winner]
            if others and game.rules.customs.both_there == "defender" and last.record["declarer"] is not None:
                assert after.winner != last.record["declarer"]
            elif others and game.rules.customs.both_there == "last_trick":
                took = tricks(last.record)[-1][2]
                assert after.winner == took or took not in others
            elif others:
                assert all(after.scores[after.winner] > after.scores[p] for p in others)
            continue
        seat = ending["seat"]
        mine = brought(last.record, seat)
        right = last.before.scores[seat] + mine >= needed
        if ending["kind"] == "half_bait":
            assert (after.winner == seat) == (after.scores[seat] >= needed)
            assert after.winner in (seat, last.record["declarer"])
        else:
            assert ending["kind"] == game.rules.customs.claim.replace("after_trick", "claim").removesuffix("_not_last")
            assert (after.winner == seat) == right
            assert last.record["written"][seat] == (mine if right else 0)
            assert right or ending["kind"] == "doezd"


def test_half_bait_is_right_with_more_than_half_of_the_deal() -> None:
    claims = [r for r in records("gambler") if r["ending"] and r["ending"]["kind"] == "half_bait"]
    for record in claims:
        seat, points = record["ending"]["seat"], card_points(record)
        cards = " ".join(record["hands"]).split()
        total = 10 + sum(worth(SWITCHES["gambler"], record["trump"], card) for card in cards)
        total += sum(brought(record, s) - points[s] for s in (0, 1))
        right = 2 * brought(record, seat) > total
        assert record["declarer"] == 1 - seat
        assert record["written"] == [total if right and s == seat else 0 for s in (0, 1)]


def test_bulgarian_does_not_end_on_a_capot_or_a_hanging_deal() -> None:
    for match in matches("bulgarian"):
        score = match[-1].score
        assert score is not None and score.capot is None and score.result != "hanging"


@pytest.mark.parametrize("name", ["capo", "ukrainian-2", "ukrainian-3"])
def test_a_wrong_claim_after_a_trick_ends_nothing(name: str) -> None:
    wrong = [deal for deal in deals(name) if deal.wrong]
    assert wrong
    for deal in wrong:
        assert deal.record is not None
        assert deal.record["ending"] is None or deal.after.winner is not None


@pytest.mark.parametrize("name", ["gambler", "lobovoy"])
def test_an_annulled_deal_changes_nothing(name: str) -> None:
    annulled = [
        d for d in deals(name) if d.record is not None and (d.record["ending"] or {}).get("kind") == "broken_off"
    ]
    for deal in annulled:
        assert deal.after == deal.before
        assert deal.record is not None and not any(deal.record["written"])
        assert any(all(rank + suit in hand for suit in "SHDC") for hand in deal.record["hands"] for rank in "78")


def test_among_the_random_matches_is_everything_that_may_happen() -> None:
    """Else the tests above would be silent about it."""
    everything = [deal for name in GAMES for deal in deals(name)]
    kept = [deal.record for deal in everything if deal.record is not None]
    assert {deal.score.result for deal in everything if deal.score} == {"made", "failed", "hanging", "misere"}
    assert {(r["ending"] or {}).get("kind") for r in kept} == {None, "claim", "doezd", "half_bait", "broken_off"}
    assert any(deal.record is None for deal in everything)
    assert any(deal.score and deal.score.capot is not None for deal in everything)
    assert any(r.get("exchange") is not None for r in kept)
    assert any("second" in r for r in kept)
    assert {r["trump"] for r in kept} == {"S", "H", "D", "C", "NT", "AT"}
    assert {(r["contract"] or "")[-2:] for r in kept} >= {"xx", "Hx"}
    assert any((r["contract"] or "").startswith("capot") for r in kept)
    words = {call["meld"].split()[0] for r in kept for call in (*r["melds"], *r["belas"])}
    assert words == {"set", "run", "bela", "belot"}
    assert {deal.after.worth for deal in everything} == {0, 1, 2}
    lost = [r for r in kept if r["ending"] and r["ending"]["kind"] in ("doezd", "half_bait") and not any(r["written"])]
    assert {r["ending"]["kind"] for r in lost} == {"doezd", "half_bait"}, "wrong claims"


# --- the records -----------------------------------------------------------------------


@every_game
def test_records_are_canonical_and_come_back_from_their_text(name: str) -> None:
    for record in records(name):
        assert recordtext.normal(record) == record
        assert list(recordtext.normal(record)) == list(record)
    for record in records(name)[::20]:
        text = recordtext.read(recordtext.write(record))
        assert (text.data, text.problems) == (record, [])


def test_eight_trumps_of_capo_end_the_deal_before_it_is_played() -> None:
    rules = Rules.preset("capo")
    spades, others = list(ALL_CARDS[:8]), list(ALL_CARDS[8:])
    pack = [*others[:9], *spades[:3], *others[9:18], *spades[3:6], spades[6], *others[18:], spades[7]]
    match = Match.start(rules, 0)  # the dealer's second cards are the upcard and the pack's last
    played = (play_deal(match, Chance(seed), tuple(pack)) for seed in range(200))
    deal = next(deal for deal in played if deal.record and deal.record["trump"] == "S")
    assert deal.record is not None
    assert (deal.after.winner, deal.after.scores[0], deal.record["plays"]) == (0, 1001, [])
    assert deal.record["written"] == [1001, 0, 0, 0]
