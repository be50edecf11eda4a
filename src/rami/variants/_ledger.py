"""The written rules of each game, from `ledger.txt`, and the rule that each refusal cites."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from typing import cast

from rami.policies import Variant
from rami.policies.declaring.ledger import Ledger

_OTHERS = "of other games"
_NONE = "-"
_READ = "~"


@cache
def _sections() -> Mapping[str, list[list[str]]]:
    """Return the words of each line of the ledger, by section."""
    found: dict[str, list[list[str]]] = {}
    lines: list[list[str]] = []
    # importlib.resources would load tempfile and random with it.
    text = cast("bytes", get_data("rami.variants", "ledger.txt"))
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
        like_classic: True to let refusals of options that only house rules turn on cite the game that has them.
        inherited: the game whose rules "R51-…" also hold, except the rules that lines with "-" strike out.
    """
    rules: dict[str, str] = {}
    readings: dict[str, str] = {}
    cited: dict[str, str] = {}
    for first, *rest in _sections()[slug]:
        if first == "<" and inherited is not None:
            start = rest[1].rstrip("*")
            rules |= {rule: places for rule, places in inherited.ledger.rules if rule.startswith(start)}
            # A reading belongs to its rule; rules struck out below leave both tables.
            readings |= {rule: read for rule, read in inherited.ledger.readings if rule in rules}
        elif first == "-":
            for rule in rest:
                del rules[rule]
                readings.pop(rule, None)
        elif first == "!":
            cited[rest[0]] = rest[1]
        else:
            rules[first] = " ".join(place.removeprefix(_READ) for place in rest)
            if read := [place.removeprefix(_READ) for place in rest if place.startswith(_READ)]:
                readings[first] = " ".join(read)
    found = _cited(rules, like_classic) if inherited is None else dict(inherited.ledger.cited)
    # "-" takes a citation away that the options alone would give.
    kept = {code: rule for code, rule in (found | cited).items() if rule != _NONE}
    return Ledger(slug, rules, kept, readings)


def _cited(rules: Mapping[str, str], like_classic: bool) -> dict[str, str]:
    """Return the rule that each refusal cites: the first rule of the option that forbids it."""
    found: dict[str, str] = dict(_sections()[_OTHERS]) if like_classic else {}
    own: dict[str, str] = {}
    for reason, *words in _sections()["refusals"]:
        for options in map(str.split, " ".join(words).split(" | ")):
            behind = [rule for rule, places in rules.items() if {*options} <= {*places.split()}]
            if behind:
                # The smallest ID, so that the choice does not depend on the order of the file.
                own[reason] = min(behind)
    return found | own
