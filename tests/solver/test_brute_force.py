"""Every legal card of small endings: the C kernel, the Python twin and plain minimax agree."""

from __future__ import annotations

from random import Random

import pytest

from klaverjas.rules import Card
from klaverjas.solver import OBJECTIVES, Fault, Solver
from klaverjas.solver.twin import Twin
from tests.solver.endings import Plain, random_ending

# seats, tricks left, endings
SMALL = [(4, 1, 60), (4, 2, 250), (4, 3, 35), (3, 2, 250), (3, 3, 60), (2, 2, 200), (2, 3, 150), (2, 4, 60)]


@pytest.mark.parametrize(("seats", "tricks", "count"), SMALL)
def test_kernel_twin_and_minimax_give_every_card_the_same_value(seats: int, tricks: int, count: int) -> None:
    random = Random(seats * 100 + tricks)
    checked = 0
    with Solver(seats) as kernel, Solver(seats, Twin()) as twin:
        for _ in range(count):
            ending = random_ending(random, seats, tricks, random.randrange(seats))
            assert ending.faults() is Fault.NONE
            for objective in OBJECTIVES:
                expected = Plain(ending, objective == "payoff").cards()
                for solver in (kernel, twin):
                    found = solver.solve(ending, objective, cards=True)
                    assert found.cards == {Card.parse(card): value for card, value in expected.items()}
                    assert (
                        solver.solve(ending, objective, guess=random.randrange(-200, 200)).value
                        == found.value
                    )
                    checked += len(expected)
    assert checked > 2 * count


@pytest.mark.parametrize(("seats", "tricks", "count"), [(4, 5, 12), (4, 4, 25), (3, 6, 12), (2, 7, 20)])
def test_the_twin_agrees_with_the_kernel_in_longer_endings(seats: int, tricks: int, count: int) -> None:
    random = Random(seats * 1000 + tricks)
    with Solver(seats) as kernel, Solver(seats, Twin()) as twin:
        for _ in range(count):
            ending = random_ending(random, seats, tricks, random.randrange(seats))
            for objective in OBJECTIVES:
                assert kernel.solve(ending, objective, cards=True) == twin.solve(
                    ending, objective, cards=True
                )
