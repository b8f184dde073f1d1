"""Getting somebody in, and telling others how it ended: links, codes, texts and what browsers refuse."""

from __future__ import annotations

import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from tests.e2e.pub import PHONE, Invite, Person, until
from tests.e2e.scan import scan

SWITCHED_OFF = "Object.defineProperty(navigator, 'clipboard', { get: () => undefined })"
SHEET = """Object.defineProperty(navigator, 'share', { value: async (what) => {
  window.shared = what;
  throw new DOMException('cancelled', 'AbortError');
} })"""
COPIED = """Object.defineProperty(navigator, 'clipboard', { value: {
  writeText: async (text) => { window.copied = text; } } })"""


def whatsapp_text(person: Person) -> str:
    address = person.page.get_by_role("link", name="Deel via WhatsApp").get_attribute("href") or ""
    found = urllib.parse.urlsplit(address)
    assert found.netloc == "wa.me"
    return urllib.parse.parse_qs(found.query)["text"][0]


@pytest.mark.parametrize(
    "way", ["code", "code as it is said", "pasted link", "whole message", "link", "QR code"]
)
def test_each_way_in_leads_to_a_chair(invite: Invite, way: str) -> None:
    tineke, joop = invite("Tineke"), invite("Joop", viewport=PHONE)
    code = tineke.open_table()
    text = whatsapp_text(tineke)
    link = re.search(r"https?://\S+", text)
    assert link is not None
    if way in ("link", "QR code"):
        joop.page.goto(link[0] if way == "link" else scan(tineke.page.locator("div.qr > .qr")))
        joop.give_name()
    else:
        typed = {
            "code": code,
            "code as it is said": f" {code[:2].lower()} {code[2:]} ",
            "pasted link": link[0],
            "whole message": text,
        }
        joop.sit_down_by_code(typed[way])
    expect(tineke.page.get_by_text("Joop", exact=True)).to_be_visible()


def test_a_refused_clipboard_and_a_cancelled_share_sheet_leave_a_way(invite: Invite) -> None:
    tineke = invite("Tineke", viewport=PHONE)
    tineke.page.add_init_script(SWITCHED_OFF)
    tineke.page.add_init_script(SHEET)
    code = tineke.open_table()
    tineke.button("Anders delen").click()
    until(tineke, what=lambda: tineke.page.evaluate("Boolean(window.shared)"))
    assert code in tineke.page.evaluate("window.shared.text")
    tineke.button("Kopieer de link").click()
    field = tineke.page.get_by_label("Link naar deze tafel")
    expect(field).to_be_visible()
    assert field.input_value().endswith(f"/t/{code}")
    until(tineke, what=lambda: tineke.page.evaluate("getSelection().toString()") == field.input_value())
    assert tineke.axe() == []


def test_the_end_of_a_match_is_told_as_a_text_with_a_link_that_shows_the_slate_to_a_stranger(
    invite: Invite,
) -> None:
    tineke, stranger = invite("Tineke", viewport=PHONE), invite("Wil")
    tineke.page.add_init_script(COPIED)
    tineke.open_table(2, deals=4)
    tineke.start()
    tineke.plays_by_itself()
    tineke.button("Deel de uitslag").click(timeout=240_000)
    text = whatsapp_text(tineke)
    assert "Tineke: " in text
    assert "4 potjes" in text
    assert tineke.axe() == []
    tineke.button("Kopieer de tekst").click()
    expect(tineke.page.get_by_text("De tekst is gekopieerd.")).to_be_visible()
    assert tineke.page.evaluate("window.copied") == text
    # Somebody at the table has gone on meanwhile.
    tineke.page.evaluate("document.querySelector('.onward .primary').click()")
    until(tineke, what=lambda: len(tineke.hand) == 8)
    assert whatsapp_text(tineke) == text
    link = re.search(r"https?://\S+", text)
    assert link is not None
    stranger.page.goto(link[0])
    expect(stranger.heading(re.compile("de boom$"))).to_be_visible()
    expect(stranger.page.get_by_role("columnheader", name="Tineke")).to_be_visible()
    expect(stranger.page.get_by_role("row")).to_have_count(4 + 2)
    assert stranger.axe() == []
    assert stranger.context.cookies() == [], "it gives no chair"
    stranger.page.goto(link[0] + "a")
    expect(stranger.page.get_by_text("Dit leitje kennen we niet.")).to_be_visible()
