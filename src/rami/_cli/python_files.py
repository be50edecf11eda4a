"""Games written in Python: ``table.py:MINE`` names the variant `MINE` of that file.

A file of house rules and a slug are data. A Python file is a program that runs with all the user's rights, so only the
command reads one, and only if the person at the keyboard names it.
"""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from rami.errors import RamiError, Reason, UnknownVariant, Violation, reject
from rami.errors.checks import instance
from rami.notation.houses import variant_named
from rami.policies.variant import Variant

_ENDING = ".py"


def game_named(text: str) -> Variant:
    """Return the variant of a slug, of a house-rule file, or of a Python file and a name in it.

    Raises:
        UnknownVariant: there is no such variant, or the Python file has none of that name.
        RamiError: the Python file fails, or the name is that of something else; or `variant_named` raises it.
        OSError: the file cannot be read.
    """
    # Do not split at the first colon: on Windows a path may begin with "C:".
    file, colon, name = text.rpartition(_ENDING + ":")
    if colon:
        return _in_file(Path(file + _ENDING), name)
    return _in_file(Path(text), "") if text.endswith(_ENDING) else variant_named(text)


def _in_file(path: Path, name: str) -> Variant:
    module = _run(path)
    found = getattr(module, name, None)
    if name and found is not None:
        reject(RamiError, instance(f"{path}:{name}", found, Variant))
        assert isinstance(found, Variant)  # or it would have been refused
        return found
    games = [each for each, value in vars(module).items() if isinstance(value, Variant)]
    params = {"file": str(path), "available": ", ".join(games)}
    if not games:
        raise UnknownVariant(Violation(Reason.NO_GAME_IN_FILE, None, params))
    raise UnknownVariant(Violation(Reason.GAME_OF_FILE, None, params))


def _run(path: Path) -> ModuleType:
    """Run a Python file as a module, by which other processes can find its policies."""
    with path.open("rb"):
        pass  # a missing file is reported like any other
    folder, name = str(path.resolve().parent), path.stem
    # Search this folder last: a neighbouring random.py must not replace Python's own module.
    if folder not in sys.path:
        sys.path.append(folder)
    spec = spec_from_file_location(name, path)
    assert spec is not None  # the name ends as those of Python files do
    assert spec.loader is not None  # as all source files have
    module = module_from_spec(spec)
    known = sys.modules.setdefault(name, module)
    try:
        spec.loader.exec_module(module)
    # Anything that the program raises, even by `sys.exit`, is a fault of the file, except Ctrl-C.
    except (Exception, SystemExit) as error:
        if known is module:
            del sys.modules[name]
        params = {"file": str(path), "error": f"{type(error).__name__}: {error}"}
        raise RamiError(Violation(Reason.FILE_FAILS, None, params)) from error
    return module
