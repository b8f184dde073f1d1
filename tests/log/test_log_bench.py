"""The bench counts what it did and leaves nothing behind."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from klaverjas.log.bench import bench


async def test_a_bench_gives_figures_and_leaves_the_folder_empty(tmp_path: Path) -> None:
    ticks = count()
    figures = await bench(tmp_path, 20, tables=4, clock=lambda: float(next(ticks)))
    assert figures.appends >= 4
    assert 0 < figures.p50 <= figures.p95 <= figures.p99 <= figures.longest
    assert figures.per_second == figures.appends / figures.seconds
    assert "durable appends/s" in str(figures)
    assert list(tmp_path.iterdir()) == []


async def test_a_bench_of_no_time_still_appends_once_per_table(tmp_path: Path) -> None:
    assert (await bench(tmp_path, 0, tables=3)).appends == 3


async def test_a_bench_of_no_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least one table"):
        await bench(tmp_path, 1, tables=0)
