"""`klaverjas verify`: whether a deal was what seed and numbers make of it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from klaverjas.cli.files import BadInput, read_text, shown
from klaverjas.rules import PUB, UnreadableText, deal_out, write_hand
from klaverjas.rules.fair import FairRecord, Fault, check, read_fair_record

FAIR, UNFAIR = 0, 1
FAULTS: dict[Fault, str] = {
    "seal": "the seed is not the one that was sealed",
    "numbers": "the numbers are not those that were sealed when the cards lay",
    "cards": "seed and numbers make another order of the cards",
    "turned": "seed and numbers turn another suit",
    "dealer": "seed and numbers make another player the first dealer",
}


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "verify",
        help="check that a deal of the pub was fair",
        description="Make every sum of a finished deal again (docs/fair.md) and say whether it fits. The "
        "record is the file that the page saves under 'eerlijk gedeeld', or what the pub answers at "
        "/api/tables/CODE/deals/MATCH/DEAL.",
    )
    command.add_argument("record", metavar="RECORD", help="a file; - is standard input")
    command.add_argument("--seal", metavar="HEX", help="the seal that you saw before the cards were dealt")
    command.add_argument("--number", metavar="HEX", help="the number that your browser gave")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        record = read_fair_record(read_text(options.record))
    except UnreadableText as error:
        raise BadInput(f"{shown(options.record)}: {error}") from error
    wrong = [FAULTS[fault] for fault in check(record)]
    if options.seal is not None and options.seal.strip().lower() != record.seal:
        wrong.append("the seal is not the one that you saw")
    if options.number is not None and options.number.strip().lower() not in record.numbers:
        wrong.append("your number is not among those that were used")
    print("\n".join([*_lines(record), ""]))
    if wrong:
        print(
            "\n".join(["NOT FAIR: this is not the deal that was sealed.", *(f"- {each}" for each in wrong)])
        )
        return UNFAIR
    print("Fair: seed and numbers make exactly these cards, and the seed is the one that was sealed.")
    if options.seal is None:
        print("Compare the seal above with what you saw before the deal (or give it with --seal).")
    return FAIR


def _lines(record: FairRecord) -> Iterator[str]:
    place = record.place
    yield f"table {place.table}, match {place.match}, deal {place.deal + 1}, {place.seats} players"
    yield f"seal    {record.seal}"
    yield f"seed    {record.seed}"
    for seat, number in enumerate(record.numbers):
        yield f"seat {seat}  gave {number or 'no number'}"
    making = "forced" if record.turned is None else "turned"
    variant = PUB.but(seats=place.seats, trump_making=making)
    dealt = deal_out(variant, record.dealer, record.cards, record.turned).dealt
    for seat, (hand, piles) in enumerate(zip(dealt.hands, dealt.piles, strict=True)):
        role = " (dealer)" if seat == record.dealer else ""
        yield f"seat {seat}  was dealt {write_hand(hand, piles)}{role}"
    if record.turned is not None:
        yield f"turned  {record.turned.text}"
