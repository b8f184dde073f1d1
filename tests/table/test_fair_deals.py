"""Sealed seeds, everybody's numbers, and what is shown when a deal is over (docs/fair.md)."""

from __future__ import annotations

import msgspec
import pytest

from klaverjas.rules import Card
from klaverjas.rules.fair import check, read_fair_record
from klaverjas.table import ByBrowser, ByClock, Refusal, SitDown, Stored, audience, next_timer, replay
from klaverjas.table.events import PackShuffled, SeedDrawn
from klaverjas.table.waiting import NUMBERS_WITHIN
from klaverjas.wire import facts
from klaverjas.wire.messages import Claim, GoOn, Leave, ShowScore, Start
from klaverjas.wire.shapes import FairRecord, HouseRules
from tests.table.players import Evening, club, pub

NUMBER = "0123456789abcdef" * 2


def told(stored: tuple[Stored, ...]) -> list[str]:
    return [type(each.event).__name__ for each in stored]


def alone(rules: HouseRules | None = None, people: int = 2) -> Evening:
    """People whose browsers give their numbers only when a test says so."""
    evening = Evening(rules or pub(4, deals=4), people=people, browsers=False)
    evening.start()
    return evening


def give(evening: Evening, seat: int, number: str = NUMBER, deal: int = 0) -> tuple[Stored, ...]:
    return evening.order(ByBrowser(seat, 1, deal, number))


def played(evening: Evening) -> Evening:
    while evening.table.phase != "scored":
        evening.step()
    return evening


def shown(evening: Evening) -> FairRecord:
    record = evening.table.shown
    assert record is not None
    return record


def test_the_seal_comes_before_the_numbers_and_the_cards_come_with_the_last_number() -> None:
    evening = Evening(pub(4, deals=4), people=2, browsers=False)
    assert told(evening.say(0, Start)) == ["MatchStarted", "SeedDrawn", "DealSealed", "NumbersAwaited"]
    assert evening.table.deal is None
    assert told(give(evening, 1)) == ["NumberGiven"]
    dealt = told(give(evening, 0))
    assert dealt[:4] == ["NumberGiven", "DealStarted", "PackShuffled", "NumbersSealed"]
    assert dealt.count("HandDealt") == 4


def test_a_deal_waits_two_seconds_for_a_browser_that_is_gone_and_no_longer() -> None:
    evening = alone()
    give(evening, 0)
    timer = next_timer(evening.table)
    assert timer is not None
    assert timer.at == evening.now + NUMBERS_WITHIN
    dealt = evening.order(timer.order)
    sealed = next(each.event for each in dealt if isinstance(each.event, facts.NumbersSealed))
    assert sealed.gave == [0]
    played(evening)
    assert shown(evening).numbers == [NUMBER, None, None, None]


def test_regulars_give_no_number_and_are_not_waited_for() -> None:
    evening = alone(people=1)
    assert "HandDealt" in told(give(evening, 0))


def test_the_next_deal_is_sealed_with_the_score_so_that_nobody_waits_when_all_go_on() -> None:
    evening = Evening(pub(4, deals=4), people=2)
    evening.start()
    played(evening)
    coming = evening.table.coming
    assert coming is not None
    assert coming.place.deal == 1
    assert coming.gave == (0, 1)
    evening.say(0, GoOn)
    assert "HandDealt" in told(evening.say(1, GoOn))


def test_everybody_may_be_ready_and_the_deal_still_waits_for_a_number() -> None:
    evening = Evening(pub(4, deals=4), people=2)
    evening.start()
    evening.browsers = False
    played(evening)
    evening.say(0, GoOn)
    assert told(evening.say(1, GoOn)) == ["Readied", "NumbersAwaited"]
    with pytest.raises(Refusal, match="not_now"):
        evening.say(0, GoOn)
    give(evening, 0, deal=1)
    assert "HandDealt" in told(give(evening, 1, deal=1))


def test_the_first_number_counts_and_one_for_another_deal_does_not() -> None:
    evening = alone()
    give(evening, 0)
    assert give(evening, 0, "f" * 32) == ()
    assert give(evening, 1, deal=1) == ()
    assert evening.order(ByBrowser(1, 2, 0, NUMBER)) == ()
    give(evening, 1)
    assert give(evening, 1) == (), "too late: the cards lie"


def test_a_deal_is_not_dealt_by_the_clock_when_nothing_is_due() -> None:
    evening = Evening(pub(4, deals=4))
    for _ in range(2):
        with pytest.raises(Refusal, match="not_now"):
            evening.order(ByClock("deal"))
        if evening.table.phase == "waiting":
            evening.start()


def test_the_number_of_who_left_is_not_that_of_who_takes_the_chair() -> None:
    evening = alone(pub(2, deals=4))
    give(evening, 1)
    evening.say(1, Leave)
    evening.order(SitDown("Rie", "hash9"))
    assert evening.table.chairs[1].name == "Rie"
    coming = audience.fair_view(evening.table, 1).coming
    assert coming is not None
    assert coming.mine is None
    give(evening, 1, "e" * 32)
    give(evening, 0)
    played(evening)
    assert shown(evening).numbers[:2] == [NUMBER, "e" * 32]


def test_who_leaves_when_all_others_are_ready_is_not_waited_for() -> None:
    evening = Evening(pub(4, deals=4), people=2)
    evening.start()
    evening.browsers = False
    played(evening)
    give(evening, 0, deal=1)
    evening.say(0, GoOn)
    assert "HandDealt" in told(evening.say(1, Leave))


@pytest.mark.parametrize(
    "rules", [pub(4, deals=4), pub(3), pub(2, deals=4), club(4, deals=4), club(3), club(2, deals=4)]
)
def test_every_deal_is_shown_when_it_is_over_and_is_what_seed_and_numbers_make(rules: HouseRules) -> None:
    evening = Evening(rules, seed=3)
    evening.start()
    evening.play_match()
    records = [each.event.record for each in evening.log if isinstance(each.event, facts.DealShown)]
    assert [record.deal for record in records] == list(range(rules.deals))
    packs = [each.event for each in evening.log if isinstance(each.event, PackShuffled)]
    for record, shuffled in zip(records, packs, strict=True):
        read = read_fair_record(msgspec.json.encode(record).decode())
        assert check(read) == ()
        assert read.cards == tuple(map(Card.parse, shuffled.cards))
        assert (read.turned is None) == (rules.trump_making == "forced")
        assert None not in record.numbers
    seals = [each.event for each in evening.log if isinstance(each.event, facts.DealSealed)]
    assert [(seal.match, seal.deal, seal.seal) for seal in seals] == [
        (record.match, record.deal, record.seal) for record in records
    ]


def test_a_second_match_is_sealed_anew_and_its_first_dealer_comes_with_the_cards() -> None:
    evening = Evening(pub(2, deals=4))
    evening.start()
    evening.play_match()
    assert evening.table.coming is None, "there is no ninth deal"
    evening.again()
    played(evening)
    assert (shown(evening).match, shown(evening).deal) == (2, 0)
    assert shown(evening).dealer == evening.table.dealer


def test_seed_and_numbers_are_told_to_nobody_before_the_deal_is_over() -> None:
    evening = Evening(club(4, deals=4), seed=5)
    said: list[bytes] = []

    def hear(table: object, stored: tuple[Stored, ...]) -> None:
        seats = range(4)
        said.extend(msgspec.json.encode(audience.tell(evening.table, stored, seat, 0.0)) for seat in seats)
        said.extend(
            msgspec.json.encode(audience.snapshot(evening.table, seat, evening.hall)) for seat in seats
        )

    evening.news = hear
    evening.start()
    while evening.table.phase != "closing":
        evening.step()
    chance = evening.table.dealt
    assert chance is not None
    everything = b"".join(said)
    assert chance.seal.encode() in everything
    assert chance.numbers_seal.encode() in everything
    assert chance.seed.encode() not in everything
    for seat, number in enumerate(chance.numbers):
        assert number is not None
        heard = [at % 4 for at, text in enumerate(said) if number.encode() in text]
        assert heard, "its own seat was told"
        assert set(heard) == {seat}, "and nobody else"
    evening.say(0, ShowScore)
    assert chance.seed.encode() in b"".join(said)


def test_a_claim_after_the_score_shows_the_deal_once_and_gives_time_before_the_next() -> None:
    evening = Evening(club(4, deals=4), seed=1)
    evening.start()
    played(evening)
    if evening.table.deal is not None and evening.table.deal.ruling is not None:
        pytest.fail("another seed, please: this deal was ended by a claim")
    evening.browsers = False
    ruled = evening.say(0, Claim, accused=1, trick=0)
    assert told(ruled) == ["Ruled", "DealScored"]
    assert evening.table.coming is not None
    assert evening.table.coming.due is None


def test_nothing_that_is_printed_tells_a_seed_a_number_or_a_pack() -> None:
    evening = alone()
    give(evening, 0)
    seed = next(each.event for each in evening.log if isinstance(each.event, SeedDrawn)).seed
    assert seed not in repr(evening.log)
    assert seed not in repr(evening.table)
    assert NUMBER not in repr(evening.table)
    give(evening, 1)
    assert "HJ" not in repr([each for each in evening.log if isinstance(each.event, PackShuffled)])


def test_a_restart_between_seal_and_score_forgets_nothing() -> None:
    evening = alone()
    give(evening, 0)
    assert replay(evening.log) == evening.table
    give(evening, 1)
    assert replay(evening.log) == evening.table
    played(evening)
    assert replay(evening.log) == evening.table
    assert check(read_fair_record(msgspec.json.encode(shown(evening)).decode())) == ()


def test_a_log_from_before_there_were_seals_goes_on_with_them() -> None:
    evening = Evening(pub(4, deals=4), people=2)
    evening.start()
    played(evening)
    new = (SeedDrawn, facts.DealSealed, facts.NumberGiven, facts.NumbersAwaited, facts.NumbersSealed)
    old = [each for each in evening.log if not isinstance(each.event, (*new, facts.DealShown))]
    table = replay(old)
    assert table is not None
    assert table.phase == "scored"
    assert table.coming is None
    assert audience.fair_view(table, 0).shown is None
    evening.table, evening.browsers = table, False
    evening.say(0, GoOn)
    assert told(evening.say(1, GoOn)) == ["Readied", "SeedDrawn", "DealSealed", "NumbersAwaited"]
    give(evening, 0, deal=1)
    assert "HandDealt" in told(give(evening, 1, deal=1))
