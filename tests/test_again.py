"""Another card at some moment: its value, its line and the deal from there, against plain minimax."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from rebelote import PRESETS, Card, PlayedDeal, Position, StopFlag, analyse, deal, reference
from rebelote.errors import CardError, IllegalCard, InputError, Interrupted, RecordError
from rebelote.postmortem.again import try_again
from rebelote.scoring import Contract
from rebelote.stakes import Past, Stakes
from records import GAMBLER
from test_worth import plain_worth, some_stakes

GAMES = [(v, n, m) for v in PRESETS for n in PRESETS[v].players for m in ((False, True) if n == 2 else (False,))]

#: Two tricks: to cash the ace of spades gives the last one away, and the contract.
TWO = "gambler H 0 A..7./7..A. - side=0 plays=AS-7S-7D-AD"


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(word) for word in text.split())


def some_plays(at: Position, rng: random.Random) -> tuple[Card, ...]:
    out = []
    while any(at.hands):
        out.append(rng.choice(at.legal()))
        at = at.put(out[-1])
    return tuple(out)


def after(at: Position, past: Past, card: Card) -> tuple[Position, Past]:
    taken = at.taken_with(card)
    return at.play(card), past.plus(*taken) if taken else past


def value(at: Position, past: Past) -> int:
    """The side's points for the whole deal, by minimax."""
    taken = sum(past.points[seat] for seat in at.side)
    return taken + (reference.solve(at).points if any(at.hands) else 0)


def test_another_card_brings_what_best_play_would_have_brought() -> None:
    found = try_again(TWO, 0, "7D")
    assert (found.moment, found.seat, found.card, found.plays) == (0, 0, Card("7D"), ())
    assert (found.value, found.loss, found.score, found.score_loss) == (21, 0, None, None)
    assert found.line == cards("AD 7S AS")
    assert found.deal.plays == cards("7D AD 7S AS") and found.deal.complete
    assert found.exact and found.nodes > 0
    assert found.analysis().turning == [] and found.analysis().values[-1] == 21
    told = json.loads(json.dumps(found.to_dict()))
    assert (told["card"], told["value"], told["loss"], told["line"]) == ("7D", 21, 0, ["AD", "7S", "AS"])


def test_the_card_that_was_played_may_be_tried_too() -> None:
    found = try_again(TWO, 0, "AS")
    assert (found.value, found.loss) == (11, 10)
    assert found.line == cards("7S 7D AD")


def test_with_what_it_was_played_for_the_score_is_told() -> None:
    at = PlayedDeal.parse(TWO)
    stakes = Stakes(at.start.rules, 2, Contract(at.start.strain, 0))
    good, bad = (try_again(at, 0, card, stakes=stakes) for card in ("7D", "AS"))
    assert good.score is not None and bad.score is not None
    assert (good.score.result, good.score.margin, good.score_loss) == ("made", 10, 0)
    assert (bad.score.result, bad.score.margin, bad.score_loss) == ("failed", -32, 42)
    assert [point.card for point in bad.analysis().turning] == [Card("AS")]
    assert bad.to_dict()["score"] == {"margin": -32, "written": [0, 32], "result": "failed", "capot": None}


def test_a_record_is_played_again_for_its_contract_and_melds() -> None:
    played = analyse(GAMBLER)
    [first, _] = played.turning
    held = try_again(GAMBLER, first.moment, first.better[0])
    assert held.score is not None and held.score.result == "made"
    assert held.score_loss == 0
    lost = try_again(GAMBLER, first.moment, first.card)
    assert lost.score is not None and lost.score.result == "failed"
    assert (lost.score_loss, lost.loss) == (first.score, first.points)
    assert (first.card, *lost.line) == first.refutation
    assert held.stakes == played.stakes


def test_cards_may_follow_before_best_play() -> None:
    # Seat 1 should take the eight with his ace, and then his seven takes the ace of spades and the last ten. If he
    # puts the seven on it instead, everything is seat 0's.
    text = "gambler H 0 A..8./..A7. - side=0 plays=AS"
    alone = try_again(text, 0, "8D")
    assert (alone.value, alone.loss, alone.line) == (0, 11, cards("AD 7D AS"))
    found = try_again(text, 0, "8D", plays=["7D"])
    assert (found.value, found.loss, found.plays, found.line) == (32, 11, cards("7D"), cards("AS AD"))
    assert found.deal.plays == cards("8D 7D AS AD")


@pytest.mark.parametrize(("variant", "players", "misere"), GAMES)
def test_value_loss_and_line_are_those_of_minimax(variant: str, players: int, misere: bool) -> None:
    rng = random.Random(f"{variant} {players} {misere}")
    for _ in range(6):
        at = deal(variant, rng=rng, players=players, tricks=4 if players < 4 else 3, misere=misere)
        plays = some_plays(at, rng)
        moment = rng.randrange(len(plays))
        root, past = at, Past.none(players)
        for card in plays[:moment]:
            root, past = after(root, past, card)
        chosen = rng.choice(root.legal())
        on, then = after(root, past, chosen)
        extra = []
        for _ in range(rng.randrange(3)):
            if any(on.hands):
                extra.append(rng.choice(on.legal()))
                on, then = after(on, then, extra[-1])
        found = try_again(PlayedDeal(at, plays), moment, chosen, plays=extra)
        assert found.value == value(on, then)
        assert found.loss == abs(value(root, past) - value(*after(root, past, chosen)))
        assert found.deal.plays == (*plays[:moment], chosen, *extra, *found.line)
        for card in found.line:
            on, then = after(on, then, card)
            assert value(on, then) == found.value
        assert found.deal.complete and not any(on.hands)
        assert found.analysis().values[-1] == found.value


@pytest.mark.parametrize("variant", PRESETS)
def test_score_and_line_are_those_of_minimax_over_what_is_written(variant: str) -> None:
    rng = random.Random(variant)
    for _ in range(6):
        at = deal(variant, rng=rng, tricks=3)
        at = replace(at, side=rng.choice(at.rules.sides(at.players)))
        stakes, _ = some_stakes(rng, at)
        plays = some_plays(at, rng)
        moment = rng.randrange(len(plays) - 1)
        root, past = at, Past.none(at.players)
        for card in plays[:moment]:
            root, past = after(root, past, card)
        chosen = rng.choice(root.legal())
        found = try_again(PlayedDeal(at, plays), moment, chosen, stakes=stakes)
        on, then = after(root, past, chosen)
        margin = plain_worth(on, stakes, then)
        assert found.score is not None and found.score.margin == margin
        assert found.score_loss == abs(plain_worth(root, stakes, past) - margin)
        for card in found.line:
            on, then = after(on, then, card)
            assert plain_worth(on, stakes, then) == margin
        assert not any(on.hands)


def test_a_deal_broken_off_may_go_on_from_its_end() -> None:
    found = try_again("gambler H 0 A..7./7..A. - side=0 plays=AS-7S", 2, "7D")
    assert (found.moment, found.seat, found.value, found.line) == (2, 0, 11, cards("AD"))


@pytest.mark.parametrize("moment", [-1, 4, 5, True])
def test_a_moment_that_is_none_is_told(moment: int) -> None:
    with pytest.raises(InputError, match="moment"):
        try_again(TWO, moment, "AS")


def test_cards_that_may_not_be_played_are_told() -> None:
    with pytest.raises(IllegalCard):
        try_again(TWO, 0, "AD")
    with pytest.raises(IllegalCard):
        try_again(TWO, 1, "AD")
    with pytest.raises(IllegalCard):
        try_again(TWO, 0, "AS", plays=["AD"])
    with pytest.raises(CardError):
        try_again(TWO, 0, "XX")
    with pytest.raises(RecordError):
        try_again("gambler H 0 A..7./7..A. - side=0 plays=AD", 0, "AS")


def test_cards_behind_the_last_one_are_told() -> None:
    with pytest.raises(IllegalCard):
        try_again(TWO, 0, "AS", plays=cards("7S 7D AD AS"))


def test_a_budget_gives_the_answer_or_none() -> None:
    whole = try_again(GAMBLER, 0, "TS")
    seen = set()
    for nodes in (1, 50, 500, whole.nodes, whole.nodes + 1):
        found = try_again(GAMBLER, 0, "TS", nodes=nodes)
        seen.add(found.exact)
        if found.exact:
            assert (found.value, found.loss, found.score, found.line) == (
                whole.value, whole.loss, whole.score, whole.line,
            )  # fmt: skip
        else:
            assert (found.value, found.loss, found.score, found.score_loss, found.line) == (None, None, None, None, ())
            assert found.deal.plays == (Card("TS"),)
    assert seen == {True, False}


def test_a_stop_flag_ends_it() -> None:
    stop = StopFlag()
    stop.set()
    with pytest.raises(Interrupted):
        try_again(GAMBLER, 0, "TS", stop=stop)
