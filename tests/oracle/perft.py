"""Counts all legal play to a depth, and writes the counts as data files.

    python -m tests.oracle.perft build tests/rules/data/perft.jsonl    # some minutes
    python -m tests.oracle.perft count FILE ID [--divide]              # one line of it again

One line is one position in the case format (`kind` perft: variant, trump, leader, declarer, hands,
plays) with `depth`, a number of cards, always up to the end of a trick. `expect` holds

    nodes    positions after 1, 2, ... `depth` cards; the last number counts the leaves
    points   over all leaves: card points in the tricks so far as [declaring side, others], the 10 for the
             last trick included once the deal is over (5.1), before the nat rule
    meld     the same for meld, without the march
    scores   over the leaves that end the deal: score per seat (section 5), march and nat included
    failed, march   how many of those leaves are nat, how many have a march
    divide   leaves under each first card
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from tests.oracle import deals, rules
from tests.oracle.cases import load
from tests.oracle.game import Game, replay

LIMIT = 60_000


class TooMany(Exception):
    """More positions than the limit allows."""


class Count:
    """The sums over the leaves below one position."""

    def __init__(self, seats: int, depth: int, limit: int = sys.maxsize) -> None:
        self.limit = limit
        self.seen = 0
        self.nodes = [0] * depth
        self.points = [0, 0]
        self.meld = [0, 0]
        self.scores = [0] * seats
        self.failed = 0
        self.march = 0
        self.divide: dict[str, int] = {}

    def as_expect(self) -> dict[str, Any]:
        return {
            "nodes": self.nodes,
            "points": self.points,
            "meld": self.meld,
            "scores": self.scores,
            "failed": self.failed,
            "march": self.march,
            "divide": self.divide,
        }


def count(case: Mapping[str, Any], limit: int = sys.maxsize) -> dict[str, Any]:
    """The `expect` of a perft line. TooMany when there are more than `limit` positions."""
    game = replay(case)
    total = Count(game.seats, case["depth"], limit)
    _walk(game, 0, total)
    return total.as_expect()


def _walk(game: Game, ply: int, total: Count) -> None:
    if ply == len(total.nodes):
        _leaf(game, total)
        return
    for card in game.legal():
        game.play(card)
        total.nodes[ply] += 1
        total.seen += 1
        if total.seen > total.limit:
            raise TooMany
        before = total.nodes[-1]
        _walk(game, ply + 1, total)
        game.undo()
        if ply == 0:
            total.divide[card] = total.nodes[-1] - before


def _leaf(game: Game, total: Count) -> None:
    taker = -1
    for trick in game.full_tricks():
        taker = rules.winner(trick, game.trump)
        side = 0 if rules.same_side(taker, game.declarer, game.seats, game.declarer) else 1
        cards = [card for _, card in trick]
        total.points[side] += sum(rules.card_points(card, game.trump) for card in cards)
        total.meld[side] += rules.meld_worth(cards, game.trump)
    if not game.is_over():
        return
    total.points[0 if rules.same_side(taker, game.declarer, game.seats, game.declarer) else 1] += 10
    result = game.score()
    for seat, score in enumerate(result["scores"]):
        total.scores[seat] += score
    total.failed += result["failed"]
    total.march += result["march"]


def _line(name: str, random: Random, variant: rules.Variant, before: int, tricks: int) -> dict[str, Any]:
    """A position after `before` random tricks, counted over `tricks` more."""
    seats = int(variant["seats"])
    deal = deals.random_deal(random, variant)
    deal["plays"] = deals.random_plays(random, deal, before * seats)
    return {"id": name, "kind": "perft", **deal, "depth": tricks * seats}


def _first_that_fits(name: str, variant: rules.Variant, before: int, tricks: int) -> dict[str, Any]:
    """Random positions until one stays below the limit; every fourth try starts a trick later."""
    random = Random(f"perft {name}")
    last = 16 if variant["seats"] == 2 else 8
    tried = 0
    while True:
        line = _line(name, random, variant, min(before + tried // 4, last - tricks), tricks)
        tried += 1
        try:
            return {**line, "expect": count(line, LIMIT)}
        except TooMany:
            continue


def _with_march(name: str, variant: rules.Variant, tricks: int) -> dict[str, Any]:
    """A position near the end where some leaves have a march and some have not."""
    random = Random(f"perft {name}")
    last = 16 if variant["seats"] == 2 else 8
    while True:
        line = _line(name, random, variant, last - tricks, tricks)
        if deals.taken_by_one_side(replay(line)) is None:
            continue
        try:
            expect = count(line, LIMIT)
        except TooMany:
            continue
        if 0 < expect["march"] < expect["nodes"][-1]:
            return {**line, "expect": expect}


def build(path: Path) -> None:
    """Write the data file: for every variant the last 3 tricks and the last 4; and, as the march changes no
    card, only once for both: 1, 2 and 3 tricks from the start (three tricks of four players from later on:
    from the start there are millions)."""
    with path.open("w", encoding="utf-8") as out:
        for variant in deals.all_variants():
            for line in _lines("-".join(str(word) for word in variant.values()), variant):
                print(json.dumps(line), file=out, flush=True)
                print(line["id"], line["expect"]["nodes"][-1], file=sys.stderr)


def _lines(name: str, variant: rules.Variant) -> Iterator[dict[str, Any]]:
    """The lines of one variant; each has its own seed, its name."""
    last = 16 if variant["seats"] == 2 else 8
    if variant["march"] == "declarer":
        for n in (1, 2, 3):
            yield _first_that_fits(f"{name}-tricks-{n}", variant, 0, n)
    for n in (3, 4):
        yield _first_that_fits(f"{name}-last-{n}", variant, last - n, n)
    if variant["undertrump"] == "forbidden":
        yield _with_march(f"{name}-march", variant, 3)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle.perft")
    commands = parser.add_subparsers(dest="command", required=True)
    to_build = commands.add_parser("build", help="write the data file anew")
    to_build.add_argument("file", type=Path)
    to_count = commands.add_parser("count", help="count one line of a data file")
    to_count.add_argument("file", type=Path)
    to_count.add_argument("id")
    to_count.add_argument("--divide", action="store_true", help="also the leaves under each first card")
    asked = parser.parse_args()
    if asked.command == "build":
        build(asked.file)
        return
    line = next(one for one in load(asked.file) if one["id"] == asked.id)
    found = count(line)
    divide = found.pop("divide")
    print(json.dumps(found))
    if asked.divide:
        for card, leaves in divide.items():
            print(card, leaves)


if __name__ == "__main__":
    main()
