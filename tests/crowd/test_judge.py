"""The judge of the torture finds what it is there to find."""

from __future__ import annotations

import random

import msgspec
import pytest

from klaverjas.crowd.judge import Verdict, judge
from klaverjas.crowd.person import Person
from klaverjas.table import Stored, audience, replay
from klaverjas.wire.facts import CardPlayed
from klaverjas.wire.messages import Told
from tests.table.players import Evening, pub

SEAT = 2


@pytest.fixture
def log() -> list[Stored]:
    evening = Evening(pub(4))
    evening.start()
    while len(evening.table.sheet) < 2:
        evening.step()
    return evening.log


def seen(log: list[Stored]) -> Person:
    """A person who has seen all of it and had every card of his acknowledged."""
    table = replay(log)
    assert table is not None
    cards = {each.n: each.event.card for each in log if is_mine(each) and isinstance(each.event, CardPlayed)}
    return Person(
        random.Random(0),
        4,
        view=audience.table_view(table, SEAT),
        v=table.version,
        played=cards,
        sent={n: {card} for n, card in cards.items()},
    )


def is_mine(stored: Stored) -> bool:
    return stored.by == SEAT and isinstance(stored.event, CardPlayed)


def test_one_story_is_judged_so(log: list[Stored]) -> None:
    assert judge(log, [seen(log)]) == Verdict(acknowledged=16)


def test_an_acknowledged_card_that_the_log_does_not_have_is_lost(log: list[Stored]) -> None:
    person = seen(log)
    person.played[10_000] = "HJ"
    assert judge(log, [person]).lost == 1


def test_a_card_under_another_number_is_lost_and_was_never_sent(log: list[Stored]) -> None:
    person = seen(log)
    first = next(at for at, stored in enumerate(log) if is_mine(stored))
    moved = [*log]
    moved[first] = msgspec.structs.replace(log[first], n=9_000)
    verdict = judge(moved, [person])
    assert (verdict.lost, verdict.doubled) == (1, 1)


def test_two_cards_under_one_number_are_a_double_card(log: list[Stored]) -> None:
    first, second = [at for at, stored in enumerate(log) if is_mine(stored)][:2]
    twice = [*log]
    twice[second] = msgspec.structs.replace(log[second], n=log[first].n)
    assert judge(twice, [seen(log)]).doubled >= 1


def test_a_view_that_is_not_that_of_the_log_is_out_of_step(log: list[Stored]) -> None:
    person = seen(log)
    assert person.view is not None
    person.view = msgspec.structs.replace(person.view, totals=[1, 2, 3, 4])
    assert judge(log, [person]).out_of_step == 1


def test_a_person_ahead_of_the_log_has_lost_everything(log: list[Stored]) -> None:
    person = seen(log)
    person.v += 1
    assert judge(log, [person]) == Verdict(16, 16, out_of_step=1)


def test_a_gap_in_the_versions_is_a_complaint(log: list[Stored]) -> None:
    person = seen(log)
    person.hear(Told(v=person.v + 2, n=person.n, facts=[None], todo=person.todo))
    assert judge(log, [person]).out_of_step == 1
