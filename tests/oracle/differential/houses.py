"""House rules from the options that the reference knows, one at a time and in random combinations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from tests.oracle.differential.domains import VALUES
from tests.oracle.differential.pairwise import Space

from rami import variants
from rami.policies.variant import Variant

PRESETS = (
    *(variants.CLASSIC_51, variants.RAMI_500, variants.GAMEVELVET, variants.LEBANESE_14),
    *(variants.BASIC_RUMMY, variants.KALOOKI_40, variants.ROMME, variants.RUMMY_500, variants.SCALA_40),
)
"""The games with melds laid for points."""
TILES = variants.OKEY_101.with_(
    equipment={"faces": "cards"}, dealing={"turned_card": None}, melding={"min_natural": 2}
)
"""101 Okey written in cards; the reference identifies a meld by its cards alone, so each has two natural ones."""
FEW_TILES = TILES.with_(opening={"minimum": 30, "pairs": 2}, dealing={"hand_size": 9})

STOCK = ("drawing.recycle", "drawing.max_recycles", "closing.stock_out", "closing.stalemate")
APART = (
    *STOCK,
    *("drawing.starter_turn", "drawing.upcard_offer", "melding.burnt_scope", "conduct.carte_penalty"),
    *("opening.contracts", "opening.contract_size", "opening.contract_extras"),
    *("opening.distinct_contract_melds", "opening.run_gap", "opening.lay_down_all"),
    *("table.concealed", "table.recover_wild_ranks"),
    *("match.first_dealer", "match.turn_cap"),
)
"""Options with separate tests."""


def of_slots(*slots: str) -> tuple[str, ...]:
    """Return the other options of these slots."""
    return tuple(name for name in VALUES if name.partition(".")[0] in slots and name not in APART)


PLAY = (
    *("equipment.jokers", "equipment.packs", "equipment.ranks", "equipment.suits"),
    *("equipment.court_value", "equipment.values", "equipment.card_values", "dealing.direction"),
    *of_slots("drawing", "melding", "opening", "table", "conduct"),
    *("closing.final_discard", "closing.joker_finish_forbidden", "closing.fitting_discard"),
    "closing.first_round_out",
    *("scoring.wild_discard_charge", "scoring.fitting_discard_charge"),
    *("scoring.all_at_once_help", "scoring.all_at_once_factors", "scoring.joker_finish"),
)
"""Options that decide what may be played."""

EARLY = (
    *of_slots("opening"),
    *("drawing.discard_use", "drawing.unopened_discard_use", "drawing.discard_in_clean_run"),
    *("melding.max_wild", "table.layoff_requires_open", "table.foreign_melds_after", "table.set_joker"),
    *("table.swap_requires_open", "table.recovered_joker", "table.recovered_when", "closing.final_discard"),
    *("closing.fitting_discard", "closing.first_round_out"),
)
"""Options for a player who has not opened."""

BURNT = (*PLAY, "melding.burnt_scope")
"""Options beside jokers that may represent only burnt cards in runs."""

SCORES = (
    *of_slots("scoring", "match"),
    *("equipment.court_value", "equipment.values", "equipment.card_values", "equipment.players"),
    *("dealing.direction", "conduct.touch_penalty"),
)
"""Options that change the score of an ending."""


@cache
def space_of(preset: Variant) -> Space:
    """Return the values that the options of a game may have."""
    return Space(preset)


def house(rng: Random, names: Sequence[str], most: int, preset: Variant = variants.CLASSIC_51) -> Variant:
    """Return a preset with some of these options changed, and the options that they need."""
    return space_of(preset).house(rng, names, rng.randint(1, most))


def single_houses(names: Sequence[str], preset: Variant = variants.CLASSIC_51) -> Iterator[Variant]:
    """Yield every value of these options for this game, each alone with the options that it needs."""
    space = space_of(preset)
    for name in names:
        for value in space.values[name][1:]:
            settings = space.reached((name, value))
            if settings is not None:
                yield space.variant(settings)
