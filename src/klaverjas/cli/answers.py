"""What the rules say to a case: one function per kind, in the shape of its `expect`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klaverjas.cli.fields import BadCase, Fields
from klaverjas.rules import (
    BrokenDeal,
    Call,
    CardSet,
    Deal,
    DealScore,
    IllegalMove,
    Meld,
    UnreadableText,
    WonTrick,
    apply,
    claim,
    melds,
    new_deal,
    show_score,
)
from klaverjas.rules.bidding import allowed_calls, caller, contract, forehand
from klaverjas.rules.strength import LAST_TRICK
from klaverjas.solver import OBJECTIVES, ImpossiblePosition
from klaverjas.solver import solve as solve_deal

Answer = dict[str, Any]
MELD_NAMES = {
    "run3": "run of three",
    "run4": "run of four",
    "marriage": "marriage",
    "four": "four of a kind",
    "jacks": "four jacks",
}


def legal(case: Fields) -> Answer:
    deal = _played(case)
    return {"turn": deal.turn, "legal": _texts(deal.legal())}


def table(case: Fields) -> Answer:
    deal = _played(case)
    return {
        "turn": deal.turn,
        "open": [[str(pile.open) for pile in row if pile.open is not None] for row in deal.piles],
        "closed_left": [sum(pile.closed is not None for pile in row) for row in deal.piles],
        "in_hand": [_texts(hand) for hand in deal.hands],
    }


def trick(case: Fields) -> Answer:
    deal = _played(case)
    if not deal.won or (deal.trick is not None and deal.trick.cards):
        raise BadCase("plays do not end with a full trick")
    return {
        "winner": deal.won[-1].winner,
        "points": _bare_points(deal, deal.won[-1]),
        **_melds(deal.won[-1].melds),
        "last": deal.trick is None,
    }


def meld(case: Fields) -> Answer:
    return _melds(melds(case.hand("cards"), case.suit("trump")))


def deal(case: Fields) -> Answer:
    played = _played(case)
    if played.trick is not None:
        raise BadCase(f"the deal is not finished after {len(case.items('plays'))} cards")
    score = (played if played.done else show_score(played)).score
    assert score is not None
    points = [sum(score.credit[seat].points for seat in _payees(score, side)) for side in score.sides]
    meld = [sum(score.credit[seat].meld for seat in _payees(score, side)) for side in score.sides]
    return {
        "tricks": [
            {"winner": won.winner, "points": _bare_points(played, won), "meld": won.meld}
            for won in played.won
        ],
        "points": points,
        "meld": meld,
        "total": [points[0] + meld[0], points[1] + meld[1]],
        "scores": list(score.scores),
        "failed": score.failed,
        "march": score.march,
    }


def revoke(case: Fields) -> Answer:
    played = _played(case, revoke="claimable")
    asked = case.fields("claim")
    by, accused, number = asked.number("by"), asked.number("accused"), asked.number("trick")
    revokes = [_revoke(played, number, seat) for number, seat in sorted(played.revokes)]
    revokes.sort(key=lambda found: found["ply"])
    try:
        after, ruling = claim(played, by, accused, number)
    except IllegalMove:
        return {"revokes": revokes, "admissible": False, "upheld": None, "scores": None}
    scores = list(after.score.scores) if after.score is not None else None
    return {"revokes": revokes, "admissible": True, "upheld": ruling.upheld, "scores": scores}


def bidding(case: Fields) -> Answer:
    variant = case.variant()
    dealer = case.seat("dealer", variant.seats)
    turned = case.suit("turned") if variant.trump_making == "turned" else None
    calls: tuple[Call, ...] = ()
    made = None
    for said in case.items("calls"):
        call = _call(said)
        if made is not None or call not in allowed_calls(variant, turned, calls):
            return {"error": f"{said} cannot be said after {[earlier.text for earlier in calls]}"}
        calls = (*calls, call)
        made = contract(variant, dealer, turned, calls)
    if made is None:
        may = [call.text for call in allowed_calls(variant, turned, calls)]
        return {"pending": {"seat": caller(variant, dealer, calls), "may": may}}
    leader = forehand(dealer, variant.seats)
    return {"declarer": made.declarer, "trump": made.trump.text, "leader": leader}


def solve(case: Fields) -> Answer:
    deal, asked = _played(case), case.fields("expect").values
    objective = case.values.get("objective", "points")
    if objective not in OBJECTIVES:
        raise BadCase(f"objective is {objective!r} (expected one of {', '.join(OBJECTIVES)})")
    try:
        solution = solve_deal(deal, objective, cards="cards" in asked)
    except ImpossiblePosition as error:
        raise BadCase(str(error)) from error
    cards = solution.cards or {}
    return {"value": solution.value, "cards": {str(card): value for card, value in cards.items()}}


KINDS: dict[str, Callable[[Fields], Answer]] = {
    "legal": legal,
    "table": table,
    "trick": trick,
    "meld": meld,
    "deal": deal,
    "revoke": revoke,
    "bidding": bidding,
    "solve": solve,
}


def _played(case: Fields, **standing: str) -> Deal:
    """The deal of a case after its `plays`."""
    deal = _started(case, **standing)
    for place, card in enumerate(case.cards("plays"), 1):
        try:
            deal = apply(deal, card)
        except IllegalMove as error:
            raise BadCase(f"play {place} is not possible: {error}") from error
    return deal


def _started(case: Fields, **standing: str) -> Deal:
    """The deal of a case before its first card. Whatever the variant says about making trump, its trump is
    turned here and everyone before the declarer passes: so every declarer meets every leader."""
    said = case.variant(**standing)
    variant = said if said.trump_making == "turned" else said.but(trump_making="turned")
    seats = variant.seats
    declarer, dealer = case.seat("declarer", seats), (case.seat("leader", seats) - 1) % seats
    hands, piles = case.hands(seats)
    try:
        deal = new_deal(variant, dealer, hands, case.suit("trump"), piles)
    except BrokenDeal as error:
        raise BadCase(f"the cards cannot be dealt so: {error}") from error
    while deal.turn != declarer:
        deal = apply(deal, Call.PASS)
    return apply(deal, Call.PLAY)


def _call(said: Any) -> Call:
    try:
        return Call.parse(said)
    except UnreadableText as error:
        raise BadCase(f"calls: {error}") from error


def _revoke(deal: Deal, number: int, seat: int) -> dict[str, int]:
    """Where in the plays the illegal card of `seat` in that trick stands."""
    seats = deal.variant.seats
    lying = deal.won[number] if number < len(deal.won) else deal.trick
    assert lying is not None
    return {"ply": number * seats + (seat - lying.leader) % seats, "seat": seat, "trick": number}


def _payees(score: DealScore, side: tuple[int, ...]) -> tuple[int, ...]:
    """The seats whose credits add up to that of their side: partners of four share one."""
    return side[:1] if len(score.credit) == 4 else side


def _bare_points(deal: Deal, won: WonTrick) -> int:
    """Card points, without the 10 for the last trick."""
    last = len(deal.won) == deal.variant.tricks and won is deal.won[-1]
    return won.points - LAST_TRICK if last else won.points


def _melds(found: tuple[Meld, ...]) -> Answer:
    kinds = [[MELD_NAMES[meld.kind], meld.points] for meld in found]
    return {"meld": sum(meld.points for meld in found), "meld_kinds": kinds}


def _texts(cards: CardSet) -> list[str]:
    """Sorted as text."""
    return sorted(map(str, cards))
