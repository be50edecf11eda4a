"""The catalogues that lie beside this module: compiled ones in a wheel, those of the translators in a source tree."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from io import BytesIO
from pathlib import PurePath

from rami.locales._po import compiled

__all__ = ["catalogue", "names", "translations"]


@cache
def names() -> tuple[str, ...]:
    """The names of the languages that have a catalogue."""
    found = [PurePath(each.name) for each in files("rami.locales").iterdir()]
    return tuple(sorted({path.stem for path in found if path.suffix in (".mo", ".po")}))


def catalogue(code: str) -> bytes:
    """The compiled catalogue of a language that has one.

    Parameters:
        code: one of `names()`.
    """
    here = files("rami.locales")
    ready = here / f"{code}.mo"
    if ready.is_file():
        return ready.read_bytes()
    return compiled((here / f"{code}.po").read_text(encoding="utf-8"))


def translations(catalogue: bytes) -> GNUTranslations:
    """What gettext makes of a compiled catalogue.

    Parameters:
        catalogue: the content of a `.mo` file.
    """
    return GNUTranslations(BytesIO(catalogue))
