"""Pub talk in real browsers: two people talk, one is muted, one is too fast, a table without talk."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.e2e.pub import CALM, PHONE, Invite, Person, until
from tests.e2e.test_everyone import fits_every_size

ASLEEP = "Zit je te slapen?"


def unhurried(invite: Invite, name: str, **options: Any) -> Person:
    person = invite(name, reduced_motion="reduce", **options)
    person.query = CALM
    return person


def pair(invite: Invite, talk: str | None = None, club: bool = False) -> tuple[Person, Person]:
    """Two people with cards in their hands; `talk` is chosen under the house rules."""
    tineke, joop = unhurried(invite, "Tineke", viewport=PHONE), unhurried(invite, "Joop")
    if talk is None:
        code = tineke.open_table(club=club)
    else:
        tineke.go()
        tineke.page.get_by_label("Hoe heet je?").fill("Tineke")
        tineke.page.get_by_text("Meer huisregels").click()
        tineke.choose("Praten aan tafel", talk)
        tineke.button("Dek de tafel").click()
        expect(tineke.heading("Tafel is gedekt")).to_be_visible()
        code = tineke.page.url.split("/t/")[1].split("?")[0]
    joop.sit_down(code)
    tineke.start()
    until(tineke, joop, what=lambda: len(tineke.hand) == len(joop.hand) == 8)
    return tineke, joop


def talk_button(person: Person) -> Locator:
    return person.page.locator("[data-button=talk]")


def sheet(person: Person) -> Locator:
    return person.page.get_by_role("dialog", name="Praten")


def says(person: Person, phrase: str) -> None:
    talk_button(person).click()
    sheet(person).get_by_role("button", name=phrase).click()
    expect(sheet(person)).to_have_count(0)


def writes(person: Person, text: str) -> None:
    if sheet(person).count() == 0:
        talk_button(person).click()
    person.page.get_by_label("Zeg iets aan tafel").fill(text)
    person.page.keyboard.press("Enter")


def bubble(person: Person, speaker: str) -> Locator:
    return person.page.locator(f".seat[aria-label={speaker}] .aloud")


def test_two_people_talk_with_phrases_and_with_words_of_their_own(invite: Invite) -> None:
    tineke, joop = pair(invite)
    says(joop, ASLEEP)
    expect(bubble(tineke, "Joop")).to_have_text(ASLEEP)
    expect(bubble(joop, "Joop")).to_have_text(ASLEEP)
    expect(tineke.page.get_by_role("log")).to_contain_text(f"Joop: {ASLEEP}")
    expect(talk_button(tineke)).to_contain_text("nieuw")
    writes(tineke, "Nee hoor, <b>ik</b> denk na")
    expect(tineke.page.get_by_label("Zeg iets aan tafel")).to_have_value("")
    expect(bubble(joop, "Tineke")).to_have_text("Nee hoor, <b>ik</b> denk na")
    expect(sheet(tineke)).to_contain_text("Jij Nee hoor, <b>ik</b> denk na")
    tineke.page.reload()
    until(tineke, what=lambda: len(tineke.hand) == 8)
    talk_button(tineke).click()
    sheet(tineke).get_by_text("Wat er gezegd is").click()
    expect(sheet(tineke)).to_contain_text(f"Joop {ASLEEP}")


def test_a_phrase_is_read_in_the_language_of_the_reader(invite: Invite) -> None:
    tineke, john = unhurried(invite, "Tineke"), unhurried(invite, "John", locale="en-GB")
    code = tineke.open_table()
    john.go(f"t/{code}")
    john.page.get_by_role("textbox").fill("John")
    john.page.get_by_role("button", name="Join", exact=True).click()
    expect(tineke.page.get_by_text("John", exact=True)).to_be_visible()
    tineke.start()
    until(tineke, john, what=lambda: len(tineke.hand) == len(john.hand) == 8)
    says(tineke, ASLEEP)
    expect(bubble(john, "Tineke")).to_have_text("Have you nodded off?")


def test_who_is_muted_is_heard_no_more_on_this_device_also_after_a_reload(invite: Invite) -> None:
    tineke, joop = pair(invite)
    says(joop, "Proost!")
    expect(bubble(tineke, "Joop")).to_be_visible()
    talk_button(tineke).click()
    sheet(tineke).get_by_role("checkbox", name="Joop").check()
    expect(sheet(tineke)).not_to_contain_text("Joop Proost!")
    tineke.shuts()
    tineke.page.reload()
    until(tineke, what=lambda: len(tineke.hand) == 8)
    writes(joop, "hoor je mij?")
    expect(bubble(joop, "Joop")).to_have_text("hoor je mij?")
    writes(tineke, "lekker stil")
    expect(bubble(joop, "Tineke")).to_have_text("lekker stil")  # by then Joop's line has come to her, too
    expect(bubble(tineke, "Joop")).to_have_count(0)
    expect(tineke.page.get_by_role("log")).not_to_contain_text("hoor je mij?")
    sheet(tineke).get_by_role("checkbox", name="Joop").uncheck()
    expect(sheet(tineke)).to_contain_text("Joop hoor je mij?")


def test_who_talks_too_fast_is_told_so_and_keeps_his_words(invite: Invite) -> None:
    tineke, joop = pair(invite)
    refused = sheet(tineke).get_by_text("Rustig aan, je praat te snel.")
    last = 0
    while refused.count() == 0:
        last += 1
        writes(tineke, f"regel {last}")
        heard = sheet(tineke).locator("details li").filter(has_text=f"Jij regel {last}")
        expect(refused.or_(heard)).to_be_attached()
    expect(tineke.page.get_by_label("Zeg iets aan tafel")).to_have_value(f"regel {last}")
    expect(bubble(joop, "Tineke")).to_have_text(f"regel {last - 1}")


def test_at_a_table_that_is_laid_without_talk_nobody_can(invite: Invite) -> None:
    tineke, joop = pair(invite, talk="Niet")
    expect(talk_button(tineke)).to_have_count(0)
    expect(talk_button(joop)).to_have_count(0)
    joop.go(f"t/{tineke.page.url.split('/t/')[1]}")
    wil = invite("Wil")
    wil.go(f"t/{tineke.page.url.split('/t/')[1].split('?')[0]}")
    expect(wil.page.get_by_text("er wordt niet gepraat")).to_be_visible()


def test_a_club_table_has_phrases_alone(invite: Invite) -> None:
    tineke, joop = pair(invite, club=True)
    talk_button(tineke).click()
    expect(sheet(tineke).get_by_role("button", name="Mooi gespeeld!")).to_be_visible()
    expect(sheet(tineke).get_by_role("textbox")).to_have_count(0)
    tineke.shuts()
    says(joop, "Klop, klop!")
    expect(bubble(tineke, "Joop")).to_have_text("Klop, klop!")


def test_people_talk_while_they_wait_and_over_a_result(invite: Invite) -> None:
    tineke, joop = (unhurried(invite, name, viewport=PHONE) for name in ("Tineke", "Joop"))
    joop.sit_down(tineke.open_table(2, deals=4))
    for person, text in ((tineke, "Ben je er klaar voor?"), (joop, "Altijd")):
        person.page.get_by_role("button", name="Praten").click()
        person.page.get_by_label("Zeg iets aan tafel").fill(text)
        person.page.keyboard.press("Enter")
        expect(sheet(person)).to_contain_text(f"Jij {text}")
        person.shuts()
    expect(tineke.page.get_by_role("log")).to_contain_text("Joop: Altijd")
    assert tineke.axe() == []


def test_talk_goes_by_keyboard_alone(invite: Invite) -> None:
    tineke, joop = pair(invite)
    press = tineke.page.keyboard.press
    talk_button(tineke).focus()
    press("Enter")
    expect(tineke.page.get_by_label("Zeg iets aan tafel")).to_be_visible()
    for _ in range(4):
        press("Tab")
        if tineke.page.evaluate("document.activeElement.tagName") == "INPUT":
            break
    tineke.page.keyboard.type("zonder muis")
    press("Enter")
    expect(bubble(joop, "Tineke")).to_have_text("zonder muis")
    assert tineke.axe() == []
    press("Escape")
    expect(talk_button(tineke)).to_be_focused()


def test_neither_bubble_nor_sheet_covers_the_hand_or_takes_a_press(invite: Invite) -> None:
    tineke, joop = pair(invite)
    for person in (joop, tineke):
        writes(person, "Een lang verhaal over vroeger, toen alles nog beter was en het bier goedkoper. " * 2)
    fits_every_size(tineke)
    tineke.shuts()
    for speaker in ("Joop", "Tineke"):
        expect(bubble(tineke, speaker)).to_have_count(1)
    fits_every_size(tineke)
    assert tineke.page.locator(".aloud").evaluate_all(
        "all => all.every((each) => getComputedStyle(each).pointerEvents === 'none')"
    )


def test_bubbles_do_not_move_for_who_wants_no_motion(invite: Invite) -> None:
    tineke, joop = pair(invite)
    says(joop, "Proost!")
    assert bubble(tineke, "Joop").first.evaluate("each => getComputedStyle(each).animationName") == "none"
