"""How the server writes down that something is broken, without what people may not know."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from klaverjas.log import LogUnavailable
from klaverjas.server.journal import place

LOGGER = logging.getLogger("klaverkroeg")


def report(what: str, error: BaseException) -> None:
    """Log the kind of an error and where it came from. Not its message: that can hold a card or a name. Only
    the log's own troubles are told in full, since a host can mend those."""
    if isinstance(error, LogUnavailable):
        told = {"reason": error.reason, "detail": error.detail}
        LOGGER.error("%s: the log is unavailable", what, extra={"told": told})
        return
    told = {"error": type(error).__name__, "at": place(error)}
    LOGGER.error("%s: %s", what, type(error).__name__, extra={"told": told})


def kind_and_place(error: BaseException) -> str:
    """What can be told of any error."""
    return f"{type(error).__name__} at {place(error)}"


NO_TROUBLE_OF_OURS = (
    "Invalid HTTP request received.",
    "Invalid UTF-8 sequence received from client.",
    "Unsupported upgrade request.",
    "No supported WebSocket library detected",
)
"""What uvicorn says when a caller talks nonsense. Whoever wants could fill the log with it."""


def discreet(record: logging.LogRecord) -> bool:
    """A filter for the lines of others: nothing about nonsense of callers, and of an error its kind and place
    alone, because messages and tracebacks can hold what somebody sent."""
    if str(record.msg).startswith(NO_TROUBLE_OF_OURS):
        return False
    if record.exc_info and record.exc_info[1] is not None:
        record.msg = f"{str(record.msg).strip()}: {kind_and_place(record.exc_info[1])}"
        record.args = record.exc_info = record.exc_text = None
    return True


def stray(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What the event loop calls with an error that nobody waited for."""
    error = context.get("exception")
    LOGGER.error("a stray error: %s", "no exception" if error is None else kind_and_place(error))
