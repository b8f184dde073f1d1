"""What `solve` promises: the cases, whole deals replayed, threads, what follows from what."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from random import Random

import pytest

from klaverjas.cli.bench_solver import random_deal
from klaverjas.cli.cases import check
from klaverjas.rules import CLUB, PUB, CardSet, Deal, Suit, TablePile, Variant, apply, deal_out, pack
from klaverjas.solver import OBJECTIVES, Fault, ImpossiblePosition, Position, Solver, solve
from klaverjas.solver.twin import Twin
from tests.solver.endings import random_ending

CASES = Path(__file__).parent / "data" / "solve.jsonl"
VARIANTS = [
    PUB.but(seats=seats, trump_duty=duty, undertrump=undertrump, march=march)
    for seats, duty, undertrump, march in (
        (4, "amsterdam", "forbidden", "either"),
        (4, "rotterdam", "forced", "declarer"),
        (3, "rotterdam", "forbidden", "declarer"),
        (3, "amsterdam", "forced", "either"),
    )
]


def test_every_case_of_an_independent_solver_has_its_value() -> None:
    cases = [json.loads(line) for line in CASES.read_text().splitlines()]
    assert len(cases) >= 100
    assert {case["id"]: wrong for case in cases if (wrong := check(case))} == {}


def payoff_of(deal: Deal) -> int:
    """What the finished deal brought the declaring side (5.3)."""
    score = deal.score
    assert score is not None
    ours, others = score.totals
    return -(162 + sum(score.meld)) if score.failed else ours - others


def points_of(deal: Deal) -> int:
    score = deal.score
    assert score is not None
    return score.totals[0] - score.totals[1]


@pytest.mark.parametrize("variant", [*VARIANTS, PUB.but(seats=2)])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_best_cards_keep_the_value_until_the_score_has_it(variant: Variant, objective: str) -> None:
    """The line of a whole deal: at each card the best value is that of the start, and the score is it."""
    random = Random(7)
    with Solver(variant.seats) as solver:
        for _ in range(2 if variant.seats == 2 else 6):
            deal = random_deal(variant, 11 if variant.seats == 2 else variant.tricks, random)
            solver.start(deal)
            value = solver.solve(deal, objective).value  # type: ignore[arg-type]
            while not deal.done:
                found = solver.solve(deal, objective, cards=True, guess=value)  # type: ignore[arg-type]
                assert found.value == value
                assert found.cards is not None
                assert CardSet.of(found.cards) == deal.legal()
                deal = apply(deal, next(card for card, worth in found.cards.items() if worth == value))
            assert (payoff_of(deal) if objective == "payoff" else points_of(deal)) == value


def test_payoff_is_points_when_they_are_enough_and_all_of_the_deal_when_not() -> None:
    random, made = Random(3), 0
    with Solver(4) as solver:
        for _ in range(40):
            deal = random_deal(CLUB.but(trump_making="turned"), 7, random)
            points, payoff = solver.solve(deal).value, solver.solve(deal, "payoff").value
            made += points > 0
            assert payoff == points if points > 0 else payoff <= -162
    assert 0 < made < 40


def test_a_guess_changes_the_work_and_never_the_answer() -> None:
    deal = random_deal(PUB, 7, Random(5))
    answers = {solve_with(deal, guess) for guess in range(-300, 301, 50)}
    assert len(answers) == 1


def solve_with(deal: Deal, guess: int) -> int:
    with Solver(deal.variant.seats) as solver:
        return solver.solve(deal, guess=guess).value


def test_the_twin_solves_a_whole_deal_of_three_seats() -> None:
    deal = random_deal(PUB.but(seats=3), 8, Random(4))
    with Solver(3, Twin()) as twin:
        assert twin.solve(deal).value == solve(deal).value


def test_a_deal_and_its_position_have_one_value() -> None:
    deal = random_deal(PUB, 6, Random(9))
    assert solve(deal, cards=True) == solve(Position.of(deal), cards=True)


def test_suits_and_seats_can_change_places() -> None:
    """Turning the table or renaming plain suits changes nothing."""
    random = Random(11)
    for _ in range(10):
        ending = random_ending(random, 4, 5)
        turned = Position(
            ending.variant,
            ending.trump,
            (ending.declarer + 1) % 4,
            (ending.hands[3], *ending.hands[:3]),
            (ending.leader + 1) % 4,
            (),
            (),
            ending.taken,
            ending.points,
            ending.melds,
        )
        assert solve(turned) == solve(ending)


def test_many_threads_search_at_once_and_agree_with_one() -> None:
    deals = [random_deal(variant, 8, Random(number)) for number, variant in enumerate(VARIANTS * 4)]
    alone = [solve(deal, objective, cards=True) for deal in deals for objective in OBJECTIVES]
    together: list[list[object]] = [[] for _ in range(4)]

    def work(mine: list[object]) -> None:
        mine += [solve(deal, objective, cards=True) for deal in deals for objective in OBJECTIVES]

    shared = Solver(4)
    deals_of_four = [deal for deal in deals if deal.variant.seats == 4]
    first = {id(deal): solve(deal) for deal in deals_of_four}
    same: list[bool] = []

    def share() -> None:
        same.append(all(shared.solve(deal) == first[id(deal)] for deal in deals_of_four))

    threads = [threading.Thread(target=work, args=(mine,)) for mine in together]
    threads += [threading.Thread(target=share) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(mine == alone for mine in together)
    assert same == [True, True]


def test_other_threads_run_while_the_kernel_searches() -> None:
    """A long search leaves Python's lock to others: they take many steps before it ends."""
    deal = random_deal(PUB.but(seats=2), 16, Random(2))
    steps, done = 0, threading.Event()

    def search() -> None:
        solve(deal, cards=True)
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not done.is_set():
        steps += 1
    thread.join()
    assert steps > 1000


def test_a_solver_goes_on_in_a_deal_and_starts_anew_for_another() -> None:
    random = Random(13)
    with Solver(4) as solver:
        for _ in range(5):
            deal = random_deal(PUB, 8, random)
            solver.solve(deal)
            first = solver.nodes
            solver.solve(deal)
            again = solver.nodes - first
            later = random_deal(PUB, 5, random)
            assert solver.solve(later).value == solve(later).value
            assert again < first


def test_closed_cards_stay_under_the_same_open_ones() -> None:
    """Two positions with the same cards but other piles are not the same deal."""
    random = Random(17)
    with Solver(2) as solver:
        for _ in range(30):
            ending = random_ending(random, 2, 6)
            flat = Position(
                ending.variant, ending.trump, ending.declarer, ending.held, ending.leader, (), ((), ()),
                ending.taken, ending.points, ending.melds,
            )  # fmt: skip
            for asked in (ending, flat, ending):
                assert solver.solve(asked, cards=True) == solve(asked, cards=True)


# ---- what is refused ---------------------------------------------------------------------------------------


def a_position(**changes: object) -> Position:
    cards = list(pack(4))
    Random(1).shuffle(cards)
    deal = deal_out(PUB, 0, tuple(cards), Suit.HEARTS)
    fields: dict[str, object] = {
        "variant": PUB,
        "trump": Suit.HEARTS,
        "declarer": 1,
        "hands": deal.hands,
        "leader": 1,
    }
    return Position(**{**fields, **changes})  # type: ignore[arg-type]


HANDS = a_position().hands


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"declarer": 4}, Fault.NO_SUCH_SEAT),
        ({"leader": -1}, Fault.NO_SUCH_SEAT),
        ({"hands": HANDS[:3]}, Fault.WRONG_SEATS),
        ({"piles": ((),)}, Fault.WRONG_SEATS),
        ({"hands": (HANDS[0], HANDS[0], *HANDS[2:])}, Fault.CARD_TWICE),
        ({"trick": (next(iter(HANDS[0])),)}, Fault.CARD_TWICE | Fault.WRONG_COUNT),
        ({"hands": (HANDS[0].without(next(iter(HANDS[0]))), *HANDS[1:])}, Fault.WRONG_COUNT),
        ({"hands": (CardSet(0),) * 4}, Fault.NOTHING_TO_PLAY),
        ({"taken": (1, 0)}, Fault.WRONG_TRICKS),
        ({"points": (0, 3)}, Fault.WRONG_POINTS),
        ({"melds": (20, 0)}, Fault.WRONG_MELDS),
        ({"piles": ((TablePile(None, None),), (), (), ())}, Fault.WRONG_PILES),
        ({"variant": PUB.but(seats=3), "hands": HANDS[:3]}, Fault.STRANGE_CARD),
    ],
)
def test_an_impossible_position_is_refused_with_the_faults(changes: dict[str, object], fault: Fault) -> None:
    position = a_position(**changes)
    assert position.faults() & fault == fault
    with pytest.raises(ImpossiblePosition) as refused:
        solve(position)
    assert refused.value.faults == position.faults()
    assert str(fault.name).split("|")[0].lower().replace("_", " ") in str(refused.value)


def test_too_long_a_trick_and_a_hanging_closed_card_are_faults() -> None:
    firsts = tuple(next(iter(hand)) for hand in (HANDS[1], HANDS[2], HANDS[3], HANDS[0]))
    rest = tuple(hand.without(next(iter(hand))) for hand in HANDS)
    assert Fault.TRICK_TOO_LONG in a_position(hands=rest, trick=firsts).faults()
    ending = random_ending(Random(1), 2, 6)
    hanging = (TablePile(None, next(iter(ending.hands[0]))),)
    cards = (ending.hands[0].without(next(iter(ending.hands[0]))), ending.hands[1])
    broken = Position(
        ending.variant, ending.trump, ending.declarer, cards, ending.leader, (), (hanging, ending.piles[1])
    )
    assert broken.faults() == Fault.WRONG_PILES or Fault.WRONG_PILES in broken.faults()


def test_a_possible_position_has_no_faults() -> None:
    assert a_position().faults() is Fault.NONE


def test_a_deal_without_trump_or_at_its_end_has_nothing_to_play() -> None:
    cards = tuple(pack(4))
    with pytest.raises(ImpossiblePosition, match="nothing to play"):
        solve(deal_out(PUB, 0, cards, Suit.HEARTS))
    ended = random_deal(PUB, 0, Random(1))
    with pytest.raises(ImpossiblePosition, match="nothing to play"):
        solve(ended)


def test_a_solver_for_other_seats_and_another_objective_are_refused() -> None:
    with Solver(3) as solver, pytest.raises(ValueError, match="for 3 seats was asked about 4"):
        solver.solve(a_position())
    with pytest.raises(ValueError, match="tricks"):
        solve(a_position(), "tricks")  # type: ignore[arg-type]


def test_more_cards_in_hand_than_were_dealt_are_refused() -> None:
    """With two seats all 16 cards in hand would be more than a seat can ever choose from."""
    cards = list(pack(2))
    hands = (CardSet.of(cards[:16]), CardSet.of(cards[16:]))
    position = Position(PUB.but(seats=2), Suit.CLUBS, 0, hands, 0)
    assert position.faults() == Fault.WRONG_COUNT


def test_a_closed_solver_says_so() -> None:
    solver = Solver(4)
    solver.close()
    solver.close()
    for use in (lambda: solver.solve(a_position()), lambda: solver.start(a_position()), lambda: solver.nodes):
        with pytest.raises(ValueError, match="has been closed"):
            use()


def test_a_position_tells_no_card_in_its_repr() -> None:
    assert not any(str(card) in repr(a_position()) for card in pack(4))
