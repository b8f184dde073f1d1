"""A real server in a process of its own, and people with real browsers."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

KLAVERKROEG = str(Path(sys.executable).with_name("klaverkroeg"))
PHONE: ViewportSize = {"width": 390, "height": 844}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AUTOPILOT = (Path(__file__).parent / "autopilot.js").read_text()


def in_turn_with(*there: str) -> str:
    """A selector of the cards that may be played now: none unless it is one's turn, no call is waited for,
    and the page shows each of the selectors `there`. One selector, so that a single look says all of it:
    between two looks the table goes on."""
    also = "".join(f":has({each})" for each in there)
    turn = "body:has(.south .turn-words):not(:has(.call))"
    return f"{turn}{also} button[data-card]:not([aria-disabled=true])"


MAY_PLAY = in_turn_with()
A_CARD_LIES = ".trick [data-lies]"
SOME_PLAYED = ".hand .gap"
ACT = """([sign, mayPlay, further]) => {
  if (sign && document.querySelector(sign)) return null;
  const button = ['.closing button:enabled', further && '.onward .primary:enabled',
    '.call .answers button:enabled', mayPlay]
    .map((query) => query && document.querySelector(query)).find(Boolean);
  button?.click();
  return Boolean(button);
}"""
REST = """async () => {
  const moving = () => document.getAnimations().filter(({ playState, effect }) =>
    playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await frame();
  await document.fonts.ready;
  for (let some = moving(); some.length > 0; some = moving())
    await Promise.allSettled(some.map(({ finished }) => finished));
  await frame();
}"""
COPIED = """() => {
  window.copied = '';
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: {
    writeText: async (text) => { window.copied = text; } } });
}"""
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
CALM = "?tempo=4"
"""What is said hangs four times as long as usual, so that it is still there when we come to look."""
PATIENCE = 30_000
"""Milliseconds that a page may take at the most, on a busy machine."""
expect.set_options(timeout=PATIENCE)


class Pub:
    """`klaverkroeg serve` on a free port that it keeps through restarts, its regulars playing at once; or
    the module `otherwise`, which is the same with another sense of time."""

    def __init__(self, data: Path, otherwise: str = "") -> None:
        self._data = data
        self._program = [sys.executable, "-m", otherwise] if otherwise else [KLAVERKROEG]
        self._port = 0
        self.url = ""
        self._process: subprocess.Popen[str] | None = None
        self.open()

    def open(self) -> None:
        command = [*self._program, "serve", "--data", str(self._data)]
        self._process = subprocess.Popen(
            [*command, "--port", str(self._port), "--pace", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", line)
        assert found is not None, line
        self._port = int(found[1])
        self.url = found[0]

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        self._end(signal.SIGKILL)

    def close(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        self._process.wait(timeout=60)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None

    def sees(self, path: str) -> Any:
        """The JSON that the door answers."""
        with urllib.request.urlopen(self.url + path) as answer:
            return json.load(answer)


@dataclass
class Person:
    """Somebody with a browser of his own."""

    name: str
    context: BrowserContext
    url: str
    query: str = "?tempo=0"
    loses_line: bool = False
    """The line is broken on purpose: that the browser complains of that is no fault of the page."""
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, message: Any) -> None:
        expected = ["Failed to load resource"] + ["WebSocket connection to"] * self.loses_line
        if message.type == "error" and not any(words in message.text for words in expected):
            self.complaints.append(message.text)

    def goes_offline(self) -> None:
        self.loses_line = True
        self.context.set_offline(True)

    def comes_back(self) -> None:
        self.context.set_offline(False)

    # ---- getting to a table

    def go(self, path: str = "") -> None:
        self.page.goto(self.url + path + self.query)

    def open_table(self, players: int = 4, club: bool = False, deals: int | None = None) -> str:
        """Lays a table through the home page; the code."""
        self.go()
        self.page.get_by_label("Hoe heet je?").fill(self.name)
        self.choose("Aantal spelers", str(players))
        if club or deals:
            self.page.get_by_text("Meer huisregels").click()
        if club:
            self.choose("Welke huisregels?", "Clubregels")
        if deals:
            self.choose("Hoeveel potjes?", str(deals))
        self.button("Dek de tafel").click()
        expect(self.heading("Tafel is gedekt")).to_be_visible()
        return self.page.url.split("/t/")[1].split("?")[0]

    def choose(self, group: str, option: str) -> None:
        self.page.get_by_role("group", name=group).get_by_role("radio", name=option).first.check()

    def sit_down(self, code: str) -> None:
        """Through the link."""
        self.go(f"t/{code}")
        self.give_name()

    def sit_down_by_code(self, text: str) -> None:
        """Types `text` in the home page's field."""
        self.go()
        self.page.get_by_label("Kreeg je een tafelcode?").fill(text)
        self.button("Schuif aan").click()
        self.give_name()

    def give_name(self) -> None:
        self.page.get_by_label("Onder welke naam speel je?").fill(self.name)
        self.button("Schuif aan").click()
        expect(self.heading("Tafel is gedekt")).to_be_visible()

    def start(self) -> None:
        self.page.get_by_role("button", name=re.compile("^Beginnen")).click()

    def copies(self, button: str) -> str:
        """What the button of that name puts on the clipboard, that of an open dialog before others."""
        self.page.evaluate(COPIED)
        self.button(button).last.click()
        until(self, what=lambda: bool(self.page.evaluate("window.copied")))
        return str(self.page.evaluate("window.copied"))

    # ---- at the table

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("heading", name=name)

    @property
    def my_turn(self) -> bool:
        words = self.page.locator(".south .turn-words")
        return words.count() > 0

    @property
    def hand(self) -> list[str]:
        """My cards, as `HJ`, in the order of the places they lie in."""
        found = self.page.locator(".hand [data-card]").evaluate_all("all => all.map(c => c.dataset.card)")
        return [str(card) for card in found]

    @property
    def table(self) -> list[str]:
        """The cards on the table, as `HJ`."""
        found = self.page.locator("ol.trick [data-lies]").evaluate_all("all => all.map(c => c.dataset.lies)")
        return [str(card) for card in found]

    @property
    def trick(self) -> list[str]:
        """The cards on the table, in words."""
        return self.page.locator("ol.trick li .visually-hidden").all_inner_texts()

    def card(self, card: str) -> Locator:
        return self.page.locator(f"[data-card={card}]")

    def playable(self) -> Locator:
        """The cards that may be played now."""
        return self.page.locator(MAY_PLAY)

    def act(self, sign: str = "", further: bool = False) -> bool | None:
        """Makes a call, plays a card or looks at the score when that can be done, and with `further` goes on
        after it; whether there was something to do. In one go, so that nothing changes between looking and
        pressing. None, and nothing is done, where the page shows the selector `sign`."""
        found: bool | None = self.page.evaluate(ACT, [sign, MAY_PLAY, further])
        return found

    def plays_by_itself(self) -> None:
        """From now on the page makes every call, plays the first legal card and goes on by itself."""
        self.page.evaluate(AUTOPILOT)

    def is_content(self) -> None:
        """The page has complained of nothing (a blocked style, an exception)."""
        assert self.complaints == [], f"{self.name}: {self.complaints}"

    def rests(self) -> None:
        """Waits until nothing moves any more, for who measures or looks."""
        self.page.evaluate(REST)

    def shuts(self) -> None:
        """Closes the dialog that is open, by its key."""
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog[open]")).to_have_count(0)

    def axe(self, *rules: str) -> list[str]:
        """What axe finds wrong on the page as it is now, a line each; by `rules` alone if there are any."""
        self.rests()
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text())
        options = {"resultTypes": ["violations"]} | ({"runOnly": list(rules)} if rules else {})
        found = self.page.evaluate("options => axe.run(document, options)", options)
        return [
            f"{violation['id']}: {violation['nodes'][0]['html'][:120]}" for violation in found["violations"]
        ]


Invite = Callable[..., Person]


def until(*people: Person, what: Callable[[], bool]) -> None:
    """Waits until it is so; the browsers run on meanwhile."""
    for _ in range(PATIENCE // 25):
        if what():
            return
        people[0].page.wait_for_timeout(25)
    raise AssertionError("it did not happen")


def play_on(people: list[Person], sign: str = "", further: bool = False) -> Iterator[list[bool | None]]:
    """Everybody acts when he is in turn; what came of it for each, time and again."""
    quiet = 0
    while quiet < PATIENCE // 25:
        acted = [person.act(sign, further) for person in people]
        yield acted
        if any(acted):
            quiet = 0
        else:
            quiet += 1
            people[0].page.wait_for_timeout(25)
    raise AssertionError("nobody can play")


def play_until(people: list[Person], what: Callable[[], bool]) -> None:
    """Whoever is in turn plays, until it is so. It must be something that stays: people play on between two
    looks."""
    rounds = play_on(people)
    while not what():
        next(rounds)


def play_to(people: list[Person], sign: str = MAY_PLAY, further: bool = False) -> Person:
    """Whoever is in turn plays, until the page of one of them shows the selector `sign`; that person, who has
    not played past it. With `further` also in a later deal."""
    rounds = play_on(people, sign, further)
    return next(people[acted.index(None)] for acted in rounds if None in acted)


def inviting(browser: Browser, url: str, loses_line: bool = False) -> Iterator[Invite]:
    """A function that brings a person with a browser of his own; at the end all of them must be content."""
    guests: list[Person] = []

    def invite(name: str, viewport: Any = DESKTOP, locale: str = "nl-NL", **options: Any) -> Person:
        # Most tests are of what the pub says now; those of the kept page allow its worker.
        options = {"service_workers": "block"} | options
        context = browser.new_context(viewport=viewport, locale=locale, **options)
        guests.append(Person(name, context, url, loses_line=loses_line))
        return guests[-1]

    yield invite
    for guest in guests:
        guest.context.close()
    for guest in guests:
        guest.is_content()
