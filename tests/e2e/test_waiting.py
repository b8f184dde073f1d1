"""Waiting for somebody, his return, and every way of losing a chair and having it again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.pub import PHONE, Invite, Person, Pub, play_to, until

MOVE = "Mijn stoel op een ander toestel"
LETTER = re.compile(r"#stoel=[\w-]{32}$")


def party(
    invite: Invite, names: tuple[str, ...] = ("Tineke", "Joop"), start: bool = True
) -> tuple[str, list[Person]]:
    """These people at a table, the match started, somebody of them in turn."""
    people = [invite(name) for name in names]
    code = people[0].open_table()
    for person in people[1:]:
        person.sit_down(code)
    if start:
        people[0].start()
        until(*people, what=lambda: all(len(person.hand) == 8 for person in people))
        until(*people, what=lambda: any(person.my_turn for person in people))
    return code, people


def in_turn(people: list[Person]) -> tuple[Person, Person]:
    """Who is in turn, and another."""
    late = next(person for person in people if person.my_turn)
    return late, next(person for person in people if person is not late)


def mat(person: Person, name: str) -> Any:
    return person.page.get_by_role("region", name=name, exact=True).first


# ---- waiting ----------------------------------------------------------------------------------------------


def test_a_sleeper_gets_a_soft_sign_and_then_the_others_may_let_a_regular_play(
    invite_to_hurried: Invite,
) -> None:
    _, people = party(invite_to_hurried)
    late, other = in_turn(people)
    held = sorted(late.hand)
    expect(mat(other, late.name).get_by_text("dommelt")).to_be_visible()
    expect(late.page.get_by_text("De anderen wachten op jou")).to_be_visible()
    expect(other.page.get_by_text(f"{late.name} laat op zich wachten.")).to_be_visible()
    assert late.my_turn, "no clock plays for a person"
    other.button("Laat een vaste gast spelen").click()
    expect(mat(other, late.name).get_by_text(re.compile("speelt$"))).to_be_visible()
    expect(late.page.locator(".attention").get_by_text(re.compile("speelt zolang voor jou"))).to_be_visible()
    assert set(late.hand) <= set(held), "he sees his own hand"
    late.button("Ik ben er weer").click()
    expect(late.page.locator(".attention").get_by_text(re.compile("speelt zolang voor jou"))).to_have_count(0)
    expect(other.page.get_by_text(f"{late.name} is er weer en speelt zelf verder.").first).to_be_attached()


def test_who_lost_his_line_keeps_his_turn_and_his_return_gives_him_the_next_decision(
    invite_to_hurried: Invite,
) -> None:
    _, people = party(invite_to_hurried)
    late, other = in_turn(people)
    held = sorted(late.hand)
    late.goes_offline()
    expect(late.page.get_by_text("Je toestel heeft geen internet.")).to_be_visible()
    expect(mat(other, late.name).get_by_text("al even weg")).to_be_visible()
    expect(other.page.get_by_text(f"{late.name} is al even weg.")).to_be_visible()
    other.button("Wachten").click()
    expect(other.page.get_by_text(f"{late.name} is al even weg.")).to_have_count(0)
    late.comes_back()
    until(late, what=lambda: late.my_turn)
    assert sorted(late.hand) == held
    expect(mat(other, late.name).get_by_text(re.compile("even weg"))).to_have_count(0)


def test_who_has_just_lost_his_line_is_gone_for_a_moment(invite: Invite) -> None:
    """By a clock that does not hurry, and not in turn, so that the first sign lies there for 45 seconds."""
    _, people = party(invite)
    other, gone = in_turn(people)
    gone.goes_offline()
    expect(mat(other, gone.name).get_by_text("even weg", exact=True)).to_be_visible()
    gone.comes_back()
    expect(mat(other, gone.name).get_by_text("even weg")).to_have_count(0)


def test_a_regular_plays_for_who_is_gone_and_stops_when_he_is_back(invite_to_hurried: Invite) -> None:
    _, people = party(invite_to_hurried)
    late, other = in_turn(people)
    late.goes_offline()
    other.button("Laat een vaste gast spelen").click()
    expect(mat(other, late.name).get_by_text(re.compile("speelt$"))).to_be_visible()
    until(other, what=lambda: other.my_turn)
    late.comes_back()
    expect(mat(other, late.name).get_by_text(re.compile("speelt$"))).to_have_count(0)
    expect(late.page.get_by_text("Je toestel heeft geen internet.")).to_have_count(0)
    assert len(late.hand) > 0


def test_who_laid_the_table_and_went_away_keeps_nobody_from_beginning(invite_to_hurried: Invite) -> None:
    _, (tineke, joop) = party(invite_to_hurried, start=False)
    expect(joop.page.get_by_text("Tineke begint als iedereen zit.")).to_be_visible()
    tineke.goes_offline()
    expect(joop.page.get_by_text("Je kunt ook zelf beginnen.")).to_be_visible()
    joop.button("Maak de stoel van Tineke vrij").click()
    expect(joop.page.get_by_text("Tineke", exact=True)).to_have_count(0)
    joop.start()
    until(joop, what=lambda: len(joop.hand) == 8)
    tineke.comes_back()
    expect(tineke.page.get_by_text("Op dit toestel heb je geen stoel meer aan deze tafel.")).to_be_visible()


def test_the_maker_who_leaves_hands_the_table_to_somebody_who_is_there(invite: Invite) -> None:
    _, (tineke, joop, wil) = party(invite, ("Tineke", "Joop", "Wil"), start=False)
    joop.goes_offline()
    expect(mat_in_waiting_room(wil, "Joop").get_by_text("even weg")).to_be_visible()
    tineke.button("Van tafel gaan").click()
    expect(wil.page.get_by_role("button", name=re.compile("^Beginnen"))).to_be_visible()


def mat_in_waiting_room(person: Person, name: str) -> Any:
    return person.page.get_by_role("listitem").filter(has_text=name)


def test_the_slate_of_a_table_that_everybody_left_can_still_be_looked_at(invite: Invite) -> None:
    code, people = party(invite)
    for person in people:
        person.button("Van tafel").first.click()
        person.button("Ja, van tafel").click()
        expect(person.heading("Je bent van tafel")).to_be_visible()
    people[0].go(f"t/{code}")
    expect(people[0].heading(f"Zo eindigde tafel {code}")).to_be_visible()
    expect(people[0].page.get_by_text("Er is geen potje uitgespeeld.")).to_be_visible()
    assert people[0].axe() == []


# ---- the same chair again ---------------------------------------------------------------------------------


def test_a_link_brings_the_chair_to_another_device_once_and_the_first_can_take_it_back(
    invite: Invite,
) -> None:
    _, people = party(invite)
    tineke = people[0]
    held = sorted(tineke.hand)
    tineke.button("Van tafel").first.click()
    tineke.button(MOVE).click()
    expect(tineke.page.get_by_role("img", name="QR-code van je stoel")).to_be_visible()
    link = tineke.copies("Kopieer de link")
    assert LETTER.search(link)
    assert tineke.axe() == []
    phone = invite("Tineke", viewport=PHONE)
    phone.page.goto(link.replace("#", "?tempo=0#"))
    expect(phone.button("Speel hier verder")).to_be_visible()
    assert phone.axe() == []
    phone.button("Speel hier verder").click()
    until(phone, what=lambda: sorted(phone.hand) == held)
    assert "#" not in phone.page.url, "the ticket does not stay in the address"
    expect(tineke.heading("Je speelt nu op een ander scherm")).to_be_visible()
    tineke.button("Hier verder").click()
    until(tineke, what=lambda: sorted(tineke.hand) == held)
    expect(phone.heading("Je speelt nu op een ander scherm")).to_be_visible()
    stranger = invite("Vreemde")
    stranger.page.goto(link.replace("#", "?tempo=0#"))
    stranger.button("Speel hier verder").click()
    expect(stranger.page.get_by_text("Deze link is al gebruikt of te oud.")).to_be_visible()
    stranger.button("Naar de tafel").click()
    expect(stranger.page.get_by_label("Onder welke naam speel je?")).to_be_visible()


def test_who_lost_everything_asks_and_the_people_at_the_table_let_him_in(invite: Invite) -> None:
    _, (tineke, joop) = party(invite)
    held = sorted(joop.hand)
    joop.context.clear_cookies()
    joop.page.reload()
    joop.button("Ben jij Joop? Neem je stoel weer in").click()
    expect(joop.heading("Even vragen aan tafel")).to_be_visible()
    number = joop.page.locator(".number").inner_text()
    assert re.fullmatch(r"\d\d", number)
    assert joop.axe() == []
    asked = tineke.page.get_by_text("Iemand wil de stoel van Joop weer innemen.")
    expect(asked).to_be_visible()
    expect(tineke.page.locator(".attention .number")).to_have_text(number)
    assert tineke.axe() == []
    tineke.button("Ja, dat is Joop").click()
    until(joop, what=lambda: sorted(joop.hand) == held)
    expect(asked).to_have_count(0)


def test_who_is_at_the_door_sees_by_himself_that_somebody_is_gone(invite: Invite) -> None:
    """Who reloads after losing everything is faster than the end of his old line."""
    code, (_, joop) = party(invite)
    again = invite("Joop")
    again.go(f"t/{code}")
    field = again.page.get_by_label("Onder welke naam speel je?")
    field.fill("Jo")
    assert again.page.get_by_text("Ben jij Joop?").count() == 0
    joop.page.close()
    expect(again.button("Ben jij Joop? Neem je stoel weer in")).to_be_visible()
    expect(field).to_have_value("Jo")


def test_a_stranger_who_says_that_he_is_somebody_is_turned_away(invite: Invite) -> None:
    code, (tineke, joop) = party(invite)
    joop.page.close()
    stranger = invite("Vreemde")
    stranger.go(f"t/{code}")
    stranger.button("Ben jij Joop? Neem je stoel weer in").click()
    tineke.button("Nee").click()
    expect(stranger.page.get_by_text("Dat ging niet door.")).to_be_visible()
    assert stranger.hand == []


def test_the_owner_who_is_back_refuses_himself(invite: Invite) -> None:
    code, (tineke, joop) = party(invite)
    joop.goes_offline()
    stranger = invite("Vreemde")
    stranger.go(f"t/{code}")
    stranger.button("Ben jij Joop? Neem je stoel weer in").click()
    expect(tineke.button("Ja, dat is Joop")).to_be_visible()
    joop.comes_back()
    expect(joop.page.get_by_text("Iemand vraagt om jouw stoel.")).to_be_visible()
    expect(tineke.button("Ja, dat is Joop")).to_have_count(0)
    joop.button("Stuur weg").click()
    expect(stranger.page.get_by_text("Dat ging niet door.")).to_be_visible()


def test_a_phone_that_slept_is_back_at_once_with_one_message(invite: Invite) -> None:
    _, people = party(invite)
    tineke = people[0]
    held = sorted(tineke.hand)
    frames = heard_by(tineke.page)
    session = tineke.context.new_cdp_session(tineke.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    tineke.goes_offline()
    expect(mat(people[1], "Tineke").get_by_text("even weg")).to_be_visible(timeout=60_000)
    tineke.comes_back()
    frames.clear()
    session.send("Page.setWebLifecycleState", {"state": "active"})
    expect(mat(people[1], "Tineke").get_by_text("even weg")).to_have_count(0)
    until(tineke, what=lambda: sorted(tineke.hand) == held and any('"snapshot"' in frame for frame in frames))
    assert [frame for frame in frames if '"told"' in frame] == []


def heard_by(page: Page) -> list[str]:
    """Every message that the page is sent from now on."""
    frames: list[str] = []

    def listen(socket: Any) -> None:
        socket.on("framereceived", lambda frame: frames.append(str(frame)))

    page.on("websocket", listen)
    return frames


@pytest.mark.parametrize("how", ["kill", "close"])
def test_a_lifted_card_survives_a_server_that_restarts_in_mid_trick(
    how: str, invite_to_own: Invite, own_house: Pub
) -> None:
    _, people = party(invite_to_own)
    mover = play_to(people)
    other = next(person for person in people if person is not mover)
    card = mover.playable().first
    name = card.get_attribute("data-card")
    assert name is not None
    card.dispatch_event("pointerdown", {"pointerType": "touch"})
    card.dispatch_event("click", {"detail": 1})
    expect(mover.card(name)).to_have_attribute("aria-pressed", "true")
    getattr(own_house, how)()
    expect(mover.page.locator("[role=status].line p")).to_be_visible()
    own_house.open()
    expect(mover.page.locator("[role=status].line p")).to_have_count(0)
    expect(mover.card(name)).to_have_attribute("aria-pressed", "true")
    mover.card(name).click()
    until(other, what=lambda: name not in mover.hand)
