"""Who wins a trick, and what it is worth (rules.md 1.2, 1.3, 3.8)."""

from __future__ import annotations

import pytest

from klaverjas.rules import FULL, Suit, Trick, pack
from klaverjas.rules.strength import HIGHER_TRUMPS, PLACE, POINTS, points
from klaverjas.rules.trick import best_place, won
from tests.build import card, cards, even, play, suit


def taken(texts: str, trump: str = "D", leader: int = 0, last: bool = False) -> tuple[int, int]:
    """The winner of these cards and their points."""
    done = won(Trick(leader, tuple(map(card, texts.split()))), suit(trump), last)
    return done.winner, done.points


def test_the_highest_card_of_the_suit_led_wins() -> None:
    assert taken("CT CA CK C7") == (1, 25)
    assert taken("C7 HA SA CJ") == (3, 24)


def test_a_trumped_trick_goes_to_the_highest_trump() -> None:
    assert taken("CA D7 C9 D8") == (3, 11)
    assert taken("CA DA D9 DJ") == (3, 56)
    assert taken("DA D9 DT DK")[0] == 1


def test_a_card_of_another_suit_never_wins() -> None:
    assert taken("C7 HA SA HT") == (0, 32)


@pytest.mark.parametrize("leader", range(4))
def test_places_are_counted_from_the_leader(leader: int) -> None:
    assert taken("CT CA CK C7", leader=leader)[0] == (leader + 1) % 4


def test_the_last_trick_is_ten_more() -> None:
    assert taken("CT CA CK C7", last=True)[1] == 35


@pytest.mark.parametrize("trump", Suit)
def test_strength_and_points_are_those_of_the_table(trump: Suit) -> None:
    """1.2"""
    for other in Suit:
        order, worth = (
            ("J9ATKQ87", (20, 14, 11, 10, 4, 3, 0, 0))
            if other == trump
            else ("ATKQJ987", (11, 10, 4, 3, 2, 0, 0, 0))
        )
        suited = [card(other.text + rank) for rank in order]
        assert tuple(POINTS[trump][one] for one in suited) == worth
        assert sorted(suited, key=PLACE[trump].__getitem__, reverse=True) == suited
        if other == trump:
            assert all(set(HIGHER_TRUMPS[one]) == set(suited[:at]) for at, one in enumerate(suited))


@pytest.mark.parametrize("trump", Suit)
def test_all_cards_are_worth_152_for_every_number_of_players(trump: Suit) -> None:
    """1.3, 1.6"""
    assert points(FULL, trump) == points(pack(3), trump) == 152
    assert points(FULL.of_suit(trump), trump) == 62


def test_the_place_that_holds_an_unfinished_trick() -> None:
    assert best_place((card("C7"),), suit("D")) == 0
    assert best_place((card("C7"), card("D7"), card("CA")), suit("D")) == 1


def test_the_winner_leads_next() -> None:
    """3.8"""
    deal = play(even(), "C7 C9 CJ CK")
    assert deal.won[0].winner == deal.turn == 3
    assert deal.trick == Trick(3)


def test_a_trick_is_full_after_one_card_of_every_seat() -> None:
    assert [len(play(even(seats), texts).won) for seats, texts in ((2, "C7 CJ"), (3, "C9 CJ CK"))] == [1, 1]
    assert play(even(), "C7 C9 CJ").trick == Trick(0, (card("C7"), card("C9"), card("CJ")))
    assert play(even(), "C7 C9 CJ").trick is not None
    assert Trick(2).seat_of(3, 4) == 1


def test_cards_that_are_played_leave_the_hand() -> None:
    assert play(even(), "C7 C9").hands[1] == cards("CT D9 DT H9 HT S9 ST")
