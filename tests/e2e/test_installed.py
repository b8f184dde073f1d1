"""The pub on the home screen of a phone: it can be installed, and opens without a network."""

from __future__ import annotations

import json
import re
import urllib.request

from playwright.sync_api import expect

from tests.e2e.pub import PHONE, SOME_PLAYED, Invite, Person, Pub, in_turn_with, play_to, play_until, until


def test_the_manifest_its_icons_and_the_worker_are_served_as_what_they_are(house: Pub) -> None:
    with urllib.request.urlopen(house.url + "manifest.webmanifest") as answer:
        assert answer.headers["Content-Type"].startswith("application/manifest+json")
        manifest = json.load(answer)
    assert manifest["display"] == "standalone"
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        with urllib.request.urlopen(house.url + icon["src"].lstrip("/")) as answer:
            assert answer.headers["Content-Type"] == icon["type"]
            data = answer.read()
        if icon["type"] == "image/png":
            width, height = int.from_bytes(data[16:20]), int.from_bytes(data[20:24])
            assert icon["sizes"] == f"{width}x{height}"
    with urllib.request.urlopen(house.url + "sw.js") as answer:
        assert answer.headers["Cache-Control"] == "no-cache", "a new build is seen at once"
        assert "javascript" in answer.headers["Content-Type"]


def kept(person: Person) -> None:
    """Waits until the browser has the page and minds it."""
    seen = "navigator.serviceWorker.controller !== null && localStorage.getItem('klaverkroeg.last') !== null"
    until(person, what=lambda: bool(person.page.evaluate(seen)))


def test_without_the_pub_the_last_state_is_shown_in_words_and_play_goes_on_when_it_is_back(
    invite_to_own: Invite, own_house: Pub
) -> None:
    tineke = invite_to_own("Tineke", viewport=PHONE, service_workers="allow")
    tineke.open_table()
    tineke.start()
    until(tineke, what=lambda: len(tineke.hand) == 8)
    play_to([tineke], in_turn_with(SOME_PLAYED))
    kept(tineke)
    hand = tineke.hand
    own_house.kill()
    tineke.page.reload()
    expect(tineke.page.get_by_text("Geen verbinding met de kroeg. Zo zag je de tafel")).to_be_visible()
    assert tineke.hand == hand
    assert tineke.axe() == []
    tineke.button("Spelregels").click()
    expect(tineke.page.get_by_role("dialog")).to_contain_text("Bekennen")
    tineke.shuts()
    own_house.open()
    expect(tineke.page.get_by_text("Geen verbinding")).to_have_count(0)
    play_until([tineke], lambda: len(tineke.hand) < len(hand))


def test_the_front_door_opens_without_the_pub_and_leads_back_to_the_table(
    invite_to_own: Invite, own_house: Pub
) -> None:
    tineke = invite_to_own("Tineke", service_workers="allow")
    code = tineke.open_table()
    kept(tineke)
    own_house.kill()
    tineke.go()
    tineke.page.get_by_label("Hoe heet je?").fill("Tineke")
    tineke.button("Dek de tafel").click()
    expect(tineke.page.get_by_text("De kroeg is niet bereikbaar.")).to_be_visible()
    own_house.open()
    tineke.page.get_by_role("link", name=re.compile(f"Verder aan tafel {code}")).click()
    expect(tineke.heading("Tafel is gedekt")).to_be_visible()
