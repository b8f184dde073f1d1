"""A match (rules.md 2.1, 5.5)."""

from __future__ import annotations

import pytest

from klaverjas.rules import PUB, BrokenDeal, DealScore, IllegalMove, Match, parties, sides
from klaverjas.rules.scoring import score_deal
from tests.rules.test_scoring import trick


def won_by(declarer: int, points: int, seats: int = 4) -> DealScore:
    """A deal in which the declarer takes so many points and his left neighbour the rest."""
    tricks = trick(declarer, points), trick((declarer + 1) % seats, 162 - points)
    return score_deal(PUB.but(seats=seats), declarer, tricks)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_deal_passes_to_the_left_until_everyone_has_dealt_four_times(seats: int) -> None:
    match, dealers = Match(PUB.but(seats=seats), 1), []
    while not match.over:
        dealers.append(match.dealer)
        match = match.add(won_by(0, 100, seats))
    assert dealers == [(1 + deal) % seats for deal in range(4 * seats)]


def test_totals_are_added_and_the_highest_wins() -> None:
    match = Match(PUB.but(deals=4), 0)
    for points in (100, 90, 82, 120):
        assert match.winners == ()
        match = match.add(won_by(0, points))
    assert match.totals == (392, 256, 392, 256)
    assert (match.winners, match.drawn) == ((0, 2), False)


def test_equal_totals_are_a_draw() -> None:
    match = Match(PUB.but(deals=4), 0)
    for declarer in (0, 1, 2, 3):
        match = match.add(won_by(declarer, 100))
    assert match.totals == (324,) * 4
    assert (match.winners, match.drawn) == ((0, 1, 2, 3), True)


def test_others_with_equal_totals_make_no_draw() -> None:
    match = Match(PUB.but(seats=3), 0)
    for deal in range(12):
        match = match.add(won_by(deal % 2, 81, 3))
    assert match.totals == (486, 486, 972)
    assert (match.winners, match.drawn) == ((2,), False)


def test_no_deal_after_the_last() -> None:
    match = Match(PUB.but(deals=4), 0, (won_by(0, 100),) * 4)
    assert match.over
    with pytest.raises(IllegalMove, match="is over"):
        match.add(won_by(0, 100))


@pytest.mark.parametrize("dealer", [-1, 4, 9])
def test_a_match_has_a_first_dealer_who_exists(dealer: int) -> None:
    with pytest.raises(BrokenDeal, match=f"first_dealer {dealer} is not a seat 0..3"):
        Match(PUB, dealer)


def test_a_score_of_another_number_of_players_is_not_added() -> None:
    with pytest.raises(BrokenDeal, match="a score of 3 players in a match of 4"):
        Match(PUB, 0).add(won_by(0, 100, seats=3))
    with pytest.raises(BrokenDeal, match="a score of 4 players in a match of 2"):
        Match(PUB.but(seats=2), 0, (won_by(0, 100),))


def test_a_match_has_no_more_scores_than_deals() -> None:
    with pytest.raises(BrokenDeal, match="5 scores in a match of 4 deals"):
        Match(PUB.but(deals=4), 0, (won_by(0, 100),) * 5)


def test_a_deal_that_is_not_done_is_not_added() -> None:
    with pytest.raises(IllegalMove, match="no score yet") as refused:
        Match(PUB, 0).add(None)
    assert refused.value.fault == "not_over"


def test_who_belongs_together() -> None:
    """1.5, 3.7, 5.4"""
    assert sides(4, 3) == ((1, 3), (0, 2))
    assert sides(3, 1) == ((1,), (0, 2))
    assert sides(2, 0) == ((0,), (1,))
    assert (parties(4), parties(3)) == (((0, 2), (1, 3)), ((0,), (1,), (2,)))
    assert sides(4, 0).of(3) == (1, 3)
    assert not sides(3, 1).together(1, 0)
    assert sides(3, 1).together(0, 2)
