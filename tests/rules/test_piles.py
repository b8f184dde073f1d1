"""The table cards of two players (rules.md section 7)."""

from __future__ import annotations

from random import Random

import pytest

from klaverjas.rules import PUB, IllegalMove, Pile, apply, public_view, view_for
from tests.build import card, cards, dealt, even, play, random_game


def test_one_may_play_from_hand_and_from_the_own_open_cards() -> None:
    """7.1"""
    deal = even(2, revoke="refused")
    assert deal.own(0) == cards("C7 C8 C9 CT D7 D8 D9 DT H7 H8 H9 HT")
    assert deal.legal() == deal.own(0)
    assert view_for(deal, 0).own == deal.own(0)
    assert view_for(deal, 0).hand == cards("C7 C8 C9 CT D7 D8 D9 DT")


def test_an_open_card_counts_for_the_duty_to_follow_and_a_closed_one_does_not() -> None:
    """7.1: seat 1 has hearts on the table only, and spades under them."""
    deal = even(2, revoke="refused", trump="C")
    assert play(deal, "H7").legal() == cards("HJ HQ HK HA")
    deal = play(deal, "H7 HJ HQ H8")
    assert deal.turn == 1
    assert play(deal, "SJ").legal() == cards("S7 S8")


def test_closed_cards_can_neither_be_played_nor_oblige() -> None:
    """7.1"""
    deal = even(2, revoke="refused")
    with pytest.raises(IllegalMove) as refusal:
        apply(deal, card("S7"))
    assert refusal.value.fault == "not_held"


def test_the_closed_card_opens_at_once_for_both() -> None:
    """7.2: also in the middle of a trick."""
    deal = play(even(2), "H8")
    assert public_view(deal).piles[0] == (
        Pile(card("H7"), True),
        Pile(card("S8"), False),
        Pile(card("H9"), True),
        Pile(card("HT"), True),
    )
    assert view_for(deal, 1).public.piles == view_for(deal, 0).public.piles


def test_a_pile_whose_cards_are_gone_is_empty() -> None:
    deal = play(even(2, revoke="refused", trump="C"), "H7 HJ HQ H8 SJ S7")
    assert public_view(deal).piles[0][0] == Pile(None, False)
    assert public_view(deal).piles[1][0] == Pile(None, False)
    assert public_view(deal).counts == (8, 8)


def test_nobody_is_told_a_closed_card_not_even_its_owner() -> None:
    """7.2"""
    deal = even(2)
    other = dealt("C789T.D789T+H7ST,H8S9,H9S8,HTS7 CJQKA.DJQKA+HJSJ,HQSQ,HKSK,HASA", variant=deal.variant)
    swapped = view_for(other, 0)
    assert view_for(deal, 0).public.piles == swapped.public.piles
    assert view_for(deal, 0).hand == swapped.hand


def test_a_whole_game_has_sixteen_tricks_and_uses_every_card() -> None:
    """1.7"""
    last = list(random_game(PUB.but(seats=2), Random(3)))[-1]
    assert len(last.won) == 16
    assert len({one for trick in last.won for one in trick.cards}) == 32
    assert all(pile == (None, None) for row in last.piles for pile in row)
