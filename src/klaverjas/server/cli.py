"""The command `klaverkroeg`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import errno
import gc
import resource
import socket
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from klaverjas.crowd import commands as crowd
from klaverjas.crowd.pub import fast_loop
from klaverjas.log import LogUnavailable, SqliteLog
from klaverjas.log.bench import bench
from klaverjas.log.forget import forget, last_events, visiting
from klaverjas.server import keeping
from klaverjas.server.address import networks
from klaverjas.server.app import PubServer, create_app
from klaverjas.server.clock import SystemClock
from klaverjas.server.dice import RandomDice
from klaverjas.server.figures import Figures, Gauge
from klaverjas.server.journal import keep_journal
from klaverjas.server.regulars import GUESTS, player_for
from klaverjas.server.room import Pub
from klaverjas.server.rooms import Rooms
from klaverjas.server.settings import STATIC, Settings
from klaverjas.server.tally import Tally
from klaverjas.server.thinking import InProcesses
from klaverjas.server.trouble import LOGGER, stray
from klaverjas.table import decode

OPEN_FILES = 65536
WAKE_AFTER = 1.0
COLLECTIONS = (700, 2, 5000)
"""New objects until the youngest are looked through, and how often that is done until the next older are."""
WAKE_SECONDS = 60.0

WHY = {
    "locked": "another server is using it",
    "read_only": "it cannot be written",
    "full": "the disk is full",
    "newer": "a newer version of Klaverkroeg wrote it; start that one",
    "broken": "it is not a database of Klaverkroeg, or it is damaged",
}


class Trouble(Exception):
    """What keeps the pub closed, in words for the host."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    parsed = parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = parsed.run
    try:
        return run(parsed)
    except Trouble as trouble:
        print(f"klaverkroeg: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def parser() -> argparse.ArgumentParser:
    """The commands and their options."""
    top = argparse.ArgumentParser(prog="klaverkroeg", description="Klaverkroeg: a pub to play klaverjas in.")
    commands = top.add_subparsers(required=True, metavar="COMMAND")
    serve = commands.add_parser("serve", help="open the pub", description="Open the pub and serve it.")
    defaults = Settings()
    serve.add_argument(
        "--data",
        type=Path,
        default=defaults.data,
        metavar="DIR",
        help="folder of the database (data)",
    )
    serve.add_argument(
        "--host", default=defaults.host, help="address to listen on; 0.0.0.0 for the whole network"
    )
    serve.add_argument("--port", type=port, default=defaults.port, help="8000; 0 picks a free one")
    serve.add_argument(
        "--pace",
        type=pace,
        default=defaults.pace,
        help="how slowly the regulars play (1); 0 is at once",
    )
    serve.add_argument(
        "--thinkers",
        type=thinkers,
        default=defaults.thinkers,
        metavar="N",
        help=f"worker processes in which strong regulars think ({defaults.thinkers} here)",
    )
    serve.add_argument(
        "--public-url",
        type=public_url,
        default="",
        metavar="URL",
        help="where browsers find the pub behind a proxy, like https://kroeg.example",
    )
    serve.add_argument(
        "--log-format",
        choices=("text", "json"),
        default=defaults.log_format,
        help="how the pub writes about itself: key=value or JSON",
    )
    serve.add_argument(
        "--metrics",
        type=metrics_address,
        default=None,
        metavar="[HOST:]PORT",
        help="show figures for Prometheus here, on this machine alone unless a host is given",
    )
    serve.add_argument(
        "--unlimited-loopback",
        action="store_true",
        help="no limits for who connects from this machine; for measuring, never behind a proxy",
    )
    serve.add_argument(
        "--proxies",
        type=proxies,
        default=defaults.proxies,
        metavar="ADDRESSES",
        help=f"who may say for whom it asks, addresses or networks ({defaults.proxies}); '' for nobody",
    )
    serve.add_argument(
        "--client-header",
        type=str.lower,
        default=defaults.client_header,
        metavar="NAME",
        help=f"header in which they say it ({defaults.client_header})",
    )
    serve.set_defaults(run=open_pub)
    benches = commands.add_parser("bench", help="measure this machine").add_subparsers(
        required=True, metavar="WHAT"
    )
    log = benches.add_parser("log", help="durable events a second on this disk")
    log.add_argument("--data", type=Path, default=Path(), metavar="DIR", help="folder on the disk to measure")
    log.add_argument("--seconds", type=float, default=5.0)
    log.set_defaults(run=bench_log)
    lost = commands.add_parser(
        "forget",
        help="delete tables, also while the pub is open",
        description="Delete tables for good, with the names of their people. A pub that is open may stay"
        " open: it closes a deleted table within a minute. Backups are not touched.",
    )
    lost.add_argument("codes", nargs="*", metavar="CODE", help="of a table to delete")
    lost.add_argument(
        "--older-than",
        type=days,
        metavar="DAYS",
        help="delete every table where nothing happened for so many days",
    )
    lost.add_argument(
        "--data", type=Path, default=defaults.data, metavar="DIR", help="folder of the database"
    )
    lost.set_defaults(run=forget_tables)
    keeping.add_to(commands)
    crowd.add_to(commands)
    return top


def port(text: str) -> int:
    number = int(text)
    if not 0 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return number


def thinkers(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 64:
        raise argparse.ArgumentTypeError("thinkers are a number from 1 to 64")
    return number


def public_url(text: str) -> str:
    try:
        url = urlsplit(text)
        # Reading the port checks it.
        known = url.scheme in ("http", "https") and bool(url.hostname) and (url.port or 0) >= 0
    except ValueError:
        known = False
    if text and (not known or url.path not in ("", "/") or url.query or url.fragment or "@" in url.netloc):
        raise argparse.ArgumentTypeError(f"{text!r} is no http or https address, like https://kroeg.example")
    return text


def proxies(text: str) -> str:
    try:
        networks(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no list of addresses, like 127.0.0.1, 10.0.0.0/8"
        ) from None
    return text


def metrics_address(text: str) -> tuple[str, int]:
    host, _, number = text.rpartition(":")
    return host.strip("[]") or "127.0.0.1", port(number)


def pace(text: str) -> float:
    number = float(text)
    if not 0 <= number <= 100:
        raise argparse.ArgumentTypeError("a pace is a number from 0 to 100")
    return number


def open_pub(parsed: argparse.Namespace) -> int:
    """Serve until a signal comes."""
    settings = Settings(
        data=parsed.data,
        host=parsed.host,
        port=parsed.port,
        pace=parsed.pace,
        thinkers=parsed.thinkers,
        public_url=parsed.public_url,
        proxies=parsed.proxies,
        client_header=parsed.client_header,
        static=STATIC,
        unlimited_loopback=parsed.unlimited_loopback,
        log_format=parsed.log_format,
        metrics=parsed.metrics,
    )
    keep_journal(settings.log_format)
    allow_many_sockets()
    spare_collections()
    with asyncio.Runner(loop_factory=fast_loop()) as runner:
        runner.run(serve(settings))
    return 0


async def serve(settings: Settings) -> None:
    """Open log and door, tell the host, serve. Raises Trouble."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Trouble(f"cannot make the data folder {settings.data}: {error.strerror}") from None
    with listen(settings) as door:
        try:
            log = await SqliteLog.open(settings.database)
        except LogUnavailable as error:
            why = WHY[error.reason]
            raise Trouble(f"cannot open {settings.database}: {why} ({error.detail})") from None
        asyncio.get_running_loop().set_exception_handler(stray)
        clock, figures = SystemClock(), Figures()
        thinking = InProcesses(player_for, settings.thinkers, figures=figures)
        tally = Tally(clock, settings.tally)
        pub = Pub(
            log, RandomDice.of_the_system(), clock, GUESTS, thinking, settings.pace, figures, tally=tally
        )
        rooms = Rooms(pub, settings.limits.tables_in_memory)
        welcome = partial(print, greeting(settings, door.getsockname()[1], network_address()), flush=True)
        app = create_app(settings, rooms, clock)
        server = PubServer(app, rooms, log, settings, welcome, collect_no_more)
        waking = asyncio.create_task(wake(thinking))
        try:
            with shown(settings, figures, gauges(rooms, log, thinking)):
                tell_open(door.getsockname()[1], server.entrance.room.most, settings)
                await server.serve([door])
        finally:
            waking.cancel()
            tally.close()
            thinking.close(wait=True)
            LOGGER.info("closed")


def collect_no_more() -> None:
    """What is garbage now goes with the program: to look for it among all that a full pub holds would take
    longer than to say goodbye to everybody."""
    gc.disable()
    gc.freeze()


async def wake(thinking: InProcesses) -> None:
    """Call the worker processes in, once the people who come back after a restart have been let in."""
    await asyncio.sleep(WAKE_AFTER)
    await thinking.wake(WAKE_SECONDS)


def tell_open(port: int, connections: int, settings: Settings) -> None:
    """Write down that the pub is open, and when the machine gives it fewer sockets than it would use."""
    LOGGER.info("open", extra={"told": {"port": port, "connections": connections}})
    wanted = settings.limits.connections_in_all
    if connections < wanted:
        told = {"connections": connections, "wanted": wanted, "help": "raise the hard limit: ulimit -Hn"}
        LOGGER.warning("this machine allows few open files", extra={"told": told})


@contextlib.contextmanager
def shown(settings: Settings, figures: Figures, more: dict[str, Gauge]) -> Iterator[None]:
    """The figures at their own address, if the host wants them somewhere. Raises Trouble."""
    if settings.metrics is None:
        yield
        return
    # Here, because a pub that shows no figures need not load this.
    from klaverjas.server.metrics import showing

    with contextlib.ExitStack() as stack:
        try:
            stack.enter_context(showing(*settings.metrics, figures, more))
        except OSError as error:
            host, number = settings.metrics
            raise Trouble(f"cannot show metrics at {host} port {number}: {error.strerror}") from None
        yield


def gauges(rooms: Rooms, log: SqliteLog, thinking: InProcesses) -> dict[str, Gauge]:
    """What is so at the moment when somebody asks."""
    return {
        "tables": ("Tables that are open in memory", lambda: len(rooms)),
        "sockets": ("Browsers that are connected", lambda: rooms.sockets),
        "orders_waiting": ("Orders that wait in all rooms", lambda: rooms.waiting),
        "appends_waiting": ("Changes that wait to be written", lambda: log.waiting),
        "regulars_waiting": ("Regulars who wait for a worker process", lambda: thinking.waiting),
    }


def listen(settings: Settings) -> socket.socket:
    """The socket of the front door. Raises Trouble when it cannot be had."""
    where = f"{settings.host} port {settings.port}"
    try:
        (family, kind, proto, _, address), *_ = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        door = socket.socket(family, kind, proto)
        try:
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            door.bind(address)
            door.listen(2048)
        except OSError:
            door.close()
            raise
    except socket.gaierror:
        raise Trouble(f"{settings.host!r} is no address of this machine") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise Trouble(f"{where} is in use; choose another one with --port") from None
        raise Trouble(f"cannot listen on {where}: {error.strerror}") from None
    return door


def network_address() -> str | None:
    """What this machine is called on its network, none when it is on none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: to connect only chooses the way to an address that is nobody's (RFC 5737).
        probe.connect(("192.0.2.1", 9))
        address: str = probe.getsockname()[0]
        return None if address.startswith(("127.", "0.")) else address
    return None


def greeting(settings: Settings, number: int, address: str | None) -> str:
    """What the host reads when the pub is open at this port, and this is its address on the network."""
    everywhere = settings.host in ("0.0.0.0", "::")
    alone = settings.host in ("127.0.0.1", "::1", "localhost")
    host = "localhost" if everywhere or settings.host == "127.0.0.1" else settings.host
    url = settings.public_url or f"http://{f'[{host}]' if ':' in host else host}:{number}/"
    lines = [f"Klaverkroeg is open: {url}"]
    if everywhere and address:
        lines.append(f"Others on this network: http://{address}:{number}/")
    elif everywhere:
        lines.append(
            f"Others on this network: http://ADDRESS:{number}/, with the ADDRESS of this machine"
            " (it could not be found; your network settings show it)"
        )
    elif alone and not settings.public_url:
        lines.append("Only this machine can come in; --host 0.0.0.0 lets in others on your network.")
    if not (settings.static / "index.html").is_file():
        lines.append("But its page has not been built: run python3 dev.py build")
    return "\n".join(lines)


def allow_many_sockets() -> None:
    """Raise the soft limit of open files as far as the machine lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def spare_collections() -> None:
    """Look through all objects seldom. With ten thousand browsers that holds everybody up for a second, and
    there is next to nothing to find: play leaves no cycles, and neither do browsers that go."""
    gc.freeze()
    gc.set_threshold(*COLLECTIONS)


def days(text: str) -> float:
    number = float(text)
    if not number >= 1:
        raise argparse.ArgumentTypeError("at least 1 day")
    return number


def forget_tables(parsed: argparse.Namespace) -> int:
    """Delete tables by their codes or by their age."""
    codes = [code.upper() for code in parsed.codes]
    if not codes and parsed.older_than is None:
        raise Trouble("say which tables: their codes, or --older-than DAYS")
    database = Settings(data=parsed.data).database
    try:
        with visiting(database) as connection:
            old = () if parsed.older_than is None else quiet_for(connection, parsed.older_than, time.time())
            gone = forget(connection, [*codes, *old])
    except LogUnavailable as error:
        raise Trouble(f"cannot forget in {database}: {WHY[error.reason]} ({error.detail})") from None
    print(f"Forgotten: {len(gone)} table{'' if len(gone) == 1 else 's'}.")
    unknown = [code for code in codes if code not in gone]
    if unknown:
        raise Trouble(f"there is no table {', '.join(unknown)}")
    return 0


def quiet_for(connection: sqlite3.Connection, days: float, now: float) -> Iterator[str]:
    """The tables where nothing happened for so many days. One whose last event cannot be read is kept."""
    for table, event in last_events(connection):
        with contextlib.suppress(msgspec.MsgspecError):
            if decode(event).at < now - days * 24 * 3600:
                yield table


def bench_log(parsed: argparse.Namespace) -> int:
    """Print how many durable events a second this disk takes."""
    try:
        print(asyncio.run(bench(parsed.data, parsed.seconds)))
    except LogUnavailable as error:
        raise Trouble(f"cannot write in {parsed.data}: {WHY[error.reason]} ({error.detail})") from None
    except OSError as error:
        raise Trouble(f"cannot write in {parsed.data}: {error.strerror}") from None
    return 0


if __name__ == "__main__":
    sys.exit(main())
