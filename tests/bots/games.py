"""Random deals, the players that a regular must beat, and duplicate matches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from klaverjas.bots import Player, Strong, choose
from klaverjas.rules import (
    Call,
    Card,
    CardSet,
    Deal,
    SeatView,
    Suit,
    TablePile,
    Variant,
    apply,
    deal_out,
    pack,
    show_score,
    view_for,
)
from klaverjas.rules.strength import PLACE, POINTS


def random_deal(variant: Variant, seed: int) -> Deal:
    random = Random(seed)
    cards = list(pack(variant.seats))
    random.shuffle(cards)
    turned = random.choice(list(Suit)) if variant.trump_making == "turned" else None
    return deal_out(variant, random.randrange(variant.seats), tuple(cards), turned)


def positions(deal: Deal, players: Sequence[Player]) -> Iterator[tuple[Deal, SeatView, Call | Card]]:
    """Play a deal: before each move the deal, the view of the seat in turn, and its move."""
    while (seat := deal.turn) is not None:
        view = view_for(deal, seat)
        move = players[seat](view)
        yield deal, view, move
        deal = apply(deal, move)


def scores(deal: Deal, players: Sequence[Player]) -> tuple[int, ...]:
    """What each seat is written for this deal."""
    for before, _, move in positions(deal, players):
        deal = apply(before, move)
    score = (deal if deal.done else show_score(deal)).score
    assert score is not None
    return score.scores


def duplicate(variant: Variant, one: Player, other: Player, deals: int) -> list[float]:
    """Per deal, what `one` scores more than `other`, averaged over every way to seat them: with four as
    pairs, else one against the rest."""
    seats = range(variant.seats)
    seatings = [(0, 2), (1, 3)] if variant.seats == 4 else [(seat,) for seat in seats]
    differences = []
    for seed in range(deals):
        deal = random_deal(variant, seed)
        total = 0.0
        for mine in seatings:
            written = scores(deal, [one if seat in mine else other for seat in seats])
            theirs = [written[seat] for seat in seats if seat not in mine]
            total += sum(written[seat] for seat in mine) / len(mine) - sum(theirs) / len(theirs)
        differences.append(total / len(seatings))
    return differences


def random_player(seed: int) -> Player:
    """Any allowed call, any legal card."""
    random = Random(seed)

    def player(view: SeatView) -> Call | Card:
        return random.choice(view.calls) if view.calls else random.choice(list(view.legal))

    return player


def revoking_player(seed: int) -> Player:
    """Any allowed call, any card of its own: for variants where a revoke is possible (6.1)."""
    random = Random(seed)

    def player(view: SeatView) -> Call | Card:
        return random.choice(view.calls) if view.calls else random.choice(list(view.own))

    return player


def cheapest_player(view: SeatView) -> Call | Card:
    """Calls like a regular and plays the legal card with the fewest points, the weakest of those."""
    trump = view.trump
    if trump is None:
        return choose(view)
    return min(view.legal, key=lambda card: (POINTS[trump][card], PLACE[trump][card]))


def another_world(deal: Deal, seat: int, random: Random) -> Deal:
    """The deal with all cards that `seat` does not see dealt anew among the places where they lie hidden."""
    hidden = [card for other, hand in enumerate(deal.hands) if other != seat for card in hand]
    hidden += [pile.closed for piles in deal.piles for pile in piles if pile.closed is not None]
    random.shuffle(hidden)
    hands = tuple(
        hand if other == seat else CardSet.of(hidden.pop() for _ in hand)
        for other, hand in enumerate(deal.hands)
    )
    piles = tuple(
        tuple(TablePile(pile.open, None if pile.closed is None else hidden.pop()) for pile in row)
        for row in deal.piles
    )
    assert not hidden
    return replace(deal, hands=hands, piles=piles)


def hasty(player: Player, worlds: int = 6) -> Player:
    """The same player, who thinks about few worlds if he thinks at all: for tests of anything but
    strength."""
    return replace(player, worlds=worlds) if isinstance(player, Strong) else player
