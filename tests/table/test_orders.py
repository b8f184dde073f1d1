"""What people ask of a table, and how it answers: chairs, starting, going on, leaving, doing things twice."""

from __future__ import annotations

import pytest

from klaverjas.rules import CardSet, Deal
from klaverjas.table import BySeat, Hall, Refusal, SitDown, audience, next_timer, open_table
from klaverjas.table.timers import AGAIN_AFTER, GO_ON_AFTER, SHOW_SCORE_AFTER
from klaverjas.wire import facts, messages
from klaverjas.wire.messages import GoOn, Leave, PlayCard, Start, Swap
from tests.table.players import Evening, club, house, pub


def names(evening: Evening) -> list[str]:
    return [chair.name for chair in evening.table.chairs]


def played_until(evening: Evening, phase: str) -> Evening:
    if evening.table.phase == "waiting":
        evening.start()
    while evening.table.phase != phase:
        evening.step()
    return evening


def until_a_card_is_illegal(evening: Evening) -> tuple[Deal, int, CardSet]:
    """Play on; the deal, the seat in turn, and those of its cards that section 3 does not allow."""
    while True:
        deal = evening.table.deal
        assert deal is not None
        assert deal.turn is not None
        illegal = deal.own(deal.turn) - deal.legal()
        if illegal:
            return deal, deal.turn, illegal
        evening.step()


def test_the_maker_sits_in_the_first_chair_and_is_host() -> None:
    evening = Evening(pub(4), people=1)
    assert names(evening) == ["Tineke", "", "", ""]
    assert [chair.host for chair in evening.table.chairs] == [True, False, False, False]


def test_newcomers_take_the_first_empty_chair_until_the_table_is_full() -> None:
    evening = Evening(pub(3), people=3)
    assert names(evening) == ["Tineke", "Joop", "Wil"]
    with pytest.raises(Refusal, match="table_full"):
        evening.order(SitDown("Kees", "hash3"))


def test_changing_to_an_empty_chair_and_with_a_person_keeps_everyones_token_and_host() -> None:
    evening = Evening(pub(4), people=1)
    evening.order(SitDown("Joop", "hash1"))
    evening.say(0, Swap, seat=1)
    assert names(evening) == ["", "Tineke", "Joop", ""]
    assert evening.table.seat_of("hash0") == 1
    evening.say(1, Swap, seat=2)
    assert names(evening) == ["", "Joop", "Tineke", ""]
    assert evening.table.chairs[2].host
    assert evening.table.chairs[2].n == 2, "the number of my last command moves with me"
    assert evening.table.chairs[1].n == 0


@pytest.mark.parametrize("chair", [0, 3])
def test_a_chair_that_is_my_own_or_does_not_exist_is_refused(chair: int) -> None:
    evening = Evening(pub(3), people=2)
    with pytest.raises(Refusal, match="no_such_chair"):
        evening.say(0, Swap, seat=chair)


def test_only_the_host_starts_and_regulars_with_other_names_take_the_empty_chairs() -> None:
    evening = Evening(pub(4), people=2)
    with pytest.raises(Refusal, match="not_host"):
        evening.say(1, Start)
    evening.start()
    kinds = [chair.kind for chair in evening.table.chairs]
    assert kinds == ["person", "person", "regular", "regular"]
    assert len(set(names(evening))) == 4


def test_a_regular_does_not_come_when_a_person_has_his_name() -> None:
    evening = Evening(pub(4), people=1)
    evening.order(SitDown("henk", "h"))
    evening.start()
    assert "Henk" not in names(evening)


def test_when_the_host_leaves_before_the_start_the_next_person_may_start() -> None:
    evening = Evening(pub(4), people=3)
    evening.say(0, Leave)
    assert names(evening) == ["", "Joop", "Wil", ""]
    evening.say(1, Start)
    assert evening.table.phase == "calling"


def test_a_regular_plays_on_for_who_leaves_and_a_newcomer_may_take_that_chair() -> None:
    evening = played_until(Evening(pub(4)), "playing")
    evening.say(2, Leave)
    assert evening.table.chairs[2].kind == "regular"
    evening.order(SitDown("Rie", "hash9"))
    assert evening.table.chairs[2].name == "Rie"
    assert evening.table.seat_of("hash9") == 2
    assert evening.table.seat_of("hash2") is None


def test_who_sits_down_during_a_deal_sees_no_hand_and_does_nothing_until_the_next_one() -> None:
    evening = played_until(Evening(pub(4), people=2), "playing")
    evening.order(SitDown("Rie", "hash9"))
    seat = evening.table.seat_of("hash9")
    assert seat is not None
    while (deal := evening.table.deal) is not None and not deal.done:
        view = audience.table_view(evening.table, seat)
        assert view.deal is not None
        assert view.deal.hand == []
        assert view.chairs[seat].arriving
        todo = evening.todo(seat)
        assert (todo.cards, todo.calls, todo.may_take_back, todo.may_claim) == ([], [], False, False)
        if deal.turn == seat:
            assert evening.table.regular_in_turn() == seat
            with pytest.raises(Refusal, match="not_now"):
                evening.say(seat, PlayCard, card=str(next(iter(deal.legal()))))
        evening.step()
    for person in evening.table.playing:
        evening.say(person, GoOn)
    view = audience.table_view(evening.table, seat)
    assert view.deal is not None
    assert len(view.deal.hand) == 8
    assert not view.chairs[seat].arriving


def test_the_same_newcomer_twice_gets_one_chair() -> None:
    evening = Evening(pub(4), people=1)
    evening.order(SitDown("Rie", "hash9"))
    assert evening.order(SitDown("Rie", "hash9")) == ()
    assert names(evening) == ["Tineke", "", "Rie", ""]


def test_with_four_chairs_the_second_sits_across_from_the_first_and_the_fourth_from_the_third() -> None:
    evening = Evening(pub(4), people=1)
    for name in ("Joop", "Rie", "Kees"):
        evening.order(SitDown(name, f"hash of {name}"))
    assert names(evening) == ["Tineke", "Rie", "Joop", "Kees"]
    evening = played_until(Evening(pub(4), people=1), "playing")
    evening.order(SitDown("Joop", "hash of Joop"))
    assert evening.table.chairs[2].name == "Joop"
    evening = Evening(pub(3), people=1)
    evening.order(SitDown("Joop", "hash of Joop"))
    assert names(evening) == ["Tineke", "Joop", ""]


def test_a_table_that_everyone_left_is_closed() -> None:
    evening = Evening(pub(4), people=1)
    evening.say(0, Leave)
    with pytest.raises(Refusal, match="table_closed"):
        evening.order(SitDown("Rie", "hash9"))
    card = audience.card(evening.table, None, Hall(evening.now))
    assert card.closed
    assert card.free == 0


@pytest.mark.parametrize("n", [3, 2**31])
def test_a_command_number_that_skips_one_is_refused_and_spoils_nothing(n: int) -> None:
    evening = Evening(pub(4), people=1)
    with pytest.raises(Refusal, match="not_now"):
        evening.order(BySeat(0, Swap(n=n, seat=1)))
    evening.say(0, Swap, seat=1)


def test_going_on_from_a_score_that_one_has_not_seen_is_refused() -> None:
    evening = played_until(Evening(club(4)), "closing")
    evening.say(0, messages.ShowScore)
    with pytest.raises(Refusal, match="not_now"):
        evening.say(1, messages.ShowScore)
    with pytest.raises(Refusal, match="not_now"):
        evening.say(1, GoOn, deal=evening.table.number + 1)
    assert evening.table.ready == frozenset()


def test_a_claim_that_comes_late_does_not_hit_the_next_deal() -> None:
    evening = played_until(Evening(club(4)), "scored")
    number = evening.table.number
    for seat in range(4):
        evening.say(seat, GoOn)
    played_until(evening, "closing")
    with pytest.raises(Refusal, match="not_now"):
        evening.say(0, messages.Claim, deal=number, accused=1, trick=0)


def test_nothing_is_shown_of_a_hand_whose_card_is_only_corrected_and_that_seat_must_obey() -> None:
    evening = played_until(Evening(club(4)), "playing")
    deal, turn, illegal = until_a_card_is_illegal(evening)
    culprit = turn
    evening.say(culprit, PlayCard, card=str(next(iter(illegal))))
    ruled, taken_back = evening.say((culprit + 1) % 4, messages.Claim, accused=culprit, trick=len(deal.won))
    assert isinstance(ruled.event, facts.Ruled)
    assert ruled.event.corrected
    assert ruled.event.held == []
    assert isinstance(taken_back.event, facts.TakenBack)
    todo = evening.todo(culprit)
    assert set(todo.cards) == set(map(str, deal.legal()))
    assert todo.must is not None


def test_a_closed_table_has_no_timer_and_who_leaves_is_not_ready() -> None:
    evening = played_until(Evening(pub(4), people=2), "scored")
    evening.say(0, GoOn)
    assert evening.table.ready == {0}
    evening = played_until(Evening(pub(4), people=1), "scored")
    evening.say(0, Leave)
    assert evening.table.closed
    assert evening.table.ready == frozenset()
    assert next_timer(evening.table) is None


def test_the_same_command_number_is_one_command() -> None:
    evening = Evening(pub(4), people=1)
    evening.start()
    version = evening.table.version
    assert evening.order(BySeat(0, Start(n=1))) == ()
    assert evening.table.version == version


def test_a_practice_table_starts_at_once_with_regulars() -> None:
    events = open_table("KR7TM", pub(4), SitDown("Tineke", "hash"), house(), practice=True)
    started = [event for event in events if isinstance(event, facts.MatchStarted)]
    assert [name is None for name in started[0].regulars] == [True, False, False, False]


def test_impossible_house_rules_open_no_table() -> None:
    with pytest.raises(ValueError, match="deals"):
        open_table("KR7TM", pub(3, deals=16), SitDown("Tineke", "hash"), house())


def test_the_next_deal_waits_for_every_person_and_the_dealer_moves_on() -> None:
    evening = played_until(Evening(pub(4), people=2), "scored")
    dealer = evening.table.dealer
    evening.say(0, GoOn)
    with pytest.raises(Refusal, match="not_now"):
        evening.say(0, GoOn)
    evening.say(1, GoOn)
    assert evening.table.phase == "calling"
    assert evening.table.dealer == (dealer + 1) % 4


def test_the_clock_deals_when_people_do_not() -> None:
    evening = played_until(Evening(pub(4), people=2), "scored")
    timer = next_timer(evening.table)
    assert timer is not None
    assert timer.at == evening.now + GO_ON_AFTER
    evening.order(timer.order)
    assert evening.table.phase == "calling"


def test_being_ready_does_not_put_the_clock_back() -> None:
    evening = played_until(Evening(pub(4), people=2), "scored")
    before = next_timer(evening.table)
    evening.now += 5
    evening.say(0, GoOn)
    assert next_timer(evening.table) == before


def test_who_leaves_does_not_hold_up_the_others() -> None:
    evening = played_until(Evening(pub(4), people=2), "scored")
    evening.say(0, GoOn)
    evening.say(1, Leave)
    assert evening.table.phase == "calling"


def test_with_claimable_revokes_the_last_trick_stays_open_until_the_score_is_shown() -> None:
    evening = played_until(Evening(club(4)), "closing")
    timer = next_timer(evening.table)
    assert timer is not None
    assert timer.at == evening.now + SHOW_SCORE_AFTER
    assert any(evening.todo(seat).may_take_back for seat in range(4))
    evening.order(timer.order)
    assert evening.table.phase == "scored"
    assert not any(evening.todo(seat).may_take_back for seat in range(4))
    assert all(evening.todo(seat).may_claim for seat in range(4))


def test_another_match_begins_with_an_empty_slate_and_the_same_chairs() -> None:
    evening = Evening(pub(2, deals=4))
    evening.start()
    evening.play_match()
    before = names(evening)
    evening.again()
    assert evening.table.match == 2
    assert evening.table.sheet == ()
    assert names(evening) == before
    assert audience.table_view(evening.table, 0).totals == [0, 0]


def test_nobody_is_taken_from_the_slate_of_a_match_by_who_wants_another() -> None:
    evening = Evening(pub(4, deals=4))
    evening.start()
    evening.play_match()
    evening.say(2, messages.Again)
    assert evening.table.phase == "ended"
    assert audience.table_view(evening.table, 0).ready == [False, False, True, False]
    with pytest.raises(Refusal, match="not_now"):
        evening.say(2, messages.Again)
    evening.say(0, messages.Again)
    evening.say(1, messages.Again)
    assert evening.table.match == 1
    evening.say(3, messages.Again)
    assert evening.table.match == 2


def test_who_looks_at_the_slate_keeps_the_others_waiting_for_half_a_minute_at_most() -> None:
    evening = Evening(pub(4, deals=4))
    evening.start()
    evening.play_match()
    assert next_timer(evening.table) is None, "nobody wants another match yet"
    evening.now += 500
    evening.say(1, messages.Again)
    assert evening.todo(0).auto_ms == 1000 * AGAIN_AFTER
    evening.now += 20
    evening.say(2, messages.Again)
    timer = next_timer(evening.table)
    assert timer is not None
    assert timer.at == evening.now - 20 + AGAIN_AFTER
    evening.order(timer.order)
    assert evening.table.match == 2


def test_for_another_match_nobody_waits_for_who_is_gone() -> None:
    evening = Evening(pub(2, deals=4))
    evening.start()
    evening.play_match()
    evening.gone = {1: evening.now}
    evening.say(0, messages.Again)
    assert evening.table.match == 2


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (messages.MakeCall, {"call": "pass"}),
        (PlayCard, {"card": "HJ"}),
        (messages.TakeBack, {}),
        (messages.Claim, {"accused": 1, "trick": 0}),
        (messages.ShowScore, {}),
        (GoOn, {}),
        (messages.Again, {}),
    ],
)
def test_nothing_of_the_play_can_be_done_in_the_waiting_room(
    kind: type[messages.AnyCommand], fields: dict[str, object]
) -> None:
    evening = Evening(pub(4))
    with pytest.raises(Refusal, match="not_now"):
        evening.say(0, kind, **fields)


@pytest.mark.parametrize("kind", [Start, messages.Again, GoOn])
def test_what_belongs_to_another_phase_is_refused_in_play(kind: type[messages.AnyCommand]) -> None:
    evening = played_until(Evening(pub(4)), "playing")
    with pytest.raises(Refusal, match="not_now"):
        evening.say(0, kind)


def test_cards_out_of_turn_not_held_and_illegal_are_refused_each_with_its_own_word() -> None:
    evening = played_until(Evening(pub(4)), "playing")
    deal, turn, illegal = until_a_card_is_illegal(evening)
    before = evening.table
    with pytest.raises(Refusal, match="not_your_turn"):
        evening.say((turn + 1) % 4, PlayCard, card="HJ")
    foreign = next(iter(deal.own((turn + 1) % 4)))
    with pytest.raises(Refusal, match="not_held"):
        evening.say(turn, PlayCard, card=str(foreign))
    with pytest.raises(Refusal, match="illegal_card") as refused:
        evening.say(turn, PlayCard, card=str(next(iter(illegal))))
    assert refused.value.reason == evening.todo(turn).must
    with pytest.raises(Refusal, match="not_now"):
        evening.say(turn, messages.MakeCall, call="pass")
    assert evening.table == before, "a refusal changes nothing"


def test_the_regulars_are_of_the_company_that_was_asked_for_as_long_as_there_are_enough_of_them() -> None:
    events = open_table("KR7TM", pub(4), SitDown("Tineke", "hash"), house(), True, "strong")
    [started] = [event for event in events if isinstance(event, facts.MatchStarted)]
    assert {"Henk", "Rietje"} <= set(started.regulars)
    assert len(set(started.regulars)) == 4
