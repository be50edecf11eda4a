"""Bring the catalogue of a language up to date: `PYTHONPATH=src python -m tests.locales.write_catalogue fr`.

Messages that are new stand there with an empty translation, messages that are no longer used are dropped, and the
translations of all others are kept.  A language that has no catalogue yet gets one.
"""

from __future__ import annotations

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
Plural-Forms: nplurals=2; plural=(n != 1);
"""


def main(code: str) -> None:
    """Write the catalogue of a language."""
    path = CATALOGUES / f"{code}.po"
    known = {}
    if path.exists():
        known = {(each.context, each.english): each for each in entries(path.read_text(encoding="utf-8"))}
    header = known.get(("", "")) or Entry("", "", "", (HEADER.format(code=code),))
    listed = [known.get(key) or Entry(*key, "", ("",)) for key in messages()]
    path.write_text(written([header, *listed]), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
