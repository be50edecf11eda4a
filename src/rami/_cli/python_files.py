"""Games written in Python: ``table.py:MINE`` names the variant `MINE` of that file.

A slug or a house-rule file is only data, but a Python file is a program that runs with all the user's rights. So only
the command line loads Python files, and only if the person at the keyboard names one.
"""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from types import ModuleType

from rami.errors import RamiError, Reason, UnknownVariant, Violation, reject
from rami.errors.checks import instance
from rami.notation.houses import variant_named
from rami.policies.variant import Variant

_ENDING = ".py"


def in_python(text: str) -> bool:
    """Return whether a text names a Python file or a game in one."""
    return text.endswith(_ENDING) or _ENDING + ":" in text


def game_named(text: str) -> Variant:
    """Return the variant named by a slug, a house-rule file, or a Python file and a name in it.

    Raises:
        UnknownVariant: there is no such variant, or the Python file has no variant of that name.
        RamiError: the Python file raises an error, the name does not belong to a variant, or a house rule is invalid.
        OSError: the file cannot be read.
    """
    # Do not split at the first colon, because a path on Windows may begin with "C:".
    file, colon, name = text.rpartition(_ENDING + ":")
    if colon:
        return _in_file(Path(file + _ENDING), name)
    return _in_file(Path(text), "") if text.endswith(_ENDING) else variant_named(text)


def _in_file(path: Path, name: str) -> Variant:
    module = _run(path)
    found = getattr(module, name, None)
    if name and found is not None:
        reject(RamiError, instance(f"{path}:{name}", found, Variant))
        assert isinstance(found, Variant)  # `reject` has checked that
        return found
    games = [each for each, value in vars(module).items() if isinstance(value, Variant)]
    params = {"file": str(path), "available": ", ".join(games)}
    if not games:
        raise UnknownVariant(Violation(Reason.NO_GAME_IN_FILE, None, params))
    raise UnknownVariant(Violation(Reason.GAME_OF_FILE, None, params))


def _run(path: Path) -> ModuleType:
    """Run a Python file as a module under its own name, so that other processes can unpickle its policies."""
    with path.open("rb"):
        pass  # a missing file raises the same error here as anywhere else
    folder, name = str(path.resolve().parent), path.stem
    # Search this folder last, so that a file random.py next to it does not replace Python's own module.
    if folder not in sys.path:
        sys.path.append(folder)
    spec = spec_from_file_location(name, path)
    assert spec is not None  # the name ends in .py
    assert spec.loader is not None  # every source file has a loader
    module = module_from_spec(spec)
    known = sys.modules.setdefault(name, module)
    try:
        spec.loader.exec_module(module)
    # Report whatever the file raises as an error in the file, even `sys.exit`, but not Ctrl-C.
    except (Exception, SystemExit) as error:
        if known is module:
            del sys.modules[name]
        params = {"file": str(path), "error": f"{type(error).__name__}: {error}"}
        raise RamiError(Violation(Reason.FILE_FAILS, None, params).at(line=_line(error, path))) from error
    return module


def _line(error: BaseException, path: Path) -> int | None:
    """Return the last line of a file that ran before an error; None for a file with wrong syntax, of which none ran."""
    steps = walk_tb(error.__traceback__)
    lines = [line for frame, line in steps if frame.f_code.co_filename == str(path)]
    return lines[-1] if lines else None
