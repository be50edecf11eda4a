"""The written rules of each game, read from `ledger.txt`, and the rules that refusals cite."""

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
    """Return the lines of each section of the ledger, each line split into words."""
    found: dict[str, list[list[str]]] = {}
    lines: list[list[str]] = []
    # `importlib.resources` would also import `tempfile` and `random`, which makes the start slower.
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
        slug: the name of the game's section in the ledger.
        like_classic: True to let refusals cite the rules of other games for options that only house variants of this
            game use.
        inherited: another game, whose rules also hold if a line of the section that begins with "<" selects them and
            no line that begins with "-" removes them.

    Raises:
        ValueError: the ledger has no section for this game.
    """
    if slug not in _sections():
        raise ValueError(f"only rami's own games have written rules: leave out `ledger` in the game {slug!r}")
    rules: dict[str, str] = {}
    readings: dict[str, str] = {}
    cited: dict[str, str] = {}
    for first, *rest in _sections()[slug]:
        if first == "<" and inherited is not None:
            start = rest[1].rstrip("*")
            rules |= {rule: places for rule, places in inherited.ledger.rules if rule.startswith(start)}
            # The readings of a rule are inherited with it, and removed with it below.
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
    # "-" removes a citation that would follow from the options.
    kept = {code: rule for code, rule in (found | cited).items() if rule != _NONE}
    return Ledger(slug, rules, kept, readings)


def _cited(rules: Mapping[str, str], like_classic: bool) -> dict[str, str]:
    """Map the code of each refusal to the rule that it cites: the first that uses the options behind the refusal."""
    found: dict[str, str] = dict(_sections()[_OTHERS]) if like_classic else {}
    own: dict[str, str] = {}
    used = {rule: {*places.split()} for rule, places in rules.items()}
    for reason, *words in _sections()["refusals"]:
        for options in map(str.split, " ".join(words).split(" | ")):
            behind = [rule for rule, places in used.items() if places.issuperset(options)]
            if behind:
                # Take the smallest ID, so that the choice does not depend on the order of the lines in the
                # file.
                own[reason] = min(behind)
    return found | own
