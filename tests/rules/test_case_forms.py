"""The files of worked examples: unknown files, questions and facts are reported, and none is ignored silently."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.rules import test_examples
from tests.rules.test_examples import answered, judges_of
from tests.support.depth import share_of
from tests.support.presets import SLUGS
from tests.support.worked.cases import DATA, Case, cases, sources

from rami import RamiError

MELD = {"variant": "gin", "ask": "meld", "given": {"meld": ["7S", "8S", "9S"]}, "expect": {"valid": True}}

WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "variant": ({"variant": "gim"}, "no variant 'gim'; did you mean 'gin'"),
    "question": ({"ask": "mled"}, "nothing answers 'mled'; did you mean 'meld'"),
    "fact": ({"given": {"meld": ["7S", "8S", "9S"], "season": "spring"}}, "does not depend on season"),
    "fact within": (
        {"ask": "hand_scores", "variant": "R51", "given": {"losers": [{"hand": ["7S"], "wind": 1}]}},
        "does not depend on losers.wind",
    ),
}


@pytest.mark.parametrize("change, message", WRONG.values(), ids=list(WRONG))
def test_a_case_that_nobody_answers_fails(change: dict[str, Any], message: str, tmp_path: Path) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text(str([MELD | change]), encoding="utf-8")
    (case,) = cases([file])
    with pytest.raises(AssertionError, match=message):
        test_examples.test_worked_example(case)


@pytest.mark.parametrize(
    "text, message",
    [
        (f"melds: [{MELD | {'ask': 'meld'}}]\nversion: 1", "version is no list of cases"),
        ("[{ask: meld}]", "lacks expect, variant"),
        ("[{variant: gin, expect: {}}]", "lacks ask"),
        ("[meld]", "is no case"),
    ],
)
def test_a_file_that_holds_something_else_fails(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(AssertionError, match=message):
        list(cases([file]))


def form(value: Any) -> Any:
    """Return the form of a fact: the names of the facts within it, or its type."""
    if isinstance(value, Mapping):
        return tuple(sorted((str(name), form(each)) for name, each in value.items()))
    if isinstance(value, list):
        return tuple(sorted({str(form(each)) for each in value}))
    return type(value).__name__


def forms() -> dict[str, dict[str, Case]]:
    """Return a case for each form of each question about a game, by question and form."""
    found: dict[str, dict[str, Case]] = {}
    for case in cases(sources()):
        if case.slug in SLUGS:
            found.setdefault(case.ask, {}).setdefault(f"{case.slug}: {form(case.given)}", case)
    return found


FOREIGN = {("indian-13", "declare"): "rack", ("basic-rummy", "round_scores"): "table"}
"""Facts that a game does not have: tiles on a rack, or cards on the table that score."""


def test_a_question_is_read_in_the_words_of_every_game() -> None:
    asked = [
        (slug, case)
        for of_form in forms().values()
        for slug in sorted({case.slug for case in of_form.values()})
        for case in of_form.values()
        if FOREIGN.get((slug, case.ask)) not in case.given
    ]
    for slug, case in share_of(asked):
        facts = {name: value for name, value in case.given.items() if name != "options"}
        # In another game, these facts may be impossible.
        with suppress(AssertionError, RamiError):
            judges_of(slug)[case.ask](attrs.evolve(case, slug=slug, given=facts))


def test_words_of_other_games_have_the_same_answers() -> None:
    table = {"table": ["6S", "7S", "8S", "9S"], "owner": "other"}
    for slug in ("classic-51", "liverpool"):
        for facts, legal in (
            ({"card": "10S", "opened": True}, True),
            ({"cards": ["10S"], "down": "earlier"}, True),
            ({"card": "10S"}, True),
            ({"card": "10S", "opened": False}, False),
        ):
            assert answered(Case("x", slug, "layoff", table | facts, None)) == {"legal": legal}


@pytest.mark.parametrize("case", [*cases([DATA / "described_forms.yaml"])], ids=lambda case: case.slug)
def test_a_form_that_is_only_described_is_read(case: Case) -> None:
    assert set(case.expect) <= set(answered(case))
