"""Virtual environments for the contenders: one for each build of this source tree, and one for each other library."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENVIRONMENTS = ROOT / ".benchmarks"
BUILT_FROM = ("pyproject.toml", "README.md", "hatch_build.py", "compile_kernel.py", "src")


@dataclass(frozen=True)
class Contender:
    """A library, or a build of rami, to measure.

    Parameters:
        key: the name in result files.
        title: the name in tables.
        tasks: the module of `benchmarks.contenders` with its tasks.
        packages: the packages to install; () to install this source tree.
        compiled: True to build the source tree with a compiled kernel.
    """

    key: str
    title: str
    tasks: str
    packages: tuple[str, ...] = ()
    compiled: bool = False


CONTENDERS = (
    Contender("pure", "rami, pure", "rami"),
    Contender("compiled", "rami, compiled", "rami", compiled=True),
    Contender("openspiel", "OpenSpiel from Python", "openspiel", ("open-spiel>=2.0",)),
    Contender("rlcard", "RLCard", "rlcard", ("rlcard>=1.2",)),
    Contender("highs", "HiGHS", "highs", ("highspy>=1.7",)),
    # CP-SAT and HiGHS do not load in the same process, so each has a separate environment.
    Contender("cpsat", "CP-SAT", "cpsat", ("ortools>=9.10",)),
    Contender("chess", "python-chess", "chess", ("chess>=1.10",)),
)


class NotInstalled(Exception):
    """Raised if the environment of a contender cannot be made; the message gives the reason."""


def python_of(contender: Contender) -> Path:
    """Return the interpreter of a contender's environment, which is created or updated if necessary."""
    folder = ENVIRONMENTS / f"{contender.key}-{sys.implementation.cache_tag}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    wanted = " ".join(contender.packages) or _fingerprint()
    mark = folder / "installed.txt"
    if python.exists() and mark.exists() and mark.read_text(encoding="utf-8") == wanted:
        return python
    # If the installation fails halfway, there is no mark, so the next run repeats it.
    mark.unlink(missing_ok=True)
    if not python.exists():
        venv.create(folder, with_pip=True)
    env = {**os.environ, "HATCH_BUILD_HOOKS_ENABLE": "1"} if contender.compiled else dict(os.environ)
    if not contender.compiled:
        # The shell may have set this variable, which would compile the build that must be pure.
        env.pop("HATCH_BUILD_HOOKS_ENABLE", None)
    _install(python, contender.packages or ("--force-reinstall", f"{ROOT}[json]"), env)
    mark.write_text(wanted, encoding="utf-8")
    return python


def _install(python: Path, what: Sequence[str], env: dict[str, str]) -> None:
    # Compiling numpy and similar packages from source would take very long, so accept only wheels.
    wheels = [] if "--force-reinstall" in what else ["--only-binary=open-spiel,highspy,ortools,numpy"]
    command = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", *wheels, *what]
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        lines = [line for line in done.stdout.splitlines() if line.startswith("ERROR")] or ["pip failed"]
        raise NotInstalled(lines[-1].removeprefix("ERROR: "))


def _fingerprint() -> str:
    """Return a fingerprint of the sources, so that a build is repeated only if they have changed."""
    digest = hashlib.sha256()
    for name in BUILT_FROM:
        path = ROOT / name
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if not file.is_file() or file.suffix == ".pyc":
                continue
            # Include the path, so that moving a file also changes the fingerprint.
            digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return digest.hexdigest()


def versions(python: Path, packages: Sequence[str]) -> dict[str, str]:
    """Return the versions of packages in an environment."""
    names = [package.partition(">")[0] for package in packages]
    code = "import sys, importlib.metadata as m; print(*(m.version(name) for name in sys.argv[1:]))"
    done = subprocess.run([str(python), "-c", code, *names], stdout=subprocess.PIPE, text=True, check=True)
    return dict(zip(names, done.stdout.split(), strict=True))
