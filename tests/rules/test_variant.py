"""House rules as data."""

from __future__ import annotations

from typing import Any

import pytest

from klaverjas.rules import CLUB, PUB, Variant, allowed_deals, every_variant
from tests.build import all_variants


def test_the_pub_turns_a_suit_and_refuses_illegal_cards() -> None:
    assert (PUB.seats, PUB.trump_duty, PUB.trump_making) == (4, "amsterdam", "turned")
    assert (PUB.undertrump, PUB.march, PUB.revoke, PUB.deals) == ("forbidden", "either", "refused", 16)


def test_the_club_plays_rotterdam_forced_and_with_revokes() -> None:
    assert (CLUB.seats, CLUB.trump_duty, CLUB.trump_making) == (4, "rotterdam", "forced")
    assert (CLUB.undertrump, CLUB.march, CLUB.revoke, CLUB.deals) == (
        "forbidden",
        "declarer",
        "claimable",
        16,
    )


def test_every_combination_of_house_rules_can_be_played() -> None:
    assert len(set(all_variants())) == 3 * 2**5


def test_every_way_to_call_and_play_is_there_once() -> None:
    ways = set(every_variant())
    assert len(ways) == 48
    assert {variant.but(march="either") for variant in all_variants()} == ways


@pytest.mark.parametrize(("seats", "deals"), [(4, (4, 8, 12, 16)), (3, (12,)), (2, (4, 8, 12, 16))])
def test_a_match_is_as_long_as_lets_every_seat_deal_equally_often(seats: int, deals: tuple[int, ...]) -> None:
    """5.5"""
    assert allowed_deals(seats) == deals


@pytest.mark.parametrize(("seats", "deals", "tricks"), [(4, 16, 8), (3, 12, 8), (2, 8, 16)])
def test_another_number_of_seats_brings_its_own_length(seats: int, deals: int, tricks: int) -> None:
    """1.5-1.7, 5.5"""
    variant = PUB.but(seats=seats)
    assert (variant.deals, variant.tricks) == (deals, tricks)


@pytest.mark.parametrize(
    "changes",
    [
        {"seats": 5},
        {"seats": "4"},
        {"seats": 4.0},
        {"seats": 3, "deals": 16},
        {"deals": 7},
        {"deals": 8.0},
        {"deals": "16"},
        {"trump_duty": "utrecht"},
        {"revoke": None},
        {"march": ["either"]},
    ],
)
def test_what_cannot_be_played_is_refused_with_its_name_and_value(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="cannot be") as refusal:
        Variant(**changes)
    name = "deals" if "deals" in changes else next(iter(changes))
    assert name in str(refusal.value)
    assert repr(changes[name]) in str(refusal.value)
