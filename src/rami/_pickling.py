"""How values are pickled that may have more fields one day."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import attrs


def by_fields(value: object, *without: str) -> tuple[partial[Any], tuple[()]]:
    """What `__reduce__` returns: the class, called with its fields, without those that follow from others.

    Fields with their default are left out: a later release, whose class has more fields, loads the pickles of this one.
    """
    cls = cast("type[attrs.AttrsInstance]", type(value))
    given = {
        each.alias: found
        for each in attrs.fields(cls)
        if each.init
        and each.name not in without
        and not _is(found := getattr(value, each.name), each.default)
    }
    return partial(cls, **given), ()


def _is(value: object, default: object) -> bool:
    return value is default or (type(value) is type(default) and value == default)
