"""board.html: the board in every state, which is no part of the built page."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.e2e.pub import PATIENCE

WEB = Path(__file__).parents[2] / "web"


@contextmanager
def serving() -> Iterator[str]:
    """The address of board.html, as long as it is served."""
    vite = subprocess.Popen(
        [WEB / "node_modules" / ".bin" / "vite", "--host", "127.0.0.1"],
        cwd=WEB,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | {"NO_COLOR": "1"},
    )
    assert vite.stdout is not None
    try:
        # It takes a port that is free, and says which.
        found = (re.search(r"http://127\.0\.0\.1:\d+/", line) for line in vite.stdout)
        yield next(address[0] for address in found if address) + "board.html"
    finally:
        os.killpg(vite.pid, signal.SIGTERM)
        vite.wait(timeout=60)
        vite.stdout.close()


@contextmanager
def boards(
    browser: Browser, address: str, size: tuple[int, int], letters: int = 16, **options: Any
) -> Iterator[Page]:
    """The specimen page on a screen of this size, with the reader's own size of letters in pixels. Nothing
    moves there, and all letters have come."""
    options = {"reduced_motion": "reduce"} | options
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    if letters != 16:
        page.add_init_script(
            f"addEventListener('DOMContentLoaded', () => {{"
            f" document.documentElement.style.fontSize = '{letters}px' }})"
        )
    page.goto(address)
    page.wait_for_function("() => window.scenes")
    page.evaluate("() => Promise.all([...document.fonts].map((font) => font.load()))")
    yield page
    context.close()
