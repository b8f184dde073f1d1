"""The fold of the simulated people is that of the page: both are held to the same matches."""

from __future__ import annotations

import msgspec
import pytest

from klaverjas.crowd.fold import fold
from klaverjas.crowd.person import differences
from klaverjas.table import Stored, Table, audience
from klaverjas.wire.shapes import HouseRules, TableView
from tests.table.fixtures import MATCHES, fixture
from tests.table.players import Evening, club, pub


def in_order(view: TableView) -> object:
    """Without the order of the hand, which has none."""
    if view.deal is None:
        return view
    return msgspec.structs.replace(view, deal=msgspec.structs.replace(view.deal, hand=sorted(view.deal.hand)))


@pytest.mark.parametrize("name", MATCHES)
def test_folding_every_fact_gives_every_view_of_a_match(name: str) -> None:
    it = fixture(*MATCHES[name])
    view, compared = it.start, 0
    for step in it.steps:
        for fact in step.told.facts:
            view = fold(view, fact)
        if step.after is not None:
            assert in_order(view) == in_order(step.after)
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("rules", [pub(4, deals=4), club(2, deals=4)])
def test_another_match_at_the_same_table_begins_afresh(rules: HouseRules) -> None:
    evening, views = Evening(rules, seed=3), dict[int, TableView]()

    def hear(table: Table, stored: tuple[Stored, ...]) -> None:
        for seat in table.people:
            for each in stored:
                views[seat] = fold(views[seat], audience.told(each.event, seat))
            assert differences(views[seat], audience.table_view(table, seat)) == []

    evening.news = hear
    views |= {seat: audience.table_view(evening.table, seat) for seat in evening.table.people}
    evening.start()
    evening.play_match()
    evening.again()
    evening.play_match()
    assert evening.table.match == 2
