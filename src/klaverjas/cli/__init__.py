"""The command `klaverjas`: the rules at the command line. `main` is its entry point."""

from klaverjas.cli.main import main

__all__ = ["main"]
