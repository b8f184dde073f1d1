"""Looking on: by a link that gives no chair."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.pub import CALM, DESKTOP, PHONE, Invite, Person, play_until, until

NOT_CUT = "(line) => line.scrollWidth <= line.clientWidth"
VIEWPORTS = {"phone": PHONE, "desktop": DESKTOP}


def watched_table(host: Person, players: int = 4) -> str:
    """Lays a table where others may look on; the address for them."""
    host.go()
    host.page.get_by_label("Hoe heet je?").fill(host.name)
    host.choose("Aantal spelers", str(players))
    host.page.get_by_text("Meer huisregels").click()
    host.choose("Mogen anderen meekijken?", "Ja, met een link")
    host.button("Dek de tafel").click()
    return host.copies("Kopieer de link voor kijkers").split("/", 3)[3]


def lies(person: Person) -> int:
    return person.page.locator("ol.trick li[data-lies]").count()


@pytest.mark.parametrize("viewport", VIEWPORTS)
@pytest.mark.parametrize("players", [2, 4])
def test_somebody_follows_a_potje_and_sees_the_hands_when_it_is_over(
    invite: Invite, viewport: str, players: int
) -> None:
    tineke = invite("Tineke")
    kiek = invite("Kiek", viewport=VIEWPORTS[viewport])
    path = watched_table(tineke, players)
    kiek.go(path)
    expect(kiek.heading("Je kijkt mee")).to_be_visible()
    expect(tineke.page.get_by_text("Er kijkt iemand mee.")).to_be_visible()
    tineke.start()
    until(tineke, what=lambda: len(tineke.hand) == 8)
    expect(tineke.page.get_by_text("kijkers: 1").first).to_be_attached()
    tineke.page.set_viewport_size({"width": 320, "height": 568})
    until(tineke, what=lambda: bool(tineke.page.locator(".where").evaluate(NOT_CUT)))
    tineke.page.set_viewport_size(DESKTOP)
    expect(kiek.page.locator(".seat[aria-label=Tineke] .mat")).to_be_visible()
    assert kiek.page.locator(".hand").count() == 0
    play_until([tineke], lambda: lies(kiek) > 0)
    assert kiek.axe() == []
    kiek.button("Leitje" if viewport == "phone" else "Laatste slag").click()
    expect(kiek.page.get_by_role("dialog")).to_be_visible()
    kiek.page.keyboard.press("Escape")
    kiek.page.get_by_role("button", name="Sluiten").click()
    play_until([tineke], lambda: kiek.page.get_by_text("Zo waren de kaarten gedeeld").count() > 0)
    kiek.page.get_by_text("Zo waren de kaarten gedeeld").click()
    expect(kiek.page.locator(".dealt p")).to_have_count(players)
    kiek.page.get_by_role("button", name="Eerlijk gedeeld").click()
    details = kiek.page.get_by_role("dialog")
    expect(details.get_by_text("Het zegel is dat van vóór het delen.")).to_be_visible()
    expect(details.get_by_text("Jij kijkt mee.")).to_be_visible()
    assert kiek.axe() == []
    kiek.page.keyboard.press("Escape")
    code = tineke.page.url.split("/t/")[1].split("?")[0]
    assert code not in kiek.page.content(), "with the code one can sit down"


@pytest.mark.parametrize("viewport", VIEWPORTS)
def test_at_a_running_table_the_link_for_others_is_found_and_works(invite: Invite, viewport: str) -> None:
    tineke = invite("Tineke", viewport=VIEWPORTS[viewport])
    path = watched_table(tineke)
    tineke.start()
    until(tineke, what=lambda: len(tineke.hand) == 8)
    if viewport == "phone":
        tineke.button("Leitje").click()
        tineke.button("Laat iemand meekijken").click()
    else:
        tineke.page.get_by_role("button", name="kijkers: 0").click()
    dialog = tineke.page.get_by_role("dialog", name="Laat iemand meekijken")
    link = tineke.copies("Kopieer de link voor kijkers")
    assert link == tineke.url + path
    assert tineke.axe() == []
    kiek = invite("Kiek")
    kiek.page.goto(link + kiek.query)
    expect(kiek.page.locator(".seat[aria-label=Tineke] .mat")).to_be_visible()
    expect(dialog.get_by_text("Er kijkt iemand mee.")).to_be_visible()


def test_who_looks_on_is_shown_no_talk_and_has_no_place_to_write(invite: Invite) -> None:
    tineke, joop, kiek = invite("Tineke"), invite("Joop", reduced_motion="reduce"), invite("Kiek")
    joop.query = CALM
    path = watched_table(tineke)
    code = tineke.page.url.split("/t/")[1].split("?")[0]
    joop.sit_down(code)
    tineke.start()
    until(tineke, what=lambda: len(tineke.hand) == 8)
    kiek.go(path)
    expect(kiek.page.locator(".seat[aria-label=Tineke] .mat")).to_be_visible()
    tineke.page.get_by_role("button", name=re.compile("^Praten")).click()
    tineke.page.get_by_role("button", name="Mooi gespeeld").click()
    expect(joop.page.get_by_text("Mooi gespeeld").first).to_be_attached()
    assert kiek.page.get_by_text("Mooi gespeeld").count() == 0
    assert kiek.page.get_by_role("button", name="Praten").count() == 0


def test_a_wrong_link_says_that_there_is_nothing_to_see(invite: Invite) -> None:
    kiek = invite("Kiek")
    kiek.go("kijk/" + "0" * 32)
    expect(kiek.heading("Hier is nu niets te zien")).to_be_visible()


def test_nobody_may_look_on_unless_it_was_chosen(invite: Invite) -> None:
    tineke = invite("Tineke")
    tineke.open_table()
    assert tineke.page.get_by_text("Kopieer de link voor kijkers").count() == 0
