"""The board in every state of its specimen page, with everything at once that takes room: nothing is cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.specimen import boards

FITS = (Path(__file__).parent / "fits.js").read_text()
FAULTS = f"""async ([changes, mayScroll]) => {{
  const fits = {FITS}
  const found = {{}};
  await document.fonts.ready;
  // Boxes are as large without what is drawn on them, and are laid out in half the time.
  drawings.remove();
  for (const scene of window.scenes)
    for (const change of changes[{{ tw: 2, th: 3 }}[scene.slice(0, 2)] ?? 4]) {{
      await show(scene, change);
      const wrong = fits(mayScroll);
      if (wrong.length > 0) found[`${{scene}} ${{JSON.stringify(change)}}`] = wrong;
    }}
  return found;
}}"""
LONGEST = "W" * 20
LOWEST = """() => {
  const cards = [...document.querySelectorAll('.tray .card')];
  const bottoms = cards.map((card) => card.getBoundingClientRect().bottom);
  const foot = document.querySelector('.foot')?.getBoundingClientRect().top ?? innerHeight;
  return { card: Math.max(0, ...bottoms), foot: Math.min(foot, innerHeight) };
}"""
TRICK_CARD = "() => document.querySelector('.trick li').offsetWidth"
PHONES = [(320, 568), (390, 844), (740, 360)]
SIZES = [*PHONES, (820, 1180), (1180, 820), (1440, 900), (1920, 1080)]


def changes(seats: int) -> Iterator[dict[str, Any]]:
    """What may make a board fuller: names, the buttons of a club, marks on any mat, a refusal."""
    for club in (False, True):
        for long in (False, True):
            for dealer, others in ((0, "regulars"), (seats - 1, "away"), (seats - 1, "regulars")):
                change = {"club": club, "dealer": dealer, "others": others, "refused": others == "away"}
                yield change | {"talk": club != long} | ({"names": LONGEST} if long else {})


def passing(seats: int) -> Iterator[dict[str, Any]]:
    """What lies over a board for a moment, or is seen of it by others."""
    yield {"aloud": "Zit je te slapen, of hoe zit dat?"}
    yield {"aloud": "Een lang verhaal over vroeger, toen alles nog beter was. " * 3}
    yield {"asks": "late", "others": "away"}
    yield {"lost": True}
    yield from ({"leader": seat} for seat in range(seats))
    yield {"stamped": True, "talk": True}
    yield {"watched": True}
    yield {"watched": True, "names": LONGEST}


def everything(seats: int) -> Iterator[dict[str, Any]]:
    yield from changes(seats)
    yield from passing(seats)


def most(seats: int) -> Iterator[dict[str, Any]]:
    """What makes a large and calm board fullest: everything, but with the first dealer alone."""
    yield from (change for change in changes(seats) if change["dealer"] == 0 or change["refused"])
    yield from passing(seats)


Changes = Callable[[int], Iterator[dict[str, Any]]]


def faults(page: Page, changes: Changes, *, may_scroll: bool) -> dict[str, list[str]]:
    """Scene and change -> what does not fit."""
    wanted = {str(seats): list(changes(seats)) for seats in (2, 3, 4)}
    found: dict[str, list[str]] = page.evaluate(FAULTS, [wanted, may_scroll])
    return found


CONTRAST = """query => [...document.querySelectorAll(query)].map((mark) => {
  const light = (colour) => colour.match(/[0-9]+/g).slice(0, 3).reduce((sum, part, i) => {
    const c = part / 255;
    return sum + [0.2126, 0.7152, 0.0722][i] * (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  }, 0);
  const paper = light(getComputedStyle(mark.closest('.slip, .paper')).backgroundColor);
  const ink = light(getComputedStyle(mark).color);
  return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
})"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("four", ["", "?vier=1"], ids=["two colours", "four colours"])
def test_suits_stand_out_on_every_paper(browser: Browser, specimen: str, scheme: str, four: str) -> None:
    with boards(browser, specimen + four, SIZES[-1], color_scheme=scheme) as page:
        page.evaluate("show('four_refused')")
        for query in (".slip .suit", ".note .suit"):
            found = page.evaluate(CONTRAST, query)
            assert found, query
            assert min(found) >= 3, f"{query}: {min(found):.2f}"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_board_fits_its_screen_and_what_passes_over_it_hides_nothing(
    browser: Browser, specimen: str, size: tuple[int, int]
) -> None:
    with boards(browser, specimen, size) as page:
        assert faults(page, everything, may_scroll=False) == {}


# On the smallest phone large letters leave no room for that, and the next test says what holds there.
@pytest.mark.parametrize("size", [*SIZES[1:-2], SIZES[-1]], ids=lambda size: f"{size[0]}x{size[1]}")
def test_so_does_every_large_and_calm_board_that_may_scroll_on_a_phone(
    browser: Browser, specimen: str, size: tuple[int, int]
) -> None:
    with boards(browser, f"{specimen}?groot=1", size) as page:
        assert faults(page, most, may_scroll=size in PHONES) == {}


def test_a_large_and_calm_board_keeps_its_hand_on_a_small_screen(browser: Browser, specimen: str) -> None:
    with boards(browser, f"{specimen}?groot=1", (320, 568)) as page:
        for scene in page.evaluate("window.scenes"):
            page.evaluate("scene => show(scene)", scene)
            low = page.evaluate(LOWEST)
            assert low["card"] <= low["foot"], f"{scene}: a card is out of sight"


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_trick_of_a_large_and_calm_board_is_no_smaller_than_that_of_others(
    browser: Browser, specimen: str, size: tuple[int, int]
) -> None:
    with boards(browser, specimen, size) as page:
        for scene in ("four", "three", "two"):
            page.evaluate("scene => show(scene)", scene)
            usual = page.evaluate(TRICK_CARD)
            page.evaluate("() => document.documentElement.classList.add('large')")
            assert page.evaluate(TRICK_CARD) >= usual, scene
            page.evaluate("() => document.documentElement.classList.remove('large')")


def test_with_letters_of_twice_the_size_a_board_may_scroll_and_nothing_is_cut(
    browser: Browser, specimen: str
) -> None:
    with boards(browser, specimen, (390, 844), letters=32) as page:
        assert faults(page, changes, may_scroll=True) == {}
