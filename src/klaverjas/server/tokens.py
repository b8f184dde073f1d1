"""The secret of a chair. The browser has it in a cookie; the table keeps only its hash."""

from __future__ import annotations

import hashlib
import secrets

BYTES = 24


def new_token() -> str:
    """192 random bits, fit for a cookie."""
    return secrets.token_urlsafe(BYTES)


def fingerprint(token: str) -> str:
    """What the log keeps of a token: its sha256 in hex."""
    return hashlib.sha256(token.encode()).hexdigest()


def cookie_name(code: str) -> str:
    """The cookie in which a browser has its chair at this table."""
    return f"kk_{code}"
