"""`klaverjas bench solver`: how long exact answers take on this machine, and how much work they are."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from random import Random
from statistics import fmean, median
from time import process_time
from typing import Any

from klaverjas.rules import PUB, Call, Deal, Suit, Variant, apply, deal_out, pack
from klaverjas.solver import OBJECTIVES, Objective, Position, Solver

DEALS = {4: 400, 3: 400, 2: 40}
CARDS = {4: range(8, 3, -1), 3: range(8, 3, -1), 2: range(16, 7, -1)}


def add_to(parts: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    solver = parts.add_parser(
        "solver",
        help="the exact solver",
        description="Exact values of random deals, played at random until so many cards are left: "
        "milliseconds of CPU (median, 95 of 100, worst) and positions searched, on one core. The deals are "
        "the same every time.",
    )
    solver.add_argument(
        "--seats", type=int, choices=(2, 3, 4), default=4, help="how many players (default 4)"
    )
    solver.add_argument(
        "--deals", type=_count, metavar="N", help="deals of each size (default 400; 2 seats 40)"
    )
    solver.add_argument(
        "--cards", type=_count, nargs="+", metavar="K", help="cards left (default 8 to 4; 2 seats 16 to 8)"
    )
    solver.add_argument(
        "--duty", choices=("rotterdam", "amsterdam"), default="rotterdam", help="the trump duty"
    )
    solver.add_argument("--objective", choices=OBJECTIVES, default="points", help="what is played for")
    solver.add_argument("--all", action="store_true", help="the value of every legal card, not only the best")
    solver.add_argument("--json", action="store_true", help="a JSON list of objects instead of text")
    solver.set_defaults(run=run)


def _count(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 10**7:
        raise argparse.ArgumentTypeError(f"{text!r} is no number (expected 1 or more)")
    return int(text)


def run(options: argparse.Namespace) -> int:
    variant = PUB.but(seats=options.seats, trump_duty=options.duty)
    sizes = options.cards or CARDS[options.seats]
    count = options.deals or DEALS[options.seats]
    told = []
    for cards in sizes:
        row = measure(variant, min(cards, variant.tricks), count, options.objective, options.all)
        told.append(row)
        if not options.json:
            print(
                f"{row['cards']:>2} cards, {row['deals']} deals: median {row['median_ms']:.3f} ms   "
                f"p95 {row['p95_ms']:.3f} ms   max {row['max_ms']:.3f} ms   {row['mean_nodes']:,} nodes",
                flush=True,
            )
    if options.json:
        print(json.dumps(told))
    return 0


def measure(variant: Variant, cards: int, count: int, objective: Objective, every: bool) -> dict[str, Any]:
    """Solve `count` random deals with so many cards left in each hand."""
    random, times, nodes = Random(cards), [], []
    with Solver(variant.seats) as solver:
        for _ in range(count):
            position = Position.of(random_deal(variant, cards, random))
            before, start = solver.nodes, process_time()
            solver.solve(position, objective, cards=every)
            times.append(1000 * (process_time() - start))
            nodes.append(solver.nodes - before)
    times.sort()
    return {
        "cards": cards,
        "deals": count,
        "median_ms": round(median(times), 4),
        "p95_ms": round(times[len(times) * 95 // 100], 4),
        "max_ms": round(times[-1], 4),
        "mean_nodes": round(fmean(nodes)),
    }


def random_deal(variant: Variant, cards: int, random: Random) -> Deal:
    """A deal with random cards, trump and declarer, played with random legal cards until so many are left."""
    stock = list(pack(variant.seats))
    random.shuffle(stock)
    deal = deal_out(variant, random.randrange(variant.seats), tuple(stock), Suit(random.randrange(4)))
    passes = random.randrange(variant.seats)
    for call in (*[Call.PASS] * passes, Call.PLAY):
        deal = apply(deal, call)
    while len(deal.won) < variant.tricks - cards:
        legal: Sequence[Any] = list(deal.legal())
        deal = apply(deal, random.choice(legal))
    return deal
