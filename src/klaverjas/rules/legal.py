"""Which cards may be played (rules.md section 3).

Every rule is a list of sets, and the first one that is not empty counts. Each set comes with the duty
that a card outside it would break.
"""

from __future__ import annotations

from klaverjas.rules.cards import Card, CardSet, Suit
from klaverjas.rules.errors import Reason
from klaverjas.rules.strength import HIGHER_TRUMPS, PLACE
from klaverjas.rules.variant import Variant


def legal_cards(
    own: CardSet, lying: tuple[Card, ...], trump: Suit, partner_holds: bool, variant: Variant
) -> tuple[CardSet, Reason | None]:
    """The legal cards of a seat, and why its other cards are not (none when all are).

    `own`: what it may choose from: its hand, with two players also its open table cards (7.1). `lying`: the
    cards of this trick so far. `partner_holds`: the trick is held by a partner at this moment (3.7).
    """
    if not lying:
        return own, None  # 3.1
    led = lying[0].suit
    trumps = own.of_suit(trump)
    if led == trump:
        over, _ = _over(trumps, lying, trump)
        return _first(own, (over, "overtrump"), (trumps, "follow_trump"))  # 3.3
    follow = own.of_suit(led)
    if follow:
        return _first(own, (follow, "follow"))  # 3.2
    if not trumps:
        return own, None
    over, ruffed = _over(trumps, lying, trump)
    other = own - trumps
    if variant.trump_duty == "amsterdam" and partner_holds:
        return _first(own, (over | other, "no_undertrump"))  # 3.5
    duty: Reason = "overtrump" if ruffed else "ruff"
    if variant.undertrump == "forced":
        return _first(own, (over, duty), (trumps, "must_undertrump"))  # 3.6
    return _first(own, (over, duty), (other, "no_undertrump"))  # 3.4


def _over(trumps: CardSet, lying: tuple[Card, ...], trump: Suit) -> tuple[CardSet, bool]:
    """Those of `trumps` that beat the highest trump in the trick, and whether a trump lies there."""
    ruffs = [card for card in lying if card.suit == trump]
    if not ruffs:
        return trumps, False
    return trumps & HIGHER_TRUMPS[max(ruffs, key=PLACE[trump].__getitem__)], True


def _first(own: CardSet, *choices: tuple[CardSet, Reason]) -> tuple[CardSet, Reason | None]:
    for cards, reason in choices:
        if cards:
            return cards, reason if cards != own else None
    return own, None
