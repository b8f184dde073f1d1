"""`python -m klaverjas.cli` is the command `klaverjas`."""

import sys

from klaverjas.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
