"""The HTTP door: open a table, look at it, sit down. It answers codes; the texts make sentences of them.

Each address may do a lot, but not without end: the doorman counts.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar, get_args

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from klaverjas.log import LogUnavailable
from klaverjas.server import names
from klaverjas.server.doorman import Deed, Doorman
from klaverjas.server.limits import FullHouse
from klaverjas.server.origin import is_ours
from klaverjas.server.regulars import CARDS
from klaverjas.server.room import Room
from klaverjas.server.settings import Settings
from klaverjas.server.tokens import cookie_name, fingerprint, new_token
from klaverjas.server.trouble import report
from klaverjas.table import OfferChair, Refusal
from klaverjas.table import SitDown as Newcomer
from klaverjas.table import TakeChair as Moved
from klaverjas.table.chairs import TICKET_SECONDS
from klaverjas.table.orders import DoorCode
from klaverjas.wire.messages import (
    AskChair,
    HttpError,
    MoveLink,
    OpenTable,
    RegularCard,
    SitDown,
    TableOpened,
    TakeChair,
)
from klaverjas.wire.shapes import Company, HouseDeals, HouseRules

LONGEST_BODY = 2048
COOKIE_SECONDS = 30 * 24 * 3600
"""From the last visit: each renews it. A table is played at for a shorter time."""
RETRY_SECONDS = "10"
DOOR_CODES: dict[str, DoorCode] = {code: code for code in get_args(DoorCode)}
T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]

STATUS = {
    "no_chair": 403,
    "no_such_table": 404,
    "no_such_deal": 404,
    "no_such_slate": 404,
    "other_chair": 409,
    "not_gone": 409,
    "ticket_gone": 410,
    "table_full": 409,
    "table_closed": 410,
    "too_long": 413,
    "too_fast": 429,
    "full_house": 503,
    "unavailable": 503,
}


class Tables(Protocol):
    """What the door needs of the rooms."""

    async def find(self, code: str) -> Room | None: ...

    def deals(self) -> HouseDeals: ...

    async def open(
        self, rules: HouseRules, host: Newcomer, practice: bool = False, company: Company = "mix"
    ) -> Room: ...


class Problem(Exception):
    """The request changes nothing; `error` is the answer."""

    def __init__(self, error: HttpError) -> None:
        super().__init__(error.code)
        self.error = error


class Lobby:
    """Its `routes` are the HTTP door."""

    def __init__(self, tables: Tables, settings: Settings, doorman: Doorman) -> None:
        self._tables = tables
        self._settings = settings
        self._doorman = doorman
        self.routes = [
            Route("/api/tables", self._answering(self._open), methods=["POST"]),
            Route("/api/deals", self._answering(self._deals), methods=["GET"]),
            Route("/api/regulars", self._answering(self._regulars), methods=["GET"]),
            Route("/api/tables/{code}", self._answering(self._look), methods=["GET"]),
            Route(
                "/api/tables/{code}/deals/{match:int}/{deal:int}",
                self._answering(self._deal),
                methods=["GET"],
            ),
            Route("/api/tables/{code}/slates/{key}", self._answering(self._slate), methods=["GET"]),
            Route("/api/tables/{code}/chairs", self._answering(self._sit), methods=["POST"]),
            Route("/api/tables/{code}/asks", self._answering(self._ask), methods=["POST"]),
            Route("/api/tables/{code}/moves", self._answering(self._move_out), methods=["POST"]),
            Route("/api/tables/{code}/moves/in", self._answering(self._move_in), methods=["POST"]),
        ]

    def _answering(self, handler: Handler) -> Handler:
        async def counted(request: Request) -> Response:
            self._count(request, "requests")
            return await handler(request)

        return answering(counted)

    async def _open(self, request: Request) -> Response:
        wish = await self._read(request, OpenTable)
        name, token = names.clean(wish.name), new_token()
        self._count(request, "tables")
        try:
            host = Newcomer(name, fingerprint(token))
            room = await self._tables.open(wish.rules, host, wish.practice, wish.company)
        except ValueError:
            raise Problem(HttpError("rules_impossible")) from None
        return self._opened(request, room.table.code, token)

    async def _deals(self, request: Request) -> Response:
        return answer(200, self._tables.deals())

    async def _regulars(self, request: Request) -> Response:
        return answer(200, CARDS)

    async def _look(self, request: Request) -> Response:
        room = await self._room(request)
        code = room.table.code
        card = room.card(_chair_shown(request, code))
        response = answer(200, card)
        if card.mine is not None or card.asked is not None:
            self._keep(request, response, code, request.cookies[cookie_name(code)])
        return response

    async def _deal(self, request: Request) -> Response:
        """How a deal that is over was dealt: whoever knows the code may check it. All that ever happened at
        the table is read for it."""
        room = await self._room(request)
        self._count(request, "records")
        record = await room.fair_record(request.path_params["match"], request.path_params["deal"])
        if record is None:
            raise Problem(HttpError("no_such_deal"))
        return answer(200, record)

    async def _slate(self, request: Request) -> Response:
        """The key alone opens it: who has a chair here is not asked. A wrong one counts like a wrong code."""
        room = await self._room(request)
        slate = room.slate(request.path_params["key"])
        if slate is None:
            self._doorman.lets(self._doorman.who(request.client), "wrong_codes")
            raise Problem(HttpError("no_such_slate"))
        return answer(200, slate)

    async def _sit(self, request: Request) -> Response:
        wish = await self._read(request, SitDown)
        room = await self._room(request)
        code = room.table.code
        if room.card(_chair_shown(request, code)).mine is not None:
            # Asked twice, or in a second tab: one person has one chair.
            return answer(201, TableOpened(code))
        self._count(request, "joins")
        token = wish.key or new_token()
        await room.at_the_door(Newcomer(names.clean(wish.name), fingerprint(token)))
        # Who waits until he is let back in and then sits down elsewhere has one chair, not two.
        shown = _chair_shown(request, code)
        if shown is not None:
            room.withdraw(shown)
        return self._opened(request, code, token)

    async def _ask(self, request: Request) -> Response:
        """The key goes into the cookie at once; it opens nothing until somebody at the table says yes."""
        wish = await self._read(request, AskChair)
        room = await self._without_chair(request)
        if not room.ask_chair(wish.seat, fingerprint(wish.key)):
            raise Problem(HttpError("not_gone"))
        return self._opened(request, room.table.code, wish.key)

    async def _move_out(self, request: Request) -> Response:
        self._check_ours(request)
        room = await self._room(request)
        shown, ticket = _chair_shown(request, room.table.code), new_token()
        if shown is None:
            raise Problem(HttpError("no_chair"))
        await room.at_the_door(OfferChair(shown, fingerprint(ticket)))
        return answer(201, MoveLink(ticket, TICKET_SECONDS))

    async def _move_in(self, request: Request) -> Response:
        wish = await self._read(request, TakeChair)
        room = await self._without_chair(request)
        await room.at_the_door(Moved(fingerprint(wish.ticket), fingerprint(wish.key)))
        return self._opened(request, room.table.code, wish.key)

    async def _without_chair(self, request: Request) -> Room:
        """The room, for a browser that has no chair there: one person has one chair."""
        room = await self._room(request)
        if room.card(_chair_shown(request, room.table.code)).mine is not None:
            raise Problem(HttpError("other_chair"))
        self._count(request, "joins")
        return room

    async def _room(self, request: Request) -> Room:
        code = request.path_params["code"].upper()
        room = await self._tables.find(code)
        if room is not None and room.card(_chair_shown(request, code)).mine is not None:
            # Who has a chair here needs to guess nothing, whatever his neighbours do.
            return room
        who = self._doorman.who(request.client)
        if not self._doorman.would_let(who, "wrong_codes"):
            raise Problem(HttpError("too_fast"))
        if room is None:
            self._doorman.lets(who, "wrong_codes")
            raise Problem(HttpError("no_such_table"))
        return room

    def _count(self, request: Request, deed: Deed) -> None:
        if not self._doorman.lets(self._doorman.who(request.client), deed):
            raise Problem(HttpError("too_fast"))

    def _check_ours(self, request: Request) -> None:
        if not is_ours(request.headers, self._settings.public_url):
            raise Problem(HttpError("unreadable"))

    async def _read(self, request: Request, shape: type[T]) -> T:
        self._check_ours(request)
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > LONGEST_BODY:
                raise Problem(HttpError("too_long"))
        try:
            return msgspec.json.decode(body, type=shape)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise Problem(HttpError("unreadable")) from None

    def _opened(self, request: Request, code: str, token: str) -> Response:
        response = answer(201, TableOpened(code))
        self._keep(request, response, code, token)
        return response

    def _keep(self, request: Request, response: Response, code: str, token: str) -> None:
        response.set_cookie(
            cookie_name(code),
            token,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure="https" in (request.url.scheme, self._settings.public_url.partition(":")[0]),
        )


def answering(handler: Handler) -> Handler:
    """The handler with every way to say no turned into an `HttpError`."""

    async def answered(request: Request) -> Response:
        try:
            return await handler(request)
        except Problem as problem:
            return refuse(problem.error)
        except names.BadName as bad:
            return refuse(HttpError(bad.code))
        except Refusal as refusal:
            return refuse(HttpError(DOOR_CODES.get(refusal.code, "table_full")))
        except LogUnavailable:
            return refuse(HttpError("unavailable"))
        except FullHouse:
            return refuse(HttpError("full_house"))
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            report("the door failed", error)
            return refuse(HttpError("unavailable"))

    return answered


def refuse(error: HttpError) -> Response:
    response = answer(STATUS.get(error.code, 400), error)
    if error.code in ("too_fast", "full_house"):
        response.headers["Retry-After"] = RETRY_SECONDS
    return response


def answer(status: int, message: msgspec.Struct | list[RegularCard]) -> Response:
    headers = {"Cache-Control": "no-store"}
    return Response(msgspec.json.encode(message), status, headers, media_type="application/json")


def _chair_shown(request: Request, code: str) -> str | None:
    token = request.cookies.get(cookie_name(code))
    return None if token is None else fingerprint(token)
