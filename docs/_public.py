"""The check that the reference describes every public name, made when the pages are built."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from importlib import import_module
from types import ModuleType


def undescribed(modules: Collection[str], described: Collection[str]) -> Iterator[str]:
    """The public names of the modules with a page that have no entry in the reference.

    Parameters:
        modules: the modules of the reference.
        described: the full names that have an entry.
    """
    pages = {name: import_module(name) for name in sorted({"rami", *modules})}
    for page, module in pages.items():
        for name in getattr(module, "__all__", ()):
            inside = (entry.startswith(f"{page}.") and entry.endswith(f".{name}") for entry in described)
            if not any(entry in described for entry in _entries(pages, page, name)) and not any(inside):
                yield f"{page}.{name}"


def _entries(pages: dict[str, ModuleType], page: str, name: str) -> Iterator[str]:
    """Where the entry of a name may be: with its module, where it is defined, where it is another module's too."""
    value = getattr(pages[page], name)
    if isinstance(value, ModuleType):
        yield page
    yield f"{page}.{name}"
    yield f"{getattr(value, '__module__', page)}.{getattr(value, '__qualname__', name)}"
    for other, module in pages.items():
        if getattr(module, name, None) is value:
            yield f"{other}.{name}"
