"""Sitting down, changing places, leaving; who plays for whom; one chair on another device."""

from __future__ import annotations

import hmac

from klaverjas.rules import parties
from klaverjas.table.deals import next_deal
from klaverjas.table.events import Events, TicketGiven, TokenAdded, TokenGiven
from klaverjas.table.orders import House, OfferChair, Refusal, SitDown, TakeChair
from klaverjas.table.state import Table
from klaverjas.table.waiting import wait
from klaverjas.wire import facts, messages

TICKET_SECONDS = 600
"""How long a link to one's own chair can be used."""


def sit(seat: int, who: SitDown, host: bool, arriving: bool = False) -> Events:
    """`who` takes this chair."""
    return facts.Joined(seat, who.name, host, arriving), TokenGiven(seat, who.sha256)


def sit_down(table: Table, who: SitDown) -> Events:
    """A newcomer gets an empty chair, in a match one that a regular has; the regular plays the deal to its
    end, or whoever knows the code could look into a hand. Friends come to play together, so a chair across
    from a person goes first. The same newcomer twice gets one chair."""
    if table.seat_of(who.sha256) is not None:
        return ()
    if table.closed:
        raise Refusal("table_closed")
    wanted = "empty" if table.phase == "waiting" else "regular"
    free = [seat for seat, chair in enumerate(table.chairs) if chair.kind == wanted]
    if not free:
        raise Refusal("table_full")
    with_somebody = [
        seat for pair in parties(len(table.chairs)) if {*pair} & {*table.people} for seat in pair
    ]
    seat = next((seat for seat in free if seat in with_somebody), free[0])
    return sit(seat, who, host=False, arriving=table.phase in ("calling", "playing", "closing"))


def swap(table: Table, seat: int, command: messages.Swap, house: House) -> Events:
    """Change places with another chair, empty or not, while nobody plays."""
    if table.phase != "waiting":
        raise Refusal("not_now")
    if command.seat == seat or command.seat >= len(table.chairs):
        raise Refusal("no_such_chair")
    return (facts.ChairsSwapped(seat, command.seat),)


def leave(table: Table, seat: int, command: messages.Leave, house: House) -> Events:
    """The chair is free for another; in a match a regular plays on in it."""
    return _vacate(table, seat, None, house)


def free_chair(table: Table, seat: int, command: messages.FreeChair, house: House) -> Events:
    """One who is gone keeps no chair from others: not too long before the start, not for ever in a match."""
    _check_other(table, seat, command.seat)
    enough = ("too_long", "lost") if table.phase == "waiting" else ("lost",)
    if command.seat not in house.hall.gone or wait(table, command.seat, house.hall) not in enough:
        raise Refusal("not_too_long")
    return _vacate(table, command.seat, seat, house)


def stand_in(table: Table, seat: int, command: messages.StandIn, house: House) -> Events:
    """A regular plays for a person for whom the others wait too long. He keeps his chair."""
    _check_other(table, seat, command.seat)
    if table.phase not in ("calling", "playing") or table.chairs[command.seat].player is not None:
        raise Refusal("not_now")
    if wait(table, command.seat, house.hall) not in ("too_long", "lost"):
        raise Refusal("not_too_long")
    return (facts.StoodIn(command.seat, _regular(table, house), seat),)


def back(table: Table, seat: int, command: messages.Back, house: House) -> Events:
    """Who was away plays himself again, from the next decision on."""
    if not table.chairs[seat].covered:
        raise Refusal("not_now")
    return (facts.CameBack(seat),)


def admit(table: Table, seat: int, command: messages.Admit, house: House) -> Events:
    """Who asked for a chair gets it, or not. When its person is here only he may answer, and only no: he has
    links for his other devices."""
    ask = house.hall.asks.get(command.seat)
    here = command.seat not in house.hall.gone
    if (
        ask is None
        or ask.number != command.number
        or here != (command.seat == seat)
        or (here and command.yes)
    ):
        raise Refusal("no_such_ask")
    if not command.yes:
        return (facts.TurnedAway(command.seat, seat),)
    return facts.Admitted(command.seat, seat), TokenGiven(command.seat, ask.sha256)


def offer(table: Table, order: OfferChair, house: House) -> Events:
    """A link for one more device of the person with this token; an older one is void."""
    seat = table.seat_of(order.sha256)
    if seat is None:
        raise Refusal("no_chair")
    return (TicketGiven(seat, order.ticket, house.hall.now + TICKET_SECONDS),)


def take(table: Table, order: TakeChair, house: House) -> Events:
    """Who has the ticket of a chair may sit in it; once, unless it is the same device that asks again."""
    if table.seat_of(order.sha256) is not None:
        return ()
    for seat, chair in enumerate(table.chairs):
        if hmac.compare_digest(chair.ticket, order.ticket) and house.hall.now < chair.ticket_until:
            return (TokenAdded(seat, order.sha256),)
    raise Refusal("ticket_gone")


def _vacate(table: Table, seat: int, by: int | None, house: House) -> Events:
    """The next person becomes host, one who is here if there is one."""
    others = [other for other in table.people if other != seat]
    able = sorted(others, key=lambda other: (not table.chairs[other].host, other in house.hall.gone))
    left = facts.Left(seat, _successor(table, seat, house), able[0] if able else None, by)
    asleep = all(table.chairs[other].covered for other in others)
    if table.phase == "scored" and not asleep and set(table.playing) - {seat} <= table.ready:
        return (left, *next_deal(table, house, without=seat))
    return (left,)


def _successor(table: Table, seat: int, house: House) -> str | None:
    """The regular who plays on: the one who sits in already, or another."""
    if table.phase == "waiting":
        return None
    return table.chairs[seat].stand_in or _regular(table, house)


def _regular(table: Table, house: House) -> str:
    present = [chair.name for chair in table.chairs] + [chair.stand_in for chair in table.chairs]
    (name,) = house.invite([True], present, table.company)
    assert name is not None
    return name


def _check_other(table: Table, seat: int, other: int) -> None:
    if other == seat or other >= len(table.chairs) or table.chairs[other].kind != "person":
        raise Refusal("no_such_chair")
