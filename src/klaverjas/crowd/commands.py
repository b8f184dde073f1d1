"""`klaverkroeg torture` and `klaverkroeg load`: simulated people at the command line."""

from __future__ import annotations

import argparse
import asyncio
import random
import signal
import sys
from collections.abc import Coroutine
from typing import Any, Protocol

from klaverjas.crowd.door import ShutOut
from klaverjas.crowd.load import Plan as LoadPlan
from klaverjas.crowd.load import TooFewFiles, load
from klaverjas.crowd.pub import DoesNotOpen, fast_loop
from klaverjas.crowd.torture import Plan, torture

LONGEST = 24 * 3600
MOST_TABLES = 10_000

Commands = Any
"""What argparse gives for subcommands; it has no public name."""


class Result(Protocol):
    """What a campaign brought; `str` gives the lines to print."""

    @property
    def well(self) -> bool: ...


def add_to(commands: Commands) -> None:
    """Add the commands of this room."""
    cruel = commands.add_parser(
        "torture",
        help="play under every fault there is, and compare what everybody saw with the log",
        description="Opens a pub of its own on this machine and lets simulated people play in it, while lines"
        " are cut, commands delayed, doubled and reordered, browsers held up and the server killed. Then"
        " every log is replayed and compared with what everybody saw. Status 1 when anything was lost.",
    )
    cruel.add_argument("--minutes", type=positive, default=1.0, help="how long everything goes wrong (1)")
    cruel.add_argument("--tables", type=count, default=40, help="how many tables (40)")
    cruel.add_argument("--seed", type=int, default=None, help="draw the same faults again")
    cruel.set_defaults(run=run_torture)

    heavy = commands.add_parser(
        "load",
        help="measure how many people this machine bears",
        description="Opens a pub of its own on this machine, lets simulated people play in it, and prints"
        " moves a second, how long they take to the last browser, CPU and memory.",
    )
    heavy.add_argument("--tables", type=count, default=250, help="how many tables of four people (250)")
    heavy.add_argument(
        "--moves", type=rate, default=100.0, help="moves a second of all together (100); 0 is flat out"
    )
    heavy.add_argument("--seconds", type=positive, default=20.0, help="how long (20); 3600 is a soak")
    heavy.set_defaults(run=run_load)


def positive(text: str) -> float:
    number = float(text)
    if not 0 < number <= LONGEST:
        raise argparse.ArgumentTypeError(f"a number above 0, at most {LONGEST:,}")
    return number


def rate(text: str) -> float:
    return 0.0 if float(text) == 0 else positive(text)


def count(text: str) -> int:
    number = int(text)
    if not 1 <= number <= MOST_TABLES:
        raise argparse.ArgumentTypeError(f"a number from 1 to {MOST_TABLES:,}")
    return number


def run_torture(parsed: argparse.Namespace) -> int:
    seed = random.SystemRandom().randrange(10**6) if parsed.seed is None else parsed.seed
    plan = Plan(parsed.minutes * 60, parsed.tables, seed)
    return run_campaign(torture(plan))


def run_load(parsed: argparse.Namespace) -> int:
    plan = LoadPlan(parsed.tables, moves_per_second=parsed.moves, seconds=parsed.seconds)
    return run_campaign(load(plan))


def run_campaign(campaign: Coroutine[Any, Any, Result]) -> int:
    """Run it and print what came of it; returns the exit status."""
    try:
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            outcome = runner.run(_until_told(campaign))
    except (DoesNotOpen, ShutOut, TooFewFiles, TimeoutError) as error:
        print(f"klaverkroeg: it could not begin: {type(error).__name__} {error}", file=sys.stderr)
        return 1
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    print(outcome)
    return 0 if outcome.well else 1


async def _until_told(campaign: Coroutine[Any, Any, Result]) -> Result:
    """The campaign; a SIGTERM ends it in order, so that its pub does not outlive it."""
    running = asyncio.ensure_future(campaign)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, running.cancel)
    return await running
