"""What somebody chose for himself is still so the next time."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.e2e.pub import PHONE, Invite, Person, until


def choices(person: Person) -> Locator:
    return person.page.get_by_role("dialog").locator("input")


def chosen(person: Person) -> list[bool]:
    """Of every radio button and switch in the dialog whether it is on."""
    found = choices(person).evaluate_all("all => all.map((input) => input.checked)")
    return [bool(on) for on in found]


def choose_all_else(person: Person) -> None:
    """Turns every switch, and takes of every group a choice that was not taken; the language last, since it
    renames the others."""
    person.page.get_by_role("dialog").get_by_role("switch").evaluate_all(
        "all => all.forEach((input) => input.click())"
    )
    for group in reversed(person.page.get_by_role("dialog").get_by_role("group").all()):
        group.locator("input:not(:checked)").last.check(force=True)


def test_every_setting_survives_a_reload_and_goes_along_to_the_table(invite: Invite) -> None:
    tineke = invite("Tineke", viewport=PHONE)
    tineke.page.goto(tineke.url)
    tineke.button("Instellingen").click()
    expect(tineke.heading("Instellingen")).to_be_visible()
    before = chosen(tineke)
    choose_all_else(tineke)
    expect(tineke.heading("Settings")).to_be_visible()
    after = chosen(tineke)
    kinds = choices(tineke).evaluate_all("all => all.map((input) => input.role || input.type)")
    same = [at for at, kind in enumerate(kinds) if kind == "switch" and before[at] == after[at]]
    assert same == []
    assert len(before) == len(after) > 10
    tineke.page.reload()
    expect(tineke.page.locator("html")).to_have_attribute("lang", "en")
    tineke.button("Settings").click()
    expect(tineke.heading("Settings")).to_be_visible()
    assert chosen(tineke) == after
    tineke.shuts()
    tineke.page.get_by_label("What is your name?").fill("Tineke")
    tineke.button("Lay the table").click()
    tineke.page.get_by_role("button", name="Start").first.click()
    until(tineke, what=lambda: len(tineke.hand) == 8)
    tineke.page.reload()
    until(tineke, what=lambda: len(tineke.hand) > 0)
    tineke.button("Settings").click()
    expect(tineke.heading("Settings")).to_be_visible()
    assert chosen(tineke) == after


def test_the_name_somebody_played_under_is_remembered(invite: Invite) -> None:
    tineke = invite("Tineke", viewport=PHONE)
    tineke.open_table()
    tineke.go()
    expect(tineke.page.get_by_label("Hoe heet je?")).to_have_value("Tineke")
    code = invite("Joop").open_table()
    tineke.go(f"t/{code}")
    expect(tineke.page.get_by_label("Onder welke naam speel je?")).to_have_value("Tineke")
