"""`klaverkroeg` that hurries nobody, however slow the machine: python -m tests.e2e.patient serve ...

A result lies until somebody goes on, and a deal waits until slow browsers have given their number.
"""

from __future__ import annotations

from klaverjas.server import cli
from klaverjas.table import deals, timers

LYING = 90.0
NUMBERS_WITHIN = 10.0

if __name__ == "__main__":
    for name in ("SHOW_SCORE_AFTER", "GO_ON_AFTER", "AGAIN_AFTER", "CLAIM_WITHIN"):
        assert name in vars(timers)
        vars(timers)[name] = LYING
    for module in (timers, deals):
        assert "NUMBERS_WITHIN" in vars(module)
        vars(module)["NUMBERS_WITHIN"] = NUMBERS_WITHIN
    raise SystemExit(cli.main())
