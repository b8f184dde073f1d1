"""Two worlds in which a seat has seen the same: every byte that it was sent must be the same.

A world is a deal played in a real room. The other world deals the cards that this seat has not seen in
another way, and everybody makes the same moves. Whatever differs in what the seat is sent, is a leak.

Other cards come from another seed, and a seed is sealed before the deal (docs/fair.md). What a hash of 256
secret bits can tell is what a random oracle can: nothing. So here the oracle is a programmed one: it makes of
each world's own seed that world's cards, and the same seal. Were anything but the seal made of the seed and
sent before the deal is over, the bytes would differ.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

import msgspec
import pytest

from klaverjas.rules import EMPTY, Card, CardSet, Deal, Suit, Variant, deal_out, fair, pack, view_for
from klaverjas.server.dice import RandomDice
from klaverjas.server.room import Pub
from klaverjas.server.socket import Gallery
from klaverjas.table import say
from klaverjas.wire.messages import AnyCommand, GiveNumber, Say
from klaverjas.wire.shapes import HouseRules
from tests.server.rooms import Corner, Person, corner
from tests.server.support import CLUB_RULES, PUB_RULES, Message, make_pub, rules

Place = tuple[str, int, int]
"""Where a dealt card goes: ("hand", seat, 0), ("open", seat, pile) or ("closed", seat, pile)."""

NONSENSE: tuple[Message, ...] = (
    {"t": "play", "card": "HJ"},
    {"t": "play", "card": "S7"},
    {"t": "call", "call": "pass"},
    {"t": "call", "call": "H"},
    {"t": "start"},
    {"t": "show_score"},
    {"t": "go_on"},
    {"t": "again"},
    {"t": "swap", "seat": 1},
    {"t": "claim", "accused": 0, "trick": 15},
)


STRICT: Message = {
    **PUB_RULES,
    "preset": "own",
    "trump_duty": "rotterdam",
    "undertrump": "forced",
    "march": "declarer",
    "revoke": "claimable",
}
LENIENT: Message = {
    **CLUB_RULES,
    "preset": "own",
    "trump_duty": "amsterdam",
    "march": "either",
    "revoke": "refused",
}
EVERY_RULE = pytest.mark.parametrize(
    "preset", [PUB_RULES, CLUB_RULES, STRICT, LENIENT], ids=["pub", "club", "strict", "lenient"]
)
"""Each rule in each of its ways, turned and forced trump with refused and with claimable revokes."""


class WorldDice(RandomDice):
    """Everything falls as the number says, but a deal's seed belongs to its world."""

    def __init__(self, number: int, world: str) -> None:
        super().__init__(random.Random(number))
        self._world = world

    def seed(self) -> str:
        drawn = super().seed()
        return sha256(f"{self._world} {drawn}".encode()).hexdigest()


class Programmed:
    """An oracle that makes of any seed these cards, a suit and a dealer that do not depend on it, and a seal
    that is as opaque as that of any other seed."""

    SEAL = "5ea1" * 16

    def __init__(self, number: int, stacked: Sequence[Card]) -> None:
        self._number = number
        self._stacked = tuple(stacked)

    def seal(self, place: fair.Place, seed: str) -> str:
        return self.SEAL

    def seal_numbers(self, place: fair.Place, numbers: Sequence[str | None]) -> str:
        return fair.seal_numbers(place, numbers)

    def draw(self, place: fair.Place, seed: str, numbers: Sequence[str | None]) -> fair.Draw:
        assert None not in numbers
        chance = random.Random(self._number)
        return fair.Draw(self._stacked, chance.choice(tuple(Suit)), chance.randrange(place.seats))


@dataclass(frozen=True)
class Move:
    """Who did what."""

    name: str
    command: Message


def variant_of(house: Message) -> Variant:
    return say.variant(msgspec.convert(house, HouseRules))


async def world(seed: int, stacked: Sequence[Card], house: Message) -> Corner:
    dice = WorldDice(seed, " ".join(map(str, stacked)))
    pub: Pub = replace(make_pub(), dice=dice, oracle=Programmed(seed, stacked))
    return await corner(pub, people=house["seats"], house=house)


def places(deal: Deal) -> dict[Place, list[Card]]:
    """The cards as they were dealt."""
    found: dict[Place, list[Card]] = {
        ("hand", seat, 0): list(hand) for seat, hand in enumerate(deal.dealt.hands)
    }
    for seat, piles in enumerate(deal.dealt.piles):
        for number, pile in enumerate(piles):
            assert pile.open is not None
            assert pile.closed is not None
            found["open", seat, number] = [pile.open]
            found["closed", seat, number] = [pile.closed]
    return found


def stack(wanted: dict[Place, list[Card]], variant: Variant, dealer: int) -> list[Card]:
    """The pack that deals these cards to these places."""
    sorted_pack = tuple(pack(variant.seats))
    turned = None if variant.trump_making == "forced" else next(iter(sorted_pack)).suit
    goes = {
        card: place
        for place, cards in places(deal_out(variant, dealer, sorted_pack, turned)).items()
        for card in cards
    }
    left = {place: list(cards) for place, cards in wanted.items()}
    return [left[goes[card]].pop() for card in sorted_pack]


def seen_by(deal: Deal, seat: int | None) -> CardSet:
    """Every card whose place this seat knows: its hand, what lies open, what was played and what a ruling
    showed (6.4). None: somebody who looks on, and has no hand."""
    seen = EMPTY if seat is None else deal.dealt.hands[seat]
    for trick in deal.won:
        seen = seen | CardSet.of(trick.cards)
    if deal.trick is not None:
        seen = seen | CardSet.of(deal.trick.cards)
    for piles in deal.piles:
        seen = seen | CardSet.of(pile.open for pile in piles if pile.open is not None)
    return seen if deal.ruling is None else seen | deal.ruling.held


def other_world(deal: Deal, seat: int | None, chance: random.Random) -> dict[Place, list[Card]]:
    """The same deal with all cards that this seat has not seen shuffled among their places."""
    seen, dealt = seen_by(deal, seat), places(deal)
    hidden = [card for cards in dealt.values() for card in cards if card not in seen]
    chance.shuffle(hidden)
    return {
        place: [card if card in seen else hidden.pop() for card in cards] for place, cards in dealt.items()
    }


def alike(one: dict[Place, list[Card]], other: dict[Place, list[Card]]) -> bool:
    """Whether the same cards lie in the same places; a hand has no order."""
    return all(set(one[place]) == set(other[place]) for place in one)


def deal_of(it: Corner) -> Deal:
    deal = it.room.table.deal
    assert deal is not None
    return deal


def anything(it: Corner, chance: random.Random) -> Move:
    """What the seat in turn does: something it may."""
    deal = deal_of(it)
    mover = next(person for person in it.people if it.seat(person) == deal.turn)
    if deal.trump is None:
        return Move(mover.name, {"t": "call", "call": say.call(chance.choice(deal.calls_allowed()))})
    turn = it.seat(mover)
    allowed = (
        deal.own(turn) if deal.variant.revoke == "claimable" and deal.must_obey != turn else deal.legal()
    )
    if deal.variant.revoke == "claimable" and deal.before is not None and chance.random() < 0.05:
        return Move(mover.name, {"t": "take_back"})
    return Move(mover.name, {"t": "play", "card": str(chance.choice(list(allowed)))})


def named(it: Corner, name: str) -> Person:
    return next(person for person in it.people if person.name == name)


async def repeat(it: Corner, moves: Sequence[Move], watcher: str) -> bool:
    """Make the same moves. False when one of them, of somebody else, is not allowed in this world."""
    for move in moves:
        answer = await it.ask(named(it, move.name), move.command)
        if move.name != watcher and answer[-1]["t"] == "refused":
            return False
    return True


async def everything_sent(it: Corner, watcher: str) -> list[str]:
    """The bytes of all that the seat has been sent, then of refusals, duplicates and a new connection."""
    person = named(it, watcher)
    number = it.chair_number(person) + 1
    for each in it.people:
        it.room.talk(each.line, Say(phrase="asleep"))
        it.room.talk(each.line, Say(text=f"{each.name} ziet er niets van"))
    deal = deal_of(it)
    seat = it.seat(person)
    for command in NONSENSE:
        card = command.get("card")
        if card is not None and deal.turn == seat and Card.parse(card) in deal.own(seat):
            continue
        if command["t"] == "call" and deal.turn == seat and deal.trump is None:
            continue
        answer = await it.ask(person, command, n=number)
        assert answer[-1]["t"] == "refused"
    await it.ask(person, {"t": "go_on"}, n=max(1, number - 1))
    person.join(it.room)
    return person.texts


@pytest.mark.parametrize("seats", [2, 3, 4])
@EVERY_RULE
async def test_a_seat_is_sent_the_same_bytes_in_two_worlds_that_look_the_same_to_it(
    preset: Message, seats: int
) -> None:
    house = rules(preset, seats)
    compared = messages = 0
    for seed in range(8):
        chance = random.Random(seed)
        stacked = random.Random(1000 + seed).sample(list(pack(seats)), 8 * seats if seats > 2 else 32)
        watcher = ("Jan", "Piet", "Mia", "Ans")[seed % seats]
        one = await world(seed, stacked, house)
        moves: list[Move] = []
        for _ in range(chance.randint(0, seats * (5 if preset["trump_making"] == "turned" else 8))):
            if deal_of(one).turn is not None:
                moves.append(anything(one, chance))
                await one.ask(named(one, moves[-1].name), moves[-1].command)
        deal, seat = deal_of(one), one.seat(named(one, watcher))
        sent = await everything_sent(one, watcher)
        for _ in range(12):
            wanted = other_world(deal, seat, chance)
            if alike(wanted, places(deal)):
                continue
            two = await world(seed, stack(wanted, variant_of(house), deal.dealer), house)
            if await repeat(two, moves, watcher):
                assert deal_of(two).dealt != deal.dealt
                assert view_for(deal_of(two), seat) == view_for(deal, seat)
                assert two.room.table.dealt != one.room.table.dealt, "another seed"
                assert await everything_sent(two, watcher) == sent
                assert any(Programmed.SEAL in text for text in sent)
                compared += 1
                messages += len(sent)
            await two.close()
        await one.close()
    assert compared >= 12
    assert messages > 12 * compared


@pytest.mark.parametrize("seats", [2, 3, 4])
@EVERY_RULE
async def test_who_looks_on_is_sent_the_same_bytes_in_two_worlds_with_the_same_table(
    preset: Message, seats: int
) -> None:
    house = {**rules(preset, seats), "watch": True}
    compared = 0
    for seed in range(4):
        chance = random.Random(seed)
        stacked = random.Random(2000 + seed).sample(list(pack(seats)), 8 * seats if seats > 2 else 32)
        one = await world(seed, stacked, house)
        first = onlooker(one)
        moves: list[Move] = []
        for _ in range(chance.randint(0, seats * 5)):
            moves.append(anything(one, chance))
            await one.ask(named(one, moves[-1].name), moves[-1].command)
        deal = deal_of(one)
        sent = everything_seen(one, first)
        assert any(Programmed.SEAL in text for text in sent)
        for _ in range(8):
            wanted = other_world(deal, None, chance)
            if alike(wanted, places(deal)):
                continue
            two = await world(seed, stack(wanted, variant_of(house), deal.dealer), house)
            second = onlooker(two)
            if await repeat(two, moves, "nobody"):
                assert deal_of(two).dealt != deal.dealt
                assert everything_seen(two, second) == sent
                compared += 1
            await two.close()
        await one.close()
    assert compared >= 4


def everything_seen(it: Corner, nobody: Person) -> list[str]:
    """What somebody is sent who looked on from the beginning, while people talk and when he speaks up
    himself, and what somebody is sent who comes now."""
    for each in it.people:
        it.room.talk(each.line, Say(text=f"{each.name} heeft {deal_of(it).hands[it.seat(each)]}"))
    gallery, line = Gallery(it.room), nobody.line
    for command in NONSENSE:
        gallery.command(line, command_of(command))
    gallery.talk(line, Say(text="Wie heeft de boer?"))
    gallery.give_number(line, GiveNumber(1, 0, "0" * 32))
    return [*nobody.read_texts(), *onlooker(it).read_texts()]


def command_of(command: Message) -> AnyCommand:
    deal = {"deal": 0} if command["t"] in ("go_on", "claim") else {}
    return msgspec.convert({**command, **deal, "n": 1}, AnyCommand)  # type: ignore[no-any-return]


def onlooker(it: Corner) -> Person:
    """Somebody who looks on from now."""
    person = Person("nobody")
    assert it.room.watch(person.line)
    person.line.gone.set()  # there is no socket to wait for
    return person


async def test_the_test_itself_sees_a_leak() -> None:
    """Two worlds that do not look the same to the seat give other bytes."""
    stacked = list(pack(4))
    one = await world(1, stacked, PUB_RULES)
    two = await world(1, stacked[::-1], PUB_RULES)
    assert await everything_sent(one, "Jan") != await everything_sent(two, "Jan")
    await one.close()
    await two.close()


async def test_the_test_itself_sees_what_is_made_of_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a seal that the oracle did not hide the same two worlds do not give the same bytes."""
    monkeypatch.setattr(Programmed, "seal", lambda _, place, seed: fair.seal(place, seed))
    stacked = list(pack(4))
    one = await world(1, stacked, PUB_RULES)
    deal = deal_of(one)
    wanted = other_world(deal, 0, random.Random(1))
    two = await world(1, stack(wanted, variant_of(PUB_RULES), deal.dealer), PUB_RULES)
    assert view_for(deal_of(two), 0) == view_for(deal, 0)
    assert await everything_sent(one, "Jan") != await everything_sent(two, "Jan")
    await one.close()
    await two.close()


@pytest.mark.parametrize("preset", [PUB_RULES, CLUB_RULES], ids=["pub", "club"])
async def test_before_the_deal_is_over_a_seat_is_sent_no_seed_and_no_number_of_another(
    preset: Message,
) -> None:
    """The real oracle: of what makes the cards a seat has its own number and two hashes."""
    it = await corner(replace(make_pub(seed=3), dice=RandomDice(random.Random(3))), house=rules(preset))
    chance = random.Random(3)
    while len(deal_of(it).won) < 7:
        move = anything(it, chance)
        await it.ask(named(it, move.name), move.command)
    dealt = it.room.table.dealt
    assert dealt is not None
    for person in it.people:
        everything = "".join(await everything_sent(it, person.name))
        assert dealt.seal in everything
        assert dealt.numbers_seal in everything
        assert dealt.seed not in everything
        for seat, number in enumerate(dealt.numbers):
            assert number is not None
            assert (number in everything) == (seat == it.seat(person))
    await it.close()
