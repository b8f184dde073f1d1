"""The game of klaverjassen: immutable values and pure functions, standard library only.

Deal a shuffled pack with `deal_out`, look through `view_for`, move on with `apply`, read `deal.score`, add it
to a `Match`; keep it all as text with `write_record`. Rule numbers refer to docs/rules.md; docs/notation.md
describes the text.
"""

from klaverjas.rules.bidding import Call
from klaverjas.rules.cards import EMPTY, FULL, Card, CardSet, Rank, Suit, pack
from klaverjas.rules.deal import (
    Deal,
    Move,
    Ruling,
    TablePile,
    apply,
    can_take_back,
    claim,
    deal_out,
    new_deal,
    open_trick,
    public_view,
    show_score,
    take_back,
    view_for,
)
from klaverjas.rules.errors import BrokenDeal, IllegalMove, UnreadableText
from klaverjas.rules.match import Match
from klaverjas.rules.meld import Meld, melds
from klaverjas.rules.notation import (
    Record,
    read_deal,
    read_hand,
    read_record,
    read_variant,
    write_deal,
    write_hand,
    write_record,
    write_variant,
)
from klaverjas.rules.scoring import Credit, DealScore
from klaverjas.rules.sides import Sides, parties, sides
from klaverjas.rules.trick import Trick, WonTrick
from klaverjas.rules.variant import CLUB, PUB, Variant, allowed_deals, every_variant
from klaverjas.rules.view import Pile, PublicView, SeatView

__all__ = [
    "CLUB",
    "EMPTY",
    "FULL",
    "PUB",
    "BrokenDeal",
    "Call",
    "Card",
    "CardSet",
    "Credit",
    "Deal",
    "DealScore",
    "IllegalMove",
    "Match",
    "Meld",
    "Move",
    "Pile",
    "PublicView",
    "Rank",
    "Record",
    "Ruling",
    "SeatView",
    "Sides",
    "Suit",
    "TablePile",
    "Trick",
    "UnreadableText",
    "Variant",
    "WonTrick",
    "allowed_deals",
    "apply",
    "can_take_back",
    "claim",
    "deal_out",
    "every_variant",
    "melds",
    "new_deal",
    "open_trick",
    "pack",
    "parties",
    "public_view",
    "read_deal",
    "read_hand",
    "read_record",
    "read_variant",
    "show_score",
    "sides",
    "take_back",
    "view_for",
    "write_deal",
    "write_hand",
    "write_record",
    "write_variant",
]
