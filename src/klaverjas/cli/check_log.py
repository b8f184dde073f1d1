"""`klaverjas check-log`: what `klaverkroeg check-log` does, for who looks for it here.

The database belongs to the server, which this library does without; so it is asked as another program.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
from typing import Any

from klaverjas.cli.files import BadInput


def add_to(commands: Any) -> None:
    """Add the command."""
    parser = commands.add_parser("check-log", help="replay every table of a pub's database")
    parser.add_argument("file", metavar="FILE", help="the database or a copy of it")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    if importlib.util.find_spec("msgspec") is None:
        raise BadInput("this needs the server: pip install 'klaverjas[server]'")
    command = [sys.executable, "-m", "klaverjas.server.cli", "check-log", options.file]
    return subprocess.run(command, check=False).returncode
