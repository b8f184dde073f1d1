"""What a simulated person makes of answers that come late, twice or not at all."""

from __future__ import annotations

import random

import msgspec
import pytest

from klaverjas.crowd.person import Person
from klaverjas.table import audience
from klaverjas.table.orders import Hall
from klaverjas.wire.facts import AnyFact, CardPlayed
from klaverjas.wire.messages import PlayCard, Snapshot, Told
from klaverjas.wire.shapes import Todo
from tests.table.players import Evening, pub


@pytest.fixture
def evening() -> Evening:
    """The first card of the match is to be played."""
    evening = Evening(pub(4))
    evening.start()
    while evening.table.phase != "playing":
        evening.step()
    return evening


def in_turn(evening: Evening) -> tuple[Person, Snapshot]:
    """Who is to play, and what he is shown. He has more than one card to choose from."""
    seat = evening.table.turn
    assert seat is not None
    snapshot = audience.snapshot(evening.table, seat, Hall(0.0))
    assert len(snapshot.todo.cards) == 8
    person = Person(random.Random(1), 4)
    person.hear(snapshot)
    return person, snapshot


def news(person: Person, snapshot: Snapshot, *facts: AnyFact | None) -> Told:
    return Told(v=person.v + len(facts), n=snapshot.n + 1, facts=[*facts], todo=Todo())


def tries(person: Person) -> str:
    wish = person.wish()
    assert isinstance(wish, PlayCard)
    return wish.card


def test_an_acknowledged_card_is_the_one_that_was_tried(evening: Evening) -> None:
    person, snapshot = in_turn(evening)
    card = tries(person)
    person.hear(news(person, snapshot, CardPlayed(snapshot.view.me, card)))
    assert person.played == {snapshot.n + 1: card}
    assert person.pending is None


def test_of_two_cards_under_one_number_the_one_that_is_seen_was_played(evening: Evening) -> None:
    """A copy of a card that was refused can get through while another is on its way under its number."""
    person, snapshot = in_turn(evening)
    first = tries(person)
    person.give_up()
    second = tries(person)
    assert first != second
    person.hear(news(person, snapshot, CardPlayed(snapshot.view.me, first)))
    assert person.played == {snapshot.n + 1: first}
    assert person.complaints == []


def test_of_two_cards_under_one_number_none_is_known_when_only_the_number_comes_back(
    evening: Evening,
) -> None:
    person, snapshot = in_turn(evening)
    tries(person)
    person.give_up()
    tries(person)
    person.hear(news(person, snapshot))
    assert person.played == {}
    assert person.pending is None


def test_a_card_that_was_never_tried_is_still_what_was_seen_so_that_the_judge_finds_it(
    evening: Evening,
) -> None:
    person, snapshot = in_turn(evening)
    tried = tries(person)
    other = next(card for card in snapshot.todo.cards if card != tried)
    person.hear(news(person, snapshot, CardPlayed(snapshot.view.me, other)))
    assert person.played == {snapshot.n + 1: other}
    assert person.sent == {snapshot.n + 1: {tried}}


def test_what_has_no_answer_is_asked_once_more_though_it_cannot_be_done_now(evening: Evening) -> None:
    person, snapshot = in_turn(evening)
    card = tries(person)
    person.hear(msgspec.structs.replace(snapshot, todo=Todo()))
    assert person.once_more() == PlayCard(snapshot.n + 1, card)
