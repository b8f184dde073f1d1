"""Verzaken as a club plays it: nothing is refused, cards go back, claims are ruled (rules.md 6)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.pub import Invite, Person, play_to, until

NAMES = ("Tineke", "Joop", "Wil", "Kees")


@pytest.fixture
def club(invite: Invite) -> list[Person]:
    """Four people at a club table, clockwise, when the first of them is to lead the first trick."""
    people = [invite(name) for name in NAMES]
    code = people[0].open_table(club=True)
    for person in (people[2], people[1], people[3]):  # the second to come sits across from the first
        person.sit_down(code)
    people[0].start()
    until(*people, what=lambda: all(len(person.hand) == 8 for person in people))
    first = people.index(play_to(people))
    return people[first:] + people[:first]


def play(person: Person, card: str) -> None:
    expect(person.playable().first).to_be_visible()
    person.card(card).click()
    until(person, what=lambda: card not in person.hand)


def revoke(people: list[Person]) -> tuple[Person, str]:
    """The first leads a suit that the second has, and the second plays another one; who did, and the card."""
    leader, culprit = people[0], people[1]
    for led in leader.hand:
        following = [card for card in culprit.hand if card[0] == led[0]]
        wrong = [card for card in culprit.hand if card[0] != led[0]]
        if following and wrong:
            play(leader, led)
            play(culprit, wrong[0])
            return culprit, wrong[0]
    raise AssertionError("no revoke is possible from these hands")


def finish_trick(people: list[Person]) -> None:
    """The others play, and the winner leads again, so that the trick is closed (6.2)."""
    for person in people[2:]:
        person.playable().first.click()
        until(person, what=lambda person=person: len(person.hand) == 7)  # type: ignore[misc]
    lead(people)


def lead(people: list[Person]) -> None:
    """The winner of the first trick leads to the second."""
    winner = play_to(people)
    winner.act()
    until(winner, what=lambda: len(winner.hand) == 6)


def claim(person: Person, accused: Person, trick: int) -> None:
    person.button("Verzaakt!").click()
    dialog = person.page.get_by_role("group", name="Wie heeft er verzaakt?")
    dialog.get_by_role("radio", name=accused.name).check(force=True)
    person.page.get_by_role("group", name="In welke slag?").get_by_role("radio", name=str(trick)).check(
        force=True
    )
    person.button("Volgende").click()
    expect(person.page.locator("[role=alert].why")).to_contain_text("262")
    person.button("Ja, verzaakt!").click()


def test_nothing_is_dimmed_and_a_card_of_the_open_trick_can_be_taken_back(club: list[Person]) -> None:
    culprit, card = revoke(club)
    expect(club[2].playable()).to_have_count(8)
    culprit.button("Kaart terugnemen").click()
    until(culprit, what=lambda: card in culprit.hand and len(culprit.trick) == 1)
    until(club[0], what=lambda: len(club[0].trick) == 1)
    expect(culprit.playable()).to_have_count(8)


def test_a_right_claim_on_a_closed_trick_ends_the_deal_for_262_and_shows_the_hand(club: list[Person]) -> None:
    culprit, _ = revoke(club)
    finish_trick(club)
    claim(club[2], culprit, 1)
    for person in club:
        expect(person.heading("Verzaakt!")).to_be_visible()
        expect(person.page.locator(".result-slate")).to_contain_text("262")
        expect(person.page.locator(".result-slate")).to_contain_text("en had nog")


def test_a_wrong_claim_costs_the_claimer_the_deal(club: list[Person]) -> None:
    for person in club:
        expect(person.playable().first).to_be_visible()
        led = person.table
        same = [card for card in person.hand if led and card[0] == led[0][0]]
        play(person, same[0] if same else person.hand[0])
    lead(club)
    claim(club[0], club[1], 1)
    for person in club:
        expect(person.heading("Niet verzaakt")).to_be_visible()


def test_a_right_claim_on_the_open_trick_makes_the_card_be_corrected(club: list[Person]) -> None:
    culprit, card = revoke(club)
    claim(club[2], culprit, 1)
    until(culprit, what=lambda: card in culprit.hand)
    expect(culprit.playable().first).to_be_visible()
    assert culprit.card(card).get_attribute("aria-disabled") == "true", "now he has to obey"
    culprit.playable().first.click()
    expect(club[2].playable().first).to_be_visible()
