"""Cards and sets of cards (rules.md section 1)."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from klaverjas.rules import EMPTY, FULL, Card, CardSet, Rank, Suit, UnreadableText, pack
from tests.build import card, cards

ALL = [Card(index) for index in range(32)]
some_cards = st.frozensets(st.sampled_from(ALL))


def test_a_card_is_written_suit_then_rank() -> None:
    assert str(card("HJ")) == "HJ"
    assert (card("ST").suit, card("ST").rank) == (Suit.SPADES, Rank.TEN)
    assert Card.of(Suit.HEARTS, Rank.JACK) is card("HJ") is Card(20)


@pytest.mark.parametrize("one", ALL, ids=str)
def test_a_card_survives_text_repr_pickle_and_copy_as_the_same_object(one: Card) -> None:
    assert Card.parse(str(one)) is one
    assert eval(repr(one), {"Card": Card}) is one
    assert pickle.loads(pickle.dumps(one)) is one
    assert copy.deepcopy(one) is one


@pytest.mark.parametrize("text", ["", "H", "JH", "hj", "H10", "HJ ", "X7", "H1", "♥B"])
def test_what_is_no_card_is_refused_with_the_text_in_the_message(text: str) -> None:
    with pytest.raises(UnreadableText) as refusal:
        Card.parse(text)
    assert repr(text) in str(refusal.value)
    assert "expected" in str(refusal.value)


@pytest.mark.parametrize("index", [-1, 32, 1000])
def test_an_index_outside_the_pack_is_no_card(index: int) -> None:
    with pytest.raises(UnreadableText, match="0..31"):
        Card(index)


@pytest.mark.parametrize("text", ["", "h", "CD", "X"])
def test_what_is_no_suit_is_refused(text: str) -> None:
    with pytest.raises(UnreadableText, match="expected one of C D H S"):
        Suit.parse(text)


@given(some_cards, some_cards)
def test_a_card_set_does_what_a_frozenset_does(a: frozenset[Card], b: frozenset[Card]) -> None:
    x, y = CardSet.of(a), CardSet.of(b)
    assert (frozenset(x), len(x), bool(x)) == (a, len(a), bool(a))
    assert set(x | y) == a | b
    assert set(x & y) == a & b
    assert set(x - y) == a - b
    assert set(x ^ y) == a ^ b
    assert set(~x) == set(ALL) - a
    assert x.issubset(y) == a.issubset(b)
    assert x.isdisjoint(y) == a.isdisjoint(b)
    assert all((one in x) == (one in a) for one in ALL)
    assert all(isinstance(made, CardSet) for made in (x | y, x & y, x - y, x ^ y, ~x))


@given(some_cards, st.sampled_from(ALL))
def test_adding_and_taking_away_one_card(a: frozenset[Card], one: Card) -> None:
    assert set(CardSet.of(a).add(one)) == a | {one}
    assert set(CardSet.of(a).without(one)) == a - {one}
    assert set(CardSet.of(a).of_suit(one.suit)) == {other for other in a if other.suit == one.suit}


@given(some_cards)
def test_a_card_set_survives_text_repr_and_pickle(a: frozenset[Card]) -> None:
    found = CardSet.of(a)
    assert CardSet.parse(str(found)) == found
    assert eval(repr(found), {"CardSet": CardSet}) == found
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert isinstance(again, CardSet)


def test_a_set_is_iterated_by_suit_and_rank() -> None:
    assert str(cards("SA HJ H7 C9")) == "C9 H7 HJ SA"
    assert list(FULL) == ALL
    assert list(EMPTY) == []


def test_a_card_that_stands_twice_is_refused() -> None:
    with pytest.raises(UnreadableText, match="twice"):
        cards("HJ ST HJ")


def test_four_and_two_players_have_32_cards_and_three_have_24() -> None:
    """1.5, 1.6, 1.7"""
    assert pack(4) == pack(2) == FULL
    assert len(pack(3)) == 24
    assert {one.rank for one in pack(3)} == set(Rank) - {Rank.SEVEN, Rank.EIGHT}
