"""Waiting for somebody, playing on without him, his return; one chair on two devices; who lost his chair."""

from __future__ import annotations

import pytest

from klaverjas.table import Asking, Refusal, SitDown, archived, audience, next_stage, next_timer, replay
from klaverjas.table.chairs import TICKET_SECONDS
from klaverjas.table.evolve import MOST_KEYS
from klaverjas.table.orders import OfferChair, TakeChair
from klaverjas.table.waiting import ARCHIVED, LONG, LOST, TOO_LONG
from klaverjas.wire import facts
from klaverjas.wire.messages import Admit, Again, Back, FreeChair, GoOn, Leave, MakeCall, StandIn, Start, Swap
from tests.table.players import Evening, club, pub


def in_turn(evening: Evening) -> int:
    assert evening.table.turn is not None
    return evening.table.turn


def waits(evening: Evening) -> list[str]:
    return list(audience.presence(evening.table, 0, evening.hall).waits)


def someone_must_call(people: int = 4, seats: int = 4) -> tuple[Evening, int, int]:
    """A match has begun; the seat in turn, which a person has, and another person's."""
    evening = Evening(pub(seats), people=people)
    evening.start()
    while evening.table.chairs[in_turn(evening)].kind != "person":
        evening.step()
    turn = in_turn(evening)
    return evening, turn, next(seat for seat in evening.table.people if seat != turn)


def play_the_deal(evening: Evening) -> None:
    while evening.table.phase != "scored":
        evening.step()


def covered(people: int = 4) -> tuple[Evening, int, int]:
    """A regular plays for the first of these seats because the second chose so."""
    evening, late, other = someone_must_call(people)
    evening.now += TOO_LONG
    evening.say(other, StandIn, seat=late)
    return evening, late, other


# ---- for whom the table waits -----------------------------------------------------------------------------


def test_a_soft_sign_after_45_seconds_and_a_choice_after_90_for_who_is_in_turn_though_he_is_here() -> None:
    evening, late, _ = someone_must_call()
    for seconds, said in (
        (44.9, "no"),
        (45.0, "long"),
        (89.9, "long"),
        (90.0, "too_long"),
        (9000.0, "too_long"),
    ):
        evening.now = evening.table.turn_since + seconds
        assert waits(evening) == [said if seat == late else "no" for seat in range(4)]


def test_who_is_gone_is_waited_for_from_the_moment_that_he_went_also_out_of_turn() -> None:
    evening, late, other = someone_must_call()
    evening.gone = {other: evening.now}
    evening.now += LONG
    assert waits(evening)[other] == "long"
    evening.now += LOST - LONG
    assert waits(evening)[other] == "lost"
    assert waits(evening)[late] == "too_long", "who is here is not lost"
    evening.gone = {}
    assert waits(evening)[other] == "no"


def test_a_move_starts_the_wait_anew() -> None:
    evening, _, _ = someone_must_call()
    evening.now += TOO_LONG
    evening.step()
    assert waits(evening) == ["no"] * 4
    assert evening.table.turn_since == evening.now


def test_the_wait_for_a_turn_is_the_same_after_a_restart() -> None:
    evening, late, other = someone_must_call()
    evening.now += 60
    again = replay(evening.log)
    assert again == evening.table
    assert again is not None
    assert audience.presence(again, other, evening.hall).waits[late] == "long"
    assert next_stage(again, evening.hall) == 30


def test_it_is_known_when_the_next_sign_is_due_and_that_none_is() -> None:
    evening, _, other = someone_must_call()
    assert next_stage(evening.table, evening.hall) == LONG
    evening.gone = {other: evening.now - 80}
    assert next_stage(evening.table, evening.hall) == 10
    idle = Evening(pub(4), people=2)
    assert next_stage(idle.table, idle.hall) is None


# ---- a regular plays for him ------------------------------------------------------------------------------


def test_nobody_plays_for_another_before_90_seconds_and_then_only_because_somebody_chose() -> None:
    evening, late, other = someone_must_call()
    evening.now += TOO_LONG - 0.1
    with pytest.raises(Refusal, match="not_too_long"):
        evening.say(other, StandIn, seat=late)
    evening.now += 3600
    assert evening.table.regular_in_turn() is None
    assert next_timer(evening.table) is None, "no clock plays for a person"
    (stored,) = evening.say(other, StandIn, seat=late)
    assert isinstance(stored.event, facts.StoodIn)
    assert stored.event.by == other
    assert evening.table.regular_in_turn() == late
    chair = audience.table_view(evening.table, other).chairs[late]
    assert (chair.kind, chair.stand_in, chair.arriving) == ("person", stored.event.regular, False)


@pytest.mark.parametrize("whom", ["me", "a regular", "nobody there"])
def test_only_for_another_person_can_a_regular_be_asked(whom: str) -> None:
    evening, _, other = someone_must_call(people=2)
    regular = next(seat for seat in range(4) if evening.table.chairs[seat].kind == "regular")
    evening.now += TOO_LONG
    with pytest.raises(Refusal, match="no_such_chair"):
        evening.say(other, StandIn, seat={"me": other, "a regular": regular, "nobody there": 9}[whom])


def test_the_owner_sees_his_hand_and_is_back_for_the_next_decision() -> None:
    evening, late, _ = covered()
    view = audience.table_view(evening.table, late)
    assert view.deal is not None
    assert len(view.deal.hand) == 8
    assert evening.todo(late).calls == []
    evening.now += 5
    evening.say(late, Back)
    assert evening.table.regular_in_turn() is None
    assert evening.todo(late).calls
    assert evening.table.turn_since == evening.now, "the others wait anew"
    with pytest.raises(Refusal, match="not_now"):
        evening.say(late, Back)


def test_whatever_the_owner_does_he_is_back_also_with_a_card_sent_before_his_line_broke() -> None:
    evening, late, _ = covered()
    stored = evening.say(late, MakeCall, call="play")
    assert [type(each.event) for each in stored][:2] == [facts.CameBack, facts.Called]
    assert not evening.table.chairs[late].covered
    evening, late, other = covered()
    with pytest.raises(Refusal, match="not_your_turn"):
        evening.say(other, MakeCall, call="pass")
    assert evening.table.chairs[late].covered


def test_a_regular_plays_on_in_the_next_deals_and_nobody_waits_for_who_is_away() -> None:
    evening, late, _ = covered()
    play_the_deal(evening)
    assert late not in evening.table.playing
    for seat in evening.table.playing:
        evening.say(seat, GoOn)
    assert evening.table.phase == "calling"
    assert evening.table.chairs[late].covered
    view = audience.table_view(evening.table, late)
    assert view.deal is not None
    assert len(view.deal.hand) == 8, "it is his hand that is played"


def test_a_whole_match_can_be_played_while_one_is_away_and_another_one_begun() -> None:
    evening, late, other = covered()
    while not evening.table.ended:
        play_the_deal(evening)
        for seat in evening.table.playing:
            evening.say(seat, GoOn)
    evening.say(other, Again)
    assert evening.table.chairs[late].covered
    evening.say(late, Back)
    assert evening.table.chairs[late].player is None


def test_where_everybody_who_is_left_is_away_nothing_happens_by_itself() -> None:
    evening, late, other = covered(people=2)
    evening.say(other, Leave)
    assert evening.table.people == (late,)
    assert evening.table.asleep
    assert evening.table.regular_in_turn() is None
    evening.say(late, Back)
    assert evening.table.playing == (late,)


def test_who_leaves_between_two_deals_deals_none_for_people_who_are_all_away() -> None:
    evening, _, other = covered(people=2)
    play_the_deal(evening)
    evening.say(other, Leave)
    assert evening.table.phase == "scored"
    assert next_timer(evening.table) is None


def test_who_is_away_leaves_his_chair_to_the_regular_who_sits_there_already() -> None:
    evening, late, _ = covered()
    regular = evening.table.chairs[late].stand_in
    evening.say(late, Leave)
    assert (evening.table.chairs[late].kind, evening.table.chairs[late].name) == ("regular", regular)


def test_two_regulars_who_play_for_people_are_two_different_ones() -> None:
    evening, late, other = covered()
    evening.step()
    while evening.table.chairs[in_turn(evening)].player is not None or in_turn(evening) == other:
        evening.step()
    second = in_turn(evening)
    evening.now += TOO_LONG
    evening.say(other, StandIn, seat=second)
    assert evening.table.chairs[second].stand_in != evening.table.chairs[late].stand_in


def test_who_has_just_arrived_can_ask_a_regular_for_a_ghost() -> None:
    evening, late, other = someone_must_call(people=2)
    evening.say(other, Leave)
    evening.order(SitDown("Rie", "hash9"))
    rie = evening.table.seat_of("hash9")
    assert rie is not None
    evening.now += TOO_LONG
    evening.say(rie, StandIn, seat=late)
    assert evening.table.regular_in_turn() == late


def test_a_regular_plays_for_nobody_between_two_deals() -> None:
    evening, late, other = someone_must_call()
    play_the_deal(evening)
    evening.gone = {late: evening.now}
    evening.now += TOO_LONG
    with pytest.raises(Refusal, match="not_now"):
        evening.say(other, StandIn, seat=late)


# ---- no ghost keeps a seat --------------------------------------------------------------------------------


def test_before_the_start_the_chair_of_who_is_gone_too_long_is_freed_and_of_who_is_here_never() -> None:
    evening = Evening(pub(4), people=3)
    evening.now += LOST
    with pytest.raises(Refusal, match="not_too_long"):
        evening.say(1, FreeChair, seat=2)
    evening.gone = {2: evening.now - TOO_LONG}
    (stored,) = evening.say(1, FreeChair, seat=2)
    assert stored.event == facts.Left(2, None, 0, by=1)
    assert evening.table.seat_of("hash2") is None
    evening.order(SitDown("Rie", "hash9"))
    assert evening.table.seat_of("hash9") == 2


def test_during_a_match_a_chair_is_freed_only_when_its_person_is_lost() -> None:
    evening, late, other = covered()
    evening.gone = {late: evening.now - LOST + 1}
    with pytest.raises(Refusal, match="not_too_long"):
        evening.say(other, FreeChair, seat=late)
    evening.now += 1
    regular = evening.table.chairs[late].stand_in
    evening.say(other, FreeChair, seat=late)
    assert evening.table.chairs[late].name == regular
    evening.order(SitDown("Rie", "hash9"))
    assert evening.table.seat_of("hash9") == late


def test_the_host_role_goes_to_a_person_who_is_here() -> None:
    evening = Evening(pub(4), people=3)
    evening.gone = {1: evening.now}
    evening.say(0, Leave)
    assert [chair.host for chair in evening.table.chairs] == [False, False, True, False]


def test_a_host_who_is_gone_too_long_keeps_nobody_from_beginning() -> None:
    evening = Evening(pub(4), people=2)
    evening.gone = {0: evening.now}
    evening.now += TOO_LONG - 1
    with pytest.raises(Refusal, match="not_host"):
        evening.say(1, Start)
    evening.now += 1
    evening.say(1, Start)
    assert evening.table.phase == "calling"
    assert evening.table.chairs[0].host


def test_a_table_where_nothing_happened_for_two_weeks_can_only_be_looked_at() -> None:
    evening = Evening(pub(4, deals=4))
    evening.start()
    evening.play_match()
    evening.now += ARCHIVED - 1
    assert not archived(evening.table, evening.now)
    assert audience.card(evening.table, None, evening.hall).sheet == []
    evening.now += 1
    with pytest.raises(Refusal, match="not_now"):
        evening.say(0, Again)
    with pytest.raises(Refusal, match="table_closed"):
        evening.order(SitDown("Rie", "hash9"))
    card = audience.card(evening.table, None, evening.hall)
    assert (card.archived, card.free, card.gone) == (True, 0, [])
    assert card.sheet == list(evening.table.sheet)
    assert card.totals == audience.table_view(evening.table, 0).totals
    assert card.winners


# ---- one chair on two devices -----------------------------------------------------------------------------


def test_a_link_brings_the_chair_to_another_device_once_and_the_first_device_keeps_it() -> None:
    evening = Evening(pub(4), people=2)
    told = [audience.told(stored.event, 1) for stored in evening.order(OfferChair("hash1", "ticket"))]
    told += [audience.told(stored.event, 1) for stored in evening.order(TakeChair("ticket", "tablet"))]
    assert told == [None, None], "secrets are told to nobody"
    assert evening.table.seat_of("tablet") == evening.table.seat_of("hash1") == 1
    with pytest.raises(Refusal, match="ticket_gone"):
        evening.order(TakeChair("ticket", "stranger"))
    assert evening.order(TakeChair("ticket", "tablet")) == (), "asked twice by the same device"


def test_a_link_is_void_after_ten_minutes_and_when_a_newer_one_was_made() -> None:
    evening = Evening(pub(4), people=1)
    evening.order(OfferChair("hash0", "first"))
    evening.order(OfferChair("hash0", "second"))
    with pytest.raises(Refusal, match="ticket_gone"):
        evening.order(TakeChair("first", "tablet"))
    evening.now += TICKET_SECONDS
    with pytest.raises(Refusal, match="ticket_gone"):
        evening.order(TakeChair("second", "tablet"))


@pytest.mark.parametrize("ticket", ["", "hash0", "nonsense"])
def test_without_a_link_there_is_nothing_to_take(ticket: str) -> None:
    evening = Evening(pub(4), people=1)
    with pytest.raises(Refusal, match="ticket_gone"):
        evening.order(TakeChair(ticket, "stranger"))
    with pytest.raises(Refusal, match="no_chair"):
        evening.order(OfferChair("stranger", "ticket"))


def test_the_link_goes_along_when_chairs_are_swapped_and_ends_when_its_person_leaves() -> None:
    evening = Evening(pub(4), people=2)
    evening.order(OfferChair("hash1", "ticket"))
    evening.say(0, Swap, seat=1)
    evening.order(TakeChair("ticket", "tablet"))
    assert evening.table.seat_of("tablet") == 0
    evening.order(OfferChair("tablet", "another"))
    evening.say(0, Leave)
    assert evening.table.seat_of("tablet") is None
    with pytest.raises(Refusal, match="ticket_gone"):
        evening.order(TakeChair("another", "phone"))


def test_a_chair_has_a_bounded_number_of_devices() -> None:
    evening = Evening(pub(4), people=1)
    for number in range(MOST_KEYS):
        evening.order(OfferChair("hash0" if number == 0 else f"device{number - 1}", f"ticket{number}"))
        evening.order(TakeChair(f"ticket{number}", f"device{number}"))
    assert len(evening.table.chairs[0].keys) == MOST_KEYS
    assert evening.table.seat_of("hash0") is None


# ---- who lost everything ----------------------------------------------------------------------------------


def asked(people: int = 3) -> Evening:
    """Somebody without a cookie says that he is the person in chair 1, who is gone."""
    evening = Evening(pub(4), people=people)
    evening.gone = {1: evening.now}
    evening.asks = {1: Asking("new phone", 47)}
    return evening


def asks_seen(evening: Evening) -> list[bool]:
    return [bool(audience.presence(evening.table, seat, evening.hall).asks) for seat in range(3)]


def test_people_at_the_table_let_him_in_again_and_the_lost_secret_is_worth_nothing() -> None:
    evening = asked()
    assert asks_seen(evening) == [True, False, True]
    evening.say(2, Admit, seat=1, number=47, yes=True)
    assert evening.table.seat_of("new phone") == 1
    assert evening.table.seat_of("hash1") is None
    assert evening.table.chairs[1].name == "Joop"


def test_they_can_turn_him_away() -> None:
    evening = asked()
    (stored,) = evening.say(0, Admit, seat=1, number=47, yes=False)
    assert stored.event == facts.TurnedAway(1, 0)
    assert evening.table.seat_of("new phone") is None


@pytest.mark.parametrize(("seat", "number"), [(1, 48), (2, 47)])
def test_an_answer_that_comes_late_admits_nobody_else(seat: int, number: int) -> None:
    evening = asked()
    with pytest.raises(Refusal, match="no_such_ask"):
        evening.say(0, Admit, seat=seat, number=number, yes=True)


def test_when_the_person_is_here_he_alone_answers_and_can_only_say_no() -> None:
    evening = asked()
    evening.gone = {}
    assert asks_seen(evening) == [False, True, False]
    with pytest.raises(Refusal, match="no_such_ask"):
        evening.say(0, Admit, seat=1, number=47, yes=True)
    with pytest.raises(Refusal, match="no_such_ask"):
        evening.say(1, Admit, seat=1, number=47, yes=True)
    evening.say(1, Admit, seat=1, number=47, yes=False)
    assert evening.table.seat_of("new phone") is None


def test_two_players_wait_for_each_other_like_four() -> None:
    evening = Evening(club(2), people=2)
    evening.start()
    late = in_turn(evening)
    evening.now += TOO_LONG
    evening.say(1 - late, StandIn, seat=late)
    assert evening.table.regular_in_turn() == late
    evening.say(late, Back)
    assert evening.table.regular_in_turn() is None
