"""Turning points: by hand, and against minimax over what is written and over the points.

Twelve deals of each game in every run; with ``REBELOTE_DEALS=20`` six times twenty.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from rebelote import PRESETS, Card, PlayedDeal, Position, Rules, analyse, deal, reference
from rebelote.postmortem.labels import NOT_MADE, OPEN, SHARES, Label, Outcome, label_of
from rebelote.scoring import Contract
from rebelote.stakes import Past, Stakes
from records import GAMBLER
from test_postmortem import DEALS, GAMES, cards, steps, sums, told
from test_worth import CUSTOMS, some_stakes

# --- by hand -----------------------------------------------------------


def test_a_contract_thrown_away_has_proof_and_refutation() -> None:
    # Two tricks left, seat 0 declared and leads. If he cashes the ace of spades the ace of diamonds takes the last
    # trick, 21 to 11; if he gives that trick up first, the last one is his, 21 to 11 the other way.
    at = Position.parse("gambler H 0 A..7./7..A. - side=0")
    stakes = Stakes(at.rules, 2, Contract(at.strain, 0))
    found = analyse(PlayedDeal(at, cards("AS 7S 7D AD")), stakes=stakes)
    assert told(found) == [(0, 0, "AS", "made", "failed")]
    [point] = found.turning
    assert (point.trick, point.points, point.score) == (1, 10, 42)
    assert (point.better, point.proof, point.refutation) == (
        cards("7D"), cards("7D AD 7S AS"), cards("AS 7S 7D AD"),
    )  # fmt: skip
    first = found.cards[0]
    assert (first.label, first.changed, first.better) == (Label.CHANGED, "made → failed", cards("7D"))
    assert [card.label for card in found.cards[1:]] == [Label.ONLY] * 3
    assert analyse(PlayedDeal(at, cards("7D AD 7S AS")), stakes=stakes).turning == []
    # Seen from the other side it is the same card.
    assert told(analyse(PlayedDeal(replace(at, side=(1,)), cards("AS")), stakes=stakes)) == told(found)


def test_without_a_contract_the_result_is_what_the_side_takes_of_all_points() -> None:
    found = analyse("gambler H 0 A..7./7..A. - side=0 plays=AS-7S-7D-AD")
    assert told(found) == [(0, 0, "AS", "more", "less")]
    assert found.turning[0].score is None
    assert told(analyse("gambler H 0 A..7./7..A. - side=1 plays=AS-7S-7D-AD")) == [(0, 0, "AS", "less", "more")]
    assert told(analyse("gambler H 0 A..7./7..A. - side=0 plays=7D-AD-7S-AS")) == []


def test_a_sweep_thrown_away_for_nothing_changes_the_result() -> None:
    # The last trick brings nothing here. The nine of spades first, and the seven is good; the seven first costs
    # a trick without a point.
    found = analyse("gambler H 0 97...A/8..8.7 last_trick=0 side=0 plays=7S-8S-8D-9S-7C-AC")
    assert told(found) == [(0, 0, "7S", "every trick", "more")]
    first = found.cards[0]
    assert (first.loss, first.label, first.changed) == (0, Label.CHANGED, "every trick → more")
    assert set(first.better) == set(cards("9S AC")) and set(found.turning[0].better) == set(first.better)
    assert analyse("gambler H 0 97...A/8..8.7 last_trick=0 side=0 plays=9S-8S").turning == []


def test_a_sweep_of_the_rest_is_nothing_once_a_trick_was_lost() -> None:
    # The same three tricks, but one was lost before them: now the seven costs nothing at all.
    found = analyse("gambler H 1 97..7.A/8..8T.7 last_trick=0 side=0 plays=TD-7D-7C-AC-7S-8S-8D-9S")
    assert found.cards[4].card == Card("7S") and found.cards[4].card not in found.cards[4].best
    assert (found.cards[4].label, found.cards[4].loss) == (Label.BEST, 0)


def test_in_misere_every_trick_is_the_worst() -> None:
    found = analyse("gambler H 1 A9.../T7... - side=0 misere plays=TS-AS-9S-7S")
    assert told(found) == [(1, 0, "AS", "more", "every trick")]
    assert found.turning[0].better == cards("9S")


def test_a_record_turns_as_it_is_told_with_melds_and_all() -> None:
    # Before the deal both have a run of three trumps or spades; see the record.
    found = analyse(GAMBLER)
    assert told(found) == [(4, 1, "9H", "made", "failed"), (8, 0, "QS", "failed", "made")]
    assert [point.trick for point in found.turning] == [3, 5]
    assert [point.score for point in found.turning] == [found.cards[4].score_loss, found.cards[8].score_loss]
    assert found.record is not None and found.stakes is not None
    data = found.to_dict()
    assert [point["card"] for point in data["turning"]] == ["9H", "QS"]
    assert data["turning"][0]["before"] == {"result": "made", "capot": None}
    json.dumps(data)


def test_a_capot_lost_is_a_change_where_it_counts() -> None:
    # Seat 0 has the only trump and two hearts: the nine first, then the seven is good. He leads the seven.
    at = Position.parse("contree S 0 J.97../.8.8.9/...T87/..T97. - side=02")
    stakes = Stakes(at.rules, 4, Contract(at.strain, 0, 30))
    deal = PlayedDeal(at, cards("7H 8H 7C TD"))
    found = analyse(deal, stakes=stakes)
    assert told(found) == [(0, 0, "7H", "made, capot", "made")]
    assert found.turning[0].before == Outcome("made", 0)
    assert set(found.cards[0].better) == set(cards("JS 9H"))
    # Where a sweep brings nothing it is no result of its own.
    plain = Rules.preset("contree", all_tricks_bonus=0)
    found = analyse(replace(deal, start=replace(at, rules=plain)), stakes=replace(stakes, rules=plain))
    assert told(found) == [] and found.cards[0].label in (Label.MISTAKE, Label.INACCURACY)


# --- against minimax ------------------------------------------------------


def played_randomly(at: Position, rng: random.Random) -> tuple[Card, ...]:
    out = []
    while any(at.hands):
        out.append(rng.choice(at.legal()))
        at = at.put(out[-1])
    return tuple(out)


def past_after(moment: tuple[Position, Past], card: Card) -> Past:
    at, past = moment
    taken = at.taken_with(card)
    return past.plus(*taken) if taken else past


class Minimax:
    """The margin of any moment of a deal, every card tried, nothing pruned."""

    def __init__(self, at: Position, stakes: Stakes) -> None:
        self.stakes, self.owners = stakes, stakes.owners(at.side)
        self.memo: dict[object, int] = {}

    def margin(self, at: Position, past: Past) -> int:
        if not any(at.hands):
            return self.stakes.margin(self.owners, self.stakes.final(past.points, past.tricks))
        key = (at.hands, at.leader, at.trick, past)
        if key not in self.memo:
            after = [self.after(at, past, card) for card in at.legal()]
            self.memo[key] = max(after) if at.seat in self.owners else min(after)
        return self.memo[key]

    def after(self, at: Position, past: Past, card: Card) -> int:
        return self.margin(at.put(card), past_after((at, past), card))

    def along(self, at: Position, past: Past, line: tuple[Card, ...]) -> tuple[set[int], Position, Past]:
        """Every margin on the way along a line, and where it ends."""
        margins = {self.margin(at, past)}
        for card in line:
            past, at = past_after((at, past), card), at.play(card)
            margins.add(self.margin(at, past))
        return margins, at, past


@pytest.mark.parametrize("usual", [True, False], ids=["usual", "other customs"])
@pytest.mark.parametrize("variant", PRESETS)
def test_turning_points_by_score_are_those_of_minimax(variant: str, usual: bool) -> None:
    rng = random.Random(f"score {variant} {usual}")
    turned = 0
    for _ in range(6 * DEALS):
        rules = Rules.preset(
            variant, **({} if usual else {name: rng.choice(values) for name, values in CUSTOMS.items()})
        )
        players = rng.choice(rules.players)
        at = deal(rules, rng=rng, players=players, tricks=4 if players < 3 else 3)
        at = replace(at, side=rng.choice(rules.sides(players)))
        stakes, _ = some_stakes(rng, at)
        stakes = replace(stakes, contract=replace(stakes.contract, bid=stakes.contract.bid and 30))
        played = PlayedDeal(at, played_randomly(at, rng))
        found = analyse(played, stakes=stakes)
        assert found.finished and found.score is not None
        sums(found)
        moments = steps(at, played.plays)
        plain = Minimax(at, stakes)
        margins = [plain.margin(one, past) for one, past in moments]
        owners = stakes.owners(at.side)
        for i, card in enumerate(found.cards):
            assert card.score_loss == abs(margins[i] - margins[i + 1])
            assert (card.label is Label.CHANGED) == (i in [point.moment for point in found.turning])
            if card.label is not Label.CHANGED and not card.forced:
                assert card.label is label_of(card.score_loss, tens=rules.customs.scale == "tens")
            if card.better:
                lossless = {c for c in moments[i][0].legal() if plain.after(*moments[i], c) == margins[i]}
                assert set(card.better) == lossless
        turned += len(found.turning)
        for point in found.turning:
            before, past = moments[point.moment]
            assert point.score and point.before != point.after and point.card not in point.better
            kept, end, taken = plain.along(before, past, point.proof)
            assert kept == {margins[point.moment]} and point.proof[0] in point.better
            _ends_as(point.before, stakes, owners, end, taken)
            after = moments[point.moment + 1]
            kept, end, taken = plain.along(*after, point.refutation[1:])
            assert kept == {margins[point.moment + 1]} and point.refutation[0] == point.card
            _ends_as(point.after, stakes, owners, end, taken)
    assert turned


def _ends_as(outcome: Outcome, stakes: Stakes, owners: tuple[int, ...], end: Position, past: Past) -> None:
    """The cards are played out, and what is written then is the result that was told."""
    assert not any(end.hands)
    final = stakes.final(past.points, past.tricks)
    if outcome.result == NOT_MADE:
        assert final.result in ("failed", "hanging")
    elif outcome.result != OPEN:
        assert final.result == outcome.result
    if outcome.capot is not None:
        assert final.capot == outcome.capot


@pytest.mark.parametrize(("variant", "players", "misere"), GAMES)
def test_turning_points_by_points_are_those_of_minimax(variant: str, players: int, misere: bool) -> None:
    rng = random.Random(f"points {variant} {players} {misere}")
    turned = 0
    for _ in range(6 * DEALS):
        at = deal(variant, rng=rng, players=players, tricks=4 if players < 3 else 3, misere=misere)
        plays = played_randomly(at, rng)
        plays = plays[: rng.randrange(1, len(plays) + 1)]
        found = analyse(PlayedDeal(at, plays))
        sums(found)
        moments = steps(at, plays)
        results = [_share(one, past, at) for one, past in moments]
        for i, card in enumerate(found.cards):
            worse = SHARES.index(results[i + 1]) - SHARES.index(results[i])
            worse = -worse if (card.seat in at.side) != misere else worse
            assert (card.label is Label.CHANGED) == (worse > 0)
            assert card.changed == (f"{results[i]} → {results[i + 1]}" if worse > 0 else "")
        assert [point.moment for point in found.turning] == [
            i for i, card in enumerate(found.cards) if card.label is Label.CHANGED
        ]
        turned += len(found.turning)
        for point in found.turning:
            begin, past = moments[point.moment]
            holding = {
                card
                for card in begin.legal()
                if _share(begin.play(card), past_after((begin, past), card), at) == point.before.result
            }
            assert set(point.better) == holding and point.proof[0] in holding
            for line, result in ((point.proof, point.before.result), (point.refutation, point.after.result)):
                on, taken = begin, past
                for put in line:
                    taken, on = past_after((on, taken), put), on.play(put)
                    assert _share(on, taken, at) == result
                assert not any(on.hands)
    assert turned


def _share(at: Position, past: Past, start: Position) -> str:
    """The result by minimax: what the side takes of all points of the deal."""
    mine = sum(past.tricks[seat] for seat in start.side)
    theirs = sum(past.tricks) - mine
    points = sum(past.points[seat] for seat in start.side)
    sweep = 0
    if any(at.hands):
        value = reference.solve(at)
        points, sweep = points + value.points, value.sweep
        mine, theirs = mine + (sweep != -1), theirs + (sweep != 1)
    if not theirs:
        return "every trick"
    if not mine:
        return "no trick"
    twice, total = 2 * points, start.at_stake
    return "half" if twice == total else "more" if twice > total else "less"
