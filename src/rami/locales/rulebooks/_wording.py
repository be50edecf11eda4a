"""Sentences that replace an option's own sentence where another option changes the rule.

The sentence of an option ignores all other options, so it may mention jokers in a game without jokers, or cards in a
game with tiles. `WORDINGS` lists such cases by the name of the option, or of a sentence in `_sections`. Each case is a
condition and a sentence to use instead; the first condition that the game meets decides. Each language replaces "card"
with "tile" (`rami.errors.texts.TILE_WORDS`), so tiles need an entry only where that is not enough.
"""

from __future__ import annotations

from collections.abc import Mapping

from rami.locales.rulebooks._conditions import (
    by_round,
    each_ace_the_same,
    no_jokers,
    no_opening,
    no_wilds,
    okeys,
    okeys_with,
    order_above_king,
    threes_and_fours,
    threes_hold_wilds,
    tiles,
    tiles_with,
    uses_left,
    wilds_in_their_place,
    without_swaps,
)
from rami.locales.rulebooks._score_wording import OF_SCORES, Wordings
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.needs import (
    Need,
    declares,
    jokers,
    nets,
    piles,
    regroups,
    regroups_unopened,
    swaps_happen,
    upcard_counts,
    wilds_share_a_four,
)
from rami.policies.declaring.options import SLOTS, Condition, Settings, field_of, names

# A run of fourteen has an ace at both ends.
_NO_ROUND_TRIP = 13
_ORDER = "The order is A 2 3 4 5 6 7 8 9 10 J Q K A"
_ORDER_OF_TILES = "The order is 1 2 3 4 5 6 7 8 9 10 11 12 13 1"
_TAILS: Mapping[str, Condition] = {
    "": lambda v: v.melding.run_wrap and v.melding.max_run >= _NO_ROUND_TRIP,
    ": a run may go from ace to ace": lambda v: v.melding.max_run > _NO_ROUND_TRIP,
    "; a run may hold each rank only once": lambda v: v.melding.max_run == _NO_ROUND_TRIP,
    "; a run has at most {value} cards": lambda v: v.melding.max_run < _NO_ROUND_TRIP,
}


WORDINGS: Wordings = {
    # The aims of the games of declarations, of gin, Frustration and Rummy 500. In all others, players try to get rid of
    # their cards.
    "rulebook.aim": (
        (
            declares,
            (
                "The aim of a round is to be the first to fit all your cards but one into melds: groups "
                "and runs."
            ),
        ),
        (
            lambda v: v.table.concealed,
            (
                "Sort your cards into melds: groups and runs. The cards left over are deadwood, and their "
                "points count against you. The aim of a round is to end it with less deadwood than the "
                "other player."
            ),
        ),
        (
            lambda v: v.match.end == "contracts" and v.opening.contracts is not None,
            (
                "The aim of the match is to be the first to complete all contracts. A contract is a list "
                "of melds (groups and runs) that you must lay on the table."
            ),
        ),
        (
            nets,
            (
                "The aim of a round is to score points for cards that you lay on the table in melds "
                "(groups and runs), and to keep few cards in your hand."
            ),
        ),
    ),
    # In Frustration, the sentence about the aim already says what a contract is.
    "rulebook.contract": (
        (
            lambda v: v.match.end == "contracts" and v.opening.contracts is not None,
            "In a contract, “group 3” means a group of 3 cards, “run 4” a run of 4 cards.",
        ),
    ),
    # OKO-WILD-03: false jokers look wild, but are not.
    "rulebook.wild": ((okeys, "All tiles but the okeys are ordinary."),),
    field_of(names.equipment.packs): (
        (
            tiles_with(lambda v: isinstance(v.equipment.packs, int)),
            (
                "The tiles are numbered from 1 to 13 in four colours: red, yellow, blue and black. There "
                "are {value} copies of each tile."
            ),
        ),
        (
            tiles,
            (
                "The tiles are numbered from 1 to 13 in four colours: red, yellow, blue and black. A set "
                "has each tile once, and the game uses {shares}."
            ),
        ),
    ),
    field_of(names.equipment.jokers): (
        (okeys_with(lambda v: v.equipment.jokers == 0), "There are no false jokers and no okeys."),
        (okeys_with(lambda v: isinstance(v.equipment.jokers, int)), "There are also {value} false jokers."),
        (okeys, "There are also as many false jokers as okeys."),
    ),
    field_of(names.equipment.faces): (
        (
            okeys_with(jokers),
            (
                "After the deal one tile, the indicator, is turned up. The okey is the tile of the same "
                "colour with the next number (after 13 comes 1). Every copy of it may stand for any tile "
                "in a meld, within the limits below. A false joker is not an okey: it replaces the tile "
                "that has become the okey. For example, if the indicator is a red 5, the red 6 is the "
                "okey and a false joker is an ordinary red 6."
            ),
        ),
        (okeys, "After the deal one tile, the indicator, is turned up."),
    ),
    field_of(names.equipment.wild_ranks): ((okeys, "Only the okeys may stand for other tiles."),),
    # OKO-MAT-03: if the thirteen values are 1 to 13, each tile counts the number printed on it.
    field_of(names.equipment.values): (
        (
            tiles_with(lambda v: v.equipment.values == tuple(range(1, 14))),
            "Each tile is worth its number in points.",
        ),
        (
            tiles_with(lambda v: v.equipment.values is not None),
            "The tiles from 1 to 13 are worth {value} points, in this order.",
        ),
    ),
    field_of(names.equipment.court_value): (
        (
            tiles,
            "Tiles from 2 to 10 are worth their number in points, and those from 11 to 13 are worth {value}.",
        ),
    ),
    # OKE-RUN-02 and OKE-RUN-03: 12-13-1 is a run in Okey, 13-1-2 in no game.
    field_of(names.melding.run_wrap): (
        (
            tiles_with(lambda v: v.melding.run_wrap),
            "Runs may wrap around, as in 12-13-1-2-3, but may hold each number only once.",
        ),
        (tiles, "Runs do not wrap around: 13-1-2 is not a run."),
    ),
    field_of(names.melding.ace): (
        (
            tiles_with(lambda v: v.melding.ace == "low"),
            "The 1 is low: in a run the order is 1 2 3 4 5 6 7 8 9 10 11 12 13.",
        ),
        (
            tiles_with(lambda v: v.melding.ace == "high"),
            "The 1 is high: in a run the order is 2 3 4 5 6 7 8 9 10 11 12 13 1.",
        ),
        # Where melds stay in the hand, no ace is ever on the table.
        (
            lambda v: v.melding.ace == "both" and v.table.concealed,
            "In a run an ace goes before the 2 or after the king.",
        ),
    ),
    # In some languages, such as French, groups of cards have names for their sizes, but groups of tiles have none.
    "rulebook.kinds": ((tiles, "A meld is a group or a run."),),
    # Two sentences would say first "3 or more" and then "at most 4".
    field_of(names.melding.set_min): ((threes_and_fours, "A group is 3 or 4 cards of the same rank."),),
    # In Okey the other tiles do not count, so they need no name.
    "rulebook.unmatched": (
        (
            lambda v: declares(v) and not Need.CARDS_COUNT.met(v) and v.scoring.winner_collects is None,
            "Each card counts in one meld only.",
        ),
    ),
    # Basic Rummy and Rummy 500 have no opening; Liverpool allows no melds after it.
    "rulebook.lay": (
        (no_opening, "You may lay new melds and lay off cards, in any order."),
        (
            lambda v: not v.opening.further_melds,
            "Once you have opened, you may lay off as many cards as you like.",
        ),
    ),
    # BAS-RUMMY-01: without an opening, going out all at once means having laid nothing before.
    "rulebook.all_at_once": (
        (
            no_opening,
            (
                "Going out all at once means laying your first meld and getting rid of all your cards in the "
                "same turn."
            ),
        ),
    ),
    # RKB-OPEN-04: a player who opens does nothing else in that turn. RKB-D03: by option, the player may rearrange too.
    field_of(names.opening.post_open): (
        (
            lambda v: regroups(v) and v.opening.post_open == "next_turn",
            (
                "In the turn in which you open, you may use only cards from your hand and may not change "
                "the melds on the table. From your next turn on, you may change them."
            ),
        ),
        (
            regroups,
            (
                "In the turn in which you open, you may already rearrange the table. At the end of that turn "
                "the melds of your opening must be on the table, made only of cards from your hand."
            ),
        ),
    ),
    # In Machiavelli nobody has to open, so the table may be rearranged from the first turn on.
    field_of(names.table.regroup): (
        (
            regroups_unopened,
            (
                "The melds on the table are shared. You may rearrange them as you like, as long as you add "
                "one or more cards from your hand. At the end of your turn every card that was on the table "
                "must still be there, and every card on the table must be part of a meld. Until then, cards "
                "may lie outside melds."
            ),
        ),
    ),
    # In gin the upcard is mentioned again when it is offered, so name it here.
    field_of(names.dealing.upcard): (
        (lambda v: not piles(v), "The remaining cards form the stock, face down."),
        (
            upcard_counts,
            (
                "The next card, the upcard, is turned up and starts the discard pile; the remaining cards "
                "form the stock, face down."
            ),
        ),
    ),
    field_of(names.dealing.turned_card): (
        (
            okeys,
            (
                "The indicator stays beside the stock, out of play, until the round ends. If it is a "
                "false joker, shuffle it back into the stock and turn up another tile."
            ),
        ),
        (
            lambda v: v.dealing.turned_card == "wild_rank" and no_jokers(v),
            (
                "One more card is turned up and stays beside the stock until the round ends. All cards of "
                "its rank are wild in this round."
            ),
        ),
        (
            lambda v: v.dealing.turned_card == "natural" and no_wilds(v),
            "One more card is turned up and stays beside the stock, out of play, until the round ends.",
        ),
    ),
    field_of(names.drawing.buy_when_down): ((no_opening, "You may buy even after you have laid melds."),),
    field_of(names.table.layoff_requires_open): (
        (no_opening, "You may lay off cards even before you have laid a meld."),
    ),
    field_of(names.table.take): (
        (
            lambda v: v.table.take == "opened" and no_wilds(v),
            "Once you have opened, you may take cards out of melds on the table to make a new meld.",
        ),
    ),
    # With a limit of 0 every knock is gin, so "after gin" would sound like an exception.
    field_of(names.closing.layoff_on_gin): (
        (
            lambda v: v.closing.knock_limit == 0 and not v.closing.layoff_on_gin,
            "The other player may not add cards to your melds.",
        ),
        (
            lambda v: v.scoring.big_gin_bonus is None and v.closing.layoff_on_gin,
            "The other player may lay off cards even after gin.",
        ),
        (
            lambda v: v.scoring.big_gin_bonus is None,
            "After gin the other player does not lay off cards.",
        ),
    ),
    # D-138: the turn that takes the upcard may already end the round.
    field_of(names.drawing.upcard_offer): (
        (
            lambda v: v.drawing.upcard_offer == "both" and Need.KNOCKING.met(v),
            (
                "The player who did not deal may take the upcard or pass. After a pass, the dealer may take it or "
                "pass. A player who takes it then completes the turn as usual, by discarding or by ending the round. "
                "If both pass, the player who did not deal draws from the stock."
            ),
        ),
    ),
    field_of(names.table.recover_wild_ranks): (
        (
            lambda v: no_jokers(v) and not v.table.recover_wild_ranks,
            "You may never recover cards of a wild rank.",
        ),
        (
            no_jokers,
            "You may recover cards of a wild rank, unless they stand for another card of a wild rank.",
        ),
    ),
    field_of(names.opening.pairs): (
        (
            lambda v: v.opening.pairs is not None and no_jokers(v),
            (
                "Instead of groups and runs, you may open with {value} pairs or more, whatever they are worth. A pair "
                "is two copies of one card. An opening may not mix pairs with groups or runs. If you open with "
                "pairs, your later melds must be pairs too, but you may add cards to groups and runs. You "
                "may not add cards to a pair."
            ),
        ),
        # OKO-JOK-03: the joker of a pair can be exchanged in every game in which the joker of a run can.
        (
            lambda v: v.opening.pairs is not None and v.table.run_joker == "exact" and swaps_happen(v),
            (
                "Instead of groups and runs, you may open with {value} pairs or more, whatever they are worth. A pair "
                "is two copies of one card, a joker with any card, or two jokers. An opening may not mix pairs with "
                "groups or runs. If you open with pairs, your later melds must be pairs too, but you may add "
                "cards to groups and runs. You may not add cards to a pair, but you may exchange its joker "
                "for the other copy of the card."
            ),
        ),
    ),
    # The sentence `rulebook.hand_by_round` says how many cards are dealt in each round.
    field_of(names.dealing.hand_size): (
        (by_round(names.dealing.hand_size), "Each player is dealt {value} cards."),
    ),
    # D-137: pairs are compared with pairs, and points with points.
    field_of(names.opening.escalates): (
        (
            lambda v: v.opening.escalates and v.opening.pairs is not None,
            (
                "Your opening must be worth more points than any earlier opening in the round. If you open "
                "with pairs, points do not matter: you need more pairs than any earlier opening with pairs."
            ),
        ),
    ),
    field_of(names.table.pair_layoffs): (
        (
            lambda v: v.table.pair_layoffs == 1 and swaps_happen(v),
            (
                "If you have opened with pairs, you may lay off only one card in a turn. Exchanging wild "
                "cards does not count."
            ),
        ),
        (
            lambda v: v.table.pair_layoffs is not None and swaps_happen(v),
            (
                "If you have opened with pairs, you may lay off at most {value} cards in a turn. "
                "Exchanging wild cards does not count."
            ),
        ),
    ),
    field_of(names.closing.declare_pairs): (
        (
            lambda v: v.closing.declare_pairs and no_jokers(v),
            (
                "Instead of melds, you may declare pairs alone: all your cards except your discard must then be "
                "in pairs. A pair is two copies of one card."
            ),
        ),
    ),
    # In Liverpool, all players have the same contract in a round.
    field_of(names.opening.contracts): (
        (
            lambda v: v.opening.contracts is not None and v.opening.contract_due == "round",
            (
                "To open (lay your first melds of a round), lay all the melds of the round's contract together. "
                "You need not open as soon as you can. The match has {count:contract|contracts}."
            ),
        ),
    ),
    # LIV-DOWN-04: no melds may follow the contract, so the sentence must not offer them.
    field_of(names.opening.contract_extras): (
        (
            lambda v: not v.opening.further_melds and v.opening.contract_extras == "same_turn",
            "You may lay off cards even in the turn in which you lay your contract.",
        ),
        (
            lambda v: not v.opening.further_melds,
            "You may lay off cards only from the turn after the one in which you lay your contract.",
        ),
    ),
    # BAS-OUT-01: a hand may be emptied on the table, and then nothing is left to discard.
    "rulebook.discard": (
        (
            lambda v: v.closing.final_discard != "required",
            "Discard one card, face up, unless you have none left. Then it is the next player's turn.",
        ),
    ),
    # RUM-DRAW-02: in Rummy 500, only a player who takes just the top card need not use it.
    field_of(names.drawing.discard_use): (
        (
            lambda v: v.drawing.discard_use is None and v.drawing.discard_depth != 1,
            "If you take only the top discard, you need not use it at once.",
        ),
        (
            lambda v: v.drawing.discard_use is None and v.table.concealed,
            "You may take the discard even if it fits no meld of yours.",
        ),
        *(
            (uses_left(use), options_of(SLOTS["drawing"])["discard_use"].template(use))
            for use in map(frozenset, (("meld", "layoff"), ("meld",), ("layoff",)))
        ),
        (lambda v: without_swaps(v) == frozenset[str](), "You may never take the discard."),
    ),
    # If the ace has both places, the order of ranks is printed and shows how long a run can be.
    field_of(names.melding.max_run): (
        *((tiles_with(order_above_king(test)), f"{_ORDER_OF_TILES}{tail}.") for tail, test in _TAILS.items()),
        *((order_above_king(test), f"{_ORDER}{tail}.") for tail, test in _TAILS.items()),
    ),
    field_of(names.melding.ace_meld_values): (
        (
            lambda v: v.melding.ace == "low" and not each_ace_the_same(v),
            "A meld is worth the sum of its cards; an ace counts {first} in a run and {third} in a group.",
        ),
        (
            lambda v: v.melding.ace == "high" and not each_ace_the_same(v),
            "A meld is worth the sum of its cards; an ace counts {second} in a run and {third} in a group.",
        ),
    ),
    field_of(names.opening.minimum): (
        (no_opening, "Your first melds may be of any kind and worth any number of points."),
    ),
    field_of(names.opening.clean): (
        (lambda v: v.opening.clean is None and no_wilds(v), "The opening needs no run."),
        (
            lambda v: v.opening.clean in ("run_meld", "run_window") and no_wilds(v),
            "Your opening must contain a run; its points count too.",
        ),
    ),
    # Rommé, Scala 40 and 101 Okey require only points, so "nor a clean meld" would puzzle their players.
    field_of(names.opening.all_at_once_requires): (
        (
            lambda v: v.opening.all_at_once_requires == "nothing" and v.opening.clean is None,
            "If you go out all at once, your opening may be worth any number of points.",
        ),
        (
            lambda v: (
                v.opening.all_at_once_requires == "nothing"
                and v.opening.clean in ("run_meld", "run_window")
                and not no_wilds(v)
            ),
            "If you go out all at once, you need neither the points nor a clean run.",
        ),
        (
            lambda v: v.opening.all_at_once_requires == "points" and no_wilds(v),
            "If you go out all at once, you need the points but no run.",
        ),
        (
            lambda v: v.opening.all_at_once_requires == "nothing" and no_wilds(v),
            "If you go out all at once, you need neither the points nor a run.",
        ),
    ),
    # D-49: in Lebanese 14 both copies of a card must be melded before a joker may stand for it.
    field_of(names.table.run_joker): (
        (
            lambda v: (
                v.table.run_joker == "exact"
                and v.melding.joker_in_run == "burnt"
                and v.melding.burnt_scope == "melds"
            ),
            (
                "You cannot recover a wild card from a run: every copy of the card that it stands for is "
                "already on the table."
            ),
        ),
    ),
    field_of(names.table.set_joker): (
        (
            lambda v: v.table.set_joker == "four_only" and not threes_hold_wilds(v),
            "To recover a wild card from a group of four, use the card of the missing suit.",
        ),
        (
            lambda v: v.table.set_joker == "either_missing" and not threes_hold_wilds(v),
            "To recover a wild card from a group, use the card of the missing suit.",
        ),
        (
            lambda v: v.table.set_joker == "both_at_once" and v.table.closed_four_set,
            "To recover a wild card from a group of three, put down both missing cards together.",
        ),
    ),
    # KAL-JSWAP-05: players may recover one of two jokers in a group of four.
    field_of(names.table.closed_four_set): (
        (
            lambda v: v.table.closed_four_set and wilds_share_a_four(v),
            (
                "A single wild card in a group of four stays where it is. If the group has two, you may recover one of "
                "them by putting down one of the missing cards."
            ),
        ),
    ),
    # TT-LAST-01: if the other players have a last turn, the declaration does not end the round yet.
    field_of(names.closing.knock_limit): (
        (
            lambda v: declares(v) and v.closing.last_turns is not None,
            (
                "If all your cards except your discard fit into melds, you may declare: discard, and show your other "
                "cards, sorted into melds. You never have to declare."
            ),
        ),
    ),
    # OKE-OUT-01: the last tile is put on the indicator.
    field_of(names.closing.out_discard): (
        (
            lambda v: (
                declares(v) and v.dealing.turned_card == "natural" and v.closing.out_discard == "face_up"
            ),
            "Place your last discard face up on the card turned up. It may be any card.",
        ),
    ),
    field_of(names.closing.declare_pure_runs): (
        (
            lambda v: v.closing.declare_pure_runs == 1 and wilds_in_their_place(v),
            (
                "One of the runs must be pure (without a wild card). A card of a wild rank that stands "
                "for itself counts as natural."
            ),
        ),
        (
            lambda v: v.closing.declare_pure_runs > 1 and wilds_in_their_place(v),
            (
                "{value} of the runs must be pure (without a wild card). A card of a wild rank that "
                "stands for itself counts as natural."
            ),
        ),
    ),
    # Titles of sections, by their codes. In Okey and Frustration cards have no points.
    "melds": ((lambda v: Need.CARDS_COUNT.met(v) is False or Need.ANY_POINTS.met(v) is False, "Melds"),),
    "knock": ((declares, "The declaration"),),
    "opening": ((no_opening, "First melds"),),
    "rulebook.hidden_discard": ((declares, "Discard one card, face up. Then it is the next player's turn."),),
    **OF_SCORES,
}
"""The sentences that replace those of options and of `FIXED`; the first whose condition the game meets is used."""


def worded(name: str, usual: str, settings: Settings) -> str:
    """Return the sentence for this game, with its blanks unfilled."""
    # If a custom policy leaves a condition open, `met` returns None, and the option keeps its own sentence.
    for test, text in WORDINGS.get(name, ()):
        if settings.met(test):
            return text
    return usual
