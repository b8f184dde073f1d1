"""What the library says to a program that asks for something that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from klaverjas.rules import (
    CLUB,
    PUB,
    BrokenDeal,
    Call,
    Card,
    Deal,
    IllegalMove,
    Match,
    Suit,
    apply,
    can_take_back,
    show_score,
    take_back,
    view_for,
)
from tests.build import even, play, shuffled


def refusal(deal: Deal, move: Any) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as refused:
        apply(deal, move)
    return refused.value.fault, str(refused.value)


def test_a_suit_where_a_call_is_wanted_is_named_with_the_calls_that_are_allowed() -> None:
    deal = shuffled(PUB, Random(1))
    assert refusal(deal, Card.parse("HJ")) == (
        "not_a_call",
        "trump is not made yet: a Call is wanted (Call.PLAY, Call.PASS), not Card.parse('HJ')",
    )
    for _ in range(4):
        deal = apply(deal, Call.PASS)
    fault, words = refusal(deal, Suit.CLUBS)
    assert fault == "not_a_call"
    assert "a Call is wanted (Call." in words
    assert words.endswith(", not <Suit.CLUBS: 0>")


@pytest.mark.parametrize("move", [Call.PLAY, Suit.CLUBS, "HA", 3, None])
def test_what_is_no_card_is_named_where_a_card_is_wanted(move: Any) -> None:
    assert refusal(even(), move) == ("not_a_card", f"a Card is to be played, not {move!r}")


@pytest.mark.parametrize("ask", [view_for, take_back, can_take_back, Deal.own])
@pytest.mark.parametrize("seat", [-1, 4, 7])
def test_a_seat_that_does_not_exist_is_named(ask: Callable[[Deal, int], object], seat: int) -> None:
    with pytest.raises(BrokenDeal, match=f"there is no seat {seat}: seats are 0..3"):
        ask(play(even(), "C7"), seat)


def test_after_the_last_card_of_a_club_deal_a_program_is_told_to_show_the_score() -> None:
    deal = shuffled(CLUB, Random(2))
    deal = apply(deal, Call.HEARTS)
    while deal.turn is not None:
        deal = apply(deal, max(deal.legal()))
    assert (deal.done, deal.score) == (False, None)
    assert refusal(deal, Card.parse("HJ")) == ("deal_over", "all tricks are played: show_score ends the deal")
    with pytest.raises(IllegalMove, match="not done"):
        Match(CLUB, 0).add(deal.score)
    assert show_score(deal).done
    score = show_score(deal).score
    assert score is not None
    assert Match(CLUB, 0).add(score).totals == score.scores
