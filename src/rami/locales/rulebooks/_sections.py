"""The sections of a rulebook, in the order of play, with the contents of each."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from rami._base.values import Value
from rami.policies.declaring.needs import (
    Need,
    declares,
    demands,
    jokers,
    opens,
    smallest_wild_group,
    voids,
)
from rami.policies.declaring.options import Condition, Settings, field_of, fields_of, names

SECTIONS: Mapping[str, tuple[str, ...]] = {
    "equipment": fields_of(
        "rulebook.aim",
        names.equipment.players,
        names.equipment.packs,
        names.equipment.ranks,
        names.equipment.suits,
        names.equipment.jokers,
        names.equipment.faces,
        "rulebook.wild",
        names.equipment.wild_ranks,
        names.equipment.natural_wilds,
        "rulebook.wild_in_its_place",
    ),
    "melds": fields_of(
        "rulebook.kinds",
        names.melding.set_min,
        names.melding.set_suits,
        names.melding.set_max,
        names.melding.run_min,
        "rulebook.max_run_laid",
        names.melding.max_run,
        names.melding.ace,
        names.melding.run_wrap,
        names.melding.natural_aces,
        names.melding.max_wild,
        names.melding.max_wild_scope,
        names.melding.wild_limit,
        names.melding.wild_limit_scope,
        names.melding.min_natural,
        names.melding.group_naturals,
        names.melding.adjacent_wilds,
        names.melding.joker_at_ends,
        names.melding.burnt_scope,
        names.melding.joker_in_run,
        "rulebook.joker_suit_in_set",
        "rulebook.unmatched",
        names.equipment.court_value,
        names.equipment.values,
        names.equipment.card_values,
        names.melding.ace_meld_values,
        names.melding.joker_meld_value,
        names.scoring.ace_hand_value,
        names.scoring.lone_ace_value,
        names.scoring.joker_hand_value,
        names.scoring.wild_hand_value,
        names.scoring.double_per_joker,
        names.scoring.joker_base,
    ),
    "deal": fields_of(
        names.match.first_dealer,
        "rulebook.cut_joker_kept",
        names.dealing.hand_size,
        names.dealing.starter_extra,
        names.dealing.upcard,
        names.dealing.upcard_wild,
        names.dealing.turned_card,
        names.dealing.min_stock,
        "rulebook.burnt_reveal",
        "rulebook.start_phase",
        names.dealing.starter,
        names.drawing.starter_turn,
        names.dealing.direction,
        names.drawing.upcard_offer,
    ),
    "draw": fields_of(
        "rulebook.hidden_turn",
        names.table.concealed,
        names.drawing.discard_depth,
        "rulebook.pile",
        names.drawing.discard_use,
        names.drawing.unopened_discard_use,
        "rulebook.out_with_discard",
        names.drawing.discard_in_clean_run,
        "rulebook.unused_discard",
        names.drawing.no_discard_draw_at,
        names.drawing.no_twin_pickup,
        names.drawing.wild_discard,
        names.drawing.first_round_discard,
        names.drawing.first_round_scope,
        names.drawing.buy,
        names.drawing.buy_price,
        names.drawing.buy_limit,
        names.drawing.buy_when_down,
        names.drawing.recycle,
        names.drawing.max_recycles,
        "rulebook.recycle_when",
        names.scoring.fold_prices,
        "rulebook.turn",
        "rulebook.discard",
        "rulebook.hidden_discard",
        names.closing.fitting_discard,
        names.drawing.allow_return_discard,
        names.conduct.rum_call,
        "rulebook.allow_pass",
    ),
    "opening": fields_of(
        names.opening.first_round_melds,
        "rulebook.contract",
        names.opening.contracts,
        names.opening.contract_due,
        names.opening.contract_size,
        names.opening.distinct_contract_melds,
        names.opening.run_gap,
        names.opening.lay_down_all,
        names.opening.minimum,
        names.opening.clean,
        names.opening.pairs,
        names.opening.counts_layoffs,
        names.opening.pickup_minimum,
        names.opening.pickup_scope,
        names.opening.escalates,
        "rulebook.all_at_once",
        names.opening.all_at_once_requires,
        names.opening.all_at_once_alone,
    ),
    "contracts": (),
    "table": fields_of(
        "rulebook.lay_off",
        "rulebook.lay",
        names.opening.post_open,
        names.opening.further_melds,
        names.opening.contract_extras,
        names.table.melds_a_turn,
        names.table.layoff_requires_open,
        names.table.foreign_melds_after,
        names.table.pairs_by_others,
        names.table.pair_layoffs,
        names.table.joker_on_foreign_clean_run,
        "rulebook.foreign_clean_scope",
        names.table.swap_requires_open,
        names.table.run_joker,
        names.table.set_joker,
        names.table.closed_four_set,
        names.table.recover_wild_ranks,
        names.table.recovered_joker,
        names.table.recovered_when,
        names.table.take,
        names.table.take_from,
        names.table.take_positions,
        names.table.take_min_hand_cards,
        names.table.take_joker,
    ),
    "knock": fields_of(
        names.closing.knock_limit,
        names.closing.out_discard,
        names.closing.last_turns,
        names.closing.declare_pairs,
        names.closing.declare_runs,
        names.closing.declare_pure_runs,
        "rulebook.own_melds",
        names.closing.upcard_ace,
        names.closing.settle,
        names.closing.layoff_on_gin,
        names.closing.void_at,
        names.closing.fiftieth_card,
    ),
    "closing": fields_of(
        "rulebook.end",
        names.closing.final_discard,
        "rulebook.joker_discard",
        names.closing.joker_finish_forbidden,
        names.closing.first_round_out,
        names.closing.end_when_all_complete,
        names.closing.stock_out,
        names.closing.stalemate,
        names.closing.void_all_pairs,
        names.match.turn_cap,
    ),
    "scoring": fields_of(
        names.scoring.kind,
        names.scoring.winner_collects,
        "rulebook.contract_points",
        names.scoring.unopened_flat,
        names.scoring.dry_flat,
        names.scoring.dry_when,
        names.scoring.all_at_once_factors,
        names.scoring.double_on,
        names.scoring.joker_finish,
        names.scoring.joker_finish_factor,
        names.scoring.joker_finish_any_factor,
        names.scoring.pairs_factor,
        names.scoring.pair_loser_factor,
        names.scoring.all_at_once_after,
        names.scoring.all_at_once_help,
        names.scoring.flat_multiplied,
        names.scoring.all_at_once_flat,
        names.scoring.rounding,
        "rulebook.round_to",
        "rulebook.demand_unmet",
        names.scoring.cap,
        names.scoring.turned_show,
        names.scoring.held_joker_charge,
        names.scoring.wild_discard_charge,
        names.scoring.fitting_discard_charge,
        names.scoring.winner_score,
        names.scoring.winner_multiplied,
        names.scoring.undercut_bonus,
        names.scoring.knock_tie,
        names.scoring.gin_bonus,
        names.scoring.big_gin_bonus,
        names.scoring.spade_doubles,
    ),
    "example": (),
    "match": fields_of(
        names.match.columns,
        names.match.target,
        names.match.elimination_limit,
        names.match.hands,
        names.match.end,
        names.match.buy_ins,
        names.match.buy_in_total,
        names.match.buy_in_players,
        names.match.buy_in_ceiling,
        names.match.rounds,
        names.match.final_hand_multiplier,
        "rulebook.last_hand",
        "rulebook.final_hand_stake",
        names.match.lowest_tie,
        names.match.contract_tie,
        names.match.dealer_rotation,
        names.match.dealer_after_void,
        names.match.game_bonus,
        names.match.shutout_doubles,
        names.match.shutout_bonus,
        names.match.box_bonus,
        "rulebook.teams",
    ),
    "hands": (),
    "conduct": fields_of(
        names.conduct.carte,
        names.conduct.announce_at,
        names.conduct.carte_penalty,
        "rulebook.carte_claim",
        names.conduct.touch_penalty,
        names.conduct.touch_scope,
        names.conduct.wrong_declaration,
        names.conduct.mode,
        "rulebook.blocked_penalty",
        "rulebook.strict",
    ),
    "variations": (),
}
"""The contents of each section: options, as "slot.field", and sentences of every game, by their names in `FIXED`."""

STEPS = frozenset(
    fields_of(names.drawing.discard_depth, "rulebook.turn", "rulebook.discard", "rulebook.hidden_discard")
)
"""The sentences that are the steps of a turn; those after one of them belong to that step."""

TITLES: Mapping[str, str] = {
    "equipment": "Aim and cards",
    "melds": "Melds and points",
    "deal": "Set-up",
    "draw": "Your turn",
    "opening": "The opening",
    "contracts": "The contracts",
    "table": "Melds on the table",
    "knock": "Knocking",
    "closing": "The end of a round",
    "scoring": "Scoring",
    "example": "A worked example",
    "match": "The match",
    "hands": "The rounds of a match",
    "conduct": "Announcements and faults",
    "variations": "At other tables",
}

AGREED: Mapping[str, tuple[object, ...]] = {
    field_of(names.dealing.hand_size): (14,),
    field_of(names.melding.run_wrap): (True,),
    field_of(names.melding.max_wild): (2,),
    field_of(names.melding.joker_meld_value): (0, 35),
    field_of(names.opening.minimum): (71, 81),
    field_of(names.opening.escalates): (True,),
    field_of(names.opening.counts_layoffs): (True,),
    field_of(names.opening.all_at_once_requires): ("nothing",),
    field_of(names.closing.final_discard): ("optional", "forbidden"),
    field_of(names.scoring.joker_hand_value): (50,),
    field_of(names.scoring.all_at_once_help): (False,),
    field_of(names.scoring.all_at_once_flat): (100,),
    field_of(names.match.target): (500, 1000),
    field_of(names.match.elimination_limit): (101, 201, 501),
    field_of(names.match.final_hand_multiplier): (1000,),
}
"""Other values that are usual, of the options that a written rule leaves to the players."""


CHOICES: Mapping[str, str] = {
    "R500-JOK-02": field_of(names.melding.max_wild),
    "R51-OPEN-06": field_of(names.opening.counts_layoffs),
    "R51-RSEC-03": field_of(names.scoring.all_at_once_help),
    "VELVET-MATCH-01": field_of(names.match.elimination_limit),
}
"""Written rules that say what holds and leave the players a choice, each with the option that carries the choice."""

OFTEN_CHANGED: Mapping[str, str] = {"R51-MATCH-01": field_of(names.match.target)}
"""Written rules that leave nothing open, each with an option that players often agree on all the same."""

AIM = "-OBJ-01"
"""The endings of the IDs of written rules that state the aim of a round."""


def is_variation(rule: str) -> bool:
    """Whether a written rule is a variation on which players may agree."""
    return rule.startswith(("VARIATION-", "MILLE-"))


def always(v: Settings) -> bool:
    """Whether a sentence is true in every game."""
    return v is not None


def _burnt(v: Settings) -> bool:
    return bool(Need.WILDS.met(v)) and v.melding.joker_in_run == "burnt"


def _recycles(v: Settings) -> bool:
    return v.drawing.recycle != "never" and v.drawing.max_recycles != 0


def _suit_is_open(v: Settings) -> bool:
    wilds = Need.WILDS.met(v) and Need.WILDS_IN_GROUPS.met(v)
    threes = v.melding.set_suits == "distinct" and smallest_wild_group(v) == 3 and bool(wilds)
    return threes and v.table.set_joker != "named"


def _jokers_on_table(v: Settings) -> bool:
    return not v.table.concealed and bool(Need.WILDS.met(v))


def _foreign_runs_protected(v: Settings) -> bool:
    return not v.table.joker_on_foreign_clean_run and _jokers_on_table(v)


def _out_with_discard(v: Settings) -> bool:
    return (
        v.drawing.unopened_discard_use == "in_opening"
        and v.opening.all_at_once_requires == "nothing"
        and not v.opening.all_at_once_alone
        and bool(Need.MUST_USE.met(v) and Need.CONDITIONS.met(v))
    )


def _last_is_announced(v: Settings) -> bool:
    return v.match.final_hand_multiplier != 1 and v.match.end != "hands" and bool(Need.HAND_POINTS.met(v))


@attrs.frozen
class Fixed(Value):
    """A sentence that does not hang on one option.

    Parameters:
        text: the English text.
        sources: the options or modules that it describes.
        applies: whether it is true in a game.
        quiet: whether it is left out as obvious, unless it alone covers a written rule of the game.
    """

    text: str
    sources: tuple[str, ...] = ()
    applies: Condition = always
    quiet: bool = False


UNSAID: Mapping[str, Condition] = {
    field_of(names.equipment.wild_ranks): lambda v: v.dealing.turned_card == "wild_rank",
    field_of(names.match.dealer_after_void): lambda v: not voids(v),
    field_of(names.opening.post_open): lambda v: not opens(v),
    field_of(names.scoring.joker_hand_value): lambda v: not jokers(v),
    field_of(names.scoring.unopened_flat): lambda v: declares(v) and v.scoring.unopened_flat is None,
    field_of(names.scoring.all_at_once_help): lambda v: (
        v.scoring.all_at_once_help and v.opening.all_at_once_alone
    ),
    # Who keeps the table is no rule of the game.
    field_of(names.conduct.mode): lambda v: v.conduct.mode == "auto",
    field_of(names.scoring.gin_bonus): declares,
    field_of(names.scoring.big_gin_bonus): lambda v: declares(v) and v.scoring.big_gin_bonus is None,
}
"""The cases in which the sentence of an option would say nothing about the game, although its value is read."""

OBVIOUS: Mapping[str, Condition] = {
    # `rulebook.lay` says it.
    field_of(names.table.layoff_requires_open): lambda v: opens(v) and v.table.layoff_requires_open,
    # Aces are on one side of a run: no rank comes twice.
    field_of(names.melding.max_run): lambda v: v.melding.max_run == 13 and v.melding.ace != "both",
    field_of(names.drawing.recycle): lambda v: v.drawing.recycle == "never" and v.closing.void_at is not None,
}
"""The cases in which other sentences imply that of an option: it is said only where it alone covers a written rule."""

FIXED: Mapping[str, Fixed] = {
    "rulebook.aim": Fixed(
        "The aim of a round is to get rid of all your cards by laying them on the table in melds, "
        "that is groups and runs."
    ),
    "rulebook.all_at_once": Fixed(
        "A player who had not opened and gets rid of all cards in one turn goes out all at once.",
        ("rounds._engine.events",),
        applies=lambda v: (
            Need.CONDITIONS.met(v) or (v.scoring.all_at_once_flat is None and Need.FACTOR.met(v))
        ),
    ),
    "rulebook.turn": Fixed(
        (
            "Lay melds on the table and add cards to melds that are there, if you can and want to. "
            "The sections below say when and how."
        ),
        applies=Need.TABLE.met,
    ),
    "rulebook.hidden_turn": Fixed(
        (
            "On your turn you draw one card, then discard one. When your hand is good enough, you may "
            "end the round."
        ),
        (field_of(names.table.concealed),),
        applies=Need.HIDDEN.met,
    ),
    "rulebook.out_with_discard": Fixed(
        "If you get rid of all your cards in that same turn, you may place it anywhere.",
        (field_of(names.drawing.unopened_discard_use), field_of(names.opening.all_at_once_requires)),
        applies=_out_with_discard,
    ),
    "rulebook.discard": Fixed(
        "Discard one card, face up, on the discard pile. Then it is the next player's turn.",
        ("rounds._engine.pile",),
        applies=Need.TABLE.met,
    ),
    "rulebook.hidden_discard": Fixed(
        (
            "Discard one card, face up, on the discard pile, so that you hold as many as before. Then "
            "it is the other player's turn."
        ),
        ("rounds._engine.pile",),
        applies=Need.HIDDEN.met,
    ),
    "rulebook.kinds": Fixed(
        "A meld is a group (three or four of a kind) or a run.",
        (field_of(names.melding.set_suits),),
    ),
    "rulebook.lay": Fixed(
        "Once you have opened, you may lay new melds and lay off cards, in any order.",
        ("rounds._engine.lay_downs",),
        applies=Need.TABLE.met,
    ),
    "rulebook.end": Fixed(
        "The round ends as soon as a player has no cards left: that player goes out.", applies=Need.TABLE.met
    ),
    "rulebook.wild": Fixed(
        "A card that may stand for another one in a meld is called wild; all other cards are natural.",
        applies=Need.WILDS.met,
    ),
    "rulebook.unmatched": Fixed(
        ("A card counts for one meld only, and is then matched; unmatched cards are your deadwood."),
        (field_of(names.table.concealed),),
        applies=Need.HIDDEN.met,
    ),
    "rulebook.contract": Fixed(
        (
            "A contract is a list of melds to lay together: group 3 + run 4, say, is a group of 3 "
            "cards and a run of 4."
        ),
        (field_of(names.opening.contracts),),
        applies=Need.CONTRACTS.met,
    ),
    "rulebook.lay_off": Fixed(
        "To lay off is to add cards from your hand to a meld on the table.",
        applies=Need.TABLE.met,
    ),
    "rulebook.wild_in_its_place": Fixed(
        ("A card of a wild rank is always wild, even in its own place in a run or in a group of its rank."),
        applies=lambda v: Need.WILD_RANKS.met(v) and not v.equipment.natural_wilds,
    ),
    "rulebook.own_melds": Fixed(
        "Then the others show their cards in melds of their own; nobody adds to the melds of another player.",
        (field_of(names.closing.knock_limit),),
        applies=lambda v: declares(v) and Need.CARDS_COUNT.met(v),
    ),
    "rulebook.demand_unmet": Fixed(
        "A loser whose melds lack the runs that a declaration needs counts all cards, matched ones too.",
        (field_of(names.closing.declare_runs), field_of(names.closing.declare_pure_runs)),
        applies=demands,
    ),
    "rulebook.cut_joker_kept": Fixed("The player on the dealer's left cuts the pack.", quiet=True),
    "rulebook.start_phase": Fixed("The first turn follows the deal at once.", quiet=True),
    "rulebook.burnt_reveal": Fixed("No card is burnt before the first turn.", applies=_burnt, quiet=True),
    "rulebook.unused_discard": Fixed(
        "Your turn cannot end before you have placed a discard that you took.",
        applies=Need.MUST_USE.met,
        quiet=True,
    ),
    "rulebook.pile": Fixed(
        "The discard pile is spread out: everybody sees all its cards and their order.",
        ("rounds.views",),
        applies=lambda v: v.drawing.discard_depth != 1,
    ),
    "rulebook.allow_pass": Fixed("Nobody may pass: everybody draws and discards on every turn.", quiet=True),
    "rulebook.recycle_when": Fixed(
        "The stock is replaced when a player wants to draw from it and it is empty.",
        applies=_recycles,
        quiet=True,
    ),
    "rulebook.max_run_laid": Fixed("A run of any allowed length may be laid at once.", quiet=True),
    "rulebook.joker_suit_in_set": Fixed(
        "A wild card in a group of three stands for either missing suit.", applies=_suit_is_open
    ),
    "rulebook.foreign_clean_scope": Fixed(
        "This protects every run without a wild card.", applies=_foreign_runs_protected, quiet=True
    ),
    "rulebook.joker_discard": Fixed("Wild cards may be discarded.", applies=_jokers_on_table, quiet=True),
    "rulebook.round_to": Fixed("Scores are not rounded to tens.", applies=Need.CHARGES.met, quiet=True),
    "rulebook.contract_points": Fixed(
        "Completing a contract earns no points.", applies=Need.CONTRACT_RACE.met, quiet=True
    ),
    "rulebook.last_hand": Fixed(
        "A player announces the last round before its end.",
        (field_of(names.match.final_hand_multiplier),),
        applies=_last_is_announced,
    ),
    "rulebook.final_hand_stake": Fixed(
        "The last round has no stake of its own.", applies=Need.HAND_POINTS.met, quiet=True
    ),
    "rulebook.teams": Fixed("Everybody plays alone.", quiet=True),
    "rulebook.carte_claim": Fixed(
        "A forgotten announcement is noticed at once.", applies=Need.CARTE.met, quiet=True
    ),
    "rulebook.blocked_penalty": Fixed("Nobody can be blocked.", quiet=True),
    "rulebook.strict": Fixed("A play against the rules is taken back.", quiet=True),
}
