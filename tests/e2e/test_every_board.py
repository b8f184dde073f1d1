"""The board in every state of its specimen page, with everything at once that takes room: nothing is cut."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.pub import PATIENCE

WEB = Path(__file__).parents[2] / "web"
FITS = (Path(__file__).parent / "fits.js").read_text()
LONGEST = "W" * 20
PHONES = [(320, 568), (390, 844), (740, 360)]
SIZES = [*PHONES, (820, 1180), (1440, 900)]


@pytest.fixture(scope="session")
def specimen() -> Iterator[str]:
    """The address of board.html, which is no part of the built page."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    vite = subprocess.Popen(
        [WEB / "node_modules" / ".bin" / "vite", "--host", "127.0.0.1", "--port", str(port), "--strictPort"],
        cwd=WEB,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | {"NO_COLOR": "1"},
    )
    assert vite.stdout is not None
    try:
        for line in vite.stdout:
            if str(port) in line:
                break
        yield f"http://127.0.0.1:{port}/board.html"
    finally:
        os.killpg(vite.pid, signal.SIGTERM)
        vite.wait(timeout=15)
        vite.stdout.close()


@contextmanager
def boards(browser: Browser, address: str, size: tuple[int, int], letters: int = 16) -> Iterator[Page]:
    """The specimen page on a screen of this size, with the reader's own size of letters in pixels."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    if letters != 16:
        page.add_init_script(
            f"addEventListener('DOMContentLoaded', () => {{"
            f" document.documentElement.style.fontSize = '{letters}px' }})"
        )
    page.goto(address)
    page.wait_for_function("() => window.scenes")
    yield page
    context.close()


def changes(seats: int) -> Iterator[dict[str, Any]]:
    """What may make a board fuller: names, the buttons of a club, marks on any mat, a refusal."""
    for club in (False, True):
        for long in (False, True):
            for dealer, others in ((0, "regulars"), (seats - 1, "away"), (seats - 1, "regulars")):
                change = {"club": club, "dealer": dealer, "others": others, "refused": others == "away"}
                yield change | ({"names": LONGEST} if long else {})


def faults(page: Page, *, may_scroll: bool) -> dict[str, list[str]]:
    """Scene and change -> what does not fit."""
    found: dict[str, list[str]] = {}
    for scene in page.evaluate("window.scenes"):
        seats = {"tw": 2, "th": 3}.get(scene[:2], 4)
        for change in changes(seats):
            page.evaluate("([scene, change]) => show(scene, change)", [scene, change])
            wrong = page.evaluate(FITS, may_scroll)
            if wrong:
                found[f"{scene} {change}"] = wrong
    return found


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_board_fits_its_screen(browser: Browser, specimen: str, size: tuple[int, int]) -> None:
    with boards(browser, specimen, size) as page:
        assert faults(page, may_scroll=False) == {}


def test_a_large_and_calm_board_may_scroll_and_nothing_is_cut(browser: Browser, specimen: str) -> None:
    with boards(browser, f"{specimen}?groot=1", (390, 844)) as page:
        assert faults(page, may_scroll=True) == {}


def test_with_letters_of_twice_the_size_a_board_may_scroll_and_nothing_is_cut(
    browser: Browser, specimen: str
) -> None:
    with boards(browser, specimen, (390, 844), letters=32) as page:
        assert faults(page, may_scroll=True) == {}
