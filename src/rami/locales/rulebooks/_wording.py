"""Sentences that replace an option's own where another option changes the rule.

An option knows nothing about the other options, so its sentence may mention jokers in a game without any, or cards in a
game with tiles. `OTHERWISE` lists such cases by the name of the option, or of a sentence of `_sections`. Each case is a
test of the game and a sentence to use instead; the first test that is met decides. Tiles need an entry only if
replacing words is not enough, because a language replaces "card" by "tile" itself (`rami.errors.texts.TILE_WORDS`).
"""

from __future__ import annotations

from collections.abc import Mapping

from rami.errors.texts import TILES, are_tiles
from rami.policies.declaring.fields import options_of
from rami.policies.declaring.needs import (
    Need,
    at_once_factor,
    declares,
    jokers,
    nets,
    opens,
    piles,
    regroups,
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
    """Return whether the game is played with tiles whose wild ones are okeys."""
    return v.equipment.faces == TILES


def _tiles_with(test: Condition) -> Condition:
    return lambda v: _tiles(v) and test(v)


def _okeys_with(test: Condition) -> Condition:
    return lambda v: _okeys(v) and test(v)


def _without_swaps(v: Settings) -> frozenset[str] | None:
    """Return the uses of the discard, without exchanges if none can happen; None if no use is listed."""
    use = v.drawing.discard_use
    # The rules of a game without wild cards must not offer to exchange a discard for one.
    return use - {"swap"} if use is not None and "swap" in use and not swaps_happen(v) else None


def _uses_left(use: frozenset[str]) -> Condition:
    return lambda v: _without_swaps(v) == use


def _no_jokers(v: Settings) -> bool:
    return not jokers(v)


def _no_opening(v: Settings) -> bool:
    return not opens(v)


def _no_wilds(v: Settings) -> bool:
    return not Need.WILDS.met(v)


def _threes_hold_wilds(v: Settings) -> bool:
    return smallest_wild_group(v) == 3


def _wilds_in_their_place(v: Settings) -> bool:
    """Return whether a card of a wild rank may count as a natural card in its own place."""
    return v.equipment.natural_wilds and bool(Need.WILD_RANKS.met(v))


def _credit(v: Settings) -> bool:
    return v.scoring.kind in ("credit", "net")


def _columns(v: Settings) -> bool:
    return v.match.columns == 3


def _order_above_king(tail: Condition) -> Condition:
    return lambda v: v.melding.ace == "both" and tail(v)


def _each_ace_the_same(v: Settings) -> bool:
    return len(set(v.melding.ace_meld_values)) == 1


def _groups(three: bool, four: bool) -> Condition:
    def fits(v: Settings) -> bool:
        fewest, most = v.melding.set_min, v.melding.set_max
        return three == (fewest <= 3) and four == (fewest <= 4 and (most is None or most >= 4))

    return fits


OTHERWISE: Mapping[str, tuple[tuple[Condition, str], ...]] = {
    # The three games of declarations, gin, Frustration and Rummy 500; all others get rid of their cards.
    "rulebook.aim": (
        (
            declares,
            (
                "The aim of a round is to be the first to fit all your cards but one into melds, that is "
                "groups and runs."
            ),
        ),
        (
            lambda v: v.table.concealed,
            (
                "Sort your cards into melds, that is groups and runs. Cards that fit into no meld are "
                "deadwood, and their points count against you: end the round with less deadwood than the "
                "other player."
            ),
        ),
        (
            lambda v: v.match.end == "contracts" and v.opening.contracts is not None,
            (
                "The aim of the match is to be the first to complete all contracts: lists of melds, that "
                "is groups and runs, to lay on the table."
            ),
        ),
        (
            nets,
            (
                "The aim of a round is to score with the cards you lay on the table in melds, that is "
                "groups and runs, and to keep few in your hand."
            ),
        ),
    ),
    # OKO-WILD-03: false jokers look wild but are not.
    "rulebook.wild": ((_okeys, "All tiles but the okeys are ordinary."),),
    field_of(names.equipment.packs): (
        (
            _tiles_with(lambda v: isinstance(v.equipment.packs, int)),
            (
                "The tiles have the numbers from 1 to 13 in four colours, red, yellow, blue and black; there are "
                "{value} of each."
            ),
        ),
        (
            _tiles,
            (
                "The tiles have the numbers from 1 to 13 in four colours, red, yellow, blue and black; the game uses "
                "{shares}, and a set has each tile once."
            ),
        ),
    ),
    field_of(names.equipment.jokers): (
        (_okeys_with(lambda v: v.equipment.jokers == 0), "There are no false jokers and no okeys."),
        (_okeys_with(lambda v: isinstance(v.equipment.jokers, int)), "There are also {value} false jokers."),
        (_okeys, "There are also false jokers, as many as okeys."),
    ),
    field_of(names.equipment.faces): (
        (
            _okeys_with(jokers),
            (
                "When the tiles have been dealt, one of them is turned up, the indicator. The okey is the "
                "tile of the same colour with the next number (after 13 comes 1); every copy of it may "
                "stand for any tile of a meld, within the limits below. A false joker is not an okey: it "
                "is the tile that the okey would have been. With a red 5 turned up, the red 6 is the "
                "okey, and a false joker is an ordinary red 6."
            ),
        ),
        (_okeys, "When the tiles have been dealt, one of them is turned up, the indicator."),
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
    # OKE-RUN-02 and OKE-RUN-03: 12-13-1 is a run of Okey, 13-1-2 of no game.
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
    "rulebook.kinds": (
        (_tiles, "A meld is a group or a run."),
        (_groups(True, False), "A meld is a group (three of a kind) or a run."),
        (_groups(False, True), "A meld is a group (four of a kind) or a run."),
        (_groups(False, False), "A meld is a group or a run."),
    ),
    # Basic Rummy and Rummy 500 have no opening; Liverpool allows no meld after it.
    "rulebook.lay": (
        (_no_opening, "You may lay new melds and lay off cards, in any order."),
        (lambda v: not v.opening.further_melds, "Once you have opened, you may lay off cards, in any order."),
    ),
    # BAS-RUMMY-01: without an opening, having laid nothing is what counts.
    "rulebook.all_at_once": (
        (
            _no_opening,
            "If you had laid no meld and get rid of all your cards in one turn, you go out all at once.",
        ),
    ),
    # RKB-OPEN-04: there is no second step in the turn of the opening.
    field_of(names.opening.post_open): (
        (
            lambda v: regroups(v) and v.opening.post_open == "next_turn",
            (
                "Your opening is a turn by itself: it consists of cards from your hand alone, and the rest of the "
                "table stays as it is. You may rearrange the table from your next turn on."
            ),
        ),
    ),
    # Gin speaks of the upcard again when it is offered, so here it gets its name.
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
                "The indicator stays beside the stock, out of play, until the round ends. If a false "
                "joker is turned up, it goes back into the stock, which is shuffled, and another tile is "
                "turned up."
            ),
        ),
        (
            lambda v: v.dealing.turned_card == "wild_rank" and _no_jokers(v),
            (
                "One more card is turned up beside the stock: all cards of its rank are wild in this "
                "round. The card itself stays there until the round ends."
            ),
        ),
        (
            lambda v: v.dealing.turned_card == "natural" and _no_wilds(v),
            "One more card is turned up beside the stock and stays there, out of play, to the end of the round.",
        ),
    ),
    field_of(names.drawing.buy_when_down): ((_no_opening, "You may buy even after you have laid melds."),),
    field_of(names.table.layoff_requires_open): (
        (_no_opening, "You may lay off cards even before you have laid a meld."),
    ),
    field_of(names.table.take): (
        (
            lambda v: v.table.take == "opened" and _no_wilds(v),
            "Once you have opened, you may take cards out of melds to form a new one.",
        ),
    ),
    # With a limit of 0 every knock is gin, so "after gin" would sound like an exception.
    field_of(names.closing.layoff_on_gin): (
        (
            lambda v: v.closing.knock_limit == 0 and not v.closing.layoff_on_gin,
            "Nobody adds cards to the melds that are shown.",
        ),
    ),
    field_of(names.table.recover_wild_ranks): (
        (
            lambda v: _no_jokers(v) and not v.table.recover_wild_ranks,
            "Cards of a wild rank are never exchanged.",
        ),
        (
            _no_jokers,
            "Cards of a wild rank are recovered like any wild card, unless they are in the place of such a card.",
        ),
    ),
    field_of(names.opening.pairs): (
        (
            lambda v: v.opening.pairs is not None and _no_jokers(v),
            (
                "Instead, you may open with {value} pairs or more, whatever they are worth. A pair is two "
                "copies of one card, and counts as a meld. Do not mix pairs and other melds in an opening. "
                "If you open with pairs, you lay only pairs for the rest of the round, and may add cards to "
                "groups and runs. Nothing is added to a pair."
            ),
        ),
    ),
    field_of(names.table.pair_layoffs): (
        (
            lambda v: v.table.pair_layoffs == 1 and swaps_happen(v),
            "If you have opened with pairs, you may lay off one card in a turn, apart from exchanging wild cards.",
        ),
        (
            lambda v: v.table.pair_layoffs is not None and swaps_happen(v),
            (
                "If you have opened with pairs, you may lay off at most {value} cards in a turn, apart from "
                "exchanging wild cards."
            ),
        ),
    ),
    field_of(names.closing.declare_pairs): (
        (
            lambda v: v.closing.declare_pairs and _no_jokers(v),
            (
                "The cards shown may instead all be in pairs: a pair is two copies of one card. Pairs and melds are "
                "not mixed."
            ),
        ),
    ),
    # Liverpool: the contract belongs to the round.
    field_of(names.opening.contracts): (
        (
            lambda v: v.opening.contracts is not None and v.opening.contract_due == "round",
            (
                "You open, if you wish, by laying all melds of the contract of that round together; there "
                "are {count} contracts."
            ),
        ),
    ),
    # LIV-DOWN-04: no further melds, so the sentence must not offer them.
    field_of(names.opening.contract_extras): (
        (
            lambda v: not v.opening.further_melds and v.opening.contract_extras == "same_turn",
            "Once you have laid your contract, you may lay off cards in the same turn.",
        ),
        (
            lambda v: not v.opening.further_melds,
            "Once you have laid your contract, you may lay off cards from your next turn on.",
        ),
    ),
    # BAS-OUT-01: a hand may be emptied on the table, and then nothing is left to discard.
    "rulebook.discard": (
        (
            lambda v: v.closing.final_discard != "required",
            (
                "Discard one card, face up, on the discard pile, unless you have none left. Then it is "
                "the next player's turn."
            ),
        ),
    ),
    # RUM-DRAW-02: only the top card is free there.
    field_of(names.drawing.discard_use): (
        (
            lambda v: v.drawing.discard_use is None and v.drawing.discard_depth != 1,
            "You may take the top discard alone freely, without using it at once.",
        ),
        *(
            (_uses_left(use), options_of(SLOTS["drawing"])["discard_use"].template(use))
            for use in map(frozenset, (("meld", "layoff"), ("meld",), ("layoff",)))
        ),
        (lambda v: _without_swaps(v) == frozenset[str](), "You may never take the discard."),
    ),
    # If the ace has both places, the order of ranks is printed, and its end shows the length of the longest run.
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
            "A meld is worth the sum of its cards; an ace in it counts {first} in a run, and {third} in a group.",
        ),
        (
            lambda v: v.melding.ace == "high" and not _each_ace_the_same(v),
            "A meld is worth the sum of its cards; an ace in it counts {second} in a run, and {third} in a group.",
        ),
    ),
    field_of(names.opening.minimum): (
        (_no_opening, "The first melds that you lay need no points and no meld of a certain kind."),
    ),
    field_of(names.opening.clean): (
        (lambda v: v.opening.clean is None and _no_wilds(v), "The opening needs no run."),
        (
            lambda v: v.opening.clean in ("run_meld", "run_window") and _no_wilds(v),
            "It must contain a run, whose points count too.",
        ),
    ),
    # Romme, Scala 40 and 101 Okey ask for points alone, so "nor a clean meld" would puzzle their players.
    field_of(names.opening.all_at_once_requires): (
        (
            lambda v: v.opening.all_at_once_requires == "nothing" and v.opening.clean is None,
            (
                "If you go out in the turn in which you open, you need no points; if you open without "
                "them, you must go out in that turn."
            ),
        ),
        (
            lambda v: v.opening.all_at_once_requires == "points" and _no_wilds(v),
            (
                "If you go out in the turn in which you open, you need the points but no run; if you open "
                "without one, you must go out in that turn."
            ),
        ),
        (
            lambda v: v.opening.all_at_once_requires == "nothing" and _no_wilds(v),
            (
                "If you go out in the turn in which you open, you need neither points nor a run; if you "
                "open without them, you must go out in that turn."
            ),
        ),
    ),
    # D-49: at Lebanese 14 both copies of the card are melded before a joker may stand for it.
    field_of(names.table.run_joker): (
        (
            lambda v: (
                v.table.run_joker == "exact"
                and v.melding.joker_in_run == "burnt"
                and v.melding.burnt_scope == "melds"
            ),
            (
                "The wild card of a run could be exchanged only for the very card that it stands for; as every "
                "copy of that card is on the table, it stays."
            ),
        ),
    ),
    field_of(names.table.set_joker): (
        (
            lambda v: v.table.set_joker == "four_only" and not _threes_hold_wilds(v),
            "The wild card of a group of four may be exchanged for the missing suit.",
        ),
        (
            lambda v: v.table.set_joker == "either_missing" and not _threes_hold_wilds(v),
            "The wild card of a group may be exchanged for the missing suit.",
        ),
        (
            lambda v: (
                v.table.set_joker == "both_at_once" and v.table.closed_four_set and not wilds_share_a_four(v)
            ),
            "The wild card of a group of three may be exchanged for both missing cards together.",
        ),
    ),
    # KAL-JSWAP-05: a group of four with two jokers gives one of them back.
    field_of(names.table.closed_four_set): (
        (
            lambda v: v.table.closed_four_set and wilds_share_a_four(v),
            "The only wild card of a group of four is never exchanged; where it has two, one of them may be exchanged.",
        ),
    ),
    # OKE-OUT-01: the last tile is put on the indicator.
    field_of(names.closing.out_discard): (
        (
            lambda v: (
                declares(v) and v.dealing.turned_card == "natural" and v.closing.out_discard == "face_up"
            ),
            "Place that discard face up on the card turned up; it may be any card.",
        ),
    ),
    # Where melds stay in the hand, "left in your hand" would sound as if matched aces counted, too.
    field_of(names.scoring.ace_hand_value): ((Need.HIDDEN.met, "An ace is worth {value}."),),
    field_of(names.scoring.joker_hand_value): (
        (
            lambda v: Need.HIDDEN.met(v) and v.scoring.joker_hand_value != "double",
            "A joker outside of melds counts {value}.",
        ),
    ),
    field_of(names.scoring.wild_hand_value): (
        (
            lambda v: Need.HIDDEN.met(v) and v.scoring.wild_hand_value is not None,
            "A card of a wild rank outside of melds counts {value}.",
        ),
    ),
    field_of(names.scoring.unopened_flat): (
        (
            lambda v: _no_opening(v) and v.scoring.unopened_flat is None,
            "Your cards count whether or not you have laid melds.",
        ),
        (
            lambda v: declares(v) and v.scoring.unopened_flat is not None,
            "Each loser of a round scores {value}, whatever the hand.",
        ),
    ),
    # At Okey and Three Thirteen nobody goes out: a player declares.
    field_of(names.scoring.winner_score): ((declares, "The player who declares scores {value}."),),
    field_of(names.scoring.winner_multiplied): (
        (
            lambda v: declares(v) and v.scoring.winner_multiplied,
            "Factors of the round also multiply what the player who declares scores.",
        ),
        (declares, "Factors of the round do not multiply what the player who declares scores."),
    ),
    field_of(names.scoring.pairs_factor): (
        (
            lambda v: declares(v) and v.scoring.pairs_factor is not None,
            (
                "Declaring with pairs multiplies the points of the others by {value}; factors multiply "
                "one another."
            ),
        ),
    ),
    field_of(names.scoring.double_on): (
        (
            lambda v: _no_opening(v) and v.scoring.double_on == "all_at_once",
            "The factor for going out all at once applies whether or not others have laid melds.",
        ),
        (_no_opening, "The factor for going out all at once applies only if nobody else has laid a meld."),
        (
            _tiles_with(lambda v: v.scoring.double_on == "all_at_once"),
            "The factor for going out all at once applies whether or not others have opened.",
        ),
        (_tiles, "The factor for going out all at once applies only if nobody else has opened."),
    ),
    # BAS-RUMMY-03: nobody opens in Basic Rummy.
    field_of(names.scoring.all_at_once_after): (
        (
            lambda v: _no_opening(v) and v.scoring.all_at_once_after == "no_meld",
            "If you laid off cards in an earlier turn, you may still go out all at once.",
        ),
        (_no_opening, "If you laid off cards in an earlier turn, you can no longer go out all at once."),
    ),
    field_of(names.scoring.flat_multiplied): (
        (
            lambda v: declares(v) and v.scoring.flat_multiplied,
            "These factors multiply the fixed amount that each loser scores.",
        ),
        (declares, "The fixed amount that each loser scores is never multiplied."),
    ),
    field_of(names.scoring.joker_finish_any_factor): (
        (
            lambda v: declares(v) and v.scoring.joker_finish_any_factor is not None,
            "Discarding a joker to declare multiplies the points of the others by {value}.",
        ),
    ),
    field_of(names.scoring.cap): (
        (
            lambda v: v.scoring.cap is not None and v.scoring.winner_collects is not None,
            "The hand of a loser counts at most {value}.",
        ),
    ),
    field_of(names.scoring.wild_discard_charge): (
        (
            lambda v: bool(v.scoring.wild_discard_charge and v.scoring.fitting_discard_charge),
            (
                "If you discard a wild card, you also score {value}, whoever wins: once, even if it fits a meld on "
                "the table. No factor multiplies that, and your last card costs nothing."
            ),
        ),
    ),
    field_of(names.scoring.fitting_discard_charge): (
        (
            lambda v: v.scoring.fitting_discard_charge is not None and swaps_happen(v),
            (
                "If you discard a card that anybody could add to a meld on the table at that moment, you also score "
                "{value}, whoever wins. A card that could only be exchanged for a wild card costs nothing, nor does "
                "your last card; no factor multiplies these points."
            ),
        ),
    ),
    field_of(names.closing.declare_pure_runs): (
        (
            lambda v: v.closing.declare_pure_runs == 1 and _wilds_in_their_place(v),
            (
                "One of the runs must be pure, that is without a wild card; a card of a wild rank in its own place "
                "counts as natural there."
            ),
        ),
        (
            lambda v: v.closing.declare_pure_runs > 1 and _wilds_in_their_place(v),
            (
                "{value} of the runs must be pure, that is without a wild card; a card of a wild rank in its own "
                "place counts as natural there."
            ),
        ),
    ),
    # Titles of sections, by their codes.
    "knock": ((declares, "The declaration"),),
    "opening": ((_no_opening, "First melds"),),
    "rulebook.hidden_discard": (
        (
            declares,
            (
                "Discard one card, face up, on the discard pile, so that you hold as many as before. Then "
                "it is the next player's turn."
            ),
        ),
    ),
    field_of(names.scoring.kind): (
        (
            lambda v: v.scoring.kind == "penalty" and declares(v) and not Need.CARDS_COUNT.met(v),
            ("Points count against you: each loser of a round scores a fixed amount; cards are not counted."),
        ),
        (
            lambda v: v.scoring.kind == "penalty" and declares(v),
            (
                "Points count against you: each loser of a round scores the value of the cards that fit "
                "into no meld, sorted so that this is as little as possible."
            ),
        ),
        (
            lambda v: v.scoring.winner_collects is not None and declares(v),
            (
                "Only the winner of a round earns points: the value of the cards in the other hands that "
                "fit into no meld, sorted so that this is as little as possible."
            ),
        ),
        (
            lambda v: v.scoring.winner_collects is not None,
            (
                "Only the winner of a round earns points: the value of the cards left in the hands of the "
                "others. Cards on the table do not count."
            ),
        ),
    ),
    field_of(names.scoring.winner_collects): (
        (
            lambda v: v.scoring.winner_collects == "credit" and declares(v),
            "The winner of a round scores the points of all others; they score nothing.",
        ),
        (
            lambda v: (
                v.scoring.winner_collects == "zero_sum" and declares(v) and v.scoring.fold_prices is not None
            ),
            (
                "Each of the others loses the points of their own hand, or the price of dropping out, and the "
                "winner of the round scores the sum."
            ),
        ),
        (
            lambda v: v.scoring.winner_collects == "zero_sum" and declares(v),
            "Each of the others loses the points of their own hand, and the winner of the round scores the sum.",
        ),
    ),
    # Frustration has no scores, and Okey ends with a last turn, not with a draw that fails.
    field_of(names.closing.stalemate): (
        (
            lambda v: v.closing.stock_out == "pass" and v.closing.stalemate == "count_hands",
            "Such a round is scored like any other, with nobody out.",
        ),
        (lambda v: v.closing.stock_out == "pass", "Such a round is void: nobody scores."),
        (
            lambda v: v.scoring.kind == "none",
            ("If a player can draw no card, the round is void: nobody completes a contract in it."),
        ),
        (
            lambda v: v.closing.stock_out != "blocked" and v.closing.stalemate == "void",
            "A round that ends because no card is left to draw is void: nobody scores.",
        ),
    ),
    field_of(names.scoring.all_at_once_flat): (
        (
            lambda v: _no_opening(v) and v.scoring.all_at_once_flat is not None,
            (
                "If you had laid no meld and get rid of all your cards in one turn, every other player scores "
                "exactly {value}."
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
                "Where that factor applies, a joker as your last discard, or among the cards that you place last, "
                "makes it {value}."
            ),
        ),
        (
            lambda v: v.scoring.joker_finish == "last_card_any",
            (
                "If you go out all at once with a joker as your last discard, or among the cards that you place "
                "last, that multiplies the points of the others by {value}."
            ),
        ),
        (
            lambda v: not at_once_factor(v),
            (
                "If you go out all at once with a joker as your last discard, that multiplies the points of the "
                "others by {value}."
            ),
        ),
    ),
    field_of(names.match.dealer_rotation): (
        (
            lambda v: v.match.dealer_rotation == "loser" and _credit(v),
            "The loser of a round deals the next one.",
        ),
    ),
    # D-145 closes each column by itself; equal totals above 500 are possible at Rummy 500, where all score.
    field_of(names.match.end): (
        (
            lambda v: v.match.end == "first_to_target_wins" and _columns(v),
            (
                "A column ends when a player reaches the target in it, and then takes no more entries; when all are "
                "closed, the match ends and the highest sum of the columns wins."
            ),
        ),
        (
            lambda v: v.match.end == "first_to_target_wins" and nets(v),
            (
                "The match ends with the round in which a player reaches the target; the highest total wins, and equal "
                "totals share the win."
            ),
        ),
        (lambda v: v.match.end == "hands" and _credit(v), "After the last round the highest total wins."),
    ),
    field_of(names.match.lowest_tie): (
        (
            lambda v: v.match.lowest_tie == "shared" and _credit(v),
            "Players with the same highest total share the win.",
        ),
        (
            _credit,
            "Players with the same highest total play one more round, without the others, until one of them leads.",
        ),
    ),
    field_of(names.match.game_bonus): (
        (
            lambda v: v.match.game_bonus is not None and _columns(v),
            "The winner of a column has a bonus of {value} in it.",
        ),
    ),
    field_of(names.match.box_bonus): (
        (
            lambda v: v.match.box_bonus is not None and _columns(v),
            "In each column a player has a bonus of {value} for every round won that counts there.",
        ),
    ),
}
"""The sentences of options and of `FIXED` that also depend on other options; the first whose test is met is used."""


def worded(name: str, usual: str, settings: Settings) -> str:
    """Return the sentence for this game, with its blanks."""
    # None, for a condition that a custom policy leaves open, keeps the option's own sentence.
    for test, text in OTHERWISE.get(name, ()):
        if settings.met(test):
            return text
    return usual
