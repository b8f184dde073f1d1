"""Whole matches of random people, in every variant: what must hold after every order."""

from __future__ import annotations

import msgspec
import pytest

from klaverjas.table import (
    Asking,
    ByRegular,
    Hall,
    Refusal,
    Stored,
    Table,
    audience,
    decode,
    encode,
    evolve,
    replay,
)
from klaverjas.table.evolve import MOST_SLATES
from klaverjas.wire import facts
from klaverjas.wire.messages import Leave, Snapshot, ToBrowser
from klaverjas.wire.shapes import HouseRules
from tests.table.players import Evening, club, pub

MATCHES = [
    pytest.param(pub(4, deals=4), 4, id="pub, four people"),
    pytest.param(pub(4, deals=8, trump_duty="rotterdam", undertrump="forced"), 1, id="one person, regulars"),
    pytest.param(pub(3), 3, id="pub, three people"),
    pytest.param(pub(2, deals=8), 2, id="pub, two people"),
    pytest.param(club(4, deals=8), 4, id="club, four people"),
    pytest.param(club(3), 2, id="claims with three, one a regular"),
    pytest.param(club(2, deals=8), 2, id="claims with two"),
]


@pytest.mark.parametrize(("rules", "people"), MATCHES)
def test_a_match_comes_to_its_end_and_holds_every_promise_on_the_way(rules: HouseRules, people: int) -> None:
    evening = Evening(rules, seed=people, people=people)
    evening.news = promises_hold
    evening.start()
    evening.play_match()
    assert len(evening.table.sheet) == rules.deals
    assert evening.table.standing is not None
    assert evening.table.standing.over
    assert replay(evening.log) == evening.table


def promises_hold(table: Table, stored: tuple[Stored, ...]) -> None:
    assert stored, "an order that is not refused makes something happen"
    assert [decode(encode(each)) for each in stored] == list(stored)
    for seat in range(table.variant.seats):
        told = audience.tell(table, stored, seat, 0.0)
        assert told.v == table.version
        assert len(told.facts) == len(stored), "versions have no gaps for anybody"
        hands = [fact.seat for fact in told.facts if isinstance(fact, facts.HandDealt)]
        assert set(hands) <= {seat}, "a hand is told to its own seat alone"
        someone_must_act(table, seat)
    totals(table)


def someone_must_act(table: Table, seat: int) -> None:
    todo = audience.todo(table, seat, 0.0)
    if todo.turn is None:
        waits = table.coming is not None and table.coming.due is not None
        assert waits or table.phase in ("waiting", "closing", "scored", "ended")
    assert bool(todo.cards or todo.calls) == (todo.turn == seat)
    if table.rules.revoke == "refused":
        assert not todo.may_claim
        assert not todo.may_take_back


def totals(table: Table) -> None:
    sums = [0] * table.variant.seats
    for result in table.sheet:
        for seat, credit in enumerate(result.credit):
            sums[seat] += credit.points + credit.meld
    assert audience.table_view(table, 0).totals == sums


def test_a_snapshot_is_read_back_as_it_was_written() -> None:
    evening = Evening(pub(2, deals=4))
    evening.start()
    for _ in range(20):
        evening.step()
    snapshot = audience.snapshot(evening.table, 1, Hall(100.0, {1: 3.0}, {1: Asking("", 47)}))
    back = msgspec.json.decode(msgspec.json.encode(snapshot), type=ToBrowser)
    assert back == snapshot
    assert isinstance(back, Snapshot)


def test_a_card_costs_each_viewer_under_500_bytes() -> None:
    sizes: list[int] = []

    def weigh(table: Table, stored: tuple[Stored, ...]) -> None:
        if isinstance(stored[0].event, facts.CardPlayed) and table.phase == "playing":
            sizes.extend(
                len(msgspec.json.encode(audience.tell(table, stored, seat, 0.0)))
                for seat in range(table.variant.seats)
            )

    evening = Evening(pub(4, deals=4), news=weigh)
    evening.start()
    evening.play_match()
    assert max(sizes) < 500


def test_the_regulars_stop_when_the_last_person_has_left() -> None:
    evening = Evening(pub(4, deals=4), people=1)
    evening.start()
    while evening.table.regular_in_turn() is None:
        evening.step()
    evening.say(0, Leave)
    assert evening.table.closed
    assert evening.table.regular_in_turn() is None


def test_a_regular_cannot_play_for_another() -> None:
    evening = Evening(pub(4, deals=4), people=1)
    evening.start()
    deal = evening.table.deal
    assert deal is not None
    assert deal.turn is not None
    other = (deal.turn + 1) % 4
    with pytest.raises(Refusal, match="not_your_turn"):
        evening.order(ByRegular(other, deal.calls_allowed()[0]))


def test_evolve_wants_an_opened_table_first() -> None:
    with pytest.raises(ValueError, match="cannot begin with"):
        evolve(None, Stored(0.0, facts.Readied(0)))


def test_a_table_remembers_its_last_matches_and_does_not_grow_for_ever() -> None:
    evening = Evening(pub(2, deals=4))
    evening.start()
    evening.play_match()
    first = evening.table.slates[0]
    for _ in range(MOST_SLATES):
        evening.again()
        evening.play_match()
    assert len(evening.table.slates) == MOST_SLATES
    assert evening.table.slates[0].match == 2
    assert evening.table.slates[-1].sheet == list(evening.table.sheet)
    assert evening.table.slate_of(first.key) is None
    assert evening.table.slate_of(evening.table.slates[-1].key) is not None


def test_the_slates_that_a_table_remembers_are_small() -> None:
    evening = Evening(pub(4, deals=16))
    evening.start()
    evening.play_match()
    (slate,) = evening.table.slates
    assert len(slate.packed) < 1500
