"""The sections of a rulebook in the order of play, and the contents of each.

A section consists of *passages*. A passage contains the sentences of its options, and sentences from `FIXED`, which
belong to no single option. A *quiet* sentence is obvious to players, so it is printed only if no other sentence states
its written rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from rami._base.values import Value
from rami.errors.texts import JOKER_TILES
from rami.locales.rulebooks._conditions import by_round, threes_and_fours
from rami.policies.declaring.fields import Passage, options_of
from rami.policies.declaring.needs import (
    Need,
    declares,
    demands,
    jokers,
    nets,
    opens,
    smallest_wild_group,
    voids,
)
from rami.policies.declaring.options import SLOTS, Condition, Settings, field_of, fields_of, names

PASSAGES: Mapping[str, tuple[Passage, ...]] = {
    "equipment": ("equipment",),
    "melds": ("melds", "values"),
    "deal": ("dealer", "deal", "start"),
    "draw": ("turn", "draw", "discard"),
    "opening": ("opening",),
    # `writing` fills this list and the other empty lists.
    "contracts": (),
    "table": ("table",),
    "knock": ("knock",),
    "closing": ("closing",),
    "scoring": ("scoring",),
    "example": (),
    "match": ("match",),
    "hands": (),
    "conduct": ("conduct",),
    "variations": (),
}
"""The sections in the order of the book, each with its passages; options come in the order of their declaration."""

STEPS = frozenset(
    fields_of(names.drawing.discard_depth, "rulebook.turn", "rulebook.discard", "rulebook.hidden_discard")
)
"""The sentences that begin the steps of a turn; the sentences after each of them belong to its step."""

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
    "conduct": "Announcements and penalties",
    "variations": "Variations to agree on before the match",
}

CHOICES: Mapping[str, str] = {
    # D-154: the rule allows one joker in a brelan or a run, and leaves open how many larger melds may contain.
    "R500-JOK-02": field_of(names.melding.max_wild),
    "R51-OPEN-06": field_of(names.opening.counts_layoffs),
    "R51-RSEC-03": field_of(names.scoring.all_at_once_help),
    "VELVET-MATCH-01": field_of(names.match.elimination_limit),
}
"""Written rules that state a default but leave players a choice, each with the option for that choice."""

OFTEN_CHANGED: Mapping[str, str] = {"R51-MATCH-01": field_of(names.match.target)}
"""Written rules that leave no choice, each with an option that players often agree to change all the same."""

AIM = "-OBJ-01"
"""The ending of the IDs of written rules that state the aim of a round."""


def is_variation(rule: str) -> bool:
    """Return whether a written rule is a variation that players may agree on."""
    return rule.startswith(("VARIATION-", "MILLE-"))


def always(v: Settings) -> bool:
    """Return True, as the condition of sentences that hold in every game."""
    return v is not None


def _recycles(v: Settings) -> bool:
    return v.drawing.recycle != "never" and v.drawing.max_recycles != 0


def _suit_is_open(v: Settings) -> bool:
    wilds = Need.WILDS.met(v) and Need.WILDS_IN_GROUPS.met(v)
    threes = v.melding.set_suits == "distinct" and smallest_wild_group(v) == 3 and bool(wilds)
    return threes and v.table.set_joker != "named"


def _jokers_on_table(v: Settings) -> bool:
    return not v.table.concealed and bool(Need.WILDS.met(v))


def _out_with_discard(v: Settings) -> bool:
    return (
        v.drawing.unopened_discard_use == "in_opening"
        and v.opening.all_at_once_requires == "nothing"
        and not v.opening.all_at_once_alone
        and bool(Need.MUST_USE.met(v) and Need.CONDITIONS.met(v))
    )


def _contracts_run_out(v: Settings) -> bool:
    if v.opening.contracts is None or v.opening.contract_due != "round":
        return False
    return v.match.end != "hands" or (v.match.hands or 0) > len(v.opening.contracts)


def _last_is_announced(v: Settings) -> bool:
    return v.match.final_hand_multiplier != 1 and v.match.end != "hands" and bool(Need.HAND_POINTS.met(v))


@attrs.frozen
class Fixed(Value):
    """A sentence that does not depend on a single option.

    Parameters:
        place: the passage that the sentence begins, or the option whose sentence it follows.
        text: the English text.
        sources: the options or modules that the sentence describes.
        applies: the condition that a game must meet for the sentence to hold.
        quiet: True to leave out the sentence as obvious, unless no other sentence states its written rule.
    """

    place: str
    text: str
    sources: tuple[str, ...] = ()
    applies: Condition = always
    quiet: bool = False


UNSAID: Mapping[str, Condition] = {
    # The sentence about the smallest group says it.
    field_of(names.melding.set_max): threes_and_fours,
    # The sentence about the packs says which tiles there are.
    field_of(names.equipment.faces): lambda v: v.equipment.faces == JOKER_TILES,
    field_of(names.equipment.wild_ranks): lambda v: v.dealing.turned_card == "wild_rank",
    # The sentence about blocked rounds says more.
    field_of(names.closing.stalemate): lambda v: (
        v.closing.stock_out == "pass" and v.scoring.blocked_score == "difference"
    ),
    # If no round can be void, nobody asks who deals after a void round.
    field_of(names.match.dealer_after_void): lambda v: not voids(v),
    field_of(names.opening.post_open): lambda v: not opens(v),
    # In Liverpool melds have points, but nothing depends on them.
    field_of(names.melding.ace_meld_values): lambda v: v.opening.contracts is not None and not nets(v),
    field_of(names.melding.joker_meld_value): lambda v: v.opening.contracts is not None and not nets(v),
    field_of(names.scoring.joker_hand_value): lambda v: not jokers(v),
    # The sentence about the factor says when it applies.
    field_of(names.scoring.joker_finish): lambda v: v.scoring.joker_finish_factor is not None,
    field_of(names.scoring.unopened_flat): lambda v: declares(v) and v.scoring.unopened_flat is None,
    field_of(names.scoring.all_at_once_help): lambda v: (
        v.scoring.all_at_once_help and v.opening.all_at_once_alone
    ),
    # Whether a program or the players watch over the table is not a rule of the game.
    field_of(names.conduct.mode): lambda v: v.conduct.mode == "auto",
    field_of(names.scoring.gin_bonus): declares,
    field_of(names.scoring.big_gin_bonus): lambda v: declares(v) and v.scoring.big_gin_bonus is None,
}
"""The cases in which an option's sentence would say nothing about the game, although rami uses the option."""

MERGED: Mapping[str, tuple[str, Condition]] = {
    field_of(names.melding.set_min): (field_of(names.melding.set_max), threes_and_fours),
}
"""The options whose sentence can state another option too, each with that option and the condition under which it does.

The sentence then cites the written rules of both options, and the other option has no sentence.
"""

OBVIOUS: Mapping[str, Condition] = {
    # `rulebook.lay` already says this.
    field_of(names.table.layoff_requires_open): lambda v: opens(v) and v.table.layoff_requires_open,
    # The ace has one place in a run, so no rank can occur twice.
    field_of(names.melding.max_run): lambda v: v.melding.max_run == 13 and v.melding.ace != "both",
    field_of(names.drawing.recycle): lambda v: v.drawing.recycle == "never" and v.closing.void_at is not None,
}
"""The cases in which other sentences imply an option's sentence; it is then printed only to state a written rule."""

FIXED: Mapping[str, Fixed] = {
    "rulebook.aim": Fixed(
        "equipment",
        (
            "The aim of a round is to get rid of all your cards by laying them on the table in melds: groups "
            "and runs."
        ),
    ),
    "rulebook.wild": Fixed(
        field_of(names.equipment.faces),
        "A card that may stand for any other card in a meld is called wild; all other cards are natural.",
        applies=Need.WILDS.met,
    ),
    "rulebook.wild_by_turned_card": Fixed(
        field_of(names.equipment.wild_ranks),
        "In each round one rank is wild, decided by a card that is turned up during the set-up.",
        (field_of(names.dealing.turned_card),),
        applies=lambda v: v.dealing.turned_card == "wild_rank",
    ),
    "rulebook.wild_by_round": Fixed(
        field_of(names.equipment.wild_ranks),
        "In each round one rank is wild: see the list of rounds.",
        (field_of(names.equipment.wild_ranks),),
        applies=by_round(names.equipment.wild_ranks),
    ),
    "rulebook.wild_in_its_place": Fixed(
        field_of(names.equipment.natural_wilds),
        "A card of a wild rank is always wild, even in a run or group where it could stand for itself.",
        applies=lambda v: Need.WILD_RANKS.met(v) and not v.equipment.natural_wilds,
    ),
    "rulebook.kinds": Fixed(
        "melds",
        "There are two kinds of meld: groups and runs.",
        (field_of(names.melding.set_suits),),
    ),
    # D-23: "at least three" has no upper limit.
    "rulebook.max_run_laid": Fixed(
        field_of(names.melding.run_min), "You may lay a run of any allowed length in one go.", quiet=True
    ),
    "rulebook.joker_place_in_run": Fixed(
        field_of(names.melding.joker_in_run),
        "If a wild card fits at either end of a run, you choose the end when you lay it.",
        applies=_jokers_on_table,
    ),
    "rulebook.joker_suit_in_set": Fixed(
        field_of(names.melding.joker_in_run),
        "A wild card in a group of three stands for either missing suit.",
        applies=_suit_is_open,
    ),
    "rulebook.unmatched": Fixed(
        "values",
        (
            "Each card counts in one meld only. The cards in your melds are matched; the others are unmatched "
            "and are called your deadwood."
        ),
        (field_of(names.table.concealed),),
        applies=Need.HIDDEN.met,
    ),
    # No other sentence states R51-DEAL-03. D-03: rami shuffles by seed, so nobody cuts.
    "rulebook.cut_joker_kept": Fixed("deal", "The player on the dealer's left cuts the pack.", quiet=True),
    "rulebook.hand_by_round": Fixed(
        field_of(names.dealing.hand_size),
        (
            "Cards are dealt one at a time and face down. The size of a hand depends on the round: see "
            "the list of rounds."
        ),
        (field_of(names.dealing.hand_size),),
        applies=by_round(names.dealing.hand_size),
    ),
    "rulebook.burnt_reveal": Fixed(
        "start",
        "No card is burnt before the first turn.",
        applies=lambda v: Need.WILDS.met(v) and v.melding.joker_in_run == "burnt",
        quiet=True,
    ),
    "rulebook.start_phase": Fixed("start", "The first turn begins right after the deal.", quiet=True),
    "rulebook.hidden_turn": Fixed(
        "turn",
        (
            "On your turn you draw one card, then discard one, so you always end your turn with the same "
            "number of cards. Once your hand is good enough, you may use your turn to end the round."
        ),
        (field_of(names.table.concealed),),
        applies=Need.HIDDEN.met,
    ),
    "rulebook.pile": Fixed(
        field_of(names.drawing.discard_depth),
        "The discard pile is spread out: everybody sees all its cards and their order.",
        ("rounds.views",),
        applies=lambda v: v.drawing.discard_depth != 1,
    ),
    "rulebook.out_with_discard": Fixed(
        field_of(names.drawing.unopened_discard_use),
        "If you take the discard and get rid of all your cards in the same turn, you may place the discard anywhere.",
        (field_of(names.drawing.unopened_discard_use), field_of(names.opening.all_at_once_requires)),
        applies=_out_with_discard,
    ),
    # D-13: the draw is offered only if the card can be used, so there is nothing to take back.
    "rulebook.unused_discard": Fixed(
        field_of(names.drawing.discard_in_clean_run),
        "If you have taken the discard, you must place it before your turn ends.",
        applies=Need.MUST_USE.met,
        quiet=True,
    ),
    # D-76: the stock is renewed when it is needed, so that it includes the discards made before then.
    "rulebook.recycle_when": Fixed(
        field_of(names.drawing.max_recycles),
        "The stock is replaced when a player is about to draw from it and finds it empty.",
        applies=_recycles,
        quiet=True,
    ),
    "rulebook.turn": Fixed(
        "discard",
        (
            "Lay melds on the table and add cards to melds already there, if you can and want to. The "
            "sections below explain when and how."
        ),
        applies=Need.STEPS.met,
    ),
    "rulebook.discard": Fixed(
        "discard",
        "Discard one card, face up. Then it is the next player's turn.",
        ("rounds._engine.pile",),
        applies=lambda v: Need.TABLE.met(v) and Need.PILE.met(v),
    ),
    "rulebook.hidden_discard": Fixed(
        "discard",
        "Discard one card, face up. Then it is the other player's turn.",
        ("rounds._engine.pile",),
        applies=Need.HIDDEN.met,
    ),
    # R500-TURN-02 speaks of a "starting phase" in which players may pass; D-10 finds no such phase.
    "rulebook.allow_pass": Fixed(
        field_of(names.conduct.rum_call),
        "Nobody may pass: every turn includes a draw and a discard.",
        applies=Need.PILE.met,
        quiet=True,
    ),
    "rulebook.last_contract": Fixed(
        field_of(names.opening.contract_due),
        "After the last contract, all further rounds have that contract again.",
        (field_of(names.opening.contract_due),),
        applies=_contracts_run_out,
    ),
    "rulebook.contract": Fixed(
        field_of(names.opening.first_round_melds),
        (
            "A contract is a list of melds to lay together: “group 3” means a group of 3 cards, “run 4” a "
            "run of 4 cards."
        ),
        (field_of(names.opening.contracts),),
        applies=Need.CONTRACTS.met,
    ),
    "rulebook.all_at_once": Fixed(
        field_of(names.opening.escalates),
        "Going out all at once means opening and getting rid of all your cards in the same turn.",
        ("rounds._engine.events",),
        applies=lambda v: (
            (Need.CONDITIONS.met(v) and Need.STEPS.met(v))
            or (v.scoring.all_at_once_flat is None and Need.FACTOR.met(v))
        ),
    ),
    "rulebook.lay_off": Fixed(
        "table",
        "Laying off means adding cards from your hand to a meld on the table.",
        applies=Need.STEPS.met,
    ),
    "rulebook.lay": Fixed(
        "table",
        "Once you have opened, you may lay new melds and lay off cards, in any order.",
        ("rounds._engine.lay_downs",),
        applies=Need.STEPS.met,
    ),
    "rulebook.foreign_clean_scope": Fixed(
        field_of(names.table.joker_on_foreign_clean_run),
        "Any run without a wild card counts as clean.",
        applies=lambda v: not v.table.joker_on_foreign_clean_run and _jokers_on_table(v),
        quiet=True,
    ),
    "rulebook.own_melds": Fixed(
        field_of(names.closing.declare_pure_runs),
        (
            "The others then show their hands, sorted into melds; they may not add cards to another player's melds."
        ),
        (field_of(names.closing.knock_limit),),
        applies=lambda v: declares(v) and Need.CARDS_COUNT.met(v),
    ),
    # GIN-SCORE-03 and GIN-SCORE-04: the section on scoring comes too late to learn that such hands exist.
    "rulebook.gin": Fixed(
        field_of(names.closing.knock_limit),
        "A knock without deadwood is called gin.",
        (field_of(names.scoring.gin_bonus),),
        applies=Need.UNMATCHED.met,
    ),
    "rulebook.big_gin": Fixed(
        field_of(names.closing.knock_limit),
        (
            "If all your cards fit into melds even before you discard, you may end the round without a discard. "
            "This is big gin."
        ),
        (field_of(names.scoring.big_gin_bonus),),
        applies=lambda v: (
            Need.KNOCKING.met(v) and Need.CREDITS.met(v) and v.scoring.big_gin_bonus is not None
        ),
    ),
    "rulebook.end": Fixed(
        "closing",
        "The round ends as soon as a player has no cards left: that player goes out.",
        applies=Need.TABLE.met,
    ),
    # D-59: the factor of 4 in R51-SCORE-06 presupposes this.
    "rulebook.joker_discard": Fixed(
        field_of(names.closing.final_discard),
        "Wild cards may be discarded.",
        applies=lambda v: _jokers_on_table(v) and Need.PILE.met(v),
        quiet=True,
    ),
    "rulebook.contract_points": Fixed(
        field_of(names.scoring.winner_collects),
        "Completing a contract earns no points.",
        applies=Need.CONTRACT_RACE.met,
        quiet=True,
    ),
    # D-56: the name changes no score, so only games whose written rules use it explain it.
    "rulebook.rami_sec": Fixed(
        field_of(names.scoring.double_on),
        "Going out all at once when nobody else has opened is called rami sec.",
        applies=lambda v: Need.FACTOR.met(v) and opens(v),
        quiet=True,
    ),
    # OKO-DISC-02 and OKO-DISC-03.
    "rulebook.charged_unopened": Fixed(
        field_of(names.scoring.fitting_discard_charge),
        "You pay for such discards even if you have not opened.",
        applies=lambda v: (
            opens(v)
            and Need.PENALTIES.met(v)
            and (v.scoring.wild_discard_charge is not None or v.scoring.fitting_discard_charge is not None)
        ),
    ),
    # D-68: this is a custom at some tables, but no text of a built-in game mentions it.
    "rulebook.round_to": Fixed(
        field_of(names.scoring.rounding),
        "Scores are not rounded to tens.",
        applies=Need.CHARGES.met,
        quiet=True,
    ),
    "rulebook.demand_unmet": Fixed(
        field_of(names.scoring.rounding),
        (
            "If a loser does not have the runs that a declaration needs, all cards in that hand count, "
            "even those in melds."
        ),
        (field_of(names.closing.declare_runs), field_of(names.closing.declare_pure_runs)),
        applies=demands,
    ),
    "rulebook.last_hand": Fixed(
        field_of(names.match.final_hand_multiplier),
        "Before the end of the last round, a player announces that it is the last.",
        (field_of(names.match.final_hand_multiplier),),
        applies=_last_is_announced,
    ),
    "rulebook.final_hand_stake": Fixed(
        field_of(names.match.final_hand_multiplier),
        "There is no separate stake on the last round.",
        applies=Need.HAND_POINTS.met,
        quiet=True,
    ),
    # Team play is not supported: rule texts mention teams without saying how they play.
    "rulebook.teams": Fixed(field_of(names.match.box_bonus), "There are no teams.", quiet=True),
    # D-16: the written rule puts a price on the omission itself and does not say who claims the penalty.
    "rulebook.carte_claim": Fixed(
        field_of(names.conduct.carte_penalty),
        "A forgotten announcement is penalised at once.",
        applies=Need.CARTE.met,
        quiet=True,
    ),
    "rulebook.blocked_penalty": Fixed(
        field_of(names.conduct.mode), "There is no penalty for blocking another player.", quiet=True
    ),
    # D-101: no written rule except R51-CARTE-03 puts a price on an illegal act.
    "rulebook.strict": Fixed(
        field_of(names.conduct.mode), "A play that breaks the rules is taken back.", quiet=True
    ),
}


def _contents() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield each section with its contents: options as "slot.field", and other sentences by name."""
    fixed: dict[str, list[str]] = {}
    for name, sentence in FIXED.items():
        fixed.setdefault(sentence.place, []).append(name)
    within: dict[Passage, list[str]] = {}
    for slot, policy in SLOTS.items():
        for field, option in options_of(policy).items():
            name = f"{slot}.{field}"
            within.setdefault(option.passage or policy.passage, []).extend((name, *fixed.get(name, ())))
    for code, passages in PASSAGES.items():
        yield code, tuple(name for each in passages for name in (*fixed.get(each, ()), *within[each]))


SECTIONS: Mapping[str, tuple[str, ...]] = dict(_contents())
"""The contents of each section, in the order of the book."""

BOOK: tuple[str, ...] = tuple(name for contents in SECTIONS.values() for name in contents)
