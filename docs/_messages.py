"""The page of all codes with their parameters and their sentences in every language, made when the pages are built."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rami.errors import Reason
from rami.errors.texts import OTHERWISE
from rami.locales import Language, language, languages
from rami.policies.results.scores import STEPS

PAGE = Path(__file__).parent / "reference" / "messages.md"
INTRODUCTION = """\
# Codes and messages

Every code of {class}`~rami.errors.Reason`, the parameters that its sentence names, and the sentence in each language.
The codes and the names of parameters are stable, sentences are not. {doc}`../how-to/refused-move` shows how to use
them.
"""

STEPS_OF_SCORES = """
## Steps of a score

The codes of {class}`~rami.policies.results.scores.ScoreReason`. Each step has its points, in the sentence
`{points}`, and these parameters. `factor` is a number, `why` the kind of finish that has it, `joker_finish` is there if
a joker was the last card; `column` is there in a match of several columns.
"""


def write_messages() -> None:
    """Write the page."""
    spoken = [language(each) for each in languages()]
    text = "\n".join((INTRODUCTION, *_rows(spoken), STEPS_OF_SCORES, *_steps(spoken), ""))
    if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        PAGE.write_text(text, encoding="utf-8")


def _rows(spoken: list[Language]) -> Iterator[str]:
    yield "| code | parameters | " + " | ".join(each.code for each in spoken) + " |"
    yield "|---" * (2 + len(spoken)) + "|"
    listed = [(reason, reason.template) for reason in Reason]
    listed += [(Reason(code), each) for code, (_, others) in OTHERWISE.items() for each in others.values()]
    for reason, english in sorted(listed, key=lambda each: list(Reason).index(each[0])):
        names = dict.fromkeys(re.findall(r"\{(\w+)", english))
        sentences = (each.message(f"reason.{reason}", english) for each in spoken)
        cells = (f"`{reason}`", " ".join(f"`{each}`" for each in names), *map(_plain, sentences))
        yield "| " + " | ".join(cells) + " |"


def _steps(spoken: list[Language]) -> Iterator[str]:
    yield "| code | parameters | " + " | ".join(each.code for each in spoken) + " |"
    yield "|---" * (2 + len(spoken)) + "|"
    for code, (english, names) in STEPS.items():
        sentences = (each.message(f"score.{code}", english) for each in spoken)
        cells = (f"`{code}`", " ".join(f"`{each}`" for each in names), *map(_plain, sentences))
        yield "| " + " | ".join(cells) + " |"


def _plain(template: str) -> str:
    """A template without what only the program needs."""
    return re.sub(r"\{(\w+)(!r)?(:,|:or|:ou)?\}", r"{\1}", template).replace("|", "/").replace("*", "\\*")
