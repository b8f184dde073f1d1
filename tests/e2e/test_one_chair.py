"""One person has one chair, whatever is lost on the way to it: answers, cookies, tabs."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Route, WebSocketRoute, expect

from tests.e2e.pub import PHONE, Invite, Person, Pub, until
from tests.e2e.test_waiting import LETTER, MOVE, party

IN_APP = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Mobile/15E148 [FBAN/FBIOS;FBAV/471.0]"
)
NO_CHAIR = 4403


def loses_one_answer(person: Person, path: str) -> None:
    """The next request to this path arrives, and its answer with its cookie does not."""

    def lose(route: Route) -> None:
        route.fetch()
        person.context.clear_cookies()
        route.abort("connectionreset")

    person.page.route(path, lose, times=1)


def people_at(house: Pub, code: str) -> list[str]:
    chairs = house.sees(f"api/tables/{code}")["chairs"]
    return [chair["name"] for chair in chairs if chair["kind"] == "person"]


def asks_to_sit(person: Person, code: str) -> None:
    person.go(f"t/{code}")
    person.page.get_by_label("Onder welke naam speel je?").fill(person.name)


def test_whose_answer_was_lost_has_one_chair_also_after_a_reload(invite: Invite, house: Pub) -> None:
    tineke, joop = invite("Tineke"), invite("Joop")
    code = tineke.open_table()
    asks_to_sit(joop, code)
    loses_one_answer(joop, "**/chairs")
    joop.button("Schuif aan").click()
    expect(joop.page.get_by_text("De kroeg is niet bereikbaar.")).to_be_visible()
    assert people_at(house, code) == ["Tineke", "Joop"], "the pub has heard him"
    joop.page.reload()
    joop.give_name()
    assert people_at(house, code) == ["Tineke", "Joop"]
    kept = joop.page.evaluate("Object.keys(localStorage)")
    assert not [key for key in kept if "wish" in key], "the key is in the cookie, and nowhere else"


def test_who_sits_down_in_two_tabs_at_once_has_one_chair(invite: Invite, house: Pub) -> None:
    tineke, joop = invite("Tineke"), invite("Joop")
    code = tineke.open_table()
    held: list[Route] = []
    joop.context.route("**/chairs", lambda route: held.append(route))
    second = joop.context.new_page()
    for page in (joop.page, second):
        page.goto(f"{joop.url}t/{code}{joop.query}")
        page.get_by_label("Onder welke naam speel je?").fill("Joop")
        page.get_by_role("button", name="Schuif aan", exact=True).click()
    until(joop, what=lambda: len(held) == 2)
    for route in held:
        route.continue_()

    def seen(heading: str) -> int:
        return sum(page.get_by_role("heading", name=heading).count() for page in (joop.page, second))

    until(joop, what=lambda: seen("Tafel is gedekt") == seen("Je speelt nu op een ander scherm") == 1)
    assert people_at(house, code) == ["Tineke", "Joop"]


def test_a_link_to_ones_chair_whose_answer_was_lost_works_after_a_reload(invite: Invite) -> None:
    _, (tineke, _) = party(invite)
    held = sorted(tineke.hand)
    tineke.button("Van tafel").first.click()
    tineke.button(MOVE).click()
    link = tineke.copies("Kopieer de link")
    phone = invite("Tineke", viewport=PHONE)
    phone.page.goto(link.replace("#", "?tempo=0#"))
    loses_one_answer(phone, "**/moves/in")
    phone.button("Speel hier verder").click()
    expect(phone.page.get_by_text("De kroeg is niet bereikbaar.")).to_be_visible()
    phone.page.reload()
    phone.button("Speel hier verder").click()
    until(phone, what=lambda: sorted(phone.hand) == held)


def refused_by(person: Person, times: int) -> list[WebSocketRoute]:
    """The first so many lines of this person are told that he has no chair, as if the cookie was not yet
    there; all that he opened."""
    opened: list[WebSocketRoute] = []

    def between(line: WebSocketRoute) -> None:
        opened.append(line)
        if len(opened) <= times:
            line.close(code=NO_CHAIR)
        else:
            line.connect_to_server()

    person.page.route_web_socket("**/ws/*", between)
    return opened


def test_a_line_that_is_faster_than_its_cookie_is_tried_once_more_without_a_word(invite: Invite) -> None:
    tineke, joop = invite("Tineke"), invite("Joop")
    code = tineke.open_table()
    opened = refused_by(joop, 1)
    joop.sit_down(code)
    assert len(opened) == 2


def test_where_no_line_has_the_cookie_it_is_said_and_the_pub_is_not_stormed(invite: Invite) -> None:
    tineke, joop = invite("Tineke"), invite("Joop")
    code = tineke.open_table()
    opened = refused_by(joop, 3)
    asks_to_sit(joop, code)
    joop.button("Schuif aan").click()
    expect(joop.page.get_by_text("Op dit toestel heb je geen stoel aan deze tafel.")).to_be_visible()
    assert len(opened) == 2
    joop.button("Probeer het nog eens").click()
    until(joop, what=lambda: len(opened) == 3)
    expect(joop.page.get_by_text("Op dit toestel heb je geen stoel aan deze tafel.")).to_be_visible()
    joop.button("Probeer het nog eens").click()
    expect(joop.heading("Tafel is gedekt")).to_be_visible()


def test_from_the_browser_inside_an_app_the_chair_goes_along_to_the_real_one(invite: Invite) -> None:
    """Its cookies are its own: what is open there is not open in the browser of the phone."""
    _, (tineke, joop) = party(invite)
    in_app = invite("Wil", viewport=PHONE, user_agent=IN_APP, permissions=[])
    code = tineke.page.url.split("/t/")[1].split("?")[0]
    in_app.go(f"t/{code}")
    in_app.page.get_by_label("Onder welke naam speel je?").fill("Wil")
    in_app.button("Schuif aan").click()
    expect(in_app.page.get_by_text("vanaf het volgende potje").first).to_be_visible()
    in_app.button("Leitje").click()
    in_app.button(MOVE).click()
    link = in_app.copies("Kopieer de link")
    assert LETTER.search(link)
    real = invite("Wil", viewport=PHONE)
    real.go(f"t/{code}")
    expect(real.page.get_by_label("Onder welke naam speel je?")).to_be_visible()
    real.page.goto(link.replace("#", "?tempo=0#"))
    real.button("Speel hier verder").click()
    expect(real.page.get_by_text("vanaf het volgende potje").first).to_be_visible()
    expect(in_app.heading("Je speelt nu op een ander scherm")).to_be_visible()
    seen: Any = tineke.page.evaluate("code => fetch('/api/tables/' + code).then(a => a.json())", code)
    names = [chair["name"] for chair in seen["chairs"] if chair["kind"] == "person"]
    assert sorted(names) == ["Joop", "Tineke", "Wil"], json.dumps(names)
    assert joop.hand
