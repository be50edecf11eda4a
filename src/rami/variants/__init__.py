"""The games that come with rami, and the games that other packages add.

Each built-in variant is a constant of this module. Another package adds a game with an entry point in the
group `rami.variants`: the name of the entry point is the slug, and its object is the `Variant`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from rami._base import later

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from rami.policies.variant import Variant
    from rami.variants.basic_rummy import BASIC_RUMMY as BASIC_RUMMY
    from rami.variants.classic_51 import CLASSIC_51 as CLASSIC_51
    from rami.variants.frustration import FRUSTRATION as FRUSTRATION
    from rami.variants.gamevelvet import GAMEVELVET as GAMEVELVET
    from rami.variants.gin import GIN as GIN
    from rami.variants.indian_13 import INDIAN_13 as INDIAN_13
    from rami.variants.kalooki_40 import KALOOKI_40 as KALOOKI_40
    from rami.variants.lebanese_14 import LEBANESE_14 as LEBANESE_14
    from rami.variants.liverpool import LIVERPOOL as LIVERPOOL
    from rami.variants.okey import OKEY as OKEY
    from rami.variants.okey_101 import OKEY_101 as OKEY_101
    from rami.variants.plain import PLAIN as PLAIN
    from rami.variants.rami_500 import RAMI_500 as RAMI_500
    from rami.variants.romme import ROMME as ROMME
    from rami.variants.rummikub import RUMMIKUB as RUMMIKUB
    from rami.variants.rummy_500 import RUMMY_500 as RUMMY_500
    from rami.variants.scala_40 import SCALA_40 as SCALA_40
    from rami.variants.three_thirteen import THREE_THIRTEEN as THREE_THIRTEEN

__all__ = [
    "BASIC_RUMMY",
    "CLASSIC_51",
    "FRUSTRATION",
    "GAMEVELVET",
    "GIN",
    "INDIAN_13",
    "KALOOKI_40",
    "LEBANESE_14",
    "LIVERPOOL",
    "OKEY",
    "OKEY_101",
    "PLAIN",
    "RAMI_500",
    "ROMME",
    "RUMMIKUB",
    "RUMMY_500",
    "SCALA_40",
    "THREE_THIRTEEN",
    "available",
    "get",
]

ENTRY_POINT_GROUP = "rami.variants"

_PARENT = "plain"

# Maps the slug of each built-in variant to the name of its constant; its module has that name in lower case.
_BUILT_IN = {name.lower().replace("_", "-"): name for name in __all__ if name.isupper()}

if not TYPE_CHECKING:
    __getattr__, __dir__ = later(__name__, {name.lower(): name for name in _BUILT_IN.values()})


def _third_party() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # this import takes longer than importing all of rami

    return {
        point.name: point for point in entry_points(group=ENTRY_POINT_GROUP) if point.name not in _BUILT_IN
    }


def available() -> tuple[str, ...]:
    """List the slugs of all games, the built-in ones first; "plain", a parent without special rules, is left out.

    >>> "classic-51" in available()
    True
    """
    return (*(slug for slug in _BUILT_IN if slug != _PARENT), *sorted(_third_party()))


def get(slug: str) -> Variant:
    """Return the variant with a given slug.

    Parameters:
        slug: one of `available()`, or "plain".

    Returns:
        The variant. If another package uses the slug of a built-in variant, the built-in one is returned.

    Raises:
        UnknownVariant: there is no variant with that slug, or the entry point of another package does not load a
            `Variant`.

    >>> get("classic-51") is CLASSIC_51
    True
    >>> get("classic-15")
    Traceback (most recent call last):
    rami.errors.violations.UnknownVariant: there is no variant 'classic-15'; did you mean 'classic-51'?
    """
    from rami.errors import Reason, UnknownVariant, Violation
    from rami.errors.checks import nearest
    from rami.policies.variant import Variant

    name = slug if isinstance(slug, str) else type(slug).__name__
    if name in _BUILT_IN:
        # Import only the game wanted; its module name is safe, because it comes from the table of built-in games.
        module = import_module(f"{__name__}.{_BUILT_IN[name].lower()}")
        variant: Variant = getattr(module, _BUILT_IN[name])
        return variant
    others = _third_party()
    cause: Exception | None = None
    loaded: object = None
    try:
        loaded = others[name].load() if name in others else None
    except Exception as error:  # the import of another package may fail in any way
        cause = error
    if isinstance(loaded, Variant):
        return loaded
    known = available()
    # If the entry point exists but is broken, the slug is spelled correctly, so suggest nothing.
    meant = None if name in others else nearest(name, known)
    # A slug may come from a web form, so quote only the beginning of a long one.
    params = {"slug": name[:80], "available": ", ".join(known), "nearest": meant}
    raise UnknownVariant(Violation(Reason.UNKNOWN_VARIANT, None, params)) from cause
