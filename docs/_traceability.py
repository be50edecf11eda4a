"""The page that traces every rule and every option to the code and the tests, made when the pages are built."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = Path(__file__).parent / "reference" / "traceability.md"
INTRODUCTION = """\
# Rules, options, code and tests

This page is made from the presets, the policies and the tests whenever the documentation is built. A check fails when
a rule of a preset is implemented by nothing or cited by no test, and when an option is read by no module or played with
by no test.

A place such as `dealing.hand_size` is an option of the variant, one such as `rounds._engine.pile` a module of rami.
The last column counts the ways in which the rule is broken on purpose: `nox -s breaks` sees that each is noticed by a
test that cites the rule, and that each of these tests notices one.

Rules of the texts that are no option, each with the reason, are in {doc}`../explanation/which-games`.
"""


def write_page() -> None:
    """Write the page."""
    sys.path.insert(0, str(ROOT))
    text = "\n".join((INTRODUCTION, *_rules(), *_options()))
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        PAGE.write_text(text, encoding="utf-8")


def _rules() -> Iterator[str]:
    from tests.robust.breaks.table import places
    from tests.support.tracing import INFORMATIVE, citing_tests, ledger

    from rami import variants

    said, tests = ledger(), citing_tests()
    anchored: set[str] = set()
    for slug in variants.available():
        variant = variants.get(slug)
        yield f"\n## {variant.name}\n"
        yield from _head("rule", "what it says", "implemented by", "cited by", "broken in")
        for rule, carriers in variant.ledger.rules:
            anchor = "" if rule in anchored else f'<a id="{rule}"></a>'
            anchored.add(rule)
            yield _row(
                anchor + rule,
                said.get(rule, ""),
                _code(carriers.split()),
                _code(tests.get(rule, ())),
                _code(places(rule)),
            )
    yield "\n## Rules that bind nobody\n"
    yield from _head("rule", "what it says")
    for rule in sorted(INFORMATIVE):
        yield _row(rule, said.get(rule, ""))


def _options() -> Iterator[str]:
    from tests.support.tracing import playing, reading

    from rami import variants
    from rami.policies.declaring.fields import options_of
    from rami.policies.declaring.options import SLOTS

    behind: dict[str, dict[str, None]] = {}
    for slug in variants.available():
        for rule, places in variants.get(slug).ledger.rules:
            for place in places.split():
                behind.setdefault(place, {})[rule] = None
    yield "\n## Options\n"
    yield from _head("option", "values", "what it says", "needs", "rules", "read in", "played in")
    for slot, policy in SLOTS.items():
        for name, option in options_of(policy).items():
            field = f"{slot}.{name}"
            allowed = " or ".join(map(str, option.values.allowed))
            yield _row(
                f"`{field}`",
                allowed,
                "<br>".join(option.templates),
                ", ".join(map(str, option.needs)),
                " ".join(behind.get(field, ())),
                _code(reading(field)),
                _code(dict.fromkeys(Path(test.partition("::")[0]).name for test in playing(field))),
            )


def _head(*names: str) -> Iterator[str]:
    yield _row(*names)
    yield _row(*("---" for _ in names))


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "/") for cell in cells) + " |"


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
