"""`klaverjas perft`: count all legal play from a position, to compare two implementations of the rules."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field

from klaverjas.cli.files import BadInput, read_text, shown
from klaverjas.rules import Card, Deal, UnreadableText, apply, read_deal, show_score, sides


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "perft",
        help="count legal play",
        description="Count every way to play on legally from a position, so many cards deep. DEAL is a deal "
        "line (docs/notation.md) in which trump is made, or a file that holds one.",
    )
    command.add_argument("deal", metavar="DEAL", help="a deal line or a file; - is standard input")
    command.add_argument("--depth", type=_depth, required=True, metavar="N", help="how many cards to play")
    command.add_argument("--divide", action="store_true", help="also count below each first card")
    command.set_defaults(run=run)


def _depth(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of cards (expected 1 or more)")
    return int(text)


def run(options: argparse.Namespace) -> int:
    deal = position(options.deal)
    left = sum(map(len, deal.hands)) + sum(
        card is not None for row in deal.piles for pile in row for card in pile
    )
    if options.depth > left:
        raise BadInput(f"--depth {options.depth}: only {left} cards are left to play")
    for line in report(count(deal, options.depth), options.divide):
        print(line)
    return 0


def position(given: str) -> Deal:
    """The deal that the command line means. Raises BadInput, also when no card is to be played in it."""
    if not given.strip():
        raise BadInput("the deal is empty (expected a deal line, a file, or - for standard input)")
    is_line = given.startswith(("pub ", "club "))
    text = given if is_line else _only_line(given)
    try:
        deal = read_deal(text)
    except UnreadableText as error:
        where = "the deal" if is_line else f"the deal in {shown(given)}"
        raise BadInput(f"cannot read {where}: {error}") from error
    if not deal.legal():
        raise BadInput("no card is to be played in this deal: trump is not made yet, or the deal is over")
    return deal


def _only_line(name: str) -> str:
    lines = [line.strip() for line in read_text(name).splitlines()]
    kept = [line for line in lines if line and not line.startswith("#")]
    if len(kept) != 1:
        raise BadInput(f"{shown(name)} holds {len(kept)} lines (expected one deal line; # starts a comment)")
    return kept[0]


@dataclass
class Count:
    """`nodes[n]`: positions after n + 1 cards. The sums go over the last of them, the leaves; `points` and
    `meld` are [declaring side, others] in the tricks so far, without the march. `finished`, `failed`,
    `march` and `scores` count the leaves that end the deal. `divide`: leaves below each first card."""

    nodes: list[int]
    scores: list[int]
    points: list[int] = field(default_factory=lambda: [0, 0])
    meld: list[int] = field(default_factory=lambda: [0, 0])
    finished: int = 0
    failed: int = 0
    march: int = 0
    divide: dict[Card, int] = field(default_factory=dict)


def count(deal: Deal, depth: int) -> Count:
    """Count all legal play from `deal`, `depth` cards deep."""
    total = Count([0] * depth, [0] * deal.variant.seats)
    for card in deal.legal():
        before = total.nodes[-1]
        _walk(apply(deal, card), 0, total)
        total.divide[card] = total.nodes[-1] - before
    return total


def _walk(deal: Deal, depth: int, total: Count) -> None:
    total.nodes[depth] += 1
    if depth + 1 == len(total.nodes):
        _add_leaf(deal, total)
        return
    for card in deal.legal():
        _walk(apply(deal, card), depth + 1, total)


def _add_leaf(deal: Deal, total: Count) -> None:
    assert deal.declarer is not None
    both = sides(deal.variant.seats, deal.declarer)
    for won in deal.won:
        side = 0 if won.winner in both.declaring else 1
        total.points[side] += won.points
        total.meld[side] += won.meld
    if deal.trick is not None:
        return
    score = (deal if deal.done else show_score(deal)).score
    assert score is not None
    total.finished += 1
    total.failed += score.failed
    total.march += score.march
    for seat, points in enumerate(score.scores):
        total.scores[seat] += points


def report(total: Count, divide: bool) -> list[str]:
    """The lines to print."""
    lines = [f"{card!s:<10}{leaves}" for card, leaves in total.divide.items()] if divide else []
    lines += [f"depth {depth:<4}{nodes}" for depth, nodes in enumerate(total.nodes, 1)]
    lines += [
        f"nodes     {total.nodes[-1]}",
        f"points    {total.points[0]} {total.points[1]}",
        f"meld      {total.meld[0]} {total.meld[1]}",
    ]
    if total.finished:
        lines += [
            f"finished  {total.finished}",
            f"failed    {total.failed}",
            f"march     {total.march}",
            f"scores    {' '.join(map(str, total.scores))}",
        ]
    return lines
