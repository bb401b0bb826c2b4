"""What a card is worth in one world: points, score and contract, each against plain minimax over every card."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rebelote import Card, Engine, Position, Rules, StopFlag, deal, reference
from rebelote.cards import from_mask
from rebelote.hinting import valuing
from rebelote.hinting.valuing import Valuer, equal_cards
from rebelote.hinting.worldstakes import WorldStakes
from rebelote.melds import belas, chosen, contest
from rebelote.scoring import Contract
from rebelote.stakes import Past, Stakes, natural_stakes
from rebelote.worlds.fitting import Worlds
from rebelote.worlds.knowledge import Knowledge

GAMES = ("gambler", "lobovoy", "classic", "capo", "ukrainian", "contree", "bulgarian")

#: Customs by which one and the same outcome is written in other ways.
CUSTOMS: dict[str, tuple[object, ...]] = {
    "failed": ("all_to_defender", "tricks_to_defenders", "subtract", "nothing"),
    "counts": ("all", "tricks", "tricks_and_bela"),
    "when_equal": ("hanging", "made", "failed"),
    "no_trick": (0, 100),
    "more_than": ("each", "all"),
    "melds_need_trick": (True, False),
    "bela_needs_trick": (True, False),
    "bela_shares": (True, False),
    "misere_own_melds": (True, False),
}

ENOUGH = 10_000_000


def ending(rng: random.Random, rules: Rules, left: int) -> tuple[Knowledge, tuple[int, ...]]:
    """What the seat on turn knows in a random deal with ``left`` tricks to go, and the world as it is."""
    players = rng.choice(rules.players)
    at = deal(rules, rng=rng, players=players)
    dealt, plays = at.hands, []
    stop = (rules.cards - left) * players + (rng.randrange(players) if rng.random() < 0.5 else 0)
    leader = at.leader
    while len(plays) < stop:
        plays.append(rng.choice(at.legal()))
        at = at.put(plays[-1])
    misere = rng.random() < 0.15
    declarer = None if misere else rng.randrange(players)
    bids = rules.customs.made_when == "bid"
    contract = Contract(
        at.strain, declarer, rng.choice((80, 100, 60, 30)) if bids else None, sweep=bids and rng.random() < 0.1,
        factor=rng.choice((1, 1, 2)) if rules.variant in ("contree", "bulgarian") else 1,
    )  # fmt: skip
    called = [(s, m) for s in range(players) for m in chosen(rules, at.strain, dealt[s])]
    pairs = [(s, m) for s in range(players) for m in belas(rules, at.strain, dealt[s])]
    known = Knowledge(
        rules, players, at.strain, misere, leader, at.seat, at.hands[at.seat], tuple(plays),
        rng.choice(rules.sides(players)), declarer, contract,
        tuple(called) if rng.random() < 0.5 else None,
        tuple(rng.sample(pairs, rng.randrange(len(pairs) + 1))) if rng.random() < 0.5 else None,
    )  # fmt: skip
    return known, at.hands


def plain_stakes(known: Knowledge, hands: tuple[int, ...]) -> Stakes:
    """Melds and belas as the rules say, seat by seat."""
    assert known.contract is not None
    rules, strain, seats = known.rules, known.strain, range(known.players)
    won = contest(rules, strain, [(seat, [meld]) for seat, meld in known.melds or ()])
    melds = tuple(sum(meld.points for meld in won.get(seat, ())) for seat in seats)
    points = [0] * known.players
    for seat in seats:
        if known.belas is None:
            points[seat] = sum(pair.points for pair in belas(rules, strain, known.dealt(hands)[seat]))
            continue
        own = [meld for owner, meld in known.melds or () if owner == seat]
        told = [pair for owner, pair in known.belas if owner == seat]
        still = [pair for pair in belas(rules, strain, hands[seat], own) if pair not in told]
        points[seat] = sum(pair.points for pair in (*told, *still))
    return Stakes(rules, known.players, known.contract, melds, tuple(points))


def minimax(at: Position, past: Past, owners: tuple[int, ...], worth: Callable[[Past], int]) -> int:
    """What the owners can force at the end of the deal, every card tried."""
    memo: dict[object, int] = {}

    def best(at: Position, past: Past) -> int:
        if not any(at.hands):
            return worth(past)
        key = (at.hands, at.leader, at.trick, past)
        if key not in memo:
            found = []
            for card in at.legal():
                taken = at.taken_with(card)
                found.append(best(at.put(card), past.plus(*taken) if taken else past))
            memo[key] = max(found) if at.seat in owners else min(found)
        return memo[key]

    return best(at, past)


def plain_values(known: Knowledge, hands: tuple[int, ...]) -> dict[Card, tuple[int, bool | None]]:
    """The owners' margin and whether the contract can be made, after each card."""
    stakes, at = plain_stakes(known, hands), known.position(hands)
    owners = stakes.owners(known.side)
    out: dict[Card, tuple[int, bool | None]] = {}
    for card in at.legal():
        taken = at.taken_with(card)
        past = known.past.plus(*taken) if taken else known.past
        after = at.put(card)
        margin = minimax(after, past, owners, lambda p: stakes.margin(owners, stakes.final(p.points, p.tricks)))
        made = None
        if known.declarer is not None:
            party = [s for s in range(known.players) if known.rules.party(s) == known.rules.party(known.declarer)]
            made = bool(minimax(after, past, tuple(party), lambda p: stakes.final(p.points, p.tricks).result == "made"))
        out[card] = margin, made
    return out


@pytest.mark.parametrize("variant", GAMES)
@settings(max_examples=80)
@given(st.integers(0, 1 << 32), st.booleans())
def test_points_score_and_contract_are_those_of_plain_minimax(variant: str, seed: int, usual: bool) -> None:
    rng = random.Random(seed)
    rules = Rules.preset(variant, **({} if usual else {name: rng.choice(values) for name, values in CUSTOMS.items()}))
    known, hands = ending(rng, rules, rng.choice((1, 2, 3) if rules.players[0] == 2 else (1, 2)))
    plain = plain_values(known, hands)
    points = reference.card_values(known.position(hands))
    exact = Valuer(known, nodes=ENOUGH).value(hands)
    bounded = Valuer(known).value(hands)
    with pytest.MonkeyPatch.context() as patch:
        # The same with the search that asks the compiled core.
        patch.setattr(valuing, "FEW_TRICKS", 0)
        assert Valuer(known, nodes=ENOUGH).value(hands) == exact
    assert set(exact) == set(bounded) == set(plain)
    for card, (margin, made) in plain.items():
        told = exact[card]
        assert (told.points, told.sweep) == points[card].rank == (bounded[card].points, bounded[card].sweep)
        assert (told.low, told.high, told.made) == (margin, margin, made)
        low, high = bounded[card].low, bounded[card].high
        assert low is not None and high is not None and low <= margin <= high
        assert bounded[card].made in (None, made)


@pytest.mark.parametrize("variant", ("classic", "contree", "bulgarian"))
def test_between_partners_points_tell_the_score(variant: str) -> None:
    rng = random.Random(variant)
    for _ in range(20):
        known, hands = ending(rng, Rules.preset(variant), 3)
        known = replace(known, misere=False, contract=replace(known.contract, declarer=1), declarer=1)
        assert all(told.low == told.high and told.made is not None for told in Valuer(known).value(hands).values())


def test_without_a_contract_or_without_its_beginning_a_deal_has_no_score() -> None:
    known, hands = ending(random.Random(1), Rules.preset("contree"), 3)
    assert Valuer(known).scores and not Valuer(known, score=False).scores
    some = replace(known, contract=None)
    told = next(iter(Valuer(some).value(hands).values()))
    assert (told.low, told.high, told.made) == (None, None, None)
    assert not Valuer(replace(known, plays=known.plays[4:])).scores


@pytest.mark.parametrize("variant", GAMES)
def test_before_the_first_cards_are_played_everybody_calls_what_he_holds(variant: str) -> None:
    rules, rng = Rules.preset(variant), random.Random(variant)
    some = 0
    for _ in range(60):
        at = deal(rules, rng=rng)
        first, contract = at.legal()[0], Contract(at.strain, 0)
        hands = at.play(first).hands
        seat = (at.leader + 1) % at.players
        known = Knowledge(
            rules, at.players, at.strain, False, at.leader, seat, hands[seat], (first,), at.side, 0, contract
        )
        natural = natural_stakes(rules, at.players, contract, at.hands, at.leader)
        melds, pairs = WorldStakes(known).key(hands)
        for found, want in ((melds, natural.melds), (pairs, natural.belas)):
            for party in range(rules.parties(at.players)):
                seats = [s for s in range(at.players) if rules.party(s) == party]
                assert sum(found[s] for s in seats) == sum(want[s] for s in seats)
        some += any(melds)
        later = replace(known, melds=())
        assert not any(WorldStakes(later).key(hands)[0])
    assert some or variant == "contree"


def test_a_pair_that_was_called_and_is_still_in_hand_counts_once() -> None:
    at = Position.parse("lobovoy H 0 7.QK../8..89. - side=0")
    bela = belas(at.rules, at.strain, at.hands[0])
    known = Knowledge(
        at.rules, 2, at.strain, False, 0, 0, at.hands[0], (), at.side, 0, Contract(at.strain, 0), (), ((0, bela[0]),)
    )
    assert WorldStakes(known).key(at.hands) == ((0, 0), (20, 0))
    assert WorldStakes(replace(known, belas=())).key(at.hands) == ((0, 0), (20, 0))
    assert WorldStakes(replace(known, belas=((1, bela[0]),))).key(at.hands[::-1]) == ((0, 0), (0, 20))


# --- cards that play alike -----------------------------------------------------------------


def knows(variant: str, trump: str, hand: str, plays: str, **more: object) -> Knowledge:
    data = {"variant": variant, "trump": trump, "leader": 0, "hand": hand, "plays": plays, **more}
    return Knowledge.from_dict(data)


def groups(known: Knowledge) -> list[str]:
    return [" ".join(map(str, group)) for group in equal_cards(known)]


def test_neighbours_of_equal_worth_are_one_group() -> None:
    known = knows("contree", "S", "7S 8S 9S 7H 9H QH KH AD", "")
    # The nine of trumps is worth 14; the eight of hearts may be anybody's; queen and king differ in points.
    assert groups(known) == ["7S 8S", "9S", "7H", "9H", "QH", "KH", "AD"]


def test_a_card_of_a_finished_trick_does_not_part_them() -> None:
    before = knows("contree", "S", "7H 9H AD KD QD JD TD AS", "", side=[0, 2])
    assert "7H 9H" not in groups(before)
    after = knows("contree", "S", "7H 9H AD KD QD JD", "JS AS 8S 7S 8H TH KH QH", leader=3)
    assert after.seat == 0 and not after.trick
    assert "7H 9H" in groups(after)


def test_a_card_on_the_table_parts_them() -> None:
    known = knows("contree", "S", "7H 9H AD KD QD JD TD 8D", "8H", leader=3)
    assert groups(known) == ["7H", "9H"]


def test_cards_of_a_group_are_worth_the_same_in_every_world() -> None:
    rng, joined = random.Random(3), 0
    for _ in range(80):
        known, _ = ending(rng, Rules.preset(rng.choice(GAMES)), rng.choice((2, 3)))
        known = Knowledge.from_dict(
            {
                "variant": known.rules.variant, "players": known.players, "trump": str(known.strain),
                "leader": known.leader, "hand": [str(card) for card in from_mask(known.hand)],
                "plays": [str(card) for card in known.plays],
            }
        )  # fmt: skip
        several = [group for group in equal_cards(known) if len(group) > 1]
        joined += bool(several)
        for hands in (world for world, _ in zip(Worlds(known).draw(1), range(2), strict=False)):
            values = reference.card_values(known.position(hands))
            for group in several:
                assert len({values[card].rank for card in group}) == 1
    assert joined > 4


# --- parts, budgets, stopping ----------------------------------------------------------------


def test_only_the_cards_asked_for_are_valued() -> None:
    rng = random.Random(4)
    for variant in GAMES:
        known, hands = ending(rng, Rules.preset(variant), 4)
        valuer = Valuer(known, nodes=2000)
        whole = valuer.value(hands)
        for i, group in enumerate(valuer.groups):
            assert valuer.value(hands, [i]) == {card: whole[card] for card in group}


def test_a_block_is_its_worlds_one_by_one() -> None:
    known, _ = ending(random.Random(5), Rules.preset("gambler"), 4)
    data = {"variant": "gambler", "trump": str(known.strain), "leader": known.leader}
    data["hand"] = [str(card) for card in from_mask(known.hand)]
    data["plays"] = [str(card) for card in known.plays]
    known = replace(Knowledge.from_dict(data), contract=Contract(known.strain, 0), declarer=0)
    worlds = [world for world, _ in zip(Worlds(known).draw(1), range(12), strict=False)]
    block = Valuer(known).block(worlds)
    assert not block.broken and len(block.nodes) == len(worlds)
    for n, hands in enumerate(worlds):
        alone = Valuer(known, Engine(32)).value(hands)
        for i, (first, *_) in enumerate(equal_cards(known)):
            told = alone[first]
            assert (block.points[i][n], block.sweeps[i][n]) == (told.points, told.sweep)
            assert (block.lows[i][n], block.highs[i][n]) == (told.low, told.high)
            assert (block.made[i][n] == 1) is told.made


def test_a_stopped_block_has_the_worlds_done_until_then() -> None:
    at = deal("contree", rng=random.Random(6))
    known = Knowledge(at.rules, 4, at.strain, False, at.leader, at.seat, at.hands[at.seat], (), at.side)
    flag = StopFlag()
    flag.set()
    stopped = Valuer(known).block([at.hands, at.hands], stop=flag)
    assert stopped.broken and stopped.nodes == [] and not any(stopped.points)
    assert Valuer(known).block([at.hands], budget=50).broken
    fine = Valuer(known).block([at.hands])
    fine.cut(0)
    assert fine.nodes == [] and not any(fine.points)


def test_a_search_past_its_budget_leaves_bounds() -> None:
    rng = random.Random(7)
    wide = 0
    for _ in range(10):
        at = deal("capo", rng=rng)
        contract = Contract(at.strain, at.seat, 80)
        known = Knowledge(
            at.rules, 4, at.strain, False, at.leader, at.seat, at.hands[at.seat], (), (at.seat,), at.seat, contract
        )
        for told in Valuer(known, nodes=300).value(at.hands).values():
            assert told.low is not None and told.high is not None and told.low <= told.high
            wide += told.low < told.high
    assert wide
