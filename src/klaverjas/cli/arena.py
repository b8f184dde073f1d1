"""`klaverjas arena` and `klaverjas bot`: computer players against each other, ours and those of others."""

from __future__ import annotations

import argparse
import json
import signal
import sys

from klaverjas.arena import Plan, Result, UnknownPlayer, answer_to, names, player_named
from klaverjas.arena import run as play
from klaverjas.arena.external import LIMIT
from klaverjas.arena.report import Bar, as_json, as_text, series_as_json, series_as_text
from klaverjas.cli.files import BadInput
from klaverjas.rules import UnreadableText, Variant, every_variant, read_variant

EVERY = "all"
INTERRUPTED = 130
MOST_PROCESSES = 2


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    _add_arena(commands)
    _add_bot(commands)


def _add_arena(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "arena",
        help="a match between two computer players",
        description="Duplicate matches: every deal is played again with the chairs exchanged. Prints what A "
        "scores more than B per deal, with its standard error. Ctrl-C ends early and prints what there is.",
        epilog=f"Players: {', '.join(names())}; or exec:COMMAND, any program that speaks the protocol of "
        "docs/bots.md, quoted as one word.",
    )
    command.add_argument("a", metavar="A", help="a player")
    command.add_argument("b", metavar="B", help="the player to measure it with")
    command.add_argument(
        "--deals", type=count_of, default=100, metavar="N", help="how many deals (default 100)"
    )
    command.add_argument("--seats", type=int, choices=(2, 3, 4), help="how many players (default 4)")
    command.add_argument(
        "--variant",
        default="pub",
        metavar="TEXT",
        help=f"house rules (docs/notation.md; default pub); {EVERY}: a match in each way to call and play",
    )
    command.add_argument("--seed", type=int, default=1, metavar="S", help="which deals (default 1)")
    command.add_argument(
        "--trump",
        choices=("players", "fixed"),
        default="players",
        help="players (the default) make trump themselves; fixed: forced play, the referee names the suit by "
        "a plain count of forehand's cards",
    )
    command.add_argument(
        "--limit",
        type=_seconds,
        default=LIMIT,
        metavar="SEC",
        help=f"what a program may take for an answer (default {LIMIT:.0f} s)",
    )
    command.add_argument(
        "--processes", type=int, choices=range(1, MOST_PROCESSES + 1), default=1, help="(default 1)"
    )
    command.add_argument("--json", action="store_true", help="one JSON object instead of text")
    command.set_defaults(run=run_arena)


def _add_bot(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "bot",
        help="a player for other people's referees",
        description="Reads one position per line and answers each with one line (docs/bots.md).",
    )
    command.add_argument("name", metavar="NAME", help="a player, as in arena; not the cheater")
    command.set_defaults(run=run_bot)


def count_of(text: str) -> int:
    """An option that says how many deals."""
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= 10_000_000):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of deals (expected 1 or more)")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86400:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds (expected more than 0)")
    return seconds


def run_arena(options: argparse.Namespace) -> int:
    results = []
    # To be told to end is like Ctrl-C: programs are closed, and what was measured is printed.
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for variant in _variants(options):
            results.append(_match(options, variant))
            if not results[-1].complete:
                break
    finally:
        signal.signal(signal.SIGTERM, before)
    if options.variant == EVERY:
        print(json.dumps(series_as_json(results)) if options.json else series_as_text(results))
    else:
        print(json.dumps(as_json(results[0])) if options.json else as_text(results[0]))
    return 0 if results[-1].complete else INTERRUPTED


def _match(options: argparse.Namespace, variant: Variant) -> Result:
    plan = Plan(
        options.a,
        options.b,
        variant,
        options.deals,
        options.seed,
        options.trump,
        options.limit,
        options.processes,
    )
    bar = Bar()
    try:
        return play(plan, bar)
    except UnknownPlayer as error:
        raise BadInput(str(error)) from error
    finally:
        bar.clear()


def _variants(options: argparse.Namespace) -> list[Variant]:
    """What is to be played; of every variant those with the number of players that was asked for."""
    if options.variant == EVERY:
        return [variant for variant in every_variant() if options.seats in (None, variant.seats)]
    try:
        variant = read_variant(options.variant)
    except UnreadableText as error:
        raise BadInput(str(error)) from error
    return [variant if options.seats in (None, variant.seats) else variant.but(seats=options.seats)]


def run_bot(options: argparse.Namespace) -> int:
    try:
        player = player_named(options.name)
    except UnknownPlayer as error:
        raise BadInput(str(error)) from error
    for line in sys.stdin.buffer:
        print(answer_to(line, player), flush=True)
    return 0
