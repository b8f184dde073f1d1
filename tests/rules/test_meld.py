"""Roem (rules.md section 4)."""

from __future__ import annotations

import pytest

from klaverjas.rules import Meld, Trick, melds
from klaverjas.rules.trick import won
from tests.build import card, cards, even, play, suit

TABLE = [
    ("C7 C8 C9 HK", "run3 20"),
    ("C7 C8 C9 CK", "run3 20"),
    ("C7 C8 C9 CT", "run4 50"),
    ("CJ CQ CK CA", "run4 50"),
    ("C9 CT CJ DA", "run3 20"),
    ("CK CA C7 C8", ""),
    ("CQ CK CA C7", "run3 20"),
    ("C7 C8 CT CJ", ""),
    ("C7 C8 D9 DT", ""),
    ("CQ CK D7 D8", ""),
    ("HQ HK D7 D8", "marriage 20"),
    ("HQ HK HA D8", "run3 20, marriage 20"),
    ("HJ HQ HK C7", "run3 20, marriage 20"),
    ("HT HJ HQ HK", "run4 50, marriage 20"),
    ("HJ HQ HK HA", "run4 50, marriage 20"),
    ("H8 H9 HT HK", "run3 20"),
    ("H7 H8 H9 HT", "run4 50"),
    ("C7 D7 H7 S7", "four 100"),
    ("CT DT HT ST", "four 100"),
    ("CK DK HK SK", "four 100"),
    ("CJ DJ HJ SJ", "jacks 200"),
    ("CJ DJ HJ C7", ""),
    ("HQ HK", "marriage 20"),
    ("CQ CK", ""),
    ("HQ HK HA", "run3 20, marriage 20"),
    ("CT CJ CQ", "run3 20"),
    ("CT DT HT", ""),
]


@pytest.mark.parametrize(("texts", "expected"), TABLE)
def test_the_melds_of_a_trick_with_hearts_as_trump(texts: str, expected: str) -> None:
    """4.1, 4.2, 4.3, and what two and three players can have (4.5)"""
    found = melds(cards(texts), suit("H"))
    assert ", ".join(f"{meld.kind} {meld.points}" for meld in found) == expected


def test_nine_ten_jack_is_a_run_in_trump_too() -> None:
    """1.4: runs follow the order of the ranks and not their strength."""
    assert melds(cards("C9 CT CJ H7"), suit("C")) == (Meld("run3", 20),)
    assert melds(cards("CJ C9 CA H7"), suit("C")) == ()


def test_roem_counts_in_any_order_of_play_and_in_the_last_trick() -> None:
    """4.5"""
    for texts in ("HJ HQ HK C7", "HK C7 HJ HQ"):
        for last in (False, True):
            assert won(Trick(0, tuple(map(card, texts.split()))), suit("H"), last).meld == 40


def test_roem_is_for_the_winner_of_the_trick() -> None:
    deal = play(even(trump="C"), "C7 C9 CJ CK")
    assert (deal.won[0].winner, deal.won[0].melds) == (2, ())
    deal = play(even(trump="C"), "C8 CT CQ CK")
    assert (deal.won[0].winner, deal.won[0].melds) == (1, (Meld("marriage", 20),))
