"""How the server writes down that something is broken, without what people may not know."""

from __future__ import annotations

import logging
import traceback
from pathlib import PurePath

from klaverjas.log import LogUnavailable

LOGGER = logging.getLogger("klaverkroeg")


def report(what: str, error: BaseException) -> None:
    """Log the kind of an error and where it came from. Not its message: that can hold a card or a name. Only
    the log's own troubles are told in full, since a host can mend those."""
    if isinstance(error, LogUnavailable):
        LOGGER.error("%s: the log is unavailable, %s (%s)", what, error.reason, error.detail)
        return
    frames = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{PurePath(frame.filename).name}:{frame.lineno}" for frame in reversed(frames[-6:]))
    LOGGER.error("%s: %s at %s", what, type(error).__name__, where)
