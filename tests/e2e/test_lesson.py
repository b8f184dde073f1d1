"""The practice game that is explained as it goes."""

from __future__ import annotations

import re

from playwright.sync_api import FloatRect, expect

from tests.e2e.pub import PHONE, Invite, Person, play_until, until

ABOVE_THE_HAND = """() => document.querySelector('.bubble').getBoundingClientRect().bottom
  <= document.querySelector('.hand').getBoundingClientRect().top"""


def practise(person: Person) -> None:
    """Who tries it need not say who he is."""
    person.go()
    person.button("Even oefenen met de vaste gasten").click()
    until(person, what=lambda: len(person.hand) == 8)


def test_a_practice_game_is_explained_beside_the_hand_and_can_be_left_for_good(invite: Invite) -> None:
    tineke = invite("Tineke", viewport=PHONE)
    tineke.query = ""
    practise(tineke)
    bubble = tineke.page.get_by_role("region", name="Uitleg")
    expect(bubble).to_contain_text("Welkom!")
    expect(tineke.page.locator("[role=status].visually-hidden").last).to_contain_text("Welkom!")
    tineke.button("Begrepen").click()
    expect(bubble.get_by_text("Welkom!")).to_have_count(0)
    lies = bubble.get_by_text(re.compile("haalt de slag|Roem!"))
    play_until([tineke], lambda: len(tineke.trick) == 4 and lies.count() > 0)
    assert len(tineke.trick) == 4, "the trick lies while it is explained"
    tineke.rests()
    assert tineke.page.evaluate(ABOVE_THE_HAND), "it never covers the hand"
    assert tineke.axe() == []
    tineke.button("Zonder uitleg verder").click()
    expect(bubble).to_have_count(0)
    tineke.page.reload()
    until(tineke, what=lambda: len(tineke.hand) > 0)
    practise(tineke)
    expect(bubble).to_have_count(0)


def test_the_answers_of_a_bubble_are_in_sight_at_every_size_and_the_welcome_is_whole(invite: Invite) -> None:
    tineke = invite("Tineke", viewport=PHONE)
    practise(tineke)
    bubble = tineke.page.get_by_role("region", name="Uitleg")
    answer = tineke.button("Begrepen")
    for width, height in ((320, 568), (740, 360), (1440, 900), (390, 844)):
        tineke.page.set_viewport_size({"width": width, "height": height})
        until(tineke, what=lambda: inside(answer.bounding_box(), bubble.bounding_box()))
    whole = "(it) => it.scrollHeight <= it.clientHeight"
    tineke.page.set_viewport_size({"width": 2560, "height": 1440})
    until(tineke, what=lambda: bool(bubble.evaluate(whole)))
    tineke.page.set_viewport_size({"width": 740, "height": 360})
    tineke.page.evaluate("document.documentElement.classList.add('large')")
    until(tineke, what=lambda: bool(bubble.evaluate(whole)))


def inside(inner: FloatRect | None, outer: FloatRect | None) -> bool:
    return bool(
        inner
        and outer
        and inner["y"] >= outer["y"]
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"]
    )
