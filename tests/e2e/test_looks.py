"""Every part of the board looks as it did.

A look is kept as a small picture of mean colours (see looks.js), so that another build of the browser, which
draws letters and edges a little otherwise, is no difference; the letters are the page's own. LOOKS=renew in
the environment makes the pictures in looks/ again, to be looked at before they are committed.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.specimen import boards

LOOKS = Path(__file__).parent / "looks"
RENEW = os.environ.get("LOOKS") == "renew"
SCRIPT = (Path(__file__).parent / "looks.js").read_text()
PHONE = (390, 844)
PARTS = {
    "card": ("four", ".hand li:nth-child(2)"),
    "card-dimmed": ("four", ".hand li:first-child"),
    "hand": ("call", ".tray"),
    "trick": ("four_hold", ".trick"),
    "mat": ("four", ".west .mat"),
    "mat-in-turn": ("four", ".south .mat"),
    "piles": ("two", ".my-piles"),
    "beam": ("four", ".beam"),
    "call": ("call", ".call"),
    "note": ("four_refused", ".note"),
    "result": ("failed", ".result-table"),
    "slate": ("ended", ".slate-match"),
}
"""Part -> the scene that it is in, and where."""


@pytest.fixture(scope="module", params=["light", "dark"])
def page(request: pytest.FixtureRequest, browser: Browser, specimen: str) -> Iterator[Page]:
    scheme = request.param
    with boards(browser, specimen, PHONE, color_scheme=scheme) as page:
        page.evaluate(SCRIPT)
        yield page


def grid(page: Page, part: str) -> str:
    """How a part looks now."""
    scene, where = PARTS[part]
    page.evaluate("scene => show(scene)", scene)
    png = page.locator(where).first.screenshot()
    return str(page.evaluate("png => looks.grid(png)", base64.b64encode(png).decode()))


def differs(page: Page, now: str, kept: str) -> bool:
    apart = page.evaluate("([a, b]) => looks.apart(a, b)", [now, kept])
    return apart is None or bool(apart["far"] > 0.02 or apart["mean"] > 4)


def kept(page: Page, part: str) -> Path:
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    return LOOKS / f"{part}-{'dark' if dark else 'light'}.png"


@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_the_board_looks_as_it_did(page: Page, part: str) -> None:
    now, file = grid(page, part), kept(page, part)
    if RENEW:
        file.write_bytes(base64.b64decode(now))
    before = base64.b64encode(file.read_bytes()).decode()
    assert not differs(page, now, before), f"{part} looks otherwise: LOOKS=renew, and look at {file.name}"


def test_a_mark_that_is_missing_or_a_thing_that_moved_is_seen(page: Page) -> None:
    for part, fault in {
        "mat-in-turn": ".mat.turn { box-shadow: none !important }",
        "card-dimmed": ".card.dimmed::after { display: none }",
        "trick": ".trick .at-east { translate: 6px -50% !important }",
        "piles": ".pile > .back { display: none !important }",
    }.items():
        before = grid(page, part)
        style = page.add_style_tag(content=fault)
        assert differs(page, grid(page, part), before), part
        style.evaluate("style => style.remove()")
