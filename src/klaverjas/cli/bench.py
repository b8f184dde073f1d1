"""`klaverjas bench`: how fast it is on this machine, through the public API."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from random import Random
from time import perf_counter

from klaverjas.cli import bench_solver
from klaverjas.rules import PUB, Deal, Move, Suit, Variant, apply, deal_out, pack

SEATS = (4, 3, 2)
BATCH = 20


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "bench", help="measure speed", description="Measure how fast a part runs here."
    )
    parts = command.add_subparsers(metavar="PART", required=True)
    rules = parts.add_parser(
        "rules",
        help="the rules",
        description="Random full deals (shuffled, dealt, called, played with random legal cards, scored) per "
        "second, and sets of legal cards per second, for 4, 3 and 2 players, on one core.",
    )
    rules.add_argument(
        "--seconds", type=_seconds, default=6.0, metavar="S", help="how long in all (default 6)"
    )
    rules.add_argument("--json", action="store_true", help="one JSON object instead of text")
    rules.set_defaults(run=run_rules)
    bench_solver.add_to(parts)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 86400:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds (expected more than 0)")
    return seconds


def run_rules(options: argparse.Namespace) -> int:
    each = options.seconds / (2 * len(SEATS))
    random = Random(1)
    found = {
        f"deals_per_second_{seats}": _rate(_dealing(PUB.but(seats=seats), random), each) for seats in SEATS
    }
    found |= {
        f"legal_sets_per_second_{seats}": _rate(_asking(PUB.but(seats=seats), random), each)
        for seats in SEATS
    }
    if options.json:
        print(json.dumps(found))
        return 0
    for seats in SEATS:
        deals, sets = found[f"deals_per_second_{seats}"], found[f"legal_sets_per_second_{seats}"]
        print(f"{seats} seats: {deals:>8,.0f} random full deals/s   {sets:>10,.0f} legal sets/s")
    return 0


def _rate(batch: Callable[[], int], seconds: float) -> float:
    """Things done per second: repeats `batch`, which says how many it did."""
    done, start = 0, perf_counter()
    while (passed := perf_counter() - start) < seconds or not done:
        done += batch()
    return round(done / passed, 1)


def _dealing(variant: Variant, random: Random) -> Callable[[], int]:
    def batch() -> int:
        for _ in range(BATCH):
            *_, last = _random_deal(variant, random)
            assert last.score is not None
        return BATCH

    return batch


def _asking(variant: Variant, random: Random) -> Callable[[], int]:
    positions = [deal for _ in range(50) for deal in _random_deal(variant, random)]

    def batch() -> int:
        for deal in positions:
            deal.legal()
        return len(positions)

    return batch


def _random_deal(variant: Variant, random: Random) -> Iterator[Deal]:
    """All positions of a deal that is called and played at random."""
    cards = list(pack(variant.seats))
    random.shuffle(cards)
    deal = deal_out(variant, random.randrange(variant.seats), tuple(cards), random.choice(list(Suit)))
    while not deal.done:
        yield deal
        moves: Sequence[Move] = deal.calls_allowed() or list(deal.legal())
        deal = apply(deal, random.choice(moves))
    yield deal
