"""Every trick of four cards and every set of four cards, with every trump, against the oracle."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from klaverjas.rules import Card, CardSet, Suit, melds
from klaverjas.rules.strength import points
from klaverjas.rules.trick import best_place
from tests.oracle import rules
from tests.rules.bridge import kinds

ALL = [Card.parse(text) for text in rules.deck(4)]


def takers(trump: str) -> dict[Card, frozenset[Card]]:
    """By the oracle: for each card that holds a trick, the cards that take the trick from it (3.8).

    A card that holds is a trump or of the suit led, so what beats it does not depend on the rest."""
    return {
        held: frozenset(
            card
            for card in ALL
            if card != held and rules.winning_card([str(held), str(card)], trump) == str(card)
        )
        for held in ALL
    }


@pytest.mark.parametrize("trump", rules.SUITS)
def test_every_trick_of_four_cards_goes_to_the_card_the_oracle_names(trump: str) -> None:
    suit, beaten_by = Suit.parse(trump), takers(trump)
    wrong: list[str] = []
    seen = 0
    for first, second, third in permutations(ALL, 3):
        place, held = 0, first
        if second in beaten_by[held]:
            place, held = 1, second
        if third in beaten_by[held]:
            place, held = 2, third
        takes = beaten_by[held]
        for fourth in ALL:
            if fourth is first or fourth is second or fourth is third:
                continue
            seen += 1
            if best_place((first, second, third, fourth), suit) != (3 if fourth in takes else place):
                wrong.append(f"{first} {second} {third} {fourth}")
    assert wrong == []
    assert seen == 32 * 31 * 30 * 29


@pytest.mark.parametrize("trump", rules.SUITS)
def test_the_way_to_find_the_winner_card_by_card_is_that_of_the_rule(trump: str) -> None:
    beaten_by = takers(trump)
    for cards in list(permutations(ALL, 4))[::97]:
        held = cards[0]
        for card in cards[1:]:
            held = card if card in beaten_by[held] else held
        assert str(held) == rules.winning_card([str(card) for card in cards], trump)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_shorter_trick_is_held_by_the_card_the_oracle_names(size: int) -> None:
    for trump in rules.SUITS:
        for cards in permutations(ALL, size):
            held = rules.winning_card([str(card) for card in cards], trump)
            assert str(cards[best_place(cards, Suit.parse(trump))]) == held


@pytest.mark.parametrize("trump", rules.SUITS)
def test_every_set_of_four_cards_has_the_melds_and_points_of_the_oracle(trump: str) -> None:
    suit = Suit.parse(trump)
    seen = 0
    for cards in combinations(ALL, 4):
        seen += 1
        as_text, as_set = [str(card) for card in cards], CardSet.of(cards)
        assert kinds(melds(as_set, suit)) == sorted(rules.melds(as_text, trump)), (trump, as_text)
        assert points(as_set, suit) == sum(rules.card_points(card, trump) for card in as_text)
    assert seen == 35_960


def test_every_smaller_set_has_the_melds_of_the_oracle() -> None:
    for trump in rules.SUITS:
        for size in (2, 3):
            for cards in combinations(ALL, size):
                found = kinds(melds(CardSet.of(cards), Suit.parse(trump)))
                assert found == sorted(rules.melds([str(card) for card in cards], trump)), (trump, cards)
