"""Duplicate matches with fixed deals: the same every time, so a wide margin makes them certain."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev

import pytest

from klaverjas.bots import REGULARS, Regular, choose
from klaverjas.rules import CLUB, PUB, Variant
from tests.bots.games import cheapest_player, duplicate, hasty, random_player

FOUR, FORCED = PUB, CLUB.but(revoke="refused")
TABLES = [
    pytest.param(FOUR, id="4-turned"),
    pytest.param(FORCED, id="4-forced"),
    pytest.param(FOUR.but(seats=3), id="3-turned"),
    pytest.param(FORCED.but(seats=3), id="3-forced"),
    pytest.param(FOUR.but(seats=2), id="2-turned"),
    pytest.param(FORCED.but(seats=2), id="2-forced"),
]
DEALS = 80


def surely_above(differences: list[float]) -> float:
    """The mean less four standard errors."""
    return mean(differences) - 4 * stdev(differences) / sqrt(len(differences))


@pytest.mark.parametrize("variant", TABLES)
def test_a_regular_beats_random_play_by_far(variant: Variant) -> None:
    assert surely_above(duplicate(variant, choose, random_player(3), DEALS)) > 10


@pytest.mark.parametrize("variant", TABLES)
def test_a_regular_beats_the_cheapest_legal_card(variant: Variant) -> None:
    assert surely_above(duplicate(variant, choose, cheapest_player, DEALS)) > 0


@pytest.mark.parametrize("regular", REGULARS, ids=[regular.name for regular in REGULARS])
def test_no_regular_is_a_weak_one(regular: Regular) -> None:
    needed = {"strong": 10, "steady": 0, "gentle": -30}[regular.level]
    assert surely_above(duplicate(FOUR, hasty(regular.player, 20), cheapest_player, DEALS)) > needed
