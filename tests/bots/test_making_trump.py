from __future__ import annotations

from dataclasses import replace

import pytest

from klaverjas.bots import Habits, choose
from klaverjas.bots.handcount import hand_count
from klaverjas.rules import CLUB, PUB, Call, CardSet, Pile, PublicView, SeatView, Suit, Variant


def to_call(hand: str, *, variant: Variant = PUB, turned: str | None = None, passes: int = 0) -> SeatView:
    """What the seat sees that is to call after so many passes; the dealer is the last seat."""
    seats = variant.seats
    public = PublicView(
        variant=variant,
        dealer=seats - 1,
        turned=None if turned is None else Suit.parse(turned),
        calls=(Call.PASS,) * passes,
        declarer=None,
        trump=None,
        counts=(8,) * seats,
        piles=((),) * seats,
        won=(),
        trick=None,
        score=None,
    )
    return SeatView(public, passes % seats, CardSet.parse(hand))


STRONG, WEAK = "HJ H9 HA H8 CA CT D8 S9", "HQ H8 C8 CQ D9 DJ S9 SK"


@pytest.mark.parametrize("passes", [0, 1, 2, 3])
def test_a_strong_hand_plays_the_turned_suit_and_a_weak_one_passes(passes: int) -> None:
    assert choose(to_call(STRONG, turned="H", passes=passes)) is Call.PLAY
    assert choose(to_call(WEAK, turned="H", passes=passes)) is Call.PASS


def test_boer_and_nel_are_no_reason_to_play_another_suit() -> None:
    assert choose(to_call(STRONG, turned="D")) is Call.PASS


def test_who_must_name_a_suit_names_the_best_one() -> None:
    assert choose(to_call(STRONG, variant=CLUB)) is Call.HEARTS


def test_after_four_passes_the_forehand_names_the_best_of_the_other_suits() -> None:
    assert choose(to_call("HJ H9 HA H8 CJ C9 CA S9", turned="H", passes=4)) is Call.CLUBS


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_thing_that_makes_a_hand_better_counts(seats: int) -> None:
    variant = CLUB.but(seats=seats)

    def count(hand: str) -> float:
        return hand_count(to_call(hand, variant=variant), Suit.HEARTS)

    plain = count("HQ HK HT C9 CQ D9 DJ SQ")
    assert count("HJ HK HT C9 CQ D9 DJ SQ") > plain + 30
    assert count("HQ H9 HT C9 CQ D9 DJ SQ") > plain
    assert count("HQ HK HT CA CQ D9 DJ SQ") > plain + 20
    assert count("HQ HK HT HA CQ D9 DJ SQ") > plain + 20


def test_two_players_count_the_table_cards_of_both() -> None:
    hand, variant = "HQ HK C8 C9 D9 DJ S9 SQ", CLUB.but(seats=2)
    bare = to_call(hand, variant=variant)

    def with_table(mine: str, theirs: str) -> float:
        piles = tuple(tuple(Pile(card, True) for card in CardSet.parse(text)) for text in (mine, theirs))
        view = bare._replace(public=bare.public._replace(piles=piles))
        return hand_count(view, Suit.HEARTS)

    neutral = with_table("C7 D7 D8 S7", "CJ CQ SJ SK")
    assert with_table("HJ H9 D8 S7", "CJ CQ SJ SK") > neutral + 60
    assert with_table("C7 D7 D8 S7", "HJ H9 SA SK") < neutral - 20


def test_a_careful_regular_passes_where_a_bold_one_plays() -> None:
    view = to_call("HJ HA H8 CA C9 D9 DJ S9", turned="H")
    count = hand_count(view, Suit.HEARTS)
    assert choose(view, Habits(play_from=count - 20)) is Call.PLAY
    assert choose(view, replace(Habits(), play_from=count + 20)) is Call.PASS
