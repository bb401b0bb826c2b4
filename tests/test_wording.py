"""The post-mortem in words: true facts, and the same ones in every language."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import rebelote
from plainfacts import HOLDS, replay
from rebelote import Card, Position, Rules
from rebelote.dealing import deal
from rebelote.errors import InputError
from rebelote.rules import VARIANTS, Strain
from rebelote.scoring import Contract
from rebelote.solving import solve
from rebelote.stakes import Past, Stakes
from rebelote.wording import speech as speaking
from rebelote.wording.phrases import CODES, RESULTS, SENTENCES, phrase
from rebelote.wording.reasons import MOST, compare
from rebelote.wording.speech import SPOKEN, Speech, spoken
from rebelote.wording.stories import explain, reasons_of, story

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "records"


# --- the words of the table ----------------------------------------------------------------


def test_seats_and_sides_in_the_forms_that_a_sentence_asks_for() -> None:
    ru, uk, fr, en = (Speech(language) for language in ("ru", "uk", "fr", "en"))
    assert [ru.who(3, 4, form) for form in ("who", "whose", "to")] == ["Запад", "Запада", "Западу"]
    assert [uk.who((0, 2), 4, form) for form in ("who", "whose", "to")] == [
        "Північ і Південь", "Півночі й Півдня", "Півночі й Півдню",
    ]  # fmt: skip
    assert [fr.who(1, 2, form) for form in ("who", "whose", "to")] == ["le joueur 1", "du joueur 1", "au joueur 1"]
    assert [en.who((1, 2), 3, form) for form in ("who", "whose")] == ["seats 1 and 2", "seats 1 and 2's"]
    assert ru.side((3, 1, 0), 4) == "все, кроме Юга"


def test_every_side_of_every_game_has_a_name_in_every_form() -> None:
    for language in SPOKEN:
        speech = Speech(language)
        for variant in VARIANTS:
            rules = Rules.preset(variant)
            assert speech.game(variant)
            for players in rules.players:
                sides = [*rules.sides(players), *((seat,) for seat in range(players))]
                names = {side: [speech.who(side, players, form) for form in ("who", "whose", "to")] for side in sides}
                assert len({name for name, *_ in names.values()}) == len(names)
                assert all(all(forms) for forms in names.values())


def test_cards_and_suits_are_in_the_language() -> None:
    assert Speech("ru").cards([Card("TH"), Card("AS")]) == "10♥ Т♠"
    assert Speech("fr", symbols=False).any_of(["TH", "KS", "QD"]) == "10C, RP ou DK"
    assert Speech("en").any_of(["TH"]) == "T♥"
    assert Speech("uk", letters="en").card("QD") == "Q♦"
    assert [Speech("fr").strain(strain) for strain in (Strain.HEARTS, Strain.NT)] == ["cœur", "sans atout"]


def test_a_language_without_words_is_refused_by_name() -> None:
    with pytest.raises(InputError, match=r"'bg'.*en, ru, uk, fr"):
        Speech("bg")
    with pytest.raises(InputError, match="'xx'"):
        Speech("en", letters="xx")
    assert (spoken("bg"), spoken("uk")) == ("en", "uk")


def test_a_value_that_looks_like_a_message_is_left_alone() -> None:
    assert Speech("en").say("{cards} or {last}", cards="{last}", last="{0}") == "{last} or {0}"


# --- facts of hand-made positions ------------------------------------------------------------


def _facts(position: str, held: str, played: str, stakes: Stakes | None = None) -> dict[str, dict[str, object]]:
    """The facts by code, without the two cards that begin the lines."""
    at = Position.parse(position)
    lines = [[Card(card) for card in line.split()] for line in (held, played)]
    found = compare(at, Past.none(at.players), 1, *lines, stakes)
    for fact in found:
        assert fact.values.get("played", played.split()[0]) == played.split()[0]
        assert fact.values.get("instead", held.split()[0]) == held.split()[0]
    return {fact.code: {k: v for k, v in fact.values.items() if k not in ("played", "instead")} for fact in found}


def test_a_ten_thrown_away_makes_the_eight_high() -> None:
    """Seat 0 can spare the nine of spades to the jack of diamonds: the ten of clubs then takes the eight."""
    assert _facts("gambler H 1 A9...T/.9..8 JD side=0", "9S 8C TC AS 9H", "TC 8C 9S 9H AS") == {
        "sweep_given": {"side": [1], "trick": 2, "seat": 0},
        "becomes_master": {"trick": 2, "seat": 1, "card": "8C", "suit": "C"},
        "card_lost": {"card": "TC", "owner": 0, "to": 1, "trick": 1, "from": 0},
        "points": {"side": [0], "held": 10, "then": 0},
    }


def test_a_trump_led_is_no_more_there_to_ruff() -> None:
    """North's seven of trumps draws his partner's ace under the jack; led later, South overruffs the ace of clubs."""
    assert _facts(
        "classic H 0 8.7../9.8../T.A../.J..A side=02", "8S 9S TS JH AC 7H 8H AH", "7H 8H AH JH AC 8S 9S TS"
    ) == {
        "sweep_given": {"side": [1, 3], "trick": 2, "seat": 2},
        "ruff_missed": {"trick": 2, "seat": 2, "card": "AH", "over": "AC", "owner": 3},
        "master": {"seat": 3, "card": "AC", "suit": "C"},
        "out_of_trumps": {"seat": 0, "trick": 1, "until": 2},
        "points": {"side": [0, 2], "held": 32, "then": 0},
    }


def test_the_last_trick_is_ruffed() -> None:
    """After a round of trumps East keeps the eight for South's ten of spades, and gets the last ten with it."""
    assert _facts(
        "classic H 0 8.7../.T8../T.J../9..9. side=02", "8S 8H TS 9S TH JH 9D 7H", "7H TH JH 9D TS 9S 8S 8H"
    ) == {
        "last_trick_moves": {
            "trick": 2, "to": 1, "card": "8H", "points": 20, "from": 2, "instead_card": "JH", "instead_points": 40,
        },
        "ruffed": {"trick": 2, "seat": 1, "card": "8H", "over": "TS", "owner": 2},
        "led_by": {"trick": 2, "leader": 2, "card": "TS", "instead_leader": 1, "instead_card": "TH"},
        "out_of_trumps": {"seat": 0, "trick": 1, "until": 2},
        "points": {"side": [0, 2], "held": 40, "then": 30},
    }  # fmt: skip


def test_the_highest_trump_takes_the_nine() -> None:
    """The seven led, the nine makes a trick; seat 0 still ruffs the last one with the jack."""
    facts = _facts("gambler H 0 .J7..T/.9..AK side=0", "JH 9H TC AC KC 7H", "7H 9H AC TC KC JH")
    assert facts.keys() == {"trick_moves", "points"}
    assert facts["trick_moves"] == {
        "trick": 1, "to": 1, "card": "9H", "points": 14, "from": 0, "instead_card": "JH", "instead_points": 34,
    }  # fmt: skip
    assert facts["points"] == {"side": [0], "held": 48, "then": 34}


def test_the_partners_ten_is_given_away() -> None:
    """Whatever North throws to the jack of trumps, West leads the eight of clubs: only the jack of clubs beats it."""
    assert _facts("bulgarian S 1 ..9.J/.T../..T./...8 7S-KS-JS side=02", "9D 8C JC TH TD", "JC 8C 9D TH TD") == {
        "sweep_given": {"side": [1, 3], "trick": 2, "seat": 0},
        "partner_card_lost": {"card": "TD", "owner": 2, "to": 3, "trick": 2, "from": 0},
        "points": {"side": [0, 2], "held": 32, "then": 0},
    }


def test_in_misere_a_duty_takes_a_trick() -> None:
    """Without hearts seat 1 must trump the jack; with a diamond lead under AT he must go over the eight."""
    ruff = _facts("lobovoy S 0 9.J../8..J. - side=0 misere", "9S 8S JH JD", "JH 8S JD 9S")
    assert ruff["must_trump"] == {"trick": 1, "seat": 1, "card": "8S"}
    over = _facts("gambler AT 0 ..T8.7/J..K7. - side=0 misere", "7C KD 8D 7D TD JS", "8D KD 7D TD 7C JS")
    assert over["must_go_over"] == {"trick": 1, "seat": 1, "card": "KD", "over": "8D"}


def test_melds_without_a_trick() -> None:
    """Seat 0 ruffs the ten or lets it go: then seat 1 has a trick, and his run of three counts."""
    at = "ukrainian:2 C 1 J...Q/..K. TD side=0"
    stakes = Stakes(Rules.preset("ukrainian"), 2, Contract(Strain.CLUBS, 0), (0, 20), (0, 0))
    lost = _facts(at, "JS KD QC", "QC JS KD", stakes)
    assert lost["melds_lost"] == {"side": [1], "points": 20}
    assert _facts(at, "QC JS KD", "JS KD QC", stakes)["melds_count"] == {"side": [1], "points": 20}


@pytest.mark.parametrize(("more_than", "against"), [("each", 11), ("all", 21)])
def test_what_stands_against_a_declarer_of_three(more_than: str, against: int) -> None:
    """The jack of trumps led, 27 stand against 11 and 10; kept for a ruff that brings nothing else, 20 against 28."""
    rules = Rules.preset("ukrainian", more_than=more_than)
    at = replace(Position.parse("ukrainian:3 H 0 7.J..7/8.K.8./.Q.9.A - side=0"), rules=rules)
    lines = [
        [Card(card) for card in line.split()]
        for line in ("JH KH QH 7S 8S AC 8D 9D 7C", "7S 8S AC 8D 9D JH 7C KH QH")
    ]  # fmt: skip
    facts = compare(at, Past.none(3), 1, *lines, Stakes(rules, 3, Contract(Strain.HEARTS, 0)))
    assert (facts[-1].code, dict(facts[-1].values)) == (
        "counts_against",
        {"side": [0], "held": 27, "held_against": against, "then": 20, "then_against": 28,
         "instead": "JH", "played": "7S"},
    )  # fmt: skip


# --- facts of dealt positions ----------------------------------------------------------------


def _pairs(seed: int, deals: int) -> Iterator[tuple[Position, int, list[Card], list[Card], Stakes | None]]:
    """Endings of every game with two lines of best play after two different cards; melds and contract made up."""
    rng = Random(seed)
    while deals:
        variant = rng.choice(VARIANTS)
        misere = rng.random() < 0.15
        at = deal(variant, rng=rng, tricks=rng.randint(2, 4), mid_trick=rng.random() < 0.4, misere=misere)
        legal = at.legal()
        if len(legal) < 2:
            continue
        deals -= 1
        lines = [[card, *solve(at.put(card), cards=False).line] for card in rng.sample(legal, 2)]
        stakes = None
        if not misere and rng.random() < 0.6:
            melds = tuple(rng.choice([0, 0, 20, 50]) for _ in range(at.players))
            belas = tuple(rng.choice([0, 0, 20]) for _ in range(at.players))
            stakes = Stakes(at.rules, at.players, Contract(at.strain, rng.randrange(at.players)), melds, belas)
        yield at, rng.randint(1, 4), *lines, stakes


def test_every_fact_holds_of_the_lines_when_they_are_replayed() -> None:
    seen = set()
    for at, number, held, played, stakes in _pairs(1, 500):
        past = Past.none(at.players)
        facts = compare(at, past, number, held, played, stakes)
        assert len(facts) <= MOST + 1
        tables = [replay(at, past, number, line) for line in (held, played)]
        for fact in facts:
            assert HOLDS[fact.code](dict(fact.values), *tables, stakes), (str(at), held, played, fact)
            seen.add(fact.code)
    # Those that are rare among deals as short as these have a position of their own above, most of them.
    rare = {
        "last_trick",
        "becomes_master",
        "becomes_master_trump",
        "must_go_over",
        "must_trump",
        "partner_card_lost",
        "counts_of_bid",
    }
    assert seen >= HOLDS.keys() - rare


def test_what_was_taken_before_counts_in_the_facts() -> None:
    """A trick of the others before the ending: nobody takes every trick any more, and the points have it too."""
    at = Position.parse("gambler H 1 A9...T/.9..8 JD side=0")
    lines = [[Card(card) for card in line.split()] for line in ("9S 8C TC AS 9H", "TC 8C 9S 9H AS")]
    facts = {fact.code: fact.values for fact in compare(at, Past((21, 0), (1, 0)), 2, *lines)}
    assert "sweep_given" not in facts
    assert (facts["points"]["held"], facts["points"]["then"]) == (31, 21)
    assert facts["trick_moves"]["trick"] == 3


def test_a_line_that_stops_early_tells_nothing_of_the_end() -> None:
    at = Position.parse("gambler H 1 A9...T/.9..8 JD side=0")
    lines = [[Card(card) for card in line.split()] for line in ("9S 8C TC", "TC 8C 9S")]
    assert {fact.code for fact in compare(at, Past.none(2), 1, *lines)} == {
        "trick_moves",
        "becomes_master",
        "card_lost",
    }


# --- whole deals -------------------------------------------------------------------------------

#: The deals of the examples whose analysis is quick.
TOLD = ("broken_off", "bulgarian", "classic", "contree", "gambler", "lobovoy", "misere", "ukrainian", "ukrainian_two")


@pytest.fixture(scope="module")
def analyses() -> list[rebelote.Analysis]:
    whole = [rebelote.analyse((EXAMPLES / f"{name}.json").read_text()) for name in TOLD]
    small = [rebelote.analyse(_played(seed)) for seed in range(30)]
    return [*whole, *small]


def _played(seed: int) -> str:
    """A short deal without a contract, played at random."""
    rng = Random(seed)
    at = start = deal(rng.choice(VARIANTS), rng=rng, tricks=3)
    plays = []
    while any(at.hands) and not (seed % 5 == 0 and len(plays) > 5):
        plays.append(rng.choice(at.legal()))
        at = at.put(plays[-1])
    return f"{start} plays={'-'.join(map(str, plays))}"


def _tokens(text: str) -> list[str]:
    return sorted(re.findall(r"[789TJQKA][♠♥♦♣]|\d+|\?", text))


def test_the_four_languages_tell_the_same_facts(analyses: list[rebelote.Analysis]) -> None:
    for analysis in analyses:
        facts = story(analysis)
        told = {language: explain(analysis, language, letters="en") for language in SPOKEN}
        for language, paragraphs in told.items():
            assert len(paragraphs) == len(facts) == 1 + len(analysis.turning), language
            assert list(map(_tokens, paragraphs)) == list(map(_tokens, told["en"])), language
    assert sum(len(analysis.turning) for analysis in analyses) > 10


def test_each_sentence_has_the_same_values_in_every_language(analyses: list[rebelote.Analysis]) -> None:
    for analysis in analyses:
        players = analysis.deal.start.players
        for fact in (fact for paragraph in story(analysis) for fact in paragraph):
            said = {
                language: _tokens(phrase(fact.code, fact.values, Speech(language, letters="en"), players=players))
                for language in SPOKEN
            }
            assert all(tokens == said["en"] for tokens in said.values()), fact


def test_nothing_is_said_without_a_translation(
    analyses: list[rebelote.Analysis], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rebelote.reports.markdown import to_markdown
    from rebelote.reports.page import to_html

    class Unknown(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            raise AssertionError(message)

        def pgettext(self, context: str, message: str) -> str:
            raise AssertionError((context, message))

        def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
            raise AssertionError(msgid1)

    def strict(language: str) -> gettext.NullTranslations:
        with (Path(speaking.__file__).parents[1] / f"locale/{language}/LC_MESSAGES/rebelote.mo").open("rb") as file:
            found = gettext.GNUTranslations(file)
        found.add_fallback(Unknown())
        return found

    monkeypatch.setattr(speaking, "_catalogue", strict)
    for language in SPOKEN:
        for analysis in analyses:
            assert all(explain(analysis, language))
        for analysis in analyses[: len(TOLD)]:
            assert to_html(analysis, language) and to_markdown(analysis, language)
    with pytest.raises(AssertionError, match="no such message"):
        Speech("ru").say("no such message")


def test_every_result_and_every_code_has_a_sentence() -> None:
    side = {"side": [0, 2], "capot": None}
    for language in SPOKEN:
        speech = Speech(language)
        for result in RESULTS:
            told = phrase("deal_played", {"result": {"result": result, **side}}, speech)
            assert told[0].isupper() and "{" not in told
        with_capot = phrase("deal_played", {"result": {"result": "made", "side": [0, 2], "capot": [1, 3]}}, speech)
        assert speech.who((1, 3), 4, "whose") in with_capot or speech.who((1, 3), 4) in with_capot
    assert HOLDS.keys() < set(CODES) == {*SENTENCES, "turns"}
    with pytest.raises(InputError, match="no_such_code"):
        phrase("no_such_code", {})


def test_the_results_of_an_analysis_all_have_a_word() -> None:
    from rebelote.postmortem import labels

    results = {*labels.SHARES, labels.NOT_MADE, labels.OPEN, "made", "failed", "hanging", "misere"}
    assert results == RESULTS.keys()


def test_a_deal_as_it_is_told() -> None:
    """The first turn of the example for two: every number of it can be counted on the table."""
    analysis = rebelote.analyse((EXAMPLES / "gambler.json").read_text())
    english = explain(analysis, "en")
    assert english[0] == (
        "With best play by all: contract made. As it was played: contract made."
        " Points of seat 1: 67 of 103 with best play, 81 in the end."
        " Written with best play: 56 : 67; in the end: 42 : 81. Points lost: seat 0 (25), seat 1 (11)."
        " Score lost: seat 0 (164), seat 1 (136). 2 cards changed the result."
    )
    assert english[1].startswith(
        "Trick 3: seat 1 plays 9♥. Until then: contract made; from then on: contract failed."
        " 9♦, Q♦ or 8♣ would have kept the result. After 9♥, trick 6 goes to seat 0 (K♣, 4 points);"
    )
    assert english[1].endswith("Toward the contract: 57 against 66 for seat 1 after 9♥, 67 against 56 after 8♣.")
    russian = explain(analysis, "ru")
    assert russian[1].startswith("Взятка 3: игрок 1 играет 9♥. До этого выходило: игра сыграна; теперь: байт.")
    assert "Старшая бубновая карта в игре, Т♦, у игрока 0." in russian[1]
    assert explain(analysis, "uk")[0].endswith("2 карти змінили результат.")
    assert explain(analysis, "fr")[1].startswith("Pli 3\u00a0: le joueur 1 joue 9♥. Jusque-là\u00a0: contrat réussi")


def test_who_lost_nothing_is_not_named_and_a_minus_is_a_minus() -> None:
    classic, misere = (rebelote.analyse((EXAMPLES / f"{name}.json").read_text()) for name in ("classic", "misere"))
    assert " Points lost: North (33), East (1), West (15)." in explain(classic)[0]
    assert " Written with best play: −138 : −51; in the end: −127 : −62." in explain(misere)[0]


def test_the_result_of_a_deal_without_a_contract_is_that_of_its_values(analyses: list[rebelote.Analysis]) -> None:
    turned = 0
    for analysis in analyses[len(TOLD) :]:
        (best, end, *_), *turns = story(analysis)
        for fact, value in ((best, analysis.values[0]), (end, analysis.values[-1])):
            assert value is not None
            share = fact.values["result"]["result"]
            wanted = {"less", "no trick"} if 2 * value < analysis.of else {"more", "every trick"}
            assert share in ({"half"} if 2 * value == analysis.of else wanted)
            assert (share == "no trick") <= (value == 0)
            assert (share == "every trick") <= (value == analysis.of)
        if turns:
            turned += 1
            assert best.values["result"] == turns[0][0].values["before"]
            assert end.values["result"] == turns[-1][0].values["after"]
    assert turned > 5


def test_of_a_deal_broken_off_nobody_is_said_to_have_no_trick() -> None:
    """Seat 0 has no trick yet, and takes the second with the ace of spades: 21 of 32."""
    analysis = rebelote.analyse("gambler H 0 A...7/8...A - side=0 plays=7C-AC")
    ((_, end, points, *_),) = story(analysis)
    assert (end.code, end.values["result"]["result"]) == ("deal_broken_off", "more")
    assert (points.values["scored"], points.values["of"]) == (21, 32)


def test_cards_are_written_as_asked() -> None:
    analysis = rebelote.analyse("gambler D 1 ..T.Q/.T.J. - side=1 plays=TH-TD-QC-JD")
    assert "игрок 1 играет 10Ч. " in explain(analysis, "ru", symbols=False)[1]
    assert "игрок 1 играет TH. " in explain(analysis, "ru", letters="en", symbols=False)[1]


def test_nothing_is_told_of_an_analysis_that_is_not_finished() -> None:
    analysis = rebelote.analyse((EXAMPLES / "classic.json").read_text(), nodes=5)
    assert not analysis.exact
    assert (explain(analysis), story(analysis), reasons_of(analysis, 0)) == ([], [], [])


def test_the_facts_of_a_card_that_cost_something_without_turning_the_deal() -> None:
    analysis = rebelote.analyse((EXAMPLES / "classic.json").read_text())
    assert analysis.turning == []
    costly = [i for i, card in enumerate(analysis.cards) if card.score_loss]
    assert costly
    for moment, card in enumerate(analysis.cards):
        facts = reasons_of(analysis, moment)
        assert bool(facts) is (moment in costly)
        if facts:
            values = facts[0].values
            assert (facts[0].code, values["score"], values["card"]) == (
                "cost_in_score",
                card.score_loss,
                str(card.card),
            )
            assert [Card(one) for one in values["better"]] == list(card.better)
            points = [fact.values for fact in facts if fact.code == "points"]
            assert [abs(one["held"] - one["then"]) for one in points] == [card.loss]


def test_the_facts_of_a_turning_point_are_those_of_its_card() -> None:
    analysis = rebelote.analyse((EXAMPLES / "gambler.json").read_text())
    assert [reasons_of(analysis, point.moment) for point in analysis.turning] == story(analysis)[1:]
    assert reasons_of(analysis, 99) == []
