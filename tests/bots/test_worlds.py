"""The guesses of the strong regulars against plain enumeration: every way to deal the hidden cards, kept when
no card that was played would have been illegal in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import sqrt
from random import Random

import pytest

from klaverjas.bots.engine import Engine, World, load_engine
from klaverjas.bots.weights import no_weights
from klaverjas.rules import PUB, Card, CardSet, Deal, SeatView, Trick, Variant, pack
from klaverjas.rules.legal import legal_cards
from klaverjas.rules.sides import sides
from klaverjas.rules.trick import best_place
from tests.bots.games import positions, random_deal, random_player, revoking_player

DIALECTS = [
    PUB.but(seats=seats, trump_duty=duty, undertrump=undertrump)
    for seats in (4, 3, 2)
    for duty in ("amsterdam", "rotterdam")
    for undertrump in ("forbidden", "forced")
]


def title(variant: Variant) -> str:
    return f"{variant.seats}-{variant.trump_duty}-{variant.undertrump}"


def engine_for(variant: Variant) -> Engine:
    return Engine(load_engine(), variant.seats, no_weights())


def endings(variant: Variant, tricks: int, deals: int) -> Iterator[tuple[Deal, SeatView]]:
    """Positions of random play in which a card is to be played and at most so many tricks are left."""
    for seed in range(deals):
        players = [random_player(100 * seed + seat) for seat in range(variant.seats)]
        for deal, view, _ in positions(random_deal(variant, seed), players):
            if not view.calls and variant.tricks - len(deal.won) <= tricks:
                yield deal, view


def frozen(world: World) -> tuple[tuple[int, ...], tuple[tuple[Card, Card], ...]]:
    return tuple(map(int, world.hands)), tuple(sorted(world.under.items()))


def all_worlds(view: SeatView) -> set[tuple[tuple[int, ...], tuple[tuple[Card, Card], ...]]]:
    """Every world that fits, found by trying all of them."""
    public, seats = view.public, view.variant.seats
    others = [seat for seat in range(seats) if seat != view.seat]
    played = CardSet.of(card for trick in public.won for card in trick.cards)
    assert public.trick is not None
    tops = CardSet.of(pile.open for row in public.piles for pile in row if pile.open is not None)
    unseen = list(pack(seats) - played - CardSet.of(public.trick.cards) - view.hand - tops)
    covered = [pile.open for row in public.piles for pile in row if pile.closed and pile.open is not None]
    found = set()
    for hands in ways(unseen, [public.counts[seat] for seat in others]):
        held = dict(zip(others, hands[0], strict=True)) | {view.seat: view.hand}
        under = dict(zip(covered, hands[1], strict=True))
        world = World(tuple(held[seat] for seat in range(seats)), under)
        if fits(view, world):
            found.add(frozen(world))
    return found


def ways(cards: list[Card], counts: list[int]) -> Iterator[tuple[list[CardSet], tuple[Card, ...]]]:
    """Every way to give the next hands so many cards; then the rest in every order to the closed places."""
    if not counts:
        yield from (([], order) for order in permutations(cards))
        return
    for hand in combinations(cards, counts[0]):
        rest = [card for card in cards if card not in hand]
        for hands, closed in ways(rest, counts[1:]):
            yield [CardSet.of(hand), *hands], closed


def fits(view: SeatView, world: World) -> bool:
    """Whether every card that others played was legal for who held it in this world."""
    public, variant = view.public, view.variant
    seats = variant.seats
    assert public.trump is not None
    assert public.declarer is not None
    assert public.trick is not None
    both = sides(seats, public.declarer)
    tricks = [Trick(won.leader, won.cards) for won in public.won] + [public.trick]
    below = dict(public.opened)
    on_tables = {pile.open for row in public.piles for pile in row} | set(below)
    players = {c: (t.leader + i) % seats for t in tricks for i, c in enumerate(t.cards)}
    dealt_open = on_tables - set(below.values())
    laid = [
        {pile.open for pile in row if pile.open in dealt_open}
        | {c for c in below if c in dealt_open and players[c] == seat}
        for seat, row in enumerate(public.piles)
    ]
    plays = [((t.leader + i) % seats, t.cards[:i], card) for t in tricks for i, card in enumerate(t.cards)]
    hands = [set(hand) for hand in world.hands]
    for seat, _, card in plays:
        if card not in on_tables:
            hands[seat].add(card)
    for seat, lying, card in plays:
        own = CardSet.of(card for card in {*hands[seat], *laid[seat]} if card is not None)
        partner = False
        if lying:
            holder = (seat - len(lying) + best_place(lying, public.trump)) % seats
            partner = seats > 2 and both.together(holder, seat)
        if card not in legal_cards(own, lying, public.trump, partner, variant)[0]:
            return False
        if card in hands[seat]:
            hands[seat].remove(card)
        else:
            laid[seat].remove(card)
            laid[seat].add(below[card])
    return True


@pytest.mark.parametrize("variant", DIALECTS, ids=title)
def test_the_list_of_worlds_is_exactly_what_fits(variant: Variant) -> None:
    engine, checked = engine_for(variant), 0
    tricks = {4: 3, 3: 4, 2: 6}[variant.seats]
    for _, view in endings(variant, tricks, 25):
        listed, ways = engine.worlds(view, 4000, seed=1)
        expected = all_worlds(view)
        assert len(listed) == ways == len(expected)
        assert {frozen(world) for world in listed} == expected
        checked += len(expected)
    assert checked > 300


@pytest.mark.parametrize("variant", DIALECTS, ids=title)
def test_every_world_is_drawn_equally_often(variant: Variant) -> None:
    engine, random, tested = engine_for(variant), Random(5), 0
    tricks = {4: 3, 3: 4, 2: 7}[variant.seats]
    for _, view in endings(variant, tricks, 200):
        number = engine.worlds(view, 4000, seed=1)[1]
        if not 3 <= number <= 60 or tested == 6:
            continue
        draws = Counter[object]()
        for _ in range(2000):
            worlds, _ = engine.worlds(view, 1 if number > 1 else 2, random.getrandbits(60))
            draws.update(map(frozen, worlds))
        total = draws.total()
        assert len(draws) == number
        surprise = sum((drawn - total / number) ** 2 / (total / number) for drawn in draws.values())
        assert surprise < number - 1 + 5 * sqrt(2 * (number - 1)) + 8  # chi-squared, far out
        tested += 1
    assert tested == 6


@pytest.mark.parametrize("variant", DIALECTS, ids=title)
def test_the_true_world_always_fits(variant: Variant) -> None:
    for deal, view in endings(variant, {4: 3, 3: 4, 2: 6}[variant.seats], 25):
        truth = World(
            deal.hands,
            {
                pile.open: pile.closed
                for row in deal.piles
                for pile in row
                if pile.open is not None and pile.closed is not None
            },
        )
        worlds, ways = engine_for(variant).worlds(view, 4000, seed=1)
        assert ways > 4000 or frozen(truth) in {frozen(world) for world in worlds}


@pytest.mark.parametrize("seats", [4, 3, 2])
def test_revokes_of_others_leave_worlds_to_guess(seats: int) -> None:
    variant = PUB.but(seats=seats, revoke="claimable")
    engine = engine_for(variant)
    for seed in range(60):
        deal = random_deal(variant, seed)
        players = [revoking_player(seed + seat) for seat in range(seats)]
        for _, view, move in positions(deal, players):
            if not isinstance(move, Card):
                continue
            worlds, ways = engine.worlds(view, 20, seed)
            assert worlds
            assert ways >= 1
            for world in worlds:
                assert [len(hand) for hand in world.hands] == list(view.public.counts)
                assert world.hands[view.seat] == view.hand
