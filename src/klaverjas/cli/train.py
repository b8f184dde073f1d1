"""`klaverjas train`: play against oneself, learn from it, and write the weights that the strong regulars
use."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from itertools import product
from math import exp
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

from klaverjas.bots.engine import Engine, Strength, load_engine, open_elsewhere, parts_of_hand
from klaverjas.bots.learning import Lessons, fit, fit_hand, with_play_from
from klaverjas.bots.strong import DEPTH, POOL
from klaverjas.bots.weights import SHIPPED, BadWeights, Table, key_of, no_weights, read_weights, write_weights
from klaverjas.cli.files import BadInput
from klaverjas.rules import PUB, Call, Card, Deal, SeatView, Suit, Variant, apply, deal_out, pack, view_for
from klaverjas.solver.native import KernelMissing

CHUNK = 20
WANDER = 0.1
"""How often a card is drawn from the policy instead, so that unusual positions are met too."""
CALL_SPREAD = 15.0
WILD_CALLS = 0.1
HANDS = 5
"""For each deal of the strong player so many are played by the policy alone, to value hands."""
MOST_HANDS = 10_000
MOST_THRESHOLD_DEALS = 1000
THRESHOLDS = (-100.0, -80.0, -60.0, -40.0, -20.0, 0.0, 20.0, 40.0, 60.0, 80.0)
TEACHERS = {4: 100, 3: 150, 2: 50}
"""How many worlds the player thinks about who is learned from."""


class Task(NamedTuple):
    """What one process plays: a chunk of deals for one table."""

    variant: Variant
    table: Table
    teacher: Strength
    seed: int
    deals: int


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "train",
        help="fit the regulars' policy and hand count to games of their own",
        description="Plays games of the strong player against itself, fits policy and hand count to"
        " them, and writes the file of weights. The same options give the same file.",
    )
    command.add_argument(
        "--seats", type=int, choices=(2, 3, 4), nargs="+", default=[4, 3, 2], help="default: all"
    )
    command.add_argument(
        "--duty",
        choices=("amsterdam", "rotterdam"),
        nargs="+",
        default=["amsterdam", "rotterdam"],
        help="default: both",
    )
    command.add_argument(
        "--deals", type=int, default=2000, metavar="N", help="deals a round and table (2000)"
    )
    command.add_argument(
        "--rounds", type=int, default=2, metavar="R", help="each starts from what was learned (2)"
    )
    command.add_argument("--worlds", type=int, metavar="W", help="worlds of the player who is learned from")
    command.add_argument("--seed", type=int, default=1, metavar="S", help="(1)")
    command.add_argument("--processes", type=int, choices=(1, 2), default=1, help="(1)")
    command.add_argument("--start", type=Path, metavar="FILE", help="weights to begin with (those that ship)")
    command.add_argument("--fresh", action="store_true", help="begin without any weights")
    command.add_argument(
        "--out", type=Path, default=SHIPPED, metavar="FILE", help="where to write (the file that ships)"
    )
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        load_engine()
        tables = {} if options.fresh else read_weights(options.start or SHIPPED)[0]
    except (KernelMissing, OSError, BadWeights) as error:
        raise BadInput(str(error)) from error
    told = {name: getattr(options, name) for name in ("deals", "rounds", "seed")}
    for seats in options.seats:
        variants = ways_to_play([seats], options.duty)
        tables |= train(
            variants, {key: tables.get(key, no_weights()) for key in map(key_of, variants)}, options
        )
        write_weights(options.out, tables, told)
    return 0


def ways_to_play(seats: list[int], duties: list[str]) -> list[Variant]:
    """One variant for each table that is asked for."""
    found = {key_of(v): v for v in (PUB.but(seats=n, trump_duty=duty) for n, duty in product(seats, duties))}
    return list(found.values())


def train(variants: list[Variant], tables: dict[str, Table], options: argparse.Namespace) -> dict[str, Table]:
    """Rounds of playing and fitting for the tables of one number of players: a policy for all, a hand count
    for each."""
    library, seats = load_engine(), variants[0].seats
    worlds = options.worlds or TEACHERS[seats]
    teacher = replace(DEPTH[seats], worlds=worlds, pool=POOL * worlds)
    lessons = Lessons()  # of all rounds so far: who learns from new games alone forgets
    for number in range(options.rounds):
        for variant in variants:
            title = f"{key_of(variant)} round {number + 1}/{options.rounds}"
            for part in play_all(variant, tables[key_of(variant)], teacher, options, number, title):
                lessons.extend(part)
        policy, loss, regret = fit(library, lessons, tables[key_of(variants[0])].policy)
        told = f"of those held out: log-loss {loss:.4f}, lost {regret:.2f} points"
        say(f"{seats} seats round {number + 1}: {len(lessons)} decisions; {told}\n")
        tables = {key: Table(policy, table.hand) for key, table in tables.items()}
        for variant in variants:
            key, hands = key_of(variant), min(MOST_HANDS, HANDS * options.deals)
            say(f"{key}: valuing {hands} hands ", over=True)
            tables[key] = fit_hand(results_of_hands(variant, tables[key], options.seed, hands), tables[key])
    for variant in variants:
        key, deals = key_of(variant), min(MOST_THRESHOLD_DEALS, options.deals)
        threshold = best_threshold(variant, tables[key], options.seed, deals)
        say(f"{key}: plays the turned suit from a count of {threshold:.0f}\n")
        tables[key] = with_play_from(tables[key], [threshold] * seats)
    return tables


def play_all(
    variant: Variant, table: Table, teacher: Strength, options: argparse.Namespace, number: int, title: str
) -> Iterator[Lessons]:
    """The lessons of a round, in the same order whatever the number of processes."""
    starts = range(0, options.deals, CHUNK)
    tasks = [
        Task(
            variant,
            table,
            teacher,
            (options.seed * 1000 + number) * 1_000_000 + at,
            min(CHUNK, options.deals - at),
        )
        for at in starts
    ]
    began, done = time.monotonic(), 0
    if options.processes == 1:
        parts: Iterator[Lessons] = map(play_lessons, tasks)
        pool = None
    else:
        pool = ProcessPoolExecutor(options.processes, mp_context=get_context("spawn"))
        parts = pool.map(play_lessons, tasks)
    try:
        for task, part in zip(tasks, parts, strict=True):
            done += task.deals
            left = (time.monotonic() - began) * (options.deals - done) / done
            say(f"{title}: {done} of {options.deals} deals, {left / 60:.0f} minutes to go ", over=True)
            yield part
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)


def say(text: str, over: bool = False) -> None:
    """Progress on stderr; on a terminal over the line before."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{text}\033[K")
    elif not over:
        sys.stderr.write(text)
    sys.stderr.flush()


def play_lessons(task: Task) -> Lessons:
    """Play some deals; what was decided."""
    engine = Engine(load_engine(), task.variant.seats, task.table)
    lessons = Lessons()
    for seed in range(task.seed, task.seed + task.deals):
        random = Random(seed)
        deal = dealt(any_rules(task.variant, random), random)
        while deal.turn is not None:
            view = view_for(deal, deal.turn)
            deal = apply(
                deal, call(engine, view, random) if view.calls else _play(engine, task, view, lessons, random)
            )
    return lessons


def dealt(variant: Variant, random: Random) -> Deal:
    cards = list(pack(variant.seats))
    random.shuffle(cards)
    turned = random.choice(list(Suit)) if variant.trump_making == "turned" else None
    return deal_out(variant, random.randrange(variant.seats), tuple(cards), turned)


def call(
    engine: Engine, view: SeatView, random: Random, spread: float = CALL_SPREAD, wild: float = WILD_CALLS
) -> Call:
    """A call by the hand count; not always the best one, so that other hands are played too."""
    counts = engine.counts(view)
    if random.random() < wild:
        return random.choice(view.calls)
    if Call.PLAY in view.calls:
        assert view.public.turned is not None
        strength = counts[view.public.turned] + spread * random.gauss(0.0, 1.0)
        return Call.PLAY if strength >= engine.play_from(len(view.public.calls)) else Call.PASS
    suits = [suit for suit in (one.suit for one in view.calls) if suit is not None]
    best = max(counts[suit] for suit in suits)
    chances = [
        exp((counts[suit] - best) / spread) if spread else float(counts[suit] == best) for suit in suits
    ]
    return random.choices(view.calls, chances)[0]


def _play(engine: Engine, task: Task, view: SeatView, lessons: Lessons, random: Random) -> Card:
    if len(view.legal) == 1:
        return next(iter(view.legal))
    choice = engine.choose(view, task.teacher)
    lessons.add(view, choice.values)
    if random.random() < WANDER:
        return random.choices(list(choice.chances), list(choice.chances.values()))[0]
    return choice.card


def results_of_hands(variant: Variant, table: Table, seed: int, deals: int) -> Iterator[tuple[bytes, int]]:
    """The parts of a hand and what it brought, of whoever happens to play whatever happens to be trump: so
    also of hands that nobody would play with. All cards are played by the policy."""
    engine, quick = Engine(load_engine(), variant.seats, table), Strength()
    for number in range(deals):
        random = Random(f"hand {seed} {number}")
        deal = dealt(any_rules(variant, random), random)
        passes = random.randrange(variant.seats)
        while deal.turn is not None:
            view = view_for(deal, deal.turn)
            if Call.PLAY in view.calls:
                deal = apply(deal, Call.PASS if len(view.public.calls) < passes else Call.PLAY)
            elif view.calls:
                deal = apply(deal, random.choice(view.calls))
            else:
                deal = apply(deal, engine.choose(view, quick).card)
        yield _result(deal)


def any_rules(variant: Variant, random: Random) -> Variant:
    """The variant with all that a table of weights does not tell apart drawn at random."""
    return variant.but(
        trump_making=random.choice(("turned", "forced")),
        undertrump=random.choice(("forbidden", "forced")),
        march=random.choice(("either", "declarer")),
    )


def _result(deal: Deal) -> tuple[bytes, int]:
    assert deal.declarer is not None
    assert deal.trump is not None
    start = Deal(deal.variant, deal.dealer, deal.turned, deal.dealt, deal.dealt.hands, deal.dealt.piles)
    view = view_for(start, deal.declarer)
    parts = parts_of_hand(load_engine(), view.own, open_elsewhere(view), deal.trump)
    return bytes(parts), payoff(deal)


def payoff(deal: Deal) -> int:
    """What a finished deal brought the declaring side, less what the others got (5.2, 5.3)."""
    score = deal.score
    assert score is not None
    ours, theirs = score.totals
    return -(162 + sum(score.meld)) if score.failed else ours - theirs


def best_threshold(variant: Variant, table: Table, seed: int, deals: int) -> float:
    """From what count on the turned suit is best played, found by the policy playing deals against itself:
    each candidate makes trump for one side, the one in the middle for the others."""
    library = load_engine()
    quick = Strength()
    middle = Engine(library, variant.seats, with_play_from(table, [20.0] * variant.seats))
    gains = {}
    for threshold in THRESHOLDS:
        engine = Engine(library, variant.seats, with_play_from(table, [threshold] * variant.seats))
        gain = 0.0
        for number in range(deals):
            for seat in range(2):
                random = Random(seed * 1_000_000 + number)
                deal = dealt(variant.but(trump_making="turned"), random)
                gain += _turned(deal, engine, middle, quick, seat)
        gains[threshold] = gain
    return max(gains, key=gains.__getitem__)


def _turned(deal: Deal, one: Engine, other: Engine, quick: Strength, seat: int) -> float:
    """What the side of `seat`, whose calls are made by `one`, scores more than the others."""
    seats = deal.variant.seats
    mine = {seat, (seat + 2) % 4} if seats == 4 else {seat}
    random = Random(0)
    while deal.turn is not None:
        view = view_for(deal, deal.turn)
        engine = one if deal.turn in mine else other
        deal = apply(
            deal, call(engine, view, random, 0.0, 0.0) if view.calls else engine.choose(view, quick).card
        )
    assert deal.score is not None
    scores = deal.score.scores
    theirs = [scores[other] for other in range(seats) if other not in mine]
    return sum(scores[one] for one in mine) / len(mine) - sum(theirs) / len(theirs)
