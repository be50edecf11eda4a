"""The base class of public values, and a helper to import names on first use (PEP 562).

Nothing here depends on the rules of rummy.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


class FrontDoor:
    """Functions that lower layers call but must not import; `rami/__init__` sets each of them once.

    Attributes:
        draw: the function that draws a value for notebooks; it returns a mapping from MIME type to picture.
        lines: the function that draws a view as lines of text.
        declare: the function that loads the options of games, because some error messages quote their words.
    """

    __slots__ = ("declare", "draw", "lines")

    draw: Callable[[object], dict[str, str]]
    lines: Callable[[Any], str]
    declare: Callable[[], object]


front_door = FrontDoor()


def later(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return a `__getattr__` and a `__dir__` for a package that imports its names on first use.

    Type checkers do not run these functions, so the package must also import the names under `TYPE_CHECKING`.

    Parameters:
        package: the name of the package.
        homes: the names to import from each module, separated by spaces; "" to provide only the module.
    """
    makers = {name: home for home, names in homes.items() for name in names.split()}
    modules = {home.partition(".")[0] for home in homes}

    def get(name: str) -> object:
        if name in makers:
            value: object = getattr(import_module(f"{package}.{makers[name]}"), name)
        elif name in modules:
            value = import_module(f"{package}.{name}")
        else:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        setattr(sys.modules[package], name, value)  # Python does not call this function for the name again.
        return value

    def names() -> list[str]:
        own = vars(sys.modules[package])
        return sorted({*(name for name in own if name.startswith("_")), *own["__all__"], *makers, *modules})

    return get, names
