"""For everyone: keyboard, screen reader, both languages, every size of screen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.pub import (
    A_CARD_LIES,
    MAY_PLAY,
    PHONE,
    SOME_PLAYED,
    Invite,
    Person,
    in_turn_with,
    play_to,
    play_until,
    until,
)

SIZES = [(320, 568), (390, 844), (740, 360), (820, 1180), (1440, 900)]


def at_table(person: Person, players: int = 4, club: bool = False) -> Person:
    person.open_table(players, club=club)
    person.start()
    until(person, what=lambda: len(person.hand) > 0)
    return person


def test_a_whole_match_is_played_by_keyboard_alone(invite: Invite) -> None:
    tineke = invite("Tineke")
    tineke.go()
    press = tineke.page.keyboard.press
    tab_to(tineke, "Hoe heet je?")
    tineke.page.keyboard.type("Tineke")
    tab_to(tineke, "Meer huisregels")
    press("Enter")
    tab_to(tineke, "16")
    while not name_in_focus(tineke).startswith("4"):
        press("ArrowLeft")
    tab_to(tineke, "Dek de tafel")
    press("Enter")
    expect(tineke.heading("Tafel is gedekt")).to_be_visible()
    tab_to(tineke, "Beginnen met de vaste gasten")
    press("Enter")
    until(tineke, what=lambda: len(tineke.hand) == 8)
    over = tineke.page.locator(".onward .primary", has_text="Nog een boom")
    onward = tineke.page.locator(".onward .primary:enabled", has_text="Verder")
    deals = 0
    # What is to be done stays until it is done; each step waits until it is.
    question = tineke.page.locator(".call .question")
    todo = tineke.page.locator(f".onward .primary:enabled, .call, {MAY_PLAY}")
    while True:
        expect(todo.first).to_be_attached()
        if over.count():
            break
        if onward.count():
            tab_to(tineke, "Verder")
            press("Enter")
            deals += 1
            until(tineke, what=lambda: over.count() > 0 or len(tineke.hand) == 8)
        elif asked := question.all_text_contents():
            tab_to(tineke, "Passen", "Klaveren", "Ruiten")
            press("Enter")
            until(tineke, what=lambda asked=asked: question.all_text_contents() != asked)  # type: ignore[misc]
        else:
            play_by_keyboard(tineke)
    expect(tineke.page.locator(".slate").first).to_contain_text("De boom")
    assert deals == 4
    tab_to(tineke, "Nog een boom")
    press("Enter")
    until(tineke, what=lambda: len(tineke.hand) == 8)


def play_by_keyboard(person: Person) -> None:
    """The first card that may be played."""
    wanted = person.playable().first.get_attribute("data-card")
    if focused_card(person) is None:
        tab_to_a_card(person)
    person.page.keyboard.press("Home")
    for _ in range(9):
        if focused_card(person) == wanted:
            break
        person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("Enter")
    until(person, what=lambda: wanted not in person.hand)


def name_in_focus(person: Person) -> str:
    return str(
        person.page.evaluate(
            "() => { const at = document.activeElement;"
            " return at?.ariaLabel || at?.labels?.[0]?.textContent || at?.textContent || '' }"
        )
    ).strip()


def focused_card(person: Person) -> Any:
    return person.page.evaluate("document.activeElement?.dataset?.card ?? null")


def tab_to(person: Person, *names: str) -> None:
    for _ in range(60):
        if any(name_in_focus(person).startswith(name) for name in names):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {names}")


def tab_to_a_card(person: Person) -> None:
    for _ in range(40):
        if focused_card(person):
            return
        person.page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not reach the hand")


def test_a_screen_reader_is_told_what_happens_at_the_table(invite: Invite) -> None:
    tineke = at_table(invite("Tineke"))
    play_to([tineke], in_turn_with(SOME_PLAYED))
    spoken = tineke.page.locator("[aria-live=polite].visually-hidden")
    expect(spoken).to_contain_text("Jij bent aan de beurt.")


def test_the_whole_pub_speaks_english(invite: Invite) -> None:
    john = invite("John", locale="en-GB")
    john.go()
    expect(john.heading("Klaverkroeg").first).to_be_visible()
    expect(john.page.locator("html")).to_have_attribute("lang", "en")
    john.page.get_by_label("What is your name?").fill("John")
    john.page.get_by_role("button", name="Lay the table").click()
    john.page.get_by_role("button", name=re.compile("^Start")).first.click()
    until(john, what=lambda: len(john.hand) == 8)
    words = john.page.inner_text("body")
    for dutch in ("Laatste slag", "Instellingen", "Spelregels", "troef", "Wij", "aan de beurt"):
        assert dutch not in words


@pytest.mark.parametrize("preset", ["pub", "club"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_covers_the_hand_and_nothing_is_cut(invite: Invite, players: int, preset: str) -> None:
    name = "Wilhelmina Petronell" if preset == "club" else "Tineke"
    tineke = at_table(invite(name), players, club=preset == "club")
    fits_every_size(tineke)
    play_to([tineke], in_turn_with(A_CARD_LIES), further=True)
    fits_every_size(tineke)


def fits_every_size(person: Person) -> None:
    for width, height in SIZES:
        person.page.set_viewport_size({"width": width, "height": height})
        fits(person, width, height)


FITS = """([width, height]) => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  const faults = [];
  const check = (fine, what) => fine || faults.push(what);
  check(scrollWidth <= width, 'the page scrolls sideways');
  check(scrollHeight <= height, 'the foot is off the screen');
  const all = (query) => [...document.querySelectorAll(query)]
    .map((each) => [each, each.getBoundingClientRect()]);
  for (const [card, { left, right, top, bottom }] of all('.hand [data-card]')) {
    const name = card.dataset.card;
    check(left >= -1 && right <= width + 1 && bottom <= height + 1, `${name} is off the screen`);
    check(card.contains(document.elementFromPoint(left + 8, (top + bottom) / 2)), `${name} is covered`);
  }
  for (const [button, box] of all('.foot button, .call button')) {
    if (button.getClientRects().length === 0) continue;
    check(Math.min(box.width, box.height) >= 43.5, `${button.textContent} is less than 44 px`);
    check(box.bottom <= height + 1, `${button.textContent} is off the screen`);
  }
  return faults;
}"""


def fits(person: Person, width: int, height: int) -> None:
    """Looked at in one go: a card that is on its way may leave the hand between two looks."""
    person.rests()
    assert person.page.evaluate(FITS, [width, height]) == [], f"{width}x{height}"


def test_a_dialog_gives_the_focus_back_to_what_opened_it(invite: Invite) -> None:
    tineke = at_table(invite("Tineke", viewport=PHONE))
    play_to([tineke], in_turn_with(SOME_PLAYED))
    for name in ("Laatste slag", "Leitje", "Spelregels", "Instellingen"):
        button = tineke.button(name)
        button.focus()
        tineke.page.keyboard.press("Enter")
        sheet = tineke.page.get_by_role("dialog")
        expect(sheet).to_be_visible()
        tineke.page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
        expect(button).to_be_focused()
        tineke.page.keyboard.press("Enter")
        sheet.get_by_role("button", name="Sluiten").click()
        expect(button).to_be_focused()


def test_a_new_screen_begins_at_its_heading(invite: Invite) -> None:
    tineke = invite("Tineke")
    tineke.open_table()
    expect(tineke.heading("Tafel is gedekt")).to_be_focused()
    tineke.start()
    until(tineke, what=lambda: len(tineke.hand) == 8)
    expect(tineke.page.locator("h1")).to_be_focused()
    play_until([tineke], lambda: tineke.page.locator(".result-slate").count() > 0)
    expect(tineke.page.locator("h1#result-title")).to_be_focused()
    tineke.button("Verder").click()
    until(tineke, what=lambda: len(tineke.hand) == 8)
    expect(tineke.page.locator("h1")).to_be_focused()


def test_each_thing_is_said_once(invite: Invite) -> None:
    tineke = at_table(invite("Tineke"))
    tineke.page.evaluate(
        """() => {
          window.heard = [];
          const region = document.querySelector('[aria-live=polite].visually-hidden');
          new MutationObserver(() => window.heard.push(region.textContent)).observe(region, {
            childList: true, characterData: true, subtree: true });
        }"""
    )
    play_until([tineke], lambda: tineke.page.locator(".result-slate").count() > 0)
    heard = tineke.page.evaluate("window.heard")
    sentences = [
        sentence for text in heard for sentence in re.findall(r"[^.!]+(?: speelt|gaat met)[^.!]*[.!]", text)
    ]
    assert len(sentences) >= 20
    assert len(set(sentences)) == len(sentences), "a card or a call is said twice"
