"""The library of the C kernel: how it is built, found and done without."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from klaverjas.solver.build import HERE, LIBRARY, NoKernel, build, compiler, made_from, sources, stamp
from klaverjas.solver.native import KernelMissing, load_kernel

CC = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def copy_of_sources(folder: Path) -> Path:
    for file in sources():
        shutil.copy(file, folder)
    return folder


def test_the_library_beside_the_package_is_made_from_the_sources_beside_it() -> None:
    assert made_from(HERE / LIBRARY) == stamp()


def test_a_library_is_built_once_and_again_when_a_source_changes(tmp_path: Path) -> None:
    folder = copy_of_sources(tmp_path)
    library = build(folder)
    first = library.stat().st_mtime_ns
    assert load_kernel(folder).kj_abi() == 1
    assert build(folder).stat().st_mtime_ns == first
    (folder / "weights.h").write_text((folder / "weights.h").read_text() + "\n/* changed */\n")
    with pytest.raises(KernelMissing, match="missing or stale"):
        load_kernel(folder)
    build(folder)
    assert made_from(library) == stamp(folder)
    assert [file.name for file in folder.iterdir() if file.name.startswith("_building")] == []


def test_without_a_compiler_the_one_of_ziglang_builds_it(tmp_path: Path) -> None:
    """A stand-in for the package: it hands the work to the compiler of this machine."""
    assert CC is not None
    package = tmp_path / "packages" / "ziglang"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(
        "import subprocess, sys\n"
        "assert sys.argv[1] == 'cc' and '-mcpu=baseline' in sys.argv\n"
        "arguments = [word for word in sys.argv[2:] if word != '-mcpu=baseline']\n"
        f"sys.exit(subprocess.call([{CC!r}, *arguments]))\n"
    )
    folder = copy_of_sources(tmp_path)
    # A PATH without compilers, in which cc itself still finds its assembler and linker.
    code = (
        "import os, sys; from pathlib import Path; from klaverjas.solver import build\n"
        "build.shutil.which = lambda name, path=None: None\n"
        f"print(build.compiler(os.environ)[1:]); build.build(Path({str(folder)!r}))"
    )
    path = os.pathsep.join([str(tmp_path / "packages"), str(HERE.parents[1])])
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "['-m', 'ziglang', 'cc']"
    assert load_kernel(folder).kj_abi() == 1


def test_a_chosen_compiler_goes_before_all_others(tmp_path: Path) -> None:
    assert compiler({"KLAVERJAS_CC": "my compiler --fast"}) == ["my", "compiler", "--fast"]
    folder = copy_of_sources(tmp_path)
    with pytest.raises(NoKernel, match="says none"):
        build(folder, {**os.environ, "KLAVERJAS_CC": "none"})
    with pytest.raises(NoKernel, match="cannot run"):
        build(folder, {**os.environ, "KLAVERJAS_CC": str(tmp_path / "nothing")})
    with pytest.raises(NoKernel, match="failed with status 1"):
        build(folder, {**os.environ, "KLAVERJAS_CC": "false"})
    assert not (folder / LIBRARY).exists()


def test_a_file_that_is_no_library_is_not_loaded(tmp_path: Path) -> None:
    folder = copy_of_sources(tmp_path)
    (folder / LIBRARY).write_text(f"klaverjas kernel {stamp(folder)}")
    with pytest.raises(KernelMissing, match="cannot be loaded"):
        load_kernel(folder)


def test_without_a_library_the_twin_answers_and_one_line_says_so(tmp_path: Path) -> None:
    shutil.copytree(HERE.parent, tmp_path / "klaverjas", ignore=shutil.ignore_patterns(LIBRARY, "static"))
    code = (
        "from random import Random\n"
        "from klaverjas.rules import PUB\n"
        "from klaverjas.cli.bench_solver import random_deal\n"
        "from klaverjas.solver import solve\n"
        "for seed in (1, 2): print(solve(random_deal(PUB, 3, Random(seed))).value)"
    )
    command = [sys.executable, "-c", code]

    def run(path: Path) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": str(path)}
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True)

    twin, native = run(tmp_path), run(HERE.parents[1])
    assert twin.stdout == native.stdout
    assert native.stderr == ""
    assert twin.stderr.splitlines() == [
        f"{LIBRARY} is missing or stale: the solver runs in Python and is some hundred times slower"
    ]
