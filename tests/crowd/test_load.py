"""A small load is measured, and the figures are read rightly."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from klaverjas.crowd.load import Plan, Quantiles, TooFewFiles, allow_files, load, quantiles


async def test_a_small_crowd_plays_and_is_measured(tmp_path: Path) -> None:
    outcome = await load(Plan(tables=3, seconds=2, warming=0.5), tmp_path)
    assert outcome.well
    assert outcome.people == 12
    assert outcome.moves_per_second > 0
    assert 0 < outcome.delivery.p50 <= outcome.delivery.p99
    assert outcome.closing.told == 12, "everybody hears that the pub closes"
    assert 0 < outcome.closing.last_told <= outcome.closing.lines_ended
    assert "moves, each durable" in str(outcome)
    assert "closed within" in str(outcome)


def test_quantiles_lie_within_their_bucket() -> None:
    shown = {
        'x_bucket{le="0.001"}': 0.0,
        'x_bucket{le="0.002"}': 90.0,
        'x_bucket{le="0.01"}': 100.0,
        'x_bucket{le="+Inf"}': 100.0,
        "x_count": 100.0,
    }
    found = quantiles(shown, "x")
    assert found.p50 == pytest.approx(0.001 + 0.001 * 50 / 90)
    assert found.p99 == pytest.approx(0.002 + 0.008 * 9 / 10)
    assert quantiles({'x_bucket{le="1.0"}': 0.0, 'x_bucket{le="+Inf"}': 5.0}, "x").p99 == 1.0
    assert quantiles({'x_bucket{le="+Inf"}': 0.0}, "x") == Quantiles(0.0, 0.0)


def test_more_sockets_than_the_machine_allows_are_refused_in_words() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY:
        allow_files(1)
        return
    with pytest.raises(TooFewFiles, match="open files are needed"):
        allow_files(hard + 1)
