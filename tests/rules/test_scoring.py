"""The score of a deal (rules.md section 5 and 4.4)."""

from __future__ import annotations

from typing import Any

import pytest

from klaverjas.rules import CLUB, PUB, Credit, DealScore, Meld, Variant, WonTrick
from klaverjas.rules.meld import MeldKind
from klaverjas.rules.scoring import score_deal, score_revoke


def trick(winner: int, points: int, meld: int = 0) -> WonTrick:
    kind: MeldKind = "run4" if meld == 50 else "run3"
    return WonTrick(0, (), winner, points, (Meld(kind, meld),) if meld else ())


def scored(declarer: int, *tricks: WonTrick, variant: Variant = PUB) -> DealScore:
    return score_deal(variant, declarer, tricks)


@pytest.mark.parametrize(
    ("taken", "scores", "failed", "march"),
    [
        ((0, 162), (0, 262), True, True),
        ((81, 81), (0, 162), True, False),
        ((82, 80), (82, 80), False, False),
        ((162, 0), (262, 0), False, True),
    ],
)
def test_the_check_values_without_roem(
    taken: tuple[int, int], scores: tuple[int, int], failed: bool, march: bool
) -> None:
    """5.6, with the pub's march for either side (4.4)"""
    tricks = [trick(seat, points) for seat, points in enumerate(taken) if points]
    score = scored(0, *tricks)
    assert score.scores == scores * 2
    assert (score.failed, score.march) == (failed, march)


def test_by_the_club_text_a_declarer_without_a_trick_is_simply_nat() -> None:
    """4.4, 5.6: (0, 162) nat"""
    score = scored(0, trick(1, 162), variant=CLUB)
    assert (score.scores, score.failed, score.march) == ((0, 162, 0, 162), True, False)


@pytest.mark.parametrize("variant", [PUB, CLUB])
def test_a_march_of_the_declaring_side_counts_a_hundred_of_roem(variant: Variant) -> None:
    """4.4"""
    score = scored(1, trick(1, 100, 20), trick(3, 62), variant=variant)
    assert score.credit == (Credit(0, 0), Credit(162, 120)) * 2
    assert (score.points, score.meld, score.march) == ((162, 0), (120, 0), True)


def test_equal_totals_are_nat_and_roem_decides() -> None:
    """5.2, 5.3"""
    assert scored(0, trick(0, 71, 20), trick(1, 91)).scores == (0, 182, 0, 182)
    assert scored(0, trick(0, 72, 20), trick(1, 90)).scores == (92, 90, 92, 90)
    assert scored(0, trick(0, 82), trick(1, 80, 20)).scores == (0, 182, 0, 182)


def test_nat_gives_all_roem_of_both_sides_to_the_others() -> None:
    """5.3"""
    score = scored(2, trick(0, 30, 50), trick(1, 132, 20))
    assert score.failed
    assert score.credit == (Credit(0, 0), Credit(162, 70)) * 2
    assert (score.points, score.meld, score.totals) == ((30, 132), (50, 20), (80, 152))


def three(declarer: int, *tricks: WonTrick, **more: Any) -> DealScore:
    return scored(declarer, *tricks, variant=PUB.but(seats=3, **more))


def test_of_three_each_defender_keeps_what_he_took_himself() -> None:
    """5.4"""
    score = three(1, trick(1, 90, 40), trick(0, 50, 20), trick(2, 22))
    assert score.credit == (Credit(50, 20), Credit(90, 40), Credit(22, 0))


def test_of_three_nat_gives_each_defender_half_of_everything() -> None:
    """5.4"""
    score = three(0, trick(0, 60, 20), trick(1, 102, 40))
    assert score.credit == (Credit(0, 0), Credit(81, 30), Credit(81, 30))
    assert three(2, trick(0, 81), trick(2, 81)).scores == (81, 81, 0)


def test_of_three_the_march_of_both_defenders_is_halved() -> None:
    """4.4, 5.4"""
    tricks = trick(0, 100), trick(1, 62, 20)
    assert three(2, *tricks).scores == (141, 141, 0)
    assert three(2, *tricks, march="declarer").scores == (91, 91, 0)
    assert three(2, trick(2, 162)).scores == (0, 0, 262)


def test_of_two_each_plays_for_himself() -> None:
    two = PUB.but(seats=2)
    assert scored(1, trick(1, 82), trick(0, 80), variant=two).scores == (80, 82)
    assert scored(1, trick(1, 81), trick(0, 81, 20), variant=two).scores == (182, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("culprit", [0, 1])
def test_a_revoke_costs_262_and_all_roem_so_far(seats: int, culprit: int) -> None:
    """6.4, 6.5, 6.6: seat 0 plays; no march on top."""
    tricks = trick(0, 40, 20), trick(0, 10, 40)
    score = score_revoke(CLUB.but(seats=seats), 0, tricks, culprit)
    innocent = score.sides.defending if culprit == 0 else score.sides.declaring
    share = 2 if seats == 3 and culprit == 0 else 1
    assert score.scores == tuple(322 // share if seat in innocent else 0 for seat in range(seats))
    assert (score.march, score.culprit) == (False, culprit)
