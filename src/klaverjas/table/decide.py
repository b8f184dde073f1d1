"""What an order makes happen at a table: (table, order, house) -> events, or a refusal.

One call yields all that follows: the card, the trick, the melds, the score, the next deal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from klaverjas.table import chairs, deals, moves, say
from klaverjas.table.events import Events, Opened
from klaverjas.table.orders import ByClock, ByRegular, BySeat, House, Order, Refusal, SitDown
from klaverjas.table.state import Table
from klaverjas.wire import messages
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
    opened: Events = (Opened(code, rules, company), *chairs.sit(0, host, host=True))
    if not practice:
        return opened
    regulars = house.invite([seat > 0 for seat in range(variant.seats)], [host.name], company)
    return (*opened, *deals.start_match(1, regulars, variant, house))


def decide(table: Table, order: Order, house: House) -> Events:
    """The events that `order` causes; none for a command that this table has had before (same seat and
    number). Raises Refusal when it cannot be done; nothing has changed then."""
    match order:
        case BySeat(seat, command):
            chair = table.chairs[seat]
            if command.n <= chair.n:
                return ()
            if command.n > chair.n + 1 or (chair.stand_in and not isinstance(command, _WHILE_ARRIVING)):
                raise Refusal("not_now")
            return _COMMANDS[type(command)](table, seat, command, house)
        case ByRegular(seat, wish):
            return moves.move(table, seat, wish)
        case ByClock(timer):
            return deals.reveal(table) if timer == "show_score" else deals.next_deal(table, house)
        case SitDown():
            return chairs.sit_down(table, order)


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
}
_WHILE_ARRIVING = (messages.Leave, messages.GoOn, messages.Again)
"""What a person may do while a regular still plays in his chair."""
