"""Every rule of the ledger is cited by a test, and every cited rule or decision is listed."""

from __future__ import annotations

import importlib.util
import itertools
import re
from pathlib import Path

from tests.robust.breaks.table import options
from tests.support.presets import PRESETS
from tests.support.tracing import INFORMATIVE, citations, cited_in, citing_tests, ledger, playing, reading
from tests.support.worked.cases import BUILT_IN, cases

from rami.locales.rulebooks._sections import FIXED as SENTENCES
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.options import SLOTS

ROOT = Path(__file__).parents[2]
RULE_ID = re.compile(r"[A-Z][A-Z0-9]*(-[A-Z0-9]+)+")
DECISION = re.compile(r"\bD-\d+\b")


def cited() -> dict[str, list[str]]:
    """Return the tests and the worked examples that cite each rule."""
    where = citing_tests()
    for case in cases(BUILT_IN):
        for rule in case.rules:
            where.setdefault(rule, []).append(case.id)
    return where


def test_the_ledger_reads() -> None:
    rules = ledger()
    assert all(RULE_ID.fullmatch(rule) for rule in rules)
    assert all(text.strip() for text in rules.values())
    assert set(rules) >= INFORMATIVE
    assert list(rules) == sorted(rules)


def test_citations_are_found_wherever_they_stand() -> None:
    source = """
@pytest.mark.rule("R51-SET-01", "R51-RUN-01")
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("R51-ACE-01"))])
def test(): ...
"""
    assert cited_in(source) == {"R51-SET-01", "R51-RUN-01", "R51-ACE-01"}
    assert dict(citations(source))["R51-SET-01"] == "test"
    assert dict(citations('pytestmark = pytest.mark.rule("R51-SET-01")')) == {"R51-SET-01": "all tests"}


def test_every_rule_is_cited() -> None:
    uncited = sorted(set(ledger()) - INFORMATIVE - set(cited()))
    assert not uncited, f"{len(uncited)} rules are cited by no test: {' '.join(uncited)}"


def test_every_rule_has_its_place_in_a_preset() -> None:
    assert all(variant.ledger.rules for variant in PRESETS)
    placed = {rule for variant in PRESETS for rule, _ in variant.ledger.rules}
    games = {rule.partition("-")[0] for rule in placed}
    due = {rule for rule in set(ledger()) - INFORMATIVE if rule.partition("-")[0] in games}
    assert sorted(due - placed) == []
    assert sorted(placed - set(ledger())) == []


def test_places_of_rules_are_options_or_modules() -> None:
    every = {f"{slot}.{name}" for slot, policy in SLOTS.items() for name in options_of(policy)}
    for variant in PRESETS:
        for rule, places in variant.ledger.rules:
            for place in places.split():
                known = place in every or place in SENTENCES or importlib.util.find_spec(f"rami.{place}")
                assert known, (rule, place)


def test_every_cited_rule_exists() -> None:
    rules = ledger()
    unknown = {rule: files for rule, files in cited().items() if rule not in rules}
    assert not unknown, f"no such rule: {unknown}"


def test_every_option_is_read_and_played_with() -> None:
    """An option with a single value is never read, because its other values are refused."""
    assert [field for field in options() if not reading(field)] == []
    assert [field for field in options() if not list(playing(field))] == []
    assert reading("opening.minimum")
    assert not reading("opening.no_such_field")


def decisions() -> dict[str, list[str]]:
    """Return the items of the two pages that give each decision its number, in parentheses."""
    lines: dict[str, list[str]] = {}
    for page in (ROOT / "docs" / "explanation").glob("readings-of-*.md"):
        for line in page.read_text(encoding="utf-8").replace("\n  ", " ").splitlines():
            for brackets in re.findall(r"\(([^()]*)\)", line):
                for number in DECISION.findall(brackets):
                    lines.setdefault(number, []).append(line)
    return lines


def test_every_cited_decision_is_listed() -> None:
    listed = decisions()
    for folder in ("src", "docs", "tests", "examples", "benchmarks"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in (".py", ".md", ".txt", ".yaml", ".csv") and "node_modules" not in path.parts:
                unknown = set(DECISION.findall(path.read_text(encoding="utf-8"))) - listed.keys()
                assert not unknown, f"{path.relative_to(ROOT)}: no such decision: {unknown}"


def test_a_decision_is_one_question() -> None:
    """Games may decide it differently, in separate rows, but the rows are about the same option."""
    for number, lines in decisions().items():
        for one, other in itertools.combinations(lines, 2):
            fields = [set(re.findall(r"`([a-z]+\.[a-z_]+)`", line)) for line in (one, other)]
            assert fields[0] & fields[1], f"{number} has two senses:\n{one}\n{other}"
