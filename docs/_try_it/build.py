"""Put the page together: `python docs/_try_it/build.py [FOLDER [BASE]]`, with npm and pip at hand.

The folder, by default docs/_build/pages/try-it, then holds the page, Pyodide out of its npm package, and the memory of
a Python that has imported rami. Any web server can serve it. A server that sends the page under other addresses too, as
examples/server does, needs the address of the folder as its base: `build.py examples/server/page /page/`.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

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
# What runs while the page is built, and the service worker, which is written last.
MAKERS = ("build.py", "snapshot.mjs", "snapshot.py", "sprite.py")
SERVICE = "service.js"
PAGE = tuple(
    path.name
    for path in sorted(HERE.iterdir())
    if path.suffix in (".html", ".css", ".js", ".py") and path.name not in (*MAKERS, SERVICE)
)
MODULES = tuple(name for name in PAGE if name.endswith(".py"))
NEEDED = ("attrs",)
# What a first visit waits for, the largest first.
LOADED = ("memory.bin.gz", "pyodide.asm.wasm.gz", "pyodide.asm.mjs.gz", "pyodide.mjs")


def build(out: Path = OUT, base: str = "") -> None:
    """Make the folder again from nothing.

    Parameters:
        out: the folder.
        base: the address of the folder, if the page has other addresses as well.
    """
    shutil.rmtree(out, ignore_errors=True)
    (out / "pyodide").mkdir(parents=True)
    for name in PAGE:
        shutil.copy(HERE / name, out / name)
    page = (out / "index.html").read_text(encoding="utf-8")
    if base:
        page = page.replace("<head>", f'<head>\n<base href="{base}">', 1)
    (out / "index.html").write_text(page.replace("</head>", f"{_preloads()}</head>"), encoding="utf-8")
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]
    for name, text in made().items():
        (out / name).write_text(text, encoding="utf-8")
    for name, content in from_npm("pyodide", PYODIDE, PYODIDE_SHA256, RUNTIME).items():
        (out / "pyodide" / name).write_bytes(content)
    _notice(out / "pyodide")
    _wheels(out / "wheels")
    _snapshot(out)
    _keepable(out)


def made() -> dict[str, str]:
    """Return the files of the page that rami writes: words, cards and rulebooks, all there before Python is."""
    words, sprite, rules = (import_module(f"docs._try_it.{name}") for name in ("words", "sprite", "rules"))
    languages = import_module("rami.locales").languages()
    books = {f"rules.{code}.json": rules.rules(code) for code in languages}
    return {"words.js": words.script(), "sprite.js": sprite.script(), **books}


def _preloads() -> str:
    """Return links by which a browser asks for all scripts of the table at once, not for one after another."""
    found, waiting = list[str](), ["page.js"]
    while waiting:
        path = HERE / waiting.pop()
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        new = [name for name in re.findall(r'from "\./([\w.]+)"', text) if name not in found]
        found += new
        waiting += new
    return "".join(f'<link rel="modulepreload" href="{name}">\n' for name in sorted(found))


def from_npm(package: str, version: str, sha256: str, names: tuple[str, ...]) -> dict[str, bytes]:
    """Some files of a package of npm, by name.

    Parameters:
        package: the package.
        version: its version.
        sha256: the checksum of the archive that npm packs.
        names: the files, as the package has them.

    Raises:
        SystemExit: there is no npm, the archive is another one, or it lacks a file.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit(f"npm is needed to get {package}")
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([npm, "pack", "--silent", f"{package}@{version}"], cwd=scratch, check=True)
        (archive,) = Path(scratch).glob("*.tgz")
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
        if found != sha256:
            raise SystemExit(f"another archive of {package} {version} than expected: {found}")
        with tarfile.open(archive) as packed:
            members = {name: packed.extractfile(f"package/{name}") for name in names}
            missing = [name for name, member in members.items() if member is None]
            if missing:
                raise SystemExit(f"{package} {version} has no {', '.join(missing)}")
            return {name: member.read() for name, member in members.items() if member is not None}


def _notice(target: Path) -> None:
    """Say whose Pyodide is."""
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


def _snapshot(out: Path) -> None:
    """Start Python once and keep its memory, so that no visitor has to wait for that; leave out what is not loaded."""
    node = shutil.which("node")
    if node is None:
        raise SystemExit("node is needed to start Python once")
    wheels = [path.name for path in (out / "wheels").iterdir()]
    (out / "parts.json").write_text(json.dumps({"modules": MODULES, "wheels": wheels}))
    subprocess.run([node, HERE / "snapshot.mjs", out], check=True)
    for name in ("memory.bin", "pyodide.asm.wasm", "pyodide.asm.mjs"):
        path = out / "pyodide" / name
        path.with_name(f"{name}.gz").write_bytes(_squeezed(path.read_bytes()))
    unused = ("memory.bin", "pyodide.asm.wasm", "python_stdlib.zip", "package.json")
    for path in (
        out / "parts.json",
        *(out / "pyodide" / name for name in unused),
        *(out / name for name in MODULES),
    ):
        path.unlink()
    shutil.rmtree(out / "wheels")


def _squeezed(data: bytes) -> bytes:
    """Compress with gzip, as a browser can read it; libdeflate, where there is one, makes it smaller."""
    try:
        squeezer: Any = import_module("deflate")
    except ImportError:
        return gzip.compress(data, 9, mtime=0)
    return bytes(squeezer.gzip_compress(data, 12))


def _keepable(out: Path) -> None:
    """Write what is to be loaded, and the service worker that keeps it, under a name made of all of it."""
    files = [out / "pyodide" / name for name in LOADED]
    memory, lock = out / "pyodide" / "memory.json", out / "pyodide" / "pyodide-lock.json"
    built = {
        "pyodide": PYODIDE,
        "page": (*(name for name in PAGE if name not in MODULES), *made()),
        "memory": json.loads(memory.read_text()),
        # Pyodide wants to know its packages: there are none.
        "lock": {"info": json.loads(lock.read_text())["info"], "packages": {}},
        "files": [{"path": f"pyodide/{path.name}", "size": path.stat().st_size} for path in files],
    }
    memory.unlink()
    lock.unlink()
    (out / "built.json").write_text(json.dumps(built, indent=2) + "\n")
    whole = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()))
    service = (HERE / SERVICE).read_text(encoding="utf-8")
    (out / SERVICE).write_text(service.replace("development", whole.hexdigest()[:16]), encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else OUT, *sys.argv[2:3])
