"""Bring the catalogue of a language up to date: `PYTHONPATH=src python -m tests.support.write_catalogue fr`.

New messages get an empty translation, messages that are no longer used are removed, and all other translations are
kept. For a new language, a catalogue is created.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from tests.support.messages import messages

EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
"""A fixed date, so that writing the catalogue again changes nothing."""

CATALOGUES = Path(__file__).parents[2] / "src" / "rami" / "locales"


def main(code: str) -> None:
    """Write the catalogue of a language."""
    found = BytesIO()
    write_po(found, renewed(code), width=0, ignore_obsolete=True)
    (CATALOGUES / f"{code}.po").write_bytes(found.getvalue().strip() + b"\n")


def renewed(code: str) -> Catalog:
    """Return the catalogue of a language with all current messages."""
    others = [by_key(stored(each)) for each in ("en", "fr")]
    counted = {key for other in others for key, message in other.items() if message.pluralizable}
    today = Catalog(creation_date=EPOCH)
    for context, english in messages():
        today.add((english, english) if (context, english) in counted else english, context=context)
    found = stored(code)
    found.update(today, no_fuzzy_matching=True)
    for message in found:
        # A test checks the blanks, so messages need no format flags.
        message.flags.clear()
    return found


def stored(code: str) -> Catalog:
    """Return the stored catalogue of a language; an empty catalogue if there is none."""
    path = CATALOGUES / f"{code}.po"
    if not path.exists():
        return Catalog(code.replace("-", "_"), "rami", header_comment="", fuzzy=False)
    return read_po(BytesIO(path.read_bytes()))


def by_key(catalogue: Catalog) -> dict[tuple[str, str], Message]:
    """Return the messages of a catalogue, except for its header, by context and English text."""
    found = ((each, each.id[0] if isinstance(each.id, tuple) else each.id) for each in catalogue if each.id)
    return {(str(each.context or ""), str(english)): each for each, english in found}


def translations(message: Message) -> tuple[str, ...]:
    """Return the translations of a message, with one text for each plural form."""
    return tuple(message.string) if isinstance(message.string, (tuple, list)) else (message.string or "",)


if __name__ == "__main__":
    main(*sys.argv[1:])
