"""From which address somebody comes, and which addresses are proxies that may say so for others."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from starlette.types import ASGIApp, Receive, Scope, Send

STANDARD = "x-forwarded-for"
UNKNOWN = "unknown"

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def networks(text: str) -> tuple[Network, ...]:
    """The addresses and networks of a list like `127.0.0.1, 10.0.0.0/8`. Raises ValueError."""
    return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())


def household(host: str) -> str:
    """The key under which this address is counted. A home has one IPv4 address, but a whole /64 of IPv6; what
    is no address counts as one stranger."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def counted_as(client: tuple[str, int] | None, trusted: Iterable[Network]) -> str | None:
    """Under which key somebody at this address is counted, none when he is not. A proxy that does not say for
    whom it asks brings everybody under one address, so a trusted address itself is not counted."""
    return None if client is None or among(client[0], trusted) else household(client[0])


def among(host: str, trusted: Iterable[Network]) -> bool:
    """Whether this address is one of those."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return any(address in network or (mapped and mapped in network) for network in trusted)


class ClientHeader:
    """Around the whole app, for proxies that name the caller in a header of their own, like `x-real-ip`: it
    takes the place of the standard one, which such a proxy lets callers write themselves."""

    def __init__(self, app: ASGIApp, name: str) -> None:
        self._app = app
        self._name = name.lower().encode("latin-1")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            named = [value for name, value in scope["headers"] if name == self._name]
            others = [(name, value) for name, value in scope["headers"] if name != STANDARD.encode()]
            scope["headers"] = [*others, *((STANDARD.encode(), value) for value in named[-1:])]
        await self._app(scope, receive, send)
