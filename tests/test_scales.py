"""The score's side of a post-mortem: every moment's worth against searches of its own."""

import random

import pytest

from bots import play_match
from rebelote import Rules, Strain, analyse
from rebelote.cards import parse_cards, to_mask
from rebelote.records import PlayedDeal
from rebelote.scoresearch import worth
from rebelote.scoring import Contract
from rebelote.stakes import Past, Stakes, natural_stakes

GAMES = ("gambler", "lobovoy", "classic", "ukrainian", "contree", "bulgarian")
PLAIN_KEYS = ("variant", "players", "options", "trump", "leader", "hands", "plays", "declarer", "misere")


def played(variant: str, seed: int) -> PlayedDeal:
    """A deal that bots played."""
    rules = Rules.preset(variant, game=10_000)
    for deal in play_match(rules, seed=seed):
        record = deal.record
        if record and not record.get("ending"):
            return PlayedDeal.from_dict({k: record[k] for k in PLAIN_KEYS if record.get(k) is not None})
    raise AssertionError("no deal was played out")


def natural(deal: PlayedDeal) -> Stakes:
    start = deal.start
    declarer = None if start.misere else deal.declarer
    contract = Contract(start.strain, declarer, 80 if start.rules.customs.made_when == "bid" else None)
    return natural_stakes(start.rules, start.players, contract, start.hands, start.leader)


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_moment_is_worth_what_a_search_of_its_own_says(variant: str, seed: int) -> None:
    deal = played(variant, seed)
    stakes = natural(deal)
    found = analyse(deal, stakes=stakes).score
    assert found is not None and found.exact
    past = Past.none(deal.start.players)
    at = deal.start
    rng = random.Random(seed)
    checked = set(rng.sample(range(len(deal.plays)), 6)) | {0}
    for i, card in enumerate(deal.plays):
        if i in checked:
            assert worth(at, stakes, past).margin == found.at[i].margin
        taken = at.taken_with(card)
        at = at.put(card)
        past = past.plus(*taken) if taken else past
    final = stakes.final(past.points, past.tricks)
    assert found.at[-1].margin == stakes.margin(deal.start.side, final)


@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_losses_in_score_are_never_negative_and_add_up(variant: str, seed: int) -> None:
    deal = played(variant, seed + 10)
    found = analyse(deal, stakes=natural(deal)).score
    assert found is not None
    assert all(card.loss >= 0 for card in found.cards)
    balance = 0
    for card, position in zip(found.cards, deal.positions(), strict=False):
        balance += -card.loss if position.seat in found.owners else card.loss
    assert found.at[0].margin + balance == found.at[-1].margin


def test_a_pair_whose_cards_a_called_meld_needs_is_not_called() -> None:
    # Queen, king and ace of trumps: the run brings 20, and where a pair shares no card the king and queen are in it.
    for shares, belas in ((True, 20), (False, 0)):
        rules = Rules.preset("gambler", bela_shares=shares)
        hands = [to_mask(parse_cards("QH KH AH TH 7S 8S 7D 8D 7C")), to_mask(parse_cards("9S TS JS 9D TD 9C TC 8C 7H"))]
        stakes = natural_stakes(rules, 2, Contract(Strain.HEARTS, 0), hands, 0)
        assert (stakes.melds, stakes.belas) == ((20, 0), (belas, 0))
