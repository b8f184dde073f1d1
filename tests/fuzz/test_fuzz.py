"""A short run of every target, with the same examples each time. `python -m tests.fuzz` runs on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import strategies as st

from tests.fuzz.__main__ import TARGETS, main
from tests.fuzz.target import Target, fuzz


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name.replace(" ", "_"))
def test_what_others_send_is_read_or_refused_in_words(target: Target) -> None:
    try:
        found = fuzz(replace(target, batch=min(target.batch, 40)), 7, 0)
    finally:
        target.close()
    assert found.fault == ""
    assert found.examples >= 20


def test_a_fault_is_found_with_a_small_example_and_the_seed_that_shows_it() -> None:
    def check(number: int) -> None:
        assert number < 1000, f"{number} is too large"

    found = fuzz(Target("numbers", st.integers(), check), 3, 0)
    assert found.fault.startswith("seed 3: AssertionError: 1000 is too large")


def test_it_runs_on_until_the_time_is_over() -> None:
    ticks = iter(range(100))
    found = fuzz(
        Target("nothing", st.none(), lambda _: None, batch=5), 1, 10, clock=lambda: float(next(ticks))
    )
    assert found.seconds >= 10


def test_the_command_prints_figures_and_says_by_its_status_whether_all_is_well(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--minutes", "0", "--only", "codes", "--seed", "5"]) == 0
    assert "0 found wrong (seed 5" in capsys.readouterr().out
