"""Sitting down, changing places, leaving."""

from __future__ import annotations

from klaverjas.table.deals import next_deal
from klaverjas.table.events import Events, TokenGiven
from klaverjas.table.orders import House, Refusal, SitDown
from klaverjas.table.state import Table
from klaverjas.wire import facts, messages


def sit(seat: int, who: SitDown, host: bool, arriving: bool = False) -> Events:
    """`who` takes this chair."""
    return facts.Joined(seat, who.name, host, arriving), TokenGiven(seat, who.sha256)


def sit_down(table: Table, who: SitDown) -> Events:
    """A newcomer gets the first empty chair, in a match the first that a regular has; the regular plays the
    deal to its end, or whoever knows the code could look into a hand. The same newcomer twice gets one
    chair."""
    if table.seat_of(who.sha256) is not None:
        return ()
    if table.closed:
        raise Refusal("table_closed")
    wanted = "empty" if table.phase == "waiting" else "regular"
    for seat, chair in enumerate(table.chairs):
        if chair.kind == wanted:
            return sit(seat, who, host=False, arriving=table.phase in ("calling", "playing", "closing"))
    raise Refusal("table_full")


def swap(table: Table, seat: int, command: messages.Swap, house: House) -> Events:
    """Change places with another chair, empty or not, while nobody plays."""
    if table.phase != "waiting":
        raise Refusal("not_now")
    if command.seat == seat or command.seat >= len(table.chairs):
        raise Refusal("no_such_chair")
    return (facts.ChairsSwapped(seat, command.seat),)


def leave(table: Table, seat: int, command: messages.Leave, house: House) -> Events:
    """The chair is free for another; in a match a regular plays on in it. The next person becomes host."""
    others = [other for other in table.people if other != seat]
    host = next((other for other in others if table.chairs[other].host), others[0] if others else None)
    left = facts.Left(seat, _successor(table, house), host)
    waited_for = set(table.playing) - {seat}
    if table.phase == "scored" and others and waited_for <= table.ready:
        return (left, *next_deal(table, house))
    return (left,)


def _successor(table: Table, house: House) -> str | None:
    if table.phase == "waiting":
        return None
    return house.invite([True], [chair.name for chair in table.chairs], table.company)[0]
