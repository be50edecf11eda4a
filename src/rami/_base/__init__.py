"""What every public value is, and how names are imported when they are first asked for (PEP 562).

Nothing here knows of rummy.  `drawers` holds what draws a value for a notebook, once something is there that can, and
`declarers` what adds the words that stand beside options to those of the errors.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

drawers: list[Callable[[object], dict[str, str]]] = []
declarers: list[Callable[[], object]] = []


def later(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The functions `__getattr__` and `__dir__` of a package; `homes` are the names that it offers, by module."""
    makers = {name: home for home, names in homes.items() for name in names.split()}
    modules = {home.partition(".")[0] for home in homes}

    def get(name: str) -> object:
        if name in makers:
            value: object = getattr(import_module(f"{package}.{makers[name]}"), name)
        elif name in modules:
            value = import_module(f"{package}.{name}")
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        setattr(sys.modules[package], name, value)  # so that this runs once
        return value

    def names() -> list[str]:
        own = vars(sys.modules[package])
        return sorted({*(name for name in own if name.startswith("_")), *own["__all__"], *makers, *modules})

    return get, names
