"""Games to look at, and programs that behave in every way a stranger's program can."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from klaverjas.arena.seen import Seen, seen_by
from klaverjas.rules import CLUB, PUB, Deal, Variant, apply
from tests.build import moves, shuffled

ANSWERING = """
import json, sys
for line in sys.stdin:
    p = json.loads(line)
    answer = {{"call": p["allowed"][0]}} if p["allowed"] else {{"card": p["legal"][{pick}]}}
    print(json.dumps(answer), flush=True)
"""
FIRST_LEGAL = ANSWERING.format(pick=0)
PROGRAMS = {
    "dies": "import sys; sys.stdin.readline()",
    "talks nonsense": "import sys\nfor line in sys.stdin: print('I think the jack', flush=True)",
    "says error": 'import sys\nfor line in sys.stdin: print(\'{"error": "no idea"}\', flush=True)',
    "plays what it has not": 'import sys\nfor line in sys.stdin: print(\'{"card": "C7"}\', flush=True)',
    "never ends its line": "import sys\nwhile True: sys.stdout.write('x' * 4096)",
    "hangs": "import sys\nfor line in sys.stdin: pass",
}


def program(folder: Path, source: str) -> list[str]:
    """The command that runs this source."""
    file = folder / "bot.py"
    file.write_text(source, encoding="utf-8")
    return [sys.executable, "-S", str(file)]


def named(command: list[str]) -> str:
    """The name of this program in the arena."""
    return f"exec:{shlex.join(command)}"


def variants() -> list[Variant]:
    """Every number of players in the rules that change what a position can look like."""
    return [
        preset.but(seats=seats, undertrump=undertrump, revoke="refused")
        for preset in (PUB, CLUB)
        for seats in (4, 3, 2)
        for undertrump in ("forbidden", "forced")
    ]


def positions(variant: Variant, seed: int) -> Iterator[tuple[Deal, Seen]]:
    """A random legal game: before every move the deal and what the seat in turn has seen."""
    random = Random(seed)
    deal = shuffled(variant, random, random.randrange(variant.seats))
    while (seat := deal.turn) is not None:
        yield deal, seen_by(deal, seat)
        deal = apply(deal, random.choice(moves(deal)))
