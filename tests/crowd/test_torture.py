"""A short campaign: kill -9, cut lines and all the rest, and nobody loses anything."""

from __future__ import annotations

import argparse
import asyncio
import signal
from pathlib import Path

import pytest

from klaverjas.crowd.commands import count, positive, rate, run_campaign
from klaverjas.crowd.line import TEXT, framed
from klaverjas.crowd.torture import Outcome, Plan, torture


async def test_under_every_fault_nobody_loses_a_card_or_sees_another_table_than_the_log(
    tmp_path: Path,
) -> None:
    outcome = await torture(Plan(seconds=6, tables=8, seed=7), tmp_path)
    print(outcome)
    print((tmp_path / "server.log").read_text()[-3000:])
    assert outcome.verdict.acknowledged > 0
    assert outcome.faults["killed"] > 0
    assert outcome.faults.total() > 10
    assert outcome.well
    assert "lost acknowledged cards         0\n" in str(outcome)


@pytest.mark.parametrize(("size", "head"), [(5, 2), (125, 2), (126, 4), (2000, 4)])
def test_a_message_is_one_masked_frame(size: int, head: int) -> None:
    frame = framed(TEXT, b"x" * size)
    assert frame[0] == 0x81
    assert frame[1] & 0x80
    assert frame[head:] == bytes(4) + b"x" * size


@pytest.mark.parametrize("text", ["0", "-1", "1e9", "nan"])
def test_a_torture_is_bounded_in_time(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        positive(text)


@pytest.mark.parametrize("text", ["0", "-1", "1000000"])
def test_a_crowd_has_a_number_of_tables_that_a_machine_can_have(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        count(text)
    assert count("2500") == 2500
    assert rate("0") == 0.0


def test_a_campaign_that_is_told_to_end_cleans_up_first() -> None:
    cleaned = []

    async def campaign() -> Outcome:
        try:
            signal.raise_signal(signal.SIGTERM)
            await asyncio.Event().wait()
        finally:
            cleaned.append("the pub")
        raise AssertionError

    with pytest.raises(KeyboardInterrupt):
        run_campaign(campaign())
    assert cleaned == ["the pub"]
