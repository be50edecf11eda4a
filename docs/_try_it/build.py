"""Put the page together: `python docs/_try_it/build.py`, with npm and pip at hand.

The folder docs/_build/pages/try-it then holds the page, Pyodide out of its npm package, and the wheels of rami and of
what rami needs.  Any web server can serve it.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

__all__ = ["OUT", "build"]

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OUT = HERE.parent / "_build" / "pages" / "try-it"

PYODIDE = "314.0.7"
PYTHON = "3.14"
# of the archive that npm packs; another one is refused
PYODIDE_SHA256 = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
RUNTIME = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",
)
PAGE = ("index.html", "page.css", "page.js", "words.js", "worker.js", "desk.py")
NEEDED = ("attrs",)


def build(out: Path = OUT) -> None:
    """Make the folder again from nothing.

    Parameters:
        out: the folder.
    """
    shutil.rmtree(out, ignore_errors=True)
    (out / "pyodide").mkdir(parents=True)
    for name in PAGE:
        shutil.copy(HERE / name, out / name)
    with tempfile.TemporaryDirectory() as scratch:
        _runtime(Path(scratch), out / "pyodide")
    _wheels(out / "wheels")
    wheels = sorted(path.name for path in (out / "wheels").glob("*.whl"))
    (out / "built.json").write_text(json.dumps({"pyodide": PYODIDE, "wheels": wheels}, indent=2) + "\n")


def _runtime(scratch: Path, target: Path) -> None:
    """Copy what the page needs of Pyodide."""
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit("npm is needed to get Pyodide")
    subprocess.run([npm, "pack", "--silent", f"pyodide@{PYODIDE}"], cwd=scratch, check=True)
    (archive,) = scratch.glob("*.tgz")
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != PYODIDE_SHA256:
        raise SystemExit(f"another archive of Pyodide {PYODIDE} than expected: {found}")
    with tarfile.open(archive) as packed:
        for name in RUNTIME:
            member = packed.extractfile(f"package/{name}")
            if member is None:
                raise SystemExit(f"Pyodide {PYODIDE} has no {name}")
            (target / name).write_bytes(member.read())
    notice = f"Pyodide {PYODIDE}, https://pyodide.org, under the Mozilla Public License 2.0 (MPL-2.0).\n"
    (target / "NOTICE.txt").write_text(notice, encoding="utf-8")


def _wheels(target: Path) -> None:
    """Build the pure wheel of rami and get those of the packages that it needs."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q"]
    subprocess.run([*pip, "wheel", "--no-deps", "-w", str(target), str(ROOT)], check=True)
    pure = ["--no-deps", "--only-binary=:all:", "--platform=any", f"--python-version={PYTHON}"]
    subprocess.run([*pip, "download", *pure, "-d", str(target), *NEEDED], check=True)
    wrong = [path.name for path in target.iterdir() if not path.name.endswith("-none-any.whl")]
    if wrong:
        raise SystemExit(f"not pure: {', '.join(wrong)}")


if __name__ == "__main__":
    build()
