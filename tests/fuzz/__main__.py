"""python -m tests.fuzz: throw examples at everything that reads what others send, for so many minutes."""

from __future__ import annotations

import argparse
import logging
import platform
import sys
from collections.abc import Sequence

from tests.fuzz import door, files, texts
from tests.fuzz.target import Found, Target, fuzz

TARGETS: list[Target] = [*texts.TARGETS, *door.TARGETS, *files.TARGETS]
# The doors see the most strangers: they get a double share of the time.
SHARES = {target.name: 2 if target in door.TARGETS or target in files.TARGETS else 1 for target in TARGETS}


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz each target in turn, print figures, return 1 when something was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=15.0, help="in all (15)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same examples (1)")
    parser.add_argument("--only", choices=sorted(SHARES), help="one target alone")
    chosen = parser.parse_args(arguments)
    targets = [target for target in TARGETS if chosen.only in (None, target.name)]
    each = chosen.minutes * 60 / sum(SHARES[target.name] for target in targets)
    found = [run(target, chosen.seed, each * SHARES[target.name]) for target in targets]
    examples, seconds = sum(each.examples for each in found), sum(each.seconds for each in found)
    wrong = [each for each in found if each.fault]
    print(f"{'all':20} {examples:9,} examples {seconds:7.0f} s   {len(wrong)} found wrong", end=" ")
    print(f"(seed {chosen.seed}, Python {platform.python_version()})")
    return 1 if wrong else 0


def run(target: Target, seed: int, seconds: float) -> Found:
    found = fuzz(target, seed, seconds)
    target.close()
    print(f"{found.name:20} {found.examples:9,} examples {found.seconds:7.0f} s", flush=True)
    if found.fault:
        print(f"FOUND in {found.name}: {found.fault}", flush=True)
    return found


if __name__ == "__main__":
    # What is wrong with a table or a file is logged, and here they are meant to be wrong.
    logging.getLogger("klaverkroeg").addHandler(logging.NullHandler())
    logging.getLogger("klaverkroeg").propagate = False
    sys.exit(main())
