"""A table as a pure machine: orders come in, events come out, and a fold of events is the table.

No clock, no I/O, no randomness of its own: time and dice are arguments. `decide` says what an order makes
happen, `evolve` makes it so (and replays a log), `audience` is the only door to what people are told.
"""

from klaverjas.table.decide import decide, open_table
from klaverjas.table.events import Event, Stored, decode, encode
from klaverjas.table.evolve import evolve, replay
from klaverjas.table.orders import (
    Asking,
    ByBrowser,
    ByClock,
    ByRegular,
    BySeat,
    Dice,
    Guest,
    Hall,
    House,
    OfferChair,
    Oracle,
    Order,
    Refusal,
    SitDown,
    TakeChair,
)
from klaverjas.table.state import Table
from klaverjas.table.timers import Timer, next_timer
from klaverjas.table.waiting import archived, next_stage

__all__ = [
    "Asking",
    "ByBrowser",
    "ByClock",
    "ByRegular",
    "BySeat",
    "Dice",
    "Event",
    "Guest",
    "Hall",
    "House",
    "OfferChair",
    "Oracle",
    "Order",
    "Refusal",
    "SitDown",
    "Stored",
    "Table",
    "TakeChair",
    "Timer",
    "archived",
    "decide",
    "decode",
    "encode",
    "evolve",
    "next_stage",
    "next_timer",
    "open_table",
    "replay",
]
