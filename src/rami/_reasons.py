"""The built-in codes, each with its English sentence: the source of every other language's catalogue.

A blank such as `{card}` is filled with a parameter, `{count:card|cards}` with a number and the word that goes
with it, `{choices!r:,}` for values with commas between them.
"""

from __future__ import annotations

from enum import auto

from rami._values import Worded


def _conflict(why: str) -> str:
    """The sentence of options that contradict each other."""
    return f"{{fields:,}} do not go together: {why}; change {{change}}"


class Reason(Worded):
    """The built-in violation codes, each for one reason; the page "Codes and messages" has what each of them says.

    A custom policy may use any other string as a code, and give its sentences with it; the engine passes it through.

    Attributes:
        template: the English sentence, with a blank for each parameter.

    >>> Reason.GROUP_SUITS.value, Reason.GROUP_SUITS.template
    ('group_suits', 'the suits of a group must differ: {cards}')
    """

    # pickles and the reference name the public module
    __module__ = "rami.errors"

    # fmt: off

    # text and values at the door
    UNKNOWN_CARD = auto(), "{text!r} is not a card"
    NOT_CARDS = auto(), "cards were expected, not {type}"
    NOT_A_MOVE = auto(), "a move was expected, not {type}"
    NOT_A_TURN = auto(), "a turn was expected, not {type}"
    MELD_EMPTY = auto(), "a meld needs at least one card"
    NOT_A_MELD = auto(), "{cards} form neither a group nor a run"
    WRONG_TYPE = auto(), "{field} must be of type {expected:or}, not {got}"
    NOT_AN_INTEGER = auto(), "{field} must be an integer, not {got}"
    NOT_A_FLAG = auto(), "{field} must be True or False, not {got}"
    NOT_A_TEXT = auto(), "{field} must be text, not {got}"
    NOT_A_COLLECTION = auto(), "{field} must be a collection, not {got}"
    TOO_MANY_ITEMS = auto(), "more than {most} items were given"
    TOO_SMALL = auto(), "{field} = {value} is too small, the least is {least}"
    TOO_LARGE = auto(), "{field} = {value} is too large, the most is {most}"
    NOT_ONE_OF = auto(), "{field} = {value!r} is none of {choices!r:,}"
    WRONG_COUNT = auto(), "{field}: {count} given, {expected} needed"
    NOT_A_NUMBER = auto(), "{field} must be a finite number, not {got}"
    CARDS_REPEATED = auto(), "a mask holds each card once, here are several of {card}"
    NOT_A_SEAT = auto(), "{field} = {value} is no seat of {seats}"
    SEAT_NOT_PLAYING = auto(), "{field}: {player} does not play"
    SEATS_REPEATED = auto(), "{field}: a seat is named twice ({seats:,})"
    HIDDEN_CARD = auto(), "{field}: a card is hidden"
    TOO_MANY_COPIES = auto(), "{card} occurs {count:time|times}, the pack holds {limit}"
    TOO_MANY_CARDS = auto(), "{count} cards are too many, the limit is {limit}"
    CARD_ABSENT = auto(), "{card} is not among these cards"
    # shape of melds
    GROUP_RANKS = auto(), "a group needs cards of one rank: {cards}"
    GROUP_SUITS = auto(), "the suits of a group must differ: {cards}"
    GROUP_TOO_SMALL = auto(), "a group of {size:card|cards} is too small, it needs {least}"
    GROUP_TOO_LARGE = auto(), "a group of {size:card|cards} is too large, {most} are allowed"
    NOT_A_PAIR = auto(), "{cards} are no pair: two copies of a card, or a joker with another"
    SUIT_NOT_OPEN = auto(), "no wild card of a group of three is free to stand for {card}"
    RUN_SUITS = auto(), "a run needs cards of one suit: {cards}"
    RUN_GAP = auto(), "the cards do not follow one another: {cards}"
    RUN_TOO_SHORT = auto(), "a run of {size:card|cards} is too short, it needs {least}"
    RUN_TOO_LONG = auto(), "a run of {size:card|cards} is too long, {most} are allowed"
    RUN_ACE = auto(), "the ace cannot stand there in a run: {cards}"
    WILD_COUNT = auto(), "{wilds:wild card|wild cards} in one meld, at most {limit}"
    WILD_SHARE = auto(), "too many wild cards: {wilds} beside {naturals:natural|naturals}"
    FEW_NATURALS = auto(), "a meld needs {needed:natural card|natural cards}, here {naturals}"
    WILDS_ADJACENT = auto(), "two wild cards may not stand side by side in a run"
    WILD_INSIDE = auto(), "a wild card may stand only at an end of a run"
    WILD_NOT_BURNT = auto(), "a wild card may not stand for {card} in a run before every copy of it is burnt"
    # opening
    OPENING_POINTS = auto(), "the opening is worth {points:point|points}, {minimum} are needed"
    OPENING_CLEAN_RUN = auto(), "the opening lacks a clean run, that is one without wild cards"
    OPENING_CLEAN_WINDOW = auto(), "the opening lacks three consecutive cards of a run without a wild card among them"
    OPENING_CLEAN_MELD = auto(), "the opening lacks a clean meld, that is a run or a group without wild cards"
    OPENING_EMPTY = auto(), "a lay-down needs at least one meld"
    OPENING_ESCALATES = auto(), "the opening is worth {points:point|points} and must beat {highest}"
    OPENING_PICKUP = auto(), "with the discard the opening needs {minimum:point|points}, not {points}"
    OPENING_CONTRACT = auto(), "the contract that is due, {contract}, is not what is laid"
    OPENING_REPEATS = auto(), "the groups of a contract must differ in rank, its runs in suit"
    OPENING_NEIGHBOURS = auto(), "two runs of one suit in a contract are too near to each other"
    OPENING_NOT_ALL = auto(), "a contract is laid here only with all cards of the hand"
    FURTHER_MELD = auto(), "after opening, no new meld is laid"
    OPENING_PAIRS = auto(), "an opening in pairs needs {needed:pair|pairs}"
    OPENING_MIXED = auto(), "an opening is in pairs alone, or in groups and runs"
    MELD_AFTER_PAIRS = auto(), "a player who has opened with pairs lays nothing but pairs"
    PAIR_BY_OTHERS = auto(), "{player} may not lay pairs now, having opened with other melds"
    LAYOFF_LIMIT = auto(), "{most:card|cards} at most may be laid off in this turn"
    OUT_ALONE = auto(), (
        "a player who goes out without the points of an opening may not use a meld that was already on the table"
    )
    OPENING_FIRST_TURN = auto(), "no meld may be laid on the first turn"
    OPENING_WITH_RECOVERED = auto(), "the opening must be valid without the meld that holds the recovered joker"
    OPENING_NEEDED = auto(), "{player} has not opened yet"
    OPENING_NEXT_TURN = auto(), "after opening, this has to wait for the next turn"
    MELDS_IN_TURN = auto(), "{count:new meld|new melds} in one turn, where {most} may be laid"
    ALL_MUST_OPEN = auto(), "melds of others are closed until every player has opened"
    # turn order and phases
    ROUND_OVER = auto(), "the round is over"
    WON_TOO_EARLY = auto(), "winners: the match is not over, and yet {seats:,} are said to have won it"
    ROUND_NOT_OVER = auto(), "the round is not over yet"
    NOT_YOUR_TURN = auto(), "it is the turn of {player}, not of {by}"
    WRONG_PHASE = auto(), "this is not possible in the phase {phase}"
    STARTER_DISCARDS = auto(), "the first turn of the round is a discard and nothing else"
    NO_SUCH_PLAYER = auto(), "{player} does not play in this round"
    # drawing
    STOCK_EMPTY = auto(), "no card is left to draw"
    DISCARDS_EMPTY = auto(), "the discard pile is empty"
    DISCARDS_SHORT = auto(), "the discard pile has {size:card|cards}, not {count}"
    DISCARD_DEPTH = auto(), "{count:discard|discards} at once, where {most} may be taken"
    STOCK_LEFT = auto(), "a card is left to draw, so the round goes on"
    END_OFF = auto(), "nobody may end the round in place of a draw"
    DISCARD_AT_ONE_CARD = auto(), "with {count:card|cards} in hand the discard may not be taken"
    DISCARD_FIRST_TURN = auto(), "the discard may not be taken on the first turn"
    DISCARD_UNOPENED = auto(), "{player} has not opened and may not take the discard"
    DISCARD_WILD = auto(), "a wild card that was discarded may not be taken"
    TURNED_NOT_SHOWN = auto(), "in this game nobody shows a copy of a card turned up"
    TURNED_SHOWN_LATE = auto(), "a copy of the card turned up is shown once, in the first turn of a player"
    NO_FOLDING = auto(), "nobody drops out of a round in this game"
    DISCARD_TWIN = auto(), "another copy of {card} is already in the hand"
    DISCARD_UNCALLED = auto(), "{card} cannot be called: it could not be laid without a card of a hand"
    DISCARD_UNUSABLE = auto(), "no way to place {card} this turn"
    TOUCH_OFF = auto(), "the discard may not be touched without taking it"
    # placing
    CARD_NOT_HELD = auto(), "{card} is not in the hand ({held} held, {needed} needed)"
    NO_SUCH_MELD = auto(), "{meld} is not on the table"
    DOES_NOT_FIT = auto(), "{card} does not fit on {cards}"
    END_NOT_NAMED = auto(), "{card} fits both ends of {meld}: say which"
    FOREIGN_CLEAN_RUN = auto(), "a wild card may not join another player's clean run ({meld})"
    WILD_NOT_NAMED = auto(), "{meld} has several wild cards for {card}: say which"
    NOT_A_WILD = auto(), "{meld} has no wild card there"
    SWAP_MISMATCH = auto(), "{card} is not the card that the wild of {meld} stands for"
    SWAP_GROUP = auto(), "the wild card of {meld}, a group, cannot be recovered"
    SWAP_BOTH = auto(), "the wild card of {meld} is exchanged only for both missing cards together"
    SWAP_ONE = auto(), "one card takes the place of the wild card of {meld}"
    SWAP_RUN = auto(), "the wild card of {meld}, a run, cannot be recovered"
    SWAP_UNUSABLE = auto(), "the recovered wild card could not be placed this turn"
    TAKE_OFF = auto(), "cards on the table stay in their melds"
    TAKE_OWNER = auto(), "cards may be taken only out of melds of others ({meld})"
    TAKE_POSITION = auto(), "{card} cannot leave {meld}: what stays would not be valid"
    TAKE_WILD = auto(), "a wild card cannot be taken out of {meld}"
    TAKE_HAND_CARDS = auto(), "a meld with cards from the table needs {needed:card|cards} from the hand, here {count}"
    TAKE_NOT_IN_MELD = auto(), "{card} is not a card of {meld} that the new meld uses"
    TAKE_IN_OPENING = auto(), "an opening is laid from the hand alone"
    # duties and ends
    DUTY_TAKEN = auto(), "{card}, taken from the discard pile, must be placed this turn"
    DUTY_TAKEN_IN_OPENING = auto(), "{card}, taken from the discard pile, must be part of the opening"
    DUTY_WILD = auto(), "a recovered joker must be placed this turn"
    DUTY_TAKEN_NEXT = auto(), "{card}, the lowest discard taken, must be placed now"
    DUTY_WILD_NEXT = auto(), "the recovered joker must be placed now ({where})"
    DUTY_OUT = auto(), "this opening obliges to go out this turn"
    DUTY_POINTS = auto(), "{missing} points are still missing for the opening"
    DUTY_PICKUP = auto(), "with the discard {missing:more point|more points} must be laid in new melds"
    DUTY_UNMEETABLE = auto(), "after this the turn could not be completed"
    RETURNED_DISCARD = auto(), "{card} was taken from the discard pile this turn and may not go back"
    DISCARD_FITS = auto(), "{card} fits {meld}, and another card may be discarded"
    OUT_FIRST_TURN = auto(), "nobody goes out on the first turn"
    OUT_TOUCHED = auto(), "nobody goes out all at once after touching the discard without taking it"
    LAST_CARD_DISCARDED = auto(), "the last card may not be discarded, it must be placed"
    LAST_CARD_PLACED = auto(), "a card must be kept for the final discard"
    LAST_CARD_WILD = auto(), "the final discard may not be a wild card"
    # knocking
    CONCEALED = auto(), "melds stay in the hand until a player shows it"
    KNOCK_DEADWOOD = auto(), "the deadwood is {deadwood}, and a knock allows {limit}"
    KNOCK_MELDS = auto(), "the cards left after the discard do not contain these melds: {cards}"
    NO_KNOCKING = auto(), "nobody knocks in this game"
    NO_BIG_GIN = auto(), "big gin is not declared in this game"
    UPCARD_NEEDED = auto(), "in this game the first upcard sets the limit of a knock: name it"
    NOT_A_NATURAL = auto(), "{card} is not a natural card"
    NO_CONTRACTS = auto(), "no contracts are laid in this game"
    DECLARED_BEFORE = auto(), "{player} has declared already, this last turn ends with a discard"
    NOT_ALL_MATCHED = auto(), "these melds leave cards unmatched: {cards}"
    PAIRS_MIXED = auto(), "a hand is shown in pairs alone, or in groups and runs: {cards}"
    DEMAND_UNMET = auto(), (
        "{runs:run is|runs are} needed to declare, {pure} of them pure; here {found}, {found_pure} of them pure"
    )
    MUST_KNOCK = auto(), "the last discard was taken, so this turn has to end with a knock"
    LAST_CARD_UNKNOCKED = auto(), "the last card leaves the hand only when the hand is shown"
    NO_KNOCK_WITH_DISCARD = auto(), "only a knock could follow, and {card} allows none"
    NO_LAYOFF_NOW = auto(), "nothing may be laid off ({kind})"
    NOT_A_SHOWN_MELD = auto(), "cards are laid off on the melds of the player who knocked, not on {meld}"
    NOT_ANNOUNCING = auto(), "announcements belong to explicit conduct and to a discard that leaves {count}"
    # variants
    OPTION_VALUE = auto(), "{field} = {value!r} is not allowed, only {allowed:or}"
    OPTION_RESERVED = auto(), "{field} = {value!r} is reserved"
    OPTION_UNKNOWN = auto(), "there is no option {field!r}"
    CONTRACT_EMPTY = auto(), "{field}: a contract needs at least one group or run"
    NOT_A_POLICY = auto(), (
        "{field} must be {expected} options, or a frozen, hashable object whose methods include {methods:,}, not {got}"
    )
    POLICY_WITHOUT_OPTIONS = auto(), (
        "{field} holds a custom policy without options, so a whole policy has to replace it"
    )
    NOT_A_TABLE = auto(), "{field} must be a table of options, not {got}"
    NAME_OF_VARIANT = auto(), "{field} = {value!r} is no name of a variant: 1 to {most} printable characters"
    SLUG_OF_VARIANT = auto(), "{field} = {value!r} is no slug: lower case letters and digits, joined by single hyphens"
    NOT_RULE_IDS = auto(), "{field} must map texts to texts: codes and IDs of rules"
    RULE_TEXT_UNFIT = auto(), (
        "{field}: a code is of letters, digits, hyphens and underscores, its text short and printable"
    )
    IN_NO_HAND = auto(), "match.rounds sets {fields:,} for each hand, and in no hand to these values"
    OPTION_NEEDS = auto(), "{field} = {value!r} means nothing without {wanted}; see {other:,}"
    # options that contradict each other
    DEAL_TOO_LARGE = auto(), _conflict("even with the fewest players the deal leaves too small a stock")
    DEALER_WITHOUT_SEAT = auto(), _conflict("so many never play")
    STARTER_SHORT = auto(), _conflict("the starter would stay one card short")
    STARTER_KEEPS_EXTRA = auto(), _conflict("the starter would keep one card too many")
    PILE_STARTED_TWICE = auto(), _conflict("the discard pile would be started twice")
    OFFER_AMONG_MANY = auto(), _conflict("this is for two players only")
    OFFER_FORBIDDEN = auto(), _conflict("one offers what the other forbids")
    OFFER_TO_DEALER = auto(), _conflict("the player who did not deal is asked first")
    ACE_IN_CIRCLE = auto(), _conflict("the ace has one place, so no run passes through it")
    CONCEALED_USE = auto(), _conflict("nothing is laid, so the card taken could not be used")
    BOUND_PURCHASE = auto(), _conflict("a discard that is sold is taken freely, by any player who is asked")
    DEEP_TAKE = auto(), _conflict(
        "several discards are taken at once where melds are laid freely, and cards stay in them"
    )
    ENDLESS_ROUND = auto(), _conflict("the last discards could be taken for ever")
    ACE_AT_BOTH_ENDS = auto(), _conflict("a run of fourteen cards has an ace at both ends")
    NO_RUN_POSSIBLE = auto(), _conflict("no run could exist")
    NO_GROUP_POSSIBLE = auto(), _conflict("no group could exist")
    FEWER_SUITS = auto(), _conflict("there are four suits")
    WILD_RANK_IN_MELDS = auto(), _conflict("a card of a wild rank has no written value in a meld")
    WILD_RANK_LEFT_OUT = auto(), _conflict("the pack has no card of that rank")
    ACES_LEFT_OUT = auto(), _conflict("a joker turned up makes the aces wild, and the pack has none")
    TILES_LEFT_OUT = auto(), _conflict("the okeys follow the tile turned up through all numbers and colours")
    WILDS_UNLIKE = auto(), _conflict("cards that may be taken for jokers have to count as these do")
    PICKUP_BELOW_MINIMUM = auto(), _conflict("the discard would ask less than the stock")
    EXEMPTION_EQUAL = auto(), _conflict('with one condition only this equals "full" or "nothing"')
    RECOVERED_NOWHERE = auto(), _conflict("the recovered joker would have no place to go")
    EARLY_SWAP_TO_HAND = auto(), _conflict("the meld that holds the joker could not be told later")
    EARLY_SWAP_FOR_CONTRACT = auto(), _conflict("a contract is laid as it is, so no wild card can be recovered for it")
    BUY_IN_FOR_NOBODY = auto(), _conflict("no round has so many players")
    CEILING_AT_LIMIT = auto(), _conflict("a player who stays is below the limit anyway")
    FOUR_ONLY_LOCKED = auto(), _conflict('nothing is left to recover, which is written "never"')
    FOUR_ONLY_WITHOUT_FOURS = auto(), _conflict("there is no group of four")
    BOTH_WITHOUT_THREES = auto(), _conflict("no group of three holds a wild card")
    NAMED_AMONG_SEVERAL = auto(), _conflict("a card is named for the one joker of a group of three")
    NAMED_TAKEN = auto(), _conflict("cards would leave a group whose joker stands for a card that was named")
    NO_MISSING_SUIT = auto(), _conflict("no suit is ever missing")
    WILD_RANKS_NOT_RECOVERED = auto(), _conflict("nothing is recovered anyway")
    FEW_MELDS_FOR_DUTY = auto(), _conflict("what has to be placed needs melds that are not limited")
    OTHERS_CLOSED_TO_THE_END = auto(), _conflict("the round ends when all have completed their contracts")
    CONTRACTS_MISSING = auto(), _conflict("there is no contract to complete")
    CONTRACTS_WITHOUT_END = auto(), _conflict("nothing says which contract is due")
    CONTRACTS_BY_HAND_WON = auto(), _conflict("nobody is ahead where everybody has the same contract")
    COMPLETE_UNSCORED = auto(), _conflict("a round without a winner would score nothing")
    FURTHER_MELDS_TAKEN = auto(), _conflict("what needs a new meld could never be done")
    RUN_GAP_IN_CIRCLE = auto(), _conflict("runs round the corner have no ends to keep apart")
    CONTRACT_TOO_LARGE = auto(), _conflict("a contract with more cards than a hand could never be laid")
    CONTRACT_GROUP = auto(), _conflict("a group of a contract would not be a meld")
    CONTRACT_RUN = auto(), _conflict("a run of a contract would not be a meld")
    CONCEALED_WILDS = auto(), _conflict("nobody knocks with unmatched cards where there are wild ones")
    CONCEALED_DOUBLING = auto(), _conflict("the least deadwood is a sum of values")
    NOBODY_KNOCKS = auto(), _conflict("nobody could end the round")
    KNOCK_AMONG_MANY = auto(), _conflict("a knock has one defender")
    RUNS_BEYOND_HAND = auto(), _conflict("so many runs need more cards than a hand has")
    PAIRS_OF_ODD_HAND = auto(), _conflict("a hand of an odd number of cards is never all in pairs")
    PAIRS_TAKEN_APART = auto(), _conflict("no card leaves a meld where a player may open with pairs")
    PAIRS_OF_ONE_PACK = auto(), _conflict("one pack has no two copies of a card")
    PAIRS_GO_ON = auto(), _conflict("a player who opens with pairs may lay more of them")
    PAIRS_ESCALATE = auto(), _conflict("openings in pairs are not compared with one another")
    PAIRS_OF_WILD_RANK = auto(), _conflict("only jokers are wild in pairs")
    LAST_CARD_UNSEEN = auto(), _conflict("the last card has to be seen, and to be the last")
    KNOCK_WITHOUT_UPCARD = auto(), _conflict("there is no upcard to read")
    LAST_TURN_WITHOUT_DISCARD = auto(), _conflict("the next player may take the card that is thrown")
    LAST_TURN_VOID = auto(), _conflict("the last turns need the stock")
    WILDS_ALONE_LAID = auto(), _conflict("only a hand that is declared may hold a meld of wild cards alone")
    WILDS_ALONE_NATURAL = auto(), _conflict("no card has to be natural")
    VOID_BEFORE_RECYCLING = auto(), _conflict("the round is void before anything is recycled")
    VOID_BEFORE_DRAW = auto(), _conflict("the deal leaves no more stock cards than that")
    STALEMATE_UNCOUNTED = auto(), _conflict("without a winner nobody is paid for the hands")
    LAID_POINTS = auto(), _conflict(
        "points for cards on the table are those of open melds in which each card stays, beside hands of single cards"
    )
    CREDIT_WITHOUT_KNOCK = auto(), _conflict("nothing pays the winner")
    PENALTY_AFTER_KNOCK = auto(), _conflict("the knocking score is a credit")
    NO_POINTS_TO_ADD = auto(), _conflict("there are no points to add up")
    JOKER_FINISH_FORBIDDEN = auto(), _conflict("what is forbidden cannot be paid for")
    JOKER_END_FORBIDDEN = auto(), _conflict("what is forbidden cannot be paid for")
    NO_LAST_CARD_PLACED = auto(), _conflict("the last card is always discarded")
    JOKER_FINISH_UNPRICED = auto(), _conflict("the finish has no price")
    DRY_FLAT_FACTOR = auto(), _conflict("no rule multiplies this charge by a factor")
    DRY_FLAT_JOKER_FINISH = auto(), _conflict("no rule multiplies this charge by a factor")
    DRY_FLAT_JOKER_END = auto(), _conflict("no rule multiplies this charge by a factor")
    TARGET_MISSING = auto(), _conflict("the match has no goal")
    LIMIT_MISSING = auto(), _conflict("the match has no limit")
    HANDS_MISSING = auto(), _conflict("the match has no number of hands")
    LOWEST_CREDIT_WINS = auto(), _conflict("the lowest total would win a game of credits")
    SEVERAL_REACH_TARGET = auto(), _conflict(
        "several players may reach the target in one hand, and no rule says who wins then"
    )
    CREDITS_ELIMINATE = auto(), _conflict("credits would eliminate the better player")
    ALTERNATE_AMONG_MANY = auto(), _conflict('this is for two players; use "next"')
    LOSER_WITHOUT_SCORES = auto(), _conflict("there is no hand score to lose by")
    WINNER_MAY_BE_MISSING = auto(), _conflict("a round may end without a winner")
    # names
    UNKNOWN_VARIANT = auto(), "there is no variant {slug!r}; available: {available}"
    UNKNOWN_LANGUAGE = auto(), "there is no language {language!r}; available: {available}"
    CATALOGUE_UNREADABLE = auto(), "this is no compiled catalogue of messages, the content of a .mo file"
    # checks and counts of positions
    RESULT_UNSOUND = auto(), "what the executor returns, of type {got}, cannot be the result of its task"
    PROGRESS_ELSEWHERE = auto(), "matches that an executor plays cannot be followed: leave out progress"
    DEPTH_AND_TURNS = auto(), "either depth or turns, not both"
    # pictures
    PREFIX_UNFIT = auto(), "{prefix!r} is no prefix of ids: a letter, then letters, digits, '-' or '_', 32 at most"
    # learning
    NO_SUCH_ACTION = auto(), "there is no action {action}, they go from 0 to {most}"
    ACTION_BARRED = auto(), "action {action} does not continue a legal move"
    TOO_MANY_ACTIONS = auto(), "the move is complete after {count:action|actions}"
    TOO_FEW_ACTIONS = auto(), "the move is not complete after {count:action|actions}"
    MELD_OUT_OF_REACH = auto(), "actions reach {most} melds on the table, and {meld} is not among them"
    SEVERAL_MOVES = auto(), "{move} is listed as several moves, to be played one after another"
    NOT_RESET = auto(), "the environment has to be reset first"
    # names of players
    NAME_UNFIT = auto(), "{name!r} is no name of a player: it must be printable, without outer spaces, and not -"
    NAMES_REPEATED = auto(), "the names of the players must differ: {names:,}"
    # score sheets
    NO_JOKERS = auto(), "there are no jokers in this game"
    JOKERS_EXCEEDED = auto(), "the pack holds only {limit:joker|jokers}"
    RANK_EXCEEDED = auto(), "the pack holds only {limit} of {rank}"
    HAND_EXCEEDED = auto(), "a hand holds {limit:card|cards} at most here"
    CARD_UNKNOWN = auto(), "a card is needed, not ?"
    SHEET_DAMAGED = auto(), "these values do not fit together"
    # setups and matches
    PLAYER_COUNT = auto(), "{players:player|players}: this variant is for {lo} to {hi}"
    SEED_RANGE = auto(), "a seed is an integer from 0 to 2**256 - 1"
    STOCK_TOO_SMALL = auto(), "the deal would leave {left:stock card|stock cards}, at least {minimum} are needed"
    CARDS_LOST = auto(), "missing from the pack: {cards}"
    CARDS_DOUBLED = auto(), "more copies than the pack holds: {cards}"
    HAND_TOO_LARGE = auto(), "the hand of {player} is larger than the pack"
    HAND_SIZE = auto(), "the hand of {player} holds {count:card|cards}, which cannot be"
    OPENED_WITHOUT_MELD = auto(), "{player} is said to have opened but owns no meld"
    MELD_WITHOUT_OPENING = auto(), "{player} owns a meld but is said not to have opened"
    SEATS_OUT_OF_ORDER = auto(), "{field}: the seats are not in ascending order ({seats:,})"
    TABLE_ID_REPEATED = auto(), "two melds of the table have the id {id}"
    FACT_MELD_ABSENT = auto(), "{field}: {meld} is not on the table"
    FACT_MELD_WILDS = auto(), "{field}: {meld} holds fewer than {count:wild card|wild cards}"
    COMPLETED_MISMATCH = auto(), "completed: the players who own melds are {owners:,}, not {seats:,}"
    TOUCH_FORGOTTEN = auto(), "touched: in this game a touch is forgotten after the turn"
    FACTOR_LOST_UNTOUCHED = auto(), "the factor is lost only by a winner who has touched the discard"
    FACTOR_KEPT_TOUCHED = auto(), "the winner has touched the discard and so has lost the factor"
    OUTCOME_BEFORE_END = auto(), "in the phase {phase} a round has no outcome yet"
    LAID_UNSCORED = auto(), "cards on the table score nothing in this game"
    STALEMATE_UNFIT = auto(), "the outcome says that the stock was out and the hands count, which cannot be"
    OUTCOME_MISSING = auto(), "a round that is over has an outcome"
    OUTCOME_MISMATCH = auto(), "outcome: the hands say otherwise"
    NOT_A_FIRST_DISCARD = auto(), "only a starter's first turn can be a bare discard"
    STARTER_DRAWS = auto(), "the starter does not draw in the first turn"
    STARTER_ONLY_DISCARDS = auto(), "the starter's first turn is a bare discard"
    TABLE_BEFORE_DISCARD = auto(), "nothing can be on the table before the first discard"
    CONTRACTS_INCOMPLETE = auto(), (
        "a round ends complete when every player has laid the contract and nobody has gone out"
    )
    EMPTY_HAND_UNWON = auto(), "{player} holds no card and has not won"
    WINNER_WITHOUT_KNOCK = auto(), "nobody wins this game without showing the hand"
    WINNER_UNOPENED = auto(), "the winner, {player}, is said not to have opened"
    FINISH_WITHOUT_WINNER = auto(), "{field} says how somebody went out, and nobody is named"
    WINNER_HOLDS_CARDS = auto(), "the winner, {player}, still holds cards"
    DEADWOOD_WITHOUT_KNOCK = auto(), "only a knock leaves deadwood"
    TURN_FACT_OUTSIDE_PLAY = auto(), "{field} is a fact of a turn in play, and the phase is {phase}"
    TURN_UNCOMPLETABLE = auto(), "the turn could not be completed"
    STEPS_SPENT = auto(), "no answer was found in {steps:step|steps}"
    DUTY_WITHOUT_CARD = auto(), "the duty {duty} names no card"
    DUTY_NOT_TAKEN = auto(), "duties: {card} is not the card taken"
    DUTY_CARD_ABSENT = auto(), "duties: {card} is not in the hand of the player to act"
    DUTY_CARD_NATURAL = auto(), "duties: {card} is not a wild card"
    UPCARD_MISSING = auto(), "upcard: the first upcard counts in this game"
    KNOCK_KIND = auto(), "knock: in this game nobody ends the play by {kind}"
    TURNED_MISSING = auto(), "turned: in this game a card is turned up beside the stock"
    TURNED_UNREAD = auto(), "turned: no card is turned up beside the stock in this game"
    TURNED_NOT_NATURAL = auto(), "turned: {card} is wild, so that another card is turned up"
    FOLDED_PRICE = auto(), "folded: {player} cannot have dropped out for {points} points"
    FOLDED_ALONE = auto(), "folded: the round is over once one player is left, and that player has won"
    FOLDED_PLAYS = auto(), "folded: {player} has dropped out"
    UPCARD_NOT_NATURAL = auto(), "upcard: {card} is not a natural card"
    LAYOFF_WITHOUT_KNOCK = auto(), "nobody has knocked, so there is nothing to reply to"
    STOCK_UNTOUCHED = auto(), "{player} has not touched the discard"
    NO_BUYING = auto(), "bought: no discard is bought in this game"
    NO_PAIRS = auto(), "paired: nobody opens with pairs in this game"
    PAIRED_UNOPENED = auto(), "paired: {player} has not opened"
    NO_CHARGES = auto(), "charged: no discard costs points in this game"
    CHARGED_POINTS = auto(), "charged: the discards of {player} cannot have cost {points} points"
    BOUGHT_OFTEN = auto(), "bought: {player} cannot have bought {count:discard|discards} in this round"
    BUYER_UNFIT = auto(), "{player} cannot be asked about the discards while {drawer} waits to draw"
    DRAWER_WITHOUT_SALE = auto(), "drawer: nobody waits to draw unless a player is asked first"
    NO_OFFER = auto(), "no upcard is offered in this game"
    STOCK_OUT_OF_TURN = auto(), "after the last pass it is not {player} who draws"
    OFFER_OUT_OF_TURN = auto(), "the upcard is not offered to {player}"
    KNOCK_ENDS_PLAY = auto(), "a knock ends the play, and the phase is {phase}"
    KNOCK_ENDS_ROUND = auto(), "in this game the round is over at the knock"
    REPLY_BY_KNOCKER = auto(), "{player} has knocked and does not reply"
    KNOCK_WITHOUT_DISCARD = auto(), "a knock puts a card on the discard pile, which is empty"
    MELDS_OF_OTHERS = auto(), "only melds of {player}, who knocked, can be on the table"
    KNOCK_WITHOUT_DEADWOOD = auto(), "a knock that leaves no card unmatched is gin"
    GIN_WITH_DEADWOOD = auto(), "gin leaves no card unmatched"
    MATCH_OVER = auto(), "the match is over"
    UNDO_NOTHING = auto(), "there is nothing to take back"
    UNDO_DEAL = auto(), "a deal cannot be taken back: it has shown cards"
    UNDO_DRAW = auto(), "{move} cannot be taken back: a card has been drawn from the stock"
    UNDO_RECYCLING = auto(), "{move} cannot be taken back: the discards have become a new stock"
    UNDO_SHOWING = auto(), "{move} cannot be taken back: a hand has been shown"
    UNDO_END = auto(), "{move} cannot be taken back: the round is over"
    UNDO_OTHER = auto(), "{move} cannot be taken back: it is not a move of {player}"
    REDO_NOTHING = auto(), "there is no move to make again"
    NOT_AWAY = auto(), "{player} is not away"
    LAST_ANNOUNCED = auto(), "the last round has been announced already"
    BUY_IN_OPEN = auto(), "{player} has still to say whether to buy back in"
    BUY_IN_CLOSED = auto(), "nobody may buy back in now"
    # what is seen and remembered
    NO_DEAL = auto(), "no deal is among the events"
    NO_SUCH_PIECE = auto(), "no card of the hand has the id {piece}"
    WRONG_STORY = auto(), "{event} cannot have happened then"
    MEMORY_MISFIT = auto(), "what is remembered does not fit what is seen"
    SAMPLE_RARE = auto(), "in {tries:deal|deals} the player to act could not complete the turn"
    WRONG_MARK = auto(), "there is no mark {mark}: this match has seen {events:event|events}"
    # moves, positions, variants and records as text
    TEXT_EXPECTED = auto(), "{part} was expected, not {found!r}"
    WORD_EXPECTED = auto(), "{words!r:or} was expected, not {found!r}"
    TEXT_TOO_LONG = auto(), "{part} of {size:character|characters} is too long, the limit is {limit}"
    TEXT_MORE = auto(), "and {count} more"
    NOT_UTF8 = auto(), "this is not UTF-8"
    NOT_TOML = auto(), "this is not TOML"
    NESTED_TOO_DEEPLY = auto(), "values are nested too deeply"
    NOT_WRITABLE = auto(), "{field} cannot be written as text: it holds a value of type {got}"
    NOT_PRINTABLE = auto(), "{text!r} holds characters that are not printable"
    OTHER_VERSION = auto(), "this is of version {told} of {variant}, here is version {found}"
    OTHER_SIMULATION = auto(), "these are not parts of one simulation, they differ in {fields:,}"
    OTHER_VARIANT = auto(), "the variant that was given is not the one of the text, they differ in {fields:,}"
    OWN_POLICY = auto(), "the slot {field} holds a policy that text cannot carry: give the variant to the reader"
    RECORD_DIFFERS = auto(), "the record says {told!r}, the replay gives {found!r}"
    SEED_DIFFERS = auto(), "the seed of the record is {told}, another one was given: {given}"
    TURN_SPLIT = auto(), "the turn of the line before goes on here"
    DECK_HIDDEN = auto(), "a deck is given although the seed is not revealed"
    DECK_REVEALS = auto(), (
        "a round was dealt from a given deck, which shows every hidden card: the seed cannot be hidden"
    )
    LOG_DIFFERS = auto(), "replaying the log of the match gives another one"
    RECORD_EDITED = auto(), "the digest is not that of the lines above: something has been changed"
    COMMITMENT_DIFFERS = auto(), "the commitment is not that of this seed"
    SEED_HIDDEN = auto(), "the seed has not been revealed, and without it nothing can be replayed"
    KEY_UNKNOWN = auto(), "there is no key {key!r}"
    KEY_MISSING = auto(), "the key {key!r} is missing"
    KEY_TWICE = auto(), "the key {key!r} occurs twice"
    NOT_UNICODE = auto(), "a text holds a lone surrogate, which is not Unicode"
    NOT_JSON = auto(), "this is not JSON"
    NO_JSON_FORM = auto(), "a document holds no value of type {got}"
    NOT_IN_FORM = auto(), "{value!r} is not {kind} as JSON writes it"
    OTHER_FORMAT = auto(), "this is version {version} of the format, here is version {known}"
    DOCUMENT_DIFFERS = auto(), "{field} is not what the rest of the document gives"
    TOO_MANY_CHARACTERS = auto(), "a text of {size:character|characters} is too long, the limit is {most}"
    TOO_MANY_VALUES = auto(), "{count:value|values} are too many, the limit is {most}"
    # fmt: on
