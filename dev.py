#!/usr/bin/env python3
"""Sets up, runs and tests Klaverkroeg. Needs Python 3.11 or newer and nothing else.

usage: python3 dev.py COMMAND [...]

  run [OPTIONS]         serve the pub and print its address; OPTIONS are those of
                        `klaverkroeg serve`: --data DIR, --host HOST, --port N
  test [STAGE ...]      run all stages of tests and checks, or only those named:
                        {stages}
  exec COMMAND [...]    run a command in the project's environment, for example
                        python3 dev.py exec klaverjas cases FILE
  build                 build the web page into src/klaverjas/server/static
  lock [--upgrade]      make the lock files again from pyproject.toml and web/package.json

What a command needs is set up first, and only when it changed since the last time:
.venv (Python packages), the solver's C library, web/node_modules, and .tools (uv, Node and a
C compiler, where the machine has none). As root on Debian, missing system packages are
installed with apt-get; elsewhere the command to type is printed. CHROMIUM=/path/to/chromium
chooses the browser for e2e, KLAVERJAS_CC="my cc" the C compiler.
"""

# This file must still be readable for an old Python, which is then told that it is too old.
from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
TOOLS = ROOT / ".tools"
CACHE = ROOT / ".cache"
LOCK = ROOT / "lock"
WEB = ROOT / "web"
TEXTS = ROOT / "src" / "klaverjas" / "texts"
STATIC = ROOT / "src" / "klaverjas" / "server" / "static"
SOLVER = ROOT / "src" / "klaverjas" / "solver"
LOCKS = {
    "python": ("pyproject.toml", "--all-extras", "--group", "dev"),
    "uv": ("--group", "uv"),
    "node": ("--group", "node"),
    "zig": ("--group", "zig"),
}
UV = ("--quiet", "--no-python-downloads")
APT = ("-o", "DPkg::Lock::Timeout=120", "-o", "Dpkg::Use-Pty=0")
NETWORK = "Read the lines above; the package registries must be reachable the first time."


class Trouble(Exception):
    """Something a person must solve; the message says what and how, in plain words."""


# --- running other programs ---------------------------------------------------------------


def say(text: str) -> None:
    """Tell what is going on; on standard error, so that `exec` leaves standard output to its command."""
    print(f"dev: {text}", file=sys.stderr, flush=True)


def set_up(what: str, *command: str | Path, hint: str = NETWORK, cwd: Path = ROOT) -> None:
    """Run one step of setting up; raises Trouble with the hint when it fails."""
    say(what)
    # Standard input and output belong to the command that `exec` runs afterwards.
    nothing, stderr = subprocess.DEVNULL, sys.stderr.fileno()
    try:
        status = subprocess.call(command, cwd=cwd, env=environment(), stdin=nothing, stdout=stderr)
    except OSError as error:
        raise Trouble(f"{what}: cannot start {command[0]}: {error.strerror}.") from error
    if status != 0:
        raise Trouble(f"{what}: failed with status {status}. {hint}")


def environment(chromium: str = "") -> dict[str, str]:
    """The environment variables of every program started here; our own programs come first on PATH."""
    ours = [VENV / "bin", WEB / "node_modules" / ".bin", TOOLS / "node" / "bin"]
    path = [str(folder) for folder in ours if folder.is_dir()] + [os.environ.get("PATH", os.defpath)]
    # A company's or a sandbox's own certificate is in the system's store, which uv and Node otherwise ignore.
    trust = {"UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1", "NODE_USE_SYSTEM_CA": "1"}
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONHOME", "PYTHONPATH")}
    browser = {"CHROMIUM": chromium} if chromium else {}
    return {**trust, **kept, "PATH": os.pathsep.join(path), "VIRTUAL_ENV": str(VENV), **browser}


def apt_install(packages: Sequence[str], why: str) -> None:
    """Install Debian packages as root; raises Trouble with the line to type where that is not possible."""
    apt = shutil.which("apt-get")
    wanted = " ".join(packages)
    if apt is None:
        raise Trouble(f"{why} Install what your system calls {wanted}.")
    if os.geteuid() != 0:
        raise Trouble(f"{why} Install it with: sudo apt-get install {wanted}")
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", apt, "-qq", *APT]
    set_up("apt-get update", *quiet, "update")
    set_up(f"apt-get install {wanted}", *quiet, "install", "-y", "--no-install-recommends", *packages)


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Let one process at a time set up; a second one waits and then finds the work done."""
    import fcntl

    CACHE.mkdir(exist_ok=True)
    with (CACHE / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


# --- stamps: what was made from what ------------------------------------------------------


def digest(files: Iterable[Path], *also: str) -> str:
    """One hash of the names (relative to the root) and contents of files, in any order, and of more words."""
    total = hashlib.sha256("\0".join(also).encode())
    for file in sorted(files):
        name = os.path.relpath(file, ROOT)
        total.update(f"\0{name}\0{hashlib.sha256(file.read_bytes()).hexdigest()}".encode())
    return total.hexdigest()


def is_fresh(stamp: Path, value: str, made: Path) -> bool:
    """Whether the thing at `made` is there and was made from what `value` stands for."""
    return made.exists() and stamp.is_file() and stamp.read_text() == value


def web_sources() -> list[Path]:
    """Every file that the web build may read, without what npm and the tests leave behind."""
    found: list[Path] = []
    for top in (WEB, TEXTS):
        for folder, folders, names in os.walk(top):
            folders[:] = [name for name in folders if name not in ("node_modules", "__pycache__")]
            found += [Path(folder, name) for name in names if not name.endswith(".py")]
    return found


# --- Python -------------------------------------------------------------------------------


def find_uv() -> str:
    """The uv program: the machine's own, or one fetched into .tools."""
    uv = shutil.which("uv")
    if uv is not None:
        return uv
    fetched = TOOLS / "uv" / "bin" / "uv"
    stamp = TOOLS / "uv" / "stamp"
    value = digest([LOCK / "uv.txt"], sys.version)
    if not is_fresh(stamp, value, fetched):
        if importlib.util.find_spec("ensurepip") is None:
            apt_install(["python3-venv"], "uv is missing, and this Python cannot make a place for it.")
        set_up("making .tools/uv", sys.executable, "-m", "venv", "--clear", TOOLS / "uv")
        pip = [str(TOOLS / "uv" / "bin" / "python"), "-m", "pip", "--quiet"]
        set_up("fetching uv", *pip, "install", "--require-hashes", "-r", LOCK / "uv.txt")
        stamp.write_text(value)
    return str(fetched)


def install_locked(uv: str, venv: Path, lock: Path) -> None:
    """Make venv hold exactly the packages of lock, each with a hash written there."""
    base = getattr(sys, "_base_executable", sys.executable)
    set_up(f"making {venv.relative_to(ROOT)}", uv, "venv", *UV, "--allow-existing", "--python", base, venv)
    into = ("--python", venv / "bin" / "python", "--require-hashes")
    set_up(f"installing {lock.relative_to(ROOT)}", uv, "pip", "sync", *UV, *into, lock)


def set_up_python() -> None:
    """Make .venv: the locked packages, and the project itself as an editable install."""
    lock, stamp = LOCK / "python.txt", VENV / "stamp"
    value = digest([lock, ROOT / "pyproject.toml"], str(ROOT), sys.version)
    if is_fresh(stamp, value, VENV / "bin" / "python"):
        return
    uv = find_uv()
    install_locked(uv, VENV, lock)
    editable = ("--python", VENV / "bin" / "python", "--no-deps", "--no-build-isolation", "--editable", ROOT)
    set_up("installing the project", uv, "pip", "install", *UV, *editable)
    stamp.write_text(value)


# --- the solver's C library ---------------------------------------------------------------


def set_up_kernel() -> None:
    """Compile the solver's kernel, with a compiler from PyPI where the machine has none. When that fails,
    everything still runs: the solver is then the slow one in Python."""
    sources = [*SOLVER.glob("*.c"), *SOLVER.glob("*.h"), SOLVER / "build.py"]
    stamp, value = CACHE / "kernel", digest(sources, os.environ.get("KLAVERJAS_CC", ""))
    if is_fresh(stamp, value, SOLVER / "_kernel.so"):
        return
    try:
        set_up("building the solver", *kernel_compiler(), VENV / "bin" / "python", SOLVER / "build.py")
    except Trouble as trouble:
        say(f"{trouble} Until then the solver runs in Python, some hundred times slower.")
    else:
        stamp.write_text(value)


def kernel_compiler() -> list[str]:
    """What to put before the build so that it finds a C compiler: nothing when the machine has one."""
    if "KLAVERJAS_CC" in os.environ or any(map(shutil.which, ("cc", "gcc", "clang"))):
        return []
    say("no C compiler on this machine; fetching one from PyPI")
    zig = TOOLS / "zig"
    lock, stamp = LOCK / "zig.txt", zig / "stamp"
    value = digest([lock], sys.version)
    if not is_fresh(stamp, value, zig / "bin" / "python"):
        install_locked(find_uv(), zig, lock)
        stamp.write_text(value)
    return ["env", f"KLAVERJAS_CC={zig / 'bin' / 'python'} -m ziglang cc"]


# --- the web page -------------------------------------------------------------------------


def node_will_do(version: str) -> bool:
    """Whether Vite runs on this Node, from what `node --version` prints (v20.19.0)."""
    try:
        major, minor = (int(part) for part in version.strip().lstrip("v").split(".")[:2])
    except ValueError:
        return False
    return (major == 20 and minor >= 19) or (major == 22 and minor >= 12) or major > 22


def node_version() -> str:
    """What the first Node on PATH calls itself; nothing when Node or npm is missing."""
    path = environment()["PATH"]
    node = shutil.which("node", path=path)
    if node is None or shutil.which("npm", path=path) is None:
        return ""
    return subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()


def set_up_node() -> None:
    """Have Node (the machine's, or one from PyPI in .tools) and the locked packages of web/node_modules."""
    if not node_will_do(node_version()):
        say("no Node 20.19, 22.12 or newer with npm on this machine; fetching one from PyPI")
        install_locked(find_uv(), TOOLS / "node", LOCK / "node.txt")
        if not node_will_do(node_version()):
            raise Trouble("The Node from PyPI does not run here. Install Node 22 or newer, with npm.")
    stamp = WEB / "node_modules" / "stamp"
    value = digest([WEB / "package.json", WEB / "package-lock.json", WEB / ".npmrc"], node_version())
    if not is_fresh(stamp, value, stamp):
        set_up("installing web/package-lock.json", "npm", "ci", "--loglevel=error", cwd=WEB)
        stamp.write_text(value)


def build_web() -> None:
    """Build web/ into the server's folder of static files, unless that was made from the same sources."""
    stamp, value = CACHE / "web", digest(web_sources())
    if is_fresh(stamp, value, STATIC / "index.html"):
        return
    set_up_node()
    set_up("building the web page", "npm", "run", "--silent", "build", hint="Read the lines above.", cwd=WEB)
    stamp.write_text(value)


# --- the browser for the end-to-end tests -------------------------------------------------


def installed_chromium() -> str | None:
    """The Chromium of this machine, or None; raises Trouble when CHROMIUM names no program."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        if shutil.which(chosen) is None:
            raise Trouble(f"CHROMIUM={chosen} is no program.")
        return chosen
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)


def find_chromium() -> str:
    """The path of a Chromium, installed when missing; raises Trouble when there is no way to get one."""
    found = installed_chromium()
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        # Playwright's own Node needs libatomic, which a bare Debian lacks.
        apt_install(["chromium", "fonts-dejavu-core", "libatomic1"], "The end-to-end tests need Chromium.")
        found = installed_chromium()
    if found is None:
        hint = "Install Chromium (Debian: sudo apt-get install chromium fonts-dejavu-core) or set CHROMIUM."
        set_up("fetching Playwright's Chromium", VENV / "bin/playwright", "install", "chromium", hint=hint)
        ask = (
            "from playwright.sync_api import sync_playwright",
            "with sync_playwright() as p: print(p.chromium.executable_path)",
        )
        found = subprocess.check_output([VENV / "bin" / "python", "-c", "\n".join(ask)], text=True).strip()
    return found


# --- the stages of `test` -----------------------------------------------------------------


@dataclass(frozen=True)
class Count:
    """How many tests of a stage passed, failed and were skipped; a check without tests counts as one."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self) -> str:
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        return f"{self.passed} passed, {self.failed} failed{skipped}"


def read_junit(report: Path) -> Count:
    """Count the cases of a JUnit report; nothing when there is none."""
    if not report.is_file():
        return Count()
    cases = list(ElementTree.parse(report).iter("testcase"))
    failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    skipped = sum(case.find("skipped") is not None for case in cases)
    return Count(len(cases) - failed - skipped, failed, skipped)


def outcome(status: int, counted: Count) -> Count:
    """The count of a stage from its exit status and its report; a failed stage has at least one failure."""
    if status != 0 and counted.failed == 0:
        return counted + Count(failed=1)
    return counted if counted != Count() else Count(passed=1)


def check(*command: str, cwd: Path = ROOT, report: Path | None = None, chromium: str = "") -> Count:
    """Run one stage's command in sight and count what it did."""
    if report is not None:
        report.unlink(missing_ok=True)
    print("$", shlex.join(command), flush=True)
    status = subprocess.run(command, cwd=cwd, env=environment(chromium), check=False).returncode
    return outcome(status, read_junit(report) if report else Count())


def check_pytest(name: str, *arguments: str, chromium: str = "") -> Count:
    report = CACHE / f"{name}.xml"
    return check("pytest", f"--junitxml={report}", *arguments, report=report, chromium=chromium)


def check_vitest() -> Count:
    report = CACHE / "web-unit.xml"
    reporters = ["--reporter=default", "--reporter=junit", f"--outputFile.junit={report}"]
    return check("vitest", "run", *reporters, cwd=WEB, report=report)


def check_build() -> Count:
    with alone():
        build_web()
    return Count(passed=1)


STAGES: dict[str, Callable[[], Count]] = {
    "lint": lambda: check("ruff", "check", "."),
    "format": lambda: check("ruff", "format", "--check", "."),
    "types": lambda: check("mypy"),
    "arrows": lambda: check("lint-imports", "--no-logo"),
    "web-build": check_build,
    "web-format": lambda: check("prettier", "--check", ".", cwd=WEB),
    "web-types": lambda: check("svelte-check", "--fail-on-warnings", cwd=WEB),
    "web-unit": check_vitest,
    "python": lambda: check_pytest("python", "--ignore=tests/e2e", "--numprocesses=2", "--dist=worksteal"),
    # Playwright and asyncio tests cannot share a process, and browsers do not gain from workers.
    "e2e": lambda: check_pytest("e2e", "tests/e2e", chromium=find_chromium()),
}


def run_stage(name: str) -> tuple[str, Count, float]:
    """Run one stage under its headline; trouble is printed and is one failure."""
    print(f"\n=== {name} ===", flush=True)
    start = time.monotonic()
    try:
        count = STAGES[name]()
    except Trouble as trouble:
        print(trouble, flush=True)
        count = Count(failed=1)
    return name, count, time.monotonic() - start


# --- commands -----------------------------------------------------------------------------


def run(arguments: list[str]) -> int:
    with alone():
        set_up_python()
        set_up_kernel()
        build_web()
    os.execve(VENV / "bin" / "klaverkroeg", ["klaverkroeg", "serve", *arguments], environment())


def test(arguments: list[str]) -> int:
    unknown = [name for name in arguments if name not in STAGES]
    if unknown:
        raise Trouble(f"There is no stage {', '.join(unknown)}. The stages are: {', '.join(STAGES)}.")
    with alone():
        set_up_python()
        set_up_kernel()
        set_up_node()
    results = [run_stage(name) for name in arguments or STAGES]
    print("\n=== summary ===")
    for name, count, seconds in results:
        print(f"{'FAILED' if count.failed else 'ok':8}{name:12}{seconds:7.1f} s   {count}")
    total = sum((count for _, count, _ in results), Count())
    print(f"\n{total}", flush=True)
    return 1 if total.failed else 0


def execute(arguments: list[str]) -> int:
    if not arguments:
        raise Trouble("Say which command to run, for example: python3 dev.py exec klaverjas --help")
    with alone():
        set_up_python()
        set_up_kernel()
        if arguments[0] in ("node", "npm", "npx"):
            set_up_node()
    try:
        os.execvpe(arguments[0], arguments, environment())
    except OSError as error:
        raise Trouble(f"Cannot run {arguments[0]}: {error.strerror}.") from error


def build(arguments: list[str]) -> int:
    if arguments:
        raise Trouble("build takes no arguments.")
    with alone():
        build_web()
    say(f"the page is in {STATIC.relative_to(ROOT)}")
    return 0


def lock(arguments: list[str]) -> int:
    if arguments not in ([], ["--upgrade"]):
        raise Trouble("lock takes nothing or --upgrade.")
    with alone():
        how = ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-header", *UV, *arguments]
        for name, source in LOCKS.items():
            file = LOCK / f"{name}.txt"
            set_up(
                f"locking lock/{name}.txt", find_uv(), "pip", "compile", *source, *how, "--output-file", file
            )
        set_up_node()
        set_up("locking web/package-lock.json", "npm", "install", "--package-lock-only", cwd=WEB)
    return 0


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    "run": run,
    "test": test,
    "exec": execute,
    "build": build,
    "lock": lock,
}


def main(arguments: list[str]) -> int:
    """Carry out one command; returns the exit status: 0 well, 1 failed, 2 misused."""
    if sys.version_info < (3, 11):  # noqa: UP036
        print("Klaverkroeg needs Python 3.11 or newer; this is", sys.version.split()[0], file=sys.stderr)
        return 2
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print((__doc__ or "").format(stages=" ".join(STAGES)))
        return 0 if arguments else 2
    if arguments[0] not in COMMANDS:
        print(f"There is no command {arguments[0]}; see python3 dev.py --help", file=sys.stderr)
        return 2
    try:
        return COMMANDS[arguments[0]](arguments[1:])
    except Trouble as trouble:
        print(f"dev: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
