"""What the pub tells about itself in figures, to whom, and that it names nobody."""

from __future__ import annotations

import argparse
import asyncio

import pytest

from klaverjas.crowd import door
from klaverjas.server.cli import Trouble, metrics_address, shown
from klaverjas.server.figures import BOUNDS, Delivery, Figures, Timing
from klaverjas.server.metrics import showing
from klaverjas.server.settings import Settings
from tests.server.support import inn


async def scraped(port: int) -> dict[str, float]:
    status, _, body = await door.ask(port, "GET", "/metrics")
    assert status == 200
    rows = [line.rpartition(" ") for line in body.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in rows}


async def test_the_figures_of_a_match_are_shown_and_name_nobody() -> None:
    async with inn() as it:
        jan = await it.host("Jan", practice=True)
        await jan.play()
        gauges = {"sockets": ("Browsers", lambda: it.rooms.sockets)}
        with showing("127.0.0.1", 0, it.pub.figures, gauges) as port:
            figures = await scraped(port)
    assert figures['klaverkroeg_moves_total{by="person"}'] >= 32
    assert figures['klaverkroeg_moves_total{by="regular"}'] >= 96
    assert figures["klaverkroeg_sockets"] == 1
    assert figures["klaverkroeg_delivery_seconds_count"] >= 32
    assert figures["klaverkroeg_append_seconds_count"] >= 128
    assert (
        figures['klaverkroeg_append_seconds_bucket{le="+Inf"}']
        == (figures["klaverkroeg_append_seconds_count"])
    )
    assert not any(word in name for name in figures for word in ("Jan", jan.code, jan.cookie))


async def test_the_front_door_shows_no_figures() -> None:
    async with inn() as it:
        answer = await it.ask("GET", "/metrics")
        assert "klaverkroeg_moves" not in answer.text


def test_the_address_of_the_figures_is_this_machine_unless_another_is_given() -> None:
    assert metrics_address("9400") == ("127.0.0.1", 9400)
    assert metrics_address("10.0.0.7:9400") == ("10.0.0.7", 9400)
    assert metrics_address("[::1]:9400") == ("::1", 9400)
    with pytest.raises(argparse.ArgumentTypeError):
        metrics_address("70000")


def test_an_address_that_cannot_be_had_is_trouble_for_the_host() -> None:
    with (
        showing("127.0.0.1", 0, Figures(), {}) as port,
        pytest.raises(Trouble, match="cannot show metrics"),
        shown(Settings(metrics=("127.0.0.1", port)), Figures(), {}),
    ):
        pass


def test_a_delivery_is_timed_when_the_last_browser_was_written_to() -> None:
    times = iter([3.0])
    figures = Figures(clock=lambda: next(times))
    delivery = Delivery(figures, since=1.0, browsers=2)
    delivery.written()
    assert sum(figures.delivered.counts) == 0
    delivery.written()
    assert figures.delivered.total == 2.0


def test_a_timing_counts_up_to_each_bound() -> None:
    timing = Timing()
    for seconds in (0.0, BOUNDS[0], BOUNDS[0] * 1.01, 100.0):
        timing.note(seconds)
    assert (timing.counts[0], timing.counts[1], timing.counts[-1]) == (2, 1, 1)


async def test_asking_for_figures_takes_no_step_of_a_table() -> None:
    async with inn() as it:
        jan = await it.host("Jan")
        room = await it.room(jan.code)
        version = room.table.version
        with showing("127.0.0.1", 0, it.pub.figures, {}) as port:
            await asyncio.gather(*(scraped(port) for _ in range(5)))
        assert room.table.version == version
