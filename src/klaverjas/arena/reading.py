"""Reading a position that somebody else's referee sends (docs/bots.md), and saying what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import Flag, auto
from typing import Any, NamedTuple

from klaverjas.arena.position import VERSION
from klaverjas.arena.worlds import Worlds
from klaverjas.rules import (
    EMPTY,
    Call,
    Card,
    CardSet,
    Pile,
    PublicView,
    SeatView,
    Suit,
    Trick,
    UnreadableText,
    Variant,
    WonTrick,
    pack,
    read_variant,
)
from klaverjas.rules.bidding import allowed_calls, contract, forehand
from klaverjas.rules.legal import legal_cards
from klaverjas.rules.sides import Sides
from klaverjas.rules.trick import best_place, won
from klaverjas.rules.variant import FIELDS

PILES = 4


class Flaw(Flag):
    """What can be wrong with a position; the names, in small letters, are those of the answer."""

    UNREADABLE = auto()
    """No JSON object, a key that is needed and not there, or a value of the wrong kind."""
    WRONG_VERSION = auto()
    """`klaverjas` is another version of the protocol."""
    WRONG_VARIANT = auto()
    """There is no such variant."""
    NO_SUCH_SEAT = auto()
    """A seat that the variant does not have."""
    CARD_TWICE = auto()
    """A card stands in two places."""
    STRANGE_CARD = auto()
    """A card that is not in the pack of this number of players (1.6)."""
    WRONG_COUNT = auto()
    """The seat holds too many or too few cards for the tricks that were played."""
    WRONG_DEALT = auto()
    """`dealt` is not what is held and what was played."""
    WRONG_TABLE = auto()
    """Table cards where there are none, or piles that cannot be (1.7, 7.2)."""
    WRONG_CALLS = auto()
    """Calls that cannot be made so, or that lead to another declarer, trump or leader (section 2)."""
    NO_TRUMP = auto()
    """Cards lie there and no trump or no declarer is given, or only one of the two."""
    WRONG_TRICKS = auto()
    """A trick that is not full, that another seat should have led, or whose `winner`, `points` or `melds` are
    not those of its cards."""
    NOT_TO_MOVE = auto()
    """This seat is not to call or to play now."""
    ILLEGAL_PLAY = auto()
    """A card was played that was not legal, as cards shown later prove. Not judged where revokes are
    claimable."""
    WRONG_LEGAL = auto()
    """`legal` or `allowed` is not what these rules allow: another dialect is played there."""
    NO_DEAL = auto()
    """No hands of the others fit what has been shown. Not judged where revokes are claimable."""


class RefusedPosition(ValueError):
    """The position cannot be; `flaws` says why, the message says it in words."""

    def __init__(self, flaws: Flaw, message: str) -> None:
        super().__init__(message)
        self.flaws = flaws

    @property
    def names(self) -> list[str]:
        return [str(flaw.name).lower() for flaw in self.flaws]


class _Play(NamedTuple):
    """One card on the table: who played it in which trick on what."""

    number: int
    seat: int
    lying: tuple[Card, ...]
    card: Card


def read_position(line: str | bytes) -> SeatView:
    """The view in this line. Raises RefusedPosition."""
    try:
        told = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RefusedPosition(Flaw.UNREADABLE, f"not JSON: {error}") from error
    if not isinstance(told, dict):
        raise RefusedPosition(Flaw.UNREADABLE, "a position is a JSON object")
    return _Reader(told).view()


class _Reader:
    def __init__(self, told: dict[str, Any]) -> None:
        self._told = told
        if told.get("klaverjas", VERSION) != VERSION:
            raise RefusedPosition(Flaw.WRONG_VERSION, f"this is version {VERSION} of the protocol")
        self._variant = _variant(self._key("variant"))
        self._seats = self._variant.seats

    def view(self) -> SeatView:
        seat = self._seat(self._key("seat"), "seat")
        held = _set(self._key("held"), "held")
        trump, declarer = self._trump()
        tricks = [_object(entry, "a trick") for entry in _list(self._told.get("tricks", []), "tricks")]
        lying = self._told.get("trick")
        if trump is None or declarer is None:
            if tricks or lying is not None:
                raise RefusedPosition(Flaw.NO_TRUMP, "cards lie there, and trump or declarer is missing")
            public = self._public(seat, held, None, None, (), None)
            view = SeatView(public, seat, held)
        else:
            taken = self._tricks(tricks, trump)
            trick = self._trick(lying, taken)
            public = self._public(seat, held, trump, declarer, taken, trick)
            view = SeatView(public, seat, held)
        self._check(view)
        return view

    # ---- pieces --------------------------------------------------------------------------------------

    def _key(self, name: str) -> Any:
        if name not in self._told:
            raise RefusedPosition(Flaw.UNREADABLE, f"{name!r} is missing")
        return self._told[name]

    def _seat(self, value: Any, what: str) -> int:
        seat = _number(value, what)
        if seat not in range(self._seats):
            raise RefusedPosition(Flaw.NO_SUCH_SEAT, f"{what} {seat} is no seat 0..{self._seats - 1}")
        return seat

    def _trump(self) -> tuple[Suit | None, int | None]:
        trump, declarer = _suit(self._told.get("trump"), "trump"), self._told.get("declarer")
        if (trump is None) != (declarer is None):
            raise RefusedPosition(Flaw.NO_TRUMP, "trump and declarer are given together")
        return trump, None if declarer is None else self._seat(declarer, "declarer")

    def _leader(self, entry: dict[str, Any]) -> int:
        if "leader" not in entry:
            raise RefusedPosition(Flaw.UNREADABLE, "a trick needs its 'leader'")
        return self._seat(entry["leader"], "leader")

    def _tricks(self, entries: list[dict[str, Any]], trump: Suit) -> tuple[WonTrick, ...]:
        if len(entries) >= self._variant.tricks:
            raise RefusedPosition(Flaw.NOT_TO_MOVE, "all tricks have been played")
        taken: list[WonTrick] = []
        for number, entry in enumerate(entries, 1):
            trick = Trick(self._leader(entry), _row(entry.get("cards"), f"trick {number}"))
            if len(trick.cards) != self._seats:
                _wrong(number, f"has {len(trick.cards)} cards")
            if taken and taken[-1].winner != trick.leader:
                _wrong(number, f"is led by the winner of the one before, seat {taken[-1].winner}")
            full = won(trick, trump, last=False)
            stated = {"winner": full.winner, "points": full.points, "melds": [list(m) for m in full.melds]}
            for key, value in stated.items():
                if key in entry and entry[key] != value:
                    _wrong(number, f"has {key} {value}")
            taken.append(full)
        return tuple(taken)

    def _trick(self, told: Any, taken: tuple[WonTrick, ...]) -> Trick:
        """The trick that lies there, perhaps empty. Its leader may be left out after a won trick."""
        entry = _object(told if told is not None else {}, "trick")
        if taken and "leader" not in entry:
            entry = {**entry, "leader": taken[-1].winner}
        trick = Trick(self._leader(entry), _row(entry.get("cards", []), "trick"))
        if taken and taken[-1].winner != trick.leader:
            _wrong(len(taken) + 1, f"is led by the winner of the one before, seat {taken[-1].winner}")
        if len(trick.cards) >= self._seats:
            _wrong(len(taken) + 1, "is full already")
        return trick

    def _table(self) -> tuple[tuple[Pile, ...], ...]:
        rows = _list(self._told.get("table", []), "table")
        if self._seats != 2:
            if any(rows):
                raise RefusedPosition(Flaw.WRONG_TABLE, "only two players have table cards")
            return ((),) * self._seats
        if len(rows) != 2 or any(not isinstance(row, list) or len(row) != PILES for row in rows):
            raise RefusedPosition(Flaw.WRONG_TABLE, "two seats with four table piles each")
        return tuple(tuple(map(_pile, row)) for row in rows)

    def _public(
        self,
        seat: int,
        held: CardSet,
        trump: Suit | None,
        declarer: int | None,
        taken: tuple[WonTrick, ...],
        trick: Trick | None,
    ) -> PublicView:
        calls = tuple(_call(text) for text in _list(self._told.get("calls", []), "calls"))
        turned = _suit(self._told.get("turned"), "turned")
        piles = self._table()
        first = taken[0].leader if taken else trick.leader if trick is not None else None
        dealer = self._dealer(first, bool(calls))
        self._check_calls(dealer, turned, calls, (declarer, trump), first)
        plays = list(_plays(taken, trick, self._seats))
        seats_of = {play.card: play.seat for play in plays}
        played = [sum(play.seat == other for play in plays) for other in range(self._seats)]
        counts = [
            self._variant.tricks - gone - sum((pile.open is not None) + pile.closed for pile in row)
            for gone, row in zip(played, piles, strict=True)
        ]
        if counts[seat] != len(held) or not all(0 <= count <= 8 for count in counts):
            raise RefusedPosition(
                Flaw.WRONG_COUNT, f"seat {seat} holds {len(held)} cards where {counts[seat]} are left"
            )
        return PublicView(
            self._variant,
            dealer,
            turned,
            calls,
            declarer,
            trump,
            tuple(counts),
            piles,
            taken,
            trick,
            None,
            self._opened(seats_of, piles),
        )

    def _opened(
        self, seats_of: dict[Card, int], piles: tuple[tuple[Pile, ...], ...]
    ) -> tuple[tuple[Card, Card | None], ...]:
        """The table cards that were played. May be left out; what is told must be all of it, and fit."""
        told = [_opening(entry) for entry in _list(self._told.get("opened", []), "opened")]
        if not told:
            return ()
        counts = [sum((pile.open is not None) + pile.closed for pile in row) for row in piles]
        # From the last one back: the cards under which nothing lies. As dealt there are none.
        bottom = [{pile.open for pile in row if pile.open is not None and not pile.closed} for row in piles]
        for played, below in reversed(told):
            seat = seats_of.get(played)
            if seat is None:
                raise RefusedPosition(Flaw.WRONG_TABLE, f"{played} opened a card and was not played")
            if below is not None and below not in bottom[seat]:
                raise RefusedPosition(Flaw.WRONG_TABLE, f"{below} cannot have been opened by {played}")
            if below is None:
                bottom[seat].add(played)
            else:
                bottom[seat].remove(below)
            counts[seat] += 1
        if any(bottom) or self._seats != 2 or counts != [2 * PILES] * 2 or len(dict(told)) < len(told):
            raise RefusedPosition(
                Flaw.WRONG_TABLE, "'opened' does not tell of all table cards that were played"
            )
        return tuple(told)

    def _dealer(self, first: int | None, spoken: bool) -> int:
        """The dealer may be left out where nobody called: then the first leader was forehand."""
        told = self._told.get("dealer")
        if told is not None:
            return self._seat(told, "dealer")
        if first is None or spoken:
            raise RefusedPosition(Flaw.UNREADABLE, "'dealer' is missing")
        return (first - 1) % self._seats

    # ---- what cannot be ------------------------------------------------------------------------------

    def _check_calls(
        self,
        dealer: int,
        turned: Suit | None,
        calls: tuple[Call, ...],
        made: tuple[int | None, Suit | None],
        first: int | None,
    ) -> None:
        """Without calls any declarer can go with any leader: trump was fixed by the referee."""
        if made[1] is not None and not calls:
            return
        if (turned is not None) != (self._variant.trump_making == "turned"):
            raise RefusedPosition(Flaw.WRONG_CALLS, "a suit is turned exactly where trump making is 'turned'")
        for number, call in enumerate(calls):
            before = calls[:number]
            over = contract(self._variant, dealer, turned, before) is not None
            if over or call not in allowed_calls(self._variant, turned, before):
                raise RefusedPosition(Flaw.WRONG_CALLS, f"{call.text} cannot be said at place {number + 1}")
        if (contract(self._variant, dealer, turned, calls) or (None, None)) != made:
            raise RefusedPosition(Flaw.WRONG_CALLS, "the calls lead to another declarer and trump")
        if first is not None and first != forehand(dealer, self._seats):
            raise RefusedPosition(Flaw.WRONG_CALLS, "forehand leads the first trick")

    def _check(self, view: SeatView) -> None:
        public = view.public
        plays = list(_plays(public.won, public.trick, self._seats))
        self._check_cards(view, plays)
        if not view.my_turn:
            raise RefusedPosition(Flaw.NOT_TO_MOVE, f"seat {public.turn} is to move, not seat {view.seat}")
        if public.trump is not None and self._variant.revoke == "refused":
            _check_history(view, plays)
            if not Worlds(view).deals:
                raise RefusedPosition(Flaw.NO_DEAL, "no hands of the others fit what has been shown")
        self._check_allowed(view)

    def _check_cards(self, view: SeatView, plays: list[_Play]) -> None:
        shown = [pile.open for row in view.public.piles for pile in row if pile.open is not None]
        cards = [*view.hand, *shown, *(play.card for play in plays)]
        flaws, words = Flaw(0), []
        if twice := sorted({card for card in cards if cards.count(card) > 1}):
            flaws |= Flaw.CARD_TWICE
            words.append(f"{' '.join(map(str, twice))} stands in two places")
        if strange := CardSet.of(cards) - pack(self._seats):
            flaws |= Flaw.STRANGE_CARD
            words.append(f"{strange} is not in the pack of {self._seats} players")
        if "dealt" in self._told:
            dealt = _set(self._told["dealt"], "dealt")
            mine = view.hand | CardSet.of(play.card for play in plays if play.seat == view.seat)
            fits = view.hand.issubset(dealt) and dealt.issubset(mine) and len(dealt) == 8
            if not fits:
                flaws |= Flaw.WRONG_DEALT
                words.append("'dealt' is not what is held and what was played")
        if flaws:
            raise RefusedPosition(flaws, "; ".join(words))

    def _check_allowed(self, view: SeatView) -> None:
        if "legal" in self._told and _set(self._told["legal"], "legal") != view.legal:
            raise RefusedPosition(Flaw.WRONG_LEGAL, f"legal are {view.legal or 'no cards'}")
        allowed = {_call(text) for text in _list(self._told.get("allowed", view.calls), "allowed")}
        if allowed != set(view.calls):
            texts = ", ".join(call.text for call in view.calls)
            raise RefusedPosition(Flaw.WRONG_LEGAL, f"allowed are {texts or 'no calls'}")


def _check_history(view: SeatView, plays: list[_Play]) -> None:
    """Each card must have been legal beside the cards that its player showed later, or holds in hand: what is
    legal in a whole hand is legal in a part of it. Of two players only the own hand is sure to have been
    held all the time; other cards may have been closed ones."""
    trump, both = view.public.trump, view.public.sides
    assert trump is not None
    assert both is not None
    later = [view.hand if seat == view.seat else EMPTY for seat in range(view.variant.seats)]
    for play in reversed(plays):
        own = later[play.seat].add(play.card)
        if play.card not in _legal_then(play, own, trump, both, view.variant):
            raise RefusedPosition(
                Flaw.ILLEGAL_PLAY,
                f"seat {play.seat} played {play.card} to trick {play.number + 1} and had {later[play.seat]}",
            )
        if view.variant.seats != 2:
            later[play.seat] = own


def _legal_then(play: _Play, own: CardSet, trump: Suit, both: Sides, variant: Variant) -> CardSet:
    holds = False
    if play.lying:
        leader = (play.seat - len(play.lying)) % variant.seats
        holder = (leader + best_place(play.lying, trump)) % variant.seats
        holds = both.together(holder, play.seat)
    return legal_cards(own, play.lying, trump, holds, variant)[0]


def _plays(taken: tuple[WonTrick, ...], trick: Trick | None, seats: int) -> Iterator[_Play]:
    rows = [(full.leader, full.cards) for full in taken]
    if trick is not None:
        rows.append(trick)
    for number, (leader, cards) in enumerate(rows):
        for place, card in enumerate(cards):
            yield _Play(number, (leader + place) % seats, cards[:place], card)


def _wrong(number: int, message: str) -> None:
    raise RefusedPosition(Flaw.WRONG_TRICKS, f"trick {number} {message}")


# ---- values ----------------------------------------------------------------------------------------------


def _variant(told: Any) -> Variant:
    """An object with fields of a variant, the others as in the pub, or the text of docs/notation.md."""
    try:
        if isinstance(told, str):
            return read_variant(told)
        fields = _object(told, "variant")
        if strange := set(fields) - set(FIELDS):
            raise RefusedPosition(Flaw.WRONG_VARIANT, f"a variant has no {', '.join(sorted(strange))}")
        return Variant().but(**fields)
    except (UnreadableText, ValueError, TypeError) as error:
        if isinstance(error, RefusedPosition):
            raise
        raise RefusedPosition(Flaw.WRONG_VARIANT, str(error)) from error


def _object(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RefusedPosition(Flaw.UNREADABLE, f"{what} is no object")
    return value


def _list(value: Any, what: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise RefusedPosition(Flaw.UNREADABLE, f"{what!r} is no list")
    return list(value)


def _number(value: Any, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise RefusedPosition(Flaw.UNREADABLE, f"{what!r} is no number")
    return value


def _row(value: Any, what: str) -> tuple[Card, ...]:
    return tuple(_card(text, what) for text in _list(value, what))


def _card(value: Any, what: str) -> Card:
    try:
        return Card.parse(value)
    except (UnreadableText, TypeError) as error:
        raise RefusedPosition(Flaw.UNREADABLE, f"in {what}: {error}") from error


def _set(value: Any, what: str) -> CardSet:
    cards = _row(value, what)
    if len(set(cards)) < len(cards):
        raise RefusedPosition(Flaw.CARD_TWICE, f"a card stands twice in {what!r}")
    return CardSet.of(cards)


def _suit(value: Any, what: str) -> Suit | None:
    if value is None:
        return None
    try:
        return Suit.parse(value)
    except (UnreadableText, TypeError) as error:
        raise RefusedPosition(Flaw.UNREADABLE, f"{what}: {error}") from error


def _call(value: Any) -> Call:
    if isinstance(value, Call):
        return value
    try:
        return Call.parse(value)
    except (UnreadableText, TypeError) as error:
        raise RefusedPosition(Flaw.UNREADABLE, f"{error}") from error


def _opening(value: Any) -> tuple[Card, Card | None]:
    entry = _object(value, "an entry of 'opened'")
    below = entry.get("opened")
    return _card(entry.get("played"), "opened"), None if below is None else _card(below, "opened")


def _pile(value: Any) -> Pile:
    pile = _object(value, "a table pile")
    card, closed = pile.get("open"), pile.get("closed", False)
    if not isinstance(closed, bool):
        raise RefusedPosition(Flaw.UNREADABLE, "'closed' of a table pile is true or false")
    if card is None and closed:
        raise RefusedPosition(Flaw.WRONG_TABLE, "a closed card lies under an open one")
    return Pile(None if card is None else _card(card, "table"), closed)
