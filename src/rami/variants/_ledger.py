"""The written rules of each game, out of `ledger.txt`, and the rule that each refusal cites."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from typing import cast

from rami.policies import Variant
from rami.policies.ledger import Ledger

_OTHERS = "of other games"


@cache
def _sections() -> Mapping[str, list[list[str]]]:
    """The lines of the ledger as words, by section."""
    found: dict[str, list[list[str]]] = {}
    lines: list[list[str]] = []
    # importlib.resources would load tempfile and random with it
    text = cast("bytes", get_data(__package__, "ledger.txt"))
    for line in text.decode().splitlines():
        if line.startswith("["):
            lines = found[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            lines.append(line.split())
    return found


def written(slug: str, *, like_classic: bool = False, inherited: Variant | None = None) -> Ledger:
    """Return the written rules of a game.

    Parameters:
        slug: its section of the ledger.
        like_classic: whether refusals of options that only house rules turn on cite the game that has them.
        inherited: the game whose rules "R51-…" hold too, without those that the lines "-" strike out.
    """
    rules: dict[str, str] = {}
    cited: dict[str, str | None] = {}
    for first, *rest in _sections()[slug]:
        if first == "<" and inherited is not None:
            rules |= {
                rule: places
                for rule, places in inherited.ledger.rules
                if rule.startswith(rest[1].rstrip("*"))
            }
        elif first == "-":
            for rule in rest:
                del rules[rule]
        elif first == "!":
            cited[rest[0]] = None if rest[1] == "-" else rest[1]
        else:
            rules[first] = " ".join(rest)
    if inherited is not None:
        return Ledger(slug, rules, dict(inherited.ledger.cited) | cited)
    found: dict[str, str | None] = {}
    for at in (0, 1):
        for reason, *words in _sections()["refusals"]:
            options = " ".join(words).split(" | ")
            if at < len(options):
                behind = [
                    rule for rule, places in rules.items() if {*options[at].split()} <= {*places.split()}
                ]
                found[reason] = min(behind, default=found.get(reason))
    others = dict(_sections()[_OTHERS]) if like_classic else {}
    return Ledger(
        slug, rules, others | {code: rule for code, rule in {**found, **cited}.items() if rule is not None}
    )
