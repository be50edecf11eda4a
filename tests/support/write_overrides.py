"""Write the typed dicts of `Variant.with_` from the policies: ``python -m tests.support.write_overrides``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rami
from rami.policies.declaring.options import SLOTS, field_names

PATH = Path(rami.__file__).parent / "policies" / "declaring" / "overrides.py"
HEAD = '''"""The options of each slot as typed dicts for `Variant.with_`, generated from the fields of the policies."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal, TypedDict

from ..results.scores import Points
from ..slots.contracts import Contract
from ..slots.equipment import SuitName

__all__ = [
{listed}]'''
FRIENDLIER: dict[str, str] = {
    "frozenset[int]": "Collection[int]",
    "tuple[Contract, ...] | None": "Collection[Contract | str] | None",
    "CardValues": "Mapping[str, int] | Collection[str]",
    "ByHand": "Mapping[str, Collection[object]]",
}
"""The types that `with_` accepts, by the types that policies store."""


def overrides(policy: type[Any]) -> Iterator[str]:
    """Return the fields of a policy with the types that `with_` accepts for them."""
    written: dict[str, str] = {}
    for each in policy.__mro__:
        written |= vars(each).get("__annotations__", {})
    for name in field_names(policy):
        kept = written[name].replace("'", '"')
        words = re.sub(r"frozenset\[(SuitName|Literal\[.*?\])\]", r'Collection[\1] | Literal["all"]', kept)
        yield f"    {name}: {FRIENDLIER.get(kept, words)}"


def text() -> str:
    """Return the text of the module."""
    classes = [
        f"class {slot.title()}Options(TypedDict, total=False):\n"
        f'    """The options of `{policy.__name__}` that `Variant.with_` can change."""\n\n'
        + "\n".join(overrides(policy))
        for slot, policy in SLOTS.items()
    ]
    listed = "".join(f'    "{slot.title()}Options",\n' for slot in sorted(SLOTS))
    return "\n\n\n".join((HEAD.format(listed=listed), *classes)) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8", newline="\n")
