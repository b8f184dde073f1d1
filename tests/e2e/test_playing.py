"""People at one table, from the front door to the end of the match."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.pub import PHONE, Invite, Person, play_to, play_until, until

SCORED = re.compile("Gehaald|Nat|Pit|Verzaakt")
DIMMED = ".hand [data-card].dimmed"
MATCH_OVER = re.compile("boom!?$|Gelijkspel")


def scored(person: Person) -> bool:
    return person.heading(SCORED).count() > 0


def test_four_people_sit_down_each_in_his_own_way_and_play_a_deal(invite: Invite) -> None:
    tineke, joop, wil, kees = (invite(name) for name in ("Tineke", "Joop", "Wil", "Kees"))
    code = tineke.open_table()
    joop.sit_down(code)
    wil.sit_down_by_code(f" {code[:2].lower()} {code[2:].lower()} ")
    kees.sit_down_by_code(f"Kom je klaverjassen? Schuif aan bij tafel {code}: {tineke.url}t/{code} ")
    for name in ("Joop", "Wil", "Kees"):
        expect(tineke.page.get_by_text(name, exact=True).first).to_be_visible()
    expect(joop.page.get_by_text("Tineke begint als iedereen zit.")).to_be_visible()
    tineke.start()
    table = [tineke, joop, wil, kees]
    until(*table, what=lambda: all(len(person.hand) == 8 for person in table))
    assert len({card for person in table for card in person.hand}) == 32, "nobody holds another's card"
    dealer = tineke.page.locator(".seat:has(.mark-dealer)")
    expect(dealer).to_have_count(1)
    first_dealer = dealer.get_attribute("aria-label")
    assert first_dealer
    play_until(table, lambda: all(scored(person) for person in table))
    for person in table:
        person.button("Verder").click()
    until(*table, what=lambda: all(len(person.hand) == 8 for person in table))
    expect(dealer).to_have_count(1)
    assert dealer.get_attribute("aria-label") != first_dealer, "the dealer has moved on"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_person_plays_a_whole_match_with_the_regulars_and_then_another(
    invite: Invite, players: int
) -> None:
    tineke = invite("Tineke", viewport=PHONE)
    tineke.open_table(players, deals=None if players == 3 else 4)
    tineke.start()
    tineke.plays_by_itself()
    expect(tineke.heading(MATCH_OVER)).to_be_visible(timeout=240_000)
    slate = tineke.page.locator(".slate").first
    expect(slate).to_contain_text("De boom")
    tineke.button("Nog een boom").click()
    expect(tineke.page.locator(".slate").first).to_contain_text("1/" + str(12 if players == 3 else 4))


def test_two_people_play_with_table_cards_that_open_one_by_one(invite: Invite) -> None:
    tineke, joop = invite("Tineke"), invite("Joop")
    joop.sit_down(tineke.open_table(2, deals=4))
    tineke.start()
    both = [tineke, joop]
    my_piles = ".my-piles [data-card]"
    until(*both, what=lambda: all(person.page.locator(my_piles).count() == 4 for person in both))
    mine = tineke.page.locator(my_piles).evaluate_all("all => all.map(c => c.ariaLabel)")
    hers = joop.page.locator(".their-piles .visually-hidden").all_inner_texts()
    assert [text for text in hers if "kaart" not in text] == mine, "both see the same open cards"
    assert tineke.page.locator(".my-piles .back").count() == 4
    play_until(both, lambda: tineke.page.locator(".my-piles .back").count() < 4)
    play_until(both, lambda: scored(tineke) and scored(joop))


def test_with_three_the_declarer_is_alone_and_everyone_has_a_score_of_his_own(invite: Invite) -> None:
    people = [invite(name) for name in ("Tineke", "Joop", "Wil")]
    code = people[0].open_table(3)
    for person in people[1:]:
        person.sit_down(code)
    people[0].start()
    play_until(people, lambda: people[0].page.get_by_text("gaat alleen").count() > 0)
    play_until(people, lambda: all(scored(person) for person in people))
    columns = people[0].page.locator(".result-table thead th").all_inner_texts()
    assert len(columns) == 3


def test_a_late_friend_takes_a_regulars_chair_and_who_leaves_is_replaced(invite: Invite) -> None:
    tineke, rie = invite("Tineke"), invite("Rie")
    code = tineke.open_table()
    tineke.start()
    until(tineke, what=lambda: len(tineke.hand) == 8)
    rie.go(f"t/{code}")
    expect(rie.page.get_by_text("Er wordt al gespeeld.")).to_be_visible()
    rie.page.get_by_label("Onder welke naam speel je?").fill("Rie")
    rie.button("Schuif aan").click()
    expect(tineke.page.locator(".seat[aria-label=Rie]")).to_be_visible()
    expect(rie.page.get_by_text("vanaf het volgende potje").first).to_be_visible()
    assert rie.hand == [], "the regular plays this deal to its end"
    play_until([tineke], lambda: scored(tineke))
    tineke.button("Verder").click()
    until(rie, what=lambda: len(rie.hand) == 8)
    rie.button("Van tafel").click()
    rie.button("Ja, van tafel").click()
    expect(rie.heading("Je bent van tafel")).to_be_visible()
    expect(tineke.page.locator(".seat[aria-label=Rie]")).to_have_count(0)


def test_practising_seats_you_with_regulars_at_once(invite: Invite) -> None:
    tineke = invite("Tineke", viewport=PHONE)
    tineke.go()
    tineke.page.get_by_label("Hoe heet je?").fill("Tineke")
    tineke.button("Even oefenen met de vaste gasten").click()
    until(tineke, what=lambda: len(tineke.hand) == 8)


def test_an_illegal_card_is_dimmed_and_says_why_when_pressed(invite: Invite) -> None:
    tineke = invite("Tineke", viewport=PHONE, has_touch=True)
    tineke.open_table()
    tineke.start()
    dimmed = tineke.page.locator(DIMMED)
    play_to([tineke], DIMMED, further=True)
    held = tineke.hand
    dimmed.first.tap(force=True)  # it is marked as disabled, and still answers
    expect(tineke.page.get_by_text("mag nu niet.")).to_be_visible()
    assert tineke.hand == held
    tineke.button("Lees de regel").click()
    expect(tineke.page.get_by_role("dialog")).to_contain_text("Waarom mag het niet?")


def test_a_touch_lifts_and_a_second_one_plays(invite: Invite) -> None:
    tineke = invite("Tineke", viewport=PHONE, has_touch=True)
    tineke.open_table()
    tineke.start()
    play_to([tineke])
    card = tineke.playable().first
    name = card.get_attribute("data-card")
    assert name is not None
    card.tap()
    expect(tineke.page.get_by_text("nog eens aan om te spelen")).to_be_visible()
    assert name in tineke.hand
    tineke.card(name).tap()
    until(tineke, what=lambda: name not in tineke.hand)
