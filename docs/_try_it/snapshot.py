"""Inside Pyodide, while the page is built: squeeze the library, then warm the interpreter whose memory is kept.

`squeeze` writes one archive with the compiled modules of the standard library, attrs, rami and the page, without
docstrings and line numbers. `warm` imports and calls what a first visit needs, so that the memory holds it ready, and
`rest` keeps what the memory does not hold.
"""

from __future__ import annotations

import ast
import gc
import json
import linecache
import marshal
import re
import sys
import zipfile
from importlib import import_module
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Any

HEADER = MAGIC_NUMBER + b"\1\0\0\0" + bytes(8)  # never looks at a source
NOT_SHIPPED = ("__pycache__", ".dist-info/", ".pyi", ".po", ".typed")
# Parts of rami for terminals, tests and learners, which the page never imports.
NOT_USED = re.compile(
    r"rami/(_cli|testing|_kernel/learning|ext/(_[a-z]|learning|gymnasium|openspiel|pettingzoo))"
)
LANGUAGE = "en"


def squeeze(target: str, folder: str, stdlib: str) -> int:
    """Write the archive and return the number of its modules.

    Parameters:
        target: the archive to write.
        folder: the packages that are shipped whole.
        stdlib: the archive of the standard library, of which the imported modules are shipped.
    """
    used = _imported()
    with zipfile.ZipFile(stdlib) as library:
        files = {name: library.read(name) for name in library.namelist() if _module(name) in used}
    for path in sorted(Path(folder).rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not NOT_USED.match(name) and not any(part in name for part in NOT_SHIPPED):
            files[name] = path.read_bytes()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files.items():
            if name.endswith(".py"):
                # The standard library reads its own types now and then; rami reads those of fields alone.
                source = _untyped(content) if name.startswith("rami/") else content
                code = compile(source, name, "exec", dont_inherit=True, optimize=2)
                archive.writestr(f"{name}c", HEADER + marshal.dumps(_bare(code)))
            else:
                archive.writestr(name, content)
    return len(files)


def _untyped(source: bytes) -> ast.Module:
    """Return the tree of a source without the types of parameters and results, which only type checkers read."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
    return tree


def _bare(code: CodeType) -> CodeType:
    """Return code without its table of lines, which nobody who plays will read."""
    consts = tuple(_bare(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    return code.replace(co_consts=consts, co_linetable=b"")


def _module(name: str) -> str:
    """Return the module of a file of the standard library."""
    return (
        name.removesuffix(".py").removesuffix("/__init__").replace("/", ".") if name.endswith(".py") else ""
    )


def _imported() -> set[str]:
    """Return the modules that have been imported, and the packages around them."""
    return {
        ".".join(name.split(".")[:depth]) for name in sys.modules for depth in range(1, name.count(".") + 2)
    }


def warm() -> None:
    """Use the desk as a first visit does, then leave it as it was."""
    desk: Any = import_module("try_it.desk")

    def ask(question: str, **facts: object) -> Any:
        return json.loads(desk.answer(question, json.dumps(facts)))

    variants: Any = import_module("rami.variants")
    for slug in variants.available():
        variants.get(slug)
    for _ in range(2):
        frame = ask("begin", slug="gin", names=["you", "bruno"], seed=7, bots="solid")
        shown = ask("see", frame=frame, lang=LANGUAGE, played=[])
        for _ in range(12):
            if frame["bot"]:
                frame = ask("step", kind="bot")
            else:
                ask("meant", hand=[shown["hand"]["cards"][0]["card"]], melds=[])
                frame = ask("step", kind="play", move=ask("hint")["move"])
            shown = ask("see", frame=frame, lang=LANGUAGE, played=[])
    desk.forget()
    # Sources that attrs has written, and patterns that only the import needed.
    linecache.clearcache()
    re.purge()
    gc.collect()


def rest(archive: str, target: str, read: list[str]) -> None:
    """Write the files of an archive that an interpreter has not read yet.

    Parameters:
        archive: the archive.
        target: the archive to write.
        read: the modules that the interpreter has imported.
    """
    with (
        zipfile.ZipFile(archive) as whole,
        zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as left,
    ):
        for name in whole.namelist():
            module = name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
            # A package without its file would not be found at all.
            if module not in read or name.endswith("__init__.pyc"):
                left.writestr(name, whole.read(name))
