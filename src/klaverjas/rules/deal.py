"""The whole truth of one deal, and everything that can happen to it.

A `Deal` never changes: `apply` and the other verbs return a new one, or raise and leave all as it was. What
a seat may know of it is built, field by field, by `view_for`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from klaverjas.rules.bidding import Call, allowed_calls, caller, contract, forehand
from klaverjas.rules.cards import EMPTY, Card, CardSet, Suit, pack
from klaverjas.rules.errors import BrokenDeal, IllegalMove, Reason
from klaverjas.rules.legal import legal_cards
from klaverjas.rules.scoring import DealScore, score_deal, score_revoke
from klaverjas.rules.sides import sides
from klaverjas.rules.trick import Trick, WonTrick, best_place, won
from klaverjas.rules.variant import Variant
from klaverjas.rules.view import Pile, PublicView, SeatView

Move = Call | Card
PACKETS = (3, 2, 3)
PILES = 4
_T = TypeVar("_T")


class TablePile(NamedTuple):
    """The truth of a table pile: the open card and the closed one that nobody may know (7.2)."""

    open: Card | None
    closed: Card | None

    def __repr__(self) -> str:
        return f"TablePile({self.open!r}, closed={self.closed is not None})"


class Dealt(NamedTuple):
    """The cards as they were dealt: per seat a hand of 8, and with two players four table piles."""

    hands: tuple[CardSet, ...]
    piles: tuple[tuple[TablePile, ...], ...]

    def __repr__(self) -> str:
        return f"Dealt(<{len(self.hands)} hands>)"


class Ruling(NamedTuple):
    """A judged claim (6.4). `card` is what the accused played in that trick and `held` the hand he had
    then, that card included; both are shown to all unless the card is only `corrected`."""

    by: int
    accused: int
    trick: int
    upheld: bool
    corrected: bool
    card: Card
    held: CardSet

    @property
    def culprit(self) -> int:
        return self.accused if self.upheld else self.by


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """`hands` and `piles` are what is still held. `trick` is none before trump is made and after the last
    trick; after a claim it keeps the cards that lay there. `shown`: the score is on the table. `revokes` are
    the (trick, seat) of illegal cards that lie played; `must_obey` is a seat that a claim made correct its
    card: it must play legally until the next trick is led. `lead_back`: the lead of this trick was taken
    back, so the trick before it stays closed. `opened`: the table cards that were played, in order, each with
    the closed card that it opened (7.2). `before` is the deal before the last card of the open trick,
    kept where cards can be taken back. `repr` tells no card that a hand still hides."""

    variant: Variant
    dealer: int
    turned: Suit | None
    dealt: Dealt
    hands: tuple[CardSet, ...]
    piles: tuple[tuple[TablePile, ...], ...]
    calls: tuple[Call, ...] = ()
    declarer: int | None = None
    trump: Suit | None = None
    won: tuple[WonTrick, ...] = ()
    trick: Trick | None = None
    shown: bool = False
    ruling: Ruling | None = None
    revokes: frozenset[tuple[int, int]] = frozenset()
    must_obey: int | None = None
    lead_back: bool = False
    before: Deal | None = field(default=None, compare=False)
    opened: tuple[tuple[Card, Card | None], ...] = ()

    def __repr__(self) -> str:
        return (
            f"<Deal dealer={self.dealer} trump={self.trump.text if self.trump is not None else None}"
            f" tricks={len(self.won)} turn={self.turn}>"
        )

    @property
    def turn(self) -> int | None:
        """The seat that must call or play, none when no move is left."""
        if self.trump is None:
            return caller(self.variant, self.dealer, self.calls)
        if self.trick is None or self.shown:
            return None
        return (self.trick.leader + len(self.trick.cards)) % self.variant.seats

    @property
    def done(self) -> bool:
        """The deal is over: its score is shown, or a claim ended it. Where revokes are claimable the last
        card does not show the score, because a claim can still come; `turn` is none then, and `show_score`
        ends it (6.2)."""
        return self.shown

    @property
    def score(self) -> DealScore | None:
        """The score, none until the deal is done."""
        if not self.shown or self.declarer is None:
            return None
        if self.ruling is not None:
            return score_revoke(self.variant, self.declarer, self.won, self.ruling.culprit)
        return score_deal(self.variant, self.declarer, self.won)

    def own(self, seat: int) -> CardSet:
        """What a seat may choose from: its hand and its open table cards (7.1). Raises BrokenDeal for a seat
        that does not exist."""
        _check_seat(self, seat)
        hand = self.hands[seat]
        for pile in self.piles[seat]:
            if pile.open is not None:
                hand = hand.add(pile.open)
        return hand

    def calls_allowed(self) -> tuple[Call, ...]:
        """What the seat to speak may say; empty once trump is made."""
        return () if self.trump is not None else allowed_calls(self.variant, self.turned, self.calls)

    def legal(self) -> CardSet:
        """What the seat in turn may play by section 3; empty when no card is to be played."""
        return self.judged()[0]

    def judged(self) -> tuple[CardSet, Reason | None]:
        """`legal()`, and why the seat's other cards are not legal (none when all are)."""
        if self.trick is None or self.trump is None or self.declarer is None or self.shown:
            return EMPTY, None
        seats = self.variant.seats
        leader, lying = self.trick
        seat = (leader + len(lying)) % seats
        holds = False
        if lying and seats != 2:
            holder = (leader + best_place(lying, self.trump)) % seats
            holds = sides(seats, self.declarer).together(holder, seat)
        return legal_cards(self.own(seat), lying, self.trump, holds, self.variant)


def _check_seat(deal: Deal, seat: int) -> None:
    # Else -1 would quietly mean the last seat.
    if not 0 <= seat < len(deal.hands):
        raise BrokenDeal(f"there is no seat {seat}: seats are 0..{len(deal.hands) - 1}")


def new_deal(
    variant: Variant,
    dealer: int,
    hands: tuple[CardSet, ...],
    turned: Suit | None = None,
    piles: tuple[tuple[TablePile, ...], ...] = (),
) -> Deal:
    """A deal with these cards, nothing said yet. Raises BrokenDeal, saying what is wrong with it."""
    table = piles or ((),) * variant.seats
    problems = tuple(faults(variant, dealer, hands, turned, table))
    if problems:
        raise BrokenDeal("; ".join(problems))
    return Deal(variant, dealer, turned, Dealt(hands, table), hands, table)


def faults(
    variant: Variant,
    dealer: int,
    hands: tuple[CardSet, ...],
    turned: Suit | None,
    piles: tuple[tuple[TablePile, ...], ...],
) -> list[str]:
    """What is wrong with these cards for this variant, in words; empty when nothing is (1.5-1.7, 2.4)."""
    seats = variant.seats
    found = []
    if not 0 <= dealer < seats:
        found.append(f"dealer {dealer} is not a seat 0..{seats - 1}")
    if len(hands) != seats or len(piles) != seats:
        return [*found, f"{len(hands)} hands and {len(piles)} table rows for {seats} seats"]
    for seat, hand in enumerate(hands):
        if len(hand) != 8:
            found.append(f"seat {seat} has {len(hand)} cards instead of 8")
        if len(piles[seat]) != (PILES if seats == 2 else 0):
            found.append(f"seat {seat} has {len(piles[seat])} table piles")
    cards = [card for hand in hands for card in hand]
    cards += [card for table in piles for pile in table for card in pile if card is not None]
    twice = sorted({card for card in cards if cards.count(card) > 1}) if len(set(cards)) < len(cards) else []
    found += [f"{card} stands twice" for card in twice]
    missing = pack(seats) - CardSet.of(cards)
    if missing:
        found.append(f"missing: {missing}")
    strange = CardSet.of(cards) - pack(seats)
    if strange:
        found.append(f"not in the pack of {seats} players: {strange}")
    if (turned is not None) != (variant.trump_making == "turned"):
        found.append("a suit is turned exactly when trump making is 'turned'")
    return found


def deal_out(variant: Variant, dealer: int, cards: tuple[Card, ...], turned: Suit | None = None) -> Deal:
    """Deal a shuffled pack: from forehand on in packets of 3, 2, 3 (2.1); with two players then to each four
    closed table cards and four open ones on them (1.7). Raises BrokenDeal for a wrong pack."""
    seats = variant.seats
    stock = list(cards)
    hands = [EMPTY] * seats
    order = [(forehand(dealer, seats) + place) % seats for place in range(seats)]
    for packet in PACKETS:
        for seat in order:
            hands[seat] = hands[seat] | CardSet.of(stock[:packet])
            del stock[:packet]
    piles: list[tuple[TablePile, ...]] = [()] * seats
    if seats == 2 and len(stock) == 2 * 2 * PILES:
        for seat in order:
            piles[seat] = tuple(map(TablePile, stock[PILES : 2 * PILES], stock[:PILES]))
            del stock[: 2 * PILES]
    if stock:
        raise BrokenDeal(f"{len(cards)} cards for {seats} players")
    return new_deal(variant, dealer, tuple(hands), turned, tuple(piles))


def apply(deal: Deal, move: Move) -> Deal:
    """The deal after the seat in turn has made this call or played this card.

    Raises IllegalMove: `deal_over`, `not_a_card`, `not_a_call`, `call_not_allowed`, `not_held`, or the duty
    that the card breaks. With claimable revokes any card of one's own is accepted (6.1).
    """
    if deal.trick is not None and not deal.shown:
        if isinstance(move, Card):
            return _play(deal, move)
        raise IllegalMove("not_a_card", f"a Card is to be played, not {move!r}")
    if deal.trump is None:
        if isinstance(move, Call):
            return _call(deal, move)
        options = ", ".join(map(repr, deal.calls_allowed()))
        raise IllegalMove("not_a_call", f"trump is not made yet: a Call is wanted ({options}), not {move!r}")
    if not deal.shown:
        raise IllegalMove("deal_over", "all tricks are played: show_score ends the deal")
    raise IllegalMove("deal_over", "the deal is over: no card is to be played")


def _call(deal: Deal, call: Call) -> Deal:
    allowed = deal.calls_allowed()
    if call not in allowed:
        options = ", ".join(option.text for option in allowed)
        raise IllegalMove("call_not_allowed", f"{call.text} cannot be said now (one of {options})")
    calls = (*deal.calls, call)
    made = contract(deal.variant, deal.dealer, deal.turned, calls)
    if made is None:
        return replace(deal, calls=calls)
    lead = Trick(forehand(deal.dealer, deal.variant.seats))
    return replace(deal, calls=calls, declarer=made.declarer, trump=made.trump, trick=lead)


def _play(deal: Deal, card: Card) -> Deal:
    variant, trick = deal.variant, deal.trick
    assert trick is not None
    assert deal.trump is not None
    leader, lying = trick
    seat = (leader + len(lying)) % variant.seats
    claimable = variant.revoke == "claimable"
    legal, reason = deal.judged()
    revokes = deal.revokes
    if card not in legal:
        if card not in deal.own(seat):
            raise IllegalMove("not_held", f"seat {seat} does not have {card}")
        assert reason is not None
        if not claimable or deal.must_obey == seat:
            raise IllegalMove(reason, f"{card} breaks the duty '{reason}': legal are {legal}")
        revokes = revokes | {(len(deal.won), seat)}
    hands, piles = _without(deal, seat, card)
    cards = (*lying, card)
    tricks, after = deal.won, Trick(leader, cards)
    done = False
    follow: Trick | None = after
    if len(cards) == variant.seats:
        last = len(tricks) + 1 == variant.tricks
        taken = won(after, deal.trump, last)
        tricks = (*tricks, taken)
        follow = None if last else Trick(taken.winner)
        done = last and not claimable
    before = None
    if claimable:
        before = deal if lying else replace(deal, before=None)
    return Deal(
        variant,
        deal.dealer,
        deal.turned,
        deal.dealt,
        hands,
        piles,
        deal.calls,
        deal.declarer,
        deal.trump,
        tricks,
        follow,
        done,
        None,
        revokes,
        deal.must_obey if lying else None,
        False,
        before,
        deal.opened + _opened(deal, seat, card),
    )


def _opened(deal: Deal, seat: int, card: Card) -> tuple[tuple[Card, Card | None], ...]:
    return tuple((card, pile.closed) for pile in deal.piles[seat] if pile.open == card)


def _without(
    deal: Deal, seat: int, card: Card
) -> tuple[tuple[CardSet, ...], tuple[tuple[TablePile, ...], ...]]:
    """Hands and piles after the card has left; the closed card under it opens at once (7.2)."""
    if card in deal.hands[seat]:
        return _put(deal.hands, seat, deal.hands[seat].without(card)), deal.piles
    turned = tuple(TablePile(pile.closed, None) if pile.open == card else pile for pile in deal.piles[seat])
    return deal.hands, _put(deal.piles, seat, turned)


def _put(row: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    return (*row[:seat], value, *row[seat + 1 :])


# ---- revokes (section 6) ------------------------------------------------------------------------------


def open_trick(deal: Deal) -> int | None:
    """The number (from 0) of the trick whose cards may be taken back: until the next one is led, for the
    last one until the score is shown (6.2). None when no trick is open."""
    if deal.shown or deal.trump is None:
        return None
    if deal.trick is not None and deal.trick.cards:
        return len(deal.won)
    return len(deal.won) - 1 if deal.won and not deal.lead_back else None


def can_take_back(deal: Deal, seat: int) -> bool:
    """Whether `seat` has a card in the open trick and revokes are claimable (6.2). Raises BrokenDeal for a
    seat that does not exist."""
    return _before_card_of(deal, seat) is not None


def take_back(deal: Deal, seat: int) -> Deal:
    """The deal before `seat` played to the open trick; later cards of it go back too (6.2). A lead that goes
    back does not open the trick before it again.
    Raises IllegalMove `nothing_to_take_back`, and BrokenDeal for a seat that does not exist."""
    before = _before_card_of(deal, seat)
    if before is None:
        raise IllegalMove("nothing_to_take_back", f"seat {seat} has no card in an open trick")
    lying = before.trick is not None and before.trick.cards
    if lying:
        return replace(before, must_obey=deal.must_obey)
    # Else leading and taking back would open the trick before again, and with it a revoke that was closed.
    return replace(before, must_obey=None, lead_back=bool(before.won))


def _before_card_of(deal: Deal, seat: int) -> Deal | None:
    _check_seat(deal, seat)
    if deal.shown:
        return None
    step = deal.before
    while step is not None and step.turn != seat:
        step = step.before
    return step


def claim(deal: Deal, by: int, accused: int, trick: int) -> tuple[Deal, Ruling]:
    """Judge the claim of `by` that `accused` revoked in `trick` (from 0; 6.3, 6.4).

    An open trick and right: the card goes back and must be corrected. Else the deal is done, the score shown.
    Raises IllegalMove: `not_claimable`, `already_ruled`, `no_such_trick`, `not_an_opponent`.
    """
    if deal.variant.revoke != "claimable":
        raise IllegalMove("not_claimable", "in this variant illegal cards are refused")
    if deal.ruling is not None:
        raise IllegalMove("already_ruled", "the first claim has decided this deal")
    card = _card_in(deal, accused, trick)
    if card is None or deal.declarer is None:
        raise IllegalMove("no_such_trick", f"seat {accused} has not played to trick {trick}")
    if by not in range(deal.variant.seats) or sides(deal.variant.seats, deal.declarer).together(by, accused):
        raise IllegalMove("not_an_opponent", f"seat {by} is no opponent of seat {accused}")
    upheld = (trick, accused) in deal.revokes
    corrected = upheld and trick == open_trick(deal)
    ruling = Ruling(by, accused, trick, upheld, corrected, card, _held(deal, accused, trick))
    if corrected:
        return replace(take_back(deal, accused), must_obey=accused), ruling
    return replace(deal, shown=True, ruling=ruling, must_obey=None, before=None), ruling


def show_score(deal: Deal) -> Deal:
    """Close the last trick and show the score (6.2). Raises IllegalMove `not_over`."""
    if deal.trump is None or len(deal.won) < deal.variant.tricks:
        raise IllegalMove("not_over", "not all tricks have been played")
    return replace(deal, shown=True, must_obey=None, before=None)


def _tricks(deal: Deal) -> list[Trick]:
    """All tricks led so far, the unfinished one last."""
    tricks = [Trick(taken.leader, taken.cards) for taken in deal.won]
    if deal.trick is not None and deal.trick.cards:
        tricks.append(deal.trick)
    return tricks


def _card_in(deal: Deal, seat: int, number: int) -> Card | None:
    tricks = _tricks(deal)
    if not 0 <= number < len(tricks) or not 0 <= seat < deal.variant.seats:
        return None
    place = (seat - tricks[number].leader) % deal.variant.seats
    cards = tricks[number].cards
    return cards[place] if place < len(cards) else None


def _held(deal: Deal, seat: int, number: int) -> CardSet:
    """The hand of a seat just before it played to that trick; its table cards are no secret (7.2)."""
    held = deal.dealt.hands[seat]
    for earlier in range(number):
        card = _card_in(deal, seat, earlier)
        if card is not None:
            held = held.without(card)
    return held


# ---- views -----------------------------------------------------------------------------------------------


def public_view(deal: Deal) -> PublicView:
    """What everybody sees."""
    return PublicView(
        variant=deal.variant,
        dealer=deal.dealer,
        turned=deal.turned,
        calls=deal.calls,
        declarer=deal.declarer,
        trump=deal.trump,
        counts=tuple(map(len, deal.hands)),
        piles=tuple(tuple(Pile(pile.open, pile.closed is not None) for pile in own) for own in deal.piles),
        won=deal.won,
        trick=deal.trick,
        score=deal.score,
        opened=deal.opened,
    )


def view_for(deal: Deal, seat: int) -> SeatView:
    """What the person in `seat` may know. Raises BrokenDeal for a seat that does not exist."""
    _check_seat(deal, seat)
    return SeatView(public_view(deal), seat, deal.hands[seat])
