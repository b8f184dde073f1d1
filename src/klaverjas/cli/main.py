"""Which command is asked for, and what becomes of errors."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from klaverjas.cli import arena, bench, cases, check_log, perft, regret, replay, solve, train, verify
from klaverjas.cli.files import BadInput

COMMANDS = (cases, perft, replay, solve, bench, arena, regret, train, verify, check_log)
FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130


class Parser(argparse.ArgumentParser):
    """One that ends what it says about a mistake with where to read more. The commands inherit it."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(BAD_INPUT, f"{self.prog}: {message}\n{self.prog} --help tells more\n")


def parser() -> argparse.ArgumentParser:
    """Every command and option; each module of `COMMANDS` adds its own."""
    top = Parser(
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
    words = sys.argv[1:] if arguments is None else list(arguments)
    top = parser()
    if not words:
        top.print_help(sys.stderr)
        return BAD_INPUT
    options = top.parse_args(words)
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
