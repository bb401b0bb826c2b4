"""Which melds to call: the choices against their definition, the contest against every world on its own."""

from __future__ import annotations

from itertools import combinations, islice
from typing import Any

import pytest

from rebelote import Interrupted, PositionError, Rules, StopFlag, Strain
from rebelote.cards import parse_cards, to_mask
from rebelote.choices.meldhints import MeldOdds, choices, meld_hint
from rebelote.meldbook import Kind
from rebelote.melds import all_melds, belas, chosen, contest
from rebelote.scoresearch import worth
from rebelote.stakes import Stakes
from rebelote.worlds.fitting import Worlds

LEADS: dict[str, Any] = {
    "variant": "classic", "trump": "H", "leader": 0, "seat": 0, "hand": "KH QH JH KS KD KC 7C 8C", "declarer": 0,
    "dealer": 3, "plays": "",
}  # fmt: skip
#: Most of the other hands is known: a few worlds, with melds in some of them.
KNOWN = {
    "7S": 1, "8S": 1, "9D": 1, "TD": 1, "AC": 1, "TC": 1, "QS": 1,
    "7D": 2, "8D": 2, "AS": 2, "AD": 2, "9C": 2, "7H": 2, "9H": 2,
    "JS": 3, "9S": 3, "QD": 3, "QC": 3, "8H": 3, "TH": 3, "AH": 3,
}  # fmt: skip
HANDS = [
    ("classic", Strain.HEARTS, "KH QH JH KS KD KC 7C 8C"),
    ("classic", Strain.HEARTS, "7S 8S 9S TS JS QS KS AS"),
    ("classic", Strain.SPADES, "JS QS KS JH QH KH JD JC"),
    ("gambler", Strain.HEARTS, "KH QH JH KS KD KC 9H TH 7C"),
    ("gambler", Strain.AT, "JS QS KS JH QH KH JD JC 9D"),
    ("capo", Strain.NT, "9S 9H 9D 9C TS JS QS KS"),
    ("bulgarian", Strain.CLUBS, "9S 9H 9D 9C TS JS QS KS"),
    ("bulgarian", Strain.NT, "9S 9H 9D 9C TS JS QS KS"),
    ("contree", Strain.HEARTS, "7S 8S 9S TS JS QS KS AS"),
]


def mask(text: str) -> int:
    return to_mask(parse_cards(text))


@pytest.mark.parametrize(("variant", "strain", "hand"), HANDS)
def test_the_choices_are_all_that_may_be_called_together(variant: str, strain: Strain, hand: str) -> None:
    rules = Rules.preset(variant)
    held = all_melds(rules, strain, mask(hand))

    def together(some: tuple[Any, ...]) -> bool:
        for a, b in combinations(some, 2):
            shared = bool(a.cards & b.cards)
            runs = a.kind == b.kind == Kind.RUN
            if shared and (runs or rules.customs.shared_cards == "none" or a.kind == b.kind):
                return False
            if runs and a.cards >> 8 * a.suit <= 0xFF and a.suit == b.suit:
                whole = (a.cards | b.cards) >> 8 * a.suit
                low = whole & -whole
                if whole == ((1 << whole.bit_count()) - 1) * low:
                    return False
        return True

    sets = {frozenset(some) for n in range(len(held) + 1) for some in combinations(held, min(n, 3)) if together(some)}
    whole = {some for some in sets if not any(some < more for more in sets)} | {frozenset()}
    found = choices(rules, strain, mask(hand))
    assert {frozenset(melds) for melds in found} == whole
    assert len(found) == len(whole)
    assert found[-1] == ()
    for melds in found:
        assert list(melds) == [meld for meld in held if meld in melds]  # the strongest first
    if rules.customs.bela_shares:
        assert chosen(rules, strain, mask(hand)) in found


def plainly(data: dict[str, Any], world: tuple[int, ...], odds: MeldOdds) -> tuple[int, int, int, int]:
    """Won or not, own and others' meld points, and the deal's margin, in one world."""
    known = Worlds.of(data).knowledge
    dealt = known.dealt(world)
    seats = [(known.leader + i) % known.players for i in range(known.players)]
    called = []
    for seat in seats:
        melds: Any = chosen(known.rules, known.strain, dealt[seat])
        if seat == known.seat:
            melds = odds.melds
        elif known.melds is not None and known.played[seat]:
            melds = [meld for whose, meld in known.melds if whose == seat]
        called.append((seat, melds))
    won = contest(known.rules, known.strain, called)
    melds_of = [sum(meld.points for meld in won.get(seat, ())) for seat in range(known.players)]
    pairs = [
        sum(pair.points for pair in belas(known.rules, known.strain, dealt[seat], dict(called)[seat]))
        for seat in range(known.players)
    ]
    mine = [seat for seat in range(known.players) if known.rules.party(seat) == known.rules.party(known.seat)]
    own = sum(melds_of[seat] + pairs[seat] for seat in mine)
    others = sum(melds_of) + sum(pairs) - own
    assert known.contract is not None
    stakes = Stakes(known.rules, known.players, known.contract, tuple(melds_of), tuple(pairs))
    margin = worth(known.position(world), stakes).margin
    assert margin is not None
    return int(known.seat in won), own, others, margin if known.seat in known.side else -margin


FOLLOWS: dict[str, Any] = {
    **LEADS, "leader": 3, "dealer": 2, "plays": "9S", "melds": [{"seat": 3, "meld": "run 9S TS JS"}],
    "hand": "KH QH JH KS KD KC 7C 8C",
}  # fmt: skip
GAMBLER: dict[str, Any] = {
    "variant": "gambler", "trump": "H", "leader": 0, "seat": 0, "hand": "KH QH JH KS KD KC 9C TC JC", "declarer": 1,
    "dealer": 1, "upcard": "7H", "plays": "",
}  # fmt: skip
BULGARIAN: dict[str, Any] = {**LEADS, "variant": "bulgarian", "hand": "KH QH JH 9S 9H 9D 9C 8C", "contract": "H"}
STRICT: dict[str, Any] = {**LEADS, "options": {"bela_shares": False}, "hand": "KH QH JH TH KD KC 7C 8C"}


@pytest.mark.parametrize("data", [LEADS, FOLLOWS, GAMBLER, BULGARIAN, STRICT])
def test_each_choice_is_held_against_the_others_in_each_world(data: dict[str, Any]) -> None:
    hint = meld_hint(data, worlds=4, seed=8, nodes=10**9)
    worlds = list(islice(Worlds.of(data).draw(8), 4))
    assert (hint.solved, hint.exact, hint.stopped) == (4, False, "worlds")
    for odds in hint.choices:
        found = [plainly(data, world, odds) for world in worlds]
        if odds.melds:
            assert odds.wins == pytest.approx(sum(row[0] for row in found) / 4)
        else:
            assert odds.wins is None
        assert odds.points == pytest.approx(sum(row[1] for row in found) / 4)
        assert odds.others == pytest.approx(sum(row[2] for row in found) / 4)
        assert odds.margin == pytest.approx(sum(row[1] - row[2] for row in found) / 4)
        assert odds.told.margin == pytest.approx(sum(row[3] for row in found) / 4)
    places = [(odds.told.margin, odds.margin) for odds in hint.choices]
    assert places == sorted(places, reverse=True)


def test_all_worlds_are_solved_when_they_are_few() -> None:
    data = {**LEADS, "known": KNOWN}
    hint = meld_hint(data)
    fitting = Worlds.of(data)
    assert (hint.count, hint.solved, hint.exact, hint.stopped) == (6, 6, True, "all")
    for odds in hint.choices:
        found = [plainly(data, world, odds) for world in fitting]
        assert odds.margin == pytest.approx(sum(row[1] - row[2] for row in found) / 6)
        assert odds.margin_se == 0
    assert hint.best == ["set KS KH KD KC"]


def test_what_beats_nothing_is_not_called() -> None:
    # Four jacks lie with the other side for certain: the run never scores.
    jacks = dict.fromkeys(["JS", "JH", "JD", "JC"], 1)
    data = {**GAMBLER, "hand": "7S 8S 9S AD KD 7C 8C TH 9H", "known": jacks, "upcard": "8H"}
    hint = meld_hint(data, worlds=20, score=False)
    run = next(odds for odds in hint.choices if odds.melds)
    assert (run.wins, run.points) == (0, 0)
    assert run.others >= 200


def test_a_set_and_a_run_that_share_a_card_are_a_choice_where_each_card_is_in_one_meld() -> None:
    hint = meld_hint(LEADS, worlds=10, score=False)
    assert [" and ".join(map(str, odds.melds)) for odds in hint.choices] == ["set KS KH KD KC", "run JH QH KH", ""]
    assert hint.best == ["set KS KH KD KC"]
    assert all(odds.told.middle is None for odds in hint.choices)
    # In gambler all are called, the strongest first: trumps above a plain run that is as long and as high at most.
    both = meld_hint(GAMBLER, worlds=10, score=False)
    assert both.best == ["set KS KH KD KC", "run JH QH KH", "run 9C TC JC"]


def test_without_a_contract_it_goes_by_the_melds() -> None:
    data = {key: value for key, value in LEADS.items() if key != "declarer"}
    hint = meld_hint(data, worlds=5)
    assert hint.choices[0].told.margin is None
    assert hint.choices[0].told.points is None
    assert hint.best == ["set KS KH KD KC"]


def test_a_hand_without_melds() -> None:
    hint = meld_hint({**LEADS, "hand": "7H 9H JH KS 7D KC 8C TC"}, worlds=5, score=False)
    assert [odds.melds for odds in hint.choices] == [()]
    assert hint.best == []
    assert hint.text.startswith("Seat 0 has no meld.")


def test_the_answer_depends_on_the_seed_and_not_on_the_threads() -> None:
    answers = [meld_hint(LEADS, worlds=9, seed=4, threads=threads).to_dict() for threads in (1, 3)]
    assert answers[0] == answers[1]
    assert meld_hint(LEADS, worlds=9, seed=5).to_dict() != answers[0]
    assert set(answers[0]) == {
        "seat", "side", "worlds", "solved", "exact", "choices", "best", "text", "seed", "stopped", "weighted",
        "effective", "nodes",
    }  # fmt: skip
    assert answers[0]["choices"][0]["first"] == "set KS KH KD KC"
    assert answers[0]["text"].startswith("Seat 0 should call set KS KH KD KC.")


def test_worlds_may_be_weighted() -> None:
    plain = meld_hint(LEADS, worlds=5, score=False)
    mine = meld_hint(LEADS, worlds=5, score=False, weigh=lambda known, world: 2.0)
    assert (mine.weighted, mine.effective) == ("caller", 5)
    assert mine.choices[0].margin == pytest.approx(plain.choices[0].margin)


def test_melds_are_called_before_one_s_first_card() -> None:
    # He led the eight of clubs, and another took the trick with the ace and leads; his next card is asked for.
    data = {**LEADS, "plays": "8C 9C AC JC 7S 8S", "hand": "KH QH JH KS KD KC 7C"}
    with pytest.raises(PositionError) as raised:
        meld_hint(data)
    assert [p.code for p in raised.value.problems] == ["bad_melds"]


def test_a_stopped_hint_says_so() -> None:
    stop = StopFlag()
    stop.set()
    with pytest.raises(Interrupted):
        meld_hint(LEADS, stop=stop)
