"""What the page costs, measured in a real browser: `python3 dev.py exec python -m tests.e2e.budget`.

CHROMIUM names the browser, as for the tests. The page is the built one. Prints a line for each part of the
budget and ends with 1 when one is exceeded. It is no test: on a busy machine times say nothing.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.e2e.pub import FLAGS, PATIENCE, PHONE, Person, Pub, until
from tests.e2e.test_table import SHIFTS

WEB = Path(__file__).parents[2] / "web"
SLOWDOWN = 4
"""A phone is about this much slower than a desk."""
LOOKED_AT = 30_000
"""Milliseconds of play."""
INTERACTIVE = """async (query) => {
  const found = () => document.querySelector(query);
  while (!found()) await new Promise((done) => requestAnimationFrame(done));
  // Whoever presses now is heard in the next turn of the loop.
  await new Promise((done) => setTimeout(done));
  const heard = performance.now();
  const bytes = performance.getEntriesByType('resource').filter(({ name, startTime }) =>
    /\\.(js|css)$/.test(name) && startTime < heard).map(({ responseEnd }) => responseEnd);
  return heard - Math.max(...bytes);
}"""
FRAMES = """() => {
  // From the start of a frame to the first moment that is free after it was drawn.
  window.frames = [];
  const channel = new MessageChannel();
  let start = 0;
  channel.port1.onmessage = () => {
    window.frames.push(performance.now() - start);
    requestAnimationFrame(frame);
  };
  const frame = () => {
    start = performance.now();
    channel.port2.postMessage(null);
  };
  requestAnimationFrame(frame);
}"""

RETURNED = """() => {
  // From the network being there again until the line is, which is when its sign goes away.
  window.returned = new Promise((done) => addEventListener('online', () => {
    const since = performance.now();
    const look = () => document.querySelector('[role=status].line p')
      ? requestAnimationFrame(look) : done(performance.now() - since);
    requestAnimationFrame(look);
  }));
}"""


@dataclass(frozen=True)
class Line:
    """One part of the budget."""

    what: str
    measured: float
    most: float
    unit: str

    @property
    def kept(self) -> bool:
        return self.measured <= self.most

    def __str__(self) -> str:
        mark = "ok  " if self.kept else "OVER"
        return f"{mark} {self.measured:10.3f} of {self.most:g} {self.unit:3} {self.what}"


def scripts() -> Iterator[Line]:
    """The sizes that `npm run size` counts."""
    told = subprocess.run(["node", "size.js"], cwd=WEB, capture_output=True, text=True, check=False).stdout
    for size, what, aim in re.findall(r"(\d+) (scripts of .*), aim: under (\d+)", told):
        yield Line(f"{what}, gzip", int(size) / 1000, int(aim) / 1000, "kB")


def slow(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})


def interactive(browser: Browser, url: str, what: str, query: str) -> Line:
    """From the last byte of scripts and styles until `query` can be pressed."""
    times = []
    for _ in range(3):
        page = browser.new_page(viewport=PHONE, locale="nl-NL")
        slow(page)
        page.goto(url, wait_until="commit")
        times.append(page.evaluate(INTERACTIVE, query))
        page.close()
    return Line(
        f"until {what} can be pressed, after the bytes, {SLOWDOWN}x slower", min(times) / 1000, 1, "s"
    )


def back_again(tineke: Person) -> Iterator[Line]:
    """Somebody whose network goes away and comes back."""
    frames: list[str] = []
    tineke.page.on("websocket", lambda line: line.on("framereceived", lambda text: frames.append(str(text))))
    until(tineke, what=lambda: len(tineke.hand) == 8)
    held = sorted(tineke.hand)
    tineke.context.set_offline(True)
    expect(tineke.page.locator("[role=status].line p")).to_be_visible(timeout=PATIENCE)
    tineke.page.evaluate(RETURNED)
    tineke.context.set_offline(False)
    yield Line("from the network to the line", tineke.page.evaluate("returned") / 1000, 1, "s")
    until(tineke, what=lambda: any('"snapshot"' in text for text in frames))
    first = next(number for number, text in enumerate(frames, 1) if '"snapshot"' in text)
    yield Line("messages until the table is whole again", first, 1, "")
    yield Line("cards that are not as they were", len(set(held) ^ set(tineke.hand)), 0, "")


def at_the_table(tineke: Person) -> Iterator[Line]:
    """Four players, who play on by themselves at the usual pace."""
    tineke.plays_by_itself()
    until(tineke, what=lambda: tineke.page.locator(".trick .face").count() > 0)
    tineke.page.evaluate(SHIFTS)
    tineke.page.evaluate(FRAMES)
    tineke.page.wait_for_timeout(LOOKED_AT)
    yield Line("layout shift at the table, worst window", tineke.page.evaluate("shifts"), 0.02, "")
    frames = tineke.page.evaluate("frames")
    yield Line(f"work of a frame, median of {len(frames)}", statistics.median(frames), 16, "ms")


def main() -> int:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if not path:
        print("no browser: say where one is in CHROMIUM")
        return 2
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        pub = Pub(Path(folder))
        try:
            lines = list(scripts())
            lines.append(interactive(browser, pub.url, "the home page", "main button"))
            tineke = Person("Tineke", browser.new_context(viewport=PHONE, locale="nl-NL"), pub.url, query="")
            code = tineke.open_table()
            lines.append(interactive(browser, f"{pub.url}t/{code}", "a link to a table", "main button"))
            tineke.start()
            lines += back_again(tineke)
            lines += at_the_table(tineke)
        finally:
            pub.close()
            browser.close()
    for line in lines:
        print(line)
    return 0 if all(line.kept for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
