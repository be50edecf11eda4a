"""Bring the catalogue of a language up to date: `PYTHONPATH=src python -m tests.locales.write_catalogue fr`.

Messages that are new stand there with an empty translation, messages that are no longer used are dropped, and the
translations of all others are kept.  A language that has no catalogue yet gets one.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from tests.locales.messages import messages

from rami.locales._po import Entry, entries, written

CATALOGUES = Path(__file__).parents[2] / "src" / "rami" / "locales"
HEADER = """\
Project-Id-Version: rami
Language: {code}
MIME-Version: 1.0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit
Plural-Forms: {plurals};
"""
PLURALS = {
    "ar": "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)",
    "fr": "nplurals=2; plural=(n > 1)",
    "pt-br": "nplurals=2; plural=(n > 1)",
}
TWO_FORMS = "nplurals=2; plural=(n != 1)"
RIGHT_TO_LEFT = ("ar", "fa", "he", "ur")


def main(code: str) -> None:
    """Write the catalogue of a language."""
    path = CATALOGUES / f"{code}.po"
    present = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(renewed(code, present), encoding="utf-8")


def renewed(code: str, present: str = "") -> str:
    """The catalogue of a language with all messages of today."""
    known = _by_key(present)
    header = known.get(("", "")) or Entry("", "", "", (_header(code),))
    forms = re.search(r"nplurals=(\d+)", header.strings[0])
    others = [_by_key((CATALOGUES / f"{each}.po").read_text(encoding="utf-8")) for each in ("en", "fr")]
    counted = {key for other in others for key, entry in other.items() if entry.plural}
    blank = {True: ("",) * int(forms[1] if forms else 1), False: ("",)}
    listed = [
        known.get(key) or Entry(*key, key[1] if key in counted else "", blank[key in counted])
        for key in messages()
    ]
    return written([header, *listed])


def _header(code: str) -> str:
    header = HEADER.format(code=code, plurals=PLURALS.get(code, TWO_FORMS))
    return f"{header}X-Direction: rtl\n" if code.partition("-")[0] in RIGHT_TO_LEFT else header


def _by_key(po: str) -> dict[tuple[str, str], Entry]:
    return {(each.context, each.english): each for each in entries(po)}


if __name__ == "__main__":
    main(*sys.argv[1:])
