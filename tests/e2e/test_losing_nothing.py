"""Reloads, a second screen, a killed server: the same chair, the same hand, the same score."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.pub import (
    A_CARD_LIES,
    SOME_PLAYED,
    Invite,
    Person,
    Pub,
    in_turn_with,
    play_to,
    play_until,
    until,
)

SCORED = re.compile("Gehaald|Nat|Pit")


def seated(invite: Invite, deals: int | None = None) -> tuple[str, list[Person]]:
    """Two people and two regulars, somewhere in the first deal; the table waits for the first of them."""
    tineke, joop = invite("Tineke"), invite("Joop")
    code = tineke.open_table(deals=deals)
    joop.sit_down(code)
    tineke.start()
    both = [tineke, joop]
    play_to(both, in_turn_with(".south[aria-label=Tineke]", SOME_PLAYED))
    return code, both


def standing(person: Person) -> list[str]:
    return person.page.locator(".slate td").all_inner_texts()


def test_a_reload_keeps_chair_hand_trick_and_score(invite: Invite) -> None:
    _, (tineke, _) = seated(invite)
    before = (sorted(tineke.hand), tineke.trick, standing(tineke))
    tineke.page.reload()
    until(tineke, what=lambda: len(tineke.hand) > 0)
    assert (sorted(tineke.hand), tineke.trick, standing(tineke)) == before


def test_a_killed_server_comes_back_with_everything_and_the_browsers_come_back_by_themselves(
    invite_to_own: Invite, own_house: Pub
) -> None:
    _, both = seated(invite_to_own)
    table = play_to(both, in_turn_with(A_CARD_LIES)).table
    until(*both, what=lambda: all(person.table == table for person in both))
    before = [(sorted(person.hand), person.trick, standing(person)) for person in both]
    own_house.kill()
    for person in both:
        expect(person.page.get_by_text("Geen verbinding, we proberen het opnieuw…")).to_be_visible()
    own_house.open()
    for person in both:
        expect(person.page.get_by_text("Geen verbinding")).to_have_count(0)
    assert [(sorted(person.hand), person.trick, standing(person)) for person in both] == before
    play_until(both, lambda: all(person.heading(SCORED).count() > 0 for person in both))


def test_a_second_tab_takes_over_and_the_first_can_take_it_back(invite: Invite) -> None:
    code, (tineke, _) = seated(invite)
    second = tineke.context.new_page()
    second.goto(f"{tineke.url}t/{code}?tempo=0")
    expect(tineke.heading("Je speelt nu op een ander scherm")).to_be_visible()
    tineke.button("Hier verder").click()
    until(tineke, what=lambda: len(tineke.hand) > 0)
    expect(second.get_by_role("heading", name="Je speelt nu op een ander scherm")).to_be_visible()


def test_a_stranger_who_knows_the_code_gets_a_free_chair_and_nobody_elses(invite: Invite) -> None:
    code, (tineke, _) = seated(invite)
    stranger = invite("Vreemde")
    stranger.go(f"t/{code}")
    expect(stranger.page.get_by_label("Onder welke naam speel je?")).to_be_visible()
    stranger.page.get_by_label("Onder welke naam speel je?").fill("Tineke")
    stranger.button("Schuif aan").click()
    expect(stranger.page.get_by_text("vanaf het volgende potje").first).to_be_visible()
    assert stranger.hand == [], "and sees no hand before he plays it"
    assert len(tineke.hand) > 0


def test_the_line_breaking_and_the_device_going_offline_are_said_in_words(invite: Invite) -> None:
    _, (tineke, _) = seated(invite)
    held = tineke.hand
    tineke.goes_offline()
    expect(tineke.page.get_by_text("Je toestel heeft geen internet.")).to_be_visible()
    tineke.comes_back()
    expect(tineke.page.get_by_text("Je toestel heeft geen internet.")).to_have_count(0)
    until(tineke, what=lambda: sorted(tineke.hand) == sorted(held))
