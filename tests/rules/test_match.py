"""A match (rules.md 2.1, 5.5)."""

from __future__ import annotations

import pytest

from klaverjas.rules import PUB, DealScore, IllegalMove, Match, parties, sides
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


def test_who_belongs_together() -> None:
    """1.5, 3.7, 5.4"""
    assert sides(4, 3) == ((1, 3), (0, 2))
    assert sides(3, 1) == ((1,), (0, 2))
    assert sides(2, 0) == ((0,), (1,))
    assert (parties(4), parties(3)) == (((0, 2), (1, 3)), ((0,), (1,), (2,)))
    assert sides(4, 0).of(3) == (1, 3)
    assert not sides(3, 1).together(1, 0)
    assert sides(3, 1).together(0, 2)
