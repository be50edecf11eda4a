"""The pages about interpretations of the rules name every option, and every rule that rulebooks mark."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.messages import options

from rami import variants

PAGES = (Path(__file__).parents[4] / "docs" / "explanation").glob("readings-of-*.md")
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


def test_every_other_reading_has_its_option() -> None:
    named = set(re.findall(r"`([a-z]+\.[a-z_]+)`", TEXT))
    fields = {field for field, _ in options()}
    assert fields - named == set()


def test_every_rule_that_was_read_has_its_question() -> None:
    read = {rule for slug in variants.available() for rule, _ in variants.get(slug).ledger.readings}
    assert {rule for rule in read if rule not in TEXT} == set()
