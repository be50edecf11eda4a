"""Sentences that replace an option's own sentence where another option changes the rule.

The sentence of an option ignores all other options, so it may mention jokers in a game without jokers, or cards in a
game with tiles. `WORDINGS` lists such cases by the name of the option, or of a sentence in `_sections`. Each case is a
test of the game and a sentence to use instead; the first test that is met decides. Each language replaces "card" with
"tile" (`rami.errors.texts.TILE_WORDS`), so tiles need an entry only where that is not enough.
"""

from __future__ import annotations

from collections.abc import Mapping

from rami.errors.texts import TILES, are_tiles
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.needs import (
    Need,
    at_once_factor,
    declares,
    highest_wins,
    jokers,
    nets,
    opens,
    piles,
    regroups,
    regroups_unopened,
    smallest_wild_group,
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


def _tiles(v: Settings) -> bool:
    """Return whether the game is played with tiles."""
    return are_tiles(v.equipment.faces)


def _okeys(v: Settings) -> bool:
    """Return whether the game is played with tiles and its wild tiles are called okeys."""
    return v.equipment.faces == TILES


def _tiles_with(test: Condition) -> Condition:
    return lambda v: _tiles(v) and test(v)


def _okeys_with(test: Condition) -> Condition:
    return lambda v: _okeys(v) and test(v)


def _without_swaps(v: Settings) -> frozenset[str] | None:
    """Return the uses of the discard without exchanges, if exchanges are listed but cannot happen; otherwise None."""
    use = v.drawing.discard_use
    # The rules of a game without wild cards must not offer to exchange a discard for one.
    return use - {"swap"} if use is not None and "swap" in use and not swaps_happen(v) else None


def _uses_left(use: frozenset[str]) -> Condition:
    return lambda v: _without_swaps(v) == use


def _not(test: Condition) -> Condition:
    return lambda v: not test(v)


_no_jokers, _no_opening, _no_wilds = _not(jokers), _not(opens), _not(Need.WILDS.met)


def _threes_hold_wilds(v: Settings) -> bool:
    return smallest_wild_group(v) == 3


def _wilds_in_their_place(v: Settings) -> bool:
    """Return whether a card of a wild rank may count as a natural card in its own place."""
    return v.equipment.natural_wilds and bool(Need.WILD_RANKS.met(v))


def _columns(v: Settings) -> bool:
    return v.match.columns == 3


def _order_above_king(tail: Condition) -> Condition:
    return lambda v: v.melding.ace == "both" and tail(v)


def _each_ace_the_same(v: Settings) -> bool:
    return len(set(v.melding.ace_meld_values)) == 1


WORDINGS: Mapping[str, tuple[tuple[Condition, str], ...]] = {
    # The three games of declarations, gin, Frustration and Rummy 500; in all others players get rid of their cards.
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
    # Frustration: the aim of the match says what a contract is.
    "rulebook.contract": (
        (
            lambda v: v.match.end == "contracts" and v.opening.contracts is not None,
            "In a contract, “group 3” means a group of 3 cards, “run 4” a run of 4 cards.",
        ),
    ),
    # OKO-WILD-03: false jokers look wild but are not.
    "rulebook.wild": ((_okeys, "All tiles but the okeys are ordinary."),),
    field_of(names.equipment.packs): (
        (
            _tiles_with(lambda v: isinstance(v.equipment.packs, int)),
            (
                "The tiles are numbered from 1 to 13 in four colours: red, yellow, blue and black. There "
                "are {value} copies of each tile."
            ),
        ),
        (
            _tiles,
            (
                "The tiles are numbered from 1 to 13 in four colours: red, yellow, blue and black. A set "
                "has each tile once, and the game uses {shares}."
            ),
        ),
    ),
    field_of(names.equipment.jokers): (
        (_okeys_with(lambda v: v.equipment.jokers == 0), "There are no false jokers and no okeys."),
        (_okeys_with(lambda v: isinstance(v.equipment.jokers, int)), "There are also {value} false jokers."),
        (_okeys, "There are also as many false jokers as okeys."),
    ),
    field_of(names.equipment.faces): (
        (
            _okeys_with(jokers),
            (
                "After the deal one tile, the indicator, is turned up. The okey is the tile of the same "
                "colour with the next number (after 13 comes 1). Every copy of it may stand for any tile "
                "in a meld, within the limits below. A false joker is not an okey: it replaces the tile "
                "that has become the okey. For example, if the indicator is a red 5, the red 6 is the "
                "okey and a false joker is an ordinary red 6."
            ),
        ),
        (_okeys, "After the deal one tile, the indicator, is turned up."),
    ),
    field_of(names.equipment.wild_ranks): ((_okeys, "Only the okeys may stand for other tiles."),),
    # OKO-MAT-03: thirteen values in a row are the numbers on the tiles.
    field_of(names.equipment.values): (
        (
            _tiles_with(lambda v: v.equipment.values == tuple(range(1, 14))),
            "Each tile is worth its number in points.",
        ),
        (
            _tiles_with(lambda v: v.equipment.values is not None),
            "The tiles from 1 to 13 are worth {value} points, in this order.",
        ),
    ),
    field_of(names.equipment.court_value): (
        (
            _tiles,
            "Tiles from 2 to 10 are worth their number in points, and those from 11 to 13 are worth {value}.",
        ),
    ),
    # OKE-RUN-02 and OKE-RUN-03: 12-13-1 is a run in Okey, 13-1-2 in no game.
    field_of(names.melding.run_wrap): (
        (
            _tiles_with(lambda v: v.melding.run_wrap),
            "Runs may wrap around, as in 12-13-1-2-3, but may hold each number only once.",
        ),
        (_tiles, "Runs do not wrap around: 13-1-2 is not a run."),
    ),
    field_of(names.melding.ace): (
        (
            _tiles_with(lambda v: v.melding.ace == "low"),
            "The 1 is low: in a run the order is 1 2 3 4 5 6 7 8 9 10 11 12 13.",
        ),
        (
            _tiles_with(lambda v: v.melding.ace == "high"),
            "The 1 is high: in a run the order is 2 3 4 5 6 7 8 9 10 11 12 13 1.",
        ),
    ),
    # Only groups of cards, not of tiles, have names for their sizes, in French for example.
    "rulebook.kinds": ((_tiles, "A meld is a group or a run."),),
    # Basic Rummy and Rummy 500 have no opening; Liverpool allows no melds after it.
    "rulebook.lay": (
        (_no_opening, "You may lay new melds and lay off cards, in any order."),
        (
            lambda v: not v.opening.further_melds,
            ("Once you have opened, you may lay off as many cards as you like."),
        ),
    ),
    # BAS-RUMMY-01: without an opening, what counts is that a player has laid nothing.
    "rulebook.all_at_once": (
        (
            _no_opening,
            (
                "Going out all at once means laying your first meld and getting rid of all your cards in the "
                "same turn."
            ),
        ),
    ),
    # RKB-OPEN-04, RKB-D03: a player who opens can do nothing else in that turn, or may rearrange the table too.
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
    # Machiavelli: nobody has to open, so the table may be rearranged from the first turn on.
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
            _okeys,
            (
                "The indicator stays beside the stock, out of play, until the round ends. If it is a "
                "false joker, shuffle it back into the stock and turn up another tile."
            ),
        ),
        (
            lambda v: v.dealing.turned_card == "wild_rank" and _no_jokers(v),
            (
                "One more card is turned up and stays beside the stock until the round ends. All cards of "
                "its rank are wild in this round."
            ),
        ),
        (
            lambda v: v.dealing.turned_card == "natural" and _no_wilds(v),
            "One more card is turned up and stays beside the stock, out of play, until the round ends.",
        ),
    ),
    field_of(names.drawing.buy_when_down): ((_no_opening, "You may buy even after you have laid melds."),),
    field_of(names.table.layoff_requires_open): (
        (_no_opening, "You may lay off cards even before you have laid a meld."),
    ),
    field_of(names.table.take): (
        (
            lambda v: v.table.take == "opened" and _no_wilds(v),
            "Once you have opened, you may take cards out of melds on the table to make a new meld.",
        ),
    ),
    # With a limit of 0 every knock is gin, so "after gin" would sound like an exception.
    field_of(names.closing.layoff_on_gin): (
        (
            lambda v: v.closing.knock_limit == 0 and not v.closing.layoff_on_gin,
            "The other player may not lay off cards.",
        ),
    ),
    field_of(names.table.recover_wild_ranks): (
        (
            lambda v: _no_jokers(v) and not v.table.recover_wild_ranks,
            "You may never recover cards of a wild rank.",
        ),
        (
            _no_jokers,
            "You may recover cards of a wild rank, unless they stand for another card of a wild rank.",
        ),
    ),
    field_of(names.opening.pairs): (
        (
            lambda v: v.opening.pairs is not None and _no_jokers(v),
            (
                "Instead, you may open with {value} pairs or more, whatever they are worth. A pair is two "
                "copies of one card. An opening may not mix pairs with groups or runs. If you open with "
                "pairs, your later melds must be pairs too, but you may add cards to groups and runs. You "
                "may not add cards to a pair."
            ),
        ),
        # OKO-JOK-03: the joker of a pair can be exchanged wherever that of a run can.
        (
            lambda v: v.opening.pairs is not None and v.table.run_joker == "exact" and swaps_happen(v),
            (
                "Instead, you may open with {value} pairs or more, whatever they are worth. A pair is two "
                "copies of one card, a joker with any card, or two jokers. An opening may not mix pairs with "
                "groups or runs. If you open with pairs, your later melds must be pairs too, but you may add "
                "cards to groups and runs. You may not add cards to a pair, but you may exchange its joker "
                "for the other copy of the card."
            ),
        ),
    ),
    # The sentence `rulebook.hand_by_round` says how they are dealt.
    field_of(names.dealing.hand_size): (
        (
            lambda v: any(name == field_of(names.dealing.hand_size) for name, _ in v.match.rounds),
            "Each player is dealt {value} cards.",
        ),
    ),
    # D-137: pairs are compared with pairs, and points with points.
    field_of(names.opening.escalates): (
        (
            lambda v: v.opening.escalates and v.opening.pairs is not None,
            (
                "Your opening must be worth more points than every earlier opening in the round. If you open "
                "with pairs, you need more pairs than every earlier opening in pairs instead."
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
            lambda v: v.closing.declare_pairs and _no_jokers(v),
            (
                "Instead, you may declare with pairs alone: all your cards except your discard must then be "
                "in pairs. A pair is two copies of one card."
            ),
        ),
    ),
    # Liverpool: the contract belongs to the round.
    field_of(names.opening.contracts): (
        (
            lambda v: v.opening.contracts is not None and v.opening.contract_due == "round",
            (
                "To open, lay all the melds of the round's contract together. You may wait even if you could "
                "already lay them. There are {count} contracts."
            ),
        ),
    ),
    # LIV-DOWN-04: no further melds, so the sentence must not offer them.
    field_of(names.opening.contract_extras): (
        (
            lambda v: not v.opening.further_melds and v.opening.contract_extras == "same_turn",
            "You may lay off cards even in the turn in which you lay your contract.",
        ),
        (
            lambda v: not v.opening.further_melds,
            "You may lay off cards from the turn after the one in which you lay your contract.",
        ),
    ),
    # BAS-OUT-01: a hand may be emptied on the table, and then nothing is left to discard.
    "rulebook.discard": (
        (
            lambda v: v.closing.final_discard != "required",
            ("Discard one card, face up, unless you have none left. Then it is the next player's turn."),
        ),
    ),
    # RUM-DRAW-02: only the top card is free there.
    field_of(names.drawing.discard_use): (
        (
            lambda v: v.drawing.discard_use is None and v.drawing.discard_depth != 1,
            "If you take only the top discard, you need not use it at once.",
        ),
        *(
            (_uses_left(use), options_of(SLOTS["drawing"])["discard_use"].template(use))
            for use in map(frozenset, (("meld", "layoff"), ("meld",), ("layoff",)))
        ),
        (lambda v: _without_swaps(v) == frozenset[str](), "You may never take the discard."),
    ),
    # If the ace has both places, the order of ranks is printed and shows how long a run can be.
    field_of(names.melding.max_run): (
        *(
            (_tiles_with(_order_above_king(test)), f"{_ORDER_OF_TILES}{tail}.")
            for tail, test in _TAILS.items()
        ),
        *((_order_above_king(test), f"{_ORDER}{tail}.") for tail, test in _TAILS.items()),
    ),
    field_of(names.melding.ace_meld_values): (
        (
            lambda v: v.melding.ace == "low" and not _each_ace_the_same(v),
            "A meld is worth the sum of its cards; an ace counts {first} in a run and {third} in a group.",
        ),
        (
            lambda v: v.melding.ace == "high" and not _each_ace_the_same(v),
            "A meld is worth the sum of its cards; an ace counts {second} in a run and {third} in a group.",
        ),
    ),
    field_of(names.opening.minimum): (
        (_no_opening, "Your first melds may be of any kind and worth any number of points."),
    ),
    field_of(names.opening.clean): (
        (lambda v: v.opening.clean is None and _no_wilds(v), "The opening needs no run."),
        (
            lambda v: v.opening.clean in ("run_meld", "run_window") and _no_wilds(v),
            "Your opening must contain a run; its points count too.",
        ),
    ),
    # Romme, Scala 40 and 101 Okey require points alone, so "nor a clean meld" would puzzle their players.
    field_of(names.opening.all_at_once_requires): (
        (
            lambda v: v.opening.all_at_once_requires == "nothing" and v.opening.clean is None,
            ("If you go out all at once, your opening may be worth any number of points."),
        ),
        (
            lambda v: v.opening.all_at_once_requires == "points" and _no_wilds(v),
            ("If you go out all at once, you need the points but no run."),
        ),
        (
            lambda v: v.opening.all_at_once_requires == "nothing" and _no_wilds(v),
            ("If you go out all at once, you need neither the points nor a run."),
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
            lambda v: v.table.set_joker == "four_only" and not _threes_hold_wilds(v),
            "To recover a wild card from a group of four, use the card of the missing suit.",
        ),
        (
            lambda v: v.table.set_joker == "either_missing" and not _threes_hold_wilds(v),
            "To recover a wild card from a group, use the card of the missing suit.",
        ),
        (
            lambda v: v.table.set_joker == "both_at_once" and v.table.closed_four_set,
            "To recover a wild card from a group of three, put down both missing cards together.",
        ),
    ),
    # KAL-JSWAP-05: a group of four with two jokers gives one of them back.
    field_of(names.table.closed_four_set): (
        (
            lambda v: v.table.closed_four_set and wilds_share_a_four(v),
            (
                "A single wild card in a group of four stays where it is. If there are two, you may recover one of "
                "them by putting down one of the missing cards."
            ),
        ),
    ),
    # TT-LAST-01: where the others have a last turn, the declaration does not end the round yet.
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
    # Where melds stay in the hand, "left in your hand" would sound as if matched aces counted too.
    field_of(names.scoring.ace_hand_value): ((Need.HIDDEN.met, "An ace is worth {value}."),),
    field_of(names.scoring.joker_hand_value): (
        (
            lambda v: Need.HIDDEN.met(v) and v.scoring.joker_hand_value != "double",
            "An unmatched joker counts {value}.",
        ),
    ),
    field_of(names.scoring.wild_hand_value): (
        (
            lambda v: Need.HIDDEN.met(v) and v.scoring.wild_hand_value is not None,
            "An unmatched card of a wild rank counts {value}.",
        ),
    ),
    field_of(names.scoring.unopened_flat): (
        (
            lambda v: _no_opening(v) and v.scoring.unopened_flat is None,
            "It makes no difference whether a loser has laid melds.",
        ),
        (
            lambda v: declares(v) and v.scoring.unopened_flat is not None,
            "Each loser of a round scores {value}, whatever cards they hold.",
        ),
    ),
    # In Okey and Three Thirteen nobody goes out: a player declares.
    field_of(names.scoring.winner_score): ((declares, "The player who declares scores {value}."),),
    field_of(names.scoring.winner_multiplied): (
        (
            lambda v: declares(v) and v.scoring.winner_multiplied,
            "The factors above also multiply the score of the player who declares.",
        ),
        (declares, "The factors above do not multiply the score of the player who declares."),
    ),
    field_of(names.scoring.pairs_factor): (
        (
            lambda v: declares(v) and v.scoring.pairs_factor is not None,
            (
                "If you declare with pairs, the points of the others are multiplied by {value}. If "
                "another factor applies too, multiply by that as well."
            ),
        ),
    ),
    field_of(names.scoring.double_on): (
        (
            lambda v: _no_opening(v) and v.scoring.double_on == "all_at_once",
            "The factor for going out all at once applies even if others have laid melds.",
        ),
        (_no_opening, "The factor for going out all at once applies only if nobody else has laid a meld."),
        (
            _tiles_with(lambda v: v.scoring.double_on == "all_at_once"),
            "The factor for going out all at once applies even if others have opened.",
        ),
        (_tiles, "The factor for going out all at once applies only if nobody else has opened."),
    ),
    # BAS-RUMMY-03: nobody opens in Basic Rummy.
    field_of(names.scoring.all_at_once_after): (
        (
            lambda v: _no_opening(v) and v.scoring.all_at_once_after == "no_meld",
            "You may still go out all at once if you laid off cards in an earlier turn.",
        ),
        (_no_opening, "You can no longer go out all at once if you laid off cards in an earlier turn."),
    ),
    field_of(names.scoring.flat_multiplied): (
        (
            lambda v: declares(v) and v.scoring.flat_multiplied,
            "These factors multiply what each loser scores.",
        ),
        (declares, "No factor multiplies what each loser scores."),
    ),
    field_of(names.scoring.joker_finish_any_factor): (
        (
            lambda v: declares(v) and v.scoring.joker_finish_any_factor is not None,
            "If you discard a joker when you declare, the points of the others are multiplied by {value}.",
        ),
    ),
    field_of(names.scoring.cap): (
        (
            lambda v: v.scoring.cap is not None and v.scoring.winner_collects is not None,
            "A loser's hand counts for at most {value} points.",
        ),
    ),
    field_of(names.scoring.wild_discard_charge): (
        (
            lambda v: bool(v.scoring.wild_discard_charge and v.scoring.fitting_discard_charge),
            (
                "If you discard a wild card, {value:point is|points are} added to your score, no matter who "
                "wins. No factor multiplies this charge, and your last card is exempt. If the wild card also "
                "fits a meld on the table, you pay only once."
            ),
        ),
    ),
    field_of(names.scoring.fitting_discard_charge): (
        (
            lambda v: v.scoring.fitting_discard_charge is not None and swaps_happen(v),
            (
                "If you discard a card that could be added to a meld on the table at that moment, "
                "{value:point is|points are} added to your score, no matter who wins. No factor multiplies "
                "this charge, and your last card is exempt. A card that could only be exchanged for a wild "
                "card costs nothing."
            ),
        ),
    ),
    field_of(names.closing.declare_pure_runs): (
        (
            lambda v: v.closing.declare_pure_runs == 1 and _wilds_in_their_place(v),
            (
                "One of the runs must be pure (without a wild card). A card of a wild rank that stands "
                "for itself counts as natural."
            ),
        ),
        (
            lambda v: v.closing.declare_pure_runs > 1 and _wilds_in_their_place(v),
            (
                "{value} of the runs must be pure (without a wild card). A card of a wild rank that "
                "stands for itself counts as natural."
            ),
        ),
    ),
    # Titles of sections, by their codes.
    "knock": ((declares, "The declaration"),),
    "opening": ((_no_opening, "First melds"),),
    "rulebook.hidden_discard": (
        (
            declares,
            ("Discard one card, face up. Then it is the next player's turn."),
        ),
    ),
    field_of(names.scoring.kind): (
        (
            lambda v: v.scoring.kind == "penalty" and declares(v) and not Need.CARDS_COUNT.met(v),
            ("Points count against you; the cards in the losers' hands are not counted."),
        ),
        (
            lambda v: v.scoring.kind == "penalty" and declares(v),
            (
                "Points count against you. Each loser of a round scores the value of their unmatched "
                "cards; choose your melds so that this value is as low as possible."
            ),
        ),
        (
            lambda v: v.scoring.winner_collects is not None and declares(v),
            (
                "The unmatched cards in the losers' hands are counted. Choose your melds so that your "
                "unmatched cards are worth as little as possible."
            ),
        ),
        (
            lambda v: v.scoring.winner_collects is not None,
            ("The cards left in the losers' hands are counted; cards on the table do not count."),
        ),
    ),
    field_of(names.scoring.winner_collects): (
        (
            lambda v: v.scoring.winner_collects == "credit" and declares(v),
            "The winner of the round scores the points of all the other hands; the losers score nothing.",
        ),
        (
            lambda v: (
                v.scoring.winner_collects == "zero_sum" and declares(v) and v.scoring.fold_prices is not None
            ),
            (
                "Each loser is charged the points of their own hand, or the price of dropping out, and "
                "the winner of the round scores the total."
            ),
        ),
        (
            lambda v: v.scoring.winner_collects == "zero_sum" and declares(v),
            (
                "Each loser is charged the points of their own hand, and the winner of the round scores the total."
            ),
        ),
    ),
    # Frustration has no scores, and Okey ends with a last turn, not with a draw that fails.
    field_of(names.closing.stalemate): (
        (
            lambda v: v.closing.stock_out == "pass" and v.closing.stalemate == "count_hands",
            "In such a round all players score as losers do.",
        ),
        (lambda v: v.closing.stock_out == "pass", "Such a round is void: nobody scores."),
        # In Rummy 500 winners and losers score alike.
        (
            lambda v: v.closing.stalemate == "count_hands" and nets(v),
            "If the round ends because no card is left to draw, it is scored as usual.",
        ),
        (
            lambda v: v.scoring.kind == "none",
            ("If there is no card left to draw, the round is void: contracts laid in it do not count."),
        ),
        (
            lambda v: v.closing.stock_out != "blocked" and v.closing.stalemate == "void",
            "If the round ends because no card is left to draw, it is void: nobody scores.",
        ),
    ),
    field_of(names.scoring.all_at_once_flat): (
        (
            lambda v: _no_opening(v) and v.scoring.all_at_once_flat is not None,
            (
                "If you lay your first meld and get rid of all your cards in the same turn, every other "
                "player scores exactly {value}."
            ),
        ),
    ),
    field_of(names.scoring.all_at_once_factors): (
        (
            lambda v: v.scoring.all_at_once_factors != (1,) and _no_wilds(v),
            "Going out all at once multiplies the points of the others by {first}.",
        ),
    ),
    field_of(names.scoring.joker_finish_factor): (
        (
            lambda v: v.scoring.joker_finish == "last_card_any" and at_once_factor(v),
            (
                "If a joker is your last discard, or among the cards that you place last, the factor is "
                "{value} instead."
            ),
        ),
        (
            lambda v: v.scoring.joker_finish == "last_card_any",
            (
                "Going out all at once with a joker as your last discard, or among the cards that you "
                "place last, multiplies the points of the others by {value}."
            ),
        ),
        (
            lambda v: not at_once_factor(v),
            (
                "Going out all at once with a joker as your last discard multiplies the points of the "
                "others by {value}."
            ),
        ),
    ),
    field_of(names.match.dealer_rotation): (
        (
            lambda v: v.match.dealer_rotation == "loser" and highest_wins(v),
            "The loser of a round deals the next one.",
        ),
    ),
    # D-145 closes each column by itself. In Rummy 500, where everybody scores, equal totals above 500 are possible.
    field_of(names.match.end): (
        (
            lambda v: v.match.end == "first_to_target_wins" and _columns(v),
            (
                "A column is closed when a player reaches the target in it, and later wins no longer "
                "count there. When all columns are closed, the match ends, and the player with the "
                "highest sum of the three columns wins."
            ),
        ),
        (
            lambda v: v.match.end == "first_to_target_wins" and nets(v),
            (
                "The match ends with the round in which a player reaches the target. The highest total "
                "wins; players with the same highest total share the win."
            ),
        ),
        (
            lambda v: v.match.end == "hands" and v.match.hands == 1 and highest_wins(v),
            "The player with the highest total wins.",
        ),
        (
            lambda v: v.match.end == "hands" and highest_wins(v),
            "After the last round the player with the highest total wins.",
        ),
        (
            lambda v: v.match.end == "hands" and v.match.hands == 1,
            "The player with the lowest total wins.",
        ),
    ),
    field_of(names.match.lowest_tie): (
        (
            lambda v: v.match.lowest_tie == "shared" and highest_wins(v),
            "Players with the same highest total share the win.",
        ),
        (
            highest_wins,
            "Players with the same highest total play one more round, without the others, until one of them leads.",
        ),
    ),
    field_of(names.match.game_bonus): (
        (
            lambda v: v.match.game_bonus is not None and _columns(v),
            "The winner of a column adds a bonus of {value} points in it.",
        ),
    ),
    field_of(names.match.box_bonus): (
        (
            lambda v: v.match.box_bonus is not None and _columns(v),
            "In each column a player adds {value} points for every win that counts there.",
        ),
    ),
}
"""The sentences of options and of `FIXED` that also depend on other options; the first whose test is met is used."""


def worded(name: str, usual: str, settings: Settings) -> str:
    """Return the sentence for this game, with its blanks unfilled."""
    # If a custom policy leaves a condition open, it gives None, and the option's own sentence stays.
    for test, text in WORDINGS.get(name, ()):
        if settings.met(test):
            return text
    return usual
