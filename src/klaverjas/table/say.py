"""From values of the rules to shapes of the wire. Each says only what it is given."""

from __future__ import annotations

from collections.abc import Iterable

from klaverjas.rules import Call, Card, CardSet, Deal, Ruling, Trick, Variant, WonTrick
from klaverjas.rules import Meld as RulesMeld
from klaverjas.rules.cards import Suit as RulesSuit
from klaverjas.rules.sides import Sides
from klaverjas.rules.view import Pile as RulesPile
from klaverjas.table.state import Chance
from klaverjas.wire import shapes


def suit(value: RulesSuit) -> shapes.Suit:
    return _SUITS[value]


_SUITS: tuple[shapes.Suit, ...] = ("C", "D", "H", "S")


def call(value: Call) -> shapes.Call:
    return _CALLS[value]


_CALLS: dict[Call, shapes.Call] = {
    Call.PASS: "pass",
    Call.PLAY: "play",
    Call.CLUBS: "C",
    Call.DIAMONDS: "D",
    Call.HEARTS: "H",
    Call.SPADES: "S",
}


def cards(values: Iterable[Card] | CardSet) -> list[str]:
    return [str(card) for card in values]


def melds(values: Iterable[RulesMeld]) -> list[shapes.Meld]:
    return [shapes.Meld(kind=meld.kind, points=meld.points) for meld in values]


def sides(both: Sides | None) -> list[list[int]]:
    return [] if both is None else [list(both.declaring), list(both.defending)]


def piles(all_piles: tuple[tuple[RulesPile, ...], ...]) -> list[list[shapes.Pile]]:
    """Per seat; an empty list where nobody has table cards."""
    if not any(all_piles):
        return []
    return [
        [shapes.Pile(open=None if pile.open is None else str(pile.open), closed=pile.closed) for pile in own]
        for own in all_piles
    ]


def trick(value: Trick | None) -> shapes.TrickView | None:
    return None if value is None else shapes.TrickView(leader=value.leader, cards=cards(value.cards))


def last_trick(tricks: tuple[WonTrick, ...]) -> shapes.WonTrick | None:
    """The last completed trick, which everyone may look at (8.1)."""
    if not tricks:
        return None
    value = tricks[-1]
    return shapes.WonTrick(
        number=len(tricks) - 1,
        leader=value.leader,
        cards=cards(value.cards),
        winner=value.winner,
        points=value.points,
        melds=melds(value.melds),
    )


def taken(tricks: tuple[WonTrick, ...], seat: int) -> shapes.Taken:
    mine = [each for each in tricks if each.winner == seat]
    return shapes.Taken(
        tricks=len(mine), points=sum(each.points for each in mine), meld=sum(each.meld for each in mine)
    )


def revoke(ruling: Ruling) -> shapes.Revoke:
    return shapes.Revoke(
        by=ruling.by,
        accused=ruling.accused,
        trick=ruling.trick,
        upheld=ruling.upheld,
        culprit=ruling.culprit,
        card=str(ruling.card),
        held=cards(ruling.held),
    )


def result(number: int, deal: Deal) -> shapes.DealResult:
    """A done deal as a row of the slate."""
    score = deal.score
    assert score is not None
    assert deal.trump is not None
    return shapes.DealResult(
        number=number,
        dealer=deal.dealer,
        declarer=score.declarer,
        trump=suit(deal.trump),
        sides=sides(score.sides),
        points=list(score.points),
        meld=list(score.meld),
        credit=[shapes.Credit(points=credit.points, meld=credit.meld) for credit in score.credit],
        failed=score.failed,
        march=score.march,
        revoke=None if deal.ruling is None else revoke(deal.ruling),
    )


def fair_record(chance: Chance, deal: Deal) -> shapes.FairRecord:
    """How a deal that is over was dealt."""
    place = chance.place
    return shapes.FairRecord(
        record="klaverkroeg fair deal 1",
        table=place.table,
        match=place.match,
        deal=place.deal,
        seats=place.seats,
        seal=chance.seal,
        numbers_seal=chance.numbers_seal,
        seed=chance.seed,
        numbers=list(chance.numbers),
        dealer=deal.dealer,
        turned=None if deal.turned is None else suit(deal.turned),
        cards=cards(chance.cards),
    )


def variant(rules: shapes.HouseRules) -> Variant:
    """The variant that was agreed. Raises ValueError for an impossible combination."""
    return Variant(
        seats=rules.seats,
        trump_duty=rules.trump_duty,
        trump_making=rules.trump_making,
        undertrump=rules.undertrump,
        march=rules.march,
        revoke=rules.revoke,
        deals=rules.deals,
    )
