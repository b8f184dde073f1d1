"""Whatever people are called, at the table it is only a name, whole and in its place."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.e2e.pub import DESKTOP, Invite, Person, play_until, until
from tests.e2e.test_everyone import fits

MARKUP = "<svg onload=ran=1>"
FAMILY = "👩‍👩‍👧‍👦 Sjaan 🍺👍🏽"
LEFTWARD = "דוד מ. ('7')"
WIDE = "WWWWWWWWWWWWWWWWWWWW"
TWENTY_TWICE = "🍺" * 20
"""Twenty signs, that a browser counts as forty."""
SMALL = {"width": 320, "height": 568}


def nothing_sticks_out(person: Person) -> None:
    """Neither the page nor a dialog scrolls sideways."""
    person.rests()
    wide = person.page.evaluate(
        """() => [document.documentElement, ...document.querySelectorAll('dialog[open], [role=dialog]')]
          .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.outerHTML.slice(0, 90))"""
    )
    assert wide == []


@pytest.mark.parametrize("screen", [SMALL, DESKTOP], ids=["small", "desktop"])
@pytest.mark.parametrize(
    "names", [(MARKUP, LEFTWARD, FAMILY, WIDE), (TWENTY_TWICE, "Wil")], ids=["strange", "wide"]
)
def test_any_name_is_shown_as_it_is_and_stays_in_its_place(
    invite: Invite, names: tuple[str, ...], screen: dict[str, int]
) -> None:
    people = [invite(name, viewport=screen) for name in names]
    code = people[0].open_table(len(names))
    for person in people[1:]:
        person.sit_down(code)
    for name in names:
        expect(people[0].page.get_by_text(name, exact=True)).to_be_visible()
    nothing_sticks_out(people[0])
    people[0].start()
    until(*people, what=lambda: all(len(person.hand) == 8 for person in people))
    for person in people:
        shown = person.page.locator(".seat .name").all_inner_texts()
        assert sorted(shown) == sorted(names)
        fits(person, screen["width"], screen["height"])
    play_until(people, lambda: all(person.page.locator(".result-slate").count() > 0 for person in people))
    for person in people:
        nothing_sticks_out(person)
        person.button("Leitje").click()
        expect(person.page.get_by_role("dialog")).to_be_visible()
        nothing_sticks_out(person)
        assert person.page.evaluate("'ran' in window") is False, "a name is never run"
        assert person.page.locator("svg[onload]").count() == 0


def test_two_people_with_one_name_each_have_a_mat_a_hand_and_a_column(invite: Invite) -> None:
    both = [invite("Joop"), invite("Joop")]
    both[1].sit_down(both[0].open_table(2, deals=4))
    both[0].start()
    until(*both, what=lambda: all(len(person.hand) == 8 for person in both))
    until(*both, what=lambda: any(person.my_turn for person in both))
    assert [person.my_turn for person in both].count(True) == 1
    assert set(both[0].hand).isdisjoint(both[1].hand)
    for person in both:
        expect(person.page.locator(".south[aria-label=Joop], .north[aria-label=Joop]")).to_have_count(2)
    play_until(both, lambda: all(person.page.locator(".result-table").count() > 0 for person in both))
    mine, yours = (person.page.locator(".result-table").inner_text().splitlines() for person in both)
    assert mine != yours, "each has his own points in the column of 'jij'"
