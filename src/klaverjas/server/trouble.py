"""How the server writes down that something is broken, without what people may not know."""

from __future__ import annotations

import asyncio
import logging
import traceback
from pathlib import PurePath
from typing import Any

from klaverjas.log import LogUnavailable

LOGGER = logging.getLogger("klaverkroeg")


def report(what: str, error: BaseException) -> None:
    """Log the kind of an error and where it came from. Not its message: that can hold a card or a name. Only
    the log's own troubles are told in full, since a host can mend those."""
    if isinstance(error, LogUnavailable):
        LOGGER.error("%s: the log is unavailable, %s (%s)", what, error.reason, error.detail)
        return
    LOGGER.error("%s: %s", what, kind_and_place(error))


def kind_and_place(error: BaseException) -> str:
    """What can be told of any error."""
    frames = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{PurePath(frame.filename).name}:{frame.lineno}" for frame in reversed(frames[-6:]))
    return f"{type(error).__name__} at {where}"


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
