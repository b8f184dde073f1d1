"""What people do wrong at the front door is said where they are looking."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.pub import Invite, play_until, until


def test_a_table_without_a_name_is_not_laid(invite: Invite) -> None:
    tineke = invite("Tineke")
    tineke.go()
    tineke.button("Dek de tafel").click()
    expect(tineke.page.get_by_text("Vul eerst je naam in.")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("   ", "Vul eerst je naam in."),
        ("x" * 200, "Je naam is te lang."),
        ("Wilhelmina Petronella van den Bergh-Smit", "Je naam is te lang."),
        ("Ti\u202eneke", "tekens die we niet kunnen schrijven"),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_words(invite: Invite, name: str, words: str) -> None:
    tineke = invite("Tineke")
    tineke.go()
    field = tineke.page.get_by_label("Hoe heet je?")
    field.evaluate("field => field.removeAttribute('maxlength')")
    field.fill(name)
    tineke.button("Dek de tafel").click()
    expect(tineke.page.get_by_text(words)).to_be_visible()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", "Vul eerst de tafelcode in."),
        ("aap", "Dit is geen tafelcode."),
        ("https://example.org/iets", "Dit is geen tafelcode."),
    ],
)
def test_what_is_no_code_is_said_at_the_field(invite: Invite, code: str, words: str) -> None:
    tineke = invite("Tineke")
    tineke.go()
    tineke.page.get_by_label("Kreeg je een tafelcode?").fill(code)
    tineke.button("Schuif aan").click()
    expect(tineke.page.get_by_text(words)).to_be_visible()


def test_an_unknown_a_full_and_a_closed_table_each_get_a_sentence_and_a_way_on(invite: Invite) -> None:
    tineke, joop, wil = invite("Tineke"), invite("Joop"), invite("Wil")
    wil.go("t/BBBBB")
    expect(wil.heading("Tafel niet gevonden")).to_be_visible()
    code = tineke.open_table(2)
    joop.sit_down(code)
    wil.go(f"t/{code}")
    expect(wil.heading("Tafel is vol")).to_be_visible()
    for person in (tineke, joop):
        person.button("Van tafel gaan").click()
        expect(person.heading("Je bent van tafel")).to_be_visible()
    wil.go(f"t/{code}")
    expect(wil.heading("Zo eindigde tafel")).to_be_visible()
    wil.page.get_by_role("link", name="Naar de voordeur").click()
    expect(wil.heading("Een potje beginnen")).to_be_visible()


def test_an_address_that_does_not_exist_leads_back_to_the_door(invite: Invite) -> None:
    tineke = invite("Tineke")
    tineke.go("kelder/rommel")
    expect(tineke.heading("Hier is niets")).to_be_visible()


@pytest.mark.parametrize(
    "how",
    [
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('switched off'); } })",
        "Storage.prototype.getItem = Storage.prototype.setItem = () => { throw new Error('full'); }",
    ],
    ids=["switched off", "full"],
)
def test_without_storage_the_game_still_works(invite: Invite, how: str) -> None:
    tineke = invite("Tineke")
    tineke.page.add_init_script(how)
    tineke.open_table()
    tineke.start()
    until(tineke, what=lambda: len(tineke.hand) == 8)
    tineke.button("Instellingen").click()
    tineke.page.get_by_role("switch", name="Vier kleuren").check()
    tineke.shuts()
    play_until([tineke], lambda: len(tineke.hand) < 8)
    tineke.page.reload()
    until(tineke, what=lambda: 0 < len(tineke.hand) < 8)
