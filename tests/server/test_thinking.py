"""Where regulars think: in threads and worker processes, less of it when many wait, and never not at all."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from klaverjas.bots import Player, Quick, Strong
from klaverjas.rules import PUB, Call, SeatView, Suit, apply, deal_out, pack, view_for
from klaverjas.server.thinking import CROWD, InProcesses, InThreads, less

STRONG, STEADY = "Henk", "Sjaan"


def player_for(name: str) -> Player:
    """So few worlds that no cap of time is ever met."""
    return Strong(worlds=20) if name == STRONG else Quick()


def first_lead() -> SeatView:
    cards = list(pack(4))
    Random(3).shuffle(cards)
    deal = apply(deal_out(PUB, 3, tuple(cards), Suit.HEARTS), Call.PLAY)
    return view_for(deal, 0)


async def test_a_thinker_in_a_worker_process_plays_the_card_that_it_plays_anywhere() -> None:
    thinking = InProcesses(player_for, 1)
    try:
        moves = [await thinking.choose(name, first_lead()) for name in (STRONG, STEADY)]
    finally:
        thinking.close()
    assert moves == [await InThreads(player_for).choose(name, first_lead()) for name in (STRONG, STEADY)]


async def test_when_a_worker_dies_the_regular_plays_by_habit_and_the_next_one_thinks_again() -> None:
    thinking = InProcesses(player_for, 1)
    view = first_lead()
    try:
        thought = await thinking.choose(STRONG, view)
        assert thinking._pool is not None
        for process in thinking._pool._processes or {}:
            os.kill(process, signal.SIGKILL)
        assert await thinking.choose(STRONG, view) in list(view.legal)
        assert await thinking.choose(STRONG, view) == thought
    finally:
        thinking.close()


async def test_a_thinker_that_takes_too_long_is_given_up() -> None:
    thinking = InProcesses(player_for, 1, patience=0.0)
    view = first_lead()
    try:
        assert await thinking.choose(STRONG, view) in list(view.legal)
    finally:
        thinking.close()


async def test_when_the_workers_are_sent_home_everybody_who_waited_for_them_plays_by_habit() -> None:
    thinking = InProcesses(player_for, 1)
    view = first_lead()
    assert await thinking.wake(60)
    waiting = [asyncio.create_task(thinking.choose(STRONG, view)) for _ in range(6)]
    await asyncio.sleep(0)
    thinking.close()
    try:
        for move in await asyncio.gather(*waiting):
            assert move in list(view.legal)
    finally:
        thinking.close()


async def test_a_thinker_who_is_told_to_stop_does_not_play() -> None:
    thinking = InProcesses(player_for, 1)
    thought = asyncio.create_task(thinking.choose(STRONG, first_lead()))
    await asyncio.sleep(0)
    thought.cancel()
    try:
        with pytest.raises(asyncio.CancelledError):
            await thought
    finally:
        thinking.close()


def test_who_waits_behind_many_thinks_about_fewer_worlds_and_at_last_plays_by_habit() -> None:
    view, player = first_lead(), Strong(worlds=100)
    assert less(player, view, waiting=0, processes=1) is player
    some = less(player, view, waiting=3, processes=1)
    assert isinstance(some, Strong)
    assert some.worlds == 25
    assert isinstance(less(player, view, waiting=CROWD, processes=1), Quick)
    assert less(Quick(), view, waiting=100, processes=1) == Quick()


PUB_WITH_A_WORKER = """
import asyncio
from klaverjas.server.thinking import InProcesses
from tests.server.test_thinking import STRONG, first_lead, player_for

async def think():
    thinking = InProcesses(player_for, 1)
    await thinking.choose(STRONG, first_lead())
    print(*thinking._pool._processes, flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(think())
"""


def test_workers_go_when_the_pub_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "pub.py"
    script.write_text(PUB_WITH_A_WORKER)
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=env) as pub:
        assert pub.stdout is not None
        assert int(pub.stdout.readline()) > 0
        pub.kill()
        # The worker holds the other end of this pipe too: it ends when the worker has gone.
        rest, _ = pub.communicate(timeout=20)
    assert rest == ""
