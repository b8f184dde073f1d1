"""Whether the log of a table and what its people saw are one story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from klaverjas.crowd.person import Person, differences
from klaverjas.table import Stored, Table, audience, evolve
from klaverjas.wire.facts import CardPlayed


@dataclass(frozen=True, slots=True)
class Verdict:
    """`acknowledged`: cards that the pub said it had; `lost` of them the log does not have as they were
    played; `doubled` are in it twice, or were never sent; `out_of_step`: people whose view is not what the
    log makes of it, and wrong messages on the way; `remarks` tell more of those."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    out_of_step: int = 0
    remarks: tuple[str, ...] = ()

    def __add__(self, other: Verdict) -> Verdict:
        return Verdict(
            self.acknowledged + other.acknowledged,
            self.lost + other.lost,
            self.doubled + other.doubled,
            self.out_of_step + other.out_of_step,
            self.remarks + other.remarks,
        )


def judge(log: Sequence[Stored], people: Sequence[Person]) -> Verdict:
    """Compare one table's log with all its people. Raises what `evolve` raises when it cannot be replayed."""
    views = _replayed(log, {person.v for person in people})
    return sum((_judge_one(log, views.get(person.v), person) for person in people), Verdict())


def _replayed(log: Sequence[Stored], versions: set[int]) -> dict[int, Table]:
    """The table at these versions; the whole log is replayed."""
    found, table = {}, None
    for stored in log:
        table = evolve(table, stored)
        if table.version in versions:
            found[table.version] = table
    return found


def _judge_one(log: Sequence[Stored], table: Table | None, person: Person) -> Verdict:
    if table is None or person.view is None:
        return Verdict(len(person.played), len(person.played), out_of_step=1)
    seat = person.view.me
    cards = Counter(
        (stored.n, stored.event.card)
        for stored in log
        if stored.by == seat and isinstance(stored.event, CardPlayed)
    )
    numbers = Counter(n for n, _ in cards.elements())
    foreign = sum(card not in person.sent.get(n, ()) for n, card in cards)
    told = differences(audience.table_view(table, seat), person.view)
    lost = [(n, card) for n, card in person.played.items() if cards[n, card] == 0]
    remarks = (
        *person.complaints,
        *(f"at version {person.v} the log has another {name}" for name in told),
        *(f"command {n}, {_tried(log, seat, n, person)}" for n, _ in lost),
    )
    return Verdict(
        acknowledged=len(person.played),
        lost=len(lost),
        doubled=sum(count - 1 for count in numbers.values()) + foreign,
        out_of_step=len(person.complaints) + bool(told),
        remarks=remarks,
    )


def _tried(log: Sequence[Stored], seat: int, n: int, person: Person) -> str:
    """What one person tried under this number, what he was told that he had done, and what the log has."""
    events = [
        getattr(stored.event, "card", type(stored.event).__name__)
        for stored in log
        if stored.by == seat and stored.n == n
    ]
    return f"cards {sorted(person.sent.get(n, ()))}: told {person.played[n]}, the log has {events}"
