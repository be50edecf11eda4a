"""Writes what `Variant.with_` takes, from the fields of the policies: ``python -m tests.support.write_overrides``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rami
from rami.policies.declaring.options import SLOTS, field_names
from rami.policies.results import scores
from rami.policies.slots import contracts

PATH = Path(rami.__file__).parent / "policies" / "declaring" / "overrides.py"
HEAD = '''"""The options of each slot, as `Variant.with_` takes them; made from the fields of the policies."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, TypedDict

from ..results import scores
from ..slots import (
{modules})

__all__ = [
{listed}]'''
FRIENDLIER: dict[str, str] = {
    "frozenset[int]": "Collection[int]",
    "frozenset[SuitName]": 'Collection[SuitName] | Literal["all"]',
    "frozenset[DiscardUse] | None": 'Collection[DiscardUse] | Literal["all"] | None',
    "tuple[Contract, ...] | None": "Collection[Contract | str] | None",
    "CardValues": "Mapping[str, int] | Collection[str]",
    "ByHand": "Mapping[str, Collection[object]]",
}
"""The types accepted in place of the types kept."""


def overrides(policy: type[Any]) -> Iterator[str]:
    """The fields of a policy with what is taken for them, and each name of a type with its module."""
    annotations = {
        name: kept for each in policy.__mro__ for name, kept in vars(each).get("__annotations__", {}).items()
    }
    homes = [sys.modules[each.__module__] for each in policy.__mro__]

    def named(found: re.Match[str]) -> str:
        known = [each for each in (contracts, scores) if found[0] in each.__all__]
        module = [*known, *(each for each in homes if hasattr(each, found[0]))][0]
        return f"{module.__name__.rpartition('.')[2]}.{found[0]}"

    for name in field_names(policy):
        kept: str = annotations[name].replace("'", '"')
        taken = FRIENDLIER.get(kept, kept)
        yield f"    {name}: " + re.sub(r"\b(?!None\b|Literal\b|Collection\b|Mapping\b)[A-Z]\w+", named, taken)


def text() -> str:
    """The module as it should be."""
    classes = [
        f"class {slot.title()}Options(TypedDict, total=False):\n"
        f'    """Overrides of `{policy.__name__}`."""\n\n' + "\n".join(overrides(policy))
        for slot, policy in SLOTS.items()
    ]
    modules = sorted(set(re.findall(r"\b([a-z_]+)\.[A-Z]", "\n".join(classes))) - {"scores"})
    listed = "".join(f'    "{slot.title()}Options",\n' for slot in sorted(SLOTS))
    return (
        "\n\n\n".join(
            (HEAD.format(modules="".join(f"    {each},\n" for each in modules), listed=listed), *classes)
        )
        + "\n"
    )


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8", newline="\n")
