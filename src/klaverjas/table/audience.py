"""The only door out: what a person, a newcomer and a regular are told of a table.

Views are built field by field from what that seat may know; nothing is ever taken off a larger thing.
"""

from __future__ import annotations

from collections.abc import Sequence

from klaverjas.rules import (
    EMPTY,
    PUB,
    Call,
    Card,
    CardSet,
    Deal,
    SeatView,
    Suit,
    can_take_back,
    deal_out,
    public_view,
    view_for,
)
from klaverjas.rules.errors import Reason
from klaverjas.table import say
from klaverjas.table.events import (
    WATCH_NAME,
    Event,
    Opened,
    PackShuffled,
    SeedDrawn,
    Stored,
    TicketGiven,
    TokenAdded,
    TokenGiven,
    WatchKeyGiven,
)
from klaverjas.table.orders import Hall
from klaverjas.table.state import Chair, Chance, Table
from klaverjas.table.timers import next_timer
from klaverjas.table.waiting import archived, wait
from klaverjas.wire import facts, messages, shapes

NOBODY = -1
"""The seat of who looks on."""


def told(event: Event, seat: int) -> facts.AnyFact | None:
    """The event as `seat` hears it, or who looks on (`NOBODY`): a hand goes to its own seat alone, secrets to
    nobody."""
    match event:
        case (
            Opened()
            | TokenGiven()
            | TicketGiven()
            | TokenAdded()
            | PackShuffled()
            | SeedDrawn()
            | WatchKeyGiven()
        ):
            return None
        case facts.HandDealt() | facts.NumberGiven():
            return event if event.seat == seat else None
        case facts.DealShown():
            return event if seat != NOBODY else _hands_shown(event.record)
        case _:
            return event


def tell(table: Table, news: Sequence[Stored], seat: int, now: float) -> messages.Told:
    """The message about `news`, the last events of `table`, for the person in `seat`. `now`: seconds."""
    return messages.Told(
        v=table.version,
        n=table.chairs[seat].n,
        facts=[told(stored.event, seat) for stored in news],
        todo=todo(table, seat, now),
    )


def snapshot(table: Table, seat: int, hall: Hall) -> messages.Snapshot:
    """All that the person in `seat` may know now."""
    seen = presence(table, seat, hall)
    return messages.Snapshot(
        v=table.version,
        n=table.chairs[seat].n,
        view=table_view(table, seat),
        todo=todo(table, seat, hall.now),
        online=seen.online,
        waits=seen.waits,
        asks=seen.asks,
        fair=fair_view(table, seat),
        watch=table.watch,
        watchers=seen.watchers,
    )


def watch_tell(table: Table, news: Sequence[Stored], now: float) -> messages.Told:
    """The message about `news` for who looks on."""
    heard = [told(stored.event, NOBODY) for stored in news]
    return messages.Told(v=table.version, n=0, facts=heard, todo=watch_todo(table, now))


def watch_snapshot(table: Table, hall: Hall) -> messages.Snapshot:
    """All that who looks on may know now: what lies on the table, and hands when the deal is over. No code,
    with which he could sit down."""
    seen = watch_presence(table, hall)
    shown = table.shown
    return messages.Snapshot(
        v=table.version,
        n=0,
        view=watch_view(table),
        todo=watch_todo(table, hall.now),
        online=seen.online,
        waits=seen.waits,
        asks=[],
        watchers=seen.watchers,
        hands=None if shown is None else _dealt_by(shown),
        fair=_fair_for_watchers(table),
    )


def watch_presence(table: Table, hall: Hall) -> messages.Presence:
    """Who is here, as who looks on may know it."""
    return presence(table, NOBODY, hall)


def watch_todo(table: Table, now: float) -> shapes.Todo:
    """Whose turn it is; who looks on can do nothing."""
    timer = next_timer(table)
    auto_ms = None if timer is None else max(0, round(1000 * (timer.at - now)))
    deal = table.deal
    return shapes.Todo() if deal is None or table.ended else shapes.Todo(turn=deal.turn, auto_ms=auto_ms)


def watch_view(table: Table) -> shapes.TableView:
    """The table as everybody may know it."""
    return _table_view(
        table,
        "",
        table.variant.seats,
        None if table.deal is None else SeatView(public_view(table.deal), 0, EMPTY),
    )


def _hands_shown(record: shapes.FairRecord) -> facts.HandsShown:
    return facts.HandsShown(_dealt_by(record), record if tells_no_code(record) else None)


def tells_no_code(record: shapes.FairRecord) -> bool:
    """Whether who looks on may have this record. With the code of a table he could sit down there; tables of
    before their records had names of their own are called by it."""
    return len(record.table) == WATCH_NAME


def _fair_for_watchers(table: Table) -> shapes.FairView:
    """What who looks on may know of how the deals come about: what everybody was shown."""
    coming, dealt, shown = table.coming, table.dealt, table.shown
    return shapes.FairView(
        coming=None if coming is None else _sealed(coming, None),
        dealt=None if dealt is None else _seals(dealt),
        shown=shown if shown is not None and tells_no_code(shown) else None,
    )


def _dealt_by(record: shapes.FairRecord) -> list[list[str]]:
    """What each seat was dealt in a deal that is over."""
    making = "forced" if record.turned is None else "turned"
    variant = PUB.but(seats=record.seats, trump_making=making)
    cards = tuple(map(Card.parse, record.cards))
    turned = None if record.turned is None else Suit.parse(record.turned)
    dealt = deal_out(variant, record.dealer, cards, turned).dealt
    return [
        [*say.cards(hand), *(str(card) for pile in piles for card in pile if card is not None)]
        for hand, piles in zip(dealt.hands, dealt.piles, strict=True)
    ]


def sight(table: Table, hall: Hall) -> tuple[object, ...]:
    """Equal when everybody's `presence` is."""
    waits = tuple(wait(table, seat, hall) for seat in table.people)
    return table.people, frozenset(hall.gone), waits, tuple(sorted(hall.asks.items())), hall.watchers


def presence(table: Table, seat: int, hall: Hall) -> messages.Presence:
    """Who is here, for whom the table waits, and which requests the person in `seat` may answer."""
    people = set(table.people)
    return messages.Presence(
        online=[each in people and each not in hall.gone for each in range(table.variant.seats)],
        waits=[wait(table, each, hall) for each in range(table.variant.seats)],
        asks=[
            shapes.Ask(each, ask.number)
            for each, ask in sorted(hall.asks.items())
            if seat != NOBODY and (each == seat) != (each in hall.gone)
        ],
        watchers=hall.watchers,
    )


def view_for_regular(table: Table, seat: int) -> SeatView:
    """What a regular in `seat` sees: exactly what a person there would. A deal must be on the table."""
    assert table.deal is not None
    return view_for(table.deal, seat)


def table_view(table: Table, seat: int) -> shapes.TableView:
    """The table as `seat` may know it."""
    return _table_view(
        table, table.code, seat, None if table.deal is None else _view(table, table.deal, seat)
    )


def _table_view(table: Table, code: str, me: int, view: SeatView | None) -> shapes.TableView:
    seats = table.variant.seats
    standing = table.standing
    return shapes.TableView(
        code=code,
        rules=table.rules,
        phase=table.phase,
        me=me,
        chairs=_chairs(table),
        match=table.match,
        deal=None if view is None else _deal_view(table.number, view),
        sheet=list(table.sheet),
        totals=[0] * seats if standing is None else list(standing.totals),
        ready=[each in table.ready for each in range(seats)],
        winners=list(standing.winners) if table.ended and standing is not None else [],
        slate=table.slates[-1].key if table.ended and table.slates else "",
    )


def slate(table: Table, key: str) -> messages.SlateCard | None:
    """A match that is over, for whoever shows its key; none when it opens nothing here."""
    found = table.slate_of(key)
    if found is None:
        return None
    return messages.SlateCard(
        code=table.code,
        rules=table.rules,
        match=found.match,
        ended=int(found.ended),
        names=list(found.names),
        sheet=found.sheet,
        totals=list(found.totals),
        winners=list(found.winners),
    )


def fair_view(table: Table, seat: int) -> shapes.FairView:
    """What `seat` may know of how the deals come about: no seed and no number of another before the deal is
    over, when `shown` tells all."""
    coming, dealt = table.coming, table.dealt
    return shapes.FairView(
        coming=None if coming is None else _sealed(coming, coming.numbers[seat]),
        dealt=None if dealt is None else _seals(dealt),
        shown=table.shown,
    )


def _sealed(coming: Chance, mine: str | None) -> shapes.Sealed:
    return shapes.Sealed(coming.place.match, coming.place.deal, coming.seal, mine)


def _seals(dealt: Chance) -> shapes.DealSeals:
    place = dealt.place
    return shapes.DealSeals(place.match, place.deal, dealt.seal, dealt.numbers_seal, list(dealt.gave))


def card(table: Table, sha256: str | None, hall: Hall) -> messages.TableCard:
    """What a newcomer may know before he sits down. `sha256`: that of the token he shows."""
    over = table.closed or archived(table, hall.now)
    wanted = "empty" if table.phase == "waiting" else "regular"
    standing = table.standing if over else None
    return messages.TableCard(
        code=table.code,
        rules=table.rules,
        phase=table.phase,
        chairs=_chairs(table),
        free=0 if over else sum(chair.kind == wanted for chair in table.chairs),
        closed=table.closed,
        mine=None if sha256 is None else table.seat_of(sha256),
        gone=[] if over else sorted(set(hall.gone) & set(table.people)),
        asked=next(
            (shapes.Ask(seat, ask.number) for seat, ask in hall.asks.items() if ask.sha256 == sha256), None
        ),
        archived=archived(table, hall.now),
        sheet=list(table.sheet) if over else [],
        totals=[] if standing is None else list(standing.totals),
        winners=[] if standing is None or not table.ended else list(standing.winners),
    )


def todo(table: Table, seat: int, now: float) -> shapes.Todo:
    """What the person in `seat` may do now."""
    timer = next_timer(table)
    auto_ms = None if timer is None else max(0, round(1000 * (timer.at - now)))
    deal = table.deal
    if deal is None or table.ended:
        return shapes.Todo(auto_ms=auto_ms)
    if table.chairs[seat].stand_in:
        return shapes.Todo(turn=deal.turn, auto_ms=auto_ms)
    claimable = table.variant.revoke == "claimable"
    # Only who is in turn has a choice; for the others no view need be made.
    calls, cards, must = _choice(table, deal, seat) if deal.turn == seat else ((), EMPTY, None)
    return shapes.Todo(
        turn=deal.turn,
        calls=[say.call(call) for call in calls],
        cards=say.cards(cards),
        must=must,
        may_take_back=claimable and can_take_back(deal, seat),
        may_claim=claimable and deal.ruling is None and bool(deal.won or (deal.trick and deal.trick.cards)),
        auto_ms=auto_ms,
    )


def _choice(table: Table, deal: Deal, seat: int) -> tuple[tuple[Call, ...], CardSet, Reason | None]:
    """What the seat in turn may say or play, and why not its other cards (none where revokes are claimed)."""
    view = _view(table, deal, seat)
    if table.variant.revoke == "claimable" and view.trump is not None and deal.must_obey != seat:
        return (), view.own, None
    return view.calls, *view.judged


def _view(table: Table, deal: Deal, seat: int) -> SeatView:
    """The person in `seat` has the hand of his chair, but not while he arrives and a regular plays it."""
    if table.chairs[seat].arriving:
        return SeatView(public_view(deal), seat, EMPTY)
    return view_for(deal, seat)


def _chairs(table: Table) -> list[shapes.Chair]:
    return [_chair(chair) for chair in table.chairs]


def _chair(chair: Chair) -> shapes.Chair:
    stand_in = chair.stand_in if chair.covered else None
    return shapes.Chair(chair.kind, chair.name, chair.host, chair.arriving, stand_in)


def _deal_view(number: int, view: SeatView) -> shapes.DealView:
    public = view.public
    seats = public.variant.seats
    speakers = [(public.dealer + 1 + place) % seats for place in range(len(public.calls))]
    return shapes.DealView(
        number=number,
        dealer=public.dealer,
        turned=None if public.turned is None else say.suit(public.turned),
        calls=[
            shapes.SeatCall(seat=seat, call=say.call(call))
            for seat, call in zip(speakers, public.calls, strict=True)
        ],
        declarer=public.declarer,
        trump=None if public.trump is None else say.suit(public.trump),
        sides=say.sides(public.sides),
        hand=say.cards(view.hand),
        counts=list(public.counts),
        piles=say.piles(public.piles),
        trick=say.trick(public.trick),
        last=say.last_trick(public.won),
        taken=[say.taken(public.won, seat) for seat in range(seats)],
    )
