"""The built-in codes, each with its English sentence: the source of every other language's catalogue.

A blank such as `{card}` is filled with a parameter, `{count:card|cards}` with a number and the word that goes
with it, `{choices!r:,}` for values with commas between them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from rami._values import Closed


def _conflict(why: str) -> str:
    """The sentence of options that contradict each other."""
    return f"{{fields:,}} do not go together: {why}; change {{change}}"


class Reason(Closed, StrEnum):
    """The built-in violation codes, each for one reason; the page "Codes and messages" has what each of them says.

    A custom policy may use any other string as a code, and give its sentences with it; the engine passes it through.

    Attributes:
        template: the English sentence, with a blank for each parameter.

    >>> Reason.GROUP_SUITS.value, Reason.GROUP_SUITS.template
    ('group_suits', 'the suits of a group must differ: {cards}')
    """

    # pickles and the reference name the public module
    __module__ = "rami.errors"

    template: str

    def __new__(cls, code: str, template: str = "") -> Self:
        """Make a member."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.template = template
        return member

    def __repr__(self) -> str:
        return f"Reason.{self.name}"

    # fmt: off

    # text and values at the door
    UNKNOWN_CARD = "unknown_card", "{text!r} is not a card"
    NOT_CARDS = "not_cards", "cards were expected, not {type}"
    NOT_A_MOVE = "not_a_move", "a move was expected, not {type}"
    NOT_A_TURN = "not_a_turn", "a turn was expected, not {type}"
    MELD_EMPTY = "meld_empty", "a meld needs at least one card"
    NOT_A_MELD = "not_a_meld", "{cards} form neither a group nor a run"
    WRONG_TYPE = "wrong_type", "{field} must be of type {expected:or}, not {got}"
    NOT_AN_INTEGER = "not_an_integer", "{field} must be an integer, not {got}"
    NOT_A_FLAG = "not_a_flag", "{field} must be True or False, not {got}"
    NOT_A_TEXT = "not_a_text", "{field} must be text, not {got}"
    NOT_A_COLLECTION = "not_a_collection", "{field} must be a collection, not {got}"
    TOO_MANY_ITEMS = "too_many_items", "more than {most} items were given"
    TOO_SMALL = "too_small", "{field} = {value} is too small, the least is {least}"
    TOO_LARGE = "too_large", "{field} = {value} is too large, the most is {most}"
    NOT_ONE_OF = "not_one_of", "{field} = {value!r} is none of {choices!r:,}"
    WRONG_COUNT = "wrong_count", "{field}: {count} given, {expected} needed"
    NOT_A_NUMBER = "not_a_number", "{field} must be a finite number, not {got}"
    CARDS_REPEATED = "cards_repeated", "a mask holds each card once, here are several of {card}"
    NOT_A_SEAT = "not_a_seat", "{field} = {value} is no seat of {seats}"
    SEAT_NOT_PLAYING = "seat_not_playing", "{field}: {player} does not play"
    SEATS_REPEATED = "seats_repeated", "{field}: a seat is named twice ({seats:,})"
    HIDDEN_CARD = "hidden_card", "{field}: a card is hidden"
    TOO_MANY_COPIES = "too_many_copies", "{card} occurs {count:time|times}, the pack holds {limit}"
    TOO_MANY_CARDS = "too_many_cards", "{count} cards are too many, the limit is {limit}"
    CARD_ABSENT = "card_absent", "{card} is not among these cards"
    # shape of melds
    GROUP_RANKS = "group_ranks", "a group needs cards of one rank: {cards}"
    GROUP_SUITS = "group_suits", "the suits of a group must differ: {cards}"
    GROUP_TOO_SMALL = "group_too_small", "a group of {size:card|cards} is too small, it needs {least}"
    GROUP_TOO_LARGE = "group_too_large", "a group of {size:card|cards} is too large, {most} are allowed"
    NOT_A_PAIR = "not_a_pair", "{cards} are no pair: two copies of a card, or a joker with another"
    SUIT_NOT_OPEN = "suit_not_open", "no wild card of a group of three is free to stand for {card}"
    RUN_SUITS = "run_suits", "a run needs cards of one suit: {cards}"
    RUN_GAP = "run_gap", "the cards do not follow one another: {cards}"
    RUN_TOO_SHORT = "run_too_short", "a run of {size:card|cards} is too short, it needs {least}"
    RUN_TOO_LONG = "run_too_long", "a run of {size:card|cards} is too long, {most} are allowed"
    RUN_ACE = "run_ace", "the ace cannot stand there in a run: {cards}"
    WILD_COUNT = "wild_count", "{wilds:wild card|wild cards} in one meld, at most {limit}"
    WILD_SHARE = "wild_share", "too many wild cards: {wilds} beside {naturals:natural|naturals}"
    FEW_NATURALS = "few_naturals", "a meld needs {needed:natural card|natural cards}, here {naturals}"
    WILDS_ADJACENT = "wilds_adjacent", "two wild cards may not stand side by side in a run"
    WILD_INSIDE = "wild_inside", "a wild card may stand only at an end of a run"
    WILD_NOT_BURNT = "wild_not_burnt", "a wild card may not stand for {card} in a run before every copy of it is burnt"
    # opening
    OPENING_POINTS = "opening_points", "the opening is worth {points:point|points}, {minimum} are needed"
    OPENING_CLEAN_RUN = "opening_clean_run", "the opening lacks a clean run, that is one without wild cards"
    OPENING_CLEAN_WINDOW = "opening_clean_window", (
        "the opening lacks three consecutive cards of a run without a wild card among them"
    )
    OPENING_CLEAN_MELD = "opening_clean_meld", (
        "the opening lacks a clean meld, that is a run or a group without wild cards"
    )
    OPENING_EMPTY = "opening_empty", "a lay-down needs at least one meld"
    OPENING_ESCALATES = "opening_escalates", "the opening is worth {points:point|points} and must beat {highest}"
    OPENING_PICKUP = "opening_pickup", "with the discard the opening needs {minimum:point|points}, not {points}"
    OPENING_CONTRACT = "opening_contract", "the contract that is due, {contract}, is not what is laid"
    OPENING_REPEATS = "opening_repeats", "the groups of a contract must differ in rank, its runs in suit"
    OPENING_NEIGHBOURS = "opening_neighbours", "two runs of one suit in a contract are too near to each other"
    OPENING_NOT_ALL = "opening_not_all", "a contract is laid here only with all cards of the hand"
    FURTHER_MELD = "further_meld", "after opening, no new meld is laid"
    OPENING_PAIRS = "opening_pairs", "an opening in pairs needs {needed:pair|pairs}"
    OPENING_MIXED = "opening_mixed", "an opening is in pairs alone, or in groups and runs"
    MELD_AFTER_PAIRS = "meld_after_pairs", "a player who has opened with pairs lays nothing but pairs"
    PAIR_BY_OTHERS = "pair_by_others", "{player} may not lay pairs now, having opened with other melds"
    LAYOFF_LIMIT = "layoff_limit", "{most:card|cards} at most may be laid off in this turn"
    OUT_ALONE = "out_alone", "who goes out without the points of an opening uses no meld that lay there before"
    OPENING_FIRST_TURN = "opening_first_turn", "no meld may be laid on the first turn"
    OPENING_WITH_RECOVERED = "opening_with_recovered", (
        "the opening must be valid without the meld that holds the recovered joker"
    )
    OPENING_NEEDED = "opening_needed", "{player} has not opened yet"
    OPENING_NEXT_TURN = "opening_next_turn", "after opening, this has to wait for the next turn"
    MELDS_IN_TURN = "melds_in_turn", "{count:new meld|new melds} in one turn, where {most} may be laid"
    ALL_MUST_OPEN = "all_must_open", "melds of others are closed until every player has opened"
    # turn order and phases
    ROUND_OVER = "round_over", "the round is over"
    WON_TOO_EARLY = "won_too_early", "winners: the match is not over, and yet {seats:,} are said to have won it"
    ROUND_NOT_OVER = "round_not_over", "the round is not over yet"
    NOT_YOUR_TURN = "not_your_turn", "it is the turn of {player}, not of {by}"
    WRONG_PHASE = "wrong_phase", "this is not possible in the phase {phase}"
    STARTER_DISCARDS = "starter_discards", "the first turn of the round is a discard and nothing else"
    NO_SUCH_PLAYER = "no_such_player", "{player} does not play in this round"
    # drawing
    STOCK_EMPTY = "stock_empty", "no card is left to draw"
    DISCARDS_EMPTY = "discards_empty", "the discard pile is empty"
    DISCARDS_SHORT = "discards_short", "the discard pile has {size:card|cards}, not {count}"
    DISCARD_DEPTH = "discard_depth", "{count:discard|discards} at once, where {most} may be taken"
    STOCK_LEFT = "stock_left", "a card is left to draw, so the round goes on"
    END_OFF = "end_off", "nobody may end the round in place of a draw"
    DISCARD_AT_ONE_CARD = "discard_at_one_card", "with {count:card|cards} in hand the discard may not be taken"
    DISCARD_FIRST_TURN = "discard_first_turn", "the discard may not be taken on the first turn"
    DISCARD_UNOPENED = "discard_unopened", "{player} has not opened and may not take the discard"
    DISCARD_WILD = "discard_wild", "a wild card that was discarded may not be taken"
    TURNED_NOT_SHOWN = "turned_not_shown", "in this game nobody shows a copy of a card turned up"
    TURNED_SHOWN_LATE = "turned_shown_late", "a copy of the card turned up is shown once, in the first turn of a player"
    NO_FOLDING = "no_folding", "nobody drops out of a round in this game"
    DISCARD_TWIN = "discard_twin", "the twin of {card} is in the hand"
    DISCARD_UNCALLED = "discard_uncalled", "{card} cannot be called: as it lies, it fits nowhere"
    DISCARD_UNUSABLE = "discard_unusable", "no way to place {card} this turn"
    TOUCH_OFF = "touch_off", "the discard may not be touched without taking it"
    # placing
    CARD_NOT_HELD = "card_not_held", "{card} is not in the hand ({held} held, {needed} needed)"
    NO_SUCH_MELD = "no_such_meld", "{meld} is not on the table"
    DOES_NOT_FIT = "does_not_fit", "{card} does not fit on {cards}"
    END_NOT_NAMED = "end_not_named", "{card} fits both ends of {meld}: say which"
    FOREIGN_CLEAN_RUN = "foreign_clean_run", "a wild card may not join another player's clean run ({meld})"
    WILD_NOT_NAMED = "wild_not_named", "{meld} has several wild cards for {card}: say which"
    NOT_A_WILD = "not_a_wild", "{meld} has no wild card there"
    SWAP_MISMATCH = "swap_mismatch", "{card} is not the card that the wild of {meld} stands for"
    SWAP_GROUP = "swap_group", "the wild card of {meld}, a group, cannot be recovered"
    SWAP_BOTH = "swap_both", "the wild card of {meld} leaves only for both cards that the group lacks, in one act"
    SWAP_ONE = "swap_one", "one card takes the place of the wild card of {meld}"
    SWAP_RUN = "swap_run", "the wild card of {meld}, a run, cannot be recovered"
    SWAP_UNUSABLE = "swap_unusable", "the recovered wild card could not be placed this turn"
    TAKE_OFF = "take_off", "cards on the table stay in their melds"
    TAKE_OWNER = "take_owner", "cards may be taken only out of melds of others ({meld})"
    TAKE_POSITION = "take_position", "{card} cannot leave {meld}: what stays would not be valid"
    TAKE_WILD = "take_wild", "a wild card cannot be taken out of {meld}"
    TAKE_HAND_CARDS = "take_hand_cards", (
        "a meld with cards from the table needs {needed:card|cards} from the hand, here {count}"
    )
    TAKE_NOT_IN_MELD = "take_not_in_meld", "{card} is not a card of {meld} that the new meld uses"
    TAKE_IN_OPENING = "take_in_opening", "an opening is laid from the hand alone"
    # duties and ends
    DUTY_TAKEN = "duty_taken", "{card}, taken from the discard pile, must be placed this turn"
    DUTY_TAKEN_IN_OPENING = "duty_taken_in_opening", "{card}, taken from the discard pile, must be part of the opening"
    DUTY_WILD = "duty_wild", "a recovered joker must be placed this turn"
    DUTY_TAKEN_NEXT = "duty_taken_next", "{card}, the lowest discard taken, must be placed now"
    DUTY_WILD_NEXT = "duty_wild_next", "the recovered joker must be placed now ({where})"
    DUTY_OUT = "duty_out", "this opening obliges to go out this turn"
    DUTY_POINTS = "duty_points", "{missing} points are still missing for the opening"
    DUTY_PICKUP = "duty_pickup", "with the discard {missing:more point|more points} must be laid in new melds"
    DUTY_UNMEETABLE = "duty_unmeetable", "after this the turn could not be completed"
    RETURNED_DISCARD = "returned_discard", "{card} was taken from the discard pile this turn and may not go back"
    DISCARD_FITS = "discard_fits", "{card} fits {meld}, and another card may be discarded"
    OUT_FIRST_TURN = "out_first_turn", "nobody goes out on the first turn"
    OUT_TOUCHED = "out_touched", "nobody goes out all at once after touching the discard without taking it"
    LAST_CARD_DISCARDED = "last_card_discarded", "the last card may not be discarded, it must be placed"
    LAST_CARD_PLACED = "last_card_placed", "a card must be kept for the final discard"
    LAST_CARD_WILD = "last_card_wild", "the final discard may not be a wild card"
    # knocking
    CONCEALED = "concealed", "melds stay in the hand until a player shows it"
    KNOCK_DEADWOOD = "knock_deadwood", "the unmatched cards count {deadwood}, a knock allows {limit}"
    KNOCK_MELDS = "knock_melds", "the cards left after the discard do not contain these melds: {cards}"
    NO_KNOCKING = "no_knocking", "nobody knocks in this game"
    NO_BIG_GIN = "no_big_gin", "big gin is not declared in this game"
    UPCARD_NEEDED = "upcard_needed", "in this game the first upcard sets the limit of a knock: name it"
    NOT_A_NATURAL = "not_a_natural", "{card} is not a natural card"
    NO_CONTRACTS = "no_contracts", "no contracts are laid in this game"
    DECLARED_BEFORE = "declared_before", "{player} has declared already, this last turn ends with a discard"
    NOT_ALL_MATCHED = "not_all_matched", "these melds leave cards unmatched: {cards}"
    PAIRS_MIXED = "pairs_mixed", "a hand is shown in pairs alone, or in groups and runs: {cards}"
    DEMAND_UNMET = "demand_unmet", (
        "{runs:run is|runs are} needed to declare, {pure} of them pure; here {found}, {found_pure} of them pure"
    )
    MUST_KNOCK = "must_knock", "the last discard was taken, so this turn has to end with a knock"
    LAST_CARD_UNKNOCKED = "last_card_unknocked", "the last card leaves the hand only when the hand is shown"
    NO_KNOCK_WITH_DISCARD = "no_knock_with_discard", "only a knock could follow, and {card} allows none"
    NO_LAYOFF_NOW = "no_layoff_now", "nothing may be laid off ({kind})"
    NOT_A_SHOWN_MELD = "not_a_shown_meld", (
        "cards are laid off on the melds of the player who knocked, not on {meld}"
    )
    NOT_ANNOUNCING = "not_announcing", "announcements belong to explicit conduct and to a discard that leaves {count}"
    # variants
    OPTION_VALUE = "option_value", "{field} = {value!r} is not allowed, only {allowed:or}"
    OPTION_RESERVED = "option_reserved", "{field} = {value!r} is reserved"
    OPTION_UNKNOWN = "option_unknown", "there is no option {field!r}"
    CONTRACT_EMPTY = "contract_empty", "{field}: a contract needs at least one group or run"
    NOT_A_POLICY = "not_a_policy", (
        "{field} must be {expected} options, or a frozen object with the methods {methods:,}, not {got}"
    )
    POLICY_WITHOUT_OPTIONS = "policy_without_options", (
        "{field} holds a custom policy without options, so a whole policy has to replace it"
    )
    NOT_A_TABLE = "not_a_table", "{field} must be a table of options, not {got}"
    NAME_OF_VARIANT = "name_of_variant", "{field} = {value!r} is no name of a variant: 1 to {most} printable characters"
    SLUG_OF_VARIANT = "slug_of_variant", (
        "{field} = {value!r} is no slug: lower case letters and digits, joined by single hyphens"
    )
    NOT_RULE_IDS = "not_rule_ids", "{field} must map texts to texts: codes and IDs of rules"
    RULE_TEXT_UNFIT = "rule_text_unfit", (
        "{field}: a code is of letters, digits, hyphens and underscores, its text short and printable"
    )
    IN_NO_HAND = "in_no_hand", "match.rounds sets {fields:,} for each hand, and in no hand to these values"
    OPTION_NEEDS = "option_needs", "{field} = {value!r} means nothing without {wanted}; see {other:,}"
    # options that contradict each other
    DEAL_TOO_LARGE = "deal_too_large", _conflict("even with the fewest players the deal leaves too small a stock")
    DEALER_WITHOUT_SEAT = "dealer_without_seat", _conflict("so many never play")
    STARTER_SHORT = "starter_short", _conflict("the starter would stay one card short")
    STARTER_KEEPS_EXTRA = "starter_keeps_extra", _conflict("the starter would keep one card too many")
    PILE_STARTED_TWICE = "pile_started_twice", _conflict("the discard pile would be started twice")
    OFFER_AMONG_MANY = "offer_among_many", _conflict("this is written for two players only")
    OFFER_FORBIDDEN = "offer_forbidden", _conflict("one offers what the other forbids")
    OFFER_TO_DEALER = "offer_to_dealer", _conflict("the player who did not deal is asked first")
    ACE_IN_CIRCLE = "ace_in_circle", _conflict("the ace has one place, so no run passes through it")
    CONCEALED_USE = "concealed_use", _conflict("nothing is laid, so the card taken could not be used")
    BOUND_PURCHASE = "bound_purchase", _conflict("a discard that is sold is taken freely, by whoever is asked")
    DEEP_TAKE = "deep_take", _conflict(
        "several discards are taken at once where melds are laid freely, and cards stay in them"
    )
    ENDLESS_ROUND = "endless_round", _conflict("the last discards could be taken for ever")
    ACE_AT_BOTH_ENDS = "ace_at_both_ends", _conflict("a run of fourteen cards has an ace at both ends")
    NO_RUN_POSSIBLE = "no_run_possible", _conflict("no run could exist")
    NO_GROUP_POSSIBLE = "no_group_possible", _conflict("no group could exist")
    FEWER_SUITS = "fewer_suits", _conflict("there are four suits")
    WILD_RANK_IN_MELDS = "wild_rank_in_melds", _conflict("a card of a wild rank has no written value in a meld")
    WILD_RANK_LEFT_OUT = "wild_rank_left_out", _conflict("the pack has no card of that rank")
    ACES_LEFT_OUT = "aces_left_out", _conflict("a joker turned up makes the aces wild, and the pack has none")
    TILES_LEFT_OUT = "tiles_left_out", _conflict("the okeys follow the tile turned up through all numbers and colours")
    WILDS_UNLIKE = "wilds_unlike", _conflict("cards that may be taken for jokers have to count as these do")
    PICKUP_BELOW_MINIMUM = "pickup_below_minimum", _conflict("the discard would ask less than the stock")
    EXEMPTION_EQUAL = "exemption_equal", _conflict('with one condition only this equals "full" or "nothing"')
    RECOVERED_NOWHERE = "recovered_nowhere", _conflict("the recovered joker would have no place to go")
    EARLY_SWAP_TO_HAND = "early_swap_to_hand", _conflict("the meld that holds the joker could not be told later")
    EARLY_SWAP_FOR_CONTRACT = "early_swap_for_contract", _conflict(
        "a contract is laid as it is, so no wild card can be recovered for it"
    )
    BUY_IN_FOR_NOBODY = "buy_in_for_nobody", _conflict("no round has so many players")
    CEILING_AT_LIMIT = "ceiling_at_limit", _conflict("who stays is below the limit anyway")
    FOUR_ONLY_LOCKED = "four_only_locked", _conflict('nothing is left to recover, which is written "never"')
    FOUR_ONLY_WITHOUT_FOURS = "four_only_without_fours", _conflict("there is no group of four")
    BOTH_WITHOUT_THREES = "both_without_threes", _conflict("no group of three holds a wild card")
    NAMED_AMONG_SEVERAL = "named_among_several", _conflict(
        "a card is named for the one joker of a group of three"
    )
    NAMED_TAKEN = "named_taken", _conflict("cards would leave a group whose joker stands for a card that was named")
    NO_MISSING_SUIT = "no_missing_suit", _conflict("no suit is ever missing")
    WILD_RANKS_NOT_RECOVERED = "wild_ranks_not_recovered", _conflict("nothing is recovered anyway")
    FEW_MELDS_FOR_DUTY = "few_melds_for_duty", _conflict("what has to be placed needs melds that are not limited")
    OTHERS_CLOSED_TO_THE_END = "others_closed_to_the_end", _conflict(
        "the round ends when all have completed their contracts"
    )
    CONTRACTS_MISSING = "contracts_missing", _conflict("there is no contract to complete")
    CONTRACTS_WITHOUT_END = "contracts_without_end", _conflict("nothing says which contract is due")
    CONTRACTS_BY_HAND_WON = "contracts_by_hand_won", _conflict(
        "nobody is ahead where everybody has the same contract"
    )
    COMPLETE_UNSCORED = "complete_unscored", _conflict("a round without a winner would score nothing")
    FURTHER_MELDS_TAKEN = "further_melds_taken", _conflict("what needs a new meld could never be done")
    RUN_GAP_IN_CIRCLE = "run_gap_in_circle", _conflict("runs round the corner have no ends to keep apart")
    CONTRACT_TOO_LARGE = "contract_too_large", _conflict("a contract with more cards than a hand could never be laid")
    CONTRACT_GROUP = "contract_group", _conflict("a group of a contract would not be a meld")
    CONTRACT_RUN = "contract_run", _conflict("a run of a contract would not be a meld")
    CONCEALED_WILDS = "concealed_wilds", _conflict("a knock with unmatched cards knows no wild ones")
    CONCEALED_DOUBLING = "concealed_doubling", _conflict("the least deadwood is a sum of values")
    NOBODY_KNOCKS = "nobody_knocks", _conflict("nobody could end the round")
    KNOCK_AMONG_MANY = "knock_among_many", _conflict("a knock has one defender")
    RUNS_BEYOND_HAND = "runs_beyond_hand", _conflict("so many runs need more cards than a hand has")
    PAIRS_OF_ODD_HAND = "pairs_of_odd_hand", _conflict("a hand of an odd number of cards is never all in pairs")
    PAIRS_TAKEN_APART = "pairs_taken_apart", _conflict("no card leaves a meld where a player may open with pairs")
    PAIRS_OF_ONE_PACK = "pairs_of_one_pack", _conflict("one pack has no two copies of a card")
    PAIRS_GO_ON = "pairs_go_on", _conflict("who opens with pairs may lay more of them")
    PAIRS_ESCALATE = "pairs_escalate", _conflict("openings in pairs are not compared with one another")
    PAIRS_OF_WILD_RANK = "pairs_of_wild_rank", _conflict("only jokers are wild in pairs")
    LAST_CARD_UNSEEN = "last_card_unseen", _conflict("the last card has to be seen, and to be the last")
    KNOCK_WITHOUT_UPCARD = "knock_without_upcard", _conflict("there is no upcard to read")
    LAST_TURN_WITHOUT_DISCARD = (
        "last_turn_without_discard",
        _conflict("the next player may take the card that is thrown"),
    )
    LAST_TURN_VOID = "last_turn_void", _conflict("the last turns need the stock")
    WILDS_ALONE_LAID = (
        "wilds_alone_laid",
        _conflict("only a hand that is declared may hold a meld of wild cards alone"),
    )
    WILDS_ALONE_NATURAL = "wilds_alone_natural", _conflict("no card has to be natural")
    VOID_BEFORE_RECYCLING = "void_before_recycling", _conflict("the round is void before anything is recycled")
    VOID_BEFORE_DRAW = "void_before_draw", _conflict("the deal leaves no more stock cards than that")
    STALEMATE_UNCOUNTED = "stalemate_uncounted", _conflict("without a winner nobody is paid for the hands")
    LAID_POINTS = "laid_points", _conflict(
        "points for cards on the table are those of open melds in which each card stays, beside hands of single cards"
    )
    CREDIT_WITHOUT_KNOCK = "credit_without_knock", _conflict("nothing pays the winner")
    PENALTY_AFTER_KNOCK = "penalty_after_knock", _conflict("the knocking score is a credit")
    NO_POINTS_TO_ADD = "no_points_to_add", _conflict("there are no points to add up")
    JOKER_FINISH_FORBIDDEN = "joker_finish_forbidden", _conflict("what is forbidden cannot be paid for")
    JOKER_END_FORBIDDEN = "joker_end_forbidden", _conflict("what is forbidden cannot be paid for")
    NO_LAST_CARD_PLACED = "no_last_card_placed", _conflict("the last card is always discarded")
    JOKER_FINISH_UNPRICED = "joker_finish_unpriced", _conflict("the finish has no price")
    DRY_FLAT_FACTOR = "dry_flat_factor", _conflict("the product of this charge and a factor is not written")
    DRY_FLAT_JOKER_FINISH = "dry_flat_joker_finish", _conflict("the product of this charge and a factor is not written")
    DRY_FLAT_JOKER_END = "dry_flat_joker_end", _conflict("the product of this charge and a factor is not written")
    TARGET_MISSING = "target_missing", _conflict("the match has no goal")
    LIMIT_MISSING = "limit_missing", _conflict("the match has no limit")
    HANDS_MISSING = "hands_missing", _conflict("the match has no number of hands")
    LOWEST_CREDIT_WINS = "lowest_credit_wins", _conflict("the lowest total would win a game of credits")
    SEVERAL_REACH_TARGET = "several_reach_target", _conflict(
        "several players may reach the target in one hand, and no winner is written for that"
    )
    CREDITS_ELIMINATE = "credits_eliminate", _conflict("credits would eliminate the better player")
    ALTERNATE_AMONG_MANY = "alternate_among_many", _conflict('this is written for two players; use "next"')
    LOSER_WITHOUT_SCORES = "loser_without_scores", _conflict("there is no hand score to lose by")
    WINNER_MAY_BE_MISSING = "winner_may_be_missing", _conflict("a round may end without a winner")
    # names
    UNKNOWN_VARIANT = "unknown_variant", "there is no variant {slug!r}; available: {available}"
    UNKNOWN_LANGUAGE = "unknown_language", "there is no language {language!r}; available: {available}"
    # checks and counts of positions
    RESULT_UNSOUND = "result_unsound", "what the executor returns, of type {got}, cannot be the result of its task"
    PROGRESS_ELSEWHERE = "progress_elsewhere", "matches that an executor plays cannot be followed: leave out progress"
    DEPTH_AND_TURNS = "depth_and_turns", "either depth or turns, not both"
    # pictures
    PREFIX_UNFIT = "prefix_unfit", (
        "{prefix!r} is no prefix of ids: a letter, then letters, digits, '-' or '_', 32 at most"
    )
    # learning
    NO_SUCH_ACTION = "no_such_action", "there is no action {action}, they go from 0 to {most}"
    ACTION_BARRED = "action_barred", "action {action} does not continue a legal move"
    TOO_MANY_ACTIONS = "too_many_actions", "the move is complete after {count:action|actions}"
    TOO_FEW_ACTIONS = "too_few_actions", "the move is not complete after {count:action|actions}"
    MELD_OUT_OF_REACH = "meld_out_of_reach", "actions know {most} melds on the table, and {meld} is none of them"
    SEVERAL_MOVES = "several_moves", "{move} is listed as several moves, to be played one after another"
    NOT_RESET = "not_reset", "the environment has to be reset first"
    # names of players
    NAME_UNFIT = "name_unfit", "{name!r} is no name of a player: it must be printable, without outer spaces, and not -"
    NAMES_REPEATED = "names_repeated", "the names of the players must differ: {names:,}"
    # score sheets
    NO_JOKERS = "no_jokers", "there are no jokers in this game"
    JOKERS_EXCEEDED = "jokers_exceeded", "the pack holds only {limit:joker|jokers}"
    RANK_EXCEEDED = "rank_exceeded", "the pack holds only {limit} of {rank}"
    HAND_EXCEEDED = "hand_exceeded", "a hand holds {limit:card|cards} at most here"
    CARD_UNKNOWN = "card_unknown", "a card is needed, not ?"
    SHEET_DAMAGED = "sheet_damaged", "these values do not fit together"
    # setups and matches
    PLAYER_COUNT = "player_count", "{players:player|players}: this variant is for {lo} to {hi}"
    SEED_RANGE = "seed_range", "a seed is an integer from 0 to 2**256 - 1"
    STOCK_TOO_SMALL = "stock_too_small", (
        "the deal would leave {left:stock card|stock cards}, at least {minimum} are needed"
    )
    CARDS_LOST = "cards_lost", "missing from the pack: {cards}"
    CARDS_DOUBLED = "cards_doubled", "more copies than the pack holds: {cards}"
    HAND_TOO_LARGE = "hand_too_large", "the hand of {player} is larger than the pack"
    HAND_SIZE = "hand_size", "the hand of {player} holds {count:card|cards}, which cannot be"
    OPENED_WITHOUT_MELD = "opened_without_meld", "{player} is said to have opened but owns no meld"
    MELD_WITHOUT_OPENING = "meld_without_opening", "{player} owns a meld but is said not to have opened"
    SEATS_OUT_OF_ORDER = "seats_out_of_order", "{field}: the seats are not in ascending order ({seats:,})"
    TABLE_ID_REPEATED = "table_id_repeated", "two melds of the table have the id {id}"
    FACT_MELD_ABSENT = "fact_meld_absent", "{field}: {meld} is not on the table"
    FACT_MELD_WILDS = "fact_meld_wilds", "{field}: {meld} holds fewer than {count:wild card|wild cards}"
    COMPLETED_MISMATCH = "completed_mismatch", "completed: the players who own melds are {owners:,}, not {seats:,}"
    TOUCH_FORGOTTEN = "touch_forgotten", "touched: in this game a touch is forgotten after the turn"
    FACTOR_LOST_UNTOUCHED = "factor_lost_untouched", "the factor is lost only by a winner who has touched the discard"
    FACTOR_KEPT_TOUCHED = "factor_kept_touched", "the winner has touched the discard and so has lost the factor"
    OUTCOME_BEFORE_END = "outcome_before_end", "in the phase {phase} a round has no outcome yet"
    LAID_UNSCORED = "laid_unscored", "cards on the table score nothing in this game"
    STALEMATE_UNFIT = "stalemate_unfit", "the outcome says that the stock was out and the hands count, which cannot be"
    OUTCOME_MISSING = "outcome_missing", "a round that is over has an outcome"
    OUTCOME_MISMATCH = "outcome_mismatch", "outcome: the hands say otherwise"
    NOT_A_FIRST_DISCARD = "not_a_first_discard", "only a starter's first turn can be a bare discard"
    STARTER_DRAWS = "starter_draws", "the starter does not draw in the first turn"
    STARTER_ONLY_DISCARDS = "starter_only_discards", "the starter's first turn is a bare discard"
    TABLE_BEFORE_DISCARD = "table_before_discard", "nothing can be on the table before the first discard"
    CONTRACTS_INCOMPLETE = "contracts_incomplete", (
        "a round ends complete when every player has laid the contract and nobody has gone out"
    )
    EMPTY_HAND_UNWON = "empty_hand_unwon", "{player} holds no card and has not won"
    WINNER_WITHOUT_KNOCK = "winner_without_knock", "nobody wins this game without showing the hand"
    WINNER_UNOPENED = "winner_unopened", "the winner, {player}, is said not to have opened"
    FINISH_WITHOUT_WINNER = "finish_without_winner", "{field} says how somebody went out, and nobody is named"
    WINNER_HOLDS_CARDS = "winner_holds_cards", "the winner, {player}, still holds cards"
    DEADWOOD_WITHOUT_KNOCK = "deadwood_without_knock", "only a knock leaves deadwood"
    TURN_FACT_OUTSIDE_PLAY = "turn_fact_outside_play", "{field} is a fact of a turn in play, and the phase is {phase}"
    TURN_UNCOMPLETABLE = "turn_uncompletable", "the turn could not be completed"
    STEPS_SPENT = "steps_spent", "no answer was found in {steps:step|steps}"
    DUTY_WITHOUT_CARD = "duty_without_card", "the duty {duty} names no card"
    DUTY_NOT_TAKEN = "duty_not_taken", "duties: {card} is not the card taken"
    DUTY_CARD_ABSENT = "duty_card_absent", "duties: {card} is not in the hand of the player to act"
    DUTY_CARD_NATURAL = "duty_card_natural", "duties: {card} is not a wild card"
    UPCARD_MISSING = "upcard_missing", "upcard: the first upcard counts in this game"
    KNOCK_KIND = "knock_kind", "knock: in this game nobody ends the play by {kind}"
    TURNED_MISSING = "turned_missing", "turned: in this game a card is turned up beside the stock"
    TURNED_UNREAD = "turned_unread", "turned: no card is turned up beside the stock in this game"
    TURNED_NOT_NATURAL = "turned_not_natural", "turned: {card} is wild, so that another card is turned up"
    FOLDED_PRICE = "folded_price", "folded: {player} cannot have dropped out for {points} points"
    FOLDED_ALONE = "folded_alone", "folded: the round is over once one player is left, and that player has won"
    FOLDED_PLAYS = "folded_plays", "folded: {player} has dropped out"
    UPCARD_NOT_NATURAL = "upcard_not_natural", "upcard: {card} is not a natural card"
    LAYOFF_WITHOUT_KNOCK = "layoff_without_knock", "nobody has knocked, so there is nothing to reply to"
    STOCK_UNTOUCHED = "stock_untouched", "{player} has not touched the discard"
    NO_BUYING = "no_buying", "bought: no discard is bought in this game"
    NO_PAIRS = "no_pairs", "paired: nobody opens with pairs in this game"
    PAIRED_UNOPENED = "paired_unopened", "paired: {player} has not opened"
    NO_CHARGES = "no_charges", "charged: no discard costs points in this game"
    CHARGED_POINTS = "charged_points", "charged: the discards of {player} cannot have cost {points} points"
    BOUGHT_OFTEN = "bought_often", "bought: {player} cannot have bought {count:discard|discards} in this round"
    BUYER_UNFIT = "buyer_unfit", "{player} cannot be asked about the discards while {drawer} waits to draw"
    DRAWER_WITHOUT_SALE = "drawer_without_sale", "drawer: nobody waits to draw unless a player is asked first"
    NO_OFFER = "no_offer", "no upcard is offered in this game"
    STOCK_OUT_OF_TURN = "stock_out_of_turn", "after the last pass it is not {player} who draws"
    OFFER_OUT_OF_TURN = "offer_out_of_turn", "the upcard is not offered to {player}"
    KNOCK_ENDS_PLAY = "knock_ends_play", "a knock ends the play, and the phase is {phase}"
    KNOCK_ENDS_ROUND = "knock_ends_round", "in this game the round is over at the knock"
    REPLY_BY_KNOCKER = "reply_by_knocker", "{player} has knocked and does not reply"
    KNOCK_WITHOUT_DISCARD = "knock_without_discard", "a knock puts a card on the discard pile, which is empty"
    MELDS_OF_OTHERS = "melds_of_others", "only melds of {player}, who knocked, can be on the table"
    KNOCK_WITHOUT_DEADWOOD = "knock_without_deadwood", "a knock that leaves no card unmatched is gin"
    GIN_WITH_DEADWOOD = "gin_with_deadwood", "gin leaves no card unmatched"
    MATCH_OVER = "match_over", "the match is over"
    UNDO_NOTHING = "undo_nothing", "there is nothing to take back"
    UNDO_DEAL = "undo_deal", "a deal cannot be taken back: it has shown cards"
    UNDO_DRAW = "undo_draw", "{move} cannot be taken back: a card has been drawn from the stock"
    UNDO_RECYCLING = "undo_recycling", "{move} cannot be taken back: the discards have become a new stock"
    UNDO_SHOWING = "undo_showing", "{move} cannot be taken back: a hand has been shown"
    UNDO_END = "undo_end", "{move} cannot be taken back: the round is over"
    UNDO_OTHER = "undo_other", "{move} cannot be taken back: it is not a move of {player}"
    REDO_NOTHING = "redo_nothing", "there is no move to make again"
    NOT_AWAY = "not_away", "{player} is not away"
    LAST_ANNOUNCED = "last_announced", "the last round has been announced already"
    BUY_IN_OPEN = "buy_in_open", "{player} has still to say whether to buy back in"
    BUY_IN_CLOSED = "buy_in_closed", "nobody may buy back in now"
    # what is seen and remembered
    NO_DEAL = "no_deal", "no deal is among the events"
    NO_SUCH_PIECE = "no_such_piece", "no card of the hand has the id {piece}"
    WRONG_STORY = "wrong_story", "{event} cannot have happened then"
    MEMORY_MISFIT = "memory_misfit", "what is remembered does not fit what is seen"
    SAMPLE_RARE = "sample_rare", "in {tries:deal|deals} the player to act could not complete the turn"
    WRONG_MARK = "wrong_mark", "there is no mark {mark}: this match has seen {events:event|events}"
    # moves, positions, variants and records as text
    TEXT_EXPECTED = "text_expected", "{part} was expected, not {found!r}"
    WORD_EXPECTED = "word_expected", "{words!r:or} was expected, not {found!r}"
    TEXT_TOO_LONG = "text_too_long", "{part} of {size:character|characters} is too long, the limit is {limit}"
    TEXT_MORE = "text_more", "and {count} more"
    NOT_UTF8 = "not_utf8", "this is not UTF-8"
    NOT_TOML = "not_toml", "this is not TOML"
    NESTED_TOO_DEEPLY = "nested_too_deeply", "values are nested too deeply"
    NOT_WRITABLE = "not_writable", "{field} cannot be written as text: it holds a value of type {got}"
    NOT_PRINTABLE = "not_printable", "{text!r} holds characters that are not printable"
    OTHER_VERSION = "other_version", "this is of version {told} of {variant}, here is version {found}"
    OTHER_SIMULATION = "other_simulation", "these are not parts of one simulation, they differ in {fields:,}"
    OTHER_VARIANT = "other_variant", "the variant that was given is not the one of the text, they differ in {fields:,}"
    OWN_POLICY = "own_policy", "the slot {field} holds a policy that text cannot carry: give the variant to the reader"
    RECORD_DIFFERS = "record_differs", "the record says {told!r}, the replay gives {found!r}"
    SEED_DIFFERS = "seed_differs", "the seed of the record is {told}, another one was given: {given}"
    TURN_SPLIT = "turn_split", "the turn of the line before goes on here"
    DECK_HIDDEN = "deck_hidden", "a deck is given although the seed is not revealed"
    DECK_REVEALS = "deck_reveals", (
        "a round was dealt from a given deck, which shows every hidden card: the seed cannot be hidden"
    )
    LOG_DIFFERS = "log_differs", "replaying the log of the match gives another one"
    RECORD_EDITED = "record_edited", "the digest is not that of the lines above: something has been changed"
    COMMITMENT_DIFFERS = "commitment_differs", "the commitment is not that of this seed"
    SEED_HIDDEN = "seed_hidden", "the seed has not been revealed, and without it nothing can be replayed"
    KEY_UNKNOWN = "key_unknown", "there is no key {key!r}"
    KEY_MISSING = "key_missing", "the key {key!r} is missing"
    KEY_TWICE = "key_twice", "the key {key!r} occurs twice"
    NOT_UNICODE = "not_unicode", "a text holds a lone surrogate, which is not Unicode"
    NOT_JSON = "not_json", "this is not JSON"
    NO_JSON_FORM = "no_json_form", "a document holds no value of type {got}"
    NOT_IN_FORM = "not_in_form", "{value!r} is not {kind} as JSON writes it"
    OTHER_FORMAT = "other_format", "this is version {version} of the format, here is version {known}"
    DOCUMENT_DIFFERS = "document_differs", "{field} is not what the rest of the document gives"
    TOO_MANY_CHARACTERS = "too_many_characters", (
        "a text of {size:character|characters} is too long, the limit is {most}"
    )
    TOO_MANY_VALUES = "too_many_values", "{count:value|values} are too many, the limit is {most}"
    # fmt: on
