"""Which command is asked for, and what becomes of errors."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from klaverjas.cli import arena, bench, cases, perft, replay, solve, train
from klaverjas.cli.files import BadInput

COMMANDS = (cases, perft, replay, solve, bench, arena, train)
FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


def parser() -> argparse.ArgumentParser:
    """Every command and option; each module of `COMMANDS` adds its own."""
    top = argparse.ArgumentParser(
        prog="klaverjas",
        description="The rules of klaverjassen, perfect play, and computer players, at the command line.",
        epilog="Exit status: 0 well, 1 something failed, 2 the input is not usable.",
    )
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_to(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command line (default: that of this process); returns the exit status."""
    options = parser().parse_args(arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name or an id may hold what this terminal cannot show; that is no reason to stop.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        status: int = options.run(options)
        sys.stdout.flush()
        return status
    except BadInput as error:
        print(f"klaverjas: {error}", file=sys.stderr)
        return BAD_INPUT
    except BrokenPipeError:
        # The reader went away (`| head`); without this Python complains once more while it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
