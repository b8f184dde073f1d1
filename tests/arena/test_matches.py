"""Duplicate matches: fair, repeatable, and honest about their error."""

from __future__ import annotations

import io
from collections import Counter
from fractions import Fraction
from math import sqrt
from statistics import stdev

import pytest

from klaverjas.arena import Own, Plan, Result, UnknownPlayer, find, names, player_named, run
from klaverjas.arena.deals import deal_for, plain_count
from klaverjas.arena.referee import SEATINGS, Duplicate, Tally, play_duplicate
from klaverjas.arena.report import Bar, as_json, as_text, bar_text
from klaverjas.bots import REGULARS, choose
from klaverjas.rules import CLUB, PUB, Call, Card, CardSet, Deal, SeatView, Suit, write_deal
from klaverjas.solver.native import KernelMissing, load_kernel


def has_kernel() -> bool:
    try:
        load_kernel()
    except KernelMissing:
        return False
    return True


needs_kernel = pytest.mark.skipif(not has_kernel(), reason="in Python alone the solver takes minutes")


@pytest.mark.parametrize("seats", [4, 3, 2])
@pytest.mark.parametrize("name", ["thumb", "random", "cheapest"])
def test_a_player_against_itself_scores_exactly_nothing(seats: int, name: str) -> None:
    result = run(Plan(name, name, PUB.but(seats=seats), 6))
    assert result.differences == [0] * 6
    assert (result.diff, result.standard_error) == (0, 0)


@needs_kernel
@pytest.mark.parametrize(("name", "seats"), [("cheater", 4), ("cheater", 3), ("sampling:4", 4)])
def test_the_solving_yardsticks_against_themselves_score_exactly_nothing(name: str, seats: int) -> None:
    assert run(Plan(name, name, PUB.but(seats=seats), 1)).differences == [0]


@pytest.mark.parametrize("seats", [4, 3, 2])
def test_rules_of_thumb_beat_random_cards(seats: int) -> None:
    result = run(Plan("thumb", "random", PUB.but(seats=seats), 25))
    assert result.diff is not None
    assert result.standard_error is not None
    assert result.diff > 5 * result.standard_error


@needs_kernel
def test_the_cheater_beats_the_rules_of_thumb() -> None:
    result = run(Plan("cheater", "thumb", PUB.but(seats=3), 8))
    assert result.diff is not None
    assert result.diff > 10


@needs_kernel
def test_plain_sampling_beats_cheap_cards_with_three_players() -> None:
    result = run(Plan("sampling:20", "cheapest", PUB.but(seats=3), 2))
    assert result.diff is not None
    assert result.diff > 0
    assert result.tally(0).refused == 0


def test_whoever_is_named_first_only_turns_the_sign() -> None:
    for seats in (4, 3, 2):
        one = run(Plan("thumb", "cheapest", PUB.but(seats=seats), 4))
        other = run(Plan("cheapest", "thumb", PUB.but(seats=seats), 4))
        assert one.differences == [-difference for difference in other.differences]


@pytest.mark.parametrize("seats", [4, 3, 2])
def test_everybody_sits_everywhere_equally_often(seats: int) -> None:
    games = SEATINGS[seats]
    for chair in range(seats):
        assert Counter(seating[chair] for seating in games) == {0: len(games) // 2, 1: len(games) // 2}
    assert len(set(games)) == len(games)
    alone = Counter(seating.count(0) for seating in games)
    assert alone == ({2: 2} if seats == 4 else {1: 3, 2: 3} if seats == 3 else {1: 2})


def test_the_figures_do_not_depend_on_the_number_of_processes() -> None:
    one = run(Plan("thumb", "random", CLUB, 6, seed=5))
    two = run(Plan("thumb", "random", CLUB, 6, seed=5, processes=2))
    assert one.differences == two.differences
    for who in (0, 1):
        first, second = one.tally(who), two.tally(who)
        assert (first.moves, first.declared, first.failed) == (second.moves, second.declared, second.failed)
        assert first.points == second.points


def test_another_seed_means_other_deals() -> None:
    assert write_deal(deal_for(PUB, 1, 0)) == write_deal(deal_for(PUB, 1, 0))
    assert len({write_deal(deal_for(PUB, seed, number)) for seed in (1, 2) for number in range(5)}) == 10


def test_a_fixed_trump_is_named_for_forehand_who_plays_and_leads() -> None:
    deal = deal_for(PUB, 3, 0, "fixed")
    forehand = (deal.dealer + 1) % 4
    assert (deal.declarer, deal.turn) == (forehand, forehand)
    counts = {suit: plain_count(deal.hands[forehand], suit) for suit in Suit}
    assert deal.trump is not None
    assert counts[deal.trump] == max(counts.values())


def test_the_plain_count_of_a_hand() -> None:
    hand = CardSet.parse("HJ H9 H7 CA CT DA DK S8")
    assert plain_count(hand, Suit.HEARTS) == 20 + 14 + 3 * 6 + 12 + 4 + 12
    assert plain_count(hand, Suit.DIAMONDS) == 11 + 4 + 2 * 6 - 4 + 12 + 4


def test_the_standard_error_is_that_of_independent_deals() -> None:
    plan = Plan("thumb", "random", PUB, 3)
    values = [Fraction(10), Fraction(-3), Fraction(41, 2)]
    played = {number: Duplicate(value, (Tally(), Tally())) for number, value in enumerate(values)}
    result = Result(plan, played)
    assert result.diff == pytest.approx(27.5 / 3)
    assert result.standard_error == pytest.approx(stdev([10, -3, 20.5]) / sqrt(3))
    assert Result(plan, {0: played[0]}).standard_error is None


def test_one_of_ours_that_fails_loses_the_move_too() -> None:
    def broken(view: SeatView) -> Call | Card:
        raise RuntimeError

    def cheeky(view: SeatView) -> Call | Card:
        return Card.parse("HJ") if view.calls else Call.PLAY

    played = play_duplicate(deal_for(PUB, 1, 0), (Own(broken), Own(cheeky)))
    assert [tally.refused for tally in played.tallies] == [tally.moves for tally in played.tallies]


def test_refused_moves_are_made_where_revokes_are_claimable() -> None:
    def revoker(view: SeatView) -> Call | Card:
        return choose(view) if view.calls else next(iter(view.own - view.legal), next(iter(view.legal)))

    played = play_duplicate(deal_for(CLUB, 1, 0), (Own(revoker), Own(choose)))
    assert played.tallies[0].refused > 0
    assert played.tallies[1].refused == 0


def test_players_are_found_by_name_and_strangers_are_not() -> None:
    assert player_named("ome jan") is next(r.player for r in REGULARS if r.name == "Ome Jan")
    assert player_named("thumb") is choose
    for name in names():
        find(name)
    for name in ("sampling:20", "strong:100"):
        assert isinstance(find(name)(), Own)
    for name in ("sampling:0", "thumb:5", "strong:many", "nobody", "exec:", "exec:/does/not/exist", "exec:'"):
        with pytest.raises(UnknownPlayer):
            find(name)


def test_the_cheater_is_no_player_for_a_table() -> None:
    with pytest.raises(UnknownPlayer, match="sees all cards"):
        player_named("cheater")
    assert not isinstance(find("cheater")(), Own)


def test_an_early_end_tells_what_was_measured() -> None:
    def stop(result: Result) -> None:
        if result.deals == 3:
            raise KeyboardInterrupt

    result = run(Plan("thumb", "random", PUB, 50), stop)
    assert (result.deals, result.complete) == (3, False)
    assert "3 duplicate deals, 6 games, ended early (of 50)" in as_text(result)
    both = run(Plan("thumb", "random", PUB, 500, processes=2), stop)
    assert 3 <= both.deals < 500
    assert as_json(both)["complete"] is False


def test_the_report_has_every_figure() -> None:
    told = as_json(run(Plan("thumb", "random", PUB, 2)))
    wanted = {"diff", "se", "deals", "cpu_ms_a", "cpu_ms_b", "refused_a", "refused_b"}
    assert wanted <= told.keys()
    assert told["declared_a"] + told["declared_b"] == told["games"] == 4
    assert told["made_a"] + told["nat_a"] == told["declared_a"]
    assert as_text(Result(Plan("thumb", "random", PUB, 2))) == "no deal was finished"


def test_the_bar_is_only_drawn_on_a_terminal() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    file, terminal = io.StringIO(), Terminal()
    result = Result(Plan("a", "b", PUB, 4), {0: Duplicate(Fraction(5), (Tally(), Tally()))})
    for out in (file, terminal):
        bar = Bar(out, clock=lambda: 0.0)
        bar(result)
        bar.clear()
    assert file.getvalue() == ""
    assert "1/4" in terminal.getvalue()
    assert bar_text(result, 20.0) == "[######..................] 1/4  +5.0  1:00 left"


def test_the_referee_shows_its_deal_only_to_the_cheater() -> None:
    shown: list[type] = []

    def curious(view: object) -> Call | Card:
        shown.append(type(view))
        assert isinstance(view, SeatView)
        return choose(view)

    play_duplicate(deal_for(PUB, 1, 0), (Own(curious), Own(curious)))
    assert set(shown) == {SeatView}
    assert Deal not in shown
