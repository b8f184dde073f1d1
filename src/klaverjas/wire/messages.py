"""Messages of the socket, both ways, and the bodies of the HTTP door.

A *command* carries `n`, its sender's own running number: 1 more than the last the server said it had
(`n` in `Snapshot` and `Told`). The same `n` twice is one command; a refused command does not count.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from klaverjas.rules.errors import Reason
from klaverjas.wire.facts import AnyFact
from klaverjas.wire.shapes import (
    Ask,
    Call,
    Card,
    Chair,
    Company,
    DealResult,
    FairView,
    Hex128,
    HouseRules,
    Phase,
    Phrase,
    Seat,
    Shape,
    Spoken,
    TableView,
    Todo,
    Wait,
)

Number = Annotated[int, msgspec.Meta(ge=1, le=2**31)]
Key = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{22,64}\Z")]
DealNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]


class Command(Shape, tag_field="t", frozen=True):
    n: Number


class Swap(Command, tag="swap", frozen=True):
    """Waiting room: change places with that chair, empty or not."""

    seat: Seat


class Start(Command, tag="start", frozen=True):
    """The host starts the match; regulars take the empty chairs."""


class MakeCall(Command, tag="call", frozen=True):
    call: Call


class PlayCard(Command, tag="play", frozen=True):
    card: Card


class TakeBack(Command, tag="take_back", frozen=True):
    """Take my card of the open trick back (rules.md 6.2)."""


class Claim(Command, tag="claim", frozen=True):
    """Claim that `accused` revoked in `trick` (from 0; rules.md 6.3) of deal number `deal`, so that a claim
    that comes late does not hit another deal. The page has warned."""

    deal: DealNumber
    accused: Seat
    trick: Annotated[int, msgspec.Meta(ge=0, le=15)]


class ShowScore(Command, tag="show_score", frozen=True):
    """Phase closing: close the last trick and show the score."""


class GoOn(Command, tag="go_on", frozen=True):
    """Between deals: I have seen the score of deal number `deal` and am ready for the next."""

    deal: DealNumber


class Again(Command, tag="again", frozen=True):
    """After a match: I want another one at the same table. It begins when all people who are here do."""


class Leave(Command, tag="leave", frozen=True):
    """I leave the table for good."""


class StandIn(Command, tag="stand_in", frozen=True):
    """Let a regular play for the person in `seat`, for whom the table has waited `too_long`."""

    seat: Seat


class Back(Command, tag="back", frozen=True):
    """I am back: the regular who plays for me stops."""


class FreeChair(Command, tag="free_chair", frozen=True):
    """The person in `seat` has been gone `too_long` before the start, or is `lost` in a match: somebody else
    may have the chair."""

    seat: Seat


class Admit(Command, tag="admit", frozen=True):
    """Whether who asks for the chair in `seat`, with `number` on his screen, is the person whose it is. When
    that person is here he answers himself, and can only say no."""

    seat: Seat
    number: Annotated[int, msgspec.Meta(ge=10, le=99)]
    yes: bool


class GiveNumber(Shape, tag_field="t", tag="number", frozen=True):
    """My browser's number for a deal that was sealed (docs/fair.md), sent by itself. The first counts, and
    one for another deal is ignored; there is no answer but `NumberGiven`. It has no `n`: it is no command."""

    match: Number
    deal: DealNumber
    number: Hex128


class Ping(Shape, tag_field="t", tag="ping", frozen=True):
    """Are you there? Answered by `Pong` at once."""


class Say(Shape, tag_field="t", tag="say", frozen=True):
    """Pub talk: a fixed phrase, or with none of them `text`. Not a command: it has no number, the table does
    not change, and nobody waits for it. Answered by `Said`, to everybody at the table, or by `Unsaid`."""

    phrase: Phrase | None = None
    text: str = ""


AnyCommand = (
    Swap
    | Start
    | MakeCall
    | PlayCard
    | TakeBack
    | Claim
    | ShowScore
    | GoOn
    | Again
    | Leave
    | StandIn
    | Back
    | FreeChair
    | Admit
)
FromBrowser = AnyCommand | GiveNumber | Ping | Say


class Message(Shape, tag_field="t", frozen=True):
    pass


class Snapshot(Message, tag="snapshot", frozen=True):
    """First message of every connection, and whenever the viewer must start afresh: all he may know at
    version `v`. `online`, `waits`, `asks` and `watchers` as in `Presence`; `n` is the number of his last
    command that the table has. `watch` is the key of the link with which others may look on, for who sits at
    the table; empty where nobody may. `hands` as in `HandsShown`, for a watcher when the deal is over."""

    v: int
    n: int
    view: TableView
    todo: Todo
    online: list[bool]
    waits: list[Wait]
    asks: list[Ask]
    fair: FairView = FairView()
    watch: str = ""
    watchers: int = 0
    hands: list[list[Card]] | None = None


class Told(Message, tag="told", frozen=True):
    """Versions v - len(facts) + 1 .. v. A fact that is not for this viewer is none, its version alone."""

    v: int
    n: int
    facts: list[AnyFact | None]
    todo: Todo


class Presence(Message, tag="presence", frozen=True):
    """Which seats have a browser connected now, for how long the table waits for each, and who asks for a
    chair (only what this viewer may answer). `watchers`: how many look on. Not a version."""

    online: list[bool]
    waits: list[Wait]
    asks: list[Ask]
    watchers: int = 0


RefusalCode = Literal[
    "unreadable",  # not JSON, or not a message we know
    "too_long",
    "too_fast",
    "not_now",  # that cannot be done in this phase (also: late)
    "not_your_turn",
    "not_host",
    "not_too_long",  # the person has not been waited for long enough
    "no_such_ask",  # nobody asks for that chair any more, or its person is here
    "call_not_allowed",
    "not_held",
    "illegal_card",  # with `reason`
    "nothing_to_take_back",
    "not_an_opponent",  # claim against oneself or one's own side
    "no_such_trick",
    "no_such_chair",
    "only_watching",  # a watcher can do nothing here
    "unavailable",  # the log could not write: nothing happened, try again
]


class Refused(Message, tag="refused", frozen=True):
    """Command `n` (0 when it could not be read) changed nothing. `reason` with an illegal card."""

    n: int
    code: RefusalCode
    reason: Reason | None = None


class Bye(Message, tag="bye", frozen=True):
    """The server closes the line. elsewhere: this person opened the table in another place; left: they
    left the table; stopping: the server restarts, come back soon; slow: too far behind, come back;
    too_fast: went on after it was told that it is too fast; crowded: too many lines from this address, come
    back later."""

    why: Literal["elsewhere", "left", "stopping", "slow", "too_fast", "crowded"]


class Pong(Message, tag="pong", frozen=True):
    pass


class Said(Message, tag="said", frozen=True):
    """Somebody said this just now. Not a version, and in no log."""

    line: Spoken


class Heard(Message, tag="heard", frozen=True):
    """After a `Snapshot`, when there is any: the last lines that were said while this viewer had a chair."""

    lines: list[Spoken]


UnsaidCode = Literal[
    "too_fast",
    "too_long",  # more than 200 characters
    "empty",  # nothing that can be seen
    "phrases_only",  # this table has no free talk
    "off",  # this table has no talk
]


class Unsaid(Message, tag="unsaid", frozen=True):
    """What this viewer wanted to say was heard by nobody."""

    why: UnsaidCode


ToBrowser = Snapshot | Told | Presence | Refused | Bye | Pong | Said | Heard | Unsaid


# ---- HTTP -------------------------------------------------------------------------------------


class OpenTable(Shape, frozen=True):
    """POST /api/tables. `practice` starts at once with regulars; `company`: how strong they are to be."""

    name: str
    rules: HouseRules
    practice: bool = False
    company: Company = "mix"


class SitDown(Shape, frozen=True):
    """POST /api/tables/CODE/chairs. `key`, drawn by the browser, becomes the secret of the chair, so that the
    same wish sent twice gets one chair; without it the server draws one."""

    name: str
    key: Key | None = None


class TableOpened(Shape, frozen=True):
    """201 of both. The seat's secret went into an HttpOnly cookie for this table."""

    code: str


class AskChair(Shape, frozen=True):
    """POST /api/tables/CODE/asks: I am the person in `seat` and lost my chair. `key` as in `SitDown`; it
    opens the chair once somebody at the table says that it is me."""

    seat: Seat
    key: Key


class TakeChair(Shape, frozen=True):
    """POST /api/tables/CODE/moves/in: the chair that a link of another device (`MoveLink`) leads to. `key`
    as in `SitDown`: the same wish sent twice is one."""

    ticket: Key
    key: Key


class MoveLink(Shape, frozen=True):
    """201 of POST /api/tables/CODE/moves: `ticket` opens this browser's chair on one other device, once,
    within so many `seconds`."""

    ticket: str
    seconds: int


class TableCard(Shape, frozen=True):
    """GET /api/tables/CODE: what a newcomer may know before sitting down. `mine` is the seat that this
    browser's cookie holds, `free` how many more people can sit down, `closed` that everybody left it.
    `gone`: the seats of people who are not connected, which can be asked for; `asked`: this browser asks for
    one. `archived`: nobody played for so long that the table can only be looked at. `sheet`, `totals` and
    `winners` of the last match, when it is closed or archived."""

    code: str
    rules: HouseRules
    phase: Phase
    chairs: list[Chair]
    free: int
    closed: bool
    mine: Seat | None
    gone: list[Seat]
    asked: Ask | None
    archived: bool
    sheet: list[DealResult]
    totals: list[int]
    winners: list[Seat]


class SlateCard(Shape, frozen=True):
    """GET /api/tables/CODE/slates/SLATE: a match that is over, for whoever has its link; it gives no chair.
    `names` per seat as they were then; `ended`: seconds since 1970."""

    code: str
    rules: HouseRules
    match: int
    ended: int
    names: list[str]
    sheet: list[DealResult]
    totals: list[int]
    winners: list[Seat]


class Conventions(Shape, frozen=True):
    """What a regular's partner may count on; the texts say each in words under `conventions.`."""

    making: Literal["careful", "even", "bold"]
    leading: Literal["trumps", "even", "aces"]
    signal: bool
    nel: bool
    tens: bool
    ruffing: bool


class RegularCard(Shape, frozen=True):
    """GET /api/regulars: one for each. The texts tell of his character under `regulars.` and the key."""

    key: str
    name: str
    level: Literal["gentle", "steady", "strong"]
    card: Conventions


class HttpError(Shape, frozen=True):
    """Every refusal of the HTTP door, with status 400, 403, 404, 409, 410, 413, 429 or 503."""

    code: Literal[
        "unreadable",
        "name_missing",
        "name_too_long",
        "name_unprintable",
        "rules_impossible",
        "no_such_table",
        "no_such_deal",
        "no_such_slate",
        "table_full",
        "table_closed",
        "no_chair",  # this browser has no chair here
        "other_chair",  # it has another one
        "ticket_gone",  # the link was used, or is too old
        "not_gone",  # that chair cannot be asked for (now)
        "too_long",
        "too_fast",
        "full_house",  # the server has as many tables as it can bear
        "unavailable",
    ]
