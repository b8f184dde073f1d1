"""The built page and its files. Every address of ours is the one page; the browser's router does the rest."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FOREVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"
NOT_KEPT = (b"cache-control", b"no-store")
WORTH_PACKING = re.compile(r"^(text/|application/(javascript|json|manifest)|image/svg)")
MISSING = "The page of Klaverkroeg has not been built yet. Run: python3 dev.py build\n"

HSTS_SECONDS = 365 * 24 * 3600
UNUSED_POWERS = (
    "accelerometer",
    "camera",
    "display-capture",
    "geolocation",
    "gyroscope",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
)
"""Of a browser, which no page of ours asks for. Wake lock and clipboard are not among them."""

_HOST = re.compile(r"^([A-Za-z0-9.\-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]+)?\Z")
_TYPES = {".woff2": "font/woff2", ".webmanifest": "application/manifest+json", ".js": "text/javascript"}


@dataclass(frozen=True, slots=True)
class File:
    """A file of the build, ready to send."""

    stamp: int
    plain: bytes
    packed: bytes | None
    kind: str
    etag: str


class Pages:
    """Its `routes` come last: they answer every address that nothing else does."""

    def __init__(self, static: Path) -> None:
        self._static = static
        self._files: dict[str, File] = {}
        self.routes = [
            Route("/", self._page),
            Route("/t/{code}", self._page),
            Route("/leitje/{code}/{key}", self._unlisted),
            Route("/regels", self._page),
            Route("/rules", self._page),
            Route("/eerlijk", self._page),
            Route("/kijk/{key}", self._page),
            Route("/fair", self._page),
            Route("/{path:path}", self._file),
        ]

    @property
    def built(self) -> bool:
        """Whether there is a page to serve."""
        return (self._static / "index.html").is_file()

    async def _page(self, request: Request) -> Response:
        return self._index(request, 200)

    async def _unlisted(self, request: Request) -> Response:
        """The page for whoever was given its link: no search engine is to list it."""
        response = self._index(request, 200)
        response.headers["X-Robots-Tag"] = "noindex"
        return response

    async def _file(self, request: Request) -> Response:
        path = request.path_params["path"]
        file = self._read(path)
        if file is not None:
            return send(request, file, FOREVER if path.startswith("assets/") else ASK_FIRST)
        if "." in path.rpartition("/")[2] or path.startswith(("api/", "assets/", "ws/")):
            return PlainTextResponse("not found\n", 404)
        return self._index(request, 404)

    def _index(self, request: Request, status: int) -> Response:
        file = self._read("index.html")
        if file is None:
            return PlainTextResponse(MISSING, 503)
        return send(request, file, ASK_FIRST, status)

    def _read(self, path: str) -> File | None:
        """The file of the build at this path, read again when it was built again."""
        parts = path.split("/")
        if any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts):
            return None
        place = self._static.joinpath(*parts)
        try:
            stamp = place.stat().st_mtime_ns
            known = self._files.get(path)
            if known is None or known.stamp != stamp:
                known = self._files[path] = prepare(place, stamp)
        except OSError:
            return None
        return known


def prepare(place: Path, stamp: int) -> File:
    """Read and pack a file. Raises OSError."""
    plain = place.read_bytes()
    kind = _TYPES.get(place.suffix) or mimetypes.guess_type(place.name)[0] or "application/octet-stream"
    packed = gzip.compress(plain, 9, mtime=0) if WORTH_PACKING.match(kind) and len(plain) > 500 else None
    etag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
    return File(stamp, plain, packed, kind, etag)


def send(request: Request, file: File, caching: str, status: int = 200) -> Response:
    """The file, packed where the browser can unpack; nothing but its mark when the browser has it."""
    headers = {"Cache-Control": caching, "ETag": file.etag, "Vary": "Accept-Encoding"}
    if status == 200 and file.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, status, {**headers, "Content-Encoding": "gzip"}, file.kind)
    return Response(file.plain, status, headers, file.kind)


class SafeHeaders:
    """Around the whole app: what tells browsers to load, run and frame nothing but ours, and to keep nothing
    that does not say how long."""

    def __init__(self, app: ASGIApp, public_url: str = "") -> None:
        self._app = app
        self._https = public_url.startswith("https:")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        host = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1")
        headers = safe_headers(host, self._https or scope["scheme"] == "https")
        extra = [(name.encode(), value.encode()) for name, value in headers.items()]

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = message["headers"]
                kept = () if any(name == b"cache-control" for name, _ in given) else (NOT_KEPT,)
                message = {**message, "headers": [*given, *kept, *extra]}
            await send(message)

        await self._app(scope, receive, send_safely)


def safe_headers(host: str, https: bool = False) -> dict[str, str]:
    """The headers of every answer. Older Safari does not count a socket of one's own host as 'self'. Who came
    by https is told never to come without."""
    sockets = f" ws://{host} wss://{host}" if _HOST.match(host) else ""
    policy = {
        "default-src": "'self'",
        "img-src": "'self' data:",
        "style-src": "'self'",
        "script-src": "'self'",
        "connect-src": f"'self'{sockets}",
        "base-uri": "'none'",
        "object-src": "'none'",
        "frame-ancestors": "'none'",
        "form-action": "'self'",
    }
    return {
        "content-security-policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "x-frame-options": "DENY",
        "permissions-policy": ", ".join(f"{power}=()" for power in UNUSED_POWERS),
        **({"strict-transport-security": f"max-age={HSTS_SECONDS}"} if https else {}),
    }
