"""Catalogues as translators write them (`.po`), and as gettext reads them (`.mo`).

The build hook loads this file alone, so nothing here imports the rest of rami.
"""

from __future__ import annotations

import ast
import re
import struct
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Entry", "compiled", "entries", "written"]

_LINE = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d+)\])?\s+)?(".*")\s*')
_MAGIC = 0x950412DE
_NO_BREAK = "\u00a0"
_SPACED = re.compile(r"^X-No-Break: *(.+)$", re.MULTILINE)


class Entry(NamedTuple):
    """One message: where it belongs, its English text, and its translations, one for each plural form."""

    context: str
    english: str
    plural: str
    strings: tuple[str, ...]


def entries(po: str) -> Iterator[Entry]:
    """The messages of a catalogue, its header first, as a message without a text.

    Parameters:
        po: the text of a `.po` file.

    Raises:
        ValueError: a line is none of a catalogue.
    """
    parts: dict[str, str] = {}
    last = ""
    for number, line in enumerate([*po.splitlines(), ""], 1):
        line = line.strip()
        if line.startswith("#"):
            continue
        if not line:
            if "msgid" in parts:
                yield _entry(parts)
            parts = {}
            continue
        found = _LINE.fullmatch(line)
        if found is None or not (found[1] or last):
            raise ValueError(f"line {number} is none of a catalogue: {line}")
        if found[1]:
            last = f"msgstr{found[2] or 0}" if found[1] == "msgstr" else found[1]
            parts[last] = ""
        parts[last] += ast.literal_eval(found[3])


def _entry(parts: dict[str, str]) -> Entry:
    strings = [parts[name] for name in sorted(parts) if name.startswith("msgstr")]
    return Entry(parts.get("msgctxt", ""), parts["msgid"], parts.get("msgid_plural", ""), tuple(strings))


def compiled(po: str) -> bytes:
    """A catalogue in the form that gettext reads; messages without a translation are left out.

    A header `X-No-Break` lists signs: no line is broken at the space before them, nor at that behind «.

    Parameters:
        po: the text of a `.po` file.
    """
    texts: dict[bytes, bytes] = {}
    listed = list(entries(po))
    head = listed[0].strings[0] if listed and not listed[0].english else ""
    signs = _SPACED.search(head)
    no_break = re.compile(f" (?=[{re.escape(signs[1])}](?:[^\\w]|$))|(?<=«) ") if signs else None
    for entry in listed:
        if no_break is not None and entry.english:
            entry = entry._replace(strings=tuple(no_break.sub(_NO_BREAK, text) for text in entry.strings))
        if entry.strings and all(entry.strings):
            key = f"{entry.context}\4{entry.english}" if entry.context else entry.english
            key = f"{key}\0{entry.plural}" if entry.plural else key
            texts[key.encode()] = "\0".join(entry.strings).encode()
    count = len(texts)
    keys_at, strings_at, place = 28, 28 + 8 * count, 28 + 16 * count
    tables: list[bytes] = []
    body = b""
    for column in (sorted(texts), [texts[name] for name in sorted(texts)]):
        for each in column:
            tables.append(struct.pack("<II", len(each), place + len(body)))
            body += each + b"\0"
    header = struct.pack("<7I", _MAGIC, 0, count, keys_at, strings_at, 0, place)
    return header + b"".join(tables) + body


def written(messages: list[Entry]) -> str:
    """Messages as the text of a `.po` file.

    Parameters:
        messages: the messages, the header first.
    """
    return "\n".join("".join(_lines(entry)) for entry in messages)


def _lines(entry: Entry) -> Iterator[str]:
    if entry.context:
        yield f"msgctxt {_quoted(entry.context)}\n"
    yield f"msgid {_quoted(entry.english)}\n"
    if entry.plural:
        yield f"msgid_plural {_quoted(entry.plural)}\n"
    for number, each in enumerate(entry.strings):
        name = f"msgstr[{number}]" if entry.plural else "msgstr"
        if entry.english:
            yield f"{name} {_quoted(each)}\n"
        else:
            yield f'{name} ""\n' + "".join(f"{_quoted(line)}\n" for line in each.splitlines(keepends=True))


def _quoted(text: str) -> str:
    marks = (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"))
    for mark, escaped in marks:
        text = text.replace(mark, escaped)
    return f'"{text}"'
