"""The sections of a rulebook, in the order of play, with what each of them speaks of."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

__all__ = ["AGREED", "AIM", "CHOICES", "FIXED", "HOME", "SECTIONS", "TITLES", "Fixed", "is_variation"]

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "equipment": (
        "aim",
        "equipment.players",
        "equipment.packs",
        "equipment.jokers",
        "equipment.wild_ranks",
        "equipment.natural_twos",
    ),
    "deal": (
        "match.first_dealer",
        "dealing.cut_joker_kept",
        "dealing.hand_size",
        "dealing.starter_extra",
        "dealing.upcard",
        "dealing.min_stock",
        "dealing.burnt_reveal",
        "dealing.start_phase",
        "dealing.starter",
        "drawing.starter_turn",
        "dealing.direction",
        "drawing.upcard_offer",
        "match.dealer_rotation",
        "match.dealer_after_void",
    ),
    "draw": (
        "turn",
        "hidden_turn",
        "drawing.discard_depth",
        "drawing.discard_use",
        "drawing.unopened_discard_use",
        "out_with_discard",
        "drawing.discard_in_clean_run",
        "drawing.unused_discard",
        "drawing.no_discard_draw_at",
        "drawing.no_twin_pickup",
        "drawing.first_round_discard",
        "drawing.first_round_scope",
        "discard",
        "hidden_discard",
        "drawing.allow_return_discard",
        "drawing.allow_pass",
        "drawing.recycle",
        "drawing.max_recycles",
        "drawing.recycle_when",
    ),
    "melds": (
        "kinds",
        "melding.set_suits",
        "melding.set_min",
        "melding.set_max",
        "melding.run_min",
        "melding.max_run_laid",
        "melding.max_run",
        "melding.ace",
        "melding.run_wrap",
        "melding.max_wild",
        "melding.max_wild_scope",
        "melding.wild_limit",
        "melding.wild_limit_scope",
        "melding.min_natural",
        "melding.adjacent_wilds",
        "melding.joker_at_ends",
        "melding.joker_in_run",
        "melding.burnt_scope",
        "melding.joker_suit_in_set",
        "equipment.court_value",
        "melding.ace_meld_values",
        "melding.joker_meld_value",
    ),
    "opening": (
        "opening.first_round_melds",
        "opening.contracts",
        "opening.contract_size",
        "opening.distinct_contract_melds",
        "opening.minimum",
        "opening.clean",
        "opening.counts_layoffs",
        "opening.pickup_minimum",
        "opening.pickup_scope",
        "opening.escalates",
        "all_at_once",
        "opening.all_at_once_requires",
    ),
    "table": (
        "table.concealed",
        "lay",
        "opening.contract_extras",
        "opening.post_open",
        "table.layoff_requires_open",
        "table.foreign_melds_after",
        "table.joker_on_foreign_clean_run",
        "table.foreign_clean_scope",
        "table.run_joker",
        "table.set_joker",
        "table.closed_four_set",
        "table.recover_twos",
        "table.swap_requires_open",
        "table.recovered_joker",
        "table.recovered_when",
        "table.take",
        "table.take_from",
        "table.take_positions",
        "table.take_min_hand_cards",
        "table.take_joker",
    ),
    "knock": (
        "closing.knock_limit",
        "closing.upcard_ace",
        "closing.settle",
        "closing.layoff_on_gin",
        "closing.void_at",
        "closing.fiftieth_card",
    ),
    "closing": (
        "end",
        "closing.final_discard",
        "closing.joker_discard",
        "closing.joker_finish_forbidden",
        "closing.end_when_all_complete",
        "closing.stalemate",
        "match.turn_cap",
    ),
    "scoring": (
        "scoring.kind",
        "scoring.contract_points",
        "scoring.ace_hand_value",
        "scoring.joker_hand_value",
        "scoring.double_per_joker",
        "scoring.joker_base",
        "scoring.unopened_flat",
        "scoring.dry_flat",
        "scoring.dry_when",
        "scoring.all_at_once_factors",
        "scoring.joker_finish",
        "scoring.joker_finish_factor",
        "scoring.joker_finish_any_factor",
        "scoring.double_on",
        "scoring.all_at_once_help",
        "scoring.flat_multiplied",
        "scoring.all_at_once_flat",
        "scoring.rounding",
        "scoring.round_to",
        "scoring.winner_score",
        "scoring.undercut_bonus",
        "scoring.knock_tie",
        "scoring.gin_bonus",
        "scoring.big_gin_bonus",
        "scoring.spade_doubles",
    ),
    "match": (
        "match.columns",
        "match.end",
        "match.target",
        "match.elimination_limit",
        "match.buy_in",
        "match.hands",
        "match.final_hand_multiplier",
        "match.final_hand_stake",
        "match.lowest_tie",
        "match.contract_tie",
        "match.game_bonus",
        "match.shutout_doubles",
        "match.box_bonus",
        "match.teams",
    ),
    "conduct": (
        "conduct.carte",
        "conduct.announce_at",
        "conduct.carte_penalty",
        "conduct.carte_claim",
        "conduct.touch_penalty",
        "conduct.touch_scope",
        "conduct.mode",
        "conduct.blocked_penalty",
        "conduct.strict",
    ),
    "contracts": (),
    "variations": (),
}
"""What each section speaks of: options, as "slot.field", and sentences of every game, by their names in `FIXED`."""

TITLES: Mapping[str, str] = {
    "equipment": "Players and cards",
    "deal": "The deal and the start",
    "draw": "The turn",
    "melds": "Melds",
    "opening": "The first lay-down",
    "table": "On the table",
    "knock": "The knock",
    "closing": "The end of a round",
    "scoring": "The score",
    "match": "The match",
    "conduct": "Announcements and faults",
    "contracts": "The contracts",
    "variations": "What may be agreed instead",
}

AGREED: Mapping[str, tuple[object, ...]] = {
    "dealing.hand_size": (14,),
    "melding.run_wrap": (True,),
    "melding.joker_meld_value": (0, 35),
    "opening.minimum": (71, 81),
    "opening.escalates": (True,),
    "opening.all_at_once_requires": ("nothing",),
    "closing.final_discard": ("optional", "forbidden"),
    "scoring.joker_hand_value": (50,),
    "scoring.all_at_once_help": (False,),
    "scoring.all_at_once_flat": (100,),
    "match.elimination_limit": (101, 201, 501),
    "match.final_hand_multiplier": (1000,),
}
"""Other values that are usual, of the options that a written rule leaves to the players."""


CHOICES: Mapping[str, str] = {
    "R51-RSEC-03": "scoring.all_at_once_help",
    "VELVET-MATCH-01": "match.elimination_limit",
}
"""Written rules that say what holds and leave the players a choice, each with the option that carries the choice."""

AIM = "-OBJ-01"
"""How the IDs of written rules end that state the aim of a round."""


def is_variation(rule: str) -> bool:
    """Whether a written rule says what players may agree on, not what holds.

    Parameters:
        rule: its ledger ID.
    """
    return rule.startswith(("VARIATION-", "MILLE-"))


HOME: Mapping[str, str] = {slot: slot for slot in ("opening", "closing", "scoring", "match")}
"""Where a policy of somebody's own is described, by its slot."""


@attrs.frozen
class Fixed:
    """A sentence that does not hang on one option.

    Parameters:
        text: the English text.
        sources: the options or modules that carry out what it says.
    """

    text: str
    sources: tuple[str, ...]


FIXED: Mapping[str, Fixed] = {
    "aim": Fixed(
        "The aim of a round is to get rid of all cards, by laying them in melds.", ("_kernel.ending",)
    ),
    "all_at_once": Fixed(
        "A player who had not opened and gets rid of all cards in one turn goes out all at once.",
        ("engine.playing",),
    ),
    "turn": Fixed(
        "A turn has three parts: the player draws a card, may lay and add cards, and discards one.",
        ("engine.legal",),
    ),
    "hidden_turn": Fixed(
        "On each turn the player draws a card and discards one, or ends the round; melds are sorted in the hand.",
        ("engine.legal", "table.concealed"),
    ),
    "out_with_discard": Fixed(
        "Whoever goes out in that very turn may place the card taken anywhere.",
        ("drawing.unopened_discard_use", "opening.all_at_once_requires"),
    ),
    "discard": Fixed(
        "The turn ends with one discard, face up on the pile; then the next player plays.",
        ("engine.discards",),
    ),
    "hidden_discard": Fixed(
        "A discard goes face up on the pile, and brings the hand back to its size; then the other player plays.",
        ("engine.discards",),
    ),
    "kinds": Fixed(
        "A meld is a group or a run; a group of three is called a brelan, one of four a carré.",
        ("melding.set_suits",),
    ),
    "lay": Fixed(
        "After the first lay-down a player may lay new melds and add cards, in any order; apart from the duties named "
        "here nobody has to.",
        ("engine.lay_downs",),
    ),
    "end": Fixed("The round ends as soon as a player has no cards left.", ("_kernel.ending",)),
}
