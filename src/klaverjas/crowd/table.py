"""Bringing simulated people together at tables of every kind."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle

from klaverjas.crowd import door
from klaverjas.crowd.door import Key
from klaverjas.crowd.person import Person
from klaverjas.crowd.visitor import Pace, Sender, Visitor, straight
from klaverjas.wire.shapes import HouseRules


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of table, and how many people come; regulars take the other chairs."""

    rules: HouseRules
    people: int


def pub(seats: int) -> HouseRules:
    return _rules("pub", seats)


def club(seats: int) -> HouseRules:
    return _rules("club", seats)


def _rules(preset: str, seats: int) -> HouseRules:
    club = preset == "club"
    return HouseRules(
        preset="club" if club else "pub",
        seats=seats,  # type: ignore[arg-type]
        trump_duty="rotterdam" if club else "amsterdam",
        trump_making="forced" if club else "turned",
        undertrump="forbidden",
        march="declarer" if club else "either",
        revoke="claimable" if club else "refused",
        deals=12 if seats == 3 else 4,
    )


KINDS = (
    Kind(pub(4), 4),
    Kind(club(4), 4),
    Kind(pub(4), 1),
    Kind(pub(2), 2),
    Kind(club(4), 2),
    Kind(club(2), 2),
    Kind(pub(3), 3),
    Kind(club(3), 2),
)


def kinds() -> Iterator[Kind]:
    """One of each kind, over and over."""
    return cycle(KINDS)


async def keys(port: int, kind: Kind) -> list[Key]:
    """Open a table and let its people sit down; nobody connects yet. Raises ShutOut."""
    first = await door.open_table(port, "Gast 0", kind.rules)
    others = [await door.sit_down(port, f"Gast {seat}", first.code) for seat in range(1, kind.people)]
    return [first, *others]


def party(
    port: int, kind: Kind, chairs: list[Key], chance: random.Random, pace: Pace, send: Sender = straight
) -> list[Visitor]:
    """The people of these chairs, who have yet to connect."""
    people = [Person(random.Random(chance.random()), kind.people) for _ in chairs]
    return [Visitor(port, key, person, pace, send) for key, person in zip(chairs, people, strict=True)]
