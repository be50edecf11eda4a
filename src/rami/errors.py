"""What can be wrong, as data: codes with parameters, and the errors that carry them.

Every error that rami raises on purpose derives from `RamiError` and lists *all* that was wrong as
`Violation` values.  A violation is a code with parameters, so that programs can count, translate and
test it; its English text is rendered only when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, StrEnum
from operator import itemgetter
from typing import Any, cast

import attrs

from rami._sentences import sentence

__all__ = [
    "IllegalMove",
    "InvalidCards",
    "InvalidMatch",
    "InvalidMeld",
    "InvalidSetup",
    "InvalidText",
    "InvalidVariant",
    "RamiError",
    "Reason",
    "UnknownVariant",
    "Violation",
    "reject",
]


class Reason(StrEnum):
    """The built-in violation codes, each for one reason; the page "Codes and messages" has what each of them says.

    A custom policy may use any other string as a code, and give its sentences with it; the engine passes it through.

    >>> Reason.GROUP_SUITS.value
    'group_suits'
    """

    # text and values at the door
    UNKNOWN_CARD = "unknown_card"
    NOT_CARDS = "not_cards"
    NOT_A_MOVE = "not_a_move"
    NOT_A_MELD = "not_a_meld"
    WRONG_TYPE = "wrong_type"
    NOT_AN_INTEGER = "not_an_integer"
    NOT_A_FLAG = "not_a_flag"
    NOT_A_TEXT = "not_a_text"
    NOT_A_COLLECTION = "not_a_collection"
    TOO_SMALL = "too_small"
    TOO_LARGE = "too_large"
    NOT_ONE_OF = "not_one_of"
    WRONG_COUNT = "wrong_count"
    NOT_A_NUMBER = "not_a_number"
    CARDS_REPEATED = "cards_repeated"
    NOT_A_SEAT = "not_a_seat"
    SEAT_NOT_PLAYING = "seat_not_playing"
    SEATS_REPEATED = "seats_repeated"
    HIDDEN_CARD = "hidden_card"
    TOO_MANY_COPIES = "too_many_copies"
    TOO_MANY_CARDS = "too_many_cards"
    CARD_ABSENT = "card_absent"
    # shape of melds
    GROUP_RANKS = "group_ranks"
    GROUP_SUITS = "group_suits"
    GROUP_TOO_SMALL = "group_too_small"
    GROUP_TOO_LARGE = "group_too_large"
    RUN_SUITS = "run_suits"
    RUN_GAP = "run_gap"
    RUN_TOO_SHORT = "run_too_short"
    RUN_TOO_LONG = "run_too_long"
    RUN_ACE = "run_ace"
    WILD_COUNT = "wild_count"
    WILD_SHARE = "wild_share"
    FEW_NATURALS = "few_naturals"
    WILDS_ADJACENT = "wilds_adjacent"
    WILD_INSIDE = "wild_inside"
    WILD_NOT_BURNT = "wild_not_burnt"
    # opening
    OPENING_POINTS = "opening_points"
    OPENING_CLEAN_RUN = "opening_clean_run"
    OPENING_CLEAN_WINDOW = "opening_clean_window"
    OPENING_CLEAN_MELD = "opening_clean_meld"
    OPENING_EMPTY = "opening_empty"
    OPENING_ESCALATES = "opening_escalates"
    OPENING_PICKUP = "opening_pickup"
    OPENING_CONTRACT = "opening_contract"
    OPENING_REPEATS = "opening_repeats"
    OPENING_FIRST_TURN = "opening_first_turn"
    OPENING_WITH_RECOVERED = "opening_with_recovered"
    OPENING_NEEDED = "opening_needed"
    OPENING_NEXT_TURN = "opening_next_turn"
    ALL_MUST_OPEN = "all_must_open"
    # turn order and phases
    ROUND_OVER = "round_over"
    ROUND_NOT_OVER = "round_not_over"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    NO_SUCH_PLAYER = "no_such_player"
    # drawing
    STOCK_EMPTY = "stock_empty"
    DISCARDS_EMPTY = "discards_empty"
    DISCARD_AT_ONE_CARD = "discard_at_one_card"
    DISCARD_FIRST_TURN = "discard_first_turn"
    DISCARD_TWIN = "discard_twin"
    DISCARD_UNUSABLE = "discard_unusable"
    TOUCH_OFF = "touch_off"
    # placing
    CARD_NOT_HELD = "card_not_held"
    NO_SUCH_MELD = "no_such_meld"
    DOES_NOT_FIT = "does_not_fit"
    END_NOT_NAMED = "end_not_named"
    FOREIGN_CLEAN_RUN = "foreign_clean_run"
    WILD_NOT_NAMED = "wild_not_named"
    NOT_A_WILD = "not_a_wild"
    SWAP_MISMATCH = "swap_mismatch"
    SWAP_GROUP = "swap_group"
    SWAP_RUN = "swap_run"
    SWAP_UNUSABLE = "swap_unusable"
    TAKE_OFF = "take_off"
    TAKE_OWNER = "take_owner"
    TAKE_POSITION = "take_position"
    TAKE_WILD = "take_wild"
    TAKE_HAND_CARDS = "take_hand_cards"
    TAKE_NOT_IN_MELD = "take_not_in_meld"
    TAKE_IN_OPENING = "take_in_opening"
    # duties and ends
    DUTY_TAKEN = "duty_taken"
    DUTY_TAKEN_IN_OPENING = "duty_taken_in_opening"
    DUTY_WILD = "duty_wild"
    DUTY_WILD_NEXT = "duty_wild_next"
    DUTY_OUT = "duty_out"
    DUTY_POINTS = "duty_points"
    DUTY_UNMEETABLE = "duty_unmeetable"
    RETURNED_DISCARD = "returned_discard"
    LAST_CARD_DISCARDED = "last_card_discarded"
    LAST_CARD_PLACED = "last_card_placed"
    LAST_CARD_WILD = "last_card_wild"
    # knocking
    CONCEALED = "concealed"
    KNOCK_DEADWOOD = "knock_deadwood"
    KNOCK_MELDS = "knock_melds"
    NO_KNOCKING = "no_knocking"
    NO_BIG_GIN = "no_big_gin"
    UPCARD_NEEDED = "upcard_needed"
    NOT_A_NATURAL = "not_a_natural"
    NO_CONTRACTS = "no_contracts"
    NOT_ALL_MATCHED = "not_all_matched"
    MUST_KNOCK = "must_knock"
    LAST_CARD_UNKNOCKED = "last_card_unknocked"
    NO_KNOCK_WITH_DISCARD = "no_knock_with_discard"
    NO_LAYOFF_NOW = "no_layoff_now"
    NOT_A_SHOWN_MELD = "not_a_shown_meld"
    NOT_ANNOUNCING = "not_announcing"
    # variants
    OPTION_VALUE = "option_value"
    OPTION_RESERVED = "option_reserved"
    OPTION_UNKNOWN = "option_unknown"
    CONTRACT_EMPTY = "contract_empty"
    NOT_A_POLICY = "not_a_policy"
    POLICY_WITHOUT_OPTIONS = "policy_without_options"
    NOT_A_TABLE = "not_a_table"
    NAME_OF_VARIANT = "name_of_variant"
    SLUG_OF_VARIANT = "slug_of_variant"
    NOT_RULE_IDS = "not_rule_ids"
    RULE_TEXT_UNFIT = "rule_text_unfit"
    OPTION_NEEDS = "option_needs"
    # options that contradict each other
    DEAL_TOO_LARGE = "deal_too_large"
    STARTER_SHORT = "starter_short"
    STARTER_KEEPS_EXTRA = "starter_keeps_extra"
    PILE_STARTED_TWICE = "pile_started_twice"
    OFFER_AMONG_MANY = "offer_among_many"
    OFFER_FORBIDDEN = "offer_forbidden"
    OFFER_TO_DEALER = "offer_to_dealer"
    LOW_ACE_IN_CIRCLE = "low_ace_in_circle"
    CONCEALED_USE = "concealed_use"
    LOW_ACE_ON_TOP = "low_ace_on_top"
    NO_RUN_POSSIBLE = "no_run_possible"
    NO_GROUP_POSSIBLE = "no_group_possible"
    FEWER_SUITS = "fewer_suits"
    WILD_TWO_IN_MELDS = "wild_two_in_melds"
    WILD_TWO_IN_HANDS = "wild_two_in_hands"
    PICKUP_BELOW_MINIMUM = "pickup_below_minimum"
    EXEMPTION_EQUAL = "exemption_equal"
    RECOVERED_NOWHERE = "recovered_nowhere"
    EARLY_SWAP_TO_HAND = "early_swap_to_hand"
    EARLY_SWAP_FOR_CONTRACT = "early_swap_for_contract"
    FOUR_ONLY_LOCKED = "four_only_locked"
    FOUR_ONLY_WITHOUT_FOURS = "four_only_without_fours"
    NO_MISSING_SUIT = "no_missing_suit"
    TWOS_NOT_RECOVERED = "twos_not_recovered"
    OTHERS_CLOSED_TO_THE_END = "others_closed_to_the_end"
    CONTRACTS_MISSING = "contracts_missing"
    CONTRACTS_WITHOUT_END = "contracts_without_end"
    CONTRACT_TOO_LARGE = "contract_too_large"
    CONTRACT_GROUP = "contract_group"
    CONTRACT_RUN = "contract_run"
    CONCEALED_WILDS = "concealed_wilds"
    NOBODY_KNOCKS = "nobody_knocks"
    KNOCK_AMONG_MANY = "knock_among_many"
    KNOCK_WITHOUT_UPCARD = "knock_without_upcard"
    VOID_BEFORE_RECYCLING = "void_before_recycling"
    VOID_BEFORE_DRAW = "void_before_draw"
    CREDIT_WITHOUT_KNOCK = "credit_without_knock"
    PENALTY_AFTER_KNOCK = "penalty_after_knock"
    NO_POINTS_TO_ADD = "no_points_to_add"
    JOKER_FINISH_FORBIDDEN = "joker_finish_forbidden"
    JOKER_END_FORBIDDEN = "joker_end_forbidden"
    JOKER_FINISH_UNPRICED = "joker_finish_unpriced"
    DRY_FLAT_FACTOR = "dry_flat_factor"
    DRY_FLAT_JOKER_FINISH = "dry_flat_joker_finish"
    DRY_FLAT_JOKER_END = "dry_flat_joker_end"
    TARGET_MISSING = "target_missing"
    LIMIT_MISSING = "limit_missing"
    HANDS_MISSING = "hands_missing"
    LOWEST_CREDIT_WINS = "lowest_credit_wins"
    SEVERAL_REACH_TARGET = "several_reach_target"
    CREDITS_ELIMINATE = "credits_eliminate"
    ALTERNATE_AMONG_MANY = "alternate_among_many"
    LOSER_WITHOUT_SCORES = "loser_without_scores"
    WINNER_MAY_BE_MISSING = "winner_may_be_missing"
    # names
    UNKNOWN_VARIANT = "unknown_variant"
    UNKNOWN_LANGUAGE = "unknown_language"
    # checks and counts of positions
    RESULT_UNSOUND = "result_unsound"
    DEPTH_AND_TURNS = "depth_and_turns"
    # pictures
    PREFIX_UNFIT = "prefix_unfit"
    # learning
    NO_SUCH_ACTION = "no_such_action"
    ACTION_BARRED = "action_barred"
    TOO_MANY_ACTIONS = "too_many_actions"
    TOO_FEW_ACTIONS = "too_few_actions"
    MELD_OUT_OF_REACH = "meld_out_of_reach"
    SEVERAL_MOVES = "several_moves"
    NOT_RESET = "not_reset"
    # names of players
    NAME_UNFIT = "name_unfit"
    NAMES_REPEATED = "names_repeated"
    # score sheets
    NO_SUCH_SEAT = "no_such_seat"
    NO_JOKERS = "no_jokers"
    JOKERS_EXCEEDED = "jokers_exceeded"
    RANK_EXCEEDED = "rank_exceeded"
    HAND_EXCEEDED = "hand_exceeded"
    CARD_UNKNOWN = "card_unknown"
    SHEET_DAMAGED = "sheet_damaged"
    # setups and matches
    PLAYER_COUNT = "player_count"
    SEED_RANGE = "seed_range"
    STOCK_TOO_SMALL = "stock_too_small"
    CARDS_LOST = "cards_lost"
    CARDS_DOUBLED = "cards_doubled"
    HAND_TOO_LARGE = "hand_too_large"
    HAND_SIZE = "hand_size"
    OPENED_WITHOUT_MELD = "opened_without_meld"
    MELD_WITHOUT_OPENING = "meld_without_opening"
    SEATS_OUT_OF_ORDER = "seats_out_of_order"
    TABLE_ID_REPEATED = "table_id_repeated"
    FRESH_ABSENT = "fresh_absent"
    COMPLETED_MISMATCH = "completed_mismatch"
    TOUCH_FORGOTTEN = "touch_forgotten"
    FACTOR_LOST_UNTOUCHED = "factor_lost_untouched"
    FACTOR_KEPT_TOUCHED = "factor_kept_touched"
    OUTCOME_BEFORE_END = "outcome_before_end"
    OUTCOME_MISSING = "outcome_missing"
    OUTCOME_MISMATCH = "outcome_mismatch"
    NOT_A_FIRST_DISCARD = "not_a_first_discard"
    STARTER_DRAWS = "starter_draws"
    STARTER_ONLY_DISCARDS = "starter_only_discards"
    TABLE_BEFORE_DISCARD = "table_before_discard"
    CONTRACTS_INCOMPLETE = "contracts_incomplete"
    EMPTY_HAND_UNWON = "empty_hand_unwon"
    WINNER_WITHOUT_KNOCK = "winner_without_knock"
    WINNER_HOLDS_CARDS = "winner_holds_cards"
    DEADWOOD_WITHOUT_KNOCK = "deadwood_without_knock"
    TURN_FACT_OUTSIDE_PLAY = "turn_fact_outside_play"
    TURN_UNCOMPLETABLE = "turn_uncompletable"
    DUTY_WITHOUT_CARD = "duty_without_card"
    DUTY_NOT_TAKEN = "duty_not_taken"
    DUTY_CARD_ABSENT = "duty_card_absent"
    DUTY_CARD_NATURAL = "duty_card_natural"
    UPCARD_MISSING = "upcard_missing"
    UPCARD_NOT_NATURAL = "upcard_not_natural"
    LAYOFF_WITHOUT_KNOCK = "layoff_without_knock"
    STOCK_UNTOUCHED = "stock_untouched"
    NO_OFFER = "no_offer"
    STOCK_OUT_OF_TURN = "stock_out_of_turn"
    OFFER_OUT_OF_TURN = "offer_out_of_turn"
    KNOCK_ENDS_PLAY = "knock_ends_play"
    KNOCK_ENDS_ROUND = "knock_ends_round"
    REPLY_BY_KNOCKER = "reply_by_knocker"
    KNOCK_WITHOUT_DISCARD = "knock_without_discard"
    MELDS_OF_OTHERS = "melds_of_others"
    KNOCK_WITHOUT_DEADWOOD = "knock_without_deadwood"
    GIN_WITH_DEADWOOD = "gin_with_deadwood"
    MATCH_OVER = "match_over"
    UNDO_NOTHING = "undo_nothing"
    UNDO_DEAL = "undo_deal"
    UNDO_DRAW = "undo_draw"
    UNDO_RECYCLING = "undo_recycling"
    UNDO_SHOWING = "undo_showing"
    UNDO_END = "undo_end"
    # what is seen and remembered
    NO_DEAL = "no_deal"
    WRONG_STORY = "wrong_story"
    MEMORY_MISFIT = "memory_misfit"
    SAMPLE_RARE = "sample_rare"
    WRONG_MARK = "wrong_mark"
    # moves, positions, variants and records as text
    TEXT_EXPECTED = "text_expected"
    WORD_EXPECTED = "word_expected"
    TEXT_TOO_LONG = "text_too_long"
    TEXT_MORE = "text_more"
    NOT_UTF8 = "not_utf8"
    NOT_TOML = "not_toml"
    NESTED_TOO_DEEPLY = "nested_too_deeply"
    NOT_WRITABLE = "not_writable"
    NOT_PRINTABLE = "not_printable"
    OTHER_VERSION = "other_version"
    OTHER_VARIANT = "other_variant"
    OWN_POLICY = "own_policy"
    RECORD_DIFFERS = "record_differs"
    SEED_DIFFERS = "seed_differs"
    TURN_SPLIT = "turn_split"
    DECK_HIDDEN = "deck_hidden"
    DECK_REVEALS = "deck_reveals"
    LOG_DIFFERS = "log_differs"
    RECORD_EDITED = "record_edited"
    COMMITMENT_DIFFERS = "commitment_differs"
    SEED_HIDDEN = "seed_hidden"
    KEY_UNKNOWN = "key_unknown"
    KEY_MISSING = "key_missing"
    KEY_TWICE = "key_twice"
    NOT_UNICODE = "not_unicode"
    NOT_JSON = "not_json"
    NO_JSON_FORM = "no_json_form"
    NOT_IN_FORM = "not_in_form"
    OTHER_FORMAT = "other_format"
    DOCUMENT_DIFFERS = "document_differs"
    TOO_MANY_CHARACTERS = "too_many_characters"
    TOO_MANY_VALUES = "too_many_values"

    def __repr__(self) -> str:
        return f"Reason.{self.name}"


_LONGEST = 512
"""Bits of the largest number that is kept as it is: more digits cannot be written in the ordinary way."""


def _plain(value: object) -> Any:
    """Return a parameter as None, a flag, a number, a text or a tuple of these."""
    if value is None or type(value) in (bool, str):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int) and not isinstance(value, Enum):
        return int(value) if value.bit_length() <= _LONGEST else f"2**{value.bit_length()}"
    if isinstance(value, (list, tuple)):
        return tuple(_plain(item) for item in cast("Iterable[object]", value))
    if isinstance(value, (set, frozenset)):
        return tuple(sorted(map(_plain, cast("Iterable[object]", value)), key=_order))
    if isinstance(value, Mapping):
        return _pairs(cast("Mapping[object, object]", value))
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, type):
        return value.__name__
    # What has no text of its own would show as a repr.
    shows = isinstance(value, float) or type(value).__str__ is not object.__str__
    return str(value) if shows else type(value).__name__


def _order(item: object) -> tuple[str, Any]:
    """Sort members of a set, of which some may be of different types."""
    return type(item).__name__, item if isinstance(item, (int, str)) else str(item)


def _pairs(params: Mapping[Any, Any] | Iterable[tuple[Any, Any]]) -> tuple[tuple[str, Any], ...]:
    items = dict(params).items()
    return tuple(sorted(((str(key), _plain(value)) for key, value in items), key=itemgetter(0)))


def _behind(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    return tuple(violations)


@attrs.frozen(repr=False)
class Violation:
    """One thing that is wrong: a code, the ledger rule it breaks, and its parameters.

    Parameters are plain values: None, flags, integers, texts and tuples of these.  Cards, melds and moves become
    their text, numbers that are no integers become text, and the members of a set are sorted.

    Parameters:
        code: a `Reason`, or any string of a custom policy.
        rule: the ledger ID of the broken rule, or None where no rule is at stake.
        params: what the sentence needs, as a mapping or as (name, value) pairs.
        because: the reasons behind it, such as what the nearest attempt lacks.
        sentences: for a code of a custom policy, a sentence with blanks for each language; takes no part in equality.

    >>> v = Violation(Reason.OPENING_POINTS, "R51-OPEN-01", {"points": 48, "minimum": 51})
    >>> str(v)
    'the opening is worth 48 points, 51 are needed [R51-OPEN-01]'
    >>> v["points"]
    48
    >>> str(v.at(line=3, column=5))
    'line 3, character 5: the opening is worth 48 points, 51 are needed [R51-OPEN-01]'
    >>> str(Violation(Reason.DISCARD_UNUSABLE, None, {"card": "K♦"}, because=[v]))
    'no way to place K♦ this turn: the opening is worth 48 points, 51 are needed [R51-OPEN-01]'
    >>> words = {"en": "{count:card|cards} too many", "fr": "{count:carte|cartes} de trop"}
    >>> str(Violation("house_limit", None, {"count": 2}, sentences=words))
    '2 cards too many'
    """

    code: str
    rule: str | None = None
    params: tuple[tuple[str, Any], ...] = attrs.field(default=(), converter=_pairs)
    because: tuple[Violation, ...] = attrs.field(default=(), converter=_behind, kw_only=True)
    sentences: tuple[tuple[str, str], ...] = attrs.field(default=(), converter=_pairs, eq=False, kw_only=True)

    def __getitem__(self, name: str) -> Any:
        """The parameter called `name`; KeyError if there is none."""
        return dict(self.params)[name]

    def at(self, *, line: int | None = None, column: int | None = None, path: str | None = None) -> Violation:
        """The same violation, found at that place of a text; what is not given stays as it is.

        Parameters:
            line: the line, from 1.
            column: the character of the line, from 1.
            path: the way from the whole of a JSON document, "$", to the part.
        """
        place = {"line": line, "column": column, "path": path}
        found = {name: where for name, where in place.items() if where is not None}
        return attrs.evolve(self, params={**dict(self.params), **found})

    @property
    def text(self) -> str:
        """The English sentence, without the rule ID."""
        return sentence(self)

    def __str__(self) -> str:
        rules = filter(None, dict.fromkeys([self.rule, *(reason.rule for reason in self.because)]))
        cited = ", ".join(rules)
        return f"{self.text} [{cited}]" if cited else self.text

    def __repr__(self) -> str:
        given = [repr(str(self.code))]
        if self.rule or self.params:
            given.append(repr(self.rule))
        if self.params:
            given.append(repr(dict(self.params)))
        if self.because:
            given.append(f"because={self.because!r}")
        if self.sentences:
            given.append(f"sentences={dict(self.sentences)!r}")
        return f"Violation({', '.join(given)})"


def reject(error: Callable[..., RamiError], violations: Iterable[Violation]) -> None:
    """Raise an error with every distinct violation, if there are any.

    Parameters:
        error: the class of the error, or what makes one out of violations.
        violations: what is wrong.

    Raises:
        RamiError: there is a violation.

    >>> reject(InvalidCards, [])
    """
    found = tuple(dict.fromkeys(violations))
    if found:
        raise error(*found)


class RamiError(ValueError):
    """Base of every error that rami raises on purpose.

    Parameters:
        violations: everything that was wrong, at least one.

    >>> error = RamiError(Violation(Reason.ROUND_OVER))
    >>> str(error)
    'the round is over'
    """

    def __init__(self, *violations: Violation) -> None:
        super().__init__(*violations)
        self.violations: tuple[Violation, ...] = violations

    def __str__(self) -> str:
        return "; ".join(map(str, self.violations))


class InvalidCards(RamiError):
    """Text or values that are not cards, or more copies than there are."""


class InvalidMeld(RamiError):
    """Cards that do not form the meld asked for."""


class InvalidVariant(RamiError):
    """Options that do not exist, are not allowed, are reserved, or contradict each other."""


class UnknownVariant(RamiError):
    """No variant has that name."""


class InvalidSetup(RamiError):
    """Facts that cannot be a position of a round."""


class InvalidMatch(RamiError):
    """A match that cannot be started or continued that way."""


class InvalidText(RamiError):
    """Text that is no move, no position, no house-rule file or no record, with the place of every fault."""


class IllegalMove(RamiError):
    """A move that the rules do not allow here.  Carries the move, never the round.

    Parameters:
        move: what was tried.
        violations: every reason against it.
    """

    def __init__(self, move: object, *violations: Violation) -> None:
        super().__init__(*violations)
        self.move = move

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[object, ...]]:
        return type(self), (self.move, *self.violations)
