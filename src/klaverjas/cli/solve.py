"""`klaverjas solve`: the exact value of a deal with open cards."""

from __future__ import annotations

import argparse
import json

from klaverjas.cli.files import STANDARD_INPUT, BadInput, read_text
from klaverjas.rules import Deal, UnreadableText, read_deal
from klaverjas.solver import OBJECTIVES, ImpossiblePosition, Objective, Position, Solution, solve


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "solve",
        help="the exact value of a deal with open cards",
        description="What a deal is worth when everybody sees all cards and plays as well as possible: for "
        "the declaring side, its total minus the total of the others, what was taken so far included.",
    )
    command.add_argument(
        "deal", metavar="DEAL", help="a deal as one line (docs/notation.md); - is standard input"
    )
    command.add_argument("--all", action="store_true", help="also the value of every legal card")
    command.add_argument(
        "--objective",
        choices=OBJECTIVES,
        default="points",
        help="points (the default), or payoff: nat gives everything to the other side",
    )
    command.add_argument("--json", action="store_true", help="one JSON object instead of text")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    objective: Objective = options.objective
    if not options.deal.strip():
        raise BadInput("the deal is empty (expected a deal line, or - for standard input)")
    try:
        deal = read_deal(read_text(options.deal) if options.deal == STANDARD_INPUT else options.deal)
        solution = solve(deal, objective, cards=options.all)
    except (UnreadableText, ImpossiblePosition) as error:
        raise BadInput(str(error)) from error
    print(as_json(deal, objective, solution) if options.json else as_text(deal, objective, solution))
    return 0


def as_json(deal: Deal, objective: Objective, solution: Solution) -> str:
    """One object: the value, and under `cards` those of the legal cards if they were asked for."""
    told = {"objective": objective, "declarer": deal.declarer, "turn": deal.turn, "value": solution.value}
    if solution.cards is None:
        return json.dumps(told)
    return json.dumps({**told, "cards": {str(card): value for card, value in solution.cards.items()}})


def as_text(deal: Deal, objective: Objective, solution: Solution) -> str:
    """The value, and the legal cards, the best for the seat in turn first."""
    position = Position.of(deal)
    lines = [f"{objective} {solution.value:+d} for seat {position.declarer}, who plays {position.trump.text}"]
    if solution.cards is not None:
        lines.append(f"seat {position.turn} is to play:")
        sign = -1 if position.turn in position.sides.declaring else 1
        ranked = sorted(solution.cards.items(), key=lambda entry: (sign * entry[1], entry[0]))
        lines += [f"  {card} {value:+d}" for card, value in ranked]
    return "\n".join(lines)
