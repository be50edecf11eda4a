"""Write the pages that list all codes with their sentences: a page for each part and each language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rami.errors import Reason
from rami.errors.texts import OTHERWISE
from rami.locales import Language, language, languages
from rami.policies.results.scores import STEPS

FOLDER = Path(__file__).parent / "reference" / "messages"
PARTS = {
    "play": ("Messages in play", "Why cards do not form a meld, and why rami refuses a move."),
    "variants": (
        "Messages about variants",
        "Why rami refuses the value of an option, or options that contradict each other.",
    ),
    "matches": (
        "Messages about positions and matches",
        "Why rami refuses a setup, a view or a step of a match.",
    ),
    "values": (
        "Messages about arguments and input",
        "Why rami refuses an argument, a string, a file or the result of an executor.",
    ),
}
STARTS = {
    Reason.UNKNOWN_CARD: "values",
    Reason.GROUP_RANKS: "play",
    Reason.OPTION_VALUE: "variants",
    Reason.UNKNOWN_VARIANT: "values",
    Reason.PLAYER_COUNT: "matches",
    Reason.TEXT_EXPECTED: "values",
}
"""The first code of each part, in the order of `Reason`."""
STEPS_OF_SCORES = """
## Steps of a score

Each reason for points in a score is called a *step* ({class}`~rami.policies.results.scores.ScoreReason`). The table
lists the codes of steps and their parameters. `points` are the points of the step. `factor` multiplies the points, and
`why` names the kind of finish that has this factor. `joker_finish` is present only if the last card was a joker, and
`column` only in a match with columns.
"""


def write_messages() -> None:
    """Write a page for each part and language."""
    FOLDER.mkdir(exist_ok=True)
    for lang in languages():
        spoken = language(lang)
        for part, (title, what) in PARTS.items():
            lines = [
                f"# {title}: {spoken.message('language', 'English')}\n",
                f"{what}\n",
                *_rows(spoken, part),
            ]
            if part == "play":
                lines += [STEPS_OF_SCORES, *_steps(spoken)]
            path, text = FOLDER / f"{part}-{lang}.md", "\n".join((*lines, ""))
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")


def _rows(spoken: Language, part: str) -> Iterator[str]:
    yield "| code | sentence |"
    yield "|---|---|"
    at = ""
    for reason in Reason:
        at = STARTS.get(reason, at)
        if at == part:
            others = OTHERWISE[reason][1].values() if reason in OTHERWISE else ()
            for english in (reason.template, *others):
                yield f"| `{reason}` | {_plain(spoken.message(f'reason.{reason}', english))} |"


def _steps(spoken: Language) -> Iterator[str]:
    yield "| code | parameters | sentence |"
    yield "|---|---|---|"
    for code, (english, names) in STEPS.items():
        parameters = " ".join(f"`{each}`" for each in names)
        yield f"| `{code}` | {parameters} | {_plain(spoken.message(f'score.{code}', english))} |"


def _plain(template: str) -> str:
    """Return a template without the marks that only the program needs."""
    return re.sub(r"\{(\w+)(!r)?(:,|:or|:ou)?\}", r"{\1}", template).replace("|", "/").replace("*", "\\*")
