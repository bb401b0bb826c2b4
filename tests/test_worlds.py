"""Worlds against plain enumeration: every game and every kind of fact, and draws that are even."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from evenness import even
from generated import GAMES
from plainworlds import Plain, mask
from rebelote import PRESETS, DealRecord
from rebelote.worlds.fitting import Worlds
from scenes import Scene, announced, moments, of_record, scene, shown, told, wild_deals

Make = Callable[[Random, str], Scene]


@cache
def some_deals(name: str) -> tuple[tuple[DealRecord, dict[str, Any]], ...]:
    """Forty recorded deals of a game under random switches."""
    return tuple(islice(wild_deals(name), 40))


def dealt(rng: Random, name: str, left: int, **more: Any) -> Scene:
    variant, players, _ = GAMES[name]
    return scene(rng, variant, players, left, **more)


# --- every kind of fact ------------------------------------------------------------------


def only_plays(rng: Random, name: str) -> Scene:
    """Nothing but the cards played: suits not followed, trumps not gone over, whatever the switches make certain."""
    return dealt(rng, name, {2: 3, 3: 2, 4: 3}[GAMES[name][1]])


def known_and_out(rng: Random, name: str) -> Scene:
    """Cards known to be held, or out of play, four tricks before the end."""
    return told(rng, dealt(rng, name, 4), rng.randint(6, 10))


def one_announced(rng: Random, name: str) -> Scene:
    """A meld announced by somebody, before the first card or in the first trick."""
    at = dealt(rng, name, PRESETS[GAMES[name][0]].cards, melds=1)
    return announced(rng, told(rng, at, 10))


def two_announced(rng: Random, name: str) -> Scene:
    """Two melds announced by one seat, or one each by two."""
    at = dealt(rng, name, PRESETS[GAMES[name][0]].cards - rng.randint(0, 2), melds=2)
    return announced(rng, told(rng, at, rng.randint(8, 10)))


def in_an_ending(rng: Random, name: str) -> Scene:
    """An ending whose beginning is out of play, with melds announced in it."""
    size = {2: 6, 3: 5, 4: 4}[GAMES[name][1]]
    return announced(rng, told(rng, dealt(rng, name, size - 1, melds=1, size=size), 10))


def of_the_auction(rng: Random, name: str) -> Scene:
    """Upcard, second and bottom card, the seven swapped, the melds and belas that were called."""
    deals = some_deals(name)
    swapped = [deal for deal in deals if deal[1].get("exchange") is not None]
    record, data = rng.choice(swapped if swapped and rng.random() < 0.5 else deals)
    last = moments(record)[-1]
    moment = max(0, last - rng.randint(0, record.players * 4 + 2))
    at = of_record(record, data, moment)
    if rng.random() < 0.5:
        at = shown(rng, at, data)
    at = told(rng, at, rng.randint(7, {2: 14, 3: 11, 4: 10}[record.players]))
    # What of a card is told twice is told by one of the facts only, so that each kind is needed.
    known = {card: seat for card, seat in at.data.get("known", {}).items() if rng.random() < 0.8}
    return at.with_facts(known=known)


KINDS: dict[str, Make] = {
    make.__name__: make
    for make in (only_plays, known_and_out, one_announced, two_announced, in_an_ending, of_the_auction)
}
#: Contrée has no melds but belote.
MELDS = ("one_announced", "two_announced")
SCENES = [(name, kind) for name in GAMES for kind in KINDS if name != "contree" or kind not in MELDS]
every_kind = pytest.mark.parametrize(("name", "kind"), SCENES)


def some_scenes(name: str, kind: str, count: int) -> Iterator[Scene]:
    for seed in range(count):
        yield KINDS[kind](Random(seed), name)


@every_kind
def test_the_same_worlds_as_by_plain_enumeration(name: str, kind: str) -> None:
    sizes = []
    for at in some_scenes(name, kind, 6):
        plain, worlds = Plain(at.data), Worlds.of(at.data)
        numbered = list(worlds)
        assert plain.fits(at.deal) and worlds.fits(plain.world(at.deal))
        assert worlds.count == len(numbered) == len(plain.worlds)
        assert set(numbered) == plain.worlds
        sizes.append(worlds.count)
    assert max(sizes) >= 15


@every_kind
def test_drawn_worlds_are_even(name: str, kind: str) -> None:
    at = next(at for at in some_scenes(name, kind, 200) if 6 <= Worlds.of(at.data).count <= 30)
    worlds, plain = Worlds.of(at.data), Plain(at.data)
    draws = 60 * worlds.count
    assert even((next(worlds.draw(seed)) for seed in range(draws)), plain.worlds)


@pytest.mark.parametrize("name", GAMES)
def test_a_drawing_holds_every_world_once_and_is_the_same_for_a_seed(name: str) -> None:
    for at in some_scenes(name, "known_and_out", 4):
        worlds = Worlds.of(at.data)
        drawn = list(worlds.draw(7))
        assert len(drawn) == len(set(drawn)) == worlds.count
        assert set(drawn) == set(worlds) == {worlds.at(index) for index in range(worlds.count)}
        assert drawn == list(Worlds.of(at.data).draw(7))
        assert worlds.count < 6 or drawn != list(worlds.draw(8))


@every_kind
def test_whether_a_world_fits(name: str, kind: str) -> None:
    """Any deal of the cards that are not seen, right or wrong, is judged as the plain enumeration judges it."""
    wrong = 0
    for seed, at in enumerate(some_scenes(name, kind, 5)):
        plain, worlds, rng = Plain(at.data), Worlds.of(at.data), Random(seed)
        for _ in range(30):
            deal = dealt_otherwise(rng, at)
            fits = plain.fits(deal)
            assert worlds.fits(plain.world(deal)) == fits
            wrong += not fits
    assert wrong > 5


def dealt_otherwise(rng: Random, at: Scene) -> list[list[str]]:
    """The deal with a few of the cards that are not seen elsewhere."""
    held = at.held
    hidden = list(at.hidden)
    for _ in range(rng.choice([1, 1, 2, 3, len(hidden)])):
        one, other = rng.choice(hidden), rng.choice(hidden)
        swap = {one: other, other: one}
        held = [[swap.get(card, card) for card in hand] for hand in held]
    gone = [[card for card in hand if card in at.data["plays"]] for hand in at.deal]
    return [one + other for one, other in zip(gone, held, strict=True)]


def test_what_is_no_deal_does_not_fit() -> None:
    at = known_and_out(Random(1), "classic")
    worlds, right = Worlds.of(at.data), [mask(hand) for hand in at.held]
    assert worlds.fits(right)
    seat = (at.data["seat"] + 1) % 4
    other = (seat + 1) % 4
    lowest = right[seat] & -right[seat]
    played = mask(at.data["plays"][:1])
    for wrong in (right[seat] & ~lowest, right[seat] | right[other], right[seat] & ~lowest | played, 0):
        assert not worlds.fits([wrong if s == seat else hand for s, hand in enumerate(right)])


@pytest.mark.parametrize("name", [name for name in GAMES if name != "contree"])
def test_announcements_tell_something(name: str) -> None:
    # Else the scenes above would pass whatever is made of them.
    fewer = 0
    for at in some_scenes(name, "one_announced", 12):
        bare = replace(at, data={key: value for key, value in at.data.items() if key != "announced"})
        fewer += Worlds.of(at.data).count < Worlds.of(bare.data).count
    assert fewer >= 3
