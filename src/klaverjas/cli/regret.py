"""`klaverjas regret`: what the strong player loses by guessing no more worlds than it does."""

from __future__ import annotations

import argparse
import json

from klaverjas.arena.regret import Regret, measure
from klaverjas.bots.strong import WORLDS, shipped
from klaverjas.cli.arena import count_of
from klaverjas.cli.files import BadInput
from klaverjas.cli.train import say
from klaverjas.rules import PUB

MOST_WORLDS = 4096


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "regret",
        help="what too few guessed worlds cost the strong player",
        description="Points a deal that one side loses because the strong player guesses so many worlds and"
        " not very many. Chance only: not whether guessing is the right way to choose.",
    )
    command.add_argument("--seats", type=int, choices=(2, 3, 4), default=4, help="how many players (4)")
    command.add_argument(
        "--duty", choices=("amsterdam", "rotterdam"), default="amsterdam", help="(amsterdam)"
    )
    command.add_argument(
        "--worlds", type=int, nargs="+", metavar="N", help="numbers of worlds (up to the player's own)"
    )
    command.add_argument("--deals", type=count_of, default=20, metavar="N", help="how many deals (20)")
    command.add_argument("--seed", type=int, default=1, metavar="S", help="which deals (1)")
    command.add_argument("--json", action="store_true", help="one JSON object instead of text")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    own = WORLDS[options.seats]
    worlds = options.worlds or [own // 16, own // 8, own // 4, own // 2, own]
    if not all(1 <= many <= MOST_WORLDS for many in worlds):
        raise BadInput(f"a number of worlds is between 1 and {MOST_WORLDS}")
    if shipped() is None:
        raise BadInput("the C library is missing, and nobody guesses without it")
    variant = PUB.but(seats=options.seats, trump_duty=options.duty)

    def progress(so_far: Regret) -> None:
        say(f"deal {so_far.deals} of {options.deals} ", over=True)

    regret = measure(variant, worlds, options.deals, options.seed, progress)
    rows = [_row(regret, many) for many in worlds]
    if options.json:
        print(json.dumps({"deals": options.deals, "seats": options.seats, "worlds": rows}))
        return 0
    for row in rows:
        print(f"{row['worlds']:>5} worlds: {row['regret']:>6.2f} points a deal, +- {row['se']:.2f}")
    return 0


def _row(regret: Regret, worlds: int) -> dict[str, float]:
    points, error = regret.per_deal(worlds)
    return {"worlds": worlds, "regret": round(points, 3), "se": round(error, 3)}
