"""Puzzles in words: tasks and solutions say what is so, in every language, and a task nothing of the solution."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from builtpuzzles import ASKED, CONTRACTS, SEEN, hand_puzzle, puzzle
from rebelote import Position, reference
from rebelote.cards import SYMBOLS, Card
from rebelote.errors import InputError
from rebelote.puzzling.goals import POINTS, PuzzleGoal
from rebelote.puzzling.puzzles import Background, Puzzle, Shares
from rebelote.rules import Strain
from rebelote.scoring import Contract
from rebelote.stakes import Stakes
from rebelote.wording.puzzletalk import grade_name, solution_text, task_text, theme_about, theme_name
from rebelote.wording.speech import SPOKEN, Speech

NAMES = (*ASKED, *SEEN)
#: Words that would tell that something was not translated; none of them is French.
ENGLISH = {
    "the", "of", "to", "take", "takes", "trick", "tricks", "your", "you", "hand", "hands", "lead", "after", "only",
    "other", "others", "card", "cards", "best", "play", "deal", "deals", "all", "least", "most", "more", "remaining",
    "left", "last", "theme", "themes", "grade", "easy", "medium", "hard", "contract", "bid",
}  # fmt: skip
#: All themes there are.
THEMES = (
    "draw_trumps", "refuse_trumps", "ruff", "overruff", "underruff", "unblock", "duck", "save_master", "throw_in",
    "squeeze", "en_passant", "ten_to_partner", "last_trick", "avoid_overtrump", "sweep",
)  # fmt: skip


def _puzzle(name: str) -> Puzzle:
    return hand_puzzle(name) if name in SEEN else puzzle(name)


def _numbers(words: str) -> list[int]:
    """The numbers in a text, without the ranks of cards; figures may stand in groups."""
    bare = re.sub(f"\\w{{1,2}}[{SYMBOLS}]", "", words).replace("\u202f", "")
    return [int(number) for number in re.findall(r"\d+", bare)]


def _cards(words: str, language: str = "en") -> list[Card]:
    return [Card("".join(found), language) for found in re.findall(f"(\\w{{1,2}})([{SYMBOLS}])", words)]


def _translated(words: str, language: str) -> None:
    if language in ("ru", "uk"):
        assert not re.search("[A-Za-z]{2}", words), words
        for letters in re.findall(r"\w+", words):
            assert not (re.search("[A-Za-z]", letters) and re.search("[а-яіїєґ]", letters.lower())), letters
    elif language == "fr":
        assert not ENGLISH & set(re.findall("[a-zé]+", words.lower())), words


# --- tasks -----------------------------------------------------------------------------------


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", NAMES)
def test_a_task_names_the_seat_and_the_numbers_and_no_card(name: str, language: str) -> None:
    asked = _puzzle(name)
    at, goal = asked.position, asked.goal
    said = task_text(asked, language)
    assert Speech(language).who(at.seat, at.players) in said
    assert not set(said) & set(SYMBOLS)
    hidden = name == "hand, two"
    if goal.kind == POINTS:
        assert goal.points in (0, *_numbers(said))
        assert (at.at_stake in _numbers(said)) != hidden, "what is left is not known where cards are out of play"
    _translated(said, language)
    assert language == "en" or said != task_text(asked, "en")


def test_every_kind_of_task_in_english() -> None:
    north_south = "All hands are open. You play for both partners, North and South."
    alone = "All hands are open. The others play together against you."
    assert {name: task_text(_puzzle(name)) for name in NAMES} == {
        "points, four": f"Your lead (North): take at least 46 of the remaining 80 points. {north_south}",
        "points, four, third": "You are third to play (South): take at least 44 of the remaining 68 points. "
        + north_south,
        "points, three": f"Your lead (seat 1): take at least 34 of the remaining 57 points. {alone}",
        "points, two": "You are second to play (seat 0): take at least 23 of the remaining 36 points."
        " All hands are open.",
        "points, misere": f"Your lead (North): take no more than 8 of the remaining 56 points. {north_south}",
        "none of the points": f"Your lead (seat 0): take none of the remaining 54 points. {alone}",
        "no trick": f"Your lead (seat 0): take no trick. {alone}",
        "sweep": "You are second to play (West): take every trick that is left."
        " All hands are open. You play for both partners, East and West.",
        "trick": "Your lead (West): take at least one trick."
        " All hands are open. You play for both partners, East and West.",
        "last trick": f"Your lead (East): take the last trick. {alone}",
        "last trick, two": "Your lead (seat 1): take the last trick. All hands are open.",
        "made": "North plays diamonds. Your lead (North): make the contract, that is, take at least 46 of the"
        f" remaining 80 points. {north_south}",
        "broken": "South plays clubs and has bid 100. Your lead (West): break the contract, that is, take at least one"
        " trick. All hands are open. You play for both partners, East and West.",
        "hand, four": "Your lead (North): take at least 18 of the remaining 60 points. You see only your hand: find the"
        " card that can do it in at least 90\u00a0% of the deals that fit. Your side: North and South.",
        "hand, two": "Your lead (seat 1): take at least 11 points. You see only your hand: find the card that can do it"
        " in all deals that fit.",
    }


@pytest.mark.parametrize(
    ("language", "lead", "second"),
    [
        ("ru", "Ваш ход (Север): возьмите не меньше 46 из 80 оставшихся очков.", "вторым (игрок 0)"),
        ("uk", "Ваш хід (Північ): візьміть не менше 46 з 80 очок, що лишилися.", "другим (гравець 0)"),
        ("fr", "À vous d'entamer (Nord) : faites au moins 46 des 80 points restants.", "en deuxième (le joueur 0)"),
    ],
)
def test_tasks_in_other_languages(language: str, lead: str, second: str) -> None:
    assert task_text(puzzle("points, four"), language).startswith(lead)
    assert second in task_text(puzzle("points, two"), language)


def test_numbers_take_the_plural_that_they_ask_for() -> None:
    said = {
        points: task_text(replace(hand_puzzle("hand, two"), goal=PuzzleGoal(POINTS, points)), "ru")
        for points in (1, 2, 5, 11, 21)
    }
    wanted = {1: "1 очка", 2: "2 очков", 5: "5 очков", 11: "11 очков", 21: "21 очка"}
    assert all(f"не меньше {words}." in said[points] for points, words in wanted.items())


@pytest.mark.parametrize(
    ("language", "together"),
    [
        ("en", "You play for seats 1 and 2, together against seat 0."),
        ("ru", "Вы играете за игроков 1 и 2 вместе против игрока 0."),
        ("uk", "Ви граєте на боці гравців 1 і 2 разом проти гравця 0."),
        ("fr", "Vous jouez pour les joueurs 1 et 2, ensemble contre le joueur 0."),
    ],
)
def test_those_who_play_together_against_one_are_named(language: str, together: str) -> None:
    asked = puzzle("points, three")
    assert together in task_text(replace(asked, position=replace(asked.position, side=(1, 2))), language)


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", CONTRACTS)
def test_a_task_about_a_contract_says_whose_and_what(name: str, language: str) -> None:
    contract, _ = CONTRACTS[name]
    speech, said = Speech(language), task_text(puzzle(name), language)
    assert contract.declarer is not None
    first, _, rest = said.partition(". ")
    assert speech.who(contract.declarer, 4) in first and speech.strain(contract.strain) in first
    assert (contract.bid is None or contract.bid in _numbers(first)) and _numbers(rest)[:1] != [contract.bid]
    bare = task_text(replace(puzzle(name), background=None), language)
    assert said.endswith(bare), "without the contract nothing is said of it"


def test_a_bid_of_every_trick_is_told() -> None:
    asked = puzzle("broken")
    assert asked.background is not None
    stakes = Stakes(asked.position.rules, 4, Contract(Strain.CLUBS, 2, 250, sweep=True))
    said = task_text(replace(asked, background=Background(stakes, asked.background.past)))
    assert said.startswith("South plays clubs and has bid every trick. ") and "250" not in said


def test_shares_are_told_as_they_were_asked() -> None:
    asked = hand_puzzle("hand, four")
    assert asked.shares is not None
    some = replace(asked, shares=replace(asked.shares, share=0.925))
    assert "92.5\u00a0%" in task_text(some) and "92,5\u00a0%" in task_text(some, "fr")
    assert "in all deals" in task_text(replace(asked, shares=None))


def test_a_language_without_words_is_refused_and_letters_may_differ() -> None:
    for told in (task_text, solution_text):
        with pytest.raises(InputError, match="'bg'"):
            told(puzzle("sweep"), "bg")
    assert "Цели достигает TH" in solution_text(puzzle("made"), "ru", letters="en", symbols=False)[0]
    assert solution_text(puzzle("made"), Speech("ru")) == solution_text(puzzle("made"), "ru")


# --- solutions -------------------------------------------------------------------------------


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", NAMES)
def test_a_solution_begins_with_every_card_of_the_answer(name: str, language: str) -> None:
    solved = _puzzle(name)
    told = solution_text(solved, language)
    first = set(_cards(told[0], language))
    shared = set() if solved.shares is None else set(solved.shares.cards)
    assert first == set(solved.answer) | shared
    for words in told:
        _translated(words, language)


def _replayed(at: Position, cards: tuple[Card, ...]) -> list[tuple[int, list[Card], int, int]]:
    """Leader, cards, winner and points of each trick, by the position's own rules."""
    out, lying = [], list(at.trick)
    for card in cards:
        leader = at.leader
        lying.append(card)
        taken = at.taken_with(card)
        at = at.play(card)
        if taken:
            out.append((leader, lying, *taken))
            lying = []
    return out


def _says_tricks(words: str, at: Position, cards: tuple[Card, ...], language: str) -> None:
    """The words tell exactly the tricks that the cards make, in their order."""
    speech = Speech(language)
    found = re.findall(r"(\d+)\. ([^:·]+?) ?: ([^→]+) → ([^+]+) \+(\d+)", words)
    told = [(n, leader, _cards(lying, language), winner, points) for n, leader, lying, winner, points in found]
    assert told == [
        (str(n), speech.who(leader, at.players), lying, speech.who(winner, at.players), str(points))
        for n, (leader, lying, winner, points) in enumerate(_replayed(at, cards), 1)
    ]


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("name", NAMES)
def test_main_line_and_refutations_are_told_trick_by_trick(name: str, language: str) -> None:
    solved = _puzzle(name)
    _, line, *others = solution_text(solved, language)
    _says_tricks(line, solved.position, solved.line + solved.rest, language)
    first = [refuted for refuted in solved.refutations if not refuted.place]
    for words, refuted in zip(others, first, strict=False):
        assert set(_cards(words.partition(":")[0], language)) == set(refuted.cards)
        after = words.partition(":")[2]
        _says_tricks(after, solved.position, (refuted.cards[0], *refuted.line), language)
    decisions = {refuted.place for refuted in solved.refutations if refuted.place}
    later = 0 if name in SEEN else len(decisions)
    assert len(others) == len(first) + later + 1


def test_only_cards_and_wrong_cards_are_marked_and_those_that_lay_there_are_in_brackets() -> None:
    _, line, wrong, *_ = solution_text(puzzle("points, four, third"))
    assert line.startswith("Best play: 1. North: (T♥) (Q♠) 7♣! J♥ → North +15 · 2. North: 9♠! T♠ 8♦ 9♦ → West +24 · ")
    assert line.endswith("After 9♠ in trick 2 nothing can go wrong any more. In the end: 44 of 68.")
    assert wrong.startswith("After 8♦: 1. North: (T♥) (Q♠) 8♦? J♥ → South +15 · ")


@pytest.mark.parametrize("name", [name for name in ASKED if ASKED[name].goal.kind == POINTS])
def test_what_a_wrong_card_leaves_is_what_plain_minimax_finds(name: str) -> None:
    solved = puzzle(name)
    _, _, *told = solution_text(solved)
    word = "at least" if solved.position.misere else "at most"
    checked = 0
    for refuted in solved.refutations:
        at, points = solved.position, 0
        for card in solved.line[: refuted.place]:
            won = at.taken_with(card)
            points += won[1] if won and won[0] in at.side else 0
            at = at.play(card)
        points += {card: value.points for card, value in reference.card_values(at).items()}[refuted.cards[0]]
        left = f"{word} {Speech().points(points)}" if points else "no points at all"
        if refuted.place:
            seat = Speech().who(at.seat, at.players)
            (words,) = (words for words in told if f", {seat}: only " in words and left in words)
            assert set(refuted.cards) <= set(_cards(words.partition(";")[2].partition(left)[0]))
        else:
            (words,) = (words for words in told if words.startswith(f"After {Speech().any_of(refuted.cards)}: "))
            assert words.endswith(f" – {left}.")
        checked += 1
    assert checked >= 2


def test_goals_in_tricks_say_what_is_lost() -> None:
    wanted = {
        "sweep": "a trick is lost", "trick": "no trick is taken", "no trick": "a trick has to be taken",
        "last trick": "the last trick is lost",
    }  # fmt: skip
    for name, lost in wanted.items():
        _, line, *others, _ = solution_text(puzzle(name))
        assert all(words.endswith(f"{lost}.") for words in others) and len(others) >= 2
        assert "In the end" not in line


def test_with_one_hand_seen_the_solution_counts_deals() -> None:
    first, line, *_ = solution_text(hand_puzzle("hand, four"))
    assert first == (
        "A♠ does it, and no other card. A♠ can do it in 1\u202f596 of the 1\u202f680 deals that fit."
        " The others: 8♠ in 1\u202f184, J♠ in 1\u202f184."
    )
    assert line.startswith("Best play in the deal as it was: ")
    first, *_ = solution_text(hand_puzzle("hand, two"))
    assert "7♠ does it – or 8♠, which plays alike – and no other card." in first
    assert "in all 55 deals that fit" in first and "8♠ in" not in first
    for language in SPOKEN:
        assert {1596, 1680, 1184} <= set(_numbers(solution_text(hand_puzzle("hand, four"), language)[0]))
    alone = replace(hand_puzzle("hand, two"), shares=Shares(1, 1.0, {Card("7S"): 1}))
    assert "in the 1 deal that fits." in solution_text(alone)[0]


def test_a_later_decision_names_all_cards_that_are_right() -> None:
    assert "Trick 2, seat 1: only 7♦ or 8♦; after K♣ the last trick is lost." in solution_text(
        puzzle("last trick, two")
    )


# --- themes and grades -----------------------------------------------------------------------


def test_no_theme_is_without_words() -> None:
    from rebelote.puzzling import themes

    assert tuple(themes.THEMES) == THEMES


@pytest.mark.parametrize("language", SPOKEN)
def test_every_theme_has_a_name_and_a_sentence(language: str) -> None:
    names = {theme: theme_name(theme, language) for theme in THEMES}
    abouts = {theme: theme_about(theme, language) for theme in THEMES}
    assert len(set(names.values())) == len(set(abouts.values())) == len(THEMES) == 15
    for theme in THEMES:
        assert names[theme] and "_" not in names[theme]
        assert abouts[theme][0].isupper() and abouts[theme].endswith(".")
        if language != "en":
            assert names[theme] != theme_name(theme) and abouts[theme] != theme_about(theme)
            _translated(names[theme], language) if language != "fr" else None
            _translated(abouts[theme], language)


def test_the_words_are_the_players_own() -> None:
    assert [theme_name(theme, "fr") for theme in ("ruff", "overruff", "underruff", "throw_in")] == [
        "couper", "surcouper", "sous-couper", "mettre en main",
    ]  # fmt: skip
    assert [theme_name(theme, "ru") for theme in ("overruff", "underruff", "throw_in", "squeeze")] == [
        "перебить козырем", "подложить козырь", "впустка", "сквиз",
    ]  # fmt: skip
    assert theme_name("squeeze", "uk") == "сквіз"
    assert (theme_name("<b>", "ru"), theme_about("<b>", "ru")) == ("<b>", "")


@pytest.mark.parametrize("language", SPOKEN)
def test_themes_and_grade_end_the_solution(language: str) -> None:
    solved = puzzle("sweep")
    last = solution_text(solved, language)[-1]
    assert all(theme_name(theme, language) in last for theme in solved.themes)
    assert _numbers(last) == [3, 5] and grade_name(3, language) in last
    assert len({grade_name(grade, language) for grade in range(1, 6)}) == 5
    none = solution_text(replace(solved, themes=()), language)[-1]
    assert last.endswith(none) and none != last
