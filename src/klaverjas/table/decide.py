"""What an order makes happen at a table: (table, order, house) -> events, or a refusal.

One call yields all that follows: the card, the trick, the melds, the score, the next deal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klaverjas.rules.fair import Place
from klaverjas.table import chairs, deals, moves, say
from klaverjas.table.events import WATCH_KEY, WATCH_NAME, Events, Opened, WatchKeyGiven
from klaverjas.table.orders import (
    ByBrowser,
    ByClock,
    ByRegular,
    BySeat,
    House,
    OfferChair,
    Order,
    Refusal,
    SitDown,
    TakeChair,
)
from klaverjas.table.state import Table
from klaverjas.table.waiting import archived
from klaverjas.wire import messages
from klaverjas.wire.facts import CameBack
from klaverjas.wire.shapes import Company, HouseRules


def open_table(
    code: str,
    rules: HouseRules,
    host: SitDown,
    house: House,
    practice: bool = False,
    company: Company = "mix",
) -> Events:
    """The first events of a table: it stands there, its maker sits in chair 0; for practice the match starts.
    Raises ValueError for rules that cannot be played together."""
    variant = say.variant(rules)
    # 128 of the 256 bits that a seed has.
    name = deals.signs(WATCH_NAME, house) if rules.watch else ""
    watch = (WatchKeyGiven(house.dice.seed()[:WATCH_KEY], name),) if rules.watch else ()
    opened: Events = (Opened(code, rules, company), *watch, *chairs.sit(0, host, host=True))
    if not practice:
        return opened
    regulars = house.invite([seat > 0 for seat in range(variant.seats)], [host.name], company)
    place = Place(name or code, 1, 0, variant.seats)
    return (*opened, *deals.start_match(place, regulars, (0,), house))


def decide(table: Table, order: Order, house: House) -> Events:
    """The events that `order` causes; none for a command that this table has had before (same seat and
    number). Raises Refusal when it cannot be done; nothing has changed then."""
    if archived(table, house.hall.now):
        raise Refusal("not_now" if isinstance(order, BySeat) else "table_closed")
    match order:
        case BySeat(seat, command):
            chair = table.chairs[seat]
            if command.n <= chair.n:
                return ()
            arriving = chair.arriving and not isinstance(command, _WHILE_ARRIVING)
            if command.n > chair.n + 1 or arriving:
                raise Refusal("not_now")
            events = _COMMANDS[type(command)](table, seat, command, house)
            # Whatever he does, he is back: a card that he sent before his line broke, too.
            returns = chair.covered and not isinstance(command, messages.Back | messages.Leave)
            return (CameBack(seat), *events) if returns else events
        case ByRegular(seat, wish):
            return moves.move(table, seat, wish, house)
        case ByClock(timer):
            return _TIMERS[timer](table, house)
        case ByBrowser():
            return deals.take_number(table, order, house)
        case SitDown():
            return chairs.sit_down(table, order)
        case OfferChair():
            return chairs.offer(table, order, house)
        case TakeChair():
            return chairs.take(table, order, house)


_COMMANDS: dict[type[messages.Command], Callable[[Table, int, Any, House], Events]] = {
    messages.Swap: chairs.swap,
    messages.Start: deals.start,
    messages.MakeCall: moves.make_call,
    messages.PlayCard: moves.play_card,
    messages.TakeBack: moves.take_card_back,
    messages.Claim: moves.make_claim,
    messages.ShowScore: deals.close_last_trick,
    messages.GoOn: deals.go_on,
    messages.Again: deals.again,
    messages.Leave: chairs.leave,
    messages.StandIn: chairs.stand_in,
    messages.Back: chairs.back,
    messages.FreeChair: chairs.free_chair,
    messages.Admit: chairs.admit,
}
_TIMERS: dict[str, Callable[[Table, House], Events]] = {
    "show_score": deals.reveal,
    "go_on": deals.next_deal,
    "deal": deals.deal_now,
    "again": deals.begin_again,
}
_WHILE_ARRIVING = (
    messages.Leave,
    messages.GoOn,
    messages.Again,
    messages.StandIn,
    messages.FreeChair,
    messages.Admit,
)
"""What a person may do while a regular still plays in his chair."""
