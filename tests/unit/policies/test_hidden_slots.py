"""Every game plays the same if one of its policies hides its options."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.custom import HiddenClosing, HiddenMatch, HiddenOpening, HiddenScoring
from tests.support.presets import SLUGS

from rami import Variant, rulebook, variants
from rami.errors import InvalidVariant

HIDDEN = {"opening": HiddenOpening, "closing": HiddenClosing, "scoring": HiddenScoring, "match": HiddenMatch}


def hidden(game: Variant, slot: str) -> Variant | None:
    """Return the game with that policy hidden; None where another slot needs to know of it."""
    policy: Any = HIDDEN[slot]
    try:
        return game.with_(slug="hidden", **{slot: policy(getattr(game, slot))})
    except InvalidVariant:
        return None


@pytest.mark.search(cases=4)
@pytest.mark.parametrize("slug", SLUGS)
def test_its_rules_can_be_read_and_shown(slug: str) -> None:
    for slot in HIDDEN:
        house = hidden(variants.get(slug), slot)
        if house is not None:
            assert [rulebook(house, lang).plain() for lang in ("en", "fr", "ar")]
            assert house._repr_mimebundle_()["text/html"]
