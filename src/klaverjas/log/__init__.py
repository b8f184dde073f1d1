"""The event store: what happened at every table, in order, on disk before anyone is told.

It knows nothing of the game: a table is a string key and an event is bytes. `base` is the contract,
`memory` and `sqlite` keep it. docs/log.md says what is promised.
"""

from klaverjas.log.base import Conflict, EventLog, LogError, LogUnavailable, Reason
from klaverjas.log.memory import MemoryLog
from klaverjas.log.sqlite import SqliteLog

__all__ = ["Conflict", "EventLog", "LogError", "LogUnavailable", "MemoryLog", "Reason", "SqliteLog"]
