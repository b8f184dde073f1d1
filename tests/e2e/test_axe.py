"""Axe looks at every dialog and page on the way through an evening, by day and by night."""

from __future__ import annotations

import tomllib
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.pub import PHONE, SOME_PLAYED, Invite, Person, in_turn_with, play_to, play_until, until

ALL_DRAWN = """() => [...document.querySelectorAll('use')].every(
  (use) => document.querySelector(use.getAttribute('href')))"""
"""Every drawing that is asked for is there; readers of English need some of their own."""
TEXTS = Path(__file__).parents[2] / "src" / "klaverjas" / "texts"


class Round:
    """Somebody who looks around in his own language and notes what axe finds wrong."""

    def __init__(self, invite: Invite, locale: str) -> None:
        self._invite = invite
        self._locale = locale
        self._texts = tomllib.loads((TEXTS / f"{locale[:2]}.toml").read_text())
        self.wrong: dict[str, list[str]] = {}

    def brings(self, name: str) -> Person:
        person = self._invite(name, viewport=PHONE, locale=self._locale)
        person.page.emulate_media(reduced_motion="reduce")
        return person

    def t(self, key: str, **given: str) -> str:
        found: Any = reduce(lambda table, part: table[part], key.split("."), self._texts)
        return str(found).format(**given)

    def looks_at(self, screen: str, person: Person) -> None:
        """By day with every rule; by night, when only the colours are others, with those about colour."""
        for scheme, rules in (("light", ()), ("dark", ("color-contrast",))):
            person.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            if found := person.axe(*rules):
                self.wrong[f"{screen}, {scheme}"] = found
        until(person, what=lambda: person.page.evaluate(ALL_DRAWN))

    def looks_at_dialog(self, screen: str, person: Person) -> None:
        expect(person.page.get_by_role("dialog").first).to_be_visible()
        expect(person.page.get_by_role("dialog").get_by_text(self.t("words.busy"))).to_have_count(0)
        self.looks_at(screen, person)


@pytest.mark.parametrize("locale", ["nl-NL", "en-GB"])
def test_axe_finds_nothing_wrong_on_the_way_through_an_evening(invite: Invite, locale: str) -> None:
    around = Round(invite, locale)
    t = around.t
    tineke, joop, kiek = (around.brings(name) for name in ("Tineke", "Joop", "Kiek"))
    for path, heading in (
        ("kelder/rommel", "missing.title"),
        ("t/BBBBB", "sit.unknown_title"),
        ("regels", "rules.pub"),
        ("", "home.begin"),
    ):
        tineke.go(path)
        expect(tineke.heading(t(heading)).first).to_be_visible()
        around.looks_at(path or "home", tineke)
    tineke.page.get_by_label(t("home.name")).fill("Tineke")
    tineke.page.get_by_text(t("home.more")).click()
    tineke.choose(t("home.players"), "2")
    tineke.choose(t("home.deals"), "4")
    tineke.choose(t("home.watch"), t("home.watch_yes"))
    around.looks_at("house rules", tineke)
    tineke.button(t("home.lay")).click()
    onlookers = tineke.copies(t("watch.copy"))
    around.looks_at("waiting room", tineke)
    tineke.button(t("waiting.who")).click()
    around.looks_at_dialog("regulars", tineke)
    tineke.page.get_by_role("dialog").locator("button.mat").first.click()
    expect(tineke.heading(t("people.habits"))).to_be_visible()
    around.looks_at("convention card", tineke)
    tineke.shuts()
    code = tineke.page.url.split("/t/")[1].split("?")[0]

    joop.go(f"t/{code}")
    expect(joop.heading(t("sit.title", code=code))).to_be_visible()
    around.looks_at("sitting down", joop)
    joop.page.get_by_label(t("sit.welcome").split(". ")[1]).fill("Joop")
    joop.button(t("sit.button")).click()
    tineke.button(t("waiting.start2")).click()
    both = [tineke, joop]
    until(*both, what=lambda: all(len(person.hand) == 8 for person in both))
    tineke.page.locator("[data-button=talk]").click()
    around.looks_at_dialog("talk", tineke)
    tineke.shuts()

    tineke.page.locator("[data-button=slate]").click()
    tineke.button(t("table.move")).click()
    tineke.page.get_by_role("img", name=t("chairs.qr")).wait_for()
    around.looks_at("my chair on another device", tineke)
    other = around.brings("Tineke")
    other.page.goto(tineke.copies(t("waiting.copy")))
    expect(other.button(t("chairs.in_button"))).to_be_visible()
    around.looks_at("my chair comes in", other)
    tineke.shuts()

    joop.context.clear_cookies()
    joop.page.reload()
    expect(joop.button(t("chairs.regain", name="Joop"))).to_be_visible()
    around.looks_at("whose chair", joop)
    joop.button(t("chairs.regain", name="Joop")).click()
    expect(joop.heading(t("chairs.asked_title"))).to_be_visible()
    expect(tineke.button(t("chairs.yes", name="Joop"))).to_be_visible()
    around.looks_at("asking for a chair", joop)
    around.looks_at("being asked for a chair", tineke)
    tineke.button(t("chairs.yes", name="Joop")).click()
    until(joop, what=lambda: len(joop.hand) == 8)

    kiek.page.goto(onlookers)
    play_until(both, lambda: len(kiek.table) > 0)
    around.looks_at("looking on", kiek)
    play_to(both, in_turn_with(".south[aria-label=Tineke]", SOME_PLAYED), further=True)
    around.looks_at("table", tineke)
    for name in ("last_trick", "slate", "rules", "settings"):
        tineke.button(t(f"table.{name}")).click()
        around.looks_at_dialog(name, tineke)
        tineke.shuts()
    play_until(both, lambda: tineke.page.locator(".stamp").count() > 0)
    around.looks_at("result", tineke)
    tineke.page.locator(".stamp button").click()
    tineke.page.get_by_role("dialog").locator("summary").last.click()
    around.looks_at_dialog("fair details", tineke)
    tineke.shuts()
    kiek.page.get_by_text(t("watch.hands")).click()
    around.looks_at("the hands, afterwards", kiek)
    kiek.go("eerlijk")
    expect(kiek.page.get_by_role("table").first).to_be_visible()
    around.looks_at("/eerlijk", kiek)

    for person in both:
        person.plays_by_itself()
    tineke.button(t("match.share")).click(timeout=240_000)
    around.looks_at_dialog("sharing the result", tineke)
    kiek.page.goto(str(tineke.page.get_by_role("link", name=t("match.look")).get_attribute("href")))
    expect(kiek.page.get_by_role("columnheader", name="Tineke")).to_be_visible()
    around.looks_at("/leitje", kiek)

    kiek.go()
    kiek.page.get_by_label(t("home.name")).fill("Kiek")
    kiek.button(t("home.practice")).click()
    expect(kiek.page.get_by_role("region", name=t("lesson.title"))).to_be_visible()
    around.looks_at("practice, explained", kiek)
    assert around.wrong == {}
