"""Cards and their text in five languages; hands as masks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rebelote import Card, Rank, RebeloteError, Suit
from rebelote.cards import (
    ALL_CARDS,
    FULL_PACK,
    LANGUAGES,
    format_cards,
    from_mask,
    iter_mask,
    parse_cards,
    split_cards,
    to_mask,
)
from rebelote.errors import CardError

every_card = pytest.mark.parametrize("card", ALL_CARDS, ids=str)
cards = st.sampled_from(ALL_CARDS)


def test_there_are_thirty_two_different_cards() -> None:
    assert len({str(c) for c in ALL_CARDS}) == 32
    assert to_mask(ALL_CARDS) == FULL_PACK


@every_card
def test_a_card_is_rank_then_suit(card: Card) -> None:
    assert str(card) == "789TJQKA"[card.rank] + "SHDC"[card.suit]
    assert Card(str(card)) == card
    assert Card.of(card.rank, card.suit) == card
    assert repr(card) == f"Card('{card}')"
    assert f"{card:>4}" == f"  {card}"
    assert card.bit == 1 << card


@pytest.mark.parametrize("language", LANGUAGES)
@every_card
def test_text_in_every_language_reads_back(card: Card, language: str) -> None:
    for symbols in (False, True):
        text = card.text(language, symbols=symbols)
        assert Card(text, language) == card
        assert Card(text.lower(), language) == card


@pytest.mark.parametrize("text", ["TH", "10H", "10♥", "T♥", "th", " TH ", "10h", "10♥\ufe0f", "T♥\ufe0e"])
def test_the_ten_of_hearts_is_read_in_all_its_forms(text: str) -> None:
    assert Card(text) == Card.of(Rank.TEN, Suit.HEARTS)


@pytest.mark.parametrize(
    ("language", "text", "english"),
    [
        ("fr", "VC", "JH"), ("fr", "DP", "QS"), ("fr", "RK", "KD"), ("fr", "AT", "AC"), ("fr", "10T", "TC"),
        ("ru", "ВЧ", "JH"), ("ru", "ДП", "QS"), ("ru", "КБ", "KD"), ("ru", "ТТ", "AC"), ("ru", "10Т", "TC"),
        ("uk", "ВЧ", "JH"), ("uk", "ТХ", "AC"), ("uk", "ТТ", "AC"), ("uk", "7П", "7S"),
        ("bg", "АКу", "AH"), ("bg", "ВПи", "JS"), ("bg", "ПКа", "KD"), ("bg", "ДСп", "QC"), ("bg", "10П", "TS"),
    ],
)  # fmt: skip
def test_letters_mean_what_they_mean_in_their_language(language: str, text: str, english: str) -> None:
    assert str(Card(text, language)) == english


@pytest.mark.parametrize(
    ("card", "language", "text", "with_symbols"),
    [
        ("TH", "en", "TH", "T♥"), ("QC", "en", "QC", "Q♣"), ("TH", "fr", "10C", "10♥"), ("JD", "fr", "VK", "V♦"),
        ("KS", "ru", "КП", "К♠"), ("AC", "uk", "ТТ", "Т♣"), ("JS", "bg", "ВПи", "В♠"), ("AH", "bg", "АКу", "А♥"),
    ],
)  # fmt: skip
def test_a_card_is_printed_in_the_letters_of_a_language(card: str, language: str, text: str, with_symbols: str) -> None:
    assert Card(card).text(language) == text
    assert Card(card).text(language, symbols=True) == with_symbols


def test_cyrillic_te_is_an_ace_and_latin_te_a_ten() -> None:
    assert Card("Т♥", "ru") == Card("A♥")
    assert Card("T♥") == Card("10♥")


@pytest.mark.parametrize(
    ("text", "language", "letter", "alphabet"),
    [
        ("ТH", "en", "Т", "Cyrillic"), ("ТН", "en", "Т", "Cyrillic"), ("AН", "en", "Н", "Cyrillic"),
        ("TЧ", "ru", "T", "Latin"), ("10C", "ru", "C", "Latin"), ("К♥x", "ru", "X", "Latin"),
        ("AКу", "bg", "A", "Latin"), ("ВC", "fr", "В", "Cyrillic"),
    ],
)  # fmt: skip
def test_a_letter_of_another_alphabet_is_named(text: str, language: str, letter: str, alphabet: str) -> None:
    with pytest.raises(CardError, match=f"letter {letter} is {alphabet}"):
        Card(text, language)


@pytest.mark.parametrize(
    "text", ["", " ", "H", "T", "HT", "1H", "0H", "11H", "6S", "XX", "7HS", "7 H", "♥T", "A" * 10_000, "\0", "7\n"]
)
def test_what_is_no_card_is_refused_with_its_code(text: str) -> None:
    with pytest.raises(CardError) as caught:
        Card(text)
    assert caught.value.code == "bad_card"
    assert isinstance(caught.value, RebeloteError)
    assert isinstance(caught.value, ValueError)
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize("number", [-1, 32, 1 << 70])
def test_numbers_outside_the_pack_are_refused(number: int) -> None:
    with pytest.raises(CardError):
        Card(number)


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(CardError, match="language"):
        Card("TH", "tlh")
    with pytest.raises(CardError, match="language"):
        Card("TH").text("tlh")


@given(st.text(max_size=6), st.sampled_from(list(LANGUAGES)))
def test_any_text_is_a_card_or_a_card_error(text: str, language: str) -> None:
    try:
        card = Card(text, language)
    except CardError:
        return
    assert card in ALL_CARDS


@given(st.lists(cards, unique=True), st.sampled_from(list(LANGUAGES)), st.booleans())
def test_lists_of_cards_read_back_in_every_language(some: list[Card], language: str, symbols: bool) -> None:
    text = format_cards(some, language, symbols=symbols)
    assert parse_cards(text, language) == some
    assert parse_cards(text.split(), language) == some


@given(st.lists(cards, unique=True))
def test_hands_and_masks_say_the_same(some: list[Card]) -> None:
    mask = to_mask(some)
    assert from_mask(mask) == sorted(some)
    assert list(iter_mask(mask)) == sorted(some)
    assert mask.bit_count() == len(some)
    assert parse_cards(format_cards(mask)) == sorted(some)


@pytest.mark.parametrize("text", ["7H TD", "7H,TD", "7H-TD", " 7H ,  TD\n", "7H\tTD"])
def test_cards_are_parted_by_spaces_commas_or_hyphens(text: str) -> None:
    assert split_cards(text) == ["7H", "TD"]
    assert parse_cards(text) == [Card("7H"), Card("TD")]


def test_a_card_held_twice_is_no_hand() -> None:
    with pytest.raises(CardError, match="TD"):
        to_mask(parse_cards("7H TD TD"))


def test_cards_sort_by_suit_then_natural_rank() -> None:
    assert [str(c) for c in sorted(parse_cards("7C AH TS 7H JH TH 9S"))] == ["9S", "TS", "7H", "TH", "JH", "AH", "7C"]
