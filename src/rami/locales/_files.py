"""The catalogues beside this module: compiled ones in a wheel, those of the translators in a source tree."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from pathlib import PurePath

__all__ = ["catalogue", "compiled", "names", "translations"]


@cache
def names() -> tuple[str, ...]:
    """Return the names of the languages that have a catalogue."""
    found = [PurePath(each.name) for each in files("rami.locales").iterdir()]
    return tuple(sorted({path.stem for path in found if path.suffix in (".mo", ".po")}))


def catalogue(code: str) -> bytes:
    """Return the compiled catalogue of a language that has one.

    Parameters:
        code: one of `names()`.
    """
    here = files("rami.locales")
    source = here / f"{code}.po"
    # a source tree may hold a compiled catalogue that is older than its source
    if source.is_file() and find_spec("babel") is not None:
        return compiled(source.read_text(encoding="utf-8"))
    return (here / f"{code}.mo").read_bytes()


def compiled(po: str) -> bytes:
    """Return the compiled form of a catalogue, as a build makes it; needs Babel.

    Parameters:
        po: the text of a `.po` file.
    """
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    mo = BytesIO()
    write_mo(mo, read_po(BytesIO(po.encode())))
    return mo.getvalue()


def translations(catalogue: bytes) -> GNUTranslations:
    """Return what gettext makes of a compiled catalogue.

    Parameters:
        catalogue: the content of a `.mo` file.
    """
    return GNUTranslations(BytesIO(catalogue))
