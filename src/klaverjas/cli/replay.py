"""`klaverjas replay`: what happened in a recorded match, trick by trick."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from klaverjas.cli.files import BadInput, read_text, shown
from klaverjas.rules import Deal, DealScore, Record, Trick, UnreadableText, WonTrick, read_record
from klaverjas.rules.bidding import caller
from klaverjas.rules.variant import FIELDS


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = commands.add_parser(
        "replay",
        help="show a recorded match",
        description="Play a match record (docs/notation.md) again and show per trick who played what, the "
        "winner, points and melds, and the scores. A ! stands behind a card that the rules did not allow.",
    )
    command.add_argument("record", metavar="RECORD", help="a file; - is standard input")
    command.add_argument("--json", action="store_true", help="one JSON object instead of text")
    command.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    try:
        record = read_record(read_text(options.record))
    except UnreadableText as error:
        raise BadInput(f"{shown(options.record)}, {error}") from error
    if options.json:
        print(json.dumps(as_json(record), ensure_ascii=False, indent=2))
    else:
        print("\n".join(as_text(record)))
    return 0


# ---- JSON ----------------------------------------------------------------------------------------------


def as_json(record: Record) -> dict[str, Any]:
    """The whole replay as plain values."""
    standing = record.standing
    return {
        "variant": {name: getattr(record.variant, name) for name in FIELDS},
        "names": list(record.names),
        "deals": [_deal_json(deal) for deal in record.deals],
        "totals": list(standing.totals),
        "over": standing.over,
        "winners": list(standing.winners),
    }


def _deal_json(deal: Deal) -> dict[str, Any]:
    return {
        "dealer": deal.dealer,
        "turned": deal.turned.text if deal.turned is not None else None,
        "calls": [
            {"seat": caller(deal.variant, deal.dealer, deal.calls[:place]), "call": call.text}
            for place, call in enumerate(deal.calls)
        ],
        "declarer": deal.declarer,
        "trump": deal.trump.text if deal.trump is not None else None,
        "tricks": [_trick_json(deal, number, won) for number, won in enumerate(deal.won)],
        "open_trick": _plays_json(deal, len(deal.won), deal.trick) if deal.trick is not None else [],
        "ruling": _ruling_json(deal),
        **_outcome_json(deal.score),
        "score": _score_json(deal.score) if deal.score is not None else None,
    }


def _outcome_json(score: DealScore | None) -> dict[str, bool | None]:
    """How the deal ended, in one word each; none while it goes on. After a claim it is only a revoke."""
    if score is None:
        return {"failed": None, "march": None, "revoke": None}
    revoke = score.culprit is not None
    return {"failed": score.failed and not revoke, "march": score.march, "revoke": revoke}


def _trick_json(deal: Deal, number: int, won: WonTrick) -> dict[str, Any]:
    return {
        "leader": won.leader,
        "plays": _plays_json(deal, number, won),
        "winner": won.winner,
        "points": won.points,
        "meld": won.meld,
        "melds": [[meld.kind, meld.points] for meld in won.melds],
    }


def _plays_json(deal: Deal, number: int, trick: Trick | WonTrick) -> list[dict[str, Any]]:
    seats = deal.variant.seats
    played = [((trick.leader + place) % seats, card) for place, card in enumerate(trick.cards)]
    return [
        {"seat": seat, "card": str(card), "legal": (number, seat) not in deal.revokes}
        for seat, card in played
    ]


def _ruling_json(deal: Deal) -> dict[str, Any] | None:
    ruling = deal.ruling
    if ruling is None:
        return None
    return {
        "by": ruling.by,
        "accused": ruling.accused,
        "trick": ruling.trick,
        "upheld": ruling.upheld,
        "card": str(ruling.card),
        "held": [str(card) for card in ruling.held],
    }


def _score_json(score: DealScore) -> dict[str, Any]:
    return {
        "declarer": score.declarer,
        "sides": [list(side) for side in score.sides],
        "points": list(score.points),
        "meld": list(score.meld),
        "credit": [[credit.points, credit.meld] for credit in score.credit],
        "scores": list(score.scores),
        "failed": score.failed,
        "march": score.march,
        "culprit": score.culprit,
    }


# ---- text ----------------------------------------------------------------------------------------------


def as_text(record: Record) -> Iterator[str]:
    """The whole replay as lines."""
    names = [name or f"seat {seat}" for seat, name in enumerate(record.names)]
    yield f"{record.variant.seats} players, {record.variant.trump_duty}, {record.variant.deals} deals"
    totals = [0] * record.variant.seats
    for number, deal in enumerate(record.deals, 1):
        yield ""
        yield from _deal_text(number, deal, names)
        if deal.score is not None:
            totals = [total + points for total, points in zip(totals, deal.score.scores, strict=True)]
            yield f"  total    {_per_seat(totals, names)}"
    yield ""
    yield _end_text(record, names)


def _deal_text(number: int, deal: Deal, names: list[str]) -> Iterator[str]:
    turned = f", turned {deal.turned.text}" if deal.turned is not None else ""
    yield f"deal {number}: dealer {names[deal.dealer]}{turned}"
    callers = (caller(deal.variant, deal.dealer, deal.calls[:place]) for place in range(len(deal.calls)))
    for seat, call in zip(callers, deal.calls, strict=True):
        yield f"  {names[seat]}: {call.text}"
    if deal.declarer is not None and deal.trump is not None:
        yield f"  {names[deal.declarer]} plays, trump {deal.trump.text}"
    for place, won in enumerate(deal.won):
        worth = f"{won.points}" + "".join(f", {meld.kind} {meld.points}" for meld in won.melds)
        yield f"  {place + 1:>2}  {_plays_text(deal, place, won, names)}  -> {names[won.winner]}  {worth}"
    if deal.trick is not None and deal.trick.cards:
        yield f"  {len(deal.won) + 1:>2}  {_plays_text(deal, len(deal.won), deal.trick, names)}"
    yield from _result_text(deal, names)


def _plays_text(deal: Deal, number: int, trick: Trick | WonTrick, names: list[str]) -> str:
    plays = _plays_json(deal, number, trick)
    return "  ".join(f"{names[play['seat']]} {play['card']}{'' if play['legal'] else '!'}" for play in plays)


def _result_text(deal: Deal, names: list[str]) -> Iterator[str]:
    ruling, score = deal.ruling, deal.score
    if ruling is not None:
        verdict = "right" if ruling.upheld else "wrong"
        charge = f"{names[ruling.accused]} revoked in trick {ruling.trick + 1} with {ruling.card}"
        yield f"  {names[ruling.by]} claims that {charge}: {verdict}"
    if score is None:
        yield "  not finished"
        return
    taken = [_amount(points, meld) for points, meld in zip(score.points, score.meld, strict=True)]
    yield f"  tricks   declaring side {taken[0]}, the others {taken[1]}"
    yield f"  outcome  {_outcome_text(score, names)}"
    yield f"  score    {_per_seat([_amount(credit.points, credit.meld) for credit in score.credit], names)}"


def _amount(points: int, meld: int) -> str:
    return f"{points} + {meld} meld" if meld else f"{points}"


def _outcome_text(score: DealScore, names: list[str]) -> str:
    if score.culprit is not None:
        return f"revoke, {names[score.culprit]} pays"
    if score.failed:
        return "failed, march by the others" if score.march else "failed"
    return "made, march" if score.march else "made"


def _per_seat(values: list[Any], names: list[str]) -> str:
    return "  ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))


def _end_text(record: Record, names: list[str]) -> str:
    standing = record.standing
    if not standing.over:
        return f"{len(standing.scores)} of {record.variant.deals} deals are finished"
    winners = " and ".join(names[seat] for seat in standing.winners)
    return f"a draw between {winners}" if standing.drawn else f"won by {winners}"
