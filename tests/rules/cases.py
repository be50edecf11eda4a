"""Worked examples as data: where they are read from, and how their card texts are written."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import attrs
import pytest
import yaml

from rami import variants
from rami.cards import Card
from rami.policies.variant import Variant

DATA = Path(__file__).parents[1] / "data"
BUILT_IN = [DATA / "examples.yaml", DATA / "further_examples.yaml"]
VARIABLE = "RAMI_EXAMPLES"
SLUGS = {
    "R51": "classic-51",
    "R500": "rami-500",
    "LEB": "lebanese-14",
    "VELVET": "gamevelvet",
    "GIN": "gin",
    "FRU": "frustration",
}


@attrs.frozen
class Case:
    """One worked example.

    Parameters:
        id: its name.
        slug: the variant that it is about.
        ask: the kind of question.
        given: the facts.
        expect: the answer.
        rules: the rules that it shows.
    """

    id: str
    slug: str
    ask: str
    given: Mapping[str, Any]
    expect: Any
    rules: tuple[str, ...]

    @property
    def variant(self) -> Variant:
        """The preset with the options of the case."""
        options = dict(self.given.get("options") or {})
        if options.get("final_hand_multiplier", 1) > 1:
            options = {"match.end": "hands", "match.hands": LAST_HAND, **options}
        preset = variants.get(self.slug)
        return preset.with_options(options) if options else preset


LAST_HAND = 5
"""The number of the last hand, where a case speaks of one without saying how many there are."""


def sources() -> list[Path]:
    """The files with cases: the built-in ones, and what the environment variable names."""
    named = os.environ.get(VARIABLE)
    if not named:
        return BUILT_IN
    path = Path(named)
    files = sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]
    assert files, f"{VARIABLE}: no YAML file in {path}"
    return [*BUILT_IN, *files]


def cases(files: Iterable[Path]) -> Iterator[Case]:
    """Every case of these files about a variant that there is."""
    there = variants.available()
    for path in files:
        for row in yaml.safe_load(path.read_text(encoding="utf-8")) or ():
            slug = SLUGS[row["variant"]]
            if slug in there:
                yield Case(
                    row["id"],
                    slug,
                    row["ask"],
                    row.get("given") or {},
                    row["expect"],
                    tuple(row.get("rules") or ()),
                )


def parameters() -> list[Any]:
    """The cases as parameters of a test, marked with their rules."""
    seen: set[str] = set()
    out: list[Any] = []
    for case in cases(sources()):
        name = case.id
        while name in seen:
            name += "+"
        seen.add(name)
        out.append(pytest.param(case, id=name, marks=pytest.mark.rule(*case.rules)))
    return out


def card(text: str) -> Card:
    """The card of a case; a "b" marks the second copy, which is the same face.

    >>> card("5Db"), card("10S"), card("*")
    (Card('5♦'), Card('T♠'), Card('*'))
    """
    return Card(text.removesuffix("b"))


def cards(texts: Sequence[str]) -> tuple[Card, ...]:
    """The cards of a list, in its order."""
    return tuple(map(card, texts))


def melds(value: Sequence[Any]) -> list[tuple[Card, ...]]:
    """The melds of a table that is given as one meld or as a list of them."""
    if not value:
        return []
    if isinstance(value[0], str):
        return [cards(cast("Sequence[str]", value))]
    return [cards(each) for each in value]
