"""Check, when the pages are built, that the reference describes every public name."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Iterator
from enum import Enum
from importlib import import_module
from types import ModuleType
from typing import Any

from rami.errors import Reason


def undescribed(modules: Collection[str], described: Collection[str]) -> Iterator[str]:
    """Yield the public names that have no entry in the reference, of all modules with a page and of their classes.

    Parameters:
        modules: the modules of the reference.
        described: the full names that have an entry.
    """
    pages = {name: import_module(name) for name in sorted({"rami", *modules})}
    classes: dict[type[Any], list[str]] = {}
    for page, module in pages.items():
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            if isinstance(value, type):
                classes.setdefault(value, []).extend(_entries(pages, page, name))
            inside = (entry.startswith(f"{page}.") and entry.endswith(f".{name}") for entry in described)
            if not any(entry in described for entry in _entries(pages, page, name)) and not any(inside):
                yield f"{page}.{name}"
    for value, entries in classes.items():
        for owner, name in _members(value):
            found = (f"{entry}.{name}" in described for entry in (*entries, *classes.get(owner, ())))
            if not any(found) and not any(_is_parameter(name, each) for each in (value, owner)):
                yield f"{entries[0]}.{name}"


def _entries(pages: dict[str, ModuleType], page: str, name: str) -> Iterator[str]:
    """Yield the full names under which an entry may stand: on this page, where it is defined, or in another module."""
    value = getattr(pages[page], name)
    if isinstance(value, ModuleType):
        yield page
    yield f"{page}.{name}"
    yield f"{getattr(value, '__module__', page)}.{getattr(value, '__qualname__', name)}"
    for other, module in pages.items():
        if getattr(module, name, None) is value:
            yield f"{other}.{name}"


def _members(value: type[Any]) -> Iterator[tuple[type[Any], str]]:
    """Yield the public names in a class, each with the class of rami that first defines it.

    The codes of refusals are left out, because their pages are made from the codes.
    """
    for name in value.__members__ if issubclass(value, Enum) and value is not Reason else ():
        yield value, name
    for name in dir(value):
        owners = [each for each in inspect.getmro(value) if name in vars(each)]
        ours = owners and owners[0].__module__.partition(".")[0] == "rami"
        if ours and not name.startswith("_") and not isinstance(vars(owners[0])[name], Enum):
            yield owners[-1], name


def _is_parameter(name: str, value: type[Any]) -> bool:
    """Return whether the docstring of the class describes the name as a parameter."""
    return re.search(rf"^ *{name}: ", inspect.getdoc(value) or "", re.MULTILINE) is not None
