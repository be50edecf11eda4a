"""House rules: random combinations of the options that the reference knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from tests.flat import with_options

from rami import variants
from rami.errors import InvalidVariant
from rami.policies.variant import Variant

Options = Mapping[str, Sequence[object]]

PRESETS = (variants.CLASSIC_51, variants.RAMI_500, variants.GAMEVELVET, variants.LEBANESE_14)
"""The games that the reference knows."""

PLAY: Options = {
    "equipment.jokers": (0, 2, 6, 8),
    "equipment.packs": (1, 3),
    "equipment.court_value": (11, 5),
    "dealing.direction": ("anticlockwise",),
    "drawing.first_round_discard": (False,),
    "drawing.first_round_scope": ("first_player_only",),
    "drawing.discard_use": (
        None,
        ["meld"],
        ["layoff"],
        ["swap"],
        ["meld", "layoff"],
        ["meld", "swap"],
        ["layoff", "swap"],
    ),
    "drawing.unopened_discard_use": ("any_same_turn",),
    "drawing.discard_in_clean_run": (False,),
    "drawing.allow_return_discard": (True,),
    "drawing.no_discard_draw_at": (None,),
    "drawing.no_twin_pickup": (True,),
    "melding.set_suits": ("any",),
    "melding.set_min": (4,),
    "melding.set_max": (3, 5, None),
    "melding.run_min": (4,),
    "melding.max_run": (13, 5, 4, 3),
    "melding.run_wrap": (True,),
    "melding.ace": ("low",),
    "melding.ace_meld_values": ((10, 10, 10), (11, 11, 11), (1, 15, 20)),
    "melding.joker_meld_value": (0, 35),
    "melding.max_wild": (2, 3, None),
    "melding.max_wild_scope": ("run",),
    "melding.wild_limit": ("at_most_half", "minority"),
    "melding.wild_limit_scope": ("laydown",),
    "melding.min_natural": (3,),
    "melding.adjacent_wilds": (False,),
    "melding.joker_at_ends": ("placement", "invariant"),
    "melding.joker_in_run": ("burnt",),
    "opening.minimum": (0, 20, 35, 71),
    "opening.clean": (None, "run_window", "run_or_set"),
    "opening.counts_layoffs": (True,),
    "opening.post_open": ("next_turn",),
    "opening.all_at_once_requires": ("nothing", "points"),
    "opening.escalates": (True,),
    "opening.pickup_minimum": (60, 71),
    "opening.first_round_melds": (False,),
    "table.layoff_requires_open": (False,),
    "table.foreign_melds_after": ("all_opened",),
    "table.run_joker": ("never",),
    "table.set_joker": ("either_missing", "never"),
    "table.swap_requires_open": (False,),
    "table.recovered_joker": ("meld_or_layoff", "hand", None),
    "table.recovered_when": ("same_turn",),
    "table.closed_four_set": (True,),
    "table.joker_on_foreign_clean_run": (True,),
    "table.take": ("off",),
    "table.take_from": ("not_owner",),
    "table.take_positions": ("ends",),
    "table.take_min_hand_cards": (0, 2),
    "table.take_joker": (True,),
    "closing.final_discard": ("optional", "forbidden"),
    "closing.joker_finish_forbidden": (True,),
    "scoring.all_at_once_help": (False,),
    "scoring.all_at_once_factors": ((2, 1), (3,)),
    "scoring.joker_finish": (None,),
    "conduct.mode": ("explicit",),
    "conduct.announce_at": (2, 3),
    "conduct.carte": (False,),
    "conduct.touch_penalty": ("no_factor",),
    "conduct.touch_scope": ("turn",),
}
"""Options that change what may be played, with values other than those of Classic 51."""

EARLY: Options = {
    name: PLAY[name]
    for name in PLAY
    if name.startswith("opening.")
    or name
    in (
        "drawing.discard_use",
        "drawing.unopened_discard_use",
        "drawing.discard_in_clean_run",
        "melding.max_wild",
        "table.layoff_requires_open",
        "table.foreign_melds_after",
        "table.set_joker",
        "table.swap_requires_open",
        "table.recovered_joker",
        "table.recovered_when",
        "closing.final_discard",
    )
}
"""Options of a player who has not opened."""

BURNT: Options = {
    **PLAY,
    "melding.joker_in_run": ("free",),
    "melding.burnt_scope": ("melds_and_discards",),
    "equipment.packs": (1, 3),
    "equipment.jokers": (6, 8),
}
"""Options beside jokers that stand in runs for burnt cards only."""

STOCK: Options = {
    "drawing.recycle": ("all", "never"),
    "drawing.max_recycles": (0, 1, 2),
}

SCORES: Options = {
    "equipment.court_value": (11, 5),
    "scoring.ace_hand_value": (10, 1, 15),
    "scoring.joker_hand_value": (25, 50, "double"),
    "scoring.double_per_joker": (True,),
    "scoring.joker_base": (5, 20),
    "scoring.unopened_flat": (None, 0, 75),
    "scoring.flat_multiplied": (False,),
    "scoring.dry_flat": (200,),
    "scoring.dry_when": ("nobody_else_laid",),
    "scoring.all_at_once_factors": ((1,), (2, Fraction(3, 2), 1), (3, 2), (Fraction(4, 3),)),
    "scoring.double_on": ("rami_sec_only",),
    "scoring.all_at_once_help": (False,),
    "scoring.all_at_once_flat": (150,),
    "scoring.joker_finish": (None,),
    "scoring.joker_finish_factor": (6, Fraction(5, 2)),
    "scoring.joker_finish_any_factor": (2, Fraction(3, 2)),
    "scoring.rounding": ("floor", "exact"),
    "scoring.winner_score": (-10, -50),
    "conduct.touch_penalty": ("no_factor",),
    "match.final_hand_multiplier": (2, 1000),
    "match.hands": (3,),
    "match.end": ("hands", "elimination", "first_to_target_wins"),
    "match.target": (50, 500),
    "match.elimination_limit": (101,),
    "match.dealer_rotation": ("winner", "loser", "alternate"),
    "match.dealer_after_void": ("same",),
    "dealing.direction": ("anticlockwise",),
    "equipment.players": ((2, 2),),
}
"""Options that change what an ending is worth."""

HELPERS: Mapping[str, Mapping[str, object]] = {
    "drawing.allow_return_discard": {"drawing.discard_use": None},
    "drawing.unopened_discard_use": {"drawing.discard_use": ["meld", "layoff", "swap"]},
    "drawing.first_round_scope": {"opening.first_round_melds": False},
    "scoring.rounding": {"scoring.all_at_once_factors": (Fraction(3, 2),)},
    "melding.set_max": {"table.set_joker": "either_missing"},
    "melding.set_suits": {"table.set_joker": "never"},
    "melding.wild_limit": {"melding.max_wild": None},
    "melding.wild_limit_scope": {"melding.max_wild": None, "melding.wild_limit": "minority"},
    "melding.adjacent_wilds": {"melding.max_wild": None},
    "melding.ace": {"melding.max_run": 13},
    "opening.counts_layoffs": {"opening.minimum": 51, "opening.post_open": "same_turn"},
    "table.recovered_joker": {"table.run_joker": "exact"},
    "table.closed_four_set": {"table.set_joker": "either_missing", "melding.set_max": 4},
    "table.run_joker": {"table.set_joker": "four_only"},
    "closing.final_discard": {"scoring.joker_finish": None},
    "closing.joker_finish_forbidden": {"scoring.joker_finish": None},
    "conduct.touch_penalty": {"conduct.mode": "explicit"},
    "conduct.touch_scope": {"conduct.mode": "explicit", "conduct.touch_penalty": "no_factor"},
    "scoring.dry_flat": {"scoring.all_at_once_factors": (1,), "scoring.joker_finish": None},
    "scoring.dry_when": {
        "scoring.dry_flat": 200,
        "scoring.all_at_once_factors": (1,),
        "scoring.joker_finish": None,
    },
    "scoring.double_per_joker": {"scoring.joker_hand_value": "double"},
    "scoring.joker_base": {"scoring.joker_hand_value": "double"},
    "match.final_hand_multiplier": {"match.end": "hands", "match.hands": 3},
    "match.end": {
        "match.hands": 3,
        "match.elimination_limit": 101,
        "match.target": 100,
        "equipment.players": (2, 2),
    },
    "match.dealer_rotation": {"equipment.players": (2, 2)},
}
"""What else an option usually needs, so that a combination is not refused."""

MORE: Mapping[str, Mapping[str, object]] = {
    "melding.set_max": {"table.set_joker": "never", "melding.set_suits": "any"},
    "table.set_joker": {"table.run_joker": "exact"},
    "table.recovered_joker": {"table.run_joker": "never", "table.set_joker": "never"},
}
"""Other needs, where the first ones do not go with every value."""


def house(rng: Random, options: Options, most: int, preset: Variant = variants.CLASSIC_51) -> Variant:
    """A preset with some options changed; combinations that are refused are drawn again."""
    while True:
        chosen: dict[str, object] = {}
        for name in rng.sample(sorted(options), rng.randint(1, most)):
            if rng.random() < 0.8:
                chosen = {**HELPERS.get(name, {}), **chosen}
            chosen[name] = rng.choice(options[name])
        try:
            return with_options(preset, chosen)
        except InvalidVariant:
            continue


def single_houses(options: Options) -> list[Variant]:
    """Every value of every option on its own, with what it needs."""
    found: list[Variant] = []
    for name, values in options.items():
        for value in values:
            for helpers in ({}, HELPERS.get(name, {}), MORE.get(name, {})):
                try:
                    found.append(with_options(variants.CLASSIC_51, {**helpers, name: value}))
                    break
                except InvalidVariant:
                    continue
            else:
                raise AssertionError(f"no way to set {name} to {value!r}")
    return found
