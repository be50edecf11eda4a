"""Write the pages that trace every rule and every option to the code and the tests."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
REFERENCE = Path(__file__).parent / "reference"
FOLDER = REFERENCE / "rules"
INDEX = """\
# Rules and options, with their code and tests

These pages show where each rule is implemented, and which tests fail without it. There is one page for the written
rules of each game, and one for the options of each slot. They are generated from the games, the policies and the tests
when the documentation is built. A test fails if a rule has no code or no test, or if an option is read by no module or
used by no test.

A name such as `dealing.hand_size` is an option; a name such as `rounds._engine.pile` is a module of rami. To find the
tests that cite a rule, use `grep -rn GIN-KNOCK-01 tests`. `nox -s breaks` breaks every rule on purpose and checks that
these tests fail.

| game | rules |
|---|---|
{games}

| slot | options |
|---|---|
{slots}

{{doc}}`../explanation/which-games` lists the written rules that rami does not implement, each with the reason.

```{{toctree}}
:hidden:
:glob:

rules/*
```
"""


def write_pages() -> None:
    """Write the index, a page for each game, and one for each slot."""
    sys.path.insert(0, str(ROOT))
    from rami import variants
    from rami.policies.declaring.fields import options_of
    from rami.policies.declaring.options import SLOTS

    FOLDER.mkdir(exist_ok=True)
    games, slots = [], []
    for slug in variants.available():
        variant = variants.get(slug)
        rules = variant.ledger.rules
        games.append(f"| {{doc}}`{variant.name} <rules/{slug}>` | {len(rules)} |")
        _write(FOLDER / f"{slug}.md", f"# Written rules of {variant.name}\n", *_rules(slug))
    for slot, policy in SLOTS.items():
        options = options_of(policy)
        slots.append(f"| {{doc}}`{slot} <rules/options-{slot}>` | {len(options)} |")
        title = f"# Options of the slot {slot}, with their code and tests\n"
        values = f"{{doc}}`../policies/{slot}` lists the values and sentences of these options.\n"
        _write(FOLDER / f"options-{slot}.md", title, values, *_options(slot))
    index = INDEX.format(games="\n".join(games), slots="\n".join(slots))
    _write(REFERENCE / "traceability.md", index, *_binding_nobody())


@cache
def pages_of_rules() -> dict[str, str]:
    """Return the page of each rule, relative to the rulebooks: that of the first game with the rule."""
    from rami import variants

    pages: dict[str, str] = {}
    for slug in variants.available():
        for rule, _ in variants.get(slug).ledger.rules:
            pages.setdefault(rule, _page(slug))
    return pages


def _page(slug: str) -> str:
    return f"../reference/rules/{slug}.html"


def _write(path: Path, *parts: str) -> None:
    text = "\n".join((*parts, ""))
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def _rules(slug: str) -> Iterator[str]:
    from tests.support.tracing import citing_tests, ledger

    from rami import variants

    sentences, tests = ledger(), citing_tests()
    for rule, carriers in variants.get(slug).ledger.rules:
        if pages_of_rules()[rule] == _page(slug):
            files = Counter(test.partition(": ")[0] for test in tests.get(rule, ()))
            yield from _entry(
                f'<a id="{rule}"></a>**{rule}** {sentences.get(rule, "")}', code=carriers.split(), tests=files
            )
    others = {
        page for rule, _ in variants.get(slug).ledger.rules if (page := pages_of_rules()[rule]) != _page(slug)
    }
    for page in sorted(others):
        yield f"All other rules are those of {{doc}}`{Path(page).stem}`.\n"


def _binding_nobody() -> Iterator[str]:
    from tests.support.tracing import INFORMATIVE, ledger

    yield "## Written rules that require nothing\n"
    yield from (f"- **{rule}** {ledger().get(rule, '')}" for rule in sorted(INFORMATIVE))


def _options(slot: str) -> Iterator[str]:
    from tests.support.tracing import playing, reading

    from rami import variants
    from rami.policies.declaring.fields import options_of
    from rami.policies.declaring.options import SLOTS

    behind: dict[str, dict[str, None]] = {}
    for slug in variants.available():
        for rule, places in variants.get(slug).ledger.rules:
            for place in places.split():
                behind.setdefault(place, {})[rule] = None
    for name, option in options_of(SLOTS[slot]).items():
        field = f"{slot}.{name}"
        needs = f"needs {', '.join(map(str, option.needs))}" if option.needs else ""
        yield from _entry(
            f"**{field}** {needs}",
            code=reading(field),
            rules=behind.get(field, ()),
            tests=dict.fromkeys(Path(test.partition("::")[0]).name for test in playing(field)),
        )


def _entry(term: str, **places: Iterable[str]) -> Iterator[str]:
    """Yield a paragraph and, below it, the places of each kind that has any."""
    filled = (f"{kind}: {_code(names)}" for kind, names in ((k, list(v)) for k, v in places.items()) if names)
    yield f"{term.strip()}\n: {'; '.join(filled)}\n"


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
