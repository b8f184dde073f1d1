"""Makes the library of the C kernel, beside this file: `python build.py [FOLDER]`.

Standard library only and nothing of `klaverjas`, so that dev.py and the hook for wheels can run it before
anything is installed. The compiler is what KLAVERJAS_CC says (a command, or `none`), else `cc`, `gcc` or
`clang`, else the one that the package `ziglang` brings. The library knows from which sources it was made,
so a stale one is neither loaded nor kept.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIBRARY = "_kernel.so"
# Neither needs a certain processor: what is built here runs on every machine of this kind.
FLAGS = ("-std=c11", "-O3", "-fPIC", "-shared", "-fno-sanitize=undefined")
ZIG_FLAGS = ("-mcpu=baseline",)


class NoKernel(Exception):
    """The library cannot be made; the message says why."""


def sources(folder: Path = HERE) -> list[Path]:
    """Every C file of the kernel."""
    return sorted([*folder.glob("*.c"), *folder.glob("*.h")])


def stamp(folder: Path = HERE) -> str:
    """What the sources are: one hash over names and contents."""
    total = hashlib.sha256(" ".join(FLAGS).encode())
    for file in sources(folder):
        total.update(f"\0{file.name}\0{hashlib.sha256(file.read_bytes()).hexdigest()}".encode())
    return total.hexdigest()[:32]


def made_from(library: Path) -> str | None:
    """The stamp of the sources that a library was made from, none when it is no library of ours."""
    try:
        content = library.read_bytes()
    except OSError:
        return None
    mark = b"klaverjas kernel "
    place = content.find(mark)
    return content[place + len(mark) :][:32].decode("ascii", "replace") if place >= 0 else None


def compiler(environment: Mapping[str, str]) -> list[str]:
    """The command of a C compiler. Raises NoKernel when there is none."""
    chosen = environment.get("KLAVERJAS_CC", "")
    if chosen == "none":
        raise NoKernel("KLAVERJAS_CC says none")
    if chosen:
        return shlex.split(chosen)
    for name in ("cc", "gcc", "clang"):
        if (found := shutil.which(name, path=environment.get("PATH"))) is not None:
            return [found]
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "cc"]
    raise NoKernel("there is no cc, gcc or clang, and the package ziglang is not installed")


def build(folder: Path = HERE, environment: Mapping[str, str] = os.environ) -> Path:
    """Make the library unless it is there already; returns where it is. Raises NoKernel.

    A process that has an older one loaded keeps it: the new file takes the place of the old one at once.
    """
    library, wanted = folder / LIBRARY, stamp(folder)
    if made_from(library) == wanted:
        return library
    command = compiler(environment)
    flags = FLAGS + (ZIG_FLAGS if command[-2:] == ["ziglang", "cc"] else ())
    files = [str(file) for file in sources(folder) if file.suffix == ".c"]
    with tempfile.TemporaryDirectory(dir=folder, prefix="_building") as place:
        made = Path(place, LIBRARY)
        define = f'-DKJ_STAMP="klaverjas kernel {wanted}"'
        try:
            done = subprocess.run(
                [*command, *flags, define, "-o", str(made), *files, "-lm"],
                capture_output=True,
                text=True,
                env=dict(environment),
                check=False,
            )
        except OSError as error:
            raise NoKernel(f"cannot run {command[0]}: {error.strerror}") from error
        if done.returncode != 0 or not made.is_file():
            raise NoKernel(
                f"{shlex.join(command)} failed with status {done.returncode}:\n{done.stderr.strip()}"
            )
        os.replace(made, library)
    return library


def main(arguments: list[str]) -> int:
    try:
        print(build(Path(arguments[0]).resolve() if arguments else HERE))
    except NoKernel as error:
        print(f"klaverjas: the C kernel was not built: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
