"""The codes of the built-in violations, and an English sentence for each code.

Each other language translates these sentences. Its catalogue finds a translation by the English text, so if
you edit a sentence here, edit its key in each catalogue too.

Write a sentence as a clause without a capital or full stop, because it may follow "line 2:" or be joined to
others with a semicolon; code that prints a sentence alone adds both. Tell the player what is wrong, naming the
card, and what would help: "draw a card first". Address the player as "you"; use a blank for anybody else.

A blank stands for a parameter of the violation. `{card}` is its text, `{count:card|cards}` is a number with
the noun in the singular or plural, `{choices!r:,}` is a list with commas, and `{allowed:or}` is a list with
"or" before its last item, as `{fields:and}` is one with "and".
"""

from __future__ import annotations

from enum import auto
from typing import Any

from rami._base.values import MessageEnum


def _conflict(why: str) -> tuple[Any, str]:
    """Return the code and the sentence for options that contradict each other; `why` is a clause."""
    return auto(), f"{{fields:and}} cannot be combined: {why}; change {{change}}"


class Reason(MessageEnum):
    """A code of a built-in violation; the page "Codes and messages" lists all codes with their sentences.

    A custom policy may use any other string as a code, with its own sentence; the engine passes both on unchanged.

    Attributes:
        template: the English sentence, with its blanks.

    >>> Reason.GROUP_SUITS.value, Reason.GROUP_SUITS.template
    ('group_suits', 'the cards of a group must be of different suits: {cards}')
    """

    # Pickles and the reference documentation should name the public module.
    __module__ = "rami.errors"

    # fmt: off

    # Arguments that are not valid values.
    UNKNOWN_CARD = auto(), "{text!r} is not a card"
    NOT_CARDS = auto(), "cards were expected, not {type}"
    NOT_A_MOVE = auto(), "a move was expected, not {type}"
    NOT_A_TURN = auto(), "a turn was expected, not {type}"
    MELD_EMPTY = auto(), "a meld needs at least one card"
    NOT_A_MELD = auto(), "{cards} form neither a group nor a run"
    SEVERAL_MELDS = auto(), "these cards can form more than one meld: write {readings:or}"
    WRONG_TYPE = auto(), "{field} must be of type {expected:or}, not {got}"
    NOT_AN_INTEGER = auto(), "{field} must be an integer, not {got}"
    NOT_A_FLAG = auto(), "{field} must be True or False, not {got}"
    NOT_A_TEXT = auto(), "{field} must be text, not {got}"
    NOT_A_COLLECTION = auto(), "{field} must be a collection, not {got}"
    TOO_MANY_ITEMS = auto(), "too many items: at most {most} are allowed"
    TOO_SMALL = auto(), "{field} = {value} is too small: it must be at least {least}"
    TOO_LARGE = auto(), "{field} = {value} is too large: it must be at most {most}"
    NOT_ONE_OF = auto(), "{field} = {value!r} is not one of {choices!r:,}"
    WRONG_COUNT = auto(), "{field}: {expected} expected, not {count}"
    NOT_A_NUMBER = auto(), "{field} must be a finite number, not {got}"
    CARDS_REPEATED = auto(), "a mask can contain each card only once, not several copies of {card}"
    NOT_A_SEAT = auto(), "{field} = {value} is not a seat: there are {seats:seat|seats}, numbered from 0"
    SEAT_NOT_PLAYING = auto(), "{field}: {player} is not playing"
    SEATS_REPEATED = auto(), "{field} names a seat twice: {seats:,}"
    TOO_MANY_COPIES = auto(), "{card} appears {count:time|times}: the pack holds {limit}"
    TOO_MANY_CARDS = auto(), "{count} cards are too many: at most {limit} are allowed"
    CARD_ABSENT = auto(), "{card} is not among these cards"
    # The shape of melds.
    GROUP_RANKS = auto(), "the cards of a group must all have the same rank: {cards}"
    GROUP_SUITS = auto(), "the cards of a group must be of different suits: {cards}"
    GROUP_TOO_SMALL = auto(), "a group of {size:card|cards} is too small: it needs at least {least}"
    GROUP_TOO_LARGE = auto(), "a group of {size:card|cards} is too large: at most {most} are allowed"
    NOT_A_PAIR = auto(), "{cards} is not a pair: a pair is two copies of one card, or a joker with another card"
    SUIT_NOT_OPEN = auto(), (
        "a wild card can stand for {card} only in a group of three that lacks {card} and has no other wild card"
    )
    RUN_SUITS = auto(), "the cards of a run must all be of the same suit: {cards}"
    RUN_GAP = auto(), "the cards of a run must follow one another without a gap: {cards}"
    RUN_TOO_SHORT = auto(), "a run of {size:card|cards} is too short: it needs at least {least}"
    RUN_TOO_LONG = auto(), "a run of {size:card|cards} is too long: at most {most} are allowed"
    RUN_ACE = auto(), "the ace is in the wrong place for a run: {cards}"
    WILD_COUNT = auto(), "{wilds:wild card|wild cards} in one meld: the limit is {limit}"
    WILD_SHARE = auto(), "too many wild cards: {wilds} with only {naturals:natural card|natural cards}"
    FEW_NATURALS = auto(), "a meld needs at least {needed:natural card|natural cards}, and this one has {naturals}"
    WILDS_ADJACENT = auto(), "two wild cards may not be next to each other in a run"
    WILD_INSIDE = auto(), "in a run, a wild card may go only at the low or high end"
    WILD_NOT_BURNT = auto(), "a wild card may stand for {card} in a run only once that card is burnt"
    # Queries about a table regrouped as a whole.
    UNSOLVED_TABLE = auto(), "these cards cannot all be arranged in melds: {cards}"
    UNSOLVED_RULES = auto(), "rami cannot solve the table of a game with these options: {fields:,}"
    UNSOLVED_JOKERS = auto(), "too many jokers: {count}, and rami can solve a table with at most {limit}"
    # Opening.
    OPENING_POINTS = auto(), "the opening is worth {points} of the {minimum:point|points} needed"
    OPENING_CLEAN_RUN = auto(), "the opening has no clean run (a run without wild cards)"
    OPENING_CLEAN_WINDOW = auto(), "the opening has no run with three natural cards in a row"
    OPENING_CLEAN_MELD = auto(), "the opening has no clean meld (a group or run without wild cards)"
    OPENING_EMPTY = auto(), "lay down at least one meld"
    OPENING_ESCALATES = auto(), (
        "the opening is worth {points:point|points}: it must be worth more than the highest opening so far, {highest}"
    )
    OPENING_PICKUP = auto(), (
        "after taking the discard you need {minimum:point|points} to open, and this opening is worth {points}"
    )
    OPENING_CONTRACT = auto(), "your contract is {contract}, and these melds do not match it"
    OPENING_REPEATS = auto(), "in a contract, groups must differ in rank and runs in suit"
    OPENING_NEIGHBOURS = auto(), "in a contract, runs of the same suit need a larger gap between them"
    OPENING_NOT_ALL = auto(), "you may lay this contract only if it uses up your hand"
    FURTHER_MELD = auto(), "once you have opened you may not lay new melds"
    OPENING_PAIRS = auto(), "an opening with pairs needs at least {needed:pair|pairs}"
    OPENING_MIXED = auto(), "open with pairs, or with groups and runs, not with both"
    MELD_AFTER_PAIRS = auto(), "you opened with pairs, so you may lay only pairs"
    PAIR_BY_OTHERS = auto(), "{player} opened with groups and runs and may not lay pairs now"
    LAYOFF_LIMIT = auto(), "you may lay off at most {most:card|cards} in this turn"
    OUT_ALONE = auto(), (
        "your opening did not meet the usual conditions, so you must go out this turn without using melds that "
        "were already on the table"
    )
    OPENING_FIRST_TURN = auto(), "you may not lay melds on the first turn"
    OPENING_WITH_RECOVERED = auto(), "the opening must be valid even without the meld that contains the recovered joker"
    OPENING_NEEDED = auto(), "{player} has to open first"
    OPENING_NEXT_TURN = auto(), "you have only just opened: wait for your next turn to do this"
    MELDS_IN_TURN = auto(), "{count:new meld|new melds} in one turn: the limit is {most}"
    ALL_MUST_OPEN = auto(), "you may not use other players' melds until every player has opened"
    # Turn order and phases.
    ROUND_OVER = auto(), "the round is over"
    WON_TOO_EARLY = auto(), "winners: the match is not over, so {seats:and} cannot have won it"
    ROUND_NOT_OVER = auto(), "the round is not over yet"
    NOT_YOUR_TURN = auto(), "it is {player}'s turn, not {by}'s"
    WRONG_PHASE = auto(), "that is not possible in the {phase} phase"
    TURN_REVEALS = auto(), "play {move} on its own: the rest of your turn depends on what it reveals"
    STARTER_DISCARDS = auto(), "on the first turn you may only discard"
    NO_SUCH_PLAYER = auto(), "{player} is not in this round"
    # Drawing.
    STOCK_EMPTY = auto(), "there is no card left to draw"
    DISCARDS_EMPTY = auto(), "the discard pile is empty"
    DISCARDS_SHORT = auto(), "the discard pile has only {size:card|cards}, not {count}"
    DISCARD_DEPTH = auto(), "{count:discard|discards} at once are too many: you may take at most {most}"
    STOCK_LEFT = auto(), "you may end the round only when there is no card left to draw"
    END_OFF = auto(), "in this game you may not end the round instead of drawing"
    DISCARD_AT_ONE_CARD = auto(), "with {count:card|cards} in hand you may not take the discard"
    DISCARD_FIRST_TURN = auto(), "you may not take the discard on the first turn"
    DISCARD_UNOPENED = auto(), "{player} has not opened and may not take the discard"
    DISCARD_WILD = auto(), "you may not take a wild card that was discarded"
    TURNED_NOT_SHOWN = auto(), "in this game you cannot show a copy of the turned-up card"
    TURNED_SHOWN_LATE = auto(), "you may show a copy of the turned-up card only once, on your first turn"
    NO_FOLDING = auto(), "you cannot drop out of a round in this game"
    DISCARD_TWIN = auto(), "you hold another copy of {card}, so you may not take it"
    DISCARD_UNCALLED = auto(), "you can call {card} only if it can be laid without a card from your hand"
    DISCARD_UNUSABLE = auto(), "you cannot place {card} this turn"
    TOUCH_OFF = auto(), "in this game you may not touch the discard without taking it"
    # Placing.
    CARD_NOT_HELD = auto(), "{card} is not in your hand"
    NO_SUCH_MELD = auto(), "{meld} is not on the table"
    DOES_NOT_FIT = auto(), "{card} does not fit on {cards}"
    END_NOT_NAMED = auto(), "{card} fits at both ends of {meld}: say which end"
    FOREIGN_CLEAN_RUN = auto(), "you may not lay off a wild card on another player's clean run ({meld})"
    WILD_NOT_NAMED = auto(), "{card} could replace several wild cards in {meld}: say which one"
    NOT_A_WILD = auto(), "there is no wild card at that place in {meld}"
    SWAP_MISMATCH = auto(), "{card} is not the card that the wild card in {meld} stands for"
    SWAP_GROUP = auto(), "you may not recover a wild card from this kind of group: {meld}"
    SWAP_BOTH = auto(), "to recover the wild card in {meld}, give both missing cards at once"
    SWAP_ONE = auto(), "give only one card to recover the wild card in {meld}"
    SWAP_RUN = auto(), "in this game you may not recover the wild card in {meld}"
    SWAP_UNUSABLE = auto(), "you could not place the recovered wild card this turn"
    TAKE_OFF = auto(), "in this game cards on the table stay in their melds"
    TAKE_OWNER = auto(), "you may take cards only from other players' melds, not from {meld}"
    TAKE_POSITION = auto(), "you cannot take {card} from {meld}: the rest would not be a meld"
    TAKE_WILD = auto(), "you may not take a wild card out of {meld}"
    TAKE_HAND_CARDS = auto(), (
        "a meld with cards from the table needs {needed:card|cards} from your hand, and this one has {count}"
    )
    TAKE_NOT_IN_MELD = auto(), "to take {card} from {meld}, both that meld and the new one must contain it"
    TAKE_IN_OPENING = auto(), "your opening may use only cards from your hand"
    # Arranging the whole table.
    REARRANGE_OFF = auto(), "in this game you may not rearrange the whole table"
    STEPS_OFF = auto(), "in this game you lay cards by rearranging the whole table"
    TABLE_CARDS_GONE = auto(), "cards that were on the table must stay there: {cards}"
    NOTHING_LAID = auto(), "lay at least one card from your hand"
    JOKER_BOUND = auto(), "you may move a joker on the table only if you replace it with {cards}"
    JOKER_BOUND_TO_ALL = auto(), (
        "you may move a joker in a group of three only if you complete the group with its missing cards: {cards}"
    )
    JOKER_LOCKED = auto(), "nothing may be taken from {meld}, because it has a joker"
    OPENING_ON_TABLE = auto(), "in the turn in which you open you may not change {meld}"
    OPENING_FROM_HAND = auto(), "to open, lay melds made only of cards from your hand"
    CARDS_UNLAID = auto(), "you cannot lay all of these this turn: {cards}; you can lay only: {most}"
    OPENING_UNREACHED = auto(), "{cards} are not worth enough points to open"
    PASS_OFF = auto(), "in this game you cannot pass"
    STOCK_TO_DRAW = auto(), "you may pass only once the stock is empty"
    # Duties and ends.
    DUTY_TAKEN = auto(), "you took {card} from the discard pile and must place it this turn"
    DUTY_TAKEN_IN_OPENING = auto(), "you took {card} from the discard pile, so your opening must contain it"
    DUTY_WILD = auto(), "you must place the recovered joker this turn"
    DUTY_TAKEN_NEXT = auto(), "first place {card}, the lowest discard you took"
    DUTY_WILD_NEXT = auto(), "place the recovered joker first ({where})"
    DUTY_OUT = auto(), "an opening that falls short is allowed only if you go out in the same turn"
    DUTY_POINTS = auto(), "the opening is still {missing} points short"
    DUTY_PICKUP = auto(), "you took the discard, so you must lay new melds worth {missing:more point|more points}"
    DUTY_UNMEETABLE = auto(), "after this you could not complete your turn"
    RETURNED_DISCARD = auto(), "you took {card} from the discard pile this turn, so you may not discard it"
    DISCARD_FITS = auto(), "{card} fits {meld}: discard another card"
    OUT_FIRST_TURN = auto(), "you may not go out on the first turn"
    OUT_TOUCHED = auto(), "you touched the discard without taking it, so you may not go out all at once"
    LAST_CARD_DISCARDED = auto(), "you may not discard your last card: place it on the table"
    LAST_CARD_PLACED = auto(), "keep a card for the final discard"
    LAST_CARD_WILD = auto(), "the final discard may not be a joker"
    # Knocking.
    CONCEALED = auto(), "in this game you keep your melds in your hand until somebody ends the round"
    KNOCK_DEADWOOD = auto(), "{deadwood:point|points} of deadwood is too much to knock: at most {limit} is allowed"
    KNOCK_MELDS = auto(), "these melds need more copies of {cards} than you would have left"
    NO_KNOCKING = auto(), "there is no knocking in this game"
    NO_BIG_GIN = auto(), "there is no big gin in this game"
    UPCARD_NEEDED = auto(), "in this game the first upcard sets the limit for knocking: name that card"
    NOT_A_NATURAL = auto(), "{card} is not a natural card"
    NO_CONTRACTS = auto(), "there are no contracts in this game"
    CONTRACT_NEEDED = auto(), "in this game you open with a contract: give its number, counted from 1"
    NO_OPENING = auto(), "there is no opening in this game"
    DECLARED_BEFORE = auto(), "{player} has already declared: your last turn ends with a discard"
    NOT_ALL_MATCHED = auto(), "these melds leave cards unmatched: {cards}"
    PAIRS_MIXED = auto(), "declare only pairs, or only groups and runs; the pairs are {cards}"
    DEMAND_UNMET = auto(), (
        "to declare you need {runs:run|runs}, {pure} of them pure; you have {found}, {found_pure} of them pure"
    )
    MUST_KNOCK = auto(), "you took the last discard, so you must end this turn with a knock"
    LAST_CARD_UNKNOCKED = auto(), "you may not discard your last card without showing your hand"
    NO_KNOCK_WITH_DISCARD = auto(), "if you took {card} you would have to knock, and you could not"
    NO_LAYOFF_NOW = auto(), "play ended with {kind}, so you may not lay off cards"
    NOT_A_SHOWN_MELD = auto(), "lay off cards on the knocker's melds, not on {meld}"
    NOT_ANNOUNCING = auto(), (
        "say “carte” only with a discard that leaves you {count:card|cards}, and only in a game where "
        "players announce for themselves"
    )
    # Variants.
    OPTION_VALUE = auto(), "{field} = {value!r} is not allowed: it must be {allowed:or}"
    OPTION_ENTRY = auto(), "{field} has a wrong entry"
    OPTION_RESERVED = auto(), "{field} = {value!r} is not supported"
    OPTION_UNKNOWN = auto(), "there is no option {field!r}"
    CONTRACT_EMPTY = auto(), "{field}: a contract needs at least one group or run"
    NOT_A_POLICY = auto(), (
        "{field} must be {expected} options, or a frozen, hashable object whose methods include {methods:,}, not {got}"
    )
    POLICY_WITHOUT_OPTIONS = auto(), "{field} has a custom policy without options: replace it with a whole policy"
    NOT_A_TABLE = auto(), "{field} must be a table of options, not {got}"
    NAME_OF_VARIANT = auto(), (
        "{field} = {value!r} is not a name for a variant: it needs 1 to {most} printable characters"
    )
    SLUG_OF_VARIANT = auto(), (
        "{field} = {value!r} is not a slug: use lower-case letters and digits, joined by single hyphens"
    )
    NOT_RULE_IDS = auto(), "{field} must map codes to rule IDs, and all of them must be strings"
    IN_NO_HAND = auto(), "match.rounds sets {fields:and} for each round, and no round has the values given here"
    OPTION_NEEDS = auto(), "{field} = {value!r} has no effect without {wanted}; see {other:,}"
    # Options that contradict each other.
    DEAL_TOO_LARGE = _conflict("the deal leaves too few cards in the stock, even with the fewest players")
    DEALER_WITHOUT_SEAT = _conflict("the first dealer's seat is empty in every round")
    STARTER_SHORT = _conflict("a starter who does not draw needs an extra card, or the hand would be one card short")
    STARTER_KEEPS_EXTRA = _conflict("a starter who gets an extra card and also draws would have one card too many")
    PILE_STARTED_TWICE = _conflict("the upcard and the starter's discard would both start the discard pile")
    OFFER_AMONG_MANY = _conflict("the upcard can be offered only in a game for two players")
    OFFER_FORBIDDEN = _conflict("the upcard is offered on the first turn, when nobody may take the discard")
    OFFER_TO_DEALER = _conflict(
        "the upcard is offered first to the player who did not deal, so the dealer cannot start"
    )
    ACE_IN_CIRCLE = _conflict("the ace has only one place in a run, so runs cannot wrap around")
    CONCEALED_USE = _conflict("players keep their melds in hand, so they could not place a discard they take")
    BOUND_PURCHASE = _conflict(
        "players can buy discards only where anyone may take the top discard without having to place it"
    )
    DEEP_TAKE = _conflict(
        "players can take several discards at once only if nothing restricts laying melds and cards never leave a meld"
    )
    ENDLESS_ROUND = _conflict("once the stock is empty, players could take each other's discards forever")
    REGROUP_TURN = _conflict(
        "players can rearrange the whole table only in games where a turn is either a draw or a play"
    )
    REGROUP_UPCARD = _conflict("the upcard would start a discard pile, and the game has none")
    REGROUP_STARTER = _conflict("the starter would keep the extra card, because nobody discards in this game")
    REGROUP_STOCK = _conflict("players can pass only in games where a turn is either a draw or a play")
    REGROUP_MELDS = _conflict(
        "to let players rearrange the table, a game needs groups of three or four different suits, runs of at "
        "least three cards, low aces, and jokers that stand for any card"
    )
    REGROUP_PACK = _conflict("to let players rearrange the table, a game needs two packs and at most two jokers")
    REGROUP_ACES = _conflict(
        "where players may rearrange the table, an ace must have the same value in every meld of an opening"
    )
    REGROUP_LAID = _conflict(
        "where players may rearrange the table, melds belong to nobody, so nobody can score for them"
    )
    ACE_AT_BOTH_ENDS = _conflict("a run of fourteen cards needs an ace that can go at both ends")
    NO_RUN_POSSIBLE = _conflict("the shortest run allowed is longer than the longest")
    NO_GROUP_POSSIBLE = _conflict("the smallest group allowed is larger than the largest")
    FEWER_SUITS = _conflict("a group of different suits cannot have more than four cards")
    WILD_RANK_IN_MELDS = _conflict("no rule says how many points a card of a wild rank is worth in an opening")
    WILD_RANK_LEFT_OUT = _conflict("the pack has no cards of the wild rank")
    ACES_LEFT_OUT = _conflict("turning up a joker would make the aces wild, and the pack has no aces")
    TILES_LEFT_OUT = _conflict("the okey is the tile after the indicator, so every number and colour must be in play")
    WILDS_UNLIKE = _conflict("wild cards that may stand for themselves must have the same value as jokers")
    NATURAL_WILDS_TAKEN = _conflict(
        "no rule says whether a card of a wild rank that stands for itself is wild again once it leaves its meld"
    )
    SINGLE_VALUES_NATURAL = _conflict(
        "where wild cards can be laid as themselves, individual cards cannot have special values"
    )
    SINGLE_VALUES_OPEN = _conflict(
        "the points of an opening depend only on ranks, so individual cards cannot have special values"
    )
    PICKUP_BELOW_MINIMUM = _conflict(
        "players who take the discard would need fewer points to open than players who draw"
    )
    EXEMPTION_EQUAL = _conflict('with only one condition for opening, "points" means the same as "full" or "nothing"')
    RECOVERED_NOWHERE = _conflict("a recovered joker would have nowhere to go")
    EARLY_SWAP_TO_HAND = _conflict(
        "an opening must be valid without the recovered joker, and nobody could tell which joker in the hand it is"
    )
    EARLY_SWAP_FOR_CONTRACT = _conflict("players who have yet to lay a contract cannot recover wild cards")
    BUY_IN_FOR_NOBODY = _conflict("a buy-in would need more players than a round can have")
    CEILING_AT_LIMIT = _conflict("players still in the match are always below the limit, so this ceiling has no effect")
    FOUR_ONLY_LOCKED = _conflict('groups of four are closed, so no joker could be recovered; write "never" instead')
    FOUR_ONLY_WITHOUT_FOURS = _conflict("no group can have four cards")
    BOTH_WITHOUT_THREES = _conflict("no group of three can contain a wild card")
    NAMED_AMONG_SEVERAL = _conflict(
        "players can name the card a joker stands for only if it is the one wild card in a group of three"
    )
    NAMED_TAKEN = _conflict("players could take cards out of a group whose joker stands for a named card")
    NO_MISSING_SUIT = _conflict("suits may repeat in a group, so no particular card is missing")
    WILD_RANKS_NOT_RECOVERED = _conflict("players may not recover wild cards at all")
    FEW_MELDS_FOR_DUTY = _conflict(
        "a player may have to lay several melds in one turn, which the limit on new melds could forbid"
    )
    OTHERS_CLOSED_TO_THE_END = _conflict(
        "the round ends as soon as everybody has opened, so nobody could ever use another player's melds"
    )
    CONTRACTS_MISSING = _conflict("the match ends with the last contract, and there are no contracts")
    CONTRACTS_WITHOUT_END = _conflict(
        "players can go through contracts at their own pace only in a match that ends with the last contract"
    )
    CONTRACTS_BY_HAND_WON = _conflict("everybody has the same contract in each round, so nobody can get ahead")
    COMPLETE_UNSCORED = _conflict(
        "only a winner scores, so a round that ends with all contracts laid would score nothing"
    )
    FURTHER_MELDS_TAKEN = _conflict("some cards must go into a new meld, and players who have opened may not lay one")
    RUN_GAP_IN_CIRCLE = _conflict("where runs may wrap around, no rule says how to measure the gap between two runs")
    CONTRACT_TOO_LARGE = _conflict("a contract has more cards than a hand, so nobody could lay it")
    CONTRACT_GROUP = _conflict("a contract has a group of a size that the game does not allow")
    CONTRACT_RUN = _conflict("a contract has a run of a length that the game does not allow")
    CONCEALED_WILDS = _conflict("in a game with wild cards, players may knock only with every card matched")
    CONCEALED_DOUBLING = _conflict("deadwood adds up card values, so a joker cannot double it")
    NOBODY_KNOCKS = _conflict("players keep their melds in hand, so without a knock nobody could end the round")
    KNOCK_AMONG_MANY = _conflict("only one player can reply to a knock, so the game must be for two")
    RUNS_BEYOND_HAND = _conflict("that many runs need more cards than a hand has")
    PAIRS_OF_ODD_HAND = _conflict("an odd number of cards cannot all be in pairs")
    PAIRS_TAKEN_APART = _conflict("where players may open with pairs, cards may not be taken from melds")
    PAIRS_OF_ONE_PACK = _conflict("a single pack has no second copy of any card")
    PAIRS_GO_ON = _conflict("players who open with pairs must be able to lay more of them later")
    PAIRS_OF_WILD_RANK = _conflict("where players may use pairs, only jokers can be wild")
    LAST_CARD_UNSEEN = _conflict(
        "a factor for a joker as the final discard needs a discard that is face up and ends the round"
    )
    KNOCK_WITHOUT_UPCARD = _conflict("the game has no upcard to set the limit")
    LAST_TURN_WITHOUT_DISCARD = _conflict(
        "the next player may take the discard of a player who declares, so it must be face up"
    )
    LAST_TURN_VOID = _conflict("the round could be void before everybody has had a last turn")
    WILDS_ALONE_LAID = _conflict("only a declared hand may contain a meld of nothing but wild cards")
    WILDS_ALONE_NATURAL = _conflict(
        "a group may consist of wild cards alone, so counting them as natural changes nothing"
    )
    VOID_BEFORE_RECYCLING = _conflict("the round would be void before the discards are ever shuffled into a new stock")
    VOID_BEFORE_DRAW = _conflict("the deal leaves so few cards in the stock that the round would be void at once")
    STALEMATE_UNCOUNTED = _conflict("in this game nobody scores for the hands unless somebody wins")
    LAID_POINTS = _conflict(
        "cards on the table can score only if they stay in their melds, the game has no contracts, and no joker "
        "doubles the hand"
    )
    CREDIT_WITHOUT_KNOCK = _conflict("the winner would have nothing to score")
    PENALTY_AFTER_KNOCK = _conflict("a knock earns points instead of costing them")
    NO_POINTS_TO_ADD = _conflict("rounds have no points, so the match must end with the last contract")
    JOKER_FINISH_FORBIDDEN = _conflict("a joker may not be the final discard, so a factor for it would never apply")
    JOKER_END_FORBIDDEN = _conflict("a joker may not be the final discard, so a factor for it would never apply")
    NO_LAST_CARD_PLACED = _conflict("the last card must always be discarded, so it cannot be placed")
    JOKER_FINISH_UNPRICED = _conflict("a joker finish needs a factor")
    DRY_FLAT_FACTOR = _conflict("no rule multiplies the fixed charge that applies when no loser has laid a meld")
    DRY_FLAT_JOKER_FINISH = _conflict("no rule multiplies the fixed charge that applies when no loser has laid a meld")
    DRY_FLAT_JOKER_END = _conflict("no rule multiplies the fixed charge that applies when no loser has laid a meld")
    TARGET_MISSING = _conflict("the match is played to a target, and no target is set")
    LIMIT_MISSING = _conflict("the match eliminates players at a limit, and no limit is set")
    HANDS_MISSING = _conflict("the match has a fixed number of rounds, and no number is set")
    LOWEST_CREDIT_WINS = _conflict("the players earn points, so the lowest total must not win")
    SEVERAL_REACH_TARGET = _conflict("several players may reach the target in one round, and no rule says who wins")
    CREDITS_ELIMINATE = _conflict("the players earn points, so a limit would eliminate the best of them")
    ALTERNATE_AMONG_MANY = _conflict('the deal can alternate only between two players, so use "next" for more')
    LOSER_WITHOUT_SCORES = _conflict("rounds have no scores, so there is no loser to deal the next one")
    WINNER_MAY_BE_MISSING = _conflict("a round may end without a winner to deal the next one")
    # Names.
    UNKNOWN_VARIANT = auto(), "there is no variant {slug!r}; available: {available}"
    GAME_OF_FILE = auto(), "after {file}, add a colon and the name of a game: {available}"
    NO_GAME_IN_FILE = auto(), "{file} defines no Variant"
    FILE_FAILS = auto(), "{file} cannot be run: {error}"
    UNKNOWN_LANGUAGE = auto(), "there is no language {language!r}; available: {available}"
    CATALOGUE_UNREADABLE = auto(), "this is not a compiled catalogue of messages (the content of a .mo file)"
    # Checks and counts of positions.
    RESULT_UNSOUND = auto(), "the executor returned a value of type {got}, which cannot be the result of its task"
    PROGRESS_ELSEWHERE = auto(), (
        "matches played by an executor report no progress: give an executor or progress, not both"
    )
    DEPTH_AND_TURNS = auto(), "give either depth or turns, not both"
    # Pictures.
    PREFIX_UNFIT = auto(), (
        "{prefix!r} is not a prefix for ids: use a letter, then letters, digits, '-' or '_', at most 32 in all"
    )
    # Learning.
    NO_SUCH_ACTION = auto(), "there is no action {action}: actions go from 0 to {most}"
    ACTION_BARRED = auto(), "action {action} does not continue a legal move"
    TOO_MANY_ACTIONS = auto(), "the move is complete after {count:action|actions}"
    TOO_FEW_ACTIONS = auto(), "the move is not complete after {count:action|actions}"
    MELD_OUT_OF_REACH = auto(), "actions can name only the first {most} melds on the table, not {meld}"
    SEVERAL_MOVES = auto(), "{move} combines several moves: play them one after another"
    NOT_RESET = auto(), "reset the environment first"
    # Names of players.
    NAME_UNFIT = auto(), (
        "{name!r} is not a name for a player: it must be printable, have no spaces around it, and not be just a dash"
    )
    NAMES_REPEATED = auto(), "the names of the players must differ: {names:,}"
    # Score sheets.
    NO_JOKERS = auto(), "there are no jokers in this game"
    JOKERS_EXCEEDED = auto(), "the pack holds only {limit:joker|jokers}"
    RANK_EXCEEDED = auto(), "the pack holds only {limit:card|cards} of rank {rank}"
    HAND_EXCEEDED = auto(), "a hand in this game holds at most {limit:card|cards}"
    CARD_UNKNOWN = auto(), 'name a card instead of "?"'
    PENALTY_UNSCORED = auto(), "{player} has no score in this round, so you cannot add a penalty"
    # Reports of rounds.
    FACTS_TWICE = auto(), "give {fields:and} with the facts of the round, not as a separate argument"
    HAND_UNKNOWN = auto(), "enter the hand of {player}: its cards count"
    MELDS_WITHOUT_KNOCK = auto(), "melds: nobody has shown a hand"
    MELDS_NOT_HELD = auto(), "melds: the hand of {player} lacks {cards}"
    WRONG_DECLARATION = auto(), (
        "{player} declared wrongly and is out of the round: enter the {points} points in folded, and name"
        " the winner"
    )
    SCORE_SUM = auto(), "the reasons for the points of {player} add up to {total}, not to {points}"
    # Setups and matches.
    PLAYER_COUNT = auto(), "{players:player|players}: this game is for {lo} to {hi}"
    SEED_RANGE = auto(), "a seed is an integer from 0 to 2**256 - 1"
    STOCK_TOO_SMALL = auto(), "the deal would leave {left:card|cards} in the stock: it needs at least {minimum}"
    CARDS_LOST = auto(), "missing from the pack: {cards}"
    CARDS_DOUBLED = auto(), "more copies than the pack holds: {cards}"
    CARDS_UNKNOWN = auto(), (
        "{count:card is|cards are} unknown: use PlayerView.from_setup for a position seen from one seat"
    )
    UNKNOWN_EXCESS = auto(), "{count:card is|cards are} unknown, and the pack has only {left} left"
    OWN_HAND_UNKNOWN = auto(), "name every card in the hand of {player}: the viewer sees it"
    HAND_FACE_UP = auto(), "name every card in the hand of {player}: it is face up"
    DISCARDS_FACE_UP = auto(), "name every card of the discard pile: it is face up"
    HAND_TOO_LARGE = auto(), "the hand of {player} is larger than the pack"
    HAND_SIZE = auto(), "the hand of {player} cannot hold {count:card|cards}"
    OPENED_WITHOUT_MELD = auto(), "{player} is listed as having opened, so they must own a meld"
    MELD_WITHOUT_OPENING = auto(), "{player} owns a meld, so they must be listed as having opened"
    SEATS_OUT_OF_ORDER = auto(), "{field}: the seats are not in ascending order ({seats:,})"
    TABLE_ID_REPEATED = auto(), "two melds on the table have the id {id}"
    FACT_MELD_ABSENT = auto(), "{field}: {meld} is not on the table"
    FACT_MELD_WILDS = auto(), "{field}: {meld} contains fewer than {count:wild card|wild cards}"
    COMPLETED_MISMATCH = auto(), "completed: the players who own melds are {owners:and}, not {seats:and}"
    TOUCH_FORGOTTEN = auto(), "touched: in this game touching the discard counts only until the end of the turn"
    FACTOR_LOST_UNTOUCHED = auto(), "only a winner who has touched the discard loses the factor"
    FACTOR_KEPT_TOUCHED = auto(), "the winner has touched the discard and so has lost the factor"
    OUTCOME_BEFORE_END = auto(), "a round in the {phase} phase has no outcome yet"
    LAID_UNSCORED = auto(), "cards on the table score nothing in this game"
    STALEMATE_UNFIT = auto(), (
        "the outcome says that the stock ran out and the hands count, which cannot happen in this game"
    )
    OUTCOME_MISSING = auto(), "a round that is over needs an outcome"
    OUTCOME_MISMATCH = auto(), "the outcome does not match the hands"
    NOT_A_FIRST_DISCARD = auto(), "only the starter's first turn can be a single discard"
    STARTER_DRAWS = auto(), "the starter does not draw on the first turn"
    STARTER_ONLY_DISCARDS = auto(), "the starter's first turn is a single discard"
    TABLE_BEFORE_DISCARD = auto(), "nothing can be on the table before the first discard"
    CONTRACTS_INCOMPLETE = auto(), (
        "a round is complete only when every player has laid the contract and nobody has gone out"
    )
    EMPTY_HAND_UNWON = auto(), "{player} has no cards left and has not won"
    WINNER_WITHOUT_KNOCK = auto(), "in this game nobody wins a round without showing a hand"
    WINNER_UNOPENED = auto(), "the winner, {player}, is not listed as having opened"
    FINISH_WITHOUT_WINNER = auto(), "{field} says how somebody went out: name the winner"
    ALL_AT_ONCE_PLACED = auto(), (
        "{player} laid off cards in an earlier turn, so they cannot have gone out all at once"
    )
    WINNER_HOLDS_CARDS = auto(), "the winner, {player}, still holds cards"
    DEADWOOD_WITHOUT_KNOCK = auto(), "only a round that ended with a knock has deadwood"
    TURN_FACT_OUTSIDE_PLAY = auto(), "{field} can be set only in the play phase, and this round is in the {phase} phase"
    TURN_UNCOMPLETABLE = auto(), "the turn could not be completed"
    STEPS_SPENT = auto(), "no answer was found within {steps:step|steps}"
    DUTY_WITHOUT_CARD = auto(), "the duty {duty} names no card"
    DUTY_NOT_TAKEN = auto(), "duties: {card} is not the card taken"
    DUTY_CARD_ABSENT = auto(), "duties: {card} is not in the hand of the player to act"
    DUTY_CARD_NATURAL = auto(), "duties: {card} is not a wild card"
    UPCARD_MISSING = auto(), "upcard: name the first upcard, because this game needs it"
    KNOCK_KIND = auto(), "knock: in this game players cannot end the round with {kind}"
    TURNED_MISSING = auto(), "turned: name the card turned up beside the stock, because this game needs it"
    TURNED_UNREAD = auto(), "turned: no card is turned up beside the stock in this game"
    TURNED_NOT_NATURAL = auto(), "turned: {card} is wild, so another card must be turned up"
    FOLDED_PRICE = auto(), "folded: {player} cannot have dropped out for {points} points"
    FOLDED_ALONE = auto(), "folded: the round is over once one player is left, and that player has won"
    FOLDED_PLAYS = auto(), "folded: {player} has dropped out and cannot act"
    UPCARD_NOT_NATURAL = auto(), "upcard: {card} is not a natural card"
    LAYOFF_WITHOUT_KNOCK = auto(), "nobody has knocked, so nobody can lay off cards in reply"
    NOBODY_OPENED = auto(), "there are melds on the table, so at least one player must have opened"
    PASSED_WITH_STOCK = auto(), (
        "passed: players pass only in games where a turn is either a draw or a play, and only once the stock "
        "is empty"
    )
    NO_PLAY_PHASE = auto(), "in this game a draw ends the turn, so there is no play phase"
    DISCARDS_WITHOUT_PILE = auto(), "in this game nothing is discarded"
    STOCK_UNTOUCHED = auto(), "{player} has not touched the discard"
    NO_BUYING = auto(), "bought: in this game players cannot buy discards"
    NO_PAIRS = auto(), "paired: in this game players cannot open with pairs"
    PAIRED_UNOPENED = auto(), "paired: {player} has not opened"
    NO_CHARGES = auto(), "charged: in this game discards cost no points"
    BOUGHT_OFTEN = auto(), "bought: {player} cannot have bought {count:discard|discards} in this round"
    BUYER_UNFIT = auto(), "{player} cannot be offered the discard while the player in seat {drawer} waits to draw"
    DRAWER_WITHOUT_SALE = auto(), "drawer: a player waits to draw only while another may buy or call a discard"
    NO_OFFER = auto(), "this game does not offer an upcard"
    STOCK_OUT_OF_TURN = auto(), "after the last pass it is not {player}'s turn to draw"
    OFFER_OUT_OF_TURN = auto(), "the upcard is not offered to {player}"
    KNOCK_ENDS_PLAY = auto(), "a knock ends the play, so the round cannot be in the {phase} phase"
    KNOCK_ENDS_ROUND = auto(), "in this game a knock ends the round"
    REPLY_BY_KNOCKER = auto(), "{player} has knocked and cannot be the one to reply"
    KNOCK_WITHOUT_DISCARD = auto(), "a knock puts a card on the discard pile, which is empty"
    MELDS_OF_OTHERS = auto(), "only melds of {player}, who knocked, can be on the table"
    KNOCK_WITHOUT_DEADWOOD = auto(), "a knock that leaves no card unmatched is gin"
    GIN_WITH_DEADWOOD = auto(), "gin leaves no card unmatched"
    MATCH_OVER = auto(), "the match is over"
    UNDO_NOTHING = auto(), "there is nothing to take back"
    UNDO_DEAL = auto(), "a deal cannot be taken back: players have seen their cards"
    UNDO_DRAW = auto(), "{move} cannot be taken back: a card has been drawn from the stock"
    UNDO_RECYCLING = auto(), "{move} cannot be taken back: the discards have become a new stock"
    UNDO_SHOWING = auto(), "{move} cannot be taken back: a hand has been shown"
    UNDO_END = auto(), "{move} cannot be taken back: the round is over"
    UNDO_OTHER = auto(), "{move} cannot be taken back: it is not a move of {player}"
    UNDO_TABLE = auto(), "that can be taken back only if all players agree"
    REDO_NOTHING = auto(), "there is no move to redo"
    NOT_AWAY = auto(), "{player} is not away"
    GONE = auto(), "{player} has left for good"
    FEW_MISSED = auto(), "{player} has missed only {count:turn|turns} in a row, too few to be dropped from the match"
    NOBODY_GONE = auto(), "nobody has left for good"
    BALLOT_OPEN = auto(), "the players are still voting on another proposal"
    BALLOT_CLOSED = auto(), "there is nothing to vote on"
    HAND_IS_SHOWN = auto(), "a hand has been shown, so the round must be counted"
    STALE = auto(), "the match has moved on in the meantime"
    BOT_FAILED = auto(), "the bot found no legal move for {player}"
    LAST_ANNOUNCED = auto(), "the last round has been announced already"
    BUY_IN_OPEN = auto(), "{player} must first decide whether to buy back in"
    BUY_IN_CLOSED = auto(), "nobody may buy back in now"
    # Views and memories of players.
    NO_DEAL = auto(), "the events contain no deal"
    NO_SUCH_PIECE = auto(), "no card in the hand has the id {piece}"
    WRONG_STORY = auto(), "{event} cannot happen at this point"
    MEMORY_MISFIT = auto(), "the memory does not match the position"
    SAMPLE_RARE = auto(), "the player to act could not complete the turn in any of {tries:sampled deal|sampled deals}"
    WRONG_MARK = auto(), "there is no mark {mark}: this match has only {events:event|events}"
    # Moves, positions, variants and records as text.
    TEXT_EXPECTED = auto(), "{part} was expected, not {found!r}"
    WORD_EXPECTED = auto(), "{words!r:or} was expected, not {found!r}"
    TEXT_TOO_LONG = auto(), "{part} of {size:character|characters} is too long: at most {limit} are allowed"
    TEXT_MORE = auto(), "and {count} more"
    NOT_UTF8 = auto(), "this is not UTF-8"
    NOT_TOML = auto(), "this is not TOML"
    NESTED_TOO_DEEPLY = auto(), "values are nested too deeply"
    NOT_WRITABLE = auto(), "{field} cannot be written as text: it contains a value of type {got}"
    NOT_PRINTABLE = auto(), "{text!r} contains characters that are not printable"
    OTHER_VERSION = auto(), "this text was written for version {recorded} of {variant}, and the version here is {found}"
    OTHER_SIMULATION = auto(), "these are not parts of one simulation: they differ in {fields:and}"
    OTHER_VARIANT = auto(), "the text was written for a variant other than the one given: they differ in {fields:and}"
    OTHER_PARENT = auto(), "the parent is not the game that rami reads as {variant}: they differ in {fields:and}"
    OWN_POLICY = auto(), (
        "the slot {field} has a custom policy, which cannot be written as text: pass the variant when you read the text"
    )
    RECORD_DIFFERS = auto(), "the record says {recorded!r}, and the replay gives {found!r}"
    SEED_DIFFERS = auto(), "the record has seed {recorded}, not {given}"
    TURN_SPLIT = auto(), "this line continues the turn of the line before: write each turn on one line"
    DECK_HIDDEN = auto(), "the order of the pack is listed although the seed is not revealed"
    DECK_REVEALS = auto(), (
        "a round was dealt from a pack in a given order, which shows every hidden card, so the seed cannot be hidden"
    )
    LOG_DIFFERS = auto(), "replaying the log gives a different match"
    RECORD_EDITED = auto(), "the digest does not match the lines above: something has been changed"
    COMMITMENT_DIFFERS = auto(), "the commitment does not match this seed"
    SEED_HIDDEN = auto(), "the seed has not been revealed, and without it nothing can be replayed"
    KEY_QUOTED = auto(), "write {field} without quotation marks"
    KEY_UNKNOWN = auto(), "there is no key {key!r}"
    KEY_MISSING = auto(), "the key {key!r} is missing"
    KEY_TWICE = auto(), "the key {key!r} occurs twice"
    NOT_UNICODE = auto(), "the text contains a lone surrogate, which is not valid Unicode"
    NOT_JSON = auto(), "this is not JSON"
    NO_JSON_FORM = auto(), "a document cannot contain a value of type {got}"
    NOT_IN_FORM = auto(), "{value!r} is not the JSON form of {kind}"
    OTHER_FORMAT = auto(), "this is version {version} of the format, and only version {known} can be read"
    DOCUMENT_DIFFERS = auto(), "{field} contradicts the rest of the document"
    TOO_MANY_CHARACTERS = auto(), "the text has {size:character|characters}: at most {most} are allowed"
    TOO_MANY_VALUES = auto(), "{count:value|values} are too many: at most {most} are allowed"
    # fmt: on
