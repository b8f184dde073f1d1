"""The table under real fingers and eyes: how cards are pressed, what stays in place, what stands out."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, ConsoleMessage, FloatRect, Locator, Page, expect

from tests.e2e.pub import DESKTOP, PHONE, Invite, Person, play_to, play_until, until
from tests.e2e.specimen import boards

Point = tuple[float, float]


def middle(card: Locator) -> Point:
    box = card.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Finger:
    """A finger on a page, which can stay down."""

    def __init__(self, page: Page) -> None:
        self._session: CDPSession = page.context.new_cdp_session(page)

    def _touch(self, what: str, *points: Point) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._session.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": touches})

    def press(self, at: Point) -> None:
        self._touch("touchStart", at)

    def slide(self, to: Point) -> None:
        self._touch("touchMove", to)

    def release(self) -> None:
        self._touch("touchEnd")


@pytest.fixture
def touched(browser: Browser, specimen: str) -> Iterator[Page]:
    """A phone on which it is my turn, and the ten of diamonds may be played."""
    with boards(browser, specimen, (390, 844), has_touch=True, is_mobile=True) as page:
        page.evaluate("show('four')")
        yield page


def ten(page: Page) -> Locator:
    return page.locator("[data-card=DT]")


ORDER = """card => {
  window.order = [];
  card.addEventListener('pointerdown', () => window.order.push('down'));
  card.addEventListener('pointerup', () => window.order.push('up'));
  const lifted = new MutationObserver(() => window.order.push('lifted'));
  lifted.observe(card, { attributeFilter: ['aria-pressed'] });
}"""


def test_a_card_is_lifted_when_the_finger_leaves_it_and_not_before(touched: Page) -> None:
    """The page itself notes the order: a finger that stays while we look would ask for a menu."""
    ten(touched).evaluate(ORDER)
    finger = Finger(touched)
    finger.press(middle(ten(touched)))
    finger.release()
    expect(ten(touched)).to_have_attribute("aria-pressed", "true")
    assert touched.evaluate("order") == ["down", "up", "lifted"]


def test_a_finger_that_slides_off_a_card_has_pressed_nothing(touched: Page) -> None:
    x, y = middle(ten(touched))
    finger = Finger(touched)
    finger.press((x, y))
    for step in range(1, 7):
        finger.slide((x + 20 * step, y - 30 * step))
    finger.release()
    other = touched.locator("[data-card=DK]")
    other.tap()
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(ten(touched)).to_have_attribute("aria-pressed", "false")


def _note(texts: list[str], message: ConsoleMessage) -> None:
    texts.append(message.text)


def test_the_second_tap_asks_for_the_card_and_a_mouse_asks_at_once(browser: Browser, specimen: str) -> None:
    for options in ({"has_touch": True}, {}):
        with boards(browser, specimen, (390, 844), **options) as page:
            asked: list[str] = []
            page.on("console", partial(_note, asked))
            page.evaluate("show('four')")
            if options:
                ten(page).tap()
                expect(ten(page)).to_have_attribute("aria-pressed", "true")
                assert asked == []
            with page.expect_console_message():
                ten(page).tap() if options else ten(page).click()
            assert asked == ['{"t":"play","card":"DT"}']


# ---- what stays where it is


def places(person: Person) -> dict[str, Any]:
    return dict(
        person.page.locator(".hand [data-card]").evaluate_all(
            """all => all.map(card => {
                const { left, top } = card.closest('li').getBoundingClientRect();
                return [card.dataset.card, [Math.round(left), Math.round(top)]];
            })"""
        )
    )


@pytest.mark.parametrize("screen", [PHONE, DESKTOP], ids=["rows", "fan"])
def test_the_other_cards_stay_where_they_are_when_one_is_played(invite: Invite, screen: Any) -> None:
    tineke = invite("Tineke", viewport=screen)
    tineke.open_table()
    tineke.start()
    for _ in range(4):
        play_to([tineke])
        the_others_stay_when_one_is_played(tineke)


def the_others_stay_when_one_is_played(person: Person) -> None:
    before = places(person)
    assert person.act()
    until(person, what=lambda: len(person.hand) == len(before) - 1)
    after = places(person)
    assert after == {card: before[card] for card in after}


SHIFTS = """() => {
  // As browsers report it: the worst window of five seconds without a second of rest.
  let [first, last, sum] = [0, 0, 0];
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, value } of list.getEntries()) {
      const goesOn = startTime - last < 1000 && startTime - first < 5000;
      sum = goesOn ? sum + value : value;
      if (!goesOn) first = startTime;
      last = startTime;
      window.shifts = Math.max(window.shifts, sum);
    }
  }).observe({ type: 'layout-shift' });
}"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_does_not_jump_while_trump_is_made_and_a_deal_is_played(
    invite: Invite, players: int
) -> None:
    tineke = invite("Tineke", viewport=PHONE)
    tineke.query = "?tempo=0.6"
    tineke.open_table(players)
    tineke.start()
    until(tineke, what=lambda: len(tineke.hand) == 8)
    tineke.rests()
    tineke.page.evaluate(SHIFTS)
    play_until([tineke], lambda: len(tineke.hand) <= 4)
    # A trick that jumps makes 0.1 and more, and a mat that pushes another 0.02.
    assert tineke.page.evaluate("window.shifts") < 0.02, "as cumulative layout shift is counted"


# ---- what stands out on the rug

BARE = ".seat, .trick, .piles, .backs, .note-place, .call { visibility: hidden !important }"
LIGHTS = """async ({ png, colours }) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext('2d');
  const lights = () => {
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    const found = [];
    for (let at = 0; at < data.length; at += 4) {
      const [r, g, b] = [0, 1, 2].map((part) => {
        const c = data[at + part] / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
      });
      found.push(0.2126 * r + 0.7152 * g + 0.0722 * b);
    }
    return found.sort((a, b) => a - b);
  };
  pen.drawImage(image, 0, 0);
  const rug = lights();
  const of = (colour) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, image.width, image.height);
    return lights()[0];
  };
  // The woven pattern has a few bright threads; what surrounds a thing is the field.
  const share = (part) => rug[Math.floor(rug.length * part)];
  return { rug: [share(0.02), share(0.98)], things: colours.map(of) };
}"""
THINGS = {
    "the edge of a card": ".trick .face",
    "a beer mat": ".north .mat",
    "the mark of the turn": ".south .turn-words",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("groot", ["", "?groot=1"], ids=["usual", "large"])
def test_cards_mats_and_the_turn_stand_out_on_the_rug(
    browser: Browser, specimen: str, scheme: str, groot: str
) -> None:
    with boards(browser, specimen + groot, (390, 844), color_scheme=scheme) as page:
        page.evaluate("show('four')")
        colours = [
            page.locator(query).first.evaluate(
                "thing => getComputedStyle(thing.querySelector('rect') ?? thing).backgroundColor"
            )
            for query in THINGS.values()
        ]
        page.add_style_tag(content=BARE)
        box = page.locator(".rug-bed").bounding_box()
        assert box is not None
        clip: FloatRect = {
            "x": box["x"] + box["width"] * 0.2,
            "y": box["y"] + box["height"] * 0.2,
            "width": box["width"] * 0.6,
            "height": box["height"] * 0.5,
        }
        png = base64.b64encode(page.screenshot(clip=clip)).decode()
        seen = page.evaluate(LIGHTS, {"png": png, "colours": colours})
    for thing, light in zip(THINGS, seen["things"], strict=True):
        for rug in seen["rug"]:
            contrast = (max(light, rug) + 0.05) / (min(light, rug) + 0.05)
            assert contrast >= 3, f"{thing}: {contrast:.2f} on a rug of {rug:.3f}"
